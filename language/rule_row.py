"""What a row of the registry of rules says."""

from __future__ import annotations

from hence.language.records import dataclass


@dataclass(frozen=True)
class Rule:
    """What a rule says, as a formula; what it needs; claims behind a given text, a true one and one that is not."""

    name: str
    statement: str
    needs: tuple[str, ...]
    given: str
    example: str
    near_miss: str
