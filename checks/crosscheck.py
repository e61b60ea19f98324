"""A second opinion on claims that were decided: SymPy, on the claim written out in small explicit dimensions.

The normal form proves in symbolic dimension; SymPy is asked about dimension 1, 2 and 3, where every entry is a symbol.
It cannot prove a claim, and is not asked to: it may confirm it at these sizes, contradict it, or have nothing to say.
Budgets count operations and nodes, never seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, product
from typing import TYPE_CHECKING

from hence.checks.elaborate.setting import elaborate
from hence.checks.model import (
    Between,
    Binder,
    Claim,
    Constraint,
    Drawn,
    Everywhere,
    Feasible,
    Node,
    Ref,
    Setting,
    names_in,
    reachable_names,
    walk,
)
from hence.checks.numeric.needs import NOTHING, Needs, constant_of, needs_of
from hence.checks.scope import Scope, chains
from hence.checks.sizes import atoms_of, value_of
from hence.language.derivation import Derivation, Step, Unread
from hence.language.records import dataclass

if TYPE_CHECKING:
    from hence.checks.explicit.translate import Explicit

RELATIONS = ("=", "<", ">", "<=", ">=")
SIZES = ((2, 2, 2), (1, 2, 3))  # of the dimensions, in the order of their names
OPERATIONS_PER_NODE = 4  # of work
MOST_WORK = 120  # nodes, terms and operations of the instances so far; after that no other one is looked at
ENOUGH_WORK = 40  # the same, where a telling one was confirmed: others say little more, and cost as much again
MOST_INTEGERS = 6  # choices of the integers, for each choice of the dimensions
LARGEST_STEP = 2  # integers are taken from the least that is allowed up to this much more


@dataclass(frozen=True)
class Confirmation:
    """What SymPy says of a claim: whether it holds, at which sizes it was written out, and which functions decided."""

    holds: bool
    sizes: tuple[str, ...]  # `d = 1, 2`
    by: tuple[str, ...]  # `sympy.integrate`; just `sympy` where both sides become one expression by themselves


@dataclass(frozen=True)
class Instance:
    """Numbers for the dimensions; numbers for the integers, or None where they stay symbols."""

    sizes: Mapping[str, int]
    integers: Mapping[str, int | None]


def confirm(setting: Setting, claim: Claim) -> Confirmation | None:
    """SymPy's opinion of a claim; None where it has no translation or no answer. Never fails."""
    if claim.relation not in RELATIONS:
        return None
    needs = needs_of(setting, claim)
    for symbolic in (True, False):
        confirmed, by, work = list[Instance](), dict[str, None](), 0
        opinion: _Opinion | None = None
        for instance in _instances(needs, claim, symbolic):
            work += opinion.work() if opinion is not None else 0
            if work > (ENOUGH_WORK if any(map(_is_telling, confirmed)) else MOST_WORK):
                break
            opinion = _examine(needs, claim, instance)
            if opinion.holds is False:
                return Confirmation(False, _sizes(needs, [instance]), opinion.by)
            if opinion.holds:
                confirmed.append(instance)
                by |= dict.fromkeys(opinion.by)
        if confirmed:
            return Confirmation(True, _sizes(needs, confirmed), tuple(by))
    return None


def _is_telling(instance: Instance) -> bool:
    """Whether no number is 1, where many a claim is trivial: v_1 of a recurrence, a mean of one number."""
    return all(n is None or n > 1 for n in (*instance.sizes.values(), *instance.integers.values()))


@dataclass(frozen=True)
class Posed:
    """A claim in its setting; not `complete` where a hypothesis about its symbols was left out."""

    setting: Setting
    claim: Claim
    complete: bool


def posed(derivation: Derivation) -> dict[Step | Unread, Posed]:
    """The claims of a derivation by step. Implications are left out: they are no claims by themselves."""
    found: dict[Step | Unread, Posed] = {}
    for scope in chains(derivation):
        if isinstance(scope, Scope):
            steps = [s for s in scope.steps if s.decided]
            done = elaborate(scope.givens, [s.formula for s in steps])
            for step, claim in zip(steps, done.claims, strict=True):
                if isinstance(claim, Claim) and not step.premises:
                    names = reachable_names(done.setting, claim)
                    complete = not any(left.about & names for left in done.left_out)
                    found[step] = Posed(done.setting, claim, complete)
    return found


