"""Question 4: alternating gradient steps on the bilinear game f(p, q) = p q, with step one."""

from hence.language.catalogue import Chain, Entry, FalseStatement, Row, Text, chain

HOMEWORK = "Assignment 5"
STEPS = r"Let $q_{t+1} = q_t + p_t$ and $p_{t+1} = p_t - q_{t+1}$ for $t \ge 0$"
VALUE = r"Let $f_t = p_t q_t$ for $t \ge 0$."
FROM_ANYWHERE = STEPS + r", with $p_0 = a$ and $q_0 = b$ for some $a, b \in \mathbb{R}$. "
FROM_ONE = STEPS + r", with $p_0 = 1$ and $q_0 = 1$. " + VALUE

updates = Entry(
    id="assignment5.4a.updates",
    claims=("000.4a-i",),
    title="One ascent step, then one descent step",
    homework=HOMEWORK,
    kind="gradient",
    problem=(
        "Find the partial derivatives of the game, and say for each player whether its step raises or lowers the value."
    ),
    given=(
        r"Let $f(x, y) = x y$ for $x, y \in \mathbb{R}$, and let $\eta > 0$. Let $q_{t+1} = q_t + \eta p_t$ and $p_{t+1} = p_t - \eta q_{t+1}$ for $t \ge 0$, "
        r"with $p_0 = a$ and $q_0 = b$ for some $a, b \in \mathbb{R}$."
    ),
    proof=(
        chain(r"\frac{\partial f(x, y)}{\partial y}", ("x", "linear in the second player")),
        chain(r"\frac{\partial f(x, y)}{\partial x}", ("y", "linear in the first player")),
        Text("The variable $q$ of the second player moves along its derivative, which raises the value:"),
        chain(
            r"f(p_t, q_{t+1}) - f(p_t, q_t)",
            (r"\eta p_t^2", "insert the step"),
            Row("0", "a square", r"\ge"),
        ),
        Text("The variable $p$ of the first player then moves against its derivative, which lowers it:"),
        chain(
            r"f(p_{t+1}, q_{t+1}) - f(p_t, q_{t+1})",
            (r"-\eta q_{t+1}^2", "insert the step"),
            Row("0", "a square", r"\le"),
        ),
        Text("The source calls both steps a minimisation. For the step in $q$ this is wrong:"),
        FalseStatement(r"f(p_t, q_{t+1})", r"f(p_t, q_t)", r"\le", "The step in $q$ maximises."),
    ),
    source="Question 4(a)",
)

one_step = Entry(
    id="assignment5.4a.step",
    claims=("000.4a-ii",),
    title="A full step in closed form",
    homework=HOMEWORK,
    kind="equality chain",
    problem="For step size one, express the new descent variable and the new value through the old pair.",
    given=FROM_ANYWHERE + VALUE,
    proof=(
        chain(
            r"p_{t+1}",
            (r"p_t - (q_t + p_t)", "definitions"),
            (r"-q_t", "cancel"),
        ),
        chain(
            r"f_{t+1}",
            (r"p_{t+1} q_{t+1}", "definition"),
            (r"-q_t (p_t + q_t)", "the step above"),
        ),
    ),
    source="Question 4(a)",
)


def _iterates(*values: tuple[int, int]) -> tuple[Chain, ...]:
    """One line per sequence and time: each iterate from the one before it."""
    lines: list[Chain] = []
    for t, (q, p) in enumerate(values):
        lines.append(chain(f"q_{t + 1}", (f"q_{t} + p_{t} = {q}", "ascent")))
        lines.append(chain(f"p_{t + 1}", (f"p_{t} - q_{t + 1} = {p}", "descent")))
    return tuple(lines)


table = Entry(
    id="assignment5.4a.table",
    claims=("000.4a-iii",),
    title="The first six steps",
    homework=HOMEWORK,
    kind="table of iterates",
    problem="Compute the first six iterates of both players from the start $(1, 1)$ with step size one.",
    given=FROM_ONE,
    proof=(
        *_iterates((2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2), (1, 1)),
        Text("After six steps the players are back at the start."),
    ),
    source="Question 4(a)",
)

