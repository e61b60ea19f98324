r"""Which word of its sentence gives a formula: let, where, suppose, if, with ...

A formula is given only where a word gives it; whatever else a sentence says of it is a claim, or only a mention. So
the words that give are a closed list, the rows of the lexicon with a class `force-...`, and everything else in front
of a formula gives nothing. A word gives what stands in its own clause: it reaches over lists of formulas, but not over
the conjunction of another verb, nor over a comma or an "and" behind which new words begin.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from hence.latex_in.prose.clause import CONDITIONAL, INTRODUCING, SUPPOSING, Force
from hence.latex_in.prose.grammar import is_formula, rule
from hence.latex_in.prose.vocabulary import UNKNOWN, vocabulary
from hence.latex_in.prose.words import Spoken


def governor(before: str) -> Force:
    """What the words at this beginning of a sentence do with the formula behind it."""
    return vocabulary().remembered("governor", before, lambda: _really(_outside_brackets(before)))


def _really(tokens: list[str]) -> Force:
    """What a clause does with the formula behind it. One that only imagines something gives nothing."""
    force = _governor(tokens)
    return Force.MENTION if force.gives and imagines(tokens) else force


def imagines(tokens: Sequence[str]) -> bool:
    """ "If we were allowed to take $a = 0$, the square would be ...", "one would say that by symmetry": not here."""
    end = len(tokens)
    while end and (is_formula(tokens[end - 1]) or tokens[end - 1] in ",:" or has(tokens[end - 1], "coordinating")):
        end -= 1
    edges = (k + 1 for k in range(end) if tokens[k] in ",;" or has(tokens[k], "conclusion") or has(tokens[k], "but"))
    clause = tokens[max(edges, default=0) : end]
    unreal = _any(clause, "would") or (_any(clause, "if") and _any(clause, "imagined"))
    return unreal and not _any(clause, "wanting", "wishing", "aim", "to-prove")


def _outside_brackets(before: str) -> list[str]:
    """The words that may govern what follows: those in brackets that are closed again say nothing of it."""
    kept: list[str] = []
    for token in before:
        if token in ")]" and any(x in "([" for x in kept):
            while kept.pop() not in "([":
                pass
        elif token not in ".?!)]-\u201c\u201d":
            kept.append(token)
    return kept


def force_of(sign: str) -> Force:
    """The force of a word by its row."""
    table: dict[str, Force] = vocabulary().memo.setdefault("forces", {})
    if sign not in table:
        named = [c for c in vocabulary().of.get(sign, ()) if c.startswith("force-")]
        table[sign] = Force(named[0]) if named else Force.NONE
    return table[sign]


def has(sign: str, *names: str) -> bool:
    return vocabulary().has(sign, *names)


def _any(signs: Sequence[str], *names: str) -> bool:
    return any(has(x, *names) for x in signs)


_DECOMPOSITIONS = ("singular-values-of", "eigendecomposition", "qr-decomposition", "cholesky")


def _governor(tokens: list[str]) -> Force:
    if tokens and has(tokens[-1], *_DECOMPOSITIONS):
        return Force.WHERE  # "in terms of the SVD $X = U D V^\\top$": its factors exist, and are named so
    for place in range(len(tokens) - 1, -1, -1):
        token = tokens[place]
        if token == ":" and place and is_formula(tokens[place - 1]):
            given = _governor(tokens[:place]) in INTRODUCING | SUPPOSING | {Force.WITH}
            return Force.SPELLED if given else Force.CLAIM  # "For $x = 3$: $x^2 = 9$"
        if is_formula(token) or token in ",([:":
            continue
        if token == ";":
            return Force.NONE
        found = _told(tokens, place)
        if found is not None:
            return found
    return Force.TAKE if _is_headed(tokens) else Force.NONE


def _is_headed(tokens: list[str]) -> bool:
    """ "Standing assumptions: ...", "Model: ...": a heading in front of what is given."""
    head = tokens[: tokens.index(":")] if ":" in tokens[:4] else []
    return _any(head, "setting-head") and not any(map(is_formula, head)) and not _any(head, "finite")


def _told(tokens: list[str], place: int) -> Force | None:
    """What a word says of a formula behind it; None where the words before it must be asked."""
    word = tokens[place]
    before = tokens[place - 1] if place else ""
    if has(word, "coordinating"):
        return None
    if has(word, "that"):
        return _that(tokens, place)
    if has(word, "so-that"):
        return Force.NONE
    if has(word, "needs") and has(before, "we", "one-word"):
        return Force.SUBJECT  # a condition that is imposed: "we need $x^2 = 4$"
    if has(word, "find") and place == 0:
        return Force.WITH  # the text of a question
    force = force_of(word)
    if force is Force.CLAIM or has(word, "that-is"):
        return _concludes(tokens, place)
    if force in (Force.SUBJECT, Force.MENTION):
        return force
    if force is not Force.NONE or has(word, "as"):
        return _given_by(tokens, place, force)
    starts = _begins(before) and not has(word, "determiner", "copula", "measure") and not _is_listed(tokens, place)
    return Force.NONE if starts and _may_assert(tokens[place:]) else None  # a clause of its own needs a verb


def _may_assert(tokens: list[str]) -> bool:
    """Whether there is a verb among words, or a word that may be one."""
    return any(x == UNKNOWN or has(x, "verb", "auxiliary", "suffix") for x in tokens)


def _concludes(tokens: list[str], place: int) -> Force | None:
    """What a word of conclusion says; within a clause that supposes, "has" and "namely" conclude nothing."""
    word, before = tokens[place], tokens[place - 1] if place else ""
    weak = (has(word, "possessing") and not has(before, "we")) or has(word, "explains")
    if weak and _supposed_before(tokens[:place]):
        return None
    return force_of(word)


def _begins(before: str) -> bool:
    return bool(before) and (before in ",([" or has(before, "coordinating"))


def _is_listed(tokens: list[str], place: int) -> bool:
    """ "Let $a$ be even and $b$ odd with ...": words that go on from a formula in a list."""
    return place + 1 < len(tokens) and has(tokens[place], "where", "which", "respectively")


def _that(tokens: list[str], place: int) -> Force | None:
    """The verb in front of "that"; a relative "that" is passed over, and so is "that one"."""
    if place + 1 < len(tokens) and has(tokens[place + 1], "one", "of"):
        return None
    for k in range(place - 1, -1, -1):
        word = tokens[k]
        if has(word, "such"):
            return _relative(tokens, k)
        if has(word, "so"):
            return Force.NONE
        if has(word, "gives-that"):
            if has(word, "author-verb") and not _by_author(tokens, k):
                return Force.MENTION
            return Force.CASE if has(tokens[k + 1], "first") else _that_force(word)
        if is_formula(word):
            return None
        if not has(word, "passing") and word != ",":
            return _said_that(tokens[:place])
    return Force.THAT


def _said_that(before: list[str]) -> Force:
    """ "It may well turn out that": what is possible is not said to hold. "We may conclude that" says so."""
    start = max((k + 1 for k, x in enumerate(before) if x in ";:" or is_formula(x)), default=0)
    clause = before[start:]
    possible = _any(clause, "possibly") and not _any(clause, "we", "one-word", "you")
    others = _any(clause, "believes") and not _any(clause, "we", "author")
    return Force.MENTION if possible or others else Force.THAT


def _that_force(word: str) -> Force:
    """ "Suppose that", "under the assumption that"."""
    return Force.WHEN if has(word, "assumption") else force_of(word)


def _supposed_before(tokens: list[str]) -> bool:
    """ "Suppose that all of them have the same mean ...": within such a clause a verb asserts nothing."""
    for token in reversed(tokens):
        if token == ";" or has(token, "conclusion", "we"):
            return False
        if force_of(token) in SUPPOSING | CONDITIONAL | {Force.WHERE} or has(token, "let"):
            return True
    return False


def _given_by(tokens: list[str], place: int, force: Force) -> Force | None:
    word = tokens[place]
    before = tokens[place - 1] if place else ""
    between = tokens[place + 1 :]
    if has(word, "such") and between and has(between[0], "article"):
        return None  # "at such a point"
    for name, special in _SPECIAL.items():
        if has(word, name):
            return special(tokens, place)
    if between and between[0] == "," and not (has(word, "define", "denote", "let") and not has(word, "also-noun")):
        return None  # "To begin with, ...", "Put differently, ..."
    if force in CONDITIONAL:
        return _condition(tokens, place)
    if force is Force.IMPOSE and "," in between and _any(between[between.index(",") :], "finite"):
        return Force.NONE  # "Setting the gradient to zero, the minimiser is ..."
    if has(word, "author-verb") and not _by_author(tokens, place):
        return Force.MENTION
    if force in (Force.DENOTE, Force.CALL) and has(before, "possibly"):
        return Force.NONE
    if has(word, "also-noun") and between and not (is_formula(between[0]) or has(between[0], "determiner")):
        return None  # the noun, or "put differently"
    if force is Force.SUPPOSE and between and has(between[0], "first"):
        return Force.CASE
    return force


def _by(tokens: list[str], place: int) -> Force | None:
    if (place and has(tokens[place - 1], "number-word")) or _any(tokens[place + 1 :], "verb-copula", "and"):
        return None  # "let A be ... row by row and B = ...", "the heads side by side are"
    return Force.DEFINE if place and has(tokens[place - 1], "defined") else Force.REASON


def _as(tokens: list[str], place: int) -> Force | None:
    before = tokens[place - 1] if place else ""
    if place + 1 < len(tokens) and has(tokens[place + 1], "no-reason"):
        return None
    if has(before, "defined-as"):
        return Force.DEFINE
    return Force.REASON if not place or before == "," else None


def _from(tokens: list[str], place: int) -> Force | None:
    return Force.WITH if _of_start(tokens, place) else Force.REASON


def _of_start(tokens: list[str], place: int) -> bool:
    """ "starts from", "begins with", "initialised at": what a sequence is before its first step.

    "A loop that starts with $b = 0$" is one of many.
    """
    before = tokens[max(place - 2, 0) : place]
    return _any(before[-1:], "starts") and not _any(before[:-1], "that", "which")


def _near(tokens: list[str], place: int) -> Force | None:
    """ "for", "at": what stands right behind it."""
    between = tokens[place + 1 :]
    before = tokens[place - 1] if place else ""
    if has(before, "looks-at") or (between and has(between[0], "superlative")):
        return None
    if _of_start(tokens, place) and has(tokens[place], "at"):
        return Force.WITH
    if _is_over(between):
        return None
    commas = [k for k, x in enumerate(between) if x == "," and not is_formula(between[k - 1])]
    force = Force.AT if has(tokens[place], "at") else Force.FOR
    return force if sum(not is_formula(x) for x in between) <= 3 and not commas else None


def _is_over(between: list[str]) -> bool:
    """Whether what a preposition gives has been said, and a clause with a verb of its own has begun.

    "for $p > 0$ the loss is ...", "the loss for one example is ..."; "with a mean that is ..." goes on.
    """
    given = next((k for k, x in enumerate(between) if is_formula(x)), 0)
    behind = between[given:]
    return _any(behind, "finite") and not _any(behind, "which", "that", "where", "such", "such-that", "whose")


def _say(tokens: list[str], place: int) -> Force | None:
    return Force.LET if place and tokens[place - 1] in ",([" else None


def _relative(tokens: list[str], place: int) -> Force | None:
    """ "with", "where", "such that": they give what is said of a formula, or of what a verb before them introduces.

    Said of a noun they only describe: "the points with $a = b$", "the set where $a > 0$".
    """
    force = Force.WHERE if has(tokens[place], "where") else Force.WITH
    between = tokens[place + 1 :]
    if between and (between[0] == "," or ":" in between):
        return None
    if force is Force.WITH and _is_over(between):
        return Force.NONE
    if force is Force.WITH and place == 0 and "," in between and not any(map(is_formula, between)):
        return Force.CLAIM  # "With all logits equal,": the condition has been said
    if force is Force.WITH and _poses_in_words(tokens[:place]):
        return Force.SUBJECT
    before = tokens[place - 1] if place else ""
    if place == 0 or before in ",([:" or has(before, "and", "here", "conclusion") or _of_start(tokens, place):
        return force
    if place == 1 and has(before, "verb") and not has(before, "noun"):
        return force  # "Simplify with $a = ...$": no noun is described
    if place > 1 and has(tokens[place - 2], "we") and force is Force.WITH:
        return force  # "we pad with $p = 2$"
    outer = _governor(tokens[:place])
    if outer in INTRODUCING | SUPPOSING | CONDITIONAL | {Force.GIVEN, Force.FOR, Force.WITH}:
        return force if not _selects(tokens, place) else Force.DESCRIBE
    if between[-2:-1] == [","] and has(between[-1], "and"):
        return Force.NONE  # a clause of its own
    near = any(map(is_formula, tokens[max(place - 3, 0) : place])) or _tells_more(tokens, place)
    return force if near and not _selects(tokens, place) else Force.DESCRIBE


def _tells_more(tokens: list[str], place: int) -> bool:
    """ "$A$ is symmetric with eigenvalues $a > 0$": a noun of its own, said of the thing that the sentence is about."""
    start = max((k + 1 for k, x in enumerate(tokens[:place]) if x in ",;:"), default=0)
    clause, named = tokens[start:place], tokens[place + 1 :]
    about = any(is_formula(a) and has(b, "verb-copula") for a, b in pairwise(clause))
    return about and has(clause[-1], "adjective") and bool(named) and not any(map(is_formula, named))


def _poses_in_words(before: list[str]) -> bool:
    """ "Maximise that with", "we minimise the loss such that": a condition of a problem whose objective is in words."""
    verb = next((k for k in range(len(before) - 1, -1, -1) if has(before[k], "minimise", "maximise")), None)
    return verb is not None and _by_author(before, verb) and not any(map(is_formula, before[verb:]))


def _selects(tokens: list[str], place: int) -> bool:
    """ "the set of all $i$ with": some are chosen, and nothing is said of the others. "For all" does not choose."""
    before = [x for x in tokens[max(place - 4, 0) : place] if not is_formula(x)]
    chosen = _any(before, "selecting") and not _any(before, "for", "let")
    return chosen and (is_formula(tokens[place - 1]) or (bool(before) and has(before[-1], "those")))


_DENIED_BEFORE = rule("[is are be do has have] not w{1,2} comma? $")


def _condition(tokens: list[str], place: int) -> Force | None:
    word, before, between = tokens[place], tokens[:place], tokens[place + 1 :]
    if has(word, "under") and _any(between[:4], "constraint"):
        return Force.SUBJECT
    if has(word, "under"):
        noun = _any(between[:4], "assumption") or (between and is_formula(between[0]))
        return Force.IF if noun or not between else None
    if before and has(before[-1], "asking"):
        return Force.MENTION
    if _DENIED_BEFORE.search("".join(before)):
        return Force.MENTION  # "the root is not defined, if ...": of what is said besides nothing is supposed
    if _any(before, "naming") and not _any(before, "if", "then"):
        return Force.MENTION  # "a matrix is called symmetric if ..."
    if between and has(between[0], "only"):
        return Force.MENTION
    if len(between) > 1 and has(between[0], "we"):
        if has(between[1], "imagined"):
            return Force.MENTION
        if has(between[1], "let", "define", "denote"):
            return None
    return force_of(word)


def _case(tokens: list[str], place: int) -> Force | None:
    """ "In the case $x = 0$", "Case 2: $x > 0$"; "the case $x = 0$ is trivial" is only spoken of."""
    before = tokens[max(place - 3, 0) : place]
    if before and has(before[-1], "this-case"):
        return Force.CLAIM
    if _any(before, "the") or (before and has(before[-1], "special")):
        return Force.CASE if _any(before, "treats") else Force.MENTION
    return Force.CASE


_SPECIAL: dict[str, Callable[[list[str], int], Force | None]] = {
    "by": _by,
    "as": _as,
    "from": _from,
    "for": _near,
    "at": _near,
    "on": _near,
    "over": lambda _, __: None,
    "satisfies": lambda _, __: None,
    "say": _say,
    "with": _relative,
    "where": _relative,
    "such": _relative,
    "such-that": _relative,
    "for-which": _relative,
    "satisfying": _relative,
    "case": _case,
    "in-this-part": lambda _, __: Force.SUPPOSE,
    "taking": lambda tokens, place: Force.SUPPOSE if place + 1 == len(tokens) else None,
}


def _by_author(tokens: list[str], place: int) -> bool:
    if place == 0:
        return True
    before = tokens[place - 1]
    passive = has(tokens[place], "assumed") and has(before, "be", "is", "are", "was", "been", "have")
    author = has(before, "author", "manner", "coordinating", "for-example")
    aims = has(tokens[0], "to") and not _any(
        tokens[:place], "finite", "person", "wrong", "mistaken"
    )  # "To get a feeling take ..."
    return author or passive or aims or is_formula(before) or before in ",([:"


# Cases and examples -------

_POSED = rule(
    "^ (in the)? ((?! [the that this-case]) w){0,2} posing-noun (w? [comma colon stop])? [F comma colon and]* $"
)
_APPOSED = rule("^ w? case w? colon said:((?! [if when for with under conclusion we]) w){2,} [comma open] $")


_ALONE = rule("^ [F comma and]* $")
_ALONE_BEHIND = rule("^ [F comma and]* colon")
_VERBLESS = rule("^ ((?! [verb verb-copula auxiliary conclusion continuing breaks]) w){1,5} comma [F comma and]* $")
_LISTED = rule("^ ([comma and]+ F)* [stop colon]")


def posed(before: str, after: str) -> Force:
    """What a heading does with a formula that only formulas, or words which it puts in signs, part from it.

    "Special case $Q = 0$:", "Small example, $n = 2$, $d = 1$:", "Case (ii): the signs flip, $g_t = (-1)^t$", "$a=0$:";
    "First layer, $n = 32$, $k = 5$." gives values, and nothing else (`Force.SUPPOSE`).
    """
    if _ALONE.match(before) and _ALONE_BEHIND.match(after):
        return Force.CASE
    if _POSED.match(before):
        return Force.IF
    if _VERBLESS.match(before) and _LISTED.match(after):
        return Force.SUPPOSE
    found = _APPOSED.match(before)
    plain = found is not None and all(force_of(x) in (Force.NONE, Force.CLAIM) for x in found["said"])
    return Force.CASE if plain else Force.NONE


# Conditions in words ----------------------------------------------------------------------------------

_CASE = "article? (?! [special first second third remaining last]) w (?! special) w? case (of w{1,4})?"
_IN_WORDS = rule(
    "^ (w comma?)? what:(only? ([if when whenever assuming provided under once unless without at]"
    " | with (?! [this that the author equality-noun])) w [^F comma stop semicolon colon]*) comma"
    " | ^ (w comma?)? [if when with under] F and also:((?! we | then | verb-copula) w){2,4} (?= comma | we | then)"
    " | ^ named:(CASE) colon | ^ (w comma?)? other:otherwise",
    CASE=_CASE,
)
_CASE_IN_WORDS = rule("^ CASE colon $", CASE=_CASE)


def is_case_in_words(signs: str) -> bool:
    """ "Diagonal case:" in front of a display: which case it is has been said, and the display is what holds in it."""
    return _CASE_IN_WORDS.match(signs) is not None


_CLAUSE_EDGE = rule("semicolon | colon | comma (?= conclusion | we | $) | conclusion")
_NOT_PLAINLY = rule(  # a word in its clause by which a relation is spoken of, and perhaps not said to hold
    "[not neither doubt imagined should aim excluded wrong counterexample drops needs] | wanting (?! verb-copula)"
    " | [assumption assumption-like supposition-noun possibility condition-noun example-word person]"
)
_IS_SUBJECT = rule("^ ([has have] (?! F) | was | would | needs)")
_OVER_ALL = rule("minimising [it this these]? [over in with-respect-to] L [^F comma stop semicolon]* $")  # ... gives
_RANGE_IN_FRONT = rule("^ (w comma?){0,2} [on in inside] w{0,4} list:L comma? (we | [the it F]* verb-copula)")


def spoken_of(sentence: Spoken, position: int, force: Force) -> str:
    """The words by which a sentence may only speak of a relation, or restrict it; empty where it plainly asserts it.

    "We give up the supposition $x < 1$", "A counterexample to $|t| = t$ would need", "$c < 0$ has been ruled out",
    "On $[0, 1]$ we have", "minimising over $q$ gives". No list of such words is complete: it only keeps refutations
    back.
    """
    before, after = sentence.signs[:position], sentence.signs[position + 1 :]
    start = max((found.end() for found in _CLAUSE_EDGE.finditer(before)), default=0)
    if force is Force.NONE and (_NOT_PLAINLY.search(before, start) or _IS_SUBJECT.match(after)):
        return sentence.text(start)
    partly = _RANGE_IN_FRONT.match(before) or _OVER_ALL.search(before)
    return sentence.text(0, position) if force in (Force.NONE, Force.CLAIM) and partly else ""


def not_heard(sentence: Spoken) -> str:
    """What a sentence says that nobody here understands: words without a row, and a condition without a formula.

    "If the weights are zero, ...", "With all logits equal, ...", "Scalar case: ...", "Otherwise ..."
    """
    found = _IN_WORDS.match(sentence.signs)
    said = (
        [sentence.text(*found.span(part)) for part in ("what", "also", "named", "other") if found[part]]
        if found
        else []
    )
    return sentence.unheard or (said[0] if said else "")


# Hearsay ------------------------------------------------------------------------------------------------

_UNCERTAIN = rule(
    "doubt | [a the one another my] person plural | were (?= [^stop]* would) | person [^stop semicolon colon]* says"
    " | my w{1,2} says"
    "| [usual possible natural] [choice example case assumption] | if [we one you i] imagined | (most | many)"
    " w | uncertain"
)
_IF_WORDS = rule("^ comma? [if when whenever provided unless] [^F comma stop semicolon]* [comma stop semicolon and]")
_AT_TIMES = rule("(with probability [^F comma stop]* | we had) $")  # "with probability one half $X = 1$"
_ONE_OF = rule("^ (one | another | the other) w? is")  # of several
_UNREAL = rule(  # even a "let" is a quotation then
    "mistaken | [usual easy] mistake | mistake [is was would] | article wrong w [^stop semicolon]* [is was would]"
    " | ^ comma? [had were should] w | fails to w{0,2} $ | equivalent-statements"
)
_EDGE = rule("semicolon | colon | comma (?= then | we) | [conclusion but]")
_TRIVIAL = rule(
    "^ was | ^ comma? [which that]? (works | [is are was gives means corresponds possibly would-be] article? [also"
    " only then not very good bad]*"
    " [trivial called])"
)


def is_hearsay(before: str, after: str) -> bool:
    """Whether a formula is said by others, of some cases, or with a doubt: neither given nor claimed."""
    clause = _EDGE.split(before)[-1]
    if _IF_WORDS.match(after):
        return True
    doubted = _UNCERTAIN.search(clause) is not None or _ONE_OF.match(before) is not None
    return doubted or _TRIVIAL.match(after) is not None or is_quoted(before)


def is_doubtful(sentence: str) -> bool:
    """The same of what words say of a symbol, wherever in the sentence the doubt stands."""
    return _UNCERTAIN.search(sentence) is not None


def is_quoted(before: str) -> bool:
    """Whether a formula stands in quotation marks, or behind words that make it a mistake, or true at times only."""
    quoted = before.rfind("\u201c") > before.rfind("\u201d")
    return quoted or _UNREAL.search(before) is not None or _AT_TIMES.search(before) is not None
