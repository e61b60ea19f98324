"""Elaborated terms: every symbol resolved, every shape known, every bound variable unique.

Terms of `language` are as written; nodes are what they mean in a setting. Proof (`checks.prove`) and
numerics (`checks.numeric`) both start from nodes and share nothing else.

Shapes are (rows, columns): a scalar is 1 x 1, a vector n x 1, its transpose 1 x n. A dimension is
an `int`, or a name: a declared one ("d") or one invented by inference ("?3").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from hence.language.records import dataclass, lazy

Dim: TypeAlias = "int | str"
POINT = r"^{\text{point}}"  # behind a name: a single x beside the family x_i


@dataclass(frozen=True)
class Shape:
    rows: Dim
    cols: Dim

    @lazy
    def is_scalar(self) -> bool:
        return self.rows == 1 and self.cols == 1

    @property
    def is_vector(self) -> bool:
        return self.rows != 1 and self.cols == 1

    @property
    def is_row(self) -> bool:
        return self.rows == 1 and self.cols != 1

    @property
    def is_matrix(self) -> bool:
        return self.rows != 1 and self.cols != 1

    def transposed(self) -> Shape:
        return Shape(self.cols, self.rows)


SCALAR = Shape(1, 1)


@dataclass(frozen=True)
class Lit:
    """An exact number; where the shape is not scalar, every entry is that number (zeros, ones)."""

    value: Fraction
    shape: Shape = SCALAR


@dataclass(frozen=True)
class Ref:
    """A symbol with its indices: `x` (), `v_t` (t,), the entry `v_{t,a}` (t, a). Indices are integer nodes, from 1.

    Bound variables and the parameters of definitions are `Ref`s without indices, too. The first
    `Symbol.family` indices choose the member of a family; when more are given they are entries, and the
    shape is scalar.
    """

    name: str
    indices: tuple[Node, ...] = ()
    shape: Shape = SCALAR


@dataclass(frozen=True)
class Op:
    """A head of `language.heads.HEADS` on arguments; `mul` is n-ary, and scalar or matrix by shapes."""

    head: str
    args: tuple[Node, ...]
    shape: Shape = SCALAR


@dataclass(frozen=True)
class Call:
    """A named function (see `Setting.functions`) at arguments; elementwise ones keep the argument's shape."""

    function: str
    args: tuple[Node, ...]
    shape: Shape = SCALAR


@dataclass(frozen=True)
class Density:
    """p(x, z) or p(x | z): `family` names p with its labels, `of` and `given` the variables, sorted by name."""

    family: str
    of: tuple[str, ...]
    given: tuple[str, ...] = ()
    shape: Shape = SCALAR


@dataclass(frozen=True)
class Between:
    """Integers low..high inclusive, except those in `unless`."""

    low: Node
    high: Node
    unless: tuple[Node, ...] = ()


@dataclass(frozen=True)
class Everywhere:
    """All of R^n (or R), or the whole sample space of an abstract variable."""

    shape: Shape


@dataclass(frozen=True)
class Along:
    """The numbers between two ends, either of which may be infinite."""

    low: Node
    high: Node


@dataclass(frozen=True)
class Drawn:
    """Distributed as a law (an `Op` with head Normal, or a `Density`)."""

    law: Node
    shape: Shape


@dataclass(frozen=True)
class Feasible:
    """All values of R^n (or R, or of matrices) that satisfy the conditions, and what is known of the variable."""

    shape: Shape
    conditions: tuple[Constraint, ...] = ()


@dataclass(frozen=True)
class Towards:
    """Tends to a point, which may be infinity, from above (+), from below (-) or from both sides."""

    point: Node
    side: str = ""


Over: TypeAlias = "Between | Everywhere | Along | Drawn | Feasible | Towards"


@dataclass(frozen=True)
class Binder:
    """sum, prod (over `Between`), integral (over `Everywhere` or `Along`), E (over `Drawn`), lim (over `Towards`).

    min and max run over `Between` (an index) or over `Feasible`, argmin and argmax over `Feasible`.
    The variable of a limit keeps its name, so that definitions that depend on it follow it.
    """

    head: str
    var: str
    over: Over
    body: Node
    shape: Shape = SCALAR


CONVENTION = "convention of "  # in front of the name of a law: beside its density, where authors differ about it
Node: TypeAlias = Lit | Ref | Op | Call | Density | Binder


@dataclass(frozen=True)
class Symbol:
    """What is known of a symbol: how many family indices it takes and the shape of one member."""

    name: str
    family: int = 0
    shape: Shape = SCALAR
    integer: bool = False
    random: bool = False
    line: int = 0
    how: str = "inferred"
    bounds: tuple[Dim, ...] = ()  # the range 1..n of each family index, where it is known
    words: frozenset[str] = frozenset()  # what is said of it and no equation says: permutation, positive definite
    within: tuple[Node, ...] = ()  # the numbers of the first and the last member, where a declaration says them


