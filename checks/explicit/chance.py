"""Random symbols and their expectations.

A Gaussian member is its mean plus a root of its covariance times standard normal symbols, which SymPy
integrates. Of an abstract law only moments are known: a monomial has the expectation that the hypotheses
prescribe, or a new symbol, and independent factors are taken apart.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

import sympy
from hence.checks.explicit import matrices as mx
from hence.checks.explicit.gauss import standard_normal_mean
from hence.checks.explicit.matrices import Expr, Matrix, NoTranslation
from hence.checks.model import Ref
from hence.checks.numeric.needs import Moment

if TYPE_CHECKING:
    from hence.checks.explicit.translate import Explicit

Key: TypeAlias = tuple[str, tuple[int, ...]]
Place: TypeAlias = tuple[int, int]
Factors: TypeAlias = list[tuple[Expr, int]]  # symbols with their powers


class Chance:
    """The random symbols of one explicit form."""

    def __init__(self, ex: Explicit) -> None:
        self.ex = ex
        self.normals: dict[Expr, Key | None] = {}  # standard normal symbols; None: of a bound variable
        self.abstract: dict[Expr, tuple[Key, Place]] = {}
        self.moments: dict[Expr, Expr] = {}

    def member(self, key: Key, rows: int, cols: int) -> Matrix:
        law = self.ex.setting.laws.get(key[0])
        if law is not None and (law.params or law.symmetric or law.like not in ("", key[0])):
            raise NoTranslation("a law of which more is known than its moments")
        if law is None or law.kind != "Normal" or not self.ex.needs.is_random(key[0]):
            found = mx.filled(rows, cols, lambda _i, _j: self.ex.symbol())
            self.abstract |= {found[i, j]: (key, (i, j)) for i in range(rows) for j in range(cols)}
            return found
        mean = self.ex.value(law.mean) if law.mean is not None else mx.filled(rows, cols, lambda _i, _j: 0)
        cov = self.ex.value(law.cov) if law.cov is not None else mx.scalar(sympy.S.One)
        return self.normal(mean, cov, rows, cols, key)

    def normal(self, mean: Matrix, cov: Matrix, rows: int, cols: int, key: Key | None = None) -> Matrix:
        """A Gaussian vector or scalar. Raises NoTranslation for a covariance that is not diagonal."""
        if cols != 1:
            raise NoTranslation("a random matrix")
        spread = [cov[0, 0]] * rows if cov.shape == (1, 1) else [cov[i, i] for i in range(rows)]
        if cov.shape not in ((1, 1), (rows, rows)) or not (cov.shape == (1, 1) or cov.is_diagonal()):
            raise NoTranslation("a covariance that is not diagonal")
        z = [self.ex.symbol() for _ in range(rows)]
        self.normals |= dict.fromkeys(z, key)
        centre = mean if mean.shape == (rows, 1) else mx.filled(rows, 1, lambda _i, _j: mean[0, 0])
        return mx.filled(rows, 1, lambda i, _: centre[i, 0] + sympy.sqrt(spread[i]) * z[i])

    # Expectations ------------------------------------------------------------------------------------

    def mean(self, value: Matrix) -> Matrix:
        """The expectation over every random symbol. Raises NoTranslation."""
        return value.applyfunc(self.of)

    def of(self, expression: Expr) -> Expr:
        expanded = mx.bounded(sympy.expand(mx.bounded(expression), power_exp=False))
        terms = sympy.Add.make_args(expanded)
        self.ex.spend(len(terms))
        return sympy.Add(*(self.of_term(term) for term in terms))

    def of_term(self, term: Expr) -> Expr:
        normal = [s for s in term.free_symbols if s in self.normals]
        abstract = [s for s in term.free_symbols if s in self.abstract]
        self.require_independence({self.normals[s] for s in normal}, abstract)
        found = term
        if abstract:
            found = self.of_abstract(term, sorted(abstract, key=str))
        for z in sorted(normal, key=str):
            self.ex.use("sympy.integrate")
            found = standard_normal_mean(found, z)
        return found

    def require_independence(self, gaussian: set[Key | None], abstract: list[Expr]) -> None:
        """Gaussians that meet in one term must be independent, of each other and of all else."""
        keys = {self.abstract[s][0] for s in abstract}
        met = {k for k in gaussian if k is not None}
        pairs = [*combinations(met, 2), *((g, a) for g in met for a in keys)]
        if not all(self.independent(one, other) for one, other in pairs):
            raise NoTranslation("an expectation of random symbols that may depend on each other")

    def independent(self, one: Key, other: Key) -> bool:
        setting = self.ex.setting
        if one[0] != other[0]:
            return frozenset((one[0], other[0])) in setting.independent
        law = setting.laws.get(one[0])
        return law is not None and law.independent

    def of_abstract(self, term: Expr, symbols: list[Expr]) -> Expr:
        if not term.is_polynomial(*symbols):
            raise NoTranslation("the expectation of a function of a random symbol of which only moments are known")
        total = sympy.S.Zero
        for powers, coefficient in sympy.Poly(term, *symbols).terms():
            factors = [(s, p) for s, p in zip(symbols, powers, strict=True) if p]
            total += coefficient * sympy.Mul(*(self.moment(group) for group in self.groups(factors)))
        return total

    def groups(self, factors: Factors) -> list[Factors]:
        """Factors that may depend on each other, together."""
        groups: list[Factors] = []
        for factor in factors:
            touching = [g for g in groups if any(self.may_depend(factor[0], other) for other, _ in g)]
            groups = [g for g in groups if g not in touching] + [[*(f for g in touching for f in g), factor]]
        return groups

    def may_depend(self, one: Expr, other: Expr) -> bool:
        key, other_key = self.abstract[one][0], self.abstract[other][0]
        if key != other_key:
            return not self.independent(key, other_key)
        law = self.ex.setting.laws.get(key[0])
        return key[1] != () or law is None or not law.independent  # entries of one vector may be i.i.d.

    def moment(self, factors: Factors) -> Expr:
        (symbol, power), *others = factors
        if not others and power <= 2:
            mean = self.prescribed(symbol, "mean")
            spread = self.prescribed(symbol, "variance") if power == 2 else sympy.S.Zero
            if mean is not None and spread is not None:
                return mean**power + spread
        monomial = sympy.Mul(*(s**p for s, p in factors))
        if monomial not in self.moments:
            self.moments[monomial] = self.ex.symbol()
        return self.moments[monomial]

    def prescribed(self, symbol: Expr, which: str) -> Expr | None:
        """The mean or variance of an entry that the hypotheses give, if they do."""
        key, (i, j) = self.abstract[symbol]
        law = self.ex.setting.laws.get(key[0])
        node = None if law is None else (law.mean if which == "mean" else law.cov)
        found = self.ex.value(node) if node is not None else self.by_hypothesis(key, which)
        if found is None:
            return None
        if found.shape == (1, 1):
            return found[0, 0]
        return found[i, j] if which == "mean" else found[i, i]

    def by_hypothesis(self, key: Key, which: str) -> Matrix | None:
        needs = self.ex.needs
        for moment in (needs.means if which == "mean" else needs.variances).get(key[0], ()):
            env = self.matched(moment, key[1])
            if env is not None:
                return self.ex.value(moment.rhs, env)
        return None

    def matched(self, moment: Moment, indices: tuple[int, ...]) -> dict[str, Expr] | None:
        env = {}
        for pattern, index in zip(moment.ref.indices, indices, strict=True):
            if isinstance(pattern, Ref) and pattern.name in moment.over:
                env[pattern.name] = sympy.Integer(index)
            elif self.ex.integer(pattern, {}) != index:
                return None
        return env
