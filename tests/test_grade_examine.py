"""Submissions examined: where answers stand, what they show, and which mistakes are only carried forward."""

from __future__ import annotations

from itertools import permutations

import pytest
from hence.checks.memory import Memory

from hence.grade.examine import Task, examine
from hence.grade.marking import graded
from hence.grade.overrides import Decision
from hence.grade.questions import Landmark, Spot, regions
from hence.grade.rubric import Question, Rubric, Show
from hence.grade.submissions import Submission
from hence.grade.worker import as_bytes

LEAST_SQUARES = (
    r"Let $X \in \mathbb{R}^{n \times d}$, $w \in \mathbb{R}^d$, $y \in \mathbb{R}^n$, $L(w) = \|X w - y\|^2$. "
)


def question(name: str, *statements: str, points: float = 4, **more) -> Question:
    shows = tuple(Show(statement, 2) for statement in statements)
    return Question(name, points, headings=(f"Question {name}",), shows=shows, **more)


def examined(rubric: Rubric, page: str, name: str = "hw.tex"):
    return examine(Task(Submission(((name, page.encode()),)), rubric.demands, 0))


def marked(rubric: Rubric, page: str, decisions=None, name: str = "hw.tex"):
    return graded("ada", name, "d", examined(rubric, page, name), rubric, decisions or {})


def kinds(mark) -> list[str]:
    return [remark.kind for remark in mark.remarks]


# Where answers stand -----------------------------------------------------------------------------------


def test_answers_end_where_another_begins():
    titles = [Landmark(Spot(0, n), t) for n, t in ((1, "Question 1"), (5, "(a)"), (9, "(b)"), (20, "Question 10"))]
    titles += [Landmark(Spot(1, 1), "Solution to Question 2"), Landmark(Spot(1, 3), "(a)")]
    asked = [
        Question("1", 1, headings=("Question 1",)),
        Question("1b", 1, headings=("Problem 1 / (b)", "Question 1 / (b)")),
        Question("2a", 1, headings=("Question 2 / (a)",)),
        Question("3", 1, headings=("Question 3",)),
    ]
    found = regions(asked, titles, [{}, {}])
    assert (found["1"].start, found["1"].end) == (Spot(0, 1), Spot(0, 9))
    assert (found["1b"].start, found["1b"].end) == (Spot(0, 9), Spot(0, 20))
    assert found["2a"].start == Spot(1, 3)
    assert Spot(1, 100) in found["2a"]
    assert Spot(1, 2) not in found["2a"]
    assert "3" not in found


def test_answers_are_found_by_label():
    text = "text\n\\section{A}\\label{q:a}\n\\begin{align}\n x &= 1 \\label{q:b}\n\\end{align}\n"
    asked = [Question("a", 1, label="q:a"), Question("b", 1, label="q:b"), Question("c", 1, label="q:c")]
    landmarks = [Landmark(Spot(0, 0, "", 2), "A"), Landmark(Spot(0, 1, "", 4))]
    found = regions(asked, landmarks, [{"": text}])
    assert (found["a"].start.position, found["a"].end.position) == (0, 1)
    assert found["b"].start.position == 1
    assert "c" not in found


def test_answers_in_files_that_a_page_reads_in():
    """With what the assignment gives there, and with a statement that is looked for there."""
    main = (
        rb"\documentclass{article}\begin{document}\input{parts/one} \section{Question 2} $$y + y = 2 y$$ \end{document}"
    )
    part = "\\section{Question 1}\nThen\n\\[ \\nabla_w L(w) = 2 X^\\top (X w - y) \\]\n"
    asked = Rubric((question("1", r"\nabla_w L = 2 X^\top (X w - y)", given=LEAST_SQUARES), question("2")))
    result = examine(Task(Submission((("main.tex", main), ("parts/one.tex", part.encode()))), asked.demands, 0))
    (page,) = result["pages"]
    assert [(s["question"], s.get("path"), s["line"]) for s in page["steps"] if s["verdict"] == "proved"] == [
        ("1", "parts/one.tex", 3),
        ("2", None, 1),
    ]
    assert result["questions"]["1"]["start"] == [0, 1, "parts/one.tex"]
    assert result["questions"]["1"]["shows"][0]["outcome"] == "shown"


