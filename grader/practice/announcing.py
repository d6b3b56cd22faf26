"""Checks told one by one, as they come, while the others still run."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import TYPE_CHECKING

from grader.errors import HarnessError
from grader.model import Check, Key, Limits, Observation, Seen, Status, Task
from grader.seam import Worker
from grader.worker.protocol import DescribeJob

if TYPE_CHECKING:
    from grader.judge import Place, Truths

Announce = Callable[[int, Status], None]
"""What is told of a check: its index in the key, and its status."""


class Announcing:
    """A worker that has each check of a submission told as soon as its last case was seen.

    Parameters
    ----------
    worker
        What runs the checks.
    key
        The answer key of the exercise.
    announce
        Called with the index of the check and its status. What it is told may change in the end, where a
        fault of the harness has the submission run again.
    """

    def __init__(self, worker: Worker, key: Key, announce: Announce) -> None:
        self._worker = worker
        self._key = key
        self._announce = announce
        # What the reference and its truths gave, by check and case.
        self._wanted: tuple[Mapping[Place, Observation], Truths] | None = None

    @property
    def layers(self) -> tuple[str, ...]:
        """The isolation layers that were in force."""
        return self._worker.layers

    def describe(self, job: DescribeJob, torch: bool, limits: Limits) -> tuple[Check, ...]:
        """Run an author's files of checks, as the worker does."""
        return self._worker.describe(job, torch, limits)

    def run(self, task: Task) -> Iterator[Seen]:
        """Run a task as the worker does; nothing of what was seen is changed."""
        watched = self._worker.run(task)
        left = [len(check.cases) for check in self._key.checks]
        held: dict[int, list[Observation]] = {}
        try:
            for seen in watched:
                yield seen
                if isinstance(seen, Observation) and 0 <= seen.check < len(left):
                    held.setdefault(seen.check, []).append(seen)
                    left[seen.check] -= 1
                    if left[seen.check] == 0:
                        self._tell(seen.check, held.pop(seen.check))
        finally:
            if isinstance(watched, Generator):
                watched.close()

    def _tell(self, index: int, seen: list[Observation]) -> None:
        from grader.judge import judge_check, places

        key = self._key
        if self._wanted is None:
            truths = {name: places(observations) for name, observations in key.truths}
            self._wanted = places(key.expected), truths
        try:
            judged = judge_check(index, key.checks[index], places(seen), *self._wanted, key.own_verdicts)
        except HarnessError:  # the judge of the whole says what is to be said of it
            return
        self._announce(index, judged.status)
