"""How a step was proved: in a word for the margin, in a phrase for the appendix."""

from __future__ import annotations

import re

from hence.latex_out.values import condition, math

# the first row that any of the rules matches gives the word
WORDS: tuple[tuple[str, str], ...] = (
    (r"induction", "induction"),
    (r"limit|fading|without-bound|dominant-term|continuity|geometric-growth", "limit"),
    (r"^growth$|counting", "growth"),
    (r"derivative|chain-rule", "derivative"),
    (r"saddle|convex|stationary|minim|maxim|optim", "optimum"),
    (r"integral|integrates", "integral"),
    (r"expectation|variance|moment|independen|^normal-|-of-normal|mean-as|characteristic|density|law", "expectation"),
    (
        r"positiv|nonneg|inequality|(?:^|-)norm(?:-|$)|Cauchy|[Jj]ensen|monoton|sum-of-squares|termwise|bounded|products-of|KL",
        "inequality",
    ),
    (r"sum|series|power", "sum"),
    (r"angle|wave", "trigonometry"),
    (r"form|contraction|arithmetic|inverse|division|fraction|cases|coefficients|equations|root|value|sympy", "algebra"),
    (r"hypothesis|line \d+", "given"),
    (r"definition", "definition"),
)
# what the words of a rule's name do not say as a person would
PHRASES = {
    "index normal form": "algebra",
    "delta contraction": "sums over Kronecker deltas",
    "sympy": "SymPy",
    "hypothesis": "a hypothesis",
    "limit": "limits",
    "derivative": "derivatives",
    "chain rule": "the chain rule",
    "inverse": "inverses",
    "diagonal inverse": "the inverse of a diagonal matrix",
    "norm of diagonal": "the norm of a diagonal matrix",
    "norm by eigenvalues": "norms by eigenvalues",
    "submultiplicative norm": "norms of products",
    "fading term": "terms that fade",
    "mean as given": "means as given",
    "mean of normal": "the mean of a normal law",
    "covariance of normal": "the covariance of a normal law",
    "normal moment generating function": "the moment generating function of a normal law",
    "normal characteristic function": "the characteristic function of a normal law",
    "moments of chisquared": "the moments of a chi-squared law",
    "moments of bernoulli": "the moments of a Bernoulli law",
    "variance as second moment": "variance as a second moment",
    "expectation as integral": "an expectation as an integral",
    "density integrates to marginal": "densities that integrate to a marginal",
    "gaussian integral": "the Gaussian integral",
    "geometric sum": "a geometric sum",
    "power sum": "a sum of powers",
    "exponential series": "the exponential series",
    "split sum at index": "a sum split at an index",
    "sum over permutation": "a sum in another order",
    "sum over triangle": "a sum over a triangle of indices",
    "product of waves": "products of waves",
    "products of facts": "products of what is known",
    "drop nonnegative summands": "leaving out summands that are not negative",
    "termwise": "comparison term by term",
    "exponential is positive": "positive exponentials",
    "exponential is monotone": "the exponential is monotone",
    "KL is nonnegative": "a divergence is not negative",
    "power of positive": "powers of positive numbers",
    "monotone power": "monotone powers",
    "monotone expectation": "monotone expectations",
    "square root": "square roots",
    "absolute value": "absolute values",
    "jensen": "Jensen's inequality",
    "Jensen": "Jensen's inequality",
    "Cauchy Schwarz": "the inequality of Cauchy and Schwarz",
    "triangle inequality": "the triangle inequality",
    "convex and stationary": "a convex function where its gradient vanishes",
    "saddle point": "a saddle point",
    "division by nonzero": "division by what is not zero",
    "complete the square": "completing the square",
    "combination of equations": "a combination of equations",
    "bounded sequence": "a bounded sequence",
    "base case": "the base case",
    "induction step": "the induction step",
}
ORACLES = {"z3": "Z3", "sympy": "SymPy"}
DEFINITION = re.compile(r"definition of (.+)")
LINE = re.compile(r"(?P<what>hypothesis of )?line (?P<line>\d+)")


def word(method: tuple[str, ...]) -> str:
    """The most telling of the rules in one word."""
    for pattern, name in WORDS:
        if any(re.search(pattern, rule) for rule in method):
            return name
    return "rule"


def phrase(method: tuple[str, ...], steps: dict[int, str]) -> str:
    """The rules in words, as LaTeX prose; `steps` says which steps stand on a line of the text."""
    said: dict[str, None] = {}
    defined: dict[str, None] = {}
    for rule in method:
        if "#" in rule:  # a name that the checker made for itself
            continue
        if found := DEFINITION.fullmatch(rule):
            defined[_name(found[1])] = None
        elif place := LINE.fullmatch(rule):
            said[_place(int(place["line"]), bool(place["what"]), steps)] = None
        else:
            words = rule.replace("-", " ")
            said[PHRASES.get(words, condition(rule) if " " in rule else words)] = None
    if defined:
        said["the definition" + ("s" if len(defined) > 1 else "") + " of " + listed(list(defined))] = None
    return ", ".join(said)


def _name(name: str) -> str:
    """A name as it stands in formulas: letters slanted, words upright."""
    return math(rf"\operatorname{{{name}}}") if len(name) > 1 and name.isalpha() else math(name)


def oracle(name: str) -> str:
    """What is trusted, by its name: a program, or a theorem."""
    program = name.partition(".")[0]
    return ORACLES[program] if program in ORACLES else condition(name)


def _place(line: int, given: bool, steps: dict[int, str]) -> str:
    if line in steps:
        return f"step {steps[line]}"
    return "what is given" if given else "a line above"


def listed(items: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(items[:-1]), items[-1]))) if items else ""
