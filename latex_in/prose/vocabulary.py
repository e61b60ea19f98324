"""The words of a language by their classes: a `lexicon` table, loaded.

Each form of a word, and each fixed phrase, gets a sign, one private character; a class is a set of signs. A sentence
is then a string of signs, and the rules of the grammar are patterns over classes: none of them names a word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import field
from itertools import product
from typing import Any, TypeVar

from hence.language.records import dataclass
from hence.latex_in.prose import lexicon

T = TypeVar("T")

FIRST_SIGN = 0xF0000
UNKNOWN = "\U000efffe"  # the sign of every word that the lexicon does not have
MOST_REMEMBERED, MOST_NUMBERS = 4_096, 50_000  # so that a process that reads many pages stays small
FIRST_NUMBER, LAST_NUMBER = "\U000e1000", "\U000ef000"  # numbers in digits get signs as they come
# what a phrase takes over from its first word: where it ends what stands before it
INHERITED = frozenset(("breaks", "leads-away", "after-noun", "noun-end", "edge", "phrase-end"))
MARKS = {
    "comma": ",",
    "semicolon": ";",
    "colon": ":",
    "stop": ".",
    "question": "?",
    "exclamation": "!",
    "open": "([",
    "close": ")]",
    "dash": "-",
    "quote": "\u201c",
    "unquote": "\u201d",
}


@dataclass
class Vocabulary:
    """What a table of rows says; `memo` holds what others compute from it."""

    signs: dict[str, str] = field(default_factory=dict)  # by form, phrases too
    classes: dict[str, set[str]] = field(default_factory=dict)  # signs, by class
    of: dict[str, frozenset[str]] = field(default_factory=dict)  # classes, by sign
    lemmas: dict[tuple[str, str], str] = field(default_factory=dict)  # of the row that gives a sign a class
    phrases: dict[str, list[tuple[str, ...]]] = field(default_factory=dict)  # by first word, the longest first
    suffixes: list[str] = field(default_factory=list)  # of words without a row, the longest first
    numbers: list[str] = field(default_factory=list)
    memo: dict[Any, Any] = field(default_factory=dict)
    partial: bool = False  # a table of a few rows, which need not have every class

    def add(self, table: str) -> None:
        """The rows of a table. Raises `ValueError` for a row that is no row."""
        for line in table.splitlines():
            row = line.partition("#")[0].strip()
            if row:
                self._row(row)

    def _row(self, row: str) -> None:
        cells = [cell.strip() for cell in row.split("|")]
        if len(cells) not in (3, 4) or not all(cells[:3]):
            raise ValueError(f"expected `forms | category | lemma | classes`: {row}")
        forms, category, lemma, *rest = cells
        for word in forms.split(","):
            all_forms = list(expanded(word.strip()))
            for form in all_forms:
                own = all_forms[0] if lemma == "*" else lemma
                self._form(form, own, {category, own, *(rest[0].split() if rest else ())})

    def _form(self, form: str, lemma: str, names: set[str]) -> None:
        sign = self.signs.setdefault(form, chr(FIRST_SIGN + len(self.of)))
        self.lemmas.update({(sign, name): lemma for name in names})
        self.of[sign] = self.of.get(sign, frozenset()) | names
        if form.startswith("-") and form not in self.suffixes:
            self.suffixes.append(form)
            self.suffixes.sort(key=len, reverse=True)
        if " " in form:
            first, *_ = words = tuple(form.split())
            known = self.phrases.setdefault(first, [])
            if words not in known:
                known.append(words)
                known.sort(key=len, reverse=True)

    def settle(self) -> Vocabulary:
        """Words take over the classes of their endings; then each class has its signs."""
        endings = tuple(x[1:] for x in self.suffixes)
        for form, sign in self.signs.items():
            if not form.endswith(endings):
                continue
            for ending in (x for x in self.suffixes if form.endswith(x[1:]) and len(form) > len(x)):
                self.of[sign] |= self.of[self.signs[ending]] - {"suffix"}
        for phrase in (" ".join(x) for phrases in self.phrases.values() for x in phrases):
            first = self.signs.get(phrase.partition(" ")[0], "")
            self.of[self.signs[phrase]] |= self.of.get(first, frozenset()) & INHERITED
        for sign, names in self.of.items():
            for name in names:
                self.classes.setdefault(name, set()).add(sign)
        return self

    def sign(self, word: str) -> str:
        """The sign of a word in small letters: by its row, or by its ending."""
        if word in self.signs:
            return self.signs[word]
        ending = next((x for x in self.suffixes if word.endswith(x[1:]) and len(word) > len(x) + 1), "")
        return self.signs[ending] if ending else UNKNOWN

    def is_compound(self, parts: list[str]) -> bool:
        """Whether the parts of a compound are said of what the last one is: "zero-mean", "one-hot", "i-th"."""
        first = self.signs.get(parts[0], "")
        phrase = any(tuple(parts) == words[: len(parts)] for words in self.phrases.get(parts[0], ()))
        return phrase or len(parts[0]) == 1 or self.has(first, "compounding", "non")

    def number(self, digits: str) -> str:
        """The sign of a number, which knows its digits."""
        if len(self.numbers) >= MOST_NUMBERS:
            for known in self.numbers:
                del self.signs[known]
            self.numbers.clear()
            self.memo.clear()
        if digits not in self.signs:
            self.numbers.append(digits)
            self.signs[digits] = chr(ord(FIRST_NUMBER) + len(self.numbers))
        return self.signs[digits]

    def has(self, sign: str, *names: str) -> bool:
        """Whether a sign belongs to one of the classes."""
        own = self.of.get(sign)
        return own is not None and any(name in own for name in names)

    def remembered(self, table: str, key: str, make: Callable[[], T], most: int = MOST_REMEMBERED) -> T:
        """What was made for a key before; the table is emptied when it is full, perhaps by another thread."""
        known: dict[str, T] = self.memo.setdefault(table, {})
        with suppress(KeyError):
            return known[key]
        if len(known) >= most:
            known.clear()
        made = known[key] = make()
        return made

    def lemma(self, sign: str, name: str) -> str:
        """The lemma of a sign, by the row that gives it a class."""
        return self.lemmas.get((sign, name), "")

    def digits(self, sign: str) -> str:
        """The digits of a number; empty for any other sign."""
        place = ord(sign) - ord(FIRST_NUMBER) - 1
        return self.numbers[place] if 0 <= place < len(self.numbers) else ""


def expanded(form: str) -> Iterator[str]:
    """`minimi{s,z}e` with `;` between choices: `minimi{s;z}e{;s}` is four forms."""
    pieces: list[list[str]] = []
    rest = form
    while "{" in rest:
        head, _, rest = rest.partition("{")
        inside, _, rest = rest.partition("}")
        pieces += [[head], inside.split(";")]
    pieces.append([rest])
    for chosen in product(*pieces):
        yield "".join(chosen)


_current: list[Vocabulary] = []


def vocabulary() -> Vocabulary:
    """The vocabulary in use, loaded when it is first asked for."""
    if not _current:
        _current.append(Vocabulary())
        _current[-1].add(lexicon.TABLE)
        _current[-1].settle()
    return _current[-1]


@contextmanager
def speaking(table: str) -> Iterator[Vocabulary]:
    """Read with another table of rows in force."""
    made = Vocabulary(partial=True)
    made.add(table)
    vocabulary()
    _current.append(made.settle())
    try:
        yield made
    finally:
        _current.pop()
