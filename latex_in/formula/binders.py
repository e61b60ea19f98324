r"""Binders: sums, products, limits and integrals, with their variables and ranges."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from hence.language.derivation import Relation
from hence.language.records import dataclass
from hence.language.terms import (
    App,
    Bind,
    Condition,
    Domain,
    Num,
    Range,
    SuchThat,
    Sym,
    Tends,
    Term,
    Unstated,
    free_names,
    mapped,
    num,
    strip_spans,
    substitute,
    subterms,
)
from hence.latex_in import tables as t
from hence.latex_in.formula import scripts
from hence.latex_in.formula.acting import letters_in, unknown_sum
from hence.latex_in.formula.conditions import NONE, chooses, weight, weighted
from hence.latex_in.formula.listed import JOINED, bound_in, listed, written_out
from hence.latex_in.formula.opaque import opaque_range
from hence.latex_in.letters.names import letter_of
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import group_end, split_side, symbol_at, text_of
from hence.latex_in.page.slices import letter_of_slice
from hence.latex_in.page.source import ParseError

if TYPE_CHECKING:
    from hence.latex_in.formula.parser import Parser
    from hence.latex_in.formula.parser import Range as TokenRange

ONE = Num(Fraction(1))
Variables = dict[str, tuple[Sym, Domain]]


def big(p: Parser, token: Token) -> Term:
    start = p.pos
    p.pos += 1
    found = scripts.take(p)
    if found.below is None:
        raise p.refuse(f"expected a subscript of {token.text}: over which variable?", start)
    if t.BIG[token.text] in JOINED and found.above is None and (over := listed(p, found.below)) is not None:
        body = bound_in(p, over[0], p.signed_product)
        return written_out(t.BIG[token.text], *over, body)
    try:
        upper = p.within(*found.above) if found.above is not None else None
        written = subscript(p, found.below, upper)
    except ParseError:
        if not p.lenient or token.text != r"\sum":
            raise
        body = p.signed_product()
        return unknown_sum(p, "sum", filter(None, (found.below, found.above)), body, start)
    enclosing, outer = p.bound, p.multiplied
    p.bound = {**enclosing, **{v.name: d for v, d in written.variables}}
    p.multiplied = frozenset(v.name for v, _ in written.variables) if token.text == r"\prod" else frozenset()
    body_start = p.pos
    body = p.signed_product()
    bracketed = p.tokens[body_start].text in t.OPENERS and group_end(p.tokens, body_start) == p.pos
    p.bound, p.multiplied = enclosing, outer
    body = with_members(p, body, {v.name for v, _ in written.variables})
    related = written.related(p, body, upper, found.below[0])
    variables = [(v, _over_list(p, v, _over_values(v, d, body), body)) for v, d in related]
    open_ended = token.text == r"\prod" and not bracketed
    body, behind = _factors(body, {v.name for v, _ in variables}) if open_ended else (body, ())
    for variable, written_domain in reversed(variables):
        domain, body = weighted(t.BIG[token.text], written_domain, body)
        body = Bind(t.BIG[token.text], variable, domain, body, p.span_from(start))
    return p.app("mul", (body, *behind), start) if behind else body


def _factors(body: Term, names: set[str]) -> tuple[Term, tuple[Term, ...]]:
    r"""`\prod_i x_i \cdot c`: what stands behind the last factor that speaks of i is no factor of the product."""
    match body:
        case App("mul", factors, span):
            last = max((k for k, x in enumerate(factors) if free_names(x) & names), default=0)
            while last + 1 < len(factors) and _looks_like_matrix(factors[last + 1]):
                last += 1  # `\prod_i D_i W`: each D_i stands in front of a W
            inside = factors[: last + 1]
            return App("mul", inside, span) if last else inside[0], factors[last + 1 :]
    return body, ()


def _looks_like_matrix(term: Term) -> bool:
    return isinstance(term, Sym) and term.name[0].isupper()


def with_members(p: Parser, body: Term, names: set[str]) -> Term:
    """The body of a sum over x_i with the letter of its own for x_i."""
    own = {strip_spans(term): Sym(name) for name, term in p.members.items() if name in names}
    return mapped(body, lambda x: own.get(strip_spans(x), x)) if own else body


def require_alone(p: Parser, variable: Sym, body: Term, at: int) -> None:
    """Raises `ParseError` where a body has members of the sequence beside the slice that runs: they run with it."""
    found = letter_of_slice(variable.name)
    if found is None:
        return
    letter, low = found
    earlier = range(int(low)) if low.isdigit() else range(0)
    before: dict[Term, Term] = {App("index", (Sym(letter), num(k))): ONE for k in earlier}
    rest = mapped(substitute(body, {variable.name: ONE}), lambda x: before.get(strip_spans(x), x))
    apart = {f"{letter}_{{{k}}}" for k in earlier}
    if any(letter in letters_in(name) for name in free_names(rest) - apart):
        raise p.refuse(f"{letter} runs here in other ways as well", at)


def require_apart(p: Parser, variable: Sym, body: Term, at: int, drawn: set[str]) -> None:
    """Raises `ParseError` where a body has members of the sequence that may be the one that is drawn, or all."""
    member = p.members.get(variable.name)
    if not isinstance(member, App) or not isinstance(member.args[0], Sym):
        return
    running = drawn | {x.var.name for x in subterms(body) if isinstance(x, Bind)}
    place = _place(member, running)

    def passed(term: Term) -> Term:
        other = _place(term, running) if isinstance(term, App) and term.args[:1] == member.args[:1] else None
        fixed = place is not None and other is not None and "" in (place[0], other[0])
        differs = place is not None and other is not None and place != other and (fixed or place[0] == other[0])
        return ONE if differs else term

    if member.args[0].name in free_names(mapped(body, passed)):
        raise p.refuse(f"{member.args[0].name} is drawn here in other ways as well", at)


def _place(member: Term, running: set[str]) -> tuple[str, Fraction] | None:
    """t and -1 of x_{t-1}, nothing and 3 of x_3; None for any other member."""
    match member:
        case App("index", (_, Num(value))):
            return "", value
        case App("index", (_, Sym(name))) if name not in running:
            return name, Fraction(0)
        case App("index", (_, App("add", (Sym(name), Num(value))))) if name not in running:
            return name, value
        case App("index", (_, App("add", (Sym(name), App("neg", (Num(value),)))))) if name not in running:
            return name, -value
    return None


_SPACE = re.compile(r"#\d# \\in (?:#\d#|\\Omega)")


def _over_values(variable: Sym, domain: Domain, body: Term) -> Domain:
    r"""`\sum_{x \in \mathcal{X}} p(x)` runs over all values of x, where \mathcal{X} is named after it."""
    match domain:
        case SuchThat((Condition(App(_, (Sym(text), Sym(name), Sym(space))), _, _),)) if _SPACE.fullmatch(text):
            own = name == variable.name and space == rf"\mathcal{{{name.upper()}}}"
            points = (x.args for x in subterms(body) if isinstance(x, App) and _is_mass(x, name))
            return Unstated() if own and any(variable in args for args in points) else domain
        case _:
            return domain


def _over_list(p: Parser, variable: Sym, domain: Domain, body: Term) -> Domain:
    r"""`\sum_i x_i` runs over all of x_1, ..., x_n where the page lists them so."""
    if domain != Unstated():
        return domain
    chosen = (s.args for s in subterms(body) if isinstance(s, App) and s.head == "index" and s.args[1:] == (variable,))
    lasts = {p.names.lasts[base.name] for base, _ in chosen if isinstance(base, Sym) and base.name in p.names.lasts}
    return Range(ONE, Sym(lasts.pop())) if len(lasts) == 1 else domain


def _is_mass(term: App, point: str) -> bool:
    """p(x), and f_X(x) for a point x: what the values of X may be is what f_X is taken at."""
    if term.head == "density":
        return True
    named = term.args[0].name if term.head == "apply" and isinstance(term.args[0], Sym) else ""
    return named.startswith("f_") and point.upper() in named[2:].strip("{}").split(",")


@dataclass
class Subscript:
    """What stands below a sum: variables with their ranges, and relations between two letters, like `i < j`."""

    variables: list[tuple[Sym, Domain]]
    relations: list[tuple[Sym, Relation, Term]]
    ranged: frozenset[str]  # variables whose range is written

    def related(self, p: Parser, body: Term, upper: Term | None, at: int) -> list[tuple[Sym, Domain]]:
        """The variables, outermost first. A letter that nothing else binds or fixes is summed over as well."""
        variables = {v.name: (v, d) for v, d in self.variables}
        for left, relation, right in self.relations:
            other = right if isinstance(right, Sym) else None
            alone = left.name not in self.ranged  # in `i = 1, i \\ne j` only i runs
            if other is not None and alone and other.name not in variables and self.runs_too(p, other.name, body):
                p.doubled.add(other.name)
                variables[other.name] = (other, Unstated() if upper is None else Range(ONE, upper))
            if relation == "!=":
                _exclude(p, variables, left, right)
            else:
                low = ONE if counted_from_one(p, left.name, body, right) else None
                variables = _ordered(p, variables, left, relation, right, at, low)
        return list(variables.values())

    @staticmethod
    def runs_too(p: Parser, name: str, body: Term) -> bool:
        heads = {"index": 1, "delta": 0}  # where indices begin
        used = (x for x in subterms(body) if isinstance(x, App) and x.head in heads)
        indices = (i for x in used for i in x.args[heads[x.head] :])
        return name not in p.bound and name not in p.names.fixed and any(name in free_names(i) for i in indices)


def _exclude(p: Parser, variables: Variables, left: Sym, right: Term) -> None:
    """The inner of two variables leaves out the value of the outer one, and runs over the same range."""
    names = list(variables)
    if isinstance(right, Sym) and right.name in variables and names.index(right.name) > names.index(left.name):
        left, right = right, left
    variable, domain = variables[left.name]
    if isinstance(domain, Range):
        variables[left.name] = variable, Range(domain.low, domain.high, (*domain.unless, right))
    elif isinstance(domain, Unstated):
        outer = p.bound.get(_name(right))
        same = isinstance(outer, Range) and not outer.unless and not domain.unless
        among = Range(outer.low, outer.high, (right,)) if isinstance(outer, Range) and same else None
        variables[left.name] = variable, among or Unstated((*domain.unless, right))


def counted_from_one(p: Parser, name: str, body: Term, last: Term) -> bool:
    r"""Whether a letter stands for one of the members that the page lists as x_1, ..., x_n, without an x_0.

    The s of `\sum_{s \le t} x_s` does where the page counts t = 1, ..., T.
    """
    places = [s.args for s in subterms(body) if isinstance(s, App) and s.head == "index" and Sym(name) in s.args[1:]]
    bases = {base.name if isinstance(base, Sym) else "" for base, *_ in places}
    listed = p.names.lasts.keys() - p.names.zeroth
    counts = _name(last) in p.names.from_one and bool(bases) and not bases & {"", *p.names.zeroth}
    return counts or bool(bases & listed)


def _ordered(
    p: Parser, variables: Variables, left: Sym, relation: Relation, right: Term, at: int, least: Term | None
) -> Variables:
    """`left < right`: the smaller one runs up to the larger one, inside of its sum."""
    if relation in (">", ">="):
        if not (isinstance(right, Sym) and right.name in variables):
            raise p.refuse("expected an upper bound", at)
        left, right, relation = right, left, "<" if relation == ">" else "<="
    top = right if relation == "<=" else App("add", (right, App("neg", (ONE,))))
    outer = variables.get(right.name) if isinstance(right, Sym) else None
    domain = outer[1] if outer is not None else p.bound.get(right.name) if isinstance(right, Sym) else None
    own = variables[left.name][1]
    low = own.low if isinstance(own, Range) else domain.low if isinstance(domain, Range) else least or ONE
    if domain is None and least is None and not isinstance(own, Range):
        raise p.refuse("expected a lower bound, like 1 \\le i", at)
    inner = (variables[left.name][0], Range(low, top))
    rest = {name: pair for name, pair in variables.items() if name not in (left.name, _name(right))}
    first = {outer[0].name: outer} if outer is not None else {}
    return {**rest, **first, left.name: inner}


def _name(term: Term) -> str:
    return term.name if isinstance(term, Sym) else ""


def subscript(p: Parser, below: TokenRange, upper: Term | None) -> Subscript:
    r"""The variables of `i=1`, `i`, `i,j`, `j \neq i`, `i < j`, `1 \le i \le n`, `i \in \{1,\dots,n\}`."""
    found: dict[str, tuple[Sym, Domain]] = {}
    between: list[tuple[Sym, Relation, Term]] = []
    waiting: list[Sym] = []
    for piece in p.pieces(*below, frozenset((",", ":", ";", "|", r"\mid"))):
        relations = [k for k in range(*piece) if p.tokens[k].kind == "rel" or p.tokens[k].text == t.MEMBER]
        if any(p.tokens[k].kind == "dots" for k in range(*piece)) and not relations:
            raise p.refuse("dots are not understood", piece[0])
        if not relations:
            waiting += [bound_variable(p, *place) for place in _juxtaposed(p, piece)]
            continue
        for variable, domain in _ranged(p, piece, relations, upper, between):
            if domain is not None:
                found.update({other.name: (other, domain) for other in (*waiting, variable)})
                waiting = []
            elif variable.name not in {v.name for v in waiting} | set(found):
                waiting.append(variable)
    if upper is not None and waiting and not found and not between and _may_begin_below_one(upper):
        raise p.refuse("expected a lower bound, like i = 1", below[0])
    default: Domain = Unstated() if upper is None else Range(ONE, upper)
    return Subscript([*found.values(), *((v, default) for v in waiting)], between, frozenset(found))


def _juxtaposed(p: Parser, piece: TokenRange) -> list[TokenRange]:
    r"""The places of the variables of `\sum_{ij}`: letters without anything between them."""
    letters = p.tokens[slice(*piece)]
    several = len(letters) > 1 and all(x.kind == "name" and len(x.text) == 1 for x in letters)
    if (
        several
        and len({x.text for x in letters}) == len(letters)
        and symbol_at(p.tokens, piece[0], end=piece[1])[1] != piece[1]
    ):
        return [(k, k + 1) for k in range(*piece)]
    return [piece]


def _may_begin_below_one(upper: Term) -> bool:
    r"""`\sum_i^n` runs from 1; the index of `\sum_i^{n-1}` may count from 0."""
    return not isinstance(upper, (Sym, Num)) and not (isinstance(upper, App) and upper.head == "index")


def _ranged(
    p: Parser,
    piece: TokenRange,
    relations: list[int],
    upper: Term | None,
    between: list[tuple[Sym, Relation, Term]],
) -> Iterator[tuple[Sym, Domain | None]]:
    """The variables of one piece; a domain is None where only a relation to something else is written."""
    first, last = relations[0], relations[-1]
    meanings = [t.RELATIONS.get(p.tokens[k].text) for k in relations]
    if p.tokens[first].text == t.MEMBER and len(relations) == 1:
        members = _members(p, first + 1, piece[1])
        for place in _listed(p, piece[0], first):
            variable = bound_variable(p, *place)
            last_one = place[1] == first or p.tokens[place[1]].text in t.CLOSERS
            yield variable, members or _of_set(p, variable, piece if last_one else None)
    elif len(relations) > 1 and all(m in ("<", "<=") for m in meanings):
        low = shifted(p.within(piece[0], first), 1 if meanings[0] == "<" else 0)
        high = shifted(p.within(last + 1, piece[1]), -1 if meanings[-1] == "<" else 0)
        inner = [bound_variable(p, a + 1, b) for a, b in pairwise(relations)]
        between += [(a, m, b) for (a, b), m in zip(pairwise(inner), meanings[1:-1], strict=True) if m is not None]
        yield from ((variable, Range(low, high)) for variable in inner)
    elif upper is None and chooses(p, piece, relations) and (index := _index_of_member(p, (piece[0], first))):
        chosen = weight(p, piece, first)
        yield index, _of_set(p, index, piece) if chosen is None else SuchThat((Condition(chosen, "!=", NONE),))
    elif meanings == ["="]:
        variable, start = bound_variable(p, piece[0], first), p.within(first + 1, piece[1])
        if upper is None and start != ONE:
            raise p.refuse("expected an upper bound", first)
        yield variable, Unstated() if upper is None else Range(start, upper)
    elif (
        meanings in (["<="], ["<"], [">="], [">"]) and (least := _least(p, piece, first, meanings[0] or "")) is not None
    ):
        beyond = meanings[0] in (">=", ">")
        variable = bound_variable(p, *((piece[0], first) if beyond else (first + 1, piece[1])))
        yield variable, Range(least, upper or App("infinity", ()))
    elif len(meanings) == 1 and meanings[0] in ("!=", "<", "<=", ">", ">="):
        variable = bound_variable(p, piece[0], first)
        between.append((variable, meanings[0], p.within(first + 1, piece[1])))
        yield variable, None
    else:
        raise p.refuse("these bounds are not understood", first)


def _index_of_member(p: Parser, left: TokenRange) -> Sym | None:
    r"""The i of `\sum_{y_i = 1} x_i`, which runs over all i with y_i = 1; None where something else is said to run."""
    texts = p.texts(left)
    if len(texts) < 3 or texts[1] != "_":
        return None
    below = [x for x in p.tokens[left[0] + 2 : left[1]] if x.text not in ("{", "}")]
    if len(below) != 1 or below[0].kind != "name" or below[0].text in p.bound:
        raise p.refuse("which index runs here is not said", left[0])
    return Sym(below[0].text)


def shifted(term: Term, by: int) -> Term:
    if by == 0:
        return term
    if isinstance(term, Num):
        return Num(term.value + by)
    return App("add", (term, ONE if by > 0 else App("neg", (ONE,))))


def _least(p: Parser, piece: TokenRange, at: int, relation: str) -> Term | None:
    r"""The number from which an index runs on for ever: the 0 of `j \ge 0` and of `0 \le j`; else None."""
    beyond = relation in (">=", ">")
    number = p.within(*((at + 1, piece[1]) if beyond else (piece[0], at)))
    return shifted(number, 1 if relation in (">", "<") else 0) if isinstance(number, Num) else None


def _listed(p: Parser, start: int, end: int) -> list[TokenRange]:
    r"""The places of the variables of `i`, `(i, j)`, `\{i, j\}`."""
    if start < end and p.tokens[start].text in ("(", r"\{") and p.bracket_end(start) == end:
        return p.pieces(start + 1, end - 1, frozenset(","))
    return [(start, end)]


def _of_set(p: Parser, variable: Sym, piece: TokenRange | None) -> SuchThat:
    """The members of a set of which nothing is known; None: what restricts the variable stands with another one."""
    if piece is None:
        return SuchThat(())
    said = opaque_range(p, *piece)
    text, *letters = said.args
    if variable not in letters and isinstance(text, Sym):
        text, letters = Sym(f"{text.name} : #{len(letters)}#"), [*letters, Sym(variable.name)]
    return SuchThat((Condition(App("opaque_number", (text, *letters), said.span), "!=", Num(Fraction(0))),))


def _members(p: Parser, start: int, end: int) -> Range | None:
    r"""`\{1, \dots, n\}` and `[n]`; None for any other set."""
    texts = p.texts((start, end))
    if texts[:1] == ["["] and texts[-1:] == ["]"]:
        return Range(ONE, p.within(start + 1, end - 1))
    pieces = p.pieces(start + 1, end - 1, frozenset(","))
    dots = [k for k, piece in enumerate(pieces) if [x.kind for x in p.tokens[slice(*piece)]] == ["dots"]]
    if texts[:1] == [r"\{"] and len(dots) == 1 and dots[0] == len(pieces) - 2 and dots[0] > 0:
        return Range(p.within(*pieces[0]), p.within(*pieces[-1]))
    return None


def bound_variable(p: Parser, start: int, end: int) -> Sym:
    """The single symbol of a range."""
    if start >= end or p.tokens[start].kind != "name":
        raise p.refuse("expected a variable", min(start, len(p.tokens) - 1))
    name, after = symbol_at(p.tokens, start, end=end)
    if after != end:
        term = p.within(start, end)
        if isinstance(term, Sym):
            return term
        if isinstance(term, App) and term.head == "index" and isinstance(term.args[0], Sym):
            return own_letter(p, term, text_of(p.tokens[start:end]))
        raise p.refuse("expected a single variable", start)
    return Sym(name, p.source.span(p.tokens[start].start, p.tokens[end - 1].end))


def own_letter(p: Parser, member: App, text: str = "") -> Sym:
    r"""The x_i of `\sum_{x_i}`, a letter of its own, the same however it is spelled. Raises `ParseError`."""
    base, *indices = member.args
    plain = [x.name if isinstance(x, Sym) else str(x.value) for x in indices if isinstance(x, Sym | Num)]
    if isinstance(base, Sym) and len(plain) == len(indices):
        text = f"{base.name}_{{{','.join(plain)}}}"
    if not text:
        raise p.refuse("expected a single variable", p.pos)
    made = Sym(text + "'", member.span)
    p.members[made.name] = member
    return made


def limit(p: Parser, _token: Token) -> Term:
    start = p.pos
    p.pos += 1
    found = scripts.take(p)
    below = found.below
    arrow = next((k for k in range(*below) if t.RELATIONS.get(p.tokens[k].text) == "->"), None) if below else None
    if below is None or arrow is None:
        raise p.refuse(r"expected a subscript like n \to \infty", start)
    variable = bound_variable(p, below[0], arrow)
    place, side = split_side(p.tokens[arrow + 1 : below[1]])
    point = p.within(arrow + 1, arrow + 1 + len(place))
    return Bind("lim", variable, Tends(point, side), _limited(p, variable), p.span_from(start))


def _limited(p: Parser, variable: Sym) -> Term:
    """What a limit is of: a product, or as many terms of a sum as it takes to have the variable inside."""
    start = p.pos
    terms = [p.signed_product()]
    kept, end = 1, p.pos
    while (token := p.peek()) is not None and token.text in t.PLUS and token.kind == "op":
        terms.append(p.signed_product())
        if variable.name in free_names(terms[-1]):
            kept, end = len(terms), p.pos
    p.pos = end
    return terms[0] if kept == 1 else p.app("add", tuple(terms[:kept]), start)


def integral(p: Parser, _token: Token) -> Term:
    r"""`\int_a^b f(x) dx`. The differential closes it; several differentials make nested integrals."""
    start = p.pos
    p.pos += 1
    found = scripts.take(p)
    at = differential(p, p.pos)
    if at is None:
        raise p.fail("a differential like dx", p.end)
    domain = integration_domain(p, found, at)
    opening, outer_end = p.pos, p.end
    if at == opening:
        p.pos = at + 1
        variable = differential_variable(p)
        following = p.peek()
        body = p.product() if following is not None and p.starts_factor(following) else ONE
        return Bind("integral", variable, domain, body, p.span_from(start))
    p.end, p.integrals = at, p.integrals + 1
    body = p.expression()
    if p.pos < at:
        raise p.fail("an operator or the differential")
    p.end, p.integrals = outer_end, p.integrals - 1
    while at is not None:
        p.pos = at + 1
        variable = differential_variable(p)
        body = with_members(p, body, {variable.name})
        require_alone(p, variable, body, at)
        body = Bind("integral", variable, domain, body, p.span_from(start))
        again = p.integrals == 0 and p.pos + 1 < p.end and is_differential(p, p.pos)
        at = p.pos if again else None
    return scripts.with_scripts(p, body, start)


def is_differential(p: Parser, position: int) -> bool:
    here, after = p.tokens[position], p.tokens[position + 1] if position + 1 < p.end else None
    return here.text in t.DIFFERENTIALS and here.kind == "name" and after is not None and after.kind == "name"


def differential(p: Parser, start: int) -> int | None:
    """Where the differential of the integral that begins here stands: outside brackets, past inner integrals."""
    depth = inner = 0
    for position in range(start, p.end):
        text = p.tokens[position].text
        if text == "{" or text in t.OPENERS:
            depth += 1
        elif text in t.CLOSERS:
            depth -= 1
            if depth < 0:
                return None
        elif depth == 0 and text == t.INTEGRAL:
            inner += 1
        elif depth == 0 and is_differential(p, position):
            if inner == 0:
                return position
            inner -= 1
    return None


def differential_variable(p: Parser) -> Sym:
    start = p.pos
    name, p.pos = symbol_at(p.tokens, start, end=p.end)
    below = scripts.Scripts()
    while p.next_is("_"):
        p.pos += 1
        below.below = p.argument()
    term, _ = scripts.labelled(p, name, below, start)
    if isinstance(term, App):
        term = bound_variable(p, start, p.pos)
    if not isinstance(term, Sym):
        raise p.refuse("an integral over this variable is not understood yet", start)
    return term


def integration_domain(p: Parser, found: scripts.Scripts, at: int) -> Domain:
    """Over what an integral runs whose differential stands at a token."""
    if found.above is None:
        texts = p.texts(found.below) if found.below else []
        whole = not texts or texts[0] == r"\mathbb{R}" or _is_space_of(p, texts[0], at)
        a_set = len(texts) > 1 or any(x.startswith(r"\mathcal{") for x in texts)
        if not whole and found.below is not None and a_set and not _names_variable(p, texts, at):
            error = p.refuse("an integral over this set is not understood yet", found.below[0])
            if not p.lenient:
                raise error
            return _of_set(p, differential_letter(p, at), found.below)
        return Unstated()
    if found.below is None:
        raise p.refuse("expected a lower bound")
    low, high = p.within(*found.below), p.within(*found.above)
    everywhere = low == App("neg", (App("infinity", ()),)) and high == App("infinity", ())
    return Unstated() if everywhere else Range(low, high)


def _is_space_of(p: Parser, text: str, at: int) -> bool:
    r"""Whether \mathcal{X} is what all values of x form: it is named after a variable that is integrated over here."""
    pairs = zip(p.tokens, p.tokens[1:], strict=False)
    letters = {letter_of(b.text) for a, b in pairs if a.text in t.DIFFERENTIALS}
    letters.add(letter_of(differential_letter(p, at).name))
    return any(text == rf"\mathcal{{{letter.upper()}}}" for letter in letters)


def _names_variable(p: Parser, texts: list[str], at: int) -> bool:
    r"""`\int_{z_j} f(z_j) d z_j`: the subscript only says which variable it is."""
    bare = [x for x in texts if x not in "{}"]
    after = [x.text for x in p.tokens[at + 1 : p.end] if x.text not in ("{", "}")]
    return after[: len(bare)] == bare


def differential_letter(p: Parser, at: int) -> Sym:
    """The variable of a differential, which is not taken yet."""
    here = p.pos
    p.pos = at + 1
    variable = differential_variable(p)
    p.pos = here
    return variable
