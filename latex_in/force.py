r"""Which word of its sentence gives a formula: let, where, suppose, if, with ...

A formula is given only where a word gives it; whatever else a sentence says of it is a claim, or only a mention. So the
words that give are a closed list, and everything in front of a formula that is not on it, "Note that", "Clearly",
"By linearity", gives nothing. A word gives what stands in its own clause: it reaches over lists of formulas, but not over
a "that" of another verb, nor over a comma or an "and" behind which new words begin.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from latex_in.clauses import MARK
from latex_in.tables import CLAIM_CUES, words

MENTION = "mention"  # a formula that is spoken of, and neither given nor claimed

INTRODUCING = words("let define denote denotes write call set where consider take choose fix say put writing")
IMPOSING = words("setting putting")
SUPPOSING = words("assume assuming suppose supposing assumed imagine granted")
CONDITIONAL = words("if when whenever provided under unless iff once")
REASONS = words("since because using by from via")
RELATIVE = words("with given for at satisfying satisfy satisfies such over on case letting fixing")
GIVING = INTRODUCING | IMPOSING | SUPPOSING | CONDITIONAL | RELATIVE

# who may give by these verbs: the author, in the imperative or as "we"
_VERBS = words("assume suppose define denote write call set consider take choose fix put imagine minimise minimize"
               " maximise maximize")  # fmt: skip
_OPTIMISED = words("minimise minimize maximise maximize minimising minimizing maximising maximizing")
_AUTHORS = words("we us i let's let you one and then now so to thus therefore hence but , ( : if when please ll can may"
                 " shall will must here first next again also further furthermore moreover additionally instead simply"
                 " only just similarly finally wlog generality simplicity if")  # fmt: skip
_ADVERBS = words("further also moreover now additionally again first instead simply henceforth throughout here then"
                 " conversely furthermore for simplicity in addition a moment contradiction temporarily only")  # fmt: skip
_THAT_GIVES = {
    "such": "with",
    "so": "",
    "suppose": "suppose",
    "assume": "assume",
    "assuming": "assuming",
    "supposing": "supposing",
    "imagine": "suppose",
    "provided": "provided",
    "given": "given",
    "assumption": "under",
    "assumptions": "under",
    "hypothesis": "under",
    "condition": "under",
    "constraint": "under",
    "granted": "if",
    "case": "case",
}
_SUPPOSITION_NOUNS = words("assumption assumptions hypothesis condition constraint conditions constraints")
_COPULAS = words("is are be being have has holds hold equals equal to of the a an satisfies satisfy was were")
_DETERMINERS = words("the a an its our their this these each all both any every some two no")
_COORDINATING = words("and but or") | {",", "("}
_DEFINED_BY = words("given defined denoted denote denotes described specified define")
_DEFINED_AS = words("defined denoted define denote denotes")
_TOKEN = re.compile(rf"{MARK}|[A-Za-z][A-Za-z']*(?:\.[A-Za-z]\.?)*|[,;:(]")


@dataclass(frozen=True)
class _Token:
    text: str
    is_mark: bool


def _tokens(text: str) -> list[_Token]:
    found = _TOKEN.findall(text)
    return [_Token(x.lower().rstrip("."), re.fullmatch(MARK, x) is not None) for x in found]


@lru_cache(maxsize=1024)
def governor(before: str) -> str:
    """The word that gives the formula behind this beginning of a sentence; a word of conclusion; or nothing.

    `MENTION` where words speak of the formula without giving or asserting it.
    """
    return _governor(_tokens(before))


def _governor(tokens: list[_Token]) -> str:
    for place in range(len(tokens) - 1, -1, -1):
        token = tokens[place]
        if token.is_mark or token.text in (",", "(", ":"):
            continue
        if token.text == ";":
            return ""
        found = _told(tokens, place)
        if found is not None:
            return found
    return ""


def _told(tokens: list[_Token], place: int) -> str | None:
    """What a word says of a formula behind it; None where the words before it must be asked."""
    word = tokens[place].text
    before = tokens[place - 1].text if place else ""
    if word == "that":
        return _that(tokens, place)
    if word in ("have", "has", "holds") and before != "we":
        return None if _supposed_before(tokens[:place]) else word
    if word in CLAIM_CUES or word == "i.e":
        return None if word in ("i.e", "namely", "means") and _supposed_before(tokens[:place]) else word
    if word in _OPTIMISED:
        return "consider"
    if word in GIVING or word in REASONS or word == "as":
        return _given_by(tokens, place)
    if before in _COORDINATING and word not in _DETERMINERS | _COPULAS and not _is_listed(tokens, place):
        return ""  # a clause of its own
    return None


def _is_listed(tokens: list[_Token], place: int) -> bool:
    """ "Let $a$ be even and $b$ odd with ...": words that go on from a formula in a list."""
    return place + 1 < len(tokens) and tokens[place].text in words("where which wherein respectively")


def _that(tokens: list[_Token], place: int) -> str | None:
    """The verb in front of "that"; a relative "that" is passed over."""
    for k in range(place - 1, -1, -1):
        word = tokens[k].text
        if word in _THAT_GIVES:
            if word in _VERBS and not _by_author(tokens, k):
                return MENTION
            return _THAT_GIVES[word]
        if tokens[k].is_mark:
            return None
        if word not in _ADVERBS and word != ",":
            return "that"
    return "that"


def _supposed_before(tokens: list[_Token]) -> bool:
    """ "Suppose that all of them have the same mean ...": within such a clause a verb asserts nothing."""
    for token in reversed(tokens):
        if token.text in ("then", "so", "hence", "thus", "we", ";"):
            return False
        if token.text in SUPPOSING | CONDITIONAL | {"let", "where"}:
            return True
    return False


def _given_by(tokens: list[_Token], place: int) -> str | None:
    word = tokens[place].text
    before = tokens[place - 1].text if place else ""
    between = tokens[place + 1 :]
    if word in ("by", "as"):
        if before in (_DEFINED_BY if word == "by" else _DEFINED_AS):
            return "define"
        if word == "as":
            return "since" if not place or before == "," else None
        return "by"
    if word == "from" and before in words("start started starting starts begin beginning initialised initialized"):
        return "with"
    if word == "for":
        near = sum(not x.is_mark for x in between) <= 3 and "," not in [x.text for x in between[:-1] if not x.is_mark]
        return "for" if near else None
    if word == "set" and before in ("the", "a", "training", "test", "data", "this"):
        return None  # the noun
    if word == "case":
        return _case(tokens, place)
    if word == "under":
        noun = any(x.text in _SUPPOSITION_NOUNS or x.is_mark for x in between[:4]) or not between
        return "if" if noun else None
    if word == "say" and before not in (",", "("):
        return None
    if word in _VERBS and not _by_author(tokens, place):
        return MENTION
    if word == "if" and [x.text for x in between[:2]] in (["we", v] for v in ("let", "define", "write", "denote")):
        return None
    if word in ("satisfying", "satisfy", "satisfies", "on", "over", "such"):
        return None if word != "satisfying" else "with"
    return {"imagine": "suppose", "assumed": "assume", "granted": "if", "say": "let", "put": "set",
            "unless": "unless", "once": "when", "fixing": "fix", "letting": "let"}.get(word, word)  # fmt: skip


def _case(tokens: list[_Token], place: int) -> str | None:
    """ "In the case $x = 0$", "Case 2: $x > 0$"; "the case $x = 0$ is trivial" is only spoken of."""
    before = [x.text for x in tokens[max(place - 3, 0) : place]]
    if before[-1:] and before[-1] in words("this that which either any latter former such"):
        return "then"
    if before[-1:] in (["the"], ["special"]):
        return "case" if set(before) & words("in for consider to treat on handle") else MENTION
    return "case"


def _by_author(tokens: list[_Token], place: int) -> bool:
    if place == 0:
        return True
    before = tokens[place - 1]
    return before.is_mark or before.text in _AUTHORS


# Hearsay ------------------------------------------------------------------------------------------------

_UNCERTAIN = re.compile(
    r"\b(?:often|usually|typically|sometimes|normally|frequently|might|perhaps|maybe|possibly|hopefully|ideally"
    r"|e\.g|for\s+(?:example|instance)|in\s+(?:most|many|some|practice)|most\s+\w+|many\s+\w+|some\s+(?:authors|people"
    r"|texts|books|papers|students|software)|(?:null|alternative)\s+hypothesis|conjecture[ds]?|guess(?:es|ed)?"
    r"|(?:a|the|one|another)\s+(?:student|colleague|reader|friend|author|classmate)\w*\s+\w+s|were\b(?=[^.]*\bwould\b)"
    r"|would|tempt(?:ed|ing)|(?:mistake|error|fallacy)\s+(?:is|was|would)|naive(?:ly)?|wrongly|incorrectly|fallac\w+|approximately|roughly|nearly"
    r"|almost|hope[sd]?|wish(?:es)?|wonder|asks?|asked|doubt\w*|unlike|contrary|suspect\w*|claims?\s+that|rumou?r)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[;:]|,\s+(?=then\b|we\b)|\b(?:then|so|hence|thus|therefore|but)\b", re.IGNORECASE)
_TRIVIAL = re.compile(
    r"\s*(?:,\s*)?(?:(?:which|that)\s+)?(?:is|are|was|would\s+be|corresponds?|gives|yields|means|works|may|might|can|could)\s+"
    r"(?:the\s+|an?\s+)?(?:(?:also|only|then|not|a|very)\s+)*(?:trivial|easy|special|degenerate|excluded|treated|left|interesting|possible"
    r"|not\s+\w+|similar|simple|simpler|known|well\s+known|uninteresting|clear|boring|solution|counterexample|an?\s+\w+\s+case)\b",
    re.IGNORECASE,
)


def is_hearsay(before: str, after: str) -> bool:
    """Whether a formula is said by others, of some cases, or with a doubt: neither given nor claimed."""
    clause = _CLAUSE.split(before)[-1]
    return _UNCERTAIN.search(clause) is not None or _TRIVIAL.match(after) is not None
