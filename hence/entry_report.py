"""What was found of an entry of the catalogue, as plain data like `hence.report`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hence.language.records import dataclass
from hence.language.verdicts import Judged, Refuted, name_of
from hence.latex_out.evidence import CrossChecked, evaluated
from hence.latex_out.solution import Solved
from hence.report import Chain, CheckedStep, Json, checked, named, numeric_json, report_of


@dataclass(frozen=True)
class EntryReport:
    """`opinions` are SymPy's, step by step; of a false statement it may say that it does not hold."""

    id: str
    title: str
    homework: str
    claims: tuple[str, ...]
    verdict: str
    steps: tuple[CheckedStep, ...]
    opinions: tuple[Json | None, ...]
    chains: tuple[Chain, ...]
    numeric: Json | None
    trouble: str = ""

    @property
    def contradicts_itself(self) -> bool:
        return any(step.internal for step in self.steps)

    def to_json(self) -> Json:
        summary: dict[str, int] = dict.fromkeys(("proved", "assumed", "supported", "unknown", "unread", "refuted"), 0)
        for step in self.steps:
            summary[step.verdict] += 1
        steps = [{**s.to_json(), "sympy": o} for s, o in zip(self.steps, self.opinions, strict=True)]
        return {
            "id": self.id,
            "title": self.title,
            "homework": self.homework,
            "claims": list(self.claims),
            "verdict": self.verdict,
            "steps": steps,
            "chains": [chain.to_json() for chain in self.chains],
            "numeric": self.numeric,
            "summary": summary,
            "trouble": self.trouble,
        }

    @classmethod
    def from_json(cls, data: Any) -> EntryReport:  # noqa: ANN401 (whatever a file held)
        """What `to_json` made. Raises KeyError, TypeError or ValueError for anything else."""
        return cls(
            str(data["id"]),
            str(data["title"]),
            str(data["homework"]),
            tuple(data["claims"]),
            str(data["verdict"]),
            tuple(CheckedStep.from_json(step) for step in data["steps"]),
            tuple(step["sympy"] for step in data["steps"]),
            tuple(Chain(**chain) for chain in data["chains"]),
            data["numeric"],
            str(data["trouble"]),
        )


def entry_report(solved: Solved) -> EntryReport:
    opinions = solved.opinions if isinstance(solved, CrossChecked) else (None,) * len(solved.report.steps)
    entry = solved.entry
    return EntryReport(
        entry.id,
        entry.title,
        entry.homework,
        tuple(entry.claims),
        solved.verdict,
        tuple(_step(solved, judged) for judged in solved.report.steps),
        tuple(None if o is None else {"holds": o.holds, "sizes": list(o.sizes), "by": list(o.by)} for o in opinions),
        report_of(solved.report).chains,
        numeric_json(solved.numeric or evaluated(solved)),
        solved.trouble,
    )


def _step(solved: Solved, judged: Judged) -> CheckedStep:
    """A step of an entry; where a false statement is to be refuted, the refutation is the proof."""
    made = checked(judged)
    if not solved.is_false_statement(judged):
        return made
    made = replace(made, verdict=named(solved.name_of_step(judged)))
    if isinstance(judged.verdict, Refuted):
        return replace(made, method=("refutation",))
    return replace(made, reason=f"to be refuted, but found {name_of(judged.verdict)}: {made.reason}")
