"""The latest of what was found, by all that it depends on: what was read before need not be read again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from contextlib import suppress
from typing import Generic, TypeVar

Found = TypeVar("Found")


class Recent(Generic[Found]):
    """At most so many values, those that were asked for last.

    All threads of a process share them. There is no lock, which a job that is stopped might leave closed: every change
    is one operation, and what another thread has thrown out meanwhile is simply gone.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._found: OrderedDict[Hashable, Found] = OrderedDict()

    def recall(self, key: Hashable) -> Found | None:
        found = self._found.get(key)
        if found is not None:
            with suppress(KeyError):
                self._found.move_to_end(key)
        return found

    def keep(self, key: Hashable, value: Found) -> None:
        self._found[key] = value
        while len(self._found) > self.most:
            with suppress(KeyError):
                self._found.popitem(last=False)

    def forget(self) -> None:
        self._found.clear()
