"""What is random, and what is drawn given something random: X ~ Poisson(L) where L is random itself."""

from __future__ import annotations

from collections.abc import Mapping

from hence.checks.model import Claim, Setting, names_in, reachable_names

Parents = Mapping[str, frozenset[str]]


def random_names(setting: Setting) -> frozenset[str]:
    """Symbols with a law, and all that are defined through one: a sequence driven by random inputs is random.

    A setting never changes, so it remembers them.
    """
    known: frozenset[str] | None = vars(setting).get("_random")
    if known is None:
        known = _random_names(setting)
        object.__setattr__(setting, "_random", known)
    return known


def _random_names(setting: Setting) -> frozenset[str]:
    names = {s.name for s in setting.symbols.values() if s.random} | setting.laws.keys()
    grown = True
    while grown:
        derived = {n for n, ds in setting.definitions.items() if any(names_in(d.body) & names for d in ds)}
        grown = not derived <= names
        names |= derived
    return frozenset(names)


def parents_of(setting: Setting) -> Parents:
    """Symbols whose laws have random parameters, with what is random in these; the setting remembers that too."""
    known: Parents | None = vars(setting).get("_parents")
    if known is None:
        known = _parents_of(setting)
        object.__setattr__(setting, "_parents", known)
    return known


def _parents_of(setting: Setting) -> Parents:
    random = random_names(setting)
    found = {}
    for name, law in setting.laws.items():
        reached = frozenset().union(*(reachable_names(setting, Claim(x, "=", x)) for x in law.nodes()))
        if above := (reached & random) - {name}:
            found[name] = above
    return found
