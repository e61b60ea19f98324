"""How often Python looks for cycles of things that nobody needs any more."""

from __future__ import annotations

import atexit
import gc

SELDOM = (250_000, 20, 50)  # terms hold no cycles, and looking for some took a tenth of the time


def collect_seldom() -> None:
    """For a process of our own: in one that others share, it is theirs to say."""
    gc.set_threshold(*SELDOM)
    atexit.unregister(gc.freeze)
    atexit.register(gc.freeze)  # what is thrown away as a whole need not be looked through at the very end


def collect_meanwhile() -> None:
    """What is young, when nobody waits: then it is not done in the middle of the next piece of work."""
    gc.collect(1)
