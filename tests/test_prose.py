"""Declarations, definitions and hypotheses from sentences."""

from __future__ import annotations

import pytest
from hence.language.derivation import (
    Context,
    Distributed,
    Fact,
    Formula,
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
    flat,
)
from hence.language.terms import App, Num, Sym, Term, app, num

from hence import latex_in


def read(text: str) -> tuple[Item, ...]:
    return tuple(flat(latex_in.read_text(text).items))


def stated(text: str) -> list[Formula]:
    """What a text gives or claims, and does not only mention."""
    said = [x for x in read(text) if isinstance(x, Fact | Step)]
    return [x.formula for x in said if isinstance(x, Fact) or x.standing != "mention"]


def contexts(items: tuple[Item, ...]) -> list[str]:
    """The kinds of the contexts of a page, the outer ones first."""
    inner = [x for x in items if isinstance(x, Context)]
    return [kind for x in inner for kind in (x.kind, *contexts(x.items))]


def words(text: str) -> list[tuple[str, str]]:
    """Symbols and the words said of them."""
    return [(show(x.subject), x.word) for x in read(text) if isinstance(x, Property)]


def facts(text: str) -> list[str]:
    return [show(x.formula.lhs) + x.formula.relation + show(x.formula.rhs) for x in read(text) if isinstance(x, Fact)]


def show(term: Term) -> str:
    match term:
        case Num(value):
            return str(value)
        case Sym(name):
            return name
        case App("index", (base, *indices)):
            return f"{show(base)}_{''.join(map(show, indices))}"
        case App(head, args):
            return f"{head}({','.join(map(show, args))})"
    return "..."


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
    assert not [
        x for x in read("The vectors $q$ and $k$ are not independent.") if isinstance(x, Independent) and not x.denied
    ]


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


def test_words_come_before_the_claim_that_rests_on_them() -> None:
    items = read("If $x$ is a scalar, then we have $|x|^2 = x^2$.")
    assert [type(x).__name__ for x in items] == ["Property", "Step"]


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
        ("expected a term after =", False),
    ]


def test_mentions_are_silent() -> None:
    assert read("The letter $x$ and the number $3$ occur in $f(x)$.") == ()


def test_numbers_are_exact() -> None:
    (fact,) = (x for x in read("Let $c = 0.1$.") if isinstance(x, Fact))
    assert isinstance(fact.formula.rhs, Num)
    assert fact.formula.rhs.value == num(1).value / 10


# Nouns -------------------------------------------------------------------------------------------

SQUARE, LONG, PLAIN = RealSpace((Sym("n"), Sym("n"))), RealSpace((Sym("d"),)), RealSpace()


