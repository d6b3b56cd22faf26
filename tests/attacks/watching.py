"""A local worker that is watched: what each run told, how long it took, which processes its servers are."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from inspect import signature
from pathlib import Path

from grader.isolate.local import LocalWorker
from grader.model import Seen, Task
from tests.attacks import processes


@dataclass
class Run:
    """One task as the worker ran it. ``seconds`` are the worker's alone: no judging, no start of a server."""

    task: Task
    seen: list[Seen] = field(default_factory=list)
    seconds: float = 0.0


class WatchedWorker(LocalWorker):
    """A worker that remembers its runs since `forget` was called, and the processes of its servers.

    ``family`` are all processes that belong or have belonged to a server when it was ready, ``sizes`` is how
    many there are below a server of each kind.

    Time is measured inside the worker: the judge, who looks at each observation as it comes, has no
    limit, and a server that must be started anew takes a second or two that no submission is to blame for.
    """

    def __init__(self, *private: Path) -> None:
        # A product that knows of private paths closes them to submissions; an older one closes all but a few.
        super().__init__(*([private] if "private" in signature(LocalWorker).parameters else []))
        self.runs: list[Run] = []
        self.family: set[int] = set()
        self.sizes: dict[str, int] = {}
        self._starting_s = 0.0

    def forget(self) -> None:
        """Forget the runs so far."""
        self.runs.clear()

    def run(self, task: Task) -> Iterator[Seen]:
        """Run a task and remember it."""
        run = Run(task)
        self.runs.append(run)
        watched = super().run(task)
        while True:
            began, starting = time.monotonic(), self._starting_s
            try:
                seen = next(watched, None)
            finally:
                run.seconds += time.monotonic() - began - (self._starting_s - starting)
            if seen is None:
                return
            run.seen.append(seen)
            yield seen

    def _server(self, kind):
        began = time.monotonic()
        known = set(self.servers().values())
        try:
            return super()._server(kind)
        finally:
            self._starting_s += time.monotonic() - began
            pid = self.servers().get(kind)
            if pid is not None and pid not in known:
                below = processes.below(pid, processes.table())
                self.family |= {pid, *below}
                self.sizes[kind] = len(below)

    @property
    def level(self) -> str:
        """How well its servers are isolated, where the product says that in a word."""
        levels = dict.fromkeys(str(getattr(server, "level", "")) for server in self._servers.values())
        return " and ".join(filter(None, levels))

    def servers(self) -> dict[str, int]:
        """The process of each server, by kind."""
        return {kind: server.process.pid for kind, server in self._servers.items()}

    def living(self) -> set[str]:
        """The kinds of server that there are and that live."""
        with contextlib.suppress(ChildProcessError):
            return {kind for kind, server in self._servers.items() if server.process.poll() is None}
        return set()
