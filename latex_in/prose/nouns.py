"""Nouns and adjectives: what words call a symbol. Classes of words only, like `phrases`.

Each row of a table is a rule and the word that it stands for in a `Property`.
"""

from __future__ import annotations

from collections.abc import Iterator

from hence.language.records import dataclass
from hence.latex_in.prose.grammar import Match, Rule, marks_in, rule
from hence.latex_in.prose.hedges import denied
from hence.latex_in.prose.phrases import Description, descriptions
from hence.latex_in.prose.vocabulary import vocabulary


@dataclass(frozen=True)
class Called:
    """A word said of formulas. `sizes` are the marks of its dimensions, `before` is what stands in front of it."""

    marks: tuple[str, ...]
    word: str
    sizes: tuple[str, ...] = ()
    before: str = ""  # "n vectors" are n of them, and an "n x 1 vector" is one


# Adjectives may stand before a noun; behind one of these words something else is spoken of.
_AWAY = rule("leads-away | [semicolon colon stop open F]")


def away(phrase: str) -> bool:
    """Whether the words between a subject and a noun lead away from the subject."""
    return _AWAY.search(phrase) is not None


_THINGS = rule("[with has]")
_AFTER_NOUN = "(?= [comma stop semicolon colon open close F after-noun] | $)"

# What kind of thing ------------------------------------------------------------------------------

_KIND = rule(
    "(rows:F (?! dash? th) (dash? by dash? columns:F)? dimensional:(dash? dimensional | dash)?)?"
    " adjectives:((?! row | column | real number-noun) w comma? and?){0,5}?"
    " noun:(row vector | column? [vector eigenvector] | matrix | scalar | real number-noun | reals) AFTER"
    " (of size-noun size:F (by width:F)?)?",
    AFTER=_AFTER_NOUN,
)
_DIMENSIONAL = rule("dimensional:(dash? dimensional | dash)")
_REAL = rule("^ [all both]? [real reals] (?! dash? w) | ^ any? real [and with for]")
_REAL_BEFORE = rule("w? [real reals]")
_COUNTING = rule("^ [a two three the]")
NUMBER = "real number"
_KINDS = {"matrix": "matrix", "row": "row vector", "vector": "vector", "eigenvector": "vector", "scalar": "scalar"}


def kinds(signs: str) -> tuple[Called, ...]:
    """Matrices, vectors, scalars and real numbers, with the sizes that are named beside the noun."""
    return vocabulary().remembered("kinds", signs, lambda: tuple(_kinds(signs)))


def _kinds(signs: str) -> Iterator[Called]:
    for said in descriptions(signs):
        about = not (said.entries or said.of) and not said.is_by("has", "with", "contains")
        kind = _kind_in(said) if about else None
        if kind is not None and not denied(signs, said.start):
            yield kind


def _kind_in(said: Description) -> Called | None:
    phrase = said.phrase
    if not said.leading and not said.verb and not _COUNTING.match(phrase):
        return None
    found = _KIND.search(phrase)
    if found is None or (said.leading and found.end("noun") != len(phrase)):
        real = _REAL.match(phrase) if not said.leading else _REAL_BEFORE.fullmatch(phrase)
        return Called(said.marks, NUMBER) if real is not None else None
    before = phrase[: found.start()] + found["adjectives"]
    if away(before) or _THINGS.search(before):
        return None
    classes = frozenset().union(*(vocabulary().of.get(x, frozenset()) for x in found["noun"]))
    word = next((kind for name, kind in _KINDS.items() if name in classes), NUMBER)
    counts = word != "matrix" and not found["dimensional"]  # "n vectors": how many, not how long
    sizes = (None if counts else found["rows"], found["columns"], found["size"], found["width"])
    return Called(said.marks, word, tuple(m for m in sizes if m), found["rows"] or "")


# Properties --------------------------------------------------------------------------------------

