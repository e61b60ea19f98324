"""Nodes as short LaTeX, for the conditions that a verdict lists."""

from __future__ import annotations

from collections.abc import Callable

from checks.model import Call, Lit, Node, Op, Ref


class NoWords(Exception):
    """There is no short text for this node."""


def worded(node: Node) -> str:
    """LaTeX such as `1 + a_{i}`. Raises NoWords for sums, integrals and whatever is rarely part of a condition."""
    match node:
        case Lit(value, shape) if shape.is_scalar:
            return str(value) if value.denominator == 1 else rf"\frac{{{value.numerator}}}{{{value.denominator}}}"
        case Ref(name, indices):
            return author_name(name) + (f"_{{{', '.join(worded(i) for i in indices)}}}" if indices else "")
        case Call(function, args) if "#" not in function:
            return f"{function}({', '.join(worded(a) for a in args)})"
        case Op(head, args) if head in _HEADS:
            return _HEADS[head](args)
    raise NoWords


def author_name(name: str) -> str:
    """Bound variables are numbered apart; their authors know them without the number. Raises NoWords."""
    plain = name.split("#", maxsplit=1)[0]
    if not plain or plain[0] in "%@?~":
        raise NoWords
    return plain


def _bracketed(node: Node, *heads: str) -> str:
    text = worded(node)
    negative = isinstance(node, Lit) and node.value < 0
    return rf"({text})" if negative or (isinstance(node, Op) and node.head in heads) else text


def _sum(args: tuple[Node, ...]) -> str:
    text = worded(args[0])
    for arg in args[1:]:
        if isinstance(arg, Op) and arg.head == "neg":
            text += f" - {_bracketed(arg.args[0], 'add', 'neg')}"
        else:
            text += f" + {_bracketed(arg, 'neg')}"
    return text


def _power(args: tuple[Node, ...]) -> str:
    return f"{_bracketed(args[0], 'add', 'neg', 'mul', 'div', 'pow', 'transpose')}^{{{worded(args[1])}}}"


def _around(left: str, right: str) -> Callable[[tuple[Node, ...]], str]:
    return lambda args: left + worded(args[0]) + right


_HEADS: dict[str, Callable[[tuple[Node, ...]], str]] = {
    "add": _sum,
    "neg": lambda args: "-" + _bracketed(args[0], "add", "neg"),
    "mul": lambda args: " ".join(_bracketed(a, "add", "neg") for a in args),
    "div": lambda args: rf"\frac{{{worded(args[0])}}}{{{worded(args[1])}}}",
    "pow": _power,
    "transpose": lambda args: _bracketed(args[0], "add", "neg", "mul", "div", "pow") + r"^\top",
    "exp": _around("e^{", "}"),
    "log": _around(r"\log(", ")"),
    "sqrt": _around(r"\sqrt{", "}"),
    "abs": _around("|", "|"),
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
}
