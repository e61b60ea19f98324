"""What a claim needs: which names, dimensions, definitions, hypotheses and densities it rests on.

This is computed once per claim; instances (`world`) are then drawn from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from fractions import Fraction
from functools import cached_property

from hence.checks.deviations import deviations
from hence.checks.model import (
    Binder,
    Call,
    Claim,
    Constraint,
    Definition,
    Density,
    Drawn,
    Everywhere,
    Feasible,
    Law,
    Lit,
    Node,
    Op,
    Ref,
    Setting,
    Shape,
    names_in,
    walk,
)
from hence.checks.numeric.densities import role
from hence.checks.numeric.laws import is_continuous, ranges_of
from hence.checks.numeric.systems import systems_of
from hence.checks.sizes import atoms_of, is_composite
from hence.language.records import dataclass

FLIP = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}
TOO_MUCH_WORK = "the numbers take too much work"
MOST_WORK = 300_000  # nodes: then a test has cost more than it is worth


@dataclass
class Bounds:
    """What the simple hypotheses say of each entry of a symbol."""

    low: Fraction | None = None
    high: Fraction | None = None
    open_low: bool = False
    open_high: bool = False
    excluded: set[Fraction] = field(default_factory=set)
    at_most: set[str | int] = field(default_factory=set)  # dimensions that an index runs up to

    def allow(self, x: Fraction) -> bool:
        if self.low is not None and (x < self.low or (self.open_low and x == self.low)):
            return False
        if self.high is not None and (x > self.high or (self.open_high and x == self.high)):
            return False
        return not self.excluded or x not in self.excluded

    @property
    def empty(self) -> bool:
        """Whether no number at all is allowed."""
        if self.low is None or self.high is None or self.low < self.high:
            return False
        return self.low > self.high or not self.allow(self.low)

    def narrow(self, relation: str, x: Fraction) -> None:
        """Add `symbol relation x`."""
        if relation in (">", ">=") and (self.low is None or x >= self.low):
            self.low, self.open_low = x, relation == ">" or (self.open_low and x == self.low)
        elif relation in ("<", "<=") and (self.high is None or x <= self.high):
            self.high, self.open_high = x, relation == "<" or (self.open_high and x == self.high)
        elif relation == "!=":
            self.excluded.add(x)


NOTHING = Bounds()


@dataclass(frozen=True)
class Moment:
    """A hypothesis E[x_i] = rhs or Var(x_i) = rhs: it prescribes how x is drawn."""

    ref: Ref
    rhs: Node
    over: tuple[str, ...]


@dataclass
class Needs:
    """See `needs_of`."""

    setting: Setting
    claim: Claim
    names: set[str]
    definitions: dict[str, tuple[Definition, ...]]
    constraints: list[Constraint]
    dims: list[str]
    integers: list[str]
    bounds: dict[str, Bounds]
    means: dict[str, list[Moment]]
    variances: dict[str, list[Moment]]
    densities: dict[str, tuple[str, ...]]
    point_names: frozenset[str]
    shapes: dict[str, Shape]
    systems: dict[str, str]
    random: frozenset[str]  # empty where no expectation is taken: then a random symbol is just a number
    conditions: dict[str, Ref]  # y, where the claim speaks of E[... | Y = y]: a value that Y takes
    sampled: bool  # expectations or integrals that only sampling can decide
    deep: dict[str, frozenset[str]] = field(default_factory=dict)
    tied: dict[int, frozenset[str]] = field(default_factory=dict)  # by the identity of a constraint
    pools: dict[tuple[str, str], list[Fraction]] = field(default_factory=dict)  # by style and name
    work: int = 0  # nodes evaluated so far, at all instances together

    def is_random(self, name: str) -> bool:
        return name in self.random

    def is_continuous(self, name: str) -> bool:
        return name in self.random and name in self.setting.laws and is_continuous(self.setting.laws[name].kind)

    def law_names(self, name: str) -> frozenset[str]:
        """All names on which the distribution of a random symbol depends."""
        if name not in self.random:
            return frozenset()
        law = self.setting.laws.get(name)
        moments = [m.rhs for table in (self.means, self.variances) for m in table.get(name, ())]
        own = frozenset().union(*map(names_in, (*moments, *(law.nodes() if law is not None else ()))))
        return own.union(*map(self.deep_names, own))

    def heads(self, node: Node) -> frozenset[str]:
        """All heads that occur in a node and in the definitions that it rests on."""
        names = names_in(node)
        names = names.union(*map(self.deep_names, names))
        bodies = [d.body for name in names for d in self.definitions.get(name, ())]
        return frozenset(n.head for b in (node, *bodies) for n in walk(b) if isinstance(n, Op | Binder))

    def all_names(self, node: Node) -> frozenset[str]:
        """All names on which a node depends, through definitions and distributions."""
        own = names_in(node)
        own = own.union(*map(self.deep_names, own))
        return own.union(*map(self.law_names, own))

    def tied_by(self, constraint: Constraint) -> frozenset[str]:
        """All names on which one of our constraints depends; asked for at every attempt to satisfy it."""
        if id(constraint) not in self.tied:
            names = names_in(constraint.lhs) | names_in(constraint.rhs)
            self.tied[id(constraint)] = names.union(*(self.deep_names(n) | self.law_names(n) for n in names))
        return self.tied[id(constraint)]

    @cached_property
    def on_integers(self) -> list[Constraint]:
        """The constraints that speak of nothing but integers and dimensions."""
        whole = {*self.integers, *self.dims, *self.definitions}
        return [c for c in self.constraints if not c.over and names_in(c.lhs) | names_in(c.rhs) <= whole]

    def deep_names(self, name: str) -> frozenset[str]:
        """All names on which a defined symbol or function depends, its own indices and parameters left out."""
        if name not in self.deep:
            found: set[str] = set()
            todo = [name]
            while todo:
                for definition in self.definitions.get(todo.pop(), ()):
                    new = _definition_names(definition) - found
                    found |= new
                    todo += new
            self.deep[name] = frozenset(found)
        return self.deep[name]


def _definition_names(definition: Definition) -> frozenset[str]:
    own = {i for i in definition.indices if isinstance(i, str)} | set(definition.params)
    constants = [names_in(i) for i in definition.indices if not isinstance(i, str)]
    return frozenset().union(names_in(definition.body), *constants) - own


def needs_of(setting: Setting, claim: Claim) -> Needs:
    """Everything the claim rests on, through definitions, laws and hypotheses. Never fails."""
    definitions = dict(setting.definitions)
    names = set(names_in(claim.lhs) | names_in(claim.rhs)) | _dims_below((claim.lhs, claim.rhs))
    constraints = _closure(setting, definitions, names)
    kept, means, variances = [], {}, {}  # type: ignore[var-annotated]
    for constraint in constraints:
        moment = _moment(constraint, setting)
        if moment is not None:
            head, found = moment
            (means if head == "E" else variances).setdefault(found.ref.name, []).append(found)
        elif not _defines(constraint, setting, definitions):
            kept.append(constraint)
    sides = [claim.lhs, claim.rhs, *(n for c in kept for n in (c.lhs, c.rhs))]
    looked_at = list(_all_nodes(sides, names, setting, definitions))
    nodes = [*looked_at, *(n for c in constraints for side in (c.lhs, c.rhs) for n in walk(side))]
    dims = sorted(_dims_of(nodes, names, setting))
    densities, points = _density_variables(nodes)
    random = _random_names(names, looked_at, setting)
    needs = Needs(
        setting=setting,
        claim=claim,
        names=names,
        definitions=definitions,
        constraints=kept,
        dims=dims,
        integers=sorted(n for n in names if n not in dims and n not in random and _is_integer(setting, n)),
        bounds=_bounds(constraints, nodes, setting, [setting.laws[n] for n in names if n in setting.laws]),
        means=means,
        variances=variances,
        densities=densities,
        point_names=points,
        shapes={n.name: n.shape for n in nodes if isinstance(n, Ref)},
        systems=systems_of(kept, setting, names),
        random=random,
        conditions=_conditions(looked_at, setting),
        sampled=False,
    )
    needs.sampled = any(map(needs.is_continuous, names)) or any(_needs_sampling(n, points) for n in nodes)
    return needs


def _random_names(names: set[str], nodes: list[Node], setting: Setting) -> frozenset[str]:
    if not any(isinstance(n, Op) and n.head in ("E", "Var", "Cov") for n in nodes):
        return frozenset()
    return frozenset(n for n in names if n in setting.laws or (n in setting.symbols and setting.symbols[n].random))


def _conditions(nodes: list[Node], setting: Setting) -> dict[str, Ref]:
    found = {}
    for node in nodes:
        match node:
            case Op("at", (Ref() as variable, Ref(name, ()))) if name not in setting.definitions:
                found[name] = variable
            case _:
                pass
    return found


def _is_integer(setting: Setting, name: str) -> bool:
    symbol = setting.symbols.get(name)
    return symbol is not None and symbol.integer and symbol.family == 0 and symbol.shape.is_scalar


def _needs_sampling(node: Node, points: frozenset[str]) -> bool:
    match node:
        case Binder("E", _, Drawn(Op("Normal"))):
            return True
        case Binder("integral", var, Everywhere()):
            return var not in points
    return False


def _trait_names(setting: Setting, name: str) -> set[str]:
    """The constants that come with words about a function."""
    function = setting.functions.get(name)
    bounds = [t.bound for t in function.traits if t.bound is not None] if function is not None else []
    return {n for bound in bounds for n in names_in(bound)}


def _closure(setting: Setting, definitions: dict[str, tuple[Definition, ...]], names: set[str]) -> list[Constraint]:
    """Grow the names through definitions, laws and hypotheses; return the hypotheses met."""
    met: list[Constraint] = []
    rest = [(c, _names_behind(c, definitions)) for c in setting.constraints]
    grown = -1
    while grown != len(names):
        grown = len(names)
        for name in tuple(names):
            for definition in definitions.get(name, ()):
                names |= _definition_names(definition) | _dims_below((definition.body,))
            law = setting.laws.get(name)
            if law is not None:
                names |= frozenset().union(*map(names_in, law.nodes())) - set(law.index)
            names |= _symbol_dims(setting, name) | _trait_names(setting, name)
        for item in tuple(rest):
            if item[1] & names:
                rest.remove(item)
                met.append(item[0])
                names |= item[1]
    return met


def _names_behind(c: Constraint, definitions: dict[str, tuple[Definition, ...]]) -> set[str]:
    """The names of a hypothesis, also through definitions: dL/db = 0 says something of what L is made of."""
    found = {*names_in(c.lhs), *names_in(c.rhs)} - set(c.over)
    stack = list(found)
    while stack:
        below = set[str]().union(*map(_definition_names, definitions.get(stack.pop(), ()))) - found
        found |= below
        stack += below
    return found


def _symbol_dims(setting: Setting, name: str) -> set[str]:
    symbol = setting.symbols.get(name)
    if symbol is None:
        return set()
    return {n for d in (symbol.shape.rows, symbol.shape.cols, *symbol.bounds) for n in atoms_of(d)}


def _dims_below(roots: Iterable[Node]) -> set[str]:
    return {a for root in roots for n in walk(root) for d in (n.shape.rows, n.shape.cols) for a in atoms_of(d)}


def _all_nodes(
    roots: Iterable[Node], names: set[str], setting: Setting, definitions: dict[str, tuple[Definition, ...]]
) -> Iterator[Node]:
    for root in roots:
        yield from walk(root)
    for name in names:
        for definition in definitions.get(name, ()):
            yield from walk(definition.body)
        law = setting.laws.get(name)
        for node in law.nodes() if law is not None else ():
            yield from walk(node)


def _dims_of(nodes: list[Node], names: set[str], setting: Setting) -> set[str]:
    dims: set[str] = set()
    shapes = [n.shape for n in nodes]
    for node in nodes:
        if isinstance(node, Binder) and isinstance(node.over, Everywhere | Drawn | Feasible):
            shapes.append(node.over.shape)
        elif isinstance(node, Call) and node.function in setting.functions:
            function = setting.functions[node.function]
            shapes += [*function.params, function.result]
    for name in names:
        dims |= _symbol_dims(setting, name)
    return dims | {n for s in shapes for d in (s.rows, s.cols) for n in atoms_of(d)}


def _density_variables(nodes: list[Node]) -> tuple[dict[str, tuple[str, ...]], frozenset[str]]:
    families: dict[str, set[str]] = {}
    points: set[str] = set()
    for node in nodes:
        if isinstance(node, Density):
            points.update((*node.of, *node.given))
            families.setdefault(node.family, set()).update(role(v) for v in (*node.of, *node.given))
    return {family: tuple(sorted(names)) for family, names in families.items()}, frozenset(points)


def _moment(constraint: Constraint, setting: Setting) -> tuple[str, Moment] | None:
    if constraint.relation != "=":
        return None
    for side, other in ((constraint.lhs, constraint.rhs), (constraint.rhs, constraint.lhs)):
        match side:
            case Op("E" | "Var" as head, (Ref(name) as ref,)) if name not in setting.definitions:
                symbol = setting.symbols.get(name)
                law = setting.laws.get(name)
                abstract = law is None or law.kind == "abstract"
                family = symbol.family if symbol is not None else len(ref.indices)
                if abstract and family == len(ref.indices) and name not in names_in(other):
                    return head, Moment(ref, other, constraint.over)
    return None


def _defines(constraint: Constraint, setting: Setting, definitions: dict[str, tuple[Definition, ...]]) -> bool:
    """Use `x_i = expression` as the definition of an x that has none."""
    if constraint.relation != "=":
        return False
    for side, other in ((constraint.lhs, constraint.rhs), (constraint.rhs, constraint.lhs)):
        if isinstance(side, Ref) and _definable(side, other, constraint, setting, definitions):
            symbol = setting.symbols.get(side.name)
            family = symbol.family if symbol is not None else len(side.indices)
            indices = tuple(i.name if isinstance(i, Ref) else i for i in side.indices)
            made = Definition(side.name, indices, (), other, entrywise=len(indices) > family)
            definitions[side.name] = (*definitions.get(side.name, ()), made)
            return True
    return False


def _definable(
    side: Ref, other: Node, constraint: Constraint, setting: Setting, definitions: dict[str, tuple[Definition, ...]]
) -> bool:
    name = side.name
    symbol = setting.symbols.get(name)
    if name in setting.laws or (symbol is not None and (symbol.random or symbol.integer)) or name in constraint.over:
        return False
    over = [i.name for i in side.indices if isinstance(i, Ref)]
    if any(not isinstance(i, Ref | Lit) for i in side.indices) or len(set(over)) != len(over):
        return False
    if set(over) != set(constraint.over) or _reaches(other, name, definitions):
        return False
    family = symbol.family if symbol is not None else len(side.indices)
    complete = len(over) == len(side.indices) or len(side.indices) == family
    return complete and name not in definitions


def _reaches(node: Node, name: str, definitions: dict[str, tuple[Definition, ...]]) -> bool:
    seen: set[str] = set()
    todo = list(names_in(node))
    while todo:
        current = todo.pop()
        if current == name:
            return True
        if current not in seen:
            seen.add(current)
            todo += [n for d in definitions.get(current, ()) for n in _definition_names(d)]
    return False


def constant_of(node: Node) -> Fraction | None:
    """The value of a rational constant."""
    match node:
        case Lit(value):
            return value
        case Op("neg", (inner,)):
            found = constant_of(inner)
            return None if found is None else -found
        case Op("div", (a, b)):
            top, bottom = constant_of(a), constant_of(b)
            return None if top is None or not bottom else top / bottom
    return None


def _bounds(constraints: list[Constraint], nodes: list[Node], setting: Setting, laws: list[Law]) -> dict[str, Bounds]:
    bounds: dict[str, Bounds] = {}
    for c in constraints:
        for side, relation, other in ((c.lhs, c.relation, c.rhs), (c.rhs, FLIP.get(c.relation, "?"), c.lhs)):
            if _speaks_of_all(side, c.over):
                _narrow(bounds, side, relation, constant_of(other))
    for law in laws:
        for param, limits in zip(law.params, ranges_of(law.kind), strict=False):
            for relation, value in limits:
                _narrow(bounds, param, relation, Fraction(value))
    for node in nodes:
        _inside_support(bounds, node)
    for name in (n for n in deviations(setting) if bounds.get(n, NOTHING).allow(Fraction(1))):
        bounds.setdefault(name, Bounds()).narrow(">=", Fraction(0))
    _count_indices(bounds, nodes, setting)
    return bounds


def _inside_support(bounds: dict[str, Bounds], node: Node) -> None:
    """The points of densities are drawn inside of their supports, where these end at numbers."""
    if not isinstance(node, Op) or node.head not in ("supported", "counted"):
        return
    for gap in node.args[1:]:
        match gap:
            case Op("add", (Ref() as point, Op("neg", (Lit(value),)))):
                _narrow(bounds, point, ">" if node.head == "supported" else ">=", value)
            case Op("add", (Lit(value), Op("neg", (Ref() as point,)))):
                _narrow(bounds, point, "<" if node.head == "supported" else "<=", value)
            case _:
                pass


def _count_indices(bounds: dict[str, Bounds], nodes: list[Node], setting: Setting) -> None:
    """Indices are no larger than what they run over."""
    for node in nodes:
        if isinstance(node, Ref):
            for index, dim in zip(node.indices, index_dims(node, setting), strict=False):
                if isinstance(index, Ref) and dim is not None and _is_integer(setting, index.name):
                    bounds.setdefault(index.name, Bounds()).at_most.add(dim)
                if (
                    isinstance(index, Lit) and isinstance(dim, str) and not is_composite(dim)
                ):  # who speaks of x_2 has at least two of them
                    bounds.setdefault(dim, Bounds()).narrow(">=", index.value)


def _speaks_of_all(side: Node, over: tuple[str, ...]) -> bool:
    """Not x_k > 0 for one k: it is left to be checked."""
    return not isinstance(side, Ref) or all(isinstance(i, Ref) and i.name in over for i in side.indices)


def _narrow(bounds: dict[str, Bounds], side: Node, relation: str, value: Fraction | None) -> None:
    if value is None:
        return
    match side:
        case Ref(name, indices) if all(isinstance(i, Ref) for i in indices):  # x_1 > 0 says nothing of x_2
            bounds.setdefault(name, Bounds()).narrow(relation, value)
        case Op("abs", (Ref(name, ()),)) if relation in ("<", "<="):
            bounds.setdefault(name, Bounds()).narrow(relation, value)
            bounds[name].narrow(FLIP[relation], -value)


def index_dims(ref: Ref, setting: Setting) -> list[str | int | None]:
    """The range of each index: the bounds of the family, then the shape of a member."""
    symbol = setting.symbols.get(ref.name)
    if symbol is None or (symbol.shape.is_scalar and len(ref.indices) > symbol.family):
        return []
    family: list[str | int | None] = list(symbol.bounds[: symbol.family])
    family += [None] * (symbol.family - len(family))
    entries = len(ref.indices) - symbol.family
    if entries == 2:
        return [*family, symbol.shape.rows, symbol.shape.cols]
    return [*family, symbol.shape.rows if symbol.shape.cols == 1 else symbol.shape.cols]
