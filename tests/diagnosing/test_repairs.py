"""Every repair is named of the answers that need it, however they come, and of no others."""

from __future__ import annotations

import numpy as np
import pytest

from grader.diagnose.kinds import CONTAINER, DTYPE, EXCEPTION
from grader.diagnose.repairs import Setting
from grader.diagnose.search import repairs
from grader.diagnose.values import fitted
from grader.model import Close, Equal, Raises, Rounded
from tests.diagnosing.support import (
    CLOSE,
    FOUR,
    SINGLE,
    Told,
    cause_of,
    mapped,
    rounded,
    slug_of,
    table,
    tensor,
)
from tests.diagnosing.wrong import TWO, WRONG
from tests.judging.support import caught, error

FORMS = {"negative_zero", "other_decimals", "unrounded", "narrow_precision", "truncated"}


def test_every_repair_has_a_test():
    kinds = {DTYPE, CONTAINER, EXCEPTION}
    of_numbers = {repair.slug for repair in fitted([(np.ones(1), np.full(1, 2.0))], Setting({"`n`": 2.0}))}
    assert of_numbers == {"factor", "off_by_one", "offset"}
    slugs = {repair.slug for repair in repairs()} | of_numbers | kinds
    assert slugs == {wrong.slug for wrong in WRONG} | FORMS | kinds


# Each makes a policy and what dresses an answer.
DRESSES = {
    "lists": (CLOSE, lambda nest: nest),
    "float64": (CLOSE, np.array),
    "float32": (SINGLE, lambda nest: np.array(nest, dtype="float32")),
    "tensors": (SINGLE, tensor),
    "a list of arrays": (CLOSE, lambda nest: [np.array(nest), np.array(mapped(lambda x: x * 1.25, nest))]),
}


def answers_of(wrong):
    """The right answers, those with the mistake, and the inputs."""
    for i, right in enumerate(wrong.rights):
        inputs = wrong.inputs[i] if wrong.inputs else {}
        yield right, wrong.make(right, **inputs), inputs


def assert_named(cause, slug, says):
    assert cause is not None
    assert cause.slug == slug
    (text,) = cause.texts
    assert says in text
    assert "{" not in text
    assert "}" not in text
    assert text.endswith((".", "?"))


@pytest.mark.parametrize("dress", [name for name in DRESSES if name != "a list of arrays"])
@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_a_mistake_made_everywhere_is_named(wrong, dress):
    policy, dressed = DRESSES[dress]
    cases = [Told(dressed(right), dressed(got), inputs) for right, got, inputs in answers_of(wrong)]
    assert_named(cause_of(policy, *cases), wrong.slug, wrong.says)


@pytest.mark.parametrize("wrong", [wrong for wrong in WRONG if wrong.rounds], ids=str)
def test_a_mistake_is_named_where_answers_are_rounded_after_it(wrong):
    cases = [Told(right, rounded(got, 4), inputs) for right, got, inputs in answers_of(wrong)]
    assert_named(cause_of(FOUR, *cases), wrong.slug, wrong.says)


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_a_mistake_is_named_of_the_one_part_that_is_wrong(wrong):
    policy = {"answer": CLOSE, "again": CLOSE}
    cases = [
        Told({"answer": right, "again": right}, {"answer": got, "again": right}, inputs)
        for right, got, inputs in answers_of(wrong)
    ]
    assert_named(cause_of(policy, *cases), wrong.slug, wrong.says)


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_a_mistake_is_named_of_the_one_value_of_a_dict_that_is_wrong(wrong):
    policy = {"answer": CLOSE}
    cases = [
        Told(
            {"answer": {"a": np.array(right), "b": np.array(right)}},
            {"answer": {"a": np.array(got), "b": np.array(right)}},
            inputs,
        )
        for right, got, inputs in answers_of(wrong)
    ]
    assert_named(cause_of(policy, *cases), wrong.slug, wrong.says)


@pytest.mark.parametrize(
    "wrong",
    [w for w in WRONG if w.listed and w.slug not in ("clipped", "offset", "off_by_one", "exponential_taken")],
    ids=str,
)
def test_a_mistake_made_in_each_of_a_list_of_arrays_is_named(wrong):
    def dressed(nest, other):
        return [np.array(nest), np.array(other)]

    cases = []
    for right, got, inputs in answers_of(wrong):
        scaled = mapped(lambda x: x * 1.25, right)
        if wrong.slug == "rows_not_normalised":
            scaled = right[::-1]
        cases.append(Told(dressed(right, scaled), dressed(got, wrong.make(scaled, **inputs)), inputs))
    assert_named(cause_of(CLOSE, *cases), wrong.slug, wrong.says)


