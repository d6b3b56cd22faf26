"""What counts as a save, however an editor puts it on the disk; and which keys were pressed."""

import os

import pytest

from grader.errors import UsageError
from grader.intake.own_files import read_own_file
from grader.practice.keys import single_keys
from grader.practice.watching import (
    GRACE_S,
    MOST_REST_S,
    REST_CHANGED,
    TWICE_S,
    Gone,
    Pace,
    Saved,
    Saves,
)

ANSWER = "def twice(n):\n    return 2 * n\n"


class Desk:
    """A folder of answers with a clock that stands still until it is told to go on."""

    def __init__(self, folder, own_folder=True):
        self.folder = folder
        self.answer = folder / "twice" / "twice.py" if own_folder else folder / "twice.py"
        self.answer.parent.mkdir(exist_ok=True)
        self.now = 0.0
        self.saved_at = 10**18
        self.write(ANSWER)
        self.saves = Saves(folder, ("twice", "thrice"), clock=lambda: self.now)

    def write(self, text, path=None):
        path = path or self.answer
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        self.saved_at += 10**9
        os.utime(path, ns=(self.saved_at, self.saved_at))
        return path

    def look(self, after_s=0.0):
        self.now += after_s
        return self.saves.look()

    def checked(self):
        """Take what lies there as checked."""
        self.saves.take_checked("twice", read_own_file(self.answer, "twice").digest)

    @property
    def saved(self):
        return [Saved("twice", self.answer)]

    @property
    def saved_beside(self):
        return [Saved("twice", self.answer, own=False)]


@pytest.fixture(params=[True, False], ids=["own folder", "plain folder"])
def desk(request, tmp_path):
    return Desk(tmp_path, own_folder=request.param)


def test_what_lies_there_at_first_is_no_news(desk):
    assert desk.look() == []


def test_a_save_is_told_once(desk):
    desk.write(ANSWER + "# 1\n")
    assert desk.look() == desk.saved
    assert desk.look() == []


def test_a_save_by_rename_is_told(desk):
    other = desk.write(ANSWER + "# 1\n", desk.answer.with_name(".twice.py.new"))
    assert desk.look() == []
    other.replace(desk.answer)
    assert desk.look() == desk.saved


def test_a_rename_that_keeps_the_time_of_the_file_is_told(desk):
    before = desk.answer.stat().st_mtime_ns
    other = desk.write(ANSWER, desk.answer.with_name("other.txt"))
    os.utime(other, ns=(before, before))
    other.replace(desk.answer)
    assert desk.look() == desk.saved


def test_the_same_content_twice_at_once_is_one_save(desk):
    desk.write(ANSWER + "# 1\n")
    assert desk.look() == desk.saved
    desk.write(ANSWER + "# 1\n")
    assert desk.look(TWICE_S / 2) == []


def test_the_same_content_later_is_a_save(desk):
    desk.write(ANSWER + "# 1\n")
    assert desk.look() == desk.saved
    desk.write(ANSWER + "# 1\n")
    assert desk.look(TWICE_S) == desk.saved


def test_other_content_at_once_is_a_save(desk):
    for number in range(3):
        desk.write(f"{ANSWER}# {number}\n")
        assert desk.look(0.01) == desk.saved


def test_removed_and_written_anew_is_one_save(desk):
    desk.answer.unlink()
    assert desk.look() == []
    assert desk.look(GRACE_S / 2) == []
    desk.write(ANSWER + "# 1\n")
    assert desk.look(GRACE_S) == desk.saved
    assert desk.look(GRACE_S) == []


def test_removed_for_good_is_told_once_and_its_return_is_a_save(desk):
    desk.answer.unlink()
    assert desk.look() == []
    assert desk.look(GRACE_S) == [Gone("twice", desk.answer)]
    assert desk.look(GRACE_S) == []
    desk.write(ANSWER)
    assert desk.look() == desk.saved


def test_a_file_that_is_emptied_before_it_is_written_is_one_save(desk):
    desk.write("")
    assert desk.look() == []
    desk.write(ANSWER + "# 1\n")
    assert desk.look(0.01) == desk.saved


def test_a_file_that_stays_empty_is_a_save(desk):
    desk.write("")
    assert desk.look() == []
    assert desk.look(GRACE_S) == desk.saved


def test_an_exercise_that_is_begun_later_is_a_save(desk):
    path = desk.write("def thrice(n):\n    return 3 * n\n", desk.folder / "thrice" / "thrice.py")
    assert desk.look() == [Saved("thrice", path)]


def test_the_newest_of_several_comes_last(desk):
    newer = desk.write("def thrice(n): ...\n", desk.folder / "thrice" / "thrice.py")
    desk.write(ANSWER + "# newest\n")
    assert desk.look() == [Saved("thrice", newer), *desk.saved]


