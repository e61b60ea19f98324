r"""Number sets in other types: `x \in \mathbf{R}^n` and `f : \mathbf{R}^n \to \mathrm{R}` are about real numbers.

A plain R may be a ring or a rotation: it is the real numbers only in the space of matrices, `A \in R^{m \times n}`.
"""

from __future__ import annotations

from hence.latex_in import tables as t
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import scripts_at

_BEFORE = frozenset((t.MEMBER, ":", r"\colon", r"\to", r"\rightarrow", r"\longrightarrow"))
_SETS = {rf"\{font}{{{letter}}}": rf"\mathbb{{{letter}}}" for font in ("bm", "mathrm") for letter in "RNZ"}
SIGNS = frozenset((*_SETS, "R"))


def with_number_sets(tokens: list[Token]) -> list[Token]:
    """The tokens with bold and upright letters for number sets as blackboard ones. Never fails."""
    made = list(tokens)
    for k in range(1, len(tokens)):
        token = tokens[k]
        if token.text in SIGNS and tokens[k - 1].text in _BEFORE:
            _, above, _ = scripts_at(tokens, k + 1)
            space = token.text != "R" or (tokens[k - 1].text == t.MEMBER and any(x.text == r"\times" for x in above))
            text = _SETS.get(token.text, r"\mathbb{R}")
            made[k] = Token(token.kind, text, token.start, token.end) if space else token
    return made


__all__ = ["SIGNS", "with_number_sets"]
