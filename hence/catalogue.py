"""The catalogue, verified: each entry is printed, read back, and what was read is checked.

Then it is looked at again by code that the proof does not rest on: SymPy writes each step out in small dimensions,
steps with expectations are sampled, and the experiment of the entry is run. These looks prove nothing. Where one of
them contradicts a proof, that is an internal error: the step is no longer called proved, and says why.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from hence import cache
from hence.entry_report import EntryReport, entry_report
from hence.files import Failure, Unreadable
from hence.language.catalogue import Entry
from hence.language.verdicts import Judged, Numeric, Proved, Refuted, Report, Unknown
from hence.latex_out.evidence import CrossChecked, SecondOpinion
from hence.latex_out.solution import Solved, layout
from hence.work import Heard, Lost, Tell, in_order

if TYPE_CHECKING:
    from hence.checks.crosscheck import Posed
    from hence.checks.model import Claim, Node
    from hence.language.derivation import Step, Unread

    Claims: TypeAlias = Mapping[Step | Unread, Posed]

Task = TypeVar("Task", bound=tuple[Any, ...])
Result = TypeVar("Result")
ROUNDING = 1e-9  # how far two computations of the same number may differ
CHANCE = frozenset(("E", "Var", "Cov", "integral"))


class UnknownEntry(LookupError):
    """No entry has this id."""


def entries(ids: Sequence[str] = ()) -> tuple[Entry, ...]:
    """The entries with these ids, all of them for none. Raises UnknownEntry."""
    from hence.derivations import ENTRIES  # noqa: PLC0415 (the catalogue is loaded only by commands that use it)

    by_id = {entry.id: entry for entry in ENTRIES}
    for wanted in ids:
        if wanted not in by_id:
            raise UnknownEntry(f"no derivation is called {wanted}; `hence list` shows all")
    return tuple(by_id[i] for i in dict.fromkeys(ids)) if ids else ENTRIES


def solve(ids: Sequence[str], seed: int, jobs: int | None, heard: Heard) -> Iterator[Solved | Failure]:
    """Every entry with its verdicts, in the order of the catalogue, or why it has none. Raises UnknownEntry."""
    tasks = [(entry.id, seed) for entry in entries(ids)]
    yield from _each(_solve_by_id, tasks, jobs, heard)


def report_all(seed: int, jobs: int | None, cached: bool, heard: Heard) -> Iterator[EntryReport | Failure]:
    """What is found of every entry, as plain data; what has not changed is not decided again."""
    tasks = [(entry.id, seed, cached) for entry in entries()]
    yield from _each(_report_by_id, tasks, jobs, heard)


def _each(
    work: Callable[[Task, Tell], Result | Failure], tasks: Sequence[Task], jobs: int | None, heard: Heard
) -> Iterator[Result | Failure]:
    """The results in order; a failure for an entry that cannot be read, or whose process died."""
    for (name, *_), one in zip(tasks, in_order(work, tasks, jobs, heard), strict=False):
        yield Failure(name, f"{name}: {one.why}") if isinstance(one, Lost) else one


def _solve_by_id(task: tuple[str, int], _tell: Tell) -> Solved | Failure:
    """By id: entries hold functions, which do not travel between processes."""
    entry_id, seed = task
    (entry,) = entries([entry_id])
    try:
        return solve_entry(entry, entries(entry.uses) if entry.uses else (), seed)
    except Unreadable as error:
        return Failure(entry_id, str(error))


def _report_by_id(task: tuple[str, int, bool], tell: Tell) -> EntryReport | Failure:
    entry_id, seed, cached = task
    (entry,) = entries([entry_id])
    page = layout(entry, entries(entry.uses) if entry.uses else ())
    key = cache.key("entry", entry_id, page.text, page.argument, seed) if cached else ""
    known = cache.look_up(key) if key else None
    if known is not None:
        with contextlib.suppress(*cache.WRONG):
            return EntryReport.from_json(known)
    solved = _solve_by_id((entry_id, seed), tell)
    if isinstance(solved, Failure):
        return solved
    made = entry_report(solved)
    if key and not made.contradicts_itself and not made.trouble:
        cache.keep(key, made.to_json())
    return made


def solve_entry(entry: Entry, uses: tuple[Entry, ...], seed: int) -> Solved:
    """One entry: printed, read back, checked, and its experiment run. Raises Unreadable."""
    from hence.checks import check  # noqa: PLC0415 (numpy and SymPy load only when something is checked)
    from hence.checks.crosscheck import posed  # noqa: PLC0415
    from hence.latex_in import ReadError, read_text  # noqa: PLC0415

    page = layout(entry, uses)
    try:
        derivation = read_text(page.argument, entry.id)
    except ReadError as error:
        raise Unreadable(f"{entry.id}:{error.span.line}:{error.span.column}: {error.message}") from error
    report = _trusting(check(derivation, seed), page.theorems)
    claims = posed(derivation)
    looks = [_second_look(judged, claims.get(judged.step), seed) for judged in report.steps]
    report = dataclasses.replace(report, steps=tuple(judged for judged, _ in looks))
    numeric, problem = _result(entry, report, claims, seed)
    if problem:
        report = _no_longer_proved(report, problem)
    if entry.is_remark and report.steps:
        problem = "a remark claims something"
    return CrossChecked(
        entry=_portable(entry),
        report=report,
        false_lines=page.false,
        numeric=numeric,
        uses=tuple(_portable(u) for u in uses),
        opinions=tuple(opinion for _, opinion in looks),
        trouble=problem,
    )


def _trusting(report: Report, theorems: Mapping[int, str]) -> Report:
    """Steps that use a theorem of the page name it among what they trust."""

    def marked(judged: Judged) -> Judged:
        if not isinstance(judged.verdict, Proved):
            return judged
        used = [name for line, name in theorems.items() if f"hypothesis of line {line}" in judged.verdict.method]
        trusting = tuple(dict.fromkeys((*judged.verdict.trusting, *used)))
        return Judged(judged.step, dataclasses.replace(judged.verdict, trusting=trusting))

    return dataclasses.replace(report, steps=tuple(marked(j) for j in report.steps)) if theorems else report


def _portable(entry: Entry) -> Entry:
    """An entry without its experiment, a function, which may not travel between processes."""
    return dataclasses.replace(entry, experiment=None)


# A second look at each step ------------------------------------------------------------------------------


def _second_look(judged: Judged, posed: Posed | None, seed: int) -> tuple[Judged, SecondOpinion | None]:
    """The step with its estimate, and SymPy's opinion; a step that they contradict is not proved any more."""
    verdict = judged.verdict
    if posed is None or not isinstance(verdict, Proved | Refuted):
        return judged, None
    opinion = _opinion(posed)
    if isinstance(verdict, Refuted):  # that a claim holds in small dimensions does not contradict its refutation
        return judged, None if opinion is None or opinion.holds else opinion
    if opinion is not None and not opinion.holds:
        problem = f"SymPy finds it false for {', '.join(opinion.sizes)} (by {', '.join(opinion.by)})"
        return Judged(judged.step, _internal_error(problem)), opinion
    found = _estimate(posed, posed.claim, seed)
    if found is None:
        return judged, opinion
    numeric, problem = found
    if problem:
        return Judged(judged.step, _internal_error(problem)), opinion
    return Judged(judged.step, dataclasses.replace(verdict, numeric=_merged(verdict.numeric, numeric))), opinion


