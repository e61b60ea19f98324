"""Sentences about matrices: rows that sum to one, matrices that commute, eigenvectors, permutations of 1, ..., n."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeGuard

from hence.language.derivation import Fact, Formula, Given, Membership, Property, RealSpace, Relation
from hence.language.terms import App, Bind, Sym, Term, Unstated, app, num
from hence.latex_in.formula.declare import Counted, Equation, fresh_index
from hence.latex_in.prose import nouns
from hence.latex_in.prose.clauses import LIST, MARK, denied, marks_in
from hence.latex_in.prose.said import Sentence, is_symbol


def about_matrices(s: Sentence) -> Iterator[Given]:
    """What the words of a sentence say of matrices as equations."""
    yield from _sums_to_one(s)
    yield from _commuting(s)
    yield from _eigenvectors(s)
    yield from _permutations(s)
    yield from _spectra(s)
    yield from _eigenvalues(s)


_PART = r"(?P<w>row|column|entrie|entry|component|element|coordinate)s?"
_ONE = rf"(?:sums?|summing|adds?\s+up|adding\s+up)\s+(?:up\s+)?to\s+(?:one\b|1\b|(?P<one>{MARK}))"
_SUMS = (
    re.compile(rf"\b{_PART}\s+of\s+(?:the\s+\w+\s+)?(?P<list>{LIST})\s+(?:each\s+|all\s+)?{_ONE}"),
    re.compile(
        rf"(?P<list>{LIST})[^.;{MARK[1:-1]}]*?\b(?:whose|with|its|their|the|each|every|all|has|have|nonnegative|positive)"
        rf"\s+(?:\w+\s+)?{_PART}\s+(?:that\s+)?(?:each\s+|all\s+)?{_ONE}"
    ),
)


def _sums_to_one(s: Sentence) -> Iterator[Fact]:
    """ "The rows of $P$ sum to one": P 1 = 1."""
    for pattern in _SUMS:
        for found in pattern.finditer(s.text):
            one = s.terms(found["one"]) if found["one"] else [num(1)]
            if one != [num(1)] or denied(s.text, found.start()):
                continue
            for term in (x for x in s.terms(found["list"]) if is_symbol(x)):
                yield _summing(term, found["w"])
            return


def _summing(term: Term, which: str) -> Fact:
    ones = app("ones")
    if which in ("row", "column"):
        matrix = term if which == "row" else app("transpose", term)
        formula = Formula(app("mul", matrix, ones), "=", ones, term.span)
    else:
        formula = Formula(app("mul", app("transpose", ones), term), "=", num(1), term.span)
    over = tuple(x.name for x in term.args[1:] if isinstance(x, Sym)) if isinstance(term, App) else ()
    return Fact(formula, False, over, term.span)


_COMMUTE = re.compile(
    rf"(?P<list>{LIST})\s+(?:that\s+|which\s+|both\s+|all\s+|mutually\s+|pairwise\s+)*commut(?:e|es|ing)\b"
    rf"(?:\s+with\s+(?P<other>{LIST}))?|\bcommuting\s+(?:\w+\s+)?(?P<after>{LIST})"
    rf"|(?P<be>{LIST})\s+(?:be|are)\s+(?:two\s+)?(?:[\w-]+\s+){{0,2}}commuting\b"
)


def _commuting(s: Sentence) -> Iterator[Fact]:
    """ "$A$ and $B$ commute": AB = BA."""
    for found in _COMMUTE.finditer(s.text):
        listed = found["list"] or found["after"] or found["be"]
        if denied(s.text, found.end("list") if found["list"] else found.start()):
            continue
        left = [x for x in s.terms(listed) if isinstance(x, Sym)]
        right = [x for x in s.terms(found["other"] or "") if isinstance(x, Sym)]
        pairs = [(a, b) for a in left for b in right] or [(a, b) for k, a in enumerate(left) for b in left[k + 1 :]]
        for a, b in pairs:
            yield Fact(Formula(app("mul", a, b), "=", app("mul", b, a), a.span), False, (), a.span)


_WITH_VALUE = (
    r"(?:,?\s*(?:(?:and\s+)?with|for|to|corresponding\s+to|associated\s+(?:with|to)|belonging\s+to|and))?\s*"
    r"(?:the\s+|an?\s+|its\s+)?(?:corresponding\s+|associated\s+|respective\s+)?"
)
_EIGENVECTOR = re.compile(
    rf"(?P<v>{MARK})\s+(?:(?:is|be|are|denotes?)\s+)?(?:an?\s+|the\s+)?(?:[\w-]+\s+){{0,2}}eigenvectors?\s+of\s+"
    r"(?:the\s+|an?\s+)?(?:[\w-]+\s+){0,3}"
    rf"(?P<a>{MARK}){_WITH_VALUE}eigenvalues?\s+(?P<l>{MARK})"
)
_OF_MATRIX = re.compile(
    rf"(?P<a>{MARK})\s+(?:has|have|with|having)\s+(?:an?\s+|the\s+)?(?:\w+\s+)?eigenvectors?\s+(?P<v>{MARK})"
    rf"{_WITH_VALUE}eigenvalues?\s+(?P<l>{MARK})"
)
_EIGENVALUE = re.compile(
    rf"(?P<l>{MARK})\s+(?:is|be|are|denotes?)\s+(?:an?\s+|the\s+)?(?:[\w-]+\s+){{0,2}}eigenvalues?\s+of\s+"
    rf"(?:the\s+|an?\s+)?(?:[\w-]+\s+){{0,3}}(?P<a>{MARK})\s+with\s+(?:the\s+|an?\s+|its\s+)?(?:[\w-]+\s+){{0,2}}"
    rf"eigenvectors?\s+(?P<v>{MARK})"
)
_PAIR_OF = re.compile(
    rf"eigenvalues?\s+(?P<l>{MARK})\s+(?:and|with)\s+(?:(?:corresponding|associated)\s+)?(?:\w+\s+)?eigenvectors?\s+"
    rf"(?P<v>{MARK})\s+of\s+(?:the\s+\w+\s+)?(?P<a>{MARK})"
)


_EIGEN = (_EIGENVECTOR, _OF_MATRIX, _EIGENVALUE, _PAIR_OF)


def _eigenvectors(s: Sentence) -> Iterator[Fact]:
    """ "$v$ is an eigenvector of $A$ with eigenvalue $\\lambda$": A v = lambda v."""
    for found in (f for pattern in _EIGEN for f in pattern.finditer(s.text)):
        vector, matrix, value = (s.terms(found[x])[-1:] for x in "val")
        if not (vector and matrix and value) or denied(s.text, found.start()):
            continue
        equation = Formula(app("mul", matrix[0], vector[0]), "=", app("mul", value[0], vector[0]), vector[0].span)
        member = vector[0]
        over = tuple(x.name for x in member.args[1:] if isinstance(x, Sym)) if isinstance(member, App) else ()
        yield Fact(equation, False, over, member.span)


def has_eigenvectors(s: Sentence) -> set[Term]:
    """Symbols of which a sentence says whose eigenvectors or eigenvalues they are."""
    found = (f for pattern in _EIGEN for f in pattern.finditer(s.text))
    return {x for f in found for part in "vl" for x in s.terms(f[part])}


_HAS_EIGENVALUES = re.compile(
    rf"(?P<a>{MARK})[^.;{MARK[1:-1]}]*?\b(?:with|has|have|having)\s+(?:(?:the|its|real|distinct|positive|nonnegative|ordered)\s+)*"
    rf"eigenvalues?\s+(?P<l>{MARK})|\beigenvalues?\s+(?P<l2>{MARK})\s+of\s+(?:the\s+)?(?:[\w-]+\s+){{0,3}}(?P<a2>{MARK})",
    re.IGNORECASE,
)
_SYMMETRIC: dict[str, Relation | None] = {"symmetric": None, "positive definite": ">", "positive semidefinite": ">="}


def _eigenvalues(s: Sentence) -> Iterator[Given]:
    """ "Symmetric with eigenvalues $\\lambda_i$": A is the sum of lambda_k q_k q_k^T for an orthonormal basis.

    Of the eigenvalues of any other matrix nothing is known.
    """
    if has_eigenvectors(s):
        return
    said = [c for c in nouns.properties(s.text) if c.word in _SYMMETRIC]
    for found in _HAS_EIGENVALUES.finditer(s.text):
        matrices, values = s.terms(found["a"] or found["a2"]), s.terms(found["l"] or found["l2"])
        match matrices, values:
            case [Sym() as matrix], [App("index", (Sym(), Sym() as index)) as value]:
                words = [c.word for c in said if matrix in s.terms("".join(c.marks))]
                words = [] if denied(s.text, found.start()) else words
                yield from _decomposed(matrix, index, value) if words else [_unknown(value)]
                for sign in (x for word in words if (x := _SYMMETRIC[word]) is not None):
                    yield Fact(Formula(value, sign, num(0), value.span), False, (index.name,), value.span)
            case _:
                yield from (_unknown(x) for x in values if is_symbol(x))


def _unknown(value: Term) -> Property:
    return Property(value, "the eigenvalue", value.span)


def _decomposed(matrix: Sym, index: Sym, value: Term) -> Iterator[Given]:
    basis = Sym(rf"\mathrm{{eig}}({matrix.name})")
    vector = app("index", basis, index)
    other = Sym(fresh_index({index.name}))
    inner = app("mul", app("transpose", vector), app("index", basis, other))
    outer = app("mul", vector, app("transpose", vector))
    letters = (index.name, other.name)
    yield Property(vector, "vector", matrix.span)
    yield Fact(Formula(inner, "=", app("delta", index, other), matrix.span), False, letters, matrix.span)
    whole, spectral = (Bind("sum", index, Unstated(), x) for x in (outer, app("mul", value, outer)))
    yield Fact(Formula(whole, "=", app("identity"), matrix.span), False, (), matrix.span)
    yield Fact(Formula(matrix, "=", spectral, matrix.span), False, (), matrix.span)


_SPECTRUM = r"(?:eigenvalues|spectral\s+radius|spectrum)"
_BOUNDED = re.compile(
    rf"(?P<before>{MARK})(?:\s+(?:is|be|denotes?)\s+an?\s+(?:[a-z]+\s+){{1,3}})?\s*,?\s*(?:whose|with|has|have|having)\s+"
    rf"(?:[a-z]+\s+){{0,4}}?{_SPECTRUM}(?P<how>[^.;]*)"
    rf"|{_SPECTRUM}\s+of\s+(?:the\s+)?(?:[a-z]+\s+){{0,2}}(?P<behind>{MARK})(?P<rest>[^.;]*)",
    re.IGNORECASE,
)
_BELOW_ONE = re.compile(
    r"radius\s+(?:[a-z]+\s+){0,2}(?:less|smaller)\s+than\s+(?:1\b|one\b)"
    r"|\b(?:less|smaller)\s+than\s+(?:1|one)\s+in\s+(?:absolute\s+value|modulus|magnitude)"
    r"|\b(?:inside|within)\s+the\s+(?:open\s+)?unit\s+(?:circle|dis[ck])",
    re.IGNORECASE,
)


def _spectra(s: Sentence) -> Iterator[Property]:
    """Matrices whose eigenvalues are all below one in modulus."""
    for found in _BOUNDED.finditer(s.text):
        words = found["how"] or found["rest"] or ""
        relations = [x.formula for m in marks_in(words) if m in s.by_mark for x in s.by_mark[m].found if _is_bound(x)]
        below = any(f.relation == "<" and f.rhs == num(1) for f in relations) or _BELOW_ONE.search(found.group())
        if below and not denied(s.text, found.start()):
            named = [f.lhs.args[1] for f in relations if isinstance(f.lhs, App) and f.lhs.head == "apply"]
            for matrix in named or s.terms(found["before"] or found["behind"]):
                yield Property(matrix, "of spectral radius below one", matrix.span)


def _is_bound(item: object) -> TypeGuard[Equation]:
    r"""`\rho(A) < 1`, `|\lambda_i| < 1`; a bound on the eigenvalues themselves would be another thing."""
    if not isinstance(item, Equation):
        return False
    match item.formula.lhs:
        case App("abs" | "apply") | Sym(r"\rho") | Bind("max"):
            return True
    return False


_OF_SET = re.compile(rf"\bpermutations?\s+(?:of|on|over)\s+(?:the\s+\w+\s+)?(?P<set>{MARK})")


def _permutations(s: Sentence) -> Iterator[Given]:
    r"""A permutation of `\{1, \dots, n\}`: \pi(i) is one of 1, ..., n."""
    of = _OF_SET.search(s.text)
    counted = [x for x in (s.by_mark[of["set"]].found if of else ()) if isinstance(x, Counted)]
    for called in nouns.properties(s.text):
        if called.word != "permutation":
            continue
        for term in (x for m in called.marks for x in s.terms(m) if isinstance(x, Sym)):
            index = Sym(fresh_index({term.name}))
            image = App("index", (term, index), term.span)
            yield Membership(image, RealSpace(integer=True), term.span)
            for one in counted:
                yield Fact(Formula(image, "<=", one.high, term.span), False, (index.name,), term.span)


__all__ = ["about_matrices", "has_eigenvectors"]
