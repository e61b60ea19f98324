"""The command line. Data goes to stdout, everything else to stderr.

Exit status: 0 nothing refuted; 1 something refuted (with --strict also: anything not proved or assumed);
2 usage, a file that cannot be read, a missing tool, an internal error.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from hence import __version__
from hence.grade.options import add_options as add_grade_options
from hence.live import commands as live

if TYPE_CHECKING:
    from hence.files import Unreadable
    from hence.language.verdicts import Judged, Report
    from hence.latex_out.solution import Solved
    from hence.solutions import Product, Written
    from hence.text_out import Painter

T = TypeVar("T")
FINE, REFUTED, TROUBLE = 0, 1, 2
SETTLED = frozenset(("proved", "assumed", "remark"))
PLACE = re.compile(r"(?P<path>.+):(?P<line>\d+)(?::\d+)?")


class Trouble(Exception):
    """Something the user must mend; the message is all they need to see."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    options = parser().parse_args(arguments)
    if options.command is None:
        parser().print_help(sys.stderr)
        return TROUBLE
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        return run(options)
    except (Trouble, live.Missing) as trouble:
        print(f"hence: {trouble}", file=sys.stderr)
        return TROUBLE
    except BrokenPipeError:
        # the reader of our output has gone (`hence list | head`): no message, and none from Python at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        print("hence: interrupted", file=sys.stderr)
        return 130


def parser() -> argparse.ArgumentParser:
    common = _printing("text", "json")
    work = argparse.ArgumentParser(add_help=False)
    work.add_argument("--seed", type=int, default=0, help="seed of every random choice (default 0)")
    work.add_argument("--jobs", type=_positive, default=None, metavar="N", help="processes (default: one per core)")
    work.add_argument("--strict", action="store_true", help="fail on anything that is not proved or assumed")

    top = argparse.ArgumentParser(prog="hence", description="Decides every step of a derivation written in LaTeX.")
    top.add_argument("--version", action="version", version=f"hence {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")

    check = commands.add_parser(
        "check", parents=[_printing("text", "json", "html"), work], help="decide every step of files, or the catalogue"
    )
    check.add_argument("files", nargs="*", metavar="FILE", help=".tex or .md; without files, the whole catalogue")
    check.add_argument("-o", "--output", type=Path, metavar="FILE", help="where --format html goes (default: stdout)")
    check.set_defaults(run=_check)

    printing = _printing("text", "json", "pdf", "tex", "html")  # what is written, and how verdicts are printed
    solve = commands.add_parser("solve", parents=[printing, work], help="verify, and write solution sheets")
    solve.add_argument(
        "what", nargs="*", metavar="ID|FILE", help="derivations, or your own pages; default: the catalogue"
    )
    solve.add_argument("-o", "--output", type=Path, default=Path("build/solutions"), metavar="DIR")
    solve.add_argument(
        "--engine", choices=("latex", "typst"), help="what sets the pages (default: LaTeX, if installed)"
    )
    solve.set_defaults(run=_solve)

    listing = commands.add_parser("list", parents=[common], help="list the catalogue")
    listing.set_defaults(run=_list)

    mutate = commands.add_parser("mutate", parents=[common, work], help="change every proved step, decide the mutants")
    mutate.add_argument("what", nargs="*", metavar="ID|FILE", help="derivations or files; without any, the catalogue")
    mutate.set_defaults(run=_mutate)

    grade = commands.add_parser("grade", help="check and mark the submissions of a class")
    add_grade_options(grade)
    grade.set_defaults(run=_grade)

    explain = commands.add_parser("explain", parents=[common, work], help="how a step was read and decided")
    explain.add_argument("what", metavar="ID|FILE:LINE", help="a derivation, or a line of a file")
    explain.set_defaults(run=_explain)

    live.register(commands)
    return top


def _printing(*formats: str) -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(add_help=False)
    made.add_argument("--format", choices=formats, default="text", help="how to print results")
    made.add_argument("--color", choices=("auto", "always", "never"), default="auto", help="colours in text")
    return made


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


# Commands ----------------------------------------------------------------------------------------


