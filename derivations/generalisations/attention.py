"""Attention that runs like a recurrent network, and rotary positions."""

from hence.language.catalogue import Entry, Induction, Text, chain

HOMEWORK = "Generalisations"

recurrent = Entry(
    id="general.attention.recurrent",
    claims=("G17",),
    title="Causal linear attention is a recurrent network",
    homework=HOMEWORK,
    kind="recurrence equivalence",
    problem="Show that attention through features, restricted to the past, can be computed with a state of fixed size.",
    given=(
        r"Let $\phi : \mathbb{R}^d \to \mathbb{R}^m$ be a feature map, let $q_t, k_t \in \mathbb{R}^d$ and $v_t \in \mathbb{R}^p$ be queries, keys "
        r"and values. Let $S_t = S_{t-1} + \phi(k_t) v_t^\top$ and $z_t = z_{t-1} + \phi(k_t)$ for $t \ge 1$ be the state, with $S_0 = 0$ "
        r"and $z_0 = \bm{0}$."
    ),
    proof=(
        Induction(
            variable="t",
            hypothesis=r"S_{t-1} = \sum_{i=1}^{t-1} \phi(k_i) v_i^\top",
            base=chain(r"S_1", (r"\phi(k_1) v_1^\top", "definition, the start is zero")),
            base_at="1",
            step=chain(
                r"S_t",
                (r"S_{t-1} + \phi(k_t) v_t^\top", "definition"),
                (r"\sum_{i=1}^{t-1} \phi(k_i) v_i^\top + \phi(k_t) v_t^\top", "induction hypothesis"),
                (r"\sum_{i=1}^{t} \phi(k_i) v_i^\top", "collect the sum"),
            ),
        ),
        Text("In the same way"),
        chain(r"z_t", (r"\sum_{i=1}^{t} \phi(k_i)", "induction")),
        Text("so that reading the state with the features of the query gives causal attention:"),
        chain(
            r"\frac{S_t^\top \phi(q_t)}{\phi(q_t)^\top z_t}",
            (
                r"\frac{\sum_{i=1}^{t} \left(\phi(q_t)^\top \phi(k_i)\right) v_i}{\sum_{i=1}^{t} \phi(q_t)^\top \phi(k_i)}",
                "the two sums",
            ),
        ),
    ),
    source="After EECS 182 HW7, question 5",
)

rotary = Entry(
    id="general.attention.rotary",
    claims=("G18",),
    title="Rotary positions see distances only",
    homework=HOMEWORK,
    kind="equality chain",
    problem=(
        "Queries and keys are rotated, pair of coordinates by pair, by angles that grow with their positions. Show that their inner "
        "product depends on the difference of the positions only."
    ),
    given=r"Let $w, t, s \in \mathbb{R}$: a frequency, the position of the query and that of the key.",
    proof=(
        Text("One pair first. The rotation of the query, transposed, times the rotation of the key, is"),
        chain(
            r"\begin{pmatrix} \cos(w t) & -\sin(w t) \\ \sin(w t) & \cos(w t) \end{pmatrix}^\top"
            r" \begin{pmatrix} \cos(w s) & -\sin(w s) \\ \sin(w s) & \cos(w s) \end{pmatrix}",
            (
                r"\begin{pmatrix} \cos(w t) \cos(w s) + \sin(w t) \sin(w s) & \sin(w t) \cos(w s) - \cos(w t) \sin(w s) \\"
                r" \cos(w t) \sin(w s) - \sin(w t) \cos(w s) & \cos(w t) \cos(w s) + \sin(w t) \sin(w s) \end{pmatrix}",
                "multiply",
            ),
        ),
        Text("with the entries"),
        chain(r"\cos(w t) \cos(w s) + \sin(w t) \sin(w s)", (r"\cos(w (s - t))", "angle addition")),
        chain(r"\cos(w t) \sin(w s) - \sin(w t) \cos(w s)", (r"\sin(w (s - t))", "angle addition")),
        Text(
            r"of the rotation for the difference of the positions. All pairs together. Let $E_k \in \mathbb{R}^{d \times 2}$ with "
            r"$E_k^\top E_l = \delta_{kl} I$ for every $k$ and $l$ place pair $k$ of coordinates. Let $A_k, B_k, C_k \in \mathbb{R}^{2 \times 2}$ "
            r"be the rotations of pair $k$ for the query, for the key and for the difference, with $A_k^\top B_k = C_k$ for every $k$. Let "
            r"$R = \sum_{k=1}^{m} E_k A_k E_k^\top$, $S = \sum_{k=1}^{m} E_k B_k E_k^\top$ and $T = \sum_{k=1}^{m} E_k C_k E_k^\top$. "
            r"For a query $q \in \mathbb{R}^d$ and a key $h \in \mathbb{R}^d$"
        ),
        chain(
            r"(R q)^\top (S h)",
            (r"q^\top R^\top S h", "transpose of a product"),
            (r"q^\top \left(\sum_{k=1}^{m} E_k A_k^\top B_k E_k^\top\right) h", "pairs occupy different coordinates"),
            (r"q^\top T h", "one pair"),
        ),
    ),
    source="After Deep Learning HW3, question 1.3",
)

ENTRIES = (recurrent, rotary)
