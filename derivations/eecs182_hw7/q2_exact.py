"""Question 2(b): the exact minimum of the penalised linear autoencoder."""

from hence.derivations.experiments.autoencoders import penalised_minimum
from hence.language.catalogue import Entry, FalseStatement, Row, Text, Theorem, chain

HOMEWORK = "EECS 182 HW7"
OPTIMAL = (
    r"Let $\lambda > 0$, let $d \in \mathbb{R}^k$ with $d_i^2 < 1$, let $D = \mathrm{diag}(d)$, and let $a_i = \frac{\lambda}{1 - d_i^2}$ for "
    r"$i \in \{1, \dots, k\}$ be the $k$ largest variances: these are larger than $\lambda$. Let $b \in \mathbb{R}^l$ be the others, let "
    r"$U \in \mathbb{R}^{m \times k}$ and $Z \in \mathbb{R}^{m \times l}$ with $U^\top U = I$, $Z^\top Z = I$ and $U^\top Z = 0$ hold the principal "
    r"directions, and let $S = U \mathrm{diag}(a) U^\top + Z \mathrm{diag}(b) Z^\top$. Let $E \in \mathbb{R}^{k \times k}$ be orthogonal, "
    r"$W_2 = U D E^\top$ and $W_1 = E D U^\top$."
)

stationary = Entry(
    id="eecs182.7.2b.stationary",
    claims=("004.2b-5", "G29"),
    title="A pair at which the penalised loss is stationary",
    homework=HOMEWORK,
    kind="optimisation",
    problem=(
        "Shrink the first principal directions so that the square of each factor is one minus the ratio of penalty and variance, and turn the "
        "latent space. Show that both gradients of the penalised loss vanish, and compute the loss."
    ),
    given=OPTIMAL,
    proof=(
        Text("The product does not see the turn:"),
        chain(r"W_2 W_1", (r"U D^2 U^\top", "orthogonal turn")),
        Text("Up to a factor two, the gradient by the decoder is the difference of"),
        chain(
            r"(I - W_2 W_1) S W_1^\top",
            (r"(I - U D^2 U^\top) U \mathrm{diag}(a) D E^\top", "eigenvectors"),
            (r"\lambda U D E^\top", r"$a_i (1 - d_i^2) = \lambda$"),
            (r"\lambda W_2", "definition"),
        ),
        Text("and the same multiple of the decoder; that by the encoder vanishes likewise:"),
        chain(
            r"W_2^\top (I - W_2 W_1) S",
            (r"E D (I - D^2) \mathrm{diag}(a) U^\top", "eigenvectors"),
            (r"\lambda W_1", r"$a_i (1 - d_i^2) = \lambda$"),
        ),
        Text("The loss of the pair is"),
        chain(
            r"\operatorname{tr}((I - W_2 W_1) S (I - W_2 W_1)^\top) + \lambda \|W_1\|_F^2 + \lambda \|W_2\|_F^2",
            (
                r"\sum_{j=1}^{l} b_j + \sum_{i=1}^{k} a_i (1 - d_i^2)^2 + 2 \lambda \sum_{i=1}^{k} d_i^2",
                "orthonormal directions",
            ),
            (
                r"\sum_{j=1}^{l} b_j + \sum_{i=1}^{k} \left(2 \lambda - \frac{\lambda^2}{a_i}\right)",
                r"$1 - d_i^2 = \lambda / a_i$",
            ),
        ),
    ),
    source="Question 2(b), not solved exactly there",
)

