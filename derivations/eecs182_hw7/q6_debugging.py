"""Question 6: gradient accumulation, normalisation, and a missing reset of gradients."""

from hence.derivations import experiments
from hence.language.catalogue import Entry, FalseStatement, Text, chain

HOMEWORK = "EECS 182 HW7"

accumulation = Entry(
    id="eecs182.7.6b.accumulation",
    claims=("004.6b-1",),
    title="Gradient accumulation equals a larger batch",
    homework=HOMEWORK,
    kind="gradient",
    problem=(
        "A batch is split into micro-batches of equal size, and the gradients of their mean losses, divided by the number of "
        "micro-batches, are added up. Show that the result is the gradient of the mean loss of the whole batch when no "
        "example affects the loss of another."
    ),
    given=(
        r"Let $g_{ji} \in \mathbb{R}^p$ be the gradient of the loss of the $i$-th example of the $j$-th micro-batch, for "
        r"$j \in \{1, \dots, a\}$ and $i \in \{1, \dots, b\}$."
    ),
    proof=(
        chain(
            r"\sum_{j=1}^{a} \frac{1}{a} \left(\frac{1}{b} \sum_{i=1}^{b} g_{ji}\right)",
            (r"\frac{1}{a b} \sum_{j=1}^{a} \sum_{i=1}^{b} g_{ji}", "all micro-batches have the same size"),
        ),
        Text("the mean of the gradients of all examples."),
    ),
    source="Question 6(b)",
)

normalisation = Entry(
    id="eecs182.7.6b.normalisation",
    claims=("004.6b-2",),
    title="Batch normalisation breaks gradient accumulation",
    homework=HOMEWORK,
    kind="gradient",
    problem=(
        "Compare the gradient of a scale parameter after batch normalisation for a whole batch and for micro-batches of one "
        "example. Does layer normalisation have the same problem?"
    ),
    given=(
        r"Let $x \in \mathbb{R}^b$ be one feature of the $b$ examples of a batch, let $\gamma \in \mathbb{R}$ and $\epsilon > 0$, let "
        r"$\mu = \frac{1}{b} \sum_{i=1}^{b} x_i$, $s = \frac{1}{b} \sum_{i=1}^{b} (x_i - \mu)^2$ and "
        r"$y_i = \gamma \frac{x_i - \mu}{\sqrt{s + \epsilon}}$ be batch normalisation, and let the loss of an example be half the "
        r"square of its output."
    ),
    proof=(
        Text("The whole batch gives"),
        chain(
            r"\frac{1}{b} \sum_{i=1}^{b} \frac{\partial}{\partial \gamma} \left(\frac{1}{2} y_i^2\right)",
            (r"\frac{1}{b} \sum_{i=1}^{b} \gamma \frac{(x_i - \mu)^2}{s + \epsilon}", "chain rule"),
            (r"\gamma \frac{s}{s + \epsilon}", "definition of the variance"),
        ),
        Text(
            r"In a micro-batch of one example the mean is the example and the variance is zero: let "
            r"$z_i = \gamma \frac{x_i - x_i}{\sqrt{0 + \epsilon}}$. The accumulated gradient is"
        ),
        chain(
            r"\frac{1}{b} \sum_{i=1}^{b} \frac{\partial}{\partial \gamma} \left(\frac{1}{2} z_i^2\right)",
            (r"0", "every output is zero"),
        ),
        Text("so that the two agree only for batches without variance:"),
        FalseStatement(
            r"\frac{1}{b} \sum_{i=1}^{b} \frac{\partial}{\partial \gamma} \left(\frac{1}{2} y_i^2\right)",
            r"\frac{1}{b} \sum_{i=1}^{b} \frac{\partial}{\partial \gamma} \left(\frac{1}{2} z_i^2\right)",
        ),
        Text(
            r"Layer normalisation averages over the features of one example. Let $u, w \in \mathbb{R}^d$ be two examples, let "
            r"$m = \frac{1}{d} \sum_{l=1}^{d} u_l$ and $r = \frac{1}{d} \sum_{l=1}^{d} (u_l - m)^2$. Then"
        ),
        chain(
            r"\frac{\partial}{\partial w} \left(\frac{u - m \bm{1}}{\sqrt{r + \epsilon}}\right)",
            (r"0", "no other example enters"),
        ),
    ),
    source="Question 6(b)",
)

missing_reset = Entry(
    id="eecs182.7.6c",
    claims=("004.6c",),
    title="Without a reset, gradients act as momentum without friction",
    homework=HOMEWORK,
    kind="recurrence equivalence",
    problem=(
        "A training loop never resets its gradients, so that every step uses the sum of all gradients so far. Which optimiser is "
        "this, and what does it do on a quadratic loss?"
    ),
    given=(
        r"Let $g_t \in \mathbb{R}^n$ be the gradients and $\eta > 0$, let $G_0 = 0$ and $\theta_0 \in \mathbb{R}^n$, and let "
        r"$G_t = G_{t-1} + g_t$ and $\theta_t = \theta_{t-1} - \eta G_t$ for $t \ge 1$. Let $\alpha = 1$, $V_0 = 0$ and "
        r"$V_t = \alpha V_{t-1} + \eta g_t$ be momentum."
    ),
    proof=(
        Text("The sum of the gradients is momentum with coefficient one:"),
        chain(r"V_t", (r"\eta G_t", "induction")),
        chain(
            r"\theta_t - \theta_{t-1}",
            (r"-\eta G_t", "definition of the step"),
            (r"-V_t", "the line above"),
        ),
    ),
    source="Question 6(c)",
)

