"""Progress, kept: a small database of events in the user's data folder, never on a network."""

from __future__ import annotations

import errno
import os
import sqlite3
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from grader.errors import HarnessError
from grader.practice import database
from grader.practice.events import Event, now
from grader.practice.standing import Standings, Tally, standings

T = TypeVar("T")
FILE = database.FILE
# More than SQLite ever wants at once beside a small database.
_TRIAL_BYTES = 2**18
_REMEDY = "Mend that, or set KATA_DATA_DIR to a folder of yours."


def data_folder() -> Path:
    """The folder of what is kept about a user: ``KATA_DATA_DIR``, or the platform's place for it.

    For a user without a home it is no absolute path, and nothing can be kept.
    """
    given = os.environ.get("KATA_DATA_DIR")
    if given:
        return Path(given).absolute()
    from platformdirs import user_data_path

    try:
        return user_data_path("kata", appauthor=False)
    except RuntimeError:  # as newer versions of platformdirs say that there is no home
        return Path("~", "kata")


def _unheard(sentence: str) -> None:
    """For whoever does not want to be told."""


class Progress:
    """The events of one user. Every call opens the database anew: two programs may be at it at once.

    Parameters
    ----------
    folder
        Where they lie; by default `data_folder`.
    tell
        Called with a sentence where a damaged file was put aside, or what was kept cannot be read.

    Attributes
    ----------
    wait_s
        How long to wait for the end of another program that is at it.
    """

    def __init__(self, folder: Path | None = None, tell: Callable[[str], None] = _unheard) -> None:
        self.folder = data_folder() if folder is None else folder
        self.path = self.folder / FILE
        self.wait_s = database.BUSY_TIMEOUT_S
        self._tell = tell
        self._told: set[str] = set()
        # What was counted until now, so that of a long history only the end is read again.
        self._tally, self._mark, self._last = Tally(), "", 0
        self._counting = threading.Lock()

    def record(self, *events: Event) -> int:
        """Keep events; those that are kept already are not kept twice. Gives how many were new.

        Raises
        ------
        HarnessError
            They cannot be kept; none of them is.
        UsageError
            A newer kata wrote the file.
        """
        return self._written(lambda connection: database.insert(connection, events))

    def events(self) -> list[Event]:
        """All events in the order of their times; none where nothing was kept.

        Raises `UsageError` if a newer kata wrote the file.
        """

        def read(connection: sqlite3.Connection) -> list[Event]:
            return [event for _, event in database.events_after(connection, 0)]

        nothing: list[Event] = []
        found = self._read(read, list, nothing)
        return sorted(found, key=lambda event: (event.at, event.id))

    def standings(self) -> Standings:
        """Where the user stands. Raises `UsageError` if a newer kata wrote the file."""
        with self._counting:
            return self._read(self._counted, lambda events: standings(events, now()), Standings())

    def remember(self, workspace: Path) -> None:
        """Keep which workspace was used last; raises as `record` does."""
        folder = os.fsencode(workspace.absolute())

        def write(connection: sqlite3.Connection) -> None:
            if _workspaces(connection)[:1] != [folder]:
                connection.execute("INSERT OR REPLACE INTO workspaces (folder) VALUES (?)", (folder,))

        self._written(write)

    def last_workspace(self) -> Path | None:
        """The workspace that was used last and is still there. Raises `UsageError` as `events` does."""
        nothing: list[bytes] = []
        folders = self._read(_workspaces, lambda _: nothing, nothing)
        return next((path for path in map(_folder_of, folders) if path is not None), None)

    def _counted(self, connection: sqlite3.Connection) -> Standings:
        mark, moment = database.meta(connection, "mark"), now()
        if mark != self._mark or moment < self._tally.now:  # another file, or a clock that was put back
            self._tally, self._mark, self._last = Tally(moment), mark, 0
        self._tally.go_on(moment)
        for number, event in database.events_after(connection, self._last):
            self._tally.take(event)
            self._last = number
        return self._tally.standings()

    def _written(self, task: Callable[[sqlite3.Connection], T]) -> T:
        try:
            self._require_place()
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            return self._used(task)
        except (OSError, sqlite3.Error) as fault:
            told = _in_words(_as_the_system_tells(fault, self.folder))
            raise HarnessError(f"progress cannot be kept in {self.path}: {told}") from None

    def _read(
        self,
        task: Callable[[sqlite3.Connection], T],
        otherwise: Callable[[Iterable[Event]], T],
        nothing: T,
    ) -> T:
        """What a task finds; ``otherwise`` makes it of the events where nothing can be written."""
        try:
            self._require_place()
            if not database.is_there(self.path):
                return nothing
            try:
                return self._used(task)
            except (OSError, sqlite3.Error):
                return otherwise(database.salvage(*database.files(self.path)).values())
        except OSError as fault:
            self._tell_once(f"progress cannot be read from {self.path}: {_in_words(fault)}")
            return nothing

    def _require_place(self) -> None:
        if not self.folder.is_absolute():
            raise OSError("there is no home folder")
        database.require_file(self.path)

    def _used(self, task: Callable[[sqlite3.Connection], T]) -> T:
        with database.alone(self.folder, self.wait_s):
            self._end_mending()
            return self._mended(task)

    def _mended(self, task: Callable[[sqlite3.Connection], T]) -> T:
        """Do something with the database, which is made where there is none, and anew where it is damaged."""
        if not self.path.exists():
            self._begin_anew("the file was gone, but not its log")
        try:
            return database.use(self.path, task, self.wait_s)
        except database.Damaged as fault:
            self._begin_anew(str(fault))
            return database.use(self.path, task, self.wait_s)

    def _end_mending(self) -> None:
        """Go on where a kata was cut off while it made a new database."""
        if unready := database.put_unready_aside(self.path):
            aside, why = unready
            taken = self._taken_over(aside)
            self._tell_once(
                f"{database.ready_of(self.path)} was damaged ({why}). It is kept as {aside.name} beside it. "
                f"What is new in it went into {FILE}: {_entries(taken)}."
            )
        replaced = database.finish(self.path)
        if replaced is not None:
            self._taken_over(replaced)
        self._tell_aside(replaced, "a kata that was mending it was cut off")

    def _taken_over(self, aside: Path) -> int:
        """Add what can be read of a file that was put aside; gives how many events were new."""
        readable = (file for file in database.files(aside) if file.is_file())
        saved = database.salvage(*readable).values()
        return self._mended(lambda connection: database.insert(connection, saved)) if saved else 0

    def _begin_anew(self, why: str) -> None:
        saved = database.salvage(*database.files(self.path))
        self._tell_aside(database.begin_anew(self.path, saved.values()), why)

    def _tell_aside(self, aside: Path | None, why: str) -> None:
        """Say that a damaged file was put aside, if one was, and what of it is in the new one."""
        if aside is None:
            return
        saved = database.use(self.path, database.count)
        kept = (
            f"A new file holds all that could be read of it: {_entries(saved)}."
            if saved
            else "Nothing of it could be read, and a new file was begun. If you have an export, "
            "`kata progress --import FILE` takes it in."
        )
        self._tell_once(f"{self.path} was damaged ({why}). It is kept as {aside.name} beside it. {kept}")

    def _tell_once(self, sentence: str) -> None:
        if sentence not in self._told:
            self._told.add(sentence)
            self._tell(sentence)


