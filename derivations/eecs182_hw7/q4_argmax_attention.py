"""Question 4: attention that picks the best key instead of averaging."""

from hence.language.catalogue import Entry, FalseStatement, Text, chain

HOMEWORK = "EECS 182 HW7"
PAIR = (
    r"Let $a(x) = \frac{1}{2} \left(1 + \frac{x}{|x|}\right)$ be the weight of the first of two keys, as a function of how much "
    r"its score is ahead, and let $\epsilon > 0$."
)

example = Entry(
    id="eecs182.7.4a",
    claims=("004.4a",),
    title="Argmax attention by hand",
    homework=HOMEWORK,
    kind="numeric worked example",
    problem="Compute the output of argmax attention for the four keys and values and the query of the source.",
    given="The keys are the rows of the first matrix below, the values the columns of the second.",
    proof=(
        Text("The scores are the inner products of the keys with the query:"),
        chain(
            r"\begin{pmatrix} 1 & 2 & 0 \\ 0 & 3 & 4 \\ 5 & 0 & 0 \\ 0 & 0 & 1 \end{pmatrix} \begin{pmatrix} 1 \\ 1 \\ 2 \end{pmatrix}",
            (r"\begin{pmatrix} 3 \\ 11 \\ 5 \\ 2 \end{pmatrix}", "row by row"),
        ),
        Text("The second is the largest, so the weights are one there and zero elsewhere, and the output is"),
        chain(
            r"\begin{pmatrix} 2 & 1 & 0 & 1 \\ 0 & 4 & -1 & 0 \\ 1 & 3 & 4 & -1 \end{pmatrix} \begin{pmatrix} 0 \\ 1 \\ 0 \\ 0 \end{pmatrix}",
            (r"\begin{pmatrix} 1 \\ 4 \\ 3 \end{pmatrix}", "the second value"),
        ),
    ),
    source="Question 4(a)",
)

gradients = Entry(
    id="eecs182.7.4b",
    claims=("004.4b",),
    title="Argmax attention does not train queries and keys",
    homework=HOMEWORK,
    kind="gradient",
    problem="Differentiate the output of argmax attention by the query, by the keys and by the values.",
    given=(
        r"Let $q \in \mathbb{R}^d$, and let $k_i, v_i \in \mathbb{R}^d$ for $i \in \{1, \dots, n\}$. Suppose that the largest "
        r"score is unique. Then small changes of query and keys leave its place $s$ as it is, and with it the weights. Let "
        r"$\alpha \in \mathbb{R}^n$ with $\alpha_i = \delta_{is}$ be these weights, and let $c = \sum_{i=1}^{n} \alpha_i v_i$ be the output."
    ),
    proof=(
        chain(r"c", (r"v_s", "one weight is one, the others are zero")),
        Text("Hence nothing flows back to the query or to a key,"),
        chain(r"\frac{\partial c}{\partial q}", (r"0", "the output does not depend on the query")),
        chain(r"\frac{\partial c}{\partial k_j}", (r"0", "nor on the keys")),
        Text("and everything to the value that was picked:"),
        chain(r"\frac{\partial c}{\partial v_s}", (r"I", "the output is this value")),
    ),
    source="Question 4(b)",
)

ties = Entry(
    id="eecs182.7.4b.ties",
    claims=("004.4b",),
    title="At a tie argmax attention jumps",
    homework=HOMEWORK,
    kind="gradient",
    problem="The source says that the gradients by queries and keys are always zero. What happens when two scores are equal?",
    given=PAIR,
    proof=(
        Text("Away from a tie the weight is constant, and its slope is zero:"),
        chain(r"a(\epsilon)", (r"1", "the first key is ahead")),
        chain(r"a(-\epsilon)", (r"0", "the second key is ahead")),
        chain(r"a'(\epsilon)", (r"0", "a constant")),
        Text("If the slope were zero everywhere, at a tie too, then the weight would be the same on both sides of it:"),
        FalseStatement(r"a(\epsilon)", r"a(-\epsilon)", "=", "At a tie there is no gradient: the output jumps."),
    ),
    source="Question 4(b)",
)

ENTRIES = (example, gradients, ties)
