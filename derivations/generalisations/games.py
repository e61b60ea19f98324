"""Bilinear games beyond one dimension, and averages of their iterates."""

from hence.language.catalogue import Entry, Induction, Row, Text, chain

HOMEWORK = "Generalisations"

averages = Entry(
    id="general.game.averages",
    claims=("G11",),
    title="Averages of the alternating iterates tend to the saddle",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="The iterates of the alternating game rotate for ever. What do their averages do?",
    given=(
        r"Let $\eta \in (0, 2)$. Let $q_{t+1} = q_t + \eta p_t$ and $p_{t+1} = p_t - \eta q_{t+1}$ for $t \ge 0$, with $p_0 = 1$ and $q_0 = 1$. "
        r"Let $S_{t+1} = S_t + p_t$ and $R_{t+1} = R_t + q_{t+1}$ for $t \ge 0$, with $S_0 = 0$ and $R_0 = 0$, be the running sums."
    ),
    proof=(
        Text("Each step of one player adds a multiple of the other, so that sums of one are differences of the other:"),
        Induction(
            variable="t",
            hypothesis=r"\eta S_{t-1} = q_{t-1} - 1",
            base=chain(r"\eta S_0", (r"q_0 - 1", "both are zero")),
            step=chain(
                r"\eta S_t",
                (r"\eta S_{t-1} + \eta p_{t-1}", "definition"),
                (r"q_t - 1", "induction hypothesis and the step"),
            ),
        ),
        Text("and for the other player in the same way"),
        chain(r"\eta R_t", (r"1 - p_t", "induction")),
        Text("A conserved quadratic form keeps both players bounded:"),
        chain(r"q_t^2 + \eta p_t q_t + p_t^2", (r"2 + \eta", "induction")),
        chain(
            r"q_t^2 + \eta p_t q_t + p_t^2 - \left(1 - \frac{\eta^2}{4}\right) q_t^2",
            (r"\left(p_t + \frac{\eta}{2} q_t\right)^2", "complete the square"),
            Row("0", "a square", r"\ge"),
        ),
        chain(
            r"q_t^2 + \eta p_t q_t + p_t^2 - \left(1 - \frac{\eta^2}{4}\right) p_t^2",
            (r"\left(q_t + \frac{\eta}{2} p_t\right)^2", "complete the square"),
            Row("0", "a square", r"\ge"),
        ),
        Text(
            r"So both are at most $\sqrt{\frac{2 + \eta}{1 - \eta^2 / 4}}$ in modulus. Let $x_t \in \mathbb{R}$ for $t \ge 0$ and $c > 0$ with $|x_t| \le c$ for every $t$, "
            r"in the place of a player. Its average over $T$ steps is a bounded number divided by $T$:"
        ),
        chain(r"\lim_{T \to \infty} \frac{x_T - 1}{\eta T}", ("0", "a bounded number over a growing one")),
    ),
    source="After Assignment 5, question 4",
    remark="The rate is one over the number of steps. The last iterate does not converge.",
)

vectors = Entry(
    id="general.game.vectors",
    claims=("G33",),
    title="Alternating steps on a bilinear game of vectors",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem=(
        "Two players with vectors play a bilinear game with alternating gradient steps. Find a quadratic form that no step changes, and for "
        "which step sizes the iterates stay bounded."
    ),
    given=(
        r"Let $A \in \mathbb{R}^{m \times n}$ and $\eta > 0$. Let $q_t \in \mathbb{R}^n$ and $p_t \in \mathbb{R}^m$ with $q_{t+1} = q_t + \eta A^\top p_t$ and "
        r"$p_{t+1} = p_t - \eta A q_{t+1}$ for $t \ge 0$. Let $\sigma > 0$ be the largest singular value of $A$, with unit vectors $v \in \mathbb{R}^n$ and $u \in \mathbb{R}^m$ such that "
        r"$A v = \sigma u$ and $A^\top u = \sigma v$."
    ),
    proof=(
        Text("What every step conserves:"),
        chain(
            r"\|q_{t+1}\|^2 + \eta p_{t+1}^\top A q_{t+1} + \|p_{t+1}\|^2",
            (r"\|q_{t+1}\|^2 - \eta p_t^\top A q_{t+1} + \|p_t\|^2", "insert the step of the first player"),
            (r"\|q_t\|^2 + \eta p_t^\top A q_t + \|p_t\|^2", "insert the step of the second player"),
        ),
        Text(
            r"The product in the middle is at most $\sigma$ times the product of the norms. Write $a \ge 0$ and $b \ge 0$ for these norms and $x \in \mathbb{R}$ for the product, with "
            r"$x \ge -\sigma a b$. The form is at least a multiple of the sum of squares:"
        ),
        chain(
            r"a^2 + \eta x + b^2",
            Row(r"a^2 - \eta \sigma a b + b^2", "the bound on the product", r"\ge"),
            Row(
                r"\left(1 - \frac{\eta \sigma}{2}\right) (a^2 + b^2)",
                "twice a product is at most the sum of squares",
                r"\ge",
            ),
        ),
        Text(
            r"so that for $\eta \sigma < 2$ the iterates stay bounded. For larger steps they need not: along the two singular vectors the players play the game of two numbers with step $\eta \sigma$,"
        ),
        chain(r"v^\top q_{t+1}", (r"v^\top q_t + \eta \sigma u^\top p_t", r"$A v = \sigma u$")),
        chain(r"u^\top p_{t+1}", (r"u^\top p_t - \eta \sigma v^\top q_{t+1}", r"$A^\top u = \sigma v$")),
        Text("which grows without bound from step two on, linearly at two and geometrically above."),
    ),
    source="After Assignment 5, question 4",
)

ENTRIES = (averages, vectors)
