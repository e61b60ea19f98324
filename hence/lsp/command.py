"""`hence lsp`: the features, tied to the server, and its start."""

from __future__ import annotations

import logging

from lsprotocol import types as lsp

from hence.lsp import shown
from hence.lsp.server import DEBOUNCE, HenceServer


def run(seed: int = 0) -> None:
    """Serve one editor over stdin and stdout, until it goes."""
    logging.basicConfig(level=logging.WARNING)  # to stderr: stdout is for the protocol
    made(seed).start_io()


def made(seed: int = 0) -> HenceServer:
    server = HenceServer(seed)
    server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)(opened)
    server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)(changed)
    server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)(saved)
    server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)(closed)
    server.feature(lsp.TEXT_DOCUMENT_HOVER)(hover)
    server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)(symbols)
    options = lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
    server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, options)(actions)
    server.feature(lsp.SHUTDOWN)(shutdown)
    return server


async def opened(server: HenceServer, params: lsp.DidOpenTextDocumentParams) -> None:
    server.changed(params.text_document.uri, 0)


async def changed(server: HenceServer, params: lsp.DidChangeTextDocumentParams) -> None:
    server.changed(params.text_document.uri, DEBOUNCE)


async def saved(server: HenceServer, params: lsp.DidSaveTextDocumentParams) -> None:
    server.saved(params.text_document.uri)


async def closed(server: HenceServer, params: lsp.DidCloseTextDocumentParams) -> None:
    server.closed(params.text_document.uri)


async def hover(server: HenceServer, params: lsp.HoverParams) -> lsp.Hover | None:
    """Everything about the steps under the pointer."""
    where = lsp.Range(params.position, params.position)
    steps, lines = await server.steps_in(params.text_document.uri, where)
    if not steps:
        return None
    text = "\n\n---\n\n".join(shown.hover(step) for step in steps)
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text), lines.range(steps[0].place))


async def symbols(server: HenceServer, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    found = await server.current(params.text_document.uri)
    return shown.symbols(*found) if found is not None else []


async def actions(server: HenceServer, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    uri = params.text_document.uri
    steps, lines = await server.steps_in(uri, params.range)
    version = server.workspace.get_text_document(uri).version
    return [action for step in steps for action in shown.actions(step, uri, version, lines)]


async def shutdown(server: HenceServer, _: None) -> None:
    await server.workers.close()
