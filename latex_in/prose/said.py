"""A formula in a sentence, and what words nearby may speak of in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from hence.language.derivation import Distributed, Interval, Mapping, Membership, RealSpace, Unread
from hence.language.records import dataclass
from hence.language.terms import App, Span, Sym, Term
from hence.latex_in.formula.context import Context
from hence.latex_in.formula.declare import Equation, Found, Mention, Space, read_formula, size
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.source import ParseError
from hence.latex_in.prose.grammar import marks_in
from hence.latex_in.prose.words import Spoken


@dataclass
class Said:
    """One formula of a sentence and what it says."""

    tokens: list[Token]
    mark: str
    found: list[Found] = field(default_factory=list)
    unread: Unread | None = None
    size: tuple[Term, ...] = ()  # the dimensions of `m \\times n`

    def terms(self) -> tuple[Term, ...]:
        """The terms that words nearby may speak of."""
        result: list[Term] = []
        for item in self.found:
            match item:
                case Mention(terms):
                    result.extend(terms)
                case Membership(subject=s) | Distributed(subject=s) | Mapping(function=s):
                    result.append(s)
                case Equation(formula=f):
                    result.append(f.lhs)
                case _:
                    pass
        return tuple(dict.fromkeys(result))

    def symbols(self) -> tuple[Term, ...]:
        """Those of its terms that are symbols or members of a family."""
        return tuple(x for x in self.terms() if is_symbol(x))

    def dimensions(self) -> int | None:
        """How many dimensions the formula itself gives its symbols; None where it gives none."""
        for item in self.found:
            if isinstance(item, Membership):
                return len(item.space.dims) if isinstance(item.space, RealSpace) else 0
            if isinstance(item, Equation) and item.formula.relation in ("<", "<=", ">", ">="):
                return 0
        return None

    def form(self) -> tuple[str, int | None]:
        """Formulas of one form in a row are spoken of together: "$q \\in R^d$ and $k \\in R^d$ are random"."""
        first = self.found[0] if self.found else None
        return type(first).__name__, self.dimensions()

    def equates(self) -> bool:
        """Whether it is an equation, which says all by itself what its left side is."""
        return any(isinstance(x, Equation) and x.formula.relation == "=" for x in self.found)

    def bounds(self) -> bool:
        """Whether it is a term with a bound or a space of its own: "$r > 0$", "$p \\in (0, 1)$"."""
        bounded = (Membership, Equation)
        return len(self.found) == 1 and isinstance(self.found[0], bounded) and not self.equates()

    def is_plain(self) -> bool:
        """Whether it is a term, and no statement about one."""
        return all(isinstance(x, Mention) for x in self.found)

    def spaces(self) -> list[RealSpace]:
        return [x.space for x in self.found if isinstance(x, Space) and isinstance(x.space, RealSpace)]

    def intervals(self) -> list[Interval]:
        """Those that stand alone: "$x$ in $[0, 1]$"."""
        return [x.space for x in self.found if isinstance(x, Space) and isinstance(x.space, Interval)]


def is_symbol(term: Term) -> bool:
    return isinstance(term, Sym) or (isinstance(term, App) and term.head == "index" and isinstance(term.args[0], Sym))


def say(context: Context, tokens: list[Token], mark: str) -> Said:
    """A formula, read. What is not understood is its `unread`."""
    said = Said(tokens, mark, size=size(context, tokens))
    try:
        said.found = list(read_formula(context, tokens))
    except ParseError as error:
        said.unread = context.unread(error, tokens, display=False)
    return said


def together(marks: Iterable[str], by_mark: dict[str, Said]) -> list[Said]:
    """The last formulas of a list that have one form: what is said of a list is said of these."""
    chosen: list[Said] = []
    for said in reversed([by_mark[m] for m in marks if m in by_mark]):
        if chosen and said.form() != chosen[0].form():
            break
        chosen.insert(0, said)
    return chosen


@dataclass
class Sentence:
    """A sentence with its formulas; `some` are the letters that stand for one value so far."""

    spoken: Spoken
    by_mark: dict[str, Said]
    context: Context
    span: Span
    some: set[str]
    used: set[int] = field(default_factory=set)  # formulas that only say where another holds
    excepting: bool = False  # it says as a whole where something does not hold: "unless $x = 0$"

    @property
    def signs(self) -> str:
        return self.spoken.signs

    @property
    def goes_on(self) -> bool:
        return self.spoken.goes_on

    def placed(self) -> list[tuple[int, Said]]:
        return [(k, self.by_mark[c]) for k, c in enumerate(self.signs) if c in self.by_mark]

    def terms(self, signs: str) -> list[Term]:
        return [x for m in marks_in(signs) if m in self.by_mark for x in self.by_mark[m].terms()]
