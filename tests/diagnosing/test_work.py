"""The search for a cause is bounded in what it looks at, as much on any machine, and it never fails."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grader.diagnose
from grader.diagnose.proofs import OutOfWork, Work
from grader.diagnose.sites import LARGER, SMALL
from grader.model import Close, Equal, Rounded
from tests.diagnosing.support import CLOSE, FOUR, Told, cause_of, slug_of, table

LARGE = np.sin(np.arange(1_000_000.0)).reshape(1000, 1000)
MIDDLE = np.sin(np.arange(1600.0) ** 1.5).reshape(40, 40)


@pytest.fixture
def spent(monkeypatch):
    """What each search for a cause has left, in order."""
    left = []

    class Counted(Work):
        def spend(self, count):
            try:
                super().spend(count)
            finally:
                left[-1] = self.left

    def begun(most):
        left.append(most)
        return Counted(most)

    monkeypatch.setattr(grader.diagnose, "Work", begun)
    return left


def test_work_ends_where_none_is_left():
    work = Work(10)
    work.spend(10)
    with pytest.raises(OutOfWork):
        work.spend(1)


@pytest.mark.parametrize(
    ("got", "slug"),
    [
        (LARGE.T, "transposed"),
        (-LARGE, "sign_exchanged"),
        (LARGE * 1.1 + 0.3, None),
        (np.zeros_like(LARGE), None),
    ],
    ids=["transposed", "negative", "something else", "zeros"],
)
def test_a_search_in_a_huge_answer_comes_to_its_end_and_always_to_the_same(got, slug, spent):
    causes = {slug_of(CLOSE, Told(LARGE, got)) for _ in range(2)}
    assert len(causes) == 1
    assert causes <= {slug, None}
    assert spent[0] == spent[1]


def test_a_small_case_beside_a_huge_one_makes_the_search_short(spent):
    small = np.array(table(3, 5))
    told = [Told(small, -small), Told(LARGE, -LARGE)]
    assert slug_of(CLOSE, *told) == "sign_exchanged"
    noise = [Told(small, small**3), Told(LARGE, LARGE**3)]
    assert slug_of(CLOSE, *noise) is None
    assert grader.diagnose.MAX_NUMBERS - spent[1] < LARGE.size, "the huge one was not looked at"


@pytest.mark.parametrize("change", [lambda a: a.T, lambda a: -a, lambda a: a[::-1], lambda a: a * 2.0])
def test_with_less_work_allowed_a_cause_is_the_same_or_none(change, monkeypatch):
    known = [("squeezed", [MIDDLE + 0.2 * MIDDLE**3])]
    found = []
    for most in (0, 100, 10_000, 100_000, 400_000, 5_000_000):
        monkeypatch.setattr(grader.diagnose, "MAX_NUMBERS", most)
        alone = slug_of(CLOSE, Told(MIDDLE, change(MIDDLE)))
        both = slug_of(CLOSE, Told(MIDDLE, change(known[0][1][0])), mistakes=known)
        found.append((alone, both))
    for causes in zip(*found, strict=True):
        assert causes[0] is None
        assert causes[-1] is not None
        first = causes.index(causes[-1])
        assert set(causes[:first]) == {None}
        assert set(causes[first:]) == {causes[-1]}


def test_an_answer_that_is_much_larger_than_the_right_one_is_not_looked_at(spent):
    right = np.array(table(3, 4))
    many = LARGER * 13 + SMALL
    assert slug_of(CLOSE, Told(right, np.tile(right.ravel(), many))) is None
    assert slug_of(CLOSE, Told(right, [[0.5]] * (many * 2))) is None
    assert spent == [grader.diagnose.MAX_NUMBERS] * 2


# --------------------------------------------------------------------------- nothing makes it fail

LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(),
    st.complex_numbers(),
    st.text(max_size=3),
    st.binary(max_size=3),
    st.sampled_from(
        [
            np.zeros(0),
            np.zeros((2, 0)),
            np.float32(0.5),
            np.int64(3),
            np.array(1.5),
            np.array([1.5, float("nan")]),
            np.array([[1, 2], [3, 4]]),
            np.array([[1, 2], [3, 4]], dtype="uint8"),
            np.array([True, False]),
            np.array([1j, 2]),
            np.array([1e-320, 1e308, -0.0]),
            np.arange(6.0).reshape(1, 2, 3),
            np.ones((1,) * 8),
        ]
    ),
)
ANSWERS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.tuples(inner, inner),
        st.dictionaries(st.sampled_from(["a", "b", ""]), inner, max_size=3),
        st.lists(st.floats(-2, 2), min_size=1, max_size=6),
        st.lists(st.lists(st.floats(-2, 2), min_size=2, max_size=2), min_size=1, max_size=4),
    ),
    max_leaves=8,
)
POLICIES = st.sampled_from(
    [CLOSE, Equal(), Equal(signed_zero=True), Close(0.1, 0.1, any_sequence=True), FOUR]
)


@settings(max_examples=400)
@given(POLICIES, st.lists(st.tuples(ANSWERS, ANSWERS, ANSWERS), min_size=1, max_size=3))
def test_any_answers_have_a_cause_or_none(policy, answers):
    told = []
    for right, got, _ in answers:
        if isinstance(policy, Rounded):
            right = table(2, 2)
        told.append(Told(right, got, {"n": right, "m": got}))
    known = [("known", [other for _, _, other in answers])]
    cause = cause_of(policy, *told, mistakes=known)
    assert cause is None or cause.slug


def test_answers_of_other_kinds_from_case_to_case_are_no_trouble():
    one, other = np.array(table(3, 4)), np.array(table(4, 5))
    told = [Told({"a": one}, {"a": -one}), Told(other, other)]
    assert slug_of(CLOSE, *told) == "sign_exchanged"
    told = [Told(other, -other), Told({"a": one}, {"a": one})]
    assert slug_of(CLOSE, *told) == "sign_exchanged"
    told = [Told({"a": one}, {"a": -one}), Told(other, -other)]
    assert slug_of(CLOSE, *told) == "sign_exchanged"
