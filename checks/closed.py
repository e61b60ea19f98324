"""Which names of a claim are open: the author means a certain thing by them that the page does not say.

A counterexample refutes only if the page lets its values vary. A name may vary that is declared, supposed something of,
quantified, a parameter of a definition, or that stands on both sides of the claim. Any other name is open: nothing is
refuted through it, since the values of the instance may not be what the author means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from hence.checks.cost.shape import growth_hypotheses, is_growth
from hence.checks.elaborate.chance_rules import AT_POINTS
from hence.checks.elaborate.dims import is_invented
from hence.checks.elaborate.errors import NotUnderstood, ShapeClash
from hence.checks.elaborate.givens import base_name
from hence.checks.elaborate.letters import letter_of
from hence.checks.elaborate.names import survey
from hence.checks.elaborate.outcome import Elaborated, LeftOut
from hence.checks.elaborate.patterns import holds_density
from hence.checks.elaborate.proportion import named_constants
from hence.checks.elaborate.slices import slices_in
from hence.checks.model import SCALAR, Claim, Node, Setting, names_in, reachable_names
from hence.checks.scope import Scope
from hence.checks.unsaid import (
    in_two_forms,
    members_of_a_draw,
    perhaps_indefinite,
    unsaid_names,
    up_to_constant,
)
from hence.language.derivation import (
    NOTHING_BETWEEN,
    Convention,
    Distributed,
    Fact,
    Formula,
    Given,
    Independent,
    Lines,
    Mapping,
    Membership,
    OfFunction,
    Property,
    RealSpace,
    Step,
)
from hence.language.instances import instance
from hence.language.laws import LAWS
from hence.language.laws.row import Arrays, Interval
from hence.language.terms import App, Bind, Range, Sym, Term, Unstated, free_names, num, subterms
from hence.language.verdicts import Judged, Proved, Refuted, Supported, Unknown, Verdict

MOST_NAMED = 3
COUNTS = frozenset("nmNMKkdTB")  # letters that say how many there are
INFORMATION = frozenset(("KL", "entropy", "mutual_information"))
AVERAGES = frozenset(("E", "Var", "Cov", "KL", "entropy", "mutual_information"))


def unless_open(verdict: Verdict, names: Sequence[str]) -> Verdict:
    """A refutation of a closed claim as it is; of one with open names only what to look at."""
    if not isinstance(verdict, Refuted) or not names:
        return verdict
    shown = ", ".join(names[:MOST_NAMED])
    at = instance(verdict.counterexample)
    return Unknown(
        f"the page does not say what {shown} is: it fails at {at}, unless more is meant than is said", fails=True
    )


def unless_tied(verdict: Verdict, formula: Formula, setting: Setting) -> Verdict:
    """A refutation, unless it draws a law that the page does not name beside a number that may belong to it.

    The m of `H(p) <= log m` may be the number of values of p.
    """
    if not isinstance(verdict, Refuted) or not any("(" in name for name in verdict.counterexample):
        return verdict
    parts = [x for side in (formula.lhs, formula.rhs) for x in subterms(side) if isinstance(x, App)]
    if not any(x.head in INFORMATION for x in parts):
        return verdict
    random = frozenset().union(*(free_names(x) for x in parts if x.head in INFORMATION | {"density"}))
    alone = (free_names(formula.lhs) ^ free_names(formula.rhs)) - random - setting.definitions.keys()
    return unless_open(verdict, sorted(n for n in alone if n in setting.symbols))


def unless_unheard(verdict: Verdict, step: Step, before: Sequence[Judged]) -> Verdict:
    """A refutation, unless words around the claim are not known: perhaps it is not claimed, or not everywhere.

    Nor where the reason that its sentence gives was not decided: "From $a + b = 0$ we get $a = -b$".
    """
    if not isinstance(verdict, Refuted) or step.denied:
        return verdict
    last = before[-1].step if before and not isinstance(before[-1].verdict, Proved | Refuted) else None
    if step.announced and isinstance(last, Step) and last.reason and last.span.line == step.span.line:
        said = f"{last.lhs_text} {last.formula.relation} {last.rhs_text}"
        return Unknown(f"it rests on {said}, which could not be decided")
    if not step.unheard:
        return verdict
    at = instance(verdict.counterexample)
    fails = f"it fails at {at}" if at else "the sides differ"
    words = f'words beside it were not understood ("{step.unheard}"): they may say what is meant'
    why = f"{NOTHING_BETWEEN}: it may be given like that" if step.unheard == NOTHING_BETWEEN else words
    return Unknown(f"{fails}, but {why}", fails=True)


def open_names(scope: Scope, formula: Formula, setting: Setting, claim: Claim | None) -> list[str]:
    """The open names of a claim, in order."""
    written = _written(formula) | frozenset().union(*(_written(g.formula) for g in scope.givens if isinstance(g, Fact)))
    gone = scope.gone & {name.rstrip("'") for name in _written(formula)}
    if claim is None:
        return sorted(gone)
    left, right = _leaves(setting, claim.lhs), _leaves(setting, claim.rhs)
    spoken = _written(formula)
    given = (lets_vary(g) - _own_elsewhere(g, spoken) for g in scope.givens)
    varying = frozenset().union(*given, _arguments(formula), scope.any)
    varying |= _imposed(scope, setting) | _labels(formula)
    bound = frozenset().union(
        *(_bound(f) for f in (formula, *(g.formula for g in scope.givens if isinstance(g, Fact))))
    )
    counting = _counting(scope, formula, setting)
    primed = {name.rstrip("'") for name in spoken}  # an f' of which nobody says what f is
    one_sided = {n for n in (left ^ right) & (written | primed) if n not in varying | bound | counting}
    one_sided |= _captured(scope, formula) | perhaps_indefinite(formula) | _merely_named(formula, varying, setting)
    one_sided |= _of_unknown_kind(left | right, setting, varying) | _not_random(formula, setting, claim)
    one_sided |= _bare_draws(formula, setting) | _restricted_draws(formula, setting)
    one_sided |= _of_unknown_range(formula, setting) | unsaid_names(scope, formula, setting, varying)
    one_sided |= (
        _perhaps_differential(formula, setting)
        | _perhaps_determinants(formula, setting)
        | _perhaps_square(scope, formula, setting)
        | _in_events(formula)
        | _beyond_sums(scope, formula)
        | _without_law(formula, setting)
        | _unknown_functions(formula, setting)
        | named_constants(formula)
    )
    one_sided |= _lines_or_entries(formula) | (_means(setting) & (left | right)) | _made_of_slices(scope, formula)
    lost = (((left | right) & scope.gone) | gone) - counting
    return sorted(one_sided | lost)


def on_both_sides(names: Iterable[str], setting: Setting, claim: object) -> bool:
    """Whether each of the names stands on both sides of a claim, also through definitions."""
    if not isinstance(claim, Claim):
        return False
    return set(names) <= _leaves(setting, claim.lhs) & _leaves(setting, claim.rhs)


def declared_names(scope: Scope) -> frozenset[str]:
    """The names of which the page says what they may be."""
    return frozenset().union(*map(lets_vary, scope.givens), scope.any)


def undeclared_names(scope: Scope, formula: Formula, setting: Setting, claim: Claim | None) -> list[str]:
    """The names of a claim, also through definitions, of which nothing says what they may be; no sizes, no indices."""
    leaves = _leaves(setting, claim.lhs) | _leaves(setting, claim.rhs) if claim is not None else _written(formula)
    known = declared_names(scope) | _counting(scope, formula, setting) | _bound(formula)
    facts = [g.formula for g in scope.givens if isinstance(g, Fact)]
    known |= frozenset().union(_arguments(formula), *map(_arguments, facts), *map(_bound, facts))
    return sorted(n for n in leaves - known if "#" not in n and not _is_part_of(n, known))


def _is_part_of(name: str, known: frozenset[str]) -> bool:
    """x_{0} of a family x, the label k_{y} of a one-hot y, f' of f."""
    base, _, inner = name.rstrip("'").partition("_{")
    return base in known or (base == "k" and inner.rstrip("}") in known)


