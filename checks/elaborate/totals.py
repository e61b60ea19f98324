r"""Total probability: `p(x) = p(x, y = 0) + p(x, y = 1)` for a y of which the page says that it is 0 or 1.

Events of one value are opaque: p(y = 1) and p(y = 0) have nothing in common but what is said here of all values of y.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeGuard

from hence.language.derivation import Distributed, Fact, Formula, Given, Membership, RealSpace
from hence.language.laws import bare_name
from hence.language.terms import (
    App,
    Bind,
    Num,
    Range,
    Sym,
    Term,
    app,
    free_names,
    num,
    strip_spans,
    subterms,
)

BERNOULLI = frozenset(("Bernoulli", "Bern", "Ber"))
MOST_VALUES = 6  # that are written out
MOST_FACTS = 8


def totals(givens: Sequence[Given], formulas: Sequence[Formula]) -> list[Fact]:
    """Sums of probabilities over all values of a variable, where formulas speak of such values. Never fails."""
    sides = [side for f in formulas for side in (f.lhs, f.rhs)]
    densities = [t for t in dict.fromkeys(strip_spans(t) for s in sides for t in subterms(s)) if _is_density(t)]
    events = list(dict.fromkeys((d.args[0], e.args[0]) for d in densities for e in _places(d) if _is_event(e)))
    found: dict[Formula, None] = {}
    for family, variable in events:
        values = ends(variable, givens)
        for density in densities if values is not None else ():
            if values and density.args[0] == family and (said := _total(density, variable, *values)) is not None:
                found[said] = None
    return [Fact(f, False, (), f.span) for f in list(found)[:MOST_FACTS]]


def joint_totals(givens: Sequence[Given], formulas: Sequence[Formula]) -> list[Fact]:
    """The same for joint densities, of all of which formulas and facts speak, and what laws say of values."""
    spoken = _joints(formulas)
    joints = {**spoken, **_joints(g.formula for g in givens if isinstance(g, Fact))}
    found: dict[Formula, None] = {}
    for (family, joint), event in ((j, e) for j in joints for e in j[1]):
        if not _is_event(event):
            continue
        rest = joint - {event}
        values = ends(event.args[0], givens)
        if values is None or (rest and (family, rest) not in joints):
            continue
        of = sorted(rest, key=str)
        whole = App("density", (family, App("given", ()), *of)) if of else num(1)
        parts = _over_values(family, App("given", ()), of, event.args[0], *values)
        known = (family, rest) in spoken  # written out there; elsewhere it only is an equation
        found[Formula(whole, "=", parts) if known else Formula(parts, "=", whole)] = None
        found |= dict.fromkeys(_by_law(family, event.args[0], givens))
    return [Fact(f, False, (), f.span) for f in list(found)[:MOST_FACTS]]


def _joints(formulas: Iterable[Formula]) -> dict[tuple[Term, frozenset[Term]], None]:
    """The points of which formulas have joint densities, p(x, z) and p(z) for p(x | z), with the family of each."""
    found: dict[tuple[Term, frozenset[Term]], None] = {}
    sides = (side for f in formulas for side in (f.lhs, f.rhs))
    for density in (t for side in sides for t in subterms(side) if _is_density(t)):
        points = list(map(_bare, _places(density)))
        both = (points, points[len(density.args) - 2 :])
        found |= dict.fromkeys((strip_spans(density.args[0]), frozenset(x)) for x in both if x)
    return found


def _bare(point: Term) -> Term:
    """An event by its variable and value alone."""
    plain = strip_spans(point)
    return app("at", plain.args[0], plain.args[1], plain.args[1]) if _is_event(plain) else plain


def _by_law(family: Term, variable: Term, givens: Iterable[Given]) -> Iterator[Formula]:
    """p(y = 1) where y is drawn from a Bernoulli law."""
    for given in givens:
        match given:
            case Distributed(subject, App("apply", (Sym(law), chance)), given=()) if is_same(subject, variable):
                if bare_name(law) in BERNOULLI:
                    place = App("density", (family, App("given", ()), app("at", variable, num(1), num(1))))
                    yield Formula(place, "=", strip_spans(chance))


def _is_density(term: Term) -> TypeGuard[App]:
    return isinstance(term, App) and term.head == "density"


def _is_event(term: Term) -> TypeGuard[App]:
    return isinstance(term, App) and term.head == "at"


def _places(density: App) -> tuple[Term, ...]:
    given = density.args[1]
    return (*density.args[2:], *(given.args if isinstance(given, App) else ()))


def _total(density: App, variable: Term, low: Term, high: Term) -> Formula | None:
    """What all values of a variable say of p(x | z); of p(y = 1 | z), that it is one of several that make one."""
    family, given, *of = density.args
    inside = {name for place in _places(density) for name in free_names(place)} if _is_plain(variable) else set()
    own: list[Term] = [e for e in of if _is_event(e) and e.args[0] == variable]
    if own and of == own and not any(_is_event(e) and e.args[0] == variable for e in _places(density)[1:]):
        return Formula(_over_values(family, given, [], variable, low, high), "=", num(1))
    if own or free_names(variable) & inside or any(_is_event(e) and e.args[0] == variable for e in _places(density)):
        return None
    return Formula(density, "=", _over_values(family, given, of, variable, low, high))


def _is_plain(variable: Term) -> bool:
    return isinstance(variable, Sym)


def _over_values(family: Term, given: Term, of: list[Term], variable: Term, low: Term, high: Term) -> Term:
    def at(value: Term) -> Term:
        return App("density", (family, given, *of, app("at", variable, value, value)))

    if isinstance(low, Num) and isinstance(high, Num):
        return app("add", *(at(num(v)) for v in range(int(low.value), int(high.value) + 1)))
    letter = next(x for x in ("k'", "l'", "m'") if x not in free_names(given))
    return Bind("sum", Sym(letter), Range(low, high), at(Sym(letter)))


def ends(variable: Term, givens: Iterable[Given]) -> tuple[Term, Term] | None:
    """The first and the last of the integers that a variable may be; None where the page does not say."""
    low: Term | None = None
    high: Term | None = None
    integer = False
    for given in givens:
        match given:
            case Membership(subject, RealSpace(dims=(), integer=True)) if is_same(subject, variable):
                integer = True
            case Fact(Formula(Num() as least, "<=", subject)) if is_same(subject, variable):
                low = least
            case Fact(Formula(subject, "<=", (Num() | Sym()) as most)) if is_same(subject, variable):
                high = most
            case Distributed(subject, App("apply", (Sym(law), *_))) if is_same(subject, variable):
                if bare_name(law) in BERNOULLI:
                    return num(0), num(1)
            case _:
                continue
    if not integer or low is None or high is None:
        return None
    if isinstance(low, Num) and isinstance(high, Num) and not 0 < high.value - low.value < MOST_VALUES:
        return None
    return low, high


def is_same(subject: Term, variable: Term) -> bool:
    """Whether two terms are one variable, or any members of one family: what is said of y_i is said of y_3 and of y.

    Y with its value y is one variable as well.
    """
    match strip_spans(subject), variable:
        case Sym(name), Sym(value) if name.isupper() and name.lower() == value:
            return True
        case App("index", (base, *indices)), Sym() if all(isinstance(i, Sym) for i in indices):
            return base == variable
        case App("index", (base, *one)), App("index", (other, *two)):
            return base == other and len(one) == len(two) and all(isinstance(i, Sym) for i in one)
        case plain, _:
            return plain == variable
