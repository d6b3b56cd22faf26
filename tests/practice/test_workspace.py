"""The workspace is found from anywhere inside it, and the answers in it are found as students name them."""

import os
from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.practice.workspace import (
    Workspace,
    answers_in,
    answers_to,
    choose_workspace,
    find_workspace,
    workspace_in,
)
from tests.command.support import write

MARKER = "schema = 1\n"
CODE = "def twice(n):\n    return n + n\n"


def student_pack(folder):
    write(folder / "exercises" / "twice" / "exercise.toml", "schema = 1\n")
    return folder


def paths(answers):
    return [answer.path for answer in answers]


def changed_at(path, seconds):
    write(path, CODE)
    os.utime(path, (seconds, seconds))
    return path


# ------------------------------------------------------------------------------- where it is


def test_a_workspace_is_found_from_any_folder_or_file_inside_it(tmp_path, monkeypatch):
    write(tmp_path / "kata.toml", MARKER)
    write(tmp_path / "a" / "b" / "twice.py", CODE)
    for start in (tmp_path, tmp_path / "a" / "b", tmp_path / "a" / "b" / "twice.py"):
        assert find_workspace(start) == Workspace(tmp_path)
    monkeypatch.chdir(tmp_path / "a")
    assert find_workspace(Path()) == Workspace(tmp_path)


def test_the_nearest_workspace_is_taken(tmp_path):
    write(tmp_path / "kata.toml", MARKER)
    write(tmp_path / "inner" / "kata.toml", MARKER)
    assert find_workspace(tmp_path / "inner" / "x") == Workspace(tmp_path / "inner")


def test_a_student_pack_is_a_workspace_and_a_pack_with_solutions_is_none(tmp_path):
    pack = student_pack(tmp_path / "pack")
    assert find_workspace(pack / "exercises" / "twice") == Workspace(pack, pack)
    (pack / "solutions").mkdir()
    assert workspace_in(pack) is None


def test_the_pack_of_a_workspace_may_be_named_from_it(tmp_path):
    write(tmp_path / "work" / "kata.toml", 'schema = 1\npack = "../pack"\n')
    assert find_workspace(tmp_path / "work") == Workspace(tmp_path / "work", tmp_path / "pack")


DAMAGED = {
    "half": "schema = ",
    "of another schema": "schema = 2\n",
    "empty": "",
    "with no path": "schema = 1\npack = 3",
    "not text": "\xff",
    "with more digits than Python reads": f"schema = {'1' * 5000}",
    "nested too deep": f"schema = {'[' * 5000}",
    "with a long dotted key": f"schema{'.a' * 5000} = 1",
    "huge": f"{'a.' * 200_000}a = 1",
}


