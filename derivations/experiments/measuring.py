"""What experiments share: a generator, an estimate with its interval, a comparison of two computations.

An experiment takes a seed and returns its evidence. A mean is estimated from a sample whose size is fixed beforehand, with
a normal confidence interval at `LEVEL`; what holds for every draw is compared at many draws. Numpy is loaded when
an experiment runs, not with the catalogue.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, TypeAlias

from hence.language.plots import Panel, Plot, Series
from hence.language.verdicts import Numeric

if TYPE_CHECKING:
    import numpy as np

    Array: TypeAlias = "np.ndarray[Any, Any]"
    Generator: TypeAlias = np.random.Generator

LEVEL = 1e-6  # a thousand experiments together are wrong about a true result once in a thousand runs
SAMPLES = 200_000
RUNS = 20


def generator(seed: int) -> Generator:
    import numpy as np  # noqa: PLC0415

    return np.random.default_rng(seed)


def estimated(samples: Array, claimed: float, seed: int, *sizes: str) -> Numeric:
    """The mean of a sample, and an interval that misses the true mean with probability `LEVEL`."""
    count = len(samples)
    centre = float(samples.mean())
    radius = _quantile() * float(samples.std(ddof=1)) / math.sqrt(count)
    interval = (centre - radius, centre + radius)
    plot = Plot((_running(samples, claimed), _distribution(samples, centre)), ESTIMATED)
    return Numeric(
        estimate=centre, interval=interval, claimed=claimed, samples=count, dimensions=sizes, seed=seed, plot=plot
    )


def compared(pairs: Iterable[tuple[Array, Array]], seed: int, *sizes: str) -> Numeric:
    """The largest difference between two ways to compute the same, relative to their size."""
    kept = list(pairs)
    errors = [float((abs(a - b) / (1 + abs(a) + abs(b))).max()) for a, b in kept]
    plot = Plot((_agreement(kept), _differences(errors)), COMPARED)
    return Numeric(instances=len(errors), max_error=max(errors), dimensions=sizes, seed=seed, plot=plot)


# Figures ---------------------------------------------------------------------------------------------------

ESTIMATED = (
    "Left: as samples are added, the estimate (line) settles on the claimed value (dashed), and the confidence band "
    "shrinks around it. Right: how the samples are distributed around their mean."
)
COMPARED = (
    "Left: two computations of the same quantity, one against the other; every draw lies on the diagonal. "
    "Right: their largest difference in each draw stays at the size of rounding errors."
)
CHECKPOINTS, BINS, MOST_POINTS = 60, 48, 240
ROUNDING = 1e-18  # what is drawn for no difference at all, on a logarithmic axis


def _quantile() -> float:
    return NormalDist().inv_cdf(1 - LEVEL / 2)


def points(values: Iterable[float]) -> tuple[float, ...]:
    """Plain numbers of six digits, the same on every machine."""
    return tuple(float(f"{value:.6g}") for value in values)


def _running(samples: Array, claimed: float) -> Panel:
    """The estimate and its band after ever more samples."""
    import numpy as np  # noqa: PLC0415

    counts = np.unique(np.geomspace(100, len(samples), CHECKPOINTS).astype(int))
    means = np.cumsum(samples)[counts - 1] / counts
    squares = np.cumsum(samples**2)[counts - 1] / counts
    radii = _quantile() * np.sqrt(np.maximum(squares - means**2, 0) / counts)
    line = Series("estimate", points(counts), points(means), points(means - radii), points(means + radii))
    return Panel((line,), "samples", "estimate", level=float(f"{claimed:.6g}"), log_x=True)


def _distribution(samples: Array, centre: float) -> Panel:
    """A histogram of the samples between their outer quantiles."""
    import numpy as np  # noqa: PLC0415

    low, high = np.quantile(samples, (0.005, 0.98))
    if high <= low:
        low, high = float(samples.min()) - 0.5, float(samples.max()) + 0.5
    heights, edges = np.histogram(samples, bins=BINS, range=(float(low), float(high)), density=True)
    middles = (edges[1:] + edges[:-1]) / 2
    bars = Series("samples", points(middles), points(heights), style="steps")
    mean = Series("mean", points((centre, centre)), points((0, float(heights.max()))), style="dashed")
    return Panel((bars, mean), "value of a sample", "density")


def _agreement(pairs: list[tuple[Array, Array]]) -> Panel:
    import numpy as np  # noqa: PLC0415

    first, second = (np.concatenate([np.ravel(pair[side]) for pair in pairs]) for side in (0, 1))
    chosen = slice(None, None, max(1, len(first) // MOST_POINTS))
    dots = Series("draws", points(first[chosen]), points(second[chosen]), style="dots")
    return Panel((dots,), "computed one way", "computed the other way", diagonal=True)


def _differences(errors: list[float]) -> Panel:
    shown = [max(error, ROUNDING) for error in errors]
    dots = Series("difference", points(range(1, len(shown) + 1)), points(shown), style="dots")
    return Panel((dots,), "draw", "largest difference", log_y=True)
