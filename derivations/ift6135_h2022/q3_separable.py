"""Question 3.2: attention with a separate softmax for queries and for keys."""

from hence.language.catalogue import Chain, Entry, Row, Text, chain

HOMEWORK = "IFT6135 H2022"
SOFTMAXES = (
    r"Let $\bm{Q}, \bm{K} \in \mathbb{R}^{n \times d}$, let $\bm{S} = \mathrm{softmax}_{\text{row}}(\bm{Q})$ and "
    r"$\bm{T} = \mathrm{softmax}_{\text{col}}(\bm{K})$."
)

positive = Entry(
    id="ift6135.3.2.positive",
    claims=("003.Q3.2-i",),
    title="Separable attention weights are positive",
    homework=HOMEWORK,
    kind="equality chain",
    problem=(
        "Queries pass through a softmax along their rows, keys through one along their columns. Add up a row of the "
        "first and a column of the second, and show that all entries of their product are positive."
    ),
    given=SOFTMAXES,
    proof=(
        chain(r"\bm{S} \bm{1}_d", (r"\bm{1}_n", "each row of a softmax along rows adds up to one")),
        chain(r"\bm{T}^\top \bm{1}_n", (r"\bm{1}_d", "each column of a softmax along columns adds up to one")),
        Text("The entries of the product are sums of products of positive numbers:"),
        Chain(
            r"(\bm{S} \bm{T}^\top)_{ij}",
            (
                Row(r"\sum_{l=1}^{d} \bm{S}_{il} \bm{T}_{jl}", "definition of the product"),
                Row("0", "softmax is positive", ">"),
            ),
        ),
    ),
    lemma=r"\bm{T}^\top \bm{1}_n = \bm{1}_d",
    source="Question 3.2",
)

rows = Entry(
    id="ift6135.3.2.rows",
    claims=("003.Q3.2-i",),
    title="Every row of separable attention is a distribution",
    homework=HOMEWORK,
    kind="equality chain",
    problem="Show that every row of the separable attention matrix adds up to one.",
    given=(
        r"Let $\bm{Q} \in \mathbb{R}^{n \times d}$, let $\bm{S} = \mathrm{softmax}_{\text{row}}(\bm{Q})$, and let "
        r"$\bm{T} \in \mathbb{R}^{n \times d}$ be a softmax along columns."
    ),
    proof=(
        chain(
            r"(\bm{S} \bm{T}^\top) \bm{1}_n",
            (r"\bm{S} (\bm{T}^\top \bm{1}_n)", "associativity"),
            (r"\bm{S} \bm{1}_d", "the columns of the second factor add up to one"),
            (r"\bm{1}_n", "so do the rows of the first"),
        ),
        Text("The entries are positive, so every row is a categorical distribution over all positions."),
    ),
    uses=("ift6135.3.2.positive",),
    source="Question 3.2",
    remark="The hint of the source calls the number of categories $d$; here it is the length $n$ of the sequence.",
)

order = Entry(
    id="ift6135.3.2.order",
    claims=("003.Q3.2-ii",),
    title="Separable attention without a square matrix",
    homework=HOMEWORK,
    kind="equality chain",
    problem="In which order should separable attention be multiplied out for a long sequence?",
    given=SOFTMAXES + r" Let $\bm{V} \in \mathbb{R}^{n \times d}$.",
    proof=(
        chain(
            r"(\bm{S} \bm{T}^\top) \bm{V}",
            (r"\bm{S} (\bm{T}^\top \bm{V})", "associativity"),
        ),
        Text(
            "The left side forms a square matrix with a row and a column for every position. The right side needs only a "
            "small square matrix with a row and a column for every feature."
        ),
    ),
    source="Question 3.2",
)

ENTRIES = (positive, rows, order)
