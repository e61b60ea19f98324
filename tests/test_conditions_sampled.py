"""Where the conditions of a proof hold, both sides are defined: tried by the engine that proves nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from hence.checks.conditions import Condition, Relation, Term
from hence.checks.defined import where_defined
from hence.checks.model import Claim, Constraint, Lit, Node, Op, Ref, Setting
from hence.checks.normal.poly import Atom, Mono, Poly
from hence.checks.numeric.evaluate import Evaluator
from hence.checks.numeric.instances import NoInstance, draw
from hence.checks.numeric.needs import needs_of
from hence.checks.numeric.scalars import CannotEvaluate, Undefined
from hence.checks.numeric.search import NO_VALUE
from hypothesis import given, settings
from hypothesis import strategies as st

from hence import checks, latex_in

FOLDER = Path(__file__).resolve().parent / "documents"
DOCUMENTS = (
    "attention_rows.tex",
    "cases.tex",
    "conditions_behind.tex",
    "dots.tex",
    "equations_given.tex",
    "odd_but_true.tex",
    "other_notation.tex",
    "scalars.tex",
    "structured_matrices.tex",
    "sums.tex",
    "where_it_holds.tex",
)
INSTANCES = 8


@dataclass(frozen=True)
class Listed:
    """A proved claim with the conditions that were listed for it."""

    setting: Setting
    claim: Claim
    conditions: tuple[Condition, ...]


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> list[Listed]:
    return _recording(monkeypatch)


def _recording(monkeypatch: pytest.MonkeyPatch) -> list[Listed]:
    """Every claim whose conditions the checker asks for."""
    found: list[Listed] = []

    def recorded(setting: Setting, claim: Claim, givens: object, needs: tuple[Condition, ...]) -> tuple[Condition, ...]:
        more = where_defined(setting, claim, givens, needs)
        found.append(Listed(setting, claim, (*needs, *more)))
        return more

    monkeypatch.setattr(import_module("hence.checks.defined"), "where_defined", recorded)
    return found


# Conditions as hypotheses of the tester ------------------------------------------------------------


class NotSaid(Exception):
    """A condition that is no hypothesis about numbers."""


def hypotheses(conditions: tuple[Condition, ...]) -> tuple[Constraint, ...]:
    """Raises NotSaid."""
    relations = [c for c in conditions if isinstance(c, Relation)]
    return tuple(Constraint(node_of(c.left), c.relation, node_of(c.right), c.every) for c in relations)


def node_of(term: Term) -> Node:
    if not isinstance(term, Poly):
        return term
    summands = [Op("mul", (Lit(c), _mono(m))) for m, c in term.terms]
    return Op("add", tuple(summands)) if len(summands) > 1 else summands[0] if summands else Lit(Fraction(0))


def _mono(mono: Mono) -> Node:
    if mono.sums:
        raise NotSaid
    factors = [Op("pow", (_atom(a), node_of(e))) if not e.is_one else _atom(a) for a, e in mono.factors]
    return Op("mul", (Lit(Fraction(1)), *factors)) if factors else Lit(Fraction(1))


def _atom(atom: Atom) -> Node:
    match atom.kind, atom.args:
        case "sym", indices:
            return Ref(atom.name, tuple(map(node_of, indices)))
        case "num", ():
            return Lit(Fraction(atom.name))
        case "poly", (inner,):
            return node_of(inner)
        case "fn", (inner,) if atom.name in ("log", "abs", "sin", "cos"):
            return Op(atom.name, (node_of(inner),))
    raise NotSaid


def undefined_at(one: Listed) -> Iterator[str]:
    """Instances that satisfy hypotheses and conditions, and at which a side has no value; "" for one that is well."""
    known = replace(one.setting, constraints=(*one.setting.constraints, *hypotheses(one.conditions)))
    needs = needs_of(known, one.claim)
    with np.errstate(all="ignore"):
        for number in range(INSTANCES):
            try:
                world = draw(needs, 5, number)
            except (NoInstance, CannotEvaluate):
                continue
            try:
                for side in (one.claim.lhs, one.claim.rhs):
                    Evaluator(world, exact=False).value(side)
                yield ""
            except Undefined as problem:
                if str(problem) in NO_VALUE:
                    yield f"{problem} at {world.numbers} {world.drawn}"
            except (CannotEvaluate, OverflowError):
                continue


def require_defined(found: list[Listed]) -> int:
    """How many instances were tried."""
    tried = 0
    for one in found:
        try:
            seen = list(undefined_at(one))
        except NotSaid:
            continue
        assert not any(seen), (one.claim, one.conditions, next(filter(None, seen)))
        tried += len(seen)
    return tried


# Steps ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents(name: str, listed: list[Listed]):
    checks.check(latex_in.read_text((FOLDER / name).read_text(encoding="utf-8")))
    assert require_defined(listed) > 10


LEAVES = st.sampled_from(["x", "y", "z", "2", "3"])


def _grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.tuples(inner, inner)
    return st.one_of(
        pairs.map(lambda p: f"({p[0]} + {p[1]})"),
        pairs.map(lambda p: f"({p[0]} - {p[1]})"),
        pairs.map(lambda p: f"{p[0]} \\cdot {p[1]}"),
        pairs.map(lambda p: f"\\frac{{{p[0]}}}{{{p[1]}}}"),
        inner.map(lambda a: f"\\log({a})"),
        inner.map(lambda a: f"\\sqrt{{{a}}}"),
        inner.map(lambda a: f"({a})^2"),
        inner.map(lambda a: f"({a})^{{-1}}"),
        inner.map(lambda a: f"({a})^{{-1/2}}"),
    )


@settings(max_examples=250)
@given(st.recursive(LEAVES, _grown, max_leaves=7))
def test_generated_expressions(text: str):
    with pytest.MonkeyPatch.context() as patch:
        found = _recording(patch)
        checks.check(latex_in.read_text(f"Let $x, y, z, t \\in \\mathbb{{R}}$. \\[ {text} + t = t + {text} \\]"))
        require_defined(found)


def test_a_dropped_condition_is_noticed(listed: list[Listed]):
    """Instances are such that a missing condition shows."""
    page = r"Let $x, y \in \mathbb{R}$. \[ \frac{x y}{x} = y \] \[ \log(x^2 y) = \log y + 2 \log |x| \]"
    checks.check(latex_in.read_text(page))
    assert len(listed) == 2
    for one in listed:
        assert one.conditions
        assert any(undefined_at(replace(one, conditions=())))


def test_behind_a_definition(listed: list[Listed]):
    checks.check(latex_in.read_text(r"Let $f(x) = \frac{1}{x - 1}$. \[ f(x) (x - 1) = 1 \]"))
    assert require_defined(listed) == INSTANCES
    assert any(undefined_at(replace(listed[0], conditions=())))
