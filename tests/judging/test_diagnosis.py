"""A mistake is named only if it is proven: it agrees on every failing case and fails none that passes."""

from __future__ import annotations

import numpy as np
import pytest

from grader.diagnose import diagnose
from grader.judge import judge
from grader.model import Close, Distinct, Equal, Outcome, Raises, Rounded, Unchanged, Within
from tests.judging.support import EXACT, LOADED, case, caught, check, error, key, mistake, observe

RIGHT = {(0, 0): 1.0, (0, 1): 2.0, (1, 0): 3.0}


def three_cases(policy=EXACT, right=RIGHT, **inputs):
    """Two checks, the first with two cases."""
    checks = [
        check("first", case(policy, **inputs), case(policy, **inputs)),
        check("second", case(policy, **inputs)),
    ]
    return key(checks, right)


def named(the_key, answers, *mistakes):
    """The slug of the mistake that is named, given mistakes as (slug, answers)."""
    from dataclasses import replace

    known = tuple(mistake(the_key, slug, {**RIGHT, **wrong}) for slug, wrong in mistakes)
    with_mistakes = replace(the_key, mistakes=known)
    seen = [LOADED, *observe({**RIGHT, **answers})]
    cause = diagnose(with_mistakes, judge(with_mistakes, seen), seen)
    return None if cause is None else cause.slug


@pytest.fixture
def a_key():
    return three_cases()


def test_a_submission_that_does_what_the_mistake_does_is_told_so(a_key):
    assert named(a_key, {(0, 1): 7.0}, ("seven", {(0, 1): 7.0})) == "seven"
    assert named(a_key, {(0, 0): 8.0, (1, 0): 9.0}, ("both", {(0, 0): 8.0, (1, 0): 9.0})) == "both"


def test_a_submission_that_passes_has_no_mistake(a_key):
    assert named(a_key, {}, ("seven", {(0, 1): 7.0})) is None


def test_another_wrong_answer_on_one_failing_case_is_another_cause(a_key):
    wrong = {(0, 0): 8.0, (1, 0): 9.0}
    assert named(a_key, {(0, 0): 8.0, (1, 0): 9.5}, ("both", wrong)) is None


def test_a_mistake_that_is_right_where_the_submission_fails_is_not_named(a_key):
    assert named(a_key, {(0, 0): 8.0, (1, 0): 9.0}, ("half", {(0, 0): 8.0})) is None


def test_a_mistake_that_fails_a_case_which_the_submission_passes_is_not_named(a_key):
    assert named(a_key, {(0, 0): 8.0}, ("more", {(0, 0): 8.0, (1, 0): 9.0})) is None


def test_a_case_that_was_not_run_says_nothing_either_way(a_key):
    wrong = {(0, 0): 8.0, (0, 1): 8.5, (1, 0): 9.0}
    assert named(a_key, {(0, 0): 8.0, (0, 1): Outcome.NOT_RUN, (1, 0): 9.0}, ("all", wrong)) == "all"


@pytest.mark.parametrize("outcome", [Outcome.TIMED_OUT, Outcome.DIED, Outcome.FLOODED])
def test_a_death_is_never_diagnosed(a_key, outcome):
    """That both died says nothing of why."""
    assert named(a_key, {(0, 0): outcome}, ("dead", {(0, 0): outcome})) is None


def test_answers_that_are_not_rounded_agree_to_the_last_digits_or_not_at_all():
    the_key = three_cases(Rounded(1, "exact"))
    from dataclasses import replace

    the_key = replace(the_key, truths=(("exact", observe(RIGHT)),))
    near, same = ("near", {(0, 0): 8.33}), ("same", {(0, 0): 8.343})
    assert named(the_key, {(0, 0): 8.343}, near, same) == "same"
    assert named(the_key, {(0, 0): 8.343}, near) is None
    rounded = ("rounded", {(0, 0): 8.3})
    assert named(the_key, {(0, 0): 8.343}, rounded) is None, "one is rounded, the other is not"


# --------------------------------------------------------------------------- what agreeing means


def agree(policy, right, ours, theirs, **inputs):
    """Whether two wrong answers to one case agree under its policy."""
    from dataclasses import replace

    places = dict.fromkeys(RIGHT, right)
    the_key = replace(three_cases(policy, places, **inputs), truths=(("exact", observe(places)),))
    known = mistake(the_key, "it", {**places, (0, 0): theirs})
    assert known.failed == {(0, 0)}, "the mistake must be one"
    with_it = replace(the_key, mistakes=(known,))
    seen = [LOADED, *observe({**places, (0, 0): ours})]
    verdict = judge(with_it, seen)
    assert verdict.checks[0].cases[0].status.value != "passed", "the submission must fail"
    cause = diagnose(with_it, verdict, seen)
    return cause is not None and cause.slug == "it"


