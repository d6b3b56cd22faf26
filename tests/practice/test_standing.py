"""Where someone stands, from what was done: the order in which it is told makes no difference."""

import dataclasses
import time

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.catalogue import load_pack
from grader.practice import standing
from grader.practice.events import LAST_MOMENT, Event, event
from grader.practice.standing import Standings, Tally, next_exercise, standings, unmet
from tests.command.support import add_exercise

DIGESTS = ("sha256:" + "a" * 64, "sha256:" + "0" * 64)
SCORES = st.none() | st.sampled_from([0.0, 3.0, 7.5, 10.0])


def at(second):
    return f"2026-11-30T20:42:{second:02}Z"


@st.composite
def histories(draw):
    """Events of a few exercises in a few seconds, so that many fall together."""
    made = []
    for number in range(draw(st.integers(0, 25))):
        kind = draw(st.sampled_from(["started", "attempt", "hint", "gave_up"]))
        attempted = {
            "status": draw(st.sampled_from(["passed", "failed", "syntax_error"])),
            "score": draw(SCORES),
            "max_score": draw(st.sampled_from([None, 10.0, 20.0])),
            "complete": draw(st.booleans()),
            "digest": draw(st.sampled_from([None, *DIGESTS])),
        }
        made.append(
            Event(
                f"{draw(st.integers(0, 9))}-{number}",
                at(draw(st.integers(0, 5))),
                kind,
                draw(st.sampled_from(["a", "b", "c"])),
                **(attempted if kind == "attempt" else {}),
                **({"number": draw(st.integers(1, 4))} if kind == "hint" else {}),
            )
        )
    return made


@given(histories(), st.randoms(use_true_random=False))
def test_the_order_in_which_events_come_makes_no_difference(history, chance):
    shuffled = list(history)
    chance.shuffle(shuffled)
    assert standings(shuffled) == standings(history)


@given(histories(), st.integers(0, 25))
def test_counting_may_stop_and_go_on(history, place):
    tally = Tally()
    for one in history[:place]:
        tally.take(one)
    assert tally.standings() == standings(history[:place])
    for one in history[place:]:
        tally.take(one)
    assert tally.standings() == standings(history)


@given(histories())
def test_what_is_told_holds_of_the_events(history):
    told = standings(history)
    assert set(told.by_exercise) == {each.exercise for each in history}
    for name, own in told.by_exercise.items():
        events = [each for each in history if each.exercise == name]
        attempts = [each for each in events if each.kind == "attempt"]
        assert own.attempts == len(attempts)
        assert own.last_attempt == max(attempts, key=lambda each: (each.at, each.id), default=None)
        assert own.started_at == min(each.at for each in events)
        assert own.last_at == max(each.at for each in events)
        assert own.passed_at == min((each.at for each in attempts if each.status == "passed"), default=None)
        assert (own.best is None) == (own.max_score is None)
        assert own.solved_at is None or own.passed_at <= own.solved_at
        assert own.state != "not_started"
    assert (told.current is None) == (not history)


@given(histories())
def test_events_that_are_made_can_be_read_again(history):
    encoded = msgspec.json.encode(history)
    assert msgspec.json.decode(encoded, type=list[Event]) == history


@given(histories(), st.lists(st.integers(0, 5), max_size=4))
def test_time_that_passes_while_it_is_counted_makes_no_difference(history, seconds):
    tally = Tally(at(0))
    for number, one in enumerate(history):
        if number < len(seconds):
            tally.go_on(max(tally.now, at(seconds[number])))
        tally.take(one)
    for second in range(6):
        if at(second) >= tally.now:
            tally.go_on(at(second))
            assert tally.standings() == standings(history, at(second))


@given(histories())
def test_what_is_dated_ahead_is_not_what_was_done_last(history):
    told = standings(history, at(2))
    past = [each for each in history if each.at <= at(2)]
    assert told.current == standings(past or history).current
    for name, own in told.by_exercise.items():
        assert own.last_attempt == standings(past).of(name).last_attempt
        assert own.attempts == standings(history).of(name).attempts


def test_an_event_of_a_clock_past_all_years_can_be_made_and_read(monkeypatch):
    monkeypatch.setattr(time, "time_ns", lambda: 400_000_000_000 * 10**9)
    made = event("started", "a")
    assert made.at == LAST_MOMENT
    assert msgspec.json.decode(msgspec.json.encode(made), type=Event) == made


def test_events_of_one_second_stand_in_the_order_in_which_they_were_made():
    made = [event("started", f"exercise_{number}") for number in range(50)]
    assert standings(reversed(made)).current == "exercise_49"
    assert sorted(made, key=lambda each: (each.at, each.id)) == made


