"""Words about symbols, as definitions and hypotheses: symmetric, orthogonal, one-hot, a permutation matrix."""

from __future__ import annotations

from collections.abc import Callable

from hence.checks.elaborate.givens import Sorted
from hence.checks.elaborate.known_functions import FORMULAS, named
from hence.checks.elaborate.patterns import Defined
from hence.checks.elaborate.registry import is_called
from hence.language.derivation import Formula, RealSpace
from hence.language.opaque import DEPENDENT
from hence.language.terms import App, Bind, Num, Sym, Term, Unstated, app, free_names, num

HARMLESS = {
    "density",
    "elementwise",
    "random",
    "independent",
    "independent entries",
    "integer",
    "invertible",
    "differentiable",
    "i.i.d.",
    "identically distributed",
    "symmetric law",
    "constant",
}


FULL = ("of full column rank", "of full row rank")
LARGER = (">", ">=", "<", "<=")
COVARIANCE = "the covariance of a density"
OF_DRAWS = {"symmetric law", "identically distributed"}


def has_meaning(word: str) -> bool:
    """Whether a word about a symbol says something that a proof could use."""
    return word in HARMLESS or word in WORDS or word.startswith(DEPENDENT)


def use_words(found: Sorted) -> list[tuple[str, str]]:
    """Turn words into definitions and hypotheses; returns the (symbol, word) that have no meaning yet."""
    unknown = []
    use_matrix_order(found)
    for name, words in list(found.properties.items()):
        for word in sorted(w for w in words - (HARMLESS - OF_DRAWS) if not w.startswith(DEPENDENT)):
            meaning = WORDS.get(word)
            if word in OF_DRAWS and name in found.definitions:
                unknown.append((name, word))  # no instance is drawn so
                continue
            if meaning is not None and any(d.params for d in found.definitions.get(name, ())):
                continue  # what a formula defines as a function is no array: "symmetric in the following sense"
            law = found.laws.get(name)
            if law is not None and not law.given and is_called(law.law, word):
                continue  # the formula of its law says so, too
            if word not in OF_DRAWS and (meaning is None or meaning(found, name) is False):
                unknown.append((name, word))
    return unknown


def use_matrix_order(found: Sorted) -> None:
    """A hypothesis on the smallest eigenvalue: S is positive (semi)definite; A is B plus such a matrix."""
    for formula, over in list(found.constraints):
        match formula:
            case Formula(App("eig_min", (matrix,)), ">=" | ">" as relation, Num(value)) if value == 0 and not over:
                word = "positive definite" if relation == ">" else "positive semidefinite"
                if _order(found, matrix, word):
                    found.constraints.remove((formula, over))


def _order(found: Sorted, matrix: Term, word: str) -> bool:
    match matrix:
        case Sym(name) if name not in found.definitions:
            found.properties.setdefault(name, set()).add(word)
            return True
        case App("add", (Sym(name), App("neg", (smaller,)))) if name not in found.definitions:
            if name in free_names(smaller):
                return False
            gap = f"{name} - {smaller.name}" if isinstance(smaller, Sym) else f"{name} - (...)"
            found.define(Defined(name, (), (), app("add", smaller, Sym(gap)), 0))
            found.properties.setdefault(gap, set()).add(word)
            if isinstance(smaller, Sym):
                found.properties.setdefault(smaller.name, set()).add("symmetric")
            return True
    return False


def _one_hot(found: Sorted, name: str) -> None:
    """y_i = delta_{ik}, where y_k = 1 names k, or for some k."""
    hot: Term = Sym(f"k_{{{name}}}")
    for formula, over in list(found.constraints):
        match formula:
            case Formula(App("index", (Sym(other), place)), "=", Num(value)) if other == name and value == 1:
                hot = place
                found.constraints.remove((formula, over))
            case _:
                pass
    for d in found.definitions.get(name, []):
        if len(d.indices) == 1 and d.body == num(1):
            hot = d.indices[0]
    index = Sym("i#hot")
    found.definitions[name] = [Defined(name, (index,), (), app("delta", index, hot), 0)]
    found.vectors.add(name)
    if isinstance(hot, Sym):
        found.places.append((hot.name, name))


def _one_hot_rows(found: Sorted, name: str) -> bool:
    """Y_{ij} = delta_{j k_i} for labels k_i from 1 to the number of columns, where that has a name."""
    space = found.spaces.get(name)
    if found.definitions.get(name) or space is None or len(space[1].dims) != 2:
        return False
    i, j, own = Sym("i#hot"), Sym("j#hot"), f"k_{{{name}}}"
    label = app("index", Sym(own), i)
    found.define(Defined(name, (i, j), (), app("delta", j, label), 0))
    found.spaces.setdefault(own, (1, RealSpace(integer=True), 0))
    bounds = Formula(num(1), "<=", label), Formula(label, "<=", space[1].dims[1])
    found.constraints += [(bound, (i.name,)) for bound in bounds]
    return True


