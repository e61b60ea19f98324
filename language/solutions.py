r"""Letters for the solution of an equation: `w^*`, `\hat\mu` and `w_{\mathrm{MAP}}` are values of w and of \mu."""

from __future__ import annotations

import re

_LABEL = r"(?:_\{(?:\\mathrm\{[A-Za-z]+\}|\\[a-z]+|[a-z])\})"
_STARRED = (
    re.compile(rf"(?P<base>.+?)\^\{{(?:\*|\\star|\\ast)\}}{_LABEL}?"),
    re.compile(rf"\\(?:hat|bar|tilde|widehat)\{{(?P<base>(?:[^{{}}]|\{{[^{{}}]*\}})+)\}}{_LABEL}?"),
    re.compile(r"(?P<base>.+?)_\{\\mathrm\{[A-Z]+\}\}"),
)


def solved_letters(name: str) -> list[str]:
    """The letters of which a name may be a solution; none for a plain letter. Never fails."""
    return [found["base"] for pattern in _STARRED if (found := pattern.fullmatch(name))]
