r"""Where a row of a display holds: the words and formulas behind it, read like a sentence.

`\text{for positive } x`, `\text{if $A$ is symmetric}`, `\forall x > 0`, `(x \neq 0)`, `\text{unless } x = 0`. A reason
("since", "by") is read in the same way: what a proof takes from it is listed with the verdict.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from language.derivation import (
    Distributed,
    Fact,
    Formula,
    Given,
    Independent,
    Membership,
    Property,
    Relation,
    Unread,
)
from language.terms import App, subterms
from latex_in import tables as t
from latex_in.clauses import MARK, mark_of
from latex_in.context import Context
from latex_in.declare import Equation
from latex_in.growth import members_of_classes
from latex_in.lexer import Token
from latex_in.macros import Macros
from latex_in.prose import ProseItem, read_sentence
from latex_in.relations import Candidate
from latex_in.said import Said, Sentence, say
from latex_in.scan import Tokens, group_end, merge_words
from latex_in.source import ParseError
from latex_in.tidy import tidy

OPPOSITE: dict[Relation, Relation] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}
_EXCEPTING = re.compile(r"\s*\(?\s*(?:unless|except)\b", re.IGNORECASE)
_REASON = re.compile(rf"\s*\(?\s*(?:{'|'.join(sorted(t.REASON_WORDS))})\b", re.IGNORECASE)
# what is neither a condition nor a reason, or more than one: it cannot be used
_BEYOND = re.compile(r"\bor\b|\biff\b|\bonly\s+if\b|\bif\s+and\s+only\s+if\b|\bnot\b", re.IGNORECASE)
_BOTH = re.compile(rf"{MARK}\s*,?\s*and\b|\bboth\b")
_ORDINARY = frozenset(("<", ">", "<=", ">=", "!=", "="))


@dataclass(frozen=True)
class Proviso:
    """What a clause behind a row adds to it; `unread` where it could not be understood."""

    givens: tuple[Given, ...] = ()
    unread: Unread | None = None
    ranges: bool = False  # it says for which values: not a reason


def proviso(tail: Tokens, context: Context, macros: Macros) -> Proviso:
    """The condition that stands behind a row. Never fails."""
    if not tail or any(x.kind == "dots" for x in tail):
        return Proviso()
    text, formulas = _flattened(_unbracketed(tail), macros)
    by_mark = {
        mark_of(k): say(context, members_of_classes(merge_words(list(tokens), context.names.words)), mark_of(k))
        for k, tokens in enumerate(formulas)
    }
    reason = _REASON.match(text) is not None
    if not reason and (_BEYOND.search(text) or any(x.unread for x in by_mark.values())):
        return Proviso(unread=_not_understood(tail, by_mark.values(), context), ranges=True)
    read = read_sentence(Sentence(text, by_mark, context, context.span(tail), set()))
    givens = _givens(read)
    if _EXCEPTING.match(text):
        return _excepted(givens, text, tail, context)
    return Proviso(tuple(givens), ranges=not reason)


def _excepted(givens: list[Given], text: str, tail: Tokens, context: Context) -> Proviso:
    """The opposite of every relation; of several that hold together only one needs to fail, which is no list."""
    facts = [g for g in givens if isinstance(g, Fact) and g.formula.relation in OPPOSITE]
    if not facts or len(facts) != len(givens) or (len(facts) > 1 and _BOTH.search(text)):
        return Proviso(unread=_not_understood(tail, (), context), ranges=True)
    turned = [replace(f.formula, relation=OPPOSITE[f.formula.relation]) for f in facts]
    return Proviso(tuple(Fact(f, False, (), f.span, cue="when") for f in turned), ranges=True)


def _not_understood(tail: Tokens, said: Iterable[Said], context: Context) -> Unread:
    inner = next((x.unread for x in said if x.unread is not None), None)
    message = inner.message if inner is not None else "this condition is not understood"
    error = ParseError(tail[0].start, tail[-1].end, message)
    symbols = tuple(s for x in said for s in context.symbols(x.tokens))
    unread = context.unread(error, list(tail), display=False)
    return replace(unread, symbols=tuple(dict.fromkeys((*unread.symbols, *symbols))))


def _givens(read: Iterable[ProseItem]) -> list[Given]:
    """Everything that a clause says, as conditions of one row."""
    found: list[Given] = []
    for item in read:
        match item:
            case Candidate(Equation(formula, over, unless=unless)) if _usable(formula):
                found.append(Fact(formula, False, over, formula.span, unless, "when"))
            case Fact(formula) if _usable(formula):
                found.append(replace(item, definition=False, cue="when"))
            case Membership() | Property() | Independent():
                found.append(replace(item, cue="when"))
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
    return re.split(r"(?<!\\)\$", token.text)
