"""Words about functions that are not given by a formula: convex, concave, L-smooth, mu-strongly convex, Lipschitz."""

from __future__ import annotations

from collections.abc import Iterator

from hence.checks.elaborate.builder import Builder
from hence.checks.elaborate.givens import Sorted
from hence.checks.model import Trait
from hence.language.derivation import Formula, OfFunction
from hence.language.terms import Sym, num

PLAIN = frozenset(("convex", "strictly convex", "concave", "strictly concave"))
WITH_BOUND = frozenset(("strongly convex", "strongly concave", "smooth", "Lipschitz"))


def use_bounds(given: Sorted) -> None:
    """The constants that come with words are positive, and one of strong convexity is at most one of smoothness."""
    for words in given.traits.values():
        bounds = {w: said.bound for w, said in words.items() if w in WITH_BOUND and said.bound is not None}
        for word, bound in bounds.items():
            if isinstance(bound, Sym):
                given.constraints.append((Formula(bound, ">", num(0), words[word].span), ()))
        strong = bounds.get("strongly convex") or bounds.get("strongly concave")
        if strong is not None and (smooth := bounds.get("smooth")) is not None:
            given.constraints.append((Formula(strong, "<=", smooth, words["smooth"].span), ()))


def unknown_traits(given: Sorted) -> Iterator[tuple[str, str]]:
    """Functions and the words about them that have no meaning here."""
    for name, words in given.traits.items():
        yield from ((name, word) for word, said in words.items() if not _is_known(said))


def _is_known(said: OfFunction) -> bool:
    return said.word in PLAIN or (said.word in WITH_BOUND and said.bound is not None)


def build_traits(given: Sorted, builder: Builder, name: str) -> tuple[Trait, ...]:
    """What is said of a function, with its constants elaborated. Raises ShapeClash and NotUnderstood."""
    known = [said for said in given.traits[name].values() if _is_known(said)]
    return tuple(
        Trait(said.word, None if said.bound is None else builder.node(said.bound), said.span.line) for said in known
    )
