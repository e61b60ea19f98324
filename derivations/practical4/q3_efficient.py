"""Part 3: accuracies, random projections, trigonometric features."""

from hence.derivations import experiments
from hence.language.catalogue import Entry, Row, Text, chain

HOMEWORK = "Practical No. 4"

accuracies = Entry(
    id="practical4.3d",
    claims=("001.3d-f",),
    title="Three accuracies in per cent",
    homework=HOMEWORK,
    kind="numeric worked example",
    problem="Of 500 predictions 6, 25 and 94 are right. What is this in per cent?",
    given="",
    proof=(
        chain(r"\frac{6}{500}", (r"\frac{1.2}{100}", "divide by five")),
        chain(r"\frac{25}{500}", (r"\frac{5}{100}", "divide by five")),
        chain(r"\frac{94}{500}", (r"\frac{18.8}{100}", "divide by five")),
    ),
    source="Part 3, d) and f)",
)

projection = Entry(
    id="practical4.3g.1",
    claims=("001.3g-Q1-i",),
    title="A random projection of keys and values is unbiased, with a known error",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem=(
        "Attention is approximated by putting a random projection and its transpose between weights and values. Show that "
        "the result is unbiased, and compute its mean squared error."
    ),
    given=(
        r"Let $r_s \in \mathbb{R}^n$ for $s \in \{1, \dots, k\}$ with $r_s \sim \mathcal{N}(0, \frac{1}{k} I)$ i.i.d. be the lines of "
        r"a random projection to $k$ dimensions, and let $S = \sum_{s=1}^{k} r_s r_s^\top$ be its transpose times itself. Let "
        r"$p, v \in \mathbb{R}^n$, $P \in \mathbb{R}^{l \times n}$ and $V \in \mathbb{R}^{n \times h}$."
    ),
    proof=(
        chain(
            r"\mathbb{E}[S]",
            (r"\sum_{s=1}^{k} \mathbb{E}[r_s r_s^\top]", "linearity"),
            (r"\sum_{s=1}^{k} \frac{1}{k} I", "second moments"),
            (r"I", "equal terms"),
        ),
        Text("One entry of the product, for a row of weights and a column of values, has mean and variance"),
        chain(r"\mathbb{E}[p^\top S v]", (r"p^\top v", "the mean above")),
        chain(
            r"\mathrm{Var}(p^\top S v)",
            (r"\sum_{s=1}^{k} \mathrm{Var}((p^\top r_s) (r_s^\top v))", "independent terms"),
            (
                r"\sum_{s=1}^{k} \frac{1}{k^2} \left(\|p\|^2 \|v\|^2 + (p^\top v)^2\right)",
                "fourth moments of a normal vector",
            ),
            (r"\frac{1}{k} \left(\|p\|^2 \|v\|^2 + (p^\top v)^2\right)", "equal terms"),
        ),
        Text("Summed over all entries, the squared error of the whole product is, on average,"),
        chain(
            r"\mathbb{E}[\|P S V - P V\|_F^2]",
            (r"\frac{1}{k} \left(\|P\|_F^2 \|V\|_F^2 + \|P V\|_F^2\right)", "add up the variances"),
        ),
        Text("so that the error falls like one over the square root of the number of dimensions."),
    ),
    experiment=experiments.projected_dot_product,
    source="Part 3, g), question 1",
    remark=(
        "The source says that the projections come from a singular value decomposition. They are learned linear maps; the "
        "decomposition only serves to show that the weights have low rank. That part is about the literature and is not checked here."
    ),
)

trigonometric = Entry(
    id="practical4.3h.2",
    claims=("001.3h-Q2",),
    title="Trigonometric features are unbiased but may be negative",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="Write the exponential kernel as the mean of a cosine, and say what goes wrong with finitely many features.",
    given=(
        r"Let $x, y \in \mathbb{R}^d$ and $\omega_r \in \mathbb{R}^d$ for $r \in \{1, \dots, m\}$ with "
        r"$\omega_r \sim \mathcal{N}(0, I)$ i.i.d."
    ),
    proof=(
        chain(
            r"e^{\frac{1}{2} (\|x\|^2 + \|y\|^2)} \mathbb{E}[\cos(\omega_1^\top (x - y))]",
            (
                r"e^{\frac{1}{2} (\|x\|^2 + \|y\|^2)} e^{-\frac{1}{2} \|x - y\|^2}",
                "characteristic function of the normal",
            ),
            (r"e^{x^\top y}", "expand the square"),
        ),
        Text("The average over finitely many features has the same mean:"),
        chain(
            r"\mathbb{E}\left[\frac{1}{m} \sum_{r=1}^{m} e^{\frac{1}{2} (\|x\|^2 + \|y\|^2)} \cos(\omega_r^\top (x - y))\right]",
            (r"e^{x^\top y}", "linearity"),
        ),
        Text("The kernel is positive, but a single term need not be: where the angle is half a turn, its cosine is"),
        chain(r"\cos(\pi)", ("-1", "half a turn"), Row("0", "a negative number", "<")),
        Text("so that sums of such terms, the normalisers of attention, can vanish or change their sign."),
    ),
    experiment=experiments.cosine_feature,
    source="Part 3, h), question 2",
)

ENTRIES = (accuracies, projection, trigonometric)
