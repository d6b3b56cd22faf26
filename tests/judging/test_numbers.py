"""What may stand for what, and how far off a number may be: exactly at the limit, and just over it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.codec import encode
from grader.model import Array, Close, Distinct, Equal, Rounded, Rung, Within
from grader.policies import apply
from tests.judging.support import EXACT, mismatch, status

CLOSE = Close(0.0, 0.25)
NAN = float("nan")
INF = float("inf")


def rung(policy, expected, answer, **more):
    found = mismatch(policy, expected, answer, **more)
    return None if found is None else found.rung


# --------------------------------------------------------------------------- NaN and infinity

LOOSE = [EXACT, CLOSE, Close(1.0, 1e300), Close(INF, INF)]


@pytest.mark.parametrize("policy", LOOSE, ids=str)
@pytest.mark.parametrize("expected", [0.0, NAN, INF], ids=str)
@pytest.mark.parametrize(
    "wrap",
    [
        lambda x: x,
        lambda x: [x],
        lambda x: [[x], [x]],
        lambda x: [x, [x]],
        lambda x: {"a": x},
        lambda x: np.array([x]),
        lambda x: np.float64(x),
        lambda x: np.array([x], dtype="complex128"),
    ],
    ids=["scalar", "list", "nest", "ragged", "dict", "array", "numpy scalar", "complex"],
)
def test_nan_never_passes_whatever_is_expected(policy, expected, wrap):
    assert status(policy, wrap(expected), wrap(NAN)) == "failed"


@pytest.mark.parametrize("policy", [Rounded(4, "exact"), Rounded(4, "exact", atol=1e300)], ids=str)
def test_nan_is_not_a_rounded_number(policy):
    assert rung(policy, [0.0], [NAN], truth=[0.0]) is Rung.FINITE


def test_nan_in_a_bfloat16_or_half_tensor_does_not_pass_either():
    for dtype, nan in (("bfloat16", b"\xc0\x7f"), ("float16", b"\x00\x7e")):
        one = Array("torch", dtype, (1,), nan)
        found = apply(Close(1.0, 1e300), one, one)
        assert found is not None
        assert found.rung is Rung.FINITE


@pytest.mark.parametrize("policy", [EXACT, CLOSE, Close(1e-5, 0.0), Close(1e-5, 1e-5)], ids=str)
def test_an_infinite_truth_is_met_by_itself_and_by_nothing_else(policy):
    assert rung(policy, [INF], [INF]) is None
    assert rung(policy, [INF], [-INF]) is Rung.VALUES
    assert rung(policy, [INF], [1e308]) is Rung.VALUES
    assert rung(policy, [INF], [0.0]) is Rung.VALUES
    assert rung(policy, np.array([-INF]), np.array([-INF])) is None


# --------------------------------------------------------------------------- nothing broadcasts


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        ([[1.0, 1.0], [1.0, 1.0]], [[1.0, 1.0]]),
        ([[1.0, 1.0], [1.0, 1.0]], [1.0, 1.0]),
        ([[1.0, 1.0], [1.0, 1.0]], [[1.0], [1.0]]),
        ([1.0, 1.0], 1.0),
        ([1.0], 1.0),
        (1.0, [1.0]),
        (np.ones((2, 2)), np.ones((1, 2))),
        (np.ones((2, 2)), np.ones(2)),
        (np.ones((2, 1)), np.ones((1, 2))),
        (np.ones((2, 2)), np.ones(())),
        (np.ones(1), np.ones(())),
        (np.ones(()), np.float64(1.0)),
        (np.ones((1, 2)), np.ones((2, 1, 2))),
    ],
)
def test_nothing_is_broadcast(expected, answer):
    for policy in (EXACT, Close(0.0, 100.0)):
        assert status(policy, expected, answer) == "failed"


def test_an_unrounded_truth_of_another_shape_is_the_authors_fault_and_not_broadcast():
    policy = Rounded(1, "exact")
    for expected, truth in (
        ([1.0, 1.0], [1.0]),
        ([1.0, 1.0], 1.0),
        (1.0, [1.0]),
        (np.ones(2), np.ones(1)),
        (np.ones(2), [1.0, 1.0]),
        ({"a": 1.0}, {"b": 1.0}),
        ([[1.0], [1.0, 1.0]], [[1.0], [1.0]]),
    ):
        assert one_status(policy, expected, truth) == "harness_error"


def one_status(policy, expected, truth):
    from tests.judging.support import one_check

    return one_check(policy, expected, expected, truth=truth).status.value


# --------------------------------------------------------------------------- empties

EMPTY = {
    "list": [],
    "tuple": (),
    "list of an empty list": [[]],
    "two empty lists": [[], []],
    "dict": {},
    "set": set(),
    "text": "",
    "float array": np.zeros(0),
    "float array of no rows": np.zeros((0, 3)),
    "float array of no columns": np.zeros((3, 0)),
    "single array": np.zeros(0, "float32"),
    "integer array": np.zeros(0, "int64"),
}


@pytest.mark.parametrize("expected", EMPTY.values(), ids=EMPTY)
def test_an_empty_answer_agrees_with_itself_and_with_no_other_empty_one(expected):
    agreeing = [name for name, answer in EMPTY.items() if status(EXACT, expected, answer) == "passed"]
    assert [EMPTY[name] is expected for name in agreeing] == [True]


# --------------------------------------------------------------------------- kinds


@pytest.mark.parametrize(
    ("expected", "accepted", "refused"),
    [
        (1.0, [1.0, 1, np.float32(1), np.float64(1), np.int8(1)], [True, np.True_, 1 + 0j, "1.0", None]),
        (1, [1, np.int64(1), np.uint8(1)], [1.0, np.float64(1), True, np.True_, "1"]),
        (True, [True, np.True_], [1, 1.0, np.int8(1)]),
        (1j, [1j, np.complex64(1j)], [True, "1j"]),
        (1 + 0j, [1 + 0j, 1.0, 1], [np.True_]),
        (np.float32(1), [1.0, np.float64(1), 1], [True]),
        ("1", ["1"], [1, b"1"]),
        (None, [None], [0, False, ""]),
    ],
    ids=["float", "int", "bool", "complex", "complex without imaginary part", "numpy", "text", "None"],
)
def test_which_kind_may_stand_for_which(expected, accepted, refused):
    for answer in accepted:
        assert status(EXACT, expected, answer) == "passed", answer
        assert status(EXACT, [expected], [answer]) == "passed", answer
        assert status(EXACT, [expected, [expected]], [answer, [answer]]) == "passed", answer
    for answer in refused:
        assert status(EXACT, expected, answer) == "failed", answer
        assert status(EXACT, [expected], [answer]) == "failed", answer


def test_a_bool_is_told_as_the_wrong_kind_and_not_as_a_wrong_value():
    found = mismatch(CLOSE, [1.0, 0.0], [1.0, False])
    assert (found.rung, found.where, found.got) == (Rung.ELEMENT_KIND, (1,), "bool")


def test_a_list_is_no_tuple_unless_either_will_do():
    either = Equal(any_sequence=True)
    for expected, answer in (
        ([1.0], (1.0,)),
        ([[1.0], [2.0]], ((1.0,), [2.0])),
        ([1.0, [2.0]], (1.0, (2.0,))),
    ):
        assert rung(EXACT, expected, answer) is Rung.CONTAINER
        assert rung(either, expected, answer) is None
    assert rung(either, {1.0}, [1.0]) is Rung.CONTAINER
    assert rung(either, [1.0], np.array([1.0])) is Rung.CONTAINER


def test_large_integers_are_compared_exactly():
    assert rung(EXACT, 2**53 + 1, 2**53) is Rung.VALUES
    assert rung(EXACT, [2**53 + 1], [2**53]) is Rung.VALUES
    assert rung(EXACT, 2**53 + 1, 2**53 + 1) is None
    assert rung(EXACT, np.array([2**53 + 1]), np.array([2**53])) is Rung.VALUES


@pytest.mark.parametrize("expected", [3, 3.0, [3], [3.0], [3, [3]]], ids=str)
@pytest.mark.parametrize("policy", [EXACT, CLOSE], ids=["equal", "close"])
def test_an_integer_of_thousands_of_digits_is_a_wrong_answer_like_any_other(expected, policy):
    huge = 10**5000
    answer = [huge, [3]] if expected == [3, [3]] else [huge] if isinstance(expected, list) else huge
    found = mismatch(policy, expected, answer)
    assert (found.rung, found.got) == (Rung.VALUES, "a huge integer")


def test_sets_are_equal_in_any_order():
    assert rung(EXACT, {1, 2, 3}, {3, 2, 1}) is None
    assert rung(EXACT, {1, 2, 3}, {1, 2, 4}) is Rung.VALUES


# --------------------------------------------------------------------------- allowances


def just_above(x):
    return math.nextafter(x, math.inf)


@pytest.mark.parametrize(
    "wrap",
    [lambda x: x, lambda x: [x], lambda x: [[x]], lambda x: np.array([x])],
    ids=["scalar", "list", "nest", "array"],
)
def test_close_is_right_exactly_at_the_limit_and_wrong_just_over_it(wrap):
    absolute = Close(0.0, 0.25)
    assert rung(absolute, wrap(1.0), wrap(1.25)) is None
    assert rung(absolute, wrap(1.0), wrap(just_above(1.25))) is Rung.VALUES
    relative = Close(0.5, 0.0)
    assert rung(relative, wrap(4.0), wrap(2.0)) is None
    assert rung(relative, wrap(4.0), wrap(2.0 - 2**-51)) is Rung.VALUES
    assert rung(relative, wrap(-4.0), wrap(-6.0)) is None
    assert rung(relative, wrap(0.0), wrap(5e-324)) is Rung.VALUES, "half of nothing is nothing"
    both = Close(0.5, 0.25)
    assert rung(both, wrap(4.0), wrap(6.25)) is None
    assert rung(both, wrap(4.0), wrap(just_above(6.25))) is Rung.VALUES


def test_equal_means_equal():
    assert rung(EXACT, [0.1 + 0.2], [0.3]) is Rung.VALUES
    assert rung(EXACT, [0.3], [0.3]) is None


def test_a_mean_error_does_not_save_a_single_wrong_entry():
    expected = np.zeros(10_000)
    answer = expected.copy()
    answer[4242] = 0.26
    found = mismatch(CLOSE, expected, answer)
    assert (found.where, found.count, found.total) == ((4242,), 1, 10_000)
    assert found.missed_by == pytest.approx(1.04)


def test_half_precision_is_compared_without_overflow():
    big = np.array([60000.0], dtype="float16")
    assert rung(Close(1.0, 0.0), big, -big) is Rung.VALUES
    assert rung(CLOSE, np.array([250], "uint8"), np.array([5], "uint8")) is Rung.VALUES


# --------------------------------------------------------------------------- Rounded


def test_rounded_takes_either_neighbour_at_a_tie_and_no_other():
    """The truth 0.125 lies half-way between 0.12 and 0.13, and fair rules go either way."""
    rule = Rounded(2, "exact")
    assert rung(rule, [0.12], [0.12], truth=[0.125]) is None
    assert rung(rule, [0.12], [0.13], truth=[0.125]) is None
    assert rung(rule, [0.12], [0.11], truth=[0.125]) is Rung.VALUES
    assert rung(rule, [0.12], [0.14], truth=[0.125]) is Rung.VALUES


def test_rounded_takes_the_wrong_neighbour_near_a_tie_only_within_the_allowance():
    near, beyond = 0.125 - 0.9e-9, 0.125 - 1.2e-9
    rule = Rounded(2, "exact", atol=1e-9, rtol=0.0)
    assert rung(rule, [0.12], [0.13], truth=[near]) is None
    assert rung(rule, [0.12], [0.13], truth=[beyond]) is Rung.VALUES
    wider = Rounded(2, "exact", atol=1e-6, rtol=0.0)
    assert rung(wider, [0.12], [0.13], truth=[beyond]) is None
    assert rung(wider, [0.12], [0.13], truth=[0.125 - 1.1e-6]) is Rung.VALUES


def test_the_rounding_of_cos_of_a_hundredth_in_single_precision_is_fair():
    """cos(0.01) = 0.99995000041...: 1.0 by double precision, 0.9999 by single."""
    truth = math.cos(0.01)
    rule = Rounded(4, "exact", atol=1e-6)
    assert round(truth, 4) == 1.0
    assert rung(rule, [1.0], [0.9999], truth=[truth]) is None
    assert rung(Rounded(4, "exact", atol=1e-10), [1.0], [0.9999], truth=[truth]) is Rung.VALUES


@pytest.mark.parametrize(
    ("answer", "broken"),
    [
        (0.6667, None),
        (float(np.float32(0.6667)), None),
        (0.6667 + 0.9e-7, None),
        (0.6667 + 1.1e-7, Rung.ROUNDING_FORM),
        (2 / 3, Rung.ROUNDING_FORM),
        (0.66667, Rung.ROUNDING_FORM),
        (0.6666, Rung.VALUES),
        (0.667, Rung.VALUES),
        (0.67, Rung.VALUES),
        (1, Rung.VALUES),
    ],
)
def test_rounded_tells_truncation_other_decimals_and_no_rounding_apart(answer, broken):
    assert rung(Rounded(4, "exact"), 0.6667, answer, truth=2 / 3) is broken
    assert rung(Rounded(4, "exact"), [[0.6667]], [[answer]], truth=[[2 / 3]]) is broken


def test_rounded_asks_the_reference_for_its_truth():
    from tests.judging.support import one_check

    verdict = one_check(Rounded(4, "exact"), 0.6667, 0.6667)
    assert verdict.status.value == "harness_error"
    assert "truth" in verdict.harness_fault


@given(st.floats(-1e6, 1e6), st.integers(0, 6))
def test_python_rounding_always_passes_and_two_units_off_never_does(truth, decimals):
    rule = Rounded(decimals, "exact")
    right = round(truth, decimals)
    wrong = round(right + 2 * 10.0**-decimals, decimals)
    assert apply(rule, encode(right), encode(right), truth=encode(truth)) is None
    assert apply(rule, encode(right), encode(wrong), truth=encode(truth)) is not None


@given(st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=9), st.floats(1e-3, 1e3), st.floats(0, 0.1))
def test_what_is_within_the_allowance_passes_and_what_is_not_fails(numbers, atol, rtol):
    policy = Close(rtol, atol)
    for factor, right in ((0.5, True), (2.0, False)):
        answer = [x + factor * (atol + rtol * abs(x)) + (0.0 if right else 1e-3) for x in numbers]
        assert (apply(policy, encode(numbers), encode(answer)) is None) == right


# --------------------------------------------------------------------------- draws


def test_within_asks_for_the_references_shape_and_dtype():
    policy = Within("std", 0.9, 1.1)
    draw = np.array([[1.0, -1.0], [1.0, -1.0]])
    assert rung(policy, draw, draw * 1.05) is None
    assert rung(policy, draw, draw.ravel()) is Rung.SHAPE
    assert rung(policy, draw, draw.astype("float32")) is Rung.ELEMENT_KIND
    assert rung(policy, draw, draw.tolist()) is Rung.CONTAINER
    assert rung(policy, draw, np.array([[NAN, 1.0], [1.0, 1.0]])) is Rung.FINITE


@pytest.mark.parametrize(
    ("policy", "inside", "outside"),
    [
        (Within("mean", -0.5, 0.5), [[0.5, 0.5], [-0.5, -0.5]], [[0.500001] * 2, [-1.0, -1.0]]),
        (Within("std", 1.0, 2.0), [[1.0, -1.0], [2.0, -2.0]], [[0.5, -0.5], [3.0, -3.0], [1.0, 1.0]]),
        (Within("share_within", 0.5, 0.5, at=1.0), [[1.0, 1.5], [-1.0, 2.0]], [[0.0, 1.0], [2.0, 2.0]]),
        (
            Within("share_among", 1.0, 1.0, values=(0.0, 3.0)),
            [[0.0, 3.0], [-0.0, 3.0000001], [0.0, 0.0]],
            [[0.0, 3.1], [0.0001, 3.0], [-3.0, 0.0]],
        ),
        (Within("share_among", 0.5, 0.5, values=(2.0,)), [[2.0, 1.0]], [[2.0, 2.0], [0.0, 1.0]]),
        (Within("share_among", 0.0, 0.0), [[2.0, 1.0]], []),
    ],
    ids=["mean", "std", "share", "one of a few", "half of them", "none of none"],
)
def test_within_takes_the_limits_of_its_band_and_nothing_beyond(policy, inside, outside):
    for draw in inside:
        assert rung(policy, [0.0, 0.0], draw) is None, draw
    for draw in outside:
        found = mismatch(policy, [0.0, 0.0], draw)
        assert (found.rung, found.fact) == (Rung.VALUES, f"statistic {policy.statistic}")


def test_within_of_an_overflowing_draw_fails_quietly(recwarn):
    assert status(Within("std", 0.0, 1.0), [0.0, 0.0], [1e308, -1e308]) == "failed"
    assert not list(recwarn)


def test_distinct_wants_every_draw_fresh():
    draws = [np.array([1.0, 2.0]), np.array([3.0, 4.0]), np.array([5.0, 6.0])]
    assert rung(Distinct(), draws, [d + 1 for d in draws]) is None
    repeated = mismatch(Distinct(), draws, [draws[0], draws[1], draws[0]])
    assert (repeated.rung, repeated.where, repeated.fact) == (Rung.VALUES, (2,), "equal draws")
    assert rung(Distinct(), draws, draws[:2]) is Rung.SHAPE
    assert rung(Distinct(), draws, [d[:1] for d in draws]) is Rung.SHAPE
    assert rung(Distinct(), draws, np.stack(draws)) is Rung.CONTAINER


def test_draws_of_integers_and_of_single_numbers_are_compared_by_structure_alone():
    assert rung(Distinct(), [1, [2]], [5, [7]]) is None
    assert rung(Distinct(), [np.array([1]), np.array([2])], [np.array([8]), np.array([9])]) is None
    assert rung(Within("mean", 0.0, 9.0), np.array([1, 2]), np.array([3, 4])) is None
    assert rung(Distinct(), [[0.5], [0.25]], [[NAN], [0.75]]) is Rung.FINITE
    assert rung(Within("share_within", 0.4, 0.6, at=1.0), [0.5, 2.0], [NAN, 0.5]) is Rung.FINITE


@given(
    st.sampled_from(
        [Equal(), Close(0.01, 0.1), Rounded(2, "exact", signed_zero=True), Close(float("inf"), 0.0)]
    ),
    st.floats(-1e5, 1e5) | st.integers(-100_000, 100_000),
    st.floats(-1.0, 1.0) | st.sampled_from([0.0, -0.0, 0.005, 1e-9, float("nan"), float("inf")]),
    st.booleans(),
)
def test_a_number_alone_is_judged_as_one_in_a_list_is(policy, expected, away, rounded):
    """A single number is looked at without an array; both ways must come to the same rung."""
    answer = expected + away
    answer = round(answer, 2) if rounded and np.isfinite(answer) else answer
    alone = mismatch(policy, expected, answer, truth=expected)
    listed = mismatch(policy, [expected], [answer], truth=[expected])
    assert (alone and alone.rung) == (listed and listed.rung)
