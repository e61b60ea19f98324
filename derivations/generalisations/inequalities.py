"""Bounds beyond the homework: step sizes in a bilinear game, and how fast a softmax can change."""

from language.catalogue import Entry, Row, Text, chain

HOMEWORK = "Generalisations"

game = Entry(
    id="general.game.step-sizes",
    claims=("G10",),
    title="Three ways to play a bilinear game",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem=(
        "Two players move by gradients on the product of their numbers. For simultaneous, extragradient and optimistic updates, decide "
        "for which step sizes they approach the equilibrium."
    ),
    given=(
        r"Let $\eta > 0$ be the step size and $R = \begin{pmatrix} 0 & 1 \\ -1 & 0 \end{pmatrix}$, so that the gradients of both players at $z$ are $R z$."
    ),
    proof=(
        Text("The matrix of the game turns by a right angle:"),
        chain(r"R R", (r"\begin{pmatrix} -1 & 0 \\ 0 & -1 \end{pmatrix}", "multiply")),
        Text(
            "The eigenvalues of each update are conjugate, so that the squared size of both is the determinant. Simultaneous updates spiral out:"
        ),
        chain(
            r"\det(I - \eta R)",
            (r"1 + \eta^2", "expand"),
            Row("1", r"$\eta > 0$", ">"),
        ),
        Text("An extragradient step takes the gradient where a first step leads:"),
        chain(
            r"\det(I - \eta R (I - \eta R))",
            (r"\det((1 - \eta^2) I - \eta R)", r"$R R = -I$"),
            (r"(1 - \eta^2)^2 + \eta^2", "expand"),
            (r"1 - \eta^2 + \eta^4", "expand"),
        ),
        Text(r"If $\eta < 1$, then"),
        chain(r"1 - \eta^2 + \eta^4", Row("1", r"$\eta^4 < \eta^2$", "<")),
        Text(r"and if $\eta \ge 1$, then"),
        chain(r"1 - \eta^2 + \eta^4", Row("1", r"$\eta^4 \ge \eta^2$", r"\ge")),
        Text(
            "An optimistic step remembers the last gradient. On the eigenvectors of the game its two roots are those of a quadratic polynomial with "
            "complex coefficients; by the criterion of Schur and Cohn, used here as a known theorem, both lie inside the unit circle exactly when the "
            r"step size is smaller than one and $(1 - 2 \eta^2)^2 + \eta^2$ is smaller than $(1 - \eta^2)^2$. If $\eta < \frac{1}{\sqrt{3}}$, then"
        ),
        chain(r"(1 - 2 \eta^2)^2 + \eta^2", Row(r"(1 - \eta^2)^2", r"$3 \eta^4 < \eta^2$", "<")),
        Text(r"and if $\eta \ge \frac{1}{\sqrt{3}}$, then"),
        chain(r"(1 - 2 \eta^2)^2 + \eta^2", Row(r"(1 - \eta^2)^2", r"$3 \eta^4 \ge \eta^2$", r"\ge")),
    ),
    source="After Assignment 5, question 4",
)

softmax = Entry(
    id="general.softmax.lipschitz",
    claims=("G12",),
    title="How fast a softmax can change",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="Bound the derivative of a softmax with inverse temperature in the Euclidean norm.",
    given=(
        r"Let $p \in \mathbb{R}^n$ with $p_i \ge 0$ for every $i$ and $\sum_{i=1}^{n} p_i = 1$ be the output of the softmax, let $\beta > 0$, and let "
        r"$x \in \mathbb{R}^n$ be a direction."
    ),
    proof=(
        Text("The derivative of the softmax is symmetric, and its quadratic form is a variance:"),
        chain(
            r"x^\top (\mathrm{diag}(p) - p p^\top) x",
            (r"\sum_{i=1}^{n} p_i x_i^2 - \left(\sum_{i=1}^{n} p_i x_i\right)^2", "expand"),
            Row("0", "Cauchy-Schwarz", r"\ge"),
        ),
        Text(
            r"A variance is at most a quarter of the square of the range. Let $a \le b$ with $a \le x_i \le b$ for every $i$ be the ends of the range, and let $c = \frac{a + b}{2}$ be its middle. Then"
        ),
        chain(
            r"\sum_{i=1}^{n} p_i x_i^2 - \left(\sum_{i=1}^{n} p_i x_i\right)^2",
            (
                r"\sum_{i=1}^{n} p_i (x_i - c)^2 - \left(\sum_{i=1}^{n} p_i x_i - c\right)^2",
                "shifting changes no variance",
            ),
            Row(r"\sum_{i=1}^{n} p_i (x_i - c)^2", "leave out a square", r"\le"),
            Row(r"\sum_{i=1}^{n} p_i \frac{(b - a)^2}{4}", "no entry is further from the middle", r"\le"),
            (r"\frac{(b - a)^2}{4}", "the weights add up to one"),
            Row(r"\frac{a^2 + b^2}{2}", r"$(a + b)^2 \ge 0$", r"\le"),
        ),
        Text(
            "The ends of the range are two entries of the direction, so that the sum of their squares is at most its squared norm, and the derivative is at most half the inverse temperature. By rows:"
        ),
        chain(r"2 p_i (1 - p_i)", Row(r"\frac{1}{2}", "the sum of the absolute entries of row $i$", r"\le")),
    ),
    source="After Deep Learning HW3, question 1.1",
)

ENTRIES = (game, softmax)
