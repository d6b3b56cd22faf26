"""What is drawn: PNG and SVG with the right words, the same bytes each time, wrong entries framed."""

from __future__ import annotations

import math

import matplotlib
import numpy as np
import pytest

from grader.pictures import figure
from grader.pictures.figure import draw, outline, runs
from grader.pictures.panels import Panel, Picture
from tests.pictures.support import NEAR, picture, svg_texts

RIGHT = np.arange(12.0).reshape(3, 4)
WRONG = RIGHT + np.eye(3, 4)


def texts(*arguments, **more):
    return svg_texts(draw(picture(*arguments, **more), "svg"))


def test_an_svg_has_the_titles_the_axes_and_what_is_wrong():
    found = texts(NEAR, RIGHT, WRONG, label="a small table")
    assert {"expected", "got", "|difference|", "demo: a small table", "framed: wrong"} <= set(found)
    assert "3 of 12 entries wrong" in found
    assert (found.count("patch"), found.count("dimension")) == (3, 3)


def test_a_png_is_one():
    assert draw(picture(NEAR, RIGHT, WRONG), "png").startswith(b"\x89PNG\r\n\x1a\n")


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_the_same_picture_gives_the_same_bytes(kind):
    assert draw(picture(NEAR, RIGHT, WRONG), kind) == draw(picture(NEAR, RIGHT, WRONG), kind)


def test_settings_of_the_user_change_nothing():
    plain = draw(picture(NEAR, RIGHT, WRONG), "svg")
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "svg.hashsalt": "other"}):
        assert draw(picture(NEAR, RIGHT, WRONG), "svg") == plain
        assert matplotlib.rcParams["font.size"] == 30


def test_dollars_and_markup_stay_as_they_are():
    label = r"a $x^2$ costs \frac{1}{2} $ & <b>"
    found = texts(NEAR, RIGHT, WRONG, label=label, axes=(("answer", ("$patch$", "d_i")),))
    assert f"demo: {label}" in found
    assert found.count("$patch$") == 3


def test_unclosed_mathematics_does_not_stop_the_picture():
    assert "demo: $\\nonsense{$" in texts(NEAR, RIGHT, WRONG, label=r"$\nonsense{$")


def test_characters_that_steer_are_shown_as_python_writes_them():
    found = texts(NEAR, RIGHT, WRONG, label="left\u202eright\x1b[31m")
    assert r"demo: left\u202eright\x1b[31m" in found


@pytest.mark.parametrize("kind", ["png", "svg"])
@pytest.mark.parametrize(
    "numbers",
    [
        [math.nan, math.inf, -math.inf, 1.0],
        [math.nan] * 4,
        [1e308, -1e308, 5e-324, -0.0],
        [3.0, 3.0, 3.0, 3.0],
    ],
    ids=["one of each", "nothing else", "huge", "all alike"],
)
def test_numbers_of_any_size_are_drawn(kind, numbers):
    assert draw(picture(NEAR, [1.0, 2.0, 3.0, 4.0], numbers), kind)


def test_what_is_not_finite_is_hatched_and_written():
    found = texts(NEAR, [1.0, 2.0, 3.0], [math.nan, -math.inf, 3.0])
    assert "hatched: not a finite number; framed: wrong" in found
    assert {"nan", "-inf"} <= set(found)


def test_a_large_table_says_at_its_margins_where_it_is_wrong():
    expected = np.zeros((49, 968))
    got = expected.copy()
    got[:, 100:200] = 1
    found = texts(NEAR, expected, got)
    assert "framed: wrong; black bars at the margins: rows and columns with a wrong entry" in found


def test_frames_that_would_blacken_a_panel_are_left_out():
    expected = np.zeros((49, 968))
    found = texts(NEAR, expected, expected + np.arange(968) % 2)
    assert "black bars at the margins: rows and columns with a wrong entry" in found


def test_one_wild_number_leaves_colours_for_the_others():
    low, high, extend = figure.colour_range(picture(NEAR, [0.0, 1.0, 0.5], [0.0, 1e9, 0.5]).panels[:2])
    assert (low, high, extend) == (0.0, 2.0, "max")


def test_colours_with_a_middle_are_centred_on_zero():
    low, high, _ = figure.colour_range(picture(NEAR, [-1.0, 4.0], [-1.0, 3.0]).panels[:2])
    assert (low, high) == (-4.0, 4.0)


def test_a_difference_of_nothing_is_drawn_from_zero():
    assert figure.colour_range(picture(NEAR, [1.0, 2.0], [1.0, 2.0]).panels[2:]) == (0.0, 1.0, "neither")


def test_many_lines_are_their_mean_and_no_difference_is_lost():
    values = np.zeros((1, 5 * figure.MAX_LINES))
    values[0, 7] = 5.0
    assert figure._as_dots(values, "difference").max() == 5.0
    assert figure._as_dots(values, "sequential")[0, 1] == 1.0


# --------------------------------------------------------------------------- frames


def test_the_outline_parts_the_wrong_from_the_others():
    assert sorted(outline(np.array([[True, True, False]]))) == [
        ((-0.5, -0.5), (-0.5, 0.5)),
        ((-0.5, -0.5), (1.5, -0.5)),
        ((-0.5, 0.5), (1.5, 0.5)),
        ((1.5, -0.5), (1.5, 0.5)),
    ]
    assert outline(np.zeros((3, 3), bool)) == []


def test_the_stretches_of_a_row():
    assert runs(np.array([True, False, True, True])) == [(0, 1), (2, 4)]
    assert runs(np.zeros(3, bool)) == []


def test_a_frame_lies_inside_its_cell():
    (frame,) = figure._cell_frames(np.array([[False, True]]), 0.1, 0.2)
    assert (frame.min(axis=0).tolist(), frame.max(axis=0).tolist()) == ([0.6, -0.3], [1.4, 0.3])


# --------------------------------------------------------------------------- authors' panels


def test_lines_and_bars_have_the_names_of_their_axes():
    panels = (
        Panel("a line", "height", "place", np.sin(np.arange(60.0))),
        Panel("bars", "count", "size", np.arange(5.0)),
    )
    found = svg_texts(draw(Picture("a title", panels), "svg"))
    assert {"a title", "a line", "bars", "height", "place", "count", "size"} <= set(found)


def test_four_panels_stand_in_two_rows():
    panels = tuple(Panel(f"panel {i}", "row", "column", np.eye(3)) for i in range(4))
    _, axes = figure._laid_out(Picture("a title", panels))
    assert axes[0].get_subplotspec().get_gridspec().get_geometry() == (2, 2)
