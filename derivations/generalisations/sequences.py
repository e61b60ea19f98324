"""Sequences: second moments in Adam, and gradients through orthogonal recurrences."""

from hence.derivations import experiments
from hence.language.catalogue import Entry, Induction, Row, Text, Theorem, chain

HOMEWORK = "Generalisations"

second_moment = Entry(
    id="general.adam.moment",
    claims=("G5",),
    title="The second moment in Adam is biased like the first",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="Adam keeps a running average of squared gradients. Find its mean when the squares are stationary, and correct it.",
    given=(
        r"Let $\beta \in (0, 1)$, let $u_t$ be the square of the gradient at step $t$, a random number, let $r_0 = 0$, and let "
        r"$r_t = \beta r_{t-1} + (1 - \beta) u_t$ for $t \ge 1$. Assume $\mathbb{E}[u_i] = m$ for every $i$."
    ),
    proof=(
        Text("The average, unrolled:"),
        chain(r"r_t", (r"(1 - \beta) \sum_{i=1}^{t} \beta^{t-i} u_i", "induction")),
        Text("Hence"),
        chain(
            r"\mathbb{E}[r_t]",
            (r"(1 - \beta) \sum_{i=1}^{t} \beta^{t-i} m", "linearity and stationarity"),
            (r"(1 - \beta^t) m", "geometric sum"),
        ),
        Text(r"so that the quotient by $1 - \beta^t$ is unbiased:"),
        chain(
            r"\mathbb{E}\left[\frac{r_t}{1 - \beta^t}\right]",
            (r"\frac{\mathbb{E}[r_t]}{1 - \beta^t}", "linearity"),
            (r"m", "the mean above"),
        ),
    ),
    experiment=experiments.second_moment_average,
    source="After IFT6135 H2022, question 2.3",
)

drift = Entry(
    id="general.adam.drift",
    claims=("G5",),
    title="What drift adds to the second moment in Adam",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="Find the mean of the running average of squared gradients when their second moments change over time.",
    given=(
        r"Let $\beta \in (0, 1)$, let $r_0 = 0$, and let $r_t = \beta r_{t-1} + (1 - \beta) g_t^2$ for $t \ge 1$, where $g_t$ is random. "
        r"Let $m_i = \mathbb{E}[g_i^2]$."
    ),
    proof=(
        chain(
            r"\mathbb{E}[r_t]",
            (r"(1 - \beta) \sum_{i=1}^{t} \beta^{t-i} m_i", "unrolled, and linearity"),
            (
                r"(1 - \beta^t) m_t + (1 - \beta) \sum_{i=1}^{t} \beta^{t-i} (m_i - m_t)",
                "the weights add up to less than one",
            ),
        ),
        Text("The second term is a weighted sum of the changes since each step; it vanishes when nothing has changed."),
    ),
    experiment=experiments.drifting_second_moment,
    source="After IFT6135 H2022, question 2.3",
)

orthogonal = Entry(
    id="general.rnn.orthogonal",
    claims=("G22",),
    title="Orthogonal recurrences keep the length of gradients",
    homework=HOMEWORK,
    kind="equality chain",
    problem="A linear recurrent network has an orthogonal recurrent matrix. How does its Jacobian stretch vectors after many steps?",
    given=(
        r"Let $W \in \mathbb{R}^{n \times n}$ with $W^\top W = I$. The Jacobian of the state after $t$ steps in the first state satisfies "
        r"$J_t = W J_{t-1}$ for $t \ge 1$, with $J_t \in \mathbb{R}^{n \times n}$ and $J_0 = I$."
    ),
    proof=(
        Text("The recurrence does not change the Gram matrix of the Jacobian:"),
        chain(
            r"J_t^\top J_t",
            (r"J_{t-1}^\top W^\top W J_{t-1}", "definition"),
            (r"J_{t-1}^\top J_{t-1}", "orthogonality"),
        ),
        Induction(
            variable="t",
            hypothesis=r"J_{t-1}^\top J_{t-1} = I",
            base=chain(r"J_0^\top J_0", (r"I", "the start is the identity")),
            step=chain(r"J_t^\top J_t", (r"I", "the line above, and the induction hypothesis")),
        ),
        Text("so that, by induction, for every number of steps"),
        chain(r"J_t^\top J_t", (r"I", "induction")),
        Text(r"Hence no vector $v \in \mathbb{R}^n$ changes its length:"),
        chain(
            r"\|J_t v\|^2",
            (r"v^\top J_t^\top J_t v", "definition of the norm"),
            (r"\|v\|^2", "the Gram matrix is the identity"),
        ),
        chain(r"\|J_t v\|", (r"\|v\|", "lengths are not negative")),
        Text("so the largest stretch, the norm of the Jacobian, is one after any number of steps."),
    ),
    source="After IFT6135 H2022, question 1",
)

