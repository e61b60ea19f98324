"""Question 1(b)(i): gradients of the linear autoencoder and its first-order conditions."""

from hence.derivations import experiments
from hence.language.catalogue import Entry, FalseStatement, Text, chain

HOMEWORK = "EECS 182 HW7"
AUTOENCODER = (
    r"Let $X \in \mathbb{R}^{m \times n}$ hold the data in its columns, let $W_1 \in \mathbb{R}^{k \times m}$ be the encoder and "
    r"$W_2 \in \mathbb{R}^{m \times k}$ the decoder, and let $\mathcal{L} = \frac{1}{n} \|X - W_2 W_1 X\|_F^2$."
)
RESIDUAL = AUTOENCODER + r" Let $H = I - W_2 W_1$."

norm = Entry(
    id="eecs182.7.1b.norm",
    claims=("004.1b-i-1",),
    title="The gradient of a squared Frobenius norm",
    homework=HOMEWORK,
    kind="gradient",
    problem="Write the squared Frobenius norm of a product as a trace, and differentiate it by the first factor.",
    given=r"Let $W \in \mathbb{R}^{k \times d}$ and $A \in \mathbb{R}^{d \times n}$.",
    proof=(
        chain(
            r"\|W A\|_F^2",
            (r"\mathrm{tr}((W A)^\top (W A))", "definition of the norm"),
            (r"\mathrm{tr}(A^\top W^\top W A)", "transpose of a product"),
        ),
        chain(
            r"\nabla_W \|W A\|_F^2",
            (r"\nabla_W \mathrm{tr}(W A A^\top W^\top)", "cyclic trace"),
            (r"2 W A A^\top", "the two factors contribute equally"),
        ),
    ),
    lemma=r"\nabla_W \|W A\|_F^2 = 2 W A A^\top",
    source="Question 1(b)(i)",
)

decoder = Entry(
    id="eecs182.7.1b.decoder",
    claims=("004.1b-i-3",),
    title="The gradient of the reconstruction error by the decoder",
    homework=HOMEWORK,
    kind="gradient",
    problem="Differentiate the loss of the linear autoencoder by the decoder. Is the gradient of the source right?",
    given=RESIDUAL,
    proof=(
        chain(
            r"\nabla_{W_2} \mathcal{L}",
            (r"\nabla_{W_2} \frac{1}{n} \|H X\|_F^2", "definition of the residual map"),
            (r"-\frac{2}{n} H X X^\top W_1^\top", "chain rule: the decoder enters with a minus sign"),
            (r"-\frac{2}{n} (I - W_2 W_1) X X^\top W_1^\top", "definition of the residual map"),
        ),
        Text("The source loses the sign and the number of data points:"),
        FalseStatement(r"\nabla_{W_2} \mathcal{L}", r"2 (I - W_2 W_1) X X^\top W_1^\top"),
    ),
    source="Question 1(b)(i)",
)

encoder = Entry(
    id="eecs182.7.1b.encoder",
    claims=("004.1b-i-4", "004.1b-i-5"),
    title="The gradient of the reconstruction error by the encoder",
    homework=HOMEWORK,
    kind="gradient",
    problem="Differentiate the loss of the linear autoencoder by the encoder. Are the two lines of the source right?",
    given=RESIDUAL,
    proof=(
        chain(
            r"\nabla_{W_1} \mathcal{L}",
            (r"\nabla_{W_1} \frac{1}{n} \|H X\|_F^2", "definition of the residual map"),
            (r"-\frac{2}{n} W_2^\top H X X^\top", "chain rule"),
            (r"-\frac{2}{n} W_2^\top (I - W_2 W_1) X X^\top", "definition of the residual map"),
        ),
        Text("The first line of the source has the shape of the decoder, not of the encoder:"),
        FalseStatement(r"\nabla_{W_1} \mathcal{L}", r"2 H X X^\top W_2"),
        Text(
            "Its second line has the right order of factors, but still neither the sign nor the number of data points:"
        ),
        FalseStatement(r"\nabla_{W_1} \mathcal{L}", r"2 W_2^\top (I - W_2 W_1) X X^\top"),
    ),
    source="Question 1(b)(i)",
)