def _diagonal(found: Sorted, name: str) -> None:
    """Lambda_{ij} = delta_{ij} lambda_i for a vector of its own, unless the page says what stands on the diagonal."""
    bodies = (d.body for d in found.definitions.get(name, ()))
    if any(isinstance(x, App) and x.head == "diag" and isinstance(x.args[0], Bind) for x in bodies):
        return  # diag(s_1, ..., s_d)
    i, j = Sym("i#diag"), Sym("j#diag")
    entry = app("index", Sym(f"\\mathrm{{diag}}({name})"), i)
    found.define(Defined(name, (i, j), (), app("mul", app("delta", i, j), entry), 0))


def _symmetric(found: Sorted, name: str) -> None:
    found.constraints.append((Formula(app("transpose", Sym(name)), "=", Sym(name)), ()))


def _orthonormal_columns(found: Sorted, name: str) -> None:
    gram = app("mul", app("transpose", Sym(name)), Sym(name))
    found.constraints.append((Formula(gram, "=", app("identity")), ()))


def _orthonormal_rows(found: Sorted, name: str) -> None:
    gram = app("mul", Sym(name), app("transpose", Sym(name)))
    found.constraints.append((Formula(gram, "=", app("identity")), ()))


def _orthogonal(found: Sorted, name: str) -> None:
    _orthonormal_columns(found, name)
    _orthonormal_rows(found, name)


def _pairwise_orthogonal(found: Sorted, name: str) -> None:
    """x^T y = 0 for every two vectors that are called orthogonal together. Families say it of their members."""
    if _family(found, name):
        return
    for other, words in found.properties.items():
        if other < name and not _family(found, other) and words & {"orthogonal vectors", "orthonormal vectors"}:
            product = app("mul", app("transpose", Sym(other)), Sym(name))
            found.constraints.append((Formula(product, "=", num(0)), ()))


def _orthonormal_vectors(found: Sorted, name: str) -> None:
    """Families say it of their members."""
    if _family(found, name):
        return
    _unit(found, name)
    _pairwise_orthogonal(found, name)


def _unit(found: Sorted, name: str) -> None:
    vector, over = _each(found, name)
    square = app("mul", app("transpose", vector), vector)
    found.constraints.append((Formula(square, "=", num(1)), over))


def _nonzero(found: Sorted, name: str) -> None:
    vector, over = _each(found, name)
    found.constraints.append((Formula(app("norm", vector), ">", num(0)), over))
    if name in found.spaces and len(found.spaces[name][1].dims) == 1:
        found.constraints.append((Formula(app("mul", app("transpose", vector), vector), ">", num(0)), over))


def _each(found: Sorted, name: str) -> tuple[Term, tuple[str, ...]]:
    """The symbol, or the generic member of a family, with the letters that it holds for."""
    letters = tuple(f"{letter}#each" for letter in "ijk"[: _family(found, name)])
    return (app("index", Sym(name), *map(Sym, letters)) if letters else Sym(name)), letters


def _family(found: Sorted, name: str) -> int:
    return found.spaces[name][0] if name in found.spaces else 0


def _equal(found: Sorted, lhs: Term, rhs: Term) -> None:
    found.constraints.append((Formula(lhs, "=", rhs), ()))


def _binary(found: Sorted, name: str) -> None:
    """Every entry is 0 or 1: its square is the entry itself."""
    _, space, _ = found.spaces.get(name, (0, RealSpace((num(1),)), 0))
    rank = 2 if found.kinds.get(name) == "matrix" else len(space.dims)
    indices = [Sym(f"{letter}#binary") for letter in "ij"[:rank]]
    entry = app("index", Sym(name), *indices) if indices else Sym(name)
    found.constraints.append((Formula(app("pow", entry, num(2)), "=", entry), tuple(i.name for i in indices)))


def _skew_symmetric(found: Sorted, name: str) -> None:
    _equal(found, app("transpose", Sym(name)), app("neg", Sym(name)))


def _idempotent(found: Sorted, name: str) -> None:
    _equal(found, app("mul", Sym(name), Sym(name)), Sym(name))


def _projection(found: Sorted, name: str) -> None:
    _idempotent(found, name)
    _symmetric(found, name)


def _involutory(found: Sorted, name: str) -> None:
    _equal(found, app("mul", Sym(name), Sym(name)), app("identity"))


def _covariance(found: Sorted, name: str) -> None:
    """Of a letter that no formula defines, and that is not said to be a number."""
    space = found.spaces.get(name)
    if name not in found.definitions and (space is None or space[1].dims) and found.kinds.get(name) != "scalar":
        found.properties[name].add("positive definite")
        _symmetric(found, name)


def _stochastic(found: Sorted, name: str) -> None:
    """The rows sum to one. That no entry is negative follows from the word itself."""
    _equal(found, app("mul", Sym(name), app("ones")), app("ones"))


