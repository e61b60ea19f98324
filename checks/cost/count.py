"""The symbolic counter: how many operations and how much memory an expression needs, as a formula.

Every distinct operation is done once for every value of the loop variables that it depends on. So a
count is a sum over the distinct operations, each summed over its loops.
"""

from __future__ import annotations

from dataclasses import field, replace

from hence.checks.cost.model import (
    FREE,
    ONE,
    PRICES,
    VIEWS,
    ZERO,
    Price,
    less_one,
    number,
    plus,
    product,
    product_shape,
    size,
    times,
)
from hence.checks.model import (
    SCALAR,
    Between,
    Binder,
    Call,
    Claim,
    Definition,
    Drawn,
    Everywhere,
    Lit,
    Node,
    Op,
    Ref,
    Setting,
    names_in,
    walk,
)
from hence.checks.normal.common import NoRule
from hence.language.heads import COSTS
from hence.language.records import dataclass

MOST_OPERATIONS = 400


def count(setting: Setting, node: Node, measure: str) -> Node:
    """The cost of a node as a formula in dimensions. Raises NoRule where the model has no price."""
    if measure == "size":
        return size(node.shape)
    if isinstance(node, Ref) and not setting.definitions.get(node.name):
        raise NoRule(f"how {node.name} is computed is not said")
    counter = _Counter(setting, alone=isinstance(node, Ref))
    counter.visit(node)
    return counter.total(measure)


def without_costs(setting: Setting, node: Node) -> Node:
    """The node with every cost in it counted. Raises NoRule."""
    match node:
        case Op(head, (inner, *_)) if head in COSTS:
            return count(setting, inner, head)
        case Op(_, args) | Call(_, args):
            return replace(node, args=tuple(without_costs(setting, a) for a in args))
        case Binder(body=body):
            return replace(node, body=without_costs(setting, body))
        case _:
            return node


def costs_in(claim: Claim) -> list[Op]:
    """The costs that a claim speaks of, each once."""
    nodes = [n for side in (claim.lhs, claim.rhs) for n in walk(side)]
    return list(dict.fromkeys(n for n in nodes if isinstance(n, Op) and n.head in COSTS))


@dataclass(frozen=True)
class _Loop:
    var: str
    low: Node
    high: Node

    def length(self) -> Node:
        return self.high if self.low == ONE else plus(self.high, times(number(-1), self.low), ONE)


