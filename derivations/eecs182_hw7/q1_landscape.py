"""Question 1(b): the least loss of a linear autoencoder, the pairs that reach it, and the other critical points."""

from hence.language.catalogue import Entry, FalseStatement, Row, Text, chain

HOMEWORK = "EECS 182 HW7"
SPLIT = (
    r"Let $U \in \mathbb{R}^{m \times k}$ and $Z \in \mathbb{R}^{m \times l}$ with $U^\top U = I$, $Z^\top Z = I$ and $U^\top Z = 0$ hold the "
    r"principal directions, the first $k$ and the others, let $a \in \mathbb{R}^k$ and $b \in \mathbb{R}^l$ be the variances along them, and let "
    r"$S = U \mathrm{diag}(a) U^\top + Z \mathrm{diag}(b) Z^\top$ be the covariance."
)

not_unique = Entry(
    id="eecs182.7.1b.many",
    claims=("004.1b-uniq",),
    title="The optimal pair is not unique up to signs",
    homework=HOMEWORK,
    kind="optimisation",
    problem=(
        "The source calls the principal components the unique optimal solution up to sign changes. Which other pairs of decoder and "
        "encoder have the same loss?"
    ),
    given=(
        r"Let $X \in \mathbb{R}^{m \times n}$, let $U \in \mathbb{R}^{m \times k}$ with $U^\top U = I$, and let $C \in \mathbb{R}^{k \times k}$ be "
        r"invertible. Let $W_2 = U C$ and $W_1 = C^{-1} U^\top$."
    ),
    proof=(
        Text("The loss depends on the product alone, and the product does not see the factor in between:"),
        chain(
            r"\frac{1}{n} \|X - W_2 W_1 X\|_F^2",
            (r"\frac{1}{n} \|X - U C C^{-1} U^\top X\|_F^2", "definitions"),
            (r"\frac{1}{n} \|X - U U^\top X\|_F^2", "cancel"),
        ),
        Text(
            "A change of signs would leave the product of the decoder with its own transpose as it is. That is not so for these pairs, "
            "which are all as good:"
        ),
        FalseStatement(r"W_2 W_2^\top", r"U U^\top", "=", "The projection is determined, the pair is not."),
    ),
    source="Question 1(b)",
    remark="Even the projection is determined only if the spectrum has a gap and the covariance is not singular.",
)

projecting = Entry(
    id="eecs182.7.1b.projecting",
    claims=("004.1b-val",),
    title="No pair beats a projection onto as many directions",
    homework=HOMEWORK,
    kind="optimisation",
    problem="Show that the loss of a pair is at least that of the projection onto the directions that its decoder spans.",
    given=(
        r"Let $X \in \mathbb{R}^{m \times n}$, let $F \in \mathbb{R}^{m \times k}$ with $F^\top F = I$, let $R \in \mathbb{R}^{k \times k}$ and "
        r"$W_1 \in \mathbb{R}^{k \times m}$. The decoder is $F R$: an orthonormal basis of what it spans, times coordinates. Let "
        r"$S = \frac{1}{n} X X^\top$."
    ),
    proof=(
        chain(
            r"\|X - F R W_1 X\|_F^2",
            (
                r"\|F^\top X - R W_1 X\|_F^2 + \|X - F F^\top X\|_F^2",
                "the residual splits along the basis and across it",
            ),
            Row(r"\|X - F F^\top X\|_F^2", "a square is not negative", r"\ge"),
        ),
        Text("Divided by the number of points, the right side is the loss of the projection:"),
        chain(
            r"\frac{1}{n} \|X - F F^\top X\|_F^2",
            (r"\operatorname{tr}(S) - \operatorname{tr}(F^\top S F)", "orthonormal columns"),
        ),
    ),
    source="Question 1(b), omitted there",
)

