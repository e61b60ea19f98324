r"""Displays to statements: rows split and joined, notes taken off, relations found.

A row that begins with a relation continues the row above; a row without a relation continues its formula;
anything else begins a new statement.
"""

from __future__ import annotations

import re
from dataclasses import field

from hence.language.records import dataclass
from hence.latex_in import tables as t
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.scan import Tokens, group_end, split

_PUNCTUATION = frozenset((",", ".", ";", ":"))
OPERATORS = frozenset(("+", "-", "/", r"\pm")) | t.TIMES | t.HADAMARD | t.KRONECKER | t.DIVIDED
_FIRST_WORD = re.compile(r"[\s(\[,.;:]*([A-Za-z.']+)")


@dataclass(frozen=True)
class Clause:
    """What stands behind a row, or in front of it, and says where it holds or why."""

    first: int  # the tokens of its row, from one
    end: int  # to another
    tokens: Tokens


@dataclass(frozen=True)
class Clauses:
    """The clauses of the row in which a relation stands, and of the rows above it; whether it opens its row."""

    own: list[Clause]
    above: list[Clause]
    opens: bool


@dataclass
class Statement:
    """A run of tokens `a = b = c`, with the notes of its rows. Each note knows how many tokens came before it."""

    tokens: list[Token]
    notes: list[tuple[int, str]] = field(default_factory=list)
    cue: str = ""  # "where", "let": the word in front of it
    continues: bool = False  # it begins with a relation and nothing in its display is in front of it
    quantified: list[Token] = field(default_factory=list)  # x of `\\forall x \\colon ...`
    behind: bool = False  # another statement stands before it in its row
    where: list[Clause] = field(default_factory=list)
    listed: bool = False  # dots stood between two of its relations

    def pieces(self) -> tuple[list[Tokens], list[Token]]:
        """The runs between relations, and the relations."""
        relations: list[Token] = []

        def is_relation(token: Token) -> bool:
            if token.kind == "rel":
                relations.append(token)
                return True
            return False

        return split(self.tokens, is_relation), relations

    def implications(self) -> tuple[list[Tokens], list[Token]]:
        """The groups between arrows of implication, and the arrows."""
        arrows: list[Token] = []

        def is_arrow(token: Token) -> bool:
            if token.kind == "rel" and t.RELATIONS.get(token.text) in t.IMPLICATIONS:
                arrows.append(token)
                return True
            return False

        return split(self.tokens, is_arrow), arrows

    def clauses_by_relation(self) -> list[Clauses]:
        """For each relation the clauses of its row, and those of the rows that it continues."""
        _, relations = self.pieces()
        places = [next(k for k, x in enumerate(self.tokens) if x is relation) for relation in relations]
        return [
            Clauses(
                [c for c in self.where if c.first <= place < c.end],
                [c for c in self.where if c.end <= place],
                place in (0, *(c.end for c in self.where)),
            )
            for place in places
        ]

    def notes_by_relation(self) -> list[str]:
        """The note for each relation: what stands behind it and before the next one."""
        _, relations = self.pieces()
        places = [next(k for k, x in enumerate(self.tokens) if x is relation) for relation in relations]
        notes = [""] * len(relations)
        for count, note in self.notes:
            which = sum(place < count for place in places) - 1
            if relations:
                notes[max(which, 0)] = f"{notes[max(which, 0)]} {note}".strip()
        return notes


@dataclass
class Segment:
    tokens: list[Token] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    cue: str = ""
    quantified: list[Token] = field(default_factory=list)
    where: Tokens = ()  # a clause behind it
    over: Tokens = ()  # the range of a quantifier in front of it


