"""Rules for expectations, variances, densities and normal laws: what they become as nodes."""

from __future__ import annotations

import re
from collections.abc import Collection
from fractions import Fraction
from typing import TYPE_CHECKING

from hence.checks.elaborate.bayes import by_bayes
from hence.checks.elaborate.dims import text
from hence.checks.elaborate.errors import NotUnderstood, ShapeClash
from hence.checks.elaborate.patterns import density_at, density_name, holds_density, places_of
from hence.checks.elaborate.registry import over_support, pdf, row_of
from hence.checks.elaborate.shaping import BindRule, Rule, Scope, flexible, reshape
from hence.checks.model import SCALAR, Binder, Call, Density, Drawn, Everywhere, Function, Lit, Node, Op, Ref, Shape
from hence.language.terms import App, Bind, DistributedAs, Sym, Term, Unstated, app, free_names, num

if TYPE_CHECKING:
    from hence.checks.elaborate.builder import Builder

TWO = Lit(Fraction(2))
AT_POINTS = re.compile(r"\(\d+\|\d+\)$")  # ends the name of a density as a function of points
LETTER = re.compile(r"\\?[A-Za-z]+")


# Expectations and variances over everything random -------------------------------------------------


def _mean(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    if not _may_vary(b, args, scope):
        raise NotUnderstood("nothing says what is random in an expectation", term.span)
    body = b.build(args[0], scope)
    return expected(body, _conditions(b, args[1:], scope))


def _may_vary(b: Builder, args: tuple[Term, ...], scope: Scope) -> bool:
    r"""Whether something in an expectation is random, or no density in it tells that more is meant than a number."""
    names = b.reached(frozenset().union(*map(free_names, args)))
    if any(b.is_random(n) for n in names) or not names.isdisjoint(scope):
        return True
    return not (names & b.made_of_densities or any(holds_density(a) for a in args))


def expected(body: Node, given: tuple[Node, ...]) -> Node:
    return Op("E", (body, *given), body.shape)


def _conditions(b: Builder, args: tuple[Term, ...], scope: Scope) -> tuple[Node, ...]:
    """What an expectation is conditioned on: random symbols, free or at a value."""
    conditions = [c for given in args if isinstance(given, App) for c in given.args]
    return (Op("given", tuple(_condition(b, c, scope) for c in conditions)),) if conditions else ()


def _condition(b: Builder, condition: Term, scope: Scope) -> Node:
    match condition:
        case App("at", (variable, value)):
            left, right = b.build(variable, scope), b.build(value, scope)
            b.dims.unify_shapes(left.shape, right.shape, condition.span, "a condition whose sides do not fit")
        case _:
            left = right = b.build(condition, scope)
    if not isinstance(left, Ref):
        raise NotUnderstood("a condition on something that is not a random symbol", condition.span)
    return left if left is right else Op("at", (left, right))


def _variance(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    base = _column(b, args[0], term, scope)
    given = _conditions(b, args[1:], scope)
    if given:
        return _spread(base, base, given)
    return Op("Var", (base,), Shape(base.shape.rows, base.shape.rows))


def _covariance(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    left, right = (_column(b, side, term, scope) for side in args[:2])
    given = _conditions(b, args[2:], scope)
    if given:
        return _spread(left, right, given)
    return Op("Cov", (left, right), Shape(left.shape.rows, right.shape.rows))


def _column(b: Builder, side: Term, term: Term, scope: Scope) -> Node:
    """What a variance is taken of: a number or a vector. Raises ShapeClash for a row, or a matrix."""
    made = b.build(side, scope)
    if made.shape.cols != 1:
        raise ShapeClash(f"the variance of {text(b.dims.resolve(made.shape))}", term.span)
    return made


def _spread(left: Node, right: Node, given: tuple[Node, ...]) -> Node:
    """E[x y^T | G] - E[x | G] E[y | G]^T."""
    both = expected(_outer(left, right), given)
    means = _outer(expected(left, given), expected(right, given))
    return Op("add", (both, Op("neg", (means,), means.shape)), both.shape)


def _outer(left: Node, right: Node) -> Node:
    flipped = right if right.shape.is_scalar else Op("transpose", (right,), right.shape.transposed())
    return Op("mul", (left, flipped), Shape(left.shape.rows, right.shape.rows))


# Densities -------------------------------------------------------------------------------------------


def _density(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    formula = explicit_density(b, term)
    if formula is not None:
        return b.build(formula, scope)
    family, given, *of = args
    conditions = given.args if isinstance(given, App) else ()
    if (found := by_bayes(b, _label(family), tuple(of), conditions, scope)) is not None:
        return found
    if not all(isinstance(v, Sym) for v in (*of, *conditions)):
        return _density_at_point(b, _label(family), (*of, *conditions), len(of), scope)
    return Density(_label(family), _variables(tuple(of), scope), _variables(conditions, scope))


def _density_at_point(b: Builder, family: str, values: tuple[Term, ...], count: int, scope: Scope) -> Node:
    """p(x_i | theta): a positive function of its arguments."""
    nodes = b.args(values, scope)
    name = f"{family}({count}|{len(values) - count})"
    b.functions[name] = Function(name, tuple(n.shape for n in nodes), SCALAR, positive=True)
    return Call(name, tuple(nodes))


def explicit_density(b: Builder, term: Term) -> Term | None:
    """The formula of a density that has one, at the variables that the term has it at."""
    match term:
        case App("density", (Sym(family), App("given", given), *of)):
            places = places_of(of, given) or ()
            known = b.explicit.get(density_name(family, of, given), ()) if places else ()
            return next((body for d in known if (body := density_at(d, places)) is not None), None)
    return None


def _label(term: Term) -> str:
    if isinstance(term, Sym):
        return term.name
    raise NotUnderstood("a density without a name", term.span)


def _variables(terms: tuple[Term, ...], scope: Scope) -> tuple[str, ...]:
    names = []
    for term in terms:
        if not isinstance(term, Sym):
            raise NotUnderstood("a density at an argument that is not a variable", term.span)
        names.append(scope[term.name].name if term.name in scope else term.name)
    return tuple(sorted(names))


# Normal laws -----------------------------------------------------------------------------------------


def _normal(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    mean, cov = b.args(args, scope)
    if cov.shape.is_matrix:
        b.dims.unify(cov.shape.rows, cov.shape.cols, term.span, "a covariance that is not square")
        shape = Shape(cov.shape.rows, 1)
        if not flexible(mean):
            b.dims.unify_shapes(mean.shape, shape, term.span, "mean and covariance that do not fit")
        return Op("Normal", (reshape(mean, shape) if flexible(mean) else mean, cov), shape)
    return Op("Normal", (mean, cov), mean.shape)


def _normal_density(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    r"""\mathcal{N}(x; m, C) written out: (2 pi)^{-d/2} det(C)^{-1/2} exp(-(x-m)^T C^{-1} (x-m) / 2)."""
    x, mean, cov = b.args(args, scope)
    if isinstance(mean, Lit):
        mean = Lit(mean.value, x.shape)
    b.dims.unify_shapes(x.shape, mean.shape, term.span, "a normal density at a point that does not fit its mean")
    half = Lit(Fraction(-1, 2))
    gap = Op("add", (x, Op("neg", (mean,), x.shape)), x.shape)
    b.spreads.append(cov)
    if x.shape.is_scalar:
        square = Op("div", (Op("pow", (gap, TWO)), cov))
        scale = Op("pow", (Op("mul", (TWO, Op("pi", ()), cov)), half))
        return Op("mul", (scale, Op("exp", (Op("mul", (half, square)),))))
    b.dims.unify_shapes(Shape(x.shape.rows, x.shape.rows), cov.shape, term.span, "a covariance that does not fit")
    inverse = Op("pow", (cov, Lit(Fraction(-1))), cov.shape)
    form = Op("mul", (Op("transpose", (gap,), gap.shape.transposed()), inverse, gap))
    size = b.dimension_node(x.shape.rows)
    pis = Op("pow", (Op("mul", (TWO, Op("pi", ()))), Op("mul", (half, size))))
    volume = Op("pow", (Op("det", (cov,)), half))
    return Op("mul", (pis, volume, Op("exp", (Op("mul", (half, form)),))))


# Expectations over a variable of their own -----------------------------------------------------------


def _expectation(b: Builder, term: Bind, scope: Scope) -> Node:
    name = term.var.name
    if isinstance(term.domain, Unstated) and not _is_normal(b, name):
        return _over_named(b, term, scope)
    if (averaged := _under_formula(b, term, scope)) is not None:
        return averaged
    if "_{" in name:  # a member of a sequence, or a part of it
        require_fixed(b, term, LETTER.findall(name)[:1])
    law = _law_node(b, term, scope)
    shape = b.symbols[name].shape if name in b.symbols else SCALAR
    if isinstance(law, Call):
        return _against_values(b, term, scope, shape)
    if isinstance(law, Density):
        bound = name
    else:
        bound = b.bound_name(name)
        if not law.shape.is_scalar:
            b.dims.unify_shapes(shape, law.shape, term.span, f"the distribution of {name}")
    body = b.build(term.body, {**scope, name: Ref(bound, (), shape)})
    return Binder("E", bound, Drawn(law, shape), body, body.shape)


def require_fixed(b: Builder, term: Bind, letters: Collection[str]) -> None:
    """Raises NotUnderstood where a name of the body is made of letters that run, without showing it."""
    for name in sorted(free_names(term.body)):
        if not b.open_indices.get(name, frozenset()).isdisjoint(letters):
            raise NotUnderstood(f"{name} is made of what runs here", term.span)


def _against_values(b: Builder, term: Bind, scope: Scope, shape: Shape) -> Node:
    """An expectation under a density at points, of which only its values are known: the integral against them."""
    assert isinstance(term.domain, DistributedAs)
    bound = b.bound_name(term.var.name)
    weight, body = b.args((term.domain.law, term.body), {**scope, term.var.name: Ref(bound, (), shape)})
    return Binder("integral", bound, Everywhere(shape), Op("mul", (weight, body), body.shape), body.shape)


def _under_formula(b: Builder, term: Bind, scope: Scope) -> Node | None:
    """An expectation under a density of the registry as an integral over its support; None for another law."""
    law = term.domain.law if isinstance(term.domain, DistributedAs) else None
    formula = explicit_density(b, law) if law is not None else None
    if law is not None and formula is None and row_of(law) is not None:
        formula = app("pdf", term.var, law)
    if not isinstance(formula, App) or formula.head != "pdf" or formula.args[0] != term.var:
        return None
    bound = Ref(b.bound_name(term.var.name))
    try:
        body, density = b.args((term.body, formula), {**scope, term.var.name: bound})
    except ShapeClash:
        return None  # the law of a vector
    if not body.shape.is_scalar or not isinstance(density, Op) or density.head != "supported":
        return None
    return over_support(bound.name, SCALAR, Op("mul", (body, density)), term)


def _is_normal(b: Builder, name: str) -> bool:
    declared = b.laws.get(name)
    return declared is not None and declared.kind == "Normal" and b.symbols[name].family == 0


def _over_named(b: Builder, term: Bind, scope: Scope) -> Node:
    """E_{X, Y}[...] over random symbols of the page; what else is random inside is held fixed.

    That is a conditional expectation where the symbols are independent of those held fixed, and else it has no
    meaning that the page would give it.
    """
    names, body = [], term
    while isinstance(body, Bind) and body.head == "E" and isinstance(body.domain, Unstated):
        names.append(body.var.name)
        body = body.body  # type: ignore[assignment]
    unknown = [n for n in names if not b.is_random(n)]
    if unknown:
        raise NotUnderstood(f"the distribution of {unknown[0]} is not declared", term.span)
    others = sorted(n for n in free_names(body) if b.is_random(n) and not b.sources(n) <= set(names))
    sources = frozenset().union(*(b.sources(n) for n in others)) - set(names)
    if any(frozenset((x, y)) not in b.independent for x in names for y in sources):
        raise NotUnderstood(
            f"an expectation over {', '.join(names)} alone, beside {', '.join(others)}, which may depend on it",
            term.span,
        )
    given = (Op("given", tuple(b.build(Sym(n), {}) for n in sorted(sources))),) if sources else ()
    return expected(b.build(body, scope), given)


def _variance_over(b: Builder, term: Bind, scope: Scope) -> Node:
    """Var_x[f] = E_x[f^2] - E_x[f]^2."""
    square = Bind("E", term.var, term.domain, app("pow", term.body, num(2)), term.span)
    mean = Bind("E", term.var, term.domain, term.body, term.span)
    if not b.build(mean, scope).shape.is_scalar:
        raise NotUnderstood("the variance of a vector over one variable", term.span)
    return b.build(app("add", square, app("neg", app("pow", mean, num(2)))), scope)


def _law_node(b: Builder, term: Bind, scope: Scope) -> Node:
    if isinstance(term.domain, DistributedAs):
        formula = explicit_density(b, term.domain.law)
        if formula is not None:
            return explicit_law(b, formula, term.var.name, scope, term)
        return b.build(term.domain.law, scope)
    declared = b.laws[term.var.name]
    assert declared.mean is not None
    assert declared.cov is not None
    return Op(declared.kind, (declared.mean, declared.cov), b.symbols[term.var.name].shape)


def explicit_law(b: Builder, formula: Term, variable: str, scope: Scope, term: Term) -> Node:
    """The law of a density with a formula, where that is a normal density of the variable."""
    match formula:
        case App("normal_pdf", (Sym(name), mean, cov)) if name == variable:
            return b.build(App("Normal", (mean, cov), formula.span), scope)
    raise NotUnderstood(f"an expectation under the density of {variable}", term.span)


CHANCE_RULES: dict[str, Rule] = {
    "E": _mean,
    "Var": _variance,
    "Cov": _covariance,
    "density": _density,
    "Normal": _normal,
    "normal_pdf": _normal_density,
    "pdf": pdf,
}

CHANCE_BINDERS: dict[str, BindRule] = {"E": _expectation, "Var": _variance_over}
