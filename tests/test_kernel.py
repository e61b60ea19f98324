"""The kernel refuses certificates that do not prove their claim, and nobody else makes a `Proved`."""

from __future__ import annotations

import ast
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hence.checks.kernel import (
    ByConsequence,
    ByDivergence,
    ByInduction,
    ByNormalForm,
    ByOracle,
    BySign,
    NotReplayed,
    replay,
)
from hence.checks.model import (
    SCALAR,
    Between,
    Binder,
    Claim,
    Constraint,
    Definition,
    Density,
    Everywhere,
    Lit,
    Node,
    Op,
    Ref,
    Setting,
    Symbol,
)
from hence.checks.normal.algebra import Undefined
from hence.checks.normal.poly import number
from hence.checks.prove import prove
from hence.language.verdicts import Proved

ROOT = Path(__file__).resolve().parent.parent
x, y, a, b, e, t = (Ref(name) for name in "xyabet")


def lit(value: int) -> Lit:
    return Lit(Fraction(value))


ZERO, ONE = lit(0), lit(1)


def add(*args: Node) -> Op:
    return Op("add", args)


def sub(left: Node, right: Node) -> Op:
    return add(left, Op("neg", (right,)))


def mul(*args: Node) -> Op:
    return Op("mul", args)


def power(base: Node, exponent: Node) -> Op:
    return Op("pow", (base, exponent))


def at(name: str, place: Node) -> Ref:
    return Ref(name, (place,))


def positive(name: str) -> Constraint:
    return Constraint(Ref(name), ">", ZERO)


SCALARS = Setting(symbols={name: Symbol(name) for name in "xyabe"})

# Normal forms -------------------------------------------------------------------------------------

SQUARE = power(add(x, y), lit(2))
EXPANDED = add(power(x, lit(2)), mul(lit(2), x, y), power(y, lit(2)))


@pytest.mark.parametrize("relation", ["=", "<=", ">="])
def test_equal_sides_show_weak_relations(relation: str):
    proof = replay(SCALARS, Claim(SQUARE, relation, EXPANDED), ByNormalForm())
    assert proof.method[0] == "index-normal-form"
    assert not proof.trusting


@pytest.mark.parametrize("relation", ["<", ">", "!=", "~~", "->"])
def test_equal_sides_show_nothing_strict(relation: str):
    with pytest.raises(NotReplayed, match="do not show"):
        replay(SCALARS, Claim(SQUARE, relation, EXPANDED), ByNormalForm())


def test_different_normal_forms_are_refused():
    with pytest.raises(NotReplayed, match="differ"):
        replay(SCALARS, Claim(SQUARE, "=", add(power(x, lit(2)), power(y, lit(2)))), ByNormalForm())


def test_division_by_zero_is_undefined():
    with pytest.raises(Undefined):
        replay(SCALARS, Claim(Op("div", (x, sub(y, y))), "=", ZERO), ByNormalForm())


# Induction ----------------------------------------------------------------------------------------

before = at("v", sub(t, ONE))
doubled = Setting(
    symbols={"v": Symbol("v", family=1), "t": Symbol("t", integer=True)},
    definitions={
        "v": (
            Definition("v", ("t",), (), mul(lit(2), before), least=1),
            Definition("v", (ZERO,), (), ONE),
        )
    },
)
POWER = Claim(at("v", t), "=", power(lit(2), t))


def by_induction(claim: Claim, start: int = 1, **changes: object) -> ByInduction:
    fields = {"hypothesis": Definition("v", ("t",), (), claim.rhs), "multiplier": None, "recurrences": ("v",)}
    return ByInduction("t", start, **(fields | changes))  # type: ignore[arg-type]


def test_an_induction_is_accepted():
    proof = replay(doubled, POWER, by_induction(POWER))
    assert proof.method[:3] == ("induction on t from 1", "base-case", "induction-step")


def test_an_induction_by_a_multiplier_is_accepted():
    replay(doubled, POWER, by_induction(POWER, hypothesis=None, multiplier=number(2)))


