"""What does not belong beside the database, and disks that are full: nothing good is lost, and it is told."""

import errno
import os
import resource
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from grader.errors import HarnessError, UsageError
from grader.practice import database
from grader.practice.events import event
from grader.practice.progress import Progress

MANY = 60


class Kept:
    """A folder of progress with events in it, and what was told about it."""

    def __init__(self, folder):
        self.folder = folder
        self.path = folder / "progress.sqlite"
        self.ready = folder / "progress.ready.sqlite"
        self.told = []
        self.events = [event("hint", f"exercise_{number % 7}", number=1) for number in range(MANY)]
        Progress(folder).record(*self.events)

    def progress(self):
        return Progress(self.folder, self.told.append)

    def aside(self):
        return sorted(self.folder.glob("progress.damaged-*.sqlite"))


@pytest.fixture
def kept(tmp_path):
    return Kept(tmp_path / "data")


def database_of(folder, *events):
    """The bytes of a whole database."""
    Progress(folder).record(*events)
    return (folder / "progress.sqlite").read_bytes()


# ---------------------------------------------------------------- damage that SQLite tells in no letters


def test_a_table_whose_words_are_no_text_is_damage(kept):
    content = kept.path.read_bytes()
    kept.path.write_bytes(content.replace(b"tableworkspaces", b"tablework\x94paces", 1))
    assert kept.progress().events() == kept.events
    assert len(kept.told) == len(kept.aside()) == 1
    assert kept.progress().record(event("started", "twice")) == 1


# ---------------------------------------------------------------- what is called ready, and is not


def garbage(path):
    path.write_bytes(b"\xffgarbage" * 9)


def nothing(path):
    path.write_bytes(b"")


def a_folder(path):
    path.mkdir()


def cut_short(path):
    path.write_bytes(database_of(path.parent.with_name("another"), event("started", "x"))[:6000])


