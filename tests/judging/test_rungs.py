"""The order of rungs: what is told first, and exactly where it stands."""

from __future__ import annotations

import numpy as np
import pytest

from grader.judge import judge
from grader.model import Close, Equal, Load, Outcome, Raises, Rounded, Rung, Status, Unchanged
from tests.judging.support import (
    EXACT,
    LOADED,
    case,
    caught,
    check,
    error,
    key,
    mismatch,
    observe,
    status,
)

CLOSE = Close(0.0, 1e-6)
FOUR = Rounded(4, "exact", any_sequence=True, signed_zero=True)
TABLE = [[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]]


def changed(row, column, value):
    table = [list(line) for line in TABLE]
    table[row][column] = value
    return table


# --------------------------------------------------------------------------- before an answer


def a_key():
    return key([check("the check", case(EXACT))], {(0, 0): 1.0})


@pytest.mark.parametrize(
    ("load", "wanted"),
    [
        (Load(Outcome.RAISED, error("SyntaxError"), compiled=False), Status.SYNTAX_ERROR),
        (Load(Outcome.RAISED, error("ImportError")), Status.IMPORT_FAILED),
        (Load(Outcome.TIMED_OUT), Status.IMPORT_FAILED),
        (Load(Outcome.DIED, detail="exit 0"), Status.IMPORT_FAILED),
        (Load(Outcome.RETURNED), Status.MISSING),
        (Load(Outcome.RETURNED, entry_points=(("f", "int"),)), Status.MISSING),
        (Load(Outcome.RETURNED, entry_points=(("other", "callable"),)), Status.MISSING),
        (Load(Outcome.RETURNED, entry_points=(("f", "int"), ("g", "callable"))), Status.PASSED),
    ],
    ids=["syntax", "import", "hung", "exited", "nothing", "not callable", "another name", "one of two"],
)
def test_nothing_is_judged_of_a_file_that_did_not_load(load, wanted):
    """Not even right answers, which a worker could not have seen."""
    verdict = judge(a_key(), [load, *observe({(0, 0): 1.0})])
    assert verdict.status is wanted
    if wanted is not Status.PASSED:
        assert [c.status for c in verdict.checks] == [Status.NOT_RUN]
        assert sum(c.points for c in verdict.checks) == 0.0


def test_a_worker_that_told_nothing_is_the_harness_and_not_the_student():
    verdict = judge(a_key(), [])
    assert verdict.status is Status.HARNESS_ERROR
    assert verdict.harness_fault


def test_of_two_entry_points_the_checks_of_the_absent_one_fail():
    found = mismatch(EXACT, 1.0, error("AttributeError", "g", origin="absent", came_back="g"))
    assert found.rung is Rung.ENTRY_POINT
    assert found.expected == "g"


# --------------------------------------------------------------------------- one test per rung


def test_returned_an_exception_where_an_answer_was_asked_for():
    found = mismatch({"answer": EXACT}, {"answer": 1.0}, {"answer": caught("IndexError")})
    assert (found.rung, found.part, found.expected, found.got) == (
        Rung.RETURNED,
        "answer",
        "float",
        "IndexError",
    )


@pytest.mark.parametrize(
    ("expected", "answer", "names"),
    [
        ([1.0], (1.0,), ("list", "tuple")),
        ((1.0,), [1.0], ("tuple", "list")),
        ([1.0], None, ("list", "None")),
        ([1.0], 1.0, ("list", "float")),
        ([1.0], "1.0", ("list", "str")),
        ([1.0], {0: 1.0}, ("list", "dict")),
        ({"a": 1.0}, [1.0], ("dict", "list")),
        ([1.0], np.array([1.0]), ("list", "numpy.ndarray")),
        (np.array([1.0]), [1.0], ("numpy.ndarray", "list")),
        (1.0, [1.0], ("float", "list")),
        (1.0, None, ("float", "None")),
        (None, 0.0, ("None", "float")),
        ({1}, [1], ("set", "list")),
        ([1.0], (x for x in [1.0]), ("list", "generator")),
    ],
)
def test_container(expected, answer, names):
    found = mismatch(EXACT, expected, answer)
    assert found.rung is Rung.CONTAINER
    assert (found.expected, found.got) == names
    assert found.where == ()