@pytest.mark.parametrize(
    "wrong", [w for w in WRONG if w.slug not in ("rows_not_normalised", "rows_normalised")], ids=str
)
def test_one_entry_that_is_otherwise_wrong_leaves_nothing_to_be_named(wrong):
    for place in range(len(wrong.rights)):
        cases = []
        for i, (right, got, inputs) in enumerate(answers_of(wrong)):
            spoilt = np.array(got)
            if i == place:
                spoilt.flat[spoilt.size // 2] += 0.0113
            cases.append(Told(np.array(right), spoilt, inputs))
        assert cause_of(CLOSE, *cases) is None


# What these would have made of an answer that passes is not known: rows of length one are as they should be.
UNDONE_ONLY = ("reshaped", "rows_not_normalised")
TELLING = [wrong for wrong in WRONG if wrong.slug not in UNDONE_ONLY]


@pytest.mark.parametrize("wrong", TELLING, ids=str)
def test_a_passing_case_that_the_mistake_would_fail_speaks_against_it(wrong):
    cases = [Told(np.array(right), np.array(got), inputs) for right, got, inputs in answers_of(wrong)]
    passing = [Told(case.right, case.right, case.inputs) for case in cases]
    assert cause_of(CLOSE, cases[0], passing[1]) is None
    assert cause_of(CLOSE, passing[0], cases[1]) is None
    assert cause_of(CLOSE, *cases, passing[0]) is None


@pytest.mark.parametrize("wrong", [wrong for wrong in TELLING if wrong.rounds], ids=str)
def test_a_passing_case_speaks_against_it_where_answers_are_rounded_too(wrong):
    (first, got, inputs), (second, _, others) = answers_of(wrong)
    assert (
        cause_of(FOUR, Told(first, rounded(got, 4), inputs), Told(second, rounded(second, 4), others)) is None
    )


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_answers_without_an_entry_pass_and_forbid_nothing(wrong):
    cases = [Told(np.array(right), np.array(got), inputs) for right, got, inputs in answers_of(wrong)]
    axes = cases[0].right.ndim
    empty = np.zeros((0, *cases[0].right.shape[1:])), np.zeros((0,) * axes)
    passing = [Told(answer, answer, cases[0].inputs) for answer in empty]
    assert_named(cause_of(CLOSE, *cases, *passing), wrong.slug, wrong.says)


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_a_case_that_raised_or_was_ended_has_no_repair(wrong):
    from grader.model import Outcome

    cases = [Told(np.array(right), np.array(got), inputs) for right, got, inputs in answers_of(wrong)]
    for other in (error("TypeError", "of this or that"), Outcome.TIMED_OUT, Outcome.DIED):
        assert cause_of(CLOSE, *cases, Told(cases[0].right, other, cases[0].inputs)) is None
    unrun = Told(cases[0].right, Outcome.NOT_RUN, cases[0].inputs)
    assert_named(cause_of(CLOSE, *cases, unrun), wrong.slug, wrong.says)


@pytest.mark.parametrize("stray", [float("nan"), float("inf"), float("-inf")])
@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_a_number_that_is_none_leaves_nothing_to_be_named(wrong, stray):
    cases = []
    for right, got, inputs in answers_of(wrong):
        spoilt = np.array(got)
        spoilt.flat[1] = stray
        cases.append(Told(np.array(right), spoilt, inputs))
    assert cause_of(CLOSE, *cases) is None


# --------------------------------------------------------------------------- of whole numbers


def whole(rows, columns, seed=3):
    return [[(7 * i + 5 * j * j + 3 * i * j + seed) % 101 for j in range(columns)] for i in range(rows)]


WHOLE = {
    "transposed": lambda nest: [list(column) for column in zip(*nest, strict=True)],
    "reversed": lambda nest: [row[::-1] for row in nest],
    "shifted_by_one": lambda nest: nest[1:] + nest[:1],
    "sign_exchanged": lambda nest: mapped(lambda x: -x, nest),
    "off_by_one": lambda nest: mapped(lambda x: x + 1, nest),
    "factor": lambda nest: mapped(lambda x: 2 * x, nest),
    "squared": lambda nest: mapped(lambda x: x * x, nest),
}


@pytest.mark.parametrize("dressed", [lambda nest: nest, np.array, lambda nest: tensor(nest, "int64")])
@pytest.mark.parametrize("slug", WHOLE)
def test_whole_numbers_are_told_of_too_if_there_are_enough(slug, dressed):
    rights = [whole(4, 5), whole(6, 3, 8)]
    cases = [Told(dressed(right), dressed(WHOLE[slug](right))) for right in rights]
    assert slug_of(Equal(), *cases) == slug


# --------------------------------------------------------------------------- scalars


@pytest.mark.parametrize(
    ("slug", "change"),
    [
        ("sign_exchanged", lambda x, n: -x),
        ("squared", lambda x, n: x * x),
        ("factor", lambda x, n: x * n),
        ("offset", lambda x, n: x + 0.77),
        ("off_by_one", lambda x, n: x - 1),
        ("exponential_taken", lambda x, n: float(np.exp(x))),
        ("truncated", lambda x, n: float(int(x))),
    ],
)
def test_single_numbers_are_told_of_if_there_are_enough(slug, change):
    rights = [1.2345678, 12.8765432, 3.1415926, 7.1828182, 9.4142135]
    cases = [Told(x, change(x, n), {"n": n}) for n, x in enumerate(rights, 3)]
    assert slug_of(CLOSE, *cases) == slug
    assert slug_of(CLOSE, *cases, Told(5.4321, 5.4321, {"n": 5})) is None


# --------------------------------------------------------------------------- forms


LONG = mapped(lambda x: 100 * x, table(5, 6))


@pytest.mark.parametrize("decimals", [0, 1, 2, 3, 5, 6, 7])
def test_another_number_of_decimals_is_named_by_that_number(decimals):
    cause = cause_of(FOUR, *(Told(t, rounded(t, decimals)) for t in (LONG, table(4, 7, 2.0))))
    words = {0: "whole numbers", 1: "1 decimal."}.get(decimals, f"{decimals} decimals")
    assert_named(cause, "other_decimals", f"rounded to {words}")


@pytest.mark.parametrize("decimals", [0, 2, 3, 6])
def test_rounding_that_nobody_asked_for_is_named(decimals):
    assert_named(cause_of(CLOSE, Told(LONG, rounded(LONG, decimals))), "other_decimals", "rounded to")
    array = np.array(LONG)
    assert slug_of(CLOSE, Told(array, np.round(array, decimals))) == "other_decimals"


def test_numbers_that_are_not_rounded_are_named():
    assert_named(
        cause_of(FOUR, Told(TWO[0], TWO[0]), Told(TWO[1], TWO[1])), "unrounded", "more decimals than"
    )
    right = rounded(TWO[1], 4)
    assert slug_of(FOUR, Told(TWO[0], TWO[0]), Told(TWO[1], right)) is None, "there it is rounded"
    short = [[0.5, 0.25]]
    assert slug_of(FOUR, Told(TWO[0], TWO[0]), Told(short, short)) == "unrounded"


@pytest.mark.parametrize("cut", [np.trunc, np.floor])
def test_numbers_that_are_cut_off_are_told_from_numbers_rounded_down(cut):
    says = {np.trunc: "cut off, not rounded", np.floor: "rounded down"}[cut]
    four = mapped(lambda x: float(cut(x * 1e4)) / 1e4, TWO[0])
    assert_named(cause_of(FOUR, Told(TWO[0], four)), "truncated", says)
    none = mapped(lambda x: float(cut(x)), LONG)
    says = {np.trunc: "up to the decimal point", np.floor: "rounded down to a whole one"}[cut]
    assert_named(cause_of(CLOSE, Told(LONG, none)), "truncated", says)


def test_whole_numbers_in_the_place_of_others_are_told_as_cut_off():
    cause = cause_of(CLOSE, Told(LONG, mapped(int, LONG)))
    assert_named(cause, "truncated", "up to the decimal point")


@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_numbers_that_lost_precision_are_named_by_the_type(dtype):
    for right in (LONG, table(7, 5)):
        narrow = np.array(right).astype(dtype).astype("float64")
        assert_named(cause_of(Close(1e-12, 1e-12), Told(np.array(right), narrow)), "narrow_precision", dtype)
    halves = np.array(table(6, 6)).astype("float16")
    summed = (halves * np.float16(3.3) + halves).astype("float64")
    right = np.array(table(6, 6)) * 4.3
    assert_named(cause_of(Close(1e-9, 1e-9), Told(right, summed)), "narrow_precision", "float16")


def in_bfloat16(given):
    """The nearest number of seven bits after the first, found by looking."""
    exponent = int(np.floor(np.log2(abs(given))))
    return round(given / 2.0 ** (exponent - 7)) * 2.0 ** (exponent - 7)


def test_numbers_in_bfloat16_are_named():
    narrow = mapped(in_bfloat16, table(6, 5))
    assert_named(cause_of(CLOSE, Told(table(6, 5), narrow)), "narrow_precision", "bfloat16")
    cause = cause_of(SINGLE, Told(tensor(table(6, 5)), tensor(narrow)))
    assert_named(cause, "narrow_precision", "bfloat16")


def test_numbers_that_lost_precision_before_they_were_rounded_are_named():
    narrow = np.round(np.array(LONG).astype("float16").astype("float64"), 4).tolist()
    assert_named(cause_of(FOUR, Told(LONG, narrow)), "narrow_precision", "float16")


def test_a_zero_with_a_sign_is_named():
    policy = Rounded(2, "exact", signed_zero=True)
    right, got = [[-0.0001, 0.25], [0.5, -0.002]], [[-0.0, 0.25], [0.5, -0.0]]
    assert_named(cause_of(policy, Told(right, got)), "negative_zero", "sign of a zero")
    assert slug_of(policy, Told(right, [[-0.0, 0.25], [0.5, 0.01]])) is None
    exact = Equal(signed_zero=True)
    assert slug_of(exact, Told([0.0, 1.5], [-0.0, 1.5])) == "negative_zero"


# --------------------------------------------------------------------------- kinds


@pytest.mark.parametrize(
    ("right", "got", "policy"),
    [
        (np.array(LONG), np.array(LONG, dtype="float32"), SINGLE),
        (np.array([1, 2, 3, 5]), np.array([1.0, 2.0, 3.0, 5.0]), Equal()),
        (np.array([1, 2, 3, 5]), np.array([1, 2, 3, 5], dtype="int32"), Equal()),
        (np.array([True, False]), np.array([1, 0]), Equal()),
        (tensor(LONG), tensor(LONG, "float64"), SINGLE),
        ([1, 2, 3], [1.0, 2.0, 3.0], Equal()),
        ([True, False], [1, 0], Equal()),
        (3, 3.0, Equal()),
    ],
    ids=str,
)
def test_numbers_of_another_type_are_named(right, got, policy):
    assert_named(cause_of(policy, Told(right, got)), "wrong_dtype", "another type")


@pytest.mark.parametrize(
    ("right", "got"),
    [
        (np.array([2, 3, 4, 5]), np.array([2.7, 3.2, 4.1, 5.9])),
        (np.array([True, True, False]), np.array([0.3, 0.2, 0.0])),
        (np.array([44], dtype="uint8"), np.array([300])),
        (np.array([True, True]), np.array([1, 2])),
        (np.array([2, 3]), np.array([2.0, float("nan")])),
        ([1, 2], [1.5, 2.0]),
        (2, 2.5),
    ],
    ids=str,
)
def test_numbers_that_their_right_type_would_change_are_not_right(right, got):
    assert cause_of(Equal(), Told(right, got)) is None


@pytest.mark.parametrize(
    ("right", "got", "policy"),
    [
        (LONG, np.array(LONG), CLOSE),
        (LONG, [tuple(row) for row in LONG], CLOSE),
        (np.array(LONG), LONG, CLOSE),
        (np.array(LONG, dtype="float32"), tensor(LONG), SINGLE),
        ([1, 2], (1, 2), Equal()),
        (1.5, [1.5], Equal()),
        (1.5, np.array(1.5), Equal()),
        ([np.ones(3), np.ones(4)], (np.ones(3), np.ones(4)), Equal()),
        (np.array(LONG), [np.array(row) for row in LONG], CLOSE),
    ],
    ids=lambda it: type(it).__name__,
)
def test_numbers_in_another_container_are_named(right, got, policy):
    assert_named(cause_of(policy, Told(right, got)), "wrong_container", "another container")


def test_another_exception_than_the_one_asked_for_is_named():
    policy = {"refused": Raises("ValueError")}
    right = {"refused": caught("ValueError")}
    told = [Told(right, {"refused": caught(name)}) for name in ("TypeError", "IndexError")]
    from grader.codec import encode_parts

    told = [Told(encode_parts(t.right, 1 << 20), encode_parts(t.got, 1 << 20)) for t in told]
    assert_named(cause_of(policy, *told), "wrong_exception", "another type")
    nothing = Told(told[0].right, {"refused": 1.0})
    assert cause_of(policy, *told, nothing) is None


def test_an_exception_that_leaves_the_probe_is_told_of_too():
    policy = Raises("ValueError")
    assert (
        slug_of(policy, Told(error("ValueError"), error("IndexError", "out of range"))) == "wrong_exception"
    )
    for other in (error("SystemExit"), error("MemoryError"), error("TypeError", origin="call"), 1.0):
        assert cause_of(policy, Told(error("ValueError"), other)) is None
