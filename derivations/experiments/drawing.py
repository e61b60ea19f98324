"""Panels of figures: an estimate as samples are added, samples as a histogram, means with intervals along a parameter.

Points are rounded to six digits, so that a figure is the same file on every machine; rounding errors are never drawn.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, TypeAlias

from hence.language.plots import Panel, Series

if TYPE_CHECKING:
    import numpy as np

    Array: TypeAlias = "np.ndarray[Any, Any]"

LEVEL = 1e-6  # a thousand experiments together are wrong about a true result once in a thousand runs
CHECKPOINTS, BINS = 60, 48
FEWEST = 100  # samples before an estimate is drawn
POWERS = (1, 2, 4, 8, 16, 32, 64, 128, 256)


def quantile() -> float:
    return NormalDist().inv_cdf(1 - LEVEL / 2)


def points(values: Iterable[float]) -> tuple[float, ...]:
    """Plain numbers of six digits."""
    return tuple(float(f"{value:.6g}") for value in values)


def running(samples: Array, claimed: float, label: str) -> Panel:
    """The estimate and its band after ever more samples."""
    import numpy as np  # noqa: PLC0415

    counts = np.unique(np.geomspace(FEWEST, len(samples), CHECKPOINTS).astype(int))
    means = np.cumsum(samples)[counts - 1] / counts
    squares = np.cumsum(samples**2)[counts - 1] / counts
    radii = quantile() * np.sqrt(np.maximum(squares - means**2, 0) / counts)
    line = Series("estimate", points(counts), points(means), points(means - radii), points(means + radii))
    return Panel((line,), "samples", label, level=float(f"{claimed:.6g}"), log_x=True)


def distribution(samples: Array, label: str, *, mean: bool = True) -> Panel:
    """A histogram of the samples between their outer quantiles, with their mean."""
    import numpy as np  # noqa: PLC0415

    low, high = np.quantile(samples, (0.002, 0.998))
    heights, edges = np.histogram(samples, bins=BINS, range=(float(low), float(high)), density=True)
    bars = Series("", points((edges[1:] + edges[:-1]) / 2), points(heights), style="steps")
    return Panel((bars, *((upright("mean", samples.mean(), heights.max()),) if mean else ())), label, "density")


def upright(name: str, at: float, top: float) -> Series:
    """A vertical line."""
    return Series(name, points((at, at)), points((0, top)), style="dashed")


def means(name: str, xs: Sequence[float], draw: Callable[[Any], Array]) -> Series:
    """The mean of a sample at every x, with its confidence interval."""
    samples = [draw(x) for x in xs]
    centres = [float(found.mean()) for found in samples]
    radii = [quantile() * float(found.std(ddof=1)) / math.sqrt(len(found)) for found in samples]
    ends = [(c - r, c + r) for c, r in zip(centres, radii, strict=True)]
    low, high = points(e[0] for e in ends), points(e[1] for e in ends)
    return Series(name, points(xs), points(centres), low, high, style="dots")


def dots(name: str, xs: Iterable[float], ys: Iterable[float]) -> Series:
    return Series(name, points(xs), points(ys), style="dots")


def line(name: str, xs: Iterable[float], ys: Iterable[float]) -> Series:
    return Series(name, points(xs), points(ys))


def claimed(xs: Sequence[float], formula: Callable[[Any], float], name: str = "claimed") -> Series:
    """What is claimed, as a dashed curve."""
    return Series(name, points(xs), points(formula(x) for x in xs), style="dashed")
