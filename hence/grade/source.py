"""The files of a submission in a folder of their own, as a reader finds them: a page, and what it reads in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from hence.files import Unreadable, text_of
from hence.grade.questions import Landmark, Spot
from hence.language.derivation import Derivation, Heading, Step, Unread, flat
from hence.latex_in import ReadError
from hence.library import PageText

MARKDOWN = (".md", ".markdown")


@dataclass(frozen=True)
class File:
    """A page that could be read. Files are named from the folder on; the page itself is "" among its `texts`."""

    name: str
    folder: Path
    page: PageText
    derivation: Derivation
    texts: Mapping[str, str]

    def changed(self, texts: Mapping[str, str]) -> PageText:
        """The page with other texts, of itself and of what it reads in. Raises OSError."""
        if texts == self.texts:
            return self.page
        for name, text in texts.items():
            if name and text != self.texts[name]:
                (self.folder / name).write_text(text, encoding="utf-8")
        return replace(self.page, text=texts.get("", self.page.text))

    def landmarks(self, number: int) -> Iterator[Landmark]:
        """The headings and steps of the page, in order."""
        for position, item in enumerate(flat(self.derivation.items)):
            if isinstance(item, Heading | Step | Unread):
                spot = Spot(number, position, self.within(item.span.file), item.span.line)
                title = item.title if isinstance(item, Heading) else ""
                yield Landmark(spot, title, item.span.end_column if title else 0)

    def within(self, file: str) -> str:
        return within(self.folder, file)


def within(folder: Path, text: str) -> str:
    """A text in which the files of a folder are named from the folder on, wherever that is."""
    return text.replace(f"{folder}/", "")


def read_file(folder: Path, name: str) -> File | str:
    """A page of a folder, or why it cannot be read."""
    try:
        text, warning = text_of(str(folder / name))
        page = PageText(text, name, PurePosixPath(name).suffix.lower() in MARKDOWN, folder / name, warning)
        derivation = page.derivation()
        read_in = {item.span.file for item in flat(derivation.items) if isinstance(item, Heading | Step | Unread)}
        others = {within(folder, file): text_of(file)[0] for file in sorted(read_in) if file}
        return File(name, folder, page, derivation, {"": text, **others})
    except ReadError as error:
        return f"{name}: {error.message}"
    except Unreadable as error:
        return within(folder, str(error))
