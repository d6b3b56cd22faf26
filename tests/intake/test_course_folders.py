"""Folders of nbgrader, clones of GitHub Classroom, downloads from Blackboard."""

from __future__ import annotations

from grader.intake import platforms, submitters
from tests.intake.support import read_class, table

P, G = "pos_embed_2d", "gather_patches"
STAMP = "2015-02-02 15:58:23.948203 America/Los_Angeles"


def test_of_an_nbgrader_course_only_submitted_is_read(fill, exercises):
    root = fill(
        {
            "source/ps1/pos_embed_2d.ipynb": [P],
            "release/ps1/pos_embed_2d.ipynb": [P],
            "autograded/ada/ps1/pos_embed_2d.ipynb": [P],
            "submitted/ada/ps1/pos_embed_2d.ipynb": [P],
            "submitted/ada/ps1/timestamp.txt": STAMP,
            "submitted/bob/gather_patches/problem1.ipynb": ["x = 1"],
            "nbgrader_config.py": "c = 1",
        }
    )
    handed_in = read_class(root, exercises)
    assert table(handed_in) == [
        ("ada", P, "submitted/ada/ps1/pos_embed_2d.ipynb"),
        ("bob", G, "submitted/bob/gather_patches/problem1.ipynb"),
    ]
    assert handed_in.found.layouts == ("nbgrader",)
    assert [path for path, _ in handed_in.ignored] == [
        "autograded",
        "nbgrader_config.py",
        "release",
        "source",
    ]
    assert handed_in.students == ("ada", "bob")


def test_the_folder_submitted_itself(fill, exercises):
    root = fill(
        {
            "ada/ps1/pos_embed_2d.ipynb": [P],
            "ada/ps1/timestamp.txt": STAMP,
            "ada/ps2/pos_embed_2d.ipynb": [P],
            "ada/ps2/timestamp.txt": "2015-03-02 15:58:23 UTC",
        },
        "submitted",
    )
    handed_in = read_class(root, exercises)
    assert table(handed_in) == [("ada", P, "ada/ps2/pos_embed_2d.ipynb")]
    assert handed_in.superseded == (("ada/ps1/pos_embed_2d.ipynb", "an earlier attempt"),)
    assert handed_in.ignored == ()


def test_a_later_assignment_is_no_later_attempt_at_what_a_name_says(fill, exercises):
    root = fill(
        {
            "ada/ps1/pos_embed_2d.ipynb": [P],
            "ada/ps1/timestamp.txt": STAMP,
            "ada/ps2/problem1.ipynb": ["def pos_embed_2d(grid, dim): pass\ndef gather_patches(t, i): pass"],
            "ada/ps2/timestamp.txt": "2999-01-01 00:00:00 UTC",
        },
        "submitted",
    )
    handed_in = read_class(root, exercises)
    assert table(handed_in) == [
        ("ada", G, "ada/ps2/problem1.ipynb"),
        ("ada", P, "ada/ps1/pos_embed_2d.ipynb"),
    ]
    assert handed_in.superseded == (("ada/ps2/problem1.ipynb", "its name says no exercise"),)


def test_inbound_folders_of_nbgrader(fill, exercises):
    root = fill(
        {
            "ada+ps1+2015-02-02 15:58:23 UTC+XyZ/pos_embed_2d.ipynb": [P],
            "ada+ps1+2015-02-03 09:00:00 UTC+aBc/pos_embed_2d.ipynb": [P],
            "ada+ps1+2015-02-03 09:00:00 UTC+aBc/timestamp.txt": "2015-02-03 09:00:00 UTC",
            "bob+ps1+2015-02-02 15:58:24 UTC/pos_embed_2d.ipynb": [P],
        }
    )
    handed_in = read_class(root, exercises)
    assert table(handed_in) == [
        ("ada", P, "ada+ps1+2015-02-03 09:00:00 UTC+aBc/pos_embed_2d.ipynb"),
        ("bob", P, "bob+ps1+2015-02-02 15:58:24 UTC/pos_embed_2d.ipynb"),
    ]
    assert [reason for _, reason in handed_in.superseded] == ["an earlier attempt"]
    assert handed_in.ignored == ()


def test_clones_of_github_classroom(fill, exercises):
    root = fill(
        {
            "pos-embed-2d-submissions/pos-embed-2d-ada/solution.py": "x = 1",
            "pos-embed-2d-submissions/pos-embed-2d-the-real-bob/src/main.py": "x = 1",
            "hw2-submissions/hw2-ada/gather_patches.py": G,
        }
    )
    (root / "hw2-submissions/hw2-cem").mkdir()
    handed_in = read_class(root, exercises)
    assert [(s, e) for s, e, _ in table(handed_in)] == [("ada", G), ("ada", P), ("the-real-bob", P)]
    assert handed_in.students == ("ada", "cem", "the-real-bob")
    assert handed_in.found.people[0].login == "ada"
    assert handed_in.found.layouts == ("github",)


