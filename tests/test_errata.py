"""The errata: every wrong or imprecise statement once, each settled by an entry, most wrong ones by a refutation."""

from __future__ import annotations

from collections import Counter

from hence.derivations import ENTRIES
from hence.derivations.errata import ERRATA
from hence.derivations.sources import SOURCES
from hence.language.catalogue import FalseStatement
from hence.latex_out.typst_page import prose

SETTLED = {claim: entry for entry in ENTRIES for claim in entry.claims}


def test_there_are_39_wrong_and_43_imprecise_statements():
    assert Counter(erratum.kind for erratum in ERRATA) == {"wrong": 39, "imprecise": 43}
    assert len({erratum.claim for erratum in ERRATA}) == len(ERRATA)


def test_every_erratum_leads_to_a_result():
    assert not [erratum.claim for erratum in ERRATA if erratum.claim not in SETTLED]


def test_wrong_statements_are_refuted_or_told_in_words():
    """A claim is wrong for a reason that is checked, or it is a matter of words."""
    silent = []
    for erratum in ERRATA:
        entries = [entry for entry in ENTRIES if erratum.claim in entry.claims]
        refutes = any(isinstance(block, FalseStatement) for entry in entries for block in entry.proof)
        if erratum.kind == "wrong" and not refutes and not any(e.kind == "qualitative" for e in entries):
            silent.append(erratum.claim)
    assert silent == ["001.3g-Q1-i"]  # what holds instead is proved


def test_every_source_is_cited_and_everything_can_be_set():
    assert {entry.homework for entry in ENTRIES} == SOURCES.keys()
    told = [text for e in ERRATA for text in (e.says, e.instead)]
    told += [text for source in SOURCES.values() for text in (source.subtitle, source.citation, *source.reading)]
    assert not [text for text in told if "#unset(" in prose(text)]
