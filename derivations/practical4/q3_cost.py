"""Part 3: what efficient forms of attention cost."""

from hence.language.catalogue import Entry, FalseStatement, Text, chain

HOMEWORK = "Practical No. 4"

linformer = Entry(
    id="practical4.3g.1.cost",
    claims=("001.3g-Q1-ii",),
    title="Time and memory of attention with projected keys",
    homework=HOMEWORK,
    kind="complexity Theta",
    problem="Keys and values are projected from the length of the sequence to a smaller number $k$ of rows. What does this change?",
    given=(
        r"Let $Q, K, V \in \mathbb{R}^{n \times d}$ be queries, keys and values, and let $E \in \mathbb{R}^{k \times n}$ be a projection. Let "
        r"$A, B \in \mathbb{R}^{k \times d}$ be the projected keys and values."
    ),
    proof=(
        Text("Attention to all positions takes"),
        chain(
            r"\operatorname{time}(\mathrm{softmax}_{\text{row}}(Q K^\top) V)", (r"\Theta(n^2 d)", "a square of scores")
        ),
        chain(r"\operatorname{size}(Q K^\top)", (r"\Theta(n^2)", "a square of scores")),
        Text("With projected keys and values this becomes"),
        chain(
            r"\operatorname{time}(\mathrm{softmax}_{\text{row}}(Q A^\top) B)",
            (r"\Theta(n k d)", "$k$ columns of scores"),
        ),
        chain(r"\operatorname{time}(E K)", (r"\Theta(n k d)", "the projection itself")),
        chain(r"\operatorname{size}(Q A^\top)", (r"\Theta(n k)", "$k$ columns of scores")),
        Text("The source gives the same bound for the time, without the width."),
        FalseStatement(
            r"\operatorname{time}(\mathrm{softmax}_{\text{row}}(Q A^\top) B)",
            r"O(n k)",
            comment="That is the memory; it is the time only for a fixed width.",
        ),
        Text(r"Let $d$ be a constant. Then"),
        chain(r"n k d", (r"\Theta(n k)", "fixed width")),
    ),
    source="Part 3, g), question 1",
    remark="The source speaks of time and computation where it means time and memory.",
)

bigbird = Entry(
    id="practical4.3g.2",
    claims=("001.3g-Q2",),
    title="Sparse attention has linearly many pairs",
    homework=HOMEWORK,
    kind="complexity Theta",
    problem="Every token attends to $g$ global, $w$ neighbouring and $r$ random tokens, and $g$ tokens attend to all. How many pairs are there?",
    given=r"Let $n, g, w, r \in \mathbb{N}$, where $g$, $w$ and $r$ are constants.",
    proof=(
        Text("At most, since some of these may coincide, there are"),
        chain(
            r"\sum_{i=1}^{n} (g + w + r) + \sum_{i=1}^{g} n",
            (r"n (2 g + w + r)", "rows of all tokens, and full rows of the global ones"),
            (r"\Theta(n)", "constant numbers of tokens"),
        ),
        Text("pairs of queries and keys. Attention to all tokens has"),
        chain(r"\sum_{i=1}^{n} \sum_{j=1}^{n} 1", (r"n^2", "all pairs"), (r"\Theta(n^2)", "a square")),
    ),
    source="Part 3, g), question 2",
)

performer = Entry(
    id="practical4.3h.1",
    claims=("001.3h-Q1",),
    title="Attention with random features is linear in the length",
    homework=HOMEWORK,
    kind="complexity Theta",
    problem="The source calls attention with random features nearly linear in time and less than quadratic in memory. Can more be said?",
    given=(
        r"Let $Q, K, V \in \mathbb{R}^{n \times d}$, and let $W \in \mathbb{R}^{d \times m}$ hold random directions. Let $Y = \exp(Q W)$ and $Z = \exp(K W)$ be "
        r"the features, and let $O = \mathrm{diag}(Y (Z^\top \bm{1}_n))^{-1} (Y (Z^\top V))$ be the output."
    ),
    proof=(
        chain(r"\operatorname{time}(O)", (r"\Theta(n m d)", "features, sums over keys, products with queries")),
        chain(r"\operatorname{space}(O)", (r"\Theta(n m + n d + m d)", "features, inputs and output, sums over keys")),
        Text(r"Let $m$ and $d$ be constants. Then both are linear:"),
        chain(r"n m d", (r"\Theta(n)", "fixed widths")),
        chain(r"n m + n d + m d", (r"\Theta(n)", "fixed widths")),
    ),
    source="Part 3, h), question 1",
)

ENTRIES = (linformer, bigbird, performer)