def test_a_wrong_base_case_is_refused():
    thrice = Claim(at("v", t), "=", mul(lit(3), power(lit(2), t)))  # the step holds, the start does not
    with pytest.raises(NotReplayed, match="base case"):
        replay(doubled, thrice, by_induction(thrice))


def test_a_wrong_step_is_refused():
    linear = Claim(at("v", t), "=", mul(lit(2), t))  # right at 1 and 2 only
    with pytest.raises(NotReplayed, match="step fails"):
        replay(doubled, linear, by_induction(linear))


def test_a_wrong_multiplier_is_refused():
    with pytest.raises(NotReplayed, match="step fails"):
        replay(doubled, POWER, by_induction(POWER, hypothesis=None, multiplier=number(3)))


def test_a_hypothesis_that_is_not_the_claim_is_refused():
    with pytest.raises(NotReplayed, match="not the claim"):
        replay(doubled, POWER, by_induction(POWER, hypothesis=Definition("v", ("t",), (), power(lit(3), t))))
    with pytest.raises(NotReplayed, match="not the claim"):
        replay(doubled, POWER, by_induction(POWER, hypothesis=Definition("v", ("s",), (), POWER.rhs)))


def test_a_hypothesis_at_two_values_needs_two_base_cases():
    """v_0 = 1, v_1 = 2, v_t = v_{t-1} + 2 v_{t-2}: 2^t at both; and (-1)^t, which follows the recurrence, at 0 only."""
    back = mul(lit(2), at("v", sub(t, lit(2))))
    second = (
        Definition("v", ("t",), (), add(before, back), least=2),
        Definition("v", (ZERO,), (), ONE),
        Definition("v", (ONE,), (), lit(2)),
    )
    setting = Setting(doubled.symbols, definitions={"v": second})
    replay(setting, POWER, by_induction(POWER, start=0, order=2))
    with pytest.raises(NotReplayed, match="step fails"):
        replay(setting, POWER, by_induction(POWER, start=1))
    other = Claim(at("v", t), "=", power(lit(-1), t))
    with pytest.raises(NotReplayed, match="base case t = 1 fails"):
        replay(setting, other, by_induction(other, start=0, order=2))


@pytest.mark.parametrize("order", [0, -1])
def test_a_hypothesis_at_no_value_is_refused(order: int):
    with pytest.raises(NotReplayed, match="equations"):
        replay(doubled, POWER, by_induction(POWER, order=order))


def test_a_symbol_that_hides_the_index_is_refused():
    """c = 2^t does not follow when t moves."""
    hidden = Setting(doubled.symbols, definitions={**doubled.definitions, "c": (Definition("c", (), (), POWER.rhs),)})
    claim = Claim(at("v", t), "=", Ref("c"))
    with pytest.raises(NotReplayed, match="without saying so"):
        replay(hidden, claim, by_induction(claim))


def test_a_start_above_the_least_value_is_refused():
    with pytest.raises(NotReplayed, match="may be smaller"):
        replay(doubled, POWER, by_induction(POWER, start=2))


def test_a_recurrence_is_not_used_before_it_holds():
    """v_0 = 1, v_1 = 5 and v_t = 2 v_{t-1} from 2 on only: v_t = 2^t starts well, but the first step is no step."""
    general, first = doubled.definitions["v"]
    second = Definition("v", (ONE,), (), lit(5))
    late = Setting(doubled.symbols, definitions={"v": (replace(general, least=2), first, second)})
    with pytest.raises(NotReplayed, match="does not hold yet"):
        replay(late, POWER, by_induction(POWER, start=0))


@pytest.mark.parametrize("relation", ["<=", ">", "!="])
def test_induction_is_for_equations(relation: str):
    claim = Claim(POWER.lhs, relation, POWER.rhs)
    with pytest.raises(NotReplayed, match="equations"):
        replay(doubled, claim, by_induction(claim))


