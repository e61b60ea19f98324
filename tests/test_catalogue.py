"""The catalogue as a whole: everything is proved, looked at again by other means, and survives being printed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import pytest
from hence.checks import check
from hence.checks.crosscheck import Confirmation
from hence.checks.numeric.certify import ERROR_LEVEL
from hence.derivations import ENTRIES
from hence.derivations.experiments import LEVEL
from hence.language.catalogue import Block, Chain, Entry, Induction, Row, Text
from hence.language.derivation import Step
from hence.language.terms import Term, strip_spans
from hence.language.verdicts import Assumed, Judged, Numeric, Proved, Refuted, Unknown, name_of
from hence.latex_in import read_file, read_text
from hence.latex_out import latex_page
from hence.latex_out.evidence import CrossChecked, cross_check, evaluated, opinions
from hence.latex_out.measure import Ruler
from hence.latex_out.sheet import About, homework_sheet
from hence.latex_out.solution import Solved, layout, solved_entry

from hence import json_out
from hence.catalogue import entries, solve, solve_entry
from hence.entry_report import entry_report

SUITE_LEVEL = 1e-3  # how often all estimates of one run together may be wrong about what is true
CLAIMS = """
    000.3-i 000.3-iv
    003.Q1.1 003.Q2.1 003.Q2.2 003.Q2.3-i 003.Q2.3-ii 003.Q2.3-edge
    003.Q3.3-i 003.Q3.3-ii 003.Q3.4-hint2 003.Q3.4-i 003.Q3.4-ii
    004.3a 004.3a-assump 004.3b-1 004.3b-2 004.3c-1 004.3c-2
