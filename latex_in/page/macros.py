r"""The author's own commands: `\newcommand`, `\def`, `\DeclareMathOperator`, `\let` and their relatives."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import TypeAlias

from hence.language.records import dataclass
from hence.latex_in.page.decorations import Decorations
from hence.latex_in.page.lexer import Token, lex

NOTHING = Token("novalue", "", 0, 0)  # stands for an optional argument that was not given
YES, NO = Token("novalue", "yes", 0, 0), Token("novalue", "no", 0, 0)  # whether a star was


@dataclass(frozen=True)
class Parameter:
    """How an argument is found.

    m: a group or a token; g: a group that may be missing; s: a star that may be missing; d: between two marks, may be
    missing; u: everything up to a mark.
    """

    kind: str
    default: tuple[Token, ...] = (NOTHING,)
    marks: tuple[str, str] = ("[", "]")
    until: tuple[str, ...] = ()


MANDATORY = Parameter("m")
STAR = Parameter("s", (NO,))


@dataclass(frozen=True)
class Macro:
    """A command with its parameters and body; `prefix` must follow its name."""

    name: str
    parameters: tuple[Parameter, ...]
    body: tuple[Token, ...]
    since: int = 0
    prefix: tuple[str, ...] = ()


@dataclass(frozen=True)
class Environment:
    """What an author's own environment begins and ends with."""

    begin: str
    end: str


UNDRESSED = Decorations()


@dataclass
class Macros:
    """All definitions of a document. A use sees the last definition before it."""

    table: Mapping[str, tuple[Macro, ...]] = field(
        default_factory=dict
    )  # never changed: documents share the standard one
    environments: dict[str, Environment] = field(default_factory=dict)
    spent: int = 0  # tokens that expansions have made, on the whole page
    decorations: Decorations = UNDRESSED  # commands that nobody defined
    primes: bool = False  # they are transposes
    functionals: frozenset[str] = frozenset()  # letters with arguments in square brackets

    def add(self, macro: Macro) -> None:
        self.table = {**self.table, macro.name: (*self.table.get(macro.name, ()), macro)}

    def find(self, name: str, at: int) -> Macro | None:
        """The definition in force at an offset, or None."""
        versions = self.table.get(name)
        if versions is None:
            return None
        return next((m for m in reversed(versions) if m.since <= at), None)


_DEFINITION = re.compile(
    r"\\(?P<how>(?:re)?newcommand\*?|providecommand\*?|DeclareRobustCommand\*?|newrobustcmd\*?|[egx]?def"
    r"|DeclareMathOperator\*?|let|(?:New|Renew|Declare|Provide)DocumentCommand|DeclarePairedDelimiter(?:XPP|X)?"
    r"|(?:re)?newenvironment\*?|(?:New|Renew|Declare|Provide)DocumentEnvironment)(?![A-Za-z@])"
)
_NAME = re.compile(r"\s*(?:\{\s*(\\(?:[^\W\d_@]+(?:@+[^\W\d_]*)*|.))\s*\}|(\\(?:[^\W\d_@]+(?:@+[^\W\d_]*)*|.)))")
_ENVIRONMENT_NAME = re.compile(r"\s*\{\s*([A-Za-z]+\*?)\s*\}")
_PHYSICS = re.compile(r"\\usepackage\s*(?:\[[^\]]*\])?\s*\{[^{}]*\bphysics\b[^{}]*\}")


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
    if _PHYSICS.search(text):
        macros.add(Macro(r"\div", (), tuple(lex(r"\nabla\cdot")), -1))
    position = 0
    while found := _DEFINITION.search(text, position):
        position = found.end()
        how = found.group("how").rstrip("*")
        if how.lower().endswith("environment"):
            end = _environment(text, position, macros, how)
        else:
            end = _command(text, position, found.start(), macros, how)
        if end is not None:
            regions.append((found.start(), end))
            position = end
    return macros, regions


