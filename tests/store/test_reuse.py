"""What was graded is not graded again, unless something that it rests on has changed."""

import dataclasses
import json
import shutil

import pytest

import grader.grading
from grader.isolate.control import Ready
from tests.command.support import by_student, gradebook, graded, hand_in, results, right, rows
from tests.store.support import table

CLASS = {
    "ada/twice.py": right(),
    "ada/square.py": right("square", "n * n"),
    "bo/twice.py": right(formula="n"),
    "cy/square.py": right("square", "n"),
}


@pytest.fixture
def handed_in(tmp_path):
    return hand_in(tmp_path / "class", CLASS)


def counts(ran):
    """How many were graded, reused and left, as the document says."""
    document = json.loads(ran.out)
    return document["graded"], document["reused"], document["left"]


def test_a_second_run_grades_nothing_makes_no_key_and_says_so(grade, warm, handed_in, tmp_path):
    assert "4 graded, 0 taken from an earlier run." in grade().out
    before = table(tmp_path / "out")
    ran = grade()
    assert "Nothing to grade: all 4 were graded before" in ran.out
    assert ran.status == 1
    assert sum(warm.maps) == 0
    assert table(tmp_path / "out") == before
    assert counts(grade("--json")) == (0, 4, 0)


def test_work_that_was_changed_is_graded_and_nothing_else(grade, handed_in, tmp_path):
    grade()
    hand_in(handed_in, {"bo/twice.py": right(by="bo")})
    assert counts(grade("--json")) == (1, 3, 0)
    assert by_student(tmp_path / "out")["bo", "twice"]["score"] == 10.0
    hand_in(handed_in, {"bo/twice.py": CLASS["bo/twice.py"]})
    assert counts(grade("--json")) == (0, 4, 0), "its first version was graded before"
    assert by_student(tmp_path / "out")["bo", "twice"]["score"] == 0.0


def test_who_comes_later_is_graded_and_who_leaves_is_gone_from_the_tables(grade, handed_in, tmp_path):
    grade()
    hand_in(handed_in, {"dee/twice.py": right(by="dee")})
    shutil.rmtree(handed_in / "cy")
    assert counts(grade("--json")) == (1, 3, 0)
    assert set(gradebook(tmp_path / "out")) == {"ada", "bo", "dee"}
    assert ("cy", "square") not in by_student(tmp_path / "out")


def test_an_exercise_that_was_changed_is_graded_anew_and_no_other(grade, own_pack, handed_in, tmp_path):
    grade(pack=own_pack)
    mistake = own_pack / "solutions" / "square" / "mistakes" / "unchanged.py"
    mistake.write_text(mistake.read_text().replace("as it was", "as it had been"))
    assert counts(grade("--json", pack=own_pack)) == (2, 2, 0)
    assert "as it had been" in by_student(tmp_path / "out")["cy", "square"]["message"]


@pytest.mark.parametrize("changed", [["--seed", 8], ["--limit", "time_per_check_s=0.4"]], ids=str)
def test_another_seed_and_other_limits_grade_all_anew(grade, handed_in, changed):
    grade("--seed", 7)
    assert counts(grade("--json", *changed)) == (4, 0, 0)
    assert counts(grade("--json", "--seed", 7)) == (0, 4, 0)


@pytest.mark.parametrize("package", ["grader", "python", "numpy", "torch"])
def test_other_versions_grade_all_anew(grade, handed_in, monkeypatch, package):
    grade()
    now = dict(grader.grading.versions())
    monkeypatch.setattr(grader.grading, "versions", lambda: now | {package: "0.0.1"})
    assert counts(grade("--json")) == (4, 0, 0)


def test_another_isolation_grades_all_anew(grade, warm, handed_in, monkeypatch):
    grade()
    examine = warm.examine

    def fewer(kind):
        ready = examine(kind)
        return Ready(ready.level, ready.layers[1:], ready.acts)

    monkeypatch.setattr(warm, "examine", fewer)
    assert counts(grade("--json")) == (4, 0, 0)


