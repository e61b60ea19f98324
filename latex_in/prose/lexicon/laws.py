"""The words of distributions, as rows: they come from the registry of laws, so that a new law is one row of that."""

from __future__ import annotations

from collections.abc import Iterator

from hence.language.laws import LAWS
from hence.language.laws.row import Row


def of_one_number() -> list[Row]:
    """Laws of numbers with one parameter, which words may name: "exponential with rate $r$"."""
    return [row for row in LAWS.rows.values() if len(row.parameters) == 1 and row.is_number]


def keys(row: Row) -> Iterator[tuple[str, bool]]:
    """The classes of the words for the parameter of a law, and for its inverse."""
    (parameter,) = row.parameters
    for words, inverse in ((parameter.words, False), (parameter.inverse_words, True)):
        if words:
            yield f"{'inverse-' if inverse else ''}parameter-of-{row.name}", inverse


def table() -> str:
    """The rows, in the form of the other tables."""
    return "\n".join(line for row in of_one_number() for line in _rows(row))


def _rows(row: Row) -> Iterator[str]:
    (parameter,) = row.parameters
    names = [form for word in row.words for form in (word.lower(), f"{word.lower()}ly")]
    yield f"{', '.join(names)} | law | named-{row.name}"
    for words, key in zip((parameter.words, parameter.inverse_words), ("", "inverse-"), strict=True):
        if words:
            yield f"{', '.join(map(_plural, words))} | noun | {key}parameter-of-{row.name} | parameter"


def _plural(word: str) -> str:
    return word[:-1].lower() + "{y;ies}" if word.endswith("y") else word.lower() + "{;s}"
