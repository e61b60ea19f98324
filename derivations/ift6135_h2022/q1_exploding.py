"""Question 1.3: gradients that may explode, and conditions that do not make them."""

from hence.language.catalogue import Chain, Entry, FalseStatement, Row, Text, chain

HOMEWORK = "IFT6135 H2022"

may_explode = Entry(
    id="ift6135.1.3.may",
    claims=("003.Q1.3-may",),
    title="Gradients may explode",
    homework=HOMEWORK,
    kind="existence-construction",
    problem="Give a recurrent network whose Jacobian over many steps has a norm without bound.",
    given=(
        r"Let $\bm{W} = 5 I$ with $\bm{W} \in \mathbb{R}^{n \times n}$, and let $\bm{J}_t = \bm{W} \bm{J}_{t-1}$ for $t \ge 1$ with $\bm{J}_t \in \mathbb{R}^{n \times n}$ "
        r"and $\bm{J}_0 = I$. Let $f(x) = \tanh(x)$ for $x \in \mathbb{R}$."
    ),
    proof=(
        Text("Around the state zero the hyperbolic tangent has slope one and does not damp anything:"),
        chain(r"f'(0)", ("1", "derivative of the hyperbolic tangent")),
        Text(
            "so that the Jacobian is that of the linear recurrence above. It multiplies every vector by a power of five:"
        ),
        chain(r"\bm{J}_t", (r"5^t I", "induction")),
        chain(r"\bm{J}_{10}", (r"9765625 I", "ten steps")),
        Text("which grows without bound:"),
        chain(r"\lim_{t \to \infty} 5^t", (r"\infty", "a power of a number above one")),
    ),
    source="Question 1.3",
    remark="For a linear recurrence the powers of the weights explode whenever their spectral radius exceeds one.",
)

not_sufficient = Entry(
    id="ift6135.1.3.not-sufficient",
    claims=("003.Q1.3-suff",),
    title="A large singular value does not make gradients explode",
    homework=HOMEWORK,
    kind="existence-construction",
    problem="The largest eigenvalue of the Gram matrix of the weights is above the bound. Must gradients explode?",
    given=r"Let $\delta = \frac{1}{2}$, let $f(x) = \tanh(x)$ for $x \in \mathbb{R}$, and let $u = \frac{9}{10}$.",
    proof=(
        Text(
            "No, for three reasons. First, weights need not be normal. Define\n"
            r"\begin{equation*}" + "\n"
            r"N = \begin{pmatrix} 0 & 10 \\ 0 & 0 \end{pmatrix}." + "\n"
            r"\end{equation*}" + "\n"
            "The Gram matrix has the eigenvalue one hundred, and yet two linear steps forget everything:"
        ),
        chain(r"\det(100 I - N^\top N)", ("0", "an eigenvalue")),
        chain(r"N^2", ("0", "nilpotent")),
        Text("Second, a saturated activation damps more than the weights amplify, however large these are:"),
        chain(r"f'(x)", (r"1 - \tanh(x)^2", "derivative of the hyperbolic tangent")),
        chain(r"\lim_{x \to \infty} 5 (1 - \tanh(x)^2)", ("0", "the slope vanishes")),
        Text(
            r"Third, the condition leaves a gap. It compares with $\frac{1}{\delta^2}$ from above to make gradients vanish; reversed, for a linear network with weights $u I$ and "
            r"$\delta$ as the bound on the slope, the squared weight is above $\delta^2$,"
        ),
        Chain(r"u^2", (Row(r"\delta^2", r"$\frac{81}{100}$ against $\frac{1}{4}$", ">"),)),
        Text("and gradients vanish all the same:"),
        chain(r"\lim_{t \to \infty} u^t", ("0", "a power of a number below one")),
        FalseStatement(
            r"\lim_{t \to \infty} u^t", r"\infty", "=", "The reversed condition holds, and nothing explodes."
        ),
    ),
    source="Question 1.3",
)

ENTRIES = (may_explode, not_sufficient)
