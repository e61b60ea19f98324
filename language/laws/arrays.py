"""Laws of vectors and matrices."""

from __future__ import annotations

from hence.language.formulas import HALF, PI, F, bound, det, digamma, exp, fn, gamma, log, trace, var
from hence.language.laws.row import Arrays, Parameter, Row

X, A, M, S, U, V, N, D, P, J = map(var, ("x", "a", "m", "s", "u", "v", "n", "d", "p", "j"))
ALL_A = fn("inner", fn("ones"), A)  # the sum of the entries


def _inverse(a: F) -> F:
    return a**-1


def multivariate_gamma(a: F, size: F) -> F:
    """pi^{p(p-1)/4} prod_i Gamma(a + (1 - i)/2)."""
    return PI ** (size * (size - 1) / 4) * bound("prod", "j", 1, size, gamma(a + (1 - J) / 2))


ARRAYS = (
    Row(
        "MultivariateNormal",
        ("MVN", "MultivariateNormal"),
        ("multivariate normal", "multivariate Gaussian"),
        (Parameter("m", ("mean",), shape="vector"), Parameter("s", ("covariance",), shape="matrix", symmetric=True)),
        Arrays("all"),
        density=(2 * PI) ** (-D / 2) * det(S) ** -HALF * exp(-((X - M).T * _inverse(S) * (X - M)) / 2),
        mean=M,
        variance=S,
        entropy=D / 2 * log(2 * PI) + log(det(S)) / 2 + D / 2,
        sizes=(("d", "s"),),
        draw=lambda rng, n, m, s: rng.multivariate_normal(m, s, n),
    ),
    Row(
        "MatrixNormal",
        ("MN", "MatrixNormal"),
        ("matrix normal", "matrix-normal"),
        (
            Parameter("m", ("mean",), shape="matrix"),
            Parameter("u", ("row covariance", "covariance across rows"), shape="matrix", symmetric=True),
            Parameter("v", ("column covariance", "covariance across columns"), shape="matrix", symmetric=True),
        ),
        Arrays("all"),
        density=(2 * PI) ** (-N * P / 2)
        * det(V) ** (-N / 2)
        * det(U) ** (-P / 2)
        * exp(-trace(_inverse(V) * (X - M).T * _inverse(U) * (X - M)) / 2),
        mean=M,
        sizes=(("n", "u"), ("p", "v")),
    ),
    Row(
        "Wishart",
        ("W", "Wishart"),
        ("Wishart",),
        (
            Parameter("v", ("scale",), shape="matrix", symmetric=True),
            Parameter("n", ("degrees of freedom",), limits=((">", 0),)),
        ),
        Arrays("positive definite"),
        density=det(X) ** ((N - P - 1) / 2)
        * exp(-trace(_inverse(V) * X) / 2)
        / (2 ** (N * P / 2) * det(V) ** (N / 2) * multivariate_gamma(N / 2, P)),
        mean=N * V,
        sizes=(("p", "v"),),
    ),
    Row(
        "Dirichlet",
        ("Dirichlet", "Dir"),
        ("Dirichlet",),
        (Parameter("a", ("concentration", "concentration parameters"), shape="vector"),),
        Arrays("simplex"),
        density=gamma(ALL_A) * bound("prod", "j", 1, D, X[J] ** (A[J] - 1) / gamma(A[J])),
        mean=A / ALL_A,
        variance=(fn("diag", A) / ALL_A - A * A.T / ALL_A**2) / (ALL_A + 1),
        entropy=bound("sum", "j", 1, D, log(gamma(A[J])))
        - log(gamma(ALL_A))
        + (ALL_A - D) * digamma(ALL_A)
        - bound("sum", "j", 1, D, (A[J] - 1) * digamma(A[J])),
        sizes=(("d", "a"),),
        draw=lambda rng, n, *a: rng.dirichlet(a, n),
        example=(1.5, 2.0, 0.7),
    ),
)
