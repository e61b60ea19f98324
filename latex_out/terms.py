"""Terms to LaTeX, with just the parentheses that reading them back needs.

Each piece of LaTeX knows how tightly it holds together; a table gives one printer per head of
`language.heads` and one per binder. Reading a printed term gives the same term, up to spans.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from hence.language.opaque import written
from hence.language.terms import (
    App,
    Bind,
    DistributedAs,
    Domain,
    Num,
    Range,
    SuchThat,
    Sym,
    Tends,
    Term,
    Unstated,
    domain_terms,
    free_names,
    num,
    substitute,
)


class Hold(IntEnum):
    """How tightly a piece holds together, loosest first."""

    SUM = 1  # a + b, -a
    OPEN = 2  # a product whose last factor runs on to the right: \\sum_i x_i
    PRODUCT = 3  # a b
    FACTOR = 4  # complete in a product, but no base of a power: \\exp(x), \\frac{a}{b}, x^2
    BASE = 5  # may carry a subscript's power: x_i, \\lVert x \\rVert
    NAME = 6  # may carry a subscript: x


@dataclass(frozen=True)
class Piece:
    text: str
    hold: Hold


Printer: TypeAlias = Callable[[tuple[Term, ...]], Piece]
TALL = re.compile(r"\\(frac|sum|prod|int|begin|lim|min|max)(?![A-Za-z])")
SCRIPTED = re.compile(r"[_^']")
OPENS_LIKE_A_CALL = re.compile(r"(\\left)?[(\[]")
NUMBER_OVER_NUMBER = re.compile(r"\\frac\{\d+\}\{\d+\}")


def term(t: Term) -> str:
    """LaTeX of a term. Raises KeyError for a head that is not in the tables."""
    return piece(t).text


def piece(t: Term) -> Piece:
    match t:
        case Num():
            return _number(t)
        case Sym(name):
            return Piece(name, Hold.BASE if SCRIPTED.search(name) else Hold.NAME)
        case App(head, args):
            return LATEX[head](args)
        case Bind(head, _, _, _):
            return BINDER_LATEX[head](t)


def _number(n: Num) -> Piece:
    """Integers and finite decimals as digits; other fractions as \\frac."""
    value = abs(n.value)
    denominator = value.denominator
    for prime in (2, 5):
        while denominator % prime == 0:
            denominator //= prime
    if value.denominator == 1:
        digits = str(value.numerator)
    elif denominator == 1:
        digits = _decimal(value.numerator, value.denominator)
    else:
        digits = rf"\frac{{{value.numerator}}}{{{value.denominator}}}"
    if n.value < 0:
        return Piece(f"-{digits}", Hold.SUM)
    return Piece(digits, Hold.FACTOR if "frac" in digits else Hold.BASE)


def _decimal(numerator: int, denominator: int) -> str:
    places = 0
    while 10**places % denominator:
        places += 1
    digits = str(numerator * 10**places // denominator).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}"


def parenthesised(text: str, left: str = "(", right: str = ")") -> str:
    if TALL.search(text):
        return rf"\left{left}{text}\right{right}"
    return f"{left}{text}{right}"


def at_least(t: Term, hold: Hold) -> str:
    """The term, in parentheses where it holds less tightly than is needed."""
    made = piece(t)
    return made.text if made.hold >= hold else parenthesised(made.text)


# Arithmetic --------------------------------------------------------------------------------------


def _add(args: tuple[Term, ...]) -> Piece:
    text = piece(args[0]).text if _is_neg(args[0]) and not _reaches(args, 0) else _summand(args, 0)
    for position, arg in enumerate(args[1:], 1):
        match arg:
            case App("neg", (inner,)):
                text += f" - {_summand((*args[:position], inner, *args[position + 1 :]), position)}"
            case _:
                text += f" + {_summand(args, position)}"
    return Piece(text, Hold.SUM)


def _summand(args: tuple[Term, ...], position: int) -> str:
    if _reaches(args, position):
        return parenthesised(piece(args[position]).text)
    return at_least(args[position], Hold.OPEN)


def _reaches(args: tuple[Term, ...], position: int) -> bool:
    """Whether a sum or limit at the end of a term would be read as one that takes in what follows it."""
    last = args[position]
    while isinstance(last, App) and last.head in ("neg", "mul"):
        last = last.args[-1]
    return isinstance(last, Bind) and any(last.var.name in free_names(later) for later in args[position + 1 :])


def _is_neg(t: Term) -> bool:
    return isinstance(t, App) and t.head == "neg"


def _neg(args: tuple[Term, ...]) -> Piece:
    return Piece(f"-{at_least(args[0], Hold.OPEN)}", Hold.SUM)


def _mul(args: tuple[Term, ...]) -> Piece:
    factors = [_factor(a) for a in args[:-1]]
    last = piece(args[-1])
    runs_on = last.hold is Hold.OPEN and isinstance(args[-1], Bind)
    factors.append(last.text if runs_on else _factor(args[-1]))
    text = factors[0]
    for left, right in zip(args, factors[1:], strict=False):
        text += _between(left, right) + right
    return Piece(text, Hold.OPEN if runs_on else Hold.PRODUCT)


def _factor(t: Term) -> str:
    return at_least(t, Hold.FACTOR)


def _between(left: Term, right: str) -> str:
    r"""A space, or \cdot where juxtaposition would be read as a longer number or as a call."""
    callable_name = isinstance(left, Sym) or (isinstance(left, App) and left.head in ("index", "identity", "apply"))
    mixed = isinstance(left, Num) and NUMBER_OVER_NUMBER.match(right)  # two and a half, not twice one half
    if right[0].isdigit() or mixed or (callable_name and OPENS_LIKE_A_CALL.match(right)):
        return r" \cdot "
    return " "


def _infix(operator: str) -> Printer:
    def printer(args: tuple[Term, ...]) -> Piece:
        return Piece(operator.join(at_least(a, Hold.FACTOR) for a in args), Hold.PRODUCT)

    return printer


def _div(args: tuple[Term, ...]) -> Piece:
    return Piece(rf"\frac{{{term(args[0])}}}{{{term(args[1])}}}", Hold.FACTOR)


def _pow(args: tuple[Term, ...]) -> Piece:
    return Piece(f"{_base(args[0])}^{{{term(args[1])}}}", Hold.FACTOR)


def _transpose(args: tuple[Term, ...]) -> Piece:
    return Piece(rf"{_base(args[0])}^{{\top}}", Hold.FACTOR)


def _base(t: Term) -> str:
    """What may stand under an exponent: anything that does not carry one already."""
    if isinstance(t, Sym) and re.search(r"[\^']", t.name):
        return parenthesised(t.name)
    return at_least(t, Hold.BASE)


# Functions and brackets --------------------------------------------------------------------------


def _call(name: str, left: str = "(", right: str = ")") -> Printer:
    def printer(args: tuple[Term, ...]) -> Piece:
        return Piece(name + parenthesised(_listed(args), left, right), Hold.FACTOR)

    return printer


def _listed(args: tuple[Term, ...]) -> str:
    return ", ".join(term(a) for a in args)


def _around(left: str, right: str) -> Printer:
    def printer(args: tuple[Term, ...]) -> Piece:
        inner = _listed(args)
        stretch = (r"\left", r"\right") if TALL.search(inner) else ("", "")
        return Piece(f"{stretch[0]}{left} {inner} {stretch[1]}{right}", Hold.BASE)

    return printer


def _sqrt(args: tuple[Term, ...]) -> Piece:
    return Piece(rf"\sqrt{{{term(args[0])}}}", Hold.FACTOR)


def _norm_with(label: str) -> Printer:
    return lambda args: Piece(_around(r"\lVert", r"\rVert")(args).text + f"_{{{label}}}", Hold.BASE)


def _constant(name: str) -> Printer:
    def printer(args: tuple[Term, ...]) -> Piece:
        return Piece(name + (f"_{{{term(args[0])}}}" if args else ""), Hold.BASE)

    return printer


def _index(args: tuple[Term, ...]) -> Piece:
    return Piece(f"{at_least(args[0], Hold.NAME)}_{{{_indices(args[1:])}}}", Hold.BASE)


def _indices(args: tuple[Term, ...]) -> str:
    r"""`ij` for single letters, `i, j+1` otherwise."""
    letters = all(isinstance(a, Sym) and len(a.name) == 1 for a in args)
    return "".join(term(a) for a in args) if letters else ", ".join(term(a) for a in args)


def _apply(args: tuple[Term, ...]) -> Piece:
    return Piece(at_least(args[0], Hold.BASE) + parenthesised(_listed(args[1:])), Hold.FACTOR)


def _opaque(args: tuple[Term, ...]) -> Piece:
    return Piece(written(App("opaque", args)), Hold.SUM)


def _matrix(args: tuple[Term, ...]) -> Piece:
    rows = r" \\ ".join(term(a) for a in args)
    return Piece(rf"\begin{{pmatrix}} {rows} \end{{pmatrix}}", Hold.BASE)


def _row(args: tuple[Term, ...]) -> Piece:
    return Piece(" & ".join(term(a) for a in args), Hold.SUM)


def _delta(args: tuple[Term, ...]) -> Piece:
    return Piece(rf"\delta_{{{_indices(args)}}}", Hold.FACTOR)


def _deriv(args: tuple[Term, ...]) -> Piece:
    r"""`\frac{\partial f}{\partial x}`; in front of a longer expression the operator stands apart."""
    function, variable = args
    below = rf"\partial {at_least(variable, Hold.BASE)}"
    if piece(function).hold >= Hold.BASE or (isinstance(function, App) and function.head == "apply"):
        return Piece(rf"\frac{{\partial {term(function)}}}{{{below}}}", Hold.FACTOR)
    return Piece(rf"\frac{{\partial}}{{{below}}} {parenthesised(term(function))}", Hold.FACTOR)


# Probability -------------------------------------------------------------------------------------


def _density(args: tuple[Term, ...]) -> Piece:
    family, condition, *points = args
    inside = _listed(tuple(points))
    if isinstance(condition, App) and condition.args:
        inside += rf" \mid {term(condition)}"
    return Piece(at_least(family, Hold.BASE) + parenthesised(inside), Hold.FACTOR)


def _conditional(name: str, left: str = "[", right: str = "]") -> Printer:
    """A function of random things, perhaps under a condition, which comes last."""

    def printer(args: tuple[Term, ...]) -> Piece:
        *of, last = args
        if of and isinstance(last, App) and last.head == "given":
            return Piece(name + parenthesised(rf"{_listed(tuple(of))} \mid {term(last)}", left, right), Hold.FACTOR)
        return Piece(name + parenthesised(_listed(args), left, right), Hold.FACTOR)

    return printer


def _at(args: tuple[Term, ...]) -> Piece:
    return Piece(f"{term(args[0])} = {term(args[1])}", Hold.SUM)


def _information(args: tuple[Term, ...]) -> Piece:
    condition = rf" \mid {term(args[2])}" if len(args) == 3 else ""
    return Piece("I" + parenthesised(f"{term(args[0])}; {term(args[1])}{condition}"), Hold.FACTOR)


def _given(args: tuple[Term, ...]) -> Piece:
    return Piece(_listed(args), Hold.SUM)


def _kl(args: tuple[Term, ...]) -> Piece:
    inside = rf"{term(args[0])} \,\|\, {term(args[1])}"
    return Piece(r"D_{\mathrm{KL}}" + parenthesised(inside), Hold.FACTOR)


def _normal_pdf(args: tuple[Term, ...]) -> Piece:
    inside = f"{term(args[0])}; {_listed(args[1:])}"
    return Piece(r"\mathcal{N}" + parenthesised(inside), Hold.FACTOR)


def _pdf(args: tuple[Term, ...]) -> Piece:
    point, law = args
    family, *values = law.args if isinstance(law, App) else (law,)
    behind = f"; {_listed(tuple(values))}" if values else ""
    return Piece(term(family) + parenthesised(term(point) + behind), Hold.FACTOR)


# Binders -----------------------------------------------------------------------------------------


def _big_operator(symbol: str) -> Callable[[Bind], Piece]:
    def printer(bind: Bind) -> Piece:
        return Piece(f"{symbol}{_bounds(bind)} {_body(bind)}", Hold.OPEN)

    return printer


def _body(bind: Bind) -> str:
    return at_least(bind.body, Hold.OPEN)


def _bounds(bind: Bind) -> str:
    variable = bind.var.name
    below = variable + _suffix(bind.domain) + _exceptions(bind)
    above = f"^{{{term(bind.domain.high)}}}" if isinstance(bind.domain, Range) else ""
    return f"_{{{below}}}{above}"


def _suffix(domain: Domain) -> str:
    match domain:
        case Range(low, _, _):
            return f"={term(low)}"
        case Unstated():
            return ""
        case DistributedAs(law):
            return rf" \sim {term(law)}"
        case SuchThat(conditions):
            return " : " + ", ".join(f"{term(c.lhs)} {RELATION_LATEX[c.relation]} {term(c.rhs)}" for c in conditions)
        case Tends(point, side):
            return rf" \to {term(point)}" + (f"^{{{side}}}" if side else "")


def _exceptions(bind: Bind) -> str:
    """`, i \\neq j` for a stated range; `i \\neq j` says it all where no range is stated."""
    unless = bind.domain.unless if isinstance(bind.domain, Range | Unstated) else ()
    if not unless:
        return ""
    excluded = [rf"{bind.var.name} \neq {term(u)}" for u in unless]
    if isinstance(bind.domain, Unstated):
        return "".join((excluded[0].removeprefix(bind.var.name), *(f", {e}" for e in excluded[1:])))
    return "".join(f", {e}" for e in excluded)


def _optimum(symbol: str) -> Callable[[Bind], Piece]:
    r"""An index runs over a set: `\max_{j \in \{1, \dots, n\}}`. A sum is put in brackets."""

    def printer(bind: Bind) -> Piece:
        below = bind.var.name + _suffix(bind.domain)
        if isinstance(bind.domain, Range):
            low, high = term(bind.domain.low), term(bind.domain.high)
            below = rf"{bind.var.name} \in \{{{low}, \dots, {high}\}}"
        return Piece(f"{symbol}_{{{below}}} {_body(bind)}", Hold.SUM)

    return printer


def _integral(bind: Bind) -> Piece:
    limits = ""
    if isinstance(bind.domain, Range):
        low, high = domain_terms(bind.domain)[:2]
        limits = f"_{{{term(low)}}}^{{{term(high)}}}"
    return Piece(rf"\int{limits} {_body(bind)} \, d{_spaced(bind.var.name)}", Hold.OPEN)


def _spaced(name: str) -> str:
    return name if name.startswith("\\") else f" {name}"


def _over(name: str) -> Callable[[Bind], Piece]:
    def printer(bind: Bind) -> Piece:
        return Piece(name + _bounds(bind) + parenthesised(term(bind.body), "[", "]"), Hold.FACTOR)

    return printer


def _with_dots(dots: str) -> Callable[[Bind], Piece]:
    """First and last entry of a matrix that is given with dots."""

    def printer(bind: Bind) -> Piece:
        bounds = (bind.domain.low, bind.domain.high) if isinstance(bind.domain, Range) else (num(1), Sym("n"))
        ends = (term(substitute(bind.body, {bind.var.name: at})) for at in bounds)
        return Piece(rf"\begin{{pmatrix}} {dots.join(ends)} \end{{pmatrix}}", Hold.FACTOR)

    return printer


# The tables --------------------------------------------------------------------------------------

LATEX: dict[str, Printer] = {
    "add": _add,
    "neg": _neg,
    "mul": _mul,
    "either": _mul,
    "div": _div,
    "pow": _pow,
    "hadamard": _infix(r" \odot "),
    "kron": _infix(r" \otimes "),
    "inner": _around(r"\langle", r"\rangle"),
    "transpose": _transpose,
    "exp": _call(r"\exp"),
    "log": _call(r"\log"),
    "sqrt": _sqrt,
    "abs": _around(r"\lvert", r"\rvert"),
    "tanh": _call(r"\tanh"),
    "factorial": lambda args: Piece(f"{_base(args[0])}!", Hold.FACTOR),
    "binom": lambda args: Piece(rf"\binom{{{term(args[0])}}}{{{term(args[1])}}}", Hold.BASE),
    "gamma_fn": _call(r"\Gamma"),
    "beta_fn": _call(r"\mathrm{B}"),
    "digamma": _call(r"\operatorname{digamma}"),
    "erf": _call(r"\operatorname{erf}"),
    "maximum": lambda args: Piece(r"\max" + parenthesised(_listed(args)), Hold.FACTOR),
    "minimum": lambda args: Piece(r"\min" + parenthesised(_listed(args)), Hold.FACTOR),
    "floor": lambda args: Piece(rf"\left\lfloor {term(args[0])} \right\rfloor", Hold.FACTOR),
    "indicator": lambda args: Piece(rf"\mathbf{{1}}\left[ {term(args[0])} > 0 \right]", Hold.FACTOR),
    "sin": _call(r"\sin"),
    "cos": _call(r"\cos"),
    "norm": _around(r"\lVert", r"\rVert"),
    "norm_F": _norm_with("F"),
    "norm_1": _norm_with("1"),
    "norm_inf": _norm_with(r"\infty"),
    "eig_max": _call(r"\lambda_{\max}"),
    "eig_min": _call(r"\lambda_{\min}"),
    "tr": _call(r"\operatorname{tr}"),
    "det": _call(r"\det"),
    "diag": _call(r"\operatorname{diag}"),
    "vec": _call(r"\operatorname{vec}"),
    "softmax": _call(r"\operatorname{softmax}"),
    "softmax_row": _call(r"\operatorname{softmax}_{\text{row}}"),
    "softmax_col": _call(r"\operatorname{softmax}_{\text{col}}"),
    "identity": _constant("I"),
    "zeros": _constant(r"\bm{0}"),
    "ones": _constant(r"\bm{1}"),
    "pi": _constant(r"\pi"),
    "infinity": _constant(r"\infty"),
    "index": _index,
    "apply": _apply,
    "matrix": _matrix,
    "row": _row,
    "delta": _delta,
    "deriv": _deriv,
    **dict.fromkeys(("opaque", "opaque_number"), _opaque),
    "evaluated": lambda args: Piece(
        rf"\left. {at_least(args[0], Hold.FACTOR)} \right|_{{{term(args[1])} = {term(args[2])}}}", Hold.SUM
    ),
    "differential": lambda args: Piece(rf"\mathrm{{d}} {at_least(args[0], Hold.BASE)}", Hold.FACTOR),
    "Theta": _call(r"\Theta"),
    "BigO": _call("O"),
    "BigOmega": _call(r"\Omega"),
    "little_o": _call("o"),
    "time": _call(r"\operatorname{time}"),
    "mults": _call(r"\operatorname{multiplications}"),
    "space": _call(r"\operatorname{space}"),
    "memory": _call(r"\operatorname{memory}"),
    "workspace": _call(r"\operatorname{workspace}"),
    "size": _call(r"\operatorname{size}"),
    "stored": _call(r"\operatorname{stored}"),
    "E": _conditional(r"\mathbb{E}"),
    "Var": _conditional(r"\operatorname{Var}"),
    "Cov": _conditional(r"\operatorname{Cov}"),
    "density": _density,
    "given": _given,
    "at": _at,
    "KL": _kl,
    "entropy": _conditional("H", "(", ")"),
    "information": _information,
    "Normal": _call(r"\mathcal{N}"),
    "normal_pdf": _normal_pdf,
    "pdf": _pdf,
}

BINDER_LATEX: dict[str, Callable[[Bind], Piece]] = {
    "sum": _big_operator(r"\sum"),
    "prod": _big_operator(r"\prod"),
    "rows": _with_dots(r" \\ \vdots \\ "),
    "columns": _with_dots(r" & \cdots & "),
    "integral": _integral,
    "E": _over(r"\mathbb{E}"),
    "Var": _over(r"\operatorname{Var}"),
    "lim": _big_operator(r"\lim"),
    "min": _optimum(r"\min"),
    "max": _optimum(r"\max"),
    "inf": _optimum(r"\inf"),
    "sup": _optimum(r"\sup"),
    "argmin": _optimum(r"\arg\min"),
    "argmax": _optimum(r"\arg\max"),
}

RELATION_LATEX = {
    "=": "=",
    "<=": r"\le",
    ">=": r"\ge",
    "<": "<",
    ">": ">",
    "!=": r"\neq",
    "~~": r"\approx",
    "propto": r"\propto",
    "<<": r"\ll",
    ">>": r"\gg",
    "->": r"\to",
    "=>": r"\implies",
    "<=>": r"\iff",
}