@pytest.mark.parametrize(
    ("text", "names", "space"),
    [
        (r"Let $A$ and $B$ be two $n\times n$ matrices.", "AB", SQUARE),
        (r"For an $n \times n$ matrix $A$ we have", "A", SQUARE),
        (r"Let $A$ be $n \times n$.", "A", SQUARE),
        (r"Let $A$ be a matrix of size $n \times n$.", "A", SQUARE),
        ("Let $A$ be an $n$ by $n$ matrix.", "A", SQUARE),
        (r"the number $c$, and $A$ an $n \times n$ matrix", "A", SQUARE),
        ("Let $x$ and $y$ be $d$-dimensional vectors.", "xy", LONG),
        ("the $d$-dimensional vectors $x,y$", "xy", LONG),
        ("Let $x$ be a vector of length $d$.", "x", LONG),
        (r"Let $x$ and $y$ be vectors in $\mathbb{R}^d$.", "xy", LONG),
        (r"Let $x$, $y$ and $z$ be independent in $\mathbb{R}^d$.", "xyz", LONG),
        ("Now let $x$ be any real number.", "x", PLAIN),
        ("For real numbers $a,b$ and $c$,", "abc", PLAIN),
    ],
)
def test_nouns_with_sizes(text: str, names: str, space: RealSpace) -> None:
    assert [x for x in read(text) if isinstance(x, Membership)] == [Membership(Sym(n), space) for n in names]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Take weight matrices $W_1$ and $W_2$.", [("W_{1}", "matrix"), ("W_{2}", "matrix")]),
        ("Suppose that $M$ is a matrix and $v$ is a vector.", [("M", "matrix"), ("v", "vector")]),
        ("Let $A$ be a matrix, $x$ a vector and $c$ a scalar.", [("A", "matrix"), ("x", "vector"), ("c", "scalar")]),
        ("For a scalar $c$ and vectors $x,y$,", [("c", "scalar"), ("x", "vector"), ("y", "vector")]),
        ("Take $n$ vectors $x_i$.", [("x_i", "vector")]),
        ("the row vector $u$", [("u", "row vector")]),
        (r"the vector $x \in \mathbb{R}^d$", []),
        ("where $F$ is a vector field", []),
        ("$A$ maps vectors to vectors.", []),
        ("$n$ is the number of vectors.", []),
        ("The function $f$ of the vector is linear.", []),
        (r"The $i$-th row of $X$ is the vector $u$.", [("u", "vector")]),
        ("The inverse of $A$ is a symmetric matrix.", []),
        ("Let the columns of $A$ be orthonormal.", [("A", "orthonormal columns")]),
    ],
)
def test_nouns_without_sizes(text: str, expected: list[tuple[str, str]]) -> None:
    assert words(text) == expected


def test_a_vector_by_its_noun_has_entries() -> None:
    (step,) = (x for x in read("Let $x$ be a vector. $$x_1 + 0 = x_1$$") if isinstance(x, Step))
    assert step.formula.rhs == App("index", (Sym("x"), num(1)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Let $v_1,\\dots,v_n$ be orthonormal vectors.", ("v_i", "orthonormal vectors")),
        (r"Let $x,y\in\mathbb{R}^n$ be orthogonal.", ("y", "orthogonal vectors")),
        ("Here $x$ is orthogonal to $y$.", ("y", "orthogonal vectors")),
        ("Let $Q$ be an orthogonal matrix.", ("Q", "orthogonal")),
        (r"Let $U\in\mathbb{R}^{n\times n}$ be orthogonal.", ("U", "orthogonal")),
        ("where $x$ is a unit vector", ("x", "unit")),
        ("Each $v$ has unit norm.", ("v", "unit")),
    ],
)
def test_adjectives_of_vectors_and_matrices(text: str, expected: tuple[str, str]) -> None:
    assert expected in words(text)


def test_families_of_orthonormal_vectors() -> None:
    found = [x for x in read(r"Let $v_1,\dots,v_n$ be orthonormal vectors.") if isinstance(x, Fact)]
    assert [(show(x.formula.lhs), x.formula.rhs, x.over, x.unless) for x in found] == [
        ("mul(transpose(v_i),v_j)", app("delta", Sym("i"), Sym("j")), ("i", "j"), ()),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Let $A$ be a matrix that is not necessarily symmetric.",
        "Let $A$ (which need not be symmetric) be given.",
        "If $A$ were symmetric, this would be easy.",
        "Let $A$ be a block-diagonal kernel.",
        "Let $f$ be a function with a symmetric Hessian.",
        r"Let $x \in \mathbb{R}^n$ and $c > 0$ be symmetric.",
    ],
)
def test_adjectives_that_are_not_said(text: str) -> None:
    assert not {w for _, w in words(text)} & {"symmetric", "diagonal"}


@pytest.mark.parametrize(
    "text",
    [
        r"Let $D$ be a diagonal matrix with entries $d_i$.",
        r"Let $D$ be the diagonal matrix with $D_{ii} = d_i$.",
        r"Let $D_{ii} = d_i$ be diagonal.",
    ],
)
def test_entries_of_a_diagonal_matrix(text: str) -> None:
    assert "D_ij=mul(delta(i,j),d_i)" in facts(text)
    assert ("D", "diagonal") not in words(text)


