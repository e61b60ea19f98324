r"""Steps that change nothing but what some operator acts on: `\max_x f = \max_x g` where f = g for every x.

Also minimisers, which stay where they are when a constant is added, a positive factor dropped or a logarithm taken, and
steps that need none of the definitions behind their densities and functions. The parts are proved by the kernel.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeGuard

from hence.checks.decide import decide_claim
from hence.checks.elaborate.events import as_whole
from hence.checks.elaborate.givens import base_name
from hence.checks.elaborate.kinds import Layout
from hence.checks.elaborate.setting import elaborate
from hence.checks.elaborate.totals import joint_totals
from hence.checks.model import Claim, Setting
from hence.checks.readings import Page, reconsidered
from hence.language.derivation import Fact, Formula, Given
from hence.language.opaque import DENSITY, opaque, pieces_of
from hence.language.records import dataclass
from hence.language.terms import (
    App,
    Bind,
    DistributedAs,
    Num,
    Sym,
    Term,
    app,
    free_names,
    mapped,
    num,
    strip_spans,
    subterms,
)
from hence.language.verdicts import Proved, Verdict

OPTIMA = frozenset(("min", "max", "inf", "sup", "argmin", "argmax"))
FLIPPED = {"argmin": "argmax", "argmax": "argmin"}
ACTING = frozenset(("deriv", "Var", "Cov", "entropy", "log", "exp", "sqrt", "neg", "E"))
CHANCE = frozenset(("E", "Var", "Cov", "KL", "entropy", "information", "deriv", "differential"))
DEEPEST = 4
MOST_FACTS = 6  # about densities, the last ones


@dataclass(frozen=True)
class Trial:
    """What the parts of a step are proved from."""

    givens: tuple[Given, ...]
    layout: Layout
    seed: int

    def proof(self, formula: Formula) -> Proved | None:
        found = self.verdict(formula)
        return found if isinstance(found, Proved) else None

    def verdict(self, formula: Formula) -> Verdict | None:
        """The verdict on another formula in the place of the step; None where it has no meaning."""
        done = elaborate(self.givens, [formula], layout=self.layout)
        claim = done.claims[0]
        if not isinstance(claim, Claim):
            return None
        return reconsidered(Page(self.givens, formula, done), decide_claim(done.setting, claim, {}, self.seed))

    def for_all(self, *variables: str) -> Trial:
        """Without what holds for some values of variables only: equations that define nothing, or one of them."""
        kept = (
            g
            for g in self.givens
            if not isinstance(g, Fact) or (g.definition and base_name(g.formula.lhs) not in variables)
        )
        return replace(self, givens=tuple(kept))


def acting_alike(formula: Formula, trial: Trial) -> Proved | None:
    """A proof that both sides apply the same to equal things."""
    return _equal_inside(formula, trial, 0)


def _equal_inside(formula: Formula, trial: Trial, depth: int) -> Proved | None:
    match strip_spans(formula.lhs), strip_spans(formula.rhs):
        case Bind(head, x, domain, body), Bind(other, y, other_domain, other_body) if (
            head in OPTIMA and other in OPTIMA
        ):
            if x != y or domain != other_domain:
                return None
            return _same_optimum((head, body), (other, other_body), x, formula, trial, depth)
        case App(head, left), App(other, right) if head == other and len(left) == len(right) and head in ACTING:
            pairs = [(a, b) for a, b in zip(left, right, strict=True) if a != b]
            if len(pairs) != 1 or depth > DEEPEST or any(isinstance(t, Num) for t in pairs[0]):
                return None
            inner = replace(formula, lhs=pairs[0][0], rhs=pairs[0][1])
            below = trial.for_all(*free_names(left[-1])) if head == "deriv" else trial
            return below.proof(inner) if not _has_operator(inner) else _either(inner, below, depth + 1)
        case _:
            return None


def _either(formula: Formula, trial: Trial, depth: int) -> Proved | None:
    return trial.proof(formula) or _equal_inside(formula, trial, depth)


def _has_operator(formula: Formula) -> bool:
    return all(isinstance(t, App | Bind) and t.head in ACTING | OPTIMA for t in (formula.lhs, formula.rhs))


def _same_optimum(
    left: tuple[str, Term], right: tuple[str, Term], x: Sym, formula: Formula, trial: Trial, depth: int
) -> Proved | None:
    inside = trial.for_all(x.name)
    (head, body), (other, other_body) = left, right
    if head == other and (found := _either(replace(formula, lhs=body, rhs=other_body), inside, depth + 1)) is not None:
        return found
    if not head.startswith("arg"):
        return None
    one, two = _core(body, x.name, inside), _core(other_body, x.name, inside)
    turned = one.turned != two.turned
    if (head != other) != turned:
        return None
    for a, b in _increasing(one.term, two.term):
        if (found := inside.proof(replace(formula, lhs=a, rhs=b))) is not None:
            return found
    return None


def _increasing(a: Term, b: Term) -> Iterator[tuple[Term, Term]]:
    """Equations each of which says that one term increases where the other does."""
    yield a, b
    yield app("log", a), b
    yield a, app("log", b)


@dataclass(frozen=True)
class _Core:
    term: Term
    turned: bool  # the optimum is at the other end


def _core(body: Term, x: str, trial: Trial) -> _Core:
    """A body without constant summands and positive constant factors, and whether its sign was turned."""
    match body:
        case App("neg", (inner,)):
            found = _core(inner, x, trial)
            return replace(found, turned=not found.turned)
        case App("add", args):
            kept = [a for a in args if x in free_names(a)]
            if len(kept) == 1:
                return _core(kept[0], x, trial)
            return _Core(App("add", tuple(kept)) if kept else body, False)
        case App("mul", args):
            kept = [a for a in args if x in free_names(a)]
            fixed = [a for a in args if x not in free_names(a)]
            if not kept or not fixed or not _is_positive(fixed, trial):
                return _Core(body, False)
            return _core(kept[0] if len(kept) == 1 else App("mul", tuple(kept)), x, trial)
        case App("div", (top, bottom)) if x not in free_names(bottom) and _is_positive([bottom], trial):
            return _core(top, x, trial)
        case _:
            return _Core(body, False)


def _is_positive(factors: list[Term], trial: Trial) -> bool:
    return all(trial.proof(Formula(factor, ">", num(0))) is not None for factor in factors)


# Without definitions ------------------------------------------------------------------------------


def without_definitions(formula: Formula, trial: Trial) -> Proved | None:
    """A proof that looks behind no density and no function, and so needs less than what the page says of them."""
    parts = [t for side in (formula.lhs, formula.rhs) for t in subterms(side)]
    if any(isinstance(t, App) and t.head == "deriv" for t in parts):
        return None
    bound = {t.var.name for t in parts if isinstance(t, Bind)}
    done = elaborate(trial.givens, [formula], layout=trial.layout)
    called = {base_name(t) for t in parts if isinstance(t, App) and t.head in ("apply", "density")}
    dropped = [g for g in trial.givens if isinstance(g, Fact) and _may_go(g, called, bound, done.setting)]
    if not dropped:
        return None
    kept = tuple(g for g in trial.givens if g not in dropped)
    return replace(trial, givens=kept).proof(formula)


def _may_go(fact: Fact, called: set[str], bound: set[str], setting: Setting) -> bool:
    """Whether a fact defines a number-valued function or a density, all of whose dependence on what runs shows."""
    left = fact.formula.lhs
    if fact.formula.relation != "=" or not isinstance(left, App) or left.head not in ("apply", "density"):
        return False
    name = base_name(left)
    function = setting.functions.get(name)
    if name not in called or (function is not None and not function.result.is_scalar):
        return False
    hidden = free_names(fact.formula.rhs) - free_names(left)
    return not hidden & bound


# Densities by their points ------------------------------------------------------------------------


def by_joint_densities(formula: Formula, trial: Trial) -> Proved | None:
    """A proof that uses of densities and probabilities only that p(a | b) is p(a, b) / p(b), in whatever order."""
    changed = _by_joints(formula)
    parts = [t for side in (changed.lhs, changed.rhs) for t in subterms(side)]
    if changed == formula or any(map(_is_more, parts)):
        return None
    facts = [g for g in trial.givens if isinstance(g, Fact) and not g.imposed and _equates_density(g.formula)]
    rest = [g for g in trial.givens if g not in facts]
    facts = [_about_joints(g) for g in facts if not _has_more(g.formula)]
    sums = [replace(g, formula=_by_joints(g.formula)) for g in joint_totals(trial.givens, [formula])]
    found = replace(trial, givens=(*rest, *facts[-MOST_FACTS:], *sums)).proof(changed)
    return found and replace(found, method=("conditional-probability", *found.method))


def _by_joints(formula: Formula) -> Formula:
    left, right = (mapped(mapped(side, as_whole), _as_joint) for side in (formula.lhs, formula.rhs))
    return replace(formula, lhs=left, rhs=right)


def _about_joints(fact: Fact) -> Fact:
    """What a page says of a density as an equation, for all values that it has."""
    formula = fact.formula
    if not _is_density(formula.lhs):
        formula = replace(formula, lhs=formula.rhs, rhs=formula.lhs)
    events = (x for x in subterms(formula.lhs) if isinstance(x, App) and x.head == "at")
    values = {x.args[1].name for x in events if isinstance(x.args[1], Sym)}
    match formula.lhs:
        case App("density", (family, App("given", (_, *_) as known), *of)):  # p(x | z) = f says p(x, z) = f p(z)
            below = App("density", (family, App("given", ()), *known))
            whole = App("density", (family, App("given", ()), *of, *known))
            formula = replace(formula, lhs=whole, rhs=app("mul", formula.rhs, below))
    changed = _by_joints(formula)
    inside = values & (free_names(changed.lhs) | free_names(changed.rhs))
    return replace(fact, formula=changed, definition=False, over=tuple(dict.fromkeys((*fact.over, *sorted(inside)))))


def _is_density(term: Term) -> TypeGuard[App]:
    return isinstance(term, App) and term.head == "density"


def _equates_density(formula: Formula) -> bool:
    return formula.relation == "=" and (_is_density(formula.lhs) or _is_density(formula.rhs))


def _has_more(formula: Formula) -> bool:
    return any(_is_more(t) for side in (formula.lhs, formula.rhs) for t in subterms(side))


def _is_more(term: Term) -> bool:
    """Laws of what is drawn, and derivatives, by which a density may change in a way that does not show."""
    if isinstance(term, App):
        return term.head in ("deriv", "differential")
    return isinstance(term, Bind) and isinstance(term.domain, DistributedAs)


def at_letters(formula: Formula, trial: Trial) -> Proved | None:
    """A proof in which members at which densities are taken, x_0 and x_{t-1}, are letters of their own.

    That is right where nothing acts on what the page says of them: no other name stands for something that is defined.
    """
    sides = (formula.lhs, formula.rhs)
    parts = [t for side in sides for t in subterms(side)]
    running = {t.var.name for t in parts if isinstance(t, Bind)}
    points = {strip_spans(x) for t in parts for x in _points(t) if _is_member(x, running)}
    if not points or not any(map(_acts, parts)):
        return None
    own = {x: Sym(f"⟨{' '.join(map(str, pieces_of(x)))}⟩") for x in points}
    changed = [mapped(side, lambda x: own.get(strip_spans(x), x)) for side in sides]
    outside = frozenset().union(*(free_names(mapped(side, _without_densities)) for side in changed))
    defined = {base_name(g.formula.lhs) for g in trial.givens if isinstance(g, Fact)}
    if outside & defined or (any(_derives(t) for t in parts) and outside - {x.name for x in own.values()}):
        return None
    found = trial.proof(replace(formula, lhs=changed[0], rhs=changed[1]))
    return found and replace(found, method=("points-as-letters", *found.method))


def _points(term: Term) -> tuple[Term, ...]:
    match term:
        case App("density", (_, App("given", given), *of)):
            return (*of, *given)
    return ()


def _is_member(point: Term, running: set[str]) -> bool:
    """x_{t-1} with a t that is the same throughout the formula."""
    return isinstance(point, App) and point.head == "index" and free_names(point).isdisjoint(running)


def _acts(term: Term) -> bool:
    """What needs to know of a density of what it is one."""
    return _derives(term) or (isinstance(term, Bind) and term.head in ("E", "integral"))


def _derives(term: Term) -> bool:
    return isinstance(term, App) and term.head == "deriv"


def _without_densities(term: Term) -> Term:
    return num(1) if isinstance(term, App) and term.head == "density" else term


def are_related(formula: Formula) -> bool:
    """Whether one family of densities is taken at points in different ways, and they have something in common.

    Also where something is drawn from one of which only values at points are known.
    """
    parts = [t for side in (formula.lhs, formula.rhs) for t in subterms(side)]
    seen: dict[str, set[tuple[int, int]]] = {}
    for term in parts:
        match term:
            case App("density", (Sym(family), App("given", given), *of)):
                seen.setdefault(family, set()).add((len(of), len(given)))
    at_points = {
        t.args[0].name
        for t in parts
        if isinstance(t, App) and t.head == "density" and isinstance(t.args[0], Sym) and not _at_variables(t)
    }
    drawn = [t.domain.law for t in parts if isinstance(t, Bind) and isinstance(t.domain, DistributedAs)]
    unknown = any(isinstance(law, App) and law.head == "density" and not _at_variables(law) for law in drawn)
    return unknown or any(len(seen[family]) > 1 for family in at_points) or _has_several_draws(parts)


def _has_several_draws(parts: list[Term]) -> bool:
    r"""Whether `z_1, z_2 \sim q(z)`: the densities of both are one function, and our letters two variables."""
    drawn = [x for x in parts if isinstance(x, Bind) and isinstance(x.domain, DistributedAs)]
    letters: dict[str, set[str]] = {}
    for bind in drawn:
        letter, _, index = bind.var.name.rstrip("'").partition("_")
        if index and isinstance(bind.domain, DistributedAs) and isinstance(bind.domain.law, App):
            letters.setdefault(f"{base_name(bind.domain.law)} {letter}", set()).add(index)
    return any(len(indices) > 1 for indices in letters.values())


def _at_variables(density: App) -> bool:
    _, given, *of = density.args
    return all(isinstance(point, Sym) for point in (*of, *(given.args if isinstance(given, App) else ())))


def _as_joint(term: Term) -> Term:
    match term:
        case App("density", (Sym(family), App("given", given), *of)):
            above = _joint(family, (*of, *given))
            return App("div", (above, _joint(family, given)), term.span) if given else above
        case _:
            return term


def _joint(family: str, points: tuple[Term, ...]) -> App:
    """The joint density of points, the order of which does not matter: each names what it is a value of."""
    texts = sorted((list(pieces_of(strip_spans(point))) for point in points), key=str)
    return opaque("opaque_number", [DENSITY, Sym(family), "(", *(x for text in texts for x in (*text, ",")), ")"])
