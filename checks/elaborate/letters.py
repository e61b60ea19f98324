r"""What the look of a name says: the letter under its accents, fonts, labels and marks, and what that may stand for.

The name of a symbol is canonical LaTeX: `\hat{A}_{1}`, `W^{Q}`, `\Delta\bm{v}`, `\bm{x}'`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

_DRESSED = re.compile(
    r"\\(?P<dress>hat|tilde|bar|dot|ddot|check|breve|acute|mathring|bm|mathrm|mathcal|mathfrak|mathbb)\{(?P<inner>.*)\}"
)
_GREEK_CAPITALS = frozenset(
    rf"\{word}" for word in ("Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega")
)
_DIFFERENCE = r"\Delta"


@dataclass(frozen=True)
class Letter:
    """The bare letter of a name, and whether it is bold or of the kind that names fields of numbers."""

    base: str
    bold: bool = False
    blackboard: bool = False

    @property
    def capital(self) -> bool:
        return self.base in _GREEK_CAPITALS or (len(self.base) == 1 and self.base.isupper())


def letter_of(name: str) -> Letter:
    r"""The letter of a name: A of `\hat{A}_{1}'`, a bold v of `\Delta\bm{v}`. Never fails."""
    name = _without_marks(name)
    if name.startswith(_DIFFERENCE) and name != _DIFFERENCE:
        return letter_of(name.removeprefix(_DIFFERENCE).strip())
    dressed = _DRESSED.fullmatch(name)
    if dressed is None:
        inner = name[1:-1] if name[:1] == "{" and name[-1:] == "}" else ""
        return letter_of(inner) if inner else Letter(name)
    found = letter_of(dressed["inner"])
    return replace(
        found, bold=found.bold or dressed["dress"] == "bm", blackboard=found.blackboard or dressed["dress"] == "mathbb"
    )


def _without_marks(name: str) -> str:
    """A name without primes, and without the labels below and above it."""
    name = name.rstrip("'")
    while name.endswith("}"):
        opening = _opening(name)
        if opening == 0 or name[opening - 1] not in "_^":
            break
        name = name[: opening - 1].rstrip("'")
    return name


def _opening(name: str) -> int:
    """Where the brace begins that closes at the end."""
    depth = 0
    for position in range(len(name) - 1, -1, -1):
        depth += (name[position] == "}") - (name[position] == "{")
        if depth == 0:
            return position
    return 0


def may_be_matrix(name: str) -> bool:
    """Whether a symbol of which nothing is said may be a matrix: a capital, however it is dressed."""
    letter = letter_of(name)
    return letter.capital and not letter.blackboard


def looks_like_vector(name: str) -> bool:
    """Whether a symbol of which nothing is said is a vector by its look: a bold small letter."""
    letter = letter_of(name)
    return letter.bold and not letter.capital
