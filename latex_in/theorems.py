"""Which theorem's statement an item of a part stands in, and for what its proof has equations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hence.language.terms import Term
from hence.latex_in.drafts import Draft
from hence.latex_in.prose.discourse import Leaves, Opens


class Statements:
    """Where the statements of theorems begin and end, while the items of a part are taken in order."""

    def __init__(self, items: Sequence[object]) -> None:
        self._proved = _left_sides(items)
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

    def has_proof_of(self, left: Term) -> bool:
        """Whether we are in a statement whose proof has an equation for this: it is claimed, and not defined."""
        return self.stating and any(one is self._around[-1] and left in sides for one, sides in self._proved)


def _left_sides(items: Iterable[object]) -> list[tuple[Opens, set[Term]]]:
    """The beginnings of theorems, each with the left sides of what stands in its proof."""
    found: list[tuple[Opens, set[Term]]] = []
    proving = False
    for item in items:
        match item:
            case Opens(kind="theorem"):
                found.append((item, set()))
                proving = False
            case Opens(kind="proof") | Leaves("theorem"):
                proving = isinstance(item, Opens) and bool(found)
            case Draft(first=True) if proving:
                found[-1][1].add(item.step.formula.lhs)
            case _:
                pass
    return found
