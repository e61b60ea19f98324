"""Where a counterexample stands, as plain text: `x = -1`, `q drawn from its normal law`."""

from __future__ import annotations

from collections.abc import Mapping

from hence.language.verdicts import Value

VERBS = {"drawn ": "", "values ": " takes", "dependent ": " is", "normal ": " is", "entries ": " has"}


def located(name: str, at: Value) -> str:
    """Where a counterexample puts a symbol. Never fails."""
    text = value_text(at).removeprefix("= ")
    verb = next((verb for start, verb in VERBS.items() if text.startswith(start)), " =")
    return f"{name}{verb} {text}"


def value_text(at: Value) -> str:
    match at:
        case list():
            return "[" + ", ".join(value_text(inner) for inner in at) + "]"
        case float():
            return number(at)
        case _:
            return str(at)


def number(value: float) -> str:
    return f"{value:.6g}"


def instance(counterexample: Mapping[str, Value]) -> str:
    """All of it: `n = 1, x = [0, 1]`; empty where there is nothing to choose."""
    return ", ".join(located(name, at) for name, at in counterexample.items())