def test_binary_vectors() -> None:
    assert read(r"Let $y\in\{0,1\}^n$.") == (Membership(Sym("y"), RealSpace((Sym("n"),))), Property(Sym("y"), "binary"))


# Words that determine ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name", "word"),
    [
        (r"Let $\hat\theta$ be the minimiser of $J$. $$\hat\theta = 4$$", r"\hat{\theta}", "the minimizer"),
        (r"Here $\bar x$ is the average of the entries of $x$. $$\bar x = 1$$", r"\bar{x}", "the average"),
        (r"Denote by $\lambda$ the largest eigenvalue of $A$. $$\lambda = 1$$", r"\lambda", "the eigenvalue"),
        ("We denote the inverse of $A$ by $B$. $$B = 1$$", "B", "the inverse"),
        ("The optimal solution $w$ exists. $$w = 1$$", "w", "the solution"),
    ],
)
def test_words_that_determine(text: str, name: str, word: str) -> None:
    items = read(text)
    assert Property(Sym(name), word) in items
    assert [x.definition for x in items if isinstance(x, Step)] == [False]


@pytest.mark.parametrize(
    "text",
    [
        "The loss $L$ is $$L = a + b$$",
        "Define the objective $L$ as $$L = a + b$$",
        "Let $L$ be the average loss, $$L = a + b$$",
        "Let $L$ be the mean of both: let $$L = a + b$$",
        "The gradient $L$ is $$L = a + b$$",
    ],
)
def test_names_that_a_display_defines(text: str) -> None:
    assert [x.definition for x in read(text) if isinstance(x, Step)] == [True]


# Randomness --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Let $x$ and $y$ be random variables that are not independent.",
        "We do not assume that $x$ and $y$ are independent.",
        "If $x$ and $y$ were independent this would be easy.",
        "The variables $x$ and $y$ need not be independent.",
        "The variables $x$ and $y$ are dependent.",
        "The vectors $x$ and $y$ are linearly independent.",
        "Given $z$, $x$ and $y$ are conditionally independent.",
    ],
)
def test_no_independence(text: str) -> None:
    assert not [x for x in read(text) if isinstance(x, Independent) and not x.denied]


def test_independence_in_pairs_only() -> None:
    three = read("Let $x,y,z$ be pairwise independent random variables.")
    assert [x for x in three if isinstance(x, Independent)] == []
    assert Property(Sym("z"), "pairwise independent") in three
    two = read("Let $x$ and $y$ be pairwise independent.")
    assert Independent((Sym("x"), Sym("y"))) in two


def test_independent_things_named_behind() -> None:
    items = read("Let $n > 1$ and take independent random variables $X$ and $Y$.")
    assert Independent((Sym("X"), Sym("Y"))) in items


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"Let $X_1,\dots,X_n$ be i.i.d.\ with mean $\mu$.", [r"E(X_i)=\mu"]),
        (r"Let $X$ have mean $\mu$ and variance $\sigma^2$.", [r"E(X)=\mu", r"Var(X)=pow(\sigma,2)"]),
        (r"Let $X$ have mean $\mu$ and standard deviation $s$.", [r"E(X)=\mu", "Var(X)=pow(s,2)"]),
        ("Let $X$ and $Y$ have means $a$ and $b$.", ["E(X)=a", "E(Y)=b"]),
        ("Let $X$ and $Y$ be zero-mean random variables.", ["E(X)=0", "E(Y)=0"]),
        ("Let $X$ be random with zero mean and unit variance.", ["E(X)=0", "Var(X)=1"]),
        ("for random variables $X$ and $Y$ with mean zero", ["E(X)=0", "E(Y)=0"]),
        (r"Let $q \in \mathbb{R}^d$ have i.i.d. entries with mean $0$.", ["E(q_i)=0"]),
        (r"The entries of $q \in \mathbb{R}^d$ have mean $0$ and variance $1$.", ["E(q_i)=0", "Var(q_i)=1"]),
        (r"Let $x_1,\dots,x_n$ be random vectors with mean $\mu$.", [r"E(x_i)=\mu"]),
        ("Let $X$ have mean 0 and variance 0.5.", ["E(X)=0", "Var(X)=1/2"]),
        ("The mean of $X$ is zero.", ["E(X)=0"]),
        (r"Let $\mu$ be the mean of $x$.", []),
        ("Let $s$ be the norm of a gradient with mean zero.", []),
    ],
)
def test_moments(text: str, expected: list[str]) -> None:
    assert [show(f.lhs) + f.relation + show(f.rhs) for f in stated(text)] == expected


