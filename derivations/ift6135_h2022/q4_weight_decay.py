"""Question 4: weight decay and L2 regularisation, for plain gradient descent and for Adam."""

from hence.derivations import experiments
from hence.language.catalogue import Chain, Entry, FalseStatement, Row, Text, chain

HOMEWORK = "IFT6135 H2022"

equivalence = Entry(
    id="ift6135.4.1",
    claims=("003.Q4.1",),
    title="For plain gradient descent, L2 regularisation is weight decay",
    homework=HOMEWORK,
    kind="recurrence equivalence",
    problem=(
        "Show that gradient descent on a loss with a squared penalty takes the same steps as gradient descent on the loss "
        "alone with weight decay, and find the decay."
    ),
    given=r"Let $\eta > 0$ be the learning rate and $\gamma > 0$ the strength of the penalty.",
    proof=(
        Text(
            r"A gradient is made of partial derivatives, so look at one weight $w \in \mathbb{R}$ while the others are fixed: "
            r"let $L : \mathbb{R} \to \mathbb{R}$ be the loss as a differentiable function of this weight, and let "
            r"$r \in \mathbb{R}$ be the sum of the squares of all other weights. One step on the penalised loss is"
        ),
        chain(
            r"w - \eta \frac{\partial}{\partial w} \left(L(w) + \gamma (w^2 + r)\right)",
            (r"w - \eta \left(\frac{\partial L(w)}{\partial w} + 2 \gamma w\right)", "derivative of the penalty"),
            (r"w - \eta \frac{\partial L(w)}{\partial w} - 2 \eta \gamma w", "expand"),
        ),
        Text(
            r"which is a step with weight decay. Now all weights and all steps. Let $\bm{g} : \mathbb{R}^n \to \mathbb{R}^n$ be "
            r"the gradient of the loss, let $\lambda = 2 \eta \gamma$, let $\bm{\theta}_0 \in \mathbb{R}^n$ and "
            r"$\bm{\phi}_0 = \bm{\theta}_0$, and for $i \ge 1$ let "
            r"$\bm{\theta}_i = \bm{\theta}_{i-1} - \eta (\bm{g}(\bm{\theta}_{i-1}) + 2 \gamma \bm{\theta}_{i-1})$ be gradient "
            r"descent with the penalty and "
            r"$\bm{\phi}_i = \bm{\phi}_{i-1} - \eta \bm{g}(\bm{\phi}_{i-1}) - \lambda \bm{\phi}_{i-1}$ with weight decay. By "
            r"induction on $i$,"
        ),
        chain(r"\bm{\theta}_i", (r"\bm{\phi}_i", "same step, same start")),
    ),
    source="Question 4.1",
    remark="With a learning rate that changes from step to step, so must the decay.",
)

factor = Entry(
    id="ift6135.4.1.factor",
    claims=("003.Q4.1-prose",),
    title="The factor by which weights decay",
    homework=HOMEWORK,
    kind="equality chain",
    problem=(
        "The question says that the weights decay exponentially by the factor that multiplies them in the update. By which "
        "factor do they decay when the loss is flat?"
    ),
    given=(
        r"Let $\lambda \in (0, 1)$, let $\bm{\theta}_0 \in \mathbb{R}^n$ and let "
        r"$\bm{\theta}_i = \bm{\theta}_{i-1} - \lambda \bm{\theta}_{i-1}$ for $i \ge 1$."
    ),
    proof=(
        Text("By induction,"),
        chain(r"\bm{\theta}_i", (r"(1 - \lambda)^i \bm{\theta}_0", r"each step multiplies by $1 - \lambda$")),
        FalseStatement(
            r"\bm{\theta}_i", r"\lambda^i \bm{\theta}_0", "=", "The sentence of the source, taken literally, says this."
        ),
    ),
    source="Question 4, introduction",
    remark="The weights shrink for decays between 0 and 2, and change sign in every step for decays above 1.",
)

adam_line = Entry(
    id="ift6135.4.2",
    claims=("003.Q4.2",),
    title="The line of Adam that changes with a penalty",
    homework=HOMEWORK,
    kind="gradient",
    problem="Which line of Adam changes when every loss of the minibatch carries a squared penalty, and how?",
    given=(
        r"Let $\bm{\theta} \in \mathbb{R}^n$, let $\bm{g}_i \in \mathbb{R}^n$ for $i \in \{1, \dots, m\}$ be the gradients of "
        r"the $m$ losses of the minibatch at $\bm{\theta}$, and let $\gamma > 0$."
    ),
    proof=(
        Text("Only the line that computes the gradient changes; the moments and the update use its result as before:"),
        chain(
            r"\frac{1}{m} \sum_{i=1}^{m} \left(\bm{g}_i + \nabla_{\bm{\theta}} (\gamma \|\bm{\theta}\|^2)\right)",
            (r"\frac{1}{m} \sum_{i=1}^{m} (\bm{g}_i + 2 \gamma \bm{\theta})", "gradient of the penalty"),
            (r"\frac{1}{m} \sum_{i=1}^{m} \bm{g}_i + 2 \gamma \bm{\theta}", "the penalty is the same in every loss"),
        ),
    ),
    source="Question 4.2",
)

