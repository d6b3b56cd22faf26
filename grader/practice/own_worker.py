"""The worker that runs one's own files, as the command and the plugin for pytest open it."""

from __future__ import annotations

import os
import sys
from types import TracebackType
from typing import TYPE_CHECKING, Protocol

from grader.catalogue import Pack
from grader.seam import Worker

if TYPE_CHECKING:
    from grader.isolate.control import Ready

PLAIN = "KATA_PLAIN"


class OwnWorker(Worker, Protocol):
    """A worker for one's own files; it is closed at the end of a ``with``."""

    def __enter__(self) -> OwnWorker:
        """The worker itself."""

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""

    def prepare(self, kind: str) -> None:
        """Start what runs tasks of a kind, and do not wait for it."""

    def stop(self) -> None:
        """End what runs now, from another thread; its checks come back as died. Nothing if nothing runs."""

    def examine(self, kind: str) -> Ready:
        """How tasks are isolated, and what was tried to find that out; raises `HarnessError`."""


def runs_plain() -> bool:
    """Whether one's own files run in plain processes: not on Linux, or where ``KATA_PLAIN=1`` asks for it."""
    return sys.platform != "linux" or os.environ.get(PLAIN, "0") not in ("", "0")


def open_own_worker(pack: Pack) -> OwnWorker:
    """The worker that runs one's own files; what this imports is waited for before a server can start."""
    if runs_plain():
        from grader.plain.worker import PlainWorker

        return PlainWorker()
    from grader.isolate.local import LocalWorker
    from grader.private import private_folders

    return LocalWorker(private_folders(pack))
