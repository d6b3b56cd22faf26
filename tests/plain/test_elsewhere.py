"""Practising on macOS and Windows, imitated: what learners use works, what grades others refuses."""

import json

import pytest

from tests.command.support import add_exercise, hand_in, right
from tests.plain.support import SYSTEMS, elsewhere, ran_elsewhere

COMMANDS = {
    "home": (),
    "list": ("list",),
    "show": ("show", "twice"),
    "start": ("start", "twice", "--into", "own"),
    "stub": ("check", "own/twice/twice.py"),
    "passes": ("check", "twice.py", "--json"),
    "fails": ("check", "wrong.py", "--exercise", "twice"),
    "loops": ("check", "loops.py", "--exercise", "twice"),
    "ends": ("check", "ends.py", "--exercise", "twice"),
    "prints": ("check", "prints.py", "--exercise", "twice"),
    "next": ("next", "--into", "own"),
    "hint": ("hint", "square"),
    "solution": ("solution", "twice"),
    "progress": ("progress", "--json"),
    "doctor": ("doctor", "--verbose"),
    "grade": ("grade", "class", "-o", "out"),
    "verify": ("verify", "twice"),
}
WITH_PACK = set(COMMANDS) - {"home"}
FILES = {
    "twice.py": right(),
    "wrong.py": right(formula="n"),
    "loops.py": "def twice(n):\n    while n < 0:\n        pass\n    return 2 * n\n",
    "ends.py": "import os\ndef twice(n):\n    os._exit(3) if n < 0 else None\n    return 2 * n\n",
    "prints.py": "def twice(n):\n    while True:\n        print(n)\n",
    "class/ada/twice.py": right(),
}


@pytest.fixture(scope="module", params=SYSTEMS)
def told(request, tmp_path_factory):
    """What each command says there, by its name: status, output, errors."""
    folder = tmp_path_factory.mktemp(request.param)
    add_exercise(folder / "pack", "twice", "2 * n", seconds=0.3)
    add_exercise(folder / "pack", "square", "n * n")
    hand_in(folder, FILES)
    commands = [
        (*words, "--pack", "pack") if name in WITH_PACK else words for name, words in COMMANDS.items()
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KATA_DATA_DIR", str(folder / "data"))
        yield dict(zip(COMMANDS, ran_elsewhere(request.param, commands, folder), strict=True))


STATUSES = {
    **dict.fromkeys(("home", "list", "show", "start", "passes", "next", "hint", "solution", "progress"), 0),
    **dict.fromkeys(("stub", "fails", "loops", "ends", "prints"), 1),
    **dict.fromkeys(("doctor", "grade", "verify"), 3),
}


def test_every_command_of_a_learner_works_and_those_that_grade_refuse(told):
    assert {name: status for name, (status, _, _) in told.items()} == STATUSES, told
    faults = {name: err for name, (status, _, err) in told.items() if err and status != 3}
    assert faults == {}


def test_who_grades_is_told_where_to_go(told):
    for command in ("grade", "verify"):
        assert "on Linux only" in told[command][2]
        assert "to practise, nothing is missing here" in told[command][2]


def test_a_right_answer_passes_and_the_result_says_how_it_was_run(told):
    result = json.loads(told["passes"][1])
    assert (result["status"], result["score"], result["isolation"]) == ("passed", 10.0, ["plain"])


def test_what_goes_wrong_is_told_as_on_linux(told):
    assert "What does the name of the function ask for?" in told["fails"][1]
    assert "time limit" in told["loops"][1]
    assert "The program ended itself" in told["ends"][1]
    assert "printed" in told["prints"][1]
    for name, passed in (("loops", 2), ("ends", 2), ("prints", 0)):
        assert f"{passed} of 3 checks passed" in told[name][1]


def test_what_was_done_is_kept(told):
    kept = json.dumps(json.loads(told["progress"][1]))
    assert '"twice"' in kept


def test_the_doctor_says_that_own_files_run_plain(told):
    assert "own files are run in a plain child process" in " ".join(told["doctor"][1].split())


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_saved_file_is_checked_again(system, tmp_path, monkeypatch):
    monkeypatch.setenv("KATA_DATA_DIR", str(tmp_path / "data"))
    add_exercise(tmp_path / "pack", "twice", "2 * n")
    hand_in(tmp_path, {"own/twice.py": right(formula="n")})
    watch = elsewhere(
        system, [("watch", "own", "--exercise", "twice", "--pack", tmp_path / "pack")], tmp_path
    )
    try:
        assert any("What does the name of the function ask for?" in line for line in watch.stdout)
        hand_in(tmp_path, {"own/twice.py": right()})
        assert any("10 of 10 points" in line for line in watch.stdout)
    finally:
        watch.kill()
        watch.communicate()
