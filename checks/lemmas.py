"""What was proved, for the steps behind it: lines, and closed forms of sequences from their recurrences."""

from __future__ import annotations

from hence.checks.elaborate.setting import Elaborated, elaborate
from hence.checks.elaborate.sorted import sorted_givens
from hence.checks.induction.search import own_members_move
from hence.checks.model import Claim, Constraint, Definition, Ref, Setting, names_in
from hence.checks.normal.entries import is_recurrence
from hence.checks.prove import prove
from hence.checks.scope import Scope
from hence.checks.state import Lemma, Progress, definitions_of
from hence.language.derivation import Formula
from hence.language.verdicts import Proved


def prove_hypotheses(scope: Scope, progress: Progress) -> None:
    """An induction hypothesis is about a sequence that its recurrence determines: it is proved, not believed."""
    for formula in sorted_givens(scope.givens).inductive:
        known = any(lemma.formula == formula for lemma in progress.lemmas)
        if known or formula in progress.tried:
            continue
        progress.tried.append(formula)
        done = elaborate(scope.givens, [formula])
        claim = done.claims[0]
        if isinstance(claim, Claim) and isinstance(prove(done.setting, claim), Proved):
            lemma = lemma_of(scope, formula, done.setting, claim)
            progress.lemmas += [lemma] if lemma is not None else []


def usable(done: Elaborated, skip: int, lemmas: list[Lemma]) -> dict[str, Definition]:
    found = {}
    for claim, lemma in zip(done.claims[skip : skip + len(lemmas)], lemmas, strict=True):
        if isinstance(claim, Claim) and isinstance(claim.lhs, Ref) and isinstance(claim.lhs.indices[0], Ref):
            variable = claim.lhs.indices[0].name
            found[lemma.name] = Definition(lemma.name, (variable,), (), claim.rhs, line=lemma.line)
    return found


def lemma_of(scope: Scope, formula: Formula, setting: Setting, claim: Claim) -> Lemma | None:
    lhs = claim.lhs
    if claim.relation != "=" or not isinstance(lhs, Ref) or len(lhs.indices) != 1:
        return None
    index = lhs.indices[0]
    recurrent = is_recurrence(lhs.name, setting.definitions.get(lhs.name, ()))
    if not recurrent or not isinstance(index, Ref) or own_members_move(claim.rhs, lhs.name):
        return None
    return Lemma(lhs.name, formula, formula.span.line, definitions_of(sorted_givens(scope.givens), lhs.name))


# Lines -------------------------------------------------------------------------------------------


def known_lines(done: Elaborated, skip: int, formulas: list[Formula]) -> list[Constraint]:
    pairs = zip(done.claims[skip:], formulas, strict=True)
    return [as_constraint(claim, formula) for claim, formula in pairs if isinstance(claim, Claim)]


def defines_again(claim: Claim, setting: Setting) -> bool:
    """z_t = f(z_{t-1}) is the recurrence itself; as a rule it would unfold without end."""
    lhs = claim.lhs
    return isinstance(lhs, Ref) and lhs.name in names_in(claim.rhs) and lhs.name in setting.definitions


def as_constraint(claim: Claim, formula: Formula) -> Constraint:
    """A proved line; where its indices are others, it may speak of members for which it was not proved."""
    return Constraint(claim.lhs, claim.relation, claim.rhs, (), formula.span.line)
