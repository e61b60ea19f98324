"""Documents: environments, rows, chains, macros, spans, roles of displays."""

from __future__ import annotations

from pathlib import Path

import pytest
from hence.language.derivation import Context, Distributed, Heading, Step, Unread, flat
from hence.language.opaque import opaque_parts

from hence import latex_in


def steps(text: str, markdown: bool = False) -> list[Step]:
    return [x for x in flat(latex_in.read_text(text, markdown=markdown).items) if isinstance(x, Step)]


def sides(text: str, markdown: bool = False) -> list[tuple[str, str, str]]:
    return [(s.lhs_text, s.formula.relation, s.rhs_text) for s in steps(text, markdown)]


def unread(text: str) -> list[Unread]:
    return [x for x in flat(latex_in.read_text(text).items) if isinstance(x, Unread)]


@pytest.mark.parametrize(
    "environment",
    ["equation", "align", "align*", "gather", "eqnarray", "multline", "flalign*", "displaymath", "dmath"],
)
def test_environments(environment: str) -> None:
    assert sides(rf"\begin{{{environment}}} a + b = c \end{{{environment}}}") == [("a + b", "=", "c")]


@pytest.mark.parametrize("inner", ["aligned", "split", "gathered"])
def test_nested_environments(inner: str) -> None:
    text = rf"\begin{{equation}}\begin{{{inner}}} 2a &= b \\ &\le c \end{{{inner}}}\end{{equation}}"
    assert sides(text) == [("2a", "=", "b"), ("b", "<=", "c")]


def test_alignat_takes_its_argument() -> None:
    assert sides(r"\begin{alignat}{2} 2a &= b \end{alignat}") == [("2a", "=", "b")]


@pytest.mark.parametrize("text", ["$$2a = b$$", r"\[2a = b\]", "```math\n2a = b\n```"])
def test_markdown_displays(text: str) -> None:
    assert sides(text, markdown=True) == [("2a", "=", "b")]


def test_code_is_not_mathematics() -> None:
    assert sides("```python\nx = '$$a = b$$'\n```\n`$c = d$`\n", markdown=True) == []


def test_chains_and_numbers() -> None:
    found = steps("\\begin{align}\n2a &= b = c \\\\[2pt]\n &\\ge d \\\\\n 3e &= f\n\\end{align}\n$$2g < h$$")
    assert [(s.lhs_text, s.formula.relation, s.rhs_text, s.chain) for s in found] == [
        ("2a", "=", "b", 1),
        ("b", "=", "c", 1),
        ("c", ">=", "d", 1),
        ("3e", "=", "f", 2),
        ("2g", "<", "h", 3),
    ]


def test_a_broken_line_is_joined() -> None:
    text = "\\begin{align}\n2a &= \\left( b \\right. \\\\\n &\\quad \\left. + c \\right) \\\\\n &= d\n\\end{align}"
    found = steps(text)
    assert len(found) == 2
    assert (found[0].span.line, found[0].span.end_line, found[1].span.line) == (2, 3, 4)


def test_a_display_continues_the_one_directly_before() -> None:
    assert sides("$$2a = b$$ $$= c$$") == [("2a", "=", "b"), ("b", "=", "c")]
    assert [u.message for u in unread("$$2a = b$$ But we also know that $$= c$$")] == ["expected a term before ="]


def test_two_statements_in_a_row() -> None:
    text = r"\begin{align} 2v &= a, \qquad 3w = -v \\ 4c &= d \quad\text{and}\quad 5e = f \end{align}"
    assert sides(text) == [("2v", "=", "a"), ("3w", "=", "-v"), ("4c", "=", "d"), ("5e", "=", "f")]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (r"2a &= b \quad\text{(chain rule)}", "(chain rule)"),
        (r"2a &= b && \text{by linearity}", "by linearity"),
        (r"2a &= b (by Fubini)", "(by Fubini)"),
        (r"2a &= b, \quad i = 1, \dots, n.", r"i = 1, \dots, n"),
        (r"2a &= b \quad \forall i", r"\forall i"),
        (r"2a &= b \text{ for all } t", "for all t"),
    ],
)
def test_justifications(row: str, why: str) -> None:
    (step,) = steps(rf"\begin{{align}} {row} \end{{align}}")
    assert (step.rhs_text, step.justification) == ("b", why)


def test_exact_columns() -> None:
    (step,) = steps("Then\n\\begin{align}\n  2x &= \\frac{a}{b} + c. % a comment = here\n\\end{align}\n")
    span = step.span
    assert (span.line, span.column, span.end_line, span.end_column) == (3, 9, 3, 24)
    assert step.rhs_text == r"\frac{a}{b} + c"


def test_macros() -> None:
    text = r"""
\newcommand{\pd}[2]{\frac{\partial #1}{\partial #2}} \def\vx{\mathbf{x}} \let\ep\epsilon
\newcommand{\Ex}[2][x]{\mathbb{E}_{#1}\left[#2\right]} \DeclareMathOperator{\sm}{softmax}
\DeclarePairedDelimiter{\nrm}{\lVert}{\rVert} \newcommand{\be}{\begin{equation}} \newcommand{\ee}{\end{equation}}
\be \pd{L}{\vx} + \ep = \Ex{x} + \Ex[z]{z} + \sm(\vx) + \nrm*{\vx} \ee"""
    (step,) = steps(text)
    assert step.lhs_text == r"\pd{L}{\vx} + \ep"
    plain = r"\frac{\partial L}{\partial \bm{x}} + \epsilon = \mathbb{E}_x[x] + \mathbb{E}_z[z]"
    plain += r" + \mathrm{softmax}(\bm x) + \|\bm x\|"
    (formula,) = latex_in.parse_relation_chain(plain)
    assert (step.formula.lhs, step.formula.rhs) == (formula.lhs, formula.rhs)


