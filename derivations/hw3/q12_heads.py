"""Question 1.2: several heads, and what they have in common with grouped convolutions."""

from hence.language.catalogue import Entry, FalseStatement, Text, chain

HOMEWORK = "Deep Learning HW3"

one_head = Entry(
    id="hw3.1.2a",
    claims=("002.1.2a-i",),
    title="The softmax goes around the scores only",
    homework=HOMEWORK,
    kind="equality chain",
    problem="Write one attention head. Do the values belong inside the softmax?",
    given=(
        r"Let $Q \in \mathbb{R}^{n \times d}$, $K \in \mathbb{R}^{m \times d}$ and $V \in \mathbb{R}^{m \times t}$ be the queries, "
        r"keys and values of one head."
    ),
    proof=(
        Text("A head forms means of its values. Where they are all equal, to five say, it must return five:"),
        chain(
            r"\mathrm{softmax}_{\text{row}}\left(\frac{Q K^\top}{\sqrt{d}}\right) (5 \cdot \bm{1})",
            (r"5 \cdot \bm{1}", "the weights of a row add up to one"),
        ),
        Text("With the values inside, every output row adds up to one, whatever the values are:"),
        chain(
            r"\mathrm{softmax}_{\text{row}}\left(\frac{Q K^\top}{\sqrt{d}} V\right) \bm{1}",
            (r"\bm{1}", "rows of a softmax add up to one"),
        ),
        Text("so the two are not the same:"),
        FalseStatement(
            r"\mathrm{softmax}_{\text{row}}\left(\frac{Q K^\top}{\sqrt{d}} V\right)",
            r"\mathrm{softmax}_{\text{row}}\left(\frac{Q K^\top}{\sqrt{d}}\right) V",
            "=",
            "The parenthesis of the source closes too late.",
        ),
    ),
    source="Question 1.2(a)",
)

output_map = Entry(
    id="hw3.1.2a.output",
    claims=("002.1.2a-ii",),
    title="Joined heads and the output map",
    homework=HOMEWORK,
    kind="equality chain",
    problem="The heads are put side by side and multiplied by an output matrix. Write the result as a sum over heads.",
    given=(r"Let $M \in \mathbb{R}^{g \times g}$ be the output matrix, where $g$ is the width of all heads together."),
    proof=(
        Text(
            r"Joining alone is not multi-head attention. For heads side by side in $N \in \mathbb{R}^{n \times g}$, the output "
            r"matrix makes a difference."
        ),
        FalseStatement(r"N M", r"N", "=", "Without the output matrix the heads never mix."),
        Text(
            r"Let $A_i \in \mathbb{R}^{n \times c}$ for $i \in \{1, \dots, h\}$ be the outputs of the heads, and let "
            r"$E_i \in \mathbb{R}^{c \times g}$ place head $i$ in its own columns. Let $H = \sum_{i=1}^{h} A_i E_i$ be the heads "
            r"side by side. The output matrix adds the heads up, each through its own block $E_i M$ of rows:"
        ),
        chain(r"H M", (r"\sum_{i=1}^{h} A_i (E_i M)", "distribute")),
    ),
    source="Question 1.2(a)",
)

groups = Entry(
    id="hw3.1.2b",
    claims=("002.1.2b",),
    title="A grouped convolution mixes channels block by block",
    homework=HOMEWORK,
    kind="equality chain",
    problem="Compare the groups of a one-dimensional convolution with the heads of attention.",
    given=r"Let $x \in \mathbb{R}^u$ be a token with $u$ channels.",
    proof=(
        Text(
            r"A head has a projection $M \in \mathbb{R}^{c \times u}$ that reads every channel. To let it see only those channels "
            r"that the columns of $S \in \mathbb{R}^{u \times r}$ with $S^\top S = I$ select would change it:"
        ),
        FalseStatement(
            r"M x", r"M S S^\top x", "=", "Heads differ by their projections, not by the channels that they may see."
        ),
        Text(
            r"A group does see only its own channels. Let $x_t \in \mathbb{R}^u$ be the input at position $t$, let "
            r"$E_g \in \mathbb{R}^{u \times r}$ mark the input channels of group $g \in \{1, \dots, G\}$ and "
            r"$D_g \in \mathbb{R}^{v \times c}$ its output channels, and let $A_{g,o} \in \mathbb{R}^{c \times r}$ be its kernel at offset "
            r"$o$. Let $B_o = \sum_{g=1}^{G} D_g A_{g,o} E_g^\top$ be the block-diagonal kernel. Its convolution is"
        ),
        chain(
            r"\sum_{o=1}^{k} B_o x_{t+o}",
            (r"\sum_{o=1}^{k} \sum_{g=1}^{G} D_g A_{g,o} E_g^\top x_{t+o}", "definition"),
            (r"\sum_{g=1}^{G} D_g \left(\sum_{o=1}^{k} A_{g,o} (E_g^\top x_{t+o})\right)", "group by group"),
        ),
        Text(
            "that is, a convolution of the channels of each group at all positions of the window, put in the output channels of that "
            "group."
        ),
    ),
    source="Question 1.2(b)",
)

ENTRIES = (one_head, output_map, groups)
