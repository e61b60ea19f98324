"""Dot products, projections and features of random vectors, and averages of random gradients, sampled."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from hence.derivations.experiments.drawing import POWERS, claimed, distribution, means
from hence.derivations.experiments.measuring import (
    RUNS,
    SAMPLES,
    SHOWN,
    Beside,
    compared,
    estimated,
    fresh,
    generator,
)
from hence.language.plots import Later, Panel, Plot
from hence.language.verdicts import Numeric

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hence.derivations.experiments.measuring import Array, Generator

MEAN = (0.5, -1.0, 0.3, 0.8)
SIGMA = 0.7


def _pair(seed: int, mean: tuple[float, ...] = MEAN, sigma: float = SIGMA) -> tuple[Array, Array]:
    """Independent normal queries and keys."""
    rng = generator(seed)
    q, k = (rng.normal(mean, sigma, size=(SAMPLES, len(mean))) for _ in range(2))
    return q, k


def _dots(a: Array, b: Array) -> Array:
    products: Array = (a * b).sum(axis=1)
    return products


def _square(vector: tuple[float, ...]) -> float:
    return math.fsum(x * x for x in vector)


DIMENSIONS = (1, 2, 4, 8, 16, 32, 64)


def _along(
    xs: Sequence[float], draw: Callable[..., Array], formula: Callable[..., float], axes: tuple[str, str], seen: str
) -> Beside:
    """Estimates with intervals along a parameter, against the claimed curve; a seed of its own is the draws' business."""
    found = (means("sampled", xs, draw), claimed(xs, formula))
    log_x = xs[0] > 0 and xs[-1] / xs[0] >= 64
    return Beside(Panel(found, *axes, log_x=log_x, log_y=log_x), seen)


def _standard(seed: int, power: int) -> Callable[[int], Array]:
    """Powers of dot products of standard normal vectors, by dimension."""
    rng = fresh(seed)
    return lambda d: _dots(rng.normal(size=(SHOWN, d)), rng.normal(size=(SHOWN, d))) ** power


def _by_dimension(seed: int, pairs: Callable[[Array, Array], Array]) -> Callable[[int], Array]:
    """Queries and keys of mean one half and deviation `SIGMA` in every coordinate."""
    rng = fresh(seed)
    return lambda d: pairs(*rng.normal(0.5, SIGMA, size=(2, SHOWN, d)))


def mean_of_dot_product(seed: int) -> Numeric:
    """Independent query and key with the same mean."""
    axes, seen = (
        ("dimension $d$", "mean"),
        r"for means of one half in every coordinate the dot product grows like $\|\mu\|^2 = d / 4$",
    )
    beside = _along(DIMENSIONS, _by_dimension(seed, _dots), lambda d: d / 4, axes, seen)
    told = {"of": r"the mean of $q^\top k$", "label": r"mean of $q^\top k$"}
    return estimated(_dots(*_pair(seed)), _square(MEAN), seed, "d = 4", **told, beside=beside)


def mean_of_squared_norm(seed: int) -> Numeric:
    """Query and key that are the same vector: the extreme of dependence."""
    q, _ = _pair(seed)
    axes = ("dimension $d$", "mean")
    seen = r"with means of one half in every coordinate it grows like $d / 4 + d \sigma^2$, more than for independent vectors"
    beside = _along(
        DIMENSIONS, _by_dimension(seed, lambda q, _k: _dots(q, q)), lambda d: d * (0.25 + SIGMA**2), axes, seen
    )
    told = {"of": r"the mean of $q^\top q$", "label": r"mean of $q^\top q$"}
    return estimated(_dots(q, q), _square(MEAN) + len(MEAN) * SIGMA**2, seed, "d = 4", **told, beside=beside)


