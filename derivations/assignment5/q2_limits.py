"""Question 2: when attention returns one value, or the mean of two."""

from hence.language.catalogue import Entry, FalseStatement, Text, chain

HOMEWORK = "Assignment 5"

one_value = Entry(
    id="assignment5.2a",
    claims=("000.2a",),
    title="When attention returns one of the values",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="Must the weight of a value be one when the output equals that value? Can it be one at all?",
    given=(
        r"Let $v_i \in \mathbb{R}^h$ for $i \in \{1, \dots, m\}$ be the values and let $\alpha_i \in \mathbb{R}$ with "
        r"$\sum_{i=1}^{m} \alpha_i = 1$ be the weights. Let $j \in \{1, \dots, m\}$, and let $z = \sum_{i=1}^{m} \alpha_i v_i$."
    ),
    proof=(
        Text("Since the weights add up to one, the output misses a value by a combination of differences:"),
        chain(
            r"z - v_j",
            (r"\sum_{i=1}^{m} \alpha_i v_i - \sum_{i=1}^{m} \alpha_i v_j", "the weights add up to one"),
            (r"\sum_{i=1}^{m} \alpha_i (v_i - v_j)", "collect"),
        ),
        Text(
            "If the differences of the other values from this one are linearly independent, the output can equal it only when all other "
            "weights vanish. Without that, the conclusion of the source is wrong: of three values on a line, the middle one is the mean of the outer two."
        ),
        chain(
            r"\frac{1}{2} \begin{pmatrix} 0 \\ 0 \end{pmatrix} + \frac{1}{2} \begin{pmatrix} 2 \\ 0 \end{pmatrix} + 0 \begin{pmatrix} 1 \\ 0 \end{pmatrix}",
            (r"\begin{pmatrix} 1 \\ 0 \end{pmatrix}", "the third value, with weight zero"),
        ),
        FalseStatement(
            r"\alpha_1 v_1 + \alpha_2 v_2 + \alpha_3 v_3 = v_3 \implies \alpha_3",
            "1",
            "=",
            "The output may equal a value that has no weight at all.",
        ),
        Text(
            r"And with finite logits no weight is one when there are other tokens. It is a limit: with one logit at $\beta$ and $n \ge 1$ others at zero, where $n$ is an integer,"
        ),
        chain(r"1 - \frac{e^\beta}{e^\beta + n}", (r"\frac{n}{e^\beta + n}", "common denominator")),
        chain(r"\lim_{\beta \to \infty} \frac{e^\beta}{e^\beta + n}", ("1", "the others fade")),
    ),
    source="Question 2(a)",
)

two_values = Entry(
    id="assignment5.2b.limit",
    claims=("000.2b-iii",),
    title="When attention returns the mean of two values",
    homework=HOMEWORK,
    kind="existence-construction",
    problem="Which coefficients give two tokens weights near one half? Are the conditions of the source needed, and do they suffice?",
    given=(
        r"Let $m \ge 2$ be an integer and $\beta > 0$. Two of $m$ tokens have the logit $\beta$, the others the logit $0$, and $w = \frac{e^\beta}{2 e^\beta + m - 2}$ "
        r"is the weight of each of the two."
    ),
    proof=(
        chain(
            r"\frac{1}{2} - w",
            (r"\frac{2 e^\beta + m - 2 - 2 e^\beta}{2 (2 e^\beta + m - 2)}", "common denominator"),
            (r"\frac{m - 2}{2 (2 e^\beta + m - 2)}", "cancel"),
        ),
        chain(r"\lim_{\beta \to \infty} w", (r"\frac{1}{2}", "the other tokens fade")),
        Text(
            "So the other coefficients need not be negative. Nor need the two be large: only differences count, and zero against minus the logit gives the same,"
        ),
        chain(
            r"\frac{e^0}{2 e^0 + (m - 2) e^{-\beta}}",
            (r"w", r"multiply by $e^\beta$"),
        ),
        Text(
            "And together the two conditions do not suffice, unless the gap is large compared with the logarithm of the number of tokens. With the "
            "coefficients 8 and minus one tenth and a million tokens each of the two weights is below one hundredth:"
        ),
        FalseStatement(
            r"\frac{e^8}{2 e^8 + 999998 e^{-1/10}}",
            r"\frac{1}{100}",
            r"\ge",
            "A million small exponentials outweigh two large ones.",
        ),
    ),
    source="Question 2(b)",
)

ENTRIES = (one_value, two_values)