# What they show ----------------------------------------------------------------------------------------

GRADIENT = Rubric((question("1", r"\nabla_w L = 2 X^\top (X w - y)"),))


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (r"\[ \nabla_w L(w) = 2 X^\top X w - 2 X^\top y \]", "shown"),
        (r"\[ \frac{\partial L}{\partial w} = 2 X^\top r, \] where $r = X w - y$.", "shown"),
        (r"\begin{align*} \nabla_w \|X w - y\|^2 &= 2 X^\top (X w - y) \end{align*}", "shown"),
        (r"\[ \nabla_w L(w) = \nabla_w \|X w - y\|^2 \]", "undecided"),
        (r"\[ \nabla_w L(w) = 2 X^\top X w - X^\top y \]", "wrong"),
        (r"\[ 2 X^\top X w - 2 X^\top y = 2 X^\top (X w - y) \]", "missing"),
        (r"\[ L(w) \ge 0 \]", "missing"),
    ],
)
def test_a_statement_is_shown_or_not(answer: str, outcome: str):
    result = examined(GRADIENT, rf"\section{{Question 1}} {LEAST_SQUARES} Then {answer}")
    assert result["questions"]["1"]["shows"][0]["outcome"] == outcome


LOGISTIC = r"Let $x \in \mathbb{R}$ and $\sigma(x) = \frac{1}{1 + e^{-x}}$. "


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (r"\frac{d\sigma}{dx} = \sigma(x) (1 - \sigma(x))", "shown"),
        (r"\sigma'(x) = \sigma(x) - \sigma(x)^2", "shown"),
        (r"\sigma'(x) = \sigma(x) (1 + \sigma(x))", "wrong"),
        (r"g = \sigma(x) (1 - \sigma(x))", "undecided"),  # nobody knows what g is: a person does
        (r"\sigma(x) - \sigma(x)^2 = \sigma(x) (1 - \sigma(x))", "missing"),
    ],
)
def test_derivatives_with_a_prime(answer: str, outcome: str):
    asked = Rubric((question("1", r"\sigma'(x) = \sigma(x) (1 - \sigma(x))"),))
    result = examined(asked, rf"\section{{Question 1}} {LOGISTIC} Then \[ {answer} . \]")
    assert result["questions"]["1"]["shows"][0]["outcome"] == outcome


def test_what_was_checked_before_changes_nothing(monkeypatch: pytest.MonkeyPatch):
    """Pages with answers in common, in another order and at other places, in a process that knows them and in one that
    does not."""
    answers = [
        rf"{LEAST_SQUARES} Then \[ \nabla_w L(w) = 2 X^\top X w - X^\top y . \]",
        rf"{LOGISTIC} Then \[ \sigma'(x) = \sigma(x) (1 + \sigma(x)) = \sigma(x) + \sigma(x)^2 . \]",
        r"Suppose that $a > 0$. Then $$\sqrt{a^2} = a .$$ In general $$\sqrt{b^2} = b .$$",
    ]
    pages = [
        "\n\n".join(f"\\section{{Question {n}}}\n{a}" for n, a in enumerate(some)) for some in permutations(answers)
    ]
    known = [examined(GRADIENT, page) for page in (*pages, *pages)][len(pages) :]
    for page, again in zip(pages, known, strict=True):
        monkeypatch.setattr("hence.grade.examine.MEMORY", Memory())
        assert as_bytes(examined(GRADIENT, page)) == as_bytes(again)


def test_a_mistake_in_a_file_that_is_read_in_has_a_hint():
    main = rb"\documentclass{article}\begin{document}\input{one}\end{document}"
    part = rf"{LEAST_SQUARES} Then \[ \nabla_w L(w) = 2 X^\top X w - X^\top y . \]".encode()
    (page,) = examine(Task(Submission((("main.tex", main), ("one.tex", part))), Rubric(()).demands, 0))["pages"]
    ((hint,),) = [step["hints"] for step in page["steps"] if step["verdict"] == "refuted"]
    assert hint["edit"] == "double the second summand"


