"""The numeric engine on claims whose truth is known, built by hand from nodes."""

from __future__ import annotations

import ast
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hence.checks.model import (
    SCALAR,
    Between,
    Binder,
    Call,
    Claim,
    Constraint,
    Definition,
    Density,
    Drawn,
    Everywhere,
    Function,
    Law,
    Lit,
    Node,
    Op,
    Ref,
    Setting,
    Shape,
    Symbol,
)
from hence.checks.numeric import Agreement, Refutation, Untestable, is_refuted, test_claim
from hence.checks.numeric import arrays as xp
from hence.checks.numeric.evaluate import Evaluator
from hence.checks.numeric.heads import HEAD_VALUES
from hence.checks.numeric.instances import draw
from hence.checks.numeric.needs import needs_of
from hence.language.heads import HEADS
from hypothesis import given, settings
from hypothesis import strategies as st

N, VEC, SQUARE = "n", Shape("n", 1), Shape("n", "n")


def lit(value: int | Fraction, shape: Shape = SCALAR) -> Lit:
    return Lit(Fraction(value), shape)


def op(head: str, *args: Node | int, shape: Shape = SCALAR) -> Op:
    return Op(head, tuple(lit(a) if isinstance(a, int) else a for a in args), shape)


def ref(name: str, *indices: Node | int, shape: Shape = SCALAR) -> Ref:
    return Ref(name, tuple(lit(i) if isinstance(i, int) else i for i in indices), shape)


def total(var: str, low: Node | int, high: Node | int, body: Node) -> Binder:
    low, high = (lit(b) if isinstance(b, int) else b for b in (low, high))
    return Binder("sum", var, Between(low, high), body, body.shape)


def sub(a: Node | int, b: Node | int, shape: Shape = SCALAR) -> Op:
    return op("add", a, op("neg", b, shape=shape), shape=shape)


def transpose(a: Node) -> Op:
    return op("transpose", a, shape=a.shape.transposed())


def setting(*symbols: Symbol, **rest: Any) -> Setting:
    return Setting(symbols={s.name: s for s in symbols}, **rest)


def judge(where: Setting, lhs: Node | int, rhs: Node | int, relation: str = "=", **options: Any) -> Any:
    left, right = (lit(s) if isinstance(s, int) else s for s in (lhs, rhs))
    return test_claim(where, Claim(left, relation, right), **options)


x, y, b, t = ref("x"), ref("y"), ref("b"), ref("t")
A, B, C = (ref(name, shape=SQUARE) for name in "ABC")
u, w = ref("u", shape=VEC), ref("w", shape=VEC)
SCALARS = setting(Symbol("x"), Symbol("y"), Symbol("b"), Symbol("t", integer=True))
MATRICES = setting(*(Symbol(name, shape=SQUARE) for name in "ABC"), *(Symbol(name, shape=VEC) for name in "uw"))


def times(*args: Node) -> Op:
    return op("mul", *args, shape=SQUARE)


# Coverage and independence -------------------------------------------------------------------------------


def test_every_head_has_a_row() -> None:
    assert HEAD_VALUES.keys() == HEADS.keys() | {"supported", "counted"}  # which elaboration makes


def test_no_symbolic_code_is_imported() -> None:
    ours = {
        f"hence.checks.{name}"
        for name in ("model", "limit_points", "sizes", "drawn_given", "deviations", "numeric", "wording")
    }
    allowed = ours | {"hence.language", "numpy", "scipy", "flint"}
    for path in (Path(__file__).parent.parent / "checks" / "numeric").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                module = node.module or ""
                assert "sympy" not in module
                assert not module.startswith("hence") or any(module.startswith(a) for a in allowed), module


# Algebra ---------------------------------------------------------------------------------------------------


def test_square_root_of_a_square_is_refuted_at_minus_one() -> None:
    found = judge(SCALARS, op("sqrt", op("pow", x, 2)), x)
    assert isinstance(found, Refutation)
    assert (found.counterexample, found.left, found.right) == ({"x": -1}, "1", "-1")
    assert found.certified_by == "exact arithmetic"


def test_square_root_of_a_square_agrees_for_positive_numbers() -> None:
    positive = setting(Symbol("x"), constraints=(Constraint(x, ">", lit(0)),))
    assert isinstance(judge(positive, op("sqrt", op("pow", x, 2)), x), Agreement)


