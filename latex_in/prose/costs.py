r"""Costs and growth in words: "computing $Q K^\top$ takes $\Theta(n^2 d)$ time", "the memory of ... is $O(n)$"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hence.language.derivation import Formula, Property
from hence.language.terms import App, Sym, Term, num
from hence.latex_in import tables as t
from hence.latex_in.formula.declare import Equation, Mention
from hence.latex_in.page.lexer import Token
from hence.latex_in.prose.clauses import LIST, MARK, denied, marks_in
from hence.latex_in.prose.force import governor
from hence.latex_in.prose.relations import Candidate
from hence.latex_in.prose.said import Said, Sentence
from hence.latex_in.prose.tendencies import Held

_WORDS = r"[^.;:\ue000-\uf8ff]"
_COMPUTE = r"(?:comput|evaluat|form|calculat|multipl|materiali[sz]|stor|keep)\w*"
_COMPUTING = re.compile(rf"\b(?!stor|keep){_COMPUTE}\W+(?:\w+\W+){{0,3}}$", re.IGNORECASE)
_NOUN = (
    r"(?P<noun>(?:time|space|memory|storage|computational|computation|arithmetic|running[- ]time|run-?time)"
    r"(?:[- ](?:and\s+\w+\s+)?(?:complexity|costs?|requirements?|footprint|usage|consumption))?|complexity|costs?)"
)
_TAKES = re.compile(
    rf"(?P<list>{LIST})(?P<between>{_WORDS}{{0,60}}?)\b(?P<verb>takes?|costs?|requires?|needs?|uses?|has|have|having|runs?\s+in"
    rf"|(?:is|are|can\s+be)\s+{_COMPUTE}\s+in|consumes?|occup(?:y|ies)|involves?)\b(?P<before>{_WORDS}{{0,50}}?)"
    rf"(?P<class>{MARK})(?P<after>{_WORDS}{{0,60}})",
    re.IGNORECASE,
)
_OF = re.compile(
    rf"\b{_NOUN}\s+(?:of|for|to|needed\s+for|required\s+(?:for|to))\s+(?:{_COMPUTE}\s+)?(?:the\s+)?(?:[a-z]+\s+){{0,3}}?"
    rf"(?P<list>{LIST})(?P<between>{_WORDS}{{0,60}}?)\b(?P<verb>is|are|equals?|becomes?|scales?\s+(?:as|like))\b"
    rf"(?P<before>{_WORDS}{{0,30}}?)(?P<class>{MARK})(?P<after>{_WORDS}{{0,60}})",
    re.IGNORECASE,
)
_IN = re.compile(
    rf"\b{_COMPUTE}\s+(?:the\s+)?(?:[a-z]+\s+){{0,3}}?(?P<list>{LIST})(?P<between>\s+)(?P<verb>in|with|at|using)\s+"
    rf"(?P<before>{_WORDS}{{0,30}}?)(?P<class>{MARK})(?P<after>{_WORDS}{{0,60}})",
    re.IGNORECASE,
)
_IS = re.compile(
    rf"(?P<list>{MARK})\s*,?\s*(?:which\s+)?(?P<verb>is|are|grows?\s+(?:as|like))\s+"
    rf"(?:(?:in|of\s+order|of\s+the\s+order)\s+)?(?P<class>{MARK})(?=\s*(?:[.,;:)]|$|and\b|but\b|as\b|for\b|since\b|because\b))",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"\b(?:is|are|where|while|whereas|but|not|whose|if|when|per|each|every|than|layer|model|algorithm|memory of)\b",
    re.IGNORECASE,
)
_BACKWARD = re.compile(r"back-?prop|backward|training|train\b|intermediate|all\s+activations", re.IGNORECASE)
_MEASURES = (
    (re.compile(r"\bmemory|\bspace\b|\bstorage|\bstor(?:e|ing)\b", re.IGNORECASE), "space"),
    (re.compile(r"multiply-?adds?|\bfused\b", re.IGNORECASE), "time"),
    (re.compile(r"\bmultiplications?\b|\bmults?\b", re.IGNORECASE), "mults"),
    (
        re.compile(
            r"\btime\b|\boperations?\b|\bops\b|\bflops?\b|\bsteps\b|comput|\bwork\b|\bcosts?\b|complexity",
            re.IGNORECASE,
        ),
        "time",
    ),
)
_PARTIAL = re.compile(
    r"\b(?:additional|extra|more|further|per|each|every|parameters?|weights|only|output)\b", re.IGNORECASE
)
_AWAY = re.compile(
    r"\b(?:by|with|from|to|into|for|on|in|using|via|against|over|size|width|length|given)\s+$", re.IGNORECASE
)
_SPECIAL = re.compile(
    r"sparse|banded|circulant|toeplitz|triangular|\bfft\b|fourier|strassen|low[- ]rank|structured|parallel|amorti[sz]ed"
    r"|expected|sequential|cached|recomput|flash|tiling|checkpoint|approximat|diagonal|permutation|incremental|\bbest\b|\bfast",
    re.IGNORECASE,
)
_PRODUCT = re.compile(r"\b(?:multiplying|products?\s+of|multiplication\s+of)\s+(?:\w+\s+){0,3}$", re.IGNORECASE)
_SOLVING = re.compile(
    r"\b(?:solv\w+|solution\s+of)\s+(?:the\s+)?(?:linear\s+|dense\s+)?(?:system\s+|equations?\s+)?(?:of\s+equations\s+)?$",
    re.IGNORECASE,
)
_OF_FORMED = re.compile(r"\b(?:invert\w*|invers\w+|solv\w+|solution)\b[^,;]*$", re.IGNORECASE)
_INVERSE = re.compile(r"\b(?:inverting|inverse\s+of|inversion\s+of)\s+(?:\w+\s+){0,2}$", re.IGNORECASE)
_SINGLE = re.compile(r"\b(?:each|every|per|one|single|entry|row|column)\b", re.IGNORECASE)
_FIXED = re.compile(
    rf"\b(?:fixed|constant)\s+(?:\w+\s+)?(?P<list>{LIST})"
    rf"|(?P<listed>{LIST})\s+(?:(?P<is>is|are|be)\s+)?(?:(?:as|being|held|kept|treated|considered|both|all|to|be)\s+)*"
    r"(?:an?\s+)?(?:fixed|constants?)\b(?!\s+(?:time|factor|vector|matrix|function))",
    re.IGNORECASE,
)

_LASTING = re.compile(r"\b(?:let|assume|suppose|throughout|always)\b", re.IGNORECASE)


def regimes(s: Sentence) -> Iterator[Property]:
    """Quantities that a sentence calls constant or fixed once and for all."""
    yield from (Property(term, "constant", term.span) for term, local in _fixed(s) if not local)


def fixed_here(s: Sentence) -> Iterator[Held]:
    """Quantities that are fixed for this claim: "for fixed $d$", "with $d$ held constant"."""
    for term, local in _fixed(s):
        if local:
            yield Held(Formula(term, "=", App("Theta", (num(1),)), term.span))


def _fixed(s: Sentence) -> Iterator[tuple[Sym, bool]]:
    for found in _FIXED.finditer(s.text):
        if denied(s.text, found.start()):
            continue
        lasting = _LASTING.search(s.text[: found.start()]) is not None or found["is"] is not None
        for term in s.terms(found["list"] or found["listed"]):
            if isinstance(term, Sym):
                yield term, not lasting


def costs(s: Sentence) -> Iterator[Candidate]:
    """What a sentence says of the cost or growth of its formulas."""
    if s.text.rstrip().endswith("?"):
        return
    spent: list[tuple[int, int]] = []
    for pattern in (_OF, _TAKES, _IN):
        for found in pattern.finditer(s.text):
            if any(found.start("list") < end and start < found.end("class") for start, end in spent):
                continue
            made = _cost(s, found)
            if made is not None:
                spent.append((found.start("list"), found.end("class")))
                yield made
                yield from _as_well(s, found)
    if spent:
        return
    for found in _IS.finditer(s.text):
        made = _growth(s, found)
        if made is not None:
            yield made


_ALSO = re.compile(rf"^(?P<first>{_WORDS}{{0,30}}?)\band\s+(?P<class>{MARK})(?P<after>{_WORDS}{{0,30}})", re.IGNORECASE)


def _as_well(s: Sentence, found: re.Match[str]) -> Iterator[Candidate]:
    """ "... takes $O(n^2 d)$ time and $O(n^2)$ memory": the second measure of the same expression."""
    also = _ALSO.match(s.text[found.end("class") :])
    measure = next((h for p, h in _MEASURES if also is not None and p.search(also["after"])), None)
    first = next((h for p, h in _MEASURES if also is not None and p.search(also["first"])), None)
    if also is None or measure is None or first is None or measure == first:
        return
    made = _cost(s, found, also["class"], measure, f"{found['verb']} {also['after']}")
    if made is not None:
        yield made


def _cost(
    s: Sentence, found: re.Match[str], bounded_by: str = "", measured: str = "", words_around: str = ""
) -> Candidate | None:
    """The claim of a match; with the other arguments, that of a second bound for the same expression."""
    before = re.sub(r"\bonly\s*$", "", found["before"])
    after = "" if words_around else _up_to_next(found["after"] or "")
    around = words_around or f"{found.groupdict().get('noun') or ''} {found['verb']} {before} {after}"
    measure = measured or next((head for pattern, head in _MEASURES if pattern.search(around)), None)
    said = s.by_mark.get(bounded_by or found["class"])
    bound = _class(said, exact=measure == "mults")
    if measure is None or said is None or bound is None or not _is_plain(s, found, around):
        return None
    words = s.text[max(found.start("list") - 40, 0) : found.start("list")]
    subjects = _computed(s, found, words, measure)
    if not subjects:
        return None
    if measure == "space" and _BACKWARD.search(s.text):
        measure = "stored"
    elif measure == "space" and not _COMPUTING.search(words) and found.re is _TAKES:
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
    return re.split(r"[,;]|\b(?:and|while|whereas|but)\b", after)[0]


def _is_plain(s: Sentence, found: re.Match[str], around: str) -> bool:
    """Whether a sentence speaks of computing the expression as it is, all of it, and affirms it."""
    aside = _ELSEWHERE.search(found["between"]) or _ELSEWHERE.search(found["before"]) or _PARTIAL.search(around)
    return not (aside or _SPECIAL.search(s.text) or denied(s.text, found.start("class")))


def _computed(s: Sentence, found: re.Match[str], words: str, measure: str) -> list[Term]:
    """What is computed: the formulas, their product, or their inverse; nothing where they only help to say it."""
    solved = [s.by_mark[m] for m in marks_in(found["list"]) if m in s.by_mark] if _SOLVING.search(words) else []
    if solved:
        return [x for said in solved for x in _solution(said)]
    subjects = [x for m in marks_in(found["list"]) if m in s.by_mark for x in _subjects(s.by_mark[m])]
    if _SINGLE.search(words) or (found.re is _TAKES and _AWAY.search(words)):
        return []
    if _PRODUCT.search(words) and len(subjects) > 1:
        return [App("mul", tuple(subjects), subjects[0].span)]
    if _INVERSE.search(words) and len(subjects) == 1:
        return [App("pow", (subjects[0], num(-1)), subjects[0].span)]
    computing = found.re is not _TAKES or _COMPUTING.search(words) is not None
    bare = any(isinstance(x, Sym) and (measure != "space" or _is_letter(x)) for x in subjects)
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


def _growth(s: Sentence, found: re.Match[str]) -> Candidate | None:
    left, right = s.by_mark.get(found["list"]), s.by_mark.get(found["class"])
    bound = _class(right, exact=False)
    if left is None or right is None or bound is None or denied(s.text, found.start("class")):
        return None
    if re.search(_NOUN, s.text[: found.start("list")], re.IGNORECASE):
        return None  # what is said of a cost is not said of the formula
    match left.found:
        case [Mention((term,))]:
            return _claim(s, term, bound, left.tokens, right, found.start("list"))
        case [*_, Equation() as equation] if not _is_class(equation.formula.rhs):
            return _claim(s, equation.formula.lhs, bound, left.tokens, right, found.start("list"))
    return None


def _claim(s: Sentence, lhs: Term, rhs: Term, left: Sequence[Token], right: Said, position: int) -> Candidate:
    cue = governor(s.text[:position])
    supposed = cue in ("suppose", "assume", "assuming", "supposing", "if", "given", "let", "when", "since", "because")
    formula = Formula(lhs, "=", rhs, rhs.span)
    equation = Equation(formula, (), False, tuple(left), tuple(right.tokens))
    return Candidate(equation, cue if supposed else "have")


def _subjects(said: Said) -> list[Term]:
    """What is computed: an expression, or the right side of an equation."""
    made: list[Term] = []
    for item in said.found:
        if isinstance(item, Mention):
            made += [x for x in item.terms if not _is_class(x)]
        elif isinstance(item, Equation) and item.formula.relation == "=" and not _is_class(item.formula.rhs):
            made.append(item.formula.rhs)
    return made


def _class(said: Said | None, exact: bool) -> Term | None:
    """The class that a formula names; with `exact`, also a plain number of operations."""
    match said.found if said is not None else []:
        case [Mention((term,))] if _is_class(term) or exact:
            return term
    return None


def _is_class(term: Term) -> bool:
    return isinstance(term, App) and term.head in t.GROWTH_CLASSES.values()
