"""Question 1.3(c) and (d): attention that permutes its tokens, and the shape of self-attention."""

from hence.language.catalogue import Entry, FalseStatement, Row, Text, chain

HOMEWORK = "Deep Learning HW3"

logits = Entry(
    id="hw3.1.3c.exists",
    claims=("002.1.3c-iv",),
    title="Weights that make self-attention permute",
    homework=HOMEWORK,
    kind="existence-construction",
    problem=(
        "The source displays an attention matrix that permutes the tokens, and does not say how it comes about. Give weights for which the scores are "
        "a multiple of any given matrix."
    ),
    given=(
        r"Let $P \in \mathbb{R}^{n \times d}$ with $P P^\top = I$ hold orthonormal codes of the positions, let $\Pi \in \mathbb{R}^{n \times n}$ and "
        r"$\beta > 0$. Take $W_q = \beta P^\top \Pi$ and $W_k = P^\top$."
    ),
    proof=(
        chain(
            r"(P W_q) (P W_k)^\top",
            (r"\beta P P^\top \Pi (P P^\top)^\top", "definitions"),
            (r"\beta \Pi", "orthonormal codes"),
        ),
        Text(
            "Codes that are not orthonormal do not do. Let $R \\in \\mathbb{R}^{n \\times d}$. It is false in general that"
        ),
        FalseStatement(r"\beta R R^\top \Pi R R^\top", r"\beta \Pi"),
    ),
    source="Question 1.3(c), only displayed there",
)

weights = Entry(
    id="hw3.1.3c.close",
    claims=("002.1.3c-iv",),
    title="How close the attention is to a permutation",
    homework=HOMEWORK,
    kind="existence-construction",
    problem="A row of scores has one entry that is not zero. How far are its softmax weights from a choice of that entry?",
    given=(
        r"Let $n \in \mathbb{N}$ with $n \ge 2$ and $\beta > 0$. One score is $\beta$ and the other $n - 1$ are zero: let "
        r"$a = \frac{e^\beta}{e^\beta + n - 1}$ be the weight of that one and $b = \frac{1}{e^\beta + n - 1}$ that of each other."
    ),
    proof=(
        chain(r"a + (n - 1) b", ("1", "the weights of a row add up to one")),
        Text("The weight that should be one misses it by little, and so do those that should be zero:"),
        chain(
            r"1 - a",
            (r"\frac{n - 1}{e^\beta + n - 1}", "common denominator"),
            Row(r"\frac{n - 1}{e^\beta}", "a smaller denominator", r"\le"),
            (r"(n - 1) e^{-\beta}", "exponential"),
        ),
        chain(
            "b",
            Row(r"\frac{1}{e^\beta}", "a smaller denominator", r"\le"),
            (r"e^{-\beta}", "exponential"),
            Row(r"(n - 1) e^{-\beta}", "at least two tokens", r"\le"),
        ),
        Text("No scale reaches the permutation itself:"),
        FalseStatement("b", "0", r"\le"),
    ),
    source="Question 1.3(c), only displayed there",
)

square = Entry(
    id="hw3.1.3d.square",
    claims=("002.1.3d-ii",),
    title="Self-attention has as many rows as tokens",
    homework=HOMEWORK,
    kind="existence-construction",
    problem=(
        "The source presents a matrix with three rows and five columns as the attention of five tokens to themselves. What does every such matrix "
        "satisfy?"
    ),
    given=(
        r"Let $X \in \mathbb{R}^{n \times d}$, $W_q, W_k \in \mathbb{R}^{d \times h}$, and let "
        r"$A = \mathrm{softmax}_{\text{row}}(X W_q (X W_k)^\top)$."
    ),
    proof=(
        Text("There is one row for every token, and its weights add up to one:"),
        chain(r"A \bm{1}_n", (r"\bm{1}_n", "softmax")),
        chain(r"\bm{1}_n^\top A \bm{1}_n", (r"\bm{1}_n^\top \bm{1}_n", "row by row"), ("n", "count")),
        Text("With three rows all weights together would be three, whatever the number of tokens:"),
        FalseStatement(r"\bm{1}_n^\top A \bm{1}_n", "3"),
    ),
    source="Question 1.3(d)",
    remark="A matrix of that shape belongs to attention of three queries to five tokens, or to five tokens of which two rows are left out.",
)

ENTRIES = (logits, weights, square)