@dataclass
class _Counter:
    setting: Setting
    alone: bool  # a symbol alone is computed from what is given; in an expression symbols are at hand
    prices: dict[Node, Price] = field(default_factory=dict)  # by operation
    inputs: dict[str, dict[Node, None]] = field(default_factory=dict)
    loops: dict[str, _Loop] = field(default_factory=dict)  # by variable
    sequences: dict[str, tuple[Node, ...]] = field(default_factory=dict)  # recurrences, with how far they go
    inside: list[str] = field(default_factory=list)  # recurrences whose step is being counted

    # Walking ------------------------------------------------------------------------------------

    def visit(self, node: Node) -> None:
        if node in self.prices:
            return
        if len(self.prices) > MOST_OPERATIONS:
            raise NoRule("too many operations to count")
        match node:
            case Lit():
                return
            case Ref():
                self.reference(node)
            case Call():
                self.call(node)
            case Binder():
                self.prices[node] = self.binder(node)
            case Op("mul", args):
                self.prices[node] = self.multiplication(node, args)
            case Op():
                self.operation(node)
            case _:
                raise NoRule("the cost of a density is not modelled")

    def operation(self, node: Op) -> None:
        if self.is_constant(node) or node.head in ("identity", "zeros", "ones", "pi", "delta"):
            return
        if node.head in VIEWS:
            self.visit(node.args[0])
            return
        if node.head not in PRICES:
            raise NoRule(f"the cost of {node.head} is not modelled")
        for arg in node.args:
            self.visit(_positive(arg) if node.head == "add" else arg)
        self.prices[node] = PRICES[node.head](node)

    def is_constant(self, node: Node) -> bool:
        """An expression without symbols is worked out beforehand."""
        return node.shape.is_scalar and not names_in(node)

    def multiplication(self, node: Op, args: tuple[Node, ...]) -> Price:
        """Factors from left to right, as they are written."""
        if self.is_constant(node):
            return FREE
        front, last = args[:-1], args[-1]
        left = front[0]
        if len(front) > 1:
            shape = front[0].shape
            for factor in front[1:]:
                shape = product_shape(shape, factor.shape)
            left = Op("mul", front, shape)
        self.visit(left)
        self.visit(last)
        return product(left, last)

    def call(self, node: Call) -> None:
        function = self.setting.functions.get(node.function)
        for arg in node.args:
            self.visit(arg)
        if function is not None and function.elementwise:
            self.prices[node] = Price(ZERO, size(node.shape), size(node.shape))
            return
        for definition in self.setting.definitions.get(node.function, ()):
            if len(definition.params) == len(node.args) and not definition.indices:
                self.visit(_put(definition.body, dict(zip(definition.params, node.args, strict=True))))
                return
        raise NoRule(f"what {node.function} costs is not said")

    def binder(self, node: Binder) -> Price:
        over = node.over
        if not isinstance(over, Between) or over.unless or node.head not in ("sum", "prod"):
            raise NoRule(f"the cost of this {node.head} is not modelled")
        loop = _Loop(node.var, over.low, over.high)
        self.loops[node.var] = loop
        self.visit(node.body)
        if node.head == "prod" and not node.body.shape.is_scalar:
            raise NoRule("the cost of a product of matrices over an index is not modelled")
        entries = size(node.body.shape)
        steps = times(less_one(loop.length()), entries)
        return Price(steps, ZERO, ONE) if node.head == "prod" else Price(ZERO, steps, entries)

    # Symbols ------------------------------------------------------------------------------------

    def reference(self, node: Ref) -> None:
        symbol = self.setting.symbols.get(node.name)
        if node.name in self.loops or (symbol is not None and symbol.integer and not node.indices):
            return
        definitions = self.setting.definitions.get(node.name, ())
        if any(d.entrywise and not isinstance(d.body, Ref) for d in definitions):
            raise NoRule(f"the cost of {node.name}, which is given entry by entry, is not modelled")
        if not definitions or not self.alone:
            self.inputs.setdefault(node.name, {})[self.member(node)] = None
        elif node.name in self.inside:
            return
        elif any(_is_recurrent(d) for d in definitions):
            self.sequence(node, definitions)
        else:
            self.defined(node, definitions)

    def member(self, node: Ref) -> Ref:
        """The member of a family, or the whole matrix, that an entry is taken from."""
        symbol = self.setting.symbols.get(node.name)
        if symbol is None:
            return node
        return Ref(node.name, node.indices[: symbol.family], symbol.shape)

    def defined(self, node: Ref, definitions: tuple[Definition, ...]) -> None:
        if len(definitions) != 1:
            raise NoRule(f"the cost of {node.name}, which is defined in cases, is not modelled")
        (definition,) = definitions
        if definition.entrywise:
            assert isinstance(definition.body, Ref)
            self.visit(self.member(definition.body))  # a line of a matrix
            return
        values: dict[str, Node] = {}
        for pattern, index in zip(definition.indices, node.indices, strict=False):
            if isinstance(pattern, str):
                values[pattern] = self.ranging(node.name, pattern, index)
        reached = tuple(values.values())
        if self.sequences.setdefault(node.name, reached) != reached:
            raise NoRule(f"different members of {node.name} are used")
        self.visit(_put(definition.body, values))

    def ranging(self, name: str, pattern: str, index: Node) -> Node:
        """A member for every pass of a loop is computed once, whichever loop asks for it."""
        if not isinstance(index, Ref) or index.name not in self.loops:
            return index
        loop = self.loops[index.name]
        var = f"{pattern}#{name}"
        if self.loops.setdefault(var, replace(loop, var=var)) != replace(loop, var=var):
            raise NoRule(f"different members of {name} are used")
        return Ref(var)

    # Recurrences --------------------------------------------------------------------------------

    def sequence(self, node: Ref, definitions: tuple[Definition, ...]) -> None:
        """All members up to this one are computed once: the step of the recurrence is the body of loops."""
        general = [d for d in definitions if all(isinstance(i, str) for i in d.indices)]
        if len(general) != 1 or general[0].entrywise or general[0].params:
            raise NoRule(f"the recurrence of {node.name} has no single step")
        (step,) = general
        patterns = [str(i) for i in step.indices]
        ends = tuple(self.end(i) for i in node.indices[: len(patterns)])
        if self.sequences.setdefault(node.name, ends) != ends:
            raise NoRule(f"{node.name} is used up to different indices")
        steps = _steps_back(step, patterns)
        values: dict[str, Node] = {}
        for place, (pattern, end) in enumerate(zip(patterns, ends, strict=True)):
            if place not in steps:
                values[pattern] = end
                continue
            var = f"{pattern}#{node.name}"
            self.loops[var] = _Loop(var, number(_first(definitions, step, place)), end)
            values[pattern] = Ref(var)
        self.inside.append(node.name)
        self.visit(_put(step.body, values))
        self.start(node, step, values)
        self.inside.pop()

    def start(self, node: Ref, step: Definition, values: dict[str, Node]) -> None:
        """The given first members, which the step falls back on."""
        for d in self.setting.definitions[node.name]:
            if d is not step:
                here = {
                    str(i): values[str(p)] for i, p in zip(d.indices, step.indices, strict=True) if isinstance(i, str)
                }
                self.visit(_put(d.body, here))

    def end(self, index: Node) -> Node:
        """How far an index goes: a loop variable goes to the end of its loop."""
        if isinstance(index, Ref) and index.name in self.loops:
            return self.loops[index.name].high
        return index

    # Adding up ----------------------------------------------------------------------------------

    def total(self, measure: str) -> Node:
        if measure == "mults":
            return plus(*(self.repeated(n, p.mults) for n, p in self.prices.items()))
        if measure == "time":
            return plus(*(self.repeated(n, plus(p.mults, p.others)) for n, p in self.prices.items()))
        held = [self.held(node, price, measure) for node, price in self.prices.items()]
        return plus(*(self.input_sizes() if measure != "workspace" else ()), *held)

    def held(self, node: Node, price: Price, measure: str) -> Node:
        """Results that every pass through a loop overwrites need room once, unless all are stored."""
        if measure == "stored":
            return self.repeated(node, price.size)
        if self.around(node) & names_in(price.size) or self.is_grid():
            raise NoRule("how much memory is live depends on the order of the loops")
        return price.size

    def is_grid(self) -> bool:
        """A recurrence in two indices: what must be kept depends on which of them runs first."""
        return any(len(self.setting.definitions[n][0].indices) > 1 for n in self.sequences)

    def around(self, node: Node) -> frozenset[str]:
        """The loop variables that a node depends on, and those that their ranges depend on."""
        own = {n.var for n in walk(node) if isinstance(n, Binder)}
        found = (names_in(node) & self.loops.keys()) - own
        while True:
            bounds = [n for v in found for b in (self.loops[v].low, self.loops[v].high) for n in names_in(b)]
            more = found | (frozenset(bounds) & self.loops.keys())
            if more == found:
                return frozenset(found)
            raise NoRule("the range of a loop depends on a loop that the operation does not depend on")

    def repeated(self, node: Node, price: Node) -> Node:
        outer = list(self.loops)
        for var in sorted(self.around(node), key=outer.index, reverse=True):
            loop = self.loops[var]
            if var in names_in(price) or any(var in names_in(lp.high) for lp in self.loops.values()):
                price = Binder("sum", var, Between(loop.low, loop.high), price, SCALAR)
            else:
                price = times(loop.length(), price)
        return price

    def input_sizes(self) -> list[Node]:
        sizes = []
        for name, members in self.inputs.items():
            if len(members) > 1:
                raise NoRule(f"different members of {name} are used, how many is not clear")
            (member,) = members
            sizes.append(self.repeated(member, size(member.shape)))
        return sizes


