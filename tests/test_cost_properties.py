"""Growth against brute force over directions, and the symbolic counter against the machine on random expressions."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest
from hence.checks.cost.count import count
from hence.checks.cost.decide import decide_growth
from hence.checks.model import Claim, Constraint, Lit, Node, Op, Ref, Setting, Shape, Symbol
from hence.checks.numeric import Agreement, test_claim
from hence.language.heads import COSTS
from hence.language.verdicts import Proved, Refuted

SIZES = ("n", "d", "m")
DIRECTIONS = [pair for pair in product(range(10), repeat=2) if any(pair)]
Exponents = tuple[int, int]


def number(value: int) -> Lit:
    return Lit(Fraction(value))


def setting(**more: tuple[Constraint, ...]) -> Setting:
    symbols = {name: Symbol(name, integer=True) for name in SIZES}
    matrices = [(f"A{r}{c}", Shape(r, c)) for r in (*SIZES, 1) for c in (*SIZES, 1)]
    symbols |= {name: Symbol(name, shape=shape) for name, shape in matrices}
    least = tuple(Constraint(Ref(name), ">=", number(1)) for name in SIZES)
    return Setting(symbols=symbols, constraints=least, **more)


# Growth ------------------------------------------------------------------------------------------


def polynomial(terms: list[Exponents], rng: random.Random) -> Node:
    made = [
        Op("mul", (number(rng.randint(1, 5)), Op("pow", (Ref("n"), number(a))), Op("pow", (Ref("d"), number(b)))))
        for a, b in terms
    ]
    return made[0] if len(made) == 1 else Op("add", tuple(made))


def degree(terms: list[Exponents], direction: Exponents) -> int:
    return max(a * direction[0] + b * direction[1] for a, b in terms)


def grows_no_faster(small: list[Exponents], large: list[Exponents], inside: list[Exponents]) -> bool:
    return all(degree(small, x) <= degree(large, x) for x in inside)


@pytest.mark.parametrize("regime", ["", ">>"])
@pytest.mark.parametrize("seed", range(25))
def test_growth_is_decided_as_brute_force_says(seed: int, regime: str):
    rng = random.Random(seed)
    pairs = [(a, b) for a in range(4) for b in range(4)]
    left, right = (rng.sample(pairs, rng.randint(1, 3)) for _ in range(2))
    known = (Constraint(Ref("n"), ">>", Ref("d")),) if regime else ()
    inside = [(n, d) for n, d in DIRECTIONS if n >= d or not regime]
    where = setting(regime=known)
    f, g = polynomial(left, rng), polynomial(right, rng)
    up, down = grows_no_faster(left, right, inside), grows_no_faster(right, left, inside)
    for kind, holds in (("BigO", up), ("BigOmega", down), ("Theta", up and down)):
        found = decide_growth(where, Claim(f, "=", Op(kind, (g,))), 0)
        assert isinstance(found, Proved if holds else Refuted), (kind, left, right)


# Counting ----------------------------------------------------------------------------------------

Dim = str | int


class Expressions:
    """Random expressions of a given shape."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def make(self, r: Dim, c: Dim, depth: int) -> Node:
        shape = Shape(r, c)
        if depth == 0:
            return Ref(f"A{r}{c}", (), shape)
        choices = [self.linear, self.entrywise, self.scaled, self.product, self.product]
        if shape.is_scalar:
            choices.append(self.scalar)
        else:
            choices.append(self.softmax)
        return self.rng.choice(choices)(r, c, depth - 1)

    def linear(self, r: Dim, c: Dim, depth: int) -> Node:
        shape = Shape(r, c)
        left, right = self.make(r, c, depth), self.make(r, c, depth)
        if self.rng.random() < 0.5:
            return Op("add", (left, Op("neg", (right,), shape)), shape)
        return Op("add", (left, Op("transpose", (self.make(c, r, depth),), shape), right), shape)

    def entrywise(self, r: Dim, c: Dim, depth: int) -> Node:
        shape = Shape(r, c)
        if self.rng.random() < 0.5:
            return Op("hadamard", (self.make(r, c, depth), self.make(r, c, depth)), shape)
        return Op(self.rng.choice(("exp", "tanh", "neg")), (self.make(r, c, depth),), shape)

    def scaled(self, r: Dim, c: Dim, depth: int) -> Node:
        shape = Shape(r, c)
        if r != 1 and self.rng.random() < 0.5:
            scale: Node = Op("diag", (self.make(r, 1, depth),), Shape(r, r))
            if self.rng.random() < 0.5:
                scale = Op("pow", (scale, number(-1)), Shape(r, r))
            return Op("mul", (scale, self.make(r, c, depth)), shape)
        return Op("div", (self.make(r, c, depth), self.make(1, 1, depth)), shape)

    def product(self, r: Dim, c: Dim, depth: int) -> Node:
        inner = self.rng.choice(SIZES)
        if self.rng.random() < 0.3:
            factors = (self.make(r, inner, depth), self.make(inner, "d", depth), self.make("d", c, depth))
            return Op("mul", factors, Shape(r, c))
        return Op("mul", (self.make(r, inner, depth), self.make(inner, c, depth)), Shape(r, c))

    def softmax(self, r: Dim, c: Dim, depth: int) -> Node:
        matrix = 1 not in (r, c)
        head = self.rng.choice(("softmax_row", "softmax_col")) if matrix else "softmax"
        return Op(head, (self.make(r, c, depth),), Shape(r, c))

    def scalar(self, _r: Dim, _c: Dim, depth: int) -> Node:
        match self.rng.randrange(4):
            case 0:
                return Op("inner", (self.make("n", 1, depth), self.make("n", 1, depth)))
            case 1:
                return Op("tr", (self.make("m", "m", depth),))
            case 2:
                return Op("norm", (self.make("d", 1, depth),))
            case _:
                return Op("pow", (self.make(1, 1, depth), number(self.rng.choice((2, 3, -1, -2)))))


@pytest.mark.parametrize("seed", range(20))
def test_counter_and_machine_agree_on_random_expressions(seed: int):
    rng = random.Random(seed)
    shape = rng.choice((*SIZES, 1)), rng.choice((*SIZES, 1))
    node = Expressions(seed).make(*shape, rng.randint(1, 3))
    for measure in sorted(COSTS):
        formula = count(setting(), node, measure)
        assert isinstance(test_claim(setting(), Claim(Op(measure, (node,)), "=", formula), seed, 4), Agreement)