def _own_elsewhere(given: Given, spoken: frozenset[str]) -> frozenset[str]:
    """The arguments of a function that a claim does not speak of: they vary in its definition, and not in the claim."""
    if not (isinstance(given, Fact) and given.definition) or base_name(given.formula.lhs) in spoken:
        return frozenset()
    return free_names(given.formula.lhs)


def _bound(formula: Formula) -> frozenset[str]:
    parts = (x for side in (formula.lhs, formula.rhs) for x in subterms(side))
    return frozenset(x.var.name for x in parts if isinstance(x, Bind))


def _imposed(scope: Scope, setting: Setting) -> frozenset[str]:
    """The names of what is set to zero here: its solutions are what is spoken of, whatever they are."""
    facts = [g.formula for g in scope.givens if isinstance(g, Fact) and g.imposed]
    names = {n for f in facts for side in (f.lhs, f.rhs) for n in (*free_names(side), *survey((side,)).functions)}
    bodies = (names_in(d.body) for n in names for d in setting.definitions.get(n, ()))
    return frozenset(names).union(*bodies)


def _labels(formula: Formula) -> frozenset[str]:
    r"""The \theta of p_\theta, and the y of E[X | Y = y]: parameters of what is spoken of."""
    parts = [x for side in (formula.lhs, formula.rhs) for x in subterms(side)]
    families = [
        x.args[0].name for x in parts if isinstance(x, App) and x.head == "density" and isinstance(x.args[0], Sym)
    ]
    names = free_names(formula.lhs) | free_names(formula.rhs)
    labels = {n for n in names for family in families if f"_{{{n}}}" in family}
    given = {
        n for x in parts if isinstance(x, App) and x.head in ("given", "event") for a in x.args for n in free_names(a)
    }
    return frozenset(labels | given)


