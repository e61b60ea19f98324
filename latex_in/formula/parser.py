r"""Tidy tokens to terms: a Pratt parser whose prefix operators are rows of a table.

Conventions where TeX leaves a choice:
- a big operator, and a function without brackets, takes the product that follows, up to + or -; the argument of a
  function without brackets also ends at \cdot, at \times, at the next logarithm or trigonometric function, and, of a
  function of numbers, at the next sum or integral, unless that is a mean as in \log \frac{1}{n} \sum_i x_i;
- a slash binds like multiplication, from the left: `1/2 x` is (1/2) x; `1/2x`, and a slash after a function without
  brackets, are refused as ambiguous;
- `\cdot` between two vectors is their inner product;
- `\odot` and `\otimes` bind weaker than juxtaposition: `W x \odot y` is (W x) \odot y.
"""

from __future__ import annotations

import re
from itertools import pairwise
from operator import attrgetter

from hence.language.terms import App, Domain, Num, Span, Sym, Term, free_names
from hence.latex_in import tables as t
from hence.latex_in.formula import calculus, operators, scripts, symbols, vectors
from hence.latex_in.formula.absorb import ends_in_sum, with_wide_sums
from hence.latex_in.formula.numbers import number
from hence.latex_in.formula.opaque import is_call_of_no_terms, opaque_factor, opaque_whole
from hence.latex_in.formula.stacks import list_with_dots, with_dots
from hence.latex_in.letters.names import Names
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import group_end
from hence.latex_in.page.source import ParseError, Source

DEEPEST = 60
_GAP = re.compile(r"\\[; ]|\\q?quad|~")
_COMMA, _SEMICOLON = frozenset(","), frozenset(";")
_BEGIN_FACTORS = frozenset(("name", "num", "func"))  # of these kinds whatever comes next is one
_END_PRODUCTS = frozenset((")", "]", "}", *t.PLUS))
_GOES_ON = symbols.GOES_ON | {"!"}
_STARTS = frozenset(("name", "num", "func", "begin", "text", "bad", "dots"))
_LONE, _SIGNS = frozenset(("name", "num")), frozenset(("op", "cmd"))
_PLUS, _NOTHING = t.PLUS, frozenset[str]()
_FUNCTIONS: frozenset[Term] = frozenset(map(Sym, t.SURE_FUNCTIONS))
_BY_ENTRIES = t.HADAMARD | t.KRONECKER | t.DIVIDED
_STATE = ("pos", "end", "closing", "integrals", "depth", "bound", "multiplied", "law_expected")
_state_of = attrgetter(*_STATE)
Range = tuple[int, int]