def _command(text: str, position: int, since: int, macros: Macros, how: str) -> int | None:
    """Where a definition ends, once it is among the macros; None for what is no definition."""
    named = _NAME.match(text, position)
    if named is None:
        return None
    name = named.group(1) or named.group(2)
    if how == "let":
        read = _let(text, name, named.end(), since, macros)
    else:
        read = _READERS[next(kind for kind in _READERS if kind in how)](text, name, named.end(), since)
    if read is None:
        return None
    if "rovide" not in how or macros.find(name, since) is None:
        macros.add(read[0])
    return read[1]


def _environment(text: str, position: int, macros: Macros, how: str) -> int | None:
    named = _ENVIRONMENT_NAME.match(text, position)
    if named is None:
        return None
    position = named.end()
    if "Document" in how:
        signature = _group(text, position)
        position = signature[2] if signature else position
    else:
        position = _OPTIONS.match(text, position).end()  # type: ignore[union-attr]  # it may be empty
    begin = _group(text, position)
    end = _group(text, begin[2]) if begin else None
    if begin is None or end is None:
        return None
    macros.environments[named.group(1)] = Environment(begin[0], end[0])
    return end[2]


_OPTIONS = re.compile(r"(?:\s*\[\d\](?:\s*\[[^\]]*\])?)?")


def _group(text: str, position: int) -> tuple[str, int, int] | None:
    """The content of the brace group that starts here (after space), its offset, and where it ends."""
    found = re.compile(r"\s*\{").match(text, position)
    if found is None:
        return None
    close = closing_brace(text, found.end() - 1)
    return None if close < 0 else (text[found.end() : close], found.end(), close + 1)


Read: TypeAlias = tuple[Macro, int] | None


def _new_command(text: str, name: str, position: int, since: int) -> Read:
    parameters: list[Parameter] = []
    if found := re.compile(r"\s*\[(\d)\]").match(text, position):
        parameters, position = [MANDATORY] * int(found.group(1)), found.end()
        if found := re.compile(r"\s*\[([^\]]*)\]").match(text, position):
            parameters[:1], position = [Parameter("d", tuple(lex(found.group(1))))], found.end()
    body = _group(text, position)
    return body and (Macro(name, tuple(parameters), tuple(lex(body[0])), since), body[2])


def _definition(text: str, name: str, position: int, since: int) -> Read:
    r"""`\def\f(#1,#2){...}`: what stands between the parameters is where they end."""
    opening = re.compile(r"[^{}\n]*(?=\{)").match(text, position)
    body = _group(text, opening.end()) if opening else None
    if opening is None or body is None:
        return None
    pieces = re.split(r"#(\d)", opening.group())
    marks = [tuple(x.text for x in lex(piece) if x.kind != "space") for piece in pieces[::2]]
    parameters = [Parameter("u", until=mark) if mark else MANDATORY for mark in marks[1:]]
    return Macro(name, tuple(parameters), tuple(lex(body[0])), since, marks[0]), body[2]


def _operator(text: str, name: str, position: int, since: int) -> Read:
    body = _group(text, position)
    return body and (Macro(name, (), tuple(lex(r"\operatorname{" + body[0] + "}")), since), body[2])


def _let(text: str, name: str, position: int, since: int, macros: Macros) -> Read:
    r"""The meaning that a command has now, whatever becomes of it later: `\let\old\phi \renewcommand{\phi}{...}`."""
    found = re.compile(r"[ \t]*=?[ \t]*\n?[ \t]*(\\[^\W\d_]+|\\.|[^\s{}])").match(text, position)
    if found is None or found.group(1) == name:
        return None
    meant = macros.find(found.group(1), since)
    if meant is not None:
        return replace(meant, name=name, since=since), found.end()
    fixed = [replace_kind(x, "fixed") if x.kind == "cmd" else x for x in lex(found.group(1))]
    return Macro(name, (), tuple(fixed), since), found.end()


def replace_kind(token: Token, kind: str) -> Token:
    return Token(kind, token.text, token.start, token.end)


def _document_command(text: str, name: str, position: int, since: int) -> Read:
    signature = _group(text, position)
    body = _group(text, signature[2]) if signature else None
    if signature is None or body is None:
        return None
    parameters = signed(signature[0])
    return None if parameters is None else (Macro(name, parameters, tuple(lex(body[0])), since), body[2])


