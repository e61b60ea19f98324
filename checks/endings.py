"""Which givens end where a page says something else of their letters, and what of a context outlives it."""

from __future__ import annotations

from collections.abc import Set
from fractions import Fraction

from hence.checks.elaborate.givens import base_name
from hence.checks.elaborate.names import survey
from hence.checks.mentioned import introduced, mentions
from hence.language.derivation import (
    Anew,
    Context,
    Fact,
    Formula,
    Given,
    Independent,
    Mapping,
    Membership,
    Property,
)
from hence.language.terms import App, Num, Sym, Term, free_names, is_value

KINDS = frozenset(("matrix", "vector", "scalar", "random"))


def ends(given: Given, said: Anew, supposed: bool, before: bool) -> bool:
    """Whether a given ends where letters are taken anew; what stood `before` the last chain does so more easily.

    No number survives that a letter was set to: "Let $n = 4$. For every $n$". A bound does if it was not `supposed`.
    """
    names = said.names
    if is_number(given) and (not names or introduced(given) <= names):
        return True
    about = any(is_only_about(given, name) for name in names)
    match said.how:
        case "value":
            return False
        case "perhaps" if about and not _only_places(given):
            return True
        case "declared" if about and before:
            return True
    bounds = supposed and bool(mentions(given)) and mentions(given) <= names
    return before and (_binds(given, names) or bounds)


def contradicts(given: Given, formula: Formula) -> bool:
    """Whether a letter cannot be the number that it was set to: "A draft had $k = 8$. We fix $k = 16$"."""
    known, value = given.formula if isinstance(given, Fact) else None, _number(formula.rhs)
    if known is None or value is None or not isinstance(formula.lhs, Sym):
        return False
    if known.relation != "=" or known.lhs != formula.lhs or (number := _number(known.rhs)) is None:
        return False
    sign = "=" if number == value else "<" if number < value else ">"
    holds = {"!=": "<>"}.get(formula.relation, formula.relation)
    return formula.relation in ("=", "!=", "<", "<=", ">", ">=") and sign not in holds


def is_set(given: Given) -> bool:
    """ "Let c = 3": in a later part perhaps no longer meant, so that proofs that need it say so."""
    match given:
        case Fact(Formula(Sym(), "=", rhs), True):
            return not free_names(rhs)
        case _:
            return False


def is_number(given: Given) -> bool:
    """Whether a letter is a number, or a vector or matrix of numbers: of an example, perhaps, and not of the page."""
    match given:
        case Fact(Formula(Sym(), "=", rhs)):
            return is_value(rhs)
        case _:
            return False


def _number(term: Term) -> Fraction | None:
    match term:
        case Num(value):
            return value
        case App("neg", (Num(value),)):
            return -value
        case App("div", (Num(above), Num(below))) if below:
            return above / below
        case _:
            return None


def is_value_of(given: Given, term: Term) -> bool:
    return is_set(given) and isinstance(given, Fact) and given.formula.lhs == term


def is_taken_back(given: Given, denial: Independent) -> bool:
    """ "X and Y, not necessarily independent", "without independence": what was said of that holds no longer."""
    if not isinstance(given, Independent) or not denial.subjects:
        return isinstance(given, Independent)
    return len({base_name(s) for s in given.subjects} & {base_name(s) for s in denial.subjects}) > 1


def _binds(given: Given, names: Set[str]) -> bool:
    """Whether a given says something of these symbols alone that is more than what kind of thing they are."""
    match given:
        case Fact(Formula(_, relation, _)) if relation != "=":
            return False
        case _:
            if _only_places(given):
                return False
            about = mentions(given) - _parameters(given)
            return bool(about) and about <= names


def _only_places(given: Given) -> bool:
    """What kind of thing a letter is, which another one in its place will be, too."""
    return isinstance(given, Membership | Mapping) or (isinstance(given, Property) and given.word in KINDS)


def _parameters(given: Given) -> frozenset[str]:
    """The x of `f(x) = x^2`: a definition of f says nothing of it."""
    match given:
        case Fact(Formula(App("apply", (_, *arguments)), "=", _), True):
            return frozenset().union(*map(free_names, arguments))
        case _:
            return frozenset()


def is_only_about(given: Given, name: str) -> bool:
    """Whether a given says something of one symbol, which a later declaration of that symbol takes back."""
    match given:
        case Fact(Formula(lhs, _, rhs), definition):
            about = survey((lhs, rhs)).counts.keys()
            return about == {name} or (definition and base_name(lhs) == name)
        case Independent(subjects):
            return name in map(base_name, subjects)
        case _:
            return name in introduced(given)


# Contexts ----------------------------------------------------------------------------------------


def imposes(context: Context) -> bool:
    """ "Setting the gradient to zero gives ...": a name for the solution lasts longer than the words."""
    said = context.items[0] if context.supposed and context.items else None
    return isinstance(said, Fact) and said.imposed == "here"


def supposes_name(context: Context) -> bool:
    """A question may name what its answer uses; nothing else is supposed there."""
    said = context.items[0] if context.supposed and context.items else None
    match said:
        case Fact(Formula(App("apply", (Sym(name), *arguments)), "=", body)):
            return all(isinstance(a, Sym) for a in arguments) and name not in free_names(body)
        case _:
            return False


def starts_sequence(context: Context) -> bool:
    """ "The model, for $t \\ge 1$ and $h_0 = 0$: ...": what is defined there is defined whatever it starts from."""
    said = context.items[0] if context.supposed and context.items else None
    match said:
        case Fact(Formula(App("index", (Sym(), Num(start))), "=", value)):
            return start == 0 and not free_names(value)
        case _:
            return False


def names_something(given: Given) -> bool:
    return isinstance(given, Fact) and isinstance(given.formula.lhs, Sym)
