"""Exports from Gradescope: folders submission_<id>, and who handed them in in submission_metadata.yml."""

from __future__ import annotations

import pytest

from tests.intake.support import read_class, table

P, G = "pos_embed_2d", "gather_patches"

METADATA = """---
submission_101:
  :submitters:
  - :name: Ada Lovelace
    :sid: '0123'
    :email: ada@example.org
  :created_at: 2024-10-01 12:00:00.000000000 Z
  :score: 1.0
  :results: !ruby/hash:ActiveSupport::HashWithIndifferentAccess
    tests:
    - name: ":submitters:"
submission_102:
  :submitters:
  - &bob
    :name: Bob
    :sid: 0456
    :email: bob@example.org
  - :name: Cem
    :sid:
    :email: cem@example.org
submission_103:
  :submitters:
  - *bob
"""


def test_the_metadata_says_who(fill, exercises):
    root = fill(
        {
            "assignment_9_export/submission_metadata.yml": METADATA,
            "assignment_9_export/submission_101/pos_embed_2d.py": P,
        }
    )
    handed_in = read_class(root, exercises)
    assert table(handed_in) == [("0123", P, "assignment_9_export/submission_101/pos_embed_2d.py")]
    (ada,) = handed_in.found.people
    assert (ada.name, ada.email) == ("Ada Lovelace", "ada@example.org")
    assert handed_in.found.layouts == ("gradescope",)
    assert handed_in.ignored == ()


def test_a_group_has_one_file_and_one_result_each(fill, exercises):
    root = fill(
        {
            "submission_metadata.yml": METADATA,
            "submission_102/solution.py": P,
            "submission_101/pos_embed_2d.py": P,
        }
    )
    handed_in = read_class(root, exercises)
    assert table(handed_in) == [
        ("0123", P, "submission_101/pos_embed_2d.py"),
        ("0456", P, "submission_102/solution.py"),
        ("cem@example.org", P, "submission_102/solution.py"),
    ]
    _, bob, cem = handed_in.submissions
    assert "Handed in by a group, together with cem@example.org." in bob.notes
    assert "Handed in by a group, together with 0456." in cem.notes
    files = [hand_in.file for hand_in in handed_in.found.hand_ins]
    assert files[1] == files[2]


def test_the_later_of_two_submissions_counts(fill, exercises):
    root = fill(
        {
            "submission_metadata.yml": METADATA,
            "submission_102/pos_embed_2d.py": P,
            "submission_103/deep/my_pos_embed_2d.py": P,
        }
    )
    handed_in = read_class(root, exercises)
    assert table(handed_in)[0] == ("0456", P, "submission_103/deep/my_pos_embed_2d.py")
    assert handed_in.superseded == (("submission_102/pos_embed_2d.py", "an earlier attempt"),)


@pytest.mark.parametrize(
    "damaged",
    [
        "submission_101: [",
        "just words",
        "",
        b"\xff\xfe\x00",
        "[" * 50_000,
        "submission_101:\n  :submitters: 7\n",
        "submission_101:\n  :submitters:\n  - 7\n  - {:name: Nobody}\n",
        "a: &a [x]\n" * 2 + "b: *nowhere\n",
    ],
)
def test_without_readable_metadata_the_folders_stand_for_the_students(fill, exercises, damaged):
    root = fill(
        {
            "submission_metadata.yml": damaged,
            "submission_101/pos_embed_2d.py": P,
            "submission_102/pos_embed_2d.py": P,
        }
    )
    handed_in = read_class(root, exercises)
    assert [(s, e) for s, e, _ in table(handed_in)] == [("submission_101", P), ("submission_102", P)]
    for each in handed_in.submissions:
        assert any(
            "submission_metadata.yml" in note and "stands for the student" in note for note in each.notes
        )


def test_a_billion_laughs_are_not_laughed(fill, exercises):
    bomb = "a0: &a0 [x, x]\n" + "".join(
        f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 60)
    )
    root = fill({"submission_metadata.yml": bomb + METADATA[4:], "submission_101/pos_embed_2d.py": P})
    assert table(read_class(root, exercises))[0][0] == "0123"


def test_what_a_group_handed_in_and_is_no_answer_is_passed_over_for_each(fill, exercises):
    root = fill(
        {
            "submission_metadata.yml": METADATA,
            "submission_102/report.pdf": b"%PDF",
            "submission_101/pos_embed_2d.py": P,
        }
    )
    ignored = read_class(root, exercises).found.ignored
    assert sorted(str(each.student) for each in ignored) == ["0456", "cem@example.org"]
