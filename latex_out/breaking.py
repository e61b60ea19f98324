"""Where a formula may be broken, and how a wide one is spread over lines.

Breaks stand before relations and before operators between terms; outermost ones are preferred. The text is cut, never
changed, except that a stretching pair of brackets which must be opened becomes a pair of fixed size.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

TOKEN = re.compile(r"\\begin\{[a-zA-Z*]+\}|\\end\{[a-zA-Z*]+\}|\\[A-Za-z]+\*?|\\.|\s+|.", re.DOTALL)
RELATIONS = frozenset(
    r"= < > \le \leq \ge \geq \ne \neq \approx \sim \to \implies \iff \propto \in \equiv \ll \gg".split()
)
OPERATORS = frozenset(r"+ - \cdot \times \odot \otimes \pm \,\|\,".split())
OPENING = frozenset(r"( [ \{ \lbrace \langle \lVert \lvert \lfloor \lceil".split())
CLOSING = frozenset(r") ] \} \rbrace \rangle \rVert \rvert \rfloor \rceil".split())
SIZES = frozenset(r"\big \Big \bigg \Bigg \bigl \Bigl \biggl \Biggl \bigr \Bigr \biggr \Biggr".split())
NOTHING_BEFORE = RELATIONS | OPERATORS | OPENING | {",", ";", "&", "", "^", "_"}
STRETCHING = re.compile(r"\\left(?![A-Za-z])|\\right(?![A-Za-z])")
INDENT = 20.0  # points, for each line that goes on

Width = Callable[[str], float]


@dataclass(frozen=True)
class Piece:
    """A part of a formula in front of which a line may end; `depth` counts the brackets around that place."""

    latex: str
    depth: int


@dataclass(frozen=True)
class Line:
    latex: str
    indent: float = 0.0


def pieces(latex: str) -> list[Piece]:
    """The formula, cut wherever it may be broken; joined they are the formula again. Never fails."""
    cuts: list[tuple[int, int]] = [(0, 0)]
    depth = closed = at = 0
    before = ""
    for found in TOKEN.finditer(latex):
        token, at = found[0], found.start()
        if token.isspace():
            continue
        closed += _fixed(token)
        if closed == 0:
            if (
                token in RELATIONS
                or (token in OPERATORS and before not in NOTHING_BEFORE)
                or (before == "," and depth == 0)
            ):
                cuts.append((at, depth))
            depth += (token in OPENING) - (token in CLOSING)
        before = token
    ends = [start for start, _ in cuts[1:]] + [len(latex)]
    made = [Piece(latex[start:end], level) for (start, level), end in zip(cuts, ends, strict=True)]
    return [piece for piece in made if piece.latex.strip()]


def _fixed(token: str) -> int:
    """Groups, environments and stretching brackets are not opened."""
    if token in ("{", r"\left") or token.startswith(r"\begin{"):
        return 1
    return -1 if token in ("}", r"\right") or token.startswith(r"\end{") else 0


def fitted(latex: str, width: Width, first: float, room: float) -> list[Line]:
    """The formula in lines: the first at most `first` wide, the others `room` less their indent.

    Where no cut helps, the brackets are opened; where even that does not, the line is as long as it must be.
    """
    whole = [Line(latex.strip())]
    if width(latex) <= first:
        return whole
    best = whole
    for candidate in (latex, STRETCHING.sub(_of_fixed_size, latex)):
        parts = pieces(candidate)
        for depth in range(max((p.depth for p in parts), default=0) + 1):
            lines = _greedy(_merged(parts, depth), width, first, room)
            if all(width(line.latex) <= (room - line.indent if n else first) for n, line in enumerate(lines)):
                return lines
            best = min(best, lines, key=lambda made: max(width(line.latex) for line in made))
    return best


def _of_fixed_size(found: re.Match[str]) -> str:
    return r"\bigl" if found[0] == r"\left" else r"\bigr"


def _merged(parts: Sequence[Piece], depth: int) -> list[Piece]:
    """Only the cuts up to this depth."""
    made: list[Piece] = []
    for part in parts:
        if made and part.depth > depth:
            made[-1] = Piece(made[-1].latex + part.latex, made[-1].depth)
        else:
            made.append(part)
    return made


def _greedy(parts: Sequence[Piece], width: Width, first: float, room: float) -> list[Line]:
    lines: list[Line] = []
    current, indent = "", 0.0
    for part in parts:
        limit = room - indent if lines else first
        if current and width(current + part.latex) > limit:
            lines.append(Line(current.strip(), indent))
            current, indent = part.latex, INDENT * (1 + part.depth)
        else:
            current += part.latex
    return [*lines, Line(current.strip(), indent)]
