"""Measurements against what people use otherwise, as ratios: `make bench`, or `python -m benchmarks NAME ...` for some.

    reading     seconds for a list of scalar formulas, against latex2sympy2
    refuting    seconds for a list of false scalar identities, against SymPy's `equals` with a cold cache
    expanding   identities of linear algebra for every n, against SymPy's `expand` for n = 3
    simplifying the same against SymPy's `simplify` for n = 3
    symbolic    the same against SymPy's matrix symbols of dimension n
    sampling    samples per second, against a hand-written numpy loop
    starting    processor time of `hence check` of the README's example, cold, against `import sympy` alone
    unchanged   the same page checked again
    ten-steps   the same for a page of ten steps
    doubling    a page of 200 steps against one of 100
    steps       milliseconds a step for pages of 10, 100 and 200 steps, cold and warm
    rechecking  seconds for a hundred-step page after an edit of one line, against checking it for the first time
    suite       milliseconds per identity of `tests/identities`
    growing     milliseconds against the number of factors, nested sums and terms; a plot in `build/growth.svg`
    memory      memory while sampling, for growing sample sizes
    sobol       error of Sobol points against plain samples
    catalogue   processor time of `hence check` for the whole catalogue, cold and unchanged
    mutating    minutes of `hence mutate` for the whole catalogue (`HENCE_MUTANTS`: at most so many of each step)
    grading     a class of 1,000 (`HENCE_CLASS`): steps per second, memory, and planted errors that are found

Results are printed as they are found. Each ratio is measured in rounds, ours and theirs in turn, so that a busy
machine slows both. The table gives the ratio of the medians and the lowest and highest ratio of a single round: where
these are far apart, or an aim lies between them, the run does not tell whether the aim was met.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable

from benchmarks import class_run, growth, identities, reading, rechecking, refuting, sampling, starting, steps, whole
from benchmarks.measured import HEADING, Measured, Told, as_json, rows
from benchmarks.oracle import ROOT, Unavailable

RESULTS = ROOT / "build" / "bench.json"
MEASUREMENTS: dict[str, Callable[[], Measured | Told]] = {  # the reader first, in a process no larger than it needs
    "reading": reading.reading,
    "refuting": refuting.refuting,
    "expanding": identities.expanding,
    "simplifying": identities.simplifying,
    "symbolic": identities.symbolic,
    "sampling": sampling.sampling,
    "starting": starting.starting,
    "unchanged": starting.unchanged,
    "ten-steps": starting.ten_steps,
    "doubling": steps.doubling,
    "steps": steps.growth,
    "rechecking": rechecking.rechecking,
    "suite": identities.suite,
    "growing": growth.growing,
    "memory": sampling.memory,
    "sobol": sampling.sobol,
    "catalogue": whole.catalogue,
    "mutating": whole.mutating,
    "grading": class_run.grading,
}


def main(names: list[str]) -> int:
    """Print and save results as they are found. The status says only whether everything could be measured."""
    unknown = [name for name in names if name not in MEASUREMENTS]
    if unknown:
        print(f"no measurement is called {', '.join(unknown)}: choose of {', '.join(MEASUREMENTS)}", file=sys.stderr)
        return 2
    done: list[Measured | Told] = []
    trouble = []
    print(HEADING, flush=True)
    for name in names or MEASUREMENTS:
        try:
            done.append(MEASUREMENTS[name]())
        except Unavailable as reason:
            trouble.append(f"{name}: {reason}")
            continue
        print("\n".join(rows(done[-1])), flush=True)
        save(done)
    print(f"load of the machine over the last minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for problem in trouble:
        print(problem, file=sys.stderr)
    return 1 if trouble else 0


def save(done: list[Measured | Told]) -> None:
    """What was found so far, so that a run that is stopped leaves something."""
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps([as_json(m) for m in done], indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
