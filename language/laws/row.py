"""What a row of the registry of laws says. All formulas are terms in `x` and in the names of the parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from hence.language.formulas import F
from hence.language.records import dataclass

POINT = "x"  # the value at which a density or mass is taken
ORDER = "t"  # the argument of a moment generating function


@dataclass(frozen=True)
class Parameter:
    """A parameter: its letter in the formulas of the row, what it is called, and where it lies.

    `words` name it in prose ("rate"), `inverse_words` its inverse ("mean"). `limits` hold for numbers, and a
    matrix that says how far something spreads is `symmetric`.
    """

    name: str
    words: tuple[str, ...] = ()
    inverse_words: tuple[str, ...] = ()
    limits: tuple[tuple[str, int], ...] = ()
    shape: Literal["number", "vector", "matrix"] = "number"
    whole: bool = False
    symmetric: bool = False


@dataclass(frozen=True)
class Interval:
    """The numbers between two ends; None for an end that lies at infinity."""

    low: F | None = None
    high: F | None = None


@dataclass(frozen=True)
class Integers:
    """The integers from one to another, both included; None for no last one."""

    low: F
    high: F | None = None


@dataclass(frozen=True)
class Points:
    """Finitely many numbers."""

    values: tuple[F, ...]


@dataclass(frozen=True)
class Arrays:
    """Vectors or matrices, described in words: simplex, counts, positive definite, all."""

    words: str


Support: TypeAlias = Interval | Integers | Points | Arrays


@dataclass(frozen=True)
class Made:
    """How a number with this law is made of independent standard ones.

    `value` is a formula in `z`, `z1`, ...: standard normal, uniform, exponential, laplace, gamma or poisson
    numbers; the last two have a parameter.
    """

    value: F
    of: tuple[tuple[str, F | None], ...]


@dataclass(frozen=True)
class Row:
    """A distribution.

    `moment` gives the raw moment of an order; it exists for all orders, or for those below `finite_moments`. The moment
    generating function exists for `t` below `mgf_below`. `sizes` names dimensions: that of the rows of a parameter.
    `convention` says what is meant where authors differ. `draw` is an independent sampler, for tests: it takes a
    generator of numpy, how many, and the parameters.
    """

    name: str
    notations: tuple[str, ...]  # as they stand in \mathrm{...} or \mathcal{...}
    words: tuple[str, ...]  # in prose, the usual one first
    parameters: tuple[Parameter, ...]
    support: Support
    density: F
    mean: F | None = None
    variance: F | None = None
    moment: Callable[[int], F] | None = None
    finite_moments: F | None = None
    log_mean: F | None = None
    entropy: F | None = None
    mgf: F | None = None
    mgf_below: F | None = None
    distribution: F | None = None  # P(X <= x) inside the support
    made: Made | None = None
    functions: tuple[tuple[str, F], ...] = ()  # by their usual names, in `x`: in which pages write the density
    sizes: tuple[tuple[str, str], ...] = ()
    convention: str = ""
    otherwise: tuple[F, ...] = ()  # the parameters of the row for an author who keeps another convention
    draw: Callable[..., Any] | None = None
    example: tuple[float, ...] = ()  # parameters at which tests look

    @property
    def is_discrete(self) -> bool:
        return isinstance(self.support, Integers | Points)

    @property
    def is_number(self) -> bool:
        """Whether a variable with this law is a number."""
        return not isinstance(self.support, Arrays)
