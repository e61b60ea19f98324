"""Derivatives of normal forms by the entry of a symbol.

An entry differentiates to deltas: d W_{ij} / d W_{ab} = delta_{ia} delta_{jb}. Everything else is the
chain rule, so gradients of any shape come out of one scalar rule.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from hence.checks.conditions import Regular, Regularity, nonzero
from hence.checks.model import POINT, labels_of
from hence.checks.normal.algebra import EULER, Algebra
from hence.checks.normal.common import NoRule
from hence.checks.normal.intervals import slope_of_antiderivative
from hence.checks.normal.inverses import entry_of_inverse, matrix_entry
from hence.checks.normal.poly import (
    ONE,
    ZERO,
    Atom,
    Mono,
    Poly,
    any_atom,
    fresh_variable,
    number,
    of_atom,
    open_sums,
    rename,
    symbol,
    total,
    with_sorted_marks,
)
from hence.checks.normal.special import bell, digamma

MARKS = ("at", "partial")  # among the arguments of a function: which entry of its value, differentiated by what
UNKNOWN = ("call", "slope")  # functions of which nothing is known: J(b) may be one of all b_i
Around = Callable[[Poly, Poly], Poly]


def derivative(algebra: Algebra, poly: Poly, name: str, target: tuple[Poly, ...]) -> Poly:
    """d poly / d name_{target}. Raises NoRule where the symbol stands inside something opaque."""
    base = name.partition("_{")[0]
    if base != name and base in poly.names and any_atom(poly, lambda atom: base in _label(atom)):
        raise NoRule(f"{base} in a label, and a derivative by {name}, which may be a part of it")
    if (whole := name + POINT) in poly.names and any_atom(poly, lambda a: a.kind in UNKNOWN and whole in a.names):
        raise NoRule(f"whether {name} is made of all {name} with an index was not said")
    if name not in poly.names:
        return ZERO
    return total(_mono(algebra, m, name, target).scaled(c) for m, c in poly.terms)


def _label(atom: Atom) -> frozenset[str]:
    """The parameter in the label of a density or an unknown function."""
    return labels_of(atom.name) if atom.kind in ("dens", "call", "slope") else frozenset()


def _mono(algebra: Algebra, mono: Mono, name: str, target: tuple[Poly, ...]) -> Poly:
    if name not in mono.names:
        return ZERO
    sums, factors = open_sums(mono)
    if any(name in b.names for _, b in sums):
        raise NoRule("derivative by the length of a sum")
    pieces = []
    for position, (atom, exponent) in enumerate(factors):
        inner = _power(algebra, atom, exponent, name, target)
        if inner.is_zero:
            continue
        others = factors[:position] + factors[position + 1 :]
        rest = algebra.assemble([], others, Fraction(1)) if others else ONE
        pieces.append(algebra.mul(rest, inner))
    return algebra.sum_all(sums, total(pieces))


def _power(algebra: Algebra, atom: Atom, exponent: Poly, name: str, target: tuple[Poly, ...]) -> Poly:
    """d atom^exponent = exponent atom^(exponent-1) d atom + atom^exponent log(atom) d exponent."""
    power = algebra.assemble([], [(atom, exponent)], Fraction(1))
    slope = derivative(algebra, exponent, name, target)
    if atom == EULER:
        return algebra.mul(power, slope)
    base = _atom(algebra, atom, name, target)
    lowered = algebra.assemble([], [(atom, exponent - ONE)], Fraction(1))
    result = algebra.mul(exponent, lowered, base)
    if not slope.is_zero:
        argument = atom.args[0] if atom.kind == "poly" else of_atom(atom)
        result = result + algebra.mul(power, algebra.log(argument), slope)
    return result


def _atom(algebra: Algebra, atom: Atom, name: str, target: tuple[Poly, ...]) -> Poly:
    if name not in atom.names:
        return ZERO
    match atom.kind:
        case "sym" if atom.name == name:
            return _entry(algebra, atom, target)
        case "poly":
            return derivative(algebra, atom.args[0], name, target)
        case "fn":
            return _function(algebra, atom, name, target)
        case "prod":
            return _product(algebra, atom, name, target)
        case "dens":
            algebra.rules["log-derivative"] = None
            score = Atom("score", f"{name}|{atom.name}|{len(target)}", (*target, *atom.args))
            return algebra.mul(of_atom(atom), of_atom(score))
        case "int":
            algebra.need(Regular(Regularity.EXCHANGE))
            algebra.rules["derivative-under-the-integral"] = None
            return of_atom(Atom("int", "", (derivative(algebra, atom.args[0], name, target),), atom.binds))
        case "along":
            return slope_of_antiderivative(algebra, atom, lambda part: derivative(algebra, part, name, target))
        case "inv":
            return _inverse(algebra, atom, name, target)
        case "det":
            return _determinant(algebra, atom, name, target)
        case "call" | "slope":
            return _application(algebra, atom, name, target)
        case _:
            raise NoRule(f"no rule for the derivative of {atom.name or atom.kind} yet")


def _application(algebra: Algebra, atom: Atom, name: str, target: tuple[Poly, ...]) -> Poly:
    """d f(u) = f'(u) du for one number u; else the partial derivatives times those of the entries, summed.

    A parameter in the label is one more argument: f_w(x) moves with w, too.
    """
    algebra.rules["chain-rule"] = None
    arguments = [a for a in atom.args if _kind(a) not in MARKS]
    labelled = name in _label(atom)
    if atom.kind == "call" and len(atom.args) == 1 and _kind(arguments[0]) != "lam" and not labelled:
        slope = of_atom(Atom("call", atom.name + "'", atom.args))
        return algebra.mul(slope, derivative(algebra, arguments[0], name, target))
    if atom.kind == "slope":
        algebra.need(Regular(Regularity.SECOND_DERIVATIVES, atom.name))

    def partial(position: int | str, indices: tuple[Poly, ...]) -> Poly:
        mark = of_atom(Atom("partial", str(position), indices))
        return of_atom(Atom("slope", atom.name, with_sorted_marks((*atom.args, mark))))

    def through(argument: Poly, position: int, indices: tuple[Poly, ...]) -> Poly:
        inner = argument.atom
        if name not in argument.names:
            return ZERO
        if inner is None or inner.kind != "lam":
            return algebra.mul(partial(position, indices), derivative(algebra, argument, name, target))
        variable = fresh_variable()
        body, size = (rename(a, {inner.binds: variable}) for a in inner.args)
        algebra.facts.ranges[variable] = size
        return algebra.sum_all([(variable, size)], through(body, position, (*indices, symbol(variable))))

    own = [partial(name, target)] if labelled else []
    return total([*own, *(through(argument, k, ()) for k, argument in enumerate(arguments))])


def _kind(poly: Poly) -> str:
    return poly.atom.kind if poly.atom is not None else ""


def _entry(algebra: Algebra, atom: Atom, target: tuple[Poly, ...]) -> Poly:
    if any(a.names & {atom.name} for a in atom.args) or len(atom.args) != len(target):
        raise NoRule(f"derivative by {atom.name} with other indices")
    return algebra.mul(*(algebra.delta(a, b) for a, b in zip(atom.args, target, strict=True)))


def _function(algebra: Algebra, atom: Atom, name: str, target: tuple[Poly, ...]) -> Poly:
    argument = atom.args[0]
    inner = derivative(algebra, argument, name, target)
    algebra.rules["chain-rule"] = None
    match atom.name:
        case "log":
            return algebra.mul(inner, algebra.power(argument, number(-1)))
        case "sin":
            return algebra.mul(inner, of_atom(Atom("fn", "cos", atom.args)))
        case "cos":
            return algebra.mul(-inner, of_atom(Atom("fn", "sin", atom.args)))
        case "pos":
            algebra.need(nonzero(argument))
            return ZERO
        case "gamma_fn":
            return algebra.mul(inner, of_atom(atom), digamma(algebra, argument))
        case "erf":
            return algebra.mul(inner, bell(algebra, argument))
        case "abs":
            algebra.need(nonzero(argument))
            return algebra.mul(inner, argument, algebra.power(of_atom(atom), number(-1)))
        case _:
            raise NoRule(f"no rule for the derivative of {atom.name} yet")


def _product(algebra: Algebra, atom: Atom, name: str, target: tuple[Poly, ...]) -> Poly:
    """d prod_i f_i = prod_i f_i sum_i f_i' / f_i."""
    variable = fresh_variable()
    body, bound = (rename(a, {atom.binds: variable}) for a in atom.args)
    slope = algebra.mul(derivative(algebra, body, name, target), algebra.power(body, number(-1)))
    return algebra.mul(of_atom(atom), algebra.sum_over(variable, ONE, bound, slope))


