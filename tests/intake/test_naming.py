"""Which exercise a file answers, and which of several files counts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader.intake.classes import open_class
from grader.intake.hand_ins import read_hand_in
from grader.intake.names import exercise_for
from tests.intake.support import read_class

P, G = "pos_embed_2d", "gather_patches"


@pytest.mark.parametrize(
    "name",
    [
        "pos_embed_2d.py",
        "POS-Embed 2D.PY",
        "pos_embed_2d (1).py",
        "pos_embed_2d(2).ipynb",
        "pos_embed_2d-1.py",
        "pos_embed_2d_copy.py",
        "pos_embed_2d - Copy.py",
        "pos_embed_2d - Copy (2).py",
        "pos_embed_2d-Copy1.ipynb",
        "Copy of pos_embed_2d.ipynb",
        "lovelace_pos_embed_2d_final.py",
        "pos.embed.2d.py.py",
        "hw/pos_embed_2d/solution.py",
        "hw/pos_embed_2d/src/solution.py",
        "lovelace-pos-embed-2d/solution.py",
    ],
)
def test_the_name_says_the_exercise(name, exercises):
    assert exercise_for(Path(name), None, exercises) == (P,)


@pytest.mark.parametrize(
    "name", ["mypos_embed_2d.py", "pos_embed_2dx.py", "pos_embed.py", "test_pos_embed_2d.py"]
)
def test_parts_of_words_and_tests_do_not(name, exercises):
    assert exercise_for(Path(name), None, exercises) == ()


def test_the_longest_name_within_a_name_counts(exercises):
    assert exercise_for(Path("ada_learned_position_embedding.py"), None, exercises) == (
        "learned_position_embedding",
    )
    both = exercise_for(Path("gather_patches_and_pos_embed_2d.py"), None, exercises)
    assert set(both) == {P, G}


def test_the_name_goes_before_the_folder_and_the_folder_before_the_code(exercises):
    code = "def gather_patches(): pass"
    assert exercise_for(Path("gather_patches/pos_embed_2d.py"), code, exercises) == (P,)
    assert exercise_for(Path("pos_embed_2d/hw.py"), code, exercises) == (P,)
    assert exercise_for(Path("ada/hw.py"), code, exercises) == (G,)


def test_only_definitions_at_the_top_level_count(exercises):
    code = "class A:\n    def pos_embed_2d(): pass\n# def gather_patches\nasync def gather_patchesx(): pass\n"
    assert exercise_for(Path("hw.py"), code, exercises) == ()
    assert exercise_for(Path("hw.py"), code + "class  Learned2DPositionEmbedding(nn.Module):", exercises) == (
        "learned_position_embedding",
    )


def test_the_code_of_a_notebook_is_looked_at_by_cell(exercises):
    text = '{"cells": [{"cell_type": "markdown", "source": "\\ndef gather_patches"},'
    text += '{"cell_type": "code", "source": ["%time\\n", "def pos_embed_2d(g, d):\\n", "  pass"]}]}'
    assert exercise_for(Path("hw.ipynb"), text, exercises) == (P,)
    assert exercise_for(Path("hw.ipynb"), text[:-2], exercises) == ()


def test_a_neutral_file_answers_all_that_it_defines(fill, exercises):
    both = "def pos_embed_2d(): pass\ndef gather_patches(): pass\n"
    root = fill({"ada/solution.py": both, "bob/hw1.ipynb": [P, G], "cem/pos_embed_2d.py": both})
    found = [(each.student, each.exercise, each.path) for each in read_class(root, exercises).submissions]
    assert found == [
        ("ada", G, "ada/solution.py"),
        ("ada", P, "ada/solution.py"),
        ("bob", G, "bob/hw1.ipynb"),
        ("bob", P, "bob/hw1.ipynb"),
        ("cem", P, "cem/pos_embed_2d.py"),
    ]


@pytest.mark.parametrize(
    ("better", "worse", "why"),
    [
        ("pos_embed_2d.py", "pos_embed_2d (1).py", "copy"),
        ("old/pos_embed_2d.py", "pos_embed_2d - Copy.py", "copy"),
        ("pos_embed_2d-1.py", "ada_pos_embed_2d.py", "less exact"),
        ("pos_embed_2d.py", "a/pos_embed_2d.py", "deeper"),
        ("pos_embed_2d.py", "solution.py", "its name says no exercise"),
        ("pos_embed_2d/main.py", "main.py", "its name says no exercise"),
    ],
)
def test_which_of_several_files_counts(fill, exercises, better, worse, why):
    root = fill(
        {
            f"ada/{better}": [P] if better.endswith("ipynb") else P,
            f"ada/{worse}": P,
            "bob/gather_patches.py": G,
        }
    )
    chosen = read_class(root, exercises).submissions[0]
    assert chosen.path == f"ada/{better}"
    (note,) = [note for note in chosen.notes if note.startswith("superseded: ")]
    assert f"ada/{worse}" in note
    assert why in note


@pytest.mark.parametrize(
    ("one", "other"),
    [("pos_embed_2d.ipynb", "pos_embed_2d.py"), ("a/pos_embed_2d.py", "b/pos_embed_2d.py")],
)
def test_files_that_match_equally_are_all_graded(fill, exercises, one, other):
    root = fill({f"ada/{one}": [P] if one.endswith("ipynb") else P, f"ada/{other}": P, "bob/x.py": P})
    with open_class(root, exercises) as found:
        ada = found.hand_ins[0]
        assert (ada.path, [each.path for each in ada.rivals]) == (f"ada/{one}", [f"ada/{other}"])
        for each in map(read_hand_in, (ada, *ada.rivals)):
            assert each.problem is None
            assert f"Files that match equally: ada/{one}, ada/{other}. All are graded; the best counts." in (
                each.notes
            )
    assert found.superseded == ()


def test_of_many_equal_files_a_few_are_graded(fill, exercises):
    root = fill({f"ada/{folder}/pos_embed_2d.py": P for folder in "abcdefghi"} | {"bob/x.py": P})
    with open_class(root, exercises) as found:
        ada = found.hand_ins[0]
    assert [each.path[4] for each in (ada, *ada.rivals)] == list("abcde")
    assert [(each.path[4], each.reason) for each in found.superseded] == [
        (letter, "an equal match; at most 5 are graded") for letter in "fghi"
    ]


def test_a_helper_beside_the_answer_is_not_taken_for_it(fill, exercises):
    root = fill({"ada/pos_embed_2d/a_helper.py": "x = 1", "ada/pos_embed_2d/main.py": P, "bob/x.py": P})
    handed_in = read_class(root, exercises)
    assert handed_in.submissions[0].path == "ada/pos_embed_2d/main.py"
    assert handed_in.submissions[0].notes == ()
    assert "ada/pos_embed_2d/a_helper.py" in dict(handed_in.ignored)


def test_a_file_taken_by_its_code_says_so(fill, exercises):
    (submission,) = read_class(fill({"ada/stuff.py": P}), exercises).submissions
    assert any("defines what pos_embed_2d asks for" in note for note in submission.notes)


def test_an_unmatched_file_is_named(fill, exercises):
    handed_in = read_class(fill({"ada/pos_embed_2d.py": P, "ada/util.py": "x = 1"}), exercises)
    assert [path for path, _ in handed_in.ignored] == ["ada/util.py"]


def test_any_work_is_better_than_the_stub_as_it_was_given(fill, exercises, tmp_path):
    folder = tmp_path / "exercises" / P
    folder.mkdir(parents=True)
    stub = f"def {P}(grid, dim):\n    raise NotImplementedError\n"
    (folder / "stub.py").write_text(stub)
    known = {**exercises, P: replace(exercises[P], folder=folder)}
    work = f"def {P}(grid, dim):\n    return []\n"
    files = {f"ada/{P}.py": f"# mine\n{stub}", "ada/homework.ipynb": [work], f"bob/{P}.py": stub}
    handed_in = read_class(fill(files), known)
    assert [(each.student, each.path) for each in handed_in.submissions] == [
        ("ada", "ada/homework.ipynb"),
        ("bob", f"bob/{P}.py"),
    ]
    assert handed_in.superseded == ((f"ada/{P}.py", "it is the stub as it was given"),)
