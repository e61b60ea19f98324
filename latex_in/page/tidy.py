r"""Raw tokens to tidy tokens: macros expanded, layout dropped, every symbol one token in canonical spelling.

Tokens that come out of a macro stand where the macro was called. What cannot be tidied becomes a `bad`
token whose text is the complaint; the parser reports it when it gets there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from hence.language.laws import LAWS
from hence.latex_in import tables as t
from hence.latex_in.formula.cases import with_cases
from hence.latex_in.formula.optima import SIGNS_OF_OPTIMA, merged
from hence.latex_in.formula.spectra import EIGENVALUE, named
from hence.latex_in.page.bare_sums import CAPITALS, with_signs, with_variables
from hence.latex_in.page.bare_sums import SIGNS as SIGNS_OF_SUMS
from hence.latex_in.page.by_entries import with_plain_indices
from hence.latex_in.page.decorations import Decorations, law_named, stands_bare
from hence.latex_in.page.expand import MOST_NESTING, Expander
from hence.latex_in.page.functionals import with_round_brackets
from hence.latex_in.page.infix import INFIX, with_prefixes
from hence.latex_in.page.lexer import Token, pieces, raw
from hence.latex_in.page.macros import Macros
from hence.latex_in.page.members import SIGNS_OF_MEMBERS, separated
from hence.latex_in.page.number_sets import SIGNS as SIGNS_OF_SETS
from hence.latex_in.page.number_sets import with_number_sets
from hence.latex_in.page.plain import COMMANDS, Kinds, as_they_stand, stand
from hence.latex_in.page.primes import with_transposes
from hence.latex_in.page.scan import scripts_at
from hence.latex_in.page.sign_labels import SIGNS_OF_LABELS, with_labels
from hence.latex_in.page.slices import with_slices

MOST_DIGITS = 1000
_SIMPLE = frozenset(("num", "row", "text", "quad", "name", "func", "rel", "bad", "begin", "end", "dots"))
DEEPEST = 40  # groups inside groups
MOST_CHARACTERS = 40_000
_LAYOUT = frozenset((r"\text", r"\mbox", r"\raisebox", r"\scalebox", r"\mathbin"))
_WORD = re.compile(r"[A-Za-z][A-Za-z\-]*\.?$")
_SIGN_KINDS = frozenset(("op", "cmd"))
_OPENING = frozenset(("{", *t.OPENERS))
_BRACE, _END_BRACE = frozenset("{"), frozenset("}")
_LOOSE_KINDS, _LOOSE_SIGNS = frozenset(("name", "func", "rel")), t.SIGNS | t.PLUS.keys()
_NOTABLE = frozenset((*t.INVISIBLE, *t.RELATIONS, ":", "=", "^", "_"))  # operators that are more than themselves
# each of the notations that `_settled` looks for has one of these, but for superscripts of members
_NOTATIONS = frozenset((*CAPITALS, *SIGNS_OF_SUMS, *SIGNS_OF_SETS, *SIGNS_OF_OPTIMA, "[", "'", ":", "_", EIGENVALUE))


def tidy(text: str, start: int, end: int, macros: Macros) -> list[Token]:
    """The tidy tokens of a region of a text. Never fails."""
    if end - start > MOST_CHARACTERS:
        return [Token("bad", f"a formula of {end - start} characters is too long", start, end)]
    shown = pieces(text, start, end)
    kinds = list(map(KINDS.__getitem__, shown))
    different = set(kinds)
    plain = stand(shown, kinds, different) and not macros.decorations.accents and macros.table.keys().isdisjoint(shown)
    tokens = as_they_stand(shown, kinds, different, start) if plain else raw(shown, start)
    if "{" in shown or "}" in shown:
        tokens = balanced(tokens, _BRACE, _END_BRACE, "brace")
    if len(tokens) > DEEPEST and _depth(tokens) > DEEPEST:
        return [Token("bad", "this is nested too deeply", start, end)]
    made = ungrouped(tokens) if plain else _expanded(tokens, macros)
    return _settled(made, different if plain else {token.kind for token in made}, macros)


def _expanded(tokens: list[Token], macros: Macros) -> list[Token]:
    """The tidy tokens of raw ones, some of which act on what is around them."""
    tokens = with_prefixes(tokens) if any(token.text in INFIX for token in tokens) else tokens
    made = _Tidier(tokens, macros, [0, 0], 0).run()
    accents, fonts = macros.decorations.accents, macros.decorations.fonts
    if accents and stands_bare(made, accents - fonts):
        made = _Tidier(tokens, replace(macros, decorations=Decorations(fonts, fonts)), [0, 0], 0).run()
    return made


def _settled(made: list[Token], kinds: Collection[str], macros: Macros) -> list[Token]:
    """Tidy tokens with the notations in them that take several symbols in the way that the grammar knows."""
    if "begin" in kinds:
        made = with_cases(made)
    if "row" in kinds:  # in one row the parser says more clearly what is missing
        made = balanced(made, _OPENING, t.CLOSERS, "bracket")
    signs = {token.text for token in made}
    if signs.isdisjoint(_NOTATIONS):
        return separated(made) if signs.issuperset(SIGNS_OF_MEMBERS) else made
    if not signs.isdisjoint(CAPITALS):
        made = with_signs(made)
        signs = {token.text for token in made}
    made = made if signs.isdisjoint(SIGNS_OF_SUMS) else with_variables(made)
    made = with_round_brackets(made, macros.functionals) if macros.functionals and "[" in signs else made
    made = with_transposes(made) if macros.primes and "'" in signs else made
    made = made if signs.isdisjoint(SIGNS_OF_SETS) else with_number_sets(made)
    made = separated(made) if signs.issuperset(SIGNS_OF_MEMBERS) else made
    made = made if signs.isdisjoint(SIGNS_OF_OPTIMA) else merged(made)
    made = with_slices(made) if ":" in signs else made
    made = with_plain_indices(made) if "_" in signs and "rel" in kinds else made
    made = with_labels(made) if "_" in signs and not signs.isdisjoint(SIGNS_OF_LABELS) else made
    return named(made) if EIGENVALUE in signs else made


def _depth(tokens: list[Token]) -> int:
    """How many brackets stand inside each other, as far as they are closed."""
    depth = most = 0
    for token in tokens:
        if token.kind != "op":
            continue
        if token.text in "{([":
            depth += 1
            most = max(most, depth)
        elif depth and token.text in "})]":
            depth -= 1
    return most


def balanced(tokens: list[Token], opening: Collection[str], closing: Collection[str], what: str) -> list[Token]:
    """The tokens with a complaint in place of each bracket without a counterpart: then it costs its own row only."""
    opened: list[int] = []
    lost: dict[int, str] = {}
    for position, token in enumerate(tokens):
        if token.kind not in _SIGN_KINDS:
            continue
        if token.text in opening:
            opened.append(position)
        elif token.text in closing and opened:
            opened.pop()
        elif token.text in closing:
            lost[position] = f"this {what} was never opened"
    if not opened and not lost:
        return tokens
    lost |= dict.fromkeys(opened, f"this {what} is never closed")
    return [Token("bad", lost[k], x.start, x.end) if k in lost else x for k, x in enumerate(tokens)]


def ungrouped(tokens: list[Token]) -> list[Token]:
    r"""Without the braces of `{\bf x}` and `{\cdot}`, a group of one token that is no script and no argument."""
    if not _has_loose_group(tokens):
        return tokens
    made: list[Token] = []
    opened: list[bool] = []  # of each open group: is it the argument of a command?
    closed = False  # whether the group that ends here is one
    position, last = 0, len(tokens) - 3
    while position < len(tokens):
        token = tokens[position]
        if token.text == "{":
            argument = _takes_argument(made[-1] if made else None, after_argument=closed)
            alone = position <= last and tokens[position + 2].text == "}" and _is_loose(tokens[position + 1])
            if alone and not argument:
                made.append(tokens[position + 1])
                position += 3
                continue
            opened.append(argument and not (made and made[-1].text in ("_", "^")))  # behind a script nothing is taken
        closed = token.text == "}" and bool(opened) and opened.pop()
        made.append(token)
        position += 1
    return made


def _has_loose_group(tokens: list[Token]) -> bool:
    """Whether a group of one token may be neither a script nor an argument."""
    for position, token in enumerate(tokens[:-2]):
        if token.text == "{" and tokens[position + 2].text == "}" and _is_loose(tokens[position + 1]):
            before = tokens[position - 1] if position else None
            if not _takes_argument(before, after_argument=False):
                return True
    return False


def _is_loose(token: Token) -> bool:
    """Whether braces around this token alone only change how it is spaced or coloured."""
    return token.kind in _LOOSE_KINDS or token.text in _LOOSE_SIGNS


def _takes_argument(before: Token | None, *, after_argument: bool) -> bool:
    """Whether a group behind this token is a script, or may be the argument of a command."""
    if before is None or before.text == "}":
        return after_argument
    return before.text in ("_", "^", "]") or (before.kind in ("cmd", "begin") and before.text not in t.SIGNS)


def _is_sum(inner: Sequence[Token]) -> bool:
    r"""The `1 - R^2` of `\mathrm{1 - R^2}`: a number and signs between single letters is no word."""
    signs = [k for k, x in enumerate(inner) if x.text in ("+", "-")]
    pieces = [inner[a + 1 : b] for a, b in pairwise((-1, *signs, len(inner)))]
    single = all(piece and (len(piece) == 1 or piece[1].text in ("_", "^")) for piece in pieces)
    return bool(signs) and single and any(piece[0].kind == "num" for piece in pieces)


IDENTITY = "I"  # in whatever font matrices are set


class _Tidier(Expander):
    """One pass over a list of raw tokens."""

    def __init__(self, raw: Iterable[Token], macros: Macros, budget: list[int], depth: int) -> None:
        super().__init__(raw, macros, budget)
        self.depth = depth

    def run(self) -> list[Token]:
        stack, out = self.stack, self.out
        following, keep = stack.pop, out.append  # there is one of each for every token of a page
        while stack:
            token = following()
            kind = token.kind
            if kind == "name" or (kind == "op" and token.text not in _NOTABLE):
                keep(token)
            elif kind in ("space", "novalue"):
                continue
            elif kind in ("cmd", "fixed"):
                self.command(token)
            elif kind == "close":
                self.active[token.text] -= 1
            elif kind == "num" and len(token.text) > MOST_DIGITS:
                self.emit("bad", f"a number of {len(token.text)} digits is too long", token)
            elif kind in _SIMPLE:
                keep(token)
            else:
                self.operator(token)
        return ungrouped(out)

    def nested(self, raw: Iterable[Token]) -> list[Token]:
        """Tidy tokens of an argument."""
        if self.depth > MOST_NESTING:
            first = next(iter(raw), Token("op", "", 0, 0))
            return [Token("bad", "this is nested too deeply", first.start, first.end)]
        return _Tidier(raw, self.macros, self.budget, self.depth + 1).run()

    # Commands -----------------------------------------------------------------------------------

    def command(self, token: Token) -> None:
        macro = self.macros.find(token.text, token.start) if token.kind != "fixed" else None
        if macro is not None:
            self.expand(macro, token)
            return
        if token.kind == "fixed":
            token = Token("cmd", token.text, token.start, token.end)
        kind, handler = COMMANDS.get(token.text), HANDLERS.get(token.text)
        if kind is not None:
            self.emit(kind, t.FUNCTION_COMMANDS.get(token.text, token.text), token) if kind else None
        elif handler is not None:
            handler(self, token)
        elif token.text in self.macros.decorations.fonts and self.at_single_letter(IDENTITY):
            self.stack.append(Token("cmd", r"\mathbf", token.start, token.end))
        elif token.text in self.macros.decorations.accents and self.at_single_letter():
            self.accent(token)
        elif token.text in self.macros.decorations.fonts:
            self.dressed_letters(token)
        elif (law := law_named(token.text)) is not None and (behind := self.peek()) is not None and behind.text == "(":
            self.emit("name", law, token)
        else:
            self.out.append(token)
            if token.text in t.ARGUMENTS:
                self.split_number()

    def split_number(self) -> None:
        r"""TeX takes one digit as an argument: `\frac12`, `x^12`."""
        following = self.peek()
        if following is not None and following.kind == "num" and following.text[1:] and following.text[0] != ".":
            self.stack[-1] = Token("num", following.text[1:], following.start + 1, following.end)
            self.stack.append(Token("num", following.text[0], following.start, following.start + 1))

    def size(self, token: Token) -> None:
        r"""`\left(` is `(`; of a bar it tells which side it is; `\left.` is nothing."""
        following = self.peek()
        if following is None:
            self.emit("bad", f"expected a bracket after {token.text}", token)
            return
        self.stack.pop()
        opens, closes = token.text in t.OPENING_SIZES, token.text in t.CLOSING_SIZES
        text = following.text
        if text == "." and token.text in (r"\left", r"\right"):
            return
        if text in ("|", r"\vert"):
            sided = r"\lvert" if opens else r"\rvert" if closes else r"\mid" if token.text[-1] in "em" else "|"
            behind = self.peek()
            if sided == "|" and behind is not None and behind.text == "_":
                sided = r"\rvert"  # a bar with a subscript says where a value is taken
            self.emit("cmd" if sided != "|" else "op", sided, token, following.end)
        elif text in t.DOUBLE_BARS:
            self.emit("cmd", r"\lVert" if opens else r"\rVert" if closes else r"\|", token, following.end)
        elif text in ("<", ">") and (opens or closes):
            self.emit("cmd", r"\langle" if opens else r"\rangle", token, following.end)
        else:
            self.stack.append(Token(following.kind, following.text, token.start, following.end))

    def substack(self, token: Token) -> None:
        r"""`\substack{i = 1 \\ i \ne j}`: conditions below each other, as a list."""
        kept = self.argument()
        if kept is None:
            self.missing(token)
            return
        listed = [Token("op", ",", x.start, x.end) if x.kind == "row" else x for x in kept]
        self.stack.extend(reversed(listed))

    def wrapper(self, token: Token) -> None:
        dropped, keeps = t.WRAPPERS[token.text]
        self.bracketed() if dropped or not keeps else None
        for _ in range(dropped):
            if self.argument() is None:
                self.missing(token)
                return
        if keeps:
            kept = self.argument()
            if kept is None:
                self.missing(token)
            else:
                self.stack.extend(reversed(kept))

    def ensured(self, token: Token) -> None:
        r"""`\ensuremath{...}` is no group in a formula, unless something takes it as its argument."""
        kept = self.argument()
        if kept is None:
            self.missing(token)
            return
        taken = _takes_argument(self.out[-1] if self.out else None, after_argument=self.after_first_argument())
        self.stack.extend(reversed(self.braced(kept, token) if taken else kept))

    def after_first_argument(self) -> bool:
        r"""Whether what was made ends with the first argument of a fraction."""
        depth = 0
        for position in range(len(self.out) - 1, 0, -1):
            depth += {"}": 1, "{": -1}.get(self.out[position].text, 0)
            if depth == 0:
                return self.out[position].text == "{" and t.ARGUMENTS.get(self.out[position - 1].text) == 2
        return False

    def brace_with_label(self, token: Token) -> None:
        kept = self.argument()
        if kept is None:
            self.missing(token)
            return
        following = self.peek()
        if following is not None and following.text == t.LABELLED_BRACES[token.text]:
            self.stack.pop()
            self.argument()
        self.stack.extend(reversed(self.braced(kept, token)))  # braces: a sum under a brace is one thing

    def stacked(self, token: Token) -> None:
        r"""`\overset{label}{=}` is the relation; under an operator the label is its subscript."""
        label, base = self.argument(), self.argument()
        if label is None or base is None:
            self.missing(token)
            return
        inner = self.nested(base)
        said = "".join(x.text for x in label).strip()
        if len(inner) == 1 and inner[0].kind == "rel":
            defines = re.sub(r"\\(?:text|mathrm|textrm)\{(.*)\}", r"\1", said).strip() in t.DEFINING_LABELS
            self.emit("rel", ":=" if defines and inner[0].text == "=" else inner[0].text, inner[0])
            self.tending(label, inner[0])
        elif len(inner) == 1 and inner[0].text == t.DRAWN:
            iid = re.sub(r"[^a-z]", "", re.sub(r"\\[A-Za-z]+", "", said).lower()) in ("iid", "ind")
            self.emit("iid" if iid else "cmd", t.DRAWN, inner[0])
        elif token.text == r"\underset":
            self.out += [*inner, Token("op", "_", token.start, token.end), *self.braced(self.nested(label), token)]
        else:
            self.emit("bad", f"{token.text} is understood on relations only", token)

    def arrow(self, token: Token) -> None:
        r"""`\xrightarrow[below]{above}`: what stands on the arrow is kept as a note where it says what tends."""
        below, above = self.bracketed() or [], self.argument()
        if above is None:
            self.missing(token)
            return
        self.emit("rel", r"\to", token)
        self.tending([*below, *above], token)

    def tending(self, label: list[Token], token: Token) -> None:
        """The label of an arrow as text behind it, where it holds an arrow itself."""
        if any(t.RELATIONS.get(x.text) == "->" for x in label):
            self.emit("text", " ".join(x.text for x in label if x.kind != "space"), token)

    def text(self, token: Token) -> None:
        raw = self.argument()
        if raw is None:
            self.missing(token)
            return
        content = "".join(x.text for x in raw)
        end = max(token.end, self.last_end)
        word = content.strip()
        after_gap = bool(self.out) and (self.out[-1].kind == "quad" or self.out[-1].text == "&")
        plain = _WORD.match(word) and word.lower() not in t.CONDITION_WORDS | t.SEPARATING_WORDS and content == word
        if plain and not after_gap:
            self.upright_word(word, token, end)
        elif word:
            self.emit("text", content, token, end)

    def upright(self, token: Token) -> None:
        raw = self.argument()
        if raw is None:
            self.missing(token)
            return
        if len(raw) == 1 and raw[0].text in (r"\top", r"\intercal"):
            self.stack.append(raw[0])
            return
        end = max(token.end, self.last_end)
        signs = [x for x in raw if x.kind == "cmd" and x.text not in _LAYOUT]
        if len(signs) == 1 and signs[0].text in t.HADAMARD | t.KRONECKER | t.DIVIDED | t.SEPARATE_OPERATORS:
            self.emit("cmd", signs[0].text, token, end)  # an operator, made smaller or moved
            return
        inner = self.nested(x for x in raw if x.kind != "space")
        if _is_sum(inner):
            self.out += inner
            return
        script = next((k for k, x in enumerate(inner) if x.text in ("_", "^")), len(inner))
        word = "".join(x.text for x in inner[:script])
        word = re.sub(r"\\mathrm\{(.*?)\}", r"\1", word).replace(r"\_", "-")
        if not re.fullmatch(r"[A-Za-z0-9.\-:*]+", word):
            if inner and all(x.kind in ("name", "func") for x in inner):
                self.out += inner
                return
            self.emit("bad", f"{token.text} is understood around words only", token, end)
            return
        self.upright_word(word, token, end)
        self.out += inner[script:]

    def upright_word(self, word: str, token: Token, end: int) -> None:
        if word in t.FUNCTIONS:
            self.emit("func", t.FUNCTIONS[word], token, end)
        elif word in t.SEPARATING_WORDS and len(word) > 2:
            self.emit("text", word, token, end)
        elif word.isdigit():
            self.emit("num", word, token, end)
        else:
            self.emit("name", rf"\mathrm{{{word}}}", token, end)

    def font(self, token: Token) -> None:
        raw = self.argument()
        if raw is None:
            self.missing(token)
            return
        spelled = "".join(x.text for x in raw if x.kind == "name")
        if token.text == r"\mathcal" and len(spelled) == len(raw) > 1 and spelled in LAWS.notations:
            self.emit("name", rf"\mathcal{{{spelled}}}", token, max(token.end, self.last_end))
            return
        if len(raw) > 1 and len(spelled) == len(raw) and spelled in t.FUNCTIONS:
            self.upright_word(spelled, token, raw[-1].end)
            return
        whole = Token(token.kind, token.text, token.start, max(token.end, self.last_end))
        self.out += self.styled(self.nested(raw), t.FONTS[token.text], whole)

    def styled(self, inner: list[Token], font: str, at: Token) -> list[Token]:
        """The font laid on each symbol that is not in a script."""
        result: list[Token] = []
        script_depth, after_script = 0, False
        for token in inner:
            if script_depth or after_script:
                script_depth += {"{": 1, "}": -1}.get(token.text, 0)
                after_script = False
                result.append(token)
                continue
            after_script = token.text in ("^", "_")
            single = len(inner) == 1
            place = (min(at.start, token.start), max(at.end, token.end)) if single else (token.start, token.end)
            if token.kind == "name" or (token.kind == "num" and token.text in ("0", "1")):
                result.append(Token("name", _restyle(font, token.text), *place))
            else:
                result.append(token)
        return result

    def accent(self, token: Token) -> None:
        raw = self.argument()
        if raw is None:
            self.missing(token)
            return
        close = self.last_end
        inner = self.nested(raw)
        accent = t.ACCENTS.get(token.text, token.text)
        if _is_symbol(inner):
            first, *scripts = inner
            self.emit("name", f"{accent}{{{first.text}}}", token, first.end if scripts else max(token.end, close))
            self.out += scripts
        else:  # the mean of x^2 is no power of the mean: a thing of its own
            self.out += [token, Token("op", "{", token.end, token.end), *inner, Token("op", "}", close, close)]

    def dressed_letters(self, token: Token) -> None:
        r"""`\vt{A B}` where \vt is a font: each letter bears it."""
        kept = self.argument()
        if kept is None:
            self.missing(token)
            return
        for letter in reversed([x for x in kept if x.kind != "space"]):
            dressed = letter.kind in ("name", "cmd")
            self.stack.extend(reversed([token, *self.braced([letter], letter)] if dressed else [letter]))

    def at_single_letter(self, letter: str = "") -> bool:
        """Whether a group comes next that holds one letter, or this one."""
        group = [x for x in self.stack[-6:][::-1] if x.kind != "space"][:3]
        alone = [x.text for x in group[::2]] == ["{", "}"] and group[1].kind in ("name", "cmd")
        return alone and letter in ("", group[1].text)

    def switch(self, token: Token) -> None:
        r"""`{\bf x}`: the font holds to the end of the group."""
        depth, inner = 0, []
        while self.stack:
            following = self.stack[-1]
            depth += {"{": 1, "}": -1}.get(following.text, 0) if following.kind == "op" else 0
            if depth < 0 or following.text == "&" or following.kind == "row":
                break
            inner.append(self.stack.pop())
        font = t.SWITCHES[token.text]
        made = Token("cmd", font, token.start, token.end)
        if font in t.FONTS:
            self.out += self.styled(self.nested(inner), font, token)
        else:
            self.stack.extend(reversed([made, *self.braced(inner, token)]))

    def environment(self, token: Token) -> None:
        raw = self.argument()
        end = self.last_end
        name = "".join(x.text for x in raw or []).strip().rstrip("*")
        if raw is None:
            self.missing(token)
            return
        opening = token.text == r"\begin"
        if opening and name in t.ENVIRONMENTS_WITH_ARGUMENT:
            self.bracketed()
            self.argument()
        elif opening and (name in t.ROW_ENVIRONMENTS):
            self.bracketed()
        if name not in t.ROW_ENVIRONMENTS:
            self.emit("begin" if opening else "end", name, token, max(token.end, end))

    def negation(self, token: Token) -> None:
        following = self.peek()
        if following is not None and following.text in ("=", r"\in"):
            self.stack.pop()
            kind, text = ("rel", r"\ne") if following.text == "=" else ("cmd", r"\notin")
            self.emit(kind, text, token, following.end)
        else:
            self.emit("bad", r"\not is understood in front of = and \in only", token)

    def operator(self, token: Token) -> None:
        text = token.text
        if text in t.INVISIBLE:
            return
        following = self.stack[-1] if self.stack else None
        if text == ":" and following is not None and following.text == "=":
            self.stack.pop()
            self.emit("rel", ":=", token, following.end)
        elif text == "=" and following is not None and following.text == ":":
            self.stack.pop()
            self.emit("rel", "=:", token, following.end)
        elif text in t.RELATIONS:
            self.emit("rel", text, token)
        else:
            self.out.append(token if token.kind == "op" else Token("op", text, token.start, token.end))
            if following is not None and text in ("^", "_"):
                self.split_number()


def _is_symbol(tokens: list[Token]) -> bool:
    """Whether tokens are one symbol with its scripts, none a power: an accent on it is one on its letter."""
    if not tokens or tokens[0].kind != "name":
        return False
    _, above, end = scripts_at(tokens, 1)
    return end == len(tokens) and not (above and above[0].kind == "num")


def _restyle(font: str, name: str) -> str:
    r"""A symbol in a font: bold wins over italic once (`\bm{\bm{x}}` is `\bm{x}`), accents stay outside."""
    if name.startswith(font + "{") or (name.startswith(r"\mathrm{") and len(name) > 10):
        return name
    accent = re.fullmatch(r"(\\(?:hat|tilde|bar|dot|ddot|check|breve|acute|mathring))\{(.*)\}", name)
    if accent:
        return f"{accent.group(1)}{{{_restyle(font, accent.group(2))}}}"
    if font == r"\mathbb" and name in "01":
        font = r"\bm"
    return f"{font}{{{name}}}"


Handler = Callable[[_Tidier, Token], None]


def _handlers() -> dict[str, Handler]:
    rows: list[tuple[Iterable[str], Handler]] = [
        (t.SIZES, _Tidier.size),
        (t.WRAPPERS, _Tidier.wrapper),
        (t.LABELLED_BRACES, _Tidier.brace_with_label),
        (t.STACKED, _Tidier.stacked),
        ((r"\substack",), _Tidier.substack),
        ((r"\ensuremath",), _Tidier.ensured),
        (t.LONG_ARROWS, _Tidier.arrow),
        (t.TEXT_COMMANDS, _Tidier.text),
        (t.UPRIGHT_COMMANDS, _Tidier.upright),
        (t.FONTS, _Tidier.font),
        (t.SWITCHES, _Tidier.switch),
        (t.ACCENTS, _Tidier.accent),
        ((r"\begin", r"\end"), _Tidier.environment),
        ((r"\not",), _Tidier.negation),
        (t.QUESTIONS, _Tidier.condition),
        (t.BRANCHING, _Tidier.branch),
    ]
    return {name: handler for names, handler in rows for name in names}


HANDLERS = _handlers()
KINDS = Kinds(HANDLERS.keys() | INFIX.keys())
