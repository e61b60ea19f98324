"""Bounds beyond the homework: step sizes in a bilinear game, and how fast a softmax can change."""

from hence.derivations import experiments
from hence.language.catalogue import Entry, Row, Text, chain

HOMEWORK = "Generalisations"

game = Entry(
    id="general.game.step-sizes",
    claims=("G10",),
    title="Two ways to play a bilinear game at once",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem=(
        "Two players move by gradients on the product of their numbers. For simultaneous and extragradient updates, decide for which "
        "step sizes they approach the equilibrium."
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
    ),
    experiment=experiments.two_players,
    source="After Assignment 5, question 4",
)

optimistic = Entry(
    id="general.game.optimistic",
    claims=("G10",),
    title="Optimistic steps on a bilinear game",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem=(
        "An optimistic step uses twice the present gradient and takes the last one back. For which step sizes do two players who move by such "
        "steps on the product of their numbers approach the equilibrium?"
    ),
    given=(
        r"Let $\eta > 0$ be the step size and $R = \begin{pmatrix} 0 & 1 \\ -1 & 0 \end{pmatrix}$, so that the gradients of both players at $z$ are $R z$. "
        r"Let $x, y \in \mathbb{R}$ and let $L = x I + y R$, a rotation with a factor."
    ),
    proof=(
        Text(
            r"Powers of $L$ solve the recurrence of the steps when $L^2$ is $L - 2 \eta R L + \eta R$. What is missing to that is a multiple of the "
            r"identity and one of $R$:"
        ),
        chain(
            r"L^2 - L + 2 \eta R L - \eta R",
            (r"(x^2 - y^2 - x - 2 \eta y) I + (2 x y - y + 2 \eta x - \eta) R", r"$R R = -I$"),
        ),
        chain(r"2 x y - y + 2 \eta x - \eta", (r"(2 x - 1) (y + \eta)", "factor")),
        Text("A solution shrinks exactly when its determinant is below one,"),
        chain(r"\det(L)", ("x^2 + y^2", "expand")),
        Text(
            r"The second multiple vanishes in two ways. One is $y = -\eta$, with $x$ a root of $x^2 - x + \eta^2$. Let $a > 0$ with "
            r"$a^2 = a - \eta^2$ be such a root. Then the determinant is the root itself, and below one:"
        ),
        chain(r"a^2 + \eta^2", ("a", "the equation of the root")),
        chain("(1 - a) a", (r"\eta^2", "the equation of the root"), Row("0", r"$\eta > 0$", ">")),
        Text(
            r"The other is $x = \frac{1}{2}$, with $-y$ a root of $u^2 - 2 \eta u + \frac{1}{4}$. The product of the two roots is a quarter, so "
            r"that the larger one is at least one half. Let $u \ge \frac{1}{2}$ be the larger one, that is, write $h = \frac{u}{2} + \frac{1}{8 u}$ for the step size:"
        ),
        chain(r"u^2 - 2 h u + \frac{1}{4}", ("0", "insert the step size")),
        chain(
            r"\frac{1}{\sqrt{3}} - h",
            (r"\frac{1}{2 u} \left(\frac{\sqrt{3}}{2} - u\right) \left(u - \frac{1}{2 \sqrt{3}}\right)", "expand"),
        ),
        Text(
            r"The last factor is positive. If $u < \frac{\sqrt{3}}{2}$, then the step size is below $\frac{1}{\sqrt{3}}$ and the determinant below one,"
        ),
        chain(
            r"\left(\frac{\sqrt{3}}{2} - u\right) \left(u - \frac{1}{2 \sqrt{3}}\right)",
            Row("0", "both factors are positive", ">"),
        ),
        chain(r"\frac{1}{4} + u^2", Row("1", r"$u^2 < \frac{3}{4}$", "<")),
        Text(r"and if $u \ge \frac{\sqrt{3}}{2}$, then neither is:"),
        chain(
            r"\left(\frac{\sqrt{3}}{2} - u\right) \left(u - \frac{1}{2 \sqrt{3}}\right)",
            Row("0", "one factor is not positive", r"\le"),
        ),
        chain(r"\frac{1}{4} + u^2", Row("1", r"$u^2 \ge \frac{3}{4}$", r"\ge")),
    ),
    experiment=experiments.optimistic_steps,
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

ENTRIES = (game, optimistic, softmax)
