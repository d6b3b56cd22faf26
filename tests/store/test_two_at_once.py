"""Two that write into one folder: the second is refused clearly, and nothing is spoiled."""

import fcntl
import os
import signal

import pytest

from tests.command.support import hand_in, results, right, start
from tests.store.support import LOOP, sound
from tests.store.test_kills import until_graded


@pytest.fixture
def running(pack, tmp_path):
    """A run that goes on for a while."""
    hand_in(tmp_path / "class", {f"s{i:02}/twice.py": f"{LOOP}# {i}" for i in range(30)})
    first = start("grade", "class", "-o", "out", "--jobs", 1, "--seed", 3, "--pack", pack, folder=tmp_path)
    until_graded(tmp_path, "out", 1)
    yield first
    if first.poll() is None:
        os.killpg(first.pid, signal.SIGKILL)
    first.communicate()


def test_while_one_writes_the_others_are_refused_and_readers_are_not(running, kata, pack, tmp_path):
    hand_in(tmp_path / "other", {"zoe/twice.py": right()})
    refused = [
        kata("grade", "class", "-o", "out", "--pack", pack),
        kata("grade", "other", "-o", "out", "--pack", pack, "--regrade"),
        kata("override", "out", "s00", "twice", "--score", "1", "--reason", "in between"),
    ]
    for ran in refused:
        assert (ran.status, ran.out) == (2, "")
        assert "another kata is writing into out: wait for its end" in ran.err
    assert kata("diff", "out").status == 0
    assert running.poll() is None, "it was over too soon for this test to mean anything"
    os.killpg(running.pid, signal.SIGTERM)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    assert {each["student"][0] for each in results(tmp_path / "out")} == {"s"}
    assert sound(tmp_path / "out")


def test_who_was_killed_holds_nothing_any_more_and_its_log_is_taken_in(running, kata, pack, tmp_path):
    os.killpg(running.pid, signal.SIGKILL)
    running.wait(timeout=60)
    logs = {"results.sqlite-wal", "results.sqlite-shm"}
    assert logs <= {path.name for path in (tmp_path / "out").iterdir()}
    ran = kata("grade", "class", "-o", "out", "--pack", pack, "--student", "s00")
    assert ran.status == 1, ran.err
    assert "Nothing to grade: all 1" in ran.out
    assert not logs & {path.name for path in (tmp_path / "out").iterdir()}


def test_no_worker_keeps_the_folder_held_after_its_parent_died(running, kata, pack, tmp_path):
    """Killed alone, not with its group: what it has started must not stand in the way."""
    os.kill(running.pid, signal.SIGKILL)
    running.wait(timeout=60)
    assert kata("grade", "class", "-o", "out", "--pack", pack, "--student", "s00").status == 1


def test_who_comes_second_touches_nothing_in_the_folder(kata, pack, tmp_path):
    (tmp_path / "out").mkdir()
    hand_in(tmp_path / "class", {"ada/twice.py": right()})
    folder = os.open(tmp_path / "out", os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        ran = kata("grade", "class", "-o", "out", "--pack", pack)
        assert (ran.status, ran.out) == (2, "")
        assert "another kata is writing into out" in ran.err
        assert list((tmp_path / "out").iterdir()) == []
    finally:
        os.close(folder)
    assert kata("grade", "class", "-o", "out", "--pack", pack).status == 0
