"""The database of a folder of results: one file of SQLite, with one writer and a write-ahead log."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from grader.errors import HarnessError, UsageError

STORE = "results.sqlite"
SCHEMA = 1
# The name under which the roster is kept.
ROSTER = "roster"
BUSY_TIMEOUT_S = 10.0

_TABLES = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
-- What was graded, by all that a result rests on. What is `final` is never graded again.
CREATE TABLE graded (
    key TEXT PRIMARY KEY, exercise TEXT NOT NULL, basis TEXT NOT NULL, final INTEGER NOT NULL,
    result BLOB NOT NULL, source BLOB NOT NULL, told BLOB NOT NULL, failing BLOB, way TEXT
) WITHOUT ROWID;
CREATE TABLE bases (name TEXT PRIMARY KEY, basis BLOB NOT NULL) WITHOUT ROWID;
-- Evidence of failures without a cause: what is compared to find those that are alike.
CREATE TABLE samples (
    exercise TEXT NOT NULL, way TEXT NOT NULL, sample BLOB NOT NULL, PRIMARY KEY (exercise, way)
) WITHOUT ROWID;
-- The class as it was handed in, and which result each has; NULL: none yet.
CREATE TABLE hand_ins (
    student TEXT NOT NULL, exercise TEXT NOT NULL, submission TEXT NOT NULL, name TEXT, late INTEGER NOT NULL,
    notes BLOB NOT NULL, digest TEXT NOT NULL, key TEXT, PRIMARY KEY (student, exercise)
) WITHOUT ROWID;
CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT, email TEXT, section TEXT, login TEXT) WITHOUT ROWID;
CREATE TABLE passed (
    number INTEGER PRIMARY KEY, superseded INTEGER NOT NULL, path TEXT NOT NULL, student TEXT, exercise TEXT,
    reason TEXT NOT NULL
);
CREATE TABLE exercises (
    name TEXT PRIMARY KEY, title TEXT NOT NULL, listed INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE groups (number INTEGER PRIMARY KEY, told BLOB NOT NULL);
CREATE TABLE runs (
    number INTEGER PRIMARY KEY, began TEXT NOT NULL, ended TEXT, unfinished INTEGER NOT NULL DEFAULT 0
);
-- What changed in each run; the class as it stood after a run is the last row of each until then.
CREATE TABLE history (
    run INTEGER NOT NULL, student TEXT NOT NULL, exercise TEXT NOT NULL, status TEXT NOT NULL, score REAL,
    digest TEXT NOT NULL, basis TEXT NOT NULL, override INTEGER, PRIMARY KEY (student, exercise, run)
) WITHOUT ROWID;
CREATE TABLE overrides (
    number INTEGER PRIMARY KEY AUTOINCREMENT, student TEXT NOT NULL, exercise TEXT NOT NULL, score REAL,
    comment TEXT, reason TEXT NOT NULL, by TEXT NOT NULL, at TEXT NOT NULL, withdrawn_at TEXT,
    withdrawn_reason TEXT
);
"""


def connect(folder: Path, *, new: bool = False) -> sqlite3.Connection:
    """Open the database of a folder of results.

    Parameters
    ----------
    folder
        The folder, which exists.
    new
        For writing: make the database where there is none. Otherwise it may lie where nothing can be written.

    Raises
    ------
    UsageError
        There is none, it is damaged, or a newer kata wrote it.
    HarnessError
        It cannot be read or written.
    """
    path = folder / STORE
    if not new and not path.is_file():
        raise UsageError(f"{folder} holds no results: there is no {STORE}. Run `kata grade` first.")
    with told(path):
        if not path.exists():
            path.touch(mode=0o600)
        elif path.stat().st_size == 0:
            _require_unused(path, new=new)
        still = not new and _is_still(path)
        # A path may hold what means something in an address: it is quoted.
        where = f"{path.absolute().as_uri()}?mode=ro&immutable=1" if still else path
        connection = sqlite3.connect(where, timeout=BUSY_TIMEOUT_S, isolation_level=None, uri=still)
        try:
            _prepare(connection, path, still=still)
            if new:
                _require_whole(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def _require_unused(path: Path, *, new: bool) -> None:
    """Refuse an empty file, unless a run was killed as it made it: then there are no results beside it."""
    if not new:
        raise UsageError(f"{path.parent} holds no results: {STORE} is empty. Run `kata grade` first.")
    if (path.parent / "results.jsonl").exists():
        raise UsageError(_damaged(path, "it is empty, and there are results beside it"))


def _require_whole(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse to write into what is damaged somewhere, used or not."""
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise UsageError(_damaged(path, " ".join(found.split())))


def _is_still(path: Path) -> bool:
    """Whether nobody can write here and nothing waits to be taken in, so that it can be read as it is."""
    log = path.with_name(f"{path.name}-wal")
    writable = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    return not writable and not (log.exists() and log.stat().st_size)


def _prepare(connection: sqlite3.Connection, path: Path, *, still: bool) -> None:
    if not still:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if tables == 0:
        # In one transaction: a run that is killed here leaves an empty file, and the next begins anew.
        kept = f"INSERT INTO meta VALUES ('schema', '{SCHEMA}');"
        connection.executescript(f"BEGIN IMMEDIATE; {_TABLES} {kept} COMMIT;")
    found = connection.execute("SELECT value FROM meta WHERE name = 'schema'").fetchone()
    if found is None or found[0] != str(SCHEMA):
        raise UsageError(
            f"{path} was written by another version of kata (schema {found[0] if found else 'unknown'}, "
            f"this one reads {SCHEMA}). Give another folder with -o."
        )


@contextlib.contextmanager
def told(path: Path) -> Iterator[None]:
    """Tell what goes wrong with the database in a sentence."""
    try:
        yield
    except sqlite3.OperationalError as fault:
        if "no such table" in str(fault):
            raise UsageError(_damaged(path, fault)) from None
        raise HarnessError(f"{path} cannot be {_in_words(fault)}") from None
    except (sqlite3.DatabaseError, zlib.error, msgspec.MsgspecError) as fault:
        raise UsageError(_damaged(path, fault)) from None


def _damaged(path: Path, fault: object) -> str:
    return (
        f"{path} is damaged ({fault}): put a copy of it back, or give another folder with -o and grade anew."
    )


def _in_words(fault: sqlite3.Error) -> str:
    """What SQLite says, in the words of the operating system where they are better known."""
    said = str(fault)
    if "full" in said:
        return (
            "written: No space left on device. What was graded until then is kept; free some space and run "
            "the same command again."
        )
    if "locked" in said:
        return "written: another kata is writing into it. Wait for its end and run the same command again."
    return f"used: {said}. What was graded until then is kept; mend that and run the same command again."


@contextlib.contextmanager
def at_one_moment(connection: sqlite3.Connection) -> Iterator[None]:
    """Read all of a block as it was at one moment, whatever a run writes in the meantime."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
