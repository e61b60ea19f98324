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
    done = [report.to_json() for report in reports]
    return dump({"version": VERSION, "files": done, "unreadable": _unreadable(failures)})


def _unreadable(failures: Sequence[Failure]) -> list[dict[str, str]]:
    return [{"path": failure.path, "message": failure.message} for failure in failures]


def catalogue(entries: Sequence[EntryReport], failures: Sequence[Failure] = ()) -> str:
    """What was verified, and the entries that could not be."""
    derivations = [entry.to_json() for entry in entries]
    return dump({"version": VERSION, "derivations": derivations, "unreadable": _unreadable(failures)})


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