def test_container_of_a_row_within():
    found = mismatch(EXACT, TABLE, [TABLE[0], tuple(TABLE[1])])
    assert (found.rung, found.where, found.expected, found.got) == (Rung.CONTAINER, (1,), "list", "tuple")


def test_container_of_a_row_that_is_an_array():
    found = mismatch(EXACT, TABLE, [TABLE[0], np.array(TABLE[1])])
    assert (found.rung, found.where, found.got) == (Rung.CONTAINER, (1,), "numpy.ndarray")


def test_container_tells_why_something_could_not_be_carried():
    cycle = []
    cycle.append(cycle)
    assert mismatch(EXACT, [1.0], cycle).fact == "it contains itself"
    assert "object" in mismatch(EXACT, [1.0], np.array([None])).fact


@pytest.mark.parametrize(
    ("expected", "answer", "where", "told"),
    [
        ([1.0, 2.0], [1.0], (), ("(2,)", "(1,)")),
        (TABLE, TABLE[:1], (), ("(2, 3)", "(1, 3)")),
        ([TABLE, TABLE], TABLE, (), ("(2, 2, 3)", "(2, 3)")),
        (TABLE, [[0.1, 0.2, 0.3], [0.4, 0.5]], (1,), ("(3,)", "(2,)")),
        ([[1.0, 2.0], [3.0]], [[1.0, 2.0]], (), ("2", "1")),
        (np.zeros((2, 3)), np.zeros((3, 2)), (), ("(2, 3)", "(3, 2)")),
        (np.zeros((2, 3)), np.zeros(3), (), ("(2, 3)", "(3,)")),
        (np.zeros(1), np.float64(0), None, None),
    ],
)
def test_shape(expected, answer, where, told):
    found = mismatch(EXACT, expected, answer)
    if where is None:
        assert found.rung is Rung.CONTAINER, "a scalar is no array"
        return
    assert (found.rung, found.where) == (Rung.SHAPE, where)
    assert (found.expected, found.got) == told


def test_shape_of_a_dict_is_its_keys():
    found = mismatch(EXACT, {1: 1.0, "b": 2.0}, {1: 1.0})
    assert (found.rung, found.fact) == (Rung.SHAPE, "key 'b' is missing")
    found = mismatch(EXACT, {1: 1.0}, {1: 1.0, "c": 2.0})
    assert (found.rung, found.fact) == (Rung.SHAPE, "key 'c' is not asked for")


def test_element_kind_tells_the_first_odd_number():
    found = mismatch(EXACT, [[1, 2], [3, 4]], [[1, 2], [3.0, 4]])
    assert (found.rung, found.where, found.expected, found.got) == (
        Rung.ELEMENT_KIND,
        (1, 0),
        "int",
        "float",
    )


@pytest.mark.parametrize("intruder", [None, "0.6", b"0.6"])
def test_element_kind_of_an_entry_that_is_no_number_at_all(intruder):
    found = mismatch(CLOSE, TABLE, changed(1, 2, intruder))
    assert (found.rung, found.where, found.expected) == (Rung.ELEMENT_KIND, (1, 2), "float")


def test_element_kind_is_the_dtype_of_an_array():
    found = mismatch(CLOSE, np.zeros(2, "float32"), np.zeros(2, "float64"))
    assert (found.rung, found.expected, found.got) == (Rung.ELEMENT_KIND, "float32", "float64")
    allowed = Close(0.0, 1e-6, dtypes=("float64",))
    assert mismatch(allowed, np.zeros(2, "float32"), np.zeros(2, "float64")) is None
    assert mismatch(allowed, np.zeros(2, "float32"), np.zeros(2, "float16")).rung is Rung.ELEMENT_KIND


