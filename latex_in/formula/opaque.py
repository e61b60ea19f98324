r"""Parts of a formula that are not understood: how far they reach, and the terms that stand for them.

A formula is first read as it is. Where that fails it is read once more, and the smallest part that is not understood,
with all that may belong to it, becomes an opaque term: a symbol with its scripts and brackets, a bracket, a command
with all that it may act on up to the next sign, or else everything between two brackets. What is broken is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hence.language.opaque import is_opaque, opaque
from hence.language.terms import App, Sym, Term, subterms
from hence.latex_in import tables as t
from hence.latex_in.letters.names import letter_of
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import split, symbol_at
from hence.latex_in.page.source import ParseError

if TYPE_CHECKING:
    from hence.latex_in.formula.parser import Parser

_ENDS = frozenset((",", ";", "&")) | t.CLOSERS
_CHANCES = frozenset(("P", r"\Pr", r"\mathbb{P}", r"\mathrm{Pr}", r"\mathrm{P}", r"\mathrm{Prob}", r"\Prob", "p", "q"))
_INFIX = t.SEPARATE_OPERATORS | t.OTHER_RELATIONS | t.MIDS | {t.MEMBER, t.DRAWN, ":"}
_WANTING = t.words(r"+ - / \cdot \times \odot \otimes \oslash")  # behind which something stands
_JOINING = t.words(
    "if and or for when where with otherwise is are such that s.t. given then so as by since because of in from to iff"
    " else at on be has have let not but unless under over all every any some"
)
_DIFFERENTIALS = frozenset(("d", r"\mathrm{d}", r"\partial", "D", r"\delta", r"\mathrm{D}"))
_BRACED = t.ARGUMENTS.keys()


def opaque_factor(p: Parser, start: int, error: ParseError) -> Term:
    """The factor that begins here as an opaque term. Raises the error where its end cannot be told."""
    end = _factor_end(p, start)
    if p.tokens[start].kind == "name" and end is not None and not _is_inside(p, start, end, error):
        end = _product_end(p, end)  # it may act on what follows
    if end is None or end <= start or not is_balanced(p.tokens[start:end]) or _has_complaint(p.tokens[start:end]):
        raise error
    p.pos = end
    return opaque_range(p, start, end)


def _is_inside(p: Parser, start: int, end: int, error: ParseError) -> bool:
    """Whether what was not understood of a symbol stands in its scripts or brackets."""
    if end < p.end and not p.starts_factor(p.tokens[end]):
        return True  # nothing follows that it could act on
    return start + 1 < end and p.tokens[start + 1].start <= error.start < p.tokens[end - 1].end


def opaque_whole(p: Parser, start: int, end: int, error: ParseError) -> Term:
    """A whole range as an opaque term. Raises the error where its brackets do not balance, or it is not all there."""
    tokens = p.tokens[start:end]
    if (
        not tokens
        or not is_balanced(tokens)
        or _is_cut_off(tokens)
        or _has_complaint(tokens)
        or any(x.kind == "row" for x in tokens)
    ):
        raise error
    return opaque_range(p, start, end)


def opened_event(p: Parser, variable: tuple[int, int], value: tuple[int, int], whole: Term) -> Term:
    """The event X = 1 with what it says beside what it is as a whole; as a whole where that is not understood."""
    if p.tokens[variable[1]].text != "=" or p.tokens[variable[0]].kind != "name":
        return whole
    try:
        sides = p.within(*variable), p.within(*value)
    except ParseError:
        return whole
    if not isinstance(sides[0], Sym | App) or any(is_opaque(x) for side in sides for x in subterms(side)):
        return whole
    return App("at", (*sides, whole), whole.span)


def _is_cut_off(tokens: list[Token]) -> bool:
    """Whether something is missing behind a sign at the end, which is no script like that of x^+."""
    return tokens[-1].text in _WANTING and (len(tokens) == 1 or tokens[-2].text not in ("^", "_"))


def _has_complaint(tokens: list[Token]) -> bool:
    """Whether the text of a token is lost: two of them may look alike and be different things."""
    return any(x.kind == "bad" for x in tokens)


def opaque_range(p: Parser, start: int, end: int) -> App:
    """The term of a range of tokens, whatever they mean."""
    pieces: list[str | Sym] = []
    position = start
    while position < end:
        token = p.tokens[position]
        if token.kind == "name":
            name, after = symbol_at(p.tokens, position, end=end)
            pieces.append(Sym(name))
            position = max(after, position + 1)
        else:
            pieces.append(_shown(token))
            position += 1
    made = opaque("opaque_number" if _is_number(p, start, end) else "opaque", pieces)
    return App(made.head, made.args, p.source.span(p.tokens[start].start, p.tokens[end - 1].end))


def _shown(token: Token) -> str:
    marks = {"begin": rf"\begin{{{token.text}}}", "end": rf"\end{{{token.text}}}", "text": rf"\text{{{token.text}}}"}
    return marks.get(token.kind, token.text)


def _is_number(p: Parser, start: int, end: int) -> bool:
    """A probability, or a value of a density: the letter with its scripts, and one bracket."""
    token = p.tokens[start]
    if token.text in t.FLOORS:
        return True
    known = token.text in _CHANCES or (token.kind == "name" and letter_of(token.text) in p.names.densities)
    if not known:
        return False
    opening = _scripts_end(p, start + 1, end)
    return opening < end and p.tokens[opening].text in ("(", "[", r"\{") and _group_end(p, opening, end) == end


def _factor_end(p: Parser, start: int) -> int | None:
    """Where a factor ends that is not understood; None where that cannot be told."""
    token = p.tokens[start]
    if token.kind == "name":
        return _called_end(p, start + 1)
    if token.kind == "num":
        return _scripts_end(p, start + 1, p.end)
    if token.kind in ("bad", "dots", "rel", "row", "quad", "end"):
        return None
    if token.text == "{" or token.text in t.OPENERS:
        closed = _group_end(p, start, p.end)
        return None if closed is None else _scripts_end(p, closed, p.end)
    if token.kind == "begin":
        closed = _environment_end(p, start)
        return None if closed is None else _scripts_end(p, closed, p.end)
    if token.text in _BRACED:
        end = _braced_end(p, start + 1)
        return _product_end(p, end) if end is not None and _is_derivative(p, start) else end
    if token.kind == "cmd" and token.text not in _INFIX and p.texts((start + 1, start + 2)) == ["{"]:
        return _braced_end(p, start + 1)
    if token.kind == "text" and not _is_noun(p, start):
        return None
    if token.kind in ("func", "text") or (token.kind == "cmd" and token.text not in _INFIX | t.PLUS.keys()):
        return _product_end(p, start + 1)
    return None


def _is_derivative(p: Parser, start: int) -> bool:
    r"""`\frac{d}{d w^2}`, `\frac{\partial^2}{...}`: a fraction that acts on what follows."""
    texts = p.texts((start, min(start + 3, p.end)))
    return texts[0] in t.FRACTIONS and len(texts) == 3 and texts[1] == "{" and texts[2] in _DIFFERENTIALS


def is_call_of_no_terms(p: Parser, start: int) -> bool:
    r"""Whether a symbol was taken whose bracket comes next and holds an event, a set or a list: `P(A \cup B)`."""
    if not p.next_is("(", "[", r"\{") or _scripts_end(p, start + 1, p.end) != p.pos:
        return False
    closed = _group_end(p, p.pos, p.end)
    inside = p.tokens[p.pos + 1 : closed - 1] if closed is not None else []
    if [x.text for x in inside] in ([r"\cdot"], [r"\bullet"]):
        return True
    return len(split(inside, lambda x: x.kind == "rel" or x.text in _INFIX | _ENDS)) > 1


def _is_noun(p: Parser, position: int) -> bool:
    """Whether words stand for a quantity, and do not join two of them."""
    text = p.tokens[position].text
    if set(text.lower().split()) & _JOINING:
        return False
    before = p.tokens[position - 1] if position else None
    first = before is None or before.text in t.PLUS or before.text in t.TIMES or before.text in t.OPENERS
    return bool(text.strip()) and (first or text == text.strip())


def _called_end(p: Parser, position: int) -> int | None:
    """Behind the scripts of a symbol, and the brackets that follow it."""
    at = _scripts_end(p, position, p.end)
    while at < p.end and p.tokens[at].text in ("(", "[", r"\{"):
        closed = _group_end(p, at, p.end)
        if closed is None:
            return None
        at = _scripts_end(p, closed, p.end)
    return at


def _braced_end(p: Parser, position: int) -> int | None:
    at: int | None = position
    if at is not None and at < p.end and p.tokens[at].text == "[":
        at = _group_end(p, at, p.end)
    while at is not None and at < p.end and p.tokens[at].text == "{":
        at = _group_end(p, at, p.end)
    return None if at is None else _called_end(p, at)


def _product_end(p: Parser, position: int) -> int | None:
    """All that a command may act on: up to the next sign, comma or relation outside of brackets."""
    at = position
    while at < p.end:
        token = p.tokens[at]
        ends = token.text in _ENDS or token.kind in ("rel", "row", "quad", "end") or token.text in p.closing
        if token.text in _INFIX and token.text not in p.closing:
            return None  # nobody knows what it joins
        sign = token.kind == "op" and token.text in t.PLUS
        if ends or (sign and p.tokens[at - 1].text not in t.TIMES):
            return at
        if token.text == "{" or token.text in t.OPENERS:
            closed = _group_end(p, at, p.end)
        elif token.kind == "begin":
            closed = _environment_end(p, at)
        elif token.text in ("_", "^"):
            closed = _scripts_end(p, at, p.end)
        else:
            closed = at + 1
        if closed is None or closed <= at:
            return None
        at = closed
    return at


def _scripts_end(p: Parser, position: int, end: int) -> int:
    """Behind the scripts that stand here, if any."""
    at = position
    while at < end:
        text = p.tokens[at].text
        if text in ("'", "!"):
            at += 1
        elif text in ("_", "^") and at + 1 < end:
            closed = _group_end(p, at + 1, end) if p.tokens[at + 1].text == "{" else at + 2
            if closed is None:
                return at
            at = closed
        else:
            break
    return at


def _group_end(p: Parser, opening: int, end: int) -> int | None:
    """Behind the bracket that closes the one here; None where there is none."""
    depth = 0
    for position in range(opening, end):
        token = p.tokens[position]
        depth += (token.text == "{" or token.text in t.OPENERS) - (token.text in t.CLOSERS)
        if depth == 0:
            return position + 1
    return None


def _environment_end(p: Parser, opening: int) -> int | None:
    depth = 0
    for position in range(opening, p.end):
        depth += (p.tokens[position].kind == "begin") - (p.tokens[position].kind == "end")
        if depth == 0:
            return position + 1
    return None


def is_balanced(tokens: list[Token]) -> bool:
    """Whether every bracket is closed by one of its kind; an interval may be open at one end."""
    expected: list[str] = []
    for token in tokens:
        if token.kind not in ("op", "cmd", "begin", "end"):
            continue
        if token.kind == "begin":
            expected.append(token.text)
        elif token.text == "{":
            expected.append("}")
        elif token.text in t.OPENERS:
            expected.append(t.OPENERS[token.text])
        elif (token.text in t.CLOSERS or token.kind == "end") and not _closes(expected, token.text):
            return False
    return not expected


def _closes(expected: list[str], text: str) -> bool:
    if not expected:
        return False
    wanted = expected.pop()
    return wanted == text or {wanted, text} == {")", "]"}
