"""The statements of a display: relations, implications, laws and what stands under a label, as drafts of steps."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TypeAlias

from hence.language.derivation import (
    Distributed,
    Fact,
    Formula,
    Given,
    Membership,
    Standing,
    Step,
    Unread,
)
from hence.language.records import dataclass
from hence.language.terms import App, Span, Sym, Term, app, free_names
from hence.latex_in import tables as t
from hence.latex_in.displays import (
    condition,
    says_where,
)
from hence.latex_in.drafts import Draft, LawClaim, Rough
from hence.latex_in.formula.alternatives import alternatives, apart, not_understood
from hence.latex_in.formula.chains import Statement, has_top_relation, strip_punctuation
from hence.latex_in.formula.context import Context, base_name
from hence.latex_in.formula.declare import read_formula
from hence.latex_in.formula.optima import equations_of
from hence.latex_in.formula.spectra import stated
from hence.latex_in.law_functions import arguments_of, generating_claim, is_law, labelled, law_called, parameters_of
from hence.latex_in.page.document import Page
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import Tokens, group_end, split
from hence.latex_in.page.source import ParseError
from hence.latex_in.prose.clause import Force
from hence.latex_in.prose.discourse import Reach, opened
from hence.latex_in.prose.provisos import opposite, proviso
from hence.latex_in.prose.tendencies import Tendency, apply, noted
from hence.latex_in.roles import Scope, is_definable

Side: TypeAlias = tuple[Tokens, Term | ParseError]


@dataclass(frozen=True)
class Place:
    """Where a relation of a statement stands: the number of its left side, and what is given there."""

    left: int
    conditions: tuple[Given, ...]
    alternative: bool = False  # another case of the row above


class Statements:
    """What reads the statements of displays, one after the other: it remembers where the last one ended."""

    def __init__(self, page: Page, context: Context, chain: int) -> None:
        self.page, self.context, self.chain = page, context, chain
        self.previous: Side | None = None  # right end of the display just before
        self.tending: list[Tendency] = []  # said in the sentence before a display: "As $t \\to \\infty$,"
        self.under: tuple[Given, ...] = ()  # the premises of the statement just before: `X \\sim p \\implies a and b`

    def statement(self, statement: Statement, force: Force, told: Standing | None) -> list[Rough]:
        label, rest = labelled(statement.tokens)
        if label is not None:
            return self.under_label(label, replace(statement, tokens=rest), force, told)
        return self.plain_statement(statement, force, told)

    def plain_statement(self, statement: Statement, force: Force, told: Standing | None) -> list[Rough]:
        pieces, relations = statement.pieces()
        implies = any(t.RELATIONS.get(r.text) in t.IMPLICATIONS for r in relations)
        if _declares(statement.tokens) and not implies:
            return self.declaration(statement, force is Force.CLAIM)
        if not relations:
            return self.expression(statement)
        if any(x.kind == "or" for x in statement.tokens) and not implies:
            self.chain, self.previous = self.chain + 1, None
            found = self.relations(statement.tokens)
            return [x if isinstance(x, Unread) else Draft(x, False, told, force) for x in found]
        if implies:
            return self.implication(statement)
        notes, places = statement.notes_by_relation(), self.provisos(statement)
        bracket = self.trailing_tendency(pieces)
        if not (statement.continues and self.previous is not None):
            self.chain += 1
        continued = self.previous if statement.continues else None
        sides = self.sides(pieces, continued)
        if continued is not None:
            sides[0] = continued
        items: list[Rough] = []
        for number, relation in enumerate(relations):
            made = self.step(relation, sides[places[number].left], sides[number + 1], notes[number])
            if isinstance(made, Unread):
                items.append(made)
                continue
            made = self.precise(made, notes[number], bracket)
            if relation.text in t.NAMING:
                made = replace(
                    made,
                    formula=replace(made.formula, lhs=made.formula.rhs, rhs=made.formula.lhs),
                    lhs_text=made.rhs_text,
                    rhs_text=made.lhs_text,
                )
            first = number == 0 and not statement.continues
            how: Standing | None = told if number == 0 or told in ("hypothesis", "goal") else None
            defining = relation.text in t.DEFINING | t.NAMING
            how = "definition" if defining else how
            if says_where(statement.cue, made):
                items += [opened(Reach.ROW), condition(made.formula)]
                continue
            given = Force.DEFINE if defining else force
            draft = Draft(made, first, how, given, among=relation.text == t.IS_AMONG)
            draft.conditions, draft.anew = places[number].conditions, defining
            items.append(draft)
        self.previous = sides[-1]
        return items

    def under_label(self, label: str, statement: Statement, force: Force, told: Standing | None) -> list[Rough]:
        r"""`P \colon X \sim p` says which law P is, `m \colon y = X \beta` what holds; other labels give nothing."""
        if not label.isalpha() or label == "H":
            return []  # a hypothesis to be tested, one of several models
        made = self.statement(statement, force, told)
        made = [x.otherwise if isinstance(x, LawClaim) else x for x in made] if label.isupper() else made
        laws = [x for x in made if isinstance(x, Distributed)]
        if not label.isupper() or not laws or len(laws) < len(made):
            return made
        return [fact for law in laws[:1] for fact in law_called(label, law, self.context.names.densities)]

    def provisos(self, statement: Statement) -> list[Place]:
        """For each relation of a statement the side it starts from, and where it holds.

        A row may give another value for other cases: `|x| = x` if x > 0, `= -x` otherwise.
        """
        about = self.context.symbols(statement.tokens)
        read = {id(c): proviso(c.tokens, self.context, self.page.macros, about) for c in statement.where}
        places: list[Place] = []
        row = 0  # the first relation of the row above
        for number, clauses in enumerate(statement.clauses_by_relation()):
            own, above = ([read[id(c)] for c in cs] for cs in (clauses.own, clauses.above))
            opens = clauses.opens and number > 0
            if opens and any(p.ranges for p in own) and any(p.ranges for p in above):
                before = places[row]
                givens = [g for p in own for g in (p.givens if not p.otherwise else opposite(before.conditions) or ())]
                places.append(Place(before.left, tuple(givens), alternative=True))
            elif not opens and places and places[-1].alternative:
                places.append(Place(number, places[-1].conditions, alternative=True))
            else:
                places.append(Place(number, tuple(g for p in (*above, *own) for g in p.givens)))
            row = number if clauses.opens else row
        return places

    def precise(self, step: Step, note: str, bracket: str) -> Step:
        """An arrow with what its row or the sentence before says that tends."""
        if step.formula.relation not in ("->", "~~"):
            return step
        found = [x for text in (note, bracket) if text and (x := noted(text, self.context)) is not None]
        return apply(step, [*found, *self.tending])

    def trailing_tendency(self, pieces: list[Tokens]) -> str:
        r"""The `t \to \infty` of `x_t \to 0 \quad (t \to \infty)`, taken off the last piece."""
        last = pieces[-1]
        opening = next((k for k, x in enumerate(last) if x.text == "(" and group_end(last, k) == len(last)), None)
        if opening is None or not any(t.RELATIONS.get(x.text) == "->" for x in last[opening:]):
            return ""
        pieces[-1] = last[:opening]
        return self.context.latex(last[opening + 1 : -1])

    def implication(self, statement: Statement) -> list[Rough]:
        r"""`a = b \implies c = d`: what stands before an arrow is a premise of what stands behind it.

        A single equation in front of the first arrow is only supposed; a chain there is claimed as well.
        """
        over = self.quantified(statement)
        groups, arrows = statement.implications()
        items: list[Rough] = []
        premises: tuple[Formula, ...] = ()
        conditions: tuple[Given, ...] = ()  # premises that are no formulas, or were not understood
        for number, group in enumerate(groups):
            self.chain += 1
            both = number > 0 and t.RELATIONS[arrows[number - 1].text] == "<=>"
            separate = apart(self.context, group, statement.tokens) if number == 0 else None
            if _declares(group):
                laws, said = self.laws_in(group, conditions)
                items += said
                conditions = (*conditions, *laws)
                continue
            if all(x.kind in ("text", "quad") for x in group):
                about, span = self.context.symbols(statement.tokens), self.context.span(statement.tokens)
                premises = ()  # it is said in words what follows, or from what
                conditions = not_understood(about, self.context.latex(list(group)), span)
                continue
            steps = self.relations(group) if separate is None else []
            for made in steps:
                if isinstance(made, Unread):
                    items.append(made)
                elif number > 0 or len(steps) > 1:
                    step = replace(made, premises=premises, over=over if premises else (), both_ways=both)
                    items.append(Draft(step, False, conditions=conditions))
            premises = tuple(made.formula for made in steps if isinstance(made, Step))
            if isinstance(separate, Formula):
                premises = (separate,)
            elif separate is not None:
                conditions = (separate,)
            elif any(isinstance(made, Unread) for made in steps):
                about = self.context.symbols(statement.tokens)
                span = self.context.span(list(group) or statement.tokens)
                conditions = not_understood(about, self.context.latex(list(group)), span)
        self.previous, self.under = None, conditions
        return items

    def laws_in(self, group: Tokens, premises: tuple[Given, ...]) -> tuple[list[Given], list[Rough]]:
        """What a group of an implication declares, and what it claims: that something is normal if another is."""
        given, said = list[Given](), list[Rough]()
        known = Scope()
        for premise in premises:
            if isinstance(premise, Distributed):
                known.declare(premise)
        for one in self.declaration(Statement(list(group)), claimed=bool(premises)):
            if isinstance(one, LawClaim) and premises and (made := _law_steps(one, known)):
                more, steps = made
                said += [Draft(step, False, conditions=(*premises, *more)) for step in steps]
                continue
            plain = one.otherwise if isinstance(one, LawClaim) else one
            said += [plain] if isinstance(plain, Unread) else []
            given += [plain] if isinstance(plain, Membership | Distributed | Fact) else []
        return given, said

    def quantified(self, statement: Statement) -> tuple[str, ...]:
        """The symbols of a quantifier in front of a statement."""
        pieces = split(statement.quantified, lambda token: token.text == ",") if statement.quantified else []
        terms = [self.side(piece) for piece in pieces]
        return tuple(name for term in terms if not isinstance(term, ParseError) and (name := base_name(term)))

    def relations(self, tokens: Tokens) -> list[Step | Unread]:
        """The relations of one group of an implication; alternatives are one relation."""
        cases = split(tokens, lambda token: token.kind == "or")
        if len(cases) > 1:
            return [alternatives(self.context, [self.relations(case) for case in cases], tokens, self.chain)]
        group = Statement(list(tokens))
        pieces, relations = group.pieces()
        sides = self.sides(pieces)
        if not relations:
            return [self.context.unread(ParseError(0, 0, "expected a relation"), list(tokens), self.chain)]
        return [self.step(r, sides[k], sides[k + 1], "") for k, r in enumerate(relations)]

    def side(self, piece: Tokens) -> Term | ParseError:
        return self.sides([piece])[0][1]

    def sides(self, pieces: list[Tokens], continued: Side | None = None) -> list[Side]:
        """The sides of one statement, each with its term or what is wrong with it."""
        before = [continued[1]] if continued is not None and not isinstance(continued[1], ParseError) else []
        return list(
            zip(pieces, self.context.sides([strip_punctuation(p) for p in pieces], before, lenient=True), strict=True)
        )

    def step(
        self,
        relation: Token,
        left: Side,
        right: Side,
        note: str,
    ) -> Step | Unread:
        source = self.page.source
        left_tokens, lhs = left
        right_tokens, rhs = right
        text = f"{self.context.latex(left_tokens)} {relation.text} {self.context.latex(right_tokens)}".strip()
        place = self.context.span(right_tokens) if right_tokens else source.span(relation.start, relation.end)
        meaning = t.RELATIONS.get(relation.text) or t.MATRIX_ORDERS.get(relation.text)

        def unread(at: Span, message: str) -> Unread:
            symbols = self.context.symbols([*left_tokens, *right_tokens])
            return Unread(at, message, text, self.chain, symbols=symbols)

        if meaning is None:
            at = source.span(relation.start, relation.end)
            message = f"{relation.text} is not understood yet"
            return replace(unread(at, message), silent=relation.text in t.UPDATES)
        if isinstance(rhs, ParseError):
            known = rhs.end or not right_tokens
            span = source.span(rhs.start, rhs.end) if known and right_tokens else place
            message = rhs.message if right_tokens else f"expected a term after {relation.text}"
            may_define = meaning == "=" and not isinstance(lhs, ParseError) and is_definable(lhs)
            defined = base_name(lhs) if may_define and not isinstance(lhs, ParseError) else None
            return replace(unread(span, message), defines=defined or "")
        if isinstance(lhs, ParseError):
            if not left_tokens:
                return unread(place, f"expected a term before {relation.text}")
            at = source.span(lhs.start, lhs.end) if lhs.end else place
            return unread(at, f"the left side was not understood: {lhs.message}")
        formula = stated(lhs, relation.text, rhs, source.span(relation.start, relation.end))
        assert formula is not None  # its meaning is known
        shown = self.context.latex(left_tokens), self.context.latex(right_tokens)
        return Step(formula, self.chain, place, *shown, justification=note)

    def declaration(self, statement: Statement, claimed: bool) -> list[Rough]:
        r"""`x \sim N` or `x \in S` in a display. That a X + b has a law is a claim, like any law behind "then"."""
        head, *behind = split(statement.tokens, lambda x: x.text == t.DRAWN)
        drawn = next((x for x in statement.tokens if x.text == t.DRAWN), None)
        laws = [x for part in behind for x in split(part, lambda x: x.kind == "rel")]
        if drawn is not None and len(laws) > 1 and all(map(is_law, laws)):
            return self.same_laws(head, drawn, laws, claimed)
        if drawn is not None and has_top_relation(head) and len(behind) == 1:  # Z = a X + b \sim p
            told = self.plain_statement(Statement(list(head)), Force.CLAIM if claimed else Force.NONE, None)
            named = split(head, lambda x: x.kind == "rel")[-1 if claimed else 0]  # what is claimed is said of its value
            return [*told, *self.declaration(Statement([*named, drawn, *behind[0]]), claimed)]
        try:
            found = read_formula(self.context, statement.tokens)
            kept: list[Rough] = [x for x in found if isinstance(x, Membership | Distributed | Fact)]
        except ParseError as error:
            self.chain += 1
            return [self.context.unread(error, statement.tokens, self.chain)]
        self.chain += 1
        law = behind[0] if behind else ()
        return [self.law_claim(x, statement, law, claimed) if isinstance(x, Distributed) else x for x in kept]

    def law_claim(self, said: Distributed, statement: Statement, law: Tokens, claimed: bool) -> Rough:
        """A law, with what it says of mean and variance where it is normal; not understood where it is claimed."""
        otherwise: Unread | Distributed = said
        if claimed or not _is_letter(said.subject):
            first, last = statement.tokens[0], statement.tokens[-1]
            undecided = ParseError(first.start, last.end, "that something has a certain law is not decided yet")
            otherwise = self.context.unread(undecided, statement.tokens, self.chain)
        name = self.context.latex(split(statement.tokens, lambda x: x.text == t.DRAWN)[0])
        generating = self.generating(said, name, law)
        written = arguments_of(law)
        if (
            said.given
            or not isinstance(said.law, App)
            or said.law.head != "Normal"
            or len(written) != 2
            or said.independent
        ):
            if not _is_letter(said.subject) and generating is None:
                return otherwise
            return LawClaim(said.subject, (), otherwise, said, generating)
        steps = []
        for head, value, tokens in zip(("E", "Var"), said.law.args, written, strict=True):
            place = self.context.span(tokens)
            formula = Formula(app(head, said.subject), "=", value, place)
            shown = rf"\mathrm{{{head}}}({name})"
            steps.append(Step(formula, self.chain, place, shown, self.context.latex(tokens), announced=True))
        return LawClaim(said.subject, tuple(steps), otherwise, said, generating)

    def generating(self, said: Distributed, name: str, law: Tokens) -> tuple[Given, Step] | None:
        """A law as a claim about the moment generating function. An average that need not exist refutes nothing."""
        claim = generating_claim(said)
        if claim is None:
            return None
        order, formula = claim
        place, called = self.context.span(law), self.context.latex(law)
        shown = rf"\mathrm{{E}}(e^{{\mathit{{t}} ({name})}})", rf"\mathrm{{M}}_{{{called}}}(\mathit{{t}})"
        return order, Step(replace(formula, span=place), self.chain, place, *shown, announced=True, unheard=called)

    def same_laws(self, subject: Tokens, drawn: Token, laws: list[Tokens], claimed: bool) -> list[Rough]:
        r"""`x \sim p \sim q` and `x \sim p = q`: x has the law p, and q is the same law by its parameters."""
        items = self.declaration(Statement([*subject, drawn, *laws[0]]), claimed)
        self.chain += 1
        name = split(subject, lambda x: x.kind == "rel")[0]
        for one, other in pairwise(laws):
            items += self.same_law([*name, drawn], one, other)
        self.previous = None
        return items

    def same_law(self, drawn: Tokens, one: Tokens, other: Tokens) -> list[Rough]:
        """Steps for the parameters of two notations of a law."""
        terms = [self.law([*drawn, *strip_punctuation(x)]) for x in (one, other)]
        written = [arguments_of(x) for x in (one, other)]
        place = self.context.span(other)
        pairs = parameters_of(terms[0], terms[1]) if terms[0] is not None and terms[1] is not None else []
        if not pairs or any(len(x) != len(pairs) for x in written):
            text = f"{self.context.latex(one)} = {self.context.latex(other)}"
            return [Unread(place, "that this is the same law is not understood", text, self.chain)]
        made: list[Rough] = []
        for (left, right), a, b in zip(pairs, *written, strict=True):
            texts = self.context.latex(a), self.context.latex(b)
            step = Step(Formula(left, "=", right, place), self.chain, self.context.span(b), *texts)
            made += [Draft(step, False)] if texts[0] != texts[1] else []
        return made

    def law(self, tokens: Tokens) -> Term | None:
        try:
            found = read_formula(self.context, tokens)
        except ParseError:
            return None
        return next((x.law for x in found if isinstance(x, Distributed)), None)

    def expression(self, statement: Statement) -> list[Rough]:
        """A display without a relation claims nothing; whether it is understood is said all the same."""
        read = self.side(statement.tokens)
        self.previous = (statement.tokens, read)
        if isinstance(read, ParseError):
            self.chain += 1
            return [self.context.unread(read, statement.tokens, self.chain)]
        return [Fact(f, False, (), f.span, imposed="problem") for f in equations_of(read)]


def _declares(tokens: Tokens) -> bool:
    return len(split(tokens, lambda x: x.text in (t.DRAWN, t.MEMBER))) > 1


def _law_steps(said: LawClaim, known: Scope) -> tuple[tuple[Given, ...], tuple[Step, ...]] | None:
    """What says that something made of letters with known laws has a law, and what that speaks of."""
    if known.is_normal(said.subject):
        return (), said.steps
    drawn = not _is_letter(said.subject) and bool(free_names(said.subject) & known.drawn)
    return ((said.generating[0],), said.generating[1:]) if drawn and said.generating is not None else None


def _is_letter(subject: Term) -> bool:
    """x or x_i."""
    return isinstance(subject, Sym) or (isinstance(subject, App) and subject.head == "index")