_SIGN = re.compile(
    r"(?P<kind>[mvgos])|O\{(?P<O>[^{}]*)\}|G\{(?P<G>[^{}]*)\}|t(?P<t>\S)|[dr](?P<d>\S\S)"
    r"|[DR](?P<D>\S\S)\{(?P<default>[^{}]*)\}|[\s+!]"
)


def signed(signature: str) -> tuple[Parameter, ...] | None:
    """The parameters that a signature like `s O{} m` announces; None for one that is not understood."""
    parameters: list[Parameter] = []
    position = 0
    while position < len(signature):
        found = _SIGN.match(signature, position)
        if found is None:
            return None
        position = found.end()
        parameters += _parameter(found)
    return tuple(parameters)


def _parameter(found: re.Match[str]) -> list[Parameter]:
    plain = {"m": MANDATORY, "v": MANDATORY, "g": Parameter("g"), "o": Parameter("d"), "s": STAR}
    if found["kind"]:
        return [plain[found["kind"]]]
    if found["O"] is not None:
        return [Parameter("d", tuple(lex(found["O"])))]
    if found["G"] is not None:
        return [Parameter("g", tuple(lex(found["G"])))]
    if found["t"]:
        return [Parameter("s", (NO,), (found["t"], ""))]
    marks = found["d"] or found["D"]
    if marks is None:
        return []
    default = tuple(lex(found["default"])) if found["D"] else (NOTHING,)
    return [Parameter("d", default, (marks[0], marks[1]))]


def _paired(text: str, name: str, position: int, since: int) -> Read:
    r"""`\DeclarePairedDelimiter{\n}{|}{|}`; the extended forms have a number of arguments and a body."""
    options = re.compile(r"\s*\[(\d)\]").match(text, position)
    groups: list[str] = []
    position = options.end() if options else position
    while (group := _group(text, position)) is not None and len(groups) < (5 if options else 2):
        groups.append(group[0])
        position = group[2]
    if len(groups) not in (2, 3, 5):
        return None
    left, right = groups[1:3] if len(groups) == 5 else groups[:2]
    inside = groups[-2] if len(groups) == 5 else groups[2] if len(groups) == 3 else "#1"
    inside = re.sub(r"#(\d)", lambda n: f"#{int(n[1]) + 2}", inside.replace(r"\delimsize", ""))
    body = tuple(lex(rf"\left{left} {inside} \right{right}"))
    count = int(options.group(1)) if options else 1
    return Macro(name, (STAR, Parameter("d"), *[MANDATORY] * count), body, since), position


_READERS: dict[str, Callable[[str, str, int, int], Read]] = {
    "newcommand": _new_command,
    "providecommand": _new_command,
    "RobustCommand": _new_command,
    "robustcmd": _new_command,
    "MathOperator": _operator,
    "PairedDelimiter": _paired,
    "DocumentCommand": _document_command,
    "def": _definition,
}

_DERIVATIVE = (
    r"\IfNoValueTF{#4}{\IfNoValueTF{#2}{\frac{@}{@ #3}}{\frac{@^#2}{@ #3^#2}}}"
    r"{\IfNoValueTF{#2}{\frac{@ #3}{@ #4}}{\frac{@^#2 #3}{@ #4^#2}}}"
)
_MATRIX = (
    r"\IfNoValueTF{#1}{\IfNoValueTF{#2}{\begin{matrix} #3 \end{matrix}}{\begin{bmatrix} #2 \end{bmatrix}}}"
    r"{\begin{pmatrix} #1 \end{pmatrix}}"
)
_COVARIANCE = (
    r"\IfNoValueTF{#2}{\IfNoValueTF{#1}{\operatorname{Cov}}{\operatorname{Cov}\left[#1\right]}}"
    r"{\operatorname{Cov}\left[#1, #2\right]}"
)


def _with_brackets(operator: str) -> str:
    r"""`\E` alone, and `\E{X}` with a macro for the brackets: `\E{X}^2` is the square of the mean."""
    return rf"\IfNoValueTF{{#1}}{{{operator}}}{{{operator}\left[#1\right]}}"


