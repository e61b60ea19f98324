"""Categorical laws: of an index in 1, ..., K, or of a one-hot vector, which is Kronecker's delta at such an index."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from hence.checks.elaborate.givens import Sorted
from hence.checks.elaborate.patterns import Defined
from hence.language.derivation import Distributed, Formula, RealSpace
from hence.language.terms import App, Bind, Range, Sym, Term, app, num, subterms

NAMES = frozenset(("Categorical", "Cat", "categorical", "Mass"))


def probabilities_of(law: Term) -> Term | None:
    """The vector of probabilities of a categorical law; None for any other law."""
    match law:
        case App("apply", (Sym(name), probabilities)):
            bare = re.sub(r"\\(?:mathrm|mathcal|text|operatorname)|[{}]", "", name)
            return probabilities if bare in NAMES else None
    return None


def use_categories(found: Sorted, formulas: Iterable[Formula]) -> None:
    """What a categorical law says of its index and of its probabilities, as definitions and hypotheses."""
    page = [t for f in formulas for side in (f.lhs, f.rhs) for t in subterms(side)]
    for name, law in list(found.laws.items()):
        written = probabilities_of(law.law)
        if written is None:
            continue
        probabilities = _as_vector(found, written, law.span.line)
        declared = replace(law, law=app("apply", Sym("Categorical"), probabilities))
        found.laws[name] = declared
        if isinstance(probabilities, Sym):
            _probabilities(found, probabilities)
        if isinstance(declared.subject, Sym):
            index = name
            if _is_vector(found, name, page) or any(_beside(t, Sym(name), probabilities) for t in page):
                index = _one_hot(found, name, declared)
                if isinstance(probabilities, Sym) and probabilities.name in found.spaces:
                    found.spaces.setdefault(name, found.spaces[probabilities.name])
            found.properties.setdefault(index, set()).add("integer")
            if isinstance(probabilities, Sym):
                found.places.append((index, probabilities.name))


def _as_vector(found: Sorted, probabilities: Term, line: int) -> Term:
    """The list p_1, ..., p_K as the vector p."""
    match probabilities:
        case Bind("rows", letter, Range(_, high), App("index", (Sym(name), index))) if letter == index:
            found.spaces.setdefault(name, (0, RealSpace((high,)), line))
            return Sym(name)
    return probabilities


def _probabilities(found: Sorted, vector: Sym) -> None:
    """They are not negative, and add up to 1."""
    found.properties.setdefault(vector.name, set()).add("probability vector")
    index = Sym("k#cat")
    found.constraints.append((Formula(app("index", vector, index), ">=", num(0)), (index.name,)))


def _is_vector(found: Sorted, name: str, page: list[Term]) -> bool:
    """Whether the outcome is written as a one-hot vector: said so, declared as a vector, or used by its entries."""
    declared = name in found.spaces and bool(found.spaces[name][1].dims)
    entries = any(isinstance(t, App) and t.head == "index" and t.args[0] == Sym(name) for t in page)
    return "one-hot" in found.properties.get(name, ()) or declared or name in found.vectors or entries


def _beside(term: Term, outcome: Sym, probabilities: Term) -> bool:
    """Whether a term turns the outcome over, or adds it to its probabilities, as only vectors are."""
    match term:
        case App("transpose", (inside,)):
            return inside == outcome
        case App("add", args):
            plain = [a.args[0] if isinstance(a, App) and a.head == "neg" else a for a in args]
            return outcome in plain and probabilities in plain
    return False


def _one_hot(found: Sorted, name: str, declared: Distributed) -> str:
    """y_i = delta_{ik} for a random index k, which takes over the law and the independence of y."""
    hot = f"k_{{{name}}}"
    index = Sym("i#hot")
    found.properties.setdefault(name, set()).difference_update(("one-hot", "binary"))
    found.definitions[name] = [Defined(name, (index,), (), app("delta", index, Sym(hot)), 0)]
    found.vectors.add(name)
    found.laws[hot] = replace(declared, subject=Sym(hot))
    del found.laws[name]
    found.places.append((hot, name))
    found.independent = [tuple(hot if n == name else n for n in group) for group in found.independent]
    return hot
