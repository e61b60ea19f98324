"""Settings of a project: the table `[tool.hence]` of the nearest pyproject.toml. The command line overrules it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from hence.report import VERDICTS

Derivatives: TypeAlias = Literal["as used", "column", "row", "denominator"]
KINDS = {bool: "true or false", int: "a whole number", list: "a list of strings", dict: "a table", str: "a string"}


# a table of that name, or something from which one may follow; to read the whole file takes longer than a short check
_MAY_SPEAK_OF_US = re.compile(r"""tool["'\s]*\.["'\s]*hence|^\s*\[?\s*["']?tool["']?\s*[]=]|\\[uU]""", re.MULTILINE)


class WrongSetting(Exception):
    """A setting that does not exist, or has no such value; the message names the file and the setting."""


@dataclass(frozen=True)
class Config:
    """What a project says. `expected` holds verdicts by `file:line`; `folder` is where its paths start."""

    files: list[str] = field(default_factory=list)
    strict: bool = False
    seed: int = 0
    hints: bool = True
    cache: bool = True
    derivatives: str = "as used"
    expected: Mapping[str, str] = field(default_factory=dict)
    folder: Path = field(default_factory=Path)


def load(start: Path) -> Config:
    """The settings in force in a folder. Raises WrongSetting."""
    for folder in (start, *start.parents):
        path = folder / "pyproject.toml"
        if path.is_file():
            return _read(path)
    return Config(folder=start)


def _read(path: Path) -> Config:
    import tomllib  # noqa: PLC0415 (not needed where nothing is said)

    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text) if _MAY_SPEAK_OF_US.search(text) else {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise WrongSetting(f"{path}: {error}") from error
    said = data.get("tool", {}).get("hence", {})
    known = {f.name: type(getattr(Config(), f.name)) for f in fields(Config) if f.name != "folder"}
    for name, value in said.items():
        if name not in known:
            raise WrongSetting(f"{path}: [tool.hence] has no setting {name}; there are {', '.join(known)}")
        if not isinstance(value, known[name]) or (known[name] is int and isinstance(value, bool)):
            raise WrongSetting(f"{path}: [tool.hence] {name} must be {KINDS[known[name]]}")
    _check_values(path, said)
    return Config(**said, folder=path.parent)


def _check_values(path: Path, said: dict[str, Any]) -> None:
    if not all(isinstance(name, str) for name in said.get("files", [])):
        raise WrongSetting(f"{path}: [tool.hence] files must be a list of strings")
    if said.get("derivatives", "as used") not in get_args(Derivatives):
        raise WrongSetting(f"{path}: [tool.hence] derivatives must be one of {', '.join(get_args(Derivatives))}")
    wrong = [verdict for verdict in said.get("expected", {}).values() if verdict not in VERDICTS]
    if wrong:
        raise WrongSetting(f"{path}: [tool.hence.expected] {wrong[0]} is no verdict; there are {', '.join(VERDICTS)}")


def files_of(config: Config) -> list[str]:
    """The files that the project names by globs, in order, as seen from here."""
    here = Path.cwd()
    found = sorted({path for glob in config.files for path in config.folder.glob(glob) if path.is_file()})
    return [str(path.relative_to(here)) if path.is_relative_to(here) else str(path) for path in found]
