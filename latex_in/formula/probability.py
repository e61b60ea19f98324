"""Densities, distributions, expectations and divergences."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from hence.language.terms import (
    App,
    Bind,
    DistributedAs,
    Domain,
    Num,
    Sym,
    Term,
    Unstated,
    free_names,
    strip_spans,
    subterms,
)
from hence.latex_in import tables as t
from hence.latex_in.formula import binders, categories, unnamed
from hence.latex_in.formula.acting import letters_in, unknown_mean
from hence.latex_in.formula.listed import uniform_mean
from hence.latex_in.formula.named import named_draw
from hence.latex_in.formula.opaque import opaque_whole, opened_event
from hence.latex_in.formula.scripts import Scripts, full_name, raised, take, with_scripts
from hence.latex_in.letters.names import is_variance, letter_of, plain_arguments
from hence.latex_in.page.scan import symbol_at
from hence.latex_in.page.source import ParseError

if TYPE_CHECKING:
    from hence.latex_in.formula.parser import Parser, Range

_CHANCES = frozenset((r"\Pr", r"\mathbb{P}", r"\mathrm{Pr}", r"\mathrm{P}", r"\mathrm{Prob}"))
JOINT = frozenset((",", r"\cap", r"\wedge", r"\land"))
_EITHER = frozenset((r"\cup", r"\vee", r"\lor"))
_NOT = frozenset((r"\neg", r"\lnot"))
_COMPLEMENTS = frozenset(("c", r"\mathrm{c}", r"\complement", "C", r"\mathsf{c}"))
_LETTER_OF_FONT = re.compile(r"\\(?:mathrm|mathsf|mathbf|bm|mathcal|boldsymbol|text)\{(.+)\}")
Reading: TypeAlias = "Callable[[Parser, int, int], Term]"


def density_call(p: Parser, name: str, start: int) -> Term | None:
    """`p(x, z | y)`; None where the bracket holds no points, so that it is a product like p(1-p)."""
    opening = p.pos
    end = p.bracket_end(opening)
    if (found := _of_events(p, name, (opening + 1, end - 1), start)) is not None:
        p.pos = end
        return found
    of, given = density_arguments(p, opening + 1, end - 1)
    if given is None and all(isinstance(x, Num) for x in of):
        raise p.refuse("a density at a number is not understood yet", opening)  # nobody writes p(1) for a product
    if given is None and all(isinstance(x, Num) or (isinstance(x, App) and x.head in ("add", "neg")) for x in of):
        return None
    p.pos = end
    return p.app("density", (Sym(name, p.span_from(start)), App("given", given or ()), *of), start)


def density_label(p: Parser, name: str, found: Scripts) -> str:
    """The name of a density with its label. Raises `ParseError` where the label runs: each value is another density."""
    for part in (found.below, found.above):
        if part is not None and set(p.texts(part)) & p.bound.keys():
            raise p.refuse("a density with an index that is summed over is not understood yet", part[0])
    return full_name(p, name, found)


def density_arguments(p: Parser, start: int, end: int) -> tuple[tuple[Term, ...], tuple[Term, ...] | None]:
    sides = p.pieces(start, end, t.MIDS | {";"})
    if len(sides) > 2:
        raise p.refuse("expected one conditional bar", sides[1][1])
    lists = [tuple(_points(p, side)) for side in sides]
    return lists[0], lists[1] if len(sides) == 2 else None


def _points(p: Parser, side: Range) -> Iterator[Term]:
    r"""The points of a density; `x_1, \dots, x_n` and `Y_1 = y_1, \dots, Y_n = y_n` are one, as `x_{1:n}` is."""
    pieces = p.pieces(*side, JOINT)
    at = 0
    while at < len(pieces):
        listed = _list_at(p, pieces[at:])
        if listed is None:
            yield _point(p, *pieces[at])
            at += 1
        else:
            name, size = listed
            yield Sym(name, p.span_from(pieces[at][0]))
            at += size


def _list_at(p: Parser, pieces: list[Range]) -> tuple[str, int] | None:
    """The name of a list of members with dots in it, and how many pieces it has; None where none begins here."""
    dots = next((k for k, x in enumerate(pieces) if p.texts(x) and set(p.texts(x)) <= t.DOTS), 0)
    if not 1 <= dots < len(pieces) - 1:
        return None
    members = [_member(p, x) for x in (*pieces[:dots], pieces[dots + 1])]
    numbers = [m[1] for m in members[:-1] if m is not None]
    same = None not in members and len({m[0] for m in members if m is not None}) == 1
    first, last = members[0], members[-1]
    if not same or first is None or last is None or numbers != [str(k + 1) for k in range(dots)]:
        return None
    return f"{first[0]}_{{1:{last[1]}}}", dots + 2


def _member(p: Parser, piece: Range) -> tuple[str, str] | None:
    """The letter and the index of x_2, or of Y_2 = y_2; None for anything else."""
    start, end = piece
    equal = next((k for k in range(start, end) if p.tokens[k].text == "="), None)
    if equal is not None:
        if not _is_value_of(p, (start, equal), (equal + 1, end)):
            return None
        start = equal + 1
    texts = p.texts((start, end))
    if len(texts) < 3 or p.tokens[start].kind != "name" or texts[1] != "_":
        return None
    return texts[0], "".join(x for x in texts[2:] if x not in ("{", "}"))


def _is_value_of(p: Parser, variable: Range, value: Range) -> bool:
    """Whether one side is the random variable, in a capital, and the other its value: Y and y, Y_i and y_i."""
    left, right = p.tokens[slice(*variable)], p.tokens[slice(*value)]
    if not left or not right or left[0].kind != "name" or right[0].kind != "name":
        return False
    large, small = (_LETTER_OF_FONT.sub(r"\1", x[0].text) for x in (left, right))
    same = [x.text for x in left[1:]] == [x.text for x in right[1:]]
    return same and left[0].text != right[0].text and large.isupper() and large.lower() == small.lower()


def _point(p: Parser, start: int, end: int) -> Term:
    for position in range(start, end):
        if p.tokens[position].kind == "rel" or p.tokens[position].text in (t.MEMBER, r"\notin"):
            return _event(p, start, end, position)
    return _known_root(p, start, end, p.within(start, end))


def _known_root(p: Parser, start: int, end: int, point: Term) -> Term:
    r"""The \sigma of a variable that is called \sigma^2: who knows it knows \sigma. Anything else as it is."""
    match point:
        case App("pow", (Sym() as root, Num())) if is_variance(p.tokens[start:end]):
            return root
        case _:
            return point


def _event(p: Parser, start: int, end: int, relation: int) -> Term:
    r"""`X = x`, `y = y'`: a point of X or y, in a letter of its own. Of any other event nothing is known."""
    if p.tokens[relation].text == "=" and relation == start + 1 and relation < end - 1:
        left, right = p.tokens[start], p.tokens[relation + 1]
        primed = all(x.text == "'" for x in p.tokens[relation + 2 : end])
        differs = left.text != right.text or relation + 2 < end
        if left.kind == right.kind == "name" and left.text.lower() == right.text and primed and differs:
            return p.within(relation + 1, end)
    if p.tokens[relation].text == "=" and _is_value_of(p, (start, relation), (relation + 1, end)):
        return p.within(relation + 1, end)
    error = p.refuse("an event inside a density is not understood yet", relation)
    if not p.lenient:
        raise error
    return opened_event(p, (start, relation), (relation + 1, end), opaque_whole(p, start, end, error))


def is_chance(name: str) -> bool:
    """Whether a name stands for the probability of events."""
    return name in _CHANCES


def _of_events(p: Parser, name: str, inside: Range, start: int) -> Term | None:
    r"""`P(A \cup B)` and `P(A^c)` by the probabilities of A, B and both; None for any other event."""
    sides = p.pieces(*inside, t.MIDS)
    if not (is_chance(name) or name == "P") or len(sides) > 2 or len(p.pieces(*sides[0], JOINT)) != 1:
        return None
    given = App("given", tuple(_point(p, *x) for x in p.pieces(*sides[1], JOINT)) if len(sides) == 2 else ())

    def probability(*of: Term) -> Term:
        return p.app("density", (Sym(name), given, *of), start)

    either = p.pieces(*sides[0], _EITHER)
    if len(either) == 2:
        a, b = (_point(p, *x) for x in either)
        return p.app("add", (probability(a), probability(b), App("neg", (probability(a, b),))), start)
    event = _complemented(p, *sides[0])
    if event is not None:
        return p.app("add", (Num(Fraction(1)), App("neg", (probability(_point(p, *event)),))), start)
    return None


def _complemented(p: Parser, start: int, end: int) -> Range | None:
    r"""The A of `A^c`, `A^{\mathrm{c}}` and `\neg A`."""
    if p.tokens[start].text in _NOT:
        return start + 1, end
    texts = [x for x in p.texts((start, end)) if x not in ("{", "}")]
    if len(texts) == 3 and texts[1] == "^" and texts[2] in _COMPLEMENTS:
        return start, start + 1
    return None


def law(p: Parser, start: int, end: int, variable: Term | None) -> Term:
    r"""A distribution: `\mathcal{N}(m, C)`, a density, or the name of one."""
    saved = p.pos, p.end, p.closing, p.law_expected
    p.pos, p.end, p.closing, p.law_expected = start, end, frozenset(), True
    token = p.peek()
    if token is None:
        raise p.fail("a distribution")
    if token.kind == "name" and letter_of(token.text) in p.names.densities:
        term = density_law(p, variable)
        if p.pos < p.end and variable is None:  # a product of densities
            p.pos = start
            term = p.expression()
    elif (interval := _uniform(p, start)) is not None:
        term = interval
    elif token.text in categories.NAMES and [x.text for x in p.tokens[start + 1 : start + 2]] == ["("]:
        p.pos += 1
        term = categories.categorical(p, start)
    else:
        term = p.expression()
    if p.pos < p.end:
        raise p.fail("the end of the distribution")
    p.pos, p.end, p.closing, p.law_expected = saved
    return term


_UNIFORM = re.compile(r"(?:\\(?:mathcal|mathrm|text|operatorname)\{)?(?:U|Unif|Uniform)\}?")


def _uniform(p: Parser, start: int) -> Term | None:
    r"""`\mathcal{U}(a, b)` and `U[a, b]`; None where it is something else."""
    if not _UNIFORM.fullmatch(p.tokens[start].text) or start + 1 >= p.end or p.tokens[start + 1].text not in ("(", "["):
        return None
    end = p.bracket_end(start + 1)
    ends = p.pieces(start + 2, end - 1, frozenset(","))
    if len(ends) != 2 or end != p.end:
        return None
    low, high = (p.within(*piece) for piece in ends)
    p.pos = end
    return p.app("apply", (Sym(p.tokens[start].text), low, high), start)


def density_law(p: Parser, variable: Term | None) -> Term:
    """A density named with or without its arguments; a bare one is taken at the variable, or as first used."""
    start = p.pos
    name, p.pos = symbol_at(p.tokens, start, end=p.end)
    full = density_label(p, name, take(p))
    opening = p.pos
    made = Sym(full, p.span_from(start))
    if p.next_is("("):
        end = p.bracket_end(opening)
        dot = [x.text for x in p.tokens[opening + 1 : opening + 2]] == [r"\cdot"]
        if dot and variable is not None:
            sides = p.pieces(opening + 1, end - 1, t.MIDS | {";"})
            given = tuple(p.within(*x) for x in p.pieces(*sides[1], frozenset(","))) if len(sides) == 2 else ()
            of: tuple[Term, ...] = (variable,)
        else:
            of, found = density_arguments(p, opening + 1, end - 1)
            given = found or ()
        p.pos = end
        return p.app("density", (made, App("given", given), *of), start)
    if variable is not None:
        return App("density", (made, App("given", ()), variable), made.span)
    if full in p.names.columns | p.names.indexed and full not in p.names.density_calls:
        return made  # a vector of probabilities
    if full not in p.names.density_calls and full.lower() in p.names.density_calls and len(full) == 1:
        full = full.lower()  # the law P has the density p
        made = Sym(full, made.span)
    return first_use(p, full, made)


def first_use(p: Parser, full: str, made: Sym) -> Term:
    """A bare density, with the arguments that the document first gives it, or those of the densities beside it.

    Raises `ParseError` where the page has it with several parameters, so that which one is meant is not said.
    """
    calls = p.names.density_calls
    if full not in calls and (models := _with_parameter(calls, full)):
        if len(models) > 1:
            raise p.refuse(f"which of {', '.join(models)} is meant is not said", p.pos)
        full = models[0]
        made = Sym(full, made.span)
    inside = calls.get(full) or next((x for x in calls.values() if plain_arguments(x) and len(x) == 1), None)
    if inside is None:
        return App("density", (made, App("given", ()), Sym("x")), made.span)
    other = type(p)(list(inside), p.source, p.names)
    of, given = density_arguments(other, 0, len(inside))
    return App("density", (made, App("given", given or ()), *of), made.span)


def _with_parameter(calls: Iterable[str], letter: str) -> list[str]:
    r"""The `q_{\phi}` of a page that writes q for it; the label of `q_{i}` is none, since q may be their product."""
    return [x for x in calls if x.startswith(f"{letter}_{{") and x[len(letter) + 2 : -1] in t.PARAMETERS]


def is_divergence(p: Parser, name: str, found: Scripts) -> bool:
    if not p.next_is("(", "[", r"\{"):
        return False
    if name in t.DIVERGENCES:
        return True
    below = "".join(p.texts(found.below)) if found.below else ""
    plain_letter = name.removeprefix(r"\mathrm{").removeprefix(r"\mathbb{").removeprefix(r"\mathcal{").rstrip("}")
    if plain_letter == "D" and not below and p.names.divergences:
        inside = (p.pos + 1, p.bracket_end(p.pos) - 1)
        return len(p.pieces(*inside, t.DOUBLE_BARS | {r"\lVert", r"\rVert"})) == 2
    return plain_letter == "D" and below.replace(r"\mathrm{", "").rstrip("}") == "KL"


def divergence(p: Parser, start: int) -> Term:
    opening = p.pos
    end = p.bracket_end(opening)
    sides = p.pieces(opening + 1, end - 1, t.DOUBLE_BARS | {r"\lVert", r"\rVert"})
    if len(sides) != 2:
        bars = [k for k in range(opening + 1, end - 2) if p.texts((k, k + 2)) in (["|", "|"], [r"\mid", r"\mid"])]
        commas = p.pieces(opening + 1, end - 1, frozenset(","))
        if len(bars) == 1:
            sides = [(opening + 1, bars[0]), (bars[0] + 2, end - 1)]
        elif len(commas) == 2:
            sides = commas
        else:
            raise p.refuse(r"expected two densities separated by \|", opening)
    both = tuple(law(p, *side, None) for side in sides)
    p.pos = end
    return with_scripts(p, p.app("KL", both, start), start)


def expectation(p: Parser, name: str, start: int) -> Term | None:
    r"""`E[X]`, `\mathbb{E}_{x \sim p}[X]`, `\mathbb{E} X`. A plain E needs a square bracket or a norm, if but once."""
    found = take(p)
    loose = name in ("E", r"\mathcal{E}", r"\bm{E}") and not (name == "E" and p.names.expects)
    drawn_below = found.below is not None and t.DRAWN in p.texts(found.below)
    if loose and not drawn_below and (not p.next_is("[", *t.DOUBLE_BARS) or name in p.names.declared):
        return None
    power = found.above
    opening = p.pos
    if p.next_is("[", "(", r"\{") and not _is_squared_sum(p, opening):
        end = p.bracket_end(opening)
        term = _of_bracket(p, found.below, (opening + 1, end - 1), start)
        p.pos = end
    elif p.next_is("{"):  # the argument of a macro whose definition is not at hand
        end = p.brace_end(opening)
        term = _of_bracket(p, found.below, (opening + 1, end - 1), start)
        p.pos = end
    else:
        body = p.product()
        term = _under(p, (body,), found.below, start)
    if power is not None:
        return raised(p, term, power, start)
    return with_scripts(p, term, start)


def _is_squared_sum(p: Parser, opening: int) -> bool:
    r"""`\mathbb{E}(X - \mu)^2`, the mean of a square; `\mathbb{E}(X)^2` and `\mathbb{E}[X - \mu]^2` are none."""
    end = p.bracket_end(opening)
    powered = p.tokens[opening].text == "(" and p.texts((end, min(end + 1, p.end))) == ["^"]
    return powered and len(p.pieces(opening + 1, end - 1, frozenset(t.PLUS))) > 1


def averages(p: Parser, start: int, end: int) -> Term | None:
    r"""`\langle f(x) \rangle_{p(x)}`, as physicists write an expectation; None where no density stands below.

    On a page about densities `\langle x \rangle` is one, too.
    """
    p.pos = end
    found = take(p) if p.next_is("_") else Scripts()
    below = found.below
    if below is None and p.names.densities and not _bar(p, start + 1, end - 1):
        term = _of_bracket(p, None, (start + 1, end - 1), start)
        p.pos = end
        return with_scripts(p, term, start)
    first = p.tokens[below[0]] if below is not None else None
    if first is None or below is None or not (letter_of(first.text) in p.names.densities or named_draw(p, below)):
        p.pos = start
        return None
    term = _of_bracket(p, below, (start + 1, end - 1), start)
    p.pos = below[1] + (1 if p.texts((below[1], below[1] + 1)) == ["}"] else 0)
    return raised(p, term, found.above, start) if found.above is not None else term


def _of_bracket(p: Parser, below: Range | None, inside: Range, start: int) -> Term:
    """The expectation of what a bracket holds, perhaps under conditions."""
    if below is not None and (mean := uniform_mean(p, below, inside)) is not None:
        return mean
    try:
        of, given = conditioned(p, *inside)
        args = (p.within(*of), *given)
        p.pos = inside[1] + 1
        return averaged(p, "E", args, below, start)
    except ParseError:
        known = _bar(p, *inside)
        if not p.lenient or below is None:
            raise
        body = p.within(inside[0], inside[1] if known is None else known[0] - 1)
        p.pos = inside[1] + 1
        return unknown_mean(p, body, below, known, start)


def _under(p: Parser, args: tuple[Term, ...], below: Range | None, start: int) -> Term:
    """The expectation, where need be under a law of which nothing is known."""
    try:
        return averaged(p, "E", args, below, start)
    except ParseError:
        if not p.lenient or below is None or len(args) > 1:
            raise
        return unknown_mean(p, args[0], below, None, start)


def _bar(p: Parser, start: int, end: int) -> Range | None:
    """The conditions behind the only bar of a bracket."""
    sides = p.pieces(start, end, t.MIDS)
    return sides[1] if len(sides) == 2 else None


def conditioned(p: Parser, start: int, end: int, read: Reading | None = None) -> tuple[Range, tuple[Term, ...]]:
    r"""The part of a bracket in front of its conditional bar, and the conditions behind it, as a `given` if any."""
    for bars in (frozenset((t.MID,)), frozenset((t.BAR, t.MID, r"\vert", r"\middle|"))):
        sides = p.pieces(start, end, bars)
        if len(sides) == 2:
            conditions = tuple(_condition(p, *piece, read) for piece in p.pieces(*sides[1], frozenset((",", ";"))))
            return sides[0], (App("given", conditions, conditions[0].span),)
    return (start, end), ()


def _condition(p: Parser, start: int, end: int, read: Reading | None) -> Term:
    """Y, or Y = y."""
    sides = p.pieces(start, end, frozenset(("=",)))
    if len(sides) == 2:
        return App("at", tuple(p.within(*side) for side in sides))
    for position in range(start, end):
        if p.tokens[position].kind == "rel" or p.tokens[position].text == t.MEMBER:
            raise p.refuse("this condition is not understood yet", position)
    return _known_root(p, start, end, p.within(start, end) if read is None else read(p, start, end))


def averaged(p: Parser, head: str, args: tuple[Term, ...], below: Range | None, start: int) -> Term:
    r"""E or Var over everything random, or over the variables below it. Raises `ParseError` for both at once."""
    if below is None:
        return p.app(head, args, start)
    variables = drawn(p, *below)
    if _is_bare(p, below):
        args, variables = unnamed.drawn_from(p.names, args, variables)
        if head == "E" and not any(v.name in free_names(args[0]) or _is_apart(p, v, d, args[0]) for v, d in variables):
            raise p.refuse("which of these is random is not said", below[0])
    if len(args) > 1:
        if any(not isinstance(domain, Unstated) for _, domain in variables):
            raise p.refuse("a conditional expectation under a law of its own is not understood yet", below[0])
        return p.app(head, args, start)
    term = args[0]
    if "(" not in p.texts(below):
        variables = [(v, unnamed.as_conditioned(domain, term)) for v, domain in variables]
    if head != "E" and len(variables) > 1:
        raise p.refuse(f"{head} over several variables is not understood yet", below[0])
    term = binders.with_members(p, term, {variable.name for variable, _ in variables})
    running = {variable.name for variable, _ in variables}
    for variable, domain in reversed(variables):
        binders.require_alone(p, variable, term, below[0])
        binders.require_apart(p, variable, term, below[0], running)
        term = Bind(head, variable, domain, term, p.span_from(start))
    return term


def _is_apart(p: Parser, variable: Sym, domain: Domain, body: Term) -> bool:
    r"""Whether a body of densities at other letters is the same for all values of what the formula takes the law at.

    The z of `\log p(z) - \mathbb{E}_q[\log q(x)] = \mathbb{E}_q[\log p(z) - \log q(x)]`, and the x of
    `\mathbb{E}_q[\log p(x)]` where the page has q(z | x); x_s and X go with x, and of a letter that is no point of a
    density nobody knows what it is made of.
    """
    match domain:
        case DistributedAs(App("density", (Sym(family), App("given", conditions), _))):
            places = (k for k, token in enumerate(p.tokens[:-3]) if token.text == family)
            said = conditions or any(p.texts((k + 1, k + 4)) == ["(", variable.name, ")"] for k in places)
            points = [x for x in subterms(body) if isinstance(x, App) and x.head == "density"]
            known = frozenset().union(*map(free_names, points))
            letters = {x.lower() for name in free_names(body) for x in letters_in(name)}
            return bool(said) and free_names(body) <= known and letter_of(variable.name).lower() not in letters
    return False


def _is_bare(p: Parser, below: Range) -> bool:
    r"""`\mathbb{E}_q`: a law without the variable that is drawn from it."""
    return (
        p.tokens[below[0]].kind == "name"
        and letter_of(p.tokens[below[0]].text) in p.names.densities
        and not ({t.DRAWN, t.MEMBER, "(", ","} & set(p.texts(below)))
    )


def drawn(p: Parser, start: int, end: int) -> list[tuple[Sym, Domain]]:
    """The variables under an expectation and their distributions."""
    result: list[tuple[Sym, Domain]] = []
    waiting: list[Sym] = []
    for piece in p.pieces(start, end, frozenset((",", ";"))):
        at = next((k for k in range(*piece) if p.tokens[k].text in (t.DRAWN, t.MEMBER)), None)
        if at is None and (under := _under_law(p, piece)):
            result += under
            continue
        waiting.append(_variable(p, piece[0], piece[1] if at is None else at))
        if at is not None:
            result += _drawn_from(p, waiting, (at + 1, piece[1]))
            waiting = []
    return result + [(v, Unstated()) for v in waiting]


def _under_law(p: Parser, piece: Range) -> list[tuple[Sym, Domain]]:
    r"""The variables of a density `p(x, y)` or `\mathcal{N}(x; m, C)`; none where there is no density."""
    first = p.tokens[piece[0]] if piece[0] < piece[1] else None
    if first is not None and first.kind == "name" and letter_of(first.text) in p.names.densities:
        return _under_density(p, piece)
    return named_draw(p, piece)


def _drawn_from(p: Parser, variables: list[Sym], piece: Range) -> list[tuple[Sym, Domain]]:
    r"""`x, y \sim p(x, y)` is one draw from a joint density, `x, y \sim p` are two from one."""
    single = law(p, *piece, variables[-1])
    if (
        len(variables) > 1
        and isinstance(single, App)
        and single.head == "density"
        and set(single.args[2:]) == set(variables)
    ):
        return _under_density(p, piece)
    return [(v, DistributedAs(_at_member(p, law(p, *piece, v), v))) for v in variables]


def _at_member(p: Parser, single: Term, variable: Sym) -> Term:
    r"""The law of z_j where `z_j \sim q(z | x)`."""
    member = p.members.get(variable.name)
    match single, member:
        case App("density", (family, given, Sym() as of), span), App("index", (letter, *_)) if (
            strip_spans(letter) == of
        ):
            return App("density", (family, given, variable), span)
        case App("density", (family, given, Sym(of)), span), None if variable.name.startswith(f"{of}_{{"):
            return App("density", (family, given, variable), span)
    return single


def _under_density(p: Parser, piece: Range) -> list[tuple[Sym, Domain]]:
    """Of a joint density p(x, y | z): x under p(x | z), then y under p(y | x, z)."""
    term = law(p, *piece, None)
    if not isinstance(term, App) or term.head != "density":
        raise p.refuse("expected a density of some variables", piece[0])
    family, given, *of = term.args
    known = given.args if isinstance(given, App) else ()
    found: list[tuple[Sym, Domain]] = []
    for point in of:
        variable = _letter(p, point, piece[0])
        found.append((variable, DistributedAs(App("density", (family, App("given", known), variable), term.span))))
        known = (*known, variable)
    return found


def _letter(p: Parser, point: Term, at: int) -> Sym:
    """A variable, or a letter of its own for the member of a sequence. Raises `ParseError` for any other point."""
    match point:
        case Sym():
            return point
        case App("index", (Sym(), *_)):
            return binders.own_letter(p, point)
    raise p.refuse("expected a density of variables", at)


def _variable(p: Parser, start: int, end: int) -> Sym:
    term = p.within(start, end) if start < end else None
    if term is None:
        raise p.refuse("expected a variable", start)
    return _letter(p, term, start)


def normal(p: Parser, name: str, start: int) -> Term | None:
    r"""`\mathcal{N}(m, C)` and `\mathcal{N}(x; m, C)`; a plain N only behind `\sim`."""
    if not p.next_is("(") or (name == "N" and not p.law_expected):
        return None
    opening = p.pos
    end = p.bracket_end(opening)
    pieces = p.pieces(opening + 1, end - 1, t.MIDS | {",", ";"})
    arguments = tuple(p.within(*piece) for piece in pieces)
    separators = [p.tokens[piece[1]].text for piece in pieces[:-1]]
    p.pos = end
    if len(arguments) == 2 and separators == [","]:
        return p.app("Normal", arguments, start)
    if len(arguments) == 3 and separators[0] != "," and separators[1] == ",":
        return with_scripts(p, p.app("normal_pdf", arguments, start), start)
    raise p.refuse("expected a mean and a variance", opening)
