"""What was verified, in words.

`numeric_text` is plain text, for a terminal; everything else is LaTeX prose, for a page.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from hence.language.derivation import Step
from hence.language.instances import number
from hence.language.verdicts import (
    Assumed,
    Judged,
    NotRead,
    Numeric,
    Proved,
    Refuted,
    Supported,
    Unknown,
    Verdict,
)
from hence.latex_out import methods, values
from hence.latex_out.solution import Solved

MOST_SIZES = 8  # that are listed
MOST_ASSUMPTIONS = 3  # in the line under a result; the appendix has all


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


@dataclass(frozen=True)
class Detail:
    """What a run of steps rests on, as LaTeX prose."""

    first: int
    last: int
    latex: str

    @property
    def numbers(self) -> str:
        return f"Step {self.first}" if self.first == self.last else f"Steps {self.first}–{self.last}"


# A page ----------------------------------------------------------------------------------------------------


def details(solved: Solved) -> list[Detail]:
    """One for each run of steps that rest on the same."""
    at = {judged.step.span.line: str(number) for number, judged in enumerate(solved.report.steps, 1)}
    numbered = list(enumerate(solved.report.steps, 1))
    made = []
    for latex, run in groupby(numbered, key=lambda pair: _step(solved, pair[1], at)):
        numbers = [number for number, _ in run]
        made.append(Detail(numbers[0], numbers[-1], latex))
    return made


def _step(solved: Solved, judged: Judged, at: dict[int, str]) -> str:
    if not solved.is_false_statement(judged):
        return rests_on(judged.verdict, at)
    if isinstance(judged.verdict, Refuted):
        return f"false, as claimed. {failure(judged)}"
    return f"called false, but not refuted: {rests_on(judged.verdict, at)}"


def failure(judged: Judged) -> str:
    """Where a step fails, as a sentence; empty where it does not."""
    follows = isinstance(judged.step, Step) and bool(judged.step.premises)
    return values.failure(judged.verdict, follows) if isinstance(judged.verdict, Refuted) else ""


def rests_on(verdict: Verdict, at: dict[int, str]) -> str:
    """What a verdict says and rests on, as a sentence. Never fails."""
    match verdict:
        case Proved(method, assumptions, trusting):
            text = f"by {methods.phrase(method, at)}"
            text += f"; assuming {methods.listed([values.condition(a) for a in assumptions])}" if assumptions else ""
            text += (
                f"; trusting {methods.listed(list(dict.fromkeys(map(methods.oracle, trusting))))}" if trusting else ""
            )
            return text + "."
        case Refuted():
            return values.failure(verdict)
        case Supported(numeric, why):
            return f"numerical evidence agrees ({values.plain(numeric_text(numeric))}), no proof: {values.plain(why)}."
        case Assumed(reason):
            return f"given: {values.plain(reason)}." if reason else "given."
        case Unknown(why):
            return f"open: {values.plain(why)}."
        case NotRead(message):
            return f"not read: {values.plain(message)}."


def summary_line(solved: Solved) -> str:
    """`13 steps proved; assumes ...; checked numerically at 86 instances`: the line under a result."""
    if solved.verdict == "remark":
        return "A remark in words; nothing here is proved."
    parts = [_counted(solved)]
    assumed = dict.fromkeys(a for judged in solved.report.steps for a in _assumptions(judged))
    if assumed:
        shown = [values.condition(a) for a in list(assumed)[:MOST_ASSUMPTIONS]]
        more = len(assumed) - len(shown)
        parts.append("assumes " + (methods.listed(shown) if not more else ", ".join(shown) + f" and {more} more"))
    if solved.trouble:
        parts.append(f"internal error: {values.plain(solved.trouble)}")
    tried = evaluated(solved)
    if tried is not None:
        parts.append(f"checked numerically at {tried.instances} instances")
    return "; ".join(parts) + "."


def _counted(solved: Solved) -> str:
    false = sum(solved.is_false_statement(j) and isinstance(j.verdict, Refuted) for j in solved.report.steps)
    counts = solved.counts()
    counts["proved"] -= false
    names = {"proved": "proved", "assumed": "given"}
    parts = [f"{n} {names.get(name, name)}" for name, n in counts.items() if n]
    parts += [f"{false} false {'statement' if false == 1 else 'statements'} refuted"] if false else []
    first, *rest = parts or ["no steps"]
    number, _, name = first.partition(" ")
    return ", ".join([f"{number} {'step' if number == '1' else 'steps'} {name}" if parts and name else first, *rest])


def _assumptions(judged: Judged) -> tuple[str, ...]:
    return judged.verdict.assumptions if isinstance(judged.verdict, Proved) else ()


def opinions(solved: Solved) -> str:
    """`SymPy confirms steps 1–3 for $d = 1, 2$`; empty where it had nothing to say."""
    if not isinstance(solved, CrossChecked):
        return ""
    groups: dict[tuple[bool, tuple[str, ...]], list[int]] = {}
    for place, opinion in enumerate(solved.opinions, 1):
        if opinion is not None:
            groups.setdefault((opinion.holds, opinion.sizes), []).append(place)
    parts = []
    for (holds, sizes), numbers in groups.items():
        parts.append(f"{'confirms' if holds else 'refutes'} {_steps(numbers)}{_sizes(sizes)}")
    return f"SymPy, writing out small dimensions, {'; '.join(parts)}." if parts else ""


def _sizes(sizes: tuple[str, ...]) -> str:
    """` for $d = 1, 2$ and symbolic $m$`: the sizes at which a step was written out, or kept as letters."""
    free = [size.removesuffix(" symbolic") for size in sizes if size.endswith(" symbolic")]
    told = [values.condition(size) for size in sizes if not size.endswith(" symbolic")]
    told += [f"symbolic {methods.listed([values.math(name) for name in free])}"] if free else []
    return f" for {methods.listed(told)}" if told else ""


def _steps(numbers: list[int]) -> str:
    """`step 4`, `steps 1–3, 5`."""
    runs = [[n for _, n in run] for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])]
    shown = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
    return f"step {shown}" if len(numbers) == 1 else f"steps {shown}"


# Numbers ---------------------------------------------------------------------------------------------------


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
            f"and both sides agree {values.up_to(instances.max_error)}"
        )
    if sampled:
        samples = values.count(sum(n.samples for n in sampled))
        sentences.append(
            f"{_proved_steps(sampled)} estimated from {samples} samples in all (seed {sampled[0].seed}), "
            "and no confidence interval contradicts them"
        )
    return "Numerically, " + "; ".join(sentences) if sentences else ""


def _proved_steps(evidence: list[Numeric]) -> str:
    return "one proved step was" if len(evidence) == 1 else f"{len(evidence)} proved steps were"


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