def _contracted(algebra: Algebra, atom: Atom, name: str, target: tuple[Poly, ...], around: Around) -> Poly:
    """sum_{k,l} around(k, l) d M_{kl} for the matrix M inside an atom."""
    size = atom.args[1]
    k, m = fresh_variable(), fresh_variable()
    for variable in (k, m):
        algebra.facts.ranges[variable] = size
    row, column = symbol(k), symbol(m)
    slope = derivative(algebra, matrix_entry(algebra, atom, row, column), name, target)
    return algebra.sum_all([(k, size), (m, size)], algebra.mul(around(row, column), slope))


def _inverse(algebra: Algebra, atom: Atom, name: str, target: tuple[Poly, ...]) -> Poly:
    """d M^{-1} = -M^{-1} (dM) M^{-1}."""
    _, _, i, j = atom.args
    algebra.rules["derivative-of-inverse"] = None
    return -_contracted(
        algebra,
        atom,
        name,
        target,
        lambda k, m: algebra.mul(entry_of_inverse(atom, i, k), entry_of_inverse(atom, m, j)),
    )


def _determinant(algebra: Algebra, atom: Atom, name: str, target: tuple[Poly, ...]) -> Poly:
    """d det M = det M tr(M^{-1} dM)."""
    algebra.rules["derivative-of-determinant"] = None
    trace = _contracted(algebra, atom, name, target, lambda k, m: entry_of_inverse(atom, m, k))
    return algebra.mul(of_atom(atom), trace)
