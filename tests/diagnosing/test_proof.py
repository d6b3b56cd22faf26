"""Nothing is named on a guess: no mistake of answers that many could give, and none that is nearly true."""

from __future__ import annotations

import math

import numpy as np
import pytest

from grader.model import Close, Equal, Rounded, Unchanged, Within
from tests.diagnosing.support import (
    CLOSE,
    FOUR,
    SINGLE,
    Told,
    block,
    cause_of,
    mapped,
    rounded,
    slug_of,
    table,
    tensor,
)

SMALL = mapped(lambda x: x / 4, table(4, 6))  # less than a half each


def flattened(nest):
    return [number for item in nest for number in (flattened(item) if isinstance(item, list) else [item])]


# --------------------------------------------------------------------------- answers that say nothing


@pytest.mark.parametrize("constant", [0.0, 1.0, -1.0, 0.5])
@pytest.mark.parametrize("policy", [CLOSE, FOUR, Rounded(1, "exact"), Equal()], ids=str)
@pytest.mark.parametrize(
    "right",
    [
        SMALL,
        mapped(lambda x: -abs(x) - 0.01, table(4, 6)),
        mapped(lambda x: abs(x) + 2, table(4, 6)),
        [[0.0] * 6, *table(3, 6)],
        [[1.0] * 6, *table(3, 6)],
        [[0.3] * 6] * 4,
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    ],
    ids=["small", "negative", "large", "first row of zeros", "first row of ones", "constant", "unit"],
)
def test_a_table_that_was_filled_with_one_number_has_no_cause(right, policy, constant):
    """All zeros are rounded, cut off, clipped, and the first row for all, if one looks for that."""
    assert cause_of(policy, Told(right, mapped(lambda x: constant, right))) is None


def test_one_or_two_entries_that_were_not_filled_are_not_clipped():
    right = mapped(abs, table(4, 6))
    right[3][5], right[3][4] = -0.3137, -0.7771
    got = [list(row) for row in right]
    got[3][5] = 0.0
    assert cause_of(CLOSE, Told(right, got)) is None
    got[3][4] = 0.0
    assert cause_of(CLOSE, Told(right, got)) is None


@pytest.mark.parametrize(
    ("right", "got"),
    [
        (2, 4),
        (2.0, 4.0),
        (4, 2),
        (3, 4),
        (1, -1),
        (0.25, 0.5),
        (0.8415, 1.0),
        (-0.3137, 0.0),
        (2.7183, 2.0),
        ([1, 2], [2, 1]),
        ([1, 2, 3], [3, 2, 1]),
        ([0, 1, 2, 3], [2, 0, 3, 1]),
        ([2, 0, 3, 1], [1, 3, 0, 2]),
        ([[1, 2], [3, 4]], [[1, 3], [2, 4]]),
        ([[1, 2], [3, 4]], [[3, 4], [1, 2]]),
        ([[0.5, 1.0], [1.5, 2.0]], [[0.5, 1.5], [1.0, 2.0]]),
        ([1, 0, 1, 0], [0, 1, 0, 1]),
        ([[0, 1, 1], [0, 0, 1], [0, 0, 0]], [[0, 0, 0], [1, 0, 0], [1, 1, 0]]),
        ([1.0] * 8, [2.0] * 8),
        ([[0.37] * 4] * 4, [[0.74] * 4] * 4),
    ],
    ids=str,
)
def test_a_few_small_numbers_are_too_little_evidence(right, got):
    policy = Equal() if isinstance(flattened([right])[0], int) else CLOSE
    cause = cause_of(policy, Told(right, got))
    assert cause is None or cause.slug in ("factor",), cause
    if cause is not None:  # one number of all its digits, twice as large everywhere
        assert right == [[0.37] * 4] * 4


@pytest.mark.parametrize("decimals", [0, 1, 2])
def test_a_loose_check_is_little_evidence(decimals):
    policy = Rounded(decimals, "exact")
    rng = np.random.default_rng(decimals)
    for _ in range(60):
        right, got = rng.uniform(-2, 2, (2, 2)).tolist()
        assert cause_of(policy, Told(right, rounded(got, decimals))) is None
    wide = Close(0.0, 0.25)
    assert cause_of(wide, Told([0.8415, 0.9093, 0.1411], [0.49, 0.59, 0.41])) is None


def test_an_answer_that_changes_its_argument_too_has_no_repair():
    policy = {"answer": CLOSE, "xs": Unchanged()}
    right, got = (
        {"answer": table(3, 4), "xs": [1.0]},
        {"answer": mapped(lambda x: -x, table(3, 4)), "xs": [1.0]},
    )
    assert slug_of(policy, Told(right, got, {"xs": [1.0]})) == "sign_exchanged"
    assert slug_of(policy, Told(right, {**got, "xs": [2.0]}, {"xs": [1.0]})) is None


