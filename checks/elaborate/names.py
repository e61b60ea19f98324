"""How symbols are used: with how many indices, as functions, under expectations; and which names are aliases.

Authors write a_{ij} for the entries of A, x_i for those of a bold x, and q_i for the rows of Q.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from language.terms import App, Bind, Sym, Term, children, map_domain


@dataclass
class Usage:
    """What was seen of each name."""

    counts: dict[str, set[int]] = field(default_factory=dict)  # numbers of indices
    indices: dict[str, None] = field(default_factory=dict)  # names that stand in an index
    counted: dict[str, None] = field(default_factory=dict)  # variables of sums and products
    functions: dict[str, int] = field(default_factory=dict)  # applied names and their number of arguments
    densities: dict[str, None] = field(default_factory=dict)  # names of densities
    points: dict[str, None] = field(default_factory=dict)  # variables at which densities are taken
    averaged: dict[str, None] = field(default_factory=dict)  # names that stand alone under E, Var or Cov
    under_mean: dict[str, None] = field(default_factory=dict)  # names anywhere under E, Var or Cov


def survey(terms: Iterable[Term]) -> Usage:
    """Usage of all names in the terms. Never fails."""
    usage = Usage()
    for term in terms:
        _visit(term, usage, frozenset(), False)
    return usage


def _visit(term: Term, usage: Usage, bound: frozenset[str], averaged: bool) -> None:
    match term:
        case Sym(name):
            if name not in bound:
                usage.counts.setdefault(name, set()).add(0)
                _mark(name, usage, averaged)
        case App("index", (Sym(name), *indices)):
            usage.counts.setdefault(name, set()).add(len(indices))
            _mark(name, usage, averaged)
            for index in indices:
                _mark_index(index, usage)
                _visit(index, usage, bound, False)
        case App("delta", args):
            for arg in args:
                _mark_index(arg, usage)
                _visit(arg, usage, bound, averaged=False)
        case App("apply", (Sym(name), *arguments)):
            usage.functions[name] = len(arguments)
            for argument in arguments:
                _visit(argument, usage, bound, averaged)
        case App("density", (Sym(name), given, *of)):
            usage.densities[name] = None
            for point in (*children(given), *of):
                if isinstance(point, Sym):
                    usage.points[point.name] = None
        case App("E" | "Var" | "Cov", args):
            for arg in args:
                _mark_alone(arg, usage)
                _visit(arg, usage, bound, True)
        case Bind(head, var, _, body):
            if head in ("sum", "prod"):
                usage.counted[var.name] = None
            for child in children(term)[:-1]:
                _visit(child, usage, bound, False)
            inner = bound | {var.name} if head in ("sum", "prod") else bound
            _visit(body, usage, inner, averaged)
        case _:
            for child in children(term):
                _visit(child, usage, bound, averaged)


def _mark(name: str, usage: Usage, averaged: bool) -> None:
    if averaged:
        usage.under_mean[name] = None


def _mark_alone(term: Term, usage: Usage) -> None:
    match term:
        case Sym(name) | App("index", (Sym(name), *_)):
            usage.averaged[name] = None
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


def entry_aliases(usage: Usage, declared: dict[str, int], defined: set[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Undeclared indexed names that mean entries of another symbol, and those that mean rows of a matrix.

    `declared` gives the rank (0, 1, 2) of declared symbols, `defined` the symbols defined as a whole:
    a_{ij} beside A = ... can only mean an entry of A.
    """
    entries, rows = {}, {}
    for name, counts in usage.counts.items():
        if name in declared or name in defined or 0 in counts:
            continue
        for candidate in _candidates(name):
            rank = declared.get(candidate)
            if rank is None and candidate in defined and counts == {2}:
                rank = 2
            if rank is None:
                continue
            if counts == {rank} and (rank == 2 or candidate == f"\\bm{{{name}}}"):
                entries[name] = candidate
                break
            if rank == 2 and counts == {1}:
                rows[name] = candidate
                break
    return entries, rows


def _candidates(name: str) -> list[str]:
    plain = name[4:-1] if name.startswith("\\bm{") and name.endswith("}") else name
    options = [f"\\bm{{{plain}}}"] if plain == name else []
    if len(plain) == 1 and plain.islower():
        options += [f"\\bm{{{plain.upper()}}}", plain.upper()]
    return options


def rename_symbols(term: Term, names: dict[str, str]) -> Term:
    """The term with symbols renamed; used for entry aliases only, where the target occurs free."""
    match term:
        case Sym(name, span):
            return Sym(names[name], span) if name in names else term
        case App(head, args, span):
            return App(head, tuple(rename_symbols(a, names) for a in args), span)
        case Bind(head, var, domain, body, span):
            inner = {k: v for k, v in names.items() if k != var.name}
            changed = map_domain(domain, lambda t: rename_symbols(t, names))
            return Bind(head, var, changed, rename_symbols(body, inner), span)
        case _:
            return term
