r"""Derivatives and other claims inside a layered quantity, z^{(l)} = W^{(l)} a^{(l-1)} + b^{(l)}: members as letters.

What is claimed of z^{(l)} and a^{(l-1)} holds if it holds of two letters z and a with z = W a + b: the other layers say
nothing of these. The loss, which nobody can write out, is an unknown function of the last of them. That is right only
where it depends on the others through that one alone: so every member that is made of one of the others must be
among the letters, nothing may be differentiated by that all layers share, and what the page says that the loss is may
speak of no layer that is summed over. Where any of this is not so, there is no such reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

from hence.checks.elaborate.givens import base_name
from hence.checks.mentioned import mentions
from hence.checks.scope import Scope
from hence.language.derivation import Fact, Formula, Given, Membership, RealSpace, Step
from hence.language.records import dataclass
from hence.language.terms import App, Bind, Num, Range, Sym, Term, free_names, mapped, num, subterms
from hence.language.verdicts import Proved, Verdict

RULE = "members-as-letters"
MOST = 500  # members that are looked at: definitions may lead upwards without end
REACH = 2  # layers beyond those of the claim at which members are looked at
Member: TypeAlias = tuple[str, int]  # the name of a family, and how far its index is from the letter of the claim


def at_one_layer(scope: Scope, step: Step) -> Scope | None:
    """The step alone, with members as letters and with the definitions that lead from one to another; or None."""
    said = list(_definitions(scope.givens))
    if not _steps_on(d for _, d in said):
        return None
    families = {name for name, _ in said} | {n for _, d in said for n in _families_in(d)}
    letters = {m[1] for t in _parts(step.formula) if (m := _member(t)) is not None and m[0] in families}
    if len(letters) != 1:
        return None
    (letter,) = letters
    definitions = dict(sorted(said, key=lambda known: known[1].letter == letter))  # not of the last layer, \delta^L
    layer = _Layer(definitions, frozenset(families), letter, tuple(d.formula for _, d in said))
    return layer.scope(scope, step)


def have_widths(scope: Scope) -> bool:
    """Whether each layer has a size of its own, s_l: an instance of whole layers may have indices beyond that."""
    ranges = [t.domain for _, d in _definitions(scope.givens) for t in _parts(d.formula) if isinstance(t, Bind)]
    return any(isinstance(r, Range) and _member(r.high) is not None for r in ranges)


def by_letters(verdict: Verdict) -> Verdict:
    """A proof with members as letters, which says so."""
    return replace(verdict, method=(*verdict.method, RULE)) if isinstance(verdict, Proved) else verdict


@dataclass(frozen=True)
class _Definition:
    """z_{l+c} = body, for every l."""

    formula: Formula
    letter: str
    offset: int

    @property
    def is_notation(self) -> bool:
        """`\\delta_l = dL/dz_l` only names a derivative."""
        return any(_is_derivative(t) for t in subterms(self.formula.rhs))


@dataclass(frozen=True)
class _Layer:
    """A claim about members of families at one letter, which stands for any layer."""

    definitions: dict[str, _Definition]
    families: frozenset[str]
    letter: str
    said: tuple[Formula, ...]  # all equations for members, also those that are not used

    def scope(self, scope: Scope, step: Step) -> Scope | None:
        formula = step.formula
        named = [m for m in self.members(formula) if self.is_notation(m)]
        spelled = [formula, *(self.at(m) for m in named)]
        tops = [t for f in spelled for t in _parts(f) if isinstance(t, App) and t.head == "deriv"]
        by = {m for t in tops for m in self.members_of(t.args[1])}
        members = [m for f in spelled for m in self.members(f)]
        wanted = self.leading(by, members) if tops else self.made_of_each_other(members)
        if not (wanted or by) or (tops and not (by and self.is_sound(scope, tops, by, wanted))):
            return None
        facts = [Fact(self.lettered(self.at(m), self.letter, 0), True, span=step.span) for m in (*wanted, *named)]
        used = {m for f in (*spelled, *(self.at(m) for m in wanted)) for m in self.members(f)}
        loss = self.behind(scope, self.differentiated(tops))  # that it is a function of the letters is all that counts
        kept = [g for g in scope.givens if mentions(g).isdisjoint(self.families) and g not in loss]
        sized = [g for given in scope.givens if isinstance(given, Membership) for g in self.sizes(given, used)]
        alone = replace(step, formula=self.lettered(formula, self.letter, 0))
        left = {n for f in (alone.formula, *(f.formula for f in facts)) for s in (f.lhs, f.rhs) for n in free_names(s)}
        if left & (self.families | {self.letter}):
            return None
        supposed = tuple(g for g in scope.supposed if g in kept)
        givens = (*kept, *sized, *facts)
        return replace(scope, givens=givens, steps=(alone,), supposed=supposed, perhaps=(), dropped=())

    def is_notation(self, member: Member) -> bool:
        return member[0] in self.definitions and self.definitions[member[0]].is_notation

    def at(self, member: Member) -> Formula:
        """The definition of a member, in the letter of the claim."""
        name, offset = member
        definition = self.definitions[name]
        moved = {definition.letter: offset - definition.offset}

        def change(term: Term) -> Term:
            found = _member(term)
            if found is None or found[1] not in moved or found[0] not in self.families:
                return term
            assert isinstance(term, App)
            return App("index", (term.args[0], _index(self.letter, found[2] + moved[found[1]]), *term.args[2:]))

        formula = definition.formula
        return replace(formula, lhs=mapped(formula.lhs, change), rhs=mapped(formula.rhs, change))

    def members_of(self, term: Term) -> Iterator[Member]:
        for part in subterms(term):
            found = _member(part)
            if found is not None and found[0] in self.families and found[1] == self.letter:
                yield found[0], found[2]

    def members(self, formula: Formula) -> list[Member]:
        return [*dict.fromkeys(m for side in (formula.lhs, formula.rhs) for m in self.members_of(side))]

    def below(self, member: Member) -> list[Member]:
        """What a member is made of."""
        if member[0] not in self.definitions or self.is_notation(member):
            return []
        return [*dict.fromkeys(self.members_of(self.at(member).rhs))]

    def made_of_each_other(self, members: list[Member]) -> list[Member]:
        """The members of a claim without a derivative that are made of others of it."""
        return [m for m in dict.fromkeys(members) if not set(members).isdisjoint(self.below(m))]

    def leading(self, by: set[Member], start: Iterable[Member]) -> list[Member]:
        """The members of the claim, and what they are made of, that lead to others by which is differentiated."""
        lowest = min((k for _, k in by), default=0) - REACH
        leading = self.leading_down(by, self.within(start, lowest))
        found: dict[Member, None] = {}
        stack = list(start)
        while stack:
            member = stack.pop()
            if member not in found and not leading.isdisjoint(self.below(member)):
                found[member] = None
                stack += self.below(member)
        return list(found)

    def within(self, start: Iterable[Member], lowest: int) -> dict[Member, list[Member]]:
        """Every member that is reached above the lowest layer, with what it is made of; also where that goes round."""
        found: dict[Member, list[Member]] = {}
        stack = list(start)
        while stack:
            member = stack.pop()
            if member not in found:
                found[member] = self.below(member) if len(found) < MOST else []
                stack += [m for m in found[member] if m[1] > lowest]
        return found

    def leading_down(self, by: set[Member], made_of: dict[Member, list[Member]]) -> set[Member]:
        """The members from which one comes to those by which is differentiated."""
        found = set(by)
        while fresh := {m for m, parts in made_of.items() if m not in found and not found.isdisjoint(parts)}:
            found |= fresh
        return found

    def is_sound(self, scope: Scope, tops: list[App], by: set[Member], wanted: list[Member]) -> bool:
        """Whether what is differentiated depends on the inner letters through the outer ones alone."""
        shared = {n for d in self.definitions.values() for n in free_names(d.formula.rhs)} - self.families
        if {base_name(t.args[1]) for t in tops} & shared:
            return False
        inner = {m for member in wanted for m in self.below(member)} & (by | set(wanted))
        offsets = [k for _, k in (*by, *wanted)]
        around = range(min(offsets) - REACH, max(offsets) + REACH + 1)
        near = [(n, k) for n in self.definitions for k in around]
        if any(m not in wanted and not inner.isdisjoint(self.below(m)) for m in near):
            return False
        names = {name for name, _ in inner}
        return all(self.is_apart(f.formula, names) for f in self.behind(scope, self.differentiated(tops)))

    def differentiated(self, tops: list[App]) -> frozenset[str]:
        """The names of what is differentiated, apart from members."""
        return frozenset().union(*(free_names(t.args[0]) for t in tops)) - self.families

    def behind(self, scope: Scope, names: frozenset[str]) -> list[Fact]:
        """The equations that say what is differentiated, also through others; not those of the layers."""
        rest = [g for g in scope.givens if isinstance(g, Fact) and g.formula not in self.said]
        found: list[Fact] = []
        while fresh := [f for f in rest if f not in found and not mentions(f).isdisjoint(names)]:
            found += fresh
            names |= frozenset().union(*map(mentions, fresh)) - self.families
        return found

    def is_apart(self, formula: Formula, names: set[str]) -> bool:
        """Whether an equation about what is differentiated speaks of these families at single, other layers only."""
        summed = {t.var.name for t in _parts(formula) if isinstance(t, Bind)}
        members = [m for t in _parts(formula) if (m := _member(t)) is not None and m[0] in names]
        named = [t for t in _parts(formula) if _layer_with_a_name(t, names, summed | self.families)]
        bare = [t for t in _parts(formula) if isinstance(t, Sym) and t.name in names]
        return len(bare) == len(members) + len(named) and all(m[1] not in summed | {self.letter} for m in members)

    def lettered(self, formula: Formula, letter: str, offset: int) -> Formula:
        """A formula with every member as a letter, its other indices behind that."""

        def change(term: Term) -> Term:
            found = _member(term)
            if found is None or found[0] not in self.families or found[1] != letter:
                return term
            assert isinstance(term, App)
            own = Sym(_named(found[0], self.letter, found[2] + offset), term.span)
            return App("index", (own, *term.args[2:]), term.span) if term.args[2:] else own

        return replace(formula, lhs=mapped(formula.lhs, change), rhs=mapped(formula.rhs, change))

    def sizes(self, given: Membership, used: set[Member]) -> Iterator[Given]:
        """What the page says of the sizes of members, for those of the claim."""
        found = _member(given.subject)
        if found is None or not isinstance(given.space, RealSpace):
            return
        for name, offset in sorted(used):
            if name == found[0]:
                moved = offset - found[2]
                subject = self.lettered(Formula(given.subject, "=", given.subject), found[1], moved).lhs
                dims = [self.lettered(Formula(d, "=", d), found[1], moved).lhs for d in given.space.dims]
                if not any(found[1] in free_names(d) for d in dims):
                    yield replace(given, subject=subject, space=replace(given.space, dims=tuple(dims)))


def _definitions(givens: Iterable[Given]) -> Iterator[tuple[str, _Definition]]:
    """What each family is made of; what is only given of a member counts where nothing defines it."""
    equations = [g for g in givens if isinstance(g, Fact) and not g.unless]
    told = [g for g in equations if not g.definition and g.formula.relation == "=" and not (g.single or g.imposed)]
    for given in (*told, *(g for g in equations if g.definition)):
        found = _member(given.formula.lhs)
        if found is not None and (
            given.definition or found[1] in given.over or found[1] in free_names(given.formula.rhs)
        ):
            yield found[0], _Definition(given.formula, found[1], found[2])


def _steps_on(definitions: Iterable[_Definition]) -> bool:
    """Whether some member is made of a member of another layer."""
    return any(
        found[1] == d.letter and found[2] != d.offset
        for d in definitions
        for t in subterms(d.formula.rhs)
        if (found := _member(t)) is not None
    )


def _families_in(definition: _Definition) -> Iterator[str]:
    for term in subterms(definition.formula.rhs):
        found = _member(term)
        if found is not None and found[1] == definition.letter:
            yield found[0]


def _member(term: Term) -> tuple[str, str, int] | None:
    """z, l and 1 of z_{l+1}; None for anything else."""
    match term:
        case App("index", (Sym(name), Sym(letter), *_)):
            return name, letter, 0
        case App("index", (Sym(name), App("add", (Sym(letter), Num(shift))), *_)) if shift.denominator == 1:
            return name, letter, int(shift)
        case App("index", (Sym(name), App("add", (Sym(letter), App("neg", (Num(shift),)))), *_)):
            return (name, letter, -int(shift)) if shift.denominator == 1 else None
        case _:
            return None


def _layer_with_a_name(term: Term, names: set[str], others: set[str]) -> bool:
    """a^{(n_l)}, the last of n_l layers: which one it is does not come from a letter that varies."""
    match term:
        case App("index", (Sym(name), App("index", (Sym(), Sym())) as layer, *_)):
            return name in names and free_names(layer).isdisjoint(others)
        case _:
            return False


def _index(letter: str, offset: int) -> Term:
    step = num(offset) if offset > 0 else App("neg", (num(-offset),))
    return App("add", (Sym(letter), step)) if offset else Sym(letter)


def _named(name: str, letter: str, offset: int) -> str:
    return f"{name}^{{({letter}{f'{offset:+d}' if offset else ''})}}"


def _is_derivative(term: Term) -> bool:
    return isinstance(term, App) and term.head == "deriv"


def _parts(formula: Formula) -> list[Term]:
    return [t for side in (formula.lhs, formula.rhs) for t in subterms(side)]
