"""What of a context outlives it: names that it gives, and not what it supposes."""

from __future__ import annotations

from hence.language.derivation import Context, Fact, Formula, Given
from hence.language.terms import App, Num, Sym, free_names


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
