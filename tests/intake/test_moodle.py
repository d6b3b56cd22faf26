"""Downloads from Moodle: Full Name_id_assignsubmission_file."""

from __future__ import annotations

import unicodedata

import pytest

from tests.intake.support import read_class, table

P, G = "pos_embed_2d", "gather_patches"


@pytest.mark.parametrize("end", ["", "_"])
def test_folders_of_newer_and_older_versions(fill, exercises, end):
    root = fill(
        {
            f"Ada Lovelace_101_assignsubmission_file{end}/pos_embed_2d.py": P,
            f"Sean ONeill_102_assignsubmission_file{end}/week 1/pos_embed_2d.py": P,
        }
    )
    handed_in = read_class(root, exercises)
    assert [(s, e) for s, e, _ in table(handed_in)] == [("101", P), ("102", P)]
    assert [each.name for each in handed_in.submissions] == ["Ada Lovelace", "Sean ONeill"]
    assert handed_in.found.layouts == ("moodle",)


def test_all_files_flat(fill, exercises):
    root = fill(
        {
            "Ada Lovelace_101_assignsubmission_file_pos_embed_2d.py": P,
            "Ada Lovelace_101_assignsubmission_file_gather_patches.ipynb": [G],
            "Bob_102_assignsubmission_file_my_pos_embed_2d.py": P,
        }
    )
    assert [(s, e) for s, e, _ in table(read_class(root, exercises))] == [
        ("101", G),
        ("101", P),
        ("102", P),
    ]


def test_typed_text_is_no_code(fill, exercises):
    root = fill(
        {
            "Ada_101_assignsubmission_onlinetext/onlinetext.html": "<p>",
            "Bob_102_assignsubmission_onlinetext_onlinetext.html": "<p>",
            "Bob_102_assignsubmission_file/pos_embed_2d.py": P,
        }
    )
    handed_in = read_class(root, exercises)
    assert [s for s, _, _ in table(handed_in)] == ["102"]
    assert [reason for _, reason in handed_in.ignored] == [
        "it is text typed into Moodle, not a file of code",
    ] * 2
    assert handed_in.students == ("101", "102")


def test_blind_marking_gives_numbers_and_no_names(fill, exercises):
    root = fill(
        {
            "Participant_101_assignsubmission_file/pos_embed_2d.py": P,
            "Participant_102_assignsubmission_file/pos_embed_2d.py": P,
        }
    )
    handed_in = read_class(root, exercises)
    assert [(each.student, each.name) for each in handed_in.submissions] == [("101", None), ("102", None)]


def test_groups_and_those_without_a_group(fill, exercises):
    root = fill(
        {
            "Team A_7_assignsubmission_file/pos_embed_2d.py": P,
            "Default group_assignsubmission_file/pos_embed_2d.py": P,
        }
    )
    handed_in = read_class(root, exercises)
    assert [(each.student, each.name) for each in handed_in.submissions] == [
        ("7", "Team A"),
        ("Default group", "Default group"),
    ]


def test_two_students_of_one_name_stay_two_and_names_are_composed(fill, exercises):
    name = unicodedata.normalize("NFD", "Zoë Müller")
    root = fill({f"{name}_{number}_assignsubmission_file/pos_embed_2d.py": P for number in (101, 102)})
    handed_in = read_class(root, exercises)
    assert [(each.student, each.name) for each in handed_in.submissions] == [
        ("101", "Zoë Müller"),
        ("102", "Zoë Müller"),
    ]


def test_a_number_that_comes_with_two_names_needs_a_humans_eye(fill, exercises):
    names = {"A1/Ada_101": P, "A1/Cem_102": P, "A2/Bob_101": G, "A2/Cem_102": G}
    root = fill({f"{name}_assignsubmission_file/{what}.py": what for name, what in names.items()})
    flagged = {
        each.student for each in read_class(root, exercises).submissions if "Ada, Bob" in " ".join(each.notes)
    }
    assert flagged == {"101"}


def test_an_empty_folder_is_a_student_who_handed_in_nothing(fill, exercises):
    root = fill({"Ada_101_assignsubmission_file/pos_embed_2d.py": P})
    (root / "Bob_102_assignsubmission_file").mkdir()
    assert read_class(root, exercises).students == ("101", "102")


def test_the_folder_of_the_assignment_says_the_exercise(fill, exercises):
    root = fill(
        {
            "CS1-Pos embed 2d-55/Ada_101_assignsubmission_file/solution.py": "x = 1",
            "CS1-Gather patches-56/Ada_101_assignsubmission_file/solution.py": "x = 1",
        }
    )
    assert [(s, e) for s, e, _ in table(read_class(root, exercises))] == [("101", G), ("101", P)]