""".split()
CORE = tuple(entry for entry in ENTRIES if set(entry.claims) & set(CLAIMS))
by_entry = pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.id)
by_result = pytest.mark.parametrize("entry", [e for e in ENTRIES if not e.is_remark], ids=lambda e: e.id)
by_core = pytest.mark.parametrize("entry", CORE, ids=lambda e: e.id)


def solved_alone(entry: Entry, seed: int = 0) -> Solved:
    return solve_entry(entry, entries(entry.uses) if entry.uses else (), seed)


@pytest.fixture(scope="module")
def solutions() -> dict[str, Solved]:
    return {solved.entry.id: solved for solved in solve((), 0, None, lambda *_: None)}


def cross_checked(solved: Solved) -> CrossChecked:
    assert isinstance(solved, CrossChecked)
    return solved


# What is proved ------------------------------------------------------------------------------------------


def test_every_claim_is_covered():
    covered = {claim for entry in ENTRIES for claim in entry.claims}
    assert covered >= set(CLAIMS), f"missing: {sorted(set(CLAIMS) - covered)}"


@by_entry
def test_every_entry_is_proved(entry: Entry, solutions: dict[str, Solved]):
    solved = solutions[entry.id]
    if entry.is_remark:
        assert solved.verdict == "remark", solved.trouble
        return
    assert solved.verdict == "proved", [
        (judged.step.span.line, judged.verdict)
        for judged in solved.report.steps
        if solved.name_of_step(judged) not in ("proved", "assumed")
    ]
    assert solved.counts()["supported"] == 0
    assert solved.report.steps


def test_a_remark_that_claims_something_is_no_remark():
    (entry,) = (e for e in ENTRIES if e.id == "hw3.1.4c.heads")
    claiming = replace(entry, proof=(Text(r"Clearly \[ 1 + 1 = 2. \]"),))
    assert solved_alone(claiming).verdict == "unknown"


def test_a_remark_that_its_experiment_contradicts_is_not_settled():
    (entry,) = (e for e in ENTRIES if e.id == "hw3.1.4c.heads")
    contradicted = replace(entry, experiment=lambda seed: Numeric(instances=1, max_error=1.0, seed=seed))
    assert solved_alone(contradicted).verdict == "unknown"


def mutated(entry: Entry) -> Entry:
    """The entry with the sign of one row changed."""
    blocks: list[Block] = []
    changed = False
    for block in entry.proof:
        new = block if changed else _with_other_sign(block)
        changed = changed or new != block
        blocks.append(new)
    assert changed
    return replace(entry, proof=tuple(blocks), experiment=None)


def _with_other_sign(block: Block) -> Block:
    match block:
        case Induction():
            return replace(block, step=_flipped(block.step))
        case Chain():
            return _flipped(block)
    return block


def _flipped(chain: Chain) -> Chain:
    """The last equation with another sign, unless its value is zero, which has none."""
    equations = [k for k, row in enumerate(chain.rows) if row.relation == "="]
    if not equations or chain.rows[equations[-1]].rhs == "0":
        return chain
    at = equations[-1]
    row = chain.rows[at]
    return replace(chain, rows=(*chain.rows[:at], Row(rf"-\left({row.rhs}\right)", row.why), *chain.rows[at + 1 :]))


@by_core
def test_a_changed_sign_is_not_proved(entry: Entry):
    changed, uses = mutated(entry), entries(entry.uses) if entry.uses else ()
    report = check(read_text(layout(changed, uses).argument, changed.id), 0)
    assert solved_entry(changed, report, None, uses).verdict != "proved"


# What is printed -----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("homework", sorted({entry.homework for entry in ENTRIES}))
def test_a_printed_homework_is_read_back_and_proved(homework: str, solutions: dict[str, Solved], tmp_path: Path):
    """The whole document: preamble, marks, answers and appendix are there, too, and add no step and no hypothesis."""
    mine = [solved for solved in solutions.values() if solved.entry.homework == homework]
    path = tmp_path / "homework.tex"
    path.write_text(latex_page.document(homework_sheet(About(homework), mine), Ruler()), encoding="utf-8")
    report = check(read_file(str(path)), 0)
    printed = [(solved, judged) for solved in mine for judged in solved.report.steps]
    false = Counter(_claim(judged) for solved, judged in printed if solved.is_false_statement(judged))
    assert Counter(map(_claim, report.steps)) == Counter(_claim(judged) for _, judged in printed)
    assert Counter(_claim(found) for found in report.steps if isinstance(found.verdict, Refuted)) == false
    others = [found for found in report.steps if not isinstance(found.verdict, Proved | Assumed | Refuted)]
    assert not [(found.step.span.line, found.verdict) for found in others]


def _claim(judged: Judged) -> tuple[Term, str, Term]:
    """What is claimed, however it is broken into lines."""
    assert isinstance(judged.step, Step)
    formula = judged.step.formula
    return strip_spans(formula.lhs), formula.relation, strip_spans(formula.rhs)


@by_core
def test_the_page_says_what_else_was_tried(entry: Entry, solutions: dict[str, Solved]):
    solved = solutions[entry.id]
    assert "confirms step" in opinions(solved)
    assert "instances in all" in cross_check(solved)
    assert "contradict" not in cross_check(solved) or "no confidence interval contradicts" in cross_check(solved)


def test_json_says_where_sympy_took_part(solutions: dict[str, Solved]):
    (found,) = json.loads(json_out.catalogue([entry_report(solutions["eecs182.7.3b"])]))["derivations"]
    assert [step["sympy"]["holds"] for step in found["steps"]] == [True, True, True]
    assert found["steps"][1]["sympy"]["sizes"] == ["d = 2"]
    assert "sympy.integrate" in found["steps"][1]["sympy"]["by"]
    low, high = found["numeric"]["interval"]
    assert low <= found["numeric"]["claimed"] <= high
    assert found["numeric"]["samples"] >= 100_000
    assert "seed" in found["numeric"]


# Experiments ---------------------------------------------------------------------------------------------


def agrees(numeric: Numeric) -> bool:
    if numeric.interval is not None and numeric.claimed is not None:
        return numeric.interval[0] <= numeric.claimed <= numeric.interval[1]
    approached = any("shrinking" in d for d in numeric.dimensions)  # a limit, at the last value tried
    return numeric.instances > 0 and numeric.max_error < (1e-6 if approached else 1e-9)


@by_result
def test_every_result_has_evidence_apart_from_its_proof(entry: Entry, solutions: dict[str, Solved]):
    numeric = solutions[entry.id].numeric or evaluated(solutions[entry.id])
    assert numeric is not None
    assert agrees(numeric)


@pytest.mark.parametrize("seed", range(5))
def test_experiments_agree_for_other_seeds(seed: int):
    found = {entry.id: entry.experiment(seed) for entry in ENTRIES if entry.experiment is not None}
    assert not {name: numeric for name, numeric in found.items() if not agrees(numeric) or numeric.seed != seed}


@pytest.mark.parametrize("seed", [1, 2])
def test_expectations_agree_for_other_seeds(seed: int):
    for name in ("eecs182.7.3b", "ift6135.3.4.expectation", "ift6135.3.4.features"):
        solved = solved_alone(entries([name])[0], seed)
        assert solved.verdict == "proved"
        assert solved.numeric is not None
        assert agrees(solved.numeric)


def test_expectations_of_normal_vectors_are_sampled(solutions: dict[str, Solved]):
    steps = solutions["eecs182.7.3a"].report.steps
    evidence = [judged.verdict.numeric for judged in steps if isinstance(judged.verdict, Proved)]
    sampled = [numeric for numeric in evidence if numeric is not None and numeric.samples]
    assert len(sampled) == 4  # all but the last, which has no expectation


def test_error_levels_of_the_whole_run(solutions: dict[str, Solved]):
    """Each estimate is at its own level; together they must not cry wolf once in a thousand runs."""
    experiments = sum(entry.experiment is not None for entry in ENTRIES)
    steps = sum(len(solved.report.steps) for solved in solutions.values())
    assert experiments * LEVEL + (steps + len(ENTRIES)) * ERROR_LEVEL <= SUITE_LEVEL


# SymPy ---------------------------------------------------------------------------------------------------


def test_sympy_confirms_most_steps_and_contradicts_none(solutions: dict[str, Solved]):
    confirmed = steps = 0
    for solved in map(cross_checked, solutions.values()):
        for judged, opinion in zip(solved.report.steps, solved.opinions, strict=True):
            steps += 1
            confirmed += opinion is not None
            assert opinion is None or opinion.holds != solved.is_false_statement(judged)
    assert confirmed >= steps / 2


def test_many_facilities_of_sympy_take_part(solutions: dict[str, Solved]):
    opinions = [o for solved in map(cross_checked, solutions.values()) for o in solved.opinions if o is not None]
    used = {name for opinion in opinions for name in opinion.by}
    assert used >= {"sympy.integrate", "sympy.summation", "sympy.expand", "sympy.together", "sympy.assumptions"}


# Contradictions ------------------------------------------------------------------------------------------


def internal_errors(solved: Solved) -> Sequence[str]:
    whys = [judged.verdict.why for judged in solved.report.steps if isinstance(judged.verdict, Unknown)]
    return [why for why in whys if why.startswith("internal error")]


@pytest.mark.parametrize(
    "lie",
    [
        Numeric(estimate=1.0, interval=(0.9, 1.1), claimed=2.0, samples=1000, seed=3),
        Numeric(instances=10, max_error=0.5),
    ],
    ids=["an interval", "instances"],
)
def test_an_experiment_that_disagrees_is_an_internal_error(lie: Numeric):
    entry = replace(entries(["ift6135.3.4.hint"])[0], experiment=lambda _seed: lie)
    solved = solved_alone(entry)
    assert solved.verdict == "unknown"
    assert [name_of(judged.verdict) for judged in solved.report.steps] == ["proved", "unknown"]
    (why,) = internal_errors(solved)
    assert "the experiment contradicts it" in why


def test_sympy_that_disagrees_is_an_internal_error(monkeypatch: pytest.MonkeyPatch):
    contrary = Confirmation(False, ("d = 2",), ("sympy.simplify",))
    monkeypatch.setattr("hence.checks.crosscheck.confirm", lambda _setting, _claim: contrary)
    solved = solved_alone(entries(["ift6135.3.4.hint"])[0])
    assert solved.verdict == "unknown"
    assert (
        internal_errors(solved)
        == ["internal error: proved, but SymPy finds it false for d = 2 (by sympy.simplify); please report this"] * 2
    )


def test_samples_that_disagree_are_an_internal_error(monkeypatch: pytest.MonkeyPatch):
    off = Numeric(estimate=1.0, interval=(0.9, 1.1), claimed=0.0, samples=1000, seed=0)
    monkeypatch.setattr("hence.checks.numeric.monte_carlo", lambda *_: off)
    solved = solved_alone(entries(["eecs182.7.3a"])[0])
    assert solved.verdict == "unknown"
    assert all("excludes 0" in why for why in internal_errors(solved))
    assert len(internal_errors(solved)) == 4


def test_estimates_of_both_sides_need_not_meet_exactly(monkeypatch: pytest.MonkeyPatch):
    """Where the right side is an estimate too, only the difference of the sides can contradict the step."""
    apart = Numeric(estimate=1.0, interval=(0.99, 1.01), claimed=1.02, samples=1000, seed=0)
    gap = Numeric(estimate=-0.02, interval=(-0.05, 0.01), claimed=0.0, samples=2000, seed=0)
    answers = {"=": [apart, gap] * 10}
    monkeypatch.setattr(
        "hence.checks.numeric.monte_carlo", lambda _setting, claim, _seed: answers[claim.relation].pop(0)
    )
    solved = solved_alone(entries(["eecs182.7.3a"])[0])
    assert not internal_errors(solved)


def test_chains_are_numbered_as_they_stand(solutions: dict[str, Solved]):
    """What is estimated from end to end is a chain: its steps stand together in the report."""
    for solved in solutions.values():
        numbers = [number for number, _ in groupby(judged.step.chain for judged in solved.report.steps)]
        assert len(numbers) == len(set(numbers))
