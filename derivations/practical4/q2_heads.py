"""Part 2, d: what several heads with the same query are good for."""

from hence.derivations import experiments
from hence.language.catalogue import Entry, FalseStatement, Text, chain

HOMEWORK = "Practical No. 4"
HEADS = (
    r"Let $k_i \in \mathbb{R}^d$ for $i \in \{1, \dots, n\}$ be keys and $v_i \in \mathbb{R}^h$ for "
    r"$i \in \{1, \dots, n\}$ values. Let $g \in \mathbb{R}^d$, let $q_s = g$ for $s \in \{1, \dots, H\}$ be the queries, and let "
    r"$c_s = \frac{\sum_{i=1}^{n} \exp(k_i^\top q_s) v_i}{\sum_{j=1}^{n} \exp(k_j^\top q_s)}$ for $s \in \{1, \dots, H\}$ be the heads, "
    r"where the $k_i$ are random, and the same for every head."
)

equal = Entry(
    id="practical4.2d.2.equal",
    claims=("001.2d-Q2-i",),
    title="Equal queries give equal heads",
    homework=HOMEWORK,
    kind="equality chain",
    problem="Two heads share keys and values and have the same query. Compare their outputs.",
    given=HEADS,
    proof=(
        chain(
            r"c_1",
            (r"\frac{\sum_{i=1}^{n} \exp(k_i^\top g) v_i}{\sum_{j=1}^{n} \exp(k_j^\top g)}", "the common query"),
            (r"c_2", "the common query"),
        ),
    ),
    source="Part 2, d), question 2",
)

two = Entry(
    id="practical4.2d.2.two",
    claims=("001.2d-Q2-ii",),
    title="A second head with the same query does not reduce the variance",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="Does averaging two heads with the same query make the output less random than one head?",
    given=HEADS + r" Let $y = \frac{1}{2} (c_1 + c_2)$ be the output.",
    proof=(
        chain(r"y", (r"c_1", "the heads are equal")),
        Text("Hence the output has the covariances of one head, entry by entry, and the same total variance:"),
        chain(r"\mathrm{Cov}(y_i, y_j)", (r"\mathrm{Cov}((c_1)_i, (c_1)_j)", "equal variables")),
        chain(r"\mathbb{E}[\|y - \mathbb{E}[y]\|^2]", (r"\mathbb{E}[\|c_1 - \mathbb{E}[c_1]\|^2]", "equal variables")),
        Text("The source claims a reduction. There is none:"),
        FalseStatement(
            r"\mathbb{E}[\|y - \mathbb{E}[y]\|^2]",
            r"\mathbb{E}[\|c_1 - \mathbb{E}[c_1]\|^2]",
            "<",
            "Both sides are always equal.",
        ),
    ),
    experiment=experiments.equal_heads,
    source="Part 2, d), question 2",
)

many = Entry(
    id="practical4.2d.2.many",
    claims=("001.2d-Q2-iii",),
    title="Nor do many heads with the same query",
    homework=HOMEWORK,
    kind="expectation or variance",
    problem="Does the average of many heads with the same query approach its mean?",
    given=HEADS + r" Let $y = \frac{1}{H} \sum_{s=1}^{H} c_s$ be the output.",
    proof=(
        Text("All heads see the one draw of the keys, so that their average is each of them:"),
        chain(r"y", (r"\frac{1}{H} \sum_{s=1}^{H} c_1", "the heads are equal"), (r"c_1", "a sum of equal terms")),
        chain(r"\mathbb{E}[\|y - \mathbb{E}[y]\|^2]", (r"\mathbb{E}[\|c_1 - \mathbb{E}[c_1]\|^2]", "equal variables")),
        Text("An average over independent heads would have this variance, but the heads are not independent:"),
        FalseStatement(
            r"\mathbb{E}[\|y - \mathbb{E}[y]\|^2]",
            r"\frac{1}{H} \mathbb{E}[\|c_1 - \mathbb{E}[c_1]\|^2]",
            "=",
            "Nothing averages out: the random factor of the key is one number, shared by all heads.",
        ),
    ),
    experiment=experiments.equal_heads,
    source="Part 2, d), question 2",
)

ENTRIES = (equal, two, many)
