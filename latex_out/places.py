"""Where in a source a result belongs: `Question 1(b)(ii), equation 3` as a section, a label and a rank."""

from __future__ import annotations

import re
from dataclasses import dataclass

AFTER = re.compile(r"(?:After|Beyond) (?P<what>.+?)(?:, (?P<place>(?:question|part) .*))?$")
SECTION = re.compile(r"(?P<kind>[Qq]uestions?|[Pp]art)\s+(?P<number>\d+(?:\.\d+)*)")
LETTER = re.compile(r"[(\s,]([a-h])\)")
ROMAN = re.compile(r"\((i{1,3}|iv|v)\)")
INNER = re.compile(r"question (\d+)")
ROMANS = ("i", "ii", "iii", "iv", "v")


@dataclass(frozen=True)
class Place:
    section: str  # the heading under which the result stands
    label: str  # `1(b)(ii)`; empty where the source has no number
    rank: tuple[object, ...]
    note: str = ""  # the whole reference, as the catalogue has it


def place(source: str) -> Place:
    """Never fails: what has no number comes first, under its own words."""
    if beyond := AFTER.fullmatch(source):
        return _beyond(source, beyond)
    found = SECTION.search(source)
    if found is None:
        return Place(source or "Preliminaries", "", ((-1,), "", 0, 0), source)
    rest = source[found.end() :]
    letter, roman = LETTER.search(rest), ROMAN.search(rest)
    inner = INNER.search(rest)
    number = tuple(int(part) for part in found["number"].split("."))
    label = found["number"]
    label += f"({letter[1]})" if letter else ""
    label += f"({roman[1]})" if roman and letter else ""
    label += f", {inner[1]}" if inner else ""
    rank = (
        number,
        letter[1] if letter else "",
        ROMANS.index(roman[1]) + 1 if roman and letter else 0,
        int(inner[1]) if inner else 0,
    )
    kind = found["kind"].rstrip("s").capitalize()
    return Place(f"{kind} {found['number']}", label, rank, source)


def _beyond(source: str, found: re.Match[str]) -> Place:
    """Results that go beyond a question stand with it, those of another homework under its name."""
    number = SECTION.search(source)
    if found["place"] is None and number and found["what"].lower().startswith(("question", "part")):
        inner = tuple(int(part) for part in number["number"].split("."))
        kind = number["kind"].rstrip("s").capitalize()
        return Place(f"{kind} {number['number']}", number["number"], (inner, "z", 0, 0), source)
    return Place(f"Beyond {found['what']}", "", ((0,), found["what"], 0, 0), source)
