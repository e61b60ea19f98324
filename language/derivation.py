"""Derivations: what the author gives, and the steps that are to be decided.

A reader turns a page into a `Derivation`; its items keep the order of the page. Nothing here is
ever annotated in place: verdicts live in a `Report`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import Literal, TypeAlias

from hence.language.records import dataclass
from hence.language.terms import NOWHERE, Span, Sym, Term, num

Relation: TypeAlias = Literal["=", "<=", ">=", "<", ">", "!=", "~~", "<<", ">>", "->", "=>", "<=>", "propto"]
RELATIONS: tuple[Relation, ...] = ("=", "<=", ">=", "<", ">", "!=", "~~", "<<", ">>", "->", "=>", "<=>", "propto")


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
    """R, R^n, R^{m x n}; `positive` for R_+, with `zero` if it may be zero as well; `integer` for N and Z."""

    dims: tuple[Term, ...] = ()
    positive: bool = False
    integer: bool = False
    zero: bool = False


@dataclass(frozen=True)
class Interval:
    """A real interval; open where the flag says so."""

    low: Term
    high: Term
    open_low: bool
    open_high: bool


@dataclass(frozen=True)
class Membership:
    """`subject \\in space`. The subject is a symbol or an indexed symbol like x_i.

    `within`: the numbers of the first and the last member of a family, where said; `x_1, x_2, ...` has no last.
    """

    subject: Term
    space: RealSpace | Interval
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    within: tuple[Term, Term | None] | None = None


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
    `single` is True of what is said of one point or member only: f(x_0) = 0, x_k = 1 for some k.
    `lets` is True of a definition that lets the letters on its right side vary ("let R = ...").
    `imposed` is no hypothesis but something to be solved: what is set to zero "here", for the lines that solve it,
    or an equation of a stated "problem", which holds for its solution only.
    """

    formula: Formula
    definition: bool
    over: tuple[str, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    unless: tuple[tuple[str, str], ...] = ()
    single: bool = field(default=False, compare=False)
    lets: bool = field(default=False, compare=False)
    imposed: Literal["", "here", "problem"] = field(default="", compare=False)


@dataclass(frozen=True)
class Distributed:
    """`subject \\sim law`; `independent` where the members of a family are i.i.d.

    `given`: the parameters of the law on which the author says that it is conditional, as in `x \\mid t \\sim N(t, 1)`.
    """

    subject: Term
    law: Term
    independent: bool = False
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    given: tuple[str, ...] = ()


@dataclass(frozen=True)
class Independent:
    """The subjects are mutually independent random objects; `denied`: they need not be, whatever was said before."""

    subjects: tuple[Term, ...]
    denied: bool = False
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True)
class Property:
    """A word said of a symbol: elementwise, symmetric, diagonal, one-hot, random, integer ..."""

    subject: Term
    word: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


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


