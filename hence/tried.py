"""What was tried where a step could not be decided: each way to a proof with the reason why it leads nowhere."""

from __future__ import annotations

from hence.checks.decide import without_values
from hence.checks.divergence import ByDivergence, ByGibbs
from hence.checks.ideal.certificate import ByCombination
from hence.checks.induction.bounds import ByInductionOnOrder
from hence.checks.induction.certificate import ByInduction
from hence.checks.induction.members import ByUnfolding
from hence.checks.jacobians import ByJacobians
from hence.checks.jensen import ByJensen
from hence.checks.kernel import ByAveraging, ByLimit, ByMultiplying, ByNormalForm, ByOracle, BySign
from hence.checks.model import Claim
from hence.checks.numeric import Agreement, Untestable, test_claim
from hence.checks.observe import Place
from hence.checks.optimum.replay import ByOptimum
from hence.checks.order.replay import ByOrder
from hence.checks.prove import attempts
from hence.checks.spectral import ByQuadraticForm
from hence.wording import plain

WAYS: dict[type, str] = {
    ByNormalForm: "multiplying both sides out, entry by entry",
    ByInduction: "induction",
    ByInductionOnOrder: "induction",
    ByUnfolding: "one step of the recurrences",
    ByQuadraticForm: "as a quadratic form",
    BySign: "a sign that can be seen",
    ByDivergence: "as a divergence",
    ByGibbs: "as a divergence",
    ByJensen: "Jensen's inequality",
    ByAveraging: "under the expectation",
    ByMultiplying: "multiplying by what is inverted",
    ByCombination: "a combination of given equations",
    ByOrder: "known inequalities",
    ByLimit: "rules for limits",
    ByOptimum: "conditions for an optimum",
    ByJacobians: "Jacobians",
    ByOracle: "SymPy",
}

# what a way says of itself; as a verdict it is said otherwise
MORE_PLAINLY = {
    "the normal forms differ": "something is left over",
    "no rule for inequalities gives this": "none of them gives it",
    "SymPy does not simplify the difference to zero": "the difference does not come out as zero",
}


def tried(place: Place, seed: int) -> list[tuple[str, str]]:
    """Each way once, with its reason in plain words; then what numerics say. Empty for what is no claim."""
    here = place.instead(place.step.formula)
    if not isinstance(here.claim, Claim):
        return []
    rows: dict[str, str] = {}
    for certificate, why in attempts(here.setting, here.claim):
        way = (
            WAYS.get(type(certificate), "rules for special cases") if certificate is not None else "looking for a proof"
        )
        rows.setdefault(way, MORE_PLAINLY.get(why) or plain(why).reason)
    if opaque := without_values(here.setting, here.claim):
        return [*rows.items(), ("instances", f"none could be tried: {plain(opaque).reason}")]
    match test_claim(here.setting, here.claim, seed):
        case Agreement(numeric):
            rows["instances"] = f"no counterexample at {numeric.instances}"
        case Untestable(why):
            rows["instances"] = f"none could be tried: {plain(why).reason}"
        case _:
            rows["instances"] = "some contradict it, but do not count here"
    return list(rows.items())
