"""Whole documents: the page of the server, and the report that is one file.

The report carries its styles, its script and its fonts. Its policy names them by their hashes, so that nothing else on
it can run: not even what a mistake of ours would let through.
"""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from hence.live.view import PageView
from hence.web.cards import shape

Json = dict[str, Any]
STATIC = Path(__file__).parent / "static"
FONT = re.compile(r'url\("fonts/([\w-]+\.woff2)"\)')
ORDER = ("refuted", "unknown", "unread", "supported", "assumed", "proved")


def live_page(token: str, first: str) -> str:
    """The page of the server. The token is for its requests; other sites cannot read it."""
    template = Template(_asset("page.html"))
    return template.substitute(token=escape(token), first=escape(first), shapes=_asset("shapes.svg"))


def report_page(
    files: Sequence[tuple[str, PageView, Json]],
    title: str = "",
    *,
    before: str = "",
    assets: str | None = None,
    style: str = "",
) -> str:
    """One file for any number of pages: text, verdicts and rendered blocks of each. More than one get an index.

    `before` is HTML of the caller's, put above all pages, and `style` is for it. `assets` is where `write_assets` put
    the fonts, as seen from the file: many reports then share them, and none carries them.
    """
    name = title or (files[0][1].name if len(files) == 1 else f"{len(files)} pages")
    style = _asset("look.css") + _asset("report.css") + style
    style = _with_fonts(style) if assets is None else style.replace('url("fonts/', f'url("{assets}/')
    # the live page loads this as a module; the report has one script, and browsers load no modules from files
    script = _asset("marks.js").replace("export function", "function") + _asset("report.js")
    fonts = "data:" if assets is None else "'self' file:"
    policy = (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        f"font-src {fonts}; base-uri 'none'; form-action 'none'"
    )
    return Template(_asset("report.html")).substitute(
        policy=policy,
        title=escape(name),
        style=style,
        script=script,
        shapes=_asset("shapes.svg"),
        before=before,
        index=_index([view for _, view, _ in files]) if len(files) > 1 else "",
        pages="".join(_page(text, view, page, k) for k, (text, view, page) in enumerate(files)),
    )


def write_assets(folder: Path) -> None:
    """The fonts, for reports that do not carry them. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for font in (STATIC / "fonts").iterdir():
        shutil.copyfile(font, folder / font.name)


def _page(text: str, view: PageView, page: Json, number: int) -> str:
    blocks = "".join(
        f'<div class="block" data-lines="{" ".join(_lines(view, block))}">{block["html"]}</div>'
        for block in page["blocks"]
    )
    return (
        f'<article id="page-{number}"><header><h2 class="name">{escape(view.name)}</h2>{counts(view.summary)}</header>'
        f'<div class="notices">{page["notices"]}</div><div class="both">'
        f'<section class="source" aria-label="source of {escape(view.name)}">{_source(text, view, number)}</section>'
        f'<section class="rendered" aria-label="{escape(view.name)} with verdicts">{blocks}</section></div></article>'
    )


def _lines(view: PageView, block: Json) -> list[str]:
    """The line of each step of a block, in order."""
    places = [view.steps[k].place for k in block["steps"]]
    return [str(place.line if not place.file else block["line"]) for place in places]


def _source(text: str, view: PageView, page: int) -> str:
    """The text line by line, with a gutter of verdicts; each line can be linked to: `#line-12`, `#page-1-line-12`."""
    prefix = f"page-{page}-line" if page else "line"
    at: dict[int, list[str]] = {}
    for step in (s for s in view.steps if not s.place.file):
        at.setdefault(step.place.line, []).append(step.verdict)
    rows = []
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        found = at.get(number, ())
        marks = "".join(
            f'<span class="{v}" title="{v}">{shape(v)}<span class="unseen">{v}</span></span>' for v in found
        )
        rows.append(
            f'<div class="line" id="{prefix}-{number}" data-line="{number}"><span class="number">{number}</span>'
            f'<span class="gutter">{marks}</span><code>{escape(line) or " "}</code></div>'
        )
    return "".join(rows)


def counts(summary: Mapping[str, int]) -> str:
    """`2 proved, 1 refuted`, with shapes, what needs attention first."""
    parts = [
        f'<span class="count {name}">{shape(name)} {summary[name]} {name}</span>' for name in ORDER if summary.get(name)
    ]
    return f'<p class="counts">{"".join(parts) or "no steps found"}</p>'


def _index(views: Sequence[PageView]) -> str:
    """A row for each page."""
    heads = "".join(f'<th scope="col">{shape(name)} {name}</th>' for name in ORDER)
    rows = "".join(
        f'<tr><th scope="row"><a href="#page-{k}">{escape(view.name)}</a></th>'
        + "".join(f"<td>{view.summary.get(name) or ''}</td>" for name in ORDER)
        + f"<td>{_fault(view)}</td></tr>"
        for k, view in enumerate(views)
    )
    return (
        f'<nav aria-label="pages"><div class="scroll"><table class="index"><thead><tr><th scope="col">page</th>{heads}'
        f'<th scope="col">trouble</th></tr></thead><tbody>{rows}</tbody></table></div></nav>'
    )


def _fault(view: PageView) -> str:
    return escape("; ".join(f"line {n.place.line}: {n.message}" for n in view.notices if n.fault))


@cache
def _asset(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


@cache
def _with_fonts(style: str) -> str:
    """The styles with their fonts inside."""

    def data(found: re.Match[str]) -> str:
        encoded = base64.b64encode((STATIC / "fonts" / found[1]).read_bytes()).decode()
        return f'url("data:font/woff2;base64,{encoded}")'

    return FONT.sub(data, style)


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
