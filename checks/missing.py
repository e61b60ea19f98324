"""Which independence a step would need that nobody declared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

from hence.checks.model import Claim, Node, Op, Setting, names_in, reachable_names, walk
from hence.checks.numeric import is_refuted
from hence.checks.prove import prove_quickly
from hence.language.derivation import Given, Independent
from hence.language.heads import MOMENTS
from hence.language.verdicts import Proved, Refuted, Unknown, Verdict

MOST_SYMBOLS = 4
INDEPENDENT = " are independent"


def missing_independence(setting: Setting, claim: Claim) -> str:
    """`X and Y are independent`, where a step about expectations has a proof with that and none without; else empty."""
    if not any(isinstance(n, Op) and n.head in MOMENTS for s in (claim.lhs, claim.rhs) for n in walk(s)):
        return ""
    names = sorted(n for n in reachable_names(setting, claim) if n in setting.laws)
    pairs = [p for p in map(frozenset, combinations(names, 2)) if p not in setting.independent]
    families = [n for n in names if setting.symbols[n].family and not setting.laws[n].independent]
    if not (pairs or families) or len(names) > MOST_SYMBOLS:
        return ""
    for chosen, members in _choices(pairs, families):
        if isinstance(prove_quickly(_granting(setting, chosen, members), claim), Proved):
            return (
                ", ".join([*(" and ".join(sorted(p)) for p in chosen), *(f"the {n}_i" for n in members)]) + INDEPENDENT
            )
    return ""


def unless_independent(
    verdict: Verdict, givens: Iterable[Given], setting: Setting, claim: object, seed: int
) -> Verdict:
    """A step for which the author's reason is independence is not refuted where nothing said of what, and it helps."""
    reason = any(isinstance(g, Independent) and not g.subjects for g in givens)
    if not reason or not isinstance(verdict, Refuted) or not isinstance(claim, Claim):
        return verdict
    names = sorted(n for n in reachable_names(setting, claim) if n in setting.laws)
    pairs = tuple(p for p in map(frozenset, combinations(names, 2)) if p not in setting.independent)
    families = tuple(n for n in names if setting.symbols[n].family and not setting.laws[n].independent)
    if made := _made_of_others(setting, claim):
        return Unknown(f"it may rest on independence that the page says of something: say of what, perhaps of {made}")
    if not (pairs or families) or is_refuted(_granting(setting, pairs, families), claim, seed):
        return verdict
    lacking = missing_independence(setting, claim).removesuffix(INDEPENDENT) or ", ".join(names)
    return Unknown(f"it rests on independence that the page does not declare: say that {lacking}{INDEPENDENT}")


def _made_of_others(setting: Setting, claim: Claim) -> str:
    """The z and y of E[z | y], where z is made of y: that they are independent cannot be said of letters with laws."""
    names = names_in(claim.lhs) | names_in(claim.rhs)
    for name in sorted(names & setting.definitions.keys()):
        behind = frozenset().union(*(names_in(d.body) for d in setting.definitions[name]))
        if beside := sorted(behind & names & setting.laws.keys()):
            return f"{name} and {beside[0]}"
    return ""


RANDOM_LETTERS = frozenset("UVXYZ")  # as which random variables are known


def unless_random(verdict: Verdict, setting: Setting, claim: object) -> Verdict:
    """No proof that takes X out of E[X Y] or Var(X + Y), where X looks like Y and nobody says that it is not random."""
    if not isinstance(verdict, Proved) or not isinstance(claim, Claim):
        return verdict
    inside = frozenset[str]().union(*(_averaged(side) for side in (claim.lhs, claim.rhs)))
    drawn = inside & setting.laws.keys()
    for name in sorted(inside & setting.symbols.keys()):
        symbol = setting.symbols[name]
        said = symbol.random or symbol.how != "inferred" or name in setting.laws or name in setting.definitions
        if _may_be_drawn_too(name, drawn) and symbol.shape.is_scalar and not said:
            return Unknown(f"true if {name} is not random, which the page does not say")
    return verdict


def _may_be_drawn_too(name: str, drawn: frozenset[str]) -> bool:
    """A capital among the usual ones; a small letter beside another of them that is drawn."""
    small = frozenset(map(str.lower, RANDOM_LETTERS))
    return bool(drawn) and (name in RANDOM_LETTERS or (name in small and not drawn.isdisjoint(small)))


def _averaged(node: Node) -> frozenset[str]:
    means = [n for n in walk(node) if isinstance(n, Op) and n.head in MOMENTS]
    return frozenset().union(*map(names_in, means))


def _choices(
    pairs: list[frozenset[str]], families: list[str]
) -> list[tuple[tuple[frozenset[str], ...], tuple[str, ...]]]:
    """One thing at a time first, then everything."""
    single = [*(((p,), ()) for p in pairs), *(((), (n,)) for n in families)]
    return [*single, (tuple(pairs), ()), (tuple(pairs), tuple(families))]


def _granting(setting: Setting, pairs: tuple[frozenset[str], ...], families: tuple[str, ...]) -> Setting:
    laws = {n: replace(law, independent=True) if n in families else law for n, law in setting.laws.items()}
    return replace(setting, independent=setting.independent | set(pairs), laws=laws)