@pytest.mark.parametrize(
    "name",
    ["4913", ".twice.py.swp", "twice.py~", "#twice.py#", ".#twice.py", "twice.tmp", "twice.2026-11-30-1.py"],
)
def test_what_editors_lay_beside_it_is_no_save(tmp_path, name):
    desk = Desk(tmp_path)
    desk.write(ANSWER + "# other\n", desk.answer.with_name(name))
    assert desk.look() == []
    desk.answer.with_name(name).unlink()
    assert desk.look() == []


def test_a_folder_beside_it_is_no_save(tmp_path):
    desk = Desk(tmp_path)
    desk.write(ANSWER, desk.answer.parent / "__pycache__" / "twice.cpython-311.pyc")
    desk.write(ANSWER, desk.answer.parent / ".ipynb_checkpoints" / "twice-checkpoint.py")
    assert desk.look() == []


def test_a_module_and_data_that_go_along_are_saves(desk):
    desk.write("import mine\nDATA = open('data.csv')\n" + ANSWER)
    assert desk.look() == desk.saved
    for name in ("mine.py", "data.csv", "mine.py"):
        desk.write(f"x = {desk.saved_at}\n", desk.answer.with_name(name))
        assert desk.look() == desk.saved_beside
        desk.checked()
        assert desk.look() == []


def test_a_package_that_goes_along_is_a_save(desk):
    desk.write("import tools\n" + ANSWER)
    assert desk.look() == desk.saved
    for name in ("__init__.py", "more.py", "__init__.py"):
        desk.write(f"x = {desk.saved_at}\n", desk.answer.parent / "tools" / name)
        assert desk.look() == desk.saved_beside
        assert desk.look() == []


def test_what_was_saved_after_it_was_read_for_the_check_is_a_save(desk):
    desk.write("x = 1\n", desk.answer.with_name("mine.py"))
    desk.write("import mine\n" + ANSWER)
    assert desk.look() == desk.saved
    before = read_own_file(desk.answer, "twice").digest
    desk.write("x = 2\n", desk.answer.with_name("mine.py"))
    desk.saves.take_checked("twice", before)
    assert desk.look() == desk.saved_beside


def test_a_second_change_within_the_same_tick_of_the_clock_is_a_save(desk):
    mine = desk.write("x = 1\n", desk.answer.with_name("mine.py"))
    desk.write("import mine\n" + ANSWER)
    assert desk.look() == desk.saved
    desk.write("x = 2\n", mine)
    assert desk.look() == desk.saved_beside
    before = mine.stat()
    desk.write("x = 3\n", mine)
    os.utime(mine, ns=(before.st_mtime_ns, before.st_mtime_ns))
    assert desk.look() == desk.saved_beside


def test_a_huge_answer_is_a_save_and_is_not_read(desk):
    with desk.answer.open("r+b") as file:
        try:
            file.truncate(60 * 2**30)
        except OSError:
            pytest.skip("needs a file system with files of 60 GB that hold nothing")
    assert desk.look() == desk.saved


def test_a_folder_is_listed_once_for_all_its_exercises(tmp_path, monkeypatch):
    listed = []
    scandir = os.scandir
    monkeypatch.setattr(os, "scandir", lambda folder: [listed.append(folder), scandir(folder)][1])
    Saves(tmp_path, [f"exercise_{number}" for number in range(30)]).look()
    assert listed == [tmp_path, tmp_path]


def test_looks_that_are_slow_are_seldom():
    now = [0.0]
    pace = Pace(lambda: now[0])
    assert pace.is_due(changed=False)
    with pace.looking():
        now[0] += 0.1
    assert not pace.is_due(changed=True)
    now[0] += 0.1 * REST_CHANGED + 0.001
    assert pace.is_due(changed=True)
    assert not pace.is_due(changed=False)
    now[0] += MOST_REST_S
    assert pace.is_due(changed=False)


def test_what_does_not_go_along_is_no_save(tmp_path):
    desk = Desk(tmp_path)
    for name in ("README.md", "notes.txt", "other.py"):
        desk.write("x = 1\n", desk.answer.with_name(name))
        assert desk.look() == []


def test_a_folder_that_is_gone_ends_it(tmp_path):
    folder = tmp_path / "desk"
    folder.mkdir()
    saves = Saves(folder, ("twice",))
    folder.rmdir()
    with pytest.raises(UsageError, match="gone"):
        saves.look()


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("hn", "hn"),
        ("\x1b[A", "\x1b"),
        ("\x1b[1;5Dq", "\x1bq"),
        ("\x1bOPh", "\x1bh"),
        ("\x1bh", "\x1b"),
        ("\x1b", "\x1b"),
        ("\x1b[200~x", "\x1bx"),
        ("é", "é"),
    ],
    ids=["letters", "arrow", "control arrow", "function", "alt", "escape", "paste", "accent"],
)
def test_a_key_that_sends_several_characters_is_one_key(typed, keys):
    assert single_keys(typed) == keys
