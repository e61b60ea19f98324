"""Reasons in words that a student knows, and what can be done about them.

The rooms that read and check say what stopped them; here that is put into words for people. A row of `SAID` is a
pattern of what they say, what a person is told, and what the author can do. Where nothing can be done, that is said.
"""

from __future__ import annotations

import re

from hence.language.records import dataclass

OUR_LIMIT = "nothing is wrong with the page as far as we know: this is a limit of hence"
BREAK_UP = "put a line in between, or name the fact that the step rests on"
SAY_WHAT = "say what {0} is before it is used"
SAY_WHAT_ALL = "say what {0} are before they are used"
DECLARE = "declare {0}, as in `$A \\in \\mathbb{{R}}^{{m \\times n}}$` or `$a \\in \\mathbb{{R}}$`"
SAY_MORE = "say before the step what is known of {0}"
SIMPLER = "put that assumption in simpler words or in a formula"
AS_READ = "if it is meant as it was read, it is wrong; if not, say what is meant"
SHAPES = "look for a missing transpose or a wrong order of factors; if the shapes are right, declare them"
# the name of a thing: what has a verb of its own is a sentence already
_NO_VERB = r"(?:(?! (?:is|are|was|were|has|may|does|seems|occurs|that|whose|which|where)\b)[^;])+"
_RELATIVE = r"(?: (?:that|whose|which|where) [^;]+)?"


@dataclass(frozen=True)
class Plain:
    """A reason for people, and what they can do."""

    reason: str
    help: str = ""


