"""Question 1.3(c, d): layers that a self-attention layer can imitate."""

from hence.language.catalogue import Chain, Entry, FalseStatement, Row, Text, chain

HOMEWORK = "Deep Learning HW3"
TOKENS = r"Let $X \in \mathbb{R}^{3 \times d}$ hold three tokens in its rows; we look at column $c$ of it."

identity = Entry(
    id="hw3.1.3c.identity",
    claims=("002.1.3c-i",),
    title="The identity layer, and why it is only approached",
    homework=HOMEWORK,
    kind="existence-construction",
    problem="When is a self-attention layer the identity? Can its weights be those of the identity exactly?",
    given=(
        r"Let $X \in \mathbb{R}^{n \times d}$ hold the tokens in its rows, let $S \in \mathbb{R}^{n \times n}$ be the scores and "
        r"$A = \mathrm{softmax}_{\text{row}}(S)$ the weights, and let $B \in \mathbb{R}^{d \times d}$ be the value matrix."
    ),
    proof=(
        Text("If each token attends to itself only, and the value matrix is the identity as well, then"),
        chain(r"I X I", (r"X", "nothing is changed")),
        Text("The value matrix matters:"),
        FalseStatement(r"I X B", r"X", "=", "The weights alone do not make an identity layer."),
        Text("With finite scores every weight is positive, also those that should vanish:"),
        Chain(r"A_{ij}", (Row("0", "a quotient of exponentials", ">"),)),
        Text("so the identity is a limit and not a value of the softmax."),
    ),
    source="Question 1.3(c)",
)

fixed_points = Entry(
    id="hw3.1.3c.fixed",
    claims=("002.1.3c-ii",),
    title="A permutation may keep tokens in place",
    homework=HOMEWORK,
    kind="existence-construction",
    problem="Must the weights of a permutation layer have an empty diagonal?",
    given=TOKENS,
    proof=(
        Text("This matrix has a single one in each row and each column, and it exchanges two tokens:"),
        chain(
            r"\begin{pmatrix} 0 & 1 & 0 \\ 1 & 0 & 0 \\ 0 & 0 & 1 \end{pmatrix}"
            r" \begin{pmatrix} X_{1c} \\ X_{2c} \\ X_{3c} \end{pmatrix}",
            (r"\begin{pmatrix} X_{2c} \\ X_{1c} \\ X_{3c} \end{pmatrix}", "multiply"),
        ),
        Text("It is a permutation, and yet its diagonal is not empty:"),
        FalseStatement(
            r"\mathrm{tr} \begin{pmatrix} 0 & 1 & 0 \\ 1 & 0 & 0 \\ 0 & 0 & 1 \end{pmatrix}",
            r"0",
            "=",
            "Only permutations without fixed point have an empty diagonal: two of the six for three tokens.",
        ),
    ),
    source="Question 1.3(c)",
)

cycle = Entry(
    id="hw3.1.3c.cycle",
    claims=("002.1.3c-iii",),
    title="Three tokens in a cycle",
    homework=HOMEWORK,
    kind="numeric worked example",
    problem="Find what the given weights do to three tokens.",
    given=TOKENS,
    proof=(
        chain(
            r"\begin{pmatrix} 0 & 1 & 0 \\ 0 & 0 & 1 \\ 1 & 0 & 0 \end{pmatrix}"
            r" \begin{pmatrix} X_{1c} \\ X_{2c} \\ X_{3c} \end{pmatrix}",
            (r"\begin{pmatrix} X_{2c} \\ X_{3c} \\ X_{1c} \end{pmatrix}", "each row selects one token"),
        ),
        Text("in every column, so that the tokens move up by one and the first becomes the last."),
    ),
    source="Question 1.3(c)",
)

