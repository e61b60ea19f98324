"""Part 2, e: self-attention on three tokens built from orthogonal vectors."""

from language.catalogue import Entry, FalseStatement, Text, chain

HOMEWORK = "Practical No. 4"
ORTHOGONAL = (
    r"Let $u_a, u_b, u_c, u_d \in \mathbb{R}^n$ and $\beta > 0$. Assume "
    r"$u_a^\top u_a = u_b^\top u_b = u_c^\top u_c = u_d^\top u_d = \beta^2$ and "
    r"$u_a^\top u_b = u_a^\top u_c = u_a^\top u_d = u_b^\top u_c = u_b^\top u_d = u_c^\top u_d = 0$. "
)
TOKENS = r"Let $x_1 = u_d + u_b$, $x_2 = u_a$ and $x_3 = u_c + u_b$."
OUTPUT = (
    r"\frac{\exp(x_1^\top x_2) x_1 + \exp(x_2^\top x_2) x_2 + \exp(x_3^\top x_2) x_3}"
    r"{\exp(x_1^\top x_2) + \exp(x_2^\top x_2) + \exp(x_3^\top x_2)}"
)

plain = Entry(
    id="practical4.2e.1",
    claims=("001.2e-Q1-i",),
    title="The second output without projections",
    homework=HOMEWORK,
    kind="equality chain",
    problem="Keys, queries and values are the tokens themselves. Compute the output at the second token.",
    given=ORTHOGONAL + TOKENS,
    proof=(
        Text("The logits of the second token are"),
        chain(r"x_1^\top x_2", (r"u_d^\top u_a + u_b^\top u_a", "definitions"), ("0", "orthogonal")),
        chain(r"x_2^\top x_2", (r"\beta^2", "squared norm")),
        chain(r"x_3^\top x_2", ("0", "orthogonal")),
        Text("so that the output is"),
        chain(
            OUTPUT,
            (r"\frac{x_1 + e^{\beta^2} x_2 + x_3}{2 + e^{\beta^2}}", "the logits"),
            (r"\frac{u_d + 2 u_b + u_c + e^{\beta^2} u_a}{2 + e^{\beta^2}}", "the tokens"),
        ),
    ),
    source="Part 2, e), question 1",
)

added = Entry(
    id="practical4.2e.1.added",
    claims=("001.2e-Q1-iv",),
    title="The second output after adding a shared vector to the token",
    homework=HOMEWORK,
    kind="equality chain",
    problem=(
        "To the second token the vector is added that the first and third token share. Compute its output again, with the "
        "right logits."
    ),
    given=ORTHOGONAL + r"Let $x_1 = u_d + u_b$, $x_2 = u_a + u_b$ and $x_3 = u_c + u_b$.",
    proof=(
        Text("Now all tokens have a part in common, and no logit is zero:"),
        chain(r"x_1^\top x_2", (r"u_b^\top u_b", "the other products vanish"), (r"\beta^2", "squared norm")),
        chain(r"x_3^\top x_2", (r"\beta^2", "likewise")),
        chain(r"x_2^\top x_2", (r"2 \beta^2", "two orthogonal parts")),
        Text("The source takes zero for the logits of the first and third token:"),
        FalseStatement(r"\exp(x_1^\top x_2)", r"\exp(0)", "=", "The shared part was forgotten."),
        FalseStatement(r"\exp(x_3^\top x_2)", r"\exp(0)", "=", "The same slip."),
        Text("The output is"),
        chain(
            OUTPUT,
            (
                r"\frac{e^{\beta^2} (u_d + u_b) + e^{2 \beta^2} (u_a + u_b) + e^{\beta^2} (u_c + u_b)}{2 e^{\beta^2} + e^{2 \beta^2}}",
                "the logits",
            ),
            (r"u_a + u_b + \frac{u_c + u_d - 2 u_a}{2 + e^{\beta^2}}", r"divide by $e^{\beta^2}$ and collect"),
        ),
    ),
    source="Part 2, e), question 1",
    remark="It still tends to the second token for large beta, only more slowly than the source's formula suggests.",
)

