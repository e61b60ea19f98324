"""Symbols with their scripts, and what follows from a bracket behind them: calls, densities, expectations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from language.terms import App, Bind, DistributedAs, Domain, Num, Sym, Term, Unstated
from latex_in import tables as t
from latex_in.names import letter_of
from latex_in.scan import symbol_at, text_of

if TYPE_CHECKING:
    from latex_in.parser import Parser, Range


@dataclass
class Scripts:
    """Ranges of tokens below and above a symbol, where there are any."""

    below: Range | None = None
    above: Range | None = None


def scripts(p: Parser) -> Scripts:
    """Take the scripts that come next. A second one of the same kind is an error, as it is for TeX."""
    found = Scripts()
    while p.next_is("_", "^"):
        mark = p.tokens[p.pos].text
        if (found.below if mark == "_" else found.above) is not None:
            raise p.refuse("a double subscript" if mark == "_" else "a double superscript")
        p.pos += 1
        if mark == "_":
            found.below = p.argument()
        else:
            found.above = p.argument()
    return found


def with_scripts(p: Parser, term: Term, start: int) -> Term:
    """A term that is not a plain symbol, with the scripts that follow: an entry, a power, a transpose."""
    if not p.next_is("_", "^"):
        return term
    found = scripts(p)
    if found.below is not None:
        read = p.names.subscript("", p.tokens[slice(*found.below)])
        if read.labels:
            raise p.refuse(f"expected an index, found {read.labels[0]}", found.below[0])
        term = p.app("index", (term, *indices(p, found.below)), start)
    return raised(p, term, found.above, start)


# Superscripts ------------------------------------------------------------------------------------


def raised(p: Parser, term: Term, above: Range | None, start: int) -> Term:
    """The term under a superscript: transposed, inverted, or to a power."""
    if above is None:
        return term
    texts = p.texts(above)
    if len(texts) == 1 and is_transpose(p, texts[0], term):
        return p.app("transpose", (term,), start)
    if len(texts) == 2 and texts[0] == "-" and is_transpose(p, texts[1], term):
        return p.app("transpose", (p.app("pow", (term, Num(Fraction(-1))), start),), start)
    if len(texts) == 2 and texts[0] == "-" and p.tokens[above[0] + 1].kind == "num":
        exponent = Num(-Fraction(texts[1]), p.source.span(p.tokens[above[0]].start, p.tokens[above[1] - 1].end))
        return p.app("pow", (term, exponent), start)
    if (texts and texts[0] in t.NAME_SUPERSCRIPTS and len(texts) == 1) or texts[:1] == [r"\odot"]:
        raise p.refuse(f"the superscript {texts[0]} is not understood here", above[0])
    return p.app("pow", (term, p.within(*above)), start)


def is_transpose(p: Parser, text: str, term: Term) -> bool:
    r"""`^\top` always; `^T` unless T counts something and the author writes `\top`, or the base is a Greek scalar."""
    if text in (r"\mathrm{T}", r"\mathrm{t}", r"\bm{T}"):
        return True
    if text not in t.TRANSPOSES:
        return False
    if text != "T" or "T" not in p.names.integers | p.names.bound:
        return True
    scalar = isinstance(term, Num) or (isinstance(term, Sym) and term.name in t.GREEK)
    return not (p.names.uses_top or scalar)


def name_superscript(p: Parser, name: str, above: Range | None) -> str:
    r"""What a superscript adds to the name: `*`, `\text{new}`, the Q of `W^Q`; empty where it is an operation."""
    if above is None or above[1] == above[0]:
        return ""
    tokens = p.tokens[slice(*above)]
    first = tokens[0]
    if len(tokens) == 1 and first.text in t.NAME_SUPERSCRIPTS:
        return t.NAME_SUPERSCRIPTS[first.text]
    if len(tokens) == 1 and is_transpose(p, first.text, Sym(name)):
        return ""
    if all(x.kind == "text" or x.text.startswith(r"\mathrm{") for x in tokens):
        return text_of(tokens)
    lone = len(tokens) == 1 and first.kind == "name" and first.text.isupper() and len(first.text) == 1
    counts = p.names.integers | p.names.bound
    matrix = letter_of(name).removeprefix(r"\bm{")[:1].isupper()
    if lone and matrix and first.text not in counts and first.text != "T":
        return first.text
    if first.text in ("(", "[") and not member_index(p, name, above):
        return text_of(tokens)
    return ""


def member_index(p: Parser, name: str, above: Range | None) -> Range | None:
    """The range of i in `x^{(i)}` or `x^{[i]}`, where that is an index and not a label."""
    if above is None or above[1] - above[0] < 3:
        return None
    tokens = p.tokens[slice(*above)]
    if (tokens[0].text, tokens[-1].text) not in (("(", ")"), ("[", "]")):
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


# Symbols -----------------------------------------------------------------------------------------


def symbol(p: Parser) -> Term:
    """The symbol that comes next, with everything that belongs to it."""
    start = p.pos
    name, after = symbol_at(p.tokens, start, r"\Delta" not in p.names.declared)
    p.pos = min(after, p.end)
    special = SPECIAL.get(name)
    if special is not None and name not in p.names.functions:
        term = special(p, name, start)
        if term is not None:
            return term
        p.pos = min(after, p.end)
    found = scripts(p)
    if p.next_is("(") and letter_of(name) in p.names.densities:
        term = density_call(p, full_name(p, name, found), start)
        if term is not None:
            return with_scripts(p, term, start)
    if is_divergence(p, name, found):
        return divergence(p, start)
    if p.next_is("(") and {name, name.rstrip("'")} & p.names.functions:
        return call(p, name, found, start)
    if name == "e" and found.below is None and p.names.euler and "e" not in p.names.indexed | p.names.declared:
        return euler(p, found.above, start)
    if name in (r"\mathrm{" + word + "}" for word in t.UNSUPPORTED_NAMES):
        raise p.refuse(f"{name} is not understood yet", start)
    return plain(p, name, found, start)


def euler(p: Parser, above: Range | None, start: int) -> Term:
    if above is None:
        return p.app("exp", (Num(Fraction(1)),), start)
    texts = p.texts(above)
    if len(texts) == 1 and is_transpose(p, texts[0], Sym("e")):
        return p.app("transpose", (Sym("e", p.span_from(start)),), start)
    return p.app("exp", (p.within(*above),), start)


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
            name = f"{name}_{{{','.join(read.labels)}}}"
        if read.indices:
            index_terms = indices(p, below, base)
    member = member_index(p, base, above)
    if member is not None:
        index_terms = (*(p.within(*piece) for piece in p.pieces(*member, frozenset(","))), *index_terms)
        above = None
    elif extra := name_superscript(p, base, above):
        name, above = f"{name}^{{{extra}}}", None
    made = Sym(name, p.span_from(start))
    return (p.app("index", (made, *index_terms), start) if index_terms else made), above


def check_labels(p: Parser, below: Range, labels: tuple[str, ...]) -> None:
    """A label is letters, digits and commands; anything else was not understood."""
    if below[0] == below[1]:
        raise p.refuse("expected a subscript", max(below[0] - 1, 0))
    for token in p.tokens[slice(*below)] if labels else ():
        ranges = token.kind in ("rel", "dots", "bad", "cmd", "begin") and token.text not in t.TRANSPOSES
        if ranges or token.text in (":", "|", r"\mid") or token.text == "":
            raise p.fail("an index or a label", below[0] + p.tokens[slice(*below)].index(token))


def plain(p: Parser, name: str, found: Scripts, start: int) -> Term:
    """A symbol that is not called: with labels, indices, powers."""
    if is_kronecker(p, name, found):
        assert found.below is not None
        pair = indices(p, found.below, name)
        if len(pair) == 2:
            return p.app("delta", pair, start)
    term, above = labelled(p, name, found, start)
    return raised(p, term, above, start)


def is_kronecker(p: Parser, name: str, found: Scripts) -> bool:
    if name != r"\delta" or not p.names.kronecker or found.below is None or found.above is not None:
        return False
    return len(p.names.subscript(name, p.tokens[slice(*found.below)]).indices) == 2


def call(p: Parser, name: str, found: Scripts, start: int) -> Term:
    """A function at its arguments, with the scripts behind them."""
    function, above = labelled(p, name, found, start)
    opening = p.pos
    end = p.bracket_end(opening)
    arguments = [p.within(*piece) for piece in p.pieces(opening + 1, end - 1, frozenset((",", ";")))]
    p.pos = end
    term: Term = p.app("apply", (function, *arguments), start)
    if above is not None:
        texts = p.texts(above)
        if len(texts) != 1 or not texts[0].isdigit():
            raise p.refuse("a superscript between a function and its argument is not understood", above[0])
        term = raised(p, term, above, start)
    return with_scripts(p, term, start)


# Probability -------------------------------------------------------------------------------------


def density_call(p: Parser, name: str, start: int) -> Term | None:
    """`p(x, z | y)`; None where the bracket holds no points, so that it is a product like p(1-p)."""
    opening = p.pos
    end = p.bracket_end(opening)
    of, given = density_arguments(p, opening + 1, end - 1)
    if given is None and all(isinstance(x, Num) or (isinstance(x, App) and x.head in ("add", "neg")) for x in of):
        return None
    p.pos = end
    return p.app("density", (Sym(name, p.span_from(start)), App("given", given or ()), *of), start)


def density_arguments(p: Parser, start: int, end: int) -> tuple[tuple[Term, ...], tuple[Term, ...] | None]:
    sides = p.pieces(start, end, t.MIDS | {";"})
    if len(sides) > 2:
        raise p.refuse("expected one conditional bar", sides[1][1])
    lists = [tuple(_point(p, *piece) for piece in p.pieces(*side, frozenset(","))) for side in sides]
    return lists[0], lists[1] if len(sides) == 2 else None


def _point(p: Parser, start: int, end: int) -> Term:
    for position in range(start, end):
        if p.tokens[position].kind == "rel":
            raise p.refuse("an event inside a density is not understood yet", position)
    return p.within(start, end)


def law(p: Parser, start: int, end: int, variable: Term | None) -> Term:
    r"""A distribution: `\mathcal{N}(m, C)`, a density, or the name of one."""
    saved = p.pos, p.end, p.closing, p.law_expected
    p.pos, p.end, p.closing, p.law_expected = start, end, frozenset(), True
    token = p.peek()
    if token is None:
        raise p.fail("a distribution")
    if token.kind == "name" and letter_of(token.text) in p.names.densities:
        term = density_law(p, variable)
    else:
        term = p.expression()
    if p.pos < p.end:
        raise p.fail("the end of the distribution")
    p.pos, p.end, p.closing, p.law_expected = saved
    return term


def density_law(p: Parser, variable: Term | None) -> Term:
    """A density named with or without its arguments; a bare one is taken at the variable, or as first used."""
    start = p.pos
    name, p.pos = symbol_at(p.tokens, start)
    full = full_name(p, name, scripts(p))
    opening = p.pos
    made = Sym(full, p.span_from(start))
    if p.next_is("("):
        end = p.bracket_end(opening)
        dot = [x.text for x in p.tokens[opening + 1 : opening + 2]] == [r"\cdot"]
        if dot and variable is not None:
            sides = p.pieces(opening + 1, end - 1, t.MIDS | {";"})
            given = tuple(p.within(*x) for x in p.pieces(*sides[1], frozenset(","))) if len(sides) == 2 else ()
            of: tuple[Term, ...] = (variable,)
        else:
            of, found = density_arguments(p, opening + 1, end - 1)
            given = found or ()
        p.pos = end
        return p.app("density", (made, App("given", given), *of), start)
    if variable is not None:
        return App("density", (made, App("given", ()), variable), made.span)
    return first_use(p, full, made)


def first_use(p: Parser, full: str, made: Sym) -> Term:
    """A bare density, with the arguments that the document first gives it."""
    inside = p.names.density_calls.get(full)
    if inside is None:
        raise p.refuse(f"the document never says of which variable {full} is a density", p.pos - 1)
    other = type(p)(list(inside), p.source, p.names)
    of, given = density_arguments(other, 0, len(inside))
    return App("density", (made, App("given", given or ()), *of), made.span)


def is_divergence(p: Parser, name: str, found: Scripts) -> bool:
    if not p.next_is("(", "[", r"\{"):
        return False
    if name in t.DIVERGENCES:
        return True
    below = "".join(p.texts(found.below)) if found.below else ""
    plain_letter = name.removeprefix(r"\mathrm{").removeprefix(r"\mathbb{").removeprefix(r"\mathcal{").rstrip("}")
    return plain_letter == "D" and below.replace(r"\mathrm{", "").rstrip("}") == "KL"


def divergence(p: Parser, start: int) -> Term:
    opening = p.pos
    end = p.bracket_end(opening)
    sides = p.pieces(opening + 1, end - 1, t.DOUBLE_BARS | {r"\lVert", r"\rVert"})
    if len(sides) != 2:
        bars = [k for k in range(opening + 1, end - 2) if p.texts((k, k + 2)) in (["|", "|"], [r"\mid", r"\mid"])]
        commas = p.pieces(opening + 1, end - 1, frozenset(","))
        if len(bars) == 1:
            sides = [(opening + 1, bars[0]), (bars[0] + 2, end - 1)]
        elif len(commas) == 2:
            sides = commas
        else:
            raise p.refuse(r"expected two densities separated by \|", opening)
    both = tuple(law(p, *side, None) for side in sides)
    p.pos = end
    return with_scripts(p, p.app("KL", both, start), start)


def expectation(p: Parser, name: str, start: int) -> Term | None:
    r"""`E[X]`, `\mathbb{E}_{x \sim p}[X]`, `\mathbb{E} X`. A plain E needs a square bracket."""
    found = scripts(p)
    loose = name in ("E", r"\mathcal{E}", r"\bm{E}")
    if loose and (not p.next_is("[") or name in p.names.declared):
        return None
    power = found.above
    opening = p.pos
    if p.next_is("[", "(", r"\{"):
        end = p.bracket_end(opening)
        if len(p.pieces(opening + 1, end - 1, frozenset((t.BAR, t.MID)))) == 2:
            raise p.refuse("a conditional expectation is not understood yet", opening)
        body = p.within(opening + 1, end - 1)
        p.pos = end
    else:
        body = p.product()
    term: Term
    if found.below is None:
        term = p.app("E", (body,), start)
    else:
        term = body
        for variable, domain in reversed(drawn(p, *found.below)):
            term = Bind("E", variable, domain, term, p.span_from(start))
    if power is not None:
        return raised(p, term, power, start)
    return with_scripts(p, term, start)


def drawn(p: Parser, start: int, end: int) -> list[tuple[Sym, Domain]]:
    """The variables under an expectation and their distributions."""
    result: list[tuple[Sym, Domain]] = []
    waiting: list[Sym] = []
    for piece in p.pieces(start, end, frozenset((",", ";"))):
        at = next((k for k in range(*piece) if p.tokens[k].text in (t.DRAWN, t.MEMBER)), None)
        first = p.tokens[piece[0]] if piece[0] < piece[1] else None
        if first is not None and at is None and first.kind == "name" and letter_of(first.text) in p.names.densities:
            result.append(_under_density(p, piece))
            continue
        waiting.append(_variable(p, piece[0], piece[1] if at is None else at))
        if at is not None:
            result += [(v, DistributedAs(law(p, at + 1, piece[1], v))) for v in waiting]
            waiting = []
    return result + [(v, Unstated()) for v in waiting]


def _under_density(p: Parser, piece: Range) -> tuple[Sym, Domain]:
    term = law(p, *piece, None)
    assert isinstance(term, App)
    of = term.args[2:]
    if len(of) != 1 or not isinstance(of[0], Sym):
        raise p.refuse("an expectation under a joint density is not understood yet", piece[0])
    return of[0], DistributedAs(term)


def _variable(p: Parser, start: int, end: int) -> Sym:
    term = p.within(start, end) if start < end else None
    if not isinstance(term, Sym):
        raise p.refuse("expected a variable", start)
    return term


def statistic(p: Parser, name: str, start: int) -> Term | None:
    r"""`\mathrm{Var}(X)`, `\mathrm{Cov}(X, Y)`."""
    head = t.STATISTICS[name[name.index("{") + 1 : -1]]
    found = scripts(p)
    if found.below is not None:
        raise p.refuse(f"{head} with a subscript is not understood yet", found.below[0])
    if not p.next_is("(", "[", r"\{"):
        return None
    opening = p.pos
    end = p.bracket_end(opening)
    pieces = p.pieces(opening + 1, end - 1, frozenset(","))
    if len(pieces) != t.ARGUMENTS_OF_STATISTICS[head]:
        raise p.refuse(f"expected {t.ARGUMENTS_OF_STATISTICS[head]} arguments of {head}, found {len(pieces)}", opening)
    arguments = tuple(p.within(*piece) for piece in pieces)
    p.pos = end
    term: Term = p.app(head, arguments, start)
    return raised(p, term, found.above, start) if found.above else with_scripts(p, term, start)


def normal(p: Parser, name: str, start: int) -> Term | None:
    r"""`\mathcal{N}(m, C)` and `\mathcal{N}(x; m, C)`; a plain N only behind `\sim`."""
    if not p.next_is("(") or (name == "N" and not p.law_expected):
        return None
    opening = p.pos
    end = p.bracket_end(opening)
    pieces = p.pieces(opening + 1, end - 1, t.MIDS | {",", ";"})
    arguments = tuple(p.within(*piece) for piece in pieces)
    separators = [p.tokens[piece[1]].text for piece in pieces[:-1]]
    p.pos = end
    if len(arguments) == 2 and separators == [","]:
        return p.app("Normal", arguments, start)
    if len(arguments) == 3 and separators[0] != "," and separators[1] == ",":
        return with_scripts(p, p.app("normal_pdf", arguments, start), start)
    raise p.refuse("expected a mean and a variance", opening)


# Constants ---------------------------------------------------------------------------------------


def sized_constant(p: Parser, name: str, start: int) -> Term | None:
    r"""A bold 0 or 1, or the identity, perhaps with its size below."""
    if name in t.IDENTITIES and (name in p.names.declared or name in p.names.bound):
        return None
    head = t.CONSTANTS.get(name, "identity")
    found = scripts(p)
    if p.next_is("[", r"\{") and name in (r"\mathbb{I}", r"\bm{1}", r"\mathbb{1}"):
        raise p.refuse("an indicator is not understood yet", start)
    term: Term
    if found.below is None:
        term = p.app(head, (), start)
    elif (size := _size(p, found.below)) is not None:
        term = p.app(head, (size,), start)
    else:
        term = p.app("index", (p.app(head, (), start), *indices(p, found.below)), start)
    return raised(p, term, found.above, start)


def _size(p: Parser, below: Range) -> Term | None:
    r"""The n of `I_n` and of `I_{n \times n}`; None for the two indices of `I_{ij}`."""
    sides = p.pieces(*below, frozenset((r"\times",)))
    if len(sides) == 2 and p.texts(sides[0]) == p.texts(sides[1]):
        return p.within(*sides[0])
    if len(p.names.subscript("", p.tokens[slice(*below)]).indices) > 1:
        return None
    return p.within(*below)


def pi(p: Parser, name: str, start: int) -> Term | None:
    known = p.names.declared | p.names.functions | p.names.densities | p.names.indexed | p.names.bound
    if name in known or p.next_is("_"):
        return None
    return with_scripts(p, p.app("pi", (), start), start)


Special = Callable[["Parser", str, int], "Term | None"]
SPECIAL: dict[str, Special] = {
    **dict.fromkeys(t.EXPECTATIONS, expectation),
    **{rf"\mathrm{{{word}}}": statistic for word in t.STATISTICS if len(word) > 1},
    r"\mathbb{V}": statistic,
    **dict.fromkeys(t.NORMALS, normal),
    **dict.fromkeys((*t.CONSTANTS, *t.IDENTITIES), sized_constant),
    r"\pi": pi,
}
