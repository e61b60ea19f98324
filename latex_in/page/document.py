"""A page, cut into prose, displays and headings. Formulas are not looked into here."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeAlias

from hence.latex_in import tables as t
from hence.latex_in.page.lexer import blank_comments
from hence.latex_in.page.macros import Macros, closing_brace, collect
from hence.latex_in.page.source import ReadError, Source


@dataclass(frozen=True)
class Words:
    """A stretch of text without formulas."""

    start: int
    end: int


@dataclass(frozen=True)
class Inline:
    """A formula in prose; the offsets are those of what stands between the marks."""

    start: int
    end: int


@dataclass(frozen=True)
class Paragraph:
    parts: tuple[Words | Inline, ...]


@dataclass(frozen=True)
class Display:
    start: int
    end: int
    denied: bool = False  # quoted as false


@dataclass(frozen=True)
class Title:
    text: str
    start: int
    end: int
    fresh: bool = False
    level: int = 9  # of the part that it heads: 1 for a section, more for smaller ones

    @property
    def is_problem(self) -> bool:
        """Whether the part stands for itself: nothing of it is meant in the next problem."""
        return len(self.text.split()) <= MOST_WORDS and _PROBLEM.search(self.text) is not None


@dataclass(frozen=True)
class Fence:
    """Where an environment begins or ends whose text stands for itself."""

    kind: str  # theorem, proof, example
    opens: bool


Block: TypeAlias = Paragraph | Display | Title | Fence


@dataclass(frozen=True)
class Page:
    """The blocks of a document, and the text that their offsets refer to: comments and definitions blanked."""

    source: Source
    text: str
    macros: Macros
    blocks: tuple[Block, ...]
    inputs: tuple[tuple[int, int], ...] = ()  # where other files are read in, which we do not follow


MOST_WORDS = 4  # of a title that only says which problem it is
_PROBLEM = re.compile(r"\b(?:question|problem|exercise|task|aufgabe|homework)\b|^\W*q\d", re.IGNORECASE)
_FALSE = re.compile(r"\\iffalse\b.*?\\fi\b", re.DOTALL)
_INPUT = re.compile(r"\\(?:input|include|subfile)(?![A-Za-z])\s*(?:\{[^{}\n]*\}|[^\s{}\\]+)")
_MARK = re.compile(
    r"""(?P<escape>\\\\(?:\*|\[[^\]\n]*\])?|\\[$%&\#_{}])
    |(?P<dollars>\$\$)|(?P<dollar>\$)
    |(?P<bracket>\\\[)|(?P<paren>\\\()
    |\\begin\s*\{(?P<begin>[A-Za-z]+)\*?\}
    |\\end\s*\{(?P<close>[A-Za-z]+)\*?\}
    |\\(?P<section>[A-Za-z]+)\*?\s*(?:\[[^\]]*\]\s*)?(?=\{)
    |\\verb\*?(?P<verb>[^A-Za-z\s]).*?(?P=verb)
    |\\(?P<command>[A-Za-z]+)
    |(?P<brace>[{}])
    |(?P<break>\n[ \t]*\n\s*)""",
    re.VERBOSE,
)
_WITHIN = (
    "Proof|Solution|Answer|Step|Case|Base|Induct|Hypothesis|Claim|Lemma|Theorem|Proposition|Corollary|Remark|Note|Hint"
    "|Def|Assum|Given|Recall"
)
_RUN_IN = rf"(?!(?i:{_WITHIN}))[^{{}}*$\\]*"  # "Softmax.": a new topic, and not a part of an argument
_LIST_MARK = re.compile(
    r"(?m)^(?:[ \t>]*(?:[-*][ \t]+)?)(?:\\(?:noindent|(?:big|med|small)skip|par|item|(?:new|clear)page)\b\s*"
    r"|\\vspace\*?\{[^{}]*\}\s*)*"
    r"(?P<title>\\textbf\{\s*(?:[^{}]*\d[^{}]*|\(?[a-z]\)[^{}]*)\}|\{\\bf\s+[^{}]*\d[^{}]*\}|\*\*[^*\n]*\d[^*\n]*\*\*"
    rf"|\\textbf\{{{_RUN_IN}(?:[.:]\}}|\}}[.:]|\}}[ \t]*(?=\n))|\*\*{_RUN_IN}(?:[.:]\*\*|\*\*[.:]|\*\*[ \t]*(?=\n))"
    r"|\(?(?:[a-h]|i{1,3}|iv|v)\)(?=\s)|\[\(?[a-z0-9]+[.)]\](?=\s)"
    r"|(?:Question|Problem|Exercise|Part)[ \t]+\d+[.\d]*|\d+\.\d+(?=\s))"
)
_IS_CASE = re.compile(r"(?:\\textbf\{|\{\\bf\s|\*\*)?\s*Case\b")
_LINK = re.compile(r"\[(?P<text>[^\[\]$]*)\](?P<target>\([^()\s$]*\))")  # [words](where they lead)
_FENCE = re.compile(r"(?m)^[ \t]*(```+|~~~+)[ \t]*(\w*)[^\n]*\n(.*?)(?:^[ \t]*\1[ \t]*$|\Z)", re.DOTALL)


def split_page(text: str, name: str, markdown: bool) -> Page:
    """Cut a document into blocks. Raises `ReadError` where an environment, display or brace is never closed."""
    source = Source(text, name)
    clean = _clean_markdown(text) if markdown else _FALSE.sub(_blank, blank_comments(text))
    macros, regions = collect(clean)
    for start, end in regions:
        clean = clean[:start] + re.sub(r"[^\n]", " ", clean[start:end]) + clean[end:]
    begin, end = _body(clean)
    cutter = _Cutter(source, clean, macros, markdown)
    cutter.run(begin, end)
    inputs = () if markdown else tuple(found.span() for found in _INPUT.finditer(clean))
    return Page(source, clean, macros, tuple(cutter.blocks), inputs)


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found.group())


def _clean_markdown(text: str) -> str:
    """Code and HTML comments blanked; fences of mathematics become displays of the same length."""

    def fence(found: re.Match[str]) -> str:
        if found.group(2) not in ("math", "latex", "tex"):
            return _blank(found)
        whole, body = found.group(), found.group(3)
        if (r"\begin{" in body and not body.lstrip().startswith(r"\begin{aligned")) or "$" in body:
            head = whole.index("\n") + 1
            return " " * (head - 1) + "\n" + body + _blank_text(whole[head + len(body) :])
        head = whole.index("\n") + 1
        tail = whole[head + len(body) :]
        return "$$".ljust(head - 1) + "\n" + body + ("$$".ljust(len(tail)) if len(tail) >= 2 else tail)

    text = _FENCE.sub(fence, text)
    text = re.sub(r"<!--.*?-->", _blank, text, flags=re.DOTALL)
    text = re.sub(r"(?m)^\[\^[^\]]*\]:.*(?:\n[ \t]+\S.*)*", _blank, text)  # footnotes
    text = _LINK.sub(lambda found: f" {found['text']} " + _blank_text(found["target"]), text)
    return re.sub(r"(?<![`$])`[^`$\n]+`(?!`)", _blank, text)


def _blank_text(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _body(text: str) -> tuple[int, int]:
    begin = re.search(r"\\begin\s*\{document\}", text)
    end = re.search(r"\\end\s*\{document\}", text)
    return (begin.end() if begin else 0), (end.start() if end else len(text))


@dataclass
class _Cutter:
    source: Source
    text: str
    macros: Macros
    markdown: bool
    blocks: list[Block] = field(default_factory=list)
    parts: list[Words | Inline] = field(default_factory=list)
    braces: list[int] = field(default_factory=list)

    def run(self, begin: int, end: int) -> None:
        position = words_from = begin
        while found := _MARK.search(self.text, position, end):
            start = found.start()
            position = found.end()
            if found.group("brace"):
                self.brace(found)
                continue
            region = self.region(found, end)
            if region is None:
                continue
            self.words(words_from, start)
            position = words_from = self.take(region, start)
        self.words(words_from, end)
        self.close()
        if self.braces and not self.markdown:
            raise ReadError("this brace is never closed", self.source.span(self.braces[0], self.braces[0] + 1))

    def brace(self, found: re.Match[str]) -> None:
        if found.group() == "{":
            self.braces.append(found.start())
        elif self.braces:
            self.braces.pop()

    def region(self, found: re.Match[str], end: int) -> tuple[str, int, int, int] | None:
        """What a mark begins: (kind, start and end of the inside, where it is over); None for plain text."""
        kind = found.lastgroup or ""
        after = found.end()
        match kind:
            case "dollars" | "bracket" | "paren":
                closing = {"dollars": "$$", "bracket": r"\]", "paren": r"\)"}[kind]
                close = self.find(closing, after, end)
                if close < 0:
                    raise self.unclosed(found.group(), found.start())
                return ("inline" if kind == "paren" else "display"), after, close, close + 2
            case "dollar":
                return self.dollar(after, end)
            case "begin":
                return self.environment(found.group("begin"), found.group(), after, found.start(), end)
            case "break":
                return "break", found.start(), found.end(), found.end()
            case "close" if found.group("close") in t.FENCES:
                return f"end {t.FENCES[found.group('close')]}", after, after, after
            case "section":
                return self.section(found.group("section"), after)
            case "command":
                return self.command(found.group("command"), found.start(), after, end)
        return None

    def find(self, closing: str, start: int, end: int) -> int:
        position = start
        while (position := self.text.find(closing, position, end)) >= 0:
            backslashes = len(self.text[:position]) - len(self.text[:position].rstrip("\\"))
            if backslashes % 2 == 0:
                return position
            position += 1
        return -1

    def unclosed(self, what: str, at: int) -> ReadError:
        return ReadError(f"{what} is never closed", self.source.span(at, at + len(what)))

    def dollar(self, after: int, end: int) -> tuple[str, int, int, int] | None:
        stop = re.compile(r"\n[ \t]*\n").search(self.text, after, end)
        limit = stop.start() if stop else end
        close = self._closing_dollar(after, limit)
        if self.markdown and (self.text[after : after + 1].isspace() or close < 0):
            return None
        if close < 0:
            return "unclosed", after - 1, after, after
        return "inline", after, close, close + 1

    def _closing_dollar(self, start: int, end: int) -> int:
        depth, position = 0, start
        while position < end:
            character = self.text[position]
            if character == "\\":
                position += 2
                continue
            depth += {"{": 1, "}": -1}.get(character, 0)
            if character == "$" and depth <= 0:
                return position
            position += 1
        return self.find("$", start, end)

    def environment(self, name: str, mark: str, after: int, start: int, end: int) -> tuple[str, int, int, int] | None:
        if name not in t.DISPLAYS and name not in t.SKIPPED_ENVIRONMENTS:
            if name in t.FENCES:
                return f"begin {t.FENCES[name]}", after, after, after
            if name in t.HEADING_ENVIRONMENTS:
                return ("fresh" if name in t.FRESH_ENVIRONMENTS else "title"), start, after, after
            return None
        star = "*" if mark.rstrip("}").endswith("*") else ""
        close, over = self.environment_end(name + star, after, end)
        if close < 0:
            raise self.unclosed(mark, start)
        if name in t.ENVIRONMENTS_WITH_ARGUMENT and (
            argument := re.compile(r"\s*(?:\[[^\]]*\])?\{[^{}]*\}").match(self.text, after)
        ):
            after = argument.end()
        if name in t.SKIPPED_ENVIRONMENTS:
            return "skip", after, close, over
        return t.KINDS_OF_ENVIRONMENT.get(name, "display"), after, close, over

    def environment_end(self, name: str, after: int, end: int) -> tuple[int, int]:
        depth = 1
        for found in re.compile(rf"\\(begin|end)\s*\{{{re.escape(name)}\}}").finditer(self.text, after, end):
            depth += 1 if found.group(1) == "begin" else -1
            if depth == 0:
                return found.start(), found.end()
        return -1, -1

    def section(self, name: str, after: int) -> tuple[str, int, int, int] | None:
        if name not in t.SECTIONS and name not in t.ASIDES:
            return None
        close = closing_brace(self.text, after)
        if name in t.ASIDES:
            return ("skip", after, close, close + 1) if close >= 0 else None
        if close < 0:
            raise self.unclosed("\\" + name + "{", after - len(name) - 1)
        return "title", after + 1, close, close + 1

    def command(self, name: str, start: int, after: int, end: int) -> tuple[str, int, int, int] | None:
        r"""A macro of the author that begins an environment, like `\be ... \ee`; or `\question` without braces."""
        if name in t.SECTIONS:
            return "title", start, after, after
        begins = self.stands_for(name, "begin", start)
        if begins is None or begins.rstrip("*") not in t.DISPLAYS:
            return None
        closers = [rf"\\end\s*\{{{re.escape(begins)}\}}"]
        closers += [
            re.escape(m) + r"(?![A-Za-z])" for m in self.macros.table if self.stands_for(m[1:], "end", start) == begins
        ]
        found = re.compile("|".join(closers)).search(self.text, after, end)
        if found is None:
            raise self.unclosed("\\" + name, start)
        return "display", after, found.start(), found.end()

    def stands_for(self, name: str, which: str, at: int) -> str | None:
        macro = self.macros.find("\\" + name, at)
        body = "".join(token.text for token in macro.body).strip() if macro and not macro.arguments else ""
        found = re.fullmatch(rf"\\{which}\{{([A-Za-z]+\*?)\}}", body)
        return found.group(1) if found else None

    def take(self, region: tuple[str, int, int, int], mark: int) -> int:
        kind, start, end, over = region
        if kind in ("inline", "unclosed"):
            self.parts.append(Inline(start, end))
        elif kind in ("display", "denied"):
            self.close()
            self.blocks.append(Display(start, end, kind == "denied"))
        elif kind == "title" and _IS_CASE.match(self.text, start, end):
            self.close()
            return start
        elif kind in ("title", "fresh"):
            self.close()
            level = t.SECTION_LEVELS.get(self.text[mark:start].strip("\\*{ "), 5)
            self.blocks.append(Title(" ".join(self.text[start:end].split()), mark, over, kind == "fresh", level))
        elif kind.startswith(("begin ", "end ")):
            self.close()
            self.blocks.append(Fence(kind.split()[1], kind.startswith("begin")))
        elif kind == "break":
            self.close()
        return over

    def words(self, start: int, end: int) -> None:
        """Text, cut at the headings and list marks in it."""
        if self.markdown:
            for found in re.compile(r"(?m)^#{1,6}[ \t]+(.*)$").finditer(self.text, start, end):
                if found.start() < start:
                    continue
                self.listed(start, found.start())
                level = len(found.group()) - len(found.group().lstrip("#"))
                self.title(found.group(1).strip(" #"), found.start(), found.end(), level)
                start = found.end()
        self.listed(start, end)

    def listed(self, start: int, end: int) -> None:
        for found in _LIST_MARK.finditer(self.text, start, end):
            if found.start() < start or (found.start() and self.text[found.start() - 1] != "\n"):
                continue
            self.plain(start, found.start("title"))
            if _IS_CASE.match(found.group("title")):  # what follows is supposed there
                self.close()
                start = found.start("title")
                continue
            title = re.sub(r"\\textbf|\\bf|[{}*\[\]]", "", found.group("title")).strip()
            self.title(title, found.start("title"), found.end())
            start = found.end()
        self.plain(start, end)

    def title(self, text: str, start: int, end: int, level: int = 9) -> None:
        self.close()
        level = 6 if level == 9 and _PROBLEM.search(text) else level
        self.blocks.append(Title(text, start, end, level=level))

    def plain(self, start: int, end: int) -> None:
        if start < end:
            self.parts.append(Words(start, end))

    def close(self) -> None:
        if any(isinstance(part, Inline) or self.text[part.start : part.end].strip() for part in self.parts):
            self.blocks.append(Paragraph(tuple(self.parts)))
        self.parts = []
