"""What is drawn given other random things: X ~ Poisson(L) where L is random itself.

E[g(X, L)] = E[E[g(X, L) | L]]: the mean over X comes first, with L as a constant, then that over L.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hence.checks.drawn_given import Parents, parents_of, random_names
from hence.checks.normal.common import NoRule
from hence.checks.normal.expectation import Expectation, varying
from hence.checks.normal.poly import Poly

if TYPE_CHECKING:
    from hence.checks.normal.entries import Normaliser


def mean_of(n: Normaliser, body: Poly) -> Poly:
    """The expectation over everything. Raises NoRule where something is drawn given what it may depend on otherwise."""
    parents = parents_of(n.setting)
    expectation = Expectation(n)
    if not parents:
        return expectation.over_all(body)
    body = inner_means(n, body, parents)
    expectation.random -= parents.keys()
    return expectation.over_all(body)


def covariance_of(n: Normaliser, a: Poly, b: Poly) -> Poly:
    """Cov(a, b) = E[ab] - E[a] E[b]."""
    if not parents_of(n.setting):
        return Expectation(n).covariance(a, b)
    n.used["variance-as-second-moment"] = None
    return mean_of(n, n.algebra.mul(a, b)) - n.algebra.mul(mean_of(n, a), mean_of(n, b))


def inner_means(n: Normaliser, body: Poly, parents: Parents) -> Poly:
    """The mean over all that is drawn given other things, the last ones first, with these as constants."""
    random = random_names(n.setting)
    while drawn := varying(body) & parents.keys():
        last = drawn - frozenset().union(*(parents[name] for name in drawn))
        if not last:
            raise NoRule("laws whose parameters are random, each by the other")
        for name in last:
            others = (varying(body) & random) - last - parents[name]
            if any(frozenset((name, other)) not in n.setting.independent for other in others):
                raise NoRule(f"no rule for what is drawn given something random, beside {min(others)}")
        expectation = Expectation(n)
        expectation.random = last
        body = expectation.over_all(body)
        n.used["tower-rule"] = None
        if body.names & last:
            raise NoRule("no rule for this mean under a law whose parameter is random")
    return body
