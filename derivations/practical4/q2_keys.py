"""Part 2, b and c: a query that averages two values, with orthonormal keys and with random ones."""

from hence.derivations import experiments
from hence.language.catalogue import Entry, FalseStatement, Text, chain

HOMEWORK = "Practical No. 4"
PAIR = r"Let $a, b \in \{1, \dots, n\}$ with $a \ne b$"

average = Entry(
    id="practical4.2b",
    claims=("001.2b-i",),
    title="A query that averages two values",
    homework=HOMEWORK,
    kind="equality chain",
    problem=(
        "The keys are orthonormal. Show that a multiple of the sum of two keys, taken as query, gives these two tokens "
        "equal weights, and find the weights."
    ),
    given=(
        r"Let $k_i \in \mathbb{R}^d$ for $i \in \{1, \dots, n\}$ be the keys. Assume $k_i^\top k_j = \delta_{ij}$ for all $i$ "
        r"and $j$. " + PAIR + r", let $m > 0$, and let $q = m (k_a + k_b)$."
    ),
    proof=(
        Text("The logits are"),
        chain(
            r"k_i^\top q",
            (r"m k_i^\top k_a + m k_i^\top k_b", "linearity"),
            (r"m (\delta_{ia} + \delta_{ib})", "orthonormal keys"),
        ),
        Text("which for the two chosen tokens is"),
        chain(r"k_a^\top q", ("m", "the keys differ")),
        chain(r"k_b^\top q", ("m", "the keys differ")),
        Text("The first weight follows, and the second in the same way:"),
        chain(
            r"\frac{\exp(k_a^\top q)}{\sum_{j=1}^{n} \exp(k_j^\top q)}",
            (r"\frac{e^m}{\sum_{j=1}^{n} \exp(m (\delta_{ja} + \delta_{jb}))}", "the logits"),
            (r"\frac{e^m}{2 e^m + n - 2}", "two terms are large, the others one"),
            (r"\frac{1}{2 + (n - 2) e^{-m}}", r"divide by $e^m$"),
        ),
        chain(
            r"\frac{\exp(k_b^\top q)}{\sum_{j=1}^{n} \exp(k_j^\top q)}",
            (r"\frac{1}{2 + (n - 2) e^{-m}}", "the same steps"),
        ),
        Text(r"Suppose now that $i \ne a$ and $i \ne b$. Then"),
        chain(r"k_i^\top q", ("0", "orthogonal to both")),
    ),
    source="Part 2, b)",
    remark="The weights are near one half as soon as the factor is large compared with the logarithm of the number of tokens.",
)

spread = Entry(
    id="practical4.2c.1",
    claims=("001.2c-Q1-iii",),
    title="A large factor spreads the logits of random keys",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem=(
        "The keys are random with small variance around orthonormal means. How far apart are the logits of the two chosen "
        "tokens when the query is a large multiple of the sum of their means?"
    ),
    given=(
        r"Let $\mu_i \in \mathbb{R}^d$ for $i \in \{1, 2\}$ be the two means. Assume $\mu_i^\top \mu_j = \delta_{ij}$ for all $i$ and "
        r"$j$. Let $\alpha > 0$ and $m > 0$. Let $x, y \in \mathbb{R}^d$ be independent with $x \sim \mathcal{N}(\mu_1, \alpha I)$ and "
        r"$y \sim \mathcal{N}(\mu_2, \alpha I)$, the two keys, and let $q = m (\mu_1 + \mu_2)$."
    ),
    proof=(
        chain(r"\|q\|^2", (r"2 m^2", "orthonormal means")),
        Text("On average the two logits agree,"),
        chain(
            r"\mathbb{E}[x^\top q - y^\top q]",
            (r"\mu_1^\top q - \mu_2^\top q", "linearity"),
            ("0", r"both are $m$"),
        ),
        Text("but their difference has the variance"),
        chain(
            r"\mathrm{Var}(x^\top q - y^\top q)",
            (r"\mathrm{Var}(x^\top q) + \mathrm{Var}(y^\top q)", "independence"),
            (r"\alpha \|q\|^2 + \alpha \|q\|^2", "variance of a linear form"),
            (r"4 m^2 \alpha", "squared norm of the query"),
        ),
        Text(
            "which grows with the factor. A large factor alone, which is all that the source asks for, does not keep the "
            "logits together:"
        ),
        FalseStatement(
            r"\mathrm{Var}(x^\top q - y^\top q)",
            "0",
            "=",
            r"The factor must also be small compared with $\frac{1}{\sqrt{\alpha}}$.",
        ),
    ),
    experiment=experiments.difference_of_logits,
    source="Part 2, c), question 1",
    remark="For a fixed variance and an ever larger factor, one of the two tokens takes all the weight, each with probability one half.",
)

