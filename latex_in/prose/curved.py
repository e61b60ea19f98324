r"""Claims about the graph of a function that a formula defines: "f is convex", "x = 1 is a local minimum of f".

Each becomes ordinary formulas: a second derivative that is not negative, a derivative that is zero at a point. The
definition of the function is looked up where the page is put together, so a claim waits as `Curved` until then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from hence.language.derivation import Fact, Formula, OfFunction, Property, Relation, Step
from hence.language.records import dataclass
from hence.language.terms import App, Bind, Num, Span, Sym, Term, Unstated, children, free_names, num, subterms
from hence.latex_in.prose.grammar import marks_in, rule
from hence.latex_in.prose.hedges import denied
from hence.latex_in.prose.points import Point, point_of
from hence.latex_in.prose.said import Sentence

MOST_CLAIMS = 8  # that one sentence makes of one function
COUNTS = frozenset("nNmMK")  # letters that count something, and are positive
KINKS = frozenset(("abs", "norm", "norm_F", "maximum", "minimum", "relu", "sqrt", "sign", "floor", "ceil", "indicator"))
VECTOR_HEADS = frozenset(("transpose", "norm", "norm_F", "softmax", "hadamard", "diag", "outer"))
_PARTS = {
    "KIND": "kind:([strict isolated]? local-extremum | saddle-point)",
    "OF": "([of for] the? function-noun? f:F)",
    "POINTS": "(points:L | origin:(the origin))",
    "LEAST": "low:[minimum minimised minimizer]",
    "MOST": "high:[maximum maximised maximizer]",
    "WHICH": "[the its a unique only global]*",
    "AT": "[at when for by in] the? point?",
}
_PATTERNS = tuple(
    rule(pattern, **_PARTS)
    for pattern in (
        "POINTS be [also then conclusion both indeed]* article? KIND OF?",
        "f:F attains article? KIND [at in] the? point? POINTS",
    )
)
_GLOBAL = tuple(
    rule(pattern, **_PARTS)
    for pattern in (
        "f:F [is becomes] (LEAST | MOST) AT POINTS",
        "f:F attains WHICH (LEAST | MOST) value? AT POINTS",
        "WHICH (LEAST | MOST) OF is attained? at? POINTS",
        "WHICH (LEAST | MOST) OF is value:F comma? (which is)? attained at POINTS",
        "POINTS [is are] WHICH (LEAST | MOST) OF",
    )
)
_UNIQUE = rule("[unique only]")
_SUPPOSED = rule("[let suppose assume if whether find when] [^comma colon]* $")
_SADDLE, _LOW = rule("saddle-point"), rule("local-minimum")


@dataclass(frozen=True)
class Curved:
    """What words say of a function; `given` is what they say where no formula defines it."""

    function: str
    word: str  # convex, strictly concave, ..., local minimum, local maximum, saddle point
    span: Span
    point: Point | None = None  # None for the origin, and where a word needs no point
    value: Term | None = None  # of an extremum
    denied: bool = False
    chain: int = 0  # the number of its first claim
    where: tuple[Formula, ...] = ()  # "on $x > 0$"
    own: Formula | None = None  # "the function $f(x) = x^2$ is": whatever f was before
    given: OfFunction | None = field(default=None, compare=False)


def local_extrema(s: Sentence) -> Iterator[Curved]:
    """Local extrema and saddle points; the formulas that only say where are marked as used."""
    for found in (match for pattern in _PATTERNS for match in pattern.finditer(s.signs)):
        if _SUPPOSED.search(s.signs[: found.start()]):
            continue
        low = "local minimum" if _LOW.search(found["kind"]) else "local maximum"
        kind = "saddle point" if _SADDLE.search(found["kind"]) else low
        terms = s.terms(found["f"]) if found["f"] else []
        function = name_of_function(terms[0]) if terms else ""
        marks = [m for m in marks_in(found["points"] or "") if m in s.by_mark]
        points = [point_of(s, s.by_mark[m]) for m in marks]
        no = denied(s.signs, found.start("kind"))
        if found["origin"]:
            yield Curved(function, kind, s.span, denied=no)
        for mark, point in zip(marks, points, strict=True):
            if point is not None:
                s.used.add(id(s.by_mark[mark]))
                yield Curved(function, kind, s.context.span(s.by_mark[mark].tokens), point, denied=no)


def global_extrema(s: Sentence) -> Iterator[Curved]:
    """Extrema of functions of several variables: "$f$ is minimised at $(x, y) = (2, -1)$"."""
    for found in (match for pattern in _GLOBAL for match in pattern.finditer(s.signs)):
        marks = [m for m in marks_in(found["points"] or "") if m in s.by_mark]
        point = tuple(pair for m in marks for pair in point_of(s, s.by_mark[m]) or ())
        function = next((name for x in s.terms(found["f"]) if (name := name_of_function(x))), "")
        several = len(point) > 1 and all(point_of(s, s.by_mark[m]) for m in marks)
        if _SUPPOSED.search(s.signs[: found.start()]) or not several or not function or denied(s.signs, found.start()):
            continue
        kind = "minimum" if found["low"] else "maximum"
        kind = f"unique {kind}" if _UNIQUE.search(s.signs[max(found.start() - 3, 0) : found.end()]) else kind
        value = next(iter(s.terms(found.groupdict().get("value") or "")), None)
        used = [*marks, *([found["value"]] if value is not None else [])]
        s.used.update(id(s.by_mark[m]) for m in used)
        yield Curved(function, kind, s.context.span(s.by_mark[marks[0]].tokens), point, value=value)
        return


def name_of_function(term: Term) -> str:
    """f of `f` and of `f(x)`; empty for anything else."""
    match term:
        case Sym(name) | App("apply", (Sym(name), *_)):
            return name
    return ""


# formulas -----------------------------------------------------------------------------------------


def claims_of(said: Curved, formulas: list[Formula]) -> Iterator[Step | Fact | Property]:
    """What is claimed of a function that equals these formulas, the last of which is in force."""
    definition = formulas[-1]
    assert isinstance(definition.lhs, App)
    function, *arguments = definition.lhs.args
    shown = function.name if isinstance(function, Sym) else "f"
    parameters = [x for x in arguments if isinstance(x, Sym)]
    f = _Function(function, tuple(parameters), definition.rhs, shown)
    counts = sorted((free_names(f.body) & COUNTS) - {x.name for x in parameters})
    for bound in (*said.where, *(Formula(Sym(n), ">", num(0), said.span) for n in counts)):
        yield Fact(bound, False, (), said.span)
    if said.word in ("unique minimum", "unique maximum"):
        yield from _better_than_others(f, said)
    elif said.word in ("minimum", "maximum"):
        yield from _best(f, said)
    elif said.word in ("local minimum", "local maximum", "saddle point"):
        yield from _at_point(f, said)
    elif said.word.startswith("strictly"):
        yield from _strict(f, said)
    elif any(_has_kink(one.rhs) for one in formulas):
        yield from _between(f, said)
    else:
        yield from _bent(f, said)


@dataclass(frozen=True)
class _Function:
    name: Term
    parameters: tuple[Sym, ...]
    body: Term
    shown: str

    def at(self, *values: Term) -> Term:
        return App("apply", (self.name, *values))

    def numbers(self, letters: str) -> tuple[list[Sym], list[Property]]:
        """New numbers, which mean nothing else on the page, and the words that say so."""
        made = [Sym(rf"{letter}_{{\circ}}") for letter in letters]
        return made, [Property(x, "scalar") for x in made]

    def others(self, letter: str) -> list[Sym]:
        """New letters, one for each parameter."""
        return [Sym(rf"{letter}_{{\circ {k}}}") for k in range(1, len(self.parameters) + 1)]

    def is_scalar(self, parameter: Sym) -> bool:
        """Whether a parameter is used as a number: under no norm, in no product with a matrix, without an index.

        Nobody knows what a function of the page takes: along a line the claim is right for numbers and vectors.
        """
        for part in subterms(self.body):
            match part:
                case App("index", (base, *_)) if base == parameter:
                    return False
                case App("apply", (_, *args)) if parameter in args:
                    return False
                case App(head, args) if head in VECTOR_HEADS and any(parameter.name in free_names(a) for a in args):
                    return False
                case App("mul", args) if parameter in args and any(_is_matrix(a) for a in args):
                    return False
        return True


def _is_matrix(term: Term) -> bool:
    return isinstance(term, Sym) and term.name.lstrip("\\bm{")[:1].isupper()


def _has_kink(term: Term) -> bool:
    """Whether a term may have no derivative somewhere; the square of a norm has one."""
    match term:
        case App("pow", (App("abs" | "norm" | "norm_F", (inner,)), Num(value))) if value == 2:
            return _has_kink(inner)
        case App(head) if head in KINKS:
            return True
    return any(_has_kink(part) for part in children(term))


def _step(said: Curved, formula: Formula, shown: tuple[str, str], sufficient: bool = False) -> Step:
    return Step(formula, 0, said.span, *shown, denied=said.denied, sufficient=sufficient, general=True)


def _moved(x: Term, factor: Term | None, by: Term) -> Term:
    return App("add", (x, by if factor is None else App("mul", (factor, by))))


def _bent(f: _Function, said: Curved) -> Iterator[Step | Fact | Property]:
    """The second derivative along every line has one sign."""
    relation: Relation = ">=" if said.word == "convex" else "<="
    if len(f.parameters) == 1 and f.is_scalar(f.parameters[0]):
        (x,) = f.parameters
        bend: Term = App("deriv", (App("deriv", (f.at(x), x)), x))
        shown = rf"\frac{{d^2}}{{d{x.name}^2}} {f.shown}({x.name})"
    else:
        (t,), words = f.numbers("t")
        yield from words
        ways = f.others("h")
        along = f.at(*(_moved(x, t, h) for x, h in zip(f.parameters, ways, strict=True)))
        bend = App("deriv", (App("deriv", (along, t)), t))
        line = ", ".join(f"{x.name} + {t.name} {h.name}" for x, h in zip(f.parameters, ways, strict=True))
        shown = rf"\frac{{d^2}}{{d{t.name}^2}} {f.shown}({line})"
    yield _step(said, Formula(bend, relation, num(0), said.span), (shown, "0"))


def _between(f: _Function, said: Curved) -> Iterator[Step | Fact | Property]:
    """f(a x + (1 - a) y) <= a f(x) + (1 - a) f(y), for a function that need not have a derivative."""
    (a,), words = f.numbers("a")
    yield from words
    others = f.others("z")
    rest = App("add", (num(1), App("neg", (a,))))
    for bound in (Formula(a, ">=", num(0), said.span), Formula(a, "<=", num(1), said.span)):
        yield Fact(bound, False, (), said.span)
    pairs = list(zip(f.parameters, others, strict=True))
    inside = f.at(*(App("add", (App("mul", (a, x)), App("mul", (rest, y)))) for x, y in pairs))
    ends = App("add", (App("mul", (a, f.at(*f.parameters))), App("mul", (rest, f.at(*others)))))
    relation: Relation = "<=" if said.word == "convex" else ">="
    mixed = ", ".join(rf"{a.name} {x.name} + (1 - {a.name}) {y.name}" for x, y in pairs)
    one, two = (", ".join(p.name for p in ps) for ps in (f.parameters, others))
    shown = f"{f.shown}({mixed})", f"{a.name} {f.shown}({one}) + (1 - {a.name}) {f.shown}({two})"
    yield _step(said, Formula(inside, relation, ends, said.span), shown)


def _strict(f: _Function, said: Curved) -> Iterator[Step | Fact | Property]:
    """f(x) + f(x + 2h) > 2 f(x + h) for every h other than zero."""
    ways = f.others("h")
    numbers = [f.is_scalar(x) for x in f.parameters]
    squares = [App("pow", (h if plain else App("norm", (h,)), num(2))) for h, plain in zip(ways, numbers, strict=True)]
    apart = squares[0] if len(squares) == 1 else App("add", tuple(squares))
    yield Fact(Formula(apart, ">", num(0), said.span), False, (), said.span)
    pairs = list(zip(f.parameters, ways, strict=True))
    middle, end = (f.at(*(_moved(x, factor, h) for x, h in pairs)) for factor in (None, num(2)))
    ends = App("add", (f.at(*f.parameters), end))
    relation: Relation = ">" if said.word == "strictly convex" else "<"
    start = ", ".join(x.name for x in f.parameters)
    shown = [", ".join(f"{x.name} + {k}{h.name}" for x, h in pairs) for k in ("", "2 ")]
    texts = f"{f.shown}({start}) + {f.shown}({shown[1]})", f"2 {f.shown}({shown[0]})"
    yield _step(said, Formula(ends, relation, App("mul", (num(2), middle)), said.span), texts)


def _better_than_others(f: _Function, said: Curved) -> Iterator[Step | Fact]:
    """The value at a point is smaller, or greater, than at any other."""
    values = _values(f, said.point)
    if values is None or not all(map(f.is_scalar, f.parameters)):
        return
    gaps = (App("add", (x, App("neg", (value,)))) for x, value in values.items())
    apart = App("add", tuple(App("pow", (gap, num(2))) for gap in gaps))
    yield Fact(Formula(apart, ">", num(0), said.span), False, (), said.span)
    relation: Relation = "<" if said.word.endswith("minimum") else ">"
    formula = Formula(f.at(*values.values()), relation, f.at(*f.parameters), said.span)
    yield _step(said, formula, (f"{f.shown} at the point", f"{f.shown} at any other point"))


def _best(f: _Function, said: Curved) -> Iterator[Step]:
    """The value at a point is the least, or the greatest, of all."""
    values = _values(f, said.point)
    if values is None:
        return
    head, best = said.word[:3], f.at(*f.parameters)
    for x in reversed(f.parameters):
        best = Bind(head, x, Unstated(), best, said.span)
    place = ", ".join(x.name for x in f.parameters)
    shown = rf"\{head}_{{{place}}} {f.shown}({place})"
    here = f.at(*values.values())
    yield _step(said, Formula(here, "=", best, said.span), (f"{f.shown} at the point", shown))
    if said.value is not None:
        yield _step(said, Formula(best, "=", said.value, said.span), (shown, "the value"))


def _at_point(f: _Function, said: Curved) -> Iterator[Step]:
    """Derivatives at a point: the first are zero, the second have the signs of an extremum or a saddle."""
    values = _values(f, said.point)
    if values is None or len(values) > 2 or (said.word == "saddle point" and len(values) == 1):
        return
    premises = tuple(Formula(x, "=", value, said.span) for x, value in values.items())
    place = ", ".join(f"{x.name}" for x in values)
    first = {x: App("deriv", (f.at(*f.parameters), x)) for x in values}

    def claim(term: Term, relation: Relation, shown: str, sufficient: bool) -> Step:
        formula = Formula(term, relation, num(0), said.span)
        return Step(formula, 0, said.span, shown, "0", premises=premises, denied=said.denied, sufficient=sufficient)

    if not said.denied:
        for x, slope in first.items():
            yield claim(slope, "=", rf"\frac{{\partial}}{{\partial {x.name}}} {f.shown}({place})", False)
    second = {(x, y): App("deriv", (slope, y)) for x, slope in first.items() for y in values}
    sign: Relation = "<" if said.word == "local maximum" else ">"
    if said.word != "saddle point":
        x = next(iter(values))
        yield claim(second[x, x], sign, rf"\frac{{\partial^2}}{{\partial {x.name}^2}} {f.shown}({place})", True)
    if len(values) == 2:
        x, y = values
        mixed = App("pow", (second[x, y], num(2)))
        determinant = App("add", (App("mul", (second[x, x], second[y, y])), App("neg", (mixed,))))
        curved: Relation = "<" if said.word == "saddle point" else ">"
        yield claim(determinant, curved, rf"\det \nabla^2 {f.shown}({place})", True)


def _values(f: _Function, point: Point | None) -> dict[Sym, Term] | None:
    """The value of each parameter at a point; at the origin where none is given."""
    if point is None:
        return dict.fromkeys(f.parameters, Num(num(0).value))
    named = {name.name: value for name, value in point if name is not None}
    if named:
        return {x: named[x.name] for x in f.parameters} if set(named) == {x.name for x in f.parameters} else None
    if len(point) != len(f.parameters):
        return None
    return {x: value for x, (_, value) in zip(f.parameters, point, strict=True)}
