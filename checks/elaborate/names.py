"""How symbols are used: with how many indices, as functions, under expectations; and which names are aliases.

Authors write a_{ij} for the entries of A, x_i for those of a bold x, and q_i for the rows of Q.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Any

from hence.checks.elaborate.letters import is_entry_letter, letter_of
from hence.language.records import dataclass
from hence.language.terms import (
    App,
    Bind,
    Range,
    Sym,
    Term,
    Unstated,
    children,
    domain_terms,
    free_names,
    fresh,
    is_index_in,
    map_conditions,
    map_domain,
    substitute,
    subterms,
    with_args,
    with_parts,
)


@dataclass
class Usage:
    """What was seen of each name."""

    counts: dict[str, set[int]] = field(default_factory=dict)  # numbers of indices
    indices: dict[str, None] = field(default_factory=dict)  # names that stand in an index
    counted: dict[str, None] = field(default_factory=dict)  # variables of sums and products
    lengths: dict[str, None] = field(default_factory=dict)  # names that stand in the bounds of sums and products
    functions: dict[str, int] = field(default_factory=dict)  # applied names and their number of arguments
    densities: dict[str, None] = field(default_factory=dict)  # names of densities
    densities_at: dict[str, set[tuple[str, str]]] = field(default_factory=dict)  # and (variables, conditions)
    points: dict[str, None] = field(default_factory=dict)  # variables at which densities are taken
    averaged: dict[str, None] = field(default_factory=dict)  # names that stand alone under E, Var or Cov
    averaged_at: dict[str, set[str]] = field(default_factory=dict)  # and the letters in their indices there
    chosen_by: set[str] = field(default_factory=set)  # letters in indices anywhere under E, Var or Cov
    under_mean: dict[str, None] = field(default_factory=dict)  # names anywhere under E, Var or Cov
    called_under_mean: dict[str, None] = field(default_factory=dict)  # functions there
    spread: set[frozenset[str]] = field(default_factory=set)  # the names under each Var and each Cov

    def take(self, others: Mapping[str, Any]) -> None:
        """What was seen elsewhere, after what was seen here."""
        for name, seen in others.items():
            mine = getattr(self, name)
            if name in ("counts", "densities_at", "averaged_at"):
                for key, values in seen.items():
                    mine.setdefault(key, set()).update(values)
            else:
                mine.update(seen)

    def models(self) -> dict[str, frozenset[str]]:
        """The densities, and all variables that each is of or conditioned on."""
        return {
            family: frozenset(v for place in places for side in place for v in side.split(",") if v)
            for family, places in self.densities_at.items()
        }


def survey(terms: Iterable[Term]) -> Usage:
    """Usage of all names in the terms. Never fails."""
    usage = Usage()
    for term in terms:
        usage.take(_usage_in(term))
    return usage


def named(terms: Iterable[Term]) -> list[str]:
    """The names that `survey` counts, in order. Never fails."""
    return sorted({name for term in terms for name in _usage_in(term).get("counts", ())})


def _usage_in(term: Term) -> Mapping[str, Any]:
    """What was seen in one term, which remembers it: the givens of a page are asked again for each of its chains."""
    known: Mapping[str, Any] | None = vars(term).get("_usage")
    if known is None:
        usage = Usage()
        _visit(term, usage, frozenset(), averaged=False)
        known = {name: seen for name, seen in vars(usage).items() if seen}
        object.__setattr__(term, "_usage", known)
    return known


def _visit(term: Term, usage: Usage, bound: frozenset[str], averaged: bool) -> None:
    match term:
        case Sym(name):
            if name not in bound:
                usage.counts.setdefault(name, set()).add(0)
                _mark(name, usage, averaged)
        case App("index" | "delta" | "apply" | "density" | "E" | "Var" | "Cov" | "entropy" | "information" as head):
            _VISITS[head](term, usage, bound, averaged)
        case Bind(head, var, _, body):
            inner = bound
            if (head in ("sum", "prod", "rows", "columns") and not sums_over_values(term)) or (
                head in ("min", "max") and is_counted(term)
            ):
                usage.counted[var.name] = None
                inner = bound | {var.name}
                for name in frozenset().union(*(free_names(t) for t in domain_terms(term.domain))):
                    usage.lengths[name] = None
            _visit_all(children(term)[:-1], usage, bound, averaged=False)
            _visit(body, usage, inner, averaged)
        case _:
            _visit_all(children(term), usage, bound, averaged)


def is_counted(term: Bind) -> bool:
    """Whether a minimum or maximum runs over an index."""
    return isinstance(term.domain, Range) or is_index_in(term.var.name, term.body)


def sums_over_values(term: Bind) -> bool:
    """Whether a sum without bounds runs over the values of a variable of densities: \\sum_x p(x)."""
    return (
        term.head == "sum"
        and term.domain == Unstated()
        and any(isinstance(t, App) and t.head == "density" and term.var in _points_of(t) for t in subterms(term.body))
    )


def _points_of(density: App) -> tuple[Term, ...]:
    return tuple(p for a in density.args for p in (a.args if isinstance(a, App) and a.head == "given" else (a,)))


def _visit_all(terms: Iterable[Term], usage: Usage, bound: frozenset[str], averaged: bool) -> None:
    for term in terms:
        _visit(term, usage, bound, averaged)


def _visit_index(term: App, usage: Usage, bound: frozenset[str], averaged: bool) -> None:
    base, *indices = term.args
    if isinstance(base, Sym):
        usage.counts.setdefault(base.name, set()).add(len(indices))
        _mark(base.name, usage, averaged)
    else:
        _visit(base, usage, bound, averaged)
    if averaged:
        usage.chosen_by |= free_names(App("given", tuple(indices)))
    _visit_indices(indices, usage, bound)


def _visit_indices(indices: Iterable[Term], usage: Usage, bound: frozenset[str]) -> None:
    for index in indices:
        _mark_index(index, usage)
        _visit(index, usage, bound, averaged=False)


def _visit_delta(term: App, usage: Usage, bound: frozenset[str], averaged: bool) -> None:
    if averaged:
        usage.chosen_by |= free_names(term)
    _visit_indices(term.args, usage, bound)


def _visit_apply(term: App, usage: Usage, bound: frozenset[str], averaged: bool) -> None:
    function, *arguments = term.args
    if isinstance(function, Sym):
        usage.functions[function.name] = len(arguments)
        usage.called_under_mean |= {function.name: None} if averaged else {}
    elif isinstance(function, App) and function.head == "index" and isinstance(function.args[0], Sym):  # p_k(z)
        usage.functions[function.args[0].name] = len(arguments)
        _visit_indices(function.args[1:], usage, bound)
    _visit_all(arguments, usage, bound, averaged)


def _visit_density(term: App, usage: Usage, bound: frozenset[str], averaged: bool) -> None:  # noqa: ARG001 (a table)
    family, given, *of = term.args
    if isinstance(family, Sym):
        usage.densities[family.name] = None
        usage.densities_at.setdefault(family.name, set()).add((_variables(of), _variables(children(given))))
    for point in (*children(given), *of):
        if isinstance(point, Sym):
            usage.points[point.name] = None
        elif isinstance(point, App) and point.head == "at":  # the event X = v speaks of X
            _visit_all(point.args[:2], usage, bound, averaged=False)
        elif any(isinstance(part, App) and part.head == "apply" for part in subterms(point)):
            _visit(point, usage, bound, averaged=False)


def _variables(terms: Iterable[Term]) -> str:
    return ",".join(sorted(t.name for t in terms if isinstance(t, Sym)))


def one_model(usage: Usage) -> dict[str, str]:
    """p(z) beside p_\\theta(x | z) is the marginal of the same model, unless both have a density of one kind."""
    same = {}
    for plain, places in usage.densities_at.items():
        labelled = [n for n in usage.densities_at if n.startswith(f"{plain}_{{")]
        if len(labelled) == 1 and not places & usage.densities_at[labelled[0]]:
            same[plain] = labelled[0]
    return same


def _visit_mean(term: App, usage: Usage, bound: frozenset[str], averaged: bool) -> None:  # noqa: ARG001 - a table row
    for arg in term.args:
        if isinstance(arg, App) and arg.head == "given":
            _visit_conditions(arg.args, usage, bound)
        else:
            _mark_alone(arg, usage)
            _visit(arg, usage, bound, averaged=True)
            usage.spread |= {free_names(arg) - bound} if term.head != "E" else set()


def _visit_conditions(conditions: Iterable[Term], usage: Usage, bound: frozenset[str]) -> None:
    """What an expectation is conditioned on is random; the value y of Y = y is not."""
    for condition in conditions:
        if isinstance(condition, App) and condition.head == "at":
            _visit(condition.args[1], usage, bound, averaged=False)
            condition = condition.args[0]  # noqa: PLW2901
        _mark_alone(condition, usage)
        _visit(condition, usage, bound, averaged=True)


def _visit_entropy(term: App, usage: Usage, bound: frozenset[str], averaged: bool) -> None:  # noqa: ARG001 - a table row
    """A capital is a random variable, a small letter a vector of probabilities."""
    for arg in term.args:
        for part in arg.args if isinstance(arg, App) and arg.head == "given" else (arg,):
            if isinstance(part, Sym) and part.name[-1:].isupper():
                _mark_alone(part, usage)
            _visit(part, usage, bound, averaged=False)


_VISITS = {
    "index": _visit_index,
    "delta": _visit_delta,
    "apply": _visit_apply,
    "density": _visit_density,
    "E": _visit_mean,
    "Var": _visit_mean,
    "Cov": _visit_mean,
    "entropy": _visit_entropy,
    "information": _visit_entropy,
}


def _mark(name: str, usage: Usage, averaged: bool) -> None:
    if averaged:
        usage.under_mean[name] = None


def _mark_alone(term: Term, usage: Usage) -> None:
    match term:
        case Sym(name) | App("index", (Sym(name), *_)):
            usage.averaged[name] = None
            if isinstance(term, App):
                usage.averaged_at.setdefault(name, set()).update(free_names(App("given", term.args[1:])))
        case _:
            pass


def _mark_index(term: Term, usage: Usage) -> None:
    match term:
        case Sym(name):
            usage.indices[name] = None
        case App(_, args):
            for arg in args:
                _mark_index(arg, usage)
        case _:
            pass


@dataclass(frozen=True)
class Known:
    """What the page says of symbols: the ranks (0, 1, 2) of those declared, and which it defines."""

    spaces: Mapping[str, int]  # with dimensions
    kinds: Mapping[str, int]  # in words: "a matrix"
    families: Mapping[str, int]  # of members of families
    defined: Mapping[str, frozenset[str]]  # as a whole, and by which names: a_{ij} beside A = ... is an entry of A
    said: frozenset[str]  # something is said of these, so that they are entries of declared symbols only


def entry_aliases(usage: Usage, known: Known) -> tuple[dict[str, str], dict[str, str]]:
    """Indexed names that mean entries of another symbol, and those that mean rows of a matrix."""
    entries, rows = {}, {}
    for name, counts in usage.counts.items():
        if name in known.spaces or name in known.defined or 0 in counts or len(counts) != 1:
            continue
        count = min(counts)
        for whole in sorted(usage.counts.keys() - {name}, key=lambda n: _nearness(name, n)):
            if is_entry_letter(name, whole) and count == _indices_of_entries(name, whole, count, usage, known):
                entries[name] = whole
                break
            if known.spaces.get(whole) == 2 and count == 1 and _is_row_letter(name, whole):
                rows[name] = whole
                break
    return entries, rows


def _nearness(name: str, whole: str) -> tuple[bool, bool, str]:
    """Bold letters of the same case first."""
    entry, array = letter_of(name), letter_of(whole)
    return entry.capital != array.capital, not array.bold, whole


def _indices_of_entries(name: str, whole: str, count: int, usage: Usage, known: Known) -> int:
    """With how many indices an entry of a symbol is written: as declared, or as its look suggests; 0 for none."""
    if whole in known.spaces:
        return known.spaces[whole]
    if name in known.said or name in known.defined.get(whole, ()):
        return 0
    if whole in known.kinds:
        return known.kinds[whole]
    look = 2 if letter_of(whole).capital else 1
    if look == 2 and count == 1:
        return 0  # x_i beside a matrix X is a row or a column of it, or a sample
    if whole in known.defined:
        return look
    counts = usage.counts[whole]
    if whole in known.families:
        return min(counts) + known.families[whole] if known.families[whole] else 0
    otherwise = whole in known.said or whole in (*usage.indices, *usage.lengths, *usage.functions, *usage.averaged)
    return min(counts) + look if len(counts) == 1 and not otherwise else 0


def _is_row_letter(name: str, whole: str) -> bool:
    row, matrix = letter_of(name), letter_of(whole)
    return not row.capital and matrix.capital and row.small == matrix.small and row.marks == matrix.marks


def rename_symbols(term: Term, names: dict[str, str]) -> Term:
    """The term with symbols renamed; used for entry aliases only, where the target occurs free."""
    match term:
        case Sym(name, span):
            return Sym(names[name], span) if name in names else term
        case App(_, args):
            return with_args(term, tuple([rename_symbols(a, names) for a in args]))
        case Bind(_, var, domain, body):
            inner = {k: v for k, v in names.items() if k != var.name}
            changed = map_domain(domain, lambda t: rename_symbols(t, names))
            changed = map_conditions(changed, lambda t: rename_symbols(t, inner))
            return with_parts(term, changed, rename_symbols(body, inner))
        case _:
            return term


def optima_apart(term: Term, families: frozenset[str]) -> Term:
    """The x of min_x f(x) is no member of the data x_i: it gets a name of its own."""
    match term:
        case App(_, args):
            return with_args(term, tuple([optima_apart(a, families) for a in args]))
        case Bind(head, var, domain, body):
            inside = optima_apart(body, families)
            if (
                head in ("min", "max", "inf", "sup", "argmin", "argmax")
                and var.name in families
                and not is_counted(term)
            ):
                own = Sym(fresh(var.name + "'", families | free_names(inside)), var.span)
                inside = substitute(inside, {var.name: own})
                domain = map_conditions(domain, lambda t: substitute(t, {var.name: own}))
                return replace(term, var=own, domain=domain, body=inside)
            return with_parts(term, domain, inside)
        case _:
            return term


def rename_bare(term: Term, names: dict[str, str]) -> Term:
    """The term with symbols renamed where they stand without an index: the g of E[g_t] = g is not the family."""
    match term:
        case Sym(name, span):
            return Sym(names[name], span) if name in names else term
        case App("index", (Sym() as base, *indices)):
            return with_args(term, (base, *(rename_bare(i, names) for i in indices)))
        case App(_, args):
            return with_args(term, tuple([rename_bare(a, names) for a in args]))
        case Bind(_, _, domain, body):
            changed = map_domain(domain, lambda t: rename_bare(t, names))
            changed = map_conditions(changed, lambda t: rename_bare(t, names))
            return with_parts(term, changed, rename_bare(body, names))
        case _:
            return term
