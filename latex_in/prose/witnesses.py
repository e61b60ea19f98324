"""Existence by a witness: "there is a $q$ with $q^2 = 4$: take $q = 2$". What must exist is claimed of the witness."""

from __future__ import annotations

import re

from hence.latex_in.prose.clauses import LIST, MARK, marks_in

_EXISTS = re.compile(
    rf"\bthere\s+(?:is|are|exists?)\s+(?:indeed\s+)?(?:an?\s+|some\s+)?(?:[a-z\-]+\s+){{0,3}}{MARK}\s*,?\s*"
    rf"(?:such\s+that|with|for\s+which|satisfying|so\s+that)\s+(?P<facts>{LIST})(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_TAKE = re.compile(
    r"^[\s:,;.\u2014-]*(?:(?:indeed|namely|just|for\s+example|for\s+instance|we\s+can|we\s+may|we)\s*,?\s+)*"
    rf"(?:take|choose|set|pick|use|consider)\s+{MARK}",
    re.IGNORECASE,
)


def with_witnesses(sentences: list[str]) -> list[str]:
    """The sentences, each that claims existence joined with the next where that names the witness."""
    joined: list[str] = []
    for text in sentences:
        before = _EXISTS.search(joined[-1]) if joined else None
        if before is not None and not _TAKE.match(before["rest"]) and _TAKE.match(text):
            joined[-1] += text
        else:
            joined.append(text)
    return joined


def witnessed(sentence: str) -> list[str]:
    """The marks of what is said to be possible, where a witness follows; empty otherwise."""
    found = _EXISTS.search(sentence)
    if found is None or not _TAKE.match(found["rest"]):
        return []
    return marks_in(found["facts"])
