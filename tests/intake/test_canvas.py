"""Downloads from Canvas: lastfirst[_LATE]_userid_attachmentid_file."""

from __future__ import annotations

import pytest

from tests.intake.support import read_class, table

P, G = "pos_embed_2d", "gather_patches"
UUID = "0f8fad5b-d9cb-469f-a165-70867728950e"


def test_a_download_of_one_assignment(fill, exercises):
    root = fill(
        {
            "doejane_4312_998877_pos_embed_2d.py": P,
            "roejohn_LATE_4313_998900_pos_embed_2d.ipynb": [P],
            "müller李_4314_998901_gather_patches.py": G,
            "_4315_998902_pos_embed_2d.py": P,
        }
    )
    handed_in = read_class(root, exercises)
    assert table(handed_in) == [
        ("4312", P, "doejane_4312_998877_pos_embed_2d.py"),
        ("4313", P, "roejohn_LATE_4313_998900_pos_embed_2d.ipynb"),
        ("4314", G, "müller李_4314_998901_gather_patches.py"),
        ("4315", P, "_4315_998902_pos_embed_2d.py"),
    ]
    assert [each.name for each in handed_in.submissions] == ["doejane", "roejohn", "müller李", None]
    assert [each.late for each in handed_in.submissions] == [False, True, False, False]
    assert handed_in.found.layouts == ("canvas",)
    assert "Canvas" in handed_in.layout
    assert "(4 students)" in handed_in.layout
    assert [person.name for person in handed_in.found.people] == ["doejane", "roejohn", "müller李", None]


def test_anonymous_files(fill, exercises):
    root = fill(
        {
            "anon_Ab3dE_998877_pos_embed_2d.py": P,
            "LATE_anon_12345_998878_12_pos_embed_2d.py": P,
        }
    )
    handed_in = read_class(root, exercises)
    assert [(s, e) for s, e, _ in table(handed_in)] == [("anon_12345", P), ("anon_Ab3dE", P)]
    assert [each.late for each in handed_in.submissions] == [True, False]
    assert [each.name for each in handed_in.submissions] == [None, None]


def test_display_names_keep_blanks_brackets_and_underscores(fill, exercises):
    root = fill(
        {
            "doejane_4312_998877_pos embed_2d (final).py": P,
            "roejohn_4313_998878_12_34_pos_embed_2d.py": P,
            "doe2_ann_4314_998879_pos_embed_2d.py": P,
        }
    )
    handed_in = read_class(root, exercises)
    assert [(s, e) for s, e, _ in table(handed_in)] == [("4312", P), ("4313", P), ("4314", P)]
    assert handed_in.submissions[2].name == "doe2_ann"


@pytest.mark.parametrize("mark", ["-1", "-7", f"-{UUID}"])
def test_marks_of_repeated_uploads_are_taken_off(fill, exercises, mark):
    root = fill(
        {f"doejane_4312_998877_pos_embed_2d{mark}.py": P, f"roejohn_4313_998878_pos_embed_2d{mark}.py": P}
    )
    assert [(s, e) for s, e, _ in table(read_class(root, exercises))] == [("4312", P), ("4313", P)]


def test_the_highest_attachment_counts(fill, exercises):
    root = fill(
        {
            "doejane_4312_998877_pos_embed_2d.py": P,
            "doejane_4312_1000001_pos_embed_2d-1.py": P,
            "doejane_4312_999000_my_pos_embed_2d.py": P,
            "roejohn_4313_998878_pos_embed_2d.py": P,
        }
    )
    handed_in = read_class(root, exercises)
    assert table(handed_in)[0] == ("4312", P, "doejane_4312_1000001_pos_embed_2d-1.py")
    assert handed_in.superseded == (
        ("doejane_4312_998877_pos_embed_2d.py", "an earlier upload"),
        ("doejane_4312_999000_my_pos_embed_2d.py", "an earlier upload"),
    )
    (passed, _) = handed_in.found.superseded
    assert (passed.student, passed.exercise) == ("4312", P)


def test_a_later_helper_is_not_taken_for_the_answer(fill, exercises):
    root = fill(
        {
            "doejane_4312_998877_solution.py": P,
            "doejane_4312_998899_helper_for_pos_embed_2d.py": "x = 1",
            "doejane_4312_998900_pos_embed_2d.py": P,
            "roejohn_4313_998878_pos_embed_2d.py": P,
        }
    )
    assert table(read_class(root, exercises))[0][2] == "doejane_4312_998900_pos_embed_2d.py"


