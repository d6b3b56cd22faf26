"""What a run says at its end fits a screen of 80 columns and 40 lines, whatever the class is like."""

import io
import signal
import subprocess
from pathlib import Path

import pytest
from rich.console import Console

from grader.grade_class import Run
from grader.gradebook import NOT_GRADED, Entry, Gradebook, Override
from grader.intake.hand_ins import Passed
from grader.model import Person
from grader.store import Change, Changes
from grader.terminal.classes import show_run
from tests.command.support import KATA, hand_in, right
from tests.command.test_terminal import on_a_terminal, spoken

ENDS = (
    "passed",
    "failed",
    "failed",
    "syntax_error",
    "import_failed",
    "missing",
    "unreadable",
    "harness_error",
)
FILES = ("results.sqlite", "results.jsonl", "gradebook.csv", "causes.csv", "summary.txt")


def book_of(students, exercises, **more):
    """A class in which everything happens."""
    people = tuple(Person(f"student-{i:03}", name=f"Person {i}") for i in range(students))
    names = tuple(f"a_rather_long_exercise_{i:02}" for i in range(exercises))
    entries = {}
    for i, person in enumerate(people):
        for j, name in enumerate(names):
            status = ENDS[(i + j) % len(ENDS)]
            score = {"passed": 10.0, "harness_error": None}.get(status, 0.0)
            by_hand = Override(i, person.id, name, 5.0, None, "why not", "me", "now") if i == 3 else None
            path = f"{person.id}/a/rather/long/way/down/to/the/file/{name}.ipynb"
            entries[person.id, name] = Entry(
                person.id, name, status, score, 10.0, submission=path, override=by_hand
            )
    passed = tuple(Passed(f"{i}/essay.txt", None, None, "it is no code") for i in range(students))
    scores = dict.fromkeys(names, 10.0)
    return Gradebook(people, names, {}, scores, entries, lambda: iter(()), ignored=passed, **more)


def screen(book, *, changes=0, interrupted=False, graded=5, left=0, width=80):
    changed = None
    if changes:
        each = Change(
            "student-001", "a_rather_long_exercise_00", ("failed", 0.0), ("passed", 10.0), "handed in anew"
        )
        changed = Changes(2, "2026-01-01T00:00:00Z", (each,) * changes)
    files = tuple(f"build/results of the first homework/{name}" for name in FILES)
    run = Run(book, changed, files, graded, 7, left, interrupted)
    out = Console(file=io.StringIO(), width=width, height=40, highlight=False)
    show_run(run, out)
    return out.file.getvalue().splitlines()


@pytest.mark.parametrize("students", [1, 18, 24, 40, 300])
@pytest.mark.parametrize("exercises", [1, 4, 24])
@pytest.mark.parametrize("changes", [0, 3, 200])
def test_it_fits_a_screen(students, exercises, changes):
    book = book_of(students, exercises, unfinished=3, limits={"memory_mb": 2048})
    lines = screen(book, changes=changes, interrupted=True, left=3)
    assert len(lines) <= 40, "\n".join(lines)


def test_a_class_of_300_in_one_screen():
    lines = screen(book_of(300, 3))
    text = "\n".join(lines)
    assert lines[0] == "5 graded, 7 taken from an earlier run."
    assert "By status: 227 failed, 114 syntax_error, 113 import_failed, 112 passed, 112" in text
    assert "a_rather_long_exercise_00: 300 results, 38 passed, mean 1.5 of 10" in text
    assert "Needing a human's eye: 222" in text
    assert "\n    harness_error: student-005/a/rather/long/" in text
    assert "    and 217 more: see summary.txt" in text
    assert "Also: 3 set by hand, 300 ignored; see summary.txt." in text
    assert lines[-5:] == [f"wrote build/results of the first homework/{name}" for name in FILES]


def test_a_small_class_is_shown_as_a_table():
    lines = screen(book_of(5, 3))
    assert sum(line.startswith("student-00") for line in lines) == 5
    assert "student-003  5 syntax_error (by   5 import_failed (by  5 missing (by          15" in lines


def test_a_table_that_is_too_wide_is_left_to_the_files():
    lines = screen(book_of(5, 24))
    assert not any(line.startswith("student-00") for line in lines)
    assert "and 19 more: see summary.txt" in lines


def test_who_was_not_come_to_is_said_first():
    book = book_of(300, 1, unfinished=280)
    lines = screen(book, interrupted=True, graded=20, left=280)
    assert lines[0] == "20 graded, 7 taken from an earlier run, 280 left."
    assert lines[1] == "INTERRUPTED: 280 of 300 submissions were not graded."


def test_a_run_that_grades_nothing_says_so():
    assert screen(book_of(300, 1), graded=0)[0].startswith("Nothing to grade: all 7 were graded before")


def test_what_is_not_graded_is_counted_apart():
    entries = {("ada", "twice"): Entry("ada", "twice", NOT_GRADED, None, 0.0, submission="ada/twice.py")}
    book = Gradebook((Person("ada"),), ("twice",), {}, {}, entries, lambda: iter(()), unfinished=1)
    lines = screen(book, graded=0, left=1)
    assert "1 submission not graded yet." in lines
    assert "By status: none" in lines


def test_every_file_that_is_ignored_is_named_once(grade, tmp_path):
    files = {f"{who}/{i}.csv": "no code" for i in range(5) for who in ("bo", "cy", "dee", "eve", "fay")}
    hand_in(tmp_path / "class", {"ada/twice.py": right(), **files})
    err = grade().err.splitlines()
    assert len(err) == len(set(err)) == 25
    assert all(line.startswith("ignored ") for line in err)


def test_progress_shows_the_phases_that_there_are(pack, tmp_path):
    hand_in(tmp_path / "class", {f"s{i}/twice.py": right(by=str(i)) for i in range(3)})
    command = ("grade", "class", "-o", "out", "--pack", pack)
    status, shown = on_a_terminal(*command, folder=tmp_path)
    assert status == 0
    for told in ("reading", "preparing", "grading", "3/3", "time left"):
        assert told in spoken(shown)
    again = spoken(on_a_terminal(*command, folder=tmp_path)[1])
    assert "preparing" not in again
    assert "grading" not in again
    assert "Nothing to grade: all 3" in again


# --------------------------------------------------------------------------- where nothing can be printed


@pytest.mark.parametrize("arguments", [["--json"], []], ids=["json", "words"])
def test_a_full_disk_for_what_is_printed_is_a_sentence_and_the_results_are_there(pack, tmp_path, arguments):
    hand_in(tmp_path / "class", {"ada/twice.py": right()})
    command = [KATA, "grade", "class", "-o", "out", "--pack", pack, *arguments]
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            command, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert ran.returncode == 3
    assert ran.stderr == "kata: what there was to print cannot be written: No space left on device.\n"
    assert (tmp_path / "out" / "results.jsonl").exists()


def test_errors_that_cannot_be_printed_leave_the_status_as_it_is(tmp_path):
    with Path("/dev/full").open("wb") as full:
        command = [KATA, "diff", "nowhere"]
        ran = subprocess.run(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=full, check=False)
    assert (ran.returncode, ran.stdout) == (2, b"")


def test_a_reader_that_goes_away_is_no_fault_worth_a_word(pack, tmp_path):
    running = subprocess.Popen([KATA, "list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    running.stdout.close()
    assert running.stderr.read() == b""
    running.stderr.close()
    assert running.wait(timeout=60) in (0, 1, -signal.SIGPIPE)
