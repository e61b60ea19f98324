"""What was understood of the symbols of a chain, and which givens about them could not be used."""

from __future__ import annotations

from hence.checks.elaborate.dims import named, sort_text
from hence.checks.elaborate.errors import NotUnderstood, ShapeClash
from hence.checks.elaborate.setting import Elaborated, LeftOut
from hence.checks.model import Claim, Setting, names_in, reachable_names
from hence.checks.state import Progress
from hence.language.verdicts import Declared, Diagnostic


def declare(setting: Setting, claims: list[Claim], progress: Progress) -> None:
    names = {n for c in claims for side in (c.lhs, c.rhs) for n in names_in(side)}
    for name in sorted(names & setting.symbols.keys()):
        symbol = setting.symbols[name]
        sort = "integer" if symbol.integer else sort_text(symbol.shape, symbol.family)
        progress.declared[name] = Declared(name, sort, symbol.line, symbol.how)


def missing(done: Elaborated, claim: Claim | ShapeClash | NotUnderstood, progress: Progress) -> list[LeftOut]:
    """Givens about the symbols of a claim that could not be used; each is reported once."""
    if not isinstance(claim, Claim):
        return []
    names = reachable_names(done.setting, claim)
    found = [left for left in done.left_out if left.about & names]
    for left in found:
        message = f"a hypothesis was left out: {left.problem.message}"
        diagnostic = Diagnostic("left-out", left.problem.span, named(message))
        if diagnostic not in progress.warnings:
            progress.warnings.append(diagnostic)
    return found
