r"""What letters usually stand for where nobody says so: \bar{x} is the mean of x_1, ..., x_n; x is (x_1, x_2).

A convention is used for proofs only, which list it among what they suppose; nothing is refuted through it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hence.checks.elaborate.letters import letter_of
from hence.checks.mentioned import introduced, mentions
from hence.checks.scope import Scope
from hence.language.derivation import Distributed, Fact, Formula, Interval, Membership, Property, RealSpace
from hence.language.terms import App, Bind, Num, Range, Sym, Term, app, free_names, num, strip_spans, subterms

_BARS = (r"\bar{", r"\overline{")
_INDEX = Sym("i")


def usual_meanings(scope: Scope) -> tuple[Fact, ...]:
    """Definitions by convention for letters of a chain of which nothing is said."""
    facts = [g.formula for g in scope.givens if isinstance(g, Fact)]
    sides = [side for f in (*(s.formula for s in scope.steps), *facts) for side in (f.lhs, f.rhs)]
    known = frozenset().union(*map(introduced, scope.givens)) | scope.any | scope.later | scope.lost
    barred = {n for side in sides for n in free_names(side) if n.startswith(_BARS)} - known
    sizes = _sizes(sides) if barred else {}
    means = (_mean(name, sizes) for name in sorted(barred) if len(sizes.get(_letter(name), ())) == 1)
    return (*means, *_written_out(frozenset().union(*map(free_names, sides)), known))


def usual_signs(scope: Scope) -> tuple[Fact, ...]:
    r"""\sigma > 0 where \sigma^2 is the variance of a normal law: it is a standard deviation."""
    steps = [side for step in scope.steps for side in (step.formula.lhs, step.formula.rhs)]
    given = [side for g in scope.givens if isinstance(g, Fact) for side in (g.formula.lhs, g.formula.rhs)]
    given += [g.law for g in scope.givens if isinstance(g, Distributed)]
    roots = dict.fromkeys(root for side in (*steps, *given) for root in _roots_of_variances(side))
    spoken = frozenset().union(*map(free_names, steps))
    defined = frozenset().union(*(introduced(g) for g in scope.givens if isinstance(g, Fact)))
    return tuple(Fact(Formula(root, ">", num(0)), False) for root in roots if root.name in spoken - defined)


POSITIVE = frozenset("eta sigma tau epsilon varepsilon rho beta gamma lambda alpha delta nu kappa".split())
COUNTS = frozenset("ntTNKHL")


def usual_domains(scope: Scope) -> tuple[Fact | Membership, ...]:
    """Where the letters and functions of a chain have values, if nobody says so."""
    return (*_domains(scope), *_usual_ranges(scope))


def _usual_ranges(scope: Scope) -> Iterator[Fact | Membership]:
    r"""Step sizes and deviations are positive, p is a probability, n counts: where bounds or roots depend on it."""
    formulas = [f for f in (step.formula for step in scope.steps) if not _is_of_a_letter(f)]
    parts = [t for f in formulas for side in (f.lhs, f.rhs) for t in subterms(side)]
    if all(f.relation == "=" for f in formulas) and not any(isinstance(t, App) and t.head == "sqrt" for t in parts):
        return
    bounded = [g for g in scope.givens if _is_upper_bound(g)]
    said = (g for g in scope.givens if not isinstance(g, Property) and g not in bounded)
    known = frozenset().union(*map(mentions, said)) | scope.any.difference(*map(mentions, bounded))
    for name in dict.fromkeys(t.name for t in parts if isinstance(t, Sym) and t.name not in known):
        if name.lstrip("\\") in POSITIVE and name.startswith("\\"):
            yield Fact(Formula(Sym(name), ">", num(0)), False)
        elif name == "p":
            yield Membership(Sym(name), Interval(num(0), num(1), False, False))
        elif name in COUNTS:
            yield Membership(Sym(name), RealSpace((), positive=True, integer=True))


def _is_of_a_letter(formula: Formula) -> bool:
    r"""`\kappa > 0` itself, which no convention shows."""
    return all(isinstance(side, Sym | Num) for side in (formula.lhs, formula.rhs))


def _is_upper_bound(given: object) -> bool:
    r"""`\eta < 2 / \lambda` tells no sign."""
    if not isinstance(given, Fact) or given.formula.relation not in ("<", "<=", ">", ">="):
        return False
    return not any(isinstance(side, Num) for side in (given.formula.lhs, given.formula.rhs))


def _domains(scope: Scope) -> tuple[Fact, ...]:
    """Whoever writes h'(p) for an h(p) with log p means p > 0."""
    bodies = {name: (given, body) for g in scope.givens for name, given, body in _function(g)}
    sides = [side for step in scope.steps for side in (step.formula.lhs, step.formula.rhs)]
    applied = [t for side in sides for t in subterms(side) if isinstance(t, App) and t.head == "apply"]
    found: dict[Formula, None] = {}
    for function, *arguments in (t.args for t in applied if isinstance(t.args[0], Sym)):
        parameters, body = bodies.get(function.name.rstrip("'"), ((), num(0)))  # type: ignore[union-attr]
        if tuple(arguments) == parameters:
            found |= dict.fromkeys(_needed(body))
    return tuple(Fact(formula, False) for formula in found)


