"""Figures: plots of experiments as vector graphics, readable in grey, the same bytes from the same points."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hence.language.plots import Panel, Plot, Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, HEIGHT = 5.87, 2.1  # inches: the width of the text
INK, BAND, LEVEL = "#1c1c1c", "#c9ced6", "#7a2a20"
TONES = ("#1c1c1c", "#6a7480", "#a0a8b2", "#203e6e", "#7a2a20")
DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1, 1.4)), (0, (6, 2, 1, 2)), (0, (3, 1)))
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
    "pdf.fonttype": 3,
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
    import matplotlib as mpl  # noqa: PLC0415 (slow to load)
    from matplotlib.figure import Figure  # noqa: PLC0415

    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, HEIGHT))
        figure.subplots_adjust(left=0.1, right=0.985, bottom=0.21, top=0.95, wspace=0.3)
        axes = figure.subplots(1, len(plot.panels), squeeze=False)[0]
        for number, panel in enumerate(plot.panels):
            _panel(axes[number], panel)
        for ending in endings:
            figure.savefig(stem.with_suffix(ending), metadata=ENDINGS[ending])


def _panel(axes: Axes, panel: Panel) -> None:
    if panel.log_x:
        axes.set_xscale("log")
    if panel.log_y:
        axes.set_yscale("log")
    for number, series in enumerate(panel.series):
        _series(axes, series, number)
    if panel.level is not None:
        axes.axhline(panel.level, color=LEVEL, linestyle=(0, (5, 2)), linewidth=0.9, label="claimed")
    if panel.diagonal:
        axes.axline((0, 0), slope=1, color=LEVEL, linewidth=0.6, zorder=0)
    axes.set_xlabel(panel.x_label)
    axes.set_ylabel(panel.y_label)
    named = len(panel.series) + (panel.level is not None)
    if named > 1:
        axes.legend(loc="best", handlelength=2.2)


def _series(axes: Axes, series: Series, number: int) -> None:
    tone = TONES[number % len(TONES)]
    if series.low:
        axes.fill_between(series.x, series.low, series.high, color=BAND, linewidth=0, zorder=0)
    match series.style:
        case "dots":
            axes.plot(series.x, series.y, "o", color=tone, markersize=2.2, markeredgewidth=0, label=series.name)
        case "steps":
            axes.fill_between(series.x, series.y, step="mid", color=BAND, linewidth=0)
            axes.step(series.x, series.y, where="mid", color=tone, linewidth=0.7, label=series.name)
        case "dashed":
            axes.plot(series.x, series.y, color=LEVEL, linestyle=(0, (5, 2)), linewidth=0.9, label=series.name)
        case "line":
            style = DASHES[number % len(DASHES)]
            axes.plot(series.x, series.y, color=tone, linestyle=style, label=series.name)