adam_rate = Entry(
    id="ift6135.4.3a",
    claims=("003.Q4.3a",),
    title="Adam with a penalty shrinks weights with large gradients less",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem=(
        "Adam divides the gradient of the penalty by the size of recent gradients. Which weights does it shrink more "
        "strongly, relative to their size?"
    ),
    given=(
        r"Let $\epsilon, \gamma, \delta, \theta > 0$ and let $s > 0$ be the root mean square of a loss gradient with mean zero. "
        r"With stationary moments, the first moment is that of the penalty alone and the root of the second moment is "
        r"$R$, so that the weight shrinks at the relative rate $\rho$: "
        r"let $R = \sqrt{s^2 + 4 \gamma^2 \theta^2}$ and $\rho = \frac{2 \epsilon \gamma}{R + \delta}$."
    ),
    proof=(
        Chain(
            r"\frac{\partial \rho}{\partial s}",
            (
                Row(r"-\frac{2 \epsilon \gamma s}{R (R + \delta)^2}", "chain rule"),
                Row(r"0", "every factor is positive", "<"),
            ),
        ),
        Text("so the rate falls as the gradients grow: weights with small gradients are regularised more strongly."),
    ),
    source="Question 4.3(a)",
)

adam_decay = Entry(
    id="ift6135.4.3b",
    claims=("003.Q4.3b",),
    title="Adam with decoupled weight decay shrinks all weights alike",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="With decoupled weight decay, at which rate do weights with small and with large gradients shrink?",
    given=(
        r"Let $\lambda \in (0, 1)$, let $\bm{\theta}_0 \in \mathbb{R}^n$, and let "
        r"$\bm{\theta}_t = \bm{\theta}_{t-1} - \epsilon \bm{u}_t - \lambda \bm{\theta}_{t-1}$ for $t \ge 1$, where the Adam term "
        r"$\bm{u}_t \in \mathbb{R}^n$ is random with $\mathbb{E}[\bm{u}_t] = \bm{0}$ for every $t$. "
        "This is so when the gradients are noise with a symmetric law, because Adam turns opposite gradients into "
        "opposite steps."
    ),
    proof=(
        chain(
            r"\mathbb{E}[\bm{\theta}_t]",
            (r"(1 - \lambda) \mathbb{E}[\bm{\theta}_{t-1}] - \epsilon \mathbb{E}[\bm{u}_t]", "linearity"),
            (r"(1 - \lambda) \mathbb{E}[\bm{\theta}_{t-1}]", "the Adam term has mean zero"),
        ),
        Text(
            r"Call this mean $\bm{m}_t$; then $\bm{m}_t = (1 - \lambda) \bm{m}_{t-1}$ for $t \ge 1$, where "
            r"$\bm{m}_0 \in \mathbb{R}^n$ is the start, and by induction on $t$"
        ),
        chain(r"\bm{m}_t", (r"(1 - \lambda)^t \bm{m}_0", "geometric decay")),
        Text("The size of the gradients does not enter: the answer of part (a) changes."),
    ),
    experiment=experiments.decayed_parameters,
    source="Question 4.3(b)",
)

preconditioner = Entry(
    id="ift6135.4.4",
    claims=("003.Q4.4",),
    title="No penalty strength turns preconditioned L2 into weight decay",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem=(
        "An adaptive method multiplies gradients by a diagonal matrix. For which such matrices is a squared penalty the same "
        "as weight decay? Which penalty would be?"
    ),
    given=(
        r"Let $\eta, \gamma, \lambda > 0$, let $\bm{m}, \bm{\theta} \in \mathbb{R}^n$, and let $\bm{M} = \mathrm{diag}(\bm{m})$ be "
        r"the preconditioner."
    ),
    proof=(
        chain(
            r"2 \eta \gamma \bm{M} \bm{\theta} - \lambda \bm{\theta}",
            (r"2 \eta \gamma (\bm{m} \odot \bm{\theta}) - \lambda \bm{\theta}", "a diagonal matrix scales each weight"),
        ),
        Text("If this difference between penalty and decay vanishes for all weights, then so do their coefficients:"),
        chain(
            r"\forall \bm{\theta} \colon 2 \eta \gamma (\bm{m} \odot \bm{\theta}) - \lambda \bm{\theta} = \bm{0} \implies \bm{m}",
            (r"\frac{\lambda}{2 \eta \gamma} \bm{1}", "match the coefficients of the weights"),
        ),
        Text("and the preconditioner is a multiple of the identity. Conversely, for such a matrix they agree:"),
        chain(
            r"\bm{m} = \frac{\lambda}{2 \eta \gamma} \bm{1} \implies 2 \eta \gamma \bm{M} \bm{\theta}",
            (r"\lambda \bm{\theta}", "multiply"),
        ),
        Text(
            r"For a fixed preconditioner that divides by $\bm{s} \in \mathbb{R}^n$ with $\bm{s}_i > 0$, the penalty that is "
            "equivalent to weight decay weighs each weight by what it is divided by:"
        ),
        chain(
            r"\eta \, \mathrm{diag}(\bm{s})^{-1} \nabla_{\bm{\theta}} \left(\frac{\lambda}{2 \eta} \sum_{i=1}^{n} \bm{s}_i \bm{\theta}_i^2\right)",
            (
                r"\eta \, \mathrm{diag}(\bm{s})^{-1} \frac{\lambda}{\eta} (\bm{s} \odot \bm{\theta})",
                "gradient of the penalty",
            ),
            (r"\lambda \bm{\theta}", "cancel"),
        ),
    ),
    source="Question 4.4",
    remark=(
        "Weight decay shrinks all weights at one relative rate. Under Adam a penalty acts least on the weights with "
        "large gradients, which move most to fit the data."
    ),
)

ENTRIES = (equivalence, factor, adam_line, adam_rate, adam_decay, preconditioner)
