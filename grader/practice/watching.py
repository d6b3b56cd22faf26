"""Which answers in a folder were saved: by what lies there now, whatever way an editor put it there."""

from __future__ import annotations

import hashlib
import os
import stat
import threading
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from grader.errors import UsageError
from grader.escape import clean
from grader.practice.workspace import answers_to

# Milliseconds: how long to wait for more of the same save, at the most and after its last part.
DEBOUNCE_MS, STEP_MS = 20, 5
# Where events are lost or not told (network folders, a folder just made), the next look finds the save.
LOOK_EVERY_MS = 200
# How long a file may be away, or empty, in the middle of a save.
GRACE_S = 0.3
# Within this time the same content saved again is the same save.
TWICE_S = 1.0

Stamp = tuple[int, int, int, int]
Carried = tuple[tuple[str, bytes], ...]


@dataclass(frozen=True)
class Sight:
    """What was seen of one exercise: the file that answers it, and what lies beside it in its own folder."""

    path: Path
    stamp: Stamp
    beside: frozenset[tuple[str, Stamp]]

    @property
    def empty(self) -> bool:
        """Whether there is nothing in the file, as in the middle of a save."""
        return self.stamp[1] == 0


def sights(folder: Path, exercises: Collection[str]) -> Mapping[str, Sight]:
    """What is seen now of each exercise that has an answer in a folder."""
    found = {name: _sight(folder, name) for name in exercises}
    return {name: sight for name, sight in found.items() if sight is not None}


def _sight(folder: Path, exercise: str) -> Sight | None:
    answers = answers_to(folder, exercise)
    if not answers:
        return None
    path = answers[0].path
    stamp = _stamp(path)
    if stamp is None:
        return None
    own = path.parent if path.parent != folder else None
    return Sight(path, stamp, _beside(own, path.name) if own is not None else frozenset())


def _stamp(path: Path | os.DirEntry[str]) -> Stamp | None:
    """What changes when a file is written or another takes its place; None if it is no file."""
    try:
        told = path.stat()
    except OSError:
        return None
    return (
        (told.st_mtime_ns, told.st_size, told.st_ino, told.st_ctime_ns)
        if stat.S_ISREG(told.st_mode)
        else None
    )


def _beside(folder: Path, answer: str) -> frozenset[tuple[str, Stamp]]:
    found = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            told = None if entry.name == answer or is_passing(entry.name) else _stamp(entry)
            if told is not None:
                found.append((entry.name, told))
    return frozenset(found)


def is_passing(name: str) -> bool:
    """Whether a file is one that editors lay beside the one they save, and take away again."""
    return (
        name.startswith((".", "#", "~"))
        or name.endswith(("~", "#", ".tmp", ".bak", ".swp", ".swx", ".pyc"))
        or "___jb_" in name
        or name.isdigit()  # vim tries with 4913 whether it may write here
    )


class FolderWatch:
    """Says, from a thread of its own, when to look at a folder of answers: after a save, and now and then.

    The folder and those of its exercises are watched, and no file: a file that is saved by rename is
    another one afterwards.
    """

    def __init__(self, folder: Path, exercises: Collection[str], look: Callable[[], None]) -> None:
        self.folder = folder
        self.exercises = tuple(exercises)
        self._look = look
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="kata-watch", daemon=True)

    def __enter__(self) -> FolderWatch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join(1.0)

    def _watch(self) -> None:
        while not self._end.is_set():
            try:
                self._watch_these(self._folders())
            except (OSError, RuntimeError):  # they come and go just now, or cannot be watched
                self._end.wait(LOOK_EVERY_MS / 1000)
            self._look()

    def _watch_these(self, folders: Mapping[str, tuple[int, int]]) -> None:
        """Watch some folders until there are others to watch."""
        from watchfiles import watch

        for _ in watch(
            *folders,
            watch_filter=None,
            debounce=DEBOUNCE_MS,
            step=STEP_MS,
            rust_timeout=LOOK_EVERY_MS,
            yield_on_timeout=True,
            stop_event=self._end,
            recursive=False,
            raise_interrupt=False,
            ignore_permission_denied=True,
        ):
            self._look()
            if self._folders() != folders:
                return

    def _folders(self) -> dict[str, tuple[int, int]]:
        """The folders to watch, and which they are: one that was removed and made anew is another."""
        found = {}
        for path in (self.folder, *(self.folder / name for name in self.exercises)):
            with suppress(OSError):
                told = path.stat()
                if stat.S_ISDIR(told.st_mode):
                    found[os.fspath(path)] = (told.st_dev, told.st_ino)
        if not found:
            raise FileNotFoundError(self.folder)
        return found


