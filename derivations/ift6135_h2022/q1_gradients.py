"""Question 1, continued: how large the gradient of a recurrent network can be."""

from hence.derivations import experiments
from hence.language.catalogue import Entry, FalseStatement, Induction, Row, Text, chain

HOMEWORK = "IFT6135 H2022"
UNIT = (
    r"Let $W \in \mathbb{R}^{n \times n}$ be the recurrent weights, and let $s_t \in \mathbb{R}^n$ hold the slopes of the activation at time "
    r"$t$. Let $\gamma > 0$ with $|s_{t,i}| \le \gamma$ for every $t$ and $i$. "
)
PRODUCT = r"Let $P_t = W \mathrm{diag}(s_t) P_{t-1}$ for $t \ge 1$ be the Jacobian of the state at time $t$ in the first state, with $P_0 = I$. "

operator_norm = Entry(
    id="ift6135.1.2.norm",
    claims=("003.Q1.2-ii",),
    title="Two properties of the operator norm",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="Show that the norm of a product is at most the product of the norms, and express the norm by an eigenvalue.",
    given=r"Let $A \in \mathbb{R}^{m \times n}$, $B \in \mathbb{R}^{n \times k}$ and $x \in \mathbb{R}^k$.",
    proof=(
        Text("A matrix stretches no vector by more than its norm. Twice, for any vector:"),
        chain(
            r"\|A B x\|",
            Row(r"\|A\| \|B x\|", "the norm of $A$", r"\le"),
            Row(r"\|A\| \|B\| \|x\|", "the norm of $B$", r"\le"),
        ),
        Text("so that for the largest stretch"),
        chain(r"\|A B\|", Row(r"\|A\| \|B\|", "submultiplicative", r"\le")),
        Text("The stretch is a quadratic form, which the largest eigenvalue bounds:"),
        chain(
            r"\|B x\|^2",
            (r"x^\top B^\top B x", "definition"),
            Row(r"\lambda_{\max}(B^\top B) \|x\|^2", "Rayleigh quotient", r"\le"),
        ),
        Text("with equality for the eigenvector, and therefore"),
        chain(r"\|B\|", (r"\sqrt{\lambda_{\max}(B^\top B)}", "the largest stretch")),
    ),
    source="Question 1.2, footnote",
)

vanishing = Entry(
    id="ift6135.1.2.vanishing",
    claims=("003.Q1.2-iii",),
    title="Small weights make gradients vanish",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem=(
        "The slopes of the activation are bounded, and so is the largest eigenvalue of the Gram matrix of the weights. "
        "Show that the gradient vanishes as the sequence grows."
    ),
    given=UNIT + r"Let $0 \le \delta < 1$ with $\lambda_{\max}(W^\top W) \le \frac{\delta^2}{\gamma^2}$. " + PRODUCT,
    proof=(
        Text("The weights first:"),
        chain(
            r"\|W\|",
            (r"\sqrt{\lambda_{\max}(W^\top W)}", "norm by eigenvalue"),
            Row(r"\frac{\delta}{\gamma}", "hypothesis", r"\le"),
        ),
        Text("The norm of a diagonal matrix is its largest entry:"),
        chain(r"\|\mathrm{diag}(s_t)\|", Row(r"\gamma", "bounded slopes", r"\le")),
        Text("So one step stretches by less than one:"),
        chain(
            r"\|W \mathrm{diag}(s_t)\|",
            Row(r"\|W\| \|\mathrm{diag}(s_t)\|", "submultiplicative", r"\le"),
            Row(r"\frac{\delta}{\gamma} \gamma", "both bounds", r"\le"),
            (r"\delta", "cancel"),
        ),
        Induction(
            variable="t",
            hypothesis=r"\|P_{t-1}\| \le \delta^{t-1}",
            base=chain(r"\|P_0\|", ("1", "the identity")),
            step=chain(
                r"\|P_t\|",
                (r"\|W \mathrm{diag}(s_t) P_{t-1}\|", "definition"),
                Row(r"\|W \mathrm{diag}(s_t)\| \|P_{t-1}\|", "submultiplicative", r"\le"),
                Row(r"\delta \|P_{t-1}\|", "one step", r"\le"),
                Row(r"\delta \delta^{t-1}", "induction hypothesis", r"\le"),
                (r"\delta^t", "collect"),
            ),
        ),
        Text("and the bound tends to zero:"),
        chain(r"\lim_{t \to \infty} \delta^t", ("0", r"$0 \le \delta < 1$")),
    ),
    source="Question 1.2",
)

