"""Zip files from strangers. Nothing is written to disk, sizes in headers are not believed, and members that would
land outside of the folder are refused."""

from __future__ import annotations

import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from hence.grade.limits import (
    LARGEST_ARCHIVE,
    LARGEST_FILE,
    LARGEST_SUBMISSION,
    MOST_FILES,
    MOST_MEMBERS,
    in_words,
)


class Refused(Exception):
    """A submission that is not taken in; the message says why."""


def unzipped(path: Path, wanted: Callable[[str], bool]) -> Iterator[tuple[str, bytes]]:
    """The wanted members, by their names below the folder that holds everything. Raises Refused."""
    if path.stat().st_size > LARGEST_ARCHIVE:
        raise Refused(f"the zip file is larger than {in_words(LARGEST_ARCHIVE)}")
    try:
        with zipfile.ZipFile(path) as archive:
            yield from _members(archive, wanted)
    except zipfile.BadZipFile as error:
        raise Refused(f"the zip file is broken: {error}") from error
    except (zlib.error, EOFError) as error:
        raise Refused(f"the zip file is broken: {error or 'it ends too early'}") from error
    except (NotImplementedError, RuntimeError) as error:  # what zipfile raises of methods and passwords it lacks
        raise Refused(f"the zip file cannot be opened: {error}") from error


def _members(archive: zipfile.ZipFile, wanted: Callable[[str], bool]) -> Iterator[tuple[str, bytes]]:
    infos = archive.infolist()
    if len(infos) > MOST_MEMBERS:
        raise Refused(f"the zip file has more than {MOST_MEMBERS} members")
    for info in infos:
        _must_stay_inside(info)
    chosen = [info for info in infos if not info.is_dir() and wanted(info.filename)]
    if len(chosen) > MOST_FILES:
        raise Refused(f"it has more than {MOST_FILES} files")
    if len({info.filename for info in chosen}) < len(chosen):
        raise Refused("the zip file has two members of one name")
    top = _common_folder([info.filename for info in chosen])
    left = LARGEST_SUBMISSION
    for info in chosen:
        content = _read(archive, info, left)
        left -= len(content)
        yield info.filename.removeprefix(top), content


def _must_stay_inside(info: zipfile.ZipInfo) -> None:
    name = PurePosixPath(info.filename.replace("\\", "/"))
    first = name.parts[0] if name.parts else ""
    if name.is_absolute() or ".." in name.parts or ":" in first:
        raise Refused(f"the zip file has a member that leads out of it: {info.filename!r}")
    if stat.S_ISLNK(info.external_attr >> 16):
        raise Refused(f"the zip file has a symbolic link: {info.filename!r}")


def _read(archive: zipfile.ZipFile, info: zipfile.ZipInfo, left: int) -> bytes:
    """A member, never more of it than a file may have: a bomb says in its header that it is small."""
    with archive.open(info) as member:
        content = member.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise Refused(f"{info.filename} is larger than {in_words(LARGEST_FILE)} when it is unpacked")
    if len(content) > left:
        raise Refused(f"it is larger than {in_words(LARGEST_SUBMISSION)} when it is unpacked")
    return content


def _common_folder(names: list[str]) -> str:
    """The folder that everything is in, as a prefix; empty where there is none."""
    tops = {name.split("/", 1)[0] for name in names if "/" in name}
    return f"{tops.pop()}/" if len(tops) == 1 and all("/" in name for name in names) else ""
