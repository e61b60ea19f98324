r"""The registry of laws: a row a distribution, and nothing about a distribution anywhere else.

Adding one is adding a row to `discrete`, `continuous` or `arrays`; the reader, the normal form and the tester look it
up here, by `LAWS.called` (a notation such as `\mathrm{Gam}`), `LAWS.in_words` ("gamma") or its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from hence.language.laws.arrays import ARRAYS
from hence.language.laws.continuous import CONTINUOUS
from hence.language.laws.discrete import DISCRETE
from hence.language.laws.row import Arrays, Integers, Interval, Made, Parameter, Points, Row

_TYPEFACE = re.compile(r"\\(?:mathrm|mathcal|mathsf|mathit|text|operatorname\*?)|[{}\s]")


class Laws:
    """Rows by name, by notation and by word. Raises ValueError for a name, notation or word that is taken."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.rows: dict[str, Row] = {}
        self._notations: dict[str, Row] = {}
        self._words: dict[str, Row] = {}
        for row in rows:
            self.add(row)

    def add(self, row: Row) -> None:
        taken = [n for n in row.notations if n in self._notations] + [w for w in row.words if w.lower() in self._words]
        if row.name in self.rows or taken:
            raise ValueError(f"there is a law called {(taken or [row.name])[0]} already")
        self.rows[row.name] = row
        self._notations |= dict.fromkeys(row.notations, row)
        self._words |= dict.fromkeys(map(str.lower, row.words), row)

    def remove(self, name: str) -> None:
        row = self.rows.pop(name)
        for notation in row.notations:
            del self._notations[notation]
        for word in row.words:
            del self._words[word.lower()]

    def __getitem__(self, name: str) -> Row:
        return self.rows[name]

    def __contains__(self, name: str) -> bool:
        return name in self.rows

    def get(self, name: str) -> Row | None:
        return self.rows.get(name)

    def called(self, notation: str) -> Row | None:
        r"""The law of a notation, with or without its typeface: `\mathrm{Gam}`, `Gam`."""
        return self._notations.get(bare_name(notation))

    def in_words(self, words: str) -> Row | None:
        """The law of a word or words of prose: "gamma", "negative binomial"."""
        return self._words.get(words.lower())

    @property
    def words(self) -> tuple[str, ...]:
        """All the words, the longest first, so that "inverse gamma" is found before "gamma"."""
        return tuple(sorted(self._words, key=len, reverse=True))

    @property
    def notations(self) -> frozenset[str]:
        return frozenset(self._notations)


@lru_cache(maxsize=1024)  # asked at every name on a page
def bare_name(name: str) -> str:
    """The name of a distribution without its typeface."""
    return _TYPEFACE.sub("", name)


LAWS = Laws((*DISCRETE, *CONTINUOUS, *ARRAYS))

__all__ = [
    "LAWS",
    "Arrays",
    "Integers",
    "Interval",
    "Laws",
    "Made",
    "Parameter",
    "Points",
    "Row",
    "bare_name",
]
