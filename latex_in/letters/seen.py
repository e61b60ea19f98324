"""What is seen of the symbols of a document, before anything is concluded from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from copy import copy
from typing import Self

from hence.latex_in.letters.names import letter_of, plain_arguments
from hence.latex_in.page.lexer import moved
from hence.latex_in.page.scan import Tokens
from hence.latex_in.prose.spoken import Spoken


class Seen:
    """How the symbols of a document are used, in what its words say and its formulas show.

    Letters that only stand beside each other, and beside numbers, decide nothing (`SILENT`). In most formulas there is
    nothing else: all the rest is made when it is first asked for.
    """

    subscripts: dict[str, list[Tokens]]
    members: set[str]
    layers: set[tuple[str, str]]  # l and z of a derivative by z^l
    called: dict[str, list[Tokens]]
    bare: set[str]
    scalars: set[str]
    compared: set[str]
    bound: set[str]
    integers: set[str]
    ends: set[str]  # n where a sum or product ends at n
    listed: set[tuple[str, str]]  # x and n of `x_1, \\dots, x_n`
    counters: set[tuple[str, str]]  # t and 1 of `t = 1, \\dots, T`
    categories: set[str]  # with a categorical law
    dimensions: set[str]
    reals: set[str]
    vectors: set[str]
    mapped: set[str]
    defined_functions: set[str]
    own_delta: bool = False  # \\delta_{ij} is the author's derivative
    indexed_functions: set[str]
    valued: set[str]  # p of `p = p(z)` and of `p(z)_k = ...`
    starred: set[str]
    densities: set[str]
    density_calls: dict[str, Tokens]
    diverging: set[str]  # f and g of `KL(f \\| g)`
    left_sides: set[str]
    runs: set[str]
    whole_runs: set[str]
    loose_letters: set[str]
    totals: set[str]
    vector_members: set[str]  # a bold x where x_i is a vector as well
    inverted: set[str]  # A of `A^{-1}`
    inverted_members: set[str]  # A of `A_0^{-1}`, which is no row of a matrix
    columns: set[str]  # vectors, of R^n and no other shape
    column_families: set[str]
    beside_transpose: set[str]  # x of `x^\\top` and of `A^\\top x`
    beside_letter: set[str]  # the same, where the sign is a letter T
    own_labels: set[str]  # k of `k = W_k x`
    introduced: set[str]
    index_maps: set[str]
    tending: set[str]
    fixed: set[str]
    uses_top: bool = False
    parameters: dict[str, tuple[str, ...]]  # x where f(x) is defined, perhaps anew
    squared_arguments: dict[tuple[str, int], frozenset[int]]
    factors: set[str]  # f where f_t is multiplied by something, and not at an argument
    plain_factors: set[str]  # the same of f without an index
    squares: set[str]
    unsquared: set[str]
    speaks_of_entropy: bool = False
    speaks_of_chance: bool = False
    spoken_functions: set[str]
    integrated: set[str]  # x behind the d of an integral
    speaks_of_independence: bool = False
    speaks_of_updates: bool = False
    sample_means: set[str]
    own_formulas: dict[str, set[str]]  # H, defined without logarithms; unused arguments
    of_entries: set[str]  # H of `H(y, p) = -\\sum_k y_k \\log p_k`, of several vectors
    drawn: set[str]
    summed_values: set[str]  # x of `\\sum_x`, in the formula at hand

    def __init__(self) -> None:
        self.bare, self.scalars, self.plain_factors = set(), set(), set()
        self.unsquared, self.loose_letters, self.runs = set(), set(), set()
        self.summed_values = set()

    def __getattr__(self, name: str) -> object:
        """Raises AttributeError for what nobody takes note of."""
        if name not in EMPTY:
            raise AttributeError(name)
        made = vars(self)[name] = EMPTY[name]()
        return made

    def complete(self) -> None:
        """All that was never asked for is empty from now on, and the same for all: nothing more is looked at."""
        self.__dict__ = NOTHING | vars(self)

    def hear(self, heard: Spoken) -> None:
        """Take note of what words say."""
        self.densities |= heard.densities
        self.categories |= heard.categories
        self.vectors |= heard.vectors
        self.reals |= heard.values
        self.columns |= heard.vectors
        self.column_families |= heard.families
        self.introduced |= heard.introduced
        self.mapped |= heard.functions
        self.fixed |= heard.fixed
        self.speaks_of_entropy |= heard.entropy
        self.speaks_of_chance |= heard.chance
        self.spoken_functions |= heard.spoken_functions
        self.speaks_of_independence |= heard.independence
        self.speaks_of_updates |= heard.updates
        self.sample_means |= heard.sample_means
        self.index_maps |= heard.permutations

    def known_functions(self) -> frozenset[str]:
        r"""Letters that mean one certain function here: \psi beside \Gamma is its logarithmic derivative."""
        if not {r"\Gamma", r"\psi"} <= self.called.keys():
            return frozenset(self.spoken_functions)
        own = self.introduced | self.mapped | self.defined_functions | self.reals | self.bare | self.bound
        called = self.called.keys() - own - self.indexed_functions
        return frozenset(self.spoken_functions | ({r"\psi"} if {r"\Gamma", r"\psi"} <= called else set()))

    def take_functions(self, whole: Seen) -> None:
        """What the page says of functions with entries, or of entries, in a part that declares no such letters."""
        declared = self.reals | self.bound | self.dimensions
        self.of_entries |= whole.of_entries - declared
        self.defined_functions |= whole.of_entries - declared
        taken = whole.valued - declared
        self.valued |= taken
        self.parameters = {name: whole.parameters.get(name, ()) for name in taken} | dict(self.parameters)

    def note_densities(self) -> None:
        """On a page about chance, or where one is a density, p and q are where they are taken at variables only.

        So are f and g where the page has their divergence, and takes them at points.
        """
        if self.diverging:
            self.densities |= self.diverging & {letter_of(name) for name in self.called} - self.reals - self.mapped
        for letter in ("p", "q") if self.speaks_of_chance or self.densities & {"p", "q"} else ():
            calls = [c for name, many in self.called.items() if letter_of(name) == letter for c in many]
            other = self.reals | self.bare | self.bound | self.integers | self.mapped | self.scalars | self.valued
            if calls and all(map(plain_arguments, calls)) and letter not in other | self.subscripts.keys():
                self.densities |= {letter}
        self.densities -= self.valued

    def note_values(self) -> None:
        """p is the vector of the p_k(z) that are defined, where p(z) occurs; what has entries is no density."""
        whole = self.indexed_functions & self.density_calls.keys()
        self.valued |= whole - self.defined_functions - self.mapped - self.totals
        self.valued -= {x for x in self.valued if letter_of(x) in self.densities and x not in self.subscripts}

    def copied(self, by: int) -> Self:
        """The same for formulas that stand elsewhere. Where the arguments of densities stand is asked later."""
        made = copy(self)
        for name, seen in vars(self).items():
            setattr(made, name, copy(seen))
        made.density_calls = {name: tuple(moved(inside, by)) for name, inside in self.density_calls.items()}
        return made

    def add(self, later: Seen) -> None:
        """Take note of what was seen further down on the page. The first formula introduces a function."""
        for name, seen in vars(later).items():
            own = getattr(self, name)
            match seen:
                case set():
                    own |= seen
                case bool():
                    setattr(self, name, own or seen)
                case defaultdict():
                    for key, many in seen.items():
                        own[key] += many
                case _ if name == "own_formulas":
                    for key, unused in seen.items():
                        own.setdefault(key, set()).update(unused)
                case _ if name == "parameters":
                    for key, anew in seen.items():
                        own[key] = (*own.get(key, ()), *anew)
                case _:
                    for key, first in seen.items():
                        own.setdefault(key, first)


SILENT = frozenset(vars(Seen()))
_KINDS: dict[str, Callable[[], object]] = {"set": set, "dict": dict}
EMPTY: dict[str, Callable[[], object]] = {
    name: _KINDS[kind.partition("[")[0]] for name, kind in Seen.__annotations__.items() if kind != "bool"
} | dict.fromkeys(("subscripts", "called"), lambda: defaultdict(list))
NOTHING: dict[str, object] = {name: frozenset() if make is set else {} for name, make in EMPTY.items()}
