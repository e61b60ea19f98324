"""Small questions of the elaborator: shapes of spaces, symbols of formulas, where recurrences begin."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from hence.checks.elaborate.build_rules import dim_of
from hence.checks.elaborate.choosing import Equation, Preference, Spread
from hence.checks.elaborate.givens import Sorted
from hence.checks.elaborate.kinds import M, Profile, R, S, V
from hence.checks.elaborate.letters import may_be_matrix
from hence.checks.elaborate.names import Usage, survey
from hence.checks.elaborate.registry import mean_of_arrays
from hence.checks.model import Definition, Lit, Shape
from hence.language.derivation import Distributed, Formula, RealSpace
from hence.language.terms import App, Num, Sym, Term, app, free_names, subterms

KIND_OF_RANK = {0: S, 1: V, 2: M}


def with_least(definitions: tuple[Definition, ...]) -> tuple[Definition, ...]:
    """The general case of a recurrence starts after its last given value."""
    starts = [int(i.value) for d in definitions for i in d.indices[:1] if isinstance(i, Lit)]
    least = max(starts) + 1 if starts else 1
    return tuple(replace(d, least=least) if d.indices and isinstance(d.indices[0], str) else d for d in definitions)


def symbols_of(formula: Formula) -> frozenset[str]:
    return frozenset(survey((formula.lhs, formula.rhs)).counts)


def law_equations(name: str, law: Distributed) -> list[Equation]:
    """What a law says of kinds: its mean is of the kind of what has it."""
    if isinstance(law.law, App) and law.law.head == "Normal":
        spread = law.law.args[1]
        shaped = [Spread((law.subject, spread))] if any(map(may_be_matrix, free_names(spread))) else []
        return [Equation((law.subject, law.law), frozenset((name,))), *shaped]
    if (mean := mean_of_arrays(law.law)) is None:
        return []
    density = Preference((app("pdf", law.subject, law.law),))
    return [Equation((law.subject, mean), frozenset((name,))), density]


def shape_of(space: RealSpace) -> Shape:
    dims = [dim_of(d) for d in space.dims]
    return Shape(dims[0] if dims else 1, dims[1] if len(dims) > 1 else 1)


def profile_of(family: int, space: RealSpace, counts: Collection[int]) -> Profile:
    """What a declared letter is: of one row or column it is a vector, where it is not indexed like a matrix."""
    single = [isinstance(d, Num) and d.value == 1 for d in space.dims]
    if len(single) < 2 or not any(single) or set(counts) - {family}:
        return Profile(family, KIND_OF_RANK[len(space.dims)])
    return Profile(family, S if all(single) else R if single[0] else V)


def kind_of_shape(shape: Shape) -> str:
    return S if shape.is_scalar else V if shape.cols == 1 else M


def arguments_of_mappings(given: Sorted, formulas: Iterable[Formula]) -> dict[str, str]:
    r"""The kinds of letters that stand alone as the argument of a function with a domain: the x of \mu: R^d \to R."""
    spaces = {name: mapping.domain for name, mapping in given.mappings.items()}
    sides = [side for f in formulas for side in (f.lhs, f.rhs)]
    found: dict[str, str] = {}
    for term in (t for side in (*given.terms(), *sides) for t in subterms(side)):
        match term:
            case App("apply", (Sym(name), Sym(argument))) if name in spaces:
                found.setdefault(argument, KIND_OF_RANK[len(spaces[name].dims)])
    return found


def _parameters_of_densities(usage: Usage, given: Sorted) -> set[str]:
    """What stands behind the bar of densities that all have formulas: what kind of thing it is shows in these."""
    explicit, others = set[str](), set[str]()
    for family, places in usage.densities_at.items():
        for of, behind in places:
            said = f"{family}({of}|{behind})" in given.explicit_densities()
            explicit |= set(behind.split(",")) if said else set()
            others |= set(of.split(",")) if said else {*of.split(","), *behind.split(",")}
    return explicit - others


def kinds_of_points(given: Sorted, formulas: Iterable[Formula], usage: Usage) -> dict[str, str]:
    """What kinds of things densities are taken at: what is normal with a covariance `I` or `diag(s)` is a vector."""
    if not usage.points:
        return {}
    formulas = list(formulas)
    found = arguments_of_mappings(given, formulas) if given.mappings else {}
    terms = (*given.terms(), *(side for f in formulas for side in (f.lhs, f.rhs)))
    for term in (t for side in terms for t in subterms(side)):
        match term:
            case App("normal_pdf", (Sym(point), _, spread)) if _is_matrix(spread):
                found.setdefault(point, V)
    points = usage.points.keys() - _parameters_of_densities(usage, given)
    return {point: found.get(point, S) for point in usage.points if point in points}


def _is_matrix(spread: Term) -> bool:
    factors = spread.args if isinstance(spread, App) and spread.head == "mul" else (spread,)
    return any(isinstance(x, App) and x.head in ("identity", "diag") for x in factors)