def test_texts_and_links_are_no_code(fill, exercises):
    files = {
        "doejane_4312_998877_pos_embed_2d.py": P,
        "roejohn_4313_text.html": "<html>def pos_embed_2d(): pass</html>",
        "poeedgar_LATE_4314_link.html": "<html>",
        "anon_ab1_text.html": "<html>",
    }
    handed_in = read_class(fill(files), exercises)
    assert [s for s, _, _ in table(handed_in)] == ["4312"]
    assert dict(handed_in.ignored) == {
        "roejohn_4313_text.html": "it is text typed into Canvas, not a file of code",
        "poeedgar_LATE_4314_link.html": "it is a web address given to Canvas, not a file of code",
        "anon_ab1_text.html": "it is text typed into Canvas, not a file of code",
    }
    assert handed_in.students == ("4312", "4313", "4314", "anon_ab1")
    # Where the folder says the exercise, the text is what was handed in for it.
    handed_in = read_class(fill(files, "pos_embed_2d submissions"), exercises)
    problems = {each.student: each.problem for each in handed_in.submissions}
    assert problems["4312"] is None
    assert problems["4313"] == "This is text typed into Canvas, not a file of code."
    assert problems["4314"] == "This is a web address given to Canvas, not a file of code."
    assert all(each.problem_status == "unreadable" for each in handed_in.submissions)


def test_a_document_where_only_the_folder_says_the_exercise(fill, exercises):
    root = fill(
        {
            "doejane_4312_998877_solution.py": "x = 1",
            "doejane_4312_998878_report.pdf": b"%PDF-1.7",
            "roejohn_4313_998879_essay.pdf": b"%PDF-1.7",
            "roejohn_4313_998880_figure.png": b"\x89PNG\r\n\x1a\n",
        },
        "pos_embed_2d",
    )
    jane, john = (handed_in := read_class(root, exercises)).submissions
    assert jane.problem is None
    assert "a picture (PNG)" in (john.problem or "")
    assert [path for path, _ in handed_in.ignored] == [
        "doejane_4312_998878_report.pdf",
        "roejohn_4313_998879_essay.pdf",
    ]


def test_a_folder_of_several_downloads(fill, exercises):
    root = fill(
        {
            "pos_embed_2d/doejane_4312_998877_solution.py": "x = 1",
            "pos_embed_2d/roejohn_4313_998878_solution.py": "x = 1",
            "course-gather-patches submissions/doejane_4312_998999_solution.py": "x = 1",
            "course-gather-patches submissions/roejohn_4313_999001_solution.py": "x = 1",
        }
    )
    assert [(s, e) for s, e, _ in table(read_class(root, exercises))] == [
        ("4312", G),
        ("4312", P),
        ("4313", G),
        ("4313", P),
    ]


def test_one_student_alone_needs_numbers_as_canvas_has_them(fill, exercises):
    alone = fill({"doejane_4312_998877_pos_embed_2d.py": P}, "one")
    assert table(read_class(alone, exercises))[0][0] == "4312"
    own_order = fill({"week_1_2_pos_embed_2d.py": P}, "two")
    assert table(read_class(own_order, exercises))[0][0] == "two"


def test_a_students_own_numbered_files_are_not_canvas_names(fill, exercises):
    root = fill(
        {
            "ada/week_1_2_pos_embed_2d.py": P,
            "ada/week_1_3_gather_patches.py": G,
            "bob/pos_embed_2d.py": P,
        }
    )
    handed_in = read_class(root, exercises)
    assert [(s, e) for s, e, _ in table(handed_in)] == [("ada", G), ("ada", P), ("bob", P)]


def test_files_around_the_download_are_nobodys(fill, exercises):
    root = fill(
        {
            "doejane_4312_998877_pos_embed_2d.py": P,
            "roejohn_4313_998878_pos_embed_2d.py": P,
            "pos_embed_2d.py": P,
            "grades.csv": "1",
        }
    )
    handed_in = read_class(root, exercises)
    assert handed_in.students == ("4312", "4313")
    assert [path for path, _ in handed_in.ignored] == ["grades.csv", "pos_embed_2d.py"]
