"""A step as HTML: its mark, and the card that opens below it. Everything from a page is escaped here or in `mathml`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from hence.language.instances import located
from hence.language.verdicts import Value
from hence.latex_in.page.lexer import lex
from hence.latex_in.page.macros import Macros
from hence.latex_out.values import mixed
from hence.live.view import Hint, StepView, Symbol
from hence.web.mathml import inner, mathml

# what a verdict means, for someone who sees it for the first time
MEANINGS = {
    "proved": "A symbolic argument shows it, for all values and dimensions that the page allows.",
    "refuted": "It is false: here is a case that fits everything the page says, where the two sides differ.",
    "supported": "No proof was found. Numbers agree, which proves nothing.",
    "assumed": "The page gives this; it is taken as said.",
    "unknown": "It was understood, but neither proved nor refuted.",
    "unread": "This formula was not understood, so nothing is said about it.",
}
DENIED = "The page says that this is false. That is shown by a case where the two sides differ, or else it is open."
FRACTION = re.compile(r"(-?)(\d+)/(\d+)")
NUMBER = re.compile(r"-?\d+(\.\d+)?")


def mark(step: StepView, number: int) -> str:
    """A button: shape, word, and for those who do not see it what it opens."""
    opens = f'data-step="{number}" aria-expanded="false"'
    word = f'<span class="word">{_word(step)}</span><span class="unseen">, show why</span>'
    return f'<button type="button" class="mark {step.verdict}" {opens}>{shape(step.verdict)}{word}</button>'


def _word(step: StepView) -> str:
    """The verdict, which is about the formula as it stands there, even where that is called false."""
    return "shown false" if step.denied and step.verdict == "proved" else step.verdict


def shape(verdict: str) -> str:
    return f'<svg class="shape" aria-hidden="true"><use href="#shape-{verdict}"></use></svg>'


def card(step: StepView, number: int, macros: Macros | None = None, at: int = 0) -> str:
    """What there is to say of a step."""

    def formula(latex: str) -> str:
        return mathml(latex, macros, at)

    rows = [
        ("fails at", _instance(step)),
        ("there", _sides(step)),
        ("proved by", _moves(step.moves)),
        ("assuming", _list(step.assuming)),
        ("trusting", _list(step.trusting)),
        ("note", phrases(step.why)),
        ("what to do", phrases(step.help)),
        ("written", formula(step.written) if step.written else ""),
        ("read as", formula(step.read) if step.read and not _same(step.read, step.written) else ""),
        ("where", _symbols(step.where)),
        ("stands as", escape(step.standing)),
        ("because", escape(step.because)),
        ("certified by", escape(step.certified)),
        ("numerics", escape(step.numerics)),
        ("stands in", escape(f"{step.place.file}, line {step.place.line}") if step.place.file else ""),
    ]
    listed = "".join(f"<dt>{name}</dt><dd>{shown}</dd>" for name, shown in rows if shown)
    hints = "".join(_hint(hint, k, formula(hint.formula)) for k, hint in enumerate(step.hints))
    meaning = DENIED if step.denied else MEANINGS[step.verdict]
    says = f'<p class="says"><strong>{_word(step)}</strong> {meaning}</p>'
    about = f'data-step="{number}" aria-label="step: {step.verdict}" tabindex="-1"'
    return f'<section class="card {step.verdict}" {about} hidden>{says}{hints}<dl>{listed}</dl></section>'


def _same(one: str, other: str) -> bool:
    """Whether two formulas look the same."""
    return inner(lex(one)) == inner(lex(other))


def phrases(text: str) -> str:
    """Words as words, formulas as formulas, names of rules as code."""
    made = []
    for phrase in mixed(text):
        if phrase.style == "math":
            made.append(mathml(phrase.text))
        elif phrase.style == "code":
            made.append(f"<code>{escape(phrase.text)}</code>")
        else:
            made.append(escape(phrase.text))
    return "".join(made)


def _list(texts: Iterable[str]) -> str:
    return "".join(f'<span class="one">{phrases(text)}</span>' for text in texts)


def _moves(moves: tuple[str, ...]) -> str:
    return f'<ol class="moves">{"".join(f"<li>{phrases(move)}</li>" for move in moves)}</ol>' if moves else ""


def _symbols(where: tuple[Symbol, ...]) -> str:
    return "".join(
        f'<span class="one">{mathml(s.name)} <span class="sort">{escape(s.sort)}</span> '
        f'<span class="how">({escape(s.how)})</span></span>'
        for s in where
    )


def _instance(step: StepView) -> str:
    """A counterexample part by part."""
    parts = []
    for name, value in step.at:
        said = located("", value).strip()
        shown = f"<mo>=</mo>{value_markup(value)}" if said.startswith("=") else f"<mtext>\u00a0{escape(said)}</mtext>"
        parts.append(f'<span class="one"><math><mrow>{_name(name)}{shown}</mrow></math></span>')
    return "".join(parts)


def _name(latex: str) -> str:
    return mathml(latex).removeprefix("<math>").removesuffix("</math>")


def _sides(step: StepView) -> str:
    if not (step.left or step.right):
        return ""
    left, right = (f"<math><mrow>{value_markup(side)}</mrow></math>" for side in (step.left, step.right))
    return f'<span class="one">left is {left}</span><span class="one">right is {right}</span>'


def value_markup(value: Value) -> str:
    """A number, a column, a matrix; words as words."""
    if isinstance(value, list):
        rows = [row if isinstance(row, list) else [row] for row in value]
        cells = "".join(f"<mtr>{''.join(f'<mtd>{value_markup(entry)}</mtd>' for entry in row)}</mtr>" for row in rows)
        return (
            f'<mrow><mo stretchy="true">(</mo><mtable class="matrix">{cells}</mtable><mo stretchy="true">)</mo></mrow>'
        )
    text = str(value)
    if found := FRACTION.fullmatch(text):
        sign, above, below = found.groups()
        return f"{'<mo>−</mo>' if sign else ''}<mfrac><mn>{above}</mn><mn>{below}</mn></mfrac>"
    if NUMBER.fullmatch(text):
        return f"<mn>{escape(text.replace('-', '−'))}</mn>"
    return f"<mtext>{escape(text)}</mtext>"


def _hint(hint: Hint, number: int, formula: str) -> str:
    button = f'<button type="button" class="apply" data-hint="{number}">Put it there</button>' if hint.edits else ""
    return f'<p class="hint"><span class="label">hint</span> {phrases(hint.message)} {formula} {button}</p>'
