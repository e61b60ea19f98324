r"""Formulas of the registry of laws as nodes: which row a law names, its density at a point, its entropy."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hence.checks.elaborate.errors import NotUnderstood
from hence.checks.elaborate.shaping import Scope
from hence.checks.model import CONVENTION, Along, Binder, Everywhere, Lit, Node, Op, Ref, Shape, names_in, walk
from hence.language.formulas import F
from hence.language.laws import LAWS, Arrays, Integers, Interval, Points, Row
from hence.language.laws.row import POINT
from hence.language.terms import App, Num, Sym, Term, app, num, substitute

if TYPE_CHECKING:
    from hence.checks.elaborate.builder import Builder

_LABELLED = re.compile(r"(?P<base>[^_]+)_\{(?P<labels>[^{}]+)\}")
Named = tuple[Row, tuple[Term, ...]]  # a row and the parameters that a page gives it


def row_of(law: Term) -> Named | None:
    r"""The row that a law names, and its parameters: `\mathrm{Gam}(a, b)`, `\chi^2_k`, `t_k`; None for none."""
    found = _notation(law)
    return found if found is not None and len(found[1]) == len(found[0].parameters) else None


def _notation(law: Term) -> Named | None:
    match law:
        case App("Normal", values):
            return LAWS["Normal"], values
        case App("apply" | "index", (Sym(name), *values)) if (row := LAWS.called(name)) is not None:
            return row, tuple(values)
        case Sym(name) if (row := LAWS.called(name)) is not None:
            return row, ()
        case Sym(name) if (found := _LABELLED.fullmatch(name)) and (row := LAWS.called(found["base"])) is not None:
            labels = [part.strip() for part in found["labels"].split(",")]
            return row, tuple(num(int(x)) if x.isdigit() else Sym(x) for x in labels)
    degrees = _chi_squared(law)
    return None if degrees is None else (LAWS["ChiSquared"], (degrees,))


def _chi_squared(law: Term) -> Term | None:
    r"""The degrees of freedom of `\chi^2_k`, `\chi_k^2` and `\chi^2(k)`."""
    match law:
        case App("pow", (App("index", (Sym(r"\chi"), degrees)), Num(value))) if value == 2:
            return degrees
        case App("index", (App("pow", (Sym(r"\chi"), Num(value))), degrees)) if value == 2:
            return degrees
        case App("mul", (App("pow", (Sym(r"\chi"), Num(value))), degrees)) if value == 2:
            return degrees
        case App("pow", (App("apply", (Sym(r"\chi"), degrees)), Num(value))) if value == 2:
            return degrees
        case App("pow", (Sym(name), Num(value))) if value == 2 and (found := re.fullmatch(r"\\chi_\{(\w+)\}", name)):
            return num(int(found[1])) if found[1].isdigit() else Sym(found[1])
    return None


def formula_node(b: Builder, named: Named, formula: F, scope: Scope, point: Term | None = None) -> Node:
    """A formula of a row with the parameters of the page, perhaps at a point. Raises what building raises."""
    row, values = named
    terms: dict[str, Term] = dict(zip((p.name for p in row.parameters), values, strict=True))
    inner = dict(scope)
    for size, parameter in row.sizes:
        dim = b.dimension_node(b.build(terms[parameter], scope).shape.rows)
        terms[size] = Sym(f"law:{size}")
        inner[f"law:{size}"] = dim  # type: ignore[assignment]  # a dimension stands for itself
    if point is not None:
        terms[POINT] = point
    return b.build(substitute(formula.term, terms), inner)


def density_node(b: Builder, named: Named, point: Term, scope: Scope) -> Node:
    """The density or mass at a point, which is taken to lie in the support."""
    row, values = named
    body = formula_node(b, named, row.density, scope, point)
    b.spreads += [b.build(v, scope) for p, v in zip(row.parameters, values, strict=True) if p.symmetric]
    gaps = [formula_node(b, named, gap, scope, point) for gap in _gaps(row, point)]
    head = "counted" if row.is_discrete else "supported"
    said = [Op(CONVENTION + row.name, ())] if row.convention else []
    return Op(head, (body, *gaps, *said)) if gaps else body


def _gaps(row: Row, point: Term) -> list[F]:
    """What is positive, or not negative, where the point lies in the support."""
    x = F(Sym(POINT))
    match row.support:
        case Interval(low, high) | Integers(low, high):
            return [*([x - low] if low is not None else []), *([high - x] if high is not None else [])]
        case Arrays():
            return []
        case Points():
            raise NotUnderstood("a mass on two points", point.span)


def law_formula(row: Row, formula: F, params: tuple[Node, ...]) -> Node:
    """A formula of a law of numbers, with nodes for its parameters."""
    body = _with_nodes(formula.term, dict(zip((p.name for p in row.parameters), params, strict=True)))
    return Op("supported", (body, Op(CONVENTION + row.name, ()))) if row.convention else body


def _with_nodes(term: Term, values: dict[str, Node]) -> Node:
    match term:
        case Num(value):
            return Lit(value)
        case Sym(name):
            return values[name]
        case App("beta_fn", (a, b)):
            above = app("mul", app("gamma_fn", a), app("gamma_fn", b))
            return _with_nodes(app("div", above, app("gamma_fn", app("add", a, b))), values)
        case App(head, args):
            return Op(head, tuple(_with_nodes(a, values) for a in args))
    raise NotUnderstood("a formula of a law with a sum", term.span)


def is_called(law: Term, word: str) -> bool:
    """Whether a word is the name of a law of the registry: "gamma" of Gam(a, b)."""
    named = row_of(law)
    return named is not None and word in (name.lower() for name in (named[0].name, *named[0].words))


def mean_of_arrays(law: Term) -> Term | None:
    """The mean of a law of vectors or matrices, as a term of the page."""
    named = row_of(law)
    if named is None or named[0].is_number or named[0].mean is None:
        return None
    row, values = named
    return substitute(named[0].mean.term, dict(zip((p.name for p in row.parameters), values, strict=True)))


def over_support(name: str, shape: Shape, body: Node, term: Term) -> Node:
    """An integral without bounds: of the density of a law it runs over the support. Raises NotUnderstood."""
    densities = [n for n in walk(body) if isinstance(n, Op) and n.head in ("supported", "counted")]
    about = [n for n in densities if name in frozenset().union(*(names_in(g) for g in n.args[1:]))]
    if not about:
        return Binder("integral", name, Everywhere(shape), body, body.shape)
    if any(n.head == "counted" for n in about):
        raise NotUnderstood("a sum over the values of a law that is written as an integral", term.span)
    ends = {_ends(name, n.args[1:]) for n in about}
    if len(ends) != 1 or (found := ends.pop()) is None:
        raise NotUnderstood("an integral over the support of several laws", term.span)
    return Binder("integral", name, Along(*found), body, body.shape)


def vanishes_outside(body: Node, name: str) -> bool:
    """Whether a density of the variable is a factor of what is integrated: then that is 0 outside of the support."""
    match body:
        case Op("supported", (_, *gaps)):
            return any(name in names_in(gap) for gap in gaps)
        case Op("mul", factors):
            return any(vanishes_outside(f, name) for f in factors)
        case Op("div" | "neg", (above, *_)):
            return vanishes_outside(above, name)
        case Op("add", terms):
            return all(vanishes_outside(t, name) for t in terms)
        case _:
            return False


def _ends(name: str, gaps: tuple[Node, ...]) -> tuple[Node, Node] | None:
    """Where the gaps x - low and high - x of a support end; None where they are others."""
    infinite: Node = Op("infinity", ())
    low: Node = Op("neg", (infinite,))
    high = infinite
    for gap in gaps:
        match gap:
            case Op("add", (Ref(variable, ()), Op("neg", (end,)))) if variable == name and name not in names_in(end):
                low = end
            case Op("add", (end, Op("neg", (Ref(variable, ()),)))) if variable == name and name not in names_in(end):
                high = end
            case Op(head) if head.startswith(CONVENTION):
                pass
            case _:
                return None
    return low, high


def pdf(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    point, law = args
    named = row_of(law)
    if named is None:
        raise NotUnderstood("the density of a law that is not known", term.span)
    return density_node(b, named, point, scope)
