"""The formula parser: what formulas mean, and what happens to those that mean nothing."""

from __future__ import annotations

import contextlib

import pytest
from hence.language.derivation import Step, Unread
from hence.language.heads import BINDERS, HEADS
from hence.language.terms import App, Bind, Num, Sym, Term, domain_terms, subterms
from hence.latex_in.letters.names import Names
from hence.latex_in.letters.survey import Survey, survey
from hence.latex_in.page.macros import standard
from hence.latex_in.page.source import ParseError
from hence.latex_in.page.tidy import tidy
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.formulas import sides
from hence import latex_in


def show(term: Term) -> str:
    """A term on one line."""
    match term:
        case Num(value):
            return str(value)
        case Sym(name):
            return name
        case App(head, args):
            return f"{head}({', '.join(map(show, args))})"
        case Bind(head, var, domain, body):
            inside = ", ".join(map(show, domain_terms(domain)))  # a value that is left out comes last
            return f"{head}[{var.name}: {type(domain).__name__}({inside})]({show(body)})"


FORMULAS = {
    r"a - b c": "add(a, neg(mul(b, c)))",
    r"1/2 x": "mul(div(1, 2), x)",
    r"\frac12 x + 0.25": "add(mul(div(1, 2), x), 1/4)",
    r"2\cdot 3 \times a * b": "mul(2, 3, a, b)",
    r"e^{-x}": "exp(neg(x))",
    r"\exp\left(x\right)^2": "pow(exp(x), 2)",
    r"\exp\{x\}": "exp(x)",
    r"\log a b + c": "add(log(mul(a, b)), c)",
    r"\log a \log b": "mul(log(a), log(b))",
    r"\log x \cdot y": "mul(log(x), y)",
    r"\sin^2 x + \cos^2 x": "add(pow(sin(x), 2), pow(cos(x), 2))",
    r"\|x\|_2^2 + \lVert A \rVert_F": "add(pow(norm(x), 2), norm_F(A))",
    r"||x|| - |y||z|": "add(norm(x), neg(mul(abs(y), abs(z))))",
    r"\left|\left| x \right|\right|": "norm(x)",
    r"\langle a, b \rangle": "inner(a, b)",
    r"A^\top B^T C^{\mathsf T} D^\intercal": "mul(transpose(A), transpose(B), transpose(C), transpose(D))",
    r"A^{-1} B^{-\top}": "mul(pow(A, -1), transpose(pow(B, -1)))",
    r"Q' K'^\top": "mul(Q', transpose(K'))",
    r"A_{ij} + x_{t-1} + x_{t,a}": "add(index(A, i, j), index(x, add(t, neg(1))), index(x, t, a))",
    r"(AB)_{ij}": "index(mul(A, B), i, j)",
    r"x^{(i)}_j": "index(x, i, j)",
    r"F_Q W_1 p_\theta d_{\text{model}}": r"mul(F_{Q}, W_{1}, p_{\theta}, d_{\mathrm{model}})",
    r"\bm v_t + \mathbf{v}_t + \boldsymbol{v}_t": r"add(index(\bm{v}, t), index(\bm{v}, t), index(\bm{v}, t))",
    r"\hat y_k \tilde{\bm{y}}": r"mul(index(\hat{y}, k), \tilde{\bm{y}})",
    r"\Delta\bm\theta_t": r"index(\Delta\bm{\theta}, t)",
    r"\mathbf{Xw} + \bm{x_i}": r"add(mul(\bm{X}, \bm{w}), index(\bm{x}, i))",
    r"\mathcal{L} + \text{CE}": r"add(\mathcal{L}, \mathrm{CE})",
    r"\bm 0 + \mathbf{1}_n + I_d + \bm I": "add(zeros(), ones(n), identity(d), identity())",
    r"2\pi": "mul(2, pi())",
    r"\operatorname{tr} X^\top X": "tr(mul(transpose(X), X))",
    r"\softmax_{\text{row}}(A)^\top": "transpose(softmax_row(A))",
    r"\mathrm{softmax}(x)_i": "index(softmax(x), i)",
    r"\sum_{i=1}^n x_i y_i + z": "add(sum[i: Range(1, n)](mul(index(x, i), index(y, i))), z)",
    r"\sum_{j \neq i} x_j": "sum[j: Unstated(i)](index(x, j))",
    r"\sum_{i \ne j} x_i x_j": "sum[i: Unstated()](sum[j: Unstated(i)](mul(index(x, i), index(x, j))))",
    r"\sum_{i \ne j}^n x_i x_j": "sum[i: Range(1, n)](sum[j: Range(1, n, i)](mul(index(x, i), index(x, j))))",
    r"x_j + \sum_{i \ne j} x_i x_j": "add(index(x, j), sum[i: Unstated(j)](mul(index(x, i), index(x, j))))",
    r"\sum_j \sum_{i \ne j} a_{ij}": "sum[j: Unstated()](sum[i: Unstated(j)](index(a, i, j)))",
    r"\sum_{i,j=1, i \ne j}^n a_{ij}": "sum[i: Range(1, n)](sum[j: Range(1, n, i)](index(a, i, j)))",
    r"\sum_{i<j} a_{ij}": "sum[j: Unstated()](sum[i: Range(1, add(j, neg(1)))](index(a, i, j)))",
    r"\sum_{i \le j} a_{ij}": "sum[j: Unstated()](sum[i: Range(1, j)](index(a, i, j)))",
    r"\sum_{i > j} a_{ij}": "sum[i: Unstated()](sum[j: Range(1, add(i, neg(1)))](index(a, i, j)))",
    r"\sum_{1 \le i < j \le n} a_{ij}": "sum[j: Range(1, n)](sum[i: Range(1, add(j, neg(1)))](index(a, i, j)))",
    r"\sum_{j=2}^n \sum_{i<j} a_{ij}": "sum[j: Range(2, n)](sum[i: Range(2, add(j, neg(1)))](index(a, i, j)))",
    r"\sum_{0 \le i < n} x_i": "sum[i: Range(0, add(n, neg(1)))](index(x, i))",
    r"\sum_{i=1}^n -x_i": "sum[i: Range(1, n)](neg(index(x, i)))",
    r"\log e + e^a": "add(log(exp(1)), exp(a))",
    r"e_i + e^{-x} + e^2 + e^\top": "add(index(e, i), exp(neg(x)), pow(e, 2), transpose(e))",
    r"f''(x) + f'(x)": "add(apply(f'', x), apply(f', x))",
    r"2 \bm q \cdot \bm k": r"mul(2, inner(\bm{q}, \bm{k}))",
    r"\bm q \cdot W \bm k \, \bm v": r"mul(inner(\bm{q}, mul(W, \bm{k})), \bm{v})",
    r"W \bm q \cdot \bm k": r"inner(mul(W, \bm{q}), \bm{k})",
    r"(\bm a + \bm b) \cdot \bm c_i": r"inner(add(\bm{a}, \bm{b}), index(\bm{c}, i))",
    r"\bm v \cdot t": r"mul(\bm{v}, t)",
    r"\sum_{i,j} A_{ij}": "sum[i: Unstated()](sum[j: Unstated()](index(A, i, j)))",
    r"\prod_{1 \le i \le n} a_i": "prod[i: Range(1, n)](index(a, i))",
    r"\int x^2 \, dx": "integral[x: Unstated()](pow(x, 2))",
    r"\int_0^1 \int_{-\infty}^{\infty} x y \,dx\,dy":
        "integral[y: Range(0, 1)](integral[x: Unstated()](mul(x, y)))",
    r"\lim_{n\to\infty} \frac1n": "lim[n: Tends(infinity())](div(1, n))",
    r"\mathbb{E}[X]^2 + E[Y]": "add(pow(E(X), 2), E(Y))",
    r"\mathbb{E}_{x\sim\mathcal{N}(0,I)}[x]": "E[x: DistributedAs(Normal(0, identity()))](x)",
    r"\mathrm{Var}(x) + \operatorname{Cov}(x, y)": "add(Var(x), Cov(x, y))",
    r"\mathbb{E}[X \mid Y]": "E(X, given(Y))",
    r"\mathbb{E}[|X| \mid Y = y, Z]": "E(abs(X), given(at(Y, y), Z))",
    r"\mathrm{Var}(X | Y)": "Var(X, given(Y))",
    r"\mathrm{Cov}(X, Y | Z) + \operatorname{Cov}(x)": "add(Cov(X, Y, given(Z)), Var(x))",
    r"\operatorname{Var}_x[x]": "Var[x: Unstated()](x)",
    r"H(X \mid Y) - I(X; Y)": "add(entropy(X, given(Y)), neg(information(X, Y)))",
    r"H(x) + 1": "add(apply(H, x), 1)",
    r"\mathbb{E}_{q(z\mid x)}[\log p(x|z)]":
        "E[z: DistributedAs(density(q, given(x), z))](log(density(p, given(z), x)))",
    r"D_{KL}(q(z|x) \| p(z))": "KL(density(q, given(x), z), density(p, given(), z))",
    r"p(1-p)": "mul(p, add(1, neg(p)))",
    r"\mathcal{N}(x; \mu, \Sigma)": r"normal_pdf(x, \mu, \Sigma)",
    r"f(x)^\top f(y)": "mul(transpose(apply(f, x)), apply(f, y))",
    r"m(k_a + k_b)": "mul(m, add(index(k, a), index(k, b)))",
    r"\frac{\partial L}{\partial W}": "deriv(L, W)",
    r"\frac{\partial}{\partial x} \log f(x) + 1": "add(deriv(log(apply(f, x)), x), 1)",
    r"\frac{dL}{dx}": "deriv(L, x)",
    r"\nabla_W L": "deriv(L, W)",
    r"\nabla_w \frac12 w^\top A w": "deriv(mul(div(1, 2), transpose(w), A, w), w)",
    r"\begin{pmatrix} 1 & a \\ 0 & b \end{pmatrix}": "matrix(row(1, a), row(0, b))",
    r"\delta_{ij}": "delta(i, j)",
    r"W x \odot y": "hadamard(mul(W, x), y)",
    r"V_i' + V_{i}'^\top": "add(index(V', i), transpose(index(V', i)))",
    r"[1, 2]^\top": "transpose(matrix(row(1, 2)))",
    r"\lambda_{\max}(A^\top A)": r"eig_max(mul(transpose(A), A))",
    r"L + \sigma^2 + \sigma(x) + \sigma(1 - \sigma)":
        r"add(L, pow(\sigma, 2), apply(\sigma, x), mul(\sigma, add(1, neg(\sigma))))",
    r"E_{z \sim q} z": "E[z: DistributedAs(density(q, given(), z))](z)",
    r"Attention(Q, K)": r"apply(\mathrm{Attention}, Q, K)",
    r"\boxed{x} + \cancel{y} + \textcolor{red}{z}": "add(x, y, z)",
    r"\underbrace{x + y}_{\text{sum}}": "add(x, y)",
}  # fmt: skip


