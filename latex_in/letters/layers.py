r"""Superscripts that are indices without brackets: the l of `\frac{\partial C}{\partial z_j^l}`, and so of `a^{l-1}`.

Nobody differentiates by a power: a letter above what a derivative is taken by chooses one of several, and does so
wherever it stands alone, or one step further, above a letter. In `\frac{\partial^n f}{\partial x^n}` it counts the
derivatives, and says nothing.
"""

from __future__ import annotations

from hence.latex_in import tables as t
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import Tokens

STEPS = (["name"], ["name", "op", "num"])
COUNTING = (r"\partial", "d", r"\mathrm{d}", "D")


def _layer(above: Tokens) -> str:
    """l of the superscripts l, l + 1 and l - 1; empty for any other."""
    kinds = [x.kind for x in above]
    if kinds not in STEPS or (len(above) == 3 and above[1].text not in ("+", "-")):
        return ""
    letter = above[0].text
    plain = letter == r"\ell" or (len(letter) == 1 and letter.isalpha() and letter.isascii())
    return letter if plain and letter not in t.TRANSPOSES else ""


def layers_at(tokens: list[Token], position: int, name: str, above: Tokens) -> set[tuple[str, str]]:
    """The letter above the symbol at a place, and the symbol, where a derivative is taken by it."""
    letter = _layer(above)
    if not letter or not _is_variable(tokens, position):
        return set()
    counted = any(
        x.text in COUNTING and mark.text == "^" and letter in (first.text, second.text)
        for x, mark, first, second in zip(tokens, tokens[1:], tokens[2:], [*tokens[3:], tokens[-1]], strict=False)
    )
    return set() if counted else {(letter, name)}


def _is_variable(tokens: list[Token], position: int) -> bool:
    r"""Whether a symbol stands below a derivative: behind the \partial of a denominator, or below a \nabla."""
    before = [x.text for x in tokens[max(0, position - 3) : position]]
    below = before[-1:] == [r"\partial"] and (before[-3:-1] == ["}", "{"] or before[-2:-1] == ["/"])
    return below or before == [r"\nabla", "_", "{"]


def is_layered(name: str, above: Tokens, layers: frozenset[tuple[str, str]]) -> bool:
    """Whether a superscript chooses a member of this letter: of e, and of Greek numbers like gamma, it is a power."""
    letter = _layer(above)
    if not letter or all(letter != known for known, _ in layers):
        return False
    return (letter, name) in layers or (name != "e" and (name == r"\delta" or name not in t.GREEK))
