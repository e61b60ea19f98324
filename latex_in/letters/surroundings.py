r"""What stands around a symbol: the brackets, bars, factors and signs beside it, before anything is parsed."""

from __future__ import annotations

from itertools import pairwise

from hence.latex_in import tables as t
from hence.latex_in.letters.names import plain_arguments
from hence.latex_in.page.scan import Tokens, group_end, scripts_at, split, split_commas, symbol_at

_MULTIPLY = t.TIMES | t.HADAMARD
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


def follows(tokens: Tokens, position: int) -> str:
    r"""What the symbol stands behind: drawn (`\sim p`), divergence (`KL(q \| p)`), expectation (`E_q`), or nothing."""
    before = tokens[position - 1] if position else None
    if before is None or before.text not in TELLING:
        return ""
    if before.text == t.DRAWN:
        return "drawn"
    opens = before.text in ("(", "[")
    if _separates(tokens, position - 1) or (opens and position > 1 and "KL" in tokens[position - 2].text):
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


__all__ = ["TELLING", "follows", "is_equated", "is_functional", "multiplies", "starts_statement", "subjects"]