period = Entry(
    id="assignment5.4a.period",
    claims=("000.4a-iv",),
    title="Every orbit has period six",
    homework=HOMEWORK,
    kind="recurrence equivalence",
    problem=(
        "Show that with step size one every orbit returns after six steps, and that the value of the game has period three."
    ),
    given=FROM_ANYWHERE + VALUE,
    proof=(
        Text(
            "A step is linear. Define\n"
            r"\begin{equation*}" + "\n"
            r"M = \begin{pmatrix} 1 & 1 \\ -1 & 0 \end{pmatrix}." + "\n"
            r"\end{equation*}" + "\n"
            "Then"
        ),
        chain(
            r"\begin{pmatrix} q_{t+1} \\ p_{t+1} \end{pmatrix}",
            (r"M \begin{pmatrix} q_t \\ p_t \end{pmatrix}", "definitions"),
        ),
        chain(
            r"M^3",
            (r"M (M - I)", "the matrix satisfies its characteristic equation"),
            (r"M^2 - M", "expand"),
            (r"\begin{pmatrix} -1 & 0 \\ 0 & -1 \end{pmatrix}", "the same equation again"),
        ),
        chain(r"M^6", (r"\begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}", "square")),
        Text("In coordinates, for every start,"),
        chain(r"q_{t+3}", (r"-q_t", "half a period")),
        chain(r"p_{t+3}", (r"-p_t", "half a period")),
        chain(r"q_{t+6}", (r"q_t", "a period")),
        chain(r"p_{t+6}", (r"p_t", "a period")),
        chain(r"f_{t+3}", (r"p_{t+3} q_{t+3}", "definition"), (r"f_t", "both signs change")),
    ),
    source="Question 4(a); visible in the table, not stated",
)

smallest_period = Entry(
    id="assignment5.4a.period.smallest",
    claims=("000.4a-iv",),
    title="No smaller period",
    homework=HOMEWORK,
    kind="recurrence equivalence",
    problem="Show that the orbit of $(1, 1)$ does not return before six steps, and list the values of one period of the game.",
    given=FROM_ONE,
    proof=(
        Text("A smaller period would divide six, and so would divide two or three. Neither of these is a period:"),
        Chain(r"p_2", (Row("p_0", "from the table", r"\ne"),)),
        Chain(r"q_3", (Row("q_0", "opposite signs", r"\ne"),)),
        Text("The value of the game takes three values in turn, which are not all the same:"),
        chain(r"f_0", ("1", "start")),
        chain(r"f_1", ("-2", "from the table")),
        chain(r"f_2", ("-2", "from the table")),
        chain(r"f_3", ("1", "from the table")),
    ),
    source="Question 4(a); visible in the table, not stated",
)

no_convergence = Entry(
    id="assignment5.4b.step-one",
    claims=("000.4b-i",),
    title="With step one the iterates never settle",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="Show that the iterates from $(1, 1)$ with step size one do not converge.",
    given=STEPS + r", with $p_0 = 1$ and $q_0 = 1$.",
    proof=(
        Text(
            "If a sequence converges, the difference of terms three steps apart tends to zero. Here it is minus twice a term:"
        ),
        chain(r"q_{t+3} - q_t", (r"-2 q_t", "three steps change the sign")),
        chain(r"p_{t+3} - p_t", (r"-2 p_t", "three steps change the sign")),
        Text("so that the only possible limit is zero. But a positive quantity, which is zero at zero, is conserved:"),
        chain(
            r"q_{t+1}^2 + p_{t+1} q_{t+1} + p_{t+1}^2",
            (r"q_t^2 + p_t q_t + p_t^2", "insert one step"),
        ),
        Text("and at the start it is"),
        chain(r"q_0^2 + p_0 q_0 + p_0^2", ("3", "the start")),
    ),
    source="Question 4(b)",
    remark="This is about the last iterate. The average of the six iterates of a period is the saddle point.",
)