@pytest.mark.parametrize("stray", [float("nan"), float("inf"), float("-inf")], ids=str)
def test_finite_tells_the_first_that_is_not(stray):
    found = mismatch(CLOSE, TABLE, changed(1, 1, stray))
    assert (found.rung, found.where, found.got, found.count, found.total) == (
        Rung.FINITE,
        (1, 1),
        str(stray),
        1,
        6,
    )


def test_rounding_form_tells_the_number_that_is_furthest_from_any():
    answer = changed(0, 1, 0.20001)
    answer[1][2] = 0.60004
    found = mismatch(FOUR, TABLE, answer, truth=TABLE)
    assert (found.rung, found.where, found.count) == (Rung.ROUNDING_FORM, (1, 2), 2)


def test_sign_of_zero_tells_the_first():
    zeros = [[0.0, 0.0], [0.0, 0.0]]
    found = mismatch(FOUR, zeros, [[0.0, 0.0], [-0.0, -0.0]], truth=zeros)
    told = (found.rung, found.where, found.count, found.extent)
    assert told == (Rung.SIGN_OF_ZERO, (1, 0), 2, "all of row 1")


def test_a_minus_zero_is_a_zero_where_nobody_asks_for_its_sign():
    assert mismatch(EXACT, [0.0], [-0.0]) is None
    assert mismatch(EXACT, np.zeros(2), -np.zeros(2)) is None
    assert mismatch(EXACT, 0.0, -0.0) is None


def test_values_tell_the_entry_furthest_over_its_own_allowance():
    """Not the one furthest away: 1 off of a thousand is less than 0.1 off of one."""
    found = mismatch(Close(0.01, 0.0), [1000.0, 1.0, 5.0], [1011.0, 1.1, 5.0])
    assert (found.rung, found.where, found.count, found.total) == (Rung.VALUES, (1,), 2, 3)
    assert (found.expected, found.got) == ("1.0", "1.1")
    assert found.allowed == pytest.approx(0.01)
    assert found.missed_by == pytest.approx(10.0)


def test_values_of_a_single_number_have_no_place():
    found = mismatch(CLOSE, 1.0, 2.0)
    assert (found.rung, found.where, found.total, found.extent) == (Rung.VALUES, (), 1, "")


def test_values_of_a_dict_are_told_by_key():
    found = mismatch(EXACT, {"answer": {"recall": 0.5}}, {"answer": {"recall": 0.25}})
    assert (found.rung, found.where) == (Rung.VALUES, ("answer", "recall"))


def test_keys_that_are_tuples_are_told_apart():
    expected = {(0, 0): 1.0, (0, 1): 2.0}
    assert mismatch(EXACT, expected, {(0, 0): 1.0, (0, 1): 2.0}) is None
    assert mismatch(EXACT, expected, {(0, 0): 9.0, (0, 1): 2.0}).rung is Rung.VALUES
    assert mismatch(EXACT, expected, {(0, 1): 2.0}).rung is Rung.SHAPE


def test_side_effects_are_told_last():
    whole = {"answer": EXACT, "x": Unchanged()}
    assert mismatch(whole, {"answer": 1.0, "x": [1.0]}, {"answer": 1.0, "x": [1.0]}, x=[1.0]) is None
    found = mismatch(whole, {"answer": 1.0, "x": [1.0]}, {"answer": 1.0, "x": [2.0]}, x=[1.0])
    assert (found.rung, found.part) == (Rung.SIDE_EFFECTS, "x")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([0.0], [-0.0]),
        ([1.0], [1]),
        ([1.0], (1.0,)),
        (np.array([0.0]), np.array([-0.0])),
        (np.zeros(2), np.zeros(2, "float32")),
        (np.zeros((2, 1)), np.zeros((1, 2))),
    ],
    ids=["sign", "kind", "container", "sign in an array", "dtype", "shape"],
)
def test_unchanged_means_bit_for_bit(before, after):
    found = mismatch({"x": Unchanged()}, {"x": before}, {"x": after}, x=before)
    assert found.rung is Rung.SIDE_EFFECTS


