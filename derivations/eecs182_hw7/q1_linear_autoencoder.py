"""Question 1(b): linear autoencoders and principal components."""

from language.catalogue import Entry, FalseStatement, Text, chain

HOMEWORK = "EECS 182 HW7"
AUTOENCODER = (
    r"Let $X \in \mathbb{R}^{m \times n}$ hold the data in its columns, let $W_1 \in \mathbb{R}^{k \times m}$ be the encoder and "
    r"$W_2 \in \mathbb{R}^{m \times k}$ the decoder, and let $\mathcal{L} = \frac{1}{n} \|X - W_2 W_1 X\|_F^2$."
)
RESIDUAL = AUTOENCODER + r" Let $H = I - W_2 W_1$."
SPECTRUM = (
    r"Let $\sigma \in \mathbb{R}^r$ with $\sigma_i > 0$, let $u_i \in \mathbb{R}^m$ and $v_i \in \mathbb{R}^n$ for "
    r"$i \in \{1, \dots, r\}$ with $u_i^\top u_j = \delta_{ij}$ and $v_i^\top v_j = \delta_{ij}$, and let "
    r"$X = \sqrt{n} \sum_{i=1}^{r} \sigma_i u_i v_i^\top$ be the singular value decomposition of the data."
)
BASIS = (
    r"Let $U \in \mathbb{R}^{m \times m}$ be orthogonal, let $E \in \mathbb{R}^{m \times k}$ with $E^\top E = I$ hold the "
    r"first $k$ columns of the identity, and let $B = U E$ hold the first $k$ principal components."
)

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

components = Entry(
    id="eecs182.7.1b.components",
    claims=("004.1b-ii-1",),
    title="Principal components satisfy the first-order conditions",
    homework=HOMEWORK,
    kind="equality chain",
    problem=(
        "The source doubts its own proof that principal components satisfy the conditions. Show that any orthonormal "
        "eigenvectors of the data do."
    ),
    given=(
        r"Let $X \in \mathbb{R}^{m \times n}$, and let $U \in \mathbb{R}^{m \times k}$ with $U^\top U = I$ and "
        r"$\frac{1}{n} X X^\top U = U \Lambda$ for a diagonal matrix $\Lambda \in \mathbb{R}^{k \times k}$. The decoder is $U$ and "
        r"the encoder is its transpose."
    ),
    proof=(
        Text("The condition of the decoder:"),
        chain(
            r"(X - U U^\top X) X^\top U",
            (r"(I - U U^\top) X X^\top U", "factor"),
            (r"n (I - U U^\top) U \Lambda", "eigenvectors"),
            (r"n (U - U U^\top U) \Lambda", "expand"),
            (r"0", "orthonormal columns"),
        ),
        Text("The condition of the encoder:"),
        chain(
            r"U^\top (X - U U^\top X) X^\top",
            (r"(U^\top - U^\top U U^\top) X X^\top", "factor"),
            (r"0", "orthonormal columns"),
        ),
    ),
    source="Question 1(b)(ii)",
)

spectrum = Entry(
    id="eecs182.7.1b.spectrum",
    claims=("004.1b-S", "004.1b-ii-2"),
    title="Eigenvalues of the covariance and singular values of the data",
    homework=HOMEWORK,
    kind="equality chain",
    problem=(
        "The source calls the square roots of the eigenvalues of the covariance eigenvalues of the data, and expands the data "
        "in products of its left singular vectors with themselves. What is right?"
    ),
    given=SPECTRUM,
    proof=(
        Text("The squares are the eigenvalues of the covariance matrix:"),
        chain(
            r"\frac{1}{n} X X^\top u_j",
            (r"\sum_{i=1}^{r} \sigma_i^2 u_i u_i^\top u_j", "orthonormal right vectors"),
            (r"\sigma_j^2 u_j", "orthonormal left vectors"),
        ),
        Text("The data matrix takes right to left singular vectors and back, with another factor:"),
        chain(r"X v_j", (r"\sqrt{n} \sigma_j u_j", "orthonormal right vectors")),
        chain(r"X^\top u_j", (r"\sqrt{n} \sigma_j v_j", "orthonormal left vectors")),
        Text("A data matrix is not square in general, and even when it is, the statements of the source fail:"),
        FalseStatement(r"X u_j", r"\sigma_j u_j", "=", "These are no eigenvectors of the data."),
        FalseStatement(
            r"X", r"\sum_{i=1}^{r} \sigma_i u_i u_i^\top", "=", "The right singular vectors and a factor are missing."
        ),
    ),
    source="Question 1(b), and its solution (ii)",
)

