"""Left sides of equations as patterns: x_{t+1} = ..., f(x, y) = ..., p(y_i | x_i) = ..., and where they hold."""

from __future__ import annotations

from collections.abc import Iterable

from hence.language.derivation import Formula
from hence.language.opaque import is_opaque_name
from hence.language.records import dataclass
from hence.language.terms import App, Num, Sym, Term, app, free_names, num, strip_spans, substitute, subterms


@dataclass(frozen=True)
class Defined:
    """`name_{indices}(params) = body`; indices are variables or numbers."""

    name: str
    indices: tuple[Term, ...]
    params: tuple[str, ...]
    body: Term
    line: int
    entrywise: bool = False
    places: tuple[Term, ...] = ()  # of a density: its variables, and the indices of members, among them t - 1 and 0

    @property
    def recurrent(self) -> bool:
        return any(t == Sym(self.name) for t in subterms(self.body))

    @property
    def is_density(self) -> bool:
        """Whether it is a density, whose values are numbers: see `density_name`."""
        return self.name.endswith(")")

    def same_place(self, other: Defined) -> bool:
        """Whether the two define the same thing, so that the later one replaces the earlier."""
        kinds = tuple(isinstance(i, Sym) for i in self.indices)
        if kinds != tuple(isinstance(i, Sym) for i in other.indices) or bool(self.params) != bool(other.params):
            return False
        if self.places != other.places:
            return False
        return all(a == b for a, b in zip(self.indices, other.indices, strict=True) if isinstance(a, Num))


def bound_by(d: Defined) -> frozenset[str]:
    return frozenset((*d.params, *(i.name for i in d.indices if isinstance(i, Sym))))


def _is_circular(formula: Formula) -> bool:
    """f(t) = f(f(t)), p(z) = p(z) q(z): it says something of what stands on its left, but not what that is."""
    if not isinstance(formula.lhs, App) or formula.lhs.head not in ("apply", "density"):
        return False
    same = [t for t in subterms(formula.rhs) if isinstance(t, App) and t.args[:1] == formula.lhs.args[:1]]
    nested = any(t in same for outer in same for a in outer.args[1:] for t in subterms(a))
    return nested or any(strip_spans(t) == strip_spans(formula.lhs) for t in same)


def as_definition(formula: Formula) -> Defined | None:
    """The equation as a definition of its left side, or None where the left side is no plain pattern."""
    line = formula.span.line
    if _is_circular(formula):
        return None
    match formula.lhs:
        case Sym(name):
            return Defined(name, (), (), formula.rhs, line)
        case App("apply", (Sym(name), *_)) if name.endswith("'"):
            return None  # f'(x) = 0 is said of a derivative, which f determines
        case App("apply", (Sym(name), *args)) if args and all(isinstance(a, Sym) for a in args):
            params = tuple(a.name for a in args if isinstance(a, Sym))
            if any(map(is_opaque_name, params)):
                return None  # of f at something that was not understood, and of no other value of f
            return Defined(name, (), params, formula.rhs, line) if len(set(params)) == len(params) else None
        case App("density", (Sym(name), App("given", given), *of)):
            return _density_definition(name, of, given, formula)
        case App("index", (Sym(name), *indices)):
            return _indexed_definition(name, indices, formula.rhs, line)
        case _:
            return None


def _indexed_definition(name: str, indices: list[Term], body: Term, line: int) -> Defined | None:
    patterns: list[Term] = []
    for index in indices:
        place = shifted(index)
        if place is None:
            return None
        pattern, offset = place
        if offset:
            body = (
                substitute(body, {pattern.name: app("add", pattern, num(-offset))})
                if isinstance(pattern, Sym)
                else body
            )
        patterns.append(pattern)
    variables = [p.name for p in patterns if isinstance(p, Sym)]
    if len(set(variables)) != len(variables):
        return None
    return Defined(name, tuple(patterns), (), body, line)


def shifted(index: Term) -> tuple[Sym | Num, int] | None:
    """An index as variable plus number: t + 1 is (t, 1), 0 is (0, 0)."""
    match index:
        case Num() | Sym():
            return index, 0
        case App("add", (Sym() as variable, Num(value))) if value.denominator == 1:
            return variable, int(value)
        case App("add", (Sym() as variable, App("neg", (Num(value),)))) if value.denominator == 1:
            return variable, -int(value)
        case _:
            return None


# Densities --------------------------------------------------------------------------------------


def density_name(family: str, of: Iterable[Term], given: Iterable[Term]) -> str:
    """A name for the density p(x | z) as a function: densities of other variables are other functions."""
    left, right = (",".join(sorted(map(_point_name, side))) for side in (of, given))
    return f"{family}({left}|{right})"


def _point_name(point: Term) -> str:
    """x, and x[1] for a member x_i, whatever its index; nothing for another point, which `places_of` refuses."""
    match point:
        case Sym(name):
            return name
        case App("index", (Sym(name), *indices)):
            return f"{name}[{len(indices)}]"
        case _:
            return ""


def places_of(of: Iterable[Term], given: Iterable[Term]) -> list[Term] | None:
    """What a density varies with: its variables, and the indices of members; None where it is taken at other points.

    They stand in the order of `density_name`, so that p(x_i, y_j) and p(y_j, x_i) are one.
    """
    found: list[Term] = []
    for point in (x for side in (of, given) for x in sorted(side, key=_point_name)):
        match point:
            case Sym():
                found.append(point)
            case App("index", (Sym(), *indices)):
                found += indices
            case _:
                return None
    return found


def _density_definition(name: str, of: list[Term], given: tuple[Term, ...], formula: Formula) -> Defined | None:
    """p(y_i | x_i) = ... for every i; what is said of x_0 and of x_T holds for these only."""
    places = places_of(of, given)
    if places is None or any(shifted(place) is None for place in places):
        return None
    if any(map(is_opaque_name, frozenset().union(*map(free_names, (*of, *given))))):
        return None  # p(z = k) is a value of a density, and what follows for other values does so by equations
    whole = [point.name for point in (*of, *given) if isinstance(point, Sym)]
    running = [i.name for place in places for i in (shifted(place) or ())[:1] if isinstance(i, Sym) and _may_run(i)]
    params = tuple(dict.fromkeys((*whole, *running)))
    return Defined(density_name(name, of, given), (), params, formula.rhs, formula.span.line, places=tuple(places))


def _may_run(index: Sym) -> bool:
    return len(index.name) == 1 and index.name.islower()


def density_at(found: Defined, places: Iterable[Term]) -> Term | None:
    """The formula of a density elsewhere; None for p(y_j | x_k), where it is given as p(y_i | x_i)."""
    values: dict[str, Term] = {}
    for own, place in zip(found.places, places, strict=True):
        pattern, steps = shifted(own) or (own, 0)
        if not isinstance(pattern, Sym) or pattern.name not in found.params:
            if own != place:
                return None
            continue
        value = _moved(place, -steps)
        if value is None or values.setdefault(pattern.name, value) != value:
            return None
    return substitute(found.body, values)


def _moved(index: Term, steps: int) -> Term | None:
    """An index some steps further."""
    match shifted(index):
        case Num(value), _:
            return num(int(value) + steps)
        case Sym() as letter, before:
            return app("add", letter, num(before + steps)) if before + steps else letter
    return index if steps == 0 else None


def holds_density(term: Term) -> bool:
    return any(isinstance(x, App) and x.head == "density" for x in subterms(term))
