"""Existence by a witness: "there is a $q$ with $q^2 = 4$: take $q = 2$". What must exist is claimed of the witness."""

from __future__ import annotations

from hence.latex_in.prose.grammar import marks_in, rule
from hence.latex_in.prose.words import Spoken

_EXISTS = rule(
    "there [be exist] indeed? article? w{0,3} F comma? [such-that with for-which satisfying] facts:L rest:x*"
)
_TAKE = rule("^ [colon comma semicolon stop dash]* ([indeed namely we possibly for-example] comma?)* takes F")


def with_witnesses(sentences: list[Spoken]) -> list[Spoken]:
    """The sentences, each that claims existence joined with the next where that names the witness."""
    joined: list[Spoken] = []
    for spoken in sentences:
        before = _EXISTS.search(joined[-1].signs) if joined else None
        if before is not None and not _TAKE.match(before["rest"]) and _TAKE.match(spoken.signs):
            joined[-1] += spoken
        else:
            joined.append(spoken)
    return joined


def witnessed(signs: str) -> list[str]:
    """What is said to be possible, where a witness follows; empty otherwise."""
    found = _EXISTS.search(signs)
    if found is None or not _TAKE.match(found["rest"]):
        return []
    return marks_in(found["facts"])
