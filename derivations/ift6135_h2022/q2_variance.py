"""Question 2.3: what the correction of the bias costs in variance."""

from hence.derivations import experiments
from hence.language.catalogue import Entry, Text, chain

HOMEWORK = "IFT6135 H2022"

variance = Entry(
    id="ift6135.2.3.variance",
    claims=("003.Q2.3-var",),
    title="The variance of the running average",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="Find the variance of one coordinate of the running average, before and after the bias is removed.",
    given=(
        r"Let $\beta \in (0, 1)$, let $v_0 = 0$, and let $v_t = \beta v_{t-1} + (1 - \beta) g_t$ for $t \ge 1$, where the "
        r"$g_i$ are i.i.d. with $\mathbb{E}[g_i] = m$ and $\mathrm{Var}(g_i) = s^2$. Let $\hat{v}_t = \frac{v_t}{1 - \beta^t}$ be the corrected average."
    ),
    proof=(
        Text("As before, the average is a weighted sum of all gradients:"),
        chain(r"v_t", (r"(1 - \beta) \sum_{i=1}^{t} \beta^{t-i} g_i", "induction")),
        Text("and therefore"),
        chain(
            r"\mathrm{Var}(v_t)",
            (r"\mathrm{Var}\left((1 - \beta) \sum_{i=1}^{t} \beta^{t-i} g_i\right)", "unrolled form"),
            (r"(1 - \beta)^2 \sum_{i=1}^{t} \beta^{2 (t-i)} \mathrm{Var}(g_i)", "independent gradients"),
            (r"(1 - \beta)^2 \frac{1 - \beta^{2t}}{1 - \beta^2} s^2", "geometric sum"),
            (r"\frac{1 - \beta}{1 + \beta} (1 - \beta^{2t}) s^2", "cancel"),
        ),
        Text("Dividing by the sum of the weights gives"),
        chain(
            r"\mathrm{Var}(\hat{v}_t)",
            (r"\frac{\mathrm{Var}(v_t)}{(1 - \beta^t)^2}", "variance of a multiple"),
            (r"\frac{(1 - \beta) (1 + \beta^t)}{(1 + \beta) (1 - \beta^t)} s^2", "cancel one factor"),
        ),
        Text("The first corrected average is as noisy as a single gradient:"),
        chain(r"\mathrm{Var}(\hat{v}_1)", (r"s^2", "one term")),
    ),
    experiment=experiments.variance_of_corrected_average,
    source="Question 2.3; what the question calls bias and variance",
    remark="Removing the bias is paid for with variance in the first steps.",
)

ENTRIES = (variance,)
