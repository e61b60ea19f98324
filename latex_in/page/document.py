"""A page, cut into prose, displays and headings. Formulas are not looked into here."""

from __future__ import annotations

import re
from dataclasses import field, replace
from typing import TypeAlias

from hence.language.records import dataclass
from hence.latex_in import tables as t
from hence.latex_in.formula.parser import KNOWN_COMMANDS
from hence.latex_in.page.decorations import decorations
from hence.latex_in.page.functionals import functionals
from hence.latex_in.page.lexer import blank_comments
from hence.latex_in.page.macros import Macros, closing_brace, collect
from hence.latex_in.page.primes import writes_primes
from hence.latex_in.page.regions import Regions
from hence.latex_in.page.source import Source


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
    within: bool = False  # between the rows of one display, which may go on behind it


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

    kind: str  # theorem, proof, example, list, item
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
    faults: tuple[tuple[int, int, str], ...] = ()  # marks without their counterpart, and what was made of them


MOST_FORMULAS = 6_000
MOST_WORDS = 4  # of a title that only says which problem it is
_PROBLEM = re.compile(
    r"\b(?:question|problem|exercise|task|aufgabe|homework)\b|^\W*q\d|^\\begin\{\w*(?:prob|exc?ercise)\}", re.IGNORECASE
)
_IF = re.compile(r"\\(if(?:false|true|mmode|x|num|dim|cat|defined|undefined|odd|[A-Za-z@]+)?|else|fi)(?![A-Za-z@])")
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
_LIST_EDGE = re.compile(
    r"\\(?P<edge>begin|end)\s*\{(?:enumerate|itemize|description|parts|subparts|compactenum|compactitem)\*?\}"
    r"|\\(?P<item>item|part|subpart)(?![A-Za-z])"
)
_LINK = re.compile(r"\[(?P<text>[^\[\]$]*)\](?P<target>\([^()\s$]*\))")  # [words](where they lead)
_FENCE = re.compile(r"(?m)^[ \t]*(```+|~~~+)[ \t]*(\w*)[^\n]*\n(.*?)(?:^[ \t]*\1[ \t]*$|\Z)", re.DOTALL)


def split_page(source: Source, markdown: bool) -> Page:
    """Cut a document into blocks. Never fails: a formula that is not closed ends with its paragraph."""
    text = source.text
    clean = _clean_markdown(text) if markdown else without_false(blank_comments(text))
    macros, regions = collect(clean)
    clean = blanked(blanked(clean, regions), sorted(source.silent))
    begin, end = _body(clean)
    macros.decorations = decorations(clean[begin:end], KNOWN_COMMANDS | macros.table.keys())
    macros.primes, macros.functionals = writes_primes(clean[begin:end]), functionals(clean[begin:end])
    cutter = _Cutter(source, clean, macros, markdown)
    cutter.run(begin, end)
    inputs = () if markdown else tuple(found.span() for found in _INPUT.finditer(clean))
    return Page(source, clean, macros, tuple(cutter.blocks), inputs, tuple(cutter.faults))


def without_false(text: str) -> str:
    r"""The text with blanks for what no reader sees: `\iffalse ... \fi`, and the other branch of an `\iftrue`."""
    regions: list[tuple[int, int]] = []
    open_ifs: list[tuple[int, bool]] = []  # where what is hidden begins, and whether something is
    for found in _IF.finditer(text):
        which = found.group(1)
        if which.startswith("if"):
            hidden = which == "iffalse"
            open_ifs.append((found.start(), hidden) if which in ("iffalse", "iftrue") else (-1, False))
        elif open_ifs and open_ifs[-1][0] >= 0:
            start, hidden = open_ifs.pop()
            if hidden:
                regions.append((start, found.end()))
            if which == "else":
                open_ifs.append((found.start(), not hidden))
            elif not hidden:
                regions.append((found.start(), found.end()))
        elif open_ifs and which == "fi":
            open_ifs.pop()
    outermost: list[tuple[int, int]] = []
    for start, end in sorted(regions):
        if not outermost or start >= outermost[-1][1]:
            outermost.append((start, end))
    return blanked(text, outermost)


def blanked(text: str, regions: list[tuple[int, int]]) -> str:
    """The text with spaces in place of some regions, which stand in order."""
    if not regions:
        return text
    pieces, position = [], 0
    for start, end in regions:
        pieces += [text[position:start], _blank_text(text[start:end])]
        position = max(position, end)
    return "".join((*pieces, text[position:]))


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


