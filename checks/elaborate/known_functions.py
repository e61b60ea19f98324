"""Functions that have a name: the sigmoid, ReLU, softplus. A word or a spelled name stands for the formula."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hence.checks.elaborate.givens import Sorted
from hence.checks.elaborate.patterns import Defined
from hence.language.derivation import Formula
from hence.language.powers import exponent_of
from hence.language.terms import App, Sym, Term, app, num, subterms

X = Sym("x#known")
SIGMOID = app("div", num(1), app("add", num(1), app("exp", app("neg", X))))
FORMULAS: dict[str, Term] = {
    "sigmoid": SIGMOID,
    "ReLU": app("maximum", num(0), X),
    "softplus": app("log", app("add", num(1), app("exp", X))),
    "swish": app("mul", X, SIGMOID),
    "sign": app("add", app("indicator", X), app("neg", app("indicator", app("neg", X)))),
}
HEADS = ("exp", "log", "sin", "cos", "tanh")  # they have names of their own; a prime makes functions of them
FORMULAS |= {head: app(head, X) for head in HEADS}
SPELLED = {
    **dict(zip(HEADS, HEADS, strict=True)),
    "ReLU": "ReLU",
    "relu": "ReLU",
    "sigmoid": "sigmoid",
    "Sigmoid": "sigmoid",
    "logistic": "sigmoid",
    "expit": "sigmoid",
    "softplus": "softplus",
    "Softplus": "softplus",
    "SiLU": "swish",
    "swish": "swish",
    "Swish": "swish",
    "sign": "sign",
    "sgn": "sign",
}


def define_spelled(given: Sorted, formulas: Iterable[Formula]) -> None:
    r"""`\mathrm{ReLU}(x)` has its usual meaning where the author gives it no other."""
    names = {f"\\mathrm{{{spelled}}}": word for spelled, word in SPELLED.items()}
    terms = [*given.terms(), *(side for f in formulas for side in (f.lhs, f.rhs))]
    for term in (t for root in terms for t in subterms(root)):
        match term:
            case App("apply", (Sym(power), _)) if (exponent := exponent_of(power)) is not None:
                given.definitions[power] = [Defined(power, (), (X.name,), app("pow", X, num(exponent)), 0)]
            case App("apply", (Sym(applied), _)) if (name := applied.rstrip("'")) in names:
                if name not in given.definitions and name not in given.mappings:
                    named(names[name])(given, name)
            case _:
                pass


def named(word: str) -> Callable[[Sorted, str], None]:
    """What it means that a function is called by that word."""

    def define(given: Sorted, name: str) -> None:
        given.mappings.pop(name, None)
        given.define(Defined(name, (), (X.name,), FORMULAS[word], 0))

    return define