quadratic = Entry(
    id="eecs182.7.6c.quadratic",
    claims=("004.6c",),
    title="On a quadratic loss, training without a reset never converges",
    homework=HOMEWORK,
    kind="recurrence equivalence",
    problem=(
        "Follow one weight under a quadratic loss when gradients are never reset. For which learning rates does it converge? "
        "What changes when the reset is put into the loop?"
    ),
    given=(
        r"Let $\eta, \kappa > 0$ be the learning rate and the curvature, let $x, p \in \mathbb{R}$ be the weight and the sum of its "
        r"gradients so far, and let $P = p + \kappa x$ and $Y = x - \eta P$ be the sum and the weight after one more step."
    ),
    proof=(
        Text("One step is a linear map,"),
        chain(
            r"\begin{pmatrix} Y \\ P \end{pmatrix}",
            (
                r"\begin{pmatrix} 1 - \eta \kappa & -\eta \\ \kappa & 1 \end{pmatrix} \begin{pmatrix} x \\ p \end{pmatrix}",
                "definitions",
            ),
        ),
        Text("with determinant, trace and characteristic polynomial"),
        chain(r"\det \begin{pmatrix} 1 - \eta \kappa & -\eta \\ \kappa & 1 \end{pmatrix}", (r"1", "expand")),
        chain(
            r"\mathrm{tr} \begin{pmatrix} 1 - \eta \kappa & -\eta \\ \kappa & 1 \end{pmatrix}",
            (r"2 - \eta \kappa", "add"),
        ),
        chain(
            r"\det \begin{pmatrix} 1 - \eta \kappa - z & -\eta \\ \kappa & 1 - z \end{pmatrix}",
            (r"z^2 - (2 - \eta \kappa) z + 1", "expand"),
        ),
        Text("Every step keeps a quadratic form,"),
        chain(
            r"\kappa Y^2 + \eta P^2 + \eta \kappa Y P",
            (r"\kappa x^2 + \eta p^2 + \eta \kappa x p", "insert the step"),
            (
                r"\kappa \left(x + \frac{\eta p}{2}\right)^2 + \eta \left(1 - \frac{\eta \kappa}{4}\right) p^2",
                "complete the square",
            ),
        ),
        Text(
            r"For $\eta \kappa$ below four it is positive, and the weight stays on an ellipse: both eigenvalues have modulus one, and "
            "the iteration oscillates for ever without converging. Above four the roots are real, one of them below minus one, and the "
            r"iteration diverges. Let $\rho > 1$ and let $\omega = 2 + \rho + \frac{1}{\rho}$ be the value of the product; then $-\rho$ "
            "is a root:"
        ),
        chain(r"(-\rho)^2 - (2 - \omega) (-\rho) + 1", (r"0", "expand")),
        Text(
            r"At four it diverges too, more slowly: the sequence $y_t = (-1)^t (1 + t)$ solves the recurrence of the weight,"
        ),
        chain(r"y_{t+1} - (2 - 4) y_t + y_{t-1}", (r"0", "collect")),
        Text(
            r"The repair is to reset the gradients in every step. Then $w_t = w_{t-1} - \eta \kappa w_{t-1}$ for $t \ge 1$, and"
        ),
        chain(r"w_t", (r"(1 - \eta \kappa)^t w_0", "induction")),
        Text("which converges for small enough learning rates."),
    ),
    source="Question 6(c)",
)

noise = Entry(
    id="eecs182.7.6c.noise",
    claims=("004.6c",),
    title="With noise, training without a reset drifts away",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="What happens to the conserved quadratic form when the gradients are noisy?",
    given=(
        r"Let $\eta, \kappa > 0$, and let $x, p \in \mathbb{R}$ be the weight and the sum of its gradients before a step. Let the noise "
        r"$\xi$ of the step be random with $\mathbb{E}[\xi] = 0$ and $\mathbb{E}[\xi^2] = \tau^2$, whatever happened before, and let "
        r"$Q = p + \kappa x + \xi$ and $Z = x - \eta Q$ be the sum and the weight after the step."
    ),
    proof=(
        chain(
            r"\kappa Z^2 + \eta Q^2 + \eta \kappa Z Q",
            (r"\kappa x^2 + \eta p^2 + \eta \kappa x p + \eta \xi^2 + \eta (2 p + \kappa x) \xi", "insert the step"),
        ),
        Text("On average over the noise, the form grows by the same amount in every step:"),
        chain(
            r"\mathbb{E}[\kappa Z^2 + \eta Q^2 + \eta \kappa Z Q]",
            (
                r"\kappa x^2 + \eta p^2 + \eta \kappa x p + \eta \mathbb{E}[\xi^2] + \eta (2 p + \kappa x) \mathbb{E}[\xi]",
                "linearity",
            ),
            (r"\kappa x^2 + \eta p^2 + \eta \kappa x p + \eta \tau^2", "moments of the noise"),
        ),
        Text(
            r"Call the mean of the form after $t$ steps $e_t$; then $e_t = e_{t-1} + \eta \tau^2$ for $t \ge 1$, and it grows linearly:"
        ),
        chain(r"e_t", (r"e_0 + t \eta \tau^2", "induction")),
    ),
    experiment=experiments.training_without_reset,
    source="Question 6(c)",
)

ENTRIES = (accumulation, normalisation, missing_reset, quadratic, noise)
