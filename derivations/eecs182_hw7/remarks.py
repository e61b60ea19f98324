"""What the homework says in words or by shapes alone: layers, means, widths, residual connections."""

from hence.language.catalogue import Entry, Text, chain

HOMEWORK = "EECS 182 HW7"

wide = Entry(
    id="eecs182.1a.wide",
    claims=("004.1a-ii",),
    title="A wide random encoder loses nothing",
    homework=HOMEWORK,
    kind="qualitative",
    problem="The code is at least as long as the input, and the encoder is random and linear. What can be read off the code?",
    given=(
        r"Let $W_1 \in \mathbb{R}^{k \times m}$ with $k \ge m$, where $W_1^\top W_1$ is invertible. Let $x, w \in \mathbb{R}^m$, and let "
        r"$W_2 = (W_1^\top W_1)^{-1} W_1^\top$."
    ),
    proof=(
        Text(
            "A matrix with more rows than columns whose entries have a density has independent columns almost surely, so the inverse "
            "exists. The decoder undoes the encoder,"
        ),
        chain(r"W_2 W_1", (r"I_m", "the two inverse factors cancel")),
        Text("so that the loss vanishes,"),
        chain(r"\|x - W_2 W_1 x\|^2", (r"0", "the line above")),
        Text("and every linear function of the input is one of the code:"),
        chain(r"w^\top x", (r"(W_2^\top w)^\top W_1 x", "the same again")),
        Text(
            "With a shorter code the best loss is the sum of the squared singular values that are left out. The accuracies that the "
            "question discusses come from a notebook that is not part of the source."
        ),
    ),
    source="Question 1(a)",
)

layers = Entry(
    id="eecs182.2a.layers",
    claims=("004.2a-i",),
    title="Why the autoencoder needs two layers",
    homework=HOMEWORK,
    kind="qualitative",
    problem="Why is the autoencoder built of two linear layers and not of one?",
    given=r"Let $X \in \mathbb{R}^{m \times n}$.",
    proof=(
        Text("A single square layer has nothing to learn, because the identity reconstructs everything:"),
        chain(r"\|X - I_m X\|_F^2", (r"0", "the identity")),
        Text(
            "Two layers through a shorter code make exactly the matrices whose rank is at most the length of the code, which leaves "
            "something to choose. To match the loss of the question, the layers must have no biases."
        ),
    ),
    source="Question 2(a)",
)

means = Entry(
    id="eecs182.3.means",
    claims=("004.3-intro",),
    title="The mean of a coordinate",
    homework=HOMEWORK,
    kind="qualitative",
    problem="Each coordinate of the query is normal. What is its mean?",
    given="",
    proof=(
        Text(
            "The mean of the whole query is a vector, so the mean of a coordinate is that coordinate of the vector. The question "
            "writes the vector itself for it."
        ),
    ),
    source="Question 3",
)

widths = Entry(
    id="eecs182.5.widths",
    claims=("004.5-eq7",),
    title="When the residual sum makes sense",
    homework=HOMEWORK,
    kind="qualitative",
    problem="A layer adds its input to the output of attention. What does that require of the widths?",
    given="",
    proof=(
        Text(
            "The output of attention is as wide as the values, the input is as wide as the features. The two can be added only if "
            "these widths agree, or if one more projection brings the values back to the width of the features. The source says "
            "neither. Its average over all other positions includes the position itself, and its similarity compares projected "
            "queries and keys, not features."
        ),
    ),
    source="Question 5, equation (7)",
)

residual = Entry(
    id="eecs182.6a.residual",
    claims=("004.6a",),
    title="Residual connections keep gradients from vanishing",
    homework=HOMEWORK,
    kind="qualitative",
    problem="Compare the gradient through many layers with and without residual connections, when every layer shrinks.",
    given=r"Let $a > 0$, and let $J_l = a$ for $l \in \{1, \dots, L\}$ be the derivatives of layers with one unit.",
    proof=(
        Text("Without residual connections the derivatives are multiplied as they are,"),
        chain(r"\prod_{l=1}^{L} J_l", (r"a^L", "equal factors")),
        Text("which vanishes for a factor below one and many layers. With them each factor has one added,"),
        chain(r"\prod_{l=1}^{L} (1 + J_l)", (r"(1 + a)^L", "equal factors")),
        Text(
            "which does not vanish. For wider layers, the norm of a product of Jacobians is at most the product of the norms, while the least singular "
            "value of the product with the identities added is at least the product of one minus the norms. Whether vanishing gradients are what is wrong "
            "with deep plain networks that use batch normalisation is disputed."
        ),
    ),
    source="Question 6(a)",
)

ENTRIES = (wide, layers, means, widths, residual)