def _internal_error(problem: str) -> Unknown:
    return Unknown(f"internal error: proved, but {problem}; please report this", internal=True)


def _opinion(posed: Posed) -> SecondOpinion | None:
    """What SymPy says. That a claim fails counts only where all its hypotheses were understood."""
    from hence.checks.crosscheck import confirm  # noqa: PLC0415

    found = confirm(posed.setting, posed.claim)
    if found is None or not (found.holds or posed.complete):
        return None
    return SecondOpinion(found.holds, found.sizes, found.by)


def _estimate(posed: Posed, claim: Claim, seed: int) -> tuple[Numeric, str] | None:
    """An equation with expectations, sampled, and what contradicts it. None where there is nothing to sample."""
    from hence.checks.model import Claim, Lit, Op  # noqa: PLC0415
    from hence.checks.numeric import Untestable, monte_carlo  # noqa: PLC0415

    if claim.relation != "=" or not (_has_chance(claim.lhs) or _has_chance(claim.rhs)):
        return None
    found = monte_carlo(posed.setting, claim, seed)
    if isinstance(found, Untestable) or not found.samples:
        return None
    if not _contradiction(found):
        return found, ""
    # both sides may be estimates: then it is their difference that must not exclude zero
    difference = Op("add", (claim.lhs, Op("neg", (claim.rhs,), claim.rhs.shape)), claim.lhs.shape)
    gap = monte_carlo(posed.setting, Claim(difference, "=", Lit(Fraction(0), claim.lhs.shape)), seed)
    if isinstance(gap, Untestable) or not posed.complete:
        return None
    return found, _contradiction(found) if _contradiction(gap) else ""


