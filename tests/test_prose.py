"""Declarations, definitions and hypotheses from sentences."""

from __future__ import annotations

import pytest

import latex_in
from language.derivation import (
    Distributed,
    Fact,
    Independent,
    Interval,
    Item,
    Lines,
    Mapping,
    Membership,
    Property,
    RealSpace,
    Step,
    Unread,
)
from language.terms import App, Num, Sym, app, num


def read(text: str) -> tuple[Item, ...]:
    return latex_in.read_text(text).items


def test_spaces() -> None:
    items = read(
        r"Let $q, k \in \mathbb{R}^d$, $\bm Q \in \mathbb{R}^{n \times d}$,"
        r" $\lambda \in \mathbb{R}_+$, $n \in \mathbb{N}$."
    )
    d, n = Sym("d"), Sym("n")
    assert items == (
        Membership(Sym("q"), RealSpace((d,))),
        Membership(Sym("k"), RealSpace((d,))),
        Membership(Sym(r"\bm{Q}"), RealSpace((n, d))),
        Membership(Sym(r"\lambda"), RealSpace((), True)),
        Membership(n, RealSpace((), True, True)),
    )


def test_intervals_and_ranges() -> None:
    items = read(r"Let $\alpha \in [0,1)$ and $i \in \{1,\dots,n\}$.")
    assert items[0] == Membership(Sym(r"\alpha"), Interval(num(0), num(1), False, True))
    assert items[1] == Membership(Sym("i"), RealSpace(integer=True))
    assert [x.formula.relation for x in items if isinstance(x, Fact)] == ["<=", "<="]


def test_inequalities() -> None:
    items = read(r"Suppose $\epsilon, \eta > 0$, $0 \le \gamma < 1$ and $a \ne b$.")
    assert [(x.formula.relation, x.definition) for x in items if isinstance(x, Fact)] == [
        (">", False),
        (">", False),
        ("<=", False),
        ("<", False),
        ("!=", False),
    ]


def test_maps() -> None:
    items = read(
        r"Let $f\colon\mathbb{R}^d\to\mathbb{R}^m$ and"
        r" let $\sigma : \mathbb{R} \to \mathbb{R}$ be applied element-wise."
    )
    assert items[0] == Mapping(Sym("f"), RealSpace((Sym("d"),)), RealSpace((Sym("m"),)))
    assert items[-1] == Property(Sym(r"\sigma"), "elementwise")


def test_distributions() -> None:
    items = read(r"Let $\bm x\sim\mathcal{N}(\bm 0,\bm I)$ in $\mathbb{R}^d$.")
    x = Sym(r"\bm{x}")
    assert items == (
        Distributed(x, app("Normal", app("zeros"), app("identity"))),
        Membership(x, RealSpace((Sym("d"),))),
    )


@pytest.mark.parametrize(
    "text", [r"Let $X_1,\dots,X_n \overset{iid}{\sim} p$.", r"The samples $X_1,\dots,X_n \sim p$ are i.i.d. here."]
)
def test_identically_distributed(text: str) -> None:
    (item,) = (x for x in read(text) if isinstance(x, Distributed))
    assert item.independent
    assert item.subject == App("index", (Sym("X"), Sym("i")))


@pytest.mark.parametrize(
    "text",
    [
        "Let $q$ and $k$ be mutually independent.",
        r"Let $q, k \in \mathbb{R}^d$ be independent, $q, k \sim \mathcal{N}(0, I)$.",
        "Here $q$ is independent of $k$.",
    ],
)
def test_independence(text: str) -> None:
    assert [x.subjects for x in read(text) if isinstance(x, Independent)] == [(Sym("q"), Sym("k"))]


def test_dependence_is_not_independence() -> None:
    assert not [x for x in read("The vectors $q$ and $k$ are not independent.") if isinstance(x, Independent)]


