"""Rules for what binds a variable: sums, matrices by their lines, integrals, optima, limits."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hence.checks.elaborate.chance_rules import CHANCE_BINDERS, LETTER, require_fixed
from hence.checks.elaborate.dims import is_invented, text
from hence.checks.elaborate.errors import NotUnderstood, ShapeClash
from hence.checks.elaborate.names import is_counted, sums_over_values
from hence.checks.elaborate.product_rules import fit, require_scalar
from hence.checks.elaborate.registry import over_support, vanishes_outside
from hence.checks.elaborate.shaping import BindRule, Scope
from hence.checks.model import (
    SCALAR,
    Along,
    Between,
    Binder,
    Constraint,
    Dim,
    Everywhere,
    Feasible,
    Function,
    Lit,
    Node,
    Op,
    Ref,
    Shape,
    Towards,
    with_replaced,
)
from hence.language.terms import (
    App,
    Bind,
    Condition,
    Range,
    SuchThat,
    Sym,
    Tends,
    Term,
    Unstated,
    free_names,
    strip_spans,
)

if TYPE_CHECKING:
    from hence.checks.elaborate.builder import Builder


def _counted(b: Builder, term: Bind, scope: Scope) -> Node:
    """sum and prod; a sum over the values of a discrete variable is an integral."""
    if sums_over_values(term):
        return _continuous(b, Bind("integral", term.var, term.domain, term.body, term.span), scope)
    if isinstance(term.domain, SuchThat):
        return _weighted(b, term, scope, [c.lhs for c in term.domain.conditions])
    if term.head == "sum" and isinstance(term.domain, Unstated) and not b.slots(term.var.name, term.body):
        return _weighted(b, term, scope, [_weight(b, rf"\sum_{{{term.var.name}}}", term.var)])
    over = _bounds(b, term, scope)
    variable = _bound_name(b, term)
    body = b.build(term.body, {**scope, term.var.name: Ref(variable)})
    if term.head == "prod" and b.last_factor_first and not body.shape.is_scalar and b.layout != "denominator":
        body = with_replaced(body, Ref(variable), Op("add", (over.low, over.high, Op("neg", (Ref(variable),)))))
    return Binder(term.head, variable, over, body, body.shape)


def _bound_name(b: Builder, term: Bind) -> str:
    """A name for what is summed or integrated over. It must not be hidden behind the names of the body."""
    acts = "summed" if term.head in ("sum", "prod") else "integrated"
    for name in sorted(free_names(term.body)):
        if term.var.name in b.open_indices.get(name, ()):
            raise NotUnderstood(f"{name} is defined with a free {term.var.name}, which is {acts} over here", term.span)
    return b.bound_name(term.var.name)


def _weight(b: Builder, text: str, *arguments: Term) -> Term:
    """The value of an unknown function."""
    name = f"⟪{text}⟫"
    b.functions.setdefault(name, Function(name, (), SCALAR))
    return App("apply", (Sym(name), *arguments))


def _weighted(b: Builder, term: Bind, scope: Scope, weights: list[Term]) -> Node:
    """A sum over a set, an integral between bounds: against an unknown weight. Only that it is linear is used."""
    if term.head == "prod":
        raise NotUnderstood("a product over this set is not understood yet", term.span)
    symbol = b.symbols.get(term.var.name)
    shape = symbol.shape if symbol is not None and not symbol.family else SCALAR
    name = term.var.name if term.var.name in b.densities else _bound_name(b, term)
    require_fixed(b, term, {letter for w in weights for n in free_names(w) for letter in LETTER.findall(n)})
    inner = {**scope, term.var.name: Ref(name, (), shape)}
    body = b.build(term.body, inner)
    made = [b.build(weight, inner) for weight in weights]
    return Binder(
        "integral", name, Everywhere(shape), Op("mul", (*made, body), body.shape) if made else body, body.shape
    )


def _mean(b: Builder, term: Bind, scope: Scope) -> Node:
    """An expectation; under a law that is not understood, an integral against an unknown probability."""
    if isinstance(term.domain, SuchThat):
        return _weighted(b, term, scope, [c.lhs for c in term.domain.conditions])
    return CHANCE_BINDERS["E"](b, term, scope)


def _lines(b: Builder, term: Bind, scope: Scope) -> Node:
    """A matrix row by row, or column by column."""
    over = _bounds(b, term, scope)
    variable = b.bound_name(term.var.name)
    body = b.build(term.body, {**scope, term.var.name: Ref(variable)})
    match over.high:
        case Ref(name, ()):
            count: Dim = name
        case Lit(value):
            count = int(value)
        case _:
            raise NotUnderstood("dots up to something that is neither a name nor a number", term.span)
    along, across = (body.shape.rows, body.shape.cols) if term.head == "rows" else (body.shape.cols, body.shape.rows)
    if along != 1:
        raise ShapeClash(f"{text(body.shape)} as one of the {term.head} of a matrix", term.span)
    shape = Shape(count, across) if term.head == "rows" else Shape(across, count)
    return Binder(term.head, variable, over, body, shape)


def _bounds(b: Builder, term: Bind, scope: Scope) -> Between:
    match term.domain:
        case Range(low, high, unless):
            low_node, high_node, *others = b.args((low, high, *unless), scope)
            for end in (low_node, high_node, *others):
                require_scalar(b, end, term, f"a bound of a {term.head} is")
            if low_node == Lit(Fraction(1)) and isinstance(high_node, Ref) and not high_node.indices:
                for slot in b.slots(term.var.name, term.body):
                    if is_invented(b.dims.find(slot)):
                        b.dims.unify(slot, high_node.name, term.span, "range of a sum")
            return Between(low_node, high_node, tuple(others))
        case Unstated(unless):
            slots = b.slots(term.var.name, term.body)
            if not slots:
                raise NotUnderstood(
                    f"the range of {term.var.name} is not written and does not follow from use", term.span
                )
            for slot in slots[1:]:
                b.dims.unify(slots[0], slot, term.span, f"what {term.var.name} indexes")
            return Between(Lit(Fraction(1)), b.dimension_node(slots[0]), tuple(b.build(u, scope) for u in unless))
        case _:
            raise NotUnderstood("a sum over something that is no range", term.span)


def _continuous(b: Builder, term: Bind, scope: Scope) -> Node:
    """Integrals over the whole space, or between two numbers. Variables of abstract densities keep their names."""
    if isinstance(term.domain, Range) and _is_endless(term.domain):
        whole = _continuous(b, Bind(term.head, term.var, Unstated(), term.body, term.span), scope)
        if isinstance(whole, Binder) and isinstance(whole.over, Along) and not vanishes_outside(whole.body, whole.var):
            raise NotUnderstood("an integral that leaves the support of a density", term.span)
        return whole
    if isinstance(term.domain, Range) and term.var.name in b.densities:
        bounds = (term.domain.low, term.domain.high)
        return _weighted(b, term, scope, [_weight(b, r"\int_{□1}^{□2}", term.var, *bounds)])
    if isinstance(term.domain, Range):
        return _between(b, term, term.domain, scope)
    if isinstance(term.domain, SuchThat):
        return _weighted(b, term, scope, [c.lhs for c in term.domain.conditions])
    if not isinstance(term.domain, Unstated):
        raise NotUnderstood("an integral over this set is not decided yet", term.span)
    shape = b.symbols[term.var.name].shape if term.var.name in b.symbols else SCALAR
    name = term.var.name if term.var.name in b.densities else _bound_name(b, term)
    body = b.build(term.body, {**scope, term.var.name: Ref(name, (), shape)})
    return over_support(name, shape, body, term)


def _is_endless(domain: Range) -> bool:
    """From minus infinity to infinity."""
    infinite = App("infinity", ())
    return strip_spans(domain.low) == App("neg", (infinite,)) and strip_spans(domain.high) == infinite


def _between(b: Builder, term: Bind, domain: Range, scope: Scope) -> Node:
    low, high = b.build(domain.low, scope), b.build(domain.high, scope)
    for end in (low, high):
        require_scalar(b, end, term, "a bound of an integral is")
    name = _bound_name(b, term)
    body = b.build(term.body, {**scope, term.var.name: Ref(name)})
    return Binder("integral", name, Along(low, high), body, body.shape)


def _optimum(b: Builder, term: Bind, scope: Scope) -> Node:
    """A least or greatest value over an index, or over the values of a variable; or where it is taken."""
    symbol = b.symbols.get(term.var.name)
    if is_counted(term):
        if term.head.startswith("arg"):
            raise NotUnderstood("an index at which something is least or greatest is not decided yet", term.span)
        head = {"inf": "min", "sup": "max"}.get(term.head, term.head)
        return _counted(b, Bind(head, term.var, term.domain, term.body, term.span), scope)
    if symbol is not None and (symbol.integer or symbol.family):
        raise NotUnderstood("a minimum over integers or over a family is not decided yet", term.span)
    shape = symbol.shape if symbol is not None else SCALAR
    variable = b.bound_name(term.var.name)
    inner = {**scope, term.var.name: Ref(variable, (), shape)}
    body = b.build(term.body, inner)
    require_scalar(b, body, term.body, "the minimum of")
    found = term.domain.conditions if isinstance(term.domain, SuchThat) else ()
    conditions = tuple(_condition(b, c, term, inner) for c in found)
    return Binder(
        term.head, variable, Feasible(shape, conditions), body, shape if term.head.startswith("arg") else SCALAR
    )


def _condition(b: Builder, condition: Condition, term: Term, scope: Scope) -> Constraint:
    nodes, _ = fit(b, [b.build(condition.lhs, scope), b.build(condition.rhs, scope)], term, "condition")
    return Constraint(nodes[0], condition.relation, nodes[1])


def _limit(b: Builder, term: Bind, scope: Scope) -> Node:
    """The variable keeps its name: what is defined through it follows it."""
    if not isinstance(term.domain, Tends):
        raise NotUnderstood("a limit without the point that it tends to", term.span)
    point = b.build(term.domain.point, scope)
    if not point.shape.is_scalar:
        raise NotUnderstood("a limit at a point that is no number", term.span)
    body = b.build(term.body, scope)
    return Binder("lim", term.var.name, Towards(point, term.domain.side), body, body.shape)


BIND_RULES: dict[str, BindRule] = {
    **dict.fromkeys(("min", "max", "inf", "sup", "argmin", "argmax"), _optimum),
    "lim": _limit,
    "sum": _counted,
    "prod": _counted,
    "rows": _lines,
    "columns": _lines,
    "integral": _continuous,
    **CHANCE_BINDERS,
    "E": _mean,
}
