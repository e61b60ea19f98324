"""How wide formulas are, in points: measured by the embedded Typst engine, many at a time.

Its mathematics is set in the same design as LaTeX's, so one measure serves both engines. `SLACK` covers by what they
differ.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from hence.latex_out.typst_math import Untranslatable, translate

SLACK = 1.03
LETTER = 6.0  # points, about, for what cannot be measured
TEXT_SIZE, SMALL_SIZE = 11, 9


class Ruler:
    """Widths of formulas and of small text. What is asked for is measured at once or, in bulk, beforehand."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, bool], float] = {}

    def formula(self, latex: str) -> float:
        return self._width(latex.strip(), False)

    def words(self, latex: str) -> float:
        """The width of a reason, which is set small; it may hold formulas between dollars."""
        return self._width(latex.strip(), True)

    def _width(self, latex: str, small: bool) -> float:
        if (latex, small) not in self.known:
            self.prepare([latex] if not small else (), [latex] if small else ())
        return self.known[latex, small]

    def prepare(self, formulas: Iterable[str], words: Iterable[str] = ()) -> None:
        """Measure many at once: one run of the engine costs more than a thousand formulas."""
        wanted = dict.fromkeys([(f.strip(), False) for f in formulas] + [(w.strip(), True) for w in words])
        sources = {key: source for key in wanted if key not in self.known and (source := _source(*key))}
        for key, found in zip(sources, _measured(list(sources.values())), strict=True):
            self.known[key] = found * SLACK
        for key in wanted:
            self.known.setdefault(key, LETTER * len(key[0]))


def _source(latex: str, small: bool) -> str:
    """Typst for what is to be measured; empty where it cannot be said."""
    try:
        return _words(latex) if small else f"$display({translate('{}' + latex)})$"
    except Untranslatable:
        return ""


def _words(latex: str) -> str:
    parts = latex.split("$")
    made = "".join(f"${translate(p)}$" if n % 2 else f"#{json.dumps(p)};" for n, p in enumerate(parts) if p)
    return f"text(size: {SMALL_SIZE}pt)[{made}]"


def _measured(sources: list[str]) -> list[float]:
    if not sources:
        return []
    import typst  # noqa: PLC0415 (slow to load)

    listed = ",\n".join(sources)
    page = (
        f'#set text(font: "New Computer Modern", size: {TEXT_SIZE}pt)\n'
        f"#let all = ({listed},)\n#context [#metadata(all.map(one => measure(one).width.pt())) <widths>]"
    )
    found = json.loads(typst.query(page.encode(), "<widths>", field="value", one=True))
    return [float(width) for width in found]
