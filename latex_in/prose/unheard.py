"""Nouns that nobody here knows: "the covariance matrix $S$", "the hat matrix $H$".

Such words say that a symbol is a certain thing, and we do not know which. What they say is kept as a property without
meaning: a proof may still be found, and nothing is refuted of the symbol.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hence.language.derivation import Fact, OfFunction, Property
from hence.language.terms import App, Sym, Term
from hence.latex_in.prose.clauses import MARK
from hence.latex_in.prose.curved import Curved
from hence.latex_in.prose.said import Said, Sentence
from hence.latex_in.tables import words

UNHEARD = "perhaps restricted by the noun"  # how such a property begins
_BEFORE = re.compile(
    rf"\b(?:the|an?|its|their|our)\s+(?P<phrase>(?:[A-Za-z][A-Za-z-]*\s+){{1,4}})(?P<mark>{MARK})", re.IGNORECASE
)
_BEHIND = re.compile(
    rf"(?P<mark>{MARK})\s+(?:is|are|be|denotes?|being|represents?)\s+(?:the|an?)\s+(?P<phrase>(?:[A-Za-z][A-Za-z-]*\s*){{1,4}})",
    re.IGNORECASE,
)
_END = re.compile(
    r"\b(?:of|with|for|in|on|that|which|such|and|or|from|to|is|are|by|as|where|whose|at|between|over|we)\b",
    re.IGNORECASE,
)

# words that leave a symbol free to be anything of its kind
FREE = words(
    "limit sigmoid sigmoidal logistic tanh relu softmax stochastic field basis inverse transpose matrix matrices"
    " vector vectors scalar scalars number numbers real integer integers natural function functions map"
    " variable variables symbol letter constant constants parameter parameters value values point points set"
    " sets random independent identically distributed normal gaussian bernoulli uniform exponential poisson"
    " standard i.i.d iid symmetric orthogonal orthonormal diagonal invertible square positive negative"
    " nonnegative definite semidefinite nonzero non-zero unit one-hot binary discrete continuous convex concave"
    " smooth differentiable linear affine bounded increasing decreasing arbitrary fixed given general generic"
    " unknown known any single other same first second third last next previous new old current small large"
    " smallest largest finite infinite two three four following above weight weights bias biases input inputs"
    " output outputs data datum design feature features target targets label labels hidden state states layer"
    " layers query queries key keys token tokens embedding embeddings observation observations response sample"
    " samples example examples instance draw draws noise error errors signal batch step rate learning size"
    " sizes dimension dimensions width depth height length rank count counts index indices entry entries row"
    " rows column columns component components coordinate coordinates element elements term terms factor"
    " factors coefficient coefficients slope intercept offset shift scale temperature threshold margin radius"
    " angle frequency position time iteration iterate iterates sequence recurrence start initial learning-rate"
    " step-size stepsize loss objective cost energy score scores logit logits activation activations"
    " nonlinearity network model models predictor prediction predictions regulariser regularizer regularisation"
    " regularization penalty decay momentum discount density densities distribution distributions law"
    " probability probabilities mean expectation variance deviation quantity quantities expression equation"
    " formula identity inequality claim statement case side sides sum product root power norm distance"
    " difference ratio fraction polynomial quadratic form gradient gradients derivative derivatives hessian"
    " update updates rule direction user item items players player game strategy source head heads attention"
    " class classes category document word words image pixel filter kernel stride padding channel channels"
    " scalar-valued vector-valued real-valued d-dimensional n-dimensional column-vector row-vector number-of"
    " total mass reward permutation projection eigenvalue eigenvalues eigenvector eigenvectors roots idempotent"
    " nilpotent skew-symmetric antisymmetric triangular upper lower rotation reflection singular non-singular"
    " minimiser minimizer maximiser maximizer minimum maximum optimum average categorical multinomial"
    " stationary critical saddle fixed-point"
)


_TELLING = re.compile(
    r"\b(?:eigenvalues?|spectrum|spectral|singular\s+values?|condition\s+number|strongly|lipschitz|smooth|sparse|bounded)\b",
    re.IGNORECASE,
)


def _is_telling(given: object) -> bool:
    return isinstance(given, Property) and given.word not in ("matrix", "vector", "scalar", "random", "symmetric")


def passed_over(s: Sentence, read: Sequence[object]) -> Iterator[Property]:
    """ "$A$ is symmetric with eigenvalues in $[m, L]$" where nobody made anything of the eigenvalues."""
    understood = [x for x in read if isinstance(x, Fact | OfFunction | Curved) or _is_telling(x)]
    if _TELLING.search(s.text) is None or understood or any(said.equates() for _, said in s.placed()):
        return
    for _, said in s.placed():
        yield from (Property(x, "restricted by words that were passed over", x.span) for x in _symbols(said))


def unheard(s: Sentence) -> Iterator[Property]:
    """Symbols that a sentence calls by a noun which is in no table."""
    for found in (*_BEFORE.finditer(s.text), *_BEHIND.finditer(s.text)):
        phrase = _END.split(found["phrase"])[0]
        if found.re is _BEFORE and _END.search(found["phrase"]):
            continue  # "the inverse of $A$" says nothing of A
        unknown = [w for w in phrase.lower().split() if w.rstrip("-") not in FREE and not w.endswith("ly")]
        said = s.by_mark.get(found["mark"])
        if unknown and said is not None and said.dimensions() is None:
            yield from (Property(x, f'{UNHEARD} "{phrase.strip()}"', x.span) for x in _symbols(said))


def _symbols(said: Said) -> Iterator[Term]:
    """The symbols of a formula that is no equation: also the s of s^2."""
    for term in said.terms():
        base = term.args[0] if isinstance(term, App) and term.head in ("pow", "index", "apply") else term
        if isinstance(base, Sym) and not said.equates():
            yield base
