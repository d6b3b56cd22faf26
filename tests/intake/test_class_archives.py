"""Archives wherever they come: the class as one, one per student, one inside another; and broken ones."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from grader.errors import HarnessError, UsageError
from grader.intake import walk
from grader.intake.archives import ArchiveLimits
from grader.intake.classes import open_class
from tests.intake.packing import tarred, zipped
from tests.intake.support import read_class, table

P, G = "pos_embed_2d", "gather_patches"


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("class.zip", zipped),
        ("class.tar.gz", tarred),
        ("class.tgz", tarred),
        ("class.tar", lambda files: tarred(files, "w")),
    ],
)
def test_the_class_as_one_archive(fill, exercises, name, make):
    root = fill({name: make({"ada/pos_embed_2d.py": P, "bob/pos_embed_2d.py": P})})
    assert table(read_class(root / name, exercises)) == [
        ("ada", P, f"{name}!/ada/pos_embed_2d.py"),
        ("bob", P, f"{name}!/bob/pos_embed_2d.py"),
    ]


def test_an_archive_of_loose_files_is_one_students_named_as_it(fill, exercises):
    root = fill({"Ada L.tar.gz": tarred({"pos_embed_2d.py": P})})
    handed_in = read_class(root / "Ada L.tar.gz", exercises)
    assert table(handed_in) == [("Ada L", P, "Ada L.tar.gz!/pos_embed_2d.py")]


def test_one_archive_per_student(fill, exercises):
    root = fill(
        {
            "ada.zip": zipped({"ada/pos_embed_2d.py": P}),
            "bob.tar.gz": tarred({"hw/pos_embed_2d.py": P}),
            "cem/hw.zip": zipped({"pos_embed_2d.py": P}),
            "dan__gather_patches.zip": zipped({"solution.py": "x = 1"}),
            "pos_embed_2d/eve.zip": zipped({"main.py": P}),
        }
    )
    assert table(read_class(root, exercises)) == [
        ("ada", P, "ada.zip!/ada/pos_embed_2d.py"),
        ("bob", P, "bob.tar.gz!/hw/pos_embed_2d.py"),
        ("cem", P, "cem/hw.zip!/pos_embed_2d.py"),
        ("dan", G, "dan__gather_patches.zip!/solution.py"),
        ("eve", P, "pos_embed_2d/eve.zip!/main.py"),
    ]


def test_a_canvas_download_with_archives_in_it(fill, exercises):
    download = zipped(
        {
            "doejane_4312_998877_homework.zip": zipped({"week/pos_embed_2d.py": P, "gather_patches.py": G}),
            "roejohn_LATE_4313_998878_pos_embed_2d-1.zip": zipped({"solution.py": "x = 1"}),
        }
    )
    root = fill({"hw1.zip": download})
    handed_in = read_class(root / "hw1.zip", exercises)
    assert table(handed_in) == [
        ("4312", G, "hw1.zip!/doejane_4312_998877_homework.zip!/gather_patches.py"),
        ("4312", P, "hw1.zip!/doejane_4312_998877_homework.zip!/week/pos_embed_2d.py"),
        ("4313", P, "hw1.zip!/roejohn_LATE_4313_998878_pos_embed_2d-1.zip!/solution.py"),
    ]
    assert [each.late for each in handed_in.submissions] == [False, False, True]


def nested(levels: int) -> bytes:
    data = zipped({"pos_embed_2d.py": P})
    for _ in range(levels - 1):
        data = zipped({"in.zip": data})
    return data


def test_three_levels_are_read_and_the_fourth_is_told(fill, exercises):
    root = fill({"ada.zip": nested(3), "bob.zip": nested(4), "cem/pos_embed_2d.zip": nested(4)})
    handed_in = read_class(root, exercises)
    ada, cem = handed_in.submissions
    assert ada.path == "ada.zip!/in.zip!/in.zip!/pos_embed_2d.py"
    assert cem.path == "cem/pos_embed_2d.zip!/in.zip!/in.zip!/in.zip"
    assert cem.problem == "This archive lies inside 3 others; at most 3 levels are read."
    (reason,) = [reason for path, reason in handed_in.ignored if path.startswith("bob.zip")]
    assert "at most 3 levels are read" in reason
    assert handed_in.students == ("ada", "bob", "cem")


def test_a_broken_archive_named_as_an_exercise_is_unreadable(fill, exercises):
    root = fill(
        {
            "ada/pos_embed_2d.zip": b"PK\x03\x04 and no more",
            "bob/pos_embed_2d.py": P,
            "cem__gather_patches.tar.gz": b"\x1f\x8b",
            "pos_embed_2d/dan.zip": b"nothing",
            "eve/pos_embed_2d.rar": b"Rar!\x1a\x07\x00",
        }
    )
    handed_in = read_class(root, exercises)
    problems = {each.student: each.problem for each in handed_in.submissions}
    assert problems.pop("bob") is None
    assert sorted(problems) == ["ada", "cem", "dan", "eve"]
    assert all("archive" in (problem or "") for problem in problems.values())
    assert all(each.problem_status == "unreadable" for each in handed_in.submissions)


def test_a_broken_archive_of_a_student_is_named_with_the_student(fill, exercises):
    root = fill(
        {
            "ada.zip": b"PK\x03\x04 and no more",
            "bob/pos_embed_2d.py": P,
            "bob/hw.zip": b"nothing",
            "cem/old_pos_embed_2d.zip": b"nothing",
            "cem/pos_embed_2d.py": P,
        }
    )
    handed_in = read_class(root, exercises)
    assert handed_in.students == ("ada", "bob", "cem")
    assert [(each.path, each.student) for each in handed_in.found.ignored] == [
        ("ada.zip", "ada"),
        ("bob/hw.zip", "bob"),
        ("cem/old_pos_embed_2d.zip", "cem"),
    ]
    assert all("archive" in reason for _, reason in handed_in.ignored)
    assert [each.problem for each in handed_in.submissions] == [None, None]


def test_canvas_names_a_broken_archive_by_its_display_name(fill, exercises):
    root = fill(
        {
            "doejane_4312_998877_pos_embed_2d.zip": b"nothing",
            "roejohn_4313_998878_homework.zip": b"nothing",
            "poeedgar_4314_998879_pos_embed_2d.py": P,
        }
    )
    handed_in = read_class(root, exercises)
    jane, edgar = handed_in.submissions
    assert (jane.student, jane.path) == ("4312", "doejane_4312_998877_pos_embed_2d.zip")
    assert "archive" in (jane.problem or "")
    assert edgar.problem is None
    ((path, reason),) = handed_in.ignored
    assert path == "roejohn_4313_998878_homework.zip"
    assert "its name says no exercise, and it cannot be read" in reason


def test_an_archive_without_a_file_that_counts_is_no_silent_nothing(fill, exercises):
    root = fill(
        {
            "ada/pos_embed_2d.zip": zipped({"__MACOSX/._x.py": "x"}),
            "bob.zip": zipped({}),
            "cem/pos_embed_2d.zip": tarred({"../pos_embed_2d.py": P}),
            "dan/pos_embed_2d.py": P,
        }
    )
    handed_in = read_class(root, exercises)
    problems = {each.student: each.problem for each in handed_in.submissions}
    assert problems["ada"] == "The archive holds no file."
    assert (problems["cem"] or "").startswith("The archive holds no file that can be read: it ")
    assert problems["dan"] is None
    assert "The archive holds no file." in dict(handed_in.ignored)["bob.zip"]


def test_a_bad_member_is_named_and_the_rest_goes_on(fill, exercises, tmp_path):
    members = {"../../escaped.py": P, "a\nb.py": "x = 1", "\u202egnp.py": "x = 1", "pos_embed_2d.py": P}
    root = fill({"ada.zip": zipped(members), "bob/pos_embed_2d.py": P})
    handed_in = read_class(root, exercises)
    assert [s for s, _, _ in table(handed_in)] == ["ada", "bob"]
    (passed,) = [each for each in handed_in.found.ignored if "escaped" in each.path]
    assert passed.path == "ada.zip!/../../escaped.py"
    assert passed.student == "ada"
    assert "leads out of the archive" in passed.reason
    assert not list(tmp_path.rglob("escaped.py"))
    for path, reason in handed_in.ignored:
        assert (path + reason).isprintable()


def test_an_archive_whose_answer_cannot_be_read_is_unreadable(fill, exercises):
    root = fill(
        {
            "ada/pos_embed_2d.zip": zipped({"../pos_embed_2d.py": P, "notes.txt": "1"}),
            "bob/pos_embed_2d.zip": zipped({"../x.py": P, "pos_embed_2d.py": P}),
            "cem.zip": zipped({"../x.py": P, "pos_embed_2d.py": P}),
        }
    )
    handed_in = read_class(root, exercises)
    ada, bob, cem = handed_in.submissions
    assert ada.path == "ada/pos_embed_2d.zip"
    assert "it has a name that leads out of the archive" in (ada.problem or "")
    assert [bob.problem, cem.problem] == [None, None]
    assert [path for path, _ in handed_in.ignored] == [
        "ada/pos_embed_2d.zip!/../pos_embed_2d.py",
        "ada/pos_embed_2d.zip!/notes.txt",
        "bob/pos_embed_2d.zip!/../x.py",
        "cem.zip!/../x.py",
    ]


def test_a_bomb_hurts_its_owner_only(fill, exercises):
    bomb = zipped({"pos_embed_2d.py": P, "zeros": bytes(60 * 2**20)})
    root = fill({"ada/pos_embed_2d.zip": bomb, "bob/pos_embed_2d.py": P})
    with open_class(root, exercises) as found:
        ada, bob = found.hand_ins
        assert found.unpacked is not None
        assert not [path for path in found.unpacked.rglob("*") if path.is_file()]
    assert "50 MB" in (ada.problem or "")
    assert bob.problem is None


def test_archives_inside_an_archive_share_its_limits(fill, exercises, monkeypatch):
    monkeypatch.setattr(walk, "STUDENT", ArchiveLimits(100, 1_000_000))
    part = zipped({"zeros": bytes(400_000)})
    root = fill({"ada.zip": zipped({f"{i}.zip": part for i in range(5)}), "bob/pos_embed_2d.py": P})
    with open_class(root, exercises) as found:
        assert found.unpacked is not None
        sizes = [path.stat().st_size for path in found.unpacked.rglob("zeros")]
        assert len(sizes) == 2
        assert len([each for each in found.ignored if each.path.startswith("ada.zip!/")]) >= 3


def test_what_was_unpacked_is_private_and_is_removed(fill, exercises):
    root = fill({"class.zip": zipped({"ada/pos_embed_2d.py": P})})
    folders: list[Path] = []

    def interrupted() -> None:
        with open_class(root / "class.zip", exercises) as found:
            assert found.unpacked is not None
            assert stat.S_IMODE(found.unpacked.stat().st_mode) == 0o700
            assert found.hand_ins[0].file.is_relative_to(found.unpacked)
            folders.append(found.unpacked)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not folders[0].exists()


def test_without_archives_no_folder_is_made(fill, exercises):
    with open_class(fill({"ada/pos_embed_2d.py": P}), exercises) as found:
        assert found.unpacked is None


def test_nothing_is_left_of_an_archive_that_holds_nothing(fill, exercises, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    root = fill({"class.zip": zipped({"ada/notes.py": "x = 1"})})
    with (
        pytest.raises(UsageError, match=r"class\.zip!/ada/notes\.py"),
        open_class(root / "class.zip", exercises),
    ):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["hw"]


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"no archive", b"\x1f\x8b\x08"])
def test_a_broken_archive_given_is_told_as_such(fill, exercises, data):
    root = fill({"class.zip": data})
    with pytest.raises(UsageError, match=r"class\.zip cannot be read\. "):
        read_class(root / "class.zip", exercises)


def test_a_full_disk_is_nobodys_zero(fill, exercises, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(walk, "unpack", full)
    root = fill({"ada/pos_embed_2d.zip": zipped({"x.py": P}), "bob/pos_embed_2d.py": P})
    with pytest.raises(HarnessError, match="No space left on device"):
        read_class(root, exercises)


def test_a_link_to_an_archive_is_not_followed(fill, exercises, tmp_path):
    (tmp_path / "secret.zip").write_bytes(zipped({"pos_embed_2d.py": P}))
    root = fill({"bob/pos_embed_2d.py": P, "ada/gather_patches.py": G})
    (root / "ada/pos_embed_2d.zip").symlink_to(tmp_path / "secret.zip")
    problems = {(s.student, s.exercise): s.problem for s in read_class(root, exercises).submissions}
    assert problems["ada", P] == "This is a link to an archive. Hand in the archive itself."


def test_a_folder_beside_an_archive_of_one_name(fill, exercises):
    root = fill({"ada/pos_embed_2d.py": P, "ada.zip": zipped({"gather_patches.py": G}), "b/x.py": P})
    assert table(read_class(root, exercises))[:2] == [
        ("ada", G, "ada.zip!/gather_patches.py"),
        ("ada", P, "ada/pos_embed_2d.py"),
    ]


def test_very_long_names(fill, exercises):
    long = "x" * 300
    root = fill({"ada.zip": zipped({f"{long}.py": P}), f"{'y' * 240}.zip": zipped({"pos_embed_2d.py": P})})
    handed_in = read_class(root, exercises)
    assert [s[:1] for s, _, _ in table(handed_in)] == ["a", "y"]
    assert os.path.sep not in Path(handed_in.submissions[1].student).name


def test_archives_that_are_refused_count_against_the_one_that_they_lie_in(fill, exercises, monkeypatch):
    monkeypatch.setattr(walk, "STUDENT", ArchiveLimits(100, 2**20))
    bomb = tarred({".junk": bytes(15 * 2**20), "notes.py": bytes(2 * 2**20)}, "w:bz2")
    inner = {f"{number}.tar.bz2": bomb for number in range(9)}
    handed_in = read_class(fill({"ada.zip": zipped(inner | {"pos_embed_2d.py": P})}), exercises)
    assert [(s, e) for s, e, _ in table(handed_in)] == [("ada", P)]
    reasons = [reason for _, reason in handed_in.ignored]
    assert sum("takes more than 40 MB" in reason for reason in reasons) > 5


@pytest.mark.parametrize("around", ["", "class/"])
def test_many_archives_of_one_student_are_bounded_together(fill, exercises, monkeypatch, around):
    monkeypatch.setattr(walk, "DOWNLOAD", ArchiveLimits(1000, 5 * 2**20))
    inner = zipped({"grid.dat": bytes(2 * 2**20)})
    eves = {f"{around}eve/{number}/{number}.zip": inner for number in range(9)}
    others = {f"{around}{who}.zip": zipped({"pos_embed_2d.py": P, "a.dat": bytes(2**20)}) for who in "afz"}
    handed_in = read_class(fill(eves | others | {f"{around}eve/pos_embed_2d.py": P}), exercises)
    read = {each.student: each for each in handed_in.submissions}
    assert sorted(read) == ["a", "eve", "f", "z"]
    assert len(read["eve"].companions) == 2
    assert all(len(read[who].companions) == 1 for who in "afz")