def test_a_draw_that_misses_its_band_has_no_repair():
    band = Within("std", 0.9, 1.1)
    draw = np.sin(np.arange(2000.0)) * math.sqrt(2)
    assert cause_of(band, Told(draw, 2 * draw)) is None


# --------------------------------------------------------------------------- what is nearly true is not said


def significant(digits):
    return lambda x: float(f"{x:.{digits}g}")


@pytest.mark.parametrize("digits", [3, 4, 5, 6])
@pytest.mark.parametrize("policy", [CLOSE, Rounded(5, "exact")], ids=str)
def test_significant_digits_are_not_decimals(policy, digits):
    right = mapped(lambda x: x * 57.3, table(6, 7))
    assert cause_of(policy, Told(right, mapped(significant(digits), right))) is None


def test_another_number_of_decimals_in_each_case_is_not_one_number_of_decimals():
    cases = [Told(table(4, 5, s), rounded(table(4, 5, s), d)) for s, d in ((0, 2), (1, 3))]
    assert cause_of(CLOSE, *cases) is None
    assert cause_of(FOUR, *cases) is None


def test_whole_numbers_near_the_right_ones_are_not_lost_precision():
    right = mapped(lambda x: 80 + 10 * x, table(5, 6))
    for change in (
        lambda x: math.trunc(x) + 0.5,
        lambda x: float(round(x / 2) * 2),
    ):
        assert cause_of(CLOSE, Told(right, mapped(change, right))) is None
    up = cause_of(CLOSE, Told(right, mapped(lambda x: float(math.ceil(x)), right)))
    assert up.slug == "truncated"
    assert "rounded up to a whole one" in up.texts[0]
    counted = [[5.0 * i + j for j in range(5)] for i in range(5)]
    cause = cause_of(CLOSE, Told(mapped(lambda x: x + 0.37, counted), mapped(lambda x: x + 1.37, counted)))
    assert cause.slug == "off_by_one"


def test_whole_numbers_that_are_cut_off_are_not_lost_precision():
    for scale in (20.0, 100.0, 5000.0, 3e6):
        right = mapped(lambda x, scale=scale: abs(x) * scale, table(5, 6))
        assert slug_of(CLOSE, Told(right, mapped(lambda x: float(int(x)), right))) == "truncated"


def test_numbers_that_a_narrow_type_holds_and_are_far_off_are_not_lost_precision():
    right = np.array(table(5, 6))
    wrong = (right * 1.19).astype("float16").astype("float64")
    assert cause_of(CLOSE, Told(right, wrong)) is None
    noise = right * (1 + 0.1 * np.array(table(5, 6, 2.0)))
    assert cause_of(CLOSE, Told(right, noise.astype("float16").astype("float64"))) is None
    assert cause_of(SINGLE, Told(tensor(right), tensor(noise.astype("float16")))) is None


def test_rounding_down_is_not_told_as_cutting_off():
    right = table(4, 5)
    down = mapped(lambda x: math.floor(x * 1e4) / 1e4, right)
    (text,) = cause_of(FOUR, Told(right, down)).texts
    assert "rounded down" in text
    assert "cut off" not in text


@pytest.mark.parametrize("domain", [lambda x: x, lambda x: -abs(x)], ids=["mixed", "negative"])
@pytest.mark.parametrize("change", [np.sqrt, np.log], ids=["root", "logarithm"])
def test_no_root_was_taken_where_numbers_without_one_pass(change, domain):
    positive = np.abs(np.array(table(4, 5))) + 0.1
    passing = domain(np.array(table(3, 4)))
    assert cause_of(CLOSE, Told(positive, change(positive))) is not None
    assert cause_of(CLOSE, Told(positive, change(positive)), Told(passing, passing)) is None


@pytest.mark.parametrize(
    "passing", [[[0.3], [0.7]], [[0.0, 0.0], [0.5, 2.0]]], ids=["one column", "a row of zeros"]
)
def test_rows_were_not_normalised_where_rows_that_are_not_pass(passing):
    right = np.array(table(4, 5)) * 3
    got = right / np.sqrt((right**2).sum(1, keepdims=True))
    assert slug_of(CLOSE, Told(right, got)) == "rows_normalised"
    assert slug_of(CLOSE, Told(right, got), Told(np.array(passing), np.array(passing))) is None
    ones = np.array([[1.0], [-1.0], [0.0]])
    assert slug_of(CLOSE, Told(right, got), Told(ones, ones)) == "rows_normalised"