def statements(tokens: list[Token], text: str) -> list[Statement]:
    """The statements of a display, in order. Never fails; `text` is what notes are cut from."""
    found: list[Statement] = []
    begun = 0
    for row in rows(tokens):
        segments = _segments(_without_marks(row), text)
        for number, segment in enumerate(segments):
            if not segment.tokens:
                if segment.notes and found:
                    found[-1].notes += [(len(found[-1].tokens), note) for note in segment.notes]
                    found[-1].where += _clause(begun, found[-1], segment)
                continue
            previous = found[-1] if found and number == 0 and not segment.cue else None
            if previous is not None and segment.tokens[0].text == t.MEMBER:
                continue  # where the last side lies
            begun = 0
            if previous is not None and _continues(previous.tokens, segment.tokens):
                begun = len(previous.tokens)
                previous.tokens += segment.tokens
                statement = previous
            else:
                statement = Statement(list(segment.tokens), cue=segment.cue, quantified=segment.quantified)
                statement.continues = not found and segment.tokens[0].kind == "rel"
                statement.behind = number > 0 and not segment.cue
                found.append(statement)
            statement.notes += [(len(statement.tokens), note) for note in segment.notes]
            statement.where += _clause(begun, statement, segment)
    for statement in found:
        statement.tokens = _with_implications(statement.tokens)
        if not statement.where and not statement.notes:  # these know their places
            whole, statement.tokens = statement.tokens, _without_dots_between(statement.tokens)
            statement.listed = len(statement.tokens) < len(whole)
    return found


def _with_implications(tokens: list[Token]) -> list[Token]:
    r"""An arrow between two equations says that one follows from the other: `2 w = 4 \to w = 2`.

    Behind the arrow of a limit stands a number, or nothing follows: `x_n = 1/n \to 0`, `f_n \le g_n \to 0 < 1`.
    """
    arrows: list[Token] = []

    def is_arrow(token: Token) -> bool:
        found = token.kind == "rel" and t.RELATIONS.get(token.text) == "->"
        arrows.extend([token] if found else [])
        return found

    groups = split(tokens, is_arrow)
    implied = [
        arrow
        for arrow, before, behind in zip(arrows, groups, groups[1:], strict=False)
        if has_top_relation(before) and _is_equation(behind)
    ]
    return [Token("rel", r"\implies", x.start, x.end) if any(x is y for y in implied) else x for x in tokens]


def _is_equation(tokens: Tokens) -> bool:
    """Whether letters stand on the left of a relation: of a number it would say nothing."""
    sides = split(tokens, lambda token: token.kind == "rel")
    return len(sides) > 1 and any(x.kind == "name" for x in sides[0])


def _without_dots_between(tokens: list[Token]) -> list[Token]:
    r"""`a = \dots = b` says a = b, and `a \le \dots \le b` says a \le b."""
    kept: list[Token] = []
    for token in tokens:
        between = len(kept) > 2 and kept[-1].kind == "dots" and kept[-2].kind == "rel" and token.kind == "rel"
        if between and t.RELATIONS.get(token.text) == t.RELATIONS.get(kept[-2].text):
            kept.pop()
        else:
            kept.append(token)
    return kept


def _clause(begun: int, statement: Statement, segment: Segment) -> list[Clause]:
    tails = [tail for tail in (segment.over, segment.where) if tail]
    return [Clause(begun, len(statement.tokens), tail) for tail in tails]


def rows(tokens: list[Token]) -> list[list[Token]]:
    """The rows of a display. Round brackets may stay open across rows; braces and matrices may not."""
    found: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token.kind == "begin" or token.text == "{") - (token.kind == "end" or token.text == "}")
        if token.kind == "row" and depth <= 0:
            found.append([])
        else:
            found[-1].append(token)
    return found


def _without_marks(row: Tokens) -> list[Token]:
    """The row without its alignment marks, a gap where they part two columns; those of matrices stay."""
    kept: list[Token] = []
    depth = 0
    for position, token in enumerate(row):
        depth += {"begin": 1, "end": -1}.get(token.kind, 0)
        if depth or token.text != "&" or token.kind != "op":
            kept.append(token)
        elif _parts_columns(kept, row[position + 1 :]):
            kept.append(Token("quad", r"\quad", token.start, token.end))
        if len(kept) > 2 and kept[-2].kind == "text" and (kept[-3].text, token.text) in (("[", "]"), ("(", ")")):
            kept[-3:] = [Token("text", f"({kept[-2].text})", kept[-3].start, token.end)]
    return kept


