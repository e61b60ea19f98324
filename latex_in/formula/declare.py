r"""Declarations inside formulas: `x \in \mathbb{R}^d`, `f : A \to B`, `x \sim p`, `i = 1, \dots, n`, `a, b > 0`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from hence.language.derivation import (
    Distributed,
    Fact,
    Formula,
    Given,
    Interval,
    Mapping,
    Membership,
    Property,
    RealSpace,
    Relation,
)
from hence.language.opaque import DEPENDENT, OTHER_KIND, RESTRICTED
from hence.language.records import dataclass
from hence.language.terms import App, Num, Span, Sym, Term, free_names, num
from hence.latex_in import tables as t
from hence.latex_in.formula.categories import mass
from hence.latex_in.formula.chains import has_top_relation, strip_punctuation
from hence.latex_in.formula.context import Context
from hence.latex_in.formula.lists import Member, are_apart, fresh_index, members, same_family, subjects
from hence.latex_in.formula.opaque import is_balanced
from hence.latex_in.formula.probability import law as law_of
from hence.latex_in.formula.spectra import stated
from hence.latex_in.letters.names import plain_arguments
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import Side, Tokens, group_end, scripts_at, split, split_commas, split_side
from hence.latex_in.page.source import ParseError

_ARROWS = frozenset((r"\to", r"\rightarrow", r"\longrightarrow", r"\mapsto"))
_NUMBER_SETS = frozenset((r"\mathbb{R}", r"\mathbb{N}", r"\mathbb{Z}"))
_OTHER_NUMBERS = frozenset((r"\mathbb{C}", r"\mathbb{H}", r"\mathbb{F}", r"\mathbb{K}", r"\bm{C}"))
_COLONS = frozenset((":", r"\colon"))
Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Equation:
    """A relation found in a formula, not yet judged to be fact or claim."""

    formula: Formula
    over: tuple[str, ...]
    defining: bool  # written with := or its like
    left: Tokens
    right: Tokens
    unless: Pairs = ()  # indices that must differ
    side: Side = ""  # of `x \\to 0^+`
    note: str = ""  # on an arrow: what tends
    among: bool = False  # one of the places of a minimum, of which there may be others
    shown: str = ""  # the left side in the words of the checker, where the author used words
    listed: bool = False  # of `a_1 \\le \\dots \\le a_n`: its indices are no examples of others


@dataclass(frozen=True)
class Mention:
    """Symbols that stand alone: what words nearby speak of."""

    terms: tuple[Term, ...]


@dataclass(frozen=True)
class Space:
    """A set that stands alone, as in "$x \\sim p$ in $\\mathbb{R}^d$"."""

    space: RealSpace | Interval


@dataclass(frozen=True)
class Counted:
    """The integers 1, ..., high that stand alone, as in "a permutation of $\\{1, \\dots, n\\}$"."""

    high: Term


Found = Given | Equation | Mention | Space | Counted


def read_formula(context: Context, tokens: Tokens) -> list[Found]:
    """Everything that a formula in prose says, in order. Raises `ParseError` where it is not understood.

    A term that is not understood says nothing; of a member of a set that is not, we know that something is said.
    """
    try:
        return list(_said(context, tokens))
    except ParseError:
        bare = _outside_matrices(strip_punctuation(tokens))
        if not bare or not is_balanced(bare) or any(x.kind in ("bad", "text") for x in bare):
            raise
        mark = _mapping_colon(bare)
        mark = _mark(bare) if mark is None else mark
        if mark is None:
            return [Mention(())]
        maps = bare[mark].text in _COLONS
        if not mark or not (maps or (bare[mark].text == t.MEMBER and _mark(bare[mark + 1 :]) is None)):
            raise
        names = context.symbols(bare[:mark])
        text = context.latex(bare)
        other = not maps and bare[mark + 1].text in _OTHER_NUMBERS
        word = f"{OTHER_KIND}{text}" if other else f'{RESTRICTED}"{text}"'
        return [Property(Sym(name), word, context.span(bare)) for name in names]


def _said(context: Context, tokens: Tokens) -> Iterator[Found]:
    tokens, over, unless = _without_conditions(strip_punctuation(tokens))
    tokens = _outside_matrices(tokens)
    if not tokens:
        return
    if _mapping_colon(tokens) is not None:
        yield from _mappings(context, tokens)
        return
    if tokens[0].text in (r"\{", "[") and (bounds := _integer_bounds(context, tokens)) and bounds[0] == num(1):
        yield from () if bounds[1] is None else (Counted(bounds[1]),)
        return
    if numbers_of(context, tokens):
        return  # a set that stands alone: words nearby say what it is for
    if tokens[0].text in ("(", "[") and group_end(tokens, 0) == len(tokens) and len(split_commas(tokens[1:-1])) == 2:
        yield Space(real_space(context, tokens))
        return
    if tokens[0].text in _NUMBER_SETS:
        found = real_space(context, tokens)
        if isinstance(found, RealSpace):
            yield Space(found)
        return
    if (by := _own_arguments(tokens)) is not None:
        yield Property(Sym(tokens[0].text), f"{DEPENDENT}{', '.join(by)}", context.span(tokens))
        return
    yield from _parts(context, tokens, over, unless)


def _own_arguments(tokens: Tokens) -> list[str] | None:
    """The x of `y = y(x)`, which says only that y depends on x."""
    texts = [x.text for x in tokens]
    if len(tokens) < 6 or texts[1] != "=" or texts[0] != texts[2] or texts[3] != "(" or tokens[0].kind != "name":
        return None
    return texts[4:-1:2] if group_end(tokens, 3) == len(tokens) and plain_arguments(tokens[4:-1]) else None


def _parts(context: Context, tokens: Tokens, over: tuple[str, ...], unless: Pairs) -> Iterator[Found]:
    """What the parts between commas say; those without a relation wait for the one that has it."""
    waiting: list[Tokens] = []
    parts = split_commas(tokens)
    position = 0
    while position < len(parts):
        part = parts[position]
        position += 1
        mark = _mark(part)
        if mark is None:
            waiting.append(part)
            continue
        listed, rest = [*waiting, part[:mark]], part[mark + 1 :]
        if part[mark].text == "=" and are_apart(waiting, part[:mark], rest, parts[position:]):
            yield Mention(tuple(subjects(context, waiting)))
            listed, waiting = [part[:mark]], []
        counted = _counted(parts, position) if part[mark].kind == "rel" and not waiting else 0
        if counted:
            yield from _counting(context, part, parts[position + counted - 1], tokens)
            position += counted
        elif part[mark].text == "=" and not waiting and _goes_on_for_ever(rest, parts[position:]):
            yield from between(context.parse(part[:mark]), context.parse(rest), None, context.span(tokens))
            position = len(parts)
        elif part[mark].kind == "rel" and (inside := _mark_after(part, mark, t.MEMBER)) is not None:
            yield from membership(context, listed, part[inside + 1 :], tokens)  # X = ... \\in R^n says both
            yield from equations(context, waiting, part[:inside], over, unless)
        elif part[mark].text == t.MEMBER:
            yield from membership(context, listed, rest, tokens)
        elif part[mark].text == r"\notin":
            yield from _excluded(context, listed, rest, over)
        elif part[mark].text == t.DRAWN:
            yield from distribution(context, listed, rest, part[mark].kind == "iid", tokens)
        elif not waiting and (chances := mass(part)) is not None:
            yield chances.law(context.span(part))
        else:
            yield from equations(context, waiting, part, over, unless)
        waiting = []
    if waiting:
        yield Mention(tuple(subjects(context, waiting)))


def _outside_matrices(tokens: Tokens) -> list[Token]:
    """The tokens without wide spaces, and without alignment marks and row ends except those of matrices."""
    kept: list[Token] = []
    depth = 0
    for token in tokens:
        depth += {"begin": 1, "end": -1}.get(token.kind, 0)
        if token.kind != "quad" and (depth or (token.text != "&" and token.kind != "row")):
            kept.append(token)
    return kept


def _mark(part: Tokens) -> int | None:
    depth = 0
    for position, token in enumerate(part):
        if token.kind in ("op", "cmd"):
            depth += (token.text == "{" or token.text in t.OPENERS) - (token.text in t.CLOSERS)
        if depth == 0 and (token.kind == "rel" or token.text in (t.MEMBER, t.DRAWN, r"\notin")):
            return position
    return None


def _mark_after(part: Tokens, position: int, text: str) -> int | None:
    """Where a mark stands behind a position, outside of all brackets."""
    found = _mark(part[position + 1 :])
    if found is None:
        return None
    place = position + 1 + found
    return place if part[place].text == text else _mark_after(part, place, text)


def _without_conditions(tokens: Tokens) -> tuple[Tokens, tuple[str, ...], Pairs]:
    r"""A formula without `\forall i`, `(i \ne j)` or `, i \ne j` behind it; the letters, and the pairs that differ."""
    runs = split(_quantifier_behind(tokens), lambda token: token.text == r"\forall")
    names = tuple(x.text for run in runs[1:] for x in run if x.kind == "name" and len(x.text) < 6)
    pairs = [pair for run in runs[1:] for part in split_commas(run) if (pair := _differ(part))]
    rest = strip_punctuation(runs[0])
    for start in (k for k, x in enumerate(rest) if x.text in (",", "(")):
        pair = _differ(rest[start + 1 :])
        if pair is not None and (_mark(rest[:start]) is not None or {x.text for x in rest[:start]} & set(pair)):
            pairs.append(pair)
            rest = strip_punctuation(rest[:start])
            break
    return rest, (*names, *(x for pair in pairs for x in pair if x not in names)), tuple(pairs)


def _quantifier_behind(tokens: Tokens) -> Tokens:
    r"""`\forall i, j \colon x = y` as `x = y \forall i, j`."""
    if not tokens or tokens[0].text != r"\forall":
        return tokens
    ends = [k for k, x in enumerate(tokens) if x.text in _COLONS]
    ends += [k for k, x in enumerate(tokens) if x.text == "," and _mark(tokens[:k]) is None][-1:]
    return [*tokens[ends[0] + 1 :], *tokens[: ends[0]]] if ends else tokens


def _differ(tokens: Tokens) -> tuple[str, str] | None:
    r"""The letters of `i \ne j`, perhaps with the bracket that closes it."""
    found = [x for x in tokens if x.kind != "quad" and x.text not in (")", "]")]
    if [x.kind for x in found] == ["name", "rel", "name"] and t.RELATIONS.get(found[1].text) == "!=":
        return found[0].text, found[2].text
    return None


# Subjects ----------------------------------------------------------------------------------------


def size(context: Context, tokens: Tokens) -> tuple[Term, ...]:
    r"""The dimensions of `m \times n`; none for any other formula."""
    sides = split(tokens, lambda token: token.text == r"\times")
    if len(sides) != 2 or any(not side or _mark(side) is not None for side in sides):
        return ()
    try:
        return tuple(context.parse(side) for side in sides)
    except ParseError:
        return ()


# Membership --------------------------------------------------------------------------------------


def membership(context: Context, parts: list[Tokens], space: Tokens, whole: Tokens) -> Iterator[Found]:
    span = context.span(whole)
    bounds = _integer_bounds(context, space)
    power = _binary_power(context, space)
    for member in subjects(context, parts):
        if power is not None:
            yield Membership(member, RealSpace(power), span)
            yield Property(member, "binary", span)
        elif "".join(x.text for x in space) in _SIGNS:
            yield Membership(member, RealSpace(), span)
            yield _square(member, num(1), span)
        elif bounds is None:
            yield Membership(member, real_space(context, space), span)
        else:
            yield from between(member, *bounds, span)


def _square(member: Term, value: Term, span: Span) -> Fact:
    """What the square of a member is, which says that it is a number or its opposite."""
    indices = member.args[1:] if isinstance(member, App) else ()
    over = tuple(i.name for i in indices if isinstance(i, Sym))
    return Fact(Formula(App("pow", (member, num(2)), member.span), "=", value, span), False, over, span)


_SIGNS = frozenset((r"\{-1,1\}", r"\{-1,+1\}", r"\{1,-1\}", r"\{+1,-1\}", r"\{\pm1\}"))


def _binary_power(context: Context, space: Tokens) -> tuple[Term, ...] | None:
    r"""The dimensions of `\{0, 1\}^n`; None for any other set."""
    end = group_end(space, 0) if space and space[0].text == r"\{" else 0
    if "".join(x.text for x in space[:end]) not in (r"\{0,1\}", r"\{1,0\}"):
        return None
    _, above, after = scripts_at(space, end)
    if not above or after != len(space):
        return None
    return tuple(context.parse(side) for side in split(above, lambda token: token.text == r"\times"))


def between(member: Term, low: Term, high: Term | None, span: Span) -> Iterator[Membership | Fact]:
    """An integer from one number to another, or without an end."""
    yield Membership(member, RealSpace(integer=True), span)
    yield Fact(Formula(low, "<=", member, span), False, (), span)
    if high is not None:
        yield Fact(Formula(member, "<=", high, span), False, (), span)


def _integer_bounds(context: Context, space: Tokens) -> tuple[Term, Term | None] | None:
    r"""The bounds of `\{1, \dots, n\}`, `[n]`, `\{0, 1\}` and `\{0, 1, \dots\}`; None for any other set."""
    if not space or space[-1].text not in (r"\}", "]"):
        return None
    inside = split_commas(space[1:-1])
    if space[0].text == "[" and len(inside) == 1:
        return num(1), context.parse(inside[0])
    if space[0].text != r"\{" or len(inside) < 2:
        return None
    if any(x.kind == "dots" for x in inside[-2]):
        return context.parse(inside[0]), context.parse(inside[-1])
    endless = len(inside) > 2 and len(inside[-1]) == 1 and inside[-1][0].kind == "dots"  # {2, ...} goes on somehow
    values = [context.parse(part) for part in (inside[:-1] if endless else inside)]
    numbers = [v.value for v in values if isinstance(v, Num)]
    if len(numbers) == len(values) and numbers == list(range(int(numbers[0]), int(numbers[0]) + len(numbers))):
        return values[0], None if endless else values[-1]
    return None


def numbers_of(context: Context, tokens: Tokens) -> tuple[Term, ...]:
    r"""The numbers of a set that stands alone, `\{-1, 1\}` or `\{\pm 1\}`; none for anything else."""
    if len(tokens) < 3 or tokens[0].text != r"\{" or group_end(tokens, 0) != len(tokens):
        return ()
    inside = tokens[1:-1]
    if inside[0].text == r"\pm" and len(inside) == 2 and inside[1].kind == "num":
        value = Fraction(inside[1].text)
        return num(-value), num(value)
    parts = split_commas(inside)
    if any(x.kind not in ("num", "op") or x.text in (",", "|", ":") for part in parts for x in part):
        return ()
    try:
        return tuple(context.parse(part) for part in parts)
    except ParseError:
        return ()


def real_space(context: Context, tokens: Tokens) -> RealSpace | Interval:
    """The set that tokens name. Raises `ParseError` for one that the language has no word for."""
    if not tokens:
        raise ParseError(0, 0, "expected a set")
    first = tokens[0]
    if first.text in ("(", "[") and tokens[-1].text in (")", "]"):
        ends = split_commas(tokens[1:-1])
        if len(ends) == 2:
            low, high = (context.parse(end) for end in ends)
            return Interval(low, high, first.text == "(", tokens[-1].text == ")")
    if first.text not in _NUMBER_SETS:
        raise ParseError(first.start, tokens[-1].end, "this set is not understood")
    below, above, end = scripts_at(tokens, 1)
    if end != len(tokens):
        raise ParseError(tokens[end].start, tokens[-1].end, "expected the end of the set")
    integer = first.text != r"\mathbb{R}"
    index = "".join(x.text for x in below)
    zero = index in (r"\ge0", r"\geq0", r"\geqslant0") or (first.text == r"\mathbb{N}" and index == "0")
    positive = first.text == r"\mathbb{N}" or index in ("+", "++", ">0")
    if below and not positive and not zero:
        raise ParseError(below[0].start, below[-1].end, "this set is not understood")
    if "".join(x.text for x in above) in ("+", "++"):
        return RealSpace((), True, integer)
    dims = split(above, lambda token: token.text == r"\times") if above else []
    return RealSpace(tuple(context.parse(d) for d in dims), positive or zero, integer, zero)


def _excluded(context: Context, parts: list[Tokens], space: Tokens, over: tuple[str, ...]) -> Iterator[Found]:
    if not space or space[0].text != r"\{" or space[-1].text != r"\}":
        raise ParseError(space[0].start if space else 0, space[-1].end if space else 0, "this set is not understood")
    for member in subjects(context, parts):
        for value in split_commas(space[1:-1]):
            formula = Formula(member, "!=", context.parse(value), context.span(space))
            yield Fact(formula, False, over, context.span(space))


# Maps and distributions --------------------------------------------------------------------------


def _mapping_colon(tokens: Tokens) -> int | None:
    colon = next((k for k, x in enumerate(tokens) if x.text in _COLONS), None)
    return colon if colon is not None and any(x.text in _ARROWS for x in tokens[colon:]) else None


def _mappings(context: Context, tokens: Tokens) -> Iterator[Mapping]:
    r"""`f : \mathbb{R}^n \to \mathbb{R}`, and `f, g : ...`."""
    colon = _mapping_colon(tokens)
    assert colon is not None
    arrow = next(k for k in range(colon, len(tokens)) if tokens[k].text in _ARROWS)
    spaces = [real_space(context, side) for side in (tokens[colon + 1 : arrow], tokens[arrow + 1 :])]
    domain, codomain = (s if isinstance(s, RealSpace) else RealSpace() for s in spaces)
    for function in split_commas(tokens[:colon]):
        yield Mapping(context.parse(function), domain, codomain, context.span(tokens))


def distribution(context: Context, parts: list[Tokens], law: Tokens, iid: bool, whole: Tokens) -> Iterator[Found]:
    parts, conditions = _conditional(parts)
    drawn = subjects(context, parts)
    if _says_independent(law) and all(isinstance(x, App) and x.head == "index" for x in drawn):
        law, iid = law[:-1], True
    given = tuple(x.name for x in context.parse_all(conditions) if isinstance(x, Sym)) if conditions else ()
    if not law:
        raise ParseError(whole[-1].end, whole[-1].end, "expected a distribution")
    parser = context.parser(law)
    for subject in drawn:
        term = law_of(parser, 0, len(law), subject)
        if len(given) < len(conditions) or not free_names(term) >= {*given}:
            raise ParseError(whole[0].start, whole[-1].end, "a law given something that is no parameter of it")
        yield Distributed(subject, term, iid, context.span(whole), given)


def _says_independent(law: Tokens) -> bool:
    r"""`N(0, I) \text{ independent}`, of the members of a family."""
    words = law[-1].text.replace(".", "").strip() if len(law) > 1 and law[-1].kind == "text" else ""
    return words in t.INDEPENDENT_WORDS


def _conditional(parts: list[Tokens]) -> tuple[list[Tokens], list[Tokens]]:
    r"""What has a law, and what it is given: `x, y` and `t` of `x, y \mid t`."""
    for number, part in enumerate(parts):
        bars = [k for k, x in enumerate(part) if x.text in (r"\mid", r"\vert", "|")]
        if len(bars) == 1 and 0 < bars[0] < len(part) - 1:
            return [*parts[:number], part[: bars[0]]], [part[bars[0] + 1 :], *parts[number + 1 :]]
    return parts, []


# Relations ---------------------------------------------------------------------------------------


def _counted(parts: list[Tokens], position: int) -> int:
    r"""How many parts `2, \dots, n` follow `i = 1`; 0 when the list does not count."""
    for ahead in range(position, min(position + 3, len(parts) - 1)):
        if [x.kind for x in parts[ahead]] == ["dots"]:
            return ahead - position + 2
        if has_top_relation(parts[ahead]):
            return 0
    return 0


def _goes_on_for_ever(first: Tokens, parts: list[Tokens]) -> bool:
    r"""`1, 2, \dots` behind `y = 0`: numbers that count by ones, and no end."""
    numbers = [first, *parts[:-1]]
    if not parts or [x.kind for x in parts[-1]] != ["dots"] or len(numbers) < 2:
        return False
    plain = all(len(x) == 1 and x[0].kind == "num" and x[0].text.isdigit() for x in numbers)
    return plain and all(int(b[0].text) == int(a[0].text) + 1 for a, b in pairwise(numbers))


def _counting(context: Context, first: Tokens, last: Tokens, whole: Tokens) -> Iterator[Found]:
    mark = _mark(first)
    assert mark is not None
    ends = context.parse(first[mark + 1 :]), context.parse(last)
    yield from between(context.parse(first[:mark]), *ends, context.span(whole))


def equations(
    context: Context, waiting: list[Tokens], part: Tokens, over: tuple[str, ...], unless: Pairs
) -> Iterator[Found]:
    """`a, b > 0` is two relations, `0 <= d < 1` is two, `a = b = c` is two; `x_1, ..., x_n > 0` is one for all i."""
    marks: list[Token] = []

    def is_relation(token: Token) -> bool:
        if token.kind == "rel":
            marks.append(token)
            return True
        return False

    runs = split(part, is_relation)
    notes, sides = [""] * len(marks), list[Side]([""] * len(marks))
    for number, mark in enumerate(marks):
        if t.RELATIONS.get(mark.text) == "->":
            runs[number + 1], notes[number], sides[number] = _pointed_at(runs[number + 1])
    for run, mark in zip(runs[1:], marks, strict=True):
        if not run:
            raise ParseError(mark.start, mark.end, f"expected a term after {mark.text}")
    if not runs[0]:
        raise ParseError(part[0].start, part[0].end, "expected a term before the relation")
    dotted = [k for k, run in enumerate(runs) if len(run) == 1 and run[0].kind == "dots" and 0 < k < len(runs) - 1]
    if dotted and not waiting:
        yield from _written_out(context, runs, marks, dotted)
        return
    terms = context.parse_all(runs, lenient=True)
    lefts = members(context, [*waiting, runs[0]]) if waiting else [Member(terms[0], (), runs[0])]
    for number, mark in enumerate(marks):
        _require_meaning(mark)
        right, right_run = terms[number + 1], runs[number + 1]
        for left in lefts:
            span = context.span([*left.tokens, *right_run])
            formula = stated(left.term, mark.text, right, span)
            assert formula is not None  # its meaning is known
            names = tuple(dict.fromkeys((*over, *left.over)))
            if mark.text in t.NAMING:
                formula = Formula(right, formula.relation, left.term, span)
            defining, among = mark.text in t.DEFINING | t.NAMING, mark.text == t.IS_AMONG
            found = (left.tokens, right_run, unless, sides[number], notes[number], among)
            yield Equation(formula, names, defining, *found)
        lefts = [Member(right, (), right_run)]


def _written_out(context: Context, runs: list[Tokens], marks: list[Token], dotted: list[int]) -> Iterator[Equation]:
    r"""`a_1 \ge a_2 \ge \dots \ge a_n \ge 0`: also the first before all, and all before the end."""
    kept = [k for k in range(len(runs)) if k not in dotted]
    terms = dict(zip(kept, context.parse_all([runs[k] for k in kept], lenient=True), strict=True))

    def related(left: Term, mark: Token, right: Term, *over: str) -> Equation:
        span = context.span([*runs[0], *runs[-1]])
        formula = stated(left, mark.text, right, span)
        assert formula is not None  # its meaning is known
        if over:
            formula = replace(formula, relation=_WEAKENED.get(formula.relation, formula.relation))
        return Equation(formula, over, False, runs[0], runs[-1], listed=True)

    for before, after in pairwise(kept):
        _require_meaning(marks[after - 1])
        yield related(terms[before], marks[after - 1], terms[after])
    family = terms[dotted[0] + 1]
    if len({mark.text for mark in marks}) == 1 and _starts_family(terms[kept[0]], family):
        assert isinstance(family, App)
        letter = fresh_index(free_names(family) | {"d", "n"})
        member = App("index", (family.args[0], Sym(letter)), family.span)
        yield related(terms[kept[0]], marks[0], member, letter)
        if not same_family(terms[kept[-1]], family):
            yield related(member, marks[-1], terms[kept[-1]], letter)


_WEAKENED: dict[Relation, Relation] = {"<": "<=", ">": ">="}  # the first is not before itself


def _starts_family(first: Term, other: Term) -> bool:
    """Whether a list begins with the first member of a family: a_1 or a_0."""
    if not (isinstance(first, App) and isinstance(other, App) and first.head == other.head == "index"):
        return False
    return same_family(first, other) and len(first.args) == 2 and first.args[1] in (num(0), num(1))


def _pointed_at(run: Tokens) -> tuple[Tokens, str, Side]:
    """What an arrow points at, what is written on the arrow, and from which side the point is approached."""
    note = run[0].text if run and run[0].kind == "text" else ""
    point, side = split_side(run[1:] if note else run)
    return point, note, side


def _require_meaning(mark: Token) -> None:
    if mark.text not in t.RELATIONS.keys() | t.MATRIX_ORDERS.keys():
        raise ParseError(mark.start, mark.end, f"{mark.text} is not understood yet")
    if t.RELATIONS.get(mark.text) in t.IMPLICATIONS:
        raise ParseError(mark.start, mark.end, "implications are not read yet")


__all__ = ["Equation", "Found", "Mention", "Space", "fresh_index", "read_formula", "real_space", "subjects"]
