"""What each command does: `check`, `solve`, `list`, `mutate`, `explain`. Each takes its options and gives a status."""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from hence import config, files, text_out
from hence.cli import FINE, INTERRUPTED, REFUTED, TROUBLE, Trouble
from hence.expected import Expectations
from hence.files import Failure, Wanted
from hence.live import commands as live
from hence.progress import Progress
from hence.running import EntryRun, FileRun, fails, taken
from hence.text_out import Painter

if TYPE_CHECKING:
    from hence.latex_out.solution import Solved
    from hence.solutions import Written

T = TypeVar("T")
PLACE = re.compile(r"(?P<path>.+?):(?P<line>\d+)(?::\d+)?")
PAUSE = 0.5  # seconds between two looks at files that are watched


# hence check -------------------------------------------------------------------------------------


def check(options: argparse.Namespace) -> int:
    said = _settings()
    names = _names(options, said)
    if not names:
        if options.files or said.files:
            raise Trouble(f"there are no .tex or .md files in {', '.join(options.files or said.files)}")
        return _check_catalogue(options)
    expected = Expectations(options.strict or said.strict, said.expected, said.folder)
    if options.watch:
        return _watch(lambda: _names(options, said), options, expected)
    _can_be_written(options.output)
    if options.format == "html":
        return _check_to_html(names, options, expected.strict)
    run = FileRun(options, expected, several=len(names) > 1)
    with Progress(names) as progress:
        found = files.check_files(names, _wanted(options, said), options.jobs, progress.heard)
        interrupted = taken(found, run.take, progress)
    run.finish()
    if interrupted:
        print(f"hence: interrupted; {run.whole} of {len(names)} files were checked to their end", file=sys.stderr)
    return INTERRUPTED if interrupted else run.status()


def _names(options: argparse.Namespace, said: config.Config) -> list[str]:
    return files.found(options.files) if options.files else config.files_of(said)


def _can_be_written(path: Path | None) -> None:
    """Raises Trouble before anything is checked in vain."""
    try:
        if path is not None:
            path.open("a").close()
    except OSError as error:
        raise Trouble(f"{path}: {error.strerror or error}") from error


def _check_to_html(names: Sequence[str], options: argparse.Namespace, strict: bool) -> int:
    parts: list[live.Part] = []
    with Progress(names) as progress:
        found = live.shown_files(names, options.seed or 0, options.jobs, progress.heard)
        interrupted = taken(found, parts.append, progress)
    live.write_report(parts, options.output)
    views = [view for _, view, _ in parts]
    faults = [f"{view.name}:{view.fault}" for view in views if view.fault]
    for fault in faults:
        print(f"hence: {fault}", file=sys.stderr)
    if interrupted:
        print(f"hence: interrupted; {len(parts)} of {len(names)} files were begun", file=sys.stderr)
        return INTERRUPTED
    if faults or any(view.contradicts_itself for view in views):
        return TROUBLE
    return _status([name for view in views for name, count in view.summary.items() if count], strict)


def _settings() -> config.Config:
    try:
        return config.load(Path.cwd())
    except config.WrongSetting as wrong:
        raise Trouble(str(wrong)) from wrong


def _wanted(options: argparse.Namespace, said: config.Config) -> Wanted:
    seed = said.seed if options.seed is None else options.seed
    hints = said.hints and not getattr(options, "no_hints", False)
    return Wanted(seed, hints, said.cache and not options.no_cache, said.derivatives)


def _watch(names: Callable[[], Sequence[str]], options: argparse.Namespace, expected: Expectations) -> int:
    """Check files whenever they change or are new, until Ctrl-C."""
    if options.output or options.format != "text" or files.STDIN in names():
        raise Trouble("--watch prints text about files, and nothing else")
    wanted = _wanted(options, _settings())
    seen: dict[str, int] = {}
    try:
        while True:
            changed = [name for name in names() if seen.get(name) != _changed(name)]
            seen.update((name, _changed(name)) for name in changed)
            run = FileRun(options, expected, several=False)
            for result in files.check_files(changed, wanted, 1, lambda _number, _text: None):
                run.take(result)
            time.sleep(PAUSE)
    except KeyboardInterrupt:
        return FINE


