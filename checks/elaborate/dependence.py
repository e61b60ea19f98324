"""Quantities that are differentiated although nobody defined them: a loss L, the output y of some layer.

Such a symbol is an unknown function of what the page differentiates it by. Of those only the outermost count: where
y = W x and both dL/dx and dL/dy occur, L is a function of y. That reading is reported with every proof; where the page
does not say enough for it, the line is left open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import TypeGuard

from hence.checks.elaborate.builder import Builder
from hence.checks.elaborate.errors import NotUnderstood
from hence.checks.elaborate.givens import Sorted, base_name
from hence.checks.elaborate.names import Usage
from hence.checks.elaborate.outcome import LeftOut
from hence.checks.model import SCALAR, Function, labels_of
from hence.language.derivation import Formula
from hence.language.opaque import is_opaque_name
from hence.language.records import dataclass
from hence.language.terms import App, Num, Sym, Term, free_names, subterms

LOSSES = frozenset(("L", "J", r"\mathcal{L}", r"\ell", r"\mathcal{J}", "E", r"\mathcal{E}", r"\mathrm{loss}"))
ENTRY_BY_ENTRY = frozenset((r"\sigma", r"\phi", r"\psi", r"\varphi", r"\rho", r"\mathrm{ReLU}"))
TIME = frozenset(("t", "T", r"\tau"))
Pairs = dict[str, dict[str, None]]
Arguments = dict[str, tuple[str, ...]]


@dataclass
class Unknowns:
    """Unknown functions: of what, whether the author said so, and derivatives of which nothing is known."""

    arguments: Arguments = field(default_factory=dict)
    along_sequence: bool = False  # dh_t/dh_s occurs: products of Jacobians are in the order of the chain rule
    moving: tuple[str, ...] = ()  # the variables whose differentials occur: dX
    supposed: dict[str, str] = field(default_factory=dict)  # the reading in words, where the author did not say it
    unclear: frozenset[str] = frozenset()

    def tell(self, builder: Builder) -> None:
        """Such a symbol, where it stands alone, is its function at its own arguments."""
        found = dict(builder.open_indices)
        for name, arguments in self.arguments.items():
            known = builder.functions.get(name)
            if known is None or not known.params or known.elementwise:
                result = builder.symbols[name].shape if name in builder.symbols else SCALAR
                builder.functions[name] = Function(name, (), result, supposed=self.supposed.get(name, ""))
            found[name] = frozenset(arguments).union(*(found.get(a, frozenset()) for a in arguments))
        builder.open_indices = found
        builder.differentials = self.moving
        builder.last_factor_first = self.along_sequence
        builder.own_arguments = {**builder.own_arguments, **self.arguments}

    def problem(self, formula: Formula, given: Sorted) -> str:
        """Why a formula about them cannot be judged; empty where it can."""
        lone = self._on_one_side(formula, given)
        for name in sorted(self._vague_in(formula, given)):
            if name in self.unclear or (name in lone and not self._is_moved(name, formula, given)):
                return _unsaid(name)
        return ""

    def one_sided(self, formula: Formula, given: Sorted) -> Iterator[LeftOut]:
        """Those of which only one side speaks: a proof holds whatever they are, and a counterexample may not."""
        for name in sorted(self._on_one_side(formula, given)):
            yield LeftOut(frozenset((name,)), NotUnderstood(_unsaid(name), formula.span))

    def _on_one_side(self, formula: Formula, given: Sorted) -> frozenset[str]:
        left, right = (_reach(side, given, self.arguments) for side in (formula.lhs, formula.rhs))
        return self._vague_in(formula, given) & (left ^ right)

    def _vague_in(self, formula: Formula, given: Sorted) -> frozenset[str]:
        """The quantities of a formula of which the author did not say what they are; none without a derivative."""
        sides = (formula.lhs, formula.rhs)
        if not any(_differentiates(side, given) for side in sides):
            return frozenset()
        mentioned = frozenset[str]().union(*(_reach(side, given, self.arguments) for side in sides))
        return mentioned & (self.unclear | self.supposed.keys())

    def _is_moved(self, name: str, formula: Formula, given: Sorted) -> bool:
        """Whether a quantity is differentiated only by what its arguments are made of, and no derivative is lost."""
        made_of = _reach(Sym(name), given, self.arguments, without=True)
        found = (d for side in (formula.lhs, formula.rhs) for d in _derivatives_in(side, given))
        slopes = [d for d in found if name in _reach(d.args[0], given, self.arguments)]
        return all(d.head == "deriv" and base_name(d.args[1]) in made_of for d in slopes)


def _unsaid(name: str) -> str:
    return f"{name} is differentiated, but what it is was not said"


def unknown_functions(given: Sorted, formulas: Iterable[Formula], usage: Usage) -> Unknowns:
    """Which undefined symbols are differentiated, and what each is a function of."""
    terms = _all_terms(given, formulas)
    found = Unknowns()
    _said_by_author(given, terms, usage, found)
    pairs = _differentiated(terms, given, usage)
    _read_as_arrays(pairs, given, usage, terms)
    unclear = set()
    for name, variables in pairs.items():
        if name in found.arguments:
            continue
        outermost = tuple(v for v in variables if not any(_depends(u, v, given, pairs) for u in variables if u != v))
        plain = [v for v in outermost if v not in given.definitions and v not in pairs]
        if _is_family(name, given, usage) or (len(outermost) > 1 and plain) or not outermost:
            unclear.add(name)
            continue
        if name in LOSSES and name not in given.spaces:
            given.kinds.setdefault(name, "scalar")
        found.arguments[name] = outermost
        found.supposed[name] = f"{name} is a differentiable function of {', '.join(outermost)}"
    found.moving, vague = _moving(terms, given)
    found.along_sequence = any(_is_along_sequence(t) for root in terms for t in subterms(root))
    for name in [n for n in found.arguments if n in _reach(Sym(n), given, found.arguments, without=True)]:
        del found.arguments[name]
        found.supposed.pop(name, None)
        unclear.add(name)
    at_stake = _at_stake(given, formulas)
    unclear |= _open_sequences(terms, given, usage) | _out_of_reach(at_stake, given, usage)
    found.unclear = frozenset(unclear | vague | _of_nothing_seen(at_stake, given, usage, found.arguments).keys())
    return found


def _at_stake(given: Sorted, formulas: Iterable[Formula]) -> list[Term]:
    """Every term, apart from what defines names that the formulas and the hypotheses do not come to."""
    sides = [side for f in (*formulas, *(f for f, _ in given.constraints)) for side in (f.lhs, f.rhs)]
    reached = frozenset().union(*(_reach(side, given, {}) for side in sides))
    return [*sides, *(d.body for name in reached for d in given.definitions.get(name, ()))]


def _out_of_reach(terms: list[Term], given: Sorted, usage: Usage) -> set[str]:
    """L_t of dL/dW where L is the sum of L_t, and W stands nowhere behind it: nobody differentiates a constant.

    So of J(w) = |h - y|^2, differentiated by w: h is a function of it, which is not written.
    """
    found: set[str] = set()
    for term in (t for root in terms for t in subterms(root) if isinstance(t, App) and t.head == "deriv"):
        top, by = term.args[0], base_name(term.args[1])
        said = given.spaces.keys() | given.kinds.keys()
        behind = _reach(top, given, {}) if _top(top) in given.definitions else frozenset[str]()
        if behind and by not in behind:
            found |= {name for name in behind - said if _is_undefined(name, given, usage)}
        function, inside, reached = _inside(top, given)
        if by not in inside | reached and any(_may_be_made_of_others(n, given, usage) for n in inside - said):
            found.add(function)
    return found


def with_labels(given: Sorted, formulas: Iterable[Formula], usage: Usage) -> dict[str, str]:
    r"""Functions and densities that are differentiated by what they do not show, with it: `p_{\theta}` for p."""
    unseen = _of_nothing_seen(_at_stake(given, formulas), given, usage, {})
    called = {n: by for n, by in unseen.items() if n in usage.functions or n in usage.densities}
    return {n: _labelled(n, ",".join(sorted(by))) for n, by in called.items()}


def _labelled(name: str, label: str) -> str:
    if labels_of(name) and name.endswith("}"):
        return f"{name[:-1]},{label}}}"
    return f"{name}_{{{label}}}"


def _of_nothing_seen(terms: list[Term], given: Sorted, usage: Usage, arguments: Arguments) -> dict[str, set[str]]:
    r"""The names in `(\hat{y} - y)^2`, differentiated by a w that stands nowhere behind it: some depend on w, unseen.

    What stands beside w under another derivative by w is meant to be constant there, and what shows its parameters
    has no others.
    """
    declared = given.spaces.keys() | given.kinds.keys()  # beside what is declared other letters are constants
    constant: dict[str, set[str]] = {}
    loose: list[tuple[str, frozenset[str]]] = []
    for term in (t for root in terms for t in subterms(root) if isinstance(t, App) and t.head == "deriv"):
        by, behind = base_name(term.args[1]), _reach(term.args[0], given, arguments)
        if by in behind or any(by in labels_of(n) for n in behind):
            constant.setdefault(by, set()).update(behind)
        elif by and not _top(term.args[0]) and behind.isdisjoint(declared):
            loose.append((by, behind))
    said = {n.partition("(")[0] for n in given.explicit_densities()}
    found: dict[str, set[str]] = {}
    for by, behind in loose:
        for name in behind - constant.get(by, set()) - said:
            if _may_be_made_of_others(name, given, usage) and not any(x.startswith("\\") for x in labels_of(name)):
                found.setdefault(name, set()).add(by)
    return found


def _inside(top: Term, given: Sorted) -> tuple[str, frozenset[str], frozenset[str]]:
    """J of J(w), where that is defined, the names in its formula, and those behind the arguments that this uses."""
    match top:
        case App("apply", (Sym(name), *arguments)) if len(given.definitions.get(name, ())) == 1:
            (definition,) = given.definitions[name]
            body = _reach(definition.body, given, {})
            used = [a for p, a in zip(definition.params, arguments, strict=False) if p in body]
            return name, body - {*definition.params}, frozenset().union(*(_reach(a, given, {}) for a in used))
        case _:
            return "", frozenset(), frozenset()


def _may_be_made_of_others(name: str, given: Sorted, usage: Usage) -> bool:
    """A function, or another name, of which nothing says what it is."""
    unsaid = name not in given.definitions and name not in given.mappings and name not in given.properties
    return unsaid and (name in usage.functions or _is_undefined(name, given, usage))


def _is_along_sequence(term: Term) -> bool:
    match term:
        case App("deriv", (App("index", (Sym(top), *_)), App("index", (Sym(bottom), *_)))):
            return top == bottom
        case _:
            return False


def _moving(terms: list[Term], given: Sorted) -> tuple[tuple[str, ...], set[str]]:
    """Variables X whose dX occur; and quantities like the L of `dL = ...`, of which nothing else is known."""
    alone = {t.args[0].name for t in terms if isinstance(t, App) and t.head == "differential" and _is_name(t.args[0])}
    inside = [t.args[0] for root in terms for t in subterms(root) if isinstance(t, App) and t.head == "differential"]
    names = (_untransposed(t) for t in inside)
    found = dict.fromkeys(n for n in names if n and n not in given.definitions)
    vague = {name for name in found if name in alone or name in LOSSES}
    return tuple(name for name in found if name not in vague), vague


def _untransposed(term: Term) -> str:
    """X of X and of X^T."""
    match term:
        case Sym(name) | App("transpose", (Sym(name),)):
            return name
        case _:
            return ""


def _is_name(term: Term) -> TypeGuard[Sym]:
    return isinstance(term, Sym)


def _all_terms(given: Sorted, formulas: Iterable[Formula]) -> list[Term]:
    return [*given.terms(), *(side for f in formulas for side in (f.lhs, f.rhs))]


def scalar_valued(given: Sorted, formulas: Iterable[Formula], usage: Usage) -> frozenset[str]:
    """Undeclared functions whose value is a number even of a vector: losses, convex ones, those with a gradient."""
    primed = {name.rstrip("'") for name in usage.functions if name.endswith("'")}
    differentiated = {_applied(t) for term in _all_terms(given, formulas) for t in subterms(term)}
    undeclared = {n for n in usage.functions if n not in given.mappings and n not in given.definitions}
    said = {n for n, words in given.properties.items() if "elementwise" in words}
    return frozenset((undeclared & (LOSSES | differentiated | given.traits.keys())) - primed - said - ENTRY_BY_ENTRY)


def undefined_functions(given: Sorted, usage: Usage) -> frozenset[str]:
    """Functions of which nothing is said, and that have no derivatives: their values may be anything."""
    primed = {name.rstrip("'") for name in usage.functions if name.endswith("'")}
    said = given.mappings.keys() | given.definitions.keys() | given.properties.keys() | given.traits.keys()
    plain = {n for n in usage.functions if not n.endswith("'") and not is_opaque_name(n) and n not in usage.counts}
    return frozenset(plain - primed - said)


def _applied(term: Term) -> str:
    """f where the term is a derivative of f(x)."""
    match term:
        case App("deriv", (App("apply", (Sym(name), *_)), _)):
            return name
        case App("deriv", (inner, _)):
            return _applied(inner)
        case _:
            return ""


def _said_by_author(given: Sorted, terms: list[Term], usage: Usage, found: Unknowns) -> None:
    """`L = L(y)`, and L alone beside L(y)."""
    for name, definitions in list(given.definitions.items()):
        match [d.body for d in definitions]:
            case [App("apply", (Sym(function), *arguments))] if function == name:
                del given.definitions[name]
                found.arguments[name] = tuple(base_name(a) for a in arguments)
            case _:
                pass
    alone = {n for n in usage.functions if n in usage.counts and n not in given.definitions}
    for term in (t for root in terms for t in subterms(root)):
        match term:
            case App("apply", (Sym(name), *arguments)) if name in alone and all(isinstance(a, Sym) for a in arguments):
                found.arguments.setdefault(name, tuple(base_name(a) for a in arguments))
            case _:
                pass


def _differentiated(terms: list[Term], given: Sorted, usage: Usage) -> Pairs:
    """Undefined symbols under a derivative, and by what they are differentiated."""
    pairs: Pairs = {}
    for term in (t for root in terms for t in subterms(root)):
        if not isinstance(term, App) or term.head != "deriv":
            continue
        variable = base_name(term.args[1])
        tops = {_top(term.args[0])} | (free_names(term.args[0]) & LOSSES)
        for name in sorted(tops - {"", variable}):
            if _is_undefined(name, given, usage) and not _depends(variable, name, given, {}):
                pairs.setdefault(name, {})[variable] = None
    return pairs


def _top(term: Term) -> str:
    """The symbol that is differentiated, perhaps an entry of it, perhaps for the second time."""
    match term:
        case Sym(name) | App("index", (Sym(name), *_)):
            return name
        case App("deriv", (inner, _)):
            return _top(inner)
        case _:
            return ""


def _is_undefined(name: str, given: Sorted, usage: Usage) -> bool:
    known = name in given.definitions or name in given.mappings or name in given.laws
    lines = any(name in (base_name(line.vector), base_name(line.matrix)) for line in given.lines)
    return not (known or lines or name in usage.functions or name in usage.indices or name in usage.lengths)


def _is_family(name: str, given: Sorted, usage: Usage) -> bool:
    if name in given.spaces:
        return given.spaces[name][0] > 0
    return name not in given.vectors | given.matrices and 0 not in usage.counts.get(name, {0})


def _sequences(terms: list[Term]) -> set[str]:
    """Names with an index that steps on somewhere, the z and a of `z_l = W_l a_{l-1}`: members, not entries."""
    indexed = [t for root in terms for t in subterms(root) if isinstance(t, App) and t.head == "index"]
    stepping = set[str]().union(*(_stepping(i) for t in indexed for i in t.args[1:]))
    return {base_name(t) for t in indexed if any(free_names(i) & stepping for i in t.args[1:])}


def _stepping(index: Term) -> set[str]:
    """t of t - 1 and t + 1."""
    match index:
        case App("add", (Sym(name), App("neg", (Num(),)) | Num())):
            return {name}
        case _:
            return set()


def _read_as_arrays(pairs: Pairs, given: Sorted, usage: Usage, terms: list[Term]) -> None:
    """In sum_i dL/dy_i dy_i/dx_j, y and x are vectors; with two indices everywhere they are matrices."""
    sequences = _sequences(terms)
    by_themselves = {name for root in terms for t in subterms(root) if (name := _by_own_entry(t))}
    entries = {name for name in usage.counts if name in by_themselves and _is_undefined(name, given, usage)}
    for name in ({*pairs, *(v for variables in pairs.values() for v in variables)} | entries) - sequences:
        if name in given.spaces or name in given.kinds or name in LOSSES:
            continue
        told = name in given.properties or name in given.laws  # a symmetric matrix has fewer entries than it shows
        if usage.counts.get(name) == {1} and name not in entries and _is_entrywise(name, given, 1):
            given.vectors.add(name)
        elif usage.counts.get(name) == {2} and not told and _is_entrywise(name, given, 2):
            given.matrices.add(name)


def _by_own_entry(term: Term) -> str:
    """B of dB_{sn}/dB_{ij}, where no index is one of time: entries are independent of each other, members are not."""
    match term:
        case App("deriv", (App("index", (Sym(name), *above)), App("index", (Sym(other), *below)))):
            timely = any(not isinstance(i, Sym) or i.name in TIME for i in (*above, *below))
            return name if name == other and not timely else ""
        case _:
            return ""


def _is_entrywise(name: str, given: Sorted, indices: int) -> bool:
    """No definition at all, or one for each entry and none that leads to another."""
    definitions = given.definitions.get(name, [])
    if definitions and name in _reach(Sym(name), given, {}, without=True):
        return False  # h_t = f(a_t) with a_t = W h_{t-1}: members of a sequence
    return all(
        len(d.indices) == indices and all(isinstance(i, Sym) for i in d.indices) and not d.recurrent
        for d in definitions
    )


def _depends(name: str, other: str, given: Sorted, pairs: Pairs) -> bool:
    """Whether a symbol is made of another, by definitions or as an unknown function."""
    seen: set[str] = set()
    stack = [name]
    while stack:
        current = stack.pop()
        below = {n for d in given.definitions.get(current, ()) for n in free_names(d.body)} | set(
            pairs.get(current, ())
        )
        if other in below:
            return True
        stack += below - seen
        seen |= below
    return False


def _differentiates(term: Term, given: Sorted) -> bool:
    """Whether a term has a derivative in it, or in the definitions behind it."""
    return any(_derivatives_in(term, given))


def _derivatives_in(term: Term, given: Sorted) -> Iterator[App]:
    """The derivatives and differentials in a term, and in the definitions behind it."""
    bodies = [d.body for name in _reach(term, given, {}) for d in given.definitions.get(name, ())]
    parts = (t for root in (term, *bodies) for t in subterms(root) if isinstance(t, App))
    return (t for t in parts if t.head in ("deriv", "differential"))


def _open_sequences(terms: list[Term], given: Sorted, usage: Usage) -> set[str]:
    """h of dh_t/dh_{t-1}, where no recurrence of h is known: its members are not independent of each other."""
    found: set[str] = set()
    for term in (t for root in terms for t in subterms(root)):
        match term:
            case App("deriv", (App("index", (Sym(name), *top)), App("index", (Sym(other), *bottom)))):
                timely = any(is_time(i) for i in (*top[:1], *bottom[:1]))
                if name == other and top != bottom and timely and _is_undefined(name, given, usage):
                    found |= {name} if _is_family(name, given, usage) else set()
            case _:
                pass
    return found


def is_time(index: Term) -> bool:
    """t, or t - 1: members of a sequence in time, where i and j are entries."""
    return not isinstance(index, Sym) or index.name in TIME | {"s"}


def _reach(term: Term, given: Sorted, arguments: Arguments, without: bool = False) -> frozenset[str]:
    """Names behind a term; `without` the names in it, unless they come again."""
    stack = list(free_names(term))
    seen: set[str] = set() if without else set(stack)
    while stack:
        name = stack.pop()
        below = {n for d in given.definitions.get(name, ()) for n in free_names(d.body)} | {*arguments.get(name, ())}
        stack += below - seen
        seen |= below
    return frozenset(seen)
