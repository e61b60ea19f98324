"""What the words of a sentence say of the symbols in its formulas."""

from __future__ import annotations

from collections.abc import Iterator

from hence.language.derivation import (
    Distributed,
    Fact,
    Formula,
    Given,
    Mapping,
    Membership,
    Property,
    RealSpace,
    Relation,
)
from hence.language.terms import App, Bind, Sym, Term, Unstated, app, num, subterms
from hence.latex_in.formula.categories import masses
from hence.latex_in.formula.context import base_name
from hence.latex_in.formula.declare import Counted, Equation, Mention, between, fresh_index
from hence.latex_in.formula.vectors import is_bold_small, is_matrix
from hence.latex_in.prose import nouns
from hence.latex_in.prose.chance import independence, moments
from hence.latex_in.prose.clause import Force
from hence.latex_in.prose.curvature import about_functions, bounded_functions, is_of_function
from hence.latex_in.prose.curved import Curved
from hence.latex_in.prose.decompositions import decompositions
from hence.latex_in.prose.force import governor
from hence.latex_in.prose.grammar import marks_in, rule
from hence.latex_in.prose.hedges import denied
from hence.latex_in.prose.matrices import about_matrices, has_eigenvectors
from hence.latex_in.prose.naming import named, named_symbols
from hence.latex_in.prose.other_kinds import dependent, of_other_kind
from hence.latex_in.prose.phrases import descriptions
from hence.latex_in.prose.relations import indices
from hence.latex_in.prose.roots import called_roots, roots
from hence.latex_in.prose.said import Said, Sentence, together
from hence.latex_in.prose.unheard import passed_over, unheard


def words(s: Sentence) -> Iterator[Given | Curved]:
    """What the words of a sentence say of its formulas, and that some of them say what nobody understood."""
    read = list(_words(s))
    yield from read
    yield from of_other_kind(s)
    yield from dependent(s)
    yield from (x for x in unheard(s) if not any(_tells_of(g, x) for g in read))
    yield from passed_over(s, read)


def _tells_of(given: Given | Curved, unheard_of: Property) -> bool:
    """Whether something was understood of a symbol: then its noun was perhaps all that was said."""
    name = base_name(unheard_of.subject)
    match given:
        case Property(subject, word):
            return base_name(subject) == name and word not in _KINDS
        case Fact(formula):
            return base_name(formula.lhs) == name
        case Curved():
            return True
        case _:
            return False


_KINDS = frozenset(("matrix", "vector", "scalar", "random"))


def _words(s: Sentence) -> Iterator[Given | Curved]:
    spaces = list(_ambient(s))
    yield from spaces
    yield from _kinds(s, {x.subject for x in spaces if isinstance(x, Membership)})
    yield from masses(s.signs, s.by_mark)
    yield from independence(s.signs, s.by_mark)
    diagonals = list(_diagonals(s))
    yield from diagonals
    yield from _named_entries(s)
    chance = list(moments(s.signs, s.by_mark, s.context))
    known = {(base_name(x.formula.lhs), "diagonal") for x in diagonals}
    drawn = [x for x in (*chance, *(x for _, said in s.placed() for x in said.found)) if isinstance(x, Distributed)]
    yield from _properties(s, known | {(base_name(x.subject), law) for x in drawn for law in nouns.LAWS})
    yield from chance
    yield from about_matrices(s)
    yield from decompositions(s)
    yield from roots(s)
    yield from named(s)
    yield from about_functions(s)
    yield from bounded_functions(s)
    yield from _densities(s)
    equated = {x for _, said in s.placed() if said.equates() for x in said.terms()} | has_eigenvectors(s)
    equated |= called_roots(s) | named_symbols(s)
    for called in nouns.determined(s.signs):
        if called.word in ("the eigenvector", "the eigenvalue") and _shows_eigenvectors(s):
            continue
        for said in together(called.marks, s.by_mark):
            if not any(isinstance(x, Mapping) for x in said.found):
                yield from (Property(x, called.word, x.span) for x in said.symbols() if x not in equated)
    for said in _elementwise(s):
        functions = [x.function for x in said.found if isinstance(x, Mapping)]
        functions += [t for x in said.found if isinstance(x, Mention) for t in x.terms]
        yield from (Property(x, "elementwise", x.span) for x in functions)


