"""Terms that are changed in places where nothing is to be changed stay the very same, and remember what was asked."""

import pickle

from hence.language.plots import Later, Plot, as_points
from hence.language.terms import Sym, Term, app, free_names, mapped, substitute
from hence.latex_in import read_text

FORMULA = r"$$\sum_{i=1}^{n} a_i x_i = \lim_{t \to 0} f(t) + \max_{y : y \le b} g(y).$$"


def side() -> Term:
    (step,) = read_text(FORMULA, "page").steps
    return step.formula.rhs


def test_what_does_not_change_is_the_same():
    for term in (side(), read_text(FORMULA, "page").steps[0].formula.lhs):
        assert mapped(term, lambda part: part) is term
        assert substitute(term, {"q": Sym("r")}) is term


def test_what_changes_is_another():
    term = side()
    changed = substitute(term, {"b": Sym("c")})
    assert "c" in free_names(changed)
    assert "b" not in free_names(changed)
    assert "b" in free_names(term)


def test_equal_sets_of_names_are_one():
    """Many terms have few sets of names; how they are gone through does not depend on who had them first."""
    one, other = app("add", *map(Sym, "abcdefgh")), app("mul", *map(Sym, "hgfedcba"))
    assert free_names(one) is free_names(other)
    assert list(free_names(one)) == list(frozenset(sorted("abcdefgh")))
    assert free_names(one) != free_names(app("add", *map(Sym, "abcdefg")))


def test_a_bound_variable_is_not_replaced():
    term = side()
    assert substitute(term, {"t": Sym("s"), "y": Sym("s")}) is term
    captured = substitute(term, {"b": Sym("y")})
    assert "y" in free_names(captured)


def _plot(seed: int) -> Plot:
    return Plot((), f"seed {seed}")


def test_a_plot_is_made_where_it_is_drawn():
    later = pickle.loads(pickle.dumps(Later(_plot, 3)))  # noqa: S301 (our own)
    assert as_points(later) == Plot((), "seed 3")
    assert as_points(_plot(4)) == Plot((), "seed 4")