# Instances ----------------------------------------------------------------------------------------------


def _instances(needs: Needs, claim: Claim, symbolic: bool) -> Iterator[Instance]:
    """Every choice of sizes that the hypotheses allow; with `symbolic`, the integers stay symbols."""
    lengths = _lengths(needs)
    open_dims = (d for d in needs.dims if d not in needs.definitions and d not in lengths)
    dims = sorted(open_dims, key=lambda d: (d.startswith("?"), d))
    integers = _integers(needs, claim)
    if symbolic and not integers:
        return
    seen = []
    for pattern in SIZES:
        sizes = {d: pattern[k % len(pattern)] for k, d in enumerate(dims)}
        if sizes in seen:
            continue
        seen.append(sizes)
        if symbolic:
            yield Instance(sizes, dict.fromkeys(integers))
            continue
        choices = product(*(_choices(needs, name, sizes) for name in integers))
        numbers = (dict(zip(integers, values, strict=True)) for values in choices)
        allowed = (n for n in numbers if _allowed(needs, {**sizes, **n}))
        yield from (Instance(sizes, n) for n in islice(allowed, MOST_INTEGERS))


def _integers(needs: Needs, claim: Claim) -> list[str]:
    """Free integers: those that are declared or index something, and the letters in the bounds of sums."""
    named = names_in(claim.lhs) | names_in(claim.rhs)
    reached = named.union(*(needs.deep_names(n) for n in named))
    roots = [claim.lhs, claim.rhs, *(d.body for n in reached for d in needs.definitions.get(n, ()))]
    binders = [n for root in roots for n in walk(root) if isinstance(n, Binder)]
    bounds = [b for n in binders if isinstance(n.over, Between) for b in (n.over.low, n.over.high)]
    counted = {name for bound in bounds for name in names_in(bound)} & named & needs.setting.symbols.keys()
    found = (({*needs.integers} | _lengths(needs)) & reached) | counted
    found -= {n.var for n in binders} | ({*needs.dims} - _lengths(needs)) | needs.definitions.keys()
    return sorted(found)


def _lengths(needs: Needs) -> set[str]:
    """Dimensions that only say how long a family is, as t of g_1, ..., g_t: no matrix has them as a side."""
    symbols = [needs.setting.symbols[n] for n in needs.names if n in needs.setting.symbols]
    return {n for s in symbols for d in s.bounds for n in atoms_of(d)} - _sides(needs)


def _sides(needs: Needs) -> set[str]:
    """Dimensions that are the number of rows or columns of something."""
    setting, claim = needs.setting, needs.claim
    roots = [claim.lhs, claim.rhs, *(d.body for n in needs.names for d in needs.definitions.get(n, ()))]
    nodes = [n for root in roots for n in walk(root)]
    shapes = [n.shape for n in nodes] + [
        n.over.shape for n in nodes if isinstance(n, Binder) and isinstance(n.over, Everywhere | Drawn | Feasible)
    ]
    shapes += [*needs.shapes.values(), *(setting.symbols[n].shape for n in needs.names if n in setting.symbols)]
    shapes += [
        s
        for n in needs.names
        if n in setting.functions
        for s in (*setting.functions[n].params, setting.functions[n].result)
    ]
    return {n for shape in shapes for d in (shape.rows, shape.cols) for n in atoms_of(d)}