def variance_of_dot_product(seed: int) -> Numeric:
    """The squared distance of the dot product from its mean."""
    axes, seen = (
        ("dimension $d$", "variance"),
        "for means of one half in every coordinate the variance grows with the dimension",
    )
    draw = _by_dimension(seed, lambda q, k: (_dots(q, k) - q.shape[1] / 4) ** 2)
    beside = _along(DIMENSIONS, draw, lambda d: d * (SIGMA**2 / 2 + SIGMA**4), axes, seen)
    gaps = _dots(*_pair(seed)) - _square(MEAN)
    told = {"of": r"the variance of $q^\top k$", "label": r"variance of $q^\top k$"}
    expected = 2 * SIGMA**2 * _square(MEAN) + len(MEAN) * SIGMA**4
    return estimated(gaps**2, expected, seed, "d = 4", **told, beside=beside)


def variance_of_standard_dot_product(seed: int) -> Numeric:
    """Standard normal query and key."""
    axes, seen = ("dimension $d$", "variance"), "the variance of the dot product is the dimension"
    beside = _along(DIMENSIONS, _standard(seed, 2), float, axes, seen)
    told = {"of": r"the variance of $q^\top k$", "label": r"variance of $q^\top k$"}
    return estimated(_dots(*_pair(seed, (0.0,) * 6, 1.0)) ** 2, 6, seed, "d = 6", **told, beside=beside)


def fourth_moment_of_dot_product(seed: int) -> Numeric:
    """Standard normal query and key, to the fourth power."""
    draw, dims = _standard(seed, 4), (2, 3, 4, 6, 8, 12, 16)
    found = means("sampled", dims, lambda d: draw(d) / d**2)
    panel = Panel(
        (found, claimed(dims, lambda d: 3 + 6 / d)), "dimension $d$", "kurtosis", level=3.0, level_name="normal"
    )
    beside = Beside(panel, r"the kurtosis $3 + 6 / d$ comes down to that of a normal law as the dimension grows")
    told = {"of": r"the fourth moment of $q^\top k$", "label": "fourth moment"}
    return estimated(_dots(*_pair(seed, (0.0,) * 6, 1.0)) ** 4, 3 * 6 * 8, seed, "d = 6", **told, beside=beside)


def variance_with_covariances(seed: int) -> Numeric:
    """Vectors that are not normal, with covariances that are not diagonal."""
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)
    A, B = np.array([[1.0, 0.5], [0.0, 0.8]]), np.array([[0.6, 0.0], [-0.4, 1.0]])
    mu, nu = np.array([0.5, -1.0]), np.array([1.0, 0.2])
    u, v = rng.uniform(-math.sqrt(3), math.sqrt(3), (2, SAMPLES, 2))  # mean 0, variance 1
    gaps = _dots(mu + u @ A.T, nu + v @ B.T) - mu @ nu
    first, second = A @ A.T, B @ B.T
    expected = float(np.trace(first @ second) + mu @ second @ mu + nu @ first @ nu)
    told = {"of": r"the variance of $q^\top k$", "label": r"variance of $q^\top k$"}
    scales = (0.25, 0.5, 1.0, 1.5, 2.0)
    shown = fresh(seed)

    def draw(scale: float) -> Array:
        u, v = shown.uniform(-math.sqrt(3), math.sqrt(3), (2, SHOWN, 2))
        found: Array = (_dots(mu + scale * u @ A.T, nu + v @ B.T) - mu @ nu) ** 2
        return found

    def formula(scale: float) -> float:
        return float(scale**2 * np.trace(first @ second) + mu @ second @ mu + scale**2 * (nu @ first @ nu))

    seen = "with a query that is spread out more, the variance grows as claimed, though nothing is normal here"
    beside = _along(scales, draw, formula, ("spread of the query", "variance"), seen)
    return estimated(gaps**2, expected, seed, "d = 2", **told, beside=beside)


