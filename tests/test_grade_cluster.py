"""A class on a cluster of processes on this machine: the same database as by a local run, whatever is lost on the way;
and a run that is killed again and again ends as one that nobody disturbs."""

from __future__ import annotations

import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hence.grade.cluster import connected
from hence.grade.trouble import GradeTrouble

PAGE = r"""
\section{{Question 1}}
Let $x \in \mathbb{{R}}$. Then
\begin{{align*}}
  (x + {n})^2 &= x^2 + {wrong} x + {square} \\
  &= x (x + {wrong}) + {square} .
\end{{align*}}
"""
STEP = r"$$(x + {n})^3 - {n}^3 = x^3 + 3 \cdot {n} x^2 + 3 \cdot {n}^2 x$$"
RUBRIC = '[[question]]\nid = "1"\nheading = "Question 1"\npoints = 3\n'
STUDENTS = 80
LONG = 4  # pages of many steps, the last of the class: nothing is over before they are


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "class"
    made.mkdir()
    for n in range(1, STUDENTS + 1):
        wrong = 2 * n + (n % 3 == 0)
        (made / f"s{n:02}.tex").write_text(PAGE.format(n=n, wrong=wrong, square=n * n))
    for k in range(LONG):
        steps = "\n\n".join(STEP.format(n=40 * k + n) for n in range(1, 41))
        (made / f"z{k}.md").write_text(f"# Question 1\n\nLet $x \\in \\mathbb{{R}}$. Then\n\n{steps}\n")
    (made / "broken.zip").write_bytes(b"no zip")
    (tmp_path / "rubric.toml").write_text(RUBRIC)
    return made


def command(folder: Path, out: Path, *more: str) -> list[str]:
    rubric = folder.parent / "rubric.toml"
    return [sys.executable, "-m", "hence", "grade", str(folder), "--rubric", str(rubric), "-o", str(out), *more]


def run(folder: Path, out: Path, *more: str) -> None:
    done = subprocess.run(command(folder, out, *more), capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 1, done.stderr  # the broken file needs a person


def contents(out: Path) -> list[str]:
    """All that the database holds, but for the time at which a run began."""
    with sqlite3.connect(out / "grades.sqlite") as connection:
        connection.execute("UPDATE run SET began = ''")
        return list(connection.iterdump())


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


class Cluster:
    """A scheduler and workers, each a process with an id that it can be killed by."""

    def __init__(self, folder: Path) -> None:
        self.port, self.folder = free_port(), folder
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []

    def start_scheduler(self) -> None:
        options = ["--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard", "--no-jupyter"]
        self.scheduler = self.started("scheduler", *options)

    def start_worker(self) -> None:
        options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(self.folder)]
        self.workers.append(self.started("worker", self.address, *options))

    def started(self, *arguments: str) -> subprocess.Popen[bytes]:
        log = (self.folder / "cluster.log").open("ab")
        return subprocess.Popen([sys.executable, "-m", "dask", *arguments], stdout=log, stderr=log)

    def restart(self) -> None:
        """Everything is lost at once, and begins anew."""
        self.stop()
        self.start_scheduler()
        self.start_worker()
        self.start_worker()

    def stop(self) -> None:
        for process in (*self.workers, *([self.scheduler] if self.scheduler else [])):
            process.kill()
            process.wait()


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[Cluster]:
    made = Cluster(folder)
    try:
        made.start_scheduler()
        for _ in range(workers):
            made.start_worker()
        yield made
    finally:
        made.stop()


def tasks(made: Cluster) -> int:
    """How many jobs the scheduler knows."""
    client = connected(made.address, 60)
    try:
        count: int = client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks))
        return count
    finally:
        client.close()


def checked(out: Path) -> int:
    """How many submissions have been checked, by a run that was killed."""
    try:
        with sqlite3.connect(out / "grades.sqlite") as connection:
            (count,) = connection.execute("SELECT count(*) FROM found").fetchone()
            return int(count)
    except sqlite3.OperationalError:  # it was killed before there was anything
        return 0


def test_no_scheduler_is_said(monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(GradeTrouble, match=r"no scheduler answers at .*; what was checked before is kept"):
        connected("tcp://127.0.0.1:1", 0.1)
    with pytest.raises(GradeTrouble, match="is no address of a scheduler"):
        connected("nonsense://x", 0.1)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(GradeTrouble, match=r"pip install 'hence-proofs\[cluster\]'"):
        connected("tcp://127.0.0.1:1", 0.1)


@pytest.mark.slow
def test_a_cluster_finds_the_same(folder: Path, tmp_path: Path):
    run(folder, tmp_path / "local")
    with cluster(tmp_path, 2) as made:
        run(folder, tmp_path / "there", "--scheduler", made.address)
    assert contents(tmp_path / "there") == contents(tmp_path / "local")


@pytest.mark.slow
def test_workers_and_the_scheduler_are_lost(folder: Path, tmp_path: Path):
    """The scheduler is killed with all that was handed over, then a worker; others take their places."""
    run(folder, tmp_path / "local")
    out = tmp_path / "there"
    done: list[bytes] = []
    with cluster(tmp_path, 0) as made:
        asked = command(folder, out, "--scheduler", made.address, "--verbose")
        grading = subprocess.Popen(asked, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
        try:
            assert grading.stderr is not None
            while not tasks(made):
                time.sleep(0.1)
            made.restart()  # nobody has worked yet: all that was handed over is lost
            for line in grading.stderr:
                done.append(line)
                if sum(line.startswith(b"[") for line in done) == 3:
                    made.workers[0].kill()
                    made.start_worker()
            assert grading.wait(timeout=60) == 1, done
        finally:
            grading.kill()
    assert any(b"is away" in line for line in done)
    students = [line.split()[-1] for line in done if line.startswith(b"[")]
    assert len(students) == len(set(students)) == STUDENTS + LONG + 1  # none is lost, none is checked twice
    assert contents(out) == contents(tmp_path / "local")


@pytest.mark.slow
def test_a_run_that_is_killed_twenty_times(folder: Path, tmp_path: Path):
    """While it starts, after some results, while it writes: wherever it is after so many lines and so much time."""
    run(folder, tmp_path / "whole")
    out, chance = tmp_path / "parts", random.Random(1)
    seen = []
    for _ in range(20):
        asked = command(folder, out, "--jobs", "1", "--verbose")
        grading = subprocess.Popen(asked, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
        assert grading.stderr is not None
        for _ in range(chance.choice((0, 1, 1, 2, 3))):
            grading.stderr.readline()
        time.sleep(chance.uniform(0.0, 0.05))
        os.kill(grading.pid, signal.SIGKILL)
        assert grading.wait() == -signal.SIGKILL, "it was over before it was killed"
        grading.stderr.close()
        seen.append(checked(out))
    run(folder, out)
    assert seen == sorted(seen), "what was checked is kept"
    assert len(set(seen)) >= 5
    assert seen[-1] < STUDENTS + LONG + 1, "it was never killed in the middle: make the class larger"
    assert contents(out) == contents(tmp_path / "whole")