@pytest.mark.parametrize("latex", FORMULAS)
def test_meaning(latex: str) -> None:
    assert show(latex_in.parse_formula(latex)) == FORMULAS[latex]


BROKEN = {
    r"\frac{1}": "expected an argument",
    r"a +": "expected a term",
    r"x^2^3": "double superscript",
    r"x_i_j": "double subscript",
    r"x & y": "found &",
    r"(a + b": "to close this (",
    r"{a + b": "never closed",
    r"\foo + 1": r"unknown command \foo",
    r"a \foo": r"unknown command \foo",
    r"a + \dots + n": "dots are not understood",
    r"\int x^2": "expected a differential",
    r"\sum x_{ij}": "over which variable",
    r"\begin{cases} 1 \\ 2 \end{cases}": "cases are understood as rows of a value and a condition",
    r"\limsup_x x": r"\limsup is not understood yet",
    r"x_{1:t}": "found :",
    r"{a + b} c": "write ( )",
    r"\log a / b": "ambiguous",
    r"\mathbb{E}[X \mid Y > 0]": "this condition is not understood yet",
    r"\mathbb{E}_{z \sim \mathcal{N}(0, 1)}[z \mid Y]": "under a law of its own",
    r"1/2x": r"write \frac{1}{2}x or \frac{1}{2x}",
    r"x^2/2\sigma^2": r"write \frac{1}{2}x or \frac{1}{2x}",
    r"1/2(x + y)": r"write \frac{1}{2}x or \frac{1}{2x}",
    r"\sum_{i \le n} x_i": "expected a lower bound",
    r"\sum_{e=1}^{n} e^n": "Euler",
    r"\|x\|_3": "a norm with the subscript 3",
    r"(a, b)": "a list in brackets",
    r"\nabla L": "by which variable",
    r"\sigma^2 + \sigma(a + b)": "a function here or a factor",
}


