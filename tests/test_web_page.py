"""The page as a reader sees it: formulas, marks in their rows, and text that stays text."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hence.live.checking import checked
from hence.live.view import page_from
from hence.web.document import report_page, write_assets
from hence.web.examples import OWN, example, listing
from hence.web.mathml import mathml
from hence.web.page import shown

ROOT = Path(__file__).resolve().parent.parent
FORMULAS = r"""
\nabla_w L(w) = 2 X^\top (X w - y)
\mathbb{E}_{x \sim p}\left[ \log \frac{p(x)}{q_\theta(x)} \right]
\begin{cases} x^2 & \text{if } x > 0 \\ 0 & \text{otherwise} \end{cases}
\underbrace{\sum_{i=1}^n x_i}_{\text{the sum}} \overset{(a)}{=} \sqrt[3]{x} \binom{n}{k}
A^{-1} = \frac1{ad-bc} \begin{pmatrix} d & -b \\ -c & a \end{pmatrix}
\Big( 1 + \frac{x}{n} \Big)^n \xrightarrow[n \to \infty]{d} e^x
\hat{\bm{\theta}} = \operatorname*{arg\,max}_{\theta} \prod_i p(x_i \mid \theta)
\left\| x \right\|_2^2 \not= {a \over b} \overline{xy} \mathcal{N}(\mu, \Sigma) f''(x)
\int_0^\infty e^{-\lambda x} \, dx, \quad \lim_{x \to 0} \max_{i \ne j} x_{ij}'
\sum_{\substack{i \\ j}} \mathbbm{1} \{ x \} \lvert y \rvert \stackrel{d}{=} \cdots \text{see $x^2$ there}
""".strip().splitlines()
TAGS = set(
    "math semantics annotation mrow mi mn mo mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover "
    "mtable mtr mtd p h2 h3 h4 span strong em u code pre br div section button svg use dl dt dd ol li".split()
)
ATTRIBUTES = set(
    "class display displaystyle encoding mathvariant form stretchy fence symmetric lspace rspace minsize maxsize width "
    "linethickness accent movablelimits type href hidden tabindex data-step data-hint data-line aria-label aria-hidden "
    "aria-expanded title".split()
)
VOID = {"br"}
COMMANDS = ("\\frac", "\\left", "\\right", "\\begin{", "cases", "\\text", "\\over", "\\\\", "é")
SCRIPT = '<script>alert(1)</script><img src=x onerror=alert(1)>"><svg/onload=alert(1)>'
# a page with script wherever text is shown: name of a part, words, formulas, texts in them, reasons, labels, macros,
# units, unknown commands, environments, tables of values, Markdown links, code, footnotes
HOSTILE_TEX = rf"""
\section{{{SCRIPT}}}
\newcommand{{\evil}}{{\text{{{SCRIPT}}}}}
Words {SCRIPT} and \textbf{{{SCRIPT}}} and \cite{{{SCRIPT}}} \ref{{javascript:alert(1)}}.
Let $x \in \mathbb{{R}}$ and $\operatorname{{{SCRIPT}}}(x) = 1$ and $\evil = 2$.
\begin{{align*}}
  x &= x + 1 && \text{{{SCRIPT}}} \tag{{{SCRIPT}}} \\
  \href{{javascript:alert(1)}}{{x}} &= \mathrm{{{SCRIPT}}} \\
  \unknown{{{SCRIPT}}} &= \begin{{{SCRIPT}}} \\
  "><script>alert(1)</script> &= 3 \label{{{SCRIPT}}} \\
  \color{{red" onclick="alert(1)}} y &= \sqrt[{SCRIPT}]{{x}}
\end{{align*}}
\begin{{theorem}}[{SCRIPT}] We have $x = 2 x$ since {SCRIPT}. \end{{theorem}}
"""
HOSTILE_MD = f"""
# {SCRIPT}

{SCRIPT} **{SCRIPT}** `{SCRIPT}` [link](javascript:alert(1)) <a href="javascript:alert(1)">x</a> <style>*{{}}</style>

- {SCRIPT}

```html
{SCRIPT}
```

