r"""Files as text: which bytes mean which characters, and which other files a page may read.

A page may read what stands in its own folder or below, and nothing else: no absolute path, no `..`, no link that leads
outside. What it may not read, or what is not there, is said in one sentence.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import field
from pathlib import Path

from hence.language.records import dataclass
from hence.language.terms import Span
from hence.latex_in.page.source import ReadError

MOST_BYTES = 8_000_000  # of one file
MOST_FILES = 200
SUFFIXES = (".tex", ".ltx", ".sty", ".cls", ".def", ".tikz", ".pgf", ".bbl")  # of what a page may read in
_MARKS = (  # longer ones first: the mark of UTF-32 begins with that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_NO_TEXT = (
    (b"%PDF", "a PDF: give the .tex or .md file that it was made from"),
    (b"PK\x03\x04", "an archive or a word processor's file, not LaTeX or Markdown"),
    (b"\x1f\x8b", "a compressed file, not LaTeX or Markdown"),
    (b"\x89PNG", "an image, not LaTeX or Markdown"),
    (b"\xff\xd8\xff", "an image, not LaTeX or Markdown"),
    (b"GIF8", "an image, not LaTeX or Markdown"),
    (b"%!PS", "PostScript: give the .tex or .md file that it was made from"),
    (b"{\\rtf", "a word processor's file, not LaTeX or Markdown"),
)
_DECLARED = re.compile(
    rb"^[^%\n]*\\(?:usepackage\s*\[([^\]\n]*)\]\s*\{inputenc\}|inputencoding\s*\{([^}\n]*)\})"
    rb"|^%+\s*!TeX\s+encoding\s*=\s*([\w-]+)",
    re.MULTILINE | re.IGNORECASE,
)
_NAMES = {
    "latin1": "latin-1",
    "latin2": "iso8859-2",
    "latin3": "iso8859-3",
    "latin4": "iso8859-4",
    "latin5": "iso8859-9",
    "latin9": "iso8859-15",
    "latin10": "iso8859-16",
    "ansinew": "cp1252",
    "applemac": "mac-roman",
    "macroman": "mac-roman",
    "utf8x": "utf-8",
    "isolatin": "latin-1",
    "cyr": "koi8-r",
}


def decoded(raw: bytes) -> tuple[str, str]:
    """The text of a file with lines ended by newlines, and a warning where its encoding was guessed.

    A byte order mark decides; else UTF-8 if the bytes are that; else what the page declares; else Latin-1.
    Raises `ReadError` for what is no text.
    """
    kind = next((message for start, message in _NO_TEXT if raw.startswith(start)), "")
    marked = next((name for mark, name in _MARKS if raw.startswith(mark)), "")
    if not kind and not marked and b"\0" in raw[:100_000]:
        kind = "not text: it holds zero bytes"
    if kind or len(raw) > MOST_BYTES:
        message = f"the file is {kind}" if kind else f"the file has more than {MOST_BYTES} bytes"
        raise ReadError(message, Span(1, 1, 1, 1))
    text, warning = _by_encoding(raw, marked)
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", " ").replace("\0", " "), warning


def _by_encoding(raw: bytes, marked: str) -> tuple[str, str]:
    if marked:
        text = raw.decode(marked, errors="replace")
        return text, f"some bytes are not {marked}" if "\ufffd" in text else ""
    try:
        return raw.decode("utf-8"), ""
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        found = _DECLARED.search(raw)
    named = next((g for g in found.groups() if g), b"").decode("ascii", "replace").strip().lower() if found else ""
    name = _NAMES.get(named, named)
    try:
        if name and codecs.lookup(name).name != "utf-8":
            return raw.decode(name), ""
    except (LookupError, UnicodeDecodeError):
        pass
    return raw.decode("latin-1"), f"not UTF-8 (line {line}), and no encoding is declared that fits: read as Latin-1"


@dataclass
class Folder:
    """The folder of a page: what may be read in it, and how much of that is left."""

    root: Path
    files: int = 0
    warnings: list[tuple[str, str]] = field(default_factory=list)  # a file, and what is to be said of it

    def read(self, name: str, endings: tuple[str, ...], beside: Path) -> tuple[Path, str] | str:
        """Path and text of a file that a page asks for, or why it is not read. `beside`: the folder of who asks."""
        named = name.strip().strip('"')
        if not named or "\0" in named or Path(named).is_absolute() or named.startswith("~") or "|" in named:
            return "only files in the page's own folder are read"
        if ".." in Path(named).parts:
            return "files outside of the page's folder are not read"
        if any(part.startswith(".") and part != "." for part in Path(named).parts):
            return "hidden files are not read"
        root = self.root.resolve()
        for start in dict.fromkeys((self.root, beside)):
            for ending in endings:
                path = start / (named + ending)
                if not path.resolve().is_relative_to(root):
                    return "files outside of the page's folder are not read"
                if path.is_file() and path.suffix.lower() not in SUFFIXES:
                    return f"only files that end in {', '.join(SUFFIXES)} are read"
                if path.is_file():
                    return self._opened(path)
        return "there is no such file"

    def _opened(self, path: Path) -> tuple[Path, str] | str:
        self.files += 1
        if self.files > MOST_FILES:
            return f"more than {MOST_FILES} files are not read"
        try:
            text, warning = decoded(path.read_bytes())
        except OSError as error:
            return error.strerror or "it cannot be opened"
        except ReadError as error:
            return error.message
        if warning:
            self.warnings.append((str(path), warning))
        return path, text
