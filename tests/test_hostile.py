r"""Broken and hostile pages: what is sound in them is decided, nothing else is refuted, work and memory are bounded.

A line that ends in `% proved` or `% refuted` must get that verdict; no other line may be refuted, and no step may end
in an internal error. All pages are checked in one process under limits of memory and processor time.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

BEFORE = "Let $x$ and $y$ be real numbers.\n\\[ x + x = 2x \\] % proved\n\n"
AFTER = "\n\n\\[ y + y = 2y \\] % proved\n"
WRONG = "\n\n\\[ y + y = 3y \\] % refuted\n"


def between(fault: str) -> str:
    """A fault between two sound displays and a wrong one."""
    return BEFORE + fault + AFTER + WRONG


MARKS = {  # marks without their counterpart
    "unclosed bracket display": r"\[ (x+1)^2 = x^2 + 2x + 1 % proved",
    "unclosed dollars": r"$$ (x+1)^2 = x^2 + 2x + 1 % proved",
    "unclosed dollars before another": "$$ (x+1)^2 = x^2 + 2x + 1 % proved\n\nWe also have $$ x y = y x $$ % proved\n",
    "unclosed environment": "\\begin{align}\n  x - x &= 0 \\\\ % proved\n  x y &= y x % proved",
    "unclosed environment before another": (
        "\\begin{align}\n  x - x &= 0 % proved\n\n\\begin{align}\n  x y &= y x % proved\n\\end{align}"
    ),
    "environment closed by another name": "\\begin{align}\n  x - x &= 0 % proved\n\\end{algin}",
    "star on one side": "\\begin{align*}\n  x - x &= 0 % proved\n\\end{align}",
    "display that ends with its proof": "\\begin{proof} We see \\[ x - x = 0 % proved\n\\end{proof}",
    "display that ends with its item": (
        "\\begin{itemize}\n\\item \\[ x - x = 0 % proved\n\\item \\[ x y = y x \\] % proved\n\\end{itemize}"
    ),
    "unclosed brace in prose": r"This is \textbf{bold, and $x + 0 = x$ goes on.",
    "brace that closes nothing": "This is} not opened. Then \\[ x - x = 0 \\] % proved",
    "unclosed heading": "\\section{A heading\nLet $x$ and $y$ be real numbers.",
    "unclosed footnote": "A note.\\footnote{It goes on \\[ x - x = 0 \\] % proved",
    "unclosed inline formula": "Here $x + y is cut off. And on.",
    "one dollar too many": "Here $x + y$$ is wrong. And on.",
    "unclosed parenthesis mark": r"Here \(x + y is cut off. And on.",
    "unclosed verbatim": "\\begin{verbatim}\nno end",
    "unclosed iffalse": r"\iffalse never ends",
    "fi without if": r"some \fi text \else more",
    "end without begin": r"\end{align} \end{proof} \end{document2}",
    "begin without a name": r"\begin and \begin{ and \end{",
    "nothing but begins": r"\begin{align}" * 40,
    "two documents": r"\end{foo}\begin{foo}\begin{foo}",
}
FAULTS_OF_A_ROW = {  # the row is lost, its neighbours are not
    "brace in a row": r"x^{2 + 3 &= x^5",
    "closing brace in a row": r"x^2} &= x x",
    "bracket in a row": r"(x + 1 &= x^5",
    "left without right": r"\left( x &= x^5",
    "two subscripts": r"x_1_2 &= x^",
    "fraction without denominator": r"\frac{x} &= 7",
}
ROWS = {
    name: f"\\begin{{align}}\n x y &= y x \\\\ % proved\n {row} \\\\\n x - x &= 0 % proved\n\\end{{align}}"
    for name, row in FAULTS_OF_A_ROW.items()
} | {
    "empty rows": "\\begin{align}\n \\\\ & \\\\ && \\\\\n x - x &= 0 % proved\n\\end{align}",
    "relations alone": "\\begin{align}\n = = = \\\\ &= \\\\\n\\end{align}",
    "a label that never ends": "\\begin{align}\n x y &= y x \\\\ % proved\n x - x &= 0 \\label{eq:1\n\\end{align}",
}
MACROS = {
    "macro that calls itself": "\\newcommand{\\f}[1]{\\f{#1#1}}\n\\[ x + \\f{x} = 2 \\]",
    "macro that is itself": "\\newcommand{\\g}{\\g}\n\\[ \\g = 1 \\]",
    "two macros that call each other": "\\def\\a{\\b}\\def\\b{\\a\\a}\n\\[ \\a = 1 \\]",
    "macro that multiplies": "\\newcommand{\\m}[1]{" + "#1" * 9 + "}\n\\[ " + r"\m{" * 9 + "x" + "}" * 9 + " = 1 \\]",
    "definition without a body": "\\newcommand{\\h}\n\\def\\k\n\\let\\l\n\nMore.",
    "definition that never ends": "\\newcommand{\\h}[1]{\\frac{#1}{2}\n\\[ x - x = 0 \\] % proved",
    "too few arguments": "\\newcommand{\\h}[2]{#1 + #2}\n\\[ \\h{x} = x \\]",
    "delimited arguments": "\\def\\pair(#1,#2){#1 + #2}\n\\[ \\pair(x, y) = y + x \\] % proved",
    "delimiter that is missing": "\\def\\pair(#1,#2){#1 + #2}\n\\[ \\pair[x] = y + x \\]",
    "old meaning kept": "\\let\\old\\phi\\renewcommand{\\phi}{\\varphi}\n\\[ \\old + x = x + \\old \\] % proved",
    "optional arguments": (
        "\\NewDocumentCommand{\\o}{s O{3} m}{\\IfBooleanTF{#1}{#3^2}{#2 #3}}\n"
        "\\[ \\o{x} = 3x \\] % proved\n\n\\[ \\o[4]{x} = 4x \\] % proved\n\n\\[ \\o*{x} = x x \\] % proved"
    ),
    "own environment": (
        "\\newenvironment{eqn}{\\begin{align*}}{\\end{align*}}\n\\begin{eqn}\n x - x &= 0 % proved\n\\end{eqn}"
    ),
    "environment that never ends": "\\newenvironment{eqn}{\\[}{\\]}\n\\begin{eqn}\n x - x = 0 % proved\n\nMore text.",
    "ifmmode": "\\def\\m{\\ifmmode x + 1\\else nothing\\fi}\n\\[ \\m - 1 = x \\] % proved",
    "hidden text": "\\iffalse \\[ x = 3 \\] \\ifx a b \\fi \\[ x = 4 \\] \\fi",
    "colours and boxes": "\\[ \\textcolor{red}{x} + {\\color{blue} x} = \\fcolorbox{red}{white}{$2x$} \\]\n\n"
    "\\[ \\textcolor{red}{x} + {\\color{blue} x} = \\boxed{2x} \\] % proved",
    "physics": (
        "\\[ \\dv{x} x^2 = 2x \\] % proved\n\n\\[ \\pdv{(x y)}{x} = y \\] % proved\n\n"
        "\\[ \\qty(x+1)^2 = x^2 + 2x + 1 \\] % proved"
    ),
    "unicode name": "\\newcommand{\\größe}{x}\n\\[ \\größe + x = 2x \\] % proved",
    "paired delimiter": "\\DeclarePairedDelimiter{\\br}{(}{)}\n\\[ \\br*{x + 1}^2 = x^2 + 2x + 1 \\] % proved",
}
NUMBERS = {  # each must end, whatever is found
    "high power": r"\[ (1+x)^{10^6} = 1 \]",
    "power of ten thousand": r"\[ (1+x)^{10000} = 1 + 10000x \]",
    "large binomial": r"\[ \binom{10^7}{5\cdot10^6} = x \]",
    "large factorials": r"\[ 10^6!/(10^6-1)! = 10^6 \]",
    "long sum": r"\[ \sum_{k=1}^{10^7} \sin k = x \]",
    "long sum with a closed form": r"\[ \sum_{k=1}^{10^7} k = 50000005000000 \] % proved",
    "double sum": r"\[ \sum_{i=1}^{2000} \sum_{j=1}^{2000} \sin(i j u) = w \]",
    "tower": r"\[ 9^{9^{9^9}} = x \]",
    "powers of powers": r"\[ ((2^{4000})^{4000})^{4000} = x \]",
    "long product": r"\[ \prod_{k=1}^{2000} k! = x \]",
    "number of 4301 digits": r"\[ " + "7" * 4301 + r" = 7 \]",
    "fraction of long numbers": r"\[ \frac{" + "3" * 900 + "}{" + "7" * 900 + r"} = x \]",
    "thousand terms": r"\[ " + " + ".join(["x"] * 1000) + r" = 1000x \] % proved",
    "thousand factors": r"\[ " + " ".join(["x"] * 1000) + r" = x^{1000} \] % proved",
}
NESTING = {
    "parentheses": r"\[ " + "(" * 400 + "x" + ")" * 400 + r" = x \]",
    "braces": r"\[ " + "{" * 3000 + "x" + "}" * 3000 + r" = x \]",
    "fractions": r"\[ " + r"\frac{1}{1 + " * 200 + "x" + "}" * 200 + r" = x \]",
    "roots": r"\[ " + r"\sqrt{" * 300 + "x" + "}" * 300 + r" = x \]",
    "scripts": r"\[ x" + "^{x" * 300 + "}" * 300 + r" = x \]",
    "open parentheses": r"\[ " + "(" * 5000 + r" = x \]",
    "environments": r"\begin{itemize}\item " * 300,
}
MEANING = {  # ordinary text that once ended in a traceback
    "rows of a family": "$x_i$ are the rows of $X$. Let $x \\in \\mathbb{R}^d$.",
    "density of itself": "Let $p(z) = p(z) q(z)$ be a density, where $q(z) = p(z)$. Then \\[ p(z) = q(z) p(z) \\]",
    "cycle of definitions": "Let $a = b + 1$, $b = c + 1$ and $c = a + 1$. Then \\[ a = a + 3 \\]",
    "function of itself": "Define $f(t) = f(f(t))$. Then \\[ f(f(t)) = f(t) \\]",
}
PAGES = {
    f"{kind}: {name}": between(fault)
    for kind, faults in {
        "mark": MARKS,
        "row": ROWS,
        "macro": MACROS,
        "number": NUMBERS,
        "nesting": NESTING,
        "meaning": MEANING,
    }.items()
    for name, fault in faults.items()
}
BYTES = {
    "declared latin1": "\\usepackage[latin1]{inputenc}\nVérité.\n".encode("latin-1") + between("").encode(),
    "undeclared latin1": "Vérité.\n".encode("latin-1") + between("").encode(),
    "declared cp1251": "\\usepackage[cp1251]{inputenc}\nИстина.\n".encode("cp1251") + between("").encode(),
    "utf-8 with mark": b"\xef\xbb\xbf" + between("é").encode(),
    "utf-16": between("é").encode("utf-16"),
    "utf-32": between("é").encode("utf-32"),
    "old line ends": between("").replace("\n", "\r").encode(),
    "unknown encoding": b"\\usepackage[klingon]{inputenc}\nV\xe9rit\xe9.\n" + between("").encode(),
    "invalid bytes": b"Text \x80\x81.\n" + between("").encode(),
}
NO_TEXT = {
    "PDF": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
    "archive": b"PK\x03\x04" + bytes(100),
    "zeros": b"x = 1\n" + bytes(2000),
    "image": b"\x89PNG\r\n\x1a\n" + bytes(100),
}
MEGABYTE = {
    "words": ("Let $x$ be real and note that it is so. We have $x + x = 2x$ and more. " * 20_000)[:1_000_000],
    "letters": "x" * 1_000_000,
    "one formula": "$$" + "x + " * 250_000 + "x = 1$$",
    "dollars": "$" * 1_000_000,
    "braces": "{" * 1_000_000,
    "environments": r"\begin{align}" * 75_000,
    "small formulas": "$x_1$ " * 160_000,
    "backslashes": "\\" * 1_000_000,
}
_MARK = re.compile(r"[ \t]*%[ \t]*(proved|refuted)[ \t]*$", re.MULTILINE)
MOST_BYTES = 1 << 30
DRIVER = """
import json, resource, sys
from pathlib import Path
import hence
resource.setrlimit(resource.RLIMIT_AS, (3 << 29, 3 << 29))
for path in json.loads(sys.stdin.read()):
    used = int(resource.getrusage(resource.RUSAGE_SELF).ru_utime) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (used + 60, resource.RLIM_INFINITY))
    said = {"path": path}
    try:
        found = hence.check(Path(path), hints=False)
    except hence.Unreadable as error:
        said["unreadable"] = str(error)
    else:
        said["steps"] = [(step.span.line, step.verdict, step.reason) for step in found.steps]
        said["internal"] = [step.reason for step in found.steps if step.internal]
        said["warnings"] = [warning.code for warning in found.warnings]
    said["most"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps(said), flush=True)