def _bare_draws(formula: Formula, setting: Setting) -> set[str]:
    """Random symbols outside of any expectation on one side: how they depend on those of the other is not said."""
    left, right = (
        {n for n in _outside(side) if n in setting.laws or _is_random(setting, n)}
        for side in (formula.lhs, formula.rhs)
    )
    return left ^ right if left and right and left != right else set()


def always_open(scope: Scope, formula: Formula, setting: Setting) -> set[str]:
    """Names that stay open whatever was proved of them before."""
    known = _restricted_draws(formula, setting) | in_two_forms(scope)
    known |= _lines_or_entries(formula) | _perhaps_differential(formula, setting) | _in_events(formula)
    known |= _perhaps_determinants(formula, setting) | _perhaps_square(scope, formula, setting)
    known |= up_to_constant(scope, formula) | _unknown_functions(formula, setting)
    known |= _made_of_slices(scope, formula) | members_of_a_draw(formula, setting) | perhaps_indefinite(formula)
    known |= _any_member(formula, setting)
    return known | _means(setting) | _without_law(formula, setting) | slices_in(formula)


def _any_member(formula: Formula, setting: Setting) -> set[str]:
    """The w of `Var(w)` beside random w_j: as likely as not it stands for any of them."""
    means = (x for side in (formula.lhs, formula.rhs) for x in subterms(side) if isinstance(x, App))
    bare = {n for x in means if x.head in AVERAGES for a in x.args for n in _bare(a)}
    return {n for n in bare if _is_random(setting, n) and setting.symbols[n].family}


def _bare(term: Term) -> Iterator[str]:
    """The names of a term that have no index."""
    match term:
        case Sym(name):
            yield name
        case App("index", (_, *indices)):
            yield from (n for i in indices for n in _bare(i))
        case App(_, args):
            yield from (n for a in args for n in _bare(a))
        case _:
            return


def _unknown_functions(formula: Formula, setting: Setting) -> set[str]:
    """The a of `da/dz = a (1 - a)`, where nobody says what it is: some function it is of which that holds.

    Not that of `dL/dz = (dL/da) (da/dz)`, which is about any a.
    """
    left, right = _derivatives(formula.lhs), _derivatives(formula.rhs)
    tops = [{base_name(t.args[0]) for t in side} for side in (left, right)]
    alone = (tops[0] - tops[1]) & free_names(formula.rhs) | (tops[1] - tops[0]) & free_names(formula.lhs)
    between = {base_name(t.args[1]) for t in (*left, *right)}
    supposed = {n for n in alone - between if n in setting.functions and setting.functions[n].supposed}
    solved = _differential(formula.lhs, formula.rhs) | _differential(formula.rhs, formula.lhs)
    return supposed | (solved - setting.definitions.keys())


