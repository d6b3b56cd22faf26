"""Why a class fails is told of the whole class, whatever was graded when, and whoever came and went."""

import json
import shutil

import pytest

import grader.causes.failing
import grader.store.results
from grader.store import Store
from tests.command.support import causes, hand_in, right, rows
from tests.store.support import table

ALIKE = {f"s{i}/half.py": right("half", f"n / 2 + 5 + {i}e-9") for i in range(4)}


@pytest.fixture
def handed_in(tmp_path):
    return hand_in(tmp_path / "class", ALIKE)


def unexplained(ran):
    return [group["students"] for group in json.loads(ran.out)["unexplained"]]


def test_answers_that_came_in_different_runs_are_put_together(grade, handed_in):
    for i in range(3):
        grade("--student", f"s{i}")
    assert unexplained(grade("--json")) == [4]


def test_who_leaves_and_comes_back_is_compared_as_before(grade, handed_in, tmp_path):
    grade("--seed", 1)
    before = table(tmp_path / "out")
    shutil.move(handed_in, tmp_path / "away")
    hand_in(handed_in, {"zoe/half.py": right("half", "7.0")})
    assert unexplained(grade("--json")) == [1]
    shutil.rmtree(handed_in)
    shutil.move(tmp_path / "away", handed_in)
    grade()
    assert table(tmp_path / "out") == before


def test_what_one_run_could_not_compare_the_next_one_does(grade, warm, handed_in, monkeypatch, tmp_path):
    """Without the answer key nothing is compared; that is not taken for the last word."""
    grade("--seed", 1)
    before = table(tmp_path / "out")
    with monkeypatch.context() as patched:
        patched.setattr("grader.grading.Grading._key_of", without_a_key)
        grade("--regrade")
    assert table(tmp_path / "out")["causes.csv"] != before["causes.csv"]
    assert "Nothing to grade" in grade().out
    assert table(tmp_path / "out") == before
    warm.maps.clear()
    grade()
    assert sum(warm.maps) == 0


def without_a_key(self, name, needed, *, make):
    needed.add(name)
    self.keys.pop(name, None)


def test_answers_of_which_nothing_is_known_are_not_taken_for_equal(grade, handed_in, monkeypatch, tmp_path):
    def fails(*_):
        raise ValueError

    monkeypatch.setattr(grader.causes.failing, "_fingerprint_and_sample", fails)
    hand_in(handed_in, {"copy/half.py": ALIKE["s0/half.py"]})
    grade()
    assert sorted(row["who"] for row in causes(tmp_path / "out")) == ["copy; s0", "s1", "s2", "s3"]


def test_of_the_evidence_as_much_is_kept_as_there_is_room_for(tmp_path, monkeypatch):
    monkeypatch.setattr(grader.store.results, "pack_sample", lambda sample: sample)
    monkeypatch.setattr(grader.store.results, "MAX_SAMPLES", 5)
    monkeypatch.setattr(grader.store.results, "MAX_SAMPLE_BYTES", 100)
    with Store(tmp_path) as store:
        for way in "gcbeadf":
            store._offer("twice", way, b"small")
            store._offer("square", way, bytes(40))
    assert rows(tmp_path, "SELECT way FROM samples WHERE exercise = 'twice' ORDER BY way") == [
        (way,) for way in "abcde"
    ]
    assert rows(tmp_path, "SELECT way FROM samples WHERE exercise = 'square' ORDER BY way") == [
        ("a",),
        ("b",),
    ]
