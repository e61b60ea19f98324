r"""What may stand beside an arrow of implication and is no single relation: `x = 2 \text{ or } x = -2`, `X \perp Y`."""

from __future__ import annotations

from collections.abc import Iterable

from hence.language.derivation import Formula, Given, Independent, Property, Step, Unread
from hence.language.terms import App, Num, Span, Sym, Term, app, num
from hence.latex_in import tables as t
from hence.latex_in.formula.chains import strip_punctuation
from hence.latex_in.formula.context import Context
from hence.latex_in.page.scan import Tokens, split
from hence.latex_in.page.source import ParseError

_INDEPENDENT = frozenset((r"\mathrm{independent}", r"\text{independent}"))


def alternatives(context: Context, cases: list[list[Step | Unread]], tokens: Tokens, chain: int) -> Step | Unread:
    """Equations of which one holds, as one: the product of their differences is zero."""
    steps = [case[0] for case in cases if len(case) == 1 and isinstance(case[0], Step)]
    if len(steps) < len(cases) or any(s.formula.relation != "=" for s in steps):
        problem = ParseError(tokens[0].start, tokens[-1].end, "alternatives are understood between equations only")
        return context.unread(problem, tokens, chain)
    product = App("either", tuple(_difference(s.formula) for s in steps), steps[0].formula.lhs.span)
    formula = Formula(product, "=", num(0), context.span(tokens))
    shown = "".join(_shown(s) for s in steps)
    return Step(formula, chain, context.span(tokens), shown, "0", justification=steps[-1].justification)


def _difference(formula: Formula) -> Term:
    if formula.rhs == Num(num(0).value):
        return formula.lhs
    return app("add", formula.lhs, app("neg", formula.rhs))


def _shown(step: Step) -> str:
    right = step.rhs_text.strip(" .,;")
    if right == "0":
        return f"({step.lhs_text})"
    return f"({step.lhs_text} + {right[1:].strip()})" if right[:1] == "-" else f"({step.lhs_text} - {right})"


def apart(context: Context, tokens: Tokens, about: Tokens) -> Given | Formula | None:
    r"""`X \perp Y`: independence where a statement speaks of chance, or else orthogonality; None: neither."""
    if tokens and tokens[-1].text in _INDEPENDENT:
        return _independent(context, tokens)
    signs = [k for k, x in enumerate(tokens) if x.text in t.APART]
    if not signs or signs[-1] - signs[0] > 1:
        return None
    sides = [strip_punctuation(x) for x in (tokens[: signs[0]], tokens[signs[-1] + 1 :])]
    lists = [_letters(context, side) for side in sides]
    if None in lists:
        return None
    subjects = tuple(x for each in lists for x in each or ())
    if len(signs) == 2 or tokens[signs[0]].text != r"\perp" or any(x.text in t.OF_CHANCE for x in about):
        return Independent(subjects, False, context.span(tokens))
    if len(subjects) > 2:
        return None
    return Formula(app("inner", *subjects), "=", num(0), context.span(tokens))


def _independent(context: Context, tokens: Tokens) -> Independent | None:
    r"""`X, Y \text{ independent}`."""
    subjects = _letters(context, strip_punctuation(tokens[:-1]))
    several = subjects is not None and len(subjects) > 1
    return Independent(subjects or (), False, context.span(tokens)) if several else None


def _letters(context: Context, tokens: Tokens) -> tuple[Term, ...] | None:
    """The symbols between the commas of a list; None for a list of anything else."""
    if any(x.kind == "rel" for x in tokens):
        return None
    terms = context.sides(list(split(tokens, lambda token: token.text == ",")))
    plain = tuple(x for x in terms if isinstance(x, Sym) or (isinstance(x, App) and x.head == "index"))
    return plain if plain and len(plain) == len(terms) else None


def not_understood(names: Iterable[str], text: str, span: Span) -> tuple[Given, ...]:
    """A premise that was not understood, as properties without meaning: nothing is refuted of the symbols."""
    return tuple(Property(Sym(name), f'restricted by "{text}"', span) for name in dict.fromkeys(names))
