r"""The author's own commands: `\newcommand`, `\def`, `\DeclareMathOperator`, `\let` and their relatives."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from hence.latex_in.page.lexer import Token, lex


@dataclass(frozen=True)
class Macro:
    """A command with its body. `default` is the tokens of an optional first argument."""

    name: str
    arguments: int
    body: tuple[Token, ...]
    default: tuple[Token, ...] | None = None
    starred: bool = False  # a star after the name is swallowed (\norm*{x})
    since: int = 0


@dataclass
class Macros:
    """All definitions of a document. A use sees the last definition before it."""

    table: dict[str, list[Macro]] = field(default_factory=dict)

    def add(self, macro: Macro) -> None:
        self.table.setdefault(macro.name, []).append(macro)

    def find(self, name: str, at: int) -> Macro | None:
        """The definition in force at an offset, or None."""
        versions = self.table.get(name)
        if versions is None:
            return None
        earlier = [m for m in versions if m.since <= at]
        return earlier[-1] if earlier else None


_DEFINITION = re.compile(
    r"\\(?P<how>(?:re|provide)?newcommand\*?|DeclareRobustCommand\*?|def|gdef|DeclareMathOperator\*?|let"
    r"|NewDocumentCommand|RenewDocumentCommand|DeclareDocumentCommand|DeclarePairedDelimiter)(?![A-Za-z])"
)
_NAME = re.compile(r"\s*(?:\{\s*(\\(?:[^\W\d_]+|.))\s*\}|(\\(?:[^\W\d_]+|.)))")


def closing_brace(text: str, opening: int, end: int | None = None) -> int:
    """The offset of the brace that closes the one at `opening`; -1 when there is none."""
    depth, position = 0, opening
    stop = len(text) if end is None else end
    while position < stop:
        character = text[position]
        if character == "\\":
            position += 2
            continue
        if character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
            if depth == 0:
                return position
        position += 1
    return -1


def collect(text: str) -> tuple[Macros, list[tuple[int, int]]]:
    """All macro definitions of a text without comments, and the regions where they stand.

    A definition that is not complete is left alone, and its uses are then unknown commands.
    """
    macros, regions = standard(), []
    position = 0
    while found := _DEFINITION.search(text, position):
        position = found.end()
        named = _NAME.match(text, position)
        if named is None:
            continue
        name = named.group(1) or named.group(2)
        read = _READERS[_kind(found.group("how"))](text, name, named.end(), found.start())
        if read is None:
            continue
        macro, position = read
        macros.add(macro)
        regions.append((found.start(), position))
    return macros, regions


def _kind(how: str) -> str:
    return next(kind for kind in _READERS if kind in how)


def _group(text: str, position: int) -> tuple[str, int, int] | None:
    """The content of the brace group that starts here (after space), its offset, and where it ends."""
    found = re.compile(r"\s*\{").match(text, position)
    if found is None:
        return None
    close = closing_brace(text, found.end() - 1)
    return None if close < 0 else (text[found.end() : close], found.end(), close + 1)


def _new_command(text: str, name: str, position: int, since: int) -> tuple[Macro, int] | None:
    count, default = 0, None
    if found := re.compile(r"\s*\[(\d)\]").match(text, position):
        count, position = int(found.group(1)), found.end()
        if found := re.compile(r"\s*\[([^\]]*)\]").match(text, position):
            default, position = tuple(lex(found.group(1))), found.end()
    body = _group(text, position)
    return body and (Macro(name, count, tuple(lex(body[0])), default, since=since), body[2])


def _definition(text: str, name: str, position: int, since: int) -> tuple[Macro, int] | None:
    found = re.compile(r"((?:#\d)*)\s*(?=\{)").match(text, position)
    if found is None:  # delimited arguments are not understood: the macro stays unknown
        return None
    body = _group(text, found.end())
    return body and (Macro(name, len(found.group(1)) // 2, tuple(lex(body[0])), since=since), body[2])


def _operator(text: str, name: str, position: int, since: int) -> tuple[Macro, int] | None:
    body = _group(text, position)
    return body and (Macro(name, 0, tuple(lex(r"\operatorname{" + body[0] + "}")), since=since), body[2])


def _let(text: str, name: str, position: int, since: int) -> tuple[Macro, int] | None:
    found = re.compile(r"\s*=?\s*(\\[A-Za-z]+|.)").match(text, position)
    if found is None or found.group(1) == name:
        return None
    return Macro(name, 0, tuple(lex(found.group(1))), since=since), found.end()


def _document_command(text: str, name: str, position: int, since: int) -> tuple[Macro, int] | None:
    signature = _group(text, position)
    body = _group(text, signature[2]) if signature else None
    if signature is None or body is None:
        return None
    wanted = signature[0].replace(" ", "")
    optional = re.fullmatch(r"s?(?:o|O\{(.*)\})?(m*)", wanted)
    if optional is None:
        return None
    default = None if not re.match(r"s?[oO]", wanted) else tuple(lex(optional.group(1) or ""))
    count = len(optional.group(2)) + (default is not None)
    return Macro(name, count, tuple(lex(body[0])), default, wanted.startswith("s"), since), body[2]


def _paired(text: str, name: str, position: int, since: int) -> tuple[Macro, int] | None:
    left = _group(text, position)
    right = _group(text, left[2]) if left else None
    if left is None or right is None:
        return None
    body = tuple(lex(rf"\left{left[0]} #1 \right{right[0]}"))
    return Macro(name, 1, body, starred=True, since=since), right[2]


_READERS = {
    "newcommand": _new_command,
    "RobustCommand": _new_command,
    "MathOperator": _operator,
    "PairedDelimiter": _paired,
    "DocumentCommand": _document_command,
    "let": _let,
    "def": _definition,
}

# Shorthands that packages and course templates define and that have one meaning everywhere.
_STANDARD = (
    (r"\E", 0, r"\mathbb{E}"),
    (r"\EE", 0, r"\mathbb{E}"),
    (r"\R", 0, r"\mathbb{R}"),
    (r"\RR", 0, r"\mathbb{R}"),
    (r"\reals", 0, r"\mathbb{R}"),
    (r"\tr", 0, r"\operatorname{tr}"),
    (r"\Tr", 0, r"\operatorname{tr}"),
    (r"\trace", 0, r"\operatorname{tr}"),
    (r"\diag", 0, r"\operatorname{diag}"),
    (r"\softmax", 0, r"\operatorname{softmax}"),
    (r"\Var", 0, r"\operatorname{Var}"),
    (r"\Cov", 0, r"\operatorname{Cov}"),
    (r"\KL", 0, r"\operatorname{KL}"),
    (r"\dd", 0, r"\mathrm{d}"),
    (r"\abs", 1, r"\left|#1\right|"),
    (r"\norm", 1, r"\left\|#1\right\|"),
    (r"\pdv", 2, r"\frac{\partial #1}{\partial #2}"),
    (r"\dv", 2, r"\frac{d #1}{d #2}"),
)


def standard() -> Macros:
    """The shorthands that every document may use."""
    return Macros({name: [macro] for name, macro in _STANDARD_TABLE.items()})


_STANDARD_TABLE = {
    name: Macro(name, count, tuple(lex(body)), starred=count > 0, since=-1) for name, count, body in _STANDARD
}
