"""What a verdict owes to parts that were not understood: a proof names them, and nothing is refuted through them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hence.checks.elaborate.errors import NotUnderstood
from hence.checks.elaborate.outcome import LeftOut
from hence.checks.model import Claim, Setting, names_in, reachable_names
from hence.language.derivation import Formula, Given, Property
from hence.language.opaque import RESTRICTED, closer, is_opaque_name, opaque_parts, readable, written
from hence.language.terms import free_names
from hence.language.verdicts import Proved, Refuted, Supported, Unknown, Verdict

COMPLEX = r"\mathbb{C}"


def with_spaces(verdict: Verdict, formula: Formula, givens: Iterable[Given]) -> Verdict:
    r"""A proof with the sets that it did not look into: z \in \mathbb{C} was taken for a number like others."""
    if not isinstance(verdict, Proved):
        return verdict
    names = free_names(formula.lhs) | free_names(formula.rhs)
    said = (g for g in givens if isinstance(g, Property) and g.word.startswith(RESTRICTED))
    spaces = [g.word.removeprefix(RESTRICTED).strip('"') for g in said if free_names(g.subject) & names]
    if any(COMPLEX in space for space in spaces):
        return Unknown("complex numbers are not decided yet, and this was shown for real ones only")
    return replace(verdict, opaque=tuple(dict.fromkeys((*verdict.opaque, *spaces))))


def with_opaque(verdict: Verdict, formula: Formula, setting: Setting, claim: object) -> Verdict:
    """A proof with the parts that it did not look into; a refutation or support through them is none."""
    reached = reachable_names(setting, claim) if isinstance(claim, Claim) else frozenset[str]()
    parts = tuple(dict.fromkeys(closer(written(part)) for part in opaque_parts(formula.lhs, formula.rhs)))
    behind = any(map(is_opaque_name, reached))
    match verdict:
        case Proved():
            coarse = [readable(n) for n in sorted(_names(claim)) if is_opaque_name(n)] if not parts else []
            parts = (*parts, *(text for text in coarse if text != "ω"))
            return replace(verdict, opaque=tuple(dict.fromkeys((*verdict.opaque, *parts))))
        case Refuted() | Supported() if parts or behind:
            what = parts[0] if parts else "a part behind it"
            return Unknown(f"nothing is decided by values: {what} was not understood")
        case _:
            return verdict


def _names(claim: object) -> frozenset[str]:
    return names_in(claim.lhs) | names_in(claim.rhs) if isinstance(claim, Claim) else frozenset()


def about_opaque(setting: Setting, claim: Claim) -> list[LeftOut]:
    """Hypotheses about the names of a claim with parts that were not understood: who knows what satisfies them."""
    names = reachable_names(setting, claim)
    found = []
    for constraint in setting.constraints:
        inside = names_in(constraint.lhs) | names_in(constraint.rhs)
        if inside & names and any(map(is_opaque_name, inside)):
            found.append(LeftOut(inside & names, NotUnderstood("a part of it was not understood")))
    return found
