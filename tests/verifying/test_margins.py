"""How near an allowance the reference and the mistakes may come."""

import pytest

from grader.codec import encode
from grader.judge import judge
from grader.model import (
    Case,
    Check,
    Close,
    Equal,
    Error,
    Key,
    Load,
    Observation,
    Outcome,
    Raises,
    Rounded,
    Unchanged,
)
from grader.verify.margins import has_tolerance, strays, too_near
from tests.exercises.support import PACK

EXERCISE = next(iter(PACK.exercises.values()))
LOAD = Load(Outcome.RETURNED, entry_points=tuple((name, "callable") for name in EXERCISE.entry_points))


def key(policies, *answers, truths=(), inputs=()):
    """A key of one check with a case for each answer of the reference."""
    expect = tuple((part, (policy,)) for part, policy in policies.items())
    cases = tuple(Case(f"case {i}", inputs, expect) for i in range(len(answers)))
    check = Check("numbers", 10.0, "hidden", 0, "probe", cases)
    return Key(
        EXERCISE, 0, (check,), b"", seen(*answers), truths=(("exact", seen(*truths)),) if truths else ()
    )


def seen(*answers):
    return tuple(Observation(0, i, Outcome.RETURNED, encode(answer)) for i, answer in enumerate(answers))


def nearness(key, *answers):
    told = [LOAD, *seen(*answers)]
    return too_near(key, judge(key, told), told)


CLOSE = {"": Close(rtol=0.0, atol=0.1)}


@pytest.mark.parametrize(("answer", "expected"), [(1.25, 2.5), (1.31, None), (0.75, 2.5), (0.6, None)])
def test_a_mistake_misses_by_three_allowances(answer, expected):
    assert nearness(key(CLOSE, 1.0), answer) == (pytest.approx(expected) if expected else None)


def test_one_case_that_shows_it_for_certain_is_enough():
    assert nearness(key(CLOSE, 1.0, 2.0), 1.2, 9.0) is None
    assert nearness(key(CLOSE, 1.0, 2.0), 1.2, 2.15) == pytest.approx(2.0)
    assert nearness(key(CLOSE, 1.0, 2.0), 1.0, 2.15) == pytest.approx(1.5)


def test_where_numbers_are_rounded_one_allowance_and_a_half_is_enough():
    rounded = {"": Rounded(1, truth="exact", atol=0.0, rtol=0.0)}
    made = key(rounded, 0.3, truths=(0.32,))
    assert nearness(made, 0.2) is None  # 2.4 halves of a unit
    assert nearness(key(rounded, 0.3, truths=(0.34,)), 0.4) == pytest.approx(1.2)
    assert nearness(made, 0.334) is None  # not rounded at all


def test_what_has_no_tolerance_has_no_margin():
    assert nearness(key({"": Equal()}, 1.0), 1.0 + 1e-12) is None
    assert nearness(key(CLOSE, 1.0), [1.0]) is None  # another container
    assert nearness(key(CLOSE, 1.0), float("nan")) is None
    parts = {"answer": Close(rtol=0.0, atol=0.1), "numbers": Unchanged()}
    made = key(parts, {"answer": 1.0, "numbers": [1]}, inputs=(("numbers", encode([1])),))
    assert nearness(made, {"answer": 1.15, "numbers": [1]}) == pytest.approx(1.5)
    assert nearness(made, {"answer": 1.15, "numbers": [2]}) is None
    assert nearness(made, {"numbers": [1]}) is None


def test_an_exception_has_no_margin():
    made = key({"": Close(rtol=0.0, atol=0.1)}, 1.0)
    error = Error("IndexError", ("IndexError", "Exception"), "", "student")
    told = [LOAD, Observation(0, 0, Outcome.RAISED, error=error)]
    assert too_near(made, judge(made, told), told) is None
    refusing = key({"refused": Raises("ValueError")}, {"refused": None})
    assert nearness(refusing, {"refused": 1.0}) is None


def test_the_reference_uses_half_of_each_allowance():
    made = key(CLOSE, 1.0, 2.0)
    assert list(strays(made, [LOAD, *seen(1.04, 1.96)])) == []
    (told,) = strays(made, [LOAD, *seen(1.06, 2.0)])
    assert told == "the reference uses 0.6 of the allowance of 'numbers' on 'case 0': 1.0 where 1.06 is exact"


def test_half_of_a_relative_allowance_too():
    made = key({"": Close(rtol=0.1, atol=0.0)}, 100.0)
    assert list(strays(made, [LOAD, *seen(104.0)])) == []
    assert len(list(strays(made, [LOAD, *seen(108.0)]))) == 1


def test_more_exact_numbers_of_another_form_are_told():
    made = key(CLOSE, [1.0, 2.0])
    (told,) = strays(made, [LOAD, *seen([1.0])])
    assert "in another form than the reference (shape" in told
    (told,) = strays(made, [LOAD])
    assert told == "exact.py gives no answer to 'numbers' on 'case 0'"


def test_what_a_tolerance_is():
    assert has_tolerance(key(CLOSE, 1.0).checks)
    assert not has_tolerance(key({"": Equal()}, 1.0).checks)
    assert not has_tolerance(key({"": Rounded(1, truth="exact", atol=0.0, rtol=0.0)}, 1.0).checks)
