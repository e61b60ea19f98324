r"""A paragraph as sentences, and a sentence as words, formulas and marks.

A paragraph is flattened first: commands become blanks, each formula one private character, and every other character
keeps its place. A sentence is then its tokens, and a string with one sign for each of them (`vocabulary`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from typing import TypeAlias

from hence.language.records import dataclass
from hence.latex_in.page.document import Inline, Paragraph
from hence.latex_in.prose.grammar import marks_in, rule
from hence.latex_in.prose.vocabulary import UNKNOWN, vocabulary

FIRST_MARK = 0xE000
MOST_MARKS = 6000
MOST_TEXTS = 200


@dataclass(frozen=True)
class Word:
    """A word, or a fixed phrase, as written; `start` and `end` are its place in the flattened paragraph."""

    text: str
    sign: str
    start: int
    end: int


@dataclass(frozen=True)
class Formula:
    """A formula, by the character that stands for it."""

    sign: str
    start: int
    end: int


@dataclass(frozen=True)
class Mark:
    """A mark of punctuation."""

    sign: str
    start: int
    end: int


Token: TypeAlias = Word | Formula | Mark


@dataclass(frozen=True)
class Spoken:
    """A sentence of a paragraph."""

    tokens: tuple[Token, ...]

    @cached_property
    def signs(self) -> str:
        return "".join(token.sign for token in self.tokens)

    @property
    def start(self) -> int:
        return self.tokens[0].start if self.tokens else 0

    @property
    def finished(self) -> bool:
        return self.signs.endswith((".", "?", "!"))

    @property
    def goes_on(self) -> bool:
        """Whether it begins in small letters: it goes on from a display."""
        first = self.tokens[0] if self.tokens else None
        return isinstance(first, Word) and first.text[:1].islower()

    @cached_property
    def unheard(self) -> str:
        """Its words that have no row in the lexicon; adverbs, names of people and reasons ("by ...,") aside."""
        known, strange, in_reason = vocabulary(), [], False
        for place, token in enumerate(self.tokens):
            if not isinstance(token, Word):
                in_reason = False
                continue
            in_reason = in_reason or known.has(token.sign, "force-reason")
            name = place > 0 and token.text[0].isupper()
            new = token.sign == UNKNOWN or (known.has(token.sign, "suffix") and not known.has(token.sign, "manner"))
            if new and len(token.text) > 1 and not name and not in_reason:
                strange.append(token.text)
        return ", ".join(dict.fromkeys(strange))

    def text(self, start: int = 0, end: int | None = None) -> str:
        """Words as written; formulas as dots."""
        return " ".join(t.text if isinstance(t, Word) else "..." for t in self.tokens[start:end] if not _is_mark(t))

    def __add__(self, other: Spoken) -> Spoken:
        return Spoken((*self.tokens, *other.tokens))


def _is_mark(token: Token) -> bool:
    return isinstance(token, Mark)


# Flattening --------------------------------------------------------------------------------------


def mark_of(number: int) -> str:
    """The character that stands for the formula with this number in its paragraph."""
    return chr(FIRST_MARK + number % MOST_MARKS)


def flatten(paragraph: Paragraph, text: str) -> str:
    """The paragraph as plain words, each formula one private character, in order."""
    shown, count = "", 0
    for part in paragraph.parts:
        if isinstance(part, Inline):
            shown += mark_of(count)
            count += 1
        else:
            shown += _NOT_WORDS.sub(lambda found: " " * len(found.group()), text[part.start : part.end])
    return _LINK.sub(lambda found: f" {found[1]}{' ' * (len(found.group()) - len(found[1]) - 1)}", shown)


def offsets_of(paragraph: Paragraph) -> tuple[list[int], list[int]]:
    """Where the parts of a paragraph begin once it is flattened, and where they begin in the text."""
    flat, text, position = [], [], 0
    for part in paragraph.parts:
        flat.append(position)
        text.append(part.start)
        position += 1 if isinstance(part, Inline) else part.end - part.start
    return flat, text


def offset_in(offsets: tuple[list[int], list[int]], position: int) -> int:
    """Where a position of the flattened paragraph stands in the text."""
    flat, text = offsets
    part = max(bisect_right(flat, position) - 1, 0)
    return text[part] + position - flat[part]


_NOT_WORDS = re.compile(
    r"\\(?:label|ref|eqref|cite|vspace|hspace|includegraphics|input|include|texttt|url|href)\s*(?:\[[^\]]*\])?\{[^{}]*\}"
    r"|\\(?:begin|end)\s*\{[^{}]*\}|\\\\(?:\[[^\]]*\])?|\\[A-Za-z]+\*?|[{}~\u200b]|\\[ ,;]|\*\*?|__"
)

_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")  # of Markdown: what is shown of it

# Tokens ------------------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"(?P<formula>[\ue000-\uf8ff])|(?P<number>\d+(?:\.\d+)*)|(?P<mark>``|''|[\u201c\u201d,;:.?!()\[\]-])"
    r"|(?P<word>[^\W\d_](?:\.[^\W\d_])+\b|[^\W\d_]+(?:['\u2019][^\W\d_]+)?(?:-[^\W\d_]+(?:['\u2019][^\W\d_]+)?)*)"
)
_ENUMERATED = re.compile(r"\(\w{1,3}\)|^\s*\w{1,2}\)")  # "(a)"
_QUOTES = {"``": "\u201c", "''": "\u201d"}


def spoken(flat: str) -> list[Spoken]:
    """The sentences of a flattened paragraph, in order; the last may be unfinished."""
    tokens = tokenised(_ENUMERATED.sub(lambda found: " " * len(found.group()), flat))
    found: list[Spoken] = []
    start = 0
    for place, token in enumerate(tokens):
        if token.sign in (".", "?", "!") and _ends(flat, tokens, place):
            found.append(Spoken(tokens[start : place + 1]))
            start = place + 1
    if tokens[start:]:
        found.append(Spoken(tokens[start:]))
    return _with_answers(found)


def _ends(flat: str, tokens: Sequence[Token], place: int) -> bool:
    """Whether a mark ends a sentence: a blank follows, and no abbreviation stands before it."""
    token = tokens[place]
    if flat[token.end : token.end + 1].strip():
        return False
    return not (token.sign == "." and place and _is_short(tokens[place - 1], token.start))


def _is_short(token: Token, end: int) -> bool:
    """Whether a token is an abbreviation that ends here."""
    return isinstance(token, Word) and token.end == end and vocabulary().has(token.sign, "abbreviation")


def tokenised(flat: str) -> tuple[Token, ...]:
    """The words, formulas and marks of a text, which several ask for in turn. Never fails."""
    return vocabulary().remembered("tokens", flat, lambda: tuple(_tokenised(flat)), MOST_TEXTS)


def _tokenised(flat: str) -> list[Token]:
    made: list[Token] = []
    for found in _TOKEN.finditer(flat):
        start, end, text = found.start(), found.end(), found.group()
        match found.lastgroup:
            case "formula":
                made.append(Formula(text, start, end))
            case "mark":
                made.append(Mark(_QUOTES.get(text, text), start, end))
            case "number":
                made.append(Word(text, vocabulary().number(text), start, end))
            case _:
                made += _of_word(text, start)
    return _with_phrases(_without_asides(_without_dots(made)))


def _without_asides(tokens: list[Token]) -> list[Token]:
    """ "the (symmetric) matrix" is the symmetric matrix: brackets around one word behind an article are dropped."""
    known, dropped = vocabulary(), set[int]()
    for place in range(1, len(tokens) - 2):
        before, opening, inside, closing = tokens[place - 1 : place + 3]
        words = isinstance(before, Word) and isinstance(inside, Word) and known.has(before.sign, "article")
        if words and (opening.sign, closing.sign) == ("(", ")"):
            dropped |= {place, place + 2}
    return [token for place, token in enumerate(tokens) if place not in dropped]


def signs_of(text: str) -> str:
    """The signs of a text that need not be a sentence."""
    return Spoken(tokenised(text)).signs


def _without_dots(tokens: list[Token]) -> list[Token]:
    """The tokens without the stop of an abbreviation, unless it is the last."""
    return [
        token
        for place, token in enumerate(tokens)
        if not (token.sign == "." and 0 < place < len(tokens) - 1 and _is_short(tokens[place - 1], token.start))
    ]


def _of_word(text: str, start: int) -> list[Token]:
    """A word; the parts of a compound that has no row of its own; "do" and "not" of "don't"."""
    known = vocabulary()
    end = start + len(text)
    whole = text.lower().replace("\u2019", "'")
    for form in (whole, whole.replace(".", ""), whole.replace("-", "")):
        if form in known.signs:
            return [Word(text, known.signs[form], start, end)]
    parts = whole.split("-")
    if len(parts) > 1 and not known.is_compound(parts):
        return [Word(text, known.sign(whole), start, end)]
    made: list[Token] = []
    for part in parts:
        at = start + (len("-".join(parts[: len(made)])) if made else 0)
        made += [Word(piece, known.sign(piece), at, at + len(part)) for piece in _uncontracted(part)]
    return made if len(made) > 1 else [Word(text, made[0].sign, start, end)]


def _uncontracted(word: str) -> list[str]:
    """The words of a contraction; the owner of a possessive."""
    base, _, ending = word.partition("'")
    if not ending:
        return [word]
    if ending == "t" and base.endswith("n"):
        return [base[:-1], "not"]
    return [base, *({"'" + ending} & vocabulary().signs.keys())]


def _with_phrases(tokens: list[Token]) -> list[Token]:
    """The tokens, each fixed phrase of the lexicon one word."""
    known = vocabulary()
    made: list[Token] = []
    place = 0
    while place < len(tokens):
        token = tokens[place]
        length = 1
        if isinstance(token, Word):
            for phrase in known.phrases.get(_plain(token), ()):
                run = tokens[place : place + len(phrase)]
                if tuple(map(_plain, run)) == phrase:
                    length = len(phrase)
                    text = " ".join(t.text for t in run if isinstance(t, Word))
                    token = Word(text, known.signs[" ".join(phrase)], token.start, run[-1].end)
                    break
        made.append(token)
        place += length
    return made


def _plain(token: Token) -> str:
    return token.text.lower().replace(".", "") if isinstance(token, Word) else ""


# Sentences that belong together ------------------------------------------------------------------

_POSED = rule("[minimise maximise] [^stop semicolon]* [subject-to such-that under]")
_ANSWERED = rule("^ (conclusion | we | this | the [solution minimum maximum minimiser maximiser optimum answer])")


def _with_answers(sentences: list[Spoken]) -> list[Spoken]:
    """A problem and the sentence that answers it belong together: "Minimise ... subject to ... Then ..."."""
    found: list[Spoken] = []
    for sentence in sentences:
        posed = found and _POSED.search(found[-1].signs) and _ANSWERED.match(sentence.signs)
        if posed and marks_in(sentence.signs):
            found[-1] += sentence
        else:
            found.append(sentence)
    return found
