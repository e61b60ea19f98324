"""What words about a function say at the points of a claim: tangents of convex ones, bounds of smooth ones.

A hypothesis that holds for all numbers or vectors is used at these points, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

from hence.checks.model import Call, Claim, Constraint, Function, Lit, Node, Op, Ref, Setting, Trait, names_in, walk
from hence.checks.normal.entries import replace_refs
from hence.checks.order.norm_facts import Rule

MOST_POINTS = 5
MOST_INSTANCES = 16
HALF = Lit(Fraction(1, 2))
Statement = tuple[Node, str, Node, str]


def function_facts(setting: Setting, claim: Claim) -> list[Rule]:
    """Inequalities about the functions that a claim speaks of, at the points at which it does. Never fails."""
    found: dict[Rule, None] = {}
    nodes = _spoken_of(setting, claim)
    points = _points(setting, nodes)
    for name, here in points.items():
        function = setting.functions[name]
        sloped = _has_slope(name, nodes)
        for trait in (t for t in function.traits if sloped or t.word == "Lipschitz"):
            for p, q in permutations(here, 2):
                for lhs, relation, rhs, rule in _at(function, trait, p, q):
                    found[Rule(Constraint(lhs, relation, rhs, (), trait.line), rule)] = None
    for constraint in setting.constraints:
        for instance in _instances(setting, constraint, points):
            found[Rule(instance, f"hypothesis of line {constraint.line}")] = None
    return list(found)


def _spoken_of(setting: Setting, claim: Claim) -> list[Node]:
    """The nodes of a claim, and of what its symbols are defined as."""
    nodes = [n for side in (claim.lhs, claim.rhs) for n in walk(side)]
    unfolded = {n.name for n in nodes if isinstance(n, Ref) and not n.indices}
    bodies = [d.body for name in sorted(unfolded) for d in setting.definitions.get(name, ()) if not d.indices]
    return nodes + [n for body in bodies for n in walk(body)]


def _has_slope(name: str, nodes: list[Node]) -> bool:
    """Whether derivatives of a function are spoken of; where not, its tangents are of no use, or do not exist."""
    for node in nodes:
        match node:
            case Call(function) if function == f"{name}'":
                return True
            case Op("deriv", (Call(function), _)) if function == name:
                return True
    return False


def _points(setting: Setting, nodes: list[Node]) -> dict[str, list[Node]]:
    """The points at which nodes speak of each function that no formula defines."""
    found: dict[str, dict[Node, None]] = {}
    for node in nodes:
        match node:
            case Call(name, (point,)) if (plain := name.rstrip("'")) in setting.functions:
                if plain not in setting.definitions and not any("#" in n for n in names_in(point)):
                    found.setdefault(plain, {})[point] = None
    return {name: list(here)[:MOST_POINTS] for name, here in found.items()}


def _at(function: Function, trait: Trait, p: Node, q: Node) -> Iterator[Statement]:
    """What one word says of two points."""
    f, apart = function.name, Op("add", (q, Op("neg", (p,), p.shape)), p.shape)
    if p.shape != q.shape or (function.elementwise and not p.shape.is_scalar):
        return
    word = trait.word.split()[-1]
    scalar = function.result.is_scalar
    if word in ("convex", "concave") and scalar:
        bound = _bend(trait.bound, apart) if trait.bound is not None else None
        tangent = _tangent(f, p, apart, bound if word == "convex" or bound is None else _neg(bound))
        yield Call(f, (q,)), ">=" if word == "convex" else "<=", tangent, f"{trait.word}-function"
    if word == "smooth" and scalar and trait.bound is not None:
        bend = _bend(trait.bound, apart)
        yield Call(f, (q,)), "<=", _tangent(f, p, apart, bend), "smooth-function"
        yield Call(f, (q,)), ">=", _tangent(f, p, apart, _neg(bend)), "smooth-function"
        change = Op("add", (_gradient(f, q), _neg(_gradient(f, p))), p.shape)
        yield _size(change), "<=", Op("mul", (trait.bound, _size(apart))), "smooth-function"
    if word == "Lipschitz" and trait.bound is not None:
        change = Op("add", (Call(f, (q,), function.result), _neg(Call(f, (p,), function.result))), function.result)
        yield _size(change), "<=", Op("mul", (trait.bound, _size(apart))), "Lipschitz-function"


def _tangent(f: str, p: Node, apart: Node, bend: Node | None) -> Node:
    slope = Op("inner", (_gradient(f, p), apart)) if not p.shape.is_scalar else Op("mul", (_gradient(f, p), apart))
    return Op("add", (Call(f, (p,)), slope, *(() if bend is None else (bend,))))


def _gradient(f: str, p: Node) -> Node:
    return Op("deriv", (Call(f, (p,)), p), p.shape)


def _bend(bound: Node, apart: Node) -> Node:
    return Op("mul", (HALF, bound, Op("pow", (_size(apart), Lit(Fraction(2))))))


def _size(node: Node) -> Node:
    return Op("abs" if node.shape.is_scalar else "norm_F" if node.shape.is_matrix else "norm", (node,))


def _neg(node: Node) -> Node:
    return Op("neg", (node,), node.shape)


# hypotheses for all points ----------------------------------------------------------------------------


def _instances(setting: Setting, constraint: Constraint, points: dict[str, list[Node]]) -> Iterator[Constraint]:
    """A hypothesis for all x and y at the points of the claim. One with further conditions on x and y is left alone."""
    letters = _letters(setting, constraint)
    if not letters or set(letters) != set(constraint.over):
        return
    calls = [n for side in (constraint.lhs, constraint.rhs) for n in walk(side) if isinstance(n, Call)]
    choices = []
    for letter in letters:
        shape = next(n.shape for c in (constraint.lhs, constraint.rhs) for n in walk(c) if n == _ref(n, letter))
        named = {c.function for c in calls if any(letter in names_in(a) for a in c.args)}
        choices.append([p for f in sorted(named) for p in points.get(f, ()) if p.shape == shape])
    for count, values in enumerate(product(*choices)):
        if count == MOST_INSTANCES:
            return
        env = dict(zip(letters, values, strict=True))
        yield replace(constraint, lhs=replace_refs(constraint.lhs, env), rhs=replace_refs(constraint.rhs, env), over=())


def _ref(node: Node, letter: str) -> Node | None:
    return node if isinstance(node, Ref) and node.name == letter and not node.indices else None


def _letters(setting: Setting, constraint: Constraint) -> list[str]:
    """The variables of a hypothesis that run over all numbers or vectors: of these nothing else is said."""
    refs = [n for side in (constraint.lhs, constraint.rhs) for n in walk(side) if isinstance(n, Ref)]
    indices = {name for ref in refs for index in ref.indices for name in names_in(index)}
    others = [c for c in setting.constraints if c != constraint]
    bound = {name for c in others for name in names_in(c.lhs) | names_in(c.rhs)}
    return [
        name
        for name in constraint.over
        if name not in indices | bound and any(_ref(r, name) for r in refs) and not _is_integer(setting, name)
    ]


def _is_integer(setting: Setting, name: str) -> bool:
    return name in setting.symbols and setting.symbols[name].integer
