"""Question 3: what attention costs, as it is, with a separable softmax, and with features."""

from hence.language.catalogue import Chain, Entry, Row, Text, chain

HOMEWORK = "IFT6135 H2022"
MATRICES = r"Let $\bm{Q}, \bm{K}, \bm{V} \in \mathbb{R}^{n \times d}$."
HEAD = r"\mathrm{softmax}_{\text{row}}((\bm{X} \bm{A}) (\bm{X} \bm{B})^\top) (\bm{X} \bm{C})"

product = Entry(
    id="ift6135.3.0",
    claims=("003.Q3.0",),
    title="Time and memory of a matrix product",
    homework=HOMEWORK,
    kind="complexity Theta",
    problem="How many operations and how much memory does the product of two matrices take, by its definition?",
    given=r"Let $\bm{A} \in \mathbb{R}^{p \times q}$ and $\bm{B} \in \mathbb{R}^{q \times r}$.",
    proof=(
        Text("Every entry of the product is a sum of as many products as there are columns on the left:"),
        chain(
            r"\operatorname{time}(\bm{A} \bm{B})",
            (r"p r (q + (q - 1))", "$q$ multiplications and one addition less for every entry"),
            (r"\Theta(p q r)", "additions are no more than multiplications"),
        ),
        chain(
            r"\operatorname{space}(\bm{A} \bm{B})",
            (r"p q + q r + p r", "two factors and the product"),
            (r"\Theta(p q + q r + p r)", "nothing else is stored"),
        ),
    ),
    source="Question 3, notation",
)

single = Entry(
    id="ift6135.3.1.single",
    claims=("003.Q3.1-i",),
    title="Time and memory of one attention head",
    homework=HOMEWORK,
    kind="complexity Theta",
    problem="What does one head of attention cost, for given queries, keys and values, and with their projections?",
    given=MATRICES
    + r" Let $\bm{X} \in \mathbb{R}^{n \times d}$ be the input and $\bm{A}, \bm{B}, \bm{C} \in \mathbb{R}^{d \times d}$ the weights of the projections.",
    proof=(
        Text(
            "The scores take the time of a product, their softmax only as much as they have entries, and the values a product again:"
        ),
        chain(r"\operatorname{time}(\bm{Q} \bm{K}^\top)", (r"\Theta(n^2 d)", "product")),
        chain(
            r"\operatorname{time}(\mathrm{softmax}_{\text{row}}(\bm{Q} \bm{K}^\top) \bm{V})",
            (r"\Theta(n^2 d)", "two products and a softmax"),
        ),
        chain(
            r"\operatorname{space}(\mathrm{softmax}_{\text{row}}(\bm{Q} \bm{K}^\top) \bm{V})",
            (r"\Theta(n^2 + n d)", "scores and weights; queries, keys, values and output"),
        ),
        Text("The projections add three products with square matrices, and the memory of these:"),
        chain(rf"\operatorname{{time}}({HEAD})", (r"\Theta(n^2 d + n d^2)", "projections")),
        chain(rf"\operatorname{{space}}({HEAD})", (r"\Theta(n^2 + n d + d^2)", "weights")),
    ),
    source="Question 3.1",
)

multiple = Entry(
    id="ift6135.3.1.multiple",
    claims=("003.Q3.1-ii", "003.Q3.1-iii"),
    title="Time and memory of several attention heads",
    homework=HOMEWORK,
    kind="complexity Theta",
    problem="Every head has full width, and the heads are computed one after the other. What do they cost together?",
    given=(
        r"Let $\bm{X} \in \mathbb{R}^{n \times d}$ be the input, $\bm{A}, \bm{B}, \bm{C} \in \mathbb{R}^{d \times d}$ the projections of one head, "
        r"$\bm{H} \in \mathbb{R}^{n \times h d}$ the outputs of all heads side by side, and $\bm{P} \in \mathbb{R}^{h d \times d}$ the weights of the output."
    ),
    proof=(
        Text("All heads, and the product that joins them, take"),
        chain(
            rf"h \operatorname{{time}}({HEAD}) + \operatorname{{time}}(\bm{{H}} \bm{{P}})",
            (r"\Theta(h n^2 d + h n d^2)", "scores and projections of every head, joined by a product"),
            (r"\Theta(h n d (n + d))", "common factor"),
        ),
        Text("The memory of one head is used again by the next; outputs, weights and the result stay:"),
        chain(
            rf"\operatorname{{space}}({HEAD}) + h \operatorname{{size}}({HEAD}) + 3 h d^2 + \operatorname{{size}}(\bm{{P}})",
            (r"\Theta(n^2 + h n d + h d^2)", "one square of scores; outputs and weights of all heads"),
        ),
        Text("If the scores of all heads were kept for a backward pass, this would be"),
        chain(
            rf"h \operatorname{{stored}}({HEAD})",
            (r"\Theta(h n^2 + h n d + h d^2)", "a square of scores for every head"),
        ),
    ),
    source="Question 3.1",
)