# --------------------------------------------------------------------------- symmetry and small axes


def test_a_table_that_looks_the_same_transposed_forbids_nothing():
    right = np.array(table(4, 4))
    same = right + right.T
    assert slug_of(CLOSE, Told(right, right.T), Told(same, same)) == "transposed"
    for shape in ((1, 1), (0, 0), (1,), ()):
        passing = np.ones(shape)
        assert slug_of(CLOSE, Told(right, right.T), Told(passing, passing)) == "transposed"
    row = np.array(table(1, 4))
    assert slug_of(CLOSE, Told(right, right.T), Told(row, row)) is None


@pytest.mark.parametrize(
    ("got", "slug"),
    [
        (lambda t: t[::-1], "halves_exchanged"),
        (lambda t: [row[::-1] for row in t], "halves_exchanged"),
        (lambda t: [list(c) for c in zip(*t, strict=True)], "transposed"),
    ],
)
def test_of_two_rows_and_columns_what_is_said_is_true(got, slug):
    right = table(2, 2)
    assert slug_of(CLOSE, Told(right, got(right))) == slug


def test_what_tells_two_mistakes_apart_decides():
    two, four = table(3, 2), table(3, 4)
    backwards = [[row[::-1] for row in t] for t in (two, four)]
    assert slug_of(CLOSE, Told(two, backwards[0]), Told(four, backwards[1])) == "reversed"
    turned = [
        [row[2:] + row[:2] for row in t] if t is four else [row[::-1] for row in t] for t in (two, four)
    ]
    assert slug_of(CLOSE, Told(two, turned[0]), Told(four, turned[1])) == "halves_exchanged"


def test_numbers_that_a_mistake_leaves_alone_forbid_nothing():
    mixed, positive = np.array(table(4, 5)), np.abs(np.array(table(3, 4)))
    assert slug_of(CLOSE, Told(mixed, np.abs(mixed)), Told(positive, positive)) == "absolute"
    assert slug_of(CLOSE, Told(mixed, np.maximum(mixed, 0)), Told(positive, positive)) == "clipped"
    units = np.array([[1.0, 0.0, 1.0]])
    assert slug_of(CLOSE, Told(mixed, mixed**2), Told(units, units)) == "squared"
    equal = np.tile(mixed[:1], (3, 1))
    first = np.tile(mixed[:1], (4, 1))
    assert (
        slug_of(CLOSE, Told(mixed, first), Told(equal, equal), Told(mixed[:1], mixed[:1])) == "first_for_all"
    )


def test_all_negative_numbers_made_positive_have_the_wrong_sign():
    right = mapped(lambda x: -abs(x), table(3, 4))
    assert slug_of(CLOSE, Told(right, mapped(abs, right))) == "sign_exchanged"


def test_axes_of_equal_length_are_told_by_their_numbers():
    right = np.array(block(3, 3, 3))
    assert slug_of(CLOSE, Told(right, right.transpose(2, 0, 1))) == "axes_exchanged"
    passing = np.array(block(2, 3, 4))
    assert slug_of(CLOSE, Told(right, right.transpose(2, 0, 1)), Told(passing, passing)) is None


# --------------------------------------------------------------------------- factors


def scaled(right, factor):
    return mapped(lambda x: x * factor, right)


def test_a_factor_that_no_input_gives_in_each_case_has_no_name():
    tables = [table(3, 4, s) for s in range(3)]
    cases = [Told(t, scaled(t, f), {"n": n}) for t, f, n in zip(tables, (3, 5, 9), (4, 7, 8), strict=True)]
    assert cause_of(CLOSE, *cases) is None
    constant = [Told(t, scaled(t, 3.21), {"n": n}) for t, n in zip(tables, (4, 7, 8), strict=True)]
    (text,) = cause_of(CLOSE, *constant).texts
    assert text.startswith("Each wrong number is off by one and the same factor.")


def test_a_factor_that_two_inputs_give_is_told_with_both():
    one, other = table(3, 4), table(3, 4, 1.0)
    first = Told(one, scaled(one, 6), {"dim": 6, "xs": [0.0] * 6})
    (text,) = cause_of(CLOSE, first).texts
    assert text == "Each wrong number is the right one times `dim` or times the length of `xs`."
    second = Told(other, scaled(other, 9), {"dim": 9, "xs": [0.0] * 5})
    (text,) = cause_of(CLOSE, first, second).texts
    assert text == "Each wrong number is the right one times `dim`."