@pytest.mark.parametrize("latex", BROKEN)
def test_refusal(latex: str) -> None:
    with pytest.raises(ParseError) as caught:
        latex_in.parse_formula(latex)
    assert BROKEN[latex] in caught.value.message
    assert 0 <= caught.value.start <= caught.value.end <= len(latex)


def test_refusal_points_at_the_command() -> None:
    with pytest.raises(ParseError) as caught:
        latex_in.parse_formula(r"a + \foo b")
    assert (caught.value.start, caught.value.end) == (4, 8)


def test_chain() -> None:
    relations = [(f.relation, show(f.lhs), show(f.rhs)) for f in latex_in.parse_relation_chain(r"a \le b = c")]
    assert relations == [("<=", "a", "b"), ("=", "b", "c")]


def test_spans_of_terms() -> None:
    term = latex_in.parse_formula("a +\n  b c")
    assert isinstance(term, App)
    assert (term.args[1].span.line, term.args[1].span.column, term.args[1].span.end_column) == (2, 3, 6)


# Names -------------------------------------------------------------------------------------------


def decide(*formulas: str) -> Names:
    return survey([tidy(f, 0, len(f), standard()) for f in formulas])


@pytest.mark.parametrize(
    "formula",
    [
        r"a b + 2 c^2",
        r"\frac{a - A}{3 AB} - |x|",
        r"\sigma^2 \tau",
        "A B = B A",
        "x > 0",
        r"x_i + y",
        "f(x)",
        r"x^\top y",
    ],
)
def test_what_letters_alone_decide_is_what_follows_one_by_one(formula: str):
    seen = Survey()
    seen.look(tidy(formula, 0, len(formula), standard()))
    assert seen.names() == seen.conclusions()