def test_regrade_grades_all_anew_with_the_same_result(grade, handed_in, tmp_path):
    grade()
    before = table(tmp_path / "out")
    assert counts(grade("--json", "--regrade")) == (4, 0, 0)
    assert table(tmp_path / "out") == before


def test_only_failed_grades_anew_what_has_not_passed(grade, handed_in):
    assert counts(grade("--json", "--only-failed")) == (4, 0, 0), "what was never graded is graded"
    assert counts(grade("--json", "--only-failed")) == (2, 2, 0)
    assert counts(grade("--json", "--only-failed", "--regrade", "--exercise", "twice")) == (1, 1, 0)


# --------------------------------------------------------------------------- equal work


def test_equal_work_is_graded_once_and_each_has_its_own_result(grade, tmp_path):
    roster = "id,name\nada,Ada L.\nbo,Bo K.\n"
    hand_in(tmp_path, {"class/ada/twice.py": right(), "class/bo/hw/twice.py": right(), "roster.csv": roster})
    ran = grade("--roster", "roster.csv")
    assert "2 graded, 0 taken" in ran.out
    assert graded(tmp_path / "out") == 1
    ada, bo = results(tmp_path / "out")
    assert (ada["submission"], bo["submission"]) == ("ada/twice.py", "bo/hw/twice.py")
    assert (ada["student"], bo["student"]) == ("ada", "bo")
    assert (ada["name"], bo["name"]) == ("Ada L.", "Bo K.")
    assert ada["checks"] == bo["checks"]


def test_a_note_stays_with_whose_work_it_is_about(grade, tmp_path):
    two = "def twice(n):\n    return 2 * n\n\n\ndef square(n):\n    return n * n\n"
    hand_in(tmp_path / "class", {"ada/twice.py": two, "bo/homework.py": two})
    grade()
    told = by_student(tmp_path / "out")
    assert told["ada", "twice"]["notes"] == []
    assert "it defines what twice asks for" in " ".join(told["bo", "twice"]["notes"])


def test_equal_work_that_fails_like_no_other_is_in_one_group(grade, tmp_path):
    hand_in(tmp_path / "class", {f"{who}/twice.py": right(formula="n + 7") for who in ("ada", "bo")})
    ran = grade("--json")
    assert json.loads(ran.out)["unexplained"] == [
        {"exercise": "twice", "students": 2, "example": "ada/twice.py"}
    ]


# --------------------------------------------------------------------------- harness errors


def test_a_harness_error_is_never_reused(grade, own_pack, tmp_path):
    solution = own_pack / "solutions" / "twice" / "solution.py"
    mended = solution.read_text()
    solution.write_text("def twice(n)\n")
    hand_in(tmp_path / "class", CLASS)
    ran = grade("--json", pack=own_pack)
    assert (ran.status, counts(ran)) == (3, (4, 0, 0))
    assert by_student(tmp_path / "out")["ada", "twice"]["score"] is None
    again = grade("--json", pack=own_pack)
    assert (again.status, counts(again)) == (3, (2, 2, 0)), "it is tried again"
    solution.write_text(mended)
    ran = grade("--json", pack=own_pack)
    assert (ran.status, counts(ran)) == (1, (2, 2, 0))
    assert by_student(tmp_path / "out")["ada", "twice"]["score"] == 10.0
    assert "harness_error" not in (tmp_path / "out" / "gradebook.csv").read_text()


def test_a_fault_that_passes_leaves_nothing_behind(grade, warm, handed_in, monkeypatch, tmp_path):
    """The same exercise, the same key: what could not be graded once is graded the next time."""

    def broken(submission, *_):
        fault = grader.grading.HarnessError("the server has gone")
        return grader.grading.refused_result(submission, submission.exercise, fault, 0), None

    with monkeypatch.context() as patched:
        patched.setattr(grader.grading, "grade_with_evidence", broken)
        patched.setattr(grader.grading, "told_to_instructor", lambda *_: ())
        patched.setattr(grader.grading, "failing_of", lambda *_: None)
        assert grade().status == 3
    assert counts(grade("--json")) == (4, 0, 0)
    causes = (tmp_path / "out" / "causes.csv").read_text()
    assert "unchanged" in causes, "why the class fails is found out anew, too"


