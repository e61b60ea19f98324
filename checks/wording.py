"""Nodes as short LaTeX, for the conditions that a verdict lists."""

from __future__ import annotations

from collections.abc import Callable

from hence.checks.model import (
    POINT,
    Along,
    Between,
    Binder,
    Call,
    Density,
    Drawn,
    Everywhere,
    Feasible,
    Lit,
    Node,
    Op,
    Over,
    Ref,
    Towards,
)

BINDERS = {
    "sum": r"\sum",
    "prod": r"\prod",
    "integral": r"\int",
    "E": r"\mathbb{E}",
    "Var": r"\mathrm{Var}",
    "lim": r"\lim",
    "argmin": r"\arg\min",
    "argmax": r"\arg\max",
}
LOOSE = ("add", "neg", "sum", "prod", "integral", "lim")  # heads that end nowhere: a factor in front needs brackets


def worded(node: Node) -> str:
    """LaTeX such as `1 + a_{i}`. Never fails: what has no sign of its own is written as a function by its name."""
    match node:
        case Lit(value, shape) if shape.is_scalar or value.denominator == 1:
            text = str(value) if value.denominator == 1 else rf"\frac{{{value.numerator}}}{{{value.denominator}}}"
            return text if shape.is_scalar else rf"\mathbf{{{text}}}"
        case Lit(value):
            return rf"{value} \mathbf{{1}}"
        case Ref(name, indices):
            return author_name(name) + (f"_{{{', '.join(map(worded, indices))}}}" if indices else "")
        case Call(function, args):
            return f"{author_name(function)}({', '.join(map(worded, args))})"
        case Density(family, of, given):
            behind = rf" \mid {', '.join(map(author_name, given))}" if given else ""
            return f"{family}({', '.join(map(author_name, of))}{behind})"
        case Binder(head, var, over, body):
            return _binder(head, author_name(var), over, body)
        case Op(head, args):
            return _HEADS[head](args) if head in _HEADS else _function(head, args)


def author_name(name: str) -> str:
    """Bound variables are numbered apart; their authors know them without the number. Never fails."""
    plain = name.split("#", maxsplit=1)[0].lstrip("%@~") or name
    return plain.replace(POINT, "")


def _binder(head: str, var: str, over: Over, body: Node) -> str:
    sign = BINDERS.get(head, rf"\{head}")
    inside = f"[{worded(body)}]" if head in ("E", "Var") else f" {_bracketed(body, 'add', 'neg')}"
    match over:
        case Between(low, high, unless):
            apart = "".join(rf", {var} \ne {worded(u)}" for u in unless)
            if isinstance(high, Ref) and high.name.startswith("?"):  # as far as it goes: nobody named that
                return rf"{sign}_{{{var}{apart}}}{inside}"
            return rf"{sign}_{{{var}={worded(low)}{apart}}}^{{{worded(high)}}}{inside}"
        case Along(low, high):
            return rf"{sign}_{{{worded(low)}}}^{{{worded(high)}}}{inside} \, d{var}"
        case Everywhere():
            return rf"{sign}{inside} \, d{var}"
        case Drawn(law):
            return rf"{sign}_{{{var} \sim {worded(law)}}}{inside}"
        case Feasible():
            return rf"{sign}_{{{var}}}{inside}"
        case Towards(point, side):
            return rf"{sign}_{{{var} \to {worded(point)}{side}}}{inside}"


def _function(head: str, args: tuple[Node, ...]) -> str:
    return rf"\mathrm{{{head.replace('_', ' ')}}}({', '.join(map(worded, args))})"


def _bracketed(node: Node, *heads: str) -> str:
    text = worded(node)
    negative = isinstance(node, Lit) and node.value < 0
    return rf"({text})" if negative or (isinstance(node, Op | Binder) and node.head in heads) else text


