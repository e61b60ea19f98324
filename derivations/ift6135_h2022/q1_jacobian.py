"""Question 1.2: the Jacobian of a recurrent state."""

from hence.language.catalogue import Entry, Text, chain

HOMEWORK = "IFT6135 H2022"

jacobian = Entry(
    id="ift6135.1.2.jacobian",
    claims=("003.Q1.2-i",),
    title="Jacobians of the hidden state",
    homework=HOMEWORK,
    kind="gradient",
    problem=(
        "Differentiate a hidden state of the recurrent unit by the state before it, and by the first state. "
        "The inputs are held fixed."
    ),
    given=(
        r"Let $\sigma : \mathbb{R} \to \mathbb{R}$ be differentiable and applied elementwise, let "
        r"$\bm{W} \in \mathbb{R}^{n \times n}$, $\bm{U} \in \mathbb{R}^{n \times m}$, $\bm{x}_t \in \mathbb{R}^m$, "
        r"$\bm{b} \in \mathbb{R}^n$ and $\bm{h}_t \in \mathbb{R}^n$."
    ),
    proof=(
        Text("One step of the recurrence, differentiated by the state that it starts from:"),
        chain(
            r"\frac{\partial}{\partial \bm{h}_{t-1}} \left(\bm{W} \sigma(\bm{h}_{t-1}) + \bm{U} \bm{x}_t + \bm{b}\right)",
            (r"\bm{W} \frac{\partial \sigma(\bm{h}_{t-1})}{\partial \bm{h}_{t-1}}", "the other terms are constant"),
            (r"\bm{W} \, \mathrm{diag}(\sigma'(\bm{h}_{t-1}))", "the activation acts on each coordinate alone"),
        ),
        Text(
            "Many steps, by induction. The Jacobian of the first state by itself is the identity. Suppose that the "
            "state before step $t$ has a Jacobian by the first state, "
            r"so that it changes with the first state, to first order, as follows. Let $\bm{J} \in \mathbb{R}^{n \times n}$ "
            r"and $\bm{a}, \bm{u} \in \mathbb{R}^n$, where $\bm{u}$ is the change of the first state, and let "
            r"$\bm{y} = \bm{a} + \bm{J} \bm{u}$ be the state before the step. Then"
        ),
        chain(
            r"\frac{\partial}{\partial \bm{u}} \left(\bm{W} \sigma(\bm{y}) + \bm{U} \bm{x}_t + \bm{b}\right)",
            (r"\bm{W} \, \mathrm{diag}(\sigma'(\bm{y})) \frac{\partial \bm{y}}{\partial \bm{u}}", "chain rule"),
            (r"\bm{W} \, \mathrm{diag}(\sigma'(\bm{y})) \bm{J}", "the Jacobian so far"),
        ),
        Text(
            "Each step multiplies the Jacobian from the left by the weights times a diagonal matrix of slopes, and after "
            "all steps it is the product of these factors, the latest on the left."
        ),
    ),
    source="Question 1.2",
)

ENTRIES = (jacobian,)