def _column_stochastic(found: Sorted, name: str) -> None:
    _equal(found, app("mul", app("transpose", Sym(name)), app("ones")), app("ones"))


def _doubly_stochastic(found: Sorted, name: str) -> None:
    _stochastic(found, name)
    _column_stochastic(found, name)


def _probabilities(found: Sorted, name: str) -> None:
    """The members of a family are not negative and sum to one; of a vector likewise its entries."""
    if not _family(found, name):
        found.properties[name].add("probability vector")
        _probability_vector(found, name)
        return
    index = Sym("k#mass")
    member = app("index", Sym(name), index)
    found.constraints.append((Formula(Bind("sum", index, Unstated(), member), "=", num(1)), ()))
    found.constraints.append((Formula(member, ">=", num(0)), (index.name,)))


def _probability_vector(found: Sorted, name: str) -> None:
    _equal(found, app("mul", app("transpose", app("ones")), Sym(name)), num(1))
    found.vectors.add(name)


def _standard_basis(found: Sorted, name: str) -> None:
    """Entry a of e_i is delta_{ia}."""
    i, a = Sym("i#basis"), Sym("a#basis")
    found.define(Defined(name, (i, a), (), app("delta", i, a), 0))


def _permutation(found: Sorted, name: str) -> None:
    """A map of indices: its values are integers, one for each index."""
    for one in (name, f"{name}^{{-1}}"):
        found.spaces.setdefault(one, (1, RealSpace(integer=True), 0))


def permutation_of(matrix: str) -> str:
    """The permutation behind a permutation matrix."""
    return f"\\pi_{{{matrix}}}"


def _permutation_matrix(found: Sorted, name: str) -> None:
    """P_{ij} = 1 where j = pi(i), for a permutation of its own: (P x)_i = x_{pi(i)}."""
    if found.definitions.get(name):
        return
    i, j, own = Sym("i#perm"), Sym("j#perm"), permutation_of(name)
    found.define(Defined(name, (i, j), (), app("delta", j, app("index", Sym(own), i)), 0))
    found.properties.setdefault(own, set()).add("permutation")
    _permutation(found, own)


def _full_rank(found: Sorted, name: str) -> bool:
    """Of a square matrix that it is invertible; of any other that its shorter side has no dependences."""
    dims = found.spaces[name][1].dims if name in found.spaces else ()
    if len(dims) != 2 or name in found.definitions:
        return False
    if dims[0] == dims[1]:
        found.properties[name].add("invertible")
        return True
    longer = [
        (f.lhs, f.rhs) if f.relation in (">", ">=") else (f.rhs, f.lhs)
        for f, over in found.constraints
        if not over and f.relation in LARGER
    ]
    word = next((word for word, pair in zip(FULL, (dims, dims[::-1]), strict=True) if pair in longer), None)
    found.properties[name] |= {word} if word else set()
    return word is not None


def _full_lines(found: Sorted, name: str) -> bool:
    """Linearly independent columns, or rows, of a matrix of known shape that no formula defines."""
    dims = found.spaces[name][1].dims if name in found.spaces else ()
    if len(dims) == 2 and dims[0] == dims[1]:
        found.properties[name].add("invertible")
    return len(dims) == 2 and name not in found.definitions


def _kind(kind: str) -> Callable[[Sorted, str], None]:
    def declare(found: Sorted, name: str) -> None:
        found.kinds.setdefault(name, kind)

    return declare


WORDS: dict[str, Callable[[Sorted, str], bool | None]] = {  # False: it has no meaning here
    **{word: named(word) for word in FORMULAS},
    "one-hot": _one_hot,
    "one-hot rows": _one_hot_rows,
    "diagonal": _diagonal,
    "binary": _binary,
    "symmetric": _symmetric,
    "orthonormal columns": _orthonormal_columns,
    "orthonormal rows": _orthonormal_rows,
    "orthogonal": _orthogonal,
    "orthogonal vectors": _pairwise_orthogonal,
    "orthonormal vectors": _orthonormal_vectors,
    "unit": _unit,
    "nonzero": _nonzero,
    "orthonormal basis": _orthonormal_vectors,
    "positive definite": _symmetric,
    "positive semidefinite": _symmetric,
    COVARIANCE: _covariance,
    "skew-symmetric": _skew_symmetric,
    "idempotent": _idempotent,
    "projection": _projection,
    "involutory": _involutory,
    "stochastic": _stochastic,
    "column-stochastic": _column_stochastic,
    "doubly stochastic": _doubly_stochastic,
    "probability vector": _probability_vector,
    "class probabilities": _probabilities,
    "standard basis": _standard_basis,
    "full-rank": _full_rank,
    **dict.fromkeys(FULL, _full_lines),
    "permutation": _permutation,
    "permutation matrix": _permutation_matrix,
    "of spectral radius below one": _kind("matrix"),
    "matrix": _kind("matrix"),
    "vector": _kind("vector"),
    "scalar": _kind("scalar"),
}