def test_transcendental_difference_is_certified_by_balls() -> None:
    found = judge(SCALARS, op("exp", op("add", op("pow", x, 2), 1)), op("exp", op("add", op("pow", x, 2), 2)))
    assert isinstance(found, Refutation)
    assert found.certified_by == "ball arithmetic"


def test_matrix_product_is_associative_but_not_commutative() -> None:
    assert isinstance(judge(MATRICES, times(times(A, B), C), times(A, times(B, C))), Agreement)
    found = judge(MATRICES, times(A, B), times(B, A))
    assert isinstance(found, Refutation)
    assert found.counterexample["n"] == 2
    entries = [e for m in "AB" for row in found.counterexample[m] for e in row]  # type: ignore[union-attr]
    assert all(isinstance(e, int) and abs(e) <= 2 for e in entries)


def test_trace_and_transpose() -> None:
    assert isinstance(judge(MATRICES, op("tr", times(A, B)), op("tr", times(B, A))), Agreement)
    assert isinstance(judge(MATRICES, transpose(times(A, B)), times(transpose(B), transpose(A))), Agreement)
    assert isinstance(judge(MATRICES, transpose(times(A, B)), times(transpose(A), transpose(B))), Refutation)


def test_sides_of_different_shapes_are_untestable() -> None:
    where = setting(Symbol("M", shape=Shape("n", "m")))
    m = ref("M", shape=Shape("n", "m"))
    assert isinstance(judge(where, transpose(m), m), Untestable)


def test_inverse_and_determinant() -> None:
    inverse = op("pow", times(A, B), lit(-1), shape=SQUARE)
    swapped = times(op("pow", B, lit(-1), shape=SQUARE), op("pow", A, lit(-1), shape=SQUARE))
    assert isinstance(judge(MATRICES, inverse, swapped), Agreement)
    assert isinstance(judge(MATRICES, op("det", times(A, B)), op("mul", op("det", A), op("det", B))), Agreement)


def test_inequalities() -> None:
    inner = op("mul", transpose(u), w)
    product = op("mul", op("norm", u), op("norm", w))
    assert isinstance(judge(MATRICES, inner, product, "<="), Agreement)
    assert isinstance(judge(MATRICES, inner, product, ">="), Refutation)
    assert isinstance(judge(SCALARS, op("pow", x, 2), 0, ">"), Refutation)
    assert isinstance(judge(SCALARS, op("add", op("pow", x, 2), 1), 0, ">"), Agreement)


def test_operator_norm_bounds() -> None:
    image = op("norm", op("mul", A, u, shape=VEC))
    assert isinstance(judge(MATRICES, image, op("mul", op("norm", A), op("norm", u)), "<="), Agreement)
    assert isinstance(judge(MATRICES, op("norm_F", A), op("norm", A), "<="), Refutation)


def test_softmax_rows() -> None:
    ones = lit(1, Shape(N, 1))
    weights = op("exp", A, shape=SQUARE)
    scale = op("pow", op("diag", op("mul", weights, ones, shape=VEC), shape=SQUARE), lit(-1), shape=SQUARE)
    rows = op("softmax_row", A, shape=SQUARE)
    assert isinstance(judge(MATRICES, rows, times(scale, weights)), Agreement)
    assert isinstance(judge(MATRICES, rows, times(weights, scale)), Refutation)


def test_undefined_points_are_skipped() -> None:
    assert isinstance(judge(SCALARS, op("div", x, x), 1), Agreement)


def test_numbers_too_large_for_floats_are_no_refutation() -> None:
    tower = op("exp", op("exp", op("exp", op("add", op("pow", x, 2), 5))))
    assert isinstance(judge(SCALARS, tower, tower), Untestable)
    huge = op("pow", lit(10**6), lit(400))
    assert isinstance(judge(SCALARS, op("mul", huge, x), op("mul", x, huge)), Untestable)


def test_endless_definitions_are_untestable() -> None:
    forward = Definition("f", ("i",), (), ref("f", op("add", ref("i"), 1)), least=1)
    where = setting(Symbol("f", family=1), definitions={"f": (forward,)})
    assert isinstance(judge(where, ref("f", 1), 0), Untestable)


# Sums and recurrences --------------------------------------------------------------------------------------------


def geometric(right_power: Node) -> tuple[Node, Node]:
    left = total("i", 0, t, op("pow", b, ref("i")))
    return left, op("div", sub(1, op("pow", b, right_power)), sub(1, b))


