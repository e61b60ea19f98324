"""How a formula stands on its page: a definition, a hypothesis, a condition, a goal, a claim, a report, or a mention.

The default is the claim. A relation is given only where a word gives it (`force`), or where it is the first equation
for a name of which nothing is known: then it says what the name means.
"""

from __future__ import annotations

from collections.abc import Collection

from hence.language.derivation import Formula, Standing
from hence.language.opaque import opaque_parts
from hence.language.records import dataclass
from hence.language.terms import App, Num, Sym, free_names, is_value, num
from hence.latex_in.formula.context import base_name, is_inverse, is_variance
from hence.latex_in.prose.clause import (
    CONDITIONAL,
    GIVING,
    INTRODUCING,
    LETTING,
    MENTIONED,
    RELATIVE,
    STRONG,
    SUPPOSING,
    Force,
    Hedge,
)
from hence.latex_in.prose.force import force_of, governor, is_case_in_words, is_hearsay
from hence.latex_in.prose.grammar import marks_in, rule
from hence.latex_in.prose.hedges import hedge
from hence.latex_in.prose.relations import Candidate
from hence.latex_in.prose.words import mark_of
from hence.latex_in.roles import (
    Scope,
    introduced_name,
    is_definable,
    is_general,
    is_growth,
    is_known_derivative,
    is_optimum,
    mentions_own_density,
)

_LOCAL = (
    SUPPOSING
    | CONDITIONAL
    | {
        Force.REASON,
        Force.OVER,
        Force.FOR,
        Force.AT,
        Force.CASE,
        Force.IMPOSE,
        Force.GIVEN,
    }
)


@dataclass(frozen=True)
class Stands:
    """The standing of a formula; `by_use` where no word but its place says that it is a definition."""

    as_: Standing | None  # None: a mention
    by_use: bool = False


ONLY_MENTIONED = Stands(None)


def of_relation(candidate: Candidate, scope: Scope) -> Stands:
    """How a relation in a sentence stands."""
    formula, force = candidate.equation.formula, candidate.force
    spoken_of = force in MENTIONED or turns_numbers(formula) or _is_spoken_of(candidate, scope)
    if candidate.hedge in (Hedge.OPEN, Hedge.DENIED) or spoken_of:
        return Stands("definition", by_use=True) if _describes_method(candidate, scope) else ONLY_MENTIONED
    if candidate.hedge is Hedge.GOAL:
        return Stands("goal") if candidate.shown and not _is_new(formula, scope) else ONLY_MENTIONED
    claims = force in RELATIVE and _is_arithmetic(formula)
    claims |= force is Force.WITH and formula.rhs != num(0) and is_known_derivative(formula.lhs, scope)
    if (force.gives and not claims) or candidate.equation.defining:
        return Stands("definition" if _introduces(candidate, scope) else "hypothesis")
    if (ranges := _of_range(candidate, scope)) is not None:
        return ranges
    if is_growth(formula):
        new = _is_new(formula, scope) and base_name(formula.lhs) not in free_names(formula.rhs)
        return Stands("hypothesis") if new else Stands("claim")
    if _is_report(candidate, scope):
        return Stands("report", by_use=True)  # no word gives it: what rests on it says so
    claimed_of_known = candidate.concluded and base_name(formula.lhs) in scope.earlier
    if (
        _introduces(candidate, scope)
        and (_is_new(formula, scope) or candidate.extent == "part")
        and not claimed_of_known
    ):
        return Stands("definition")
    again = candidate.concluded and any(f.lhs == formula.lhs for f in scope.sequences)
    if (recurs(formula, scope.defined - scope.started) and not again) or closes_recurrence(formula, scope):
        return Stands("definition", by_use=True)
    if names_right(formula, scope) and not candidate.concluded:
        return Stands("definition")
    if _goes_on_to_say(formula, scope):
        return Stands("definition", by_use=True)
    loose = not force.claims and force is not Force.THAT and not is_optimum(formula.lhs)
    if loose and (_is_open(formula, scope) or (not candidate.concluded and says_what_is_declared(formula, scope))):
        return Stands("report" if is_value(formula.rhs) else "definition", by_use=True)
    return Stands("claim")


