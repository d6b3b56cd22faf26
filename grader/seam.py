"""The one seam: what anything that runs tasks looks like (local, a pool, another machine, a test's fake)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from grader.model import Check, Limits, Seen, Task
from grader.worker.protocol import DescribeJob


class Worker(Protocol):
    """Something that runs tasks."""

    @property
    def layers(self) -> tuple[str, ...]:
        """The isolation layers that were in force."""

    def run(self, task: Task) -> Iterator[Seen]:
        """Run a task: a `Load`, then observations as they come."""

    def describe(self, job: DescribeJob, torch: bool, limits: Limits) -> tuple[Check, ...]:
        """Run an author's files of checks and tell the checks."""
