"""Terms: mathematical expressions exactly as written.

A term is inert and immutable. `==` is structural and ignores where a term stood on the page;
mathematical equality is a claim, decided elsewhere. Four cases, closed:

    Num    an exact rational number
    Sym    a named symbol; the name is canonical LaTeX: x, \\theta, \\bm{v}, \\hat{y}, F_{Q}, \\Delta\\bm{\\theta}
    App    a head from `heads.HEADS` applied to arguments
    Bind   a binder (sum, integral, expectation ...) with its variable, domain and body
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from fractions import Fraction
from operator import is_
from typing import Literal, NamedTuple, TypeAlias

from hence.language.records import dataclass


class Span(NamedTuple):
    """A region of a source file; lines and columns count from 1, the end is exclusive.

    `file` names the file where that is not the page itself, but one that it reads in. Every part of every term has one:
    they are tuples, which are made faster than any record.
    """

    line: int
    column: int
    end_line: int
    end_column: int
    file: str = ""

    def to(self, other: Span) -> Span:
        """The region from the start of this one to the end of the other."""
        return Span(self.line, self.column, other.end_line, other.end_column, self.file)


NOWHERE = Span(0, 0, 0, 0)
MOST_SETS_OF_NAMES = 10_000  # that terms share; then the sharing begins anew
_SETS_OF_NAMES: dict[frozenset[str], frozenset[str]] = {}


class _Remembering:
    """A term may keep what was worked out about it, under names with an underscore; that is no part of the term."""

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if not name.startswith("_")}


@dataclass(frozen=True)
class Num(_Remembering):
    value: Fraction
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True)
class Sym(_Remembering):
    name: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True)
class App(_Remembering):
    head: str
    args: tuple[Term, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True)
class Range:
    """Integers from `low` to `high` inclusive, leaving out the values in `unless`."""

    low: Term
    high: Term
    unless: tuple[Term, ...] = ()


@dataclass(frozen=True)
class Unstated:
    """The author wrote no bounds (`\\sum_i`, `\\int ... dx`): they follow from what is indexed."""

    unless: tuple[Term, ...] = ()


@dataclass(frozen=True)
class DistributedAs:
    """The variable is drawn from this distribution (`\\mathbb{E}_{x \\sim p}`)."""

    law: Term


@dataclass(frozen=True)
class Tends:
    """The variable tends to this point (`\\lim_{x \\to a}`), from above (+), below (-) or both sides."""

    point: Term
    side: Literal["", "+", "-"] = ""


@dataclass(frozen=True)
class Condition:
    """`lhs relation rhs`, inside the scope of the variable that it restricts."""

    lhs: Term
    relation: str
    rhs: Term


@dataclass(frozen=True)
class SuchThat:
    """The variable takes the values that satisfy the conditions (`\\min_{x : x \\ge 1}`)."""

    conditions: tuple[Condition, ...]


Domain: TypeAlias = Range | Unstated | DistributedAs | Tends | SuchThat


@dataclass(frozen=True)
class Bind(_Remembering):
    head: str
    var: Sym
    domain: Domain
    body: Term
    span: Span = field(default=NOWHERE, compare=False, repr=False)


Term: TypeAlias = Num | Sym | App | Bind


def num(value: int | Fraction) -> Num:
    return Num(Fraction(value))


def app(head: str, *args: Term) -> App:
    return App(head, args)


def domain_terms(domain: Domain) -> tuple[Term, ...]:
    """The terms that stand in a domain, outside the scope of the bound variable."""
    match domain:
        case Range(low, high, unless):
            return (low, high, *unless)
        case Unstated(unless):
            return unless
        case DistributedAs(law):
            return (law,)
        case Tends(point):
            return (point,)
        case SuchThat():
            return ()


def condition_terms(domain: Domain) -> tuple[Term, ...]:
    """The terms that stand in a domain, inside the scope of the bound variable."""
    if not isinstance(domain, SuchThat):
        return ()
    return tuple(side for c in domain.conditions for side in (c.lhs, c.rhs))


def _same(one: tuple[Term, ...], other: tuple[Term, ...]) -> bool:
    return len(one) == len(other) and all(map(is_, one, other))


def with_args(term: App, args: tuple[Term, ...]) -> App:
    """The term with other arguments; itself where they are its own, so that it goes on remembering what was asked."""
    return term if _same(args, term.args) else App(term.head, args, term.span)


def with_parts(term: Bind, domain: Domain, body: Term) -> Bind:
    """The binder with another domain and body; itself where they are its own."""
    return term if domain is term.domain and body is term.body else replace(term, domain=domain, body=body)


def map_conditions(domain: Domain, f: Callable[[Term], Term]) -> Domain:
    """The domain with `f` applied to the terms in the scope of the bound variable; itself where nothing changes."""
    if not isinstance(domain, SuchThat):
        return domain
    conditions = tuple(Condition(f(c.lhs), c.relation, f(c.rhs)) for c in domain.conditions)
    changed = SuchThat(conditions)
    return domain if _same(condition_terms(changed), condition_terms(domain)) else changed


def map_domain(domain: Domain, f: Callable[[Term], Term]) -> Domain:
    """The domain with `f` applied to each of its terms; itself where nothing changes."""
    before = domain_terms(domain)
    after = tuple(map(f, before))
    if _same(before, after):
        return domain
    match domain:
        case Range():
            return Range(after[0], after[1], after[2:])
        case Unstated():
            return Unstated(after)
        case DistributedAs():
            return DistributedAs(after[0])
        case SuchThat():
            return domain
        case Tends(_, side):
            return Tends(after[0], side)


def children(term: Term) -> tuple[Term, ...]:
    """Direct subterms, bodies of binders included."""
    if isinstance(term, App):
        return term.args
    if isinstance(term, Bind):
        return (*domain_terms(term.domain), *condition_terms(term.domain), term.body)
    return ()


def subterms(term: Term) -> Iterator[Term]:
    """The term and everything below it, outermost first; a term that was asked before remembers."""
    known: tuple[Term, ...] | None = getattr(term, "_subterms", None)
    if known is None:
        known = tuple(_subterms(term))
        object.__setattr__(term, "_subterms", known)
    return iter(known)


def _subterms(term: Term) -> Iterator[Term]:
    waiting = [term]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(reversed(children(one)))


def free_names(term: Term) -> frozenset[str]:
    """Names that occur in the term outside the scope of a binder for them; a term that was asked before remembers."""
    known: frozenset[str] | None = getattr(term, "_free", None)
    if known is None:
        known = _shared(_free_names(term))
        object.__setattr__(term, "_free", known)
    return known


def _shared(names: frozenset[str]) -> frozenset[str]:
    """The same set as another term has, if one has it: a page has few sets of names, and a process many terms.

    It is made anew from names in order, so that those who go through it do so alike in every process.
    """
    known = _SETS_OF_NAMES.get(names)
    if known is None:
        if len(_SETS_OF_NAMES) >= MOST_SETS_OF_NAMES:
            _SETS_OF_NAMES.clear()
        known = _SETS_OF_NAMES[names] = frozenset(sorted(names))
    return known


def _free_names(term: Term) -> frozenset[str]:
    match term:
        case App():
            return frozenset().union(*map(free_names, term.args))
        case Sym():
            return frozenset((term.name,))
        case Num():
            return frozenset()
        case Bind(_, var, domain, body):
            outside = frozenset().union(*map(free_names, domain_terms(domain)))
            inside = frozenset().union(*map(free_names, (*condition_terms(domain), body)))
            return outside | (inside - {var.name})


def is_index_in(name: str, term: Term) -> bool:
    """Whether a name stands in an index somewhere in a term."""
    heads = {"index": 1, "delta": 0}  # where indices begin
    used = (t for t in subterms(term) if isinstance(t, App) and t.head in heads)
    return any(name in free_names(i) for t in used for i in t.args[heads[t.head] :])


def fresh(name: str, taken: frozenset[str]) -> str:
    """A name like the given one that is not taken."""
    candidate, count = name, 0
    while candidate in taken:
        count += 1
        candidate = f"{name}_{{({count})}}"
    return candidate


def substitute(term: Term, values: Mapping[str, Term]) -> Term:
    """Replace free symbols simultaneously; bound variables are renamed rather than captured."""
    if values.keys().isdisjoint(free_names(term)):
        return term
    match term:
        case Num():
            return term
        case Sym(name):
            return values.get(name, term)
        case App(_, args):
            return with_args(term, tuple([substitute(a, values) for a in args]))
        case Bind(_, var, domain, body):
            inside = frozenset().union(*(free_names(t) for t in (*condition_terms(domain), body)))
            inner = {k: v for k, v in values.items() if k != var.name and k in inside}
            taken = frozenset().union(*(free_names(v) for v in inner.values()))
            domain = map_domain(domain, lambda t: substitute(t, values))
            if var.name in taken:
                renamed = Sym(fresh(var.name, taken | inside), var.span)
                changed = {var.name: renamed}
                body, var = substitute(body, changed), renamed
                domain = map_conditions(domain, lambda t: substitute(t, changed))
            domain = map_conditions(domain, lambda t: substitute(t, inner))
            return replace(term, var=var, domain=domain, body=substitute(body, inner))


def mapped(term: Term, change: Callable[[Term], Term]) -> Term:
    """The term with `change` applied to every part of it, innermost first; bound variables are left alone."""
    match term:
        case App(_, args):
            return change(with_args(term, tuple([mapped(a, change) for a in args])))
        case Bind(_, _, domain, body):
            domain = map_conditions(map_domain(domain, lambda t: mapped(t, change)), lambda t: mapped(t, change))
            return change(with_parts(term, domain, mapped(body, change)))
        case _:
            return change(term)


def alpha_equal(a: Term, b: Term) -> bool:
    """Structural equality up to the names of bound variables."""
    match a, b:
        case App(h1, args1), App(h2, args2):
            same_length = h1 == h2 and len(args1) == len(args2)
            return same_length and all(map(alpha_equal, args1, args2))
        case Bind(h1, v1, d1, b1), Bind(h2, v2, d2, b2):
            outside1, outside2 = domain_terms(d1), domain_terms(d2)
            if h1 != h2 or type(d1) is not type(d2) or len(outside1) != len(outside2):
                return False
            if _relations(d1) != _relations(d2):
                return False
            inside1, inside2 = (*condition_terms(d1), b1), (*condition_terms(d2), b2)
            names = frozenset().union(*(free_names(t) for t in (*inside1, *inside2)))
            common = Sym(fresh(v1.name, names | {v1.name, v2.name}))
            renamed1 = [substitute(t, {v1.name: common}) for t in inside1]
            renamed2 = [substitute(t, {v2.name: common}) for t in inside2]
            return all(map(alpha_equal, (*outside1, *renamed1), (*outside2, *renamed2)))
        case _:
            return a == b


def _relations(domain: Domain) -> tuple[str, ...]:
    return tuple(c.relation for c in domain.conditions) if isinstance(domain, SuchThat) else ()


def strip_spans(term: Term) -> Term:
    """The same term, standing nowhere."""
    match term:
        case Num(value):
            return Num(value)
        case Sym(name):
            return Sym(name)
        case App(head, args):
            return App(head, tuple(strip_spans(a) for a in args))
        case Bind(head, var, domain, body):
            bare = map_conditions(map_domain(domain, strip_spans), strip_spans)
            return Bind(head, Sym(var.name), bare, strip_spans(body))


_OF_NUMBERS = frozenset(("neg", "div", "pow", "matrix", "row", "add", "mul", "sqrt", "transpose"))


def is_value(term: Term) -> bool:
    """A number, or a vector of numbers: 0.15, (-5.5, 9)."""
    return all(isinstance(x, Num) or (isinstance(x, App) and x.head in _OF_NUMBERS) for x in subterms(term))