eigenvalue_of_weights = Entry(
    id="ift6135.1.2.prose",
    claims=("003.Q1.2-prose",),
    title="It is not the eigenvalue of the weights themselves",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="In words the condition speaks of the largest eigenvalue of the weights. Is a bound on that enough?",
    given=(
        r"Let $W = \begin{pmatrix} 2 & 2 \\ -2 & -2 \end{pmatrix}$ and $M = W \mathrm{diag}(s)$, where "
        r"$s = \begin{pmatrix} 1 \\ 0 \end{pmatrix}$ holds the slopes of a rectifier."
    ),
    proof=(
        Text("Both eigenvalues of these weights are zero:"),
        chain(r"\det(W - \lambda I)", (r"\lambda^2", "characteristic polynomial")),
        Text("yet the weights are not small. The Gram matrix"),
        chain(r"W^\top W", (r"\begin{pmatrix} 8 & 8 \\ 8 & 8 \end{pmatrix}", "multiply")),
        Text("has the eigenvalue 16:"),
        chain(
            r"W^\top W \begin{pmatrix} 1 \\ 1 \end{pmatrix}",
            (r"16 \begin{pmatrix} 1 \\ 1 \end{pmatrix}", "multiply"),
        ),
        Text("From the first state with entries 1 and minus 1 on, the second unit is never active:"),
        chain(
            r"W \begin{pmatrix} 1 \\ 0 \end{pmatrix}",
            (r"2 \begin{pmatrix} 1 \\ -1 \end{pmatrix}", "a multiple of where we started"),
        ),
        Text("so every step has the Jacobian"),
        chain(r"M", (r"\begin{pmatrix} 2 & 0 \\ -2 & 0 \end{pmatrix}", "definition")),
        Text("which doubles itself:"),
        chain(r"M M", (r"2 M", "multiply")),
        Text(
            "The gradient grows without bound although no eigenvalue of the weights does. Read literally, the condition gives"
        ),
        FalseStatement(r"\|M\|", "0", r"\le", "A bound on the eigenvalues of the weights bounds no norm."),
    ),
    source="Question 1.2, in words",
)

necessary = Entry(
    id="ift6135.1.3.necessary",
    claims=("003.Q1.3-nec",),
    title="Gradients explode only if the weights are large",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem=(
        "Show that the gradient stays bounded unless the largest eigenvalue of the Gram matrix of the weights exceeds the "
        "inverse square of the largest slope."
    ),
    given=UNIT + r"Suppose $\lambda_{\max}(W^\top W) \le \frac{1}{\gamma^2}$. " + PRODUCT,
    proof=(
        Text("This is the case that is claimed not to explode. One step does not stretch:"),
        chain(
            r"\|W \mathrm{diag}(s_t)\|",
            Row(r"\|W\| \|\mathrm{diag}(s_t)\|", "submultiplicative", r"\le"),
            Row(r"\frac{1}{\gamma} \gamma", "weights and slopes", r"\le"),
            ("1", "cancel"),
        ),
        Induction(
            variable="t",
            hypothesis=r"\|P_{t-1}\| \le 1",
            base=chain(r"\|P_0\|", ("1", "the identity")),
            step=chain(
                r"\|P_t\|",
                (r"\|W \mathrm{diag}(s_t) P_{t-1}\|", "definition"),
                Row(r"\|W \mathrm{diag}(s_t)\| \|P_{t-1}\|", "submultiplicative", r"\le"),
                Row("1", "one step, and the induction hypothesis", r"\le"),
            ),
        ),
        Text("so that an explosion needs a larger eigenvalue."),
    ),
    experiment=experiments.bounded_gradients,
    source="Question 1.3",
    remark="The condition is necessary, not sufficient: a saturated activation can keep any gradient small.",
)

ENTRIES = (operator_norm, vanishing, eigenvalue_of_weights, necessary)
