"""The critical points of a linear autoencoder: every set of principal directions, and all but one a saddle."""

from hence.language.catalogue import Entry, FalseStatement, Row, Text, chain

HOMEWORK = "Generalisations"
SPLIT = (
    r"Let $U \in \mathbb{R}^{m \times k}$ and $Z \in \mathbb{R}^{m \times l}$ with $U^\top U = I$, $Z^\top Z = I$ and $U^\top Z = 0$ hold the "
    r"principal directions, the first $k$ and the others, let $a \in \mathbb{R}^k$ and $b \in \mathbb{R}^l$ be the variances along them, and let "
    r"$S = U \mathrm{diag}(a) U^\top + Z \mathrm{diag}(b) Z^\top$ be the covariance."
)

critical = Entry(
    id="general.autoencoder.critical",
    claims=("G14",),
    title="Every set of principal directions is critical",
    homework=HOMEWORK,
    kind="optimisation",
    problem="Which loss has the pair that keeps some set of principal directions, and why do gradient steps stand still there?",
    given=SPLIT
    + r" Let $C \in \mathbb{R}^{k \times k}$ be invertible, $W_2 = U C$ and $W_1 = C^{-1} U^\top$. Here $U$ may hold any $k$ of the directions.",
    proof=(
        Text("Both gradients have a factor that vanishes, by the decoder"),
        chain(
            r"(I - W_2 W_1) S W_1^\top",
            (r"(I - U U^\top) S U (C^{-1})^\top", "definitions"),
            (r"(U - U U^\top U) \mathrm{diag}(a) (C^{-1})^\top", "eigenvectors"),
            ("0", "orthonormal columns"),
        ),
        Text("and by the encoder:"),
        chain(
            r"W_2^\top (I - W_2 W_1)",
            (r"C^\top (U^\top - U^\top U U^\top)", "definitions"),
            ("0", "orthonormal columns"),
        ),
        Text("The loss there is the variance of the directions that were left out:"),
        chain(
            r"\operatorname{tr}((I - W_2 W_1) S (I - W_2 W_1)^\top)",
            (r"\operatorname{tr}((I - U U^\top) S (I - U U^\top))", "definitions"),
            (r"\sum_{j=1}^{l} b_j", "orthonormal directions"),
        ),
    ),
    source="After EECS 182 HW7, question 1(b)",
)

saddles = Entry(
    id="general.autoencoder.saddles",
    claims=("G14",),
    title="All but the first directions are saddles",
    homework=HOMEWORK,
    kind="optimisation",
    problem=(
        "A set of principal directions keeps one of smaller variance and leaves out one of larger variance. Show that turning the one towards the "
        "other lowers the loss at once."
    ),
    given=(
        r"Let $a, b \in \mathbb{R}$ with $b > a$ be the variances along two principal directions, let $t > 0$, let $c = \frac{1 - t^2}{1 + t^2}$ and "
        r"$s = \frac{2 t}{1 + t^2}$ be the cosine and the sine of a turn, and let "
        r"$x = \begin{pmatrix} c \\ s \end{pmatrix}$ be the turned direction, in the plane of the two."
    ),
    proof=(
        Text("The turned direction is of length one, and holds more variance:"),
        chain(r"x^\top x", (r"c^2 + s^2", "orthonormal"), ("1", "a turn")),
        chain(
            r"x^\top \begin{pmatrix} a & 0 \\ 0 & b \end{pmatrix} x",
            (r"c^2 a + s^2 b", "the two directions are eigenvectors"),
            (r"a + s^2 (b - a)", "a turn"),
            Row("a", "the other variance is larger", ">"),
        ),
        Text("It never holds more than the larger of the two, so that the first directions are no saddle:"),
        chain(
            r"b - (a + s^2 (b - a))", (r"c^2 (b - a)", "a turn"), Row("0", "a square times a positive number", r"\ge")
        ),
        Text(
            "Without the order of the two variances nothing is gained. Let $d \\in \\mathbb{R}$. In general it is false that"
        ),
        FalseStatement(r"a + s^2 (d - a)", "a", ">"),
    ),
    source="After EECS 182 HW7, question 1(b)",
)

ENTRIES = (critical, saddles)
