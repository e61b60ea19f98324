"""Names of laws: `q = N(mu, s)` and `q(z) = N(mu, s)` say what the density of q is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from hence.checks.elaborate.drawn_densities import drawn_densities
from hence.checks.elaborate.givens import Sorted
from hence.checks.elaborate.member_densities import member_densities
from hence.checks.elaborate.registry import row_of
from hence.language.derivation import Fact, Formula, Given
from hence.language.laws import bare_name
from hence.language.opaque import DENSITY, opaque, pieces_of
from hence.language.terms import App, Bind, DistributedAs, Sym, Term, app, free_names, mapped, subterms


def limits_on(given: Sorted, formulas: Iterable[Formula]) -> dict[tuple[Sym, str, int], None]:
    """Where letters of a page lie because laws have them as parameters, each once."""
    sides = [side for f in formulas for side in (f.lhs, f.rhs)]
    return dict.fromkeys(limits_in([law.law for law in given.laws.values()], (*given.terms(), *sides)))


def limits_in(laws: Iterable[Term], terms: Iterable[Term]) -> Iterator[tuple[Sym, str, int]]:
    """Where letters lie because a law has them as parameters: (p, ">=", 0) of Bernoulli(p).

    Laws are those given, and what stands in terms where only a law can stand: F(a, b) elsewhere is a function.
    """
    for law in (*laws, *(law for term in terms for t in subterms(term) for law in _laws_beside(t))):
        named = row_of(law)
        if named is None or named[0].name == "Normal":
            continue
        for parameter, value in zip(named[0].parameters, named[1], strict=True):
            if isinstance(value, Sym):
                yield from ((value, relation, end) for relation, end in parameter.limits)


def _laws_beside(term: Term) -> tuple[Term, ...]:
    match term:
        case App("pdf", (_, law)) | Bind("E", _, DistributedAs(law)):
            return (law,)
        case App("KL" | "entropy", args):
            return tuple(a for a in args if isinstance(a, App) and a.head == "apply")
    return ()


def with_named_laws(givens: Iterable[Given], formulas: Sequence[Formula]) -> tuple[list[Given], list[Formula]]:
    """Divergences and entropies of letters that stand for normal laws, with the laws in their places."""
    given = list(givens)
    named = {g.formula.lhs: g.formula.rhs for g in given if isinstance(g, Fact) and _names_a_law(g.formula)}

    def change(term: Term) -> Term:
        if isinstance(term, App) and term.head in ("KL", "entropy"):
            return App(term.head, tuple(named.get(a, a) for a in term.args), term.span)
        return term

    changed = [replace(f, lhs=mapped(f.lhs, change), rhs=mapped(f.rhs, change)) for f in formulas]
    if not named or changed == list(formulas):
        return given, list(formulas)
    left = frozenset().union(*(free_names(side) for f in changed for side in (f.lhs, f.rhs)))
    return [g for g in given if not isinstance(g, Fact) or not _is_done_with(g.formula, left)], changed


def _is_done_with(formula: Formula, left: frozenset[str]) -> bool:
    return _names_a_law(formula) and not free_names(formula.lhs) & left


def _names_a_law(formula: Formula) -> bool:
    return isinstance(formula.lhs, Sym) and isinstance(formula.rhs, App) and formula.rhs.head == "Normal"


def with_densities(givens: Iterable[Given], formulas: Sequence[Formula]) -> list[Given]:
    """Givens in which a law that is said to be normal is a normal density at each point where it is used.

    So are the densities of what is drawn from a named law, and those at the members of a sample.
    """
    givens = list(givens)
    sides = [s for g in givens if isinstance(g, Fact) for s in (g.formula.lhs, g.formula.rhs)]
    sides += [s for f in formulas for s in (f.lhs, f.rhs)]
    made: list[Given] = []
    for given in givens:
        made += _spelled(given, sides) if isinstance(given, Fact) else [given]
    made += drawn_densities(made, formulas)
    return [*made, *member_densities(made, formulas)]


def as_values(formula: Formula) -> Formula:
    r"""A claim in which laws stand where their densities are meant: `p(z) = \mathcal{N}(0, I)`, and ratios of laws.

    In a ratio or a logarithm `\mathcal{N}(\mu, \Sigma)` is a density at a point that is not said, the same throughout.
    """
    match formula:
        case Formula(App("density", (_, App("given"), Sym() as point)), "=", law) if _is_law(law):
            return replace(formula, rhs=_at(point, law))
        case Formula(law, "=", App("density", (_, App("given"), Sym() as point))) if _is_law(law):
            return replace(formula, lhs=_at(point, law))
    parts = [t for side in (formula.lhs, formula.rhs) for t in subterms(side) if isinstance(t, App)]
    inside = [t for p in parts if p.head in ("div", "log") for t in subterms(p.args[-1])]
    if not any(isinstance(t, App) and t.head == "Normal" for t in inside):
        return formula
    return replace(formula, lhs=mapped(formula.lhs, _unsaid), rhs=mapped(formula.rhs, _unsaid))


def _unsaid(term: Term) -> Term:
    """A normal law in arithmetic as the value of its density somewhere, of which only that is known."""
    if isinstance(term, App) and term.head in ("mul", "div", "log", "pow", "add"):
        laws = (opaque("opaque_number", [DENSITY, *pieces_of(a)]) if _is_normal(a) else a for a in term.args)
        return App(term.head, tuple(laws), term.span)
    return term


def _is_normal(term: Term) -> bool:
    return isinstance(term, App) and term.head == "Normal"


def _spelled(fact: Fact, sides: Sequence[Term]) -> list[Given]:
    match fact.formula:
        case Formula(Sym(name), "=", law) if _is_law(law):
            places = list(dict.fromkeys(t for side in sides for t in _densities(side) if t.args[0] == Sym(name)))
            return [_density(fact, place, law) for place in places] or [fact]
        case Formula(App("density", (_, App("given"), Sym())) as place, "=", law) if _is_law(law):
            return [_density(fact, place, law)]
    return [fact]


def _is_law(term: Term) -> bool:
    """A normal law, or one of the registry by a name that no function has."""
    match term:
        case App("Normal", _):
            return True
        case App("apply", (Sym(name), *_)):
            return name.startswith("\\math") and len(bare_name(name)) > 1 and row_of(term) is not None
    return False


def _density(fact: Fact, place: App, law: Term) -> Fact:
    body = _at(place.args[2], law)
    return replace(fact, formula=replace(fact.formula, lhs=place, rhs=body), definition=True)


def _at(point: Term, law: Term) -> Term:
    """The density of a law at a point."""
    match law:
        case App("Normal", (mean, spread)):
            return app("normal_pdf", point, mean, spread)
    return app("pdf", point, law)


def _densities(side: Term) -> Iterable[App]:
    """Densities of one variable, also those from which a mean is taken."""
    for term in subterms(side):
        if isinstance(term, App) and term.head == "density" and len(term.args) == 3 and isinstance(term.args[2], Sym):
            yield term
