"""`language.records.dataclass` makes the same classes as `dataclasses.dataclass`, only later."""

from __future__ import annotations

import copy
import dataclasses
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, replace
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest
from hence.language import records

made_late: Any = records.dataclass


@made_late(frozen=True)
class Pair:
    left: int
    right: tuple[int, ...] = ()
    note: str = field(default="", compare=False)


@made_late(frozen=True)
class Triple(Pair):
    third: int = 3


@made_late
class Box:
    items: list[int] = field(default_factory=list)
    size: int = field(init=False, default=7)

    def __post_init__(self) -> None:
        self.size += len(self.items)


@made_late(frozen=True)
class Kept:
    value: int


@made_late(frozen=True, order=True)
class Ranked:
    rank: int


def test_values_are_equal_hash_and_print_as_those_of_dataclasses() -> None:
    assert Pair(1, (2,)) == Pair(1, right=(2,), note="other")
    assert Pair(1) != Pair(2)
    assert hash(Pair(1)) == hash(Pair(1, note="n"))
    assert repr(Pair(1)) == "Pair(left=1, right=(), note='')"
    assert Ranked(1) < Ranked(2)


def test_frozen_values_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Pair(1).left = 2
    with pytest.raises(FrozenInstanceError):
        del Triple(1).third


def test_what_is_missing_or_too_much_is_an_error() -> None:
    for wrong in ((), (1, (), "", 4)):
        with pytest.raises(TypeError):
            Pair(*wrong)


def test_derived_classes_know_the_fields_of_their_base_and_match_by_position() -> None:
    value = Triple(1, (), "n", 4)
    assert [f.name for f in dataclasses.fields(Triple)] == ["left", "right", "note", "third"]
    assert replace(value, left=5) == Triple(5, third=4)
    match value:
        case Pair(left, _):
            assert left == 1
        case _:
            pytest.fail("a Triple is a Pair")


def test_defaults_are_made_anew_and_post_init_is_called() -> None:
    first, second = Box(), Box([1])
    first.items.append(9)
    assert (Box().items, second.size, first.size) == ([], 8, 7)


def test_fields_of_a_class_without_values_are_known() -> None:
    @made_late(frozen=True)
    class Fresh:
        only: int

    assert dataclasses.is_dataclass(Fresh)
    assert [f.name for f in dataclasses.fields(Fresh)] == ["only"]
    assert Fresh(1) == Fresh(1)


def test_a_plain_dataclass_may_derive_from_one_that_was_never_used() -> None:
    @made_late(frozen=True)
    class Base:
        a: int

    @dataclasses.dataclass(frozen=True)
    class Derived(Base):
        b: int

    assert Derived(1, 2) == Derived(a=1, b=2)


def test_copies_and_pickles_keep_the_value() -> None:
    value = Triple(1, (2,))
    assert copy.deepcopy(value) == pickle.loads(pickle.dumps(value)) == value  # noqa: S301 (our own)


def test_a_pickle_is_read_where_no_value_was_made_before() -> None:
    stored = pickle.dumps((Kept(4), Kept(4)))
    program = (
        "import pickle, sys; a, b = pickle.loads(sys.stdin.buffer.read()); "
        "assert a == b and hash(a) == hash(b) and repr(a) == 'Kept(value=4)' and type(a)(5) != a"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=stored,
        cwd=Path(__file__).parent,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()


def test_threads_that_make_the_first_value_together_all_get_it() -> None:
    classes = [made_late(frozen=True)(_plain_class(k)) for k in range(30)]
    start, found = Barrier(8), list[object]()

    def work() -> None:
        start.wait()
        found.extend([cls(1, b=2) for cls in classes])

    threads = [Thread(target=work) for _ in range(8)]
    _all(threads, Thread.start)
    _all(threads, Thread.join)
    assert len(found) == 240
    assert {repr(value) for value in found} == {f"Plain{k}(a=1, b=2)" for k in range(30)}


def _plain_class(number: int) -> type:
    name = f"Plain{number}"
    return type(name, (), {"__annotations__": {"a": int, "b": int}, "__module__": __name__, "__qualname__": name})


def _all(threads: list[Thread], act: Callable[[Thread], None]) -> None:
    for thread in threads:
        act(thread)


def test_outside_of_tests_values_are_the_same_but_do_not_look_after_themselves() -> None:
    program = """
import dataclasses
from hence.language import records
from hence.language.terms import App, Num, Sym, num
assert not records.GUARDED
x = App("add", (Sym("x"), num(2)))
assert x == App("add", (Sym("x"), num(2))) and hash(x) == hash(App("add", (Sym("x"), num(2)))) and x != Sym("x")
assert {x: 1}[dataclasses.replace(x)] == 1
@records.dataclass(frozen=True)
class Own:
    value: int
    def __hash__(self):
        return 7
@records.dataclass(frozen=True)
class Derived(Own):
    more: int = 0
assert hash(Own(1)) == 7 and Derived(1, 2) == Derived(1, 2) and hash(Derived(1)) == hash(Derived(1))
Own(1).value = 2
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
