"""What every part of the reader needs: the page, the decisions on names, and the way from tokens to terms."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from hence.language.derivation import Unread
from hence.language.records import dataclass
from hence.language.terms import App, Num, Span, Sym, Term, free_names
from hence.latex_in import tables as t
from hence.latex_in.formula.parser import Parser
from hence.latex_in.letters.names import Names
from hence.latex_in.page.scan import Tokens, scripts_at, symbol_at
from hence.latex_in.page.source import ParseError, Source

_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_ROW_END = re.compile(r"\\\\\*?(?:\s*\[-?[\d.]+\s*\w+\])?")
_BETWEEN_DISPLAYS = re.compile(r"\$\$\s*\$\$|\\\]\s*\\\[|\\end\{\w+\*?\}\s*\\begin\{\w+\*?\}")
_ALIGNMENT = re.compile(r"(?<!\\)&")
_LABEL = re.compile(r"\\(?:nonumber|notag)\b|\\label\s*\{[^{}]*\}")


@dataclass(frozen=True)
class Context:
    source: Source
    text: str
    names: Names

    def parse(self, tokens: Tokens) -> Term:
        """The term that tokens make. Raises `ParseError`."""
        parser = self.parser(tokens)
        term = parser.whole() if tokens else None
        if term is not None and not parser.doubled:  # nearly always: there are no other sides to look at
            return term
        (again,) = self.sides((tokens,))
        if isinstance(again, ParseError):
            raise again
        return again

    def parse_all(self, runs: Sequence[Tokens], lenient: bool = False) -> list[Term]:
        """The terms of several runs. Raises `ParseError` for the first that is not understood."""
        found: list[Term] = []
        for term in self.sides(runs, lenient=lenient):
            if isinstance(term, ParseError):
                raise term
            found.append(term)
        return found

    def sides(
        self, runs: Sequence[Tokens], before: Sequence[Term] = (), lenient: bool = False
    ) -> list[Term | ParseError]:
        r"""The sides of one statement. `\sum_{i \ne j}` runs over j as well, unless a side has a j of its own.

        `before` are terms that the statement continues. `lenient`: what is not understood becomes an opaque part.
        """
        parsers = [self.parser(run) for run in runs]
        terms = [_whole(parser) for parser in parsers]
        for number, (term, run) in enumerate(zip(terms, runs, strict=True)) if lenient else ():
            if isinstance(term, ParseError):
                parsers[number] = Parser(list(run), self.source, self.names, lenient=True)
                terms[number] = _with_opaque_parts(parsers[number], term)
        doubled = set[str]().union(*[parser.doubled for parser in parsers])
        if not doubled:
            return terms
        own = {name for term in (*terms, *before) if not isinstance(term, ParseError) for name in free_names(term)}
        if not doubled & own:
            return terms
        names = replace(self.names, fixed=self.names.fixed | (doubled & own))
        again = [_whole(Parser(list(run), self.source, names)) for run in runs]
        return [
            _with_opaque_parts(Parser(list(run), self.source, names, lenient=True), term)
            if lenient and isinstance(term, ParseError)
            else term
            for term, run in zip(again, runs, strict=True)
        ]

    def parser(self, tokens: Tokens) -> Parser:
        return Parser(list(tokens), self.source, self.names)

    def span(self, tokens: Tokens) -> Span:
        """The region that tokens cover; they must not be empty."""
        return self.source.span(min(x.start for x in tokens), max(x.end for x in tokens))

    def latex(self, tokens: Tokens) -> str:
        """The LaTeX of tokens as written: one line, without alignment marks and comments."""
        if not tokens:
            return ""
        raw = self.text[min([x.start for x in tokens]) : max([x.end for x in tokens])]
        raw = _COMMENT.sub(" ", raw).replace("\u200b", " ")
        if not any(x.kind == "begin" for x in tokens):
            raw = _LABEL.sub(" ", _ALIGNMENT.sub(" ", _ROW_END.sub(" ", _BETWEEN_DISPLAYS.sub(" ", raw))))
        return " ".join(raw.split())

    def unread(self, error: ParseError, tokens: Tokens, chain: int = 0, display: bool = True) -> Unread:
        start, end = (error.start, error.end) if error.end or not tokens else (tokens[0].start, tokens[0].end)
        span = self.source.span(start, end)
        silent = any(token.kind == "rel" and token.text in t.UPDATES for token in tokens)
        silent = silent or (not display and _is_fragment(tokens))
        return Unread(span, error.message, self.latex(tokens), chain, display, self.symbols(tokens), silent=silent)

    def symbols(self, tokens: Tokens) -> tuple[str, ...]:
        """The names of the symbols in a formula, with their labels, in order."""
        found: list[str] = []
        for position, token in enumerate(tokens):
            if token.kind == "name" and token.text not in t.NOT_FUNCTIONS | t.IDENTITIES:
                name, after = symbol_at(tokens, position)
                below, _, _ = scripts_at(tokens, after)
                labels = self.names.subscript(name, below).labels if below else ()
                found.append(f"{name}_{{{','.join(labels)}}}" if labels else name)
        return tuple(dict.fromkeys(found))


def _whole(parser: Parser) -> Term | ParseError:
    if not parser.tokens:
        return ParseError(0, 0, "expected a term")
    try:
        return parser.whole()
    except ParseError as error:
        return error


def _with_opaque_parts(parser: Parser, error: ParseError) -> Term | ParseError:
    """The term with opaque parts, or what is wrong with it: the first complaint says most."""
    return error if isinstance(term := _whole(parser), ParseError) else term


_DEVIATION = re.compile(r"(?:\\(?:hat|tilde|bar)\{)?\\sigma\b|s\b")


def is_variance(term: Term) -> bool:
    """sigma^2, s_j^2: squares that are named before their roots, which are not negative."""
    match term:
        case App("pow", (Sym(name) | App("index", (Sym(name), *_)), Num(value))):
            return value == 2 and bool(_DEVIATION.match(name))
    return False


def is_inverse(term: Term) -> bool:
    """S^{-1}: precisions are named before covariances."""
    match term:
        case App("pow", (Sym(), Num(value))):
            return value == -1
    return False


def base_name(term: Term) -> str | None:
    """The name of a symbol, with index or arguments, or of what a variance or an inverse belongs to; else None."""
    match term:
        case Sym(name):
            return name
        case App("pow", (inner, Num())) if is_variance(term) or is_inverse(term):
            return base_name(inner)
        case App("index" | "apply", (inner, *_)):
            return base_name(inner)
        case App("density", (Sym(name), *_)):
            return name
    return None


def _is_fragment(tokens: Tokens) -> bool:
    r"""`$> 0$`, `$L \ge$`: half of a relation, whose other half is words."""
    ends = (*tokens[:1], *tokens[-1:])
    return any(token.kind == "rel" or token.text in (t.MEMBER, t.DRAWN) for token in ends)
