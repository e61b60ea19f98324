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
    radius = NormalDist().inv_cdf(1 - LEVEL / 2) * float(samples.std(ddof=1)) / math.sqrt(count)
    interval = (centre - radius, centre + radius)
    return Numeric(estimate=centre, interval=interval, claimed=claimed, samples=count, dimensions=sizes, seed=seed)


def compared(pairs: Iterable[tuple[Array, Array]], seed: int, *sizes: str) -> Numeric:
    """The largest difference between two ways to compute the same, relative to their size."""
    errors = [float((abs(a - b) / (1 + abs(a) + abs(b))).max()) for a, b in pairs]
    return Numeric(instances=len(errors), max_error=max(errors), dimensions=sizes, seed=seed)
