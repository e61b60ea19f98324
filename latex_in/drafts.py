"""Steps and laws of a page before their standing is decided."""

from __future__ import annotations

from typing import TypeAlias

from hence.language.derivation import Distributed, Formula, Given, Item, Standing, Step, Unread
from hence.language.records import dataclass
from hence.language.terms import Term
from hence.latex_in.formula.declare import Pairs
from hence.latex_in.order import Edge
from hence.latex_in.prose.clause import Force
from hence.latex_in.prose.curved import Curved
from hence.latex_in.prose.described import Description
from hence.latex_in.prose.discourse import Marker
from hence.latex_in.prose.relations import Candidate, Zero
from hence.latex_in.prose.suppositions import Asserted


@dataclass
class Draft:
    """A step before its role is known."""

    step: Step
    first: bool  # the first relation of its statement
    told: Standing | None = None  # how the words in front of it say that it stands
    force: Force = Force.NONE  # of the words before it
    over: tuple[str, ...] = ()
    unless: Pairs = ()
    conditions: tuple[Given, ...] = ()  # where it holds, from the words behind it: "for i != j"
    among: bool = False  # written as a member of the places of a minimum
    above: tuple[Formula, ...] = ()  # the statement before it in its display
    beneath: bool = False  # the statement before it was not understood
    listed: bool = False  # of `a_1 \\le \\dots \\le a_n`: its indices are no examples of others
    anew: bool = False  # nothing but words that define, or the sign for it, introduces its left side
    described: Description | None = None  # what the words before it say that its left side is

    @property
    def claimed(self) -> bool:
        """ "Then", "we obtain": the words before it announce a conclusion."""
        return self.force.claims


@dataclass(frozen=True)
class LawClaim:
    """That something has a law: claims about its mean and variance, where it is known that it is normal.

    `generating` says, of some t, that its moment generating function is that of the law, which is the same.
    `otherwise` is what becomes of it else: a declaration, or not understood where it is claimed. What is claimed of a
    letter that no formula has spoken of yet declares it: `said`.
    """

    subject: Term
    steps: tuple[Step, ...]
    otherwise: Unread | Distributed
    said: Distributed
    generating: tuple[Given, Step] | None = None


# what a page holds before standings are decided
Rough: TypeAlias = Item | Draft | LawClaim | Candidate | Zero | Curved | Edge | Marker | Asserted
