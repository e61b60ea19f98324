"""Derivatives, differentials and values at a point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hence.checks.elaborate.errors import NotUnderstood
from hence.checks.elaborate.givens import base_name
from hence.checks.elaborate.product_rules import fit, transposed
from hence.checks.elaborate.shaping import Rule, Scope, flexible
from hence.checks.elaborate.slices import SLICE
from hence.checks.model import (
    Call,
    Node,
    Op,
    Ref,
    Shape,
    Symbol,
)
from hence.language.terms import Sym, Term, free_names

if TYPE_CHECKING:
    from hence.checks.elaborate.builder import Builder


def _deriv(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    top, bottom = args
    if isinstance(bottom, Sym) and bottom.name in b.models:
        raise NotUnderstood(f"a derivative by {bottom.name}, which is a density", term.span)
    if part := _part_with(bottom, top):
        raise NotUnderstood(f"a derivative by what {part} consists of", term.span)
    if isinstance(bottom, Sym) and bottom.name in b.open_indices:
        names = free_names(top)
        if bottom.name not in names.union(*(b.open_indices[n] for n in names if n in b.open_indices)):
            raise NotUnderstood(
                f"a derivative by {bottom.name}, which is itself defined through other symbols", term.span
            )
    function, variable = b.args(args, scope)
    match function:  # the gradient of f at 0
        case Call(_, (zero,)) | Op("deriv", (_, zero)) if flexible(variable) and flexible(zero):
            variable = zero
    match variable:
        case Op("index", (whole, *indices)) if function.shape.is_scalar and variable.shape.is_scalar:
            return Op("index", (Op("deriv", (function, whole), whole.shape), *indices))
    if function.shape.is_scalar:
        gradient = Op("deriv", (function, variable), variable.shape)
        return transposed(gradient) if b.layout == "row" and not variable.shape.is_scalar else gradient
    if not function.shape.is_vector or not (variable.shape.is_vector or variable.shape.is_scalar):
        raise NotUnderstood("a derivative with more than two indices", term.span)
    jacobian = Op("deriv", (function, variable), Shape(function.shape.rows, variable.shape.rows))
    return transposed(jacobian) if b.layout == "denominator" and jacobian.shape.is_matrix else jacobian


def _part_with(variable: Term, top: Term) -> str:
    """The part x_{1:T} of a sequence, a letter of its own, in what is differentiated by x_1; empty for none."""
    letter = base_name(variable)
    parts = (found for name in sorted(free_names(top)) if (found := SLICE.fullmatch(name)) is not None)
    return next((found.group() for found in parts if found["letter"] == letter), "")


def _differential(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    """dX of a variable is a symbol of its own, of the same shape; d(f) has the variables and their differentials."""
    (inner,) = args
    if isinstance(inner, Sym) and inner.name in b.differentials:
        return _moved(b, inner.name)
    body = b.build(inner, scope)
    pairs = [node for name in b.differentials for node in (b.build(Sym(name), {}), _moved(b, name))]
    if not pairs:
        raise NotUnderstood("a differential, but of which variable?", term.span)
    return Op("differential", (body, *pairs), body.shape)


def _evaluated(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    body, variable, value = b.args(args, scope)
    if not isinstance(variable, Ref) or variable.indices or variable.name in b.open_indices:
        raise NotUnderstood("a value at which something else than a plain variable is taken", term.span)
    (_, value), _ = fit(b, [variable, value], term, "a value that does not fit its variable")
    return Op("evaluated", (body, variable, value), body.shape)


def _moved(b: Builder, name: str) -> Ref:
    known = b.symbols[name]
    moved = f"\\mathrm{{d}}{name}"
    b.symbols[moved] = Symbol(moved, 0, known.shape)
    return Ref(moved, (), known.shape)


CALCULUS_RULES: dict[str, Rule] = {"deriv": _deriv, "differential": _differential, "evaluated": _evaluated}