def _parts_columns(before: Tokens, after: Tokens) -> bool:
    r"""Whether an alignment mark stands between two columns: `a &= b & c &= d`, `a &= b && (x > 0)`."""
    following = next((x for x in after if x.text != "&"), None)
    if following is None or not before or following.kind == "rel" or before[-1].kind == "rel":
        return False
    joins = following.text in OPERATORS and not (following.text == "-" and has_top_relation(after))
    return has_top_relation(before) and not joins and before[-1].text not in OPERATORS and _depth(before) == 0


def _continues(before: Tokens, row: Tokens) -> bool:
    first, last = row[0], before[-1]
    if first.kind == "rel" or _depth(before) > 0:
        return True
    if first.text == t.DRAWN:  # the same thing has a law that is written otherwise
        return any(x.text == t.DRAWN for x in before)
    script = len(before) > 1 and before[-2].text in ("^", "_")  # the + of X^+ joins nothing
    if last.kind == "rel" or (last.text in OPERATORS and not script) or last.text == ",":
        return True
    has_relation = has_top_relation(row)
    if (first.text in OPERATORS and first.text not in t.PLUS) or first.text == "+":
        return True
    return not has_relation and not any(x.text in (t.DRAWN, t.MEMBER) for x in row)


def _depth(tokens: Tokens) -> int:
    depth = 0
    for token in tokens:
        if token.kind in ("op", "cmd"):
            depth += (token.text == "{" or token.text in t.OPENERS) - (token.text in t.CLOSERS)
    return depth


def has_top_relation(tokens: Tokens) -> bool:
    return len(split(tokens, lambda token: token.kind == "rel")) > 1


def strip_punctuation(tokens: Tokens) -> list[Token]:
    kept = list(tokens)
    while kept and ((kept[-1].text in _PUNCTUATION and kept[-1].kind == "op") or kept[-1].kind == "quad"):
        kept.pop()
    while kept and kept[0].kind == "quad":
        kept.pop(0)
    return kept


def _segments(row: list[Token], text: str) -> list[Segment]:
    """A row, cut at wide spaces, commas and words that separate statements; notes taken off."""
    segments = [Segment()]
    segments[0].quantified, row = _quantifier(row)
    segments[0].over = _ranged(segments[0].quantified)
    depth = 0
    for position, token in enumerate(row):
        if depth == 0 and _is_bracketed_condition(row, position, segments[-1].tokens, text):
            segments[-1].notes.append(_slice(text, row[position:]))
            segments[-1].where = strip_punctuation(row[position:])
            break
        depth += _step_in(token)
        if depth or not _may_cut(token):
            if token.kind != "quad":
                segments[-1].tokens.append(token)
        elif _cut(token, row[position + 1 :], segments):
            rest = row[position:] if token.text != "," else row[position + 1 :]
            segments[-1].notes.append(_slice(text, rest))
            member = any(x.text == t.MEMBER for x in rest)
            segments[-1].where = strip_punctuation(rest) if token.text != "," or member else ()
            break
    for segment in segments:
        segment.tokens = strip_punctuation(segment.tokens)
    return segments


def _quantifier(row: list[Token]) -> tuple[list[Token], list[Token]]:
    r"""The variables of `\forall x, y \colon` in front of a row, and what follows."""
    if not row or row[0].text != r"\forall":
        return [], row
    ends = [k for k, x in enumerate(row) if x.text in (":", r"\colon")]
    ends += [k for k, x in enumerate(row) if x.text == "," and k + 1 < len(row) and row[k + 1].kind == "quad"]
    ends += [k for k, x in enumerate(row) if x.text == "," and has_top_relation(row[k + 1 :])][::-1]
    ends += [k for k, x in enumerate(row) if x.kind in ("quad", "text") and has_top_relation(row[k + 1 :])]
    end = next((k for k in ends if has_top_relation(row[k + 1 :])), None)
    if end is None:
        return [], row
    return list(row[1:end]), row[end + 1 :]


