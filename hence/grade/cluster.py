"""The same jobs on a Dask cluster: any number of workers, which may come and go; the scheduler may be restarted.

On a worker a job runs as it does locally: in a process of its own, bounded in time and memory.
"""

from __future__ import annotations

import contextlib
import json
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from hence.grade.checking import Checker, Content, Job, Limits, given_up, payload
from hence.grade.engine import engine
from hence.grade.trouble import GradeTrouble
from hence.grade.worker import as_bytes

if TYPE_CHECKING:
    from distributed import Client, Future

Json = dict[str, Any]
RETRIES = 4  # of a job whose process or worker was lost
WAITING = 0.05  # seconds between two looks at what is done
PATIENCE = 120.0  # seconds that a scheduler may be away
AHEAD = 4  # jobs for each thread of the cluster that are handed over before their turn
LOST = ("lost", "cancelled")
_OWN = threading.local()


def on_cluster(jobs: Iterable[Job], content: Content, address: str, limits: Limits) -> Iterator[tuple[Job, Json]]:
    """Every job with its result, as they are done. Raises GradeTrouble where no scheduler answers."""
    pending, running = iter(jobs), dict[str, Job]()
    client = connected(address, PATIENCE / 4)
    try:
        while True:
            try:
                yield from _through(client, running, pending, content, limits)
            except (OSError, TimeoutError) as error:
                _close(client)
                print(f"hence: the scheduler at {address} is away ({error}); waiting for it", file=sys.stderr)
                client = connected(address, PATIENCE)
            else:
                return
    finally:
        _close(client)


def connected(address: str, patience: float) -> Client:
    """A client of the scheduler, which may need a while to be there. Raises GradeTrouble."""
    try:
        from distributed import Client  # noqa: PLC0415 (an extra, which only clusters need)
    except ImportError as error:
        raise GradeTrouble("a cluster needs Dask: pip install 'hence-proofs[cluster]'") from error
    deadline = time.monotonic() + patience
    while True:
        try:
            return Client(address, timeout=min(10.0, patience), set_as_default=False)
        except ValueError as error:
            raise GradeTrouble(f"{address} is no address of a scheduler: {error}") from error
        except (OSError, TimeoutError) as error:
            if time.monotonic() > deadline:
                raise GradeTrouble(f"no scheduler answers at {address}; what was checked before is kept") from error
            time.sleep(1.0)


def _close(client: Client) -> None:
    """Leave a scheduler that may be gone already."""
    with contextlib.suppress(OSError, TimeoutError):
        client.close(timeout=2.0)


def _through(
    client: Client, running: dict[str, Job], pending: Iterator[Job], content: Content, limits: Limits
) -> Iterator[tuple[Job, Json]]:
    """All jobs, while the scheduler is there. Raises OSError or TimeoutError when it is not; `running` are not done."""
    futures = {job.key: _handed_over(client, job, content, limits) for job in running.values()}
    while True:
        room = AHEAD * max(1, _threads(client)) - len(futures)
        for job in _taken(pending, room):
            running[job.key] = job
            futures[job.key] = _handed_over(client, job, content, limits)
        if not futures:
            return
        time.sleep(WAITING)
        for key in [key for key, future in futures.items() if future.status != "pending"]:
            future = futures.pop(key)
            if future.status in LOST:
                raise OSError("it has forgotten what was asked")
            result = _result(future)
            future.release()
            yield running.pop(key), result


def _taken(pending: Iterator[Job], count: int) -> Iterator[Job]:
    for _ in range(count):
        job = next(pending, None)
        if job is None:
            return
        yield job


def _threads(client: Client) -> int:
    return sum(client.nthreads().values())


def _handed_over(client: Client, job: Job, content: Content, limits: Limits) -> Future:
    body = payload(job, content(job.digest), limits)
    how = (limits.seconds, limits.megabytes, engine())
    return client.submit(examined_there, body, *how, key=f"hence-{job.key}", retries=RETRIES, pure=False)


def _result(future: Future) -> Json:
    from distributed.scheduler import KilledWorker  # noqa: PLC0415

    error = future.exception() if future.status == "error" else None
    if isinstance(error, KilledWorker):
        return given_up("the workers that checked it were lost again and again")
    if error is not None:
        return given_up(f"the process that checked it was lost: {error}")
    result: Json = json.loads(future.result())
    if "engine" in result:
        raise GradeTrouble(
            f"a worker has hence {result['engine']}, and this is hence {engine()}: what they find may differ. "
            "Install the same version on all workers; what was checked before is kept"
        )
    return result


def examined_there(body: bytes, seconds: float, megabytes: int, wanted: str) -> bytes:
    """On a worker: the result for a payload, or which other version of hence it has.

    Each thread has a process of its own. Raises Lost.
    """
    if engine() != wanted:
        return as_bytes({"engine": engine()})
    checker: Checker | None = getattr(_OWN, "checker", None)
    limits = Limits(seconds, megabytes)
    if checker is None or checker.limits != limits:
        checker = _OWN.checker = Checker(limits)
    return as_bytes(checker.check(body))