def test_a_file_that_is_changed_while_it_is_graded_is_graded_again(grade, handed_in, monkeypatch, tmp_path):
    read = grader.grading.read_hand_in
    seen = []

    def changing(hand_in):
        if hand_in.path == "bo/twice.py":
            seen.append(1)
            if len(seen) == 2:
                hand_in.file.write_text(right(by="in a hurry"))
        return read(hand_in)

    monkeypatch.setattr(grader.grading, "read_hand_in", changing)
    grade()
    assert counts(grade("--json")) == (1, 3, 0)
    assert by_student(tmp_path / "out")["bo", "twice"]["score"] == 10.0


# --------------------------------------------------------------------------- what is filtered


def test_one_student_is_graded_and_the_others_are_said_not_to_be(grade, handed_in, tmp_path):
    ran = grade("--student", "ada")
    assert "2 graded, 0 taken from an earlier run." in ran.out
    assert "2 submissions not graded yet" in ran.out
    book = gradebook(tmp_path / "out")
    assert (book["ada"]["total"], book["bo"]["twice"], book["bo"]["twice status"]) == ("20", "", "not_graded")
    assert book["bo"]["total"] == ""
    assert {student for student, _ in by_student(tmp_path / "out")} == {"ada"}
    assert counts(grade("--json")) == (2, 2, 0)


def test_one_exercise_is_graded_and_has_a_column_though_nobody_answers_it(
    grade, handed_in, own_pack, tmp_path
):
    assert counts(grade("--json", "--exercise", "twice", "--exercise", "half")) == (2, 0, 0)
    book = gradebook(tmp_path / "out")
    assert book["ada"]["half status"] == "not_submitted"
    assert (book["ada"]["twice status"], book["ada"]["square status"]) == ("passed", "not_graded")
    grade()
    assert "half" not in gradebook(tmp_path / "out")["ada"]


def test_who_is_not_chosen_keeps_the_result_of_before_whatever_else_has_changed(grade, handed_in, tmp_path):
    grade("--seed", 1)
    before = by_student(tmp_path / "out")
    hand_in(handed_in, {"cy/square.py": right("square", "n * n", by="cy")})
    assert counts(grade("--json", "--student", "ada", "--limit", "time_per_check_s=0.4")) == (2, 0, 0)
    after = by_student(tmp_path / "out")
    assert after["bo", "twice"] == before["bo", "twice"]
    assert ("cy", "square") not in after, "that was another file"
    assert gradebook(tmp_path / "out")["cy"]["square status"] == "not_graded"


def test_who_is_not_chosen_has_a_result_too_if_the_work_is_the_same(grade, tmp_path):
    hand_in(
        tmp_path / "class", {"ada/twice.py": right(), "bo/twice.py": right(), "cy/twice.py": right(by="cy")}
    )
    assert counts(grade("--json", "--student", "ada")) == (1, 0, 0)
    assert {student for student, _ in by_student(tmp_path / "out")} == {"ada", "bo"}
    assert counts(grade("--json")) == (1, 2, 0)


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        (["--student", "adda"], "there is no student adda here. Did you mean ada?"),
        (["--exercise", "twize"], "there is no exercise twize here. Did you mean twice?"),
        (["--student", "\x1b[31m"], "there is no student \\x1b[31m here."),
    ],
)
def test_a_name_that_is_not_there_is_said_and_nothing_is_written(
    grade, handed_in, tmp_path, option, sentence
):
    ran = grade(*option)
    assert (ran.status, ran.out) == (2, "")
    assert sentence in ran.err
    assert not (tmp_path / "out").exists()


# --------------------------------------------------------------------------- other folders