def test_geometric_sum() -> None:
    assert isinstance(judge(SCALARS, *geometric(op("add", t, 1))), Agreement)
    assert isinstance(judge(SCALARS, *geometric(t)), Refutation)


def running_average(*, base: bool = True) -> Setting:
    g, before = ref("g", t, shape=VEC), ref("v", sub(t, 1), shape=VEC)
    step = op("add", op("mul", b, before, shape=VEC), op("mul", sub(1, b), g, shape=VEC), shape=VEC)
    definitions: tuple[Definition, ...] = (Definition("v", ("t",), (), step, least=1),)
    if base:
        definitions += (Definition("v", (lit(0),), (), lit(0, VEC)),)
    return setting(
        Symbol("v", family=1, shape=VEC),
        Symbol("g", family=1, shape=VEC, random=True),
        Symbol("m", shape=VEC),
        Symbol("b"),
        Symbol("t", integer=True),
        definitions={"v": definitions},
        constraints=(
            Constraint(op("E", ref("g", ref("i"), shape=VEC), shape=VEC), "=", ref("m", shape=VEC), over=("i",)),
            Constraint(b, ">", lit(0)),
            Constraint(b, "<", lit(1)),
        ),
    )


def test_recurrence_unrolls() -> None:
    powers = total("i", 1, t, op("mul", op("pow", b, sub(t, ref("i"))), ref("g", ref("i"), shape=VEC), shape=VEC))
    unrolled = op("mul", sub(1, b), powers, shape=VEC)
    v = ref("v", t, shape=VEC)
    assert isinstance(judge(running_average(), v, unrolled), Agreement)
    assert isinstance(judge(running_average(base=False), v, unrolled), Refutation)


def test_expected_recurrence() -> None:
    m, mean = ref("m", shape=VEC), op("E", ref("v", t, shape=VEC), shape=VEC)
    right = op("mul", sub(1, op("pow", b, t)), m, shape=VEC)
    wrong = op("mul", op("pow", sub(1, b), t), m, shape=VEC)
    assert isinstance(judge(running_average(), mean, right), Agreement)
    assert isinstance(judge(running_average(), mean, wrong), Refutation)


def test_a_recurrence_is_not_used_below_its_start() -> None:
    v, earlier = ref("v", sub(t, 1), shape=VEC), ref("v", sub(t, 2), shape=VEC)
    g = ref("g", sub(t, 1), shape=VEC)
    step = op("add", op("mul", b, earlier, shape=VEC), op("mul", sub(1, b), g, shape=VEC), shape=VEC)
    assert isinstance(judge(running_average(), v, step), Agreement)


# Calculus ----------------------------------------------------------------------------------------------------


def test_gradient_of_a_quadratic_form() -> None:
    form = op("mul", transpose(u), A, u)
    gradient = op("deriv", form, u, shape=VEC)
    both = op("mul", op("add", A, transpose(A), shape=SQUARE), u, shape=VEC)
    assert isinstance(judge(MATRICES, gradient, both), Agreement)
    assert isinstance(judge(MATRICES, gradient, op("mul", 2, A, u, shape=VEC)), Refutation)


def test_gradients_through_definitions() -> None:
    loss = Definition("L", (), (), op("pow", op("norm_F", times(A, B)), 2))
    where = setting(Symbol("A", shape=SQUARE), Symbol("B", shape=SQUARE), Symbol("L"), definitions={"L": (loss,)})
    gradient = op("deriv", ref("L"), A, shape=SQUARE)
    right = op("mul", 2, A, B, transpose(B), shape=SQUARE)
    assert isinstance(judge(where, gradient, right), Agreement)
    assert isinstance(judge(where, gradient, op("mul", 2, B, transpose(B), A, shape=SQUARE)), Refutation)


def test_second_derivative_and_chain_rule() -> None:
    first = op("deriv", op("exp", op("mul", x, x)), x)
    second = op("deriv", first, x)
    bell = op("exp", op("mul", x, x))
    right = op("mul", bell, op("add", 2, op("mul", 4, x, x)))
    assert isinstance(judge(SCALARS, second, right), Agreement)
    assert isinstance(judge(SCALARS, second, op("mul", bell, op("mul", 4, x, x))), Refutation)


