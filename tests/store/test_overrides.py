"""What an instructor sets by hand is kept apart, survives everything and can be taken back."""

import json
import os
import shutil

import pytest

import grader.reports.folder
from tests.command.support import by_student, gradebook, hand_in, right, rows

REASON = ["--reason", "rounded as the lecture did"]


@pytest.fixture
def handed_in(tmp_path):
    files = {"ada/twice.py": right(), "bo/twice.py": right(formula="n"), "bo/square.py": "1 / 0"}
    return hand_in(tmp_path / "class", files)


@pytest.fixture
def graded(grade, handed_in):
    return grade("--seed", 1)


@pytest.fixture
def override(kata, graded):
    def run(*arguments):
        return kata("override", "out", *arguments)

    return run


def test_a_score_set_by_hand_counts_and_shows_everywhere(override, grade, tmp_path):
    ran = override("bo", "twice", "--score", "7.5", *REASON, "--by", "dr. who")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == "bo, twice: 7.5 counts, 0 was computed.\n"
    row = gradebook(tmp_path / "out")["bo"]
    assert (row["twice"], row["total"]) == ("7.5", "7.5")
    assert row["twice status"] == "failed, overridden (computed 0)"
    line = by_student(tmp_path / "out")["bo", "twice"]
    assert (line["status"], line["score"]) == ("failed", 0.0), "what was computed stays"
    assert (line["override"]["score"], line["override"]["by"]) == (7.5, "dr. who")
    assert "reason" not in line["override"]
    assert "override" not in by_student(tmp_path / "out")["ada", "twice"]
    summary = (tmp_path / "out" / "summary.txt").read_text()
    assert "Set by hand: 1\n    bo, twice: 7.5 in the place of 0 (rounded as the lecture did)" in summary
    ran = grade()
    assert "Nothing to grade" in ran.out
    assert "7.5 failed (by hand)" in ran.out
    assert "1 set by hand" in ran.out


def test_the_document_says_what_counts_and_what_was_computed(override):
    document = json.loads(override("bo", "twice", "--score", "5", *REASON, "--json").out)
    told = {"schema": 1, "student": "bo", "exercise": "twice", "computed": 0.0, "score": 5.0}
    assert document == told


@pytest.mark.parametrize("arguments", [["--regrade"], ["--seed", "9"], ["--only-failed"]], ids=str)
def test_it_survives_grading_anew(override, grade, tmp_path, arguments):
    override("bo", "twice", "--score", "7", *REASON)
    grade(*arguments)
    assert gradebook(tmp_path / "out")["bo"]["twice"] == "7"


def test_it_survives_another_hand_in_and_that_its_student_leaves(override, grade, handed_in, tmp_path):
    override("bo", "twice", "--score", "7", *REASON)
    hand_in(handed_in, {"bo/twice.py": right(by="bo")})
    grade()
    row = gradebook(tmp_path / "out")["bo"]
    assert (row["twice"], row["twice status"]) == ("7", "passed, overridden (computed 10)")
    shutil.rmtree(handed_in / "bo")
    grade()
    row = gradebook(tmp_path / "out")["bo"]
    assert (row["twice"], row["twice status"]) == ("7", "not_submitted, overridden (computed none)")
    hand_in(handed_in, {"bo/twice.py": right(formula="n")})
    grade()
    assert gradebook(tmp_path / "out")["bo"]["twice status"] == "failed, overridden (computed 0)"


def test_for_what_was_never_handed_in_a_score_can_be_set(override, tmp_path):
    assert (
        override("ada", "square", "--score", "3", *REASON).out
        == "ada, square: 3 counts, nothing was computed.\n"
    )
    row = gradebook(tmp_path / "out")["ada"]
    assert (row["square"], row["total"]) == ("3", "13")


def test_a_comment_alone_changes_no_score(override, tmp_path):
    ran = override("bo", "twice", "--comment", "see me after class", *REASON)
    assert ran.out == "bo, twice: 0 counts, 0 was computed.\n"
    row = gradebook(tmp_path / "out")["bo"]
    assert (row["twice"], row["twice status"]) == ("0", "failed, commented")
    assert by_student(tmp_path / "out")["bo", "twice"]["override"]["comment"] == "see me after class"


def test_a_later_one_takes_the_place_and_keeps_what_it_does_not_say(override, tmp_path):
    override("bo", "twice", "--score", "4", "--comment", "half of it", *REASON)
    override("bo", "twice", "--score", "-0", "--reason", "no, none of it")
    told = by_student(tmp_path / "out")["bo", "twice"]["override"]
    assert (str(told["score"]), told["comment"]) == ("0.0", "half of it")
    first, second = json.loads(override("--list", "--json").out)["overrides"]
    assert (first["score"], first["withdrawn_reason"]) == (4.0, "replaced by a later one")
    assert (second["reason"], second["withdrawn_at"]) == ("no, none of it", None)


