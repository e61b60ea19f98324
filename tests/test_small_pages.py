"""Small pages, each with a page of its own for every near miss: a line `%%%% name` starts one in `small_pages.txt`.

The expected verdicts stand at the ends of lines, as in the documents.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.test_documents_verdicts import complaints

TEXT = (Path(__file__).resolve().parent / "small_pages.txt").read_text(encoding="utf-8")
PAGES = re.findall(r"^%%%% (.+)\n((?:(?!%%%%).*\n)*)", TEXT, re.MULTILINE)


@pytest.mark.parametrize(("name", "page"), PAGES, ids=[name for name, _ in PAGES])
def test_page(name: str, page: str) -> None:
    assert complaints(page) == [], name


def test_names_are_different() -> None:
    assert len({name for name, _ in PAGES}) == len(PAGES)