projector = Entry(
    id="eecs182.7.1b.projector",
    claims=("004.1b-ii-3",),
    title="The residual map is block diagonal in the eigenbasis only",
    homework=HOMEWORK,
    kind="equality chain",
    problem="The source writes the residual map of principal components as a block matrix. In which basis is it one?",
    given=BASIS,
    proof=(
        Text(
            r"The block matrix with a zero block followed by an identity block is $I - E E^\top$. In the basis of all "
            "eigenvectors it is the residual map:"
        ),
        chain(
            r"I - B B^\top",
            (r"U U^\top - U E E^\top U^\top", "the basis is orthogonal"),
            (r"U (I - E E^\top) U^\top", "factor"),
        ),
        Text(
            "Without the change of basis it is not. In the plane, with the first component along three and four fifths, the "
            "source would have"
        ),
        FalseStatement(
            r"\begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix} - \begin{pmatrix} \frac{3}{5} \\ \frac{4}{5} \end{pmatrix} "
            r"\begin{pmatrix} \frac{3}{5} & \frac{4}{5} \end{pmatrix}",
            r"\begin{pmatrix} 0 & 0 \\ 0 & 1 \end{pmatrix}",
        ),
    ),
    source="Question 1(b)(ii), equation 3",
)

covariance = Entry(
    id="eecs182.7.1b.covariance",
    claims=("004.1b-ii-5",),
    title="The covariance times the principal components",
    homework=HOMEWORK,
    kind="equality chain",
    problem="Simplify the product of the data with its transpose and with the principal components.",
    given=(
        BASIS
        + r" Let $s \in \mathbb{R}^m$ and $\Sigma = \mathrm{diag}(s)$, let $V \in \mathbb{R}^{n \times m}$ with $V^\top V = I$, and "
        r"let $X = \sqrt{n} U \Sigma V^\top$ be the data."
    ),
    proof=(
        chain(
            r"X X^\top B",
            (r"n U \Sigma V^\top V \Sigma U^\top B", "definition of the data"),
            (r"n U \Sigma^2 U^\top U E", "orthonormal right singular vectors"),
            (r"n U \Sigma^2 E", "the basis is orthogonal"),
        ),
        Text("The source loses the number of data points, which does no harm where the product vanishes:"),
        FalseStatement(r"X X^\top B", r"U \Sigma^2 E"),
    ),
    source="Question 1(b)(ii)",
)

blocks = Entry(
    id="eecs182.7.1b.blocks",
    claims=("004.1b-ii-4",),
    title="Why the product of the blocks vanishes",
    homework=HOMEWORK,
    kind="equality chain",
    problem=(
        "The source multiplies the block matrix with the covariance in its eigenbasis and says that the result is zero, and that "
        "it is the gradient by the encoder. Repair both."
    ),
    given=(
        BASIS
        + r" Let $s \in \mathbb{R}^m$, let $\Sigma = \mathrm{diag}(s)$, and let $\Sigma^2 E = E \Lambda$, where the diagonal "
        r"matrix $\Lambda \in \mathbb{R}^{k \times k}$ holds the first $k$ squares."
    ),
    proof=(
        Text("With the change of basis that belongs to the block matrix,"),
        chain(
            r"(I - B B^\top) U \Sigma^2 E",
            (r"U (I - E E^\top) U^\top U \Sigma^2 E", "the residual map in the eigenbasis"),
            (r"U (I - E E^\top) \Sigma^2 E", "the basis is orthogonal"),
            (r"U (E - E E^\top E) \Lambda", "the first columns select the first squares"),
            (r"0", "orthonormal columns"),
        ),
        Text(
            "This has the shape of the decoder, and is its condition. Without the change of basis the product need not vanish; in "
            "the plane, for instance,"
        ),
        chain(
            r"\begin{pmatrix} 0 & 0 \\ 0 & 1 \end{pmatrix} \begin{pmatrix} \frac{3}{5} & -\frac{4}{5} \\ \frac{4}{5} & \frac{3}{5} \end{pmatrix} "
            r"\begin{pmatrix} 2 & 0 \\ 0 & 1 \end{pmatrix} \begin{pmatrix} 1 \\ 0 \end{pmatrix}",
            (r"\begin{pmatrix} 0 \\ \frac{8}{5} \end{pmatrix}", "multiply out"),
        ),
        Text("whereas the source would have zero:"),
        FalseStatement(
            r"\begin{pmatrix} 0 & 0 \\ 0 & 1 \end{pmatrix} \begin{pmatrix} \frac{3}{5} & -\frac{4}{5} \\ \frac{4}{5} & \frac{3}{5} \end{pmatrix} "
            r"\begin{pmatrix} 2 & 0 \\ 0 & 1 \end{pmatrix} \begin{pmatrix} 1 \\ 0 \end{pmatrix}",
            r"\begin{pmatrix} 0 \\ 0 \end{pmatrix}",
        ),
    ),
    source="Question 1(b)(ii)",
)

ENTRIES = (
    norm,
    decoder,
    encoder,
    conditions,
    critical,
    components,
    spectrum,
    projector,
    covariance,
    blocks,
)
