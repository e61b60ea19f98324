"""What was verified, in words: a summary that LaTeX and Typst pages share.

Phrases are plain data: text, code (names of rules), and mathematics as LaTeX. Each page decides how
they look.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from language.verdicts import (
    Assumed,
    Judged,
    NotRead,
    Numeric,
    Proved,
    Refuted,
    Supported,
    Unknown,
    Value,
    Verdict,
)
from latex_out.solution import Solved

RELATION_WORDS = {"<=": r"\le ", ">=": r"\ge ", "!=": r"\neq "}
MATHEMATICAL = re.compile(r"[\\_^=<>]")
ENGLISH_WORD = re.compile(r"[A-Za-z][a-z'-]+[,;:]?")


@dataclass(frozen=True)
class Phrase:
    text: str
    style: Literal["text", "code", "math"] = "text"


def step_phrases(solved: Solved) -> list[list[Phrase]]:
    """One list of phrases for each run of steps that rest on the same."""
    numbered = list(enumerate(solved.report.steps, 1))
    lists = []
    for phrases, run in groupby(numbered, key=lambda pair: _step(solved, pair[1])):
        numbers = [number for number, _ in run]
        label = f"Step {numbers[0]}" if len(numbers) == 1 else f"Steps {numbers[0]}–{numbers[-1]}"
        lists.append([Phrase(f"{label}: "), *phrases])
    return lists


def _step(solved: Solved, judged: Judged) -> list[Phrase]:
    if not solved.is_false_statement(judged):
        return verdict_phrases(judged.verdict)
    intro = "a false statement, " if isinstance(judged.verdict, Refuted) else "a false statement that was not refuted: "
    return [Phrase(intro), *verdict_phrases(judged.verdict)]


def verdict_phrases(verdict: Verdict) -> list[Phrase]:
    """What a verdict says and rests on. Never fails."""
    match verdict:
        case Proved(method, assumptions, trusting, numeric, remark):
            phrases = [Phrase("proved by "), *_joined(method)]
            if assumptions:
                phrases += [Phrase("; assuming "), *_joined(assumptions)]
            if trusting:
                phrases += [Phrase("; trusting "), *_joined(trusting)]
            if remark:
                phrases.append(Phrase(f" ({remark})"))
            return phrases + (_numeric_tail(numeric) if numeric and numeric.estimate is not None else [])
        case Refuted(counterexample, left, right):
            place = _joined(tuple(located(name, value) for name, value in counterexample.items()))
            return [Phrase("refuted; where "), *place, Phrase(f", left is {left} and right is {right}")]
        case Supported(numeric, why):
            return [Phrase(f"supported, not proved ({why})"), *_numeric_tail(numeric)]
        case Assumed(reason):
            return [Phrase(f"assumed: {reason}" if reason else "assumed")]
        case Unknown(why):
            return [Phrase(f"open: {why}")]
        case NotRead(message):
            return [Phrase(f"not read: {message}")]


def cross_check(solved: Solved) -> str:
    """How many instances agree with the steps that are proved, all in all; empty where none were tried."""
    verdicts = [judged.verdict for judged in solved.report.steps]
    found = [v.numeric for v in verdicts if isinstance(v, Proved) and v.numeric is not None and v.numeric.instances]
    if not found:
        return ""
    instances, error = sum(n.instances for n in found), max(n.max_error for n in found)
    steps = "1 proved step was" if len(found) == 1 else f"{len(found)} proved steps were"
    return f"{steps} also evaluated at {instances} instances in all; the largest difference is {number(error)}"


def located(name: str, at: Value) -> str:
    """`x = -1`, `q drawn from its normal law`: where a counterexample puts a symbol."""
    text = value_text(at).removeprefix("= ")
    return f"{name} {text}" if text.startswith("drawn ") else f"{name} = {text}"


def value_text(at: Value) -> str:
    match at:
        case list():
            return "[" + ", ".join(value_text(inner) for inner in at) + "]"
        case float():
            return number(at)
        case _:
            return str(at)


def mixed(text: str) -> list[Phrase]:
    """Words as words and formulas as formulas: `definition of \\bm{u}`, `X^\\top X is invertible`, `n >= 1`."""
    if not MATHEMATICAL.search(text):
        return [Phrase(text, "code" if "-" in text and " " not in text else "text")]
    runs = [(style, " ".join(words)) for style, words in groupby(text.split(" "), key=_style_of_word)]
    return _spaced([Phrase(_relations(run), style) if style == "math" else Phrase(run) for style, run in runs])


def _style_of_word(word: str) -> Literal["text", "math"]:
    return "text" if ENGLISH_WORD.fullmatch(word) else "math"


def _relations(text: str) -> str:
    for word, latex in RELATION_WORDS.items():
        text = text.replace(word, latex)
    return text


def _spaced(phrases: list[Phrase]) -> list[Phrase]:
    made: list[Phrase] = []
    for phrase in phrases:
        made += [Phrase(" "), phrase] if made else [phrase]
    return made


def numeric_text(numeric: Numeric) -> str:
    """The evidence as words and numbers, without an equals sign. Never fails."""
    parts = []
    if numeric.estimate is not None:
        parts.append(f"estimate {number(numeric.estimate)}")
    if numeric.interval is not None:
        low, high = numeric.interval
        parts.append(f"confidence interval from {number(low)} to {number(high)}")
    if numeric.claimed is not None:
        parts.append(f"claimed {number(numeric.claimed)}")
    if numeric.samples:
        parts.append(f"{numeric.samples:,} samples".replace(",", " "))
    if numeric.instances:
        parts.append(f"{numeric.instances} instances, largest difference {number(numeric.max_error)}")
    if numeric.dimensions:
        parts.append("dimensions " + "; ".join(numeric.dimensions))
    parts.append(f"seed {numeric.seed}")
    return ", ".join(parts)


def number(value: float) -> str:
    return f"{value:.6g}"


def counted(solved: Solved) -> str:
    """`4 proved, 1 assumed`: only what occurs."""
    return ", ".join(f"{count} {name}" for name, count in solved.counts().items() if count) or "no steps"


def _numeric_tail(numeric: Numeric | None) -> list[Phrase]:
    return [Phrase(f"; numerically {numeric_text(numeric)}")] if numeric is not None else []


def _joined(texts: tuple[str, ...]) -> list[Phrase]:
    made: list[Phrase] = []
    for text in texts:
        made += [Phrase(", "), *mixed(text)] if made else mixed(text)
    return made