def _describes_method(candidate: Candidate, scope: Scope) -> bool:
    """ "The method with $w_{t+1} = w_t - g_t$ ...": what the sequence is, if nothing else says so."""
    described = candidate.force is Force.DESCRIBE and candidate.hedge is None
    return described and recurs(candidate.equation.formula, scope.known)


ORDER = frozenset(("<", "<=", ">", ">="))


def _is_arithmetic(formula: Formula) -> bool:
    """Nothing but numbers, with something to be worked out: no word can give it ("for $n = 4$ it is $4!/2 = 12$")."""
    sides = (formula.lhs, formula.rhs)
    worked_out = not all(isinstance(side, Num) for side in sides)
    return worked_out and not any(map(free_names, sides)) and not any(opaque_parts(*sides))


def unless_known(stands: Stands, determined: bool) -> Stands:
    """A definition by use is a claim, where another part of the problem says what the left side is."""
    return Stands("claim") if stands.by_use and determined else stands


def turns_numbers(formula: Formula) -> bool:
    r"""`256 \to 64`, a step of an elimination: something is made of numbers, and nothing tends."""
    return formula.relation == "->" and not free_names(formula.lhs) | free_names(formula.rhs)


def _of_range(candidate: Candidate, scope: Scope) -> Stands | None:
    """How a relation stands that no verb says and that restricts a letter; None for any other."""
    formula = candidate.equation.formula
    if formula.relation not in ORDER | {"="} or candidate.concluded:
        return None
    if formula.relation != "=" and _says_what_is_new(candidate, scope):
        return Stands("hypothesis")
    listed = candidate.listed and (_bounds_a_letter(formula, scope) or _restricts_a_letter(formula, scope))
    return Stands("hypothesis", by_use=True) if listed else None


def _says_what_is_new(candidate: Candidate, scope: Scope) -> bool:
    """Whether an inequality bounds something of which the page has not spoken: "$x > 0$", "$|r| < 1$", "$a < b$".

    One between two expressions, or about what it quantifies itself, is a claim.
    """
    formula = candidate.equation.formula
    known = scope.used | scope.defined | scope.declared | scope.determined | scope.described | scope.parameters
    known |= scope.counters | set(candidate.equation.over)
    sides = free_names(formula.lhs), free_names(formula.rhs)
    bounds = not all(sides) or all(base_name(side) is not None for side in (formula.lhs, formula.rhs))
    return bounds and not sides[0] | sides[1] <= known


def _bounds_a_letter(formula: Formula, scope: Scope) -> bool:
    """Whether a letter of which nothing was said is bounded by a number."""
    match formula:
        case Formula(Sym(name), "<" | "<=" | ">" | ">=", Num()) | Formula(Num(), "<" | "<=" | ">" | ">=", Sym(name)):
            return name not in _said(scope)
        case _:
            return False


def _restricts_a_letter(formula: Formula, scope: Scope) -> bool:
    r"""`A = A^\top`, `Q^\top Q = I` of a letter of which nothing was said: it is no value and no definition."""
    names = free_names(formula.lhs) | free_names(formula.rhs)
    itself = not isinstance(formula.lhs, Sym) or formula.lhs.name in free_names(formula.rhs)
    return formula.relation == "=" and len(names) == 1 and itself and not names & _said(scope)


def _said(scope: Scope) -> set[str]:
    return scope.defined | scope.declared | scope.determined | scope.described | scope.parameters | scope.counters


def _is_new(formula: Formula, scope: Scope) -> bool:
    """Whether an equation has a name on its left side of which nothing was said, nor of what it is a part of."""
    name = base_name(formula.lhs)
    known = scope.used | scope.defined | scope.declared | scope.determined
    return formula.relation == "=" and is_definable(formula.lhs) and name is not None and name not in known


