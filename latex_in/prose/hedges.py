"""Denial, doubt and aims: what a sentence mentions without saying that it holds. The one place that decides it.

"It is not true that ...", "we would like ...", "whether ...", "unless ...", "with equality iff ...", "... or ...": what
stands there is neither given nor claimed. A cue reaches to the end of its own clause.
"""

from __future__ import annotations

from hence.latex_in.prose.clause import Hedge
from hence.latex_in.prose.grammar import Rule, rule

FARTHEST = 40  # how far in front of a formula words may speak of it
_GOAL = rule(
    "wanting w? (to show | that) | wishing [that for]? (?= F)"
    " | aim ((?! verb-copula) w){0,4} [is was will-be] colon? (that | to [show to-prove] | (?= F))"
)
_DENIED = rule(
    "not (w{0,2} held | [have want need] | [every all each] w{0,3}? satisfies) | has it that | wrong (that | to w)"
    " | [neither whether] | no reason [for to that why]"
    " | nothing forces | contradicts | [people some many] [often possibly would]? believes"
    " | without (assuming | the assumption) | possibly well? (happen that | have | be that) (?= F)"
)
_OPEN = rule(
    "unless | iff | except ([for at in] w{1,4} [where when] | [for if when where at]?) | exactly [if when]"
    " | only [if when for at] | fails (to"
    " hold)? HOW | not w{0,2} valid HOW | wrong HOW"
    " | excludes [the trivial case possibility point that where]* (?= F)"
    " | sufficient w? condition w{0,3} is | if it were | equality (w{0,3} [if when whenever at iff] | case (?= F))",
    HOW="[if when for at whenever]",
)
_EQUALITY_BESIDE = rule("[with where] the? equality w{0,5} $")  # a remark on a bound, which holds all the same
_COMPARED = rule(
    "unlike WITHIN (comma? ([where when with] | in which | for which) WITHIN)? $",
    WITHIN="[^statement comma semicolon]*",
)
_EDGE = rule("semicolon | colon | comma (?! [and or]? F | [and or]? $) | edge")
_NAMED_BEFORE = rule("[of named-before] $")
_IS_SUBJECT = rule(
    "^ ([is are] (?! truth) | has | have | possibly | does | subject-verb)"
)  # "whether $f(x) = x^2$ is convex"
_UNDONE = rule(
    "^ (comma which [^comma stop semicolon F]{1,10} (?= comma))? comma? which?"
    " (would then? undoes | fails (?! to (?! hold)) | [is are] (excluded | not w? truth)"
    " | [does possibly need] not w? (hold | follow | be truth))"
)
_NAMES_PART_BEFORE, _NAMES_PART_BEHIND = (
    rule("[determiner only] $"),
    rule("^ (dash? th)? part-noun"),
)  # "the $t=1$ term"
_ASKED = rule("^ [but so and]? ([when why]? is | are | possibly | does | must) [^comma semicolon]* $")
_OR_BEFORE = rule("other:F comma? OR $", OR="or (?! equivalently | in) [that if when else at for even]*")
_OR_BEHIND = rule("^ (comma F)* comma? OR other:F", OR="or (?! equivalently | in) [that if when else at for even]*")


def hedge(signs: str, position: int) -> Hedge | None:
    """How the formula at a position of a sentence is mentioned; None where it is said to hold."""
    before = signs[max(position - FARTHEST, 0) : position + 1]
    after = signs[position + 1 :]
    if _COMPARED.search(before[:-1]) or _EQUALITY_BESIDE.search(before[:-1]) or _UNDONE.match(after):
        return Hedge.DENIED
    names_part = _NAMES_PART_BEFORE.search(before[:-1]) and _NAMES_PART_BEHIND.match(after)
    if names_part or _reaches(_OPEN, before):
        return Hedge.OPEN
    if _NAMED_BEFORE.search(before[:-1]) or _IS_SUBJECT.match(after):
        return None
    if _reaches(_DENIED, before) or (after == "?" and _ASKED.match(before[:-1])):
        return Hedge.DENIED
    return Hedge.GOAL if _reaches(_GOAL, before) else None


def alternative(signs: str, position: int) -> str:
    """The formula that stands beside this one with "or" between them; empty where none does."""
    found = _OR_BEFORE.search(signs[:position]) or _OR_BEHIND.match(signs[position + 1 :])
    return found["other"] if found is not None else ""


def _reaches(cue: Rule, before: str) -> bool:
    """Whether a cue stands in the same clause as the formula that ends the text."""
    return any(not _EDGE.search(before[found.end() : -1]) for found in cue.finditer(before))


# Words -------------------------------------------------------------------------------------------

_CLAUSE_EDGE = rule(
    "semicolon | colon | but | let | comma (?= [conclusion and where with while let we the suppose assume if])"
)
_DENIED_HERE = rule("[not neither non] w{0,3} $")
_NOT_ASSUMED = rule("not w{0,2} held | [without whether unless neither would] | if x* were")


def denied(signs: str, position: int) -> bool:
    """Whether the word at a position is said not to hold, or only imagined: "not", "need not be", "if ... were"."""
    before = _CLAUSE_EDGE.split(signs[max(position - FARTHEST, 0) : position])[-1]
    return _DENIED_HERE.search(before) is not None or _NOT_ASSUMED.search(before) is not None
