"""Words that say what a new name is: "the gradient of the loss is $g = 3x$" claims something, and defines g as well."""

from __future__ import annotations

from collections.abc import Callable

from hence.language.derivation import Formula
from hence.language.records import dataclass
from hence.language.terms import App, Sym, Term
from hence.latex_in.prose.grammar import rule
from hence.latex_in.prose.vocabulary import vocabulary
from hence.latex_in.prose.words import Spoken
from hence.latex_in.roles import Scope

_IS = "[is are equals becomes reads] (then | conclusion | simply | given-by | attained at | found to be)*"
_QUANTITY = rule(
    "[the its] w{0,2}? what:[derivative-noun mean-noun variance-noun] (of the? w? of:[F function-noun])?"
    " ([with-respect-to in by] by:F)? comma? IS colon? $",
    IS=_IS,
)
_NOUN = rule(
    "the noun:(w{0,3}? [estimate optimum-noun answer]) ([of for in] [^stop semicolon colon]*?)? comma? IS colon? $",
    IS=_IS,
)


@dataclass(frozen=True)
class Description:
    """What words say that the name behind them is: a quantity that we know, or something by its noun."""

    noun: str
    head: str = ""  # deriv, E, Var
    of: Term | None = None
    by: Term | None = None

    def claim(self, formula: Formula, scope: Scope) -> Formula | None:
        """The claim that the right side is that quantity; None where it is not known what it is."""
        if self.head in ("E", "Var") and self.of is not None:
            return Formula(App(self.head, (self.of,), formula.lhs.span), "=", formula.rhs, formula.span)
        derivative = self._derivative(scope) if self.head == "deriv" else None
        return Formula(derivative, "=", formula.rhs, formula.span) if derivative is not None else None

    def _derivative(self, scope: Scope) -> Term | None:
        name = self.of.name if isinstance(self.of, Sym) else ""
        values = [v for v in scope.functions if not name or v.args[0] == self.of]
        if not values:
            return None
        function, *arguments = values[-1].args
        chosen = [a for a in arguments if a == self.by] if self.by is not None else arguments
        return App("deriv", (values[-1], chosen[0]), values[-1].span) if len(chosen) == 1 and function else None


def description(sentence: Spoken, term_of: Callable[[str], Term | None]) -> Description | None:
    """What the end of a sentence says that the formula behind it is; None where it says nothing of the kind."""
    if (found := _QUANTITY.search(sentence.signs)) is not None:
        of, by = (term_of(found[part]) if found[part] else None for part in ("of", "by"))
        what = found["what"]
        head = (
            "E"
            if vocabulary().has(what, "mean-noun")
            else "Var"
            if vocabulary().has(what, "variance-noun")
            else "deriv"
        )
        return Description(sentence.text(found.start("what"), found.end("what")), head, of, by)
    if (found := _NOUN.search(sentence.signs)) is not None:
        return Description(sentence.text(found.start("noun"), found.end("noun")))
    return None
