"""Runs: one thread, one worker. What comes of a run is told as it comes; a newer run ends the older one."""

from __future__ import annotations

import contextlib
import importlib
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from grader.errors import HarnessError, KataError
from grader.model import Exercise, Submission
from grader.needs import server_kind
from grader.practice.cancelling import Cancellation, Cancelled
from grader.practice.progress import Progress

if TYPE_CHECKING:
    from grader.practice.checking import Checked, Practice
    from grader.practice.own_worker import OwnWorker

Event = Mapping[str, Any]
# How often a run is asked to end until it has: its worker may be just about to start.
INSIST_S = 0.05
# A key that is not there by then is being made.
PREPARING_AFTER_S = 0.25
# A run that is cancelled ends sooner; what makes an answer key may not.
CLOSE_WITHIN_S = 3.0
OUR_FAULT = (
    "The grader itself failed, and no attempt was counted. What happened stands in the terminal of "
    "`kata serve`."
)
# What the first verdict needs, and no page before it.
LATER = ("grader.grade", "grader.prepared", "grader.fragments.verdict", "grader.pictures.compared")
CLOSING = "kata serve is ending."


@dataclass(eq=False)
class Run:
    """An answer to check. ``tell`` is called in other threads, with each event, and at the end with None."""

    exercise: Exercise
    submission: Submission
    tell: Callable[[Event | None], None]
    cancellation: Cancellation = field(default_factory=Cancellation)


