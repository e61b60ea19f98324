"""Random expressions: their normal forms have their values, and nothing is proved that numbers refute."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hence.checks.model import SCALAR, Between, Binder, Claim, Lit, Node, Op, Ref, Setting, Shape, Symbol
from hence.checks.normal.algebra import Algebra, Undefined
from hence.checks.normal.difference import Sides
from hence.checks.normal.entries import Normaliser
from hence.checks.normal.facts import Facts
from hence.checks.normal.poly import Atom, Budget, Mono, OutOfBudget, Poly
from hence.checks.numeric import Refutation, test_claim
from hence.checks.numeric.arrays import Undefined as NoValue
from hence.checks.numeric.evaluate import Evaluator
from hence.checks.numeric.instances import draw
from hence.checks.numeric.needs import needs_of
from hypothesis import assume, given, settings
from hypothesis import strategies as st

# Normal forms and numbers -------------------------------------------------------------------------

FUNCTIONS: dict[str, Callable[[float], float]] = {"log": math.log, "abs": abs, "sin": math.sin, "cos": math.cos}


def evaluate(poly: Poly, values: Mapping[str, Any]) -> float:
    """The number that a normal form stands for: arrays are indexed from 1, integers stay integers."""
    return math.fsum(float(c) * _evaluate_mono(mono, values) for mono, c in poly.terms)


def _evaluate_mono(mono: Mono, values: Mapping[str, Any]) -> float:
    if not mono.sums:
        return math.prod(_evaluate_power(a, e, values) for a, e in mono.factors)
    bound_names = {v for v, _ in mono.sums}
    variable, bound = next(s for s in mono.sums if not s[1].names & bound_names)  # outermost
    rest = Mono(tuple(s for s in mono.sums if s[0] != variable), mono.factors)
    length = round(evaluate(bound, values))
    return math.fsum(_evaluate_mono(rest, {**values, variable: k}) for k in range(1, length + 1))


def _evaluate_power(atom: Atom, exponent: Poly, values: Mapping[str, Any]) -> float:
    power = evaluate(exponent, values)
    base = _evaluate_atom(atom, values)
    return base ** (round(power) if abs(power - round(power)) < 1e-12 else power)


def _evaluate_atom(atom: Atom, values: Mapping[str, Any]) -> float:
    match atom.kind:
        case "e":
            return math.e
        case "pi":
            return math.pi
        case "num":
            return float(Fraction(atom.name))
        case "sym":
            places = tuple(round(evaluate(a, values)) - 1 for a in atom.args)
            return float(values[atom.name][places] if places else values[atom.name])
        case "poly":
            return evaluate(atom.args[0], values)
        case "delta":
            return float(round(evaluate(atom.args[0], values)) == 0)
        case "step":
            return float(round(evaluate(atom.args[0], values)) >= 0)
        case "fn":
            return FUNCTIONS[atom.name](evaluate(atom.args[0], values))
    raise AssertionError(f"the tests make no {atom.kind}")


QUICK = settings(max_examples=60)
SHAPES = {"x": SCALAR, "y": SCALAR, "z": SCALAR, "u": Shape("n", 1), "W": Shape("n", "n")}
WORLD = Setting(
    symbols={name: Symbol(name, shape=shape) for name, shape in SHAPES.items()} | {"n": Symbol("n", integer=True)}
)


def lit(value: int) -> Lit:
    return Lit(Fraction(value))


def scalar(head: str, *args: Node) -> Op:
    return Op(head, args)


LEAVES = st.one_of(
    st.integers(-3, 3).map(lit),
    st.sampled_from("xyz").map(Ref),
)


def _grow(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    several = st.lists(inner, min_size=2, max_size=3)
    return st.one_of(
        several.map(lambda a: scalar("add", *a)),
        several.map(lambda a: scalar("mul", *a)),
        inner.map(lambda a: scalar("neg", a)),
        st.tuples(inner, inner).map(lambda a: scalar("div", *a)),
        st.tuples(inner, st.integers(-2, 3)).map(lambda a: scalar("pow", a[0], lit(a[1]))),
        st.tuples(st.sampled_from(("exp", "log", "sqrt", "abs", "tanh", "sin")), inner).map(lambda a: scalar(*a)),
    )


EXPRESSIONS: st.SearchStrategy[Node] = st.recursive(LEAVES, _grow, max_leaves=7)


def normal(*nodes: Node) -> list[Poly]:
    """Normal forms in one algebra; an example without one is no example."""
    try:
        found = Normaliser(WORLD, Algebra(Facts(), Budget(4_000)))
        return [found.scalar(node) for node in nodes]
    except (Undefined, OutOfBudget):
        assume(False)
        raise


@QUICK
@given(EXPRESSIONS)
def test_an_expression_minus_itself_is_zero(node: Node):
    (poly,) = normal(scalar("add", node, scalar("neg", node)))
    assert poly.is_zero


@QUICK
@given(EXPRESSIONS, EXPRESSIONS, EXPRESSIONS)
def test_sums_and_products_commute_and_associate(a: Node, b: Node, c: Node):
    for head in ("add", "mul"):
        forms = normal(
            scalar(head, a, b, c),
            scalar(head, c, a, b),
            scalar(head, scalar(head, b, a), c),
            scalar(head, a, scalar(head, c, b)),
        )
        assert len({form.key for form in forms}) == 1


@QUICK
@given(EXPRESSIONS, EXPRESSIONS, EXPRESSIONS)
def test_products_distribute(a: Node, b: Node, c: Node):
    left, right = normal(scalar("mul", a, scalar("add", b, c)), scalar("add", scalar("mul", a, b), scalar("mul", a, c)))
    assert left == right


def numbers(node: Node, seed: int) -> tuple[float, dict[str, Any]]:
    """The value of a node by the numeric engine at an instance of its own, and that instance."""
    world = draw(needs_of(WORLD, Claim(node, "=", node)), seed, seed)
    evaluator = Evaluator(world, exact=False)
    with np.errstate(all="ignore"):
        value = float(np.asarray(evaluator.value(node)).item())
        names = {r.name for r in _references(node)}
        values: dict[str, Any] = {name: np.asarray(evaluator.value(Ref(name, (), SHAPES[name]))) for name in names}
    size = world.numbers.get("n", 1)
    shapes = {name: tuple(size for d in (SHAPES[name].rows, SHAPES[name].cols) if d == "n") for name in names}
    return value, {name: v.reshape(shapes[name]) for name, v in values.items()} | {"n": size}


def _references(node: Node) -> list[Ref]:
    found = [node] if isinstance(node, Ref) and node.name in SHAPES else []
    parts = node.args if isinstance(node, Op) else (node.body,) if isinstance(node, Binder) else ()
    return found + [r for part in parts for r in _references(part)]


def agree(node: Node, seed: int) -> None:
    (poly,) = normal(node)
    try:
        value, at = numbers(node, seed)
        found = evaluate(poly, at)
    except (NoValue, OverflowError, ZeroDivisionError):
        assume(False)
        raise
    assume(math.isfinite(value) and abs(value) < 1e8)
    assert found == pytest.approx(value, rel=1e-6, abs=1e-6)


@QUICK
@given(EXPRESSIONS, st.integers(0, 7))
def test_the_normal_form_of_a_scalar_has_its_value(node: Node, seed: int):
    agree(node, seed)


# Tempting rules -----------------------------------------------------------------------------------


def tempted(node: Node, choice: Callable[[int], int]) -> Node:
    """The expression with a rule applied somewhere that students apply, whether or not it holds there."""
    if isinstance(node, Op) and node.args and choice(3):
        k = choice(len(node.args))
        return Op(node.head, (*node.args[:k], tempted(node.args[k], choice), *node.args[k + 1 :]), node.shape)
    options = _temptations(node)
    return options[choice(len(options))]


def _temptations(node: Node) -> list[Node]:
    square = scalar("pow", node, lit(2))
    always = [
        scalar("sqrt", square),
        scalar("exp", scalar("log", node)),
        scalar("abs", node),
        scalar("pow", scalar("sqrt", node), lit(2)),
        scalar("div", square, node),
        scalar("neg", scalar("neg", node)),
    ]
    match node:
        case Op("log", (Op("mul", args),)):
            return [*always, scalar("add", *(scalar("log", a) for a in args))]
        case Op("log", (Op("pow", (base, exponent)),)):
            return [*always, scalar("mul", exponent, scalar("log", base))]
        case Op("sqrt" | "abs" as head, (Op("mul", args),)):
            return [*always, scalar("mul", *(scalar(head, a) for a in args))]
        case Op("sqrt" | "abs" | "exp" as head, (Op("add", args),)):
            return [*always, scalar("add", *(scalar(head, a) for a in args))]
        case Op("pow", (Op("add", args), exponent)):
            return [*always, scalar("add", *(scalar("pow", a, exponent) for a in args))]
        case Op("div", (top, Op("add", args))):
            return [*always, scalar("add", *(scalar("div", top, a) for a in args))]
    return always


@settings(QUICK, max_examples=120)
@given(EXPRESSIONS, st.data())
def test_no_tempting_rule_is_proved_where_it_fails(node: Node, data: st.DataObject):
    """Where numbers disagree at a point at which both sides are defined, the normal forms do."""
    other = tempted(node, lambda size: data.draw(st.integers(0, size - 1)))
    claim = Claim(node, "=", other)
    try:
        same = Sides(WORLD, claim).difference().is_zero
    except (Undefined, OutOfBudget):
        assume(False)
        raise
    assert not (same and isinstance(test_claim(WORLD, claim), Refutation))


# Matrices of symbolic dimension -------------------------------------------------------------------

DIMS = {"A": ("m", "n"), "B": ("n", "m"), "C": ("m", "m"), "D": ("n", "n"), "a": ("m", 1), "b": ("n", 1)}
MATRICES = Setting(
    symbols={name: Symbol(name, shape=Shape(*dims)) for name, dims in DIMS.items()}
    | {d: Symbol(d, integer=True) for d in "mn"}
)


def op(head: str, shape: Shape, *args: Node) -> Op:
    return Op(head, args, shape)


def transpose(node: Node) -> Op:
    return op("transpose", node.shape.transposed(), node)


def times(*args: Node) -> Op:
    return op("mul", Shape(args[0].shape.rows, args[-1].shape.cols), *args)


def plus(*args: Node) -> Op:
    return op("add", args[0].shape, *args)


def trace(node: Node) -> Op:
    return op("tr", SCALAR, node)


def leaves(rows: str | int, cols: str | int) -> list[Node]:
    plain = [Ref(name, (), Shape(*dims)) for name, dims in DIMS.items() if dims == (rows, cols)]
    turned = [transpose(Ref(name, (), Shape(*dims))) for name, dims in DIMS.items() if dims == (cols, rows)]
    return [*plain, *turned]


@st.composite
def matrices(draw: st.DrawFn, rows: str | int, cols: str | int, depth: int = 2) -> Node:
    """A random expression of the given shape."""
    kind = draw(st.sampled_from(("leaf", "product", "sum", "transpose", "scaled"))) if depth else "leaf"
    if kind == "product" or not leaves(rows, cols):
        middle = draw(st.sampled_from(("m", "n")))
        left, right = draw(matrices(rows, middle, max(depth - 1, 0))), draw(matrices(middle, cols, max(depth - 1, 0)))
        return times(left, right)
    match kind:
        case "sum":
            return plus(draw(matrices(rows, cols, depth - 1)), draw(matrices(rows, cols, depth - 1)))
        case "transpose":
            return transpose(draw(matrices(cols, rows, depth - 1)))
        case "scaled":
            inner = draw(matrices(rows, cols, depth - 1))
            return op("mul", inner.shape, lit(draw(st.sampled_from((-1, 2, 3)))), inner)
    return draw(st.sampled_from(leaves(rows, cols)))


def proved(lhs: Node, rhs: Node) -> bool:
    try:
        return Sides(MATRICES, Claim(lhs, "=", rhs)).difference().is_zero
    except OutOfBudget:
        assume(False)
        raise


@settings(QUICK, max_examples=15)
@given(matrices("m", "n"), matrices("n", "m"), matrices("n", "m"), matrices("n", 1))
def test_identities_of_matrices(p: Node, q: Node, r: Node, v: Node):
    assert proved(transpose(times(p, q)), times(transpose(q), transpose(p)))
    assert proved(trace(times(p, q)), trace(times(q, p)))
    assert proved(trace(times(p, q)), trace(times(transpose(p), transpose(q))))
    assert proved(times(p, plus(q, r)), plus(times(p, q), times(p, r)))
    assert proved(times(p, times(q, p)), times(times(p, q), p))
    assert proved(times(transpose(v), q, p, v), times(transpose(v), transpose(p), transpose(q), v))


@QUICK
@given(matrices("m", "n"))
def test_norms_are_traces(p: Node):
    square = Op("pow", (op("norm_F", SCALAR, p), lit(2)))
    assert proved(square, trace(times(transpose(p), p)))


def mutated(node: Node, choice: Callable[[int], int]) -> Node:
    """The expression with one part changed: transposed where it is square, doubled, its factors or terms reordered."""
    if isinstance(node, Op) and node.args and choice(3):
        k = choice(len(node.args))
        changed = mutated(node.args[k], choice)
        return Op(node.head, (*node.args[:k], changed, *node.args[k + 1 :]), node.shape)
    options: list[Node] = [op("mul", node.shape, lit(2), node), node]
    if node.shape.rows == node.shape.cols:
        options.append(transpose(node))
    if isinstance(node, Op) and node.head in ("mul", "add") and len({a.shape for a in node.args}) == 1:
        options.append(Op(node.head, node.args[::-1], node.shape))
    return options[choice(len(options))]


@settings(QUICK, max_examples=40)
@given(st.sampled_from([("m", "m"), ("m", "n"), ("n", 1)]).flatmap(lambda s: matrices(*s, depth=3)), st.data())
def test_what_is_proved_is_not_refuted(node: Node, data: st.DataObject):
    """Soundness: where numbers disagree, the normal forms do; the two share no code."""
    other = mutated(node, lambda size: data.draw(st.integers(0, size - 1)))
    claim = Claim(node, "=", other)
    if isinstance(test_claim(MATRICES, claim, instances=4), Refutation):
        assert not proved(node, other)
    elif node == other:
        assert proved(node, other)


SUMMED = st.recursive(
    st.one_of(
        st.integers(-2, 3).map(lit),
        st.sampled_from((Ref("x"), Ref("i"), Ref("j"))),
        st.sampled_from((Ref("u", (Ref("i"),)), Ref("u", (Ref("j"),)), Ref("W", (Ref("i"), Ref("j"))))),
        st.just(Op("delta", (Ref("i"), Ref("j")))),
    ),
    lambda inner: st.one_of(
        st.lists(inner, min_size=2, max_size=2).map(lambda a: scalar("add", *a)),
        st.lists(inner, min_size=2, max_size=2).map(lambda a: scalar("mul", *a)),
    ),
    max_leaves=5,
)


def over(variable: str, body: Node) -> Binder:
    return Binder("sum", variable, Between(lit(1), Ref("n")), body)


@QUICK
@given(SUMMED, st.integers(0, 7))
def test_the_normal_form_of_a_double_sum_has_its_value(body: Node, seed: int):
    agree(over("i", over("j", body)), seed)


@QUICK
@given(SUMMED)
def test_double_sums_may_be_swapped(body: Node):
    one, other = normal(over("i", over("j", body)), over("j", over("i", body)))
    assert one == other