def _check(options: argparse.Namespace) -> int:
    if not options.files:
        return _check_catalogue(options)
    if options.format == "html":
        return _check_to_html(options)
    from hence import json_out, text_out  # noqa: PLC0415 (commands load what they need)

    reports, unreadable = _reports(options.files, options)
    if options.format == "json":
        from hence.report import report_of  # noqa: PLC0415

        print(json_out.files([report_of(report) for report in reports]))
    else:
        paint = _painter(options)
        for report in reports:
            print(text_out.file(report, paint, options.strict))
    for trouble in unreadable:
        print(f"hence: {trouble}", file=sys.stderr)
    if unreadable:
        return TROUBLE
    if any(_contradicts_itself(report) for report in reports):
        return TROUBLE
    return _status((name for report in reports for name, count in report.summary().items() if count), options.strict)


def _check_to_html(options: argparse.Namespace) -> int:
    progress = Progress(len(options.files))
    try:
        views = live.write_files(options.files, options.seed, options.jobs, options.output, progress.done)
    finally:
        progress.clear()
    faults = [f"{view.name}:{view.fault}" for view in views if view.fault]
    for fault in faults:
        print(f"hence: {fault}", file=sys.stderr)
    if faults or any(view.contradicts_itself for view in views):
        return TROUBLE
    return _status((name for view in views for name, count in view.summary.items() if count), options.strict)


def _contradicts_itself(report: Report) -> bool:
    """Whether a step was proved and has a counterexample: then nothing that was found can be relied on."""
    from hence.language.verdicts import Unknown  # noqa: PLC0415

    return any(isinstance(judged.verdict, Unknown) and judged.verdict.internal for judged in report.steps)


def _check_catalogue(options: argparse.Namespace) -> int:
    from hence import json_out, text_out  # noqa: PLC0415

    solutions = _solutions((), options)
    if options.format == "json":
        print(json_out.catalogue(solutions))
    elif options.format == "html":
        live.write_catalogue(solutions, options.output)
    else:
        print(text_out.catalogue(solutions, _painter(options)))
    if any(_contradicts_itself(solved.report) for solved in solutions):
        return TROUBLE
    return _status((solved.verdict for solved in solutions), options.strict)


def _solve(options: argparse.Namespace) -> int:
    """Sheets of the catalogue, or of the user's own files; their verdicts are printed as `check` prints them."""
    from hence import json_out, solutions, solutions_file, text_out  # noqa: PLC0415
    from hence.latex_out.pdf import MissingEngine, chosen_engine  # noqa: PLC0415

    files = [name for name in options.what if Path(name).suffix in solutions_file.ENDINGS]
    ids = [name for name in options.what if name not in files]
    product: Product = options.format if options.format in ("tex", "html") else "pdf"
    solved = _solutions(ids, options) if ids or not files else []
    try:
        engine = chosen_engine(options.engine) if product == "pdf" else None
        written = solutions.write(solved, options.output, engine, product) if solved else []
        pages = _understood(lambda: [solutions_file.annotate(Path(name), options.seed) for name in files])
        written += solutions_file.write(pages, options.output, engine, product)
    except MissingEngine as error:
        raise Trouble(str(error)) from error
    except OSError as error:
        raise Trouble(f"{error.filename}: {error.strerror}") from error
    if options.format == "json":
        print(json_out.catalogue(solved) if solved else json_out.files([page.report for page in pages]))
    elif solved:
        print(text_out.catalogue(solved, _painter(options)))
    return _say_what_was_written(written, options) or _status(
        [
            *(s.verdict for s in solved),
            *(name for page in pages for name, count in page.report.summary.items() if count),
        ],
        options.strict,
    )


def _say_what_was_written(written: Sequence[Written], options: argparse.Namespace) -> int:
    """Trouble where a file is missing."""
    out = sys.stderr if options.format == "json" else sys.stdout
    for one in written:
        if one.made is None:
            print(f"hence: {one.tex} written, but no PDF: {one.problem}", file=sys.stderr)
        else:
            print(f"{one.made} (made by {one.engine} from {one.tex})", file=out)
    return TROUBLE if any(one.made is None for one in written) else FINE


def _list(options: argparse.Namespace) -> int:
    from hence import json_out  # noqa: PLC0415
    from hence.catalogue import entries  # noqa: PLC0415

    found = entries()
    if options.format == "json":
        print(json_out.listing(found))
        return FINE
    width = max((len(entry.id) for entry in found), default=0)
    for entry in found:
        print(f"{entry.id:<{width}}  {entry.title}  [{entry.kind}; {', '.join(entry.claims)}]")
    return FINE


