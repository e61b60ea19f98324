"""What the words of a page say of its letters, before any formula is parsed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from hence.language.records import dataclass
from hence.latex_in import tables as t
from hence.latex_in.formula.categories import spoken_masses
from hence.latex_in.page.document import Inline, Page, Paragraph
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import Tokens, scripts_at, split_commas, symbol_at
from hence.latex_in.prose.grammar import marks_in, rule
from hence.latex_in.prose.nouns import FUNCTIONS, NAMES_OF_FUNCTIONS, kinds, properties, some
from hence.latex_in.prose.words import flatten, mark_of, spoken


@dataclass
class Spoken:
    """Names of letters, by what is said of them."""

    densities: set[str] = field(default_factory=set)
    vectors: set[str] = field(default_factory=set)
    families: set[str] = field(default_factory=set)  # x where x_i is a vector
    values: set[str] = field(default_factory=set)  # matrices, vectors, scalars: no indices
    introduced: set[str] = field(default_factory=set)  # "Let e be ..."
    chance: bool = False  # the page speaks of random things
    entropy: bool = False  # the page speaks of entropy or information
    sample_means: set[str] = field(default_factory=set)  # \\bar{x} of "where \\bar{x} is the sample mean"
    independence: bool = False  # the page speaks of independent things
    updates: bool = False  # and of what is known before and after observations
    spoken_functions: set[str] = field(default_factory=set)  # f, F, M, \\psi where it speaks of densities, ...
    functions: set[str] = field(default_factory=set)  # "the sigmoid", "an activation function"
    permutations: set[str] = field(default_factory=set)
    categories: set[str] = field(default_factory=set)  # X of "X takes the value k with probability p_k"
    fixed: set[str] = field(default_factory=set)  # spoken of alone, so that no sum runs over them


def listen(page: Page, formulas: Mapping[tuple[int, int], list[Token]]) -> Spoken:
    """Everything that the sentences of a page say of single letters. Never fails."""
    heard = Spoken()
    for block in page.blocks:
        if isinstance(block, Paragraph):
            inline = [p for p in block.parts if isinstance(p, Inline)]
            tokens = {mark_of(k): formulas[p.start, p.end] for k, p in enumerate(inline)}
            for sentence in spoken(flatten(block, page.text)):
                _hear(sentence.signs, tokens, heard)
    return heard


_INTRODUCED = rule(
    "(let | where | with | called | denotes by) list:L [be denotes the] | by list2:L we [denote write denotes]"
    " | list3:L [stands-for denotes] [the a] | list4:L be not euler | write list5:L for the"
    " | and list6:L the number-noun"
)
_DENSITY = rule(
    "[density distributed posterior policy] function? mark:L"
    " | list:L [be a the two some]{0,2} w{0,2} [density distributed policy]"
)
_FUNCTIONS = frozenset(NAMES_OF_FUNCTIONS.get(name, name) for name in FUNCTIONS)
_ACTIVATION = rule(
    "list:L [be denotes] article? w{0,3} (activation | nonlinearity | named-function function | distributed"
    " function | cdf"
    " | of-function function | [convex concave] (?! set-noun))"
)
_WITH_CONSTANT = rule("list:F dash [smooth strongly strongly-convex strongly-concave lipschitz]")
_OVER = rule("over all? w{0,2} L")
_CHANCE, _ENTROPY, _EULER = rule("chance-word"), rule("entropy-word"), rule("(?<! not) euler")
_SAMPLE_MEAN = rule("list:L [be denotes] the? w{0,2} sample-mean | [the a its their] w? sample-mean mark:L")
_INDEPENDENCE = rule("iid | [independent independently conditionally-independent]")
_UPDATES = rule("posterior")
_SPOKEN_FUNCTIONS = {
    "f": rule("density"),
    "F": rule("cdf | cumulative"),
    "M": rule("generating-function"),
    r"\psi": rule("digamma"),
}


def _hear(signs: str, tokens: dict[str, list[Token]], heard: Spoken) -> None:
    heard.chance = heard.chance or _CHANCE.search(signs) is not None
    heard.entropy = heard.entropy or _ENTROPY.search(signs) is not None
    for found in _SAMPLE_MEAN.finditer(signs):
        heard.sample_means.update(_alone(found["list"] or found["mark"], tokens))
    heard.independence = heard.independence or _INDEPENDENCE.search(signs) is not None
    heard.updates = heard.updates or _UPDATES.search(signs) is not None
    heard.spoken_functions |= {letter for letter, said in _SPOKEN_FUNCTIONS.items() if said.search(signs)}
    for called in kinds(signs):
        for mark in called.marks:
            for name, below in _subjects(tokens.get(mark, [])):
                if called.word == "vector":
                    (heard.families if below else heard.vectors).add(name)
                if not below and name not in t.IDENTITIES:
                    heard.values.add(name)
    _hear_of_functions(signs, tokens, heard)
    heard.categories.update(mass.variable for mass in spoken_masses(signs, tokens))
    for found in _INTRODUCED.finditer(signs) if not _EULER.search(signs) else ():
        heard.introduced.update(_alone("".join(x or "" for x in found.groupdict().values()), tokens))
    for mark in (m for found in _DENSITY.finditer(signs) for m in marks_in(found["list"] or found["mark"])):
        first = tokens.get(mark, [])
        if first and (len(first) == 1 or first[1].text in ("(", "_")) and first[0].text in t.DENSITY_LETTERS:
            heard.densities.add(first[0].text)
    heard.fixed.update(name for mark in some(signs) for name in _alone(mark, tokens))
    heard.fixed.update(_alone(_OVER.sub("", signs), tokens))


def _hear_of_functions(signs: str, tokens: dict[str, list[Token]], heard: Spoken) -> None:
    for called in properties(signs):
        names = [name for mark in called.marks for name, _ in _subjects(tokens.get(mark, []))]
        if called.word == "permutation":
            heard.permutations.update(names)
        if called.word in _FUNCTIONS:
            heard.functions.update(names)
    for found in _WITH_CONSTANT.finditer(signs):
        heard.values.update(_alone(found["list"], tokens))
    for found in _ACTIVATION.finditer(signs):
        heard.functions.update(_alone(found["list"], tokens))


def _alone(signs: str, tokens: dict[str, list[Token]]) -> Iterator[str]:
    """Names of formulas that are one symbol, or a list of symbols."""
    for mark in marks_in(signs):
        parts = _subjects(tokens.get(mark, []))
        if all(not below for _, below in parts):
            yield from (name for name, _ in parts)


def _subjects(tokens: Tokens) -> list[tuple[str, Tokens]]:
    r"""The symbols of `a, b`, of `x \in S`, of `x \sim p`, with their subscripts."""
    end = next((k for k, x in enumerate(tokens) if x.kind == "rel" or x.text in (t.MEMBER, t.DRAWN)), len(tokens))
    found: list[tuple[str, Tokens]] = []
    for part in split_commas(tokens[:end]):
        if part and part[0].kind == "name":
            name, after = symbol_at(part, 0)
            below, above, stop = scripts_at(part, after)
            if stop == len(part) and not above:
                found.append((name, below))
    return found
