"""Question 2: momentum and running averages of gradients."""

from hence.derivations import experiments
from hence.language.catalogue import Entry, FalseStatement, Induction, Text, chain

HOMEWORK = "IFT6135 H2022"
AVERAGE = (
    r"Let $\beta \in (0, 1)$, let $\bm{v}_0 = \bm{0}$, and let "
    r"$\bm{v}_t = \beta \bm{v}_{t-1} + (1 - \beta) \bm{g}_t$ for $t \ge 1$, with $\bm{g}_t \in \mathbb{R}^n$."
)

equivalence = Entry(
    id="ift6135.2.1",
    claims=("003.Q2.1",),
    title="Momentum is a running average with rescaled parameters",
    homework=HOMEWORK,
    kind="recurrence equivalence",
    problem=(
        "Write both update rules recursively in the update itself, and find for which parameters they "
        "produce the same updates whatever the gradients are."
    ),
    given=(
        r"Let $\bm{v}_t = \alpha \bm{v}_{t-1} + \epsilon \bm{g}_t$ and $\Delta\bm{\theta}_t = -\bm{v}_t$ be momentum, and "
        r"let $\bm{u}_t = \beta \bm{u}_{t-1} + (1 - \beta) \bm{g}_t$ and $\Delta\bm{\phi}_t = -\delta \bm{u}_t$ be the "
        r"running average, for $t \ge 1$, where $\epsilon > 0$, $\delta > 0$, $\alpha \in (0, 1)$, $\beta \in (0, 1)$, "
        r"$\bm{v}_0 = \bm{0}$, $\bm{u}_0 = \bm{0}$ and $\bm{g}_t \in \mathbb{R}^n$."
    ),
    proof=(
        Text("The momentum update, written in the update itself:"),
        chain(
            r"\Delta\bm{\theta}_t",
            (r"-\alpha \bm{v}_{t-1} - \epsilon \bm{g}_t", "definition"),
            (r"\alpha \Delta\bm{\theta}_{t-1} - \epsilon \bm{g}_t", "definition"),
        ),
        Text("The running average likewise:"),
        chain(
            r"\Delta\bm{\phi}_t",
            (r"-\delta \beta \bm{u}_{t-1} - \delta (1 - \beta) \bm{g}_t", "definition"),
            (r"\beta \Delta\bm{\phi}_{t-1} - \delta (1 - \beta) \bm{g}_t", "definition"),
        ),
        Text("Necessity. The first two updates differ by"),
        chain(
            r"\Delta\bm{\theta}_1 - \Delta\bm{\phi}_1",
            (r"(\delta (1 - \beta) - \epsilon) \bm{g}_1", "definitions, both start at zero"),
        ),
        chain(
            r"\Delta\bm{\theta}_2 - \Delta\bm{\phi}_2",
            (
                r"(\delta \beta (1 - \beta) - \alpha \epsilon) \bm{g}_1 + (\delta (1 - \beta) - \epsilon) \bm{g}_2",
                "definitions",
            ),
        ),
        Text("If both vanish for all gradients, then so do the coefficients of the gradients:"),
        chain(
            r"\forall \bm{g}_1 \colon (\delta (1 - \beta) - \epsilon) \bm{g}_1 = \bm{0} \implies \epsilon",
            (r"\delta (1 - \beta)", "match the coefficient of the first gradient"),
        ),
        chain(
            r"\alpha \epsilon = \beta \epsilon \implies \alpha",
            (r"\beta", r"the other coefficient, divided by $\epsilon$"),
        ),
        Text(r"Sufficiency. Suppose $\alpha = \beta$ and $\epsilon = \delta (1 - \beta)$. Then, by induction on $t$,"),
        chain(r"\Delta\bm{\theta}_t", (r"\Delta\bm{\phi}_t", "same recursion, same start")),
    ),
    experiment=experiments.matched_updates,
    source="Question 2.1",
    remark=r"Solved for the other pair: the running average has the coefficient $\alpha$ and the step size $\epsilon / (1 - \alpha)$.",
)

