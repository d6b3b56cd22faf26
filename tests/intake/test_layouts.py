"""Who handed in what, for each plain layout."""

from __future__ import annotations

import unicodedata

import pytest

from grader.errors import UsageError
from tests.intake.support import read_class

P, G = "pos_embed_2d", "gather_patches"


def table(handed_in):
    return [(each.student, each.exercise, each.path) for each in handed_in.submissions]


def test_a_folder_per_student(fill, exercises):
    root = fill({"bob/pos_embed_2d.py": P, "ada/pos_embed_2d.py": P, "ada/week 2/src/gather_patches.py": G})
    handed_in = read_class(root, exercises)
    assert table(handed_in) == [
        ("ada", G, "ada/week 2/src/gather_patches.py"),
        ("ada", P, "ada/pos_embed_2d.py"),
        ("bob", P, "bob/pos_embed_2d.py"),
    ]
    assert "each folder is one student's (2 students)" in handed_in.layout


def test_a_class_of_one_student_in_a_deep_folder(fill, exercises):
    assert table(read_class(fill({"ada/hw1/code/pos_embed_2d.py": P}), exercises)) == [
        ("ada", P, "ada/hw1/code/pos_embed_2d.py")
    ]


def test_files_of_nobody_that_answer_the_same_are_asked_about(fill, exercises):
    told = "If they are several students'"
    root = fill({"lee_pos_embed_2d.py": P, "kim_pos_embed_2d.py": P}, "class")
    assert told in read_class(root, exercises).layout
    assert told not in read_class(root, exercises, layout="one_student").layout
    assert told not in read_class(fill({"pos_embed_2d.py": P, "x.py": "1"}, "one"), exercises).layout


def test_student_and_exercise_in_one_name(fill, exercises):
    root = fill({"Ada__pos_embed_2d.py": P, "bob-x__gather_patches.ipynb": [G], "eve__final.py": P})
    assert table(read_class(root, exercises)) == [
        ("Ada", P, "Ada__pos_embed_2d.py"),
        ("bob-x", G, "bob-x__gather_patches.ipynb"),
        ("eve", P, "eve__final.py"),
    ]


def test_the_other_order_merges_nobody(fill, exercises):
    root = fill({"pos_embed_2d__ada.py": P, "pos_embed_2d__bob.py": P})
    assert [(s, e) for s, e, _ in table(read_class(root, exercises))] == [("ada", P), ("bob", P)]


def test_folders_named_student_and_exercise(fill, exercises):
    root = fill({"ada__pos_embed_2d/solution.py": "x = 1", "ada__gather_patches/solution.py": "x = 1"})
    handed_in = read_class(root, exercises)
    assert [(s, e) for s, e, _ in table(handed_in)] == [("ada", G), ("ada", P)]
    assert handed_in.students == ("ada",)


def test_a_folder_per_exercise(fill, exercises):
    root = fill(
        {
            "pos_embed_2d/ada.py": P,
            "pos_embed_2d/bob.py": "x = 1",
            "Gather-Patches/ada.py": G,
            "pos_embed_2d/cem/solution.py": P,
            "pos_embed_2d/README.md": "read me",
        }
    )
    assert table(read_class(root, exercises)) == [
        ("ada", G, "Gather-Patches/ada.py"),
        ("ada", P, "pos_embed_2d/ada.py"),
        ("bob", P, "pos_embed_2d/bob.py"),
        ("cem", P, "pos_embed_2d/cem/solution.py"),
    ]


def test_the_folder_of_one_exercise(fill, exercises):
    root = fill({"ada.py": P, "bob.py": "x = 1"}, "pos_embed_2d")
    assert [(s, e) for s, e, _ in table(read_class(root, exercises))] == [("ada", P), ("bob", P)]


def test_loose_files_are_one_students_named_as_the_folder(fill, exercises):
    root = fill({"pos_embed_2d.py": P, "gather_patches.ipynb": [G], "README.md": "x"})
    handed_in = read_class(root, exercises)
    assert table(handed_in) == [("hw", G, "gather_patches.ipynb"), ("hw", P, "pos_embed_2d.py")]
    assert "one student's, named as the folder" in handed_in.layout


@pytest.mark.parametrize("folders", [("week1", "week2"), ("pos_embed_2d", "gather_patches")])
def test_one_student_with_folders_of_their_own(fill, exercises, folders):
    root = fill({f"{folders[0]}/solution.py": P, f"{folders[1]}/solution.py": G}, "ada")
    assert [(s, e) for s, e, _ in table(read_class(root, exercises))] == [("ada", G), ("ada", P)]


def test_files_named_as_students_are_not_merged(fill, exercises):
    root = fill({"alice.py": P, "bob.py": P})
    assert [(s, e) for s, e, _ in table(read_class(root, exercises))] == [("alice", P), ("bob", P)]


