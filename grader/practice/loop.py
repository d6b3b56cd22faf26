"""Watching: each save is checked and told, and keys help along. Of its threads the main one alone tells."""

from __future__ import annotations

import enum
import os
import queue
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from grader.errors import KataError
from grader.model import Exercise
from grader.practice.actions import Actions, Teller, Watched
from grader.practice.background import Background, Done, Job
from grader.practice.checking import Checked, Practice
from grader.practice.keys import keys_of_terminal
from grader.practice.laying import Layout
from grader.practice.progress import Progress
from grader.practice.signals import ends_told
from grader.practice.watching import FolderWatch, Gone, Saves

QUIT = ("q", "\x04")  # Ctrl-D ends what reads from a terminal
SILENT = ("\r", "\n", " ")
TICK_S = 0.05
# From when on a check is said to be running still.
SLOW_S = 0.7
NOTHING_BEGUN = "no exercise is begun here yet: `kata next` lays one out, and so does the key n."
MAKING_READY = "the checks are being made ready; the first time this takes a while."


class Event(enum.Enum):
    """What happens besides keys and the ends of checks."""

    LOOK = "something may have been saved"
    CLOSED = "the terminal is gone"
    ENDED = "a signal asks for the end"


@dataclass(frozen=True)
class Pressed:
    """A key."""

    key: str


Message = Event | Pressed | Done


def watch_folder(watched: Watched, practice: Practice, progress: Progress, teller: Teller) -> int:
    """Watch a folder until the user ends it; gives the exit status.

    Raises
    ------
    UsageError
        The folder is gone.
    KeyboardInterrupt
        Ctrl-C was pressed, or the terminal was closed.
    """
    messages: queue.SimpleQueue[Message] = queue.SimpleQueue()
    with (
        ends_told(lambda: messages.put(Event.ENDED)),
        Background(practice, messages.put) as background,
        keys_of_terminal(lambda key: messages.put(Pressed(key)), lambda: messages.put(Event.CLOSED)) as keyed,
    ):
        loop = Loop(watched, Actions(watched, progress, teller), teller, background, keyed=keyed)
        loop.begin()
        with FolderWatch(watched.folder, watched.pack.exercises, lambda: messages.put(Event.LOOK)):
            return _run(loop, messages)


def _run(loop: Loop, messages: queue.SimpleQueue[Message]) -> int:
    while True:
        try:
            message = messages.get(timeout=TICK_S if loop.busy else None)
        except queue.Empty:
            loop.go_on()
            continue
        if message in (Event.CLOSED, Event.ENDED):
            raise KeyboardInterrupt
        if isinstance(message, Pressed) and message.key.lower() in QUIT:
            return 0
        loop.take(message)
        loop.go_on()


