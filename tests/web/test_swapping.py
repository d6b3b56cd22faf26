"""A file in the place of another: its name never vanishes, and whoever is killed when, no text is lost."""

import errno
import os
import random
import stat
import subprocess
import sys
import threading
import time

import pytest

from grader.practice.workspace import is_kept
from grader.web import swapping
from grader.web.swapping import AT_WORK_S, Changed, Swapping, tidy, version_of

BEFORE, MINE, THEIRS = b"before = 1\n", b"mine = 1\n", b"theirs = 1\n"
LONG_AGO = time.time_ns() - 10**12


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "twice.py"
    path.write_bytes(BEFORE)
    return path


@pytest.fixture
def told():
    return []


@pytest.fixture
def swaps(told):
    return Swapping(told.append)


@pytest.fixture
def in_one_step(tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_bytes(b"1")
    other.write_bytes(b"2")
    if not swapping.exchange(one, other):
        pytest.skip("this disk does not exchange names")
    assert (one.read_bytes(), other.read_bytes()) == (b"2", b"1")
    one.unlink()
    other.unlink()


def beside(path):
    return sorted(file.read_bytes() for file in path.parent.glob(".*"))


def copies(path):
    return sorted(file.read_bytes() for file in path.parent.iterdir() if is_kept(file.name))


# --------------------------------------------------------------------------- exchanging


def test_the_name_is_there_all_the_time(path, swaps, in_one_step):
    missed, done = [], threading.Event()

    def look():
        while not done.is_set():
            try:
                os.close(os.open(path, os.O_RDONLY))
            except FileNotFoundError:
                missed.append(1)

    reader = threading.Thread(target=look)
    reader.start()
    data = BEFORE
    for number in range(100):
        older, data = data, b"%d\n" % number
        if number % 2:
            swaps.replace_any(path, data)
        else:
            swaps.replace(path, data, version_of(older))
    done.set()
    reader.join()
    assert missed == []


@pytest.mark.parametrize("in_between", [None, THEIRS])
def test_what_was_not_expected_gets_its_name_back(path, swaps, told, monkeypatch, in_between, in_one_step):
    """An editor saves once or twice while the page does."""
    exchange, steps = swapping.exchange, []

    def watched(new, name):
        steps.append(name)
        if len(steps) == 2 and in_between:
            name.write_bytes(in_between)
        return exchange(new, name)

    monkeypatch.setattr(swapping, "exchange", watched)
    with pytest.raises(Changed):
        swaps.replace(path, MINE, version_of(b"another"))
    assert len(steps) == 2
    assert path.read_bytes() == BEFORE
    assert copies(path) == ([in_between] if in_between else [])
    assert [copy.read_bytes() for copy in told] == copies(path)
    swaps.settle(now=True)
    assert beside(path) == []


def test_a_name_that_vanished_meanwhile_is_given_to_what_was_displaced(path, swaps, monkeypatch, in_one_step):
    exchange, steps = swapping.exchange, []

    def watched(new, name):
        steps.append(name)
        if len(steps) == 2:
            name.rename(name.with_name("twice.py~"))
        return exchange(new, name)

    monkeypatch.setattr(swapping, "exchange", watched)
    with pytest.raises(Changed):
        swaps.replace(path, MINE, version_of(b"another"))
    assert path.read_bytes() == BEFORE
    assert path.with_name("twice.py~").read_bytes() == MINE
    assert beside(path) == []


def test_a_file_that_is_gone_is_no_fault_of_the_disk(path, swaps):
    path.unlink()
    with pytest.raises(Changed):
        swaps.replace(path, MINE, version_of(BEFORE))
    assert list(path.parent.iterdir()) == []


def test_a_folder_that_took_the_name_keeps_it(path, swaps, in_one_step):
    path.unlink()
    path.mkdir()
    with pytest.raises(OSError, match="Is a directory"):
        swaps.replace(path, MINE, version_of(BEFORE))
    assert path.is_dir()
    swaps.settle(now=True)
    assert beside(path) == []


def test_a_copy_that_cannot_be_made_leaves_all_as_it_was(path, swaps, monkeypatch, in_one_step):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(swapping, "give_name", full)
    with pytest.raises(OSError, match="No space"):
        swaps.replace_any(path, MINE)
    assert path.read_bytes() == BEFORE
    swaps.settle(now=True)
    assert beside(path) == []


@pytest.mark.parametrize("fault", ["missing", errno.EINVAL, errno.ENOSYS])
def test_where_names_cannot_be_exchanged_it_takes_two_steps(path, swaps, monkeypatch, fault):
    def refused(*_):
        swapping.ctypes.set_errno(fault)
        return -1

    monkeypatch.setattr(swapping, "_renameat2", lambda: None if fault == "missing" else refused)
    swaps.replace(path, MINE, version_of(BEFORE))
    assert path.read_bytes() == MINE
    assert beside(path) == [BEFORE]
    with pytest.raises(Changed):
        swaps.replace(path, b"other", version_of(BEFORE))
    assert path.read_bytes() == MINE
    assert swaps.replace_any(path, THEIRS).read_bytes() == MINE
    assert path.read_bytes() == THEIRS
    swaps.settle(now=True)
    assert beside(path) == []


@pytest.mark.parametrize("mode", [0o600, 0o640])
def test_what_is_new_is_never_readable_by_more_than_the_file(path, swaps, monkeypatch, mode):
    path.chmod(mode)
    fsync, modes = os.fsync, []

    def look(handle):
        modes.extend(stat.S_IMODE(file.stat().st_mode) for file in path.parent.glob(".*"))
        fsync(handle)

    monkeypatch.setattr(swapping.os, "fsync", look)
    before = os.umask(0)
    try:
        swaps.replace(path, MINE, version_of(BEFORE))
    finally:
        os.umask(before)
    assert modes == [0o600]
    assert stat.S_IMODE(path.stat().st_mode) == mode


# --------------------------------------------------------------------------- after a kill


def left(path, moment, ending, data):
    path.with_name(f".{path.name}.{moment}-0123abcd.{ending}").write_bytes(data)


def test_the_newest_text_gets_a_free_name_and_the_others_become_copies(path, told):
    path.unlink()
    for number, token in enumerate((7, 3, 9, 1)):  # names that sort otherwise than they came
        file = path.with_name(f".twice.py.{LONG_AGO + number}-{token}123abcd.old")
        file.write_bytes(b"%d\n" % number)
    left(path, LONG_AGO + 4, "tmp", MINE)
    left(path, LONG_AGO + 9, "part", b"hal")
    left(path, LONG_AGO + 8, "tmp", b"")
    assert tidy(path, told.append)
    assert path.read_bytes() == MINE
    assert copies(path) == [b"0\n", b"1\n", b"2\n", b"3\n"]
    assert beside(path) == []
    assert len(told) == 4


def test_between_the_two_steps_the_new_text_is_the_newest(path, told):
    path.rename(path.with_name(f".twice.py.{LONG_AGO}-0123abcd.old"))
    left(path, LONG_AGO, "tmp", MINE)
    assert tidy(path, told.append)
    assert path.read_bytes() == MINE
    assert [copy.read_bytes() for copy in told] == copies(path) == [BEFORE]


@pytest.mark.parametrize("ending", ["old", "tmp"])
def test_what_differs_from_a_file_that_is_there_becomes_a_copy(path, told, ending):
    left(path, LONG_AGO, ending, THEIRS)
    left(path, LONG_AGO + 1, ending, BEFORE)
    assert tidy(path, told.append)
    assert path.read_bytes() == BEFORE
    assert copies(path) == [THEIRS]
    assert beside(path) == []


def test_what_another_program_is_about_is_left_until_later(path, told, monkeypatch):
    now = time.time_ns()
    for ending in ("old", "tmp", "part"):
        left(path, now, ending, THEIRS)
    path.with_name(".twice.py.0123abcd.tmp").write_bytes(b"kata start wri")
    assert not tidy(path, told.append)
    assert len(beside(path)) == 4
    path.unlink()
    path.with_name(f".twice.py.{now}-0123abcd.tmp").unlink()
    path.with_name(f".twice.py.{now}-0123abcd.old").unlink()
    assert not tidy(path, told.append)  # half of what `kata start` writes takes no name
    assert not path.exists()
    path.write_bytes(BEFORE)
    left(path, now, "old", THEIRS)
    monkeypatch.setattr(swapping.time, "time_ns", lambda: now + int(AT_WORK_S * 1e9) + 10**9)
    assert tidy(path, told.append)
    assert copies(path) == sorted([THEIRS, b"kata start wri"])
    assert beside(path) == []


def test_files_of_others_are_not_touched(path, told):
    others = [".twice.py.swp", ".twice.py.x.old", ".thrice.py.0123abcd.old", "twice.py.0123abcd.old"]
    for name in others:
        path.with_name(name).write_bytes(THEIRS)
    assert tidy(path, told.append)
    assert sorted(file.name for file in path.parent.iterdir()) == sorted([*others, "twice.py"])


SAVES = """
import sys
from pathlib import Path
from grader.web import swapping
if sys.argv[2] == "two steps":
    swapping.exchange = lambda *_: False
swaps, path = swapping.Swapping(print), Path(sys.argv[1])
text = path.read_bytes()
for number in range(int(text.split()[0]) + 1, 10**6):
    new = b"%d " % number + b"x = 1\\n" * 2000 + b"# end\\n"
    swaps.replace(path, new, swapping.version_of(text))
    text = new
    print(number, flush=True)
"""


@pytest.mark.parametrize("way", ["one step", "two steps"])
def test_whenever_a_server_is_killed_the_last_text_is_there(path, told, way, request, monkeypatch):
    if way == "one step":
        request.getfixturevalue("in_one_step")
    path.write_bytes(b"0 ")
    chance, saved = random.Random(3), 0
    for _ in range(15):
        command = [sys.executable, "-c", SAVES, str(path), way]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            saved = int(server.stdout.readline())
            time.sleep(chance.random() / 50)
            server.kill()
            saved = int([saved, *server.stdout.read().split()][-1])
        if way == "one step":
            assert path.exists()
        with monkeypatch.context() as later:
            moment = time.time_ns() + int(AT_WORK_S * 1e9)
            later.setattr(swapping.time, "time_ns", lambda moment=moment: moment)
            assert tidy(path, told.append)
        text = path.read_bytes()
        assert int(text.split()[0]) in (saved, saved + 1)
        assert text.endswith(b"# end\n")
        assert beside(path) == []
    kept = {int(data.split()[0]) for data in copies(path)}
    assert all(data.endswith(b"# end\n") for data in copies(path) if not data.startswith(b"0 "))
    assert len(kept) > 15
