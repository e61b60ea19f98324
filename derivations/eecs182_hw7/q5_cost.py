"""Question 5: what attention with a kernel costs, and when its linear form is the cheaper one."""

from hence.language.catalogue import Chain, Entry, FalseStatement, Row, Text, chain

HOMEWORK = "EECS 182 HW7"
GIVEN = r"Let $Q, K \in \mathbb{R}^{N \times D}$ and $V \in \mathbb{R}^{N \times M}$ be queries, keys and values."
FEATURES = r"Let $F, G \in \mathbb{R}^{N \times C}$ hold the features of the queries and of the keys, and let $V \in \mathbb{R}^{N \times M}$."
LINEAR = r"\mathrm{diag}(F (G^\top \bm{1}_N))^{-1} (F (G^\top V))"

softmax = Entry(
    id="eecs182.7.5c.cost",
    claims=("004.5c-1",),
    title="Time and memory of softmax attention",
    homework=HOMEWORK,
    kind="complexity Theta",
    problem="How much time and memory does softmax attention need, for given queries, keys and values?",
    given=GIVEN,
    proof=(
        chain(
            r"\operatorname{time}(\mathrm{softmax}_{\text{row}}(Q K^\top) V)",
            (r"\Theta(N^2 D + N^2 + N^2 M)", "scores, softmax, weighted sums"),
            (r"\Theta(N^2 (D + M))", "the softmax is of smaller order"),
        ),
        chain(
            r"\operatorname{space}(\mathrm{softmax}_{\text{row}}(Q K^\top) V)",
            (r"\Theta(N^2 + N D + N M)", "scores and weights; inputs; output"),
            (r"\Theta(N (N + D + M))", "common factor"),
        ),
    ),
    source="Question 5(c)",
)

loops = Entry(
    id="eecs182.7.5c.loops",
    claims=("004.5c-2",),
    title="The normalisation of softmax attention does not depend on the width",
    homework=HOMEWORK,
    kind="complexity Theta",
    problem="The source counts the three loops of softmax attention, and gives the second the cost of the first. Is that the right order?",
    given=GIVEN
    + r" Let $S \in \mathbb{R}^{N \times N}$ hold the scores and $A \in \mathbb{R}^{N \times N}$ the weights.",
    proof=(
        Text("The first and the third loop are products of matrices:"),
        chain(r"\operatorname{time}(Q K^\top)", (r"\Theta(N^2 D)", "scores")),
        chain(r"\operatorname{time}(A V)", (r"\Theta(N^2 M)", "weighted sums")),
        Text("The second loop only touches scores:"),
        chain(
            r"\operatorname{time}(\mathrm{softmax}_{\text{row}}(S))",
            (r"3 N^2 - N", "exponentials, sums and divisions"),
            (r"\Theta(N^2)", "leading term"),
            (r"O(N^2 D)", "true, but not tight"),
        ),
        FalseStatement(
            r"\operatorname{time}(\mathrm{softmax}_{\text{row}}(S))",
            r"\Theta(N^2 D)",
            comment="The bound of the source holds as an upper bound only; its total is right.",
        ),
    ),
    source="Question 5(c)",
)

linear_time = Entry(
    id="eecs182.7.5d.time",
    claims=("004.5d-2",),
    title="Time of attention with features",
    homework=HOMEWORK,
    kind="complexity Theta",
    problem="How much time does attention take in its linear form, and how much with the features of the quadratic kernel?",
    given=FEATURES,
    proof=(
        chain(
            rf"\operatorname{{time}}({LINEAR})",
            (r"\Theta(N C M + N C)", "sums over keys, normalisers, products with queries"),
            (r"\Theta(N C M)", "leading term"),
        ),
        Text(r"Suppose $C = \Theta(D^2)$, as for the quadratic kernel, and $M \approx D$. Then"),
        chain(r"N C M", (r"\Theta(N D^3)", "replace both factors")),
    ),
    source="Question 5(d)(i)",
)

