"""From what the parent measured and the worker told to the status of a check."""

from __future__ import annotations

import pytest

from grader.judge import judge
from grader.model import Equal, Error, Load, Observation, Outcome, Raises, Rounded, Rung, Status
from tests.judging.support import (
    EXACT,
    LOADED,
    case,
    caught,
    check,
    error,
    key,
    observe,
    one_check,
    returned,
    status,
)


@pytest.mark.parametrize(
    ("outcome", "wanted"),
    [
        (Outcome.TIMED_OUT, "timeout"),
        (Outcome.DIED, "crashed"),
        (Outcome.FLOODED, "too_much_output"),
        (Outcome.NOT_RUN, "not_run"),
    ],
)
def test_what_the_parent_measured_decides(outcome, wanted):
    assert status(EXACT, 1.0, outcome) == wanted


TORCH_CPU = (
    "[enforce fail at alloc_cpu.cpp:121] err == 0. DefaultCPUAllocator: can't allocate memory: you tried"
)
TORCH_WINDOWS = "DefaultCPUAllocator: not enough memory: you tried to allocate 8000000000 bytes."


@pytest.mark.parametrize(
    ("what", "wanted"),
    [
        (error("ValueError", "no"), "raised"),
        (error("SystemExit", "0"), "raised"),
        (error("KeyboardInterrupt"), "raised"),
        (error("MemoryError"), "out_of_memory"),
        (
            Error("numpy.core._ArrayMemoryError", ("MemoryError", "Exception", "BaseException"), "x"),
            "out_of_memory",
        ),
        (error("RuntimeError", TORCH_CPU), "out_of_memory"),
        (error("RuntimeError", TORCH_WINDOWS), "out_of_memory"),
        (error("RuntimeError", "mat1 and mat2 shapes cannot be multiplied"), "raised"),
        (error("ValueError", "can't allocate memory"), "raised"),
        (error("PermissionError", "not permitted"), "forbidden"),
        (Error("MyError", ("PermissionError", "OSError", "Exception", "BaseException"), ""), "forbidden"),
        (Error("MemoryError", ("Exception", "BaseException"), ""), "raised"),
        (Error("PermissionError", ("Exception", "BaseException"), ""), "raised"),
    ],
    ids=lambda what: what if isinstance(what, str) else f"{what.name}: {what.message[:20]}",
)
def test_an_exception_that_left_the_probe(what, wanted):
    """Told by the builtin types among its bases; what a class calls itself counts for nothing."""
    assert status(EXACT, 1.0, what) == wanted


@pytest.mark.parametrize(
    ("name", "message", "wanted"),
    [
        ("MemoryError", "", "out_of_memory"),
        ("RuntimeError", TORCH_CPU, "out_of_memory"),
        ("PermissionError", "", "forbidden"),
        ("SystemExit", "0", "raised"),
        ("KeyboardInterrupt", "", "raised"),
        ("ValueError", "", "passed"),
        ("TypeError", "", "failed"),
    ],
)
def test_an_exception_that_the_probe_caught_where_a_value_error_is_asked_for(name, message, wanted):
    parts = {"refused": Raises("ValueError")}
    assert status(parts, {"refused": caught("ValueError")}, {"refused": caught(name, message)}) == wanted


def test_an_exit_is_told_even_where_another_part_is_wrong():
    parts = {"answer": EXACT, "refused": Raises("ValueError")}
    expected = {"answer": 1.0, "refused": caught("ValueError")}
    assert status(parts, expected, {"answer": 2.0, "refused": caught("SystemExit")}) == "raised"


# --------------------------------------------------------------------------- Raises


def test_raises_takes_the_type_and_its_subclasses_and_no_message_matters():
    lookup = Raises("LookupError")
    assert status(lookup, error("IndexError"), error("IndexError", "whatever")) == "passed"
    assert status(lookup, error("IndexError"), error("ValueError")) == "failed"
    own = Error("PatchError", ("ValueError", "Exception", "BaseException"), "")
    assert status(Raises("ValueError"), error("ValueError"), own) == "passed"


def test_a_class_that_only_calls_itself_value_error_is_another():
    liar = Error("ValueError", ("Exception", "BaseException"), "")
    (told,) = one_check(Raises("ValueError"), error("ValueError"), liar).checks[0].cases
    assert (told.status, told.mismatch.rung, told.mismatch.fact) == (
        Status.FAILED,
        Rung.RETURNED,
        "another exception",
    )


def test_an_answer_where_an_exception_was_asked_for_fails_and_says_what_came():
    (told,) = one_check(Raises("ValueError"), error("ValueError"), [1.0]).checks[0].cases
    assert (told.mismatch.rung, told.mismatch.fact, told.mismatch.got) == (
        Rung.RETURNED,
        "no exception",
        "list",
    )


@pytest.mark.parametrize("text", ["ValueError", {"error": "ValueError"}, None])
def test_data_that_looks_like_an_exception_is_no_exception(text):
    parts = {"refused": Raises("ValueError")}
    assert status(parts, {"refused": caught("ValueError")}, {"refused": text}) == "failed"


