"""Inductions worth a try. Nothing here is trusted."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from hence.checks.induction.certificate import ByInduction
from hence.checks.model import Claim, Definition, Lit, Node, Op, Ref, Setting, reachable_names, walk
from hence.checks.normal.difference import Sides
from hence.checks.normal.entries import Unfolding, steps_back
from hence.checks.normal.poly import ONE, Atom, Mono, Poly, any_atom, number, symbol

MOST_STEPS_BACK = 3


def recurrences_of(setting: Setting, claim: Claim) -> list[str]:
    """Sequences defined through themselves that the claim speaks of, directly or through definitions."""
    names = sorted(reachable_names(setting, claim))
    return [n for n in names if steps_back(setting, n)]


def sequence_indices(setting: Setting, claim: Claim, recurrences: list[str]) -> list[Poly]:
    """The indices at which the sequences occur once definitions are unfolded. Raises NoRule."""
    sides = Sides(setting, claim, Unfolding(), closed_forms=False)
    found: dict[Poly, None] = {}

    def visit(atom: Atom) -> bool:
        if atom.kind == "sym" and atom.name in recurrences and atom.args:
            found[atom.args[0]] = None
        return False

    for side in (claim.lhs, claim.rhs):
        any_atom(sides.entry_of(side), visit)
    return list(found)


def inductions(setting: Setting, claim: Claim) -> Iterator[ByInduction]:
    """Inductions on each index of a sequence in the claim, from each place where one may start."""
    recurrences = recurrences_of(setting, claim)
    yield from _on_exponents(claim)
    if not recurrences:
        return
    names = tuple(recurrences)
    for variable in _index_variables(setting, claim, recurrences):
        hypothesis = _hypothesis(claim, variable)
        for start in _starts(setting, recurrences):
            for closed_forms in (False, True):
                for order in _orders(setting, recurrences) if hypothesis is not None else ():
                    yield ByInduction(variable, start, hypothesis, None, names, order, closed_forms)
                if hypothesis is not None and len(names) > 1:  # the others are left as they are
                    yield ByInduction(variable, start, hypothesis, None, (hypothesis.name,), 1, closed_forms)
                for multiplier in (ONE, *_multipliers(setting, claim, variable, names, closed_forms)):
                    yield ByInduction(variable, start, None, multiplier, names, 1, closed_forms)


def _on_exponents(claim: Claim) -> Iterator[ByInduction]:
    """M^t v = c^t v, from what M does to v: the claim at t is what rewrites the step."""
    powers = [n for side in (claim.lhs, claim.rhs) for n in walk(side) if isinstance(n, Op) and n.head == "pow"]
    exponents = (n.args[1] for n in powers if not n.shape.is_scalar)
    for variable in dict.fromkeys(e.name for e in exponents if isinstance(e, Ref) and not e.indices):
        for start in (0, 1):
            yield ByInduction(variable, start, None, None, assumed=True)


def _index_variables(setting: Setting, claim: Claim, recurrences: list[str]) -> list[str]:
    names: dict[str, None] = {}
    for index in sequence_indices(setting, claim, recurrences):
        for name in sorted(index.names):
            symbol_of = setting.symbols.get(name)
            if symbol_of is not None and symbol_of.integer:
                names[name] = None
    return list(names)


def _starts(setting: Setting, recurrences: list[str]) -> list[int]:
    starts = {1}
    for name in recurrences:
        for definition in setting.definitions[name]:
            if definition.indices and isinstance(definition.indices[0], Lit):
                starts.add(int(definition.indices[0].value))
            elif definition.least is not None:
                starts.add(definition.least - 1)
    return sorted(starts)


def _orders(setting: Setting, recurrences: list[str]) -> list[int]:
    """1, and as many steps as a recurrence goes back."""
    found = {1}
    for name in recurrences:
        for definition in setting.definitions[name]:
            members = [n for n in walk(definition.body) if isinstance(n, Ref) and n.name == name and n.indices]
            found |= {_steps_back(n.indices[0]) for n in members}
    return sorted(k for k in found if 1 <= k <= MOST_STEPS_BACK)


def _steps_back(index: Node) -> int:
    match index:
        case Op("add", (Ref(), Op("neg", (Lit(value),)))):
            return int(value)
        case Op("add", (Ref(), Lit(value))):
            return -int(value)
    return 0


def _hypothesis(claim: Claim, variable: str) -> Definition | None:
    """The claim solved for a member of a sequence, when that is its left side, or a term of it."""
    for side, other in ((claim.lhs, claim.rhs), (claim.rhs, claim.lhs)):
        for member, value in _solutions(side, other):
            if member.indices == (Ref(variable),) and not own_members_move(value, member.name):
                return Definition(member.name, (variable,), (), value)
    return None


def _solutions(side: Node, other: Node) -> Iterator[tuple[Ref, Node]]:
    """x from x = b, x + a = b, a - x = b."""
    terms = side.args if isinstance(side, Op) and side.head == "add" else (side,)
    for k, term in enumerate(terms):
        rest = [Op("neg", (a,), a.shape) for a in (*terms[:k], *terms[k + 1 :])]
        value = Op("add", (other, *rest), side.shape) if rest else other
        match term:
            case Ref():
                yield term, value
            case Op("neg", (Ref() as inner,)):
                yield inner, Op("neg", (value,), side.shape)


def own_members_move(side: Node, name: str) -> bool:
    """Whether other members than given ones stand on a side: x_0 may."""
    members = [n for n in walk(side) if isinstance(n, Ref) and n.name == name]
    return any(not n.indices or not isinstance(n.indices[0], Lit) for n in members)


def _multipliers(
    setting: Setting, claim: Claim, variable: str, recurrences: tuple[str, ...], closed_forms: bool
) -> Iterator[Poly]:
    """Factors m with difference(t + 1) = m * difference(t), guessed from the terms that hold a sequence."""
    t = symbol(variable)
    sides = Sides(setting, claim, Unfolding(dict.fromkeys(recurrences, t)), closed_forms)
    now, before = (sides.raw_difference(claim, env) for env in ({variable: t + number(1)}, {}))
    for mono, coefficient in before.terms:
        kernel = _sequence_part(mono, recurrences)
        if kernel is None:
            continue
        found = [_quotient(m, c, mono, coefficient) for m, c in now.terms if _sequence_part(m, recurrences) == kernel]
        pieces = [q for q in found if q is not None]
        if pieces:
            total = pieces[0]
            for piece in pieces[1:]:
                total = total + piece
            yield total
        return


def _sequence_part(mono: Mono, recurrences: tuple[str, ...]) -> str | None:
    parts = [a.key for a, _ in mono.factors if a.names & set(recurrences)]
    return "*".join(sorted(parts)) or None


def _quotient(m: Mono, c: Fraction, by: Mono, by_c: Fraction) -> Poly | None:
    """m / by for monomials with the same sums."""
    if m.sums != by.sums:
        return None
    powers = dict(m.factors)
    for atom, exponent in by.factors:
        powers[atom] = powers.get(atom, number(0)) - exponent
    left = tuple(sorted(((a, e) for a, e in powers.items() if not e.is_zero), key=lambda f: (f[0].key, f[1].key)))
    return Poly(((Mono((), left), c / by_c),))
