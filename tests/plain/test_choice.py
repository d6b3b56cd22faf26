"""Which commands run files in plain processes: those for one's own files, where that is asked for."""

import json

import pytest

from tests.command.support import add_exercise, hand_in, in_this_process, results, right


@pytest.fixture
def kata(capfd, monkeypatch, tmp_path):
    monkeypatch.setenv("KATA_DATA_DIR", str(tmp_path / "data"))
    add_exercise(tmp_path / "pack", "twice", "2 * n")
    hand_in(tmp_path, {"twice.py": right(), "class/ada/twice.py": right()})
    run = in_this_process(capfd, monkeypatch, tmp_path)
    return lambda *arguments: run(*arguments, "--pack", "pack")


@pytest.mark.parametrize(("asked", "plain"), [("1", True), ("0", False), ("", False)])
def test_own_files_are_run_plain_where_that_is_asked_for(kata, monkeypatch, asked, plain):
    monkeypatch.setenv("KATA_PLAIN", asked)
    result = json.loads(kata("check", "twice.py", "--json").out)
    assert result["status"] == "passed"
    assert (result["isolation"] == ["plain"]) is plain


def test_a_class_is_graded_in_isolation_all_the_same(kata, monkeypatch, tmp_path):
    monkeypatch.setenv("KATA_PLAIN", "1")
    assert kata("grade", "class", "-o", "out").status == 0
    (result,) = results(tmp_path / "out")
    assert "seccomp" in result["isolation"]


def test_an_exercise_is_proven_in_isolation_all_the_same(kata, monkeypatch):
    monkeypatch.setenv("KATA_PLAIN", "1")

    def refuse(self, kind):
        raise AssertionError("a plain process was started")

    monkeypatch.setattr("grader.plain.child.PlainChild.__init__", refuse)
    assert "twice" in kata("verify", "twice", "--seeds", "1", "--draws", "1").out
