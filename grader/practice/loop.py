"""Watching: each save is checked and told, and keys help along. Of its threads the main one alone tells."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from grader.errors import KataError
from grader.model import Exercise
from grader.practice.actions import Actions, Teller, Watched
from grader.practice.background import Background, Done, Job
from grader.practice.checking import Checked, Practice
from grader.practice.keys import keys_of_terminal
from grader.practice.laying import Layout, layout_of
from grader.practice.messages import Event, Mailbox, Message, Pressed
from grader.practice.progress import Progress
from grader.practice.restless import QUIET_S, Restless
from grader.practice.showing import near
from grader.practice.signals import ends_told, stops_told
from grader.practice.watching import FolderWatch, Gone, Pace, Saved, Saves

QUIT = ("q", "\x04")  # Ctrl-D ends what reads from a terminal
SILENT = ("\r", "\n", " ")
TICK_S = 0.05
# From when on a check is said to be running still.
SLOW_S = 0.7
NOTHING_BEGUN = "no exercise is begun here yet: `kata next` lays one out, and so does the key n."
# So long another program may keep from the progress; its own verdicts are to be told soon.
PROGRESS_WAIT_S = 1.0
MAKING_READY = "the checks are being made ready; the first time this takes a while."
RESTLESS = f"it changes again and again, so from now on it is checked {QUIET_S:g} s after a change."
CHANGED_MEANWHILE = "it changed while it was checked: save it again to have it checked again."


def watch_folder(watched: Watched, practice: Practice, progress: Progress, teller: Teller) -> int:
    """Watch a folder until the user ends it; gives the exit status.

    Raises
    ------
    UsageError
        The folder is gone.
    KeyboardInterrupt
        Ctrl-C was pressed, or the terminal was closed.
    """
    mailbox = Mailbox()
    progress.wait_s = PROGRESS_WAIT_S
    with (
        ends_told(lambda: mailbox.put(Event.ENDED)),
        Background(practice, mailbox.put) as background,
        keys_of_terminal(lambda key: mailbox.put(Pressed(key)), lambda: mailbox.put(Event.CLOSED)) as keyed,
    ):
        loop = Loop(watched, Actions(watched, progress, teller), teller, background, keyed=keyed)
        folder_watch = FolderWatch(
            watched.folder,
            watched.pack.exercises,
            lambda changed: mailbox.put(Event.CHANGED if changed else Event.LOOK),
        )
        with stops_told(loop.repeat):
            loop.begin()
            with folder_watch:
                return _run(loop, mailbox)


def _run(loop: Loop, mailbox: Mailbox) -> int:
    while True:
        message = mailbox.get(TICK_S if loop.busy else None)
        if message in (Event.CLOSED, Event.ENDED):
            raise KeyboardInterrupt
        if isinstance(message, Pressed) and message.key.lower() in QUIT:
            return 0
        if message is not None:
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
        self._pace = Pace()
        self._look_wanted = False
        self._restless = Restless()
        self._changed_meanwhile = False
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
        """Whether there is something to do soon, whatever happens."""
        return self._job is not None or self._look_wanted or bool(self._waiting)

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

    def repeat(self) -> None:
        """Have the check that runs done again: its time went on during a stop. For a signal handler."""
        job = self._job
        if job is not None:
            job.cancellation.asked = True

    def take(self, message: Message) -> None:
        """Take what happened."""
        if isinstance(message, Done):
            self._end(message)
        elif isinstance(message, Pressed):
            self._held.append(message.key.lower())
        elif message is Event.CHANGED or self._pace.is_due(changed=False):
            self._look_wanted = True

    def go_on(self) -> None:
        """Do what can be done now."""
        if self._look_wanted and self._pace.is_due(changed=True):
            self._look()
        while True:
            due = next(filter(self._restless.is_due, self._waiting), None)
            if self._job is None and due is not None:
                self._waiting.remove(due)
                self._begin_check(due)
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
        with self._pace.looking():
            found = self._saves.look()
        self._look_wanted = self._saves.unsettled
        for news in found:
            if isinstance(news, Gone):
                self._teller.says(
                    "it was removed; it is checked again when it is back.", str(near(news.path))
                )
            else:
                self._at_hand = news.exercise
                self._take_saved(news)

    def _take_saved(self, saved: Saved) -> None:
        name = saved.exercise
        running = self._job is not None and self._job.exercise.name == name
        known = name in self._restless
        if not self._restless.changed(name, own=saved.own, checked_now=running):
            self._check(name)
            return
        if not known:
            self._teller.says(RESTLESS, str(near(saved.path)))
        if running and known:
            self._changed_meanwhile = True
        else:
            self._check(name)

    def _check(self, name: str) -> None:
        """Have an answer checked: now, for the newest is the one that counts."""
        if name in self._waiting:
            self._waiting.remove(name)
        self._waiting.append(name)
        if self._job is not None and not self._job.cancellation.asked:
            self._job.cancellation.ask()

    def _begin_check(self, name: str) -> None:
        path = self._saves.path(name)
        if path is None or not path.is_file():
            return
        self._job = Job(self._watched.pack.exercises[name], path, str(near(path)))
        self._told_slow = None
        self._changed_meanwhile = False
        self._restless.begins(name)
        self._background.put(self._job)

    def _attend(self, job: Job) -> None:
        """End a check that is to be ended; of one that takes long, say so."""
        if job.cancellation.asked:
            job.cancellation.ask()
        elif job.exercise.name != self._just_laid_out:
            self._tell_slow(job)

    def _tell_slow(self, job: Job) -> None:
        since = job.cancellation.running_since
        limit_s = job.exercise.limits.time_per_submission_s
        limit = f"still at it; after {limit_s:g} s of processor time it is stopped."
        told = MAKING_READY if since is None else limit
        if told != self._told_slow and time.monotonic() - (since or job.since) > SLOW_S:
            self._told_slow = told
            self._teller.says(told, job.shown)

    def _end(self, done: Done) -> None:
        name = done.job.exercise.name
        if name in self._restless or self._pace.is_due(changed=True):
            self._look()  # what was saved until now, or changed by the answer itself, is seen as such
        self._job = None
        if done.job.cancellation.asked:
            if name not in self._waiting:
                self._waiting.append(name)
            return
        if done.fault is not None:
            if not isinstance(done.fault, KataError):
                raise done.fault
            self._teller.says(done.fault.told, done.job.shown)
        if done.checked is not None:
            self._tell(done.job.exercise, done.checked)
        if self._changed_meanwhile:
            self._teller.says(CHANGED_MEANWHILE, done.job.shown)
        elif done.checked is not None:
            self._saves.take_checked(name, done.checked.result.fingerprint.submission)
        self._restless.ended(name, changed=self._changed_meanwhile)

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
        self._restless.hurry(exercise.name)
        self._check(exercise.name)

    def _next(self) -> None:
        path = self._saves.path(self._at_hand) if self._at_hand is not None else None
        # Who works in notebooks goes on in one.
        layout: Layout = layout_of(path) if path is not None else "py"
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
