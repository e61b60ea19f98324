"""Part 2, e: self-attention on three tokens built from orthogonal vectors."""

from hence.language.catalogue import Entry, FalseStatement, Row, Text, chain

HOMEWORK = "Practical No. 4"
ORTHOGONAL = (
    r"Let $n \ge 4$ be an integer and $w_i \in \mathbb{R}^n$ for $i \in \{1, 2, 3, 4\}$. Assume $w_i^\top w_j = \delta_{ij}$ for all $i$ and $j$. Let $\beta > 0$, "
    r"and let $\bm{a} = \beta w_1$, $\bm{b} = \beta w_2$, $\bm{c} = \beta w_3$ and $\bm{d} = \beta w_4$. "
)
TOKENS = r"Let $x_1 = \bm{d} + \bm{b}$, $x_2 = \bm{a}$ and $x_3 = \bm{c} + \bm{b}$."
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
        chain(r"x_1^\top x_2", (r"\bm{d}^\top \bm{a} + \bm{b}^\top \bm{a}", "definitions"), ("0", "orthogonal")),
        chain(r"x_2^\top x_2", (r"\beta^2", "squared norm")),
        chain(r"x_3^\top x_2", ("0", "orthogonal")),
        Text("so that the output is"),
        chain(
            OUTPUT,
            (r"\frac{x_1 + e^{\beta^2} x_2 + x_3}{2 + e^{\beta^2}}", "the logits"),
            (r"\frac{\bm{d} + 2 \bm{b} + \bm{c} + e^{\beta^2} \bm{a}}{2 + e^{\beta^2}}", "the tokens"),
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
    given=ORTHOGONAL + r"Let $x_1 = \bm{d} + \bm{b}$, $x_2 = \bm{a} + \bm{b}$ and $x_3 = \bm{c} + \bm{b}$.",
    proof=(
        Text("Now all tokens have a part in common, and no logit is zero:"),
        chain(r"x_1^\top x_2", (r"\bm{b}^\top \bm{b}", "the other products vanish"), (r"\beta^2", "squared norm")),
        chain(r"x_3^\top x_2", (r"\beta^2", "likewise")),
        chain(r"x_2^\top x_2", (r"2 \beta^2", "two orthogonal parts")),
        Text("The source takes zero for the logits of the first and third token:"),
        FalseStatement(r"\exp(x_1^\top x_2)", r"\exp(0)", "=", "The shared part was forgotten."),
        FalseStatement(r"\exp(x_3^\top x_2)", r"\exp(0)", "=", "The same slip."),
        Text("The output is"),
        chain(
            OUTPUT,
            (
                r"\frac{e^{\beta^2} (\bm{d} + \bm{b}) + e^{2 \beta^2} (\bm{a} + \bm{b}) + e^{\beta^2} (\bm{c} + \bm{b})}{2 e^{\beta^2} + e^{2 \beta^2}}",
                "the logits",
            ),
            (
                r"\bm{a} + \bm{b} + \frac{\bm{c} + \bm{d} - 2 \bm{a}}{2 + e^{\beta^2}}",
                r"divide by $e^{\beta^2}$ and collect",
            ),
        ),
    ),
    source="Part 2, e), question 1",
    remark=r"It still tends to the second token for large $\beta$, only more slowly than the source's formula suggests.",
)

values = Entry(
    id="practical4.2e.2.values",
    claims=("001.2e-Q2-i", "001.2e-Q2-ii"),
    title="A value matrix that keeps two directions",
    homework=HOMEWORK,
    kind="equality chain",
    problem="Compute the three values for the given value matrix, and the outputs for arbitrary weights.",
    given=ORTHOGONAL + TOKENS + r" Let $V = \frac{\bm{b} \bm{b}^\top - \bm{c} \bm{c}^\top}{\beta^2}$.",
    proof=(
        chain(
            r"V x_1",
            (
                r"\frac{\bm{b} \bm{b}^\top (\bm{d} + \bm{b}) - \bm{c} \bm{c}^\top (\bm{d} + \bm{b})}{\beta^2}",
                "definitions",
            ),
            (r"\frac{\beta^2 \bm{b}}{\beta^2}", "orthogonality"),
            (r"\bm{b}", "cancel"),
        ),
        chain(r"V x_2", ("0", "orthogonal to both directions")),
        chain(
            r"V x_3",
            (r"\frac{\beta^2 \bm{b} - \beta^2 \bm{c}}{\beta^2}", "orthogonality; the factors are squares of a number"),
            (r"\bm{b} - \bm{c}", "cancel"),
        ),
        Text(
            r"The second value is zero and drops out of every output. Let $\alpha_{ij} \in \mathbb{R}$ be any weights. Then, for the first "
            "and for the second token,"
        ),
        chain(
            r"\alpha_{11} V x_1 + \alpha_{12} V x_2 + \alpha_{13} V x_3",
            (r"\alpha_{11} \bm{b} + \alpha_{13} (\bm{b} - \bm{c})", "the values"),
        ),
        chain(
            r"\alpha_{21} V x_1 + \alpha_{22} V x_2 + \alpha_{23} V x_3",
            (r"\alpha_{21} \bm{b} + \alpha_{23} (\bm{b} - \bm{c})", "the values"),
        ),
    ),
    source="Part 2, e), question 2",
    remark=r"The source writes the number $\beta$ with a transposition sign in the place of its square.",
)

