"""Mutants: what the changes make of a formula, that none is the formula itself, and what becomes of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hence.language.derivation import Formula, Step
from hence.language.mutations import KINDS, Mutant, mutants
from hence.language.terms import NOWHERE, Span, Sym, alpha_equal, app, free_names, num
from hence.language.verdicts import NotRead, Numeric, Proved, Refuted, Supported, Unknown, Verdict
from hence.latex_out.terms import term

from hence import cli, latex_in, mutate_out
from hence.mutate import Decided, Mutated, MutatedStep, mutate, pages_of
from hence.text_out import Painter

DOCUMENTS = sorted((Path(__file__).parent / "documents").glob("*.tex"))

# what is changed, one of the mutants expected of each kind
CHANGES = [
    ("sign", "y = a + b", "a - b"),
    ("sign", "y = -a", "a"),
    ("sign", "y = a b", "-a b"),
    ("transpose", r"y = A^\top x", "A x"),
    ("transpose", r"y = A x", r"A^{\top} x"),
    ("swap factors", "y = A B x", "B A x"),
    ("swap factors", "y = A B x", "A x B"),
    ("drop factor", "y = A B x", "A x"),
    ("drop factor", r"y = \frac{a}{b}", "a"),
    ("drop factor", r"y = u \odot v", "v"),
    ("drop summand", "y = a + b + c", "a + c"),
    ("exponent", "y = x^2", "x^{3}"),
    ("exponent", "y = x^2", "x"),
    ("exponent", "y = x^n", "x^{n - 1}"),
    ("exponent", "y = x^{n-1}", "x^{n}"),
    ("exponent", r"y = \|x\|", r"\lVert x \rVert^{2}"),
    ("coefficient", "y = 3 x", "6 x"),
    ("coefficient", "y = 3 x", "1.5 x"),
    ("coefficient", "y = a + b", "2 a + b"),
    ("swap indices", "y = A_{ij}", "A_{ji}"),
    ("bound", r"y = \sum_{i=1}^{n} i", r"\sum_{i=2}^{n} i"),
    ("bound", r"y = \sum_{i=1}^{n-1} i", r"\sum_{i=1}^{n} i"),
    ("exclusion", r"y = \sum_{i=1, i \neq j}^{n} x_i", r"\sum_{i=1}^{n} x_{i}"),
    ("drop operator", r"y = \sum_{i=1}^{n} c", "c"),
    ("swap arguments", r"y = \frac{a}{b}", r"\frac{b}{a}"),
    ("swap arguments", r"y = \mathrm{Cov}(a, b)", r"\operatorname{Cov}[b, a]"),
    ("drop function", r"y = \log x", "x"),
    ("symbol", "y = u^2 v", "v^{2} v"),
    ("symbol", r"y = \sum_{i=1}^{n} \sum_{j=1}^{n} a_i", r"\sum_{i=1}^{n} \sum_{j=1}^{n} a_{j}"),
]


def formula(latex: str) -> Formula:
    (step,) = latex_in.read_text(f"\\begin{{equation}}\n{latex}\n\\end{{equation}}\n").steps
    assert isinstance(step, Step), step
    return step.formula


def steps_of_the_documents() -> list[Formula]:
    read = (latex_in.read_file(str(path)) for path in DOCUMENTS)
    return [step.formula for derivation in read for step in derivation.steps if isinstance(step, Step)]


@pytest.mark.parametrize(("kind", "latex", "expected"), CHANGES)
def test_a_change(kind: str, latex: str, expected: str):
    assert expected in [term(m.formula.rhs) for m in mutants(formula(latex)) if m.kind == kind]


@pytest.mark.parametrize(("relation", "turned"), [("<=", ">="), (">", "<")])
def test_a_relation_is_turned_around(relation: str, turned: str):
    found = [m.formula for m in mutants(Formula(Sym("x"), relation, Sym("y"))) if m.kind == "relation"]
    assert found == [Formula(Sym("x"), turned, Sym("y"))]


def test_a_conditional_density_is_turned_around():
    density = app("density", Sym("p"), app("given", Sym("z")), Sym("x"))
    found = [m.formula.rhs for m in mutants(Formula(Sym("y"), "=", density)) if m.kind == "condition"]
    assert app("density", Sym("p"), app("given", Sym("x")), Sym("z")) in found
    assert app("density", Sym("p"), app("given"), Sym("x")) in found


def test_divergence_is_not_symmetric():
    swapped = Formula(Sym("y"), "=", app("KL", Sym("q"), Sym("p")))
    assert swapped in [m.formula for m in mutants(Formula(Sym("y"), "=", app("KL", Sym("p"), Sym("q"))))]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_mutants_are_new_and_different(path: Path):
    for step in latex_in.read_file(str(path)).steps:
        if not isinstance(step, Step):
            continue
        made = [m.formula for m in mutants(step.formula)]
        assert len(set(made)) == len(made)
        assert [m.formula for m in mutants(step.formula)] == made
        for new in made:
            assert new.lhs == step.formula.lhs
            assert new.relation != step.formula.relation or not alpha_equal(new.rhs, step.formula.rhs)


def test_no_symbol_is_invented():
    for step in steps_of_the_documents():
        known = free_names(step.lhs) | free_names(step.rhs)
        for mutant in mutants(step):
            if mutant.kind == "symbol":
                assert free_names(mutant.formula.rhs) <= known


def test_a_mutant_says_where():
    (found,) = [m for m in mutants(formula("y = a + b^2")) if m.change == "lower an exponent by one"]
    assert found.where == Span(2, 9, 2, 12)


def test_every_kind_has_a_test():
    assert {kind for kind, _, _ in CHANGES} | {"relation", "condition"} == set(KINDS)


# What becomes of them -----------------------------------------------------------------------------------

PAGE = r"""
Let $A \in \mathbb{R}^{m \times n}$, $B \in \mathbb{R}^{n \times p}$ and $a, b \in \mathbb{R}$.
\begin{align}
(A B)^\top &= B^\top A^\top \\
(a + b)^2 &= a^2 + 2 a b + b^2 \\
(a + b)^2 &= a^2 + b^2
\end{align}
"""


@pytest.fixture(scope="module")
def mutated() -> Mutated:
    return mutate(latex_in.read_text(PAGE, "page.tex"))


def by_rhs(mutated: Mutated, step: int) -> dict[str, str]:
    return {term(d.mutant.formula.rhs): d.outcome for d in mutated.steps[step].decided}


def test_only_proved_steps_are_mutated(mutated: Mutated):
    assert [s.step.rhs_text for s in mutated.steps] == [r"B^\top A^\top", "a^2 + 2 a b + b^2"]


def test_outcomes(mutated: Mutated):
    first, second = by_rhs(mutated, 0), by_rhs(mutated, 1)
    assert first[r"A^{\top} B^{\top}"] == "ill-formed"
    assert first[r"-B^{\top} A^{\top}"] == "refuted"
    assert second["a^{2} + 2 b a + b^{2}"] == "equivalent"
    assert second["a^{2} + 4 a b + b^{2}"] == "refuted"
    assert "survived" not in (*first.values(), *second.values())


def test_haste_changes_no_outcome(mutated: Mutated):
    hasty = mutate(latex_in.read_text(PAGE, "page.tex"), hasty=True)
    assert [d.outcome for d in hasty.decided] == [d.outcome for d in mutated.decided]


def test_a_sum_beyond_the_last_entry_is_ill_formed():
    page = r"Let $a \in \mathbb{R}^n$. \begin{equation} \mathbf{1}^\top a = \sum_{i=1}^n a_i \end{equation}"
    assert by_rhs(mutate(latex_in.read_text(page)), 0)[r"\sum_{i=1}^{n + 1} a_{i}"] == "ill-formed"


def test_what_was_proved_before_counts():
    page = r"""
