"""Question 4, for every step size: rotation, shear or growth, and never convergence."""

from hence.derivations import experiments
from hence.language.catalogue import Entry, FalseStatement, Induction, Row, Text, chain

HOMEWORK = "Assignment 5"
STEPS = (
    r"Let $q_{t+1} = q_t + \eta p_t$ and $p_{t+1} = p_t - \eta q_{t+1}$ for $t \ge 0$, with $p_0 = 1$ and $q_0 = 1$."
)
MATRIX = Text(
    "One step is linear in the pair. Define\n"
    r"\begin{equation*}" + "\n"
    r"M = \begin{pmatrix} 1 & \eta \\ -\eta & 1 - \eta^2 \end{pmatrix}." + "\n"
    r"\end{equation*}" + "\n"
    "Then"
)

matrix = Entry(
    id="assignment5.4b.matrix",
    claims=("000.4b-iii",),
    title="The matrix of one alternating step",
    homework=HOMEWORK,
    kind="equality chain",
    problem="Write one step of any size as a matrix, and find its determinant, trace and eigenvalues.",
    given=r"Let $\eta > 0$. " + STEPS,
    proof=(
        MATRIX,
        chain(
            r"\begin{pmatrix} q_{t+1} \\ p_{t+1} \end{pmatrix}",
            (r"M \begin{pmatrix} q_t \\ p_t \end{pmatrix}", "definitions"),
        ),
        chain(r"\det(M)", ("1", "areas are preserved")),
        chain(r"\mathrm{tr}(M)", (r"2 - \eta^2", "add the diagonal")),
        chain(r"\det(\lambda I - M)", (r"\lambda^2 - (2 - \eta^2) \lambda + 1", "characteristic polynomial")),
        chain(r"\det(M - I)", (r"\eta^2", "so only zero is fixed"), Row("0", r"as $\eta > 0$", ">")),
        Text(
            r"The roots of the characteristic polynomial, for a real root of the discriminant: let $\eta \ge 2$, let "
            r"$r = \frac{2 - \eta^2 + \eta \sqrt{\eta^2 - 4}}{2}$ and let $s = \frac{2 - \eta^2 - \eta \sqrt{\eta^2 - 4}}{2}$. Then"
        ),
        chain(r"\det(r I - M)", ("0", "insert the first root")),
        chain(r"\det(s I - M)", ("0", "insert the second root")),
    ),
    source="Question 4(b), for every step size",
)

conserved = Entry(
    id="assignment5.4b.conserved",
    claims=("000.4b-iii",),
    title="What every alternating step conserves",
    homework=HOMEWORK,
    kind="induction",
    problem="Find a quadratic form of the pair that no step changes, whatever its size.",
    given=r"Let $\eta > 0$. " + STEPS,
    proof=(
        Induction(
            variable="t",
            hypothesis=r"q_{t-1}^2 + \eta p_{t-1} q_{t-1} + p_{t-1}^2 = 2 + \eta",
            base=chain(r"q_0^2 + \eta p_0 q_0 + p_0^2", (r"2 + \eta", "the start")),
            step=chain(
                r"q_t^2 + \eta p_t q_t + p_t^2",
                (r"q_{t-1}^2 + \eta p_{t-1} q_{t-1} + p_{t-1}^2", "insert one step and collect"),
                (r"2 + \eta", "induction hypothesis"),
            ),
        ),
    ),
    lemma=r"q_t^2 + \eta p_t q_t + p_t^2 = 2 + \eta \;\; \forall t",
    experiment=experiments.alternating_game,
    source="Question 4(b), for every step size",
)

small = Entry(
    id="assignment5.4b.small",
    claims=("000.4b-iii",),
    title="Steps below two rotate, and stay bounded",
    homework=HOMEWORK,
    kind="equality chain",
    problem="For step sizes below two, show that the eigenvalues lie on the unit circle, find the angle, and bound the orbit.",
    given=r"Let $\eta \in (0, 2)$, let $p, w \in \mathbb{R}$, and let $q = w - p$, so that $w$ is the sum of the pair.",
    proof=(
        Text(r"The characteristic polynomial $\lambda^2 - (2 - \eta^2) \lambda + 1$ has the discriminant"),
        chain(r"(2 - \eta^2)^2 - 4", (r"-\eta^2 (4 - \eta^2)", "expand"), (r"-\eta^2 (2 - \eta) (2 + \eta)", "factor")),
        Text("which is negative, and the squared modulus of its two conjugate roots is"),
        chain(
            r"\left(\frac{2 - \eta^2}{2}\right)^2 + \frac{\eta^2 (4 - \eta^2)}{4}",
            ("1", "real part squared plus imaginary part squared"),
        ),
        Text(
            "The conserved form dominates the squared norm of the pair, since the difference of the two is a multiple of a square:"
        ),
        chain(
            r"q^2 + \eta p q + p^2 - \left(1 - \frac{\eta}{2}\right) (q^2 + p^2)",
            (r"\frac{\eta}{2} w^2", "collect"),
            Row("0", "a square", r"\ge"),
        ),
        chain(r"1 - \frac{\eta}{2}", Row("0", "the step is below two", ">")),
    ),
    source="Question 4(b), for every step size",
)