logits = Entry(
    id="practical4.2e.2.logits",
    claims=("001.2e-Q2-iv",),
    title="A query matrix that points each token to another",
    homework=HOMEWORK,
    kind="equality chain",
    problem="With the tokens as keys and the given query matrix, compute the logits of the first and second token.",
    given=ORTHOGONAL + TOKENS + r" Let $Q = \bm{d} \bm{a}^\top + \bm{c} \bm{d}^\top$.",
    proof=(
        Text("The two queries are"),
        chain(
            r"Q x_1", (r"\bm{c} \bm{d}^\top \bm{d}", "the other products vanish"), (r"\beta^2 \bm{c}", "squared norm")
        ),
        chain(
            r"Q x_2", (r"\bm{d} \bm{a}^\top \bm{a}", "the other products vanish"), (r"\beta^2 \bm{d}", "squared norm")
        ),
        Text("The logits of the first token are"),
        chain(
            r"x_3^\top Q x_1", (r"\beta^2 (\bm{c} + \bm{b})^\top \bm{c}", "the query"), (r"\beta^4", "orthogonality")
        ),
        chain(r"x_1^\top Q x_1", ("0", "orthogonality")),
        chain(r"x_2^\top Q x_1", ("0", "orthogonality")),
        Text("and those of the second"),
        chain(
            r"x_1^\top Q x_2", (r"\beta^2 (\bm{d} + \bm{b})^\top \bm{d}", "the query"), (r"\beta^4", "orthogonality")
        ),
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
    + r" Let $r, s, t \in \mathbb{R}$ be the logits of the first, second and third token, and let "
    r"$\rho = \frac{\exp(t)}{\exp(r) + \exp(s) + \exp(t)}$ be the weight of the third.",
    proof=(
        chain(
            r"\rho",
            (r"\frac{1}{1 + \exp(r - t) + \exp(s - t)}", r"divide by the numerator"),
        ),
        chain(
            r"\frac{\partial \rho}{\partial s}",
            (r"-\rho \frac{\exp(s)}{\exp(r) + \exp(s) + \exp(t)}", "derivative of a softmax"),
        ),
        Text(
            "So the weight is near one only if the third logit exceeds both others. The source leaves the second one out:"
        ),
        FalseStatement(r"\rho", r"\frac{\exp(t)}{\exp(r) + \exp(t)}", "=", "The second token is in the normaliser."),
        Text(
            r"An example: let $Q = \bm{d} \bm{a}^\top + \bm{c} \bm{d}^\top$ as before, and let $K = I + \frac{2}{\beta^2} \bm{c} \bm{a}^\top$. The condition "
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

impossible = Entry(
    id="practical4.2e.1.impossible",
    claims=("001.2e-Q1-iii",),
    title="The shared vector cannot be singled out",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem=(
        "Can the second token be changed by adding one of the other vectors so that its output comes close to the vector that the first "
        "and third token share? Decide for any weights, not only those of the softmax."
    ),
    given=ORTHOGONAL + r"Let $p_1, p_2, p_3 \ge 0$ with $p_1 + p_2 + p_3 = 1$ be the weights.",
    proof=(
        Text("The squares of three weights that add up to one cannot all be small:"),
        chain(r"p_1^2 + p_2^2 + p_3^2", Row(r"\frac{1}{3}", "equal weights are best", r"\ge")),
        Text("Nothing added to the second token:"),
        chain(
            r"\|p_1 (\bm{d} + \bm{b}) + p_2 \bm{a} + p_3 (\bm{c} + \bm{b}) - \bm{b}\|^2",
            (r"\beta^2 \left(p_1^2 + p_2^2 + p_3^2 + (p_1 + p_3 - 1)^2\right)", "orthogonal parts"),
            Row(r"\frac{\beta^2}{3}", "the squares", r"\ge"),
        ),
        Text("The shared vector added:"),
        chain(
            r"\|p_1 (\bm{d} + \bm{b}) + p_2 (\bm{a} + \bm{b}) + p_3 (\bm{c} + \bm{b}) - \bm{b}\|^2",
            (r"\beta^2 \left(p_1^2 + p_2^2 + p_3^2 + (p_1 + p_2 + p_3 - 1)^2\right)", "orthogonal parts"),
            Row(r"\frac{\beta^2}{3}", "the squares", r"\ge"),
        ),
        Text("The vector of the third token added:"),
        chain(
            r"\|p_1 (\bm{d} + \bm{b}) + p_2 (\bm{a} + \bm{c}) + p_3 (\bm{c} + \bm{b}) - \bm{b}\|^2",
            (r"\beta^2 \left(p_1^2 + p_2^2 + (p_2 + p_3)^2 + (p_1 + p_3 - 1)^2\right)", "orthogonal parts"),
            Row(r"\frac{\beta^2}{3}", "the squares, and weights are not negative", r"\ge"),
        ),
        Text("The vector of the first token added:"),
        chain(
            r"\|p_1 (\bm{d} + \bm{b}) + p_2 (\bm{a} + \bm{d}) + p_3 (\bm{c} + \bm{b}) - \bm{b}\|^2",
            (r"\beta^2 \left((p_1 + p_2)^2 + p_2^2 + p_3^2 + (p_1 + p_3 - 1)^2\right)", "orthogonal parts"),
            Row(r"\frac{\beta^2}{3}", "the squares, and weights are not negative", r"\ge"),
        ),
        Text("Whatever is added, the output keeps its distance from the shared vector."),
    ),
    source="Part 2, e), question 1",
)

ENTRIES = (plain, added, values, logits, normaliser, impossible)
