r"""Where a formula on a page ends: at its own mark, or, where that is missing, at the next place that nothing crosses.

A mark that is forgotten costs the formula that it belongs to. TeX lets none go beyond its paragraph; neither do we.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import NamedTuple

from hence.latex_in import tables as t

BREAK = re.compile(r"\n[ \t]*\n\s*")
_WALL = re.compile(  # nothing of this stands inside a formula
    r"\\(?:(?:sub)*section|chapter|part|paragraph|item|question|maketitle|newpage)(?![A-Za-z])"
    r"|\\(?P<which>begin|end)\s*\{(?P<name>[A-Za-z]+)\*?\}"
)
_ENVIRONMENT = re.compile(r"\\(?P<which>begin|end)\s*\{(?P<name>[A-Za-z]+)\*?\}")
_INNER = (
    t.ROW_ENVIRONMENTS
    | t.words("array cases dcases rcases numcases subarray matrix pmatrix bmatrix vmatrix Vmatrix Bmatrix smallmatrix")
    | t.words("psmallmatrix bsmallmatrix tabular split")
)
_COMMAND = re.compile(r"\\[A-Za-z]+\*?(?:\s*\{[^{}]*\})?")
_BEGINS = re.compile(r"\$|\\\[|[A-Za-z]{3}")
_SPOKEN = re.compile(
    r"(?<![\\A-Za-z^_])[A-Za-z]{2,}[,;]?\s+[A-Za-z]{2,}"  # two words in a row
    r"|(?m:^)[ \t]*[A-Z][a-z]{2,}(?![A-Za-z(_^])"  # or one that begins a line
)
_NESTING = t.words("aligned gathered split alignedat subequations")


def _begins_display(found: re.Match[str]) -> bool:
    return found["which"] == "begin" and found["name"] in t.DISPLAYS - _NESTING


class End(NamedTuple):
    """Where the inside of a region ends, where what follows begins, and whether its own mark was found."""

    close: int
    over: int
    found: bool


class Regions:
    """The ends of formulas in a text. Every question costs about as much as the region is long."""

    def __init__(self, text: str, end: int) -> None:
        self.text, self.end = text, end
        breaks = [found.span() for found in BREAK.finditer(text, 0, end)]
        self._breaks = [start for start, _ in breaks]

    def paragraph_end(self, start: int) -> int:
        """The offset of the next blank line, or the end of the page."""
        number = bisect_left(self._breaks, start)
        return self._breaks[number] if number < len(self._breaks) else self.end

    def is_marked(self, position: int) -> bool:
        """Whether a mark counts: in front of it stands an even number of backslashes."""
        before = position
        while before and self.text[before - 1] == "\\":
            before -= 1
        return (position - before) % 2 == 0

    def mark(self, closing: str, start: int, end: int) -> int:
        """The next mark that is not escaped; -1 where there is none."""
        position = self.text.find(closing, start, end)
        while position >= 0 and not self.is_marked(position):
            position = self.text.find(closing, position + 1, end)
        return position

    def display(self, opening: str, closing: str, after: int) -> End:
        r"""The end of `$$`, `\[` or `\(`. A blank line may stand inside only if nothing else begins behind it."""
        paragraph = self.paragraph_end(after)
        close = self.mark(closing, after, paragraph)
        if close < 0:
            close = self.mark(closing, paragraph, self.end)
            beyond = _COMMAND.sub("", self.text[paragraph : max(close, paragraph)])
            close = -1 if opening in beyond or _BEGINS.search(beyond) else close
        wall = self.wall(after, close) if close >= 0 else None
        if close >= 0 and (wall is None or self.text.startswith("\\begin", wall)):
            return End(close, close + len(closing), True)
        stop = self._given_up(after, paragraph)
        return End(stop, stop, False)

    def _given_up(self, after: int, paragraph: int) -> int:
        """Where a formula without an end is taken to end: before a heading, and before words."""
        wall = self.wall(after, paragraph)
        stop = paragraph if wall is None else wall
        begun = (found.start() for found in _ENVIRONMENT.finditer(self.text, after, stop) if _begins_display(found))
        stop = next(begun, stop)
        plain = _COMMAND.sub(lambda found: "\\" * len(found.group()), self.text[after:stop])
        spoken = _SPOKEN.search(plain)
        return stop if spoken is None else after + spoken.start()

    def wall(self, start: int, end: int) -> int | None:
        r"""The first place that no formula crosses: a heading, an item, the edge of an environment of text."""
        open_here: list[str] = []
        for found in _WALL.finditer(self.text, start, max(start, end)):
            name = found.group("name")
            if name is None:
                return found.start()
            if found.group("which") == "begin":
                if name not in _INNER:
                    return found.start()
                open_here.append(name)
            elif name in open_here:
                while open_here.pop() != name:
                    pass
            else:
                return found.start()
        return None

    def environment(self, name: str, after: int) -> End:
        r"""The `\end` of an environment, starred or not; else the next blank line, heading, or other `\end`."""
        depth = 1
        for found in _ENVIRONMENT.finditer(self.text, after, self.end):
            if found.group("name") != name:
                continue
            if _begins_display(found):
                break
            depth += 1 if found.group("which") == "begin" else -1
            if depth == 0:
                return End(found.start(), found.end(), True)
        paragraph = self.paragraph_end(after)
        stop = self._given_up(after, paragraph)
        other = re.compile(r"\\end\s*\{[^{}\n]*\}").match(self.text, stop)
        is_typo = other is not None and not self._is_open_before(other.group(), after)
        return End(stop, other.end() if other is not None and is_typo else stop, False)

    def _is_open_before(self, closing: str, start: int) -> bool:
        r"""Whether an `\end` belongs to something that began before, which it must close."""
        opening = closing.replace("end", "begin", 1)
        return self.text.count(opening, 0, start) > self.text.count(closing, 0, start)


__all__ = ["BREAK", "End", "Regions"]