Let $\beta \in (0, 1)$, $v_0 = 0$ and $v_t = \beta v_{t-1} + (1 - \beta) g$ for $t \ge 1$.
\begin{align}
v_t &= (1 - \beta^t) g
\end{align}
Hence
\begin{align}
v_t - g &= -\beta^t g
\end{align}
"""
    found = mutate(latex_in.read_text(page))
    assert len(found.steps) == 2
    assert by_rhs(found, 1)[r"-g \beta^{t}"] == "equivalent"
    assert by_rhs(found, 1)[r"\beta^{t} g"] == "refuted"


# Printed ------------------------------------------------------------------------------------------------


def decided(verdict: Verdict) -> Decided:
    return Decided(Mutant(formula("y = a"), "sign", "flip the sign", NOWHERE), verdict)


def made(*verdicts: Verdict) -> Mutated:
    step = Step(formula("y = -a"), 1, Span(3, 5, 3, 7), "y", "-a")
    return Mutated("hw.tex", (MutatedStep(step, tuple(decided(v) for v in verdicts)),))


REFUTED = Refuted({"a": 1}, "1", "-1", "exact arithmetic", 0)
SUPPORTED = Supported(Numeric(instances=24), "no rule applies")


def test_text_lists_survivors_and_equivalents():
    shown = mutate_out.page(made(REFUTED, Proved(("x",)), NotRead("shapes"), SUPPORTED), Painter())
    assert "hw.tex:3:5: survived   y = a" in shown
    assert "hw.tex:3:5: equivalent y = a" in shown
    assert shown.endswith("hw.tex: 1 proved step; 4 mutants: 1 refuted, 1 equivalent, 1 ill-formed, 1 survived")


def test_text_adds_up_pages():
    shown = mutate_out.altogether([made(REFUTED), made(REFUTED, Unknown("why"))], Painter())
    assert shown == "all: 3 mutants: 2 refuted, 1 survived"


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "page.tex"
    path.write_text(PAGE, encoding="utf-8")
    return str(path)


def test_json_on_the_command_line(page: str, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["mutate", page, "--format", "json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["pages"]
    assert found["source"] == page
    assert found["summary"]["survived"] == 0
    first = found["steps"][0]["mutants"][0]
    assert set(first) == {
        "kind", "change", "line", "column", "relation", "rhs", "outcome", "verdict", "reason",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("verdict", "strict", "status"),
    [
        (REFUTED, True, 0),
        (Proved(("x",)), True, 0),
        (SUPPORTED, False, 1),
        (Unknown("why"), False, 0),
        (Unknown("why"), True, 1),
    ],
)
def test_exit_status(page: str, monkeypatch: pytest.MonkeyPatch, verdict: Verdict, strict: bool, status: int):
    monkeypatch.setattr("hence.mutate.mutate_all", lambda *_: [made(verdict)])
    assert cli.main(["mutate", page, *(["--strict"] if strict else [])]) == status


def test_names_that_are_no_files_must_be_in_the_catalogue(capsys: pytest.CaptureFixture[str]):
    assert cli.main(["mutate", "no.such.entry"]) == 2
    assert "no.such.entry" in capsys.readouterr().err
    assert cli.main(["mutate", "missing.tex"]) == 2
    assert "missing.tex: No such file" in capsys.readouterr().err


def test_without_names_the_whole_catalogue():
    everything = pages_of(())
    assert pages_of(everything[:1]) == everything[:1]
    assert len(everything) > 1


def test_numbers_are_halved_and_doubled():
    found = {m.formula.rhs for m in mutants(Formula(Sym("y"), "=", num(4)))}
    assert {num(8), num(2), app("neg", num(4))} == found
