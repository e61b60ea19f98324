"""What is not worked out twice is as it would be if it were."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy
from hence.checks.crosscheck import posed
from hence.checks.elaborate.setting import elaborate
from hence.checks.explicit.matrices import Matrix, from_sympy, scalar
from hence.checks.explicit.rings import vanishes_as_fraction
from hence.checks.kernel import ByNormalForm, NotReplayed, replay
from hence.checks.model import Claim, Setting
from hence.checks.numeric import test_claim as tested
from hence.checks.scope import Scope, chains
from hence.language.verdicts import Proved
from hence.latex_in import read_text

X, Y = sympy.symbols("x y", positive=True)
PAGES = (
    r"Let $a > 0$ and $b > 0$. Then $(a + b)^2 = a^2 + 2 a b + b^2$.",
    r"Let $a > 0$ and $b > 0$. Then $a / b + b / a \ge 2$.",
    r"Let $A \in \mathbb{R}^{n \times n}$ be orthogonal and $x \in \mathbb{R}^n$. Then $\|A x\| = \|x\|$.",
    r"Let $x, y \in \mathbb{R}$ with $x^2 + y^2 = -1$. Then $x = y$.",
)


def claim_of(page: str) -> tuple[Setting, Claim]:
    *_, found = posed(read_text(page, "page.tex")).values()
    return found.setting, found.claim


@pytest.mark.parametrize("page", PAGES)
def test_a_test_that_goes_on_is_one_from_the_start(page: str):
    setting, claim = claim_of(page)
    first = tested(setting, claim, 0, 6)
    further = tested(setting, claim, 0, 24)
    alone = replace(setting)  # another object, of which nothing is kept
    assert tested(alone, claim, 0, 24) == further
    assert tested(replace(setting), claim, 0, 6) == first
    assert tested(setting, claim, 0, 6) == first


def test_closed_forms_are_tried_after_a_look_without_them():
    page = r"Let $\beta \in (0, 1)$. Then $\sum_{i=1}^{n} \beta^i = \beta \frac{1 - \beta^n}{1 - \beta}$."
    setting, claim = claim_of(page)
    with pytest.raises(NotReplayed):
        replay(setting, claim, ByNormalForm())
    assert isinstance(replay(setting, claim, ByNormalForm(closed_forms=True)), Proved)


def test_what_no_closed_form_changes_differs_again():
    setting, claim = claim_of(r"Let $a > 0$ and $b > 0$. Then $(a + b)^2 = a^2 + b^2$.")
    for closed_forms in (False, True, False):
        with pytest.raises(NotReplayed, match="differ"):
            replay(setting, claim, ByNormalForm(closed_forms=closed_forms))
    other = replace(claim, rhs=claim.lhs)
    assert isinstance(replay(setting, other, ByNormalForm()), Proved)


def test_other_givens_are_elaborated_anew():
    (scope,) = (s for s in chains(read_text(PAGES[0], "page.tex")) if isinstance(s, Scope))
    formulas = [s.formula for s in scope.steps]
    done = elaborate(scope.givens, formulas)
    assert elaborate(list(scope.givens), list(formulas)) is done
    assert elaborate((), formulas) is not done
    assert elaborate(scope.givens, formulas, lenient=True) is not done


@pytest.mark.parametrize(
    ("expression", "zero"),
    [
        (1 / X + 1 / Y - (X + Y) / (X * Y), True),
        (X / (X + Y) + Y / (X + Y) - 1, True),
        (1 / (1 + 1 / X) - X / (X + 1), True),
        (1 / X + 1 / Y - (X - Y) / (X * Y), False),
        (X / (X + Y) + Y / (X + Y) - 2, False),
        (sympy.exp(X) / (1 + sympy.exp(X)) + 1 / (1 + sympy.exp(X)) - 1, True),
        (sympy.sqrt(X) / (1 + sympy.sqrt(X)) - 1, False),
    ],
)
def test_a_numerator_vanishes_or_not(expression: sympy.Expr, zero: bool):
    assert vanishes_as_fraction(expression) is zero


def test_nothing_is_said_where_a_denominator_vanishes():
    hidden = sympy.Mul(X, sympy.Pow(sympy.Add(X * (X + 1), -(X**2), -X), -1))
    assert not vanishes_as_fraction(hidden - hidden.func(*hidden.args) + 1 / (X * (X + 1) - X**2 - X))


def test_small_matrices_are_those_of_sympy():
    one = Matrix(2, 3, list(sympy.symbols("a:6")))
    two = Matrix(3, 2, list(sympy.symbols("b:6")))
    factor = sympy.Symbol("c")
    assert (one @ two).in_sympy == one.in_sympy * two.in_sympy
    assert (one.T + two).in_sympy == one.in_sympy.T + two.in_sympy
    assert (one.T - two).in_sympy == one.in_sympy.T - two.in_sympy
    assert one.scaled(factor).in_sympy == one.in_sympy * factor
    assert (-one).row(1).in_sympy == -one.in_sympy.row(1)
    assert one.col(2).in_sympy == one.in_sympy.col(2)
    assert from_sympy(one.in_sympy).entries == one.entries
    assert scalar(0).scaled(1 / sympy.S.Zero)[0] is sympy.nan  # nothing over nothing is nothing to agree about