long_axis = Entry(
    id="practical4.2c.2.key",
    claims=("001.2c-Q2-i",),
    title="A key that varies along its mean",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem=(
        "One key has additional variance one half in the direction of its mean, a unit vector. Find mean and variance of "
        "its coordinate in that direction, and how far it is from being a multiple of its mean."
    ),
    given=(
        r"Let $\mu \in \mathbb{R}^d$ and $\alpha > 0$. Assume $\mu^\top \mu = 1$. Let "
        r"$k \sim \mathcal{N}(\mu, \alpha I + \frac{1}{2} \mu \mu^\top)$ in $\mathbb{R}^d$, and let $\epsilon = \mu^\top k$."
    ),
    proof=(
        chain(r"\mathbb{E}[\epsilon]", (r"\mu^\top \mu", "linearity"), ("1", "a unit vector")),
        chain(
            r"\mathrm{Var}(\epsilon)",
            (r"\mu^\top \left(\alpha I + \frac{1}{2} \mu \mu^\top\right) \mu", "variance of a linear form"),
            (r"\alpha \|\mu\|^2 + \frac{1}{2} \|\mu\|^4", "expand"),
            (r"\frac{1}{2} + \alpha", "a unit vector"),
        ),
        Text("A linear form of a normal vector is normal. Its multiple of the mean misses the key by"),
        chain(r"\mathbb{E}[\|k - \epsilon \mu\|^2]", (r"(d - 1) \alpha", "only the isotropic part is left")),
        Text(r"which is small when $\alpha$ is."),
    ),
    experiment=experiments.stretched_key,
    source="Part 2, c), question 2",
    remark="One half is a variance, not a standard deviation.",
)

logistic = Entry(
    id="practical4.2c.2.weights",
    claims=("001.2c-Q2-ii",),
    title="The two weights are logistic functions of the random factor",
    homework=HOMEWORK,
    kind="equality chain",
    problem=(
        "Two tokens have logits that are a random multiple of a number and that number itself, and all other tokens are "
        "negligible. Write both weights as logistic functions, and the output through them."
    ),
    given=r"Let $m > 0$ and $\epsilon \in \mathbb{R}$, and let $v_a, v_b \in \mathbb{R}^h$ be the two values.",
    proof=(
        chain(
            r"\frac{\exp(\epsilon m)}{\exp(\epsilon m) + \exp(m)}",
            (r"\frac{\exp(\epsilon m)}{\exp(\epsilon m) (1 + \exp((1 - \epsilon) m))}", "factor the denominator"),
            (r"\frac{1}{1 + \exp((1 - \epsilon) m)}", "cancel"),
        ),
        chain(
            r"\frac{\exp(m)}{\exp(\epsilon m) + \exp(m)}",
            (r"\frac{\exp(m)}{\exp(m) (\exp((\epsilon - 1) m) + 1)}", "factor the denominator"),
            (r"\frac{1}{1 + \exp((\epsilon - 1) m)}", "cancel"),
        ),
        Text("The output is the average of the two values with these weights, which add up to one:"),
        chain(
            r"\frac{\exp(\epsilon m) v_a + \exp(m) v_b}{\exp(\epsilon m) + \exp(m)}",
            (
                r"\frac{1}{1 + \exp((1 - \epsilon) m)} v_a + \frac{1}{1 + \exp((\epsilon - 1) m)} v_b",
                "the weights above",
            ),
        ),
        chain(
            r"\frac{1}{1 + \exp((1 - \epsilon) m)} + \frac{1}{1 + \exp((\epsilon - 1) m)}",
            ("1", "common denominator"),
        ),
        Text(r"How good the approximation is: with $n \ge 2$ tokens the neglected share of the weight is"),
        chain(
            r"1 - \frac{\exp(\epsilon m) + \exp(m)}{\exp(\epsilon m) + \exp(m) + n - 2}",
            (r"\frac{n - 2}{\exp(\epsilon m) + \exp(m) + n - 2}", "common denominator"),
        ),
    ),
    source="Part 2, c), question 2",
)

ENTRIES = (average, spread, long_axis, logistic)
