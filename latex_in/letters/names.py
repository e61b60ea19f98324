r"""What the letters of a document are, decided once for all of it, before anything is parsed.

Is the k of `\Sigma_k` an index or part of the name? Is `m(k_a + k_b)` a product or a function at an argument?
`survey` looks at every formula and decides; `Names` holds the decisions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import cache

from hence.language.records import dataclass
from hence.latex_in import tables as t
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import Tokens, argument_at, group_end, scripts_at, split, split_commas, symbol_at, text_of

_ACCENTED = re.compile(r"\\(?:hat|tilde|bar)\{(.*)\}'*$")


def letter_of(name: str) -> str:
    r"""The letter under accents and primes: `\hat{p}` and `p'` are p."""
    name = name.rstrip("'")
    found = _ACCENTED.match(name) if "{" in name else None
    return letter_of(found.group(1)) if found else name


def plain_letter(name: str) -> str:
    r"""The letter under accents, primes and bold type: `\bm{X}` is X."""
    letter = letter_of(name)
    return plain_letter(letter[4:-1]) if letter.startswith(r"\bm{") else letter


@dataclass(frozen=True)
class Subscript:
    """What a subscript is: labels that belong to the name, and tokens of the indices."""

    labels: tuple[str, ...]
    indices: tuple[Tokens, ...]


@dataclass(frozen=True)
class Names:
    """The decisions. An empty one decides by the defaults of `tables`."""

    functions: frozenset[str] = frozenset()
    factors: frozenset[str] = frozenset()  # f where the page multiplies by f_t
    squared_arguments: Mapping[tuple[str, int], frozenset[int]] = field(
        default_factory=dict
    )  # of functions of \sigma^2
    densities: frozenset[str] = frozenset()
    parameters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # f -> x of f(x) = ...
    density_calls: Mapping[str, Tokens] = field(default_factory=dict)  # full name -> tokens of its first arguments
    parted: frozenset[str] = frozenset()  # L where a bar parts the arguments of `L(\\theta | x)`
    lasts: Mapping[str, str] = field(default_factory=dict)  # x -> n where the page lists x_1, ..., x_n
    gradients: Mapping[str, str] = field(default_factory=dict)  # r -> x where `\\nabla r` is by x
    zeroth: frozenset[str] = frozenset()  # those x of which the page has an x_0
    from_one: frozenset[str] = frozenset()  # t where the page says `t = 1, \\dots, T`, and nowhere begins elsewhere
    indexed: frozenset[str] = frozenset()  # bases that carry a variable index, or are vectors
    double: frozenset[str] = frozenset()  # bases that carry two indices
    members: frozenset[str] = frozenset()  # bases with x^{(i)}
    layers: frozenset[tuple[str, str]] = frozenset()  # l and z where the page differentiates by z^l
    bound: frozenset[str] = frozenset()
    integers: frozenset[str] = frozenset()
    tending: frozenset[str] = frozenset()  # T of `T \\to \\infty`
    categories: frozenset[str] = frozenset()  # X where X, or each X_i, has a categorical law
    not_indices: frozenset[str] = frozenset()
    declared: frozenset[str] = frozenset()
    dimensions: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    bare: frozenset[str] = frozenset()
    stages: frozenset[str] = frozenset()  # \\mu where \\mu_0 and \\mu_n are letters of their own
    compared: frozenset[str] = frozenset()  # letters that the page compares with numbers
    ambiguous: frozenset[str] = frozenset()  # function or factor in front of a bracket: the page does not say
    totals: frozenset[str] = frozenset()  # bases that are one symbol bare and another with an index
    columns: frozenset[str] = frozenset()  # vectors
    column_families: frozenset[str] = frozenset()  # bases x of vectors x_i
    fixed: frozenset[str] = frozenset()  # letters that the page speaks of: no sum runs over them unless it says so
    index_maps: frozenset[str] = frozenset()  # permutations and other maps of indices, the \pi of x_{\pi(i)}
    uses_top: bool = False
    euler: bool = True  # e^{x} is the exponential
    squares: frozenset[str] = frozenset()  # S where the page knows S^2 only, which is then a symbol of its own
    indexed_functions: frozenset[str] = frozenset()  # p where the page defines p_k(t)
    valued: frozenset[str] = frozenset()  # p of `p = p(z)`: a function, and alone its value
    starred: frozenset[str] = frozenset()  # D where the page defines D^*(x)
    entropies: frozenset[str] = frozenset()  # H, where it is an entropy
    spoken_functions: frozenset[str] = frozenset()  # f, F, M, \\psi where the page speaks of densities and their like
    informations: frozenset[str] = frozenset()  # I, where it is mutual information
    integrated: frozenset[str] = frozenset()  # x where the page integrates over x
    sample_means: frozenset[str] = frozenset()  # \\bar{x} where words call it the mean of the sample
    independence: bool = False  # the page speaks of independent things
    divergences: bool = False  # it speaks of entropies: the D of D(p || q) is one of them
    expects: bool = False  # a plain E stands for the mean: the page writes E[X] somewhere
    differentials: bool = False  # the d of dX is the differential
    kronecker: bool = True  # \delta_{ij} is Kronecker's

    @classmethod
    def decided(cls, decisions: Mapping[str, object]) -> Names:
        """Names with some decisions, and the defaults of all others: there are many, and few formulas decide any."""
        made = object.__new__(cls)
        vars(made).update(vars(_undecided()))
        vars(made).update(decisions)
        return made

    def is_index_letter(self, letter: str) -> bool:
        """Whether a letter in a subscript is an index rather than a label."""
        if letter in self.bound:
            return True
        if letter in self.not_indices or letter in self.densities:
            return False
        return letter in t.INDEX_LETTERS or letter in self.integers

    def subscript(self, base: str, tokens: Tokens) -> Subscript:
        """Labels and indices of a subscript of `base`. Never fails."""
        labels: list[str] = []
        indices: list[Tokens] = []
        if base in self.stages:
            return Subscript((text_of(tokens),), ())
        for part in split_commas(tokens):
            self._part(base, part, labels, indices)
        return Subscript(tuple(labels), tuple(indices))

    def _part(self, base: str, part: Tokens, labels: list[str], indices: list[Tokens]) -> None:
        mapped = mapped_end(part)
        if mapped:  # \\pi(i) j is two indices
            indices.append(part[:mapped])
            if mapped < len(part):
                self._part(base, part[mapped:], labels, indices)
        elif any(token.text in ("+", "-", "/") for token in part):
            indices.append(part)
        elif len(part) == 1 and part[0].kind == "num":
            self._number(base, part[0], labels, indices)
        elif (self._starred(part) and (not base or base in self.indexed)) or self._subscripted(part):
            indices.append(part)
        elif self.all_indices(base, part):
            indices.extend(self._separate(base, part))
        else:
            labels.append(text_of(part))

    def _number(self, base: str, token: Token, labels: list[str], indices: list[Tokens]) -> None:
        if base and base not in self.indexed:
            labels.append(token.text)
        elif base in self.double and len(token.text) == 2:
            first, second = token.text[0], token.text[1]
            middle = token.start + 1
            indices.append((Token("num", first, token.start, middle),))
            indices.append((Token("num", second, middle, token.end),))
        else:
            indices.append((token,))

    def _starred(self, part: Tokens) -> bool:
        """`i^*`: one index that is singled out."""
        if len(part) < 3 or part[0].kind != "name" or part[1].text != "^" or not self.is_index_letter(part[0].text):
            return False
        above, end = argument_at(part, 2)
        return end == len(part) and len(above) == 1 and above[0].text in t.STARS

    def _subscripted(self, part: Tokens) -> bool:
        """`i_1` where i_1 is summed over, X_i where it is drawn from 1, ..., K: one index."""
        if len(part) < 3 or part[0].text not in self.bound | self.categories or part[1].text != "_":
            return False
        return argument_at(part, 2)[1] == len(part)

    def all_indices(self, base: str, part: Tokens) -> bool:
        """Whether every letter of a run like `ij` or `1j` is an index."""
        units = list(_units(part))
        if not units or any(not unit[0].isalnum() and not unit.startswith("\\") for unit in units):
            return False
        letters = [unit for unit in units if not unit[0].isdigit()]
        if any(unit.startswith(r"\mathrm{") and len(unit) > len(r"\mathrm{x}") for unit in units):
            return False  # a word in upright type: n_{\mathrm{in}}
        bound = [u in self.bound for u in units]
        table = base in self.double and any(bound)  # Y_{in} beside Y_{sn}, where n is summed over
        if "".join(units) in t.LABEL_WORDS and not (len(units) < 3 and (all(bound) or table)):
            return False
        if len(units) == 1 and base in t.DEFAULT_LABELS and units[0] in t.DEFAULT_LABELS[base]:
            return units[0] in self.bound and base in self.indexed
        if len(units) == 1 and units[0].isupper() and base not in self.indexed:
            return False
        return bool(letters) and all(self.is_index_letter(letter) for letter in letters)

    def _separate(self, base: str, part: Tokens) -> list[Tokens]:
        """`ij` is two indices; `2i` is a product unless the base takes two indices elsewhere."""
        numeric = part[0].kind == "num" and part[0].text not in ("0", "1")
        if numeric and base not in self.double:
            return [part]
        runs: list[Tokens] = []
        position = 0
        while position < len(part):
            end = position + 1
            while end < len(part) and part[end].text == "'":
                end += 1
            runs.append(part[position:end])
            position = end
        return runs


@cache
def _undecided() -> Names:
    return Names()


def mapped_end(part: Tokens) -> int:
    r"""Where the `\pi(i)` of `x_{\pi(i)}` ends, a map at an index; 0 where a subscript does not begin with one."""
    if len(part) < 4 or part[0].kind != "name":
        return 0
    _, after = symbol_at(part, 0)
    _, _, opening = scripts_at(part, after)
    if opening >= len(part) or part[opening].text != "(":
        return 0
    return group_end(part, opening)


def _units(part: Tokens) -> Iterable[str]:
    position = 0
    while position < len(part):
        if part[position].kind == "name":
            name, position = symbol_at(part, position)
            yield name
        else:
            yield part[position].text
            position += 1


def arguments(inside: Tokens) -> list[Tokens]:
    """The arguments in the bracket of a function."""
    return split(inside, lambda token: token.text in (",", ";"))


def plain_arguments(inside: Tokens) -> bool:
    r"""Whether a bracket holds distinct symbols separated by commas, and nothing else; \sigma^2 is as good as one."""
    if not inside or inside[0].kind != "name":
        return False
    seen: set[str] = set()
    for part in arguments(inside):
        if not part or part[0].kind != "name":
            return False
        name, after = symbol_at(part, 0)
        below, above, end = scripts_at(part, after)
        key = name + text_of(below) + text_of(above)
        index_above = not above or above[0].text in ("(", "*", "[") or is_variance(part)
        if end != len(part) or key in seen or not index_above:
            return False
        seen.add(key)
    return True


def is_variance(part: Tokens) -> bool:
    r"""Whether an argument is the square of a letter of variances, `\sigma^2`."""
    if not part or part[0].kind != "name":
        return False
    name, after = symbol_at(part, 0)
    _, above, end = scripts_at(part, after)
    return end == len(part) and [x.text for x in above] == ["2"] and letter_of(name) in t.SPREADS


def is_variable(below: Tokens) -> bool:
    single = len(below) == 1 and below[0].kind == "name" and below[0].text in t.INDEX_LETTERS
    return single or any(x.text in ("+", "-") for x in below)


def is_member_of_vectors(tokens: Tokens, position: int, name: str, scripts: tuple[Tokens, Tokens], end: int) -> bool:
    r"""Whether a bold small letter with an index is a vector by its place: `\bm{x}^{(i)}`, `\bm{x}_i^\top`."""
    below, above = scripts
    letter = letter_of(name)
    if not letter.startswith(r"\bm{") or not letter.removeprefix(r"\bm{")[:1].islower():
        return False
    chosen = above and above[0].text in ("(", "[") and any(x.kind == "name" for x in above)
    paired = (position > 0 and tokens[position - 1].text == r"\langle") or (
        end < len(tokens) and tokens[end].text == r"\rangle"
    )
    transposed = [x.text for x in above] in ([r"\top"], [r"\intercal"], ["T"])
    return bool(chosen) or (is_variable(below) and (paired or transposed))


__all__ = [
    "Names",
    "Subscript",
    "arguments",
    "is_member_of_vectors",
    "is_variable",
    "is_variance",
    "letter_of",
    "mapped_end",
    "plain_arguments",
    "plain_letter",
]


def entries_of_bold(names: Names, subscripts: Mapping[str, Sequence[Tokens]]) -> set[str]:
    r"""The x of x_1 and x_2 beside a bold x: its entries, where the page has no plain x."""
    letters = (x for x in subscripts if len(x) == 1 and x.islower() and x not in names.bare | names.declared)
    bold = names.columns | names.bare
    return {x for x in letters if rf"\bm{{{x}}}" in bold and all(_is_number(below) for below in subscripts[x])}


def _is_number(below: Tokens) -> bool:
    return len(below) == 1 and below[0].kind == "num" and below[0].text != "0"


def with_indexed(rough: Names, subscripts: Mapping[str, list[Tokens]], vectors: set[str]) -> Names:
    """The same decisions, with the bases that carry indices worked out from them."""
    if not subscripts and not vectors:
        return rough
    indexed, double = vectors | entries_of_bold(rough, subscripts), set()
    for base, many in subscripts.items():
        for below in many:
            found = rough.subscript(base, below)
            indexed |= {base} if any(x.kind == "name" for index in found.indices for x in index) else set()
            if len(found.indices) > 1:
                double.add(base)
    return Names.decided(vars(rough) | {"indexed": frozenset(indexed), "double": frozenset(double)})
