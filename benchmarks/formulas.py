r"""Scalar formulas of our own: what two readers can both read, and identities that are false.

`\log` is left out of the readable ones: latex2sympy2 takes it to the base 10.
"""

from __future__ import annotations

from dataclasses import dataclass

# Equations between scalars, true or not: only how they are read matters here.
EQUATIONS: tuple[str, ...] = (
    r"(a + b)^2 = a^2 + 2 a b + b^2",
    r"(a + b)(a - b) = a^2 - b^2",
    r"\frac{a + b}{c} = \frac{a}{c} + \frac{b}{c}",
    r"\frac{1}{x (x + 1)} = \frac{1}{x} - \frac{1}{x + 1}",
    r"\frac{1}{1 + e^{-x}} = \frac{e^{x}}{1 + e^{x}}",
    r"1 - \frac{1}{1 + \exp(-x)} = \frac{1}{1 + \exp(x)}",
    r"\tanh(x) = \frac{e^{x} - e^{-x}}{e^{x} + e^{-x}}",
    r"2 \cdot \frac{1}{1 + e^{-2 x}} - 1 = \tanh(x)",
    r"\ln(1 + e^{x}) - x = \ln(1 + e^{-x})",
    r"\ln\left(\frac{p}{1 - p}\right) = \ln(p) - \ln(1 - p)",
    r"-y \ln(p) - (1 - y) \ln(1 - p) = \ln(1 + \exp(z)) - y z",
    r"\frac{p - y}{p (1 - p)} = \frac{1 - y}{1 - p} - \frac{y}{p}",
    r"\frac{e^{z_1}}{e^{z_1} + e^{z_2}} = \frac{1}{1 + e^{z_2 - z_1}}",
    r"\frac{1}{2} (w x + b - y)^2 = \frac{1}{2} (y - w x - b)^2",
    r"(w x + b - y) x = w x^2 + b x - x y",
    r"w - \eta (\lambda w + g) = (1 - \eta \lambda) w - \eta g",
    r"\beta (\beta v + (1 - \beta) g_1) + (1 - \beta) g_2 = \beta^2 v + (1 - \beta) (\beta g_1 + g_2)",
    r"\frac{v}{1 - \beta^{t}} = \frac{\beta u + (1 - \beta) g}{1 - \beta^{t}}",
    r"\theta - \frac{\alpha m}{\sqrt{v} + \epsilon}"
    r" = \frac{\theta (\sqrt{v} + \epsilon) - \alpha m}{\sqrt{v} + \epsilon}",
    r"\sqrt{\frac{2}{n + m}} = \frac{\sqrt{2}}{\sqrt{n + m}}",
    r"\frac{(x - \mu)^2}{2 \sigma^2} = \frac{x^2 - 2 \mu x + \mu^2}{2 \sigma^2}",
    r"\frac{1}{\sqrt{2 \pi \sigma^2}} \exp\left(-\frac{(x - \mu)^2}{2 \sigma^2}\right)"
    r" = \frac{1}{\sigma \sqrt{2 \pi}} e^{-\frac{1}{2} \left(\frac{x - \mu}{\sigma}\right)^2}",
    r"\frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} \gamma + \beta = \gamma \frac{x}{\sqrt{\sigma^2 + \epsilon}}"
    r" + \beta - \frac{\gamma \mu}{\sqrt{\sigma^2 + \epsilon}}",
    r"\ln(\sigma_2) - \ln(\sigma_1) + \frac{\sigma_1^2 + (\mu_1 - \mu_2)^2}{2 \sigma_2^2} - \frac{1}{2}"
    r" = \ln\left(\frac{\sigma_2}{\sigma_1}\right) + \frac{\sigma_1^2 - \sigma_2^2 + (\mu_1 - \mu_2)^2}{2 \sigma_2^2}",
    r"\mu^2 + \sigma^2 - \mu^2 = \sigma^2",
    r"\exp\left(\mu t + \frac{1}{2} \sigma^2 t^2\right) = \exp(\mu t) \exp\left(\frac{\sigma^2 t^2}{2}\right)",
    r"a x^2 + b x + c = a \left(x + \frac{b}{2 a}\right)^2 + c - \frac{b^2}{4 a}",
    r"\sqrt{a^2 + 2 a b + b^2} = |a + b|",
    r"|x - y|^2 = x^2 - 2 x y + y^2",
    r"\frac{x}{|x| + 1} = x (1 + |x|)^{-1}",
    r"\sin(x + y) = \sin(x) \cos(y) + \cos(x) \sin(y)",
    r"\cos(2 x) = \cos(x)^2 - \sin(x)^2",
    r"\sin^2(x) + \cos^2(x) = 1",
    r"\sum_{i=1}^{n} i = \frac{n (n + 1)}{2}",
    r"\sum_{i=1}^{n} i^2 = \frac{n (n + 1) (2 n + 1)}{6}",
    r"\sum_{i=0}^{n - 1} \beta^{i} = \frac{1 - \beta^{n}}{1 - \beta}",
    r"(1 - \beta) \sum_{i=1}^{t} \beta^{t - i} = 1 - \beta^{t}",
    r"\prod_{k=1}^{n} \left(1 + \frac{1}{k}\right) = n + 1",
    r"\sum_{i=1}^{n} (a i + b)^2 = \frac{a^2 n (n + 1) (2 n + 1)}{6} + a b n (n + 1) + n b^2",
    r"\left(1 + \frac{x}{n}\right)^{n} = e^{n \ln\left(1 + \frac{x}{n}\right)}",
)
COUNTS = frozenset("ntmk")  # these letters stand for positive integers


