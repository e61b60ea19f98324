"""SymPy behind one adapter: an oracle for scalar identities, imported only when a step needs it.

Only closed scalar expressions go through: no symbolic sums over families, no matrices, no expectations.
Symbols carry the assumptions that were declared, so that SymPy does not forget domains.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hence.checks.model import Binder, Claim, Lit, Node, Op, Ref, Setting, walk
from hence.checks.weight import is_light

if TYPE_CHECKING:
    import sympy

SCALAR_HEADS = frozenset({"add", "neg", "mul", "div", "pow", "exp", "log", "sqrt", "abs", "tanh", "sin", "cos", "pi"})
MOST_NODES = 120


def sympy_agrees(setting: Setting, claim: Claim) -> bool:
    """Whether SymPy reduces left - right to zero. False where the claim is outside its fragment."""
    size = sum(1 for side in (claim.lhs, claim.rhs) for _ in walk(side))
    if size > MOST_NODES or not (in_fragment(setting, claim.lhs) and in_fragment(setting, claim.rhs)):
        return False
    import sympy

    table = Translation(setting, sympy)
    difference = table.convert(claim.lhs) - table.convert(claim.rhs)
    if difference == 0:
        return True
    reduced = sympy.cancel(sympy.expand(difference.rewrite(sympy.exp)))
    return bool(reduced == 0) or bool(sympy.simplify(difference) == 0)


def in_fragment(setting: Setting, node: Node) -> bool:
    """Whether SymPy may be asked about a node: a scalar of moderate size and plain operations, no definitions."""
    if not is_light(node):
        return False
    for n in walk(node):
        match n:
            case Lit(_, shape) if shape.is_scalar:
                continue
            case Ref(name, (), shape) if shape.is_scalar and name not in setting.definitions:
                continue
            case Op(head, _, shape) if head in SCALAR_HEADS and shape.is_scalar:
                continue
            case Binder("sum"):
                continue
            case _:
                return False
    return True


class Translation:
    """Nodes as SymPy expressions, one symbol for each name."""

    def __init__(self, setting: Setting, module: Any) -> None:
        self.setting, self.sympy = setting, module
        self.symbols: dict[str, sympy.Symbol] = {}

    def symbol(self, name: str) -> sympy.Symbol:
        if name not in self.symbols:
            known = self.setting.symbols.get(name)
            integer = "#" in name or (known is not None and known.integer)
            positive = any(
                isinstance(c.lhs, Ref)
                and c.lhs.name == name
                and c.relation == ">"
                and c.rhs == Lit(c.rhs.value)
                and c.rhs.value >= 0
                for c in self.setting.constraints
                if isinstance(c.rhs, Lit)
            )
            assumptions = (
                {"real": True} | ({"integer": True} if integer else {}) | ({"positive": True} if positive else {})
            )
            self.symbols[name] = self.sympy.Symbol(f"s{len(self.symbols)}", **assumptions)
        return self.symbols[name]

    def convert(self, node: Node) -> Any:
        match node:
            case Lit(value):
                return self.sympy.Rational(value.numerator, value.denominator)
            case Ref(name):
                return self.symbol(name)
            case Op(head, args):
                return self._operation(head, [self.convert(a) for a in args])
            case Binder("sum", var, over, body):
                low, high = self.convert(over.low), self.convert(over.high)  # type: ignore[union-attr]
                return self.sympy.summation(self.convert(body), (self.symbol(var), low, high))
        raise TypeError(node)

    def _operation(self, head: str, args: list[Any]) -> Any:
        s = self.sympy
        match head:
            case "add":
                return s.Add(*args)
            case "mul":
                return s.Mul(*args)
            case "neg":
                return -args[0]
            case "div":
                return args[0] / args[1]
            case "pow":
                return args[0] ** args[1]
            case "pi":
                return s.pi
            case "abs":
                return s.Abs(args[0])
            case _:
                return getattr(s, head)(args[0])


__all__ = ["Translation", "in_fragment", "sympy_agrees"]
