"""A plot without a plotting library: panels side by side, logarithmic upwards, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

WIDTH, HEIGHT, MARGIN, BOTTOM, TOP = 360, 300, 64, 44, 36
COLOURS = ("#1f5fa8", "#b8482e", "#3c8c4c", "#7a4fa3")


@dataclass(frozen=True)
class Curve:
    name: str
    x: Sequence[float]
    y: Sequence[float | None]  # None where there is no point

    def points(self) -> list[tuple[float, float]]:
        return [(a, b) for a, b in zip(self.x, self.y, strict=True) if b is not None and b > 0]


def plot(panels: Sequence[tuple[str, Sequence[Curve]]], unit: str) -> str:
    """The whole picture. Every curve must have a point."""
    drawn = [
        f'<g transform="translate({k * WIDTH},0)">{_panel(title, curves, unit)}</g>'
        for k, (title, curves) in enumerate(panels)
    ]
    size = f'width="{len(panels) * WIDTH}" height="{HEIGHT}"'
    style = 'font-family="sans-serif" font-size="11" fill="#333"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>\n' + "\n".join(drawn) + "\n</svg>\n"


def _panel(title: str, curves: Sequence[Curve], unit: str) -> str:
    every = [p for c in curves for p in c.points()]
    left, right = min(x for x, _ in every), max(x for x, _ in every)
    low, high = floor(log10(min(y for _, y in every))), ceil(log10(max(y for _, y in every)))
    high = max(high, low + 1)

    def place(x: float, y: float) -> tuple[float, float]:
        across = MARGIN + (x - left) / max(right - left, 1e-9) * (WIDTH - MARGIN - 24)
        upwards = HEIGHT - BOTTOM - (log10(y) - low) / (high - low) * (HEIGHT - BOTTOM - TOP)
        return round(across, 1), round(upwards, 1)

    parts = [f'<text x="{WIDTH / 2}" y="18" text-anchor="middle" font-weight="bold">{escape(title)}</text>']
    for power in range(low, high + 1):
        _, y = place(left, 10.0**power)
        parts.append(f'<line x1="{MARGIN}" x2="{WIDTH - 24}" y1="{y}" y2="{y}" stroke="#ddd"/>')
        parts.append(f'<text x="{MARGIN - 6}" y="{y + 4}" text-anchor="end">1e{power}</text>')
    for x in sorted({x for x, _ in every}):
        across, _ = place(x, 10.0**low)
        parts.append(f'<text x="{across}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{x:g}</text>')
    parts.append(f'<text x="14" y="{HEIGHT / 2}" transform="rotate(-90 14 {HEIGHT / 2})">{escape(unit)}</text>')
    for number, curve in enumerate(curves):
        parts.append(_curve(curve, COLOURS[number % len(COLOURS)], number, place(left, 10.0**high)[1], place))
    return "\n".join(parts)


def _curve(curve: Curve, colour: str, number: int, top: float, place: object) -> str:
    at = [place(x, y) for x, y in curve.points()]  # type: ignore[operator]
    line = " ".join(f"{x},{y}" for x, y in at)
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="2.5" fill="{colour}"/>' for x, y in at)
    key = f'<text x="{MARGIN + 8}" y="{top + 14 * (number + 1)}" fill="{colour}">{escape(curve.name)}</text>'
    return f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>{dots}{key}'