# pattern of the reason, what a person is told ("" keeps the words), what the author can do
SAID: tuple[tuple[str, str, str], ...] = (
    # neither proved nor refuted
    (r"the normal forms(?: of the limits)? differ", "no proof was found", BREAK_UP),
    (r"no rule applies|no rule for inequalities gives this", "no proof was found", BREAK_UP),
    (
        r"budget of .* ran out|normal form larger than .*|the numbers take too much work",
        "it is too large to work out",
        BREAK_UP,
    ),
    (r"an? (\w+) was not understood, and has no values", "", "write that {0} in a simpler way, or define it"),
    (
        r"([^;]+) was not understood, and has no values",
        "`{0}` was not understood, and has no values",
        "look whether something is missing in `{0}`; if not, say what it is",
    ),
    (r"nested too deeply to be decided", "", "break the formula up: give its parts names"),
    (r"too many (operations|coordinates|sampled quantities).*", "it is too large to try out", OUR_LIMIT),
    (
        r"the dimension of (.*) is too large to try|a dimension of (.*) is too large to try",
        "a dimension is too large to try out",
        OUR_LIMIT,
    ),
    (r"not decided: the check was stopped.*", "", "run the check again and let it finish"),
    (
        r"internal error.*",
        "",
        "please report this page: hence contradicts itself, and nothing that it says here can be relied on",
    ),
    # what the page does not say
    (
        r"the page does not say what (.+?, .+?) is: it fails at (.*), unless more is meant than is said",
        "false at {1}, unless {0} are something special, which the page does not say",
        SAY_MORE,
    ),
    (r"the page does not say what (.+?, .+?) is", "the page does not say what {0} are", SAY_WHAT_ALL),
    (
        r"the page does not say what (.+?) is: it fails at (.*), unless more is meant than is said",
        "false at {1}, unless {0} is something special, which the page does not say",
        SAY_MORE,
    ),
    (r"the page does not say what (.+?) is", "", SAY_WHAT),
    (r"(.+), unless what was said of (.+) elsewhere is meant", "", "say again what {1} is, where it is used"),
    (r"true if (.+) is not random, which the page does not say", "", SAY_WHAT),
    (r"false if (.+), which the page does not say", "", "say whether that is meant"),
    (r"\^T may be a transpose or a power here", "", "write `\\top` for a transpose, or say that T is a number"),
    (r"nothing is decided by values: (.+) was not understood", "{0} was not understood", SAY_WHAT),
    (r"no instance found that satisfies (.+)", "", "check {0}: perhaps nothing satisfies it"),
    (
        r"the two sides differ in the digits shown: the value may be meant roughly",
        "",
        "give as many digits as are right, or say how close the value is",
    ),
    (r"something is given through itself", "", "check the definitions: one of them goes in circles"),
    (r"(.+) is differentiated, but what it is was not said", "", "say what {0} is, or what it depends on"),
    (r"(.+) is not known here", "", SAY_WHAT),
    (
        r"(.+) is applied to arguments but is not known as a function",
        "{0} is used as a function, and nobody says which",
        "define it, or write the product with a dot: `{0} \\cdot (...)`",
    ),
    (r"(.+) is a function and stands here without its argument", "", "write its argument: `{0}(x)`"),
    (r"(.+) is not known as a function", "", SAY_WHAT),
    (
        r"the shape of a factor is not known: declare it",
        "whether a factor is a number, a vector or a matrix is not known",
        "declare it in words before the step",
    ),
    (
        r"true for numbers; say whether (.+, .+) stands for a number or a (.+)",
        "true for numbers; whether {0} stand for numbers or for something else is not said",
        DECLARE,
    ),
    (
        r"true for numbers; say whether (.+) stands for a number or a (.+)",
        "true for numbers; whether {0} is a number or a {1} is not said",
        DECLARE,
    ),
    (
        r"false for matrices, true for vectors; say what (.+) stands for",
        "false for matrices, true for vectors; which of them is meant by {0} is not said",
        DECLARE,
    ),
    (
        r"false unless (.+) with an index is a part of (.+); say what it is",
        "",
        "say that {0} is an entry, row or column of {1}",
    ),
    (
        r"the distribution of (.+) is not (?:declared|known)",
        "the distribution of {0} is not given",
        "give it: `{0} \\sim \\mathcal{{N}}(0, 1)`",
    ),
    (
        r"the distribution (.+) is not known",
        "{0} is no distribution that hence knows",
        "say what its density or its moments are",
    ),
    (
        r"it rests on independence that the page does not declare: (say that .*)",
        "it needs an independence that the page does not state",
        "{0}",
    ),
    (r"needs: (.*)", "it may need that {0}", "say so, if it is meant"),
    (r"which variable tends, and to what\?.*", "", "name the limit: as $t \\to \\infty$"),
    (r"approximately equal is exact in a limit only.*", "", "name the limit, or give a bound of the error"),
    (r"say where (.+) tends to: .*", "", "add: as ${0} \\to \\infty$ (or $\\to 0$)"),
    (r"nothing is known of the growth of (.+)", "how {0} grows is not said", "say it, or say that it is constant"),
    (r"what (.+) costs is not said|how (.+) is computed is not said", "", "define it by a formula"),
    (
        r"it (?:may follow|follows|may rest) (?:from|on) (the row above|lines? .+), which (?:is|was|were) not decided",
        "",
        "look at {0} first: once that is decided, so is this",
    ),
    (
        r"line .+ says something else of (.+), and which is meant is not clear",
        "",
        "say `Let` where {0} is defined anew",
    ),
    # hypotheses
    (r"the page says \"(.+)\", and nothing is decided under that", "", SIMPLER),
    (
        r"(.+), but words beside it were not understood \((.+)\): they may say what is meant",
        "",
        "put {1} in simpler words",
    ),
    (
        r"(.+), but nothing stands between it and (.+) above: it may be given like that",
        "",
        "begin the sentence with what it is: `Let`, `Suppose` or `Hence`",
    ),
    (r"(.+) is said to be (?:perhaps )?restricted by \"(.+)\"", '"{1}" may restrict {0}', SIMPLER),
    (r".+ is said to be .+", "", SIMPLER),
    (r"most of this page was not understood, and perhaps this was not either", "", AS_READ),
    (
        r"a formula about (.+) was not read",
        "a formula in the text about {0} was not read, so more may be known than we know",
        "mend or reword that formula first",
    ),
    (r"the hypotheses seem to contradict each other: (.*)", "", "check the assumptions: no values satisfy them all"),
    (r"the hypotheses on growth contradict each other", "", "check the assumptions: no values satisfy them all"),
    (
        r"a side seems to be nowhere defined: .*|division by zero",
        "",
        "check domains: logarithms, roots, denominators, ranges of indices",
    ),
    (
        r"false in general; where the derivatives are zero: (.*)",
        "false in general, and not decided where the derivatives are zero",
        "say at which point it is meant to hold",
    ),
    (r"false as it stands; (.*), it is not decided", "", "say which reading is meant"),
    (r"that this is the (.+) is not decided", "that this is the {0} was not checked", OUR_LIMIT),
    (r"the second derivative is zero there, and decides nothing", "", "argue with higher derivatives, or directly"),
    (
        r"floating-point values differ, but the difference could not be certified.*",
        "the sides seem to differ, but it is not certain",
        "check this step by hand",
    ),
    # shapes
    (
        r"(.+) takes (.+), not (\d+) ind(?:ices|ex)",
        "{0} has another number of indices here than elsewhere",
        "use one notation for {0} and its parts on the page",
    ),
    (
        r"(.+) is a family and needs (\d+) indices",
        "{0} stands here without the index that it has elsewhere",
        "write its index",
    ),
    (
        r"the range of (.+): (.+) against (.+)",
        "the range of {0} does not fit what it counts: {1} against {2}",
        "check the bounds of sums",
    ),
    (r"(.+) has an index here and none elsewhere", "", "say what {0} with an index is: an entry, a column, a member"),
    (
        r"(\d+) ind(?:ices|ex) on an? (?:.+ )?(\w+)",
        "there are too many or too few indices on a {1}",
        "check the indices",
    ),
    (
        r"(.+) has no entry (.+)|entry (.+) of a (.+) matrix|row (.+) of (.+)|a member beyond the last one .*",
        "an index is outside of its range",
        "check the bounds of sums",
    ),
    (r"(product|sum|difference|division|the two sides) (?:of|by|have) [^;]+", "", SHAPES),
    (
        r"derivative of a (.+) by a (.+)",
        "the derivative of a {0} by a {1} has no agreed shape",
        "write it entry by entry",
    ),
    # not within what hence can do
    (
        r"no (?:rule|program|normal form|numeric value|value) for ([^;]*?)(?: yet)?",
        "hence does not know how to work with {0}",
        OUR_LIMIT,
    ),
    (r"no numeric test|the relation (.+) has no numeric test", "it cannot be tried out with numbers", OUR_LIMIT),
    (r"(.+) is not decided yet", "", OUR_LIMIT),
    (r"the cost of (.+) is not modelled", "", OUR_LIMIT),
    (r"(.+) is (.+), which is not sampled yet", "", OUR_LIMIT),
    (
        r"an? (?:sampled )?expectation inside another binder",
        "hence does not know how to work with an expectation inside a sum, an integral or another expectation",
        OUR_LIMIT,
    ),
    (
        rf"((?:an?|the (?:divergence|mutual information|entropy|variance|density|limit)) {_NO_VERB}{_RELATIVE})",
        "hence does not know how to work with {0}",
        OUR_LIMIT,
    ),
    # reading
    (r"this (.+) is never closed", "", "close it, or take it away"),
    (
        r"(\\(?:input|include|subfile|import)\b.*) is not followed",
        "what stands in the other file is not read",
        "check that file as well, or put its text here",
    ),
    (r"this set is not understood", "", "use `\\mathbb{{R}}^n`, an interval, or words"),
    (
        r"(.+) is not understood(?: yet| here)?",
        "",
        "write it in a simpler way, or leave it to the text; if it is common notation, tell us",
    ),
    (
        r"expected (.+)",
        "the formula stops making sense here: expected {0}",
        "check this place for a missing brace, factor or bracket",
    ),
    (r"implications are not read yet", "", "write the conclusion as a step of its own: `Hence ...`"),
    (r"alternatives are understood between equations only", "", "write one line for each case"),
)
# around a reason of its own: what is told around it, and what the author can do where that does not say it
AROUND: tuple[tuple[str, str, str], ...] = (
    (r"not tested: (floating-point values differ[^;]*)()", "{0}", ""),
    (r"not tested: (.*)()", "it could not be tried out with numbers: {0}", ""),
    (r"shapes do not fit: (.*?)((?: \(line \d+, columns? .*\))?)", "shapes do not fit: {0}{1}", SHAPES),
    (
        r"a hypothesis(?: on line \d+)? was not understood \((.*)\)()",
        "something that the page assumes was not understood: {0}",
        SIMPLER,
    ),
    (r"the left side was not understood: (.*)()", "on the left side: {0}", "check the left side of this step"),
    (r"a hypothesis was left out: (.*)()", "a hypothesis was left out: {0}", SIMPLER),
)
_AROUND = tuple((re.compile(pattern), told, what) for pattern, told, what in AROUND)
_TABLE = tuple((re.compile(pattern), told, what) for pattern, told, what in SAID)
# advice that whoever speaks gives already, behind the reason or alone
_ADVICE = re.compile(r"(?:(.+)[:,] )?((?:say|write|declare|name) .*)")
_NAME_OF_OURS = re.compile(r"\?\d+|[~%@!]\d+|\b(?:row|column)#\d*")
# operations for which people have a sign
SIGNS = {
    "gamma_fn": r"\Gamma",
    "beta_fn": "the beta function",
    "norm_F": r"\|\cdot\|_F",
    "norm_1": r"\|\cdot\|_1",
    "norm_inf": r"\|\cdot\|_\infty",
    "eig_max": "the largest eigenvalue",
    "eig_min": "the smallest eigenvalue",
    "softmax_row": "softmax",
    "softmax_col": "softmax",
    "little_o": "o",
    "BigO": "O",
    "BigOmega": r"\Omega",
}
_HEAD = re.compile(rf"(?<![\\\w{{])(?:{'|'.join(SIGNS)})\b")
_TESTED = re.compile(r"no counterexample at (\d+) instances?")


