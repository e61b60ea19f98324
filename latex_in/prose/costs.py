r"""Costs and growth in words: "computing $Q K^\top$ takes $\Theta(n^2 d)$ time", "the memory of ... is $O(n)$"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hence.language.derivation import Formula, Property
from hence.language.terms import App, Sym, Term, free_names, num
from hence.latex_in import tables as t
from hence.latex_in.formula.declare import Equation, Mention
from hence.latex_in.page.lexer import Token
from hence.latex_in.prose.clause import Force
from hence.latex_in.prose.force import governor
from hence.latex_in.prose.grammar import Match, Rule, marks_in, rule
from hence.latex_in.prose.hedges import denied
from hence.latex_in.prose.relations import Candidate
from hence.latex_in.prose.said import Said, Sentence
from hence.latex_in.prose.tendencies import Held

_PARTS = {
    "NOUN": "noun:((cost-noun (and w)? cost-of? | cost-of))",
    "AROUND": "[^F stop semicolon colon]",
}
_COMPUTING = rule("computes w{0,3} $")
_TAKES = rule(
    "list:L between:AROUND{0,10}? verb:(costs | has | with | runs in | [is are possibly] be? [computes"
    " stores] in) before:AROUND{0,8}?"
    " class:F after:AROUND{0,10}",
    **_PARTS,
)
_OF = rule(
    "NOUN [of for to needed-for] [computes stores]? the? w{0,3}? list:L between:AROUND{0,10}? verb:[is are"
    " equals becomes scales]"
    " before:AROUND{0,5}? class:F after:AROUND{0,10}",
    **_PARTS,
)
_IN = rule(
    "[computes stores] the? w{0,3}? list:L between:x{0,0} verb:[in with at using] before:AROUND{0,5}? class:F"
    " after:AROUND{0,10}",
    **_PARTS,
)
_IS = rule(
    "list:F comma? which? verb:[is are scales] (in | of the? order)? class:F"
    " (?= [stop comma semicolon colon close and but as for reason] | $)"
)
_ELSEWHERE = rule("[is are where while but not whose if when each than elsewhere-noun]")
_BACKWARD = rule("backward")
_MEASURES = (
    (rule("[memory-noun stores]"), "memory"),
    (rule("multiply-add"), "time"),
    (rule("multiplications"), "mults"),
    (rule("[time-noun computes cost-of]"), "time"),
)
_PARTIAL = rule("[extra each only]")
_AWAY = rule("[by with from to into for on in using over given size-noun] $")
_SPECIAL = rule("special-cost")
_PRODUCT = rule("(multiplying | product of) w{0,3} $")
_SOLVING = rule("(solves | solution of) the? [linear dense]? [system equation]? (of equation)? $")
_OF_FORMED = rule("[inverting inverse-noun solves solution] [^comma semicolon]* $")
_INVERSE = rule("(inverting | inverse-noun of) w{0,2} $")
_SINGLE = rule("[each one entries row column]")
_FIXED = rule(
    "fixed w? list:L | listed:L is:be? [as being held both all to be taken]* a? fixed (?! [time-noun factor"
    " vector matrix function])"
)
_LASTING = rule("[let assume suppose always]")
_ONLY, _NEXT = rule("only $"), rule("[comma semicolon and while but]")
_COST = rule("cost-noun | cost-of")


def regimes(s: Sentence) -> Iterator[Property]:
    """Quantities that a sentence calls constant or fixed once and for all."""
    yield from (Property(term, "constant", term.span) for term, local in _fixed(s) if not local)


def fixed_here(s: Sentence) -> Iterator[Held]:
    """Quantities that are fixed for this claim: "for fixed $d$", "with $d$ held constant"."""
    for term, local in _fixed(s):
        if local:
            yield Held(Formula(term, "=", App("Theta", (num(1),)), term.span))


def _fixed(s: Sentence) -> Iterator[tuple[Sym, bool]]:
    for found in _FIXED.finditer(s.signs):
        if denied(s.signs, found.start()):
            continue
        lasting = _LASTING.search(s.signs[: found.start()]) is not None or found["is"] is not None
        for term in s.terms(found["list"] or found["listed"]):
            if isinstance(term, Sym):
                yield term, not lasting


def costs(s: Sentence) -> Iterator[Candidate]:
    """What a sentence says of the cost or growth of its formulas."""
    if s.signs.endswith("?"):
        return
    spent: list[tuple[int, int]] = []
    for pattern in (_OF, _TAKES, _IN):
        for found in pattern.finditer(s.signs):
            if any(found.start("list") < end and start < found.end("class") for start, end in spent):
                continue
            made = _cost(s, found, pattern)
            if made is not None:
                spent.append((found.start("list"), found.end("class")))
                yield made
                yield from _as_well(s, found, pattern)
    if spent:
        return
    for found in _IS.finditer(s.signs):
        made = _growth(s, found)
        if made is not None:
            yield made


_ALSO = rule("^ first:AROUND{0,5}? and class:F after:AROUND{0,5}", **_PARTS)


def _as_well(s: Sentence, found: Match, kind: Rule) -> Iterator[Candidate]:
    """ "... takes $O(n^2 d)$ time and $O(n^2)$ memory": the second measure of the same expression."""
    also = _ALSO.match(s.signs[found.end("class") :])
    measure = next((h for p, h in _MEASURES if also is not None and p.search(also["after"])), None)
    first = next((h for p, h in _MEASURES if also is not None and p.search(also["first"])), None)
    if also is None or measure is None or first is None or measure == first:
        return
    made = _cost(s, found, kind, also["class"], measure, found["verb"] + also["after"])
    if made is not None:
        yield made


def _cost(
    s: Sentence, found: Match, kind: Rule, bounded_by: str = "", measured: str = "", words_around: str = ""
) -> Candidate | None:
    """The claim of a match; with the other arguments, that of a second bound for the same expression."""
    before = _ONLY.sub("", found["before"])
    after = "" if words_around else _up_to_next(found["after"] or "")
    around = words_around or (found.groupdict().get("noun") or "") + found["verb"] + before + after
    measure = measured or next((head for pattern, head in _MEASURES if pattern.search(around)), None)
    said = s.by_mark.get(bounded_by or found["class"])
    bound = _class(said, exact=measure == "mults")
    if measure is None or said is None or bound is None or not _is_plain(s, found, around):
        return None
    words = s.signs[max(found.start("list") - 8, 0) : found.start("list")]
    subjects = _computed(s, found, kind, words, measure)
    if not subjects:
        return None
    if measure == "memory" and _BACKWARD.search(s.signs):
        measure = "stored"
    elif measure == "memory" and not _COMPUTING.search(words) and kind is _TAKES:
        measure = "size"
    costs = tuple(App(measure, (x,), x.span) for x in subjects)
    formed = [x for subject in subjects for x in _formed(subject)] if _OF_FORMED.search(words) else []
    if formed and (measure not in ("time", "mults") or not (isinstance(bound, App) and bound.head == "BigO")):
        return None  # with or without the work that it takes to form them
    costs += tuple(App("neg", (App(measure, (x,), x.span),), x.span) for x in formed)
    lhs: Term = costs[0] if len(costs) == 1 else App("add", costs, subjects[0].span)
    left = [x for m in marks_in(found["list"]) for x in s.by_mark[m].tokens]
    made = _claim(s, lhs, bound, left, said, found.start("list"))
    written = ", ".join(s.context.latex(s.by_mark[m].tokens) for m in marks_in(found["list"]))
    shown = f"{measure} of {'the inverse of ' if _INVERSE.search(words) else ''}{written}"
    return replace(made, equation=replace(made.equation, shown=shown))


def _formed(term: Term) -> Iterator[Term]:
    """What is there already when something is inverted: X^T X of its inverse, and X^T y of a system."""
    match term:
        case App("mul", (App("pow", (matrix, _)), right)):
            yield from (x for x in (matrix, right) if isinstance(x, App))
        case App("pow", (App() as matrix, _)):
            yield matrix


def _up_to_next(after: str) -> str:
    """The words behind a bound that still belong to it."""
    return _NEXT.split(after)[0]


def _is_plain(s: Sentence, found: Match, around: str) -> bool:
    """Whether a sentence speaks of computing the expression as it is, all of it, and affirms it."""
    aside = _ELSEWHERE.search(found["between"]) or _ELSEWHERE.search(found["before"]) or _PARTIAL.search(around)
    return not (aside or _SPECIAL.search(s.signs) or denied(s.signs, found.start("class")))


def _computed(s: Sentence, found: Match, kind: Rule, words: str, measure: str) -> list[Term]:
    """What is computed: the formulas, their product, or their inverse; nothing where they only help to say it."""
    solved = [s.by_mark[m] for m in marks_in(found["list"]) if m in s.by_mark] if _SOLVING.search(words) else []
    if solved:
        return [x for said in solved for x in _solution(said)]
    subjects = [x for m in marks_in(found["list"]) if m in s.by_mark for x in _subjects(s.by_mark[m])]
    if _SINGLE.search(words) or (kind is _TAKES and _AWAY.search(words)):
        return []
    if _PRODUCT.search(words) and len(subjects) > 1:
        return [App("mul", tuple(subjects), subjects[0].span)]
    if _INVERSE.search(words) and len(subjects) == 1:
        return [App("pow", (subjects[0], num(-1)), subjects[0].span)]
    computing = kind is not _TAKES or _COMPUTING.search(words) is not None
    bare = any(isinstance(x, Sym) and (measure != "memory" or _is_letter(x)) for x in subjects)
    return [] if bare and not computing else subjects


def _solution(said: Said) -> Iterator[Term]:
    """A^{-1} b for the system A x = b."""
    for item in said.found:
        match item:
            case Equation(Formula(App("mul", (*matrices, Sym())), "=", right)) if matrices:
                matrix = matrices[0] if len(matrices) == 1 else App("mul", tuple(matrices), right.span)
                yield App("mul", (App("pow", (matrix, num(-1)), right.span), right), right.span)
            case _:
                return


def _is_letter(term: Sym) -> bool:
    """A plain small letter: a size as often as something that is stored."""
    return term.name.islower() and not term.name.startswith("\\bm")


def _growth(s: Sentence, found: Match) -> Candidate | None:
    left, right = s.by_mark.get(found["list"]), s.by_mark.get(found["class"])
    bound = _class(right, exact=False)
    if left is None or right is None or bound is None or denied(s.signs, found.start("class")):
        return None
    if _COST.search(s.signs[: found.start("list")]):
        return None  # what is said of a cost is not said of the formula
    match left.found:
        case [Mention((term,))]:
            return _claim(s, term, bound, left.tokens, right, found.start("list"))
        case [*_, Equation() as equation] if not _is_class(equation.formula.rhs):
            return _claim(s, equation.formula.lhs, bound, left.tokens, right, found.start("list"))
    return None


_SUPPOSED = frozenset((Force.SUPPOSE, Force.ASSUME, Force.IF, Force.GIVEN, Force.LET, Force.WHEN, Force.REASON))


def _claim(s: Sentence, lhs: Term, rhs: Term, left: Sequence[Token], right: Said, position: int) -> Candidate:
    force = governor(s.signs[:position])
    formula = Formula(lhs, "=", rhs, rhs.span)
    equation = Equation(formula, (), False, tuple(left), tuple(right.tokens))
    return Candidate(equation, force if force in _SUPPOSED else Force.CLAIM)


def _subjects(said: Said) -> list[Term]:
    """What is computed: an expression, or the right side of an equation; a number takes no work."""
    made: list[Term] = []
    for item in said.found:
        if isinstance(item, Mention):
            made += [x for x in item.terms if not _is_class(x)]
        elif isinstance(item, Equation) and item.formula.relation == "=" and not _is_class(item.formula.rhs):
            made.append(item.formula.rhs)
    return [x for x in made if free_names(x)]


def _class(said: Said | None, exact: bool) -> Term | None:
    """The class that a formula names; with `exact`, also a plain number of operations."""
    match said.found if said is not None else []:
        case [Mention((term,))] if _is_class(term) or exact:
            return term
    return None


def _is_class(term: Term) -> bool:
    return isinstance(term, App) and term.head in t.GROWTH_CLASSES.values()
