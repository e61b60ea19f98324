r"""Prefix operators: fractions, roots, derivatives, bars, functions, matrices; the binders are in `binders`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from hence.language.terms import App, Num, Sym, Term, free_names, substitute
from hence.latex_in import tables as t
from hence.latex_in.formula import calculus, scripts
from hence.latex_in.formula.acting import letters_in
from hence.latex_in.formula.binders import big, integral, is_differential, limit
from hence.latex_in.formula.cases import ENVIRONMENTS, cases
from hence.latex_in.formula.optima import optimum
from hence.latex_in.formula.probability import averages
from hence.latex_in.formula.stacks import list_with_dots, matrix_with_dots, plain_cells
from hence.latex_in.letters.names import is_variance, letter_of
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.source import ParseError

if TYPE_CHECKING:
    from hence.latex_in.formula.parser import Parser
    from hence.latex_in.formula.parser import Range as TokenRange

Prefix = Callable[["Parser", Token], Term]
_SIGNS_OF_DERIVATIVE = frozenset((r"\partial", "d", r"\mathrm{d}"))
HIGHEST_ORDER = 6
_INSIDE_LOGARITHM = frozenset(("exp", "softmax", "det", "diag", "tr"))


# Fractions, roots, derivatives -------------------------------------------------------------------


def fraction(p: Parser, _token: Token) -> Term:
    start = p.pos
    p.pos += 1
    above = p.argument()
    below = p.argument()
    if p.tokens[below[0]].kind == "num" and len(p.tokens[below[0]].text) > 1 and p.tokens[below[0] - 1].text != "{":
        raise p.refuse("put braces around the denominator", below[0])
    if p.tokens[above[0]].text in _SIGNS_OF_DERIVATIVE:
        derivative = quotient_of_differentials(p, above, below, start)
        if derivative is not None:
            return derivative
    return scripts.with_scripts(p, p.app("div", (p.within(*above), p.within(*below)), start), start)


def binomial(p: Parser, _token: Token) -> Term:
    start = p.pos
    p.pos += 1
    above, below = p.argument(), p.argument()
    return scripts.with_scripts(p, p.app("binom", (p.within(*above), p.within(*below)), start), start)


def rounded(p: Parser, token: Token) -> Term:
    r"""`\lfloor x \rfloor`, and `\lceil x \rceil` as the opposite of one."""
    start, end = p.pos, p.bracket_end(p.pos)
    inside = p.within(start + 1, end - 1)
    p.pos = end
    if token.text == r"\lceil":
        below = p.app("floor", (p.app("neg", (inside,), start),), start)
        return scripts.with_scripts(p, p.app("neg", (below,), start), start)
    return scripts.with_scripts(p, p.app("floor", (inside,), start), start)


def quotient_of_differentials(p: Parser, above: TokenRange, below: TokenRange, start: int) -> Term | None:
    r"""`\frac{\partial f}{\partial x}` and `\frac{d}{dx}`; None for an ordinary fraction."""
    top, bottom = p.texts(above), p.texts(below)
    if top[1:3] == ["^", "{"] and top[4:5] == ["}"]:  # d^{2}
        top[2:5] = [top[3]]
    if bottom[-4:-2] == ["^", "{"] and bottom[-1] == "}":
        bottom[-3:] = [bottom[-2]]
    if len(bottom) < 2 or bottom[0] != top[0]:
        return None
    sign = top[0]
    ordered = top[1:2] != ["^"] or bottom[-2:] == top[1:3]
    cancels = ordered and not {"+", "-"} & {*_outermost(top), *_outermost(bottom)}
    dimension = "d" in p.names.dimensions and len(top) > 1 and not cancels  # it would in df / dx: nobody writes that
    if sign == "d" and (p.tokens[below[0] + 1].kind != "name" or dimension):
        return None
    order, rest = 1, above[0] + 1
    if top[1:2] == ["^"]:
        if not (top[2:3] and top[2].isdigit() and 2 <= int(top[2]) <= HIGHEST_ORDER):
            raise p.refuse("derivatives of this order are not understood yet", rest)
        order, rest = int(top[2]), above[0] + (5 if p.tokens[above[0] + 2].text == "{" else 3)
    variables = differentials(p, below, sign)
    if order == 1 and len(variables) == 2 and is_variance(p.tokens[below[0] + 1 : below[1]]):
        variables = [p.within(below[0] + 1, below[1])]  # by \sigma^2, once
    if len(variables) != order:
        raise p.refuse(f"expected {order} differentials below, found {len(variables)}", below[0])
    operand = p.within(rest, above[1]) if rest < above[1] else derivative_operand(p)
    operand, points = _estimates(operand, variables)
    for variable in reversed(variables):
        operand = _derivative(p, operand, variable, start)
    for letter, point in points.items():
        operand = p.app("evaluated", (operand, letter, point), start)
    if rest < above[1] and len(set(variables)) == 1 and _is_value(p, operand):
        end = p.bracket_end(p.pos)
        operand = p.app("evaluated", (operand, variables[0], p.within(p.pos + 1, end - 1)), start)
        p.pos = end
    return scripts.with_scripts(p, operand, start)


def _estimates(operand: Term, variables: list[Term]) -> tuple[Term, dict[Term, Term]]:
    r"""`\frac{d f(\hat{x})}{dx}` is the derivative of f(x) where x is \hat{x}: that function, and where it is taken."""
    match operand:
        case App("apply", (Sym(), *arguments)):
            inside = frozenset().union(*map(free_names, arguments))
            letters = {letter_of(name): name for name in sorted(inside) if letter_of(name) != name}
            by = frozenset().union(*map(free_names, variables))
            if by and by <= letters.keys() and not inside & letters.keys():
                plain = substitute(operand, {name: Sym(letter) for letter, name in letters.items()})
                return plain, {Sym(letter): Sym(name) for letter, name in letters.items()}
    return operand, {}


def _derivative(p: Parser, operand: Term, variable: Term, start: int) -> Term:
    r"""The derivative by a variable; by \sigma^2 it is that by \sigma, divided by 2 \sigma."""
    match variable:
        case App("pow", (base, Num(value))) if value == 2:
            inner = App("mul", (Num(value), base), variable.span)
            return p.app("div", (p.app("deriv", (operand, base), start), inner), start)
        case _:
            return p.app("deriv", (operand, variable), start)


def _outermost(texts: list[str]) -> Iterator[str]:
    """Signs outside of brackets and scripts."""
    depth = 0
    for text, before in zip(texts, ["", *texts], strict=False):
        depth += (text in ("(", "[", "{", r"\{")) - (text in (")", "]", "}", r"\}"))
        if depth == 0 and before not in ("_", "^"):
            yield text


def _is_value(p: Parser, derivative: Term) -> bool:
    r"""`\frac{df}{dx}(2)`, with one number in the bracket, is the value at 2."""
    numbers = p.next_is("(") and p.tokens[p.pos + 1].kind == "num" and p.tokens[p.pos + 2].text == ")"
    return numbers and isinstance(derivative, App)


def differentials(p: Parser, below: TokenRange, sign: str) -> list[Term]:
    r"""The variables of `\partial x \partial y` or `\partial x^2`, in order."""
    variables: list[Term] = []
    for first, last in p.pieces(*below, frozenset((sign,)))[1:]:
        braced = p.texts((max(first, last - 4), last))
        width = 4 if braced[:2] == ["^", "{"] and braced[-1] == "}" else 2
        mark, times = [x for x in p.texts((max(first, last - width), last)) if x not in ("{", "}")], 1
        if mark[:1] == ["^"] and mark[-1].isdigit():
            times = min(int(mark[-1]), HIGHEST_ORDER + 1)
        end = last - width if times > 1 else last
        if first >= end:
            raise p.refuse("expected a variable to differentiate by", first)
        variables += [p.within(first, end)] * times
    match variables:
        case [one, App("transpose", (other,))] if one == other:  # the Hessian, as \partial x \partial x^\top
            return [one, one]
        case [App("transpose", (one,)), other] if one == other:
            return [one, one]
        case _:
            return variables


def derivative_operand(p: Parser) -> Term:
    """What a detached derivative acts on: a bracketed term alone, otherwise the product that follows.

    A bracket that is transposed in front of a factor begins a product.
    """
    if p.next_is("(", "[", r"\{"):
        if p.tokens[p.pos + 1].kind == "num" and p.texts((p.pos + 2, p.pos + 3)) == [")"]:
            raise p.refuse("a number in brackets behind a derivative seems to be the number of an equation")
        start = p.pos
        first = p.factor()
        if not (isinstance(first, App) and first.head == "transpose" and p.at_factor()):
            return first
        p.pos = start
    return p.signed_product() if p.next_is("-") else p.product()


def slashed_derivative(p: Parser, token: Token) -> Term:
    r"""`\partial L / \partial W`, and `\partial_x f`."""
    start = p.pos
    p.pos += 1
    if p.next_is("_"):
        variable = scripts.take(p).below
        assert variable is not None
        return p.app("deriv", (gradient_operand(p), p.within(*variable)), start)
    operand = p.factor()
    if not p.next_is("/"):
        raise p.fail(r"/ after \partial")
    p.pos += 1
    if not p.next_is(token.text):
        raise p.fail(token.text)
    p.pos += 1
    return p.app("deriv", (operand, p.factor()), start)


def gradient(p: Parser, _token: Token) -> Term:
    r"""`\nabla_W L`: acts on numbers and one factor; on a whole product where that begins with a transpose."""
    start = p.pos
    p.pos += 1
    if p.next_is(r"\cdot"):
        p.pos += 1
        return calculus.divergence(p, gradient_operand(p), start)
    found = scripts.take(p)
    twice = found.above is not None and p.within(*found.above) == Num(Fraction(2))
    if found.above is not None and not twice:
        raise p.refuse("gradients of this order are not understood", found.above[0])
    variable = p.within(*found.below) if found.below is not None else None
    operand = gradient_operand(p, variable)
    if found.below is None and isinstance(operand, Sym):
        operand = calculus.at_own_point(p, operand)
    flipped = _is_transposed_value(operand)
    if flipped and isinstance(operand, App):
        operand = operand.args[0]
    variable = variable or calculus.own_variable(operand) or calculus.variable_of(p, operand)
    if variable is None:
        raise p.refuse(r"expected a subscript of \nabla: by which variable?", start)
    point = _point(operand, variable)
    if point is not None and isinstance(operand, App):
        operand = p.app("apply", (operand.args[0], variable), start)
    result = p.app("deriv", (operand, variable), start)
    if twice:
        result = p.app("deriv", (result, variable), start)
    if point is not None:
        result = p.app("evaluated", (result, variable, point), start)
    return p.app("transpose", (result,), start) if flipped else result


def _point(operand: Term, variable: Term) -> Term | None:
    r"""The \hat{w} of `\nabla_w L(\hat{w})`: where the gradient by w is taken."""
    match operand:
        case App("apply", (Sym(name), point)) if isinstance(variable, Sym) and variable.name not in free_names(point):
            return None if variable.name in letters_in(name) else point  # \nabla_\theta f_\theta(x) is by the label
        case _:
            return None


def _is_transposed_value(operand: Term) -> bool:
    r"""`\nabla f(x)^\top` is the gradient, transposed: a number is not."""
    match operand:
        case App("transpose", (App("apply"),)):
            return True
        case App("transpose", (Sym(name),)):
            return name in t.TOTALS
        case _:
            return False


def gradient_operand(p: Parser, variable: Term | None = None) -> Term:
    """Coefficients and one factor; a letter is a coefficient in front of a factor that has the variable."""
    start = p.pos
    factors = [p.factor()]
    while _is_coefficient(factors[-1]) and p.at_factor():
        factors.append(p.factor())
    if _may_be_coefficient(factors[-1], variable) and p.at_factor():
        behind = p.pos
        factors.append(p.factor())
        if variable is None or free_names(variable).isdisjoint(free_names(factors[-1])):
            p.pos = behind
            factors.pop()
    last = factors[-1]
    while isinstance(last, App) and last.head == "transpose" and not _is_transposed_value(last) and p.at_factor():
        factors.append(p.factor())
    return p.multiply(factors, start)


def _may_be_coefficient(factor: Term, variable: Term | None) -> bool:
    r"""The \lambda of `\nabla_w \lambda w^\top w`, and no function or quantity that depends on w."""
    greek = isinstance(factor, Sym) and factor.name in t.GREEK_COEFFICIENTS
    return greek and variable is not None and factor != variable


def _is_coefficient(factor: Term) -> bool:
    return _is_reciprocal(factor) or isinstance(factor, Num)


def root(p: Parser, _token: Token) -> Term:
    start = p.pos
    p.pos += 1
    degree: Term | None = None
    if p.next_is("["):
        end = p.bracket_end(p.pos)
        degree = p.within(p.pos + 1, end - 1)
        p.pos = end
    inner = p.within(*p.argument())
    if degree is None:
        term = p.app("sqrt", (inner,), start)
    else:
        term = p.app("pow", (inner, App("div", (Num(Fraction(1)), degree))), start)
    return scripts.with_scripts(p, term, start)


def infinity(p: Parser, _token: Token) -> Term:
    p.pos += 1
    return p.app("infinity", (), p.pos - 1)


# Bars --------------------------------------------------------------------------------------------


def bar(p: Parser, token: Token) -> Term:
    """`|x|`, `||x||`, and a pair of bars inside a pair of bars."""
    start = p.pos
    double = p.texts((start, start + 2)) == ["|", "|"] and p.tokens[start].end == p.tokens[start + 1].start
    if double and start + 1 < p.end:
        inner = _try_double(p, start)
        if inner is not None:
            return norm_with_scripts(p, inner, start)
    closers = ("|", r"\vert") if token.text in ("|", r"\vert") else (r"\rvert",)
    inner = between_bars(p, frozenset(closers))
    if isinstance(inner, App) and inner.head == "abs":  # two single bars side by side print as a norm
        return norm_with_scripts(p, inner.args[0], start)
    return scripts.with_scripts(p, p.app("abs", (inner,), start), start)


def _try_double(p: Parser, start: int) -> Term | None:
    """The inside of `||x||`; None, and the position restored, where the bars do not close as a pair."""
    saved = p.pos, p.closing, p.depth
    p.pos, p.closing = start + 2, frozenset(("|",))
    try:
        inner = p.expression()
    except ParseError:
        p.pos, p.closing, p.depth = saved
        return None
    closed = p.pos + 1 < p.end and p.texts((p.pos, p.pos + 2)) == ["|", "|"]
    if not closed:
        p.pos, p.closing, p.depth = saved
        return None
    p.pos, p.closing = p.pos + 2, saved[1]
    return inner


def between_bars(p: Parser, closers: frozenset[str]) -> Term:
    saved = p.closing
    p.pos, p.closing = p.pos + 1, closers
    inner = p.expression()
    if not p.next_is(*closers):
        raise p.fail(f"{min(closers)} to close the bar at the beginning")
    p.pos, p.closing = p.pos + 1, saved
    return inner


def double_bar(p: Parser, token: Token) -> Term:
    start = p.pos
    closers = frozenset((r"\rVert",)) if token.text == r"\lVert" else t.DOUBLE_BARS
    return norm_with_scripts(p, between_bars(p, closers), start)


def norm_with_scripts(p: Parser, inner: Term, start: int) -> Term:
    found = scripts.take(p)
    head = "norm"
    if found.below is not None:
        label = "".join(p.texts(found.below)).removeprefix(r"\mathrm{").rstrip("}")
        heads = {"2": "norm", "F": "norm_F", "op": "norm", "Fro": "norm_F", "fro": "norm_F"}
        heads |= {"1": "norm_1", r"\infty": "norm_inf"}
        if label not in heads:
            raise p.refuse(f"a norm with the subscript {label} is not understood yet", found.below[0])
        head = heads[label]
    return scripts.raised(p, p.app(head, (inner,), start), found.above, start)


def angle(p: Parser, _token: Token) -> Term:
    start = p.pos
    end = p.bracket_end(start)
    pieces = p.pieces(start + 1, end - 1, frozenset(","))
    if len(pieces) == 1 and (mean := averages(p, start, end)) is not None:
        return mean
    if len(pieces) != 2:
        raise p.refuse("expected two vectors separated by a comma", start)
    both = tuple(p.within(*piece) for piece in pieces)
    p.pos = end
    if p.texts((end, end + 2)) == ["_", "F"]:  # of matrices, as always
        p.pos = end + 2
    return scripts.with_scripts(p, p.app("inner", both, start), start)


# Functions ---------------------------------------------------------------------------------------


def function(p: Parser, token: Token) -> Term:
    r"""`\exp(x)`, `\log x y`, `\tr X^\top X`, `\softmax_{\text{row}}(A)`."""
    start = p.pos
    p.pos += 1
    found = scripts.take(p)
    head, entry = token.text, None
    base = _base_of_logarithm(p, head, found.below)
    if found.below is not None and base is None:
        head, entry = _function_subscript(p, head, found.below)
    power = found.above
    if power is not None and p.texts(power)[:1] == ["-"]:
        raise p.refuse("an inverse function is not understood yet", power[0])
    if p.next_is("(", "[", r"\{", "{"):
        opening = p.pos
        end = p.brace_end(opening) if p.next_is("{") else p.bracket_end(opening)
        pieces = p.pieces(opening + 1, end - 1, frozenset(","))
        if len(pieces) > 1 and head != "diag":
            raise p.refuse(f"{token.text} takes one argument", opening)
        argument = p.within(opening + 1, end - 1) if len(pieces) == 1 else _entries(p, pieces)
        p.pos = end
    else:
        argument = implicit_argument(p, head)
    if found.primes:
        return _derived(p, head, found, argument, start)
    term: Term = _compound(p, head, argument, start) if head in t.COMPOUND else p.app(head, (argument,), start)
    if base is not None:
        term = p.app("div", (term, App("log", (base,))), start)
    if entry is not None:
        term = p.app("index", (term, *entry), start)
    if power is not None:
        return scripts.raised(p, term, power, start)
    return scripts.with_scripts(p, term, start)


def _derived(p: Parser, head: str, found: scripts.Scripts, argument: Term, start: int) -> Term:
    r"""`\tanh'(x)`: the value of a derivative, as for any other function."""
    if head not in t.DERIVED or found.below is not None or found.above is not None:
        raise p.refuse(f"a prime on {head} is not understood", start)
    name = Sym(f"\\mathrm{{{head}}}{found.primes}", p.span_from(start))
    return scripts.with_scripts(p, p.app("apply", (name, argument), start), start)


def _compound(p: Parser, head: str, argument: Term, start: int) -> Term:
    """tan, sinh and their like by sine, cosine and exponential functions."""

    def one(name: str, of: Term = argument) -> Term:
        return p.app(name, (of,), start)

    def exponentials(sign: bool) -> Term:
        falling = one("exp", one("neg"))
        return p.app("add", (one("exp"), one("neg", falling) if sign else falling), start)

    unit = Num(Fraction(1))
    parts: dict[str, Callable[[], tuple[Term, Term]]] = {
        "tan": lambda: (one("sin"), one("cos")),
        "cot": lambda: (one("cos"), one("sin")),
        "sec": lambda: (unit, one("cos")),
        "csc": lambda: (unit, one("sin")),
        "sinh": lambda: (exponentials(True), Num(Fraction(2))),
        "cosh": lambda: (exponentials(False), Num(Fraction(2))),
        "coth": lambda: (exponentials(False), exponentials(True)),
    }
    return p.app("div", parts[head](), start)


def _base_of_logarithm(p: Parser, head: str, below: TokenRange | None) -> Num | None:
    r"""The 2 of `\log_2`: a number larger than one."""
    texts = p.texts(below) if below is not None and head == "log" else []
    return Num(Fraction(texts[0])) if len(texts) == 1 and texts[0].isdigit() and int(texts[0]) > 1 else None


def _entries(p: Parser, pieces: list[TokenRange]) -> Term:
    r"""The vector of `\diag(\lambda_1, \dots, \lambda_n)` and of `\diag(a, b)`."""
    spread = list_with_dots(p, pieces, "rows")
    return spread or App("matrix", tuple(App("row", (p.within(*piece),)) for piece in pieces))


def _function_subscript(p: Parser, head: str, below: TokenRange) -> tuple[str, tuple[Term, ...] | None]:
    label = "".join(p.texts(below)).removeprefix(r"\mathrm{").rstrip("}").strip()
    if head == "softmax":
        if label in ("row", "rows"):
            return "softmax_row", None
        if label in ("col", "column", "cols"):
            return "softmax_col", None
        if not p.names.subscript("", p.tokens[slice(*below)]).labels:
            return head, scripts.indices(p, below)
    if head == "log" and label == "e":
        return head, None
    raise p.refuse(f"{head} with the subscript {label} is not understood yet", below[0])


def _leaves_densities(p: Parser, last: Term, token: Token) -> bool:
    r"""`\log p(x \mid z) p(z)` is of the product of the densities; `\log \pi(a) R(a)` is not of the reward."""
    density = isinstance(last, App) and last.head in ("density", "normal_pdf")
    another = token.kind == "name" and (letter_of(token.text) in p.names.densities or token.text in t.NORMALS)
    return density and not another and t.BIG.get(token.text) != "prod"


def _leaves_for_sum(head: str, factors: list[Term], token: Token) -> bool:
    r"""`\log \lambda \sum_i k_i` is a multiple of the sum; that of `\log \frac{1}{n} \sum_i x_i`, a mean, is inside."""
    total = t.BIG.get(token.text) == "sum" or token.text == t.INTEGRAL
    exponential = head == "log" and isinstance(factors[-1], App) and factors[-1].head == "exp"
    return total and head not in _INSIDE_LOGARITHM - {"exp"} and not exponential and not _is_reciprocal(factors[0])


def _is_reciprocal(factor: Term) -> bool:
    return isinstance(factor, App) and factor.head == "div" and isinstance(factor.args[0], Num)


def implicit_argument(p: Parser, head: str) -> Term:
    """The product behind a function without brackets."""
    start = p.pos
    factors = [p.factor()]
    while (token := p.peek()) is not None and p.starts_factor(token):
        behind_fraction = token.text in ("(", "[") and isinstance(factors[-1], App) and factors[-1].head == "div"
        if behind_fraction and token.text == "[" and p.texts((end := p.bracket_end(p.pos), end + 1)) == ["_"]:
            break  # [F(x)]_a^b is no factor of an argument
        if behind_fraction:
            raise p.refuse(f"a bracket after {head} and a fraction is ambiguous: write brackets around the argument")
        stops = token.kind == "func" and (head != "log" or token.text not in _INSIDE_LOGARITHM)
        leaves = _leaves_densities(p, factors[-1], token) or _leaves_for_sum(head, factors, token)
        if stops or leaves or is_differential(p, p.pos):
            break
        factors.append(p.factor())
    if p.next_is("/"):
        raise p.refuse(f"a slash after {head} without brackets is ambiguous: write brackets")
    return p.multiply(factors, start)


# Matrices ----------------------------------------------------------------------------------------


def matrix(p: Parser, token: Token) -> Term:
    start = p.pos
    if token.text not in t.MATRICES and token.text not in ENVIRONMENTS:
        raise p.refuse(f"{token.text} is not understood yet")
    end = start + 1
    depth = 1
    while end < p.end and depth:
        depth += {"begin": 1, "end": -1}.get(p.tokens[end].kind, 0)
        end += 1
    if depth:
        raise p.refuse(rf"\begin{{{token.text}}} is never ended")
    rows = [r for r in _cells(p, start + 1, end - 1, "row") if r[0] < r[1]]
    if not rows:
        raise p.refuse("an empty matrix is not understood")
    if token.text in ENVIRONMENTS:
        value = cases(p, [_cells(p, *row, "&") for row in rows], start)
        p.pos = end
        return value
    cells = plain_cells(p, [_cells(p, *row, "&") for row in rows])
    term = matrix_with_dots(p, cells)
    if term is None:
        made = tuple(App("row", tuple(p.within(*c) for c in row)) for row in cells)
        p.pos = end
        term = p.app("matrix", made, start)
    p.pos = end
    if token.text in t.DETERMINANTS:
        term = p.app("det", (term,), start)
    return scripts.with_scripts(p, term, start)


def _cells(p: Parser, start: int, end: int, separator: str) -> list[TokenRange]:
    ranges: list[TokenRange] = []
    depth, begin = 0, start
    for position in range(start, end):
        token = p.tokens[position]
        depth += {"begin": 1, "end": -1}.get(token.kind, 0)
        if depth == 0 and separator in (token.kind, token.text):
            ranges.append((begin, position))
            begin = position + 1
    ranges.append((begin, end))
    return ranges


PREFIX: dict[str, Prefix] = {
    **dict.fromkeys(t.FRACTIONS, fraction),
    **dict.fromkeys(t.BINOMIALS, binomial),
    **dict.fromkeys(t.FLOORS, rounded),
    **dict.fromkeys(t.BIG, big),
    **dict.fromkeys(t.OPTIMA, optimum),
    t.INTEGRAL: integral,
    t.LIMIT: limit,
    r"\sqrt": root,
    r"\infty": infinity,
    r"\nabla": gradient,
    r"\partial": slashed_derivative,
    r"\langle": angle,
    **dict.fromkeys(("|", r"\lvert", r"\vert"), bar),
    **dict.fromkeys((r"\|", r"\Vert", r"\lVert"), double_bar),
}
