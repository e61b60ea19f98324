"""For which of its own letters an equation is said: a definition for some indices defines no other member.

`A_{ij} = 0` for i > j says nothing of the diagonal; `y_i = 1` if i = c says nothing of the other entries. Such an
equation is not used. A function that is given where its formula makes sense, `f(x) = \\log x` for x > 0, is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias, TypeVar

from hence.language.derivation import Fact, Formula, Given, Interval, Membership, Property, Unread
from hence.language.opaque import RESTRICTED
from hence.language.terms import App, Bind, Num, Range, Sym, Term, free_names, subterms
from hence.latex_in import tables as t
from hence.latex_in.formula.context import base_name
from hence.latex_in.formula.declare import Equation
from hence.latex_in.page.scan import Tokens, split
from hence.latex_in.prose.clause import Force
from hence.latex_in.prose.grammar import Match, marks_in, rule
from hence.latex_in.prose.relations import Candidate, index_letters
from hence.latex_in.prose.said import Said, Sentence
from hence.latex_in.roles import Scope

Extent: TypeAlias = Literal["", "domain", "part", "point"]  # everywhere, for some arguments, for some letters, at one
MESSAGE = "this is said of some of its indices or arguments only, and cannot be used yet"

_WHERE = "words:w{0,4} list:L behind:[^F stop semicolon]*"
_CLAUSE = rule(
    "^ [comma open]? [which this that]? hold? only? word:[for if when whenever provided unless except iff"
    " where with at on such-that] that?"
    " WHERE",
    WHERE=_WHERE,
)
_FRONT = rule("^ (w comma?)? word:[for if when whenever] WHERE", WHERE=_WHERE)
_BARE = rule("^ [comma open] word:x{0,0} words:x{0,0} list:F behind:x{0,0}")
_PLACES = rule(
    "^ [comma open]? [for on in at when if]? [all every]? the? strictly? [even odd off diagonal upper lower"
    " first last remaining]"
)
_OTHERWISE = rule("^ [comma open]? (otherwise | elsewhere | in all other | for all? the? other)")
_RESTRICTING = rule("partial | signed (?! integer) | [some one only except near not first last diagonal]")
_CONDITIONS = rule("[if when whenever provided unless except iff]")
_EXCEPTING = rule("[unless except]")
_JOINING, _FOR = rule("[with where]"), rule("for")
_HARMLESS = frozenset(("integer", "real", "positive", "nonnegative", "scalar", "vector", "random"))
_FIRST = frozenset(("0", "1"))
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
_OUTSIDE_NOTHING = frozenset(("log", "sqrt", "div", "frac", "ln"))

T = TypeVar("T")


def with_extents(s: Sentence, placed: Iterable[tuple[int, Said, list[T]]]) -> list[tuple[Said, list[T]]]:
    """The items of each formula of a sentence, where relations know for which of their letters they are said."""
    made: list[tuple[Said, list[T]]] = []
    for position, said, items in placed:
        upto = _upto(s, position)
        known = [
            replace(x, extent=_extent(s, position, said, x), upto=upto) if isinstance(x, Candidate) else x
            for x in items
        ]
        made.append((said, known))
    return _together(made)


_OF_SOME = rule("[for if when] all? (partial | some | the [first last]) F")


def said_of_some(signs: str, formula: Formula) -> tuple[Property, ...]:
    """ "For even $t$ we define" in front of a display: something restricts the letters of what it defines."""
    letters, arguments = _letters(formula)
    found = _OF_SOME.search(signs)
    return tuple(Property(Sym(x), "one of some") for x in sorted(letters | arguments)) if found is not None else ()


def _upto(s: Sentence, position: int) -> str:
    """Where a range right behind a formula ends: the m of "for $i = 1, \\dots, m$"."""
    found = _CLAUSE.match(s.signs[position + 1 :])
    said = s.by_mark.get(marks_in(found["list"])[0]) if found is not None else None
    tokens = said.tokens if said is not None else []
    return tokens[-1].text if any(x.kind == "dots" for x in tokens) and tokens[-1].kind in ("name", "number") else ""


def leaves_range(candidate: Candidate, terms: Iterable[Term]) -> bool:
    """Whether members are summed over another range than the one for which they are given."""
    if not candidate.upto:
        return False
    name = base_name(candidate.equation.formula.lhs)
    sums = (x for term in terms for x in subterms(term) if isinstance(x, Bind) and isinstance(x.domain, Range))
    ends = [x.domain.high for x in sums if name in free_names(x.body) and isinstance(x.domain, Range)]
    return any(not _is_called(end, candidate.upto) for end in ends)


def _is_called(term: Term, name: str) -> bool:
    match term:
        case Sym(other):
            return other == name
        case Num(value):
            return str(value) == name
        case _:
            return False


def unused(candidate: Candidate, text: str) -> Unread:
    """A relation that is said for a part of its letters: something is known of its symbols that we do not know."""
    formula = candidate.equation.formula
    return Unread(formula.span, MESSAGE, text, display=False, symbols=tuple(sorted(_about(formula))))


def restricted(formula: Formula, conditions: Sequence[Given]) -> Extent:
    """How the conditions of a row of a display restrict the letters of what it defines."""
    letters, arguments = _letters(formula)
    said = [c.formula for c in conditions if isinstance(c, Fact)]
    words = [c for c in conditions if isinstance(c, Property) and free_names(c.subject) & (letters | arguments)]
    vague = any(c.word not in _HARMLESS for c in words)
    return "part" if vague else _of_formulas(said, letters, arguments, _earliest(formula))


def leaves_domain(formula: Formula, terms: Iterable[Term]) -> bool:
    """Whether a function that is given for some arguments is used at others, where its formula need not hold."""
    return not _has_own_domain(formula.rhs) and any(
        isinstance(x, App) and x.head == "apply" and x.args[:1] == formula.lhs.args[:1] and x != formula.lhs
        for term in terms
        for x in subterms(term)
        if isinstance(formula.lhs, App)
    )


def _has_own_domain(body: Term) -> bool:
    """A logarithm, a root, a quotient: the words only repeat where it makes sense."""
    inside = [x for x in subterms(body) if isinstance(x, App)]
    return any(x.head in _OUTSIDE_NOTHING or (x.head == "pow" and not _is_whole_power(x)) for x in inside)


def _is_whole_power(term: App) -> bool:
    power = term.args[1]
    return isinstance(power, Num) and power.value.denominator == 1 and power.value >= 0


_POINT = re.compile(r"\\(?:hat|bar|tilde)\b|_\{?0\}?$|\^\{?(?:\*|\\ast|\\star)")
_SUPPOSED = frozenset((Force.SUPPOSE, Force.ASSUME, Force.WITH, Force.IF, Force.GIVEN))


def is_constant(formula: Formula) -> bool:
    """f(x_0) = 0: a value of a function in which its argument does not appear."""
    _, arguments = _letters(formula)
    return bool(arguments) and formula.relation == "=" and not arguments & free_names(formula.rhs)


def is_at_point(candidate: Candidate, scope: Scope) -> bool:
    """Whether f(x_0) = 0 is said of one point: of a value, a starred letter, or an argument that is a known number."""
    formula = candidate.equation.formula
    _, arguments = _letters(formula)
    if candidate.extent == "point":
        return True
    if formula.relation != "=" or not arguments or candidate.equation.defining:
        return False
    if arguments & set(candidate.equation.over):
        return False
    if arguments & scope.values:
        return True
    defined, declared = scope.defined, scope.declared
    constant = not arguments & free_names(formula.rhs) and not scope.depends(formula.rhs, arguments)
    point = any(_POINT.search(a) for a in arguments)
    if arguments & defined or point:
        supposed = candidate.force in _SUPPOSED and (constant or point or candidate.force is not Force.WITH)
        return constant or isinstance(formula.rhs, Sym) or supposed
    concluded = candidate.force.claims or bool(arguments & declared)
    supposed = candidate.force in _SUPPOSED or (isinstance(formula.rhs, Num) and concluded)
    return constant and supposed


def _about(formula: Formula) -> set[str]:
    letters, arguments = _letters(formula)
    own = free_names(formula.lhs) or free_names(formula.rhs)
    name = base_name(formula.lhs)
    return {name} if name else set(own - letters - arguments)


def _letters(formula: Formula) -> tuple[frozenset[str], frozenset[str]]:
    """The indices of what a relation is about, and its arguments where that is a function."""
    arguments: frozenset[str] = frozenset()
    match formula.lhs:
        case App("apply", (_, *given)):
            arguments = frozenset(a.name for a in given if isinstance(a, Sym))
    bearer = formula.rhs if isinstance(formula.lhs, Num) else formula.lhs
    indices = (i for x in subterms(bearer) if isinstance(x, App) and x.head == "index" for i in x.args[1:])
    return frozenset(name for i in indices for name in free_names(i)) & free_names(bearer), arguments


def _together(made: list[tuple[Said, list[T]]]) -> list[tuple[Said, list[T]]]:
    """Several equations for one symbol in a sentence are its cases: none of them is the whole."""
    candidates = [x for _, items in made for x in items if isinstance(x, Candidate)]
    equations = [x for x in candidates if x.equation.formula.relation == "="]
    forms = [_form(x.equation.formula.lhs) for x in equations]
    parts = {_form(x.equation.formula.lhs) for x in candidates if x.extent == "part"}
    parts |= {n for x in equations if x.extent == "domain" and forms.count(n := _form(x.equation.formula.lhs)) > 1}
    whole = [(_form(f.lhs), f.rhs) for x in equations if not x.concluded and is_general_value(f := x.equation.formula)]
    parts |= {form for form, value in whole if any(form == other and value != rhs for other, rhs in whole)}

    def told(item: T) -> T:
        if isinstance(item, Candidate) and _form(item.equation.formula.lhs) in parts:
            return replace(item, extent="part") if _may_be_case(item.equation.formula) else item
        return item

    return [(said, [told(x) for x in items]) for said, items in made]


def is_general_value(formula: Formula) -> bool:
    """f(z) = z^2, and not f(2) = 4."""
    match formula.lhs:
        case App("apply", (_, *arguments)):
            return all(isinstance(a, Sym) for a in arguments)
        case _:
            return False


def _may_be_case(formula: Formula) -> bool:
    return formula.relation == "=" and not _is_range(formula) and base_name(formula.lhs) is not None


def _form(term: Term) -> tuple[str | None, str, int]:
    """Whose members or values a left side speaks of: all x_i, x_k, or x_1 and f(0), which stand beside them."""
    match term:
        case App("index" | "apply" as head, args):
            one = any(isinstance(x, Num) for x in args)
            return base_name(term), head + " at a number" if one else head, len(args)
        case _:
            return base_name(term), "", 0


def _is_range(formula: Formula) -> bool:
    return isinstance(formula.lhs, Sym | Num) and isinstance(formula.rhs, Sym | Num) and formula.relation != "="


# What the words say ------------------------------------------------------------------------------


def _extent(s: Sentence, position: int, said: Said, candidate: Candidate) -> Extent:
    formula = candidate.equation.formula
    if candidate.force in (Force.OVER, Force.FOR) or _is_range(formula):
        return ""
    after = s.signs[position + 1 :]
    if _OTHERWISE.match(after) and formula.relation == "=":
        return "part"
    if not any(_letters(formula)):
        return ""
    if _is_named_point(s, formula):
        return "point"
    indexed = bool(index_letters(formula.lhs))
    found: list[Extent] = [_inside(said, formula), "part" if indexed and _PLACES.match(after) else ""]
    clauses = (_CLAUSE.match(after), _bare(s, after), _FRONT.match(s.signs[:position]))
    for number, clause in enumerate(clauses):
        if clause is None:
            continue
        kind = _of_clause(s, clause, formula, behind=number == 0)
        if kind == "part":
            s.used.update(id(x) for m in marks_in(clause["list"]) if (x := s.by_mark.get(m)) and _is_bare(x))
        found.append(kind)
    return _worst(found)


def _bare(s: Sentence, after: str) -> Match | None:
    """A range without a word before it: "$x_i = 1$, $i \\le m$"."""
    found = _BARE.match(after)
    said = s.by_mark.get(found["list"]) if found is not None else None
    relations = [x.formula for x in said.found if isinstance(x, Equation)] if said is not None else []
    return found if relations and all(map(_is_range, relations)) else None


def _is_named_point(s: Sentence, formula: Formula) -> bool:
    """ "f(a) = 0 for some a", "let f(a) = a be a fixed point"."""
    _, arguments = _letters(formula)
    if formula.relation != "=":
        return False
    fixed = isinstance(formula.rhs, Sym) and formula.rhs.name in arguments
    special = _SPECIAL.search(s.signs) is not None and (fixed or not arguments & free_names(formula.rhs))
    return bool(arguments & s.some) or (special and bool(arguments))


_SPECIAL = rule("[root-noun special-point given-point minimizer maximizer]")


_SOME = rule("^ some")


def _is_some(clause: Match) -> bool:
    return _SOME.match(clause["words"]) is not None


_STRONGEST: tuple[Extent, ...] = ("part", "point", "domain")


def _worst(found: Sequence[Extent]) -> Extent:
    return next((x for x in _STRONGEST if x in found), "")


def _is_bare(said: Said) -> bool:
    """Whether a formula only relates letters: it says nothing but where another holds."""
    relations = [x.formula for x in said.found if isinstance(x, Equation)]
    return bool(relations) and all(isinstance(x, Sym | Num) for f in relations for x in (f.lhs, f.rhs))


def _inside(said: Said, formula: Formula) -> Extent:
    r"""`A_{ij} = 0 \ \forall i > j`, `x_i = 1, i \le m`: the range stands in the same formula."""
    letters, arguments = _letters(formula)
    runs = split(said.tokens, lambda x: x.text == r"\forall")[1:]
    for run in (split(run, lambda x: x.text in (":", r"\colon"))[0] for run in runs):
        relations = [x for x in run if x.kind == "rel"]
        named = [x.text for x in run if x.kind == "name"]
        if [t.RELATIONS.get(x.text) for x in relations] == ["!="] and set(named) <= letters:
            continue
        if relations and letters & set(named) and not (_starts_at_first(run) or any(x.text in _FIRST for x in run)):
            return "part"
    others = [x.formula for x in said.found if isinstance(x, Equation) and x.formula is not formula]
    return _of_formulas([f for f in others if _is_range(f)], letters, arguments, _earliest(formula))


def _of_clause(s: Sentence, clause: Match, formula: Formula, behind: bool) -> Extent:
    letters, arguments = _letters(formula)
    word = clause["word"]
    found: list[Extent] = []
    for mark in marks_in(clause["list"]):
        said = s.by_mark.get(mark)
        if said is None or (not _EXCEPTING.match(word) and _is_another_statement(said)):
            continue
        plain = {x.name for x in said.terms() if isinstance(x, Sym)} if said.is_plain() else set()
        if plain & (letters | arguments):
            if _is_some(clause):
                found.append("part" if plain & letters & free_names(formula.rhs) else "point")
                continue
            limited = _CONDITIONS.match(word) or _RESTRICTING.search(clause["words"]) or _limits(clause["behind"])
            found.append("part" if limited else "")
        elif _EXCEPTING.match(word) and any(base_name(x) == base_name(formula.lhs) for x in said.terms()):
            found.append("part")
        elif not (_JOINING.match(word) and said.equates()):
            conditional = behind and bool(_CONDITIONS.match(word) or _FOR.match(word))
            found.append(_of_said(said, formula, conditional, _start(s, formula)))
    return _worst(found)


def _is_another_statement(said: Said) -> bool:
    """`for $i \\ne j$ and $\\|u_i\\| = 1$`: the second formula is none of the ranges."""
    relations = [x.formula for x in said.found if isinstance(x, Equation)]
    parts = (x for f in relations for side in (f.lhs, f.rhs) for x in subterms(side))
    return any(isinstance(x, App) and x.head == "index" for x in parts)


_BEHIND = rule("^ comma? [is are]? [partial other-than except near not different but]")


def _limits(behind: str) -> bool:
    return _BEHIND.match(behind) is not None


def _of_said(said: Said, formula: Formula, conditional: bool, start: int) -> Extent:
    letters, arguments = _letters(formula)
    if any(x.kind == "dots" for x in said.tokens):
        own = {x.text for x in said.tokens} & (letters | arguments)
        return "part" if own and not _starts_at_first(said.tokens, start > 1) else ""
    if said.unread is not None:
        return "part" if set(said.unread.symbols) & letters else ""
    unclear = {base_name(x.subject) for x in said.found if isinstance(x, Property) and x.word.startswith(RESTRICTED)}
    if unclear & letters:
        return "part"  # "for $i \\in S$", of which nobody says what it is
    relations = [x.formula for x in said.found if isinstance(x, Equation | Fact)]
    if said.equates() and _counts_up(said.tokens):
        return ""  # i = 1, 2
    implicit = [f for f in relations if not _is_bare_letter(f)] if conditional else []
    if any(_mentions(f, letters | arguments) for f in implicit) and not _has_own_domain(formula.rhs):
        return "part"
    intervals = [x for x in said.found if isinstance(x, Membership) and isinstance(x.space, Interval)]
    within: Extent = "domain" if any(base_name(x.subject) in arguments for x in intervals) else ""
    compared = free_names(formula.lhs) | free_names(formula.rhs) if formula.relation != "=" else frozenset[str]()
    return _worst([within, _of_formulas(relations, letters, arguments, start, compared)])


def _counts_up(tokens: Tokens) -> bool:
    """1, 2, 3 and no gap."""
    numbers = [int(x.text) for x in tokens if x.text.isdigit()]
    return len(numbers) > 1 and numbers[0] in (0, 1) and numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def _mentions(formula: Formula, names: frozenset[str]) -> bool:
    return bool((free_names(formula.lhs) | free_names(formula.rhs)) & names)


def _is_bare_letter(formula: Formula) -> bool:
    return any(isinstance(x, Sym) for x in (formula.lhs, formula.rhs))


def _starts_at_first(tokens: Tokens, second: bool = False) -> bool:
    r"""`i = 1, \dots, n`, `t = T, \dots, 1`, `i \in \{0, \dots, n\}`."""
    inner = [x for x in tokens if x.text not in (r"\{", r"\}", "[", "]", "(", ")", "{", "}") and x.kind != "quad"]
    start = next((k for k, x in enumerate(inner) if x.kind == "rel" or x.text == t.MEMBER), -1)
    parts = [p for p in split(inner[start + 1 :], lambda x: x.text == ",") if p]
    firsts = _FIRST | {"2", "3"} if second else _FIRST
    return any(len(p) == 1 and p[0].text in firsts for p in (parts[:1] + parts[-1:]))


def _earliest(formula: Formula) -> int:
    """The latest index at which it may begin: a recurrence begins where the members before it are given.

    1 / (n - 1) begins at 2.
    """
    name = base_name(formula.lhs)
    recurs = name is not None and name in free_names(formula.rhs)
    return 3 if recurs or _has_own_domain(formula.rhs) else 1


def _start(s: Sentence, formula: Formula) -> int:
    """The same where the sentence gives the first members: "$x_1 = 1$ and $x_i = 0$ for $i \\ge 2$"."""
    name = base_name(formula.lhs)
    equations = [x for _, said in s.placed() for x in said.found if isinstance(x, Equation)]
    given = {x.formula.lhs for x in equations if base_name(x.formula.lhs) == name}
    members = [x for x in given if isinstance(x, App) and x.head == "index" and isinstance(x.args[1], Num)]
    return max(_earliest(formula), 1 + len(members))


# What a condition leaves out ---------------------------------------------------------------------


def _of_formulas(
    said: Sequence[Formula],
    letters: frozenset[str],
    arguments: frozenset[str],
    start: int,
    named: frozenset[str] = frozenset(),
) -> Extent:
    bounds = [b for f in said for b in _bounds(f)]
    found: list[Extent] = []
    for letter in sorted(letters | arguments):
        about = [(relation, other) for name, relation, other in bounds if name == letter]
        if not about:
            continue
        if letter in arguments and letter not in letters:
            found.append("part" if any(r == "=" for r, _ in about) else "domain")
            continue
        below = [other for relation, other in about if relation in (">", ">=")]
        differs = [other for relation, other in about if relation == "!="]
        if differs and len(differs) == len(about):
            known = all(isinstance(x, Num) or (isinstance(x, Sym) and x.name in letters | named) for x in differs)
            found.append("" if known else "part")
        else:
            found.append("" if any(isinstance(x, Num) and x.value <= start for x in below) else "part")
    return _worst(found)


def _bounds(formula: Formula) -> list[tuple[str, str, Term]]:
    """The letters that a relation bounds, each with the relation as seen from it, and what bounds it."""
    found: list[tuple[str, str, Term]] = []
    if formula.relation in _TURNED:
        if isinstance(formula.lhs, Sym):
            found.append((formula.lhs.name, formula.relation, formula.rhs))
        if isinstance(formula.rhs, Sym):
            found.append((formula.rhs.name, _TURNED[formula.relation], formula.lhs))
    return found
