"""Numbers, instances and conditions as mathematics: what a report holds as plain text, for a reader of a page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from math import isfinite
from typing import Literal

from hence.language.verdicts import Refuted, Value
from hence.latex_out.typst_math import Untranslatable, translate

NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|-?\d+/\d+")
DECIMAL = re.compile(r"-?\d+\.\d+(?:e[+-]?\d+)?")
FRACTION = re.compile(r"(-?)(\d+)/(\d+)")
VALUES = re.compile(r"[\[\],]|[^\[\],]+")
MATHEMATICAL = re.compile(r"[\\_^=<>]|~~|(?<![\w'-])[b-zB-HJ-Z](?![\w'-])")  # or a letter that is no word
ENGLISH_WORD = re.compile(r"[A-Za-z][a-z'-]+[,;:]?")
SIGNS = {
    "<=>": r"\iff ",
    "=>": r"\implies ",
    "<=": r"\le ",
    ">=": r"\ge ",
    "!=": r"\ne ",
    "->": r"\to ",
    ">>": r"\gg ",
    "<<": r"\ll ",
    "~~": r"\asymp ",
    "propto": r"\propto ",
    r"\mathrm{BigO}": "O",
    r"\mathrm{Theta}": r"\Theta",
    r"\mathrm{Omega}": r"\Omega",
}
GROWING = re.compile(
    r"along (?P<along>.+?) the ratio (?P<ratio>left/right|right/left) grows without bound: (?P<ratios>[\d., e+]+?) at "
)
DIGITS = 4
SMALL_NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()
VERBS = {"drawn ": "is ", "values ": "takes ", "dependent ": "is ", "normal ": "is ", "entries ": "has "}
MOST_SHOWN = 12  # names of an instance that are shown


def rounded(value: float) -> str:
    """A number as people write it: four digits, and powers of ten in full. LaTeX without dollars."""
    if not isfinite(value):
        return r"\infty" if value > 0 else r"-\infty"
    text = f"{value:.{DIGITS}g}"
    mantissa, _, exponent = text.partition("e")
    return rf"{mantissa} \cdot 10^{{{int(exponent)}}}" if exponent else text


def in_words(number: int) -> str:
    """A small number as a word, which may begin a sentence."""
    return SMALL_NUMBERS[number] if number < len(SMALL_NUMBERS) else str(number)


def count(number: int) -> str:
    """A large number in groups of three digits, which no line breaks. LaTeX with dollars."""
    return f"${number:,}$".replace(",", r"\,")


def up_to(error: float) -> str:
    """How far two computations of one number differ, as people say it."""
    if not error:
        return "exactly"
    mantissa, _, exponent = f"{error:.0e}".partition("e")
    power = f"10^{{{int(exponent)}}}"
    return "up to " + math(power if mantissa == "1" else rf"{mantissa} \cdot {power}")


def value(at: Value) -> str:
    """LaTeX of a value: a number, a vector in a row, a matrix."""
    match at:
        case list():
            rows = [part if isinstance(part, list) else [part] for part in at]
            if any(isinstance(part, list) for part in at):
                body = r" \\ ".join(" & ".join(_entry(cell) for cell in row) for row in rows)
                return rf"\begin{{pmatrix}} {body} \end{{pmatrix}}"
            return "(" + ", ".join(value(part) for part in at) + ")"
        case float():
            return rounded(at)
        case int():
            return str(at)
        case str():
            return _scalar(at)


def _entry(cell: Value) -> str:
    """An entry of a matrix; in running text fractions that stand above each other would touch."""
    return cell.strip() if isinstance(cell, str) and FRACTION.fullmatch(cell.strip()) else value(cell)


def _scalar(text: str) -> str:
    text = text.strip()
    if text.startswith("["):
        return value(parsed(text))
    if fraction := FRACTION.fullmatch(text):
        return rf"{fraction[1]}\tfrac{{{fraction[2]}}}{{{fraction[3]}}}"
    if text in ("infinity", "-infinity"):
        return text.replace("infinity", r"\infty")
    if NUMBER.fullmatch(text):
        return text if text.lstrip("-").isdigit() else rounded(float(text))
    return rf"\text{{{text}}}"


def parsed(text: str) -> Value:
    """`[[0, 1/2], [1, 0]]` as lists. Never fails: what is not balanced stays a string."""
    stack: list[list[Value]] = [[]]
    for token in VALUES.findall(text):
        if token == "[":
            stack.append([])
        elif token == "]" and len(stack) > 1:
            inner = stack.pop()
            stack[-1].append(inner)
        elif token.strip() not in ("", ","):
            stack[-1].append(token.strip())
    return stack[0][0] if len(stack) == 1 and len(stack[0]) == 1 else text


def sentence(latex: str) -> str:
    """The text with a mark at its end."""
    return latex if latex.rstrip().endswith((".", "?", "!")) else f"{latex.rstrip()}."


def instance(counterexample: Mapping[str, Value]) -> str:
    """Where a counterexample stands, as LaTeX prose: `$n = 1$, $x = (0, 1)$`."""
    shown = [placed(name, at) for name, at in list(counterexample.items())[:MOST_SHOWN]]
    more = len(counterexample) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more > 0 else "")


def placed(name: str, at: Value) -> str:
    """`k = (1, 2)`, `k is drawn from its normal law`; one name may be said to be another one: `= q`."""
    text = at.removeprefix("= ") if isinstance(at, str) else ""
    for start, verb in VERBS.items():
        if text.startswith(start):
            return f"{math(name)} {verb}{_words(text)}"
    if isinstance(at, str) and at != text:
        return math(f"{name} = {text}")
    return math(f"{name} = {value(at)}")


def _words(text: str) -> str:
    """Words with lists of numbers among them: `values [0, 1] with probabilities [1/2, 1/2]`."""
    return re.sub(r"\[[^\[\]]*\]", lambda found: math(value(parsed(found[0]))), text)


def failure(refuted: Refuted, follows: bool = False) -> str:
    """The counterexample of a refutation, as a sentence of LaTeX prose."""
    sampled = refuted.numeric is not None and refuted.numeric.samples > 0
    return failing(refuted.counterexample, refuted.left, refuted.right, refuted.hint, follows, sampled)


def failing(
    at: Mapping[str, Value], left: str, right: str, hint: str = "", follows: bool = False, sampled: bool = False
) -> str:
    """Where two sides differ, as a sentence; for claims of growth, along which path their ratio grows.

    `follows`: the claim is that one thing follows from another; `sampled`: a side is an estimate.
    """
    if growing := GROWING.match(hint):
        along = ", ".join(math(part) for part in growing["along"].split(", "))
        numbers = ", ".join(math(rounded(float(number))) for number in growing["ratios"].split(", "))
        sides = "left side to the right side" if growing["ratio"] == "left/right" else "right side to the left side"
        return f"Along {along}, the ratio of the {sides} grows without bound: {numbers}, \\ldots{{}}"
    where = instance(at)
    sides = f"the left side is {_side(left, sampled)} and the right side is {_side(right, sampled)}"
    sides = f"the premise holds, and in the conclusion {sides}" if follows else sides
    return f"At {where}, {sides}." if where else f"{sides[0].upper()}{sides[1:]}."


def _side(text: str, sampled: bool) -> str:
    """The value of a side; whoever reads a rounded number should know that it is one."""
    shown = value(text)
    if not DECIMAL.fullmatch(text.strip()) or float(text) == float(f"{float(text):.{DIGITS - 1}g}"):
        return math(shown)
    return f"about {math(shown)}" + (" by sampling" if sampled else "")


def math(latex: str) -> str:
    """Inline mathematics; as plain letters where our tables do not know a command, which would stop a page."""
    try:
        translate(latex)
    except Untranslatable:
        return rf"\texttt{{{plain(latex)}}}"
    return rf"\texttt{{{plain(latex)}}}" if any(c in latex for c in "%#") else f"${latex}$"


def plain(text: str) -> str:
    """Text whose special letters are printed as they are."""
    return re.sub(r"([#$%&_{}])", r"\\\1", text.replace("\\", r"\textbackslash ").replace("^", r"\textasciicircum "))


@dataclass(frozen=True)
class Phrase:
    """A run of words, of mathematics as LaTeX, or the name of a rule."""

    text: str
    style: Literal["text", "code", "math"] = "text"


def mixed(text: str) -> list[Phrase]:
    r"""Words as words and formulas as formulas: `definition of \bm{u}`, `n >= 1 for every i`."""
    if not MATHEMATICAL.search(text):
        return [Phrase(text, "code" if "-" in text and " " not in text else "text")]
    made: list[Phrase] = []
    for style, words in groupby(text.split(" "), key=_style):
        run = " ".join(words)
        made += [Phrase(" ")] if made else []
        made.append(Phrase(with_signs(run), "math") if style == "math" else Phrase(run))
    return made


def condition(text: str) -> str:
    """The same as LaTeX prose."""
    return "".join(math(phrase.text) if phrase.style == "math" else phrase.text for phrase in mixed(text))


def _style(word: str) -> Literal["text", "math"]:
    return "text" if ENGLISH_WORD.fullmatch(word) else "math"


def with_signs(text: str) -> str:
    for word, latex in SIGNS.items():
        text = text.replace(word, latex)
    return text