_DRAWN = "(iid | [mutually jointly]? independent)"
DISCRETE_UNIFORM = "discrete uniform"
LAWS = frozenset(
    "bernoulli uniform poisson binomial laplace rademacher exponential gamma beta dirichlet categorical multinomial"
    " normal".split()
)
_OTHERWISE = {"uniform": "(?<! discrete)"}  # what is another law with a word before it
_OF_CHANCE = "(?= [random distributed variable sample noise vector comma stop semicolon] | $)"
_PARAMETERS = "(?= [random distributed variable] | with article? parameter)"
_NOUN_BEHIND = "(((?! [with whose and having in of]) w)? noun:[vector matrix basis column row system])?"
_OF_FUNCTIONS = "(?= [activation function nonlinearity applied comma stop semicolon colon and with so or] | $)"
_OF_NUMBERS = "(?= [comma stop semicolon colon close and real number-noun scalar value constant integer] | $)"
_OF_ANYTHING = (
    "(?= [comma stop semicolon colon close and real number-noun scalar value constant integer] | $ | [column"
    " row]? [vector matrix])"
)
_SYMMETRIC_LAW = (
    "symmetric ([random real] variable | distributed | law-noun | noise) | symmetric distributed? about [zero origin]"
)
FUNCTIONS = ("sigmoid", "relu", "softplus", "swish", "sign", "cdf")
_FUNCTION_RULES = {
    "sigmoid": "sigmoid | logistic (?= function)",
    "sign": "sign (?= function) | signum",
    "cdf": "standard? normal (cdf | cumulative | distributed function) | cdf",
}
NAMES_OF_FUNCTIONS = {"relu": "ReLU"}
FULL_COLUMNS, FULL_ROWS = "of full column rank", "of full row rank"
# matrices that these are said of are not general: nothing is refuted of them
_WITHOUT_MEANING = ("nilpotent", "toeplitz", "circulant", "hankel", "indefinite", "rank-one", "low-rank")
_PROPERTIES: tuple[tuple[str, str], ...] = (
    ("DRAWN w{0,3} entries | entries [that which all]* are w{0,2} DRAWN", "independent entries"),
    ("orthonormal column | column [that which all]* are w? orthonormal", "orthonormal columns"),
    ("orthonormal row | row [that which all]* are w? orthonormal", "orthonormal rows"),
    ("orthonormal (?! column | row) NOUN", "orthonormal"),
    (
        "orthogonal projection [matrix operator]? | projection [matrix operator]? (?= onto) | (?<= a)"
        " (projection matrix | projector)",
        "projection",
    ),  # learned maps are *the* query projection, or projection matrices
    ("orthogonal (?! projection) NOUN", "orthogonal"),
    ("permutation matrix", "permutation matrix"),
    ("random? permutation (?! matrix | invariant)", "permutation"),
    ("skew-symmetric", "skew-symmetric"),
    ("idempotent", "idempotent"),
    ("involutory", "involutory"),
    ("doubly-stochastic", "doubly stochastic"),
    ("column stochastic", "column-stochastic"),
    ("[row right]? stochastic (?= matrix | [comma stop semicolon and] | $)", "stochastic"),
    ("[probability stochastic] vector", "probability vector"),
    ("mixture weights", "class probabilities"),
    ("[upper lower strictly]* triangular", "triangular"),
    ("negative-definite", "negative definite"),
    ("all-ones (?= matrix)", "all-ones"),
    *((word, word) for word in _WITHOUT_MEANING),
    ("of? rank F", "of some rank"),
    ("of? full-rank", "full-rank"),
    (
        "of? full-column-rank | linearly-independent column | column [that which all]* are linearly-independent",
        FULL_COLUMNS,
    ),
    ("of? full-row-rank | linearly-independent row | row [that which all]* are linearly-independent", FULL_ROWS),
    ("positive-semidefinite | [covariance gram kernel] matrix", "positive semidefinite"),
    ("positive-definite", "positive definite"),
    ("SYMMETRIC_LAW", "symmetric law"),
    ("(?! SYMMETRIC_LAW) symmetric", "symmetric"),
    ("diagonal (?! entries | of)", "diagonal"),
    ("invertible", "invertible"),
    ("one-hot row", "one-hot rows"),
    ("one-hot (?! row | column)", "one-hot"),
    ("random", "random"),
    ("integer", "integer"),
    ("unit (?= w? [vector eigenvector] | norm | [comma stop semicolon and] | $)", "unit"),
    ("of? unit norm | of norm one", "unit"),
    ("standard-basis vector? | [standard natural] unit vector", "standard basis"),
    ("nonnegative", "nonnegative"),
    ("strictly? negative OF_NUMBERS", "negative"),
    ("nonpositive OF_NUMBERS", "nonpositive"),
    ("nonzero OF_ANYTHING", "nonzero"),
    ("[even odd] OF_NUMBERS", "even or odd"),
    ("strictly? positive (?! class-noun | integer)", "positive"),
    ("binary (?= vector)", "binary"),
    ("identically-distributed | iid (?! w{0,2} entries)", "identically distributed"),
    ("stationary (?! point)", "stationary"),
    ("uncorrelated", "uncorrelated"),
    *((f"{_OTHERWISE.get(name, '')} law-{name} OF_CHANCE", name) for name in sorted(LAWS)),
    *((f"{_OTHERWISE.get(name, '')} law-{name} PARAMETERS w* with", name) for name in sorted(LAWS - {"normal"})),
    ("discrete law-uniform OF_CHANCE", DISCRETE_UNIFORM),
    ("law-geometric PARAMETERS", "geometric"),
    *((f"({_FUNCTION_RULES.get(name, name)}) OF_FUNCTIONS", NAMES_OF_FUNCTIONS.get(name, name)) for name in FUNCTIONS),
    ("linearly-independent (?! column | row)", "linearly independent"),
    ("conditionally-independent", "conditionally independent"),
)
_PARTS = {
    "DRAWN": _DRAWN,
    "NOUN": _NOUN_BEHIND,
    "SYMMETRIC_LAW": _SYMMETRIC_LAW,
    "OF_NUMBERS": _OF_NUMBERS,
    "OF_ANYTHING": _OF_ANYTHING,
    "OF_CHANCE": _OF_CHANCE,
    "PARAMETERS": _PARAMETERS,
    "OF_FUNCTIONS": _OF_FUNCTIONS,
}
PROPERTIES: tuple[tuple[Rule, str], ...] = tuple((rule(pattern, **_PARTS), word) for pattern, word in _PROPERTIES)
_OF_THINGS = frozenset(
    ("independent entries", "orthonormal columns", "orthonormal rows", "one-hot rows", "symmetric law")
) | {"full-rank", FULL_COLUMNS, FULL_ROWS, "of some rank"}
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
_TO = rule("^ [all both]? orthogonal to w{0,2} list:L")


