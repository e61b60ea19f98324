"""Fifty people at once: nobody is lost, nothing breaks, and the memory comes back. Loopback only."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

httpx = pytest.importorskip("httpx", reason="the extra [test] is not installed")
pytest.importorskip("uvicorn", reason="the extra [web] is not installed")

CLIENTS = 50
SECONDS = float(os.environ.get("HENCE_LOAD_SECONDS", "60"))
PATIENCE = 600
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory and children are read from /proc"),
]


def page(number: int, right: bool) -> str:
    """A page of one's own: a square that is worked out, rightly or not."""
    middle = 2 * number + (not right)
    return f"Let $x \\in \\mathbb{{R}}$. Then\n\\[ (x + {number})^2 = x^2 + {middle} x + {number**2} . \\]\n"


class Client:
    """Someone who types: a newer edit gives up the check of the one before."""

    def __init__(self, number: int, web: httpx.AsyncClient, headers: dict[str, str]) -> None:
        self.number, self.web, self.headers = number, web, headers
        self.choice = random.Random(number)
        self.errors: list[str] = []
        self.answers = 0

    async def check(self, text: str) -> dict:
        body = {"text": text, "name": "page.tex", "session": str(self.number)}
        answer = await self.web.post("/api/check", json=body, headers=self.headers)
        last = json.loads(answer.text.strip().split("\n")[-1])
        if "result" not in last:
            self.errors.append(answer.text)
            return {}
        self.answers += 1
        return last["result"]["view"]["summary"]

    async def types(self, until: float) -> None:
        loop = asyncio.get_running_loop()
        while loop.time() < until:
            text = page(self.number + self.choice.randrange(9), self.choice.random() < 0.5)
            typing = asyncio.create_task(self.check(text))
            await asyncio.wait((typing,), timeout=self.choice.uniform(0.2, 3))
            typing.cancel()  # if it is still running: the next key came first
            await asyncio.gather(typing, return_exceptions=True)

    async def ends(self) -> bool:
        """The last edit always gets its answer, and the right one."""
        right = self.number % 2 == 0
        found = await self.check(page(self.number + 1, right))
        return found.get("proved" if right else "refuted") == 1


def children(pid: int) -> list[int]:
    return [int(p) for p in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]


def megabytes(pid: int) -> int:
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(encoding="ascii"))
    return int(found[1]) // 1024 if found else 0


async def load(server: subprocess.Popen[str], address: str) -> None:
    parts = urlsplit(address)
    limits = httpx.Limits(max_connections=2 * CLIENTS)
    async with httpx.AsyncClient(base_url=f"http://{parts.netloc}", timeout=PATIENCE, limits=limits) as web:
        home = await web.get(f"/?{parts.query}", follow_redirects=True)
        token = re.search(r'name="hence-token" content="([^"]+)"', home.text)[1]
        clients = [Client(k, web, {"X-Hence-Token": token}) for k in range(CLIENTS)]
        assert await clients[0].ends()
        before = megabytes(server.pid)
        until = asyncio.get_running_loop().time() + SECONDS
        typing = asyncio.gather(*(client.types(until) for client in clients))
        await asyncio.sleep(SECONDS / 2)
        for worker in children(server.pid):
            os.kill(worker, signal.SIGKILL)
        await typing
        ended = await asyncio.gather(*(client.ends() for client in clients))
        assert [error for client in clients for error in client.errors] == []
        assert all(ended)
        assert megabytes(server.pid) < before + 60
        assert len(children(server.pid)) <= 2
        print(f"{sum(c.answers for c in clients)} answers; memory {before} MB before, {megabytes(server.pid)} MB after")


def test_fifty_clients_edit_at_once():
    server = subprocess.Popen(
        [sys.executable, "-m", "hence", "serve", "--no-browser"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        asyncio.run(load(server, server.stdout.readline().strip()))
    finally:
        server.send_signal(signal.SIGINT)
        _, said = server.communicate(timeout=PATIENCE)
    assert "Traceback" not in said, said
