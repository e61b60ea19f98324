"""What is independent of what in time: noise that drives a process does not know the past of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from hence.checks.elaborate.givens import Sorted, base_name
from hence.checks.elaborate.patterns import Defined, shifted
from hence.checks.model import Apart
from hence.language.terms import App, Num, Sym, Term, free_names, subterms


def apart_in_time(found: Sorted) -> list[Apart]:
    """Independence of a noise and the past of a process that is made of it: e_t and x_{t-1}, e_t and x_0."""
    made_of = found.open_indices()
    made: list[Apart] = list(_driven(found))
    for subjects in found.independent_terms:
        for one, other in permutations(subjects, 2):
            noise, process = base_name(one), base_name(other)
            if noise != process and noise in made_of.get(process, ()):
                made += _apart(noise, process, _first_index(one), _first_index(other))
    return made


def _apart(noise: str, process: str, one: Term | None, other: Term | None) -> list[Apart]:
    place = shifted(other) if other is not None else None
    time = shifted(one) if one is not None else None
    if place is None:
        return []
    if isinstance(place[0], Num) and place[0].value.denominator == 1:
        return [Apart(noise, process, at=int(place[0].value))]
    if time is not None and isinstance(time[0], Sym) and time[0] == place[0]:
        return [Apart(noise, process, lag=time[1] - place[1])]
    return []


def _first_index(term: Term) -> Term | None:
    return term.args[1] if isinstance(term, App) and term.head == "index" else None


# Processes that independent noise drives ---------------------------------------------------------


def _driven(found: Sorted) -> Iterator[Apart]:
    """x_t = f(x_{t-1}, e_t) with independent members e_t: x_{t-1} is made of the earlier ones only.

    The start must not be random, or independent of the noise in the words of the author.
    """
    for process, definitions in found.definitions.items():
        for d in definitions:
            if not d.recurrent or len(d.indices) != 1 or not isinstance(d.indices[0], Sym):
                continue
            others = [other.body for other in definitions if other is not d]
            noises = _random_in([d.body, *others], process, found)
            if len(noises) != 1:
                continue
            (noise,) = noises
            if any(noise in _behind(body, process, found) for body in others) or not _are_independent(noise, found):
                continue
            last = _last_noise(d, d.indices[0].name, noise)
            if last is not None and _starts_apart(process, noise, found):
                yield Apart(noise, process, lag=last + 1)


def _behind(body: Term, process: str, found: Sorted) -> frozenset[str]:
    """Every name in a body and in the definitions of these names, but for the process itself."""
    made_of = found.open_indices()
    own = free_names(body) - {process}
    return own.union(*(made_of.get(name, frozenset()) for name in own))


def _random_in(bodies: list[Term], process: str, found: Sorted) -> set[str]:
    called = {n for n, words in found.properties.items() if words & {"random", "symmetric law"}}
    random = {*found.laws, *found.means, *found.variances, *called, *(n for g in found.independent for n in g)}
    return {name for body in bodies for name in _behind(body, process, found) if name in random or name == process}


def _are_independent(noise: str, found: Sorted) -> bool:
    declared = found.laws.get(noise)
    words = found.properties.get(noise, set())
    return noise not in found.definitions and (
        (declared is not None and declared.independent) or "independent" in words
    )


def _starts_apart(process: str, noise: str, found: Sorted) -> bool:
    called = "random" in found.properties.get(process, ())
    drawn = called or any(process in table for table in (found.laws, found.means, found.variances))
    said = any({process, noise} <= {base_name(x) for x in terms} for terms in found.independent_terms)
    return said or not drawn


def _last_noise(d: Defined, time: str, noise: str) -> int | None:
    """The largest c for which e_{t+c} stands in the definition of x_t; None where that is not plain."""
    steps: list[int] = []
    places = [x for x in subterms(d.body) if isinstance(x, App) and x.head == "index"]
    for name in (noise, d.name):
        at = [shifted(x.args[1]) for x in places if x.args[0] == Sym(name)]
        if len(at) != sum(x == Sym(name) for x in subterms(d.body)):
            return None
        for place in at:
            if place is None or place[0] != Sym(time) or (name == d.name and place[1] >= 0):
                return None
            steps += [place[1]] if name == noise else []
    return max(steps, default=None)