"""


def checked(folder: Path, pages: dict[str, bytes]) -> dict[str, dict]:
    """What a process under limits says of each page; a page that ended it says nothing."""
    paths = {}
    for number, (name, content) in enumerate(pages.items()):
        paths[str(folder / f"page{number}.tex")] = name
        (folder / f"page{number}.tex").write_bytes(content)
    found: dict[str, dict] = {}
    while left := [path for path, name in paths.items() if name not in found]:
        run = subprocess.run(
            [sys.executable, "-c", DRIVER], input=json.dumps(left), capture_output=True, text=True, check=False
        )
        for line in run.stdout.splitlines():
            said = json.loads(line)
            found[paths[said["path"]]] = said
        if run.returncode:
            lost = next(path for path in left if paths[path] not in found)
            found[paths[lost]] = {"died": run.stderr[-500:] or run.returncode}
    return found


def unmarked(text: str) -> tuple[str, dict[int, str]]:
    marks = {text.count("\n", 0, m.start()) + 1: m[1] for m in _MARK.finditer(text)}
    return _MARK.sub("", text), marks


def complaints(said: dict, marks: dict[int, str]) -> list[str]:
    if "steps" not in said:
        return [f"no verdicts: {said}"]
    lines = defaultdict(set)
    for line, verdict, _ in said["steps"]:
        lines[line].add(verdict)
    wrong = [f"line {n}: {lines[n] or 'nothing'}, not {mark}" for n, mark in marks.items() if lines[n] != {mark}]
    wrong += [f"line {n}: refuted" for n in lines if "refuted" in lines[n] and marks.get(n) != "refuted"]
    wrong += said["internal"]
    return wrong + ([f"{said['most'] >> 20} MB"] if said["most"] > MOST_BYTES else [])


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict]:
    texts = {name: unmarked(text)[0].encode() for name, text in PAGES.items()}
    return checked(tmp_path_factory.mktemp("hostile"), texts | BYTES | NO_TEXT)


@pytest.mark.parametrize("name", PAGES)
def test_what_is_sound_is_decided(name: str, verdicts: dict[str, dict]) -> None:
    assert not complaints(verdicts[name], unmarked(PAGES[name])[1])


@pytest.mark.parametrize("name", BYTES)
def test_other_encodings_are_read(name: str, verdicts: dict[str, dict]) -> None:
    found = sorted(verdict for _, verdict, _ in verdicts[name]["steps"])
    assert found == ["proved", "proved", "refuted"]
    guessed = name in ("undeclared latin1", "unknown encoding", "invalid bytes")
    assert ("encoding" in verdicts[name]["warnings"]) == guessed


@pytest.mark.parametrize("name", NO_TEXT)
def test_what_is_no_text_gets_one_line(name: str, verdicts: dict[str, dict]) -> None:
    assert len(verdicts[name]["unreadable"].splitlines()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", MEGABYTE)
def test_a_megabyte_without_a_line_break(name: str, tmp_path: Path) -> None:
    said = checked(tmp_path, {name: MEGABYTE[name].encode()})[name]
    assert not complaints(said, {})
