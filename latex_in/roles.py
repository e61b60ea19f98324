"""Definition or claim: what an equation is for, from its left side, the words before it, and what came before."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from language.derivation import Formula
from language.terms import App, Num, Sym, Term, free_names, subterms
from latex_in import tables as t
from latex_in.context import base_name

_WORD = re.compile(r"[A-Za-z][A-Za-z.']*")


@dataclass
class Scope:
    """What the page has said so far in this part: headings begin a new one."""

    defined: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    fixed: set[str] = field(default_factory=set)  # one-hot, random: an equation for an entry is no definition

    def note(self, formula: Formula) -> None:
        """Remember the symbols of a formula as used."""
        for side in (formula.lhs, formula.rhs):
            self.used |= free_names(side)


def is_definable(term: Term) -> bool:
    """Whether a left side can introduce a symbol: x, x_t, A_{ij}, f(x, y)."""
    match term:
        case Sym():
            return True
        case App("index", (Sym(), *indices)):
            return all(_is_index(i) for i in indices) and _distinct(indices)
        case App("apply", (Sym(name), *_)) if name.endswith("'"):
            return False  # a derivative is computed, not introduced
        case App("apply", (Sym() | App("index", _), *arguments)):
            return all(isinstance(a, Sym) for a in arguments) and _distinct(arguments)
        case App("density", (Sym(), App("given", given), *of)):
            return all(isinstance(a, Sym) for a in (*given, *of))
    return False


def mentions_own_density(formula: Formula) -> bool:
    """p(z | x) = p(x | z) p(z) / p(x) relates densities of one family; it does not introduce one."""
    match formula.lhs:
        case App("density", (Sym(family), *_)):
            return any(
                isinstance(term, App) and term.head == "density" and term.args[0] == Sym(family)
                for term in subterms(formula.rhs)
            )
    return False


def _is_index(term: Term) -> bool:
    """A variable, a number, or a step away from a variable like t + 1."""
    match term:
        case Num() | Sym():
            return True
        case App("add", (Sym(), Num() | App("neg", (Num(),)))):
            return True
    return False


def _distinct(terms: list[Term]) -> bool:
    names = [x.name for x in terms if isinstance(x, Sym)]
    return len(names) == len(set(names))


def is_general(term: Term) -> bool:
    """Whether no index of a left side is a number."""
    return not (isinstance(term, App) and any(isinstance(x, Num) for x in term.args))


def last_cue(text: str) -> str:
    """The last word before a formula that says what it is for; empty when there is none."""
    found: list[str] = _WORD.findall(text.lower())
    for word in reversed(found):
        bare = word if word == "i.e." else word.rstrip(".")
        if bare in t.CLAIM_CUES or bare in t.FACT_CUES:
            return bare
    return ""


def display_cue(sentence: str) -> bool:
    """Whether the unfinished sentence before a display introduces it as a definition."""
    for word in reversed(_WORD.findall(sentence.lower())):
        if word in t.DISPLAY_DEFINITION_CUES:
            return True
        if word in t.CLAIM_CUES | {"if", "assume", "suppose", "with", "at"}:
            return False
    return False


def hypothesis_cue(sentence: str) -> bool:
    """Whether the unfinished sentence before a display ends in an assumption."""
    words = _WORD.findall(sentence.lower())
    return any(w in ("assume", "suppose", "assuming", "supposing") for w in words[-4:])


_STRONG = frozenset(("let", "define", "defined", "where", "denote", "denotes", "write", "call", "set", "consider"))


def is_definition(formula: Formula, cue: str, scope: Scope, defining: bool) -> bool:
    """Whether an equation in prose introduces its left side."""
    if formula.relation != "=" or not is_definable(formula.lhs) or mentions_own_density(formula):
        return False
    if defining:
        return True
    name = base_name(formula.lhs)
    if name is None or cue in ("assume", "assuming", "suppose", "if", "given", "since", "because", "at", "when"):
        return cue == "if" and name is not None and name not in scope.used | scope.defined
    if name in scope.fixed:
        return False
    if name in scope.defined:
        return not is_general(formula.lhs)
    return name not in scope.used or cue in _STRONG


def is_claim(formula: Formula, cue: str, scope: Scope) -> bool:
    """Whether an equation in prose is asserted rather than given."""
    name = base_name(formula.lhs)
    new = is_definable(formula.lhs) and name is not None and name not in scope.used | scope.defined
    if cue in t.CLAIM_CUES:
        return not (new and formula.relation == "=")
    measured = isinstance(formula.lhs, App) and formula.lhs.head in ("deriv", "E", "Var", "Cov", "KL")
    return measured and cue in ("is", "are")
