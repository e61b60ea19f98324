"""`hence serve`, `hence lsp` and `hence check --format html`, as the command line sees them."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from hence import files
from hence.work import Heard, Lost, Tell, in_order, step_of

if TYPE_CHECKING:
    from hence.latex_out.solution import Solved
    from hence.live.view import PageView

    Part = tuple[str, PageView, dict[str, Any]]


class Missing(Exception):
    """An extra that is not installed, or something else that the user must mend."""


def register(commands: Any) -> None:  # noqa: ANN401 (argparse does not name the type)
    """Add the commands to those of `hence`."""
    serve = commands.add_parser("serve", help="a page in the browser that checks while you type")
    serve.add_argument("what", nargs="?", default="", metavar="FILE|FOLDER", help="what may be opened and saved")
    serve.add_argument("--port", type=int, default=0, metavar="N", help="(default: one that is free)")
    serve.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="(default: only this machine)")
    serve.add_argument("--allow-others", action="store_true", help="let other machines in, by an address of theirs")
    serve.add_argument("--no-browser", action="store_true", help="only print the address")
    serve.add_argument("--seed", type=int, default=0, help="seed of every random choice (default 0)")
    serve.set_defaults(run=_serve)

    lsp = commands.add_parser("lsp", help="a language server for editors, over stdin and stdout")
    lsp.add_argument("--seed", type=int, default=0, help="seed of every random choice (default 0)")
    lsp.add_argument("--stdio", action="store_true", help="as many editors say; there is no other way")
    lsp.set_defaults(run=_lsp)


def _serve(options: argparse.Namespace) -> int:
    command = needed("hence.web.command", "web", "hence serve")
    try:
        command.run(
            command.Options(
                options.what,
                options.host,
                options.port,
                not options.no_browser,
                options.allow_others,
                options.seed,
            )
        )
    except command.Wrong as error:
        raise Missing(str(error)) from error
    return 0


def _lsp(options: argparse.Namespace) -> int:
    needed("hence.lsp.command", "lsp", "hence lsp").run(options.seed)
    return 0


def needed(module: str, extra: str, command: str) -> ModuleType:
    """The module of a command. Raises Missing where its extra is not installed."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] == "hence":
            raise
        raise Missing(
            f"{command} needs {error.name}, which is not installed: pip install 'hence-proofs[{extra}]'"
        ) from error


# The report --------------------------------------------------------------------------------------


def shown_files(paths: Sequence[str], seed: int, jobs: int | None, heard: Heard) -> Iterator[Part]:
    """The parts of a report on files, in order and as soon as they are ready. What cannot be read says so."""
    for path, part in zip(paths, in_order(_file, [(p, seed) for p in paths], jobs, heard), strict=False):
        yield _nothing(path, part.why) if isinstance(part, Lost) else part


def write_report(parts: Sequence[Part], output: Path | None) -> None:
    """A report on files, to `output` or to stdout. Raises Missing."""
    _write(parts, output, "")


def write_catalogue(solutions: Sequence[Solved], output: Path | None) -> None:
    """A report on the catalogue: a page for each of its entries. Raises Missing."""
    _write([_entry(solved) for solved in solutions], output, "the catalogue")


def _write(parts: Sequence[Part], output: Path | None, title: str) -> None:
    from hence.web.document import report_page

    html = report_page(parts, title)
    if output is None:
        sys.stdout.write(html)
        return
    try:
        files.write_text(output, html)
    except OSError as error:
        raise Missing(f"{output}: {error.strerror}") from error


def _nothing(path: str, why: str) -> Part:
    """A file that could not be checked."""
    from hence.language.terms import NOWHERE
    from hence.live.view import unreadable

    return "", unreadable(path, NOWHERE, why), {"blocks": [], "notices": ""}


def _file(task: tuple[str, int], tell: Tell) -> Part:
    from hence.files import Unreadable, text_of
    from hence.live.checking import checked
    from hence.web.page import shown

    path, seed = task
    try:
        text, _ = text_of(path)
    except Unreadable as error:
        return _nothing(path, str(error).removeprefix(f"{path}: "))
    view = checked(text, path, seed, lambda done, total: tell(step_of(done, total)), path=Path(path))
    return text, view, shown(text, view, Path(path))


def _entry(solved: Solved) -> Part:
    from hence.catalogue import entries
    from hence.latex_in import read_text
    from hence.latex_out.solution import layout
    from hence.live.view import view
    from hence.report import report_of
    from hence.web.page import shown

    (entry,) = entries([solved.entry.id])
    text = layout(entry, entries(entry.uses) if entry.uses else ()).argument
    found = replace(view(report_of(solved.report, text), read_text(text, entry.id)), name=f"{entry.id}: {entry.title}")
    return text, found, shown(text, found)
