"""Question 1.1: what the scale of the scores does, and what a moved key changes."""

from hence.language.catalogue import Entry, FalseStatement, Row, Text, chain

HOMEWORK = "Deep Learning HW3"
STRETCHED = (
    r"Let $\beta > 0$ and $\alpha > 0$, let $q \in \mathbb{R}^d$ be a query, let $K \in \mathbb{R}^{n \times d}$ hold the "
    r"keys in its rows, and let $y \in \mathbb{R}^n$ with $y_l = \delta_{li}$, where $i \in \{1, \dots, n\}$. Stretching key $i$ by the factor $\alpha$ "
    r"gives the keys $K + (\alpha - 1) y y^\top K$. Let $a = \mathrm{softmax}(\beta (K + (\alpha - 1) y y^\top K) q)$ be "
    r"the weights."
)

definition = Entry(
    id="hw3.1.1a",
    claims=("002.1.1a",),
    title="Scaled attention, entry by entry",
    homework=HOMEWORK,
    kind="equality chain",
    problem="Write scaled dot-product attention for tokens in rows, and say why the scores are scaled.",
    given=(
        r"Let $Q \in \mathbb{R}^{n \times d}$, $K \in \mathbb{R}^{m \times d}$, $V \in \mathbb{R}^{m \times t}$, let "
        r"$\beta = \frac{1}{\sqrt{d}}$, and let $H = \mathrm{softmax}_{\text{row}}(\beta Q K^\top) V$."
    ),
    proof=(
        Text("Each output row is a weighted mean of the values:"),
        chain(
            r"H_{jc}",
            (
                r"\sum_{i=1}^{m} \frac{\exp(\beta (Q K^\top)_{ji})}{\sum_{l=1}^{m} \exp(\beta (Q K^\top)_{jl})} V_{ic}",
                "definition of softmax",
            ),
        ),
        Text(
            r"The scale keeps the scores at variance one: let $q, k \in \mathbb{R}^d$ be independent with "
            r"$q \sim \mathcal{N}(0, I)$ and $k \sim \mathcal{N}(0, I)$. Then"
        ),
        chain(
            r"\mathrm{Var}(\beta q^\top k)",
            (r"\beta^2 \mathrm{Var}(q^\top k)", "variance of a multiple"),
            (r"\beta^2 d", "variance of a dot product"),
            (r"1", r"the choice of $\beta$"),
        ),
    ),
    source="Question 1.1(a)",
)

columns = Entry(
    id="hw3.1.1a.columns",
    claims=("002.1.1a-shape",),
    title="Attention when tokens are columns",
    homework=HOMEWORK,
    kind="equality chain",
    problem="The question keeps tokens in columns, the answer is written for rows. Translate it.",
    given=(
        r"Let $Q \in \mathbb{R}^{d \times n}$, $K \in \mathbb{R}^{d \times m}$, $V \in \mathbb{R}^{t \times m}$ and $\beta > 0$."
    ),
    proof=(
        Text("Transposing all three matrices turns columns into rows; transposing the result turns them back:"),
        chain(
            r"\left(\mathrm{softmax}_{\text{row}}(\beta Q^\top K) V^\top\right)^\top",
            (r"V \mathrm{softmax}_{\text{row}}(\beta Q^\top K)^\top", "transpose of a product"),
            (r"V \mathrm{softmax}_{\text{col}}(\beta K^\top Q)", "rows of a matrix are columns of its transpose"),
        ),
        Text("The formula for rows may not be kept as it stands:"),
        FalseStatement(
            r"\mathrm{softmax}_{\text{row}}(\beta Q K^\top) V",
            r"V \mathrm{softmax}_{\text{col}}(\beta K^\top Q)",
            "=",
            "Its product of queries and keys does not even exist unless there are as many queries as keys.",
        ),
    ),
    source="Question 1.1(a)",
)

moved_key = Entry(
    id="hw3.1.1e.scores",
    claims=("002.1.1e-i",),
    title="A moved key changes one score per query",
    homework=HOMEWORK,
    kind="equality chain",
    problem="One key is perturbed. Which scores change, and by how much?",
    given=(
        r"Let $Q \in \mathbb{R}^{n \times d}$ and $K \in \mathbb{R}^{m \times d}$ hold queries and keys in their rows, let "
        r"$\epsilon \in \mathbb{R}^d$, and let $y \in \mathbb{R}^m$ with $y_l = \delta_{li}$, where $i \in \{1, \dots, m\}$, so that "
        r"$K + y \epsilon^\top$ has key $i$ moved by $\epsilon$."
    ),
    proof=(
        chain(
            r"Q (K + y \epsilon^\top)^\top",
            (r"Q K^\top + (Q \epsilon) y^\top", "expand"),
        ),
        Text("that is, only column $i$ of the scores changes:"),
        chain(
            r"\left(Q (K + y \epsilon^\top)^\top\right)_{jl}",
            (r"(Q K^\top)_{jl} + \delta_{li} (Q \epsilon)_j", "entries"),
        ),
        Text("It is not so that every input of the softmax is shifted:"),
        FalseStatement(
            r"Q (K + y \epsilon^\top)^\top",
            r"Q K^\top + (Q \epsilon) \bm{1}^\top",
            "=",
            "All scores of a row change when its query moves, not when one key does.",
        ),
    ),
    source="Question 1.1(e)",
)

