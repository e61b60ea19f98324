r"""Formulas in which every piece stands for itself, whatever is around it: they are tidy as they are read.

Most formulas are of this kind: no macro is expanded, no command takes an argument away, dresses it or sets a text. What
becomes of each piece is looked up, and kept for the next formula.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import accumulate

from hence.latex_in import tables as t
from hence.latex_in.page.decorations import law_named
from hence.latex_in.page.lexer import MOST_KINDS, Token, kind_of

ACTING = "acting"  # the kind of what depends on what is around it
LAYOUT = ""  # that of what says nothing
SIZE = "size"  # that of what sizes the bracket behind it
_SIZED = frozenset(("(", ")", "[", "]", r"\{", r"\}"))  # bars and angles are what their sizes make of them
# commands that stand for themselves, and what they are
COMMANDS = (
    dict.fromkeys(t.SPACING, LAYOUT)
    | dict.fromkeys(t.WIDE_SPACE, "quad")
    | dict.fromkeys((*t.SYMBOL_COMMANDS, r"\Pr"), "name")
    | dict.fromkeys(t.FUNCTION_COMMANDS, "func")
    | dict.fromkeys((x for x in t.RELATIONS if x.startswith("\\")), "rel")
    | dict.fromkeys((*t.OTHER_RELATIONS, *t.MATRIX_ORDERS), "rel")
    | dict.fromkeys(t.DOTS, "dots")
    | dict.fromkeys(("\\ ", "\\\n"), LAYOUT)
)


class Kinds(dict[str, str]):
    """Kinds of pieces by their characters, as `tidy` has them; `acting` are the commands that do something."""

    def __init__(self, acting: Collection[str]) -> None:
        super().__init__()
        self.acting = acting

    def __missing__(self, shown: str) -> str:
        found = self.found(shown)
        if (len(shown) == 1 or shown[0] == "\\") and len(self) < MOST_KINDS:
            self[shown] = found
        return found

    def found(self, shown: str) -> str:
        kind = kind_of(shown)
        if kind == "space" or shown in t.INVISIBLE:
            return LAYOUT
        if kind == "cmd" and shown in COMMANDS:
            return COMMANDS[shown]
        if shown in t.SIZES:
            return SIZE
        if kind == "cmd":
            return ACTING if shown in self.acting or law_named(shown) is not None else "cmd"
        if kind == "op":
            return "rel" if shown in t.RELATIONS else "op" if shown != ":" else ACTING
        if kind == "num":  # of several digits TeX may take one only
            return kind if len(shown) == 1 else ACTING
        return kind if kind in ("name", "row") else ACTING


def stand(shown: Sequence[str], kinds: Sequence[str], different: Collection[str]) -> bool:
    """Whether no piece acts on others, but for sizes in front of brackets. `different` are the kinds that occur."""
    if ACTING in different:
        return False
    behind = zip(kinds, [*shown[1:], ""], strict=True) if SIZE in different else ()
    return all(text in _SIZED for kind, text in behind if kind == SIZE)


def as_they_stand(shown: Sequence[str], kinds: list[str], different: Collection[str], start: int) -> list[Token]:
    """The tidy tokens of such pieces, from an offset on."""
    places = list(accumulate(map(len, shown), initial=start))
    ends = places[1:]
    if "func" in different:
        shown = [t.FUNCTION_COMMANDS.get(text, text) for text in shown]
    while SIZE in different and SIZE in kinds:  # its bracket begins with it
        position = kinds.index(SIZE)
        kinds[position], places[position + 1] = LAYOUT, places[position]
    return [Token(kind, text, a, b) for kind, text, a, b in zip(kinds, shown, places, ends, strict=False) if kind]
