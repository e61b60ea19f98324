"""Formulas that a sentence mentions without saying that they hold.

"It is not true that ...", "we would like ...", "whether ...", "unless ...", "with equality iff ...", "... or ...": what
stands there is neither given nor claimed. A cue reaches to the end of its own clause.
"""

from __future__ import annotations

import re
from enum import Enum

from hence.latex_in.prose.clauses import FARTHEST, MARK


class Hedge(Enum):
    """How a formula is mentioned that is not asserted."""

    DENIED = "denied"  # a negation, a question, a comparison
    GOAL = "goal"  # to be shown: perhaps a claim, never given
    OPEN = "open"  # a condition of something else, or one of several: it may hold where the words go on from it


_SHOW = (
    r"to\s+(?:show|prove|see|verify|establish|check|demonstrate|conclude|deduce|have|get|obtain|ensure|guarantee|know)"
)
_GOAL = re.compile(
    rf"\b(?:wants?|wish|hope|(?:would|'d)\s+like|aims?|try|trying|seek|remains|suffices|enough)\s+(?:\w+\s+)?(?:{_SHOW}|that)\b"
    r"|\b(?:wants?|wish|hope\s+for|hope|(?:would|'d)\s+like)\s+(?:that\s+)?(?=" + MARK + r")"
    r"|\b(?:goal|aim|hope|claim|conjecture)\s+(?:now\s+|here\s+)?(?:is|was|will\s+be)\s*:?\s*"
    rf"(?:that\b|{_SHOW}\b|(?={MARK}))",
    re.IGNORECASE,
)
_NOT = r"(?:\b(?:not|never|cannot|no\s+longer|hardly)|n't)"
_DENIED = re.compile(
    rf"{_NOT}\s+(?:(?:\w+\s+){{0,2}}(?:true|case|correct|assum(?:e|ed|ing)|suppos(?:e|ed|ing)|require|required|know|known"
    r"|clear|claim|claimed|say|said|given|imply|mean|believe|expect|follow)|have|want|need)\b"
    r"|\b(?:false|untrue|wrong|incorrect|impossible)\s+(?:that|to\s+\w+)\b|\b(?:neither|nor|whether)\b"
    r"|\bno\s+(?:reason|need|guarantee)\s+(?:for|to|that|why)\b|\bnothing\s+(?:forces|says|implies|guarantees|ensures)\b"
    r"|\bcontradict(?:s|ing)?\b|\bviolat(?:es|ing)\b|\bcontrary\s+to\b"
    r"|\b(?:students|people|many|some)\s+(?:(?:often|may|might|would)\s+)?(?:claim|think|believe)\b"
    r"|\bwithout\s+(?:assuming|supposing|requiring|needing|having|the\s+(?:assumption|condition|requirement|constraint))\b"
    r"|\b(?:may|might|could)\s+(?:well\s+)?(?:happen\s+that|have|be\s+that)(?=\s+" + MARK + r")",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\b(?:unless|iff|if\s+and\s+only\s+if|exactly\s+(?:if|when)|only\s+(?:if|when|for|at)|barring|apart\s+from"
    r"|except(?:\s+(?:for|if|when|where|at))?|fails?\s+(?:to\s+hold\s+)?(?:if|when|for|at|whenever)"
    rf"|breaks?\s+down\s+(?:if|when|for|at)|{_NOT}\s+(?:\w+\s+){{0,2}}(?:hold|true|defined|valid|work)\s+(?:if|when|for|at)"
    r"|(?:undefined|false|wrong|violated|impossible|singular|meaningless)\s+(?:if|when|for|at))\b"
    r"|\b(?:exclud(?:e|es|ing)|ignor(?:e|ing)|disregard(?:ing)?|rul(?:e|es|ing)\s+out|leav(?:e|ing)\s+aside)"
    rf"\s+(?:(?:the|trivial|degenerate|case|possibility|point|that|where)\s+)*(?={MARK})"
    r"|\b(?:sufficient|necessary)\s+(?:\w+\s+)?condition\s+(?:\w+\s+){0,3}is\b|\bif\s+it\s+were\b"
    r"|\bequality\s+(?:(?:\w+\s+){0,3}(?:if|when|whenever|at|iff)\b|case\s+(?=" + MARK + "))",
    re.IGNORECASE,
)
# a remark on a bound, which holds all the same
_EQUALITY_BESIDE = re.compile(r"\b(?:with|where)\s+(?:the\s+)?equality(?:\s+\w+){0,5}\s*$", re.IGNORECASE)
_NEW_STATEMENT = r"we|let|take|use|choose|set|suppose|assume|consider"
_WITHIN = rf"(?:(?!\b(?:{_NEW_STATEMENT})\b)[^,;])*"
_COMPARED = re.compile(
    r"\b(?:unlike|in\s+contrast\s+(?:to|with)|as\s+opposed\s+to|instead\s+of|rather\s+than)\b"
    rf"{_WITHIN}(?:,?\s*\b(?:where|when|with|in\s+which|for\s+which)\b{_WITHIN})?$",
    re.IGNORECASE,
)
_EDGE = re.compile(
    rf"[;:]|,(?!\s*(?:(?:and|or)\s+)?(?:{MARK}|$))|\b(?:where|since|because|if|when|whenever|for|given|with|by|using|as"
    r"|but|so|then|hence|thus|therefore|however|let|suppose|assume|assuming|recall)\b",
    re.IGNORECASE,
)
_NAMED_BEFORE = re.compile(
    r"\b(?:of|functions?|matri(?:x|ces)|vectors?|loss|cost|map|objective|model|estimator|update|rule|variables?"
    r"|quantity|constant|kernel|series|sequence)\s*$",
    re.IGNORECASE,
)
# "whether $f(x) = x^2$ is convex": the formula is the subject, and says what f is
_IS_SUBJECT = re.compile(
    r"\s*(?:(?:is|are)\s+(?!(?:true|false|wrong|correct|possible|needed|assumed|required|given|satisfied)\b)|(?:has|have|can|does|satisf(?:y|ies)|converges?"
    r"|attains?|admits?|takes?|minimi[sz]es?|maximi[sz]es?|defines?|grows?|depends?|lies|belongs?|vanishes)\b)"
)
_UNDONE = re.compile(
    r"\s*,?\s*(?:which\s+)?(?:would\s+(?:then\s+)?(?:imply|mean|give|yield|require|contradict|lead|force|follow|hold|be"
    r"\s+(?:false|wrong|a\s+contradiction))|fails?\b(?!\s+to\s+(?!hold))|(?:is|are)\s+(?:false|wrong|impossible|necessary|sufficient|excluded|ruled\s+out"
    r"|not\s+(?:\w+\s+)?(?:true|correct|possible|satisfied|assumed|required|given|needed|necessary|the\s+case))"
    r"|(?:does|do|need|may|might|can|could)\s*(?:not|n't)\s+(?:\w+\s+)?(?:hold|follow|be\s+true))",
    re.IGNORECASE,
)
_ASKED = re.compile(r"\s*(?:but\s+|so\s+|and\s+)?(?:is|are|when\s+is|why\s+is|must|can|does)\b[^,;]*$", re.IGNORECASE)
_OR = r"or\s+(?!equivalently\b|rather\b|simply\b|in\b)(?:(?:that|if|when|else|at|for|even)\s+)*"
_OR_BEFORE = re.compile(rf"(?P<other>{MARK})\s*,?\s*{_OR}$")
_OR_BEHIND = re.compile(rf"(?:\s*,\s*{MARK})*\s*,?\s*{_OR}(?P<other>{MARK})")


def hedge(text: str, position: int) -> Hedge | None:
    """How the formula at a position of a flattened sentence is mentioned; None where it is said to hold."""
    before = text[max(position - FARTHEST, 0) : position + 1]
    after = text[position + 1 :]
    if _COMPARED.search(before[:-1]) or _EQUALITY_BESIDE.search(before[:-1]) or _UNDONE.match(after):
        return Hedge.DENIED
    if _reaches(_OPEN, before):
        return Hedge.OPEN
    if _NAMED_BEFORE.search(before[:-1]) or _IS_SUBJECT.match(after):
        return None
    if _reaches(_DENIED, before) or (after.strip() == "?" and _ASKED.match(before[:-1])):
        return Hedge.DENIED
    return Hedge.GOAL if _reaches(_GOAL, before) else None


def alternative(text: str, position: int) -> str:
    """The mark of the formula that stands beside this one with "or" between them; empty where none does."""
    found = _OR_BEFORE.search(text[:position]) or _OR_BEHIND.match(text[position + 1 :])
    return found["other"] if found is not None else ""


def _reaches(cue: re.Pattern[str], before: str) -> bool:
    """Whether a cue stands in the same clause as the formula that ends the text."""
    return any(not _EDGE.search(before[found.end() : -1]) for found in cue.finditer(before))