sensitivity = Entry(
    id="hw3.1.1e.sensitivity",
    claims=("002.1.1e-ii",),
    title="Sensitivity to a key grows with the scale",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="Is the effect of a small change of a key small whatever the scale of the scores?",
    given=(
        r"Let $\beta > 0$, $q \in \mathbb{R}^d$, $K \in \mathbb{R}^{n \times d}$ and $V \in \mathbb{R}^{n \times p}$. Let "
        r"$a = \mathrm{softmax}(\beta K q)$ be the weights and $h = V^\top a$ the output."
    ),
    proof=(
        Text("The derivative of the output in an entry of a key has the scale as a factor:"),
        chain(
            r"\frac{\partial h_c}{\partial K_{ij}}",
            (r"\beta a_i (V_{ic} - h_c) q_j", "derivative of softmax"),
        ),
        Text(
            r"and near a tie no other factor makes up for it. With two tokens whose scores differ by $s$, the first "
            r"weight is $f(s)$, where $f(s) = \frac{1}{1 + \exp(-\beta s)}$, and"
        ),
        chain(
            r"f'(s)",
            (r"\beta f(s) (1 - f(s))", "derivative of the logistic function"),
        ),
        Text("At the tie this is"),
        chain(
            r"f'(0)",
            (r"\frac{\beta}{4}", "both weights are one half"),
        ),
        Text(
            "which exceeds any bound once the scale is large. So a bound that holds for every scale is too much to ask:"
        ),
        FalseStatement(r"f'(0)", r"1", r"\le", "The same holds for any other constant."),
    ),
    source="Question 1.1(e)",
)

stretched_key = Entry(
    id="hw3.1.1f",
    claims=("002.1.1f",),
    title="A stretched key wins only if it points the right way",
    homework=HOMEWORK,
    kind="gradient",
    problem="A key is multiplied by a large factor. Does its value come to dominate the output?",
    given=STRETCHED,
    proof=(
        chain(
            r"\frac{\partial a_i}{\partial \alpha}",
            (r"\beta (K q)_i a_i (1 - a_i)", "derivative of softmax"),
        ),
        Text(
            "The sign is that of the score of the key: its weight grows where the score is positive, fades where it is "
            "negative, and stays where it is zero. Without that condition, growth is not certain:"
        ),
        FalseStatement(
            r"\frac{\partial a_i}{\partial \alpha}",
            r"0",
            r"\ge",
            "A key with a negative score loses weight when stretched.",
        ),
    ),
    source="Question 1.1(f)",
)

bounded_effect = Entry(
    id="hw3.1.1e.bound",
    claims=("002.1.1e-iii",),
    title="A bound on the effect of a moved key",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="To first order, by how much can the output move when one key does?",
    given=(
        r"Let $p \ge 0$ be the weight and $v \in \mathbb{R}^d$ the value of the key that moves, and let $a_j \ge 0$ for $j \in \{1, \dots, n\}$ be the weights of $n$ other "
        r"values $w_j \in \mathbb{R}^d$, with $p + \sum_{j=1}^{n} a_j = 1$. Let $h = p v + \sum_{j=1}^{n} a_j w_j$ be the output, let $D \ge 0$ with $\|v - w_j\| \le D$ for every $j$, "
        r"and let $\beta > 0$ and $r \in \mathbb{R}$."
    ),
    proof=(
        Text(
            r"To first order the output moves by $\beta p r$ times $v - h$, where $r$ is the inner product of the query with the change of the key. "
            "The value of that key lies no further from the output than"
        ),
        chain(
            r"\|v - h\|",
            (r"\left\|\sum_{j=1}^{n} a_j (v - w_j)\right\|", "the weights add up to one"),
            Row(r"\sum_{j=1}^{n} a_j \|v - w_j\|", "triangle inequality", r"\le"),
            Row(r"\sum_{j=1}^{n} a_j D", "the diameter of the values", r"\le"),
            (r"(1 - p) D", "the weights add up to one"),
        ),
        Text("A weight times the rest is largest at one half:"),
        chain(r"p (1 - p)", Row(r"\frac{1}{4}", "complete the square", r"\le")),
        Text("Both together bound the change:"),
        chain(
            r"\beta p \|v - h\| |r|",
            Row(r"\beta p (1 - p) D |r|", "the distance", r"\le"),
            Row(r"\frac{\beta}{4} D |r|", "the product of the weights", r"\le"),
        ),
    ),
    source="Question 1.1(e)",
    remark="Two values with equal weights reach the bound.",
)

ENTRIES = (definition, columns, moved_key, sensitivity, stretched_key, bounded_effect)