@pytest.mark.parametrize("text", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_workspace_is_named_and_never_passed_over(tmp_path, text):
    (tmp_path / "kata.toml").write_bytes(text.encode("latin-1"))
    with pytest.raises(UsageError, match=r"kata\.toml"):
        find_workspace(tmp_path / "a")


def test_of_a_huge_file_little_is_read(tmp_path):
    with (tmp_path / "kata.toml").open("wb") as file:
        file.truncate(1 << 40)  # more than any memory
    with pytest.raises(UsageError, match="is no file of kata's"):
        find_workspace(tmp_path)


def test_a_folder_named_like_the_marker_makes_no_workspace(tmp_path):
    (tmp_path / "kata.toml").mkdir()
    assert workspace_in(tmp_path) is None


@pytest.mark.skipif(os.geteuid() == 0, reason="every folder is open to root: run the tests as another user")
def test_a_folder_that_is_closed_is_no_workspace_and_holds_no_answer(tmp_path):
    write(tmp_path / "kata.toml", MARKER)
    write(tmp_path / "twice.py", CODE)
    tmp_path.chmod(0)
    try:
        assert workspace_in(tmp_path) is None
        assert answers_to(tmp_path, "twice") == answers_in(tmp_path, ["twice"]) == []
    finally:
        tmp_path.chmod(0o700)


# ------------------------------------------------------------------------------- where to begin


def test_an_empty_folder_becomes_the_workspace(tmp_path):
    chosen = choose_workspace(None, tmp_path, None)
    assert (chosen.folder, chosen.workspace, chosen.used_last) == (tmp_path, None, False)


@pytest.mark.parametrize("other", ["essay.txt", ".git/config"])
def test_among_other_files_a_new_workspace_gets_a_folder_of_its_own(tmp_path, other):
    write(tmp_path / other, "")
    assert choose_workspace(None, tmp_path, None).folder == tmp_path / "kata"
    write(tmp_path / "kata" / "kata.toml", MARKER)
    assert choose_workspace(None, tmp_path, None).workspace == Workspace(tmp_path / "kata")


def test_a_new_workspace_is_never_mixed_with_a_folder_of_something_else(tmp_path):
    write(tmp_path / "kata" / "README.md", "a clone of something")
    with pytest.raises(UsageError, match="--into"):
        choose_workspace(None, tmp_path, None)


def test_the_workspace_of_this_folder_goes_before_the_last_one_and_that_before_a_new_one(tmp_path):
    here, last, other = tmp_path / "here", tmp_path / "last", tmp_path / "other"
    write(last / "kata.toml", MARKER)
    write(here / "kata.toml", MARKER)
    other.mkdir()
    assert choose_workspace(None, here, last).folder == here
    chosen = choose_workspace(None, other, last)
    assert (chosen.folder, chosen.used_last) == (last, True)
    assert choose_workspace(other, here, last).folder == other


def test_the_last_workspace_is_passed_over_if_it_practises_another_pack_or_is_none_any_more(tmp_path):
    last, here, pack = tmp_path / "last", tmp_path / "here", tmp_path / "pack"
    here.mkdir()
    write(last / "kata.toml", f"schema = 1\npack = '{pack}'\n")
    assert choose_workspace(None, here, last, pack).folder == last
    assert choose_workspace(None, here, last, tmp_path / "another").folder == here
    (last / "kata.toml").unlink()
    assert choose_workspace(None, here, last, pack).folder == here


def test_a_file_is_no_workspace(tmp_path):
    write(tmp_path / "notes", "")
    with pytest.raises(UsageError, match="notes is not a folder"):
        choose_workspace(tmp_path / "notes", tmp_path, None)


# ------------------------------------------------------------------------------- answers


def test_of_several_answers_the_one_changed_last_comes_first(tmp_path):
    old = changed_at(tmp_path / "twice" / "twice.py", 1000)
    new = changed_at(tmp_path / "twice.py", 3000)
    middle = changed_at(tmp_path / "twice" / "twice.ipynb", 2000)
    assert paths(answers_to(tmp_path, "twice")) == [new, middle, old]
    os.utime(old, (4000, 4000))
    assert answers_to(tmp_path, "twice")[0].path == old


def test_of_answers_changed_at_once_the_one_in_the_exercises_folder_comes_first(tmp_path):
    changed_at(tmp_path / "twice.py", 1000)
    own = changed_at(tmp_path / "twice" / "twice.py", 1000)
    assert answers_to(tmp_path, "twice")[0].path == own


@pytest.mark.parametrize("name", ["Twice.py", "twice/TWICE.PY", "TWICE/Twice.ipynb"])
def test_a_name_in_another_case_is_an_answer(tmp_path, name):
    write(tmp_path / name, CODE)
    assert paths(answers_to(tmp_path, "twice")) == [tmp_path / name]
    assert paths(answers_in(tmp_path, ["twice", "square"])) == [tmp_path / name]


@pytest.mark.parametrize(
    "name",
    [
        "twice.2026-11-30T20-42-32.py",
        "twice/twice.2026-11-30T20-42-32-2.ipynb",
        "twice/.twice.py.swp",
        "twice/twice.py~",
        "twice/.twice.py.0a1b2c3d.tmp",
        "twice/.ipynb_checkpoints/twice-checkpoint.ipynb",
        "twice/README.md",
        "other/twice.py",
    ],
)
def test_copies_and_what_editors_leave_are_no_answers(tmp_path, name):
    write(tmp_path / name, CODE)
    assert answers_to(tmp_path, "twice") == answers_in(tmp_path, ["twice"]) == []


def test_a_folder_or_a_link_to_nothing_is_no_answer_and_a_link_to_a_file_is_one(tmp_path):
    (tmp_path / "twice" / "twice.py").mkdir(parents=True)
    (tmp_path / "square.py").symlink_to(tmp_path / "gone.py")
    write(tmp_path / "elsewhere.py", CODE)
    (tmp_path / "cube.py").symlink_to("elsewhere.py")
    (tmp_path / "loop").symlink_to("loop")
    found = answers_in(tmp_path, ["twice", "square", "cube", "loop"])
    assert paths(found) == [tmp_path / "cube.py"]


def test_there_are_no_answers_where_there_is_no_folder(tmp_path):
    assert answers_to(tmp_path / "gone", "twice") == answers_in(tmp_path / "gone", ["twice"]) == []


def test_the_answers_of_a_workspace_come_one_for_each_exercise_changed_last_first(tmp_path):
    changed_at(tmp_path / "twice" / "twice.py", 1000)
    newer = changed_at(tmp_path / "twice.ipynb", 2000)
    newest = changed_at(tmp_path / "square" / "square.py", 3000)
    found = answers_in(tmp_path, ["square", "twice", "cube"])
    assert [(answer.exercise, answer.path) for answer in found] == [("square", newest), ("twice", newer)]