@dataclass(frozen=True)
class Saved:
    """An answer was saved, or something beside it that goes along with it."""

    exercise: str
    path: Path


@dataclass(frozen=True)
class Gone:
    """An answer was there, and is no more."""

    exercise: str
    path: Path


class Saves:
    """Compares looks at a folder of answers. What lies there at first is no news."""

    def __init__(
        self, folder: Path, exercises: Collection[str], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.folder = folder
        self._clock = clock
        self.exercises = tuple(exercises)
        self._seen = dict(sights(folder, exercises))
        self._away_since: dict[str, float] = {}
        self._contents: dict[str, tuple[bytes, float]] = {}
        self._carried: dict[str, Carried] = {}

    def path(self, exercise: str) -> Path | None:
        """The file that answers an exercise."""
        sight = self._seen.get(exercise)
        return sight.path if sight is not None else None

    def newest(self) -> str | None:
        """The exercise whose answer was changed last."""
        return max(self._seen, key=lambda name: self._seen[name].stamp[0], default=None)

    def carry(self, exercise: str) -> None:
        """Keep which files go along with an answer, as it was checked."""
        path = self.path(exercise)
        if path is not None:
            self._carried[exercise] = _carried(path, exercise)

    def look(self) -> list[Saved | Gone]:
        """What is new since the last look, the newest at the end; raises `UsageError` without a folder."""
        if not self.folder.is_dir():
            raise UsageError(f"{clean(str(self.folder))} is gone, so there is nothing left to watch.")
        now = self._clock()
        current = sights(self.folder, self.exercises)
        saved_at = {name: sight.stamp[0] for name, sight in current.items()}
        names = sorted({*self._seen, *current}, key=lambda name: saved_at.get(name, 0))
        told = (self._compare(name, self._seen.get(name), current.get(name), now) for name in names)
        return [one for one in told if one is not None]

    def _compare(self, name: str, seen: Sight | None, sight: Sight | None, now: float) -> Saved | Gone | None:
        away = sight is None or (sight.empty and not (seen is not None and seen.empty))
        if away and now - self._away_since.setdefault(name, now) < GRACE_S:
            return None
        self._away_since.pop(name, None)
        if sight is None:
            self._contents.pop(name, None)
            return Gone(name, self._seen.pop(name).path)
        self._seen[name] = sight
        if seen is None or (seen.path, seen.stamp) != (sight.path, sight.stamp):
            news = self._is_news(name, sight.path, now)
        else:
            news = seen.beside != sight.beside and _carried(sight.path, name) != self._carried.get(name, ())
        return Saved(name, sight.path) if news else None

    def _is_news(self, name: str, path: Path, now: float) -> bool:
        """Whether a save is not the second of the same."""
        content = b""
        with suppress(OSError):  # the check will tell
            content = hashlib.sha256(path.read_bytes()).digest()
        last = self._contents.get(name)
        self._contents[name] = (content, now)
        return last is None or last[0] != content or now - last[1] >= TWICE_S


def _carried(path: Path, exercise: str) -> Carried:
    """The files that go along with an answer, and what is in them."""
    from grader.intake.own_files import read_own_file

    return tuple((one.path, one.data) for one in read_own_file(path, exercise).companions)
