"""Question 1.4(b, d): what attention needs and sees, and the feed-forward layer."""

from hence.language.catalogue import Chain, Entry, FalseStatement, Row, Text, chain

HOMEWORK = "Deep Learning HW3"

shapes = Entry(
    id="hw3.1.4b.shapes",
    claims=("002.1.4b-i",),
    title="Only queries and keys must have the same length",
    homework=HOMEWORK,
    kind="equality chain",
    problem="Must queries, keys and values all have the same dimension?",
    given=(
        r"Let $Q, K \in \mathbb{R}^{n \times d}$ and $V \in \mathbb{R}^{n \times p}$, let $\beta > 0$, and let "
        r"$H = \mathrm{softmax}_{\text{row}}(\beta Q K^\top) V$."
    ),
    proof=(
        Text("The sum over coordinates runs over queries and keys together; the values have indices of their own:"),
        chain(
            r"H_{ic}",
            (
                r"\sum_{j=1}^{n} \frac{\exp\left(\beta \sum_{a=1}^{d} Q_{ia} K_{ja}\right)}"
                r"{\sum_{l=1}^{n} \exp\left(\beta \sum_{a=1}^{d} Q_{ia} K_{la}\right)} V_{jc}",
                "definitions",
            ),
        ),
        Text("The two dimensions, here as traces of identity matrices, need not agree:"),
        FalseStatement(
            r"\mathrm{tr}(I_d)",
            r"\mathrm{tr}(I_p)",
            "=",
            "Attention is defined for keys and values of different lengths.",
        ),
    ),
    source="Question 1.4(b)",
)

attends_to_itself = Entry(
    id="hw3.1.4b.self",
    claims=("002.1.4b-ii",),
    title="A token attends to itself as well",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="Is the output of a token a mean over the other tokens only?",
    given=(
        r"Let $S \in \mathbb{R}^{n \times n}$ be the scores of a self-attention layer without mask and "
        r"$A = \mathrm{softmax}_{\text{row}}(S)$ its weights."
    ),
    proof=(
        Text("The weight of a token for itself is positive like all others:"),
        Chain(r"A_{ii}", (Row("0", "a quotient of exponentials", ">"),)),
        Text("so it may not be left out:"),
        FalseStatement(r"A_{ii}", "0", r"\le", "All tokens take part, the token itself among them."),
    ),
    source="Question 1.4(b)",
)

parameters = Entry(
    id="hw3.1.4d.count",
    claims=("002.1.4d-i",),
    title="The parameters of the feed-forward layer",
    homework=HOMEWORK,
    kind="numeric worked example",
    problem="Count the parameters of the feed-forward layer with 512 inputs and outputs and 2048 hidden units.",
    given=r"The two matrices have $d h$ entries each, the two biases $h$ and $d$, where $d = 512$ and $h = 2048$.",
    proof=(
        chain(
            r"d h + h + h d + d",
            (r"512 \cdot 2048 + 2048 + 2048 \cdot 512 + 512", "the sizes"),
            (r"1048576 + 2048 + 1048576 + 512", "multiply"),
            (r"2099712", "add"),
        ),
    ),
    source="Question 1.4(d)",
)

shared = Entry(
    id="hw3.1.4d.shared",
    claims=("002.1.4d-ii",),
    title="One feed-forward layer, not one per token",
    homework=HOMEWORK,
    kind="gradient",
    problem="Is it enough that each token has a layer of its own, if all of them start with the same weights?",
    given=(
        r"Let $x_i \in \mathbb{R}^d$ for $i \in \{1, \dots, n\}$ be the tokens, let $u_i \in \mathbb{R}^p$ be the gradient that arrives "
        r"behind the hidden layer at token $i$, let $b \in \mathbb{R}^p$, and let $\sigma : \mathbb{R} \to \mathbb{R}$ be applied elementwise."
    ),
    proof=(
        Text(
            r"With one shared matrix $A \in \mathbb{R}^{d \times p}$, let $L = \sum_{i=1}^{n} u_i^\top \sigma(A^\top x_i + b)$. "
            "Its gradient is a sum over positions:"
        ),
        chain(
            r"\nabla_A L",
            (r"\sum_{i=1}^{n} x_i (u_i \odot \sigma'(A^\top x_i + b))^\top", "chain rule"),
        ),
        Text(
            r"With a copy $B_i \in \mathbb{R}^{d \times p}$ for each token, let $M = \sum_{i=1}^{n} u_i^\top \sigma(B_i^\top x_i + b)$. "
            "Each copy has a gradient of its own:"
        ),
        chain(
            r"\nabla_{B_j} M",
            (r"x_j (u_j \odot \sigma'(B_j^\top x_j + b))^\top", "only one term holds this copy"),
        ),
        Text(
            r"Let $C_i = A - \eta x_i (u_i \odot \sigma'(A^\top x_i + b))^\top$ be the copies after one step from the same start $A$, "
            r"with $\eta > 0$. They have moved apart:"
        ),
        FalseStatement(r"C_i", r"C_j", "=", "Equal at the start is not shared."),
    ),
    source="Question 1.4(d)",
)

token_wise = Entry(
    id="hw3.1.4d.tokens",
    claims=("002.1.4d-iii",),
    title="The feed-forward layer does not relate tokens",
    homework=HOMEWORK,
    kind="gradient",
    problem="Does the feed-forward layer capture relations between different tokens?",
    given=(
        r"Let $A \in \mathbb{R}^{d \times h}$, $B \in \mathbb{R}^{h \times d}$, $b \in \mathbb{R}^h$, $c \in \mathbb{R}^d$, let "
        r"$\sigma : \mathbb{R} \to \mathbb{R}$ be applied elementwise, let $x_i \in \mathbb{R}^d$ for $i \in \{1, \dots, n\}$ be the "
        r"tokens, and let $y_i = B^\top \sigma(A^\top x_i + b) + c$."
    ),
    proof=(
        Text(r"Let $i, j \in \{1, \dots, n\}$ with $i \ne j$. The output at one token does not depend on another:"),
        chain(r"\frac{\partial y_i}{\partial x_j}", (r"\bm{0}", "the other token does not occur")),
        Text("so it is false that"),
        FalseStatement(
            r"\frac{\partial y_i}{\partial x_j}",
            r"\bm{0}",
            r"\ne",
            "The layer relates features of one token; attention relates tokens.",
        ),
    ),
    source="Question 1.4(d)",
)

ENTRIES = (shapes, attends_to_itself, parameters, shared, token_wise)
