"""Question 1.1, b to d: very large and very small scales of the scores."""

from hence.language.catalogue import Entry, FalseStatement, Text, chain

HOMEWORK = "Deep Learning HW3"
SCORES = (
    r"Let $s \in \mathbb{R}^n$ be the scores, let $\beta > 0$, and let $p = \mathrm{softmax}(\beta s)$ be the weights. "
)
VALUES = r"Let $v_i \in \mathbb{R}^t$ for $i \in \{1, \dots, n\}$ be the values, and let $h = \sum_{i=1}^{n} p_i v_i$ be the output. "
LARGEST = r"Assume $s_{i^*} > s_i$ for all $i \ne i^*$."

one_hot = Entry(
    id="hw3.1.1b.large",
    claims=("002.1.1b-i",),
    title="A large scale makes the weights one-hot",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="What do the weights tend to when the scale grows, and what if two scores are the largest?",
    given=SCORES + LARGEST,
    proof=(
        Text("One weight tends to one:"),
        chain(r"\lim_{\beta \to \infty} p_{i^*}", ("1", "divide by the largest exponential")),
        Text(r"Suppose now that $j \ne i^*$. Then"),
        chain(r"\lim_{\beta \to \infty} p_j", ("0", "a smaller exponential over the largest")),
        Text(
            "The largest score must be the only one. With the scores 3, 3 and 2 the first weight is one half in the limit, "
            "and not one:"
        ),
        chain(
            r"\lim_{\beta \to \infty} \frac{e^{3 \beta}}{e^{3 \beta} + e^{3 \beta} + e^{2 \beta}}",
            (r"\frac{1}{2}", "the two largest share the weight"),
        ),
        FalseStatement(
            r"\lim_{\beta \to \infty} \frac{e^{3 \beta}}{e^{3 \beta} + e^{3 \beta} + e^{2 \beta}}",
            "1",
            "=",
            "The source does not exclude ties.",
        ),
        Text("The rate for two tokens: with a gap $g > 0$ between their scores the weight that is missing is"),
        chain(
            r"1 - \frac{1}{1 + e^{-\beta g}}",
            (r"\frac{e^{-\beta g}}{1 + e^{-\beta g}}", "common denominator"),
        ),
        chain(
            r"e^{-\beta g} - \frac{e^{-\beta g}}{1 + e^{-\beta g}}",
            (r"\frac{e^{-2 \beta g}}{1 + e^{-\beta g}}", "common denominator"),
        ),
        Text("which is positive, so that the missing weight is below the exponential of minus the scaled gap."),
    ),
    source="Question 1.1(b)",
)

uniform = Entry(
    id="hw3.1.1b.small",
    claims=("002.1.1b-ii",),
    title="A small scale makes the weights uniform",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="What do the weights and the output tend to when the scale goes to zero?",
    given=SCORES + VALUES + r"Let $k_i \in \mathbb{R}^t$ for $i \in \{1, \dots, n\}$ be the keys.",
    proof=(
        chain(r"\lim_{\beta \to 0} p", (r"\frac{1}{n} \bm{1}", "every exponential tends to one")),
        chain(r"\lim_{\beta \to 0} h", (r"\frac{1}{n} \sum_{j=1}^{n} v_j", "the uniform mean of the values")),
        Text("The source speaks of a combination of the keys. Keys do not enter the output but through the weights:"),
        FalseStatement(
            r"\lim_{\beta \to 0} h",
            r"\frac{1}{n} \sum_{j=1}^{n} k_j",
            "=",
            "It is the values that are averaged, here with equal weights.",
        ),
    ),
    source="Question 1.1(b)",
)

hard = Entry(
    id="hw3.1.1c",
    claims=("002.1.1c",),
    title="Hard attention copies one value",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="What does attention do with the values when the scale is very large?",
    given=SCORES + VALUES + LARGEST,
    proof=(
        Text("The output keeps one value and forgets the others:"),
        chain(r"\lim_{\beta \to \infty} h", (r"v_{i^*}", "the weights become one-hot")),
        chain(r"\lim_{\beta \to \infty} (h - v_{i^*})", ("0", "the same limit")),
    ),
    source="Question 1.1(c)",
    remark="It is the softmax of the scores that becomes one-hot, not the product of queries and keys itself.",
)

diffusion = Entry(
    id="hw3.1.1d",
    claims=("002.1.1d",),
    title="Uniform attention is a mean over all tokens",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="What layer does attention become when the scale goes to zero, and how large is the entropy of its weights?",
    given=(
        r"Let $S \in \mathbb{R}^{n \times n}$ hold the scores of each query in a row, let $V \in \mathbb{R}^{n \times t}$ hold the values in its rows, and let "
        r"$H = \mathrm{softmax}_{\text{row}}(\beta S) V$ with $\beta > 0$."
    ),
    proof=(
        Text(
            "In the limit the layer multiplies by a constant matrix with equal entries, like a kernel of equal weights:"
        ),
        chain(
            r"\lim_{\beta \to 0} H",
            (r"\frac{1}{n} \bm{1} \bm{1}^\top V", "every weight tends to the same number"),
        ),
        Text("so that all outputs are the mean of the values. The entropy of the uniform weights is"),
        chain(
            r"-\sum_{i=1}^{n} \frac{1}{n} \log\left(\frac{1}{n}\right)",
            (r"\log n", "equal terms"),
        ),
    ),
    source="Question 1.1(d)",
    remark="No distribution on $n$ tokens has a larger entropy.",
)

ENTRIES = (one_hot, uniform, hard, diffusion)
