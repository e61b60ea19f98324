r"""Commands that nobody defined, and whose meaning shows: `\vt{x}` and `\distNorm(x | m, S)` without their class file.

Such a command is taken for an accent or a font: `\vt{x}` is a symbol of its own. It may also be a function of x, so it
is only taken so where its arguments are letters, at least three, one bears a script as a symbol does, and
where the formula does not use the bare letter as well. A command that dresses many letters is a font: nobody writes
a function of six letters, of none of them with a script inside, and of nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from hence.language.laws import LAWS
from hence.language.records import dataclass
from hence.latex_in import tables as t
from hence.latex_in.page.lexer import Token

_NORMAL = frozenset(("Norm", "Normal", "Gauss", "Gaussian", "Gaus"))
FEWEST_LETTERS = 3
FEWEST_OF_FONT = 6
_COMMAND = re.compile(r"\\(?P<name>[A-Za-z]+)(?=\s*\{)")
_LETTER = re.compile(r"\s*\{\s*(?P<letter>\\[A-Za-z]+|[A-Za-z])\s*\}(?P<script>\s*[_^])?")
_LETTERS = re.compile(r"\s*\{[A-Za-z\\\s]+\}")  # several of them stay opaque: fonts and accents would differ
_DRESSED = re.compile(r"(?P<command>\\[A-Za-z]+)\{(?P<letter>[^{}]*)\}$")


@dataclass(frozen=True)
class Decorations:
    """The commands of a page that can only be accents of letters; and those of them that are fonts for sure."""

    accents: frozenset[str] = frozenset()
    fonts: frozenset[str] = frozenset()


def decorations(text: str, known: Collection[str]) -> Decorations:
    """What dresses letters in a text, apart from the commands that are known."""
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
    possible = scripted - others
    accents = {command for command in possible if len(letters[command]) >= FEWEST_LETTERS}
    return Decorations(frozenset(accents), frozenset(c for c in accents if len(letters[c]) >= FEWEST_OF_FONT))


def _is_letter(text: str) -> bool:
    return len(text) == 1 or text in t.SYMBOL_COMMANDS


def stands_bare(tokens: Iterable[Token], commands: Collection[str]) -> bool:
    """Whether a formula uses a letter both dressed and bare: then what dresses it may be a function of it."""
    if not commands:
        return False
    names = {token.text for token in tokens if token.kind == "name"}
    dressed = (_DRESSED.match(name) for name in names)
    return any(found is not None and found["command"] in commands and found["letter"] in names for found in dressed)


def law_named(command: str) -> str | None:
    r"""The law that a command is called after which nobody defined: \distNorm, \Normal, \Bernoulli; None for others."""
    name = command.removeprefix("\\").removeprefix("dist")
    if name in _NORMAL:
        return r"\mathcal{N}"
    return rf"\mathrm{{{name}}}" if name[:1].isupper() and len(name) > 2 and LAWS.called(name) is not None else None
