"""What is seen of the symbols of a document, before anything is concluded from it."""

from __future__ import annotations

from collections import defaultdict
from copy import copy
from dataclasses import field
from typing import Self

from hence.language.records import dataclass
from hence.latex_in.page.lexer import moved
from hence.latex_in.page.scan import Tokens
from hence.latex_in.prose.spoken import Spoken


@dataclass
class Seen:
    """How the symbols of a document are used, in what its words say and its formulas show."""

    subscripts: dict[str, list[Tokens]] = field(default_factory=lambda: defaultdict(list))
    members: set[str] = field(default_factory=set)
    called: dict[str, list[Tokens]] = field(default_factory=lambda: defaultdict(list))
    bare: set[str] = field(default_factory=set)
    scalars: set[str] = field(default_factory=set)
    compared: set[str] = field(default_factory=set)
    bound: set[str] = field(default_factory=set)
    integers: set[str] = field(default_factory=set)
    ends: set[str] = field(default_factory=set)  # n where a sum or product ends at n
    categories: set[str] = field(default_factory=set)  # with a categorical law
    dimensions: set[str] = field(default_factory=set)
    reals: set[str] = field(default_factory=set)
    vectors: set[str] = field(default_factory=set)
    mapped: set[str] = field(default_factory=set)
    defined_functions: set[str] = field(default_factory=set)
    own_delta: bool = False  # \\delta_{ij} is the author's derivative
    indexed_functions: set[str] = field(default_factory=set)
    starred: set[str] = field(default_factory=set)
    densities: set[str] = field(default_factory=set)
    density_calls: dict[str, Tokens] = field(default_factory=dict)
    diverging: set[str] = field(default_factory=set)  # f and g of `KL(f \\| g)`
    left_sides: set[str] = field(default_factory=set)
    runs: set[str] = field(default_factory=set)
    whole_runs: set[str] = field(default_factory=set)
    loose_letters: set[str] = field(default_factory=set)
    totals: set[str] = field(default_factory=set)
    vector_members: set[str] = field(default_factory=set)  # a bold x where x_i is a vector as well
    inverted: set[str] = field(default_factory=set)  # A of `A^{-1}`
    inverted_members: set[str] = field(default_factory=set)  # A of `A_0^{-1}`, which is no row of a matrix
    columns: set[str] = field(default_factory=set)  # vectors, of R^n and no other shape
    column_families: set[str] = field(default_factory=set)
    beside_transpose: set[str] = field(default_factory=set)  # x of `x^\\top` and of `A^\\top x`
    beside_letter: set[str] = field(default_factory=set)  # the same, where the sign is a letter T
    own_labels: set[str] = field(default_factory=set)  # k of `k = W_k x`
    introduced: set[str] = field(default_factory=set)
    index_maps: set[str] = field(default_factory=set)
    tending: set[str] = field(default_factory=set)
    fixed: set[str] = field(default_factory=set)
    uses_top: bool = False
    parameters: dict[str, tuple[str, ...]] = field(default_factory=dict)  # x where f(x) is defined, perhaps anew
    squared_arguments: dict[tuple[str, int], frozenset[int]] = field(default_factory=dict)
    factors: set[str] = field(default_factory=set)  # f where f_t is multiplied by something, and not at an argument
    plain_factors: set[str] = field(default_factory=set)  # the same of f without an index
    squares: set[str] = field(default_factory=set)
    unsquared: set[str] = field(default_factory=set)
    speaks_of_entropy: bool = False
    speaks_of_chance: bool = False
    spoken_functions: set[str] = field(default_factory=set)
    integrated: set[str] = field(default_factory=set)  # x behind the d of an integral
    speaks_of_independence: bool = False
    sample_means: set[str] = field(default_factory=set)
    own_formulas: dict[str, set[str]] = field(default_factory=dict)  # H, defined without logarithms; unused arguments
    drawn: set[str] = field(default_factory=set)
    summed_values: set[str] = field(default_factory=set)  # x of `\\sum_x`, in the formula at hand

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
        self.sample_means |= heard.sample_means
        self.index_maps |= heard.permutations

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
