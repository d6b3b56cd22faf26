"""A check that is cut off is neither told nor kept, and the next one is as good as any."""

import os
import signal
import threading
import time
from unittest.mock import Mock

import pytest

from grader.catalogue import load_pack
from grader.isolate.local import LocalWorker
from grader.practice.actions import Watched
from grader.practice.cancelling import Cancellation, Cancelled
from grader.practice.checking import Practice
from grader.practice.loop import watch_folder
from grader.practice.progress import Progress
from tests.practice.watching_support import ENDLESS, PATIENCE_S, RIGHT, make_pack


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    return load_pack(make_pack(tmp_path_factory.mktemp("pack")))


class Counting:
    """A worker that counts the tasks it was given."""

    def __init__(self, worker):
        self.worker = worker
        self.tasks = 0

    def __getattr__(self, name):
        return getattr(self.worker, name)

    def run(self, task):
        self.tasks += 1
        return self.worker.run(task)


@pytest.fixture(scope="module")
def worker():
    with LocalWorker() as local:
        yield Counting(local)


@pytest.fixture
def practice(worker, tmp_path):
    return Practice(worker, Progress(tmp_path / "data"))


@pytest.fixture
def answer(tmp_path):
    path = tmp_path / "slow.py"
    path.write_text(ENDLESS.replace("twice", "slow"))
    return path


def ask_while_it_runs(cancellation):
    """Ask from another thread for the end, as watching does: until it has come."""
    until = time.monotonic() + PATIENCE_S
    while cancellation.running_since is None and time.monotonic() < until:
        time.sleep(0.005)
    while cancellation.running_since is not None and time.monotonic() < until:
        cancellation.ask()
        time.sleep(0.005)


def test_a_check_ends_when_that_is_asked_for_and_is_not_tried_again(pack, practice, worker, answer):
    practice.key(pack.exercise("slow"))
    worker.tasks = 0
    cancellation = Cancellation()
    other = threading.Thread(target=ask_while_it_runs, args=(cancellation,))
    other.start()
    with pytest.raises(Cancelled):
        practice.check(pack.exercise("slow"), answer, cancellation=cancellation)
    other.join(PATIENCE_S)
    assert worker.tasks == 1
    assert cancellation.running_since is None
    assert practice.progress.events() == []


def test_the_check_after_one_that_was_cut_off(pack, practice, answer):
    cancellation = Cancellation()
    other = threading.Thread(target=ask_while_it_runs, args=(cancellation,))
    other.start()
    with pytest.raises(Cancelled):
        practice.check(pack.exercise("slow"), answer, cancellation=cancellation)
    other.join(PATIENCE_S)
    answer.write_text(RIGHT.replace("twice", "slow").replace("2", "4"))
    checked = practice.check(pack.exercise("slow"), answer, cancellation=Cancellation())
    assert (checked.result.status, checked.first_pass) == ("passed", True)


def test_a_check_that_is_to_end_before_it_has_begun_is_not_kept(pack, practice, answer):
    cancellation = Cancellation()
    cancellation.ask()
    with pytest.raises(Cancelled):
        practice.check(pack.exercise("slow"), answer, cancellation=cancellation)
    assert practice.progress.events() == []
    answer.write_text(RIGHT.replace("twice", "slow").replace("2", "4"))
    assert practice.check(pack.exercise("slow"), answer).result.status == "passed"


def test_what_is_saved_beside_it_while_the_verdict_is_told_is_checked_next(pack, practice, tmp_path):
    folder = tmp_path / "desk"
    folder.mkdir()
    mine = folder / "mine.py"
    mine.write_text("FACTOR = 1\n")
    (folder / "twice.py").write_text("from mine import FACTOR\n\ndef twice(n):\n    return FACTOR * n\n")
    told = []

    def tell(checked):
        told.append(checked.result.status)
        if len(told) == 2:
            raise KeyboardInterrupt
        mine.write_text("FACTOR = 2\n")

    ending = threading.Timer(PATIENCE_S, os.kill, (os.getpid(), signal.SIGINT))
    ending.start()
    with pytest.raises(KeyboardInterrupt):
        watch_folder(Watched(folder, pack), practice, practice.progress, Mock(checked=tell))
    ending.cancel()
    assert told == ["failed", "passed"]