def _ranged(variables: Tokens) -> Tokens:
    """The variables of a quantifier as a clause, where their values are restricted."""
    restricted = any(x.kind == "rel" or x.text == t.MEMBER for x in variables)
    return [Token("text", "for all", variables[0].start, variables[0].start), *variables] if restricted else ()


_GAP = re.compile(r"\\[;:,> ]|~|\\(?:hspace|enspace|enskip|thinspace|medspace|thickspace)")


def _is_bracketed_condition(row: list[Token], position: int, before: Tokens, text: str) -> bool:
    r"""`\quad (x > 0)` at the end of a row, or behind a smaller gap."""
    here = row[position]
    if here.text not in ("(", "[") or position == 0:
        return False
    last = row[position - 1]
    if last.kind != "quad" and not _GAP.search(text[last.end : here.start]):
        return False
    inside = strip_punctuation(row[position:])
    whole = group_end(inside, 0) == len(inside)
    arrow = any(t.RELATIONS.get(x.text) == "->" for x in inside)  # what tends is read apart
    return whole and not arrow and has_top_relation(inside[1:-1]) and has_top_relation(before)


def _step_in(token: Token) -> int:
    if token.kind not in ("op", "cmd", "begin", "end"):
        return 0
    opens = token.kind == "begin" or token.text == "{" or token.text in t.OPENERS
    return opens - (token.kind == "end" or token.text in t.CLOSERS)


def _may_cut(token: Token) -> bool:
    return token.kind in ("text", "quad") or token.text in (r"\forall", ",", ";") or token.text in t.OR_SIGNS


def _cut(token: Token, rest: list[Token], segments: list[Segment]) -> bool:
    """Treat a token that may end a statement; True where the rest of the row is a note."""
    current = segments[-1]
    while token.text == "," and rest and rest[0].kind == "quad":
        rest = rest[1:]
    if token.kind == "text" or token.text == r"\forall":
        if current.tokens and _expects_term(current.tokens[-1]) and not _on_arrow(token):
            current.tokens.append(token)  # words in the place of a term
        elif _is_aside(token) and has_top_relation(current.tokens) and _goes_on_behind(current.tokens, rest):
            current.notes.append(" ".join(token.text.split()).strip(" ,.;"))
            current.where = [token] if first_word(token.text.strip("( ")) in t.CONDITION_WORDS else ()
        elif _ends_row(token, bool(current.tokens)) and not (rest and rest[0].kind == "rel"):
            return True
        else:
            _take_words(token, segments, rest)
    elif token.text in t.OR_SIGNS:
        if _are_alternatives(current.tokens, rest):
            _take_words(token, segments, rest)
        else:
            current.tokens.append(token)
    elif token.kind == "quad":
        if _new_statement(current.tokens, rest):
            segments.append(Segment())
    elif has_top_relation(current.tokens) and _until_comma(rest) and _is_condition(rest):
        return True
    elif has_top_relation(current.tokens) and _until_comma(rest) and _new_statement(current.tokens, rest):
        segments.append(Segment())
    else:
        current.tokens.append(token)
    return False


def first_word(text: str) -> str:
    found = _FIRST_WORD.match(text)
    return found.group(1).lower().strip("'") if found else ""


def _ends_row(token: Token, behind_formula: bool) -> bool:
    """Whether everything from this text to the end of the row is a note."""
    if token.text == r"\forall":
        return True
    word = first_word(token.text)
    return behind_formula and (token.text.strip().startswith(("(", "[")) or word in t.CONDITION_WORDS)


def _is_aside(token: Token) -> bool:
    """Words in brackets of their own: "(row by row)", "(if x is positive)"."""
    said = token.text.strip()
    return said.startswith("(") and said.endswith(")")