def test_another_folder_of_submissions_into_the_same_results_is_said(grade, kata, pack, handed_in, tmp_path):
    grade()
    before = table(tmp_path / "out")
    hand_in(tmp_path / "other", {"zoe/twice.py": right(by="zoe"), "ada/twice.py": right()})
    ran = kata("grade", "other", "-o", "out", "--pack", pack)
    assert "until now these were the results of" in ran.err
    assert "1 graded, 1 taken from an earlier run" in ran.out
    assert set(gradebook(tmp_path / "out")) == {"ada", "zoe"}
    ran = grade()
    assert "Nothing to grade" in ran.out
    assert table(tmp_path / "out") == before
    assert "until now" not in grade().err


@pytest.mark.parametrize("out", ["class/out", "class", "class/a/b/../out"])
def test_results_among_the_submissions_are_refused(kata, pack, handed_in, tmp_path, out):
    ran = kata("grade", "class", "-o", out, "--pack", pack)
    assert (ran.status, ran.out) == (2, "")
    assert f"{out} lies inside class" in ran.err
    assert not (handed_in / "out").exists()


def test_submissions_in_the_folder_above_the_results_are_refused_by_their_real_place(
    kata, pack, handed_in, tmp_path
):
    (tmp_path / "link").symlink_to(handed_in)
    assert kata("grade", "class", "-o", "link/out", "--pack", pack).status == 2


# --------------------------------------------------------------------------- what a run holds


def test_a_run_holds_the_source_of_no_submission(grade, handed_in, monkeypatch):
    """All that a run keeps of a hand-in while it goes on is without its text, however large it is."""
    found = []
    prepare = grader.grading.Grading._grade

    def grading(self, pending, waiting, **more):
        found.extend(waiting)
        assert all(isinstance(each, str) for each in pending)
        return prepare(self, pending, waiting, **more)

    monkeypatch.setattr(grader.grading.Grading, "_grade", grading)
    grade()
    assert len(found) == 4
    for place in found:
        for submission in place.submissions:
            assert submission.digest
            assert (submission.units, submission.companions) == ((), ())
        for each in place.hand_ins:
            large = [f for f in dataclasses.fields(each) if isinstance(getattr(each, f.name), bytes)]
            assert not large


def test_a_text_that_no_encoding_has_is_graded_like_any_other(grade, tmp_path):
    """A notebook is JSON, and JSON can spell half of a character."""
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    source = 'x = "\\ud800"\ndef twice(n):\n    return 2 * n\n'
    book = {"cells": [cell | {"source": source}], "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    text = json.dumps(book).replace("\\\\ud800", "\\ud800")
    hand_in(tmp_path / "class", {"ada/twice.ipynb": text, "bo/twice.py": right()})
    ran = grade()
    assert ran.status in (0, 1), ran.err
    assert by_student(tmp_path / "out")["bo", "twice"]["score"] == 10.0
    assert "Nothing to grade" in grade().out


def test_a_folder_whose_name_is_no_text_is_graded(kata, pack, tmp_path):
    hand_in(tmp_path / "cl\udcffass", {"ada/twice.py": right()})
    ran = kata("grade", tmp_path / "cl\udcffass", "-o", "out", "--pack", pack)
    assert ran.status == 0, ran.err
    ((kept,),) = rows(tmp_path / "out", "SELECT value FROM meta WHERE name = 'submissions'")
    assert kept.endswith("cl\\udcffass")


def test_the_roster_is_kept_for_later_runs(grade, tmp_path):
    hand_in(tmp_path, {"class/ada/twice.py": right(), "roster.csv": "id,name\nada,Ada Byron\nbo,Bo Diaz\n"})
    grade("--roster", "roster.csv")
    ran = grade()
    assert "the roster of an earlier run is used (2 people)" in ran.err
    rows = gradebook(tmp_path / "out")
    assert {who: row["name"] for who, row in rows.items()} == {"ada": "Ada Byron", "bo": "Bo Diaz"}
    (tmp_path / "roster.csv").write_text("id,name\nada,Ada Lovelace\n")
    grade("--roster", "roster.csv")
    assert set(gradebook(tmp_path / "out")) == {"ada"}
