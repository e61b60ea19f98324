"""Question 1.3(a, b): self-attention with tokens in columns, and sinusoidal positions."""

from hence.language.catalogue import Entry, FalseStatement, Row, Text, chain

HOMEWORK = "Deep Learning HW3"
PAIRS = r"Let $E_k \in \mathbb{R}^{d \times 2}$ with $E_k^\top E_l = \delta_{kl} I$ for every $k$ and $l$ place pair $k$ of coordinates, "

projections = Entry(
    id="hw3.1.3a",
    claims=("002.1.3a",),
    title="Self-attention when projections act from the left",
    homework=HOMEWORK,
    kind="equality chain",
    problem="Queries, keys and values are projections of one matrix whose columns are tokens. Write a head.",
    given=(
        r"Let $C \in \mathbb{R}^{r \times n}$ hold the tokens in its columns, let $A, B, D \in \mathbb{R}^{d \times r}$, and let "
        r"$Q = A C$, $K = B C$ and $V = D C$."
    ),
    proof=(
        Text("Attention for tokens in rows, applied to the transposes, and transposed back:"),
        chain(
            r"\left(\mathrm{softmax}_{\text{row}}\left(\frac{(C^\top A^\top) (C^\top B^\top)^\top}{\sqrt{d}}\right) C^\top D^\top\right)^\top",
            (
                r"\left(\mathrm{softmax}_{\text{row}}\left(\frac{Q^\top K}{\sqrt{d}}\right) V^\top\right)^\top",
                "definitions",
            ),
            (r"V \mathrm{softmax}_{\text{col}}\left(\frac{K^\top Q}{\sqrt{d}}\right)", "transpose"),
        ),
        Text("The formula of the source compares coordinates with coordinates instead of tokens with tokens:"),
        FalseStatement(
            r"\mathrm{softmax}_{\text{row}}\left(\frac{Q K^\top}{\sqrt{d}}\right) V",
            r"V \mathrm{softmax}_{\text{col}}\left(\frac{K^\top Q}{\sqrt{d}}\right)",
            "=",
            "Both sides have the same shape here, so no shape check would notice.",
        ),
    ),
    source="Question 1.3(a)",
)

equivariance = Entry(
    id="hw3.1.3b.equivariance",
    claims=("002.1.3b-eq",),
    title="Without position codes self-attention does not see the order",
    homework=HOMEWORK,
    kind="equality chain",
    problem="Show that self-attention without position codes is permutation equivariant: reordered tokens give reordered outputs.",
    given=(
        r"Let $X \in \mathbb{R}^{n \times d}$ hold the tokens in its rows, let $W_q, W_k \in \mathbb{R}^{d \times m}$ and "
        r"$W_v \in \mathbb{R}^{d \times h}$, let $S = X W_q W_k^\top X^\top$, and let $\Pi \in \mathbb{R}^{n \times n}$ be a permutation matrix."
    ),
    proof=(
        Text(
            "A permutation matrix is orthogonal, and a softmax over a row does not ask in which order its entries come:"
        ),
        chain(r"\Pi^\top \Pi", ("I", "each row and each column has one 1")),
        chain(
            r"\mathrm{softmax}_{\text{row}}(\Pi S \Pi^\top)",
            (r"\Pi \mathrm{softmax}_{\text{row}}(S) \Pi^\top", "the sum below the fraction is taken in another order"),
        ),
        Text("So for the tokens in another order"),
        chain(
            r"\mathrm{softmax}_{\text{row}}\left((\Pi X W_q) (\Pi X W_k)^\top\right) \Pi X W_v",
            (r"\mathrm{softmax}_{\text{row}}(\Pi S \Pi^\top) \Pi X W_v", "definition of $S$"),
            (r"\Pi \mathrm{softmax}_{\text{row}}(S) \Pi^\top \Pi X W_v", "second line"),
            (r"\Pi \mathrm{softmax}_{\text{row}}(S) X W_v", "first line"),
        ),
        Text("The outputs are the old ones in the new order; they are not the old ones themselves:"),
        FalseStatement(
            r"\mathrm{softmax}_{\text{row}}\left((\Pi X W_q) (\Pi X W_k)^\top\right) \Pi X W_v",
            r"\mathrm{softmax}_{\text{row}}(S) X W_v",
            "=",
            "Attention is equivariant, not invariant; an average over the tokens would be invariant.",
        ),
    ),
    source="Question 1.3(b), stated there in words",
    remark="This is why a task that depends on the order needs position codes, and one about sets does not.",
)

