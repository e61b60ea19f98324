"""From elaborated nodes to normal forms, entry by entry.

`entry(node, i, j)` is the normal form of the (i, j) entry of a node. Definitions are unfolded on the
way; a recurrence only down to the index that the strategy asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field, replace
from itertools import product
from typing import TypeAlias

from hence.checks.conditions import Relation, Stated
from hence.checks.model import (
    Between,
    Binder,
    Call,
    Definition,
    Density,
    Dim,
    Drawn,
    Feasible,
    Lit,
    Node,
    Op,
    Over,
    Ref,
    Setting,
    Towards,
    names_in,
    walk,
)
from hence.checks.normal.algebra import Algebra, bind
from hence.checks.normal.common import NoRule, density_atom, entry_indices, place
from hence.checks.normal.permutations import permuted
from hence.checks.normal.places import places, size_poly
from hence.checks.normal.poly import ONE, Atom, Poly, any_atom, fresh_variable, number, of_atom, symbol, total
from hence.checks.normal.rules import BINDER_RULES, ENTRY_RULES
from hence.checks.sizes import atoms_of
from hence.language.inverse_names import inverse_name
from hence.language.records import dataclass

DEEPEST_RECURRENCE = 30
Frozen: TypeAlias = tuple[str, tuple[Poly, ...] | None]  # a name, and which member of it; None: every one


@dataclass
class Unfolding:
    """How far recurrences are unfolded: down to, and not including, these indices.

    `hypothesis` maps a sequence to its value at the lowest index (an induction hypothesis or a
    closed form proved earlier), as a function of the entry indices.
    """

    floors: dict[str, Poly] = field(default_factory=dict)
    closed: dict[str, Definition] = field(default_factory=dict)
    at: dict[str, tuple[Poly, ...]] = field(default_factory=dict)  # closed forms hold here only; absent: everywhere


class Normaliser:
    def __init__(self, setting: Setting, algebra: Algebra, unfolding: Unfolding | None = None) -> None:
        self.setting = setting
        self.algebra = algebra
        self.unfolding = unfolding or Unfolding()
        self.used: dict[str, None] = {}  # rules and definitions that took part
        self.depth = 0
        self.supposes = False  # a sign that decides a limit is supposed, and listed, where it is not known
        self.inverted: frozenset[Node] = frozenset()  # matrices whose inverse the claim speaks of
        self.frozen: list[Frozen] = []  # symbols that are differentiated by: they stand for themselves

    # entry points ---------------------------------------------------------------------------------

    def scalar(self, node: Node) -> Poly:
        """Normal form of a scalar node. Raises NoRule."""
        return self.entry(node, ONE, ONE, {})

    def entry(self, node: Node, i: Poly, j: Poly, env: Mapping[str, Poly]) -> Poly:
        """Normal form of the (i, j) entry; `env` gives values to bound variables and parameters. Raises NoRule."""
        match node:
            case Lit(value):
                return number(value)
            case Ref():
                return self._reference(node, i, j, env)
            case Op(head):
                rule = ENTRY_RULES.get(head)
                if rule is None:
                    raise NoRule(f"no rule for {head} yet")
                return rule(self, node, i, j, env)
            case Call():
                return self._call(node, i, j, env)
            case Density(family, of, given):
                joint = density_atom(family, (*of, *given))
                return self.algebra.mul(joint, self.algebra.power(density_atom(family, given), number(-1)))
            case Binder():
                return BINDER_RULES[node.head](self, node, i, j, env)
        raise NoRule(f"no rule for {node}")

    def scalar_in(self, node: Node, env: Mapping[str, Poly]) -> Poly:
        return self.entry(node, ONE, ONE, env)

    def prepared(self, poly: Poly) -> Poly:
        """A body before its limit is taken: rewritten by the equations among the hypotheses."""
        from hence.checks.normal.rewriting import inverse_rules, rewrite, rules_of

        hypotheses = rules_of(self.setting, self)
        rules = [*inverse_rules(self.algebra, poly, hypotheses), *hypotheses]
        return rewrite(self.algebra, poly, rules, self.used)

    def dimension(self, dim: Dim) -> Poly:
        """A dimension as a number; the name of a symbol that has a value (n = 3) is unfolded."""
        for name in atoms_of(dim):
            self.algebra.facts.integers.add(name)
            self.algebra.facts.least.setdefault(name, 1)
        return size_poly(dim)

    def sum_over_dim(self, dim: Dim, body: Callable[[Poly], Poly]) -> Poly:
        return self.sum_over_dims([dim], lambda indices: body(indices[0]))

    def sum_over_dims(self, dims: list[Dim], body: Callable[[list[Poly]], Poly]) -> Poly:
        """The sum over one index for each dimension; blocks are summed over one after the other."""
        for dim in dims:
            self.dimension(dim)
        pieces = []
        for chosen in product(*(places(dim, fresh_variable) for dim in dims)):
            variables = [pair for place in chosen for pair in place.variables]
            self.algebra.facts.ranges.update(variables)
            pieces.append(self.algebra.sum_all(variables, body([place.index for place in chosen])))
        return total(pieces)

    @contextmanager
    def frozen_symbol(self, name: str, member: tuple[Poly, ...]) -> Iterator[None]:
        """Inside, the symbol is a variable of its own even if it has a definition.

        Of a sequence it is that one member only, and later members are unfolded down to it.
        """
        sequence = bool(member) and self.recurs(name)
        floors = self.unfolding.floors
        if member:
            lower = member[0] if sequence else member[0] - ONE
            others = [n for n in self.setting.definitions if self.recurs(n) and name in self._reached(n)]
            self.unfolding.floors = {**floors, **dict.fromkeys(others, lower)}
        self.frozen.append((name, member if sequence else None))
        try:
            yield
        finally:
            self.frozen.pop()
            self.unfolding.floors = floors

    def recurs(self, name: str) -> bool:
        """Whether the definition of a symbol leads back to the symbol."""
        return name in self._reached(name)

    def hiding(self, poly: Poly, name: str, member: tuple[Poly, ...]) -> str:
        """A symbol that was not unfolded although its definition reaches the name; empty when there is none."""
        for other in sorted(poly.names):
            if other not in self.setting.definitions or name not in self._reached(other):
                continue
            if other == name and member and not self._other_members(poly, name, member):
                continue
            if not self.recurs(other) or not member or not self._all_earlier(poly, other, name, member[0]):
                return other
        return ""

    def _other_members(self, poly: Poly, name: str, member: tuple[Poly, ...]) -> bool:
        return any_atom(poly, lambda a: a.kind == "sym" and a.name == name and a.args[: len(member)] != member)

    def _all_earlier(self, poly: Poly, other: str, name: str, index: Poly) -> bool:
        """Whether the members of a sequence that occur come before they could depend on name_index."""
        definitions = self.setting.definitions[other]
        through = {n for d in definitions for n in names_in(d.body)} - {name, other}
        if any(depends_forward(d, name) for d in definitions) or any(name in self._reached(n) for n in through):
            return False
        late = False

        def visit(atom: Atom) -> bool:
            nonlocal late
            if atom.kind == "sym" and atom.name == other and not (other == name and atom.args[:1] == (index,)):
                gap = (atom.args[0] - index).constant if atom.args else None
                late = late or gap is None or gap >= 0
            return False

        any_atom(poly, visit)
        return not late

    def _reached(self, name: str) -> set[str]:
        return reached(self.setting, name)

    def thawed(self, poly: Poly, name: str) -> Poly:
        """The polynomial with a symbol that was frozen replaced by its definition."""
        if name not in self.setting.definitions:
            return poly
        return self.algebra.replace_symbol(poly, name, self._value_at(name))

    def _value_at(self, name: str) -> Callable[[tuple[Poly, ...]], Poly]:
        def value(indices: tuple[Poly, ...]) -> Poly:
            found = self._definition(name, indices)
            if found is None and name in self.algebra.facts.permutations and len(indices) == 1:
                return permuted(name, indices[0])
            if found is None:
                return symbol(name, *indices)
            definition, values = found
            return self._unfold(definition, values, indices[len(definition.indices) :])

        return value

    # symbols and definitions ----------------------------------------------------------------------

    def _reference(self, node: Ref, i: Poly, j: Poly, env: Mapping[str, Poly]) -> Poly:
        if not node.indices and node.name in env:
            return env[node.name]
        given = tuple(self.entry(k, ONE, ONE, env) for k in node.indices)
        return self._value_at(node.name)((*given, *entry_indices(node.shape, i, j)))

    def _definition(self, name: str, indices: tuple[Poly, ...]) -> tuple[Definition, dict[str, Poly]] | None:
        """The definition that applies to the symbol at these indices, and the values of its variables."""
        if any(n == name and (m is None or m == indices[: len(m)]) for n, m in self.frozen):
            return None
        closed = self.unfolding.closed.get(name)
        here = closed is not None and (name not in self.unfolding.at or indices[0] in self.unfolding.at[name])
        if closed is not None and here and self._reaches(closed, indices[0]):
            return closed, match_indices(closed, indices) or {}
        candidates = self.setting.definitions.get(name, ())
        recurrent = steps_back(self.setting, name)
        for definition in sorted(candidates, key=lambda d: sum(isinstance(x, str) for x in d.indices)):
            values = match_indices(definition, indices)
            if values is None or is_optimum(definition.body):
                continue
            if recurrent and self._general(definition) and not self._may_unfold(definition, indices):
                continue
            return definition, values
        return None

    def _reaches(self, closed: Definition, index: Poly) -> bool:
        """A closed form holds from the start of its induction on, and says nothing of members that it speaks of."""
        if index.integer is not None and index.integer in _given_members(closed):
            return False
        if closed.least is None:
            return True
        if index.integer is not None:
            return index.integer >= closed.least
        self._need_least(index, closed.least)
        return True

    def _general(self, definition: Definition) -> bool:
        return bool(definition.indices) and isinstance(definition.indices[0], str)

    def _may_unfold(self, definition: Definition, indices: tuple[Poly, ...]) -> bool:
        """A recurrence is unfolded above its floor, and at every number from its least index on."""
        index = indices[0]
        value = index.integer
        least = definition.least if definition.least is not None else 1
        if value is not None:
            return least <= value <= DEEPEST_RECURRENCE
        if is_direct(definition) and is_recurrence(definition.name, (definition,)):
            self._need_least(index, least)
            return True
        floor = self.unfolding.floors.get(definition.name)
        if floor is None:
            return False
        above = (index - floor).integer
        if above is None or above <= 0:
            return False
        self._need_least(index, least)
        return True

    def _need_least(self, index: Poly, least: int) -> None:
        """The recurrence holds from `least` on only."""
        if not self.algebra.facts.nonnegative(index - number(least)):
            self.algebra.need(Relation(index, ">=", number(least)))

    def _unfold(self, definition: Definition, values: Mapping[str, Poly], rest: tuple[Poly, ...]) -> Poly:
        """The body of a definition at the indices that its pattern does not take."""
        self.depth += 1
        if self.depth > 2 * DEEPEST_RECURRENCE:
            raise NoRule(f"the definition of {definition.name} goes in circles")
        self.used[f"definition of {definition.name}"] = None
        self.algebra.budget.spend()
        row, column = place(definition.body.shape, rest)
        result = self.entry(definition.body, row, column, values)
        self.depth -= 1
        return result

    # functions ------------------------------------------------------------------------------------

    def _call(self, node: Call, i: Poly, j: Poly, env: Mapping[str, Poly]) -> Poly:
        function = self.setting.functions.get(node.function)
        if function is None:
            raise NoRule(f"{node.function} is not known as a function")
        match node.args:
            case (Call(other, (inner,)),) if other == inverse_name(node.function):
                self.used["inverse-function"] = None
                self.algebra.need(Stated(f"{min(other, node.function, key=len)} is invertible"))
                return self.entry(inner, i, j, env)
        for definition in self.setting.definitions.get(node.function, ()):
            if definition.params:
                return self._apply_definition(definition, node, i, j, env)
        if function.positive:
            self.algebra.facts.positive_names.add(node.function)
        if function.elementwise:
            value = of_atom(Atom("call", node.function, tuple(self.entry(a, i, j, env) for a in node.args)))
            if function.nonnegative:
                self.algebra.facts.nonnegative_polys.add(value)
            return value
        if function.supposed:
            self.algebra.need(Stated(function.supposed, names_in(node)))
        place = entry_indices(node.shape, i, j)
        tail = (of_atom(Atom("at", "", place)),) if place else ()
        return of_atom(Atom("call", node.function, (*(self._argument(a, env) for a in node.args), *tail)))

    def _argument(self, node: Node, env: Mapping[str, Poly]) -> Poly:
        """A whole argument: a scalar as it is, a vector or matrix as a function of its indices."""
        sides = [d for d in (node.shape.rows, node.shape.cols) if d != 1]
        names = [fresh_variable() for _ in sides]
        for name, dim in zip(names, sides, strict=True):
            self.algebra.facts.ranges[name] = self.dimension(dim)
        value = self.entry(node, *place(node.shape, tuple(symbol(n) for n in names)), env)
        for name, dim in reversed(list(zip(names, sides, strict=True))):
            value = of_atom(bind("lam", "", [value, self.dimension(dim)], name))
        return value

    def _apply_definition(self, definition: Definition, node: Call, i: Poly, j: Poly, env: Mapping[str, Poly]) -> Poly:
        """f(u) with f(x) = body: the body with the argument in the place of its parameter."""
        self.used[f"definition of {definition.name}"] = None
        function = self.setting.functions[node.function]
        if function.elementwise and definition.params:
            values = {p: self.entry(a, i, j, env) for p, a in zip(definition.params, node.args, strict=True)}
            return self.entry(definition.body, ONE, ONE, {**env, **values})
        body = replace_refs(definition.body, dict(zip(definition.params, node.args, strict=True)))
        return self.entry(body, i, j, env)


def reached(setting: Setting, name: str) -> set[str]:
    """The names to which the definition of a symbol leads, itself among them where it goes in a circle."""
    seen: set[str] = set()
    stack = [name]
    while stack:
        for definition in setting.definitions.get(stack.pop(), ()):
            new = names_in(definition.body) - seen
            seen |= new
            stack += new
    return seen


def steps_back(setting: Setting, name: str) -> bool:
    """Whether a definition leads to other members: of the same symbol, or as a_t = W h_{t-1} where h_t = f(a_t)."""
    definitions = setting.definitions.get(name, ())
    if is_recurrence(name, definitions):
        return True
    if name not in reached(setting, name):
        return False
    for definition in definitions:
        here = definition.indices[0] if definition.indices else None
        for node in walk(definition.body):
            moved = isinstance(node, Ref) and node.indices and node.indices[0] != Ref(str(here))
            if moved and isinstance(node, Ref) and name in reached(setting, node.name):
                return True
    return False


def is_recurrence(name: str, definitions: tuple[Definition, ...]) -> bool:
    """Whether the symbol is defined through itself."""
    return any(name in names_in(d.body) for d in definitions)


def _given_members(closed: Definition) -> set[int]:
    """The x_0 of x_t = w^t x_0."""
    members = [n for n in walk(closed.body) if isinstance(n, Ref) and n.name == closed.name and n.indices]
    return {int(n.indices[0].value) for n in members if isinstance(n.indices[0], Lit)}


def is_direct(definition: Definition) -> bool:
    """x_t = w^t x_0 speaks of other members of its sequence, but only of given ones."""
    members = [n for n in walk(definition.body) if isinstance(n, Ref) and n.name == definition.name]
    return all(n.indices and isinstance(n.indices[0], Lit) for n in members)


def depends_forward(definition: Definition, name: str) -> bool:
    """Whether a member of a sequence may be defined by a later member of itself, or of the named sequence."""
    first = definition.indices[0] if definition.indices else None
    for node in walk(definition.body):
        if not isinstance(node, Ref) or node.name not in (name, definition.name) or not isinstance(first, str):
            continue
        match node.indices[:1]:
            case (Ref(variable, ()),) if variable == first:
                continue
            case (Op("add", (Ref(variable, ()), Op("neg", (Lit(value),)))),) if variable == first and value > 0:
                continue
            case _:
                return True
    return False


def match_indices(definition: Definition, indices: tuple[Poly, ...]) -> dict[str, Poly] | None:
    """Values of the definition's index variables, or None where it does not apply."""
    taken = len(definition.indices)
    shape = definition.body.shape
    if len(indices) - taken != (shape.rows != 1) + (shape.cols != 1):
        return None
    values: dict[str, Poly] = {}
    for pattern, value in zip(definition.indices, indices[:taken], strict=True):
        if isinstance(pattern, str):
            values[pattern] = value
        elif not isinstance(pattern, Lit) or value.constant != pattern.value:
            return None
    return values


