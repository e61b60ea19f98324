"""LaTeX text to blocks, lexically: paragraphs, displays with their rows, headings, false statements.

It understands no mathematics. Whatever it does not know stays in the paragraph in which it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hence.latex_out.blocks import Block, Display, Heading, Mistake, Paragraph, Role, Row

DISPLAYS = "align|alignat|equation|gather|multline|flalign|eqnarray|falsehood|displaymath"
START = re.compile(
    rf"(?P<display>\\begin\{{(?P<name>(?:{DISPLAYS})\*?)\}})|(?P<bracket>\\\[)|(?P<dollars>\$\$)"
    r"|(?P<heading>\\(?P<level>section|subsection|subsubsection|paragraph)\*?\s*\{)"
    r"|(?P<role>\\(?P<side>begin|end)\{(?P<of>problem|given|answer|remark|mistake)\})"
    r"|(?P<blank>\n[ \t]*\n)"
)
LEVELS = {"section": 1, "subsection": 2, "subsubsection": 3, "paragraph": 4}
REASON = re.compile(r"&&\s*\\text\{|\\tag\*?\s*\{|\\qquad\s*\\text\{(?=[^{}]*\}\s*$)")
NUMBERING = re.compile(r"\\(?:nonumber|notag)(?![A-Za-z])|\\label\s*\{[^{}]*\}")
SPACE_BELOW = re.compile(r"^\s*(?:\*|\[-?[\d.]+\s*\w+\])")
ROLES: dict[str, Role] = {"problem": "problem", "given": "given", "answer": "answer", "remark": "remark"}


def blocks(text: str, start: int = 0) -> tuple[Block, ...]:
    """The blocks of a page in order; spans count from `start`, where the text begins in its file.

    Never fails; an environment that is not closed goes on to the end.
    """
    return tuple(_Splitter(text, start).run())


class _Splitter:
    """Walks over the text once; `role` is what the paragraph at hand is for."""

    def __init__(self, text: str, start: int) -> None:
        self.text, self.start = text, start
        self.role: Role = "text"
        self.mistake: list[Block] | None = None  # the blocks of the false statement at hand

    def span(self, start: int, end: int) -> range:
        return range(self.start + start, self.start + end)

    def run(self) -> Iterator[Block]:
        at = 0
        while start := START.search(self.text, at):
            yield from self.out(self.paragraph(at, start.start()))
            at = start.end()
            if start["display"] or start["bracket"] or start["dollars"]:
                made, at = self.display(start)
                yield from self.out([made])
            elif start["heading"]:
                at = closing_brace(self.text, start.end())
                title = self.text[start.end() : at - 1]
                yield from self.out([Heading(title, LEVELS[start["level"]], self.span(start.start(), at))])
            elif start["role"]:
                yield from self.change(start["side"] == "begin", start["of"])
        yield from self.out(self.paragraph(at, len(self.text)))
        if self.mistake is not None:
            yield Mistake(tuple(self.mistake))

    def out(self, made: list[Block]) -> Iterator[Block]:
        if self.mistake is None:
            yield from made
        else:
            self.mistake += made

    def change(self, begins: bool, name: str) -> Iterator[Block]:
        if name == "mistake":
            if not begins and self.mistake is not None:
                done, self.mistake = Mistake(tuple(self.mistake)), None
                yield done
            elif begins:
                self.mistake = []
        else:
            self.role = ROLES[name] if begins else "text"

    def paragraph(self, start: int, end: int) -> list[Block]:
        latex = self.text[start:end]
        if not latex.strip():
            return []
        start += len(latex) - len(latex.lstrip())
        return [Paragraph(latex.strip(), self.span(start, start + len(latex.strip())), self.role)]

    def display(self, start: re.Match[str]) -> tuple[Display, int]:
        """The display that begins here, and where it ends."""
        name = start["name"]
        close = rf"\end{{{name}}}" if name else (r"\]" if start["bracket"] else "$$")
        end = self.text.find(close, start.end())
        inner_end = end if end >= 0 else len(self.text)
        after = inner_end + len(close) if end >= 0 else len(self.text)
        begin = start.end()
        if name and name.startswith("alignat"):
            begin = closing_brace(self.text, self.text.index("{", begin) + 1)
        made = tuple(self.rows(begin, inner_end))
        return Display(made, self.span(start.start(), after)), after

    def rows(self, begin: int, end: int) -> Iterator[Row]:
        for start, stop in _cut(self.text, begin, end):
            source = self.text[start:stop]
            if source.strip():
                lead = len(source) - len(source.lstrip())
                yield row(source, self.span(start + lead, start + len(source.rstrip())))


def row(source: str, span: range) -> Row:
    """A row from its LaTeX: the reason is what stands behind `&&` or in a tag."""
    source = NUMBERING.sub("", SPACE_BELOW.sub("", source))
    why = ""
    while found := REASON.search(source):
        end = closing_brace(source, found.end())
        said = source[found.end() : end - 1].replace(r"\footnotesize", "").strip()
        why = why or said
        source = source[: found.start()] + source[end:]
    cells = [source[start:stop].strip() for start, stop in _cut(source, 0, len(source), "&")]
    left, right = ("", cells[0]) if len(cells) == 1 else (cells[0], " ".join(filter(None, cells[1:])))
    return Row(left, right, why, span)


def closing_brace(text: str, start: int) -> int:
    """Where the group that is open at `start` ends, behind its brace; the end of the text if it does not."""
    depth = 1
    for found in re.finditer(r"\\.|[{}]", text[start:], re.DOTALL):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if depth == 0:
            return start + found.end()
    return len(text)


def _cut(text: str, begin: int, end: int, at: str = r"\\") -> Iterator[tuple[int, int]]:
    r"""The pieces between `\\`, or other marks, that stand in no inner environment or group."""
    depth, start = 0, begin
    for found in re.finditer(r"\\begin\b|\\end\b|\\\\|\\.|[{}&]", text[begin:end], re.DOTALL):
        token = found[0]
        depth += {r"\begin": 1, r"\end": -1, "{": 1, "}": -1}.get(token, 0)
        if token == at and depth == 0:
            yield start, begin + found.start()
            start = begin + found.end()
    yield start, end
