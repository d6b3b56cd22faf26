"""`kata check` as one practises: what was changed last, whose pack, what comes next, what is kept."""

import json
import os

import pytest

from grader.errors import HarnessError
from grader.practice.progress import Progress
from tests.command.support import add_exercise, hand_in, in_this_process, right

STUB = "def twice(n):\n    raise NotImplementedError\n"


@pytest.fixture
def pack(tmp_path):
    folder = tmp_path / "pack"
    add_exercise(folder, "twice", "2 * n")
    add_exercise(folder, "square", "n * n")
    return folder


@pytest.fixture
def progress(tmp_path, monkeypatch):
    monkeypatch.setenv("KATA_DATA_DIR", str(tmp_path / "data"))
    return Progress()


@pytest.fixture
def workspace(tmp_path, pack, progress):
    """A workspace that practises the pack."""
    folder = tmp_path / "work"
    hand_in(folder, {"kata.toml": 'schema = 1\npack = "../pack"\n'})
    return folder


@pytest.fixture
def kata_in(capfd, monkeypatch):
    """Run the command in a folder."""

    def run(folder, *arguments):
        folder.mkdir(exist_ok=True)
        return in_this_process(capfd, monkeypatch, folder)(*arguments)

    return run


def changed(path, seconds_ago):
    """Set when a file was changed."""
    at = 1_700_000_000 - seconds_ago
    os.utime(path, (at, at))


def checked(ran):
    return json.loads(ran.out)["submission"]


# --------------------------------------------------------------------------- which file


def test_without_a_name_the_answer_changed_last_is_checked(kata_in, workspace):
    hand_in(workspace, {"twice/twice.py": right(), "square/square.py": right("square", "n * n")})
    for last in ("twice", "square"):
        for name in ("twice", "square"):
            changed(workspace / name / f"{name}.py", 0 if name == last else 60)
        ran = kata_in(workspace, "check", "--json")
        assert (ran.status, checked(ran)) == (0, f"{last}/{last}.py")


def test_it_is_found_from_a_folder_inside_the_workspace(kata_in, workspace):
    hand_in(workspace, {"twice/twice.py": right(formula="n"), "square/notes.txt": ""})
    ran = kata_in(workspace / "square", "check", "--json")
    assert (ran.status, json.loads(ran.out)["exercise"]) == (1, "twice")


def test_outside_of_a_workspace_the_answers_of_this_folder_come_first(kata_in, pack, workspace, tmp_path):
    hand_in(workspace, {"twice/twice.py": right()})
    kata_in(workspace, "check")
    hand_in(tmp_path / "homework", {"square.py": right("square", "n * n")})
    ran = kata_in(tmp_path / "homework", "check", "--json", "--pack", pack)
    assert (checked(ran), ran.err) == ("square.py", "")


def test_elsewhere_the_workspace_used_last_is_meant_and_the_file_is_named(kata_in, workspace, tmp_path):
    hand_in(workspace, {"twice/twice.py": right()})
    kata_in(workspace, "check")
    ran = kata_in(tmp_path / "elsewhere", "check", "--json")
    path = workspace / "twice/twice.py"
    assert (ran.status, checked(ran)) == (0, str(path))
    assert f"checking {path}, which you changed last" in ran.err


@pytest.mark.parametrize("inside", [True, False], ids=["in a workspace", "outside of one"])
def test_where_there_is_nothing_to_check_it_says_how_to_begin(kata_in, workspace, tmp_path, inside):
    ran = kata_in(workspace if inside else tmp_path / "elsewhere", "check")
    assert (ran.status, ran.out) == (2, "")
    assert "there is nothing to check yet" in ran.err
    assert "`kata start EXERCISE`" in ran.err


def test_the_name_of_an_exercise_is_looked_for_here_and_then_in_the_workspace(kata_in, workspace):
    hand_in(workspace, {"twice/twice.py": right(), "deeper/notes.txt": ""})
    ran = kata_in(workspace / "deeper", "check", "twice", "--json")
    assert (ran.status, checked(ran)) == (0, str(workspace / "twice/twice.py"))
    hand_in(workspace, {"deeper/twice.py": right(formula="n")})
    ran = kata_in(workspace / "deeper", "check", "twice", "--json")
    assert (ran.status, checked(ran)) == (1, "twice.py")
    ran = kata_in(workspace / "deeper", "check", "square")
    assert ran.status == 2
    assert "no square.py or square.ipynb in" in ran.err


def test_the_exercise_alone_names_its_answer(kata_in, workspace):
    hand_in(workspace, {"twice/twice.py": right(), "square/square.py": right("square", "n")})
    changed(workspace / "twice/twice.py", 60)
    ran = kata_in(workspace, "check", "--exercise", "twice", "--json")
    assert (ran.status, json.loads(ran.out)["exercise"]) == (0, "twice")