@pytest.mark.parametrize("factor", [0.25, 4.0])
def test_the_side_of_a_factor_is_told_whether_it_is_larger_than_one_or_not(factor):
    cases = [
        Told(table(3, 4, s), scaled(table(3, 4, s), factor * s), {"scale": factor * s}) for s in (0.9, 1.3)
    ]
    (text,) = cause_of(CLOSE, *cases).texts
    assert text == "Each wrong number is the right one times `scale`."


def test_a_factor_of_an_input_is_not_named_where_a_case_without_it_passes():
    right, other = table(3, 4), table(2, 5)
    failing = Told(right, scaled(right, 7), {"dim": 7})
    assert slug_of(CLOSE, failing) == "factor"
    assert slug_of(CLOSE, failing, Told(other, other, {"n": 3})) is None
    assert slug_of(CLOSE, failing, Told(other, other, {"dim": 1})) == "factor"
    assert slug_of(CLOSE, failing, Told([], [], {"dim": 9})) == "factor"


def test_a_factor_of_an_input_less_one_is_not_named_where_that_is_zero_and_passes():
    right, other = table(3, 4), table(2, 5)
    failing = [Told(right, scaled(right, 7), {"dim": 8}), Told(other, scaled(other, 3), {"dim": 4})]
    assert slug_of(CLOSE, *failing) == "factor"
    assert slug_of(CLOSE, *failing, Told(other, other, {"dim": 1})) is None


def test_a_negative_factor_has_no_name():
    right = table(3, 4)
    assert cause_of(CLOSE, Told(right, scaled(right, -3.0), {"n": 3})) is None


@pytest.mark.parametrize(
    "given", [{"flag": True}, {"xs": []}, {"name": "a text"}, {"n": float("nan")}, {"n": 0}, {"n": -3}]
)
def test_inputs_that_are_no_sizes_do_no_harm(given):
    right = table(3, 4)
    assert slug_of(CLOSE, Told(right, scaled(right, 2), given)) == "factor"
    assert slug_of(CLOSE, Told(right, table(3, 4, 2.0), given)) is None


# --------------------------------------------------------------------------- found in exercises


def test_numbers_too_large_for_an_exponential_are_no_exponentials():
    """Every number is nearer to an infinite one than an allowance that grows with it."""
    right = mapped(lambda x: 3000 + 9000 * abs(x), table(4, 6))
    got = mapped(lambda x: 9000 + 3000 * abs(x), table(4, 6, 2.0))
    for policy in (CLOSE, Close(1e-4, 0.0), FOUR):
        assert cause_of(policy, Told(right, rounded(got, 4))) is None
    assert cause_of(SINGLE, Told(tensor(right), tensor(got))) is None


@pytest.mark.parametrize("trace", [1e-8, -1e-8, 1e-6])
def test_whole_numbers_that_lost_a_trace_are_neither_cut_off_nor_rounded(trace):
    """Single precision does that to a large number and a tiny one."""
    whole = mapped(lambda x: float(round(9000 * x)), table(4, 6))
    right = np.array(whole) + trace * np.abs(table(4, 6, 2.0))
    assert cause_of(Close(1e-15, 1e-12), Told(right, np.array(whole))) is None


def test_two_of_a_kind_are_exchanged_not_their_halves():
    (text,) = cause_of(CLOSE, Told([0.12345, 0.98765], [0.98765, 0.12345])).texts
    assert text == "The numbers are right, but the two entries are exchanged."
    right = table(5, 2)
    (text,) = cause_of(CLOSE, Told(right, [[b, a] for a, b in right])).texts
    assert text == "The numbers are right, but the two columns are exchanged."
    right = block(2, 3, 4)
    (text,) = cause_of(CLOSE, Told(right, right[::-1])).texts
    assert text == "The numbers are right, but the two entries of the first axis are exchanged."


def test_a_type_of_which_a_check_takes_several_is_not_the_cause():
    policy = Close(1e-5, 1e-6, dtypes=("float64",))
    right = tensor(table(3, 4))
    assert slug_of(policy, Told(right, tensor(mapped(lambda x: x**3, table(3, 4)), "float64"))) is None


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_numbers_of_a_narrow_type_are_little_evidence(dtype):
    right, twice = tensor([0.8438], dtype), tensor([1.6876], dtype)
    assert cause_of(SINGLE, Told(right, twice)) is None
    many = table(3, 4)
    twice = mapped(lambda x: 2 * x, many)
    assert slug_of(SINGLE, Told(tensor(many, dtype), tensor(twice, dtype))) == "factor"