$$ x = x + 1 \\quad \\text{{{SCRIPT}}} $$
"""


class Markup(HTMLParser):
    """Collects what a browser would make of a text, and whether every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.values: list[tuple[str, str]] = []
        self.words = ""
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.feed(text)
        self.close()
        self.wrong += self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.values += [(name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data: str) -> None:
        self.words += data


def assert_harmless(html: str) -> None:
    """Only the elements and attributes that we make, all of them closed, and no address but those of our shapes."""
    found = Markup(html)
    assert found.tags <= TAGS
    assert found.attributes <= ATTRIBUTES
    assert found.wrong == []
    assert all(value.startswith("#shape-") for name, value in found.values if name == "href")


def words_of(latex: str) -> str:
    """What is seen of a formula: the LaTeX that it carries for those who copy it is not."""
    return Markup(re.sub(r"<annotation.*?</annotation>", "", mathml(latex), flags=re.DOTALL)).words


@pytest.mark.parametrize("latex", FORMULAS)
def test_formulas_are_known_to_the_last_command(latex: str):
    made = mathml(latex, display=True)
    assert_harmless(made)
    assert 'class="odd"' not in made
    assert "\\" not in words_of(latex)


@pytest.mark.parametrize(
    ("latex", "seen"),
    [
        (r"\mathbb{R}^{n \times d}", "ℝn×d"),
        (r"\bm{w}_i", "𝒘i"),
        (r"\mathbf{w}\mathcal{L}\mathfrak{g}\mathsf{T}\bm{\theta}", "𝐰ℒ𝔤𝖳𝜽"),
        (r"\frac12 + \sqrt2", "12+2"),
        (r"-x - y", "−x−y"),
        (r"\norm{x}", "‖x‖"),
        (r"\unknown{x}", r"\unknownx"),
        (r"x_", "x"),
        (r"\frac{a}", "a"),
        (r"\left( x", "(x"),
        (r"x \right) y", r"x\right)y"),
        (r"{{{", ""),
    ],
)
def test_what_is_seen_of_a_formula(latex: str, seen: str):
    assert words_of(latex) == seen


def test_macros_of_the_page_are_expanded_and_endless_ones_are_shown_as_written():
    text = r"\newcommand{\half}[1]{\frac{#1}{2}} \newcommand{\loop}{\loop x}" + "\n$\\half{y}$ and $\\loop$\n"
    (block,) = shown(text, checked(text, "a.tex"))["blocks"]
    assert "<mfrac><mrow><mi>y</mi></mrow><mrow><mn>2</mn></mrow></mfrac>" in block["html"]
    assert '<mtext class="odd">\\loop</mtext>' in block["html"]


def test_a_formula_that_is_far_too_deep_is_shown_as_text():
    assert "odd" in mathml("{" * 5000 + "x")
    assert "odd" in mathml(r"\frac{1}{" * 5000)
    assert len(mathml("x" * 100_000)) < 200_000


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from([*"\\{}[]()_^&$#%'\"<>|=+-x1 \n", *COMMANDS])).map("".join))
def test_any_text_becomes_harmless_markup(latex: str):
    assert_harmless(mathml(latex))


# Pages -------------------------------------------------------------------------------------------


def test_each_mark_stands_in_the_row_of_its_step():
    text = example("readme")["text"]
    view = checked(text, "homework.tex")
    prose, display = shown(text, view)["blocks"]
    assert prose["steps"] == []
    assert display["steps"] == [0, 1, 2]
    rows = display["html"].split('<div class="row">')[1:]
    assert [re.findall(r'class="mark (\w+)"', row) for row in rows] == [["proved"], ["proved"], ["refuted"]]
    assert "left is" in display["html"]
    assert 'class="apply"' in display["html"]


def test_a_key_depends_on_what_is_shown_and_not_on_where():
    text = example("readme")["text"]
    moved = "\n\nAn opening sentence.\n\n" + text
    keys = [b["key"] for b in shown(text, checked(text, "a.tex"))["blocks"]]
    later = [b["key"] for b in shown(moved, checked(moved, "a.tex"))["blocks"]]
    assert keys == later[1:]


def test_steps_that_stand_in_no_block_are_shown_all_the_same():
    text = "Let $x \\in \\mathbb{R}$.\n\n\\[ x = x + 1 \\]\n"
    view = checked(text, "a.tex")
    blocks = shown("nothing of it", view)["blocks"]
    assert [k for block in blocks for k in block["steps"]] == [0]


def test_a_view_travels_as_json():
    view = checked(example("readme")["text"], "homework.tex")
    assert page_from(view.as_json()) == view


def test_the_example_is_the_one_of_the_readme():
    assert OWN["readme"][2] in (ROOT / "README.md").read_text(encoding="utf-8")
    ids = [entry["id"] for entry in listing()]
    assert len(ids) == len(set(ids)) > 100
    name, text = example(ids[-1]).values()
    assert name.endswith(".tex")
    assert "$" in text
    with pytest.raises(LookupError):
        example("no such thing")


# Script ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "text"), [("a.tex", HOSTILE_TEX), ("a.md", HOSTILE_MD)])
def test_script_on_a_page_stays_text(name: str, text: str):
    view = checked(text, name)
    page = shown(text, view)
    assert view.steps
    for block in page["blocks"]:
        assert_harmless(block["html"])
    assert_harmless(page["notices"])


