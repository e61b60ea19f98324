r"""Letters that a line uses as the covariance of a normal density: `\mathcal{N}(x \mid a, A)` says that of A.

Whoever writes the density means a covariance by A, in the lines behind as well, until the letter is declared anew.
Only letters in bold or accents are taken so, as with laws: a plain V may be a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hence.checks.elaborate.givens import is_covariance_letter
from hence.checks.elaborate.words import COVARIANCE
from hence.language.derivation import Property, Step
from hence.language.terms import App, Sym, subterms


def covariances_in(steps: Iterable[Step]) -> Iterator[Property]:
    """What the densities of some lines say of their covariances, one for each letter. Never fails."""
    found: dict[str, Property] = {}
    for term in (t for s in steps for side in (s.formula.lhs, s.formula.rhs) for t in subterms(side)):
        match term:
            case App("normal_pdf", (_, _, Sym(name) as letter)) if is_covariance_letter(name):
                found.setdefault(name, Property(letter, COVARIANCE, letter.span))
            case _:
                pass
    yield from found.values()
