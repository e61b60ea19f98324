r"""What stands around a symbol: the brackets, bars, factors and signs beside it, before anything is parsed."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from hence.latex_in import tables as t
from hence.latex_in.letters.names import letter_of, plain_arguments
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import Tokens, group_end, scripts_at, split, split_commas, symbol_at

_MULTIPLY = t.TIMES | t.HADAMARD
_TOLD = frozenset(("_", "^", "'", "(", "[", "&"))  # a symbol in front of one may be more than a factor
_CONSTANTS = {r"\pi": math.pi, "e": math.e}
_BARS = t.DOUBLE_BARS | {t.BAR}
TELLING = t.DOUBLE_BARS | {t.DRAWN, t.BAR, "(", "[", "{", "_"}  # behind which a symbol may be a density


def is_functional(name: str, tokens: Tokens, opening: int) -> bool:
    r"""`H[X, Y \mid Z]`, `h[f(x)]`: such square brackets hold arguments; those of `H[A + B]` hold a factor."""
    if name not in t.ENTROPIES | t.INFORMATIONS:
        return False
    inside = tokens[opening + 1 : group_end(tokens, opening) - 1]
    sides = split(inside, lambda x: x.text in t.MIDS)
    return _is_call(inside) or all(plain_arguments(side) for side in sides)


def _is_call(tokens: Tokens) -> bool:
    """Whether tokens are a symbol with a bracket behind it, and nothing else."""
    if not tokens or tokens[0].kind != "name":
        return False
    _, _, opening = scripts_at(tokens, symbol_at(tokens, 0)[1])
    return opening < len(tokens) and tokens[opening].text == "(" and group_end(tokens, opening) == len(tokens)


def is_equated(tokens: Tokens, end: int) -> bool:
    """Whether an equals sign comes at a place, perhaps behind a mark that aligns it."""
    signs = [x for x in tokens[end : end + 2] if x.text != "&"][:1]
    return bool(signs) and signs[0].kind == "rel" and t.RELATIONS.get(signs[0].text) == "="


def has_entries(argument: Tokens, right: Tokens) -> bool:
    """Whether an argument of a function stands with an index in its formula."""
    return any(x.text == argument[0].text and y.text == "_" for x, y in pairwise(right))


def has_value(tokens: Tokens, position: int, name: str, end: int) -> bool:
    """Whether a call is what its letter alone stands for, or has entries of its own: `p = p(z)`, `p(z)_k = ...`."""
    if position > 1 and is_equated(tokens, position - 1) and _symbol_before(tokens, position - 1) == name:
        return True
    below, above, behind = scripts_at(tokens, end)
    return bool(below) and not above and is_equated(tokens, behind) and starts_statement(tokens, position)


def _symbol_before(tokens: Tokens, end: int) -> str:
    """The symbol that ends at a place, with which a statement begins; empty where another thing stands there."""
    starts = (k for k in range(end - 1, -1, -1) if starts_statement(tokens, k))
    name, after = symbol_at(tokens, next(starts, 0))
    return name if after == end else ""


def is_made_of_members(name: str, right: Tokens) -> bool:
    r"""Whether a right side combines functions of the same letter, `\sum_i f_i(w)`, other than in a list of entries."""
    ends = [k for k, x in enumerate(right) if x.kind in ("row", "quad") or x.text == ","]
    row = right[: ends[0]] if ends else right
    combined = any(x.text in t.BIG or x.text in t.OPTIMA or x.text == "+" for x in row)
    return combined and any(x.text == name and y.text == "_" for x, y in pairwise(row))


def multiplies(tokens: Tokens, position: int, end: int) -> bool:
    """Whether a symbol, with its scripts, stands beside another factor."""
    before = tokens[position - 1] if position else None
    after = tokens[end] if end < len(tokens) else None
    behind = before is not None and (before.kind in ("name", "num") or before.text in _MULTIPLY)
    return behind or (after is not None and (after.kind in ("name", "func") or after.text in _MULTIPLY))


@lru_cache(maxsize=4096)
def _is_silent(name: str) -> bool:
    """Whether a symbol tells nothing by itself: it is no difference, indicator, bold letter or spread, and no e."""
    letter = name if len(name) == 1 else letter_of(name)
    return name not in (r"\Delta", "e") and name not in t.INDICATORS and r"\bm{" not in name and letter not in t.SPREADS


def stands_alone(tokens: Tokens, position: int) -> bool:
    """Whether a symbol has neither scripts nor a bracket, and neither it nor a relation behind it tells anything."""
    if position + 1 < len(tokens):
        behind = tokens[position + 1]
        if behind.kind == "rel" or behind.text in _TOLD:
            return False
    return _is_silent(tokens[position].text) and not (position and tokens[position - 1].text == r"\Delta")


def starts_statement(tokens: Tokens, position: int) -> bool:
    if position == 0:
        return True
    before = tokens[position - 1]
    return before.kind in ("row", "quad", "text") or before.text in ("&", ",")


def _separates(tokens: Tokens, position: int) -> bool:
    r"""Whether a double bar stands alone in its bracket, as in `KL(q \| p)`: those of a norm come in pairs."""
    first = position - 1 if _is_second_bar(tokens, position) else position
    if first == position and tokens[position].text not in t.DOUBLE_BARS:
        return False
    bars = 0
    for start, step, closing, opening in ((first, -1, ")]", "(["), (position, 1, "([", ")]")):
        depth, place = 0, start + step
        while 0 <= place < len(tokens) and not (depth == 0 and tokens[place].text in (*opening, r"\]")):
            depth += (tokens[place].text in (*closing,)) - (tokens[place].text in (*opening,))
            bars += depth == 0 and tokens[place].text in (*t.DOUBLE_BARS, t.BAR)
            place += step
    return bars == 0


def _is_second_bar(tokens: Tokens, position: int) -> bool:
    """`||`: two bars side by side, seen from the second one."""
    if not position or tokens[position].text != t.BAR or tokens[position - 1].text != t.BAR:
        return False
    return tokens[position - 1].end == tokens[position].start


_UNCLEAR = frozenset(("T", "t"))  # e^T may be a power
_SIDES = t.DOUBLE_BARS | {r"\lVert", r"\rVert"}


def own_e(tokens: Tokens, position: int, name: str, scripts: tuple[Tokens, Tokens]) -> set[str]:
    """An e that is no number: it is transposed, or alone in a norm, an expectation or a covariance."""
    return {name} if name == "e" and not scripts[0] and _is_quantity(tokens, position, scripts[1]) else set()


def _is_quantity(tokens: Tokens, position: int, above: Tokens) -> bool:
    if above:
        return len(above) == 1 and above[0].text in t.TRANSPOSES - _UNCLEAR
    around = [x.text for x in tokens[max(position - 2, 0) : position + 2]]
    before, behind = around[: min(position, 2)], around[min(position, 2) + 1 :]
    if not before or (before[-1] in _SIDES):
        return bool(before and behind) and behind[0] in _SIDES
    if before[-1] in ("(", "[") and behind in ([")"], ["]"]):
        return before[0] in t.OF_CHANCE
    return before[-1] in t.OF_CHANCE and not {*behind} & {"^", "_", "{"}


def follows(tokens: Tokens, position: int) -> str:
    r"""What the symbol stands behind: drawn (`\sim p`), divergence (`KL(q \| p)`), expectation (`E_q`), or nothing."""
    before = tokens[position - 1] if position else None
    if before is None or before.text not in TELLING:
        return ""
    if before.text == t.DRAWN:
        return "drawn"
    opens = before.text in ("(", "[")
    if before.text in _BARS and _separates(tokens, position - 1):
        return "divergence"
    if opens and position > 1 and "KL" in tokens[position - 2].text:
        return "divergence"
    if opens and position > 2 and tokens[position - 2].text == "}":
        opening = max((k for k in range(position - 2) if tokens[k].text == "{"), default=0)
        inside = "".join(x.text for x in tokens[opening : position - 1])
        return "divergence" if "KL" in inside else ""
    back = position - 1
    if before.text == "{":
        back -= 1
    if back >= 1 and tokens[back].text == "_" and tokens[back - 1].text in t.EXPECTATIONS:
        return "expectation"
    return ""


def subjects(tokens: Tokens, position: int) -> list[tuple[str, Tokens]]:
    r"""The symbols in front of `\in` or `\sim`, with their subscripts: a list separated by commas."""
    found: list[tuple[str, Tokens]] = []
    start = position
    depth = 0
    while start and tokens[start - 1].kind != "rel" and tokens[start - 1].text not in (t.MEMBER, t.DRAWN, ";"):
        depth += (tokens[start - 1].text == "}") - (tokens[start - 1].text == "{")
        if depth < 0:  # the script of an expectation
            break
        start -= 1
    for part in split_commas(tokens[start:position]):
        if part and part[0].kind == "name":
            name, after = symbol_at(part, 0)
            below, _, end = scripts_at(part, after)
            if end == len(part):
                found.append((name, below))
    return found


__all__ = [
    "TELLING",
    "follows",
    "has_entries",
    "has_value",
    "is_equated",
    "is_functional",
    "multiplies",
    "stands_alone",
    "starts_statement",
    "subjects",
]


def summed_values(tokens: Tokens) -> set[str]:
    r"""The variables of sums like `\sum_x`, of which no range is given."""
    scripts = [scripts_at(tokens, position)[:2] for position, token in enumerate(tokens, 1) if token.text == r"\sum"]
    return {below[0].text for below, above in scripts if len(below) == 1 and not above and below[0].kind == "name"}


def is_bar(token: Token) -> bool:
    return token.text in t.MIDS


def has_bar(inside: Tokens) -> bool:
    return not t.MIDS.isdisjoint([token.text for token in inside])


def bar_parts(calls: Iterable[Tokens]) -> bool:
    r"""Whether the bar of `L(\theta | x)` parts the arguments of one function, as a semicolon does.

    Where a letter stands in front of the bar here and behind it there, each bracket is that of another function, as for
    densities.
    """
    sides = [split(inside, lambda x: x.text in t.MIDS) for inside in calls]
    parted = [x for x in sides if len(x) == 2 and all(x)]
    before, behind = ({x.text for pair in parted for x in pair[k] if x.kind == "name"} for k in (0, 1))
    return bool(parted) and before.isdisjoint(behind)


def is_rounded(name: str, right: Tokens) -> bool:
    r"""`\pi = 3.14159` speaks of the number, and declares nothing; so does `\pi^2 = 9.87`."""
    digits = [x.text for x in right if x.kind != "rel" and x.text not in (".", ",")]
    if name not in _CONSTANTS or len(digits) != 1 or not re.fullmatch(r"\d+\.\d\d+", digits[0]):
        return False
    return any(abs(float(digits[0]) - _CONSTANTS[name] ** power) < 0.01 for power in (1, 2))


def listed(tokens: Tokens, dots: int) -> set[tuple[str, str]]:
    r"""The letter and the last index of a list around dots, `x_1, x_2, \dots, x_n`; empty for other lists."""
    behind = [x.text for x in tokens[dots + 1 : dots + 7] if x.text not in ("{", "}")]
    before = [x.text for x in tokens[max(0, dots - 16) : dots] if x.text not in ("{", "}")]
    if len(behind) < 4 or behind[0] != "," or behind[2] != "_" or before[-1:] != [","]:
        return set()
    name, last = behind[1], behind[3]
    first = any(before[k : k + 4] == [name, "_", "1", ","] for k in range(len(before)))
    closed = len(behind) < 5 or behind[4] not in ("+", "-", "_", "^", "/")
    return {(name, last)} if first and closed and last.isalpha() else set()


def counted(tokens: Tokens, dots: int) -> set[tuple[str, str]]:
    r"""The t of `t = 1, \dots, T` with its 1, and of `t = 0, \dots, T` with nothing; empty for other lists."""
    start = dots - 1
    while start > 1 and (tokens[start].text == "," or tokens[start].kind == "num"):
        start -= 1
    if tokens[start].text != "=" or tokens[start - 1].kind != "name" or dots - start < 3:
        return set()
    return {(tokens[start - 1].text, "1" if tokens[start + 1].text == "1" else "")}
