"""Laws that words name with their parameters: "exponential with rate $r$", "Bernoulli with success probability $p$"."""

from __future__ import annotations

from hence.language.records import dataclass
from hence.language.terms import App, Sym, Term, app, num
from hence.latex_in.prose.grammar import Match, Rule, rule
from hence.latex_in.prose.lexicon.laws import keys, of_one_number
from hence.latex_in.prose.vocabulary import vocabulary

_VALUE = "(word:[one number] | list:L)"
_PATTERN = "{law} chance-noun* comma? [with of] article? {key} (rate-noun | equal to | of)* VALUE"
_OF_ONE: tuple[tuple[str, bool, Rule], ...] = tuple(
    (row.name, inverse, rule(_PATTERN.format(law=f"named-{row.name}", key=key), VALUE=_VALUE))
    for row in of_one_number()
    for key, inverse in keys(row)
)
LAW_NAMED = rule(
    f"^ article? w? [{' '.join(f'named-{row.name}' for row in of_one_number())}] (?= chance-noun* [with of])"
)


@dataclass(frozen=True)
class Spoken:
    """A law in words, and where its parameters stand; `inverse` where it takes the inverse of what is said."""

    name: str
    inverse: bool
    found: Match

    def law(self, value: Term) -> App:
        """The law with its parameter."""
        return app("apply", Sym(rf"\mathrm{{{self.name}}}"), app("pow", value, num(-1)) if self.inverse else value)


def spoken_law(phrase: str) -> Spoken | None:
    """The law of one parameter that a phrase names."""
    matches = (Spoken(name, inverse, m) for name, inverse, p in _OF_ONE if (m := p.search(phrase)) is not None)
    return next(matches, None)


# Bounds on moments -------------------------------------------------------------------------------

BOUND = rule(
    "(what:[variance-noun second-moment] [that which]? [is are]? uniformly? at-most | bounded"
    " bounded:[variance-noun second-moment]) VALUE",
    VALUE=_VALUE,
)
BOUND_BEHIND = rule("^ uniformly? at-most VALUE", VALUE=_VALUE)


def bounded_moment(what: str, subject: Term, value: Term) -> tuple[App, Term]:
    """The moment that words name, and its bound."""
    if vocabulary().has(what, "second-moment"):
        return app("E", app("pow", subject, num(2))), value
    squared = app("pow", value, num(2)) if vocabulary().has(what, "standard-deviation") else value
    return app("Var", subject), squared
