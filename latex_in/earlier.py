"""What the parts of a page before the one at hand define and speak of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field

from hence.language.derivation import Fact, Formula, Heading, Step
from hence.language.records import dataclass
from hence.language.terms import App, Sym, free_names
from hence.latex_in.formula.context import base_name
from hence.latex_in.roles import is_general

_PART_OF_PROBLEM = re.compile(  # "(b)", "b.", "2"; "(b) The other formula." has a name besides
    r"\(?(?:[a-z]|[ivx]+|\d)[.)]?\)?\Z|\((?:[a-z]|[ivx]+)\)\s|(?:[a-z]|[ivx]+)\)\s", re.IGNORECASE
)


@dataclass
class Earlier:
    """What the parts of a page before this one define and speak of."""

    defined: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    sequences: set[str] = field(default_factory=set)  # whose members are determined by earlier ones
    started: set[str] = field(default_factory=set)  # of which a first member is given
    recent: set[str] = field(default_factory=set)  # symbols that this problem defines, perhaps in another part of it
    determined: set[str] = field(default_factory=set)  # what words say, for the whole page, in front of all headings

    def all(self) -> tuple[set[str], ...]:
        return self.defined, self.used, self.sequences, self.started, self.recent, self.determined

    def enter(self, items: Sequence[object]) -> None:
        """A part begins: "(b)" goes on with the same problem."""
        title = items[0].title if items and isinstance(items[0], Heading) else None
        if title is not None and not _PART_OF_PROBLEM.match(title.strip()):
            self.recent = set()

    def note(self, item: object) -> None:
        """Remember a sequence that an item defines, or the start of one."""
        formula = item.formula if isinstance(item, Step | Fact) and item.definition else None
        name = base_name(formula.lhs) if formula is not None else None
        if formula is not None and name is not None and isinstance(formula.lhs, Sym):
            self.recent.add(name)
        if formula is not None and name is not None and goes_on(formula):
            self.sequences.add(name)
        elif formula is not None and name is not None and not is_general(formula.lhs):
            self.started.add(name)

    def determines(self, formula: Formula) -> bool:
        """Whether a member of a sequence follows from what was said, so that an equation for it claims something."""
        name = base_name(formula.lhs)
        if isinstance(formula.lhs, Sym):
            return name in self.recent and free_names(formula.rhs) <= self.used | self.defined
        if name not in self.sequences or not isinstance(formula.lhs, App) or formula.lhs.head != "index":
            return False
        if not is_general(formula.lhs):
            return name in self.started or name in free_names(formula.rhs)
        known = self.used | self.defined
        return name in self.started and not goes_on(formula) and free_names(formula.rhs) <= known


def goes_on(formula: Formula) -> bool:
    """Whether an equation determines the members of a sequence by earlier ones: the first may be given before."""
    indexed = isinstance(formula.lhs, App) and formula.lhs.head == "index" and is_general(formula.lhs)
    return indexed and base_name(formula.lhs) in free_names(formula.rhs)
