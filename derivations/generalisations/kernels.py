"""Polynomial kernels as inner products of finite features."""

from hence.language.catalogue import Entry, Text, chain

HOMEWORK = "Generalisations"

polynomial = Entry(
    id="general.features.polynomial",
    claims=("G7",),
    title="Features of polynomial kernels: degrees two and three, and one degree more",
    homework=HOMEWORK,
    kind="equality chain",
    problem=(
        "Write the kernel that is a power of one plus an inner product as an inner product of features: for the square and the cube, and for any degree "
        "from the features of the degree before it."
    ),
    given=(
        r"Let $q, k \in \mathbb{R}^D$. Let $p \ge 1$ be an integer and let $f, g \in \mathbb{R}^m$, the features of the query and of the key "
        r"for the degree $p$, satisfy $f^\top g = (1 + q^\top k)^p$."
    ),
    proof=(
        Text(
            "The square is made of a constant, the coordinates and their products. Products that occur twice come together, with a factor of two:"
        ),
        chain(
            r"(1 + q^\top k)^2",
            (
                r"1 + 2 \sum_{i=1}^{D} q_i k_i + \sum_{i=1}^{D} \sum_{j=1}^{D} (q_i q_j) (k_i k_j)",
                "expand",
            ),
            (
                r"1 + \sum_{i=1}^{D} (\sqrt{2} q_i) (\sqrt{2} k_i) + \sum_{i=1}^{D} q_i^2 k_i^2"
                r" + \sum_{i=1}^{D} \sum_{j=1}^{i-1} (\sqrt{2} q_i q_j) (\sqrt{2} k_i k_j)",
                "each pair of different indices occurs twice",
            ),
        ),
        Text("The cube has the products of three coordinates as well:"),
        chain(
            r"(1 + q^\top k)^3",
            (
                r"1 + 3 \sum_{i=1}^{D} q_i k_i + 3 \sum_{i=1}^{D} \sum_{j=1}^{D} (q_i q_j) (k_i k_j)"
                r" + \sum_{i=1}^{D} \sum_{j=1}^{D} \sum_{l=1}^{D} (q_i q_j q_l) (k_i k_j k_l)",
                "expand",
            ),
        ),
        Text(
            "For one degree more, keep the features and add each of them times each coordinate. Their inner product is"
        ),
        chain(
            r"\sum_{a=1}^{m} f_a g_a + \sum_{a=1}^{m} \sum_{i=1}^{D} (f_a q_i) (g_a k_i)",
            (r"f^\top g (1 + q^\top k)", "factor"),
            (r"(1 + q^\top k)^p (1 + q^\top k)", "the features of the degree before"),
        ),
        Text("In the degree three, features that are products of the same coordinates may be joined as above."),
    ),
    source="After EECS 182 HW7, question 5",
)

ENTRIES = (polynomial,)
