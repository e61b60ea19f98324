"""Derivations: what the author gives, and the steps that are to be decided.

A reader turns a page into a `Derivation`; its items keep the order of the page. Nothing here is
ever annotated in place: verdicts live in a `Report`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from language.terms import NOWHERE, Span, Sym, Term, num

Relation: TypeAlias = Literal["=", "<=", ">=", "<", ">", "!=", "~~", "<<", ">>", "->", "=>", "<=>"]
RELATIONS: tuple[Relation, ...] = ("=", "<=", ">=", "<", ">", "!=", "~~", "<<", ">>", "->", "=>", "<=>")


@dataclass(frozen=True)
class Formula:
    """`lhs relation rhs`, a statement that is true or false."""

    lhs: Term
    relation: Relation
    rhs: Term
    span: Span = field(default=NOWHERE, compare=False, repr=False)


# What an author may say of symbols ---------------------------------------------------------------


@dataclass(frozen=True)
class RealSpace:
    """R, R^n, R^{m x n}; `positive` for R_+ ; `integer` for N and Z."""

    dims: tuple[Term, ...] = ()
    positive: bool = False
    integer: bool = False


@dataclass(frozen=True)
class Interval:
    """A real interval; open where the flag says so."""

    low: Term
    high: Term
    open_low: bool
    open_high: bool


@dataclass(frozen=True)
class Membership:
    """`subject \\in space`. The subject is a symbol or an indexed symbol like x_i."""

    subject: Term
    space: RealSpace | Interval
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    cue: str = field(default="", compare=False)


@dataclass(frozen=True)
class Mapping:
    """`f : domain -> codomain`."""

    function: Term
    domain: RealSpace
    codomain: RealSpace
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True)
class Fact:
    """A definition or hypothesis: an equation or inequality that the author gives.

    `definition` is True where the author introduces the left side by it.
    `over` names the variables for which it holds in general ("for every i").
    `unless` holds pairs of those that must differ ("for i \\ne j"); the second may be a number, in digits.
    `cue` is the word that introduced it: let, where, suppose, if, when (also "For i = j, ..."), at, case, setting,
    some ("x_k = 0 for some k"), for ("For n >= 0, ..." in front), over ("... for t >= 1" behind another formula).
    How far each reaches is decided in `checks.scope`; conditions of a row are given the cue when.
    """

    formula: Formula
    definition: bool
    over: tuple[str, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    unless: tuple[tuple[str, str], ...] = ()
    cue: str = field(default="", compare=False)


@dataclass(frozen=True)
class Distributed:
    """`subject \\sim law`; `independent` where the members of a family are i.i.d."""

    subject: Term
    law: Term
    independent: bool = False
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True)
class Independent:
    """The subjects are mutually independent random objects; `denied`: they need not be, whatever was said before."""

    subjects: tuple[Term, ...]
    denied: bool = False
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    cue: str = field(default="", compare=False)  # as in `Fact`


@dataclass(frozen=True)
class Property:
    """A word said of a symbol: elementwise, symmetric, diagonal, one-hot, random, integer ..."""

    subject: Term
    word: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    cue: str = field(default="", compare=False)  # as in `Fact`


@dataclass(frozen=True)
class OfFunction:
    """A word said of a function: convex, concave, smooth, Lipschitz ...; `bound` is the L of "L-smooth".

    `added` to what was said of it before: "since f is convex", "f is also smooth".
    """

    function: Sym
    word: str
    bound: Term | None = None
    added: bool = False
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True)
class Lines:
    """The rows (or columns) of a matrix are the given vectors: row i of `matrix` is `vector`."""

    matrix: Term
    index: str
    vector: Term
    which: Literal["row", "column"]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


def index_named(name: str) -> Term:
    """The index that a pair of `Fact.unless` speaks of."""
    return num(int(name)) if name.isdigit() else Sym(name)


Given: TypeAlias = Membership | Mapping | Fact | Distributed | Independent | Property | OfFunction | Lines


@dataclass(frozen=True)
class Aside:
    """Givens of the prose right after a display that explain it ("where $r$ is ..."): they hold for it too."""

    givens: tuple[Given, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


# Steps -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One claim of a chain. `span` covers the right-hand side, `text` is the LaTeX of both sides."""

    formula: Formula
    chain: int
    span: Span
    lhs_text: str
    rhs_text: str
    justification: str = ""
    definition: bool = False  # the author introduces the left side here: listed, not judged
    premises: tuple[Formula, ...] = ()  # what the formula is claimed to follow from (`\\implies`)
    over: tuple[str, ...] = ()  # the premises hold for all values of these
    denied: bool = False  # the author says that this is false: settled by a refutation
    sufficient: bool = False  # a strict inequality that is enough for what words claim; equal sides decide nothing
    both_ways: bool = False  # `\\iff`: the premises follow from the formula, too


@dataclass(frozen=True)
class Unread:
    """A formula that the reader did not understand: where it stopped, and what it expected."""

    span: Span
    message: str
    text: str = ""
    chain: int = 0
    display: bool = True  # False: it stood in prose, where a formula may be no claim at all
    symbols: tuple[str, ...] = ()  # the symbols in it, of which something was said that is not known
    defines: str = ""  # what a display that was not understood seems to define


@dataclass(frozen=True)
class Heading:
    """A boundary on the page: definitions of a later part may hide those of an earlier one.

    After a `fresh` one nothing of what was said before is in force.
    """

    title: str
    span: Span
    fresh: bool = False


@dataclass(frozen=True)
class Boundary:
    """Local assumptions (if, when, at, case) end here: "In general", "Otherwise", "If ..." open a sentence."""

    span: Span
    word: str = field(default="", compare=False)  # in lower case, as the author wrote it
    anew: frozenset[str] = frozenset()  # symbols that are any from here on: what was assumed of them alone ends


Item: TypeAlias = (
    Membership
    | Mapping
    | Fact
    | Distributed
    | Independent
    | Property
    | OfFunction
    | Lines
    | Aside
    | Step
    | Unread
    | Heading
    | Boundary
)


@dataclass(frozen=True)
class Derivation:
    """A page, read: declarations and steps in the order of the page."""

    source: str
    items: tuple[Item, ...]

    @property
    def steps(self) -> tuple[Step | Unread, ...]:
        return tuple(i for i in self.items if isinstance(i, Step | Unread))