values = Entry(
    id="practical4.2e.2.values",
    claims=("001.2e-Q2-i", "001.2e-Q2-ii"),
    title="A value matrix that keeps two directions",
    homework=HOMEWORK,
    kind="equality chain",
    problem="Compute the three values for the given value matrix, and the outputs for arbitrary weights.",
    given=ORTHOGONAL + TOKENS + r" Let $V = \frac{u_b u_b^\top - u_c u_c^\top}{\beta^2}$.",
    proof=(
        chain(
            r"V x_1",
            (r"\frac{u_b u_b^\top (u_d + u_b) - u_c u_c^\top (u_d + u_b)}{\beta^2}", "definitions"),
            (r"\frac{\beta^2 u_b}{\beta^2}", "orthogonality"),
            (r"u_b", "cancel"),
        ),
        chain(r"V x_2", ("0", "orthogonal to both directions")),
        chain(
            r"V x_3",
            (r"\frac{\beta^2 u_b - \beta^2 u_c}{\beta^2}", "orthogonality; the factors are squares of a number"),
            (r"u_b - u_c", "cancel"),
        ),
        Text(
            r"The second value is zero and drops out of every output. Let $a_{ij} \in \mathbb{R}$ be any weights. Then, for the first "
            "and for the second token,"
        ),
        chain(r"a_{11} V x_1 + a_{12} V x_2 + a_{13} V x_3", (r"a_{11} u_b + a_{13} (u_b - u_c)", "the values")),
        chain(r"a_{21} V x_1 + a_{22} V x_2 + a_{23} V x_3", (r"a_{21} u_b + a_{23} (u_b - u_c)", "the values")),
    ),
    source="Part 2, e), question 2",
    remark="The source writes the number beta with a transposition sign in the place of its square.",
)

logits = Entry(
    id="practical4.2e.2.logits",
    claims=("001.2e-Q2-iv",),
    title="A query matrix that points each token to another",
    homework=HOMEWORK,
    kind="equality chain",
    problem="With the tokens as keys and the given query matrix, compute the logits of the first and second token.",
    given=ORTHOGONAL + TOKENS + r" Let $Q = u_d u_a^\top + u_c u_d^\top$.",
    proof=(
        Text("The two queries are"),
        chain(r"Q x_1", (r"u_c u_d^\top u_d", "the other products vanish"), (r"\beta^2 u_c", "squared norm")),
        chain(r"Q x_2", (r"u_d u_a^\top u_a", "the other products vanish"), (r"\beta^2 u_d", "squared norm")),
        Text("The logits of the first token are"),
        chain(r"x_3^\top Q x_1", (r"\beta^2 (u_c + u_b)^\top u_c", "the query"), (r"\beta^4", "orthogonality")),
        chain(r"x_1^\top Q x_1", ("0", "orthogonality")),
        chain(r"x_2^\top Q x_1", ("0", "orthogonality")),
        Text("and those of the second"),
        chain(r"x_1^\top Q x_2", (r"\beta^2 (u_d + u_b)^\top u_d", "the query"), (r"\beta^4", "orthogonality")),
        chain(r"x_3^\top Q x_2", ("0", "orthogonality")),
        chain(r"x_2^\top Q x_2", ("0", "orthogonality")),
    ),
    source="Part 2, e), question 2",
)

normaliser = Entry(
    id="practical4.2e.2.normaliser",
    claims=("001.2e-Q2-iii",),
    title="A token with value zero still takes weight",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem=(
        "The value of the second token is zero. Show that its logit nevertheless matters for the output at the first token, "
        "and give keys for which it takes almost all the weight."
    ),
    given=ORTHOGONAL
    + TOKENS
    + r" Let $r, s, w \in \mathbb{R}$ be the logits of the first, second and third token, and let "
    r"$\rho = \frac{\exp(w)}{\exp(r) + \exp(s) + \exp(w)}$ be the weight of the third.",
    proof=(
        chain(
            r"\rho",
            (r"\frac{1}{1 + \exp(r - w) + \exp(s - w)}", r"divide by the numerator"),
        ),
        chain(
            r"\frac{\partial \rho}{\partial s}",
            (r"-\rho \frac{\exp(s)}{\exp(r) + \exp(s) + \exp(w)}", "derivative of a softmax"),
        ),
        Text("So the weight is near one only if the third logit exceeds both others. The source leaves the second one out:"),
        FalseStatement(r"\rho", r"\frac{\exp(w)}{\exp(r) + \exp(w)}", "=", "The second token is in the normaliser."),
        Text(
            r"An example: let $Q = u_d u_a^\top + u_c u_d^\top$ as before, and let $K = I + \frac{2}{\beta^2} u_c u_a^\top$. The condition "
            "of the source holds at the first token,"
        ),
        chain(r"(K x_3)^\top Q x_1", (r"\beta^4", "orthogonality")),
        chain(r"(K x_1)^\top Q x_1", ("0", "orthogonality")),
        Text("but the second token has the largest logit, and with it most of the weight:"),
        chain(r"(K x_2)^\top Q x_1", (r"2 \beta^4", "orthogonality")),
        chain(
            r"\frac{e^{\beta^4}}{1 + e^{2 \beta^4} + e^{\beta^4}}",
            (r"\frac{1}{1 + e^{-\beta^4} + e^{\beta^4}}", "the weight of the third token"),
        ),
    ),
    source="Part 2, e), question 2",
    remark="With the tokens themselves as keys the second logit is zero, and the construction of the source is right.",
)

ENTRIES = (plain, added, values, logits, normaliser)
