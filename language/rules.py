r"""The registry of rules: a row a rule of proof, with an example that it proves and a near miss that it must not prove.

A proof names its rules (`Proved.method`); `hence rule NAME` shows the row, and docs/rules.md is made of all of them.
"""

from __future__ import annotations

from hence.language.array_rules import MORE_RULES
from hence.language.rule_row import Rule


def _table(*rows: Rule) -> dict[str, Rule]:
    table: dict[str, Rule] = {}
    for row in rows:
        if row.name in table:
            raise ValueError(f"there is a rule called {row.name} already")
        table[row.name] = row
    return table


_SQUARE = r"Let $A, B \in \mathbb{R}^{n \times n}$ be invertible."
_GAMMA = r"Let $a > 0$, $b > 0$ and $c > 0$."
_COUNT = r"Let $n$ be a positive integer."

RULES = _table(
    Rule(
        "transitivity",
        r"a = b, \ b = c \text{ and } a = d \text{ give } c = d",
        (),
        r"Let $0 < \beta < 1$, $m_0 = 0$ and $m_t = \beta m_{t-1} + (1 - \beta) g_t$ for $t \ge 1$.",
        r"m_t = \beta m_{t-1} + (1 - \beta) g_t = (1 - \beta) \sum_{i=1}^{t} \beta^{t-i} g_i",
        r"m_t = \beta m_{t-1} + (1 - \beta) g_t = (1 - \beta) \sum_{i=1}^{t} \beta^{i} g_i",
    ),
    Rule(
        "members-as-letters",
        r"z^{(l)} = W^{(l)} a^{(l-1)} \text{ gives } \frac{\partial J}{\partial a^{(l-1)}} = (W^{(l)})^\top"
        r" \frac{\partial J}{\partial z^{(l)}}, \text{ whatever the other layers are}",
        ("what is differentiated depends on the inner letters through the outer ones alone",),
        r"The layers are $\mathbf{z}^{(l)} = \mathbf{W}^{(l)} \mathbf{a}^{(l-1)} + \mathbf{b}^{(l)}$"
        r" and $\mathbf{a}^{(l)} = f(\mathbf{z}^{(l)})$, and $J$ is a loss.",
        r"\partial J / \partial \mathbf{a}^{(l-1)} = (\mathbf{W}^{(l)})^\top \partial J / \partial \mathbf{z}^{(l)}",
        r"\partial J / \partial \mathbf{a}^{(l-1)} = \mathbf{W}^{(l)} \partial J / \partial \mathbf{z}^{(l)}",
    ),
    Rule(
        "expectation-over-values",
        r"\mathbb{E}[g(X)] = \sum_x g(x) P(X = x), \quad \mathbb{E}[Y] = \sum_x P(X = x) \, \mathbb{E}[Y \mid X = x]",
        ("the sum runs over all values of X",),
        r"Let $X$ and $Y$ be discrete random variables.",
        r"\mathbb{E}[X Y] = \sum_x x P(X = x) \, \mathbb{E}[Y \mid X = x]",
        r"\mathbb{E}[X Y] = \sum_x x P(X = x) \, \mathbb{E}[Y]",
    ),
    Rule(
        "points-as-letters",
        r"p(x_1) = \int p(x_1 \mid x_0) p(x_0) \, dx_0, \text{ whatever other members the sequence has}",
        ("nothing else that the formula speaks of is made of these members",),
        r"The chain is $p(x_t \mid x_{t-1})$.",
        r"p(x_1) = \int p(x_1 \mid x_0) p(x_0) \, dx_0",
        r"p(x_1) = \int p(x_0 \mid x_1) p(x_0) \, dx_0",
    ),
    Rule(
        "rounding",
        r"a \approx d \text{ says that } |a - d| \text{ is at most half a unit of the last digit of } d",
        (),
        "",
        r"\log 2 \approx 0.693",
        r"\log 2 \approx 0.691",
    ),
    Rule(
        "gamma-functional-equation",
        r"\Gamma(z + 1) = z \, \Gamma(z)",
        ("z > 0",),
        _GAMMA,
        r"\Gamma(a + 2) = a (a + 1) \Gamma(a)",
        r"\Gamma(a + 2) = a (a + 2) \Gamma(a)",
    ),
    Rule(
        "gamma-of-integer",
        r"\Gamma(n) = (n - 1)!",
        ("n is a positive integer",),
        "",
        r"\Gamma(5) = 24",
        r"\Gamma(5) = 120",
    ),
    Rule(
        "error-function-is-odd",
        r"\mathrm{erf}(-x) = -\mathrm{erf}(x)",
        (),
        "",
        r"\mathrm{erf}(-x) = -\mathrm{erf}(x)",
        r"\mathrm{erf}(-x) = \mathrm{erf}(x)",
    ),
    Rule(
        "derivative-of-error-function",
        r"\frac{d}{dx} \mathrm{erf}(x) = \frac{2}{\sqrt{\pi}} e^{-x^2}",
        (),
        "",
        r"\frac{d}{dx} \mathrm{erf}(x) = \frac{2}{\sqrt{\pi}} e^{-x^2}",
        r"\frac{d}{dx} \mathrm{erf}(x) = \frac{1}{\sqrt{\pi}} e^{-x^2}",
    ),
    Rule(
        "density-in-its-support",
        r"a named density at a point is its formula",
        ("the point lies in the support",),
        r"Let $x > 0$.",
        r"\mathrm{Exp}(x; r) = r e^{-r x}",
        r"\mathrm{Exp}(x; r) = e^{-r x}",
    ),
    Rule(
        "kernel-of-gamma",
        r"\int_0^\infty x^s e^{-c x^k} \, dx = \frac{\Gamma((s+1)/k)}{k \, c^{(s+1)/k}}",
        ("c > 0", "(s + 1)/k > 0"),
        _GAMMA,
        r"\int_0^\infty x^{a-1} e^{-c x} \, dx = \frac{\Gamma(a)}{c^a}",
        r"\int_0^\infty x^{a-1} e^{-c x} \, dx = \frac{\Gamma(a)}{c}",
    ),
    Rule(
        "logarithm-beside-a-kernel",
        r"\int_0^\infty x^s e^{-c x} \log x \, dx = \frac{\Gamma(s + 1)}{c^{s+1}} (\psi(s + 1) - \log c)",
        ("c > 0", "s + 1 > 0"),
        _GAMMA,
        r"\int_0^\infty x^{a-1} e^{-c x} \log x \, dx = \frac{\Gamma(a)}{c^a} (\mathrm{digamma}(a) - \log c)",
        r"\int_0^\infty x^{a-1} e^{-c x} \log x \, dx = \frac{\Gamma(a)}{c^a} \mathrm{digamma}(a)",
    ),
    Rule(
        "expectation-as-integral",
        r"\mathbb{E}[g(X)] = \int g(x) f(x) \, dx",
        ("f is the density of X",),
        r"Let $X \sim \mathrm{Exp}(r)$.",
        r"\mathbb{E}[\sqrt{X}] = \frac{\sqrt{\pi}}{2 \sqrt{r}}",
        r"\mathbb{E}[\sqrt{X}] = \frac{\sqrt{\pi}}{2 r}",
    ),
    Rule(
        "kernel-of-beta",
        r"\int_0^1 x^{a-1} (1-x)^{b-1} \, dx = \frac{\Gamma(a) \Gamma(b)}{\Gamma(a+b)}",
        ("a > 0", "b > 0"),
        _GAMMA,
        r"\int_0^1 x^{a-1} (1-x)^{b-1} \, dx = \mathrm{B}(a, b)",
        r"\int_0^1 x^a (1-x)^{b-1} \, dx = \mathrm{B}(a, b)",
    ),
    Rule(
        "integral-of-a-power",
        r"\int_u^v x^s \, dx = \frac{v^{s+1} - u^{s+1}}{s+1}",
        ("s + 1 \\ne 0", "the interval is positive where s is no whole number"),
        "",
        r"\int_u^v x \, dx = \frac{v^2 - u^2}{2}",
        r"\int_u^v x \, dx = \frac{(v - u)^2}{2}",
    ),
    Rule(
        "integral-of-an-exponential",
        r"\int_u^v e^{c x} \, dx = \frac{e^{c v} - e^{c u}}{c}",
        ("c \\ne 0",),
        "",
        r"\int_0^1 e^x \, dx = e - 1",
        r"\int_0^1 e^x \, dx = e",
    ),
    Rule(
        "linearity-of-expectation",
        r"\mathbb{E}[a X + b Y] = a \mathbb{E}[X] + b \mathbb{E}[Y]",
        (),
        r"Let $X$ and $Y$ be random variables.",
        r"\mathbb{E}[2 X + Y] = 2 \mathbb{E}[X] + \mathbb{E}[Y]",
        r"\mathbb{E}[X Y] = \mathbb{E}[X] \mathbb{E}[Y]",
    ),
    Rule(
        "inverse-function",
        r"f(f^{-1}(y)) = y",
        ("f is invertible",),
        r"Let $f : \mathbb{R} \to \mathbb{R}$ be a function and let $y \in \mathbb{R}$.",
        r"f(f^{-1}(y)) + f^{-1}(f(2y)) = 3 y",
        r"f(f^{-1}(y)) + f^{-1}(f(2y)) = 4 y",
    ),
    Rule(
        "independence",
        r"\mathbb{E}[X Y] = \mathbb{E}[X] \, \mathbb{E}[Y]",
        ("X and Y are independent",),
        r"Let $X$ and $Y$ be independent random variables.",
        r"\mathbb{E}[X^2 Y] = \mathbb{E}[X^2] \mathbb{E}[Y]",
        r"\mathbb{E}[X^2 Y] = \mathbb{E}[X]^2 \mathbb{E}[Y]",
    ),
    Rule(
        "variance-as-second-moment",
        r"\mathrm{Var}(X) = \mathbb{E}[X^2] - \mathbb{E}[X]^2",
        (),
        r"Let $X$ be a random variable.",
        r"\mathrm{Var}(X) = \mathbb{E}[X^2] - \mathbb{E}[X]^2",
        r"\mathrm{Var}(X) = \mathbb{E}[X^2] - \mathbb{E}[X]",
    ),
    Rule(
        "mean-of-normal",
        r"\mathbb{E}[X] = \mu \text{ for } X \sim \mathcal{N}(\mu, \sigma^2)",
        (),
        r"Let $X \sim \mathcal{N}(\mu, \sigma^2)$.",
        r"\mathbb{E}[X] = \mu",
        r"\mathbb{E}[X] = \sigma",
    ),
    Rule(
        "covariance-of-normal",
        r"\mathrm{Var}(X) = \sigma^2 \text{ for } X \sim \mathcal{N}(\mu, \sigma^2)",
        (),
        r"Let $X \sim \mathcal{N}(\mu, \sigma^2)$.",
        r"\mathrm{Var}(X) = \sigma^2",
        r"\mathrm{Var}(X) = \sigma",
    ),
    Rule(
        "normal-moment-generating-function",
        r"\mathbb{E}[e^{t X}] = e^{t \mu + t^2 \sigma^2 / 2}",
        ("X is normal",),
        r"Let $X \sim \mathcal{N}(\mu, \sigma^2)$.",
        r"\mathbb{E}[e^{t X}] = e^{t \mu + t^2 \sigma^2 / 2}",
        r"\mathbb{E}[e^{t X}] = e^{t \mu + t^2 \sigma^2}",
    ),
    Rule(
        "binomial-theorem",
        r"\sum_{k=0}^n \binom{n}{k} x^k y^{n-k} = (x + y)^n",
        ("n is a whole number",),
        _COUNT,
        r"\sum_{k=0}^{n} \binom{n}{k} = 2^n",
        r"\sum_{k=0}^{n} \binom{n}{k} = 2^n - 1",
    ),
    Rule(
        "geometric-sum",
        r"\sum_{k=0}^{n-1} r^k = \frac{1 - r^n}{1 - r}",
        (r"r \ne 1",),
        r"Let $|r| < 1$.",
        r"\sum_{k=0}^\infty r^k = \frac{1}{1-r}",
        r"\sum_{k=0}^\infty r^k = \frac{r}{1-r}",
    ),
    Rule(
        "power-sum",
        r"\sum_{k=1}^n k = \frac{n (n + 1)}{2}",
        ("n is a whole number",),
        r"Let $n \in \mathbb{N}$.",
        r"\sum_{k=0}^{n-1} (2 k + 1) = n^2",
        r"\sum_{k=0}^{n-1} (2 k + 1) = n^2 + n",
    ),
    Rule(
        "sum-over-triangle",
        r"\sum_{i=1}^n \sum_{j=1}^i a_j = \sum_{j=1}^n (n - j + 1) a_j",
        (),
        r"Let $n \in \mathbb{N}$ and $a \in \mathbb{R}^n$.",
        r"\sum_{i=1}^{n} \sum_{j=1}^{i} a_j = \sum_{j=1}^{n} (n - j + 1) a_j",
        r"\sum_{i=1}^{n} \sum_{j=1}^{i} a_j = \sum_{j=1}^{n} (n - j) a_j",
    ),
    Rule(
        "determinant-of-product",
        r"\det(A B) = \det(A) \det(B)",
        ("A and B are square",),
        _SQUARE,
        r"\det(A B) = \det(B A)",
        r"\det(A B) = \det(A + B)",
    ),
    Rule(
        "matrix-determinant-lemma",
        r"\det(A + U V) = \det(A) \det(I + V A^{-1} U)",
        ("A is invertible",),
        r"Let $A \in \mathbb{R}^{n \times n}$ be invertible, $U \in \mathbb{R}^{n \times k}$"
        r" and $V \in \mathbb{R}^{k \times n}$.",
        r"\det(A + U V) = \det(A) \det(I + V A^{-1} U)",
        r"\det(A + U V) = \det(A) \det(I - V A^{-1} U)",
    ),
    Rule(
        "sylvester-determinant",
        r"\det(I + U V) = \det(I + V U)",
        (),
        r"Let $U \in \mathbb{R}^{n \times k}$ and $V \in \mathbb{R}^{k \times n}$.",
        r"\det(I + U V) = \det(I + V U)",
        r"\det(I + U V) = \det(I - V U)",
    ),
    Rule(
        "determinant-of-kronecker-product",
        r"\det(A \otimes B) = \det(A)^n \det(B)^m",
        (r"A is m \times m, B is n \times n",),
        r"Let $A \in \mathbb{R}^{m \times m}$ and $B \in \mathbb{R}^{n \times n}$ be invertible.",
        r"\det(A \otimes B) = \det(A)^n \det(B)^m",
        r"\det(A \otimes B) = \det(A)^m \det(B)^n",
    ),
    Rule(
        "inverse-of-kronecker-product",
        r"(A \otimes B)^{-1} = A^{-1} \otimes B^{-1}",
        ("A and B are invertible",),
        r"Let $A \in \mathbb{R}^{m \times m}$ and $B \in \mathbb{R}^{n \times n}$ be invertible.",
        r"(A \otimes B)^{-1} = A^{-1} \otimes B^{-1}",
        r"(A \otimes B)^{-1} = B^{-1} \otimes A^{-1}",
    ),
    Rule(
        "determinant-of-orthogonal",
        r"\det(Q)^2 = 1",
        ("Q is orthogonal",),
        r"Let $Q \in \mathbb{R}^{n \times n}$ be orthogonal.",
        r"\det(Q)^2 = 1",
        r"\det(Q) = 1",
    ),
    Rule(
        "diagonal-determinant",
        r"\det(\mathrm{diag}(d)) = \prod_i d_i",
        (),
        r"Let $\Lambda = \mathrm{diag}(\lambda_1, \dots, \lambda_n)$.",
        r"\det(\Lambda) = \prod_{i=1}^{n} \lambda_i",
        r"\det(\Lambda) = \sum_{i=1}^{n} \lambda_i",
    ),
    Rule(
        "diagonal-inverse",
        r"(\mathrm{diag}(d)^{-1})_{ii} = 1 / d_i",
        (r"d_i \ne 0",),
        r"Let $d \in \mathbb{R}^n$ where $d_i > 0$ for all $i$, and let $D = \mathrm{diag}(d)$.",
        r"(D^{-1})_{ii} = \frac{1}{d_i}",
        r"(D^{-1})_{ii} = d_i",
    ),
    Rule(
        "delta-contraction",
        r"\sum_j \delta_{ij} a_j = a_i",
        (),
        r"Let $t \in \mathbb{R}^c$ be one-hot.",
        r"t^\top t = 1",
        r"t^\top t = c",
    ),
    Rule(
        "sum-over-permutation",
        r"\sum_i x_{\pi(i)} = \sum_i x_i",
        (r"\pi is a permutation",),
        r"Let $\pi$ be a permutation of $\{1, \dots, n\}$ and let $x, y \in \mathbb{R}^n$.",
        r"\sum_{i=1}^{n} x_{\pi(i)}^2 = \|x\|^2",
        r"\sum_{i=1}^{n} x_{\pi(i)} y_i = x^\top y",
    ),
    Rule(
        "exponential-bound",
        r"e^x \ge 1 + x",
        (),
        r"Let $x \in \mathbb{R}$.",
        r"e^x \ge 1 + x",
        r"e^x \ge 1 + 2 x",
    ),
    Rule(
        "logarithm-bound",
        r"\log u \le u - 1",
        ("u > 0",),
        r"Let $u > 0$.",
        r"\log u \le u - 1",
        r"\log u \le u - 2",
    ),
    Rule(
        "derivative",
        r"\frac{d}{dx} x^n = n x^{n-1}",
        (),
        "",
        r"\frac{d}{dx} x^3 = 3 x^2",
        r"\frac{d}{dx} x^3 = 2 x^2",
    ),
    Rule(
        "chain-rule",
        r"\frac{d}{dx} f(g(x)) = f'(g(x)) g'(x)",
        ("f and g are differentiable",),
        "",
        r"\frac{d}{dx} \sin(2 x) = 2 \cos(2 x)",
        r"\frac{d}{dx} \sin(2 x) = \cos(2 x)",
    ),
    Rule(
        "neumann-series",
        r"\sum_{k=0}^\infty W^k = (I - W)^{-1}",
        (r"\|W\| < 1",),
        r"Let $W \in \mathbb{R}^{n \times n}$ with $\|W\| < 1$.",
        r"\sum_{k=0}^\infty W^k = (I - W)^{-1}",
        r"\sum_{k=0}^\infty W^k = (I + W)^{-1}",
    ),
    *MORE_RULES,
)

__all__ = ["RULES", "Rule"]
