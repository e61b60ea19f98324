"""Laws that words name with their parameters: "exponential with rate $r$", "Bernoulli with success probability $p$"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hence.language.laws import LAWS
from hence.language.terms import App, Sym, Term, app, num
from hence.latex_in.prose.clauses import LIST

_NOUNS = r"(?:\s+(?:distributed|random|variables?|distributions?|law|noise|samples?|draws?))*,?\s+(?:with|of|having)\s+"
_EQUALS = r"(?:\s+(?:parameters?|equal\s+to|of))*\s+"


def _any(words: tuple[str, ...]) -> str:
    """A pattern for one of some words, in the singular or plural."""
    return "|".join(r"\s+".join(map(_plural, w.split())) for w in sorted(words, key=len, reverse=True))


def _plural(word: str) -> str:
    return rf"{re.escape(word[:-1])}(?:y|ies)" if word.endswith("y") else rf"{re.escape(word)}s?"


def _patterns() -> Iterator[tuple[str, bool, re.Pattern[str]]]:
    """The laws of one parameter, by the words of the registry; those for its inverse behind it."""
    for row in LAWS.rows.values():
        if len(row.parameters) != 1 or not row.is_number:
            continue
        (parameter,) = row.parameters
        for words, inverse in ((parameter.words, False), (parameter.inverse_words, True)):
            if words:
                yield row.name, inverse, _pattern(row.words, words)


def _pattern(names: tuple[str, ...], words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(
        rf"\b(?:{_any(names)})(?:ly)?{_NOUNS}(?:(?:an?|the|its)\s+)?(?:{_any(words)}){_EQUALS}"
        rf"(?:(?P<word>one|unit|\d+(?:\.\d+)?)\b|(?P<list>{LIST}))",
        re.IGNORECASE,
    )


_OF_ONE = tuple(_patterns())


@dataclass(frozen=True)
class Spoken:
    """A law in words, and where its parameters stand; `inverse` where it takes the inverse of what is said."""

    name: str
    inverse: bool
    found: re.Match[str]

    def law(self, value: Term) -> App:
        """The law with its parameter."""
        return app("apply", Sym(rf"\mathrm{{{self.name}}}"), app("pow", value, num(-1)) if self.inverse else value)


def spoken_law(phrase: str) -> Spoken | None:
    """The law of one parameter that a phrase names."""
    matches = (Spoken(name, inverse, m) for name, inverse, p in _OF_ONE if (m := p.search(phrase)) is not None)
    return next(matches, None)


# Bounds on moments -------------------------------------------------------------------------------

_AT_MOST = r"(?:bounded(?:\s+from)?(?:\s+above)?\s+by|at\s+most|(?:no|not)\s+(?:larger|greater|more)\s+than)"
_MOMENTS = r"variances?|standard\s+deviations?|second\s+moments?"
_VALUE = rf"(?:(?P<word>one|\d+(?:\.\d+)?)\b|(?P<list>{LIST}))"
BOUND = re.compile(
    rf"\b(?:(?P<what>{_MOMENTS})(?:\s+(?:that|which))?(?:\s+(?:is|are))?\s+(?:uniformly\s+)?{_AT_MOST}\s+"
    rf"|bounded\s+(?P<bounded>{_MOMENTS})\s+){_VALUE}",
    re.IGNORECASE,
)
BOUND_BEHIND = re.compile(rf"(?:uniformly\s+)?{_AT_MOST}\s+{_VALUE}", re.IGNORECASE)


def bounded_moment(what: str, subject: Term, value: Term) -> tuple[App, Term]:
    """The moment that words name, and its bound."""
    if what.startswith("second"):
        return app("E", app("pow", subject, num(2))), value
    squared = app("pow", value, num(2)) if what.startswith("standard") else value
    return app("Var", subject), squared
