"""The closed table of heads: every operation that a term may be built from.

Each interpretation (shape, normal form, numeric value, LaTeX) is a table with these same keys;
`tests/test_heads.py` compares them. A new head starts with a row here.
"""

from __future__ import annotations

from hence.language.records import dataclass


@dataclass(frozen=True)
class Head:
    name: str
    least: int  # fewest arguments
    most: int | None  # most arguments; None: any number
    meaning: str


def _table(*rows: tuple[str, int, int | None, str]) -> dict[str, Head]:
    table: dict[str, Head] = {}
    for name, least, most, meaning in rows:
        if name in table:
            raise ValueError(f"head {name} is defined twice")
        table[name] = Head(name, least, most, meaning)
    return table


HEADS = _table(
    # arithmetic, on scalars, vectors and matrices alike
    ("add", 2, None, "a sum as written; a - b is add(a, neg(b))"),
    ("neg", 1, 1, "-a"),
    ("mul", 2, None, "a product by juxtaposition, \\cdot or \\times: scalar, matrix or inner, by shape"),
    ("div", 2, 2, "a fraction"),
    ("pow", 2, 2, "a^b; A^{-1} is pow(A, -1)"),
    ("hadamard", 2, 2, "a \\odot b, entry by entry"),
    ("kron", 2, 2, "a \\otimes b: the Kronecker product; of two vectors often their outer product"),
    ("inner", 2, 2, "\\langle a, b \\rangle"),
    ("transpose", 1, 1, "A^\\top"),
    # functions of scalars, entry by entry on vectors and matrices
    ("exp", 1, 1, "natural exponential; also e^{x}"),
    ("log", 1, 1, "natural logarithm"),
    ("sqrt", 1, 1, "non-negative square root"),
    ("abs", 1, 1, "absolute value"),
    ("tanh", 1, 1, "hyperbolic tangent"),
    ("factorial", 1, 1, "n!, of a whole number"),
    ("binom", 2, 2, "binomial coefficient \\binom{n}{k}"),
    ("gamma_fn", 1, 1, "the gamma function \\Gamma(a), for a > 0"),
    ("beta_fn", 2, 2, "the beta function: \\Gamma(a) \\Gamma(b) / \\Gamma(a + b)"),
    ("digamma", 1, 1, "the derivative of \\log \\Gamma"),
    ("erf", 1, 1, "the error function"),
    ("sin", 1, 1, "sine"),
    ("cos", 1, 1, "cosine"),
    ("maximum", 2, None, "the largest of some numbers"),
    ("minimum", 2, None, "the smallest of some numbers"),
    ("either", 2, None, "a product of numbers: zero where one of some equations holds"),
    ("floor", 1, 1, "the largest whole number that is not larger"),
    ("indicator", 1, 1, "1 where the argument is positive, 0 elsewhere"),
    # functions of vectors and matrices
    ("norm", 1, 1, "Euclidean norm of a vector; of a matrix the operator norm"),
    ("norm_F", 1, 1, "Frobenius norm"),
    ("norm_1", 1, 1, "sum of the absolute entries of a vector"),
    ("norm_inf", 1, 1, "largest absolute entry of a vector"),
    ("eig_max", 1, 1, "largest eigenvalue of a symmetric matrix"),
    ("eig_min", 1, 1, "smallest eigenvalue of a symmetric matrix"),
    ("tr", 1, 1, "trace"),
    ("det", 1, 1, "determinant"),
    ("diag", 1, 1, "diagonal matrix of a vector; diagonal of a matrix"),
    ("vec", 1, 1, "the columns of a matrix below each other"),
    ("softmax", 1, 1, "softmax of a vector"),
    ("softmax_row", 1, 1, "softmax of each row of a matrix"),
    ("softmax_col", 1, 1, "softmax of each column of a matrix"),
    # constants whose shape follows from use
    ("identity", 0, 1, "identity matrix, perhaps with its size"),
    ("zeros", 0, 1, "zero vector or matrix (a bold 0)"),
    ("ones", 0, 1, "vector of ones (a bold 1)"),
    ("pi", 0, 0, "the number pi"),
    ("infinity", 0, 0, "infinity, as a bound or a limit point"),
    # access and application
    ("index", 2, None, "a_{i}, A_{ij}: a member of a family, or an entry"),
    ("apply", 2, None, "apply(f, x, ...): a named function at arguments"),
    ("matrix", 1, None, "an explicit matrix, as rows"),
    ("row", 1, None, "a row of an explicit matrix"),
    ("delta", 2, 2, "Kronecker delta \\delta_{ij}"),
    # calculus
    ("deriv", 2, 2, "deriv(f, x): partial derivative or gradient of f in x"),
    ("evaluated", 3, 3, "evaluated(f, x, a): the value of f where x is a"),
    ("differential", 1, 1, "d(f): the total differential, linear in those of the variables"),
    # what was not understood
    ("opaque", 1, None, "opaque(text, x, ...): a part that was not understood, a function of what binds its letters"),
    ("opaque_number", 1, None, "likewise, where it is surely a number: a probability"),
    # growth: classes of functions
    ("Theta", 1, 1, "functions that grow like the argument"),
    ("BigO", 1, 1, "functions that grow no faster than the argument"),
    ("BigOmega", 1, 1, "functions that grow at least as fast as the argument"),
    ("little_o", 1, 1, "functions that grow more slowly than the argument"),
    # cost of computing the argument as it is written; docs/cost.md has the model
    ("time", 1, 1, "scalar operations"),
    ("mults", 1, 1, "scalar multiplications and divisions"),
    ("space", 1, 1, "numbers in memory: inputs, and results that loops overwrite"),
    ("memory", 1, 1, "numbers in memory as words say it: with the inputs, or without them"),
    ("workspace", 1, 1, "numbers in memory besides the inputs"),
    ("size", 1, 1, "numbers that the result holds"),
    ("stored", 1, 1, "numbers in memory when every intermediate result is kept for a backward pass"),
    # probability
    ("E", 1, 2, "expectation over every random symbol inside, perhaps conditional: E(x, given(y))"),
    ("Var", 1, 2, "variance, perhaps conditional"),
    ("Cov", 2, 3, "covariance, perhaps conditional"),
    ("density", 2, None, "density(p, given(...), x, ...): p(x, ... | ...) at a point"),
    ("given", 0, None, "what a density or an expectation is conditioned on"),
    ("at", 2, 3, "at(Y, y): the condition Y = y; as an event with the same as an opaque part"),
    ("KL", 2, 2, "Kullback-Leibler divergence of two densities"),
    ("entropy", 1, None, "entropy(x, ..., given(...)) of random variables; of a law; of two laws: cross-entropy"),
    ("information", 2, 3, "mutual information, perhaps conditional"),
    ("Normal", 2, 2, "normal distribution with mean and variance or covariance"),
    ("normal_pdf", 3, 3, "normal density at a point: \\mathcal{N}(x; mu, Sigma)"),
    ("pdf", 2, 2, "density or mass of a named law at a point of its support: \\mathrm{Gam}(x; a, b)"),
)

