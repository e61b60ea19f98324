"""Verdicts as an editor shows them: diagnostics, hovers in Markdown, symbols, edits."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from lsprotocol import types as lsp
from pygls.workspace.position_codec import PositionCodec

from hence.language.instances import located
from hence.live.checking import clean
from hence.live.view import Hint, PageView, Place, StepView, Title

SEVERITIES = {
    "refuted": lsp.DiagnosticSeverity.Error,
    "supported": lsp.DiagnosticSeverity.Information,
    "unknown": lsp.DiagnosticSeverity.Information,
    "unread": lsp.DiagnosticSeverity.Information,
}
LONGEST = 80  # characters of a name in the outline


class Lines:
    """A text in the units of the editor: our columns count characters, those of the protocol may count halves."""

    def __init__(self, text: str, codec: PositionCodec) -> None:
        self.lines = clean(text).split("\n")
        self.codec = codec

    def position(self, line: int, column: int) -> lsp.Position:
        """Where a line and column of ours are; what is outside of the text is at its edge."""
        number = min(max(line, 1), len(self.lines))
        text = self.lines[number - 1]
        return lsp.Position(number - 1, self.codec.client_num_units(text[: max(column, 1) - 1]))

    def range(self, place: Place) -> lsp.Range:
        start = self.position(place.line, place.column)
        end = self.position(place.end_line, place.end_column)
        return lsp.Range(start, max(start, end, key=lambda p: (p.line, p.character)))

    def line(self, number: int) -> lsp.Range:
        """A whole line."""
        text = self.lines[min(max(number, 1), len(self.lines)) - 1]
        return lsp.Range(self.position(number, 1), self.position(number, len(text) + 1))


# Diagnostics -------------------------------------------------------------------------------------


def diagnostics(view: PageView, lines: Lines) -> list[lsp.Diagnostic]:
    """What the author should look at: proofs and givens are not among it."""
    own = [step for step in view.steps if not step.place.file]
    made = [diagnostic(step, lines) for step in own if step.verdict in SEVERITIES]
    made += [_of_file(file, steps, view, lines) for file, steps in _by_file(view).items()]
    for notice in view.notices:
        severity = lsp.DiagnosticSeverity.Error if notice.fault else lsp.DiagnosticSeverity.Warning
        message = f"{notice.message}\n{notice.help}" if notice.help else notice.message
        if notice.place.file:
            message = f"{notice.place.file}, line {notice.place.line}: {message}"
        where = lines.range(notice.place) if notice.place.line and not notice.place.file else lines.line(1)
        made.append(lsp.Diagnostic(where, message, severity, source="hence"))
    return made


def _by_file(view: PageView) -> dict[str, list[StepView]]:
    """The steps of files that the page reads in which the author should look at."""
    found: dict[str, list[StepView]] = {}
    for step in view.steps:
        if step.place.file and step.verdict in SEVERITIES:
            found.setdefault(step.place.file, []).append(step)
    return found


def _of_file(file: str, steps: list[StepView], view: PageView, lines: Lines) -> lsp.Diagnostic:
    """What was found in a file, said where the page asks for it."""
    told = "\n".join(f"{file}:{step.place.line}: {step.verdict}: {reason(step)}" for step in steps)
    severity = min((SEVERITIES[step.verdict] for step in steps), key=lambda s: s.value)
    return lsp.Diagnostic(lines.line(view.inputs.get(file, 1)), told, severity, source="hence")


def diagnostic(step: StepView, lines: Lines) -> lsp.Diagnostic:
    severity = SEVERITIES[step.verdict]
    advice = [f"hint: {_advice(hint)}" for hint in step.hints] or ([step.help] if step.help else [])
    message = "\n".join((f"{step.verdict}: {reason(step)}", *advice))
    return lsp.Diagnostic(lines.range(step.place), message, severity, code=step.verdict, source="hence")


def reason(step: StepView) -> str:
    """In one line: where it fails, or why it is not decided."""
    if step.verdict != "refuted":
        return step.why or step.numerics
    at = ", ".join(located(name, value) for name, value in step.at)
    sides = f"left is {step.left}, right is {step.right}"
    return f"{f'at {at}: ' if at else ''}{sides}" + (f" ({step.why})" if step.why else "")


def _advice(hint: Hint) -> str:
    return f"{hint.message}: {hint.formula}"


# Hovers ------------------------------------------------------------------------------------------


def hover(step: StepView) -> str:
    """Everything about a step, as Markdown."""
    parts = [f"**{step.verdict}**" + (f": {reason(step)}" if step.verdict != "proved" and reason(step) else "")]
    if step.moves:
        parts.append("\n".join(["proved by", "", *(f"{n}. `{move}`" for n, move in enumerate(step.moves, 1))]))
    parts += [f"{name} {', '.join(f'`{x}`' for x in given)}" for name, given in _lists(step) if given]
    parts += [step.why] if step.verdict == "proved" and step.why else []
    if step.at:
        rows = [f"| `{name}` | `{located('', value).strip()}` |" for name, value in step.at]
        parts.append("\n".join(["| it fails at | |", "|---|---|", *rows]))
    parts += [f"read as\n\n```latex\n{step.read}\n```"] if step.read else []
    if step.where:
        parts.append("\n".join(["where", "", *(f"- `{s.name}`: {s.sort} ({s.how})" for s in step.where)]))
    parts += [f"hint: {hint.message}\n\n```latex\n{hint.formula}\n```" for hint in step.hints]
    parts += [f"{name}: {text}" for name, text in _remarks(step) if text]
    return "\n\n".join(parts)


def _lists(step: StepView) -> Sequence[tuple[str, Sequence[str]]]:
    return (("assuming", step.assuming), ("trusting", step.trusting))


def _remarks(step: StepView) -> Sequence[tuple[str, str]]:
    return (
        ("what to do", step.help),
        ("stands as", step.standing),
        ("because", step.because),
        ("certified by", step.certified),
        ("numerics", step.numerics),
    )


# Symbols -----------------------------------------------------------------------------------------


def symbols(view: PageView, lines: Lines) -> list[lsp.DocumentSymbol]:
    """The results of a page: its chains, under their headings."""
    own = [step for step in view.steps if not step.place.file]
    chains = [_chain(list(steps), lines) for _, steps in groupby(own, key=lambda step: step.chain)]
    if not view.titles:
        return chains
    tops = [chain for chain in chains if chain.range.start.line < view.titles[0].place.line - 1]
    for number, title in enumerate(view.titles):
        behind = view.titles[number + 1].place.line - 1 if number + 1 < len(view.titles) else len(lines.lines)
        inside = [c for c in chains if title.place.line - 1 <= c.range.start.line < behind and c not in tops]
        tops.append(_heading(title, inside, lines))
    return tops


def _heading(title: Title, inside: list[lsp.DocumentSymbol], lines: Lines) -> lsp.DocumentSymbol:
    own = lines.range(title.place)
    whole = lsp.Range(own.start, max([own.end, *(c.range.end for c in inside)], key=lambda p: (p.line, p.character)))
    return lsp.DocumentSymbol(title.text.strip() or "part", lsp.SymbolKind.Namespace, whole, own, children=inside)


def _chain(steps: list[StepView], lines: Lines) -> lsp.DocumentSymbol:
    ranges = [lines.range(step.place) for step in steps]
    whole = lsp.Range(ranges[0].start, max((r.end for r in ranges), key=lambda p: (p.line, p.character)))
    counts = ", ".join(f"{len(list(run))} {name}" for name, run in groupby(sorted(step.verdict for step in steps)))
    children = [
        lsp.DocumentSymbol(_short(step.written), lsp.SymbolKind.Event, place, place, step.verdict)
        for step, place in zip(steps, ranges, strict=True)
    ]
    named = _short(steps[0].written)
    if len(steps) == 1:
        return children[0]
    return lsp.DocumentSymbol(named, lsp.SymbolKind.Function, whole, ranges[0], counts, children=children)


def _short(text: str) -> str:
    line = " ".join(text.split()) or "formula"
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


# Edits -------------------------------------------------------------------------------------------


def actions(step: StepView, uri: str, version: int | None, lines: Lines) -> list[lsp.CodeAction]:
    """What can be put in the place of a refuted step: each is proved there."""
    made: list[lsp.CodeAction] = []
    for hint in step.hints:
        if not hint.edits:
            continue
        edits = [lsp.TextEdit(lines.range(edit.place), edit.text) for edit in hint.edits]
        document = lsp.OptionalVersionedTextDocumentIdentifier(uri, version)
        made.append(
            lsp.CodeAction(
                f"{hint.message}: {_short(hint.formula)}",
                lsp.CodeActionKind.QuickFix,
                [diagnostic(step, lines)],
                is_preferred=not made,
                edit=lsp.WorkspaceEdit(document_changes=[lsp.TextDocumentEdit(document, edits)]),
            )
        )
    return made
