"""What the words of a page say of its letters, before any formula is parsed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from hence.latex_in import tables as t
from hence.latex_in.formula.categories import spoken_masses
from hence.latex_in.page.document import Inline, Page, Paragraph
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import Tokens, scripts_at, split_commas, symbol_at
from hence.latex_in.prose.clauses import LIST, MARK, flatten, mark_of, marks_in, sentences
from hence.latex_in.prose.nouns import FUNCTIONS, kinds, properties, some


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
            for sentence in sentences(flatten(block, page.text)):
                _hear(sentence, tokens, heard)
    return heard


_INTRODUCED = re.compile(
    rf"\b(?:let|where|with|call|denote\s+by)\s+(?P<list>{LIST})\s+(?:be|is|are|denotes?|the)\b", re.IGNORECASE
)
_DENSITY = re.compile(
    rf"\b(?:density|densities|distributions?|posterior|prior|pdf|pmf|(?:mass|density)\s+functions?)\s+(?P<mark>{LIST})"
    rf"|(?P<list>{LIST})\s+(?:(?:be|is|are|an?|the|two|some)\s+){{0,2}}(?:[a-z]+\s+){{0,2}}"
    r"(?:density|densities|distributions?)\b",
    re.IGNORECASE,
)
_FUNCTIONS = frozenset(word for _, word in FUNCTIONS)
_ACTIVATION = re.compile(
    rf"(?P<list>{LIST})\s+(?:be|is|are|denotes?)\s+(?:an?\s+|the\s+|some\s+)?(?:[a-z\-]+\s+){{0,3}}"
    r"(?:activations?|non-?linearit(?:y|ies)|gamma\s+function|digamma\s+function|distribution\s+function|[cp]df|(?:convex|concave|continuous|differentiable|smooth|(?:in|de)creasing|monotone"
    r"|even|odd|periodic|linear|affine|bounded|lipschitz)\s+functions?|(?:convex|concave)(?!\s+(?:set|comb|hull|prob)))\b",
    re.IGNORECASE,
)
_WITH_CONSTANT = re.compile(rf"(?P<list>{MARK})\s*-\s*(?:smooth|strongly|lipschitz)\b", re.IGNORECASE)
_OVER = re.compile(rf"\bover\s+(?:all\s+)?(?:\w+\s+){{0,2}}{LIST}", re.IGNORECASE)


_CHANCE = re.compile(r"\bprobabilit(?:y|ies)\b|\bdistributions?\b|\brandom\b|\bdensit(?:y|ies)\b", re.IGNORECASE)
_ENTROPY = re.compile(r"\bentrop(?:y|ies)\b|\bmutual\s+information\b", re.IGNORECASE)


def _hear(sentence: str, tokens: dict[str, list[Token]], heard: Spoken) -> None:
    heard.chance = heard.chance or _CHANCE.search(sentence) is not None
    heard.entropy = heard.entropy or _ENTROPY.search(sentence) is not None
    for called in kinds(sentence):
        for mark in called.marks:
            for name, below in _subjects(tokens.get(mark, [])):
                if called.word == "vector":
                    (heard.families if below else heard.vectors).add(name)
                if not below and name not in t.IDENTITIES:
                    heard.values.add(name)
    _hear_of_functions(sentence, tokens, heard)
    heard.categories.update(mass.variable for mass in spoken_masses(sentence, tokens))
    for found in _INTRODUCED.finditer(sentence) if not re.search("Euler|natural log", sentence) else ():
        heard.introduced.update(_alone(found["list"], tokens))
    for mark in (m for found in _DENSITY.finditer(sentence) for m in marks_in(found["list"] or found["mark"])):
        first = tokens.get(mark, [])
        if first and (len(first) == 1 or first[1].text in ("(", "_")) and first[0].text in t.DENSITY_LETTERS:
            heard.densities.add(first[0].text)
    heard.fixed.update(name for mark in some(sentence) for name in _alone(mark, tokens))
    heard.fixed.update(_alone(_OVER.sub("", sentence), tokens))


def _hear_of_functions(sentence: str, tokens: dict[str, list[Token]], heard: Spoken) -> None:
    for called in properties(sentence):
        names = [name for mark in called.marks for name, _ in _subjects(tokens.get(mark, []))]
        if called.word == "permutation":
            heard.permutations.update(names)
        if called.word in _FUNCTIONS:
            heard.functions.update(names)
    for found in _WITH_CONSTANT.finditer(sentence):
        heard.values.update(_alone(found["list"], tokens))
    for found in _ACTIVATION.finditer(sentence):
        heard.functions.update(_alone(found["list"], tokens))


def _alone(text: str, tokens: dict[str, list[Token]]) -> Iterator[str]:
    """Names of formulas that are one symbol, or a list of symbols."""
    for mark in marks_in(text):
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
