"""What one step may cost. Work is counted where it is done; the clock here is the last resort (docs/decisions/0029)."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

from hence.language.faults import Fault, OutOfWork, guarded

T = TypeVar("T")
MOST_SECONDS = 5.0  # of processor time, for what no budget of counted work has ended: far above what steps cost
OF_A_PAGE = ((12.0, MOST_SECONDS), (20.0, 1.0))  # until a page has cost so much, a step may cost so much
OF_A_LONG_PAGE = 0.4  # and then
PATIENCE = float(os.environ.get("HENCE_PATIENCE") or "1")  # how many times as long a slow or busy machine may take
AGAIN = 0.2  # an exception in a destructor or callback is lost: then once more


MOST_ASIDE = 6.0  # seconds of a page for second tries
STEPS_OF_A_PAGE = 80  # a page with more of them may cost more, in proportion
LEAST = 0.1  # for what is still to be tried of a step that has cost all it may


class _Page:
    began = 0.0
    size = 1.0
    step = 0.0  # when the step at hand began
    aside = 0.0  # what was spent on second tries, which the steps of the page do not pay for


class _Clock:
    runs = False


def begin_page(steps: int = 0) -> None:
    """From here on another page is checked: what it costs is counted anew."""
    _Page.began, _Page.size, _Page.aside = time.process_time(), max(1.0, steps / STEPS_OF_A_PAGE), 0.0
    _Page.step = _Page.began


def begin_step() -> None:
    """From here on another step is decided, in several ways perhaps: together they may cost what is allowed."""
    _Page.step = time.process_time()


def allowed() -> float:
    """What a step may cost now: less when the page has cost much already, so that its other steps are decided too."""
    spent = (time.process_time() - _Page.began) / (_Page.size * PATIENCE)
    return PATIENCE * next((seconds for until, seconds in OF_A_PAGE if spent < until), OF_A_LONG_PAGE)


def second_try(work: Callable[[], T]) -> T | None:
    """What a second try gives, if the page has anything left for such tries; it does not shorten the time of others."""
    if _Page.aside >= PATIENCE * MOST_ASIDE:
        return None
    start = time.process_time()
    try:
        return work()
    finally:
        spent = time.process_time() - start
        _Page.aside += spent
        _Page.began += spent
        _Page.step += spent


def _left() -> float:
    return max(LEAST * PATIENCE, allowed() - (time.process_time() - _Page.step))


def bounded(work: Callable[[], T]) -> T | Fault:
    """What the work gives, or the fault that ended it. Signals reach the main thread only: elsewhere no clock runs."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        return guarded(work)
    if _Clock.runs:  # inside of work that is bounded: its clock goes on, and rings again
        return guarded(work)
    handler = signal.signal(signal.SIGPROF, _stop)
    try:
        try:
            _Clock.runs = True
            signal.setitimer(signal.ITIMER_PROF, _left(), AGAIN)
            return guarded(work)
        finally:
            _silence(handler)
    except OutOfWork as spent:  # the clock rang when the work was just over
        _silence(handler)
        return Fault(str(spent), internal=False)


def _silence(handler: object) -> None:
    """No more rings; one that is under way is not heard."""
    _Clock.runs = False
    signal.setitimer(signal.ITIMER_PROF, 0.0)
    signal.signal(signal.SIGPROF, handler)  # type: ignore[arg-type]


def _stop(_signal: int, _frame: FrameType | None) -> None:
    if _Clock.runs:
        raise OutOfWork(f"more than {allowed():g} s of processor time would be needed")
