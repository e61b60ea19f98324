"""Choosing kinds: what undeclared letters stand for, so that all formulas make sense at the least cost."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from hence.checks.elaborate.errors import ShapeClash
from hence.checks.elaborate.kinds import STRANGE, FunctionKind, Kinds, Layout, M, Profile, S, V
from hence.checks.elaborate.letters import letter_of, may_be_matrix
from hence.language.records import dataclass
from hence.language.terms import App, Bind, Num, Sym, Term, children, free_names, subterms

MOST_TRIES = 4000
PREFERENCES = {"bold lower": (V, S, M), "bold upper": (M, V, S), "plain lower": (S, V, M), "plain upper": (S, M, V)}


def preference(name: str) -> tuple[str, ...]:
    """Kinds in the order in which the look of a name suggests them."""
    letter = letter_of(name)
    weight = "bold" if letter.bold else "plain"
    case = "upper" if letter.capital else "lower"
    return PREFERENCES[f"{weight} {case}"]


@dataclass
class Equation:
    """Formulas whose sides must have one kind (a relation), or a term that must merely be well-formed."""

    sides: tuple[Term, ...]
    about: frozenset[str] = frozenset()  # the symbols whose meaning is lost when it must be left out

    def names(self) -> set[str]:
        return {n for side in self.sides for n in _names(side)}

    def cost(self, kinds: Kinds) -> int:
        """Cost under the assignment. Raises ShapeClash."""
        kinds.cost = 0
        found = [kinds.kind_of(s) for s in self.sides]
        kinds.unify(found, self.sides[-1], "equation")
        return kinds.cost


@dataclass
class Preference(Equation):
    """A term that is likely, and not sure, to speak of the same symbols: the body of f(x) where x occurs as well."""

    def cost(self, kinds: Kinds) -> int:
        """Cost under the assignment; a high one where it makes no sense. Never fails."""
        try:
            return super().cost(kinds)
        except ShapeClash:
            return 2 * STRANGE


def _names(term: Term) -> set[str]:
    if isinstance(term, Sym):
        return {term.name}
    names: set[str] = {term.var.name} if isinstance(term, Bind) else set()
    for child in children(term):
        names |= _names(child)
    return names


LeftOut = list[tuple[Equation, ShapeClash]]


def choose_kinds_and_values(
    known: Mapping[str, Profile],
    families: Mapping[str, int],
    functions: Mapping[str, FunctionKind],
    equations: list[Equation],
    layout: Layout,
    undefined: Collection[str],
) -> tuple[dict[str, Profile], LeftOut, dict[str, str]]:
    """The same; functions that nobody defined act entry by entry if that fits, else their values are chosen as well."""
    profiles, left_out = choose_kinds(known, families, functions, equations, layout)
    inside = {n for e, _ in left_out for n in e.names()} & set(undefined)
    for free in (inside, set(undefined)) if inside else ():
        rest = {n: f for n, f in functions.items() if n not in free}
        others, fewer = choose_kinds(known, {**families, **dict.fromkeys(free, 0)}, rest, equations, layout)
        if others and len(fewer) < len(left_out):
            values = {n: others.pop(n).kind for n in sorted(free)}
            return others, fewer, values
    return profiles, left_out, {}


def choose_kinds(
    known: Mapping[str, Profile],
    families: Mapping[str, int],
    functions: Mapping[str, FunctionKind],
    equations: list[Equation],
    layout: Layout = "column",
) -> tuple[dict[str, Profile], LeftOut]:
    """Profiles for all names (families gives the undeclared ones), and the equations that fit none."""
    search = _Search(known, families, functions, layout)
    if search.run(equations):
        return search.best, []
    kept: list[Equation] = []
    left_out = []
    for equation in equations:
        trial = _Search(known, families, functions, layout)
        if trial.run([*kept, equation]):
            kept.append(equation)
        else:
            left_out.append((equation, trial.clash or ShapeClash("no shapes fit", equation.sides[0].span)))
    search = _Search(known, families, functions, layout)
    search.run(kept)
    return search.best, left_out


class _Search:
    """Branch and bound over the kinds of undeclared symbols."""

    def __init__(
        self,
        known: Mapping[str, Profile],
        families: Mapping[str, int],
        functions: Mapping[str, FunctionKind],
        layout: Layout,
    ) -> None:
        self.layout: Layout = layout
        self.outer = True
        self.known, self.families, self.functions = dict(known), families, functions
        self.best: dict[str, Profile] = {}
        self.best_cost = 10**9
        self.tries = 0
        self.clash: ShapeClash | None = None

    def run(self, equations: list[Equation]) -> bool:
        self.outer = not any(uses_kronecker(side, self.known) for e in equations for side in e.sides)
        open_names: list[str] = []
        for equation in equations:
            open_names += sorted(n for n in equation.names() if n in self.families and n not in open_names)
        open_names += [n for n in self.families if n not in open_names]
        ready: list[list[Equation]] = [[] for _ in range(len(open_names) + 1)]
        position = {name: k for k, name in enumerate(open_names)}
        for equation in equations:
            last = max((position[n] + 1 for n in equation.names() if n in position), default=0)
            ready[last].append(equation)
        self._descend(open_names, 0, ready, dict(self.known), 0)
        return bool(self.best) or (not open_names and self.best_cost < 10**9)

    def _descend(
        self, names: list[str], at: int, ready: list[list[Equation]], profiles: dict[str, Profile], cost: int
    ) -> None:
        self.tries += 1
        kinds = Kinds(dict(profiles), self.functions, self.layout, outer=self.outer)
        try:
            cost += sum(e.cost(kinds) for e in ready[at])
        except ShapeClash as clash:
            self.clash = clash
            return
        if cost >= self.best_cost or self.tries > MOST_TRIES:
            return
        if at == len(names):
            self.best, self.best_cost = {**profiles}, cost
            return
        name = names[at]
        for rank, kind in enumerate(preference(name)):
            profiles[name] = Profile(self.families[name], kind)
            self._descend(names, at + 1, ready, profiles, cost + rank)
        del profiles[name]


def matrix_exponents(roots: Iterable[Term], kinds: Kinds) -> set[str]:
    """Letters in the exponents of matrices. Never fails."""
    found: set[str] = set()
    for term in (t for root in roots for t in subterms(root)):
        match term:
            case App("pow", (base, exponent)) if not isinstance(exponent, Num) and free_names(exponent):
                try:
                    matrix = kinds.kind_of(base) == M
                except ShapeClash:
                    continue
                found |= free_names(exponent) if matrix else set()
            case _:
                pass
    return found


def uses_kronecker(term: Term, known: Mapping[str, Profile]) -> bool:
    """Whether a term has a Kronecker product of matrices, or a matrix as a vector: then all of them are meant so."""
    match term:
        case App("vec"):
            return True
        case App("kron", args) if any(_is_matrix(a, known) for a in args):
            return True
        case _:
            return any(uses_kronecker(child, known) for child in children(term))


def _is_matrix(term: Term, known: Mapping[str, Profile]) -> bool:
    match term:
        case Sym(name):
            return known[name].kind == M if name in known else may_be_matrix(name)
        case App("identity"):
            return True
        case App("transpose" | "pow", (inner, *_)):
            return _is_matrix(inner, known)
        case App("mul" | "add", args):
            return all(_is_matrix(a, known) for a in args)
        case _:
            return False
