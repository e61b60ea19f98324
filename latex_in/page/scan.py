"""Walking over tidy tokens without parsing them: groups, scripts, arguments, splits at the top level."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Literal

from hence.latex_in import tables as t
from hence.latex_in.page.lexer import Token

Tokens = Sequence[Token]
Side = Literal["", "+", "-"]
_OPENING, _CLOSING = frozenset(("{", *t.OPENERS)), t.CLOSERS
_SIGNS = frozenset(("op", "cmd"))
_LONG_WORD = re.compile("[A-Za-z]?[a-z]{4,}")  # nobody multiplies so many letters: it is a word


def group_end(tokens: Tokens, opening: int, end: int | None = None) -> int:
    """Position after the bracket that closes the one at `opening`; the end of the tokens if none does."""
    depth, stop = 0, len(tokens) if end is None else end
    for position in range(opening, stop):
        token = tokens[position]
        text = token.text
        if text in _OPENING:
            depth += token.kind in _SIGNS
        elif text in _CLOSING and token.kind in _SIGNS:
            depth -= 1
            if depth <= 0:
                return position + 1
    return stop


def argument_at(tokens: Tokens, position: int) -> tuple[Tokens, int]:
    """The argument of `^` or `_` that starts here, without braces, and where it ends. Empty if there is none."""
    if position >= len(tokens):
        return (), position
    if tokens[position].text != "{":
        return tokens[position : position + 1], position + 1
    end = group_end(tokens, position)
    return tokens[position + 1 : end - 1], end


def scripts_at(tokens: Tokens, position: int) -> tuple[Tokens, Tokens, int]:
    """Subscript, superscript (empty where absent) and the position after both; primes are passed over."""
    below: Tokens = ()
    above: Tokens = ()
    while position < len(tokens) and tokens[position].text in ("_", "^", "'"):
        mark = tokens[position].text
        if mark == "'":
            position += 1
            continue
        argument, position = argument_at(tokens, position + 1)
        if mark == "_":
            below = argument
        else:
            above = argument
    return below, above, position


def symbol_at(tokens: Tokens, position: int, joins_delta: bool = True, end: int | None = None) -> tuple[str, int]:
    r"""The canonical name of the symbol at a `name` token, and the position after it: x, x', \Delta\bm{v}.

    Tokens from `end` on do not belong to it.
    """
    stop = len(tokens) if end is None else end
    name = tokens[position].text
    position += 1
    if position >= stop or (name != r"\Delta" and tokens[position].text not in ("'", "^")):
        return name, position
    if name == r"\Delta" and joins_delta and position < stop and tokens[position].kind == "name":
        following = tokens[position].text
        name += following if following.startswith("\\") else " " + following
        position += 1
    while position < stop and tokens[position].text == "'":
        name += "'"
        position += 1
    if position + 1 < stop and tokens[position].text == "^" and _begins_prime(tokens, position + 1):
        argument, after = argument_at(tokens, position + 1)
        if all(x.text == r"\prime" for x in argument):
            return name + "'" * len(argument), after
    return name, position


def _begins_prime(tokens: Tokens, position: int) -> bool:
    opens = tokens[position].text == "{" and position + 1 < len(tokens)
    return tokens[position + opens].text == r"\prime"


def split_side(tokens: Tokens) -> tuple[Tokens, Side]:
    """A point without the sign that says from where it is approached: `0^+`, `0^{-}`."""
    for position in range(1, len(tokens)):
        if tokens[position].text == "^":
            above, end = argument_at(tokens, position + 1)
            if end == len(tokens) and len(above) == 1 and above[0].text in t.PLUS:
                return tokens[:position], "-" if t.PLUS[above[0].text] else "+"
    return tokens, ""


def split(tokens: Tokens, is_separator: Callable[[Token], bool]) -> list[Tokens]:
    """The runs between separators that stand outside all brackets. Always at least one run."""
    runs: list[Tokens] = []
    depth = start = 0
    for position, token in enumerate(tokens):
        if token.kind in ("begin", "end"):
            depth += 1 if token.kind == "begin" else -1
        elif token.kind in ("op", "cmd"):
            if token.text == "{" or token.text in t.OPENERS:
                depth += 1
            elif token.text in t.CLOSERS:
                depth -= 1
        if depth == 0 and is_separator(token):
            runs.append(tokens[start:position])
            start = position + 1
    runs.append(tokens[start:])
    return runs


def split_commas(tokens: Tokens) -> list[Tokens]:
    if "," not in [token.text for token in tokens]:
        return [tokens]
    return split(tokens, lambda token: token.text == "," and token.kind == "op")


def merge_words(tokens: list[Token], spelled: frozenset[str]) -> list[Token]:
    r"""Runs of adjacent plain letters that spell a word, as one upright name or function.

    A word of `tables.SPELLED` needs a bracket, script or brace after it; the author's own words do not. `max(a, b)` is
    the maximum.
    """
    if not _has_run(tokens):
        return tokens
    result: list[Token] = []
    position = 0
    while position < len(tokens):
        end = _run_end(tokens, position) if tokens[position].kind == "name" else position
        scripted = position > 0 and tokens[position - 1].text in ("^", "_")  # TeX takes one letter: `\gamma^tr_t`
        if scripted or end - position < 2:
            result.append(tokens[position])
            position += 1
            continue
        word = "".join(x.text for x in tokens[position:end])
        opens = end < len(tokens) and tokens[end].text in ("(", "[", "_", r"\{")
        opens = opens or (word in t.POWERED and end < len(tokens) and tokens[end].text == "^")
        if word in t.SPELLED_OPTIMA and opens and word not in spelled:
            result.append(Token("cmd", "\\" + word, tokens[position].start, tokens[end - 1].end))
        elif word in spelled or _LONG_WORD.fullmatch(word) or (word in t.SPELLED and opens):
            place = tokens[position].start, tokens[end - 1].end
            kind, text = ("func", t.FUNCTIONS[word]) if word in t.FUNCTIONS else ("name", rf"\mathrm{{{word}}}")
            result.append(Token(kind, text, *place))
        else:
            result.extend(tokens[position:end])
        position = end
    return result


def _has_run(tokens: list[Token]) -> bool:
    """Whether two plain letters adjoin somewhere."""
    before: Token | None = None
    for token in tokens:
        if token.kind != "name" or len(token.text) != 1:
            before = None
            continue
        if before is not None and _adjoin(before, token):
            return True
        before = token
    return False


def _run_end(tokens: list[Token], position: int) -> int:
    end = position
    while end < len(tokens) and tokens[end].kind == "name" and len(tokens[end].text) == 1:
        if end > position and not _adjoin(tokens[end - 1], tokens[end]):
            break
        end += 1
    return end


def _adjoin(before: Token, after: Token) -> bool:
    """Whether nothing stands between two letters; those of one macro stand where it was called."""
    return after.start == before.end or (after.start, after.end) == (before.start, before.end)


def text_of(tokens: Tokens) -> str:
    """The tokens as LaTeX, for labels in names."""
    shown = ""
    for token in tokens:
        if shown and shown[-1].isalpha() and token.text[:1].isalpha() and "\\" in shown.rsplit("{", 1)[-1]:
            shown += " "
        shown += token.text
    return shown