def _entries(count: int) -> str:
    return f"{count} {'entry' if count == 1 else 'entries'}"


def _workspaces(connection: sqlite3.Connection) -> list[bytes]:
    """The folders that were workspaces, the one used last first."""
    found = connection.execute("SELECT CAST(folder AS BLOB) FROM workspaces ORDER BY number DESC")
    return [folder for (folder,) in found]


def _folder_of(name: bytes) -> Path | None:
    """The folder of a name, if it is there and can be looked into."""
    try:
        path = Path(os.fsdecode(name))
        return path if path.is_dir() else None
    except (OSError, ValueError):
        return None


def _as_the_system_tells(fault: OSError | sqlite3.Error, folder: Path) -> OSError | sqlite3.Error:
    """What a write says where SQLite knows of some fault of the disk: most often, that it is full."""
    import tempfile

    if "disk I/O error" not in str(fault):
        return fault
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(_TRIAL_BYTES))
            file.flush()
            os.fsync(file.fileno())
    except OSError as said:
        return said
    return fault


def _in_words(fault: OSError | sqlite3.Error) -> str:
    """What went wrong and what to do, in words that are known from elsewhere."""
    if isinstance(fault, FileExistsError):
        return f"there is a file where a folder should be. {_REMEDY}"
    if isinstance(fault, OSError) and fault.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"{fault.strerror}. Free some space."
    if isinstance(fault, OSError):
        return f"{fault.strerror or fault}. {_REMEDY}"
    said = str(fault)
    if "full" in said:
        return "No space left on device. Free some space."
    if "locked" in said:
        return "another kata is writing into it. Wait for its end, and try again."
    if "readonly" in said or "unable to open" in said:
        return f"it cannot be written. {_REMEDY}"
    return f"{said}. {_REMEDY}"
