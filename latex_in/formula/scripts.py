"""Scripts: what stands below and above a symbol or a bracket, and the names and indices that follow from it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from hence.language.powers import entrywise_power
from hence.language.records import dataclass
from hence.language.terms import App, Bind, Num, Sym, Tends, Term, Unstated, free_names, is_index_in, subterms
from hence.latex_in import tables as t
from hence.latex_in.letters.layers import is_layered
from hence.latex_in.letters.names import letter_of
from hence.latex_in.page.scan import Tokens, group_end, text_of

if TYPE_CHECKING:
    from hence.latex_in.formula.parser import Parser, Range


_BRACES, _MARKS = frozenset("{}"), frozenset("_^'")
BAR = r"\mid "  # in names: a bare bar separates the variables of densities


@dataclass
class Scripts:
    """Ranges of tokens below and above a symbol, where there are any."""

    below: Range | None = None
    above: Range | None = None
    primes: str = ""


def take(p: Parser) -> Scripts:
    """Take the scripts that come next. A second one of the same kind is an error, as it is for TeX."""
    found = Scripts()
    while p.pos < p.end and (mark := p.tokens[p.pos].text) in _MARKS:
        if mark == "'":
            p.pos += 1
            found.primes += "'"
            continue
        if (found.below if mark == "_" else found.above) is not None:
            raise p.refuse("a double subscript" if mark == "_" else "a double superscript")
        p.pos += 1
        script = p.argument()
        texts = {token.text for token in p.tokens[script[0] : script[1]]}
        if texts <= _BRACES:
            continue  # an empty script says nothing
        if mark == "_":
            found.below = script
        elif texts == {r"\prime"}:
            found.primes += "'" * (script[1] - script[0])
        else:
            found.above = script
    return found


def _has_two_ends(p: Parser, found: Scripts, term: Term, start: int) -> bool:
    """`[F(x)]_a^b`: the difference of two values, and no power of an entry."""
    if found.below is None or found.above is None or p.tokens[start].text != "[":
        return False
    return not is_transpose(p, "".join(p.texts(found.above)), term)


def with_scripts(p: Parser, term: Term, start: int) -> Term:
    """A term that is not a plain symbol, with the scripts that follow: an entry, a power, a transpose."""
    if p.pos >= p.end or p.tokens[p.pos].text not in _MARKS:
        return term
    found = take(p)
    if found.primes:
        raise p.refuse("a prime is understood on symbols only", p.pos - 1)
    if _has_two_ends(p, found, term, start):
        return between_ends(p, term, found, start)
    if found.below is not None:
        read = p.names.subscript("", p.tokens[slice(*found.below)])
        if read.labels:
            raise p.refuse(f"expected an index, found {read.labels[0]}", found.below[0])
        chosen = indices(p, found.below)
        term = array_of(p, term, chosen, start) or p.app("index", (term, *chosen), start)
    return raised(p, term, found.above, start)


def array_of(p: Parser, entry: Term, chosen: Sequence[Term], start: int) -> Term | None:
    r"""`(a_i b_j)_{ij}`: the matrix of these entries, for their letters run; None for an entry, as in `(A B)_{ij}`."""
    letters = [i for i in chosen if isinstance(i, Sym) and is_index_in(i.name, entry)]
    if not len(set(letters)) == len(letters) == len(chosen) <= 2:
        return None
    for head, letter in reversed(list(zip(("rows", "columns"), letters, strict=False))):
        entry = Bind(head, letter, Unstated(), entry, p.span_from(start))
    return entry


def between_ends(p: Parser, term: Term, found: Scripts, start: int) -> Term:
    r"""`[F(x)]_a^b`, `F(x) |_{x=a}^{x=b}`: the difference of two values. Raises `ParseError` where x is not clear."""
    variables, values = [], []
    for end in (found.below, found.above):
        assert end is not None
        equals = [k for k in range(*end) if p.tokens[k].text == "="]
        variables += [p.within(end[0], equals[0])] if len(equals) == 1 else []
        values.append(p.within(equals[0] + 1 if equals else end[0], end[1]))
    inside = sorted(free_names(term) - {n for v in values for n in free_names(v)})
    inside = inside if len(inside) == 1 else [name for name in inside if name in p.names.integrated]
    named = {v.name for v in variables if isinstance(v, Sym)} or set(inside if len(inside) == 1 else ())
    matrix = isinstance(term, Sym) and term.name[-1:].isupper()
    if matrix or len(named) != 1:
        raise p.refuse("the values at these ends are not understood", start)
    variable = Sym(named.pop())
    low, high = (_value_at(p, term, variable, value, start) for value in values)
    return p.app("add", (high, p.app("neg", (low,), start)), start)


def _value_at(p: Parser, term: Term, variable: Sym, end: Term, start: int) -> Term:
    """The value at an end; at infinity its limit."""
    if any(isinstance(x, App) and x.head == "infinity" for x in subterms(end)):
        return Bind("lim", variable, Tends(end), term, p.span_from(start))
    return p.app("evaluated", (term, variable, end), start)


# Superscripts ------------------------------------------------------------------------------------


def raised(p: Parser, term: Term, above: Range | None, start: int) -> Term:
    """The term under a superscript: transposed, inverted, or to a power."""
    if above is None:
        return term
    if above[1] - above[0] == 1 and p.tokens[above[0]].kind == "num":
        return p.app("pow", (term, p.within(*above)), start)
    texts = p.texts(above)
    if len(texts) == 1 and is_transpose(p, texts[0], term):
        return p.app("transpose", (term,), start)
    if len(texts) == 2 and texts[0] == "-" and is_transpose(p, texts[1], term):
        return p.app("transpose", (p.app("pow", (term, Num(Fraction(-1))), start),), start)
    if len(texts) == 2 and texts[0] == "-" and p.tokens[above[0] + 1].kind == "num":
        exponent = Num(-Fraction(texts[1]), p.source.span(p.tokens[above[0]].start, p.tokens[above[1] - 1].end))
        return p.app("pow", (term, exponent), start)
    of_function = texts[:1] == [r"\circ"] and p.next_is("(")  # f^{\circ 2}(x) is f(f(x))
    if texts[:1] in ([r"\odot"], [r"\circ"]) and not of_function and (power := _whole(texts[1:])) is not None:
        return by_entries(p, term, power, start)
    if (texts and texts[0] in t.NAME_SUPERSCRIPTS and len(texts) == 1) or texts[:1] == [r"\odot"]:
        raise p.refuse(f"the superscript {texts[0]} is not understood here", above[0])
    return p.app("pow", (term, p.within(*above)), start)


def by_entries(p: Parser, term: Term, exponent: int, start: int) -> Term:
    r"""`A^{\circ 2}`, and the reciprocals by which `\oslash` multiplies: a power of each entry."""
    return p.app("apply", (Sym(entrywise_power(exponent)), term), start)


def _whole(texts: list[str]) -> int | None:
    """2 and -2 of the tokens of an exponent; None for anything else."""
    digits = texts[1:] if texts[:1] == ["-"] else texts
    whole = len(digits) == 1 and digits[0].isdigit() and int(digits[0]) < 100
    return (-1 if digits is not texts else 1) * int(digits[0]) if whole else None


def is_transpose(p: Parser, text: str, term: Term) -> bool:
    r"""`^\top` always; `^T` unless T counts something and the author writes `\top`, or the base is a Greek scalar."""
    if text not in t.TRANSPOSES:
        return False
    if text != "T" or "T" not in p.names.integers | p.names.bound:
        return True
    return not (p.names.uses_top or _is_number(p, term))


def _is_number(p: Parser, term: Term) -> bool:
    """Whether a base is plainly a number, so that a T that counts is its exponent."""
    match term:
        case Num():
            return True
        case Sym(name):
            plain = len(name) == 1 and name.islower() and name not in p.names.columns | p.names.indexed
            return (name in t.GREEK and name not in p.names.columns) or (plain and "T" in p.names.tending)
        case App("abs" | "norm" | "norm_F" | "det" | "trace" | "exp" | "log" | "sqrt"):
            return True
        case App("div" | "mul" | "add" | "neg" | "pow", args):
            return all(_is_number(p, a) for a in args)
        case _:
            return False


def name_superscript(p: Parser, name: str, above: Range | None) -> str:
    r"""What a superscript adds to the name: `*`, `\text{new}`, the Q of `W^Q`; empty where it is an operation."""
    if above is None or above[1] == above[0]:
        return ""
    tokens = p.tokens[slice(*above)]
    first = tokens[0]
    if len(tokens) == 1 and first.kind == "num":
        return ""
    if len(tokens) == 1 and first.text in t.NAME_SUPERSCRIPTS:
        return t.NAME_SUPERSCRIPTS[first.text]
    if len(tokens) == 1 and is_transpose(p, first.text, Sym(name)):
        return ""
    if all(x.kind == "text" or x.text.startswith(r"\mathrm{") for x in tokens):
        return text_of(tokens)
    lone = len(tokens) == 1 and first.kind == "name" and first.text.isupper() and len(first.text) == 1
    counts = first.text in p.names.integers or first.text in p.names.bound
    if lone and first.text != "T" and not counts and letter_of(name).removeprefix(r"\bm{")[:1].isupper():
        return first.text
    if len(tokens) == 1 and (first.text in p.names.density_calls or first.text in p.names.functions):
        return first.text  # V^p beside p(a | s): no number to which anything could be raised
    whole = first.text in ("(", "[") and group_end(tokens, 0) == len(tokens)  # x^{(a+1)-1} is a power
    if whole and not member_index(p, name, above):
        return text_of(tokens)
    return ""


def member_index(p: Parser, name: str, above: Range | None) -> Range | None:
    """The range of i in `x^{(i)}` or `x^{[i]}`, where that is an index and not a label; of l in `x^l` among layers."""
    if above is None or above[1] == above[0]:
        return None
    tokens = p.tokens[slice(*above)]
    if p.names.layers and is_layered(name, tokens, p.names.layers):
        return above
    if len(tokens) < 3:
        return None
    if (tokens[0].text, tokens[-1].text) not in (("(", ")"), ("[", "]")) or group_end(tokens, 0) < len(tokens):
        return None
    inner = tokens[1:-1]
    variable = any(x.kind == "name" for x in inner)
    labelled = any(x.kind == "text" or x.text.startswith(r"\mathrm{") for x in inner)
    if labelled or not (variable or name in p.names.members):
        return None
    return above[0] + 1, above[1] - 1


# Indices -----------------------------------------------------------------------------------------


def indices(p: Parser, below: Range, base: str = "") -> tuple[Term, ...]:
    """The index terms of a subscript."""
    found: list[Term] = []
    offset = {id(token): k for k, token in enumerate(p.tokens[slice(*below)], below[0])}
    for part in p.names.subscript(base, p.tokens[slice(*below)]).indices:
        if not part:
            raise p.refuse("expected an index", below[0])
        position = offset.get(id(part[0]))
        if position is None:  # one digit of a number like the 12 of A_{12}
            found.append(Num(Fraction(part[0].text), p.source.span(part[0].start, part[0].end)))
        else:
            found.append(p.within(position, position + len(part)))
    if not found:
        raise p.refuse("expected an index", below[0])
    return tuple(found)


# Names ------------------------------------------------------------------------------------------------


def full_name(p: Parser, name: str, found: Scripts) -> str:
    """The name with its whole subscript as a label."""
    if found.below is not None:
        name = f"{name}_{{{text_of(p.tokens[slice(*found.below)])}}}"
    above = name_superscript(p, name, found.above)
    if found.above is not None and not above:
        raise p.refuse("a superscript between a function and its argument is not understood", found.above[0])
    return f"{name}^{{{above}}}" if above else name


def labelled(p: Parser, name: str, found: Scripts, start: int) -> tuple[Term, Range | None]:
    """Symbol with labels and indices, and the superscript that is left to apply."""
    base, below, above = name, found.below, found.above
    index_terms: tuple[Term, ...] = ()
    if below is not None:
        read = p.names.subscript(base, p.tokens[slice(*below)])
        check_labels(p, below, read.labels)
        if read.labels:
            name = f"{name}_{{{','.join(read.labels).replace('|', BAR)}}}"
        if read.indices:
            index_terms = indices(p, below, base)
    power = above is None or (above[1] - above[0] == 1 and p.tokens[above[0]].kind == "num")
    member = None if power else member_index(p, base, above)
    if member is not None:
        index_terms = (*(p.within(*piece) for piece in p.pieces(*member, frozenset(","))), *index_terms)
        above = None
    elif not power and (extra := name_superscript(p, base, above)):
        name, above = f"{name}^{{{extra}}}", None
    if index_terms and name in p.names.totals:
        name = f"{{{name}}}"  # prints the same, but is not the total
    made = Sym(name, p.span_from(start))
    return (p.app("index", (made, *index_terms), start) if index_terms else made), above


def check_labels(p: Parser, below: Range, labels: tuple[str, ...]) -> None:
    """A label is letters, digits and commands; anything else was not understood."""
    if below[0] == below[1]:
        raise p.refuse("expected a subscript", max(below[0] - 1, 0))
    joined = _joins_labels(p.tokens[slice(*below)])
    for token in p.tokens[slice(*below)] if labels and not joined else ():
        known = token.text in t.TRANSPOSES or token.text in t.LABEL_COMMANDS
        ranges = token.kind in ("rel", "dots", "bad", "cmd", "begin") and not known
        if ranges or token.text in (":", "|", r"\mid") or token.text == "":
            raise p.fail("an index or a label", below[0] + p.tokens[slice(*below)].index(token))


def _joins_labels(tokens: Tokens) -> bool:
    r"""`1|2` of a conditional mean, `A \times B` of an interaction: two labels and a sign between them."""
    inner = [x for x in tokens if x.text not in ("{", "}")]
    if len(inner) != 3 or not all(x.kind in ("name", "num") for x in inner[::2]):
        return False
    return inner[1].text in ("|", r"\mid") or (inner[1].text == r"\times" and inner[0].text.isupper())


def evaluated(p: Parser, term: Term, start: int) -> Term:
    r"""A term in front of `\\right|_{x=1}`, at that point; the bar belongs to the first term of a sum, if to any."""
    if not p.next_is(r"\rvert") or p.pos + 1 >= p.end or p.tokens[p.pos + 1].text != "_":
        return term
    p.pos += 1
    found = take(p)
    below = found.below
    if found.above is not None and below is not None:
        return between_ends(p, term, found, start)
    for piece in p.pieces(*below, frozenset(",")) if below is not None else ():
        equals = [k for k in range(*piece) if p.tokens[k].text == "="]
        if len(equals) != 1:
            raise p.refuse("expected a value like x = 1 below the bar", piece[0])
        variable, value = p.within(piece[0], equals[0]), p.within(equals[0] + 1, piece[1])
        term = p.app("evaluated", (term, variable, value), start)
    return term