@pytest.mark.parametrize(
    ("text", "name", "word"),
    [
        ("Let $A$ be a symmetric matrix.", "A", "symmetric"),
        ("for an invertible matrix $B$", "B", "invertible"),
        ("The label $y$ is one-hot.", "y", "one-hot"),
        ("$y$ one-hot, as usual", "y", "one-hot"),
        ("Let $U$ have orthonormal columns.", "U", "orthonormal columns"),
        ("$S$ is symmetric and positive definite.", "S", "positive definite"),
        (r"a diagonal matrix $\Lambda \in \mathbb{R}^{k\times k}$", r"\Lambda", "diagonal"),
    ],
)
def test_properties(text: str, name: str, word: str) -> None:
    assert Property(Sym(name), word) in read(text)


def test_a_property_denied() -> None:
    assert not [x for x in read("Here $A$ is not symmetric.") if isinstance(x, Property)]


@pytest.mark.parametrize(
    ("text", "which"),
    [
        ("where the rows of $X$ are $x_i^T$.", "row"),
        ("The matrix $X$ has rows $x_i^T$.", "row"),
        ("Let $X$ be a matrix whose columns are $x_i$. So the columns of $X$ are $x_i$.", "column"),
        ("Here $x_i$ is the $i$-th row of $X$.", "row"),
    ],
)
def test_lines(text: str, which: str) -> None:
    found = [x for x in read(text) if isinstance(x, Lines)]
    assert found
    assert {(x.matrix, x.index, x.which) for x in found} == {(Sym("X"), "i", which)}


def test_lines_in_pairs() -> None:
    items = read(r"The matrices $F_Q, F_K$ hold $f(q_i)^\top$ and $f(k_j)^\top$ in their rows.")
    assert [(x.matrix, x.index) for x in items if isinstance(x, Lines)] == [(Sym("F_{Q}"), "i"), (Sym("F_{K}"), "j")]


# Facts and claims --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "definition"),
    [
        (r"Momentum is $v_t = \alpha v_{t-1} + g_t$.", True),
        ("Let $c = a + b$.", True),
        (r"where $\alpha_i = \beta^i$.", True),
        (r"with $U^\top U = I$", False),
        ("Assume $c = a + b$.", False),
        (r"If $\mathbb{E}[g_i] = m$,", False),
    ],
)
def test_facts(text: str, definition: bool) -> None:
    (fact,) = (x for x in read(text) if isinstance(x, Fact))
    assert fact.definition is definition


def test_base_case_of_a_recurrence_is_a_definition() -> None:
    items = read(r"Let $v_t = a v_{t-1}$ for $t \ge 1$ and $v_0 = 0$.")
    facts = [x for x in items if isinstance(x, Fact)]
    assert [(x.definition, x.over) for x in facts] == [(True, ("t",)), (False, ()), (True, ())]


def test_for_every() -> None:
    (fact,) = (x for x in read(r"If $\mathbb{E}[g_i] = m$ for every $i$, then") if isinstance(x, Fact))
    assert fact.over == ("i",)


@pytest.mark.parametrize("cue", ["so", "Hence", "Therefore", "Then we have", "and we get", "that is, we obtain"])
def test_claims(cue: str) -> None:
    items = read(f"Let $k = 3$. {cue} $k + 1 = 4$.")
    (step,) = (x for x in items if isinstance(x, Step))
    assert (step.lhs_text, step.rhs_text, step.definition) == ("k + 1", "4", False)
    assert step.chain == 1


def test_one_entry_of_a_one_hot_vector_is_no_definition() -> None:
    facts = [x for x in read(r"$L = -\sum_i y_i \log p_i$, $y$ one-hot with $y_k = 1$.") if isinstance(x, Fact)]
    assert [x.definition for x in facts] == [True, False]


def test_formulas_that_are_not_understood() -> None:
    items = read(r"Consider $\zork + 1$ and $5 = $.")
    assert [(x.message, x.display) for x in items if isinstance(x, Unread)] == [
        (r"unknown command \zork", False),
        ("expected a term after =", False),
    ]


def test_mentions_are_silent() -> None:
    assert read("The vector $x$ and the number $3$ occur in $f(x)$.") == ()


def test_numbers_are_exact() -> None:
    (fact,) = (x for x in read("Let $c = 0.1$.") if isinstance(x, Fact))
    assert isinstance(fact.formula.rhs, Num)
    assert fact.formula.rhs.value == num(1).value / 10
