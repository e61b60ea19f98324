"""Nouns that nobody here knows: "the covariance matrix $S$", "the hat matrix $H$".

Such words say that a symbol is a certain thing, and we do not know which. What they say is kept as a property without
meaning: a proof may still be found, and nothing is refuted of the symbol.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hence.language.derivation import Fact, Independent, OfFunction, Property
from hence.language.terms import App, Sym, Term, subterms
from hence.latex_in.formula.declare import Equation
from hence.latex_in.prose.curved import Curved
from hence.latex_in.prose.grammar import is_word, rule
from hence.latex_in.prose.hedges import denied
from hence.latex_in.prose.said import Said, Sentence
from hence.latex_in.prose.vocabulary import vocabulary

UNHEARD = "perhaps restricted by the noun"  # how such a property begins
_BEFORE = rule(  # not "the inverse of $A$" nor "the map enters every $a_i$", which say nothing of A and a
    "[the a its their our with having] phrase:((?! [verb-copula claim-verb noun-end determiner]) w){1,4} mark:F"
)
_MEASURED = rule("phrase:passed-over mark:F")
_DENSITY = rule("phrase:density mark:F")  # a letter for its values, which are not any numbers
_BEHIND = rule("mark:F [be denotes] [the a] phrase:(w{1,4} (whose w [be has])?)")
_END = rule("noun-end")
_MEAN = rule("sample-mean $")
_SPECIFIED = rule(
    "^ F [be denotes] (the w? [matrix function operator] [of that which whose] | [a the] w{0,3} whose w [be has])"
)
_TELLING = rule("telling | moment [zero one number] | [for-which such-that] w | [in at] which w")
_APART = rule("[independent conditionally-independent] ((?! [preposition copula verb-copula given]) w){1,2} list:L")
_IN_BASIS = rule("[in with] article? w{0,2} basis")
_ALIKE = rule("list:L [comma which that]* [all both each]* has article? same")


def _is_telling(given: object) -> bool:
    return isinstance(given, Property) and given.word not in ("matrix", "vector", "scalar", "random", "symmetric")


def passed_over(s: Sentence, read: Sequence[object]) -> Iterator[Property]:
    """ "$A$ is symmetric with eigenvalues in $[m, L]$", "all have the same mean": nobody made anything of that."""
    for alike in (f for f in _ALIKE.finditer(s.signs) if not denied(s.signs, f.start())):
        yield from (Property(x, "restricted by words that were passed over", x.span) for x in s.terms(alike["list"]))
    if not any(isinstance(x, Independent) for x in read):  # "independent data sets $D_1$ and $D_2$"
        for apart in (f for f in _APART.finditer(s.signs) if not denied(s.signs, f.start())):
            terms = s.terms(apart["list"])
            yield from (Property(x, "restricted by words that were passed over", x.span) for x in terms)
    if _IN_BASIS.search(s.signs) is not None:  # "write $u = \\sum_j c_j v_j$ in an orthonormal basis": of what?
        families = (x for _, said in s.placed() for x in _families(said))
        yield from (Property(x, "restricted by words that were passed over", x.span) for x in families)
    understood = [x for x in read if isinstance(x, Fact | OfFunction | Curved) or _is_telling(x)]
    if _TELLING.search(s.signs) is None or understood or any(said.equates() for _, said in s.placed()):
        return
    for _, said in s.placed():
        yield from (Property(x, "restricted by words that were passed over", x.span) for x in _symbols(said))


def unheard(s: Sentence) -> Iterator[Property]:
    """Symbols that a sentence calls by a noun which is in no table."""
    for found in (*_BEFORE.finditer(s.signs), *_MEASURED.finditer(s.signs), *_BEHIND.finditer(s.signs)):
        length = len(_END.split(found["phrase"])[0])
        start = found.start("phrase")
        unknown = [x for x in found["phrase"][:length] if is_word(x) and not vocabulary().has(x, "free", "manner")]
        said = s.by_mark.get(found["mark"])
        if _MEAN.search(found["phrase"][:length]) and said is not None and _is_barred(said):
            continue  # what a bar says by itself
        specified = _SPECIFIED.match(found.group()) is not None  # "the matrix of ...", "the function that is ..."
        if (unknown or specified) and said is not None and said.dimensions() is None:
            phrase = s.spoken.text(start, start + length)
            yield from (Property(x, f'{UNHEARD} "{phrase}"', x.span) for x in _symbols(said))
    for found in _DENSITY.finditer(s.signs):
        bare = (x for said in [s.by_mark.get(found["mark"])] if said is not None for x in said.symbols())
        yield from (Property(x, f'{UNHEARD} "density"', x.span) for x in bare if isinstance(x, Sym))


def _is_barred(said: Said) -> bool:
    return all(isinstance(x, Sym) and x.name.startswith(r"\bar{") for x in said.terms())


def _families(said: Said) -> Iterator[Sym]:
    """The letters with an index in the equations of a formula."""
    formulas = (x.formula for x in said.found if isinstance(x, Equation) and x.formula.relation == "=")
    for term in (x for f in formulas for side in (f.lhs, f.rhs) for x in subterms(side)):
        match term:
            case App("index", (Sym() as family, *_)):
                yield family


def _symbols(said: Said) -> Iterator[Term]:
    """The symbols of a formula that is no equation: also the s of s^2."""
    for term in said.terms():
        base = term.args[0] if isinstance(term, App) and term.head in ("pow", "index", "apply") else term
        if isinstance(base, Sym) and not said.equates():
            yield base
