r"""The first columns of a matrix: "let $V_k$ be the first $k$ columns of $V$".

Such a V_k is a matrix of its own, and no column of V. It is V times the first k columns of the identity, of which
proofs know only that they are orthonormal; nothing is refuted through these, for any others would be as good.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hence.language.derivation import Fact, Formula, Membership, Property
from hence.language.terms import App, Sym, Term
from hence.latex_in.page.document import Block, Inline, Paragraph
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import split
from hence.latex_in.prose.grammar import Match, marks_in, rule
from hence.latex_in.prose.hedges import denied
from hence.latex_in.prose.said import Sentence
from hence.latex_in.prose.words import flatten, mark_of, signs_of

_FIRST = rule(
    "parts:L (be | denotes | contains | as | has | is | are)? (the? matrix [of with])?"
    " the? first count:F column of wholes:L"
)
Formulas = dict[tuple[int, int], list[Token]]
Labels = frozenset[tuple[str, str]]  # V and k


def with_leading_parts(blocks: Iterable[Block], formulas: Formulas, text: str) -> None:
    """Make one name of V_k in all formulas, where words say that it is the first k columns of something."""
    labels = frozenset(label for b in blocks if isinstance(b, Paragraph) for label in _labels(b, formulas, text))
    for place, tokens in formulas.items() if labels else ():
        formulas[place] = _merged(tokens, labels)


def _labels(block: Paragraph, formulas: Formulas, text: str) -> Iterator[tuple[str, str]]:
    found = _FIRST.search(signs_of(flatten(block, text)))
    if found is None:
        return
    inline = [formulas[part.start, part.end] for part in block.parts if isinstance(part, Inline)]
    by_mark = {mark_of(k): tokens for k, tokens in enumerate(inline)}
    count = [x.text for x in by_mark.get(found["count"], ())]
    listed = [piece for m in marks_in(found["parts"]) for piece in split(by_mark.get(m, []), lambda x: x.text == ",")]
    for piece in listed if len(count) == 1 else ():
        texts = [x.text for x in piece]
        if piece and piece[0].kind == "name" and texts[1:] in (["_", *count], ["_", "{", *count, "}"]):
            yield texts[0], count[0]


def _merged(tokens: list[Token], labels: Labels) -> list[Token]:
    made: list[Token] = []
    position = 0
    while position < len(tokens):
        token, below = tokens[position], [x.text for x in tokens[position + 1 : position + 5]]
        braced = below[1:2] == ["{"] and below[3:4] == ["}"]
        label = (token.text, below[2] if braced else below[1]) if below[:1] == ["_"] and len(below) > 1 else None
        if token.kind != "name" or label not in labels:
            made.append(token)
            position += 1
            continue
        end = position + (5 if braced else 3)
        made.append(Token("name", f"{label[0]}_{{{label[1]}}}", token.start, tokens[end - 1].end))
        position = end
    return made


def leading_parts(s: Sentence) -> Iterator[Membership | Property | Fact]:
    """What a sentence says of the first columns of matrices. Lists of different lengths say nothing."""
    found = _FIRST.search(s.signs)
    if found is None or denied(s.signs, found.start()):
        return
    parts, wholes = (_letters(s, found, group) for group in ("parts", "wholes"))
    counts = s.terms(found["count"])
    if len(parts) != len(wholes) or len(counts) != 1:
        return
    for part, whole in zip(parts, wholes, strict=True):
        chosen = Sym(rf"I_{{1:{_shown(counts[0])}}}", part.span)
        yield Property(chosen, "orthonormal columns", part.span)
        size = App("mul", (App("transpose", (chosen,)), chosen))
        yield Fact(Formula(size, "=", App("identity", (counts[0],)), part.span), False, (), part.span)
        yield Fact(Formula(part, "=", App("mul", (whole, chosen)), part.span), True, (), part.span)


def _letters(s: Sentence, found: Match, group: str) -> list[Sym]:
    known = [s.by_mark[m] for m in marks_in(found[group]) if m in s.by_mark]
    own = next((k for k, said in enumerate(known) if said.equates()), len(known))  # "of $V$ and $P = V_k V_k'$"
    return [x for said in known[:own] for x in said.terms() if isinstance(x, Sym)]


def _shown(count: Term) -> str:
    return count.name if isinstance(count, Sym) else "k"
