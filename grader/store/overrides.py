"""What an instructor sets by hand. Nothing is ever removed: what no longer counts is marked so."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from grader.gradebook import Override
from grader.store.changes import snapshot
from grader.store.database import STORE, connect, told
from grader.transaction import transaction

_COLUMNS = "number, student, exercise, score, comment, reason, by, at, withdrawn_at, withdrawn_reason"
REPLACED = "replaced by a later one"


def standing(database: sqlite3.Connection) -> dict[tuple[str, str], Override]:
    """The overrides that count, by student and exercise."""
    rows = database.execute(f"SELECT {_COLUMNS} FROM overrides WHERE withdrawn_at IS NULL ORDER BY number")
    found = (Override(*row) for row in rows)
    return {(override.student, override.exercise): override for override in found}


def history(database: sqlite3.Connection) -> Iterator[Override]:
    """All overrides there ever were, in the order in which they were set."""
    for row in database.execute(f"SELECT {_COLUMNS} FROM overrides ORDER BY number"):
        yield Override(*row)


def read_overrides(folder: Path) -> tuple[Override, ...]:
    """All that was ever set by hand in a folder of results; raises `UsageError` where there are none."""
    with closing(connect(folder)) as database, told(folder / STORE):
        return tuple(history(database))


def set_by_hand(
    folder: Path, student: str, exercise: str, score: float | None, comment: str | None, reason: str, by: str
) -> None:
    """Set a score or a comment; of what counted until now the one that is not given stays."""
    with closing(connect(folder)) as database, told(folder / STORE), transaction(database):
        at = now()
        before = standing(database).get((student, exercise))
        if before is not None:
            score = before.score if score is None else score
            comment = before.comment if comment is None else comment
        _withdraw(database, student, exercise, at, REPLACED)
        database.execute(
            "INSERT INTO overrides (student, exercise, score, comment, reason, by, at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (student, exercise, score, comment, reason, by, at),
        )
        _as_run(database, at)


def withdraw_by_hand(folder: Path, student: str, exercise: str, reason: str) -> bool:
    """Take back what counts for a student and exercise; returns whether there was anything."""
    with closing(connect(folder)) as database, told(folder / STORE), transaction(database):
        at = now()
        found = _withdraw(database, student, exercise, at, reason)
        _as_run(database, at)
        return found


def _withdraw(database: sqlite3.Connection, student: str, exercise: str, at: str, reason: str) -> bool:
    cursor = database.execute(
        "UPDATE overrides SET withdrawn_at = ?, withdrawn_reason = ? "
        "WHERE student = ? AND exercise = ? AND withdrawn_at IS NULL",
        (at, reason, student, exercise),
    )
    return cursor.rowcount > 0


def _as_run(database: sqlite3.Connection, at: str) -> None:
    """Write it down as a run of its own, so that it shows among the changes."""
    cursor = database.execute("INSERT INTO runs (began, ended) VALUES (?, ?)", (at, at))
    assert cursor.lastrowid is not None
    snapshot(database, cursor.lastrowid)


def now() -> str:
    """The time, in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
