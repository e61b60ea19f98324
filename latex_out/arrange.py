"""How a display is arranged in the width there is: the same lines for every engine.

One rule: left sides stand in a column; a formula that is too wide goes on below, indented; a reason stands at the right
edge of the text, on the line of its formula where there is room, and otherwise on a line of its own below it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hence.latex_out.blocks import Display, Mark, Row
from hence.latex_out.breaking import INDENT, fitted
from hence.latex_out.measure import Ruler

TEXT_WIDTH = 424.0  # points, 14.9 cm
MATH_INDENT = 16.0  # of every display
REASON_GAP = 14.0
WIDEST_LEFT = 0.45  # of the width: a left side that takes more stands on a line of its own


@dataclass(frozen=True)
class Line:
    left: str
    latex: str
    indent: float
    why: str = ""  # on this line, at the right edge
    below: str = ""  # or on the next one
    mark: Mark | None = None
    pad: float = 0.0  # room in front of the left side, which ends where the others end


@dataclass(frozen=True)
class Arranged:
    lines: tuple[Line, ...]


def arranged(display: Display, ruler: Ruler, width: float = TEXT_WIDTH) -> Arranged:
    """The lines of a display. Never fails: what cannot be broken is as long as it is."""
    room = width - MATH_INDENT
    column = max((ruler.formula(row.left) for row in display.rows if row.left), default=0.0)
    needed = max((column + ruler.formula(row.right) for row in display.rows), default=0.0)
    apart = column > 0 and needed > room and column > WIDEST_LEFT * room
    lines: list[Line] = []
    for row in display.rows:
        lines += _apart(row, ruler, room) if apart else _row(row, ruler, room, column)
    return Arranged(tuple(lines))


def breaks_badly(number: int, lines: int) -> bool:
    """Whether a page that ended behind this line (from 0) would leave a row alone on either side."""
    return number == 0 or number == lines - 2


def _apart(row: Row, ruler: Ruler, room: float) -> list[Line]:
    """The left side on lines of its own, the rest indented below."""
    lefts = (
        [Line("", part.latex, part.indent) for part in fitted(row.left, ruler.formula, room, room)] if row.left else []
    )
    return [*lefts, *_row(Row("", row.right, row.why, row.span, row.mark), ruler, room, 0.0, INDENT)]


def _row(row: Row, ruler: Ruler, room: float, column: float, indent: float = 0.0) -> list[Line]:
    parts = fitted(row.right, ruler.formula, room - column - indent, room - column - indent)
    last = parts[-1]
    used = column + indent + last.indent + ruler.formula(last.latex)
    beside = not row.why or used + REASON_GAP + ruler.words(row.why) <= room
    pad = column - ruler.formula(row.left) if row.left else column
    made = []
    for number, part in enumerate(parts):
        ends = number == len(parts) - 1
        made.append(
            Line(
                row.left if number == 0 else "",
                part.latex,
                indent + part.indent,
                row.why if ends and beside else "",
                row.why if ends and not beside else "",
                row.mark if ends else None,
                pad if number == 0 else column,
            )
        )
    return made


def prepare(displays: Iterable[Row], ruler: Ruler) -> None:
    """Measure all formulas and reasons in one go."""
    rows = list(displays)
    ruler.prepare((side for row in rows for side in (row.left, row.right)), (row.why for row in rows))
