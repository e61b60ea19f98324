r"""A page with the files that it reads in put where it reads them: `\input`, `\include`, `\subfile`, local packages.

Every character keeps the file and line that it came from. Of packages and classes only the definitions count.
"""

from __future__ import annotations

import re
from dataclasses import field
from pathlib import Path

from hence.language.derivation import Unread
from hence.language.records import dataclass
from hence.latex_in.page.document import Page
from hence.latex_in.page.files import Folder
from hence.latex_in.page.lexer import blank_comments
from hence.latex_in.page.source import Piece, Source

DEEPEST = 12  # files inside files
MOST_CHARACTERS = 3_000_000
_ASKS = re.compile(
    r"\\(?P<how>input|include|subfile|subfileinclude|InputIfFileExists)(?![A-Za-z])\s*"
    r"(?:\{(?P<braced>[^{}\n]*)\}|(?P<bare>[^\s{}\\%]+))"
    r"|\\(?P<imports>sub)?import\*?\s*\{(?P<where>[^{}\n]*)\}\s*\{(?P<what>[^{}\n]*)\}"
    r"|\\(?P<package>usepackage|RequirePackage|documentclass|LoadClass)\s*(?:\[[^\]]*\])?\s*\{(?P<names>[^{}]*)\}"
)
_BODY = re.compile(r"\\begin\s*\{document\}(.*?)(?:\\end\s*\{document\}|\Z)", re.DOTALL)


@dataclass
class _Assembly:
    folder: Folder
    parts: list[str] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    silent: list[tuple[int, int]] = field(default_factory=list)
    refused: list[tuple[int, int, str]] = field(default_factory=list)
    length: int = 0
    packages: set[Path] = field(default_factory=set)

    def emit(self, text: str, file: str, start: int, end: int) -> None:
        if start < end:
            self.pieces.append(Piece(self.length, file, text, start))
            self.parts.append(text[start:end])
            self.length += end - start

    def add(self, path: Path, file: str, text: str, reading: tuple[Path, ...], body: bool) -> None:
        """The text of a file with what it reads in; of an included document only the body."""
        clean = blank_comments(text)
        inside = _BODY.search(clean) if body else None
        position, end = inside.span(1) if inside else (0, len(text))
        stop = clean.find(r"\endinput", position, end)
        end = stop if stop >= 0 and body else end
        for found in _ASKS.finditer(clean, position, end):
            self.emit(text, file, position, found.start())
            position = found.start()
            if found.group("package"):
                self.emit(text, file, position, found.end())
                self.package(found, path, reading)
                position = found.end()
            elif self.include(found, path, reading):
                position = found.end()
        self.emit(text, file, position, end)

    def include(self, found: re.Match[str], path: Path, reading: tuple[Path, ...]) -> bool:
        """Whether a file was put here."""
        name = found["braced"] or found["bare"] or f"{(found['where'] or '').rstrip('/')}/{found['what'] or ''}"
        read = self.folder.read(name, (".tex", "") if not Path(name).suffix else ("", ".tex"), path.parent)
        problem = read if isinstance(read, str) else self.too_much(read[0], read[1], reading)
        if isinstance(read, str) or problem:
            at = self.length
            self.refused.append((at, at + len(found.group()), str(problem)))
            return False
        place, text = read
        self.add(place, str(place), text, (*reading, place.resolve()), body=True)
        return True

    def package(self, found: re.Match[str], path: Path, reading: tuple[Path, ...]) -> None:
        ending = ".cls" if found["package"] in ("documentclass", "LoadClass") else ".sty"
        for name in found["names"].split(","):
            read = self.folder.read(name, (ending,), path.parent)
            if isinstance(read, str) or read[0].resolve() in self.packages or self.too_much(*read, reading):
                continue  # most packages stand elsewhere: what they define is in our own tables
            self.packages.add(read[0].resolve())
            start = self.length
            self.add(read[0], str(read[0]), "\n" + read[1] + "\n", (*reading, read[0].resolve()), body=False)
            self.silent.append((start, self.length))

    def too_much(self, path: Path, text: str, reading: tuple[Path, ...]) -> str:
        if path.resolve() in reading:
            return "it reads itself in"
        if len(reading) > DEEPEST:
            return f"more than {DEEPEST} files inside each other are not read"
        return "" if self.length + len(text) <= MOST_CHARACTERS else "the page has become too long"


@dataclass(frozen=True)
class Assembled:
    """The page with its files, what was not read (where, why), and warnings (of which file, what)."""

    source: Source
    refused: tuple[tuple[int, int, str], ...] = ()
    warnings: tuple[tuple[str, str], ...] = ()


def assembled(text: str, name: str, path: Path | None) -> Assembled:
    """The page put together; without its path, as it is. Never fails."""
    if path is None:
        return Assembled(Source(text, name))
    made = _Assembly(Folder(path.parent))
    made.add(path, "", text, (path.resolve(),), body=False)
    source = Source("".join(made.parts), name, tuple(made.pieces), tuple(made.silent))
    return Assembled(source, tuple(made.refused), tuple(made.folder.warnings))


def not_followed(page: Page, reasons: dict[int, str]) -> list[Unread]:
    r"""A note on the first `\input` that is not followed: nothing is known of what stands there."""
    return [
        Unread(
            page.source.span(a, b),
            ": ".join(filter(None, (command.split("{")[0].rstrip() + " is not followed", reasons.get(a, "")))),
            command,
            display=False,
        )
        for a, b in page.inputs[:1]
        if (command := page.text[a:b])
    ]
