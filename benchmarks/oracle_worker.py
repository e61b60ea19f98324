"""Runs inside the environment of latex2sympy2, and imports nothing of ours.

Takes {"formulas": [latex], "points": [{name: value}], "passes": n} as JSON on stdin. Answers with, for each
formula, its value at every point (or the error it raised), and how many seconds of processor time each pass took.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import latex2sympy2


def fresh(formula: str) -> Any:  # noqa: ANN401 (SymPy ships no types)
    """One formula, read without what earlier ones left behind in the module's globals."""
    latex2sympy2.set_variances({})
    return latex2sympy2.latex2sympy(formula)


def values(formula: str, points: list[dict[str, float]]) -> dict[str, Any]:
    """Its value at each point. Whatever the library raises is the answer: it raises plain `Exception`s."""
    try:
        read = fresh(formula)
        return {"read": str(read), "values": [_value(read, point) for point in points]}
    except Exception as error:  # noqa: BLE001 (the library raises nothing more precise)
        return {"error": f"{type(error).__name__}: {error}".splitlines()[0]}


def _value(read: Any, point: dict[str, float]) -> list[float]:  # noqa: ANN401
    names = {symbol: plain(symbol.name) for symbol in read.free_symbols}
    number = complex(read.subs({symbol: point[name] for symbol, name in names.items()}).doit().evalf(30))
    return [number.real, number.imag]


def plain(name: str) -> str:
    return name.replace("\\", "").replace("{", "").replace("}", "")


def timed_pass(formulas: list[str]) -> float:
    start = time.process_time()
    for formula in formulas:
        fresh(formula)
    return time.process_time() - start


def main() -> None:
    task = json.load(sys.stdin)
    answers = [values(formula, task["points"]) for formula in task["formulas"]]
    readable = [f for f, answer in zip(task["formulas"], answers, strict=True) if "error" not in answer]
    seconds = [timed_pass(readable) for _ in range(task["passes"])]
    json.dump({"answers": answers, "seconds": seconds}, sys.stdout)


if __name__ == "__main__":
    main()
