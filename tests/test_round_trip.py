"""What is printed is read back as the same term.

Letters keep to one role each, as on a page of mathematics: a name is a scalar, a family with an index, a matrix, a
function or a density, and the reader is told so.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from hence.language.terms import (
    App,
    Bind,
    Condition,
    DistributedAs,
    Num,
    Range,
    SuchThat,
    Sym,
    Tends,
    Term,
    Unstated,
    app,
    num,
    strip_spans,
    subterms,
)
from hence.latex_in.formula.parser import Parser
from hence.latex_in.letters.names import Names
from hence.latex_in.page.macros import standard
from hence.latex_in.page.source import Source
from hence.latex_in.page.tidy import tidy
from hence.latex_out.terms import term
from hypothesis import given, settings
from hypothesis import strategies as st

ROLES = Names(
    functions=frozenset(("f", "g")),
    densities=frozenset("pq"),
    indexed=frozenset(("u", "v", "H")),
    double=frozenset("H"),
    bound=frozenset("ijk"),
    integers=frozenset("n"),
    uses_top=True,
)
LETTERS = ["a", "b", "c", "y", r"\lambda", r"\theta", r"\hat{y}", r"\bm{w}", "A", "B", "X"]


UP_TO_N = Range(num(1), Sym("n"))
U_I = app("index", Sym("u"), Sym("i"))


def turned(t: Term) -> Term:
    return app("transpose", t)


def read(latex: str) -> Term:
    tokens = tidy(latex, 0, len(latex), standard())
    return strip_spans(Parser(tokens, Source(latex), ROLES).whole())


atoms = st.one_of(
    st.sampled_from(LETTERS).map(Sym),
    st.integers(0, 12).map(num),
    st.sampled_from(["0.5", "0.25", "1.75"]).map(lambda text: num(Fraction(text))),
    st.sampled_from([app(name) for name in ("identity", "zeros", "ones", "pi")]),
)
indices = st.one_of(
    st.sampled_from("ijk").map(Sym),
    st.sampled_from([app("add", Sym("i"), num(1)), app("add", Sym("n"), app("neg", Sym("j")))]),
)
variables = st.sampled_from(["a", "b", "y", r"\bm{w}"]).map(Sym)


def headed(heads: str, *arguments: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    """One strategy per head, so that each is as likely as any other form."""
    return st.one_of(*(st.builds(app, st.just(head), *arguments) for head in heads.split()))


def unary(terms: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    names = "neg transpose exp log sqrt abs tanh sin cos norm norm_F tr det diag softmax softmax_row softmax_col E Var"
    return headed(names, terms)


def binary(terms: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    return headed("add mul div pow hadamard inner Cov Normal", terms, terms)


def several(terms: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    many = st.lists(terms, min_size=3, max_size=4)
    return st.builds(lambda head, args: app(head, *args), st.sampled_from(("add", "mul")), many)


def density(family: str, point: Term, *given: Term) -> Term:
    return app("density", Sym(family), app("given", *given), point)


def special(terms: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    family = st.sampled_from("uv").map(Sym)
    function = st.sampled_from("fg").map(Sym)
    return st.one_of(
        st.builds(lambda base, i: app("index", base, i), family, indices),
        st.builds(lambda i, j: app("index", Sym("H"), i, j), indices, indices),
        st.builds(lambda f, t: app("apply", f, t), function, terms),
        st.builds(lambda f, s, t: app("apply", f, s, t), function, terms, terms),
        st.builds(lambda f, x: app("deriv", f, x), terms, variables),
        st.builds(lambda x, m, s: app("normal_pdf", x, m, s), terms, terms, terms),
        st.builds(density, st.sampled_from("pq"), variables, variables),
        st.builds(lambda a, b, c, d: app("matrix", app("row", a, b), app("row", c, d)), terms, terms, terms, terms),
        st.builds(lambda x, k: app("pow", x, num(-k)), terms, st.integers(1, 3)),
        st.builds(lambda x: app("KL", density("q", x), density("p", x)), variables),
        st.builds(lambda i, j: app("delta", Sym(i), Sym(j)), st.sampled_from("ij"), st.sampled_from("jk")),
    )


def restricted(x: Sym, low: Term) -> SuchThat:
    return SuchThat((Condition(x, ">=", low),))


def binders(terms: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    index = st.sampled_from("ijk").map(Sym)
    big = st.sampled_from(("sum", "prod"))
    optima = st.sampled_from(("min", "max", "argmin", "argmax"))
    laws = st.builds(lambda mean: app("Normal", mean, Sym("c")), atoms)
    return st.one_of(
        st.builds(lambda h, i, low, body: Bind(h, i, Range(low, Sym("n")), body), big, index, atoms, terms),
        st.builds(lambda h, i, body: Bind(h, i, Unstated(), body), big, index, terms),
        st.builds(lambda i, body: Bind("sum", i, Range(num(1), Sym("n"), (Sym("c"),)), body), index, terms),
        st.builds(lambda i, body: Bind("sum", i, Unstated((Sym("c"),)), body), index, terms),
        st.builds(lambda x, body: Bind("integral", x, Unstated(), body), variables, terms),
        st.builds(lambda x, low, body: Bind("integral", x, Range(low, Sym("c")), body), variables, atoms, terms),
        st.builds(lambda x, body: Bind("E", x, Unstated(), body), variables, terms),
        st.builds(lambda x, law, body: Bind("E", x, DistributedAs(law), body), variables, laws, terms),
        st.builds(lambda x, body: Bind("lim", x, Tends(app("infinity")), body), variables, terms),
        st.builds(lambda h, x, body: Bind(h, x, Unstated(), body), optima, variables, terms),
        st.builds(lambda h, x, low, body: Bind(h, x, restricted(x, low), body), optima, variables, atoms, terms),
    )


def larger(terms: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    return st.one_of(unary(terms), binary(terms), several(terms), special(terms), binders(terms))


def is_canonical(t: Term) -> bool:
    r"""Whether the reader could have made it.

    `x^{-1}` is a power of the number -1, the Q of `W^Q` is a label, and two bars side by side are a norm.
    """
    for part in subterms(t):
        match part:
            case App("pow", (_, App("neg", (Num(),)))) | App("pow", (Sym(), Sym("A" | "B" | "X") | App("identity"))):
                return False
            case App("abs", (App("abs"),)):
                return False
            # not read yet: bars among the arguments of \mathcal{N}, and a superscript that starts with a bracket
            case App("Normal" | "normal_pdf") if any(isinstance(s, App) and s.head == "abs" for s in subterms(part)):
                return False
            case App("pow", (_, exponent)) if term(exponent).startswith(("(", r"\left(")):
                return False
    return True


formulas = st.recursive(atoms, larger, max_leaves=8).filter(is_canonical)


@settings(max_examples=400)
@given(formulas)
def test_a_printed_term_is_read_back(written: Term):
    assert read(term(written)) == strip_spans(written), term(written)


@pytest.mark.parametrize(
    ("latex", "printed"),
    [
        (r"\begin{bmatrix} u_1^\top \\ \vdots \\ u_n^\top \end{bmatrix}", Bind("rows", Sym("i"), UP_TO_N, turned(U_I))),
        (r"\begin{pmatrix} u_1 & u_2 & \cdots & u_n \end{pmatrix}", Bind("columns", Sym("i"), UP_TO_N, U_I)),
        (r"[u_1, \dots, u_n]", Bind("columns", Sym("i"), UP_TO_N, U_I)),
        (r"(u_1, \dots, u_n)^\top", turned(Bind("columns", Sym("i"), UP_TO_N, U_I))),
        (r"A \otimes B", app("kron", Sym("A"), Sym("B"))),
        (r"\operatorname{vec}(A X)", app("vec", app("mul", Sym("A"), Sym("X")))),
    ],
)
def test_matrices_with_dots_and_kronecker_products(latex: str, printed: Term):
    assert read(latex) == printed
    assert read(term(printed)) == printed


@pytest.mark.parametrize(
    ("latex", "terms"),
    [
        (r"\sum_i a + u_i", 1),
        (r"\sum_i u_i (a + b) + v_i - u_i", 1),
        (r"\left(\sum_i a\right) + u_i", 2),
        (r"b (\sum_i u_i) + v_i", 2),
        (r"\sum_j (\sum_i u_i) + v_i", 2),
    ],
)
def test_a_sum_goes_on_over_its_letter_unless_a_bracket_ends_it(latex: str, terms: int):
    whole = read(latex)
    assert (len(whole.args) if isinstance(whole, App) and whole.head == "add" else 1) == terms
