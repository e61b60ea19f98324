r"""Commands that nobody defined and that dress a letter: `\vt{x}` on a page whose class file is missing.

Such a command is taken for an accent or a font: `\vt{x}` is a symbol of its own. It may also be a function of x, so it
is only taken so where its arguments are letters, at least three, one bears a script as a symbol does, and
where the formula does not use the bare letter as well.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from hence.latex_in import tables as t
from hence.latex_in.page.lexer import Token

FEWEST_LETTERS = 3
_COMMAND = re.compile(r"\\(?P<name>[A-Za-z]+)(?=\s*\{)")
_LETTER = re.compile(r"\s*\{\s*(?P<letter>\\[A-Za-z]+|[A-Za-z])\s*\}(?P<script>\s*[_^])?")
_LETTERS = re.compile(r"\s*\{[A-Za-z\\\s]+\}")  # several of them stay opaque: fonts and accents would differ
_DRESSED = re.compile(r"(?P<command>\\[A-Za-z]+)\{(?P<letter>[^{}]*)\}$")


def decorations(text: str, known: Collection[str]) -> frozenset[str]:
    """The commands of a text, apart from those that are known, that can only be accents of letters."""
    letters: dict[str, set[str]] = {}
    scripted, others = set[str](), set[str]()
    for found in _COMMAND.finditer(text):
        command = "\\" + found["name"]
        if command in known or command in others:
            continue
        argument = _LETTER.match(text, found.end())
        if argument is None or not _is_letter(argument["letter"]):
            others |= set() if _LETTERS.match(text, found.end()) else {command}
            continue
        letters.setdefault(command, set()).add(argument["letter"])
        if argument["script"]:
            scripted.add(command)
    several = {command for command, used in letters.items() if len(used) >= FEWEST_LETTERS}
    return frozenset((several & scripted) - others)


def _is_letter(text: str) -> bool:
    return len(text) == 1 or text in t.SYMBOL_COMMANDS


def stands_bare(tokens: Iterable[Token], commands: Collection[str]) -> bool:
    """Whether a formula uses a letter both dressed and bare: then what dresses it may be a function of it."""
    names = {token.text for token in tokens if token.kind == "name"}
    dressed = (_DRESSED.match(name) for name in names)
    return any(found is not None and found["command"] in commands and found["letter"] in names for found in dressed)
