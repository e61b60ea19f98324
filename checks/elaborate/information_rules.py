"""Divergences, entropies and mutual information, written out as integrals and sums of logarithms.

Of abstract random variables they are integrals over a joint density of their own; variables that were
declared independent have a density that is a product. Of a normal law they stay as they are: the normal form
and the tester each have their own way to compute them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from hence.checks.elaborate.chance_rules import explicit_density, explicit_law
from hence.checks.elaborate.errors import NotUnderstood
from hence.checks.elaborate.registry import law_formula, over_support, row_of
from hence.checks.elaborate.shaping import Rule, Scope
from hence.checks.model import SCALAR, Between, Binder, Density, Everywhere, Law, Lit, Node, Op, Ref
from hence.language.laws import LAWS
from hence.language.laws.row import Row
from hence.language.terms import App, Sym, Term, app

if TYPE_CHECKING:
    from hence.checks.elaborate.builder import Builder

ONE = Lit(Fraction(1))
POINT = "x of a law"  # what a divergence of named laws is integrated over; no page has such a name


def _kl(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    """Of abstract densities and of normal laws as it stands; of vectors as a sum, of formulas as an integral."""
    laws = [_normal_law(b, a, scope) for a in args]
    if laws[0] is not None and laws[1] is not None:
        b.dims.unify_shapes(laws[0].shape, laws[1].shape, term.span, "a divergence of laws that do not fit")
        return Op("KL", (laws[0], laws[1]))
    finite = [_probabilities(b, a, scope) for a in args]
    if finite[0] is not None and finite[1] is not None:
        return _total(_times(q, _log(Op("div", (q, p)))) for q, p in zip(*finite, strict=True))
    if all(_named(a) is not None for a in args):
        return _over_named(b, args, term, scope)
    if any(isinstance(a, Sym) and b.is_random(a.name) for a in args):
        raise NotUnderstood("a divergence of random variables with these laws", term.span)
    if any(explicit_density(b, a) is not None for a in args):
        return _over_formulas(b, args, term, scope)
    if any(isinstance(a, Sym) and b.is_random(a.name) for a in args):
        raise NotUnderstood("a divergence of random variables whose laws are not both normal", term.span)
    q, p = b.args(args, scope)
    if isinstance(q, Density):
        return Op("KL", (q, p))
    if q.shape.is_vector:
        b.dims.unify_shapes(q.shape, p.shape, term.span, "a divergence of vectors that do not fit")
        return _over_entries(b, q, lambda i: _times(_entry(q, i), _log(Op("div", (_entry(q, i), _entry(p, i))))))
    raise NotUnderstood("a divergence of things that are neither densities nor vectors of probabilities", term.span)


def _over_formulas(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    first = args[0]
    variables = [v.name for v in first.args[2:] if isinstance(v, Sym)] if isinstance(first, App) else []
    inner, bound = dict(scope), []
    for name in variables:
        shape = b.symbols[name].shape if name in b.symbols else SCALAR
        inner[name] = Ref(b.bound_name(name), (), shape)
        bound.append(inner[name])
    q, p = b.args(args, inner)
    if any(isinstance(n, Density) for n in (q, p)):
        raise NotUnderstood("the divergence of an abstract density and one with a formula", term.span)
    body: Node = _times(q, _log(Op("div", (q, p))))
    for variable in reversed(bound):
        body = over_support(variable.name, variable.shape, body, term)
    return body


def _named(term: Term) -> tuple[Row, tuple[Term, ...]] | None:
    r"""The row of a law of numbers that is named by itself, `\mathrm{Gam}(a, b)`, with its parameters."""
    named = row_of(term) if isinstance(term, App) else None
    ambiguous = named is not None and named[0].name.lower().startswith("uniform")  # on an interval, or on integers
    return named if named is not None and named[0].is_number and not ambiguous else None


def _over_named(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    """The divergence of named laws, as an integral over the support that they share."""
    variable = Ref(b.bound_name(POINT), (), SCALAR)
    q, p = b.args(tuple(app("pdf", Sym(POINT), law) for law in args), {**scope, POINT: variable})
    return over_support(variable.name, SCALAR, _times(q, _log(Op("div", (q, p)))), term)


def _normal_law(b: Builder, term: Term, scope: Scope) -> Node | None:
    """The normal law that a term names: by its symbol, by a density with its formula, by a random variable."""
    match term:
        case App("Normal", _):
            return b.build(term, scope)
        case App("density", (_, _, Sym(name))) if (formula := explicit_density(b, term)) is not None:
            try:
                return explicit_law(b, formula, name, scope, term)
            except NotUnderstood:
                return None
        case Sym(name) if name in b.laws and b.laws[name].kind == "Normal" and b.symbols[name].family == 0:
            law = b.laws[name]
            assert law.mean is not None
            assert law.cov is not None
            return Op("Normal", (law.mean, law.cov), b.symbols[name].shape)
    return None


def _probabilities(b: Builder, term: Term, scope: Scope) -> tuple[Node, Node] | None:
    """The two probabilities of a Bernoulli law: by its name, or of a variable that has it."""
    match term:
        case App("apply", (Sym(name), chance)) if (row := LAWS.called(name)) is not None and row.name == "Bernoulli":
            first = b.build(chance, scope)
        case Sym(name) if name in b.laws and b.laws[name].kind == "Bernoulli" and b.symbols[name].family == 0:
            (first,) = b.laws[name].params
        case _:
            return None
    return (first, Op("add", (ONE, _negative(first)))) if first.shape.is_scalar else None


# Entropy ---------------------------------------------------------------------------------------------


def _entropy(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    of, given = _split(args)
    law = _normal_law(b, of[0], scope) if len(of) == 1 and not given else None
    if law is not None:
        return Op("entropy", (law,))
    named = _named(of[0]) if len(of) == 1 and not given else None
    if named is not None and named[0].entropy is not None:
        return law_formula(named[0], named[0].entropy, tuple(b.args(named[1], scope)))
    finite = _probabilities(b, of[0], scope) if len(of) == 1 and not given else None
    if finite is not None:
        return _negative(_total(_times(p, _log(p)) for p in finite))
    if not given and all(isinstance(a, App) and a.head == "density" for a in of):
        return _entropy_of_densities(b, of, term, scope)
    if len(of) == 1 and not given and isinstance(of[0], Sym) and of[0].name in b.laws:
        return _entropy_of_law(b, b.laws[of[0].name], term)
    if all(isinstance(a, Sym) and b.is_random(a.name) for a in (*of, *given)):
        joint, known = _Joint(b, (*of, *given)), given
        return _negative(joint.mean(_log(_ratio([joint.density((*of, *known))], [joint.density(known)]))))
    nodes = b.args(of, scope)
    if given or len(nodes) > 2 or not all(n.shape.is_vector for n in nodes):
        raise NotUnderstood("an entropy of something that is no random variable, density or vector", term.span)
    first, last = nodes[0], nodes[-1]
    b.dims.unify_shapes(first.shape, last.shape, term.span, "a cross-entropy of vectors that do not fit")
    return _negative(_over_entries(b, first, lambda i: _times(_entry(first, i), _log(_entry(last, i)))))


def _split(args: tuple[Term, ...]) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    last = args[-1]
    if isinstance(last, App) and last.head == "given":
        return args[:-1], last.args
    return args, ()


def _entropy_of_densities(b: Builder, of: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    """H(p) and the cross-entropy H(p, q)."""
    nodes = b.args(of, scope)
    first, last = nodes[0], nodes[-1]
    if len(nodes) > 2 or not isinstance(first, Density) or not isinstance(last, Density):
        raise NotUnderstood("an entropy of these densities", term.span)
    return _negative(_integral(first.of, _times(first, _log(last))))


def _entropy_of_law(b: Builder, law: Law, term: Term) -> Node:
    """Of a variable with values in 1, ..., K, or of one of which nothing is known."""
    if law.kind == "Categorical" and not b.symbols[law.name].family:
        (chances,) = law.params
        return _negative(_over_entries(b, chances, lambda i: _times(_entry(chances, i), _log(_entry(chances, i)))))
    row = LAWS.get(law.kind)
    if row is not None and row.entropy is not None and row.is_number and not b.symbols[law.name].family:
        return law_formula(row, row.entropy, law.params)
    if law.kind != "abstract":
        raise NotUnderstood(f"the entropy of a variable whose law is {law.kind}", term.span)
    joint = _Joint(b, (Sym(law.name),))
    return _negative(joint.mean(_log(joint.density((Sym(law.name),)))))


class _Joint:
    """The joint density of random variables of which nothing is known but which of them are independent."""

    def __init__(self, b: Builder, variables: tuple[Term, ...]) -> None:
        self.b = b
        names = [v.name for v in variables if isinstance(v, Sym)]
        self.places = {name: b.point_of(name) for name in names}
        self.family = b.family_with(frozenset(self.places.values()))

    def density(self, variables: tuple[Term, ...]) -> Node:
        names = [v.name for v in variables if isinstance(v, Sym)]
        factors: list[Node] = []
        while names:
            group = [names.pop(0)]
            for name in group:
                group += [n for n in names if not self._apart(name, n)]
                names = [n for n in names if n not in group]
            factors.append(Density(self.family, tuple(sorted(self.places[n] for n in group))))
        return _product(factors)

    def _apart(self, one: str, other: str) -> bool:
        return frozenset((one, other)) in self.b.independent

    def mean(self, body: Node) -> Node:
        everything = tuple(Sym(n) for n in self.places)
        return _integral(tuple(sorted(self.places.values())), _times(self.density(everything), body))


def _information(b: Builder, args: tuple[Term, ...], term: Term, scope: Scope) -> Node:
    """I(X; Y | Z) = E log p(x, y, z) p(z) / (p(x, z) p(y, z))."""
    (left, right), given = _split(args)
    variables = (left, right, *given)
    if not all(isinstance(v, Sym) and b.is_random(v.name) for v in variables):
        raise NotUnderstood("the mutual information of things that are no random variables", term.span)
    joint = _Joint(b, variables)
    above = [joint.density(variables), joint.density(given)]
    below = [joint.density((left, *given)), joint.density((right, *given))]
    return joint.mean(_log(_ratio(above, below)))


# Building blocks -------------------------------------------------------------------------------------


def _product(factors: list[Node]) -> Node:
    if len(factors) < 2:
        return factors[0] if factors else ONE
    return Op("mul", tuple(factors))


def _total(summands: Iterable[Node]) -> Node:
    return Op("add", tuple(summands))


def _ratio(above: list[Node], below: list[Node]) -> Node:
    return Op("div", (_product(above), _product(below)))


def _times(a: Node, b: Node) -> Node:
    return Op("mul", (a, b))


def _log(a: Node) -> Node:
    return Op("log", (a,))


def _negative(a: Node) -> Node:
    return Op("neg", (a,))


def _integral(variables: tuple[str, ...], body: Node) -> Node:
    for name in reversed(variables):
        body = Binder("integral", name, Everywhere(SCALAR), body)
    return body


def _entry(vector: Node, index: Ref) -> Node:
    if isinstance(vector, Ref):
        return Ref(vector.name, (*vector.indices, index))
    return Op("index", (vector, index))


def _over_entries(b: Builder, vector: Node, body: Callable[[Ref], Node]) -> Node:
    index = Ref(b.bound_name("i"))
    over = Between(ONE, b.dimension_node(vector.shape.rows))
    return Binder("sum", index.name, over, body(index))


INFORMATION_RULES: dict[str, Rule] = {"KL": _kl, "entropy": _entropy, "information": _information}
