"""The library: what `import hence` offers, and what its reports hold."""

from __future__ import annotations

import doctest
import html
import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import hence
from hence import library, notebook

PAGE = r"""Let $X \in \mathbb{R}^{n \times d}$, $w \in \mathbb{R}^d$, $y \in \mathbb{R}^n$
and $L(w) = \|X w - y\|^2$. Then
\begin{align*}
  \nabla_w L(w) &= 2 X^\top (X w - y) \\
                &= 2 X^\top X w - X^\top y .
\end{align*}
"""


@pytest.fixture(scope="module")
def report() -> hence.Report:
    return hence.check(PAGE, name="homework.tex")


def test_a_text_is_checked(report):
    assert report.source == "homework.tex"
    assert [step.verdict for step in report.steps] == ["proved", "refuted"]
    assert report.summary["refuted"] == 1
    assert report.complete
    assert not report.contradicts_itself


def test_a_refuted_step_says_where_it_fails_and_what_was_meant(report):
    (wrong,) = report.of("refuted")
    assert (wrong.span.line, wrong.span.column) == (5, 20)
    assert wrong.counterexample is not None
    assert wrong.counterexample.left != wrong.counterexample.right
    assert [(h.relation, h.rhs) for h in wrong.hints] == [("=", r"2 X^{\top} X w - 2 X^{\top} y")]
    assert report.at(5) == (wrong,)


def test_what_a_hint_offers_is_proved(report):
    (wrong,) = report.of("refuted")
    mended = PAGE.replace(r"2 X^\top X w - X^\top y", wrong.hints[0].rhs)
    assert [step.verdict for step in hence.check(mended).steps] == ["proved", "proved"]


def test_a_report_is_plain_data(report):
    data = json.loads(json.dumps(report.to_json(), allow_nan=False))
    assert data["steps"][1]["hints"][0].keys() >= {"lhs", "relation", "rhs", "edit"}
    assert data["summary"] == report.summary
    assert pickle.loads(pickle.dumps(report)) == report  # noqa: S301 (our own value)
    table = report._repr_html_()
    assert "<table>" in table
    assert "did you mean" in table


def test_hints_are_left_out_where_nobody_wants_them():
    (_, wrong) = hence.check(PAGE, hints=False).steps
    assert wrong.verdict == "refuted"
    assert wrong.hints == ()


def test_a_check_can_be_stopped():
    asked: list[None] = []

    def enough() -> bool:
        asked.append(None)
        return len(asked) > 2  # before the chain, before its first step

    report = hence.check(PAGE, stop=enough)
    assert not report.complete
    assert [step.verdict for step in report.steps] == ["proved", "unknown"]
    assert "stopped" in report.steps[1].reason


def test_files_are_taken_by_path_or_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("notes.md").write_text("We know that $$x + x = 2 x.$$\n", encoding="utf-8")
    for source in (Path("notes.md"), "notes.md"):
        report = hence.check(source)
        assert (report.source, [s.verdict for s in report.steps]) == ("notes.md", ["proved"])
    assert len(hence.read("notes.md").steps) == 1


@pytest.mark.parametrize("source", ["absent.tex", Path("absent")])
def test_what_cannot_be_read_is_unreadable(source, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(hence.Unreadable):
        hence.check(source)


def test_explain_tells_how_a_line_was_decided():
    text = hence.explain(PAGE, 5)
    assert "refuted" in text
    assert "nabla" not in text.splitlines()[1]
    assert hence.explain(PAGE, 5, name="hw.tex", markdown=True).startswith("hw.tex:5:20: refuted")


def test_a_line_without_a_step_is_no_empty_explanation():
    with pytest.raises(hence.Unreadable, match=r"<text>:1: no step stands on this line; steps stand on lines 4, 5"):
        hence.explain(PAGE, 1)


def test_import_is_light_and_names_are_found():
    code = "import sys, hence; print(*({'numpy', 'sympy', 'hence.checks', 'hence.latex_in'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
    assert all(hasattr(hence, name) for name in hence.__all__)
    assert not hasattr(hence, "nonsense")


@pytest.mark.parametrize("module", [hence, library])
def test_the_examples_of_the_documentation_run(module):
    ran = doctest.testmod(module)
    assert (ran.attempted >= 3, ran.failed) == (True, 0)


@pytest.mark.parametrize("name", ["check", "read", "explain"])
def test_what_everybody_calls_is_documented_with_an_example(name):
    assert ">>> " in getattr(hence, name).__doc__


def test_a_report_is_printed_as_on_the_command_line(report):
    assert str(report).startswith("homework.tex:4:20: proved ")
    assert str(report).endswith("homework.tex: 1 proved, 1 refuted")


def test_a_table_says_what_else_there_is_to_say():
    warned = hence.check(r"Let $x \in \mathbb{Q}_7$. We know that $$x + x = 2 x .$$")
    assert warned.warnings
    assert html.escape(warned.warnings[0].message) in warned._repr_html_()
    assert hence.check("No formula.")._repr_html_() == "<p>&lt;text&gt;: no steps found</p>"


@pytest.mark.parametrize("of", [hence.check, hence.explain])
def test_a_layout_that_does_not_exist_is_not_ignored(of):
    with pytest.raises(ValueError, match="as used, column, row, denominator, not 'rows'"):
        of(PAGE, derivatives="rows")


def test_a_memory_recalls_what_has_not_changed():
    memory = hence.Memory()
    first = hence.check(PAGE, hints=False, memory=memory)
    assert memory.recalled == 0
    assert hence.check(PAGE, hints=False, memory=memory) == first
    assert memory.recalled == len(first.steps)


def test_a_memory_follows_what_has_moved_and_forgets_what_has_changed():
    page = "Let $c = 2$.\n\nThen $$c^2 = 4$$ and $$c^3 = 8.$$"
    memory = hence.Memory()
    hence.check(page, memory=memory)
    for changed in ("\n\n" + page, page.replace("c = 2", "c = 3"), page.replace("c^2 = 4", "c^2 = 5")):
        assert hence.check(changed, memory=memory) == hence.check(changed)
    assert [s.verdict for s in hence.check(page.replace("c = 2", "c = 3"), memory=memory).steps][-1] == "refuted"


def test_the_edits_of_a_hint_mend_the_page():
    for page in (PAGE, r"Let $a, b \in \mathbb{R}^n$. Then $$(a^\top b)^2 = \|a\|^2 \|b\|^2 .$$"):
        (hint,) = hence.check(page).of("refuted")[0].hints
        lines = page.split("\n")
        for edit in hint.edits:
            start, end = edit.span, edit.span
            assert start.line == end.end_line
            line = lines[start.line - 1]
            lines[start.line - 1] = line[: start.column - 1] + edit.text + line[end.end_column - 1 :]
        mended = hence.check("\n".join(lines))
        assert {step.verdict for step in mended.steps} <= {"proved", "assumed"}


def test_json_loses_nothing(report):
    assert hence.Report.from_json(json.loads(json.dumps(report.to_json())), PAGE) == report


def test_a_notebook_checks_a_cell():
    cell = "We know that $$x + x = 2 x$$ and $$x + x = 3 x.$$"
    assert [step.verdict for step in notebook.hence_cell("--no-hints", cell).steps] == ["proved", "refuted"]
    with pytest.raises(notebook.NotSettled, match=r"cell:1:\d+: refuted +x \+ x = 3 x\n(.*\n)+ +at x = 1"):
        notebook.hence_cell("--strict --no-hints", cell)
    with pytest.raises(ValueError, match="--fast"):
        notebook.hence_cell("--fast", cell)
