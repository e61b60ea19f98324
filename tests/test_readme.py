"""What the README shows is what the command does: its example is run again and compared to the letter."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
LARGEST_PICTURE = 150_000  # bytes
LINK = re.compile(r"\[[^\]]*\]\((?!https?:)([^)#]+)")


def block(language: str) -> str:
    """The only block of this language in the README."""
    (found,) = re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)
    return found


def test_the_example_prints_what_the_readme_says(tmp_path: Path):
    (tmp_path / "homework.tex").write_text(block("latex"), encoding="utf-8")
    command = [sys.executable, "-m", "hence", "check", "homework.tex"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.stdout == block("text"), run.stderr
    assert run.returncode == 1


def test_links_lead_somewhere():
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
    links = [(page, link) for page in pages for link in LINK.findall(page.read_text(encoding="utf-8"))]
    broken = [(page.name, link) for page, link in links if not (page.parent / link).exists()]
    assert links
    assert not broken


def test_the_picture_is_small():
    assert (ROOT / "docs" / "solution-page.png").stat().st_size < LARGEST_PICTURE
