"""`hence lsp`, as an editor sees it: a real client over stdin and stdout."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Awaitable, Callable, Iterator
from functools import partial

import pytest
from lsprotocol import types as lsp

import hence

pygls_client = pytest.importorskip("pygls.lsp.client", reason="the extra [lsp] is not installed")

PAGE = r"""
Let $X \in \mathbb{R}^{n \times d}$, $w \in \mathbb{R}^d$, $y \in \mathbb{R}^n$ and $L(w) = \|X w - y\|^2$. Then
\begin{align*}
  L(w) &= w^\top X^\top X w - 2 y^\top X w + y^\top y , \\
  \nabla_w L(w) &= 2 X^\top (X w - y) \\
                &= 2 X^\top X w - X^\top y .
\end{align*}
""".lstrip()
URI = "file:///page.tex"
WITHIN = 1800  # seconds after which a test has failed; no test depends on how fast the server is


class Editor(pygls_client.LanguageClient):
    """A client that keeps what the server tells it."""

    def __init__(self) -> None:
        super().__init__("editor", "1")
        self.cancels = False  # every check that shows progress
        self.published: asyncio.Queue[lsp.PublishDiagnosticsParams] = asyncio.Queue()
        self.told: list[object] = []
        self.version = 0
        self.text = ""
        self.uri = URI
        self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(partial(self.published.put_nowait))
        self.feature(lsp.WINDOW_WORK_DONE_PROGRESS_CREATE)(lambda _: None)
        self.feature(lsp.PROGRESS)(partial(self.progressed))

    def progressed(self, params: lsp.ProgressParams) -> None:
        self.told.append(params.value)
        kind = params.value["kind"] if isinstance(params.value, dict) else params.value.kind
        if kind == "begin" and self.cancels:
            self.window_work_done_progress_cancel(lsp.WorkDoneProgressCancelParams(params.token))

    async def begin(self) -> None:
        await self.start_io(sys.executable, "-m", "hence", "lsp", "--stdio")
        window = lsp.WindowClientCapabilities(work_done_progress=True)
        await self.initialize_async(lsp.InitializeParams(lsp.ClientCapabilities(window=window)))
        self.initialized(lsp.InitializedParams())

    async def finish(self) -> None:
        await self.shutdown_async(None)
        self.exit(None)
        await self.stop()

    def open(self, text: str, language: str = "latex") -> None:
        self.version, self.text = 1, text
        item = lsp.TextDocumentItem(self.uri, language, self.version, text)
        self.text_document_did_open(lsp.DidOpenTextDocumentParams(item))

    def close(self) -> None:
        if self.version:
            self.version = 0
            self.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(self.uri)))

    def change(self, text: str) -> None:
        self.version, self.text = self.version + 1, text
        document = lsp.VersionedTextDocumentIdentifier(self.version, self.uri)
        whole = lsp.TextDocumentContentChangeWholeDocument(text)
        self.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [whole]))

    def edit(self, start: int, end: int, text: str) -> None:
        """Replace a part, by offsets in characters of the basic plane."""
        self.version += 1
        where = lsp.Range(position(self.text, start), position(self.text, end))
        self.text = self.text[:start] + text + self.text[end:]
        document = lsp.VersionedTextDocumentIdentifier(self.version, self.uri)
        part = lsp.TextDocumentContentChangePartial(where, text)
        self.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [part]))

    async def settled(self) -> list[lsp.Diagnostic]:
        """What the server says of the page as it is now, hints included: a request waits for them."""
        await self.symbols()
        found = await self.published.get()
        while found.version != self.version or not self.published.empty():
            found = await self.published.get()
        return list(found.diagnostics)

    async def told_next(self) -> list[lsp.Diagnostic]:
        """What the server says without having been asked or told of an edit."""
        return list((await self.published.get()).diagnostics)

    async def symbols(self) -> list[lsp.DocumentSymbol]:
        params = lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(self.uri))
        return list(await self.text_document_document_symbol_async(params) or [])

    async def hover(self, line: int, character: int) -> str:
        params = lsp.HoverParams(lsp.TextDocumentIdentifier(self.uri), lsp.Position(line, character))
        found = await self.text_document_hover_async(params)
        return found.contents.value if found else ""

    async def actions(self, line: int, character: int) -> list[lsp.CodeAction]:
        at = lsp.Position(line, character)
        params = lsp.CodeActionParams(
            lsp.TextDocumentIdentifier(self.uri), lsp.Range(at, at), lsp.CodeActionContext(diagnostics=[])
        )
        return list(await self.text_document_code_action_async(params) or [])


Conversation = Callable[[Editor], Awaitable[None]]


def position(text: str, offset: int) -> lsp.Position:
    before = text[:offset].split("\n")
    return lsp.Position(len(before) - 1, len(before[-1]))


def offset(text: str, at: lsp.Position) -> int:
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[: at.line]) + at.character


@pytest.fixture(scope="module")
def with_editor() -> Iterator[Callable[[Conversation], None]]:
    """Runs conversations with one server, whose start takes longest; each begins with no document open."""
    runner = asyncio.Runner()
    editor = Editor()

    async def held(conversation: Conversation) -> None:
        async with asyncio.timeout(WITHIN):
            try:
                await conversation(editor)
            finally:
                editor.cancels = False
                editor.close()
                editor.uri = URI

    runner.run(asyncio.wait_for(editor.begin(), WITHIN))
    yield lambda conversation: runner.run(held(conversation))
    runner.run(asyncio.wait_for(editor.finish(), WITHIN))
    runner.close()


def verdicts(symbols: list[lsp.DocumentSymbol]) -> list[tuple[int, str]]:
    """Line and verdict of every step, from the outline."""
    found = []
    for symbol in symbols:
        found += [(symbol.range.start.line + 1, symbol.detail or "")] if symbol.kind == lsp.SymbolKind.Event else []
        found += verdicts(list(symbol.children or []))
    return found


def expected(text: str) -> list[tuple[int, str]]:
    report = hence.check(text, name="page.tex", hints=False)
    return [(step.span.line, step.verdict) for step in report.steps]


def test_a_page_is_opened_hovered_mended_and_closed(with_editor):
    async def conversation(editor: Editor) -> None:
        editor.open(PAGE)
        (found,) = await editor.settled()
        assert found.severity == lsp.DiagnosticSeverity.Error
        assert (found.range.start.line, found.range.start.character) == (4, 19)
        assert "left is -2, right is -1" in found.message
        told = await editor.hover(4, 25)
        assert told.startswith("**refuted**")
        assert "| `y` | `= 1` |" in told
        assert "`X`: matrix(n,d) (declared)" in told
        assert "index-normal-form" in await editor.hover(3, 25)
        assert await editor.hover(0, 3) == ""
        assert verdicts(await editor.symbols()) == expected(PAGE)
        (action,) = await editor.actions(4, 25)
        assert action.edit is not None
        (change,) = action.edit.document_changes
        (edit,) = change.edits
        start, end = (offset(PAGE, p) for p in (edit.range.start, edit.range.end))
        editor.edit(start, end, edit.new_text)
        assert await editor.settled() == []
        assert [name for _, name in verdicts(await editor.symbols())] == ["proved"] * 3
        editor.close()
        assert not (await editor.published.get()).diagnostics

    with_editor(conversation)


def test_broken_pages_headings_and_letters_beyond_the_basic_plane(with_editor):
    async def conversation(editor: Editor) -> None:
        editor.open("Then\n\\begin{align}\n x = 1\n")
        (found,) = await editor.settled()
        assert "never closed" in found.message
        editor.change("\\section{One}\n𝔸 𝔹 and $\\sqrt{x^2} = x$ for $x \\in \\mathbb{R}$.\n")
        (found,) = await editor.settled()
        line = editor.text.split("\n")[1]
        start = line.index("x$ for")
        assert found.range.start.character == start + 2  # two characters before it count twice
        (heading,) = await editor.symbols()
        assert heading.name == "One"
        editor.change("no formulas at all")
        assert await editor.settled() == []
        assert await editor.symbols() == []

    with_editor(conversation)


def test_a_page_with_files_that_it_reads_in(with_editor, tmp_path):
    part, page = tmp_path / "part.tex", tmp_path / "page.tex"
    part.write_text("Let $c = 2$. Then\n\\[ c^2 = 5 . \\]\n", encoding="utf-8")
    text = "First.\n\\input{part}\nThen \\[ c^3 = 8 . \\]\n"

    async def conversation(editor: Editor) -> None:
        editor.uri = page.as_uri()
        editor.open(text)
        (found,) = await editor.settled()
        assert (found.range.start.line, found.severity) == (1, lsp.DiagnosticSeverity.Error)
        assert found.message.startswith("part.tex:2: refuted: left is 4")
        assert verdicts(await editor.symbols()) == [(3, "proved")]
        assert await editor.hover(1, 3) == ""
        part.write_text("Let $c = 3$.\n", encoding="utf-8")
        editor.text_document_did_save(lsp.DidSaveTextDocumentParams(lsp.TextDocumentIdentifier("file:///another.tex")))
        (found,) = await editor.told_next()
        assert "refuted" in found.message

    with_editor(conversation)


def test_a_long_check_shows_progress_and_can_be_stopped(with_editor):
    async def conversation(editor: Editor) -> None:
        editor.cancels = True
        editor.open(PAGE * 60)
        (found,) = await editor.settled()
        assert "stopped" in found.message
        assert editor.told
        editor.change(PAGE)
        assert len(await editor.settled()) == 1

    with_editor(conversation)


def test_a_request_can_be_cancelled_and_the_next_one_is_answered(with_editor):
    async def conversation(editor: Editor) -> None:
        editor.open(PAGE * 20)
        params = lsp.HoverParams(lsp.TextDocumentIdentifier(URI), lsp.Position(4, 25))
        request = asyncio.ensure_future(editor.text_document_hover_async(params))
        await asyncio.sleep(0.1)
        (number,) = editor.protocol._request_futures
        editor.protocol.notify(lsp.CANCEL_REQUEST, lsp.CancelParams(number))
        with pytest.raises(Exception, match="cancel"):
            await request
        editor.change(PAGE)
        assert (await editor.hover(4, 25)).startswith("**refuted**")

    with_editor(conversation)


def random_edit(editor: Editor, choice: random.Random) -> None:
    pieces = [
        "{",
        "}",
        "$",
        "\\\\",
        "&",
        "=",
        "\\frac",
        "x",
        " ",
        "\n",
        "2",
        "\\begin{align}",
        "\\end{align}",
        "^",
        "é",
        "𝔸",
    ]
    size = len(editor.text)
    start = choice.randrange(size + 1)
    end = min(size, start + choice.choice((0, 0, 1, 3, 12)))
    editor.edit(start, end, "".join(choice.choices(pieces, k=choice.randrange(3))))


def random_edits(count: int) -> Conversation:
    """After any edits the server knows what `hence check` says of the text."""

    async def conversation(editor: Editor) -> None:
        choice = random.Random(7)
        editor.open(PAGE)
        for number in range(count):
            if editor.text.count("𝔸"):  # our positions count characters: keep to those that count once
                editor.change(editor.text.replace("𝔸", "A"))
            random_edit(editor, choice)
            if number % 25 == 24:
                editor.change(PAGE)
            if number % 10 == 9:
                await editor.hover(choice.randrange(8), choice.randrange(20))
        assert verdicts(await editor.symbols()) == expected_or_nothing(editor.text)
        editor.change(PAGE)
        assert verdicts(await editor.symbols()) == expected(PAGE)

    return conversation


def expected_or_nothing(text: str) -> list[tuple[int, str]]:
    try:
        return expected(text)
    except hence.Unreadable:
        return []


def test_random_edits_end_with_the_right_verdicts(with_editor):
    with_editor(random_edits(40))


@pytest.mark.slow
def test_a_thousand_random_edits_end_with_the_right_verdicts(with_editor):
    with_editor(random_edits(1000))
