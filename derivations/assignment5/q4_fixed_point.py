"""Question 4: the one fixed point of the game, and its value."""

from hence.language.catalogue import Entry, FalseStatement, Row, Text, chain

HOMEWORK = "Assignment 5"

fixed_point = Entry(
    id="assignment5.4c.fixed",
    claims=("000.4c-v",),
    title="The only fixed point is the saddle",
    homework=HOMEWORK,
    kind="optimisation",
    problem=(
        "At which points do the alternating updates of the game stand still, and what is the value of the game there? The source "
        "says neither."
    ),
    given=(
        r"Let $\eta > 0$, and let $p, q \in \mathbb{R}$ be such that $\eta p = 0$, the move of the second player, and $\eta q = 0$, "
        r"the move of the first in answer to a second who has not moved."
    ),
    proof=(
        Text("A pair that no step changes has only one choice:"),
        chain("p", ("0", r"the step is not zero")),
        chain("q", ("0", "likewise")),
        Text("The same as a determinant that does not vanish: a step is linear, and it moves a pair by"),
        chain(
            r"\det \begin{pmatrix} 0 & \eta \\ -\eta & -\eta^2 \end{pmatrix}",
            (r"\eta^2", "two by two"),
            Row("0", "a square of a number that is not zero", ">"),
        ),
    ),
    source="Question 4(c)",
)

saddle = Entry(
    id="assignment5.4c.saddle",
    claims=("000.4c-v",),
    title="The value of the game",
    homework=HOMEWORK,
    kind="optimisation",
    problem="Find the value of the game for a player who moves first and lowers, against one who answers and raises.",
    given=r"Let $f(p, q) = p q$ for $p, q \in \mathbb{R}$.",
    proof=(
        Text("At the fixed point neither player gains by moving alone:"),
        chain(r"f(0, q)", ("0", "the first player stands at zero"), (r"f(p, 0)", "so does the second")),
        Text("so that it is a saddle point, and zero is the value of the game:"),
        chain(r"\min_{p} \max_{q} p q", ("0", "from the saddle point")),
        chain(r"\max_{q} \min_{p} p q", ("0", "the other player may move first as well")),
        Text("At any other place the first player can lose as much as we like; with step one, for instance,"),
        FalseStatement(r"p q", "0", r"\le", "The value is bounded only if the first player stands at zero."),
    ),
    source="Question 4(c)",
)

ENTRIES = (fixed_point, saddle)
