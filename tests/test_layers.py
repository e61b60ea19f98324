"""Imports point one way, files stay short, and nothing outside the project is read."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("language", "latex_in", "checks", "latex_out", "derivations", "hence")
MAY_IMPORT = {
    "language": set(),
    "latex_in": {"language"},
    "checks": {"language"},
    "latex_out": {"language"},
    "derivations": {"language", "latex_in"},
    "hence": set(ROOMS),
}
LONGEST_FILE = 600
SOURCES = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
TEXT_SUFFIXES = {".py", ".toml", ".md", ".tex", ".mk", ".cfg", ".yml", ".json", ".txt", ""}
SKIPPED = {".git", ".venv", "build", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis"}


def imported(path: Path) -> set[str]:
    """The rooms and foreign packages that a file imports, anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import():
                names.update(room_or_package(alias.name) for alias in node.names)
            case ast.ImportFrom(module="hence", level=0):
                names.update(room_or_package(f"hence.{alias.name}") for alias in node.names)
            case ast.ImportFrom(module=str(module), level=0):
                names.add(room_or_package(module))
            case ast.ImportFrom(level=level) if level > 0:
                names.add(path.relative_to(ROOT).parts[0])
    return names


def room_or_package(module: str) -> str:
    """`hence.checks.model` is of the room `checks`, `hence.cli` of `hence`, `sympy.core` of the package `sympy`."""
    first, *rest = module.split(".")
    return rest[0] if first == "hence" and rest and rest[0] in ROOMS else first


def project_files() -> list[Path]:
    files = (p for p in ROOT.rglob("*") if p.is_file() and not SKIPPED & set(p.relative_to(ROOT).parts))
    return [p for p in files if p.suffix in TEXT_SUFFIXES and not any(".egg-info" in part for part in p.parts)]


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_imports_point_one_way(path: Path):
    room = path.relative_to(ROOT).parts[0]
    foreign = imported(path) & set(ROOMS) - {room} - MAY_IMPORT[room]
    assert not foreign, f"{room} must not import {', '.join(sorted(foreign))}"


def test_language_knows_no_sympy():
    for path in (ROOT / "language").rglob("*.py"):
        assert not imported(path) & {"sympy", "numpy", "scipy", "flint"}, path


def test_help_starts_without_the_heavy_libraries():
    """The command line imports them inside commands only."""
    tree = ast.parse((ROOT / "hence" / "cli.py").read_text(encoding="utf-8"))
    at_top = {n.module for n in tree.body if isinstance(n, ast.ImportFrom)}
    assert not {m for m in at_top if m and room_or_package(m) in ("checks", "latex_in", "derivations", "latex_out")}


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_files_stay_short(path: Path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_FILE


def test_nothing_outside_the_project_is_named():
    outside = "../" + "shared"
    naming = [p for p in project_files() if outside in p.read_text(encoding="utf-8", errors="replace")]
    assert not naming


def test_the_test_sees_a_forbidden_import(tmp_path: Path):
    inside = ROOT / "language" / "terms.py"
    assert "latex_in" not in imported(inside)
    sample = tmp_path / "sample.py"
    sample.write_text("def f():\n    from hence.latex_in import read_file\n    import sympy.core\n")
    assert imported(sample) == {"latex_in", "sympy"}
