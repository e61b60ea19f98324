"""The command line. Data goes to stdout, everything else to stderr.

Exit status: 0 nothing refuted; 1 something refuted (with --strict also: anything not proved or assumed);
2 usage, a file that cannot be read, a missing tool, an internal error; 130 interrupted.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from hence import __version__
from hence.grade.options import add_options as add_grade_options
from hence.live import commands as live
from hence.seldom import collect_seldom, remember_expressions

FINE, REFUTED, TROUBLE, INTERRUPTED = 0, 1, 2, 130
VERDICTS = ("proved", "refuted", "supported", "assumed", "unknown", "unread")
RUNS = {"list": "list_"}  # a name that Python has already
FORMATS = ("text", "json", "github", "sarif", "junit", "csv", "html")


class Trouble(Exception):
    """Something the user must mend; the message is all they need to see."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    _print_on_any_console()
    collect_seldom()
    remember_expressions()
    options = parser().parse_args(arguments)
    if options.command is None:
        parser().print_help(sys.stderr)
        return TROUBLE
    _print_for_machines(options)
    try:
        return _run(options)
    except (Trouble, live.Missing) as trouble:
        print(f"hence: {trouble}", file=sys.stderr)
        return TROUBLE
    except BrokenPipeError:
        # the reader of our output has gone (`hence list | head`): no message, and none from Python at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except OSError as error:
        # what cannot be written: a full disk, a folder that is not ours
        with contextlib.suppress(OSError):
            sys.stdout.close()
        print(f"hence: {f'{error.filename}: ' if error.filename else ''}{error.strerror or error}", file=sys.stderr)
        return TROUBLE
    except KeyboardInterrupt:
        print("hence: interrupted", file=sys.stderr)
        return INTERRUPTED


def _run(options: argparse.Namespace) -> int:
    from hence import commands  # noqa: PLC0415 (commands load what they need, and help needs nothing)

    own: Callable[[argparse.Namespace], int] | None = getattr(options, "run", None)
    run = own or getattr(commands, RUNS.get(options.command, options.command))
    status = run(options)
    sys.stdout.flush()
    return status


def _print_on_any_console() -> None:
    """Letters that a console does not have are written as escapes, instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _print_for_machines(options: argparse.Namespace) -> None:
    """JSON, XML and the like are UTF-8 everywhere: escapes that a console needs would break them."""
    form = getattr(options, "format", "text")
    if (form == "json" or (options.command == "check" and form != "text")) and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")


def parser() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--color", choices=("auto", "always", "never"), default="auto", help="colours in text")
    plain = argparse.ArgumentParser(add_help=False)
    plain.add_argument("--format", choices=("text", "json"), default="text", help="how to print results")
    work = argparse.ArgumentParser(add_help=False)
    work.add_argument("--seed", type=int, default=None, help="seed of every random choice (default 0)")
    work.add_argument("--jobs", type=_positive, default=None, metavar="N", help="processes (default: one per core)")
    work.add_argument("--strict", action="store_true", help="fail on anything that is not proved or assumed")
    work.add_argument("--no-cache", action="store_true", help="decide again what was decided before")

    top = argparse.ArgumentParser(prog="hence", description="Decides every step of a derivation written in LaTeX.")
    top.add_argument("--version", action="version", version=f"hence {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    _check(commands.add_parser("check", parents=[common, work], help="decide every step of files, or the catalogue"))

    _solve(commands.add_parser("solve", parents=[common, work], help="verify, and write solution sheets"))
    commands.add_parser("list", parents=[common, plain], help="list the catalogue")

    mutate = commands.add_parser("mutate", parents=[common, plain, work], help="change proved steps, decide mutants")
    mutate.add_argument("what", nargs="*", metavar="ID|FILE", help="derivations or files; without any, the catalogue")
    mutate.add_argument("--sample", type=_positive, metavar="N", help="at most N mutants of each step")

    explain = commands.add_parser("explain", parents=[common, plain, work], help="how steps were read and decided")
    explain.add_argument("what", metavar="ID|FILE[:LINE]", help="a derivation, a file, or a line of a file")
    rule = commands.add_parser("rule", parents=[common], help="what a rule of proof says, with an example")
    rule.add_argument("name", nargs="?", metavar="NAME", help="a rule that a proof names; without it, all names")
    rule.add_argument("--markdown", action="store_true", help="all rules, as the page docs/rules.md")
    rule.add_argument("--notation", action="store_true", help="what can be read, as the page docs/notation.md")
    add_grade_options(commands.add_parser("grade", help="check and mark the submissions of a class"))
    live.register(commands)
    return top


def _solve(solve: argparse.ArgumentParser) -> None:
    formats = ("text", "json", "pdf", "tex", "html")  # what is written, and how verdicts are printed
    solve.add_argument("--format", choices=formats, default="text", help="how to print results")
    solve.add_argument("what", nargs="*", metavar="ID|FILE", help="derivations, or your own pages; default: catalogue")
    solve.add_argument("-o", "--output", type=Path, default=Path("build/solutions"), metavar="DIR")
    solve.add_argument("--engine", choices=("latex", "typst"), help="what sets the pages (default: LaTeX, if there)")


def _check(check: argparse.ArgumentParser) -> None:
    check.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help=".tex and .md files, folders, or - for standard input; without any, those of [tool.hence] in "
        "pyproject.toml, or else the whole catalogue",
    )
    check.add_argument("--format", choices=FORMATS, default="text", help="how to print results")
    check.add_argument("-o", "--output", type=Path, metavar="FILE", help="write the results to a file")
    check.add_argument("-q", "--quiet", action="store_true", help="show only what needs attention")
    check.add_argument("--only", action="append", choices=VERDICTS, metavar="VERDICT", help="show only these verdicts")
    check.add_argument("--no-hints", action="store_true", help="look for no formula that is right instead")
    check.add_argument("--watch", action="store_true", help="check files again whenever they change")


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number
