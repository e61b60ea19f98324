"""Three measurements against what people use otherwise, as ratios: `make bench`.

    reading    seconds for a list of scalar formulas, against latex2sympy2
    refuting   seconds for a list of false scalar identities, against SymPy's `equals` with a cold cache
    starting   seconds for a cold `hence check` of a ten-step file, against `import sympy` alone

Each is measured in rounds, ours and theirs in turn, so that a busy machine slows both. The table gives the
ratio of the medians and the lowest and highest ratio of a single round: where these are far apart, or an aim
lies between them, the run does not tell whether the aim was met.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.formulas import FALSE_IDENTITIES, FalseIdentity, sides
from benchmarks.oracle import ROOT, Unavailable, ask
from latex_in import ParseError, parse_formula, parse_relation_chain

ROUNDS = 9
TEN_STEPS = Path(__file__).with_name("ten_steps.tex")
RESULTS = ROOT / "build" / "bench.json"


@dataclass(frozen=True)
class Measured:
    """Seconds of ours and theirs, round by round. `slower`: the aim bounds how much slower ours may be."""

    name: str
    rounds: tuple[tuple[float, float], ...]
    items: int
    aim: float
    note: str
    slower: bool = False

    def ratio(self, ours: float, theirs: float) -> float:
        return ours / theirs if self.slower else theirs / ours

    def medians(self) -> tuple[float, float]:
        return median(a for a, _ in self.rounds), median(b for _, b in self.rounds)

    def spread(self) -> tuple[float, float]:
        ratios = [self.ratio(a, b) for a, b in self.rounds]
        return min(ratios), max(ratios)

    def verdict(self) -> str:
        """Whether the aim was met: told only where every round says the same."""
        low, high = self.spread()
        met = (low <= self.aim, high <= self.aim) if self.slower else (low >= self.aim, high >= self.aim)
        return "met" if all(met) else "missed" if not any(met) else "undecided"


def main() -> int:
    """Print the table and save it with every round. The status says only whether everything could be measured."""
    done, trouble = [], []
    for measure in (reading, refuting, starting):
        try:
            done.append(measure())
        except Unavailable as problem:
            trouble.append(f"{measure.__name__}: {problem}")
    print(table(done))
    print(f"load of the machine over the last minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for problem in trouble:
        print(problem, file=sys.stderr)
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps([as_json(m) for m in done], indent=2) + "\n", encoding="utf-8")
    return 1 if trouble else 0


def table(results: list[Measured]) -> str:
    """Medians in columns, a line of explanation below each."""
    lines = [f"{'':<10}{'hence s':>10}{'other s':>10}{'ratio':>8}{'rounds':>16}{'aim':>10}"]
    for m in results:
        ours, theirs = m.medians()
        low, high = m.spread()
        aim = f"{'<=' if m.slower else '>='} {m.aim:g}"
        spread = f"{low:.1f} to {high:.1f}"
        ratio = m.ratio(ours, theirs)
        lines.append(f"{m.name:<10}{ours:>10.4f}{theirs:>10.4f}{ratio:>8.1f}{spread:>16}{aim:>10}  {m.verdict()}")
        lines.append(f"{'':<10}{m.note}")
    return "\n".join(lines)


def as_json(m: Measured) -> dict[str, Any]:
    ours, theirs = m.medians()
    return {
        "name": m.name,
        "ours_seconds": ours,
        "theirs_seconds": theirs,
        "ours_per_second": m.items / ours,
        "theirs_per_second": m.items / theirs,
        "ratio": m.ratio(ours, theirs),
        "lowest_and_highest": m.spread(),
        "aim": m.aim,
        "slower": m.slower,
        "verdict": m.verdict(),
        "note": m.note,
        "rounds": m.rounds,
    }


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


# Reading -----------------------------------------------------------------------------------------


def reading() -> Measured:
    """Raises Unavailable where latex2sympy2 is not installed."""
    ours = [side for side in sides() if _reads(side)]
    both = [f for f, answer in zip(ours, ask(ours).answers, strict=True) if "error" not in answer]
    rounds = []
    for _ in range(ROUNDS):
        mine = seconds(lambda: [parse_formula(f) for f in both])
        rounds.append((mine, ask(both, passes=1).seconds[0]))
    note = f"{len(both)} of {len(sides())} formulas, those that both read; against latex2sympy2, warmed up"
    return Measured("reading", tuple(rounds), len(both), 200, note)


def _reads(formula: str) -> bool:
    try:
        parse_formula(formula)
    except ParseError:
        return False
    return True


# Refuting ----------------------------------------------------------------------------------------


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
    from checks.elaborate.setting import elaborate  # noqa: PLC0415
    from checks.model import Claim  # noqa: PLC0415
    from checks.numeric import Refutation, test_claim  # noqa: PLC0415

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


# Starting ----------------------------------------------------------------------------------------


def starting() -> Measured:
    """Whole processes; a first round that is not counted fills the caches of the disk."""
    rounds = tuple(_starts())[1:]
    note = "whole processes: `hence check` of a ten-step file, one step wrong; `python -c 'import sympy'`"
    return Measured("starting", rounds, 1, 2, note, slower=True)


def _starts() -> Iterator[tuple[float, float]]:
    check = (sys.executable, "-m", "hence", "check", str(TEN_STEPS))
    load = (sys.executable, "-c", "import sympy")
    for _ in range(ROUNDS + 1):
        yield seconds(lambda: _run(check)), seconds(lambda: _run(load))


def _run(command: tuple[str, ...]) -> None:
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)  # noqa: S603 (our own commands)


if __name__ == "__main__":
    sys.exit(main())
