"""Lines that were proved before a chain and may be used in it: they still mean the same, and speak of its matters.

What has no name in common with a chain, not even by way of the givens, cannot help there. It is left out, so that a
chain depends on less of its page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace

from hence.checks.adjoints import named_like
from hence.checks.conventional import usual_meanings, usual_signs
from hence.checks.elaborate.givens import base_name
from hence.checks.elaborate.names import named
from hence.checks.elaborate.patterns import Defined
from hence.checks.elaborate.sorted import sorted_givens
from hence.checks.mentioned import introduced
from hence.checks.scope import Scope
from hence.checks.state import Line, Progress
from hence.language.derivation import (
    Distributed,
    Fact,
    Formula,
    Given,
    Membership,
    Property,
    RealSpace,
    Step,
)
from hence.language.records import dataclass
from hence.language.solutions import solved_letters
from hence.language.terms import App, Bind, Span, Sym, Term, free_names, subterms
from hence.language.verdicts import Refuted, Unknown, Verdict

MOST_LINES = 12
KINDS = frozenset(("matrix", "vector", "scalar", "row vector", "real number", "random", "integer", "density"))


@dataclass(frozen=True)
class Meant:
    """What a symbol stands for; what is declared on another line is another thing."""

    name: str
    definitions: tuple[Defined, ...]
    family: int
    space: RealSpace | None
    line: int
    law: Distributed | None


def that_hold(scope: Scope, lines: Iterable[Line]) -> list[Line]:
    """Those in the same part of the page, under suppositions of the chain, whose symbols mean the same there."""
    near = (line for line in lines if line.part == scope.part and scope.path[: len(line.path)] == line.path)
    return [line for line in near if line.meaning == meaning(scope, line.formula)]


def for_chain(scope: Scope, holding: Sequence[Line]) -> list[Formula]:
    """What a chain may use of the lines that hold there."""
    latest = holding[-MOST_LINES:]
    spoken = _connected(scope, latest) if latest else frozenset[str]()
    return [line.formula for line in latest if names_of(line.formula) & spoken]


def established(holding: Iterable[Line]) -> set[str]:
    """The names of which something was proved."""
    return {name for line in holding for name in names_of(line.formula)}


def names_its_left_side(formula: Formula) -> bool:
    r"""`\hat{w} = (X^\top X)^{-1} X^\top y`: later lines may mean that by the name."""
    left = formula.lhs
    return formula.relation == "=" and isinstance(left, Sym) and left.name not in free_names(formula.rhs)


def still_meant(scope: Scope, solved: Iterable[Given]) -> tuple[Given, ...]:
    """What letters of a chain usually mean, or were said or `solved` to be elsewhere, where nothing is said of them."""
    said = frozenset().union(*(introduced(g) for g in scope.givens if not _describes(g)))
    determined = frozenset().union(*(introduced(g) for g in scope.givens if _determines(g)))
    known = scope.any | determined | {name for name in said if not solved_letters(name)}
    return _of_letters(scope, (*usual_meanings(scope), *scope.perhaps, *solved), known)


def with_latest(scope: Scope) -> Scope | None:
    """The chain without what earlier parts say of letters of which a problem behind them said something else."""
    later: dict[str, int] = {}
    for given in scope.perhaps:
        later.update({name: max(later.get(name, 0), given.span.line) for name in introduced(given)})
    own = {id(g) for g in scope.own}
    here = frozenset[str]().union(*map(introduced, scope.own))

    def stands(given: Given) -> bool:
        names = introduced(given) - here if id(given) not in own else frozenset[str]()
        return not any(given.span.line < later.get(name, 0) for name in names)

    kept = tuple(filter(stands, scope.givens))
    return replace(scope, givens=kept) if len(kept) < len(scope.givens) else None


def meant_elsewhere(scope: Scope, solved: Iterable[Given]) -> frozenset[str]:
    """Letters of which only other places say what they are: whatever was proved of them, nothing is refuted here."""
    here = frozenset().union(*(introduced(g) for g in scope.givens if _determines(g)))
    return frozenset().union(*map(introduced, (*scope.perhaps, *solved))) - here


def said_ahead(scope: Scope) -> tuple[Given, ...]:
    """What letters of a chain are said to be further down: a theorem may be stated before its proof explains them."""
    stated = any(step.standing in ("claim", "goal") and not step.premises for step in scope.steps)
    if not stated or not scope.ahead:
        return ()
    known = frozenset().union(scope.any, *(introduced(g) for g in scope.givens if _determines(g)))
    return _of_letters(scope, (*usual_meanings(scope), *reversed(scope.ahead)), known | _judged(scope))


def said_beside(scope: Scope, step: Step, verdict: Verdict) -> Iterator[tuple[Given, ...]]:
    """What is said of the letters of a step without a proof: further down, or by densities whose covariances they are.

    A refutation stands whatever is said further down.
    """
    if step.standing == "mention" or not isinstance(verdict, Unknown | Refuted):
        return
    if isinstance(verdict, Unknown) and (ahead := said_ahead(scope)):
        yield ahead
    if adjoints := named_like(scope.givens, step.formula):
        yield adjoints
    names = free_names(step.formula.lhs) | free_names(step.formula.rhs)
    if spreads := tuple(dict.fromkeys(g for g in scope.spreads if introduced(g) & names)):
        yield spreads


def _judged(scope: Scope) -> frozenset[str]:
    r"""The \eta of `\eta < 2 / L`: what is found of a letter alone is not meant of a value that it gets later."""
    sides = (side for step in scope.steps for side in (step.formula.lhs, step.formula.rhs))
    return frozenset(side.name for side in sides if isinstance(side, Sym))


def _determines(given: Given) -> bool:
    """Whether a letter is determined by a given; a space or a word for what it is leaves open which one it is."""
    return not isinstance(given, Property | Membership)


def _of_letters(scope: Scope, said: tuple[Given, ...], known: frozenset[str]) -> tuple[Given, ...]:
    """Those givens that speak of letters of a chain which are not known there; the last of a kind counts."""
    indexed = {base_name(x) for s in scope.steps for f in (s.formula.lhs, s.formula.rhs) for x in _members(f)}
    said = tuple(g for g in said if not _recurs(g) or introduced(g) & indexed)
    claimed = {s.formula for s in scope.steps}  # what is said once more is said of something else
    said = tuple(g for g in said if not isinstance(g, Fact) or g.formula not in claimed)
    last = {(name, _form(g)): g for g in said for name in introduced(g) if name not in known}
    spoken, chosen = _behind(scope), dict[tuple[str, object], Given]()
    while fresh := [key for key in last if key[0] in spoken and key not in chosen]:
        chosen.update({key: last[key] for key in fresh})
        spoken = spoken.union(*(_names_in(last[key]) for key in fresh))
    meant = {id(g) for g in chosen.values()}
    return (*(g for g in said if id(g) in meant), *(fact for fact in usual_signs(scope) if fact not in scope.givens))


def _describes(given: Given) -> bool:
    """ "... where X has full column rank": a word for what is known, and no other X."""
    return isinstance(given, Property) and given.word not in KINDS


def _form(given: Given) -> object:
    """What kind of thing a given says: `p_i = ...` beside `p = (p_1, ..., p_n)`, and `i <= n` beside `1 <= i`."""
    match given:
        case Fact(Formula(App(head, arguments), relation)):
            return Fact, head, len(arguments), relation
        case Fact(Formula(_, relation)):
            return Fact, relation
        case _:
            return type(given)


def _behind(scope: Scope) -> frozenset[str]:
    """The names of a chain, and those that stand behind them by way of definitions."""
    found = frozenset().union(*map(_names_in, scope.steps))
    defined = [(introduced(g), _names_in(g)) for g in scope.givens if isinstance(g, Fact) and g.definition]
    while fresh := frozenset().union(*(names for by, names in defined if by & found)) - found:
        found |= fresh
    return found


def solved_before(progress: Progress) -> list[Fact]:
    """Names that were solved for, or that an equation names which nobody could decide."""
    return [fact for _, _, fact in progress.reasons if fact.definition]


def reasons_at(scope: Scope, progress: Progress) -> list[Fact]:
    """The reasons of a part that could not be decided, whose letters nobody has declared again since then."""
    near = [(part, f) for part, path, f in progress.reasons if scope.path[: len(path)] == path]
    inside = [f for part, f in near if part == scope.part and not f.definition]

    def is_anew(given: Given, reason: Fact) -> bool:
        return given.span.line > reason.span.line and bool(introduced(given) & names_of(reason.formula))

    return [f for f in inside if not any(is_anew(g, f) for g in scope.givens)]


def meanings_elsewhere(scope: Scope, progress: Progress) -> Iterator[tuple[Scope, tuple[Given, ...]]]:
    """Ways to read a chain with what was said elsewhere: of new letters only, or what was said last of any.

    Values in other parts are those of examples.
    """
    named = [(part, fact) for part, _, fact in progress.reasons if fact.definition]
    solved = [fact for part, fact in named if part == scope.part or free_names(fact.formula.rhs)]
    for wider in filter(None, (scope, with_latest(scope))):
        yield wider, still_meant(wider, solved)


def scopes_elsewhere(scope: Scope, progress: Progress) -> Iterator[Scope]:
    """The chain with what was said elsewhere, in each way in which that may be meant."""
    return (with_meanings(wider, said) for wider, said in meanings_elsewhere(scope, progress) if said)


def assumed_elsewhere(scope: Scope) -> tuple[Given, ...]:
    """What was supposed before of letters of a chain alone; equations, of none that its own part introduces."""
    written = frozenset().union(*map(_names_in, scope.steps)) - scope.any
    spoken = written - frozenset().union(*map(introduced, scope.own))
    words = [g for g in scope.dropped if isinstance(g, Property) and introduced(g) <= written and g not in scope.givens]
    facts = [replace(g, over=tuple({*g.over, *_indices(g.formula)})) for g in scope.dropped if isinstance(g, Fact)]
    return (*words, *(fact for fact in facts if names_of(fact.formula) - set(fact.over) <= spoken))


def _indices(formula: Formula) -> list[str]:
    """The letters of a formula that are indices and nothing else."""
    members = [x for side in (formula.lhs, formula.rhs) for x in _members(side) if isinstance(x, App)]
    return [x.name for member in members for x in member.args[1:] if isinstance(x, Sym)]


def _recurs(given: Given) -> bool:
    """x_{t+1} = f(x_t), which says nothing of a plain x."""
    formula = given.formula if isinstance(given, Fact) else None
    return formula is not None and isinstance(formula.lhs, App) and base_name(formula.lhs) in free_names(formula.rhs)


def _members(term: Term) -> list[Term]:
    return [x for x in subterms(term) if isinstance(x, App) and x.head == "index"]


def with_meanings(scope: Scope, elsewhere: tuple[Given, ...]) -> Scope:
    """The chain with what was said elsewhere: perhaps it is still meant, and a proof that needs it lists it."""
    return replace(scope, givens=(*elsewhere, *scope.givens), supposed=(*scope.supposed, *elsewhere), perhaps=())


def meaning(scope: Scope, formula: Formula) -> object:
    """What the symbols of a formula stand for, to be compared."""
    given = sorted_givens(scope.givens)
    found = []
    for name in named((formula.lhs, formula.rhs)):
        family, space, line = given.spaces.get(name, (0, None, 0))
        found.append(Meant(name, tuple(given.definitions.get(name, ())), family, space, line, given.laws.get(name)))
    return tuple(found)


def names_of(formula: Formula) -> frozenset[str]:
    return free_names(formula.lhs) | free_names(formula.rhs)


def _connected(scope: Scope, lines: Sequence[Line]) -> frozenset[str]:
    """The names of a chain, and those that stand together with one of them in a given or a line, and so on."""
    found = frozenset().union(*map(_names_in, scope.steps))
    apart = [*map(_names_in, scope.givens), *(names_of(line.formula) for line in lines)]
    grown = True
    while grown:
        near = [names for names in apart if names & found]
        apart = [names for names in apart if not names & found]
        grown = bool(near)
        found = found.union(*near)
    return found


def _names_in(part: Given | Step) -> frozenset[str]:
    """Every name in a given or a step, which remembers it: they are asked again for each chain of a page."""
    known: frozenset[str] | None = vars(part).get("_all_names")
    if known is None:
        known = _names(part)
        object.__setattr__(part, "_all_names", known)
    return known


def _names(part: object) -> frozenset[str]:
    """Every name in a part of a page. Those that are no terms stand in tuples; a text by itself is none."""
    match part:
        case Sym() | App() | Bind():
            return free_names(part)
        case Span():
            return frozenset()
        case tuple() | frozenset():
            words = frozenset(word for word in part if isinstance(word, str))
            return words.union(*map(_names, part))
        case _ if is_dataclass(part) and not isinstance(part, type):
            return frozenset().union(*(_names(getattr(part, f.name)) for f in fields(part)))
        case _:
            return frozenset()
