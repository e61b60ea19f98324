"""What is minimised, over which values, and what a claim says of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from hence.checks.model import (
    Binder,
    Call,
    Claim,
    Constraint,
    Definition,
    Feasible,
    Node,
    Op,
    Ref,
    Setting,
    Symbol,
    names_in,
    parts,
    reachable_names,
    walk,
)
from hence.checks.normal.entries import replace_refs
from hence.language.records import dataclass

OPTIMA = frozenset(("min", "max", "inf", "sup", "argmin", "argmax"))
SENSES = {"inf": "min", "sup": "max"}
FLIPPED = {"=": "=", "<=": ">=", ">=": "<=", "<": ">", ">": "<", "!=": "!="}
DEEPEST = 12
_PLAIN = Symbol("")


class NotOptimum(Exception):
    """The claim is about an optimum in a way that is not understood."""


@dataclass(frozen=True)
class Problem:
    """Minimise (or maximise) the objective over all values of the variables that satisfy the conditions."""

    sense: str  # min or max; so for inf and sup
    variables: tuple[Ref, ...]
    objective: Node
    conditions: tuple[Constraint, ...]
    bound: bool = False  # inf or sup: the value need not be taken

    def at(self, *points: Node) -> Node:
        """The objective at a point."""
        return replace_refs(self.objective, self.values(*points))

    def values(self, *points: Node) -> dict[str, Node]:
        """The points by variable. Raises NotOptimum for one that the binders of the objective would capture."""
        bound = {n.var for n in walk(self.objective) if isinstance(n, Binder)}
        if any(bound & _free_names(point) for point in points):
            raise NotOptimum("a point that speaks of bound variables")
        return {v.name: point for v, point in zip(self.variables, points, strict=True)}

    def conditions_at(self, *points: Node) -> tuple[Constraint, ...]:
        values = self.values(*points)
        return tuple(_replaced(c, values) for c in self.conditions)

    def no_worse(self, one: Node, other: Node) -> Claim:
        """One value is at least as good as the other."""
        return Claim(one, "<=" if self.sense == "min" else ">=", other)

    def better(self, one: Node, other: Node) -> Claim:
        return Claim(one, "<" if self.sense == "min" else ">", other)


@dataclass(frozen=True)
class Located:
    """`argmin f = point`: the point is the one and only place where the objective is least."""

    problem: Problem
    point: Node


@dataclass(frozen=True)
class Valued:
    """`min f relation value`."""

    problem: Problem
    relation: str
    value: Node


@dataclass(frozen=True)
class Saddled:
    """`min_p max_q f = value` (or max min)."""

    outer: Problem
    inner: Problem
    relation: str
    value: Node


@dataclass(frozen=True)
class SamePlace:
    """`argmin f = argmin g`."""

    first: Problem
    second: Problem


Statement: TypeAlias = Located | Valued | Saddled | SamePlace


# what a claim says --------------------------------------------------------------------------------


def optimum_in(setting: Setting, node: Node) -> Binder | None:
    """The optimum that a side is, or is defined to be."""
    for _ in range(DEEPEST):
        match node:
            case Binder(head, _, Feasible()) if head in OPTIMA:
                return node
            case Ref(name, ()):
                definition = _only_definition(setting, name)
                if definition is None or definition.params:
                    return None
                node = definition.body
            case _:
                return None
    return None


def speaks_of_optima(setting: Setting, claim: Claim) -> bool:
    """Whether a side of the claim is an optimum, or is defined as one."""
    return any(optimum_in(setting, side) is not None for side in (claim.lhs, claim.rhs))


def statement_of(setting: Setting, claim: Claim) -> Statement:
    """What a claim says of an optimum. Raises NotOptimum."""
    left, right = optimum_in(setting, claim.lhs), optimum_in(setting, claim.rhs)
    if left is not None and right is not None and left.head.startswith("arg") and right.head.startswith("arg"):
        return _same_place(setting, claim, left, right)
    if left is None:
        claim, left = Claim(claim.rhs, FLIPPED.get(claim.relation, ""), claim.lhs), right
    if left is None:
        raise NotOptimum("no side is an optimum")
    if any(isinstance(n, Binder) and n.head in OPTIMA for n in walk(claim.rhs)):
        raise NotOptimum("an optimum on both sides")
    names = reachable_names(setting, Claim(claim.rhs, "=", claim.rhs))
    if left.head.startswith("arg"):
        if claim.relation != "=":
            raise NotOptimum(f"a place is compared by {claim.relation}")
        require_fixed(setting, claim.rhs)
        return Located(problem_of(setting, left, names), claim.rhs)
    problem = problem_of(setting, left, names)
    match problem.objective:
        case Binder(head, _, Feasible()) as inner if head in ("min", "max", *SENSES):
            free = names | {v.name for v in problem.variables}
            return Saddled(problem, problem_of(setting, inner, free), claim.relation, claim.rhs)
    return Valued(problem, claim.relation, claim.rhs)


def _same_place(setting: Setting, claim: Claim, left: Binder, right: Binder) -> SamePlace:
    if claim.relation != "=":
        raise NotOptimum(f"two places are compared by {claim.relation}")
    first, second = problem_of(setting, left, frozenset()), problem_of(setting, right, frozenset())
    (variable,), (other,) = first.variables, second.variables
    if variable.shape != other.shape:
        raise NotOptimum("places of different shapes")
    renamed = {other.name: variable}
    conditions = tuple(_replaced(c, renamed) for c in second.conditions)
    return SamePlace(
        first, replace(second, variables=(variable,), objective=second.at(variable), conditions=conditions)
    )


def problem_of(setting: Setting, optimum: Binder, taken: frozenset[str]) -> Problem:
    """The problem with free variables in place of bound ones; `taken` are names that mean something else.

    Raises NotOptimum where the objective does not depend on the variable, or not in a way that we see.
    """
    sense = SENSES.get(optimum.head, optimum.head.removeprefix("arg"))
    variables: list[Ref] = []
    conditions: list[Constraint] = []
    body: Node = optimum
    while isinstance(body, Binder) and body.head in (sense, optimum.head) and isinstance(body.over, Feasible):
        plain = body.var.split("#")[0]
        bound = Ref(body.var, (), body.over.shape)
        variable = Ref(_free_name(plain, taken), (), body.over.shape)
        inner = _unfolded(setting, body.body, plain, bound)
        if body.var not in names_in(inner):
            raise NotOptimum(f"what is minimised does not depend on {plain}")
        stated = [*body.over.conditions, *_known_of(setting, plain, bound)]
        conditions = [*conditions, *stated]
        renamed = {body.var: variable}
        conditions = [_replaced(c, renamed) for c in conditions]
        body = replace_refs(inner, renamed)
        variables.append(variable)
        taken = taken | {variable.name}
    _require_plain(body, {v.name for v in variables})
    return Problem(sense, tuple(variables), body, tuple(dict.fromkeys(conditions)), optimum.head in SENSES)


def setting_for(setting: Setting, problem: Problem, *displaced: Ref) -> Setting:
    """The setting in which the variables are free and satisfy the conditions of the problem.

    With displacements, these are the free ones, and the conditions are not imposed.
    """
    free = displaced or problem.variables
    names = {v.name for v in free}
    symbols = {**setting.symbols, **{v.name: Symbol(v.name, 0, v.shape) for v in free}}
    definitions = {n: ds for n, ds in setting.definitions.items() if n not in names}
    kept = [c for c in setting.constraints if not names & (names_in(c.lhs) | names_in(c.rhs))]
    extra = () if displaced else problem.conditions
    return replace(setting, symbols=symbols, definitions=definitions, constraints=(*kept, *extra))


def fresh_name(setting: Setting, problem: Problem, wanted: str, *nodes: Node) -> str:
    """A name that nothing else in the problem has."""
    taken = set(setting.symbols) | names_in(problem.objective)
    taken |= {n for node in nodes for n in names_in(node)} | {v.name for v in problem.variables}
    return _free_name(wanted, frozenset(taken))


def require_fixed(setting: Setting, *points: Node) -> None:
    """A random symbol means something else inside an expectation than outside. Raises NotOptimum."""
    for point in points:
        loose = {n for n in _outside_means(point) if n in setting.laws or setting.symbols.get(n, _PLAIN).random}
        if loose:
            raise NotOptimum(f"a point that depends on the random {', '.join(sorted(loose))}")


def _outside_means(node: Node) -> Iterator[str]:
    match node:
        case Op("E" | "Var" | "Cov"):
            return
        case Ref(name):
            yield name
        case _:
            pass
    for part in parts(node):
        yield from _outside_means(part)


def unfold_calls(setting: Setting, node: Node, depth: int = DEEPEST) -> Node:
    """The node with the author's own functions written out."""
    if depth == 0:
        return node
    match node:
        case Call(name, args):
            definition = _only_definition(setting, name)
            if definition is not None and len(definition.params) == len(args) and not node.shape.is_matrix:
                values = dict(zip(definition.params, args, strict=True))
                return unfold_calls(setting, replace_refs(definition.body, values), depth - 1)
    return _rebuilt(node, lambda part: unfold_calls(setting, part, depth))