def _differential(side: Term, other: Term) -> set[str]:
    """The f of `f'(x) = f(x)`, which says what kind of function it is."""
    match side:
        case App("apply", (Sym(primed), *_)) if primed.endswith("'") and primed not in survey((other,)).functions:
            return {primed.rstrip("'")}
        case _:
            return set()


def _derivatives(side: Term) -> list[App]:
    return [t for t in subterms(side) if isinstance(t, App) and t.head == "deriv"]


def _made_of_slices(scope: Scope, formula: Formula) -> set[str]:
    """V_k of `V_k = V I_{1:k}`, and what is made of that: not all that holds of the slice is known to us."""
    said = [g.formula for g in scope.givens if isinstance(g, Fact) and g.definition]
    made = {f.lhs.name for f in said if isinstance(f.lhs, Sym) and slices_in(f)}
    while made and (more := {base_name(f.lhs) for f in said if free_names(f.rhs) & made} - made):
        made |= more
    return made & (free_names(formula.lhs) | free_names(formula.rhs))


def _lines_or_entries(formula: Formula) -> set[str]:
    """The x of x_{ij} beside x_j: whether x_j is a row or a column is for the author to say."""
    parts = (x for side in (formula.lhs, formula.rhs) for x in subterms(side))
    counts: dict[str, set[int]] = {}
    for part in parts:
        if isinstance(part, App) and part.head == "index" and isinstance(part.args[0], Sym):
            counts.setdefault(part.args[0].name, set()).add(len(part.args))
    return {name for name, many in counts.items() if len(many) > 1}


def _means(setting: Setting) -> set[str]:
    r"""\bar{x} beside x, of which nobody says what it is: as likely as not a mean."""
    inferred = {s.name for s in setting.symbols.values() if s.how == "inferred" and s.name not in setting.definitions}
    return {name for name in inferred if (base := name.removeprefix(r"\bar{")) != name and base[:-1] in setting.symbols}


def _restricted_draws(formula: Formula, setting: Setting) -> set[str]:
    """Random symbols outside of any expectation whose law does not take every value: an instance may be none of it."""
    bare = {n for side in (formula.lhs, formula.rhs) for n in _outside(side)}
    behind = {m for n in bare for d in setting.definitions.get(n, ()) for m in names_in(d.body)}
    drawn = (bare | behind) & setting.laws.keys()
    rows = {n: LAWS.get(setting.laws[n].kind) for n in drawn}
    return {n for n, row in rows.items() if row is not None and row.support not in (Interval(), Arrays("all"))}


def _not_random(formula: Formula, setting: Setting, claim: Claim) -> set[str]:
    """The x of E[log p(x)] where nothing in it is random, the i of p(m_i) unless p has a formula: more is meant."""
    parts = [x for side in (formula.lhs, formula.rhs) for x in subterms(side) if isinstance(x, App)]
    averaged = [x.args[0] for x in parts if x.head == "E" and len(x.args) == 1]
    fixed = [t for t in averaged if holds_density(t) and not any(_is_random(setting, n) for n in free_names(t))]
    places = [a for x in parts if x.head == "density" for a in x.args[1:] if isinstance(a, App)]
    given = [b for a in places if a.head == "given" for b in a.args]
    members = [b for b in (*places, *given) if isinstance(b, App) and b.head == "index"]
    known = not any(map(AT_POINTS.search, reachable_names(setting, claim)))
    loose = [m for m in members if not known and not _is_random(setting, base_name(m))]
    return {n for t in (*fixed, *loose) for n in free_names(t)}


