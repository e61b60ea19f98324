"""Symbols: what a name in front of scripts and brackets is, a constant, a function, a density, or just itself."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from hence.language.inverse_names import inverse_name
from hence.language.terms import App, Bind, Num, Sym, Term, Unstated
from hence.latex_in import tables as t
from hence.latex_in.formula.calculus import directional, named_divergence, without_dots
from hence.latex_in.formula.conditions import CONDITIONS
from hence.latex_in.formula.growth import cost, growth_class
from hence.latex_in.formula.information import entropy, information
from hence.latex_in.formula.probability import (
    JOINT,
    density_call,
    density_label,
    divergence,
    expectation,
    is_chance,
    is_divergence,
    normal,
)
from hence.latex_in.formula.scripts import Scripts, indices, labelled, raised, take, with_scripts
from hence.latex_in.formula.special import named_density, special_function
from hence.latex_in.formula.variances import statistic
from hence.latex_in.letters.names import letter_of, plain_arguments
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import symbol_at, text_of

if TYPE_CHECKING:
    from hence.latex_in.formula.parser import Parser, Range


def symbol(p: Parser) -> Term:
    """The symbol that comes next, with everything that belongs to it."""
    start = p.pos
    name, after = symbol_at(p.tokens, start, r"\Delta" not in p.names.declared, p.end)
    p.pos = min(after, p.end)
    if (p.pos >= p.end or p.tokens[p.pos].text not in GOES_ON) and is_plain(name):
        return Sym(name, p.span_from(start))
    return _with_what_follows(p, without_dots(p, name) if "{" in name else name, start)


def _with_what_follows(p: Parser, name: str, start: int) -> Term:
    """A symbol with its scripts and brackets, or what its name stands for."""
    after, special = p.pos, SPECIAL.get(name)
    if special is not None and (special is cost or not _is_own(p, name)):
        term = special(p, name, start)
        if term is not None:
            return term
        p.pos = after
    if name.startswith("\\") and (density := named_density(p, name, start)) is not None:
        return density
    found = take(p)
    name += found.primes
    opens = p.pos < p.end and p.tokens[p.pos].text in _OPENING
    if opens and (taken := _at_bracket(p, name, found, start)) is not None:
        return taken
    if name == "e" and found.below is None and is_euler(p, found.above):
        return euler(p, found.above, start)
    if name.startswith(r"\mathrm{"):
        if name[len(r"\mathrm{") : -1] in t.UNSUPPORTED_NAMES:
            raise p.refuse(f"{name} is not understood yet", start)
        if is_operator(p, name, found):
            raise p.refuse(f"{name} seems to act on what follows, and how is not understood", start)
    return plain(p, name, found, start)


def _at_bracket(p: Parser, name: str, found: Scripts, start: int) -> Term | None:
    """A symbol that takes what the bracket behind it holds; None where that is a factor."""
    if name in p.names.index_maps and p.next_is("(") and found.below is None:
        return mapped_index(p, name, found, start)
    if (p.next_is("(") and letter_of(name) in p.names.densities) or is_chance(name):
        if "'" in name and name not in p.names.declared:
            raise p.refuse(f"is {name} the derivative of a density, or another one?", p.pos - 1)
        term = chance_of_inequality(p, name, found, start)
        term = term or density_call(p, density_label(p, name, found), start)
        if term is not None:
            return with_scripts(p, term, start)
    if is_divergence(p, name, found):
        return divergence(p, start)
    if (p.next_is("(") and is_called(p, name, found)) or is_functional(p, name):
        return call(p, name, found, start)
    return None


_OPENING = frozenset(("(", "[", r"\{"))
GOES_ON = frozenset(("_", "^", "'", "(", "[", r"\{"))


@lru_cache(maxsize=4096)
def is_plain(name: str) -> bool:
    """Whether a symbol without scripts and brackets is no more than its name."""
    return name not in _NOT_PLAIN and (len(name) == 1 or not name.startswith(r"\mathrm{"))


def _is_own(p: Parser, name: str) -> bool:
    """Whether the page defines a function, or a map of indices, of that name."""
    return (name in p.names.functions or name in p.names.index_maps) and name not in p.names.spoken_functions


def is_operator(p: Parser, name: str, found: Scripts) -> bool:
    r"""`\operatorname{erf} 2x`: a word of small letters right in front of a term is no factor."""
    word = name[len(r"\mathrm{") : -1]
    if word and p.next_is("(") and found.above is not None and p.texts(found.above) == ["-", "1"]:
        return True  # \mathrm{erf}^{-1}(x)
    known = name in p.names.declared or name in p.names.bound or found.above is not None
    if known or len(word) < 2 or not word.islower() or word in p.names.words:
        return False
    return p.at_factor() and not p.next_is("(", "[", r"\{")


def mapped_index(p: Parser, name: str, found: Scripts, start: int) -> Term:
    r"""`\pi(i)` and `\pi^{-1}(i)`: the index to which i is mapped, itself an indexed symbol."""
    if found.above is not None:
        if p.texts(found.above) != ["-", "1"]:
            raise p.refuse("a power of a map of indices is not understood", found.above[0])
        name = f"{name}^{{-1}}"
    end = p.bracket_end(p.pos)
    inner = p.within(p.pos + 1, end - 1)
    p.pos = end
    return with_scripts(p, p.app("index", (Sym(name, p.span_from(start)), inner), start), start)


def is_called(p: Parser, name: str, found: Scripts) -> bool:
    """Whether the bracket behind a symbol holds arguments. Raises `ParseError` where the page does not say."""
    if found.below is not None and found.above is not None and set(p.texts(found.above)) <= t.TRANSPOSES:
        return False  # g_t^\top (x - y) is a product of vectors
    if name in p.names.valued:
        return takes_argument(p, name)
    if found.below is not None and name in p.names.factors and is_gate(p, name):
        return False
    starred = name in p.names.starred and found.above is not None and {*p.texts(found.above)} <= t.STARS
    if starred or {name, name.rstrip("'")} & p.names.functions:
        return True
    if p.law_expected and p.bracket_end(p.pos) == p.end:
        return True  # the whole of a law: its parameters stand in the bracket
    inside = p.tokens[p.pos + 1 : p.bracket_end(p.pos) - 1]
    if found.below is not None:
        defined = name in p.names.indexed_functions and (plain_arguments(inside) or not _is_factor(p, name))
        alone = len(inside) == 1 and inside[0].kind == "name"  # nobody puts a letter in brackets to multiply by it
        return defined or alone or any(x in t.LABEL_COMMANDS for x in p.texts(found.below))
    if name not in p.names.ambiguous:
        return False
    if plain_arguments(inside):
        return True
    if any(x.text == name for x in inside):
        return False
    if not _is_sum(p):
        return True  # nobody puts a single product in brackets to multiply it
    if name in p.names.compared:
        return False
    raise p.refuse(f"is {name} a function here or a factor? It is used both ways", p.pos - 1)


def takes_argument(p: Parser, name: str) -> bool:
    """p(z + c) where `p = p(z)`, but not p (1 - p). Raises `ParseError` where the page does not say."""
    inside = p.tokens[p.pos + 1 : p.bracket_end(p.pos) - 1]
    if plain_arguments(inside):
        return True
    if any(x.text == name for x in inside):
        return False
    own = [x for n, many in p.names.parameters.items() if n == name or n.startswith(f"{name}_{{") for x in many]
    behind = (x.text for x in (*inside[1:], inside[0]))
    if not _is_sum(p) or any(x.text in own and after != "_" for x, after in zip(inside, behind, strict=True)):
        return True
    raise p.refuse(f"is {name} a function here or a factor? It is used both ways", p.pos - 1)


def is_gate(p: Parser, name: str) -> bool:
    """f_t (1 - c), where the page multiplies by f_t elsewhere. Raises `ParseError` where it has f_t(x) as well."""
    if not _is_sum(p):
        return False
    if name in p.names.indexed_functions:
        raise p.refuse(f"is {name} a function here or a factor? It is used both ways", p.pos - 1)
    return True


def is_functional(p: Parser, name: str) -> bool:
    """`H[v]`, `L[q]`: square brackets around symbols alone hold the arguments of a function."""
    known = p.next_is("[") and name in p.names.functions
    return known and plain_arguments(p.tokens[p.pos + 1 : p.bracket_end(p.pos) - 1])


def _is_sum(p: Parser) -> bool:
    """Whether the bracket here holds more than one term."""
    return len(p.pieces(p.pos + 2, p.bracket_end(p.pos) - 1, frozenset(t.PLUS))) > 1


def _is_factor(p: Parser, name: str) -> bool:
    """p_k (1 - p_k): a bracket with the symbol itself among several terms is multiplied by it."""
    inside = p.tokens[p.pos + 1 : p.bracket_end(p.pos) - 1]
    return _is_sum(p) and any(x.text == name for x in inside)


def is_euler(p: Parser, above: Range | None) -> bool:
    """Whether an e is Euler's number. Where the author has an e of their own, only an exponent can show that it is.

    Raises `ParseError` where the exponent counts something, so that it could be either.
    """
    if p.names.euler and "e" not in p.names.indexed:
        return True
    tokens = p.tokens[slice(*above)] if above is not None else []
    letters = [x.text for x in tokens if x.kind == "name"]
    member = bool(tokens) and tokens[0].text in ("(", "[", "*")
    if member or (len(tokens) == 1 and tokens[0].text in t.TRANSPOSES) or not (letters or "-" in map(_text, tokens)):
        return False
    counts = "_" not in map(_text, tokens)  # members of a sequence are values
    if counts and letters and set(letters) <= p.names.integers | p.names.bound:
        raise p.refuse(r"is this e Euler's number or the author's own e? Write \exp for the former", above and above[0])
    return True


def _text(token: Token) -> str:
    return token.text


def euler(p: Parser, above: Range | None, start: int) -> Term:
    return p.app("exp", (Num(Fraction(1)) if above is None else p.within(*above),), start)


def plain(p: Parser, name: str, found: Scripts, start: int) -> Term:
    """A symbol that is not called: with labels, indices, powers."""
    if name == r"\delta" and is_kronecker(p, name, found):
        assert found.below is not None
        pair = indices(p, found.below, name)
        if len(pair) == 2:
            return p.app("delta", pair, start)
    if found.below is not None and (line := line_of(p, name, found.below, start)) is not None:
        return raised(p, line, found.above, start)
    term, above = labelled(p, name, found, start)
    if p.names.squares and above is not None and p.texts(above) == ["2"] and isinstance(term, Sym):
        below = text_of(p.tokens[slice(*found.below)]) if found.below is not None else ""
        if name + below in p.names.squares:
            return Sym(f"{term.name}^{{2}}", p.span_from(start))
    return raised(p, term, above, start)


_WHOLE = frozenset((":", r"\cdot", r"\bullet"))


def line_of(p: Parser, name: str, below: Range, start: int) -> Term | None:
    r"""`A_{:,j}` and `A_{\cdot j}`, a column; `A_{i,:}`, a row; None for any other subscript."""
    first, last = below
    pieces = p.pieces(first, last, frozenset(","))
    if len(pieces) == 1 and last - first > 1:
        ends = p.tokens[first].text in _WHOLE, p.tokens[last - 1].text in _WHOLE
        pieces = [(first, first + 1), (first + 1, last)] if ends[0] else [(first, last - 1), (last - 1, last)]
    marks = [len(one) == 1 and one[0] in _WHOLE for one in map(p.texts, pieces)]  # not the star of p_{i^*}
    if len(pieces) != 2 or sum(marks) != 1:
        return None
    along, index = Sym("a'"), p.within(*pieces[1 if marks[0] else 0])
    base = Sym(name, p.span_from(start))
    entry = p.app("index", (base, along, index) if marks[0] else (base, index, along), start)
    return Bind("rows" if marks[0] else "columns", along, Unstated(), entry, p.span_from(start))


def is_kronecker(p: Parser, name: str, found: Scripts) -> bool:
    if not p.names.kronecker or found.below is None or found.above is not None:
        return False
    return len(p.names.subscript(name, p.tokens[slice(*found.below)]).indices) == 2


def call(p: Parser, name: str, found: Scripts, start: int) -> Term:
    """A function at its arguments, with the scripts behind them."""
    function, above = labelled(p, name, found, start)
    opening = p.pos
    end = p.bracket_end(opening)
    apart = {",", ";", *_parting_bar(p, name, opening + 1, end - 1)}
    arguments = [p.within(*piece) for piece in p.pieces(opening + 1, end - 1, frozenset(apart))]
    known = p.names.squared_arguments if found.below is None else {}
    squared = known.get((name, len(arguments)), frozenset())
    arguments = [root_of(x) if k in squared else x for k, x in enumerate(arguments)]
    p.pos = end
    if above is not None and p.texts(above) == ["-", "1"] and isinstance(function, Sym) and _has_inverse(p, name):
        function, above = Sym(inverse_name(function.name), function.span), None
    term: Term = p.app("apply", (function, *arguments), start)
    if above is not None:
        texts = p.texts(above)
        if len(texts) != 1 or not texts[0].isdigit():
            raise p.refuse("a superscript between a function and its argument is not understood", above[0])
        term = raised(p, term, above, start)
    return with_scripts(p, term, start)


def _parting_bar(p: Parser, name: str, start: int, end: int) -> frozenset[str]:
    r"""The bar of `L(\theta | x)`, which parts arguments as a semicolon does; bars in pairs are those of a size."""
    sides = p.pieces(start, end, t.MIDS) if name in p.names.parted else []
    return t.MIDS if len(sides) == 2 and all(first < last for first, last in sides) else frozenset()


def _has_inverse(p: Parser, name: str) -> bool:
    r"""Whether a superscript -1 means the inverse function: `\Sigma^{-1}(x)` may be that of a matrix \Sigma(x)."""
    return letter_of(name).lstrip("\\")[:1].islower() or name in p.names.spoken_functions


def root_of(term: Term) -> Term:
    r"""A function that the page defines as \ell(\sigma^2) is kept as one of \sigma: v becomes the root of v."""
    match term:
        case App("pow", (base, Num(value))) if value == 2:
            return base
        case Num(value) if value in (0, 1):
            return term
        case _:
            return App("sqrt", (term,), term.span)


def indicator(p: Parser, found: Scripts, start: int) -> Term | None:
    r"""`\mathbf{1}[x > 0]`, `\mathbb{1}_{x > 0}`, `\mathbb{1}\{i = j\}`; None where no condition follows."""
    if found.below is not None:
        inside = _unbraced(p, found.below)
    elif p.next_is("[", r"\{", "(") and found.above is None:
        inside = (p.pos + 1, p.bracket_end(p.pos) - 1)
    else:
        return None
    marks = [k for k in range(*inside) if p.tokens[k].kind == "rel"]
    if not marks:
        return None
    relation = t.RELATIONS.get(p.tokens[marks[0]].text)
    if len(marks) > 1 or relation not in CONDITIONS:
        raise p.refuse("an indicator of this condition is not understood yet", start)
    left, right = p.within(inside[0], marks[0]), p.within(marks[0] + 1, inside[1])
    shown = CONDITIONS[relation](p, left, right, start)
    if found.below is None:
        p.pos = inside[1] + 1
        return with_scripts(p, shown, start)
    return raised(p, shown, found.above, start)


def chance_of_inequality(p: Parser, name: str, found: Scripts, start: int) -> Term | None:
    r"""`P(X \ge a)`, the expectation of the indicator; None for other events, and for densities."""
    inside = (p.pos + 1, p.bracket_end(p.pos) - 1)
    marks = [t.RELATIONS.get(p.tokens[k].text) for k in range(*inside) if p.tokens[k].kind == "rel"]
    bars = [text for text in p.texts(inside) if text in t.MIDS]
    separate = len(bars) % 2 == 1 or len(p.pieces(*inside, JOINT | {";"})) > 1
    separate = separate or any(x.text in (t.MID, *JOINT) for x in p.tokens)  # events together: see `density_call`
    if not (is_chance(name) or name == "P") or found != Scripts() or separate or _differentiates(p):
        return None
    if len(marks) != 1 or marks[0] not in ("<", "<=", ">", ">="):
        return None
    shown = indicator(p, Scripts(None, None), start)
    return None if shown is None else p.app("E", (shown,), start)


def _differentiates(p: Parser) -> bool:
    r"""Whether a derivative is taken in the formula at hand: `\frac{d}{dx} P(X \le x)` is none of an indicator."""
    signs = {*t.DIFFERENTIALS, r"\partial"}
    heads = zip(p.tokens, p.tokens[1:], p.tokens[2:], strict=False)
    return any(a.text in t.FRACTIONS and b.text == "{" and c.text in signs for a, b, c in heads)


def bracket(p: Parser, start: int) -> Term | None:
    """`[i = j]`, which is 1 where the condition holds; None for other brackets, and behind a letter: `P[X = 1]`."""
    if p.tokens[start].text != "[":
        return None
    inside = (start + 1, p.bracket_end(start) - 1)
    base = _base_before(p, start)
    if base >= 0 and (p.tokens[base].kind in ("name", "func", "num") or p.tokens[base].text in t.CLOSERS):
        return None
    if not any(p.tokens[k].kind == "rel" for k in range(*inside)):
        return None
    return indicator(p, Scripts(None, None), start)


def _base_before(p: Parser, place: int) -> int:
    """Where the token stands that is in front of a place, its scripts left out; -1 at the beginning."""
    at = place - 1
    while at > 0:
        first = at
        if p.tokens[at].text == "}":
            depth = 1
            while depth and first > 0:
                first -= 1
                depth += (p.tokens[first].text == "}") - (p.tokens[first].text == "{")
        if first < 1 or p.tokens[first - 1].text not in ("^", "_"):
            return at
        at = first - 2
    return at


def _unbraced(p: Parser, place: tuple[int, int]) -> tuple[int, int]:
    first, last = place
    return (first + 1, last - 1) if p.tokens[first].text == r"\{" and p.tokens[last - 1].text == r"\}" else place


# Constants ---------------------------------------------------------------------------------------


def sized_constant(p: Parser, name: str, start: int) -> Term | None:
    r"""A bold 0 or 1, or the identity, perhaps with its size below."""
    if name in t.INFORMATIONS and (shared := information(p, name, start)) is not None:
        return shared
    if name in t.IDENTITIES and (name in p.names.declared or name in p.names.bound):
        return None
    if name in t.IDENTITIES and _is_order(p):
        return call(p, name, take(p), start)
    head = t.CONSTANTS.get(name, "identity")
    found = take(p)
    if name in t.INDICATORS and (shown := indicator(p, found, start)) is not None:
        return shown
    term: Term
    if found.below is None:
        term = p.app(head, (), start)
    elif (size := _size(p, found.below)) is not None:
        term = p.app(head, (size,), start)
    else:
        term = p.app("index", (p.app(head, (), start), *indices(p, found.below)), start)
    return raised(p, term, found.above, start)


def _is_order(p: Parser) -> bool:
    r"""The 0 of `I_0(x)`, and the 1 of `I_1(x)`: orders of functions, for no identity is of that size."""
    behind = [x for x in p.texts((p.pos, min(p.pos + 5, p.end))) if x not in ("{", "}")]
    return behind[:1] == ["_"] and behind[1:3] in (["0", "("], ["1", "("])


def sized_number(p: Parser, token: Token) -> Term | None:
    """`0_n` and `1_n` are vectors, `0_{mn}` a matrix, `1[x > 0]` an indicator; None: any other number."""
    start = p.pos
    if token.text not in ("0", "1") or start + 1 >= p.end or p.tokens[start + 1].text not in GOES_ON:
        return None
    if token.text == "1":
        p.pos += 1
        if (shown := indicator(p, take(p), start)) is not None:
            return shown
        p.pos = start
    behind = p.tokens[p.pos + 1 : p.pos + 3]
    if len(behind) != 2 or behind[0].text != "_" or p.pos + 2 >= p.end:
        return None
    letters = [x for x in p.texts(_subscript(p)) if x not in ("{", "}", r"\times", ",")]
    if not letters or not all(x in p.names.dimensions or (len(x) == 1 and x.islower()) for x in letters):
        return None  # 1_A is an indicator
    return sized_constant_at(p, token) if len(letters) == 1 else _zero_matrix(p, token)


def _subscript(p: Parser) -> Range:
    """The subscript behind the number here."""
    here, p.pos = p.pos, p.pos + 1
    below = take(p).below
    p.pos = here
    return below or (here, here)


def _zero_matrix(p: Parser, token: Token) -> Term | None:
    """`0_{mn}`, of whatever size it must have."""
    if token.text != "0":
        return None
    start = p.pos
    p.pos += 1
    found = take(p)
    return raised(p, p.app("zeros", (), start), found.above, start)


def sized_constant_at(p: Parser, token: Token) -> Term | None:
    start = p.pos
    p.pos += 1
    return sized_constant(p, rf"\bm{{{token.text}}}", start)


def _size(p: Parser, below: Range) -> Term | None:
    r"""The n of `I_n` and of `I_{n \times n}`; None for the two indices of `I_{ij}`."""
    sides = p.pieces(*below, frozenset((r"\times",)))
    if len(sides) == 2 and p.texts(sides[0]) == p.texts(sides[1]):
        return p.within(*sides[0])
    if len(p.names.subscript("", p.tokens[slice(*below)]).indices) > 1:
        return None
    return p.within(*below)


def pi(p: Parser, name: str, start: int) -> Term | None:
    known = p.names.declared | p.names.bound
    twice = start > 0 and p.tokens[start - 1].kind == "num"  # 2\pi: the number, even beside a policy \pi_\theta(a)
    if not twice:
        known = known | p.names.functions | p.names.densities | p.names.indexed
    if name in known or p.next_is("_", "("):
        return None
    return with_scripts(p, p.app("pi", (), start), start)


Special = Callable[["Parser", str, int], "Term | None"]


def differential(p: Parser, name: str, start: int) -> Term | None:
    r"""`dX`, `d(AXB)`, `\mathrm{d} \log \det X`; None where the letter is an ordinary one."""
    is_operator = name != "d" or p.names.differentials
    if not is_operator or p.integrals or not p.at_factor():
        return None
    return p.app("differential", (p.factor(),), start)


SPECIAL: dict[str, Special] = {
    **dict.fromkeys(("d", r"\mathrm{d}"), differential),
    **dict.fromkeys(t.EXPECTATIONS, expectation),
    **{rf"\mathrm{{{word}}}": statistic for word in t.STATISTICS if len(word) > 1},
    r"\mathbb{V}": statistic,
    **dict.fromkeys(t.NORMALS, normal),
    **dict.fromkeys(t.SPECIAL_FUNCTIONS, special_function),
    **dict.fromkeys(t.ENTROPIES, entropy),
    **dict.fromkeys(t.INFORMATIONS - t.IDENTITIES, information),
    **dict.fromkeys((*t.CONSTANTS, *t.IDENTITIES), sized_constant),
    r"\pi": pi,
    **dict.fromkeys(t.GROWTH_CLASSES, growth_class),
    **{rf"\mathrm{{{word}}}": cost for word in t.COSTS},
    "D": directional,
    r"\mathrm{div}": named_divergence,
}
_NOT_PLAIN = frozenset((*SPECIAL, "e", r"\Delta"))
