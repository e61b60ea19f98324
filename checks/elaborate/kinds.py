"""Kinds: scalar, column vector, row vector or matrix, inferred before any dimension is known.

Authors rarely declare shapes. A kind is chosen for every undeclared symbol such that all formulas are
well-formed, at the least cost: bold lower-case letters would rather be vectors, plain ones scalars,
and nobody transposes a scalar. `kind_of` is the interpretation of heads as kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Literal, TypeAlias

from hence.checks.elaborate.errors import ShapeClash
from hence.checks.elaborate.names import is_counted
from hence.checks.elaborate.registry import row_of
from hence.language.heads import CLASSES, COSTS
from hence.language.records import dataclass
from hence.language.terms import App, Bind, Num, SuchThat, Sym, Term

S, V, R, M, ANY = "scalar", "vector", "row", "matrix", "any"
TRANSPOSED = {S: S, V: R, R: V, M: M, ANY: ANY}
RANK = {S: 0, V: 1, R: 1, M: 2}
PRODUCT = {(R, V): S, (V, R): M, (M, V): V, (R, M): R, (M, M): M}
UNUSUAL = 2  # the cost of a letter for a number behind a matrix
AWKWARD = 3  # the cost of transposing a scalar and the like
STRANGE = 8  # the cost of a scalar where only a vector makes sense


# How authors lay out derivatives: a gradient as a column with Jacobians by rows (ours), a gradient as a row,
# or Jacobians transposed
Layout: TypeAlias = Literal["column", "row", "denominator"]
LAYOUTS: tuple[Layout, ...] = ("column", "row", "denominator")


@dataclass(frozen=True)
class Profile:
    """How a symbol is indexed: `family` indices choose a member, `kind` is what a member is."""

    family: int
    kind: str


@dataclass
class Kinds:
    """Known profiles and functions, and the cost of the assignment so far."""

    profiles: dict[str, Profile]
    functions: Mapping[str, FunctionKind]
    layout: Layout = "column"
    cost: int = 0
    outer: bool = True  # u \\otimes v of two vectors is u v^T

    def kind_of(self, term: Term) -> str:
        """The kind of a term. Raises ShapeClash."""
        match term:
            case Num(value):
                return ANY if value == 0 else S
            case Sym(name):
                return self.symbol(name, 0, term)
            case App(head, args):
                return KIND_RULES[head](self, args, term)
            case Bind():
                return self._binder(term)
        raise TypeError(term)

    def _binder(self, term: Bind) -> str:
        optimum = term.head in ("min", "max", "inf", "sup", "argmin", "argmax")
        integer = term.head in ("sum", "prod", "lim", "rows", "columns") or (optimum and is_counted(term))
        if integer and term.var.name not in self.profiles:
            self.profiles[term.var.name] = Profile(0, S)
        if term.head in ("rows", "columns"):
            return self._lines(term)
        if optimum:
            return self._optimum(term)
        kind = self.kind_of(term.body)
        if term.head == "prod" and kind in (V, R):
            raise ShapeClash("a product of vectors", term.span)
        return kind

    def _lines(self, term: Bind) -> str:
        """Rows below each other make a matrix, numbers a vector."""
        kind, along = self.kind_of(term.body), term.head == "rows"
        if kind in (S, ANY):
            return V if along else R
        if kind == (R if along else V):
            return M
        raise ShapeClash(f"a {kind} as one of the {term.head} of a matrix", term.span)

    def _optimum(self, term: Bind) -> str:
        """What is minimised is a number; where it is least has the kind of the variable."""
        if self.kind_of(term.body) not in (S, ANY):
            raise ShapeClash(f"the {term.head} of something that is no number", term.body.span)
        for condition in term.domain.conditions if isinstance(term.domain, SuchThat) else ():
            self.unify((self.kind_of(condition.lhs), self.kind_of(condition.rhs)), term, "condition")
        return self.kind_of(term.var) if term.head.startswith("arg") else S

    def symbol(self, name: str, indices: int, term: Term) -> str:
        profile = self.profiles.get(name)
        if profile is None:
            return S
        extra = indices - profile.family
        if extra == 0:
            return profile.kind
        if extra == RANK.get(profile.kind, 0) and extra > 0:
            return S
        if profile.kind == M and extra == 1:
            return V
        raise ShapeClash(f"{name} takes {describe(profile)}, not {indices} indices", term.span)

    def unify(self, kinds: Iterable[str], term: Term, what: str) -> str:
        found = ANY
        for kind in kinds:
            if kind in (ANY, found):
                continue
            if found != ANY:
                raise ShapeClash(f"{what} of a {found} and a {kind}", term.span)
            found = kind
        return found


@dataclass(frozen=True)
class FunctionKind:
    elementwise: bool
    params: tuple[str, ...]
    result: str


def describe(profile: Profile) -> str:
    most = profile.family + RANK.get(profile.kind, 0)
    return f"{profile.family} or {most} indices" if most != profile.family else f"{most} indices"


# Rules by head ------------------------------------------------------------------------------------

Rule = Callable[[Kinds, tuple[Term, ...], Term], str]


def multiply(kinds: list[str], term: Term) -> str:
    """Kind of a product from left to right, or from right to left where only that fits."""
    for order in (kinds, None):
        try:
            return _fold_left(kinds, term) if order is not None else _fold_right(kinds, term)
        except ShapeClash:
            if order is None:
                raise
    raise AssertionError


def product_kind(a: str, b: str, term: Term) -> str:
    if a in (S, ANY):
        return b if b != ANY else a
    if b in (S, ANY):
        return a
    if (a, b) in PRODUCT:
        return PRODUCT[a, b]
    raise ShapeClash(f"product of a {a} and a {b}", term.span)


def _fold_left(kinds: list[str], term: Term) -> str:
    result = kinds[0]
    for kind in kinds[1:]:
        result = product_kind(result, kind, term)
    return result


def _fold_right(kinds: list[str], term: Term) -> str:
    result = kinds[-1]
    for kind in reversed(kinds[:-1]):
        result = product_kind(kind, result, term)
    return result


def _sum(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    """A number beside vectors is added to every entry: 1 - a, x - mu."""
    kinds = [k.kind_of(a) for a in args]
    if V in kinds and S in kinds:
        k.cost += AWKWARD
        kinds = [ANY if kind == S else kind for kind in kinds]
    return k.unify(kinds, term, "sum")


def _extremum(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    """max(0, z) of a vector z: entry by entry."""
    kinds = [k.kind_of(a) for a in args]
    if V in kinds or M in kinds:
        kinds = [ANY if kind == S else kind for kind in kinds]
    found = k.unify(kinds, term, "maximum or minimum")
    return S if found == ANY else found


def _same(what: str) -> Rule:
    return lambda k, args, term: k.unify([k.kind_of(a) for a in args], term, what)


def _scalar_from(*kinds: str) -> Rule:
    def rule(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
        for arg in args:
            found = k.kind_of(arg)
            if found == S:
                k.cost += AWKWARD
            elif found != ANY and found not in kinds:
                raise ShapeClash(f"{_name(term)} of a {found}", arg.span)
        return S

    return rule


def _name(term: Term) -> str:
    return term.head if isinstance(term, App) else "expression"


def _mul(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    kinds = [k.kind_of(a) for a in args]
    behind = [
        b for (a, b), (left, right) in zip(pairwise(args), pairwise(kinds), strict=True) if (left, right) == (M, S)
    ]
    k.cost += UNUSUAL * sum(isinstance(b, Sym) for b in behind)
    return multiply(
        [S if kind == ANY and isinstance(a, Num) else kind for kind, a in zip(kinds, args, strict=True)], term
    )


def _div(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    top, bottom = (k.kind_of(a) for a in args)
    if bottom not in (S, ANY):
        raise ShapeClash(f"division by a {bottom}", args[1].span)
    return S if top == ANY else top


def _pow(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    base, exponent = (k.kind_of(a) for a in args)
    if exponent not in (S, ANY):
        raise ShapeClash(f"a {exponent} as exponent", args[1].span)
    if base in (V, R):  # entry by entry
        k.cost += STRANGE
    return S if base == ANY else base


def _transpose(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    kind = k.kind_of(args[0])
    if kind == S:
        k.cost += AWKWARD
    return TRANSPOSED[kind]


def _index(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    base, *indices = args
    for index in indices:
        if k.kind_of(index) not in (S, ANY):
            raise ShapeClash("an index that is not a number", index.span)
    if isinstance(base, Sym):
        return k.symbol(base.name, len(indices), term)
    kind = k.kind_of(base)
    if kind == M and len(indices) == 1:
        return V
    if RANK.get(kind) != len(indices):
        raise ShapeClash(f"{len(indices)} indices on a {kind}", term.span)
    return S


def _apply(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    function, *values = args
    name = function.name if isinstance(function, Sym) else ""
    kinds = [k.kind_of(v) for v in values]
    known, chosen = k.functions.get(name), k.profiles.get(name)
    if known is None and chosen is not None and chosen.family == 0:
        return chosen.kind  # of a function that nobody defined
    if known is None or known.elementwise:
        return k.unify(kinds, term, f"arguments of {name}")
    for expected, found, value in zip(known.params, kinds, values, strict=False):
        if found not in (expected, ANY) and expected != ANY:
            raise ShapeClash(f"{name} takes a {expected}, not a {found}", value.span)
    return known.result


def _diag(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    kind = k.kind_of(args[0])
    if kind == S:
        k.cost += STRANGE
        return M
    return {V: M, R: M, M: V, ANY: M}[kind]


def _softmax(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    kind = k.kind_of(args[0])
    if kind == S:
        k.cost += STRANGE
    return kind


def _kron(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    """Of two columns their outer product, unless the page has Kronecker products of matrices."""
    left, right = (k.kind_of(a) for a in args)
    if (left, right) == (V, V) and k.outer:
        return M
    if left in (S, ANY) or right in (S, ANY):
        return right if left in (S, ANY) else left
    tall, wide = {left, right} & {V, M}, {left, right} & {R, M}
    return M if tall and wide else V if tall else R


def _vec(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    if k.kind_of(args[0]) == S:
        k.cost += STRANGE
    return V


def _fixed(kind: str) -> Rule:
    return lambda k, args, term: kind


def _first(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    kind = k.kind_of(args[0])
    return S if kind == ANY else kind


def _mean(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    _ = [k.kind_of(a) for a in args[1:]]
    return _first(k, args, term)


def _conditions(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    for arg in args:
        k.kind_of(arg)
    return S


def _of_laws(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    """Of a small letter: a vector of probabilities."""
    for arg in args:
        kind = k.kind_of(arg)
        if isinstance(arg, Sym) and kind == S and arg.name[-1:].islower():
            k.cost += STRANGE
    return S


def _size(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    """|A| of a matrix is its determinant, of anything else the absolute value of each entry."""
    kind = k.kind_of(args[0])
    return S if kind in (M, ANY) else kind


def _spread(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    """Var and Cov: scalars from scalars, matrices from vectors. Raises ShapeClash for rows and matrices."""
    kinds = {k.kind_of(a) for a in args if not (isinstance(a, App) and a.head == "given")}
    if not kinds.isdisjoint((R, M)):
        raise ShapeClash("the variance of what is neither a number nor a vector", term.span)
    return M if V in kinds else S


def _matrix(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    """Of numbers by its size; of blocks a vector where all stand above each other and are columns."""
    rows = [a.args if isinstance(a, App) and a.head == "row" else (a,) for a in args]
    cells = [k.kind_of(cell) for row in rows for cell in row]
    tall, wide = len(rows) > 1, max(map(len, rows)) > 1
    tall = tall or any(cell in (V, M) for cell in cells)
    wide = wide or any(cell in (R, M) for cell in cells)
    return {(False, False): S, (True, False): V, (False, True): R, (True, True): M}[tall, wide]


def _deriv(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    top, bottom = (k.kind_of(a) for a in args)
    if top in (S, ANY):
        return TRANSPOSED[bottom] if k.layout == "row" else bottom
    if top == V and bottom in (V, S):
        return M if bottom == V else V
    raise ShapeClash(f"derivative of a {top} by a {bottom}", term.span)


def _evaluated(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    body, variable, value = args
    k.unify([k.kind_of(variable), k.kind_of(value)], term, "a value")
    return k.kind_of(body)


def _law(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    kind = k.kind_of(args[0])
    spread = k.kind_of(args[1])
    if (kind == V and spread not in (M, ANY)) or (kind == S and spread == M):
        raise ShapeClash(f"a normal with a {kind} as mean and a {spread} as covariance", term.span)
    return V if spread == M else kind


def _zeros(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    return V if args else ANY


def _normal_density(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    point, *law = args
    k.unify((k.kind_of(point), _law(k, tuple(law), term)), term, "a normal density")
    return S


KIND_OF_SHAPE = {"number": S, "vector": V, "matrix": M}


def _density(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    """A named density. Parameters that are arrays would be strange as numbers, which they are in dimension one."""
    named = row_of(args[1])
    point = k.kind_of(args[0])
    if named is None or named[0].is_number:
        return S
    row, values = named
    for parameter, value in zip(row.parameters, values, strict=True):
        if k.kind_of(value) not in (KIND_OF_SHAPE[parameter.shape], ANY):
            k.cost += STRANGE
        if row.mean is not None and row.mean.term == Sym(parameter.name):
            k.unify((point, k.kind_of(value)), term, "a density at a point of another kind")
    return S


def _class(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    found = k.kind_of(args[0])
    if found not in (S, ANY):
        raise ShapeClash(f"the growth of a {found}", args[0].span)
    return S


def _cost(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    k.kind_of(args[0])
    return S


def _of_numbers(k: Kinds, args: tuple[Term, ...], term: Term) -> str:
    """A number, of whatever kinds; `build_rules` refuses what is none."""
    for arg in args:
        k.kind_of(arg)
    return S


KIND_RULES: dict[str, Rule] = {
    "add": _sum,
    "neg": _first,
    "mul": _mul,
    "div": _div,
    "pow": _pow,
    "hadamard": _same("entrywise product"),
    "kron": _kron,
    "inner": _scalar_from(V, M),
    "transpose": _transpose,
    "exp": _first,
    "log": _first,
    "sqrt": _first,
    "abs": _size,
    "tanh": _first,
    "factorial": _first,
    "binom": _first,
    "gamma_fn": _first,
    "beta_fn": _of_numbers,
    "digamma": _first,
    "erf": _first,
    "sin": _first,
    "cos": _first,
    "maximum": _extremum,
    "minimum": _extremum,
    "either": _of_numbers,
    "floor": _of_numbers,
    "indicator": _first,
    "norm": _scalar_from(V, R, M),
    "norm_F": _scalar_from(M, V),
    "norm_1": _scalar_from(V, R),
    "norm_inf": _scalar_from(V, R),
    "eig_max": _scalar_from(M),
    "eig_min": _scalar_from(M),
    "tr": _scalar_from(M),
    "det": _scalar_from(M),
    "diag": _diag,
    "vec": _vec,
    "softmax": _softmax,
    "softmax_row": _softmax,
    "softmax_col": _softmax,
    "identity": _fixed(M),
    "zeros": _zeros,
    "ones": _fixed(V),
    "pi": _fixed(S),
    "opaque": _fixed(S),  # prepared pages have none
    "opaque_number": _fixed(S),
    "infinity": _fixed(S),
    "index": _index,
    "apply": _apply,
    "matrix": _matrix,
    "row": _fixed(R),
    "delta": _fixed(S),
    "deriv": _deriv,
    "differential": _first,
    "evaluated": _evaluated,
    **dict.fromkeys(CLASSES, _class),
    **dict.fromkeys(COSTS, _cost),
    "E": _mean,
    "Var": _spread,
    "Cov": _spread,
    "density": _fixed(S),
    "given": _conditions,
    "at": _same("condition"),
    "KL": _of_laws,
    "entropy": _of_laws,
    "information": _of_laws,
    "Normal": _law,
    "normal_pdf": _normal_density,
    "pdf": _density,
}
