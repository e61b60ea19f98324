"""Hand-made derivations and reports, and stand-ins for the rooms that make them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hence.language.catalogue import Entry, FalseStatement, Induction, Row, Text, chain
from hence.language.derivation import Derivation, Formula, Step, Unread
from hence.language.terms import Span, Sym, app, num
from hence.language.verdicts import (
    Assumed,
    Declared,
    Judged,
    NotRead,
    Numeric,
    Proved,
    Refuted,
    Report,
    Supported,
    Unknown,
)
from hypothesis import settings

# The gate tries the same examples everywhere; `pytest --hypothesis-profile=explore` looks for new ones.
settings.register_profile("gate", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile("gate")

X = Sym("x")


def step_at(line: int, lhs: str = r"\sqrt{x^2}", rhs: str = "x", column: int = 8) -> Step:
    formula = Formula(app("sqrt", app("pow", X, num(2))), "=", X)
    return Step(formula, 1, Span(line, column, line, column + len(rhs)), lhs, rhs, "because")


REFUTED = Refuted({"x": -1}, "1", "-1", "arb", 7, "holds if x >= 0", Numeric(instances=3, max_error=2.0))
PROVED = Proved(("index-normal-form",), (r"\lambda > 0",), ("sympy.limit",), Numeric(instances=64))


@pytest.fixture
def report() -> Report:
    """One step of every verdict."""
    return Report(
        "hw.tex",
        (Declared("x", "real", 3, "declared"), Declared("W", "matrix(k,m)", 4, "inferred")),
        (
            Judged(step_at(12), PROVED),
            Judged(step_at(14), REFUTED),
            Judged(step_at(15), Supported(Numeric(instances=64, dimensions=("n=2",)), "no rule applies")),
            Judged(step_at(16), Assumed("definition")),
            Judged(step_at(17), Unknown("budget of 20000 rewrites ran out")),
            Judged(Unread(Span(18, 3, 18, 9), "expected a term", r"\foo = 1"), NotRead("expected a term")),
        ),
    )


@pytest.fixture
def entry() -> Entry:
    """An entry with every kind of block."""
    return Entry(
        id="demo.1",
        claims=("000.Q1", "000.Q2"),
        title="A running average of $g_t$",
        homework="Demo Homework 1",
        kind="induction",
        problem=r"Show that $v_t = (1-\beta) \sum_{i=1}^{t} \beta^{t-i} g_i$.",
        given=r"Let $\beta \in (0,1)$, $v_0 = 0$ and $v_t = \beta v_{t-1} + (1-\beta) g_t$.",
        proof=(
            Text(r"We ``unroll'' the recurrence --- \emph{carefully}, 100\% of it."),
            chain("v_1", (r"(1-\beta) g_1", "by $v_0 = 0$"), Row("g_1", relation=r"\le")),
            Induction(
                "t",
                r"v_t = (1-\beta) \sum_{i=1}^{t} \beta^{t-i} g_i",
                base=chain("v_0", "0"),
                step=chain("v_{t+1}", (r"\beta v_t + (1-\beta) g_{t+1}", "definition")),
            ),
            FalseStatement("v_t", r"(1-\beta)^t g_1", comment="A power for a sum."),
        ),
        remark="The weights sum to $1 - \\beta^t$.",
        source="question 1",
    )


@pytest.fixture
def standing_in(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[..., Report]], None]:
    """Puts another checker wherever one is called."""

    def put(check: Callable[..., Report]) -> None:
        for place in ("hence.library.check_derivation", "hence.explaining.check", "hence.checks.check"):
            monkeypatch.setattr(place, check)

    return put


@pytest.fixture
def rooms(
    monkeypatch: pytest.MonkeyPatch,
    standing_in: Callable[[Callable[..., Report]], None],
    tmp_path: Path,
    report: Report,
    entry: Entry,
) -> None:
    """A reader, a checker and a catalogue that answer with the values above."""

    def read_text(_text: str, source: str, *_rest: object) -> Derivation:
        return Derivation(source, tuple(judged.step for judged in report.steps))

    def check(derivation: Derivation, *_rest: object) -> Report:
        return Report(derivation.source, report.declarations, report.steps)

    monkeypatch.setenv("HENCE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("hence.library.read_text", read_text)  # loads it before what it takes from is replaced
    monkeypatch.setattr("hence.latex_in.read_text", read_text)
    standing_in(check)
    monkeypatch.setattr("hence.derivations.ENTRIES", (entry,), raising=False)
