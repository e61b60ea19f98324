"""Points and weights for Gaussian expectations and for integrals over R^n. They search; sampling decides."""

from __future__ import annotations

from functools import cache
from math import sqrt

import numpy as np

from checks.numeric.arrays import Array, CannotEvaluate, Undefined

COARSE, FINE = 12, 20  # nodes per Gaussian coordinate: the two must agree before a difference is believed
GRIDS = {1: (20.0, 640), 2: (14.0, 84), 3: (10.0, 32)}  # dimension -> half width, intervals


@cache
def normal_line(nodes: int) -> tuple[Array, Array]:
    """Gauss-Hermite points and weights for the standard normal distribution."""
    points, weights = np.polynomial.hermite_e.hermegauss(nodes)
    return points, weights / sqrt(2 * np.pi)


@cache
def normal_grid(size: int, nodes: int) -> tuple[Array, Array]:
    """Tensor grid (points x coordinates, weights). Raises `CannotEvaluate` above three coordinates."""
    if size > 3:
        raise CannotEvaluate("a Gaussian expectation with too many coordinates")
    line, weight = normal_line(nodes)
    mesh = np.meshgrid(*[line] * size, indexing="ij")
    weights = np.meshgrid(*[weight] * size, indexing="ij")
    return np.stack([m.ravel() for m in mesh], axis=1), np.prod([w.ravel() for w in weights], axis=0)


@cache
def real_grid(size: int, nodes: int) -> tuple[Array, float]:
    """A uniform grid on a box and the volume of a cell: for smooth integrands that fade, sums converge fast."""
    if size not in GRIDS:
        raise CannotEvaluate("an integral over too many dimensions")
    half, intervals = GRIDS[size]
    if nodes == FINE:
        intervals = intervals * 5 // 4
    line = np.linspace(-half, half, intervals + 1)
    mesh = np.meshgrid(*[line] * size, indexing="ij")
    return np.stack([m.ravel() for m in mesh], axis=1), (2 * half / intervals) ** size


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
