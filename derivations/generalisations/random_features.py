"""Random features for the exponential kernel: how much they vary."""

from hence.derivations import experiments
from hence.language.catalogue import Entry, FalseStatement, Text, chain

HOMEWORK = "Generalisations"

positive = Entry(
    id="general.features.variance",
    claims=("G1",),
    title="The variance of positive random features",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="Find the variance of the estimate of the exponential kernel by positive random features, in any dimension.",
    given=(
        r"Let $q, k \in \mathbb{R}^d$, let $x_r \in \mathbb{R}^d$ for $r \in \{1, \dots, m\}$ with $x_r \sim \mathcal{N}(0, I)$ i.i.d., let "
        r"$Z_r = \exp\left(x_r^\top (q + k) - \frac{1}{2} \|q\|^2 - \frac{1}{2} \|k\|^2\right)$, and let "
        r"$T = \frac{1}{m} \sum_{r=1}^{m} Z_r$."
    ),
    proof=(
        Text("One term has the variance"),
        chain(
            r"\mathrm{Var}(Z_r)",
            (r"e^{2 \|q + k\|^2 - \|q\|^2 - \|k\|^2} - e^{2 q^\top k}", "Gaussian moment generating function, twice"),
            (r"e^{2 q^\top k} \left(e^{\|q + k\|^2} - 1\right)", "inner product from squared norms"),
        ),
        Text("and independent terms of the same law share it out:"),
        chain(
            r"\mathrm{Var}(T)",
            (r"\frac{1}{m} \mathrm{Var}(Z_1)", "independent terms"),
            (r"\frac{1}{m} e^{2 q^\top k} \left(e^{\|q + k\|^2} - 1\right)", "one term"),
        ),
    ),
    lemma=r"\mathrm{Var}(T) = \frac{1}{m} e^{2 q^\top k} \left(e^{\|q + k\|^2} - 1\right)",
    experiment=experiments.variance_of_positive_feature,
    source="After IFT6135 H2022, question 3.5",
)

hyperbolic = Entry(
    id="general.features.hyperbolic",
    claims=("G3",),
    title="Using each random direction twice",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="Average the positive features of a random direction and of its opposite. How much variance is saved?",
    given=(
        r"Let $x, y \in \mathbb{R}^d$, let $w \sim \mathcal{N}(0, I)$ in $\mathbb{R}^d$, let "
        r"$c = \exp\left(-\frac{1}{2} \|x\|^2 - \frac{1}{2} \|y\|^2\right)$, let $A = c \exp(w^\top (x + y))$ be the estimate from one "
        r"direction, and let $B = \frac{c}{2} \left(\exp(w^\top (x + y)) + \exp(-w^\top (x + y))\right)$ be the one from both."
    ),
    proof=(
        Text("Both are unbiased:"),
        chain(
            r"\mathbb{E}[B]",
            (r"\mathbb{E}[A]", "the normal law is symmetric"),
            (r"e^{x^\top y}", "moment generating function"),
        ),
        chain(
            r"\mathrm{Var}(A)",
            (r"e^{2 x^\top y} \left(e^{\|x + y\|^2} - 1\right)", "variance of positive features"),
        ),
        chain(
            r"\mathrm{Var}(B)",
            (
                r"\frac{1}{2} e^{2 x^\top y} \left(e^{\|x + y\|^2} + e^{-\|x + y\|^2} - 2\right)",
                "second moment of a hyperbolic cosine",
            ),
            (r"\frac{1}{2} \left(1 - e^{-\|x + y\|^2}\right) \mathrm{Var}(A)", "factor"),
        ),
        Text("which is less than half: better than two independent directions."),
    ),
    experiment=experiments.variance_of_hyperbolic_feature,
    source="After IFT6135 H2022, question 3.5",
)

small_kernel = Entry(
    id="general.features.small",
    claims=("G2",),
    title="Positive features win where the kernel is small",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="Compare the variances of positive and of trigonometric features where the exponential kernel is small.",
    given=(
        r"Let $x, y \in \mathbb{R}^d$, let $s = e^{x^\top y}$ be the kernel, let $P = s^2 \left(e^{\|x + y\|^2} - 1\right)$ be the variance of one positive feature, and let "
        r"$Q = \frac{1}{2} e^{\|x\|^2 + \|y\|^2} \left(1 - e^{-\|x - y\|^2}\right)^2$ be that of one trigonometric feature."
    ),
    proof=(
        Text("The quotient of the two has the fourth power of the kernel as a factor:"),
        chain(
            r"P \left(1 - e^{-\|x - y\|^2}\right)^2",
            (r"2 s^4 \left(1 - e^{-\|x + y\|^2}\right) Q", "norms of sum and difference"),
        ),
        Text(r"Let $u = \|x + y\|^2$. Since $\|x - y\|^2$ is $u - 4 x^\top y$,"),
        chain(r"e^{-\|x - y\|^2}", (r"s^4 e^{-u}", "inner product from norms")),
        Text(
            r"With $r > 0$ in the place of the kernel and $a \ge 0$ in that of $u$, the quotient vanishes with the kernel:"
        ),
        chain(
            r"\lim_{r \to 0^+} \frac{2 r^4 (1 - e^{-a})}{(1 - r^4 e^{-a})^2}",
            ("0", "the denominator tends to one"),
        ),
        Text(
            r"The variance of the positive feature itself need not vanish. In one dimension, take $t$ and $-1$ for the two points: the kernel tends to zero as $t$ grows, and the variance to infinity,"
        ),
        chain(r"\lim_{t \to \infty} e^{-t}", ("0", "the kernel")),
        chain(r"\lim_{t \to \infty} e^{-2 t} \left(e^{(t - 1)^2} - 1\right)", (r"\infty", "the square dominates")),
        FalseStatement(
            r"\lim_{t \to \infty} e^{-2 t} \left(e^{(t - 1)^2} - 1\right)",
            "0",
            "=",
            "Small is the variance compared with that of the other feature, not by itself.",
        ),
    ),
    source="After IFT6135 H2022, question 3.5",
)

ENTRIES = (positive, hyperbolic, small_kernel)
