r"""Which terms are vectors for sure, as far as a page tells before shapes are worked out: `\bm q \cdot \bm k`."""

from __future__ import annotations

import re

from hence.language.terms import App, Bind, Num, Sym, Term
from hence.latex_in import tables as t
from hence.latex_in.letters.names import Names, letter_of

_BOLD = re.compile(r"\\bm\{(.*)\}$")


def is_vector(term: Term, names: Names) -> bool:
    """Whether a term is a vector by its declaration or by its bold small letter."""
    match term:
        case Sym(name):
            return name in names.columns or is_bold_small(name)
        case App("index", (Sym(name), _)):
            return name in names.column_families or (is_bold_small(name) and name not in names.columns)
        case App("apply", (Sym(name), *_)):
            return is_bold_small(name)
        case App("add" | "hadamard", args):
            return all(is_vector(a, names) for a in args)
        case App("neg", (inner,)):
            return is_vector(inner, names)
        case App("div", (above, _)):
            return is_vector(above, names)
        case App("mul", args):
            return _is_vector_product(args, names)
        case App("matrix", rows) if len(rows) > 1:
            return all(isinstance(row, App) and len(row.args) == 1 for row in rows)
        case Bind("sum", body=body):
            return is_vector(body, names)
    return False


def _is_vector_product(factors: tuple[Term, ...], names: Names) -> bool:
    r"""`W \bm{x}`, `\alpha_j \bm{x}_j y_j`: one vector, and behind it only numbers."""
    places = [k for k, factor in enumerate(factors) if is_vector(factor, names)]
    if len(places) != 1 or any(_is_row(factor) for factor in factors):
        return False
    return all(_is_small(factor) for factor in factors[places[0] + 1 :])


def _is_small(term: Term) -> bool:
    """Whether a factor is a number by its look: a small letter that is not bold, perhaps with an index."""
    match term:
        case App("index", (Sym(name), *_)) | Sym(name):
            return letter_of(name)[:1].islower() or letter_of(name).removeprefix("\\") in t.GREEK_LOWER
    return isinstance(term, Num)


def _is_row(term: Term) -> bool:
    return isinstance(term, App) and term.head == "transpose" and not is_matrix(term)


def is_matrix(term: Term) -> bool:
    """Whether a factor is called by a capital letter, so that a vector behind it belongs to it."""
    match term:
        case Sym(name):
            inner = _BOLD.match(letter_of(name.split("_")[0]))
            letter = inner.group(1) if inner else letter_of(name.split("_")[0])
            return letter.isupper() or letter.removeprefix("\\") in t.GREEK_UPPER
        case App("transpose", (inner_term,)) | App("pow", (inner_term, _)):
            return is_matrix(inner_term)
    return False


def is_bold_small(name: str) -> bool:
    r"""`\bm{x}`, `\hat{\bm{x}}`, `\bm{\theta}`, also with labels behind."""
    bare = name[1:-1] if name.startswith("{") else name  # x_i, where x is a symbol of its own
    found = _BOLD.match(letter_of(bare.split("_{", maxsplit=1)[0]))
    letter = found.group(1) if found else ""
    return bool(re.fullmatch("[a-z]|" + r"\\ell", letter)) or letter.removeprefix("\\") in t.GREEK_LOWER


def are_entries(terms: tuple[Term, ...]) -> bool:
    """Whether the members of a list look like the entries of a vector: x_1 and x_2, or `x_1^2` and `2 x_1`.

    A bare letter may be a vector itself, x_i and y_i or x_1 and y_1 are a pair of data.
    """
    members = [x.args for x in terms if isinstance(x, App) and x.head == "index"]
    if any(not all(isinstance(i, Num) for i in indices) for _, *indices in members):
        return False
    pairs = len(members) == len(terms) and len({base for base, *_ in members}) > 1
    loose = any(isinstance(x, Sym) or (isinstance(x, App) and x.head in ("apply", "matrix")) for x in terms)
    return not pairs and not loose
