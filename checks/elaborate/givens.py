"""Sorting what the author gives: declarations of shape, definitions, laws, hypotheses. Later ones win."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace

from hence.checks.elaborate.patterns import Defined, as_definition, bound_by, holds_density
from hence.checks.elaborate.renewed import renewed
from hence.checks.elaborate.written_out import own_entries, size_by_example
from hence.language.derivation import (
    Distributed,
    Fact,
    Formula,
    Given,
    Independent,
    Interval,
    Lines,
    Mapping,
    Membership,
    OfFunction,
    Property,
    RealSpace,
    Relation,
    index_named,
)
from hence.language.heads import CLASSES
from hence.language.records import dataclass
from hence.language.terms import (
    App,
    Bind,
    Num,
    Span,
    Sym,
    Term,
    app,
    children,
    free_names,
    num,
    strip_spans,
    substitute,
    subterms,
)

LISTS = frozenset(("rows", "columns", "matrix", "row", "opaque"))


@dataclass
class Sorted:
    spaces: dict[str, tuple[int, RealSpace, int]] = field(default_factory=dict)  # name -> (family, space, line)
    within: dict[str, tuple[Term, Term | None]] = field(default_factory=dict)  # the first and last number of a family
    mappings: dict[str, Mapping] = field(default_factory=dict)
    definitions: dict[str, list[Defined]] = field(default_factory=dict)
    constraints: list[tuple[Formula, tuple[str, ...]]] = field(default_factory=list)
    singled: list[Formula] = field(default_factory=list)  # of the constraints, those about single members
    laws: dict[str, Distributed] = field(default_factory=dict)
    independent: list[tuple[str, ...]] = field(default_factory=list)
    independent_terms: list[tuple[Term, ...]] = field(default_factory=list)  # the same, with their indices
    indexed: dict[str, int] = field(default_factory=dict)  # with how many indices members were called independent
    identical: list[frozenset[str]] = field(default_factory=list)  # symbols with the same law
    properties: dict[str, set[str]] = field(default_factory=dict)
    said: dict[tuple[str, str], Span] = field(default_factory=dict)  # where, by name and word
    traits: dict[str, dict[str, OfFunction]] = field(default_factory=dict)  # words about functions, by word
    lines: list[Lines] = field(default_factory=list)
    means: dict[str, Formula] = field(default_factory=dict)  # E[x_i] = m, by the name of x
    variances: dict[str, Formula] = field(default_factory=dict)
    vectors: set[str] = field(default_factory=set)  # vectors of a dimension that is not given
    matrices: set[str] = field(default_factory=set)  # of which only entries occur, and nothing is said
    kinds: dict[str, str] = field(default_factory=dict)  # "a matrix A" without dimensions
    places: list[tuple[str, str]] = field(default_factory=list)  # (k, y): k is an index of the vector y
    inductive: list[Formula] = field(default_factory=list)  # said of a sequence that a recurrence determines

    def explicit_densities(self) -> dict[str, list[Defined]]:
        """Densities that are given by a formula, by `density_name`, the last one first."""
        return {name: ds[::-1] for name, ds in self.definitions.items() if ds[-1].is_density}

    def open_indices(self) -> dict[str, frozenset[str]]:
        """Letters that a definition uses without taking them as index or argument, also through other definitions."""
        free = {
            name: frozenset().union(*(free_names(d.body) - bound_by(d) for d in ds))
            for name, ds in self.definitions.items()
        }
        while True:
            reached = {n: names.union(*(free[m] for m in names if m in free)) for n, names in free.items()}
            if reached == free:
                return free
            free = reached

    def reached_from(self, names: Iterable[str]) -> set[str]:
        """The names and everything that their definitions mention."""
        seen: set[str] = set()
        stack = list(names)
        while stack:
            name = stack.pop()
            if name not in seen:
                seen.add(name)
                stack += (n for d in self.definitions.get(name, ()) for n in free_names(d.body) - bound_by(d))
        return seen

    def made_of_densities(self) -> frozenset[str]:
        """The names whose definitions hold a density."""
        return frozenset(name for name, ds in self.definitions.items() if any(holds_density(d.body) for d in ds))

    def define(self, defined: Defined) -> None:
        """Add a definition; it replaces what defined the same thing, or the same symbol in another form."""
        before = self.definitions.get(defined.name, [])
        kept = [d for d in before if len(d.indices) == len(defined.indices) and not d.same_place(defined)]
        self.definitions[defined.name] = [*kept, defined]

    def terms(self) -> Iterable[Term]:
        """Every term that stands in the givens."""
        for definitions in self.definitions.values():
            for d in definitions:
                yield app("index", Sym(d.name), *d.indices) if d.indices else Sym(d.name)
                yield d.body
        for formula, _ in self.constraints:
            yield from (formula.lhs, formula.rhs)
        for law in self.laws.values():
            yield from (law.subject, law.law)
        for line in self.lines:
            yield from (line.matrix, line.vector)
        for formula in (*self.means.values(), *self.variances.values(), *self.inductive):
            yield from (formula.lhs, formula.rhs)


def _indices_of(subject: Term) -> tuple[str, ...]:
    """The letters that number the members of a family."""
    indices = subject.args[1:] if isinstance(subject, App) and subject.head == "index" else ()
    return tuple(x.name for x in indices if isinstance(x, Sym))


def _open_indices(subject: Term, found: Sorted) -> tuple[str, ...]:
    """The letters that number the members of a family, where nothing was said of them: later words speak of others."""
    sides = {side.name for f, _ in found.constraints for side in (f.lhs, f.rhs) if isinstance(side, Sym)}
    letters = _indices_of(subject)
    return () if {*letters} & (sides | found.spaces.keys()) else letters


def sort_givens(givens: Iterable[Given]) -> Sorted:
    """Later givens replace earlier ones about the same thing. Never fails."""
    found = Sorted()
    previous: Given | None = None
    for given in renewed(givens):
        match given:
            case Membership(subject, RealSpace() as space, span, within):
                _declare(found, subject, space, span.line)
                found.within |= {base_name(subject): within} if within is not None else {}
            case Membership(subject, Interval(low, high, open_low, open_high), _, within):
                over = _indices_of(subject) if within is not None else _open_indices(subject, found)
                found.constraints.append((Formula(low, "<" if open_low else "<=", subject), over))
                found.constraints.append((Formula(subject, "<" if open_high else "<=", high), over))
            case Mapping(function):
                if isinstance(function, Sym):
                    found.mappings[function.name] = given
            case Fact(formula, False, over, single=True) if _is_of_members(formula, over):
                found.constraints.append((formula, ()))
                found.singled.append(formula)
            case Fact(formula, definition, over):
                _fact(found, _for_all(formula, given.unless), definition, _over(formula, over, given.unless))
            case Distributed(subject, law) if not _is_second_law(found, given):
                found.laws[base_name(subject)] = given
                _note_covariance(found, law.args[1] if isinstance(law, App) and law.head == "Normal" else law)
            case Independent(subjects):
                _independent(found, subjects)
            case Property() | OfFunction():
                _word(found, given, previous)
            case Lines():
                found.lines.append(given)
        previous = given
    _keep_both(found)
    return found


def _is_of_members(formula: Formula, over: tuple[str, ...]) -> bool:
    r"""f(x_0) = 0, x_k = p_k, `a_1 \le a_n`: said of one point or of these members alone."""
    if formula.relation == "=":
        return isinstance(formula.lhs, App) and formula.lhs.head in ("apply", "index")
    return formula.relation in ("<", "<=", ">", ">=") and not over


def _word(found: Sorted, given: Property | OfFunction, previous: Given | None) -> None:
    match given:
        case OfFunction(Sym(name), word):
            opposite = ("convex", "concave") if word.endswith("concave") else ("concave", "convex")
            said = found.traits.setdefault(name, {})
            for other in [w for w in said if word.endswith(opposite[1]) and w.endswith(opposite[0])]:
                del said[other]  # the author speaks of another function now
            said[word] = given
        case Property(subject, "positive" | "nonnegative" as word):
            sign: Relation = ">" if word == "positive" else ">="
            over = tuple(i.name for i in subject.args[1:] if isinstance(i, Sym)) if isinstance(subject, App) else ()
            found.constraints.append((Formula(subject, sign, num(0), subject.span), over))
        case Property(subject, word):
            _note_twins(found, given, previous)
            found.properties.setdefault(base_name(subject), set()).add(word)
            found.said[base_name(subject), word] = given.span


def _is_second_law(found: Sorted, given: Distributed) -> bool:
    """A mass P(X = k) = p_k of a variable whose law is known may be a claim: then it is not taken for granted."""
    name = base_name(given.subject)
    before = found.laws.get(name)
    match given.law:
        case App("apply", (Sym(r"\mathrm{Mass}"), probabilities)) if before is not None and before.law != given.law:
            if not isinstance(before.law, App) or before.law.args[1:] != (probabilities,):
                found.properties.setdefault(name, set()).add("of two distributions")
            return True
    return False


_COVARIANCE = re.compile(r"(?:\\[A-Za-z]+\{)*\\Sigma\b|(?:\\[A-Za-z]+\{)+[A-Z]\}+$")


def is_covariance_letter(name: str) -> bool:
    r"""Whether a letter in the place of a covariance is a matrix: \Sigma, a capital in bold or another font."""
    return _COVARIANCE.match(name) is not None


def _note_covariance(found: Sorted, spread: Term) -> None:
    """A covariance matrix is symmetric, whether or not that is said."""
    if isinstance(spread, Sym) and is_covariance_letter(spread.name):
        found.properties.setdefault(spread.name, set()).add("positive semidefinite")


def _note_twins(found: Sorted, given: Property, previous: Given | None) -> None:
    """Symbols that one sentence calls identically distributed have the same law."""
    pair = [p.subject for p in (previous, given) if isinstance(p, Property) and p.word == "identically distributed"]
    names = [s.name for s in pair if isinstance(s, Sym)]
    if len(names) == 2:
        others = [g for g in found.identical if names[0] in g]
        found.identical = [g for g in found.identical if g not in others]
        found.identical.append(frozenset(names).union(*others))


def _keep_both(found: Sorted) -> None:
    """A moment of a symbol whose law is declared as well is a hypothesis, unless the law repeats it."""
    for table in (found.means, found.variances):
        for name, formula in table.items():
            law = found.laws[name].law if name in found.laws else None
            if isinstance(law, App) and formula.rhs not in law.args and isinstance(formula.lhs, App):
                subject = formula.lhs.args[0]
                indices = subject.args[1:] if isinstance(subject, App) else ()
                found.constraints.append((formula, tuple(i.name for i in indices if isinstance(i, Sym))))


def break_circles(found: Sorted) -> list[str]:
    """Take definitions that go in circles for equations, the last first, and name them: nothing is refuted there."""
    broken: list[str] = []
    while names := _circular(found):
        last = max(names, key=lambda name: max(d.line for d in found.definitions[name]))
        definitions = found.definitions.pop(last)
        broken.append(last)
        if not any(d.params or d.entrywise for d in definitions):
            found.constraints += [_as_equation(d) for d in definitions if not _only_renames(d)]
    return broken


def _only_renames(d: Defined) -> bool:
    """`z_k = z_{h_L}`: another index for the same members."""
    return isinstance(d.body, App) and d.body.head == "index" and d.body.args[0] == Sym(d.name)


def _as_equation(d: Defined) -> tuple[Formula, tuple[str, ...]]:
    left = App("index", (Sym(d.name), *d.indices)) if d.indices else Sym(d.name)
    span = d.body.span._replace(line=d.line)
    return Formula(left, "=", d.body, span), tuple(i.name for i in d.indices if isinstance(i, Sym))


def _circular(found: Sorted) -> list[str]:
    """Symbols whose definitions lead back to themselves without coming to a smaller index."""
    edges = {name: {t for d in ds for t in _not_earlier(d)} for name, ds in found.definitions.items()}
    return [name for name in edges if name in _reachable(name, edges)]


def _reachable(name: str, edges: dict[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    stack = list(edges.get(name, ()))
    while stack:
        other = stack.pop()
        if other not in seen:
            seen.add(other)
            stack += edges.get(other, ())
    return seen


def _not_earlier(d: Defined) -> set[str]:
    """Names in a definition that are not at an earlier index than the one defined."""
    return set(_names_now(d.body, d.indices[0] if d.indices else None, d.indices[1:])) - bound_by(d)


def _names_now(term: Term, first: Term | None, later: Sequence[Term]) -> Iterator[str]:
    """Names in a term, but for those at an index before the first, or at the first and before a later one."""
    match term:
        case Sym(name):
            yield name
        case App("index", (Sym(name), index, *rest)):
            below = index == first and any(_is_earlier(i, j) for i, j in zip(rest, later, strict=False))
            if not below and not _is_earlier(index, first):
                yield name
            for other in (index, *rest):
                yield from _names_now(other, first, later)
        case _:
            for child in children(term):
                yield from _names_now(child, first, later)


def _is_earlier(index: Term, first: Term | None) -> bool:
    """t - 1 beside t."""
    if not isinstance(first, Sym):
        return isinstance(index, Num)
    match index:
        case App("add", (Sym(name), App("neg", (Num(value),)))):
            return name == first.name and value > 0
        case App("add", (Sym(name), Num(value))):
            return name == first.name and value < 0
        case _:
            return isinstance(index, Num)


def is_list_of_members(formula: Formula) -> bool:
    """`y = (y_1, ..., y_n)`, `y = {y_1, ..., y_n}`: what is drawn is a member, and y is all of them."""
    match formula:
        case Formula(Sym(name), "=", App(head) | Bind(head) as whole) if head in LISTS:
            return name in free_names(whole)
    return False


def base_name(term: Term) -> str:
    """The symbol that a term is about: x of x_i, A of A^T."""
    match term:
        case Sym(name):
            return name
        case App(_, (first, *_)):
            return base_name(first)
        case _:
            return ""


def _for_all(formula: Formula, unless: tuple[tuple[str, str], ...]) -> Formula:
    """A relation for i != j as one for all i, j: x_i^T x_j = 0 becomes x_i^T x_j = delta_ij x_i^T x_i.

    An inequality is given a margin of 1 where i = j: s_j > s_i becomes s_j > s_i - delta_ij.
    """
    for i, j in unless if formula.relation in MARGINS else ():
        same: dict[str, Term] = {i: index_named(j)} if j.isdigit() else {j: Sym(i)}
        gap = app("add", substitute(formula.lhs, same), app("neg", substitute(formula.rhs, same)))
        margin = app("add", gap, num(MARGINS[formula.relation]))
        rhs = app("add", formula.rhs, app("mul", app("delta", Sym(i), index_named(j)), margin))
        formula = replace(formula, rhs=rhs)
    return formula


MARGINS = {"=": 0, "<": 1, "<=": 1, ">": -1, ">=": -1}


def _over(formula: Formula, over: tuple[str, ...], unless: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """The letters for all of which a relation holds. s_j > s_i for i != j is said of every i, and of one j."""
    if formula.relation == "=":
        return (*over, *(name for pair in unless for name in pair if not name.isdigit()))
    fixed = {a if len(a) > len(b) and not b.isdigit() else b for a, b in unless}
    return tuple(dict.fromkeys(name for name in (*over, *(a for pair in unless for a in pair)) if name not in fixed))


def _independent(found: Sorted, subjects: tuple[Term, ...]) -> None:
    """Of one family X_i: its members are; of several symbols: these are."""
    names = tuple(dict.fromkeys(base_name(s) for s in subjects))
    if len(names) == 1:
        counts = [len(s.args) - 1 for s in subjects if isinstance(s, App) and s.head == "index"]
        found.indexed[names[0]] = max(counts, default=0)
        found.properties.setdefault(names[0], set()).update(("independent", "random"))
    else:
        found.independent.append(names)
        found.independent_terms.append(subjects)


def _declare(found: Sorted, subject: Term, space: RealSpace, line: int) -> None:
    name = base_name(subject)
    family = len(subject.args) - 1 if isinstance(subject, App) and subject.head == "index" else 0
    before = found.spaces.get(name)
    if before is not None and (before[0], len(before[1].dims)) != (family, len(space.dims)):
        found.definitions.pop(name, None)
        found.laws.pop(name, None)
    found.within.pop(name, None)
    found.spaces[name] = (family, space, line)


def _fact(found: Sorted, formula: Formula, definition: bool, over: tuple[str, ...]) -> None:
    if formula.relation == "=" and any(says(found, formula) for says in (_said_of_moments, _moment, own_entries)):
        return
    defined = as_definition(_rooted(formula, definition)) if _may_define(formula) else None
    if defined is not None and not _is_general(defined, definition, over):
        defined = None
    if defined is not None and free_names(defined.body) == {defined.name} and not (defined.indices or defined.params):
        defined = None  # A = A^T says something of A, and does not define it
    if defined is not None and (definition or _undetermined(found, defined)):
        found.define(defined)
        size_by_example(found, defined)
    elif defined is not None and any(d.recurrent for d in found.definitions.get(defined.name, ())):
        found.inductive.append(Formula(defined_term(defined), "=", defined.body, formula.span))
    else:
        found.constraints.append((formula, over))


def _may_define(formula: Formula) -> bool:
    return formula.relation == "=" and not _is_class(formula.rhs)


def _rooted(formula: Formula, definition: bool) -> Formula:
    """A definition of sigma^2 as one of sigma, which is its root and not negative; of S^{-1} as one of S."""
    match formula.lhs:
        case App("pow", (Sym(name) as whole, Num(value))) if definition and value == -1:
            known = name not in free_names(formula.rhs)
            return replace(formula, lhs=whole, rhs=app("pow", formula.rhs, num(-1))) if known else formula
        case App("pow", (Sym() | App("index") as root, Num(value))) if definition and value == 2:
            return replace(formula, lhs=root, rhs=app("sqrt", formula.rhs))
    return formula


def _is_class(term: Term) -> bool:
    """n = O(d) says how n grows, and not what it is."""
    return any(isinstance(t, App) and t.head in CLASSES for t in subterms(term))


def _said_of_moments(found: Sorted, formula: Formula) -> bool:
    """m = E[x] where m was called the mean of x: it says nothing new, and defines nothing."""
    match formula.rhs:
        case App("E" | "Var" as head, (Sym(name),)):
            known = (found.means if head == "E" else found.variances).get(name)
            return known is not None and strip_spans(known.rhs) == strip_spans(formula.lhs)
    return False


def defined_term(defined: Defined) -> Term:
    return app("index", Sym(defined.name), *defined.indices) if defined.indices else Sym(defined.name)


GENERIC_LETTERS = frozenset("ijlrst")  # a definition of x_i alone speaks of every i


def _is_generic(letter: str, body: Term) -> bool:
    """y_k = 1 may single out one k; u_k = 1/K says it of all."""
    return letter in GENERIC_LETTERS or (letter == "k" and not isinstance(body, Num))


def _is_general(defined: Defined, definition: bool, over: tuple[str, ...]) -> bool:
    """Whether an equation for x_k holds for every k: it says so, or k is on both sides, or by its letter."""
    mentioned = free_names(defined.body)
    return all(
        i.name in over or i.name in mentioned or (definition and _is_generic(i.name, defined.body))
        for i in defined.indices
        if isinstance(i, Sym)
    )


def _undetermined(found: Sorted, defined: Defined) -> bool:
    """Nothing defines this yet, so a hypothesis about it may be used as its definition."""
    existing = found.definitions.get(defined.name, [])
    if any(d.recurrent and _covers(d, defined) for d in existing):
        return False
    if defined.recurrent:
        return bool(defined.indices) and isinstance(defined.indices[0], Sym)
    return not any(d.same_place(defined) for d in existing)


def _covers(general: Defined, other: Defined) -> bool:
    """Whether a recurrence already determines what the other equation speaks of."""
    return bool(other.indices) and isinstance(other.indices[0], Sym) and len(general.indices) == len(other.indices)


def _is_member_pattern(subject: Term) -> bool:
    """x or x_i, but not x_1: what is said of one member is not said of all."""
    return isinstance(subject, Sym) or (isinstance(subject, App) and all(isinstance(a, Sym) for a in subject.args))


def _moment(found: Sorted, formula: Formula) -> bool:
    """E[x] = m and Var(x) = s are what is known of the law of x."""
    match formula.lhs:
        case App("E", (Sym() | App("index", (Sym(), *_)) as subject,)) if _is_member_pattern(subject):
            found.means[base_name(subject)] = formula
            return True
        case App("Var", (Sym() | App("index", (Sym(), *_)) as subject,)) if _is_member_pattern(subject):
            found.variances[base_name(subject)] = formula
            _note_covariance(found, formula.rhs)
            return True
        case _:
            return False


def stands_in_cells(d: Defined) -> bool:
    """Whether the parameters of a function stand in the cells of a matrix, where one writes numbers."""
    cells = [t for t in subterms(d.body) if isinstance(t, App) and t.head == "matrix"]
    return any(free_names(t) & {*d.params} for t in cells)
