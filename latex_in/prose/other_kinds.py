r"""Words that say that a letter is no real number, vector or matrix: "a complex number", "elements of a group".

What holds for numbers need not hold for these: they may not commute, have no order, or be no terms at all. What such
words say is kept with the letter, and no proof about numbers counts for it. A noun that introduces a letter and that
nobody here knows ("let $q$ be a quandle") says the same, until it has a row.
"""

from __future__ import annotations

from collections.abc import Iterator

from hence.language.derivation import Convention, Property
from hence.language.opaque import ANYTHING, DEPENDENT, OTHER_KIND
from hence.language.terms import Sym, free_names
from hence.latex_in.formula.vectors import is_matrix
from hence.latex_in.page.primes import writes_primes
from hence.latex_in.prose.clause import INTRODUCING
from hence.latex_in.prose.force import governor
from hence.latex_in.prose.grammar import Match, marks_in, rule
from hence.latex_in.prose.hedges import denied
from hence.latex_in.prose.nouns import away
from hence.latex_in.prose.phrases import Description, descriptions
from hence.latex_in.prose.said import Said, Sentence, together

_ADJECTIVES = "[article all both two three any some arbitrary fixed]* ((?! [known-kind of in with that whose]) w){0,3}?"
_KIND = rule("^ ADJECTIVES kind:([other-kind structure] (?! measure) w{0,1})", ADJECTIVES=_ADJECTIVES)
_MEMBER = rule(
    "^ ([article all both two any]* w{0,2}? element [of in] | [in from over]) [a some the]? w{0,2}? structure:structure"
)
_OF_IT = rule("^ [article all both two any]* w{0,2}? kind:element [of in] it")  # the group of which the sentence speaks
_STRUCTURE = rule("structure")
_UNHEARD = rule(
    "^ ([a two three any some]+ ((?! known-kind of) w){0,3}? (unknown | OTHERS) | OTHERS)"
    " (?= [comma stop semicolon colon F after-noun] | $)",
    OTHERS="(?= suffix) plural-like",
)
_COLLECTION = rule("^ [article all both any some]* w{0,1}? collection-noun of")
_NOT_COMMUTING = rule("list:L [do need possibly]? not commute")
_FAILURES = rule("list:L [count-verb be] (the number-noun of)? the? failures-word")
_LEADING = rule("^ w{0,2}? kind:(other-kind (of w{1,2})?) $")  # not "the graph size $n$"
_SETS = rule("(?! determiner) w set-noun | ^ set-noun")  # "set $b = e$", "and set", "the update sets": a verb


def of_other_kind(s: Sentence) -> Iterator[Property]:
    """The letters of a sentence that its words make something else than real numbers, vectors and matrices."""
    for found in _NOT_COMMUTING.finditer(s.signs):
        small = (x for x in s.terms(found["list"]) if isinstance(x, Sym) and not is_matrix(x))
        yield from (Property(x, f"{OTHER_KIND}something that need not commute", x.span) for x in small)
    for found in _FAILURES.finditer(s.signs):
        yield from (Property(x, f"{OTHER_KIND}a count of failures", x.span) for x in s.terms(found["list"]))
    for said in descriptions(s.signs):
        if said.of or said.entries or denied(s.signs, said.start):
            continue
        what = _what(s, said)
        collected = _COLLECTION.match(said.phrase) is not None
        for one in together(said.marks, s.by_mark) if what else ():
            if not (collected and _lists_members(one)):
                yield from (Property(x, f"{OTHER_KIND}{what}", x.span) for x in one.symbols())


def _lists_members(one: Said) -> bool:
    r"""`y = \{y_1, \dots, y_n\}` and `X_1, \dots, X_n`: a set of these, which are no sets."""
    return any(token.kind == "dots" for token in one.tokens)


def _what(s: Sentence, said: Description) -> str:
    """What a description makes of its letters; empty where it leaves them what they are."""
    if said.leading:
        found = _LEADING.match(said.phrase) if _SETS.search(said.phrase) is None else None
    elif said.is_by("to-be", "denotes", "stands-for", "be"):
        found = _KIND.match(said.phrase) or _MEMBER.match(said.phrase) or _unheard(s, said)
        found = found or (_OF_IT.match(said.phrase) if _STRUCTURE.search(s.signs) else None)
    else:
        found = None
    if found is None or away(said.phrase[: found.start("kind")] if "kind" in found.groupdict() else ""):
        return ""
    start = s.signs.find(said.phrase)
    return s.spoken.text(start + found.start(), start + found.end()).strip()


def _unheard(s: Sentence, said: Description) -> Match | None:
    """A noun without a row, where it introduces the letter: "Let $q$ be a quandle"."""
    return _UNHEARD.match(said.phrase) if governor(s.signs[: said.start]) in INTRODUCING else None


# Conventions ------------------------------------------------------------------------------------------

