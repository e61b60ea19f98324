"""Sentences about matrices: rows that sum to one, matrices that commute, eigenvectors, permutations of 1, ..., n."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from hence.language.derivation import Fact, Formula, Given, Membership, Property, RealSpace, Relation
from hence.language.terms import App, Bind, Sym, Term, Unstated, app, num
from hence.latex_in.formula.declare import Counted, Equation, fresh_index
from hence.latex_in.prose import nouns
from hence.latex_in.prose.grammar import marks_in, rule
from hence.latex_in.prose.hedges import denied
from hence.latex_in.prose.said import Sentence, is_symbol
from hence.latex_in.prose.vocabulary import vocabulary


def about_matrices(s: Sentence) -> Iterator[Given]:
    """What the words of a sentence say of matrices as equations."""
    yield from _sums_to_one(s)
    yield from _commuting(s)
    yield from _eigenvectors(s)
    yield from _permutations(s)
    yield from _spectra(s)
    yield from _eigenvalues(s)


_PARTS = {"PART": "w:part-noun", "ONE": "sums up? to (one | one:F)"}
_SUMS = (
    rule("PART of (the w)? list:L [each all]? ONE", **_PARTS),
    rule(
        "list:L [^F stop semicolon]*? [whose with its the each all has nonnegative positive] w? PART that?"
        " [each all]? ONE",
        **_PARTS,
    ),
)


def _sums_to_one(s: Sentence) -> Iterator[Fact]:
    """ "The rows of $P$ sum to one": P 1 = 1."""
    for pattern in _SUMS:
        for found in pattern.finditer(s.signs):
            one = s.terms(found["one"]) if found["one"] else [num(1)]
            if one != [num(1)] or denied(s.signs, found.start()):
                continue
            for term in (x for x in s.terms(found["list"]) if is_symbol(x)):
                yield _summing(term, vocabulary().lemma(found["w"], "part-noun"))
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


_COMMUTE = rule(
    "list:L [that which both all mutually pairwise]* commutes (with other:L)? | commuting w? after:L"
    " | be:L be two? w{0,2} commuting"
)


def _commuting(s: Sentence) -> Iterator[Fact]:
    """ "$A$ and $B$ commute": AB = BA."""
    for found in _COMMUTE.finditer(s.signs):
        listed = found["list"] or found["after"] or found["be"]
        if denied(s.signs, found.end("list") if found["list"] else found.start()):
            continue
        left = [x for x in s.terms(listed) if isinstance(x, Sym)]
        right = [x for x in s.terms(found["other"] or "") if isinstance(x, Sym)]
        pairs = [(a, b) for a in left for b in right] or [(a, b) for k, a in enumerate(left) for b in left[k + 1 :]]
        for a, b in pairs:
            yield Fact(Formula(app("mul", a, b), "=", app("mul", b, a), a.span), False, (), a.span)


_WITH_VALUE = "comma? and? (with | for | to | corresponding [to with]? | and)? article? corresponding?"
_EIGEN = (
    rule(
        "v:F [be denotes]? article? w{0,2} eigenvector of article? w{0,3} a:F VALUE eigenvalue l:F", VALUE=_WITH_VALUE
    ),
    rule("a:F [has with] article? w? eigenvector v:F VALUE eigenvalue l:F", VALUE=_WITH_VALUE),
    rule("l:F [be denotes] article? w{0,2} eigenvalue of article? w{0,3} a:F with article? w{0,2} eigenvector v:F"),
    rule("eigenvalue l:F [and with] corresponding? w? eigenvector v:F of (the w)? a:F"),
)


def _eigenvectors(s: Sentence) -> Iterator[Fact]:
    """ "$v$ is an eigenvector of $A$ with eigenvalue $\\lambda$": A v = lambda v."""
    for found in (f for pattern in _EIGEN for f in pattern.finditer(s.signs)):
        vector, matrix, value = (s.terms(found[x])[-1:] for x in "val")
        if not (vector and matrix and value) or denied(s.signs, found.start()):
            continue
        equation = Formula(app("mul", matrix[0], vector[0]), "=", app("mul", value[0], vector[0]), vector[0].span)
        member = vector[0]
        over = tuple(x.name for x in member.args[1:] if isinstance(x, Sym)) if isinstance(member, App) else ()
        yield Fact(equation, False, over, member.span)


def has_eigenvectors(s: Sentence) -> set[Term]:
    """Symbols of which a sentence says whose eigenvectors or eigenvalues they are."""
    found = (f for pattern in _EIGEN for f in pattern.finditer(s.signs))
    return {x for f in found for part in "vl" for x in s.terms(f[part])}


_HAS_EIGENVALUES = rule(
    "a:F [^F stop semicolon]*? [with has] [the its real distinct positive nonnegative ordered]* eigenvalue l:F"
    " | eigenvalue l2:F of the? w{0,3} a2:F"
)
_SYMMETRIC: dict[str, Relation | None] = {"symmetric": None, "positive definite": ">", "positive semidefinite": ">="}


def _eigenvalues(s: Sentence) -> Iterator[Given]:
    """ "Symmetric with eigenvalues $\\lambda_i$": A is the sum of lambda_k q_k q_k^T for an orthonormal basis.

    Of the eigenvalues of any other matrix nothing is known.
    """
    if has_eigenvectors(s):
        return
    said = [c for c in nouns.properties(s.signs) if c.word in _SYMMETRIC]
    for found in _HAS_EIGENVALUES.finditer(s.signs):
        matrices, values = s.terms(found["a"] or found["a2"]), s.terms(found["l"] or found["l2"])
        match matrices, values:
            case [Sym() as matrix], [App("index", (Sym(), Sym() as index)) as value]:
                words = [c.word for c in said if matrix in s.terms("".join(c.marks))]
                words = [] if denied(s.signs, found.start()) else words
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


_BOUNDED = rule(
    "before:F (be a w{1,3})? comma? [whose with has] w{0,4}? spectrum how:[^stop semicolon]*"
    " | spectrum of the? w{0,2} behind:F rest:[^stop semicolon]*"
)
_BELOW_ONE = rule("spectral-radius w{0,2} less than one | less than one in absolute-value | inside the w? unit circle")


def _spectra(s: Sentence) -> Iterator[Property]:
    """Matrices whose eigenvalues are all below one in modulus."""
    for found in _BOUNDED.finditer(s.signs):
        words = found["how"] or found["rest"] or ""
        relations = [x.formula for m in marks_in(words) if m in s.by_mark for x in s.by_mark[m].found if _is_bound(x)]
        below = any(f.relation == "<" and f.rhs == num(1) for f in relations) or _BELOW_ONE.search(found.group())
        if below and not denied(s.signs, found.start()):
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


_OF_SET = rule("permutation [of on over] (the w)? set:F")


def _permutations(s: Sentence) -> Iterator[Given]:
    r"""A permutation of `\{1, \dots, n\}`: \pi(i) is one of 1, ..., n."""
    of = _OF_SET.search(s.signs)
    counted = [x for x in (s.by_mark[of["set"]].found if of else ()) if isinstance(x, Counted)]
    for called in nouns.properties(s.signs):
        if called.word != "permutation":
            continue
        for term in (x for m in called.marks for x in s.terms(m) if isinstance(x, Sym)):
            index = Sym(fresh_index({term.name}))
            image = App("index", (term, index), term.span)
            yield Membership(image, RealSpace(integer=True), term.span)
            for one in counted:
                yield Fact(Formula(image, "<=", one.high, term.span), False, (index.name,), term.span)


__all__ = ["about_matrices", "has_eigenvectors"]
