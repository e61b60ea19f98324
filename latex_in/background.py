r"""The model in which all of a page is said: the m of `p(y \mid m) = \int p(y \mid \theta) p(\theta) d\theta`.

It stands behind the bar here and there, and is no value of anything. What everything is conditioned on need not be
written, so it is left out everywhere. It must stand nowhere else but as an argument: nobody speaks of p(m), of m_1 and
m_2, of p(y) beside p(y | m), or says what m is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from hence.language.derivation import Context, Fact, Formula, Item, Notice, Step, Unread, flat
from hence.language.terms import App, Bind, Span, Sym, Term, mapped, subterms

MODELS = ("m", "M", r"\mathcal{M}")


def without_background(items: tuple[Item, ...]) -> tuple[tuple[Item, ...], list[Notice]]:
    """The items of a page without such a letter, and what its author should know of that."""
    whole = list(flat(items))
    name = next((n for n in MODELS if _is_background(n, whole)), None)
    if name is None:
        return items, []
    told = f"{name} is taken as the model in which all of this is said: it is meant as well where it is not written"
    return _changed(items, lambda term: _without(term, Sym(name))), [Notice("model", Span(1, 1, 1, 1), told)]


def _is_background(name: str, items: Iterable[Item]) -> bool:
    densities, other, plain = 0, 0, False
    for item in items:
        formulas = list(_formulas(item))
        if not formulas and name in repr(item).split("'") and not isinstance(item, Unread):
            return False  # words say what it is
        if any(_tells_apart(f, Sym(name)) for f in formulas):
            return False
        for part in (x for f in formulas for side in (f.lhs, f.rhs) for x in subterms(side)):
            other += part == Sym(name) or (isinstance(part, Bind) and part.var == Sym(name))
            match part:
                case App("density", (_, App("given", given), *_)):
                    densities += given.count(Sym(name))
                    plain = plain or Sym(name) not in given
                case App("apply", (Sym(), *arguments)):
                    other -= arguments.count(Sym(name))
    return plain and densities > 0 and other == densities


def _tells_apart(formula: Formula, name: Sym) -> bool:
    """Whether a formula has the same density with the letter and without it: `p(y | m) = p(y)` says something."""
    parts = [x for side in (formula.lhs, formula.rhs) for x in subterms(side)]
    densities = {x for x in parts if isinstance(x, App) and x.head == "density"}
    return any((bare := _without(x, name)) != x and bare in densities for x in densities)


def _formulas(item: Item) -> Iterator[Formula]:
    match item:
        case Step(formula=formula, premises=premises, above=above):
            yield from (formula, *premises, *above)
        case Fact(formula=formula):
            yield formula


def _without(term: Term, name: Sym) -> Term:
    match term:
        case App("density", (family, App("given", conditions) as given, *points)) if name in conditions:
            rest = tuple(x for x in conditions if x != name)
            return replace(term, args=(family, replace(given, args=rest), *points))
    return term


def _changed(items: Iterable[Item], change: Callable[[Term], Term]) -> tuple[Item, ...]:
    def formula(one: Formula) -> Formula:
        return replace(one, lhs=mapped(one.lhs, change), rhs=mapped(one.rhs, change))

    made: list[Item] = []
    for item in items:
        match item:
            case Context():
                made.append(replace(item, items=_changed(item.items, change)))
            case Step():
                premises, above = tuple(map(formula, item.premises)), tuple(map(formula, item.above))
                made.append(replace(item, formula=formula(item.formula), premises=premises, above=above))
            case Fact():
                made.append(replace(item, formula=formula(item.formula)))
            case _:
                made.append(item)
    return tuple(made)
