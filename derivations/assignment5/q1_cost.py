"""Question 1: what recurrent networks and transformers cost."""

from hence.language.catalogue import Chain, Entry, FalseStatement, Row, Text, chain

HOMEWORK = "Assignment 5"
LAYERS = (
    r"Let $W_k, U_k \in \mathbb{R}^{n \times n}$ for $k \in \{1, \dots, l\}$ be the weights of $l$ recurrent layers, let $x_s \in \mathbb{R}^n$ for "
    r"$s \in \{1, \dots, t\}$ be the input, and let $g_{s,k} \in \mathbb{R}^n$ with $g_{0,k} = 0$ for every $k$, $g_{s,0} = x_s$ for every $s$, and "
    r"$g_{s,k} = \tanh(W_k g_{s-1,k} + U_k g_{s,k-1})$ for $s \ge 1$ and $k \ge 1$."
)
ONE_LAYER = (
    r"Let $W, U \in \mathbb{R}^{n \times n}$ be the weights of a recurrent layer, let $x_s \in \mathbb{R}^n$ for $s \in \{1, \dots, t\}$ be its "
    r"input, and let $h_0 = 0$ and $h_s = \tanh(W h_{s-1} + U x_s)$ for $s \ge 1$."
)
TRANSFORMER = (
    r"Let $X \in \mathbb{R}^{t \times n}$ be the input of a layer, let $A, B, C, P \in \mathbb{R}^{n \times n}$ be the weights of queries, keys, values and "
    r"output, and let $F, G \in \mathbb{R}^{n \times n}$ be those of the feed-forward part."
)
ATTENTION = r"\mathrm{softmax}_{\text{row}}((X A) (X B)^\top) (X C) P"
FEED_FORWARD = r"\tanh(X F) G"

recurrent_time = Entry(
    id="assignment5.1a.recurrent_time",
    claims=("000.1a-i",),
    title="Time of a recurrent network",
    homework=HOMEWORK,
    kind="complexity Theta",
    problem="How long does a recurrent network with several layers take on a sequence, forwards and backwards?",
    given=LAYERS
    + r" Let $a \in \mathbb{R}^n$ be a gradient that arrives at one cell, and $b \in \mathbb{R}^n$ its state before.",
    proof=(
        Text("Every layer computes one state at every position, with two products of a matrix and a vector:"),
        chain(
            r"\operatorname{time}(g_{t,l})",
            (r"4 t l n^2", "two products, a sum and a hyperbolic tangent for every cell"),
            (r"\Theta(t n^2 l)", "constant factor"),
        ),
        Text(
            "Backwards, every one of these products is answered by a product with the transpose and by an outer product:"
        ),
        chain(
            r"\operatorname{time}(U_k^\top a) + \operatorname{time}(a b^\top)",
            (r"3 n^2 - n", "count"),
            (r"\Theta(n^2)", "the same order as forwards"),
        ),
        Text("so that training takes a constant factor more."),
    ),
    source="Question 1(a)",
    remark="The first line of the source does not say which network it is about.",
)

transformer_time = Entry(
    id="assignment5.1a.transformer_time",
    claims=("000.1a-ii",),
    title="Time of a transformer",
    homework=HOMEWORK,
    kind="complexity Theta",
    problem="How long does a transformer take, and is the answer of the source complete?",
    given=TRANSFORMER,
    proof=(
        Text("Attention compares all positions, and the projections multiply every position by square matrices:"),
        chain(
            rf"\operatorname{{time}}({ATTENTION})", (r"\Theta(t^2 n + t n^2)", "scores and weighted sums; projections")
        ),
        chain(rf"\operatorname{{time}}({FEED_FORWARD})", (r"\Theta(t n^2)", "two products")),
        chain(
            rf"l \cdot (\operatorname{{time}}({ATTENTION}) + \operatorname{{time}}({FEED_FORWARD}))",
            (r"\Theta(l (t^2 n + t n^2))", "all layers"),
        ),
        Text("The source drops the second term."),
        FalseStatement(
            rf"l \cdot (\operatorname{{time}}({ATTENTION}) + \operatorname{{time}}({FEED_FORWARD}))",
            r"\Theta(t^2 n l)",
            comment="For wide layers and short sequences the projections dominate.",
        ),
        Text(r"Suppose $n = O(t)$. Then the second term may be dropped:"),
        chain(r"l (t^2 n + t n^2)", (r"\Theta(t^2 n l)", "the width is at most of the order of the length")),
    ),
    source="Question 1(a)",
)

recurrent_space = Entry(
    id="assignment5.1a.recurrent_space",
    claims=("000.1a-iii",),
    title="Memory of a recurrent network in training",
    homework=HOMEWORK,
    kind="complexity Theta",
    problem="How much memory does training a recurrent network need, with and without its weights?",
    given=LAYERS,
    proof=(
        Text("Training keeps the states of all positions and layers, and the weights:"),
        chain(r"\operatorname{stored}(g_{t,l})", (r"\Theta(t n l + n^2 l)", "states and weights")),
        chain(
            r"\operatorname{stored}(g_{t,l}) - 2 l n^2",
            (r"\Theta(t n l)", "the source counts states only"),
        ),
        Text("With the weights the answer of the source is too small."),
        FalseStatement(
            r"\operatorname{stored}(g_{t,l})",
            r"\Theta(t n l)",
            comment="The weights of wide layers outweigh the states.",
        ),
    ),
    source="Question 1(a)",
    remark="The source heads these rows with the names of times.",
)