def _has_chance(node: Node) -> bool:
    from hence.checks.model import walk  # noqa: PLC0415

    return any(getattr(n, "head", "") in CHANCE for n in walk(node))


def _merged(evaluated: Numeric | None, sampled: Numeric) -> Numeric:
    """Instances and samples of one step together."""
    if evaluated is None:
        return sampled
    return dataclasses.replace(
        sampled,
        instances=evaluated.instances,
        max_error=evaluated.max_error,
        dimensions=evaluated.dimensions,
    )


# The result as a whole -----------------------------------------------------------------------------------


def _result(entry: Entry, report: Report, claims: Claims, seed: int) -> tuple[Numeric | None, str]:
    """The evidence for an entry, an experiment or an estimate, and what in it contradicts the entry."""
    if entry.experiment is not None:
        numeric = entry.experiment(seed)
        return numeric, f"the experiment contradicts it: {problem}" if (problem := _contradiction(numeric)) else ""
    return _ends(report, claims, seed) or (None, "")


def _ends(report: Report, claims: Claims, seed: int) -> tuple[Numeric, str] | None:
    """The last chain whose left end is an expectation and whose right end is none, from end to end."""
    from hence.checks.model import Claim  # noqa: PLC0415

    chains = [list(run) for _, run in groupby(report.steps, key=lambda judged: judged.step.chain)]
    for run in reversed(chains):
        posed = [claims.get(judged.step) for judged in run]
        if not all(isinstance(j.verdict, Proved) and p is not None for j, p in zip(run, posed, strict=True)):
            continue
        known = [p for p in posed if p is not None]
        whole = Claim(known[0].claim.lhs, "=", known[-1].claim.rhs)
        if all(p.claim.relation == "=" for p in known) and _has_chance(whole.lhs) and not _has_chance(whole.rhs):
            found = _estimate(known[0], whole, seed)
            if found is not None:
                return found
    return None


def _contradiction(numeric: Numeric) -> str:
    """Why the evidence cannot be squared with the claim; empty where it can."""
    if numeric.interval is not None and numeric.claimed is not None:
        low, high = numeric.interval
        if not low <= numeric.claimed <= high:
            sample = f"{numeric.samples} samples with seed {numeric.seed}"
            return f"the interval from {low:.6g} to {high:.6g} excludes {numeric.claimed:.6g} ({sample})"
    if numeric.max_error > ROUNDING:
        return f"two computations differ by {numeric.max_error:.3g} (seed {numeric.seed})"
    return ""


def _no_longer_proved(report: Report, problem: str) -> Report:
    """The report with its last proved step taken back: that is where the result stands."""
    steps = list(report.steps)
    last = max((k for k, judged in enumerate(steps) if isinstance(judged.verdict, Proved)), default=None)
    if last is not None:
        steps[last] = Judged(steps[last].step, _internal_error(problem))
    return dataclasses.replace(report, steps=tuple(steps))
