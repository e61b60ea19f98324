"""Other readings of a step: what undeclared letters may stand for.

Kinds are inferred at the least cost, and may be wrong. A refutation counts only if no other reasonable reading makes
the step true, and a proof only if the reading that the look of the letters suggests makes sense as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from hence.checks.decide import decide_claim
from hence.checks.elaborate.givens import base_name
from hence.checks.elaborate.letters import is_entry_letter, letter_of, looks_like_vector, may_be_matrix
from hence.checks.elaborate.names import survey
from hence.checks.elaborate.setting import Elaborated, elaborate
from hence.checks.elaborate.sorted import sorted_givens
from hence.checks.model import Call, Claim, Op, Ref, Setting, names_in, parts, reachable_names, walk
from hence.checks.prove import follows
from hence.language.derivation import Distributed, Fact, Formula, Given, Lines, Membership, Property
from hence.language.heads import OF_ARRAYS
from hence.language.records import dataclass
from hence.language.terms import App, Bind, Num, Sym, Term, app, free_names, fresh, mapped, substitute, subterms
from hence.language.verdicts import Proved, Refuted, Unknown, Verdict

OF_SQUARE_MATRICES = frozenset(("exp", "log", "sqrt", "sin", "cos"))  # they may be meant of the whole matrix
SIGMA = r"\sigma"
VECTOR_LETTERS = frozenset("abhquvwxyz")  # behind a matrix nobody writes a number with these
ADDED_NUMBERS = frozenset("ab")  # a bias may be a number


@dataclass(frozen=True)
class Page:
    """A formula with the givens in force and what they make of it; with premises, it is claimed to follow from them."""

    givens: tuple[Given, ...]
    formula: Formula
    done: Elaborated
    premises: tuple[Formula, ...] = ()
    over: tuple[str, ...] = ()
    both_ways: bool = False

    @property
    def setting(self) -> Setting:
        return self.done.setting

    def with_words(self, words: dict[str, str]) -> Elaborated:
        """The formula again, with words said of some letters."""
        said = (Property(Sym(n), w) for n, w in words.items())
        return elaborate([*self.givens, *said], [self.formula, *self.premises], layout=self.done.layout)

    def proof(self, words: dict[str, str]) -> Proved | None:
        """The proof in the reading in which words are said of some letters, if there is one."""
        done = self.with_words(words)
        if not self.premises:
            return _proof(done)
        claim, *premises = (c for c in done.claims if isinstance(c, Claim))
        found = follows(done.setting, claim, tuple(premises), self.over, self.both_ways)
        if isinstance(found, Proved) or self.over or self.both_ways:
            return found if isinstance(found, Proved) else None
        supposed = (Fact(p, False, (), p.span) for p in self.premises)
        return _proof(replace(self, givens=(*self.givens, *supposed), premises=()).with_words(words))


def reconsidered(page: Page, verdict: Verdict) -> Verdict:
    """The verdict, unless another reading of the letters speaks against it."""
    if isinstance(verdict, Refuted):
        return _held_fixed(page) or _usual_sigma(page) or _power_of_length(page) or _other_numbers(page, verdict)
    if isinstance(verdict, Proved):
        return _perhaps_a_limit(page) or _sure_of_kinds(page, verdict)
    return (_usual_sigma(page) if isinstance(verdict, Unknown) else None) or verdict


def _other_numbers(page: Page, verdict: Refuted) -> Verdict:
    """`softmax(z + c)`: c may be a number that is added to every entry."""
    for size in page.done.sizes if len(page.done.sizes) > 1 else ():
        found = _proof(elaborate(page.givens, [page.formula], size=size))
        if found is not None:
            return replace(found, remark=f"the identity and the vector of ones are read with size {size}")
    turned = treated_as_arrays(page.formula, frozenset(("transpose",)))
    for name in (n for n in _summands(page) if n not in turned):
        found = _proof(page.with_words({name: "scalar"}))
        if found is not None and letter_of(name).base in VECTOR_LETTERS - ADDED_NUMBERS:
            return Unknown(f"true if {name} is a number that is added to every entry, which the page does not say")
        if found is not None:
            return replace(found, remark=f"{name} is read as a number that is added to every entry")
    for line in _possible_lines(page):
        found = _proof(elaborate([*page.givens, line], [page.formula]))
        if found is not None:
            shown = f"{base_name(line.vector)}_{line.index}"
            return replace(found, remark=f"{shown} is read as {line.which} {line.index} of {base_name(line.matrix)}")
    doubts: tuple[Callable[[Page], Unknown | None], ...]
    doubts = (_perhaps_vectors, _perhaps_parts, _perhaps_apart, _perhaps_series, _perhaps_labels)
    return next((unsure for doubt in doubts if (unsure := doubt(page)) is not None), verdict)


def treated_as_arrays(formula: Formula, heads: frozenset[str] = OF_ARRAYS) -> frozenset[str]:
    """Letters that are transposed and the like: whoever does that means no number by them."""
    parts = (x for side in (formula.lhs, formula.rhs) for x in subterms(side))
    return frozenset().union(*(free_names(x) for x in parts if isinstance(x, App) and x.head in heads))


def _perhaps_vectors(page: Page) -> Unknown | None:
    r"""`X^\top Y = Y^\top X`: capitals that were taken for matrices may be vectors, unless they are bold."""
    shapes = {n: s.shape for n, s in page.setting.symbols.items() if n in page.done.undeclared}
    capitals = sorted(n for n, shape in shapes.items() if shape.is_matrix and not letter_of(n).bold)
    words = dict.fromkeys((n for n in capitals if n in _names_at_stake(page)), "vector")
    if not words or not _makes_sense(page, words) or page.proof(words) is None:
        return None
    return Unknown(f"false for matrices, true for vectors; say what {', '.join(words)} stands for")


def _perhaps_series(page: Page) -> Unknown | None:
    """exp(A) of a square matrix, read entry by entry, may be meant as the series of the whole matrix."""
    claim = next(c for c in page.done.claims if isinstance(c, Claim))
    for node in (n for side in (claim.lhs, claim.rhs) for n in walk(side)):
        shape = node.shape if isinstance(node, Op) and node.head in OF_SQUARE_MATRICES else None
        if isinstance(node, Op) and shape is not None and shape.is_matrix and shape.rows == shape.cols:
            return Unknown(f"false if {node.head} is taken entry by entry; that of the matrix is not decided yet")
    return None


def _perhaps_labels(page: Page) -> Unknown | None:
    """u_o beside a sum over u_k, where J has both: whether u_o is one of those was not said."""
    facts = [g.formula for g in page.givens if isinstance(g, Fact) and g.definition]
    sides = [side for f in (page.formula, *facts) for side in (f.lhs, f.rhs)]
    bound = {t.var.name for side in sides for t in subterms(side) if isinstance(t, Bind)}
    bound |= {name for f in facts for name in free_names(f.lhs)}
    labels = {m for f in facts for m in subterms(f.rhs) if _is_member(m) and free_names(m).isdisjoint(bound)}
    summed = {base_name(m) for side in sides for m in subterms(side) if _is_member(m) and free_names(m) & bound}
    own = {m: Sym(fresh(base_name(m), frozenset(summed)), m.span) for m in labels if base_name(m) in summed}
    if not own:
        return None

    def apart(formula: Formula) -> Formula:
        sides = (mapped(side, lambda t: own.get(t, t)) for side in (formula.lhs, formula.rhs))
        return replace(formula, lhs=next(sides), rhs=next(sides))

    givens = tuple(replace(g, formula=apart(g.formula)) if isinstance(g, Fact) else g for g in page.givens)
    formula = apart(page.formula)
    other = replace(page, givens=givens, formula=formula, done=elaborate(givens, [formula], layout=page.done.layout))
    if _proof(other.done) is None and _usual_sigma(other) is None:
        return None
    shown = ", ".join(sorted(f"{base_name(m)}_{{{base_name(m.args[1])}}}" for m in own if isinstance(m, App)))
    return Unknown(f"true if {shown} is none of those that are summed over; say so")


def _is_member(term: Term) -> bool:
    match term:
        case App("index", (Sym(), Sym())):
            return True
        case _:
            return False


def _perhaps_parts(page: Page) -> Unknown | None:
    """x_i beside a bold x or a capital X: whether it is a part of that was not said."""
    inside, symbols = _names_at_stake(page), page.setting.symbols
    indexed = [n for n in sorted(inside - page.setting.definitions.keys()) if n in symbols and symbols[n].family]
    for name in indexed:
        for whole in sorted(inside - {name}):
            said = any(d.line for d in page.setting.definitions.get(whole, ()))
            if whole not in symbols or said or not is_entry_letter(name, whole) or _related(page, name, whole):
                continue
            if not _fails_as_lines(page, name, whole):
                return Unknown(f"false unless {name} with an index is a part of {whole}; say what it is")
    return None


def _fails_as_lines(page: Page, name: str, whole: str) -> bool:
    """Whether the claim is false as well if x_i is a row or a column of X, whichever it is."""
    vector = app("index", Sym(name), Sym("i"))
    readings = [Lines(Sym(whole), "i", vector, which) for which in ("row", "column")]
    return page.setting.symbols[whole].shape.is_matrix and all(
        _is_refuted(elaborate([*page.givens, line], [page.formula])) for line in readings
    )


def _fails_apart(page: Page, names: frozenset[str]) -> bool:
    """Whether the claim is false as well if the letters without an index are others than those with one."""
    taken = free_names(page.formula.lhs) | free_names(page.formula.rhs)
    other = {name: Sym(fresh(name, taken)) for name in names}
    sides = [substitute(side, other) for side in (page.formula.lhs, page.formula.rhs)]
    return _is_refuted(elaborate(page.givens, [replace(page.formula, lhs=sides[0], rhs=sides[1])]))


def _perhaps_apart(page: Page) -> Unknown | None:
    r"""A multiplier \lambda beside eigenvalues \lambda_j: that they are entries of it was not said."""
    names = _alone_beside_members(page)
    for name in sorted(names) if names and not _fails_apart(page, names) else ():
        return Unknown(f"false unless {name} has nothing to do with {name} with an index; say what it is")
    return None


def _perhaps_a_limit(page: Page) -> Unknown | None:
    """ "a_n > 0 for all n. Hence a > 0": nobody compares a list of numbers; a may be their limit."""
    if page.formula.relation in ("<", ">", "<=", ">="):
        bare = {side.name for side in (page.formula.lhs, page.formula.rhs) if isinstance(side, Sym)}
        for name in sorted(bare & _alone_beside_members(page)):
            return Unknown(f"true if {name} is the list of all {name} with an index; say what it is")
    return None


def _alone_beside_members(page: Page) -> frozenset[str]:
    """Letters of which nothing is said, that the claim has without an index and the page elsewhere with one."""
    facts = [side for g in page.givens if isinstance(g, Fact) for side in (g.formula.lhs, g.formula.rhs)]
    members = {n for n, found in survey(facts).counts.items() if any(found)}
    alone = {n for n, found in survey((page.formula.lhs, page.formula.rhs)).counts.items() if found == {0}}
    return frozenset(members & alone & page.done.undeclared)


def _related(page: Page, name: str, whole: str) -> bool:
    r"""`|g_t| \le G`: the page itself says how the two are related."""
    facts = (g.formula for g in page.givens if isinstance(g, Fact))
    return any({name, whole} <= free_names(f.lhs) | free_names(f.rhs) for f in facts)


def _held_fixed(page: Page) -> Proved | None:
    """Data from a model, y = w^T x + noise, do not move with w in the gradient of a loss."""
    terms = [t for side in (page.formula.lhs, page.formula.rhs) for t in subterms(side)]
    by = {base_name(t.args[1]) for t in terms if isinstance(t, App) and t.head == "deriv"}
    if not by or any(getattr(t, "head", "") in ("E", "Var", "Cov") for t in terms):
        return None
    noise = {base_name(g.subject) for g in page.givens if isinstance(g, Distributed)}
    models = [g for g in page.givens if isinstance(g, Fact) and _is_model(g.formula, by, noise)]
    found = _proof(elaborate([g for g in page.givens if g not in models], [page.formula])) if models else None
    if found is None:
        return None
    data = ", ".join(base_name(g.formula.lhs) for g in models)
    return replace(found, remark=f"{data} is data from a model, and is held fixed in the derivative")


def _usual_sigma(page: Page) -> Proved | None:
    """An activation of which nothing is said, and which is called sigma, is the logistic one."""
    given = sorted_givens(page.givens)
    said = given.definitions.keys() | given.mappings.keys() | given.properties.keys()
    if SIGMA in said or SIGMA not in page.setting.functions:
        return None
    found = _proof(page.with_words({SIGMA: "sigmoid"}))
    return None if found is None else replace(found, remark=rf"{SIGMA} is read as the logistic sigmoid")


def _power_of_length(page: Page) -> Verdict | None:
    """`w^T` of a number or a square matrix, where T counts something, may be a power."""
    length = page.setting.symbols.get("T")
    if length is None or not length.integer:
        return None

    def powers(term: Term) -> Term:
        match term:
            case App("transpose", (Sym(name),), span) if _has_powers(page, name):
                return App("pow", (Sym(name), Sym("T")), span)
            case App(head, args, span):
                return App(head, tuple(powers(a) for a in args), span)
            case _:
                return term

    formula = replace(page.formula, lhs=powers(page.formula.lhs), rhs=powers(page.formula.rhs))
    if formula == page.formula:
        return None
    done = elaborate(page.givens, [formula])
    claim = done.claims[0]
    found = decide_claim(done.setting, claim, {}, seed=0) if isinstance(claim, Claim) else None
    if isinstance(found, Proved):
        return replace(found, remark="^T is read as a power")
    return None if found is None or isinstance(found, Refuted) else Unknown("^T may be a transpose or a power here")


def _has_powers(page: Page, name: str) -> bool:
    symbol = page.setting.symbols.get(name)
    return symbol is not None and symbol.shape.rows == symbol.shape.cols and not symbol.family


def _is_model(formula: Formula, by: set[str], noise: set[str]) -> bool:
    inside = free_names(formula.rhs)
    return formula.relation == "=" and bool(inside & by) and bool(inside & (noise - by))


def _possible_lines(page: Page) -> Iterator[Lines]:
    """u_i beside a matrix U: nobody said so, but it may be a column or a row of it."""
    given = sorted_givens(page.givens)
    said = {base_name(line.vector) for line in given.lines} | given.definitions.keys()
    for name, symbol in page.setting.symbols.items():
        matrix = page.setting.symbols.get(name.upper() if len(name) == 1 else name)
        if symbol.how != "inferred" or symbol.family != 1 or not symbol.shape.is_vector or name in said:
            continue
        if matrix is not None and matrix.shape.is_matrix and not matrix.family:
            vector = app("index", Sym(name), Sym("i"))
            yield Lines(Sym(matrix.name), "i", vector, "column")
            yield Lines(Sym(matrix.name), "i", vector, "row")


def _is_refuted(done: Elaborated) -> bool:
    claim = done.claims[0]
    return isinstance(claim, Claim) and isinstance(decide_claim(done.setting, claim, {}, seed=0), Refuted)


def _proof(done: Elaborated) -> Proved | None:
    claim = done.claims[0]
    found = decide_claim(done.setting, claim, {}, seed=0) if isinstance(claim, Claim) else None
    return found if isinstance(found, Proved) else None


def _summands(page: Page) -> Iterator[str]:
    """Letters that were taken for vectors only because they are added to one."""
    bare: dict[str, None] = {}
    elsewhere: set[str] = set()
    for side in (page.formula.lhs, page.formula.rhs):
        _sort_letters(side, bare, elsewhere)
    for name in (n for n in bare if not n.startswith("\\bm")):
        symbol = page.setting.symbols.get(name)
        if name not in elsewhere and symbol is not None and symbol.how == "inferred" and symbol.shape.is_vector:
            yield name


def _sort_letters(term: Term, bare: dict[str, None], elsewhere: set[str]) -> None:
    """Letters that are a whole term of a sum, perhaps with a sign or a factor; and all others."""
    match term:
        case App("add", args):
            for arg in args:
                match _unsigned(arg):
                    case Sym(name):
                        bare[name] = None
                    case other:
                        _sort_letters(other, bare, elsewhere)
        case Sym(name):
            elsewhere.add(name)
        case App(_, args):
            for arg in args:
                _sort_letters(arg, bare, elsewhere)
        case _:
            elsewhere |= free_names(term)


def _unsigned(term: Term) -> Term:
    match term:
        case App("neg", (inner,)) | App("mul", (Num(), inner)):
            return _unsigned(inner)
        case _:
            return term


def _sure_of_kinds(page: Page, verdict: Proved) -> Verdict:
    """Undeclared letters were read as numbers, and so was the x of W x: is it true of matrices and vectors as well?"""
    doubtful, inside = page.done.doubtful, _names_at_stake(page)
    if not doubtful & inside and not _behind_matrices(page, set()):
        return verdict
    open_letters = sorted(n for n in inside & page.done.undeclared)
    bold = [n for n in open_letters if looks_like_vector(n)]
    entries = _names_of_entries(page) | _points_of_densities(page)
    capitals = [n for n in open_letters if may_be_matrix(n) and n not in entries]
    said = dict.fromkeys(bold, "vector")
    if bold and not _makes_sense(page, said):
        return _undecided(bold, "vector")
    widest = _widest(page, capitals, said)
    if any(len(chosen) < len(capitals) for chosen in widest or [()]) and _fails_in_other_sizes(page, capitals, said):
        return _undecided(capitals, "matrix")
    for matrices in widest or [()]:
        words = said | dict.fromkeys(matrices, "matrix")
        if words and page.proof(words) is None:
            return _undecided([*matrices] or bold, "matrix" if matrices else "vector")
        vectors = [n for n in _behind_matrices(page, set(matrices)) if n not in words]
        words |= dict.fromkeys(vectors, "vector")
        if vectors and (not _makes_sense(page, words) or page.proof(words) is None):
            return _undecided(vectors, "vector")
    return verdict


def _points_of_densities(page: Page) -> frozenset[str]:
    """Names that stand nowhere but where densities are taken: whatever they are, its value is a number."""
    claims = [c for c in page.done.claims if isinstance(c, Claim)]
    reached = frozenset().union(*(reachable_names(page.setting, c) for c in claims))
    waiting = [side for c in claims for side in (c.lhs, c.rhs)]
    waiting += [side for c in page.setting.constraints for side in (c.lhs, c.rhs)]
    waiting += [d.body for name in reached for d in page.setting.definitions.get(name, ())]
    inside, outside = set[str](), set[str]()
    while waiting:
        node = waiting.pop()
        function = page.setting.functions.get(node.function) if isinstance(node, Call) else None
        if function is not None and function.positive and function.name not in page.setting.definitions:
            inside |= names_in(node)
        else:
            outside |= {node.name} if isinstance(node, Ref) else set()
            waiting += parts(node)
    return frozenset(inside - outside)


def _names_of_entries(page: Page) -> frozenset[str]:
    r"""The A of `\sum_j A_{ij} x_j` and of `\partial / \partial A_{ij}`: with two indices it is a table of numbers.

    With more, `A^{(l)}_{ij}`, the last two are those of the table.
    """
    known = (g.formula for g in page.givens if isinstance(g, Fact))
    sides = [side for f in (page.formula, *page.premises, *known) for side in (f.lhs, f.rhs)]
    terms = [t for side in sides for t in subterms(side)]
    running = {t.var.name for t in terms if isinstance(t, Bind) and t.head == "sum"}
    used, bare = set[str](), {side.name for side in sides if isinstance(side, Sym)}
    for term in terms:
        match term:
            case App("index", (Sym(name), *_, Sym(row), Sym(column))) if {row, column} & running:
                used.add(name)
            case App("deriv", (_, App("index", (Sym(name), *_, Sym(), Sym())))):
                used.add(name)
            case App("index", (Sym(), *_, Sym(), Sym())):
                pass
            case App(_, args):
                bare |= {x.name for x in args if isinstance(x, Sym)}
            case Bind(body=Sym(name)):
                bare.add(name)
            case _:
                pass
    return frozenset(used - bare)


def _undecided(names: list[str], kind: str) -> Unknown:
    return Unknown(f"true for numbers; say whether {', '.join(names)} stands for a number or a {kind}")


def _names_at_stake(page: Page) -> frozenset[str]:
    """Names that the claim speaks of, through definitions and through what is known of them."""
    sides = [side for f in (page.formula, *page.premises) for side in (f.lhs, f.rhs)]
    claims = [c for c in page.done.claims if isinstance(c, Claim)][: len(page.premises) + 1]
    seen = frozenset().union(*map(free_names, sides), *(reachable_names(page.setting, c) for c in claims))
    known = [names_in(c.lhs) | names_in(c.rhs) for c in page.setting.constraints]
    while more := [names for names in known if names & seen and not names <= seen]:
        seen = seen.union(*more)
    return seen


def _widest(page: Page, capitals: list[str], said: dict[str, str]) -> list[tuple[str, ...]]:
    """The largest sets of letters of which the page makes sense if they are matrices, one for each order of trying."""

    def fits(names: Iterable[str]) -> bool:
        return _makes_sense(page, said | dict.fromkeys(names, "matrix"))

    possible = [n for n in capitals if fits([n])] if len(capitals) > 1 and not fits(capitals) else capitals
    if not possible or fits(possible):
        return [tuple(possible)] if possible else []
    found: dict[tuple[str, ...], None] = {}
    for order in (possible, possible[::-1]):
        chosen: list[str] = []
        for name in order:
            chosen += [name] if fits([*chosen, name]) else []
        found[tuple(sorted(chosen))] = None
    return [chosen for chosen in found if chosen]


def _fails_in_other_sizes(page: Page, capitals: list[str], said: dict[str, str]) -> bool:
    """Whether letters that cannot all be matrices beside known ones could, if those had other sizes; then it fails."""
    of_matrices = [g for g in page.givens if isinstance(g, Membership) and len(getattr(g.space, "dims", ())) == 2]
    free = replace(page, givens=tuple(g for g in page.givens if g not in of_matrices))
    sized = {base_name(g.subject) for g in of_matrices if isinstance(g.subject, Sym)} & _names_at_stake(page)
    words = said | dict.fromkeys((*capitals, *sorted(sized)), "matrix")
    return bool(sized) and _makes_sense(free, words) and free.proof(words) is None


def _makes_sense(page: Page, words: dict[str, str]) -> bool:
    """Whether shapes fit when some letters are what words say, in the claim and in all that the page says before."""
    done = page.with_words(words)
    return all(isinstance(c, Claim) for c in done.claims) and done.clashes()[0] <= page.done.clashes()[0]


def _behind_matrices(page: Page, matrices: set[str]) -> list[str]:
    """Letters taken for numbers that stand right behind a matrix, where one expects a vector."""
    symbols = page.setting.symbols
    known = matrices | {n for n, s in symbols.items() if s.shape.is_matrix and not s.family}
    found: dict[str, None] = {}
    for term in (t for side in (page.formula.lhs, page.formula.rhs) for t in subterms(side)):
        factors = term.args if isinstance(term, App) and term.head == "mul" else ()
        for left, right in pairwise(factors):
            matrix = (isinstance(left, Sym) and left.name in known) or (isinstance(left, App) and left.head == "opaque")
            if matrix and isinstance(right, Sym):
                symbol = symbols.get(right.name)
                number = symbol is not None and symbol.how == "inferred" and symbol.shape.is_scalar
                if number and right.name in VECTOR_LETTERS and right.name not in known:
                    found[right.name] = None
    return list(found)