def _is_spoken_of(candidate: Candidate, scope: Scope) -> bool:
    """Whether no word gives a relation, its sentence names nothing by it, and nobody could decide it."""
    formula = candidate.equation.formula
    told = candidate.named or candidate.force.gives or candidate.equation.defining
    return not told and (_is_new(formula, scope) or _is_open(formula, scope))


def _is_report(candidate: Candidate, scope: Scope) -> bool:
    """A value of something new; another value in the place of one that was given; where a sequence starts.

    "First layer, $k = 5$: ... Second layer, $k = 3$", "Recurrence $a_{n+1} = 3 a_n + 2$, $a_0 = 1$".
    """
    formula = candidate.equation.formula
    if formula.relation != "=" or not is_value(formula.rhs):
        return False
    loose = candidate.force is Force.NONE and not candidate.concluded
    if not isinstance(formula.lhs, Sym):
        return loose and (_is_start(formula, scope) or _is_next_value(formula, scope))
    return _is_new(formula, scope) or (loose and formula.lhs.name in scope.values)


def _is_start(formula: Formula, scope: Scope) -> bool:
    """Whether a value is the first that is given of a sequence that a recurrence defines."""
    match formula.lhs:
        case App("index" | "apply", (Sym(name), Num())):
            return name in scope.recurrent
        case _:
            return False


def _is_next_value(formula: Formula, scope: Scope) -> bool:
    r"""The `\sigma_2 = 5` behind `\sigma_1 = 7`, where nothing else says what the members are."""
    match formula.lhs:
        case App("index", (Sym(), Num())):
            others = [x for x in scope.members if isinstance(x, App) and x.args[:1] == formula.lhs.args[:1]]
            return bool(others) and formula.lhs not in others and not any(map(is_general, others))
        case _:
            return False


def recurs(formula: Formula, known: Collection[str]) -> bool:
    """x_t = f(x_{t-1}): nobody can decide it of a sequence of which no more than single members are known."""
    match formula:
        case Formula(App("index" | "apply", (Sym(name), Sym() | App("add", (Sym(), Num())), *_)), "=", value):
            return name in free_names(value) and name not in known
        case _:
            return False


def closes_recurrence(formula: Formula, scope: Scope) -> bool:
    """`a_l = f(z_l)` behind `z_l = W_l a_{l-1}`: nobody can decide it of members of which only the first is known."""
    name, spoken = base_name(formula.lhs), free_names(formula.rhs) & scope.defined
    member = isinstance(formula.lhs, App) and formula.lhs.head == "index"
    turns = any(base_name(f.lhs) in spoken and name in free_names(f.rhs) for f in scope.sequences)
    return member and turns and _is_open(formula, scope, scope.started)


def names_right(formula: Formula, scope: Scope) -> bool:
    """ "$E[x^2] = v$" with a new v: it names what stands on the left."""
    known = scope.used | scope.defined | scope.declared | scope.determined | scope.described
    known |= scope.parameters | scope.sizes
    fresh = isinstance(formula.rhs, Sym) and formula.rhs.name not in known | free_names(formula.lhs)
    return formula.relation == "=" and fresh and not is_definable(formula.lhs) and free_names(formula.lhs) <= known


def _goes_on_to_say(formula: Formula, scope: Scope) -> bool:
    r"""The second relation of `m = \bar{x} = ...` or `m_0 = v_0 = 0`, which says what \bar{x} or v_0 is."""
    named = formula.relation == "=" and formula.lhs == scope.just_named
    return named and base_name(formula.lhs) not in free_names(formula.rhs)


