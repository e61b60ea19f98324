"""Laws of numbers with a density."""

from __future__ import annotations

from math import comb
from math import factorial as factorial_of

from hence.language.formulas import (
    EULER,
    HALF,
    PI,
    F,
    beta,
    bound,
    digamma,
    exp,
    fn,
    gamma,
    log,
    of,
    sqrt,
    var,
)
from hence.language.laws.discrete import rising, total
from hence.language.laws.row import Interval, Made, Parameter, Row

X, T, Z, Z1, A, B, M, S, N, K, R, D1, D2 = map(
    var, ("x", "t", "z", "z1", "a", "b", "m", "s", "n", "k", "r", "d1", "d2")
)
POSITIVE = ((">", 0),)
ABOVE_ZERO = Interval(of(0))
EVERYWHERE = Interval()
_MEAN_WORDS = ("mean", "expectation", "expected value")
_PLACE = Parameter("m", ("location", "mean", "centre", "center", "mode"))
_SCALE = Parameter("s", ("scale",), limits=POSITIVE)
_SHAPE = Parameter("a", ("shape",), limits=POSITIVE)
_RATE = Parameter("b", ("rate",), inverse_words=("scale",), limits=POSITIVE)


def _absolute(a: F) -> F:
    return fn("abs", a)


def _normal_moment(k: int) -> F:
    """Sum over even j of binom(k, j) (j-1)!! s^{j/2} m^{k-j}, where s is the variance."""
    parts = []
    for j in range(0, k + 1, 2):
        odd = factorial_of(j) // (2 ** (j // 2) * factorial_of(j // 2))
        parts.append(comb(k, j) * odd * S ** (j // 2) * M ** (k - j))
    return total(parts)


def _laplace_moment(k: int) -> F:
    return total([comb(k, j) * factorial_of(j) * S**j * M ** (k - j) for j in range(0, k + 1, 2)])


def _below(a: F, k: int) -> F:
    """(a - 1) (a - 2) ... (a - k)."""
    result = of(1)
    for i in range(1, k + 1):
        result = result * (a - i)
    return result


def _student_moment(k: int) -> F:
    """Zero for odd orders; n^{k/2} times the product of (2i - 1) / (n - 2i)."""
    if k % 2:
        return of(0)
    result = of(1)
    for i in range(1, k // 2 + 1):
        result = result * (2 * i - 1) * N / (N - 2 * i)
    return result


def _chi_squared_moment(k: int) -> F:
    """n (n + 2) ... (n + 2k - 2)."""
    result = of(1)
    for i in range(k):
        result = result * (K + 2 * i) if i else K
    return result


CONTINUOUS = (
    Row(
        "Normal",
        ("N", "Normal", "Gaussian"),
        ("normal", "Gaussian"),
        (Parameter("m", ("mean",)), Parameter("s", ("variance",), limits=((">=", 0),))),
        EVERYWHERE,
        density=(2 * PI * S) ** -HALF * exp(-((X - M) ** 2) / (2 * S)),
        mean=M,
        variance=S,
        moment=_normal_moment,
        entropy=log(2 * PI * exp(1) * S) / 2,
        mgf=exp(M * T + S * T**2 / 2),
        distribution=(1 + fn("erf", (X - M) / sqrt(2 * S))) / 2,
        made=Made(M + sqrt(S) * Z, (("normal", None),)),
        draw=lambda rng, n, m, s: rng.normal(m, s**0.5, n),
        example=(0.5, 2.0),
    ),
    Row(
        "Uniform",
        ("Uniform", "Unif", "U"),
        ("uniform", "continuous uniform"),
        (Parameter("a", ("minimum", "lower bound")), Parameter("b", ("maximum", "upper bound"))),
        Interval(A, B),
        density=1 / (B - A),
        mean=(A + B) / 2,
        variance=(B - A) ** 2 / 12,
        moment=lambda k: total([A**j * B ** (k - j) for j in range(k + 1)]) / (k + 1),
        entropy=log(B - A),
        mgf=(exp(T * B) - exp(T * A)) / (T * (B - A)),
        distribution=(X - A) / (B - A),
        made=Made(A + (B - A) * Z, (("uniform", None),)),
        draw=lambda rng, n, a, b: rng.uniform(a, b, n),
        example=(-1.0, 3.0),
    ),
    Row(
        "LogNormal",
        ("LogNormal", "Lognormal", "LN", "lnN"),
        ("log-normal", "lognormal"),
        (Parameter("m", ("log-mean",)), Parameter("s", ("log-variance",), limits=POSITIVE)),
        ABOVE_ZERO,
        density=1 / (X * sqrt(2 * PI * S)) * exp(-((log(X) - M) ** 2) / (2 * S)),
        mean=exp(M + S / 2),
        variance=(exp(S) - 1) * exp(2 * M + S),
        moment=lambda k: exp(k * M + k * k * S / 2),
        log_mean=M,
        entropy=M + log(2 * PI * exp(1) * S) / 2,
        distribution=(1 + fn("erf", (log(X) - M) / sqrt(2 * S))) / 2,
        made=Made(exp(M + sqrt(S) * Z), (("normal", None),)),
        draw=lambda rng, n, m, s: rng.lognormal(m, s**0.5, n),
        example=(0.2, 0.3),
    ),
    Row(
        "Exponential",
        ("Exponential", "Exp", "Expo"),
        ("exponential",),
        (Parameter("r", ("rate", "parameter", "intensity"), inverse_words=(*_MEAN_WORDS, "scale"), limits=POSITIVE),),
        ABOVE_ZERO,
        density=R * exp(-R * X),
        mean=1 / R,
        variance=1 / R**2,
        moment=lambda k: factorial_of(k) / R**k,
        log_mean=-EULER - log(R),
        entropy=1 - log(R),
        mgf=R / (R - T),
        mgf_below=R,
        distribution=1 - exp(-R * X),
        made=Made(Z / R, (("exponential", None),)),
        draw=lambda rng, n, r: rng.exponential(1 / r, n),
        example=(1.5,),
    ),
    Row(
        "Gamma",
        ("Gamma", "Gam", "Ga"),
        ("gamma",),
        (_SHAPE, _RATE),
        ABOVE_ZERO,
        density=B**A / gamma(A) * X ** (A - 1) * exp(-B * X),
        mean=A / B,
        variance=A / B**2,
        moment=lambda k: rising(A, k) / B**k,
        log_mean=digamma(A) - log(B),
        entropy=A - log(B) + log(gamma(A)) + (1 - A) * digamma(A),
        mgf=(1 - T / B) ** -A,
        mgf_below=B,
        made=Made(Z / B, (("gamma", A),)),
        convention="the second parameter of a gamma law is a rate",
        otherwise=(A, 1 / B),
        draw=lambda rng, n, a, b: rng.gamma(a, 1 / b, n),
        example=(2.5, 1.5),
    ),
    Row(
        "InverseGamma",
        ("InverseGamma", "InvGamma", "InvGam", "IG"),
        ("inverse gamma", "inverse-gamma"),
        (_SHAPE, Parameter("b", ("scale", "rate"), limits=POSITIVE)),
        ABOVE_ZERO,
        density=B**A / gamma(A) * X ** (-A - 1) * exp(-B / X),
        mean=B / (A - 1),
        variance=B**2 / ((A - 1) ** 2 * (A - 2)),
        moment=lambda k: B**k / _below(A, k),
        finite_moments=A,
        log_mean=log(B) - digamma(A),
        entropy=A + log(B) + log(gamma(A)) - (1 + A) * digamma(A),
        made=Made(B / Z, (("gamma", A),)),
        draw=lambda rng, n, a, b: b / rng.gamma(a, 1, n),
        example=(5.5, 2.0),
    ),
    Row(
        "ChiSquared",
        ("ChiSquared", "chisq", "ChiSq"),
        ("chi-squared", "chi-square", "chi squared"),
        (Parameter("k", ("degrees of freedom",), limits=POSITIVE),),
        ABOVE_ZERO,
        density=1 / (2 ** (K / 2) * gamma(K / 2)) * X ** (K / 2 - 1) * exp(-X / 2),
        mean=K,
        variance=2 * K,
        moment=_chi_squared_moment,
        log_mean=digamma(K / 2) + log(2),
        entropy=K / 2 + log(2) + log(gamma(K / 2)) + (1 - K / 2) * digamma(K / 2),
        mgf=(1 - 2 * T) ** (-K / 2),
        mgf_below=HALF,
        made=Made(2 * Z, (("gamma", K / 2),)),
        draw=lambda rng, n, k: rng.chisquare(k, n),
        example=(3.0,),
    ),
    Row(
        "F",
        ("F",),
        ("F",),
        tuple(Parameter(d, ("degrees of freedom",), limits=POSITIVE) for d in ("d1", "d2")),
        ABOVE_ZERO,
        density=(D1 / D2) ** (D1 / 2)
        / beta(D1 / 2, D2 / 2)
        * X ** (D1 / 2 - 1)
        * (1 + D1 * X / D2) ** (-(D1 + D2) / 2),
        mean=D2 / (D2 - 2),
        variance=2 * D2**2 * (D1 + D2 - 2) / (D1 * (D2 - 2) ** 2 * (D2 - 4)),
        moment=lambda k: (D2 / D1) ** k * rising(D1 / 2, k) / _below(D2 / 2, k),
        finite_moments=D2 / 2,
        log_mean=digamma(D1 / 2) - digamma(D2 / 2) + log(D2) - log(D1),
        entropy=log(D2 / D1)
        + log(beta(D1 / 2, D2 / 2))
        + (1 - D1 / 2) * digamma(D1 / 2)
        - (1 + D2 / 2) * digamma(D2 / 2)
        + (D1 + D2) / 2 * digamma((D1 + D2) / 2),
        made=Made(Z / D1 / (Z1 / D2), (("gamma", D1 / 2), ("gamma", D2 / 2))),
        draw=lambda rng, n, a, b: rng.f(a, b, n),
        example=(4.0, 12.0),
    ),
    Row(
        "StudentT",
        ("StudentT", "t", "Student"),
        ("Student's t", "Student t", "Student-t"),
        (Parameter("n", ("degrees of freedom",), limits=POSITIVE),),
        EVERYWHERE,
        density=gamma((N + 1) / 2) / (sqrt(N * PI) * gamma(N / 2)) * (1 + X**2 / N) ** (-(N + 1) / 2),
        mean=of(0),
        variance=N / (N - 2),
        moment=_student_moment,
        finite_moments=N,
        entropy=(N + 1) / 2 * (digamma((N + 1) / 2) - digamma(N / 2)) + log(N) / 2 + log(beta(N / 2, HALF)),
        made=Made(Z / sqrt(2 * Z1 / N), (("normal", None), ("gamma", N / 2))),
        draw=lambda rng, n, k: rng.standard_t(k, n),
        example=(7.0,),
    ),
    Row(
        "Beta",
        ("Beta", "Bet", "Be"),
        ("beta",),
        (Parameter("a", ("first shape",), limits=POSITIVE), Parameter("b", ("second shape",), limits=POSITIVE)),
        Interval(of(0), of(1)),
        density=X ** (A - 1) * (1 - X) ** (B - 1) / beta(A, B),
        mean=A / (A + B),
        variance=A * B / ((A + B) ** 2 * (A + B + 1)),
        moment=lambda k: rising(A, k) / rising(A + B, k),
        log_mean=digamma(A) - digamma(A + B),
        entropy=log(beta(A, B)) - (A - 1) * digamma(A) - (B - 1) * digamma(B) + (A + B - 2) * digamma(A + B),
        made=Made(Z / (Z + Z1), (("gamma", A), ("gamma", B))),
        draw=lambda rng, n, a, b: rng.beta(a, b, n),
        example=(2.0, 3.5),
    ),
    Row(
        "Laplace",
        ("Laplace", "Lap"),
        ("Laplace",),
        (_PLACE, _SCALE),
        EVERYWHERE,
        density=exp(-_absolute(X - M) / S) / (2 * S),
        mean=M,
        variance=2 * S**2,
        moment=_laplace_moment,
        entropy=1 + log(2 * S),
        made=Made(M + S * Z, (("laplace", None),)),
        draw=lambda rng, n, m, s: rng.laplace(m, s, n),
        example=(0.5, 1.3),
    ),
    Row(
        "Logistic",
        ("Logistic",),
        ("logistic",),
        (_PLACE, _SCALE),
        EVERYWHERE,
        density=exp(-(X - M) / S) / (S * (1 + exp(-(X - M) / S)) ** 2),
        mean=M,
        variance=PI**2 * S**2 / 3,
        entropy=log(S) + 2,
        distribution=1 / (1 + exp(-(X - M) / S)),
        made=Made(M + S * (log(Z) - log(1 - Z)), (("uniform", None),)),
        draw=lambda rng, n, m, s: rng.logistic(m, s, n),
        example=(0.5, 0.8),
    ),
    Row(
        "Gumbel",
        ("Gumbel",),
        ("Gumbel",),
        (_PLACE, _SCALE),
        EVERYWHERE,
        density=exp(-(X - M) / S - exp(-(X - M) / S)) / S,
        mean=M + S * EULER,
        variance=PI**2 * S**2 / 6,
        entropy=log(S) + EULER + 1,
        mgf=gamma(1 - S * T) * exp(M * T),
        mgf_below=1 / S,
        distribution=exp(-exp(-(X - M) / S)),
        made=Made(M - S * log(Z), (("exponential", None),)),
        draw=lambda rng, n, m, s: rng.gumbel(m, s, n),
        example=(0.5, 0.8),
    ),
    Row(
        "Cauchy",
        ("Cauchy",),
        ("Cauchy",),
        (_PLACE, _SCALE),
        EVERYWHERE,
        density=1 / (PI * S * (1 + ((X - M) / S) ** 2)),
        finite_moments=of(1),
        entropy=log(4 * PI * S),
        made=Made(M - S * fn("cos", PI * Z) / fn("sin", PI * Z), (("uniform", None),)),
        draw=lambda rng, n, m, s: m + s * rng.standard_cauchy(n),
        example=(0.5, 0.8),
    ),
    Row(
        "Weibull",
        ("Weibull", "Weib"),
        ("Weibull",),
        (Parameter("s", ("scale",), limits=POSITIVE), Parameter("k", ("shape",), limits=POSITIVE)),
        ABOVE_ZERO,
        density=K / S * (X / S) ** (K - 1) * exp(-((X / S) ** K)),
        mean=S * gamma(1 + 1 / K),
        variance=S**2 * (gamma(1 + 2 / K) - gamma(1 + 1 / K) ** 2),
        moment=lambda k: S**k * gamma(1 + k / K),
        log_mean=log(S) - EULER / K,
        entropy=EULER * (1 - 1 / K) + log(S) - log(K) + 1,
        distribution=1 - exp(-((X / S) ** K)),
        made=Made(S * Z ** (1 / K), (("exponential", None),)),
        convention="the first parameter of a Weibull law is its scale, the second its shape",
        otherwise=(K, S),
        draw=lambda rng, n, s, k: s * rng.weibull(k, n),
        example=(1.5, 2.3),
    ),
    Row(
        "Pareto",
        ("Pareto",),
        ("Pareto",),
        (Parameter("m", ("scale", "minimum"), limits=POSITIVE), Parameter("a", ("shape",), limits=POSITIVE)),
        Interval(M),
        density=A * M**A / X ** (A + 1),
        mean=A * M / (A - 1),
        variance=A * M**2 / ((A - 1) ** 2 * (A - 2)),
        moment=lambda k: A * M**k / (A - k),
        finite_moments=A,
        log_mean=log(M) + 1 / A,
        entropy=log(M) - log(A) + 1 / A + 1,
        distribution=1 - (M / X) ** A,
        made=Made(M * exp(Z / A), (("exponential", None),)),
        convention="the first parameter of a Pareto law is its scale, the second its shape",
        otherwise=(A, M),
        draw=lambda rng, n, m, a: m * (1 + rng.pareto(a, n)),
        example=(1.2, 5.5),
    ),
    Row(
        "VonMises",
        ("VonMises", "vonMises", "VM", "vM"),
        ("von Mises",),
        (Parameter("m", ("mean", "location")), Parameter("k", ("concentration",), limits=POSITIVE)),
        Interval(-PI, PI),
        density=exp(K * fn("cos", X - M)) / bound("integral", "y", -PI, PI, exp(K * fn("cos", var("y")))),
        functions=(("I_{0}", bound("integral", "y", -PI, PI, exp(X * fn("cos", var("y")))) / (2 * PI)),),
        draw=lambda rng, n, m, k: rng.vonmises(m, k, n),
        example=(0.4, 1.5),
    ),
)
