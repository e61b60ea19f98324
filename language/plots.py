"""What an experiment found, as points: data for a figure, drawn elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from hence.language.records import dataclass

Points: TypeAlias = tuple[float, ...]


@dataclass(frozen=True)
class Series:
    """A line or a cloud of points; `low` and `high` are the ends of a band around it, or of bars through points."""

    name: str
    x: Points
    y: Points
    low: Points = ()
    high: Points = ()
    style: Literal["line", "dots", "steps", "dashed"] = "line"


@dataclass(frozen=True)
class Panel:
    """One pair of axes. `level` is a value that the points are compared with; `equal` axes have the same unit."""

    series: tuple[Series, ...]
    x_label: str
    y_label: str
    level: float | None = None
    log_x: bool = False
    log_y: bool = False
    diagonal: bool = False
    equal: bool = False
    level_name: str = "claimed"


@dataclass(frozen=True)
class Plot:
    """Panels side by side, and what to see in them."""

    panels: tuple[Panel, ...]
    caption: str


@dataclass(frozen=True)
class Later:
    """A plot that is made where it is drawn: by a function of a module, so that it travels between processes."""

    make: Callable[[int], Plot]
    seed: int


def as_points(plot: Plot | Later) -> Plot:
    """The plot, made now if it was not before."""
    return plot.make(plot.seed) if isinstance(plot, Later) else plot
