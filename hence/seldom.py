"""What a process of our own keeps, and how often it looks for what nobody needs any more."""

from __future__ import annotations

import atexit
import gc
import os

SELDOM = (250_000, 20, 50)  # terms hold no cycles, and looking for some took a tenth of the time

EXPRESSIONS = "10000"  # that SymPy keeps for each of its functions; with 1,000 it makes many of them again and again


def remember_expressions() -> None:
    """Before SymPy is loaded: later it does not ask."""
    os.environ.setdefault("SYMPY_CACHE_SIZE", EXPRESSIONS)


def collect_seldom() -> None:
    """For a process of our own: in one that others share, it is theirs to say."""
    gc.set_threshold(*SELDOM)
    atexit.unregister(gc.freeze)
    atexit.register(gc.freeze)  # what is thrown away as a whole need not be looked through at the very end


def collect_meanwhile() -> None:
    """What is young, when nobody waits: then it is not done in the middle of the next piece of work."""
    gc.collect(1)
