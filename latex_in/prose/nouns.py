"""Nouns and adjectives: what words call a symbol. Text only, like `clauses`.

Each row of a table is a pattern and the word that it stands for in a `Property`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from hence.latex_in.prose.clauses import LIST, MARK, Description, denied, descriptions, marks_in


@dataclass(frozen=True)
class Called:
    """A word said of formulas. `sizes` are the marks of the dimensions that came with it."""

    marks: tuple[str, ...]
    word: str
    sizes: tuple[str, ...] = ()


# Adjectives may stand before a noun; behind one of these words something else is spoken of.
_AWAY = re.compile(
    r"\b(?:not|never|of|in|on|by|whose|that|which|where|from|as|to|than|neither|nor|for|function|functions|if|when|our"
    r"|into|between|like|about|such|per|only|product|sum|whether)\b|[;:.(]|" + MARK
)


def away(text: str) -> bool:
    """Whether the words between a subject and a noun lead away from the subject."""
    return _AWAY.search(re.sub(r"\bi\.i\.d\.?", "iid", text)) is not None


_THINGS = re.compile(r"\b(?:with|having|has|have)\b")
_AFTER_NOUN = (
    r"(?=\s*(?:[,.;:()]|$|" + MARK + r"|(?:in|of|with|and|or|whose|that|which|where|from|such|for|having|is|are|over|as"
    r"|to|then|so|we|on|be|if|when)\b))"
)

# What kind of thing ------------------------------------------------------------------------------

_KIND = re.compile(
    rf"(?:(?P<rows>{MARK})(?!\s*-?\s*th\b)\s*(?:-?\s*by\s*-?\s*(?P<columns>{MARK})\s*)?(?P<dimensional>-?\s*dimensional\b|-)?\s*)?"
    r"(?P<adjectives>(?:(?!row\b|column\b|real\s+num)[A-Za-z\-]+,?\s+(?:and\s+)?){0,5}?)"
    r"(?P<noun>row\s+vectors?|(?:column\s+)?vectors?|matri(?:x|ces)|scalars?|real\s+numbers?|reals)(?![\w\-])"
    + _AFTER_NOUN
    + rf"(?:\s*of\s+(?:size|shape|dimensions?|length|order)\s+(?P<size>{MARK})(?:\s*by\s*(?P<width>{MARK}))?)?",
    re.IGNORECASE,
)
_KINDS = (("matri", "matrix"), ("row", "row vector"), ("vector", "vector"), ("column", "vector"), ("scalar", "scalar"))
_REAL = re.compile(r"(?:all\s+|both\s+)?reals?\b(?![\s-]*\w)|(?:any\s+)?real\s+(?:and|with|for)\b", re.IGNORECASE)
_SIZE_ONLY = re.compile(rf"(?:an?\s+|of\s+size\s+|of\s+shape\s+)?(?P<size>{MARK})\s*(?=[,.;:)]|$|and\b)")
NUMBER = "real number"


@lru_cache(maxsize=256)
def kinds(sentence: str) -> tuple[Called, ...]:
    """Matrices, vectors, scalars and real numbers, with the sizes that are named beside the noun."""
    things = ("has", "have", "having", "with", "contain", "contains")
    spoken = [x for x in descriptions(sentence) if not (x.entries or x.of) and x.verb not in things]
    found = ((said, _kind_in(said)) for said in spoken)
    return tuple(kind for said, kind in found if kind is not None and not denied(sentence, said.start))


def _kind_in(said: Description) -> Called | None:
    phrase = said.phrase
    if not said.leading and not said.verb and not re.match(r"(?:an?|two|three|the)\s", phrase):
        return None
    found = _KIND.search(phrase)
    if found is None or (said.leading and found.end("noun") != len(phrase)):
        real = _REAL.match(phrase) if not said.leading else re.fullmatch(r"(?:\w+\s+)?reals?", phrase)
        if real is not None:
            return Called(said.marks, NUMBER)
        alone = _SIZE_ONLY.match(phrase) if said.verb in ("be", "is", "are", "has", "have") else None
        return Called(said.marks, "size", (alone["size"],)) if alone is not None else None
    before = phrase[: found.start()] + found["adjectives"]
    if away(before) or _THINGS.search(before):
        return None
    noun = found["noun"].lower()
    word = next((kind for start, kind in _KINDS if noun.startswith(start)), NUMBER)
    counts = word != "matrix" and not found["dimensional"]  # "n vectors": how many, not how long
    sizes = (None if counts else found["rows"], found["columns"], found["size"], found["width"])
    return Called(said.marks, word, tuple(m for m in sizes if m))


# Properties --------------------------------------------------------------------------------------

_ENTRIES = r"(?:entries|elements|components|coordinates)"
_DRAWN = r"(?:i\.?i\.?d\.?|(?:mutually\s+|jointly\s+)?independent)"
INDEPENDENT_ENTRIES = (
    rf"{_DRAWN}\s+(?:[A-Za-z\-]+,?\s+(?:and\s+)?){{0,3}}{_ENTRIES}"
    rf"|{_ENTRIES}\s+(?:(?:that|which|all)\s+)*are\s+(?:\w+\s+){{0,2}}{_DRAWN}"
)
LAWS = {
    name: rf"[{name[0].upper()}{name[0]}]{name[1:]}"
    for name in "bernoulli uniform poisson binomial laplace rademacher exponential gamma beta dirichlet categorical"
    " multinomial".split()
} | {"normal": "[Gg]aussian|[Nn]ormal"}
_OF_CHANCE = r"(?=\s+(?:random|distributed|distribution|variables?|samples?|noise|vectors?)\b|\s*(?:[,.;]|$))"
_PARAMETERS = (
    r"(?=\s+(?:(?:random|distributed|distribution|variables?)\b|with\s+(?:an?\s+|the\s+)?"
    r"(?:rate|intensity|parameter|success|probabilit|location|scale|shape|mean)))"
)
_NOUN_BEHIND = (
    r"(?:\s+(?:(?!with\b|whose\b|and\b|having\b|in\b|of\b)[a-z\-]+\s+)?"
    r"(?P<noun>vectors?|matri(?:x|ces)|basis|columns|rows|system|family|set))?"
)
_PROJECTION = (
    r"orthogonal\s+project(?:ion|or)s?(?:\s+(?:matri(?:x|ces)|operators?))?"
    r"|project(?:ion|or)s?(?:\s+(?:matri(?:x|ces)|operators?))?(?=\s+onto\b)"
    r"|(?<=\ba\s)project(?:ion\s+matrix|or)"  # learned maps are *the* query projection, or projection matrices
)
SYMMETRIC_LAW = (
    r"symmetric(?:ally)?\s+(?:(?:random|real)\s+variables?|(?:probability\s+)?distribut(?:ions?|ed)|law|noise)"
    r"|symmetric(?:ally\s+distributed)?\s+(?:about|around)\s+(?:zero|0|the\s+origin|its\s+mean)"
)
_OF_FUNCTIONS = (
    r"(?=\s+(?:activations?|functions?|non-?linearit(?:y|ies)|applied)\b|\s*(?:[,.;:]|$)|\s+(?:and|with|so|or)\b)"
)
FUNCTIONS = (
    (r"(?:logistic\s+)?[Ss]igmoid(?:al)?|logistic(?=\s+function)", "sigmoid"),
    (r"ReLU|[Rr]ectified\s+[Ll]inear(?:\s+[Uu]nit)?|[Rr]ectifier", "ReLU"),
    (r"[Ss]oft-?plus", "softplus"),
    (r"[Ss]wish|SiLU", "swish"),
    (r"[Ss]ign(?=\s+function)|signum", "sign"),
    (r"(?:standard\s+)?(?:normal|[Gg]aussian)\s+(?:CDF|cdf|cumulative[\w\s]*|distribution\s+function)|CDF|cdf", "cdf"),
)
_OF_NUMBERS = r"(?=\s*(?:$|[,.;:)]|and\b|(?:real|numbers?|scalars?|values?|constants?|integers?)\b))"
_OF_ANYTHING = _OF_NUMBERS[:-1] + r"|\s*(?:column\s+|row\s+)?(?:vectors?|matri(?:x|ces))\b)"
# matrices that these are said of are not general: nothing is refuted of them
_WITHOUT_MEANING = ("nilpotent", "toeplitz", "circulant", "hankel", "indefinite", "rank-one", "low-rank")
PROPERTIES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"(?<![\w\-])(?:{pattern})(?![\w\-])"), word)
    for pattern, word in (
        (INDEPENDENT_ENTRIES, "independent entries"),
        (r"orthonormal columns", "orthonormal columns"),
        (r"orthonormal rows", "orthonormal rows"),
        (rf"orthonormal(?!\s+(?:columns|rows)){_NOUN_BEHIND}", "orthonormal"),
        (_PROJECTION, "projection"),
        (rf"(?:orthogonal|unitary)(?!\s+project){_NOUN_BEHIND}", "orthogonal"),
        (r"permutation\s+matri(?:x|ces)", "permutation matrix"),
        (r"(?:random\s+)?permutations?(?!\s+(?:matri|invarian|equivarian))", "permutation"),
        (r"skew[- ]?symmetric|anti-?symmetric", "skew-symmetric"),
        (r"idempotent", "idempotent"),
        (r"involutory|involutions?", "involutory"),
        (r"doubly[- ]stochastic|bistochastic", "doubly stochastic"),
        (r"column[- ]stochastic", "column-stochastic"),
        (r"(?:row[- ]|right[- ])?stochastic(?=\s+matri|\s*(?:[,.;]|$|and\b))", "stochastic"),
        (r"probability\s+vectors?|stochastic\s+vectors?", "probability vector"),
        (r"(?:class|category|mixture|mixing)\s+(?:probabilities|proportions|weights)", "class probabilities"),
        (r"(?:upper[- ]|lower[- ]|strictly\s+)*triangular", "triangular"),
        (r"negative[- ](?:semi-?)?definite", "negative definite"),
        (r"all[- ]ones(?=\s+matri)", "all-ones"),
        *((word.replace("-", "[- ]"), word) for word in _WITHOUT_MEANING),
        (r"positive[- ]semi-?\s?definite|PSD|(?:covariance|gram|kernel)\s+matri(?:x|ces)", "positive semidefinite"),
        (r"positive[- ]definite|SPD", "positive definite"),
        (SYMMETRIC_LAW, "symmetric law"),
        (rf"(?<!skew )(?<!anti )(?!{SYMMETRIC_LAW})symmetric", "symmetric"),
        (r"diagonal(?!\s+(?:entr|element|of\b))", "diagonal"),
        (r"invertible|non-?singular|full[- ]rank", "invertible"),
        (r"one[- ]hot\s+rows", "one-hot rows"),
        (r"one[- ]hot(?!\s+(?:rows|columns))", "one-hot"),
        (r"random", "random"),
        (r"integers?|integer[- ]valued", "integer"),
        (r"unit(?=\s+(?:\w+\s+)?(?:eigen)?vectors?|\s+(?:norm|length)|\s*(?:[,.;]|$|and\b))", "unit"),
        (r"(?:of\s+)?unit\s+(?:norm|length)", "unit"),
        (r"(?:standard|canonical|natural)\s+(?:basis(?:\s+vectors?)?|unit\s+vectors?)", "standard basis"),
        (r"non-?negative", "nonnegative"),
        (rf"(?:strictly\s+)?negative{_OF_NUMBERS}", "negative"),
        (rf"non-?positive{_OF_NUMBERS}", "nonpositive"),
        (rf"non-?zero{_OF_ANYTHING}", "nonzero"),
        (rf"(?:even|odd){_OF_NUMBERS}", "even or odd"),
        (r"(?:strictly\s+)?positive(?![- ]*(?:semi|definite|class|example|sample|pair|integer))", "positive"),
        (r"binary(?=\s+vectors?)", "binary"),
        (r"identically\s+distributed|i\.?i\.?d\b\.?(?!\s+" + _ENTRIES + ")", "identically distributed"),
        (r"stationary(?!\s+point)", "stationary"),
        (r"uncorrelated", "uncorrelated"),
        *((rf"(?:{spelled})(?:ly)?{_OF_CHANCE}", name) for name, spelled in LAWS.items()),
        *((rf"(?:{spelled})(?:ly)?{_PARAMETERS}\s+with", name) for name, spelled in LAWS.items() if name != "normal"),
        (rf"[Gg]eometric(?:ally)?{_PARAMETERS}", "geometric"),
        *((rf"(?:{spelled}){_OF_FUNCTIONS}", word) for spelled, word in FUNCTIONS),
        (r"linearly\s+independent", "linearly independent"),
        (r"conditionally\s+independent", "conditionally independent"),
    )
)
_OF_THINGS = frozenset(
    ("independent entries", "orthonormal columns", "orthonormal rows", "one-hot rows", "symmetric law")
)
_OF_MATRICES = (
    frozenset(("symmetric", "diagonal", "invertible", "orthonormal columns", "orthonormal rows", "positive definite"))
    | {"one-hot rows"}
    | {"positive semidefinite", "skew-symmetric", "idempotent", "projection", "permutation matrix"}
)
_OF_VECTORS = frozenset(
    ("probability vector", "one-hot", "unit", "orthogonal vectors", "orthonormal vectors", "linearly independent")
)
# of what a thing with so many dimensions may be said: 0 a number, 1 a vector, 2 a matrix
DIMENSIONS = {**dict.fromkeys(_OF_MATRICES, (2,)), **dict.fromkeys(_OF_VECTORS, (1,)), "integer": (0,)}


_TO = re.compile(rf"(?:all\s+|both\s+)?orthogonal\s+to\s+(?:\w+\s+){{0,2}}(?P<list>{LIST})")


@lru_cache(maxsize=256)
def properties(sentence: str) -> tuple[Called, ...]:
    """Adjectives like symmetric or one-hot, said of formulas."""
    spoken = (said for said in descriptions(sentence) if not denied(sentence, said.start))
    return tuple(called for said in spoken for called in _properties_in(said))


def _properties_in(said: Description) -> Iterator[Called]:
    if said.entries and re.match(rf"(?:\w+\s+){{0,2}}{_DRAWN}", said.phrase):
        yield Called(said.marks, "independent entries")
    if said.lines and re.match(r"(?:\w+\s+)?orthonormal\b", said.phrase):
        yield Called(said.marks, f"orthonormal {said.lines}s")
    if said.lines and re.match(r"(?:\w+\s+)?one[- ]hot\b", said.phrase):
        yield Called(said.marks, f"one-hot {said.lines}s")
    if said.of and not said.entries:
        return
    if said.verb in ("is", "are", "be") and (to := _TO.match(said.phrase)):
        yield Called((*said.marks, *marks_in(to["list"])), "orthogonal vectors")
        return
    for pattern, word in PROPERTIES:
        found = pattern.search(said.phrase)
        if found is not None and _said_directly(said, found, word) and not denied(said.phrase, found.start()):
            noun = (found.groupdict().get("noun") or "").rstrip("s")
            yield Called(said.marks, _with_noun(word, noun))


def _with_noun(word: str, noun: str) -> str:
    """Vectors are orthogonal to each other, a matrix by itself: the noun decides, where there is one."""
    if word in ("orthogonal", "orthonormal") and noun:
        kind = "basis" if word == "orthonormal" and noun.startswith("basi") else "vectors"
        return word if noun.startswith("matri") else f"{word} {kind}"
    return word


_SIZED = re.compile(  # "an $n \\times n$ symmetric matrix", "the $i$-th standard basis vector"
    rf"^(?:the\s+{MARK}\s*-?\s*th\b\s*"
    rf"|(?:an?\s+)?{MARK}(?!\s*-?\s*th\b)\s*(?:-?\s*by\s*-?\s*{MARK})?(?:\s*-?\s*dimensional)?\s*)(?=[A-Za-z\-]*\s*$)"
)


def _said_directly(said: Description, found: re.Match[str], word: str) -> bool:
    """Whether nothing between subject and word says that something else is spoken of."""
    before = _SIZED.sub("", said.phrase[: found.start()])
    if said.leading:
        return not away(before) and _ends_in_noun(said.phrase[found.end() :])
    if not said.verb and not re.match(r"(?:an?|two|three)\s", said.phrase) and before:
        return False
    things = word in _OF_THINGS or found.group().endswith(("norm", "length"))
    if said.entries and not things:
        return word in ("random", "integer", "nonnegative", "positive")
    if said.verb in ("with", "has", "have", "having") and not things:
        return False
    if things:
        return not away(re.sub(r"\bwhose\b", "", before))
    return not away(before) and _THINGS.search(before) is None


_NOUN_AT_END = re.compile(
    r"\s*(?:(?:[a-z\-]+\s+(?:and\s+)?){0,3}(?:matri(?:x|ces)|(?:eigen)?vectors?|variables?|functions?|numbers?|labels?|scalars?"
    r"|samples?|quantit(?:y|ies)|constants?|targets?|gradients?|process(?:es)?|sequences?|noise|basis|weights?))?\s*$"
)


def _ends_in_noun(rest: str) -> bool:
    return _NOUN_AT_END.match(rest) is not None


# Words that determine ----------------------------------------------------------------------------

_OPTIMA = (
    r"minimi[sz]er|maximi[sz]er|minimum|maximum|argmin|argmax|optimum|optimi[sz]er|minimum point|maximum point"
    r"|(?:\w+\s+)?solution|fixed point|stationary point|root"
)
_MEASURES = (
    r"average|mean|median|mode|variance|covariance|standard deviation|sum|product|total|inverse|pseudo-?inverse"
    r"|determinant|trace|rank|norm|eigenvalues?|eigenvectors?|singular (?:values?|vectors?)|gradients?|derivatives?"
    r"|jacobian|hessian|expectation|expected value|limit|transpose|projection|supremum|infimum|normali[sz]er"
    r"|normali[sz](?:ing|ation) constant|partition function|estimator"
)
_SOME_NOUN = r"an?(?=\s+(?:[\w\-]+\s+)*(?:eigen|solution|root|minimi|maximi|inverse|stationary|fixed))"
_NP = rf"(?:the|its|their|{_SOME_NOUN})\s+(?:(?!(?:of|in|with|for|that|and|the|or)\b)[a-zA-Z\-]+\s+){{0,4}}?"
_AFTER_MEASURE = r"(?![\w\-])(?=\s*(?:[,.;:()]|$|(?:of|over|and|between|among)\b))"
_IS_THE = re.compile(rf"{_NP}(?P<noun>{_OPTIMA}|{_MEASURES}){_AFTER_MEASURE}", re.IGNORECASE)
_DENOTE_BY = re.compile(
    rf"\b(?:denote|write)\s+(?:by\s+)?(?P<list>{LIST})\s+(?:for\s+)?{_NP}(?P<noun>{_OPTIMA}|{_MEASURES}){_AFTER_MEASURE}",
    re.IGNORECASE,
)
_DENOTED_BY = re.compile(
    rf"{_NP}(?P<noun>{_OPTIMA}|{_MEASURES}){_AFTER_MEASURE}[^.;]*?\b(?:denoted\s+(?:by|as)?|by|called)\s*(?P<list>{LIST})",
    re.IGNORECASE,
)
_APPOSED = re.compile(
    rf"(?:{_NP}|\bwith\s+(?:an?\s+)?(?:(?:global|unique|optimal)\s+)?)(?P<noun>{_OPTIMA})\s+(?P<mark>{MARK})",
    re.IGNORECASE,
)


def determined(sentence: str) -> Iterator[Called]:
    """Symbols that words alone determine: "the minimizer", "the average"; an equation for one is a claim."""
    for said in descriptions(sentence):
        if said.verb in ("be", "is", "are", "denotes", "denote", "represents", "stands for") and not said.of:
            found = _IS_THE.match(said.phrase)
            if found is not None and not denied(sentence, said.start):
                yield Called(said.marks, _the(found["noun"]))
    for found in _DENOTE_BY.finditer(sentence):
        yield Called(tuple(marks_in(found["list"])), _the(found["noun"]))
    if re.search(r"\bdenote|\bcall", sentence, re.IGNORECASE):
        for found in _DENOTED_BY.finditer(sentence):
            yield Called(tuple(marks_in(found["list"])), _the(found["noun"]))
    for found in _APPOSED.finditer(sentence):
        yield Called((found["mark"],), _the(found["noun"]))


def _the(noun: str) -> str:
    """ "the minimizer", in one spelling and in the singular."""
    word = re.sub(r"(?<=[im])is(?=(?:er|ing|ation)\b)", "iz", noun.lower())
    word = word.split()[-1] if word.endswith("solution") else word
    return "the " + re.sub(r"(?<=[eort])s$", "", word)


# Letters that stand for one value ----------------------------------------------------------------

_SOME = (
    re.compile(rf"\bfor\s+some\s+(?:[a-z]+\s+){{0,2}}(?P<list>{LIST})", re.IGNORECASE),
    re.compile(rf"\bfix(?:ed|ing)?\s+(?:an?\s+|some\s+|the\s+)?(?:[a-z]+\s+){{0,2}}(?P<list>{LIST})", re.IGNORECASE),
    re.compile(
        rf"\bthere\s+(?:is|are|exists?)\s+(?:an?\s+|some\s+)?(?:[a-z]+\s+){{0,3}}(?P<list>{LIST})", re.IGNORECASE
    ),
    re.compile(
        rf"(?P<list>{LIST})\s+(?:be|is|are|denotes?)\s+(?:fixed\b|(?:(?:the|an?|some|two|our)\s+)?"
        r"(?:(?!any\b|arbitrary\b|general\b)[a-z\-]+\s+){0,3}?"
        r"(?:class(?:es)?|labels?|index|indices|position|token|coordinate|component)\b)",
        re.IGNORECASE,
    ),
    re.compile(rf"\b(?:correct|true|target)\s+(?:class|label|token|index)\s+(?P<list>{MARK})", re.IGNORECASE),
)


def some(sentence: str) -> list[str]:
    """The marks of letters that stand for one value: "for some k", "fix j", "let c be the correct class"."""
    return [m for pattern in _SOME for found in pattern.finditer(sentence) for m in marks_in(found["list"])]