def properties(signs: str) -> tuple[Called, ...]:
    """Adjectives like symmetric or one-hot, said of formulas."""
    return vocabulary().remembered("properties", signs, lambda: tuple(_properties(signs)))


def _properties(signs: str) -> Iterator[Called]:
    spoken = (said for said in descriptions(signs) if not denied(signs, said.start))
    return (called for said in spoken for called, no in _properties_in(said) if not no)


def denied_properties(signs: str) -> list[Called]:
    """The same of which a sentence says that they do not hold, or only imagines it."""
    found = ((said, pair) for said in descriptions(signs) for pair in _properties_in(said))
    return [called for said, (called, no) in found if no or denied(signs, said.start)]


_DRAWN_FIRST = rule("^ w{0,2} DRAWN", DRAWN=_DRAWN)
_ORTHONORMAL_FIRST = rule("^ w? orthonormal")
_ONE_HOT_FIRST = rule("^ w? one-hot")
_INDEPENDENT_FIRST = rule("^ w? linearly-independent")


def _properties_in(said: Description) -> Iterator[tuple[Called, bool]]:
    """The adjectives of a description, each with whether it is denied in it."""
    if said.entries and _DRAWN_FIRST.match(said.phrase):
        yield Called(said.marks, "independent entries"), False
    if said.lines and _ORTHONORMAL_FIRST.match(said.phrase):
        yield Called(said.marks, f"orthonormal {said.lines}s"), False
    if said.lines and _ONE_HOT_FIRST.match(said.phrase):
        yield Called(said.marks, f"one-hot {said.lines}s"), False
    if said.lines and _INDEPENDENT_FIRST.match(said.phrase):
        yield Called(said.marks, FULL_COLUMNS if said.lines == "column" else FULL_ROWS), False
    if said.of and not said.entries:
        return
    if said.is_by("to-be") and (to := _TO.match(said.phrase)):
        yield Called((*said.marks, *marks_in(to["list"])), "orthogonal vectors"), False
        return
    for pattern, word in PROPERTIES:
        found = pattern.search(said.phrase)
        no = found is not None and denied(said.phrase, found.start())
        if found is not None and _said_directly(said, found, word, no):
            yield Called(said.marks, _with_noun(word, found.groupdict().get("noun") or "")), no


