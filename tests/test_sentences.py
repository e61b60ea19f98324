"""How sentences are understood: the clauses of `prose/sentences.txt`, the lexicon as data, and another language."""

from __future__ import annotations

import ast
import gc
import importlib
import pkgutil
import re
from pathlib import Path

import pytest
from hence.language.verdicts import name_of
from hence.latex_in.prose.clause import Force
from hence.latex_in.prose.grammar import Rule, translated
from hence.latex_in.prose.vocabulary import MOST_REMEMBERED, Vocabulary, speaking, vocabulary
from hence.latex_in.understanding import shown, understood

from hence import checks, latex_in

ROOT = Path(__file__).resolve().parent.parent
LINES = (ROOT / "tests" / "prose" / "sentences.txt").read_text(encoding="utf-8").splitlines()
SENTENCES = [tuple(line.split("=>")) for line in LINES if "=>" in line and not line.startswith("#")]
PROSE = sorted((ROOT / "latex_in" / "prose").glob("*.py"))


def test_there_are_sentences():
    assert len(SENTENCES) >= 400
    assert len({text for text, _ in SENTENCES}) == len(SENTENCES)


@pytest.mark.parametrize(("text", "expected"), SENTENCES, ids=[text.strip() for text, _ in SENTENCES])
def test_sentence(text: str, expected: str):
    found = "; ".join(shown(c) for one in understood(text.strip()) for c in one.clauses)
    assert found == expected.strip()


def test_what_is_denied_hedged_or_quoted_gives_nothing():
    """Of the sentences that deny, doubt or quote, none gives or claims its formula."""
    beginnings = ("It is not true", "Nobody knows", "Typically", "Many people", "``Of course", "The case", "Perhaps")
    chosen = [text for text, _ in SENTENCES if text.startswith(beginnings)]
    assert len(chosen) > 60
    for text in chosen:
        for clause in (c for one in understood(text.strip()) for c in one.clauses):
            assert clause.force is Force.MENTION or clause.hedge is not None, text


PAGES = [
    tuple(part.strip() for part in line.split("|", 1))
    for line in (ROOT / "tests" / "prose" / "pages.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize(("expected", "page"), PAGES)
def test_page(expected: str, page: str):
    found = [name_of(judged.verdict) for judged in checks.check(latex_in.read_text(page)).steps]
    assert found == expected.split()


# The lexicon is data ------------------------------------------------------------------------------


def rules() -> list[Rule]:
    """All rules of the reader: what its modules hold once they are imported."""
    for module in pkgutil.walk_packages(latex_in.__path__, "hence.latex_in."):
        importlib.import_module(module.name)
    return [x for x in gc.get_objects() if isinstance(x, Rule)]


def test_every_rule_is_made_of_classes_that_some_row_has():
    found = rules()
    assert len(found) > 150
    for rule in found:
        re.compile(translated(rule.notation, rule.parts), re.DOTALL)


def test_no_word_has_two_forces():
    for sign, classes in vocabulary().of.items():
        assert len([c for c in classes if c.startswith("force-")]) <= 1, (sign, classes)


def test_what_is_remembered_stays_bounded():
    made = Vocabulary()
    for number in range(MOST_REMEMBERED + 5):
        assert made.remembered("table", str(number), lambda n=number: n) == number
    assert len(made.memo["table"]) <= MOST_REMEMBERED
    first = made.number("31")
    assert made.digits(first) == "31"


def test_a_row_that_is_no_row_is_refused():
    with pytest.raises(ValueError, match="expected"):
        Vocabulary().add("let | verb")


def test_a_rule_over_a_class_that_no_row_has_is_refused():
    with pytest.raises(ValueError, match="no row"):
        translated("frobnicates F", {})


def patterns_and_sets(path: Path) -> list[str]:
    """The strings of a module that are handed to `re`, or stand in sets and lists of words."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re")), args=args):
                found += [x.value for a in args for x in ast.walk(a) if isinstance(x, ast.Constant)]
            case ast.Call(func=ast.Attribute(attr="words" | "split"), args=args):
                found += [x.value for a in args for x in ast.walk(a) if isinstance(x, ast.Constant)]
            case ast.Compare(comparators=sides):
                found += [x.value for s in sides for x in ast.walk(s) if isinstance(x, ast.Constant)]
    return [x for x in found if isinstance(x, str)]


COMMON = frozenset(
    "is are be let suppose assume where with that not if then when we have of for and which such".split()
)


@pytest.mark.parametrize("path", PROSE, ids=lambda p: p.name)
def test_no_pattern_of_the_reader_names_a_word_of_english(path: Path):
    used = {word for text in patterns_and_sets(path) for word in re.findall("[A-Za-z]+", text.lower())}
    assert not used & COMMON, path.name


def test_few_regular_expressions_are_left():
    compiled = [text for path in PROSE for text in re.findall(r"\bre\.\w+\(", path.read_text(encoding="utf-8"))]
    assert len(compiled) < 20


GERMAN = """
sei, seien        | verb | let | force-let
angenommen        | verb | suppose | force-suppose gives-that
dass              | conjunction | that
und               | conjunction | and
ist, sind         | verb | be | describing is are to-be
ist               | verb | is | singular
symmetrisch       | adjective | symmetric
nicht             | adverb | not
dann, also        | adverb | conclusion | force-claim
gilt              | verb | holds | force-claim
"""


def test_another_language_is_another_table():
    with speaking(GERMAN):
        read = understood("Angenommen, dass $A$ symmetrisch ist. Dann gilt $a = b$.")
        clauses = [c for one in read for c in one.clauses]
        assert [shown(c) for c in clauses] == ["suppose symmetric: A", "claim relates: a = b"]
        (denied,) = [c for one in understood("$A$ ist nicht symmetrisch.") for c in one.clauses]
        assert denied.denied
    assert vocabulary().has(vocabulary().signs["suppose"], "force-suppose")
    assert "angenommen" not in vocabulary().signs