def _choices(needs: Needs, name: str, sizes: Mapping[str, int]) -> range:
    bounds = needs.bounds.get(name, NOTHING)
    low = 1 if bounds.low is None else -int(-bounds.low // 1)
    named = {d: n for d, n in sizes.items() if not d.startswith("?")}
    tops = [value_of(d, named.__getitem__) for d in bounds.at_most if set(atoms_of(d)) <= named.keys()]
    return range(low, min([low + LARGEST_STEP, *tops]) + 1)


def _allowed(needs: Needs, numbers: Mapping[str, int]) -> bool:
    """Whether the hypotheses that compare integers hold."""
    for c in needs.constraints:
        left, right = (_number(side, numbers) for side in (c.lhs, c.rhs))
        if left is not None and right is not None and not _COMPARE[c.relation](left, right):
            return False
    return True


_COMPARE = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}


def _number(node: Node, numbers: Mapping[str, int]) -> int | None:
    if isinstance(node, Ref) and not node.indices:
        return numbers.get(node.name)
    constant = constant_of(node)
    return int(constant) if constant is not None and constant.denominator == 1 else None


def _sizes(needs: Needs, instances: list[Instance]) -> tuple[str, ...]:
    """`d = 1, 2`; `t symbolic`; `z with 2 values`. A dimension that nobody named is left out."""
    from hence.checks.explicit.translate import VALUES

    found: dict[str, dict[int | None, None]] = {}
    for instance in instances:
        for name, number in (*instance.sizes.items(), *instance.integers.items()):
            if not name.startswith("?"):
                found.setdefault(name, {})[number] = None
    numbers = {name: sorted(n for n in at if n is not None) for name, at in found.items()}
    variables = sorted({name for names in needs.densities.values() for name in names})
    return (
        *(f"{name} = {', '.join(map(str, at))}" if at else f"{name} symbolic" for name, at in numbers.items()),
        *(f"{name} with {VALUES} values" for name in variables),
    )


# One instance -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Opinion:
    """Whether the claim holds at an instance (None: that stays open), what decided, and how much work it was.

    That is counted, slowly, where it is asked for: behind the last instance nobody does.
    """

    holds: bool | None
    by: tuple[str, ...]
    work: Callable[[], int]


def _examine(needs: Needs, claim: Claim, instance: Instance) -> _Opinion:
    from hence.checks.explicit.decide import decide
    from hence.checks.explicit.matrices import NoTranslation, operations
    from hence.checks.explicit.translate import Explicit

    explicit = Explicit(needs, instance.sizes, instance.integers)
    try:
        left, right = explicit.value(claim.lhs), explicit.value(claim.rhs)
        outcome = decide(left, claim.relation, right, explicit.use)
    except NoTranslation:
        return _Opinion(None, (), lambda work=explicit.work: work)  # type: ignore[misc]
    by = tuple(explicit.facilities) or ("sympy",)

    def work(translated: int = explicit.work) -> int:
        if translated > MOST_WORK:  # beyond that, how much it is does not matter, and SymPy counts slowly
            return translated
        return translated + operations(left - right) // OPERATIONS_PER_NODE

    if outcome == "open" or (outcome == "fails" and not _hypotheses_hold(explicit, needs)):
        return _Opinion(None, by, work)
    return _Opinion(outcome == "holds", by, work)


def _hypotheses_hold(explicit: Explicit, needs: Needs) -> bool:
    """Whether the explicit form satisfies every hypothesis: only then does a failure of the claim count."""
    from hence.checks.explicit.decide import decide
    from hence.checks.explicit.matrices import NoTranslation

    if needs.systems:
        return False
    for c in needs.constraints:
        if _in_the_symbols(c, explicit):
            continue
        if c.over:
            return False
        try:
            outcome = decide(explicit.value(c.lhs), c.relation, explicit.value(c.rhs), lambda _: None)
        except NoTranslation:
            return False
        if outcome != "holds":
            return False
    return True


def _in_the_symbols(constraint: Constraint, explicit: Explicit) -> bool:
    """A bound of a symbol by a number is built into its explicit form; one of an integer was met when it was chosen."""
    for side, other in ((constraint.lhs, constraint.rhs), (constraint.rhs, constraint.lhs)):
        if isinstance(side, Ref) and constant_of(other) is not None and side.name not in explicit.definitions:
            return True
    names = names_in(constraint.lhs) | names_in(constraint.rhs)
    return names <= explicit.sizes.keys() | explicit.integers.keys()