bound = Entry(
    id="eecs182.7.2b.exact",
    claims=("004.2b-5", "G29"),
    title="No pair has a smaller penalised loss",
    homework=HOMEWORK,
    kind="optimisation",
    problem=(
        "Bound the penalised loss of any pair from below through the singular values of its product, and show that the pair above reaches the bound."
    ),
    given=(
        r"Let $\lambda > 0$ and $r \in \mathbb{R}^k$ with $r_i > 0$: the $k$ largest variances are $r_i^2$, in decreasing order, and the others are "
        r"$b \in \mathbb{R}^l$. Let $t \in \mathbb{R}^k$ and $x, y \in \mathbb{R}$. For a pair of matrices, the first stands for the singular values of its "
        r"product with the root of the covariance, in decreasing order, the second for the trace of its product with the covariance, and the third for the sum of the "
        r"singular values of its product. "
        r"Let $J = \sum_{i=1}^{k} r_i^2 + \sum_{j=1}^{l} b_j - 2 x + \sum_{i=1}^{k} t_i^2 + 2 \lambda y$. The penalised loss is at least $J$, since the "
        r"penalty of two factors is at least twice the sum of the singular values of their product."
    ),
    proof=(
        Theorem(
            "von Neumann's trace inequality",
            "The trace of a product of two matrices is at most the sum of the products of their singular values, both in decreasing order.",
            r"x \le \sum_{i=1}^{k} t_i r_i",
        ),
        Theorem(
            "Gelfand and Naimark on singular values of a product",
            "The sum of the singular values of a product is at least the sum of the products of those of the factors, one in decreasing and the other in "
            "increasing order.",
            r"y \ge \sum_{i=1}^{k} \frac{t_i}{r_i}",
        ),
        Text("Each singular value now counts for itself:"),
        chain(
            "J",
            Row(
                r"\sum_{i=1}^{k} r_i^2 + \sum_{j=1}^{l} b_j - 2 \sum_{i=1}^{k} t_i r_i + \sum_{i=1}^{k} t_i^2 + 2 \lambda \sum_{i=1}^{k} \frac{t_i}{r_i}",
                "the two theorems",
                r"\ge",
            ),
            (
                r"\sum_{i=1}^{k} \left(t_i - r_i + \frac{\lambda}{r_i}\right)^2 + \sum_{j=1}^{l} b_j + \sum_{i=1}^{k} \left(2 \lambda - \frac{\lambda^2}{r_i^2}\right)",
                "complete the square",
            ),
            Row(
                r"\sum_{j=1}^{l} b_j + \sum_{i=1}^{k} \left(2 \lambda - \frac{\lambda^2}{r_i^2}\right)",
                "squares are not negative",
                r"\ge",
            ),
        ),
        Text("For one direction this is a minimum in one variable. Let $s > 0$. Then"),
        chain(
            r"\min_{q} \left((1 - q)^2 s + 2 \lambda q\right)",
            (r"2 \lambda - \frac{\lambda^2}{s}", r"at $q = 1 - \lambda / s$"),
        ),
        Text("The penalty does not cost its full price per direction:"),
        FalseStatement(r"\min_{q} \left((1 - q)^2 s + 2 \lambda q\right)", r"2 \lambda"),
    ),
    experiment=penalised_minimum,
    source="Question 2(b), not solved exactly there",
    remark="That all minimisers have the form above is not shown here; the value is. For a penalty above a variance its direction is switched off.",
)

almost = Entry(
    id="eecs182.7.2b.almost",
    claims=("004.2b-4",),
    title="How far the decoder is from orthonormal columns",
    homework=HOMEWORK,
    kind="optimisation",
    problem=(
        "The source says that a small penalty forces all singular values of the decoder as close to one as possible. How close are they at the minimum?"
    ),
    given=OPTIMAL,
    proof=(
        chain(
            r"I - W_2^\top W_2",
            (r"I - E D U^\top U D E^\top", "definitions"),
            (r"E (I - D^2) E^\top", "orthonormal directions, orthogonal turn"),
            (r"\lambda E (\mathrm{diag}(a))^{-1} E^\top", r"$1 - d_i^2 = \lambda / a_i$"),
        ),
        Text(
            "The squared singular values fall short of one by the ratio of penalty and variance: they are smaller than one, and closest to it where the "
            "variance is largest. Orthonormal columns are reached only in the limit of no penalty:"
        ),
        FalseStatement(r"W_2^\top W_2", "I"),
        chain(
            r"\|I - W_2^\top W_2\|_F^2",
            (r"\lambda^2 \sum_{i=1}^{k} \frac{1}{a_i^2}", "an orthogonal turn keeps the norm"),
        ),
    ),
    source="Question 2(b)",
)

ENTRIES = (stationary, bound, almost)
