"""A result stays small, whatever a submission says of itself."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from grader.errors import KataError
from grader.grade import grade, marked_unsafe, refused_result
from grader.model import (
    ENDED_THE_SERVER,
    UNSAFE_NOTE,
    Equal,
    Error,
    Load,
    Observation,
    Opaque,
    Outcome,
    Submission,
    Unit,
)
from tests.judging.support import BASES, EXERCISE, LOADED, case, check, key
from tests.messages.support import Parrot

HUGE = "x\u202e" * 500_000
KEY = key(
    [check(f"check {i}", case(Equal(), "a case", grid=2), visibility="visible") for i in range(3)],
    {(i, 0): [1.0] for i in range(3)},
)
SUBMISSION = Submission("ada/f.py", "ada", "demo", (Unit("f.py", "def f(): return 1\n"),))


def graded(*seen, submission=SUBMISSION, layers=("none",)):
    worker = Parrot({})
    worker.seen, worker.layers = seen, layers
    return grade(submission, KEY, worker)


OWN = Error(HUGE, BASES["ValueError"], HUGE, "student", HUGE, HUGE, 3, HUGE)
HOSTILE = {
    "kind of an entry point": [Load(Outcome.RETURNED, entry_points=(("f", HUGE),))],
    "name of an entry point": [Load(Outcome.RETURNED, entry_points=((HUGE, "int"),))],
    "many entry points": [Load(Outcome.RETURNED, entry_points=(("f", HUGE),) * 10_000)],
    "exception on loading": [Load(Outcome.RAISED, OWN)],
    "exception on compiling": [Load(Outcome.RAISED, OWN, compiled=False)],
    "end on loading": [Load(Outcome.DIED, detail=HUGE)],
    "notes": [replace(LOADED, notes=(HUGE,) * 6000)],
    "notes of a file without the name": [Load(Outcome.RETURNED, notes=(HUGE,) * 6000)],
    "exceptions": [LOADED, *(Observation(i, 0, Outcome.RAISED, error=OWN) for i in range(3))],
    "ends": [LOADED, *(Observation(i, 0, Outcome.DIED, detail=f"signal {HUGE}") for i in range(3))],
    "types": [
        LOADED,
        *(Observation(i, 0, Outcome.RETURNED, Opaque(HUGE, HUGE), printed=HUGE) for i in range(3)),
    ],
    "absent": [
        LOADED,
        *(Observation(i, 0, Outcome.RAISED, error=Error(HUGE, (), HUGE, "absent", HUGE)) for i in range(3)),
    ],
    "probe": [
        LOADED,
        *(
            Observation(i, 0, Outcome.RAISED, error=msgspec.structs.replace(OWN, origin="probe"))
            for i in range(3)
        ),
    ],
}


@pytest.mark.parametrize("seen", HOSTILE.values(), ids=HOSTILE)
def test_a_result_stays_below_twenty_kilobytes(seen):
    told = graded(*seen)
    assert len(msgspec.json.encode(told)) < 20_000
    assert "\u202e" not in told.message


def test_the_first_ten_notes_are_kept_and_the_others_counted():
    notes = tuple(f"cell {i} raised ValueError and was skipped" for i in range(6000))
    told = graded(replace(LOADED, notes=notes))
    assert told.notes == (*notes[:10], "and 5990 more")
    handed_in = replace(SUBMISSION, notes=tuple(f"superseded: f ({i}).py" for i in range(119)))
    assert graded(LOADED, submission=handed_in).notes[-1] == "and 109 more"
    unreadable = replace(handed_in, problem="This is a picture.")
    assert graded(LOADED, submission=unreadable).notes[-1] == "and 109 more"
    assert refused_result(handed_in, EXERCISE, KataError("x"), 0).notes[-1] == "and 109 more"
    assert graded(replace(LOADED, notes=notes[:10])).notes == notes[:10]


def test_a_note_has_at_most_two_hundred_characters():
    assert max(map(len, graded(replace(LOADED, notes=(HUGE, "y" * 201, "z" * 200))).notes)) == 200


def test_what_a_human_should_look_at_is_never_crowded_out():
    notes = (*(f"note {i}" for i in range(50)), ENDED_THE_SERVER)
    told = marked_unsafe(graded(Load(Outcome.DIED, notes=notes), layers=("unsafe-no-sandbox",)))
    assert told.notes[-3:] == ("and 40 more", ENDED_THE_SERVER, UNSAFE_NOTE)
    twice = graded(LOADED, Observation(0, 0, Outcome.DIED, detail=ENDED_THE_SERVER))
    assert twice.notes == (ENDED_THE_SERVER,)