unrolled = Entry(
    id="ift6135.2.2",
    claims=("003.Q2.2",),
    title="The running average, unrolled",
    homework=HOMEWORK,
    kind="induction",
    problem="Express the running average as a linear combination of all gradients so far.",
    given=AVERAGE,
    proof=(
        Induction(
            variable="t",
            hypothesis=r"\bm{v}_{t-1} = (1 - \beta) \sum_{i=1}^{t-1} \beta^{t-1-i} \bm{g}_i",
            base=chain(r"\bm{v}_1", (r"(1 - \beta) \bm{g}_1", "definition, the start is zero")),
            base_at="1",
            step=chain(
                r"\bm{v}_t",
                (r"\beta \bm{v}_{t-1} + (1 - \beta) \bm{g}_t", "definition"),
                (
                    r"\beta (1 - \beta) \sum_{i=1}^{t-1} \beta^{t-1-i} \bm{g}_i + (1 - \beta) \bm{g}_t",
                    "induction hypothesis",
                ),
                (r"(1 - \beta) \sum_{i=1}^{t} \beta^{t-i} \bm{g}_i", "collect the sum"),
            ),
        ),
    ),
    experiment=experiments.unrolled_average,
    lemma=r"\bm{v}_t = (1 - \beta) \sum_{i=1}^{t} \beta^{t-i} \bm{g}_i",
    source="Question 2.2",
)

weights = Entry(
    id="ift6135.2.3.weights",
    claims=("003.Q2.3-i",),
    title="The weights of a running average do not add up to one",
    homework=HOMEWORK,
    kind="induction",
    problem="Add up the weights that the unrolled running average gives to the gradients.",
    given=r"Let $\beta \in (0, 1)$ and $t \ge 1$.",
    proof=(
        chain(
            r"(1 - \beta) \sum_{i=1}^{t} \beta^{t-i}",
            (r"(1 - \beta) \frac{1 - \beta^t}{1 - \beta}", "geometric sum"),
            (r"1 - \beta^t", "cancel"),
        ),
        Text("The step from one value to the next, as in a proof by induction:"),
        chain(
            r"\beta (1 - \beta^t) + (1 - \beta)",
            (r"1 - \beta^{t+1}", "expand"),
        ),
    ),
    experiment=experiments.sum_of_weights,
    lemma=r"(1 - \beta) \sum_{i=1}^{t} \beta^{t-i} = 1 - \beta^t",
    source="Question 2.3",
)

bias = Entry(
    id="ift6135.2.3.bias",
    claims=("003.Q2.3-ii",),
    title="The running average is biased, and how to correct it",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="Show that the running average is biased when the gradients are stationary, and remove the bias.",
    given=AVERAGE + r" Assume $\mathbb{E}[\bm{g}_i] = \bm{m}$ for every $i$.",
    proof=(
        chain(
            r"\mathbb{E}[\bm{v}_t]",
            (r"(1 - \beta) \sum_{i=1}^{t} \beta^{t-i} \mathbb{E}[\bm{g}_i]", "unrolled form and linearity"),
            (r"(1 - \beta) \sum_{i=1}^{t} \beta^{t-i} \bm{m}", "stationarity"),
            (r"(1 - \beta^t) \bm{m}", "sum of the weights"),
        ),
        Text(
            r"so that $\hat{\bm{v}}_t$, defined as follows, is unbiased. Let $\hat{\bm{v}}_t = \frac{\bm{v}_t}{1 - \beta^t}$."
        ),
        chain(
            r"\mathbb{E}[\hat{\bm{v}}_t]",
            (r"\frac{\mathbb{E}[\bm{v}_t]}{1 - \beta^t}", "linearity"),
            (r"\bm{m}", "the bias cancels"),
        ),
    ),
    experiment=experiments.biased_average,
    uses=("ift6135.2.2", "ift6135.2.3.weights"),
    source="Question 2.3",
)

edge = Entry(
    id="ift6135.2.3.edge",
    claims=("003.Q2.3-edge",),
    title="Without a mean there is no bias",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="The question calls the average biased without assuming that the mean gradient differs from zero. Is it?",
    given=(
        r"Let $\beta \in (0, 1)$, let $v_0 = 0$, and let $v_t = \beta v_{t-1} + (1 - \beta) g_t$ for $t \ge 1$. "
        r"Let $m \in \mathbb{R}$, and assume $\mathbb{E}[g_i] = m$ for every $i$."
    ),
    proof=(
        chain(
            r"\mathbb{E}[v_t] - \mathbb{E}[g_t]",
            (r"(1 - \beta^t) m - m", "bias of the running average"),
            (r"-\beta^t m", "collect"),
        ),
        Text("which vanishes when the mean does. The statement of the question, taken literally, is false:"),
        FalseStatement(
            r"\mathbb{E}[v_t]",
            r"\mathbb{E}[g_t]",
            r"\ne",
            "It needs a mean that is not zero.",
        ),
    ),
    experiment=experiments.average_without_mean,
    uses=("ift6135.2.3.bias",),
    source="Question 2.3",
)

ENTRIES = (equivalence, unrolled, weights, bias, edge)