def is_optimum(body: Node) -> bool:
    """What is defined as an optimum stands for itself: only an argument about the optimum gives its value."""
    return isinstance(body, Binder) and isinstance(body.over, Feasible)


def replace_refs(node: Node, values: Mapping[str, Node]) -> Node:
    """Parameters of a function definition replaced by argument nodes; an indexed parameter becomes an entry."""
    match node:
        case Ref(name, (), _) if name in values:
            return values[name]
        case Ref(name, indices, shape):
            inner = tuple(replace_refs(k, values) for k in indices)
            if name in values:
                return Op("index", (values[name], *inner), shape)
            return Ref(name, inner, shape)
        case Op(head, args, shape):
            return Op(head, tuple(replace_refs(a, values) for a in args), shape)
        case Call(function, args, shape):
            return Call(function, tuple(replace_refs(a, values) for a in args), shape)
        case Binder(head, var, over, body, shape):
            return Binder(head, var, _replace_over(over, values), replace_refs(body, values), shape)
        case _:
            return node


def _replace_over(over: Over, values: Mapping[str, Node]) -> Over:
    match over:
        case Between(low, high, unless):
            return Between(
                replace_refs(low, values), replace_refs(high, values), tuple(replace_refs(u, values) for u in unless)
            )
        case Drawn(law, shape):
            return Drawn(replace_refs(law, values), shape)
        case Feasible(shape, conditions):
            replaced = (
                replace(c, lhs=replace_refs(c.lhs, values), rhs=replace_refs(c.rhs, values)) for c in conditions
            )
            return Feasible(shape, tuple(replaced))
        case Towards(point, side):
            return Towards(replace_refs(point, values), side)
        case _:
            return over
