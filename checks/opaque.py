"""What a verdict owes to parts that were not understood: a proof names them, and nothing is refuted through them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hence.checks.elaborate.errors import NotUnderstood
from hence.checks.elaborate.givens import base_name
from hence.checks.elaborate.letters import is_dressed_by_author
from hence.checks.elaborate.outcome import LeftOut
from hence.checks.model import Claim, Setting, names_in, reachable_names
from hence.language.derivation import Convention, Fact, Formula, Given, Property, Step
from hence.language.opaque import (
    ANYTHING,
    DEPENDENT,
    OTHER_KIND,
    RESTRICTED,
    closer,
    is_opaque_name,
    opaque_parts,
    readable,
    written,
)
from hence.language.terms import App, Bind, Sym, Term, children, free_names, mapped, num, subterms
from hence.language.verdicts import Proved, Refuted, Supported, Unknown, Verdict

WHOLE = frozenset(("opaque", "opaque_number", "density"))  # what was not understood in them does not matter


def unless_meant_otherwise(verdict: Verdict, step: Step, givens: Iterable[Given]) -> Verdict:
    """A verdict that stands only where the page has no way of its own to calculate."""
    shown = f"{step.lhs_text} {step.rhs_text}"
    said = (g for g in givens if isinstance(g, Convention))
    conventions = [g.text for g in said if not g.signs or any(sign in shown for sign in g.signs)]
    if not conventions or not isinstance(verdict, Proved | Refuted | Supported):
        return verdict
    return Unknown(f'the page says "{conventions[-1]}", and nothing is decided under that')


def _points_only(formula: Formula) -> frozenset[str]:
    """Names at which densities are taken, or over whose values a sum runs, and no others: any values will do."""
    sides = (formula.lhs, formula.rhs)
    parts = [t for side in sides for t in subterms(side)]
    points = frozenset().union(*(free_names(t) for t in parts if isinstance(t, App) and t.head == "density"))
    bound = {t.var.name for t in parts if isinstance(t, Bind)}
    outside = frozenset().union(*(free_names(mapped(side, _without_density)) for side in sides))
    return (points | bound) - outside


def _without_density(term: Term) -> Term:
    return num(1) if isinstance(term, App) and term.head == "density" else term


def with_spaces(verdict: Verdict, formula: Formula, givens: Iterable[Given], reached: frozenset[str]) -> Verdict:
    r"""A proof with the sets that it did not look into, unless these hold other things than real numbers.

    z \\in \\mathbb{C} and "let g be an element of a group" leave no proof for numbers; nor does a derivative by x
    of what is said to depend on x.
    """
    names = (free_names(formula.lhs) | free_names(formula.rhs) | reached) - _points_only(formula)
    givens = list(givens)
    said = [g for g in givens if isinstance(g, Property) and free_names(g.subject) & names]
    if isinstance(verdict, Proved | Refuted | Supported) and (hidden := _hidden_dependence(formula, said, givens)):
        return Unknown(f"{hidden}, and how is not known: write it as a function where its derivative is taken")
    if isinstance(verdict, Proved | Refuted | Supported) and (through := hidden_parameter(formula, givens)):
        return Unknown(f"the value is taken at another point, and {through} changes with it: write it out there")
    if not isinstance(verdict, Proved):
        return verdict
    structures = [g for g in givens if isinstance(g, Property) and g.word.startswith(OTHER_KIND)]
    for other in (g for g in said if _is_other(g, structures)):
        calculated = _multiplies(formula, other) if other.word == "permutation" else _is_used(formula, other)
        if formula.lhs != formula.rhs and calculated:
            what = other.word.removeprefix(OTHER_KIND).removeprefix(RESTRICTED)
            return Unknown(f"shown for real numbers only, and the page says of {_shown(other)}: {what}")
    spaces = [g.word.removeprefix(RESTRICTED).strip('"') for g in said if g.word.startswith(RESTRICTED)]
    return replace(verdict, opaque=tuple(dict.fromkeys((*verdict.opaque, *spaces))))


def hidden_parameter(formula: Formula, givens: Iterable[Given]) -> str:
    """The h of `f(x) = h - 1` with `h = x^2`, where a formula takes f at another point than x."""
    facts = [g.formula for g in givens if isinstance(g, Fact) and g.definition]
    calls = [x for side in (formula.lhs, formula.rhs) for x in subterms(side) if _is_call(x)]
    for own in (f for f in facts if _is_call(f.lhs)):
        name, *points = own.lhs.args  # type: ignore[union-attr]
        taken = [x.args[1:] for x in calls if x.args[0] == name]  # type: ignore[union-attr]
        if all(list(at) == points for at in taken):
            continue
        inside = set(subterms(own.rhs))
        for other in (f for f in facts if f.lhs in inside and not _is_call(f.lhs)):
            if any(point in set(subterms(other.rhs)) for point in points):
                return base_name(other.lhs)
    return ""


def _is_call(term: object) -> bool:
    return isinstance(term, App) and term.head == "apply"


def _is_other(given: Property, structures: list[Property]) -> bool:
    r"""Whether a letter is no number: by words, or as a member of what is said to be a group, a ring, ..."""
    sets = {f"\\in {name}" for g in structures for name in free_names(g.subject)}
    member = given.word.startswith(RESTRICTED) and given.word.removeprefix(RESTRICTED).strip('"').endswith(tuple(sets))
    return given.word.startswith(OTHER_KIND) or given.word == "permutation" or (member and bool(sets))


def _multiplies(formula: Formula, given: Property) -> bool:
    """Whether a letter stands in a product or a power, and not only for a map of indices."""
    parts = (x for side in (formula.lhs, formula.rhs) for x in subterms(side))
    products = (x for x in parts if isinstance(x, App) and x.head in ("mul", "pow", "inv"))
    return any(a == given.subject for x in products for a in x.args)


def _is_used(formula: Formula, given: Property) -> bool:
    """Whether a letter stands somewhere else than in parts whose values alone are used: p(A), p(A \\cup B), |A|."""
    names = free_names(given.subject)

    def used(term: Term) -> bool:
        if isinstance(term, Sym):
            return term.name in names
        size = isinstance(term, App) and term.head == "abs" and isinstance(term.args[0], Sym)
        return not (size or (isinstance(term, App) and term.head in WHOLE)) and any(map(used, children(term)))

    return used(formula.lhs) or used(formula.rhs)


def _shown(given: Property) -> str:
    return ", ".join(sorted(free_names(given.subject)))


def _hidden_dependence(formula: Formula, said: Iterable[Property], givens: Iterable[Given]) -> str:
    """What stands in a derivative by something that it depends on, as words say and no formula shows."""
    parts = (x for side in (formula.lhs, formula.rhs) for x in subterms(side))
    derived = [x for x in parts if isinstance(x, App) and x.head == "deriv"]
    alone = {x.args[0].name for x in derived if isinstance(x.args[0], Sym)}  # their derivatives stay what they are
    for given in (g for g in said if g.word.startswith(DEPENDENT) and not free_names(g.subject) & alone):
        by = set(given.word.removeprefix(DEPENDENT).split(", ")) - _written(given, givens)
        for term in derived:
            inside, variables = free_names(term.args[0]), frozenset().union(*map(free_names, term.args[1:]))
            touched = by & variables or (ANYTHING in by and free_names(given.subject) <= inside)
            if free_names(given.subject) & inside and touched and not free_names(given.subject) & variables:
                return f"{_shown(given)} depends on {', '.join(sorted(by & variables or variables))}"
    return ""


def _written(said: Property, givens: Iterable[Given]) -> frozenset[str]:
    """The names in the formula that defines what words call dependent: how it depends on these is known."""
    facts = [g.formula for g in givens if isinstance(g, Fact) and g.definition]
    own = [f for f in facts if free_names(f.lhs) & free_names(said.subject)]
    return free_names(own[0].rhs) if len(own) == 1 else frozenset()


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
        case Refuted() | Supported() if parts or behind or any(map(is_dressed_by_author, reached)):
            dressed = sorted(filter(is_dressed_by_author, reached))
            what = parts[0] if parts else dressed[0] if dressed else "a part behind it"
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
