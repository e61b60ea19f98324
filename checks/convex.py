"""Convex and concave functions, as nodes of a claim: of what argument, on which domain, under which conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from hence.checks.model import Call, Claim, Lit, Node, Op, Setting
from hence.language.records import dataclass

ZERO, ONE = Lit(Fraction(0)), Lit(Fraction(1))
CONVEX = ("convex", "strictly convex", "strongly convex")
CONCAVE = ("concave", "strictly concave", "strongly concave")


@dataclass(frozen=True)
class Curve:
    """f(argument) where f is convex, or concave, for all arguments with the sign `domain` (>, >= or none)."""

    argument: Node
    apply: Callable[[Node], Node]
    convex: bool
    domain: str = ""
    natural: bool = False  # outside of this domain the function is not defined
    provided: tuple[Claim, ...] = ()  # what must hold for that
    because: str = ""  # the line that says so


def curves(setting: Setting, node: Node) -> Iterator[Curve]:
    """The ways in which a node is a convex or concave function of something."""
    match node:
        case Op("exp" | "abs", (argument,)) if argument.shape.is_scalar:
            yield Curve(argument, lambda x: replace(node, args=(x,)), True)
        case Op("norm" | "norm_F" | "norm_1" | "norm_inf", (argument,)):
            yield Curve(argument, lambda x: replace(node, args=(x,)), True)
        case Op("log", (argument,)) if argument.shape.is_scalar:
            yield Curve(argument, lambda x: replace(node, args=(x,)), False, ">", natural=True)
        case Op("sqrt", (argument,)) if argument.shape.is_scalar:
            yield Curve(argument, lambda x: replace(node, args=(x,)), False, ">=", natural=True)
        case Op("div", (Lit() as top, argument)) if top == ONE and argument.shape.is_scalar:
            yield Curve(argument, lambda x: replace(node, args=(top, x)), True, ">")
        case Op("pow", (base, exponent)) if base.shape.is_scalar:
            yield from _powers(node, base, exponent)
        case Call(name, (argument,)) if name in setting.functions and node.shape.is_scalar:
            yield from _declared(setting, node, argument)


def _powers(node: Op, base: Node, exponent: Node) -> Iterator[Curve]:
    def apply(x: Node) -> Node:
        return replace(node, args=(x, exponent))

    if isinstance(exponent, Lit):
        power = exponent.value
        even = power.denominator == 1 and power % 2 == 0 and power > 0
        match base:
            case Op("norm" | "norm_F" as head, (inner,)) if power >= 1:
                yield Curve(inner, lambda x: apply(Op(head, (x,))), True)
        domain = "" if even else ">" if power < 0 else ">="
        yield Curve(base, apply, power >= 1 or power <= 0, domain, natural=power.denominator % 2 == 0)
        return
    yield Curve(base, apply, True, ">=", provided=(Claim(exponent, ">=", ONE),))
    yield Curve(base, apply, False, ">=", provided=(Claim(exponent, ">=", ZERO), Claim(exponent, "<=", ONE)))
    yield Curve(base, apply, True, ">", provided=(Claim(exponent, "<=", ZERO),))


def _declared(setting: Setting, node: Call, argument: Node) -> Iterator[Curve]:
    """A function that the page calls convex or concave, where no formula says what it is."""
    function = setting.functions[node.function]
    if node.function in setting.definitions or (function.elementwise and not argument.shape.is_scalar):
        return
    for convex, words in ((True, CONVEX), (False, CONCAVE)):
        trait = function.trait(*words)
        if trait is not None:
            because = f"hypothesis of line {trait.line}"
            yield Curve(argument, lambda x: replace(node, args=(x,)), convex, because=because)
