"""Worker processes: bounded, replaced when they are lost, and stopped when nobody waits any more."""

from __future__ import annotations

import asyncio
import os
import signal
import sys

import pytest

from hence.live.workers import Busy, Exhausted, Limits, Lost, Workers

PAGE = "Let $x \\in \\mathbb{R}$. Then\n\\[ (x + 1)^2 = x^2 + 2 x + 1 . \\]\n"
JOB = {"kind": "verdicts", "text": PAGE, "name": "page.tex", "seed": 0}
# the same loop with jobs of its own: nothing of the checker is loaded, and what pages must not do can be done
ROGUE = """
import os, sys, time
from hence.live import worker

def hog(job, tell):
    return {"size": len(bytearray(10 << 30))}

def forever(job, tell):
    tell({"progress": (1, 2)})
    while True:
        pass

def deaf(job, tell):
    import signal
    signal.signal(worker.STOP, signal.SIG_IGN)
    forever(job, tell)

def deep(job, tell):
    return deep(job, tell)

kinds = {
    "hog": hog,
    "forever": forever,
    "deaf": deaf,
    "deep": deep,
    "die": lambda job, tell: os._exit(9),
    "print": lambda job, tell: print("among the messages") or {"pid": os.getpid()},
}
import types
module = types.ModuleType("hence.live.jobs")
module.KINDS = kinds
sys.modules["hence.live.jobs"] = module
worker.main()
"""
LIMITS = Limits(processes=1, seconds=30, megabytes=1024, grace=0.5)


def rogue(limits: Limits = LIMITS) -> Workers:
    return Workers(limits, (sys.executable, "-c", ROGUE))


def job(kind: str) -> dict[str, str]:
    return {"kind": kind}


def run(work) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(300):
            await work()

    asyncio.run(bounded())


def test_a_page_is_checked_and_tells_its_progress():
    async def work() -> None:
        workers = Workers(Limits(processes=1))
        told = []
        result = await workers.run(JOB, hear=told.append)
        assert result["summary"]["proved"] == 1
        assert told[-1] == {"progress": [1, 1]}
        await workers.close()
        assert workers.processes == []

    run(work)


@pytest.mark.parametrize(("kind", "words"), [("hog", "memory"), ("deep", "nested")])
def test_what_a_job_may_use_is_bounded_and_the_next_one_works(kind: str, words: str):
    async def work() -> None:
        workers = rogue()
        with pytest.raises(Exhausted, match=words):
            await workers.run(job(kind))
        assert await workers.run(job("print"))
        await workers.close()

    run(work)


def test_time_is_bounded_and_a_process_that_heeds_the_signal_lives_on():
    async def work() -> None:
        workers = rogue(Limits(processes=1, seconds=1, megabytes=1024, grace=20))
        await workers.warm()
        (pid,) = workers.processes
        with pytest.raises(Exhausted, match="1 second"):
            await workers.run(job("forever"))
        assert (await workers.run(job("print")))["pid"] == pid
        await workers.close()

    run(work)


def test_a_process_that_does_not_heed_the_signal_is_ended():
    async def work() -> None:
        workers = rogue(Limits(processes=1, seconds=1, megabytes=1024, grace=0.2))
        await workers.warm()
        (pid,) = workers.processes
        with pytest.raises(Exhausted):
            await workers.run(job("deaf"))
        assert (await workers.run(job("print")))["pid"] != pid
        await workers.close()

    run(work)


def test_a_cancelled_request_stops_its_job():
    async def work() -> None:
        workers = rogue()
        for _ in range(3):
            begun = asyncio.Event()
            request = asyncio.create_task(workers.run(job("forever"), hear=lambda _, begun=begun: begun.set()))
            await begun.wait()
            request.cancel()
            with pytest.raises(asyncio.CancelledError):
                await request
        assert await workers.run(job("print"))
        await workers.close()

    run(work)


def test_a_process_that_dies_costs_its_job_only():
    async def work() -> None:
        workers = rogue()
        with pytest.raises(Lost):
            await workers.run(job("die"))
        first = await workers.run(job("print"))
        os.kill(first["pid"], signal.SIGKILL)
        second = await workers.run(job("print"))  # it was idle: nobody notices
        assert second["pid"] != first["pid"]
        await workers.close()

    run(work)


def test_the_queue_is_bounded():
    async def work() -> None:
        workers = rogue(Limits(processes=1, seconds=30, megabytes=1024, waiting=1))
        running = [asyncio.create_task(workers.run(job("forever"))) for _ in range(2)]
        await asyncio.sleep(0.1)
        with pytest.raises(Busy):
            await workers.run(job("print"))
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        assert await workers.run(job("print"))
        await workers.close()

    run(work)


def test_a_process_is_replaced_after_so_many_jobs():
    async def work() -> None:
        workers = rogue(Limits(processes=1, seconds=30, megabytes=1024, jobs=2))
        pids = [(await workers.run(job("print")))["pid"] for _ in range(4)]
        assert pids[0] == pids[1] != pids[2] == pids[3]
        await workers.close()

    run(work)
