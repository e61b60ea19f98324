"""Part 2: what attention tends to when logits are far apart, made precise as limits."""

from hence.derivations.practical4.q2_self_attention import ORTHOGONAL, OUTPUT, TOKENS
from hence.language.catalogue import Entry, FalseStatement, Text, chain

HOMEWORK = "Practical No. 4"

copy = Entry(
    id="practical4.2a",
    claims=("001.2a",),
    title="Attention that copies one value",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="When is the output of attention close to one of the values? Say what much larger means.",
    given=(
        r"Let $k_i \in \mathbb{R}^d$ and $v_i \in \mathbb{R}^h$ for $i \in \{1, \dots, n\}$ be keys and values, let $q \in \mathbb{R}^d$ and "
        r"$s \in \mathbb{R}^n$ with $s_i = k_i^\top q$. Assume $s_{i^*} > s_i$ for all $i \ne i^*$. Let $\beta > 0$, let "
        r"$a = \mathrm{softmax}(\beta s)$ be the weights of the query $\beta q$, and let $c = \sum_{i=1}^{n} a_i v_i$."
    ),
    proof=(
        Text("Scaling the query drives the logits apart. In the limit one weight is one, and the output is its value:"),
        chain(r"\lim_{\beta \to \infty} a_{i^*}", ("1", "divide by the largest exponential")),
        chain(r"\lim_{\beta \to \infty} c", (r"v_{i^*}", "the other weights vanish")),
        Text(
            r"What must grow is the gap, compared with the logarithm of the number of tokens. With one logit $m$ above $n - 1$ "
            r"equal ones, and $m = \log n$, the weight does not come near one when $n$ grows:"
        ),
        chain(
            r"\lim_{n \to \infty} \frac{e^{\log n}}{e^{\log n} + n - 1}",
            (r"\frac{1}{2}", "both parts of the denominator grow alike"),
        ),
    ),
    source="Part 2, a)",
)

halves = Entry(
    id="practical4.2b.limit",
    claims=("001.2b-ii",),
    title="Two equal weights in the limit",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="How far are the two weights of the averaging query from one half, and when does the error vanish?",
    given=(
        r"Let $n \ge 2$ be an integer, let $m > 0$, and let $v_a, v_b, z \in \mathbb{R}^h$, where $z$ is the sum of the other values. "
        r"Let $w = \frac{1}{2 + (n - 2) e^{-m}}$ be the weight of each of the two tokens and $c = w v_a + w v_b + w e^{-m} z$ the output."
    ),
    proof=(
        chain(
            r"\frac{1}{2} - w",
            (r"\frac{2 + (n - 2) e^{-m} - 2}{2 (2 + (n - 2) e^{-m})}", "common denominator"),
            (r"\frac{(n - 2) e^{-m}}{2 (2 + (n - 2) e^{-m})}", "cancel"),
        ),
        Text("For a fixed number of tokens the error vanishes as the factor grows:"),
        chain(r"\lim_{m \to \infty} \left(\frac{1}{2} - w\right)", ("0", "the exponential fades")),
        chain(r"\lim_{m \to \infty} c", (r"\frac{1}{2} (v_a + v_b)", "both weights tend to one half")),
        Text(
            r"A large factor alone, which is what the source asks for, is not enough: it must be large compared with "
            r"$\log n$. With a factor of $\log n$ the weights tend to one third as $n$ grows,"
        ),
        chain(
            r"\lim_{n \to \infty} \frac{1}{2 + (n - 2) e^{-\log n}}",
            (r"\frac{1}{3}", r"the denominator tends to three"),
        ),
        FalseStatement(
            r"\lim_{n \to \infty} \frac{1}{2 + (n - 2) e^{-\log n}}",
            r"\frac{1}{2}",
            "=",
            "The logits of the two tokens grow without bound, and yet they do not take all the weight.",
        ),
    ),
    source="Part 2, b)",
)