faster = Entry(
    id="eecs182.7.5d.faster",
    claims=("004.5d-3",),
    title="When linear attention is faster",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="For how long a sequence does the linear form with quadratic features need fewer multiplications?",
    given=(
        r"Let $Q, K, V \in \mathbb{R}^{N \times D}$, let $C = \frac{(D + 1) (D + 2)}{2}$ be the number of features, and let "
        r"$F, G \in \mathbb{R}^{N \times C}$ hold the features."
    ),
    proof=(
        Text("The products of the two forms take"),
        chain(r"\operatorname{multiplications}((Q K^\top) V)", (r"2 N^2 D", "count")),
        chain(r"\operatorname{multiplications}(F (G^\top V))", (r"2 N C D", "count")),
        Text("so that the difference has the sign of"),
        chain(r"2 N^2 D - 2 N C D", (r"2 N D (N - C)", "common factor")),
        Text("The crossover lies near half the square of the width:"),
        chain(
            r"C",
            (r"\frac{1}{2} D^2 + \frac{3}{2} D + 1", "expand"),
            (r"\frac{1}{2} D^2 + O(D)", "smaller terms"),
        ),
        Text(r"Suppose $N \gg D$. A sequence that is much longer than the vectors are wide is not long enough."),
        FalseStatement(r"2 N C D", r"O(N^2 D)", comment="There may be more features than positions."),
        Text(r"Suppose $N \gg D^2$ instead. Then the linear form is faster by more than any constant factor:"),
        Chain(r"2 N C D", (Row(r"2 N^2 D", "the number of features is of smaller order", r"\ll"),)),
    ),
    source="Question 5(d)(ii)",
)

linear_space = Entry(
    id="eecs182.7.5d.space",
    claims=("004.5d-4",),
    title="Memory of attention with features",
    homework=HOMEWORK,
    kind="complexity Theta",
    problem="How much memory does the linear form need, if intermediate results are stored for the backward pass?",
    given=FEATURES + r" Let $D \in \mathbb{N}$ be the width of queries and keys.",
    proof=(
        Text("The features belong to what is stored, since the gradients of the values are products with them:"),
        chain(
            rf"\operatorname{{stored}}({LINEAR})",
            (r"\Theta(N C + N M + C M)", "features, values and output, sums over keys"),
        ),
        Text("The source leaves the features out."),
        FalseStatement(
            rf"\operatorname{{stored}}({LINEAR})",
            r"O(N (D + M) + C M)",
            comment="This holds only if the features are computed anew in the backward pass.",
        ),
        Text(r"Suppose $C = \Theta(D^2)$ and $M \approx D$. Then the two counts are"),
        chain(r"N (D + M) + C M", (r"\Theta(N D + D^3)", "without features")),
        chain(r"N C + N M + C M", (r"\Theta(N D^2 + D^3)", "with features")),
    ),
    source="Question 5(d)(iii)",
)

less_memory = Entry(
    id="eecs182.7.5d.memory",
    claims=("004.5d-5",),
    title="When linear attention needs less memory",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="For how long a sequence does the linear form need less memory than softmax attention?",
    given=r"Let $N, D \in \mathbb{N}$ be the length of the sequence and the width.",
    proof=(
        Text(
            r"The sums over the keys have the cube of the width as their size. Suppose $N \gg D$. That is not long enough."
        ),
        FalseStatement(
            r"N D + D^3", r"O(N^2)", comment="The cube of the width may be larger than the square of the length."
        ),
        Text(
            r"Suppose $N \gg D^{3/2}$ instead. Then the linear form, without stored features, needs memory of smaller order than the "
            r"scores alone:"
        ),
        chain(r"N D + D^3", (r"o(N^2)", "both terms")),
        Text(
            r"This covers the condition of the source. Suppose $N \gg D^2$ instead. Then even stored features are of smaller order:"
        ),
        chain(r"N D^2 + D^3", (r"o(N^2)", "both terms")),
    ),
    source="Question 5(d)(iv)",
)

ENTRIES = (softmax, loops, linear_time, faster, linear_space, less_memory)
