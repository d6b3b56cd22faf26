"""`kata grade`: a class goes in; results, a gradebook and a summary come out, whatever the class is like."""

import json
import re
import shutil

import pytest

from tests.command.support import add_exercise, by_student, gradebook, hand_in, results, right, seed_of, start

SQUARE = right("square", "n * n")
CLASS = {
    "ada/twice.py": right(),
    "ada/square.py": SQUARE,
    "bo/twice.py": right(formula="n"),
    "bo/square.py": "import os\ndef square(n):\n    os._exit(0)\n",
    "cy/twice.py": right(formula="None"),
    "dee/twice.py": "def twice(n:",
    "dee/square.py": "1 / 0",
    "eve/twice.py": b"\xff\xfe\x00\xd8\x00",
    "eve/square.py": "def cube(n):\n    return n\n",
    "=cmd()/twice.py": right(),
    "@sum/twice.py": right(),
    "-1+1/square.py": SQUARE,
    "fay/notes.txt": "nothing to grade",
    "gus/twice.py": "def twice(n):\n    return 2 * n if n == 3 else 0\n",
}


class Class:
    """A class that was graded once, and what was said as it was."""

    def __init__(self, folder, ran):
        self.folder, self.ran = folder, ran
        self.results = by_student(folder)
        self.gradebook = gradebook(folder)
        self.summary = (folder / "summary.txt").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def graded(pack, tmp_path_factory):
    home = tmp_path_factory.mktemp("class")
    hand_in(home / "class", CLASS)
    running = start("grade", "class", "-o", "results", "--seed", 3, "--pack", pack, "--jobs", 2, folder=home)
    out, err = running.communicate(timeout=120)
    return Class(home / "results", (running.returncode, out, err))


def test_someone_failed_so_it_is_1(graded):
    assert graded.ran[0] == 1, graded.ran


def test_a_database_and_four_files_are_written_and_named(graded):
    written = {path.name for path in graded.folder.iterdir()}
    assert written == {"results.sqlite", "results.jsonl", "gradebook.csv", "causes.csv", "summary.txt"}
    for name in written:
        assert f"wrote results/{name}" in graded.ran[1]


def test_each_submission_has_a_line_in_order(graded):
    places = [(each["student"], each["exercise"]) for each in results(graded.folder)]
    assert places == sorted(places)
    assert len(places) == len(CLASS) - 1
    assert all(each["seed"] == 3 for each in results(graded.folder))


def test_statuses_and_scores(graded):
    told = {place: (each["status"], each["score"]) for place, each in graded.results.items()}
    assert told == {
        ("ada", "twice"): ("passed", 10.0),
        ("ada", "square"): ("passed", 10.0),
        ("bo", "twice"): ("failed", 0.0),
        ("bo", "square"): ("failed", 0.0),
        ("cy", "twice"): ("failed", 0.0),
        ("dee", "twice"): ("syntax_error", 0.0),
        ("dee", "square"): ("import_failed", 0.0),
        ("eve", "twice"): ("unreadable", 0.0),
        ("eve", "square"): ("missing", 0.0),
        ("=cmd()", "twice"): ("passed", 10.0),
        ("@sum", "twice"): ("passed", 10.0),
        ("-1+1", "square"): ("passed", 10.0),
        ("gus", "twice"): ("failed", 2.0),
    }


def test_in_the_gradebook_a_zero_a_crash_and_a_missing_file_never_look_alike(graded):
    book = graded.gradebook
    looks = {
        "passed": (book["ada"]["twice"], book["ada"]["twice status"]),
        "an honest zero": (book["cy"]["twice"], book["cy"]["twice status"]),
        "not handed in": (book["cy"]["square"], book["cy"]["square status"]),
        "a syntax error": (book["dee"]["twice"], book["dee"]["twice status"]),
        "import failed": (book["dee"]["square"], book["dee"]["square status"]),
        "unreadable": (book["eve"]["twice"], book["eve"]["twice status"]),
        "no such function": (book["eve"]["square"], book["eve"]["square status"]),
    }
    assert looks["an honest zero"] == ("0", "failed")
    assert looks["not handed in"] == ("", "not_submitted")
    assert len(set(looks.values())) == len(looks), looks


