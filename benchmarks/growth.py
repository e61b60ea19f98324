"""How the cost of a proof grows: with the factors of a product, the sums that are nested, the terms of a square.

`hence` proves each for every n; SymPy multiplies out 3 x 3 matrices. A text table, and a plot in `build/growth.svg`.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from benchmarks.identities import posed, prove_seconds
from benchmarks.measured import Told
from benchmarks.oracle import ROOT
from benchmarks.plot import Curve, plot

PLOT = ROOT / "build" / "growth.svg"
PATIENCE = 5.0  # seconds: SymPy is asked for nothing larger after a case that took longer
REPEATS = 3


@dataclass(frozen=True)
class Family:
    """A claim for each size, and the same for SymPy at n = 3."""

    title: str
    sizes: tuple[int, ...]
    given: Callable[[int], str]
    claim: Callable[[int], str]
    sides: Callable[[Any, int], tuple[Any, Any]]


def _matrices(names: list[str]) -> str:
    return "Let $" + ", ".join(names) + r" \in \mathbb{R}^{n \times n}$ and $x, y \in \mathbb{R}^n$."


LETTERS = "A B C D E F G H K L".split()


def _symbols(sympy: Any, count: int) -> list[Any]:  # noqa: ANN401 (SymPy ships no types)
    return [sympy.Matrix(3, 3, sympy.symbols(f"{name.lower()}:3:3")) for name in LETTERS[:count]]


def _transposed_product(sympy: Any, count: int) -> tuple[Any, Any]:  # noqa: ANN401
    matrices = _symbols(sympy, count)
    left, right = sympy.eye(3), sympy.eye(3)
    for m in matrices:
        left, right = left * m, m.T * right
    return left.T, right


def _nested(sympy: Any, count: int) -> tuple[Any, Any]:  # noqa: ANN401
    (a,) = _symbols(sympy, 1)
    x = sympy.Matrix(3, 1, sympy.symbols("x:3"))
    powers = x.T * a ** (count - 1) * x
    left = x.T
    for _ in range(count - 1):
        left = sympy.Matrix(1, 3, lambda _, j, row=left: sum(row[i] * a[i, j] for i in range(3)))
    return left * x, powers


def _square(sympy: Any, count: int) -> tuple[Any, Any]:  # noqa: ANN401
    matrices = _symbols(sympy, count)
    whole = sum(matrices, sympy.zeros(3))
    return whole * whole, sum((a * b for a in matrices for b in matrices), sympy.zeros(3))


def _nested_claim(count: int) -> str:
    indices = [f"i_{k}" for k in range(1, count + 1)]
    sums = " ".join(rf"\sum_{{{i}=1}}^{{n}}" for i in indices)
    power = f"A^{{{count - 1}}}" if count > 2 else "A"
    entries = " ".join(f"A_{{{a},{b}}}" for a, b in pairwise(indices))
    return rf"{sums} x_{{{indices[0]}}} {entries} x_{{{indices[-1]}}} = x^\top {power} x"


FAMILIES = (
    Family(
        "factors of a transposed product",
        (2, 3, 4, 5, 6, 7, 8, 9, 10),
        lambda k: _matrices(LETTERS[:k]),
        lambda k: f"({' '.join(LETTERS[:k])})^\\top = " + " ".join(rf"{m}^\top" for m in reversed(LETTERS[:k])),
        _transposed_product,
    ),
    Family(
        "nested sums",
        (2, 3, 4, 5, 6, 7, 8, 9),
        lambda _k: _matrices(["A"]),
        _nested_claim,
        _nested,
    ),
    Family(
        "terms of a squared sum",
        (2, 3, 4, 5, 6, 7, 8),
        lambda k: _matrices(LETTERS[:k]),
        lambda k: (
            f"({' + '.join(LETTERS[:k])})^2 = " + " + ".join(f"{a} {b}" for a in LETTERS[:k] for b in LETTERS[:k])
        ),
        _square,
    ),
)


def growing() -> Told:
    """CPU milliseconds for each size; `-` where SymPy had run out of patience."""
    lines, numbers, panels = [], {}, []
    for family in FAMILIES:
        ours = [_ours(family, k) for k in family.sizes]
        theirs = _theirs(family)
        lines.append(f"{family.title}: CPU milliseconds (hence, every n; SymPy, n = 3)")
        for k, mine, other in zip(family.sizes, ours, theirs, strict=True):
            lines.append(f"  {k:>3}{1e3 * mine:>10.2f}{f'{1e3 * other:.1f}' if other is not None else '-':>12}")
        numbers[family.title] = {"sizes": family.sizes, "ours": ours, "theirs": theirs}
        panels.append(
            (family.title, [Curve("hence, every n", family.sizes, ours), Curve("SymPy, n = 3", family.sizes, theirs)])
        )
    PLOT.parent.mkdir(parents=True, exist_ok=True)
    PLOT.write_text(plot(panels, "CPU seconds"), encoding="utf-8")
    lines.append(f"plotted in {PLOT.relative_to(ROOT)}")
    return Told("growing", tuple(lines), numbers)


def _ours(family: Family, size: int) -> float:
    scope = posed(family.given(size), family.claim(size))
    found = [prove_seconds(scope) for _ in range(REPEATS)]
    if not all(proved for _, proved in found):
        raise AssertionError(f"not proved: {family.claim(size)}")
    return min(taken for taken, _ in found)


def _theirs(family: Family) -> list[float | None]:
    import sympy  # noqa: PLC0415
    from sympy.core.cache import clear_cache  # noqa: PLC0415

    times: list[float | None] = []
    for size in family.sizes:
        if times and (times[-1] is None or times[-1] > PATIENCE):
            times.append(None)
            continue
        clear_cache()
        gc.collect()
        start = time.process_time()
        left, right = family.sides(sympy, size)
        shown = (left - right).expand().is_zero_matrix
        times.append(time.process_time() - start)
        if not shown:
            raise AssertionError(f"SymPy does not show {family.title} for {size}")
    return times