def test_the_workspace_of_the_file_says_which_pack(kata_in, workspace, tmp_path):
    hand_in(workspace, {"twice/twice.py": right()})
    ran = kata_in(tmp_path / "elsewhere", "check", workspace / "twice/twice.py", "--json")
    assert (ran.status, json.loads(ran.out)["exercise"]) == (0, "twice")


# --------------------------------------------------------------------------- what follows


def test_the_first_pass_is_told_once(kata_in, workspace, progress):
    hand_in(workspace, {"twice/twice.py": right(formula="n")})
    assert "first pass" not in kata_in(workspace, "check").out
    hand_in(workspace, {"twice/twice.py": right()})
    ran = kata_in(workspace, "check")
    assert "That is your first pass of twice." in ran.out
    assert "`kata next`" in ran.out
    assert "`kata solution twice`" in ran.out
    again = kata_in(workspace, "check").out
    assert "first pass" not in again
    assert "kata hint" not in again
    stand = progress.standings().of("twice")
    assert (stand.attempts, stand.state, stand.best) == (3, "passed", 10.0)


def test_who_fails_is_told_of_hints(kata_in, workspace):
    hand_in(workspace, {"twice/twice.py": right(formula="n")})
    ran = kata_in(workspace, "check")
    assert "`kata hint twice` gives a hint" in ran.out
    assert "--reveal" not in ran.out


def test_who_fails_hidden_checks_alone_is_told_how_to_see_them(kata_in, workspace):
    hand_in(workspace, {"twice/twice.py": right(formula="6 if n == 3 else n")})
    assert "`kata check twice --reveal` shows the hidden case" in kata_in(workspace, "check").out
    ran = kata_in(workspace, "check", "twice", "--reveal")
    assert "`kata check twice --reveal`" not in ran.out
    assert "n = -4" in ran.out


def test_outside_of_a_workspace_the_verdict_stands_alone(kata_in, pack, progress, tmp_path):
    for text in (right(formula="n"), right()):
        hand_in(tmp_path / "homework", {"twice.py": text})
        ran = kata_in(tmp_path / "homework", "check", "twice.py", "--pack", pack)
        assert "`kata " not in ran.out
        assert "first pass" not in ran.out
    assert progress.standings().of("twice").attempts == 2


def test_the_document_is_a_document_and_nothing_else(kata_in, workspace):
    hand_in(workspace, {"twice/twice.py": right()})
    ran = kata_in(workspace, "check", "--json")
    assert json.loads(ran.out)["status"] == "passed"
    assert ran.err == ""


def test_the_stub_is_no_attempt(kata_in, workspace, progress):
    hand_in(workspace, {"twice/twice.py": STUB})
    ran = kata_in(workspace, "check")
    assert ran.status == 1
    assert "Not started" in ran.out
    assert progress.events() == []


@pytest.mark.parametrize("option", [("--seed", 7), ("--student", "ada")], ids=["a seed", "a student"])
def test_looking_again_at_a_result_is_no_attempt(kata_in, workspace, progress, option):
    hand_in(workspace, {"twice/twice.py": right()})
    ran = kata_in(workspace, "check", *option)
    assert (ran.status, progress.events()) == (0, [])
    assert "first pass" not in ran.out


def test_where_nothing_can_be_kept_the_verdict_is_told_all_the_same(kata_in, workspace, monkeypatch):
    def refuse(*_):
        raise HarnessError("progress cannot be kept here")

    monkeypatch.setattr(Progress, "record", refuse)
    monkeypatch.setattr(Progress, "remember", refuse)
    hand_in(workspace, {"twice/twice.py": right()})
    ran = kata_in(workspace, "check")
    assert ran.status == 0
    assert "10 of 10 points" in ran.out
    assert ran.err == "kata: progress cannot be kept here\n"


def test_an_exercise_is_found_in_the_workspace_used_last(kata_in, workspace, tmp_path, pack, progress):
    hand_in(workspace, {"twice/twice.py": right()})
    progress.remember(workspace)
    ran = kata_in(tmp_path / "elsewhere", "check", "twice", "--pack", pack, "--json")
    assert (ran.status, checked(ran)) == (0, str(workspace / "twice" / "twice.py"))


def test_the_folder_of_an_exercise_names_its_answer(kata_in, workspace):
    hand_in(workspace, {"twice/twice.py": right()})
    ran = kata_in(workspace, "check", "twice/", "--json")
    assert (ran.status, checked(ran)) == (0, "twice/twice.py")


def test_a_save_in_the_middle_of_a_line_is_no_attempt(kata_in, workspace, progress):
    hand_in(workspace, {"twice/twice.py": "def twice(n:\n"})
    assert kata_in(workspace, "check").status == 1
    assert progress.standings().of("twice").attempts == 0
    hand_in(workspace, {"twice/twice.py": right(formula="n")})
    assert kata_in(workspace, "check").status == 1
    assert progress.standings().of("twice").attempts == 1