class Runner:
    """Checks answers one after the other, and makes ready what the next one needs in between.

    Parameters
    ----------
    open_worker
        Opens the worker; called in the thread of the runs, when the first thing is to be done.
    progress
        Where attempts are kept.
    verdict
        Makes the event that tells of what came of a check.
    log
        Called with what whoever runs the server should know of.
    """

    def __init__(
        self,
        open_worker: Callable[[], OwnWorker],
        progress: Progress,
        verdict: Callable[[Checked], Event],
        log: Callable[[str], None],
    ) -> None:
        self._open_worker = open_worker
        self._progress = progress
        self._verdict = verdict
        self._log = log
        self._changed = threading.Condition()
        self._waiting: deque[Run] = deque()
        self._chores: deque[Callable[[Practice], None]] = deque()
        self._now: Run | None = None
        self._closed = self._warmed = False
        self._why_closed = CLOSING
        self._threads = [
            threading.Thread(target=target, name=name, daemon=True)
            for target, name in ((self._work, "kata-run"), (self._insist, "kata-stop"))
        ]

    def __enter__(self) -> Runner:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()
        for thread in self._threads:
            thread.join(CLOSE_WITHIN_S)

    # ------------------------------------------------------------------- from any thread

    @property
    def ended(self) -> bool:
        """Whether nothing more is begun."""
        return self._closed

    def end(self) -> None:
        """End all runs, and begin no other."""
        with self._changed:
            self._closed = True
            self._chores.clear()
        self._cancel(lambda _: True)

    def submit(self, run: Run) -> None:
        """Have an answer checked; an older run of the same exercise is ended."""
        self.stop(run.exercise.name)
        with self._changed:
            if not self._closed:
                self._waiting.append(run)
                self._changed.notify_all()
                return
        run.tell({"event": "fault", "message": self._why_closed})
        run.tell(None)

    def stop(self, exercise: str) -> None:
        """End what runs of an exercise."""
        self._cancel(lambda run: run.exercise.name == exercise)

    def cancel(self, run: Run) -> None:
        """End a run, of whom nobody listens any more."""
        self._cancel(lambda one: one is run)

    def chore(self, task: Callable[[Practice], None]) -> None:
        """Have something done with the worker while nothing is checked; of such tasks the last goes first."""
        with self._changed:
            if not self._closed:
                self._chores.append(task)
                self._changed.notify_all()

    def warm_up(self) -> None:
        """Start the server that most answers run on, and import what the first verdict needs."""

        def warm(practice: Practice) -> None:
            practice.worker.prepare("numpy")
            for module in LATER:
                importlib.import_module(module)

        if not self._warmed:
            self._warmed = True
            self.chore(warm)

    def make_ready(self, exercise: Exercise, submission: Submission | None) -> None:
        """Start the server that an answer runs on and make the key of its exercise, or read it."""
        units = submission.units if submission is not None else ()

        def ready(practice: Practice) -> None:
            with contextlib.suppress(KataError):  # it is told when it is run
                practice.worker.prepare(server_kind(exercise, units))
                practice.key(exercise)

        self.chore(ready)

    def _cancel(self, which: Callable[[Run], bool]) -> None:
        with self._changed:
            ended = [run for run in self._waiting if which(run)]
            for run in ended:
                self._waiting.remove(run)
            if self._now is not None and which(self._now):
                self._now.cancellation.asked = True
            self._changed.notify_all()
        for run in ended:
            run.tell({"event": "cancelled"})
            run.tell(None)

    # ------------------------------------------------------------------- in threads of their own

    def _insist(self) -> None:
        """Ask the run that is to end for it, again and again until it has."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._is_to_end or (self._closed and self._now is None))
                now = self._now
                if now is None:
                    return
            now.cancellation.ask()
            time.sleep(INSIST_S)

    @property
    def _is_to_end(self) -> bool:
        return self._now is not None and self._now.cancellation.asked

    def _work(self) -> None:
        task = self._next()
        if task is None:
            return
        from grader.practice.checking import Practice  # slow to import, so not before the first page

        with contextlib.ExitStack() as stack:
            try:
                worker = stack.enter_context(self._open_worker())
            except Exception:  # noqa: BLE001 - the pages are there all the same, and say so
                self._log(traceback.format_exc())
                self._give_up()
                return
            practice = Practice(worker, self._progress)
            while task is not None:
                try:
                    task(practice)
                except Exception:  # noqa: BLE001 - no fault ends the server
                    self._log(traceback.format_exc())
                task = self._next()

    def _give_up(self) -> None:
        """Nothing can be run: whoever waits for it is told, and whoever comes."""
        with self._changed:
            self._closed, self._why_closed = True, OUR_FAULT
            waiting = [run for run in (self._now, *self._waiting) if run is not None]
            self._now = None
            self._waiting.clear()
            self._changed.notify_all()
        for run in waiting:
            run.tell({"event": "fault", "message": OUR_FAULT})
            run.tell(None)

    def _next(self) -> Callable[[Practice], None] | None:
        """What to do now: runs in their order, then what makes ready for the page that was opened last."""
        with self._changed:
            self._now = None
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._waiting or self._chores or self._closed)
            if self._waiting:
                run = self._now = self._waiting.popleft()
                return lambda practice: self._do(run, practice)
            return self._chores.pop() if self._chores else None

    def _do(self, run: Run, practice: Practice) -> None:
        try:
            run.tell(self._checked(run, practice))
        except Cancelled:
            run.tell({"event": "cancelled"})
        except KataError as fault:
            if isinstance(fault, HarnessError):
                self._log(f"{run.exercise.name}: {fault}")
            run.tell({"event": "fault", "message": fault.told})
        except Exception:  # noqa: BLE001 - it is told and logged, and the server goes on
            self._log(traceback.format_exc())
            run.tell({"event": "fault", "message": OUR_FAULT})
        finally:
            run.tell(None)

    def _checked(self, run: Run, practice: Practice) -> Event:
        practice.worker.prepare(server_kind(run.exercise, run.submission.units))
        with _told_if_slow(lambda: run.tell({"event": "preparing"})):
            key = practice.key(run.exercise)
        run.cancellation.require_none()
        checks = [
            {"name": check.name, "points": check.points, "visibility": check.visibility}
            for check in key.checks
        ]
        run.tell({"event": "started", "checks": checks})
        checked = practice.check_submission(
            run.exercise,
            run.submission,
            cancellation=run.cancellation,
            announce=lambda index, status: run.tell(
                {"event": "check", "index": index, "status": status.value}
            ),
        )
        return self._verdict(checked)


@contextlib.contextmanager
def _told_if_slow(tell: Callable[[], None]) -> Iterator[None]:
    """Tell if something takes longer; never after it has ended."""
    lock, ended = threading.Lock(), False

    def slow() -> None:
        with lock:
            if not ended:
                tell()

    timer = threading.Timer(PREPARING_AFTER_S, slow)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        with lock:
            ended = True