small_noise = Entry(
    id="practical4.2c.1.limit",
    claims=("001.2c-Q1-i",),
    title="Random keys with vanishing variance",
    homework=HOMEWORK,
    kind="existence-construction",
    problem="The keys are normal around orthonormal means, with small variance. Which query averages two values?",
    given=(
        r"Let $\mu_i \in \mathbb{R}^d$ for $i \in \{1, 2, 3\}$ be the means of the two chosen tokens and of another one. Assume $\mu_i^\top \mu_j = \delta_{ij}$ for all "
        r"$i$ and $j$. Let $m > 0$ and $\alpha > 0$, and let $q = m (\mu_1 + \mu_2)$. Let $x, y, z \in \mathbb{R}^d$ be independent with $x \sim \mathcal{N}(\mu_1, \alpha I)$, "
        r"$y \sim \mathcal{N}(\mu_2, \alpha I)$ and $z \sim \mathcal{N}(\mu_3, \alpha I)$, the three keys."
    ),
    proof=(
        Text(
            "Take the query of the previous question, with the means in the place of the keys. The logits have the means"
        ),
        chain(r"\mathbb{E}[x^\top q]", (r"\mu_1^\top q", "linearity"), (r"m", "orthonormal means")),
        chain(r"\mathbb{E}[y^\top q]", (r"m", "likewise")),
        chain(r"\mathbb{E}[z^\top q]", (r"\mu_3^\top q", "linearity"), ("0", "orthonormal means")),
        Text("and all the same variance"),
        chain(
            r"\mathrm{Var}(x^\top q)",
            (r"\alpha \|q\|^2", "variance of a linear form"),
            (r"2 m^2 \alpha", "squared norm of the query"),
        ),
        chain(r"\mathrm{Var}(z^\top q)", (r"2 m^2 \alpha", "likewise")),
        Text("For a fixed factor the noise vanishes with the variance of the keys,"),
        chain(r"\lim_{\alpha \to 0} 2 m^2 \alpha", ("0", "a multiple of the variance")),
        Text(
            r"so that the logits come to be those of orthonormal keys; a factor like $\alpha^{-1/4}$ may even grow without bound on the way:"
        ),
        chain(r"\lim_{\alpha \to 0^+} 2 (\alpha^{-1/4})^2 \alpha", ("0", "a square root of the variance is left")),
        Text(r"With $n \ge 2$ tokens the weights of the two then tend to one half:"),
        chain(r"\lim_{m \to \infty} \frac{1}{2 + (n - 2) e^{-m}}", (r"\frac{1}{2}", "the exponential fades")),
    ),
    source="Part 2, c), question 1",
    remark="The factor must be large compared with the logarithm of the number of tokens and small compared with the inverse standard deviation.",
)

two_heads = Entry(
    id="practical4.2d.1",
    claims=("001.2d-Q1",),
    title="Two heads with the same query",
    homework=HOMEWORK,
    kind="existence-construction",
    problem="Find queries of two heads whose average output is near the mean of two values, for keys with small variance.",
    given=(
        r"Let $v_1, v_2, z \in \mathbb{R}^h$, let $n \ge 2$ be an integer and $m > 0$. Take $m$ times the sum of the two means as the query, "
        r"and let $c = \frac{v_1 + v_2 + e^{-m} z}{2 + (n - 2) e^{-m}}$ be the output of each head, with the keys at their means; here $z$ is the sum of the other values."
    ),
    proof=(
        Text("Both heads may use the same query; their average is the output of one:"),
        chain(r"\frac{1}{2} (c + c)", (r"c", "equal outputs")),
        chain(
            r"\lim_{m \to \infty} \frac{1}{2} (c + c)",
            (r"\frac{1}{2} (v_1 + v_2)", "the other tokens fade"),
        ),
    ),
    source="Part 2, d), question 1",
    remark="One head used twice is a valid answer, and gains nothing. The intended one lets each head look at one mean, as the next question does.",
)

