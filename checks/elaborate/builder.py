"""From terms to nodes: the builder and what it knows. The rules by head are in `build_rules`."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Mapping, Set
from dataclasses import field, replace

from hence.checks.elaborate.binder_rules import BIND_RULES
from hence.checks.elaborate.build_rules import BUILD_RULES
from hence.checks.elaborate.dims import Dims
from hence.checks.elaborate.errors import NotUnderstood, ShapeClash
from hence.checks.elaborate.kinds import Layout
from hence.checks.elaborate.patterns import Defined
from hence.checks.elaborate.shaping import Scope, flexible, reshape
from hence.checks.model import (
    Along,
    Between,
    Binder,
    Call,
    Density,
    Dim,
    Drawn,
    Everywhere,
    Feasible,
    Function,
    Law,
    Lit,
    Node,
    Op,
    Over,
    Ref,
    Shape,
    Symbol,
    Towards,
)
from hence.checks.sizes import is_composite, node_of
from hence.language.records import dataclass
from hence.language.terms import App, Bind, Num, Sym, Term, subterms

_counter = itertools.count(1)


@dataclass
class Builder:
    """Symbols and functions with shapes whose dimensions may still be variables of `dims`."""

    symbols: dict[str, Symbol]
    functions: dict[str, Function]
    laws: Mapping[str, Law] = field(default_factory=dict)
    dims: Dims = field(default_factory=Dims)
    densities: frozenset[str] = frozenset()
    layout: Layout = "column"
    outer: bool = True  # u \\otimes v of two vectors is u v^T
    open_indices: Mapping[str, frozenset[str]] = field(default_factory=dict)  # letters free in a definition
    explicit: Mapping[str, list[Defined]] = field(default_factory=dict)  # densities given by a formula
    by_bayes: bool = False  # densities follow from others that have formulas
    constants: list[Dim] = field(default_factory=list)  # sizes of identities and vectors of ones
    differentials: tuple[str, ...] = ()  # variables whose differentials occur
    last_factor_first: bool = False  # products of Jacobians go from the last step to the first
    own_arguments: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # L alone means L(W_1, W_2)
    random: frozenset[str] = frozenset()  # symbols with a law
    independent: frozenset[frozenset[str]] = frozenset()
    reached: Callable[[Collection[str]], Set[str]] = frozenset  # names, with those behind their definitions
    made_of_densities: frozenset[str] = frozenset()  # names whose definitions hold one
    models: Mapping[str, frozenset[str]] = field(default_factory=dict)  # densities and the variables they are of
    spreads: list[Node] = field(default_factory=list)  # covariances of the densities that were built

    def node(self, term: Term, scope: Mapping[str, Ref] | None = None) -> Node:
        """The node of a term; `scope` renames bound variables. Raises ShapeClash, NotUnderstood."""
        return self.build(term, dict(scope or {}))

    def build(self, term: Term, scope: Scope) -> Node:
        match term:
            case Num(value):
                return Lit(value)
            case Sym(name):
                return scope.get(name) or self.reference(name, (), term)
            case App(head, args):
                rule = BUILD_RULES.get(head)
                if rule is None:
                    raise NotUnderstood(f"{head} is not decided yet", term.span)
                return rule(self, args, term, scope)
            case Bind(head):
                return BIND_RULES[head](self, term, scope) if head in BIND_RULES else self._no_binder(term)
        raise TypeError(term)

    def _no_binder(self, term: Bind) -> Node:
        raise NotUnderstood(f"{term.head} is not decided yet", term.span)

    def args(self, args: tuple[Term, ...], scope: dict[str, Ref]) -> list[Node]:
        return [self.build(a, scope) for a in args]

    # symbols --------------------------------------------------------------------------------------

    def reference(self, name: str, indices: tuple[Node, ...], term: Term) -> Node:
        symbol = self.symbols.get(name)
        if not indices and name in self.functions and name not in self.own_arguments:
            raise NotUnderstood(f"{name} is a function and stands here without its argument", term.span)
        if not indices and name in self.own_arguments:
            if name not in self.functions:
                raise NotUnderstood(f"the definition of {name} was not understood", term.span)
            return self.applied(name, [self.build(Sym(p), {}) for p in self.own_arguments[name]], term)
        if name in self.own_arguments and name in self.functions:
            called = self.applied(name, [self.build(Sym(p), {}) for p in self.own_arguments[name]], term)
            if called.shape.is_scalar:  # f_i beside f(x): another function, and not f(x) once more
                raise NotUnderstood(f"an index on {name}, whose values are numbers", term.span)
            return Op("index", (called, *indices))
        if symbol is None:
            return Ref(name, indices)
        self._fit_images(name, indices, term)
        extra = len(indices) - symbol.family
        if extra == 0:
            return Ref(name, indices, symbol.shape)
        if extra < 0:
            raise ShapeClash(f"{name} is a family and needs {symbol.family} indices", term.span)
        if symbol.shape.is_matrix and extra == 1:
            whole = Ref(name, indices[:-1], symbol.shape)
            return Op("index", (whole, indices[-1]), Shape(symbol.shape.cols, 1))
        return Ref(name, indices)

    def _fit_images(self, name: str, indices: tuple[Node, ...], term: Term) -> None:
        """x_{pi(i)}: a permutation is of as many indices as x has entries."""
        for position, index in enumerate(indices):
            symbol = self.symbols.get(index.name) if isinstance(index, Ref) else None
            slot = self.slot(name, position)
            if symbol is not None and "permutation" in symbol.words and symbol.bounds and slot is not None:
                self.dims.unify(symbol.bounds[0], slot, term.span, f"{name} and the permutation of its index")

    def applied(self, name: str, arguments: list[Node], term: Term) -> Call:
        """A function at arguments, which give their shapes to one that was not declared. Raises ShapeClash."""
        function = self.functions[name]
        if not function.params:
            function = self.functions[name] = replace(function, params=tuple(a.shape for a in arguments))
        if len(arguments) != len(function.params):
            raise ShapeClash(f"{name} takes {len(function.params)} arguments", term.span)
        fitting = zip(arguments, function.params, strict=True)
        arguments = [reshape(a, shape) if flexible(a) else a for a, shape in fitting]  # f(0) of a vector
        for argument, shape in zip(arguments, function.params, strict=True):
            self.dims.unify_shapes(shape, argument.shape, term.span, f"argument of {name}")
        return Call(name, tuple(arguments), function.result)

    def slot(self, name: str, position: int) -> Dim | None:
        """The dimension over which an index of a symbol runs."""
        symbol = self.symbols.get(name)
        if symbol is None:
            return None
        if position < symbol.family:
            return symbol.bounds[position] if position < len(symbol.bounds) else None
        entry = position - symbol.family
        if symbol.shape.is_matrix:
            return (symbol.shape.rows, symbol.shape.cols)[entry] if entry < 2 else None
        return symbol.shape.rows if symbol.shape.is_vector else None

    # chance ---------------------------------------------------------------------------------------

    def sources(self, name: str) -> frozenset[str]:
        """The random symbols that a symbol is, or is made of."""
        own = frozenset((name,)) & self.random
        return own | (self.open_indices.get(name, frozenset()) & self.random)

    def is_random(self, name: str) -> bool:
        return bool(self.sources(name))

    def point_of(self, name: str) -> str:
        """The variable of densities that stands for the values of a random variable: x for X."""
        return name.lower() if name.lower() in self.densities else name

    def family_with(self, variables: frozenset[str]) -> str:
        """The density that is of all these variables, or p."""
        return next((f for f in sorted(self.models) if variables <= self.models[f]), "p")

    # binders --------------------------------------------------------------------------------------

    def bound_name(self, name: str) -> str:
        return f"{name}#{next(_counter)}"

    def slots(self, variable: str, body: Term) -> list[Dim]:
        """The dimensions over which a variable runs, as an index of symbols and of expressions."""
        found: list[Dim] = []
        for term in subterms(body):
            match term:
                case App("index", (Sym(name), *indices)):
                    slots = [self.slot(name, k) for k, index in enumerate(indices) if index == Sym(variable)]
                    found += [s for s in slots if s is not None]
                case App("index", (base, *indices)) if Sym(variable) in indices:
                    shape = self.build(base, {variable: Ref(variable)}).shape
                    position = indices.index(Sym(variable))
                    found.append(shape.rows if position == 0 and shape.rows != 1 else shape.cols)
                case _:
                    pass
        return found

    def dimension_node(self, dim: Dim) -> Node:
        return node_of(dim)


def resolve_node(node: Node, dims: Dims) -> Node:
    """The node with every dimension variable replaced by what it was unified with."""
    shape = dims.resolve(node.shape)
    match node:
        case Lit(value):
            return Lit(value, shape)
        case Ref(name, indices):
            found = dims.find(name) if name.startswith("?") else name
            if isinstance(found, int) or is_composite(found):
                return node_of(found)
            return Ref(str(found), tuple(resolve_node(k, dims) for k in indices), shape)
        case Op(head, args):
            return Op(head, tuple(resolve_node(a, dims) for a in args), shape)
        case Call(function, args):
            return Call(function, tuple(resolve_node(a, dims) for a in args), shape)
        case Density():
            return node
        case Binder(head, var, over, body):
            return Binder(head, var, _resolve_over(over, dims), resolve_node(body, dims), shape)
    raise TypeError(node)


def _resolve_over(over: Over, dims: Dims) -> Over:
    match over:
        case Between(low, high, unless):
            return Between(
                resolve_node(low, dims), resolve_node(high, dims), tuple(resolve_node(u, dims) for u in unless)
            )
        case Everywhere(shape):
            return Everywhere(dims.resolve(shape))
        case Along(low, high):
            return Along(resolve_node(low, dims), resolve_node(high, dims))
        case Drawn(law, shape):
            return Drawn(resolve_node(law, dims), dims.resolve(shape))
        case Feasible(shape, conditions):
            resolved = (replace(c, lhs=resolve_node(c.lhs, dims), rhs=resolve_node(c.rhs, dims)) for c in conditions)
            return Feasible(dims.resolve(shape), tuple(resolved))
        case Towards(point, side):
            return Towards(resolve_node(point, dims), side)