def test_the_folder_of_clones_itself(fill, exercises):
    root = fill({"hw-1-ada/pos_embed_2d.py": P, "hw-1-bob-x/pos_embed_2d.py": P}, "hw-1-submissions")
    assert [s for s, _, _ in table(read_class(root, exercises))] == ["ada", "bob-x"]


def text_of(name: str, login: str) -> str:
    return f"Name: {name} ({login})\r\nAssignment: Homework 1\r\n\r\nSubmission Field:\r\nName: Eve (eve)\r\n"


def test_a_download_from_blackboard(fill, exercises):
    at = "attempt_2021-03-04-12-30"
    root = fill(
        {
            f"Homework_1_j_doe_{at}-45_pos_embed_2d.py": P,
            f"Homework_1_j_doe_{at}-45.txt": text_of("Jane Doe", "j_doe"),
            f"Homework_1_j_doe_{at}-59_my_pos_embed_2d.py": P,
            f"Homework_1_j_doe_{at}-59.txt": text_of("Jane Doe", "j_doe"),
            f"Homework_1_bob_{at}-45_gather_patches.py": G,
            f"Homework_1_cem_{at}-45.txt": text_of("Cem", "cem"),
        }
    )
    handed_in = read_class(root, exercises)
    assert table(handed_in) == [
        ("bob", G, f"Homework_1_bob_{at}-45_gather_patches.py"),
        ("j_doe", P, f"Homework_1_j_doe_{at}-59_my_pos_embed_2d.py"),
    ]
    assert [each.name for each in handed_in.submissions] == [None, "Jane Doe"]
    assert handed_in.superseded == ((f"Homework_1_j_doe_{at}-45_pos_embed_2d.py", "an earlier attempt"),)
    assert handed_in.students == ("bob", "cem", "j_doe")
    assert dict(handed_in.ignored) == {
        f"Homework_1_cem_{at}-45.txt": "it tells of an attempt of cem with which no file came"
    }
    assert handed_in.found.layouts == ("blackboard",)


def test_the_assignment_on_blackboard_says_the_exercise(fill, exercises):
    at = "attempt_2021-03-04-12-30-45"
    root = fill({f"Pos Embed 2D_{who}_{at}_solution.py": "x = 1" for who in ("ada", "bob")})
    assert [(s, e) for s, e, _ in table(read_class(root, exercises))] == [("ada", P), ("bob", P)]


def test_a_text_of_another_name_says_nothing_about_a_student(fill, exercises):
    at = "attempt_2021-03-04-12-30-45"
    root = fill(
        {f"HW_ada_{at}_pos_embed_2d.py": P, f"HW_ada_{at}.txt": text_of("Bob", "bob"), f"HW_x_{at}.txt": ""}
    )
    handed_in = read_class(root, exercises)
    assert [(each.student, each.name) for each in handed_in.submissions] == [("ada", None)]


def test_a_text_inside_a_hand_in_says_nothing_about_another(fill, exercises):
    at = "attempt_2021-03-04-12-30-45"
    root = fill(
        {
            f"HW_j_doe_{at}_pos_embed_2d.py": P,
            f"HW_eve_{at}_mine/gather_patches.py": G,
            f"HW_eve_{at}_mine/HW_j_doe_{at}.txt": text_of("Eve", "doe"),
        }
    )
    handed_in = read_class(root, exercises)
    assert [each.name for each in handed_in.submissions] == [None, None]


def test_a_text_of_blanks_is_read_in_no_time_that_matters():
    assert platforms._NAME_LINE.match("Name:" + " " * 4000) is None
    found = platforms._NAME_LINE.match(" \nName:  Jane (JD) Doe  (j_doe) \r\nName: Eve (eve)\r\n")
    assert found is not None
    assert (found["name"].strip(), found["login"]) == ("Jane (JD) Doe", "j_doe")


def test_the_metadata_in_a_students_folder_is_not_read(fill, exercises, monkeypatch):
    read = []
    monkeypatch.setattr(submitters, "submitters_of", lambda text: read.append(text) or {})
    eves = {"eve/submission_metadata.yml": "a: b", "eve/submission_1/pos_embed_2d.py": P}
    handed_in = read_class(fill({"bob/pos_embed_2d.py": P} | eves), exercises)
    assert [student for student, _, _ in table(handed_in)] == ["bob", "eve"]
    assert not any(read)
