"""Small charts as SVG: a histogram of points, and bars by question. Colours are those of the page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

WIDTH, HEIGHT = 420, 150
BINS = 20


def histogram(values: Sequence[float], most: float) -> str:
    """How many values there are in each of at most twenty equal parts, from zero to the most."""
    top = max(most, *values, 1.0)
    size = max(1.0, math.ceil(top / BINS))
    count = int(top // size) + 1
    found = [0] * count
    for value in values:
        found[min(count - 1, int(value // size))] += 1
    highest = max(found)
    step = WIDTH / count
    small = ' class="small"' if highest > 999 else ""
    parts = []
    for number, height in enumerate(found):
        tall = (HEIGHT - 34) * height / highest
        x, y = number * step, HEIGHT - 18 - tall
        low, high = number * size, (number + 1) * size
        label = f"{low:g}" if size == 1 else f"{low:g} to {high:g}"
        parts.append(
            f'<g><title>{label} points: {height}</title><rect class="bar" x="{x + 1:.1f}" y="{y:.1f}" '
            f'width="{step - 2:.1f}" height="{tall:.1f}"/>'
            + (f'<text{small} x="{x + step / 2:.1f}" y="{y - 3:.1f}">{height}</text>' if height else "")
            + f'<text class="axis" x="{x + step / 2:.1f}" y="{HEIGHT - 4}">{low:g}</text></g>'
        )
    return (
        f'<svg viewBox="-4 0 {WIDTH + 8} {HEIGHT}" role="img" aria-label="histogram of points">{"".join(parts)}</svg>'
    )


def bars(rows: Sequence[tuple[str, float, float, int]]) -> str:
    """A bar for each question: its name, the average, what it is worth, and how many answers are open."""
    tall = 26
    parts = []
    for number, (name, average, most, waiting) in enumerate(rows):
        y = number * tall
        share = average / most if most else 0.0
        said = f"{average:.1f} of {most:g}" + (f", {waiting} open" if waiting else "")
        parts.append(
            f'<text class="name" x="66" y="{y + 17}">{escape(name)}</text>'
            f'<rect class="rest" x="74" y="{y + 4}" width="220" height="18"/>'
            f'<rect class="bar" x="74" y="{y + 4}" width="{220 * min(1.0, share):.1f}" height="18"/>'
            f'<text class="said" x="302" y="{y + 17}">{said}</text>'
        )
    height = max(tall, tall * len(rows))
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="points by question">{"".join(parts)}</svg>'
