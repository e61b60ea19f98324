"""`hence serve` without a browser: what it answers, and what it refuses."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

import pytest

httpx = pytest.importorskip("httpx", reason="the extra [test] is not installed")
pytest.importorskip("starlette", reason="the extra [web] is not installed")

from hence.web.command import Wrong, opened  # noqa: E402 (only where its packages are there)
from hence.web.folder import Folder, Refused  # noqa: E402
from hence.web.guard import Access  # noqa: E402

TRUE = "Let $x \\in \\mathbb{R}$. Then\n\\[ (x + 1)^2 = x^2 + 2 x + 1 . \\]\n"
FALSE = "Let $x \\in \\mathbb{R}$. Then\n\\[ (x + 1)^2 = x^2 + 1 . \\]\n"
PATIENCE = 120  # seconds after which a test has failed


class Served:
    """A server on a folder of its own, and a client that has been let in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hence", "serve", "--no-browser", str(folder)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        parts = urlsplit(self.address)
        self.origin, self.port = f"http://{parts.netloc}", parts.port or 0
        self.client = httpx.Client(base_url=self.origin, timeout=PATIENCE)
        wait_for(self.port)
        home = self.client.get(f"/?{parts.query}", follow_redirects=True)
        self.token = re.search(r'name="hence-token" content="([^"]+)"', home.text)[1]

    def post(self, path: str, body: object, **headers: str) -> httpx.Response:
        return self.client.post(path, json=body, headers={"X-Hence-Token": self.token, **headers})

    def check(self, text: str, name: str = "page.tex") -> dict:
        answer = self.post("/api/check", {"text": text, "name": name, "session": "test"})
        assert answer.status_code == 200, answer.text
        return json.loads(answer.text.strip().split("\n")[-1])

    def workers(self) -> list[int]:
        """The processes that the server started."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii")
        return [int(child) for child in children.split()]

    def close(self) -> None:
        self.client.close()
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(PATIENCE) == 0


def wait_for(port: int) -> None:
    for _ in range(PATIENCE * 20):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    pytest.fail("the server did not start")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    base = tmp_path_factory.mktemp("outside")
    folder = base / "folder"
    (folder / "part").mkdir(parents=True)
    (folder / "page.tex").write_text(TRUE, encoding="utf-8")
    (folder / "part" / "notes.md").write_text("# Notes\n", encoding="utf-8")
    (folder / "secret.txt").write_text("secret", encoding="utf-8")
    (base / "outside.tex").write_text("secret", encoding="utf-8")
    (folder / "link.tex").symlink_to(base / "outside.tex")
    made = Served(folder)
    yield made
    made.close()


# Work --------------------------------------------------------------------------------------------


def test_a_page_is_checked(served: Served):
    assert served.check(TRUE)["result"]["view"]["summary"]["proved"] == 1
    result = served.check(FALSE)["result"]
    assert result["view"]["steps"][0]["verdict"] == "refuted"
    assert result["page"]["blocks"]


def test_a_page_is_exported(served: Served):
    answer = served.post("/api/export", {"text": FALSE, "name": "page.tex", "session": ""})
    assert "attachment" in answer.headers["content-disposition"]
    assert "refuted" in answer.text


def test_files_are_listed_read_and_saved_unless_they_changed(served: Served):
    listed = served.client.get("/api/files").json()
    assert listed["files"] == ["link.tex", "page.tex", "part/notes.md"]
    assert listed["examples"][0]["id"] == "readme"
    found = served.client.get("/api/file", params={"path": "page.tex"}).json()
    assert found["text"] == TRUE
    saved = put(served, {"path": "page.tex", "text": FALSE, "stamp": found["stamp"]})
    assert (served.folder / "page.tex").read_text(encoding="utf-8") == FALSE
    again = put(served, {"path": "page.tex", "text": TRUE, "stamp": found["stamp"]})
    assert again.status_code == 409
    assert put(served, {"path": "page.tex", "text": TRUE, "stamp": saved.json()["stamp"]}).status_code == 200
    assert [p.name for p in served.folder.iterdir() if p.name.startswith(".hence")] == []


def test_files_beside_a_page_are_read_in_and_no_others(served: Served):
    def steps(asked: str, path: str) -> list[tuple[str, str]]:
        body = {"text": f"\\input{{{asked}}}\n{TRUE}", "name": "main.tex", "session": "", "path": path}
        told = json.loads(served.post("/api/check", body).text.strip().split("\n")[-1])["result"]
        assert "secret" not in json.dumps(told["page"]["blocks"]).replace("secret.txt", "")
        return [(step["place"]["file"], step["verdict"]) for step in told["view"]["steps"]]

    (served.folder / "part" / "beside.tex").write_text(FALSE, encoding="utf-8")
    assert steps("beside", "part/notes.tex") == [("beside.tex", "refuted"), ("", "proved")]
    assert steps("beside", "")[-1:] == [("", "proved")]  # an example has no folder
    for asked in ("../page", "../../outside", "link", "secret.txt", "/etc/passwd", ".hidden"):
        assert steps(asked, "page.tex") == [("", "unread"), ("", "proved")]
    for path in ("../outside.tex", "link.tex", "/etc/passwd", "secret.txt"):
        body = {"text": TRUE, "name": "main.tex", "session": "", "path": path}
        assert served.post("/api/check", body).status_code == 403
        assert served.post("/api/export", body).status_code == 403
    assert served.post("/api/check", {"text": "", "name": "", "session": "", "path": 1}).status_code == 400
    (served.folder / "part" / "beside.tex").unlink()


def put(served: Served, body: object) -> httpx.Response:
    return served.client.put("/api/file", json=body, headers={"X-Hence-Token": served.token})


def test_a_file_is_followed(served: Served):
    page = served.folder / "part" / "notes.md"
    with served.client.stream("GET", "/api/follow", params={"path": "part/notes.md"}) as events:
        lines = events.iter_lines()
        first = next(line for line in lines if line)
        page.write_text("# Other notes\n", encoding="utf-8")
        second = next(line for line in lines if line)
    assert first != second
    assert all(line.startswith('data: {"stamp": ') for line in (first, second))


def test_examples_are_there(served: Served):
    assert "2 X^\\top" in served.client.get("/api/example", params={"id": "readme"}).json()["text"]
    assert served.client.get("/api/example", params={"id": "none"}).status_code == 404


# Who may use it ----------------------------------------------------------------------------------


def test_without_the_printed_address_nothing_is_shown(served: Served):
    with httpx.Client(base_url=served.origin) as stranger:
        for path in ("/", "/api/files", "/api/file?path=page.tex", "/?key=guess", "/api/example?id=readme"):
            assert stranger.get(path).status_code == 403, path
        assert stranger.get("/", headers={"Cookie": f"hence-{served.port}=guess"}).status_code == 403


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example:{port}", "127.0.0.1:1", ""]
)
def test_a_name_that_was_rebound_to_this_machine_is_refused(served: Served, host: str):
    answer = served.client.get("/api/files", headers={"Host": host.format(port=served.port)})
    assert answer.status_code in (400, 421)
    assert "page.tex" not in answer.text


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://localhost:{port}"]
)
def test_other_sites_are_refused(served: Served, origin: str):
    """Even with the cookie and the token: a foreign page has neither."""
    origin = origin.format(port=served.port)
    answer = served.post("/api/check", {"text": TRUE, "name": "a.tex", "session": ""}, Origin=origin)
    assert answer.status_code == 403
    assert served.client.get("/api/files", headers={"Origin": origin}).status_code == 403
    assert served.client.get("/api/files", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_our_own_page_is_let_in(served: Served):
    headers = {"Origin": served.origin, "Sec-Fetch-Site": "same-origin"}
    answer = served.post("/api/check", {"text": TRUE, "name": "a.tex", "session": ""}, **headers)
    assert answer.status_code == 200


def test_writing_and_checking_need_the_token(served: Served):
    body = {"text": "x", "name": "a.tex", "session": "", "path": "page.tex", "stamp": ""}
    for token in ("", "guess"):
        headers = {"X-Hence-Token": token}
        assert served.client.post("/api/check", json=body, headers=headers).status_code == 403
        assert served.client.put("/api/file", json=body, headers=headers).status_code == 403
    assert (served.folder / "page.tex").read_text(encoding="utf-8") == TRUE


def test_answers_carry_the_policy(served: Served):
    for path in ("/", "/static/app.js", "/api/files", "/nothing"):
        policy = served.client.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


# Files outside -----------------------------------------------------------------------------------

OUTSIDE = [
    "../outside.tex",
    "part/../../outside.tex",
    "/etc/passwd",
    "link.tex",
    "secret.txt",
    "..\\outside.tex",
    "%2e%2e/outside.tex",
    "page.tex\0.md",
    "",
    ".",
    "part",
    "~/x.tex",
    "file:///etc/passwd.tex",
]


@pytest.mark.parametrize("path", OUTSIDE)
def test_nothing_outside_of_the_folder_is_read_or_written(served: Served, path: str):
    answer = served.client.get("/api/file", params={"path": path})
    assert answer.status_code == 403
    assert "secret" not in answer.text
    assert put(served, {"path": path, "text": "overwritten", "stamp": ""}).status_code in (403, 409)
    assert served.client.get("/api/follow", params={"path": path}).status_code == 403
    assert (served.folder.parent / "outside.tex").read_text(encoding="utf-8") == "secret"
    assert (served.folder / "secret.txt").read_text(encoding="utf-8") == "secret"


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/..%2fapp.py", "/static/%2e%2e/guard.py", "/static//etc/passwd"]
)
def test_nothing_but_assets_is_static(served: Served, path: str):
    with socket.create_connection(("127.0.0.1", served.port)) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: raw.recv(65536), b""))
    assert answer.split(b" ")[1] in (b"403", b"404")


def test_one_file_is_all_that_is_served_when_one_is_named(tmp_path: Path):
    (tmp_path / "a.tex").write_text("a", encoding="utf-8")
    (tmp_path / "b.tex").write_text("b", encoding="utf-8")
    folder, first = opened(str(tmp_path / "a.tex"))
    assert (folder.files(), first) == (["a.tex"], "a.tex")
    with pytest.raises(Refused):
        folder.read("b.tex")
    with pytest.raises(Wrong):
        opened(str(tmp_path / "none.tex"))
    assert Folder().files() == []
    with pytest.raises(Refused):
        Folder().read("a.tex")


# Too much ----------------------------------------------------------------------------------------


def test_oversized_and_malformed_requests_are_refused(served: Served):
    assert served.post("/api/check", {"text": "x" * 3_000_000, "name": "a.tex", "session": ""}).status_code == 413
    headers = {"X-Hence-Token": served.token, "Content-Type": "application/json"}
    chunks = (b"x" * 100_000 for _ in range(100))  # no length is given
    assert served.client.post("/api/check", content=chunks, headers=headers).status_code == 413
    for content in (b"", b"{", b"[]", b'{"text": 1}', b"[" * 100_000, b"\xff"):
        assert served.client.post("/api/check", content=content, headers=headers).status_code == 400
    answer = served.client.post(
        "/api/check", content=b'{"text": "\\ud800", "name": "a.tex", "session": ""}', headers=headers
    )
    assert answer.status_code == 200
    assert served.check(TRUE)["result"]


def test_connections_that_never_end_are_closed_and_others_are_served(served: Served):
    silent = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(20)]
    head = f"POST /api/check HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nContent-Length: 10\r\n"
    cookie = "; ".join(f"{k}={v}" for k, v in served.client.cookies.items())
    for endless in silent[10:]:  # these begin a request, and never send its body
        endless.sendall(f"{head}Cookie: {cookie}\r\nX-Hence-Token: {served.token}\r\n\r\n".encode())
    assert served.check(TRUE)["result"]
    for connection in silent:
        connection.settimeout(PATIENCE)
        while connection.recv(65536):
            pass
        connection.close()


@pytest.mark.slow
def test_a_page_that_takes_too_much_memory_gets_a_message(served: Served):
    """Nested macros that double themselves: written out they would take 10 GB and more."""
    names = "abcdefghijklmnopqrstuvwxyz"
    doubling = "".join(f"\\newcommand{{\\d{x}}}{{\\d{y}\\d{y}}}" for x, y in pairwise(names))
    text = f"{doubling}\\newcommand{{\\dz}}{{{'x + ' * 200}}}\nLet $x = \\da 1$.\n"
    told = served.check(text)
    assert "result" in told or "error" in told
    assert served.check(TRUE)["result"]["view"]["summary"]["proved"] == 1


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the children of a process are read from /proc")
def test_killing_the_workers_costs_at_most_the_running_checks(served: Served):
    served.check(TRUE)
    for worker in served.workers():
        os.kill(worker, signal.SIGKILL)
    assert served.check(FALSE)["result"]["view"]["summary"]["refuted"] == 1


# The command -------------------------------------------------------------------------------------


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "hence", "serve", "--no-browser", *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_other_addresses_need_a_flag_and_the_message_says_what_it_means():
    answer = command("--host", "0.0.0.0")  # noqa: S104 (that is the point)
    assert answer.returncode == 2
    assert "--allow-others" in answer.stderr
    assert "not encrypted" in answer.stderr


def test_a_port_that_is_taken_is_named(served: Served):
    answer = command("--port", str(served.port))
    assert answer.returncode == 2
    assert str(served.port) in answer.stderr


def test_names_of_hosts():
    access = Access(8000)
    assert all(access.is_ours(h) for h in ("127.0.0.1:8000", "localhost:8000", "[::1]:8000", "LOCALHOST:8000"))
    assert not any(access.is_ours(h) for h in ("10.0.0.1:8000", "localhost:80", "evil.example:8000", "", "[::2]"))
    assert Access(8000, any_address=True).is_ours("10.0.0.1:8000")
    assert not Access(8000, any_address=True).is_ours("evil.example:8000")


def test_an_extra_that_is_missing_is_named(tmp_path: Path):
    (tmp_path / "uvicorn.py").write_text("raise ModuleNotFoundError(name='uvicorn')", encoding="utf-8")
    (tmp_path / "pygls.py").write_text("raise ModuleNotFoundError(name='pygls')", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    for name, extra in (("serve", "web"), ("lsp", "lsp")):
        answer = subprocess.run(
            [sys.executable, "-m", "hence", name], env=environment, capture_output=True, text=True, check=False
        )
        assert answer.returncode == 2
        assert f"hence-proofs[{extra}]" in answer.stderr