# Signs --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claim", "known"),
    [
        (Claim(power(x, lit(2)), ">=", ZERO), ()),
        (Claim(Op("exp", (x,)), ">", ZERO), ()),
        (Claim(ZERO, "<", x), (positive("x"),)),
        (Claim(mul(x, y), "!=", ZERO), (positive("x"), positive("y"))),
    ],
)
def test_an_evident_sign_is_accepted(claim: Claim, known: tuple[Constraint, ...]):
    proof = replay(Setting(symbols=SCALARS.symbols, constraints=known), claim, BySign())
    assert proof.method[0] == "positivity"


@pytest.mark.parametrize(
    "claim",
    [
        Claim(power(x, lit(2)), ">", ZERO),  # not at 0
        Claim(power(x, lit(3)), ">=", ZERO),
        Claim(x, "!=", ZERO),
        Claim(ZERO, "<=", x),
        Claim(sub(power(x, lit(2)), ONE), ">=", ZERO),
        Claim(Op("exp", (x,)), "=", Op("exp", (x,))),  # a sign shows no equation
        Claim(x, "<", add(x, power(y, lit(2)))),  # a square that is dropped may be zero
        Claim(x, "=", add(x, power(y, lit(2)))),
    ],
)
def test_a_sign_that_is_not_evident_is_refused(claim: Claim):
    with pytest.raises(NotReplayed, match="sign"):
        replay(SCALARS, claim, BySign())


# Divergences --------------------------------------------------------------------------------------

q, p, prior = Density("q", ("z",), ("x",)), Density("p", ("z",), ("x",)), Density("p", ("z",))


def expected_log_ratio(weight: Density, over: Density, under: Density) -> Binder:
    body = mul(weight, Op("log", (Op("div", (over, under)),)))
    return Binder("integral", "z", Everywhere(SCALAR), body)


def test_a_divergence_is_nonnegative():
    claim = Claim(expected_log_ratio(q, q, p), ">=", ZERO)
    assert replay(Setting(), claim, ByDivergence(q, p)).method[0] == "KL-is-nonnegative"


@pytest.mark.parametrize(
    ("side", "q", "p"),
    [
        (expected_log_ratio(q, p, q), q, p),  # the opposite sign
        (expected_log_ratio(p, q, p), q, p),  # weighted by the wrong density
        (expected_log_ratio(q, q, p), q, prior),  # another divergence
        (expected_log_ratio(q, q, p), p, q),  # swapped
    ],
)
def test_a_divergence_that_is_none_is_refused(side: Node, q: Density, p: Density):
    with pytest.raises(NotReplayed, match="not this divergence"):
        replay(Setting(), Claim(side, ">=", ZERO), ByDivergence(q, p))


@pytest.mark.parametrize("relation", ["=", ">", "!="])
def test_a_divergence_may_be_zero(relation: str):
    with pytest.raises(NotReplayed, match=">= 0"):
        replay(Setting(), Claim(expected_log_ratio(q, q, p), relation, ZERO), ByDivergence(q, p))


# Consequences -------------------------------------------------------------------------------------

PRODUCTS = Claim(mul(a, e), "=", mul(b, e))
EQUAL = Claim(a, "=", b)


def test_division_by_something_positive_is_accepted():
    known = Setting(symbols=SCALARS.symbols, constraints=(positive("e"),))
    assert "division-by-nonzero" in replay(known, EQUAL, ByConsequence((PRODUCTS,), (), both_ways=False)).method
    replay(known, EQUAL, ByConsequence((PRODUCTS,), (), both_ways=True))


def test_division_by_something_that_may_vanish_is_refused():
    with pytest.raises(NotReplayed, match="no multiple"):
        replay(SCALARS, EQUAL, ByConsequence((PRODUCTS,), (), both_ways=False))


