"""Names that stand for something else than they seem to: aliases, means, points with the letter of a sequence."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field, replace

from hence.checks.elaborate.dependence import with_labels
from hence.checks.elaborate.givens import Sorted, base_name
from hence.checks.elaborate.names import (
    Known,
    Usage,
    entry_aliases,
    one_model,
    optima_apart,
    rename_bare,
    rename_symbols,
    survey,
)
from hence.checks.elaborate.patterns import Defined
from hence.checks.elaborate.points import averages_over_points
from hence.checks.model import POINT
from hence.language.derivation import Formula, Lines
from hence.language.records import dataclass
from hence.language.terms import App, Bind, Sym, Term, app, free_names, mapped, substitute

RANKS = {"scalar": 0, "vector": 1, "matrix": 2}

_ORTHONORMAL = frozenset(("orthonormal columns", "orthogonal"))


def changed(formula: Formula, change: Callable[[Term], Term]) -> Formula:
    return replace(formula, lhs=change(formula.lhs), rhs=change(formula.rhs))


@dataclass
class Renaming:
    """Givens and formulas whose names are being sorted out, and what was done to them."""

    given: Sorted
    formulas: list[Formula]
    changes: list[Callable[[Term], Term]] = field(default_factory=list)

    def run(self) -> None:
        if self.given.definitions:
            self._change(lambda term: mapped(term, self._written_out))
        self._tell_means_apart()
        self._tell_points_apart()
        families = frozenset(name for name, (family, _, _) in self.given.spaces.items() if family)
        if families:
            self._change(lambda term: optima_apart(term, families))
        models = one_model(self.survey())
        if models:
            self._change(lambda term: rename_symbols(term, models))
        self._resolve_aliases()
        if unseen := with_labels(self.given, self.formulas, self.survey()):
            self._change(lambda term: rename_symbols(term, unseen))
        usage = self.survey()
        if usage.densities_at:
            sides = [t for f in self.formulas for t in (f.lhs, f.rhs)]
            self._change(averages_over_points(self.given, usage, sides))

    def _written_out(self, term: Term) -> Term:
        r"""`\mathbb{E}_e[z]` with the formula of z, where that has the e in it over which the mean is taken."""
        match term:
            case Bind("E" | "Var", Sym(variable), _, body):
                values = {n: d.body for n in free_names(body) if (d := self._depends(n, variable)) is not None}
                return replace(term, body=substitute(body, values)) if values else term
            case _:
                return term

    def _depends(self, name: str, variable: str) -> Defined | None:
        """The definition of a plain symbol in which a variable stands."""
        match self.given.definitions.get(name, ()):
            case [one] if not one.indices and not one.params and not one.recurrent:
                return one if variable in free_names(one.body) else None
            case _:
                return None

    def survey(self) -> Usage:
        sides = [t for f in self.formulas for t in (f.lhs, f.rhs)]
        usage = survey([*self.given.terms(), *sides])
        for d in (d for ds in self.given.definitions.values() for d in ds):
            for param in d.params:
                if param in usage.counts:  # g(x) = sum_i x_i: x stands alone on the left
                    usage.counts[param].add(0)
        return usage

    def _resolve_aliases(self) -> None:
        """a_{ij} means A_{ij}; q_i means row i of Q, and column i where these are orthonormal, as eigenvectors are."""
        entries, rows = entry_aliases(self.survey(), self._known())
        if entries:
            self._rename(entries)
        said = {base_name(line.vector) for line in self.given.lines}
        for name, matrix in rows.items():
            if (
                name in said
                or name in self.given.definitions
                or any(name in free_names(d.body) for d in self.given.definitions.get(matrix, ()))
            ):
                continue  # the matrix is given by these vectors
            vector = app("index", Sym(name), Sym("i"))
            columns = not _ORTHONORMAL.isdisjoint(self.given.properties.get(matrix, ()))
            self.given.lines.append(Lines(Sym(matrix), "i", vector, "column" if columns else "row"))

    def _known(self) -> Known:
        given = self.given
        spaces = {name: (family, len(space.dims)) for name, (family, space, _) in given.spaces.items()}
        whole = {n: ds for n, ds in given.definitions.items() if not any(d.indices or d.params for d in ds)}
        families = {name: rank for name, (family, rank) in spaces.items() if family}
        words = {name: RANKS[kind] for name, kind in given.kinds.items() if kind in RANKS}
        return Known(
            spaces={name: rank for name, (family, rank) in spaces.items() if not family},
            kinds=words | dict.fromkeys(given.vectors, 1),
            families=families,
            defined={n: frozenset().union(*(free_names(d.body) for d in ds)) for n, ds in whole.items()},
            said=frozenset((*families, *words, *given.vectors, *given.laws, *given.means, *given.variances)),
        )

    def _tell_means_apart(self) -> None:
        """E[g_t] = g: the mean has the letter of the family, but is another symbol."""
        same = {n for n, f in self.given.means.items() if f.rhs == Sym(n)}
        if same:
            names = {n: f"{n}^{{\\text{{mean}}}}" for n in same}
            self._change(lambda term: rename_bare(term, names))

    def _tell_points_apart(self) -> None:
        """f(x) and x_{k+1} = x_k - f'(x_k): the argument has the letter of the sequence, but is another symbol."""
        definitions = self.given.definitions
        sequences = [n for n, ds in definitions.items() if any(d.recurrent and len(d.indices) == 1 for d in ds)]
        params = {p for ds in definitions.values() for d in ds for p in d.params}
        counts = self.survey().counts
        names = {n: n + POINT for n in sequences if n in params or 0 in counts.get(n, ())}
        if not names:
            return
        self._change(lambda term: rename_bare(term, names))
        for name, ds in definitions.items():
            definitions[name] = [replace(d, params=tuple(names.get(p, p) for p in d.params)) for d in ds]
        for name, point in names.items():
            family, space, line = self.given.spaces.get(name, (1, None, 0))
            if space is not None and not family:
                self.given.spaces[point] = (0, space, line)
                self.given.spaces[name] = (1, space, line)

    def _change(self, change: Callable[[Term], Term]) -> None:
        given = self.given
        self.changes.append(change)
        self.formulas = [changed(f, change) for f in self.formulas]
        given.constraints = [(changed(f, change), over) for f, over in given.constraints]
        given.means = _by_subject(changed(f, change) for f in given.means.values())
        given.variances = _by_subject(changed(f, change) for f in given.variances.values())
        for name, ds in given.definitions.items():
            given.definitions[name] = [replace(d, body=change(d.body)) for d in ds]

    def _rename(self, names: dict[str, str]) -> None:
        given = self.given
        self._change(lambda term: rename_symbols(term, names))
        moved = [replace(d, name=names.get(d.name, d.name)) for ds in given.definitions.values() for d in ds]
        given.definitions = {}
        for d in sorted(moved, key=lambda d: d.line):
            given.define(d)


def _by_subject(moments: Iterable[Formula]) -> dict[str, Formula]:
    """E[x] = m and the like, by the name of x."""
    return {base_name(f.lhs.args[0]): f for f in moments if isinstance(f.lhs, App)}