def another_database(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE notes (text)")


@pytest.mark.parametrize(
    "make",
    [garbage, nothing, a_folder, cut_short, another_database],
    ids=lambda make: make.__name__,
)
def test_what_only_seems_ready_takes_the_place_of_no_good_file(kept, make):
    make(kept.ready)
    new = event("started", "twice")
    assert kept.progress().record(new) == 1
    assert kept.progress().events() == [*kept.events, new]
    (sentence,) = kept.told
    assert str(kept.ready) in sentence
    assert kept.aside()[0].name in sentence
    assert not os.path.lexists(kept.ready)
    assert kept.path.is_file()


def test_entries_in_what_only_seems_ready_are_taken_over(kept):
    lost = [event("hint", "thrice", number=number) for number in (1, 2)]
    content = database_of(kept.folder.with_name("another"), *lost)
    kept.ready.write_bytes(b"garbage" + content[7:])
    assert kept.progress().events() == [*kept.events, *lost]
    assert kept.aside()[0].read_bytes() == b"garbage" + content[7:]
    assert "2 entries" in kept.told[0]


def test_what_only_seems_ready_beside_a_damaged_file_costs_nothing_of_either(kept):
    lost = event("hint", "thrice", number=1)
    content = database_of(kept.folder.with_name("another"), lost)
    kept.ready.write_bytes(b"garbage" + content[7:])
    kept.path.write_bytes(b"garbage" + kept.path.read_bytes()[7:])
    assert kept.progress().events() == [*kept.events, lost]
    assert len(kept.aside()) == len(kept.told) == 2


def test_a_whole_file_that_is_ready_keeps_what_the_one_before_it_held(kept):
    kept.ready.write_bytes(database_of(kept.folder.with_name("another"), event("started", "twice")))
    assert len(kept.progress().events()) == MANY + 1
    (sentence,) = kept.told
    assert f"{MANY + 1} entries" in sentence
    assert len(kept.aside()) == 1


def test_a_ready_file_of_a_newer_kata_is_left_as_it_is(kept):
    kept.ready.write_bytes(database_of(kept.folder.with_name("another"), event("started", "twice")))
    with closing(sqlite3.connect(kept.ready)) as connection:
        connection.execute("UPDATE meta SET value = '2' WHERE name = 'schema'")
        connection.commit()
    with pytest.raises(UsageError, match=r"newer kata .*schema 2"):
        kept.progress().events()
    assert kept.ready.is_file()
    assert not kept.aside()


# ---------------------------------------------------------------- links and pipes


def test_a_lock_that_is_a_link_costs_the_file_behind_it_nothing(kept, tmp_path):
    lock, thesis = kept.folder / "progress.lock", tmp_path / "thesis.txt"
    lock.unlink()
    thesis.write_text("three years of work")
    lock.symlink_to(thesis)
    assert kept.progress().events() == kept.events
    with pytest.raises(HarnessError, match=r"progress\.lock .*link"):
        kept.progress().record(event("started", "twice"))
    assert thesis.read_text() == "three years of work"


def test_a_lock_that_has_another_name_too_costs_that_nothing(kept, tmp_path):
    lock, thesis = kept.folder / "progress.lock", tmp_path / "thesis.txt"
    lock.unlink()
    thesis.write_text("three years of work")
    lock.hardlink_to(thesis)
    with pytest.raises(HarnessError, match=r"progress\.lock .*link"):
        kept.progress().record(event("started", "twice"))
    assert thesis.read_text() == "three years of work"


def test_a_link_to_a_file_that_is_gone_is_no_new_beginning(kept, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    kept.path.rename(disk / "mine.sqlite")
    kept.path.symlink_to(disk / "mine.sqlite")
    assert kept.progress().events() == kept.events
    disk.rename(tmp_path / "unmounted")
    assert kept.progress().events() == []
    assert "a link to a file that is not there" in kept.told[0]
    with pytest.raises(HarnessError, match="a link to a file that is not there"):
        kept.progress().record(event("started", "twice"))
    (tmp_path / "unmounted").rename(disk)
    assert kept.progress().events() == kept.events


READING = """
import sys
from pathlib import Path
from grader.practice.progress import Progress
print(len(Progress(Path(sys.argv[1]), print).events()))
"""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("name", ["progress.sqlite", "progress.ready.sqlite"])
def test_a_pipe_where_a_file_should_be_is_not_waited_for(tmp_path, name):
    os.mkfifo(tmp_path / name)
    ran = subprocess.run(
        [sys.executable, "-c", READING, tmp_path], capture_output=True, text=True, timeout=60
    )
    assert "it is no file" in ran.stdout, ran.stderr
    assert ran.stdout.endswith("\n0\n")


# ---------------------------------------------------------------- a disk that ends

FILLING = """
import resource, sys
from pathlib import Path
from grader.errors import HarnessError
from grader.practice.events import event
from grader.practice.progress import Progress
progress = Progress(Path(sys.argv[1]))
progress.record(event("started", "twice"))
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY))
try:
    for _ in range(2000):
        progress.record(event("hint", "twice", number=1))
except HarnessError as fault:
    print(fault.told)
"""


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="this system cannot limit a file's size")
def test_a_fault_of_the_disk_is_told_as_the_system_tells_it(tmp_path):
    ran = subprocess.run(
        [sys.executable, "-c", FILLING, tmp_path / "data"], capture_output=True, text=True, timeout=120
    )
    assert "File too large" in ran.stdout, ran.stdout + ran.stderr


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT], ids=errno.errorcode.get)
def test_a_disk_without_space_says_to_free_some(kept, monkeypatch, code):
    def full(*_, **__):
        raise OSError(code, os.strerror(code))

    def refuse(*_):
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(database, "alone", refuse)
    monkeypatch.setattr("tempfile.TemporaryFile", full)
    with pytest.raises(HarnessError, match="Free some space") as fault:
        kept.progress().record(event("started", "twice"))
    assert os.strerror(code) in fault.value.told
    assert "I/O" not in fault.value.told
