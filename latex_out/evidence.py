"""What was verified, in words: a summary that LaTeX and Typst pages share.

Phrases are plain data: text, code (names of rules), and mathematics as LaTeX. Each page decides how
they look.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from hence.language.verdicts import (
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
from hence.latex_out.solution import Solved

RELATION_WORDS = {"<=": r"\le ", ">=": r"\ge ", "!=": r"\neq "}
MATHEMATICAL = re.compile(r"[\\_^=<>]")
MOST_SIZES = 8  # that are listed
ENGLISH_WORD = re.compile(r"[A-Za-z][a-z'-]+[,;:]?")


@dataclass(frozen=True)
class Phrase:
    text: str
    style: Literal["text", "code", "math"] = "text"


@dataclass(frozen=True)
class SecondOpinion:
    """What SymPy says of a step: whether it holds, at which sizes it was written out, which functions decided."""

    holds: bool
    sizes: tuple[str, ...]
    by: tuple[str, ...]


@dataclass(frozen=True)
class CrossChecked(Solved):
    """A solved entry with a second opinion on each of its steps, where there is one, in the order of the report."""

    opinions: tuple[SecondOpinion | None, ...] = ()


def step_phrases(solved: Solved) -> list[list[Phrase]]:
    """One list of phrases for each run of steps that rest on the same, and one on SymPy's part."""
    numbered = list(enumerate(solved.report.steps, 1))
    lists = []
    for phrases, run in groupby(numbered, key=lambda pair: _step(solved, pair[1])):
        numbers = [number for number, _ in run]
        label = f"Step {numbers[0]}" if len(numbers) == 1 else f"Steps {numbers[0]}–{numbers[-1]}"
        lists.append([Phrase(f"{label}: "), *phrases])
    second = opinion_phrases(solved)
    trouble = [Phrase(f"Internal error: {solved.trouble}; please report this")] if solved.trouble else []
    return [*lists, *([part] for part in trouble), *([second] if second else [])]


def opinion_phrases(solved: Solved) -> list[Phrase]:
    """`SymPy confirms steps 1–3 for d = 1, 2 (sympy.integrate)`; empty where it had nothing to say."""
    if not isinstance(solved, CrossChecked):
        return []
    groups: dict[tuple[bool, tuple[str, ...]], tuple[list[int], dict[str, None]]] = {}
    for number, opinion in enumerate(solved.opinions, 1):
        if opinion is not None:
            numbers, by = groups.setdefault((opinion.holds, opinion.sizes), ([], {}))
            numbers.append(number)
            by.update(dict.fromkeys(opinion.by))
    phrases: list[Phrase] = []
    for (holds, sizes), (numbers, by) in groups.items():
        start = "; " if phrases else "SymPy "
        phrases.append(Phrase(f"{start}{'confirms' if holds else 'refutes'} {_steps(numbers)}"))
        phrases += [Phrase(" for "), *_joined(sizes)] if sizes else []
        named = [name for name in by if "." in name]  # plain `sympy` decides what needs no function of it
        phrases += [Phrase(" ("), *_listed(*([Phrase(name, "code")] for name in named)), Phrase(")")] if named else []
    return phrases


def _steps(numbers: list[int]) -> str:
    """`step 4`, `steps 1–3, 5`."""
    runs = [[n for _, n in run] for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])]
    shown = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
    return f"step {shown}" if len(numbers) == 1 else f"steps {shown}"


def _step(solved: Solved, judged: Judged) -> list[Phrase]:
    if not solved.is_false_statement(judged):
        return verdict_phrases(judged.verdict)
    intro = "a false statement, " if isinstance(judged.verdict, Refuted) else "a false statement that was not refuted: "
    return [Phrase(intro), *verdict_phrases(judged.verdict)]


def verdict_phrases(verdict: Verdict) -> list[Phrase]:
    """What a verdict says and rests on. Never fails."""
    match verdict:
        case Proved(method, assumptions, trusting, _, remark):
            phrases = [Phrase("proved by "), *_joined(method)]
            if assumptions:
                phrases += [Phrase("; assuming "), *_joined(assumptions)]
            if trusting:
                phrases += [Phrase("; trusting "), *_joined(trusting)]
            return [*phrases, Phrase(f" ({remark})")] if remark else phrases
        case Refuted(counterexample, left, right, numeric=numeric):
            place = _joined(tuple(located(name, value) for name, value in counterexample.items()))
            where = [Phrase("where "), *place, Phrase(", ")] if place else []
            return [
                Phrase("refuted; "),
                *where,
                Phrase(f"left is {left} and right is {right}"),
                *_numeric_tail(numeric),
            ]
        case Supported(numeric, why):
            return [Phrase(f"supported, not proved ({why})"), *_numeric_tail(numeric)]
        case Assumed(reason):
            return [Phrase(f"assumed: {reason}" if reason else "assumed")]
        case Unknown(why):
            return [Phrase(f"open: {why}")]
        case NotRead(message):
            return [Phrase(f"not read: {message}")]


def evaluated(solved: Solved) -> Numeric | None:
    """The instances at which the proved steps were evaluated, together; None where there are none."""
    found = [numeric for numeric in _evidence(solved) if numeric.instances]
    if not found:
        return None
    return Numeric(
        instances=sum(n.instances for n in found),
        max_error=max(n.max_error for n in found),
        dimensions=tuple(dict.fromkeys(size for n in found for size in n.dimensions))[:MOST_SIZES],
        seed=found[0].seed,
    )


def _evidence(solved: Solved) -> list[Numeric]:
    verdicts = [judged.verdict for judged in solved.report.steps]
    return [v.numeric for v in verdicts if isinstance(v, Proved) and v.numeric is not None]


def cross_check(solved: Solved) -> str:
    """How many instances and samples agree with the steps that are proved; empty where none were tried."""
    found = _evidence(solved)
    instances, sampled = evaluated(solved), [n for n in found if n.samples]
    sentences = []
    if instances is not None:
        sentences.append(
            f"{_proved_steps([n for n in found if n.instances])} evaluated at {instances.instances} instances in all, "
            f"the largest difference being {number(instances.max_error)}"
        )
    if sampled:
        samples = f"{sum(n.samples for n in sampled):,}".replace(",", " ")
        sentences.append(
            f"{_proved_steps(sampled)} estimated from {samples} samples in all (seed {sampled[0].seed}), "
            "and no confidence interval contradicts them"
        )
    return "; ".join(sentences)


def _proved_steps(evidence: list[Numeric]) -> str:
    return "1 proved step was" if len(evidence) == 1 else f"{len(evidence)} proved steps were"


VERBS = {"drawn ": "", "values ": " takes", "dependent ": " is", "normal ": " is", "entries ": " has"}


def located(name: str, at: Value) -> str:
    """`x = -1`, `q drawn from its normal law`: where a counterexample puts a symbol."""
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
    if solved.verdict == "remark":
        return "in words; nothing here is proved"
    return ", ".join(f"{count} {name}" for name, count in solved.counts().items() if count) or "no steps"


def _numeric_tail(numeric: Numeric | None) -> list[Phrase]:
    return [Phrase(f"; numerically {numeric_text(numeric)}")] if numeric is not None else []


def _joined(texts: tuple[str, ...]) -> list[Phrase]:
    return _listed(*(mixed(text) for text in texts))


def _listed(*items: list[Phrase]) -> list[Phrase]:
    """The items with commas between them."""
    made: list[Phrase] = []
    for item in items:
        made += [Phrase(", "), *item] if made else item
    return made
