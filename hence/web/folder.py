"""The files that may be read and written: LaTeX and Markdown in one folder, and nothing else."""

from __future__ import annotations

import hashlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

SUFFIXES = frozenset((".tex", ".md", ".markdown"))
SKIPPED = frozenset(("node_modules", "build", "dist", "__pycache__", "venv"))
MOST_FILES = 500
MOST_BYTES = 1_000_000


class Refused(Exception):
    """A file that may not be used; the message says why."""


class Changed(Exception):
    """The file is not any more what the author started from."""


@dataclass(frozen=True)
class Contents:
    text: str
    stamp: str  # changes with the text


@dataclass(frozen=True)
class Folder:
    """A folder, or one file of it (`only`). Without a root there are no files."""

    root: Path | None = None
    only: str = ""

    def files(self) -> list[str]:
        """The names of what can be opened, in order, at most so many."""
        if self.root is None:
            return []
        if self.only:
            return [self.only]
        found: list[str] = []
        for where, folders, names in os.walk(self.root):
            folders[:] = sorted(f for f in folders if not f.startswith(".") and f not in SKIPPED)
            inside = Path(where).relative_to(self.root)
            found += [(inside / n).as_posix() for n in sorted(names) if Path(n).suffix in SUFFIXES and n[0] != "."]
            if len(found) >= MOST_FILES:
                break
        return sorted(found[:MOST_FILES])

    def place(self, name: str) -> Path:
        """Where a file is. Raises Refused for every name that does not lead to a page inside the folder."""
        if self.root is None:
            raise Refused("no folder was opened")
        if "\0" in name or not name:
            raise Refused("this is no name of a file")
        root = self.root.resolve()
        path = (root / name).resolve()  # links are followed, so that none leads outside
        if not path.is_relative_to(root) or Path(name).is_absolute():
            raise Refused("this file is outside of the folder")
        if path.suffix not in SUFFIXES:
            raise Refused("only .tex and .md files can be opened")
        if self.only and path != (root / self.only).resolve():
            raise Refused("this file was not opened")
        return path

    def read(self, name: str) -> Contents:
        """Raises Refused."""
        path = self.place(name)
        try:
            if not path.is_file():
                raise Refused("there is no such file")
            if path.stat().st_size > MOST_BYTES:
                raise Refused(f"the file is longer than {MOST_BYTES // 1_000_000} MB")
            raw = path.read_bytes()
        except OSError as error:
            raise Refused(f"it cannot be read: {error.strerror}") from error
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise Refused(f"it is not UTF-8 text (byte {error.start})") from error
        return Contents(text, _stamp(raw))

    def write(self, name: str, text: str, stamp: str) -> str:
        """Save a text over the one that has this stamp, whole or not at all. Raises Refused and Changed."""
        path = self.place(name)
        raw = text.encode("utf-8")
        if len(raw) > MOST_BYTES:
            raise Refused(f"the page is longer than {MOST_BYTES // 1_000_000} MB")
        try:
            if not path.exists() or _stamp(path.read_bytes()) != stamp:
                raise Changed("the file has changed on disk since it was opened")
            handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".hence-", suffix=path.suffix)
            with os.fdopen(handle, "wb") as out:
                out.write(raw)
            os.chmod(temporary, path.stat().st_mode & 0o777)
            os.replace(temporary, path)
        except OSError as error:
            raise Refused(f"it cannot be written: {error.strerror}") from error
        return _stamp(raw)

    def stamp(self, name: str) -> str:
        """Raises Refused."""
        return self.read(name).stamp


def _stamp(raw: bytes) -> str:
    return hashlib.blake2b(raw, digest_size=12).hexdigest()
