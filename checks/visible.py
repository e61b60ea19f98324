"""Signs that can be seen in how a node is written, where its normal form is expanded and hides them."""

from __future__ import annotations

from collections.abc import Callable

from hence.checks.model import Between, Binder, Lit, Node, Op, Ref, Setting, names_in

Known = Callable[[Node, str], bool]  # whether a number is > 0, or >= 0, by what is declared
SIZES = ("abs", "norm", "norm_F", "norm_1", "norm_inf")


def is_nonnegative(node: Node, known: Known) -> bool:
    """Whether a number is >= 0, being made of squares, sizes and what is known to be."""
    if not node.shape.is_scalar:
        return False
    match node:
        case Op("pow", (_, Lit(value))) if value.denominator == 1 and value % 2 == 0:
            return True
        case Op(head) if head in (*SIZES, "exp", "sqrt", "Var"):
            return True
        case Op("add" | "mul" | "div", args):
            return all(is_nonnegative(a, known) for a in args) or known(node, ">=")
        case Binder("sum" | "prod" | "E", _, _, body):
            return is_nonnegative(body, known) or known(node, ">=")
        case _:
            return known(node, ">=")


def is_positive(node: Node, known: Known) -> bool:
    """Whether a number is > 0, being made of exponentials and what is known to be; sums must not be empty."""
    if not node.shape.is_scalar:
        return False
    match node:
        case Op("exp"):
            return True
        case Op("add", args):
            return all(is_nonnegative(a, known) for a in args) and any(is_positive(a, known) for a in args)
        case Op("mul" | "div", args):
            return all(is_positive(a, known) for a in args)
        case Op("sqrt", (base,)) | Op("pow", (base, Lit())):
            return is_positive(base, known)
        case Binder("sum", _, Between(Lit(low), high, ()), body) if low <= 1:
            return known(high, ">") and is_positive(body, known)
        case _:
            return known(node, ">")


def _body(setting: Setting, name: str) -> Node | None:
    """What a plain name is by its only definition."""
    definitions = setting.definitions.get(name, ())
    plain = len(definitions) == 1 and not definitions[0].indices and not definitions[0].params
    return definitions[0].body if plain and name not in names_in(definitions[0].body) else None


def _is_independent(setting: Setting, gram: Op) -> bool:
    """Whether the columns of X in X^T X, or its rows in X X^T, are said to be linearly independent."""
    match gram.args:
        case Op("transpose", (Ref(name, ()),)), _:
            word = "of full column rank"
        case Ref(name, ()), _:
            word = "of full row rank"
        case _:
            return False
    return name in setting.symbols and word in setting.symbols[name].words


def is_definite(setting: Setting, node: Node, known: Known, strictly: bool = True) -> bool:
    """Whether a matrix is positive definite, or at least semidefinite: a Gram matrix plus a multiple of I, say."""
    match node:
        case Op("identity"):
            return True
        case Ref(name, ()):
            if (body := _body(setting, name)) is not None:
                return is_definite(setting, body, known, strictly)
            words = setting.symbols[name].words if name in setting.symbols else frozenset()
            return bool(words & ({"positive definite"} if strictly else {"positive definite", "positive semidefinite"}))
        case Op("add", args):
            weakly = all(is_definite(setting, a, known, strictly=False) for a in args)
            return weakly and (not strictly or any(is_definite(setting, a, known) for a in args))
        case Op("mul", (first, *rest)) if first.shape.is_scalar and rest:
            inner = rest[0] if len(rest) == 1 else Op("mul", tuple(rest), node.shape)
            return known(first, ">" if strictly else ">=") and is_definite(setting, inner, known, strictly)
        case Op("mul", (Op("transpose", (a,)), b)) | Op("mul", (a, Op("transpose", (b,)))):
            return a == b and (not strictly or _is_independent(setting, node))
        case Op("div", (inner, below)):
            return known(below, ">") and is_definite(setting, inner, known, strictly)
        case Binder("sum", _, Between(), body):
            return not strictly and is_definite(setting, body, known, strictly=False)
        case _:
            return False
