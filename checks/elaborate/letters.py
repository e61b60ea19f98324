r"""What the look of a name says: the letter under its accents, fonts, labels and marks, and what that may stand for.

The name of a symbol is canonical LaTeX: `\hat{A}_{1}`, `W^{Q}`, `\Delta\bm{v}`, `\bm{x}'`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from hence.language.opaque import may_be_array
from hence.language.records import dataclass

_DRESSED = re.compile(
    r"\\(?P<dress>hat|tilde|bar|dot|ddot|check|breve|acute|mathring|bm|mathrm|mathcal|mathfrak|mathbb)\{(?P<inner>.*)\}"
)
_DRESSED_BY_AUTHOR = re.compile(r"\\(?P<dress>[A-Za-z]+)\{(?P<inner>\\?[A-Za-z]+)\}")  # mostly meant as bold
_GREEK_CAPITALS = frozenset(
    rf"\{word}" for word in ("Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega")
)
_DIFFERENCE = r"\Delta"


@dataclass(frozen=True)
class Letter:
    """The bare letter of a name, whether it is bold or of the kind that names fields of numbers, and what is on it."""

    base: str
    bold: bool = False
    blackboard: bool = False
    marks: frozenset[str] = frozenset()  # accents and labels

    @property
    def capital(self) -> bool:
        return self.base in _GREEK_CAPITALS or (len(self.base) == 1 and self.base.isupper())

    @property
    def small(self) -> str:
        """The same letter, small."""
        return self.base.lower() if self.capital else self.base


@lru_cache(maxsize=4096)  # every name of a page is compared with every other, for each of its chains
def letter_of(name: str) -> Letter:
    r"""The letter of a name: A of `\hat{A}_{1}'`, a bold v of `\Delta\bm{v}`. Never fails."""
    name, marks = _without_marks(name)
    if name.startswith(_DIFFERENCE) and name != _DIFFERENCE:
        found, marks = letter_of(name.removeprefix(_DIFFERENCE).strip()), marks | {_DIFFERENCE}
    elif (dressed := _DRESSED.fullmatch(name)) is not None:
        found, dress = letter_of(dressed["inner"]), dressed["dress"]
        found = replace(found, bold=found.bold or dress == "bm", blackboard=found.blackboard or dress == "mathbb")
        marks |= {dress} - {"bm"}
    elif (dressed := _DRESSED_BY_AUTHOR.fullmatch(name)) is not None:
        found, marks = replace(letter_of(dressed["inner"]), bold=True), marks | {dressed["dress"]}
    elif len(name) > 2 and name[0] == "{" and name[-1] == "}":
        found = letter_of(name[1:-1])
    else:
        found = Letter(name)
    return replace(found, marks=found.marks | marks)


def _without_marks(name: str) -> tuple[str, frozenset[str]]:
    """A name without primes, and without the labels below and above it; and these."""
    bare = name.rstrip("'")
    while bare.endswith("}"):
        opening = _opening(bare)
        if opening == 0 or bare[opening - 1] not in "_^":
            break
        bare = bare[: opening - 1].rstrip("'")
    return bare, frozenset((name[len(bare) :],)) - {""}


def _opening(name: str) -> int:
    """Where the brace begins that closes at the end."""
    depth = 0
    for position in range(len(name) - 1, -1, -1):
        depth += (name[position] == "}") - (name[position] == "{")
        if depth == 0:
            return position
    return 0


def is_dressed_by_author(name: str) -> bool:
    r"""Whether a letter bears a command that nobody defined: `\vt{x}` may mean something special."""
    bare, _ = _without_marks(name)
    return _DRESSED.fullmatch(bare) is None and _DRESSED_BY_AUTHOR.fullmatch(bare) is not None


def may_be_matrix(name: str) -> bool:
    """Whether a symbol of which nothing is said may be a matrix: a capital in any dress, or an opaque part."""
    letter = letter_of(name)
    return may_be_array(name) or (letter.capital and not letter.blackboard)


def looks_like_vector(name: str) -> bool:
    """Whether a symbol of which nothing is said is a vector by its look: a bold small letter."""
    letter = letter_of(name)
    return letter.bold and not letter.capital


def is_entry_letter(name: str, whole: str) -> bool:
    r"""Whether `name` with indices may be an entry of `whole`: x of a bold x, a and A of a bold A, a of A."""
    entry, array = letter_of(name), letter_of(whole)
    if entry.small != array.small or entry.marks != array.marks or entry.bold:
        return False
    return array.bold or (array.capital and not entry.capital)