def _mutate(options: argparse.Namespace) -> int:
    """Status 1 for a mutant that numerics support, with --strict for any that survives."""
    from hence import mutate_out  # noqa: PLC0415
    from hence.mutate import mutate_all, pages_of  # noqa: PLC0415

    pages = _understood(lambda: pages_of(options.what))
    progress = Progress(len(pages))
    try:
        mutated = _understood(lambda: mutate_all(pages, options.seed, options.jobs, progress.done))
    finally:
        progress.clear()
    print(mutate_out.json_text(mutated) if options.format == "json" else mutate_out.text(mutated, _painter(options)))
    failed = [m for m in mutated if (m.summary()["survived"] if options.strict else m.convincing())]
    return REFUTED if failed else FINE


def _grade(options: argparse.Namespace) -> int:
    from hence.grade.command import run  # noqa: PLC0415
    from hence.grade.trouble import GradeTrouble  # noqa: PLC0415

    try:
        return run(options)
    except GradeTrouble as error:
        raise Trouble(str(error)) from error


def _explain(options: argparse.Namespace) -> int:
    """A file and line, or else an id of the catalogue."""
    place = PLACE.fullmatch(options.what)
    if place:
        reports, unreadable = _reports([place["path"]], options)
        if unreadable:
            raise Trouble(str(unreadable[0]))
        (report,) = reports
        line = int(place["line"])
        own = [j for j in report.steps if not j.step.span.file]
        chosen = [j for j in own if j.step.span.line <= line <= j.step.span.end_line]
        if not chosen:
            raise Trouble(f"{options.what}: no step stands on this line; {_lines_with_steps(report)}")
        return _show(report, chosen, options)
    (solved,) = _solutions([options.what], options)
    return _show(solved.report, solved.report.steps, options)


def _show(report: Report, steps: Sequence[Judged], options: argparse.Namespace) -> int:
    from hence import json_out, text_out  # noqa: PLC0415

    if options.format == "json":
        from hence.report import checked  # noqa: PLC0415

        print(json_out.steps([checked(judged) for judged in steps]))
    else:
        paint = _painter(options)
        print("\n\n".join(text_out.explanation(report, judged, paint) for judged in steps))
    return FINE


def _lines_with_steps(report: Report) -> str:
    lines = sorted({judged.step.span.line for judged in report.steps})
    return f"steps stand on lines {', '.join(map(str, lines))}" if lines else "the file has no steps"


# Parts that commands share -----------------------------------------------------------------------


def _reports(paths: Sequence[str], options: argparse.Namespace) -> tuple[list[Report], list[Unreadable]]:
    """What was checked, and which files could not be."""
    from hence.files import Unreadable, check_files  # noqa: PLC0415

    progress = Progress(len(paths))
    try:
        results = check_files(paths, options.seed, options.jobs, progress.done)
    finally:
        progress.clear()
    unreadable = [result for result in results if isinstance(result, Unreadable)]
    return [result for result in results if not isinstance(result, Unreadable)], unreadable


def _solutions(ids: Sequence[str], options: argparse.Namespace) -> list[Solved]:
    from hence.catalogue import UnknownEntry, entries, solve  # noqa: PLC0415
    from hence.files import Unreadable  # noqa: PLC0415

    try:
        progress = Progress(len(entries(ids)))
    except UnknownEntry as error:
        raise Trouble(str(error.args[0])) from error
    try:
        return solve(ids, options.seed, options.jobs, progress.done)
    except Unreadable as error:
        raise Trouble(str(error)) from error
    finally:
        progress.clear()


def _understood(work: Callable[[], T]) -> T:
    """What the work gives; a file or id that it cannot use becomes trouble."""
    from hence.catalogue import UnknownEntry  # noqa: PLC0415
    from hence.files import Unreadable  # noqa: PLC0415

    try:
        return work()
    except UnknownEntry as error:
        raise Trouble(str(error.args[0])) from error
    except Unreadable as error:
        raise Trouble(str(error)) from error


def _painter(options: argparse.Namespace) -> Painter:
    from hence.text_out import painter  # noqa: PLC0415

    return painter(options.color, sys.stdout)


def _status(names: Iterable[str], strict: bool) -> int:
    found = set(names)
    failed = found - SETTLED if strict else found & {"refuted"}
    return REFUTED if failed else FINE


class Progress:
    """A counter on the last line of a terminal; silent in a pipe."""

    def __init__(self, total: int) -> None:
        self.total, self.count = total, 0
        self.on = sys.stderr.isatty() and total > 1

    def done(self, name: str) -> None:
        self.count += 1
        if self.on:
            print(f"\r\x1b[K[{self.count}/{self.total}] {name}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self.on:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