def test_a_crash_in_every_check_is_told_from_wrong_answers_in_the_gradebook(graded):
    book = graded.gradebook
    crash = (book["bo"]["square"], book["bo"]["square status"])
    zero = (book["cy"]["twice"], book["cy"]["twice status"])
    assert crash == ("0", "failed (crashed)")
    assert zero == ("0", "failed")


def test_totals(graded):
    assert graded.gradebook["ada"]["total"] == "20"
    assert graded.gradebook["ada"]["max_total"] == "20"
    assert graded.gradebook["cy"]["total"] == "0"


def test_a_student_who_handed_in_nothing_that_can_be_graded_has_a_row_and_no_zero(graded):
    row = graded.gradebook["fay"]
    assert (row["twice status"], row["square status"]) == ("not_recognised", "not_recognised")
    assert row["total"] == ""
    assert "fay/notes.txt" in graded.ran[2]
    eye = graded.summary.split("Needing a human's eye")[1].split("\n\n")[0]
    assert "fay/notes.txt" in eye


def test_no_name_is_a_formula_in_the_gradebook(graded):
    names = set(graded.gradebook)
    assert {"'=cmd()", "'@sum", "'-1+1"} <= names
    assert not [name for name in names if name[:1] in "=+-@\t\r"]


def test_the_summary_tells_the_class(graded):
    assert "13 results of 10 students on 2 exercises" in graded.summary
    assert "Seed: 3" in graded.summary
    assert "1 x unchanged" in graded.summary
    eye = graded.summary.partition("Needing a human's eye")[2]
    assert "eve/twice.py: unreadable" in eye
    assert "ada/" not in eye


def test_the_table_on_the_terminal_tells_the_class(graded):
    lines = {line.split()[0]: line for line in graded.ran[1].splitlines() if line.strip()}
    assert "not_submitted" in lines["cy"] or "-" in lines["cy"]
    assert "syntax_error" in lines["dee"]
    assert lines["ada"].split()[-1] == "20"


def test_without_a_terminal_there_is_no_progress(graded):
    assert "time left" not in graded.ran[1] + graded.ran[2]
    assert "\x1b[" not in graded.ran[1] + graded.ran[2]


def test_the_folder_is_for_its_owner_alone(graded):
    assert graded.folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in graded.folder.iterdir()} == {0o600}


def steady(folder):
    """The bytes of the results apart from the durations."""
    return re.sub(rb'"duration_s":[0-9.e-]+', b'"duration_s":0', (folder / "results.jsonl").read_bytes())


@pytest.mark.parametrize("jobs", [1, 4])
def test_however_many_workers_the_same_bytes(kata, pack, graded, tmp_path, jobs):
    hand_in(tmp_path / "class", CLASS)
    kata("grade", "class", "-o", "again", "--seed", 3, "--pack", pack, "--jobs", jobs)
    again = tmp_path / "again"
    assert steady(again) == steady(graded.folder)
    for name in ("gradebook.csv", "causes.csv", "summary.txt"):
        assert (again / name).read_bytes() == (graded.folder / name).read_bytes()


def test_a_result_of_a_class_is_that_of_check(kata, pack, graded, tmp_path):
    hand_in(tmp_path / "class", CLASS)
    ran = kata("check", "class/bo/twice.py", "--seed", 3, "--student", "bo", "--json", "--pack", pack)
    one, other = json.loads(ran.out), graded.results["bo", "twice"]
    for differs in ("duration_s", "submission"):
        one.pop(differs), other.pop(differs)
    assert one == other


# --------------------------------------------------------------------------- exit statuses


