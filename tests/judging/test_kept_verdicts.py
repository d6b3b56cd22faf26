"""An answer that is the reference's own, bit for bit, is judged once for a key, and as if it were new."""

from dataclasses import replace

import numpy as np
import pytest

import grader.judge
from grader.judge import judge
from grader.model import Close, Distinct, Equal, Raises, Rounded, Status, Unchanged, Within
from tests.judging.support import LOADED, case, caught, check, key, observe

TRUTH = {(0, 0): [0.55, 1.04]}
OWN = {
    "right": (Equal(), [1, 2.0, "text"], [1, 3.0, "text"]),
    "not finite": (Close(1e-6, 1e-6), np.array([np.nan, np.inf, 1.0]), np.array([0.0, np.inf, 1.0])),
    "rounded": (Rounded(1, "exact"), [0.6, 1.0], [0.5, 1.0]),
    "not rounded": (Rounded(1, "exact"), [0.55, 1.04], [0.6, 1.0]),
    "draws that repeat themselves": (Distinct(), [[1.0], [1.0]], [[1.0], [2.0]]),
    "outside of the band": (Within("mean", 5.0, 6.0), np.zeros(4), np.full(4, 5.5)),
    "a changed argument": (Unchanged(), [3.0], [1.0]),
    "parts": ({"f": Equal(), "g": Close(1e-6, 1e-6)}, {"f": 1, "g": 2.0}, {"f": 1}),
    "a caught exception": (
        {"f": Equal(), "g": Raises("ValueError")},
        {"f": 1, "g": caught("ValueError")},
        {},
    ),
    "no memory": ({"f": Equal(), "g": Equal()}, {"f": 1, "g": caught("MemoryError")}, {"f": 1, "g": 1}),
}


def seen(answer):
    return [LOADED, *observe({(0, 0): answer})]


@pytest.mark.parametrize(("policy", "own", "other"), OWN.values(), ids=OWN)
def test_a_key_that_was_used_judges_as_a_new_one(policy, own, other):
    truths = (("exact", observe(TRUTH)),)
    used = key([check("a check", case(policy, **{"": [1.0]}))], {(0, 0): own}, truths=truths)
    for answer in (other, own, other, own):
        # As text: what is allowed around a NaN is one itself, and equal to nothing.
        assert repr(judge(used, seen(answer))) == repr(judge(replace(used), seen(answer)))


def test_an_answer_of_the_references_own_is_judged_once(monkeypatch):
    applied = []
    apply = grader.judge.apply

    def counted(policy, expected, got, **rest):
        applied.append(got)
        return apply(policy, expected, got, **rest)

    monkeypatch.setattr(grader.judge, "apply", counted)
    the_key = key([check("a check", case(Equal()))], {(0, 0): [1.0, 2.0]})
    verdicts = [judge(the_key, seen(answer)) for answer in ([1.0, 2.0], [1.0, 2.0], [1.0, 3.0], [1.0, 2.0])]
    assert [verdict.status is Status.PASSED for verdict in verdicts] == [True, True, False, True]
    assert len(applied) == 2


@pytest.mark.parametrize(
    ("own", "answer", "policy"),
    [
        (0.0, -0.0, Equal(signed_zero=True)),
        (1, True, Equal()),
        ([1.0], (1.0,), Equal()),
        (np.float32([1.0]), np.float64([1.0]), Equal(dtypes=("float32",))),
    ],
    ids=["another zero", "a truth value", "another container", "another dtype"],
)
def test_an_answer_that_python_calls_equal_is_not_the_references_own(own, answer, policy):
    the_key = key([check("a check", case(policy))], {(0, 0): own})
    assert judge(the_key, seen(own)).status is Status.PASSED
    assert judge(the_key, seen(answer)).status is Status.FAILED
