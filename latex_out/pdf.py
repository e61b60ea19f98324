"""PDF files, from LaTeX where it is installed and otherwise from the embedded Typst engine."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Literal, TypeAlias

Engine: TypeAlias = Literal["latexmk", "pdflatex", "typst"]
TIME_LIMIT = 300  # seconds; an outer guard for a TeX run that waits or loops
SAFE = ("-halt-on-error", "-interaction=nonstopmode", "-no-shell-escape", "-file-line-error")
COMMANDS: dict[str, list[tuple[str, ...]]] = {
    # once more than latexmk thinks is needed: on a busy machine it has stopped one run short of the last references
    "latexmk": [("latexmk", "-pdf", "-norc", *SAFE), ("latexmk", "-g", "-pdf", "-norc", *SAFE)],
    "pdflatex": [("pdflatex", *SAFE)] * 2,  # the second run resolves references
}
SAME_TIME = {"SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1"}  # the same bytes from the same source
TEX_ERROR = re.compile(r"^(?:!|[^:\n]+\.(?:tex|sty):\d+:) ?.*$", re.MULTILINE)


class PdfError(Exception):
    """No PDF was made. The message is the first error of the engine; `log` is where the rest is, if anywhere."""

    def __init__(self, message: str, log: Path | None = None) -> None:
        super().__init__(f"{message} (see {log})" if log else message)
        self.log = log


class MissingEngine(Exception):
    """The engine that was asked for is not installed."""


def chosen_engine(wanted: Literal["latex", "typst"] | None) -> Engine | None:
    """The engine that was asked for, the best one where none was. Raises MissingEngine."""
    if wanted is None:
        return find_engine()
    if wanted == "typst" and has_typst():
        return "typst"
    if wanted == "latex" and shutil.which("pdflatex"):
        return "latexmk" if shutil.which("latexmk") else "pdflatex"
    raise MissingEngine(
        "no pdflatex here; install TeX, or use --engine typst" if wanted == "latex" else "no typst here"
    )


def has_typst() -> bool:
    return importlib.util.find_spec("typst") is not None


def find_engine() -> Engine | None:
    """The best engine on this machine, None where there is none at all."""
    if shutil.which("pdflatex"):
        return "latexmk" if shutil.which("latexmk") else "pdflatex"
    return "typst" if has_typst() else None


def compile_latex(tex: Path, engine: Engine, beside: Path | None = None) -> Path:
    """The PDF beside a .tex file, compiled in a directory of its own. Raises PdfError; the log is then kept.

    The folder of the file, and the one `beside`, are searched for figures and styles. A page
    of somebody else, from `beside`, keeps the date of the day. Warnings of boxes that are too wide stay in `tex.log`.
    """
    with tempfile.TemporaryDirectory(prefix="hence-") as folder:
        work = Path(folder) / tex.name
        shutil.copyfile(tex, work)
        for command in COMMANDS[engine]:
            _run([*command, work.name], work, tex, beside)
        made = work.with_suffix(".pdf")
        if not made.exists():
            raise PdfError(f"{engine} made no PDF of {tex}")
        shutil.copyfile(work.with_suffix(".log"), tex.with_suffix(".log"))
        return Path(shutil.copyfile(made, tex.with_suffix(".pdf")))


def _run(command: list[str], work: Path, tex: Path, beside: Path | None) -> None:
    try:
        # an empty entry at the end stands for the folders of TeX itself
        where = os.pathsep.join(
            (".", str(tex.parent.resolve()), str(beside.resolve()) if beside else ".", os.environ.get("TEXINPUTS", ""))
        )
        run = subprocess.run(
            command,
            cwd=work.parent,
            capture_output=True,
            timeout=TIME_LIMIT,
            check=False,
            env={**os.environ, "TEXINPUTS": where, **({} if beside else SAME_TIME)},
        )
    except subprocess.TimeoutExpired as error:
        raise PdfError(f"{command[0]} took more than {TIME_LIMIT} s for {tex}") from error
    except OSError as error:
        raise PdfError(f"{command[0]} does not start: {error}") from error
    if run.returncode:
        raise _failure(run.stdout.decode(errors="replace"), work, tex)


def _failure(output: str, work: Path, tex: Path) -> PdfError:
    """The first TeX error, with the log copied beside the .tex file."""
    log = work.with_suffix(".log")
    text = log.read_text(errors="replace") if log.exists() else output
    first = TEX_ERROR.search(text)
    kept = tex.with_suffix(".log")
    kept.write_text(text)
    return PdfError(f"TeX stopped at {tex.name}: {first[0] if first else 'no error line in the log'}", kept)


def _undoubted(made: bytes) -> bytes:
    """Without the entry that says what holds anyway, that no tag is suspect: poppler takes it for a mistake."""
    return made.replace(b"/Suspects false", b" " * len(b"/Suspects false"))


def compile_typst(source: str, pdf: Path) -> Path:
    """Write a PDF of Typst source, offline, with figures from the folder of the PDF.

    Raises PdfError with the first line of the compiler's message.
    """
    import typst  # noqa: PLC0415 (only needed here, and slow to load)

    page = pdf.with_suffix(".typ")
    page.write_text(source, encoding="utf-8", errors="backslashreplace")
    try:
        pdf.write_bytes(_undoubted(typst.compile(page, root=page.parent)))
    except typst.TypstError as error:
        raise PdfError(f"typst stopped: {str(error).splitlines()[0]}", page) from error
    page.unlink()
    return pdf
