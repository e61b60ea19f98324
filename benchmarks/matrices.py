r"""Identities of linear algebra: as LaTeX for `hence`, and as SymPy writes them.

One builder serves both ways to use SymPy: with explicit 3 x 3 matrices of symbols (`Explicit`), and with
`MatrixSymbol` of a symbolic dimension (`Symbolic`), where SymPy has such a form at all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

GIVEN = (
    r"Let $A, B, C \in \mathbb{R}^{n \times n}$ with $A$ and $B$ invertible, $x, y \in \mathbb{R}^n$ "
    r"and $\lambda \in \mathbb{R}$."
)
Sides = tuple[Any, Any]


class Explicit:
    """Matrices of symbols, entry by entry."""

    size: Any = 3

    def __init__(self) -> None:
        import sympy  # noqa: PLC0415

        self.sympy = sympy
        self.A, self.B, self.C = (sympy.Matrix(3, 3, sympy.symbols(f"{n}:3:3")) for n in "abc")
        self.x, self.y = (sympy.Matrix(3, 1, sympy.symbols(f"{n}:3")) for n in "xy")
        self.lam = sympy.Symbol("lambda", real=True)
        self.eye = sympy.eye(3)

    def trace(self, m: Any) -> Any:  # noqa: ANN401 (SymPy ships no types)
        return m.trace()

    def gradient(self, f: Any, m: Any) -> Any:  # noqa: ANN401
        scalar = f[0, 0] if hasattr(f, "shape") else f
        return m.applyfunc(lambda entry: self.sympy.diff(scalar, entry))

    def square(self, m: Any) -> Any:  # noqa: ANN401
        """The squared Frobenius norm."""
        return sum(entry**2 for entry in m)

    def double_sum(self, term: Callable[[Any, Any], Any]) -> Any:  # noqa: ANN401
        return sum(term(i, j) for i in range(3) for j in range(3))


class Symbolic(Explicit):
    """Matrix symbols of dimension n."""

    def __init__(self) -> None:
        import sympy  # noqa: PLC0415

        self.sympy = sympy
        self.size = sympy.Symbol("n", integer=True, positive=True)
        self.A, self.B, self.C = (sympy.MatrixSymbol(n, self.size, self.size) for n in "ABC")
        self.x, self.y = (sympy.MatrixSymbol(n, self.size, 1) for n in "xy")
        self.lam = sympy.Symbol("lambda", real=True)
        self.eye = sympy.Identity(self.size)

    def trace(self, m: Any) -> Any:  # noqa: ANN401
        return self.sympy.Trace(m)

    def gradient(self, f: Any, m: Any) -> Any:  # noqa: ANN401
        return f.diff(m)

    def square(self, m: Any) -> Any:  # noqa: ANN401
        return self.sympy.Trace(m.T * m)

    def double_sum(self, term: Callable[[Any, Any], Any]) -> Any:  # noqa: ANN401
        i, j = self.sympy.symbols("i j", integer=True)
        last = self.size - 1
        return self.sympy.Sum(term(i, j), (i, 0, last), (j, 0, last))


@dataclass(frozen=True)
class MatrixIdentity:
    latex: str
    sides: Callable[[Any], Sides]


IDENTITIES: tuple[MatrixIdentity, ...] = (
    MatrixIdentity(r"(A B)^\top = B^\top A^\top", lambda s: ((s.A * s.B).T, s.B.T * s.A.T)),
    MatrixIdentity(r"(A B) C = A (B C)", lambda s: ((s.A * s.B) * s.C, s.A * (s.B * s.C))),
    MatrixIdentity(r"\mathrm{tr}(A B) = \mathrm{tr}(B A)", lambda s: (s.trace(s.A * s.B), s.trace(s.B * s.A))),
    MatrixIdentity(
        r"\mathrm{tr}(A B C) = \mathrm{tr}(C A B)",
        lambda s: (s.trace(s.A * s.B * s.C), s.trace(s.C * s.A * s.B)),
    ),
    MatrixIdentity(r"\mathrm{tr}(A B - B A) = 0", lambda s: (s.trace(s.A * s.B - s.B * s.A), 0)),
    MatrixIdentity(
        r"(A + B)^2 = A^2 + A B + B A + B^2", lambda s: ((s.A + s.B) ** 2, s.A**2 + s.A * s.B + s.B * s.A + s.B**2)
    ),
    MatrixIdentity(
        r"(A + B) (A - B) = A^2 - A B + B A - B^2",
        lambda s: ((s.A + s.B) * (s.A - s.B), s.A**2 - s.A * s.B + s.B * s.A - s.B**2),
    ),
    MatrixIdentity(
        r"(I - A) (I + A + A^2) = I - A^3", lambda s: ((s.eye - s.A) * (s.eye + s.A + s.A**2), s.eye - s.A**3)
    ),
    MatrixIdentity(r"x^\top A y = y^\top A^\top x", lambda s: (s.x.T * s.A * s.y, s.y.T * s.A.T * s.x)),
    MatrixIdentity(
        r"x^\top A x = \mathrm{tr}(A x x^\top)", lambda s: ((s.x.T * s.A * s.x)[0, 0], s.trace(s.A * s.x * s.x.T))
    ),
    MatrixIdentity(
        r"\|x + y\|^2 + \|x - y\|^2 = 2 \|x\|^2 + 2 \|y\|^2",
        lambda s: (s.square(s.x + s.y) + s.square(s.x - s.y), 2 * s.square(s.x) + 2 * s.square(s.y)),
    ),
    MatrixIdentity(
        r"\|A x - y\|^2 = x^\top A^\top A x - 2 y^\top A x + y^\top y",
        lambda s: (
            s.square(s.A * s.x - s.y),
            (s.x.T * s.A.T * s.A * s.x)[0, 0] - 2 * (s.y.T * s.A * s.x)[0, 0] + (s.y.T * s.y)[0, 0],
        ),
    ),
    MatrixIdentity(
        r"\|A + B\|_F^2 = \|A\|_F^2 + 2 \mathrm{tr}(A^\top B) + \|B\|_F^2",
        lambda s: (s.square(s.A + s.B), s.square(s.A) + 2 * s.trace(s.A.T * s.B) + s.square(s.B)),
    ),
    MatrixIdentity(
        r"\sum_{i=1}^{n} \sum_{j=1}^{n} A_{ij} B_{ji} = \mathrm{tr}(A B)",
        lambda s: (s.double_sum(lambda i, j: s.A[i, j] * s.B[j, i]), s.trace(s.A * s.B)),
    ),
    MatrixIdentity(
        r"\sum_{i=1}^{n} \sum_{j=1}^{n} x_i A_{ij} y_j = x^\top A y",
        lambda s: (s.double_sum(lambda i, j: s.x[i, 0] * s.A[i, j] * s.y[j, 0]), (s.x.T * s.A * s.y)[0, 0]),
    ),
    MatrixIdentity(
        r"\nabla_x (x^\top A x) = (A + A^\top) x",
        lambda s: (s.gradient(s.x.T * s.A * s.x, s.x), (s.A + s.A.T) * s.x),
    ),
    MatrixIdentity(
        r"\nabla_x \|A x - y\|^2 = 2 A^\top (A x - y)",
        lambda s: (s.gradient((s.A * s.x - s.y).T * (s.A * s.x - s.y), s.x), 2 * s.A.T * (s.A * s.x - s.y)),
    ),
    MatrixIdentity(
        r"\nabla_A \|A x - y\|^2 = 2 (A x - y) x^\top",
        lambda s: (s.gradient((s.A * s.x - s.y).T * (s.A * s.x - s.y), s.A), 2 * (s.A * s.x - s.y) * s.x.T),
    ),
    MatrixIdentity(
        r"\nabla_A \mathrm{tr}(A^\top B A) = (B + B^\top) A",
        lambda s: (s.gradient(s.trace(s.A.T * s.B * s.A), s.A), (s.B + s.B.T) * s.A),
    ),
    MatrixIdentity(r"(A^\top)^{-1} = (A^{-1})^\top", lambda s: (s.A.T.inv(), s.A.inv().T)),
    MatrixIdentity(r"(\lambda A) B = \lambda (A B)", lambda s: ((s.lam * s.A) * s.B, s.lam * (s.A * s.B))),
    MatrixIdentity(
        r"(x y^\top) (x y^\top) = (y^\top x) x y^\top",
        lambda s: ((s.x * s.y.T) * (s.x * s.y.T), (s.y.T * s.x)[0, 0] * s.x * s.y.T),
    ),
)
