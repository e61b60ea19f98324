"""One claim, two engines: prove and test, and weigh what they say against each other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from hence.checks.conditions import Within, with_named_sizes
from hence.checks.cost.decide import decide_growth
from hence.checks.cost.shape import is_growth
from hence.checks.elaborate.chance_rules import AT_POINTS
from hence.checks.elaborate.opaque import CHANCE
from hence.checks.limit_points import has_limit
from hence.checks.limits.decide import decide_limit
from hence.checks.members import beyond_members
from hence.checks.missing import missing_independence
from hence.checks.model import (
    Call,
    Claim,
    Constraint,
    Definition,
    Density,
    Op,
    Ref,
    Setting,
    names_in,
    reachable_names,
    walk,
)
from hence.checks.normal.entries import is_recurrence
from hence.checks.numeric import Agreement, Refutation, Untestable, monte_carlo, test_claim
from hence.checks.numeric.needs import TOO_MUCH_WORK
from hence.checks.optimum.problem import speaks_of_optima
from hence.checks.optimum.refute import test_optimum
from hence.checks.optimum.settle import settled
from hence.checks.other_laws import meant_otherwise
from hence.checks.prove import prove, prove_quickly, proved_closed_forms
from hence.checks.rounding import decide_approximate, unless_rounded
from hence.checks.spoken import in_words
from hence.checks.wording import worded
from hence.language.heads import MOMENTS
from hence.language.instances import instance
from hence.language.opaque import is_opaque_name, readable
from hence.language.verdicts import Numeric, Proved, Refuted, Supported, Unknown, Verdict

CONFIRMING = 6  # instances at which a proved step is evaluated as well
SEARCHING = 24  # instances at which a counterexample is looked for
FEWEST_INSTANCES = 12  # agreement at fewer than this supports nothing
FEWEST_GENERAL = 3  # of them, at which no symbol is zero and some dimension is more than 1
KINDS = {
    "sum": "a sum",
    "prod": "a product",
    "integral": "an integral",
    "E": "an expectation",
    "lim": "a limit",
}  # of such terms
LONGEST = 60  # characters of a part that was not understood, in a message
OURS = re.compile(r"~\d|·|\bgiven\(")  # in the text of a part: it is a term of ours, which nobody wrote like that
NO_INSTANCE = "no values satisfy"
VAGUE = {
    "->": "which variable tends, and to what? Say it: as $t \\to \\infty$",
    "~~": "approximately equal is exact in a limit only: name it (as $t \\to \\infty$), or give a bound",
}
WORD = re.compile(r"\\(?:(?:Phi)\b|[a-z]+\{[A-Za-z]{2})|[A-Za-z]{2}")  # names of one function, unlike f and \\phi


def decide_claim(
    setting: Setting, claim: Claim, lemmas: dict[str, Definition], seed: int, known: Sequence[Constraint] = ()
) -> Verdict:
    """One claim; decimals in it may be rounded."""

    def anew(other: Claim) -> Verdict:
        return _decide(setting, other, lemmas, seed, known)

    if claim.relation == "~~" and (rounded := decide_approximate(claim, anew)) is not None:
        return rounded
    return unless_rounded(claim, anew(claim), anew)


def _decide(
    setting: Setting, claim: Claim, lemmas: dict[str, Definition], seed: int, known: Sequence[Constraint]
) -> Verdict:
    """Refute early, then prove, then look harder; a contradiction is an internal error and is said so."""
    try:
        if is_growth(claim):
            return decide_growth(setting, claim, seed)
        if claim.relation in VAGUE:
            return Unknown(VAGUE[claim.relation])
        beyond = beyond_members(setting, claim)
        if has_limit(claim) and not beyond:
            return decide_limit(
                setting,
                claim,
                lambda: _prove(setting, claim, lemmas, known),
                lambda: proved_closed_forms(setting, claim, lemmas),
                seed,
            )
        tested = _test(setting, claim, seed, CONFIRMING)
        if isinstance(tested, Refutation):
            return _weigh(setting, claim, tested, Unknown(beyond) if beyond else prove_quickly(setting, claim))
        if beyond:
            return Unknown(beyond)
        found = _prove(setting, claim, lemmas, known)
        too_much = isinstance(tested, Untestable) and tested.why == TOO_MUCH_WORK
        if (not isinstance(found, Proved) and not too_much) or (isinstance(tested, Untestable) and tested.undefined):
            tested = _test(setting, claim, seed, SEARCHING)
        if not isinstance(found, Proved):
            tested = settled(setting, claim, seed, prove) or tested
    except RecursionError:
        return Unknown("nested too deeply to be decided")
    return _weigh(setting, claim, tested, found)


def _test(setting: Setting, claim: Claim, seed: int, instances: int) -> Refutation | Agreement | Untestable:
    if opaque := without_values(setting, claim):
        return Untestable(opaque)
    if _assumes_densities(setting, claim):
        return Untestable("the page assumes something of densities at points, which are no functions to be drawn")
    test = test_optimum if speaks_of_optima(setting, claim) else test_claim
    try:
        return test(setting, claim, seed, instances)
    except RecursionError:  # a mean that is given through itself, two letters that define each other
        return Untestable("something is given through itself")


def without_values(setting: Setting, claim: Claim) -> str:
    """Which part of a claim was not understood, so that no instance gives it a value; empty where all have one."""
    names = reachable_names(setting, claim) - {CHANCE.name}
    opaque = sorted(filter(is_opaque_name, names), key=lambda name: (len(name), name))
    shown = _as_called(claim, opaque[0]).strip().replace("; ", ", ") if opaque else ""
    ours = OURS.search(shown) is not None
    named = shown if 0 < len(shown) <= LONGEST and not ours else KINDS.get(shown.partition("[")[0], "a part")
    return f"{named} was not understood, and has no values" if opaque else ""


def _as_called(claim: Claim, name: str) -> str:
    """An opaque part as it stands in a claim, with what is at its places there."""
    for node in (n for side in (claim.lhs, claim.rhs) for n in walk(side)):
        match node:
            case Call(function, args) if function == name:
                return readable(f"{name}({', '.join(map(worded, args))})")
            case Ref(own, indices) if own == name and indices:
                return readable(f"{name}_{{{', '.join(map(worded, indices))}}}")
    return readable(name)


def _assumes_densities(setting: Setting, claim: Claim) -> bool:
    """Whether a hypothesis about a claim speaks of densities at points: p(x_i) and p(x_i, x_j) go together."""
    names = reachable_names(setting, claim)
    sides = (names_in(c.lhs) | names_in(c.rhs) for c in setting.constraints)
    return any(inside & names and any(map(AT_POINTS.search, inside)) for inside in sides)


def _named_sizes(setting: Setting, found: Proved) -> Proved:
    """The conditions of a proof without names that only we know."""
    return replace(found, needs=tuple(with_named_sizes(c, setting.symbols) for c in found.needs))


def _prove(
    setting: Setting, claim: Claim, lemmas: dict[str, Definition], known: Sequence[Constraint]
) -> Proved | Unknown:
    found = prove(setting, claim, lemmas)
    for lines in (known, known[-1:])[: len(known)]:  # many lines together may rewrite each other
        if not isinstance(found, Proved):
            again = prove(replace(setting, constraints=(*setting.constraints, *lines)), claim)
            found = again if isinstance(again, Proved) else found
    return found


def _weigh(
    setting: Setting, claim: Claim, tested: Refutation | Agreement | Untestable, found: Proved | Unknown
) -> Verdict:
    if isinstance(tested, Refutation) and (named := unexplained(setting, claim)):
        tested = Untestable(f"the page does not say what {named} is")
    if isinstance(tested, Refutation) and (other := meant_otherwise(setting, claim, tested.seed)):
        tested = Untestable(f"false if {other}, which the page does not say")
    if isinstance(tested, Refutation) and (family := _half_known(setting, claim)):
        tested = Untestable(f"some densities of {family} are given by formulas, and others follow from them")
    if isinstance(found, Proved):
        if isinstance(tested, Untestable) and tested.undefined and _has_unknown_functions(setting, claim):
            tested = Untestable(tested.why)  # another function may have values at which all is defined
        return _weigh_proof(_named_sizes(setting, found), tested)
    if isinstance(tested, Refutation):
        return refuted(tested)
    lacking = missing_independence(setting, claim)
    found = replace(found, why=f"{found.why}; needs: {lacking}") if lacking else found
    match tested:
        case Agreement(numeric) if _is_broad(tested) and _may_support(setting, claim):
            return Supported(_with_estimate(setting, claim, numeric), found.why)
        case Agreement(numeric):
            return Unknown(f"{found.why}; no counterexample at {numeric.instances} instances")
        case Untestable(why):
            return Unknown(f"{found.why}; not tested: {why}")


def _has_unknown_functions(setting: Setting, claim: Claim) -> bool:
    names = reachable_names(setting, claim)
    return any(n in setting.functions and n not in setting.definitions for n in names)


def _half_known(setting: Setting, claim: Claim) -> str:
    """A family of densities that occurs abstractly although some of it has formulas."""
    inside = (n for side in (claim.lhs, claim.rhs) for n in walk(side))
    return next((n.family for n in inside if isinstance(n, Density) and n.family in setting.partly), "")


def unexplained(setting: Setting, claim: Claim) -> str:
    """A function called by a word, like rank, that nobody explained: the author means a certain one, not any.

    Likewise labels y_i of which nobody says in which set they lie: `\\sum_k [y_i = k]` depends on it.
    """
    names = sorted(reachable_names(setting, claim))
    for name in names:
        function = setting.functions.get(name)
        if function is not None and not function.declared and name not in setting.definitions and WORD.match(name):
            return name
    bodies = [d.body for name in names for d in setting.definitions.get(name, ())]
    for node in (n for side in (claim.lhs, claim.rhs, *bodies) for n in walk(side)):
        if isinstance(node, Op) and node.head == "delta":
            for label in (a for a in node.args if isinstance(a, Ref) and a.indices):
                if _is_open(setting, label.name):
                    return label.name
    return ""


def _is_open(setting: Setting, name: str) -> bool:
    """Whether nothing at all is said of a symbol."""
    symbol = setting.symbols.get(name)
    said = name in setting.definitions or name in setting.laws or symbol is None or symbol.how != "inferred"
    said = said or (symbol is not None and bool(symbol.words))
    hypotheses = (c for c in setting.constraints if c.line)
    return not said and not any(name in names_in(side) for c in hypotheses for side in (c.lhs, c.rhs))


def _with_estimate(setting: Setting, claim: Claim, numeric: Numeric) -> Numeric:
    """The evidence for an equation between expectations, with an estimate and its interval where one can be had."""
    sides = (claim.lhs, claim.rhs)
    if not any(isinstance(n, Op) and n.head in MOMENTS for side in sides for n in walk(side)):
        return numeric
    found = monte_carlo(setting, claim, numeric.seed)
    if isinstance(found, Untestable) or not found.samples:
        return numeric
    return replace(found, instances=numeric.instances, max_error=numeric.max_error, dimensions=numeric.dimensions)


def _weigh_proof(found: Proved, tested: Refutation | Agreement | Untestable) -> Verdict:
    match tested:
        case Refutation() if found.needs and all(isinstance(need, Within) for need in found.needs):
            return found  # the instance has an index that is no index of anything
        case Refutation() if found.needs:
            return refuted(tested, f"holds if {', '.join(in_words(found.needs))}")
        case Refutation():
            return Unknown(
                f"internal error: proved by {', '.join(found.method)} but false at {instance(tested.counterexample)}; "
                "please report this",
                internal=True,
            )
        case Agreement(numeric):
            return replace(found, numeric=numeric)
        case Untestable(why) if why.startswith(NO_INSTANCE):
            return Unknown(f"the hypotheses seem to contradict each other: {why}")
        case Untestable(why, undefined=True):
            return Unknown(f"a side seems to be nowhere defined: {why}")
        case Untestable():
            return found


def _is_broad(tested: Agreement) -> bool:
    """Enough instances, and enough of them at which nothing vanishes."""
    return tested.numeric.instances >= FEWEST_INSTANCES and tested.general >= FEWEST_GENERAL


def _may_support(setting: Setting, claim: Claim) -> bool:
    """Agreement is evidence for an equation between fixed quantities.

    An inequality may fail at a place that nobody tried, and so may a statement about a distribution of
    which little is said, or about all members of a sequence.
    """
    names = reachable_names(setting, claim)
    sequences = any(is_recurrence(n, setting.definitions.get(n, ())) for n in names)
    chance = any(n in setting.laws and setting.laws[n].kind == "abstract" for n in names)
    families = any(n in setting.laws and setting.symbols[n].family and not setting.laws[n].independent for n in names)
    optimum = speaks_of_optima(setting, claim)
    return claim.relation == "=" and not optimum and not (sequences or chance or families)


def refuted(found: Refutation, hint: str = "") -> Refuted:
    hint = "; ".join(filter(None, (found.missing, hint)))
    return Refuted(found.counterexample, found.left, found.right, found.certified_by, found.seed, hint, found.numeric)