def test_moments_hold_for_every_index() -> None:
    (fact,) = (x for x in read(r"Let $x_1,\dots,x_n$ be random with mean $0$.") if isinstance(x, Fact))
    assert fact.over == ("i",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"The entries of $q$ and $k$ are independent.", [("q", "independent entries"), ("k", "independent entries")]),
        ("Let $q$ have i.i.d. entries.", [("q", "independent entries")]),
        ("Let $q$ be a vector whose entries are i.i.d.", [("q", "vector"), ("q", "independent entries")]),
        ("Let $x$ and $y$ be uncorrelated.", [("x", "uncorrelated"), ("y", "uncorrelated")]),
        ("with stationary $g_t$", [("g_t", "stationary")]),
        ("Let $U$ be uniformly distributed.", [("U", "uniform")]),
        ("Let $X$ be a Bernoulli random variable.", [("X", "random"), ("X", "bernoulli")]),
        ("Let $X$ be Gaussian with mean $0$ and variance $1$.", []),
        ("Since $X$ is Gaussian, so is its double.", []),
        ("Let $x$ and $y$ be identically distributed.", [(n, "identically distributed") for n in "xy"]),
    ],
)
def test_words_about_laws(text: str, expected: list[tuple[str, str]]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        r"Let $\epsilon_1,\dots,\epsilon_n$ be i.i.d. $\mathcal{N}(0,1)$.",
        r"The i.i.d. samples $\epsilon_1,\dots,\epsilon_n \sim \mathcal{N}(0,1)$ are given.",
        r"Let $\epsilon_1,\dots,\epsilon_n$ be independent standard normal variables.",
        r"Let $\epsilon_1,\dots,\epsilon_n$ be drawn independently from $\mathcal{N}(0,1)$.",
        r"Let $\epsilon_1,\dots,\epsilon_n$ be i.i.d. Gaussian with mean $0$ and variance $1$.",
        r"We draw $\epsilon_1,\dots,\epsilon_n$ independently from the normal distribution $\mathcal{N}(0,1)$.",
    ],
)
def test_laws_in_words(text: str) -> None:
    subject = App("index", (Sym(r"\epsilon"), Sym("i")))
    assert Distributed(subject, app("Normal", num(0), num(1)), True) in read(text)


# Contexts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("If $2a = 0$, then", ["sentence"]),
        ("Suppose first that $2a = b$.", ["case"]),
        ("Suppose that $2a = b$.", ["supposition"]),
        ("At $x = 0$ we have", ["sentence"]),
        ("When $x = 0$, we have", ["sentence"]),
        ("For $i = j$ we have", ["sentence"]),
        ("For $a > 0$ we have", ["supposition"]),
        ("Base case $n = 1$:", ["case"]),
        ("Setting $2x = 0$ gives", ["row"]),
        (r"Setting $\nabla_w L$ to zero gives", ["row"]),
        ("Let $x > 0$.", []),
        ("where $x > 0$", []),
        ("Suppose $x_k = 0$ for some $k$.", ["supposition"]),
        (r"Suppose that they have the same mean $\mathbb{E}[g_i] = m$.", ["supposition"]),
    ],
)
def test_contexts(text: str, kinds: list[str]) -> None:
    assert contexts(latex_in.read_text(text).items) == kinds
    (fact,) = (x for x in read(text) if isinstance(x, Fact))
    assert not fact.definition


