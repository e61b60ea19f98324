"""Terms written with the operators of Python: `(a - 1) * log(x)`. For the rows of registries, which are data."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from hence.language.records import dataclass
from hence.language.terms import App, Bind, Num, Range, Sym, Term, app

Part: TypeAlias = "F | int | Fraction"


@dataclass(frozen=True)
class F:
    """A formula; `term` is what it stands for."""

    term: Term

    def __add__(self, other: Part) -> F:
        return F(app("add", self.term, _term(other)))

    def __radd__(self, other: Part) -> F:
        return of(other) + self

    def __sub__(self, other: Part) -> F:
        return self + -of(other)

    def __rsub__(self, other: Part) -> F:
        return of(other) - self

    def __neg__(self) -> F:
        return F(app("neg", self.term))

    def __mul__(self, other: Part) -> F:
        return F(app("mul", self.term, _term(other)))

    def __rmul__(self, other: Part) -> F:
        return of(other) * self

    def __truediv__(self, other: Part) -> F:
        return F(app("div", self.term, _term(other)))

    def __rtruediv__(self, other: Part) -> F:
        return of(other) / self

    def __pow__(self, other: Part) -> F:
        return F(app("pow", self.term, _term(other)))

    def __rpow__(self, other: Part) -> F:
        return of(other) ** self

    def __getitem__(self, index: Part) -> F:
        return F(app("index", self.term, _term(index)))

    @property
    def T(self) -> F:  # noqa: N802 - as in mathematics
        return fn("transpose", self)


def of(part: Part) -> F:
    """A number as a formula."""
    return part if isinstance(part, F) else F(Num(Fraction(part)))


def _term(part: Part) -> Term:
    return of(part).term


def var(name: str) -> F:
    return F(Sym(name))


def fn(head: str, *args: Part) -> F:
    """An operation of `language.heads`."""
    return F(App(head, tuple(map(_term, args))))


def exp(a: Part) -> F:
    return fn("exp", a)


def log(a: Part) -> F:
    return fn("log", a)


def sqrt(a: Part) -> F:
    return fn("sqrt", a)


def gamma(a: Part) -> F:
    return fn("gamma_fn", a)


def beta(a: Part, b: Part) -> F:
    return fn("beta_fn", a, b)


def digamma(a: Part) -> F:
    return fn("digamma", a)


def factorial(a: Part) -> F:
    return fn("factorial", a)


def binomial(n: Part, k: Part) -> F:
    return fn("binom", n, k)


def det(a: Part) -> F:
    return fn("det", a)


def trace(a: Part) -> F:
    return fn("tr", a)


def bound(head: str, variable: str, low: Part, high: Part, body: F) -> F:
    """A sum, product or integral with bounds."""
    return F(Bind(head, Sym(variable), Range(_term(low), _term(high)), body.term))


PI = F(App("pi", ()))
HALF = of(Fraction(1, 2))
EULER = -digamma(1)  # the Euler-Mascheroni constant