def _function(given: object) -> Iterator[tuple[str, tuple[Term, ...], Term]]:
    match given:
        case Fact(Formula(App("apply", (Sym(name), *parameters)), "=", body), True):
            yield name, tuple(parameters), body


def _needed(body: Term) -> Iterator[Formula]:
    for part in subterms(body):
        match part:
            case App("log", (inner,)) if free_names(inner):
                yield Formula(inner, ">", num(0))
            case App("sqrt", (inner,)) if free_names(inner):
                yield Formula(inner, ">=", num(0))


def usual_shapes(scope: Scope) -> tuple[Property, ...]:
    """A matrix of which nothing is said, and by which is differentiated, may be meant to be symmetric."""
    said = {g.subject.name for g in scope.givens if isinstance(g, Membership | Property) and isinstance(g.subject, Sym)}
    sides = [side for step in scope.steps for side in (step.formula.lhs, step.formula.rhs)]
    by = [t.args[1] for side in sides for t in subterms(side) if isinstance(t, App) and t.head == "deriv"]
    names = dict.fromkeys(x.name for x in by if isinstance(x, Sym) and x.name not in said and letter_of(x.name).capital)
    return tuple(Property(Sym(name), "symmetric") for name in names)


def _roots_of_variances(term: Term) -> Iterator[Sym]:
    for part in subterms(term):
        match part:
            case App("Normal", (_, spread)) | App("normal_pdf", (_, _, spread)):
                for factor in spread.args if isinstance(spread, App) and spread.head in ("mul", "div") else (spread,):
                    match factor:
                        case App("pow", (Sym(name), Num(value))) if value == 2:
                            yield Sym(name)


def _written_out(names: frozenset[str], known: frozenset[str]) -> Iterator[Fact]:
    """x = (x_1, ..., x_k) where a chain speaks of x and of x_1, ..., x_k, each a letter of its own."""
    for name in sorted(names - known):
        numbers = {int(found[1]) for n in names if (found := re.fullmatch(re.escape(name) + r"_\{(\d)\}", n))}
        entries = [f"{name}_{{{k}}}" for k in sorted(numbers)]
        if len(numbers) > 1 and numbers == set(range(1, len(numbers) + 1)) and known.isdisjoint(entries):
            column = app("transpose", app("matrix", app("row", *map(Sym, entries))))
            yield Fact(Formula(Sym(name), "=", column), True)


def _letter(barred: str) -> str:
    return barred[barred.index("{") + 1 : -1]


def _mean(name: str, sizes: dict[str, set[Term]]) -> Fact:
    (size,) = sizes[_letter(name)]
    whole = Bind("sum", _INDEX, Range(num(1), size), app("index", Sym(_letter(name)), _INDEX))
    return Fact(Formula(Sym(name), "=", app("mul", app("div", num(1), size), whole)), True)


def _sizes(terms: Iterable[Term]) -> dict[str, set[Term]]:
    """How far x_i is counted in sums, by x."""
    found: dict[str, set[Term]] = {}
    for variable, high, body in (x for side in terms for x in _counted(side)):
        for part in subterms(body):
            match part:
                case App("index", (Sym(name), index)) if index == variable:
                    found.setdefault(name, set()).add(strip_spans(high))
    return found


def _counted(term: Term) -> Iterator[tuple[Sym, Term, Term]]:
    for part in subterms(term):
        match part:
            case Bind("sum" | "prod" | "rows", variable, Range(Num(low), high), body) if low == 1:
                yield variable, high, body
