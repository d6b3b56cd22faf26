"""`kata hint`: one after the other, counted, and free after a pass."""

import pytest

from grader.catalogue import load_pack
from grader.errors import HarnessError
from grader.practice.events import event
from grader.practice.helping import open_hint, opened_hints
from grader.practice.progress import Progress
from tests.command.support import add_exercise, in_this_process

HINTS = ("Read the statement.", "Try a small number.", "It is one line.")


@pytest.fixture
def pack(tmp_path):
    add_exercise(tmp_path / "pack", "twice", "2 * n")
    add_exercise(tmp_path / "pack", "square", "n * n")
    return tmp_path / "pack"


@pytest.fixture
def progress(tmp_path, monkeypatch):
    monkeypatch.setenv("KATA_DATA_DIR", str(tmp_path / "data"))
    return Progress()


@pytest.fixture
def kata(capfd, monkeypatch, tmp_path, pack, progress):
    run = in_this_process(capfd, monkeypatch, tmp_path)
    return lambda *arguments: run(*arguments, "--pack", pack)


def opened(progress):
    return [one.number for one in progress.events() if one.kind == "hint"]


def test_the_hints_come_one_after_the_other_and_then_the_approach(kata, progress):
    for number, text in enumerate(HINTS, start=1):
        ran = kata("hint", "twice")
        assert (ran.status, ran.err) == (0, "")
        assert f"twice: hint {number} of 3" in ran.out
        assert [hint for hint in HINTS if hint in ran.out] == [text]
        follows = "gives the next one" if number < 3 else "shows the approach"
        assert f"`kata hint twice` {follows}" in ran.out
    for _ in "ab":
        ran = kata("hint", "twice")
        assert "twice: the approach" in ran.out
        assert "1 Look." in ran.out  # numbered by what renders the page
        assert "`kata solution twice`" in ran.out
    assert opened(progress) == [1, 2, 3, 4]
    assert progress.standings().of("twice").hints == 4


def test_again_shows_what_is_open_and_opens_nothing(kata, progress):
    ran = kata("hint", "twice", "--again")
    assert "No hint to twice is open yet" in ran.out
    kata("hint", "twice"), kata("hint", "twice")
    ran = kata("hint", "twice", "--again")
    assert [hint for hint in HINTS if hint in ran.out] == list(HINTS[:2])
    assert opened(progress) == [1, 2]


@pytest.mark.parametrize("kind", ["attempt", "gave_up"])
def test_after_a_pass_or_giving_up_all_are_open_and_none_is_counted(kata, progress, kind):
    told = {"status": "passed", "score": 10.0, "max_score": 10.0} if kind == "attempt" else {}
    progress.record(event(kind, "twice", **told))
    ran = kata("hint", "twice")
    assert [hint for hint in HINTS if hint in ran.out] == list(HINTS)
    assert "the approach" in ran.out
    assert opened(progress) == []


def test_an_exercise_that_is_done_has_no_next_hint(kata, progress):
    progress.record(event("gave_up", "twice"))
    assert "`kata" not in kata("hint", "twice").out


def test_without_a_name_it_is_about_the_exercise_worked_on_last(kata, progress):
    progress.record(event("started", "square"))
    assert "square: hint 1 of 3" in kata("hint").out


def test_who_has_begun_nothing_is_told_where_to_look(kata):
    ran = kata("hint")
    assert ran.status == 2
    assert "`kata list` shows all" in ran.err


def test_an_exercise_that_is_not_there(kata):
    ran = kata("hint", "twise")
    assert (ran.status, ran.out) == (2, "")
    assert "did you mean twice?" in ran.err


def test_without_an_approach_the_last_hint_stays(pack, progress):
    (pack / "exercises/twice/approach.md").unlink()
    exercise = load_pack(pack).exercise("twice")
    texts = [open_hint(exercise, progress).text for _ in range(5)]
    assert texts == [*HINTS, HINTS[2], HINTS[2]]
    assert open_hint(exercise, progress).follows == "nothing"
    assert len(opened_hints(exercise, progress)) == 3


def test_a_hint_that_cannot_be_kept_is_shown_all_the_same(kata, monkeypatch):
    def refuse(*_):
        raise HarnessError("the disk is full")

    monkeypatch.setattr(Progress, "record", refuse)
    ran = kata("hint", "twice")
    assert ran.status == 0
    assert HINTS[0] in ran.out
    assert "the disk is full" in ran.err
