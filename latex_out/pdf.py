"""PDF files, from LaTeX where it is installed and otherwise from the embedded Typst engine."""

from __future__ import annotations

import importlib.util
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
    "latexmk": [("latexmk", "-pdf", "-norc", *SAFE)],
    "pdflatex": [("pdflatex", *SAFE)] * 2,  # the second run resolves references
}
TEX_ERROR = re.compile(r"^(?:!|[^:\n]+\.(?:tex|sty):\d+:) ?.*$", re.MULTILINE)


class PdfError(Exception):
    """No PDF was made. The message is the first error of the engine; `log` is where the rest is, if anywhere."""

    def __init__(self, message: str, log: Path | None = None) -> None:
        super().__init__(f"{message} (see {log})" if log else message)
        self.log = log


def find_engine() -> Engine | None:
    """The best engine on this machine, None where there is none at all."""
    if shutil.which("pdflatex"):
        return "latexmk" if shutil.which("latexmk") else "pdflatex"
    return "typst" if importlib.util.find_spec("typst") else None


def compile_latex(tex: Path, engine: Engine) -> Path:
    """The PDF beside a .tex file, compiled in a directory of its own. Raises PdfError; the log is then kept."""
    with tempfile.TemporaryDirectory(prefix="hence-") as folder:
        work = Path(folder) / tex.name
        shutil.copyfile(tex, work)
        for command in COMMANDS[engine]:
            _run([*command, work.name], work, tex)
        made = work.with_suffix(".pdf")
        if not made.exists():
            raise PdfError(f"{engine} made no PDF of {tex}")
        return Path(shutil.copyfile(made, tex.with_suffix(".pdf")))


def _run(command: list[str], work: Path, tex: Path) -> None:
    try:
        run = subprocess.run(command, cwd=work.parent, capture_output=True, timeout=TIME_LIMIT, check=False)
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


def compile_typst(source: str, pdf: Path) -> Path:
    """Write a PDF of Typst source, offline. Raises PdfError with the first line of the compiler's message."""
    import typst  # noqa: PLC0415 (only needed here, and slow to load)

    try:
        pdf.write_bytes(typst.compile(source.encode()))
    except typst.TypstError as error:
        raise PdfError(f"typst stopped: {str(error).splitlines()[0]}") from error
    return pdf
