"""Figures: plots of experiments as vector graphics, readable in grey, the same bytes from the same points."""

from __future__ import annotations

import logging
import math
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hence.language.plots import Panel, Plot, Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, HEIGHT = 5.87, 2.2  # inches: the width of the text
INK, BAND, LEVEL = "#1c1c1c", "#c9ced6", "#7a2a20"
TONES = ("#1c1c1c", "#6a7480", "#87909b", "#203e6e", "#7a2a20")
DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1, 1.4)), (0, (6, 2, 1, 2)), (0, (3, 1)))
SHAPES = ("o", "s", "^", "D", "v")  # told apart without colour
SHORT_RANGE = 300  # of a logarithmic axis
LEGEND_LETTERS = 48  # in a line
MARKUP = re.compile(r"[${}^]|\\[a-z]{2,}")
STYLE: Any = {
    "font.family": "serif",
    "font.serif": ["cmr10", "DejaVu Serif"],
    "mathtext.fontset": "cm",
    "axes.formatter.use_mathtext": True,
    "axes.unicode_minus": False,
    "font.size": 8,
    "axes.linewidth": 0.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "lines.linewidth": 1.1,
    "legend.frameon": False,
    "legend.fontsize": 7.5,
    "pdf.fonttype": 42,
    "svg.hashsalt": "hence",
    "svg.fonttype": "path",
}
ENDINGS: dict[str, dict[str, None]] = {
    ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    ".svg": {"Date": None},
}


def draw(plot: Plot, stem: Path, endings: tuple[str, ...] = (".pdf", ".svg")) -> None:
    """Write `stem.pdf` and `stem.svg`. Raises OSError where they cannot be written."""
    os.environ.setdefault("MPLBACKEND", "agg")
    logging.getLogger("fontTools").setLevel(logging.ERROR)  # the dates in matplotlib's own fonts are old, and warned of
    import matplotlib as mpl  # noqa: PLC0415 (slow to load)
    from matplotlib.figure import Figure  # noqa: PLC0415
    from matplotlib.layout_engine import ConstrainedLayoutEngine  # noqa: PLC0415

    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, HEIGHT), layout=ConstrainedLayoutEngine(w_pad=0.04, wspace=0.06))
        axes = figure.subplots(1, len(plot.panels), squeeze=False)[0]
        for number, panel in enumerate(plot.panels):
            _panel(axes[number], panel)
        for ending in endings:
            figure.savefig(stem.with_suffix(ending), metadata=ENDINGS[ending])


def _panel(axes: Axes, panel: Panel) -> None:
    for number, series in enumerate(panel.series):
        _series(axes, series, number)
    if panel.level is not None:
        against_curve = any(series.style == "dashed" for series in panel.series)
        style = (0, (1, 1.4)) if against_curve else (0, (5, 2))
        axes.axhline(panel.level, color=LEVEL, linestyle=style, linewidth=0.9, label=panel.level_name)
    if panel.diagonal:
        axes.axline((0, 0), slope=1, color=LEVEL, linewidth=0.6, zorder=0)
    if panel.equal:
        axes.set_aspect("equal", adjustable="datalim")
    axes.set_xlabel(panel.x_label)
    axes.set_ylabel(panel.y_label)
    _scales(axes, panel)
    _legend(axes, panel)


def _scales(axes: Axes, panel: Panel) -> None:
    """Logarithmic axes; over a short range their numbers are written out."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, NullLocator  # noqa: PLC0415

    for wanted, scale, axis, ends in (
        (panel.log_x, axes.set_xscale, axes.xaxis, axes.get_xlim),
        (panel.log_y, axes.set_yscale, axes.yaxis, axes.get_ylim),
    ):
        if not wanted:
            continue
        scale("log")
        low, high = ends()
        axis.set_minor_formatter(NullFormatter())
        if high / low < SHORT_RANGE:
            axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
            axis.set_minor_locator(NullLocator())
            axis.set_major_formatter(FuncFormatter(lambda value, _at: f"{value:g}"))


def _legend(axes: Axes, panel: Panel) -> None:
    """Above the axes, where it hides nothing; none for a single series."""
    names = [series.name for series in panel.series if series.name]
    names += [panel.level_name] if panel.level is not None else []
    if len(names) < 2:
        return
    letters = sum(len(MARKUP.sub("", name)) + 5 for name in names)  # and the sample of each line
    rows = math.ceil(letters / LEGEND_LETTERS)
    axes.legend(
        loc="lower left",
        bbox_to_anchor=(-0.02, 0.99),
        ncols=math.ceil(len(names) / rows),
        handlelength=2.0,
        columnspacing=1.0,
        handletextpad=0.5,
        borderaxespad=0.0,
    )


def _series(axes: Axes, series: Series, number: int) -> None:
    tone, name = TONES[number % len(TONES)], series.name or "_nolegend_"
    if series.low and series.style != "dots":
        axes.fill_between(series.x, series.low, series.high, color=BAND, linewidth=0, zorder=0)
    match series.style:
        case "dots":
            if series.low:
                axes.vlines(series.x, series.low, series.high, color=tone, linewidth=0.8)
            shape = SHAPES[number % len(SHAPES)]
            axes.plot(series.x, series.y, shape, color=tone, markersize=3, markeredgewidth=0, label=name)
        case "steps":
            axes.fill_between(series.x, series.y, step="mid", color=BAND, linewidth=0)
            axes.step(series.x, series.y, where="mid", color=tone, linewidth=0.7, label=name)
        case "dashed":
            axes.plot(series.x, series.y, color=LEVEL, linestyle=(0, (5, 2)), linewidth=0.9, zorder=3, label=name)
        case "line":
            style = DASHES[number % len(DASHES)]
            axes.plot(series.x, series.y, color=tone, linestyle=style, label=name)
