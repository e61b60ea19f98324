"""Question 3: why dot products are scaled by the square root of the dimension."""

from hence.derivations import experiments
from hence.language.catalogue import Entry, FalseStatement, Text, chain

HOMEWORK = "EECS 182 HW7"
NORMAL = (
    r"Let $q, k \in \mathbb{R}^d$ be random with $q \sim \mathcal{N}(\mu, \sigma^2 I)$ and $k \sim \mathcal{N}(\mu, \sigma^2 I)$, "
    r"where $\mu \in \mathbb{R}^d$ and $\sigma > 0$."
)
INDEPENDENT = NORMAL + r" Assume that $q$ and $k$ are independent."
STANDARD = r"Let $q, k \in \mathbb{R}^d$ be independent with $q \sim \mathcal{N}(0, I)$ and $k \sim \mathcal{N}(0, I)$."

mean = Entry(
    id="eecs182.7.3a",
    claims=("004.3a",),
    title="The mean of a dot product",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="Find the mean of the dot product of two independent normal vectors.",
    given=INDEPENDENT,
    proof=(
        chain(
            r"\mathbb{E}[q^\top k]",
            (r"\mathbb{E}\left[\sum_{i=1}^{d} q_i k_i\right]", "definition of the dot product"),
            (r"\sum_{i=1}^{d} \mathbb{E}[q_i k_i]", "linearity"),
            (r"\sum_{i=1}^{d} \mathbb{E}[q_i] \mathbb{E}[k_i]", "independence"),
            (r"\sum_{i=1}^{d} \mu_i^2", "means"),
            (r"\|\mu\|^2", "definition of the norm"),
        ),
    ),
    lemma=r"\mathbb{E}[q^\top k] = \|\mu\|^2",
    experiment=experiments.mean_of_dot_product,
    source="Question 3(a)",
)

missing_independence = Entry(
    id="eecs182.7.3a.independence",
    claims=("004.3a-assump",),
    title="The mean needs independence",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="The source does not say that query and key are independent. Does it matter?",
    given=NORMAL,
    proof=(
        Text("Take one vector in both places; then"),
        chain(
            r"\mathbb{E}[q^\top q]",
            (r"\|\mu\|^2 + d \sigma^2", "second moment of a normal"),
        ),
        Text("so that, without independence, the formula is false:"),
        FalseStatement(r"\mathbb{E}[q^\top k]", r"\|\mu\|^2", "=", "A key that equals the query breaks it."),
    ),
    experiment=experiments.mean_of_squared_norm,
    source="Question 3(a)",
)

variance = Entry(
    id="eecs182.7.3b",
    claims=("004.3b-1",),
    title="The variance of a dot product",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="Find the variance of the dot product of two independent normal vectors.",
    given=INDEPENDENT,
    proof=(
        chain(
            r"\mathrm{Var}(q^\top k)",
            (r"\mathbb{E}[(q^\top k)^2] - \mathbb{E}[q^\top k]^2", "variance as a second moment"),
            (
                r"\mu^\top (\sigma^2 I) \mu + \mu^\top (\sigma^2 I) \mu + \mathrm{tr}((\sigma^2 I) (\sigma^2 I))",
                "second moments of independent normals",
            ),
            (r"2 \sigma^2 \|\mu\|^2 + d \sigma^4", "trace of the identity"),
        ),
    ),
    lemma=r"\mathrm{Var}(q^\top k) = 2 \sigma^2 \|\mu\|^2 + d \sigma^4",
    experiment=experiments.variance_of_dot_product,
    source="Question 3(b)",
)

coordinates = Entry(
    id="eecs182.7.3b.coordinates",
    claims=("004.3b-2",),
    title="The variance, coordinate by coordinate",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="Derive the variance for standard normal vectors from the variances of the products of coordinates.",
    given=STANDARD,
    proof=(
        chain(
            r"\mathrm{Var}(q^\top k)",
            (r"\mathrm{Var}\left(\sum_{i=1}^{d} q_i k_i\right)", "definition of the dot product"),
            (r"\sum_{i=1}^{d} \mathrm{Var}(q_i k_i)", "the products are independent"),
            (r"d \, \mathrm{Var}(q_1 k_1)", "all coordinates have the same law"),
            (
                r"d \left(\mathbb{E}[q_1]^2 \mathrm{Var}(k_1) + \mathbb{E}[k_1]^2 \mathrm{Var}(q_1)"
                r" + \mathrm{Var}(q_1) \mathrm{Var}(k_1)\right)",
                "variance of a product of independent variables",
            ),
            (r"d \, \mathrm{Var}(q_1) \mathrm{Var}(k_1)", "the means are zero"),
            (r"d", "the variances are one"),
        ),
    ),
    lemma=r"\mathrm{Var}(q^\top k) = d",
    experiment=experiments.variance_of_standard_dot_product,
    source="Question 3(b), second way",
)

wrong_square = Entry(
    id="eecs182.7.3c.variance",
    claims=("004.3c-1",),
    title="The variance is the dimension, not its square",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="The source quotes the variance of part (b) as the square of the dimension. Which is right?",
    given=STANDARD,
    proof=(
        chain(r"\mathrm{Var}(q^\top k)", (r"d", "variance of a dot product")),
        Text("and not"),
        FalseStatement(r"\mathrm{Var}(q^\top k)", r"d^2", "=", "The square is a slip of the source."),
    ),
    uses=("eecs182.7.3b.coordinates",),
    experiment=experiments.variance_of_standard_dot_product,
    source="Question 3(c)",
)

scaling = Entry(
    id="eecs182.7.3c",
    claims=("004.3c-2",),
    title="Dividing by the square root of the dimension",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="By what must the dot product be divided to have mean zero and variance one?",
    given=STANDARD + r" Let $s = \sqrt{d}$.",
    proof=(
        chain(
            r"\mathbb{E}\left[\frac{q^\top k}{s}\right]",
            (r"\frac{\mathbb{E}[q^\top k]}{s}", "linearity"),
            (r"0", "the mean of a dot product"),
        ),
        chain(
            r"\mathrm{Var}\left(\frac{q^\top k}{s}\right)",
            (r"\frac{\mathrm{Var}(q^\top k)}{s^2}", "variance of a multiple"),
            (r"\frac{d}{s^2}", "the variance of a dot product"),
            (r"1", r"the choice of the scale"),
        ),
    ),
    experiment=experiments.scaled_dot_product,
    uses=("eecs182.7.3b.coordinates",),
    source="Question 3(c)",
)

ENTRIES = (mean, missing_independence, variance, coordinates, wrong_square, scaling)