def test_all_passed_is_0(kata, pack, tmp_path):
    hand_in(tmp_path / "class", {"ada/twice.py": right(), "bo/twice.py": right()})
    ran = kata("grade", "class", "-o", "out", "--pack", pack)
    assert ran.status == 0, ran
    assert ran.err == ""


def test_json_is_one_document_and_nothing_else(kata, pack, tmp_path):
    hand_in(tmp_path / "class", {"ada/twice.py": right(), "bo/twice.py": "", "bo/readme.txt": "hello"})
    ran = kata("grade", "class", "-o", "out", "--pack", pack, "--json")
    document = json.loads(ran.out)
    assert ran.status == 1
    assert (document["results"], document["interrupted"]) == (2, False)
    assert document["by_status"] == {"passed": 1, "missing": 1}
    assert all((tmp_path / path).is_file() for path in document["files"])


NOTHING = {
    "no such folder": ({}, "nowhere", "nowhere"),
    "an empty folder": ({"class/.keep": ""}, "class", "class"),
    "nothing that can be graded": (
        {"class/ada/essay.txt": "it was a dark night"},
        "class",
        "nothing to grade",
    ),
    "code that answers nothing": ({"class/ada/homework.py": "x = 1"}, "class", "nothing to grade"),
}


@pytest.mark.parametrize(("files", "folder", "sentence"), NOTHING.values(), ids=NOTHING)
def test_nothing_to_grade_is_2_and_says_what_is_expected(kata, pack, tmp_path, files, folder, sentence):
    hand_in(tmp_path, files)
    ran = kata("grade", folder, "-o", "out", "--pack", pack)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("kata: ")
    assert sentence in ran.err
    assert not (tmp_path / "out" / "results.jsonl").exists()