def test_a_macro_holds_from_its_definition_on() -> None:
    text = r"\newcommand{\w}{a} $$2\w = 1$$ \renewcommand{\w}{b} $$2\w = 1$$"
    first, second = (s.formula.lhs for s in steps(text))
    assert first != second


def test_an_endless_macro_costs_one_row() -> None:
    text = "\\newcommand{\\w}{\\w a}\n\\begin{align} 2a &= \\w \\\\ 2c &= d \\end{align}"
    assert sides(text) == [("2c", "=", "d")]
    assert [u.message for u in unread(text)] == [r"the macro \w expands without end"]


def test_rows_with_unknown_parts_are_steps() -> None:
    text = "\\begin{align}\n2a &= b \\\\\n &= \\foo \\\\\n &= c \\\\\n2d &= e\n\\end{align}"
    items = latex_in.read_text(text).steps
    assert [type(x).__name__ for x in items] == ["Step"] * 4
    assert [x.span.line for x in items] == [2, 3, 4, 5]
    parts = [tuple(opaque_parts(x.formula.lhs, x.formula.rhs)) for x in items if isinstance(x, Step)]
    assert [len(found) for found in parts] == [0, 1, 1, 0]


def test_relations_without_a_word() -> None:
    (item,) = unread(r"$$2a \cong b$$")
    assert r"\cong is not" in item.message


def test_an_implication_needs_relations() -> None:
    assert {x.message for x in unread(r"$$2a \implies b$$")} == {"expected a relation"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (r"\begin{align} a = b", "never closed"),
        (r"\[ a = b", "never closed"),
        ("$$ a = b", "never closed"),
        (r"\textbf{a", "brace is never closed"),
    ],
)
def test_cut_off_documents(text: str, message: str) -> None:
    (notice,) = latex_in.read_text("\n" + text).notices
    assert message in notice.message
    assert notice.span.line == 2


def test_undecodable_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a.tex"
    path.write_bytes(b"ok\nno \xff\n")
    (notice,) = latex_in.read_file(path).notices
    assert notice.code == "encoding"
    assert "line 2" in notice.message


def test_headings() -> None:
    text = "\\section*{One}\n\\noindent\\textbf{2.} text\n\n(c) text\n\\subsection{Two {x}}\n"
    titles = [x.title for x in flat(latex_in.read_text(text).items) if isinstance(x, Heading)]
    assert titles == ["One", "2.", "(c)", "Two {x}"]
    marks = latex_in.read_text("# One\ntext\nb) more\n", markdown=True).items
    assert [x.title for x in marks if isinstance(x, Heading)] == ["One", "b)"]


# Definition or claim -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "definition"),
    [
        ("$$c := a + b$$", True),
        (r"$$c \stackrel{\text{def}}{=} a + b$$", True),
        ("We define $$c = a + b$$", True),
        ("$$c = a + b$$", True),
        ("$$f(x) = a x$$", True),
        ("$$2c = a + b$$", False),
        ("Let $c = a + b$. $$c = b + a$$", False),
        ("Then $$c = b + a$$ where $c = a + b$.", False),
        (r"$v_t = a v_{t-1}$ with $v_0 = b$. $$v_t = a^t b$$", False),
        (r"$$\nabla_x c = a$$", False),
    ],
)
def test_roles_of_displays(text: str, definition: bool) -> None:
    assert steps(text)[0].definition is definition


def test_only_the_first_relation_defines() -> None:
    assert [s.definition for s in steps("$$c = a + b = b + a$$")] == [True, False]


def test_distributions_in_displays() -> None:
    (item,) = latex_in.read_text(r"$$x \sim \mathcal{N}(0, 1)$$").items
    assert isinstance(item, Distributed)


@pytest.mark.parametrize(
    ("word", "kind"), [("suppose that", "supposition"), ("assume", "supposition"), ("if", "sentence")]
)
def test_a_supposition_is_a_hypothesis_in_its_context(word: str, kind: str) -> None:
    (item,) = latex_in.read_text(f"Now {word} $$2a = b$$").items
    assert isinstance(item, Context)
    (step,) = item.items
    assert isinstance(step, Step)
    assert (item.kind, step.standing) == (kind, "hypothesis")


@pytest.mark.parametrize(
    "text", ["\\input{macros}\n$$2a = b$$ \\include{more}", "Text. \\input{macros} Text. $$2a = b$$"]
)
def test_other_files_are_not_followed(text: str) -> None:
    (item,) = unread(text)
    assert (item.message, item.display) == (r"\input is not followed", False)
    assert len(steps(text)) == 1


def test_graphics_are_no_input() -> None:
    assert unread(r"\includegraphics{plot} % \input{macros}") == []


def test_cases_that_are_not_understood() -> None:
    (step,) = latex_in.read_text(r"$$f(x) = \begin{cases} 1 & x = 0 \\ 0 & x \ne 0 \end{cases}$$").steps
    assert isinstance(step, Step)
    assert list(opaque_parts(step.formula.rhs))