def _shows_eigenvectors(s: Sentence) -> bool:
    """Whether the sentence has the equation A v = l v itself."""
    for formula in (x.formula for _, said in s.placed() for x in said.found if isinstance(x, Equation)):
        match formula.lhs, formula.rhs:
            case App("mul", (*_, vector)), App("mul", (*_, again)) if formula.relation == "=" and vector == again:
                return True
    return False


_DENSITIES = rule(
    "(densities | [two any general] probability? distributions) after:L | before:L be [two any general]?"
    " probability? [densities distributions]"
)


def _densities(s: Sentence) -> Iterator[Given]:
    """ "Let $p$ and $q$ be densities": whatever p and q were before."""
    for found in _DENSITIES.finditer(s.signs):
        for said in together(tuple(marks_in(found["after"] or found["before"])), s.by_mark):
            bare = [x for item in said.found if isinstance(item, Mention) for x in item.terms]
            yield from (Property(x, "density", x.span) for x in bare if isinstance(x, Sym))


_IN_SPACE = rule("(^ | [in from on over] | element of | basis vector? [of for in]) mark:F")
_UNIFORM_BEFORE = rule("law-uniform w* $")  # then the interval belongs to a law
_NTH = rule("F dash? th")
_LIST_IN = rule("list:L [both all]? [in on over] mark:F")


def _ambient(s: Sentence) -> Iterator[Membership | Fact]:
    r"""`$x \sim p$ in $\mathbb{R}^d$`, "be independent in ...": the last formula is a set."""
    pairs = [(marks_in(f["list"]), f["mark"]) for f in _LIST_IN.finditer(s.signs)]
    for said in descriptions(s.signs):
        found = _IN_SPACE.search(said.phrase) if said.verb and not said.entries else None
        before = said.phrase[: found.start("mark")] if found is not None else ""
        if found is not None and not marks_in(_NTH.sub("", before)) and not is_of_function(before):
            pairs.append((list(said.marks), found["mark"]))
    seen: set[Term] = set()
    for marks, ambient in pairs:
        place = s.by_mark.get(ambient)
        uniform = _UNIFORM_BEFORE.search(s.signs[: s.signs.index(ambient)])
        for space in [*place.spaces(), *(() if uniform else place.intervals())] if place is not None else ():
            for term in (x for said in together(marks, s.by_mark) for x in said.symbols() if x not in seen):
                seen.add(term)
                yield Membership(term, space, term.span)
        for counted in [x for x in place.found if isinstance(x, Counted)] if place is not None and not uniform else ():
            for term in (x for said in together(marks, s.by_mark) for x in said.symbols() if x not in seen):
                seen.add(term)
                yield from between(term, num(1), counted.high, term.span)


def _kinds(s: Sentence, placed: set[Term]) -> Iterator[Given]:
    """Matrices, vectors, scalars: a membership where the size is known, otherwise the word alone."""
    seen = set(placed)
    for member in _sized(s):
        if member.subject not in seen:
            seen.add(member.subject)
            yield member
    for called in nouns.kinds(s.signs):
        dims = _dims(called, s.by_mark)
        for said in together(called.marks, s.by_mark):
            if said.dimensions() is not None or any(isinstance(x, Mapping) for x in said.found):
                continue
            for term in (x for x in said.symbols() if x not in seen):
                seen.add(term)
                if dims is not None:
                    yield Membership(term, RealSpace(dims), term.span)
                else:
                    yield Property(term, called.word, term.span)


_SIZED = (
    rule("size:F ((?! leads-away | [and or with]) w){1,4} list:F"),
    rule("list:L [both all each]? [to-be has] [both all each now then again]{0,2} (a | of size-noun)? size:F"),
)