def _of_unknown_range(formula: Formula, setting: Setting) -> set[str]:
    """What a sum without bounds runs over, where nobody says how many there are."""
    binds = (x for side in (formula.lhs, formula.rhs) for x in subterms(side) if isinstance(x, Bind))
    loose = [x for x in binds if x.head in ("sum", "prod") and isinstance(x.domain, Unstated)]
    families = {base_name(t) for x in loose for t in subterms(x.body) if isinstance(t, App) and t.head == "index"}
    known = (setting.symbols[n] for n in families if n in setting.symbols)
    alone = (n for n in _written(formula) - families if n in setting.symbols and not setting.symbols[n].family)
    counted = any(n in COUNTS for n in alone)
    loosely = {s.name for s in known if s.family and not all(isinstance(d, str) and "?" not in d for d in s.bounds)}
    return loosely if counted else set()


def _beyond_sums(scope: Scope, formula: Formula) -> set[str]:
    r"""The j of `\partial y / \partial w_j` where sums count w_j from 0: perhaps it is not meant beyond their ends."""
    facts = (g.formula for g in scope.givens if isinstance(g, Fact))
    binds = (x for f in facts for side in (f.lhs, f.rhs) for x in subterms(side) if isinstance(x, Bind))
    counted = {
        base_name(t)
        for x in binds
        if isinstance(x.domain, Range) and x.domain.low == num(0)
        for t in subterms(x.body)
        if isinstance(t, App) and t.head == "index" and x.var in t.args
    }
    found: set[str] = set()
    for part in (x for side in (formula.lhs, formula.rhs) for x in subterms(side)):
        match part:
            case App("deriv", (_, App("index", (Sym(name), Sym(index))))) if name in counted:
                found.add(index)
    return found


def _without_law(formula: Formula, setting: Setting) -> set[str]:
    r"""The x of `E[x^2] = \sigma^2 + \mu^2`, a sample whose law was not understood, to which \mu and \sigma belong."""
    told = frozenset().union(*(names_in(c.lhs) | names_in(c.rhs) for c in setting.constraints))
    unsaid = {x.name for x in setting.laws.values() if x.kind == "abstract" and x.mean is None and x.cov is None}
    sample = {name for name in unsaid - told if setting.laws[name].independent}
    left, right = free_names(formula.lhs), free_names(formula.rhs)
    found: set[str] = set()
    for one, other in ((left - right, right - left), (right - left, left - right)):
        beside = {n for n in other - setting.definitions.keys() if n in setting.symbols and not _is_random(setting, n)}
        found |= sample & one if beside else set()
    return found


def _in_events(formula: Formula) -> set[str]:
    r"""The names in `P(X \ge a)`: what pages say of tails are bounds for laws that no instance is drawn from.

    So those that are rounded down: pages seldom say what must be divisible.
    """
    parts = [x for side in (formula.lhs, formula.rhs) for x in subterms(side) if isinstance(x, App)]
    whole = (x for x in parts if x.head == "floor")
    means = (x for x in parts if x.head == "E")
    events = (x for x in means if any(isinstance(y, App) and y.head == "indicator" for y in subterms(x)))
    return {name for x in (*events, *whole) for name in free_names(x)}


def _perhaps_differential(formula: Formula, setting: Setting) -> set[str]:
    """The d of `d(X^{-1})` and `x^T A dx`, on a page where d is a dimension as well."""
    products = (
        x for side in (formula.lhs, formula.rhs) for x in subterms(side) if isinstance(x, App) and x.head == "mul"
    )
    pairs = (pair for x in products for pair in pairwise(x.args))
    found = [d for d, of in pairs if d == Sym("d") and any(_is_array(setting, n) for n in free_names(of))]
    return {"d"} if len(found) > 1 else set()


def _perhaps_determinants(formula: Formula, setting: Setting) -> set[str]:
    r"""The \Lambda of `|y \Lambda|`: bars around a capital of which nobody says what it is may be a determinant."""
    inside = (
        x for side in (formula.lhs, formula.rhs) for x in subterms(side) if isinstance(x, App) and x.head == "abs"
    )
    names = {n for x in inside for n in free_names(x) if letter_of(n).capital}
    return {
        n for n in names if n in setting.symbols and setting.symbols[n].how == "inferred" and not _is_array(setting, n)
    }


