"""Heavy-ball momentum on a parabola: exactly which coefficients are stable."""

from hence.derivations import experiments
from hence.language.catalogue import Chain, Entry, Row, Text, chain

HOMEWORK = "Generalisations"

stability = Entry(
    id="general.momentum.stability",
    claims=("G19",),
    title="When heavy-ball momentum is stable",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="Gradient descent with momentum minimises a parabola. For which step sizes and momentum coefficients does it converge from every start?",
    given=(
        r"Let $r, s \in \mathbb{R}$ be the roots of the characteristic polynomial when they are real, let $\alpha = r s$ be the momentum coefficient, and let "
        r"$g = 1 + \alpha - (r + s)$ be the product of step size and curvature. Let $t \ge 0$ be an integer."
    ),
    proof=(
        Text(
            r"The iterates satisfy a recurrence of second order, which a power of a number $z \in \mathbb{R}$ solves exactly when $z$ is a root of its polynomial:"
        ),
        chain(
            r"z^{t+2} - z^{t+1} + g z^{t+1} - \alpha (z^{t+1} - z^t)",
            (r"z^t \left(z^2 - (1 + \alpha - g) z + \alpha\right)", "collect"),
        ),
        chain(r"(z - r) (z - s)", (r"z^2 - (1 + \alpha - g) z + \alpha", "sum and product of the roots")),
        Text("At one and at minus one the polynomial has the values"),
        chain(r"(1 - r) (1 - s)", (r"g", "sum and product of the roots")),
        chain(r"(1 + r) (1 + s)", (r"2 (1 + \alpha) - g", "sum and product of the roots")),
        Text(
            "Real roots inside the interval from minus one to one make both values positive, and their own product smaller than one. "
            r"Let $-1 < u < 1$ and $-1 < w < 1$. Then"
        ),
        Chain(r"(1 - u) (1 - w)", (Row("0", "both factors are positive", ">"),)),
        Chain(r"(1 + u) (1 + w)", (Row("0", "both factors are positive", ">"),)),
        Chain(r"u w", (Row("1", "both are below one in modulus", "<"),)),
        Text(
            "These are the three conditions: the product of step size and curvature is positive, it is below twice one plus the momentum coefficient, and that is below one. "
            "Conversely, where both values are positive, the two roots are on the same side of one, and on the same side of minus one. Outside of the interval their product would be too large. "
            r"Let $x > 1$ and $y > 1$. Then"
        ),
        Chain(r"x y", (Row("1", "two numbers above one", ">"),)),
        Chain(r"(-x) (-y)", (Row("1", "two numbers below minus one", ">"),)),
        Text(
            r"Two complex roots are conjugate. Let $a, c \in \mathbb{R}$ be their real and imaginary parts. Their product, the momentum coefficient, is the square of their modulus, and the values of the polynomial are positive anyway,"
        ),
        Chain(r"(1 - a)^2 + c^2", (Row("0", "squares", r"\ge"),)),
        Chain(r"(1 + a)^2 + c^2", (Row("0", "squares", r"\ge"),)),
        Text(
            r"so that they are inside the unit circle exactly when the momentum coefficient is below one. Powers of a root $\rho \in \mathbb{R}$ with $|\rho| < 1$ vanish, also with the factor of a double root:"
        ),
        chain(r"\lim_{t \to \infty} \rho^t", ("0", "a geometric sequence")),
        chain(r"\lim_{t \to \infty} t \rho^t", ("0", "the geometric factor dominates")),
    ),
    experiment=experiments.heavy_ball,
    source="After IFT6135 H2022, question 2",
    remark="The momentum coefficient widens the range of stable step sizes, from 2 to almost 4 over the curvature.",
)

ENTRIES = (stability,)