def _positive(node: Node) -> Node:
    """a - b is one subtraction."""
    return node.args[0] if isinstance(node, Op) and node.head == "neg" else node


def _is_recurrent(d: Definition) -> bool:
    return any(isinstance(n, Ref) and n.name == d.name for n in walk(d.body))


def _steps_back(step: Definition, patterns: list[str]) -> set[int]:
    """The places of the indices by which the recurrence goes back. Raises NoRule unless by one, one at a time."""
    found: set[int] = set()
    for node in walk(step.body):
        if isinstance(node, Ref) and node.name == step.name:
            back = [k for k, (i, p) in enumerate(zip(node.indices, patterns, strict=False)) if i != Ref(p)]
            if len(back) != 1 or not _is_one_before(node.indices[back[0]], patterns[back[0]]):
                raise NoRule(f"the recurrence of {step.name} does not go back by one index and one step")
            found.add(back[0])
    return found


def _is_one_before(index: Node, pattern: str) -> bool:
    match index:
        case Op("add", (Ref(name, ()), Op("neg", (Lit(value),)))):
            return name == pattern and value == 1
        case Op("add", (Ref(name, ()), Lit(value))):
            return name == pattern and value == -1
    return False


def _first(definitions: tuple[Definition, ...], step: Definition, place: int) -> int:
    """The first index at which the step applies."""
    given = [d.indices[place] for d in definitions if d is not step]
    starts = [int(i.value) + 1 for i in given if isinstance(i, Lit)]
    if starts:
        return max(starts)
    return step.least if place == 0 and step.least is not None else 1


def _put(node: Node, values: dict[str, Node]) -> Node:
    """The node with values for its parameters and indices."""
    if not values:
        return node
    match node:
        case Ref(name, indices):
            value = values.get(name)
            if value is None:
                return replace(node, indices=tuple(_put(i, values) for i in indices))
            if not indices:
                return value
            if isinstance(value, Ref):
                return replace(value, indices=(*value.indices, *(_put(i, values) for i in indices)), shape=node.shape)
            return Op("index", (value, *(_put(i, values) for i in indices)), node.shape)
        case Op(_, args) | Call(_, args):
            return replace(node, args=tuple(_put(a, values) for a in args))
        case Binder(over=Between(low, high, unless), body=body):
            over = Between(_put(low, values), _put(high, values), tuple(_put(u, values) for u in unless))
            return replace(node, over=over, body=_put(body, values))
        case Binder(over=Drawn() | Everywhere(), body=body):
            return replace(node, body=_put(body, values))
        case _:
            return node


__all__ = ["costs_in", "count", "without_costs"]
