"""Elaboration: shapes from use, aliases, clashes with their places, and what is in force where."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hence.checks.elaborate.errors import ShapeClash
from hence.checks.elaborate.setting import Elaborated, elaborate
from hence.checks.model import SCALAR, Claim, Lit, Node, Ref, Shape, names_in, walk
from hence.checks.scope import Scope, chains
from hence.language.verdicts import Judged, NotRead, Proved, name_of

from hence import checks, latex_in


def scopes(page: str) -> list[Scope]:
    found = list(chains(latex_in.read_text(page)))
    assert all(isinstance(s, Scope) for s in found), found
    return [s for s in found if isinstance(s, Scope)]


def elaborated(page: str, chain: int = -1) -> Elaborated:
    """One chain of a page, the last one unless said otherwise."""
    scope = scopes(page)[chain]
    return elaborate(scope.givens, [s.formula for s in scope.steps])


def shape(page: str, name: str) -> tuple[int, object, object]:
    """How many indices choose a member of the symbol, and the rows and columns of a member."""
    symbol = elaborated(page).setting.symbols[name]
    return symbol.family, symbol.shape.rows, symbol.shape.cols


def judged(page: str) -> list[Judged]:
    return list(checks.check(latex_in.read_text(page)).steps)


def verdicts(page: str) -> list[str]:
    return [name_of(j.verdict) for j in judged(page)]


# Shapes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "name", "expected"),
    [
        (r"Let $X \in \mathbb{R}^{n \times d}$. $$\|X w - y\|^2 = (X w - y)^\top (X w - y)$$", "w", (0, "d", 1)),
        (r"Let $X \in \mathbb{R}^{n \times d}$. $$\|X w - y\|^2 = (X w - y)^\top (X w - y)$$", "y", (0, "n", 1)),
        (r"Let $x \in \mathbb{R}^n$. $$x^\top A x = x^\top A^\top x$$", "A", (0, "n", "n")),
        (r"Let $x \in \mathbb{R}^n$ and $y \in \mathbb{R}^m$. $$x^\top W y = y^\top W^\top x$$", "W", (0, "n", "m")),
        (r"Let $x_i \in \mathbb{R}^d$. $$2 x_i = x_i + x_i$$", "x", (1, "d", 1)),
        (r"$$\sum_{i=1}^{n} c a_i = c \sum_{i=1}^{n} a_i$$", "c", (0, 1, 1)),
        (r"$$\bm u^\top \bm v = \bm v^\top \bm u$$", r"\bm{u}", (0, "?", 1)),
        (r"Let $f : \mathbb{R}^d \to \mathbb{R}^m$. $$\|f(x)\|^2 = f(x)^\top f(x)$$", "x", (0, "d", 1)),
        (r"Let $v_t = \beta v_{t-1} + \bm g_t$ for $t \ge 1$. $$2 v_t = v_t + v_t$$", "v", (1, "?", 1)),
        (r"Let $A \in \mathbb{R}^{2 \times 3}$. $$\|A b\|^2 = b^\top A^\top A b$$", "b", (0, 3, 1)),
    ],
)
def test_shapes_follow_from_use(page: str, name: str, expected: tuple[int, object, object]):
    family, rows, columns = shape(page, name)
    rows = "?" if isinstance(rows, str) and rows.startswith("?") else rows
    assert (family, rows, columns) == expected


def test_dimensions_of_undeclared_symbols_are_shared():
    done = elaborated(r"$$\bm u^\top \bm W \bm v = \bm v^\top \bm W^\top \bm u$$")
    u, v, w = (done.setting.symbols[rf"\bm{{{name}}}"].shape for name in "uvW")
    assert (u.rows, v.rows) == (w.rows, w.cols)
    assert u.rows != v.rows


def test_zero_takes_the_shape_of_the_other_side():
    (claim,) = elaborated(r"Let $x \in \mathbb{R}^n$. $$x - x = 0$$").claims
    assert isinstance(claim, Claim)
    assert claim.rhs == Lit(Fraction(0), Shape("n", 1))


def test_indices_and_dimensions_are_integers():
    symbols = elaborated(r"Let $a \in \mathbb{R}^n$. $$c a_i + c a_j = c (a_i + a_j)$$").setting.symbols
    assert {name for name, s in symbols.items() if s.integer} == {"i", "j", "n"}


def test_a_report_says_what_was_declared_and_what_inferred():
    page = "Let $X \\in \\mathbb{R}^{n \\times d}$.\n$$\\|X w\\|^2 = w^\\top X^\\top X w$$"
    found = {d.name: (d.sort, d.how) for d in checks.check(latex_in.read_text(page)).declarations}
    assert found["X"] == ("matrix(n,d)", "declared")
    assert found["w"] == ("vector(d)", "inferred")


# Aliases ------------------------------------------------------------------------------------------


def names(page: str) -> frozenset[str]:
    (claim,) = elaborated(page).claims
    assert isinstance(claim, Claim), claim
    return names_in(claim.lhs) | names_in(claim.rhs)


def test_lower_case_entries_are_those_of_the_matrix():
    page = r"Let $A \in \mathbb{R}^{n \times m}$. $$(A A^\top)_{ij} = \sum_{k=1}^m a_{ik} a_{jk}$$"
    assert "a" not in names(page)
    assert verdicts(page) == ["proved"]
    assert verdicts(page.replace("a_{ik} a_{jk}", "a_{ki} a_{kj}")) != ["proved"]


def test_entries_of_a_matrix_that_is_defined_as_a_whole():
    page = (
        r"Let $\bm Q, \bm K \in \mathbb{R}^{n \times d}$ and $\bm A = \exp(\bm Q \bm K^\top)$. "
        r"$$2 a_{ij} = 2 \exp(\bm q_i^\top \bm k_j)$$"
    )
    assert verdicts(page) == ["proved"]
    assert verdicts(page.replace(r"\bm q_i^\top \bm k_j)$$", r"\bm q_j^\top \bm k_i)$$")) == ["refuted"]


@pytest.mark.parametrize(("matrix", "row"), [("Q", "q"), (r"\bm Q", r"\bm q")])
def test_lower_case_vectors_are_rows(matrix: str, row: str):
    page = (
        rf"Let ${matrix} \in \mathbb{{R}}^{{n \times d}}$. $$({matrix} {matrix}^\top)_{{ij}} = {row}_i^\top {row}_j$$"
    )
    assert verdicts(page) == ["proved"]


def test_plain_entries_are_those_of_the_bold_vector():
    page = r"Let $\bm x \in \mathbb{R}^n$. $$\|\bm x\|^2 = \sum_{i=1}^n x_i^2$$"
    assert names(page) >= {r"\bm{x}"}
    assert "x" not in names(page)
    assert verdicts(page) == ["proved"]


def test_a_declared_symbol_is_no_alias():
    page = r"Let $A \in \mathbb{R}^{n \times n}$ and $a \in \mathbb{R}^{n \times n}$. $$2 A_{ij} = 2 a_{ij}$$"
    assert names(page) >= {"A", "a"}
    assert verdicts(page) == ["refuted"]


# Clashes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "message", "place"),
    [
        (
            "Let $X \\in \\mathbb{R}^{n \\times d}$ and $w \\in \\mathbb{R}^n$.\n$$2 X w = X w + X w$$",
            "product of n x d and n",
            (2, 3, 8),
        ),
        (
            "Let $u \\in \\mathbb{R}^n$ and $v \\in \\mathbb{R}^m$.\n$$u^\\top u = v + u$$",
            "m against n",
            (2, 14, 19),
        ),
        (
            "Let $u \\in \\mathbb{R}^n$ and $A \\in \\mathbb{R}^{n \\times m}$.\n\n$$u^\\top A = A u$$",
            "product of n x m and n",
            (3, 14, 17),
        ),
        (
            "Let $A \\in \\mathbb{R}^{n \\times m}$.\n$$\\mathrm{tr}(A) = \\mathrm{tr}(A^\\top)$$",
            "not square: n against m",
            (2, 3, 17),
        ),
        (
            "Let $u \\in \\mathbb{R}^n$ and $A \\in \\mathbb{R}^{n \\times m}$.\n$$A^\\top u = u$$",
            "different shapes: m against n",
            (2, 12, 13),
        ),
    ],
)
def test_a_clash_names_both_shapes_and_its_place(page: str, message: str, place: tuple[int, int, int]):
    (clash,) = elaborated(page).claims
    assert isinstance(clash, ShapeClash), clash
    assert message in clash.message
    assert (clash.span.line, clash.span.column, clash.span.end_column) == place


def test_a_clash_spares_the_other_steps_of_the_page():
    page = "Let $u \\in \\mathbb{R}^n$ and $v \\in \\mathbb{R}^m$.\n$$\\|u\\|^2 = u^\\top u$$\n$$u + v = v + u$$"
    first, second = judged(page)
    assert name_of(first.verdict) == "proved"
    assert name_of(second.verdict) == "unread"
    assert "n against m" in str(second.verdict)
    assert second.step.span.line == 3


# Scopes -------------------------------------------------------------------------------------------


def test_a_definition_holds_in_the_parts_that_follow():
    page = "\\section{One}\nLet $c = 3$.\n\\section{Two}\n$$2 c = 6$$"
    assert verdicts(page) == ["proved"]


def test_a_later_definition_hides_an_earlier_one():
    page = "Let $c = 3$.\n$$2 c = 6$$\n\\section{Two}\nLet $c = 4$.\n$$2 c = 6$$\n$$2 c = 8$$"
    assert verdicts(page) == ["proved", "refuted", "proved"]


def test_a_letter_that_stands_alone_is_not_the_family_of_an_earlier_part():
    page = (
        "\\section{One}\nLet $x_i \\in \\mathbb{R}^d$ with $x_i^\\top x_j = \\delta_{ij}$.\n$$\\|x_i\\|^2 = 1$$\n"
        "\\section{Two}\nLet $x \\in \\mathbb{R}$.\n$$(x + 1)^2 = x^2 + 2 x + 1$$\n$$x^2 = 1$$"
    )
    assert verdicts(page) == ["proved", "proved", "unknown"]


def test_a_hypothesis_does_not_hold_before_it_is_made():
    page = "Let $x \\in \\mathbb{R}$.\n$$\\sqrt{x^2} = x$$\nNow let $x > 0$.\n$$\\sqrt{x^2} = x$$"
    assert verdicts(page) == ["refuted", "proved"]


def test_where_explains_the_display_above():
    page = "\\begin{equation}\n\\hat y = 2 x + 6\n\\end{equation}\nwhere $\\hat y = 2 c$ and $c = x + 3$."
    assert verdicts(page) == ["proved"]
    assert verdicts(page.replace("2 x + 6", "2 x + 5")) == ["refuted"]


def test_where_holds_for_what_follows_too():
    page = "$$2 c = 2 x + 6$$\nwhere $c = x + 3$.\n\n$$c^2 = x^2 + 6 x + 9$$"
    assert verdicts(page) == ["proved", "proved"]


# The base case ------------------------------------------------------------------------------------

AVERAGE = "Let $v_0 = 0$ and $v_t = \\beta v_{t-1} + (1 - \\beta) g_t$ for $t \\ge 1$.\n"


def test_a_base_case_is_for_the_next_chain_only():
    first, second = scopes(AVERAGE + "Base case $t = 1$:\n$$\\beta v_{t-1} = 0$$\nIn general\n$$\\beta v_{t-1} = 0$$")
    at_one, general = (elaborate(s.givens, [s.steps[0].formula]).setting for s in (first, second))
    assert "t" in at_one.definitions
    assert "t" not in general.definitions


# Words --------------------------------------------------------------------------------------------


def test_one_hot_with_a_named_place():
    page = r"Let $s, y \in \mathbb{R}^K$, where $y$ is one-hot with $y_c = 1$. $$\sum_{k=1}^K y_k s_k = s_c$$"
    assert verdicts(page) == ["proved"]
    assert verdicts(page.replace("= s_c$$", "= s_1$$")) == ["refuted"]


def test_one_hot_somewhere():
    page = r"Let $y \in \mathbb{R}^K$ be one-hot. $$\sum_{k=1}^K y_k = 1$$ $$\|y\|^2 = 1$$ $$y_1 = 1$$"
    assert verdicts(page) == ["proved", "proved", "refuted"]


def test_diagonal():
    page = (
        r"Let $\Lambda \in \mathbb{R}^{n \times n}$ be a diagonal matrix and $M \in \mathbb{R}^{n \times n}$. "
        r"$$\Lambda^\top = \Lambda$$ $$\Lambda \Lambda^\top = \Lambda^\top \Lambda$$ $$\Lambda M = M \Lambda$$"
    )
    assert verdicts(page) == ["proved", "proved", "refuted"]


def test_symmetric():
    page = r"Let $S \in \mathbb{R}^{n \times n}$ be symmetric and $x, y \in \mathbb{R}^n$. $$x^\top S y = y^\top S x$$"
    assert verdicts(page) == ["proved"]
    assert verdicts(page.replace(" be symmetric", "")) == ["refuted"]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (r"Let $U \in \mathbb{R}^{n \times n}$ be orthogonal.", ["proved", "proved"]),
        (r"Let $U \in \mathbb{R}^{n \times k}$ have orthonormal columns.", ["proved", "refuted"]),
    ],
)
def test_orthogonal_and_orthonormal(said: str, expected: list[str]):
    assert verdicts(said + r" $$U^\top U = I$$ $$U U^\top = I$$") == expected


def test_a_word_without_meaning_is_no_ground_for_a_refutation():
    page = r"Let $A \in \mathbb{R}^{n \times n}$ be positive definite. $$A^\top = A$$"
    assert verdicts(page) != ["refuted"]


def references(node: Node, name: str) -> set[tuple[int, Shape]]:
    """With how many indices a symbol occurs, and of which shape it is there."""
    return {(len(n.indices), n.shape) for n in walk(node) if isinstance(n, Ref) and n.name == name}


def test_a_member_of_a_family_is_told_from_an_entry():
    page = r"Let $x_i \in \mathbb{R}^d$ for $i \in \{1, \dots, n\}$. $$\|x_i\|^2 = \sum_{a=1}^d x_{ia}^2$$"
    (claim,) = elaborated(page).claims
    assert isinstance(claim, Claim)
    assert references(claim.lhs, "x") == {(1, Shape("d", 1))}
    assert references(claim.rhs, "x") == {(2, SCALAR)}
    assert verdicts(page) == ["proved"]


def test_rows_are_recognised_and_said():
    page = "Let $x \\in \\mathbb{R}^d$ and $W \\in \\mathbb{R}^{d \\times k}$.\n$$(x W)_j = \\sum_{i=1}^d x_i W_{ij}$$"
    report = checks.check(latex_in.read_text(page))
    assert [type(j.verdict) for j in report.steps] == [Proved]
    assert [w.code for w in report.warnings] == ["rows"]


def test_a_clash_names_both_sides_and_the_place():
    page = "Let $X \\in \\mathbb{R}^{n \\times d}$ and $w \\in \\mathbb{R}^n$.\n$$2 X w = X w + X w$$"
    (judged,) = checks.check(latex_in.read_text(page)).steps
    assert isinstance(judged.verdict, NotRead)
    assert "(X and w): d against n (line 2, columns 3 to 7)" in judged.verdict.message