# pieces -------------------------------------------------------------------------------------------


def _free_names(node: Node) -> frozenset[str]:
    return names_in(node) - {n.var for n in walk(node) if isinstance(n, Binder)}


def _only_definition(setting: Setting, name: str) -> Definition | None:
    definitions = setting.definitions.get(name, ())
    return definitions[0] if len(definitions) == 1 and not definitions[0].indices else None


def _free_name(plain: str, taken: frozenset[str]) -> str:
    name = plain
    while name in taken:
        name += "'"
    return name


def _unfolded(setting: Setting, node: Node, plain: str, bound: Ref, depth: int = DEEPEST) -> Node:
    """Functions written out, and symbols whose definitions speak of the variable: L = (x - 1)^2 in min_x L."""
    if depth == 0:
        raise NotOptimum("definitions are nested too deeply")
    node = unfold_calls(setting, node)
    match node:
        case Ref(name, ()) if name != bound.name:
            definition = _only_definition(setting, name)
            if definition is not None and not definition.params and _reaches(setting, definition.body, plain):
                body = replace_refs(definition.body, {plain: bound})
                return _unfolded(setting, body, plain, bound, depth - 1)
    return _rebuilt(node, lambda part: _unfolded(setting, part, plain, bound, depth))


def _reaches(setting: Setting, node: Node, name: str) -> bool:
    return name in reachable_names(setting, Claim(node, "=", node))


