"""Parts of a formula that were not understood: texts with places for the letters in them.

`opaque(text, x, ...)` is equal to itself and a function of the letters that something binds around it. Nothing else is
known of it: it has no value, and nothing is refuted through it. `opaque_number` is surely a number: a probability.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from hence.language.terms import App, Sym, Term, mapped, strip_spans, subterms

HEADS = frozenset(("opaque", "opaque_number"))
BRACKETS = {"opaque": ("⟦", "⟧"), "opaque_number": ("⟪", "⟫")}
_PLACE = re.compile(r"#(\d+)#")


def opaque(head: str, pieces: list[str | Sym]) -> App:
    """The term of a text in which some pieces are letters."""
    letters = list(dict.fromkeys(x.name for x in pieces if isinstance(x, Sym)))
    shown = [f"#{letters.index(x.name)}#" if isinstance(x, Sym) else x for x in pieces]
    return App(head, (Sym(" ".join(shown)), *(Sym(name) for name in letters)))


def is_opaque(term: Term) -> bool:
    return isinstance(term, App) and term.head in HEADS


def written(term: App, places: Mapping[int, str] | None = None) -> str:
    """The text of an opaque term with its letters in their places, or with something else at some of them."""
    template, *letters = term.args
    assert isinstance(template, Sym)

    def letter(found: re.Match[str]) -> str:
        at = int(found[1])
        here = letters[at]
        return (places or {}).get(at) or (here.name if isinstance(here, Sym) else repr(strip_spans(here)))

    return _PLACE.sub(letter, template.name)


def name_of(term: App, places: Mapping[int, str], besides: Iterable[str] = ()) -> str:
    """A name for what an opaque term is as a function of some of its letters, and of others that do not show."""
    left, right = BRACKETS[term.head]
    hidden = ", ".join(besides)
    return left + written(term, places) + (f" ; {hidden}" if hidden else "") + right


def is_opaque_name(name: str) -> bool:
    return name[:1] in ("⟦", "⟪")


def may_be_array(name: str) -> bool:
    """Whether nothing says that an opaque part is a number."""
    return name[:1] == "⟦"


_NAMED = re.compile(r"[⟦⟪](?P<text>[^⟦⟧⟪⟫]*)[⟧⟫](?:_\{(?P<indices>[^{}]*)\}|\((?P<values>[^()]*)\))?")


def readable(text: str) -> str:
    """A text in which opaque parts stand as they were written, with what is at their places."""

    def part(found: re.Match[str]) -> str:
        values = [v.strip() for v in (found["indices"] or found["values"] or "").split(",")]
        written = found["text"].partition(" ; ")[0]
        for number, value in enumerate(values):
            written = written.replace(f"□{number}", value or "·")
        return closer(re.sub(r"□\d+", "·", written))

    return _NAMED.sub(part, text)


def closer(text: str) -> str:
    """Tokens put together as one writes them: P(A \\cup B)."""
    text = re.sub(r"\s*([_^{}()\[\],;'!])\s*", r"\1", text)
    return re.sub(r",(?=\S)", ", ", text)


RESTRICTED = "restricted by "  # begins what is said of a member of a set that is not understood


def opaque_parts(*terms: Term) -> Iterator[App]:
    """The opaque parts of some terms, in order."""
    for term in terms:
        for part in subterms(term):
            if isinstance(part, App) and part.head in HEADS:
                yield part


def replaced(term: Term, change: Callable[[App], Term]) -> Term:
    """The term with its opaque parts changed."""
    return mapped(term, lambda t: change(t) if isinstance(t, App) and t.head in HEADS else t)