def _sum(args: tuple[Node, ...]) -> str:
    text = worded(args[0])
    for arg in args[1:]:
        if isinstance(arg, Op) and arg.head == "neg":
            text += f" - {_bracketed(arg.args[0], 'add', 'neg')}"
        else:
            text += f" + {_bracketed(arg, 'neg')}"
    return text


def _product(args: tuple[Node, ...]) -> str:
    return " ".join([*(_bracketed(a, *LOOSE) for a in args[:-1]), _bracketed(args[-1], "add", "neg")])


def _power(args: tuple[Node, ...]) -> str:
    return f"{_bracketed(args[0], *LOOSE, 'mul', 'div', 'pow', 'transpose')}^{{{worded(args[1])}}}"


def _index(args: tuple[Node, ...]) -> str:
    return f"{_bracketed(args[0], *LOOSE, 'mul', 'div', 'pow')}_{{{', '.join(map(worded, args[1:]))}}}"


def _around(left: str, right: str, between: str = ", ") -> Callable[[tuple[Node, ...]], str]:
    return lambda args: left + between.join(map(worded, args)) + right


def _between(sign: str) -> Callable[[tuple[Node, ...]], str]:
    return lambda args: sign.join(_bracketed(a, *LOOSE) for a in args)


_HEADS: dict[str, Callable[[tuple[Node, ...]], str]] = {
    "add": _sum,
    "neg": lambda args: "-" + _bracketed(args[0], "add", "neg"),
    "mul": _product,
    "div": lambda args: rf"\frac{{{worded(args[0])}}}{{{worded(args[1])}}}",
    "pow": _power,
    "hadamard": _between(r" \odot "),
    "kron": _between(r" \otimes "),
    "inner": _around(r"\langle ", r" \rangle"),
    "transpose": lambda args: _bracketed(args[0], *LOOSE, "mul", "div", "pow") + r"^\top",
    "exp": _around("e^{", "}"),
    "log": _around(r"\log(", ")"),
    "sqrt": _around(r"\sqrt{", "}"),
    "abs": _around("|", "|"),
    "tanh": _around(r"\tanh(", ")"),
    "factorial": lambda args: _bracketed(args[0], *LOOSE, "mul", "div", "pow") + "!",
    "gamma_fn": _around(r"\Gamma(", ")"),
    "digamma": _around(r"\psi(", ")"),
    "erf": _around(r"\mathrm{erf}(", ")"),
    "binom": lambda args: rf"\binom{{{worded(args[0])}}}{{{worded(args[1])}}}",
    "sin": _around(r"\sin(", ")"),
    "cos": _around(r"\cos(", ")"),
    "maximum": _around(r"\max(", ")"),
    "minimum": _around(r"\min(", ")"),
    "floor": _around(r"\lfloor ", r" \rfloor"),
    "indicator": _around(r"\mathbf{1}[", " > 0]"),
    "norm": _around(r"\|", r"\|"),
    "norm_F": _around(r"\|", r"\|_F"),
    "norm_1": _around(r"\|", r"\|_1"),
    "norm_inf": _around(r"\|", r"\|_\infty"),
    "eig_max": _around(r"\lambda_{\max}(", ")"),
    "eig_min": _around(r"\lambda_{\min}(", ")"),
    "tr": _around(r"\mathrm{tr}(", ")"),
    "det": _around(r"\det(", ")"),
    "identity": lambda _: "I",
    "pi": lambda _: r"\pi",
    "infinity": lambda _: r"\infty",
    "index": _index,
    "matrix": _around(r"\begin{pmatrix} ", r" \end{pmatrix}", r" \\ "),
    "row": lambda args: " & ".join(map(worded, args)),
    "delta": lambda args: rf"\delta_{{{worded(args[0])} {worded(args[1])}}}",
    "deriv": lambda args: rf"\frac{{\partial}}{{\partial {worded(args[1])}}} {_bracketed(args[0], *LOOSE)}",
    "E": _around(r"\mathbb{E}[", "]", r" \mid "),
    "given": lambda args: ", ".join(map(worded, args)),
    "at": lambda args: " = ".join(map(worded, args)),
}
