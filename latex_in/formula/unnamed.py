r"""What is random under a law that stands alone: the X of `\mathbb{E}_q[f(X)]`, the argument of `\mathbb{E}_q[\log p]`.

A capital letter is the random variable of a density that the page takes at the small letter. Where no letter is random,
functions and densities without an argument are meant at the value that is drawn.
"""

from __future__ import annotations

from hence.language.terms import App, DistributedAs, Domain, Sym, Term, free_names, substitute, subterms
from hence.latex_in.letters.names import Names, letter_of

Drawn = list[tuple[Sym, Domain]]
_NOTHING = App("given", ())


def drawn_from(names: Names, args: tuple[Term, ...], drawn: Drawn) -> tuple[tuple[Term, ...], Drawn]:
    """The argument and the variable of a moment under a density of one variable, as the page writes them elsewhere."""
    match drawn, args:
        case [(Sym(name), DistributedAs(App("density", (family, App("given", ()), Sym()))))], (body,):
            small, large = name.lower(), name.upper()
            if large in free_names(body) - names.declared - names.columns and _is_at(names, small, body):
                body, name = substitute(body, {large: Sym(small)}), small
            elif name not in free_names(body):
                body = _at(names, body, Sym(name))
            return (body,), [(Sym(name), DistributedAs(App("density", (family, _NOTHING, Sym(name)))))]
    return args, drawn


def as_conditioned(domain: Domain, body: Term) -> Domain:
    r"""The law of `a \sim \pi` where the average takes it at a under one condition only, `\pi(a \mid s)`: that one."""
    match domain:
        case DistributedAs(App("density", (family, App("given", ()), Sym() as drawn), span)):
            densities = [x for x in subterms(body) if isinstance(x, App) and x.head == "density"]
            known = {x.args[1] for x in densities if x.args[0] == family and x.args[2:] == (drawn,)}
            return DistributedAs(App("density", (family, known.pop(), drawn), span)) if len(known) == 1 else domain
    return domain


def _is_at(names: Names, small: str, body: Term) -> bool:
    """Whether the page takes densities at the small letter, which stands for nothing else here."""
    called = any(token.text == small for inside in names.density_calls.values() for token in inside)
    return small not in free_names(body) and (called or small in names.integrated | names.bound)


def _at(names: Names, body: Term, value: Sym) -> Term:
    """Functions and densities that stand without an argument, at a value."""
    match body:
        case Sym(name) if letter_of(name) in names.densities and name not in names.columns | names.indexed:
            return App("density", (body, _NOTHING, value))
        case Sym(name) if name in names.functions:
            return App("apply", (body, value))
        case App("apply" | "density", (of, *args), span):
            return App(body.head, (of, *(_at(names, x, value) for x in args)), span)
        case App(head, args, span):
            return App(head, tuple(_at(names, x, value) for x in args), span)
        case _:
            return body
