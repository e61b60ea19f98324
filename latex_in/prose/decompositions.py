r"""Decompositions by name: "let $X = U \Sigma V^\top$ be the SVD" says of the factors what the name promises."""

from __future__ import annotations

from collections.abc import Iterator

from hence.language.derivation import Formula, Property
from hence.language.terms import App, Num, Sym, Term
from hence.latex_in.formula.declare import Equation
from hence.latex_in.prose.grammar import Rule, rule
from hence.latex_in.prose.hedges import denied
from hence.latex_in.prose.said import Sentence

# the name, the factors by the heads around them (the same number: the same letter), and what it says of each letter
_NAMED: tuple[tuple[Rule, tuple[str, ...], tuple[str, ...]], ...] = (
    (
        rule("[singular-values-of singular-value singular-vector]"),
        ("0", "1", "2'"),
        ("orthonormal columns", "diagonal", "orthonormal columns"),
    ),
    (rule("eigendecomposition"), ("0", "1", "0'"), ("orthogonal", "diagonal")),
    (rule("eigendecomposition"), ("0", "1", "0-"), ("invertible", "diagonal")),
    (rule("qr-decomposition"), ("0", "1"), ("orthonormal columns", "triangular")),
    (rule("cholesky"), ("0", "0'"), ("triangular",)),
)


_OTHER = rule("[unlike not no] w{0,3} $")


def decompositions(s: Sentence) -> Iterator[Property]:
    """What a sentence says of the factors of the decomposition that it names."""
    for position, said in s.placed():
        if not denied(s.signs, position):
            for equation in (x for x in said.found if isinstance(x, Equation)):
                yield from factors(s.signs, equation.formula)


def factors(signs: str, formula: Formula) -> Iterator[Property]:
    """What the words beside an equation say of the factors on its right side."""
    if formula.relation != "=" or not isinstance(formula.rhs, App) or formula.rhs.head != "mul":
        return
    for name, form, words in _NAMED:
        named = name.search(signs)
        if named is None or denied(signs, named.start()) or _OTHER.search(signs[: named.start()]):
            continue
        letters = _letters(formula.rhs.args, form)
        if letters is not None:
            yield from (Property(x, word, x.span) for x, word in zip(letters, words, strict=True))
            return


def _letters(found: tuple[Term, ...], form: tuple[str, ...]) -> list[Sym] | None:
    """The letters of a product in the order of their numbers; None where it has another form."""
    letters: dict[str, Sym] = {}
    if len(found) != len(form):
        return None
    for factor, shape in zip(found, form, strict=True):
        letter = _undressed(factor, shape[1:])
        if letter is None or letters.setdefault(shape[0], letter) != letter:
            return None
    return list(letters.values())


def _undressed(factor: Term, dress: str) -> Sym | None:
    match dress, factor:
        case "", Sym():
            return factor
        case "'", App("transpose", (Sym() as letter,)):
            return letter
        case "-", App("pow", (Sym() as letter, Num(value))) if value == -1:
            return letter
        case "-", App("inverse", (Sym() as letter,)):
            return letter
    return None
