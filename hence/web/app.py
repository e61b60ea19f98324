"""The server behind the page: files, examples, and checks as streams of lines of JSON."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from hence.live.view import page_from
from hence.live.workers import Busy, Exhausted, Hear, Lost, Workers
from hence.web import examples
from hence.web.document import STATIC, live_page, report_page
from hence.web.folder import Changed, Folder, Refused
from hence.web.guard import Access, Guard, TooLarge

Json = dict[str, Any]
FOLLOWING = 0.5  # seconds between two looks at a file
MOST_FOLLOWERS = 100
LISTENING = 0.25  # seconds between two looks at whether anyone still waits


class Service:
    """What the routes share."""

    def __init__(self, folder: Folder, workers: Workers, access: Access, first: str = "", seed: int = 0) -> None:
        self.folder, self.workers, self.access = folder, workers, access
        self.first, self.seed = first, seed
        self.followers = 0

    async def home(self, _: Request) -> Response:
        return HTMLResponse(live_page(self.access.token, self.first))

    async def files(self, _: Request) -> Response:
        found = await asyncio.to_thread(self.folder.files)
        return JSONResponse({"files": found, "examples": examples.listing()})

    async def file(self, request: Request) -> Response:
        try:
            if request.method == "PUT":
                given = await _json(request, "path", "text", "stamp")
                stamp = await asyncio.to_thread(self.folder.write, given["path"], given["text"], given["stamp"])
                return JSONResponse({"stamp": stamp})
            found = await asyncio.to_thread(self.folder.read, request.query_params.get("path", ""))
        except Refused as error:
            return _problem(str(error), 403)
        except Changed as error:
            return _problem(str(error), 409)
        return JSONResponse({"text": found.text, "stamp": found.stamp})

    async def example(self, request: Request) -> Response:
        try:
            return JSONResponse(examples.example(request.query_params.get("id", "")))
        except LookupError:
            return _problem("there is no such example", 404)

    async def follow(self, request: Request) -> Response:
        """Server-sent events: the stamp of a file, at first and whenever it changes."""
        path = request.query_params.get("path", "")
        try:
            stamp = await asyncio.to_thread(self.folder.stamp, path)
        except Refused as error:
            return _problem(str(error), 403)
        if self.followers >= MOST_FOLLOWERS:
            return _problem("too many pages follow files", 503)
        return StreamingResponse(self.stamps(request, path, stamp), media_type="text/event-stream")

    async def stamps(self, request: Request, path: str, stamp: str) -> AsyncIterator[str]:
        self.followers += 1
        try:
            yield f"data: {json.dumps({'stamp': stamp})}\n\n"
            while not await request.is_disconnected():
                await asyncio.sleep(FOLLOWING)
                with contextlib.suppress(Refused):  # it may be gone for the moment in which an editor saves it
                    now = await asyncio.to_thread(self.folder.stamp, path)
                    if now != stamp:
                        stamp = now
                        yield f"data: {json.dumps({'stamp': stamp})}\n\n"
        finally:
            self.followers -= 1

    async def check(self, request: Request) -> Response:
        given = await _json(request, "text", "name", "session")
        try:
            given["path"] = self.path(given["path"])
        except Refused as error:
            return _problem(str(error), 403)
        return StreamingResponse(self.lines(request, given), media_type="application/x-ndjson")

    async def lines(self, request: Request, given: Json) -> AsyncIterator[str]:
        """Progress, then the result or an error. Whoever goes away stops the work."""
        told: asyncio.Queue[Json] = asyncio.Queue()
        work = asyncio.create_task(self.page(given, told.put_nowait))
        heard = asyncio.create_task(told.get())
        try:
            while not work.done():
                await asyncio.wait((work, heard), timeout=LISTENING, return_when=asyncio.FIRST_COMPLETED)
                if heard.done():
                    yield _line(heard.result())
                    heard = asyncio.create_task(told.get())
                elif not work.done() and await request.is_disconnected():
                    return
            try:
                yield _line({"result": work.result()})
            except (Exhausted, Busy, Lost) as error:
                yield _line({"error": str(error)})
        finally:
            work.cancel()
            heard.cancel()

    async def page(self, given: Json, hear: Hear = lambda _: None) -> Json:
        """Raises Exhausted, Busy, Lost."""
        job = {"kind": "page", "seed": self.seed, **{name: given[name] for name in ("text", "name", "path")}}
        return await self.workers.run(job, given["session"], hear)

    def path(self, name: str) -> str:
        """Where an open file stands, with those beside it that it reads in; empty for an example. Raises Refused."""
        return str(self.folder.place(name)) if name else ""

    async def export(self, request: Request) -> Response:
        given = await _json(request, "text", "name", "session")
        try:
            given["path"] = self.path(given["path"])
            made = await self.page(given)
        except Refused as error:
            return _problem(str(error), 403)
        except (Exhausted, Busy, Lost) as error:
            return _problem(str(error), 503)
        view = page_from(made["view"])
        return HTMLResponse(
            report_page([(given["text"], view, made["page"])]),
            headers={"Content-Disposition": 'attachment; filename="report.html"'},
        )


class _Malformed(Exception):
    """The body is not what our page sends."""


async def _json(request: Request, *names: str) -> Json:
    """The fields of a body, all of them texts, and the path of the file if it has one. Raises _Malformed."""
    try:
        given = json.loads(await request.body())
    except (ValueError, RecursionError) as error:
        raise _Malformed("the body is no JSON") from error
    wanted = {*names, *({"path"} & given.keys())} if isinstance(given, dict) else set(names)
    if not isinstance(given, dict) or any(not isinstance(given.get(name), str) for name in wanted):
        raise _Malformed(f"the body must have the texts {', '.join(names)}")
    return {name: _whole(given.get(name, "")) for name in {*names, "path"}}


def _whole(text: str) -> str:
    """JSON may hold halves of characters, which no file can."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _line(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def _problem(message: str, status: int) -> Response:
    return JSONResponse({"error": message}, status)


async def _malformed(_: Request, error: Exception) -> Response:
    return _problem(str(error), 400)


async def _too_large(_: Request, __: Exception) -> Response:
    return _problem("the page is too long", 413)


async def _too_slow(_: Request, __: Exception) -> Response:
    return _problem("the request did not end in time", 408)


async def _gone(_: Request, __: Exception) -> Response:
    return _problem("nobody waits for this any more", 499)


FAULTS: dict[Any, Any] = {
    _Malformed: _malformed,
    TooLarge: _too_large,
    TimeoutError: _too_slow,
    ClientDisconnect: _gone,
}


def application(service: Service) -> Guard:
    """The routes behind the guard."""

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        warming = asyncio.create_task(service.workers.warm())
        try:
            yield
        finally:
            warming.cancel()
            await service.workers.close()

    routes = [
        Route("/", service.home),
        Route("/api/files", service.files),
        Route("/api/file", service.file, methods=["GET", "PUT"]),
        Route("/api/example", service.example),
        Route("/api/follow", service.follow),
        Route("/api/check", service.check, methods=["POST"]),
        Route("/api/export", service.export, methods=["POST"]),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=FAULTS)
    return Guard(app, service.access)