moving_average = Entry(
    id="hw3.1.3d",
    claims=("002.1.3d-i",),
    title="A moving average of five tokens",
    homework=HOMEWORK,
    kind="numeric worked example",
    problem="Find what the given weights do to five tokens, and name the layer.",
    given=r"Let $X \in \mathbb{R}^{5 \times d}$ hold five tokens in its rows; we look at column $c$ of it.",
    proof=(
        chain(
            r"\frac{1}{3} \begin{pmatrix} 1 & 1 & 1 & 0 & 0 \\ 0 & 1 & 1 & 1 & 0 \\ 0 & 0 & 1 & 1 & 1 \end{pmatrix}"
            r" \begin{pmatrix} X_{1c} \\ X_{2c} \\ X_{3c} \\ X_{4c} \\ X_{5c} \end{pmatrix}",
            (
                r"\begin{pmatrix} \frac{1}{3} (X_{1c} + X_{2c} + X_{3c}) \\ \frac{1}{3} (X_{2c} + X_{3c} + X_{4c}) \\"
                r" \frac{1}{3} (X_{3c} + X_{4c} + X_{5c}) \end{pmatrix}",
                "multiply",
            ),
        ),
        Text(
            "This is a convolution of width three and stride one without padding, whose three weights are all one third."
        ),
    ),
    source="Question 1.3(d)",
    remark="Three rows for five tokens: three queries attend here. Self-attention would have a row for each token.",
)

convolution = Entry(
    id="hw3.1.3d.convolution",
    claims=("002.1.3d-iv", "G23"),
    title="Any convolution from as many heads as it is wide",
    homework=HOMEWORK,
    kind="existence-construction",
    problem="Build a convolution with an arbitrary kernel from attention heads that look at positions only.",
    given=(
        r"Let $x_s \in \mathbb{R}^d$ for $s \in \{1, \dots, n\}$ be the tokens, let $B_o \in \mathbb{R}^{p \times d}$ be the kernel at "
        r"offset $o \in \{1, \dots, k\}$, and let $t + o \le n$."
    ),
    proof=(
        Text("Let head $o$ attend from position $t$ to position $t + o$ and nowhere else. It returns"),
        chain(
            r"\sum_{s=1}^{n} \delta_{s,t+o} x_s",
            (r"x_{t+o}", "one term is left"),
        ),
        Text(
            r"For the weights $a_{o,t,s}$ of such heads, assume $\sum_{s=1}^{n} a_{o,t,s} x_s = x_{t+o}$ for every $o$ and $t$. "
            r"With $B_o$ as the value map of head $o$, and an output map that adds the heads, the layer returns"
        ),
        chain(
            r"\sum_{o=1}^{k} B_o \sum_{s=1}^{n} a_{o,t,s} x_s",
            (r"\sum_{o=1}^{k} B_o x_{t+o}", "each head shifts"),
        ),
        Text("which is the convolution."),
    ),
    source="Question 1.3(d)",
    remark="A softmax reaches these weights in the limit of large scores.",
)

one_head = Entry(
    id="hw3.1.3d.one-head",
    claims=("002.1.3d-iii",),
    title="One head is not any convolution",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="Can a single softmax head that looks at positions only compute any linear layer that slides over the tokens?",
    given=(
        r"Let $a_1, a_2, a_3 \ge 0$ be the weights of one head on three neighbours, and let $w \in \mathbb{R}$ be its value map for tokens with one coordinate."
    ),
    proof=(
        Text(
            "The head computes a convolution whose kernel is the weights times the value map: all its entries have the same sign. "
            "A difference of neighbours, with the kernel minus one, zero, one, stays out of reach. The squared error is at least one:"
        ),
        chain(
            r"(a_1 w + 1)^2 + (a_2 w)^2 + (a_3 w - 1)^2",
            Row("1", "one of two entries has the wrong sign", r"\ge"),
        ),
        Text("and for one weight on the last neighbour it is one:"),
        chain(r"(0 \cdot 1 + 1)^2 + (0 \cdot 1)^2 + (1 \cdot 1 - 1)^2", ("1", "substitute")),
        Text("The source calls the layer a running linear layer. That would need"),
        FalseStatement(
            r"(a_1 w + 1)^2 + (a_2 w)^2 + (a_3 w - 1)^2",
            "0",
            "=",
            "One head averages its neighbours and then maps them; it cannot subtract them.",
        ),
    ),
    source="Question 1.3(d)",
)

ENTRIES = (identity, fixed_points, cycle, moving_average, convolution, one_head)
