"""Matrices that are said to have a spectral radius below one: their powers fade (Gelfand's formula)."""

from __future__ import annotations

from hence.checks.model import Node, Ref, Setting
from hence.checks.normal.poly import Poly, symbol

STABLE = "of spectral radius below one"


def is_stable(setting: Setting, entry: Poly, row: str, column: str) -> bool:
    """Whether these are the entries of such a matrix, or of its transpose."""
    atom = entry.atom
    if atom is None or atom.kind != "sym" or atom.name not in setting.symbols:
        return False
    places = {(symbol(row), symbol(column)), (symbol(column), symbol(row))}
    return STABLE in setting.symbols[atom.name].words and tuple(atom.args) in places


def is_said_to_be_stable(setting: Setting, matrix: Node) -> bool:
    match matrix:
        case Ref(name, ()):
            return name in setting.symbols and STABLE in setting.symbols[name].words
    return False
