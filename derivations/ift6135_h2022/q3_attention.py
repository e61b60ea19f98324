"""Question 3: attention as a matrix product, and random features for it."""

from hence.derivations import experiments
from hence.language.catalogue import Chain, Entry, Row, Text, chain

HOMEWORK = "IFT6135 H2022"

standard = Entry(
    id="ift6135.3.3.standard",
    claims=("003.Q3.3-i",),
    title="Softmax attention is a normalised matrix product",
    homework=HOMEWORK,
    kind="equality chain",
    problem="Write softmax attention with elementwise exponentials, row sums and a diagonal matrix.",
    given=(
        r"Let $\bm{Q}, \bm{K}, \bm{V} \in \mathbb{R}^{n \times d}$, let $\bm{A} = \exp(\bm{Q} \bm{K}^\top)$ elementwise, and "
        r"let $\bm{D} = \mathrm{diag}(\bm{A} \bm{1})$, where $\bm{1} \in \mathbb{R}^n$ is the vector of ones."
    ),
    proof=(
        Text("Entry by entry, the inverse of the diagonal matrix divides each row by its sum:"),
        chain(
            r"(\bm{D}^{-1} \bm{A})_{ij}",
            (r"\frac{\exp((\bm{Q} \bm{K}^\top)_{ij})}{\sum_{l=1}^{n} \exp((\bm{Q} \bm{K}^\top)_{il})}", "definitions"),
            (r"(\mathrm{softmax}_{\text{row}}(\bm{Q} \bm{K}^\top))_{ij}", "definition of softmax"),
        ),
        Text("and hence"),
        chain(
            r"\mathrm{softmax}_{\text{row}}(\bm{Q} \bm{K}^\top) \bm{V}",
            (r"\bm{D}^{-1} \bm{A} \bm{V}", "multiply by the values"),
        ),
    ),
    experiment=experiments.softmax_attention,
    lemma=r"\mathrm{softmax}_{\text{row}}(\bm{Q} \bm{K}^\top) \bm{V} = \bm{D}^{-1} \bm{A} \bm{V}",
    source="Question 3.3",
)

features = Entry(
    id="ift6135.3.3.features",
    claims=("003.Q3.3-ii",),
    title="Attention through features, without the square matrix",
    homework=HOMEWORK,
    kind="equality chain",
    problem="If the entries of the attention matrix are inner products of features, avoid forming that matrix.",
    given=(
        r"Let $\bm{Q}, \bm{K}, \bm{V} \in \mathbb{R}^{n \times d}$. Let $\bm{q}_i$ be the rows of $\bm{Q}$ and $\bm{k}_j$ the rows of "
        r"$\bm{K}$, and let $f : \mathbb{R}^d \to \mathbb{R}_+^m$. Let $\bm{F}_Q, \bm{F}_K \in \mathbb{R}^{n \times m}$ hold "
        r"$f(\bm{q}_i)^\top$ and $f(\bm{k}_j)^\top$ in their rows. Let $\bm{A} \in \mathbb{R}^{n \times n}$ with "
        r"$\bm{A}_{ij} = f(\bm{q}_i)^\top f(\bm{k}_j)$, and let $\bm{D} = \mathrm{diag}(\bm{A} \bm{1})$."
    ),
    proof=(
        chain(r"\bm{A}", (r"\bm{F}_Q \bm{F}_K^\top", "rows times rows")),
        chain(
            r"\bm{D}^{-1} \bm{A} \bm{V}",
            (r"\mathrm{diag}(\bm{F}_Q \bm{F}_K^\top \bm{1})^{-1} (\bm{F}_Q \bm{F}_K^\top) \bm{V}", "factorisation"),
            (
                r"\mathrm{diag}(\bm{F}_Q (\bm{F}_K^\top \bm{1}))^{-1} (\bm{F}_Q (\bm{F}_K^\top \bm{V}))",
                "associativity: no square matrix is formed",
            ),
        ),
    ),
    experiment=experiments.attention_in_linear_time,
    source="Question 3.3",
    remark="The features must be positive (or at least give non-zero row sums), so that the diagonal matrix has an inverse.",
)

polarisation = Entry(
    id="ift6135.3.4.hint",
    claims=("003.Q3.4-hint2",),
    title="An inner product from three squared norms",
    homework=HOMEWORK,
    kind="equality chain",
    problem="Express an inner product through squared norms.",
    given=r"Let $\bm{x}, \bm{y} \in \mathbb{R}^d$.",
    proof=(
        chain(
            r"-\frac{1}{2} \left(\bm{x}^\top \bm{x} - (\bm{x} + \bm{y})^\top (\bm{x} + \bm{y}) + \bm{y}^\top \bm{y}\right)",
            (
                r"-\frac{1}{2} \left(\bm{x}^\top \bm{x} - \bm{x}^\top \bm{x} - 2 \bm{x}^\top \bm{y} - \bm{y}^\top \bm{y}"
                r" + \bm{y}^\top \bm{y}\right)",
                "expand the product",
            ),
            (r"\bm{x}^\top \bm{y}", "collect"),
        ),
    ),
    experiment=experiments.inner_product_from_norms,
    lemma=(
        r"\bm{x}^\top \bm{y} = -\frac{1}{2} \left(\bm{x}^\top \bm{x} - (\bm{x} + \bm{y})^\top (\bm{x} + \bm{y})"
        r" + \bm{y}^\top \bm{y}\right)"
    ),
    source="Question 3.4, hint 2",
)