def test_elementwise_function_and_its_derivative() -> None:
    where = setting(
        Symbol("u", shape=VEC),
        functions={"s": Function("s", (SCALAR,), SCALAR, elementwise=True)},
        definitions={"s": (Definition("s", (), ("z",), op("div", 1, op("add", 1, op("exp", op("neg", ref("z")))))),)},
    )
    s = Call("s", (u,), VEC)
    mirrored = Call("s", (op("neg", u, shape=VEC),), VEC)
    assert isinstance(judge(where, op("add", s, mirrored, shape=VEC), lit(1, VEC)), Agreement)
    entry = op("deriv", Call("s", (x,)), x)
    slope = op("mul", Call("s", (x,)), sub(1, Call("s", (x,))))
    assert isinstance(judge(where, entry, slope), Agreement)


def test_abstract_function() -> None:
    f = {"f": Function("f", (Shape("d", 1),), Shape("k", 1))}
    v = ref("v", shape=Shape("d", 1))
    where = setting(Symbol("v", shape=Shape("d", 1)), functions=f)
    twice = op("mul", 2, Call("f", (v,), Shape("k", 1)), shape=Shape("k", 1))
    inside = Call("f", (op("mul", 2, v, shape=Shape("d", 1)),), Shape("k", 1))
    assert isinstance(judge(where, inside, twice), Refutation)
    assert isinstance(judge(where, Call("f", (v,), Shape("k", 1)), Call("f", (v,), Shape("k", 1))), Agreement)


# Hypotheses --------------------------------------------------------------------------------------------------


def test_orthonormal_family() -> None:
    key = Shape("d", 1)
    gram = Constraint(
        op("mul", transpose(ref("k", ref("i"), shape=key)), ref("k", ref("j"), shape=key)),
        "=",
        op("delta", ref("i"), ref("j")),
        over=("i", "j"),
    )
    where = setting(
        Symbol("k", family=1, shape=key, bounds=("n",)),
        Symbol("a", integer=True),
        Symbol("b", integer=True),
        Symbol("m"),
        constraints=(gram, Constraint(ref("a"), "!=", ref("b"))),
    )
    ka, kb = ref("k", ref("a"), shape=key), ref("k", ref("b"), shape=key)
    q = op("mul", ref("m"), op("add", ka, kb, shape=key), shape=key)
    assert isinstance(judge(where, op("mul", transpose(ka), q), ref("m")), Agreement)
    assert isinstance(judge(where, op("mul", transpose(ka), q), op("mul", 2, ref("m"))), Refutation)


def test_linear_hypotheses_are_solved() -> None:
    normal = Constraint(op("mul", A, u, shape=VEC), "=", w)
    sums = Constraint(total("i", 1, ref(N), ref("u", ref("i"))), "=", lit(1))
    where = setting(*(Symbol(n, shape=VEC) for n in "uw"), Symbol("A", shape=SQUARE), constraints=(normal, sums))
    ones = lit(1, Shape(1, "n"))
    assert isinstance(judge(where, op("mul", ones, u), 1), Agreement)
    assert isinstance(judge(where, op("mul", transpose(u), A, u), op("mul", transpose(u), w)), Agreement)
    assert isinstance(judge(where, op("mul", transpose(w), A, u), op("mul", transpose(u), w)), Refutation)


def test_eigenvectors_with_structured_instances() -> None:
    wide, tall, small = Shape("m", "n"), Shape("m", "k"), Shape("k", "k")
    data, basis, values = ref("X", shape=wide), ref("U", shape=tall), ref("S", shape=small)
    image = op("mul", data, transpose(data), basis, shape=tall)
    where = setting(
        *(Symbol(n, shape=s) for n, s in (("X", wide), ("U", tall), ("S", small))),
        constraints=(
            Constraint(op("mul", transpose(basis), basis, shape=small), "=", op("identity", shape=small)),
            Constraint(image, "=", op("mul", basis, values, shape=tall)),
        ),
    )
    projected = op("mul", basis, transpose(basis), image, shape=tall)
    assert isinstance(judge(where, projected, image), Agreement)
    assert isinstance(judge(where, image, op("mul", 2, basis, values, shape=tall)), Refutation)


def test_one_hot_labels() -> None:
    label, hat = ref("y", shape=VEC), op("softmax", u, shape=VEC)
    where = setting(
        Symbol("y", shape=VEC),
        Symbol("u", shape=VEC),
        Symbol("k", integer=True),
        constraints=(
            Constraint(ref("y", ref("k")), "=", lit(1)),
            Constraint(op("hadamard", label, label, shape=VEC), "=", label),
            Constraint(total("i", 1, ref(N), ref("y", ref("i"))), "=", lit(1)),
        ),
    )
    loss = op("neg", op("mul", transpose(label), op("log", hat, shape=VEC)))
    gradient = op("deriv", loss, u, shape=VEC)
    assert isinstance(judge(where, loss, op("neg", op("log", op("index", hat, ref("k"))))), Agreement)
    assert isinstance(judge(where, gradient, sub(hat, label, VEC)), Agreement)
    assert isinstance(judge(where, gradient, sub(label, hat, VEC)), Refutation)