@pytest.mark.parametrize(
    "field",
    [
        {"at": "2026-02-30T20:42:32Z"},
        {"at": "2026-11-30 20:42"},
        {"at": "2026-11-30T25:42:32Z"},
        {"exercise": ""},
        {"exercise": "../x"},
        {"exercise": "x" * 256},
        {"kind": "cheated"},
        {"status": "Passed!"},
        {"score": -1},
        {"digest": "sha256:" + "a" * 63},
        {"number": 0},
        {"id": ""},
        {"id": "a\n"},
        {"other": 1},
    ],
    ids=str,
)
def test_what_is_no_event_is_refused(field):
    good = {"id": "a", "at": at(1), "kind": "attempt", "exercise": "twice"}
    assert msgspec.convert(good, Event)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode(good | field), type=Event)


def done(kind, exercise, second, **more):
    return Event(f"{kind}-{exercise}-{second}", at(second), kind, exercise, **more)


def test_a_pass_counts_however_it_goes_on():
    told = standings(
        [
            done("started", "a", 1),
            done("attempt", "a", 2, status="failed", score=4.0, max_score=10.0),
            done("hint", "a", 3, number=2),
            done("hint", "a", 4, number=1),
            done("attempt", "a", 5, status="passed", score=2.0, max_score=2.0, complete=False),
            done("attempt", "a", 6, status="passed", score=10.0, max_score=10.0),
            done("attempt", "a", 7, status="failed", score=0.0, max_score=10.0),
        ]
    ).of("a")
    assert (told.state, told.done) == ("passed", True)
    assert (told.attempts, told.hints) == (4, 2)
    assert (told.passed_at, told.solved_at) == (at(5), at(6))
    assert (told.best, told.max_score) == (10.0, 10.0)


def test_the_approach_is_no_hint():
    hints = [done("hint", "a", number, number=number) for number in range(1, 5)]
    told = [standings(hints[:count]).of("a") for count in range(5)]
    assert [each.hints_opened for each in told] == [0, 1, 2, 3, 3]
    assert [each.approach_opened for each in told] == [False, False, False, False, True]


def test_giving_up_is_done_and_a_pass_after_it_is_a_pass():
    gave_up = [done("started", "a", 1), done("gave_up", "a", 2)]
    assert (standings(gave_up).of("a").state, standings(gave_up).of("a").done) == ("gave_up", True)
    passed = [*gave_up, done("attempt", "a", 3, status="passed", score=10.0, max_score=10.0)]
    assert standings(passed).of("a").state == "passed"


def test_what_was_never_begun_is_not_started():
    assert Standings().of("a").state == "not_started"
    assert not Standings().of("a").done


# ---------------------------------------------------------------- what comes next


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    """Three exercises of one track in their order, the last two built on the first."""
    folder = tmp_path_factory.mktemp("pack")
    for name in ("one", "two", "three"):
        add_exercise(folder, name, "2 * n")
    loaded = load_pack(folder)
    exercises = {
        name: dataclasses.replace(loaded.exercises[name], prerequisites=() if name == "one" else ("one",))
        for name in ("one", "two", "three")
    }
    (track,) = loaded.tracks
    ordered = dataclasses.replace(track, exercises=("one", "two", "three"))
    return dataclasses.replace(loaded, exercises=exercises, tracks=(ordered,))


def test_what_builds_on_something_is_locked_until_that_is_done(pack):
    begun = standings([done("started", "one", 1)])
    assert unmet(pack.exercises["two"], begun) == ("one",)
    for way in (done("gave_up", "one", 2), done("attempt", "one", 2, status="passed")):
        assert unmet(pack.exercises["two"], standings([done("started", "one", 1), way])) == ()


def test_the_next_is_the_first_that_is_open_behind_the_one_at_hand(pack):
    assert next_exercise(pack, Standings()) == "one"
    passed = done("attempt", "one", 1, status="passed")
    assert next_exercise(pack, standings([passed])) == "two"
    both = [passed, done("attempt", "two", 2, status="passed")]
    assert next_exercise(pack, standings(both)) == "three"
    skipped = [passed, done("attempt", "three", 2, status="passed")]
    assert next_exercise(pack, standings(skipped)) == "two"
    assert next_exercise(pack, standings([*both, done("gave_up", "three", 3)])) is None


def test_nothing_is_next_while_all_else_is_locked(pack):
    assert next_exercise(pack, standings([done("started", "one", 1)])) is None


def test_an_exercise_whose_package_is_missing_is_passed_over(pack, monkeypatch):
    monkeypatch.setattr(standing, "missing_packages", lambda exercise: ["torch"] * (exercise.name == "two"))
    assert next_exercise(pack, standings([done("attempt", "one", 1, status="passed")])) == "three"
