"""Every kind of given is treated by every pass, and no pass looks at English."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import get_args

import pytest
from hence.checks.closed import VARYING
from hence.checks.mentioned import INTRODUCES
from hence.checks.supposed import DESCRIBED
from hence.language.derivation import STANDINGS, Given, Standing

ROOT = Path(__file__).resolve().parent.parent
KINDS = set(get_args(Given))
WORDS = "the is are was if when suppose assume let where since then hence for every not with and such that given"
ENGLISH = re.compile(rf"(?<![\\\\A-Za-z])(?:{'|'.join(WORDS.split())})(?![A-Za-z])", re.IGNORECASE)


@pytest.mark.parametrize("table", [VARYING, INTRODUCES, DESCRIBED], ids=["VARYING", "INTRODUCES", "DESCRIBED"])
def test_a_table_over_the_kinds_of_givens_is_complete(table: dict[type, object]):
    assert set(table) == KINDS


def test_standings_are_named_once():
    assert get_args(Standing) == STANDINGS


def patterns(path: Path) -> list[str]:
    """The regular expressions that a module compiles or uses."""
    calls = [n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Call) and n.args]
    named = [(n.func.value, n.args[0]) for n in calls if isinstance(n.func, ast.Attribute)]
    used = [first for module, first in named if isinstance(module, ast.Name) and module.id == "re"]
    texts = [x.value for first in used for x in ast.walk(first) if isinstance(x, ast.Constant)]
    return [text for text in texts if isinstance(text, str)]


MODULES = sorted((*(ROOT / "checks").rglob("*.py"), *(ROOT / "language").rglob("*.py")))


def test_there_are_modules_to_look_at():
    assert len(MODULES) > 100


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_no_regular_expression_over_english(path: Path):
    assert not [pattern for pattern in patterns(path) if ENGLISH.search(pattern)]


def test_english_in_a_pattern_is_noticed():
    assert ENGLISH.search("(?:suppose|let)[^.]*")
    assert ENGLISH.search(" is not ")
    assert not ENGLISH.search("(?:hat|bar|tilde|star)_[0-9]+")
