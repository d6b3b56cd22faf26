"""What the harness gets wrong is tried once more, told, and never a point off: fakes behind the seam."""

from dataclasses import replace

import pytest

import grader.grade
from grader.errors import HarnessError, PackError
from grader.grade import grade, refused_result, unrun_result
from grader.model import Load, Observation, Outcome, Status, Submission, Unit

HANDED_IN = Submission("ada/pos_embed_2d.py", "ada", "pos_embed_2d", (Unit("pos_embed_2d.py", "x = 1"),))


class Fake:
    """A worker that gives one script after the other; a script is what is told, or what is raised."""

    layers = ("fake",)

    def __init__(self, *scripts):
        self.scripts = list(scripts)
        self.asked = 0

    def run(self, task):
        self.asked += 1
        for item in self.scripts.pop(0):
            if isinstance(item, Exception):
                raise item
            yield item

    def describe(self, job, torch, limits):
        raise AssertionError("a submission needs no description")


@pytest.fixture(scope="module")
def key(grading):
    return grading.key("pos_embed_2d")


@pytest.fixture
def right(key):
    load = Load(Outcome.RETURNED, entry_points=(("pos_embed_2d", "callable"),))
    return [load, *key.expected]


BROKEN = [HarnessError("the warm server dies whatever it is given")]


def test_what_is_right_needs_one_run(key, right):
    fake = Fake(right)
    result = grade(HANDED_IN, key, fake)
    assert (result.status, result.score, fake.asked) == ("passed", 10.0, 1)
    assert result.isolation == ("fake",)


def test_a_fault_of_the_harness_is_tried_once_more(key, right):
    fake = Fake(BROKEN, right)
    result = grade(HANDED_IN, key, fake)
    assert (result.status, result.score, fake.asked) == ("passed", 10.0, 2)


def test_a_fault_in_the_middle_is_tried_from_the_beginning(key, right):
    fake = Fake([*right[:3], *BROKEN], right)
    assert grade(HANDED_IN, key, fake).score == 10.0


def test_a_fault_that_stays_is_a_harness_error_and_never_a_zero(key):
    fake = Fake(BROKEN, BROKEN, BROKEN)
    result = grade(HANDED_IN, key, fake)
    assert fake.asked == 2
    assert (result.status, result.score, result.max_score) == ("harness_error", None, 10.0)
    assert {check.status for check in result.checks} == {"not_run"}
    assert "not your fault" in result.message
    assert "the warm server dies" in result.message


def test_points_that_were_seen_before_the_fault_are_not_half_a_score(key, right):
    fake = Fake([*right[:5], *BROKEN], [*right[:5], *BROKEN])
    assert grade(HANDED_IN, key, fake).score is None


def test_a_fault_in_the_search_for_a_cause_costs_no_grade(key, right, monkeypatch):
    def stumbles(*_):
        raise ZeroDivisionError("48271.53")

    monkeypatch.setattr(grader.grade, "diagnose", stumbles)
    wrong = [
        replace(item, value=None, outcome=Outcome.TIMED_OUT) if item is right[-1] else item for item in right
    ]
    result = grade(HANDED_IN, key, Fake(wrong))
    assert (result.status, result.score, result.diagnosis) == ("failed", 9.0, None)
    (note,) = result.notes
    assert note.startswith("no cause could be looked for, which is the grader's fault: ZeroDivisionError in")
    assert "48271" not in note


def test_a_worker_that_tells_nothing_is_the_harness(key):
    result = grade(HANDED_IN, key, Fake([], []))
    assert (result.status, result.score) == ("harness_error", None)


def test_a_reference_that_was_not_seen_on_a_case_is_the_harness(key, right):
    holed = replace(key, expected=key.expected[1:])
    result = grade(HANDED_IN, holed, Fake(right, right))
    assert (result.status, result.score) == ("harness_error", None)
    assert "reference was not seen" in result.message


def test_a_reference_that_raised_where_a_value_is_asked_for_is_the_harness(key, right):
    first = key.expected[0]
    broken = replace(key, expected=(replace(first, outcome=Outcome.RAISED, value=None), *key.expected[1:]))
    assert grade(HANDED_IN, broken, Fake(right, right)).status == "harness_error"


def test_a_submission_is_not_run_twice_for_its_own_faults(key, right):
    died = [right[0], *(Observation(o.check, o.case, Outcome.DIED, detail="signal 9") for o in key.expected)]
    fake = Fake(died)
    result = grade(HANDED_IN, key, fake)
    assert (result.status, result.score, fake.asked) == ("failed", 0.0, 1)


def test_cases_that_nobody_told_of_are_not_run(key, right):
    result = grade(HANDED_IN, key, Fake(right[:4]))
    assert result.status == "failed"
    assert "not_run" in {check.status for check in result.checks}


def test_an_unreadable_submission_is_never_run(key):
    fake = Fake()
    handed_in = replace(HANDED_IN, problem="It is a picture.", problem_status="unreadable")
    result = grade(handed_in, key, fake)
    assert (result.status, result.score, fake.asked) == ("unreadable", 0.0, 0)
    assert result.message == "It is a picture."


def test_an_exercise_that_is_refused_gives_no_score(key):
    result = refused_result(HANDED_IN, key.exercise, PackError("the reference fails its own check"), 3)
    assert (result.status, result.score, result.seed, result.checks) == ("harness_error", None, 3, ())
    assert "not your fault: the reference fails its own check" in result.message


def test_the_message_of_what_was_not_run_is_one_harmless_line(key):
    result = unrun_result(HANDED_IN, key, Status.UNREADABLE, "a\x1b[31mb\u202ec\n" + "x" * 5000)
    assert "\x1b" not in result.message
    assert "\u202e" not in result.message
    assert len(result.message) <= 1000
