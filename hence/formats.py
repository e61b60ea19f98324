"""Results for machines: GitHub annotations, SARIF, JUnit and CSV. JSON and text have modules of their own.

A row of `FORMATS` is a name and a function from what was checked to a text; `hence check --format` offers them all.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from xml.etree import ElementTree as Xml

from hence import __version__, json_out
from hence.files import Failure
from hence.language.records import dataclass
from hence.report import CheckedStep, Report
from hence.text_out import details, meant

SARIF = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {"refuted": "error", "unknown": "warning", "unread": "warning", "supported": "note"}
ANNOTATIONS = {"error": "error", "warning": "warning", "note": "notice"}
MEANING = {
    "refuted": "A step is false: there is a certified counterexample.",
    "unknown": "A step was neither proved nor refuted.",
    "unread": "A formula was not understood.",
    "supported": "A step agrees with numerics at many instances, and was not proved.",
    "unexpected": "A step has another verdict than its author expects.",
}
UNEXPECTED = "unexpected"


@dataclass(frozen=True)
class Results:
    """What a run has found: reports, files that could not be read, and the steps that make it fail."""

    reports: Sequence[Report]
    failures: Sequence[Failure] = ()
    failing: Callable[[Report, CheckedStep], bool] = lambda _report, step: step.verdict == "refuted"


def message(step: CheckedStep) -> str:
    """The step and what there is to say of it, a line each."""
    return "\n".join([f"{step.verdict}: {step.formula}", *details(step)])


def as_json(results: Results) -> str:
    return json_out.files(results.reports, results.failures) + "\n"


def github(results: Results) -> str:
    """Workflow commands: annotations at the lines of a pull request."""
    lines = []
    for report, step in _notable(results):
        span = step.span
        end = f",endLine={span.end_line},endColumn={max(span.end_column - 1, 1)}"
        place = f"file={_property(report.source)},line={span.line},col={span.column}{end}"
        kind = ANNOTATIONS[level(results, report, step)]
        lines.append(f"::{kind} {place},title={_property(step.verdict)}::{_data(message(step))}")
    lines += [f"::error file={_property(f.path)},title=unreadable::{_data(f.message)}" for f in results.failures]
    return "".join(line + "\n" for line in lines)


def _notable(results: Results) -> list[tuple[Report, CheckedStep]]:
    return [(report, step) for report in results.reports for step in report.steps if level(results, report, step)]


def level(results: Results, report: Report, step: CheckedStep) -> str:
    """How bad a step is; empty where there is nothing to say of it. What was expected is no error."""
    if step.expected:
        return "error"
    met = step.verdict == "refuted" and not results.failing(report, step)
    return "note" if met else LEVELS.get(step.verdict, "")


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def sarif(results: Results) -> str:
    """SARIF 2.1.0, as code scanning takes it."""
    rules = [{"id": name, "shortDescription": {"text": text}} for name, text in MEANING.items()]
    problems = [
        {"level": "error", "message": {"text": f.message}, "locations": [{"physicalLocation": _artifact(f.path)}]}
        for f in results.failures
    ]
    run = {
        "tool": {"driver": {"name": "hence", "version": __version__, "rules": rules}},
        "results": [_sarif_result(report, step, level(results, report, step)) for report, step in _notable(results)],
        "invocations": [{"executionSuccessful": not problems, "toolExecutionNotifications": problems}],
        "columnKind": "unicodeCodePoints",
    }
    return json.dumps({"$schema": SARIF, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _artifact(path: str) -> dict[str, object]:
    return {"artifactLocation": {"uri": path.replace("\\", "/")}}


def _sarif_result(report: Report, step: CheckedStep, how_bad: str) -> dict[str, object]:
    span = step.span
    region = {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
    return {
        "ruleId": UNEXPECTED if step.expected and step.verdict not in MEANING else step.verdict,
        "level": how_bad,
        "message": {"text": message(step)},
        "locations": [{"physicalLocation": {**_artifact(report.source), "region": region}}],
    }


def junit(results: Results) -> str:
    """A test case per step; a step that makes the run fail is a failure, a file that cannot be read an error."""
    suites = Xml.Element("testsuites", name="hence")
    for report in results.reports:
        failed = [s for s in report.steps if results.failing(report, s)]
        numbers = {"tests": str(len(report.steps)), "failures": str(len(failed)), "errors": "0"}
        suite = Xml.SubElement(suites, "testsuite", {"name": report.source, **numbers})
        for step in report.steps:
            name = f"line {step.span.line}, column {step.span.column}: {_printable(step.formula)}"
            case = Xml.SubElement(suite, "testcase", classname=report.source, name=name)
            if step in failed:
                said = Xml.SubElement(case, "failure", type=step.verdict, message=_printable(step.reason))
                said.text = _printable(message(step))
            elif step.verdict in ("unknown", "unread"):
                Xml.SubElement(case, "skipped", message=_printable(f"{step.verdict}: {step.reason}"))
    for failure in results.failures:
        suite = Xml.SubElement(suites, "testsuite", name=failure.path, tests="1", failures="0", errors="1")
        case = Xml.SubElement(suite, "testcase", classname=failure.path, name="read")
        Xml.SubElement(case, "error", message=_printable(failure.message))
    Xml.indent(suites)
    return Xml.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def _printable(text: str) -> str:
    """XML has no control characters."""
    return "".join(c if c >= " " or c in "\n\t" else " " for c in text)


COLUMNS = "path line column verdict lhs relation rhs reason hint help".split()


def as_csv(results: Results) -> str:
    """A row per step, for spreadsheets."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for report in results.reports:
        for s in report.steps:
            hint = meant(s, s.hints[0]) if s.hints else ""
            row = (
                report.source,
                s.span.line,
                s.span.column,
                s.verdict,
                s.lhs,
                s.relation,
                s.rhs,
                s.reason,
                hint,
                s.help,
            )
            writer.writerow(row)
    for failure in results.failures:
        writer.writerow((failure.path, "", "", "unreadable", "", "", "", failure.message, "", ""))
    return out.getvalue()


FORMATS: dict[str, Callable[[Results], str]] = {
    "json": as_json,
    "github": github,
    "sarif": sarif,
    "junit": junit,
    "csv": as_csv,
}