def says_what_is_declared(formula: Formula, scope: Scope, above: Collection[str] = ()) -> bool:
    """`z = W x + b` with a new W, or `h_t = f(a_t)` behind `a_t = W h_{t-1}`, where only the space of z or h is known.

    Nobody could decide it of a z that may be any vector. Of a letter in rows `above`, new letters say nothing.
    """
    name, spoken = base_name(formula.lhs), free_names(formula.rhs)
    more = scope.defined | scope.determined | scope.constrained | scope.drawn | scope.normal | scope.fixed
    if formula.relation != "=" or name in more | spoken or name not in scope.declared or not is_general(formula.lhs):
        return False
    known = scope.used | scope.declared | scope.described | scope.parameters | scope.counters | more
    last = scope.pending[1] if scope.pending is not None else formula
    turning = name in free_names(last.rhs) and base_name(last.lhs) in spoken
    return is_definable(formula.lhs) and (turning or (name not in above and not spoken <= known))


def _is_open(formula: Formula, scope: Scope, started: Collection[str] = ()) -> bool:
    """Whether an equation is the first for a name that was only used so far, or `started` with a value.

    "$f_i = f$" behind $f = \\frac1n \\sum_i f_i$ is none: what the right side is made of it cannot define.
    """
    name = base_name(formula.lhs) or ""
    known = (scope.defined | scope.declared | scope.determined | scope.constrained) - {*started}
    plain = isinstance(formula.lhs, Sym) or (isinstance(formula.lhs, App) and formula.lhs.head in ("apply", "index"))
    plain = plain and is_definable(formula.lhs) and is_general(formula.lhs) and name not in known
    return formula.relation == "=" and plain and not scope.depends(formula.rhs, frozenset((name,)))


def is_posed(force: Force, formula: Formula, scope: Scope) -> bool:
    """Whether a heading supposes a relation: one about a letter that the page knows, and that nothing determines.

    Listed values are of a new one, bounds may be in front of a colon: "In the second case, $m^2 \\ge m$" claims.
    """
    equation, bounds = formula.relation == "=", formula.relation in ORDER
    sides = (formula.lhs,) if equation else (formula.lhs, formula.rhs)
    names = {base_name(x) for x in sides if isinstance(x, Sym) or (isinstance(x, App) and x.head == "index")}
    spoken = scope.used | scope.declared
    known = names - spoken if force is Force.SUPPOSE else spoken if equation else names
    if names.isdisjoint(known - scope.defined - scope.determined - scope.fixed):
        return False
    match force:
        case Force.NONE:
            return False
        case Force.CASE:
            return equation or bounds
        case Force.SUPPOSE:
            return equation and is_value(formula.rhs)
        case _:
            return equation


def counts_steps(formula: Formula, scope: Scope) -> tuple[str, ...]:
    """The t of `g_t = c`, where the page has a recurrence in t: a case is about all of its steps."""
    match formula:
        case Formula(App("index", (Sym(), Sym(name) as step)), "=", _):
            recurrences = (f.lhs for f in scope.sequences if recurs(f, ()) and isinstance(f.lhs, App))
            return (name,) if any(left.args[1:] == (step,) for left in recurrences) else ()
    return ()


def _introduces(candidate: Candidate, scope: Scope) -> bool:
    """Whether a relation in prose introduces its left side."""
    equation = candidate.equation
    known = scope.used | scope.defined | scope.declared
    strong = candidate.force in STRONG
    if candidate.some and (not strong or base_name(equation.formula.lhs) in known):
        return False
    if introduces_anew(candidate, scope):
        return True
    return not equation.unless and _is_definition(equation.formula, candidate.force, scope, equation.defining)


def introduces_anew(candidate: Candidate, scope: Scope) -> bool:
    """ "Let $f(x) = x^3$" where f was something else before: not two equations for one function."""
    strong = candidate.force in INTRODUCING
    arguments = arguments_anew(candidate.equation.formula, scope)
    plain = not candidate.where and not candidate.equation.unless and set(candidate.equation.over) <= set(arguments)
    return strong and plain and bool(arguments)