def projected_dot_product(seed: int) -> Numeric:
    """The variance of a dot product after a random projection to 5 dimensions."""
    import numpy as np  # noqa: PLC0415

    p, v = np.array([1.0, -0.5, 0.2]), np.array([0.3, 0.8, -1.0])
    main, shown = generator(seed), fresh(seed)

    def draw(rng: Generator, k: int, count: int) -> Array:
        lines = rng.normal(0, math.sqrt(1 / k), size=(count, k, 3))
        found: Array = (((lines @ p) * (lines @ v)).sum(axis=1) - p @ v) ** 2
        return found

    def formula(k: int) -> float:
        return float((p @ p) * (v @ v) + (p @ v) ** 2) / k

    axes, seen = ("dimension $k$ of the projection", "variance"), "twice the dimension halves the variance"
    beside = _along(DIMENSIONS, lambda k: draw(shown, k, 4000), formula, axes, seen)
    told = {"of": "the variance", "label": "variance"}
    return estimated(draw(main, 5, SAMPLES), formula(5), seed, "n = 3", "k = 5", **told, beside=beside)


def cosine_feature(seed: int) -> Numeric:
    """The mean of one trigonometric feature."""
    import numpy as np  # noqa: PLC0415

    x, y = np.array([0.5, -0.3]), np.array([0.4, 0.6])
    cosines = np.cos(generator(seed).normal(size=(SAMPLES, 2)) @ (x - y))
    rng, lengths = fresh(seed), (0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5)

    def draw(t: float) -> Array:
        found: Array = math.exp(t * t * float(x @ x + y @ y) / 2) * np.cos(t * rng.normal(size=(SHOWN, 2)) @ (x - y))
        return found

    seen = r"with both vectors $t$ times as long, the mean follows the kernel, and its interval widens"
    beside = _along(lengths, draw, lambda t: math.exp(t * t * float(x @ y)), ("factor $t$", "kernel"), seen)
    told = {"of": "the mean of one feature", "label": "mean of a feature"}
    samples = math.exp(float(x @ x + y @ y) / 2) * cosines
    return estimated(samples, math.exp(float(x @ y)), seed, "d = 2", **told, beside=beside)


def _positive_features(seed: int) -> tuple[Array, float, float]:
    """Positive features, the kernel, and the squared norm of the sum of the vectors."""
    import numpy as np  # noqa: PLC0415

    q, k = np.array([0.3, -0.2]), np.array([0.1, 0.4])
    draws = generator(seed).normal(size=(SAMPLES, 2)) @ (q + k)
    return np.exp(draws - (q @ q + k @ k) / 2), math.exp(float(q @ k)), float((q + k) @ (q + k))


def _of_features(seed: int, count: int) -> Callable[[float], Array]:
    """Means of `count` positive features relative to the kernel, for vectors whose sum has a given squared norm."""
    import numpy as np  # noqa: PLC0415

    rng = fresh(seed)
    return lambda square: np.exp(math.sqrt(square) * rng.normal(size=(SHOWN, count)) - square / 2).mean(axis=1)


SQUARES = (0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 1.0)


def mean_of_positive_feature(seed: int) -> Numeric:
    """One positive feature of two vectors in the plane, against the exponential kernel."""
    import numpy as np  # noqa: PLC0415

    found, kernel, _ = _positive_features(seed)
    rng, spreads = fresh(seed), {}
    for m in (4, 64):

        def errors(d: int, m: int = m) -> Array:
            """Squared relative errors for vectors of length one half in random directions."""
            q, k = (x / np.linalg.norm(x, axis=1, keepdims=True) / 2 for x in rng.normal(size=(2, 2000, d)))
            draws = np.sqrt(((q + k) ** 2).sum(1))[:, None] * rng.normal(size=(2000, m))
            estimates = np.exp(draws - ((q + k) ** 2).sum(1)[:, None] / 2).mean(axis=1)
            return (estimates - 1) ** 2  # type: ignore[no-any-return]

        spreads[m] = means(f"$m = {m}$", POWERS, errors)
    panel = Panel(tuple(spreads.values()), "dimension $d$", "squared relative error", log_x=True, log_y=True)
    seen = (
        "the squared error for vectors of length one half in random directions; it depends on the number of features and on the "
        "lengths, and not on the dimension"
    )
    told = {"of": "the mean of a positive feature", "label": "mean of a feature"}
    return estimated(found, kernel, seed, "d = 2", **told, beside=Beside(panel, seen))