recurrent_state = Entry(
    id="assignment5.1a.recurrent_state",
    claims=("000.1a-iii",),
    title="Memory of a recurrent network at test time",
    homework=HOMEWORK,
    kind="complexity Theta",
    problem="How much memory does a recurrent network need once it is trained?",
    given=ONE_LAYER,
    proof=(
        Text("A layer keeps the state of one position only. With one state for each layer this is"),
        chain(r"l \cdot \operatorname{workspace}(h_t)", (r"\Theta(n l)", "one state for each layer")),
        Text("The weights have to be there, too:"),
        chain(
            r"l \cdot (\operatorname{workspace}(h_t) + \operatorname{size}(W) + \operatorname{size}(U))",
            (r"\Theta(n^2 l)", "two square matrices for each layer"),
        ),
        Text("so that they dominate."),
        FalseStatement(
            r"l \cdot (\operatorname{workspace}(h_t) + \operatorname{size}(W) + \operatorname{size}(U))",
            r"\Theta(n l)",
            comment="The answer of the source counts states only.",
        ),
    ),
    source="Question 1(a)",
)

transformer_space = Entry(
    id="assignment5.1a.transformer_space",
    claims=("000.1a-iv",),
    title="Memory of a transformer",
    homework=HOMEWORK,
    kind="complexity Theta",
    problem="How much memory do the activations of a transformer need in training, and with a cache of keys and values at test time?",
    given=(
        r"Let $Q, K, V \in \mathbb{R}^{t \times k}$ be queries, keys and values of one head, and let $n = h k$ be the width of $h$ heads together."
    ),
    proof=(
        Text("Standard backpropagation keeps the weights of every head, a square matrix:"),
        chain(
            r"l h \cdot \operatorname{stored}(\mathrm{softmax}_{\text{row}}(Q K^\top) V)",
            (r"\Theta(l (t n + h t^2))", "inputs and outputs of all heads; scores and weights of all heads"),
        ),
        Text("The source leaves the square matrices out."),
        FalseStatement(
            r"l h \cdot \operatorname{stored}(\mathrm{softmax}_{\text{row}}(Q K^\top) V)",
            r"\Theta(t n l)",
            comment="That needs weights which are computed anew in the backward pass.",
        ),
        Text("At test time keys and values are kept, and the source is right:"),
        chain(
            r"l h \cdot (\operatorname{size}(K) + \operatorname{size}(V))",
            (r"\Theta(t n l)", "two matrices for every head"),
        ),
    ),
    source="Question 1(a)",
)

crossover = Entry(
    id="assignment5.1b",
    claims=("000.1b",),
    title="Where a recurrent network is cheaper than a transformer",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="The source compares its two leading terms and finds a crossover. Is there one when everything is counted?",
    given=ONE_LAYER + " " + TRANSFORMER + r" Let $l \in \mathbb{N}$.",
    proof=(
        Text("The terms of the source compare as it says:"),
        chain(r"t^2 n l - t n^2 l", (r"t n l (t - n)", "common factor")),
        Text(r"Suppose $n < t$. Then"),
        Chain(r"t n^2 l", (Row(r"t^2 n l", "the factor in brackets is positive", "<"),)),
        Text("In general, counted in full, the two networks multiply"),
        chain(r"\operatorname{multiplications}(h_t)", (r"2 t n^2", "two products for every position")),
        chain(
            rf"\operatorname{{multiplications}}((X A) (X B)^\top) + \operatorname{{multiplications}}({FEED_FORWARD})",
            (r"4 t n^2 + t^2 n", "projections, scores, feed-forward part"),
            Row(r"2 t n^2", "more than the recurrent layer, for every length and width", ">"),
        ),
        Text("which leaves out the values even, so that the crossover is an artefact of the terms that were dropped."),
        FalseStatement(
            rf"\operatorname{{multiplications}}((X A) (X B)^\top) + \operatorname{{multiplications}}({FEED_FORWARD})",
            r"\operatorname{multiplications}(h_t)",
            r"\le",
            "Not even for layers that are wider than the sequence is long.",
        ),
        Text(
            r"Attention proper, with $2 t^2 n$ multiplications, exceeds the other products, with $6 t n^2$, only for long sequences. "
            r"Suppose $t > 3 n$. Then"
        ),
        Chain(r"2 t^2 n", (Row(r"6 t n^2", "three times the width", ">"),)),
    ),
    source="Question 1(b)",
    remark="The count says nothing of time on parallel hardware: the recurrent network takes as many steps as there are positions.",
)

ENTRIES = (
    recurrent_time,
    transformer_time,
    recurrent_space,
    recurrent_state,
    transformer_space,
    crossover,
)
