"""Where weight decay stands still: on a quadratic, and when only the sign of the gradient counts."""

from hence.language.catalogue import Entry, FalseStatement, Text, chain

HOMEWORK = "Generalisations"

ridge_point = Entry(
    id="general.decay.fixed",
    claims=("G20",),
    title="The fixed point of gradient steps with a squared penalty",
    homework=HOMEWORK,
    kind="optimisation",
    problem="Where do gradient steps on a quadratic stand still when they are drawn to zero by a squared penalty?",
    given=(
        r"Let $A \in \mathbb{R}^{n \times d}$, $H = A^\top A$, $b \in \mathbb{R}^d$ and $\gamma, \epsilon > 0$. Let "
        r"$L(w) = \frac{1}{2} (w - b)^\top H (w - b) + \gamma \|w\|^2$ for $w \in \mathbb{R}^d$."
    ),
    proof=(
        chain(r"\nabla_w L(w)", (r"H (w - b) + 2 \gamma w", "gradient"), (r"(H + 2 \gamma I) w - H b", "collect")),
        Text("The loss has one place where it is least, and that is where the gradient is zero:"),
        chain(r"\arg\min_{w} L(w)", (r"(H + 2 \gamma I)^{-1} H b", "complete the square")),
        Text(
            "A step from there, on the penalised loss or with decay of twice the strength, goes nowhere. Let $v = (H + 2 \\gamma I)^{-1} H b$. Then"
        ),
        chain(
            r"v - \epsilon (H (v - b) + 2 \gamma v)",
            (r"v - \epsilon ((H + 2 \gamma I) v - H b)", "collect"),
            ("v", "definition of $v$"),
        ),
        Text("It is not the minimum of the loss without penalty:"),
        FalseStatement(r"(H + 2 \gamma I)^{-1} H b", "b"),
    ),
    source="After IFT6135 H2022, question 4",
)

sign_point = Entry(
    id="general.decay.sign",
    claims=("G27",),
    title="Decoupled decay does not minimise the penalised loss",
    homework=HOMEWORK,
    kind="optimisation",
    problem=(
        "With a deterministic gradient and a vanishing damping, a step of Adam is a step along the sign of the gradient. Where does "
        "it stand still when the weights decay apart from the gradient?"
    ),
    given=(
        r"Let $\epsilon, \lambda > 0$, let $s \in \mathbb{R}$ with $s^2 = 1$ be the sign of the gradient, and let $w \in \mathbb{R}$ be "
        r"such that $\lambda w = -\epsilon s$."
    ),
    proof=(
        Text("A step changes nothing, since its two parts cancel:"),
        chain(r"w - \epsilon s - \lambda w", ("w", "decay against sign")),
        chain("w", (r"-\frac{\epsilon s}{\lambda}", "divide")),
        Text("So the weight has one size: Let $v = -\\frac{\\epsilon s}{\\lambda}$. Then"),
        chain(
            "v^2",
            (r"\frac{\epsilon^2 s^2}{\lambda^2}", "square"),
            (r"\frac{\epsilon^2}{\lambda^2}", "a sign has square one"),
        ),
        Text(
            "The size of the gradient is gone. The minimum of a penalised quadratic is elsewhere, and depends on its curvature. Let $h > 0$ be "
            "the curvature, $b \\in \\mathbb{R}$ and $\\gamma > 0$. Then"
        ),
        chain(
            r"\arg\min_{x} \left(\frac{h}{2} (x - b)^2 + \gamma x^2\right)",
            (r"\frac{h b}{h + 2 \gamma}", "one variable, convex"),
        ),
        FalseStatement(r"\left(\frac{h b}{h + 2 \gamma}\right)^2", r"\frac{\epsilon^2}{\lambda^2}"),
    ),
    source="After IFT6135 H2022, question 4",
)

ENTRIES = (ridge_point, sign_point)
