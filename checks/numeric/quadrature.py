"""Points and weights for Gaussian expectations and for integrals over R^n. They search; sampling decides."""

from __future__ import annotations

from functools import cache

import numpy as np
from hence.checks.numeric.arrays import Array, CannotEvaluate, Undefined
from hence.checks.numeric.laws import NORMAL

COARSE, FINE = 12, 20  # nodes per Gaussian coordinate: the two must agree before a difference is believed
GRIDS = {2: (14.0, 84), 3: (10.0, 32)}  # dimension -> half width, intervals
LINE = (4.0, 2.6, 640)  # x = 4 sinh(u) for |u| <= 2.6: dense near 0, and wide enough for a deviation of 3


@cache
def normal_grid(size: int, nodes: int) -> tuple[Array, Array]:
    """Tensor grid (points x coordinates, weights). Raises `CannotEvaluate` above three coordinates."""
    if size > 3:
        raise CannotEvaluate("a Gaussian expectation with too many coordinates")
    line, weight = NORMAL.line(nodes)
    mesh = np.meshgrid(*[line] * size, indexing="ij")
    weights = np.meshgrid(*[weight] * size, indexing="ij")
    return np.stack([m.ravel() for m in mesh], axis=1), np.prod([w.ravel() for w in weights], axis=0)


@cache
def real_grid(size: int, nodes: int) -> tuple[Array, Array]:
    """Points and weights on a box: for smooth integrands that fade, sums over even steps converge fast."""
    if size == 1:
        return _real_line(nodes)
    if size not in GRIDS:
        raise CannotEvaluate("an integral over too many dimensions")
    half, intervals = GRIDS[size]
    if nodes == FINE:
        intervals = intervals * 5 // 4
    line = np.linspace(-half, half, intervals + 1)
    mesh = np.meshgrid(*[line] * size, indexing="ij")
    points = np.stack([m.ravel() for m in mesh], axis=1)
    return points, np.full(len(points), (2 * half / intervals) ** size)


def _real_line(nodes: int) -> tuple[Array, Array]:
    scale, half, intervals = LINE
    if nodes == FINE:
        intervals = intervals * 5 // 4
    even = np.linspace(-half, half, intervals + 1)
    return scale * np.sinh(even)[:, None], scale * np.cosh(even) * (2 * half / intervals)


def square_root(cov: Array, size: int) -> Array:
    """A factor F with F F^T = cov. Raises `Undefined` if there is none."""
    if cov.shape[-2:] == (1, 1):
        if cov.min() < 0:
            raise Undefined("negative variance")
        return np.sqrt(cov) * np.eye(size)
    try:
        return np.linalg.cholesky(cov)
    except np.linalg.LinAlgError as error:
        raise Undefined("covariance that is not positive definite") from error
