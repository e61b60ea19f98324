"""A formula on its own, without a page around it."""

from __future__ import annotations

from hence.language.derivation import Formula
from hence.language.terms import NOWHERE, Term
from hence.latex_in.formula.chains import statements
from hence.latex_in.formula.context import Context
from hence.latex_in.formula.growth import members_of_classes
from hence.latex_in.formula.spectra import stated
from hence.latex_in.letters.survey import survey
from hence.latex_in.page.document import blanked
from hence.latex_in.page.lexer import Token, blank_comments
from hence.latex_in.page.macros import collect
from hence.latex_in.page.scan import merge_words
from hence.latex_in.page.source import ParseError, Source
from hence.latex_in.page.tidy import tidy


def parse_formula(text: str) -> Term:
    """The term of a single formula, with names decided from it alone. Raises `ParseError`."""
    context, tokens = _alone(text)
    if not tokens:
        raise ParseError(0, 0, "expected a formula")
    return context.parse(tokens)


def parse_relation_chain(text: str) -> list[Formula]:
    """The relations of `a = b = c`. Raises `ParseError`."""
    context, tokens = _alone(text)
    found: list[Formula] = []
    for statement in statements(tokens, context.text):
        pieces, relations = statement.pieces()
        terms = context.parse_all(pieces)
        for relation, lhs, rhs in zip(relations, terms, terms[1:], strict=False):
            formula = stated(lhs, relation.text, rhs, NOWHERE)
            if formula is None:
                raise ParseError(relation.start, relation.end, f"{relation.text} is not understood yet")
            found.append(formula)
    return found


def _alone(text: str) -> tuple[Context, list[Token]]:
    clean = blank_comments(text)
    macros, regions = collect(clean)
    clean = blanked(clean, regions)
    tokens = merge_words(tidy(clean, 0, len(clean), macros), frozenset())
    names = survey([tokens])
    tokens = merge_words(tokens, names.words) if names.words else tokens
    return Context(Source(text), clean, names), members_of_classes(tokens)
