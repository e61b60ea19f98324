"""Results as JSON, version 1. The shape is a contract: fields are added, never changed."""

from __future__ import annotations

import json
from collections.abc import Sequence

from hence.entry_report import EntryReport
from hence.files import Failure
from hence.language.catalogue import Entry
from hence.report import CheckedStep, Report

VERSION = 1


def files(reports: Sequence[Report], failures: Sequence[Failure] = ()) -> str:
    """What was checked, and the files that could not be."""
    unreadable = [{"path": failure.path, "message": failure.message} for failure in failures]
    return dump({"version": VERSION, "files": [report.to_json() for report in reports], "unreadable": unreadable})


def catalogue(entries: Sequence[EntryReport]) -> str:
    return dump({"version": VERSION, "derivations": [entry.to_json() for entry in entries]})


def listing(entries: Sequence[Entry]) -> str:
    return dump(
        [
            {"id": e.id, "title": e.title, "homework": e.homework, "claims": list(e.claims), "kind": e.kind}
            for e in entries
        ]
    )


def steps(checked_steps: Sequence[CheckedStep]) -> str:
    return dump({"version": VERSION, "steps": [one.to_json() for one in checked_steps]})


def dump(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False)
