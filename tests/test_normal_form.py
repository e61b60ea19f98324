"""The index normal form: what it identifies, what it keeps apart, and under which conditions."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest
from hence.checks.elaborate.setting import elaborate
from hence.checks.model import Claim
from hence.checks.normal.algebra import Algebra, Undefined
from hence.checks.normal.difference import Sides, cleared
from hence.checks.normal.facts import Facts
from hence.checks.normal.poly import ONE, ZERO, Budget, OutOfBudget, Poly, number, symbol, total
from hence.checks.normal.show import show
from hence.checks.scope import Scope, chains
from hence.checks.spoken import in_words

from hence import latex_in

# Formulas as an author writes them ----------------------------------------------------------------


def sides(formula: str, said: str = "") -> Sides:
    """The two sides of a displayed equation, after what was said before it."""
    page = latex_in.read_text(f"{said}\n\\begin{{equation}}\n{formula}\n\\end{{equation}}\n")
    (scope,) = chains(page)
    assert isinstance(scope, Scope), scope
    done = elaborate(scope.givens, [scope.steps[0].formula])
    assert not done.left_out, done.left_out
    (claim,) = done.claims
    assert isinstance(claim, Claim), claim
    return Sides(done.setting, claim)


VECTORS = r"Let $a, b \in \mathbb{R}^n$ and $W \in \mathbb{R}^{n \times n}$."
RECTANGLES = (
    r"Let $A \in \mathbb{R}^{m \times n}$, $B \in \mathbb{R}^{n \times p}$ and $C \in \mathbb{R}^{p \times m}$."
)
INTEGER = r"Let $n \in \mathbb{N}$."
POSITIVE = r"Let $x > 0$ and $y > 0$."
NORMAL = (
    r"Let $q, k \in \mathbb{R}^d$ be independent with $q \sim \mathcal{N}(\mu, \sigma^2 I)$ and "
    r"$k \sim \mathcal{N}(0, I)$, where $\mu \in \mathbb{R}^d$ and $\sigma > 0$."
)
DENSITIES = r"Let $p(x, z)$ be a joint density and $q(z \mid x)$ a density over $z$."

EQUAL: dict[str, list[tuple[str, str]]] = {
    "sums": [
        (VECTORS, r"\sum_{i=1}^{n} a_i = \sum_{j=0}^{n-1} a_{j+1}"),
        (VECTORS, r"\sum_{i=1}^{n} a_i = \sum_{i=1}^{n} a_{n-i+1}"),
        (VECTORS, r"\sum_{i=1}^{n} a_i = a_1 + \sum_{i=2}^{n} a_i"),
        (VECTORS, r"\sum_{i=1}^{n} a_i = a_n + \sum_{i=1}^{n-1} a_i"),
        (VECTORS, r"\sum_{i=1}^{n} \sum_{j=1}^{n} W_{ij} = \sum_{j=1}^{n} \sum_{i=1}^{n} W_{ij}"),
        (VECTORS, r"\sum_{i=1}^{n} \sum_{j=1}^{n} a_i b_j = (\sum_{i=1}^{n} a_i) (\sum_{i=1}^{n} b_i)"),
        (VECTORS, r"\sum_{i=1}^{n} \sum_{j \ne i} a_i a_j = (\sum_{i=1}^{n} a_i)^2 - \sum_{i=1}^{n} a_i^2"),
        (VECTORS, r"\sum_{i=1}^{n} 3 = 3 n"),
        ("", r"\sum_{i=1}^{4} i^2 = 30"),
        ("", r"\sum_{i=1}^{0} i^2 = 0"),
    ],
    "closed forms": [
        (INTEGER, r"\sum_{k=0}^{n-1} r^k = \frac{1 - r^n}{1 - r}"),
        (INTEGER, r"\sum_{k=1}^{n} r^{3k} = \frac{r^3 (1 - r^{3n})}{1 - r^3}"),
        (INTEGER, r"\sum_{k=1}^{n} e^{k x} = e^{x} \frac{1 - e^{n x}}{1 - e^{x}}"),
        (INTEGER, r"\sum_{k=1}^{n} k^4 = \frac{n (n+1) (2n+1) (3 n^2 + 3n - 1)}{30}"),
        (INTEGER, r"\sum_{i=1}^{n} \sum_{j=1}^{n} r^{i+j} = (\sum_{i=1}^{n} r^i)^2"),
    ],
    "deltas": [
        (VECTORS, r"\sum_{j=1}^{n} \delta_{ij} a_j = a_i"),
        (VECTORS, r"\sum_{i=1}^{n} \sum_{j=1}^{n} \delta_{ij} a_i b_j = \sum_{i=1}^{n} a_i b_i"),
        (VECTORS, r"\delta_{ij} a_i = \delta_{ij} a_j"),
        (VECTORS, r"\delta_{ij} = \delta_{ji}"),
        (VECTORS, r"\delta_{ij} \delta_{ij} = \delta_{ij}"),
        (VECTORS + r" Let $i \ne j$.", r"a_i \delta_{ij} = 0"),
        (VECTORS, r"\mathrm{tr}(I_n) = n"),
    ],
    "exponentials": [
        ("", r"e^{x} e^{y} = e^{x + y}"),
        ("", r"\frac{1}{1 + e^{-x}} = \frac{e^{x}}{1 + e^{x}}"),
        ("", r"e^{2 x} - 1 = (e^{x} - 1) (e^{x} + 1)"),
        (POSITIVE, r"\exp(2 \log x) = x^2"),
        (POSITIVE, r"\log(x^3 y) = 3 \log x + \log y"),
        ("", r"\log e^{x} = x"),
        ("", r"\log \frac{e^{x}}{e^{x} + e^{y}} = x - \log(e^{x} + e^{y})"),
        ("", r"\log 12 = 2 \log 2 + \log 3"),
        (POSITIVE, r"(x y)^{t} = x^{t} y^{t}"),
        (POSITIVE, r"x^{s} x^{t} = x^{s + t}"),
        (POSITIVE, r"\sqrt{x} \sqrt{x} = x"),
        (POSITIVE, r"\sqrt{x^2} = x"),
        ("", r"\sqrt{x^2} = |x|"),
        ("", r"|x|^2 = x^2"),
        ("", r"|2 x| = 2 |x|"),
        (INTEGER, r"2^{n + 3} = 8 \cdot 2^{n}"),
        ("", r"\sqrt{8} = 2 \sqrt{2}"),
    ],
    "rational functions": [
        ("", r"\frac{1}{x} + \frac{1}{y} = \frac{x + y}{x y}"),
        ("", r"\frac{x^2 - y^2}{x - y} = x + y"),
        ("", r"\frac{1}{1 - \frac{1}{x}} = \frac{x}{x - 1}"),
        ("", r"\frac{2 x + 2 y}{4} = \frac{x + y}{2}"),
        (VECTORS, r"\frac{\sum_{i=1}^{n} 2 a_i}{\sum_{j=1}^{n} 2 b_j} = \frac{\sum_{i=1}^{n} a_i}{\sum_{j=1}^{n} b_j}"),
    ],
    "matrices": [
        (RECTANGLES, r"(A B)^\top = B^\top A^\top"),
        (RECTANGLES, r"\mathrm{tr}(A B C) = \mathrm{tr}(C A B)"),
        (RECTANGLES, r"\|A\|_F^2 = \mathrm{tr}(A A^\top)"),
        (RECTANGLES, r"(A B) C = A (B C)"),
        (VECTORS, r"a^\top W b = b^\top W^\top a"),
        (VECTORS, r"\mathrm{diag}(a) b = a \odot b"),
        (VECTORS, r"\langle a, b \rangle = a^\top b"),
        (VECTORS, r"(a b^\top)_{ij} = a_i b_j"),
        (VECTORS + r" Let $W^\top W = I$.", r"\|W a\|^2 = \|a\|^2"),
    ],
    "expectations": [
        (NORMAL, r"\mathbb{E}[q^\top k] = 0"),
        (NORMAL, r"\mathbb{E}[q q^\top] = \mu \mu^\top + \sigma^2 I"),
        (NORMAL, r"\mathbb{E}[\|k\|^2] = d"),
        (NORMAL, r"\mathbb{E}[(q^\top k)^2] = \|\mu\|^2 + d \sigma^2"),
        (NORMAL, r"\mathrm{Var}(\|k\|^2) = 2 d"),
        (NORMAL, r"\mathrm{Var}(3 q^\top \mu + 1) = 9 \sigma^2 \|\mu\|^2"),
        (NORMAL, r"\mathrm{Cov}(q_1, q_2) = 0"),
        ("", r"\mathrm{Var}(x) = \mathbb{E}[x^2] - \mathbb{E}[x]^2"),
        ("", r"\mathrm{Cov}(x, y + z) = \mathrm{Cov}(x, y) + \mathrm{Cov}(x, z)"),
    ],
    "tilted normals": [
        (NORMAL + r" Let $c \in \mathbb{R}^d$.", r"\mathbb{E}[e^{c^\top k}] = e^{\frac12 \|c\|^2}"),
        (
            NORMAL + r" Let $c \in \mathbb{R}^d$.",
            r"\mathbb{E}[e^{c^\top q}] = e^{c^\top \mu + \frac{\sigma^2}{2} \|c\|^2}",
        ),
        (NORMAL + r" Let $c \in \mathbb{R}^d$.", r"\mathbb{E}[e^{c^\top k} k] = e^{\frac12 \|c\|^2} c"),
    ],
    "integrals": [
        (r"Let $a > 0$.", r"\int e^{-a x^2} dx = \sqrt{\frac{\pi}{a}}"),
        (r"Let $a > 0$.", r"\int x^2 e^{-\frac{a}{2} x^2} dx = \frac{1}{a} \sqrt{\frac{2 \pi}{a}}"),
        ("", r"\int x e^{-x^2} dx = 0"),
        (DENSITIES, r"\int p(x, z) dz = p(x)"),
        (DENSITIES, r"\int q(z \mid x) dz = 1"),
        (DENSITIES, r"p(x, z) = p(x \mid z) p(z)"),
        (
            DENSITIES,
            r"\mathrm{KL}(q(z \mid x) \| p(z)) = \int q(z \mid x) \log q(z \mid x) dz - \int q(z \mid x) \log p(z) dz",
        ),
    ],
    "derivatives": [
        ("", r"\frac{d}{dx} x^3 = 3 x^2"),
        (POSITIVE, r"\frac{d}{dx} x^{y} = y x^{y - 1}"),
        ("", r"\frac{d}{dx} e^{x^2} = 2 x e^{x^2}"),
        (POSITIVE, r"\frac{d}{dx} \log x = \frac{1}{x}"),
        ("", r"\frac{d}{dx} \tanh x = 1 - \tanh(x)^2"),
        ("", r"\frac{d}{dx} \sin(x^2) = 2 x \cos(x^2)"),
        (POSITIVE, r"\frac{d}{dx} \sqrt{x} = \frac{1}{2 \sqrt{x}}"),
        (VECTORS, r"\frac{\partial}{\partial a_i} \sum_{j=1}^{n} a_j^2 = 2 a_i"),
        (VECTORS, r"\nabla_a (a^\top W a) = W a + W^\top a"),
        (VECTORS, r"\nabla_W (a^\top W b) = a b^\top"),
    ],
}

DIFFERENT: dict[str, list[tuple[str, str]]] = {
    "sums": [
        (VECTORS, r"\sum_{i=1}^{n} a_i = \sum_{j=0}^{n-1} a_j"),
        (VECTORS, r"\sum_{i=1}^{n} a_i = a_1 + \sum_{i=1}^{n} a_i"),
        (VECTORS, r"\sum_{i=1}^{n} a_i^2 = (\sum_{i=1}^{n} a_i)^2"),
        (VECTORS, r"\sum_{i=1}^{n} \sum_{j=1}^{n} W_{ij} a_i = \sum_{i=1}^{n} \sum_{j=1}^{n} W_{ji} a_i"),
        (VECTORS, r"\sum_{i=1}^{n} a_i b_i = \sum_{i=1}^{n} \sum_{j=1}^{n} a_i b_j"),
    ],
    "closed forms": [
        (INTEGER, r"\sum_{k=0}^{n} r^k = \frac{1 - r^n}{1 - r}"),
        (INTEGER, r"\sum_{k=1}^{n} k^2 = \frac{n (n+1) (2n-1)}{6}"),
    ],
    "deltas": [
        (VECTORS, r"\sum_{j=1}^{n} \delta_{ij} a_j = a_j"),
        (VECTORS, r"a_i \delta_{ij} = 0"),
        (VECTORS, r"a_i = a_j"),
    ],
    "exponentials": [
        ("", r"\sqrt{x^2} = x"),
        ("", r"\log(x^2 y^2) = 2 \log(x y + 1)"),
        ("", r"|x + y| = |x| + |y|"),
        ("", r"(x^2)^{1/2} = x"),
        ("", r"e^{x y} = e^{x} e^{y}"),
        (POSITIVE, r"\log(x + y) = \log x + \log y"),
        (POSITIVE, r"\log(x)^2 = 2 \log x"),
    ],
    "rational functions": [
        ("", r"\frac{1}{x} + \frac{1}{y} = \frac{2}{x + y}"),
        ("", r"\frac{1}{1 + x} = 1 + \frac{1}{x}"),
    ],
    "matrices": [
        (VECTORS, r"a^\top W b = b^\top W a"),
        (VECTORS, r"W^\top = W"),
        (VECTORS, r"W^\top W = W W^\top"),
        (VECTORS + r" Let $W^\top W = I$.", r"W a = a"),
        (RECTANGLES, r"\|A\|_F^2 = \mathrm{tr}(A A^\top A A^\top)"),
    ],
    "expectations": [
        (NORMAL, r"\mathbb{E}[\|q\|^2] = \|\mu\|^2"),
        (NORMAL, r"\mathrm{Var}(\|k\|^2) = d"),
        (NORMAL, r"\mathrm{Cov}(q_1, q_1) = 0"),
        ("", r"\mathbb{E}[x^2] = \mathbb{E}[x]^2"),
        ("", r"\mathrm{Var}(x + y) = \mathrm{Var}(x) + \mathrm{Var}(y)"),
        ("", r"\mathbb{E}[x y] = \mathbb{E}[x] \mathbb{E}[y]"),
    ],
    "tilted normals": [
        (NORMAL + r" Let $c \in \mathbb{R}^d$.", r"\mathbb{E}[e^{c^\top k}] = e^{\|c\|^2}"),
        (NORMAL + r" Let $c \in \mathbb{R}^d$.", r"\mathbb{E}[e^{c^\top q}] = e^{c^\top \mu}"),
    ],
    "integrals": [
        (r"Let $a > 0$.", r"\int e^{-a x^2} dx = \sqrt{\frac{a}{\pi}}"),
        (DENSITIES, r"\int p(x \mid z) dz = 1"),
        (DENSITIES, r"p(x \mid z) = p(z \mid x)"),
        (DENSITIES, r"\mathrm{KL}(q(z \mid x) \| p(z)) = \mathrm{KL}(p(z) \| q(z \mid x))"),
    ],
    "derivatives": [
        ("", r"\frac{d}{dx} e^{x^2} = e^{x^2}"),
        ("", r"\frac{d}{dx} \cos x = \sin x"),
        (VECTORS, r"\nabla_a (a^\top W a) = 2 W a"),
        (VECTORS, r"\nabla_W (a^\top W b) = b a^\top"),
        (VECTORS, r"\frac{\partial}{\partial a_i} \sum_{j=1}^{n} a_j^2 = 2 a_j"),
    ],
}


def rows(table: dict[str, list[tuple[str, str]]]) -> list[Any]:
    return [pytest.param(said, formula, id=f"{topic}: {formula}") for topic, t in table.items() for said, formula in t]


@pytest.mark.parametrize(("said", "formula"), rows(EQUAL))
def test_equal(said: str, formula: str):
    found = sides(formula, said).difference()
    assert found.is_zero, found.key


@pytest.mark.parametrize(("said", "formula"), rows(DIFFERENT))
def test_different(said: str, formula: str):
    assert not sides(formula, said).difference().is_zero


def test_both_tables_have_the_same_topics():
    assert EQUAL.keys() == DIFFERENT.keys()


def test_conditions_are_collected():
    found = sides(r"\sum_{k=0}^{n-1} r^k = \frac{1 - r^n}{1 - r}", INTEGER)
    found.difference()
    assert "r != 1" in in_words(found.algebra.conditions)
    assert "geometric-sum" in found.rules()


# The algebra --------------------------------------------------------------------------------------


def algebra(*positive: str, integers: tuple[str, ...] = ("n", "m", "i", "j", "k")) -> Algebra:
    return Algebra(Facts(positive_names=set(positive), integers=set(integers), least=dict.fromkeys(integers, 1)))


x, y, n, m = (symbol(name) for name in "xynm")
HALF = number(Fraction(1, 2))


def entry(name: str, *indices: Poly | str) -> Poly:
    return symbol(name, *(symbol(i) if isinstance(i, str) else i for i in indices))


def nested(alg: Algebra, order: tuple[str, ...], body: Poly, bound: Poly = n) -> Poly:
    """The sum over each of the variables from 1 to the bound, the first one outermost."""
    for variable in reversed(order):
        body = alg.sum_over(variable, ONE, bound, body)
    return body


@pytest.mark.parametrize("order", list(itertools.permutations("ijk")))
def test_the_order_of_nested_sums_does_not_matter(order: tuple[str, ...]):
    alg = algebra(integers=("n",))
    body = alg.mul(entry("A", "i", "j"), entry("B", "j", "k"), entry("c", "k"))
    assert nested(alg, order, body) == nested(alg, ("i", "j", "k"), body)


@pytest.mark.parametrize("names", list(itertools.permutations("ijk")))
def test_the_names_of_bound_variables_do_not_matter(names: tuple[str, ...]):
    alg = algebra(integers=("n",))
    a, b, c = names
    renamed = nested(alg, names, alg.mul(entry("A", a, b), entry("A", b, c), entry("A", c, a)))
    assert renamed == nested(
        alg, ("i", "j", "k"), alg.mul(entry("A", "i", "j"), entry("A", "j", "k"), entry("A", "k", "i"))
    )


def test_a_long_chain_of_like_entries_is_canonical():
    """More variables than could be told apart by trying every order of them."""
    alg = algebra(integers=("n",))
    names = tuple("abcdefghij")

    def chain(order: tuple[str, ...]) -> Poly:
        links = [entry("A", one, other) for one, other in itertools.pairwise(order)]
        return nested(alg, names, alg.mul(entry("x", order[0]), *links, entry("x", order[-1])))

    assert chain(names) == chain(tuple(reversed(names))) == chain(tuple("jcaebdhgif"))
    assert chain(names) != nested(
        alg, names, alg.mul(entry("x", "a"), *(entry("A", i, i) for i in names[:9]), entry("x", "j"))
    )


def test_sums_that_differ_only_in_their_pattern_stay_apart():
    alg = algebra(integers=("n",))
    cycle = nested(alg, ("i", "j", "k"), alg.mul(entry("A", "i", "j"), entry("A", "j", "k"), entry("A", "k", "i")))
    path = nested(alg, ("i", "j", "k"), alg.mul(entry("A", "i", "j"), entry("A", "j", "k"), entry("A", "i", "k")))
    assert cycle != path


def test_free_variables_are_not_captured():
    alg = algebra()
    column = alg.sum_over("i", ONE, n, alg.mul(entry("A", "i", "j"), entry("b", "i")))
    moved = alg.substitute(column, {"j": symbol("i")})
    assert moved == alg.sum_over("k", ONE, n, alg.mul(entry("A", "k", "i"), entry("b", "k")))
    assert moved.names == {"A", "b", "i", "n"}


def test_sums_split_and_shift():
    alg = algebra()
    whole = alg.sum_over("i", ONE, n + number(2), entry("a", "i"))
    parts = alg.sum_over("i", ONE, n, entry("a", "i")) + entry("a", n + ONE) + entry("a", n + number(2))
    shifted = alg.sum_over("i", ZERO, n + ONE, entry("a", symbol("i") + ONE))
    assert whole == parts == shifted


def test_a_sum_may_leave_out_an_index():
    alg = algebra()
    without = alg.sum_over("i", ONE, n, entry("a", "i"), unless=(symbol("k"),))
    assert without + entry("a", "k") == alg.sum_over("i", ONE, n, entry("a", "i"))


@pytest.mark.parametrize("power", range(1, 7))
@pytest.mark.parametrize("length", [1, 2, 5, 9])
def test_power_sums(power: int, length: int):
    alg = algebra()
    closed = alg.sum_over("i", ONE, n, alg.power(symbol("i"), number(power)))
    assert alg.substitute(closed, {"n": number(length)}) == number(sum(i**power for i in range(1, length + 1)))


@pytest.mark.parametrize(("slope", "offset"), [(1, 0), (2, 1), (-1, 0), (3, -2)])
def test_geometric_sums(slope: int, offset: int):
    alg = algebra()

    def term(i: Poly) -> Poly:
        return alg.power(x, i.scaled(Fraction(slope)) + number(offset))

    closed = alg.sum_over("i", ONE, n, term(symbol("i")))
    explicit = total(term(number(i)) for i in range(1, 5))
    assert "geometric-sum" in alg.rules
    assert cleared(alg.substitute(closed, {"n": number(4)}) - explicit, alg).is_zero


def test_deltas():
    alg = algebra()
    i, j = symbol("i"), symbol("j")
    assert alg.delta(i, i) == ONE
    assert alg.delta(i, i + ONE) == ZERO
    assert alg.delta(i, j) == alg.delta(j, i)
    assert alg.delta(number(2), number(2)) == ONE
    alg.facts.unequal |= {i - j, j - i}
    assert alg.delta(i, j) == ZERO


def test_a_contracted_index_outside_of_the_range_is_a_condition():
    alg = algebra()
    contracted = alg.sum_over("j", ONE, n, alg.mul(alg.delta(symbol("j"), symbol("k")), entry("a", "j")))
    assert contracted == entry("a", "k")
    assert "1 <= k <= n" in in_words(alg.conditions)


def test_powers_need_positivity_to_distribute():
    for alg, splits in ((algebra("x", "y"), True), (algebra(), False), (algebra("x"), True)):
        split = alg.mul(alg.power(x, HALF), alg.power(y, HALF))
        assert (alg.power(alg.mul(x, y), HALF) == split) is splits


def test_integer_powers_distribute_always():
    alg = algebra()
    assert alg.power(alg.mul(x, y), n) == alg.mul(alg.power(x, n), alg.power(y, n))
    assert alg.power(alg.power(x, number(-1)), number(-1)) == x
    assert alg.power(-x, number(2)) == alg.power(x, number(2))
    assert alg.power(number(-1), n.scaled(Fraction(2))) == ONE


def test_roots_of_squares():
    square = algebra().power(x, number(2))
    assert algebra("x").power(square, HALF) == x
    assert algebra().power(square, HALF) == algebra().absolute(x)
    assert algebra().power(square, HALF) != x


def test_logarithms_need_positivity_to_split():
    positive, unknown = algebra("x", "y"), algebra()
    assert positive.log(positive.mul(x, y)) == positive.log(x) + positive.log(y)
    assert unknown.log(unknown.mul(x, y)) != unknown.log(x) + unknown.log(y)
    assert unknown.log(unknown.exp(x)) == x
    assert unknown.exp(unknown.log(x)) == x
    assert unknown.exp(unknown.log(x).scaled(Fraction(-2))) == unknown.power(x, number(-2))


def test_undefined_values_are_errors():
    alg = algebra()
    with pytest.raises(Undefined):
        alg.power(ZERO, number(-1))
    with pytest.raises(Undefined):
        alg.log(ZERO)
    assert alg.power(ZERO, ZERO) == ONE


def test_content_comes_out_of_denominators():
    alg = algebra("x")
    one = alg.power(alg.mul(x, y) + x, number(-1))
    assert one == alg.mul(alg.power(x, number(-1)), alg.power(y + ONE, number(-1)))
    sigmoid = alg.power(ONE + alg.exp(-y), number(-1))
    assert sigmoid == alg.mul(alg.exp(y), alg.power(alg.exp(y) + ONE, number(-1)))


def test_absolute_values():
    alg = algebra("x")
    assert alg.absolute(x) == x
    assert alg.absolute(-x) == x
    assert alg.absolute(-y) == alg.absolute(y)
    assert alg.absolute(alg.mul(x, y)) == alg.mul(x, alg.absolute(y))
    assert alg.power(alg.absolute(y), number(2)) == alg.power(y, number(2))


def test_the_budget_ends_the_work():
    alg = Algebra(Facts(), Budget(200))
    with pytest.raises(OutOfBudget):
        alg.power(x + y + n + m, number(8))


def test_conditions_are_shown_in_letters():
    row = symbol("A", symbol("%1.0"), symbol("i"))
    inner = Algebra(Facts()).sum_over("~7", ONE, symbol("n"), symbol("x", symbol("~7"), symbol("row#")))
    assert show(row) == "A_{j, i}"
    assert show(inner) == "sum_{i<=n} x_{i, j}"
