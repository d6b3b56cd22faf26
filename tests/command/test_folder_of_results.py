"""Where the results cannot be written, or the run is broken off: said in a sentence, and nothing is lost."""

import os
import signal
import subprocess
import time

import pytest

from tests.command.support import (
    add_exercise,
    causes,
    gradebook,
    graded,
    hand_in,
    in_session,
    results,
    right,
    seed_of,
    start,
)
from tests.isolation.support import alive, descendants


@pytest.fixture
def small_class(tmp_path):
    return hand_in(tmp_path / "class", {f"s{i}/twice.py": right(by=str(i)) for i in range(4)})


def refused(ran, status=3):
    assert ran.status == status, ran
    assert ran.out == ""
    assert ran.err.startswith("kata: ")
    assert "Traceback" not in ran.err
    assert len(ran.err.strip().splitlines()) == 1


def test_a_file_in_the_place_of_the_folder(kata, pack, small_class, tmp_path):
    (tmp_path / "out").write_text("my notes")
    ran = kata("grade", "class", "-o", "out", "--pack", pack)
    refused(ran, status=2)
    assert "out is a file" in ran.err
    assert (tmp_path / "out").read_text() == "my notes"


@pytest.mark.parametrize("place", ["file/below", "/proc/nowhere"])
def test_a_folder_that_cannot_be_made(kata, pack, small_class, tmp_path, place):
    (tmp_path / "file").write_text("my notes")
    ran = kata("grade", "class", "-o", place, "--pack", pack)
    refused(ran)
    assert place in ran.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written(kata, pack, small_class, tmp_path):
    (tmp_path / "out").mkdir(mode=0o500)
    refused(kata("grade", "class", "-o", "out", "--pack", pack))


@pytest.mark.parametrize("name", ["results.jsonl", "gradebook.csv", "causes.csv", "summary.txt"])
def test_a_disk_that_is_full_when_a_file_is_written(kata, pack, small_class, tmp_path, name):
    """Every write to /dev/full fails as on a full disk."""
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / f"{name}.partial").symlink_to("/dev/full")
    ran = kata("grade", "class", "-o", "out", "--pack", pack)
    refused(ran)
    assert "No space left on device" in ran.err
    (tmp_path / "out" / f"{name}.partial").unlink()
    ran = kata("grade", "class", "-o", "out", "--pack", pack)
    assert ran.status == 0
    assert "Nothing to grade: all 4 were graded before" in ran.out
    assert len(results(tmp_path / "out")) == 4


def test_results_of_an_earlier_run_survive_a_run_that_cannot_write(kata, pack, small_class, tmp_path):
    kata("grade", "class", "-o", "out", "--pack", pack)
    before = (tmp_path / "out" / "results.jsonl").read_bytes()
    (tmp_path / "out" / "results.jsonl.partial").symlink_to("/dev/full")
    refused(kata("grade", "class", "-o", "out", "--pack", pack))
    assert (tmp_path / "out" / "results.jsonl").read_bytes() == before


def test_a_real_disk_that_fills_up(kata, pack, tmp_path):
    """A file system of 320 KB, and a class whose results need more; then there is room."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=320k", "tmpfs", disk], capture_output=True)
    if mounted.returncode:
        pytest.skip("mounting a small file system needs root, and a container that allows it")
    try:
        hand_in(tmp_path / "class", {f"s{i:03}/twice.py": f"x = {i}" for i in range(120)})
        ran = kata("grade", "class", "-o", disk / "out", "--pack", pack)
        refused(ran)
        assert "No space left on device" in ran.err
        assert not (disk / "out" / "results.jsonl").exists()
        kept = graded(disk / "out")
        assert 0 < kept < 120
        subprocess.run(["mount", "-o", "remount,size=16m", disk], check=True)
        ran = kata("grade", "class", "-o", disk / "out", "--pack", pack)
        assert ran.status == 1
        assert f"{120 - kept} graded, {kept} taken from an earlier run" in ran.out
        assert [each["student"] for each in results(disk / "out")] == [f"s{i:03}" for i in range(120)]
    finally:
        subprocess.run(["umount", disk], check=True)


# --------------------------------------------------------------------------- Ctrl-C


@pytest.fixture(scope="module")
def slow_pack(tmp_path_factory):
    folder = tmp_path_factory.mktemp("slow")
    add_exercise(folder, "twice", "2 * n", seconds=0.3, total=1.0)
    return folder


def interrupt_when(condition, folder, slow_pack, jobs):
    running = start("grade", "class", "-o", "out", "--jobs", jobs, "--pack", slow_pack, folder=folder)
    deadline = time.monotonic() + 60
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=60)
    return running, out, err


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_was_graded_before_ctrl_c_is_kept_and_said(slow_pack, tmp_path, jobs):
    loop = "def twice(n):\n    while True: pass\n"
    hand_in(tmp_path / "class", {f"s{i:02}/twice.py": f"{loop}# {i}" for i in range(40)})
    running, out, err = interrupt_when(lambda: graded(tmp_path / "out") >= 2, tmp_path, slow_pack, jobs)
    assert running.returncode == 130, err
    kept = results(tmp_path / "out")
    assert 2 <= len(kept) < 40
    assert [each["student"] for each in kept] == sorted(each["student"] for each in kept)
    assert {each["status"] for each in kept} == {"failed"}
    assert f"interrupted; {len(kept)} were graded and are kept, {40 - len(kept)} are left" in err
    assert "Traceback" not in out + err
    assert not (tmp_path / "out" / "results.jsonl.partial").exists()
    assert (tmp_path / "out" / "summary.txt").read_text().startswith("INTERRUPTED")
    assert len(gradebook(tmp_path / "out")) == 40
    (stopped,) = causes(tmp_path / "out")
    assert stopped["who"].split("; ") == [each["student"] for each in kept]
    assert in_session(running.pid) == []


def test_ctrl_c_leaves_no_server_and_no_worker(slow_pack, tmp_path):
    hand_in(tmp_path / "class", {f"s{i:02}/twice.py": f"while {i + 1}: pass" for i in range(40)})
    running = start("grade", "class", "-o", "out", "--jobs", 2, "--pack", slow_pack, folder=tmp_path)
    deadline = time.monotonic() + 60
    while not graded(tmp_path / "out") and time.monotonic() < deadline:
        time.sleep(0.01)
    below = descendants(running.pid)
    os.killpg(running.pid, signal.SIGINT)
    running.communicate(timeout=60)
    assert below
    assert not [pid for pid in below if alive(pid)]


def test_whoever_was_not_graded_is_graded_by_the_same_command_again(kata, slow_pack, tmp_path):
    wrong = "def twice(n):\n    while n == 3: pass\n    return 2 * n\n"
    hand_in(tmp_path / "class", {f"s{i:02}/twice.py": f"{wrong}# {i}" for i in range(8)})
    interrupt_when(lambda: graded(tmp_path / "out") >= 1, tmp_path, slow_pack, 2)
    seed = seed_of(tmp_path / "out")
    assert kata("grade", "class", "-o", "out", "--jobs", 2, "--pack", slow_pack).status == 1
    assert len(results(tmp_path / "out")) == 8
    assert {each["seed"] for each in results(tmp_path / "out")} == {seed}
