"""A page in a file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hence.language.derivation import Derivation, Notice
from hence.language.terms import Span
from hence.latex_in.page.files import decoded
from hence.latex_in.reader import read_text


def read_file(path: str | Path) -> Derivation:
    """The derivation in a file; `.md` and `.markdown` are Markdown, everything else LaTeX.

    Raises `OSError` when the file cannot be opened, `ReadError` when it is no text.
    """
    place = Path(path)
    text, warning = decoded(place.read_bytes())
    read = read_text(text, str(path), place.suffix in (".md", ".markdown"), place)
    return with_notice(read, warning)


def with_notice(derivation: Derivation, warning: str) -> Derivation:
    """The derivation with what is to be said of the encoding of its file, if anything."""
    notices = (Notice("encoding", Span(1, 1, 1, 1), warning),) if warning else ()
    return replace(derivation, notices=(*notices, *derivation.notices))