@pytest.mark.parametrize(
    "arguments", [["grade"], ["grade", "class"], ["grade", "class", "-o", "out", "--jobs", "0"]]
)
def test_usage_is_2(kata, tmp_path, arguments):
    hand_in(tmp_path / "class", {"ada/twice.py": right()})
    ran = kata(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert "Usage: kata grade" in ran.err


def test_an_unreadable_submission_is_a_result_and_hurts_its_owner_only(kata, pack, tmp_path):
    hand_in(tmp_path / "class", {"ada/twice.py": right(), "bo/twice.py": b"\xff\xfe\x00\xd8\x00"})
    (tmp_path / "class" / "cy").mkdir()
    (tmp_path / "class" / "cy" / "twice.py").symlink_to("/etc/passwd")
    ran = kata("grade", "class", "-o", "out", "--pack", pack)
    assert ran.status == 1
    told = by_student(tmp_path / "out")
    assert told["ada", "twice"]["score"] == 10.0
    assert told["bo", "twice"]["status"] == told["cy", "twice"]["status"] == "unreadable"
    assert "root:" not in (tmp_path / "out" / "results.jsonl").read_text()


# --------------------------------------------------------------------------- the seed


def test_a_seed_is_drawn_once_and_kept(kata, pack, tmp_path):
    hand_in(tmp_path / "class", {"ada/twice.py": right()})
    kata("grade", "class", "-o", "out", "--pack", pack)
    drawn = seed_of(tmp_path / "out")
    kata("grade", "class", "-o", "out", "--pack", pack)
    assert seed_of(tmp_path / "out") == drawn == results(tmp_path / "out")[0]["seed"]
    kata("grade", "class", "-o", "other", "--pack", pack)
    assert seed_of(tmp_path / "other") != drawn


def test_a_seed_that_is_given_is_kept_too(kata, pack, tmp_path):
    hand_in(tmp_path / "class", {"ada/twice.py": right()})
    kata("grade", "class", "-o", "out", "--pack", pack, "--seed", 42)
    kata("grade", "class", "-o", "out", "--pack", pack)
    assert results(tmp_path / "out")[0]["seed"] == 42


# --------------------------------------------------------------------------- broken exercises


@pytest.fixture(scope="module")
def broken_pack(pack, tmp_path_factory):
    """The good exercises, and three that cannot be used, each for a reason of its own."""
    folder = tmp_path_factory.mktemp("broken") / "pack"
    shutil.copytree(pack, folder)
    add_exercise(folder, "half", "n / 2", solution="import random\ndef half(n):\n    return random\n")
    add_exercise(folder, "third", "n / 3")
    toml = folder / "exercises" / "third" / "exercise.toml"
    toml.write_text(toml.read_text().replace('"easy"', '"simple"'))
    add_exercise(folder, "fourth", "n / 4", solution="def fourth(n)\n    return n / 4\n")
    return folder


@pytest.fixture
def with_broken(kata, broken_pack, tmp_path):
    names = ("twice", "half", "third", "fourth")
    files = {f"{student}/{name}.py": right(name) for student in ("ada", "bo") for name in names}
    hand_in(tmp_path / "class", {**files, "cy/twice.py": right(formula="n")})
    return kata("grade", "class", "-o", "out", "--pack", broken_pack)


def test_students_of_a_broken_exercise_get_no_zero_and_the_others_are_graded(with_broken, tmp_path):
    assert with_broken.status == 3
    told = by_student(tmp_path / "out")
    assert {told[student, "twice"]["score"] for student in ("ada", "bo")} == {10.0}
    assert told["cy", "twice"]["status"] == "failed"
    for student in ("ada", "bo"):
        for name in ("half", "third", "fourth"):
            each = told[student, name]
            assert (each["status"], each["score"]) == ("harness_error", None)
            assert "not your fault" in each["message"]
    book = gradebook(tmp_path / "out")
    assert (book["ada"]["half"], book["ada"]["half status"]) == ("", "harness_error")
    assert (book["cy"]["half"], book["cy"]["half status"]) == ("", "not_submitted")
    assert (book["ada"]["total"], book["cy"]["total"]) == ("", "0")


def test_harness_errors_are_counted_and_named_in_the_summary(with_broken, tmp_path):
    summary = (tmp_path / "out" / "summary.txt").read_text()
    assert "6 harness_error" in summary
    eye = summary.partition("Needing a human's eye: ")[2]
    assert eye.startswith("6\n")
    assert "third" in eye


def test_a_broken_manifest_is_said_with_file_key_and_what_is_allowed(with_broken):
    assert "exercise.toml" in with_broken.err
    assert "'difficulty'" in with_broken.err
    assert '"easy", "medium" or "hard"' in with_broken.err


def test_a_reference_that_fails_is_said_in_the_result(with_broken, tmp_path):
    message = by_student(tmp_path / "out")["ada", "half"]["message"]
    assert "what the reference gives to the check 'a small number' on 'three' cannot be compared" in message
    message = by_student(tmp_path / "out")["ada", "fourth"]["message"]
    assert "the reference does not load: SyntaxError" in message


def test_a_student_who_crashes_nobody_else(kata, pack, tmp_path):
    """Students who do their worst stand between honest ones, on two workers."""
    worst = (
        "import os; os._exit(0)",
        "while True: pass",
        "import os; os.kill(os.getpid(), 9)",
        "raise SystemExit",
        "import os; os.write(4, b'garbage!')",
        "import os; os.closerange(0, 64)",
    )
    files = {}
    for i, body in enumerate(worst):
        files[f"bad{i}/twice.py"] = f"def twice(n):\n    {body}\n"
        files[f"good{i}/twice.py"] = right()
    hand_in(tmp_path / "class", files)
    ran = kata("grade", "class", "-o", "out", "--pack", pack, "--jobs", 2)
    assert ran.status == 1
    told = by_student(tmp_path / "out")
    assert {told[f"good{i}", "twice"]["score"] for i in range(len(worst))} == {10.0}
    assert {told[f"bad{i}", "twice"]["score"] for i in range(len(worst))} == {0.0}
