"""Several local workers at once: the work of a class, with a bounded part of it in flight."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from grader.isolate.control import Ready
from grader.isolate.local import AtLevelNone, LocalWorker

Item = TypeVar("Item")
Answer = TypeVar("Answer")


class Pool:
    """``jobs`` local workers, each used by one thread at a time; the rest is as for `LocalWorker`."""

    def __init__(
        self, jobs: int, private: tuple[Path, ...] = (), at_level_none: AtLevelNone = AtLevelNone.RUN
    ) -> None:
        self.jobs = jobs
        self._workers = [LocalWorker(private, at_level_none) for _ in range(jobs)]
        self._free: queue.SimpleQueue[LocalWorker] = queue.SimpleQueue()
        for worker in self._workers:
            self._free.put(worker)
        self._threads = ThreadPoolExecutor(jobs, thread_name_prefix="kata")

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.close()
        self._threads.shutdown(wait=True)

    def examine(self, kind: str) -> Ready:
        """What `LocalWorker.examine` says on one of the workers, before any of them is used."""
        return self._workers[0].examine(kind)

    def map(
        self, function: Callable[[LocalWorker, Item], Answer], items: Iterable[Item]
    ) -> Iterator[tuple[Item, Answer]]:
        """Call ``function(worker, item)`` for every item; yield pairs as they are ready."""

        def work(item: Item) -> Answer:
            worker = self._free.get()
            try:
                return function(worker, item)
            finally:
                self._free.put(worker)

        left = iter(items)
        running: dict[Future[Answer], Item] = {}
        while True:
            for item in islice(left, 2 * self.jobs - len(running)):
                running[self._threads.submit(work, item)] = item
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield running.pop(future), future.result()
