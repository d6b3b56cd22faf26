"""The database of progress: one file of SQLite, used by one program at a time, put aside where it is damaged.

A new file is made under another name, complete, and is then called ``progress.ready.sqlite``. From then on it
is the database: whoever comes next puts what is damaged aside and gives it its name. So a kill at any moment
loses nothing, and no file is ever found half made.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import sqlite3
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import msgspec

from grader.errors import HarnessError, UsageError
from grader.practice.events import Event
from grader.transaction import transaction

T = TypeVar("T")

FILE = "progress.sqlite"
LOCK = "progress.lock"
SCHEMA = 1
_MAGIC = b"SQLite format 3\x00"
BUSY_TIMEOUT_S = 10.0

_NEW, _READY = "progress.new.sqlite", "progress.ready.sqlite"
# What SQLite keeps beside a database and what may hold events of it.
_LOGS = ("-wal", "-journal")
_TABLES = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE events (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, told BLOB NOT NULL);
CREATE TABLE workspaces (number INTEGER PRIMARY KEY AUTOINCREMENT, folder BLOB NOT NULL UNIQUE);
"""
# An event as it is encoded: short and in one piece, so that it never goes over the edge of a page. One may
# begin inside of what seems to be another, which is cut off.
_EVENT = re.compile(rb'(?=(\{"id":(?:"(?:[^"\\]|\\.){0,1024}+"|[^"{}]){1,512}+\}))', re.DOTALL)
# No such table or column; a damaged page; another format; no database at all; a length out of all bounds.
_DAMAGE = {
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_TOOBIG,
}


class Damaged(HarnessError):
    """The database is not as it was written; says in words how that is seen."""


@contextlib.contextmanager
def alone(folder: Path, wait_s: float = BUSY_TIMEOUT_S) -> Iterator[None]:
    """Keep other programs and threads from the database while it is used; ends with this process, too.

    Raises `sqlite3.OperationalError` if another program keeps us from it for longer than ``wait_s``.
    """
    path = folder / LOCK
    if path.is_file() and path.stat().st_size:  # nothing is ever written into it, but by somebody else
        if path.is_symlink() or path.stat().st_nlink > 1:
            raise OSError(errno.ELOOP, f"{LOCK} beside it is a link to a file of yours")
        os.truncate(path, 0)
    # A lock of SQLite's is there on every platform, and waits.
    with closing(sqlite3.connect(path, timeout=wait_s, isolation_level=None)) as lock:
        lock.execute("PRAGMA journal_mode = MEMORY")
        lock.execute("BEGIN EXCLUSIVE")
        yield


def is_there(path: Path) -> bool:
    """Whether anything was kept; raises `OSError` if that cannot be seen."""
    return bool(files(path)) or os.path.lexists(ready_of(path))


def ready_of(path: Path) -> Path:
    """What a new database is called that is complete, but not yet in its place."""
    return path.with_name(_READY)


def is_own_name(name: str) -> bool:
    """Whether a name in the folder of the database is taken for a part of it, on whatever file system."""
    return re.fullmatch(r"progress\.(lock|(.*\.)?sqlite.*)", name, re.IGNORECASE) is not None


def require_file(path: Path) -> None:
    """Refuse what cannot have been kept here, nor be replaced; raises `OSError`."""
    if path.is_symlink() and not path.exists():  # the disk that it is on may come back
        raise OSError(errno.ENOENT, "it is a link to a file that is not there")
    if path.exists() and not (path.is_file() or path.is_dir()):  # a pipe would be waited for
        raise OSError(errno.EINVAL, "it is no file")


def files(path: Path) -> list[Path]:
    """The database and its logs, the logs first, as far as they are there; raises `OSError`."""
    return [*_logs(path), path] if path.exists() else _logs(path)


def _logs(path: Path) -> list[Path]:
    logs = [path.with_name(f"{path.name}{ending}") for ending in _LOGS]
    return [one for one in logs if one.exists() and one.stat().st_size]


def use(path: Path, task: Callable[[sqlite3.Connection], T], wait_s: float = BUSY_TIMEOUT_S) -> T:
    """Do something with the database, which is there; its writes are one transaction.

    Raises
    ------
    Damaged
        It is no database, or not whole; nothing was done.
    UsageError
        A newer kata wrote it.
    sqlite3.Error, OSError
        It cannot be used for another reason.
    """
    _require_kind(path)
    left = salvage(*_logs(path)).values()
    with (
        _damage_told(),
        closing(sqlite3.connect(path, timeout=wait_s, isolation_level=None)) as connection,
    ):
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        _require_schema(connection, path)
        with transaction(connection):
            # A log that a killed program left is thrown away from the first fault in it on.
            insert(connection, left)
            return task(connection)


@contextlib.contextmanager
def _damage_told() -> Iterator[None]:
    """Tell damage from the other faults of SQLite."""
    try:
        yield
    except UnicodeDecodeError:  # SQLite quotes the file when it says what is wrong
        raise Damaged("the names in it cannot be read") from None
    except sqlite3.Error as fault:
        # The code has the kind of the fault in its lowest byte.
        if getattr(fault, "sqlite_errorcode", 0) & 0xFF in _DAMAGE:
            raise Damaged(str(fault)) from None
        raise


