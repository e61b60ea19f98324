"""Choosing kinds: what undeclared letters stand for, so that all formulas make sense at the least cost."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from itertools import count
from typing import ClassVar

from hence.checks.elaborate.errors import ShapeClash
from hence.checks.elaborate.kinds import STRANGE, FunctionKind, Kinds, Layout, M, Profile, S, V
from hence.checks.elaborate.letters import letter_of, may_be_matrix
from hence.language.records import dataclass
from hence.language.terms import App, Bind, Num, Sym, Term, children, free_names, subterms

MOST_TRIES = 4000
MOST_REMEMBERED = 20_000  # equations under what is known of their letters; then remembering begins anew
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

    def __post_init__(self) -> None:
        self._names: frozenset[str] | None = None
        self._written: int | None = None

    def names(self) -> frozenset[str]:
        if self._names is None:
            self._names = frozenset(n for side in self.sides for n in _names(side))
        return self._names

    def written(self) -> int:
        """A number for what is written here, at this place of the page."""
        if self._written is None:
            self._written = _Remembered.number((self.sides, tuple(side.span for side in self.sides)))
        return self._written

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


@dataclass
class Spread(Equation):
    r"""What has a law, and its covariance: the V of `e \sim N(0, \sigma^2 V)` is no number where e is a vector."""

    def cost(self, kinds: Kinds) -> int:
        """A high one where it is one nevertheless. Never fails."""
        kinds.cost = 0
        try:
            subject, spread = map(kinds.kind_of, self.sides)
        except ShapeClash:
            return 0
        return STRANGE if (subject, spread) == (V, S) else 0


def _names(term: Term) -> set[str]:
    if isinstance(term, Sym):
        return {term.name}
    names: set[str] = {term.var.name} if isinstance(term, Bind) else set()
    for child in children(term):
        names |= _names(child)
    return names


LeftOut = list[tuple[Equation, ShapeClash]]
Chosen = dict[str, Profile]


class _Remembered:
    """What equations cost, and which kinds groups of them were given: a page asks the same some hundred times.

    An equation has a number by all that its cost depends on, and by where it stands, which its clashes name.
    """

    fresh = count()
    numbers: ClassVar[dict[Hashable, int]] = {}
    costs: ClassVar[dict[int, dict[tuple[str, ...], int | ShapeClash]]] = {}
    groups: ClassVar[dict[tuple[int, ...], Chosen | ShapeClash | None]] = {}

    @classmethod
    def number(cls, signature: Hashable) -> int:
        """The same number for the same signature, until remembering begins anew; none is given twice."""
        known = cls.numbers.get(signature)
        if known is None:
            if len(cls.numbers) >= MOST_REMEMBERED:
                cls.numbers, cls.costs, cls.groups = {}, {}, {}
            known = cls.numbers[signature] = next(cls.fresh)
        return known


def _alone(clash: ShapeClash) -> ShapeClash:
    """A clash without the frames in which it was met, which would be kept with it."""
    return ShapeClash(clash.message, clash.span)


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
        if search.run([*kept, equation]):
            kept.append(equation)
        else:
            left_out.append((equation, search.clash or ShapeClash("no shapes fit", equation.sides[0].span)))
    search.run(kept)
    return search.best, left_out


class _Search:
    """Branch and bound over the kinds of undeclared symbols, for each group of equations that share some by itself.

    Neither a group that was searched before nor the cost of an equation under the same kinds is worked out again,
    nor what an earlier search of the page has found.
    """

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
        self.clash: ShapeClash | None = None
        self.names: dict[int, tuple[str, ...]] = {}  # of equations, by their identity: the caller holds them
        self.numbers: dict[tuple[bool, int], int] = {}

    def run(self, equations: list[Equation]) -> bool:
        """Whether all fit together; `best` then has the kinds, and else `clash` why not."""
        self.outer = not any(uses_kronecker(side, self.known) for e in equations for side in e.sides)
        self.best, self.clash = {}, None
        for names, group in self._grouped(equations):
            key = tuple(self._number(e) for e in group)
            if key not in _Remembered.groups:
                _Remembered.groups[key] = self._searched(names, group)
            found = _Remembered.groups[key]
            if not isinstance(found, dict):
                self.best, self.clash = {}, found
                return False
            self.best |= found
        others = {n: Profile(f, preference(n)[0]) for n, f in self.families.items() if n not in self.best}
        self.best = {**self.known, **others, **self.best}
        return True

    def _open(self, equation: Equation) -> tuple[str, ...]:
        """The names of an equation that are to be chosen."""
        if id(equation) not in self.names:
            self.names[id(equation)] = tuple(sorted(n for n in equation.names() if n in self.families))
        return self.names[id(equation)]

    def _number(self, equation: Equation) -> int:
        """Of the equation with all that decides what it costs."""
        key = (self.outer, id(equation))
        if key not in self.numbers:
            known = ((n, self.families.get(n), self.known.get(n), self.functions.get(n)) for n in equation.names())
            signature = (type(equation), self.layout, self.outer, equation.written(), tuple(sorted(known, key=_first)))
            self.numbers[key] = _Remembered.number(signature)
        return self.numbers[key]

    def _grouped(self, equations: list[Equation]) -> list[tuple[list[str], list[Equation]]]:
        """Equations that share names to be chosen, also through others, with those names."""
        groups: list[tuple[list[str], list[Equation]]] = []
        for equation in equations:
            own = self._open(equation)
            touched = [g for g in groups if not set(own).isdisjoint(g[0])]
            groups = [g for g in groups if all(g is not other for other in touched)]
            names = list(dict.fromkeys([*(n for g in touched for n in g[0]), *own]))
            groups.append((names, [*(e for g in touched for e in g[1]), equation]))
        return groups

    def _searched(self, names: list[str], group: list[Equation]) -> dict[str, Profile] | ShapeClash | None:
        """The kinds of the least cost; if there are none, the last clash that was met."""
        ready: list[list[Equation]] = [[] for _ in range(len(names) + 1)]
        position = {name: k for k, name in enumerate(names)}
        for equation in group:
            ready[max((position[n] + 1 for n in self._open(equation)), default=0)].append(equation)
        found = _Found()
        self._descend(names, 0, ready, {}, 0, found)
        return found.best if found.best is not None else found.clash

    def _descend(
        self, names: list[str], at: int, ready: list[list[Equation]], kinds: dict[str, str], cost: int, found: _Found
    ) -> frozenset[str] | None:
        """The names whose kinds leave nothing to choose from here on; None where something was found or costs more.

        Where these do not have the name that was chosen last, no other kind of it is tried.
        """
        found.tries += 1
        for equation in ready[at]:
            own = self._cost(equation, kinds)
            if isinstance(own, ShapeClash):
                found.clash = own
                return frozenset(self._open(equation))
            cost += own
        if cost >= found.cost or found.tries > MOST_TRIES:
            return None
        if at == len(names):
            found.best, found.cost = {n: Profile(self.families[n], kind) for n, kind in kinds.items()}, cost
            return None
        name, to_blame = names[at], frozenset[str]()
        open_still = False
        for rank, kind in enumerate(preference(name)):
            kinds[name] = kind
            blamed = self._descend(names, at + 1, ready, kinds, cost + rank, found)
            if blamed is not None and name not in blamed:
                del kinds[name]
                return blamed
            open_still = open_still or blamed is None
            to_blame |= blamed or frozenset()
        del kinds[name]
        return None if open_still else to_blame - {name}

    def _cost(self, equation: Equation, kinds: Mapping[str, str]) -> int | ShapeClash:
        """What an equation costs under these kinds of its names, or why it makes no sense."""
        names = self._open(equation)
        known = _Remembered.costs.setdefault(self._number(equation), {})
        key = tuple(kinds[n] for n in names)
        if key not in known:
            own = {n: Profile(self.families[n], kinds[n]) for n in names}
            trial = Kinds({**self.known, **own}, self.functions, self.layout, outer=self.outer)
            try:
                known[key] = equation.cost(trial)
            except ShapeClash as clash:
                known[key] = _alone(clash)
        return known[key]


def _first(row: tuple[str, object, object, object]) -> str:
    return row[0]


@dataclass
class _Found:
    """What a search has found so far."""

    best: dict[str, Profile] | None = None
    cost: int = 10**9
    tries: int = 0
    clash: ShapeClash | None = None


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
    if not _may_use_kronecker(term):
        return False
    match term:
        case App("vec"):
            return True
        case App("kron", args) if any(_is_matrix(a, known) for a in args):
            return True
        case _:
            return any(uses_kronecker(child, known) for child in children(term))


def _may_use_kronecker(term: Term) -> bool:
    """Whether a term has such a head at all; it remembers, since hardly any has, and all are asked again and again."""
    known: bool | None = getattr(term, "_kronecker", None)
    if known is None:
        known = any(isinstance(t, App) and t.head in ("vec", "kron") for t in subterms(term))
        object.__setattr__(term, "_kronecker", known)
    return known


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
