"""The files that go along with a submission: its owner's own modules and data, and nobody else's."""

from __future__ import annotations

import hashlib
import os
from pathlib import PurePosixPath

import pytest

from grader.intake import companions
from grader.intake.companions import MAX_FILES
from tests.intake.packing import zipped
from tests.intake.support import read_class

P, G = "pos_embed_2d", "gather_patches"
USES = "import util\ndef pos_embed_2d(g, d): pass\n"


def beside(handed_in, student):
    (submission,) = [each for each in handed_in.submissions if each.student == student]
    return {each.path: each.data for each in submission.companions}


def test_modules_that_are_mentioned_go_along_through_each_other(fill, exercises):
    root = fill(
        {
            "ada/pos_embed_2d.py": USES,
            "ada/util.py": "from pack.deep import low",
            "ada/pack/__init__.py": "",
            "ada/pack/deep.py": "import lower",
            "ada/lower.py": "",
            "ada/other.py": "utility = 1",
            "bob/pos_embed_2d.py": USES,
            "bob/lower.py": "",
        }
    )
    handed_in = read_class(root, exercises)
    assert sorted(beside(handed_in, "ada")) == ["lower.py", "pack/__init__.py", "pack/deep.py", "util.py"]
    assert beside(handed_in, "bob") == {}
    assert [path for path, _ in handed_in.ignored] == ["ada/other.py", "bob/lower.py"]


def test_paths_are_those_below_the_main_file_or_else_below_the_home(fill, exercises):
    root = fill(
        {
            "ada/hw/pos_embed_2d.py": "import util, common\n",
            "ada/hw/util.py": "",
            "ada/hw/data/grid.csv": "1",
            "ada/common.py": "",
            "ada/img/cat.png": b"\x89PNG\r\n\x1a\n",
            "bob/pos_embed_2d.py": P,
        }
    )
    handed_in = read_class(root, exercises)
    assert sorted(beside(handed_in, "ada")) == ["common.py", "data/grid.csv", "img/cat.png", "util.py"]
    assert beside(handed_in, "ada")["data/grid.csv"] == b"1"
    assert handed_in.ignored == ()


@pytest.mark.parametrize("words", ["from src.deep.util import low", "import src.deep.util"])
def test_a_module_can_be_named_from_above_the_folder_of_the_main_file(fill, exercises, words):
    root = fill(
        {
            "ada/src/deep/pos_embed_2d.py": words,
            "ada/src/deep/util.py": "from src import lower",
            "ada/src/lower.py": "",
            "bob/pos_embed_2d.py": P,
        }
    )
    placed = beside(read_class(root, exercises), "ada")
    assert {"src/deep/util.py", "src/lower.py"} <= placed.keys()


def test_what_is_compiled_and_documents_stay_behind(fill, exercises):
    never = ["util.pyc", "util.so", "util.so.1", "util.pth", "util.pyd", "report.docx", "report.pdf"]
    root = fill(
        {f"ada/{name}": b"x" for name in never}
        | {
            "ada/pos_embed_2d.py": USES,
            "ada/other.ipynb": ["x = 1"],
            "ada/inner.rar": b"Rar!\x1a\x07",
            "ada/notes.txt": "1",
        }
    )
    handed_in = read_class(root, exercises)
    assert sorted(beside(handed_in, "hw" if handed_in.students == ("hw",) else "ada")) == ["notes.txt"]
    assert {path.removeprefix("ada/") for path, _ in handed_in.ignored} == {
        *never,
        "other.ipynb",
        "inner.rar",
    }


def test_the_answer_to_another_exercise_may_be_a_module(fill, exercises):
    root = fill(
        {
            "ada/pos_embed_2d.py": "from gather_patches import gather_patches\n",
            "ada/gather_patches.py": G,
            "bob/gather_patches.py": G,
        }
    )
    handed_in = read_class(root, exercises)
    ada_gather, ada_pos, _ = handed_in.submissions
    assert [each.path for each in ada_pos.companions] == ["gather_patches.py"]
    assert ada_gather.companions == ()


def test_a_canvas_user_has_the_files_by_their_displayed_names(fill, exercises):
    root = fill(
        {
            "doejane_4312_998877_pos_embed_2d.py": USES,
            "doejane_4312_998878_util-1.py": "new = 1",
            "doejane_4312_998800_util.py": "old = 1",
            "doejane_4312_998879_grid-2.csv": "1",
            "roejohn_4313_998880_pos_embed_2d.py": USES,
            "roejohn_4313_998881_names.csv": "2",
        }
    )
    handed_in = read_class(root, exercises)
    assert beside(handed_in, "4312") == {"util.py": b"new = 1", "grid.csv": b"1", "grid-2.csv": b"1"}
    assert beside(handed_in, "4313") == {"names.csv": b"2"}


def test_flat_names_of_one_student_go_together(fill, exercises):
    root = fill(
        {
            "ada__pos_embed_2d.py": USES,
            "ada__util.py": "",
            "ada__grid.csv": "1",
            "bob__pos_embed_2d.py": USES,
        }
    )
    handed_in = read_class(root, exercises)
    assert sorted(beside(handed_in, "ada")) == ["grid.csv", "util.py"]
    assert beside(handed_in, "bob") == {}
    assert handed_in.ignored == ()