dichotomy = Entry(
    id="practical4.2c.2.limit",
    claims=("001.2c-Q2-iv",),
    title="One of two tokens takes all",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="The first logit is a random multiple of the second. Which token takes the weight when the factor is large?",
    given=(
        r"Let $m > 0$ and $\epsilon \in \mathbb{R}$, and let $v_a, v_b \in \mathbb{R}^h$. Let $w = \frac{1}{1 + \exp((1 - \epsilon) m)}$ be the "
        r"first weight and $c = w v_a + (1 - w) v_b$ the output."
    ),
    proof=(
        Text(
            "The source lets the random number tend to zero. For a fixed factor this leaves some weight on the first token:"
        ),
        FalseStatement(r"\lim_{\epsilon \to 0} w", "0", "=", r"It tends to $\frac{1}{1 + e^m}$, which is positive."),
        chain(r"\lim_{\epsilon \to 0} w", (r"\frac{1}{1 + e^m}", "continuity")),
        Text(
            r"It is the factor that must grow, and what decides is on which side of one the random number is. If $\epsilon < 1$, then"
        ),
        chain(r"\lim_{m \to \infty} w", ("0", "the exponential grows")),
        chain(r"\lim_{m \to \infty} c", (r"v_b", "the second value")),
        Text(r"If instead $\epsilon > 1$, then"),
        chain(r"\lim_{m \to \infty} w", ("1", "the exponential fades")),
        chain(r"\lim_{m \to \infty} c", (r"v_a", "the first value")),
        Text(
            r"In general the weights at $\epsilon$ and at $2 - \epsilon$ add up to one, so that the mean weight is one half when the law is symmetric around one:"
        ),
        chain(
            r"\frac{1}{1 + \exp((1 - \epsilon) m)} + \frac{1}{1 + \exp((1 - (2 - \epsilon)) m)}",
            ("1", "common denominator"),
        ),
    ),
    source="Part 2, c), question 2",
)

near_token = Entry(
    id="practical4.2e.1.limit",
    claims=("001.2e-Q1-ii",),
    title="The second output is near the second token",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="How far is the output at the second token from the token itself?",
    given=ORTHOGONAL
    + TOKENS
    + r" Let $z = \frac{\bm{d} + 2 \bm{b} + \bm{c} + e^{\beta^2} \bm{a}}{2 + e^{\beta^2}}$ be the output.",
    proof=(
        chain(OUTPUT, ("z", "the logits")),
        chain(
            r"z - \bm{a}",
            (r"\frac{\bm{d} + 2 \bm{b} + \bm{c} - 2 \bm{a}}{2 + e^{\beta^2}}", "common denominator"),
        ),
        chain(
            r"\|\bm{d} + 2 \bm{b} + \bm{c} - 2 \bm{a}\|^2",
            (r"10 \beta^2", r"the squares of the coefficients $1, 2, 1, -2$"),
        ),
        chain(r"\|z - \bm{a}\|^2", (r"\frac{10 \beta^2}{(2 + e^{\beta^2})^2}", "the two lines above")),
        chain(r"\lim_{\beta \to \infty} \frac{\sqrt{10} \beta}{2 + e^{\beta^2}}", ("0", "the exponential dominates")),
    ),
    source="Part 2, e), question 1",
    remark=r"For small $\beta$ the approximation is poor: when it is one, the distance is about two thirds.",
)

