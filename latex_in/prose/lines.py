"""Rows and columns: sentences that say which vectors a matrix is made of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hence.language.derivation import Lines
from hence.language.terms import App, Sym, Term, subterms
from hence.latex_in.prose.clauses import LIST, MARK, marks_in
from hence.latex_in.prose.said import Said, together

M = f"({MARK})"
_TH = r"(?:\s*-?\s*th|\s*-?\s*\\?textsuperscript)?"
_WHICH = r"(?P<w>row|column)"
# Each list of matrices goes with a list of vectors of the same length.
_LISTED = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:the\s+)?{_WHICH}s\s+of\s+(?P<m>{LIST})\s+(?:are|be|hold|contain)\s+(?:the\s+)?(?:vectors\s+)?(?P<v>{LIST})",
        rf"(?P<m>{LIST})\s*,?\s*(?:has|have|having|with|whose)\s+(?:the\s+)?{_WHICH}s\s+(?:are\s+)?(?P<v>{LIST})",
        rf"(?P<m>{MARK})\s+(?:is|be|denotes?)\s+(?:an?|the)\s+(?:{MARK}\s*-?\s*)?(?:[a-z\-]+\s+){{0,3}}matrix\s*,?\s+"
        rf"(?:with|having|whose)\s+(?:the\s+)?{_WHICH}s\s+(?:are\s+)?(?P<v>{LIST})",
        rf"(?P<m>{LIST})\s+(?:holds?|stacks?|contains?|has|have)\s+(?:the\s+)?(?P<v>{LIST})\s+(?:in|as)\s+(?:its|their)"
        rf"\s+{_WHICH}s",
    )
)
_ONE_BY_ONE: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(rf"{M}\s*(?:is|denotes|be|as|for)?\s*the\s+{M}{_TH}\s+{_WHICH}\s+of\s+{M}"), "vim"),
    (re.compile(rf"{M}\s*(?:is|denotes|be|as|for)?\s*the\s+[a-z]-?th\s+{_WHICH}\s+of\s+{M}"), "vm"),
    (re.compile(rf"{M}\s+(?:are|is)\s+the\s+{_WHICH}s?\s+of\s+{M}"), "vm"),
)
_PAIRED_ROWS = re.compile(
    rf"{M}\s+and\s+{M}\s+(?:are|denote)\s+the\s+(?:{M}|[a-z])?{_TH}\s*{_WHICH}s?\s+of\s+{M}\s+and\s+"
    rf"(?:the\s+(?:{M}|[a-z])?{_TH}\s*(?:row|column)s?\s+of\s+)?{M}"
)
Found = tuple[Lines, tuple[Said, ...]]  # with the formulas of the vectors, which then say nothing else


def lines(sentence: str, by_mark: dict[str, Said]) -> Iterator[Found]:
    """What a sentence says of rows and columns. Lists of different lengths say nothing."""
    for pattern in _LISTED:
        for found in pattern.finditer(sentence):
            matrices = [x for said in together(marks_in(found["m"]), by_mark) for x in said.terms()]
            vectors = [x for m in marks_in(found["v"]) if m in by_mark for x in by_mark[m].terms()]
            if len(matrices) == 1 and len(vectors) > 1 and _is_declared(by_mark, marks_in(found["v"])[1:]):
                vectors = vectors[:1]  # "with columns a_1, ..., a_n and $x \\in R^n$": x is another matter
            if len(vectors) == 1 and len(matrices) > 1:
                matrices = matrices[-1:] if len(marks_in(found["m"])) > 1 else []
            if matrices and len(matrices) == len(vectors):
                used = [by_mark[m] for m in marks_in(found["v"]) if m in by_mark]
                for matrix, vector in zip(matrices, vectors, strict=True):
                    yield from _line(matrix, vector, found["w"], used)
                return
    for found in _PAIRED_ROWS.finditer(sentence):
        v1, v2, _, _, m1, _, m2 = found.groups()  # the two blanks are indices, one the word row or column
        for vector_mark, matrix_mark in ((v1, m1), (v2, m2)):
            pair = by_mark[matrix_mark].terms(), by_mark[vector_mark].terms()
            if all(pair):
                yield from _line(pair[0][0], pair[1][0], found["w"], [by_mark[vector_mark]])
        return
    yield from _one_by_one(sentence, by_mark)


def _is_declared(by_mark: dict[str, Said], marks: list[str]) -> bool:
    """Whether the formulas declare symbols of their own."""
    return all(by_mark[m].dimensions() is not None for m in marks if m in by_mark)


def _one_by_one(sentence: str, by_mark: dict[str, Said]) -> Iterator[Found]:
    for pattern, order in _ONE_BY_ONE:
        for found in pattern.finditer(sentence):
            marks = [m for m in found.groups() if m and len(m) == 1 and m in by_mark]
            places = dict(zip(order, marks, strict=False))
            matrix_terms, vector_terms = by_mark[places["m"]].terms(), by_mark[places["v"]].terms()
            if matrix_terms and vector_terms:
                yield from _line(matrix_terms[-1], vector_terms[0], found["w"], [by_mark[places["v"]]])
                return


def _line(matrix: Term, vector: Term, which: str, used: list[Said]) -> Iterator[Found]:
    index = _symbol_index(vector)
    if index is not None:
        yield Lines(matrix, index, vector, "row" if which == "row" else "column", vector.span), tuple(used)


def _symbol_index(vector: Term) -> str | None:
    """The variable index of the vectors in a line: the i of `x_i^T`."""
    for term in subterms(vector):
        if isinstance(term, App) and term.head == "index" and isinstance(term.args[1], Sym):
            return term.args[1].name
    return None