no_reset = Entry(
    id="general.training.no-reset",
    claims=("G31",),
    title="Training without a reset on a quadratic loss in many weights",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="Gradients are never reset, and the loss is a quadratic form with a positive definite Hessian. For which learning rates do the weights stay bounded?",
    given=(
        r"Let $H \in \mathbb{R}^{n \times n}$ be symmetric and $\eta > 0$. Let $G_t \in \mathbb{R}^n$ and $\theta_t \in \mathbb{R}^n$ with $G_t = G_{t-1} + H \theta_{t-1}$ and "
        r"$\theta_t = \theta_{t-1} - \eta G_t$ for $t \ge 1$. Let $v \in \mathbb{R}^n$ and $\lambda > 0$ with $H v = \lambda v$."
    ),
    proof=(
        Text("Every step keeps a quadratic form,"),
        chain(
            r"\theta_t^\top H \theta_t + \eta \|G_t\|^2 + \eta \theta_t^\top H G_t",
            (
                r"\theta_{t-1}^\top H \theta_{t-1} + \eta \|G_{t-1}\|^2 + \eta \theta_{t-1}^\top H G_{t-1}",
                "insert the step",
            ),
        ),
        Text("which is a sum of two squares,"),
        chain(
            r"\theta_t^\top H \theta_t + \eta \|G_t\|^2 + \eta \theta_t^\top H G_t",
            (
                r"\left(\theta_t + \frac{\eta}{2} G_t\right)^\top H \left(\theta_t + \frac{\eta}{2} G_t\right) + \eta G_t^\top G_t - \frac{\eta^2}{4} G_t^\top H G_t",
                "complete the square",
            ),
        ),
        Text(
            r"both positive definite when all eigenvalues of $H$ are positive and below $\frac{4}{\eta}$. The weights then stay bounded, and cannot converge to zero, where the form vanishes. "
            "Along an eigenvector the weights follow the recurrence of a single one,"
        ),
        chain(r"v^\top G_t", (r"v^\top G_{t-1} + \lambda v^\top \theta_{t-1}", r"$H v = \lambda v$")),
        chain(r"v^\top \theta_t", (r"v^\top \theta_{t-1} - \eta v^\top G_t", "definition")),
        Text(
            r"whose matrix has the determinant one and the trace $2 - \eta \lambda$; it diverges as soon as $\eta \lambda$ is four or more:"
        ),
        chain(r"\det \begin{pmatrix} 1 - \eta \lambda & -\eta \\ \lambda & 1 \end{pmatrix}", ("1", "expand")),
        chain(
            r"\mathrm{tr} \begin{pmatrix} 1 - \eta \lambda & -\eta \\ \lambda & 1 \end{pmatrix}",
            (r"2 - \eta \lambda", "add"),
        ),
    ),
    source="After EECS 182 HW7, question 6(c)",
    remark="For one weight this is shown in the answer to question 6(c).",
)

derangements = Entry(
    id="general.derangements",
    claims=("G24",),
    title="Permutation matrices without a diagonal entry",
    homework=HOMEWORK,
    kind="equality chain",
    problem="How many permutations leave no position where it is, and which share of all of them is that?",
    given=(
        r"Let $n \ge 1$ be an integer, and let $D_n = \sum_{j=0}^{n} (-1)^j \binom{n}{j} (n - j)!$, which inclusion and exclusion "
        r"over the positions that stay gives for the number of such permutations."
    ),
    proof=(
        chain(
            r"D_n",
            (r"\sum_{j=0}^{n} (-1)^j \frac{n!}{j!}", "binomial coefficient"),
            (r"n! \sum_{j=0}^{n} \frac{(-1)^j}{j!}", "a common factor"),
        ),
        Text("so their share of all permutations is a partial sum of the exponential series, and has a limit:"),
        chain(
            r"\lim_{n \to \infty} \frac{D_n}{n!}",
            (r"\lim_{n \to \infty} \sum_{j=0}^{n} \frac{(-1)^j}{j!}", "divide"),
            (r"e^{-1}", "exponential series"),
        ),
    ),
    experiment=experiments.permutations_without_fixed_points,
    source="After Deep Learning HW3, question 1.3",
)

spectral_radius = Entry(
    id="general.rnn.spectral-radius",
    claims=("G21",),
    title="What the spectral radius says about a linear recurrent network",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="The state is multiplied by the same matrix at every step. When do its powers vanish, and when do they explode?",
    given=(
        r"Let $W \in \mathbb{R}^{n \times n}$, let $v \in \mathbb{R}^n$ and $\lambda > 1$ with $W v = \lambda v$, let $h_0 = v$, and let $h_t = W h_{t-1}$ "
        r"for $t \ge 1$. Let $a_t$ be the norm of the power of index $t$ of another matrix, whose spectral radius is below $q \in (0, 1)$."
    ),
    proof=(
        Text("An eigenvector shows growth at the rate of its eigenvalue,"),
        chain(r"h_t", (r"\lambda^t v", "induction")),
        chain(r"\lim_{t \to \infty} \lambda^t", (r"\infty", r"$\lambda > 1$")),
        Text(
            "so the powers explode as soon as an eigenvalue exceeds one. For the other direction the eigenvectors do not suffice."
        ),
        Theorem(
            "Gelfand's formula",
            "The root of index $t$ of the norm of the power of index $t$ tends to the spectral radius. Hence for every number above the spectral radius "
            "there is a constant $c$ that, times the power of that number, bounds the norm of the power.",
            r"a_t \le c q^t",
        ),
        chain(r"a_t", Row(r"c q^t", "Gelfand", r"\le")),
        chain(r"\lim_{t \to \infty} c q^t", (r"0", r"$q < 1$")),
        Text(
            "so all powers fade when the spectral radius is below one, however large the norm of the matrix itself is."
        ),
    ),
    experiment=experiments.growth_of_powers,
    source="After IFT6135 H2022, question 1",
)

ENTRIES = (second_moment, drift, orthogonal, no_reset, derangements, spectral_radius)
