"""The words of a sheet: sentences that begin and end as sentences do, and mathematics that is set as mathematics."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hence.derivations import ENTRIES
from hence.language.catalogue import Chain, Entry, FalseStatement, Induction, Text, Theorem, chain
from hence.language.derivation import Step
from hence.language.verdicts import Judged, Numeric, Refuted, Report
from hence.latex_out import methods, typst_page, values
from hence.latex_out.blocks import Mistake, Paragraph, Table
from hence.latex_out.errata import Correction, errata_sheet
from hence.latex_out.evidence import CrossChecked, SecondOpinion, opinions
from hence.latex_out.measure import Ruler
from hence.latex_out.sheet import About, Section, answers_title, homework_sheet
from hence.latex_out.solution import Solved, layout, solved_entry

# letters that are no words, numbers with a sign, relations: outside dollars they are mathematics in the wrong letters
PLAIN_MATHEMATICS = re.compile(
    r"(?<![\w$\\'’(.-])(?:\d*[b-zB-HJ-Z]|alpha|beta|gamma|delta|epsilon|theta|lambda|eta|sigma|phi|rho)(?![\w'’.)-])"
    r"|(?<![\w$])-\d|[<>=^_]|\(\d+, \d+\)"
)
NOT_WORDS = re.compile(r"\$[^$]*\$|\\begin\{equation\*\}.*?\\end\{equation\*\}", re.DOTALL)


def prose_of(entry: Entry) -> Iterator[str]:
    yield from (entry.title, entry.problem, entry.given, entry.remark)
    for block in entry.proof:
        match block:
            case Text(latex):
                yield latex
            case FalseStatement():
                yield block.comment
            case Theorem():
                yield block.hypotheses
            case Chain():
                yield from (row.why for row in block.rows)
            case Induction():
                yield from (row.why for one in (block.base, block.step) for row in one.rows)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_mathematics_in_prose_stands_between_dollars(entry: Entry):
    told = [NOT_WORDS.sub("", text).replace(r"\emph", "") for text in prose_of(entry)]
    assert not [found[0] for text in told if (found := PLAIN_MATHEMATICS.search(text))]


@pytest.mark.parametrize(
    "text", ["on n tokens", "one of them below -1", "Only for p = 0", "for large beta", "the least is 2k,"]
)
def test_plain_mathematics_is_seen(text: str):
    assert PLAIN_MATHEMATICS.search(text)


def test_numbers_are_written_as_people_do():
    assert values.count(2490368) == r"$2\,490\,368$"
    assert [values.up_to(error) for error in (0.0, 3.2e-17, 1.2e-16)] == [
        "exactly",
        r"up to $3 \cdot 10^{-17}$",
        "up to $10^{-16}$",
    ]
    assert (values.in_words(2), values.in_words(40)) == ("two", "40")


def test_a_rounded_side_says_so():
    assert (
        values.failing({}, "0.65421", "1/2") == r"The left side is about $0.6542$ and the right side is $\tfrac{1}{2}$."
    )
    assert values.failing({}, "0.25", "2") == "The left side is $0.25$ and the right side is $2$."
    sampled = Refuted({"d": 2}, "1.99312", "4", "", 0, numeric=Numeric(samples=1000))
    assert "the left side is about $1.993$ by sampling and the right side is $4$" in values.failure(sampled)


def test_what_does_not_follow_is_told_as_such():
    told = values.failure(Refuted({}, "1", "0", "", 0), follows=True)
    assert told == "The premise holds, and in the conclusion the left side is $1$ and the right side is $0$."


def test_fractions_in_matrices_do_not_touch():
    assert values.value("[[1/2, 0], [0, -4/5]]") == r"\begin{pmatrix} 1/2 & 0 \\ 0 & -4/5 \end{pmatrix}"
    assert values.value("[1/2, 0]") == r"(\tfrac{1}{2}, 0)"


def test_single_letters_are_mathematics():
    assert values.condition("q, k are independent") == "$q, k$ are independent"
    assert values.condition("n up to 12") == "$n$ up to $12$"
    assert values.condition("a hypothesis") == "a hypothesis"


def test_rules_are_named_in_words():
    told = methods.phrase(("index-normal-form", "jensen", "definition of softmax", "definition of f'"), {})
    assert told == r"algebra, Jensen's inequality, the definitions of $\operatorname{softmax}$ and $f'$"
    assert [methods.oracle(name) for name in ("z3", "sympy.simplify", "Gelfand's formula")] == [
        "Z3",
        "SymPy",
        "Gelfand's formula",
    ]


def test_sizes_that_stay_letters_are_told(entry: Entry, report: Report):
    looked = CrossChecked(entry, report, opinions=(SecondOpinion(True, ("d = 1, 2", "m symbolic", "n symbolic"), ()),))
    assert opinions(looked).endswith("confirms step 1 for $d = 1, 2$ and symbolic $m$ and $n$.")


def test_a_section_without_a_number_has_answers_all_the_same():
    assert answers_title(Section("Question 1", ())) == "Answers to Question 1"
    assert answers_title(Section("Header", ())) == "Answers"
    assert answers_title(Section("Beyond Homework 1", ())) == "Results beyond Homework 1"


# Sheets ---------------------------------------------------------------------------------------------------------


def test_an_earlier_result_is_cited_by_its_number(entry: Entry, report: Report):
    lemma = replace(entry, id="demo.1", title="First", lemma="a = b", source="Question 1")
    later = replace(entry, id="demo.2", title="Second", source="Question 2", uses=("demo.1",))
    solved = [solved_entry(lemma, report, None, ()), solved_entry(later, report, None, (lemma,))]
    told = [
        block.latex
        for section in homework_sheet(About("Demo"), solved).sections
        for result in section.results
        for block in result.blocks
        if isinstance(block, Paragraph)
    ]
    assert r"By an earlier result, 1 (\emph{First}), we assume that $a = b$." in told


def test_a_remark_is_answered_in_words(entry: Entry):
    remark = replace(entry, kind="qualitative", proof=(Text("In words."),), lemma="")
    solved = Solved(remark, Report("x", (), ()))
    (section,) = homework_sheet(About("Demo"), [solved], answers={entry.id: "Because."}).sections
    assert [answer.text for answer in section.answers] == ["Because."]
    assert not homework_sheet(About("Demo"), [solved]).sections[0].answers


@pytest.fixture
def mistaken(entry: Entry) -> Solved:
    """A result with a false statement behind words that lead to it."""
    false = FalseStatement("x^2", "x", "=", "")
    wrong = replace(entry, claims=("c1", "c2"), proof=(chain("x", "x"), Text("But not so:"), false))
    line = min(layout(wrong).false) + 2
    return solved_entry(wrong, Report("x", (), (refuted_at(line),)), None, ())


def refuted_at(line: int) -> Judged:
    from hence.latex_in import read_text  # noqa: PLC0415

    (step,) = read_text("\n" * (line - 1) + "$x^2 = x$.\n", "x").steps
    assert isinstance(step, Step)
    return Judged(step, Refuted({"x": 2}, "4", "2", "", 0))


def test_corrections_of_several_claims_are_told_once(mistaken: Solved):
    corrections = {"c1": "The square: $x^2$", "c2": "$x^2$"}
    (section,) = homework_sheet(About("Demo"), [mistaken], corrections).sections
    boxes = [block for block in section.results[0].blocks if isinstance(block, Mistake)]
    assert [box.correct for box in boxes] == ["The square: $x^2$."]


def test_words_that_lead_to_a_box_stay_with_it(mistaken: Solved):
    source = typst_page.document(homework_sheet(About("Demo"), [mistaken]), Ruler())
    assert "#block(sticky: true)[But not so:]" in source


def test_errata_name_the_formula_that_fails(mistaken: Solved):
    sheet = errata_sheet(
        [Correction("c1", "wrong", "Squares are equal.", "They are not.")],
        [mistaken],
        {mistaken.entry.homework: ("Demo", "demo", "Nobody.")},
    )
    table = sheet.sections[0].results[0].blocks[0]
    assert isinstance(table, Table)
    assert table.rows[0].cells[-1] == "$x^2 = x$ is false: at $x = 2$, the left side is $4$ and the right side is $2$."
    assert sheet.about.reading == ("Nobody.",)
    assert sheet.about.file_title == "Errata to five documents"
