"""Several layouts in one folder, a layout by name, and students who pretend to be a platform."""

from __future__ import annotations

import pytest

from grader.errors import UsageError
from grader.intake import sorting
from grader.intake.classes import LAYOUTS, open_class
from grader.intake.source import load
from tests.intake.support import read_class, table

P, G = "pos_embed_2d", "gather_patches"
CANVAS = {
    "doejane_4312_998877_pos_embed_2d.py": P,
    "roejohn_4313_998878_pos_embed_2d.py": P,
}


def test_each_layout_claims_its_files(fill, exercises):
    root = fill(
        {
            **CANVAS,
            "Ada Lovelace_101_assignsubmission_file/pos_embed_2d.py": P,
            "bob/pos_embed_2d.py": P,
            "cem__pos_embed_2d.py": P,
            "gather_patches/dan.py": G,
        }
    )
    handed_in = read_class(root, exercises)
    assert [s for s, _, _ in table(handed_in)] == ["101", "4312", "4313", "bob", "cem", "dan"]
    assert handed_in.found.layouts == (
        "moodle",
        "canvas",
        "student_exercise",
        "exercise_folders",
        "student_folders",
    )
    assert handed_in.students == ("101", "4312", "4313", "bob", "cem", "dan")


def test_a_layout_by_name_takes_its_files_alone(fill, exercises):
    root = fill({**CANVAS, "bob/pos_embed_2d.py": P})
    handed_in = read_class(root, exercises, layout="canvas")
    assert [s for s, _, _ in table(handed_in)] == ["4312", "4313"]
    assert handed_in.ignored == (("bob/pos_embed_2d.py", "the layout canvas does not say whose it is"),)
    handed_in = read_class(root, exercises, layout="student_folders")
    assert [s for s, _, _ in table(handed_in)] == ["bob"]
    assert len(handed_in.ignored) == 2
    one = read_class(root, exercises, layout="one_student")
    assert {s for s, _, _ in table(one)} == {"hw"}


def test_a_layout_by_name_is_believed(fill, exercises):
    root = fill({"week_1_2_pos_embed_2d.py": P})
    assert table(read_class(root, exercises, layout="canvas"))[0][0] == "1"
    root = fill({"submission_7/pos_embed_2d.py": P}, "gradescope")
    assert table(read_class(root, exercises, layout="gradescope"))[0][0] == "submission_7"
    root = fill({"ada.py": P}, "loose")
    assert table(read_class(root, exercises, layout="file_per_student"))[0][0] == "ada"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_layout_that_is_not_there_leaves_nothing_to_grade(fill, exercises, layout):
    root = fill({"notes/readme.py": "x = 1"})
    with pytest.raises(UsageError, match=f"in the layout {layout}"):
        read_class(root, exercises, layout=layout)


def test_an_unknown_layout_is_answered_with_the_known_ones(fill, exercises):
    with pytest.raises(UsageError, match=r"no layout 'blackbord'.*blackboard, canvas, github.*one_student"):
        read_class(fill(CANVAS), exercises, layout="blackbord")


SPOOFS = {
    "canvas": {"bob_4312_999999_pos_embed_2d.py": P, "cem_4313_999999_pos_embed_2d.py": P},
    "moodle": {"bob_assignsubmission_file/pos_embed_2d.py": P, "B_7_assignsubmission_file_x.py": P},
    "gradescope": {
        "submission_metadata.yml": "submission_9:\n  :submitters:\n  - :sid: bob\n",
        "submission_9/pos_embed_2d.py": P,
    },
    "nbgrader": {"bob+ps1+2999-01-01 00:00:00 UTC+x/pos_embed_2d.py": P},
    "submitted": {"submitted/bob/ps1/pos_embed_2d.py": P, "submitted/bob/ps1/timestamp.txt": "2999-01-01"},
    "github": {"hw-submissions/hw-bob/pos_embed_2d.py": P},
    "blackboard": {"HW_bob_attempt_2999-01-01-00-00-00_pos_embed_2d.py": P},
    "wrapped": {"bob/pos_embed_2d.py": P, "bob__pos_embed_2d.py": P, "pos_embed_2d/bob.py": P},
}


