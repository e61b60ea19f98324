r"""The registry of notations: a row a construct of LaTeX, what it becomes, an example, and what must not be read so.

The rows are what authors write; the tables of `latex_in.tables` are how the reader knows it. A test reads both columns,
and docs/notation.md is made of the rows.
"""

from __future__ import annotations

from hence.language.records import dataclass


@dataclass(frozen=True)
class Notation:
    """`pattern` means an operation of `language.heads`, or a binder; `near_miss` is read, and not so."""

    pattern: str
    head: str
    meaning: str
    example: str
    near_miss: str


NOTATION = (
    Notation(r"\frac{a}{b}", "div", "a fraction", r"\frac{x}{y}", r"x \cdot y"),
    Notation("a^b", "pow", "a power", r"x^3", r"x_3"),
    Notation(r"A^\top", "transpose", "the transpose", r"A^\top", r"A^2"),
    Notation(r"\sqrt{a}", "sqrt", "a square root", r"\sqrt{x}", r"x^2"),
    Notation(r"e^{a}", "exp", "the exponential", r"e^{x}", r"x_e"),
    Notation(r"\log a", "log", "the natural logarithm", r"\log x", r"\exp x"),
    Notation("n!", "factorial", "a factorial", r"n!", r"n"),
    Notation(r"\binom{n}{k}", "binom", "a binomial coefficient", r"\binom{n}{k}", r"\frac{n}{k}"),
    Notation(r"\Gamma(a)", "gamma_fn", "the gamma function", r"\Gamma(x)", r"\Gamma x"),
    Notation(r"\mathrm{B}(a, b)", "beta_fn", "the beta function", r"\mathrm{B}(x, y)", r"\mathrm{B} x"),
    Notation(r"\operatorname{erf}(x)", "erf", "the error function", r"\operatorname{erf}(x)", r"\sin(x)"),
    Notation(r"\odot", "hadamard", "a product entry by entry", r"x \odot y", r"x \cdot y"),
    Notation(r"\otimes", "kron", "a Kronecker product", r"A \otimes B", r"A B"),
    Notation(r"\langle a, b \rangle", "inner", "an inner product", r"\langle x, y \rangle", r"x y"),
    Notation(r"\|a\|", "norm", "a Euclidean norm", r"\|x\|", r"|x|"),
    Notation(r"\|A\|_F", "norm_F", "a Frobenius norm", r"\|A\|_F", r"\|A\|"),
    Notation("|a|", "abs", "an absolute value", r"|x|", r"(x)"),
    Notation(r"\mathrm{tr}(A)", "tr", "a trace", r"\mathrm{tr}(A)", r"\det(A)"),
    Notation(r"\det A", "det", "a determinant", r"\det(A)", r"\mathrm{tr}(A)"),
    Notation(r"\mathrm{diag}(v)", "diag", "a diagonal matrix", r"\mathrm{diag}(v)", r"\mathrm{tr}(v)"),
    Notation(r"\mathrm{softmax}(z)", "softmax", "softmax", r"\mathrm{softmax}(z)", r"\tanh(z)"),
    Notation(r"\sum_{i=1}^n", "sum", "a sum", r"\sum_{i=1}^n x_i", r"\prod_{i=1}^n x_i"),
    Notation(r"\prod_{i=1}^n", "prod", "a product", r"\prod_{i=1}^n x_i", r"\sum_{i=1}^n x_i"),
    Notation(r"\int_a^b f \, dx", "integral", "an integral", r"\int_0^1 x \, dx", r"x \, d"),
    Notation(r"\frac{d f}{d x}", "deriv", "a derivative", r"\frac{d}{dx} x^2", r"\frac{a}{b x} x^2"),
    Notation(r"\lim_{n \to a}", "lim", "a limit", r"\lim_{n \to \infty} n", r"n"),
    Notation(r"\min_x f", "min", "a least value", r"\min_x x^2", r"x^2"),
    Notation(r"\mathbb{E}[X]", "E", "an expectation", r"\mathbb{E}[X]", r"[X]"),
    Notation(r"\mathrm{Var}(X)", "Var", "a variance", r"\mathrm{Var}(X)", r"\mathbb{E}[X]"),
    Notation(r"\mathrm{Cov}(X, Y)", "Cov", "a covariance", r"\mathrm{Cov}(X, Y)", r"\mathrm{Var}(X)"),
    Notation("p(x \\mid y)", "density", "a density at a point", r"p(x \mid y)", r"p (1 - p)"),
    Notation(
        r"\mathcal{N}(x; \mu, \sigma^2)",
        "normal_pdf",
        "a normal density at a point",
        r"\mathcal{N}(x; m, s)",
        r"\mathrm{Gam}(x; m, s)",
    ),
    Notation(
        r"\mathrm{Gam}(x; a, b)",
        "pdf",
        "the density of a law of the registry at a point",
        r"\mathrm{Gam}(x; a, b)",
        r"\mathrm{Gam}(a, b)",
    ),
)
