"""Files that answer an exercise equally well: all are graded, the best counts, and a human is told."""

import pytest

import grader.grading
from grader.catalogue import load_pack
from grader.cli.session import MAX_SEED
from grader.errors import HarnessError
from grader.grade_class import grade_class
from grader.grading import Terms
from grader.intake.hand_ins import ClassSubmissions, HandIn
from grader.model import Person
from tests.command.support import graded, hand_in, right


@pytest.fixture
def tie(warm, pack, tmp_path):
    """Grade the files of one student as equal matches; the entry, and the run."""
    loaded = load_pack(pack)
    (tmp_path / "out").mkdir()

    def run(*texts, **terms):
        files = {f"ada/v{i}/twice.py": text for i, text in enumerate(texts)}
        folder = hand_in(tmp_path / "class", files)
        first, *others = [HandIn("ada", "twice", path, folder / path) for path in files]
        whole = HandIn("ada", "twice", first.path, first.file, rivals=tuple(others))
        found = ClassSubmissions("by hand", hand_ins=(whole,), people=(Person("ada"),))
        asked = Terms(jobs=1, seed=1, **terms)
        done = grade_class(found, folder, tmp_path / "out", loaded, asked, MAX_SEED, lambda *_: None)
        return done.book.entries["ada", "twice"], done

    return run


def test_the_best_counts_wherever_it_stands(tie, tmp_path):
    entry, run = tie(right(formula="n"), right(formula="2 * n if n == 3 else 0"), right(), right(by="later"))
    assert (entry.computed, entry.submission) == (10.0, "ada/v2/twice.py")
    assert graded(tmp_path / "out") == 4
    assert (run.graded, run.reused) == (1, 0)
    assert "4 files answer it equally well" in entry.notes[0]
    assert entry.notes[1:] == (
        "Also handed in: ada/v3/twice.py (10 points)",
        "Also handed in: ada/v1/twice.py (2 points)",
        "Also handed in: ada/v0/twice.py (0 points)",
    )
    assert entry.needs_eye


def test_that_a_human_should_look_is_said_however_many_there_are(tie):
    entry, _ = tie(*(right(formula=f"n + {i}", by="x" * 300) for i in range(15)))
    assert entry.needs_eye


def test_a_second_run_grades_none_of_them_and_says_the_same(tie):
    texts = (right(formula="n"), right())
    before, _ = tie(*texts)
    after, run = tie(*texts)
    assert (run.graded, run.reused) == (0, 1)
    assert after == before


def test_only_the_one_that_changed_is_graded_again(tie, warm):
    tie(right(formula="n"), right())
    entry, run = tie(right(formula="n"), right(formula="n + 1"))
    assert (run.graded, entry.computed) == (1, 0.0)
    assert warm.maps[-1] == 1


def broken_on(text, monkeypatch):
    """A grader that fails on one text."""
    grade = grader.grading.grade_with_evidence

    def failing(submission, key, worker):
        if text in submission.units[0].source:
            raise AssertionError
        return grade(submission, key, worker)

    def harness_error(self, content, submission, worker, of=grader.grading.Grading._grade_one):
        try:
            return of(self, content, submission, worker)
        except AssertionError:
            fault = HarnessError("the server has gone")
            result = grader.grading.refused_result(submission, submission.exercise, fault, 1)
            return grader.grading.Graded(grader.grading.msgspec.structs.replace(result, max_score=10.0))

    monkeypatch.setattr(grader.grading, "grade_with_evidence", failing)
    monkeypatch.setattr(grader.grading.Grading, "_grade_one", harness_error)


def test_one_that_could_not_be_graded_counts_before_a_wrong_one(tie, monkeypatch):
    """It might be right: a wrong answer beside it must not become a zero for it."""
    with monkeypatch.context() as patched:
        broken_on("n + 4", patched)
        entry, _ = tie(right(formula="n"), right(formula="n + 4"))
        assert (entry.status, entry.computed) == ("harness_error", None)
    entry, run = tie(right(formula="n"), right(formula="n + 4"))
    assert (entry.status, entry.computed, run.graded) == ("failed", 0.0, 1)


def test_one_that_could_not_be_graded_costs_nothing_if_another_is_right(tie, monkeypatch):
    broken_on("n + 4", monkeypatch)
    entry, _ = tie(right(formula="n + 4"), right())
    assert (entry.status, entry.computed) == ("passed", 10.0)
    assert "Also handed in: ada/v0/twice.py (no score)" in entry.notes