def test_what_goes_along_is_not_named_as_passed_over(fill, exercises):
    root = fill(
        {
            "pos_embed_2d/doejane_4312_998877_solution.py": USES,
            "pos_embed_2d/doejane_4312_998878_util.py": "x = 1",
            "pos_embed_2d/doejane_4312_998879_cat.png": b"\x89PNG\r\n\x1a\n",
            "pos_embed_2d/roejohn_4313_998880_solution.py": P,
            "pos_embed_2d/roejohn_4313_998881_unused.py": "x = 1",
        }
    )
    handed_in = read_class(root, exercises)
    assert sorted(beside(handed_in, "4312")) == ["cat.png", "util.py"]
    assert [path for path, _ in handed_in.ignored] == ["pos_embed_2d/roejohn_4313_998881_unused.py"]


def test_files_of_a_shared_folder_go_with_nobody(fill, exercises):
    root = fill({"ada.py": USES, "bob.py": USES, "util.py": "", "grid.csv": "1"}, "pos_embed_2d")
    handed_in = read_class(root, exercises)
    assert [each.companions for each in handed_in.submissions] == [(), ()]
    assert [path for path, _ in handed_in.ignored] == ["grid.csv", "util.py"]


def test_an_archive_is_a_home(fill, exercises):
    root = fill(
        {
            "ada.zip": zipped({"hw/pos_embed_2d.py": USES, "hw/util.py": "", "grid.csv": "1"}),
            "bob.zip": zipped({"pos_embed_2d.py": P}),
        }
    )
    handed_in = read_class(root, exercises)
    assert sorted(beside(handed_in, "ada")) == ["grid.csv", "util.py"]
    assert beside(handed_in, "bob") == {}


def test_a_link_out_of_the_home_stays_behind_with_a_note(fill, exercises, tmp_path):
    (tmp_path / "secret.csv").write_text("secret")
    root = fill(
        {"ada/pos_embed_2d.py": USES, "ada/real.csv": "1", "bob/pos_embed_2d.py": P, "bob/own.csv": "2"}
    )
    (root / "ada/secret.csv").symlink_to(tmp_path / "secret.csv")
    (root / "ada/util.py").symlink_to(root / "bob/pos_embed_2d.py")
    (root / "ada/inside.csv").symlink_to("real.csv")
    handed_in = read_class(root, exercises)
    assert beside(handed_in, "ada") == {"real.csv": b"1", "inside.csv": b"1"}
    (note,) = [note for note in handed_in.submissions[0].notes if "left out" in note]
    assert "secret.csv (a link out of the student's folder)" in note
    assert "util.py (a link out of the student's folder)" in note


def test_more_than_the_limits_stays_behind_with_a_note(fill, exercises, monkeypatch):
    monkeypatch.setattr(companions, "MAX_CODE_BYTES", 20)
    monkeypatch.setattr(companions, "MAX_FILE_BYTES", 10)
    root = fill(
        {
            "ada/pos_embed_2d.py": "import a, b, c\n",
            "ada/a.py": "#" * 15,
            "ada/b.py": "#" * 15,
            "ada/c.py": "#" * 5,
            "ada/d.csv": "1" * 11,
            "ada/e.csv": "1" * 10,
            "bob/x.py": P,
        }
    )
    handed_in = read_class(root, exercises)
    assert sorted(beside(handed_in, "ada")) == ["a.py", "c.py", "e.csv"]
    (note,) = handed_in.submissions[0].notes
    assert note == (
        "Files beside it that were left out: b.py (more than 0 MB of code), d.csv (more than 0 MB of data)."
    )


def test_at_most_a_thousand_files_go_along(fill, exercises):
    root = fill({f"ada/{number:05}.csv": "1" for number in range(MAX_FILES + 3)} | {"ada/pos_embed_2d.py": P})
    handed_in = read_class(root, exercises, layout="student_folders")
    assert len(beside(handed_in, "ada")) == MAX_FILES
    assert "01000.csv (more than 1,000 files), 01001.csv" in handed_in.submissions[0].notes[0]


def test_the_digest_covers_what_goes_along(fill, exercises):
    def digest(folder: str, **files: str) -> str:
        root = fill({f"ada/{name}.py": text for name, text in files.items()} | {"bob/x.py": P}, folder)
        return read_class(root, exercises).submissions[0].digest

    alone = digest("a", pos_embed_2d=USES)
    assert alone == "sha256:" + hashlib.sha256(USES.encode()).hexdigest()
    with_util = digest("b", pos_embed_2d=USES, util="x = 1")
    assert len({alone, with_util, digest("c", pos_embed_2d=USES, util="x = 2")}) == 3
    assert digest("d", pos_embed_2d=USES, util="x = 1", other="not mentioned") == with_util


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads what is locked")
def test_a_locked_file_stays_behind_with_a_note(fill, exercises):
    root = fill({"ada/pos_embed_2d.py": P, "ada/grid.csv": "1", "bob/x.py": P})
    (root / "ada/grid.csv").chmod(0)
    handed_in = read_class(root, exercises)
    assert "Permission denied" in handed_in.submissions[0].notes[0]


def test_rivals_and_what_cannot_be_read_bring_their_own(fill, exercises):
    root = fill({"ada/a/pos_embed_2d.py": b"\xff\xfe", "ada/a/grid.csv": "1", "bob/x.py": P})
    handed_in = read_class(root, exercises)
    assert handed_in.submissions[0].problem
    assert handed_in.submissions[0].companions == ()


def test_of_the_folders_above_the_main_file_the_nearest_can_be_mentioned():
    own = PurePosixPath("a/" * 300 + "pos_embed_2d.py")
    path = own.with_name("util.py")
    assert len(list(companions._called(path, own))) == 1 + companions.MAX_ABOVE
