"""Parts of a formula that were not understood: texts with places for the letters in them.

`opaque(text, x, ...)` is equal to itself and a function of the letters that something binds around it. Nothing else is
known of it: it has no value, and nothing is refuted through it. `opaque_number` is surely a number: a probability.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from hence.language.terms import (
    App,
    Bind,
    Domain,
    Num,
    Range,
    SuchThat,
    Sym,
    Tends,
    Term,
    condition_terms,
    domain_terms,
    mapped,
    strip_spans,
    subterms,
)

PROBABILITY = "ℙ"  # begins the text of an unknown weight whose integral is one
DENSITY = "ρ"  # begins the text of a value of a density or a probability, which is positive where it is divided by
HEADS = frozenset(("opaque", "opaque_number"))
BRACKETS = {"opaque": ("⟦", "⟧"), "opaque_number": ("⟪", "⟫")}
_PLACE = re.compile(r"#(\d+)#")
_VALUE = re.compile(r"^#\d+#(?: _\{.*\})? = #(\d+)#$")  # how the text of an event ends


def opaque(head: str, pieces: list[str | Sym]) -> App:
    """The term of a text in which some pieces are letters."""
    letters = list(dict.fromkeys(x.name for x in pieces if isinstance(x, Sym)))
    shown = [f"#{letters.index(x.name)}#" if isinstance(x, Sym) else x for x in pieces]
    return App(head, (Sym(" ".join(shown)), *(Sym(name) for name in letters)))


def opaque_of(term: Term, *besides: Sym) -> App:
    """A term as an opaque part: equal to another only where that is the same expression of the same letters."""
    made = opaque("opaque", [*pieces_of(term), *(x for sym in besides for x in ("@", sym))])
    return App(made.head, made.args, term.span)


def pieces_of(term: Term, bound: Mapping[str, str] | None = None) -> Iterator[str | Sym]:
    """A term as a text with letters; bound variables are numbered."""
    inside = bound or {}
    match term:
        case Num(value):
            yield str(value)
        case Sym(name):
            yield inside.get(name) or Sym(name)
        case App(head, (Sym(template), *letters)) if head in HEADS:
            for number, piece in enumerate(_PLACE.split(template)):
                yield from [piece] if number % 2 == 0 else pieces_of(letters[int(piece)], inside)
        case App(head, args):
            yield f"{head}("
            for number, arg in enumerate(args):
                yield from ([","] if number else [])
                yield from pieces_of(arg, inside)
            yield ")"
        case Bind(head, var, domain, body):
            inner = {**inside, var.name: f"~{len(inside)}"}
            yield f"{head}[{_kind(domain)}{inner[var.name]}"
            for outside in domain_terms(domain):
                yield from (",", *pieces_of(outside, inside))
            if isinstance(domain, Range):
                yield f";{len(domain.unless)}"
            for condition in condition_terms(domain):
                yield from (",", *pieces_of(condition, inner))
            yield "]("
            yield from pieces_of(body, inner)
            yield ")"


def _kind(domain: Domain) -> str:
    match domain:
        case SuchThat(conditions):
            return " ".join(("SuchThat", *(c.relation for c in conditions)))
        case Tends(_, side):
            return f"Tends{side}"
        case _:
            return type(domain).__name__


def event(variable: Term, value: Term) -> App:
    """The event that a variable has a value, the same however it is written."""
    made = opaque("opaque", [*_member(variable), "=", *_member(value)])
    return App(made.head, made.args)


def _member(term: Term) -> Iterator[str | Sym]:
    match term:
        case App("index", (Sym() as base, *indices)):
            yield from (base, "_{")
            for index in indices:
                yield from _member(index)
            yield "}"
        case _:
            yield from pieces_of(term)


def value_of_event(part: App) -> str:
    """The letter k of the event z = k, which stands for any value; empty for any other opaque part."""
    found = _VALUE.search(part.args[0].name) if isinstance(part.args[0], Sym) else None
    letter = part.args[1 + int(found[1])] if found is not None else None
    return letter.name if isinstance(letter, Sym) else ""


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


def is_probability(name: str) -> bool:
    """Whether a name is that of an unknown probability itself, and not of a derivative of one."""
    return name.startswith(f"⟪{PROBABILITY}") and name.endswith("⟫")


def is_density_value(name: str) -> bool:
    """Whether a name is that of an unknown density at points, and not of a derivative of one."""
    return name.startswith(f"⟪{DENSITY}") and name.endswith("⟫")


def may_be_array(name: str) -> bool:
    """Whether nothing says that an opaque part is a number."""
    return name[:1] == "⟦"


_WHAT_RUNS = re.compile(r"\s*(?:\|\s*)?@\s*(?:ω|·|□\d+)\s*")
_CALL = re.compile(r"\b([a-z]\w*)\( ([^()]*) \)")  # a term inside a text, as `pieces_of` writes it
# brackets and blanks that stay, while those around them are looked at
_INNER, _OUTER = str.maketrans("() ", "\ue000\ue001\ue002"), str.maketrans("\ue000\ue001\ue002", "() ")
# how people write an operation, and by what its arguments are joined; what is in no row stays a call
_JOINED = {"mul": " ", "add": " + ", "div": " / ", "hadamard": r" \odot "}
_WRITTEN = {
    ("deriv", 2): "∂ {0} / ∂ {1}",
    ("pow", 2): "{0}^{{{1}}}",
    ("neg", 1): "-{0}",
    ("transpose", 1): r"{0}^{{\top}}",
}
_COMPOUND = re.compile(r" [+/-] |^-")  # what needs brackets as a part of something else
_GROUP = re.compile(r"\([^()]*\)|\{[^{}]*\}")
_UNSEEN = re.compile(r"(?: ;|,) ⟪ω⟫|\(⟪ω⟫\)")  # the randomness of which they are functions
_NAMED = re.compile(r"[⟦⟪](?P<text>[^⟦⟧⟪⟫]*)[⟧⟫](?:_\{(?P<indices>[^{}]*)\}|\((?P<values>[^()]*)\))?")


def readable(text: str) -> str:
    """A text in which opaque parts stand as they were written, with what is at their places."""
    text = _UNSEEN.sub("", text)

    def part(found: re.Match[str]) -> str:
        values = [v.strip() for v in (found["indices"] or found["values"] or "").split(",")]
        written = found["text"].partition(" ; ")[0]
        for number, value in enumerate(values):
            written = written.replace(f"□{number}", value or "·")
        return closer(re.sub(r"□\d+", "·", written))

    return _NAMED.sub(part, text)


def closer(text: str) -> str:
    """Tokens put together as one writes them: P(A \\cup B); the marks of our own are left out."""
    text = _WHAT_RUNS.sub(" ", text).replace(PROBABILITY, "the law").replace(f"{DENSITY} ", "").replace(", )", ")")
    while (called := _CALL.sub(_as_written, text)) != text:
        text = called
    return _tight(text).translate(_OUTER)


def _tight(text: str) -> str:
    return re.sub(r",(?=[^\s\ue002])", ", ", re.sub(r"\s*([_^{}()\[\],;'!])\s*", r"\1", text))


def _as_written(call: re.Match[str]) -> str:
    """An operation as people write it; its brackets are hidden until all around it is written."""
    head, args = call[1], [_tight(arg).translate(_OUTER) for arg in call[2].split(" , ")]
    shown = [f"({arg})" if _COMPOUND.search(_GROUP.sub("", arg)) and head != "add" else arg for arg in args]
    if head in _JOINED:
        made = _JOINED[head].join(shown).replace(" + -", " - ")
    elif (head, len(args)) in _WRITTEN:
        made = _WRITTEN[head, len(args)].format(*shown)
    elif head == "index" and len(args) > 1:
        made = f"{args[0]}_{{{', '.join(args[1:])}}}"
    elif head == "apply" and len(args) > 1:
        made = f"{args[0]}({', '.join(args[1:])})"
    else:
        made = f"{head}({', '.join(args)})"
    return made.translate(_INNER)


OTHER_KIND = "no number but "  # begins what makes a letter something else than a real number, vector or matrix
ANYTHING = "anything"
DEPENDENT = "dependent on "  # begins what says which letters another one depends on
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
