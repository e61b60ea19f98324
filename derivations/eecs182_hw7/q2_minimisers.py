"""Question 2(b): which pairs of encoder and decoder a squared penalty prefers."""

from hence.language.catalogue import Entry, FalseStatement, Row, Text, chain

HOMEWORK = "EECS 182 HW7"

one_value = Entry(
    id="eecs182.7.2b.scalar",
    claims=("004.2b-3",),
    title="A number and its inverse are smallest together at one",
    homework=HOMEWORK,
    kind="optimisation",
    problem="For which positive singular value is the penalty of a matrix and its pseudo-inverse least?",
    given=r"Let $s > 0$.",
    proof=(
        chain(
            r"s^2 + s^{-2}",
            (r"(s - s^{-1})^2 + 2", "complete the square"),
            Row("2", "a square is not negative", r"\ge"),
        ),
        chain(r"\min_{t > 0} (t^2 + t^{-2})", ("2", "the bound is reached")),
        chain(r"\arg\min_{t > 0} (t^2 + t^{-2})", ("1", "and at one only")),
        Text("Among all numbers but zero there is a second place, so that the sign must be fixed beforehand:"),
        FalseStatement(r"\arg\min_{t \neq 0} (t^2 + t^{-2})", "1"),
    ),
    source="Question 2(b)",
)

nuclear = Entry(
    id="eecs182.7.2b.nuclear",
    claims=("004.2b-6", "G28"),
    title="The least penalty of a factorisation",
    homework=HOMEWORK,
    kind="optimisation",
    problem=(
        "A matrix is written as a product of two factors. How small can the sum of their squared norms be? Show that it is twice the "
        "sum of the singular values, and that balanced factors reach it."
    ),
    given=(
        r"Let $U \in \mathbb{R}^{m \times k}$ with $U^\top U = I$ and $V \in \mathbb{R}^{n \times k}$ with $V^\top V = I$, let "
        r"$r \in \mathbb{R}^k$, let $D = \mathrm{diag}(r)$, and let "
        r"$M = U D^2 V^\top$: its singular values are the squares $r_i^2$. Let $B \in \mathbb{R}^{m \times l}$ and $A \in \mathbb{R}^{l \times n}$ with "
        r"$U^\top B A V = D^2$, as all factors of $M$ have it."
    ),
    proof=(
        Text("The penalty of any two factors is a sum of squares, and something that only their product decides:"),
        chain(
            r"\|A\|_F^2 + \|B\|_F^2",
            (
                r"\|A - A V V^\top\|_F^2 + \|B - U U^\top B\|_F^2 + \|U^\top B - V^\top A^\top\|_F^2 + 2 \operatorname{tr}(U^\top B A V)",
                "multiply out, orthonormal columns",
            ),
            Row(r"2 \operatorname{tr}(U^\top B A V)", "squares are not negative", r"\ge"),
            (r"2 \operatorname{tr}(D^2)", "the product is given"),
            (r"2 \sum_{i=1}^{k} r_i^2", "a diagonal matrix"),
        ),
        Text("That is what the factors of $M$ have in common:"),
        chain(r"U^\top M V", (r"U^\top U D^2 V^\top V", "definition"), ("D^2", "orthonormal columns")),
        Text("Let $E = U D$ and $F = D V^\\top$: the balanced factors have the product and reach the bound,"),
        chain(r"E F", (r"U D^2 V^\top", "definitions"), ("M", "definition")),
        chain(r"\|F\|_F^2 + \|E\|_F^2", (r"2 \sum_{i=1}^{k} r_i^2", "orthonormal columns keep the norm")),
        Text(
            "With unbalanced factors of the same product it is larger; a factor two on one side, a half on the other, would give"
        ),
        FalseStatement(r"\|2 F\|_F^2 + \|\tfrac{1}{2} E\|_F^2", r"2 \sum_{i=1}^{k} r_i^2"),
    ),
    source="Question 2(b), and beyond it",
    remark="For a projection onto $k$ directions all squares are one, and the least penalty is $2 k$.",
)

all_minimisers = Entry(
    id="eecs182.7.2b.inverses",
    claims=("004.2b-1",),
    title="Without a penalty, encoder and decoder are pseudo-inverses of each other",
    homework=HOMEWORK,
    kind="optimisation",
    problem=(
        "The source says that every optimal pair multiplies to the projection onto the first principal components and consists of "
        "pseudo-inverses. Check the pairs that do, and show what fails when the data do not fill the space."
    ),
    given=(
        r"Let $U \in \mathbb{R}^{m \times k}$ with $U^\top U = I$, let $C \in \mathbb{R}^{k \times k}$ be invertible, and let "
        r"$W_2 = U C$ and $W_1 = C^{-1} U^\top$."
    ),
    proof=(
        Text(
            "All these pairs have the same product, and so the same loss; the four conditions of Moore and Penrose hold:"
        ),
        chain(r"W_2 W_1", (r"U C C^{-1} U^\top", "definitions"), (r"U U^\top", "cancel")),
        chain(r"W_1 W_2", (r"C^{-1} U^\top U C", "definitions"), ("I", "orthonormal columns")),
        chain(r"W_1 W_2 W_1", ("W_1", "the product in between is the identity")),
        chain(r"W_2 W_1 W_2", ("W_2", "likewise")),
        chain(r"(W_2 W_1)^\top", (r"W_2 W_1", "a projection is symmetric")),
        chain(r"(W_1 W_2)^\top", (r"W_1 W_2", "the identity is symmetric")),
        Text(
            "When the covariance is singular there are more. Let $X \\in \\mathbb{R}^{m \\times n}$, and let $u, w \\in \\mathbb{R}^m$ with "
            "$X^\\top w = 0$. Then"
        ),
        chain(
            r"(U U^\top + u w^\top) X",
            (r"U U^\top X + u (X^\top w)^\top", "expand"),
            (r"U U^\top X", "no data in this direction"),
        ),
        Text("reconstructs the data as well, while the product is another:"),
        FalseStatement(r"U U^\top + u w^\top", r"U U^\top"),
    ),
    source="Question 2(b)",
)

ENTRIES = (one_value, nuclear, all_minimisers)
