"""A process of its own for checking: submissions come in on stdin, results go out on stdout, in frames of JSON.

python -m hence.grade.worker MEGABYTES [FOLDER]: in the folder it shares what it decides with others of its run.
"""

from __future__ import annotations

import json
import os
import struct
import sys
import threading
import time
import traceback
from pathlib import Path
from typing import Any, BinaryIO

LENGTH = struct.Struct(">Q")
Json = dict[str, Any]


def as_bytes(value: object) -> bytes:
    """JSON in one way only: equal values are equal bytes."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def framed(body: bytes) -> bytes:
    return LENGTH.pack(len(body)) + body


def main(megabytes: int, folder: str = "") -> None:
    """Work until nobody asks any more."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not get among the answers
    sys.unraisablehook = lambda _: None  # a budget may end in a destructor of z3, of which nobody need hear
    _bound(megabytes)
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    from hence.grade.examine import MEMORY, MOST_KEPT, Task, examine  # noqa: PLC0415 (heavy libraries, under the limit)
    from hence.grade.shared import SharedMemory  # noqa: PLC0415
    from hence.grade.submissions import Submission  # noqa: PLC0415
    from hence.seldom import collect_meanwhile, collect_seldom  # noqa: PLC0415

    collect_seldom()
    memory = SharedMemory(Path(folder), MOST_KEPT) if folder else MEMORY
    answers.write(framed(b"{}"))
    answers.flush()
    while (job := _received(sys.stdin.buffer)) is not None:
        files = tuple((name, content.encode("latin-1")) for name, content in job["files"])
        task = Task(Submission(files, job["refused"]), job["asked"], job["seed"], job["seconds"])
        try:
            answer: Json = {"result": examine(task, memory)}
        except MemoryError:
            answer = {"trouble": "checking it needed more memory than it may use"}
        except Exception as error:  # noqa: BLE001 (the border of the process: a fault of ours is told to a person)
            where = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{os.path.basename(where.filename)}:{where.lineno}"
            answer = {"trouble": f"internal error: {type(error).__name__}: {error} ({place})"}
        collect_meanwhile()  # of what one submission leaves behind, nothing is to pile up
        answers.write(framed(as_bytes({**answer, "megabytes": _resident()})))
        answers.flush()


def _resident() -> int:
    """How much memory this process holds; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") // 2**20
    except (OSError, ValueError, IndexError, AttributeError):
        return 0


def _received(stream: BinaryIO) -> Json | None:
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    job: Json = json.loads(stream.read(LENGTH.unpack(head)[0]))
    return job


def _end_with(parent: int) -> None:
    """Nobody waits for the answer once the parent is gone, however it ended."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)


def _bound(megabytes: int) -> None:
    """At most so much address space, where the system can bound it."""
    try:
        import resource  # noqa: PLC0415 (not on Windows)
    except ImportError:
        return
    size = megabytes * 2**20
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (size if most == resource.RLIM_INFINITY else min(size, most), most))


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:3])