def _changed(name: str) -> int:
    """When a file was last changed; 0 where there is none."""
    try:
        return Path(name).stat().st_mtime_ns
    except OSError:
        return 0


def _check_catalogue(options: argparse.Namespace) -> int:
    from hence.catalogue import entries, report_all  # noqa: PLC0415

    if options.format not in ("text", "json", "html"):
        raise Trouble("the catalogue is reported as text, JSON or HTML only")
    _can_be_written(options.output)
    if options.format == "html":
        solved, failed = _solutions((), options)
        live.write_catalogue(solved, options.output)
        return TROUBLE if failed else _status([one.verdict for one in solved], options.strict)
    run, names = EntryRun(options), [entry.id for entry in entries()]
    with Progress(names) as progress:
        found = report_all(options.seed or 0, options.jobs, not options.no_cache, progress.heard)
        interrupted = taken(found, run.take, progress)
    run.finish()
    if interrupted:
        print(f"hence: interrupted; {len(run.reports)} of {len(names)} derivations were verified", file=sys.stderr)
    return INTERRUPTED if interrupted else run.status()


# The other commands ------------------------------------------------------------------------------


def solve(options: argparse.Namespace) -> int:
    """Sheets of the catalogue, or of the user's own files; their verdicts are printed as `check` prints them."""
    from hence import json_out, solutions, solutions_file  # noqa: PLC0415
    from hence.entry_report import entry_report  # noqa: PLC0415
    from hence.latex_out.pdf import MissingEngine, chosen_engine  # noqa: PLC0415

    own = [name for name in options.what if Path(name).suffix in solutions_file.ENDINGS]
    ids = [name for name in options.what if name not in own]
    product: solutions.Product = options.format if options.format in ("tex", "html") else "pdf"
    solved, failed = _solutions(ids, options) if ids or not own else ([], False)
    try:
        engine = chosen_engine(options.engine) if product == "pdf" else None
        written = solutions.write(solved, options.output, engine, product) if solved else []
        pages = _understood(lambda: [solutions_file.annotate(Path(name), options.seed or 0) for name in own])
        written += solutions_file.write(pages, options.output, engine, product)
    except MissingEngine as error:
        raise Trouble(str(error)) from error
    except OSError as error:
        raise Trouble(f"{error.filename or options.output}: {error.strerror or error}") from error
    reports = [entry_report(one) for one in solved]
    if options.format == "json":
        print(json_out.catalogue(reports) if solved else json_out.files([page.report for page in pages]))
    elif solved:
        print(text_out.catalogue(reports, _painter(options)))
    verdicts = [step.verdict for page in pages for step in page.report.steps]
    missing = _say_what_was_written(written, options)
    return TROUBLE if failed else missing or _status([*(s.verdict for s in solved), *verdicts], options.strict)


def _solutions(ids: Sequence[str], options: argparse.Namespace) -> tuple[list[Solved], bool]:
    """The entries that could be verified, and whether there are others, which is said."""
    from hence.catalogue import entries  # noqa: PLC0415
    from hence.catalogue import solve as solve_all  # noqa: PLC0415

    solved: list[Solved] = []
    failures: list[Failure] = []

    def take(result: Solved | Failure) -> None:
        if isinstance(result, Failure):
            failures.append(result)
            print(f"hence: {result.message}", file=sys.stderr)
        else:
            solved.append(result)

    with Progress([entry.id for entry in _understood(lambda: entries(ids))]) as progress:
        if taken(solve_all(ids, options.seed or 0, options.jobs, progress.heard), take, progress):
            raise KeyboardInterrupt
    return solved, bool(failures)