def test_coefficients_match_only_where_the_premise_holds_for_all_values():
    replay(SCALARS, EQUAL, ByConsequence((PRODUCTS,), ("e",), both_ways=False))
    shifted = Claim(add(mul(a, e), x), "=", mul(b, e))
    with pytest.raises(NotReplayed):
        replay(SCALARS, Claim(a, "=", y), ByConsequence((shifted,), ("e",), both_ways=False))


def test_a_premise_does_not_follow_from_one_of_its_consequences():
    both = Claim(add(mul(a, e), x), "=", add(mul(b, e), y))  # for all e: a = b and x = y
    replay(SCALARS, EQUAL, ByConsequence((both,), ("e",), both_ways=False))
    replay(SCALARS, Claim(x, "=", y), ByConsequence((both,), ("e",), both_ways=False))
    with pytest.raises(NotReplayed, match="does not follow"):
        replay(SCALARS, EQUAL, ByConsequence((both,), ("e",), both_ways=True))


def test_consequences_are_for_equations():
    with pytest.raises(NotReplayed, match="equations"):
        replay(SCALARS, EQUAL, ByConsequence((Claim(mul(a, e), "<=", mul(b, e)),), (), both_ways=False))


# The oracle ---------------------------------------------------------------------------------------


def test_the_oracle_is_named_as_trusted():
    sine, cosine = (power(Op(head, (x,)), lit(2)) for head in ("sin", "cos"))
    assert replay(SCALARS, Claim(add(sine, cosine), "=", ONE), ByOracle()).trusting


@pytest.mark.parametrize(
    "claim",
    [
        Claim(Op("sqrt", (power(x, lit(2)),)), "=", x),
        Claim(Op("sin", (x,)), "=", x),
        Claim(x, "<=", add(x, ONE)),
    ],
)
def test_the_oracle_does_not_say_yes_to_everything(claim: Claim):
    with pytest.raises(NotReplayed):
        replay(SCALARS, claim, ByOracle())


def test_the_oracle_forgets_no_domain():
    """sqrt(x^2) = x needs x > 0, declared."""
    claim = Claim(Op("sqrt", (power(x, lit(2)),)), "=", x)
    replay(Setting(symbols=SCALARS.symbols, constraints=(positive("x"),)), claim, ByOracle())


# Search and kernel --------------------------------------------------------------------------------


def test_search_finds_nothing_for_a_false_claim():
    summed = Binder("sum", "i#1", Between(ONE, t), at("v", Ref("i#1")))
    for rhs in (power(lit(3), t), mul(lit(2), t), summed):
        assert not isinstance(prove(doubled, Claim(at("v", t), "=", rhs)), Proved)


def test_only_the_kernel_constructs_proofs():
    makers = {path.relative_to(ROOT).as_posix() for path in sources() if constructs(path.read_text("utf-8"), "Proved")}
    assert makers == {"checks/kernel.py"}


def sources() -> list[Path]:
    rooms = (p for p in ROOT.iterdir() if p.is_dir() and p.name != "tests" and not p.name.startswith((".", "build")))
    return [path for room in rooms for path in room.rglob("*.py")] + list(ROOT.glob("*.py"))


def constructs(code: str, name: str) -> bool:
    """Whether the code calls the class, under its name, under another one, or as a member of a module."""
    tree = ast.parse(code)
    called = {name}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            called |= {alias.asname for alias in node.names if alias.name == name and alias.asname}
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and node.value.id in called:
            called |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return any(
        (isinstance(f, ast.Name) and f.id in called) or (isinstance(f, ast.Attribute) and f.attr == name) for f in calls
    )


@pytest.mark.parametrize(
    "code",
    [
        "Proved(('x',))",
        "from language.verdicts import Proved as P\nP(())",
        "import language.verdicts as v\nv.Proved(())",
        "from language.verdicts import Proved\nMake = Proved\nMake(())",
    ],
)
def test_the_scan_sees_every_way_of_making_one(code: str):
    assert constructs(code, "Proved")


def test_the_scan_leaves_patterns_alone():
    assert not constructs("match v:\n    case Proved():\n        pass\nisinstance(v, Proved)", "Proved")
