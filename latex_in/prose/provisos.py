r"""Where a row of a display holds: the words and formulas behind it, read like a sentence.

`\text{for positive } x`, `\text{if $A$ is symmetric}`, `\forall x > 0`, `(x \neq 0)`, `\text{unless } x = 0`. A reason
("since", "by") is read in the same way: what a proof takes from it is listed with the verdict.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from hence.language.derivation import (
    Distributed,
    Fact,
    Formula,
    Given,
    Independent,
    Membership,
    Property,
)
from hence.language.records import dataclass
from hence.language.terms import App, Sym, subterms
from hence.latex_in.formula.context import Context
from hence.latex_in.formula.declare import Equation
from hence.latex_in.formula.growth import members_of_classes
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.macros import Macros
from hence.latex_in.page.scan import Tokens, group_end, merge_words
from hence.latex_in.page.tidy import tidy
from hence.latex_in.prose.grammar import is_word, rule
from hence.latex_in.prose.paragraph import ProseItem, read_sentence
from hence.latex_in.prose.relations import OPPOSITE, Candidate
from hence.latex_in.prose.said import Sentence, say
from hence.latex_in.prose.vocabulary import vocabulary
from hence.latex_in.prose.words import Spoken, mark_of, tokenised

_EXCEPTING = rule("^ open? [unless except]")
_RANGING = rule("^ open? restricting")
# what is neither a condition nor a reason, or more than one: it cannot be used
_BEYOND = rule("[or iff not] | only if")
_BOTH = rule("F comma? and | both")
_OTHERWISE = rule("^ open? otherwise")
_VAGUE = rule("vague")
_MILD = rule("^ open? [for with given]")
_PLAIN = re.compile(r"((?<![A-Za-z\\])[A-Za-z]\s*(?:[<>=]|\\\w+)\s*-?[\d.]+)")
_ORDINARY = frozenset(("<", ">", "<=", ">=", "!=", "="))


@dataclass(frozen=True)
class Proviso:
    """What a clause behind a row adds to it."""

    givens: tuple[Given, ...] = ()
    ranges: bool = False  # it says for which values the row holds: it is no reason
    otherwise: bool = False  # for those values that the row before leaves out


def proviso(tail: Tokens, context: Context, macros: Macros, about: Iterable[str]) -> Proviso:
    """The condition that stands behind a row, where `about` are the symbols of the row. Never fails.

    A condition that is not understood is a property without meaning of the symbols in it: nothing is refuted of them.
    """
    if not tail or any(x.kind == "dots" for x in tail):
        return Proviso()
    text, formulas = _flattened(_unbracketed(tail), macros)
    spoken = Spoken(tokenised(text))
    if _OTHERWISE.match(spoken.signs):
        return Proviso(ranges=True, otherwise=True)
    tidied = [members_of_classes(merge_words(list(tokens), context.names.words)) for tokens in formulas]
    by_mark = {mark_of(k): say(context, tokens, mark_of(k)) for k, tokens in enumerate(tidied)}
    ranges = _RANGING.match(spoken.signs) is not None
    excepting = _EXCEPTING.match(spoken.signs) is not None
    read = read_sentence(Sentence(spoken, by_mark, context, context.span(tail), set(), excepting=excepting))
    givens: list[Given] | None = _givens(read)
    if excepting:
        givens = opposite(givens or [], _BOTH.search(spoken.signs) is not None)
    if not ranges:
        return Proviso(tuple(givens or ()))
    beyond = (
        _BEYOND.search(spoken.signs)
        or _is_vague(spoken.signs, givens or [])
        or any(x.unread or (x.intervals() and not givens) for x in by_mark.values())
    )
    if givens is None or beyond:
        inside = [name for tokens in tidied for name in context.symbols(tokens)]
        return Proviso(tuple(_opaque(inside or about, spoken.text(), tail, context)), ranges=True)
    return Proviso(tuple(givens), ranges=True)


def opposite(givens: Iterable[Given], together: bool = False) -> list[Given] | None:
    """What holds where none of the relations does; None where that is no list of relations.

    Of relations that are excluded `together` only one needs to fail.
    """
    facts = [g for g in givens if isinstance(g, Fact) and g.formula.relation in OPPOSITE]
    if not facts or len(facts) != len(list(givens)) or (len(facts) > 1 and together):
        return None
    turned = [replace(f.formula, relation=OPPOSITE[f.formula.relation]) for f in facts]
    return [Fact(f, False, (), f.span) for f in turned]


def _is_vague(signs: str, givens: list[Given]) -> bool:
    """Whether a clause restricts its values by words that gave no condition: "for large $n$", "if it converges"."""
    restricts = _MILD.match(signs) is None or _VAGUE.search(signs) is not None
    words = (x for x in signs if is_word(x))
    return not givens and restricts and any(not vocabulary().has(x, "says-nothing") for x in words)


def _opaque(names: Iterable[str], text: str, tail: Tokens, context: Context) -> list[Given]:
    return [Property(Sym(name), f'restricted by "{text}"', context.span(tail)) for name in dict.fromkeys(names)]


def _givens(read: Iterable[ProseItem]) -> list[Given]:
    """Everything that a clause says, as conditions of one row."""
    found: list[Given] = []
    for item in read:
        match item:
            case Candidate(Equation(formula, over, unless=unless), hedge=None) if _usable(formula):
                found.append(Fact(formula, False, over, formula.span, unless))
            case Fact(formula) if _usable(formula):
                found.append(replace(item, definition=False))
            case Membership() | Property() | Independent():
                found.append(replace(item))
            case Distributed():
                found.append(item)
            case _:
                pass
    return found


def _usable(formula: Formula) -> bool:
    infinite = any(isinstance(x, App) and x.head == "infinity" for s in (formula.lhs, formula.rhs) for x in subterms(s))
    return formula.relation in _ORDINARY and not infinite


# Words and formulas ------------------------------------------------------------------------------


def _unbracketed(tail: Tokens) -> list[Token]:
    """`(x > 0)` as "for x > 0"."""
    if tail[0].text not in ("(", "[") or tail[0].kind != "op" or group_end(tail, 0) != len(tail):
        return list(tail)
    return [Token("text", "for", tail[0].start, tail[0].start), *tail[1:-1]]


def _flattened(tail: Tokens, macros: Macros) -> tuple[str, list[Tokens]]:
    r"""The clause as words with a mark for each formula, and the formulas; those between dollars in `\text` too."""
    text, formulas, run = "", list[Tokens](), list[Token]()

    def close() -> None:
        nonlocal text
        if run:
            text += f" {mark_of(len(formulas))} "
            formulas.append(tuple(run))
            run.clear()

    for token in tail:
        if token.kind not in ("text", "quad") and token.text != r"\forall":
            run.append(token)
            continue
        close()
        for number, piece in enumerate(_pieces(token)):
            if number % 2:
                run += [Token(x.kind, x.text, token.start, token.end) for x in tidy(piece, 0, len(piece), macros)]
                close()
            else:
                text += piece
    close()
    return text, formulas


def _pieces(token: Token) -> list[str]:
    r"""Words, formula, words, ... of a text; `\forall` and a gap are words."""
    if token.kind == "quad":
        return [" "]
    if token.text == r"\forall":
        return [" for all "]
    if "$" not in token.text:
        return _PLAIN.split(token.text)
    return re.split(r"(?<!\\)\$", token.text)
