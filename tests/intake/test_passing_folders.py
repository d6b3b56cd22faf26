"""Folders for what is unpacked: private, gone at the end, and not left behind by runs that were killed."""

import os
import signal
import stat
import subprocess
import sys

import pytest

from grader.passing import PassingFolder

HELD = """
import sys, time
from grader.passing import PassingFolder
print(PassingFolder("kata-test-").path, flush=True)
time.sleep(60)
"""


@pytest.fixture(autouse=True)
def own_place(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)


@pytest.fixture
def killed(tmp_path):
    """The folder of a process that was killed while it held it, and the process while it lives."""
    process = subprocess.Popen([sys.executable, "-c", HELD], stdout=subprocess.PIPE, text=True)
    path = tmp_path / os.path.basename(process.stdout.readline().strip())  # noqa: PTH119 - a text, not a path
    (path / "work").mkdir()
    (path / "work" / "answer.py").write_text("x = 1")
    yield process, path
    process.kill()
    process.wait()
    process.stdout.close()


def test_it_is_private_and_removed_with_all_that_is_in_it(tmp_path):
    folder = PassingFolder("kata-test-")
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    (folder.path / "a" / "b").mkdir(parents=True)
    folder.remove()
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_run_left_behind_is_removed_by_the_next(killed, tmp_path):
    process, path = killed
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert path.exists()
    folder = PassingFolder("kata-test-")
    assert list(tmp_path.iterdir()) == [folder.path]
    folder.remove()


def test_what_another_run_holds_stays(killed):
    _, path = killed
    PassingFolder("kata-test-").remove()
    assert (path / "work" / "answer.py").read_text() == "x = 1"


def test_what_this_run_holds_stays():
    first = PassingFolder("kata-test-")
    second = PassingFolder("kata-test-")
    assert first.path.exists()
    first.remove()
    second.remove()


def test_links_and_other_names_stay(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "kata-test-link").symlink_to(tmp_path / "mine")
    (tmp_path / "kata-other").mkdir()
    PassingFolder("kata-test-").remove()
    assert {path.name for path in tmp_path.iterdir()} == {"mine", "kata-test-link", "kata-other"}