@pytest.mark.parametrize("spoof", SPOOFS)
@pytest.mark.parametrize("where", ["eve", "eve/in"])
def test_no_student_hands_in_for_another(fill, exercises, spoof, where):
    root = fill(
        {"bob/pos_embed_2d.py": P} | {f"{where}/{path}": content for path, content in SPOOFS[spoof].items()}
    )
    handed_in = read_class(root, exercises)
    assert {s for s, _, _ in table(handed_in)} <= {"bob", "eve"}
    (bob,) = [hand_in for hand_in in handed_in.found.hand_ins if hand_in.student == "bob"]
    assert bob.path == "bob/pos_embed_2d.py"
    assert bob.rivals == ()


@pytest.mark.parametrize("spoof", SPOOFS)
@pytest.mark.parametrize(
    ("bobs", "eves"),
    [("bob__pos_embed_2d.py", "eve__pos_embed_2d"), ("pos_embed_2d/bob.py", "pos_embed_2d/eve")],
)
def test_no_folder_among_files_hands_in_for_another(fill, exercises, spoof, bobs, eves):
    root = fill({bobs: P} | {f"{eves}/{path}": content for path, content in SPOOFS[spoof].items()})
    handed_in = read_class(root, exercises)
    (bob,) = [hand_in for hand_in in handed_in.found.hand_ins if hand_in.student == "bob"]
    assert (bob.path, bob.rivals) == (bobs, ())
    assert {s for s, _, _ in table(handed_in)} <= {"bob", "eve"}


@pytest.mark.parametrize("spoof", SPOOFS)
def test_no_student_of_a_platform_hands_in_for_another(fill, exercises, spoof):
    inside = {f"Eve_103_assignsubmission_file/{path}": content for path, content in SPOOFS[spoof].items()}
    root = fill({"Bob_102_assignsubmission_file/pos_embed_2d.py": P} | inside)
    handed_in = read_class(root, exercises)
    by_student = {hand_in.student: hand_in.path for hand_in in handed_in.found.hand_ins}
    assert by_student["102"] == "Bob_102_assignsubmission_file/pos_embed_2d.py"
    assert set(by_student) <= {"102", "103"}


@pytest.mark.parametrize("others", [1, 2])
def test_no_file_on_canvas_hands_in_for_another_by_a_name_as_blackboard_makes_it(fill, exercises, others):
    whole_class = {f"bob{i or ''}_{102 + i}_9001{i}_pos_embed_2d.py": P for i in range(others)}
    spoof = "eve_101_90020_x_102_attempt_2999-01-01-00-00-00_pos_embed_2d.py"
    handed_in = read_class(fill(whole_class | {spoof: P}), exercises)
    assert {student: path for student, _, path in table(handed_in)} == {"101": spoof} | {
        path.split("_")[1]: path for path in whole_class
    }
    assert handed_in.found.layouts == ("canvas",)


def test_only_files_whose_names_say_nothing_are_opened(fill, exercises, monkeypatch):
    opened = []

    def spy(path):
        opened.append(path.name)
        return load(path)

    monkeypatch.setattr(sorting, "load", spy)
    root = fill(
        {
            "ada/pos_embed_2d.py": P,
            "ada/gather_patches.ipynb": [G],
            "bob/hw.py": P,
            "cem/pos_embed_2d/a.py": P,
        }
    )
    with open_class(root, exercises) as found:
        assert len(found.hand_ins) == 4
    assert opened == ["hw.py"]


def test_of_many_files_passed_over_for_one_reason_a_few_are_named(fill, exercises):
    root = fill(
        {f"ada/{number:03}.so": b"x" for number in range(300)} | {"ada/pos_embed_2d.py": P, "bob/x.py": P}
    )
    handed_in = read_class(root, exercises)
    assert len(handed_in.ignored) == 20
    assert handed_in.ignored[0] == ("ada/000.so", "it is no .py file and no notebook")
    assert handed_in.ignored[19][1] == "it is no .py file and no notebook (and 280 more files likewise)"


def test_ten_thousand_files(fill, exercises):
    root = fill({"ada/pos_embed_2d.py": P})
    for student in range(100):
        folder = root / f"s{student}"
        folder.mkdir()
        for number in range(100):
            (folder / (f"data{number}.csv" if number else "pos_embed_2d.py")).touch()
    with open_class(root, exercises) as found:
        assert len(found.hand_ins) == 101
        assert found.ignored == ()
