"""Dimensions by unification: union-find over declared names, numbers and invented variables."""

from __future__ import annotations

import re
from functools import lru_cache

from hence.checks import sizes
from hence.checks.elaborate.errors import ShapeClash
from hence.checks.model import Dim, Shape
from hence.language.terms import Span


class Dims:
    def __init__(self, lenient: bool = False) -> None:
        self.parent: dict[Dim, Dim] = {}
        self.count = 0
        self.lenient = lenient  # make declared dimensions equal rather than clash

    def fresh(self) -> Dim:
        self.count += 1
        return f"?{self.count}"

    def find(self, dim: Dim) -> Dim:
        while dim in self.parent:
            dim = self.parent[dim]
        return sizes.mapped(dim, self.find) if sizes.is_composite(dim) else dim

    def unify(self, a: Dim, b: Dim, span: Span, what: str) -> None:
        """Make two dimensions one. Raises ShapeClash where both are declared and differ."""
        a, b = self.find(a), self.find(b)
        if sizes.same(a, b):
            return
        if sizes.is_composite(a) or sizes.is_composite(b):
            self._unify_sums(a, b, span, what)
            return
        if 1 in (a, b):  # a vector is no number, whatever its length
            raise ShapeClash(f"{what}: {a} against {b}", span)
        if is_invented(a):
            self.parent[a] = b
        elif is_invented(b) or (self.lenient and isinstance(b, str) and a != 1):
            self.parent[b] = a
        elif self.lenient and isinstance(a, str) and b != 1:
            self.parent[a] = b
        else:
            raise ShapeClash(f"{what}: {a} against {b}", span)

    def _unify_sums(self, a: Dim, b: Dim, span: Span, what: str) -> None:
        """What two sums share is left out; the rest must be one name each, or one invented dimension."""
        left, right = _different_terms(a, b)
        for one, other in ((left, right), (right, left)):
            if len(one) == 1 and is_invented(one[0]) and other and one[0] not in sizes.atoms_of(sizes.sum_of(other)):
                self.parent[one[0]] = sizes.sum_of(other)
                return
        if len(left) == len(right) == 1 and not (sizes.is_composite(left[0]) or sizes.is_composite(right[0])):
            self.unify(left[0], right[0], span, what)
            return
        if len(left) == len(right) == 1 and (pairs := _paired_factors(left[0], right[0])):
            for one_factor, other_factor in pairs:
                self.unify(one_factor, other_factor, span, what)
            return
        raise ShapeClash(f"{what}: {a} against {b}", span)

    def unify_shapes(self, a: Shape, b: Shape, span: Span, what: str) -> None:
        message = f"{what}: {text(self.resolve(a))} against {text(self.resolve(b))}"
        try:
            self.unify(a.rows, b.rows, span, what)
            self.unify(a.cols, b.cols, span, what)
        except ShapeClash as clash:
            raise ShapeClash(message, span) from clash

    def resolve(self, shape: Shape) -> Shape:
        return shaped(self.find(shape.rows), self.find(shape.cols))


@lru_cache(maxsize=1024)
def shaped(rows: Dim, cols: Dim) -> Shape:
    """The shape of so many rows and columns, one for all: a page has a handful, and every part of a formula has one."""
    return Shape(rows, cols)


def _different_terms(a: Dim, b: Dim) -> tuple[list[Dim], list[Dim]]:
    left, right = ([sizes.product_of(term) for term in sizes.terms_of(dim)] for dim in (a, b))
    for term in list(left):
        twin = next((other for other in right if sizes.same(term, other)), None)
        if twin is not None:
            left.remove(term)
            right.remove(twin)
    return left, right


def _paired_factors(a: Dim, b: Dim) -> list[tuple[Dim, Dim]]:
    """The factors of two products in their order, where each pair has one that was invented; none otherwise."""
    (left,), (right,) = sizes.terms_of(a), sizes.terms_of(b)
    pairs = list(zip(left, right, strict=False)) if len(left) == len(right) else []
    return pairs if all(is_invented(x) or is_invented(y) or x == y for x, y in pairs) else []


_INVENTED = re.compile(r"\?\d+")


def is_invented(dim: Dim) -> bool:
    return isinstance(dim, str) and dim.startswith("?") and not sizes.is_composite(dim)


def text(shape: Shape) -> str:
    """A shape as people write it."""
    if shape.is_scalar:
        return "a scalar"
    if shape.cols == 1:
        return f"{shape.rows}"
    return f"{shape.rows} x {shape.cols}"


def sort_text(shape: Shape, family: int = 0) -> str:
    """A shape as a sort for the declarations of a report."""
    if shape.is_scalar:
        sort = "real"
    elif shape.cols == 1:
        sort = f"vector({shape.rows})"
    else:
        sort = f"matrix({shape.rows},{shape.cols})"
    return named(f"family of {sort}" if family else sort)


def named(said: str) -> str:
    """Without the names of dimensions that only we know."""
    return _INVENTED.sub("some size", said)
