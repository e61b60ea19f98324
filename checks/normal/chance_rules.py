"""Rules of the normal form for expectations, variances, divergences and entropies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from hence.checks.drawn_given import parents_of, random_names
from hence.checks.model import Binder, Claim, Density, Drawn, Lit, Node, Op, Ref, Setting, Shape, reachable_names
from hence.checks.normal.common import NoRule
from hence.checks.normal.conditional import Known, expected_given
from hence.checks.normal.expectation import Expectation, varying
from hence.checks.normal.integrals import integrate
from hence.checks.normal.layers import covariance_of, inner_means, mean_of
from hence.checks.normal.poly import ONE, Poly, fresh_variable, number
from hence.checks.normal.starts import driven_names, held, is_start, released

if TYPE_CHECKING:
    from hence.checks.normal.entries import Normaliser

Env = Mapping[str, Poly]
HALF = Lit(Fraction(1, 2))
TWO = Lit(Fraction(2))


def _expect(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    known = tuple(_known(n, c, env) for c in conditions_of(node))
    chance = tuple(k for k in known if k.value is not None or not _is_given(n, k))
    if not chance:
        return released(n, mean_of(n, held(n, n.entry(node.args[0], i, j, env), given=bool(known))))
    parents = parents_of(n.setting)
    if parents and all(k.value is None and not k.member and k.name not in parents for k in known):
        body = inner_means(n, n.entry(node.args[0], i, j, env), parents)
        if varying(body) & random_names(n.setting) <= {k.name for k in known}:
            return body
    if parents.keys() & names_around(n.setting, node):
        raise NoRule("no rule for this condition where the parameter of a law is random")
    return expected_given(n, node.args[0], (i, j), chance, env)


def names_around(setting: Setting, node: Op) -> frozenset[str]:
    """The names in an expectation and in its conditions, and those behind them."""
    return reachable_names(setting, Claim(node, "=", node))


def conditions_of(node: Op) -> tuple[Node, ...]:
    """What an expectation is conditional on."""
    given = node.args[1] if len(node.args) > 1 else None
    return given.args if isinstance(given, Op) else ()


def _is_given(n: Normaliser, known: Known) -> bool:
    return known.name in driven_names(n.setting) and is_start(n.setting, known.name, known.member)


def _known(n: Normaliser, condition: Node, env: Env) -> Known:
    """A condition Y or Y = y."""
    variable, value = condition.args if isinstance(condition, Op) else (condition, None)
    if not isinstance(variable, Ref) or variable.name in env:
        raise NoRule("a condition on something that is not a random symbol")
    if value is not None and not value.shape.is_scalar:
        raise NoRule("no rule for a condition that gives a vector a value yet")
    member = tuple(n.entry(k, ONE, ONE, env) for k in variable.indices)
    return Known(variable.name, member, None if value is None else n.scalar_in(value, env))


def _variance(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    body = node.args[0]
    return _joint(n, n.entry(body, i, ONE, env), n.entry(body, j, ONE, env))


def _covariance(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    a, b = node.args
    return _joint(n, n.entry(a, i, ONE, env), n.entry(b, j, ONE, env))


def _joint(n: Normaliser, a: Poly, b: Poly) -> Poly:
    return released(n, covariance_of(n, held(n, a), held(n, b)))


def _kl(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    """KL(q || p) = integral of q log(q/p) over the variables of q."""
    q, p = node.args
    n.used["definition of KL"] = None
    match q, p:
        case Op("Normal"), Op("Normal"):
            return _normal_mean(n, q, env, lambda x: Op("add", (_log_density(x, q), _negative(_log_density(x, p)))))
        case Density(), _:
            q_value, p_value = n.entry(q, ONE, ONE, env), n.entry(p, ONE, ONE, env)
            ratio = n.algebra.mul(q_value, n.algebra.power(p_value, number(-1)))
            body = n.algebra.mul(q_value, n.algebra.log(ratio))
            for variable in q.of:
                body = integrate(n, variable, Shape(1, 1), body)
            return body
    raise NoRule("no rule for the divergence of these distributions yet")


def _entropy(n: Normaliser, node: Op, i: Poly, j: Poly, env: Env) -> Poly:
    """H = -E log p for a normal law; of anything else elaboration has written it out."""
    (law,) = node.args
    if not isinstance(law, Op) or law.head != "Normal":
        raise NoRule("no rule for the entropy of this law yet")
    n.used["definition of entropy"] = None
    return _normal_mean(n, law, env, lambda x: _negative(_log_density(x, law)))


def _normal_mean(n: Normaliser, law: Op, env: Env, body: Callable[[Ref], Node]) -> Poly:
    """The expectation of an expression in a variable with a normal law."""
    variable = Ref(fresh_variable(), (), law.shape)
    _grant_positive(n, law.args[1], env)
    value = n.scalar_in(body(variable), env)
    return Expectation(n).over_bound(variable.name, law, value, env)


def _grant_positive(n: Normaliser, cov: Node, env: Env) -> None:
    """A normal law has a density: its variance, or the determinant of its covariance, is positive."""
    size = cov if cov.shape.is_scalar else Op("det", (cov,))
    n.algebra.facts.positive_polys.add(n.scalar_in(size, env))


def _log_density(x: Ref, law: Op) -> Node:
    """The logarithm of a normal density: -(d log(2 pi) + log det C + (x-m)^T C^{-1} (x-m)) / 2."""
    mean, cov = law.args
    gap = Op("add", (x, Op("neg", (mean,), x.shape)), x.shape)
    scale = Op("log", (Op("mul", (TWO, Op("pi", ()))),))
    if cov.shape.is_scalar and x.shape.is_scalar:
        square: Node = Op("div", (Op("pow", (gap, TWO)), cov))
        return _negative(_half(Op("add", (scale, Op("log", (cov,)), square))))
    if cov.shape.is_scalar:
        raise NoRule("no rule for a vector with a scalar as its covariance yet")
    inverse = Op("pow", (cov, Lit(Fraction(-1))), cov.shape)
    square = Op("mul", (Op("transpose", (gap,), gap.shape.transposed()), inverse, gap))
    rows = x.shape.rows
    size = Lit(Fraction(rows)) if isinstance(rows, int) else Ref(rows)
    return _negative(_half(Op("add", (Op("mul", (size, scale)), Op("log", (Op("det", (cov,)),)), square))))


def _half(node: Node) -> Node:
    return Op("mul", (HALF, node))


def _negative(node: Node) -> Node:
    return Op("neg", (node,))


def _expect_over(n: Normaliser, node: Binder, i: Poly, j: Poly, env: Env) -> Poly:
    if not isinstance(node.over, Drawn):
        raise NoRule("an expectation over an unknown distribution")
    body = n.entry(node.body, i, j, env)
    law = node.over.law
    if isinstance(law, Density):
        weight = n.entry(law, ONE, ONE, env)
        n.used["expectation-as-integral"] = None
        return integrate(n, node.var, node.over.shape, n.algebra.mul(weight, body))
    return Expectation(n).over_bound(node.var, law, body, env)


CHANCE_RULES: dict[str, Callable[[Normaliser, Op, Poly, Poly, Env], Poly]] = {
    "E": _expect,
    "Var": _variance,
    "Cov": _covariance,
    "KL": _kl,
    "entropy": _entropy,
}
CHANCE_BINDERS: dict[str, Callable[[Normaliser, Binder, Poly, Poly, Env], Poly]] = {"E": _expect_over}