bottleneck = Entry(
    id="ift6135.3.1.bottleneck",
    claims=("003.Q3.1-iv",),
    title="The bottleneck of long sequences",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="Which part of the cost dominates when only the sequence gets longer?",
    given=r"Let $n, d, h \in \mathbb{N}$.",
    proof=(
        Text("Time and memory, each divided by the part that comes from the square matrix of scores:"),
        chain(r"\lim_{n \to \infty} \frac{h n^2 d + h n d^2}{h n^2 d}", ("1", "the projections grow linearly")),
        chain(r"\lim_{n \to \infty} \frac{n^2 + h n d + h d^2}{n^2}", ("1", "everything else grows linearly")),
        Text(r"What is left over is of smaller order. As $n \to \infty$, we have"),
        chain(r"h n d^2", (r"o(h n^2 d)", "the projections")),
        Text(r"and, as $n \to \infty$, we have"),
        chain(r"h n d + h d^2", (r"o(n^2)", "everything but the scores")),
    ),
    source="Question 3.1",
)

separable = Entry(
    id="ift6135.3.2.cost",
    claims=("003.Q3.2-vi",),
    title="Time and memory of separable attention",
    homework=HOMEWORK,
    kind="complexity Theta",
    problem="What does separable attention cost in either order of its products, and what does the better one gain?",
    given=r"Let $\bm{S}, \bm{T}, \bm{V} \in \mathbb{R}^{n \times d}$, the first two with softmax applied already.",
    proof=(
        Text("With the square matrix first:"),
        chain(
            r"\operatorname{time}((\bm{S} \bm{T}^\top) \bm{V})",
            (r"\Theta(n^2 d)", "two products with $n$ rows and columns"),
        ),
        chain(
            r"\operatorname{space}((\bm{S} \bm{T}^\top) \bm{V})", (r"\Theta(n^2 + n d)", "the square matrix is stored")
        ),
        Text("In the other order:"),
        chain(
            r"\operatorname{time}(\bm{S} (\bm{T}^\top \bm{V}))",
            (r"\Theta(n d^2)", "the inner product has $d$ rows and columns"),
        ),
        chain(r"\operatorname{space}(\bm{S} (\bm{T}^\top \bm{V}))", (r"\Theta(n d + d^2)", "no square of $n$ numbers")),
        Text("The gain in multiplications is the length of the sequence over the width:"),
        chain(
            r"\frac{\operatorname{multiplications}((\bm{S} \bm{T}^\top) \bm{V})}{\operatorname{multiplications}(\bm{S} (\bm{T}^\top \bm{V}))}",
            (r"\frac{2 n^2 d}{2 n d^2}", "count"),
            (r"\frac{n}{d}", "cancel"),
        ),
        Text(r"Suppose $n \gg d$. Then the first order costs more in every respect:"),
        Chain(r"n d^2", (Row(r"n^2 d", "a factor that tends to zero", r"\ll"),)),
        Chain(r"n d + d^2", (Row(r"n^2 + n d", "likewise", r"\ll"),)),
    ),
    source="Question 3.2",
)

features = Entry(
    id="ift6135.3.3.cost",
    claims=("003.Q3.3-iii",),
    title="Time and memory of attention with features",
    homework=HOMEWORK,
    kind="complexity Theta",
    problem="Attention is computed through $m$ features of every query and key. What does it cost?",
    given=(
        MATRICES + r" The features of a row are exponentials of its products with the columns of "
        r"$\bm{W} \in \mathbb{R}^{d \times m}$. Let $\bm{F} = \exp(\bm{Q} \bm{W})$ and $\bm{G} = \exp(\bm{K} \bm{W})$, and let "
        r"$\bm{O} = \mathrm{diag}(\bm{F} (\bm{G}^\top \bm{1}_n))^{-1} (\bm{F} (\bm{G}^\top \bm{V}))$ be the output."
    ),
    proof=(
        Text("The features take"),
        chain(r"\operatorname{time}(\bm{F})", (r"\Theta(n m d)", "a product and $n m$ exponentials")),
        Text("With them at hand, the sums over the keys and the products with the queries take"),
        chain(
            r"\operatorname{time}(\bm{F} (\bm{G}^\top \bm{V}))",
            (r"\Theta(n m d)", "two products"),
        ),
        chain(
            r"\operatorname{time}(\mathrm{diag}(\bm{F} (\bm{G}^\top \bm{1}_n))^{-1})",
            (r"\Theta(n m)", "two products with vectors, and $n$ divisions"),
        ),
        Text("and all of it together"),
        chain(r"\operatorname{time}(\bm{O})", (r"\Theta(n m d)", "the sum")),
        chain(
            r"\operatorname{space}(\bm{O})", (r"\Theta(n m + n d + m d)", "features, inputs and output, sums over keys")
        ),
    ),
    source="Question 3.3",
    remark="A product with a diagonal matrix is linear in the number of entries of the other factor.",
)

ENTRIES = (product, single, multiple, bottleneck, separable, features)