def arguments_anew(formula: Formula, scope: Scope) -> tuple[str, ...]:
    """The arguments of a known function or family that a formula gives another expression in them; else nothing."""
    match formula:
        case Formula(App("apply" | "index" as at, (Sym(name), *arguments)), "=", App(head) as value) if head != at:
            names = tuple(a.name for a in arguments if isinstance(a, Sym))
            general = len(names) == len(arguments) and bool(set(names) & free_names(value))
            return names if general and name in scope.defined and name not in free_names(value) else ()
        case Formula(App("density", (Sym(name), *_)), "=", value) if introduced_name(formula.lhs) in scope.defined:
            names = tuple(n for n in sorted(free_names(formula.lhs)) if n != name)
            return names if set(names) & free_names(value) and name not in free_names(value) else ()
    return ()


def _is_definition(formula: Formula, force: Force, scope: Scope, defining: bool) -> bool:
    """Whether an equation introduces its left side, by what is known of that."""
    if formula.relation != "=" or not is_definable(formula.lhs) or mentions_own_density(formula):
        return False
    if is_growth(formula):
        return False
    if defining:
        return True
    name = base_name(formula.lhs)
    if is_inverse(formula.lhs) and (force not in STRONG or name in scope.declared):
        return False
    if is_variance(formula.lhs) and name in scope.declared:
        return False  # a real s with s^2 = 1 may be negative
    if name is None or force in _LOCAL:
        return force in (Force.IF, Force.IMPOSE) and name is not None and name not in scope.used | scope.defined
    if name in scope.fixed or (name in scope.determined and force not in STRONG):
        return False
    if name in scope.defined:
        closed = not free_names(formula.rhs)
        anew = force in INTRODUCING and isinstance(formula.lhs, Sym) and (name in scope.values or not closed)
        return anew or not is_general(formula.lhs)
    return name not in scope.used or force in STRONG or (force is Force.WITH and _explains(formula, scope))


def _explains(formula: Formula, scope: Scope) -> bool:
    """ "let $p_k = e^{z_k} / S$ with $S = ...$": S is a name of which only that was said; not with $S = p_1 + 1$."""
    made_of = free_names(formula.rhs)
    new = base_name(formula.lhs) in scope.just_used
    return new and bool(made_of) and made_of.isdisjoint((base_name(formula.lhs), scope.just_defined))


# Displays ----------------------------------------------------------------------------------------

_BE = "[is are be reads becomes then given-by colon comma]* $"
_CONDITION = rule(
    "(subject-to | constraint | [we one must that] needs (that | to have)? | requires | solves | solution [of"
    " to] | condition-noun | imposes"
    "| such-that | so-that we needs | should [satisfies have] | must [satisfies have hold be]"
    " (for (w | F){1,4} to w{1,3})? | find w with |"
    " chosen [so such-that so-that]"
    " | iff | exactly [if when]) BE",
    BE=_BE,
)
_SOLVING = rule("solves [^F]* $")
_SYSTEM = rule("solves [^F]* several-equations")
_CONSEQUENCE = rule("(^ | comma) such-that [^F]* $")
_SOUGHT = rule("find | choose | chosen | wanting | needs | imposes")
_SAID_TO_BE = rule("said-to-be [colon comma]* $")
_RESUMES = rule("resumes [^F comma]* comma where [colon comma]* $")
_GOAL = rule("(shows-verb (that | the w)? | [wanting needs have] is? to to-prove that?) [colon comma]* $")
_SHOWN = rule("we (have)? shows-verb | shown | this shows")
_SATISFIES = rule("satisfies (the? w? condition-noun)? [colon comma]* $")
_NOT_TRUE = rule("(not w? truth | wrong) that [colon comma]* $")
_CONDITION_IN_WORDS = rule(
    "[under assuming if when whenever provided unless] w{2,} [^F comma stop semicolon colon]* comma [^F comma"
    " stop semicolon colon]* $ | [if when whenever] all w{1,3} be [^comma stop semicolon colon]* then [colon comma]* $"
)
_REGION = rule("^ ([inside outside] | in the region) [the its this] | ^ (w comma?)? for w{1,3} bearer comma")


