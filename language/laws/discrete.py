"""Laws on integers, and on finitely many numbers."""

from __future__ import annotations

from collections.abc import Callable
from math import comb

from hence.language.formulas import HALF, F, binomial, bound, exp, factorial, fn, log, of, var
from hence.language.laws.row import Arrays, Integers, Made, Parameter, Points, Row

X, T, N, K, P, R, A, B = map(var, ("x", "t", "n", "k", "p", "r", "a", "b"))
PROBABILITY = ((">=", 0), ("<=", 1))
OPEN = ((">", 0), ("<=", 1))
_CHANCE_WORDS = ("parameter", "probability", "success probability", "success parameter", "rate", "bias", "mean")
_CHANCE = Parameter("p", (*_CHANCE_WORDS, "probability of success", "success rate"), limits=PROBABILITY)


def stirling(k: int, j: int) -> int:
    """In how many ways k things form j groups."""
    if k == j:
        return 1
    if j in (0, k + 1) or j > k:
        return 0
    return j * stirling(k - 1, j) + stirling(k - 1, j - 1)


def total(parts: list[F]) -> F:
    result = parts[0]
    for part in parts[1:]:
        result = result + part
    return result


def by_factorial_moments(falling: Callable[[int], F]) -> Callable[[int], F]:
    """Raw moments from E[X (X-1) ... (X-j+1)]."""

    def moment(k: int) -> F:
        return total([stirling(k, j) * falling(j) for j in range(1, k + 1)]) if k else of(1)

    return moment


def falling(a: F, j: int) -> F:
    """a (a - 1) ... (a - j + 1)."""
    result = of(1)
    for i in range(j):
        result = result * (a - i) if i else result * a
    return result


def rising(a: F, j: int) -> F:
    """a (a + 1) ... (a + j - 1)."""
    result = of(1)
    for i in range(j):
        result = result * (a + i) if i else result * a
    return result


def _of_integers(k: int) -> F:
    """The raw moment of a uniform integer in a, ..., b, by that of one in 0, ..., m."""
    width = B - A
    moments = [of(1), width / 2, width * (2 * width + 1) / 6, width**2 * (width + 1) / 4]
    moments.append(width * (2 * width + 1) * (3 * width**2 + 3 * width - 1) / 30)
    return total([comb(k, j) * A ** (k - j) * moments[j] if j < k else moments[j] for j in range(k + 1)])