NOT_SO_PLAIN = (
    r"\mathbb{E}[e] = 0",
    r"\|e\|",
    r"\left(x\right",
    r"x^12 + \frac12",
    r"a := \sin{x}",
    r"{x} \le 2}",
    r"x \\ (",
)


@pytest.mark.parametrize("formula", [*sides(), *NOT_SO_PLAIN])
def test_short_ways_lead_where_the_long_ones_do(formula: str, monkeypatch: pytest.MonkeyPatch):
    tokens = tidy(formula, 0, len(formula), standard())
    names = survey([tokens])
    monkeypatch.setattr("hence.latex_in.page.tidy.stand", lambda *_: False)
    monkeypatch.setattr("hence.latex_in.letters.survey.stands_alone", lambda *_: False)
    assert tidy(formula, 0, len(formula), standard()) == tokens
    assert survey([tokens]) == names


def is_index(names: Names, base: str, subscript: str) -> bool:
    read = names.subscript(base, tidy(subscript, 0, len(subscript), standard()))
    return bool(read.indices) and not read.labels


def test_numbers_are_labels_until_the_base_is_indexed() -> None:
    assert not is_index(decide("W_1 + W_2"), "W", "1")
    assert is_index(decide("v_t = v_{t-1}", "v_0"), "v", "0")
    assert is_index(decide(r"q \in \mathbb{R}^d"), "q", "1")


def test_vectors_and_greek_letters_are_labels() -> None:
    assert not is_index(decide(r"k \in \mathbb{R}^d", r"\Sigma_k"), r"\Sigma", "k")
    assert not is_index(decide(r"\mu_\theta"), r"\mu", r"\theta")
    assert is_index(decide(r"\sum_w u_w"), "u", "w")


def test_final_time_is_an_index_where_it_counts() -> None:
    assert is_index(decide(r"\sum_{t=1}^T h_t", "h_T"), "h", "T")
    assert not is_index(decide("F_Q"), "F", "Q")


def test_functions_and_scalars() -> None:
    assert r"\sigma" in decide(r"\sigma(x)").functions
    assert r"\sigma" not in decide(r"\sigma(x)(1 + y)", r"\sigma^2").functions
    assert "L" in decide("L(W_1, W_2) = 0", r"\nabla_{W_1} L").functions
    assert "m" not in decide("m(k_a + k_b)").functions
    assert "f" in decide(r"f : \mathbb{R}^d \to \mathbb{R}").functions


def test_products_of_capitals_are_no_words() -> None:
    assert decide("AB = BA", "ABC = CBA").words == frozenset()
    assert decide("CE = BCE + 1").words == {"CE"}


def test_a_total_is_not_its_members() -> None:
    (formula,) = latex_in.parse_relation_chain(r"L = \sum_{t=1}^T L_t")
    assert show(formula.rhs) == "sum[t: Range(1, T)](index({L}, t))"


def test_letters_of_operands_are_labels() -> None:
    names = decide("k = W_k x", r"q^\top k")
    assert not is_index(names, "W", "k")
    assert not is_index(decide("k = W_k x"), "W", "k")
    assert is_index(decide(r"\sum_k W_k", r"q^\top k"), "W", "k")
    assert is_index(decide("x_k^T y"), "x", "k")