def variance_of_positive_feature(seed: int) -> Numeric:
    """The squared distance of one positive feature from the kernel."""
    found, kernel, square = _positive_features(seed)
    draw = _of_features(seed, 1)
    axes = (r"$\|q + k\|^2$", "relative variance")
    seen = (
        r"relative to the squared kernel the variance is $e^{\|q + k\|^2} - 1$: it explodes with the length of $q + k$"
    )
    beside = _along(SQUARES, lambda r: (draw(r) - 1) ** 2, lambda r: math.exp(r) - 1, axes, seen)
    told = {"of": "the variance of a positive feature", "label": "variance"}
    expected = kernel**2 * (math.exp(square) - 1)
    return estimated((found - kernel) ** 2, expected, seed, "d = 2", **told, beside=beside)


def variance_of_hyperbolic_feature(seed: int) -> Numeric:
    """Each direction and its opposite."""
    import numpy as np  # noqa: PLC0415

    found, kernel, square = _positive_features(seed)
    scale = kernel * math.exp(-square / 2)
    both = (found + scale**2 / found) / 2
    rng = fresh(seed)

    def draw(square: float, pairs: bool) -> Array:
        w = math.sqrt(square) * rng.normal(size=(SHOWN, 2))
        features = np.exp(np.stack([w[:, 0], -w[:, 0] if pairs else w[:, 1]]) - square / 2).mean(axis=0)
        return (features - 1) ** 2  # type: ignore[no-any-return]

    series = (
        means("direction and opposite", SQUARES, lambda r: draw(r, True)),
        means("two directions", SQUARES, lambda r: draw(r, False)),
        claimed(SQUARES, lambda r: (math.exp(r) + math.exp(-r) - 2) / 2),
    )
    seen = "a direction with its opposite against two independent ones, relative to the squared kernel: the former is always better"
    beside = Beside(Panel(series, r"$\|q + k\|^2$", "relative variance"), seen)
    told = {"of": "the variance of a pair", "label": "variance"}
    expected = kernel**2 * (math.exp(square) + math.exp(-square) - 2) / 2
    return estimated((both - kernel) ** 2, expected, seed, "d = 2", **told, beside=beside)


def difference_of_logits(seed: int) -> Numeric:
    """Two keys around orthonormal means, and a query that is a multiple of their sum."""
    m, alpha = 3.0, 0.2
    x, y = generator(seed).normal(0, math.sqrt(alpha), size=(2, SAMPLES, 2))
    gaps = m * (x - y).sum(axis=1)  # the means give both keys the same logit
    rng, factors = fresh(seed), (0.5, 1.0, 2.0, 3.0, 4.0, 5.0)

    def draw(factor: float) -> Array:
        a, b = rng.normal(0, math.sqrt(alpha), size=(2, SHOWN, 2))
        return (factor * (a - b).sum(axis=1)) ** 2  # type: ignore[no-any-return]

    seen = "a larger factor drives the two logits apart, with its square"
    beside = _along(factors, draw, lambda f: 4 * f * f * alpha, ("factor $m$", "variance"), seen)
    told = {"of": "the variance of the difference", "label": "variance"}
    return estimated(gaps**2, 4 * m**2 * alpha, seed, "d = 2", **told, beside=beside)


def stretched_key(seed: int) -> Numeric:
    """A key that varies most along its mean, measured along it."""
    alpha, rng = 0.1, generator(seed)
    along = 1 + rng.normal(0, math.sqrt(alpha), SAMPLES) + rng.normal(0, math.sqrt(0.5), SAMPLES)
    shown, alphas = fresh(seed), (0.0, 0.1, 0.2, 0.4, 0.6, 0.8)

    def draw(a: float) -> Array:
        return (shown.normal(0, math.sqrt(a), SHOWN) + shown.normal(0, math.sqrt(0.5), SHOWN)) ** 2

    seen = r"however small the isotropic part $\alpha$ is, one half remains"
    beside = _along(alphas, draw, lambda a: 0.5 + a, (r"isotropic part $\alpha$", "variance"), seen)
    told = {"of": "the variance along the mean", "label": "variance"}
    return estimated((along - 1) ** 2, 0.5 + alpha, seed, **told, beside=beside)


