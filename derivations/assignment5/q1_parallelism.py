"""Question 1: what acts on each token by itself."""

from hence.language.catalogue import Entry, Text, chain

HOMEWORK = "Assignment 5"

tokenwise = Entry(
    id="assignment5.1d",
    claims=("000.1d",),
    title="Feed-forward layers and layer normalisation act token by token",
    homework=HOMEWORK,
    kind="gradient",
    problem=(
        "Show that neither the feed-forward layer nor layer normalisation lets one token influence another, "
        "so that both can be computed for all tokens at once."
    ),
    given=(
        r"Let $x_i \in \mathbb{R}^n$ for $i \in \{1, \dots, t\}$ be the tokens, residual branch included. Let "
        r"$W \in \mathbb{R}^{h \times n}$, $U \in \mathbb{R}^{n \times h}$, $b \in \mathbb{R}^h$ and $g \in \mathbb{R}^n$ be "
        r"weights, let $\sigma : \mathbb{R} \to \mathbb{R}$ be applied elementwise, and let $\gamma > 0$. The feed-forward "
        r"layer computes $y_i = U \sigma(W x_i + b) + g$ for every $i$. Layer normalisation computes "
        r"$z_i = \frac{x_i - m_i 1}{\sqrt{s_i + \gamma}}$ for every $i$, where $m_i = \frac{1}{n} \sum_{k=1}^{n} (x_i)_k$ and "
        r"$s_i = \frac{1}{n} \sum_{k=1}^{n} ((x_i)_k - m_i)^2$."
    ),
    proof=(
        Text("The Jacobian of the feed-forward layer has blocks"),
        chain(
            r"\frac{\partial y_i}{\partial x_j}",
            (r"\delta_{ij} U \mathrm{diag}(\sigma'(W x_i + b)) W", "chain rule; only one token occurs"),
        ),
        Text(r"so that it is block diagonal. Suppose $i \ne j$. Then"),
        chain(r"\frac{\partial y_i}{\partial x_j}", ("0", "an off-diagonal block")),
        Text("and likewise for the normalisation, whose mean and variance are those of one token:"),
        chain(r"\frac{\partial z_i}{\partial x_j}", ("0", "an off-diagonal block")),
    ),
    source="Question 1(d)",
)

ENTRIES = (tokenwise,)
