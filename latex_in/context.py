"""What every part of the reader needs: the page, the decisions on names, and the way from tokens to terms."""

from __future__ import annotations

import re
from dataclasses import dataclass

from language.derivation import Unread
from language.terms import App, Span, Sym, Term
from latex_in.names import Names
from latex_in.parser import Parser
from latex_in.scan import Tokens
from latex_in.source import ParseError, Source


@dataclass(frozen=True)
class Context:
    source: Source
    text: str
    names: Names

    def parse(self, tokens: Tokens) -> Term:
        """The term that tokens make. Raises `ParseError`."""
        if not tokens:
            raise ParseError(0, 0, "expected a term")
        return Parser(list(tokens), self.source, self.names).whole()

    def parser(self, tokens: Tokens) -> Parser:
        return Parser(list(tokens), self.source, self.names)

    def span(self, tokens: Tokens) -> Span:
        """The region that tokens cover; they must not be empty."""
        return self.source.span(min(x.start for x in tokens), max(x.end for x in tokens))

    def latex(self, tokens: Tokens) -> str:
        """The LaTeX of tokens as written: one line, without alignment marks and comments."""
        if not tokens:
            return ""
        raw = self.text[min(x.start for x in tokens) : max(x.end for x in tokens)]
        raw = re.sub(r"(?<!\\)%[^\n]*", " ", raw).replace("\u200b", " ")
        if not any(x.kind == "begin" for x in tokens):
            raw = re.sub(r"\\\\\*?(?:\s*\[-?[\d.]+\s*\w+\])?", " ", raw)
            raw = re.sub(r"(?<!\\)&", " ", raw)
            raw = re.sub(r"\\(?:nonumber|notag)\b|\\label\s*\{[^{}]*\}", " ", raw)
        return " ".join(raw.split())

    def unread(self, error: ParseError, tokens: Tokens, chain: int = 0, display: bool = True) -> Unread:
        start, end = (error.start, error.end) if error.end or not tokens else (tokens[0].start, tokens[0].end)
        return Unread(self.source.span(start, end), error.message, self.latex(tokens), chain, display)


def base_name(term: Term) -> str | None:
    """The name of a symbol, of an indexed symbol or of a called function; None for anything else."""
    match term:
        case Sym(name):
            return name
        case App("index" | "apply", (inner, *_)):
            return base_name(inner)
        case App("density", (Sym(name), *_)):
            return name
    return None
