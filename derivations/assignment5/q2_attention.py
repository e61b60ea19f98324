"""Question 2: attention weights, and queries in the span of orthonormal keys."""

from hence.language.catalogue import Chain, Entry, Row, Text, chain

HOMEWORK = "Assignment 5"
KEYS = r"Let $k_i \in \mathbb{R}^d$ for $i \in \{1, \dots, m\}$"
WEIGHTS = r"let $\alpha_i = \frac{\exp(k_i^\top q)}{\sum_{j=1}^{m} \exp(k_j^\top q)}$ for $i \in \{1, \dots, m\}$ be the weights"

weights = Entry(
    id="assignment5.2",
    claims=("000.2-def",),
    title="Attention weights are positive and add up to one",
    homework=HOMEWORK,
    kind="equality chain",
    problem=(
        "Write down the weights of softmax attention, with a summation index of its own in the denominator, and show "
        "that they add up to one and lie strictly between zero and one when there are at least two tokens."
    ),
    given=KEYS + r" be the keys, let $q \in \mathbb{R}^d$ be the query, and " + WEIGHTS + ".",
    proof=(
        Chain(r"\alpha_i", (Row("0", "exponentials are positive", ">"),)),
        chain(
            r"\sum_{i=1}^{m} \alpha_i",
            (r"\frac{\sum_{i=1}^{m} \exp(k_i^\top q)}{\sum_{j=1}^{m} \exp(k_j^\top q)}", "the denominator is common"),
            ("1", "cancel"),
        ),
        Text(
            r"For the upper bound, single out one token with key $g \in \mathbb{R}^d$, besides which there are $m \ge 1$ others, "
            r"and let $\rho = \frac{\exp(g^\top q)}{\exp(g^\top q) + \sum_{j=1}^{m} \exp(k_j^\top q)}$ be its weight. Then"
        ),
        chain(
            r"1 - \rho",
            (
                r"\frac{\sum_{j=1}^{m} \exp(k_j^\top q)}{\exp(g^\top q) + \sum_{j=1}^{m} \exp(k_j^\top q)}",
                "common denominator",
            ),
            Row("0", "at least one other token", ">"),
        ),
    ),
    source="Question 2, definitions",
    remark="With a single token its weight is one.",
)

logits = Entry(
    id="assignment5.2b.logits",
    claims=("000.2b-i",),
    title="Orthonormal keys read off the coefficients of the query",
    homework=HOMEWORK,
    kind="equality chain",
    problem="The keys are orthonormal and the query is a combination of them. Find the logits.",
    given=(
        KEYS + r". Assume $k_i^\top k_j = \delta_{ij}$ for all $i$ and $j$. Let $q = \sum_{j=1}^{m} B_j k_j$ with "
        r"$B_j \in \mathbb{R}$."
    ),
    proof=(
        chain(
            r"k_i^\top q",
            (r"\sum_{j=1}^{m} B_j k_i^\top k_j", "linearity"),
            (r"B_i \|k_i\|^2 + \sum_{j \ne i} B_j k_i^\top k_j", "split off one term"),
            (r"B_i", "the keys are orthonormal"),
        ),
    ),
    lemma=r"k_i^\top q = B_i \;\; \forall i",
    source="Question 2(b)",
)

softmax = Entry(
    id="assignment5.2b",
    claims=("000.2b-ii",),
    title="The weights of a query in the span of orthonormal keys",
    homework=HOMEWORK,
    kind="equality chain",
    problem="Find the attention weights of a query that is a combination of orthonormal keys.",
    given=(
        KEYS
        + r" be orthonormal, let $q \in \mathbb{R}^d$ be their combination with coefficients $B_i \in \mathbb{R}$, and "
        + WEIGHTS
        + "."
    ),
    proof=(
        chain(
            r"\alpha_i",
            (r"\frac{\exp(k_i^\top q)}{\sum_{j=1}^{m} \exp(k_j^\top q)}", "definition"),
            (r"\frac{\exp(B_i)}{\sum_{j=1}^{m} \exp(B_j)}", "the logits are the coefficients"),
        ),
    ),
    uses=("assignment5.2b.logits",),
    lemma=r"\alpha_i = \frac{\exp(B_i)}{\sum_{j=1}^{m} \exp(B_j)} \;\; \forall i",
    source="Question 2(b)",
)

ENTRIES = (weights, logits, softmax)