rotation = Entry(
    id="hw3.1.3b.rotation",
    claims=("002.1.3b-rot",),
    title="Moving on by some positions is a rotation",
    homework=HOMEWORK,
    kind="equality chain",
    problem=(
        "Show that the sinusoidal code of a later position is an orthogonal matrix times the code of the earlier one, and "
        "that the matrix depends on the distance only."
    ),
    given=(
        r"Let $w, t, s \in \mathbb{R}$: a frequency, a position and a distance. The pair of coordinates with frequency $w$ is "
        r"$\sin(w t)$ and $\cos(w t)$."
    ),
    proof=(
        Text("One pair first. The code of the later position is"),
        chain(
            r"\sin(w (t + s))",
            (r"\cos(w s) \sin(w t) + \sin(w s) \cos(w t)", "angle addition"),
        ),
        chain(
            r"\cos(w (t + s))",
            (r"-\sin(w s) \sin(w t) + \cos(w s) \cos(w t)", "angle addition"),
        ),
        Text(
            "which is a matrix with the entries $\\cos(w s)$, $\\sin(w s)$, times the pair. That matrix is orthogonal:"
        ),
        chain(
            r"\begin{pmatrix} \cos(w s) & \sin(w s) \\ -\sin(w s) & \cos(w s) \end{pmatrix}^\top"
            r" \begin{pmatrix} \cos(w s) & \sin(w s) \\ -\sin(w s) & \cos(w s) \end{pmatrix}",
            (
                r"\begin{pmatrix} \cos(w s)^2 + \sin(w s)^2 & 0 \\ 0 & \cos(w s)^2 + \sin(w s)^2 \end{pmatrix}",
                "multiply",
            ),
        ),
        chain(r"\cos(w s)^2 + \sin(w s)^2", (r"1", "Pythagoras")),
        Text(
            r"All pairs together. "
            + PAIRS
            + r"let $B_k \in \mathbb{R}^{2 \times 2}$ be the matrix above for pair $k$, with "
            r"$B_k^\top B_k = I$ for every $k$, let $p_k \in \mathbb{R}^2$ be pair $k$ of the earlier code and $r_k = B_k p_k$ that of the later "
            r"one. Let $R = \sum_{k=1}^{m} E_k B_k E_k^\top$ and $P = \sum_{k=1}^{m} E_k p_k$. Then"
        ),
        chain(
            r"R P",
            (r"\sum_{k=1}^{m} E_k B_k p_k", "pairs occupy different coordinates"),
            (r"\sum_{k=1}^{m} E_k r_k", "one pair"),
        ),
        Text(
            "is the code of the later position, with a matrix in which the earlier position does not occur. Nothing but the blocks "
            r"was used of the pairs, so this is what the matrix does to any vector, and it keeps the norm of all of them:"
        ),
        chain(
            r"\left\|\sum_{k=1}^{m} E_k r_k\right\|^2",
            (r"\sum_{k=1}^{m} r_k^\top r_k", "pairs occupy different coordinates"),
            (r"\sum_{k=1}^{m} p_k^\top B_k^\top B_k p_k", "one pair"),
            (r"\sum_{k=1}^{m} p_k^\top p_k", "each block is orthogonal"),
            (r"\|P\|^2", "pairs occupy different coordinates"),
        ),
        Text("A linear map that keeps all norms is orthogonal."),
    ),
    source="Question 1.3(b); the property that makes relative positions linear",
)