def _require_whole(path: Path) -> None:
    """Refuse what is not whole to the last entry, and write nothing. Raises as `use` does."""
    if not stat.S_ISREG(path.lstat().st_mode):
        raise Damaged("it is no file")
    _require_kind(path)
    with (
        _damage_told(),
        closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as connection,
    ):
        _require_schema(connection, path)
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise Damaged(str(found))
        meta(connection, "mark")
        connection.execute("SELECT number, folder FROM workspaces").fetchone()
        for _ in events_after(connection, 0):
            pass


def _require_kind(path: Path) -> None:
    """Refuse what is no database of SQLite before SQLite sees it, and throws away the log beside it."""
    with path.open("rb") as file:
        start = file.read(len(_MAGIC))
    if start != _MAGIC:
        raise Damaged("it is no database" if start else "it is empty")


def _require_schema(connection: sqlite3.Connection, path: Path) -> None:
    found = meta(connection, "schema")
    if re.fullmatch("[1-9][0-9]{0,8}", found) is None:
        raise Damaged(f"its schema is {found[:20]!r}")
    if int(found) > SCHEMA:
        raise UsageError(
            f"{path} was written by a newer kata (schema {found}, this one reads {SCHEMA}): "
            "install that with `pip install --upgrade kata-grader`, or set KATA_DATA_DIR to another folder."
        )


def meta(connection: sqlite3.Connection, name: str) -> str:
    """What the database says about itself: its ``schema``, and the ``mark`` that no other one has."""
    row = connection.execute("SELECT CAST(value AS BLOB) FROM meta WHERE name = ?", (name,)).fetchone()
    if row is None or not isinstance(row[0], bytes):
        raise Damaged(f"its {name} is missing")
    return row[0].decode("ascii", "backslashreplace")


def insert(connection: sqlite3.Connection, events: Iterable[Event]) -> int:
    """Add events that are not there yet; gives how many those were."""
    before = connection.total_changes
    rows = ((event.id, msgspec.json.encode(event)) for event in events)
    connection.executemany("INSERT OR IGNORE INTO events (id, told) VALUES (?, ?)", rows)
    return connection.total_changes - before


def events_after(connection: sqlite3.Connection, number: int) -> Iterator[tuple[int, Event]]:
    """The events that were added after that of a number, each with its own number, in their order."""
    decoder = msgspec.json.Decoder(Event)
    found = connection.execute(
        "SELECT number, CAST(told AS BLOB) FROM events WHERE number > ? ORDER BY number", (number,)
    )
    for place, told in found:
        try:
            yield place, decoder.decode(told)
        except (msgspec.MsgspecError, TypeError, UnicodeDecodeError) as fault:
            raise Damaged(f"entry {place}: {fault}") from None


def count(connection: sqlite3.Connection) -> int:
    """How many events there are."""
    (found,) = connection.execute("SELECT count(*) FROM events").fetchone()
    assert isinstance(found, int)
    return found


def salvage(*files: Path) -> dict[str, Event]:
    """Whatever events can be read in the bytes of files, by their ids; raises `OSError`."""
    decoder = msgspec.json.Decoder(Event)
    saved: dict[str, Event] = {}
    for file in files:
        for found in _EVENT.finditer(file.read_bytes()):
            with contextlib.suppress(msgspec.MsgspecError, UnicodeDecodeError):
                event = decoder.decode(found[1])
                saved.setdefault(event.id, event)
    return saved


def begin_anew(path: Path, events: Iterable[Event]) -> Path | None:
    """Make a new database of events in the place of what is there; gives where that lies now."""
    new = path.with_name(_NEW)
    for leftover in (new, new.with_name(f"{_NEW}-journal")):
        leftover.unlink(missing_ok=True)
    os.close(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with closing(sqlite3.connect(new, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        with transaction(connection):
            for statement in filter(str.strip, _TABLES.split(";")):
                connection.execute(statement)
            rows = (("schema", str(SCHEMA)), ("mark", secrets.token_hex(8)))
            connection.executemany("INSERT INTO meta VALUES (?, ?)", rows)
            insert(connection, events)
    new.replace(ready_of(path))
    return finish(path)


def put_unready_aside(path: Path) -> tuple[Path, str] | None:
    """Where something is called ready that is no whole database: where that lies now, and what is wrong.

    Nothing good may give way to it. Raises as `use` does.
    """
    ready = ready_of(path)
    if not os.path.lexists(ready):
        return None
    try:
        _require_whole(ready)
    except Damaged as fault:
        aside = _name_aside(path)
        ready.rename(aside)
        return aside, fault.told
    return None


def finish(path: Path) -> Path | None:
    """Put a new database that is ready in its place, and what was there aside; gives where that lies now."""
    ready = ready_of(path)
    if not ready.exists():
        return None
    old, aside = files(path), _name_aside(path)
    for file in old:
        file.rename(aside.with_name(file.name.replace(path.name, aside.name)))
    for ending in ("-shm", *_LOGS):  # empty, or of no use without the file that it belongs to
        path.with_name(f"{path.name}{ending}").unlink(missing_ok=True)
    ready.replace(path)
    _keep_names(path.parent)
    return aside if old else None


def _name_aside(path: Path) -> Path:
    """A name that nothing has yet: of the time of day, and numbered where that is taken."""
    stem = f"{path.stem}.damaged-{time.strftime('%Y-%m-%dT%H-%M-%SZ', time.gmtime())}"
    aside, number = path.with_name(f"{stem}{path.suffix}"), 1
    while files(aside) or aside.is_symlink():
        number += 1
        aside = path.with_name(f"{stem}-{number}{path.suffix}")
    return aside


def _keep_names(folder: Path) -> None:
    """Wait until the names of files are on the disk, where a folder can be waited for."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
