"""Estimators: how biased, how random, and how many samples they need."""

from hence.derivations import experiments
from hence.language.catalogue import Entry, Row, Text, chain

HOMEWORK = "Generalisations"

logistic = Entry(
    id="general.weights.logistic",
    claims=("G13",),
    title="A weight that is a logistic function of a symmetric number",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="Two keys compete for attention and the difference of their logits is symmetric. What are mean and variance of a weight?",
    given=r"Let $m > 0$ and $u \in \mathbb{R}$, let $a = \frac{1}{1 + \exp(-m u)}$ be the weight and $b = \frac{1}{1 + \exp(m u)}$ that of the other key.",
    proof=(
        Text("The two weights add up to one, whatever the draw:"),
        chain(
            r"a + b",
            (r"\frac{1}{1 + \exp(-m u)} + \frac{1}{1 + \exp(m u)}", "definitions"),
            (r"1", "common denominator"),
        ),
        Text(
            r"A symmetric $u$ has the law of $-u$, so that both weights have the same mean, which is therefore one half. The distance of a weight "
            "from it is an odd function of $m u$:"
        ),
        chain(
            r"a - \frac{1}{2}",
            (r"\frac{1}{2} (a - b)", "the weights add up to one"),
            (r"\frac{1 - \exp(-m u)}{2 (1 + \exp(-m u))}", "common denominator"),
        ),
        Text(
            r"Its slope in $m$ has the sign of $u$, as it has itself, so that its square grows with $m$ for every draw:"
        ),
        chain(r"\frac{\partial a}{\partial m}", (r"u a b", "derivative of the logistic function")),
        Text(
            r"Hence the variance grows with $m$, from 0 at $m = 0$ to one quarter in the limit, where the weight is 0 or 1 with probability one half."
        ),
    ),
    experiment=experiments.logistic_weight,
    source="After Practical No. 4, part 2(c)",
)

importance = Entry(
    id="general.bound.importance",
    claims=("G16",),
    title="More importance weights tighten the bound",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="Average several importance weights before taking the logarithm. Between which bounds does the expectation lie?",
    given=(
        r"Let $w_1, \dots, w_K$ be i.i.d. positive random variables with mean $p$, where $p > 0$ is the evidence. Let "
        r"$L_K = \mathbb{E}\left[\log \frac{1}{K} \sum_{k=1}^{K} w_k\right]$ and $L = \mathbb{E}[\log w_1]$."
    ),
    proof=(
        Text("The logarithm is concave. Jensen's inequality for the expectation bounds the average from above:"),
        chain(
            r"\mathbb{E}\left[\log \frac{1}{K} \sum_{k=1}^{K} w_k\right]",
            Row(r"\log \mathbb{E}\left[\frac{1}{K} \sum_{k=1}^{K} w_k\right]", "Jensen", r"\le"),
            (r"\log p", "the weights are unbiased"),
        ),
        Text("Jensen's inequality for the average of the weights bounds it from below:"),
        chain(
            r"\mathbb{E}\left[\log \frac{1}{K} \sum_{k=1}^{K} w_k\right]",
            Row(r"\mathbb{E}\left[\frac{1}{K} \sum_{k=1}^{K} \log w_k\right]", "Jensen", r"\ge"),
            (r"\mathbb{E}[\log w_1]", "identically distributed"),
        ),
    ),
    experiment=experiments.importance_weights,
    source="After Assignment 5, question 3",
)

