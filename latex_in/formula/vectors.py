r"""Which terms are vectors for sure, as far as a page tells before shapes are worked out: `\bm q \cdot \bm k`."""

from __future__ import annotations

import re

from hence.language.terms import App, Sym, Term
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
            *before, last = args
            return is_vector(last, names) and not any(is_vector(a, names) or _is_row(a) for a in before)
    return False


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
    found = _BOLD.match(letter_of(name.split("_{", maxsplit=1)[0]))
    letter = found.group(1) if found else ""
    return bool(re.fullmatch("[a-z]|" + r"\\ell", letter)) or letter.removeprefix("\\") in t.GREEK_LOWER
