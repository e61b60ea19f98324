"""Question 1.4: how far information travels between two positions."""

from hence.language.catalogue import Entry, FalseStatement, Text, chain

HOMEWORK = "Deep Learning HW3"

path_length = Entry(
    id="hw3.1.4a.paths",
    claims=("002.1.4a",),
    title="Path lengths in attention and in recurrent networks",
    homework=HOMEWORK,
    kind="complexity Theta",
    problem="Through how many steps must information pass between two positions, and is that a time?",
    given=(
        r"Let $p_0 = 0$ and $p_j = p_{j-1} + 1$ for $j \ge 1$ be the number of steps by which a recurrent network passes on what it saw $j$ positions ago. "
        r"Let $q, k \in \mathbb{R}^d$ be the query and the key of two positions."
    ),
    proof=(
        Text("A recurrent network passes everything on one position at a time:"),
        chain(r"p_m", (r"m", "by induction"), (r"\Theta(m)", "the distance")),
        Text("A layer of attention connects any two positions directly, so that the path has the length one:"),
        chain("1", (r"O(1)", "a constant")),
        Text("The source calls this a time. But relating two positions takes the time of an inner product."),
        FalseStatement(
            r"\operatorname{time}(q^\top k)", r"O(1)", comment="What does not grow is the length of the path."
        ),
    ),
    source="Question 1.4(a)",
)

ENTRIES = (path_length,)
