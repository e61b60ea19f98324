"""The line on which each key of a TOML text stands, so that a message about a value can say where it is.

`tomllib` keeps no places. This scan is no second parser: it runs over text that `tomllib` has accepted, and looks only
for table headers and for keys at the start of a line.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import TypeAlias

Path: TypeAlias = tuple[str | int, ...]

_HEADER = re.compile(r"\s*(?P<open>\[\[?)(?P<name>[^\[\]]+)\]")
_KEY = re.compile(r"""\s*(?P<name>(?:"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_\-. ])+?)\s*=""")
_QUOTED = re.compile(r'"""|\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*')


def lines_of(text: str) -> dict[Path, int]:
    """From the path of a key, with numbers for the members of arrays of tables, to its line. Never fails."""
    found: dict[Path, int] = {}
    members: dict[Path, int] = {}
    table: Path = ()
    for number, line in _logical_lines(text):
        header, key = _HEADER.match(line), _KEY.match(line)
        if header is not None:
            table = _table(_names(header["name"]), header["open"] == "[[", members)
            found.setdefault(table, number)
        elif key is not None:
            path = table
            for name in _names(key["name"]):
                path = (*path, name)
                found.setdefault(path, number)
    return found


def nearest(lines: dict[Path, int], path: Path) -> int:
    """The line of a path, or else of the innermost thing around it; 1 where there is none."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


def _table(names: tuple[str, ...], is_member: bool, members: dict[Path, int]) -> Path:
    path: Path = ()
    for position, name in enumerate(names):
        path = (*path, name)
        if is_member and position == len(names) - 1:
            members[path] = members.get(path, -1) + 1
        if path in members:
            path = (*path, members[path])
    return path


def _names(dotted: str) -> tuple[str, ...]:
    """The parts of a dotted key, quotes taken off."""
    value: object = tomllib.loads(f"{dotted} = 0")
    names = []
    while isinstance(value, dict):
        ((name, value),) = value.items()
        names.append(name)
    return tuple(names)


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines that begin outside of every string and bracket, with their numbers."""
    number, depth, inside = 1, 0, ""
    for line in text.split("\n"):
        if not inside and depth == 0:
            yield number, line
        depth, inside = _after(line, depth, inside)
        number += 1


def _after(line: str, depth: int, inside: str) -> tuple[int, str]:
    """How deep in brackets, and in which long string, the end of a line is."""
    is_header = depth == 0 and not inside and _HEADER.match(line) is not None
    position = 0
    while position < len(line):
        if inside:
            end = line.find(inside, position)
            if end < 0:
                return depth, inside
            position, inside = end + 3, ""
            continue
        quoted = _QUOTED.match(line, position)
        if quoted is not None and quoted.group() in ('"""', "'''"):
            inside = quoted.group()
        elif quoted is None and not is_header:
            depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(line[position], 0)
        position = quoted.end() if quoted is not None else position + 1
    return depth, inside
