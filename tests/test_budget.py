"""The clock of a step: wherever it rings, it costs that step and nothing else."""

from __future__ import annotations

import signal

import pytest
from hence.checks import budget
from hence.language.faults import Fault, OutOfWork


def test_a_clock_that_rings_while_it_is_turned_off_is_not_heard(monkeypatch: pytest.MonkeyPatch):
    def rings(_which: int, seconds: float, _again: float = 0.0) -> None:
        if not seconds:
            signal.raise_signal(signal.SIGPROF)

    monkeypatch.setattr(budget.signal, "setitimer", rings)
    assert budget.bounded(lambda: 7) == 7


def test_work_that_is_out_of_time_is_a_fault():
    def work() -> None:
        raise OutOfWork("more than 1 s of processor time would be needed")

    found = budget.bounded(work)
    assert isinstance(found, Fault)
    assert not found.internal
