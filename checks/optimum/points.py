"""Points at which an optimum may be taken: found by matching, or by SymPy's solver. Nothing here is trusted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from hence.checks.model import Binder, Lit, Node, Op, Ref, Shape, names_in, parts, walk
from hence.checks.normal.entries import replace_refs
from hence.checks.optimum.problem import Problem
from hence.checks.weight import is_light

SCALAR_HEADS = frozenset({"add", "neg", "mul", "div", "pow", "exp", "log", "sqrt", "pi"})
MOST_NODES = 60
MOST_POINTS = 4


def matching_point(problem: Problem, value: Node) -> tuple[Node, ...] | None:
    """The point at which the value is written as the objective: f(a) of f(x)."""
    found: dict[str, Node] = {}
    names = {v.name for v in problem.variables}
    if not _match(problem.objective, value, names, found) or found.keys() != names:
        return None
    point = tuple(found[v.name] for v in problem.variables)
    return point if all(p.shape == v.shape for p, v in zip(point, problem.variables, strict=True)) else None


def _match(pattern: Node, node: Node, names: set[str], found: dict[str, Node]) -> bool:
    match pattern:
        case Ref(name, ()) if name in names:
            return found.setdefault(name, node) == node
    if type(pattern) is not type(node) or len(parts(pattern)) != len(parts(node)):
        return False
    same = all(
        getattr(pattern, field, None) == getattr(node, field, None) for field in ("head", "name", "function", "value")
    )
    return same and all(_match(p, n, names, found) for p, n in zip(parts(pattern), parts(node), strict=True))


def products_in(value: Node, shape: Shape) -> Iterator[Node]:
    """The H^{-1} b of b^T H^{-1} b: tails of products that have the shape of the variable."""
    if shape.is_scalar:
        return
    for node in walk(value):
        if isinstance(node, Op) and node.head == "mul":
            for start in range(1, len(node.args) - 1):
                tail = node.args[start:]
                if tail[0].shape.rows == shape.rows and tail[-1].shape.cols == shape.cols and _fit(tail):
                    yield Op("mul", tail, shape)


def scalars_in(point: Node) -> Iterator[Node]:
    """Numbers that the entries of a point are multiples of, and what they are divided by."""
    found: dict[Node, None] = {}
    for node in walk(point):
        if isinstance(node, Op) and node.head == "mul" and not node.shape.is_scalar:
            numbers = tuple(a for a in node.args if a.shape.is_scalar)
            found |= dict.fromkeys((Op("mul", numbers),) if len(numbers) > 1 else numbers)
        if isinstance(node, Op) and node.head == "div":
            found[node.args[1]] = None
            above = node.args[0].args if isinstance(node.args[0], Op) and node.args[0].head == "mul" else ()
            numbers = tuple(a for a in above if a.shape.is_scalar) or (Lit(Fraction(1)),)
            if not node.shape.is_scalar:
                found[Op("div", (Op("mul", numbers), node.args[1]))] = None
    bound = {n.var for n in walk(point) if isinstance(n, Binder)}
    yield from (n for n in found if not bound & names_in(n) or any(isinstance(x, Binder) for x in walk(n)))


def multipliers(point: Node, shape: Shape) -> Iterator[Node]:
    """Pieces of a point that have the shape of an equation, with simple factors: m of a point A^T m."""
    pieces = dict.fromkeys((*scalars_in(point),) if shape.is_scalar else (*products_in(point, shape),))
    if not shape.is_scalar:
        pieces |= dict.fromkeys(n for n in walk(point) if n.shape == shape and not isinstance(n, Lit))
    for scale in (Fraction(-1), Fraction(-2), Fraction(1), Fraction(2)):
        yield from (Op("mul", (Lit(scale), piece), shape) for piece in pieces)


def _fit(factors: tuple[Node, ...]) -> bool:
    return all(a.shape.cols == b.shape.rows for a, b in pairwise(factors))


def stationary_points(problem: Problem) -> Iterator[tuple[Node, ...]]:
    """Zeros of the derivatives of an objective of scalars, ends of intervals, and points that the objective names."""
    yield from _ends(problem)
    yield from _means(problem)
    hidden: dict[Node, Ref] = {}
    objective = _hiding(problem.objective, frozenset(v.name for v in problem.variables), hidden)
    plain = all(_is_scalar(n) for n in walk(objective))
    if plain and sum(1 for _ in walk(objective)) <= MOST_NODES:
        shown = {ref.name: node for node, ref in hidden.items()}
        for point in _solutions(replace(problem, objective=objective)):
            yield tuple(replace_refs(value, shown) for value in point)
    elif len(problem.variables) == 1:
        yield from _named(problem)


def _hiding(node: Node, variables: frozenset[str], hidden: dict[Node, Ref]) -> Node:
    """The node with letters for numbers that do not depend on the variables: |g|^2 is a number like any other."""
    plain = all(_is_scalar(n) for n in walk(node))
    if node.shape.is_scalar and not plain and not variables & names_in(node):
        return hidden.setdefault(node, Ref(f"#{len(hidden)}"))
    if plain or not isinstance(node, Op):
        return node
    return replace(node, args=tuple(_hiding(a, variables, hidden) for a in node.args))


def _means(problem: Problem) -> Iterator[tuple[Node, ...]]:
    """The E[X] of E[(X - c)^2]."""
    if len(problem.variables) > 1:
        return
    (variable,) = problem.variables
    inside = [n for e in walk(problem.objective) if isinstance(e, Op) and e.head == "E" for n in walk(e.args[0])]
    symbols = dict.fromkeys(n for n in inside if isinstance(n, Ref) and n.shape == variable.shape and n != variable)
    yield from ((Op("E", (n,), n.shape),) for n in list(symbols)[:MOST_POINTS])


def _named(problem: Problem) -> Iterator[tuple[Node, ...]]:
    """The v of |w - v|^2."""
    (variable,) = problem.variables
    found: dict[Node, None] = {}
    for node in walk(problem.objective):
        free = not any(n == variable.name or "#" in n for n in names_in(node))
        if node.shape == variable.shape and free and not isinstance(node, Lit):
            found[node] = None
    yield from ((node,) for node in list(found)[:MOST_POINTS])


def _solutions(problem: Problem) -> Iterator[tuple[Node, ...]]:
    import sympy

    equations = [c for c in problem.conditions if c.relation == "=" and not c.over]
    if not is_light(problem.objective, *(side for c in equations for side in (c.lhs, c.rhs))):
        return
    symbols: dict[str, Any] = {}
    variables = [_symbol(symbols, v.name, sympy) for v in problem.variables]
    objective = _to_sympy(problem.objective, symbols, sympy)
    if not all(_is_scalar(n) for c in equations for side in (c.lhs, c.rhs) for n in walk(side)):
        return
    multiplied = [_symbol(symbols, f"#multiplier{k}", sympy) for k in range(len(equations))]
    for multiplier, c in zip(multiplied, equations, strict=True):
        objective += multiplier * (_to_sympy(c.lhs, symbols, sympy) - _to_sympy(c.rhs, symbols, sympy))
    unknown = [*variables, *multiplied]
    try:
        solutions = sympy.solve([sympy.diff(objective, v) for v in unknown], unknown, dict=True)
    except (NotImplementedError, ValueError, TypeError, sympy.PolynomialError):
        return
    back = {s: name for name, s in symbols.items()}
    for solution in solutions[:MOST_POINTS]:
        point = [_to_node(solution[v], back, sympy) for v in variables if v in solution]
        if len(point) == len(variables) and all(p is not None for p in point):
            yield tuple(p for p in point if p is not None)


def _ends(problem: Problem) -> Iterator[tuple[Node, ...]]:
    """The ends of an interval that belong to it: x >= a."""
    for c in problem.conditions if len(problem.variables) == 1 else ():
        sides = (c.lhs, c.rhs)
        if c.relation in ("<=", ">=") and problem.variables[0] in sides:
            yield (sides[1 - sides.index(problem.variables[0])],)


def _is_scalar(node: Node) -> bool:
    match node:
        case Lit(_, shape):
            return shape.is_scalar
        case Ref(_, indices, shape):
            return not indices and shape.is_scalar
        case Op(head, _, shape):
            return head in SCALAR_HEADS and shape.is_scalar
        case _:
            return False


def _symbol(symbols: dict[str, Any], name: str, sympy: Any) -> Any:
    return symbols.setdefault(name, sympy.Symbol(f"s{len(symbols)}", real=True))


def _to_sympy(node: Node, symbols: dict[str, Any], sympy: Any) -> Any:
    match node:
        case Lit(value):
            return sympy.Rational(value.numerator, value.denominator)
        case Ref(name):
            return _symbol(symbols, name, sympy)
        case Op(head, args):
            made = [_to_sympy(a, symbols, sympy) for a in args]
            table = {
                "add": lambda: sympy.Add(*made),
                "mul": lambda: sympy.Mul(*made),
                "neg": lambda: -made[0],
                "div": lambda: made[0] / made[1],
                "pow": lambda: made[0] ** made[1],
                "pi": lambda: sympy.pi,
            }
            return table[head]() if head in table else getattr(sympy, head)(made[0])
    raise TypeError(node)


def _to_node(value: Any, back: Mapping[Any, str], sympy: Any) -> Node | None:
    """A SymPy expression as a node; None for what has no counterpart."""
    if value.is_Rational:
        return Lit(Fraction(int(value.p), int(value.q)))
    if value.is_Symbol:
        return Ref(back[value]) if value in back else None
    arguments = [_to_node(a, back, sympy) for a in value.args]
    made = tuple(a for a in arguments if a is not None)
    if len(made) != len(arguments):
        return None
    if value.is_Add:
        return Op("add", made)
    if value.is_Mul:
        return Op("mul", made)
    if value.is_Pow:
        half = value.exp == sympy.Rational(1, 2)
        return Op("sqrt", made[:1]) if half else Op("pow", made)
    heads = {"exp": "exp", "log": "log"}
    name = type(value).__name__
    return Op(heads[name], made) if name in heads else None