def test_script_in_a_name_stays_text_in_the_report():
    name = f"{SCRIPT}.tex"
    view = checked(HOSTILE_TEX, name)
    html = report_page([(HOSTILE_TEX, view, shown(HOSTILE_TEX, view))] * 2, title=SCRIPT)
    found = Markup(re.sub(r"<(style|script)>.*?</\1>", "", html, flags=re.DOTALL))
    assert "img" not in found.tags
    assert "script" not in found.tags
    assert not {a for a in found.attributes if a.startswith("on")} | ({"style", "src"} & found.attributes)
    assert html.count("<script") == 1


# Reports -----------------------------------------------------------------------------------------


def test_a_report_is_one_file_that_runs_only_its_own_script():
    text = example("readme")["text"]
    view = checked(text, "homework.tex")
    html = report_page([(text, view, shown(text, view))])
    assert "://" not in html
    assert "default-src 'none'; style-src 'sha256-" in html
    assert "unsafe" not in html
    assert '<table class="index">' not in html
    assert 'id="line-5"' in html


def test_reports_can_share_their_fonts(tmp_path: Path):
    view = checked("no formulas", "a.tex")
    html = report_page([("no formulas", view, shown("no formulas", view))], assets="../assets", before="<p>7 of 8</p>")
    write_assets(tmp_path / "assets")
    fonts = re.findall(r'url\("\.\./assets/([^"]+)"\)', html)
    assert fonts
    assert all((tmp_path / "assets" / font).is_file() for font in fonts)
    assert "<p>7 of 8</p>" in html
    assert len(html) < 60_000


# Pages that read in other files -------------------------------------------------------------------


@pytest.fixture
def course(tmp_path: Path) -> Path:
    (tmp_path / "parts").mkdir()
    (tmp_path / "macros.tex").write_text("\\newcommand{\\R}{\\mathbb{R}}\n", encoding="utf-8")
    (tmp_path / "parts" / "one.tex").write_text("We have\n\\[ \\sqrt{x^2} = x . \\]\n", encoding="utf-8")
    page = tmp_path / "page.tex"
    text = "\\input{macros}\nLet $x \\in \\R$.\n\\input{parts/one}\nThen\n\\[ (x + 1)^2 = x^2 + 2 x + 1 . \\]\n"
    page.write_text(text, encoding="utf-8")
    return page


def test_files_that_a_page_reads_in_are_part_of_it(course: Path):
    text = course.read_text(encoding="utf-8")
    view = checked(text, "page.tex", path=course)
    assert [(s.place.file, s.place.line, s.verdict) for s in view.steps] == [
        ("parts/one.tex", 2, "refuted"),
        ("", 5, "proved"),
    ]
    assert view.inputs == {"macros.tex": 1, "parts/one.tex": 3}
    assert page_from(view.as_json()) == view
    page = shown(text, view, course)
    assert [(b["line"], b["steps"]) for b in page["blocks"] if b["steps"]] == [(3, [0]), (5, [1])]
    html = "".join(b["html"] for b in page["blocks"])
    assert "parts/one.tex, line 2" in html
    assert "ℝ" in html
    report = report_page([(text, view, page)])
    assert report.count('title="refuted"') == 0  # no line of this page is
    assert "1 refuted" in report


def test_a_page_without_a_path_reads_no_files(course: Path):
    view = checked(course.read_text(encoding="utf-8"), "page.tex")
    assert [s.place.file for s in view.steps] == [""] * len(view.steps)
    assert view.inputs == {}
    assert view.summary["refuted"] == 0


@pytest.mark.parametrize("name", [".secret/one", "parts/.one", "../one", "/etc/passwd"])
def test_hidden_files_and_those_outside_are_not_read(course: Path, name: str):
    for place in (course.parent / ".secret" / "one.tex", course.parent / "parts" / ".one.tex"):
        place.parent.mkdir(exist_ok=True)
        place.write_text("\\[ 1 = 2 \\]", encoding="utf-8")
    (course.parent.parent / "one.tex").write_text("\\[ 1 = 2 \\]", encoding="utf-8")
    view = checked(f"\\input{{{name}}}\n", "page.tex", path=course)
    assert view.summary["refuted"] == 0
    assert view.inputs == {}


def test_what_a_page_calls_false_and_is_so_is_not_called_proved():
    text = "Let $x \\in \\mathbb{R}$.\n\\begin{falsehood}\n\\sqrt{x^2} = x\n\\end{falsehood}\n"
    view = checked(text, "a.tex")
    assert [(s.verdict, s.denied) for s in view.steps] == [("proved", True)]
    html = "".join(b["html"] for b in shown(text, view)["blocks"])
    assert "shown false" in html
    assert ">proved<" not in html