OF_ARRAYS = frozenset(
    (
        "transpose",
        "hadamard",
        "kron",
        "inner",
        "norm",
        "norm_F",
        "norm_1",
        "norm_inf",
        "eig_max",
        "eig_min",
        "tr",
        "det",
    )
) | {"diag", "vec", "softmax", "softmax_row", "softmax_col"}
CLASSES = frozenset(("Theta", "BigO", "BigOmega", "little_o"))
MOMENTS = frozenset(("E", "Var", "Cov"))
COSTS = frozenset(("time", "mults", "space", "memory", "workspace", "size", "stored"))

BINDERS = _table(
    ("sum", 1, 1, "sum over an integer variable"),
    ("prod", 1, 1, "product over an integer variable"),
    ("rows", 1, 1, "a matrix given row by row with dots"),
    ("columns", 1, 1, "a matrix given column by column with dots"),
    ("integral", 1, 1, "integral over a scalar or vector variable"),
    ("E", 1, 1, "expectation over the bound variable only"),
    ("Var", 1, 1, "variance over the bound variable only"),
    ("lim", 1, 1, "limit"),
    ("min", 1, 1, "least value, over the values of a variable or over an index"),
    ("max", 1, 1, "greatest value, likewise"),
    ("inf", 1, 1, "greatest lower bound of the values, taken or not"),
    ("sup", 1, 1, "least upper bound of the values, taken or not"),
    ("argmin", 1, 1, "the value of the variable at which the least value is taken"),
    ("argmax", 1, 1, "the value of the variable at which the greatest value is taken"),
)