def sides() -> tuple[str, ...]:
    """Every side of every equation, split here: a reader that takes `=` for an assignment never sees one."""
    return tuple(side.strip() for equation in EQUATIONS for side in equation.split(" = "))


@dataclass(frozen=True)
class FalseIdentity:
    """A mistake of the kind that homework has: as LaTeX, and its sides as SymPy is given them."""

    latex: str
    left: str
    right: str


FALSE_IDENTITIES: tuple[FalseIdentity, ...] = (
    FalseIdentity(r"\sqrt{x^2} = x", "sqrt(x**2)", "x"),
    FalseIdentity(r"(x + y)^2 = x^2 + y^2", "(x + y)**2", "x**2 + y**2"),
    FalseIdentity(r"\sqrt{x^2 + y^2} = |x| + |y|", "sqrt(x**2 + y**2)", "Abs(x) + Abs(y)"),
    FalseIdentity(r"\frac{1}{x + y} = \frac{1}{x} + \frac{1}{y}", "1/(x + y)", "1/x + 1/y"),
    FalseIdentity(r"\frac{x + y}{x + z} = \frac{y}{z}", "(x + y)/(x + z)", "y/z"),
    FalseIdentity(r"e^{x + y} = e^x + e^y", "exp(x + y)", "exp(x) + exp(y)"),
    FalseIdentity(r"e^{x y} = e^x e^y", "exp(x*y)", "exp(x)*exp(y)"),
    FalseIdentity(r"\log(1 + e^x) = x", "log(1 + exp(x))", "x"),
    FalseIdentity(r"\log(e^x + e^y) = x + \log(1 + e^{x - y})", "log(exp(x) + exp(y))", "x + log(1 + exp(x - y))"),
    FalseIdentity(r"\frac{1}{1 + e^{-x}} = \frac{1}{1 + e^x}", "1/(1 + exp(-x))", "1/(1 + exp(x))"),
    FalseIdentity(
        r"\frac{e^{-x}}{(1 + e^{-x})^2} = \frac{1}{1 + e^{-x}} \left(1 + \frac{1}{1 + e^{-x}}\right)",
        "exp(-x)/(1 + exp(-x))**2",
        "1/(1 + exp(-x))*(1 + 1/(1 + exp(-x)))",
    ),
    FalseIdentity(r"\tanh(x) = \frac{1 - e^{-x}}{1 + e^{-x}}", "tanh(x)", "(1 - exp(-x))/(1 + exp(-x))"),
    FalseIdentity(r"\tanh(x) = \frac{1}{1 + e^{-2 x}} - 1", "tanh(x)", "1/(1 + exp(-2*x)) - 1"),
    FalseIdentity(r"\frac{e^x}{e^x + e^y} = \frac{1}{1 + e^{x - y}}", "exp(x)/(exp(x) + exp(y))", "1/(1 + exp(x - y))"),
    FalseIdentity(
        r"\frac{e^{x + z}}{e^{x + z} + e^y} = \frac{e^x}{e^x + e^y}",
        "exp(x + z)/(exp(x + z) + exp(y))",
        "exp(x)/(exp(x) + exp(y))",
    ),
    FalseIdentity(r"\sin(2 x) = 2 \sin(x)", "sin(2*x)", "2*sin(x)"),
    FalseIdentity(r"\cos(x)^2 - \sin(x)^2 = \cos(2 x) + 1", "cos(x)**2 - sin(x)**2", "cos(2*x) + 1"),
    FalseIdentity(
        r"\frac{1}{2} (x - y)^2 = \frac{1}{2} x^2 - \frac{1}{2} x y + \frac{1}{2} y^2",
        "(x - y)**2/2",
        "x**2/2 - x*y/2 + y**2/2",
    ),
    FalseIdentity(
        r"e^{-\frac{(x - y)^2}{2}} = e^{-\frac{x^2}{2}} e^{-\frac{y^2}{2}} e^{\frac{x y}{2}}",
        "exp(-(x - y)**2/2)",
        "exp(-x**2/2)*exp(-y**2/2)*exp(x*y/2)",
    ),
    FalseIdentity(r"z^2 x^2 + 2 x y + y^2 = (z x + y)^2", "z**2*x**2 + 2*x*y + y**2", "(z*x + y)**2"),
)
