"""Which case is drawn and which part of it, which entries are wrong, and what the title says."""

from __future__ import annotations

import math

import numpy as np
import pytest

from grader.model import Equal, Outcome, Rounded, Unchanged, Within
from grader.pictures.compared import choose, compared_picture, mapped, title, told
from grader.pictures.panels import axis_names, numbers, table
from tests.judging.support import EXACT, case, check, error
from tests.pictures.support import NEAR, chosen, one, picture, seen

RIGHT, WRONG = [[1.0, 2.0], [3.0, 4.0]], [[1.0, 2.0], [3.0, 5.0]]


def labelled(*labels, visibility="visible"):
    return check("a check", *(case(NEAR, label) for label in labels), visibility=visibility)


# --------------------------------------------------------------------------- which case


def test_the_first_visible_case_that_failed_is_drawn():
    checks = [labelled("first", "second", "third")]
    expected = {(0, i): RIGHT for i in range(3)}
    answers = {(0, 0): RIGHT, (0, 1): WRONG, (0, 2): [[0.0, 0.0], [0.0, 0.0]]}
    assert choose(*seen(checks, expected, answers)).case.label == "second"


def test_a_failed_case_without_numbers_is_passed_over_for_one_with_numbers():
    checks = [labelled("raises", "gives nothing", "says something", "wrong")]
    answers = {(0, 0): error("ValueError"), (0, 1): None, (0, 2): "right", (0, 3): WRONG}
    found = choose(*seen(checks, {(0, i): RIGHT for i in range(4)}, answers))
    assert found.case.label == "wrong"


def test_where_no_failed_case_has_numbers_the_first_right_one_is_drawn():
    checks = [labelled("raises", "right")]
    found = choose(
        *seen(checks, {(0, 0): RIGHT, (0, 1): RIGHT}, {(0, 0): error("ValueError"), (0, 1): RIGHT})
    )
    assert (found.case.label, found.mismatch) == ("right", None)


@pytest.mark.parametrize(
    "answer", [error("ValueError"), None, "text", Outcome.DIED, [[1j, 2j], [3j, 4j]], []]
)
def test_what_holds_no_numbers_is_not_drawn(answer):
    assert choose(*seen([labelled("a case")], {(0, 0): RIGHT}, {(0, 0): answer})) is None


def test_a_hidden_case_is_never_chosen_however_wrong_it_is():
    checks = [labelled("shown"), labelled("secret", visibility="hidden")]
    expected = {(0, 0): RIGHT, (1, 0): RIGHT}
    found = choose(*seen(checks, expected, {(0, 0): RIGHT, (1, 0): WRONG}))
    assert found.case.label == "shown"
    assert choose(*seen(checks, expected, {(0, 0): None, (1, 0): WRONG})) is None


# --------------------------------------------------------------------------- which part


def test_the_part_that_the_message_tells_of_is_drawn():
    policy = {"answer": NEAR, "again": NEAR}
    found = chosen(policy, {"answer": RIGHT, "again": RIGHT}, {"answer": RIGHT, "again": WRONG})
    assert found.part == "again"
    assert told(found).startswith("the answer of a second, equal call: 1 of 4 entries wrong")


def test_an_argument_that_was_changed_is_drawn_as_it_was_and_as_it_is():
    policy = {"answer": NEAR, "table": Unchanged()}
    expected = {"answer": RIGHT, "table": RIGHT}
    found = chosen(policy, expected, {"answer": RIGHT, "table": WRONG}, table=RIGHT)
    assert found.expected.array.tolist() == RIGHT
    assert found.got.array.tolist() == WRONG
    assert found.wrong.tolist() == [[False, False], [False, True]]


def test_a_dict_of_numbers_is_a_row_with_names_in_the_order_expected():
    found = chosen(NEAR, {"recall": 1.0, "f1": 0.5}, {"f1": 0.25, "recall": 1.0})
    assert found.expected.names == found.got.names == ("recall", "f1")
    assert found.wrong.tolist() == [False, True]
    assert told(found) == "1 of 2 entries wrong (f1)"


def test_a_dict_without_a_key_is_drawn_without_a_difference():
    one_picture = picture(NEAR, {"recall": 1.0, "f1": 0.5}, {"recall": 1.0})
    assert [panel.title for panel in one_picture.panels] == [
        "expected, the entries recall, f1",
        "got, the entries recall",
    ]