@pytest.mark.parametrize(
    "text",
    ["Suppose $x_k = 0$ for some $k$.", "Fix $j$ and suppose $w_j = 1$."],
)
def test_what_is_said_of_one_member(text: str) -> None:
    (fact,) = (x for x in read(text) if isinstance(x, Fact))
    assert fact.single


def test_a_new_symbol_is_defined_even_for_a_fixed_index() -> None:
    (fact,) = (x for x in read("Fix $i$ and let $s_i = 2 x_i$.") if isinstance(x, Fact))
    assert fact.definition
    (fact,) = (x for x in read(r"Fix $i$, let $s \in \mathbb{R}^n$ and let $s_i = 2$.") if isinstance(x, Fact))
    assert (fact.definition, fact.single) == (False, True)


def test_a_range_behind_a_formula() -> None:
    text = r"Let $v_t = a v_{t-1}$ for $t \ge 1$ and $v_0 = 0$."
    assert [x.formula.relation for x in read(text) if isinstance(x, Fact)] == ["=", ">=", "="]
    assert contexts(latex_in.read_text(text).items) == []


def test_setting_the_derivative_to_zero() -> None:
    items = read(r"Let $J = w^2$. $$\frac{dJ}{dw} = 2w$$ Setting the derivative with respect to $w$ to zero, we get")
    fact = items[-1]
    assert isinstance(fact, Fact)
    assert (show(fact.formula.lhs), fact.formula.rhs, fact.imposed) == ("deriv(J,w)", num(0), "here")


@pytest.mark.parametrize(
    "text",
    [
        "In general, this is wrong.",
        "Otherwise it fails.",
        "Conversely, let $x = 1$.",
        "On the other hand, it holds.",
        "Now let $x$ be given.",
        "In the second case we get more.",
        "Suppose instead that $a > 1$.",
        "For the inductive step, take",
    ],
)
def test_where_a_supposition_ends(text: str) -> None:
    first, *rest = latex_in.read_text(rf"Suppose $a > 0$. Then $$a + 1 > 1.$$ {text} $$b = b$$").items
    assert isinstance(first, Context)
    assert len(first.items) == 2
    assert rest


# Families ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        r"Let $x_1,\dots,x_n \ge 0$.",
        r"Let $x_i \ge 0$ for all $i$.",
        r"with $x_i \ge 0$",
        r"For every $i$, let $x_i \ge 0$.",
    ],
)
def test_inequalities_of_families(text: str) -> None:
    (fact,) = (x for x in read(text) if isinstance(x, Fact))
    assert (show(fact.formula.lhs), fact.over) == ("x_i", ("i",))


def test_an_inequality_for_one_member_only() -> None:
    for text in (r"If $x_i \ge 0$, then", r"Fix $i$ with $x_i \ge 0$.", r"Let $x_1 \ge 0$."):
        (fact,) = (x for x in read(text) if isinstance(x, Fact))
        assert fact.over == ()


@pytest.mark.parametrize(
    "text",
    [
        r"Let $x_i^\top x_j = 0$ for $i\ne j$.",
        r"Suppose $x_i^\top x_j = 0$ whenever $i \neq j$.",
        r"Suppose $x_i^\top x_j = 0$ if $i \neq j$.",
        r"Let $x_i^\top x_j = 0 \; (i \ne j)$.",
        r"Let $x_i^\top x_j = 0$ for all $i \ne j$.",
        r"Let $x_i^\top x_j = 0, i \ne j$.",
        r"For $i \ne j$ let $x_i^\top x_j = 0$.",
        r"Assume $$x_i^\top x_j = 0$$ for $i \ne j$.",
    ],
)
def test_indices_that_differ(text: str) -> None:
    (fact,) = (x for x in read(text) if isinstance(x, Fact | Step))
    assert (set(fact.over), fact.unless, fact.definition) == ({"i", "j"}, (("i", "j"),), False)