def _perhaps_square(scope: Scope, formula: Formula, setting: Setting) -> set[str]:
    r"""The V of `V V^\top`, where V has orthonormal columns and nobody says how many: of a full SVD it is square."""
    said = {g.subject for g in scope.givens if isinstance(g, Property) and g.word == "orthonormal columns"}
    parts = (x for side in (formula.lhs, formula.rhs) for x in subterms(side))
    pairs = (pair for x in parts if isinstance(x, App) and x.head == "mul" for pair in pairwise(x.args))
    outer = {a.name for a, b in pairs if isinstance(a, Sym) and b == App("transpose", (a,)) and a in said}
    return {n for n in outer if n in setting.symbols and is_invented(setting.symbols[n].shape.cols)}


def _is_array(setting: Setting, name: str) -> bool:
    return name in setting.symbols and setting.symbols[name].shape != SCALAR


def _is_random(setting: Setting, name: str) -> bool:
    return name in setting.symbols and setting.symbols[name].random


def _outside(term: Term) -> Iterator[str]:
    """The names of a term that do not stand in an expectation, a variance or the like."""
    match term:
        case Sym(name):
            yield name
        case App("index", (base, *_)):
            yield from _outside(base)
        case App(head, args) if head not in AVERAGES:
            for arg in args:
                yield from _outside(arg)
        case Bind(head, _, _, body) if head not in AVERAGES:
            yield from _outside(body)
        case _:
            return


def _written(formula: Formula) -> frozenset[str]:
    """The free names of a formula: what is bound in it is nobody's to explain."""
    usage = survey((formula.lhs, formula.rhs))
    return free_names(formula.lhs) | free_names(formula.rhs) | usage.functions.keys() | usage.densities.keys()


def _arguments(formula: Formula) -> frozenset[str]:
    """The x of p(x): whoever writes a value of a density or function in x lets x vary."""
    parts = (x for side in (formula.lhs, formula.rhs) for x in subterms(side) if isinstance(x, App))
    calls = [a for x in parts if x.head in ("apply", "density") for a in x.args[1:]]
    given = (b for a in calls if isinstance(a, App) and a.head == "given" for b in a.args)
    return frozenset(a.name for a in (*calls, *given) if isinstance(a, Sym))


def _leaves(setting: Setting, side: Node) -> frozenset[str]:
    """The names of a side that no definition explains, also through definitions."""
    seen, leaves = set[str](), set[str]()
    stack = list(names_in(side))
    while stack:
        name = stack.pop()
        if name in seen:
            continue
        seen.add(name)
        definitions = setting.definitions.get(name, ())
        for definition in definitions:
            stack += names_in(definition.body)
        law = setting.laws.get(name)
        for node in law.nodes() if law is not None else ():
            stack += names_in(node)
        if not definitions and (name in setting.symbols or name in setting.functions):
            leaves.add(name)
    return frozenset(leaves)


def _counting(scope: Scope, formula: Formula, setting: Setting) -> frozenset[str]:
    """Dimensions, indices and the bounds of sums."""
    formulas = (formula, *(g.formula for g in scope.givens if isinstance(g, Fact)))
    sides = [side for f in formulas for side in (f.lhs, f.rhs)]
    ranges = [x.domain for side in sides for x in subterms(side) if isinstance(x, Bind) and isinstance(x.domain, Range)]
    bounds = {n for r in ranges for end in (r.low, r.high, *r.unless) for n in free_names(end)}
    sizes = {str(d) for s in setting.symbols.values() for d in (s.shape.rows, s.shape.cols, *s.bounds)}
    dims = {n for g in scope.givens if isinstance(g, Membership) for n in _dimensions(g)}
    return frozenset(bounds | sizes | dims) | survey(sides).indices.keys()


def _dimensions(given: Membership) -> Iterator[str]:
    for dim in given.space.dims if isinstance(given.space, RealSpace) else ():
        yield from free_names(dim)


def _merely_named(formula: Formula, known: frozenset[str], setting: Setting) -> set[str]:
    r"""`K = H_L`, `l < n_l`: two names beside each other say what one of them is, unless both are known."""
    atoms = [_atom(side) for side in (formula.lhs, formula.rhs)]
    names = {name for name in atoms if name}
    apart = all(atoms) and (len(names) > 1 or any(_is_nested(side, known) for side in (formula.lhs, formula.rhs)))
    return {n for n in names if n not in known and n not in setting.definitions} if apart else set()


