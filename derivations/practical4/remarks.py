"""What the practical says in words: covariances of keys, sparse attention, pre-training."""

from hence.language.catalogue import Entry, FalseStatement, Text, chain

HOMEWORK = "Practical No. 4"

concentration = Entry(
    id="practical4.2c.1.concentration",
    claims=("001.2c-Q1-ii",),
    title="A small covariance means concentration, not independence",
    homework=HOMEWORK,
    kind="qualitative",
    problem="The keys have covariance a small multiple of the identity. What does the small factor say?",
    given=r"Let $\alpha > 0$, let $\mu \in \mathbb{R}^d$, and let $k \sim \mathcal{N}(\mu, \alpha I_d)$.",
    proof=(
        Text("Different coordinates are uncorrelated whatever the factor is,"),
        chain(r"\mathrm{Cov}(k_i, k_j)", (r"\alpha \delta_{ij}", "the covariance is a multiple of the identity")),
        Text("so the factor says nothing about correlations. It says how far a key lies from its mean:"),
        chain(r"\mathbb{E}[\|k - \mu\|^2]", (r"d \alpha", "one variance for each coordinate")),
        Text(
            "A vanishing factor lets the keys concentrate at their means, which is what the argument needs. The source "
            "gives another reason, that tokens are barely correlated, and reaches the same conclusion."
        ),
    ),
    source="Part 2, c), question 1",
)

sparse = Entry(
    id="practical4.3g.3.sparse",
    claims=("001.3g-Q3",),
    title="How powerful sparse attention is",
    homework=HOMEWORK,
    kind="qualitative",
    problem="Can a transformer with the sparse attention of BigBird compute what a dense one can?",
    given="",
    proof=(
        Text(
            "Zaheer and others (2020) show that encoders with sparse attention are universal approximators, and that encoder and "
            "decoder together are Turing complete in arbitrary precision, as long as the pattern contains a star. These theorems are "
            "quoted, not proved here. The same paper names tasks which one dense layer solves and which need polynomially "
            "many sparse layers, so it would be too much to call both equally powerful."
        ),
    ),
    source="Part 3, g), question 3",
)

linformer = Entry(
    id="practical4.3g.1.theorem",
    claims=("001.3g-Q1-iii",),
    title="How many rows a low-rank projection needs",
    homework=HOMEWORK,
    kind="qualitative",
    problem="The attention matrix is replaced by a product with a projection to fewer rows. How many rows keep the error small?",
    given=r"Let $d \ge 2$ be the width of a head, and let $\epsilon > 0$ be fixed.",
    proof=(
        Text(
            "The theorem of Wang and others (2020) rests on random projections and a union bound. It asks for a number of rows that grows "
            "like the width times its logarithm over the squared error, or like the logarithm of the length over the squared error, "
            "whichever is less. It is quoted, not proved here. The source leaves the logarithm of the width out, which changes the growth:"
        ),
        chain(r"\frac{d \log d}{\epsilon^2} \left(\frac{d}{\epsilon^2}\right)^{-1}", (r"\log d", "cancel")),
        FalseStatement(
            r"\frac{d \log d}{\epsilon^2}",
            r"O\left(\frac{d}{\epsilon^2}\right)",
            comment="The quotient is the logarithm of the width.",
        ),
    ),
    source="Part 3, g), question 1",
)

pretraining = Entry(
    id="practical4.4.words",
    claims=("001.4",),
    title="Pre-training and unseen names",
    homework=HOMEWORK,
    kind="qualitative",
    problem="What does pre-training change, and what does a model answer about people it has never read of?",
    given="",
    proof=(
        Text(
            "These answers are opinions about experiments: pre-training helps; a model that was never shown a name answers with "
            "what stands near it in its representation; nobody can tell from an answer whether it was looked up or guessed, "
            "and biases of the corpus can be repeated that way. There is nothing in them that could be proved."
        ),
    ),
    source="Part 4",
)

ENTRIES = (concentration, linformer, sparse, pretraining)
