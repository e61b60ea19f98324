"""Question 3.5: how noisy positive random features are."""

from hence.derivations import experiments
from hence.language.catalogue import Entry, Text, chain

HOMEWORK = "IFT6135 H2022"

variance = Entry(
    id="ift6135.3.5.variance",
    claims=("003.Q3.5-i",),
    title="The variance of positive random features",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="How far from the exponential kernel is its estimate from finitely many random features?",
    given=(
        r"Let $\bm{q}, \bm{k} \in \mathbb{R}^d$, let $\bm{x}_r \in \mathbb{R}^d$ for $r \in \{1, \dots, m\}$ with "
        r"$\bm{x}_r \sim \mathcal{N}(\bm{0}, \bm{I})$ i.i.d., let "
        r"$Z_r = \exp\left(-\frac{1}{2} \|\bm{q}\|^2 - \frac{1}{2} \|\bm{k}\|^2\right) \exp(\bm{x}_r^\top (\bm{q} + \bm{k}))$ "
        r"be the contribution of one feature, and let $\hat{a} = \frac{1}{m} \sum_{r=1}^{m} Z_r$ be the estimate."
    ),
    proof=(
        Text("One feature is right on average, and its second moment is again a Gaussian expectation:"),
        chain(r"\mathbb{E}[Z_r]", (r"\exp(\bm{q}^\top \bm{k})", "the kernel as an expectation")),
        chain(
            r"\mathbb{E}[Z_r^2]",
            (
                r"\exp(-\|\bm{q}\|^2 - \|\bm{k}\|^2) \mathbb{E}\left[\exp(2 \bm{x}_r^\top (\bm{q} + \bm{k}))\right]",
                "square the feature",
            ),
            (
                r"\exp(-\|\bm{q}\|^2 - \|\bm{k}\|^2) \exp(2 \|\bm{q} + \bm{k}\|^2)",
                "moment generating function of a normal",
            ),
            (r"\exp(2 \bm{q}^\top \bm{k}) \exp(\|\bm{q} + \bm{k}\|^2)", "expand one of the two squared norms"),
        ),
        Text("so that"),
        chain(
            r"\mathrm{Var}(Z_r)",
            (r"\mathbb{E}[Z_r^2] - \mathbb{E}[Z_r]^2", "variance as a second moment"),
            (r"\exp(2 \bm{q}^\top \bm{k}) \left(\exp(\|\bm{q} + \bm{k}\|^2) - 1\right)", "both moments"),
        ),
        chain(
            r"\mathrm{Var}(\hat{a})",
            (r"\frac{1}{m^2} \sum_{r=1}^{m} \mathrm{Var}(Z_r)", "independent features"),
            (r"\frac{1}{m} \exp(2 \bm{q}^\top \bm{k}) \left(\exp(\|\bm{q} + \bm{k}\|^2) - 1\right)", "equal terms"),
        ),
        Text("Relative to the kernel, the standard deviation is"),
        chain(
            r"\frac{\sqrt{\mathrm{Var}(\hat{a})}}{\mathbb{E}[\hat{a}]}",
            (r"\sqrt{\frac{\exp(\|\bm{q} + \bm{k}\|^2) - 1}{m}}", "the kernel cancels"),
        ),
    ),
    experiment=experiments.variance_of_positive_feature,
    source="Question 3.5",
    remark=(
        "The error falls with the square root of the number of features, with a constant that is exponential in the "
        "squared norm of query plus key."
    ),
)

ENTRIES = (variance,)
