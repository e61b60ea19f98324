"""Which theorem's statement an item of a part stands in, and whether a proof of it follows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hence.latex_in.prose.discourse import Leaves, Opens


class Statements:
    """Where the statements of theorems begin and end, while the items of a part are taken in order."""

    def __init__(self, items: Sequence[object]) -> None:
        self._proved = _with_proofs(items)
        self._around: list[Opens] = []  # the theorems and proofs that we are in

    def pass_by(self, item: Opens | Leaves) -> None:
        if isinstance(item, Opens):
            self._around.append(item)
            return
        while self._around:
            if self._around.pop().kind == item.kind:
                return

    @property
    def stating(self) -> bool:
        """Whether we are in a statement, and not in its proof."""
        return bool(self._around) and self._around[-1].kind == "theorem"

    @property
    def to_be_proved(self) -> bool:
        """Whether we are in a statement that a proof follows: what it concludes is claimed, whatever is new in it."""
        return self.stating and any(self._around[-1] is one for one in self._proved)


def _with_proofs(items: Iterable[object]) -> list[Opens]:
    """The beginnings of the theorems that a proof follows inside their regions."""
    found, last = list[Opens](), None
    for item in items:
        if isinstance(item, Opens) and item.kind == "proof" and last is not None:
            found.append(last)
        if isinstance(item, Opens) and item.kind in ("theorem", "proof"):
            last = item if item.kind == "theorem" else None
        elif isinstance(item, Leaves) and item.kind == "theorem":
            last = None
    return found
