"""What would become of each file, as a table."""

from __future__ import annotations

from grader.intake.classes import open_class
from grader.intake.dry_run import dry_run_table
from grader.model import Person

P, G = "pos_embed_2d", "gather_patches"


def test_every_file_and_every_student_has_a_row(fill, exercises):
    root = fill(
        {
            "zoe/pos_embed_2d.py": P,
            "zoe/old/pos_embed_2d.py": P,
            "zoe/a/gather_patches.py": G,
            "zoe/b/gather_patches.py": G,
            "bob/report.pdf": b"%PDF",
            "cem/pos_embed_2d.zip": b"nothing",
            "README.md": "read me",
        }
    )
    with open_class(root, exercises, roster=[Person("ada", "Ada")]) as found:
        rows = dry_run_table(found)
    assert [(row.student, row.exercise, row.file, row.what) for row in rows] == [
        ("ada", None, "", "nothing handed in"),
        ("bob", None, "bob/report.pdf", "ignored"),
        ("bob", None, "", "nothing recognised"),
        ("cem", P, "cem/pos_embed_2d.zip", "to grade"),
        ("zoe", G, "zoe/a/gather_patches.py", "to grade"),
        ("zoe", G, "zoe/b/gather_patches.py", "to grade"),
        ("zoe", P, "zoe/pos_embed_2d.py", "to grade"),
        ("zoe", P, "zoe/old/pos_embed_2d.py", "superseded"),
        (None, None, "README.md", "ignored"),
    ]
    assert [row.name for row in rows if row.name] == ["Ada"]
    reasons = [row.reason for row in rows]
    assert "archive" in reasons[3]
    assert reasons[4] == reasons[5] == "one of several equal files, the best counts"
    assert reasons[7] == "it lies deeper"


def test_late_work_is_told(fill, exercises):
    root = fill(
        {"doejane_LATE_4312_998877_pos_embed_2d.py": P, "roejohn_4313_998878_pos_embed_2d.py": P},
    )
    with open_class(root, exercises) as found:
        assert [row.reason for row in dry_run_table(found)] == ["late", ""]


def test_files_of_nobody_come_last(fill, exercises):
    root = fill(
        {
            "doejane_4312_998877_pos_embed_2d.py": P,
            "roejohn_4313_998878_pos_embed_2d.py": P,
            "grades.csv": "1",
        }
    )
    with open_class(root, exercises) as found:
        rows = dry_run_table(found)
    assert [(row.student, row.what) for row in rows] == [
        ("4312", "to grade"),
        ("4313", "to grade"),
        (None, "ignored"),
    ]