# what authors call environments of their own: `PROOF`, `mythm`
_FENCED = re.compile(r"(proof|theorem|thm|lemma|proposition|corollary|example|remark)$", re.IGNORECASE)


def _fence(name: str) -> str:
    """What kind of text stands for itself in an environment; empty for any other."""
    found = _FENCED.search(name)
    return t.FENCES.get(name) or (t.FENCES[found.group(1).lower()] if found else "")


def _is_known(name: str) -> bool:
    return bool(_fence(name)) or t.poses(name) or name in t.KNOWN_ENVIRONMENTS


# `\newtheorem{ex}[thm]{Exercise}`: what an environment of the author prints
_NEW_THEOREM = re.compile(r"\\newtheorem\*?\s*\{\s*([A-Za-z]+)\s*\}\s*(?:\[[^\]]*\]\s*)?\{([^{}]*)\}")
_ROW_TEXT = re.compile(r"\\(?:short)?intertext\s*\{")


@dataclass
class _Cutter:
    source: Source
    text: str
    macros: Macros
    markdown: bool
    blocks: list[Block] = field(default_factory=list)
    parts: list[Words | Inline] = field(default_factory=list)
    braces: list[int] = field(default_factory=list)
    faults: list[tuple[int, int, str]] = field(default_factory=list)
    formulas: int = 0
    printed: dict[str, str] = field(default_factory=dict)  # what environments of the author print
    waiting: list[Fence] = field(default_factory=list)  # edges of lists in the middle of a sentence
    lists: list[bool] = field(default_factory=list)  # for each open list, whether it began between sentences

    def run(self, begin: int, end: int) -> None:
        self.regions = Regions(self.text, end)
        self.printed = {name: title.strip() for name, title in _NEW_THEOREM.findall(self.text) if not _is_known(name)}
        position = words_from = begin
        while found := _MARK.search(self.text, position, end):
            start = found.start()
            if self.formulas > MOST_FORMULAS:
                self.faults.append((start, start + 1, f"after {MOST_FORMULAS} formulas the page is not read on"))
                end = words_from = start
                break
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
        if not self.markdown:
            self.faults += [(at, at + 1, "this brace is never closed") for at in self.braces]

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
                close, over, closed = self.regions.display(found.group(), closing, after)
                if not closed:
                    self.unclosed(found.group(), found.start())
                return ("inline" if kind == "paren" else "display"), after, close, over
            case "dollar":
                return self.dollar(after)
            case "begin":
                return self.environment(found.group("begin"), found.group(), after, found.start())
            case "break":
                return "break", found.start(), found.end(), found.end()
            case "close" if fence := self.fence(found.group("close")):
                return f"end {fence}", after, after, after
            case "section":
                return self.section(found.group("section"), after)
            case "command":
                return self.command(found.group("command"), found.start(), after, end)
        return None

    def fence(self, name: str) -> str:
        """What kind of text stands for itself in an environment, by its name or what it prints; empty for others."""
        return _fence(name) or _fence(self.printed.get(name, ""))

    def unclosed(self, what: str, at: int) -> None:
        self.faults.append((at, at + len(what), f"{what} is never closed; what it opens is taken to end here"))

    def dollar(self, after: int) -> tuple[str, int, int, int] | None:
        close = self._closing_dollar(after, self.regions.paragraph_end(after))
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
        return self.regions.mark("$", start, end)

    def environment(self, name: str, mark: str, after: int, start: int) -> tuple[str, int, int, int] | None:
        if name not in t.KNOWN_ENVIRONMENTS and name in self.macros.environments:
            inner = re.search(r"\\begin\s*\{([A-Za-z]+)\*?\}|\\\[|\$\$", self.macros.environments[name].begin)
            if inner is not None and (inner.group(1) is None or inner.group(1) in t.DISPLAYS):
                close, over, closed = self.regions.environment(name, after)
                return "display", after, close, over
        if name not in t.DISPLAYS and name not in t.SKIPPED_ENVIRONMENTS:
            if fence := self.fence(name):
                return f"begin {fence}", after, after, after
            if t.poses(name) or t.poses(self.printed.get(name, "")):
                return ("fresh" if name in t.FRESH_ENVIRONMENTS else "title"), start, after, after
            return None
        close, over, closed = self.regions.environment(name, after)
        if not closed:
            self.unclosed(mark, start)
        if name in t.ENVIRONMENTS_WITH_ARGUMENT and (
            argument := re.compile(r"\s*(?:\[[^\]]*\])?\{[^{}]*\}").match(self.text, after)
        ):
            after = min(argument.end(), close)
        if name in t.SKIPPED_ENVIRONMENTS:
            return "skip", after, close, over
        return t.KINDS_OF_ENVIRONMENT.get(name, "display"), after, close, over

    def section(self, name: str, after: int) -> tuple[str, int, int, int] | None:
        if name not in t.SECTIONS and name not in t.ASIDES:
            return None
        close = closing_brace(self.text, after, self.regions.paragraph_end(after))
        if name in t.ASIDES:
            close = close if close >= 0 else closing_brace(self.text, after, self.regions.end)
            return ("skip", after, close, close + 1) if close >= 0 else None
        if close < 0:
            self.unclosed("\\" + name + "{", max(after - len(name) - 1, 0))
            close = self.text.find("\n", after, self.regions.end)
            close = close if close >= 0 else self.regions.end
            return "title", after + 1, max(close, after + 1), max(close, after + 1)
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
            self.unclosed("\\" + name, start)
            stop = self.regions.display("\\" + name, "\\end{" + begins + "}", after).close
            return "display", after, stop, stop
        return "display", after, found.start(), found.end()

    def stands_for(self, name: str, which: str, at: int) -> str | None:
        macro = self.macros.find("\\" + name, at)
        body = "".join(token.text for token in macro.body).strip() if macro and not macro.parameters else ""
        found = re.fullmatch(rf"\\{which}\{{([A-Za-z]+\*?)\}}", body)
        return found.group(1) if found else None

    def take(self, region: tuple[str, int, int, int], mark: int) -> int:
        kind, start, end, over = region
        self.formulas += kind in ("inline", "unclosed", "display", "denied")
        if kind in ("inline", "unclosed"):
            self.parts.append(Inline(start, end))
        elif kind in ("display", "denied"):
            self.close()
            self.display(start, end, kind == "denied")
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

    def display(self, start: int, end: int, denied: bool) -> None:
        r"""A display, cut where `\intertext` puts sentences between its rows."""
        while (found := _ROW_TEXT.search(self.text, start, end)) is not None:
            close = closing_brace(self.text, found.end() - 1, end)
            if close < 0:
                break
            self.blocks.append(Display(start, found.start(), denied))
            inside = replace(self, blocks=[], parts=[], braces=[], faults=[])
            inside.run(found.end(), close)
            self.blocks += [replace(x, within=True) if isinstance(x, Paragraph) else x for x in inside.blocks]
            start = close + 1
        self.blocks.append(Display(start, end, denied))

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
        """Text without headings, cut at the items of lists where a sentence has ended before them."""
        for found in _LIST_EDGE.finditer(self.text, start, end):
            self.part(start, found.start())
            start = found.start()
            between = self.is_between_sentences()
            if found["edge"] == "begin":
                self.lists.append(between)
            if between or (any(self.lists[-1:]) and not self.goes_on()):
                self.close()
            if found["edge"] == "end" and self.lists:
                self.lists.pop()
            self.waiting.append(Fence("item" if found["item"] else "list", found["edge"] != "end"))
            if not self.parts:
                self.close()
        self.part(start, end)

    def part(self, start: int, end: int) -> None:
        if start < end:
            self.parts.append(Words(start, end))

    def is_between_sentences(self) -> bool:
        """Whether nothing that stands here is unfinished."""
        last = self.last_text()
        return last is None or last.endswith((".", "?", "!"))

    def goes_on(self) -> bool:
        """Whether what stands here says itself that it is unfinished."""
        return (self.last_text() or "").endswith((",", ";", ":"))

    def last_text(self) -> str | None:
        """What stands here last: text, or nothing for a formula; None where nothing does."""
        for part in reversed(self.parts):
            text = _LIST_EDGE.sub("", self.text[part.start : part.end]).rstrip()
            if isinstance(part, Inline):
                return ""
            if text:
                return text
        return None

    def close(self) -> None:
        if any(isinstance(part, Inline) or self.text[part.start : part.end].strip() for part in self.parts):
            self.blocks.append(Paragraph(tuple(self.parts)))
        self.blocks += self.waiting
        self.parts, self.waiting = [], []
