"""Which answers in a folder were saved: by what lies there now, whatever way an editor put it there."""

from __future__ import annotations

import os
import stat
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from grader.errors import UsageError
from grader.escape import clean
from grader.practice.workspace import answers_in

# Milliseconds: how long to wait for more of the same save, at the most and after its last part.
DEBOUNCE_MS, STEP_MS = 20, 5
# Where events are lost or not told (network folders, a folder just made), the next look finds the save.
LOOK_EVERY_MS = 200
# How long a file may be away, or empty, in the middle of a save.
GRACE_S = 0.3
# Within this time the same content saved again is the same save.
TWICE_S = 1.0

# How long to rest after a look, in the time that it took: after a change, and if none is known of.
REST_CHANGED, REST = 3, 60
# However slow a look is, the next one comes within this time.
MOST_REST_S = 10.0

Stamp = tuple[int, int, int, int]


@dataclass(frozen=True)
class Sight:
    """What was seen of one exercise: the file that answers it."""

    path: Path
    stamp: Stamp

    @property
    def empty(self) -> bool:
        """Whether there is nothing in the file, as in the middle of a save."""
        return self.stamp[1] == 0


def sights(folder: Path, exercises: Collection[str]) -> Mapping[str, Sight]:
    """What is seen now of each exercise that has an answer in a folder."""
    found = {}
    for answer in answers_in(folder, exercises):
        stamp = _stamp(answer.path)
        if stamp is not None:
            found[answer.exercise] = Sight(answer.path, stamp)
    return found


def _stamp(path: Path) -> Stamp | None:
    """What changes when a file is written or another takes its place; None if there is none."""
    try:
        told = path.stat()
    except (OSError, ValueError):
        return None
    return told.st_mtime_ns, told.st_size, told.st_ino, told.st_ctime_ns


@dataclass(frozen=True)
class Known:
    """What is known of an answer and the files that go along with it.

    Attributes
    ----------
    digest
        The digest of all that they hold.
    changed_at_s
        When the answer itself was last seen to change, if it was.
    places, stamps
        The files beside it and the folders they lie in, and how they were when they held this; without
        stamps they are to be read once more.
    """

    digest: str
    changed_at_s: float
    places: tuple[Path, ...] = ()
    stamps: tuple[Stamp | None, ...] | None = None


class Pace:
    """When to look: soon after a change, otherwise now and then, and the more seldom the slower a look is."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._ended_at = clock()
        self._took_s = 0.0

    def is_due(self, *, changed: bool) -> bool:
        """Whether to look now; ``changed`` says that something is known to have changed."""
        rest_s = min(self._took_s * (REST_CHANGED if changed else REST), MOST_REST_S)
        return self._clock() - self._ended_at >= rest_s

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Take the time of a look."""
        began_at = self._clock()
        try:
            yield
        finally:
            self._ended_at = self._clock()
            self._took_s = self._ended_at - began_at


class FolderWatch:
    """Says, from a thread of its own, when to look at a folder of answers: after a save, and now and then.

    The folder and those of its exercises are watched, and no file: a file that is saved by rename is
    another one afterwards. ``look`` is called with whether something has changed for certain.
    """

    def __init__(self, folder: Path, exercises: Collection[str], look: Callable[[bool], None]) -> None:
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
            self._look(False)

    def _watch_these(self, folders: Mapping[str, tuple[int, int]]) -> None:
        """Watch some folders until there are others to watch."""
        from watchfiles import watch

        for changes in watch(
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
            self._look(bool(changes))
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
    """An answer was saved, or something beside it that goes along with it; ``own`` says which of them."""

    exercise: str
    path: Path
    own: bool = True


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
        self._known: dict[str, Known] = {}

    @property
    def unsettled(self) -> bool:
        """Whether a file is away for the moment, so that it is to be looked for again soon."""
        return bool(self._away_since)

    def path(self, exercise: str) -> Path | None:
        """The file that answers an exercise."""
        sight = self._seen.get(exercise)
        return sight.path if sight is not None else None

    def newest(self) -> str | None:
        """The exercise whose answer was changed last."""
        return max(self._seen, key=lambda name: self._seen[name].stamp[0], default=None)

    def take_checked(self, exercise: str, digest: str) -> None:
        """Take what was checked: if something else lies there by now, the next look tells of it."""
        known = self._known.get(exercise)
        if known is not None:
            self._known[exercise] = replace(known, digest=digest, stamps=None)
        else:
            self._known[exercise] = Known(digest, -TWICE_S)

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
            self._known.pop(name, None)
            return Gone(name, self._seen.pop(name).path)
        self._seen[name] = sight
        own = seen != sight
        if (own or self._is_to_read(name)) and self._is_news(name, sight.path, now, own=own):
            return Saved(name, sight.path, own)
        return None

    def _is_to_read(self, name: str) -> bool:
        known = self._known.get(name)
        return known is None or known.stamps != tuple(map(_stamp, known.places))

    def _is_news(self, name: str, path: Path, now: float, *, own: bool) -> bool:
        """Read what lies there; gives whether it is to be checked, and is no second save of the same."""
        before = self._known.get(name)
        places = before.places if before is not None else ()
        stamps = tuple(map(_stamp, places))  # before it is read: they tell of what changes after that
        digest, found = _read(path, name)
        same = before is not None and before.digest == digest
        changed_at_s = before.changed_at_s if before is not None else now - TWICE_S
        # Only what was read twice is known: two changes in a row may have the same time.
        settled = stamps if same and places == found else None
        self._known[name] = Known(digest, now if own else changed_at_s, found, settled)
        if own:
            return not same or now - changed_at_s >= TWICE_S
        return before is not None and not same


def _read(path: Path, exercise: str) -> tuple[str, tuple[Path, ...]]:
    """The digest of an answer with what goes along with it, and the places where that lies."""
    from grader.intake.own_files import read_own_file

    submission = read_own_file(path, exercise)
    files = [path.parent / one.path for one in submission.companions]
    return submission.digest, tuple(dict.fromkeys([path.parent, *files, *(file.parent for file in files)]))