class Parser:
    """Parses one run of tidy tokens. All methods raise `ParseError` on what they do not understand."""

    def __init__(self, tokens: list[Token], source: Source, names: Names, lenient: bool = False) -> None:
        self.tokens = tokens
        self.source = source
        self.names = names
        self.pos = 0
        self.end = len(tokens)
        self.closing: frozenset[str] = frozenset()  # bars that end the group we are in
        self.integrals = 0
        self.depth = 0
        self.bound: dict[str, Domain] = {}  # variables of the sums that we are in
        self.members: dict[str, Term] = {}  # x_i of a sum over x_i, by the letter that it is bound as
        self.doubled: set[str] = set()  # letters that a sum was taken to run over, though it only relates them
        self.multiplied: frozenset[str] = frozenset()  # variables of the product whose factors come next
        self.lenient = lenient  # parts that are not understood become opaque terms
        self.law_expected = False  # behind \sim: a plain N is the normal distribution

    # Looking ------------------------------------------------------------------------------------

    def peek(self) -> Token | None:
        return self.tokens[self.pos] if self.pos < self.end else None

    def next_is(self, *texts: str) -> bool:
        return self.pos < self.end and self.tokens[self.pos].text in texts

    def span_from(self, start: int, after: int = 0) -> Span:
        """The region from a token to the last one taken, or to the one in front of another."""
        end = (after or self.pos) - 1
        first, last = self.tokens[start], self.tokens[end if end > start else start]  # noqa: FURB136 (see `Source.span`)
        if first.start <= last.start and first.end <= last.end:
            return self.source.span(first.start, last.end)
        return self.source.span(min(first.start, last.start), max(first.end, last.end))  # a macro turned them round

    def app(self, head: str, args: tuple[Term, ...], start: int) -> App:
        end = self.pos - 1
        first, last = self.tokens[start], self.tokens[end if end > start else start]  # noqa: FURB136 (see `Source.span`)
        if first.start <= last.start and first.end <= last.end:  # nearly always, and there is one for every operation
            return App(head, args, self.source.span(first.start, last.end))
        return App(head, args, self.span_from(start))

    # Failing ------------------------------------------------------------------------------------

    def fail(self, expected: str, position: int | None = None) -> ParseError:
        """The error for the token at hand: an unknown command is named as such."""
        at = self.pos if position is None else position
        if at >= self.end:
            offset = self.tokens[self.end - 1].end if self.tokens and self.end else 0
            following = self.tokens[at] if at < len(self.tokens) else None
            found = f", found {following.text}" if following is not None else ", found the end of the formula"
            return ParseError(offset, offset, f"expected {expected}{found}")
        token = self.tokens[at]
        return ParseError(token.start, token.end, _complaint(token, expected))

    def refuse(self, message: str, position: int | None = None) -> ParseError:
        at = min(self.pos if position is None else position, max(len(self.tokens) - 1, 0))
        token = self.tokens[at] if self.tokens else Token("op", "", 0, 0)
        return ParseError(token.start, token.end, message)

    # Ranges -------------------------------------------------------------------------------------

    def whole(self) -> Term:
        """The term that all tokens make."""
        if not self.lenient:
            return self.entire()
        start, end, saved = self.pos, self.end, self.state()
        try:
            return self.entire()
        except ParseError as error:
            self.restore(saved)
            self.pos = end
            return opaque_whole(self, start, end, error)

    def entire(self) -> Term:
        """The same, or no term."""
        term = self.expression()
        if self.pos < self.end:
            raise self.fail("an operator or the end of the formula")
        return term

    def state(self) -> tuple[object, ...]:
        found: tuple[object, ...] = _state_of(self)
        return found

    def restore(self, state: tuple[object, ...]) -> None:
        for name, value in zip(_STATE, state, strict=True):
            setattr(self, name, value)

    def within(self, start: int, end: int) -> Term:
        """The term that the tokens of a range make; the position after is left unchanged."""
        if end - start == 1 and (term := self.alone(start, end)) is not None:
            return term
        saved = self.pos, self.end, self.closing, self.integrals, self.law_expected, self.multiplied
        self.pos, self.end, self.closing, self.integrals, self.law_expected = start, end, _NOTHING, 0, False
        self.multiplied = _NOTHING
        term = self.whole() if self.lenient else self.entire()
        self.pos, self.end, self.closing, self.integrals, self.law_expected, self.multiplied = saved
        return term

    def alone(self, position: int, end: int) -> Term | None:
        """The symbol or number at a place, where nothing behind it belongs to it; None for anything else."""
        token = self.tokens[position]
        kind = token.kind
        if kind != "name" and kind != "num":  # noqa: PLR1714 (of all tests the one that is made most often)
            return None
        if (position + 1 < end and self.tokens[position + 1].text in _GOES_ON) or self.depth >= DEEPEST:
            return None
        if kind == "num":
            return Num(number(token.text), self.source.span(token.start, token.end))
        return Sym(token.text, self.source.span(token.start, token.end)) if symbols.is_plain(token.text) else None

    def argument(self) -> Range:
        """The range of the next argument in braces or of one token, and step over it."""
        token, start = self.peek(), self.pos
        if token is not None and token.text == "{":
            self.pos = self.brace_end(start)
            return start + 1, self.pos - 1
        if token is None or token.text in ("^", "_", "&", "}") or token.text in t.CLOSERS:
            raise self.fail("an argument")
        self.pos += 1
        for _ in range(t.ARGUMENTS.get(token.text, 0)):  # x^\frac{1}{2}
            self.argument()
        return start, self.pos

    def brace_end(self, opening: int) -> int:
        tokens = self.tokens
        if opening + 2 < self.end and tokens[opening + 2].text == "}" and tokens[opening + 1].text not in ("{", "}"):
            return opening + 3  # most groups are one token
        depth = 0
        for position in range(opening, self.end):
            text = tokens[position].text
            if text == "{":
                depth += 1
            elif text == "}":
                depth -= 1
                if depth == 0:
                    return position + 1
        raise self.refuse("this brace is never closed", opening)

    def bracket_end(self, opening: int) -> int:
        """The position after the bracket that closes the one here."""
        token = self.tokens[opening]
        end = group_end(self.tokens, opening, self.end)
        if self.tokens[end - 1].text != t.OPENERS[token.text] or end - 1 == opening:
            raise self.refuse(f"expected {t.OPENERS[token.text]} to close this {token.text}", opening)
        return end

    def pieces(self, start: int, end: int, separators: frozenset[str]) -> list[Range]:
        """The ranges between separators outside all brackets."""
        texts = self.texts((start, end))
        if separators.isdisjoint(texts):
            return [(start, end)]
        ranges: list[Range] = []
        depth, begin = 0, start
        for position, text in enumerate(texts, start):
            if text == "{" or text in t.OPENERS:
                depth += 1
            elif text in t.CLOSERS:
                depth -= 1
            elif depth == 0 and text in separators:
                ranges.append((begin, position))
                begin = position + 1
        ranges.append((begin, end))
        return ranges

    def texts(self, range_: Range) -> list[str]:
        return [token.text for token in self.tokens[range_[0] : range_[1]]]

    # Sums and products --------------------------------------------------------------------------

    def expression(self) -> Term:
        start = self.pos
        first = self.signed_product()
        if self.pos >= self.end:
            return first
        if self.tokens[self.pos].text == r"\rvert":
            first = scripts.evaluated(self, first, start)
        if not self.at_sign():
            return first
        terms, places = [first], [(start, self.pos)]
        dots: list[int] = []  # how many summands stand before dots
        tokens, end = self.tokens, self.end
        while self.at_sign():
            if self.pos + 1 < end and tokens[self.pos + 1].kind == "dots" and self.at_dots():
                dots.append(len(terms))
                self.pos += 2
                continue
            begin = self.pos
            terms.append(self.signed_product())
            places.append((begin, self.pos))
        if dots or any(map(ends_in_sum, terms[:-1])):
            written = [(term, self.span_from(*place)) for term, place in zip(terms, places, strict=True)]
            for count in reversed(dots):
                written = with_dots(self, written, count, start)
            terms = with_wide_sums(written, self.bound.keys() | self.names.fixed)
        return terms[0] if len(terms) == 1 else self.app("add", tuple(terms), start)

    def at_sign(self) -> bool:
        if self.pos >= self.end:
            return False
        token = self.tokens[self.pos]
        return token.text in _PLUS and token.kind == "op"

    def at_dots(self) -> bool:
        r"""Whether `+ \dots +` comes next, where dots stand behind a sign."""
        return self.pos + 2 < self.end and self.tokens[self.pos].text == self.tokens[self.pos + 2].text == "+"

    def signed_product(self) -> Term:
        start, end, tokens, negated = self.pos, self.end, self.tokens, False
        while self.pos < end and (sign := tokens[self.pos]).text in _PLUS and sign.kind == "op":  # `a + -b`
            negated ^= _PLUS[sign.text]
            self.pos += 1
        begin = self.pos
        product = self.factor()
        if self.pos < end and not self.at_sign():  # most summands are one factor
            product = self.multiplied_by_entries(product, begin)
        return self.app("neg", (product,), start) if negated else product

    def product(self) -> Term:
        start = self.pos
        return self.multiplied_by_entries(self.factor(), start)

    def multiplied_by_entries(self, first: Term, start: int) -> Term:
        """The product that begins with a factor."""
        term = self.juxtaposed(first, start)
        while self.pos < self.end and self.tokens[self.pos].text in _BY_ENTRIES:
            head, divides = "kron" if self.next_is(*t.KRONECKER) else "hadamard", self.next_is(*t.DIVIDED)
            sign = self.tokens[self.pos].text
            self.pos += 1
            begin = self.pos
            second = self.juxtaposed(self.factor(), begin)
            functions = _FUNCTIONS & {term, second} if sign == r"\circ" else frozenset()
            if any(not vectors.is_vector(x, self.names) for x in functions):
                raise self.refuse("which functions come one behind the other here is not understood yet", begin - 1)
            second = scripts.by_entries(self, second, -1, begin) if divides else second
            term = self.app(head, (term, second), start)
        return term

    def juxtaposed(self, first: Term, start: int) -> Term:
        factors = [first]
        dots = 0  # how many factors stand before dots
        tokens, end = self.tokens, self.end
        while self.pos < end:
            token = tokens[self.pos]
            if token.kind in _BEGIN_FACTORS:
                factors.append(self.factor())
            elif token.text in _END_PRODUCTS and token.kind == "op":
                break
            elif token.kind == "dots" and not dots and self.pos + 1 < end:
                self.pos += 1
                dots = len(factors)
                factors.append(self.factor())
            elif token.text in t.TIMES and token.kind in ("op", "cmd"):
                self.pos += 1
                dotted = token.text == r"\cdot" and vectors.is_vector(factors[-1], self.names)
                factors = self.dotted(factors, start) if dotted else [*factors, self.signed_factor()]
            elif token.text == "/" and token.kind == "op":
                self.pos += 1
                divisor = self.divisor()
                factors = [self.app("div", (self.multiply(factors, start), divisor), start)]
            elif self.starts_factor(token) and not self.next_product(token):
                factors.append(self.factor())
            else:
                break
        if dots:
            spans = [(factor, self.span_from(start)) for factor in factors]
            factors = [factor for factor, _ in with_dots(self, spans, dots, start, "prod")]
        return factors[0] if len(factors) == 1 else self.app("mul", tuple(factors), start)

    def next_product(self, token: Token) -> bool:
        r"""Whether `\prod_i a_i` ends here: at the `\prod_j b_j` behind it, where nothing depends on i any more."""
        if not self.multiplied or token.text not in t.BIG:
            return False
        if set(self.texts((self.pos + 1, self.pos + 4))) & self.multiplied:
            return True  # the same letter, bound again
        depth = 0
        for position in range(self.pos, self.end):
            text = self.tokens[position].text
            depth += (text == "{" or text in t.OPENERS) - (text in t.CLOSERS)
            if depth < 0 or (depth == 0 and text in t.PLUS):
                break
            if text in self.multiplied:
                return False
        return True

    def dotted(self, factors: list[Term], start: int) -> list[Term]:
        r"""`W \bm q \cdot \bm k` is an inner product of two vectors; where the right is none, a plain product."""
        at = self.pos
        right = [self.signed_factor()]
        while vectors.is_matrix(right[-1]) and not vectors.is_vector(right[-1], self.names) and self.at_factor():
            right.append(self.factor())
        if not vectors.is_vector(right[-1], self.names):
            return [*factors, *right]
        first = len(factors) - 1
        while first and vectors.is_matrix(factors[first - 1]):
            first -= 1
        left = self.multiply(factors[first:], start)
        return [*factors[:first], self.app("inner", (left, self.multiply(right, at)), start)]

    def divisor(self) -> Term:
        """What stands behind a slash. `1/2x` is refused: it prints like 1/(2x), and is read like (1/2)x."""
        here, after = self.tokens[self.pos : self.pos + 2], self.pos + 1
        if len(here) == 2 and after < self.end and here[0].kind == "num" and here[0].end == here[1].start:
            letter = here[1].kind in ("name", "func") or here[1].text in PREFIX
            if letter and here[1].text not in t.TIMES:
                raise self.refuse(r"ambiguous: write \frac{1}{2}x or \frac{1}{2x}")
        return self.factor()

    def multiply(self, factors: list[Term], start: int) -> Term:
        return factors[0] if len(factors) == 1 else self.app("mul", tuple(factors), start)

    def signed_factor(self) -> Term:
        start = self.pos
        if self.next_is("-"):
            self.pos += 1
            return self.app("neg", (self.factor(),), start)
        return self.factor()

    def starts_factor(self, token: Token) -> bool:
        if token.kind in _STARTS:
            return True
        text = token.text
        if text in self.closing or (text in t.BARS and t.BARS[text] in self.closing and text[1] == "r"):
            return False
        return text == "{" or text in PREFIX or (token.kind == "cmd" and _is_unknown(text))

    def at_factor(self) -> bool:
        token = self.peek()
        return token is not None and self.starts_factor(token)

    # Factors ------------------------------------------------------------------------------------

    def factor(self) -> Term:
        if self.pos >= self.end:
            raise self.fail("a term")
        token = self.tokens[self.pos]
        if token.kind in _LONE and (alone := self.alone(self.pos, self.end)) is not None:
            self.pos += 1
            return alone
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.refuse("this is nested too deeply")
        start, saved = self.pos, self.state() if self.lenient else ()
        try:
            term = symbols.symbol(self) if token.kind == "name" else self.primary(token)
            if self.lenient and token.kind == "name" and is_call_of_no_terms(self, start):
                raise self.fail("a term")
        except ParseError as error:
            if not self.lenient:
                raise
            self.restore(saved)
            term = opaque_factor(self, start, error)
        finally:
            self.depth -= 1
        while self.pos < self.end and self.tokens[self.pos].text == "!":
            if self.texts((self.pos, min(self.pos + 2, self.end))) == ["!", "!"]:
                return self.not_understood("a double factorial is not understood yet", start)
            self.pos += 1
            term = self.app("factorial", (term,), start)
        return term

    def not_understood(self, message: str, start: int) -> Term:
        """The factor that begins at a token as an opaque term. Raises `ParseError` where none are wanted."""
        error = self.refuse(message, start)
        if not self.lenient:
            raise error
        return opaque_factor(self, start, error)

    def primary(self, token: Token) -> Term:
        """The term that begins with a token which is no symbol."""
        if token.kind in _SIGNS and (prefix := PREFIX.get(token.text)) is not None:
            return prefix(self, token)
        if token.kind == "num":
            if (constant := symbols.sized_number(self, token)) is not None:
                return constant
            self.pos += 1
            span = self.source.span(token.start, token.end)
            return scripts.with_scripts(self, Num(number(token.text), span), self.pos - 1)
        if token.kind == "func":
            return operators.function(self, token)
        if token.kind == "begin":
            return operators.matrix(self, token)
        raise self.fail("a term")

    def group(self, _token: Token) -> Term:
        """A bracketed term, with its scripts."""
        start = self.pos
        end = self.bracket_end(start)
        if (condition := symbols.bracket(self, start)) is not None:
            return condition
        if (functions := calculus.composed(self, start, end)) is not None:
            self.pos = end
            return calculus.composition(self, functions, start)
        pieces = self.pieces(start + 1, end - 1, _COMMA)
        if self.tokens[start].text == "[" and len(pieces) == 1:  # [x; 1]: below each other
            blocks = self.pieces(start + 1, end - 1, _SEMICOLON)
            if len(blocks) > 1:
                rows = tuple(App("row", (self.within(*block),)) for block in blocks)
                self.pos = end
                return scripts.with_scripts(self, self.app("matrix", rows, start), start)
        if len(pieces) > 1:
            return self.listed(start, end, pieces)
        if (side_by_side := self.spaced(start, end)) is not None:
            self.pos = end
            return scripts.with_scripts(self, side_by_side, start)
        inner = self.within(start + 1, end - 1)
        self.pos = end
        return scripts.with_scripts(self, inner, start)

    def spaced(self, start: int, end: int) -> Term | None:
        r"""`[A \; B]`: matrices or vectors side by side, where a gap stands between them; None for other brackets."""
        if self.tokens[start].text != "[":
            return None
        text = self.source.text
        gaps = [
            k for k in range(start + 2, end - 1) if _GAP.search(text[self.tokens[k - 1].end : self.tokens[k].start])
        ]
        if not gaps:
            return None
        edges = [start + 1, *gaps, end - 1]
        cells = list(pairwise(edges))
        if any(self.tokens[k].text in t.PLUS or self.tokens[k].text in t.TIMES for cell in cells for k in range(*cell)):
            return None
        terms = [self.within(*cell) for cell in cells]
        turned = [x.args[0] for x in terms if isinstance(x, App) and x.head == "transpose"]
        plain = turned if len(turned) == len(terms) else terms
        if not all(vectors.is_matrix(x) or vectors.is_vector(x, self.names) for x in plain):
            return None
        return self.app("matrix", (App("row", tuple(terms)),), start)

    def listed(self, start: int, end: int, pieces: list[Range]) -> Term:
        """`[1, 2, 3]^T`: a row of numbers, where a transpose says that it is one; `[x_1, ..., x_n]`, columns.

        `(1, 2, 3)` and `[1, 2, 3]` are vectors of numbers; with letters in them they may be anything, unless these
        look like numbers and nothing stands in front that may be a function.
        """
        self.pos = end
        opening = self.tokens[start].text
        above = scripts.take(self).above if self.next_is("^") else None
        turned = above is not None and set(self.texts(above)) <= t.TRANSPOSES
        if opening == r"\{" or (above is not None and not turned):
            raise self.refuse("a list in brackets is not understood as a term", start)
        spread = list_with_dots(self, pieces, "columns" if turned or opening == "[" else "rows")
        if spread is None and not turned:
            entries = tuple(self.within(*piece) for piece in pieces)
            if any(map(free_names, entries)) and not (self.begins_term(start) and vectors.are_entries(entries)):
                raise self.refuse("a list in brackets is not understood as a term", start)
            return self.app("matrix", tuple(App("row", (entry,)) for entry in entries), start)
        row = spread or self.app("matrix", (App("row", tuple(self.within(*piece) for piece in pieces)),), start)
        return self.app("transpose", (row,), start) if turned else row

    def begins_term(self, start: int) -> bool:
        """Whether nothing that may be a function stands right in front of a bracket."""
        before = self.tokens[start - 1] if start else None
        return before is None or before.kind == "rel" or before.text in t.PLUS or before.text in t.TIMES

    def braces(self, _token: Token) -> Term:
        """`{...}` prints no bracket, so a sum in it may not be multiplied or raised."""
        start = self.pos
        end = self.brace_end(start)
        inner = self.within(start + 1, end - 1)
        self.pos = end
        following = self.peek()
        before = self.tokens[start - 1] if start else None
        shown = self.tokens[start + 1].text in t.OPENERS and self.bracket_end(start + 1) == end - 1
        hidden_sum = isinstance(inner, App) and inner.head in ("add", "neg") and not shown
        multiplied = following is not None and (following.text in ("^", "_") or self.starts_factor(following))
        preceded = before is not None and (before.kind in ("name", "num") or before.text in t.CLOSERS)
        if hidden_sum and (multiplied or preceded):
            raise self.refuse("braces print no brackets: write ( ) around this sum", start)
        return scripts.with_scripts(self, inner, start)


