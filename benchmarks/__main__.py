"""Three measurements against what people use otherwise, as ratios: `make bench`.

    reading    formulas per second, against latex2sympy2, on scalar formulas that both read
    refuting   time to refute a false scalar identity, against SymPy's `equals` with a cold cache
    starting   a cold `hence check` of a ten-step file, against `import sympy` alone

Medians over repeats; both sides of a ratio run in the same minute on the same machine.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from benchmarks.formulas import FALSE_IDENTITIES, FalseIdentity, sides
from benchmarks.oracle import ROOT, Unavailable, ask
from latex_in import ParseError, parse_formula, parse_relation_chain

PASSES = 5
TEN_STEPS = Path(__file__).with_name("ten_steps.tex")
RESULTS = ROOT / "build" / "bench.json"


@dataclass(frozen=True)
class Result:
    """One line of the table. `ratio` is how many times faster ours is; for `starting`, how many times slower."""

    name: str
    ours: float
    theirs: float
    unit: str
    ratio: float
    aim: str
    note: str


def main() -> int:
    """Print the table and save it. The exit status says only whether everything could be measured."""
    results, trouble = [], []
    for measure in (reading, refuting, starting):
        try:
            results.append(measure())
        except Unavailable as problem:
            trouble.append(f"{measure.__name__}: {problem}")
    print(table(results))
    for problem in trouble:
        print(problem, file=sys.stderr)
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps([asdict(r) for r in results], indent=2) + "\n", encoding="utf-8")
    return 1 if trouble else 0


def table(results: list[Result]) -> str:
    """Numbers in columns, a line of explanation below each."""
    lines = [f"{'':<10}{'hence':>12}{'other':>12}  {'unit':<12}{'ratio':>8}   aim"]
    for r in results:
        lines.append(f"{r.name:<10}{r.ours:>12.4g}{r.theirs:>12.4g}  {r.unit:<12}{r.ratio:>8.1f}   {r.aim}")
        lines.append(f"{'':<10}{r.note}")
    return "\n".join(lines)


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


# Reading -----------------------------------------------------------------------------------------


def reading() -> Result:
    """Raises Unavailable where latex2sympy2 is not installed."""
    ours = [side for side in sides() if _reads(side)]
    first = ask(ours)
    both = [f for f, answer in zip(ours, first.answers, strict=True) if "error" not in answer]
    theirs = median(ask(both, passes=PASSES).seconds)
    mine = median(seconds(lambda: [parse_formula(f) for f in both]) for _ in range(PASSES))
    note = f"{len(both)} of {len(sides())} formulas, read by both; against latex2sympy2, warm"
    return Result("reading", len(both) / mine, len(both) / theirs, "formulas/s", theirs / mine, ">= 200", note)


def _reads(formula: str) -> bool:
    try:
        parse_formula(formula)
    except ParseError:
        return False
    return True


# Refuting ----------------------------------------------------------------------------------------


def refuting() -> Result:
    """Both start from expressions that are built already; ours ends with a certified, shrunk counterexample."""
    _refute(FALSE_IDENTITIES[0], 0), _equals(FALSE_IDENTITIES[0])  # imports and tables of both
    mine = [median(_refute(identity, seed)[0] for seed in range(PASSES)) for identity in FALSE_IDENTITIES]
    answers = [[_equals(identity) for _ in range(PASSES)] for identity in FALSE_IDENTITIES]
    theirs = [median(time_taken for time_taken, _ in runs) for runs in answers]
    refuted = sum(_refute(identity, 0)[1] for identity in FALSE_IDENTITIES)
    denied = sum(runs[0][1] is False for runs in answers)
    ratios = sorted(b / a for a, b in zip(mine, theirs, strict=True))
    note = (
        f"total of {len(mine)} false identities; refuted {refuted}, denied by equals {denied};"
        f" single ratios {ratios[0]:.0f} to {ratios[-1]:.0f}, median {median(ratios):.0f}"
    )
    total, other = 1e3 * sum(mine), 1e3 * sum(theirs)
    return Result("refuting", total, other, "ms", other / total, ">= 100", note)


def _refute(identity: FalseIdentity, seed: int) -> tuple[float, bool]:
    """Seconds from the elaborated claim to the verdict, and whether it was refuted."""
    # loaded here, since the reader is measured first and in a process as small as that of its rival
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


def starting() -> Result:
    """Whole processes, in turn; the first of each only fills the caches of the disk."""
    commands = (
        (sys.executable, "-m", "hence", "check", str(TEN_STEPS)),
        (sys.executable, "-c", "import sympy"),
    )
    times: list[list[float]] = [[], []]
    for _ in range(PASSES + 1):
        for taken, command in zip(times, commands, strict=True):
            taken.append(seconds(lambda command=command: _run(command)))
    mine, theirs = (1e3 * median(taken[1:]) for taken in times)
    note = "process start to end: `hence check` of ten steps, one of them wrong; `import sympy`"
    return Result("starting", mine, theirs, "ms", mine / theirs, "<= 2 (slower)", note)


def _run(command: tuple[str, ...]) -> None:
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)  # noqa: S603 (our own commands)


if __name__ == "__main__":
    sys.exit(main())
