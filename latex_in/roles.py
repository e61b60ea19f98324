"""What a page has said so far, and what the form of a left side allows it to be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from typing import TypeAlias

from hence.language.derivation import Distributed, Fact, Formula, Given, Membership, Property, RealSpace, Step
from hence.language.opaque import pieces_of
from hence.language.powers import exponent_of
from hence.language.records import dataclass
from hence.language.terms import App, Bind, Num, Sym, Term, free_names, substitute, subterms
from hence.latex_in import tables as t
from hence.latex_in.formula.context import base_name, is_inverse, is_variance

MOST_DEFINITIONS = 8  # of definitions through definitions
Variables: TypeAlias = tuple[frozenset[str], frozenset[str]]  # of a density, and those that it is given


@dataclass
class Scope:
    """What the page has said so far in this part: headings begin a new one."""

    defined: set[str] = field(default_factory=set)
    earlier: set[str] = field(default_factory=set)  # defined in parts before this one
    unsaid: set[str] = field(default_factory=set)  # defined by displays that no word announces as definitions
    members: set[Term] = field(default_factory=set)  # left sides of displays that are definitions
    pending: tuple[int, Formula] | None = None  # the chain of the last of them: what its right side is may follow
    used: set[str] = field(default_factory=set)
    just_defined: str = ""  # by the last relation
    just_used: frozenset[str] = frozenset()  # and the names on its right side of which nothing was known before
    just_named: Term | None = None  # of which nothing was known before the last relation, alone on its right side
    fixed: set[str] = field(default_factory=set)  # one-hot, random: an equation for an entry is no definition
    declared: set[str] = field(default_factory=set)  # by a space or a law
    just_declared: frozenset[str] = frozenset()  # and nothing was said between
    drawn: set[str] = field(default_factory=set)  # by a law that determines every moment
    normal: set[str] = field(default_factory=set)  # letters with a normal law
    parameters: set[str] = field(default_factory=set)  # of those laws
    sizes: set[str] = field(default_factory=set)  # of spaces
    determined: set[str] = field(default_factory=set)  # "the minimizer": words say what it is
    constrained: set[str] = field(default_factory=set)  # something was supposed or imposed of them
    ordered: int = 0  # the chain of a display whose inequalities are supposed
    described: set[str] = field(default_factory=set)  # by a word
    values: set[str] = field(default_factory=set)  # set to something without letters
    counters: set[str] = field(default_factory=set)  # letters that stand in an index
    derivatives: list[App] = field(default_factory=list)  # left sides so far that are derivatives
    bodies: dict[str, list[Formula]] = field(default_factory=dict)  # what is said to equal each function
    functions: list[App] = field(default_factory=list)  # f(x, y) where f was defined
    equated: set[str] = field(default_factory=set)  # names that an equation defines
    recurrent: set[str] = field(default_factory=set)  # sequences with a recurrence, of which no member is given yet
    sequences: list[Formula] = field(default_factory=list)  # z_l = ..., in the order of the page
    started: set[str] = field(default_factory=set)  # sequences of which only single members are given
    general: set[str] = field(default_factory=set)  # sequences with an equation for every member
    totals: list[Formula] = field(default_factory=list)  # L = ... where L was defined
    densities: set[Variables] = field(default_factory=set)  # of the whole part

    claim: Formula | None = None  # the last claim in prose
    bounds: tuple[Formula, ...] = ()  # and where it holds: "for x > 0"

    @property
    def known(self) -> set[str]:
        """The symbols of which the page has spoken."""
        return self.used | self.defined | self.declared | self.determined | self.described

    def define(self, formula: Formula) -> None:
        """Remember what a symbol equals by definition."""
        self.totals.append(formula)
        self.equated.add(base_name(formula.lhs) or "")

    def depends(self, term: Term, names: frozenset[str]) -> bool:
        """Whether a term speaks of some names through definitions: r^T r of w, where r = y - X w."""
        reached = free_names(term) | {name.partition("_{")[0] for name in free_names(term)}
        told = [*self.totals, *(f for formulas in self.bodies.values() for f in formulas)]
        while more := [f for f in told if base_name(f.lhs) in reached and not free_names(f.rhs) <= reached]:
            reached = reached.union(*(free_names(f.rhs) for f in more))
        return not reached.isdisjoint(names)

    def introduce(self, term: Term, unsaid: bool = False, anew: bool = False) -> None:
        """Remember that the page says what a left side is; `unsaid` where no word does.

        With a density that is another one now, what only its place said is open again: the loss of the next model.
        """
        name = base_name(term) or ""
        if anew and isinstance(term, App) and term.head == "density":
            self.defined -= self.unsaid
        self.unsaid = self.unsaid | {name} if unsaid else self.unsaid - {name}
        self.defined |= {name, introduced_name(term) or ""}

    def note(self, formula: Formula) -> None:
        """Remember the symbols of a formula as used."""
        known = self.known
        self.just_declared = frozenset()
        fresh = formula.relation == "=" and base_name(formula.rhs) not in {None, *known}
        self.just_named = formula.rhs if fresh and is_named(formula.rhs) else None
        own = (base_name(formula.lhs) or "") if formula.relation == "=" else ""
        self.just_defined = own if own in self.defined else ""
        self.just_used = free_names(formula.rhs) - known if self.just_defined else frozenset()
        for side in (formula.lhs, formula.rhs):
            self.used |= free_names(side)
            self.used |= {
                introduced_name(x) or "" for x in subterms(side) if isinstance(x, App) and x.head == "density"
            }
        if isinstance(formula.lhs, App) and formula.lhs.head == "deriv":
            self.derivatives.append(formula.lhs)
        match formula.lhs:
            case App("apply", (Sym(name), *arguments)) as value if not name.endswith("'"):
                if all(isinstance(a, Sym) for a in arguments):
                    self.functions.append(value)
        self.note_definition(formula)
        self.note_recurrence(formula)

    def note_recurrence(self, formula: Formula) -> None:
        """Remember equations for members, and sequences that wait for their first one."""
        if isinstance(formula.lhs, App) and formula.lhs.head == "index" and formula.relation == "=":
            self.sequences.append(formula)
        match formula:
            case Formula(App("index" | "apply", (Sym(name), at)), "=", rhs):
                (self.recurrent.add if name in free_names(rhs) and free_names(at) else self.recurrent.discard)(name)
                if free_names(at):
                    self.general.add(name)
                    self.started.discard(name)
                elif name not in self.general:
                    self.started.add(name)

    def note_definition(self, formula: Formula) -> None:
        """Remember the formulas of a function."""
        match formula:
            case Formula(App("apply", (Sym(name), *arguments)), "=", _) if not name.endswith("'"):
                if all(isinstance(a, Sym) for a in arguments):
                    self.bodies.setdefault(name, []).append(formula)

    def declare(self, item: Membership | Distributed) -> None:
        """Remember what has a space or a law."""
        name = base_name(item.subject) or ""
        if name not in self.declared | self.defined | self.described | self.used:
            self.just_declared |= {name}
        self.declared.add(name)
        if isinstance(item, Membership) and isinstance(item.space, RealSpace):
            self.sizes |= {n for dim in item.space.dims for n in free_names(dim)}
        if isinstance(item, Distributed) and _is_named_law(item.law):
            self.drawn.add(name)
            self.parameters |= free_names(item.law)
        if isinstance(item, Distributed) and isinstance(item.subject, Sym):
            is_normal = isinstance(item.law, App) and item.law.head == "Normal"
            (self.normal.add if is_normal else self.normal.discard)(name)

    def knows(self, given: Given, concluded: bool) -> bool:
        """Whether the page has said something of what a given speaks of: then it is asserted, and introduces nothing.

        What is said of a letter as it is declared belongs to that, unless a word concludes it.
        """
        known = (self.declared | self.defined | self.described) - (set() if concluded else self.just_declared)
        match given:
            case Membership(subject) | Distributed(subject) | Property(subject):
                return (base_name(subject) or "") in known
            case Fact(Formula(subject, _, App("deriv")), False):  # "G is the gradient of L"
                return (base_name(subject) or "") in known
            case Fact(formula, definition):
                return not definition and bool((free_names(formula.lhs) | free_names(formula.rhs)) & known)
            case _:
                return False

    def is_normal(self, term: Term) -> bool:
        """Whether a term is affine in one letter with a normal law, perhaps through definitions, and else fixed."""
        bodies = {f.lhs.name: f.rhs for f in self.totals if isinstance(f.lhs, Sym)}
        for _ in range(MOST_DEFINITIONS):
            inside = {name: bodies[name] for name in free_names(term) & bodies.keys()}
            term = substitute(term, inside) if inside else term
        names = free_names(term)
        chance = names & (self.drawn | self.fixed | self.normal)
        return not names & bodies.keys() and len(chance) == 1 and chance <= self.normal and _affine(term, *chance)

    def is_made(self, term: Term) -> bool:
        """Whether something is made of letters, or defined; of a letter that is neither, a law says what it is."""
        name = base_name(term)
        return name is None or (isinstance(term, Sym) and name in self.equated)

    def describe(self, subject: Term, word: str) -> None:
        """Remember words that leave an equation for the symbol nothing to define."""
        name = base_name(subject)
        self.described.add(name or "")
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

    def total_derivative(self, zero: Formula) -> App | None:
        """The derivative that an equation says is zero, of the last total and by the one letter that may be meant."""
        for total in reversed(self.totals):
            names = (free_names(total.rhs) & free_names(zero.lhs)) - self.declared
            names = names if len(names) == 1 else (free_names(total.rhs) & free_names(zero.lhs)) & t.VARIED
            if base_name(total.lhs) in t.TOTALS and len(names) == 1:
                return App("deriv", (total.lhs, Sym(next(iter(names)))), zero.span)
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


def is_named(term: Term) -> bool:
    """A symbol, or a general member of a family: x, p_i."""
    return isinstance(term, Sym) or (isinstance(term, App) and term.head == "index" and is_definable(term))


def is_definable(term: Term) -> bool:
    """Whether a left side can introduce a symbol: x, x_t, A_{ij}, f(x, y), sigma^2."""
    match term:
        case App("pow", (inner, _)) if is_variance(term) or is_inverse(term):
            return is_definable(inner)
        case Sym():
            return True
        case App("index", (Sym(), *indices)):
            return all(_is_index(i) for i in indices) and _distinct(indices)
        case App("index", (App("apply", (Sym(name), *_)) as value, Sym())) if not name.endswith("'"):
            return is_definable(value)  # the entries of a function whose value is a vector
        case App("apply", (Sym(name), *_)) if name.endswith("'") or exponent_of(name) is not None:
            return False  # a derivative or a power is computed, not introduced
        case App("apply", (Sym() | App("index", _), *arguments)):
            return all(isinstance(a, Sym) for a in arguments) and _distinct(arguments)
        case App("density", (Sym(), App("given", given), *of)):
            return all(_point(a) for a in (*given, *of))
    return False


def variables_of(term: Term) -> Variables | None:
    r"""The variables of a density and those it is given: y and x of p(y \mid x); None for any other term."""
    match term:
        case App("density", (_, App("given", given), *of)) if all(_point(a) for a in (*of, *given)):
            return frozenset(map(_point, of)), frozenset(map(_point, given))
    return None


def introduced_name(term: Term) -> str | None:
    r"""What an equation with this left side introduces: a name; of a density that one alone, p(y \mid x) and not p."""
    match term:
        case App("density", (Sym(family), *_)) if (variables := variables_of(term)) is not None:
            return f"{family}({'|'.join(','.join(sorted(part)) for part in variables)})"
    return base_name(term)


def _point(term: Term) -> str:
    """The variable at which a density is taken, x or x[t-1] for a member; empty for another point."""
    match term:
        case Sym(name):
            return name
        case App("index", (Sym(name), *indices)) if all(map(_is_index, indices)):
            return f"{name}[{','.join(''.join(map(_shown, pieces_of(i))) for i in indices)}]"
    return ""


def _shown(piece: str | Sym) -> str:
    return piece.name if isinstance(piece, Sym) else piece


def letters_of(variables: frozenset[str]) -> frozenset[str]:
    """The letters of variables: x of x and of x[t-1]."""
    return frozenset(v.partition("[")[0] for v in variables)


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


def is_another_function(formula: Formula, scope: Scope) -> bool:
    """J(W, b) behind a definition of J(W, b; x, y), of which it may be the sum: another number of arguments."""
    match formula:
        case Formula(App("apply", (Sym(name), *arguments)), "=", value) if arguments:
            calls = {len(f.args) - 1 for f in scope.functions if f.args[0] == Sym(name)}
            parts = [t for t in subterms(value) if isinstance(t, App) and t.head == "apply" and t.args[0] == Sym(name)]
            apart = len(parts) == sum(t == Sym(name) for t in subterms(value))
            apart = apart and all(len(t.args) - 1 in calls for t in parts)
            return apart and name in scope.defined and bool(calls) and len(arguments) not in calls
        case _:
            return False


def goes_on_from(pending: tuple[int, Formula] | None, step: Step) -> bool:
    r"""The second relation of `m = \bar{x} = ...`, which says what \bar{x} is, and does so without m."""
    left, right = step.formula.lhs, step.formula.rhs
    if pending is None or pending[0] != step.chain or not is_named(left):
        return False
    return pending[1].rhs == left and not free_names(pending[1].lhs) & free_names(right)


def names_function(formula: Formula) -> bool:
    r"""What `Y = g(X) = c X` says of g, `\implies L(w, b) = w + b` of L; whether these are open others tell."""
    match formula:
        case Formula(App("apply", (Sym(name), *arguments)), "=", value) if all(isinstance(x, Sym) for x in arguments):
            letters = [x.name for x in arguments if isinstance(x, Sym)]
            different = len(set(letters)) == len(letters)
            return different and not free_names(value).isdisjoint(letters) and name not in free_names(value)
    return False


def is_value_of_parameter(term: Term, defined: set[str]) -> bool:
    r"""R_{2\theta} where R_\theta is defined: a value of that, and no new name."""
    found = _LABELLED.fullmatch(term.name) if isinstance(term, Sym) else None
    if found is None:
        return False
    letters = set(_LETTER.findall(found["label"]))
    return any(f"{found['base']}_{{{x}}}" in defined and f"{found['base']}_{{{x}}}" != found.group() for x in letters)


_LABELLED = re.compile(r"(?P<base>.+)_\{(?P<label>.+)\}")
_LETTER = re.compile(r"\\[A-Za-z]+|[A-Za-z]")


def is_optimum(term: Term) -> bool:
    return isinstance(term, Bind) and term.head in t.OPTIMA.values()


def _is_named_law(law: Term) -> bool:
    match law:
        case App("Normal"):
            return True
        case App("apply", (Sym(name), *_)):
            return name.startswith(("\\mathrm{", "\\text{", "\\operatorname{"))
    return False


def _affine(term: Term, name: str) -> bool:
    if name not in free_names(term):
        return True
    match term:
        case Sym():
            return True
        case App("add" | "neg" | "transpose", args):
            return all(_affine(a, name) for a in args)
        case App("mul", factors):
            inside = [f for f in factors if name in free_names(f)]
            return len(inside) == 1 and _affine(inside[0], name)
        case App("div", (above, below)):
            return name not in free_names(below) and _affine(above, name)
    return False


def differentiates(term: Term) -> bool:
    """The derivative of an expression that is written out: nobody can choose what that is."""
    return isinstance(term, App) and term.head == "deriv" and isinstance(term.args[0], App)


def is_known_derivative(term: Term, scope: Scope) -> bool:
    r"""The derivative of what the page defines: nobody can choose it. "With gradient $\\nabla L = 2 w$" claims."""
    match term:
        case App("deriv", (of, _)):
            return not free_names(of).isdisjoint(scope.defined)
        case App("apply", (Sym(name), *_)):
            return name.endswith("'") and name.rstrip("'") in scope.defined
        case _:
            return False


def restricted_by(formula: Formula) -> frozenset[str]:
    """The names that a supposition restricts: c alone in `c = f(z)`."""
    left, right = free_names(formula.lhs), free_names(formula.rhs)
    names_left = formula.relation == "=" and isinstance(formula.lhs, Sym) and not left & right
    return left if names_left else left | right
