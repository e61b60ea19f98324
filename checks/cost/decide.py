"""Growth claims: counts are confirmed by the machine, then proof and path are weighed against each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hence.checks.cost.count import costs_in, count
from hence.checks.cost.witness import Ratios, ratios_inside, refute
from hence.checks.model import Claim, Node, Op, Ref, Setting
from hence.checks.normal.algebra import Undefined
from hence.checks.normal.common import NoRule
from hence.checks.normal.difference import Sides
from hence.checks.normal.poly import OutOfBudget
from hence.checks.normal.show import show
from hence.checks.numeric import Refutation, Untestable, test_claim
from hence.checks.prove import prove
from hence.language.verdicts import Numeric, Proved, Refuted, Unknown, Verdict

MACHINE_RUNS = 6


def decide_growth(setting: Setting, claim: Claim, seed: int) -> Verdict:
    """Proved with bounds for every term, refuted along a path, or unknown.

    Where words leave open what is counted, any reading may be proved, and says which it is; only a claim that is
    false in all of them is refuted.
    """
    first = _decide(setting, claim, seed)
    others = readings(setting, claim) if isinstance(first, Refuted) else ()
    for words, other in others:
        verdict = _decide(setting, other, seed)
        if isinstance(verdict, Proved):
            return replace(verdict, remark=f"{words}: {verdict.remark}")
        if not isinstance(verdict, Refuted):
            return Unknown(f"false as it stands; {words}, it is not decided")
    return first


def readings(setting: Setting, claim: Claim) -> Iterator[tuple[str, Claim]]:
    """Other things that the costs in a claim may stand for."""
    for cost in costs_in(claim):
        inner, *others = cost.args
        for other in others:
            yield "multiplied in another order", _replaced(claim, cost, Op(cost.head, (other,)))
        if cost.head == "memory":
            yield "without the inputs", _replaced(claim, cost, Op("workspace", (inner,)))
        given = isinstance(inner, Ref) and not setting.definitions.get(inner.name)
        if cost.head == "size" and not given:
            yield "with the inputs", _replaced(claim, cost, Op("space", (inner,)))
        definitions = setting.definitions.get(inner.name, ()) if isinstance(inner, Ref) else ()
        if len(definitions) == 1 and not (definitions[0].indices or definitions[0].entrywise):
            body = definitions[0].body
            if not isinstance(body, Ref):
                yield "with the symbols of its definition at hand", _replaced(claim, cost, Op(cost.head, (body,)))


def _replaced(claim: Claim, old: Node, new: Node) -> Claim:
    def put(node: Node) -> Node:
        if node == old:
            return new
        return replace(node, args=tuple(put(a) for a in node.args)) if isinstance(node, Op) else node

    return Claim(put(claim.lhs), claim.relation, put(claim.rhs))


def _decide(setting: Setting, claim: Claim, seed: int) -> Verdict:
    try:
        counted, faults = _counted(setting, claim, seed)
        if faults:
            return Unknown(faults[0], internal=True)
        found = prove(setting, claim)
        if isinstance(found, Proved):
            inside = ratios_inside(setting, claim)
            return _confirmed(found, inside, counted, seed)
        refuted = refute(setting, claim, seed)
    except (NoRule, Undefined, OutOfBudget) as problem:
        return Unknown(str(problem))
    if isinstance(refuted, Refuted):
        return replace(refuted, hint="; ".join(filter(None, (refuted.hint, counted))))
    return Unknown(f"{found.why}; {refuted.why}")


def _counted(setting: Setting, claim: Claim, seed: int) -> tuple[str, list[str]]:
    """What was counted, in words; and where the machine counted something else."""
    words, faults = [], []
    for cost in costs_in(claim):
        formula = count(setting, cost.args[0], cost.head)
        tested = test_claim(setting, Claim(cost, "=", formula), seed, MACHINE_RUNS)
        shown = show(Sides(setting, Claim(formula, "=", formula)).entry_of(formula))
        if isinstance(tested, Refutation):
            faults.append(f"internal error: counted {shown}, but the machine needs {tested.left}; please report this")
        ran = "" if not isinstance(tested, Untestable) else f" (not run: {tested.why})"
        words.append(f"counted {shown}{ran}")
    return "; ".join(words), faults


def _confirmed(found: Proved, inside: Ratios, counted: str, seed: int) -> Verdict:
    """A proof with the ratios that were seen; ratios outside its bounds contradict it."""
    if inside.beyond:
        return Unknown(f"internal error: bounded by a proof, but {inside.beyond}; please report this", internal=True)
    remark = "; ".join(filter(None, (counted, found.remark, inside.words)))
    numeric = Numeric(instances=inside.points, seed=seed) if inside.points else None
    return replace(found, remark=remark, numeric=numeric)