def _say_what_was_written(written: Sequence[Written], options: argparse.Namespace) -> int:
    """Trouble where a file is missing."""
    out = sys.stderr if options.format == "json" else sys.stdout
    for one in written:
        if one.made is None:
            print(f"hence: {one.tex} written, but no PDF: {one.problem}", file=sys.stderr)
        else:
            print(f"{one.made} (made by {one.engine} from {one.tex})", file=out)
    return TROUBLE if any(one.made is None for one in written) else FINE


def grade(options: argparse.Namespace) -> int:
    from hence.grade.command import run  # noqa: PLC0415
    from hence.grade.trouble import GradeTrouble  # noqa: PLC0415

    try:
        return run(options)
    except GradeTrouble as error:
        raise Trouble(str(error)) from error


def list_(options: argparse.Namespace) -> int:
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


def mutate(options: argparse.Namespace) -> int:
    """Status 1 for a mutant that numerics support, with --strict for any that survives."""
    from hence import mutate_out  # noqa: PLC0415
    from hence.mutate import Mutated, mutate_all, pages_of  # noqa: PLC0415

    pages = _understood(lambda: pages_of(options.what))
    mutated, failures, paint = list[Mutated](), list[Failure](), _painter(options)

    def take(one: Mutated | Failure) -> None:
        if isinstance(one, Failure):
            failures.append(one)
            print(f"hence: {one.message}", file=sys.stderr)
            return
        mutated.append(one)
        if options.format == "text":
            print(mutate_out.page(one, paint), flush=True)

    with Progress(pages) as progress:
        found = mutate_all(pages, options.seed or 0, options.jobs, options.sample, progress.heard)
        interrupted = taken(found, take, progress)
    if options.format == "json":
        print(mutate_out.json_text(mutated))
    elif len(mutated) > 1:
        print(mutate_out.altogether(mutated, paint))
    if interrupted:
        whole = sum(one.complete for one in mutated)
        print(f"hence: interrupted; {whole} of {len(pages)} pages were mutated to their end", file=sys.stderr)
        return INTERRUPTED
    if failures:
        return TROUBLE
    failed = [m for m in mutated if (m.summary()["survived"] if options.strict else m.convincing())]
    return REFUTED if failed else FINE


def rule(options: argparse.Namespace) -> int:
    """One rule of the registry, or the names of all."""
    from hence.language.rules import RULES  # noqa: PLC0415
    from hence.notation_book import markdown as notation  # noqa: PLC0415
    from hence.rule_book import markdown, shown  # noqa: PLC0415

    if options.notation:
        print(notation(), end="")
    elif options.markdown:
        print(markdown(), end="")
    elif options.name is None:
        print("\n".join(sorted(RULES)))
    elif options.name in RULES:
        print(shown(RULES[options.name]))
    else:
        raise Trouble(f"no rule is called {options.name}; `hence rule` lists the names")
    return FINE


def explain(options: argparse.Namespace) -> int:
    """A file and line, a file, or else an id of the catalogue."""
    from hence.explaining import explain_entry, explain_file  # noqa: PLC0415

    place = PLACE.fullmatch(options.what)
    path, line = (place["path"], int(place["line"])) if place else (options.what, None)
    wanted, paint = _wanted(options, _settings()), _painter(options)
    if place is None and path != files.STDIN and not path.endswith(files.SUFFIXES) and not Path(path).exists():
        print(_understood(lambda: explain_entry(path, options.seed or 0, options.format == "json", paint)))
    else:
        print(_understood(lambda: explain_file(path, line, wanted, options.format == "json", paint)))
    return FINE


# Parts that commands share -----------------------------------------------------------------------


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
    return text_out.painter(options.color, sys.stdout)


def _status(names: Sequence[str], strict: bool) -> int:
    return REFUTED if fails(names, strict) else FINE