def test_a_folder_around_the_class_is_looked_through(fill, exercises):
    for inside in (
        {"export/ada/pos_embed_2d.py": P, "export/bob/pos_embed_2d.py": P},
        {"export/ada__pos_embed_2d.py": P, "export/bob__pos_embed_2d.py": P},
        {"export/pos_embed_2d/ada.py": P, "export/pos_embed_2d/bob.py": P},
    ):
        handed_in = read_class(fill(inside, f"hw{len(str(inside))}"), exercises)
        assert [(s, e) for s, e, _ in table(handed_in)] == [("ada", P), ("bob", P)]
        assert handed_in.layout.startswith("inside the folder export")
        assert handed_in.submissions[0].path.startswith("export/")


def test_a_single_file(fill, exercises):
    root = fill({"pos_embed_2d.py": P, "ada__gather_patches.py": G, "bundle.ipynb": [P, G]})
    assert table(read_class(root / "pos_embed_2d.py", exercises)) == [("hw", P, "pos_embed_2d.py")]
    assert table(read_class(root / "ada__gather_patches.py", exercises)) == [
        ("ada", G, "ada__gather_patches.py")
    ]
    assert [e for _, e, _ in table(read_class(root / "bundle.ipynb", exercises))] == [G, P]


def test_names_are_composed_and_never_recased(fill, exercises):
    decomposed = unicodedata.normalize("NFD", "Zoë Müller")
    handed_in = read_class(fill({f"{decomposed}/pos_embed_2d.py": P, "zoë/pos_embed_2d.py": P}), exercises)
    assert [each.student for each in handed_in.submissions] == ["Zoë Müller", "zoë"]


def test_a_student_without_work_is_seen(fill, exercises):
    root = fill({"ada/pos_embed_2d.py": P, "bob/essay.txt": "I have not done it"})
    (root / "cem").mkdir()
    handed_in = read_class(root, exercises)
    assert handed_in.students == ("ada", "bob", "cem")
    assert [path for path, _ in handed_in.ignored] == ["bob/essay.txt"]


def test_a_document_in_the_place_of_code_is_a_result(fill, exercises):
    docx = b"PK\x03\x04" + b"\0" * 30 + b"word/document.xml"
    root = fill(
        {"ada/pos_embed_2d.docx": docx, "bob/pos_embed_2d.py": P, "bob/pos_embed_2d.pdf": b"%PDF-1.7"}
    )
    ada, bob = (handed_in := read_class(root, exercises)).submissions
    assert ada.problem_status == "unreadable"
    assert "Word document" in (ada.problem or "")
    assert bob.problem is None
    assert bob.path == "bob/pos_embed_2d.py"
    assert handed_in.ignored == (("bob/pos_embed_2d.pdf", "it is not code; bob/pos_embed_2d.py was graded"),)


def test_one_damaged_file_hurts_its_owner_only(fill, exercises):
    root = fill({"ada/pos_embed_2d.ipynb": '{"cells": [', "bob/pos_embed_2d.py": P})
    ada, bob = read_class(root, exercises).submissions
    assert ada.problem
    assert not bob.problem
    assert bob.units[0].source.startswith("def pos_embed_2d")


def test_the_order_is_stable(fill, exercises):
    files = {f"{student}/{exercise}.py": exercise for student in "zya" for exercise in (P, G)}
    first = read_class(fill(files, "one"), exercises)
    second = read_class(fill(dict(reversed(files.items())), "two"), exercises)
    assert table(first) == table(second) == sorted(table(first))


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "is empty"),
        ({"__pycache__/pos_embed_2d.py": P}, "only files that are skipped"),
        ({"ada/notes.py": "x = 1", "ada/data.csv": "1"}, "ada/data.csv, ada/notes.py"),
        ({"ada.zip": b"PK\x03\x04", "bob.tar.gz": b"\x1f\x8b"}, "ada.zip (The archive"),
    ],
)
def test_nothing_to_grade(fill, exercises, files, said):
    with pytest.raises(UsageError) as caught:
        read_class(fill(files), exercises)
    assert said in str(caught.value)
    assert "student/pos_embed_2d.py" in str(caught.value)
    assert "gather_patches" in str(caught.value)


def test_what_cannot_be_opened_at_all(fill, exercises, tmp_path):
    root = fill({"ada.zip": b"PK\x03\x04", "notes.py": "x = 1"})
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for path, said in (
        (tmp_path / "none", "does not exist"),
        (tmp_path / "link", "leads nowhere"),
        (tmp_path / "a\0b", "not one that a file can have"),
        (root / "ada.zip", "cannot be read. The archive"),
        (root / "notes.py", "answers no known exercise"),
    ):
        with pytest.raises(UsageError, match=said):
            read_class(path, exercises)
