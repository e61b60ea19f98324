"""What a sentence says, clause by clause: with what force, of what, and under which conditions. Data only."""

from __future__ import annotations

from enum import Enum

from hence.language.records import dataclass


class Force(Enum):
    """What the words in front of a formula do with it; the values are the classes of the lexicon."""

    NONE = ""  # no word gives it: it is asserted
    CLAIM = "force-claim"  # hence, we have, gives
    THAT = "force-that"  # note that, it is clear that
    REASON = "force-reason"  # since, because, by
    LET = "force-let"
    DEFINE = "force-define"  # define, set, consider
    DENOTE = "force-denote"  # denote, write
    WHERE = "force-where"
    CALL = "force-call"
    TAKE = "force-take"  # take, choose, fix
    SAY = "force-say"  # writing
    WITH = "force-with"  # with, such that, satisfying
    GIVEN = "force-given"
    ASSUME = "force-assume"  # to the end of the part
    SUPPOSE = "force-suppose"  # until something else is supposed
    IF = "force-if"
    WHEN = "force-when"  # when, whenever, provided, once, unless
    CASE = "force-case"
    IMPOSE = "force-impose"  # setting ... to zero
    SUBJECT = "force-subject"  # subject to
    FOR = "force-for"
    AT = "force-at"
    OVER = "force-over"  # the range of a formula before it
    SPELLED = "force-spelled"  # behind a colon: a law spells out what is given, a relation is claimed
    MENTION = "force-mention"  # spoken of, and neither given nor claimed
    DESCRIBE = "force-describe"  # only describes a noun: "the points with $a = b$"
    DENY = "force-deny"  # said to be false

    @property
    def gives(self) -> bool:
        return self in GIVING

    @property
    def claims(self) -> bool:
        """Whether a word announces a conclusion."""
        return self in (Force.CLAIM, Force.SPELLED)


INTRODUCING = frozenset(
    (Force.LET, Force.DEFINE, Force.DENOTE, Force.WHERE, Force.CALL, Force.TAKE, Force.SAY)
)  # they say what a name means
STRONG = INTRODUCING - {Force.TAKE, Force.SAY}  # whatever the name was before
LETTING = frozenset((Force.LET, Force.DEFINE, Force.TAKE))  # the letters of what they define may be anything
SUPPOSING = frozenset((Force.ASSUME, Force.SUPPOSE))
CONDITIONAL = frozenset((Force.IF, Force.WHEN))
RELATIVE = frozenset(
    (Force.WITH, Force.GIVEN, Force.FOR, Force.AT, Force.OVER, Force.CASE, Force.SUBJECT)
)  # they give what stands right behind them
GIVING = INTRODUCING | SUPPOSING | CONDITIONAL | RELATIVE | {Force.IMPOSE}
MENTIONED = frozenset((Force.MENTION, Force.DESCRIBE))


class Hedge(Enum):
    """How a formula is mentioned that is not asserted."""

    DENIED = "denied"  # a negation, a question, a comparison
    GOAL = "goal"  # to be shown: perhaps a claim, never given
    OPEN = "open"  # a condition of something else, or one of several: it may hold where the words go on from it


@dataclass(frozen=True)
class Clause:
    """One thing that a sentence says. Formulas stand for themselves by their signs.

    `predicate` is `relates` for a formula with a relation, else the word that is said of the subject. `unknown` are
    words about the subject that the lexicon does not have.
    """

    force: Force
    predicate: str
    subject: tuple[str, ...] = ()
    hedge: Hedge | None = None
    denied: bool = False
    quantifiers: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