def _known_of(setting: Setting, plain: str, bound: Ref) -> Iterator[Constraint]:
    """What was said of the variable before: it holds for every value that it may take.

    An equation for a derivative is what the author sets to zero, and no restriction.
    """
    for constraint in setting.constraints:
        sides = (constraint.lhs, constraint.rhs)
        if plain not in names_in(constraint.lhs) | names_in(constraint.rhs):
            continue
        if any(isinstance(n, Op) and n.head == "deriv" for side in sides for n in walk(side)):
            continue
        yield _replaced(constraint, {plain: bound})


def _replaced(constraint: Constraint, values: Mapping[str, Node]) -> Constraint:
    lhs, rhs = replace_refs(constraint.lhs, values), replace_refs(constraint.rhs, values)
    return replace(constraint, lhs=lhs, rhs=rhs)


def _rebuilt(node: Node, change: object) -> Node:
    """The node with its direct parts changed."""
    assert callable(change)
    match node:
        case Ref(name, indices, shape):
            return Ref(name, tuple(change(k) for k in indices), shape)
        case Op(head, args, shape):
            return Op(head, tuple(change(a) for a in args), shape)
        case Call(function, args, shape):
            return Call(function, tuple(change(a) for a in args), shape)
        case Binder(_, _, _, body):
            return replace(node, body=change(body))
        case _:
            return node


def _require_plain(node: Node, names: set[str]) -> None:
    """A derivative by the variable, or a density at it, is no function of its value."""
    for part in walk(node):
        if isinstance(part, Op) and part.head == "deriv" and names & names_in(part.args[1]):
            raise NotOptimum("a derivative by the variable of an optimum")
        if type(part).__name__ == "Density" and names & names_in(part):
            raise NotOptimum("an abstract density of the variable of an optimum")
    if not parts(node) and not isinstance(node, Ref):
        raise NotOptimum("nothing is minimised")