conditions = Entry(
    id="eecs182.7.1b.conditions",
    claims=("004.1b-i-6",),
    title="First-order conditions of the linear autoencoder",
    homework=HOMEWORK,
    kind="optimisation",
    problem="When do both gradients of the loss vanish?",
    given=AUTOENCODER,
    proof=(
        Text("The gradient by the decoder vanishes exactly when its matrix factor does. In one direction,"),
        chain(
            r"\nabla_{W_2} \mathcal{L} = 0 \implies (X - W_2 W_1 X) X^\top W_1^\top",
            (r"0", r"divide by $-\frac{2}{n}$"),
        ),
        Text("and in the other"),
        chain(
            r"(X - W_2 W_1 X) X^\top W_1^\top = 0 \implies \nabla_{W_2} \mathcal{L}",
            (r"0", "the gradient is a multiple"),
        ),
        Text("The same holds for the encoder:"),
        chain(
            r"\nabla_{W_1} \mathcal{L} = 0 \implies W_2^\top (X - W_2 W_1 X) X^\top",
            (r"0", r"divide by $-\frac{2}{n}$"),
        ),
        chain(
            r"W_2^\top (X - W_2 W_1 X) X^\top = 0 \implies \nabla_{W_1} \mathcal{L}",
            (r"0", "the gradient is a multiple"),
        ),
    ),
    experiment=experiments.autoencoder_gradients,
    source="Question 1(b)(i)",
)

critical = Entry(
    id="eecs182.7.1b.critical",
    claims=("004.1b-i-7",),
    title="The first-order conditions do not single out the minima",
    homework=HOMEWORK,
    kind="optimisation",
    problem=(
        "The source calls points that satisfy the first-order conditions minima. Compare two sets of orthonormal eigenvectors "
        "of the data."
    ),
    given=(
        r"Let $X \in \mathbb{R}^{m \times n}$, and let $U, R \in \mathbb{R}^{m \times k}$ with $U^\top U = I$, $R^\top R = I$, "
        r"$X X^\top U = n U \Lambda$ and $X X^\top R = n R \Gamma$ for diagonal matrices "
        r"$\Lambda, \Gamma \in \mathbb{R}^{k \times k}$."
    ),
    proof=(
        Text("Any such set, as decoder and transposed as encoder, satisfies both conditions:"),
        chain(
            r"(X - R R^\top X) X^\top R",
            (r"n R \Gamma - n R R^\top R \Gamma", "eigenvectors"),
            (r"0", "orthonormal columns"),
        ),
        chain(
            r"R^\top (X - R R^\top X) X^\top",
            (r"R^\top X X^\top - R^\top R R^\top X X^\top", "expand"),
            (r"0", "orthonormal columns"),
        ),
        Text("Its loss is what the chosen eigenvalues leave of the total, and so depends on the choice:"),
        chain(
            r"\frac{1}{n} \|X - R R^\top X\|_F^2",
            (r"\frac{1}{n} \|X\|_F^2 - \mathrm{tr}(\Gamma)", "orthonormal eigenvectors"),
        ),
        chain(
            r"\frac{1}{n} \|X - U U^\top X\|_F^2",
            (r"\frac{1}{n} \|X\|_F^2 - \mathrm{tr}(\Lambda)", "orthonormal eigenvectors"),
        ),
        Text("If every critical point were a minimum, all would have the same loss:"),
        FalseStatement(
            r"\frac{1}{n} \|X - U U^\top X\|_F^2",
            r"\frac{1}{n} \|X - R R^\top X\|_F^2",
            "=",
            "The conditions are necessary, and not sufficient.",
        ),
    ),
    source="Question 1(b)(i)",
)

ENTRIES = (norm, decoder, encoder, conditions, critical)
