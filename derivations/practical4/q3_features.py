"""Part 3, h: why positive and orthogonal random features."""

from hence.derivations import experiments
from hence.language.catalogue import Entry, Row, Text, chain

HOMEWORK = "Practical No. 4"
DIRECTIONS = (
    r"Let $x, y \in \mathbb{R}^d$ and let $\omega_r \in \mathbb{R}^d$ for $r \in \{1, \dots, m\}$ with "
    r"$\omega_r \sim \mathcal{N}(0, I)$ i.i.d."
)

positive = Entry(
    id="practical4.3h.3",
    claims=("001.3h-Q3",),
    title="Positive features are stable where the kernel is small",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="Estimate the exponential kernel by positive and by trigonometric random features. How much do the estimates vary?",
    given=(
        DIRECTIONS
        + r" Let $Z_r = \exp\left(\omega_r^\top x - \frac{1}{2} \|x\|^2\right) \exp\left(\omega_r^\top y - \frac{1}{2} \|y\|^2\right)$ "
        r"and $T = \frac{1}{m} \sum_{r=1}^{m} Z_r$. Let $C_r = \exp\left(\frac{1}{2} \|x\|^2 + \frac{1}{2} \|y\|^2\right) "
        r"\cos(\omega_r^\top (x - y))$ and $U = \frac{1}{m} \sum_{r=1}^{m} C_r$."
    ),
    proof=(
        Text(
            "Both estimates are unbiased, by the moment generating function and the characteristic function of the normal law:"
        ),
        chain(r"\mathbb{E}[T]", (r"\mathbb{E}[Z_1]", "equal laws"), (r"e^{x^\top y}", "moment generating function")),
        chain(r"\mathbb{E}[U]", (r"\mathbb{E}[C_1]", "equal laws"), (r"e^{x^\top y}", "characteristic function")),
        Text("The positive features vary in proportion to the square of the kernel:"),
        chain(
            r"\mathrm{Var}(T)",
            (r"\frac{1}{m} \mathrm{Var}(Z_1)", "independent terms"),
            (r"\frac{1}{m} e^{2 x^\top y} \left(e^{\|x + y\|^2} - 1\right)", "second moment of a log-normal number"),
        ),
        Text(
            "The trigonometric ones do not: their variance keeps its size where the kernel is small, and vanishes for equal vectors."
        ),
        chain(
            r"\mathrm{Var}(U)",
            (r"\frac{1}{m} \mathrm{Var}(C_1)", "independent terms"),
            (
                r"\frac{1}{2 m} e^{\|x\|^2 + \|y\|^2} \left(1 - e^{-\|x - y\|^2}\right)^2",
                "variance of a cosine of a normal number",
            ),
        ),
    ),
    experiment=experiments.trigonometric_features,
    source="Part 3, h), question 3",
)

orthogonal = Entry(
    id="practical4.3h.4",
    claims=("001.3h-Q4", "G4"),
    title="Orthogonal directions have smaller moments",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem=(
        "Two random directions are drawn orthogonal to each other instead of independent, with the same law for each. Why do positive "
        "features become negatively correlated, in every dimension?"
    ),
    given=(
        r"Let $d \in \mathbb{N}$ with $d \ge 1$, $P \sim \chi^2_d$ and $Q \sim \chi^2_{2 d}$: the squared norm of the sum of two directions has the law of "
        r"$2 P$ where they are independent and that of $Q$ where they are orthogonal. Let $j \in \mathbb{N}$."
    ),
    proof=(
        Text(
            "The direction of the sum is uniform in both cases, so that the covariance of the features is the difference of two series in "
            "$\\|z\\|^2$ whose coefficients are the moments of these squared norms. The first ones are equal:"
        ),
        chain(
            r"\mathbb{E}[Q]", (r"2 d", "mean of a chi-squared law"), (r"\mathbb{E}[2 P]", "mean of a chi-squared law")
        ),
        Text("The second ones are not:"),
        chain(
            r"\mathbb{E}[Q^2]",
            (r"2 d (2 d + 2)", "second moment of a chi-squared law"),
            (r"\frac{d + 1}{d + 2} 4 d (d + 2)", "factor"),
            (r"\frac{d + 1}{d + 2} \mathbb{E}[(2 P)^2]", "second moment of a chi-squared law"),
        ),
        Text("nor the third:"),
        chain(
            r"\mathbb{E}[Q^3]",
            (r"2 d (2 d + 2) (2 d + 4)", "third moment of a chi-squared law"),
            (r"\frac{(d + 1) (d + 2)}{(d + 2) (d + 4)} \mathbb{E}[(2 P)^3]", "third moment of a chi-squared law"),
        ),
        Text("Each further moment brings one more factor, and no factor exceeds one:"),
        chain(r"\frac{d + j}{d + 2 j}", Row("1", "a smaller numerator", r"\le")),
        Text(
            "so that every coefficient of the covariance is at most zero, and those from the second on are below it. The second one is "
            "the largest gain, relative to $e^{\\|z\\|^2}$:"
        ),
        chain(r"1 - \frac{d + 1}{d + 2}", (r"\frac{2}{d + 2} \left(1 - \frac{1}{2}\right)", "common denominator")),
    ),
    experiment=experiments.orthogonal_features,
    source="Part 3, h), question 4",
)

ENTRIES = (positive, orthogonal)