ky_fan = Entry(
    id="eecs182.7.1b.kyfan",
    claims=("004.1b-val",),
    title="The first principal directions hold the most variance",
    homework=HOMEWORK,
    kind="optimisation",
    problem=(
        "Show that among all orthonormal sets of $k$ directions the first $k$ principal directions hold the largest part of the variance. This is a "
        "theorem of Ky Fan."
    ),
    given=(
        r"Let $t \in \mathbb{R}$ separate the variances: let $p \in \mathbb{R}^k$ and $r \in \mathbb{R}^l$, let $a_i = t + p_i^2$ for "
        r"$i \in \{1, \dots, k\}$ be the $k$ largest and $b_j = t - r_j^2$ for $j \in \{1, \dots, l\}$ the others. Let $e \in \mathbb{R}^k$ and "
        r"$g \in \mathbb{R}^l$ with $\sum_{j=1}^{l} g_j^2 = \sum_{i=1}^{k} e_i^2$. The directions hold the part $1 - e_i^2$ of a large variance and the "
        r"part $g_j^2$ of another, and these parts add up to $k$."
    ),
    proof=(
        chain(
            r"\sum_{i=1}^{k} a_i",
            (
                r"\sum_{i=1}^{k} a_i (1 - e_i^2) + \sum_{j=1}^{l} b_j g_j^2 + \sum_{i=1}^{k} p_i^2 e_i^2 + \sum_{j=1}^{l} r_j^2 g_j^2",
                "what is lost above is gained below, around the value in between",
            ),
            Row(r"\sum_{i=1}^{k} a_i (1 - e_i^2) + \sum_{j=1}^{l} b_j g_j^2", "squares are not negative", r"\ge"),
        ),
        Text("With the parts the other way around it fails:"),
        FalseStatement(r"\sum_{i=1}^{k} a_i (1 - e_i^2)", r"\sum_{i=1}^{k} a_i", r"\ge"),
    ),
    source="Question 1(b), omitted there",
)

parts = Entry(
    id="eecs182.7.1b.parts",
    claims=("004.1b-val",),
    title="The parts of the variance that an orthonormal set holds",
    homework=HOMEWORK,
    kind="optimisation",
    problem=(
        "An orthonormal set of $k$ directions holds a part of the variance along each principal direction. Show that no part is larger than one and "
        "that the parts add up to $k$."
    ),
    given=(
        r"Let $U \in \mathbb{R}^{m \times m}$ be orthogonal, let $s \in \mathbb{R}^m$, let $S = U \mathrm{diag}(s) U^\top$, and let "
        r"$F \in \mathbb{R}^{m \times k}$ with $F^\top F = I$. Let $u \in \mathbb{R}^m$ with $u^\top u = 1$."
    ),
    proof=(
        chain(
            r"1 - \|F^\top u\|^2",
            (r"\|u - F F^\top u\|^2", "orthonormal columns, a unit vector"),
            Row("0", "a square", r"\ge"),
        ),
        Text("The parts of all principal directions together:"),
        chain(
            r"\|F^\top U\|_F^2",
            (r"\operatorname{tr}(F^\top U U^\top F)", "definition of the norm"),
            (r"\operatorname{tr}(F^\top F)", "the directions are an orthogonal basis"),
            ("k", "orthonormal columns"),
        ),
        Text("and the variance that the set holds, part by part:"),
        chain(
            r"\operatorname{tr}(F^\top S F)",
            (r"\sum_{i=1}^{m} s_i \sum_{j=1}^{k} (F^\top U)_{ji}^2", "definition of the covariance"),
        ),
    ),
    source="Question 1(b), omitted there",
)

least_loss = Entry(
    id="eecs182.7.1b.least",
    claims=("004.1b-val",),
    title="The least loss is the variance that is left out",
    homework=HOMEWORK,
    kind="optimisation",
    problem="Compute the loss of the projection onto the first principal directions.",
    given=SPLIT,
    proof=(
        chain(
            r"\operatorname{tr}(S) - \operatorname{tr}(U^\top S U)",
            (r"\sum_{i=1}^{k} a_i + \sum_{j=1}^{l} b_j - \sum_{i=1}^{k} a_i", "orthonormal directions"),
            (r"\sum_{j=1}^{l} b_j", "cancel"),
        ),
        Text(
            "No pair has a smaller loss: it is at least that of a projection onto as many directions, and no such projection holds more variance than "
            "this one. The directions that are kept do not count:"
        ),
        FalseStatement(r"\operatorname{tr}(S) - \operatorname{tr}(U^\top S U)", r"\sum_{i=1}^{k} a_i"),
    ),
    source="Question 1(b), omitted there",
)

ENTRIES = (not_unique, projecting, parts, ky_fan, least_loss)