def says_unread_condition(signs: str) -> bool:
    """ "Under the assumptions of the previous paragraph, we have": a condition that nobody has read."""
    return _CONDITION_IN_WORDS.search(signs) is not None or _REGION.match(signs) is not None


def _has_said(signs: str, force: Force) -> bool:
    """Whether a word of condition has its formula or its comma already, so that a display behind it is what follows."""
    place = max((k for k, x in enumerate(signs) if force_of(x) is force), default=-1)
    return signs.endswith(",") or (place >= 0 and bool(marks_in(signs[place:])))


def _to_be_solved(signs: str) -> Standing | None:
    """ "Solve", "Solve the system", of which every row is given; behind "Solving for the rate," stands the solution."""
    if signs.endswith(","):
        return None
    return "hypothesis" if _SYSTEM.search(signs) else "condition"


_TAKES = rule("take [colon comma]* $")  # what stands right behind it
_AWAITING = CONDITIONAL | {Force.REASON, Force.OVER, Force.FOR, Force.CASE, Force.AT}


def is_consequence(signs: str) -> bool:
    """ "..., such that", behind a comma or at the beginning: so that. What restricts a noun has no comma before it."""
    return _CONSEQUENCE.search(signs) is not None and _SOUGHT.search(signs) is None


def names_anew(force: Force, signs: str, formula: Formula) -> bool:
    """ "Let" right in front of a formula; "Let us revisit regression, where" in front of a density: it is another one.

    Of a function the second only repeats what is known: "consider the sum, where $S(n) = ...$".
    """
    density = isinstance(formula.lhs, App) and formula.lhs.head == "density"
    return (force in LETTING and not marks_in(signs)) or (density and _RESUMES.search(signs) is not None)


def says_what_is_known(signs: str, formula: Formula) -> bool:
    """ "The variance is given by" in front of Var(X) = ...: a claim, since nobody can introduce what is known."""
    density = isinstance(formula.lhs, App) and formula.lhs.head == "density"  # the model itself
    return _SAID_TO_BE.search(signs) is not None and not is_definable(formula.lhs) and not density


def announced(signs: str) -> tuple[Force, Standing | None]:
    """What the unfinished sentence in front of a display announces: its force, and how the display stands if told.

    `NONE` for a sentence that leaves it to the display; `MENTION` where it is only quoted.
    """
    force = governor(signs)
    if force in STRONG and _SATISFIES.search(signs):
        return Force.WITH, None
    if force in (Force.WITH, Force.GIVEN) and signs.endswith(",") and _has_said(signs, force):
        return Force.CLAIM, None
    if force is Force.REASON and "," in signs and _CONDITION.search(signs[signs.rindex(",") + 1 :]):
        return Force.NONE, "condition"  # "Since the root is defined for $x > 0$ only, we need"
    if (force in _AWAITING and _has_said(signs, force)) or is_case_in_words(signs):
        return Force.CLAIM, None  # "If $a > 0$," has said what it supposes; so has "Diagonal case:"
    told = hedge(signs + mark_of(0), len(signs)) if force not in GIVING and not force.claims else None
    if told is Hedge.GOAL and not is_hearsay(signs, ""):
        return Force.NONE, "goal"
    if _CONDITION.search(signs) and force not in INTRODUCING | SUPPOSING and not is_hearsay(signs, ""):
        return Force.NONE, "condition"
    if force is Force.MENTION and _SOLVING.search(signs):
        return Force.NONE, _to_be_solved(signs)
    if force is Force.MENTION or told is not None or (not force.gives and is_hearsay(signs, "")):
        return (Force.DENY if _NOT_TRUE.search(signs) else Force.MENTION), None
    if _GOAL.search(signs) and not _SHOWN.search(signs):
        return force, "goal"
    if force in SUPPOSING | CONDITIONAL | {Force.CASE}:
        return force, "hypothesis"
    defines = force in STRONG or (force is Force.TAKE and _TAKES.search(signs) is not None)
    return force, "definition" if defines else None