same_value = Entry(
    id="assignment5.4c.value",
    claims=("000.4c-i",),
    title="When one step leaves the value unchanged",
    homework=HOMEWORK,
    kind="equality chain",
    problem="For step size one, find all pairs at which the value of the game does not change in one step.",
    given=FROM_ANYWHERE + VALUE,
    proof=(
        chain(
            r"f_t - f_{t+1}",
            (r"p_t q_t + q_t (p_t + q_t)", "the new value in closed form"),
            (r"q_t (2 p_t + q_t)", "collect"),
        ),
        Text(
            r"so that the value stays the same exactly when this product is zero. Write $x$ for $p_t$ and $y$ for $q_t$. "
            "Each of two conditions makes it zero:"
        ),
        chain(r"y = 0 \implies y (2 x + y)", ("0", "the first factor")),
        chain(r"x = -\frac{y}{2} \implies y (2 x + y)", ("0", "the second factor")),
        Text(r"and there is no other way. Let $r > 0$. If $y$ is $r$ or $-r$, division gives the second condition:"),
        chain(r"r (2 x + r) = 0 \implies x", (r"-\frac{r}{2}", "divide by a positive number")),
        chain(r"-r (2 x - r) = 0 \implies x", (r"\frac{r}{2}", "divide by a positive number")),
    ),
    source="Question 4(c)",
    remark="The line of the source that divides by the ascent variable loses the case in which that variable is zero.",
)

columns = Entry(
    id="assignment5.4c.columns",
    claims=("000.4c-iii",),
    title="Where the table satisfies the condition",
    homework=HOMEWORK,
    kind="numeric worked example",
    problem="At which times of the table is the descent variable minus half the ascent variable?",
    given=FROM_ONE,
    proof=(
        chain(r"p_1", (r"-\frac{q_1}{2}", "both are $-1$")),
        chain(r"p_4", (r"-\frac{q_4}{2}", "both are $1$")),
        Text(
            "The source names the times 2 and 5, which are the columns of the table counted from one. As times both are wrong:"
        ),
        FalseStatement(r"p_2", r"-\frac{q_2}{2}", "=", r"The left side is $-2$, the right side $-\frac{1}{2}$."),
        FalseStatement(r"p_5", r"-\frac{q_5}{2}", "=", r"The left side is $2$, the right side $\frac{1}{2}$."),
    ),
    source="Question 4(c)",
)

not_equilibrium = Entry(
    id="assignment5.4c.equilibrium",
    claims=("000.4c-ii",),
    title="An unchanged value is no equilibrium",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="The source calls it an equilibrium when one step leaves the value of the game unchanged. Is it one?",
    given=FROM_ONE,
    proof=(
        Text("From time 1 to time 2 the value stays the same,"),
        chain(r"f_1", (r"-2", "from the table"), (r"f_2", "from the table")),
        Text("but the players move:"),
        chain(r"q_2 - q_1", ("-1", "from the table")),
        chain(r"p_2 - p_1", ("-1", "from the table")),
        Text("An unchanged value therefore does not give an unchanged pair:"),
        FalseStatement(
            r"f_1 = f_2 \implies p_2", "p_1", "=", "The converse is clear: a pair that stays keeps its value."
        ),
        Text(
            r"An equilibrium is a pair that a step maps to itself. For $x, y \in \mathbb{R}$ in the places of $p_t$ and $q_t$ this asks"
        ),
        chain(r"y + x = y \implies x", ("0", "the step in $q$ does nothing")),
        chain(r"x - y = x \implies y", ("0", "the step in $p$ does nothing")),
        Text("so that the only equilibrium is zero, the saddle point."),
    ),
    source="Question 4(c)",
)

zero_ascent = Entry(
    id="assignment5.4c.zero",
    claims=("000.4c-iv",),
    title="A vanishing ascent variable is no equilibrium either",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="The source asks for a vanishing ascent variable to obtain an equilibrium. What happens from there?",
    given=STEPS + r", with $p_0 = 1$ and $q_0 = 0$.",
    proof=(
        Text("In general the next descent variable is minus the ascent variable,"),
        chain(r"p_{t+1}", (r"-q_t", "one step")),
        Text("so that it vanishes, too:"),
        chain(r"p_1", (r"-q_0", "one step"), ("0", "the start")),
        Text("but the ascent variable leaves zero, and the pair goes on moving:"),
        chain(r"q_1", (r"q_0 + p_0", "one step"), ("1", "the start")),
        chain(r"p_2", ("-1", "one more step")),
        chain(r"q_3", ("0", "two more steps")),
        chain(r"p_3", ("-1", "two more steps")),
        FalseStatement(r"q_0 = 0 \implies q_1", "q_0", "=", "The pair moves on."),
    ),
    source="Question 4(c)",
)

ENTRIES = (
    updates,
    one_step,
    table,
    period,
    smallest_period,
    no_convergence,
    same_value,
    columns,
    not_equilibrium,
    zero_ascent,
)