# --------------------------------------------------------------------------- the probe's own exceptions


def test_a_probe_that_stumbles_over_an_answer_fails_the_check_and_names_the_type():
    stumble = error(
        "AttributeError", "'NoneType' object has no attribute 'shape'", origin="probe", came_back="NoneType"
    )
    (told,) = one_check(EXACT, 1.0, stumble).checks[0].cases
    assert told.status is Status.FAILED
    assert (told.mismatch.rung, told.mismatch.got) == (Rung.CONTAINER, "NoneType")


def test_a_probe_that_runs_out_of_memory_over_an_answer_is_out_of_memory():
    assert status(EXACT, 1.0, error("MemoryError", origin="probe", came_back="list")) == "out_of_memory"


# --------------------------------------------------------------------------- what a submission leaves out


def test_an_answer_without_a_part_that_is_asked_for_fails_on_its_keys():
    """The parts may be the student's own dict; leaving one out must not look like the harness's fault."""
    parts = {"accuracy": EXACT, "recall": EXACT}
    expected = {"accuracy": 0.5, "recall": 0.25}
    verdict = one_check(parts, expected, {"accuracy": 0.5})
    (told,) = verdict.checks[0].cases
    assert verdict.status is Status.FAILED
    assert (told.mismatch.rung, told.mismatch.fact) == (Rung.SHAPE, "key 'recall' is missing")


@pytest.mark.parametrize(("answer", "name"), [(None, "None"), ([0.5, 0.25], "list"), (0.5, "float")])
def test_an_answer_that_has_no_parts_fails_on_the_container_rung(answer, name):
    verdict = one_check({"accuracy": EXACT}, {"accuracy": 0.5}, answer)
    (told,) = verdict.checks[0].cases
    assert verdict.status is Status.FAILED
    assert (told.mismatch.rung, told.mismatch.expected, told.mismatch.got) == (Rung.CONTAINER, "dict", name)


def test_an_exception_caught_in_the_place_of_all_parts_is_told_as_one():
    verdict = one_check({"accuracy": EXACT}, {"accuracy": 0.5}, caught("ValueError"))
    assert verdict.checks[0].cases[0].mismatch.rung is Rung.RETURNED
    assert status({"accuracy": EXACT}, {"accuracy": 0.5}, caught("MemoryError")) == "out_of_memory"


# --------------------------------------------------------------------------- the harness's own errors


def test_a_case_that_the_reference_was_not_seen_on_is_the_harness():
    the_key = key([check("c", case(EXACT), case(EXACT))], {(0, 0): 1.0})
    verdict = judge(the_key, [LOADED, *observe({(0, 0): 2.0, (0, 1): 1.0})])
    assert verdict.status is Status.HARNESS_ERROR
    assert "reference" in verdict.harness_fault
    assert [c.status for c in verdict.checks] == [Status.NOT_RUN]


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ({"answer": EXACT}, {"again": 1.0}),
        ({"answer": EXACT}, 1.0),
        (EXACT, error("ValueError")),
        (Rounded(4, "exact"), 1.0),
    ],
    ids=["no such part", "no parts", "the reference raised", "no truth"],
)
def test_a_reference_that_does_not_fit_its_policy_is_the_harness_and_no_zero(policy, expected):
    answer = {"answer": 1.0} if isinstance(policy, dict) else 1.0
    verdict = one_check(policy, expected, answer)
    assert verdict.status is Status.HARNESS_ERROR
    assert verdict.harness_fault.startswith("check 'the check': ")


def test_an_observation_of_a_check_that_does_not_exist_earns_nothing():
    the_key = key([check("c", case(EXACT))], {(0, 0): 1.0})
    verdict = judge(the_key, [LOADED, *observe({(7, 0): 1.0, (0, 9): 1.0})])
    assert (verdict.status, verdict.checks[0].status) == (Status.FAILED, Status.NOT_RUN)


def test_points_are_those_of_the_passed_checks():
    the_key = key(
        [check("a", case(Equal()), points=4.0), check("b", case(Equal()), points=6.0)],
        {(0, 0): 1.0, (1, 0): 2.0},
    )
    verdict = judge(the_key, [LOADED, returned(0, 0, 1.0), returned(1, 0, 1.0)])
    assert [c.points for c in verdict.checks] == [4.0, 0.0]
    assert verdict.status is Status.FAILED
    verdict = judge(the_key, [returned(1, 0, 2.0), returned(0, 0, 1.0), LOADED])
    assert verdict.status is Status.PASSED, "the order in which things were seen does not matter"


def test_a_file_that_did_not_load_is_judged_before_its_observations():
    the_key = key([check("c", case(EXACT))], {(0, 0): 1.0})
    verdict = judge(
        the_key, [Load(Outcome.DIED), Observation(0, 0, Outcome.RAISED, error=error("ValueError"))]
    )
    assert verdict.status is Status.IMPORT_FAILED
