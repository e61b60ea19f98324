"""How proofs about members of sequences are followed: each part is replayed by the kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hence.checks.induction.abstraction import ByAbstraction, abstracted
from hence.checks.induction.bounds import ByInductionOnOrder, induction_parts, require_general
from hence.checks.induction.certificate import Shown
from hence.checks.induction.members import ByUnfolding, conditions_of, unfolded
from hence.checks.model import Claim, Setting
from hence.language.verdicts import Proved

if TYPE_CHECKING:
    from hence.checks.kernel import Certificate

Replay = Callable[[Setting, Claim, "Certificate"], Proved]


def follow_members(
    setting: Setting, claim: Claim, c: ByInductionOnOrder | ByUnfolding | ByAbstraction, replay: Replay
) -> Shown:
    """What the parts prove together. Raises NoRule, and what the replay raises."""
    match c:
        case ByUnfolding():
            return _unfolded(setting, claim, c, replay)
        case ByInductionOnOrder():
            return _induction(setting, claim, c, replay)
        case ByAbstraction(pattern, letter, inside):
            part = abstracted(setting, claim, pattern, letter)
            found = replay(part.setting, part.claim, inside)
            require_general(found.needs, setting, part.setting, letter)
            return Shown(found.method, found.needs, found.trusting)


def _unfolded(setting: Setting, claim: Claim, c: ByUnfolding, replay: Replay) -> Shown:
    written_out, needs = unfolded(setting, claim, c.members)
    found = replay(setting, written_out, c.inside)
    names = dict.fromkeys(f"definition of {m.name}" for m in c.members)
    conditions = dict.fromkeys((*conditions_of(setting, claim, needs), *found.needs))
    return Shown((*found.method, *names), tuple(conditions), found.trusting)


def _induction(setting: Setting, claim: Claim, c: ByInductionOnOrder, replay: Replay) -> Shown:
    parts = induction_parts(setting, claim, c.variable, c.start)
    base, step = (replay(p.setting, p.claim, inner) for p, inner in zip(parts, (c.base, c.step), strict=True))
    for part, found in zip(parts, (base, step), strict=True):
        require_general(found.needs, setting, part.setting, c.variable)
    rules = dict.fromkeys((*base.method, *step.method))
    return Shown(
        (f"induction on {c.variable} from {c.start}", "base-case", "induction-step", *rules),
        tuple(dict.fromkeys((*base.needs, *step.needs))),
        tuple(dict.fromkeys((*base.trusting, *step.trusting))),
    )
