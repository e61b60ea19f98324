"""Question 5: attention with a kernel, and its linear form."""

from hence.language.catalogue import Chain, Entry, FalseStatement, Row, Text, chain

HOMEWORK = "EECS 182 HW7"
FEATURES = (
    r"Let $q_i, k_j \in \mathbb{R}^D$ and $v_j \in \mathbb{R}^M$ for $i, j \in \{1, \dots, N\}$ be queries, keys and values, let "
    r"$\phi : \mathbb{R}^D \to \mathbb{R}^C$, and let $\mathrm{sim}(q, k) = \phi(q)^\top \phi(k)$."
)

softmax = Entry(
    id="eecs182.7.5.softmax",
    claims=("004.5-eq10",),
    title="Softmax attention as attention with an exponential kernel",
    homework=HOMEWORK,
    kind="equality chain",
    problem="Show that one row of softmax attention is a weighted mean of values with exponential weights.",
    given=(
        r"Let $Q, K \in \mathbb{R}^{N \times D}$ and $V \in \mathbb{R}^{N \times M}$, where the rows of $Q$ are $q_i^\top$, the rows "
        r"of $K$ are $k_j^\top$ and the rows of $V$ are $v_j^\top$. Let "
        r"$A = \mathrm{softmax}_{\text{row}}\left(\frac{Q K^\top}{\sqrt{D}}\right)$."
    ),
    proof=(
        Text("The weights are"),
        chain(
            r"A_{ij}",
            (
                r"\frac{\exp\left(\frac{q_i^\top k_j}{\sqrt{D}}\right)}{\sum_{l=1}^{N} \exp\left(\frac{q_i^\top k_l}{\sqrt{D}}\right)}",
                "definition of softmax",
            ),
        ),
        Text("and a row of the output is the mean of the values with these weights:"),
        chain(
            r"\sum_{j=1}^{N} A_{ij} v_j",
            (
                r"\frac{\sum_{j=1}^{N} \exp\left(\frac{q_i^\top k_j}{\sqrt{D}}\right) v_j}"
                r"{\sum_{j=1}^{N} \exp\left(\frac{q_i^\top k_j}{\sqrt{D}}\right)}",
                "common denominator",
            ),
        ),
    ),
    source="Question 5, equations 8 to 10",
)

same_sign = Entry(
    id="eecs182.7.5a.sign",
    claims=("004.5a-suff",),
    title="Similarities of one sign never add up to zero",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="Show that attention is well defined when all similarities are positive, and when all are negative.",
    given=r"Let $S \in \mathbb{R}^{N \times N}$ hold the absolute values of the similarities, with $S_{ij} > 0$ for all $i, j$.",
    proof=(
        Chain(r"\sum_{j=1}^{N} S_{ij}", (Row("0", "a sum of positive terms", ">"),)),
        Chain(
            r"\sum_{j=1}^{N} (-S_{ij})",
            (Row(r"-\sum_{j=1}^{N} S_{ij}", "linearity"), Row("0", "the sum is positive", "<")),
        ),
    ),
    source="Question 5(a)",
)

zero = Entry(
    id="eecs182.7.5a.zero",
    claims=("004.5a-zero",),
    title="The quadratic kernel is not strictly positive",
    homework=HOMEWORK,
    kind="numeric worked example",
    problem="The source restricts itself to kernels with positive values and then uses a quadratic one. Is it positive?",
    given=(
        r"Let $q \in \mathbb{R}^D$ and $k_j \in \mathbb{R}^D$ for $j \in \{1, \dots, N\}$ with $q^\top k_j = -1$ for every $j$."
    ),
    proof=(
        Text("For such keys every similarity vanishes, and with them the denominator of attention:"),
        chain(r"\sum_{j=1}^{N} (q^\top k_j + 1)^2", (r"0", "every term is zero")),
        Text("In one dimension the query one and the key minus one will do; positivity would say"),
        FalseStatement(r"(1 \cdot (-1) + 1)^2", "0", ">", "The quadratic kernel is only non-negative."),
    ),
    source="Question 5(a) and (b)",
)

quadratic = Entry(
    id="eecs182.7.5b.features",
    claims=("004.5b-i", "004.5b-ii"),
    title="Features of the quadratic kernel",
    homework=HOMEWORK,
    kind="equality chain",
    problem=("Write the quadratic kernel as an inner product of features. How many features are there?"),
    given=r"Let $q, k \in \mathbb{R}^D$, and let $\mathrm{sim}(q, k) = (q^\top k + 1)^2$ be the polynomial kernel of degree two.",
    proof=(
        chain(
            r"\mathrm{sim}(q, k)",
            (r"1 + 2 q^\top k + (q^\top k)^2", "expand the square"),
            (
                r"1 + 2 \sum_{i=1}^{D} q_i k_i + \sum_{i=1}^{D} \sum_{j=1}^{D} q_i q_j k_i k_j",
                "write out the inner products",
            ),
            (
                r"1 + 2 \sum_{i=1}^{D} q_i k_i + \sum_{i=1}^{D} q_i^2 k_i^2 + 2 \sum_{i=1}^{D} \sum_{j=i+1}^{D} q_i q_j k_i k_j",
                "the double sum is symmetric",
            ),
            (
                r"1 \cdot 1 + \sum_{i=1}^{D} (\sqrt{2} q_i) (\sqrt{2} k_i) + \sum_{i=1}^{D} q_i^2 k_i^2"
                r" + \sum_{i=1}^{D} \sum_{j=i+1}^{D} (\sqrt{2} q_i q_j) (\sqrt{2} k_i k_j)",
                "share every coefficient between query and key",
            ),
        ),
        Text(
            "The last line is the inner product of two vectors of features: a one, every coordinate times the root of two, every "
            "square, and every product of two different coordinates times the root of two. Their number is"
        ),
        chain(
            r"1 + D + D + \sum_{i=1}^{D} (D - i)",
            (r"1 + 2 D + \frac{D (D - 1)}{2}", "pairs of coordinates"),
            (r"\frac{(D + 1) (D + 2)}{2}", "collect"),
        ),
    ),
    source="Question 5(b)(i) and (ii)",
    remark="Any orthogonal transform of these features gives the same kernel.",
)

