"""What the words of a sentence say of the symbols in its formulas."""

from __future__ import annotations

import re
from collections.abc import Iterator

from language.derivation import Fact, Formula, Given, Mapping, Membership, Property, RealSpace
from language.terms import App, Sym, Term, num
from latex_in import nouns
from latex_in.chance import independence, moments
from latex_in.clauses import LIST, MARK, descriptions, marks_in
from latex_in.declare import Mention
from latex_in.relations import indices
from latex_in.roles import last_cue
from latex_in.said import Said, Sentence, together
from latex_in.vectors import is_bold_small


def words(s: Sentence) -> Iterator[Given]:
    """What the words of a sentence say of its formulas."""
    spaces = list(_ambient(s))
    yield from spaces
    placed = {x.subject for x in spaces}
    yield from _kinds(s, placed)
    yield from independence(s.text, s.by_mark)
    yield from _properties(s)
    yield from moments(s.text, s.by_mark, s.context)
    equated = {x for _, said in s.placed() if said.equates() for x in said.terms()}
    for called in nouns.determined(s.text):
        for said in together(called.marks, s.by_mark):
            if not any(isinstance(x, Mapping) for x in said.found):
                yield from (Property(x, called.word, x.span) for x in said.symbols() if x not in equated)
    for said in _elementwise(s):
        functions = [x.function for x in said.found if isinstance(x, Mapping)]
        functions += [t for x in said.found if isinstance(x, Mention) for t in x.terms]
        yield from (Property(x, "elementwise", x.span) for x in functions)


_IN_SPACE = re.compile(rf"(?:^|\b(?:in|from|on|over)\s+|\belements?\s+of\s+)(?P<mark>{MARK})")
_LIST_IN = re.compile(rf"(?P<list>{LIST})\s+(?:both\s+|all\s+)?(?:in|on|over)\s+(?P<mark>{MARK})")


def _ambient(s: Sentence) -> Iterator[Membership]:
    r"""`$x \sim p$ in $\mathbb{R}^d$`, "be independent in ...": the last formula is a set."""
    pairs = [(marks_in(f["list"]), f["mark"]) for f in _LIST_IN.finditer(s.text)]
    for said in descriptions(s.text):
        found = _IN_SPACE.search(said.phrase) if said.verb and not said.entries else None
        if found is not None and not marks_in(said.phrase[: found.start("mark")]):
            pairs.append((list(said.marks), found["mark"]))
    seen: set[Term] = set()
    for marks, ambient in pairs:
        for space in s.by_mark[ambient].spaces() if ambient in s.by_mark else ():
            for term in (x for said in together(marks, s.by_mark) for x in said.symbols() if x not in seen):
                seen.add(term)
                yield Membership(term, space, term.span)


def _kinds(s: Sentence, placed: set[Term]) -> Iterator[Given]:
    """Matrices, vectors, scalars: a membership where the size is known, otherwise the word alone."""
    seen = set(placed)
    for called in nouns.kinds(s.text):
        dims = _dims(called, s.by_mark)
        for said in together(called.marks, s.by_mark):
            if said.dimensions() is not None or any(isinstance(x, Mapping) for x in said.found):
                continue
            for term in (x for x in said.symbols() if x not in seen):
                seen.add(term)
                if dims is not None:
                    yield Membership(term, RealSpace(dims), term.span)
                elif called.word != "size":
                    yield Property(term, called.word, term.span)


def _dims(called: nouns.Called, by_mark: dict[str, Said]) -> tuple[Term, ...] | None:
    """The dimensions that stand beside a noun; None where there are none, or not as many as it takes."""
    if called.word == nouns.NUMBER:
        return ()
    sizes = [by_mark[m] for m in called.sizes if m in by_mark]
    dims = tuple(x for said in sizes for x in (said.size or said.terms()))
    wanted = {"matrix": 2, "size": 2, "vector": 1}.get(called.word)
    return dims if wanted is not None and len(dims) == wanted else None


_SIGNS = {"positive": ">", "nonnegative": ">="}


def _properties(s: Sentence) -> Iterator[Given]:
    seen: set[tuple[Term, str]] = set()
    called = list(nouns.properties(s.text))
    random = {m for c in called if c.word == "random" for m in c.marks}
    shaped = {m for c in nouns.kinds(s.text) if c.word in ("vector", "matrix") for m in c.marks}
    for one in called:
        for said in together(one.marks, s.by_mark):
            allowed = nouns.DIMENSIONS.get(one.word)
            if allowed is not None and said.dimensions() not in (None, *allowed):
                continue
            for term in said.symbols():
                word = _orthogonal(one.word, said, term, s, said.mark in shaped)
                if (term, word) in seen:
                    continue
                seen.add((term, word))
                number = said.mark not in random | shaped and not said.dimensions() and not _is_vector(term, s)
                if word in _SIGNS and number:
                    over = tuple(indices(Formula(term, "=", num(0))))
                    sign = Formula(term, ">" if word == "positive" else ">=", num(0), term.span)
                    yield Fact(sign, False, over, term.span, cue=last_cue(s.text))
                else:
                    yield Property(term, word, term.span)


def _is_vector(term: Term, s: Sentence) -> bool:
    name = term.args[0] if isinstance(term, App) else term
    assert isinstance(name, Sym)
    known = s.context.names.column_families if isinstance(term, App) else s.context.names.columns
    return name.name in known or is_bold_small(name.name)


def _orthogonal(word: str, said: Said, term: Term, s: Sentence, shaped: bool) -> str:
    """Where no noun says so, several small letters are orthogonal to each other, a capital is an orthogonal matrix."""
    if word not in ("orthogonal", "orthonormal") or said.dimensions() == 2 or shaped:
        return word
    name = term.args[0] if isinstance(term, App) else term
    small = isinstance(name, Sym) and name.name[-1:].strip("}").islower()
    vectors = said.dimensions() == 1 or _is_vector(term, s) or small
    return f"{word} vectors" if vectors else word


_ELEMENTWISE = re.compile(r"\b(?:element|entry|component|coordinate)-?\s?wise")


def _elementwise(s: Sentence) -> Iterator[Said]:
    found = _ELEMENTWISE.search(s.text)
    before = [c for c in s.text[: found.start()] if c in s.by_mark] if found is not None else []
    if before:
        yield s.by_mark[before[-1]]