@dataclass(frozen=True)
class Convention:
    """How all that follows is meant, in words that nobody here can follow: "we calculate modulo 7".

    `signs` are the signs of which alone it speaks, in LaTeX: "$f \\circ g$ means that $f$ is applied first".
    """

    text: str
    signs: tuple[str, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


def index_named(name: str) -> Term:
    """The index that a pair of `Fact.unless` speaks of."""
    return num(int(name)) if name.isdigit() else Sym(name)


Given: TypeAlias = Membership | Mapping | Fact | Distributed | Independent | Property | OfFunction | Lines | Convention


# Steps -------------------------------------------------------------------------------------------

# How a formula stands on its page. A claim and a goal are decided; the others are the author's to say. What is only
# mentioned is tried: where it is proved it is shown, and else it is no step at all.
Standing: TypeAlias = Literal["definition", "hypothesis", "condition", "goal", "claim", "report", "mention"]
STANDINGS: tuple[Standing, ...] = ("definition", "hypothesis", "condition", "goal", "claim", "report", "mention")


# in place of words around a step that nobody knows, where it may be given like the display above
NOTHING_BETWEEN = "nothing stands between it and the display above"


@dataclass(frozen=True)
class Step:
    """One claim of a chain. `span` covers the right-hand side, `text` is the LaTeX of both sides."""

    formula: Formula
    chain: int
    span: Span
    lhs_text: str
    rhs_text: str
    justification: str = ""
    standing: Standing = "claim"
    by_use: bool = False  # a definition that no word announces: the first equation for a name that was used before
    premises: tuple[Formula, ...] = ()  # what the formula is claimed to follow from (`\\implies`)
    over: tuple[str, ...] = ()  # the premises, or a hypothesis, hold for all values of these
    denied: bool = False  # the author says that this is false: settled by a refutation
    sufficient: bool = False  # a strict inequality that is enough for what words claim; equal sides decide nothing
    both_ways: bool = False  # `\\iff`: the premises follow from the formula, too
    above: tuple[Formula, ...] = ()  # the row above in its display, where this one has a left side of its own
    beneath: bool = False  # the row above was not understood
    unless: tuple[tuple[str, str], ...] = ()  # of a hypothesis, as in `Fact`
    single: bool = False  # likewise
    lets: bool = False  # likewise
    reason: bool = False  # "since a = b": what follows rests on it
    described: str = ""  # of a definition: what words say that it is, which is a claim that nobody decides yet
    general: bool = False  # said of any values of its letters
    announced: bool = False  # words say that it follows: "hence", "we obtain"
    unheard: str = ""  # words around it that nobody here knows: they may say that it is not claimed, or where it holds

    @property
    def definition(self) -> bool:
        """The author introduces the left side here: listed, not judged."""
        return self.standing == "definition"

    @property
    def decided(self) -> bool:
        """Whether it is asserted or mentioned, and not given."""
        return self.standing in ("claim", "goal", "mention")


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
    internal: bool = False  # the reader failed: its own fault, not the author's
    silent: bool = False  # it claims nothing, like the update `w \\gets w + x`; its symbols are not what they were


@dataclass(frozen=True)
class Heading:
    """A boundary on the page: definitions of a later part may hide those of an earlier one.

    After a `fresh` one nothing of what was said before is in force.
    """

    title: str
    span: Span
    fresh: bool = False


@dataclass(frozen=True)
class Anew:
    """From here on these symbols are `any`: what was assumed of them alone ends ("let x be arbitrary").

    `declared`: whatever they were before ("let X be a random variable"). `perhaps` they are others ("for another
    sequence $a$"), or just no longer the `value` that they were set to; without a name, none is ("In general, ...").
    """

    names: frozenset[str]
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    how: Literal["any", "declared", "perhaps", "value"] = "any"
    at_once: bool = False  # also what was said just before ends


@dataclass(frozen=True)
class Context:
    """A region of the page. What is given in it is in force behind it, up to the end of the region.

    `supposed`: its givens hold for some lines only ("if x > 0, ..."), and a proof that needs one lists it.
    """

    kind: Literal["part", "theorem", "proof", "example", "case", "supposition", "sentence", "row"]
    items: tuple[Item, ...]

    @property
    def supposed(self) -> bool:
        return self.kind in ("case", "supposition", "sentence", "row")


Item: TypeAlias = Given | Step | Unread | Heading | Anew | Context


@dataclass(frozen=True)
class Notice:
    """What an author should know of how the page was taken: a mark that is missing, an encoding that was guessed."""

    code: str
    span: Span
    message: str


@dataclass(frozen=True)
class Derivation:
    """A page, read: declarations, steps and the regions that hold them, in the order of the page."""

    source: str
    items: tuple[Item, ...]
    notices: tuple[Notice, ...] = ()

    @property
    def steps(self) -> tuple[Step | Unread, ...]:
        return tuple(i for i in flat(self.items) if isinstance(i, Step | Unread))


def flat(items: Iterable[Item]) -> Iterator[Item]:
    """Everything on a page in order, without its regions."""
    for item in items:
        if isinstance(item, Context):
            yield from flat(item.items)
        else:
            yield item