@dataclass(frozen=True)
class Trait:
    """What is said of a function everywhere: convex, concave, smooth, ...; `bound` is the L of L-smooth."""

    word: str
    bound: Node | None = None
    line: int = 0


@dataclass(frozen=True)
class Function:
    """f : R^m -> R^n as shapes of its arguments and result; elementwise ones take any shape."""

    name: str
    params: tuple[Shape, ...]
    result: Shape
    elementwise: bool = False
    positive: bool = False
    nonnegative: bool = False
    supposed: str = ""  # what is taken for granted of a quantity that nobody defined: on what it depends
    declared: bool = False  # the page says that it is some function: any will do
    traits: tuple[Trait, ...] = ()  # what the page says of it in words

    def trait(self, *words: str) -> Trait | None:
        """The first trait with one of these words."""
        return next((t for t in self.traits if t.word in words), None)


@dataclass(frozen=True)
class Definition:
    """`name_{indices}(params) = body`.

    Each index is the name of a variable (the definition holds for every value of it) or an integer
    node (it holds at that one). A recurrence is two of these: one for index t whose body refers to
    index t-1, one for the constant 0. `least` is the smallest value of the first index for which the
    general definition holds.
    """

    name: str
    indices: tuple[str | Node, ...]
    params: tuple[str, ...]
    body: Node
    least: int | None = None
    line: int = 0
    entrywise: bool = False  # the last indices are entries: A_{ij} = ..., p_i = ...


@dataclass(frozen=True)
class Law:
    """A random symbol and its distribution. Entries of a Normal with scalar-times-identity covariance
    are independent; members of a family are when `independent`. `kind` is Normal, abstract, or a name
    of `checks.normal.distributions`."""

    name: str
    kind: str
    mean: Node | None = None
    cov: Node | None = None  # scalar variance, or covariance matrix
    independent: bool = False
    params: tuple[Node, ...] = ()  # of a named distribution such as Bernoulli
    index: tuple[str, ...] = ()  # the family indices that mean, cov and params may mention
    independent_entries: bool = False
    like: str = ""  # symbols and members with the same word here are identically distributed
    symmetric: bool = False  # about its mean, which is 0 where none is given

    def nodes(self) -> tuple[Node, ...]:
        """What the law is made of: mean, covariance, parameters."""
        return (*(n for n in (self.mean, self.cov) if n is not None), *self.params)


@dataclass(frozen=True)
class Apart:
    """`noise` at an index is independent of `process` at earlier ones, although the process is made of the noise.

    Of the process at every index that is smaller by at least `lag`; with `at` only of its member there.
    """

    noise: str
    process: str
    lag: int = 0
    at: int | None = None


@dataclass(frozen=True)
class Constraint:
    """A hypothesis `lhs relation rhs` that holds for all values of the names in `over`."""

    lhs: Node
    relation: str
    rhs: Node
    over: tuple[str, ...] = ()
    line: int = 0


@dataclass(frozen=True)
class Setting:
    """Everything that a step may rest on."""

    symbols: Mapping[str, Symbol] = field(default_factory=dict)
    functions: Mapping[str, Function] = field(default_factory=dict)
    definitions: Mapping[str, tuple[Definition, ...]] = field(default_factory=dict)
    laws: Mapping[str, Law] = field(default_factory=dict)
    independent: frozenset[frozenset[str]] = frozenset()  # pairs of random symbols
    constraints: tuple[Constraint, ...] = ()
    regime: tuple[Constraint, ...] = ()  # hypotheses on growth: n >> d, C = Theta(D^2); for growth claims only
    apart: tuple[Apart, ...] = ()  # noise that is independent of the past of a process
    partly: frozenset[str] = frozenset()  # families of densities of which some have formulas: the others are not free
    told: tuple[Ref, ...] = ()  # single members of which it is said what they are


@dataclass(frozen=True)
class Claim:
    """A step, elaborated."""

    lhs: Node
    relation: str
    rhs: Node


def parts(node: Node) -> tuple[Node, ...]:
    """Direct subnodes. Never fails."""
    if isinstance(node, Op | Call):
        return node.args
    if isinstance(node, Ref):
        return node.indices
    match node:
        case Lit() | Density():
            return ()
        case Binder(_, _, Between(low, high, unless), body):
            return (low, high, *unless, body)
        case Binder(_, _, Along(low, high), body):
            return (low, high, body)
        case Binder(_, _, Drawn(law, _), body):
            return (law, body)
        case Binder(_, _, Everywhere(), body):
            return (body,)
        case Binder(_, _, Feasible(_, conditions), body):
            return (*(side for c in conditions for side in (c.lhs, c.rhs)), body)
        case Binder(_, _, Towards(point), body):
            return (point, body)
    raise TypeError(node)


@lru_cache(maxsize=1024)
def labels_of(name: str) -> frozenset[str]:
    """The parameters in the label of a function or density: p_{\\theta} depends on \\theta."""
    found = re.search(r"_\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}", name)
    return frozenset(part.strip() for part in found.group(1).split(",")) if found else frozenset()


