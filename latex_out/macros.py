r"""A page's own commands, written out: for engines that do not know them.

`\newcommand`, `\def` without delimiters, `\DeclareMathOperator` and the like. What is not understood stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from hence.latex_out.manuscript import closing_brace

DEFINITION = re.compile(
    r"\\(?:(?:re|provide)?newcommand|renewcommand|providecommand)\*?\s*\{?\\(?P<name>[A-Za-z]+)\}?\s*"
    r"(?:\[(?P<count>\d)\])?(?P<default>\[[^\]]*\])?\s*\{"
    r"|\\def\s*\\(?P<defined>[A-Za-z]+)(?P<parameters>(?:#\d)*)\s*\{"
    r"|\\DeclareMathOperator(?P<star>\*?)\s*\{?\\(?P<operator>[A-Za-z]+)\}?\s*\{"
)
DEEPEST = 20  # expansions inside each other: a command that calls itself must end


@dataclass(frozen=True)
class Macro:
    count: int
    body: str


def macros_of(text: str) -> dict[str, Macro]:
    """The commands that a page defines. Never fails; one with an optional argument is left alone."""
    found = {}
    for match in DEFINITION.finditer(text):
        body = text[match.end() : closing_brace(text, match.end()) - 1]
        if match["operator"]:
            found[match["operator"]] = Macro(0, rf"\operatorname{match['star']}{{{body}}}")
        elif match["defined"]:
            found[match["defined"]] = Macro((match["parameters"] or "").count("#"), body)
        elif not match["default"]:
            found[match["name"]] = Macro(int(match["count"] or 0), body)
    return found


def expanded(latex: str, macros: Mapping[str, Macro]) -> str:
    """The text with the commands written out."""
    for _ in range(DEEPEST):
        changed = _once(latex, macros)
        if changed == latex:
            break
        latex = changed
    return latex


def _once(latex: str, macros: Mapping[str, Macro]) -> str:
    made, at = [], 0
    for match in re.finditer(r"\\([A-Za-z]+)", latex):
        macro = macros.get(match[1])
        if macro is None or match.start() < at:
            continue
        arguments, end = _arguments(latex, match.end(), macro.count)
        body = macro.body
        for number, argument in enumerate(arguments, 1):
            body = body.replace(f"#{number}", argument)
        gap = " " if latex[end : end + 1].isalpha() and re.search(r"\\[A-Za-z]+$", body) else ""
        made += [latex[at : match.start()], body, gap]
        at = end
    return "".join((*made, latex[at:]))


def _arguments(latex: str, at: int, count: int) -> tuple[list[str], int]:
    found = []
    for _ in range(count):
        while latex[at : at + 1].isspace():
            at += 1
        if latex[at : at + 1] == "{":
            end = closing_brace(latex, at + 1)
            found.append(latex[at + 1 : end - 1])
        else:
            token = re.match(r"\\[A-Za-z]+|.", latex[at:], re.DOTALL)
            end = at + (len(token[0]) if token else 0)
            found.append(latex[at:end])
        at = end
    return found, at
