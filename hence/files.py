"""Files, read and checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from hence.language.verdicts import Report
from hence.work import in_parallel


class Unreadable(Exception):
    """A file that cannot be checked; the message starts with its path and says where and why."""


def text_of(path: str) -> str:
    """The text of a file, its lines ended by newlines. Raises Unreadable."""
    if Path(path).is_dir():
        raise Unreadable(f"{path}: is a directory; name a .tex or .md file")
    try:
        raw = Path(path).read_bytes()
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}") from error
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - raw.rfind(b"\n", 0, error.start)
        raise Unreadable(f"{path}:{line}:{column}: the file is not UTF-8: byte {raw[error.start]:#x}") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def check_files(
    paths: Sequence[str], seed: int, jobs: int | None, done: Callable[[str], None]
) -> list[Report | Unreadable]:
    """A report per file, in order; for a file that cannot be read, the reason. Never fails."""
    return in_parallel(_check_one, [(path, seed) for path in paths], jobs, lambda _: done("files"))


def _check_one(task: tuple[str, int]) -> Report | Unreadable:
    path, seed = task
    try:
        return check_file(path, seed)
    except Unreadable as error:
        return error


def check_file(path: str, seed: int = 0) -> Report:
    """Raises Unreadable where the file is missing, no text, or no LaTeX or Markdown at all."""
    from hence.checks import check  # noqa: PLC0415 (numpy and SymPy load only when something is checked)
    from hence.latex_in import ReadError, read_file  # noqa: PLC0415

    if Path(path).is_dir():
        raise Unreadable(f"{path}: is a directory; name a .tex or .md file")
    try:
        derivation = read_file(path)
    except ReadError as error:
        raise Unreadable(f"{path}:{error.span.line}:{error.span.column}: {error.message}") from error
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise Unreadable(f"{path}: not UTF-8 text (byte {error.start})") from error
    return check(derivation, seed)