def test_contradictory_hypotheses_are_untestable() -> None:
    where = setting(Symbol("x"), constraints=(Constraint(x, ">", lit(1)), Constraint(x, "<", lit(0), line=7)))
    assert isinstance(judge(where, x, x), Untestable)


# Probability -------------------------------------------------------------------------------------------------


def two_random(independent: bool) -> Setting:
    pairs = frozenset((frozenset(("X", "Y")),)) if independent else frozenset()
    return setting(Symbol("X", random=True), Symbol("Y", random=True), independent=pairs)


X, Y = ref("X"), ref("Y")


def test_independence_is_needed_for_products() -> None:
    claim = op("E", op("mul", X, Y)), op("mul", op("E", X), op("E", Y))
    assert isinstance(judge(two_random(True), *claim), Agreement)
    found = judge(two_random(False), *claim)
    assert isinstance(found, Refutation)
    assert found.certified_by == "exact arithmetic"


def test_linearity_and_variance() -> None:
    assert isinstance(judge(two_random(False), op("E", op("add", X, Y)), op("add", op("E", X), op("E", Y))), Agreement)
    variance = op("Var", op("add", X, Y)), op("add", op("Var", X), op("Var", Y))
    assert isinstance(judge(two_random(True), *variance), Agreement)
    assert isinstance(judge(two_random(False), *variance), Refutation)


def test_iid_family_with_moments() -> None:
    xi = ref("x", ref("i"))
    law = Law("x", "abstract", mean=ref("mu"), cov=op("pow", ref("s"), 2), independent=True)
    where = setting(Symbol("x", family=1, random=True), Symbol("mu"), Symbol("s"), laws={"x": law})
    mean = op("div", total("i", 1, 3, xi), 3)
    assert isinstance(judge(where, op("E", mean), ref("mu")), Agreement)
    assert isinstance(judge(where, op("Var", mean), op("div", op("pow", ref("s"), 2), 3)), Agreement)
    assert isinstance(judge(where, op("Var", mean), op("pow", ref("s"), 2)), Refutation)


def test_independent_entries() -> None:
    e1, e2 = ref("e", 1), ref("e", 2)
    claim = op("E", op("mul", e1, e2)), op("mul", op("E", e1), op("E", e2))
    for independent, kind in ((True, Agreement), (False, Refutation)):
        law = Law("e", "abstract", independent=independent)
        where = setting(Symbol("e", shape=Shape(2, 1), random=True), laws={"e": law})
        assert isinstance(judge(where, *claim), kind)


def test_shrinking_respects_the_moments() -> None:
    m, mean = ref("m", shape=VEC), op("E", ref("v", t, shape=VEC), shape=VEC)
    found = judge(running_average(), mean, op("mul", op("pow", sub(1, b), t), m, shape=VEC))
    assert isinstance(found, Refutation)
    assert found.counterexample["m"] != 0  # with m = 0 both sides vanish


def test_dependent_symbols_with_given_variances() -> None:
    laws = {n: Law(n, "abstract", mean=lit(0), cov=lit(1)) for n in "XY"}
    where = setting(Symbol("X", random=True), Symbol("Y", random=True), laws=laws)
    assert isinstance(judge(where, op("Var", op("add", X, Y)), 2), Refutation)
    assert isinstance(judge(where, op("add", op("Var", X), op("Var", Y)), 2), Agreement)


def test_large_sample_spaces_are_left_out() -> None:
    many = setting(Symbol("x", family=1, random=True), laws={"x": Law("x", "abstract", independent=True)})
    both = total("i", 1, 40, ref("x", ref("i")))
    assert isinstance(judge(many, op("E", op("mul", both, both)), 0), Untestable)


def p(of: str, given: str = "", family: str = "p") -> Density:
    return Density(family, tuple(sorted(of)), tuple(sorted(given)))


def expect(law: Density, var: str, body: Node) -> Binder:
    return Binder("E", var, Drawn(law, SCALAR), body)