expectation = Entry(
    id="ift6135.3.4.expectation",
    claims=("003.Q3.4-i",),
    title="The exponential kernel as a Gaussian expectation",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="Write the exponential of an inner product as an expectation over a standard normal vector.",
    given=r"Let $\bm{q}, \bm{k} \in \mathbb{R}^d$ and $\bm{x} \sim \mathcal{N}(\bm{0}, \bm{I})$ in $\mathbb{R}^d$.",
    proof=(
        chain(
            r"\mathbb{E}_{\bm{x}}\left[\exp(\bm{x}^\top \bm{q}) \exp(\bm{x}^\top \bm{k})\right]",
            (
                r"\int (2 \pi)^{-d/2} \exp\left(-\frac{1}{2} \|\bm{x}\|^2 + \bm{x}^\top (\bm{q} + \bm{k})\right) d\bm{x}",
                "density of the normal",
            ),
            (
                r"\exp\left(\frac{1}{2} \|\bm{q} + \bm{k}\|^2\right)"
                r" \int (2 \pi)^{-d/2} \exp\left(-\frac{1}{2} \|\bm{x} - \bm{q} - \bm{k}\|^2\right) d\bm{x}",
                "complete the square",
            ),
            (r"\exp\left(\frac{1}{2} \|\bm{q} + \bm{k}\|^2\right)", "a density integrates to one"),
        ),
        chain(
            r"\exp\left(-\frac{1}{2} \|\bm{q}\|^2\right)"
            r" \mathbb{E}_{\bm{x}}\left[\exp(\bm{x}^\top \bm{q}) \exp(\bm{x}^\top \bm{k})\right]"
            r" \exp\left(-\frac{1}{2} \|\bm{k}\|^2\right)",
            (
                r"\exp\left(-\frac{1}{2} \left(\|\bm{q}\|^2 - \|\bm{q} + \bm{k}\|^2 + \|\bm{k}\|^2\right)\right)",
                "the expectation above",
            ),
            (r"\exp(\bm{q}^\top \bm{k})", "inner product from squared norms"),
        ),
    ),
    uses=("ift6135.3.4.hint",),
    experiment=experiments.mean_of_positive_feature,
    source="Question 3.4",
)

random_features = Entry(
    id="ift6135.3.4.features",
    claims=("003.Q3.4-ii",),
    title="Positive random features are unbiased",
    homework=HOMEWORK,
    kind="existence-construction",
    problem="Build a positive random feature map whose inner products estimate the exponential kernel without bias.",
    given=(
        r"Let $\bm{q}, \bm{k} \in \mathbb{R}^d$, let $\bm{x}_r \in \mathbb{R}^d$ for $r \in \{1, \dots, m\}$ with "
        r"$\bm{x}_r \sim \mathcal{N}(\bm{0}, \bm{I})$ i.i.d., and let $\bm{f}, \bm{g} \in \mathbb{R}^m$ with "
        r"$\bm{f}_r = \frac{1}{\sqrt{m}} \exp\left(-\frac{1}{2} \|\bm{q}\|^2\right) \exp(\bm{x}_r^\top \bm{q})$ and "
        r"$\bm{g}_r = \frac{1}{\sqrt{m}} \exp\left(-\frac{1}{2} \|\bm{k}\|^2\right) \exp(\bm{x}_r^\top \bm{k})$ "
        r"be the features of $\bm{q}$ and of $\bm{k}$."
    ),
    proof=(
        chain(
            r"\mathbb{E}[\bm{f}^\top \bm{g}]",
            (
                r"\frac{1}{m} \sum_{r=1}^{m} \exp\left(-\frac{1}{2} \|\bm{q}\|^2 - \frac{1}{2} \|\bm{k}\|^2\right)"
                r" \mathbb{E}\left[\exp(\bm{x}_r^\top \bm{q}) \exp(\bm{x}_r^\top \bm{k})\right]",
                "linearity",
            ),
            (
                r"\exp\left(-\frac{1}{2} \|\bm{q}\|^2 - \frac{1}{2} \|\bm{k}\|^2\right)"
                r" \exp\left(\frac{1}{2} \|\bm{q} + \bm{k}\|^2\right)",
                "each term is the Gaussian expectation",
            ),
            (r"\exp(\bm{q}^\top \bm{k})", "inner product from squared norms"),
        ),
        Text("and every feature is positive:"),
        Chain(r"\bm{f}_r", (Row("0", "a product of exponentials", ">"),)),
    ),
    uses=("ift6135.3.4.expectation", "ift6135.3.4.hint"),
    source="Question 3.4",
    remark=(
        "After normalisation by the row sums the estimate is a ratio: consistent, but biased for finitely many features."
    ),
)

ENTRIES = (standard, features, polarisation, expectation, random_features)
