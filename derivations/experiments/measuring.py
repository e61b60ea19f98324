"""What experiments share: a generator, an estimate with its interval, a comparison of two computations.

An experiment takes a seed and returns its evidence. A mean is estimated from a sample whose size is fixed beforehand, with
a normal confidence interval at `LEVEL`; what holds for every draw is compared at many draws. Numpy is loaded when
an experiment runs, not with the catalogue.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from hence.derivations.experiments.drawing import LEVEL, quantile, running
from hence.language.plots import Later, Panel, Plot
from hence.language.verdicts import Numeric

if TYPE_CHECKING:
    import numpy as np

    Array: TypeAlias = "np.ndarray[Any, Any]"
    Generator: TypeAlias = np.random.Generator

__all__ = ["LEVEL", "RUNS", "SAMPLES", "Beside", "compared", "estimated", "fresh", "generator"]
SAMPLES = 200_000
SHOWN = 20_000  # samples for every point of a panel
RUNS = 20


def generator(seed: int) -> Generator:
    import numpy as np  # noqa: PLC0415

    return np.random.default_rng(seed)


def fresh(seed: int) -> Generator:
    """Another stream, for panels beside the estimate."""
    import numpy as np  # noqa: PLC0415

    return np.random.default_rng((seed, 1))


@dataclass(frozen=True)
class Beside:
    """The panel right of an estimate, and what to see in it."""

    panel: Panel
    seen: str


def estimated(samples: Array, claimed: float, seed: int, *sizes: str, of: str, label: str, beside: Beside) -> Numeric:
    """The mean of a sample, and an interval that misses the true mean with probability `LEVEL`.

    `of` says in LaTeX prose what is estimated, `label` in a word or two for the axis.
    """
    count = len(samples)
    centre = float(samples.mean())
    radius = quantile() * float(samples.std(ddof=1)) / math.sqrt(count)
    interval = (centre - radius, centre + radius)
    caption = (
        f"Left: as samples are added, the estimate of {of} settles on the claimed value (dashed), and its confidence "
        f"band narrows. Right: {beside.seen}."
    )
    plot = Plot((running(samples, claimed, label), beside.panel), caption)
    return Numeric(
        estimate=centre, interval=interval, claimed=claimed, samples=count, dimensions=sizes, seed=seed, plot=plot
    )


def compared(pairs: Iterable[tuple[Array, Array]], seed: int, *sizes: str, plot: Plot | Later) -> Numeric:
    """The largest difference between two ways to compute the same, relative to their size."""
    errors = [float((abs(a - b) / (1 + abs(a) + abs(b))).max()) for a, b in pairs]
    return Numeric(instances=len(errors), max_error=max(errors), dimensions=sizes, seed=seed, plot=plot)