def test_a_claim_about_indices_that_differ() -> None:
    items = read(r"Let $p > 0$. $$2 p_i = p_j$$ for $i \neq j$.")
    assert [type(x).__name__ for x in items] == ["Fact", "Fact", "Step"]
    assert isinstance(items[1], Fact)
    assert items[1].formula.relation == "!="


def test_symbols_of_what_is_not_understood() -> None:
    (item,) = (x for x in read(r"Suppose $x_k = W_{\text{in}} x_i =$.") if isinstance(x, Unread))
    assert (item.symbols, item.display) == (("x", "k", r"W_{\mathrm{in}}", r"\mathrm{in}", "i"), False)


def test_several_matrices_and_their_rows() -> None:
    items = read(r"Let $Q,K\in\mathbb{R}^{n\times d}$ with rows $q_i^\top$, $k_i^\top$.")
    assert [x.matrix for x in items if isinstance(x, Lines)] == [Sym("Q"), Sym("K")]


@pytest.mark.parametrize(
    "text",
    [
        "It is not true that $a + b = 1$, and we do not assume $c = d$.",
        "We cannot assume that $a = b$.",
        "Here $a = b$ does not hold.",
        "Neither $a = b$ nor $c = d$ is needed.",
        "Without assuming $a = b$, we go on.",
        "Unless $k = 0$, we may divide by $k$.",
        "Our goal is $x^2 = x$.",
        "We would like $y = 1$.",
        "Let us ask whether $u = v$.",
        "Is $u = v$?",
        "Suppose $p = 0$ or $q = 0$.",
        "Either $p = 0$ or $q = 0$.",
        "This fails if $x = 1$.",
        "It vanishes only if $w = 0$.",
        "Note that $x^2 = 1$ would imply a contradiction.",
        "Unlike in (a), where $s = 1$, we take any $s$.",
        "By AM-GM, with equality iff $a = b$,",
        "Here equality holds if and only if $x = y$.",
        "Suppose this, with equality if $c = 0$.",
        "Nothing forces $x = y$.",
        "There is no reason for $x = y$ to hold.",
        "There is an index $k$ with $x_k = 0$.",
        "This contradicts $x = y$.",
        "Exclude the case $x = y$.",
        "A sufficient condition is $x = y$.",
        "Here $x = y$ is necessary.",
        "Students often believe $x = y$ here.",
        "Suppose $p = 0$ or $1$.",
    ],
)
def test_formulas_that_are_not_asserted(text: str) -> None:
    assert not stated(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We want to show this. Since $a = b$, we go on.", ["a=b"]),
        ("We want to show that $f = x^2$ is convex.", ["f=pow(x,2)"]),
        ("We ask whether the function $f = x^2$ is convex.", ["f=pow(x,2)"]),
        ("We want to minimise $f = x^2$.", ["f=pow(x,2)"]),
        ("It is not true that $a = b$, but suppose $c = d$.", ["c=d"]),
        ("Without loss of generality, let $c = d$.", ["c=d"]),
        ("Instead of $s = 1$ we take $s = 2$.", ["s=2"]),
        ("Let $c = d$, or equivalently $d = c$.", ["c=d", "d=c"]),
        ("Unless $k = 0$, let $c = d$.", ["c=d"]),
        ("By the equality $c = d$ we may go on.", ["c=d"]),
        ("The target is $y = 1$.", ["y=1"]),
        ("Ignoring additive constants the loss is $l = x^2$.", ["l=pow(x,2)"]),
        ("It is not hard to see why, since $c = d$.", ["c=d"]),
    ],
)
def test_a_hedge_ends_with_its_clause(text: str, expected: list[str]) -> None:
    assert [show(f.lhs) + f.relation + show(f.rhs) for f in stated(text)] == expected
