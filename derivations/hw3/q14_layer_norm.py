"""Question 1.4(e): layer normalisation."""

from hence.language.catalogue import Entry, Text, chain

HOMEWORK = "Deep Learning HW3"
TOKEN = (
    r"Let $x \in \mathbb{R}^d$ be a token, let $m = \frac{1}{d} \sum_{i=1}^{d} x_i$ be its mean, and let "
    r"$s = \sqrt{\frac{1}{d} \sum_{i=1}^{d} (x_i - m)^2}$ with $s > 0$ be its standard deviation. "
)
NORMALISED = TOKEN + r"Let $y = \frac{x - m \bm{1}}{s}$ be the normalised token."

moments = Entry(
    id="hw3.1.4e",
    claims=("002.1.4e-i",),
    title="A normalised token has mean zero and variance one",
    homework=HOMEWORK,
    kind="equality chain",
    problem="Find mean, variance and norm of a token after layer normalisation.",
    given=NORMALISED,
    proof=(
        chain(
            r"\frac{1}{d} \sum_{i=1}^{d} y_i",
            (r"\frac{1}{s} \left(\frac{1}{d} \sum_{i=1}^{d} x_i - m\right)", "linearity"),
            (r"0", "definition of the mean"),
        ),
        chain(
            r"\frac{1}{d} \sum_{i=1}^{d} y_i^2",
            (r"\frac{1}{s^2} \cdot \frac{1}{d} \sum_{i=1}^{d} (x_i - m)^2", "definition"),
            (r"1", "definition of the standard deviation"),
        ),
        Text("Hence"),
        chain(r"y^\top y", (r"d", "multiply the variance by the dimension")),
        Text(r"and a vector $z \in \mathbb{R}^d$ with $z^\top z = d$, as $y$ is, has the norm"),
        chain(r"\|z\|", (r"\sqrt{z^\top z}", "definition"), (r"\sqrt{d}", "the square is the dimension")),
        Text(
            r"The learnable scale $a \in \mathbb{R}^d$ and shift $b \in \mathbb{R}^d$ are vectors, and act coordinate by coordinate:"
        ),
        chain(r"a \odot y + b", (r"\mathrm{diag}(a) y + b", "a diagonal matrix")),
    ),
    source="Question 1.4(e)",
)

invariance = Entry(
    id="hw3.1.4e.invariance",
    claims=("002.1.4e-ii",),
    title="Layer normalisation forgets scale and shift",
    homework=HOMEWORK,
    kind="equality chain",
    problem="What does layer normalisation do to a token that is scaled and shifted?",
    given=TOKEN + r"Let $\alpha > 0$ and $c \in \mathbb{R}$.",
    proof=(
        Text(
            r"A positive factor first: let $z = \alpha x + c \bm{1}$, let $\mu = \frac{1}{d} \sum_{i=1}^{d} z_i$, and let "
            r"$r = \sqrt{\frac{1}{d} \sum_{i=1}^{d} (z_i - \mu)^2}$. Then"
        ),
        chain(r"\mu", (r"\alpha m + c", "linearity")),
        chain(r"r", (r"\alpha s", "the shift cancels, the factor leaves the root")),
        chain(
            r"\frac{z - \mu \bm{1}}{r}",
            (r"\frac{\alpha x - \alpha m \bm{1}}{\alpha s}", "the two lines above"),
            (r"\frac{x - m \bm{1}}{s}", "cancel"),
        ),
        Text(
            r"Now a negative factor: let $v = -\alpha x + c \bm{1}$, let $\nu = \frac{1}{d} \sum_{i=1}^{d} v_i$, and let "
            r"$u = \sqrt{\frac{1}{d} \sum_{i=1}^{d} (v_i - \nu)^2}$. Then"
        ),
        chain(r"u", (r"\alpha s", "the root is positive")),
        chain(
            r"\frac{v - \nu \bm{1}}{u}",
            (r"-\frac{x - m \bm{1}}{s}", "as before, with a change of sign"),
        ),
        Text("In both cases the normalised token is multiplied by the sign of the factor."),
    ),
    source="Question 1.4(e)",
)

jacobian = Entry(
    id="hw3.1.4e.jacobian",
    claims=("002.1.4e-iii", "G15"),
    title="The Jacobian of layer normalisation is a scaled projector",
    homework=HOMEWORK,
    kind="gradient",
    problem="Differentiate layer normalisation, and find which directions it does not let through.",
    given=NORMALISED,
    proof=(
        chain(r"\frac{\partial s}{\partial x_j}", (r"\frac{1}{d} y_j", "derivative of the root")),
        chain(
            r"\frac{\partial y}{\partial x}",
            (
                r"\frac{1}{s} \left(I - \frac{1}{d} \bm{1} \bm{1}^\top - \frac{1}{d} y y^\top\right)",
                "quotient rule",
            ),
        ),
        Text(
            r"Let $P = I - \frac{1}{d} \bm{1} \bm{1}^\top - \frac{1}{d} y y^\top$. The two directions that are taken out are orthogonal, "
            "and nothing is left of either:"
        ),
        chain(r"y^\top \bm{1}", (r"0", "the mean is zero")),
        chain(r"P \bm{1}", (r"\bm{0}", "orthogonality")),
        chain(r"P y", (r"\bm{0}", "the squared norm is the dimension")),
        Text("Besides, the matrix is an orthogonal projector:"),
        chain(r"P^2", (r"P", "expand")),
        chain(r"P^\top", (r"P", "each term is symmetric")),
        Text("and the rank of a projector is its trace,"),
        chain(r"\mathrm{tr}(P)", (r"d - 2", "trace of the identity and of two outer products")),
        Text("so that exactly the two directions above are lost."),
    ),
    source="Question 1.4(e)",
)

constant = Entry(
    id="hw3.1.4e.constant",
    claims=("002.1.4e-iv",),
    title="A constant token cannot be normalised",
    homework=HOMEWORK,
    kind="qualitative",
    problem="The formula divides by the standard deviation. When does that fail?",
    given=(
        r"Let $c \in \mathbb{R}$ and $x \in \mathbb{R}^d$ with $x = c \bm{1}$, let $m = \frac{1}{d} \sum_{i=1}^{d} x_i$, and let "
        r"$s = \sqrt{\frac{1}{d} \sum_{i=1}^{d} (x_i - m)^2}$."
    ),
    proof=(
        chain(r"m", (r"c", "all coordinates are equal")),
        chain(r"s", (r"0", "no coordinate differs from the mean")),
        Text("so the quotient is zero over zero. In practice a small number is added to the variance."),
    ),
    source="Question 1.4(e)",
)

ENTRIES = (moments, invariance, jacobian, constant)