def _complaint(token: Token, expected: str) -> str:
    if token.kind == "bad":
        return token.text
    if token.kind == "dots":
        return "dots are not understood"
    if token.kind == "cmd" and token.text in t.UNSUPPORTED | t.SEPARATE_OPERATORS | t.OTHER_RELATIONS:
        return f"{token.text} is not understood yet"
    if token.kind == "cmd" and _is_unknown(token.text):
        return f"unknown command {token.text}"
    if token.kind == "text":
        return f"expected {expected}, found the text “{token.text.strip()}”"
    if token.text == "$":
        return "this $ is never closed"
    shown = {"row": "the end of the row", "quad": "a wide space", "begin": rf"\begin{{{token.text}}}"}
    shown["end"] = rf"\end{{{token.text}}}"
    return f"expected {expected}, found {shown.get(token.kind, token.text)}"


def _is_unknown(command: str) -> bool:
    return command not in KNOWN_COMMANDS


PREFIX: dict[str, operators.Prefix] = {
    **dict.fromkeys(("(", "[", r"\{", r"\lbrace", r"\lbrack"), Parser.group),
    "{": Parser.braces,
    **operators.PREFIX,
}
KNOWN_COMMANDS = (
    frozenset(PREFIX)
    | t.TIMES
    | t.HADAMARD
    | t.KRONECKER
    | t.DIVIDED
    | t.SEPARATE_OPERATORS
    | t.OTHER_RELATIONS
    | t.MATRIX_ORDERS.keys()
    | t.CLOSERS
    | t.DOUBLE_BARS
    | t.MIDS
    | t.UNSUPPORTED
    | frozenset(t.BARS)
    | t.TRANSPOSES
    | {t.MEMBER, t.DRAWN, r"\colon", r"\prime", r"\dagger", r"\dag", r"\sharp"}
) - {r"\transpose", r"\trans", r"\transp"}
