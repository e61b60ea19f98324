"""How a step was proved: in a word for the margin, in a phrase for the appendix."""

from __future__ import annotations

import re

from hence.latex_out.values import condition

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
PHRASES = {
    "index-normal-form": "algebra",
    "delta-contraction": "sums over Kronecker deltas",
    "polynomial-arithmetic": "polynomial arithmetic",
    "sympy": "SymPy",
    "hypothesis": "a hypothesis",
}
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
            defined[condition(found[1]) if "\\" in found[1] or "_" in found[1] else f"${found[1]}$"] = None
        elif place := LINE.fullmatch(rule):
            said[_place(int(place["line"]), bool(place["what"]), steps)] = None
        else:
            said[PHRASES.get(rule, condition(rule) if " " in rule else rule.replace("-", " "))] = None
    if defined:
        said["the definition" + ("s" if len(defined) > 1 else "") + " of " + listed(list(defined))] = None
    return ", ".join(said)


def _place(line: int, given: bool, steps: dict[int, str]) -> str:
    if line in steps:
        return f"step {steps[line]}"
    return "what is given" if given else "a line above"


def listed(items: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(items[:-1]), items[-1]))) if items else ""
