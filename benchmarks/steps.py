"""How the processor time of a check grows with the page: 10, 100 and 200 steps, cold and when nothing has changed."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator

from hence.checks.memory import Memory
from hence.latex_in.remembered import forget

from benchmarks.measured import Measured, Told, processor
from benchmarks.starting import TEN_STEPS
from hence.library import check

ROUNDS = 3
SIZES = (10, 100, 200)


def page(steps: int, headings: bool = True) -> str:
    """Copies of ten steps with functions of their own names: what is known of one says nothing about the next."""
    text = TEN_STEPS.read_text(encoding="utf-8")
    parts = [
        text.replace("J(", f"J_{{{k}}}(").replace("\\sigma", f"\\sigma_{{{k}}}") for k in range(1, steps // 10 + 1)
    ]
    return "\n".join(f"\\section{{Problem {k}}}\n{p}" if headings else p for k, p in enumerate(parts, 1))


def doubling() -> Measured:
    """200 steps against 100, both cold."""
    note = "a page of 200 steps against one of 100, processor time; twenty problems and ten"
    return Measured("doubling", tuple(_doubled()), 200, 2.2, note, slower=True)


def _doubled() -> Iterator[tuple[float, float]]:
    check(page(10), hints=False)  # what is loaded at the first check is not counted
    for _ in range(ROUNDS):  # the small page before and behind the large one: a machine that slows down slows both
        before = _cold(lambda: check(page(100), hints=False))
        large = _cold(lambda: check(page(200), hints=False))
        yield large, (before + _cold(lambda: check(page(100), hints=False))) / 2


def growth() -> Told:
    """Milliseconds a step, cold and warm; a page without headings, where all that was said stays in force, as well."""
    lines, numbers = ["steps: processor milliseconds a step, cold and when nothing has changed"], {}
    check(page(10), hints=False)
    for headings in (True, False):
        for size in SIZES if headings else SIZES[:2]:
            text, memory = page(size, headings), Memory()
            cold = _cold(lambda text=text, memory=memory: check(text, hints=False, memory=memory))
            warm = _seconds(lambda text=text, memory=memory: check(text, hints=False, memory=memory))
            kind = "with headings" if headings else "without headings"
            numbers[f"{size} {kind}"] = {"cold": cold, "warm": warm}
            lines.append(f"  {size:>4} {kind:<17}{1e3 * cold / size:>8.1f}{1e3 * warm / size:>8.1f}")
    return Told("steps", tuple(lines), numbers)


def _cold(work: Callable[[], object]) -> float:
    forget()
    return _seconds(work)


def _seconds(work: Callable[[], object]) -> float:
    gc.collect()
    return processor(work)
