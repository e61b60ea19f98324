"""Sizes that nothing in a formula determines: of identities, of vectors of ones, of permutations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from hence.checks.elaborate.dims import Dims, is_invented
from hence.checks.elaborate.words import permutation_of
from hence.checks.model import Dim, Symbol
from hence.language.derivation import Formula
from hence.language.terms import NOWHERE, App, Sym

COUNTING = frozenset("nmdkpNMDKT")  # letters that usually are dimensions
Symbols = Mapping[str, Symbol]


def size_permutations(dims: Dims, symbols: Symbols, hypotheses: Iterable[Formula]) -> None:
    """A permutation and its inverse, and the matrix of one, are of one size; "of 1, ..., n" says which."""
    for name, symbol in symbols.items():
        if "permutation" in symbol.words and symbol.bounds:
            original = symbols.get(name.removesuffix("^{-1}"))
            if original is not None and original.bounds:
                dims.unify(symbol.bounds[0], original.bounds[0], NOWHERE, name)
        own = symbols.get(permutation_of(name))
        if own is not None and own.bounds and symbol.shape.is_matrix:
            dims.unify(symbol.shape.rows, symbol.shape.cols, NOWHERE, "permutation matrix")
            dims.unify(own.bounds[0], symbol.shape.rows, NOWHERE, name)
    for formula in hypotheses:
        match formula:
            case Formula(App("index", (Sym(name), _)), "<=", Sym(high)) if name in symbols:
                if "permutation" in symbols[name].words and symbols[name].bounds:
                    dims.unify(symbols[name].bounds[0], high, NOWHERE, name)
            case _:
                pass


def square_diagonals(dims: Dims, symbols: Symbols, diagonal: Iterable[str]) -> None:
    """A diagonal matrix is square, unless both of its dimensions are determined otherwise."""
    for name in sorted(diagonal):
        shape = dims.resolve(symbols[name].shape) if name in symbols else None
        if shape is not None and shape.is_matrix and (is_invented(shape.rows) or is_invented(shape.cols)):
            dims.unify(shape.rows, shape.cols, NOWHERE, name)


def size_constants(
    dims: Dims, symbols: Symbols, constants: Sequence[Dim], letters: set[str], size: Dim | None = None
) -> None:
    """An identity whose size nothing determines has the one dimension that was declared, or that it stands by."""
    sizes = _dimensions(symbols, letters)
    beside = [d for d in sizes if d in letters]
    candidates = [size] if size is not None else beside if len(sizes) > 1 else sizes
    for root in _undetermined(dims, symbols, constants):
        if len(candidates) == 1:
            dims.unify(root, candidates[0], NOWHERE, "identity")


def count_constants(dims: Dims, symbols: Symbols, constants: Sequence[Dim], letters: set[str]) -> None:
    """I - (1/n) 1 1^T: where nobody declares a dimension, the n beside a vector of ones is its length."""
    roots = [root for root in dict.fromkeys(map(dims.find, constants)) if is_invented(root)]
    declared = {d for s in symbols.values() for d in (s.shape.rows, s.shape.cols) if not is_invented(d)} - {1}
    free = [n for n in letters & COUNTING if n in symbols and symbols[n].shape.is_scalar and not symbols[n].family]
    if len(roots) == len(free) == 1 and not declared:
        dims.unify(roots[0], free[0], NOWHERE, "identity")


def possible_sizes(dims: Dims, symbols: Symbols, constants: Sequence[Dim], letters: set[str]) -> tuple[Dim, ...]:
    """What the size may be of a constant for which nothing determines it."""
    return tuple(_dimensions(symbols, letters)) if _undetermined(dims, symbols, constants) else ()


def _dimensions(symbols: Symbols, letters: set[str]) -> list[Dim]:
    """Dimensions that were declared; where none was, letters of the formulas that usually are one."""
    found = {d for s in symbols.values() for d in (s.shape.rows, s.shape.cols) if not is_invented(d)} - {1}
    usual = {n for n in letters & COUNTING if n in symbols and symbols[n].shape.is_scalar}
    return sorted(found or usual, key=str)


def _undetermined(dims: Dims, symbols: Symbols, constants: Sequence[Dim]) -> list[Dim]:
    """Sizes of identities and vectors of ones that no symbol has."""
    used = {dims.find(d) for s in symbols.values() for d in (s.shape.rows, s.shape.cols, *s.bounds)}
    roots = [dims.find(size) for size in constants]
    return [root for root in dict.fromkeys(roots) if is_invented(root) and root not in used]
