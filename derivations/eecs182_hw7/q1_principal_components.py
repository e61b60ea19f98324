"""Question 1(b)(ii): principal components as critical points of the linear autoencoder."""

from hence.language.catalogue import Entry, FalseStatement, Text, chain

HOMEWORK = "EECS 182 HW7"
SPECTRUM = (
    r"Let $\sigma \in \mathbb{R}^r$ with $\sigma_i > 0$, let $u_i \in \mathbb{R}^m$ and $v_i \in \mathbb{R}^n$ for "
    r"$i \in \{1, \dots, r\}$ with $u_i^\top u_j = \delta_{ij}$ and $v_i^\top v_j = \delta_{ij}$, and let "
    r"$X = \sqrt{n} \sum_{i=1}^{r} \sigma_i u_i v_i^\top$ be the singular value decomposition of the data."
)
BASIS = (
    r"Let $U \in \mathbb{R}^{m \times m}$ be orthogonal, let $E \in \mathbb{R}^{m \times k}$ with $E^\top E = I$ hold the "
    r"first $k$ columns of the identity, and let $B = U E$ hold the first $k$ principal components."
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

ENTRIES = (components, spectrum, projector, covariance, blocks)
