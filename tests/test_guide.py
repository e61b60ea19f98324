"""What the user's guide shows is what happens: the page with mistakes, and the examples in Python."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GUIDE = (ROOT / "docs" / "users-guide.md").read_text(encoding="utf-8")
PAGE = ROOT / "docs" / "student-page.tex"


def test_the_page_with_mistakes_is_shown_as_it_is():
    assert f"```latex\n{PAGE.read_text(encoding='utf-8')}```" in GUIDE


def test_its_transcript_is_what_is_printed(tmp_path: Path):
    (tmp_path / PAGE.name).write_text(PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    command = [sys.executable, "-m", "hence", "check", "--no-cache", PAGE.name]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert f"```text\n{run.stdout}```" in GUIDE, run.stdout + run.stderr
    assert run.stdout.count("did you mean") == 5


def test_the_examples_in_python_run():
    blocks = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    examples = [doctest.DocTestParser().get_doctest(b, {}, "guide", None, 0) for b in blocks if ">>>" in b]
    assert examples
    assert sum(doctest.DocTestRunner().run(example).failed for example in examples) == 0
