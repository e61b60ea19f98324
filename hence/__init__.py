"""Decides every step of a derivation: `hence.check(text_or_path)` gives a `Report`.

    >>> import hence
    >>> report = hence.check(r"$$(x + 1)^2 = x^2 + 2 x + 1$$")
    >>> [step.verdict for step in report.steps]
    ['proved']

Importing `hence` loads nothing else; what a name needs is loaded when the name is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hence.checks.memory import Memory as Memory
    from hence.files import Unreadable as Unreadable
    from hence.library import check as check
    from hence.library import explain as explain
    from hence.library import read as read
    from hence.notebook import load_ipython_extension as load_ipython_extension
    from hence.report import CheckedStep as CheckedStep
    from hence.report import Counterexample as Counterexample
    from hence.report import Edit as Edit
    from hence.report import Hint as Hint
    from hence.report import Report as Report

__version__ = "0.1.0"

_HOMES = {
    "check": "library",
    "read": "library",
    "explain": "library",
    "Unreadable": "files",
    "Memory": "checks.memory",
    "Report": "report",
    "CheckedStep": "report",
    "Counterexample": "report",
    "Hint": "report",
    "Edit": "report",
    "load_ipython_extension": "notebook",
}
__all__ = ["__version__", *_HOMES]  # noqa: PLE0604 (all of them are names)


def __getattr__(name: str) -> object:
    """A public name, loaded when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module 'hence' has no attribute {name!r}")
    value = getattr(import_module(f"hence.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