def test_unchanged_holds_for_an_input_with_nan():
    assert (
        mismatch({"x": Unchanged()}, {"x": [float("nan")]}, {"x": [float("nan")]}, x=[float("nan")]) is None
    )


# --------------------------------------------------------------------------- the order

WORSE_AND_WORSE = [
    (Rung.VALUES, [[0.1, 0.2], [0.0, 9.0]]),
    (Rung.SIGN_OF_ZERO, [[0.1, 0.2], [-0.0, 9.0]]),
    (Rung.ROUNDING_FORM, [[0.1, 0.20004], [-0.0, 9.0]]),
    (Rung.FINITE, [[float("nan"), 0.20004], [-0.0, 9.0]]),
    (Rung.ELEMENT_KIND, [[float("nan"), 0.20004], [-0.0, True]]),
    (Rung.SHAPE, [[float("nan"), 0.20004, 1.0], [-0.0, True, 1.0]]),
    (Rung.CONTAINER, {"a": float("nan")}),
]


@pytest.mark.parametrize(("rung", "answer"), WORSE_AND_WORSE, ids=lambda x: getattr(x, "name", ""))
def test_only_the_first_broken_rung_is_told(rung, answer):
    expected = [[0.1, 0.2], [0.0, 0.4]]
    assert mismatch(FOUR, expected, answer, truth=expected).rung is rung


def test_the_lowest_rung_of_all_parts_is_told():
    """Wrong values in the first part, a wrong container in the second: the container is told."""
    whole = {"answer": EXACT, "again": EXACT, "x": Unchanged()}
    expected = {"answer": 1.0, "again": 1.0, "x": 1.0}
    found = mismatch(whole, expected, {"answer": 2.0, "again": None, "x": 3.0}, x=1.0)
    assert (found.rung, found.part) == (Rung.CONTAINER, "again")
    found = mismatch(whole, expected, {"answer": 2.0, "again": 1.0, "x": 3.0}, x=1.0)
    assert (found.rung, found.part) == (Rung.VALUES, "answer")


def test_the_lowest_rung_within_a_ragged_nest_is_told():
    found = mismatch(EXACT, [[1.0], [1.0, 2.0]], [[9.0], [1.0, True]])
    assert (found.rung, found.where) == (Rung.ELEMENT_KIND, (1, 1))


def test_a_check_passes_only_if_every_case_does_and_takes_the_first_failures_status():
    the_key = key(
        [check("c", case(EXACT), case(EXACT), case(EXACT), points=4.0)], {(0, i): 1.0 for i in range(3)}
    )

    def judged(*answers):
        told = judge(the_key, [LOADED, *observe({(0, i): a for i, a in enumerate(answers)})])
        return told.checks[0].status.value, told.checks[0].points

    assert judged(1.0, 1.0, 1.0) == ("passed", 4.0)
    assert judged(1.0, 1.0, 2.0) == ("failed", 0.0)
    assert judged(1.0, Outcome.TIMED_OUT, 2.0) == ("timeout", 0.0)
    assert judged(1.0, 2.0, Outcome.TIMED_OUT) == ("failed", 0.0)
    assert judged(1.0, 1.0) == ("not_run", 0.0), "a case that was never seen is not passed"


def test_a_check_of_an_error_also_looks_at_the_nearest_legal_call():
    whole = {"refused": Raises("ValueError"), "answer": Equal()}
    expected = {"refused": caught("ValueError"), "answer": 1.0}
    assert status(whole, expected, {"refused": caught("ValueError"), "answer": 1.0}) == "passed"
    assert status(whole, expected, {"refused": caught("ValueError"), "answer": 2.0}) == "failed"
    assert (
        status(whole, expected, {"refused": caught("ValueError"), "answer": caught("ValueError")}) == "failed"
    )
