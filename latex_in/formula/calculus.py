r"""Derivatives by name, `D_v f(x)`, `\dot{x}(t)`, `\nabla \cdot F(x)`, and compositions `(f \circ g)(x)`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hence.language.terms import App, Sym, Term, subterms
from hence.latex_in.formula import scripts
from hence.latex_in.page.scan import symbol_at

if TYPE_CHECKING:
    from hence.latex_in.formula.parser import Parser

_PARAMETER = re.compile(r".+_\{(?P<label>\\[a-z]+|[a-z])\}")
_DOTTED = re.compile(r"\\(?P<dots>d?dot)\{(?P<inner>.*)\}")


def without_dots(p: Parser, name: str) -> str:
    r"""`\dot{x}` as x', where x is a function of the page: x(t)."""
    dotted = _DOTTED.fullmatch(name)
    if dotted is None or dotted["inner"] not in p.names.functions or not p.next_is("("):
        return name
    return dotted["inner"] + ("''" if dotted["dots"] == "ddot" else "'")


def own_variable(operand: Term) -> Term | None:
    r"""What `\nabla f(x)` and `\nabla (f(x) + g(x))` are differentiated by: the one argument inside.

    A density is differentiated by its parameter, `\nabla \log p_\theta(x \mid z)`, one without by where it is taken.
    """
    if isinstance(operand, App) and operand.head == "apply" and len(operand.args) == 2:
        return operand.args[1]
    parts = [s for s in subterms(operand) if isinstance(s, App)]
    densities = [s for s in parts if s.head == "density"]
    parameters: set[Term] = {p for s in densities for p in _parameters(s)}
    variables = parameters or {a for s in (*parts, *densities) for a in _arguments(s)}
    return variables.pop() if len(variables) == 1 else None


def _parameters(density: App) -> list[Sym]:
    r"""The \theta of `p_\theta(x)`."""
    match density.args:
        case (Sym(name), *_) if (found := _PARAMETER.fullmatch(name)) is not None:
            return [Sym(found["label"], density.span)]
        case _:
            return []


def _arguments(part: App) -> tuple[Term, ...]:
    """What a function is taken at, or a density of one variable; of several it is not clear which is meant."""
    match part:
        case App("apply", (_, *arguments)):
            return tuple(arguments)
        case App("density", (_, App("given", ()), *points)):
            return tuple(points) if len(points) == 1 else (part, *points)
        case App("density"):
            return (part, *part.args)
        case _:
            return ()


def variable_of(p: Parser, operand: Term) -> Term | None:
    r"""The x of `\nabla r`, where the page defines r by a formula in x and differentiates by x."""
    by = p.names.gradients.get(operand.name) if isinstance(operand, Sym) else None
    return Sym(by, operand.span) if by is not None else None


def at_own_point(p: Parser, function: Sym) -> Term:
    r"""The f of `\nabla f`, at the letter with which it is defined; of several the one that this formula speaks of."""
    points = frozenset(p.names.parameters.get(function.name, ()))
    spoken = points & {token.text for token in p.tokens}
    chosen = sorted(points if len(points) == 1 else spoken)
    return App("apply", (function, Sym(chosen[0])), function.span) if len(chosen) == 1 else function


def divergence(p: Parser, field: Term, start: int) -> Term:
    """The trace of the Jacobian of a vector field. Raises `ParseError` where its variable is not plain."""
    variable = own_variable(field)
    if variable is None:
        raise p.refuse("expected a field at a point, like F(x)", start)
    return p.app("tr", (p.app("deriv", (field, variable), start),), start)


def named_divergence(p: Parser, _name: str, start: int) -> Term | None:
    """`div F(x)`; None where nothing follows."""
    return divergence(p, p.factor(), start) if p.at_factor() else None


def directional(p: Parser, name: str, start: int) -> Term | None:
    """`D_v f(x)` is the derivative of f at x along v; None where D is an ordinary letter."""
    if name in p.names.declared:
        return None
    found = scripts.take(p)
    if found.above is not None or not _is_function_next(p):
        return None
    value = p.factor()
    variable = own_variable(value)
    if not isinstance(value, App) or value.head != "apply" or variable is None:
        return None
    if found.below is None:
        raise p.refuse("a total derivative D is not understood yet: write a Jacobian with its variable", start)
    along = p.within(*found.below)
    gradient = p.app("deriv", (value, variable), start)
    return p.app("inner", (gradient, along), start)


def _is_function_next(p: Parser) -> bool:
    token = p.peek()
    if token is None or token.kind != "name":
        return False
    name, after = symbol_at(p.tokens, p.pos, end=p.end)
    return name.rstrip("'") in p.names.functions and after < p.end and p.tokens[after].text == "("


def composed(p: Parser, start: int, end: int) -> list[Sym] | None:
    r"""The functions of `(f \circ g)` in front of an argument; None for any other bracket."""
    if end >= p.end or p.tokens[end].text != "(":
        return None
    pieces = p.pieces(start + 1, end - 1, frozenset((r"\circ",)))
    tokens = [p.tokens[slice(*piece)] for piece in pieces]
    if len(pieces) < 2 or any(len(one) != 1 or one[0].text not in p.names.functions for one in tokens):
        return None
    return [Sym(one[0].text, p.source.span(one[0].start, one[0].end)) for one in tokens]


def composition(p: Parser, functions: list[Sym], start: int) -> Term:
    """f(g(x)), at the argument that comes next."""
    opening = p.pos
    end = p.bracket_end(opening)
    term = p.within(opening + 1, end - 1)
    p.pos = end
    for function in reversed(functions):
        term = p.app("apply", (function, term), start)
    return scripts.with_scripts(p, term, start)
