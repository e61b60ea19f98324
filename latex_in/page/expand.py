r"""Macros, expanded: tokens taken from a stack, arguments found, bodies put in their place.

Tokens that come out of a macro stand where the macro was called. Work is counted: a macro that calls itself costs
no more than any other.
"""

from __future__ import annotations

from collections.abc import Iterable

from hence.latex_in import tables as t
from hence.latex_in.page.lexer import Token
from hence.latex_in.page.macros import NOTHING, YES, Macro, Macros, Parameter

MOST_EXPANSIONS = 5000
MOST_NESTING = 60
MOST_TOKENS = 60_000  # that the expansions of one formula make
MOST_TOKENS_ON_PAGE = 2_000_000
_TAKING_ARGUMENT = frozenset((*t.FONTS, *t.ACCENTS, *t.UPRIGHT_COMMANDS))


class Expander:
    """A list of raw tokens, used as a stack (last token first), and what was made of them."""

    def __init__(self, raw: Iterable[Token], macros: Macros, budget: list[int]) -> None:
        self.stack = list(raw)[::-1]
        self.macros = macros
        self.budget = budget  # shared with nested passes: how many macros were expanded, and what they made
        self.out: list[Token] = []
        self.active: dict[str, int] = {}  # how often each macro is being expanded right now
        self.last_end = 0  # where the last argument ended, its brace included

    # Pieces of input ----------------------------------------------------------------------------

    def emit(self, kind: str, text: str, token: Token, end: int | None = None) -> None:
        self.out.append(Token(kind, text, token.start, token.end if end is None else end))

    def skip_space(self) -> None:
        while self.stack and self.stack[-1].kind in ("space", "close"):
            token = self.stack.pop()
            if token.kind == "close":
                self.active[token.text] -= 1

    def peek(self) -> Token | None:
        self.skip_space()
        return self.stack[-1] if self.stack else None

    def argument(self) -> list[Token] | None:
        """The raw tokens of the next argument, braces removed; None when there is none or it is not closed."""
        first = self.peek()
        if first is None:
            return None
        self.stack.pop()
        self.last_end = first.end
        if first.kind == "bad":  # a brace without its counterpart: whatever takes the argument, the complaint stays
            self.out.append(first)
            return None
        if first.text != "{":
            if first.kind == "num" and first.text[1:] and first.text[0] != ".":  # \frac12: one digit
                self.stack.append(Token("num", first.text[1:], first.start + 1, first.end))
                return [Token("num", first.text[0], first.start, first.start + 1)]
            if first.kind == "cmd" and first.text in _TAKING_ARGUMENT:
                return [first, *self.braced(self.argument() or [], first)]  # \hat\mathbf w
            return [first] if first.text not in ("}", "&") and first.kind != "row" else None
        return self.up_to_brace()

    def up_to_brace(self) -> list[Token] | None:
        """What stands before the brace that closes the one just taken; None, and nothing taken, where there is none."""
        depth = 1
        inner: list[Token] = []
        taken: list[Token] = []
        while self.stack:
            token = self.stack.pop()
            taken.append(token)
            if token.kind == "close":
                continue
            if token.text == "{" and token.kind == "op":
                depth += 1
            elif token.text == "}" and token.kind == "op":
                depth -= 1
                if depth == 0:
                    self.last_end = token.end
                    self.leave(x for x in taken if x.kind == "close")
                    return inner
            inner.append(token)
        self.stack.extend(reversed(taken))
        return None

    def leave(self, closing: Iterable[Token]) -> None:
        for token in closing:
            self.active[token.text] -= 1

    def bracketed(self, marks: tuple[str, str] = ("[", "]")) -> list[Token] | None:
        """The tokens of an optional argument between two marks, when one comes next; groups in it are whole."""
        first = self.peek()
        if first is None or first.text != marks[0]:
            return None
        self.stack.pop()
        depth = 0
        inner: list[Token] = []
        while self.stack:
            token = self.stack.pop()
            if depth == 0 and token.text == marks[1]:
                return inner
            depth += {"{": 1, "}": -1}.get(token.text, 0) if token.kind == "op" else 0
            inner.append(token)
        self.stack.extend(reversed([first, *inner]))
        return None

    @staticmethod
    def braced(tokens: Iterable[Token], at: Token) -> list[Token]:
        return [Token("op", "{", at.start, at.start), *tokens, Token("op", "}", at.end, at.end)]

    def missing(self, token: Token) -> None:
        self.emit("bad", f"expected an argument in braces after {token.text}", token)

    # Macros -------------------------------------------------------------------------------------

    def expand(self, macro: Macro, token: Token) -> None:
        self.budget[0] += 1
        if self.budget[0] > MOST_EXPANSIONS or self.active.get(token.text, 0) >= MOST_NESTING:
            self.endless(token)
            return
        for mark in macro.prefix:
            following = self.peek()
            if following is None or following.text != mark:
                self.emit("bad", f"expected {mark} after {token.text}", token)
                return
            self.stack.pop()
        arguments: list[list[Token]] = []
        for parameter in macro.parameters:
            argument = self.find(parameter, token)
            if argument is None:
                self.emit("bad", f"{token.text} needs {len(macro.parameters)} arguments", token)
                return
            arguments.append(argument)
        end = max(token.end, self.last_end) if macro.parameters else token.end
        place = Token(token.kind, token.text, token.start, end)
        made = self.filled(macro.body, arguments, place)
        self.macros.spent += len(made)
        self.budget[1] += len(made)
        if self.budget[1] > MOST_TOKENS or self.macros.spent > MOST_TOKENS_ON_PAGE:
            self.endless(token)
            return
        self.active[token.text] = self.active.get(token.text, 0) + 1
        self.stack.append(Token("close", token.text, place.end, place.end))
        self.stack.extend(reversed(made))

    def endless(self, token: Token) -> None:
        self.emit("bad", f"the macro {token.text} expands without end", token)
        self.abandon(token.text)

    def find(self, parameter: Parameter, at: Token) -> list[Token] | None:
        """The argument for a parameter; its default where it may be missing, and None where it must not."""
        default = [self.moved(x, at) for x in parameter.default]
        following = self.peek()
        match parameter.kind:
            case "m":
                return self.argument()
            case "s":
                mark = parameter.marks[0] if parameter.marks[1] == "" else "*"
                if following is None or following.text != mark:
                    return default
                self.stack.pop()
                return [YES]
            case "g":
                return self.argument() if following is not None and following.text == "{" else default
            case "d":
                given = self.bracketed(parameter.marks)
                return default if given is None else given
            case _:
                return self.up_to(parameter.until)

    def up_to(self, until: tuple[str, ...]) -> list[Token] | None:
        """Everything in front of some tokens, groups whole; the braces around all of it are dropped."""
        taken: list[Token] = []
        depth = 0
        while self.stack:
            ahead = [x.text for x in self.stack[: -len(until) - 1 : -1]]
            if depth == 0 and ahead == list(until):
                del self.stack[-len(until) :]
                grouped = len(taken) > 1 and taken[0].text == "{" and taken[-1].text == "}"
                return taken[1:-1] if grouped else taken
            token = self.stack.pop()
            depth += {"{": 1, "}": -1}.get(token.text, 0) if token.kind == "op" else 0
            taken.append(token)
        self.stack.extend(reversed(taken))
        return None

    def condition(self, token: Token) -> None:
        r"""`\IfNoValueTF{#1}{a}{b}` and its like: which branch holds is known when the macro is called."""
        asked, which = t.QUESTIONS[token.text]
        given = self.argument()
        branches = {letter: self.argument() for letter in which}
        if given is None or None in branches.values():
            self.missing(token)
            return
        told = given[0].text if given and given[0].kind == NOTHING.kind else None
        answers = {"missing": told == NOTHING.text, "starred": told == YES.text}
        holds = answers[asked] if asked in answers else not answers["missing"]
        self.stack.extend(reversed(branches.get("T" if holds else "F") or []))

    def branch(self, token: Token) -> None:
        r"""`\ifmmode a \else b \fi`: inside formulas a, outside b; an `\iffalse` holds nowhere."""
        depth, kept = 0, token.text != r"\iffalse"
        inner: list[Token] = []
        while self.stack:
            following = self.stack.pop()
            if following.kind == "cmd" and following.text == r"\fi" and depth == 0:
                break
            if following.kind == "cmd" and following.text == r"\else" and depth == 0:
                kept = not kept
                continue
            depth += following.kind == "cmd" and following.text.startswith(r"\if")
            depth -= following.kind == "cmd" and following.text == r"\fi"
            if kept:
                inner.append(following)
        self.stack.extend(reversed(inner))

    def abandon(self, name: str) -> None:
        """Drop what is left of a macro that does not end, and nothing of the page behind it."""
        while self.active.get(name, 0) and self.stack:
            token = self.stack.pop()
            if token.kind == "close":
                self.active[token.text] -= 1

    @staticmethod
    def moved(token: Token, to: Token) -> Token:
        return Token(token.kind, token.text, to.start, to.end)

    def filled(self, body: tuple[Token, ...], arguments: list[list[Token]], at: Token) -> list[Token]:
        """The body of a macro, standing where it was called, with #1 ... replaced."""
        result: list[Token] = []
        position = 0
        while position < len(body):
            token = body[position]
            after = body[position + 1] if position + 1 < len(body) else None
            if token.text == "#" and after is not None and after.kind == "num":
                number = int(after.text[0])
                if 1 <= number <= len(arguments):
                    result.extend(arguments[number - 1])
                if len(after.text) > 1:
                    result.append(Token("num", after.text[1:], at.start, at.end))
                position += 2
                continue
            result.append(self.moved(token, at))
            position += 1
        return result


def unfold(stack: list[Token], token: Token, macros: Macros, at: int = 0) -> bool:
    """A command, just taken from a stack, replaced there by what it stands for; False for one that is no macro."""
    expander = Expander((), macros, [0, 0])
    expander.stack = stack
    macro = macros.find(token.text, at)
    if macro is not None:
        expander.expand(macro, token)
        mark = next((k for k in range(len(stack) - 1, -1, -1) if stack[k].kind == "close"), None)
        if mark is not None:
            del stack[mark]
    elif token.text in t.QUESTIONS:
        expander.condition(token)
    elif token.text in t.BRANCHING:
        expander.branch(token)
    else:
        return False
    return True
