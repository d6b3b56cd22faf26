"""Where wrong entries lie, in words."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis.extra.numpy import array_shapes, arrays

from grader.extent import extent


def mask(text):
    """A mask drawn with x for a wrong entry, a line per row."""
    return np.array([[c == "x" for c in line] for line in text.split()])


@pytest.mark.parametrize(
    ("drawn", "words"),
    [
        ("xxxx xxxx xxxx", "every entry"),
        (".... xxxx ....", "row 1"),
        (".... x... ....", "1 entry in row 1"),
        (".... xx.. ....", "2 entries in row 1"),
        ("xxxx .... xxxx", "every row but row 1"),
        ("x... .... xx..", "3 entries in every row but row 1"),
        ("..x. ..x. ..x.", "column 2"),
        ("..xx ..xx ..xx", "the second half of the columns"),
        ("xx.. xx.. xx..", "the first half of the columns"),
        (".x.x .x.x .x.x", "every second column from 1"),
        ("x.x. x.x. x.x.", "every second column from 0"),
        ("xxxx xxxx .... ....", "the first half of the rows"),
        (".... xxxx xxxx xxxx ....", "rows 1 to 3"),
        ("xxxx .... .... xxxx ....", "rows 0 and 3"),
        ("xxxx .... .... xxxx .... .... xxxx .... ....", "rows 0, 3 and 6"),
        ("x... .x.. ..x. ...x", "4 of 16 entries, scattered"),
    ],
)
def test_a_table(drawn, words):
    assert extent(mask(drawn)) == words


@pytest.mark.parametrize(
    ("drawn", "words"),
    [
        ("xxxxx", "every entry"),
        ("..x..", "entry 2"),
        ("xx.xx", "every entry but entry 2"),
        ("..xxx", "entries 2 to 4"),
        ("x.x.x", "every second entry from 0"),
        (".x.x....", "entries 1 and 3"),
        ("xxx...", "the first half of the entries"),
        ("x..x..x.....", "entries 0, 3 and 6"),
        ("xx..x..x.x..x", "6 of 13 entries, scattered"),
    ],
)
def test_a_row_of_numbers(drawn, words):
    assert extent(mask(drawn)[0]) == words


def test_more_axes_are_told_by_the_first_and_the_last():
    wrong = np.zeros((3, 4, 5), dtype=bool)
    wrong[1] = True
    assert extent(wrong) == "row 1"
    wrong = np.zeros((3, 4, 5), dtype=bool)
    wrong[..., 2:4] = True
    assert extent(wrong) == "columns 2 to 3"


def test_a_single_number_needs_no_words():
    assert extent(np.array(True)) == ""
    assert extent(np.array([True])) == ""


@given(arrays(bool, array_shapes(max_dims=3, max_side=7)))
def test_whatever_is_wrong_is_told_in_a_short_phrase(wrong):
    assume(wrong.any())
    words = extent(wrong)
    assert len(words) < 80
    assert bool(words) == (wrong.size > 1)


@given(arrays(bool, array_shapes(min_dims=2, max_dims=2, max_side=6)))
def test_a_row_that_is_named_holds_all_the_wrong_entries(wrong):
    assume(wrong.any())
    words = extent(wrong)
    if words.startswith("row ") and words[4:].isdigit():
        row = int(words[4:])
        assert wrong[row].all()
        assert wrong.sum() == wrong[row].sum()
