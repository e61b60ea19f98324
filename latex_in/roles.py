"""Definition or claim: what an equation is for, from its left side, the words before it, and what came before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from language.derivation import Distributed, Formula, Membership
from language.terms import App, Bind, DistributedAs, Num, Sym, Term, free_names, subterms
from latex_in import tables as t
from latex_in.clauses import MARK, marks_in
from latex_in.context import base_name, is_inverse, is_variance

_WORD = re.compile(r"[A-Za-z][A-Za-z.']*")
_FORMULA = re.compile(MARK)


@dataclass
class Scope:
    """What the page has said so far in this part: headings begin a new one."""

    defined: set[str] = field(default_factory=set)
    members: set[Term] = field(default_factory=set)  # left sides of displays that are definitions
    used: set[str] = field(default_factory=set)
    fixed: set[str] = field(default_factory=set)  # one-hot, random: an equation for an entry is no definition
    declared: set[str] = field(default_factory=set)  # by a space or a law
    drawn: set[str] = field(default_factory=set)  # by a law that determines every moment
    parameters: set[str] = field(default_factory=set)  # of those laws
    determined: set[str] = field(default_factory=set)  # "the minimizer": words say what it is
    derivatives: list[App] = field(default_factory=list)  # left sides so far that are derivatives
    bodies: dict[str, list[Formula]] = field(default_factory=dict)  # what is said to equal each function
    functions: list[App] = field(default_factory=list)  # f(x, y) where f was defined

    claim: Formula | None = None  # the last claim in prose
    bounds: tuple[Formula, ...] = ()  # and where it holds: "for x > 0"

    def note(self, formula: Formula) -> None:
        """Remember the symbols of a formula as used."""
        for side in (formula.lhs, formula.rhs):
            self.used |= free_names(side)
        if isinstance(formula.lhs, App) and formula.lhs.head == "deriv":
            self.derivatives.append(formula.lhs)
        match formula.lhs:
            case App("apply", (Sym(name), *arguments)) as value if not name.endswith("'"):
                if all(isinstance(a, Sym) for a in arguments):
                    self.functions.append(value)
        self.note_definition(formula)

    def note_definition(self, formula: Formula) -> None:
        """Remember the formulas of a function."""
        match formula:
            case Formula(App("apply", (Sym(name), *arguments)), "=", _) if not name.endswith("'"):
                if all(isinstance(a, Sym) for a in arguments):
                    self.bodies.setdefault(name, []).append(formula)

    def declare(self, item: Membership | Distributed) -> None:
        """Remember what has a space or a law."""
        name = base_name(item.subject) or ""
        self.declared.add(name)
        if isinstance(item, Distributed) and _is_named_law(item.law):
            self.drawn.add(name)
            self.parameters |= free_names(item.law)

    def describe(self, subject: Term, word: str) -> None:
        """Remember words that leave an equation for the symbol nothing to define."""
        name = base_name(subject)
        if name is not None and word in ("one-hot", "random"):
            self.fixed.add(name)
        if name is not None and word.startswith("the "):
            self.determined.add(name)

    def derivative(self, of: str, by: str) -> App | None:
        """The last derivative on the page, of this function and by this variable where they are named."""
        for term in self.first_derivatives():
            names = [base_name(x) for x in term.args]
            if (not of or names[0] == of) and (not by or names[1] == by):
                return term
        for value in reversed(self.functions):
            function, *variables = value.args
            chosen = [x for x in variables if base_name(x) == by] if by else variables
            if (not of or base_name(function) == of) and len(chosen) == 1:
                return App("deriv", (value, chosen[0]), value.span)
        return None

    def first_derivatives(self) -> Iterator[App]:
        """The last ones first; second derivatives are not what is set to zero."""
        return (x for x in reversed(self.derivatives) if not (isinstance(x.args[0], App) and x.args[0].head == "deriv"))

    def vanishing(self, of: str, by: str, several: bool) -> list[App]:
        """The derivatives that "setting the derivative to zero", or the derivatives, speaks of."""
        if several and not by:
            return self.all_derivatives(of)
        one = self.derivative(of, by)
        return [one] if one is not None else []

    def all_derivatives(self, of: str) -> list[App]:
        """The last derivatives of one function by each of its variables; all by the arguments of the last function."""
        by_variable: dict[str | None, App] = {}
        for term in self.first_derivatives():
            name, variable = (base_name(x) for x in term.args)
            of = of or name or ""
            if name == of:
                by_variable.setdefault(variable, term)
        if by_variable:
            return list(by_variable.values())
        for value in reversed(self.functions):
            if not of or base_name(value.args[0]) == of:
                return [App("deriv", (value, x), value.span) for x in value.args[1:]]
        return []


def is_definable(term: Term) -> bool:
    """Whether a left side can introduce a symbol: x, x_t, A_{ij}, f(x, y), sigma^2."""
    match term:
        case App("pow", (inner, _)) if is_variance(term) or is_inverse(term):
            return is_definable(inner)
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


def is_growth(formula: Formula) -> bool:
    """n = O(d) says how n grows; it does not introduce n."""
    classes = frozenset(t.GROWTH_CLASSES.values())
    return any(isinstance(x, App) and x.head in classes for x in subterms(formula.rhs))


def mentions_own_density(formula: Formula) -> bool:
    """p(z | x) = p(x | z) p(z) / p(x) relates densities of one family; it does not introduce one."""
    match formula.lhs:
        case App("density", (Sym(family), *_)):
            return any(
                isinstance(term, App) and term.head == "density" and term.args[0] == Sym(family)
                for term in subterms(formula.rhs)
            )
    return False


def relates_entries(formula: Formula) -> bool:
    """S_{ij} = 2 S_{ji} relates entries of a matrix; it does not introduce one."""
    match formula.lhs:
        case App("index", (Sym(name), *_)):
            inside = [x for x in subterms(formula.rhs) if isinstance(x, App) and x.head == "index"]
            return any(x.args[0] == Sym(name) and all(isinstance(i, Sym) for i in x.args[1:]) for x in inside)
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
    found: list[str] = [w if w == "i.e." else w.rstrip(".") for w in _WORD.findall(text.lower())]
    for place in range(len(found) - 1, -1, -1):
        if found[place] in t.CLAIM_CUES or found[place] in t.FACT_CUES:
            return _supposed(found[: place + 1]) or found[place]
    return ""


def _supposed(words: list[str]) -> str:
    """ "Suppose that all of them have the same mean ...", "If it fails, i.e. ...": such words assert nothing."""
    explained = words[-1] in ("i.e.", "namely", "means")
    if (words[-1] not in ("have", "has", "holds") and not explained) or words[-2:-1] == ["we"]:
        return ""
    conditions = ("if", "when", "whenever") if explained else ()
    for word in reversed(words):
        if word in ("then", "so", "hence", "thus", "we"):
            return ""
        if word in ("suppose", "assume", "assuming", "supposing", "let", *conditions):
            return word
    return ""


def display_cue(sentence: str) -> bool:
    """Whether the unfinished sentence before a display introduces it as a definition."""
    for word in reversed(_WORD.findall(sentence.lower())):
        if word in t.DISPLAY_DEFINITION_CUES:
            return True
        if word in t.CLAIM_CUES | {"if", "assume", "suppose", "with", "at"}:
            return False
    return False


def announces_claim(sentence: str) -> bool:
    """Whether the unfinished sentence before a display says that it follows: "Then", "and we obtain"."""
    last = next((w for w in reversed(_WORD.findall(sentence.lower())) if w in t.CLAIM_CUES | t.FACT_CUES), "")
    return last in t.CLAIM_CUES


def hypothesis_cue(sentence: str) -> str:
    """The word by which the unfinished sentence before a display makes it an assumption; empty where none does."""
    words = [w for w in _WORD.findall(sentence.lower()) if w != "that"]
    if not _WORD.search(_FORMULA.split(sentence)[-1]):
        return ""  # "If $a > 0$," has said what it supposes
    supposing = [k for k, w in enumerate(words) if k >= len(words) - 4 and w in _SUPPOSED]
    if supposing:
        claims = t.CLAIM_CUES & set(words[supposing[0] :]) - {"have", "has"}
        return "" if claims else words[supposing[0]]
    last = words[-1] if words and words[-1] in ("if", "when", "whenever", "provided") else ""
    return last if last and not marks_in(sentence[sentence.lower().rindex(last) :]) else ""


def property_cue(sentence: str, lhs: Term) -> str:
    """ "Let $s$ be a number with" in front of a display that says something of s, and does not introduce it."""
    words = _WORD.findall(sentence.lower())
    introduced = next((w for w in words if w in ("let", "consider", "fix", "take", "choose")), "")
    names = isinstance(lhs, Sym) or (isinstance(lhs, App) and lhs.head in ("index", "apply", "density"))
    return introduced if not names and words[-1:] in (["with"], ["satisfying"], ["satisfies"], ["satisfy"]) else ""


_SUPPOSED = frozenset(("assume", "suppose", "assuming", "supposing"))


SUPPOSING = t.words("assume assuming suppose supposing if given since because at when whenever case setting over some")
INTRODUCING = frozenset(("let", "define", "denote", "write", "set"))
_STRONG = frozenset(("let", "define", "defined", "where", "denote", "denotes", "write", "call", "set", "consider"))


def is_definition(formula: Formula, cue: str, scope: Scope, defining: bool) -> bool:
    """Whether an equation in prose introduces its left side."""
    if formula.relation != "=" or not is_definable(formula.lhs) or mentions_own_density(formula):
        return False
    if is_growth(formula):
        return False
    if defining:
        return True
    name = base_name(formula.lhs)
    if is_inverse(formula.lhs) and (cue not in _STRONG or name in scope.declared):
        return False
    if is_variance(formula.lhs) and name in scope.declared:
        return False  # a real s with s^2 = 1 may be negative
    if name is None or cue in SUPPOSING:
        return cue in ("if", "setting") and name is not None and name not in scope.used | scope.defined
    if name in scope.fixed or (name in scope.determined and cue not in _STRONG):
        return False
    if name in scope.defined:
        return not is_general(formula.lhs)
    return name not in scope.used or cue in _STRONG


def is_claim(formula: Formula, cue: str, scope: Scope) -> bool:
    """Whether an equation in prose is asserted rather than given."""
    name = base_name(formula.lhs)
    new = is_definable(formula.lhs) and name is not None and name not in scope.used | scope.defined
    if is_growth(formula):
        supposed = cue in SUPPOSING | INTRODUCING | {"where", "with", "for"}
        return not supposed and (not new or name in free_names(formula.rhs))
    if cue in t.CLAIM_CUES:
        return not (new and formula.relation == "=")
    if isinstance(formula.lhs, Bind) and formula.lhs.head in t.OPTIMA.values():
        return cue not in SUPPOSING | INTRODUCING | {"where", "with", "given"}
    if cue in _ASSERTED and is_determined(formula, scope):
        return True
    if cue in _ASSERTED and _is_derivative_of(formula.lhs, scope.defined) and formula.rhs != Num(Fraction(0)):
        return True
    measured = isinstance(formula.lhs, App) and formula.lhs.head in ("deriv", "E", "Var", "Cov", "KL")
    return measured and cue in ("is", "are")


def _is_derivative_of(term: Term, defined: set[str]) -> bool:
    """A derivative of something that the page defines: nothing is left to suppose of it."""
    match term:
        case App("deriv", (inner, _)):
            return base_name(inner) in defined or _is_derivative_of(inner, defined)
        case App("apply", (Sym(name), *_)):
            return name.endswith("'") and name.rstrip("'") in defined
    return False


_ASSERTED = frozenset(("", "since", "because", "recall"))


def is_determined(formula: Formula, scope: Scope) -> bool:
    """A moment of symbols with a declared law, or one expectation as another: nothing is left to suppose.

    What only gives the moment a name says no more than that.
    """
    known = scope.used | scope.defined | scope.declared | scope.parameters
    names = free_names(formula.lhs)
    if formula.relation != "=" or (is_definable(formula.rhs) and base_name(formula.rhs) not in known):
        return False
    match formula.lhs, formula.rhs:
        case Bind("E", _, DistributedAs()), other:
            return any(isinstance(x, Bind) and isinstance(x.domain, DistributedAs) for x in subterms(other))
        case App("E" | "Var" | "Cov"), _:
            return bool(names & scope.drawn) and names <= scope.drawn | scope.parameters
    return False


def _is_named_law(law: Term) -> bool:
    match law:
        case App("Normal"):
            return True
        case App("apply", (Sym(name), *_)):
            return name.startswith(("\\mathrm{", "\\text{", "\\operatorname{"))
    return False