ratio = Entry(
    id="general.features.ratio",
    claims=("G25",),
    title="The bias of a normalised attention weight",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="An attention weight is estimated by the ratio of two averages over the same random features. How large is its bias, to second order?",
    given=(
        r"Let $\omega_1, \dots, \omega_m$ be i.i.d. random variables and let $f, g : \mathbb{R} \to \mathbb{R}$. Let "
        r"$U = \frac{1}{m} \sum_{r=1}^{m} f(\omega_r)$ and $V = \frac{1}{m} \sum_{r=1}^{m} g(\omega_r)$ be the two averages, "
        r"let $a = \mathbb{E}[f(\omega_1)]$ and $S = \mathbb{E}[g(\omega_1)]$ with $S > 0$. Let $q, k, l \in \mathbb{R}^d$ and "
        r"$w \sim \mathcal{N}(0, I)$ in $\mathbb{R}^d$."
    ),
    proof=(
        Text("The averages are unbiased, and features that are shared make them covary:"),
        chain(r"\mathbb{E}[U]", (r"a", "equal laws")),
        chain(r"\mathbb{E}[V]", (r"S", "equal laws")),
        chain(r"\mathrm{Cov}(U, V)", (r"\frac{1}{m} \mathrm{Cov}(f(\omega_1), g(\omega_1))", "independent draws")),
        chain(r"\mathrm{Var}(V)", (r"\frac{1}{m} \mathrm{Var}(g(\omega_1))", "independent draws")),
        Text(
            "The ratio agrees with its second Taylor polynomial around the means up to terms whose mean is of order $m^{-2}$. The mean of that polynomial is"
        ),
        chain(
            r"\mathbb{E}\left[\frac{a}{S} + \frac{U - a}{S} - \frac{a (V - S)}{S^2} - \frac{(U - a) (V - S)}{S^2} + \frac{a (V - S)^2}{S^3}\right]",
            (
                r"\frac{a}{S} - \frac{\mathrm{Cov}(U, V)}{S^2} + \frac{a \mathrm{Var}(V)}{S^3}",
                "the linear terms have mean 0",
            ),
            (
                r"\frac{a}{S} + \frac{1}{m} \left(-\frac{\mathrm{Cov}(f(\omega_1), g(\omega_1))}{S^2} + \frac{a \mathrm{Var}(g(\omega_1))}{S^3}\right)",
                "independent draws",
            ),
        ),
        Text(
            "For positive features of the query $q$ and the keys $k$ and $l$ the moments are those of log-normal numbers:"
        ),
        chain(
            r"\mathbb{E}\left[\exp\left(w^\top (q + k) - \frac{1}{2} \|q\|^2 - \frac{1}{2} \|k\|^2\right) \exp\left(w^\top (q + l) - \frac{1}{2} \|q\|^2 - \frac{1}{2} \|l\|^2\right)\right]",
            (
                r"\exp\left(\frac{1}{2} \|2 q + k + l\|^2 - \|q\|^2 - \frac{1}{2} \|k\|^2 - \frac{1}{2} \|l\|^2\right)",
                "moment generating function",
            ),
        ),
    ),
    experiment=experiments.ratio_bias,
    source="After IFT6135 H2022, question 3.5",
)

needed = Entry(
    id="general.features.needed",
    claims=("G26",),
    title="How many positive features a given accuracy takes",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="The estimate of the exponential kernel by positive features shall have a relative error of a given size. How many features are needed?",
    given=(
        r"Let $q, k \in \mathbb{R}^d$, let $x_r \in \mathbb{R}^d$ for $r \in \{1, \dots, m\}$ with $x_r \sim \mathcal{N}(0, I)$ i.i.d., let "
        r"$Z_r = \exp\left(x_r^\top (q + k) - \frac{1}{2} \|q\|^2 - \frac{1}{2} \|k\|^2\right)$ and "
        r"$T = \frac{1}{m} \sum_{r=1}^{m} Z_r$. Let $\delta > 0$."
    ),
    proof=(
        Text("The estimate is unbiased, and its error relative to the kernel has the second moment"),
        chain(
            r"\mathbb{E}\left[\left(e^{-q^\top k} T - 1\right)^2\right]",
            (r"e^{-2 q^\top k} \mathrm{Var}(T)", r"the mean is $e^{q^\top k}$"),
            (r"\frac{1}{m} \left(e^{\|q + k\|^2} - 1\right)", "variance of positive features"),
        ),
        Text(r"It is the square of the accuracy $\delta$ when the number of features makes up for the rest:"),
        chain(
            r"\frac{e^{\|q + k\|^2} - 1}{\left(e^{\|q + k\|^2} - 1\right) / \delta^2}",
            (r"\delta^2", "cancel"),
        ),
        Text(
            "so that their number is $(e^{\\|q + k\\|^2} - 1) / \\delta^2$. It grows exponentially with the size of query and key, and not with the dimension."
        ),
    ),
    experiment=experiments.relative_error,
    source="After IFT6135 H2022, question 3.5",
)

ENTRIES = (logistic, importance, ratio, needed)
