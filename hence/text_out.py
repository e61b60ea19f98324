"""Results for people: one line per step in the manner of a compiler, and below it what helps."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Collection, Mapping, Sequence
from typing import Literal, TextIO

from hence.entry_report import EntryReport
from hence.excerpt import excerpt
from hence.language.instances import instance
from hence.language.records import dataclass
from hence.language.terms import Span
from hence.language.verdicts import Diagnostic, Value
from hence.latex_out.evidence import numeric_text
from hence.report import VERDICTS, Chain, CheckedStep, Hint, Report

COLOURS = {
    "proved": "32",
    "assumed": "36",
    "remark": "36",
    "supported": "33",
    "unknown": "35",
    "unread": "35",
    "refuted": "1;31",
    "warning": "33",
    "help": "1",
    "faint": "2",
}
INDENT = "    "
ATTENTION = frozenset(("refuted", "supported", "unknown", "unread"))
EXCERPTS = frozenset(("refuted", "unknown", "unread"))
NARROWEST = 40
_COLOUR = re.compile(r"\x1b\[[\d;]*m")
UNIT = {True: "", False: "s"}


@dataclass(frozen=True)
class Painter:
    """Colours words where they are wanted. `width` is that of the terminal, None in a pipe: nothing is cut there."""

    on: bool = False
    width: int | None = None

    def __call__(self, text: str, colour: str) -> str:
        return f"\x1b[{COLOURS[colour]}m{text}\x1b[0m" if self.on else text


def painter(choice: Literal["auto", "always", "never"], stream: TextIO) -> Painter:
    """Colours on a terminal unless NO_COLOR is set; `always` and `never` overrule."""
    terminal = stream.isatty()
    wanted = terminal and "NO_COLOR" not in os.environ
    width = max(shutil.get_terminal_size().columns, NARROWEST) if terminal else None
    return Painter({"always": True, "never": False, "auto": wanted}[choice], width)


# A file ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shown:
    """What of a file is printed: steps with these verdicts (all for none), and what was taken as a definition."""

    verdicts: Collection[str] = ()
    definitions: bool = False
    warnings: bool = True


def file(report: Report, paint: Painter, shown: Shown | None = None) -> str:
    """The steps of a file by their place, warnings, then the counts."""
    shown = shown or Shown()
    lines = []
    steps = sorted(report.steps, key=lambda s: (s.span.file, s.span.line, s.span.column))
    last = {(one.chain, one.span.end_line): number for number, one in enumerate(steps)}
    below = {last[at]: c for c in report.chains if (at := (c.chain, c.end_line)) in last}
    for number, one in enumerate(steps):
        if not one.not_reached and (not shown.verdicts or one.verdict in shown.verdicts or one.expected):
            lines += step(report, one, paint)
        if number in below and not shown.verdicts:
            lines += altogether(below[number], paint)
    return "\n".join(lines + ending(report, paint, shown))


def ending(report: Report, paint: Painter, shown: Shown | None = None) -> list[str]:
    """What stands below the steps: warnings, then the counts."""
    shown = shown or Shown()
    lines = [line for w in report.warnings if shown.warnings for line in warning(report.source, w, paint)]
    taken = [s for s in report.steps if s.by_use and s.verdict == "assumed"]
    if taken and shown.definitions:
        named = ", ".join(f"{s.formula} (line {s.span.line})" for s in taken)
        lines.append(f"{report.source}: taken as definitions, though no word says so: {named}")
    said = f"; {len(taken)} taken as {'a definition' if len(taken) == 1 else 'definitions'}" if taken else ""
    left = sum(one.not_reached for one in report.steps)
    early = f" and left {steps_text(left)} out" if left else ""
    stopped = "" if report.complete else f"; the check was stopped before its end{early}"
    lines.append(f"{report.source}: {counts(report.summary, paint)}{said}{stopped}")
    return lines


def step(report: Report, one: CheckedStep, paint: Painter) -> list[str]:
    """`hw.tex:14:8: refuted  \\sqrt{x^2} = x`, the place in the source, and what there is to say."""
    start = f"{one.span.file or report.source}:{one.span.line}:{one.span.column}: "
    head = f"{start}{paint(f'{one.verdict:<9}', one.verdict)} "
    room = None if paint.width is None else paint.width - len(start) - 10
    lines = [(head + fitted(one, room)).rstrip()]
    if one.verdict in EXCERPTS and not one.span.file:
        shown = excerpt(report.text, marked(one), None if paint.width is None else paint.width - len(INDENT))
        lines += [INDENT + shown[0], INDENT + paint(shown[1], one.verdict)] if shown else []
    return lines + [INDENT + line for detail in details(one, paint) for line in _wrapped(detail, paint)]


def marked(one: CheckedStep) -> Span:
    """The part of a step that matters: what a hint changes, or what does not fit; else the right side."""
    parts = (*(hint.where for hint in one.hints[:1]), one.where)
    return next((part for part in parts if part.line and not part.file), one.span)


def fitted(one: CheckedStep, room: int | None) -> str:
    """The formula; where it does not fit, without its left side, which often stands on the line above."""
    whole = one.formula
    if room is None or len(whole) <= room or not one.relation:
        return whole
    return " ".join(f"... {one.sign} {one.rhs}".split())


def _wrapped(text: str, paint: Painter) -> list[str]:
    """Broken between words; colours have no width."""
    if paint.width is None:
        return [text]
    lines, left = [list[str]()], paint.width - len(INDENT)
    for word in text.split():
        size = len(_COLOUR.sub("", word))
        if lines[-1] and size > left:
            lines.append([])
            left = paint.width - len(INDENT)
        lines[-1].append(word)
        left -= size + 1
    return [" ".join(words) for words in lines]


def details(one: CheckedStep, paint: Painter | None = None) -> list[str]:
    """What a person needs to see of a step, one thing a line. Never fails."""
    paint = paint or Painter()
    lines = [f"expected: {one.expected}"] if one.expected else []
    found = one.counterexample
    if found is not None and one.verdict == "refuted":
        lines.append(f"{place(found.at)}left is {found.left}, right is {found.right}")
        if one.numeric is not None and one.numeric.interval is not None:
            lines.append(f"{numeric_text(one.numeric)}; confirmed with a fresh seed")
        lines += [one.holds_if] if one.holds_if else []
        lines += [f"left minus right is {one.difference}"] if one.difference else []
        lines += [did_you_mean(one, hint, paint) for hint in one.hints]
        return [*lines, paint(f"certified by {found.certified_by}; seed {found.seed}", "faint")]
    if one.verdict == "supported" and one.numeric is not None:
        lines.append(f"numerics agree: {numeric_text(one.numeric)}")
        lines.append(f"not proved: {one.reason}")
    elif one.reason:
        lines.append(one.reason)
    lines += [f"assuming {', '.join(one.assumptions)}"] if one.assumptions else []
    lines += [f"trusting {', '.join(one.trusting)}"] if one.trusting else []
    lines += [f"without looking into {', '.join(one.opaque)}"] if one.opaque else []
    return lines + ([f"{paint('help', 'help')}: {one.help}"] if one.help else [])


def did_you_mean(one: CheckedStep, hint: Hint, paint: Painter) -> str:
    """The sides that are changed, and how; what its proof rests on is said."""
    rests = f", assuming {', '.join(hint.assumptions)}" if hint.assumptions else ""
    return f"{paint('did you mean', 'help')} {meant(one, hint)} ? ({hint.edit}; that is proved{rests})"


def meant(one: CheckedStep, hint: Hint) -> str:
    """The right side of what is offered, behind the left one where that or the relation is changed."""
    left = "" if hint.lhs == one.lhs and hint.relation == one.relation else f"{hint.lhs} {hint.relation} "
    return f"{left}{hint.rhs}"


def altogether(whole: Chain, paint: Painter) -> list[str]:
    """The relation between the ends of a chain, below its last step."""
    left, right = (" ".join(text.split()) for text in (whole.lhs, whole.rhs))
    if not whole.relation:
        return [f"{INDENT}altogether: no relation between {left} and {right}, the chain goes both ways"]
    said = "" if whole.verdict == "proved" else f" ({paint(whole.verdict, whole.verdict)})"
    return [f"{INDENT}altogether: {left} {whole.relation} {right}{said}"]


def place(counterexample: Mapping[str, Value]) -> str:
    if not counterexample:
        return ""
    return f"at {instance(counterexample)}: "


def warning(source: str, diagnostic: Diagnostic, paint: Painter) -> list[str]:
    span = diagnostic.span
    where = f":{span.line}:{span.column}" if span.line else ""
    lines = [f"{span.file or source}{where}: {paint('warning', 'warning')}   {diagnostic.message} [{diagnostic.code}]"]
    lines += [f"{INDENT}{at.file or source}:{at.line}:{at.column}: {what}" for at, what in diagnostic.related]
    return lines + ([f"{INDENT}help: {diagnostic.help}"] if diagnostic.help else [])


def counts(summary: Mapping[str, int], paint: Painter) -> str:
    """`9 proved, 1 refuted, 2 assumed`; what could not be judged is always said."""
    total = sum(summary.values())
    parts = [paint(f"{count} {name}", name) for name, count in summary.items() if count]
    open_steps = summary["unknown"] + summary["unread"]
    tail = f" ({open_steps} of {total} not decided)" if open_steps else ""
    return (", ".join(parts) if parts else "no steps found") + tail


def steps_text(number: int) -> str:
    return f"{number} step{UNIT[number == 1]}"


# The catalogue -----------------------------------------------------------------------------------


def catalogue(entries: Sequence[EntryReport], paint: Painter) -> str:
    """A line per derivation, what is not settled below it, and the counts."""
    return "\n".join([*(line for one in entries for line in entry(one, paint)), entries_text(entries, paint)])


def entries_text(entries: Sequence[EntryReport], paint: Painter) -> str:
    """The counts of all derivations."""
    summary: dict[str, int] = dict.fromkeys(VERDICTS, 0)
    for one in entries:
        for step_ in one.steps:
            summary[step_.verdict] += 1
    remarks = sum(one.verdict == "remark" for one in entries)
    proved = sum(one.verdict == "proved" for one in entries)
    words = f", {remarks} remark{UNIT[remarks == 1]}" if remarks else ""
    return f"{proved} of {len(entries) - remarks} derivations proved{words}; steps: {counts(summary, paint)}"


def entry(one: EntryReport, paint: Painter) -> list[str]:
    lines = [f"{paint(f'{one.verdict:<9}', one.verdict)} {one.id}  {one.title} ({steps_text(len(one.steps))})"]
    if one.trouble:
        lines.append(f"{INDENT}internal error: {one.trouble}; please report this")
    page = Report(one.id, one.steps)
    unsettled = [s for s in one.steps if s.verdict not in ("proved", "assumed")]
    return lines + [INDENT + line for s in unsettled for line in step(page, s, paint)]


# Altogether --------------------------------------------------------------------------------------


def files_text(reports: Sequence[Report], failed: int, paint: Painter) -> str:
    """The counts of several files together."""
    summary = {name: sum(r.summary[name] for r in reports) for name in reports[0].summary} if reports else {}
    head = f"{len(reports)} file{UNIT[len(reports) == 1]}: "
    tail = f"; {failed} file{UNIT[failed == 1]} could not be read" if failed else ""
    return head + (counts(summary, paint) if summary else "nothing was read") + tail
