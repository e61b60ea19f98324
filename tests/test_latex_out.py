"""Printing: terms, pages, and the two ways to a PDF."""

from __future__ import annotations

import shutil
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
import typst
from hence.language.catalogue import Entry
from hence.language.derivation import RELATIONS
from hence.language.heads import BINDERS, HEADS
from hence.language.terms import Bind, DistributedAs, Range, Sym, Tends, Term, Unstated, app, num
from hence.language.verdicts import Judged, Numeric, Proved, Refuted, Report
from hence.latex_out import latex_page, pdf, terms, typst_math, typst_page, values
from hence.latex_out.measure import Ruler
from hence.latex_out.sheet import About, Sheet, homework_sheet
from hence.latex_out.solution import Solved, body, layout, solved_entry
from hence.latex_out.terms import BINDER_LATEX, LATEX, term
from hence.latex_out.typst_math import Untranslatable, translate

a, b, c, i, n, x = map(Sym, "abcinx")


def test_tables_have_the_keys_of_the_language():
    assert LATEX.keys() == HEADS.keys()
    assert BINDER_LATEX.keys() == BINDERS.keys()


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (app("add", a, app("neg", b)), "a - b"),
        (app("add", a, app("neg", app("add", b, c))), "a - (b + c)"),
        (app("neg", app("neg", a)), "-(-a)"),
        (app("mul", app("add", a, b), c), "(a + b) c"),
        (app("mul", a, app("add", b, c)), r"a \cdot (b + c)"),
        (app("mul", num(2), num(3)), r"2 \cdot 3"),
        (app("mul", num(2), a), "2 a"),
        (app("mul", num(2), app("div", num(1), num(2)), a), r"2 \cdot \frac{1}{2} a"),
        (app("mul", num(2), app("div", a, num(2))), r"2 \frac{a}{2}"),
        (app("mul", a, app("mul", b, c)), r"a \cdot (b c)"),
        (app("pow", app("pow", a, b), c), "(a^{b})^{c}"),
        (app("pow", app("index", a, i), num(2)), "a_{i}^{2}"),
        (app("index", app("index", a, i), n), "(a_{i})_{n}"),
        (app("index", a, i, n), "a_{in}"),
        (app("index", a, i, app("add", n, num(1))), "a_{i, n + 1}"),
        (app("transpose", app("pow", a, app("neg", num(1)))), r"(a^{-1})^{\top}"),
        (app("pow", app("norm_F", a), num(2)), r"\lVert a \rVert_{F}^{2}"),
        (app("pow", app("exp", a), num(2)), r"(\exp(a))^{2}"),
        (app("exp", app("div", a, b)), r"\exp\left(\frac{a}{b}\right)"),
        (app("deriv", app("apply", a, x), x), r"\frac{\partial a(x)}{\partial x}"),
        (app("deriv", app("add", a, b), x), r"\frac{\partial}{\partial x} (a + b)"),
        (app("density", a, app("given", b), x), r"a(x \mid b)"),
        (app("density", a, app("given"), x, c), "a(x, c)"),
        (Bind("sum", i, Range(num(1), n), app("index", x, i)), r"\sum_{i=1}^{n} x_{i}"),
        (Bind("sum", i, Range(num(1), n, (c,)), x), r"\sum_{i=1, i \neq c}^{n} x"),
        (Bind("sum", i, Unstated((c,)), x), r"\sum_{i \neq c} x"),
        (app("mul", Bind("sum", i, Unstated(), x), a), r"\left(\sum_{i} x\right) a"),
        (app("mul", a, Bind("sum", i, Unstated(), x)), r"a \sum_{i} x"),
        (app("add", Bind("sum", i, Unstated(), x), a), r"\sum_{i} x + a"),
        (Bind("sum", i, Unstated(), app("add", x, a)), r"\sum_{i} (x + a)"),
        (Bind("E", x, DistributedAs(a), x), r"\mathbb{E}_{x \sim a}[x]"),
        (Bind("lim", x, Tends(app("infinity")), x), r"\lim_{x \to \infty} x"),
        (Bind("integral", x, Range(num(0), a), x), r"\int_{0}^{a} x \, d x"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_terms_print_with_the_parentheses_they_need(written: Term, expected: str):
    assert term(written) == expected


def test_numbers_print_exactly():
    assert [term(num(Fraction(v))) for v in ("0.9", "0.05", "1/3", "-2", "12")] == [
        "0.9",
        "0.05",
        r"\frac{1}{3}",
        "-2",
        "12",
    ]


def sample_of(head: str) -> Term:
    count = max(HEADS[head].least, 1) if HEADS[head].most != 0 else 0
    arguments = [app("row", a, b)] * count if head == "matrix" else [a, b, c, x][:count]
    if head == "density":
        arguments = [a, app("given", b), x]
    return app(head, *arguments)


def test_typst_compiles_every_head_and_binder():
    binders = [Bind(name, x, Unstated(), app("div", a, x)) for name in BINDERS]
    lines = [f"$ {typst_math.math(t)} $" for t in [*map(sample_of, HEADS), *binders]]
    assert pdf_of("\n".join(lines)).startswith(b"%PDF")


def pdf_of(source: str) -> bytes:
    return bytes(typst.compile(source.encode()))


@pytest.mark.parametrize(
    "latex",
    [
        r"\Delta\bm{\theta}_{t}^{2}",
        r"\left\lVert \frac12 x\right\rVert_2^2",
        r"\begin{pmatrix} a & b \\[2pt] c & d\end{pmatrix}",
        r"\beta \in [0,1), \; f'(x) \colon \mathbb{R}^{n\times d} \to \mathbb{R}",
        r"\operatorname*{arg\,min}_x f(x)",
        r"\underbrace{a+b}_{\text{sum of $x$}}",
        r"\sum_{\substack{i=1 \\ i\neq j}}^n x^{(i)}_j",
        r"\left.\frac{a}{b}\right|_{x=0}",
        r"\begin{cases} 1 & \text{if } x>0\\ 0 & \text{otherwise}\end{cases}",
        r"p(x|y) \|a\| |b| D_{\mathrm{KL}}(p \,\|\, q)",
        'a # @ " ` b',
    ],
)
def test_translated_mathematics_compiles(latex: str):
    assert pdf_of(f"$ {translate(latex)} $").startswith(b"%PDF")


@pytest.mark.parametrize("latex", [r"\mystery{x}", r"\frac{a}", r"{a", r"a}", r"\left( a", r"\begin{tikz}x\end{tikz}"])
def test_what_is_not_known_is_not_translated(latex: str):
    with pytest.raises(Untranslatable):
        translate(latex)


def test_what_cannot_be_translated_is_shown_and_said():
    shown = typst_page.prose(r"Let $\mystery{x}$ be, and \strange too.")
    assert r"\\mystery{x}" in shown
    assert shown.count("#unset(") == 2


# Pages -------------------------------------------------------------------------------------------


def test_body_holds_problem_given_and_argument(entry: Entry):
    text = body(entry)
    assert text.index("Show that") < text.index("Let $") < text.index("unroll") < text.index(r"\begin{falsehood}")
    assert "v_1 &= (1-\\beta) g_1 && \\text{by $v_0 = 0$} \\\\\n&\\le g_1 .\n" in text
    assert "We use induction on $t$." in text
    assert r"\emph{Base case} $t = 0$:" in text


def test_the_question_is_not_part_of_what_is_checked(entry: Entry):
    page = layout(entry)
    assert "Show that" not in page.argument
    assert len(page.argument.splitlines()) == len(page.text.splitlines())


def test_lines_of_false_statements_are_known(entry: Entry):
    page = layout(entry)
    found = [number for number, line in enumerate(page.lines, 1) if r"(1-\beta)^t g_1" in line]
    assert found
    assert set(found) <= page.false
    assert all(r"\begin{align*}" not in page.lines[number - 1] for number in page.false)


def test_lemmas_are_stated_where_they_are_used(entry: Entry):
    lemma = replace(entry, lemma="a = b", title="The lemma")
    assert r"By an earlier result (\emph{The lemma}), we assume that $a = b$." in body(entry, (lemma,))


@pytest.fixture
def solved(entry: Entry, report: Report) -> Solved:
    numeric = Numeric(samples=100_000, estimate=0.5003, interval=(0.499, 0.5012), claimed=0.5, seed=7)
    return solved_entry(entry, report, numeric, ())


def test_a_false_statement_is_settled_by_its_refutation_only(entry: Entry, report: Report):
    refuted = next(j for j in report.steps if isinstance(j.verdict, Refuted))
    proved = next(j for j in report.steps if isinstance(j.verdict, Proved))

    def verdict(judged: Judged, false: bool) -> str:
        lines = frozenset((judged.step.span.line,)) if false else frozenset()
        return Solved(entry, Report("x", (), (judged,)), lines).verdict

    assert verdict(refuted, false=True) == "proved"
    assert verdict(refuted, false=False) == "refuted"
    assert verdict(proved, false=True) == "unknown"
    assert verdict(proved, false=False) == "proved"


def test_an_entry_without_steps_is_not_proved(entry: Entry):
    assert Solved(entry, Report("x", (), ())).verdict == "unknown"


def sheet_of(solved: Solved) -> Sheet:
    return homework_sheet(About("Demo Homework 1", "by nobody", "Nobody, \\emph{Demo}."), [solved])


def test_typst_makes_the_whole_document(solved: Solved, tmp_path: Path):
    source = typst_page.document(sheet_of(solved), Ruler())
    assert "#unset(" not in source.split("#show link")[1].split("\n", 3)[3]
    assert pdf.compile_typst(source, tmp_path / "demo.pdf").read_bytes().startswith(b"%PDF")


def test_typst_failure_is_a_pdf_error(tmp_path: Path):
    with pytest.raises(pdf.PdfError, match="typst stopped"):
        pdf.compile_typst("#nonsense(", tmp_path / "bad.pdf")


def test_latex_failure_names_the_first_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    fake = tmp_path / "bin" / "pdflatex"
    fake.parent.mkdir()
    fake.write_text("#!/bin/sh\necho '! Undefined control sequence.' > bad.log\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{fake.parent}:/bin:/usr/bin")
    tex = tmp_path / "bad.tex"
    tex.write_text(r"\oops")
    with pytest.raises(pdf.PdfError, match="Undefined control sequence") as caught:
        pdf.compile_latex(tex, "pdflatex")
    assert caught.value.log == tex.with_suffix(".log")
    assert tex.exists()


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="TeX is not installed here; .ci/run installs it")
def test_latex_makes_the_whole_document(solved: Solved, tmp_path: Path):
    tex = tmp_path / "demo.tex"
    tex.write_text(latex_page.document(sheet_of(solved), Ruler()))
    engine = pdf.find_engine()
    assert engine in ("latexmk", "pdflatex")
    assert pdf.compile_latex(tex, engine).read_bytes().startswith(b"%PDF")


def test_without_tex_typst_is_the_engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert pdf.find_engine() == "typst"


def test_relations_have_latex():
    assert set(terms.RELATION_LATEX) == set(RELATIONS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("n >= 1", [("n \\ge  1", "math")]),
        ("X^\\top X is invertible", [("X^\\top X", "math"), (" ", "text"), ("is invertible", "text")]),
        ("definition of \\bm{u}", [("definition of", "text"), (" ", "text"), ("\\bm{u}", "math")]),
        ("dominated convergence", [("dominated convergence", "text")]),
        ("index-normal-form", [("index-normal-form", "code")]),
    ],
)
def test_words_and_formulas_are_told_apart(text: str, expected: list[tuple[str, str]]):
    assert [(p.text, p.style) for p in values.mixed(text)] == expected


def test_a_name_of_a_counterexample_may_be_another_one():
    assert values.placed("k", "= q") == "$k = q$"
    assert values.placed("k", "2") == "$k = 2$"
    assert values.condition("M ~~ D") == r"$M \asymp  D$"
