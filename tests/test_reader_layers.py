"""The rooms inside `latex_in`: a page as text, formulas, letters, and prose with its lexicon; imports point one way."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent / "latex_in"
ROOMS = ("page", "formula", "letters", "prose")
# words and grammar: they know sentences, and nothing of what formulas say
LANGUAGE = frozenset(("vocabulary", "lexicon", "grammar", "words", "clause", "hedges", "force", "phrases", "nouns"))
MAY_IMPORT = {
    "language": {"page"},
    "tables": {"language"},
    "page": {"tables", "formula"},
    "formula": {"tables", "page", "letters", "language"},
    "letters": {"tables", "page", "formula", "prose", "recent"},
    "prose": {"tables", "page", "formula", "language", "roles"},
    "roles": {"tables", "formula"},
    "standing": {"formula", "language", "prose", "roles"},
    "earlier": {"formula", "roles"},
    "law_functions": {"tables", "formula", "letters", "page"},
    "order": {"prose"},
    "drafts": {"formula", "language", "order", "prose"},
    "models": {"drafts", "formula", "language", "prose", "roles"},
    "pieces": {"drafts", "formula", "language", "prose"},
    "settle": {
        *("discrete_laws", "drafts", "earlier", "formula", "inverse_functions", "language", "law_functions"),
        *("models", "order", "pieces", "prose", "roles", "samples", "standing", "theorems", "wide_sums"),
    },
    "theorems": {"drafts", "language", "prose"},
    "displays": {"tables", "drafts", "formula", "language", "prose", "roles", "standing"},
}
FILES = sorted(ROOT.rglob("*.py"))


def room(parts: tuple[str, ...]) -> str:
    if parts[0] == "prose":
        return "language" if len(parts) > 1 and parts[1] in LANGUAGE else "prose"
    return parts[0]


def imported(node: ast.AST) -> Iterator[str]:
    """The rooms of `latex_in` that a module imports; what it imports for its types only does not count."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                continue
            case ast.ImportFrom(module=str(module)) if module.startswith("hence.latex_in"):
                parts = tuple(module.split(".")[2:])
                named = len(parts) == 0 or (len(parts) == 1 and parts[0] in ROOMS)
                yield from (room((*parts, alias.name) if named else parts) for alias in child.names)
            case _:
                yield from imported(child)


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_rooms_of_the_reader_import_one_way(path: Path):
    own = room(path.relative_to(ROOT).with_suffix("").parts)
    if own in MAY_IMPORT:
        foreign = set(imported(ast.parse(path.read_text(encoding="utf-8")))) - {own} - MAY_IMPORT[own]
        assert not foreign, f"{own} must not import {', '.join(sorted(foreign))}"


def test_the_test_sees_a_forbidden_import():
    tree = ast.parse("from hence.latex_in.prose.said import Said\nfrom hence.latex_in.prose import nouns\n")
    assert set(imported(tree)) == {"prose", "language"}