def _goes_on_behind(before: Tokens, rest: list[Token]) -> bool:
    """Whether another statement stands behind a comma or a wide space."""
    parted = bool(rest) and (rest[0].text == "," or rest[0].kind == "quad")
    return parted and _new_statement(before, rest[1:])


def _on_arrow(token: Token) -> bool:
    r"""What stood on an arrow: `t \to \infty`."""
    return any(t.RELATIONS.get(word) == "->" for word in token.text.split())


def _expects_term(last: Token) -> bool:
    return last.kind == "rel" or (last.kind in ("op", "cmd") and last.text in OPERATORS)


def _take_words(token: Token, segments: list[Segment], rest: list[Token]) -> None:
    word = first_word(token.text)
    if is_or(token) and _are_alternatives(segments[-1].tokens, rest):
        before = strip_punctuation(segments[-1].tokens)
        segments[-1].tokens = [*before, Token("or", t.OR, token.start, token.end)]
        return
    states = has_top_relation(rest) or any(x.text in (t.DRAWN, t.MEMBER) for x in rest)
    if word in t.SEPARATING_WORDS and (states or not segments[-1].tokens):
        segments.append(Segment(cue=word))
        return
    if not segments[-1].tokens and rest:
        segments[-1].cue = segments[-1].cue or word
    following = [x for x in rest if x.kind != "quad"][:1]
    joins = any(x.kind not in ("rel", "text") for x in following) and not has_top_relation(rest)
    if segments[-1].tokens and joins and not _on_arrow(token):
        segments[-1].tokens.append(token)  # words between two terms: the parser says so
        return
    segments[-1].notes.append(" ".join(token.text.split()).strip(" ,.;"))


def is_or(token: Token) -> bool:
    return token.text in t.OR_SIGNS if token.kind != "text" else token.text.strip(" ,").lower() == "or"


def _are_alternatives(before: Tokens, rest: list[Token]) -> bool:
    r"""`x = 2 \text{ or } x = -2`; behind a comma, "or" means "in other words" unless both speak of the same thing."""
    if not (has_top_relation(before) and has_top_relation(rest)):
        return False
    if before[-1].text != "," or any(t.RELATIONS.get(x.text) in t.IMPLICATIONS for x in before):
        return True
    sides = [split([x for x in part if x.kind != "quad"], lambda x: x.kind == "rel")[0] for part in (before, rest)]
    return [x.text for x in sides[0]] == [x.text for x in sides[1]]


def _until_comma(rest: list[Token]) -> list[Token]:
    stop = split(rest, lambda x: x.text == "," or x.kind in ("quad", "text"))[0]
    return [x for x in stop if x.kind != "quad"]


def _new_statement(before: Tokens, rest: list[Token]) -> bool:
    following = _until_comma(rest)
    while not following and rest and rest[0].kind == "quad":
        rest = rest[1:]
        following = _until_comma(rest)
    if not following or following[0].kind == "rel" or following[0].text in OPERATORS - {"-"}:
        return False
    if before and before[-1].kind in ("rel", "or"):
        return False
    declares = any(x.text in (t.DRAWN, t.MEMBER) for x in following)
    return has_top_relation(before) and (has_top_relation(following) or declares)


def _is_condition(rest: list[Token]) -> bool:
    r"""`i = 1, \dots, n` and `i \in S` behind a statement say for which values it holds."""
    content = [x for x in rest if x.kind != "quad"]
    if len(content) < 3 or content[0].kind != "name":
        return False
    counts = any(x.kind == "dots" for x in content)
    return content[1].text == t.MEMBER or (content[1].text == "=" and counts)


def _slice(text: str, tokens: Tokens) -> str:
    if not tokens:
        return ""
    raw = text[min(x.start for x in tokens) : max(x.end for x in tokens)]
    raw = re.sub(r"\\(?:text|textit|textrm|mbox|textbf)\s*\{([^{}]*)\}", r"\1", raw)
    return " ".join(re.sub(r"&|\\q?quad\b|\u200b", " ", raw).split()).strip(" ,.;")