# --------------------------------------------------------------------------- which entries


def test_the_mask_is_that_of_the_policy():
    assert chosen(NEAR, [1.0, 2.0, 3.0], [1.0, 2.0 + 5e-7, 3.1]).wrong.tolist() == [False, False, True]
    assert chosen(EXACT, [1.0, 2.0, 3.0], [1.0, 2.0 + 5e-7, 3.1]).wrong.tolist() == [False, True, True]


def test_what_is_to_be_rounded_is_compared_with_the_unrounded_truth():
    """0.12 is near enough to the truth although it is not what the reference gave."""
    policy = Rounded(2, truth="exact", atol=1e-3, rtol=0.0)
    found = chosen(policy, [0.13, 0.5, 0.5], [0.12, 0.51, 0.5004], truth=[0.125, 0.5, 0.5])
    assert found.wrong.tolist() == [False, True, True]


def test_entries_of_all_rungs_are_wrong_not_those_of_the_first_alone():
    found = chosen(NEAR, [1.0, 2.0, 3.0], [math.nan, 2.5, 3.0])
    assert found.mismatch.count == 1
    assert found.wrong.tolist() == [True, True, False]


def test_infinity_is_right_where_it_is_expected():
    found = chosen(NEAR, [math.inf, -math.inf, 1.0], [math.inf, math.inf, math.inf])
    assert found.wrong.tolist() == [False, True, True]


def test_a_negative_zero_is_wrong_where_its_sign_counts():
    assert chosen(Equal(signed_zero=True), [0.0, 0.0], [-0.0, 0.0]).wrong.tolist() == [True, False]


def test_large_integers_are_compared_exactly():
    big = np.array([2**53, 2**53 + 1])
    assert chosen(EXACT, big, np.array([2**53, 2**53])).wrong.tolist() == [False, True]


def test_another_container_with_the_right_numbers_is_drawn_and_told():
    found = chosen(NEAR, RIGHT, np.array(RIGHT))
    assert not found.wrong.any()
    assert told(found) == "expected list, got numpy.ndarray; all 4 entries are right"


def test_a_draw_is_drawn_without_a_difference():
    found = picture(Within("mean", -0.1, 0.1), np.zeros(8), np.ones(8))
    assert [panel.title for panel in found.panels] == ["expected", "got"]
    assert found.told == "drawn at random: statistic mean"


# --------------------------------------------------------------------------- words and panels


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ([[1.0, 2.0], [3.0, 5.0]], "1 of 4 entries wrong (column 1 of row 1)"),
        ([[1.0, 0.0], [3.0, 0.0]], "2 of 4 entries wrong (all of column 1)"),
        ([[0.0, 0.0], [0.0, 0.0]], "all 4 entries wrong"),
        (RIGHT, "all 4 entries are right"),
        ([[1.0, 2.0, 3.0]], "expected shape 2 x 2, got shape 1 x 3"),
        (7.0, "expected shape 2 x 2, got shape a single number"),
    ],
)
def test_what_is_wrong_in_a_line(answer, sentence):
    assert told(chosen(NEAR, RIGHT, answer)) == sentence


def test_the_title_holds_the_call_where_it_is_short():
    assert title(chosen(NEAR, RIGHT, WRONG, grid=2, dim=4), "demo") == "demo: a case (grid = 2, dim = 4)"
    assert title(chosen(NEAR, RIGHT, WRONG, text="x" * 50, other="y" * 50), "demo") == "demo: a case"


def test_expected_and_got_share_a_scale_and_the_difference_has_its_own():
    first, second, third = picture(NEAR, RIGHT, WRONG).panels
    assert [panel.title for panel in (first, second, third)] == ["expected", "got", "|difference|"]
    assert first.scale == second.scale != ""
    assert (third.scale, third.levels) == ("", "difference")
    assert third.values.tolist() == [[0.0, 0.0], [0.0, 1.0]]
    assert first.wrong is None
    assert second.wrong.tolist() == third.wrong.tolist() == [[False, False], [False, True]]


def test_two_equal_infinities_are_not_apart():
    assert picture(NEAR, [math.inf, 1.0], [math.inf, 2.0]).panels[2].values.tolist() == [[0.0, 1.0]]


