"""The answers at the ends of questions: words around formulas that were proved, and no others."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hence.derivations import ENTRIES
from hence.derivations.answers import ANSWERS
from hence.language.catalogue import Entry, Row, Text, chain
from hence.latex_out.sheet import answer_text
from hence.latex_out.typst_page import prose

BY_ID = {entry.id: entry for entry in ENTRIES}
RELATION = re.compile(r"[=<>]|\\(le|ge|leq|geq|ne|neq|to|implies)\b")


def test_every_answer_belongs_to_an_entry_and_is_a_sentence():
    assert not ANSWERS.keys() - BY_ID.keys()
    assert not [name for name, text in ANSWERS.items() if not text.endswith(".")]
    assert not [name for name, text in ANSWERS.items() if text[0] != "[" and not text[0].isupper()]


@pytest.mark.parametrize("name", ANSWERS)
def test_formulas_of_answers_are_those_of_the_proof(name: str):
    assert not RELATION.search(ANSWERS[name]), "a claim stands in a placeholder, or in words"
    assert "#unset(" not in prose(answer_text(BY_ID[name], ANSWERS[name]))


def test_a_placeholder_is_what_its_chain_shows(entry: Entry):
    proof = (chain("a", "b", Row("c", relation="<")), Text("so"), chain("x", "y"))
    assert answer_text(replace(entry, proof=proof, lemma=""), "No: [1], and [2].") == "No: $a < c$, and $x = y$."
    assert answer_text(replace(entry, proof=proof, lemma=""), "") == "$a < c$."


def test_a_chain_that_is_not_there_or_has_no_ends_is_refused(entry: Entry):
    mixed = chain("a", Row("b", relation="<"), Row("c", relation=r"\ge"))
    for number in ("[1]", "[2]"):
        with pytest.raises(ValueError, match="chain"):
            answer_text(replace(entry, proof=(mixed,), lemma=""), number)