_OTHERWISE = rule(
    "calculus-word | [denotes write] [^stop]* composition"
    " | sign-noun [^stop semicolon]* [stands-for count-verb means denotes]"
    " | [denotes count-verb stands-for] [^stop]* applied | ([sign-noun means] | by F we w) [^stop]* standard-deviation"
    " | field [^stop]* element"
)
_FIRST_INDEX, _INDEXED = rule("from-zero"), ("_", r"\sum", r"\prod", r"\bm", r"\mathbf")
_GENERIC = rule(
    "[all] w? generic-noun ((?! [stop comma]) w){0,3} [be stands-for] [^stop comma]*"
    " [other-kind structure matrix vector]"
    " | ^ (?! [if when whenever]) [^F]* be [^F stop]* (complex-numbers | complex"
    " (?= [comma stop semicolon colon known-kind other-kind structure value and or] | $))"
)


_MEANT = rule(
    "write what:L for | other:L w{0,4}? [denotes stands-for means]"
    " | third:L be [not no-longer from-now-on always now comma multiple]* the | by fourth:L we w"
)
_PRIMES = rule("prime-noun always? [denotes stands-for means] article? w? transpose-noun")
_USUAL, _UNUSUAL = rule("usual-meaning"), rule("[not no-longer unlike contradicts from-now-on multiple]")
_OTHER_MEANING = rule("[other-meaning operation-noun]")
_PLAIN = frozenset(("\\cdot", ",", "(", ")"))  # what stands around a sign where it is only shown
_WRITTEN = frozenset(("_", "^", "\\frac", "\\sum", "\\int", "\\prod", "\\nabla", "\\partial", "+", "-", "/"))


def conventions(s: Sentence) -> Iterator[Convention]:
    """A sentence that says how all letters, all calculations or some signs are meant: "arithmetic is modulo $7$"."""
    found = _OTHERWISE.search(s.signs) or _GENERIC.search(s.signs)
    if _PRIMES.search(s.signs) is not None and writes_primes(s.context.text):
        return  # as they are read anyway
    if found is not None and not denied(s.signs, found.end() - 1):
        yield Convention(s.spoken.text().strip(), (), s.span)
    elif _FIRST_INDEX.search(s.signs):
        yield Convention(s.spoken.text().strip(), _INDEXED, s.span)
    elif signs := tuple(dict.fromkeys(sign for m in _meant(s) if m in s.by_mark for sign in _signs(s.by_mark[m]))):
        yield Convention(s.spoken.text().strip(), signs, s.span)


_IS_SOMETHING = rule("shown:F be unknown")


def _meant(s: Sentence) -> list[str]:
    """The formulas of which words say what they mean, where that need not be what they mean anyway."""
    signs = s.signs
    if _OTHER_MEANING.search(signs):
        return marks_in(signs)
    bare = [m["shown"] for m in _IS_SOMETHING.finditer(signs) if m["shown"] in s.by_mark]
    bare = [m for m in bare if all(x.kind in ("cmd", "op", "func", "dots") for x in s.by_mark[m].tokens)]
    if _USUAL.search(signs) and not _UNUSUAL.search(signs):
        return bare
    said = (part for found in _MEANT.finditer(signs) for part in found.groupdict().values())
    return [*bare, *(m for part in said for m in marks_in(part or ""))]


def _signs(shown: Said) -> Iterator[str]:
    r"""The signs of a formula that only shows how they are written: `\|x\|`, `f \circ g`; not `x^\top A x`."""
    end = next((k for k, x in enumerate(shown.tokens) if x.kind == "rel"), len(shown.tokens))
    tokens = shown.tokens[:end]
    if len(tokens) <= 7 and _WRITTEN.isdisjoint(x.text for x in tokens):
        signs = (x for x in tokens if x.kind in ("cmd", "op", "func") and x.text not in _PLAIN)
        yield from (f"\\{x.text}" if x.kind == "func" else x.text for x in signs)


# Dependence ---------------------------------------------------------------------------------------------

_DEPENDS = rule(
    "what:L [also all both each to-be]* (depends on | [be itself]* a? w{0,2}? function of | varies-with)"
    " (the w{1,3}?)? by:L"
)


_OUTPUT = rule("what:L [be denotes] [the a]? w{0,2}? output-noun of")


def dependent(s: Sentence) -> Iterator[Property]:
    """ "$y$ depends on $x$", "let $y$ be the output of ...": derivatives by x do not pass y over."""
    for found in _OUTPUT.finditer(s.signs):
        yield from (_dependent(x, [ANYTHING]) for x in s.terms(found["what"]) if isinstance(x, Sym))
    for found in _DEPENDS.finditer(s.signs):
        if not denied(s.signs, found.start("by")):
            by = sorted({n for term in s.terms(found["by"]) for n in free_names(term)})
            yield from (_dependent(x, by) for x in s.terms(found["what"]) if isinstance(x, Sym))


def _dependent(what: Sym, by: list[str]) -> Property:
    return Property(what, f"{DEPENDENT}{', '.join(by)}", what.span)
