"""The catalogue: results of the five homework documents, one folder per homework, one file per question."""

from hence.derivations.assignment5 import ENTRIES as ASSIGNMENT5
from hence.derivations.eecs182_hw7 import ENTRIES as EECS182_HW7
from hence.derivations.generalisations import ENTRIES as GENERALISATIONS
from hence.derivations.hw3 import ENTRIES as HW3
from hence.derivations.ift6135_h2022 import ENTRIES as IFT6135_H2022
from hence.derivations.practical4 import ENTRIES as PRACTICAL4
from hence.language.catalogue import Entry


def _table(*groups: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """All entries in order. Raises ValueError where an id is used twice or a lemma does not exist."""
    entries = tuple(entry for group in groups for entry in group)
    ids = [entry.id for entry in entries]
    if len(set(ids)) != len(ids):
        raise ValueError(f"ids used twice: {sorted({i for i in ids if ids.count(i) > 1})}")
    missing = {lemma for entry in entries for lemma in entry.uses} - set(ids)
    if missing:
        raise ValueError(f"lemmas that do not exist: {sorted(missing)}")
    return entries


ENTRIES = _table(ASSIGNMENT5, PRACTICAL4, HW3, IFT6135_H2022, EECS182_HW7, GENERALISATIONS)

__all__ = ["ENTRIES"]
