"""Verdicts kept by content: what has not changed is not decided again.

A key is a hash of everything that a result depends on: the page, the options, and the program itself, file by file,
with what it computes with.
What is kept is JSON, so that a file from somewhere else can be wrong, but can do nothing. What cannot be read is
ignored, and what cannot be written is not kept: without a cache everything works, only slower.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hence import __version__
from hence.report import Json, Report

VERSION = 1
MOST_FILES = 5000
COMPUTES = ("flint", "numpy", "scipy", "sympy", "z3")
WRONG = (OSError, ValueError, KeyError, TypeError, AttributeError)  # what a foreign or broken file may lead to


def folder() -> Path:
    """`$HENCE_CACHE`, or `hence` in the cache folder of the user. Raises OSError where the user has none."""
    if own := os.environ.get("HENCE_CACHE"):
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        return Path(base) / "hence" if base else Path.home() / ".cache" / "hence"
    except RuntimeError as homeless:
        raise FileNotFoundError(str(homeless)) from homeless


@lru_cache(maxsize=1)
def program() -> str:
    """The version, and when each of our files was changed, or what we compute with: then we decide anew."""
    rooms = ("hence", *(f"hence.{room}" for room in ("checks", "derivations", "language", "latex_in", "latex_out")))
    specs = [find_spec(room) for room in rooms]  # finds them without loading them
    roots = {path for spec in specs if spec is not None for path in spec.submodule_search_locations or ()}
    files = sorted(path for root in roots for path in Path(root).rglob("*.py"))
    others = [spec.origin for spec in map(find_spec, COMPUTES) if spec is not None and spec.origin is not None]
    stamps = [
        f"{path}:{stat.st_mtime_ns}:{stat.st_size}" for path in (*map(str, files), *others) for stat in (os.stat(path),)
    ]
    patience = os.environ.get("HENCE_PATIENCE", "")
    return hashlib.sha256("\n".join([__version__, sys.version, patience, *stamps]).encode()).hexdigest()


def key(*parts: object) -> str:
    """What a result depends on, as a name for a file."""
    text = json.dumps([VERSION, program(), *parts], ensure_ascii=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def sources(text: str, path: Path | None) -> list[object]:
    """A page as it is read: with the files of its folder that it reads in, and where each part comes from."""
    from hence.latex_in.page.inputs import assembled  # noqa: PLC0415 (not needed by those who only look things up)

    made = assembled(text, "", path)
    return [made.source.text, made.source.origins(), made.source.silent, made.refused, made.warnings]


def look_up(name: str) -> Any | None:  # noqa: ANN401 (whatever a file holds)
    """What was kept under a key; None where there is nothing, or nothing that can be read."""
    try:
        data = json.loads((folder() / f"{name}.json").read_text(encoding="utf-8"))
        return data["value"] if data["key"] == name else None
    except WRONG:
        return None


def page(name: str, path: str, text: str) -> Report | None:
    """The report that was kept of a page, which may have another name by now."""
    data = look_up(name)
    try:
        return None if data is None else Report.from_json({**data, "path": path}, text)
    except WRONG:
        return None


@contextmanager
def alone(name: str) -> Iterator[None]:
    """What is kept under a key is worked out by one process: others wait for it here. Without locks, nobody waits."""
    with ExitStack() as held:
        with suppress(ImportError, OSError):
            import fcntl  # noqa: PLC0415 (not on every system)

            path = folder() / f"{name}.lock"
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = held.enter_context(path.open("w"))
            fcntl.flock(lock, fcntl.LOCK_EX)
            held.callback(path.unlink, missing_ok=True)
        yield


def keep(name: str, value: Json) -> None:
    """Keep a value, whole or not at all. Never fails."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=folder(), suffix=".part")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as out:
                json.dump({"key": name, "value": value}, out)
            os.replace(temporary, folder() / f"{name}.json")
        except OSError:
            Path(temporary).unlink(missing_ok=True)
        if name.startswith("0"):  # now and then
            _forget_the_oldest()
    except OSError:
        return


def _forget_the_oldest() -> None:
    kept = list(folder().glob("*.json"))
    if len(kept) > MOST_FILES:
        for old in sorted(kept, key=lambda path: path.stat().st_mtime)[: len(kept) // 2]:
            old.unlink(missing_ok=True)
