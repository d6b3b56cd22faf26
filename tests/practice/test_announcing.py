"""Checks told one by one, while the others of the same answer still run."""

from dataclasses import replace

import pytest

from grader.answer_key import task_for
from grader.catalogue import load_pack
from grader.errors import HarnessError
from grader.intake.own_files import read_own_file
from grader.model import Null, Observation, Outcome, Status
from grader.practice.announcing import Announcing
from grader.practice.checking import Practice
from grader.practice.own_worker import open_own_worker
from tests.practice.watching_support import RIGHT, make_pack

WRONG_FOR_NEGATIVE = "def twice(n):\n    return 2 * n if n >= 0 else n\n"
ENDLESS_FOR_NEGATIVE = "def twice(n):\n    while n < 0:\n        pass\n    return 2 * n\n"


@pytest.fixture(scope="module")
def exercise(tmp_path_factory):
    return load_pack(make_pack(tmp_path_factory.mktemp("pack"))).exercise("twice")


@pytest.fixture(scope="module")
def practice(exercise):
    with open_own_worker(load_pack()) as worker:
        yield Practice(worker, None)


@pytest.mark.parametrize("code", [RIGHT, WRONG_FOR_NEGATIVE, ENDLESS_FOR_NEGATIVE])
def test_each_check_is_told_once_in_order_as_the_result_has_it(code, practice, exercise, tmp_path):
    path = tmp_path / "twice.py"
    path.write_text(code)
    told = []
    checked = practice.check(exercise, path, announce=lambda *one: told.append(one))
    assert told == [(i, Status(each.status)) for i, each in enumerate(checked.result.checks)]
    assert len(told) == 3


def test_a_check_is_told_before_the_next_one_is_asked_for(practice, exercise, tmp_path):
    """What was seen until then is enough: the worker is not waited for."""
    path = tmp_path / "twice.py"
    path.write_text(RIGHT)
    key, order = practice.key(exercise), []

    class Slow:
        layers = ()

        def run(self, task):
            for seen in practice.worker.run(task):
                order.append("seen")
                yield seen

    announcing = Announcing(Slow(), key, lambda index, status: order.append(index))
    submission = read_own_file(path, "twice")
    for _ in announcing.run(task_for(key, submission.units, cells=False, companions=())):
        pass
    first = len(key.checks[0].cases)
    assert order[: first + 3] == ["seen", *["seen"] * first, 0, "seen"]


def test_a_file_that_does_not_load_announces_nothing(practice, exercise, tmp_path):
    path = tmp_path / "twice.py"
    path.write_text("def twice(n:\n")
    told = []
    checked = practice.check(exercise, path, announce=lambda *one: told.append(one))
    assert checked.result.status == "syntax_error"
    assert told == []


def test_a_fault_of_the_judge_is_left_to_the_judge(practice, exercise):
    """A reference that was not seen on a case is told in the result, not by an exception here."""
    key = replace(practice.key(exercise), expected=())

    class Told:
        layers = ()

        def run(self, task):
            yield from (
                Observation(0, i, Outcome.RETURNED, value=Null()) for i in range(len(key.checks[0].cases))
            )

    told = []
    try:
        list(Announcing(Told(), key, lambda *one: told.append(one)).run(None))
    except HarnessError as fault:
        pytest.fail(f"it was not left to the judge: {fault}")
    assert told == []