def test_a_statement_in_the_names_of_the_page():
    asked = Question(
        "1",
        2,
        headings=("Question 1",),
        names=(("w", (r"\theta",)),),
        shows=(Show(r"\nabla_w L = 2 X^\top (X w - y)", 2),),
    )
    page = rf"\section{{Question 1}} {LEAST_SQUARES} Then \[ \nabla_w L(w) = 2 X^\top (X w - y) \]"
    for text in (page, page.replace("w", r"\theta ")):
        result = examined(Rubric((asked,)), text)
        assert result["questions"]["1"]["shows"][0]["outcome"] == "shown", text


def test_a_form_that_is_asked_for():
    asked = Question("1", 2, headings=("Question 1",), shows=(Show("f(x) = (x + 1)^2", 2, "exact"),))
    page = r"\section{Question 1} Let $f(x) = x^2 + 2 x + 1$. Then \[ f(x) = "
    assert examined(Rubric((asked,)), page + r"(x + 1)^2 \]")["questions"]["1"]["shows"][0]["outcome"] == "shown"
    other = examined(Rubric((asked,)), page + r"x (x + 2) + 1 \]")
    assert other["questions"]["1"]["shows"][0]["outcome"] == "undecided"


def test_what_the_assignment_gives_need_not_be_repeated():
    answer = "\\section{Question 1}\nThen\n\\[ \\nabla_w L(w) = 2 X^\\top (X w - y) \\]\n"
    asked = question("1", r"\nabla_w L = 2 X^\top (X w - y)", given=LEAST_SQUARES)
    result = examined(Rubric((asked,)), answer)
    assert result["questions"]["1"]["shows"][0]["outcome"] == "shown"
    assert [step["line"] for step in result["pages"][0]["steps"] if step["verdict"] == "proved"] == [3]


# Mistakes are charged once -----------------------------------------------------------------------------

DERIVATIVE = Show(r"f'(z) = 3 \sigma(z) (1 - \sigma(z))", 2)
SIGMOID = Rubric(
    (
        Question("a", 4, headings=("Question 1 / (a)",)),
        Question("b", 4, headings=("Question 1 / (b)",), shows=(DERIVATIVE,)),
    )
)
CARRIED = r"""
\section{Question 1}
(a) Let $\sigma(z) = 1/(1+e^{-z})$. Then \[ \sigma'(z) = \sigma(z) (1 + \sigma(z)). \]

(b) For $f(z) = 3 \sigma(z)$ we get \[ f'(z) = 3 \sigma(z) (1 + \sigma(z)) \]
"""


def test_a_mistake_is_charged_once():
    grade = marked(SIGMOID, CARRIED)
    first, second = grade.marks
    assert (first.points, kinds(first)) == (3, ["lost"])
    assert (second.points, kinds(second)) == (4, ["carried", "carried"])
    assert len(grade.mistakes) == 1
    assert grade.mistakes[0].mend


def test_mentions_are_steps_only_where_they_are_proved():
    said = r"Let $a$ be a real number. A student claims that $a = 5$. She also claims that $1 + 1 = 2$. Then"
    grade = marked(Rubric(()), said + "\n" + r"\[ a + a = 3a + 1. \]")
    assert [mistake.line for mistake in grade.mistakes] == [2]


def test_a_mistake_of_its_own_is_no_carried_one():
    other = CARRIED.replace(r"3 \sigma(z) (1 + \sigma(z))", r"5 \sigma(z) (1 + \sigma(z))")
    grade = marked(SIGMOID, other)
    assert len(grade.mistakes) == 2
    assert grade.marks[1].points == 2  # the statement is lost, and nothing besides


def test_a_second_mistake_about_the_same_quantity():
    """The first one implies X^T y = 0, and with it the second: as hypotheses go, it would follow."""
    page = rf"""\section{{Question 1}} {LEAST_SQUARES} Then
    \begin{{align*}} \nabla_w L(w) &= 2 X^\top (X w - y) \\ &= 2 X^\top X w - X^\top y \\ &= 2 X^\top X w - 5 X^\top y
    \end{{align*}}"""
    grade = marked(Rubric((question("1"),)), page)
    assert len(grade.mistakes) == 2
    assert grade.marks[0].points == 2


