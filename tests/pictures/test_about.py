"""What an exercise is about: its author's panels, or the answers to its visible examples."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import numpy as np
import pytest

from grader.catalogue import default_pack, load_pack
from grader.errors import PackError
from grader.frozen import thaw
from grader.pictures.about import authors_picture, expected_picture, has_picture
from grader.pictures.figure import draw
from tests.pictures.conftest import PICTURE

PACK = load_pack(default_pack())


def panels(text):
    return f"def picture(student):\n    return {text}\n"


def panel(**changes):
    given = {"title": "'a'", "rows": "'b'", "columns": "'c'", "values": "[[1.0]]"} | changes
    return "{" + ", ".join(f"'{name}': {text}" for name, text in given.items() if text) + "}"


def test_the_panels_of_the_author_are_made_of_the_reference(exercise, worker):
    found = authors_picture(exercise(PICTURE), worker)
    assert found.title == "products: A table of products"
    first, second = found.panels
    assert (first.title, first.rows, first.columns) == ("The table mirrors itself", "factor", "other factor")
    assert first.values.tolist() == [[i * j for j in range(5)] for i in range(5)]
    assert second.values.tolist() == [0, 1, 4, 9, 16]
    assert (first.levels, first.scale, first.wrong) == ("sequential", "", None)


def test_levels_and_scale_are_taken(exercise, worker):
    found = authors_picture(exercise(panels(f"[{panel(levels=repr('signed'), scale=repr('one'))}]")), worker)
    assert (found.panels[0].levels, found.panels[0].scale) == ("signed", "one")


FAULTS = {
    "no python": ("def picture(student:", "picture.py, line 1"),
    "no function": ("def drawing(student):\n    return []\n", "has no function `picture(student)`"),
    "raises": ("def picture(student):\n    return 1 / 0\n", "picture.py fails: ZeroDivisionError"),
    "asks for what is not there": (
        panels("student.quotients(3)"),
        "picture.py fails: AttributeError: quotients",
    ),
    "takes too long": (
        "def picture(student):\n    while True:\n        pass\n",
        "did not run to its end: timed_out",
    ),
    "nothing": (panels("None"), "should return a list of 1 to 4 panels"),
    "no panel": (panels("[]"), "should return a list of 1 to 4 panels"),
    "five panels": (panels(f"[{', '.join([panel()] * 5)}]"), "should return a list of 1 to 4 panels"),
    "a panel that is no dict": (panels(f"[{panel()}, [1, [2]]]"), "panel 2 is no dict"),
    "no title": (panels(f"[{panel(title='')}]"), "panel 1: `title` should be a text"),
    "an empty name": (panels(f"[{panel(rows=repr(' '))}]"), "panel 1: `rows` should be a text"),
    "an unknown key": (panels(f"[{panel(colour='1')}]"), "may have the keys title, rows, columns, values"),
    "unknown levels": (panels(f"[{panel(levels=repr('hot'))}]"), "`levels` is one of sequential, signed"),
    "no values": (panels(f"[{panel(values='')}]"), "`values` should be numbers on one or two axes"),
    "ragged values": (panels(f"[{panel(values='[[1], [2, 3]]')}]"), "`values` should be numbers"),
    "three axes": (panels(f"[{panel(values='[[[1.0]]]')}]"), "`values` should be numbers"),
    "empty values": (panels(f"[{panel(values='[]')}]"), "`values` should be numbers"),
    "a dict of values": (panels(f"[{panel(values='{1: 2}')}]"), "`values` should be numbers"),
    "NaN": (panels(f"[{panel(values='[float(chr(110) + chr(97) + chr(110))]')}]"), "that is not finite"),
}


@pytest.mark.parametrize(("text", "sentence"), FAULTS.values(), ids=FAULTS)
def test_a_picture_that_cannot_be_drawn_is_the_exercises_fault(exercise, worker, text, sentence):
    found = exercise(text)
    quick = replace(found, limits=msgspec.structs.replace(found.limits, time_per_check_s=0.2))
    with pytest.raises(PackError, match=r"^products: picture\.py") as fault:
        authors_picture(quick, worker)
    assert sentence in str(fault.value)


def test_a_student_pack_shows_the_answers_to_its_visible_examples(student_pack):
    exercise = load_pack(student_pack).exercise("products")
    assert not has_picture(exercise)
    found = expected_picture(thaw(exercise))
    assert [panel.title for panel in found.panels] == ["a tiny table (2 x 2)", "a small table (4 x 4)"]
    assert found.panels[1].values.tolist() == [[i * j for j in range(4)] for i in range(4)]
    assert (found.panels[0].rows, found.panels[0].columns) == ("factor", "other factor")


@pytest.mark.soak  # tests/exercises/test_verify.py makes the panels of all; here they are rendered, too
@pytest.mark.parametrize("name", [name for name, one in PACK.exercises.items() if has_picture(one)])
def test_the_pictures_of_the_pack_can_be_drawn(name, worker):
    assert draw(authors_picture(PACK.exercise(name), worker), "png")


@pytest.mark.parametrize("name", PACK.exercises)
def test_every_exercise_has_something_to_show_without_its_solutions(name):
    found = expected_picture(thaw(PACK.exercise(name)))
    assert all(np.isfinite(panel.values).all() for panel in found.panels)


@pytest.mark.parametrize("name", [name for name, one in PACK.exercises.items() if one.axes])
def test_the_named_axes_are_those_of_what_the_checks_look_at(name):
    """A name for which no visible example has a part of so many axes is a slip."""
    from grader.judge import case_parts, places
    from grader.pictures.panels import numbers

    key = thaw(PACK.exercise(name))
    found = set()
    for (check, case), seen in places(key.expected).items():
        for part in case_parts(key.checks[check].cases[case], seen, seen):
            shown = numbers(part.expected)
            if shown is not None:
                found.add((part.name, shown.array.ndim))
    assert {(part, len(names)) for part, names in key.exercise.axes} <= found
