"""Where wrong entries lie, in words."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from grader.extent import extent


def mask(text):
    """A mask drawn with x for a wrong entry, a line per row."""
    return np.array([[c == "x" for c in line] for line in text.split()])


@pytest.mark.parametrize(
    ("drawn", "words"),
    [
        ("xxxx xxxx xxxx", "every entry"),
        (".... xxxx ....", "all of row 1"),
        (".... .... xxxx", "all of the last row"),
        (".... x... ....", "column 0 of row 1"),
        (".... .x.. ..x. .... ....", "part of rows 1 to 2"),
        ("xxxx .... xxxx", "everything but row 1"),
        ("xxxx xxxx ....", "everything but the last row"),
        (".xxx .xxx .xxx", "everything but column 0"),
        (".... .xxx .xxx", "everything but row 0 and column 0"),
        ("xxxx xx.x xxxx", "everything but column 2 of row 1"),
        (".... x... .x.x", "3 scattered entries, none in row 0 and column 2"),
        ("..x. ..x. ..x.", "all of column 2"),
        ("...x ...x ...x", "all of the last column"),
        ("..xx ..xx ..xx", "the second half of the columns"),
        ("xx.. xx.. xx..", "the first half of the columns"),
        ("xxx.. xxx.. xxx..", "the first 3 columns"),
        (".x.x .x.x .x.x", "every second column from 1"),
        ("x.x. x.x. x.x.", "every second column from 0"),
        (".... .x.x .x.x .x.x", "every second column from 1, except in row 0"),
        (".... ..xx ..xx ..xx", "the second half of the columns, except in row 0"),
        (".... ..xx .... ....", "the second half of the columns, in row 1"),
        ("xxxx xxxx .... ....", "the first half of the rows"),
        (".... xxxx xxxx xxxx ....", "rows 1 to 3"),
        (".... .... xxxx xxxx xxxx", "the last 3 rows"),
        ("xxxx .... .... xxxx ....", "rows 0 and 3"),
        ("xxxx .... .... xxxx .... .... xxxx .... ....", "rows 0, 3 and 6"),
        ("...... .xxx.. ......", "columns 1 to 3 of row 1"),
        ("...... .xxx.. .xxx.. ......", "columns 1 to 3 of rows 1 to 2"),
        (".xx..xx..xx..xx. .xx..xx..xx..xx.", "8 whole columns (1, 2, 5, 6, ...)"),
        ("xx..xx..x ......... .........", "part of row 0"),
        ("x... .x.. ..x. ...x", "4 scattered entries"),
    ],
)
def test_a_table(drawn, words):
    assert extent(mask(drawn)) == words


@pytest.mark.parametrize(
    ("drawn", "words"),
    [
        ("xxxxx", "every entry"),
        ("..x..", "position 2"),
        ("xx.xx", "everything but position 2"),
        (".xxxx", "everything but position 0"),
        ("xxxx.", "everything but the last position"),
        ("..xxx", "the last 3 positions"),
        (".xxx.", "positions 1 to 3"),
        ("x.x.x", "every second position from 0"),
        ("x..x..x..x..", "every third position from 0"),
        (".x.x....", "positions 1 and 3"),
        ("xxx...", "the first half of the positions"),
        ("x..x..x.....", "positions 0, 3 and 6"),
        ("xx.x.xxxx", "everything but positions 2 and 4"),
        ("xx..x..x.x..x", "6 scattered entries"),
    ],
)
def test_a_row_of_numbers(drawn, words):
    assert extent(mask(drawn)[0]) == words


ALL = slice(None)


@pytest.mark.parametrize(
    ("shape", "index", "words"),
    [
        ((3, 4, 6), (1,), "all of item 1"),
        ((3, 4, 6), (ALL, 0), "all of row 0"),
        ((3, 4, 6), (ALL, slice(1, None)), "everything but row 0"),
        ((3, 4, 6), (slice(1, None),), "everything but item 0"),
        ((3, 4, 6), (..., slice(3, None)), "the second half of the columns"),
        ((3, 4, 6), (1, 2), "row 2 of item 1"),
        ((3, 4, 6), (1, 2, 3), "column 3 of row 2 of item 1"),
        ((3, 4, 6), (0, ALL, 2), "column 2 of item 0"),
        ((3, 4, 6), (slice(1, None), 0), "row 0, except in item 0"),
        ((3, 4, 6), (ALL, slice(1, None), slice(1, None, 2)), "every second column from 1, except in row 0"),
        ((2, 5, 4, 6), (ALL, 1), "all of index 1 of axis 1"),
        ((2, 5, 4, 6), (1, slice(0, 2)), "the first 2 indices of axis 1 of item 1"),
        ((2, 5, 4, 6), (..., 0), "all of column 0"),
    ],
)
def test_more_axes(shape, index, words):
    wrong = np.zeros(shape, dtype=bool)
    wrong[index] = True
    assert extent(wrong) == words


def test_a_single_number_needs_no_words():
    assert extent(np.array(True)) == ""
    assert extent(np.array([True])) == ""


@given(arrays(bool, array_shapes(max_dims=5, max_side=7)))
def test_whatever_is_wrong_is_told_in_a_short_phrase(wrong):
    assume(wrong.any())
    words = extent(wrong)
    assert len(words) < 120
    assert bool(words) == (wrong.size > 1)


def index_of(line, size):
    """The number of a line that is named: `row 3`, `the last column`."""
    return size - 1 if line.startswith("the last ") else int(line.split()[-1])


@given(arrays(bool, array_shapes(min_dims=2, max_dims=2, max_side=6)))
def test_a_line_that_is_said_to_be_wrong_holds_all_the_wrong_entries_and_no_other(wrong):
    assume(wrong.any())
    words = extent(wrong)
    found = re.fullmatch(r"(all of|everything but) ((?:the last )?(row|column)(?: \d+)?)", words)
    if found:
        axis = ("row", "column").index(found[3])
        told = np.zeros(wrong.shape, dtype=bool)
        told.swapaxes(0, axis)[index_of(found[2], wrong.shape[axis])] = True
        assert np.array_equal(wrong, told if found[1] == "all of" else ~told)


@given(arrays(bool, array_shapes(max_dims=3, max_side=6)), st.integers(0, 215))
def test_what_is_named_by_whole_lines_is_named_like_no_other_mask_that_is_near(wrong, place):
    words = extent(wrong)
    assume(words and not re.search(r"part of|scattered|\.\.\.", words))
    other = wrong.copy()
    other.flat[place % wrong.size] ^= True
    assert extent(other) != words