DISCRETE = (
    Row(
        "Bernoulli",
        ("Bernoulli", "Bern", "Ber"),
        ("Bernoulli",),
        (_CHANCE,),
        Integers(of(0), of(1)),
        density=P**X * (1 - P) ** (1 - X),
        mean=P,
        variance=P * (1 - P),
        moment=lambda k: P if k else of(1),
        entropy=-(P * log(P)) - (1 - P) * log(1 - P),
        mgf=1 - P + P * exp(T),
        draw=lambda rng, n, p: rng.binomial(1, p, n),
        example=(0.3,),
    ),
    Row(
        "TwoPoint",
        ("TwoPoint",),
        ("two-point",),
        (Parameter("a"), Parameter("b")),
        Points((A, B)),
        density=HALF,
        mean=(A + B) / 2,
        variance=(A - B) ** 2 / 4,
        moment=lambda k: (A**k + B**k) / 2,
        mgf=(exp(A * T) + exp(B * T)) / 2,
        draw=lambda rng, n, a, b: rng.choice([a, b], n),
        example=(-1.0, 2.0),
    ),
    Row(
        "Rademacher",
        ("Rademacher", "Rad"),
        ("Rademacher",),
        (),
        Points((of(-1), of(1))),
        density=HALF,
        mean=of(0),
        variance=of(1),
        moment=lambda k: of(0 if k % 2 else 1),
        entropy=log(2),
        mgf=(exp(T) + exp(-T)) / 2,
        draw=lambda rng, n: rng.choice([-1, 1], n),
    ),
    Row(
        "Binomial",
        ("Binomial", "Bin", "Binom", "B"),
        ("binomial",),
        (Parameter("n", ("number of trials", "trials", "size"), limits=((">=", 0),), whole=True), _CHANCE),
        Integers(of(0), N),
        density=binomial(N, X) * P**X * (1 - P) ** (N - X),
        mean=N * P,
        variance=N * P * (1 - P),
        moment=by_factorial_moments(lambda j: falling(N, j) * P**j),
        mgf=(1 - P + P * exp(T)) ** N,
        draw=lambda rng, n, size, p: rng.binomial(int(size), p, n),
        example=(5.0, 0.3),
    ),
    Row(
        "Poisson",
        ("Poisson", "Pois", "Poi", "Poiss"),
        ("Poisson",),
        (
            Parameter(
                "r",
                ("rate", "parameter", "intensity", "mean", "expectation", "expected value"),
                limits=((">", 0),),
            ),
        ),
        Integers(of(0)),
        density=R**X * exp(-R) / factorial(X),
        mean=R,
        variance=R,
        moment=by_factorial_moments(lambda j: R**j),
        mgf=exp(R * (exp(T) - 1)),
        made=Made(var("z"), (("poisson", R),)),
        draw=lambda rng, n, r: rng.poisson(r, n),
        example=(1.7,),
    ),
    Row(
        "Geometric",
        ("Geometric", "Geom", "Geo"),
        ("geometric",),
        (Parameter("p", _CHANCE.words[:-2], limits=OPEN),),
        Integers(of(1)),
        density=(1 - P) ** (X - 1) * P,
        mean=1 / P,
        variance=(1 - P) / P**2,
        moment=by_factorial_moments(lambda j: factorial(j) * (1 - P) ** (j - 1) / P**j),
        entropy=(-(P * log(P)) - (1 - P) * log(1 - P)) / P,
        mgf=P * exp(T) / (1 - (1 - P) * exp(T)),
        mgf_below=-log(1 - P),
        convention="a geometric variable counts the trials up to the first success",
        draw=lambda rng, n, p: rng.geometric(p, n),
        example=(0.4,),
    ),
    Row(
        "NegativeBinomial",
        ("NegativeBinomial", "NegBin", "NB", "NBin"),
        ("negative binomial",),
        (
            Parameter("k", ("number of successes", "successes"), limits=((">", 0),), whole=True),
            Parameter("p", _CHANCE.words[:-2], limits=OPEN),
        ),
        Integers(of(0)),
        density=binomial(X + K - 1, X) * P**K * (1 - P) ** X,
        mean=K * (1 - P) / P,
        variance=K * (1 - P) / P**2,
        moment=by_factorial_moments(lambda j: rising(K, j) * (1 - P) ** j / P**j),
        mgf=(P / (1 - (1 - P) * exp(T))) ** K,
        mgf_below=-log(1 - P),
        convention="a negative binomial variable counts the failures before the last success",
        draw=lambda rng, n, k, p: rng.negative_binomial(int(k), p, n),
        example=(3.0, 0.4),
    ),
    Row(
        "DiscreteUniform",
        ("DiscreteUniform", "DU", "DUnif", "UniformInteger"),
        ("discrete uniform",),
        (Parameter("a", ("minimum",), whole=True), Parameter("b", ("maximum",), whole=True)),
        Integers(A, B),
        density=1 / (B - A + 1),
        mean=(A + B) / 2,
        variance=((B - A + 1) ** 2 - 1) / 12,
        moment=_of_integers,
        finite_moments=of(5),  # the sums of powers of higher orders are not written out
        entropy=log(B - A + 1),
        draw=lambda rng, n, a, b: rng.integers(int(a), int(b) + 1, n),
        example=(2.0, 6.0),
    ),
    Row(
        "Categorical",
        ("Categorical", "Cat", "categorical"),
        ("categorical",),
        (Parameter("p", ("probabilities", "probability vector"), shape="vector"),),
        Arrays("indices"),
        density=P[X],
        entropy=-bound("sum", "i", 1, var("d"), P[var("i")] * log(P[var("i")])),
        sizes=(("d", "p"),),
        draw=lambda rng, n, *p: 1 + rng.choice(len(p), n, p=p),
        example=(0.2, 0.5, 0.3),
    ),
    Row(
        "Multinomial",
        ("Multinomial", "Mult", "Multi", "Mn"),
        ("multinomial",),
        (
            Parameter("n", ("number of trials", "trials"), limits=((">=", 0),), whole=True),
            Parameter("p", ("probabilities", "probability vector"), shape="vector"),
        ),
        Arrays("counts"),
        density=factorial(N) * bound("prod", "i", 1, var("d"), P[var("i")] ** X[var("i")] / factorial(X[var("i")])),
        mean=N * P,
        variance=N * (fn("diag", P) - P * P.T),
        sizes=(("d", "p"),),
        draw=lambda rng, n, size, *p: rng.multinomial(int(size), p, n),
        example=(4.0, 0.2, 0.5, 0.3),
    ),
)
