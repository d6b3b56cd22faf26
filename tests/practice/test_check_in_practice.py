"""`kata check` as one practises: what was changed last, whose pack, what comes next, what is kept."""

import hashlib
import json
import os

import pytest

from grader.errors import HarnessError
from grader.practice.events import event
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


def notebook(text):
    """A notebook with some code in one cell."""
    cell = {"cell_type": "code", "id": "a", "metadata": {}, "outputs": [], "execution_count": None}
    told = {"cells": [cell | {"source": text}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(told)


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


@pytest.mark.parametrize("newest", ["twice.py", "twice.ipynb"])
@pytest.mark.parametrize("named", [("twice",), ("twice/",), ()], ids=["exercise", "folder", "nothing named"])
def test_of_two_answers_side_by_side_the_one_changed_last_counts(kata_in, workspace, newest, named):
    hand_in(workspace, {"twice/twice.py": right(), "twice/twice.ipynb": notebook(right())})
    for name in ("twice.py", "twice.ipynb"):
        changed(workspace / "twice" / name, 0 if name == newest else 60)
    ran = kata_in(workspace, "check", *named, "--json")
    assert (ran.status, checked(ran)) == (0, f"twice/{newest}")


@pytest.mark.parametrize(
    ("named", "hint"),
    [
        ("twise", "did you mean twice?"),
        ("twise.py", "did you mean twice?"),
        ("kata", "`kata list` shows all"),
    ],
)
def test_a_name_that_is_none_is_told_with_the_one_that_is_near(kata_in, workspace, named, hint):
    ran = kata_in(workspace, "check", named)
    assert (ran.status, ran.out) == (2, "")
    assert f"no file {named}, and no exercise of that name: {hint}" in ran.err


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
    assert (stand.attempts, stand.state, stand.best) == (2, "passed", 10.0)


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


MARIMO = "import marimo\n\napp = marimo.App()\n\n\n@app.cell\ndef _():\n    {}\n    return\n"
HIDDEN_ONLY = "twice = lambda n: 6 if n == 3 else n"


@pytest.mark.parametrize(
    ("name", "text", "offered"),
    [
        ("twice.py", HIDDEN_ONLY, True),
        ("twice.py", MARIMO.format(HIDDEN_ONLY), False),
        ("twice.ipynb", notebook(HIDDEN_ONLY), False),
    ],
    ids=["Python", "marimo", "Jupyter"],
)
def test_a_case_to_run_is_offered_where_it_can_be_kept(kata_in, workspace, name, text, offered):
    hand_in(workspace, {f"twice/{name}": text})
    told = kata_in(workspace, "check").out
    assert "`kata check twice --reveal` shows the hidden case that failed" in told
    assert ("--keep-case" in told) is offered


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


@pytest.mark.parametrize(
    ("file", "named", "attempts"),
    [
        ("here/twice.py", "twice.py", 1),
        ("here/mine.py", "mine.py", 1),
        ("here/twice/twice.py", "twice/twice.py", 1),
        ("here/twice/twice.py", "twice", 1),
        ("here/bruno/twice.py", "bruno/twice.py", 0),
        ("bruno/twice.py", "../bruno/twice.py", 0),
    ],
)
def test_only_what_is_ones_own_is_an_attempt(kata_in, pack, progress, tmp_path, file, named, attempts):
    hand_in(tmp_path, {file: right()})
    ran = kata_in(tmp_path / "here", "check", named, "--exercise", "twice", "--pack", pack)
    assert ran.status == 0
    assert progress.standings().of("twice").attempts == attempts


def test_a_file_of_the_workspace_is_ones_own_wherever_one_is(kata_in, workspace, progress, tmp_path):
    hand_in(workspace, {"twice/twice.py": right()})
    kata_in(tmp_path / "elsewhere", "check", workspace / "twice/twice.py")
    assert progress.standings().of("twice").state == "passed"


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


# --------------------------------------------------------------------------- what is an attempt


@pytest.mark.parametrize(
    ("content", "status"),
    [
        ("def twice(n:\n", "syntax_error"),
        ("import a_package_that_is_not_there\n", "import_failed"),
        ("def thrice(n):\n    return 3 * n\n", "missing"),
        (b"\x89PNG\r\n\x1a\n\0\0", "unreadable"),
    ],
    ids=["half a line", "an absent package", "another name", "a picture"],
)
def test_where_nothing_of_it_ran_it_is_no_attempt(kata_in, workspace, progress, content, status):
    hand_in(workspace, {"twice/twice.py": content})
    ran = kata_in(workspace, "check", "--json")
    assert (ran.status, json.loads(ran.out)["status"]) == (1, status)
    assert progress.standings().of("twice").attempts == 0
    hand_in(workspace, {"twice/twice.py": right(formula="n")})
    assert kata_in(workspace, "check").status == 1
    assert progress.standings().of("twice").attempts == 1


def test_the_same_content_again_is_no_new_attempt(kata_in, workspace, progress):
    def attempts_after(content, *more):
        hand_in(workspace, {"twice/twice.py": content})
        kata_in(workspace, "check", "twice", *more)
        return progress.standings().of("twice").attempts

    first, second = right(formula="n"), right(formula="3 * n")
    assert [attempts_after(first), attempts_after(first), attempts_after(first, "--reveal")] == [1, 1, 1]
    assert [attempts_after("def twice(n:\n"), attempts_after(first)] == [1, 1]
    assert [attempts_after(second), attempts_after(second), attempts_after(first)] == [2, 2, 3]


def test_what_lies_beside_the_file_is_content_too(kata_in, workspace, progress):
    hand_in(workspace, {"twice/twice.py": "from helper import twice\n"})
    for formula in ("n", "3 * n", "3 * n", "2 * n"):
        hand_in(workspace, {"twice/helper.py": right(formula=formula)})
        kata_in(workspace, "check", "twice")
    assert [each.status for each in progress.events()] == ["failed", "failed", "passed"]


def test_the_same_content_with_hidden_checks_is_a_new_attempt(kata_in, workspace, progress):
    hand_in(workspace, {"twice/twice.py": right()})
    digest = f"sha256:{hashlib.sha256(right().encode()).hexdigest()}"
    examples_alone = event("attempt", "twice", status="passed", complete=False, digest=digest)
    progress.record(examples_alone)
    assert kata_in(workspace, "check", "twice").status == 0
    stand = progress.standings().of("twice")
    assert (stand.attempts, stand.solved_at is not None) == (2, True)


# --------------------------------------------------------------------------- a notebook


def cells(*sources):
    told = [{"cell_type": "code", "source": source, "metadata": {}} for source in sources]
    return json.dumps({"cells": told, "nbformat": 4, "nbformat_minor": 5, "metadata": {}})


def test_why_a_cell_was_skipped_is_said_once(kata_in, workspace):
    hand_in(workspace, {"twice/twice.ipynb": cells("def twice(n):\n    return (2 * n", "import not_there")})
    notes = [
        "cell 1, line 2 raised SyntaxError ('(' was never closed) and was skipped",
        "cell 2, line 1 raised ModuleNotFoundError (No module named 'not_there') and was skipped",
    ]
    out = " ".join(kata_in(workspace, "check", "twice").out.split())
    assert f"There is no `twice` in what was handed in. {notes[0]}." in out
    assert [out.count(note) for note in notes] == [1, 1]
    document = json.loads(kata_in(workspace, "check", "twice", "--json").out)
    assert (document["status"], document["notes"]) == ("missing", notes)
