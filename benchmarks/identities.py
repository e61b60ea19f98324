"""Milliseconds per identity of linear algebra, and how that compares with SymPy.

`hence` proves each identity for every dimension; SymPy is given 3 x 3 matrices of symbols, which it multiplies out, and
(where it can) matrix symbols of dimension n. Both start from expressions that are read already, with empty caches.
Times are of the processor: both work on one thread, and other programs do not count.
"""

from __future__ import annotations

import gc
import time
import tomllib
from collections.abc import Callable, Iterator
from statistics import median
from typing import TYPE_CHECKING, Any

from hence.latex_in import read_text

from benchmarks.matrices import GIVEN, IDENTITIES, Explicit, MatrixIdentity, Symbolic
from benchmarks.measured import Measured, Told
from benchmarks.oracle import ROOT

if TYPE_CHECKING:
    from hence.checks.scope import Scope

ROUNDS = 5
SUITE = ROOT / "tests" / "identities"


def posed(given: str, claim: str, after: str = "") -> Scope:
    """The claim with the givens in force, as the checker sees it before it elaborates."""
    from hence.checks.scope import Scope, chains  # noqa: PLC0415

    derivation = read_text(f"{given}\n\\begin{{equation}}\n{claim}\n\\end{{equation}}\n{after}\n")
    return [chain for chain in chains(derivation) if isinstance(chain, Scope)][-1]


def prove_seconds(scope: Scope) -> tuple[float, bool]:
    """Seconds from the formula that was read to the proof that the kernel replayed, and whether there is one."""
    from hence.checks.elaborate.setting import elaborate  # noqa: PLC0415
    from hence.checks.model import Claim  # noqa: PLC0415
    from hence.checks.prove import prove  # noqa: PLC0415
    from hence.language.verdicts import Proved  # noqa: PLC0415

    start = time.process_time()
    done = elaborate(scope.givens, [step.formula for step in scope.steps])
    claim = done.claims[-1]
    if not isinstance(claim, Claim):
        raise TypeError(f"{scope.steps[-1].rhs_text} is no claim: {claim}")
    found = prove(done.setting, claim, {})
    return time.process_time() - start, isinstance(found, Proved)


def explicit_seconds(identity: MatrixIdentity, simplify: bool) -> tuple[float, bool]:
    """SymPy with 3 x 3 matrices: multiply out, then `expand` or `simplify`. Does it come to zero?"""
    import sympy  # noqa: PLC0415
    from sympy.core.cache import clear_cache  # noqa: PLC0415

    clear_cache()
    start = time.process_time()
    left, right = identity.sides(Explicit())
    difference = sympy.Matrix([left - right]).doit()
    shown = (sympy.simplify(difference) if simplify else difference.expand()).is_zero_matrix
    return time.process_time() - start, bool(shown)


def symbolic_seconds(identity: MatrixIdentity) -> tuple[float, bool | None]:
    """SymPy with matrix symbols: does `simplify` of the difference come to zero? None where it has no such form."""
    import sympy  # noqa: PLC0415
    from sympy.core.cache import clear_cache  # noqa: PLC0415

    clear_cache()
    start = time.process_time()
    try:
        left, right = identity.sides(Symbolic())
        difference = sympy.simplify((left - right).doit())
    except (TypeError, ValueError, NotImplementedError, AttributeError):
        return time.process_time() - start, None
    shown = getattr(difference, "is_ZeroMatrix", False) or difference == 0
    return time.process_time() - start, bool(shown)


def expanding() -> Measured:
    """Ours for every n against `expand` for n = 3, which is enough for all but inverses."""
    return _against("expand", lambda identity: explicit_seconds(identity, simplify=False))


def simplifying() -> Measured:
    """Ours for every n against `simplify` for n = 3."""
    return _against("simplify", lambda identity: explicit_seconds(identity, simplify=True))


def _against(name: str, theirs_of: Callable[[MatrixIdentity], tuple[float, bool]]) -> Measured:
    scopes = [posed(GIVEN, identity.latex) for identity in IDENTITIES]
    prove_seconds(scopes[0])  # imports and tables of both
    theirs_of(IDENTITIES[0])
    rounds, proved, shown = [], 0, 0
    for _ in range(ROUNDS):
        gc.collect()
        ours = [prove_seconds(scope) for scope in scopes]
        gc.collect()
        theirs = [theirs_of(identity) for identity in IDENTITIES]
        rounds.append((sum(t for t, _ in ours), sum(t for t, _ in theirs)))
        proved, shown = sum(ok for _, ok in ours), sum(ok for _, ok in theirs)
    count = len(IDENTITIES)
    note = f"{count} identities: {proved} proved by hence for every n; `{name}` shows {shown} for n = 3 (CPU seconds)"
    return Measured(name, tuple(rounds), count, 20, note)


def symbolic() -> Measured:
    """The same against SymPy's matrix symbols, which it can rarely bring to zero."""
    scopes = [posed(GIVEN, identity.latex) for identity in IDENTITIES]
    prove_seconds(scopes[0])
    symbolic_seconds(IDENTITIES[0])
    rounds, shown, expressible = [], 0, 0
    for _ in range(ROUNDS):
        gc.collect()
        ours = [prove_seconds(scope) for scope in scopes]
        gc.collect()
        theirs = [symbolic_seconds(identity) for identity in IDENTITIES]
        rounds.append((sum(t for t, _ in ours), sum(t for t, _ in theirs)))
        shown, expressible = (sum(ok is True for _, ok in theirs), sum(ok is not None for _, ok in theirs))
    count = len(IDENTITIES)
    note = f"the same against MatrixSymbol: SymPy expresses {expressible} of {count} and shows {shown}"
    return Measured("symbolic", tuple(rounds), count, 1, note)


def suite() -> Told:
    """Milliseconds per identity of the whole suite in `tests/identities`, from the read formula to the proof."""
    times: dict[str, list[float]] = {}
    for topic, scope in _suite():
        times.setdefault(topic, []).append(min(prove_seconds(scope)[0] for _ in range(3)))
    every = sorted(t for of_topic in times.values() for t in of_topic)
    middle, slowest = 1e3 * median(every), 1e3 * every[-1]
    lines = [f"{len(every)} identities, CPU milliseconds each: median {middle:.2f}, slowest {slowest:.0f}"]
    lines += [f"  {topic:<12}{len(of):>4} identities, median {1e3 * median(of):.2f}" for topic, of in times.items()]
    numbers: dict[str, Any] = {"median_ms": middle, "slowest_ms": slowest, "count": len(every)}
    return Told("suite", tuple(lines), numbers)


def _suite() -> Iterator[tuple[str, Scope]]:
    for path in sorted(SUITE.glob("*.toml")):
        for group in tomllib.loads(path.read_text(encoding="utf-8"))["group"]:
            for claim in group["claims"]:
                yield path.stem, posed(group["given"], claim, group.get("after", ""))