def equal_heads(seed: int) -> Numeric:
    """Heads with one query and one draw of the keys: their average is each of them."""
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def run() -> tuple[Array, Array]:
        keys, values, query = rng.normal(size=(5, 3)), rng.normal(size=(5, 4)), rng.normal(size=3)
        weights = np.exp(keys @ query) / np.exp(keys @ query).sum()
        heads = np.stack([weights @ values for _ in range(rng.integers(2, 9))])
        return heads.mean(axis=0), heads[0]

    return compared((run() for _ in range(RUNS)), seed, "up to 8 heads", plot=Later(_spread_of_heads, seed))


def _spread_of_heads(seed: int) -> Plot:
    """The variance of an average of heads with one draw of the keys, and with a draw for each."""
    import numpy as np  # noqa: PLC0415

    rng, heads, query = fresh(seed), (1, 2, 4, 8, 16, 32), np.array([2.0, 2.0])

    def weights(shape: tuple[int, ...]) -> Array:
        """The weight of the first of two tokens, for keys around orthonormal means."""
        gaps = (rng.normal(0, 0.3, size=(*shape, 2, 2)) @ query) @ np.array([1.0, -1.0])
        return 1 / (1 + np.exp(-gaps))  # type: ignore[no-any-return]

    shared = means("same draw of the keys", heads, lambda _h: (weights((SHOWN,)) - 0.5) ** 2)
    apart = means("a draw for each head", heads, lambda h: (weights((4000, h)).mean(axis=1) - 0.5) ** 2)
    one = Panel((shared, apart), "heads", "variance of the average", log_x=True, log_y=True)
    draws = weights((SHOWN,))
    return Plot(
        (one, distribution(draws, "weight of the first token")),
        "Left: with one query and one draw of the keys all heads are equal, and averaging them leaves the variance as it was; only "
        "independent draws would bring it down. Right: the weight of the first of two tokens, from draw to draw.",
    )


def _averages(gradients: Array, beta: float) -> Array:
    """Running averages of the columns, started at zero; the last values."""
    v: Array = gradients[0] * 0
    for g in gradients:
        v = beta * v + (1 - beta) * g
    return v


TIMES = (1, 2, 3, 4, 6, 8, 12, 16, 24)


def variance_of_corrected_average(seed: int) -> Numeric:
    """Independent gradients of mean 2 and variance 9, after 6 steps."""
    beta, t = 0.8, 6

    def squares(rng: Generator, t: int, count: int) -> Array:
        return (_averages(rng.normal(2, 3, size=(t, count)), beta) / (1 - beta**t) - 2) ** 2

    def formula(t: int) -> float:
        return (1 - beta) * (1 + beta**t) / ((1 + beta) * (1 - beta**t)) * 9

    shown = fresh(seed)
    series = (means("sampled", TIMES, lambda t: squares(shown, t, SHOWN)), claimed(TIMES, formula))
    panel = Panel(series, "step $t$", "variance", level=(1 - beta) / (1 + beta) * 9, level_name="limit")
    beside = Beside(panel, "the variance comes down from that of one gradient to its limit, and no further")
    told = {"of": "the variance", "label": "variance"}
    return estimated(squares(generator(seed), t, SAMPLES), formula(t), seed, "t = 6", **told, beside=beside)


