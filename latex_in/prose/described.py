"""Words that say what a new name is: "the gradient of the loss is $g = 3x$" claims something, and defines g as well."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from hence.language.derivation import Formula
from hence.language.terms import App, Sym, Term
from hence.latex_in.prose.clauses import MARK
from hence.latex_in.roles import Scope

_IS = (
    r"(?:is|are|equals|becomes|reads)"
    r"(?:\s+(?:then|thus|therefore|simply|given\s+by|attained\s+at|reached\s+at|found\s+to\s+be))*"
)
_QUANTITY = re.compile(
    r"\b(?:the|its)\s+(?:\w+\s+){0,2}?(?P<what>gradient|derivative|mean|expectation|expected\s+value|variance)"
    rf"(?:\s+of\s+(?:the\s+)?(?:\w+\s+)?(?P<of>{MARK}|loss|objective|cost|function|error))?"
    rf"(?:\s+(?:with\s+respect\s+to|w\.?r\.?t\.?|in|by)\s+(?P<by>{MARK}))?\s*,?\s*{_IS}\s*:?\s*$",
    re.IGNORECASE,
)
_NOUN = re.compile(
    r"\bthe\s+(?P<noun>(?:[\w-]+\s+){0,3}?(?:estimate|estimator|solution|minimi[sz]er|maximi[sz]er|optimum|optimi[sz]er|minimum"
    rf"|maximum|mle|mode|median|answer))(?:\s+(?:of|for|in)\s+[^.;:]*?)?\s*,?\s*{_IS}\s*:?\s*$",
    re.IGNORECASE,
)
_HEADS = {"mean": "E", "expectation": "E", "expected value": "E", "variance": "Var"}


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


def description(sentence: str, term_of: Callable[[str], Term | None]) -> Description | None:
    """What the end of a sentence says that the formula behind it is; None where it says nothing of the kind."""
    if (found := _QUANTITY.search(sentence)) is not None:
        what = " ".join(found["what"].lower().split())
        of, by = (term_of(found[part]) if found[part] else None for part in ("of", "by"))
        return Description(what, _HEADS.get(what, "deriv"), of, by)
    if (found := _NOUN.search(sentence)) is not None:
        return Description(" ".join(found["noun"].split()))
    return None
