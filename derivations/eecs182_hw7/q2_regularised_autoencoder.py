"""Question 2: a linear autoencoder with a squared penalty."""

from hence.language.catalogue import Entry, FalseStatement, Text, chain

HOMEWORK = "EECS 182 HW7"

mean_squares = Entry(
    id="eecs182.7.2a.mse",
    claims=("004.2a-ii",),
    title="The reconstruction error and the mean of squares",
    homework=HOMEWORK,
    kind="equality chain",
    problem="How does the loss of the question compare with a loss that averages the squares over all entries?",
    given=(
        r"Let $X, Y \in \mathbb{R}^{m \times n}$ be the data and their reconstruction, and let "
        r"$M = \frac{1}{n m} \sum_{i=1}^{m} \sum_{j=1}^{n} (X_{ij} - Y_{ij})^2$ be the average over all entries."
    ),
    proof=(
        chain(
            r"\frac{1}{n} \|X - Y\|_F^2",
            (r"\frac{1}{n} \sum_{i=1}^{m} \sum_{j=1}^{n} (X_{ij} - Y_{ij})^2", "definition of the norm"),
            (r"m M", "the average divides by one more factor"),
        ),
        Text("so that the two have the same minima, and are not the same function:"),
        FalseStatement(r"\frac{1}{n} \|X - Y\|_F^2", r"M"),
    ),
    source="Question 2(a)(ii)",
)

decay = Entry(
    id="eecs182.7.2a.decay",
    claims=("004.2a-iii",),
    title="Weight decay for a squared penalty needs twice its strength",
    homework=HOMEWORK,
    kind="gradient",
    problem=(
        "An optimiser with weight decay adds a multiple of the weights to the gradient of the unpenalised loss. Which multiple "
        "optimises the penalised loss exactly as it is written?"
    ),
    given=(
        r"Let $X \in \mathbb{R}^{m \times n}$, $W_1 \in \mathbb{R}^{k \times m}$, $W_2 \in \mathbb{R}^{m \times k}$ and "
        r"$\lambda, \eta > 0$. Let $\mathcal{L} = \frac{1}{n} \|X - W_2 W_1 X\|_F^2$ be the reconstruction error, let "
        r"$F = \mathcal{L} + \lambda \|W_1\|_F^2 + \lambda \|W_2\|_F^2$ be the objective, and let $M = \frac{1}{m} \mathcal{L}$ be "
        r"the error averaged over all entries."
    ),
    proof=(
        Text("A step on the objective is a step with weight decay of twice the penalty, for the encoder"),
        chain(
            r"W_1 - \eta \nabla_{W_1} F",
            (r"W_1 - \eta (\nabla_{W_1} \mathcal{L} + 2 \lambda W_1)", "gradient of the penalty"),
        ),
        Text("and for the decoder:"),
        chain(
            r"W_2 - \eta \nabla_{W_2} F",
            (r"W_2 - \eta (\nabla_{W_2} \mathcal{L} + 2 \lambda W_2)", "gradient of the penalty"),
        ),
        Text("With the average over all entries in place of the reconstruction error, the decay is smaller again:"),
        chain(
            r"\frac{1}{m} \nabla_{W_1} F",
            (r"\nabla_{W_1} M + \frac{2 \lambda}{m} W_1", r"divide by $m$"),
        ),
        Text("A decay equal to the strength of the penalty optimises another objective:"),
        FalseStatement(r"W_1 - \eta \nabla_{W_1} F", r"W_1 - \eta (\nabla_{W_1} \mathcal{L} + \lambda W_1)"),
    ),
    source="Question 2(a)(iii)",
    remark="For optimisers other than plain gradient descent, decay and penalty are different methods.",
)

pseudo_inverses = Entry(
    id="eecs182.7.2b.norms",
    claims=("004.2b-2",),
    title="The penalty of a matrix and its pseudo-inverse",
    homework=HOMEWORK,
    kind="equality chain",
    problem="Write the penalty through the singular values of the encoder when the decoder is its pseudo-inverse.",
    given=(
        r"Let $\sigma \in \mathbb{R}^k$ with $\sigma_i > 0$, let $\Sigma = \mathrm{diag}(\sigma)$, let $P \in \mathbb{R}^{k \times k}$ "
        r"be orthogonal and let $V \in \mathbb{R}^{m \times k}$ with $V^\top V = I$. Let $W_1 = P \Sigma V^\top$ and "
        r"$W_2 = V \Sigma^{-1} P^\top$."
    ),
    proof=(
        Text("These are pseudo-inverses of each other: one product is the identity, the other a symmetric projection,"),
        chain(r"W_1 W_2", (r"P \Sigma V^\top V \Sigma^{-1} P^\top", "definitions"), (r"I", "orthonormal columns")),
        chain(r"W_2 W_1", (r"V V^\top", "the singular values cancel")),
        Text("and the penalty is"),
        chain(
            r"\|W_1\|_F^2 + \|W_2\|_F^2",
            (r"\|\Sigma\|_F^2 + \|\Sigma^{-1}\|_F^2", "orthonormal factors keep the norm"),
            (r"\sum_{i=1}^{k} \left(\sigma_i^2 + \frac{1}{\sigma_i^2}\right)", "diagonal matrices"),
        ),
    ),
    source="Question 2(b)",
    remark="These are singular values of the encoder; the question uses the same letter for the spectrum of the data.",
)

ENTRIES = (mean_squares, decay, pseudo_inverses)