def test_it_can_be_withdrawn_and_the_history_stays(override, tmp_path):
    files = {
        path.name: path.read_bytes() for path in (tmp_path / "out").iterdir() if path.suffix != ".sqlite"
    }
    override("bo", "twice", "--score", "7", *REASON)
    ran = override("bo", "twice", "--withdraw", "--reason", "wrong student")
    assert ran.out == "bo, twice: 0 counts, 0 was computed.\n"
    assert {name: (tmp_path / "out" / name).read_bytes() for name in files} == files
    listed = override("--list").out
    assert listed.count("\n") == 1
    assert "bo, twice: score 7 (rounded as the lecture did); withdrawn" in listed
    assert "(wrong student)" in listed
    ran = override("bo", "twice", "--withdraw", "--reason", "again")
    assert ran.status == 2
    assert "nothing is set by hand for bo and twice" in ran.err


def test_without_any_the_list_says_so(override):
    assert override("--list").out == "Nothing was ever set by hand.\n"
    assert json.loads(override("--list", "--json").out) == {"schema": 1, "overrides": []}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["bo", "twice", "--score", "5"], "Give a reason"),
        (["bo", "twice", "--score", "5", "--reason", "  "], "Give a reason"),
        (["bo", "twice", *REASON], "Give a --score, a --comment, or --withdraw"),
        (["bo", "twice", "--comment", " ", *REASON], "The comment is empty"),
        (["bo", "twice", "--withdraw", "--score", "5", *REASON], "leave out --score"),
        (["bo", *REASON], "Give a STUDENT and an EXERCISE"),
        (
            ["bob", "twice", "--score", "5", *REASON],
            "there is no student bob in these results. Did you mean bo?",
        ),
        (["bo", "twise", "--score", "5", *REASON], "there is no exercise twise in these results."),
        (["bo", "twice", "--score", "-1", *REASON], "a score is a number from 0 on, not -1"),
        (["bo", "twice", "--score", "nan", *REASON], "a score is a number from 0 on, not nan"),
        (["bo", "twice", "--score", "inf", *REASON], "a score is a number from 0 on, not inf"),
        (["bo", "twice", "--score", "ten", *REASON], "'ten' is not a valid float"),
    ],
)
def test_what_cannot_be_set_is_said_and_nothing_is_set(override, tmp_path, arguments, sentence):
    ran = override(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert sentence in ran.err
    assert rows(tmp_path / "out", "SELECT * FROM overrides") == []


def test_more_than_the_exercise_gives_is_set_and_said(override, tmp_path):
    ran = override("bo", "twice", "--score", "12", *REASON)
    assert ran.status == 0
    assert "12 is more than the 10 that twice gives" in ran.err
    assert gradebook(tmp_path / "out")["bo"]["twice"] == "12"


def test_what_is_set_by_hand_needs_no_eye_any_more(override, tmp_path, grade, handed_in):
    hand_in(handed_in, {"bo/twice.py": b"\xff\xfe\x00\xd8\x00"})
    grade()
    assert "Needing a human's eye: 1" in (tmp_path / "out" / "summary.txt").read_text()
    override("bo", "twice", "--score", "7", *REASON)
    assert "Needing a human's eye: 0" in (tmp_path / "out" / "summary.txt").read_text()


def test_hostile_words_of_an_instructor_do_no_harm_either(override, tmp_path):
    hostile = "=1+1\n\x1b[31m"
    override("bo", "twice", "--score", "1", "--comment", hostile, "--reason", hostile, "--by", hostile)
    listed = override("--list").out
    summary = (tmp_path / "out" / "summary.txt").read_text()
    assert "\x1b" not in listed + summary + (tmp_path / "out" / "gradebook.csv").read_text()
    assert listed.count("\n") == 1


def test_killed_before_the_reports_are_written_it_is_kept_and_shown_by_the_next_command(
    override, grade, tmp_path, monkeypatch
):
    class Killed(BaseException):
        pass

    def killed(path, parts):
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(grader.reports.folder, "_write", killed)
        with pytest.raises(Killed):
            override("bo", "twice", "--score", "7", *REASON)
    assert gradebook(tmp_path / "out")["bo"]["twice"] == "0"
    grade()
    assert gradebook(tmp_path / "out")["bo"]["twice"] == "7"


def test_where_the_reports_cannot_be_written_that_is_said(override, tmp_path):
    (tmp_path / "out" / "summary.txt.partial").symlink_to("/dev/full")
    ran = override("bo", "twice", "--score", "7", *REASON)
    assert (ran.status, ran.out) == (3, "")
    assert "No space left on device" in ran.err
    assert "kept in results.sqlite" in ran.err


def test_who_set_it_is_the_user_if_nobody_else_is_named(override, tmp_path, monkeypatch):
    monkeypatch.setenv("LOGNAME", "nora")
    override("bo", "twice", "--score", "7", *REASON)
    assert rows(tmp_path / "out", "SELECT by FROM overrides") == [("nora",)]
    assert os.environ["LOGNAME"] == "nora"