@pytest.mark.parametrize(
    ("formulas", "euler"),
    [
        ((r"e^a \ge 1 + a",), True),
        (("e > 2", "e^a > 1"), True),
        (("e^x = 1",), True),
        (("e = y - z",), False),
        ((r"e \in \mathbb{R}",), False),
        ((r"\sum_{e=1}^n x_e",), False),
    ],
)
def test_whose_number_is_e(formulas: tuple[str, ...], euler: bool) -> None:
    assert decide(*formulas).euler is euler


def test_an_e_of_the_author() -> None:
    (step,) = (x for x in latex_in.read_text("Let $e$ be the error. $$e + 0 = e$$").items if isinstance(x, Step))
    assert step.formula.rhs == Sym("e")


def test_a_sum_over_one_letter_where_the_other_side_has_the_other() -> None:
    first, second = (
        latex_in.parse_relation_chain(r"\sum_{i \ne j} x_i x_j = x_j"),
        latex_in.read_text(r"Fix $j$. $$\sum_{i \ne j} x_i x_j = 0$$").steps,
    )
    assert show(first[0].lhs) == "sum[i: Unstated(j)](mul(index(x, i), index(x, j)))"
    assert isinstance(second[0], Step)
    assert second[0].formula.lhs == first[0].lhs


def test_a_dot_of_declared_vectors() -> None:
    (step,) = latex_in.read_text(r"Let $x, y \in \mathbb{R}^n$. $$2 x \cdot y = 1$$").steps
    assert isinstance(step, Step)
    assert show(step.formula.lhs) == "mul(2, inner(x, y))"


def test_densities() -> None:
    assert decide("q(z|x)", r"z \sim p").densities == {"p", "q"}
    assert decide("p (1 - p)").densities == frozenset()


# Properties of everything ------------------------------------------------------------------------

PIECES = (
    "a b x i t 1 2 12 0.5 + - * / = < ( ) [ ] { } | , . ' ! ^ _ & $ ~ % # : ; \\ \\\\ \\frac \\sum \\int \\log \\exp"
    " \\bm \\hat \\mathrm \\text \\left( \\right) \\left. \\right| \\| \\mathbb{E} \\mathbb{R} \\in \\sim \\partial"
    " \\nabla \\lim \\to \\infty \\sqrt \\top \\begin{pmatrix} \\end{pmatrix} \\begin{cases} \\mid \\KL p( q( f( d"
    " \\quad \\underbrace \\overset \\not \\foo \\E \\norm \\dots \\langle \\rangle \\delta_{ij} \\mathcal{N}("
    " e^ I_ \\neq"
).split()
SOUP = st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join)


@settings(max_examples=400)
@given(SOUP)
def test_soup_is_parsed_or_refused(latex: str) -> None:
    try:
        term = latex_in.parse_formula(latex)
    except ParseError as error:
        where = error.start, error.end
    else:
        check_heads(term, latex)
        return
    assert 0 <= where[0] <= where[1] <= len(latex)


def check_heads(term: Term, latex: str) -> None:
    for part in subterms(term):
        if isinstance(part, App):
            head = HEADS[part.head]
            assert head.least <= len(part.args) <= (head.most if head.most is not None else len(part.args))
        if isinstance(part, Bind):
            assert part.head in BINDERS
        assert part.span.line <= latex.count("\n") + 1


@settings(max_examples=200)
@given(st.lists(SOUP, max_size=4).map("\\\\\n".join))
def test_a_display_of_soup_is_read_or_unread(rows: str) -> None:
    text = "Let $x$ be given.\n\\begin{align}\n" + rows + "\n\\end{align}\n"
    try:
        derivation = latex_in.read_text(text)
    except latex_in.ReadError:
        return
    lines = text.count("\n") + 1
    for item in derivation.items:
        if isinstance(item, Step | Unread):
            assert 1 <= item.span.line <= item.span.end_line <= lines


@settings(max_examples=200)
@given(st.text(max_size=60))
def test_any_text_is_read(text: str) -> None:
    with contextlib.suppress(latex_in.ReadError):
        latex_in.read_text(text)
    with contextlib.suppress(latex_in.ReadError):
        latex_in.read_text(text, markdown=True)


@pytest.mark.parametrize(
    "latex",
    [
        r"\begin{pmatrix} x_1 \\ \vdots \end{pmatrix}",
        r"\begin{pmatrix} x_1 \\ \vdots \\ y_n \end{pmatrix}",
        r"\begin{pmatrix} x_1 \\ x_3 \\ \vdots \\ x_n \end{pmatrix}",
        r"[x_2, \dots, x_n]",
    ],
)
def test_dots_that_do_not_say_how_to_go_on(latex: str) -> None:
    with pytest.raises(ParseError, match="dots are not understood"):
        latex_in.parse_formula(latex)