# Shorthands that packages and course templates define and that have one meaning everywhere, with their signatures.
_STANDARD = (
    (r"\E", "g", _with_brackets(r"\mathbb{E}")),
    (r"\EE", "g", _with_brackets(r"\mathbb{E}")),
    (r"\P", "g", _with_brackets(r"\mathbb{P}")),  # the paragraph sign of text
    (r"\PP", "g", _with_brackets(r"\mathbb{P}")),
    (r"\Prob", "g", _with_brackets(r"\mathbb{P}")),
    (r"\given", "", r"\mid"),
    (r"\R", "", r"\mathbb{R}"),
    (r"\RR", "", r"\mathbb{R}"),
    (r"\reals", "", r"\mathbb{R}"),
    (r"\tr", "", r"\operatorname{tr}"),
    (r"\Tr", "", r"\operatorname{tr}"),
    (r"\trace", "", r"\operatorname{tr}"),
    (r"\rank", "", r"\operatorname{rank}"),
    (r"\diag", "", r"\operatorname{diag}"),
    (r"\softmax", "", r"\operatorname{softmax}"),
    (r"\Var", "g", _with_brackets(r"\operatorname{Var}")),
    (r"\Cov", "g g", _COVARIANCE),
    (r"\var", "g", _with_brackets(r"\operatorname{Var}")),
    (r"\cov", "g g", _COVARIANCE),
    (r"\trans", "", r"\top"),
    (r"\transpose", "", r"\top"),
    (r"\KL", "", r"\operatorname{KL}"),
    (r"\abs", "s o m", r"\left|#3\right|"),
    (r"\norm", "s o m", r"\left\|#3\right\|"),
    # physics
    (r"\dd", "o g", r"\IfNoValueTF{#2}{\mathrm{d}}{\mathrm{d} #2}"),
    (r"\dv", "s o m g", _DERIVATIVE.replace("@", "d")),
    (
        r"\pdv",
        "s o m g g",
        rf"\IfNoValueTF{{#5}}{{{_DERIVATIVE.replace('@', chr(92) + 'partial')}}}"
        r"{\frac{\partial^2 #3}{\partial #4 \partial #5}}",
    ),
    (r"\qty", "g", r"\IfNoValueTF{#1}{}{\left\{#1\right\}}"),
    (r"\pqty", "m", r"\left(#1\right)"),
    (r"\bqty", "m", r"\left[#1\right]"),
    (r"\eval", "s m", r"\left.#2\right|"),
    (r"\grad", "", r"\nabla"),
    (r"\laplacian", "", r"\nabla^2"),
    (r"\curl", "", r"\nabla\times"),
    (r"\vb", "s m", r"\mathbf{#2}"),
    (r"\va", "s m", r"\vec{#2}"),
    (r"\vu", "s m", r"\hat{#2}"),
    (r"\order", "m", r"O\left(#1\right)"),
    (r"\mqty", "d() d[] g", _MATRIX),
    (r"\pmqty", "m", r"\begin{pmatrix} #1 \end{pmatrix}"),
    (r"\bmqty", "m", r"\begin{bmatrix} #1 \end{bmatrix}"),
    (r"\vmqty", "m", r"\begin{vmatrix} #1 \end{vmatrix}"),
    # braket
    (r"\bra", "m", r"\langle #1 |"),
    (r"\ket", "m", r"| #1 \rangle"),
    (r"\braket", "m", r"\langle #1 \rangle"),
    (r"\set", "m", r"\{ #1 \}"),
    (r"\iint", "", r"\int\int"),
    (r"\iiint", "", r"\int\int\int"),
    (r"\Set", "m", r"\left\{ #1 \right\}"),
)


def standard() -> Macros:
    """The shorthands that every document may use."""
    return Macros(_STANDARD_TABLE)


_STANDARD_TABLE = {
    name: (Macro(name, signed(signature) or (), tuple(lex(body)), -1),) for name, signature, body in _STANDARD
}
