"""Part 2, c and d: how random the weights are, and the design that makes them less so."""

from hence.derivations import experiments
from hence.language.catalogue import Entry, Text, chain

HOMEWORK = "Practical No. 4"

spread = Entry(
    id="practical4.2c.2.spread",
    claims=("001.2c-Q2-iii",),
    title="Where the random factor of the key mostly lies",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="The random factor of the key has mean 1 and variance one half. Is it mostly between 0 and 2?",
    given=r"Let $\epsilon \sim \mathcal{N}(1, \frac{1}{2})$ and $Z = \sqrt{2} (\epsilon - 1)$.",
    proof=(
        Text(
            "The standardised factor has mean 0 and variance 1, and is normal as a linear function of a normal number:"
        ),
        chain(r"\mathbb{E}[Z]", (r"\sqrt{2} (\mathbb{E}[\epsilon] - 1)", "linearity"), (r"0", "the mean is 1")),
        chain(r"\mathrm{Var}(Z)", (r"2 \mathrm{Var}(\epsilon)", "scaling"), (r"1", "the variance is one half")),
        Text("The distance from the mean, in these terms, is"),
        chain(r"(\epsilon - 1)^2", (r"\frac{1}{2} Z^2", "definition")),
        Text(
            r"so that the factor lies between 0 and 2 exactly if $Z^2$ is less than 2. A standard normal number does that with "
            "probability 0.8427, the value of the error function at 1: mostly, but not as surely as two standard deviations would give."
        ),
    ),
    experiment=experiments.factor_between_0_and_2,
    source="Part 2, c), question 2",
)

two_queries = Entry(
    id="practical4.2d.queries",
    claims=("001.2d-alt",),
    title="Two heads with different queries",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="Give each head a query of its own, one for each key. How random is their average then?",
    given=(
        r"Let $n \in \mathbb{N}$ with $n \ge 2$, let $\epsilon, m \in \mathbb{R}$, and let $p \in [0, 1]$. Let $B \sim \mathrm{Bernoulli}(1 - p)$ and "
        r"$W = \frac{1}{2} B$."
    ),
    proof=(
        Text(
            r"The first head sees the logit $m \epsilon$ for the key $a$ and 0 for the others, the second one $m$ for the key $b$. The weights of "
            "these keys are"
        ),
        chain(
            r"\frac{\exp(m \epsilon)}{\exp(m \epsilon) + (n - 1) \exp(0)}",
            (r"\frac{\exp(m \epsilon)}{\exp(m \epsilon) + n - 1}", "the exponential of 0 is 1"),
            (r"\frac{1}{1 + (n - 1) \exp(-m \epsilon)}", "divide by the numerator"),
        ),
        chain(
            r"\frac{\exp(m)}{\exp(m) + (n - 1) \exp(0)}",
            (r"\frac{1}{1 + (n - 1) \exp(-m)}", "divide by the numerator"),
        ),
        Text(
            r"For a large $m$ the second weight is 1. The first one is 1 where $\epsilon$ is positive and 0 where it is negative, which happens with "
            "probability $p$: the coefficient of $v_a$ in the average of the heads is half a Bernoulli variable."
        ),
        chain(
            r"\mathrm{Var}(W)",
            (r"\frac{1}{4} \mathrm{Var}(B)", "scaling"),
            (r"\frac{1}{4} p (1 - p)", "variance of a Bernoulli variable"),
        ),
        Text(
            r"With $p = 0.0786$, the probability that a normal number of mean 1 and variance one half is negative, this is 0.0181; one head with "
            "the sum of the keys as its query has a weight of variance 0.25 in the limit."
        ),
    ),
    experiment=experiments.two_queries,
    source="Part 2, d), question 2",
)

ENTRIES = (spread, two_queries)
