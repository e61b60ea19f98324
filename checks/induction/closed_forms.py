"""Closed forms of first-order linear recurrences with constant coefficients: guesses, which induction proves."""

from __future__ import annotations

from fractions import Fraction

from hence.checks.induction.search import recurrences_of
from hence.checks.model import Claim, Definition, Lit, Node, Op, Ref, Setting, names_in
from hence.checks.normal.entries import is_direct

ZERO, ONE = Lit(Fraction(0)), Lit(Fraction(1))


def first_order(setting: Setting, claim: Claim) -> dict[str, Definition]:
    """x_t = a x_{t-1} + b has x_t = a^{t-s} (x_s - c) + c with c = b / (1 - a)."""
    found = {}
    for name in recurrences_of(setting, claim):
        general = [d for d in setting.definitions[name] if d.indices and isinstance(d.indices[0], str)]
        if len(general) == 1 and len(general[0].indices) == 1 and not is_direct(general[0]):
            made = _closed(general[0])
            if made is not None:
                found[name] = made
    return found


def _closed(d: Definition) -> Definition | None:
    (variable,) = d.indices
    if not d.body.shape.is_scalar or not isinstance(variable, str):
        return None
    shift = _with_previous(d, ZERO)
    factor = Op("add", (_with_previous(d, ONE), Op("neg", (shift,))))
    if {variable, d.name} & (names_in(shift) | names_in(factor)):
        return None
    start = Lit(Fraction((d.least if d.least is not None else 1) - 1))
    first = Ref(d.name, (start,))
    power = Op("pow", (factor, _minus(Ref(variable), start)))
    if _is_zero(shift):
        return Definition(d.name, (variable,), (), Op("mul", (power, first)))
    rest = Op("div", (shift, _minus(ONE, factor)))
    body = Op("add", (Op("mul", (power, _minus(first, rest))), rest))
    return Definition(d.name, (variable,), (), body)


def _minus(a: Node, b: Node) -> Node:
    return Op("add", (a, Op("neg", (b,))))


def _with_previous(d: Definition, value: Lit) -> Node:
    """The body with a number in the place of the member before."""

    def replaced(node: Node) -> Node:
        match node:
            case Ref(name) if name == d.name:
                return value
            case Op(head, args, shape):
                return Op(head, tuple(replaced(a) for a in args), shape)
            case _:
                return node

    return replaced(d.body)


def _is_zero(shift: Node) -> bool:
    """A product with the member before as a factor, or a sum of these."""
    match shift:
        case Lit(value):
            return value == 0
        case Op("add", args):
            return all(_is_zero(a) for a in args)
        case Op("mul", args):
            return any(_is_zero(a) for a in args)
        case Op("neg" | "div", (first, *_)):
            return _is_zero(first)
    return False
