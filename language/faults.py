"""A fault of ours costs one step. The only place that catches every exception (docs/decisions/0028)."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import TypeVar

from hence.language.records import dataclass

T = TypeVar("T")


class OutOfWork(BaseException):
    """A budget ran out. Not an `Exception`: libraries that catch those must not go on as if nothing had happened."""


@dataclass(frozen=True)
class Fault:
    """What went wrong where it should not have; `internal` unless only a budget ran out."""

    message: str
    internal: bool = True


def guarded(work: Callable[[], T]) -> T | Fault:
    """What the work gives, or the fault that ended it. Interrupts and exits go through."""
    try:
        return work()
    except OutOfWork as spent:
        return Fault(str(spent), internal=False)
    except MemoryError:
        return Fault("more memory would be needed than there is", internal=False)
    except Exception as error:
        kind = type(error).__name__
        return Fault(f"internal error: {kind} in {_place(error.__traceback__)}; please report it with this page")


def _place(trace: TracebackType | None) -> str:
    """The innermost place in our own code, or of all if none is ours."""
    places = []
    while trace is not None:
        places.append((str(trace.tb_frame.f_globals.get("__name__", "?")), trace.tb_lineno))
        trace = trace.tb_next
    ours = [p for p in places if p[0].startswith("hence.")] or places or [("?", 0)]
    return f"{ours[-1][0]}, line {ours[-1][1]}"
