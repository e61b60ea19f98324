r"""`f \propto g` in a variable x: f(x) g(y) = f(y) g(x) for all x and y.

The variable is that of the density with which the chain begins. Where g is nowhere zero that is the same as f = c g
with a c that does not depend on x. In the same way `\log p(x) = g + \mathrm{const}` says that \log p(x) - g does not
depend on x: f(x) + g(y) = f(y) + g(x).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from typing import TypeGuard

from hence.checks.elaborate.errors import NotUnderstood
from hence.checks.elaborate.givens import Sorted
from hence.checks.model import Binder, Call, Claim, Constraint, Density, Node, Op, Ref, Symbol, names_in
from hence.language.derivation import Formula
from hence.language.records import dataclass
from hence.language.terms import App, Sym, Term, free_names, fresh


@dataclass
class Copies:
    """Second values of the variables in which sides are proportional, like the first in all that is known of them."""

    given: Sorted
    symbols: dict[str, Symbol]
    of: dict[str, str] = field(default_factory=dict)

    def claim(self, formula: Formula, chain: Sequence[Formula], lhs: Node, rhs: Node) -> Claim | NotUnderstood:
        """f(x) g(y) = f(y) g(x), or the claim as it stands; f(x) + g(y) = f(y) + g(x) up to a constant."""
        if formula.relation != "propto":
            return self._up_to_constant(formula, chain, Claim(lhs, formula.relation, rhs))
        variable = variable_of(formula, chain)
        if variable is None or variable.name not in self.symbols or not lhs.shape.is_scalar:
            return NotUnderstood("proportional in which variable? Begin the chain with a density", formula.span)
        if self._is_hidden(variable, lhs, rhs):
            return NotUnderstood(f"a proportion in {variable.name}, of which a definition makes use", formula.span)
        left, right = crossed("mul", lhs, rhs, variable.name, self._second(variable))
        return Claim(left, "=", right)

    def _up_to_constant(self, formula: Formula, chain: Sequence[Formula], claim: Claim) -> Claim:
        known = self.given.definitions.keys() | self.given.spaces.keys() | self.given.laws.keys()
        if formula.relation != "=" or not constants_in(formula) - known or not claim.lhs.shape.is_scalar:
            return claim
        variable = variable_of_log(formula, chain)
        if variable is None or variable.name not in self.symbols or self._is_hidden(variable, claim.lhs, claim.rhs):
            return claim
        left, right = crossed("add", claim.lhs, claim.rhs, variable.name, self._second(variable))
        return Claim(left, "=", right)

    def _is_hidden(self, variable: Sym, lhs: Node, rhs: Node) -> bool:
        """Whether a definition that the sides reach changes with the variable."""
        reached = self.given.reached_from(names_in(lhs) | names_in(rhs)) - {variable.name}
        bodies = (free_names(d.body) - {*d.params} for n in reached for d in self.given.definitions.get(n, ()))
        return any(variable.name in names for names in bodies)

    def _second(self, variable: Sym) -> str:
        other = fresh(variable.name, frozenset(self.symbols))
        self.symbols[other] = replace(self.symbols[variable.name], name=other)
        self.of[other] = variable.name
        return other

    def constraints(self, known: Iterable[Constraint]) -> list[Constraint]:
        """What is known of the first values, said of the second."""
        return [
            replace(c, lhs=with_name(c.lhs, old, new), rhs=with_name(c.rhs, old, new))
            for c in known
            for new, old in self.of.items()
            if old in names_in(c.lhs) | names_in(c.rhs)
        ]


def variable_of(formula: Formula, chain: Sequence[Formula]) -> Sym | None:
    """The variable in which the sides are proportional; None where no density at the beginning of the chain tells."""
    for side in (formula.lhs, formula.rhs):
        if (found := _point(side)) is not None:
            return found
    earlier = [f for f in chain if f.rhs == formula.lhs and f != formula]
    return variable_of(earlier[-1], chain[: chain.index(earlier[-1])]) if earlier else None


_CONSTANT = re.compile(r"(?:\\[a-z]+\{)?const(?:ant)?\.?\}?|[cC](?:'+|_\{\w+\})?")


def constants_in(formula: Formula) -> set[str]:
    """The names of summands that are called constant, or that may be: c, c', C."""
    summands = [x for side in (formula.lhs, formula.rhs) for x in (side.args if _is_sum(side) else ())]
    return {x.name for x in summands if isinstance(x, Sym) and _CONSTANT.fullmatch(x.name)}


def named_constants(formula: Formula) -> set[str]:
    """Summands that are called constant, and may be another one wherever they stand."""
    return {name for name in constants_in(formula) if len(name) > 1 and "const" in name}


def is_up_to_constant(formula: Formula, chain: Sequence[Formula]) -> bool:
    """Whether an equation is none, since what it calls constant is another one in every row."""
    return bool(constants_in(formula)) and variable_of_log(formula, chain) is not None


def _is_sum(side: Term) -> TypeGuard[App]:
    return isinstance(side, App) and side.head == "add"


def variable_of_log(formula: Formula, chain: Sequence[Formula]) -> Sym | None:
    """The variable of the density with whose logarithm the chain begins; None where it begins with something else."""
    match formula.lhs:
        case App("log", (App("density" | "pdf" | "normal_pdf" | "apply") as density,)):
            return _point(density)
    earlier = [f for f in chain if f.rhs == formula.lhs and f != formula]
    return variable_of_log(earlier[-1], chain[: chain.index(earlier[-1])]) if earlier else None


def _point(side: Term) -> Sym | None:
    match side:
        case App("density", (_, App("given"), Sym() as point)) | App("pdf", (Sym() as point, _)):
            return point
        case App("normal_pdf", (Sym() as point, _, _)) | App("apply", (Sym(), Sym() as point)):
            return point
    return None


def with_name(node: Node, old: str, new: str) -> Node:
    """The node at another value of a variable."""
    match node:
        case Ref(name, indices, shape):
            return Ref(new if name == old else name, tuple(with_name(i, old, new) for i in indices), shape)
        case Op(head, args, shape):
            return Op(head, tuple(with_name(a, old, new) for a in args), shape)
        case Call(function, args, shape):
            return Call(function, tuple(with_name(a, old, new) for a in args), shape)
        case Density(family, of, given):
            changed = [tuple(sorted(new if v == old else v for v in side)) for side in (of, given)]
            return Density(family, changed[0], changed[1])
        case Binder(head, var, over, body, shape):
            return Binder(head, var, over, with_name(body, old, new), shape)
        case _:
            return node


def crossed(head: str, lhs: Node, rhs: Node, old: str, new: str) -> tuple[Node, Node]:
    """f(x) g(y) and f(y) g(x), or their sums."""
    return Op(head, (lhs, with_name(rhs, old, new))), Op(head, (with_name(lhs, old, new), rhs))