angle = Entry(
    id="assignment5.4b.angle",
    claims=("000.4b-iii",),
    title="The angle of the rotation",
    homework=HOMEWORK,
    kind="equality chain",
    problem="By which angle does a step of size below two rotate?",
    given=r"Let $\phi \in (0, \frac{\pi}{2})$ and let $\eta = 2 \sin(\phi)$, that is, $\phi$ is the arc sine of half the step.",
    proof=(
        Text("The trace of the step is that of a rotation by twice this angle:"),
        chain(
            r"2 - \eta^2",
            (r"2 - 4 \sin(\phi)^2", "definition"),
            (r"2 \cos(2 \phi)", "double angle"),
        ),
        Text(
            "and, since its determinant is one, so are its eigenvalues. For step size one the sixth part of a turn comes out:"
        ),
        chain(r"2 \sin\left(\frac{\pi}{6}\right)", ("1", "half a side of an equilateral triangle")),
        chain(r"2 \cos\left(\frac{\pi}{3}\right)", ("1", "the trace for step size one")),
    ),
    source="Question 4(b), for every step size",
)

two = Entry(
    id="assignment5.4b.two",
    claims=("000.4b-iii",),
    title="Step two grows linearly",
    homework=HOMEWORK,
    kind="equality chain",
    problem="For step size two, show that the only eigenvalue is minus one, defective, and solve the recurrence.",
    given=r"Let $q_t = (-1)^t (1 - 4 t)$ and $p_t = (-1)^t (1 + 4 t)$ for $t \ge 0$.",
    proof=(
        Text(
            "The step of size two has the matrix\n"
            r"\begin{equation*}" + "\n"
            r"M = \begin{pmatrix} 1 & 2 \\ -2 & -3 \end{pmatrix}." + "\n"
            r"\end{equation*}" + "\n"
            "It differs from minus the identity by a matrix that is not zero and whose square is:"
        ),
        chain(r"(M + I)^2", ("0", "a double eigenvalue")),
        chain(r"(M + I) \begin{pmatrix} 1 \\ 0 \end{pmatrix}", (r"\begin{pmatrix} 2 \\ -2 \end{pmatrix}", "not zero")),
        Text("The sequences above solve the recurrence: they start at"),
        chain(r"q_0", ("1", "definition")),
        chain(r"p_0", ("1", "definition")),
        Text("and take the steps"),
        chain(r"q_t + 2 p_t", (r"(-1)^t (3 + 4 t)", "definitions"), (r"q_{t+1}", "definition")),
        chain(r"p_t - 2 q_{t+1}", (r"p_{t+1}", "definitions")),
        Text("so that both players move away from zero at a constant rate, with alternating signs."),
    ),
    source="Question 4(b), for every step size",
)

large = Entry(
    id="assignment5.4b.large",
    claims=("000.4b-iii",),
    title="Steps above two grow exponentially",
    homework=HOMEWORK,
    kind="equality chain",
    problem="For step sizes above two, find a linear form of the pair that grows geometrically from $(1, 1)$.",
    given=(
        r"Let $h > 0$ and $\eta = 2 + h$. "
        + STEPS
        + r" Let $\lambda = \frac{2 - \eta^2 - \eta \sqrt{\eta^2 - 4}}{2}$ be the larger eigenvalue in modulus, and let "
        r"$u_t = \eta q_t + (1 - \lambda) p_t$ for $t \ge 0$."
    ),
    proof=(
        Text("The eigenvalue is below minus one:"),
        chain(
            r"-1 - \lambda",
            (r"\frac{4 h + h^2 + (2 + h) \sqrt{4 h + h^2}}{2}", "definitions"),
            Row("0", "every term is positive", ">"),
        ),
        Text("The linear form is an eigenvector of the transposed step, and not zero at the start:"),
        chain(r"u_{t+1}", (r"\lambda u_t", "insert one step and the characteristic equation")),
        chain(r"u_0", (r"\eta + 1 - \lambda", "the start"), Row("0", "every term is positive", ">")),
        Text(r"so that it is multiplied in every step by the same number, whose modulus is larger than one."),
    ),
    source="Question 4(b), for every step size",
)

never = Entry(
    id="assignment5.4b.never",
    claims=("000.4b-ii",),
    title="No step size makes the alternating game converge",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="The source suggests to change the step size to reach the saddle point. Is there a step size that works?",
    given=r"Let $\eta > 0$. " + STEPS,
    proof=(
        Text("Every step adds a multiple of the other player:"),
        chain(r"q_{t+1} - q_t", (r"\eta p_t", "definition")),
        chain(r"p_{t+1} - p_t", (r"-\eta q_{t+1}", "definition")),
        Text(
            r"Suppose that the iterates converged, $p_t$ to $x \in \mathbb{R}$ and $q_t$ to $y \in \mathbb{R}$. Then both differences would tend to zero, and the limits would satisfy"
        ),
        chain(r"\eta x = 0 \implies x", ("0", "the step is positive")),
        chain(r"-\eta y = 0 \implies y", ("0", "the step is positive")),
        Text("But a quadratic form, which is zero there, keeps the value that it has at the start,"),
        chain(r"q_t^2 + \eta p_t q_t + p_t^2", (r"2 + \eta", "conserved")),
        chain(r"\lim_{t \to \infty} (q_t^2 + \eta p_t q_t + p_t^2)", (r"2 + \eta", "a constant")),
        Text("so that no step size leads to the saddle point. A limit of zero would need"),
        FalseStatement(r"2 + \eta", "0", "=", "The conserved value is positive for every step size."),
    ),
    uses=("assignment5.4b.conserved",),
    source="Question 4(b)",
    remark="What helps is another algorithm: averaging, an extra gradient, or optimism.",
)

ENTRIES = (matrix, conserved, small, angle, two, large, never)