def second_moment_average(seed: int) -> Numeric:
    """The running average of squared gradients whose second moment is 5, after 7 steps."""
    beta, t = 0.9, 7
    shown = fresh(seed)
    found = means("average", TIMES, lambda t: _averages(shown.normal(1, 2, size=(t, SHOWN)) ** 2, beta))
    series = (found, claimed(TIMES, lambda t: (1 - beta**t) * 5))
    panel = Panel(series, "step $t$", "mean of $r_t$", level=5.0, level_name="second moment")
    beside = Beside(panel, "the average falls short of the second moment, most of all in the first steps")
    told = {"of": "the mean of $r_7$", "label": "mean of $r_7$"}
    gradients = generator(seed).normal(1, 2, size=(t, SAMPLES))
    return estimated(_averages(gradients**2, beta), (1 - beta**t) * 5, seed, "t = 7", **told, beside=beside)


def drifting_second_moment(seed: int) -> Numeric:
    """Squared gradients whose scale grows from step to step."""
    beta, t = 0.9, 5

    def draw(rng: Generator, t: int, count: int) -> Array:
        return _averages((rng.normal(size=(t, count)).T * range(1, t + 1)).T ** 2, beta)

    def formula(t: int) -> float:
        drift = math.fsum(beta ** (t - i) * (i * i - t * t) for i in range(1, t + 1))
        return (1 - beta**t) * t * t + (1 - beta) * drift

    shown = fresh(seed)
    series = (
        means("average", TIMES, lambda t: draw(shown, t, SHOWN)),
        claimed(TIMES, formula),
        claimed(TIMES, lambda t: (1 - beta**t) * t * t, "without drift"),
    )
    beside = Beside(
        Panel(series, "step $t$", "mean of $r_t$"),
        "the average lags ever further behind the value that it would have without drift (upper curve)",
    )
    told = {"of": "the mean of $r_5$", "label": "mean of $r_5$"}
    return estimated(draw(generator(seed), t, SAMPLES), formula(t), seed, "t = 5", **told, beside=beside)


def decayed_parameters(seed: int) -> Numeric:
    """Steps of mean zero and weight decay, for 8 steps."""
    decay, theta = 0.1, 3.0

    def draw(rng: Generator, steps: int, count: int) -> Array:
        found: Array = rng.normal(size=count) * 0 + theta
        for _ in range(steps):
            found = found - 0.05 * rng.choice((-1.0, 1.0), count) - decay * found
        return found

    def formula(steps: int) -> float:
        return (1 - decay) ** steps * theta

    shown = fresh(seed)
    seen = "step by step the mean decays towards zero, as claimed"
    found = (means("mean", TIMES, lambda t: draw(shown, t, SHOWN)), claimed(TIMES, formula))
    told = {"of": r"the mean of $\theta_8$", "label": r"mean of $\theta_8$"}
    beside = Beside(Panel(found, "step $t$", r"mean of $\theta_t$"), seen)
    return estimated(draw(generator(seed), 8, SAMPLES), formula(8), seed, "8 steps", **told, beside=beside)


def normal_divergence(seed: int) -> Numeric:
    """The mean difference of two log densities in the plane."""
    import numpy as np  # noqa: PLC0415

    mu, nu = np.array([0.5, -0.2]), np.array([0.0, 0.3])
    S, L = np.array([[1.0, 0.3], [0.3, 0.5]]), np.array([[2.0, -0.4], [-0.4, 1.0]])
    x = mu + generator(seed).normal(size=(SAMPLES, 2)) @ np.linalg.cholesky(S).T

    def log_density(centre: Array, cov: Array) -> Array:
        gaps = x - centre
        forms: Array = ((gaps @ np.linalg.inv(cov)) * gaps).sum(axis=1)
        return -0.5 * (math.log(np.linalg.det(cov)) + forms)

    inverse = np.linalg.inv(L)
    logs = math.log(np.linalg.det(L) / np.linalg.det(S))
    expected = 0.5 * (float(np.trace(inverse @ S) + (nu - mu) @ inverse @ (nu - mu)) - 2 + logs)
    samples = log_density(mu, S) - log_density(nu, L)
    seen = "the difference of the logarithms from sample to sample; it is negative where the second law is the likelier one"
    told = {"of": "the divergence", "label": "divergence"}
    return estimated(
        samples, expected, seed, "d = 2", **told, beside=Beside(distribution(samples, "log ratio of densities"), seen)
    )
