"""More names that are open: what their author means by them shows in how they are used, and is not said.

Members with a number of their own, letters that are bound and free at once, what is described only further down, sizes
that nothing ties to a letter, laws inside an entropy, values that were measured: an instance that chooses any of these
refutes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hence.checks.elaborate.drawn_densities import perhaps_drawn
from hence.checks.elaborate.givens import base_name
from hence.checks.elaborate.names import survey
from hence.checks.elaborate.proportion import constants_in, is_up_to_constant, variable_of_log
from hence.checks.model import Setting
from hence.checks.scope import Scope
from hence.language.derivation import Fact, Formula, Membership, Step
from hence.language.heads import MOMENTS
from hence.language.laws import LAWS
from hence.language.terms import App, Bind, DistributedAs, Num, Sym, Term, Unstated, free_names, subterms
from hence.language.verdicts import Proved, Verdict

OF_LAWS = frozenset(("entropy", "information"))


def unsaid_names(scope: Scope, formula: Formula, setting: Setting, varying: frozenset[str]) -> set[str]:
    """Names of a claim by which more is meant than is said."""
    declared = frozenset(base_name(g.subject) for g in scope.givens if isinstance(g, Membership))
    drawn, known = declared.union(setting.laws), declared.union(setting.definitions)
    found = _one_sided_members(formula, drawn) | _bound_and_free(formula) | _in_laws(formula, setting, varying)
    found |= _whole_and_indexed(scope, formula, setting, declared) | _densities(formula) | _places(formula, known)
    found |= _moments(formula, setting, declared | varying)
    found |= up_to_constant(scope, formula)
    found |= perhaps_drawn(scope.givens, (formula.lhs, formula.rhs)) - setting.partly
    return found | _reported(formula) | ((scope.later | in_two_forms(scope)) & _names(formula))


def up_to_constant(scope: Scope, formula: Formula) -> set[str]:
    r"""The constant of `\log p(x | m) = ... + c`: in which variable it is one is for the author to say."""
    chain = [step.formula for step in scope.steps]
    return constants_in(formula) if is_up_to_constant(formula, chain) else set()


def with_constants(verdict: Verdict, scope: Scope, formula: Formula) -> Verdict:
    """A proof with the constants that it left open, and what they do not depend on."""
    names = up_to_constant(scope, formula) if isinstance(verdict, Proved) else set()
    if not names or not isinstance(verdict, Proved):
        return verdict
    variable = variable_of_log(formula, [step.formula for step in scope.steps])
    said = tuple(f"{name}, constant in {base_name(variable or formula.lhs)}" for name in sorted(names))
    return replace(verdict, opaque=(*verdict.opaque, *said))


def in_two_forms(scope: Scope) -> frozenset[str]:
    """The p of p_i and of p_i(T), each with a definition of its own: one letter for two things."""
    defined = [g.formula.lhs for g in scope.givens if isinstance(g, Fact) and g.definition]
    called, plain = ({base_name(x) for x in defined if _is_call(x) is how} for how in (True, False))
    return frozenset(called & plain)


def _is_call(term: Term) -> bool:
    return isinstance(term, App) and term.head == "apply"


def one_sided_functions(formula: Formula) -> frozenset[str]:
    r"""The h of `-\sum_i h(x_i) (1 - h(x_i)) \le 0`: lines that hold of any h do not say which it is."""
    left, right = (survey((side,)).functions.keys() for side in (formula.lhs, formula.rhs))
    return frozenset(name for name in left ^ right if LAWS.called(name) is None)


def _names(formula: Formula) -> frozenset[str]:
    usage = survey((formula.lhs, formula.rhs))
    return free_names(formula.lhs) | free_names(formula.rhs) | usage.functions.keys()


def _parts(formula: Formula) -> Iterator[Term]:
    return (x for side in (formula.lhs, formula.rhs) for x in subterms(side))


def _one_sided_members(formula: Formula, declared: frozenset[str]) -> set[str]:
    r"""The \alpha of `\alpha_1 + \alpha_2 = \alpha_1`: that \alpha_2 is zero may have been found elsewhere."""
    left, right = ({x for x in subterms(side) if _is_numbered(x)} for side in (formula.lhs, formula.rhs))
    bases = {base_name(x) for x in left} & {base_name(x) for x in right}
    return {base_name(x) for x in left ^ right if base_name(x) in bases - declared}


def _is_numbered(term: Term) -> bool:
    return isinstance(term, App) and term.head == "index" and all(isinstance(i, Num) for i in term.args[1:])


def sign_as_reason(step: Step) -> set[str]:
    r"""The \mu of "since $\mu_i \ge 0$": many signs are meant and not said, for instance those of multipliers."""
    sides = (step.formula.lhs, step.formula.rhs)
    if not step.reason or step.formula.relation == "=" or not any(isinstance(side, Num) for side in sides):
        return set()
    return {base_name(x) for x in sides if isinstance(x, Sym) or (isinstance(x, App) and x.head == "index")}


def _bound_and_free(formula: Formula) -> set[str]:
    r"""The i of `\sum_i a_i + b_i`: perhaps the sum was meant to go on."""
    bound = {x.var.name for x in _parts(formula) if isinstance(x, Bind) and x.head in ("sum", "prod")}
    return bound & (free_names(formula.lhs) | free_names(formula.rhs))


def perhaps_indefinite(formula: Formula) -> set[str]:
    r"""The x of `x e^{-x^2} + \int 2 x^2 e^{-x^2} dx`: bound and free, it may be indefinite; not of a KL(f || g)."""
    whole = (x for x in _parts(formula) if isinstance(x, Bind) and x.domain == Unstated())
    over = {x.var.name for x in whole if x.head == "integral"}
    laws = [x for x in _parts(formula) if isinstance(x, App) and x.head in (*OF_LAWS, "KL")]
    return over & (free_names(formula.lhs) | free_names(formula.rhs)) if not laws else set()


def _in_laws(formula: Formula, setting: Setting, varying: frozenset[str]) -> set[str]:
    """The p of H[p], of which nobody says that it is a distribution; one that a divergence or a draw names is one."""
    inside = [x for x in _parts(formula) if isinstance(x, App) and x.head in OF_LAWS]
    names = {n for x in inside for a in x.args for n in _letters(a)}
    laws = [a for x in _parts(formula) if isinstance(x, App) and x.head == "KL" for a in x.args]
    laws += [x.domain.law for x in _parts(formula) if isinstance(x, Bind) and isinstance(x.domain, DistributedAs)]
    known = varying.union(setting.laws, setting.definitions, *map(_letters, laws))
    return names - known


def _letters(term: Term) -> frozenset[str]:
    return free_names(term) | survey((term,)).densities.keys()


def _whole_and_indexed(scope: Scope, formula: Formula, setting: Setting, declared: frozenset[str]) -> set[str]:
    """e and e_i, where nobody says that e is a vector with these entries."""
    formulas = [formula, *(g.formula for g in scope.givens if isinstance(g, Fact))]
    counts = survey([side for f in formulas for side in (f.lhs, f.rhs)]).counts
    here = survey((formula.lhs, formula.rhs)).counts
    return {
        n for n in here.keys() - declared - setting.definitions.keys() if len(counts.get(n, ())) > 1 and 0 in counts[n]
    }


def members_of_a_draw(formula: Formula, setting: Setting) -> set[str]:
    """The X of `X = X_1 + ... + X_n`, one random number, of whose members only words tell; the w of `w_j`."""
    counts = survey((formula.lhs, formula.rhs)).counts
    drawn = {name: law for name, law in setting.laws.items() if len(counts.get(name, ())) > 1}
    whole = {n for n, law in drawn.items() if law.kind != "abstract" and not law.index}
    return whole | {n for n in drawn.keys() - setting.definitions.keys() if {0, 1} <= counts[n]}


def _places(formula: Formula, declared: frozenset[str]) -> set[str]:
    """The d of d_{h_{L+1}} = d_k: two members of a family beside each other are two names for one place."""
    match formula.lhs, formula.rhs:
        case App("index", (Sym(one), *_)), App("index", (Sym(other), *_)) if one == other and one not in declared:
            return {one}
        case _:
            return set()


def _moments(formula: Formula, setting: Setting, known: frozenset[str]) -> set[str]:
    """The m of E[X_i] = m, where X_i has a law of which the page says nothing."""
    averaged = [x for x in _parts(formula) if isinstance(x, App) and x.head in MOMENTS]
    names = {n for x in averaged for n in free_names(x)}
    laws = [setting.laws[n] for n in names if n in setting.laws]
    if not any(law.kind == "abstract" and not law.nodes() for law in laws):
        return set()
    named = {side.name for side in (formula.lhs, formula.rhs) if isinstance(side, Sym)}
    return {n for n in named - known if n not in setting.laws and n not in setting.definitions}


def _densities(formula: Formula) -> set[str]:
    """The m of p(y | m) = p(y, z): what one side alone is conditioned on; the q of q(y) = 1."""
    sides = [_points(side) for side in (formula.lhs, formula.rhs)]
    alone = (sides[0] ^ sides[1]) if all(sides) else set()
    bare = isinstance(formula.rhs, Num) and isinstance(formula.lhs, App) and formula.lhs.head == "density"
    named = survey((formula.lhs,)).densities.keys() if bare else frozenset[str]()
    bound = {x.var.name for x in _parts(formula) if isinstance(x, Bind)}
    return (alone - bound) | set(named)


def _points(term: Term) -> set[str]:
    found: set[str] = set()
    for density in (x for x in subterms(term) if isinstance(x, App) and x.head == "density"):
        for arg in density.args[1:]:
            found |= free_names(arg)
    return found


def _reported(formula: Formula) -> set[str]:
    """The b of b = 0.154877: a value that was measured or computed elsewhere."""
    name = base_name(formula.lhs) if isinstance(formula.lhs, Sym) or _is_numbered(formula.lhs) else ""
    numbers = [x for x in subterms(formula.rhs) if not (isinstance(x, App) and x.head in ("matrix", "row", "neg"))]
    measured = numbers and all(isinstance(x, Num) for x in numbers)
    decimal = any(isinstance(x, Num) and x.value.denominator != 1 for x in numbers)
    return {name} if name and measured and decimal and formula.relation == "=" else set()
