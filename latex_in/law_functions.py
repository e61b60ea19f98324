r"""Functions that a law determines, under their usual names: f_X, F_X and M_X are the density of X, its distribution
function and its moment generating function.

Where the words of a page speak of such a function and X has a law, an equation for it is no definition: it claims
something of that law. The definition is given here, and stands right behind the law.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from hence.language.derivation import Distributed, Fact, Formula, Given, Membership, Property, RealSpace
from hence.language.laws import LAWS, Interval, Row
from hence.language.laws.row import ORDER as ROW_ORDER
from hence.language.terms import (
    App,
    Bind,
    Num,
    Range,
    Span,
    Sym,
    Term,
    app,
    free_names,
    num,
    strip_spans,
    substitute,
    subterms,
)
from hence.latex_in import tables as t
from hence.latex_in.formula.chains import strip_punctuation
from hence.latex_in.letters.names import letter_of, plain_letter
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import Tokens, group_end, split_commas

POINT, ORDER, INNER, INDEX = Sym("x"), Sym("t"), Sym("u"), Sym("i")
ANY_ORDER = Sym(r"\mathit{t}")  # a letter of ours, which means nothing else on any page
_A_NUMBER = Membership(ANY_ORDER, RealSpace())
_OF_NUMBERS = frozenset("add mul neg div pow index sqrt".split())
Made = tuple[Sym, Term]  # an argument, and the value of the function there


def functions_of(law: Distributed, spoken: frozenset[str], terms: Iterable[Term]) -> list[Fact]:
    """The definitions of the functions of a law that a page speaks of and uses."""
    if not isinstance(law.subject, Sym) or law.independent:
        return []
    makers = {letter: partial(_FUNCTIONS[letter], law.subject, law.law) for letter in spoken & LETTERS}
    terms = list(terms)
    return [*_definitions(law.subject, makers, terms, law.span), *_by_name(law, terms)]


def _by_name(law: Distributed, terms: Iterable[Term]) -> list[Fact]:
    r"""The function I_0 in which pages write a von Mises density, where they use it."""
    row = _row(law.law)
    used = _arguments(terms) if row is not None and row.functions else {}
    values = {name: value.term for name, value in row.functions} if row is not None else {}
    formulas = (Formula(app("apply", Sym(n), POINT), "=", value, law.span) for n, value in values.items() if n in used)
    return [Fact(formula, True, (), law.span) for formula in formulas]


def functions_of_any(said: Property, spoken: frozenset[str], terms: Iterable[Term]) -> list[Fact]:
    """The same of something that is called random, whatever its law is: F_X(x) is the probability of X <= x."""
    if not isinstance(said.subject, Sym) or said.word != "random":
        return []
    makers = {letter: partial(_OF_ANY[letter], said.subject) for letter in spoken & _OF_ANY.keys()}
    return _definitions(said.subject, makers, terms, said.span)


def _definitions(
    subject: Sym, makers: Mapping[str, Callable[[], Made | None]], terms: Iterable[Term], span: Span
) -> list[Fact]:
    used, found = _arguments(terms), list[Fact]()
    for letter, make in sorted(makers.items()):
        name = f"{letter}_{{{subject.name}}}"
        made = make() if name in used else None
        if made is None or any(app("transpose", argument) in used[name] for argument in used[name]):
            continue
        value = Formula(app("apply", Sym(name), made[0]), "=", made[1], span)
        found.append(Fact(value, True, (), span))
    return found


def labelled(tokens: Tokens) -> tuple[str | None, list[Token]]:
    r"""The label of `P \colon X \sim ...` and `m_1 \colon y = ...`, and what it labels; None for what has no label."""
    end = next((k for k, x in enumerate(tokens[:6]) if x.text in (":", r"\colon")), None)
    labels = end is not None and end > 0 and tokens[0].kind == "name" and len(tokens) > end + 2
    if end is None or not labels or (end > 1 and tokens[1].text != "_"):
        return None, list(tokens)
    states = any(x.kind == "rel" or x.text == t.DRAWN for x in tokens[end + 1 :])
    return ("".join(x.text for x in tokens[:end]), list(tokens[end + 1 :])) if states else (None, list(tokens))


def law_called(label: str, law: Distributed, densities: frozenset[str]) -> list[Fact]:
    """P as the name of a law, and p as its density, where the page has densities of that letter."""
    small, point = Sym(label.lower()), POINT
    facts = [Fact(Formula(Sym(label), "=", law.law, law.span), True, (), law.span)]
    if small.name in densities and _row(law.law) is not None:
        density = app("density", small, app("given"), point)
        facts.append(Fact(Formula(density, "=", _at(law.law, point), law.span), True, (), law.span))
    return facts


def generating_claim(said: Distributed) -> tuple[Given, Formula] | None:
    """That E[e^{t X}] is what the law of X makes it: this is to have the law, wherever it exists about t = 0.

    With what t is: a number, or a vector. None for laws without such a function.
    """
    row = _row(said.law)
    if row is None or row.mgf is None or said.given or said.independent:
        return None
    assert isinstance(said.law, App)
    if row.name == "Normal":
        mean, spread = said.law.args
        number = _is_of_numbers(spread)
        turned = ANY_ORDER if number else app("transpose", ANY_ORDER)
        along, twice = app("mul", turned, said.subject), app("mul", turned, spread, ANY_ORDER)
        tilt = app("add", app("mul", turned, mean), app("div", twice, num(2)))
        claim = Formula(app("E", app("exp", along)), "=", app("exp", tilt))
        return (_A_NUMBER if number else Property(ANY_ORDER, "vector")), claim
    values = dict(zip((p.name for p in row.parameters), said.law.args[1:], strict=True))
    value = substitute(row.mgf.term, {**values, ROW_ORDER: ANY_ORDER})
    return _A_NUMBER, Formula(app("E", app("exp", app("mul", ANY_ORDER, said.subject))), "=", value)


def _is_of_numbers(spread: Term) -> bool:
    """Whether a variance is made of small letters and numbers; the covariance of vectors is a matrix."""
    heads = {x.head for x in subterms(spread) if isinstance(x, App)}
    letters = [plain_letter(letter_of(name)) for name in free_names(spread)]
    return heads <= _OF_NUMBERS and all(x.lstrip("\\")[:1].islower() for x in letters)


def parameters_of(one: Term, other: Term) -> list[tuple[Term, Term]]:
    """The parameters of two notations of a law, side by side; none for laws of different kinds."""
    match one, other:
        case App("Normal", first), App("Normal", second):
            return list(zip(first, second, strict=True))
        case App("apply", (name, *first)), App("apply", (same, *second)) if name == same and len(first) == len(second):
            return list(zip(first, second, strict=True))
    return []


def is_law(tokens: Tokens) -> bool:
    r"""Whether tokens are a name with a bracket, and nothing else: `\mathcal{N}(0, 1)`."""
    kept = strip_punctuation(tokens)
    opening = next((k for k, x in enumerate(kept) if x.text == "("), None)
    return bool(opening) and kept[0].kind == "name" and group_end(kept, opening or 0) == len(kept)


def arguments_of(tokens: Tokens) -> list[Tokens]:
    """What stands between the commas of the first bracket."""
    opening = next((k for k, x in enumerate(tokens) if x.text == "("), None)
    return split_commas(tokens[opening + 1 : group_end(tokens, opening) - 1]) if opening is not None else []


def sample_means(names: Iterable[str], terms: Iterable[Term]) -> list[Fact]:
    r"""\bar{x} = (x_1 + ... + x_n) / n for means that words speak of, of samples that the page counts from 1 to n."""
    sizes = _sizes(terms)
    found: list[Fact] = []
    for name in sorted(names):
        letter = letter_of(name)
        if name != rf"\bar{{{letter}}}" or len(sizes.get(letter, ())) != 1:
            continue
        (size,) = sizes[letter]
        whole = Bind("sum", INDEX, Range(num(1), size), app("index", Sym(letter), INDEX))
        found.append(Fact(Formula(Sym(name), "=", app("mul", app("div", num(1), size), whole)), True))
    return found


def _sizes(terms: Iterable[Term]) -> dict[str, set[Term]]:
    """How far x_i is counted in the sums and products of a page, by x."""
    found: dict[str, set[Term]] = {}
    for term in (x for side in terms for x in subterms(side)):
        match term:
            case Bind("sum" | "prod" | "rows", variable, Range(Num(low), high), body) if low == 1:
                for part in subterms(body):
                    match part:
                        case App("index", (Sym(name), index)) if index == variable:
                            found.setdefault(name, set()).add(strip_spans(high))
    return found


def _arguments(terms: Iterable[Term]) -> Mapping[str, set[Term]]:
    """The names of functions with one argument, and their arguments, also where one is transposed elsewhere."""
    found: dict[str, set[Term]] = {}
    transposed: set[Term] = set()
    for term in (x for side in terms for x in subterms(side)):
        match term:
            case App("apply", (Sym(name), argument)):
                found.setdefault(name, set()).add(argument)
            case App("transpose", (Sym(),)):
                transposed.add(term)
    return {name: arguments | transposed for name, arguments in found.items()}


def _row(law: Term) -> Row | None:
    match law:
        case App("Normal", (_, _)):
            return LAWS["Normal"]
        case App("apply", (Sym(name), *values)) if (row := LAWS.called(name)) is not None:
            return row if len(values) == len(row.parameters) else None
    return None


def _at(law: Term, point: Term) -> Term:
    if isinstance(law, App) and law.head == "Normal":
        return app("normal_pdf", point, *law.args)
    return app("pdf", point, law)


def _density(_: Sym, law: Term) -> Made | None:
    row = _row(law)
    known = row is not None and (row.is_number or row.name != "Categorical")
    return (POINT, _at(law, POINT)) if known else None


def _distribution(_: Sym, law: Term) -> Made | None:
    """The integral of the density from where the support begins; laws without a beginning have none of ours."""
    row = _row(law)
    if row is None or not isinstance(row.support, Interval) or row.support.low is None or not isinstance(law, App):
        return None
    values = dict(zip((p.name for p in row.parameters), law.args[1:], strict=True))
    low = substitute(row.support.low.term, values)
    return POINT, Bind("integral", INNER, Range(low, POINT), _at(law, INNER))


def _generating(subject: Sym, law: Term) -> Made | None:
    row = _row(law)
    known = row is not None and row.is_number
    return _exponential(subject) if known else None


_FUNCTIONS: Mapping[str, Callable[[Sym, Term], Made | None]] = {"f": _density, "F": _distribution, "M": _generating}
LETTERS = frozenset(_FUNCTIONS)


def _at_most(subject: Sym) -> Made:
    exceeds = app("indicator", app("add", subject, app("neg", POINT)))
    return POINT, app("E", app("add", num(1), app("neg", exceeds)))


def _exponential(subject: Sym) -> Made:
    return ORDER, app("E", app("exp", app("mul", ORDER, subject)))


_OF_ANY: Mapping[str, Callable[[Sym], Made]] = {"F": _at_most, "M": _exponential}

__all__ = ["LETTERS", "functions_of", "functions_of_any", "sample_means"]
