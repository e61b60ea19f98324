"""Who may use the server: the page that it served itself, opened with the address that it printed, and no other site.

Checked for every request: the Host (a name that was rebound to this machine is not ours), where the request comes from
(Origin and Sec-Fetch-Site), a cookie that the printed address gave, for requests that change or compute something a
token that only our page can read, and the size of the body.
"""

from __future__ import annotations

import asyncio
import ipaddress
import secrets
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}
READING = frozenset(("GET", "HEAD"))
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
TOKEN_HEADER = "x-hence-token"
KEY = "key"  # of the printed address


@dataclass(frozen=True)
class Access:
    """What a request must show."""

    port: int
    hosts: tuple[str, ...] = LOOPBACK
    any_address: bool = False  # bound to the network: every numeric address of this machine is ours
    key: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    most_bytes: int = 2_000_000
    seconds: float = 10.0  # in which a body must have come

    @property
    def cookie(self) -> str:
        return f"hence-{self.port}"

    def is_ours(self, host: str) -> bool:
        name, _, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
        name = name or host
        if port and port != str(self.port):
            return False
        if name.lower() in self.hosts:
            return True
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return self.any_address


class TooLarge(Exception):
    """The body is longer than it may be."""


class Guard:
    """ASGI middleware: refuses, or lets through with the body bounded and the headers set."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self.app, self.access = app, access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        answer = self.refusal(scope)
        if answer is not None:
            await answer(scope, receive, with_headers(send))
            return
        await self.app(scope, self.bounded(receive), with_headers(send))

    def refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self.access.is_ours(hosts[0]):
            return PlainTextResponse("this server answers only under its own address", 421)
        if not _same_origin(headers, hosts[0]):
            return PlainTextResponse("other sites may not use this server", 403)
        if not headers.get("content-length", "0").isdigit():
            return PlainTextResponse("the length is no number", 400)
        if int(headers.get("content-length", "0")) > self.access.most_bytes:
            return PlainTextResponse(f"the page is longer than {self.access.most_bytes // 1_000_000} MB", 413)
        if scope["path"].startswith("/static/") and scope["method"] in READING:
            return None
        if scope["path"] == "/" and (given := parse_qs(scope["query_string"].decode("latin-1")).get(KEY)):
            return self.entered(given[0])
        if not self.has_cookie(headers):
            return PlainTextResponse("open the address that `hence serve` printed: it holds the key to this page", 403)
        token = headers.get(TOKEN_HEADER, "")
        if scope["method"] not in READING and not secrets.compare_digest(token.encode(), self.access.token.encode()):
            return PlainTextResponse("the token is missing; load the page again", 403)
        return None

    def entered(self, key: str) -> Response:
        """The printed address: its key becomes a cookie, and is gone from the address."""
        if not secrets.compare_digest(key.encode(), self.access.key.encode()):
            return PlainTextResponse(
                "this key is of another run of `hence serve`; open the address it printed last", 403
            )
        answer = RedirectResponse("/", 303)
        answer.set_cookie(self.access.cookie, self.access.key, httponly=True, samesite="strict", path="/")
        return answer

    def has_cookie(self, headers: Headers) -> bool:
        try:
            found = SimpleCookie(headers.get("cookie", "")).get(self.access.cookie)
        except CookieError:
            return False
        return found is not None and secrets.compare_digest(found.value.encode(), self.access.key.encode())

    def bounded(self, receive: Receive) -> Receive:
        """The body, up to its limits. Raises TooLarge and TimeoutError."""
        count, over, deadline = 0, False, asyncio.get_running_loop().time() + self.access.seconds

        async def received() -> Message:
            nonlocal count, over
            if over:
                return await receive()  # waits for the end of the connection, as long as that may take
            async with asyncio.timeout_at(deadline):
                message = await receive()
            if message["type"] == "http.request":
                count += len(message.get("body", b""))
                over = not message.get("more_body", False)
                if count > self.access.most_bytes:
                    raise TooLarge
            return message

        return received


def _same_origin(headers: Headers, host: str) -> bool:
    """What a browser says of the page that asks. A request without these headers comes from no page."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or origin.lower() == f"http://{host.lower()}"


def with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent
