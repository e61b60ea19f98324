"""The page as a reader sees it: paragraphs, displays row by row, headings; each step with its mark, in place.

The page is cut by the same code that reads it, so that a mark stands where the reader found the step. Each block has a
key that depends on what it shows and not on where it stands: a browser keeps the blocks whose keys it has.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from hence.latex_in.page.document import Display, Fence, Inline, Page, Paragraph, Title, split_page
from hence.latex_in.page.inputs import assembled
from hence.latex_in.page.lexer import Token, lex
from hence.latex_in.tables import ROW_ENVIRONMENTS
from hence.live.checking import is_markdown
from hence.live.view import Notice, PageView, StepView, seen_from
from hence.web.cards import card, mark, shape
from hence.web.mathml import inner, mathml
from hence.web.prose import Words

Json = dict[str, Any]
MOST_COLUMNS = 8
HEADED = {"proof": "Proof", "theorem": "Theorem", "example": "Remark"}


@dataclass
class _Block:
    html: str
    first: int
    last: int
    steps: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class _Row:
    """A row of a display: its cells, and the offsets that belong to it."""

    cells: tuple[tuple[Token, ...], ...]
    start: int
    end: int


def shown(text: str, view: PageView, path: Path | None = None) -> Json:
    """The blocks of a page, each with its key, its lines and its steps, and what is said of the page as a whole.

    With the path of the page, the files in its folder that it reads in are part of it.
    """
    clean = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    blocks = _Maker(clean, view, path).blocks()
    return {
        "blocks": [
            {
                "key": hashlib.blake2b(block.html.encode(), digest_size=12).hexdigest(),
                "html": block.html,
                "line": block.first,
                "end_line": block.last,
                "steps": block.steps,
            }
            for block in blocks
        ],
        "notices": "".join(notice(n) for n in view.notices),
    }


def notice(said: Notice) -> str:
    """A remark on the page; a click leads to its line."""
    line = said.place.line
    where = f'<button type="button" class="goto" data-line="{line}">line {line}</button> ' if line else ""
    where = f"{escape(said.place.file)}, line {line}: " if said.place.file else where
    kind = "fault" if said.fault else "warning"
    help_text = f" {escape(said.help)}" if said.help else ""
    return f'<p class="notice {kind}">{shape(kind)} {where}{escape(said.message)}{help_text}</p>'


class _Maker:
    def __init__(self, text: str, view: PageView, path: Path | None) -> None:
        self.view, self.markdown = view, is_markdown(view.name)
        self.source = assembled(text, view.name, path if not self.markdown else None).source
        folder = path.parent if path is not None else None
        self.files = {seen_from(folder, file): file for file in ("", *self.source.files)}
        self.text = self.source.text
        self.placed = sorted((self.offset(s), k) for k, s in enumerate(view.steps))
        self.page: Page | None = None

    def offset(self, step: StepView) -> int:
        """Where a step stands; what stands nowhere is at the end."""
        place = step.place
        found = self.source.offset(self.files.get(place.file, place.file), max(place.line, 1), max(place.column, 1))
        return len(self.text) if found is None else found

    def line(self, offset: int) -> int:
        return self.source.own_line(offset)

    def blocks(self) -> list[_Block]:
        self.page = split_page(self.source, self.markdown)
        made = []
        for block in self.page.blocks:
            made += list(self.block(block))
        left = [k for _, k in self.placed]
        if left:  # steps that stand in none of the blocks, as those of a macro may: they are shown all the same
            made.append(self.rest(left))
        return made

    def block(self, block: Paragraph | Display | Title | Fence) -> Iterator[_Block]:
        match block:
            case Title(text, start, end, _, level):
                yield self.heading(text, start, end, level)
            case Fence(kind, opens):
                if opens:
                    yield _Block(f'<p class="label">{HEADED.get(kind, kind.capitalize())}</p>', 0, 0)
            case Paragraph(parts):
                yield self.paragraph(parts)
            case Display(start, end):
                yield self.display(start, end)

    def taken(self, start: int, end: int) -> list[int]:
        """The steps that begin in a region; each is taken once."""
        found = [k for at, k in self.placed if start <= at <= end]
        self.placed = [(at, k) for at, k in self.placed if not start <= at <= end]
        return found

    def marks(self, steps: list[int], known: list[int]) -> tuple[str, str]:
        """Marks and cards; they are numbered within their block."""
        assert self.page is not None
        marks = cards = ""
        for index in steps:
            step = self.view.steps[index]
            marks += mark(step, len(known))
            cards += card(step, len(known), self.page.macros, self.offset(step))
            known.append(index)
        return marks, cards

    # Blocks -------------------------------------------------------------------------------------

    def heading(self, text: str, start: int, end: int, level: int) -> _Block:
        made = Words(self.markdown)
        for k, piece in enumerate(re.split(r"(?<!\\)\$", text)):
            if k % 2:
                made.formula(mathml(piece))
            else:
                made.text(piece)
        steps: list[int] = []
        marks, cards = self.marks(self.taken(start, end), steps)
        size = "h2" if level <= 1 else "h3" if level <= 3 else "h4"
        shown_text = made.html() or "·"
        return _Block(f"<{size}>{shown_text}</{size}>{marks}{cards}", self.line(start), self.line(end), steps)

    def paragraph(self, parts: tuple[Any, ...]) -> _Block:
        assert self.page is not None
        made, steps, cards = Words(self.markdown), list[int](), ""
        text = self.text if self.markdown else self.page.text
        for part in parts:
            if isinstance(part, Inline):
                made.formula(mathml(self.page.text[part.start : part.end], self.page.macros, part.start))
                marks, more = self.marks(self.taken(part.start, part.end), steps)
                made.formula(marks)
                cards += more
            else:
                made.text(text[part.start : part.end])
        first, last = parts[0].start, parts[-1].end
        return _Block(f"<p>{made.html()}</p>{cards}", self.line(first), self.line(max(first, last - 1)), steps)

    def display(self, start: int, end: int) -> _Block:
        assert self.page is not None
        steps: list[int] = []
        rows, cards = "", ""
        found = _rows(lex(self.page.text, start, end), start, end)
        columns = min(max((len(row.cells) for row in found), default=1), MOST_COLUMNS)
        for row in found:
            marks, more = self.marks(self.taken(row.start, row.end), steps)
            cells = "".join(self.cell(cell, k, columns) for k, cell in enumerate(row.cells[:columns]))
            empty = "<span></span>" * (columns - len(row.cells))
            rows += f'<div class="row">{cells}{empty}<span class="marks">{marks}</span></div>'
            cards += more
        html = f'<div class="scroll"><div class="display cols-{columns}">{rows}</div></div>{cards}'
        return _Block(html, self.line(start), self.line(max(start, end - 1)), steps)

    def cell(self, tokens: tuple[Token, ...], number: int, columns: int) -> str:
        assert self.page is not None
        side = "only" if columns == 1 else "rl"[number % 2]
        at = tokens[0].start if tokens else 0
        moved = [Token(token.kind, token.text, token.start - at, token.end) for token in tokens]
        written = "".join(token.text for token in tokens).strip()
        note = f'<annotation encoding="application/x-tex">{escape(written)}</annotation>'
        markup = inner(moved, self.page.macros, at, display=True)
        return f'<span class="{side}"><math displaystyle="true"><semantics>{markup}{note}</semantics></math></span>'

    def rest(self, left: list[int]) -> _Block:
        steps: list[int] = []
        rows = "".join(f"<p>{mathml(self.view.steps[k].written)} {self.marks([k], steps)[0]}</p>" for k in left)
        cards = "".join(card(self.view.steps[k], n) for n, k in enumerate(steps))
        first = self.view.steps[left[0]].place.line
        return _Block(rows + cards, first, first, steps)


def _rows(tokens: list[Token], start: int, end: int) -> list[_Row]:
    r"""A display, cut at `\\` and `&` that stand in no group; what only makes rows (`aligned`) is looked through."""
    rows: list[list[list[Token]]] = [[[]]]
    bounds = [start]
    depth, position = 0, 0
    while position < len(tokens):
        token = tokens[position]
        name, after = _environment(tokens, position)
        if name and name.rstrip("*") in ROW_ENVIRONMENTS and depth == 0:
            position = after
            continue
        depth += {"{": 1, "}": -1}.get(token.text, 0) if token.kind == "op" else 0
        depth += (
            {"\\begin": 1, "\\end": -1, "\\left": 1, "\\right": -1}.get(token.text, 0) if token.kind == "cmd" else 0
        )
        if depth <= 0 and token.kind == "row":
            rows.append([[]])
            bounds.append(token.start)
        elif depth <= 0 and token.text == "&":
            rows[-1].append([])
        else:
            rows[-1][-1].append(token)
        position += 1
    ends = [*bounds[1:], end + 1]
    made = [_Row(tuple(map(tuple, row)), first, last - 1) for row, first, last in zip(rows, bounds, ends, strict=True)]
    return [row for row in made if any(_seen(cell) for cell in row.cells)]


def _seen(cell: tuple[Token, ...]) -> bool:
    return any(token.kind != "space" for token in cell)


def _environment(tokens: list[Token], position: int) -> tuple[str, int]:
    r"""The name behind `\begin` or `\end`, and where what follows stands; empty where there is none."""
    if tokens[position].text not in ("\\begin", "\\end"):
        return "", position
    at = position + 1
    while at < len(tokens) and tokens[at].kind == "space":
        at += 1
    if at >= len(tokens) or tokens[at].text != "{":
        return "", position
    close = next((k for k in range(at, len(tokens)) if tokens[k].text == "}"), -1)
    return ("".join(t.text for t in tokens[at + 1 : close]), close + 1) if close > 0 else ("", position)