def test_a_chain_that_goes_on_from_a_wrong_line():
    page = r"""\section{Question 1} Let $a, b \in \mathbb{R}$. Then
    \begin{align*} (a + b)^2 &= a^2 + b^2 \\ &= b^2 + a^2 \end{align*} and so \[ 2 (a + b)^2 = 2 a^2 + 2 b^2 . \]"""
    grade = marked(Rubric((question("1"),)), page)
    assert (grade.marks[0].points, len(grade.mistakes), grade.carried) == (3, 1, 2)


@pytest.mark.parametrize(
    ("chain", "mistakes"),
    [
        (r"3 \cdot 4 &= 13 \\ &= 2 \cdot 6", 1),  # a number in between, and back to what holds
        (r"3 \cdot 4 &= 13 \\ &= 2 \cdot 7", 2),
        (r"(x + y)^2 &\le 2 x^2 + y^2 \\ &= 2 (x^2 + y^2)", 1),  # a wrong bound, and back to the right one
        (r"(x + y)^2 &\le 2 x^2 + y^2 \\ &= x^2 + y^2", 2),
        (r"(x + y)^2 &= x^2 + y^2 \\ &= y^2 + x^2 \\ &= y^2 + 2 x y + x^2", 1),  # right steps stand in between
    ],
)
def test_a_chain_that_goes_back_to_what_holds(chain: str, mistakes: int):
    page = rf"\section{{Question 1}} Let $x, y \in \mathbb{{R}}$. Then \begin{{align*}} {chain} . \end{{align*}}"
    assert len(marked(Rubric((question("1"),)), page).mistakes) == mistakes


def test_deductions_are_bounded():
    page = r"\section{Question 1} Let $x \in \mathbb{R}$. Then \[ x + x = 3 x . \] Then \[ x (x + 1) = x^2 + 1 . \]"
    assert marked(Rubric((question("1", deduct=3),)), page).marks[0].points == 0
    assert marked(Rubric((question("1", deduct=3, deduct_at_most=3.5),)), page).marks[0].points == 0.5


# What needs a person -----------------------------------------------------------------------------------


def test_what_is_not_decided_costs_nothing():
    page = rf"\section{{Question 1}} {LEAST_SQUARES} Then \[ \nabla_w L(w) = \frob{{ X \] and \[ L(w) \ge 0 . \]"
    grade = marked(GRADIENT, page)
    (mark,) = grade.marks
    assert (mark.points, mark.open) == (4, 2)
    assert "look" in kinds(mark)
    assert all(name == "1" for name, _ in grade.looks)


def test_a_missing_answer_is_for_a_person():
    grade = marked(GRADIENT, r"\section{Question 2} $$x = x$$")
    assert (grade.points, grade.open) == (0, 4)
    assert "nothing is headed" in grade.looks[0][1].text
    empty = marked(GRADIENT, r"\section{Question 1} I do not know.")
    assert (empty.points, empty.open) == (0, 4)
    assert "no formulas" in empty.looks[0][1].text


def test_what_a_person_decides_stands():
    page = rf"\section{{Question 1}} {LEAST_SQUARES} Then \[ \nabla_w L(w) = 2 X^\top X w - X^\top y \]"
    assert marked(GRADIENT, page).points == 2
    decided = marked(GRADIENT, page, {"1": Decision(3.5, "right method", "d")})
    assert (decided.points, decided.looks) == (3.5, ())
    changed = marked(GRADIENT, page, {"1": Decision(3.5, "right method", "of another")})
    assert changed.points == 3.5
    assert "earlier submission" in changed.looks[0][1].text


def test_bad_files_are_for_a_person():
    grade = graded("ada", "a.zip", "d", examine(Task(Submission(refused="too large"), "[]", 0)), GRADIENT, {})
    assert (grade.points, grade.open, [r.text for _, r in grade.looks]) == (0, 4, ["too large"])


def test_without_a_rubric_there_are_verdicts_alone():
    grade = marked(
        Rubric(()), "Let $x > 0$ be a number.\n\n$$x + x = 2 x$$\n\n$$(x - 1)^2 = x^2 + 2 x + 1$$\n", name="hw.md"
    )
    assert (grade.counts["proved"], grade.counts["refuted"], grade.marks) == (1, 1, ())
    assert [(m.line, bool(m.mend)) for m in grade.mistakes] == [(5, True)]
