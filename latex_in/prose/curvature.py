"""Words about functions: convex, concave, L-smooth, Lipschitz, and some whose meaning is not known here."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hence.language.derivation import Formula, OfFunction
from hence.language.terms import App, Sym, Term, num
from hence.latex_in.formula.declare import Equation
from hence.latex_in.prose.clauses import MARK, Description, denied, descriptions
from hence.latex_in.prose.curved import Curved, name_of_function
from hence.latex_in.prose.nouns import away
from hence.latex_in.prose.said import Said, Sentence, together

_BEFORE = rf"(?:(?:(?P<before>{MARK})|(?P<digits>\d+))\s*-\s*)"
_BEHIND = (
    rf"(?:\s+functions?)?\s+with\s+(?:an?\s+|the\s+)?(?:[\w-]+\s+)?(?:constant|parameter|modulus)\s+(?P<behind>{MARK})"
)
_OF_SETS = (
    r"(?!\s+(?:sets?|subsets?|combinations?|hulls?|cones?|bod(?:y|ies)|polytopes?|optimi[sz]ation|problems?|regions?))"
)


def _with_bound(word: str) -> str:
    return rf"{_BEFORE}{word}|{word}{_BEHIND}"


_LIPSCHITZ = r"[Ll]ipschitz(?:[- ]continuous)?"
_GRADIENT = r"\s+(?:continuous\s+)?gradients?"
# functions that these are said of are not general: nothing is refuted of them
_WITHOUT_MEANING = "even odd periodic additive subadditive homogeneous linear affine coercive injective bounded".split()
# A row is a pattern and the word that it stands for; what a row matches is not looked at by the rows below it.
_WORDS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"(?<![\w\-])(?:{pattern})(?![\w\-])"), word)
    for pattern, word in (
        (r"(?:quasi|pseudo|log)-?\s?(?:convex|concave)", "quasi-convex"),
        (_with_bound("strongly[- ]convex") + _OF_SETS, "strongly convex"),
        (_with_bound("strongly[- ]concave"), "strongly concave"),
        (r"str(?:ict|ong)ly[- ]convex" + _OF_SETS, "strictly convex"),
        (r"str(?:ict|ong)ly[- ]concave", "strictly concave"),
        (r"(?:non-?|neither\s+)convex", ""),
        (r"convex" + _OF_SETS, "convex"),
        (r"concave", "concave"),
        (rf"{_BEFORE}{_LIPSCHITZ}{_GRADIENT}|{_LIPSCHITZ}{_GRADIENT}{_BEHIND}", "smooth"),
        (_with_bound("smooth"), "smooth"),
        (_with_bound(_LIPSCHITZ), "Lipschitz"),
        (_LIPSCHITZ, "Lipschitz without a constant"),
        (r"(?:strictly\s+|monoton(?:e|ically)\s+)?(?:non-?)?(?:in|de)creasing|monoton(?:e|ic|ous)", "monotone"),
        (r"contractions?|contractive", "a contraction"),
        *((rf"{word}(?=\s+(?:functions?|maps?|functionals?)\b)", word) for word in _WITHOUT_MEANING),
    )
)
_PLACE = re.compile(rf"^\s+(?:functions?\s+)?(?:on|over|in)\s+(?:the\s+)?(?:(?P<space>{MARK})|[a-z])")
_IMAGINED = re.compile(r"(?:were|would|might|may|could|should|need|cannot)\b")
_NEARLY = re.compile(r"\b(?P<how>(?!jointly|continuously|twice)[a-z]+ly|almost|midpoint|piecewise|weakly|semi)[- ]+$")
_ADDED = re.compile(
    r"\b(?:also|moreover|further(?:more)?|in\s+addition|additionally|since|because|as|recall|by)\b", re.IGNORECASE
)
_SUPPOSED = re.compile(r"\b(?:let|suppose|assume|if|whether|assuming|when|because|since|as)\b[^,:]*$", re.IGNORECASE)
_PLAIN_NO = re.compile(r"\s*not\s+(?:an?\s+)?")
ON_A_SET = " on a set"
_ON = re.compile(rf"\b(?:on|over|in|for)\s+(?:all\s+|the\s+set\s+)?(?P<mark>{MARK})")
DECIDED = frozenset(("convex", "concave", "strictly convex", "strictly concave"))
_CONVEXITIES = {"convexity": "convex", "concavity": "concave"}
_CONVEXITY = re.compile(rf"\b(?P<word>convexity|concavity)\s+of\s+(?:the\s+)?(?:\w+\s+){{0,2}}(?P<mark>{MARK})")


_OF_FUNCTION = re.compile(r"(?:convex|concave|smooth|differentiable|continuous|defined|functions?)\s+(?:on|over)\s*$")


def is_of_function(words: str) -> bool:
    """Whether words in front of a space speak of a function on it: "convex on $\\mathbb{R}$"."""
    return _OF_FUNCTION.search(words) is not None


def about_functions(s: Sentence) -> Iterator[OfFunction | Curved]:
    """What words say of functions. Whether a symbol is one, and whether this is a claim, is decided later."""
    for described in descriptions(s.text):
        if not described.of and not denied(s.text, described.start) and not _IMAGINED.match(described.phrase):
            for word, bound, no in _words_in(s, described):
                for said in together(described.marks, s.by_mark):
                    added = _ADDED.search(s.text[: described.start + 1]) is not None or "also" in described.phrase
                    given = [OfFunction(f, word, bound, added, f.span) for f in _functions(said)]
                    claimed = described.verb in ("is", "are") and not _SUPPOSED.search(s.text[: described.start])
                    where = _bounds(s, described) if word.endswith(ON_A_SET) else ()
                    plain = word.removesuffix(ON_A_SET) if where else word
                    for one in given:
                        name = name_of_function(one.function) if claimed and plain in DECIDED else ""
                        if name:
                            kept = None if no else one
                            yield Curved(name, plain, one.span, denied=no, where=where, own=_own(said), given=kept)
                        elif not no:
                            yield one
    for found in _CONVEXITY.finditer(s.text):
        for said in together([found["mark"]], s.by_mark):
            yield from (OfFunction(f, _CONVEXITIES[found["word"]], None, True, f.span) for f in _functions(said))


def _own(said: Said) -> Formula | None:
    """f(x) = x^2 where that is what words speak of."""
    for item in said.found:
        match item:
            case Equation(Formula(App("apply", (Sym(), *arguments)), "=", _) as formula):
                return formula if all(isinstance(a, Sym) for a in arguments) else None
    return None


def _bounds(s: Sentence, described: Description) -> tuple[Formula, ...]:
    """The inequalities of "convex on $x > 0$", "concave for $0 < x < 1$"."""
    found = _ON.search(described.phrase)
    said = s.by_mark.get(found["mark"]) if found is not None else None
    equations = [x.formula for x in said.found if isinstance(x, Equation)] if said is not None else []
    if said is None or not all(f.relation in ("<", "<=", ">", ">=") for f in equations):
        return ()
    if equations:
        s.used.add(id(said))
    return tuple(equations)


def _words_in(s: Sentence, described: Description) -> Iterator[tuple[str, Term | None, bool]]:
    """The words of a phrase, each with its constant and whether it is denied."""
    phrase = described.phrase
    for pattern, word in _WORDS:
        found = pattern.search(phrase)
        if found is None:
            continue
        before, rest = phrase[: found.start()], phrase[found.end() :]
        phrase = before + "-" * len(found.group()) + rest
        plain_no = _PLAIN_NO.fullmatch(before) is not None
        if (
            word
            and not away(re.sub(rf"{MARK}\s*-\s*\w+", "", before))
            and (plain_no or not denied(before, len(before)))
        ):
            place, nearly = _PLACE.match(rest), _NEARLY.search(before)
            if nearly is not None:
                yield f"{nearly['how']} {word}", None, plain_no
                continue
            whole = place is None or _is_whole(s, place["space"])
            yield (word if whole else word + ON_A_SET), _bound(s, found.groupdict()), plain_no


def _bound(s: Sentence, groups: dict[str, str | None]) -> Term | None:
    if groups.get("digits"):
        return num(int(groups["digits"] or 0))
    terms = s.terms(groups.get("before") or groups.get("behind") or "")
    return terms[0] if terms else None


def _is_whole(s: Sentence, mark: str | None) -> bool:
    """Whether a function is said to be convex on a whole space, and not on a part of it."""
    return mark in s.by_mark and any(not x.positive and not x.integer for x in s.by_mark[mark or ""].spaces())


def _functions(said: Said) -> Iterator[Sym]:
    """f of `f`, of `f : R -> R` and of `f(x)`."""
    for term in said.terms():
        match term:
            case Sym():
                yield term
            case App("apply", (Sym() as name, Sym())):
                yield name
