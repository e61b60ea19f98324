"""Difference quotients of an autoencoder, and scaled dot products."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hence.derivations.experiments.drawing import POWERS, claimed, dots, line, means
from hence.derivations.experiments.measuring import RUNS, Beside, compared, estimated, fresh, generator
from hence.language.plots import Later, Panel, Plot
from hence.language.verdicts import Numeric

if TYPE_CHECKING:
    from hence.derivations.experiments.measuring import Array


def autoencoder_gradients(seed: int) -> Numeric:
    """Difference quotients of the loss by each matrix against the matrix factors: they vanish together.

    The loss is quadratic in each of the two matrices, so that central differences are exact at any width.
    """
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def loss(X: Array, W_1: Array, W_2: Array) -> float:
        return float(((X - W_2 @ W_1 @ X) ** 2).sum() / X.shape[1])

    def run() -> tuple[Array, Array]:
        m, n, k = rng.integers(1, 6, size=3)
        X, W_1, W_2 = rng.normal(size=(m, n)), rng.normal(size=(k, m)), rng.normal(size=(m, k))
        decoder = [(loss(X, W_1, W_2 + E) - loss(X, W_1, W_2 - E)) / 2 for E in _units(m, k)]
        encoder = [(loss(X, W_1 + E, W_2) - loss(X, W_1 - E, W_2)) / 2 for E in _units(k, m)]
        rest = X - W_2 @ W_1 @ X
        factors = [(rest @ X.T @ W_1.T).ravel(), (W_2.T @ rest @ X.T).ravel()]
        return np.array([*decoder, *encoder]), -2 / n * np.concatenate(factors)

    return compared(
        (run() for _ in range(RUNS)), seed, "m, n and k up to 5", plot=Later(_descent_of_an_autoencoder, seed)
    )


def _descent_of_an_autoencoder(seed: int) -> Plot:
    """Gradient steps from three starts: what is above the smallest loss, and both gradients of the last run."""
    import numpy as np  # noqa: PLC0415

    rng, m, n, k, steps = fresh(seed), 5, 40, 2, 400
    X = rng.normal(size=(m, n)) * np.array([2.0, 1.4, 0.8, 0.5, 0.3])[:, None]
    least = float((np.linalg.svd(X)[1][k:] ** 2).sum() / n)
    losses, sizes = [], []
    for _ in range(3):
        A, B = 0.03 * rng.normal(size=(k, m)), 0.03 * rng.normal(size=(m, k))
        above, grads = [], []
        for _step in range(steps):
            rest = X - B @ A @ X
            G_B, G_A = -2 / n * rest @ X.T @ A.T, -2 / n * B.T @ rest @ X.T
            above.append(float((rest**2).sum() / n) - least)
            grads.append((float(np.linalg.norm(G_A)), float(np.linalg.norm(G_B))))
            A, B = A - 0.02 * G_A, B - 0.02 * G_B
        losses.append(above)
        sizes.append(grads)
    every = range(0, steps, 4)
    runs = tuple(line(f"start {number}", every, run[::4]) for number, run in enumerate(losses, 1))
    both = tuple(line(name, every, [g[at] for g in sizes[-1]][::4]) for at, name in enumerate(("encoder", "decoder")))
    return Plot(
        (
            Panel(runs, "gradient step", "loss above its minimum", log_y=True),
            Panel(both, "gradient step", "norm of the gradient", log_y=True),
        ),
        "Gradient steps on a linear autoencoder with two units. Left: from three random starts the loss comes down to the part that "
        "two principal directions must leave, over plateaus where a direction is still to be found. Right: the gradients of "
        "encoder and decoder vanish together along the third run.",
    )


def _units(rows: int, cols: int) -> Array:
    """The matrices with a single one, row by row."""
    import numpy as np  # noqa: PLC0415

    return np.eye(rows * cols).reshape(-1, rows, cols)


def scaled_dot_product(seed: int) -> Numeric:
    """The second moment of scaled dot products of 64 coordinates."""
    rng = generator(seed)
    d, count = 64, 50_000
    products = (rng.normal(size=(count, d)) * rng.normal(size=(count, d))).sum(axis=1)
    told = {"of": r"the variance of $q^\top k / \sqrt{d}$", "label": "scaled variance"}
    return estimated(products**2 / d, 1.0, seed, "d = 64", **told, beside=_scaled_and_not(seed))


def _scaled_and_not(seed: int) -> Beside:
    rng = fresh(seed)

    def products(d: int) -> Array:
        return (rng.normal(size=(5000, d)) * rng.normal(size=(5000, d))).sum(axis=1)  # type: ignore[no-any-return]

    plain = means(r"$q^\top k$", POWERS, lambda d: products(d) ** 2)
    scaled = means(r"$q^\top k / \sqrt{d}$", POWERS, lambda d: products(d) ** 2 / d)
    curves = (claimed(POWERS, float), claimed(POWERS, lambda _d: 1.0, ""))
    panel = Panel((plain, scaled, *curves), "dimension $d$", "variance", log_x=True, log_y=True)
    return Beside(panel, "the variance of a dot product grows with the dimension, that of the scaled one does not")


def _penalised(S: Array, W_1: Array, W_2: Array, penalty: float) -> float:
    import numpy as np  # noqa: PLC0415

    rest = np.eye(len(S)) - W_2 @ W_1
    return float(np.trace(rest @ S @ rest.T) + penalty * ((W_1**2).sum() + (W_2**2).sum()))


def _descent(S: Array, W_1: Array, W_2: Array, penalty: float) -> list[float]:
    """The losses along 400 gradient steps."""
    import numpy as np  # noqa: PLC0415

    losses = []
    for _ in range(400):
        rest = (np.eye(len(S)) - W_2 @ W_1) @ S
        W_1, W_2 = W_1 + 0.05 * (W_2.T @ rest - penalty * W_1), W_2 + 0.05 * (rest @ W_1.T - penalty * W_2)
        losses.append(_penalised(S, W_1, W_2, penalty))
    return losses


def penalised_minimum(seed: int) -> Numeric:
    """The penalised loss of the exact pair against its formula, and against descents from it and from random pairs.

    What a descent finds below the formula counts as an error; that it stays above does not.
    """
    import numpy as np  # noqa: PLC0415

    rng = generator(seed)

    def run() -> tuple[Array, Array]:
        m = int(rng.integers(2, 6))
        k = int(rng.integers(1, m))
        s = np.sort(rng.uniform(0.3, 2.0, size=m))[::-1]
        penalty = float(rng.uniform(0.05, 0.9)) * s[k - 1]
        U = np.linalg.qr(rng.normal(size=(m, m)))[0]
        S = U @ np.diag(s) @ U.T
        W_2 = U[:, :k] @ np.diag(np.sqrt(1 - penalty / s[:k]))
        least = s[k:].sum() + (2 * penalty - penalty**2 / s[:k]).sum()
        found = _descent(S, rng.normal(size=(k, m)), rng.normal(size=(m, k)), penalty)[-1]
        return np.array([_penalised(S, W_2.T, W_2, penalty), min(found, least)]), np.array([least, least])

    return compared(
        (run() for _ in range(RUNS)), seed, "m up to 5, k below m", plot=Later(_descents_to_the_minimum, seed)
    )


def _descents_to_the_minimum(seed: int) -> Plot:
    import numpy as np  # noqa: PLC0415

    rng, k = fresh(seed), 2
    s = np.array([2.0, 1.5, 0.8, 0.4])
    S = np.diag(s)

    def least(penalty: float) -> float:
        return float(s[k:].sum() + (2 * penalty - penalty**2 / s[:k]).sum())

    def end(penalty: float) -> list[float]:
        return _descent(S, rng.normal(size=(k, len(s))), rng.normal(size=(len(s), k)), penalty)

    every = range(0, 400, 4)
    runs = [line(f"start {number}", every, [v - least(0.3) for v in end(0.3)][::4]) for number in (1, 2, 3)]
    penalties = (0.05, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4)
    ends = dots("end of the descent", penalties, [min(end(p)[-1] for _ in range(4)) for p in penalties])
    return Plot(
        (
            Panel(tuple(runs), "gradient step", "loss above the formula", log_y=True),
            Panel((ends, claimed(penalties, least)), r"penalty $\lambda$", "smallest loss"),
        ),
        r"Four directions, two units. Left: gradient descent from random starts comes down to the value of the formula "
        r"($\lambda = 0.3$), and never below it. Right: for every penalty below the second eigenvalue the best of four descents ends on the formula.",
    )