inner = Entry(
    id="hw3.1.3b.inner",
    claims=("002.1.3b-inner",),
    title="Inner products and distances of position codes",
    homework=HOMEWORK,
    kind="equality chain",
    problem="Find the inner product, the norms and the distance of two sinusoidal codes.",
    given=r"Let $w, t, s \in \mathbb{R}$: a frequency and two positions.",
    proof=(
        Text("One pair first:"),
        chain(
            r"\sin(w t) \sin(w s) + \cos(w t) \cos(w s)",
            (r"\cos(w (t - s))", "angle addition"),
        ),
        chain(r"\sin(w t)^2 + \cos(w t)^2", (r"1", "Pythagoras")),
        chain(
            r"2 - 2 \cos(w (t - s))",
            (r"4 \sin\left(\frac{w (t - s)}{2}\right)^2", "half angle"),
        ),
        Text(
            r"All pairs together. "
            + PAIRS
            + r"let $p_k, r_k \in \mathbb{R}^2$ be the pairs of the two codes, and let $c_k$ be the cosine "
            r"above for frequency $k$. By what was found for one pair, we may assume $p_k^\top r_k = c_k$ for every $k$. "
            r"Likewise assume $p_k^\top p_k = 1$ for every $k$. Assume $r_k^\top r_k = 1$ for every $k$. "
            r"Let $P = \sum_{k=1}^{m} E_k p_k$ and $R = \sum_{k=1}^{m} E_k r_k$. Then"
        ),
        chain(
            r"P^\top R",
            (r"\sum_{k=1}^{m} p_k^\top r_k", "pairs occupy different coordinates"),
            (r"\sum_{k=1}^{m} c_k", "one pair"),
        ),
        chain(
            r"\|P\|^2",
            (r"\sum_{k=1}^{m} p_k^\top p_k", "pairs occupy different coordinates"),
            (r"m", "each pair has norm one"),
        ),
        Text("half the dimension, and"),
        chain(
            r"\|P - R\|^2",
            (r"\|P\|^2 - 2 P^\top R + \|R\|^2", "expand"),
            (r"\sum_{k=1}^{m} (2 - 2 c_k)", "the three sums above"),
        ),
        Text("where each term is four times the squared sine of half the angle, as found for one pair."),
    ),
    source="Question 1.3(b)",
)

smooth = Entry(
    id="hw3.1.3b.smooth",
    claims=("002.1.3b-smooth",),
    title="Differences of position codes are not monotone",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem=(
        "Do the differences between two sinusoidal codes fall from one pair of coordinates to the next? Does the distance grow "
        "with the number of positions between?"
    ),
    given=r"Let $w, t, s \in \mathbb{R}$: a frequency and two positions.",
    proof=(
        Text("The squared difference of one pair depends on the angle between the positions only:"),
        chain(
            r"(\sin(w t) - \sin(w s))^2 + (\cos(w t) - \cos(w s))^2",
            (r"2 - 2 (\sin(w t) \sin(w s) + \cos(w t) \cos(w s))", "expand, Pythagoras"),
            (r"2 - 2 \cos(w (t - s))", "angle addition"),
            (r"4 \sin\left(\frac{w (t - s)}{2}\right)^2", "half angle"),
        ),
        Text(
            "A squared sine rises only up to a right angle. In sixteen dimensions the frequencies are the powers of one over the root "
            "of ten. Six positions apart, the difference of the first pair is not the larger one of the first two:"
        ),
        FalseStatement(
            r"4 \sin(3)^2",
            r"4 \sin\left(\frac{3}{\sqrt{10}}\right)^2",
            r"\ge",
            "Pairs come in falling order only once their angle is below a half turn.",
        ),
        Text("Nor does the distance of all eight pairs grow from three positions to six:"),
        FalseStatement(
            r"4 \sum_{k=0}^{7} \sin\left(\frac{3}{2} \cdot 10^{-k/2}\right)^2",
            r"4 \sum_{k=0}^{7} \sin\left(\frac{6}{2} \cdot 10^{-k/2}\right)^2",
            r"\le",
            "The fast pairs have come round again.",
        ),
    ),
    source="Question 1.3(b)",
)

frequencies = Entry(
    id="hw3.1.3b.frequencies",
    claims=("002.1.3b-freq",),
    title="The first pair of coordinates turns fastest",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="Compare the frequencies of the pairs of coordinates of sinusoidal positions.",
    given=r"Let $d \ge 2$ be an integer, and let $w_k = 10000^{-2k/d}$ for $k \ge 0$ be the frequency of pair $k$.",
    proof=(
        Text("From one pair to the next the frequency is multiplied by the same factor, which is smaller than one:"),
        chain(r"\frac{w_{k+1}}{w_k}", (r"10000^{-2/d}", "subtract exponents"), Row("1", "negative exponent", "<")),
        Text("so the frequencies decrease"),
        chain(r"w_{k+1}", Row(r"w_k", "the factor", "<")),
        Text("from the first on:"),
        chain(r"w_0", ("1", "exponent zero")),
    ),
    source="Question 1.3(b)",
    remark="In binary counting it is the last digit that changes fastest; here it is the first pair.",
)

ENTRIES = (projections, equivariance, rotation, inner, smooth, frequencies)
