"""Question 1.5: images as sequences of patches."""

from hence.language.catalogue import Entry, Text, chain

HOMEWORK = "Deep Learning HW3"

patches = Entry(
    id="hw3.1.5a",
    claims=("002.1.5a-i",),
    title="Embedding patches is a convolution with stride",
    homework=HOMEWORK,
    kind="equality chain",
    problem=(
        "Show that cutting an image into square patches, flattening them and applying one linear map is a convolution whose "
        "stride is its kernel size, and count the tokens."
    ),
    given=(
        r"Let $X_{cij} \in \mathbb{R}$ be the image with channels $c \in \{1, \dots, C\}$, let $P$ be the side of a patch, and let "
        r"$K_{cab} \in \mathbb{R}$ be the kernel of one output channel. Flattening numbers the pixels of a patch: let "
        r"$u_{ab} \in \mathbb{R}^m$ with $u_{ab}^\top u_{rs} = \delta_{ar} \delta_{bs}, \forall a, b, r, s$ be the unit vector of the pixel "
        r"in row $a$ and column $b$."
    ),
    proof=(
        Text(
            r"Let $z_c = \sum_{a=1}^{P} \sum_{b=1}^{P} X_{c,(i-1)P+a,(j-1)P+b} u_{ab}$ be channel $c$ of the flattened patch in row $i$ and "
            r"column $j$ of the grid of patches, and $w_c = \sum_{a=1}^{P} \sum_{b=1}^{P} K_{cab} u_{ab}$ that of the flattened kernel. The "
            r"channels stand one after the other, so the linear map returns"
        ),
        chain(
            r"\sum_{c=1}^{C} w_c^\top z_c",
            (
                r"\sum_{c=1}^{C} \sum_{a=1}^{P} \sum_{b=1}^{P} K_{cab} X_{c,(i-1)P+a,(j-1)P+b}",
                "different pixels have orthogonal unit vectors",
            ),
        ),
        Text(
            r"which is the convolution with kernel size and stride $P$ at place $i, j$. An image of height $H$ and width $W$ gives"
        ),
        chain(r"\frac{H}{P} \cdot \frac{W}{P}", (r"\frac{H W}{P^2}", "patches per column times patches per row")),
        Text("tokens, where the side of a patch divides both."),
    ),
    source="Question 1.5(a)",
)

ENTRIES = (patches,)
