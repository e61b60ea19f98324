"""Files, found, read and checked."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from hence.language.derivation import Derivation
from hence.language.faults import Fault, guarded
from hence.language.records import dataclass
from hence.report import Report
from hence.stopping import STOP
from hence.work import Heard, Lost, Tell, in_order, step_of

SUFFIXES = (".tex", ".md", ".markdown")
MARKDOWN = (".md", ".markdown")
STDIN = "-"
HIDDEN = (".", "_build", "node_modules", "__pycache__")  # how folders begin that nobody means


class Unreadable(Exception):
    """A page that cannot be checked; the message starts with its name and says where and why."""


@dataclass(frozen=True)
class Failure:
    """A file that could not be checked, and why; the message starts with its path."""

    path: str
    message: str


@dataclass(frozen=True)
class Wanted:
    """How files are to be checked."""

    seed: int = 0
    hints: bool = True
    cache: bool = True
    derivatives: str = "as used"  # or the layout that they are said to have


def text_of(path: str) -> tuple[str, str]:
    """The text of a file (`-` is standard input), and a warning where its encoding was guessed. Raises Unreadable."""
    from hence.latex_in import ReadError, decoded  # noqa: PLC0415

    try:
        if Path(path).is_dir():
            seen = os.access(path, os.R_OK | os.X_OK)
            raise Unreadable(f"{path}: {'is a directory; name a .tex or .md file' if seen else 'Permission denied'}")
        return decoded(sys.stdin.buffer.read() if path == STDIN else Path(path).read_bytes())
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}") from error
    except ReadError as error:
        raise Unreadable(f"{path}: {error.message}") from error


def found(names: Sequence[str]) -> list[str]:
    """The files that are meant: for a folder all pages in it, hidden folders left out. Each once, in order."""
    files: dict[str, None] = {}
    for name in names:
        files.update(dict.fromkeys(_inside(Path(name), set()) if Path(name).is_dir() else [name]))
    return list(files)


def _inside(folder: Path, seen: set[str]) -> Iterator[str]:
    """What cannot be looked at is named like a page, so that it is reported. A link back to a folder leads nowhere."""
    seen.add(os.path.realpath(folder))
    try:
        inside = sorted(folder.iterdir())
    except OSError:
        yield str(folder)
        return
    for path in inside:
        if os.path.isdir(path):
            if not path.name.startswith(HIDDEN) and os.path.realpath(path) not in seen:
                yield from _inside(path, seen)
        elif path.suffix in SUFFIXES and (os.path.isfile(path) or not os.path.exists(path)):
            yield str(path)


def check_files(paths: Sequence[str], wanted: Wanted, jobs: int | None, heard: Heard) -> Iterator[Report | Failure]:
    """A report per file, in order and as soon as it is ready; for a file that cannot be checked, the reason.

    After STOP no file is begun any more, and what was decided by then is reported. The standard input, which only this
    process has, is read at once: there is nothing to report while it is waited for.
    """
    texts = {path: _text(path) for path in paths if path == STDIN}
    found = in_order(_check_one, [(path, texts.get(path), wanted) for path in paths], jobs, heard)
    return (
        Failure(path, f"{path}: {result.why}") if isinstance(result, Lost) else result
        for path, result in zip(paths, found, strict=False)
    )


def _text(path: str) -> str | Failure:
    try:
        return text_of(path)[0]
    except Unreadable as error:
        return Failure(path, str(error))


def _check_one(task: tuple[str, str | Failure | None, Wanted], tell: Tell) -> Report | Failure:
    path, text, wanted = task
    text = _text(path) if text is None else text
    if isinstance(text, Failure):
        return text
    known = guarded(lambda: check_page(path, text, wanted, tell))
    return Failure(path, f"{path}: {known.message}") if isinstance(known, Fault) else known


def check_page(path: str, text: str, wanted: Wanted, tell: Tell = lambda _: None) -> Report:
    """The report on a page whose text is known, from the cache where nothing has changed. Raises Unreadable."""
    from hence import cache  # noqa: PLC0415

    markdown = Path(path).suffix in MARKDOWN
    if not wanted.cache:
        return _decided(path, text, wanted, tell)
    read = cache.sources(text, None if path == STDIN else Path(path))
    key = cache.key("page", read, markdown, wanted.seed, wanted.hints, wanted.derivatives)
    known = cache.page(key, named(path), text)
    if known is not None:
        return known
    with cache.alone(key):
        known = cache.page(key, named(path), text)  # of another process, meanwhile
        if known is None:
            known = _decided(path, text, wanted, tell)
            if known.complete and not known.contradicts_itself:
                cache.keep(key, known.to_json())
    return known


def named(path: str) -> str:
    """A path as messages show it."""
    return "<stdin>" if path == STDIN else path


def _decided(path: str, text: str, wanted: Wanted, tell: Tell) -> Report:
    from hence.library import check  # noqa: PLC0415 (numpy and SymPy load only when something is checked)

    return check(
        text if path == STDIN else Path(path),
        name=named(path),
        seed=wanted.seed,
        hints=wanted.hints,
        derivatives=wanted.derivatives,
        stop=STOP.is_set,
        watch=lambda number, total: tell(step_of(number, total)),
    )


def write_text(path: Path, text: str) -> None:
    """In UTF-8 wherever one stands; names of files may hold what is no letter. Raises OSError."""
    path.write_text(text, encoding="utf-8", errors="backslashreplace")


def read_page(path: str, text: str) -> Derivation:
    """The derivation in a file whose text is known. Raises Unreadable."""
    from hence.library import read  # noqa: PLC0415

    return read(text if path == STDIN else Path(path), name=named(path))
