"""Words about functions: convex, concave, L-smooth, Lipschitz, and some whose meaning is not known here."""

from __future__ import annotations

from collections.abc import Iterator

from hence.language.derivation import Fact, Formula, Mapping, OfFunction
from hence.language.terms import App, Sym, Term, num
from hence.latex_in.formula.declare import Equation
from hence.latex_in.prose.curved import Curved, name_of_function
from hence.latex_in.prose.grammar import NEVER, Rule, marks_in, rule
from hence.latex_in.prose.hedges import denied
from hence.latex_in.prose.nouns import away
from hence.latex_in.prose.phrases import Description, descriptions
from hence.latex_in.prose.said import Said, Sentence, together
from hence.latex_in.prose.vocabulary import vocabulary

_BOUND = {
    "BEFORE": "((before:F | digits:[number one]) dash?)",
    "BEHIND": "(function? with article? w? constant behind:F)",
    "NOT_SETS": "(?! set-noun)",
}


def _with_bound(word: str) -> str:
    return f"BEFORE {word} | {word} BEHIND"


# functions that these are said of are not general: nothing is refuted of them
_WITHOUT_MEANING = "even odd periodic additive subadditive homogeneous linear affine coercive injective bounded".split()
# A row is a rule and the word that it stands for; what a row matches is not looked at by the rows below it.
_WORDS: tuple[tuple[Rule, str], ...] = tuple(
    (rule(pattern, **_BOUND), word)
    for pattern, word in (
        ("quasi-convex", "quasi-convex"),
        (f"({_with_bound('strongly-convex')}) NOT_SETS", "strongly convex"),
        (_with_bound("strongly-concave"), "strongly concave"),
        ("[strongly-convex strictly-convex] NOT_SETS", "strictly convex"),
        ("[strongly-concave strictly-concave]", "strictly concave"),
        ("[non neither] convex | nonconvex", ""),
        ("convex NOT_SETS", "convex"),
        ("concave", "concave"),
        ("BEFORE lipschitz continuous? derivative | lipschitz continuous? derivative BEHIND", "smooth"),
        (_with_bound("smooth"), "smooth"),
        (f"({_with_bound('lipschitz')}) continuous?", "Lipschitz"),
        ("lipschitz continuous?", "Lipschitz without a constant"),
        ("strictly? monotone", "monotone"),
        ("contraction", "a contraction"),
        *((f"{word} (?= function)", word) for word in _WITHOUT_MEANING),
    )
)
_PLACE = rule("^ function? [on over in] the? (space:F | w)")
_IMAGINED = rule("^ [were would possibly need]")
_NEARLY = rule("how:[nearly manner] dash? $")
_WHOLE_DEGREE = rule("[wholly]")
_ADDED = rule("[added reason recall by]")
_SUPPOSED = rule("[let suppose assume if whether when reason] [^comma colon]* $")
_PLAIN_NO = rule("not a?")
_CONSTANT = rule("F dash w")
_ADDED_BEHIND = rule("also")
_ON = rule("[on over in for] (all | the set-noun)? mark:F")
ON_A_SET = " on a set"
DECIDED = frozenset(("convex", "concave", "strictly convex", "strictly concave"))
_CONVEXITIES = {"convexity": "convex", "concavity": "concave"}
_CONVEXITY = rule("word:convexity-noun of the? w{0,2} mark:F")


_OF_FUNCTION = rule("[convex concave smooth continuous defined function] [on over] $")


def is_of_function(signs: str) -> bool:
    """Whether words in front of a space speak of a function on it: "convex on $\\mathbb{R}$"."""
    return _OF_FUNCTION.search(signs) is not None


def about_functions(s: Sentence) -> Iterator[OfFunction | Curved]:
    """What words say of functions. Whether a symbol is one, and whether this is a claim, is decided later."""
    for described in descriptions(s.signs):
        if not described.of and not denied(s.signs, described.start) and not _IMAGINED.match(described.phrase):
            for word, bound, no in _words_in(s, described):
                for said in together(described.marks, s.by_mark):
                    added = (
                        _ADDED.search(s.signs[: described.start + 1]) is not None
                        or _ADDED_BEHIND.search(described.phrase) is not None
                    )
                    given = [OfFunction(f, word, bound, added, f.span) for f in _functions(said)]
                    claimed = described.is_by("is", "are") and not _SUPPOSED.search(s.signs[: described.start])
                    where = _bounds(s, described) if word.endswith(ON_A_SET) else ()
                    plain = word.removesuffix(ON_A_SET) if where else word
                    for one in given:
                        name = name_of_function(one.function) if claimed and plain in DECIDED else ""
                        if name:
                            kept = None if no else one
                            yield Curved(name, plain, one.span, denied=no, where=where, own=_own(said), given=kept)
                        elif not no:
                            yield one
    for found in _CONVEXITY.finditer(s.signs):
        for said in together([found["mark"]], s.by_mark):
            yield from (
                OfFunction(f, _CONVEXITIES[vocabulary().lemma(found["word"], "convexity-noun")], None, True, f.span)
                for f in _functions(said)
            )


_BOUNDED = rule("bounded-below value:F")
_ARGUMENT = Sym(r"x^{\circ}")  # no letter of the page


def bounded_functions(s: Sentence) -> Iterator[Fact]:
    """ "Let $f: R^d \\to R$ be smooth and bounded from below by $f^*$": it is at least that everywhere."""
    for found in _BOUNDED.finditer(s.signs):
        before = [s.by_mark[m] for m in marks_in(s.signs[: found.start()]) if m in s.by_mark]
        mapped = [x.function for said in before for x in said.found if isinstance(x, Mapping)]
        called = [f for said in before for f in _functions(said) if f.name in s.context.names.functions]
        functions = [*mapped, *called]
        values = s.terms(found["value"])
        if functions and values and not denied(s.signs, found.start()):
            value = App("apply", (functions[0], _ARGUMENT), functions[0].span)
            formula = Formula(value, ">=", values[0], values[0].span)
            yield Fact(formula, False, (_ARGUMENT.name,), functions[0].span)  # said where the function is introduced


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
        phrase = before + NEVER * len(found.group()) + rest
        plain_no = _PLAIN_NO.fullmatch(before) is not None
        if word and not away(_CONSTANT.sub("", before)) and (plain_no or not denied(before, len(before))):
            place, nearly = _PLACE.match(rest), _NEARLY.search(before)
            if nearly is not None and not _WHOLE_DEGREE.match(nearly["how"]):
                yield f"nearly {word}", None, plain_no
                continue
            whole = place is None or _is_whole(s, place["space"])
            yield (word if whole else word + ON_A_SET), _bound(s, found.groupdict()), plain_no


def _bound(s: Sentence, groups: dict[str, str | None]) -> Term | None:
    if groups.get("digits"):
        return num(int(vocabulary().digits(groups["digits"] or "") or 1))
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