def test_evidence_lower_bound() -> None:
    q = p("z", "x", "q")
    elbo = expect(q, "z", op("log", op("div", p("xz"), q)))
    gap = op("KL", q, p("z", "x"))
    assert isinstance(judge(Setting(), op("log", p("x")), op("add", elbo, gap)), Agreement)
    assert isinstance(judge(Setting(), op("log", p("x")), elbo, ">="), Agreement)
    assert isinstance(judge(Setting(), op("log", p("x")), elbo), Refutation)


def test_bayes_and_marginals() -> None:
    bayes = op("div", op("mul", p("x", "z"), p("z")), p("x"))
    assert isinstance(judge(Setting(), p("z", "x"), bayes), Agreement)
    marginal = Binder("integral", "z", Everywhere(SCALAR), p("xz"))
    assert isinstance(judge(Setting(), marginal, p("x")), Agreement)
    assert isinstance(judge(Setting(), p("x", "z"), p("z", "x")), Refutation)


def test_divergence_is_not_symmetric() -> None:
    one, other = op("KL", p("z", "", "q"), p("z")), op("KL", p("z"), p("z", "", "q"))
    found = judge(Setting(), one, other)
    assert isinstance(found, Refutation)
    assert found.certified_by == "ball arithmetic"
    assert isinstance(judge(Setting(), one, 0, ">="), Agreement)


# Both arithmetics agree ---------------------------------------------------------------------------------------


def expressions() -> st.SearchStrategy[Node]:
    leaves: st.SearchStrategy[Node] = st.sampled_from([A, B, lit(2, SQUARE), op("identity", shape=SQUARE)])

    def grow(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
        return st.one_of(
            st.builds(times, inner, inner),
            st.builds(lambda a, c: op("add", a, c, shape=SQUARE), inner, inner),
            st.builds(lambda a, c: op("hadamard", a, c, shape=SQUARE), inner, inner),
            st.builds(transpose, inner),
            st.builds(lambda a: op("tanh", a, shape=SQUARE), inner),
            st.builds(lambda a: op("softmax_row", op("sin", a, shape=SQUARE), shape=SQUARE), inner),
            st.builds(lambda a: op("deriv", op("tr", op("mul", a, A, shape=SQUARE)), A, shape=SQUARE), inner),
        )

    return st.recursive(leaves, grow, max_leaves=5)


@settings(max_examples=60)
@given(expressions(), st.integers(0, 5))
def test_floats_and_exact_arithmetic_agree(node: Node, number: int) -> None:
    world = draw(needs_of(MATRICES, Claim(node, "=", node)), 1, number)
    exact = xp.to_float(xp.plain(Evaluator(world, exact=True).value(node)))
    floats = xp.plain(Evaluator(world, exact=False).value(node))
    assert exact == pytest.approx(floats, rel=1e-8, abs=1e-8)


def test_same_seed_same_counterexample() -> None:
    claim = times(A, B), times(B, A)
    assert judge(MATRICES, *claim, seed=5) == judge(MATRICES, *claim, seed=5)


def test_a_counterexample_that_nobody_is_shown_refutes_all_the_same():
    where = setting(Symbol("x", 0, SCALAR))
    square = op("pow", ref("x"), 2)
    assert is_refuted(where, Claim(square, "=", ref("x")), 0)
    assert not is_refuted(where, Claim(square, "=", op("mul", ref("x"), ref("x"))), 0)


def test_equations_that_bend_are_not_solved_as_if_they_were_linear():
    """x_1^2 + x_2^2 + x_3^2 = 3 is met by trying, and 2 x_1 = 4 by solving."""
    vector = Symbol("x", 0, Shape(3, 1))
    square = op("add", *(op("pow", ref("x", k), 2) for k in (1, 2, 3)))
    for constraint in (Constraint(square, "=", lit(3)), Constraint(op("mul", 2, ref("x", 1)), "=", lit(4))):
        where = setting(vector, constraints=(constraint,))
        claim = Claim(constraint.lhs, "=", constraint.rhs)
        assert isinstance(test_claim(where, claim, 0), Agreement)
        assert is_refuted(where, Claim(constraint.lhs, "=", op("add", constraint.rhs, 1)), 0)


def test_the_numbers_of_a_formula_cannot_be_changed():
    for exact in (True, False):
        with pytest.raises(ValueError, match="read-only"):
            xp.fixed(1, 2, exact)[0, 0] = 0
