"""What a worker process can be asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from hence.live.checking import checked
from hence.live.view import PageView

Job = dict[str, Any]
Tell = Callable[[Job], None]


def _verdicts(job: Job, tell: Tell) -> Job:
    """The verdicts on a text."""
    return _checked(job, tell, PageView.as_json)


def _page(job: Job, tell: Tell) -> Job:
    """The verdicts on a text, and the page with its formulas as HTML."""
    from hence.web.page import shown  # noqa: PLC0415 (the language server needs no HTML)

    return _checked(job, tell, lambda view: {"view": view.as_json(), "page": shown(job["text"], view, _path(job))})


def _checked(job: Job, tell: Tell, made: Callable[[PageView], Job]) -> Job:
    """Progress and early verdicts are told, the result is returned."""
    view = checked(
        job["text"],
        job["name"],
        job["seed"],
        progress=lambda done, total: tell({"progress": (done, total)}),
        early=lambda view: tell({"early": made(view)}),
        path=_path(job),
    )
    return made(view)


def _path(job: Job) -> Path | None:
    """Where the text stands, if in a file: beside it are the files that it reads in."""
    return Path(job["path"]) if job.get("path") else None


KINDS: dict[str, Callable[[Job, Tell], Job]] = {"verdicts": _verdicts, "page": _page}
