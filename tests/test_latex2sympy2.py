"""A second reader as a witness: latex2sympy2 and ours must give every formula the same values.

Skipped where latex2sympy2 cannot be had; with HENCE_ORACLE=required, as in continuous integration, that is a failure.
"""

from __future__ import annotations

import math
import os
import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hence.language.terms import App, Bind, Num, Range, Sym, Term, free_names
from hence.latex_in import parse_formula

from benchmarks.formulas import COUNTS, sides
from benchmarks.oracle import Answers, Unavailable, ask

FORMULAS = sides()
POINTS = 4
Values = Mapping[str, float]

HEADS: dict[str, Callable[..., float]] = {
    "add": lambda *xs: math.fsum(xs),
    "neg": lambda x: -x,
    "mul": lambda *xs: math.prod(xs),
    "div": lambda x, y: x / y,
    "pow": lambda x, y: x**y,
    "exp": math.exp,
    "log": math.log,
    "sqrt": math.sqrt,
    "abs": abs,
    "tanh": math.tanh,
    "sin": math.sin,
    "cos": math.cos,
    "pi": lambda: math.pi,
}
BINDERS: dict[str, Callable[[list[float]], float]] = {"sum": math.fsum, "prod": math.prod}


def plain(name: str) -> str:
    return name.replace("\\", "").replace("{", "").replace("}", "")


def value(term: Term, at: Values) -> float:
    """A scalar term at a point, straight from its definition: nothing of `checks` takes part."""
    match term:
        case Num(number):
            return float(number)
        case Sym(name):
            return at[plain(name)]
        case App(head, args):
            return HEADS[head](*(value(a, at) for a in args))
        case Bind(head, var, Range(low, high, ()), body):
            ends = round(value(low, at)), round(value(high, at))
            return BINDERS[head]([value(body, {**at, plain(var.name): k}) for k in range(ends[0], ends[1] + 1)])
    raise TypeError(term)


def points() -> list[dict[str, float]]:
    """Values for every name: integers for counts, else numbers in (0, 1), where all formulas are defined."""
    names = sorted({plain(n) for f in FORMULAS for n in free_names(parse_formula(f))})
    rng = random.Random(6135)
    return [{n: rng.randint(2, 6) if n in COUNTS else rng.uniform(0.1, 0.9) for n in names} for _ in range(POINTS)]


@pytest.fixture(scope="module")
def theirs() -> Answers:
    try:
        return ask(FORMULAS, points())
    except Unavailable as problem:
        if os.environ.get("HENCE_ORACLE") == "required":
            raise
        pytest.skip(str(problem))


@pytest.mark.parametrize("number", range(len(FORMULAS)), ids=FORMULAS)
def test_both_readers_agree(number: int, theirs: Answers):
    answer: Mapping[str, Any] = theirs.answers[number]
    assert "error" not in answer, answer
    term = parse_formula(FORMULAS[number])
    for at, (real, imaginary) in zip(points(), answer["values"], strict=True):
        assert imaginary == pytest.approx(0, abs=1e-9), at
        assert value(term, at) == pytest.approx(real, rel=1e-9, abs=1e-9), (answer["read"], at)


def test_the_comparison_sees_a_misreading(theirs: Answers):
    """A sign that one reader lost must show: the comparison would be worth nothing otherwise."""
    number = FORMULAS.index("(a + b)(a - b)")
    wrong = parse_formula("(a + b)(a + b)")
    found = [value(wrong, at) for at in points()]
    assert found != pytest.approx([real for real, _ in theirs.answers[number]["values"]], rel=1e-6)