def walk(node: Node) -> Iterator[Node]:
    """The node and everything below it, outermost first; a node that was asked before remembers."""
    known: tuple[Node, ...] | None = vars(node).get("_walk")
    if known is None:
        known = tuple(_walk(node))
        object.__setattr__(node, "_walk", known)
    return iter(known)


def _walk(node: Node) -> Iterator[Node]:
    waiting = [node]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(reversed(parts(one)))


def names_in(node: Node) -> frozenset[str]:
    """Names of symbols, functions and densities that occur. Bound variables are unique, so they do no harm.

    A node never changes, so it remembers them: indices are asked at every instance.
    """
    known: frozenset[str] | None = vars(node).get("_names")
    if known is None:
        known = _names_in(node)
        object.__setattr__(node, "_names", known)
    return known


def _names_in(node: Node) -> frozenset[str]:
    names: set[str] = set()
    for n in walk(node):
        match n:
            case Ref(name):
                names.add(name)
            case Call(function):
                names.add(function)
            case Density(family, of, given):
                names.update((family, *of, *given))
            case _:
                pass
    return frozenset(names)


def reachable_names(setting: Setting, claim: Claim) -> frozenset[str]:
    """Names that the claim speaks of, directly or through definitions and laws."""
    seen: set[str] = set()
    stack = [*names_in(claim.lhs), *names_in(claim.rhs)]
    while stack:
        name = stack.pop()
        if name in seen:
            continue
        seen.add(name)
        for definition in setting.definitions.get(name, ()):
            stack += names_in(definition.body)
        law = setting.laws.get(name)
        for node in law.nodes() if law is not None else ():
            stack += names_in(node)
    return frozenset(seen)


def dimension_words(dim: str, symbols: Mapping[str, Symbol]) -> str:
    """A dimension that no author named, in words: by a symbol that has it, where there is one."""
    for symbol in sorted((s for s in symbols.values() if not s.name.startswith("?")), key=lambda s: s.name):
        shape = symbol.shape
        if shape.is_vector and shape.rows == dim:
            return f"length of {symbol.name}"
        if shape.is_matrix and dim in (shape.rows, shape.cols):
            return f"{'rows' if shape.rows == dim else 'columns'} of {symbol.name}"
        if dim in symbol.bounds:
            return f"number of {symbol.name}"
    return f"dimension {dim[1:]}"


def with_replaced(node: Node, old: Node, new: Node) -> Node:
    """The node with every occurrence of another, outside of bounds and laws, replaced."""
    if node == old:
        return new
    match node:
        case Ref(name, indices, shape):
            return Ref(name, tuple(with_replaced(k, old, new) for k in indices), shape)
        case Op(head, args, shape):
            return Op(head, tuple(with_replaced(a, old, new) for a in args), shape)
        case Call(function, args, shape):
            return Call(function, tuple(with_replaced(a, old, new) for a in args), shape)
        case Binder(head, var, over, body, shape):
            return Binder(head, var, over, with_replaced(body, old, new), shape)
        case _:
            return node


def with_renamed(node: Node, old: str, new: str) -> Node:
    """The node with a bound variable under another name."""
    match node:
        case Ref(name, indices, shape):
            return Ref(new if name == old else name, tuple(with_renamed(k, old, new) for k in indices), shape)
        case Op(head, args, shape):
            return Op(head, tuple(with_renamed(a, old, new) for a in args), shape)
        case Call(function, args, shape):
            return Call(function, tuple(with_renamed(a, old, new) for a in args), shape)
        case Binder(head, var, over, body, shape):
            return Binder(head, var, _over_renamed(over, old, new), with_renamed(body, old, new), shape)
        case _:
            return node


def _over_renamed(over: Over, old: str, new: str) -> Over:
    match over:
        case Between(low, high, unless):
            low, high, *others = (with_renamed(n, old, new) for n in (low, high, *unless))
            return Between(low, high, tuple(others))
        case Drawn(law, shape):
            return Drawn(with_renamed(law, old, new), shape)
        case Towards(point, side):
            return Towards(with_renamed(point, old, new), side)
        case Feasible(shape, conditions):
            renamed = (
                Constraint(with_renamed(c.lhs, old, new), c.relation, with_renamed(c.rhs, old, new), c.over, c.line)
                for c in conditions
            )
            return Feasible(shape, tuple(renamed))
        case _:
            return over


def differentiated_at(function: Node, point: Node, variable: Ref) -> Node | None:
    """A function with a variable in place of the point at which it is differentiated.

    None where the point does not occur, or where what it is made of also occurs elsewhere: then a derivative by it
    has no meaning, unless the point is an argument of its own of an unknown function.
    """
    inside = with_replaced(function, point, variable)
    if variable.name not in names_in(inside):
        return None
    whole = function.args[0] if isinstance(function, Op) and function.head == "index" else function
    partial = isinstance(whole, Call) and point in whole.args
    return inside if partial or not names_in(inside) & names_in(point) else None