class Loop:
    """What is at hand, what is to be checked, and which keys wait for the end of a check."""

    def __init__(
        self, watched: Watched, actions: Actions, teller: Teller, background: Background, *, keyed: bool
    ) -> None:
        self._watched = watched
        self._actions = actions
        self._teller = teller
        self._background = background
        self._keyed = keyed
        self._saves = Saves(watched.folder, watched.pack.exercises)
        self._at_hand = watched.exercise or self._saves.newest()
        self._job: Job | None = None
        self._told_keys = False
        self._told_slow: str | None = None
        self._waiting: list[str] = []
        self._held: deque[str] = deque()
        self._last: dict[str, Checked] = {}
        self._not_kept: str | None = None
        self._just_laid_out: str | None = None

    @property
    def busy(self) -> bool:
        """Whether a check runs."""
        return self._job is not None

    def begin(self) -> None:
        """Say what is watched, and check the answer at hand."""
        self._teller.begins(self._watched, self._actions.stand(self._at_hand), keyed=self._keyed)
        if self._at_hand is None:
            self._teller.says(NOTHING_BEGUN)
        elif self._saves.path(self._at_hand) is None:
            self._teller.says(_no_answer(self._at_hand))
        else:
            self._check(self._at_hand)
        self.go_on()

    def take(self, message: Message) -> None:
        """Take what happened."""
        if isinstance(message, Done):
            self._end(message)
        elif isinstance(message, Pressed):
            self._held.append(message.key.lower())
        else:
            self._look()

    def go_on(self) -> None:
        """Do what can be done now."""
        while True:
            if self._job is None and self._waiting:
                self._begin_check(self._waiting.pop(0))
            elif self._held and not self._holds_keys:
                self._press(self._held.popleft())
            else:
                break
        if self._job is not None:
            self._attend(self._job)

    @property
    def _holds_keys(self) -> bool:
        """Whether keys wait for the end of a check; not while its answer key is made, which may take long."""
        job = self._job
        if job is None:
            return False
        return job.cancellation.running_since is not None or time.monotonic() - job.since < SLOW_S

    # ------------------------------------------------------------------- saves and checks

    def _look(self) -> None:
        for news in self._saves.look():
            if isinstance(news, Gone):
                self._teller.says("it was removed; it is checked again when it is back.", shown(news.path))
            else:
                self._at_hand = news.exercise
                self._check(news.exercise)

    def _check(self, name: str) -> None:
        """Have an answer checked: now, for the newest is the one that counts."""
        if name in self._waiting:
            self._waiting.remove(name)
        self._waiting.append(name)
        job = self._job
        if job is not None and not job.cancellation.asked:
            job.cancellation.ask()
            if job.exercise.name not in self._waiting:
                self._waiting.append(job.exercise.name)

    def _begin_check(self, name: str) -> None:
        path = self._saves.path(name)
        if path is None or not path.is_file():
            return
        self._job = Job(self._watched.pack.exercises[name], path, shown(path))
        self._told_slow = None
        self._background.put(self._job)

    def _attend(self, job: Job) -> None:
        """End a check that is to be ended; of one that takes long, say so."""
        if job.cancellation.asked:
            job.cancellation.ask()
        elif job.exercise.name != self._just_laid_out:
            self._tell_slow(job)

    def _tell_slow(self, job: Job) -> None:
        since = job.cancellation.running_since
        limit = f"still running; the limit is {job.exercise.limits.time_per_submission_s:g} s."
        told = MAKING_READY if since is None else limit
        if told != self._told_slow and time.monotonic() - (since or job.since) > SLOW_S:
            self._told_slow = told
            self._teller.says(told, job.shown)

    def _end(self, done: Done) -> None:
        self._job = None
        if done.job.cancellation.asked:
            return
        if done.fault is not None:
            if not isinstance(done.fault, KataError):
                raise done.fault
            self._teller.says(done.fault.told, done.job.shown)
        if done.checked is not None:
            self._tell(done.job.exercise, done.checked)

    def _tell(self, exercise: Exercise, checked: Checked) -> None:
        self._last[exercise.name] = checked
        laid_out, self._just_laid_out = self._just_laid_out, None
        if checked.untouched and exercise.name == laid_out:
            return
        self._teller.checked(checked)  # first of all: whatever else there is to say takes its time
        following = self._actions.following(exercise.name) if checked.result.status == "passed" else None
        self._teller.asks(checked, following, keyed=self._keyed)
        if checked.not_kept not in (None, self._not_kept):
            self._teller.says(checked.not_kept or "")
        self._not_kept = checked.not_kept
        self._saves.carry(exercise.name)

    # ------------------------------------------------------------------- keys

    def _press(self, key: str) -> None:
        keys: dict[str, Callable[[Exercise], None]] = {
            "h": self._actions.hint,
            "s": self._actions.solution,
            "l": self._actions.list_track,
            "p": lambda exercise: self._actions.picture(self._last.get(exercise.name)),
            "r": self._again,
        }
        told_keys, self._told_keys = self._told_keys, False
        if key in SILENT:
            self._told_keys = told_keys
        elif key == "n":
            self._guarded(self._next)
        elif key in keys:
            self._guarded(lambda: keys[key](self._exercise()))
        else:
            self._told_keys = True
            if key == "?" or not told_keys:
                self._teller.keys()

    def _guarded(self, action: Callable[[], None]) -> None:
        try:
            action()
        except KataError as fault:
            self._teller.says(fault.told)

    def _exercise(self) -> Exercise:
        if self._at_hand is None:
            raise KataError(NOTHING_BEGUN)
        return self._watched.pack.exercise(self._at_hand)

    def _again(self, exercise: Exercise) -> None:
        if self._saves.path(exercise.name) is None:
            raise KataError(_no_answer(exercise.name))
        self._check(exercise.name)

    def _next(self) -> None:
        path = self._saves.path(self._at_hand) if self._at_hand is not None else None
        # Who works in notebooks goes on in one.
        layout: Layout = "ipynb" if path is not None and path.suffix == ".ipynb" else "py"
        laid = self._actions.go_on(self._at_hand, layout)
        if laid is None:
            return
        self._at_hand = laid.exercise
        if laid.kept:
            self._check(laid.exercise)
        else:  # it is seen as it lies there, and checked, which makes the next check fast
            self._just_laid_out = laid.exercise


def _no_answer(exercise: str) -> str:
    return f"there is no answer to {exercise} here yet: `kata start {exercise}` lays it out."


def shown(path: Path) -> str:
    """A whole path as it is shorter to read: from this folder on, if it lies below."""
    with suppress(OSError, ValueError):  # this folder is gone, or the path is not below it
        return os.fspath(path.relative_to(os.getcwd()))  # noqa: PTH109 - links stay as they are named
    return os.fspath(path)
