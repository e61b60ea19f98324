"""Which member of a sequence is its start: one before all that its definitions speak of."""

from __future__ import annotations

from hence.checks.model import Definition, Lit, Ref, Setting
from hence.checks.normal.poly import number, symbol
from hence.checks.normal.starts import is_start


def test_a_start_comes_before_its_recurrence():
    step = Definition("x", ("t",), (), Ref("e"))
    setting = Setting(definitions={"x": (step,)})
    assert is_start(setting, "x", (number(0),))
    assert not is_start(setting, "x", (number(1),))
    assert not is_start(setting, "x", (symbol("t"),))


def test_a_member_with_a_definition_of_its_own_is_no_start():
    setting = Setting(definitions={"x": (Definition("x", (Lit(0),), (), Ref("e")),)})
    assert not is_start(setting, "x", (number(0),))