@pytest.mark.parametrize(
    ("policy", "right", "ours", "theirs", "agreeing"),
    [
        (Equal(), 1.0, 2.0, 2.0, True),
        (Equal(), 1.0, 2.0, 2.0 + 1e-12, False),
        (Close(0.0, 0.25), 1.0, 2.25, 2.0, True),
        (Close(0.0, 0.25), 1.0, 2.3, 2.0, False),
        (Equal(), [1.0], [2.0], (2.0,), False),
        (Equal(any_sequence=True), [1.0], [2.0], (2.0,), True),
        (Equal(), [1.0], [2.0], [2.0, 2.0], False),
        (Equal(), 1.0, None, None, True),
        (Equal(), 1.0, None, 2.0, False),
        (Equal(), 1.0, float("nan"), float("nan"), True),
        (Equal(), 1.0, float("nan"), 2.0, False),
        (Equal(), [1.0, 2.0], [float("nan"), 5.0], [float("nan"), 6.0], False),
        (Equal(), [1.0, 2.0], [float("nan"), 2.0], [1.0, float("nan")], False),
        (Equal(), [1.0, 2.0], [float("inf"), 2.0], [float("-inf"), 2.0], False),
        (Close(0.0, 0.1), [1.0, 2.0], [float("nan"), 5.05], [float("nan"), 5.0], True),
        (Close(0.0, 0.1), [1.0, [2.0]], [float("nan"), [5.05]], [float("nan"), [5.0]], True),
        (
            Close(0.0, 0.1),
            {"a": 1.0, "b": 1.0},
            {"a": float("nan"), "b": 5.0},
            {"a": float("nan"), "b": 5.5},
            False,
        ),
        (Close(0.0, 0.1), np.ones(2), np.array([np.nan, 5.05]), np.array([np.nan, 5.0]), True),
        (Close(0.0, 0.1), np.ones(2), np.array([np.nan, 5.05]), np.array([5.0, np.nan]), False),
        (Close(0.0, 0.1), np.ones(2), np.array([3.05, 1.0]), np.array([3.0, 1.0]), True),
        (Close(0.0, 0.1), np.ones(2), np.array([3.0, 1.0]), np.array([1.0, 3.0]), False),
        (Rounded(2, "exact"), 0.25, 0.254, 0.254, True),
        (Rounded(2, "exact"), 0.25, 0.254, 0.25400003, False),
        (Rounded(2, "exact", atol=1e-6), 0.25, 0.254, 0.2540003, True),
        (Rounded(2, "exact", signed_zero=True), [0.0, 1.0], [-0.0, 1.0], [-0.0, 1.0], True),
        (Rounded(2, "exact", signed_zero=True), [0.0, 1.0], [-0.0, 1.0], [0.0, 2.0], False),
        (Rounded(2, "exact"), [0.25, 0.5], [0.254, 0.5], [0.26, 0.5], False),
    ],
    ids=str,
)
def test_answers_agree_if_the_checks_own_policy_takes_one_for_the_other(
    policy, right, ours, theirs, agreeing
):
    assert agree(policy, right, ours, theirs) is agreeing


def test_exceptions_agree_by_their_type_where_a_value_agrees_as_well(a_key):
    ours = {(0, 0): error("TypeError", "mine"), (1, 0): 9.0}
    assert named(a_key, ours, ("raises", {(0, 0): error("TypeError", "theirs"), (1, 0): 9.0})) == "raises"


def test_where_there_is_nothing_but_exceptions_a_type_alone_proves_nothing():
    assert agree(EXACT, 1.0, error("TypeError", "same"), error("TypeError", "same"))
    assert not agree(EXACT, 1.0, error("TypeError", "mine"), error("TypeError", "theirs"))
    assert not agree(EXACT, 1.0, error("TypeError"), error("IndexError"))
    assert not agree(EXACT, 1.0, error("TypeError"), 2.0)
    assert not agree(EXACT, 1.0, 2.0, error("TypeError"))


def test_caught_exceptions_agree_if_their_type_is_the_same():
    refused = {"refused": Raises("ValueError")}
    right = {"refused": caught("ValueError")}
    index = {"refused": caught("IndexError", "mine")}
    assert agree(refused, right, index, {"refused": caught("IndexError", "theirs")})
    assert not agree(refused, right, index, {"refused": caught("TypeError")})
    assert not agree(refused, right, index, {"refused": 1.0})
    assert agree(refused, right, {"refused": 1.0}, {"refused": 1.0})
    assert not agree(refused, right, {"refused": 1.0}, {"refused": 2.0})


def test_every_part_must_agree():
    both = {"answer": EXACT, "again": EXACT}
    right = {"answer": 1.0, "again": 1.0}
    first_only = {"answer": 1.0, "again": 5.0}
    assert agree(both, right, first_only, {"answer": 1.0, "again": 5.0})
    assert not agree(both, right, first_only, {"answer": 2.0, "again": 5.0})
    assert not agree(both, right, first_only, {"answer": 1.0})
    assert not agree(both, right, {"answer": 1.0}, first_only)


def test_two_that_change_an_argument_agree_however_they_change_it():
    whole = {"x": Unchanged()}
    assert agree(whole, {"x": [1.0]}, {"x": [2.0]}, {"x": [3.0]}, x=[1.0])


def test_two_draws_agree_if_they_miss_the_band_alike():
    band = Within("std", 0.9, 1.1)
    right = [1.0, -1.0]
    assert agree(band, right * 1000, [0.5, -0.5] * 1000, [0.45, -0.45] * 1000)
    assert not agree(band, right * 1000, [0.5, -0.5] * 1000, [2.0, -2.0] * 1000)
    assert agree(Distinct(), [[1.0], [2.0]], [[5.0], [5.0]], [[6.0], [6.0]])


def test_a_mistake_that_fails_nowhere_is_never_named(a_key):
    assert named(a_key, {(0, 0): 8.0}, ("harmless", {})) is None
