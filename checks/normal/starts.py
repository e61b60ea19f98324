"""The start x_0 of a sequence that is random only because of what drives it: a number, unless the page says more.

Inside of an expectation such a member is held apart under a name of its own, so that it counts as a constant. That it
is one is reported as a condition.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hence.checks.conditions import Fixed
from hence.checks.drawn_given import random_names
from hence.checks.normal.conditional import outside
from hence.checks.normal.poly import Atom, Poly, of_atom, symbol

if TYPE_CHECKING:
    from hence.checks.model import Setting
    from hence.checks.normal.entries import Normaliser

START = "#start"


def held(n: Normaliser, body: Poly, given: bool = False) -> Poly:
    """The body with its starts as constants; `given` where an expectation is conditional on one."""
    driven = driven_names(n.setting)
    if not body.names & driven:
        return body

    def hold(atom: Atom) -> Poly | None:
        if atom.kind != "sym" or atom.name not in driven or not is_start(n.setting, atom.name, atom.args):
            return None
        n.algebra.need(Fixed(symbol(atom.name, atom.args[0]), otherwise=given))
        return of_atom(Atom("sym", atom.name + START, atom.args))

    return outside(n.algebra, body, hold)


def released(n: Normaliser, value: Poly) -> Poly:
    """A value with the starts under their own names again."""

    def release(atom: Atom) -> Poly | None:
        if atom.kind != "sym" or not atom.name.endswith(START):
            return None
        return of_atom(Atom("sym", atom.name.removesuffix(START), atom.args))

    return outside(n.algebra, value, release) if any(name.endswith(START) for name in value.names) else value


def driven_names(setting: Setting) -> frozenset[str]:
    """Sequences without a law that are defined through random symbols, and of which nothing else says that they are."""
    said = {s.name for s in setting.symbols.values() if s.random} | setting.laws.keys()
    return random_names(setting) - said.union(*setting.independent)


def is_start(setting: Setting, name: str, indices: tuple[Poly, ...]) -> bool:
    """Whether a member comes before all that the definitions of its sequence speak of."""
    definitions = setting.definitions.get(name, ())
    value = indices[0].integer if indices else None
    if value is None or not all(d.indices and isinstance(d.indices[0], str) for d in definitions):
        return False
    return all(value < (1 if d.least is None else d.least) for d in definitions)
