r"""Rules of the grammar: patterns over the classes of words, in a notation of their own.

    v:F be? article? w{0,2} eigenvector of NP a:F

A name is a class of the lexicon, or one of `F` (a formula), `L` (a list of formulas), `w` (any word), `x` (anything) or
a mark of punctuation (`comma`, `stop`, ...). `[a b]` is any of them, `[^a b]` none of them; `( | )`, `?`, `*`, `+`,
`{m,n}`, `^`, `$`, `(?= )`, `(?! )`, `(?<= )` and `(?<! )` mean what they mean in regular expressions; `v:` names what
follows. A name in capitals is a rule of its own, given when the rule is made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from hence.latex_in.prose.vocabulary import (
    FIRST_NUMBER,
    FIRST_SIGN,
    LAST_NUMBER,
    MARKS,
    UNKNOWN,
    Vocabulary,
    vocabulary,
)

Match: TypeAlias = re.Match[str]
FORMULA = "\ue000-\uf8ff"
_NUMBER = f"{FIRST_NUMBER}-{LAST_NUMBER}"
_WORD = f"{chr(FIRST_SIGN)}-\U000ffffd{UNKNOWN}{_NUMBER}"
_LIST = f"[{FORMULA}](?:JOIN[{FORMULA}]){{0,24}}"
NEVER = "\U000effff"
_SPECIAL = {"F": FORMULA, "w": _WORD, "unknown": UNKNOWN, "number": _NUMBER, "x": ""}
_NOTATION = re.compile(
    r"(?P<space>\s+)|(?P<group>\(\?<?[=!])|(?P<named>[a-z]\w*):(?=[\w(\[])|(?P<name>[A-Za-z][\w-]*)"
    r"|(?P<set>\[\^?[\w\s-]*\])|(?P<count>\{[\d,]+\}\??)|(?P<other>[()|?*+^$])"
)


class Rule:
    """A pattern over the classes of words; compiled when a sentence first needs it."""

    def __init__(self, notation: str, parts: Mapping[str, str]) -> None:
        self.notation, self.parts = notation, parts
        self._vocabulary: Vocabulary | None = None  # by which the rest was found
        self._needs: frozenset[str] | None = None
        self._pattern: re.Pattern[str] | None = None

    def search(self, signs: str, start: int = 0) -> Match | None:
        found = self._compiled(signs)
        return found.search(signs, start) if found is not None else None

    def match(self, signs: str) -> Match | None:
        found = self._compiled(signs)
        return found.match(signs) if found is not None else None

    def fullmatch(self, signs: str) -> Match | None:
        found = self._compiled(signs)
        return found.fullmatch(signs) if found is not None else None

    def finditer(self, signs: str) -> Iterator[Match]:
        found = self._compiled(signs)
        return found.finditer(signs) if found is not None else iter(())

    def split(self, signs: str) -> list[str]:
        found = self._compiled(signs)
        return found.split(signs) if found is not None else [signs]

    def sub(self, by: str, signs: str) -> str:
        found = self._compiled(signs)
        return found.sub(by, signs) if found is not None else signs

    def _compiled(self, signs: str) -> re.Pattern[str] | None:
        """The pattern; None where a word that it needs does not occur, which is most of the time."""
        known = vocabulary()
        if self._vocabulary is not known:
            self._needs, self._pattern = needed(self.notation, self.parts), None
            self._vocabulary = known
        if self._needs is not None and self._needs.isdisjoint(signs):
            return None
        if self._pattern is None:
            self._pattern = re.compile(translated(self.notation, self.parts), re.DOTALL)
        return self._pattern


def rule(notation: str, **parts: str) -> Rule:
    return Rule(notation, parts)


def translated(notation: str, parts: Mapping[str, str]) -> str:
    """A rule as a regular expression over signs. Raises `ValueError` for a class that no row has."""
    made, place = "", 0
    while place < len(notation):
        found = _NOTATION.match(notation, place)
        if found is None:
            raise ValueError(f"not a rule: {notation[place:]!r} in {notation!r}")
        place = found.end()
        match found.lastgroup, found.group():
            case "named", _:
                inner, place = _item(notation, place)
                made += f"(?P<{found['named']}>{translated(inner, parts)})"
            case "name", name if name in parts:
                made += f"(?:{translated(parts[name], parts)})"
            case "name", name:
                made += _named(name)
            case "set", written:
                negated = written.startswith("[^")
                inside = "".join(map(_signs, written.strip("[]^").split()))
                made += f"[{'^' if negated else ''}{inside}]"
            case "other", "(":
                made += "(?:"
            case "space", _:
                pass
            case _, other:
                made += other
    return made


def _item(notation: str, place: int) -> tuple[str, int]:
    """The class, set or bracket that stands at a place, with what counts it, and where it ends."""
    end = place
    if notation[place] in "([":
        depth = 0
        while True:
            depth += (notation[end] in "([") - (notation[end] in ")]")
            end += 1
            if depth == 0:
                break
    else:
        end = re.compile(r"[\w-]+").match(notation, place).end()  # type: ignore[union-attr]
    counted = re.compile(r"\{[\d,]+\}\??|[*+]\??").match(notation, end)
    end = counted.end() if counted is not None else end
    return notation[place:end], end


def _named(name: str) -> str:
    if name == "x":
        return "."
    if name == "L":
        return "(?:" + _LIST.replace("JOIN", f"(?:,[{_signs('and')}]?|[{_signs('and')}])") + ")"
    return f"[{_signs(name)}]"


def _signs(name: str) -> str:
    if name in _SPECIAL:
        return _SPECIAL[name]
    if name in MARKS:
        return re.escape(MARKS[name])
    known = vocabulary().classes.get(name)
    if not known:
        if vocabulary().partial:
            return NEVER
        raise ValueError(f"no row of the lexicon has the class {name}")
    return "".join(sorted(known))


def needed(notation: str, parts: Mapping[str, str]) -> frozenset[str] | None:
    """Signs of which a sentence must have one for a rule to apply; None where it may apply to any."""
    found = [_needed_in(one, parts) for one in _alternatives(notation)]
    return frozenset().union(*(x for x in found if x is not None)) if None not in found else None


def _alternatives(notation: str) -> list[str]:
    """The pieces of a notation between its outermost bars."""
    depth, start, pieces = 0, 0, []
    for place, letter in enumerate(notation):
        depth += (letter in "([") - (letter in ")]")
        if letter == "|" and depth == 0:
            pieces.append(notation[start:place])
            start = place + 1
    return [*pieces, notation[start:]]


def _needed_in(notation: str, parts: Mapping[str, str]) -> frozenset[str] | None:
    """The smallest of the classes, sets and brackets that must occur."""
    best: frozenset[str] | None = None
    place = 0
    while place < len(notation):
        found = _NOTATION.match(notation, place)
        assert found is not None, notation
        place = found.end()
        if found.lastgroup == "named" or found.group() in ("^", "$") or found.lastgroup in ("space", "count"):
            continue
        item, place = _item(notation, found.start())
        optional = notation[place : place + 1] == "?" or item.endswith(("*", "*?")) or "{0" in item[-7:]
        signs = None if optional or item.startswith("(?") else _signs_needed(item, parts)
        place += notation[place : place + 1] == "?"
        if signs is not None and (best is None or len(signs) < len(best)):
            best = signs
    return best


def _signs_needed(item: str, parts: Mapping[str, str]) -> frozenset[str] | None:
    bare = item.rstrip("+?*0123456789{,}")
    if bare.startswith("("):
        return needed(bare[1:-1], parts)
    if bare in parts:
        return needed(parts[bare], parts)
    names = bare.strip("[]").split()
    known = vocabulary().classes
    if bare.startswith("[^") or any(n in _SPECIAL or n in MARKS or n == "L" or n not in known for n in names):
        return None
    return frozenset().union(*(known[n] for n in names))


def marks_in(signs: str) -> list[str]:
    """The formulas of a piece of a sentence, each its sign."""
    return [c for c in signs if "\ue000" <= c <= "\uf8ff"]


def is_formula(sign: str) -> bool:
    return "\ue000" <= sign <= "\uf8ff"


def is_word(sign: str) -> bool:
    return sign >= FIRST_NUMBER