def test_other_shapes_are_drawn_without_a_difference():
    first, second = picture(NEAR, RIGHT, [[1.0, 2.0, 3.0]]).panels
    assert (first.title, second.title) == ("expected, shape 2 x 2", "got, shape 1 x 3")
    assert (first.rows, first.columns) == ("patch", "dimension")
    assert (second.rows, second.columns) == ("row", "column")


def test_the_axes_are_named_by_the_exercise_where_their_number_fits():
    exercise = one(NEAR, RIGHT, WRONG)[0].exercise
    assert axis_names(exercise, "answer", 2) == ("patch", "dimension")
    assert axis_names(exercise, "table", 3) == ("head", "patch", "dimension")
    assert axis_names(exercise, "again", 2) == ("patch", "dimension")
    assert axis_names(exercise, "answer", 1) == ("column",)
    assert axis_names(exercise, "answer", 3) == ("item", "row", "column")
    assert axis_names(exercise, "answer", 4) == ("item", "axis 1", "row", "column")
    assert axis_names(exercise, "answer", 0) == ()


def test_leading_axes_are_joined_into_rows():
    answer = np.arange(24.0).reshape(2, 3, 4)
    panel = picture(NEAR, answer, answer, axes=(("answer", ("sample", "patch", "dimension")),)).panels[0]
    assert (panel.rows, panel.columns, panel.values.shape) == ("sample, patch", "dimension", (6, 4))
    assert [panel.row_label(row) for row in range(6)] == ["0, 0", "0, 1", "0, 2", "1, 0", "1, 1", "1, 2"]


def test_one_axis_is_a_single_row_and_a_number_a_single_cell():
    assert picture(NEAR, [1.0, 2.0], [1.0, 3.0]).panels[0].values.shape == (1, 2)
    assert picture(NEAR, 1.0, 2.0).panels[0].values.shape == (1, 1)


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        ([np.zeros((2, 3)), np.ones((2, 3))], (2, 2, 3)),
        ((1, True, 2.5), (3,)),
        (np.zeros((2, 2), "float16"), (2, 2)),
        ([[1.0], [2.0, 3.0]], None),
        ([np.zeros(2), np.zeros(3)], None),
        (np.zeros((0, 3)), None),
        ({"a": [1.0]}, None),
        (10**400, None),
        ({1.0, 2.0}, None),
    ],
)
def test_what_makes_a_table_and_what_does_not(value, shape):
    from grader.codec import encode

    found = numbers(encode(value))
    assert (None if found is None else found.array.shape) == shape


# --------------------------------------------------------------------------- what is mapped


def test_nothing_is_mapped_where_all_visible_examples_are_right():
    assert mapped(*one(NEAR, RIGHT, RIGHT)) == (
        "The visible examples are all right, so there is nothing to map.",
        None,
    )


def test_a_map_of_the_failed_case_is_headed_by_what_is_wrong():
    sentence, panel = mapped(*one(NEAR, RIGHT, WRONG))
    assert sentence == "a case: 1 of 4 entries wrong (column 1 of row 1)"
    assert panel.wrong.tolist() == [[False, False], [False, True]]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (None, "There is no map: no visible example that fails gave numbers to compare."),
        ([1.0], "There is no map of a case: expected shape 2 x 2, got shape 1."),
        (
            np.array(RIGHT),
            "There is no map of a case: expected list, got numpy.ndarray; all 4 entries are right.",
        ),
    ],
)
def test_why_there_is_no_map_is_told(answer, sentence):
    assert mapped(*one(NEAR, RIGHT, answer)) == (sentence, None)


def test_hidden_values_stand_in_no_picture():
    checks = [labelled("shown"), labelled("secret", visibility="hidden")]
    secret = [[0.123456, 0.0], [0.0, 0.0]]
    the_key, evidence = seen(checks, {(0, 0): RIGHT, (1, 0): secret}, {(0, 0): WRONG, (1, 0): WRONG})
    drawn = compared_picture(choose(the_key, evidence), "demo")
    assert all(0.123456 not in panel.values for panel in drawn.panels)
    assert "secret" not in f"{drawn.title}{drawn.told}"


def test_a_table_of_names_has_them_on_its_columns():
    from grader.codec import encode

    panel = table("a title", numbers(encode({"recall": 1.0, "f1": 0.5})), ("column",))
    assert [panel.column_label(i) for i in range(2)] == ["recall", "f1"]
    assert (panel.rows, panel.columns) == ("", "")
