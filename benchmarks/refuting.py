"""Seconds for a list of false scalar identities, against SymPy's `equals` with a cold cache."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

from hence.latex_in import parse_relation_chain

from benchmarks.formulas import FALSE_IDENTITIES, FalseIdentity
from benchmarks.measured import ROUNDS, Measured


def refuting() -> Measured:
    """Both start from expressions that are built already; ours ends with a certified, shrunk counterexample."""
    _refute(FALSE_IDENTITIES[0], 0)  # imports and tables of both
    _equals(FALSE_IDENTITIES[0])
    rounds, refuted, denied = [], 0, 0
    for seed in range(ROUNDS):
        mine = _block(lambda identity, seed=seed: _refute(identity, seed))
        theirs = _block(_equals)
        rounds.append((sum(t for t, _ in mine), sum(t for t, _ in theirs)))
        refuted += sum(found is True for _, found in mine)
        denied += sum(answer is False for _, answer in theirs)
    count = len(FALSE_IDENTITIES)
    note = f"{count} false identities, {count * ROUNDS} runs: {refuted} refuted by hence, {denied} denied by equals"
    return Measured("refuting", tuple(rounds), count, 100, note)


def _block(run: Callable[[FalseIdentity], tuple[float, bool | None]]) -> list[tuple[float, bool | None]]:
    """All identities one after the other, without garbage of the other side to collect."""
    gc.collect()
    return [run(identity) for identity in FALSE_IDENTITIES]


def _refute(identity: FalseIdentity, seed: int) -> tuple[float, bool]:
    """Seconds from the elaborated claim to the verdict, and whether it was refuted."""
    # loaded here: the reader is measured first, in a process no larger than it needs
    from hence.checks.elaborate.setting import elaborate  # noqa: PLC0415
    from hence.checks.model import Claim  # noqa: PLC0415
    from hence.checks.numeric import Refutation, test_claim  # noqa: PLC0415

    done = elaborate((), parse_relation_chain(identity.latex))
    claim = done.claims[0]
    if not isinstance(claim, Claim):
        raise TypeError(f"{identity.latex} is no claim: {claim}")
    start = time.perf_counter()
    found = test_claim(done.setting, claim, seed)
    return time.perf_counter() - start, isinstance(found, Refutation)


def _equals(identity: FalseIdentity) -> tuple[float, bool | None]:
    """Seconds that SymPy takes with fresh symbols and an empty cache, and its answer."""
    import sympy  # noqa: PLC0415
    from sympy.core.cache import clear_cache  # noqa: PLC0415

    clear_cache()
    symbols = {name: sympy.Symbol(name, real=True) for name in "xyz"}
    left, right = (sympy.sympify(side, locals=symbols) for side in (identity.left, identity.right))
    start = time.perf_counter()
    answer = left.equals(right)
    return time.perf_counter() - start, answer
