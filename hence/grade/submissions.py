"""What was handed in: a file, a folder or a zip file for each student, taken in by content.

A submission that cannot be used is kept with the reason, and goes to a person; it never ends a run. Nothing is read
from outside the submission: links that lead out of it are refused.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from hence.grade.archives import Refused, unzipped
from hence.grade.limits import LARGEST_FILE, LARGEST_SUBMISSION, MOST_FILES, in_words
from hence.grade.trouble import GradeTrouble

PAGES = frozenset((".tex", ".ltx", ".md", ".markdown"))
KEPT = PAGES | frozenset((".sty", ".cls", ".def", ".clo"))  # what a page may input for its macros
ARCHIVES = frozenset((".zip",))
OTHER = frozenset((".pdf", ".docx", ".odt", ".rtf", ".tar", ".gz", ".tgz", ".rar", ".7z"))  # handed in, but no page
OWN = frozenset(("rubric.toml", "overrides.toml"))
_INPUT = re.compile(r"\\(?:input|include|subfile)\s*\{?\s*([^\s{}\\]+)")


@dataclass(frozen=True)
class Handed:
    """Where a submission lies; what is in it is read when its turn comes."""

    student: str
    path: Path


@dataclass(frozen=True)
class Submission:
    """The files of a submission that matter, by their names in it; `refused` says why it cannot be checked."""

    files: tuple[tuple[str, bytes], ...] = ()
    refused: str = ""

    @property
    def digest(self) -> str:
        """Equal for submissions with the same files and bytes, whoever handed them in."""
        parts = [[name, hashlib.sha256(content).hexdigest()] for name, content in self.files]
        return hashlib.sha256(json.dumps([parts, self.refused]).encode()).hexdigest()


def handed_in(folder: Path) -> list[Handed]:
    """The submissions of a folder, by student. Raises GradeTrouble where there are none."""
    try:
        entries = sorted(folder.iterdir(), key=lambda p: p.name)
    except NotADirectoryError as error:
        raise GradeTrouble(f"{folder} is no folder: name the folder that the submissions are in") from error
    except OSError as error:
        raise GradeTrouble(f"{folder}: {error.strerror or error}") from error
    found = [Handed(_student(path), path) for path in entries if _is_submission(path)]
    if not found:
        raise GradeTrouble(f"{folder}: no submissions; each is a .tex or .md file, a folder or a .zip file")
    return found


def _is_submission(path: Path) -> bool:
    if path.name.startswith((".", "__MACOSX")) or path.name in OWN:
        return False
    if path.is_dir():
        return not (path / "grades.sqlite").exists()  # the report of an earlier run
    return path.suffix.lower() in PAGES | ARCHIVES | OTHER


def _student(path: Path) -> str:
    """A folder or file is named for the student who handed it in."""
    name = path.name if path.is_dir() else path.stem
    return " ".join("".join(c if c.isprintable() else " " for c in name).split()) or path.name


def taken_in(path: Path) -> Submission:
    """The content of a submission, or why it is refused. Never fails."""
    try:
        return _checked_size(_contents(path))
    except Refused as refusal:
        return Submission(refused=str(refusal))
    except OSError as error:
        return Submission(refused=f"cannot be opened: {error.strerror or error}")


def _contents(path: Path) -> Submission:
    suffix = path.suffix.lower()
    if path.is_symlink():
        raise Refused(f"{path.name} is a symbolic link, which is not followed")
    if path.is_dir():
        return _of_files(list(_in_folder(path)))
    if suffix in ARCHIVES:
        return _of_files(list(unzipped(path, _is_kept)))
    if suffix in OTHER:
        raise Refused(f"a {suffix} file cannot be read: hand in .tex or .md, or a folder or .zip with them")
    if path.stat().st_size > LARGEST_FILE:
        raise Refused(f"{path.name} is larger than {in_words(LARGEST_FILE)}")
    return Submission(((f"page{suffix}", path.read_bytes()),))  # equal pages are equal, whoever handed them in


def _in_folder(root: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a folder that matter. Raises Refused at a link that leads out of it, or at too much."""
    inside = root.resolve()
    count = 0
    for place, folders, names in os.walk(root, followlinks=False):
        folders[:] = sorted(f for f in folders if not f.startswith(".") and f != "__MACOSX")
        for name in sorted((*names, *(f for f in folders if (Path(place) / f).is_symlink()))):
            path = Path(place) / name
            shown = path.relative_to(root).as_posix()
            if path.is_symlink() and not path.resolve().is_relative_to(inside):
                raise Refused(f"{shown} is a symbolic link that leads out of the submission")
            if not _is_kept(shown) or not stat.S_ISREG(path.stat().st_mode):
                continue
            count += 1
            if count > MOST_FILES:
                raise Refused(f"it has more than {MOST_FILES} files")
            if path.stat().st_size > LARGEST_FILE:
                raise Refused(f"{shown} is larger than {in_words(LARGEST_FILE)}")
            yield shown, path.read_bytes()


def _is_kept(name: str) -> bool:
    path = PurePosixPath(name)
    hidden = any(part.startswith(".") or part == "__MACOSX" for part in path.parts)
    return path.suffix.lower() in KEPT and not hidden


def _of_files(files: list[tuple[str, bytes]]) -> Submission:
    if not any(PurePosixPath(name).suffix.lower() in PAGES for name, _ in files):
        raise Refused("there is no .tex or .md file in it")
    return Submission(tuple(sorted(files)))


def _checked_size(submission: Submission) -> Submission:
    if sum(len(content) for _, content in submission.files) > LARGEST_SUBMISSION:
        raise Refused(f"it is larger than {in_words(LARGEST_SUBMISSION)}")
    return submission


# Which files are pages -------------------------------------------------------------------------------


def pages(submission: Submission) -> tuple[str, ...]:
    """The files to check: whole documents where there are some, else every page that no other file inputs."""
    texts = {
        name: content.decode("utf-8", errors="replace")
        for name, content in submission.files
        if PurePosixPath(name).suffix.lower() in PAGES
    }
    documents = [name for name, text in texts.items() if r"\documentclass" in text]
    input_by_others = {target for name, text in texts.items() for target in _inputs(name, text) if target != name}
    roots = [name for name in (documents or texts) if name not in input_by_others]
    return tuple(roots or texts)  # files that input each other in a circle are all pages


def _inputs(name: str, text: str) -> set[str]:
    """The names that a file inputs, seen from its own folder and from the top."""
    folder = PurePosixPath(name).parent
    found = set()
    for target in _INPUT.findall(text):
        named = target if PurePosixPath(target).suffix else f"{target}.tex"
        found |= {os.path.normpath(folder / named), os.path.normpath(named)}
    return found