def plain(reason: str) -> Plain:
    """A reason in plain words, with what can be done. Never fails; words that are in no row are kept, as our limit."""
    parts = [part for part in reason.split("; ") if part]
    whole = _row(reason)
    if whole is not None:
        return _cleaned(whole)
    if not parts:
        return Plain("")
    told = [_part(part) for part in parts]
    special = (t.help for t in told if t.help not in ("", OUR_LIMIT, BREAK_UP))
    advice = next(special, BREAK_UP if any(t.help == BREAK_UP for t in told) else OUR_LIMIT)
    return _cleaned(Plain("; ".join(dict.fromkeys(t.reason for t in told if t.reason)), advice))


def _part(part: str) -> Plain:
    if (tested := _TESTED.fullmatch(part)) is not None:
        return Plain(f"and no counterexample among {tested[1]} tries")
    return _row(part) or _advised(part)


def _advised(part: str) -> Plain:
    found = _ADVICE.fullmatch(part)
    return Plain(part) if found is None else Plain(found[1] or "", found[2])


def _row(reason: str) -> Plain | None:
    for pattern, told, what in _AROUND:
        if (found := pattern.fullmatch(reason)) is not None:
            inner = _row(found[1]) or _advised(found[1])
            return Plain(told.format(inner.reason, found[2]), inner.help or what)
    for pattern, told, what in _TABLE:
        if (found := pattern.fullmatch(reason)) is not None:
            groups = [g or "" for g in found.groups()]
            return Plain(told.format(*groups) if told else reason, what.format(*groups))
    return None


def _cleaned(said: Plain) -> Plain:
    return Plain(named(said.reason), named(said.help))


def named(text: str) -> str:
    """Names that only we know are sizes or indices that the author did not name, or operations."""
    return _HEAD.sub(lambda found: SIGNS[found[0]], _NAME_OF_OURS.sub("some size", text))
