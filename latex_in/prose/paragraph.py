r"""Declarations from prose: formulas in sentences, and the words around them.

`phrases` and `nouns` find out what the words say; here that meets what the formulas say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from hence.language.derivation import Distributed, Fact, Formula, Item, Membership, Property
from hence.language.terms import App, Num, Sym, Term, free_names, is_value
from hence.latex_in.formula.categories import events
from hence.latex_in.formula.context import Context
from hence.latex_in.formula.declare import Counted, Equation, Mention, Space
from hence.latex_in.page.document import Paragraph
from hence.latex_in.page.lexer import Token
from hence.latex_in.prose import nouns
from hence.latex_in.prose.by_cases import said_by_cases
from hence.latex_in.prose.clause import INTRODUCING, SUPPOSING, Force, Hedge
from hence.latex_in.prose.constrained import constrained_extrema
from hence.latex_in.prose.costs import costs, fixed_here, regimes
from hence.latex_in.prose.curved import Curved, global_extrema, local_extrema
from hence.latex_in.prose.discourse import Marker, Memory, Reach, edges, opened
from hence.latex_in.prose.extrema import extrema
from hence.latex_in.prose.force import governor
from hence.latex_in.prose.grammar import marks_in, rule
from hence.latex_in.prose.hedges import alternative, hedge
from hence.latex_in.prose.leading import leading_parts
from hence.latex_in.prose.lines import lines
from hence.latex_in.prose.other_kinds import conventions
from hence.latex_in.prose.ranges import with_extents
from hence.latex_in.prose.relations import Candidate, Zero, candidate, set_to_zero
from hence.latex_in.prose.said import Said, Sentence, say
from hence.latex_in.prose.suppositions import Asserted, supposed
from hence.latex_in.prose.tendencies import (
    Held,
    Tendency,
    claimed,
    far,
    followed_by,
    growing,
    introduces,
    is_arrow,
    noted,
    regime,
    tendency,
)
from hence.latex_in.prose.witnesses import with_witnesses, witnessed
from hence.latex_in.prose.wording import words
from hence.latex_in.prose.words import Spoken, flatten, mark_of, offset_in, offsets_of, spoken
from hence.latex_in.roles import is_definable, is_growth

ProseItem: TypeAlias = Item | Candidate | Zero | Curved | Tendency | Held | Marker | Asserted


def read_paragraph(
    context: Context, paragraph: Paragraph, formulas: list[list[Token]], memory: Memory
) -> list[list[ProseItem]]:
    """Everything that a paragraph declares, sentence by sentence in the order of the page. Never fails.

    What later sentences must know ("fix j") is added to `memory`.
    """
    flat = flatten(paragraph, context.text)
    by_mark = {mark_of(k): say(context, tokens, mark_of(k)) for k, tokens in enumerate(formulas)}
    offsets = offsets_of(paragraph)
    read: list[list[ProseItem]] = []
    example = False
    for said in with_witnesses(spoken(flat)):
        place = offset_in(offsets, said.start)
        span = context.source.span(place, place)
        own = {mark: by_mark[mark] for mark in marks_in(said.signs) if mark in by_mark}
        own |= _equated_in_words(context, said.signs, own)
        sentence = Sentence(said, own, context, span, memory.some)
        memory.heard.append(sentence)
        begins: list[ProseItem] = list(edges(sentence, memory))
        begins += _of_them(sentence, memory)
        example = example or _OF_AN_EXAMPLE.match(said.signs) is not None
        items = supposed(sentence, _of_an_example(read_sentence(sentence), said, example), memory)
        memory.case = memory.case and not marks_in(said.signs)
        read.append([*begins, *items])
    return read


_IS_VALUE = rule(  # not "the norm of $v$ is $1$"
    "(^ | comma | semicolon | [our this the now here let and but so where with if when since that])"
    " ((?! [of F comma with]) w){0,2}? letter:F [is are be equals stands-for] [now here simply just again always]?"
    " number:F (?= [comma stop semicolon colon and or but instead here now again] | $)"
)


def _equated_in_words(context: Context, signs: str, by_mark: dict[str, Said]) -> dict[str, Said]:
    """ "Our $c$ is $2$": the number as the equation that words make of it."""
    made: dict[str, Said] = {}
    for found in _IS_VALUE.finditer(signs):
        letter, number = (by_mark.get(found[part]) for part in ("letter", "number"))
        if letter is None or number is None or _is_of(signs[: found.start("letter")]):
            continue
        (value,) = number.terms() if len(number.terms()) == 1 else (None,)
        if len(letter.symbols()) == 1 and letter.is_plain() and value is not None and is_value(value):
            first = number.tokens[0]
            equals = Token("rel", "=", first.start, first.start)
            made[found["number"]] = say(context, [*letter.tokens, equals, *number.tokens], found["number"])
    return made


_OF = rule("of [^comma semicolon colon stop]* $")


def _is_of(before: str) -> bool:
    """Whether a noun in front of a letter is what has the value: "the norm of the vector"."""
    return _OF.search(before) is not None


OF_THEM = rule("[they them neither both]")


def _of_them(s: Sentence, memory: Memory) -> list[ProseItem]:
    """Words alone that speak of the letters just before, "they do not influence each other": something is said of them.

    Nobody here knows what, so that nothing is refuted of these letters.
    """
    before = memory.heard[-2] if len(memory.heard) > 1 else None
    if before is None or s.by_mark or not s.spoken.finished or not OF_THEM.search(s.signs):
        return []
    told = [x for _, said in before.placed() for x in said.symbols() if isinstance(x, Sym)]
    word = f'perhaps restricted by "{s.spoken.text()}"'
    return [Property(x, word, s.span) for x in dict.fromkeys(told)] if len(told) > 1 else []


_OF_AN_EXAMPLE = rule("^ [open in for the a one this w]{0,3} example-word (?! F) [stop colon comma close]")


def _of_an_example(items: Iterable[ProseItem], said: Spoken, example: bool) -> Iterator[ProseItem]:
    """What a paragraph says of an example may rest on its values, or on how many there are: see `force.spoken_of`.

    So may what is claimed behind a description: "Two tokens with $s_1 = 1$ and $s_2 = 0$: ...". Arithmetic does not.
    """
    for item in items:
        example = example or (isinstance(item, Candidate) and item.force is Force.DESCRIBE)
        if example and isinstance(item, Candidate) and item.claims and _names(item):
            yield replace(item, unheard=item.unheard or said.text())
        else:
            yield item


def read_sentence(s: Sentence) -> Iterator[ProseItem]:
    """Everything that a sentence declares. Never fails."""
    s.some.update(x.name for m in nouns.some(s.signs) for x in s.terms(m) if isinstance(x, Sym))
    s.used.update(id(said) for said in events(s.signs, s.by_mark))
    yield from conventions(s)
    yield from leading_parts(s)
    yield from set_to_zero(s)
    yield from said_by_cases(s)
    claims: list[ProseItem] = [*constrained_extrema(s)] or [*global_extrema(s)] or [*extrema(s), *local_extrema(s)]
    found_lines = list(lines(s.signs, s.by_mark))
    in_lines = {id(said) for _, used in found_lines for said in used}
    made = with_extents(s, [(at, said, list(_formula(s, at, said, id(said) in in_lines))) for at, said in s.placed()])
    made = _witness_first(s, made)
    items = _settled([item for said, found in made if id(said) not in s.used for item in found])
    items = _said_of_several(_listed(s, items))
    items += costs(s)
    items = _explanations_first(s, _in_their_regime([*items, *fixed_here(s)]))
    yield from _restricted_by_words(s, items)
    claim = next((k for k, x in enumerate(items) if isinstance(x, Candidate) and x.concluded), len(items))
    yield from items[:claim]
    yield from (line for line, _ in found_lines)
    yield from regimes(s)
    yield from _one_law(s, words(s))  # before the first claim: "If $x$ is a scalar, then ..."
    spaces = [x for x in items[claim:] if isinstance(x, Membership)]  # "Then ... for all $x \\in ...$"
    yield from spaces
    yield from (x for x in items[claim:] if x not in spaces)
    yield from claims


def _witness_first(s: Sentence, made: list[tuple[Said, list[ProseItem]]]) -> list[tuple[Said, list[ProseItem]]]:
    """ "There is a q with ...: take q = ...": what must exist is claimed, once the witness is known."""
    possible = [s.by_mark[m] for m in witnessed(s.signs) if m in s.by_mark]
    if not possible:
        return made
    later = [
        (said, [replace(x, force=Force.CLAIM) if isinstance(x, Candidate) else x for x in found])
        for said, found in made
        if said in possible
    ]
    return [*((said, found) for said, found in made if said not in possible), *later]


_SEVERAL_LAWS = rule("under [^stop semicolon]* under")


def _one_law(s: Sentence, items: Iterable[ProseItem]) -> Iterator[ProseItem]:
    """ "Under $p$ the variable $X$ is ..., under $q$ it is ...": what it is depends on that."""
    several = _SEVERAL_LAWS.search(s.signs) is not None
    for item in items:
        if several and isinstance(item, Distributed):
            yield Property(item.subject, "perhaps restricted by one of several laws", item.span)
        else:
            yield item


_EXPLAINED = rule("[where with] (here | now)? mark:F")


def _explanations_first(s: Sentence, items: list[ProseItem]) -> list[ProseItem]:
    """ "Hence $b = X^\\top a$ with $a = 2y$": what explains a letter stands in front of the claim that uses it."""
    laws = [x for m in _EXPLAINED.finditer(s.signs) if m["mark"] in s.by_mark for x in s.by_mark[m["mark"]].found]
    made: list[ProseItem] = []
    for item in items:
        name = _explained(item, laws)
        uses = (k for k, x in enumerate(made) if isinstance(x, Candidate) and x.claims and name in _names(x))
        made.insert(next(uses, len(made)) if name else len(made), item)
    return made


def _explained(item: ProseItem, laws: Sequence[object]) -> str:
    """The letter of which "where" or "with" says what it is; empty for anything else."""
    match item:
        case Candidate(Equation(Formula(Sym(name), "=", rhs)), Force.WHERE | Force.WITH) if not item.hedge:
            return name if name not in free_names(rhs) else ""
        case Distributed(Sym(name)) if item in laws:
            return name
        case _:
            return ""


def _names(said: Candidate) -> frozenset[str]:
    return free_names(said.equation.formula.lhs) | free_names(said.equation.formula.rhs)


_LIST = rule("^ [here where with and comma colon semicolon F open close]* stop? $")
_DATA = rule("^ example-word [F and comma colon semicolon stop open close]* $")
_EXAMPLE = rule("^ example-word [colon comma]? list:L (claim-verb | we | comma (?! F))")
_NOTATION = rule(
    "^ (article | our | the)? w{0,3}? notation-head ((?! verb-copula | claim-verb) w){0,4} colon (?= [^stop]* F)"
)
_BESIDE = rule("comma mark:F (?= [comma stop semicolon close] | and | $)")
_ARGUES = rule("[conclusion we claim-verb since force-if force-when]")


def _listed(s: Sentence, items: list[ProseItem]) -> list[ProseItem]:
    """ "Here $x, a \\in R^n$, $a \\ne 0$.", "Example: $a = 3$, $c = 10$.": lists without a verb give what they say."""
    declares = _LIST.match(s.signs) is not None and any(isinstance(x, Membership | Distributed) for x in items)
    if (example := _EXAMPLE.match(s.signs)) is not None:
        data = [x for m in marks_in(example["list"]) for x in s.by_mark[m].found]
        return [replace(x, force=Force.FOR) if isinstance(x, Candidate) and x.equation in data else x for x in items]
    if (noted := _NOTATION.match(s.signs)) is not None and not _ARGUES.search(s.signs[noted.end() :]):
        return [replace(x, force=Force.DENOTE) if isinstance(x, Candidate) and _defines_here(x) else x for x in items]
    every = declares or _DATA.match(s.signs) is not None
    beside = list(_bounds_beside(s))
    return [
        replace(x, force=Force.TAKE)
        if isinstance(x, Candidate) and ((every and x.force is Force.NONE) or x.equation in beside)
        else x
        for x in items
    ]


def _defines_here(item: ProseItem) -> bool:
    """Whether an equation of a list of notations says what its left side means."""
    if not isinstance(item, Candidate) or item.force not in (Force.NONE, Force.SPELLED, Force.REASON, Force.TAKE):
        return False
    return item.equation.formula.relation == "=" and is_definable(item.equation.formula.lhs)


def _bounds_beside(s: Sentence) -> Iterator[Equation]:
    """The bounds of "$z \\in R^K$ are logits, $K \\ge 2$, and": behind a declaration and a comma they belong to it."""
    for found in _BESIDE.finditer(s.signs):
        said = s.by_mark.get(found["mark"])
        if _ARGUES.search(s.signs[: found.start()]):
            return
        declared = [x for m in marks_in(s.signs[: found.start()]) if m in s.by_mark for x in s.by_mark[m].found]
        if said is not None and said.bounds() and any(isinstance(x, Membership | Distributed) for x in declared):
            sides = (y for x in said.found if isinstance(x, Equation) for y in (x.formula.lhs, x.formula.rhs))
            if any(isinstance(y, Num) for y in sides):
                yield from (x for x in said.found if isinstance(x, Equation))


def _said_of_several(items: list[ProseItem]) -> list[ProseItem]:
    """ "Positive examples have $y_i = 1$, the others $y_i = 0$": each is said of some, and none of all."""
    values: dict[Term, set[Term]] = {}
    said = [x for x in items if isinstance(x, Candidate) and x.claims and not x.where]
    for x in (x for x in said if x.equation.formula.relation == "="):
        formula = x.equation.formula
        named = isinstance(formula.lhs, Sym) and x.force is Force.NONE  # "one option is $a = b$, another is $a = c$"
        if named or (isinstance(formula.rhs, Num) and isinstance(formula.lhs, App | Sym)):
            values.setdefault(formula.lhs, set()).add(formula.rhs)
    several = {term for term, found in values.items() if len(found) > 1}
    return [
        replace(x, force=Force.MENTION) if isinstance(x, Candidate) and x.equation.formula.lhs in several else x
        for x in items
    ]


_IID = rule("[iid independently] | independent and identically")


def _formula(s: Sentence, position: int, said: Said, in_lines: bool) -> Iterator[ProseItem]:
    """What one formula of a sentence gives."""
    iid = _IID.search(s.signs) is not None
    if said.unread is not None:
        yield said.unread
    how = _hedged(s, position, said)
    if how is Hedge.OPEN:
        yield from _opaque(s, position, said)
    for found in said.found:
        if isinstance(found, Mention | Space | Counted) or (isinstance(found, Equation) and in_lines):
            continue
        if (isinstance(found, Equation) and how is Hedge.DENIED) or (isinstance(found, Fact) and how):
            continue
        if isinstance(found, Distributed) and iid:
            yield replace(found, independent=True)
        elif isinstance(found, Equation):
            relation = _relation(s, position, found)
            yield replace(relation, hedge=how) if isinstance(relation, Candidate) else relation
        else:
            yield found


def _hedged(s: Sentence, position: int, said: Said) -> Hedge | None:
    """How a formula is mentioned that the sentence does not assert; None for any other."""
    if s.excepting or not _relates(said):
        return None
    other = s.by_mark.get(mark := alternative(s.signs, position))
    value = other is not None and other.is_plain() and s.signs.index(mark) > position  # "$p = 0$ or $1$"
    return Hedge.OPEN if other is not None and (value or _relates(other)) else hedge(s.signs, position)


def _relates(said: Said) -> bool:
    return any(isinstance(x, Equation | Fact) for x in said.found)


_WORDS_ALONE = rule("^ (w comma?)? for w{1,3} bearer comma")


def _restricted_by_words(s: Sentence, items: list[ProseItem]) -> Iterator[ProseItem]:
    """ "For unit vectors, ...": words restrict symbols that they do not name, so that nothing is refuted of these."""
    found = _WORDS_ALONE.match(s.signs)
    if found is None:
        return
    said = s.spoken.text(found.start(), found.end() - 1)
    claimed = [x.equation.formula for x in items if isinstance(x, Candidate)]
    names = sorted({n for f in claimed for side in (f.lhs, f.rhs) for n in free_names(side)})
    for name in names:
        yield opened(Reach.SENTENCE)
        yield Property(Sym(name), f'perhaps restricted by "{said}"', s.span)


_EXCEPTING = rule("^ [unless except]")


def _opaque(s: Sentence, position: int, said: Said) -> Iterator[ProseItem]:
    """A condition of which only the symbols are known: while it may hold, nothing is refuted of them."""
    if s.goes_on and _EXCEPTING.match(s.signs):
        return  # it goes on from a display, which takes its opposite
    word = f'perhaps restricted by "{s.context.latex(said.tokens)}"'
    names = dict.fromkeys(s.context.symbols(said.tokens))
    kept = governor(s.signs[:position]) in INTRODUCING | SUPPOSING
    for name in names:
        yield opened(Reach.ASSUMPTION if kept else Reach.SENTENCE)
        yield Property(Sym(name), word, s.span)


def _relation(s: Sentence, position: int, found: Equation) -> Candidate | Tendency:
    """A relation of a sentence; "as $t \\to \\infty$" is no claim, but makes the other arrows precise."""
    stated = _stated(s, found)
    if stated is not None and introduces(s.signs[:position]):
        return stated
    made = candidate(s, position, found)
    on_arrow = noted(found.note, s.context) if found.note else _right_behind(s, position)
    return claimed(made, [on_arrow]) if on_arrow is not None else made


def _right_behind(s: Sentence, position: int) -> Tendency | None:
    """What the words right behind an arrow say that tends: "$x_t \\to 0$ as $t \\to \\infty$"."""
    mark = followed_by(s.signs[position + 1 :])
    said = s.by_mark.get(mark) if mark else None
    equations = [x for x in said.found if isinstance(x, Equation)] if said is not None else []
    return _stated(s, equations[0]) if len(equations) == 1 else None


def _stated(s: Sentence, found: Equation) -> Tendency | None:
    text = rf"{s.context.latex(found.left)} \to {s.context.latex(found.right)}"
    return tendency(found.formula, found.side, text + (f"^{found.side}" if found.side else ""))


def _settled(items: list[ProseItem]) -> list[ProseItem]:
    """Arrows with what tends in the same sentence; where no word says it, a bare variable that goes to infinity."""
    tending = [x for x in items if isinstance(x, Tendency)]
    if not tending:
        bare = {id(x): far(x) for x in items if isinstance(x, Candidate) and far(x) is not None}
        arrows = [x for x in items if isinstance(x, Candidate) and is_arrow(x) and id(x) not in bare]
        if arrows:
            tending = [x for x in bare.values() if x is not None]
            items = [bare.get(id(x)) or x for x in items]
    made: list[ProseItem] = []
    for item in items:
        if isinstance(item, Tendency) and item in tending:  # the last one before an arrow is meant
            tending = [item, *(x for x in tending if x != item)]
        made.append(claimed(item, tending) if isinstance(item, Candidate) else item)
    return made


def _in_their_regime(items: list[ProseItem]) -> list[ProseItem]:
    """Each growth claim of a sentence with what the sentence says of the quantities in it."""
    local = regime(items)
    made: list[ProseItem] = []
    for item in items:
        claim = isinstance(item, Candidate) and is_growth(item.equation.formula)
        made += [*(x for f in local for x in growing(f)), item] if claim else [item]
    return made
