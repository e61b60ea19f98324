"""Rows and columns: sentences that say which vectors a matrix is made of."""

from __future__ import annotations

from collections.abc import Iterator

from hence.language.derivation import Lines, Membership
from hence.language.terms import App, Sym, Term, subterms
from hence.latex_in.prose.grammar import marks_in, rule
from hence.latex_in.prose.said import Said, together

_PARTS = {
    "WHICH": "w:([row column])",
    "TH": "(dash? th)?",
    "MATRIX": "[be denotes] [a the] (F dash?)? w{0,3} matrix",
}
# Each list of matrices goes with a list of vectors of the same length.
_LISTED = tuple(
    rule(pattern, **_PARTS)
    for pattern in (
        "the? WHICH of m:L [be contains] the? vector? v:L",
        "m:L (comma? [has with whose] | comma) the? WHICH are? v:L",
        "m:L MATRIX comma? [with whose] the? WHICH are? v:L",
        "m:L (MATRIX comma?)? [contains has with] the? v:L [in as] [its their]? WHICH",
    )
)
_ONE_BY_ONE = (
    rule("v:F [be denotes as for]? the i:F TH WHICH of m:F", **_PARTS),
    rule("v:F [be denotes as for]? the w TH WHICH of m:F", **_PARTS),
    rule("v:F [are is be denotes as for] the WHICH of m:F", **_PARTS),
    rule("v:F [are is be denotes as for]? the? WHICH i:F of m:F", **_PARTS),
    rule("WHICH v:F of m:F", **_PARTS),
)
_PAIRED_ROWS = rule(
    "v:F and u:F [are denotes] the [F w]? TH WHICH of m:F and (the [F w]? TH [row column] of)? n:F", **_PARTS
)
_OF_THESE = rule("m:F MATRIX comma? [with whose] these WHICH", **_PARTS)
_ROW = rule("row")
Found = tuple[Lines, tuple[Said, ...]]  # with the formulas of the vectors, which then say nothing else


def lines(signs: str, by_mark: dict[str, Said]) -> Iterator[Found]:
    """What a sentence says of rows and columns. Lists of different lengths say nothing."""
    for pattern in _LISTED:
        for found in pattern.finditer(signs):
            matrices = [x for said in together(marks_in(found["m"]), by_mark) for x in said.terms()]
            marks = _of_vectors(by_mark, marks_in(found["v"]))
            vectors = [x for m in marks for x in by_mark[m].terms()]
            if len(vectors) == 1 and len(matrices) > 1:
                matrices = matrices[-1:] if len(marks_in(found["m"])) > 1 else []
            if matrices and len(matrices) == len(vectors):
                used = [by_mark[m] for m in marks]
                for matrix, vector in zip(matrices, vectors, strict=True):
                    yield from _line(matrix, vector, found["w"], used)
                return
    for found in _PAIRED_ROWS.finditer(signs):
        for vector_mark, matrix_mark in ((found["v"], found["m"]), (found["u"], found["n"])):
            pair = by_mark[matrix_mark].terms(), by_mark[vector_mark].terms()
            if all(pair):
                yield from _line(pair[0][0], pair[1][0], found["w"], [by_mark[vector_mark]])
        return
    yield from (*_of_these(signs, by_mark), *_one_by_one(signs, by_mark))


def _of_these(signs: str, by_mark: dict[str, Said]) -> Iterator[Found]:
    """ "Let $x_1, \\dots, x_n \\in R^p$ ..., and $X$ the matrix with these rows": the vectors just declared."""
    for found in _OF_THESE.finditer(signs):
        before = [x for m in marks_in(signs[: found.start()]) if m in by_mark for x in by_mark[m].found]
        vectors = [x.subject for x in before if isinstance(x, Membership) and isinstance(x.subject, App)]
        for matrix in by_mark[found["m"]].terms()[:1] if vectors and found["m"] in by_mark else ():
            yield from _line(matrix, vectors[-1], found["w"], [])


def _of_vectors(by_mark: dict[str, Said], marks: list[str]) -> list[str]:
    """The vectors of a list: "with columns $a_i$ and $x \\in R^n$, and $S = X^T X$" goes on to other matters."""
    known = [m for m in marks if m in by_mark]
    own = (k for k, m in enumerate(known) if by_mark[m].dimensions() is not None or by_mark[m].equates())
    return known[: max(next(own, len(known)), 1)]


def _one_by_one(signs: str, by_mark: dict[str, Said]) -> Iterator[Found]:
    for pattern in _ONE_BY_ONE:
        taken = False
        for found in pattern.finditer(signs):
            matrix_terms, vector_terms = by_mark[found["m"]].terms(), by_mark[found["v"]].terms()
            if matrix_terms and vector_terms:
                yield from _line(matrix_terms[-1], vector_terms[0], found["w"], [by_mark[found["v"]]])
                taken = True
        if taken:
            return


def _line(matrix: Term, vector: Term, which: str, used: list[Said]) -> Iterator[Found]:
    index = _symbol_index(vector)
    if index is not None:
        yield Lines(matrix, index, vector, "row" if _ROW.match(which) else "column", vector.span), tuple(used)


def _symbol_index(vector: Term) -> str | None:
    """The variable index of the vectors in a line: the i of `x_i^T`."""
    for term in subterms(vector):
        if isinstance(term, App) and term.head == "index" and isinstance(term.args[1], Sym):
            return term.args[1].name
    return None