linear = Entry(
    id="eecs182.7.5d.linear",
    claims=("004.5b-iii", "004.5d-1"),
    title="Attention with features in linear time",
    homework=HOMEWORK,
    kind="equality chain",
    problem="Rewrite attention with a kernel that has features, so that the sums over the keys are computed once.",
    given=FEATURES,
    proof=(
        chain(
            r"\left(\frac{\sum_{j=1}^{N} \mathrm{sim}(q_i, k_j) v_j}{\sum_{j=1}^{N} \mathrm{sim}(q_i, k_j)}\right)^\top",
            (
                r"\frac{\sum_{j=1}^{N} \phi(q_i)^\top \phi(k_j) v_j^\top}{\sum_{j=1}^{N} \phi(q_i)^\top \phi(k_j)}",
                "features of the kernel",
            ),
            (
                r"\frac{\phi(q_i)^\top \sum_{j=1}^{N} \phi(k_j) v_j^\top}{\phi(q_i)^\top \sum_{j=1}^{N} \phi(k_j)}",
                "the query does not depend on the key",
            ),
        ),
        Text("Neither sum on the last line depends on the query."),
    ),
    source="Question 5(b)(iii) and (d), equation 11",
)

signs = Entry(
    id="eecs182.7.5a.signs",
    claims=("004.5a-nec2",),
    title="The sign of a similarity may depend on the query",
    homework=HOMEWORK,
    kind="existence-construction",
    problem=(
        "The source wants similarities that are positive. Show that a similarity which changes its sign with the query gives the same weights."
    ),
    given=(
        r"Let $z \in \mathbb{R}^n$ hold the scores of one query, let $s \in \mathbb{R}$ with $s^2 = 1$ be a sign that depends on the query alone, and "
        r"take the similarities $s e^{z_i}$."
    ),
    proof=(
        chain(
            r"\frac{s e^{z_i}}{\sum_{j=1}^{n} s e^{z_j}}",
            (r"\frac{s e^{z_i}}{s \sum_{j=1}^{n} e^{z_j}}", "the sign is that of the query"),
            (r"\frac{e^{z_i}}{\sum_{j=1}^{n} e^{z_j}}", "cancel"),
        ),
        Text("The weights are positive although the similarity need not be:"),
        FalseStatement(r"s e^{z_i}", "0", ">", "Only that the sign is the same for all keys of a query matters."),
    ),
    source="Question 5(a)",
    remark="Such a similarity jumps where the sign changes; a continuous one that is never zero cannot.",
)

continuous_sign = Entry(
    id="eecs182.7.5a.necessary",
    claims=("004.5a-nec",),
    title="Must similarities have one sign?",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem=(
        "Attention is to be defined for all inputs, so no denominator may vanish. Does that force all similarities to have the same sign?"
    ),
    given=r"Let $N \ge 1$ be an integer and $s \in \mathbb{R}$ with $s \ne 0$. Let $n_1, n_2$ be integers with $n_1^2 \ne 2 n_2^2$.",
    proof=(
        Text("With $N$ equal keys, all similarities are the same number, and the denominator is"),
        chain(r"\sum_{j=1}^{N} s", (r"N s", "equal terms"), Row("0", "neither factor is zero", r"\ne")),
        Text(
            "so a denominator that never vanishes needs similarities that never vanish. A similarity that depends continuously on query and "
            "key and never vanishes has one sign, by the intermediate value theorem. Without continuity it need not. Let a similarity take only "
            r"the values $1$ and $-\sqrt{2}$, the first for $n_1$ keys and the second for $n_2$. Since $\sqrt{2}$ is irrational, $n_1^2$ is not $2 n_2^2$ "
            "unless there are no keys, and"
        ),
        chain(
            r"(n_1 - n_2 \sqrt{2}) (n_1 + n_2 \sqrt{2})",
            (r"n_1^2 - 2 n_2^2", "difference of squares"),
            Row("0", "irrational root", r"\ne"),
        ),
        chain(r"n_1 - n_2 \sqrt{2}", Row("0", "a factor of something that is not zero", r"\ne")),
        Text("No denominator vanishes, and still the two values have different signs. The source claims that"),
        FalseStatement(r"1 \cdot (-\sqrt{2})", "0", ">", "True for continuous similarities only."),
    ),
    source="Question 5(a)",
)

ENTRIES = (softmax, same_sign, zero, quadratic, linear, signs, continuous_sign)