changed_token = Entry(
    id="practical4.2e.1.changed",
    claims=("001.2e-Q1-v",),
    title="A changed second token is still copied",
    homework=HOMEWORK,
    kind="inequality or limit",
    problem="To the second token one of the other vectors is added. What does its output tend to?",
    given=ORTHOGONAL + r"Let $x_1 = \bm{d} + \bm{b}$ and $x_3 = \bm{c} + \bm{b}$.",
    proof=(
        Text(r"Add $\bm{b}$ to the second token. Its output differs from it by a vector that vanishes:"),
        chain(
            r"\frac{e^{\beta^2} (\bm{d} + \bm{b}) + e^{2 \beta^2} (\bm{a} + \bm{b}) + e^{\beta^2} (\bm{c} + \bm{b})}{2 e^{\beta^2} + e^{2 \beta^2}} - (\bm{a} + \bm{b})",
            (r"\frac{\bm{c} + \bm{d} - 2 \bm{a}}{2 + e^{\beta^2}}", "collect"),
        ),
        chain(
            r"\lim_{\beta \to \infty} \frac{\bm{c} + \bm{d} - 2 \bm{a}}{2 + e^{\beta^2}}",
            ("0", "the exponential dominates"),
        ),
        Text(r"Add $\bm{d}$ instead. The logits of the second token are"),
        chain(r"x_1^\top (\bm{a} + \bm{d})", (r"\beta^2", "the shared vector")),
        chain(r"(\bm{a} + \bm{d})^\top (\bm{a} + \bm{d})", (r"2 \beta^2", "two orthogonal parts")),
        chain(r"x_3^\top (\bm{a} + \bm{d})", ("0", "orthogonal")),
        Text("and the output again differs from the token by a vector that vanishes:"),
        chain(
            r"\frac{e^{\beta^2} (\bm{d} + \bm{b}) + e^{2 \beta^2} (\bm{a} + \bm{d}) + \bm{c} + \bm{b}}{e^{\beta^2} + e^{2 \beta^2} + 1} - (\bm{a} + \bm{d})",
            (
                r"\frac{e^{\beta^2} (\bm{b} - \bm{a}) + \bm{b} + \bm{c} - \bm{a} - \bm{d}}{e^{\beta^2} + e^{2 \beta^2} + 1}",
                "collect",
            ),
        ),
        chain(
            r"\lim_{\beta \to \infty} \frac{e^{\beta^2} (\bm{b} - \bm{a}) + \bm{b} + \bm{c} - \bm{a} - \bm{d}}{e^{\beta^2} + e^{2 \beta^2} + 1}",
            ("0", "the largest exponential dominates"),
        ),
    ),
    source="Part 2, e), question 1",
    remark="With the third token's own vector in the place of the first's, the roles of the first and third token are exchanged.",
)

swapped = Entry(
    id="practical4.2e.2.limit",
    claims=("001.2e-Q2-v",),
    title="Two outputs that are values of other tokens",
    homework=HOMEWORK,
    kind="existence-construction",
    problem="With the given query and value matrices, compute the outputs at the first two tokens and what they tend to.",
    given=ORTHOGONAL
    + r"The values are $\bm{b}$, $0$ and $\bm{b} - \bm{c}$; the logits of the first token are $0, 0, \beta^4$, those of the second $\beta^4, 0, 0$.",
    proof=(
        Text("The output at the first token and its distance from the third value are"),
        chain(
            r"\frac{e^0 \bm{b} + e^{\beta^4} (\bm{b} - \bm{c})}{e^0 + e^0 + e^{\beta^4}}",
            (r"\frac{\bm{b} + e^{\beta^4} (\bm{b} - \bm{c})}{2 + e^{\beta^4}}", "the logits"),
        ),
        chain(
            r"\frac{\bm{b} + e^{\beta^4} (\bm{b} - \bm{c})}{2 + e^{\beta^4}} - (\bm{b} - \bm{c})",
            (r"\frac{2 \bm{c} - \bm{b}}{2 + e^{\beta^4}}", "common denominator"),
        ),
        chain(r"\lim_{\beta \to \infty} \frac{2 \bm{c} - \bm{b}}{2 + e^{\beta^4}}", ("0", "the exponential dominates")),
        Text("and at the second token"),
        chain(
            r"\frac{e^{\beta^4} \bm{b} + (\bm{b} - \bm{c})}{2 + e^{\beta^4}} - \bm{b}",
            (r"-\frac{\bm{b} + \bm{c}}{2 + e^{\beta^4}}", "common denominator"),
        ),
        chain(r"\lim_{\beta \to \infty} \frac{\bm{b} + \bm{c}}{2 + e^{\beta^4}}", ("0", "the exponential dominates")),
    ),
    source="Part 2, e), question 2",
)

ENTRIES = (copy, halves, small_noise, dichotomy, two_heads, near_token, changed_token, swapped)
