"""What one process of a run has decided, the others recall: submissions of a class have most of their steps in common.

Each process appends what it keeps to a file of its own, in a folder that the run makes for itself and removes at its
end, and looks through the files of the others when it knows nothing. A file may end in the middle: its process was
ended there, or is still writing. What cannot be read is decided again.
"""

from __future__ import annotations

import os
import pickle
import struct
from pathlib import Path

from hence.checks.memory import Depends, Kept, Memory
from hence.language.records import dataclass

HEAD = struct.Struct(">64sQ")  # a key, and how many bytes follow
SUFFIX = ".kept"


@dataclass(frozen=True)
class _Place:
    file: Path
    start: int
    size: int


class SharedMemory(Memory):
    """A memory that others add to. Where sharing fails it is one of its own."""

    def __init__(self, folder: Path, most: int) -> None:
        super().__init__(most)
        self.folder = folder
        self.own = folder / f"{os.getpid()}{SUFFIX}"
        self.read_up_to: dict[Path, int] = {}
        self.elsewhere: dict[str, _Place] = {}

    def recall(self, depends: Depends) -> object:
        if depends.key not in self.found and (kept := self._from_others(depends.key)) is not None:
            self._put(depends.key, kept)
        return super().recall(depends)

    def keep(self, depends: Depends, value: object) -> None:
        super().keep(depends, value)
        try:
            body = pickle.dumps(self.found[depends.key], pickle.HIGHEST_PROTOCOL)
            with self.own.open("ab") as out:
                out.write(HEAD.pack(depends.key.encode(), len(body)) + body)
        except (OSError, pickle.PicklingError, TypeError, AttributeError, RecursionError):
            return

    def _from_others(self, key: str) -> Kept | None:
        try:
            if key not in self.elsewhere:
                self._look_through()
            place = self.elsewhere.get(key)
            if place is None:
                return None
            with place.file.open("rb") as file:
                file.seek(place.start)
                # written by a process of the same run into a folder that is its own: nobody else's data is unpickled
                kept = pickle.loads(file.read(place.size))  # noqa: S301
            return kept if isinstance(kept, Kept) else None
        except (OSError, EOFError, pickle.UnpicklingError, AttributeError, ImportError, RecursionError):
            return None

    def _look_through(self) -> None:
        """Note where the others' new entries stand."""
        for file in self.folder.glob(f"*{SUFFIX}"):
            start, end = self.read_up_to.get(file, 0), file.stat().st_size
            if file == self.own or end == start:
                continue
            with file.open("rb") as data:
                while start + HEAD.size <= end:
                    data.seek(start)
                    key, size = HEAD.unpack(data.read(HEAD.size))
                    if start + HEAD.size + size > end:
                        break
                    self.elsewhere[key.decode()] = _Place(file, start + HEAD.size, size)
                    start += HEAD.size + size
            self.read_up_to[file] = start
