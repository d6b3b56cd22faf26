"""What keys show of hints, and what is said of hidden checks, while `kata watch` runs."""

from unittest.mock import Mock

from grader.catalogue import load_pack
from grader.errors import HarnessError
from grader.practice.actions import Actions, Watched
from grader.practice.events import event
from grader.practice.progress import Progress
from tests.practice.watching_support import NEEDS_PROC, RIGHT

pytestmark = NEEDS_PROC

HINTS = ("Read the statement.", "Try a small number.", "It is one line.")
HIDDEN_ONLY = "def twice(n):\n    return 6 if n == 3 else n\n"


def test_h_says_what_h_does_next(desk):
    desk.watch().expect("not started yet")
    for hint in HINTS[:2]:
        desk.press("h")
        assert hint in desk.expect("h gives the next one.")
    desk.press("h")
    assert HINTS[2] in desk.expect("That was the last hint. h shows the approach, step by step.")
    desk.press("h")
    assert "the approach" in desk.expect("There is no further hint. s says how to see the solution.")
    assert "`kata hint" not in desk.heard


def test_a_hint_that_cannot_be_kept_is_shown_all_the_same(watched_pack, tmp_path, monkeypatch):
    def refuse(*_):
        raise HarnessError("the disk is full")

    monkeypatch.setattr(Progress, "record", refuse)
    pack, teller = load_pack(watched_pack), Mock()
    Actions(Watched(tmp_path, pack), Progress(tmp_path), teller).hint(pack.exercise("twice"))
    assert teller.hint.call_args[0][0].text == HINTS[0]
    assert "the disk is full" in teller.says.call_args[0][0]


def test_after_a_pass_h_shows_all_hints_each_time_and_s_the_solution(desk):
    desk.save(RIGHT)
    desk.watch().expect("q quit")
    desk.expect("q quit")
    for _ in "ab":
        desk.press("h")
        told = desk.expect("2 Write.")
        assert [hint for hint in HINTS if hint in told] == list(HINTS)
        assert "twice: the approach" in told
    desk.press("s")
    told = desk.expect("return 2 * n")
    assert "no further hint" not in told
    assert [one.kind for one in Progress().events()] == ["attempt"]


def test_after_giving_up_h_shows_all_hints(desk):
    Progress().record(event("gave_up", "twice"))
    desk.watch().expect("not started yet")
    desk.press("h")
    told = desk.expect("2 Write.")
    assert [hint for hint in HINTS if hint in told] == list(HINTS)


def test_who_fails_hidden_checks_alone_is_told_once_how_to_see_them(desk):
    desk.watch().expect("not started yet")
    desk.save(HIDDEN_ONLY)
    told = desk.expect("? all keys")
    assert "`kata check twice --reveal` shows the hidden case that failed." in told
    desk.save(f"{HIDDEN_ONLY}# again\n")
    told = desk.expect("? all keys")
    assert "2 of 10 points" in told
    assert "--reveal" not in told
