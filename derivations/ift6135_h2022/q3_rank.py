"""Question 3.2: what separable attention cannot express, and what standard attention cannot."""

from hence.derivations.experiments.attention import separable_distance
from hence.language.catalogue import Entry, FalseStatement, Row, Text, chain

HOMEWORK = "IFT6135 H2022"

low_rank = Entry(
    id="ift6135.3.2.rank",
    claims=("003.Q3.2-iii",),
    title="Separable attention has low rank, standard attention need not",
    homework=HOMEWORK,
    kind="existence-construction",
    problem=(
        "With fewer features than positions the separable attention matrix is singular. Give standard attention with a single feature and three "
        "positions that is not."
    ),
    given=(
        r"Let $S, T \in \mathbb{R}^{n \times d}$, let $P = S T^\top$, and let $x \in \mathbb{R}^n$ with $T^\top x = 0$. With fewer features than "
        r"positions there is such an $x$ that is not zero."
    ),
    proof=(
        chain(r"P x", (r"S (T^\top x)", "the product goes through the features"), ("0", "choice of $x$")),
        Text(
            "so that the matrix is singular. For standard attention take one feature, queries 0, 1 and 2, and keys that are the logarithms of three "
            "numbers. Let $u, a, c > 0$, $v = u + a$ and $w = v + c$. Up to factors of its rows, which do not change the rank, the attention "
            "matrix holds the powers of these, and"
        ),
        chain(
            r"\det \begin{pmatrix} 1 & 1 & 1 \\ u & v & w \\ u^2 & v^2 & w^2 \end{pmatrix}",
            (r"(v - u) (w - u) (w - v)", "Vandermonde"),
            (r"a c (a + c)", "the differences of the keys"),
            Row("0", "the keys are different", ">"),
        ),
        Text("Every query of the exponential is a power of the key:"),
        chain(r"e^{2 \log v}", (r"v^2", "exponential of a logarithm")),
        Text("With two equal keys it is singular, too. In particular it is false that"),
        FalseStatement(
            r"\det \begin{pmatrix} 1 & 1 & 1 \\ u & u & w \\ u^2 & u^2 & w^2 \end{pmatrix}",
            "0",
            ">",
            "Two columns are equal.",
        ),
    ),
    source="Question 3.2, the second part",
    remark="With more positions the determinant is Vandermonde's again, and the matrix has full rank for every number of features.",
)

distance = Entry(
    id="ift6135.3.2.identity",
    claims=("003.Q3.2-iv",),
    title="Separable attention stays away from the identity",
    homework=HOMEWORK,
    kind="existence-construction",
    problem="How close can a matrix that goes through $d$ features come to attention of every position to itself alone?",
    given=(
        r"Let $F \in \mathbb{R}^{n \times d}$ with $F^\top F = I_d$ be an orthonormal basis of what the columns span, let $C \in \mathbb{R}^{d \times n}$, and let "
        r"$P = F C$ be the matrix."
    ),
    proof=(
        chain(
            r"\|P - I_n\|_F^2",
            (r"\|C - F^\top\|_F^2 + n - d", "expand, orthonormal columns"),
            Row(r"n - d", "a square is not negative", r"\ge"),
        ),
        Text("and the bound is reached by the projection:"),
        chain(r"\|F F^\top - I_n\|_F^2", (r"n - d", "orthonormal columns")),
    ),
    experiment=separable_distance,
    source="Question 3.2, the second part",
)

close = Entry(
    id="ift6135.3.2.close",
    claims=("003.Q3.2-iv",),
    title="Standard attention comes close to the identity with two features",
    homework=HOMEWORK,
    kind="existence-construction",
    problem=(
        "Take the same unit vectors of the plane as queries and keys, one for every position, and scale them. Show that each position attends to "
        "itself alone in the limit."
    ),
    given=(
        r"Let $r > 0$, let $u, v \in \mathbb{R}^2$ with $u^\top u = 1$ and $v^\top v = 1$ be the directions of two positions, and let $g > 0$ with "
        r"$\|u - v\|^2 = 2 g$. Queries and keys are $r u$ and $r v$."
    ),
    proof=(
        Text("The score of another position falls short of that of the position itself:"),
        chain(
            r"(r u)^\top (r v) - (r u)^\top (r u)",
            (r"-\frac{r^2}{2} \|u - v\|^2", "unit vectors"),
            (r"-r^2 g", "the distance"),
        ),
        Text("and the ratio of the two weights vanishes as the scale grows:"),
        chain(r"\lim_{r \to \infty} e^{-r^2 g}", ("0", "the distance is not zero")),
        Text("At a finite scale it does not:"),
        FalseStatement(r"e^{-r^2 g}", "0"),
    ),
    source="Question 3.2, the second part",
)

logarithms = Entry(
    id="ift6135.3.2.logarithms",
    claims=("003.Q3.2-v",),
    title="Neither family contains the other",
    homework=HOMEWORK,
    kind="existence-construction",
    problem=(
        "Show that the logarithms of standard attention weights form a matrix of rank at most one more than the number of features, and give separable "
        "weights with two features whose logarithms do not."
    ),
    given=(
        r"Let $Q, K \in \mathbb{R}^{n \times d}$, and let $c \in \mathbb{R}^n$ hold the logarithms of the normalisers. The logarithms of standard weights "
        r"are $L = Q K^\top - c \bm{1}_n^\top$. Let $x \in \mathbb{R}^n$ with $K^\top x = 0$ and $\bm{1}_n^\top x = 0$: with $d + 2$ positions there is "
        r"such an $x$ that is not zero."
    ),
    proof=(
        chain(
            r"L x",
            (r"Q (K^\top x) - c (\bm{1}_n^\top x)", "definition"),
            ("0", "choice of $x$"),
        ),
        Text(
            "so that standard attention with two features has singular logarithms at four positions. Here are separable weights with two features, "
            "from rows and from columns that add up to one:"
        ),
        chain(
            r"\begin{pmatrix} \frac{4}{5} & \frac{1}{5} \\ \frac{3}{5} & \frac{2}{5} \\ \frac{2}{5} & \frac{3}{5} \\ \frac{1}{5} & \frac{4}{5} \end{pmatrix} "
            r"\begin{pmatrix} \frac{1}{4} & \frac{1}{4} & \frac{1}{4} & \frac{1}{4} \\ \frac{1}{10} & \frac{2}{10} & \frac{3}{10} & \frac{4}{10} \end{pmatrix}",
            (
                r"\frac{1}{100} \begin{pmatrix} 22 & 24 & 26 & 28 \\ 19 & 23 & 27 & 31 \\ 16 & 22 & 28 & 34 \\ 13 & 21 & 29 & 37 \end{pmatrix}",
                "multiply out",
            ),
        ),
        Text(
            "Were their logarithms those of standard attention with two features, they would be singular. They are not:"
        ),
        FalseStatement(
            r"\det \begin{pmatrix} \log 0.22 & \log 0.24 & \log 0.26 & \log 0.28 \\ \log 0.19 & \log 0.23 & \log 0.27 & \log 0.31 \\ "
            r"\log 0.16 & \log 0.22 & \log 0.28 & \log 0.34 \\ \log 0.13 & \log 0.21 & \log 0.29 & \log 0.37 \end{pmatrix}",
            "0",
        ),
    ),
    source="Beyond question 3.2",
)

ENTRIES = (low_rank, distance, close, logarithms)
