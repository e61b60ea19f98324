"""`hence serve`: the server, started and stopped."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
import sys
import webbrowser
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from hence.live.workers import Limits, Workers
from hence.web.app import Service, application
from hence.web.folder import SUFFIXES, Folder
from hence.web.guard import KEY, LOOPBACK, Access

HEADERS_WITHIN = 10.0  # seconds in which a request must have said what it wants
MOST_CONNECTIONS = 400
OTHERS = (
    "{host} can be reached by other machines: whoever gets the printed address may read and write the files that you "
    "serve, over a connection that is not encrypted. If that is what you want, add --allow-others."
)


class Wrong(Exception):
    """Something the user must mend."""


@dataclass(frozen=True)
class Options:
    what: str = ""
    host: str = "127.0.0.1"
    port: int = 0
    browser: bool = True
    allow_others: bool = False
    seed: int = 0


class Impatient(H11Protocol):
    """Closes connections that never say what they want."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(HEADERS_WITHIN, self._close_if_silent)

    def _close_if_silent(self) -> None:
        if not self.cycle and not self.transport.is_closing():
            self.transport.close()


def run(options: Options) -> None:
    """Serve until interrupted. Raises Wrong."""
    folder, first = opened(options.what)
    local = is_loopback(options.host)
    if not local and not options.allow_others:
        raise Wrong(OTHERS.format(host=options.host))
    listening = _listen(options.host, options.port)
    port = listening.getsockname()[1]
    access = Access(port, hosts=(*LOOPBACK, options.host), any_address=not local)
    service = Service(folder, Workers(Limits()), access, first, options.seed)
    shown = f"[{options.host}]" if ":" in options.host else options.host
    address = f"http://{shown}:{port}/?{KEY}={access.key}"
    print(address, flush=True)
    if not local:
        print("hence: other machines can reach this page; the address above is the key to it", file=sys.stderr)
    print("hence: Ctrl-C ends it", file=sys.stderr)
    if options.browser:
        webbrowser.open(address)
    with contextlib.suppress(KeyboardInterrupt):  # the way to end it
        server(application(service)).run(sockets=[listening])


def server(app: Any) -> uvicorn.Server:  # noqa: ANN401 (uvicorn's own type)
    return uvicorn.Server(
        uvicorn.Config(
            app,
            http=Impatient,
            ws="none",
            log_level="warning",
            access_log=False,
            server_header=False,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_keep_alive=10,
            timeout_graceful_shutdown=2,
        )
    )


def opened(what: str) -> tuple[Folder, str]:
    """The files to serve, and the one to begin with. Raises Wrong."""
    if not what:
        return Folder(), ""
    path = Path(what)
    if path.is_dir():
        return Folder(path.resolve()), ""
    if not path.is_file():
        raise Wrong(f"{what}: no such file or folder")
    if path.suffix not in SUFFIXES:
        raise Wrong(f"{what}: only .tex and .md files can be opened")
    whole = path.resolve()
    return Folder(whole.parent, whole.name), whole.name


def is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _listen(host: str, port: int) -> socket.socket:
    """Raises Wrong where the address cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
    except OSError as error:
        made.close()
        raise Wrong(f"{host}:{port}: {error.strerror}") from error
    made.set_inheritable(True)
    return made