def _sized(s: Sentence) -> Iterator[Membership]:
    r""" "$p \times 1$ regression coefficients $\beta$", "$A, B$ are $n \times n$": that is the size of the symbol."""
    for found in (found for way in _SIZED for found in way.finditer(s.signs)):
        size = s.by_mark.get(found["size"])
        if size is None or len(size.size) != 2 or denied(s.signs, found.start("size")):
            continue
        dims = size.size[:1] if size.size[1] == num(1) else size.size
        for said in together(marks_in(found["list"]), s.by_mark):
            if said.dimensions() is None and not any(isinstance(x, Mapping) for x in said.found):
                yield from (Membership(term, RealSpace(dims), term.span) for term in said.symbols())


def _dims(called: nouns.Called, by_mark: dict[str, Said]) -> tuple[Term, ...] | None:
    """The dimensions that stand beside a noun; None where there are none, or not as many as it takes."""
    if called.word == nouns.NUMBER:
        return ()
    before = by_mark[called.before].size if called.before in by_mark else ()
    if called.word == "vector" and len(before) == 2:  # a column is n x 1
        return before[:1] if before[1] == num(1) else None
    sizes = [by_mark[m] for m in called.sizes if m in by_mark]
    dims = tuple(x for said in sizes for x in (said.size or said.terms()))
    wanted = {"matrix": 2, "vector": 1}.get(called.word)
    return dims if wanted is not None and len(dims) == wanted else None


_SIGNS: dict[str, Relation] = {
    "positive": ">",
    "nonnegative": ">=",
    "negative": "<",
    "nonpositive": "<=",
    "nonzero": "!=",
}


_REMINDING = frozenset((Force.REASON, Force.THAT, Force.NONE))  # "Since $X$ is Gaussian": its law is known


def _properties(s: Sentence, known: set[tuple[str | None, str]]) -> Iterator[Given]:
    """Adjectives; those that are known already are not said again."""
    seen: set[tuple[Term, str]] = set()
    called = list(nouns.properties(s.signs))
    shapes = {m: c.word for c in nouns.kinds(s.signs) for m in c.marks if c.word in ("vector", "matrix")}
    random = {m for c in called if c.word == "random" for m in c.marks}
    for one in called:
        allowed = nouns.DIMENSIONS.get(one.word)
        if one.word in nouns.LAWS and governor(s.signs[: s.signs.index(one.marks[0])]) in _REMINDING:
            continue
        for said in together(one.marks, s.by_mark):
            if one.word == "one-hot" and (said.dimensions() == 2 or shapes.get(said.mark) == "matrix"):
                yield from (Property(x, "a one-hot matrix", x.span) for x in said.symbols())  # by rows, or by columns?
                continue
            if allowed is not None and said.dimensions() not in (None, *allowed):
                continue
            for term in said.symbols():
                shape = shapes.get(said.mark) or _shape(said, term, s)
                several = shape != "matrix" and one.word in ("orthogonal", "orthonormal")
                word = f"{one.word} vectors" if several else one.word
                if (term, word) not in seen and (base_name(term), word) not in known:
                    seen.add((term, word))
                    yield from _orthogonal_family(term, word)
                    number = not shape and said.mark not in random
                    yield _sign(term, word) if word in _SIGNS and number else Property(term, word, term.span)


_FAMILIES = ("orthogonal vectors", "orthonormal vectors", "orthonormal basis")


def _orthogonal_family(term: Term, word: str) -> Iterator[Fact]:
    """Members of a family that are orthogonal: `v_i^T v_j = 0` for different i and j."""
    match term:
        case App("index", (base, Sym(i) as index)) if word in _FAMILIES:
            j = fresh_index({i})
            product = app("mul", app("transpose", term), App("index", (base, Sym(j)), term.span))
            if word.startswith("orthonormal"):
                yield Fact(Formula(product, "=", app("delta", index, Sym(j)), term.span), False, (i, j), term.span)
            else:
                yield Fact(Formula(product, "=", num(0), term.span), False, (i, j), term.span, ((i, j),))
            if word == "orthonormal basis":
                projections = Bind("sum", index, Unstated(), app("mul", term, app("transpose", term)))
                yield Fact(Formula(projections, "=", app("identity"), term.span), False, (), term.span)


