"""A look at the file of progress, which changes nothing: whether it is sound, the workspace used last."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from grader.doctor.findings import Finding, counted, ok, problem
from grader.practice import database

BUSY_TIMEOUT_S = 2


def look_into(path: Path) -> Finding:
    """Whether the file can be read and is whole."""
    try:
        database.require_file(path)
        if not database.is_there(path):
            return ok("progress", f"nothing kept yet; it will be in {path}")
        with closing(_opened(path)) as connection:
            schema = int(database.meta(connection, "schema"))
            (told,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            count = database.count(connection)
    except (sqlite3.Error, database.Damaged, OSError, ValueError) as fault:
        # What SQLite quotes of a damaged file may be no text at all.
        told = "no sense can be made of it" if isinstance(fault, UnicodeDecodeError) else str(fault)
        return _damaged(path, told) if _is_damage(fault) else _unread(path, told)
    if schema > database.SCHEMA:
        told = f"{path} was written by a newer kata"
        return problem("progress", told, "pip install --upgrade kata-grader")
    if told != "ok":
        return _damaged(path, told)
    return ok("progress", f"sound, {counted(count, 'event')}, in {path}")


def last_workspace(path: Path) -> Path | None:
    """The workspace that was used last, if progress can be read and the workspace is still there."""
    try:
        with closing(_opened(path)) as connection:
            rows = connection.execute("SELECT CAST(folder AS BLOB) FROM workspaces ORDER BY number DESC")
            folders = (Path(os.fsdecode(folder)) for (folder,) in rows)
            return next((folder for folder in folders if folder.is_dir()), None)
    except (sqlite3.Error, OSError, ValueError, TypeError):
        return None


def _opened(path: Path) -> sqlite3.Connection:
    # Where there is no log, nobody is at work, and nothing need be made beside the file to read it.
    alone = not path.with_name(f"{path.name}-wal").exists()
    how = "mode=ro&immutable=1" if alone else "mode=ro"
    return sqlite3.connect(f"{path.as_uri()}?{how}", uri=True, timeout=BUSY_TIMEOUT_S)


def _is_damage(fault: Exception) -> bool:
    """Whether it is the file's own state that is wrong, not the way to it."""
    if isinstance(fault, sqlite3.OperationalError):
        return str(fault).startswith("no such")
    return not isinstance(fault, OSError)


def _damaged(path: Path, told: str) -> Finding:
    try:
        saved = len(database.salvage(path))
    except OSError:
        saved = 0
    remedy = (
        "the next command that practises puts it aside, beside where it lies, and goes on with the "
        f"{counted(saved, 'event')} that can be read; `kata progress --import` adds what you exported"
    )
    return problem("progress", f"{path} is damaged: {told}", remedy)


def _unread(path: Path, told: str) -> Finding:
    remedy = "see whether the file and its folder are yours, and whether another kata is at work just now"
    return problem("progress", f"{path} cannot be read: {told}", remedy)
