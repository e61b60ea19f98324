"""The database of a class: one SQLite file, in which submissions and what was found of them are kept by content.

What is checked is written down at once, submission by submission. A run that is killed has lost only what was being
checked at that moment, and the next one goes on from there. Nothing in it depends on who checked, or when, but for
the time at which a run began.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hence.grade.submissions import Submission
from hence.grade.trouble import GradeTrouble

VERSION = 1
Json = dict[str, Any]
APPLICATION = 0x68656E63  # "henc", in the header of the file
SCHEMA = """
CREATE TABLE content (
    digest TEXT PRIMARY KEY,      -- of the files below
    files BLOB NOT NULL,          -- JSON of [name, text in Latin-1] pairs, compressed
    refused TEXT NOT NULL         -- why it cannot be checked; empty if it can
) WITHOUT ROWID;
CREATE TABLE found (
    key TEXT PRIMARY KEY,         -- of the content, the engine, the seed and what the rubric asks
    digest TEXT NOT NULL REFERENCES content(digest),
    engine TEXT NOT NULL,
    seed INTEGER NOT NULL,
    asked TEXT NOT NULL,          -- digest of what the rubric asks
    result BLOB NOT NULL          -- JSON, compressed
) WITHOUT ROWID;
CREATE TABLE run (
    id TEXT PRIMARY KEY,          -- of all that the run depends on
    number INTEGER NOT NULL UNIQUE,
    began TEXT NOT NULL,
    engine TEXT NOT NULL,
    seed INTEGER NOT NULL,
    rubric TEXT NOT NULL,         -- its text
    finished INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE handed_in (
    run TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    student TEXT NOT NULL,
    path TEXT NOT NULL,
    digest TEXT NOT NULL REFERENCES content(digest),
    key TEXT NOT NULL,
    PRIMARY KEY (run, student, path)
) WITHOUT ROWID;
CREATE TABLE grade (
    run TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    student TEXT NOT NULL,
    question TEXT NOT NULL,
    points REAL NOT NULL,
    open REAL NOT NULL,           -- points that a person still has to decide about
    PRIMARY KEY (run, student, question)
) WITHOUT ROWID;
CREATE TABLE decision (           -- of a person; as in overrides.toml
    student TEXT NOT NULL,
    question TEXT NOT NULL,
    points REAL,
    why TEXT NOT NULL,
    digest TEXT NOT NULL,         -- of the submission that it was made about
    PRIMARY KEY (student, question)
) WITHOUT ROWID;
"""


@dataclass(frozen=True)
class Run:
    """A run as it is kept."""

    id: str
    number: int
    began: str
    engine: str
    seed: int
    rubric: str
    finished: bool


@dataclass(frozen=True)
class Row:
    """A submission in a run: whose it is, what was handed in, and under which key its result is found."""

    student: str
    path: str
    digest: str
    key: str


def key_of(digest: str, engine: str, seed: int, asked: str) -> str:
    return hashlib.sha256(json.dumps([digest, engine, seed, asked]).encode()).hexdigest()


@contextmanager
def opened(path: Path) -> Iterator[Store]:
    """The database of a class, for one run at a time. Raises GradeTrouble where it is in use, or none of ours."""
    try:
        connection = sqlite3.connect(path, isolation_level=None, timeout=1.0)
    except sqlite3.DatabaseError as error:
        raise GradeTrouble(f"{path}: {_in_words(error)}") from error
    try:
        store = _ours(connection, path)
        yield store
    except sqlite3.DatabaseError as error:
        raise GradeTrouble(f"{path}: {_in_words(error)}; what was kept before is still there") from error
    finally:
        connection.close()


def _ours(connection: sqlite3.Connection, path: Path) -> Store:
    try:
        return _prepared(connection, path)
    except sqlite3.DatabaseError as error:
        raise GradeTrouble(f"{path}: {_in_words(error)}; nothing in it was changed") from error


def _in_words(error: sqlite3.DatabaseError) -> str:
    if "locked" in str(error):
        return "another run is writing to it"
    return f"it cannot be used ({error})"


def _prepared(connection: sqlite3.Connection, path: Path) -> Store:
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")  # held until the end: a second run is told so at once
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("BEGIN IMMEDIATE")
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if tables == 0:
        for statement in SCHEMA.split(";\n"):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
    elif application != APPLICATION:
        raise GradeTrouble(f"{path} is no database of hence; nothing in it was changed: choose another folder with -o")
    elif version != VERSION:
        raise GradeTrouble(
            f"{path} is of version {version}, and this hence writes version {VERSION}; nothing in it was changed: "
            "choose another folder with -o, or move the old one away"
        )
    connection.execute("COMMIT")
    return Store(connection)


@dataclass(frozen=True)
class Store:
    """What a run reads and writes. Every method is one transaction."""

    connection: sqlite3.Connection

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield self.connection
        except BaseException:
            self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")

    # submissions

    def keep(self, submissions: Sequence[Submission]) -> None:
        rows = [(s.digest, _packed([[n, c.decode("latin-1")] for n, c in s.files]), s.refused) for s in submissions]
        with self.transaction() as connection:
            connection.executemany("INSERT OR IGNORE INTO content VALUES (?, ?, ?)", rows)

    def content(self, digest: str) -> Submission:
        files, refused = self.connection.execute(
            "SELECT files, refused FROM content WHERE digest = ?", (digest,)
        ).fetchone()
        return Submission(tuple((n, c.encode("latin-1")) for n, c in _unpacked(files)), refused)

    # results

    def has(self, key: str) -> bool:
        return self.connection.execute("SELECT 1 FROM found WHERE key = ?", (key,)).fetchone() is not None

    def result(self, key: str) -> Json | None:
        row = self.connection.execute("SELECT result FROM found WHERE key = ?", (key,)).fetchone()
        found: Json | None = _unpacked(row[0]) if row is not None else None
        return found

    def add(self, row: Row, run: Run, asked: str, result: object, again: bool = False) -> None:
        """Keep a result; one that is there already stays, since the same work gives the same, but for `again`."""
        values = (row.key, row.digest, run.engine, run.seed, asked, _packed(result))
        with self.transaction() as connection:
            if again:
                connection.execute("DELETE FROM found WHERE key = ?", (row.key,))
            connection.execute("INSERT OR IGNORE INTO found VALUES (?, ?, ?, ?, ?, ?)", values)

    # runs

    def begin(self, run: Run, rows: Sequence[Row]) -> Run:
        """The run to go on with: this one, or the same one as it was left. Others that were left are forgotten."""
        with self.transaction() as connection:
            connection.execute("DELETE FROM run WHERE finished = 0 AND id <> ?", (run.id,))
            (last,) = connection.execute("SELECT coalesce(max(number), 0) FROM run").fetchone()
            values = (run.id, last + 1, run.began, run.engine, run.seed, run.rubric, 0)
            connection.execute("INSERT OR IGNORE INTO run VALUES (?, ?, ?, ?, ?, ?, ?)", values)
            connection.executemany(
                "INSERT OR IGNORE INTO handed_in VALUES (?, ?, ?, ?, ?)",
                [(run.id, r.student, r.path, r.digest, r.key) for r in rows],
            )
        return next(r for r in self.runs() if r.id == run.id)

    def finish(self, run: Run, grades: Sequence[tuple[str, str, float, float]]) -> None:
        """Points by student and question, and those that are open."""
        with self.transaction() as connection:
            connection.execute("DELETE FROM grade WHERE run = ?", (run.id,))
            connection.executemany("INSERT INTO grade VALUES (?, ?, ?, ?, ?)", [(run.id, *g) for g in grades])
            connection.execute("UPDATE run SET finished = 1 WHERE id = ?", (run.id,))

    def runs(self) -> list[Run]:
        rows = self.connection.execute("SELECT * FROM run ORDER BY number").fetchall()
        return [Run(i, n, began, engine, seed, rubric, bool(done)) for i, n, began, engine, seed, rubric, done in rows]

    def rows(self, run: str) -> list[Row]:
        query = "SELECT student, path, digest, key FROM handed_in WHERE run = ? ORDER BY student, path"
        return [Row(*row) for row in self.connection.execute(query, (run,))]

    # decisions of a person

    def decisions(self) -> dict[tuple[str, str], tuple[float | None, str, str]]:
        rows = self.connection.execute("SELECT * FROM decision ORDER BY student, question")
        return {(student, question): (points, why, digest) for student, question, points, why, digest in rows}

    def decide(self, decisions: Mapping[tuple[str, str], tuple[float | None, str, str]]) -> None:
        """Keep these decisions, and no others."""
        with self.transaction() as connection:
            connection.execute("DELETE FROM decision")
            connection.executemany(
                "INSERT INTO decision VALUES (?, ?, ?, ?, ?)", [(*who, *what) for who, what in decisions.items()]
            )


def _packed(value: object) -> bytes:
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return zlib.compress(text.encode(), 6)


def _unpacked(blob: bytes) -> Any:  # noqa: ANN401 (JSON)
    return json.loads(zlib.decompress(blob))