def _with_noun(word: str, noun: str) -> str:
    """Vectors are orthogonal to each other, a matrix by itself: the noun decides, where there is one."""
    if word in ("orthogonal", "orthonormal") and noun:
        kind = "basis" if word == "orthonormal" and vocabulary().has(noun, "basis") else "vectors"
        return word if vocabulary().has(noun, "matrix") else f"{word} {kind}"
    return word


_SIZED = rule(  # "an $n \\times n$ symmetric matrix", "the $i$-th standard basis vector"
    "^ (the F dash? th | a? F (?! dash? th) (dash? by dash? F)? (dash? dimensional)?) (?= w? $)"
)
_WITH_LINES = rule("with F row and F column")
_NO = rule("[not non neither]")
_JUST_COUNTED = rule("^ [a two three]")
_OF_NORM = rule("norm $")
_WHOSE = rule("whose")
_OF_ENTRIES = frozenset(("random", "integer", "nonnegative", "positive"))


def _said_directly(said: Description, found: Match, word: str, no: bool) -> bool:
    """Whether nothing between subject and word says that something else is spoken of."""
    before = _WITH_LINES.sub("", _SIZED.sub("", said.phrase[: found.start()]))
    before = _NO.sub("", before) if no else before
    if said.leading:
        return not away(before) and _NOUN_AT_END.match(said.phrase[found.end() :]) is not None
    if not said.verb and not _JUST_COUNTED.match(said.phrase) and before:
        return False
    things = word in _OF_THINGS or _OF_NORM.search(found.group()) is not None
    if said.entries and not things:
        return word in _OF_ENTRIES
    if said.is_by("has", "with") and not things:
        return False
    if things:
        return not away(_WHOSE.sub("", before))
    return not away(before) and _THINGS.search(before) is None


_NOUN_AT_END = rule("^ ((w and?){0,3} bearer)? $")

# Words that determine ----------------------------------------------------------------------------

_NP = "([the its their] | a (?= w* may-be-one)) ((?! [of in with for that and the or]) w){0,4}?"
_NOUN = "noun:[optimum-noun measure-noun]"
_AFTER_MEASURE = "(?= [comma stop semicolon colon open close of over and between among] | $)"
_DETERMINES = {"NP": _NP, "NOUN": _NOUN, "AFTER": _AFTER_MEASURE}
_IS_THE = rule("^ NP NOUN AFTER", **_DETERMINES)
_DENOTE_BY = rule("denotes by? list:L for? NP NOUN AFTER", **_DETERMINES)
_DENOTED_BY = rule("NP NOUN AFTER [^stop semicolon]*? ([denoted] [by as]? | by | called) list:L", **_DETERMINES)
_NAMING = rule("[denotes denoted called]")
_APPOSED = rule("(NP | with a? [global unique optimal]?) noun:[optimum-noun] mark:F", **_DETERMINES)


def determined(signs: str) -> Iterator[Called]:
    """Symbols that words alone determine: "the minimizer", "the average"; an equation for one is a claim."""
    for said in descriptions(signs):
        if said.is_by("to-be", "stands-for", "denotes") and not said.of:
            found = _IS_THE.match(said.phrase)
            if found is not None and not denied(signs, said.start):
                yield Called(said.marks, _the(found["noun"]))
    for found in _DENOTE_BY.finditer(signs):
        yield Called(tuple(marks_in(found["list"])), _the(found["noun"]))
    if _NAMING.search(signs):
        for found in _DENOTED_BY.finditer(signs):
            yield Called(tuple(marks_in(found["list"])), _the(found["noun"]))
    for found in _APPOSED.finditer(signs):
        yield Called((found["mark"],), _the(found["noun"]))


def _the(noun: str) -> str:
    """ "the minimizer", in one spelling and in the singular: the lemma of the noun."""
    known = vocabulary()
    return "the " + (known.lemma(noun, "optimum-noun") or known.lemma(noun, "measure-noun")).replace("-", " ")


# Letters that stand for one value ----------------------------------------------------------------

_SOME = (
    rule("for some w{0,2} list:L"),
    rule("fixes article? w{0,2} list:L"),
    rule("there [be exist] article? w{0,3} list:L"),
    rule("list:L [be denotes] (fixed | [the a some two our]? ((?! any | general) w){0,3}? one-of)"),
    rule("true-label class-or-label list:F"),
)


def some(signs: str) -> list[str]:
    """The letters that stand for one value: "for some k", "fix j", "let c be the correct class"."""
    return [m for pattern in _SOME for found in pattern.finditer(signs) for m in marks_in(found["list"])]
