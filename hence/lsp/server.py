"""The language server: which document is checked when, and who is told."""

from __future__ import annotations

import asyncio
import uuid
from dataclasses import dataclass, field
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from hence import __version__
from hence.live.checking import MARKDOWN, is_markdown
from hence.live.view import Notice, PageView, Place, StepView, page_from
from hence.live.workers import Busy, Exhausted, Lost, Workers
from hence.lsp import shown

DEBOUNCE = 0.15  # seconds after the last key
PATIENCE = 0.5  # seconds before the editor is told that something takes long
STOPPED = "the check was stopped; edit the page to check it again"


@dataclass
class Watched:
    """A document that is open, and what is known of one of its versions."""

    uri: str
    version: int | None = None  # that `view` is about
    view: PageView | None = None
    task: asyncio.Task[None] | None = None
    known: asyncio.Event = field(default_factory=asyncio.Event)  # the view is about what the editor shows


class HenceServer(LanguageServer):
    """Checks run in other processes: the server always answers."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__("hence", __version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Incremental)
        self.seed = seed
        self.workers = Workers()
        self.watched: dict[str, Watched] = {}

    # Checking -----------------------------------------------------------------------------------

    def changed(self, uri: str, wait: float) -> None:
        """Check a document anew, and forget the check that runs."""
        watched = self.watched.setdefault(uri, Watched(uri))
        if watched.task is not None:
            watched.task.cancel()
        watched.known.clear()
        watched.task = asyncio.create_task(self._check(watched, wait))

    def saved(self, uri: str) -> None:
        """Other documents may read this one in."""
        for other in [other for other in self.watched if other != uri]:
            self.changed(other, DEBOUNCE)

    def closed(self, uri: str) -> None:
        watched = self.watched.pop(uri, None)
        if watched is not None and watched.task is not None:
            watched.task.cancel()
            watched.known.set()  # whoever waits for it gets nothing
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    async def _check(self, watched: Watched, wait: float) -> None:
        await asyncio.sleep(wait)
        document = self.workspace.get_text_document(watched.uri)
        text, version = document.source, document.version
        name = _name(watched.uri, document.language_id)
        path = to_fs_path(watched.uri) if watched.uri.startswith("file:") else ""
        job = {"kind": "verdicts", "text": text, "name": name, "seed": self.seed, "path": path or ""}
        progress = _Progress(self, name)

        def hear(message: dict[str, Any]) -> None:
            if "progress" in message:
                progress.tell(*message["progress"])
            else:
                self._publish(watched, page_from(message["early"]), text, version)

        try:
            view = await progress.stoppable(self.workers.run(job, watched.uri, hear))
        except (Exhausted, Busy, Lost) as error:
            view = _nothing(name, str(error))
        finally:
            progress.end()
        self._publish(watched, view or _nothing(name, STOPPED), text, version)
        watched.known.set()

    def _publish(self, watched: Watched, view: PageView, text: str, version: int | None) -> None:
        watched.view, watched.version = view, version
        found = shown.diagnostics(view, self.lines(text))
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(watched.uri, found, version))

    def lines(self, text: str) -> shown.Lines:
        return shown.Lines(text, self.workspace.position_codec)

    # Asking -------------------------------------------------------------------------------------

    async def current(self, uri: str) -> tuple[PageView, shown.Lines] | None:
        """What is known of a document as it is now, once it is known. None for one that is not open."""
        watched = self.watched.get(uri)
        if watched is None:
            return None
        await watched.known.wait()
        if watched.view is None or self.watched.get(uri) is not watched:
            return None
        return watched.view, self.lines(self.workspace.get_text_document(uri).source)

    async def steps_in(self, uri: str, where: lsp.Range) -> tuple[list[StepView], shown.Lines]:
        """The steps that a region touches; for a place on a line without any, none."""
        found = await self.current(uri)
        if found is None:
            return [], self.lines("")
        view, lines = found
        own = [step for step in view.steps if not step.place.file]
        touched = [step for step in own if _touch(lines.range(step.place), where)]
        if not touched and where.start == where.end:  # a place before the right side of a step, on its line
            touched = [s for s in own if lines.range(s.place).start.line == where.start.line]
        return touched, lines


def _touch(one: lsp.Range, other: lsp.Range) -> bool:
    def key(position: lsp.Position) -> tuple[int, int]:
        return position.line, position.character

    return key(one.start) <= key(other.end) and key(other.start) <= key(one.end)


def _name(uri: str, language: str | None) -> str:
    name = to_fs_path(uri) or uri
    return f"{name}{MARKDOWN[0]}" if language == "markdown" and not is_markdown(name) else name


def _nothing(name: str, message: str) -> PageView:
    return PageView(name, (), (Notice(Place(0, 0, 0, 0), message),), {})


class _Progress:
    """A bar in the editor for checks that take long, with a button that stops them."""

    def __init__(self, server: HenceServer, name: str) -> None:
        self.server, self.name = server, name
        self.token = str(uuid.uuid4())
        self.begun = False
        self.start = asyncio.get_running_loop().time()
        window = server.client_capabilities.window
        self.wanted = bool(window and window.work_done_progress)
        self.creating: asyncio.Task[None] | None = None
        self.stopped = asyncio.Event()

    def tell(self, done: int, total: int) -> None:
        if not self.wanted or asyncio.get_running_loop().time() - self.start < PATIENCE:
            return
        if self.creating is None:
            self.creating = asyncio.create_task(self._create())
        if self.begun:
            value = lsp.WorkDoneProgressReport(message=f"{done} of {total}", percentage=100 * done // max(total, 1))
            self.server.work_done_progress.report(self.token, value)

    async def _create(self) -> None:
        progress = self.server.work_done_progress
        await progress.create_async(self.token)
        begin = lsp.WorkDoneProgressBegin(title="hence", message=self.name, cancellable=True, percentage=0)
        progress.begin(self.token, begin)
        loop = asyncio.get_running_loop()
        progress.tokens[self.token].add_done_callback(lambda _: loop.call_soon_threadsafe(self.stopped.set))
        self.begun = True

    async def stoppable(self, work: Any) -> PageView | None:  # noqa: ANN401 (a coroutine of JSON)
        """What the work gives; None where the user stopped it. What it raises is raised."""
        running = asyncio.ensure_future(work)
        stopping = asyncio.create_task(self.stopped.wait())
        try:
            await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
            return page_from(running.result()) if running.done() else None
        finally:
            running.cancel()
            stopping.cancel()

    def end(self) -> None:
        if self.creating is not None and not self.begun:
            self.creating.cancel()
        if self.begun:
            self.server.work_done_progress.end(self.token, lsp.WorkDoneProgressEnd())
