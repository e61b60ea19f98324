r"""Which word of its sentence gives a formula: let, where, suppose, if, with ...

A formula is given only where a word gives it; whatever else a sentence says of it is a claim, or only a mention. So
the words that give are a closed list, and everything in front of a formula that is not on it, "Note that", "Clearly",
"By linearity", gives nothing. A word gives what stands in its own clause: it reaches over lists of formulas, but not
over a "that" of another verb, nor over a comma or an "and" behind which new words begin.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from hence.latex_in.prose.clauses import MARK
from hence.latex_in.tables import CLAIM_CUES, words

MENTION = "mention"  # a formula that is spoken of, and neither given nor claimed
DESCRIBES = "describes"  # one that only describes a noun: "the points with $a = b$"

INTRODUCING = words("let define denote denotes write call set where consider take choose fix say put writing")
LETTING = words("let define set consider take fix choose")  # the letters of what they define may be anything
IMPOSING = words("setting putting")
SUPPOSING = words("assume assuming suppose supposing assumed imagine granted")
CONDITIONAL = words("if when whenever provided under unless iff once")
REASONS = words("since because using by from via")
RELATIVE = words("with given for at satisfying satisfy satisfies such over on case letting fixing subject")
GIVING = INTRODUCING | IMPOSING | SUPPOSING | CONDITIONAL | RELATIVE

# who may give by these verbs: the author, in the imperative or as "we"
_VERBS = words("assume suppose define denote write call set consider take choose fix put imagine minimise minimize"
               " maximise maximize")  # fmt: skip
_OPTIMISED = words("minimise minimize maximise maximize minimising minimizing maximising maximizing")
_AUTHORS = words("we us i let's let you one and then now so to thus therefore hence but , ( : if when please ll can may"
                 " shall will must here first next again also further furthermore moreover additionally instead simply"
                 " only just similarly finally wlog generality simplicity if likewise shall should still")  # fmt: skip
_ADVERBS = words("further also moreover now additionally again first instead simply henceforth throughout here then"
                 " conversely furthermore for simplicity in addition a moment contradiction temporarily only to the"
                 " contrary")  # fmt: skip
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
_NOUNS = words(
    "mean means variance variances covariance deviation bias weight weights rate size dimension parameter parameters"
    " constant probability density norm radius entries rows columns labels noise step loss"
)
_COORDINATING = words("and but or") | {",", "("}
_DEFINED_BY = words("given defined denoted denote denotes described specified define")
_DEFINED_AS = words("defined denoted define denote denotes")
_TOKEN = re.compile(rf"{MARK}|[A-Za-z][A-Za-z']*(?:\.[A-Za-z]\.?)*|[,;:(]")


_ENUMERATED = re.compile(r"\(\w{1,3}\)|^\s*\w{1,2}\)")  # "(a)"


@dataclass(frozen=True)
class _Token:
    text: str
    is_mark: bool


def _tokens(text: str) -> list[_Token]:
    found = _TOKEN.findall(_ENUMERATED.sub(" ", text))
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
    if word in _COORDINATING:
        return None
    if word == "that":
        return _that(tokens, place)
    if word in ("solve", "solving", "solves"):
        return MENTION
    if word == "subject":
        return "subject"
    if word == "which" and before == "for":
        return _relative(tokens, place - 1)
    if word in ("have", "has", "holds") and before != "we":
        return None if _supposed_before(tokens[:place]) else word
    if word == "find" and place == 0:
        return "with"  # the text of a question
    if word in CLAIM_CUES or word == "i.e":
        return None if word in ("i.e", "namely", "means") and _supposed_before(tokens[:place]) else word
    if word in _OPTIMISED:
        return "consider"
    if word in GIVING or word in REASONS or word == "as":
        return _given_by(tokens, place)
    if before in _COORDINATING and word not in _DETERMINERS | _COPULAS | _NOUNS and not _is_listed(tokens, place):
        return ""  # a clause of its own
    return None


def _is_listed(tokens: list[_Token], place: int) -> bool:
    """ "Let $a$ be even and $b$ odd with ...": words that go on from a formula in a list."""
    return place + 1 < len(tokens) and tokens[place].text in words("where which wherein respectively")


def _that(tokens: list[_Token], place: int) -> str | None:
    """The verb in front of "that"; a relative "that" is passed over, and so is "that one"."""
    if place + 1 < len(tokens) and tokens[place + 1].text in ("one", "of"):
        return None
    for k in range(place - 1, -1, -1):
        word = tokens[k].text
        if word == "such":
            return _relative(tokens, k)
        if word in _THAT_GIVES:
            if word in _VERBS and not _by_author(tokens, k):
                return MENTION
            return "case" if tokens[k + 1].text == "first" else _THAT_GIVES[word]
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
    if word in _BY_TABLE:
        return _BY_TABLE[word](tokens, place)
    if between and between[0].text == ",":
        return None  # "To begin with, ...", "Put differently, ..."
    if word in CONDITIONAL:
        return _condition(tokens, place)
    if word in _VERBS and not _by_author(tokens, place):
        return MENTION
    if word in ("write", "call") and before in words("can may could might"):
        return ""
    if word in ("set", "put", "take") and between and not (between[0].is_mark or between[0].text in _DETERMINERS):
        return None  # the noun, or "put differently"
    if word == "suppose" and between and between[0].text == "first":
        return "case"
    return _LEMMAS.get(word, word)


_LEMMAS = {"imagine": "suppose", "assumed": "assume", "granted": "if", "put": "set", "fixing": "fix", "letting": "let"}


def _by(tokens: list[_Token], place: int) -> str | None:
    if (_COPULAS - {"of", "the", "a", "an", "to"} | {"and"}) & {x.text for x in tokens[place + 1 :]}:
        return None  # "let A be ... row by row and B = ...", "the heads side by side are"
    return "define" if place and tokens[place - 1].text in _DEFINED_BY else "by"


def _as(tokens: list[_Token], place: int) -> str | None:
    before = tokens[place - 1].text if place else ""
    if [x.text for x in tokens[place : place + 3]] == ["as", "long", "as"]:
        return "if"
    if before == "long" or (
        place + 1 < len(tokens) and tokens[place + 1].text in words("for in with usual above before")
    ):
        return None
    if before in _DEFINED_AS:
        return "define"
    return "since" if not place or before == "," else None


def _from(tokens: list[_Token], place: int) -> str | None:
    starts = place and tokens[place - 1].text in words("start started starting begin beginning initialised initialized")
    return "with" if starts else "from"


def _near(tokens: list[_Token], place: int) -> str | None:
    """ "for", "at": what stands right behind it."""
    between = tokens[place + 1 :]
    before = tokens[place - 1].text if place else ""
    if before in words("arrive arrives arrived look looking aim except") or (
        between and between[0].text in ("least", "most")
    ):
        return None
    commas = [k for k, x in enumerate(between) if x.text == "," and not between[k - 1].is_mark]
    word = {"on": "for"}.get(tokens[place].text, tokens[place].text)
    return word if sum(not x.is_mark for x in between) <= 3 and not commas else None


def _say(tokens: list[_Token], place: int) -> str | None:
    return "let" if place and tokens[place - 1].text in (",", "(") else None


def _relative(tokens: list[_Token], place: int) -> str | None:
    """ "with", "where", "such that": they give what is said of a formula, or of what a verb before them introduces.

    Said of a noun they only describe: "the points with $a = b$", "the set where $a > 0$".
    """
    word = {"satisfying": "with", "such": "with", "for": "with"}.get(tokens[place].text, tokens[place].text)
    between = tokens[place + 1 :]
    if between and (between[0].text == "," or ":" in [x.text for x in between]):
        return None
    if place == 0 or tokens[place - 1].text in words(", ( : and here start started starting initialised initialized"):
        return word
    outer = _governor(tokens[:place])
    if outer in INTRODUCING | SUPPOSING | CONDITIONAL | words("given for with"):
        return word if not _selects(tokens, place) else DESCRIBES
    if [x.text for x in between[-2:]] == [",", "and"]:
        return ""  # a clause of its own
    near = any(x.is_mark for x in tokens[max(place - 3, 0) : place])
    return word if near and not _selects(tokens, place) else DESCRIBES


_SELECTING = words(
    "all those every each indices index smallest largest first last entries units set number exists exist"
)


def _selects(tokens: list[_Token], place: int) -> bool:
    """ "the set of all $i$ with": some are chosen, and nothing is said of the others. "For all" does not choose."""
    before = [x.text for x in tokens[max(place - 4, 0) : place] if not x.is_mark]
    chosen = bool(_SELECTING & set(before)) and not set(before) & words("for let")
    return chosen and (tokens[place - 1].is_mark or before[-1:] == ["those"])


_ASKING = words("unclear out is know ask asks see study studies check checks wonder decide determine test tests whether"
                " know knows")  # fmt: skip
_NAMING_VERBS = words("called call say said named")


def _condition(tokens: list[_Token], place: int) -> str | None:
    word = tokens[place].text
    before = [x.text for x in tokens[:place]]
    between = [x.text for x in tokens[place + 1 :]]
    if word == "under":
        noun = any(x in _SUPPOSITION_NOUNS for x in between[:4]) or (tokens[place + 1 :] and tokens[place + 1].is_mark)
        return "if" if noun or not between else None
    if before[-1:] and before[-1] in _ASKING:
        return MENTION
    if set(before) & _NAMING_VERBS and not set(before) & {"if", "then"}:
        return MENTION  # "a matrix is called symmetric if ..."
    if between[:1] == ["only"] or (
        between[:1] == ["we"] and between[1:2] and between[1] in words("had knew could were")
    ):
        return MENTION
    if between[:1] == ["we"] and between[1:2] and between[1] in words("let define write denote"):
        return None
    return {"once": "when", "granted": "if"}.get(word, word)


def _case(tokens: list[_Token], place: int) -> str | None:
    """ "In the case $x = 0$", "Case 2: $x > 0$"; "the case $x = 0$ is trivial" is only spoken of."""
    before = [x.text for x in tokens[max(place - 3, 0) : place]]
    if before[-1:] and before[-1] in words("this that which either any latter former such"):
        return "then"
    if "the" in before or before[-1:] == ["special"]:
        return "case" if set(before) & words("in for consider to treat on handle") else MENTION
    return "case"


def _nothing(_: list[_Token], __: int) -> str | None:
    return None


_BY_TABLE: dict[str, Callable[[list[_Token], int], str | None]] = {
    "by": _by,
    "as": _as,
    "from": _from,
    "for": _near,
    "at": _near,
    "say": _say,
    "with": _relative,
    "where": _relative,
    "satisfying": _relative,
    "such": _relative,
    "case": _case,
    "satisfy": _nothing,
    "satisfies": _nothing,
    "on": _near,
    "over": _nothing,
}


def _by_author(tokens: list[_Token], place: int) -> bool:
    if place == 0:
        return True
    before = tokens[place - 1]
    return before.is_mark or before.text in _AUTHORS or before.text.endswith("ly")


# Hearsay ------------------------------------------------------------------------------------------------

_UNCERTAIN = re.compile(
    r"\b(?:often|usually|typically|sometimes|normally|frequently|rarely|seldom|might|perhaps|maybe|possibly|hopefully|ideally"
    r"|e\.g|for\s+(?:example|instance)|in\s+(?:most|many|some|rare|practice|applications)|most\s+\w+|many\s+\w+|some\s+(?:authors"
    r"|people|texts|books|papers|students|software)|(?:null|alternative)\s+hypothesis|conjectured?|guess(?:es|ed)?"
    r"|(?:a|the|one|another|my)\s+(?:student|colleague|reader|friend|author|classmate)\w*\s+\w+s|were\b(?=[^.]*\bwould\b)"
    r"|would|approximately|roughly|nearly|almost|hopes?|hoped|wish(?:es)?|wonder|unlike|contrary|suspect\w*"
    r"|(?:somebody|someone|nobody|people|friends?|he|she|they|students?|group)\b[^.;:]*\b(?:claim|sa(?:y|id)|th(?:ink|ought)|believe|wr[io]te)\w*"
    r"|claims\s+that|(?:common|popular|typical|usual|possible|natural)\s+(?:choice|example|case|assumption)|looks?\s+like|resembles?"
    r"|(?:at\s+least|at\s+most|exactly|only)\s+one\s+of|situation|pretends?|if\s+(?:we|one|you|i)\s+(?:had|knew|could|were))\b",
    re.IGNORECASE,
)
_IF_WORDS = re.compile(  # a condition in words alone
    rf"\s*,?\s*(?:if|when|whenever|provided|unless)\s+[^{MARK[1:-1]},.;]*(?:[,.;]|\band\b)", re.IGNORECASE
)
_ONE_OF = re.compile(r"\s*(?:one|another|the\s+other)(?:\s+\w+)?\s+is\b", re.IGNORECASE)  # of several
# said of a formula these make even a "let" a quotation
_UNREAL = re.compile(
    r"\b(?:(?:mistake|error|fallacy)\s+(?:is|was|would)|(?:common|typical|frequent|easy)\s+(?:mistake|error|slip|confusion)"
    r"|(?:slip|pitfall|misconception|blunder|fallacy)|tempt(?:ed|ing)|naively|wrongly|incorrectly|misleading|misprint)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[;:]|,\s+(?=then\b|we\b)|\b(?:then|so|hence|thus|therefore|but)\b", re.IGNORECASE)
_TRIVIAL = re.compile(
    r"\s*(?:,\s*)?(?:(?:which|that)\s+)?(?:works\b|(?:is|are|was|would\s+be|corresponds?|gives|yields|means|may|might|can|could)\s+"
    r"(?:the\s+|an?\s+)?(?:(?:also|only|then|not|very|good|bad)\s+)*(?:trivial|easy|special|degenerate|excluded|treated|left"
    r"|interesting|possible|similar|simpler?|known|well\s+known|uninteresting|clear|boring|solution|counterexample|approximation"
    r"|plausible|misleading|called|due|classical)\b)",
    re.IGNORECASE,
)
_QUOTES = (("``", "''"), ("\u201c", "\u201d"))


def is_hearsay(before: str, after: str) -> bool:
    """Whether a formula is said by others, of some cases, or with a doubt: neither given nor claimed."""
    clause = _CLAUSE.split(before)[-1]
    if _IF_WORDS.match(after):
        return True
    doubted = _UNCERTAIN.search(clause) is not None or _ONE_OF.match(before) is not None
    return doubted or _TRIVIAL.match(after) is not None or is_quoted(before)


def is_doubtful(sentence: str) -> bool:
    """The same of what words say of a symbol, wherever in the sentence the doubt stands."""
    return _UNCERTAIN.search(sentence) is not None


def is_quoted(before: str) -> bool:
    """Whether a formula stands within quotation marks, or behind words that make it a mistake of others."""
    within = any(before.rfind(opening) > before.rfind(closing) for opening, closing in _QUOTES)
    return within or _UNREAL.search(before) is not None
