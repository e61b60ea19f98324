"""Files, read and checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from hence.language.derivation import Derivation
from hence.language.faults import Fault, guarded
from hence.language.verdicts import Report
from hence.work import in_parallel


class Unreadable(Exception):
    """A file that cannot be checked; the message starts with its path and says where and why."""


def text_of(path: str) -> tuple[str, str]:
    """The text of a file, and a warning where its encoding was guessed. Raises Unreadable."""
    from hence.latex_in import ReadError, decoded  # noqa: PLC0415

    if Path(path).is_dir():
        raise Unreadable(f"{path}: is a directory; name a .tex or .md file")
    try:
        return decoded(Path(path).read_bytes())
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}") from error
    except ReadError as error:
        raise Unreadable(f"{path}: {error.message}") from error


def check_files(
    paths: Sequence[str], seed: int, jobs: int | None, done: Callable[[str], None]
) -> list[Report | Unreadable]:
    """A report per file, in order; for a file that cannot be read, the reason. Never fails."""
    return in_parallel(_check_one, [(path, seed) for path in paths], jobs, lambda _: done("files"))


def _check_one(task: tuple[str, int]) -> Report | Unreadable:
    path, _ = task
    found = guarded(lambda: _checked(*task))
    return Unreadable(f"{path}: {found.message}") if isinstance(found, Fault) else found


def _checked(path: str, seed: int) -> Report | Unreadable:
    try:
        return check_file(path, seed)
    except Unreadable as error:
        return error


def check_file(path: str, seed: int = 0) -> Report:
    """Raises Unreadable where the file is missing, no text, or no LaTeX or Markdown at all."""
    from hence.checks import check  # noqa: PLC0415 (numpy and SymPy load only when something is checked)

    return check(read_page(path), seed)


def read_page(path: str) -> Derivation:
    """The derivation in a file. Raises Unreadable."""
    from hence.latex_in import ReadError, read_file  # noqa: PLC0415

    if Path(path).is_dir():
        raise Unreadable(f"{path}: is a directory; name a .tex or .md file")
    try:
        return read_file(path)
    except ReadError as error:
        raise Unreadable(f"{path}: {error.message}") from error
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}") from error