def _is_nested(term: Term, known: frozenset[str]) -> bool:
    r"""`\delta_{h_L}`: an index that has one itself is a name for a place."""
    match term:
        case App("index", (_, *indices)):
            return any(isinstance(i, App) and i.head == "index" and base_name(i) not in known for i in indices)
        case _:
            return False


def _captured(scope: Scope, formula: Formula) -> set[str]:
    """The e of E_e[z] where z is defined through e: z is meant to depend on what is bound there."""
    defined = [g.formula for g in scope.givens if isinstance(g, Fact) and g.definition]
    bodies = {base_name(f.lhs): free_names(f.rhs) - free_names(f.lhs) for f in defined}
    binds = (x for side in (formula.lhs, formula.rhs) for x in subterms(side) if isinstance(x, Bind))
    drawn = (x for x in binds if x.head in ("E", "integral"))
    return {x.var.name for x in drawn for n in free_names(x.body) if x.var.name in bodies.get(n, ())}


def _atom(term: Term) -> str:
    match term:
        case Sym(name) | App("index", (Sym(name), *_)):
            return name
        case _:
            return ""


def _of_unknown_kind(names: Iterable[str], setting: Setting, varying: frozenset[str]) -> set[str]:
    """W^{(l)}, of which nobody says what size it has: perhaps its entries are counted otherwise."""
    found = (setting.symbols[n] for n in names if n in setting.symbols and n not in varying)
    return {s.name for s in found if s.family and s.shape.is_matrix and s.how != "declared"}


def lets_vary(given: Given) -> frozenset[str]:
    """The names that a given lets take any value within what it says."""
    return frozenset(VARYING[type(given)](given))


def _fact(given: Fact) -> Iterable[str]:
    sides = (
        (given.formula.lhs, given.formula.rhs) if not given.definition else (given.formula.rhs,) if given.lets else ()
    )
    usage = survey((given.formula.lhs,))
    own = (usage.counts.keys() | usage.indices.keys()) - {base_name(given.formula.lhs)} if given.definition else ()
    return (*own, *(name for side in sides for name in _spoken(side)))


def _spoken(term: Term) -> Iterable[str]:
    usage = survey((term,))
    return (*free_names(term), *usage.functions, *usage.densities)


def _word(given: Property) -> Iterable[str]:
    """ "the minimiser" says that a name is one certain thing."""
    return () if given.word.startswith("the ") else (base_name(given.subject),)


VARYING: dict[type, Callable[[Any], Iterable[str]]] = {
    Membership: lambda g: (base_name(g.subject),),
    Distributed: lambda g: (base_name(g.subject), *_spoken(g.law)),
    Property: _word,
    Mapping: lambda g: (base_name(g.function),),
    OfFunction: lambda g: (g.function.name, *(_spoken(g.bound) if g.bound is not None else ())),
    Fact: _fact,
    Lines: lambda g: (base_name(g.matrix), base_name(g.vector)),
    Independent: lambda g: tuple(base_name(s) for s in g.subjects),
    Convention: lambda _: (),
}


def unless_left_out(verdict: Verdict, missing: list[LeftOut]) -> Verdict:
    """A counterexample counts only when every hypothesis about its symbols was taken into account."""
    if not missing or not isinstance(verdict, Refuted | Supported):
        return verdict
    where = missing[0].problem
    place = f" on line {where.span.line}" if where.span.line else ""
    return Unknown(f"a hypothesis{place} was not understood ({where.message})")


def lost(scope: Scope, done: Elaborated, claim: Claim | ShapeClash | NotUnderstood) -> list[LeftOut]:
    """Formulas in prose that were not read may have said something of the symbols of a claim."""
    if not isinstance(claim, Claim):
        return []
    names = reachable_names(done.setting, claim)
    about = scope.lost & names
    problem = NotUnderstood(f"a formula about {', '.join(sorted(about))} was not read")
    found = [LeftOut(about, problem)] if about else []
    if not is_growth(claim):
        asymptotic = NotUnderstood("it speaks of large values only")
        found += [LeftOut(about, asymptotic) for about in growth_hypotheses(done.setting) if about & names]
    return found
