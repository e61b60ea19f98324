"""Derivation in, report out: each chain is elaborated, and each of its steps tested, then proved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from hence.checks.anew import Reading, read_anew
from hence.checks.budget import begin_page, begin_step, bounded, second_try
from hence.checks.closed import (
    always_open,
    lost,
    on_both_sides,
    open_names,
    unless_left_out,
    unless_open,
    unless_tied,
    unless_unheard,
)
from hence.checks.conditions import Stated
from hence.checks.congruence import carried_along
from hence.checks.conventional import usual_domains, usual_shapes
from hence.checks.cost.shape import is_growth
from hence.checks.decide import decide_claim, refuted, unexplained
from hence.checks.defined import with_domain
from hence.checks.earlier import (
    assumed_elsewhere,
    established,
    for_chain,
    meaning,
    meanings_elsewhere,
    meant_elsewhere,
    names_its_left_side,
    names_of,
    reasons_at,
    said_beside,
    scopes_elsewhere,
    solved_before,
    that_hold,
    with_meanings,
)
from hence.checks.elaborate.errors import NotUnderstood, ShapeClash
from hence.checks.elaborate.kinds import LAYOUTS, Layout
from hence.checks.elaborate.rows import NOTE, with_rows_turned
from hence.checks.elaborate.setting import elaborate
from hence.checks.elaborate.sorted import sorted_givens
from hence.checks.following import after_row_above, is_derivative_at_zero, is_reported, is_sought, is_to_be_solved
from hence.checks.implication import decide_implication, decide_under_premises
from hence.checks.introduced import as_claims, introduced
from hence.checks.joining import equal_rows, joined
from hence.checks.layouts import OTHER_LAYOUT, derives, derives_on_both_sides, fails, fits, has_derivative, in_doubt
from hence.checks.lemmas import as_constraint, defines_again, known_lines, lemma_of, prove_hypotheses, usable
from hence.checks.limit_points import has_limit
from hence.checks.missing import unless_independent, unless_random
from hence.checks.model import Claim, Setting, reachable_names
from hence.checks.numeric import Refutation, test_claim
from hence.checks.observe import NOBODY, Instead, Observer, Place
from hence.checks.one_layer import at_one_layer, by_letters, have_widths
from hence.checks.opaque import about_opaque, unless_meant_otherwise, with_opaque, with_spaces
from hence.checks.readings import Page, reconsidered
from hence.checks.recall import again, decided, depends
from hence.checks.restated import told_anew
from hence.checks.retold import by_way, only_follows, proved_below, undecided_before, ways_before
from hence.checks.scope import Part, Scope, chains
from hence.checks.spoken import spoken
from hence.checks.state import Context as _Context
from hence.checks.state import Line as _Line
from hence.checks.state import Progress as _Progress
from hence.checks.state import Told
from hence.checks.stationary import (
    at_solution,
    concluded,
    implied,
    in_force,
    is_solved_for,
    is_value,
    premise_of,
    sets_to_zero,
    where_solved,
    without_constraints,
    without_data,
    zero_in,
    zeros_of,
)
from hence.checks.supposed import described, with_suppositions
from hence.checks.sure import (
    MENDED,
    Around,
    Counts,
    Trials,
    if_page_is_understood,
    if_sure,
    is_near_truth,
    is_slip,
    unless_meant,
)
from hence.checks.understood import declare
from hence.checks.understood import missing as left_out
from hence.checks.unsaid import one_sided_functions, sign_as_reason, up_to_constant, with_constants
from hence.language.derivation import Derivation, Fact, Formula, Step, Unread
from hence.language.faults import Fault, guarded
from hence.language.terms import NOWHERE, free_names
from hence.language.verdicts import (
    STOPPED,
    Assumed,
    Diagnostic,
    Judged,
    NotRead,
    Proved,
    Refuted,
    Report,
    Supported,
    Unknown,
    Verdict,
)

ORDER = ("<=", ">=", "<", ">", "!=")
FEWEST_FOR_LAYOUT = 2  # derivatives that must be transposed before a layout is recognised


def check(
    derivation: Derivation, seed: int = 0, observer: Observer = NOBODY, layout_said: Layout | None = None
) -> Report:
    """Decide every step of a derivation, in the layout of derivatives that its author says, or else uses."""
    begin_page(len(derivation.steps))
    return if_page_is_understood(_check(derivation, seed, observer, layout_said))


def _check(derivation: Derivation, seed: int, observer: Observer, layout_said: Layout | None) -> Report:
    parts = list(chains(derivation))
    report = _check_in(derivation, parts, _Progress(seed, layout_said or "column", observer))
    if layout_said is not None:
        return report
    failed = [j for j in report.steps if has_derivative(j) and fails(j.verdict)]
    quiet = Observer(observer.stopped, judged=observer.judged, memory=observer.memory)
    telling = [j for j in failed if derives_on_both_sides(j)]
    others: list[Report] = []
    for layout in LAYOUTS[1:] if telling or len(failed) >= FEWEST_FOR_LAYOUT else ():
        others.append(_check_in(derivation, parts, _Progress(seed, layout, quiet), derivatives_only=True))
        if fits(others[-1], failed):
            other = _check_in(derivation, parts, _Progress(seed, layout, observer))
            note = f"derivatives are read in {layout} layout: that is how the page writes them throughout"
            return replace(other, warnings=(*other.warnings, Diagnostic("layout", NOWHERE, note)))
    return in_doubt(report, others, STOPPED if observer.stopped() else OTHER_LAYOUT) if others else report


def _check_in(
    derivation: Derivation, parts: Sequence[Part], progress: _Progress, derivatives_only: bool = False
) -> Report:
    for part in parts:
        if derivatives_only and not (isinstance(part, Scope) and any(map(derives, part.steps))):
            continue
        if isinstance(part, Scope):
            count = len(progress.judged)
            _check_chain(part, progress)
            progress.told.append(Told(part, tuple(progress.judged[count:])))
        elif isinstance(part, Unread):
            verdict = Unknown(part.message, internal=True) if part.internal else NotRead(part.message)
            progress.judged.append(Judged(part, verdict))
        else:
            progress.judged.append(Judged(part.step, _failed(part.fault)))
    anew = told_anew(progress.told, lambda scope, n: _settled_in(scope, n, scope.steps[n], _Progress(progress.seed)))
    below = {id(goal): proved for goal, proved in (*proved_below(progress.told), *anew)}
    found = [below.get(id(j), j) for j in progress.judged if not _is_silent(j)]
    judged = tuple(replace(j, verdict=spoken(j.verdict)) for j in found)
    noticed = [Diagnostic(n.code, n.span, n.message) for n in derivation.notices]
    return Report(derivation.source, tuple(progress.declared.values()), judged, (*noticed, *progress.warnings))


def _is_silent(judged: Judged) -> bool:
    """What is only mentioned says something where it is proved, and nothing else."""
    mentioned = isinstance(judged.step, Step) and judged.step.standing == "mention"
    return mentioned and not isinstance(judged.verdict, Proved)


def _check_chain(scope: Scope, progress: _Progress) -> None:
    """A chain decided, or recalled."""
    if progress.observer.stopped():
        progress.judged += [Judged(step, STOPPED) for step in scope.steps]
        return
    memory, before = progress.observer.memory, progress.apart()
    placed = guarded(lambda: _placed(scope, progress))
    if memory is None or isinstance(placed, Fault):
        _decide_chain(scope, placed, progress)
        return
    progress.depends = depend = depends(placed, progress, memory)

    def tell(number: int, judged: Judged) -> None:
        heard = progress.observer.refuted if isinstance(judged.verdict, Refuted) else progress.observer.others
        if heard is not None and scope.steps[number].decided and not _is_silent(judged):
            heard(_place_of(lambda: _context(scope, before.apart()), number, scope.steps[number], progress))

    if (known := memory.recall(depend)) is not None:
        memory.recalled += len(scope.steps)
        again(known, placed, progress, tell)
    elif (found := decided(progress, lambda: _decide_chain(scope, placed, progress))) is not None:
        memory.keep(depend, found)


def _decide_chain(scope: Scope, placed: Scope | Fault, progress: _Progress) -> None:
    """A fault in what the steps of a chain share: each is tried by itself, so that only one is lost."""
    begin_step()
    context = bounded(lambda: _context_at(placed, progress)) if isinstance(placed, Scope) else placed
    if not isinstance(context, Fault):
        claims = [c for c in context.done.claims if isinstance(c, Claim)]
        bounded(lambda: declare(context.done.setting, claims, progress))
        for number, step in enumerate(scope.steps):
            progress.marks.append(progress.sizes())
            judged = guarded(lambda n=number, s=step: _judged(context, n, s, progress))  # type: ignore[misc]
            progress.judged.append(Judged(step, _failed(judged)) if isinstance(judged, Fault) else judged)
    elif len(scope.steps) == 1:
        progress.marks.append(progress.sizes())
        progress.judged.append(Judged(scope.steps[0], _failed(context)))
    else:
        for step in scope.steps:
            alone = replace(scope, steps=(step,))
            _decide_chain(alone, guarded(lambda s=alone: _placed(s, progress)), progress)  # type: ignore[misc]


def _judged(context: _Context, number: int, step: Step, progress: _Progress) -> Judged:
    """A step with its verdict. What fails beyond the budgets here costs the step."""
    begin_step()
    progress.observer.judged(len(progress.judged))
    if progress.observer.stopped():
        return Judged(step, STOPPED)
    if not step.decided:
        trials = as_claims(context.scope, step, scopes_elsewhere(context.scope, progress))
        claimed = (_judged_alone(trial, progress.aside()) for trial in trials)
        return next(filter(None, claimed), None) or _as_given(context, step, progress)
    claim, imposed = context.claim(number), len(progress.zeros)
    aside = progress.apart() if step.standing == "mention" else progress  # nobody says that it holds, or is imposed
    verdict = bounded(lambda: _settled(context, step, claim, aside))
    if isinstance(verdict, Fault):
        found = second_try(lambda: _from_before(context, number, step, progress))
        return Judged(step, found or _failed(verdict))
    verdict = _with_earlier_meanings(context, number, step, verdict, progress, imposed)
    verdict = _by_letters(context, step, verdict, progress)
    if isinstance(verdict, Proved):
        del progress.zeros[imposed:]  # with what was said elsewhere it is no condition
    if isinstance(verdict, Unknown) and (rows := equal_rows(context.scope.steps[:number], step, progress.judged)):
        whole = replace(step.formula, lhs=context.scope.steps[0].formula.lhs)
        place = _place_of(lambda: context, number, step, progress)
        altogether = bounded(lambda: joined(place.instead(whole).verdict(), rows))
        verdict = altogether if isinstance(altogether, Proved) else verdict
    if _is_silent(Judged(step, verdict)):
        return Judged(step, verdict)
    explained = _explained(context, number, step, verdict, progress)
    if explained is None and isinstance(verdict, Unknown):
        before = second_try(lambda: _from_before(context, number, step, progress))
        explained = before if isinstance(before, Proved) else None
        verdict = verdict if before is None or verdict.internal else before
    verdict = explained or verdict
    tell = progress.observer.refuted if isinstance(verdict, Refuted) else progress.observer.others
    if tell is not None:
        tell(_place_of(lambda: context, number, step, progress))
    if explained is None:
        bounded(lambda: _remember(context, step, claim, verdict, progress))
    return Judged(_as_it_stands(step, verdict), verdict)


def _with_earlier_meanings(
    context: _Context, number: int, step: Step, verdict: Verdict, progress: _Progress, imposed: int
) -> Verdict:
    """A step once more with what was said of its letters elsewhere, if that is: a proof counts, a refutation must.

    What it imposes itself, behind the first so many zeros, does not count.
    """
    elsewhere = () if isinstance(verdict, Proved) else meanings_elsewhere(context.scope, progress)
    failing = isinstance(verdict, Refuted) and not step.general
    assumed = (*assumed_elsewhere(context.scope), *usual_shapes(context.scope)) if failing else ()
    domains = usual_domains(context.scope) if failing else ()
    for scope, said in ((s, g) for s, g in (*elsewhere, (context.scope, domains), (context.scope, assumed)) if g):
        wider, trial = with_meanings(scope, said), progress.aside()
        del trial.zeros[imposed:]
        meant = bounded(lambda w=wider, p=trial: _settled_in(w, number, step, p))  # type: ignore[misc]
        if isinstance(meant, Proved) and said is not assumed:
            signs = [g for g in said if isinstance(g, Fact) and not g.definition]
            progress.reasons += [(context.scope.part, context.scope.path, sign) for sign in signs]
            return meant
        verdict = unless_meant(verdict, meant, said, said is domains)
    return verdict


def _explained(context: _Context, number: int, step: Step, verdict: Verdict, progress: _Progress) -> Proved | None:
    """A proof of a step with what is said of its letters beside it. Later steps do not rest on it."""
    for said in said_beside(context.scope, step, verdict):
        wider = with_meanings(context.scope, said)
        found = bounded(lambda w=wider: _settled_in(w, number, step, progress.aside()))  # type: ignore[misc]
        if isinstance(found, Proved):
            return found
    return None


def _from_before(context: _Context, number: int, step: Step, progress: _Progress) -> Proved | Unknown | None:
    """What a step is by what was said before it: proved, or only as sure as a line that could not be decided.

    Later steps do not rest on such a proof.
    """
    place = _place_of(lambda: context, number, step, progress)
    rests: Unknown | None = None
    for way in ways_before(context.scope, progress.told, number):
        found = bounded(lambda f=way.formula: place.instead(f).verdict())  # type: ignore[misc]
        if isinstance(found, Proved):
            if not (lines := way.undecided):
                return by_way(found, way)
            rests = rests or only_follows(lines)
    said = undecided_before(context.scope, progress.told, step) if rests is None else ()
    if not said:
        return rests
    wider = with_meanings(context.scope, said)
    under = bounded(lambda: _settled_in(wider, number, step, progress.apart()))
    return only_follows([fact.span.line for fact in said]) if isinstance(under, Proved) else None


def _by_letters(context: _Context, step: Step, verdict: Verdict, progress: _Progress) -> Verdict:
    """A step without a proof once more, with members as letters; of layers with sizes a refutation must hold so."""
    for scope in () if isinstance(verdict, Proved) else (context.scope, *scopes_elsewhere(context.scope, progress)):
        if (letters := at_one_layer(scope, step)) is None:
            continue
        alone = bounded(lambda at=letters: _settled_in(at, 0, at.steps[0], progress.aside()))  # type: ignore[misc]
        if isinstance(alone, Proved):
            return by_letters(alone)
        if isinstance(verdict, Refuted) and not isinstance(alone, Refuted) and have_widths(context.scope):
            return Unknown("it fails for the members of some layers, but not where each stands for itself")
    return verdict


def _as_given(context: _Context, step: Step, progress: _Progress) -> Judged:
    said = bounded(lambda: introduced(context.scope, step, progress.seed))
    return Judged(step, _failed(said) if isinstance(said, Fault) else said)


def _judged_alone(scope: Scope, progress: _Progress) -> Judged | None:
    progress.observer = NOBODY
    found = bounded(lambda: _judged(_context_at(scope, progress), 0, scope.steps[0], progress))
    return found if isinstance(found, Judged) and isinstance(found.verdict, Proved) else None


def _settled_in(scope: Scope, number: int, step: Step, progress: _Progress) -> Verdict:
    context = _context_at(scope, progress)
    return _settled(context, step, context.claim(number), progress)


def _failed(fault: Fault) -> Unknown:
    return Unknown(fault.message, internal=fault.internal)


def _context(scope: Scope, progress: _Progress) -> _Context:
    return _context_at(_placed(scope, progress), progress)


def _placed(scope: Scope, progress: _Progress) -> Scope:
    """The chain with what is in force at its place and was found out before it."""
    return _with_reasons(_at_its_place(scope, progress), progress)


def _context_at(scope: Scope, progress: _Progress) -> _Context:
    """What the steps of a chain share: their claims, elaborated together, and what was proved before."""
    prove_hypotheses(scope, progress)
    lemmas = progress.closed_forms(sorted_givens(scope.givens))
    formulas = [s.formula for s in scope.steps if s.decided]
    earlier = for_chain(scope, that_hold(scope, progress.lines))
    extras = [*(lemma.formula for lemma in lemmas), *earlier]
    done = elaborate(scope.givens, formulas, layout=progress.layout, extras=extras)
    if any(done.clashes()) and (turned := with_rows_turned(scope.givens, [*formulas, *extras])) is not None:
        givens, all_formulas = turned
        again = elaborate(
            givens, all_formulas[: len(formulas)], layout=progress.layout, extras=all_formulas[len(formulas) :]
        )
        if not any(again.clashes()):
            done, scope = again, replace(scope, givens=tuple(givens))
            if not any(w.message == NOTE for w in progress.warnings):
                progress.warnings.append(Diagnostic("rows", formulas[0].span, NOTE))
    known = known_lines(done, len(formulas) + len(lemmas), earlier)
    return _Context(scope, done, usable(done, len(formulas), lemmas), known)


def _place_of(found: Callable[[], _Context], number: int, step: Step, progress: _Progress) -> Place:
    """A step where it stands: what is known there is kept, and what follows on the page does not change it."""
    kept = progress.apart()
    kept.observer = NOBODY
    context = cache(found)

    def instead(formula: Formula) -> Instead:
        scope, kinds = context().scope, context().done.setting
        sandbox, trial = kept.aside(), replace(scope.steps[number], formula=formula)
        steps = (*scope.steps[:number], trial, *scope.steps[number + 1 :])
        there = _context(replace(scope, steps=steps), sandbox)
        claim = there.claim(number)
        return Instead(
            kinds,
            there.done.setting,
            claim,
            lambda: spoken(_settled(there, trial, claim, sandbox)),
            there.scope.givens,
        )

    return Place(step, instead, number, progress.depends)


def _with_reasons(scope: Scope, progress: _Progress) -> Scope:
    """The chain with the reasons of its part that could not be decided; a proof that needs one lists it."""
    inside = reasons_at(scope, progress)
    if not inside:
        return scope
    return replace(scope, givens=(*scope.givens, *inside), supposed=(*scope.supposed, *inside))


def _settled(
    context: _Context,
    step: Step,
    claim: Claim | ShapeClash | NotUnderstood,
    progress: _Progress,
) -> Verdict:
    """One step decided: by itself, at the solution of what was imposed, and as a consequence of the row above."""
    scope, done, seed = context.scope, context.done, progress.seed
    missing = [*left_out(done, claim, progress), *lost(scope, done, claim)]
    missing += about_opaque(done.setting, claim) if isinstance(claim, Claim) else []
    if step.premises:
        verdict = decide_under_premises(scope, implied(step, scope.givens), seed)
    else:
        verdict = _solution(scope, step, _decide(context, step, claim, seed), seed)
        verdict = read_anew(
            Reading(scope, context.formulas, context.formulas.index(step.formula), done, progress.layout, seed), verdict
        )
        verdict = _where_solved(context, step, verdict, progress)
        verdict = carried_along(verdict, scope, step.formula, progress.layout, seed)
    to_be_found = isinstance(verdict, Refuted) and is_derivative_at_zero(step, progress.judged)
    verdict = with_opaque(unless_left_out(verdict, missing), step.formula, done.setting, claim)
    if isinstance(verdict, Refuted) and not step.announced and (zeros := sets_to_zero(scope.steps, step)):
        progress.zeros += [zero_in(scope, zero) for zero in zeros]
        return Assumed("the derivative is set to zero")
    settled = established(that_hold(scope, progress.lines))
    settled |= {n for z in progress.zeros if z.part == scope.part for n in names_of(z.fact.formula)}
    unsaid = sign_as_reason(step)
    unclear = always_open(scope, step.formula, done.setting) | scope.rewritten | unsaid
    settled -= unclear | meant_elsewhere(scope, solved_before(progress)) | one_sided_functions(step.formula)
    names = [n for n in (*unsaid, *_open(scope, step, done.setting, claim)) if n not in settled]
    there = cache(lambda: _place_of(lambda: context, scope.steps.index(step), step, progress))
    trials = Trials(lambda f: there().instead(f), seed)

    def near_truth(counts: Counts) -> bool:
        return not progress.trying and is_near_truth(step, trials, counts)

    verdict = unless_tied(verdict, step.formula, done.setting)
    closed = unless_open(verdict, names)
    opened = closed is not verdict and on_both_sides(names, done.setting, claim) and unclear.isdisjoint(names)
    if isinstance(verdict, Refuted) and opened and near_truth(is_slip):
        closed = replace(verdict, shown_by=MENDED)
    if not missing:
        closed = after_row_above(step, closed, scope, progress.judged, decide_implication, seed)
    if isinstance(closed, Unknown) and is_reported(step, scope.givens):
        return Assumed("report")
    loose = [n for n in names if n not in unclear] if isinstance(closed, Unknown) else []
    solved = is_to_be_solved(step, loose) or is_sought(scope, step)
    if to_be_found or (isinstance(verdict, Refuted) and solved):
        progress.zeros.append(zero_in(scope, Fact(step.formula, False, (), step.span, imposed="problem")))
        return Assumed("condition")
    reached = reachable_names(done.setting, claim) if isinstance(claim, Claim) else frozenset[str]()
    if not _is_of_growth(claim):
        stated = [zero.fact.formula for zero in progress.zeros if zero.part == scope.part]
        around = Around(progress.judged, stated, near_truth)
        closed = if_sure(closed, scope, step, done.setting, claim, around)
    closed = unless_unheard(unless_meant_otherwise(closed, step, scope.givens), step, progress.judged)
    closed = with_spaces(_with_conditions(closed, context, step, claim, seed), step.formula, scope.givens, reached)
    return with_constants(with_opaque(closed, step.formula, done.setting, claim), scope, step.formula)


def _open(scope: Scope, step: Step, setting: Setting, claim: object) -> list[str]:
    """The names without which nothing is refuted; of what grows or tends, every letter may be meant."""
    if step.general or _is_of_growth(claim):
        return []
    return open_names(scope, step.formula, setting, claim if isinstance(claim, Claim) else None)


def _is_of_growth(claim: object) -> bool:
    return isinstance(claim, Claim) and (is_growth(claim) or has_limit(claim))


def _as_it_stands(step: Step, verdict: Verdict) -> Step:
    """A claim that turned out to be a condition, which nobody asserts."""
    if not isinstance(verdict, Assumed):
        return step
    return replace(step, standing="report" if verdict.reason == "report" else "condition")


def _remember(context: _Context, step: Step, claim: object, verdict: Verdict, progress: _Progress) -> None:
    """What later steps may use of a step: a proved equation, a closed form, a reason that they rest on."""
    scope, setting = context.scope, context.done.setting
    if up_to_constant(scope, step.formula):
        return
    if step.reason and isinstance(verdict, Unknown | Supported):
        progress.reasons.append((scope.part, scope.path, Fact(step.formula, False, (), step.span)))
    solved = isinstance(verdict, Proved) and _rests_on_row_above(step, verdict)
    decided = isinstance(verdict, Unknown | Proved) and (not step.premises or is_solved_for(step))
    named = decided and free_names(step.formula.lhs) <= set(_open(scope, step, setting, claim))
    if (solved or named) and names_its_left_side(step.formula):
        progress.reasons.append((scope.part, scope.path, Fact(step.formula, True, (), step.span)))
    if isinstance(verdict, Proved):
        progress.zeros += [zero_in(scope, fact) for fact in concluded(step)]
    if not isinstance(verdict, Proved) or not isinstance(claim, Claim) or _rests_on_row_above(step, verdict):
        return
    usable = claim.relation == "=" or (claim.relation in ORDER and not verdict.needs)
    if usable and not is_growth(claim) and not step.premises and not defines_again(claim, setting):
        line = _Line(step.formula, scope.part, scope.path, meaning(scope, step.formula))
        progress.lines.append(line)
        context.known.append(as_constraint(claim, step.formula))
    lemma = lemma_of(scope, step.formula, setting, claim)
    if lemma is not None:
        progress.lemmas.append(lemma)


def _rests_on_row_above(step: Step, verdict: Proved) -> bool:
    """Whether a row was proved under the one above, which may hold for certain values only."""
    return bool(step.above) and bool(verdict.needs)


def _solution(scope: Scope, step: Step, verdict: Verdict, seed: int) -> Verdict:
    """The value of a variable where a derivative is zero, as a consequence of that equation."""
    premise = premise_of(step, scope.givens) if isinstance(verdict, Unknown) else None
    if premise is None:
        return _at_solution(scope, step, verdict, seed)
    rest = tuple(g for g in scope.givens if not (isinstance(g, Fact) and g.formula == premise))
    found = decide_implication(replace(scope, givens=rest), replace(step, premises=(premise,)), seed)
    return found if isinstance(found, Proved | Refuted) else verdict


def _at_solution(scope: Scope, step: Step, verdict: Verdict, seed: int) -> Verdict:
    r"""The `X^\top X \hat w = X^\top y` behind "setting this to zero gives": said of the w where that holds."""
    formula = at_solution(step.formula, scope.givens) if not isinstance(verdict, Proved) else None
    if formula is None:
        return verdict
    done = elaborate(scope.givens, [formula])
    found = decide_claim(done.setting, done.claims[0], {}, seed) if isinstance(done.claims[0], Claim) else verdict
    return found if isinstance(found, Proved) else verdict


def _at_its_place(scope: Scope, progress: _Progress) -> Scope:
    """The chain with the derivatives that are zero there; what was set to zero is remembered."""
    scope, constraints = without_constraints(scope)
    scope = in_force(scope, progress.zeros)
    stated = [*constraints, *zeros_of(scope)]
    known = {(zero.part, zero.fact) for zero in progress.zeros}
    progress.zeros += [zero_in(scope, zero) for zero in stated if (scope.part, zero) not in known]
    return without_data(scope, scope.steps)


def _where_solved(context: _Context, step: Step, verdict: Verdict, progress: _Progress) -> Verdict:
    """What is false in general may hold at the solution of the equations that the author stated before."""
    solved = where_solved(context.scope, step, progress.zeros) if isinstance(verdict, Refuted) else None
    if solved is None:
        return verdict
    done = elaborate(solved.givens, [step.formula], layout=progress.layout)
    claim = done.claims[0]
    if not isinstance(claim, Claim):
        return verdict
    found = decide_claim(done.setting, claim, {}, progress.seed, context.known)
    if isinstance(found, Proved):
        imposed = (g for g in solved.givens if isinstance(g, Fact) and g.imposed and g not in context.scope.givens)
        stated = [Stated(described(g, solved.givens, step.formula)) for g in imposed]
        return replace(found, needs=tuple(dict.fromkeys((*stated, *found.needs))))
    if isinstance(found, Refuted) or is_value(step.formula.lhs):
        return found if isinstance(found, Refuted) and not is_value(step.formula.lhs) else verdict
    why = found.why if isinstance(found, Unknown) else ""
    return Unknown(f"false in general; where the derivatives are zero: {why}") if why else found


# one step -----------------------------------------------------------------------------------------


def _decide(context: _Context, step: Step, claim: Claim | ShapeClash | NotUnderstood, seed: int) -> Verdict:
    match claim:
        case ShapeClash():
            return _decide_clash(context.scope, step, claim, seed)
        case NotUnderstood(message=message):
            return Unknown(message)
        case Claim():
            verdict = decide_claim(context.done.setting, claim, context.lemmas, seed, context.known)
            return reconsidered(Page(context.scope.givens, step.formula, context.done), verdict)


def _decide_clash(scope: Scope, step: Step, clash: ShapeClash, seed: int) -> Verdict:
    """Shapes that clash: false even where the dimensions are equal, or else not a formula at all."""
    done = elaborate(scope.givens, [step.formula], lenient=True)
    if isinstance(claim := done.claims[0], Claim):
        tested = test_claim(done.setting, claim, seed)
        if isinstance(tested, Refutation) and not unexplained(done.setting, claim):
            return refuted(tested, f"the shapes do not fit either: {clash.message}")
    return NotRead(f"shapes do not fit: {clash.message}{clash.place}", clash.span)


def _with_conditions(verdict: Verdict, context: _Context, step: Step, claim: object, seed: int) -> Verdict:
    """A proof with everything that it rests on: suppositions in force, and what both sides need to be defined."""
    verdict = unless_independent(verdict, context.scope.givens, context.done.setting, claim, seed)
    verdict = unless_random(verdict, context.done.setting, claim)
    verdict = with_domain(verdict, context.done.setting, claim, context.scope.givens)
    return with_suppositions(verdict, context.scope, step.formula, context.done.setting, seed)
