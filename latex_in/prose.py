r"""Declarations from prose: formulas in sentences, and the words around them.

A sentence is flattened: each formula becomes one private character, so that patterns of words can be
written as ordinary regular expressions (`M` stands for a formula).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from language.derivation import (
    Distributed,
    Given,
    Independent,
    Item,
    Lines,
    Mapping,
    Membership,
    Property,
    Unread,
)
from language.terms import App, Sym, Term, subterms
from latex_in.context import Context
from latex_in.declare import Equation, Found, Mention, Space, read_formula
from latex_in.document import Inline, Paragraph
from latex_in.lexer import Token
from latex_in.roles import last_cue
from latex_in.source import ParseError

FIRST_MARK = 0xE000
M = "([\ue000-\uf8ff])"
_SENTENCE_END = re.compile(
    r"(?<!\bi\.e)(?<!\be\.g)(?<!i\.i\.d)(?<!w\.r\.t)(?<!\bs\.t)(?<!\bcf)(?<!\bi)(?<!\be)[.?!](?=\s|$)"
)


@dataclass
class Said:
    """One formula of a sentence and what it says."""

    tokens: list[Token]
    mark: str
    found: list[Found] = field(default_factory=list)
    unread: Unread | None = None

    def terms(self) -> tuple[Term, ...]:
        """The terms that words nearby may speak of."""
        result: list[Term] = []
        for item in self.found:
            match item:
                case Mention(terms):
                    result.extend(terms)
                case Membership(subject=s) | Distributed(subject=s) | Mapping(function=s):
                    result.append(s)
                case Equation(formula=f):
                    result.append(f.lhs)
                case _:
                    pass
        return tuple(dict.fromkeys(result))


@dataclass(frozen=True)
class Candidate:
    """A relation in prose with the last telling word before it: `roles` decides what it is."""

    equation: Equation
    cue: str
    chain: int = 0


ProseItem = Item | Candidate


def sentences(text: str) -> list[str]:
    """The sentences of a flattened paragraph; the last may be unfinished."""
    found, start = [], 0
    for end in _SENTENCE_END.finditer(text):
        found.append(text[start : end.end()])
        start = end.end()
    if text[start:].strip():
        found.append(text[start:])
    return found


def flatten(paragraph: Paragraph, text: str) -> str:
    """The paragraph as plain words, each formula one private character, in order."""
    shown, count = "", 0
    for part in paragraph.parts:
        if isinstance(part, Inline):
            shown += chr(FIRST_MARK + count % 6000)
            count += 1
        else:
            shown += _plain(text[part.start : part.end])
    return shown


def _plain(text: str) -> str:
    text = re.sub(r"\\(?:label|ref|eqref|cite|vspace|hspace|includegraphics)\s*(?:\[[^\]]*\])?\{[^{}]*\}", " ", text)
    text = re.sub(r"\\(?:begin|end)\s*\{[^{}]*\}", " ", text)
    text = re.sub(r"\\\\(\[[^\]]*\])?", " ", text)
    text = re.sub(r"\\[A-Za-z]+\*?|[{}~\u200b]|\\[ ,;]", lambda f: "" if f.group() in "{}" else " ", text)
    return re.sub(r"\*\*?|__", "", text)


def read_paragraph(context: Context, paragraph: Paragraph, formulas: list[list[Token]]) -> list[list[ProseItem]]:
    """Everything that a paragraph declares, sentence by sentence in the order of the page. Never fails."""
    flat = flatten(paragraph, context.text)
    said = [_say(context, tokens, chr(FIRST_MARK + k % 6000)) for k, tokens in enumerate(formulas)]
    by_mark = {s.mark: s for s in said}
    return [list(_sentence(sentence, by_mark)) for sentence in sentences(flat)]


def _say(context: Context, tokens: list[Token], mark: str) -> Said:
    said = Said(tokens, mark)
    try:
        said.found = list(read_formula(context, tokens))
    except ParseError as error:
        said.unread = context.unread(error, tokens, display=False)
    return said


def _sentence(sentence: str, by_mark: dict[str, Said]) -> Iterator[ProseItem]:
    marks = [(position, by_mark[c]) for position, c in enumerate(sentence) if c in by_mark]
    iid = re.search(r"\bi\.?i\.?d\b\.?|\bindependently\b|\bindependent and identically\b", sentence) is not None
    lines = list(_lines(sentence, by_mark))
    in_lines = {id(s) for _, used in lines for s in used}
    for position, said in marks:
        if said.unread is not None:
            yield said.unread
        for found in said.found:
            if isinstance(found, Mention | Space) or (isinstance(found, Equation) and id(said) in in_lines):
                continue
            if isinstance(found, Distributed) and iid:
                yield replace(found, independent=True)
            elif isinstance(found, Equation):
                over = (*found.over, *_over(sentence[position + 1 :], by_mark))
                yield Candidate(replace(found, over=tuple(dict.fromkeys(over))), last_cue(sentence[:position]))
            else:
                yield found
    for line, _ in lines:
        yield line
    yield from _ambient(sentence, by_mark)
    yield from _independence(sentence, marks)
    yield from _properties(sentence, by_mark)


# For which values --------------------------------------------------------------------------------

_FOR = re.compile(rf"^[\s,]*(?:holds\s+|which holds\s+)?for\s+(?:every|all|each|any)?\s*{M}(?:\s*and\s*{M})?")


def _over(after: str, by_mark: dict[str, Said]) -> list[str]:
    """The variables of "for every i", "for t >= 1" behind a formula."""
    found = _FOR.match(after)
    names: list[str] = []
    for mark in found.groups() if found else ():
        said = by_mark.get(mark or "")
        for term in said.terms() if said else ():
            names += [term.name] if isinstance(term, Sym) else []
    return names


_IN_SPACE = (
    re.compile(rf"{M}\s+(?:in|on|over)\s+{M}"),
    re.compile(
        rf"{M}(?:\s*(?:,|and)\s*{M})?\s+(?:is|are|be)\s+[\w\s,\-]*?\b(?:vector|matri|variable|scalar|point)\w*\s+(?:in|from)\s+{M}"
    ),
)


def _ambient(sentence: str, by_mark: dict[str, Said]) -> Iterator[Given]:
    r"""`$x \sim p$ in $\mathbb{R}^d$`: the second formula is a set."""
    for found in (f for pattern in _IN_SPACE for f in pattern.finditer(sentence)):
        *members, ambient = (by_mark[mark] for mark in found.groups() if mark)
        for space in ambient.found:
            if isinstance(space, Space):
                yield from (Membership(x, space.space, x.span) for said in members for x in said.terms())


# Rows and columns --------------------------------------------------------------------------------

_TH = r"(?:\s*-?\s*th|\s*-?\s*\\?textsuperscript)?"
_LINES: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(
            rf"(?:the\s+)?(?P<w>row|column)s\s+of\s+{M}\s+(?:are|be|hold|contain)\s+(?:the\s+)?(?:vectors\s+)?{M}"
        ),
        "mv",
    ),
    (re.compile(rf"{M}\s*,?\s*(?:has|have|having|with|whose)\s+(?:the\s+)?(?P<w>row|column)s\s+(?:are\s+)?{M}"), "mv"),
    (
        re.compile(
            rf"{M}\s+(?:hold|holds|stack|stacks|contain|contains|has|have)\s+(?:the\s+)?{M}\s+(?:in|as)\s+(?:its|their)\s+(?P<w>row|column)s"
        ),
        "mv",
    ),
    (re.compile(rf"{M}\s*(?:is|denotes|be|as|for)?\s*the\s+{M}{_TH}\s+(?P<w>row|column)\s+of\s+{M}"), "vim"),
    (re.compile(rf"{M}\s*(?:is|denotes|be|as|for)?\s*the\s+[a-z]-?th\s+(?P<w>row|column)\s+of\s+{M}"), "vm"),
    (re.compile(rf"{M}\s+(?:are|is)\s+the\s+(?P<w>row|column)s?\s+of\s+{M}"), "vm"),
)
_PAIRED_LINES = re.compile(
    rf"{M}(?:\s*(?:,|and)\s*{M})?\s+(?:hold|contain|stack|have)\s+{M}\s*(?:and|,)\s*{M}\s+(?:in|as)\s+their\s+(?P<w>row|column)s"
)
_PAIRED_ROWS = re.compile(
    rf"{M}\s+and\s+{M}\s+(?:are|denote)\s+the\s+(?:{M}|[a-z])?{_TH}\s*(?P<w>row|column)s?\s+of\s+{M}\s+and\s+"
    rf"(?:the\s+(?:{M}|[a-z])?{_TH}\s*(?:row|column)s?\s+of\s+)?{M}"
)


def _lines(sentence: str, by_mark: dict[str, Said]) -> Iterator[tuple[Lines, tuple[Said, ...]]]:
    for found in _PAIRED_LINES.finditer(sentence):
        matrices = [t for m in found.groups()[:2] if m for t in by_mark[m].terms()]
        vectors = [t for m in found.groups()[2:4] if m for t in by_mark[m].terms()]
        if len(matrices) == len(vectors):
            for matrix, vector in zip(matrices, vectors, strict=True):
                yield from _line(matrix, vector, found["w"], [by_mark[m] for m in found.groups()[:4] if m])
            return
    for found in _PAIRED_ROWS.finditer(sentence):
        v1, v2, _, _, m1, _, m2 = found.groups()  # the two blanks are indices, one the word row or column
        for vector_mark, matrix_mark in ((v1, m1), (v2, m2)):
            pair = by_mark[matrix_mark].terms(), by_mark[vector_mark].terms()
            if all(pair):
                yield from _line(pair[0][0], pair[1][0], found["w"], [by_mark[vector_mark]])
        return
    for pattern, order in _LINES:
        for found in pattern.finditer(sentence):
            marks = [m for name, m in enumerate(found.groups()) if m and len(m) == 1 and m in by_mark]
            places = dict(zip(order, marks, strict=False))
            matrix_terms, vector_terms = by_mark[places["m"]].terms(), by_mark[places["v"]].terms()
            if matrix_terms and vector_terms:
                used = [by_mark[places["v"]]]
                yield from _line(matrix_terms[-1], vector_terms[0], found["w"], used)
                return


def _line(matrix: Term, vector: Term, which: str, used: list[Said]) -> Iterator[tuple[Lines, tuple[Said, ...]]]:
    index = _symbol_index(vector)
    if index is not None:
        yield Lines(matrix, index, vector, "row" if which == "row" else "column", vector.span), tuple(used)


def _symbol_index(vector: Term) -> str | None:
    """The variable index of the vectors in a line: the i of `x_i^T`."""
    for term in subterms(vector):
        if isinstance(term, App) and term.head == "index" and isinstance(term.args[1], Sym):
            return term.args[1].name
    return None


# Independence ------------------------------------------------------------------------------------

_NOT = re.compile(r"\b(?:not|no longer|need not be)\s+(?:\w+\s+){0,2}$")


def _independence(sentence: str, marks: list[tuple[int, Said]]) -> Iterator[Given]:
    found = re.search(r"\b(?:mutually\s+|jointly\s+)?independent\b|\bi\.?i\.?d\b", sentence)
    if found is None or _NOT.search(sentence[: found.start()]):
        return
    of = re.match(r"\s+(?:of|from)\s+", sentence[found.end() :])
    before = [s for position, s in marks if position < found.start() and s.terms()]
    after = [s for position, s in marks if position > found.start() and s.terms()]
    chosen: list[Said] = []
    if of is not None:
        chosen = [*before[-1:], *after[:1]]
    elif before:
        chosen = _joined(sentence, before, marks)
    elif after:
        chosen = after[:1]
    terms = tuple(dict.fromkeys(t for s in chosen for t in s.terms()))
    family = len(terms) == 1 and isinstance(terms[0], App) and terms[0].head == "index"
    if len(terms) > 1 or family:
        yield Independent(terms, terms[0].span)


def _joined(sentence: str, before: list[Said], marks: list[tuple[int, Said]]) -> list[Said]:
    """The formulas that "and" or a comma joins to the last one before the word."""
    places = {id(s): position for position, s in marks}
    chosen = [before[-1]]
    for said in reversed(before[:-1]):
        between = sentence[places[id(said)] + 1 : places[id(chosen[0])]]
        if not re.fullmatch(r"\s*(?:,|and|,\s*and)\s*", between):
            break
        chosen.insert(0, said)
    return chosen


# Properties --------------------------------------------------------------------------------------

_PROPERTIES: tuple[tuple[str, str], ...] = (
    (r"(?:i\.?i\.?d\.?|independent)\s+(?:entries|elements|components|coordinates)", "independent entries"),
    (r"orthonormal columns", "orthonormal columns"),
    (r"orthonormal rows", "orthonormal rows"),
    (r"positive[- ]semi-?definite|PSD", "positive semidefinite"),
    (r"positive[- ]definite|SPD", "positive definite"),
    (r"symmetric", "symmetric"),
    (r"diagonal", "diagonal"),
    (r"invertible|non-?singular|full[- ]rank", "invertible"),
    (r"one[- ]hot", "one-hot"),
    (r"orthogonal", "orthogonal"),
    (r"random", "random"),
    (r"integers?", "integer"),
    (r"unit", "unit"),
    (r"non-?negative", "nonnegative"),
)
_NOUN = r"(?:\s+(?:matrix|matrices|vector|vectors|variable|variables|function|functions|number|numbers|label|labels))?"
_ELEMENTWISE = r"(?:element|entry|component|coordinate)-?\s?wise"


def _properties(sentence: str, by_mark: dict[str, Said]) -> Iterator[Given]:
    for pattern, word in _PROPERTIES:
        for said in _described(sentence, pattern, by_mark):
            for term in said.terms():
                if isinstance(term, Sym) or (isinstance(term, App) and term.head == "index"):
                    yield Property(term, word, term.span)
    for said in _elementwise(sentence, by_mark):
        functions = [x.function for x in said.found if isinstance(x, Mapping)]
        functions += [t for x in said.found if isinstance(x, Mention) for t in x.terms]
        for term in functions:
            yield Property(term, "elementwise", term.span)


def _described(sentence: str, word: str, by_mark: dict[str, Said]) -> Iterator[Said]:
    """Formulas that the word is said of: "$A$ is symmetric", "a symmetric matrix $A$", "$y$ one-hot"."""
    seen: set[str] = set()
    verb = r"\s*,?\s*(?:which\s+)?(?:is|are|be|has|have|being|with)\s+(?:a\s+|an\s+|the\s+|both\s+|all\s+)?"
    adjectives = r"(?:(?!not\b|never\b)[a-z\-]+,?\s+(?:and\s+)?){0,2}"
    patterns = (
        rf"{M}(?:\s*(?:,|and)\s*{M})?{verb}{adjectives}(?:{word})\b",
        rf"{M}\s+(?:{word})\b(?!\s+[\ue000-\uf8ff])",
        rf"\b(?:{word}){_NOUN}\s+{M}(?:\s+and\s+{M})?",
    )
    for found in (f for pattern in patterns for f in re.finditer(pattern, sentence)):
        for mark in found.groups():
            if mark and mark in by_mark and mark not in seen and not _NOT.search(sentence[: found.start()]):
                seen.add(mark)
                yield by_mark[mark]


def _elementwise(sentence: str, by_mark: dict[str, Said]) -> Iterator[Said]:
    found = re.search(rf"\b{_ELEMENTWISE}", sentence)
    if found is None:
        return
    before = [c for c in sentence[: found.start()] if c in by_mark]
    if before:
        yield by_mark[before[-1]]
