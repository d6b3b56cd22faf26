"""Who gained and lost what from one run to another, and why: at the end of a run, and `kata diff`."""

import json

import pytest

import grader.grading
from grader.store import read_changes
from tests.command.support import hand_in, right


@pytest.fixture
def handed_in(tmp_path):
    files = {f"{who}/twice.py": right(formula=f"n + {i}") for i, who in enumerate(("ada", "bo", "cy"))}
    return hand_in(tmp_path / "class", files)


def why(folder):
    """The changes of a folder as a dict."""
    return {change.student: change.why for change in read_changes(folder).changes}


def test_after_the_first_run_there_is_nothing_to_compare_with(grade, kata, handed_in):
    ran = grade()
    assert "Changed" not in ran.out
    assert kata("diff", "out").out == "There is no run before run 1 to compare with.\n"
    document = json.loads(kata("diff", "out", "--json").out)
    assert (document["since"], document["first"]) == (1, True)
    assert document["changes"][0] == {
        "student": "ada",
        "exercise": "twice",
        "before": None,
        "after": {"status": "failed", "score": 0.0},
        "why": "handed in",
    }


def test_who_gained_and_who_lost_is_said_at_the_end_and_by_diff(grade, kata, handed_in):
    grade()
    hand_in(handed_in, {"ada/twice.py": right(), "dee/twice.py": right(by="dee")})
    (handed_in / "cy" / "twice.py").unlink()
    ran = grade()
    assert "Changed: 3 results; 2 gained points, 0 lost points." in ran.out
    assert "ada, twice: 0 failed -> 10 passed (handed in anew)" in ran.out
    assert "dee, twice: nothing -> 10 passed (handed in)" in ran.out
    assert "cy, twice: 0 failed -> nothing (no longer among the submissions)" in ran.out
    assert "bo, twice" not in ran.out
    told = kata("diff", "out")
    assert told.status == 0
    assert told.out.startswith("Since run 2 (")
    assert ran.out[ran.out.index("Changed:") : ran.out.index("\nwrote")].strip() in told.out
    hand_in(handed_in, {"ada/twice.py": "def twice(n:"})
    ran = grade()
    assert "Changed: 1 result; 0 gained points, 1 lost points." in ran.out
    assert "ada, twice: 10 passed -> 0 syntax_error (handed in anew)" in ran.out


def test_a_run_that_changes_nothing_is_no_news(grade, kata, handed_in):
    grade()
    hand_in(handed_in, {"ada/twice.py": right()})
    grade()
    before = kata("diff", "out").out
    assert "Changed" not in grade().out
    assert kata("diff", "out").out == before


def test_the_changes_since_any_run(grade, kata, handed_in):
    grade()
    for formula in ("2 * n", "3 * n", "2 * n + 0"):
        hand_in(handed_in, {"ada/twice.py": right(formula=formula)})
        grade()
    document = json.loads(kata("diff", "out", "--since", "2", "--json").out)
    (change,) = document["changes"]
    assert (change["before"]["score"], change["after"]["score"]) == (0.0, 10.0)
    assert "No score and no status changed." in kata("diff", "out", "--since", "3").out


def test_that_the_exercise_was_changed_is_the_reason(grade, own_pack, handed_in, tmp_path):
    grade(pack=own_pack)
    for part in ("solution.py", "checks.py"):
        file = own_pack / "solutions" / "twice" / part
        file.write_text(file.read_text().replace("2 * n", "n + 1").replace("-4", "-5"))
    mistake = own_pack / "solutions" / "twice" / "mistakes" / "unchanged.py"
    mistake.write_text(mistake.read_text() + "\n")
    ran = grade(pack=own_pack)
    assert "bo, twice: 0 failed -> 10 passed (the exercise was changed)" in ran.out
    assert why(tmp_path / "out") == {"bo": "the exercise was changed"}


def by_seed(submission, key, worker, of=grader.grading.grade_with_evidence):
    """A grader whose answer hangs on everything but the work."""
    result, evidence = of(submission, key, worker)
    return grader.grading.msgspec.structs.replace(result, score=float(next(by_seed.scores))), evidence


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--seed", 8], "seed 7 -> 8"),
        (["--seed", 7, "--limit", "time_per_check_s=0.4"], "other limits"),
        (["--seed", 7, "--regrade"], "graded again, and the same work gave another result"),
    ],
)
def test_what_a_result_rests_on_is_the_reason(grade, handed_in, tmp_path, monkeypatch, arguments, reason):
    by_seed.scores = iter(range(100))
    monkeypatch.setattr(grader.grading, "grade_with_evidence", by_seed)
    grade("--seed", 7)
    grade(*arguments)
    assert why(tmp_path / "out") == dict.fromkeys(("ada", "bo", "cy"), reason)


def test_a_version_is_a_reason(grade, warm, handed_in, tmp_path, monkeypatch):
    by_seed.scores = iter(range(100))
    monkeypatch.setattr(grader.grading, "grade_with_evidence", by_seed)
    now = dict(grader.grading.versions())
    grade("--seed", 7)
    monkeypatch.setattr(grader.grading, "versions", lambda: now | {"numpy": "9.0"})
    grade()
    assert set(why(tmp_path / "out").values()) == {f"numpy {now['numpy']} -> 9.0"}


def test_that_it_could_not_be_graded_before_is_a_reason(grade, own_pack, handed_in, tmp_path):
    solution = own_pack / "solutions" / "twice" / "solution.py"
    text = solution.read_text()
    solution.write_text("def twice(n)\n")
    grade(pack=own_pack)
    solution.write_text(text)
    ran = grade(pack=own_pack)
    assert "ada, twice: harness_error -> 0 failed (it could not be graded before)" in ran.out


def test_that_it_was_not_come_to_before_is_a_reason(grade, handed_in, tmp_path):
    grade("--student", "ada")
    grade()
    assert why(tmp_path / "out") == dict.fromkeys(("bo", "cy"), "it had not been graded yet")


def test_what_is_set_by_hand_is_a_change(grade, kata, handed_in, tmp_path):
    grade()
    kata("override", "out", "bo", "twice", "--score", "6", "--reason", "close enough")
    told = kata("diff", "out").out
    assert "bo, twice: 0 failed -> 6 failed (set by hand)" in told
    kata("override", "out", "bo", "twice", "--withdraw", "--reason", "no")
    assert why(tmp_path / "out") == {"bo": "no longer set by hand"}


def test_of_many_changes_a_screen_shows_the_first_and_diff_all(grade, kata, tmp_path):
    hand_in(tmp_path / "class", {f"s{i:02}/twice.py": right(formula="n") for i in range(12)})
    grade()
    hand_in(tmp_path / "class", {f"s{i:02}/twice.py": right() for i in range(12)})
    ran = grade()
    assert "Changed: 12 results; 12 gained points, 0 lost points." in ran.out
    assert "s05, twice: 0 failed" in ran.out
    assert "s06, twice: 0 failed" not in ran.out
    assert "and 6 more: `kata diff RESULTS` shows all" in ran.out
    assert kata("diff", "out").out.count("->") == 12