def _shape(said: Said, term: Term, s: Sentence) -> str:
    """What a symbol is where no noun says so: by its space, by what the page says of it, by its letter."""
    name = term.args[0] if isinstance(term, App) else term
    assert isinstance(name, Sym)
    known = s.context.names.column_families if isinstance(term, App) else s.context.names.columns
    if said.dimensions() is not None:
        return ("", "vector", "matrix")[min(said.dimensions() or 0, 2)]
    if name.name in known or is_bold_small(name.name):
        return "vector"
    return "matrix" if is_matrix(name) else ""


def _sign(term: Term, word: str) -> Fact:
    """A number that is called positive."""
    formula = Formula(term, _SIGNS[word], num(0), term.span)
    return Fact(formula, False, tuple(indices(formula)), term.span)


_DIAGONAL = rule("diagonal w*? with the? diagonal? entries mark:F")


def _diagonals(s: Sentence) -> Iterator[Fact]:
    r"""A diagonal matrix "with entries $\lambda_i$" or "with $D_{ii} = d_i$": `D_{ij} = \delta_{ij} d_i`."""
    for said in descriptions(s.signs):
        found = _DIAGONAL.search(said.phrase)
        entries = s.terms(found["mark"]) if found is not None and not denied(s.signs, said.start) else []
        match entries, [x for one in together(said.marks, s.by_mark) for x in one.symbols()]:
            case [App("index", (Sym(), Sym() as index)) as entry], [Sym() as matrix]:
                yield _diagonal(matrix, index, entry)
    called = {
        base_name(x) for c in nouns.properties(s.signs) if c.word == "diagonal" for x in s.terms("".join(c.marks))
    }
    for equation in (x for _, said in s.placed() for x in said.found if isinstance(x, Equation)):
        match equation.formula:
            case Formula(App("index", (Sym(name) as matrix, Sym(i) as index, Sym(j))), "=", value):
                if i == j and name in called:
                    yield _diagonal(matrix, index, value)


_NAMED_ENTRIES = rule(
    "entry:F [be denotes] the? (F dash? th)? diagonal entries of (the matrix)? matrix:F"
    " | diagonal entries entry2:F of matrix2:F | diagonal entries of matrix3:F [be by] entry3:F"
)


def _named_entries(s: Sentence) -> Iterator[Fact]:
    r""" "where $\\sigma_i$ are the diagonal entries of $\\Sigma$"."""
    for found in _NAMED_ENTRIES.finditer(s.signs):
        entry, matrix = (found[f"{x}"] or found[f"{x}2"] or found[f"{x}3"] for x in ("entry", "matrix"))
        for term in s.terms(entry):
            for whole in s.terms(matrix):
                match term, whole:
                    case App("index", (Sym(), Sym(name) as index)), Sym():
                        place = App("index", (whole, index, index), whole.span)
                        yield Fact(Formula(term, "=", place, term.span), True, (name,), term.span)


def _diagonal(matrix: Sym, index: Sym, entry: Term) -> Fact:
    other = Sym(fresh_index({index.name, *(x.name for x in subterms(entry) if isinstance(x, Sym))}))
    place = App("index", (matrix, index, other), matrix.span)
    value = App("mul", (App("delta", (index, other)), entry), entry.span)
    return Fact(Formula(place, "=", value, matrix.span), True, (), matrix.span)


_ELEMENTWISE = rule("elementwise")


def _elementwise(s: Sentence) -> Iterator[Said]:
    found = _ELEMENTWISE.search(s.signs)
    before = [c for c in s.signs[: found.start()] if c in s.by_mark] if found is not None else []
    if before:
        yield s.by_mark[before[-1]]
