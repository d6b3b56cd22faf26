"""Junk, links, pipes, locked files and names that are not names."""

from __future__ import annotations

import json
import os
import socket
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.intake.source import read_file
from tests.intake.support import read_class

P, G = "pos_embed_2d", "gather_patches"


@pytest.mark.parametrize(
    "junk",
    [
        ".hidden/pos_embed_2d.py",
        ".ipynb_checkpoints/pos_embed_2d-checkpoint.ipynb",
        "__MACOSX/._pos_embed_2d.py",
        "__pycache__/pos_embed_2d.py",
        "venv/lib/pos_embed_2d.py",
        "site-packages/pos_embed_2d.py",
        "node_modules/pos_embed_2d.py",
        "build/pos_embed_2d.py",
        "tests/pos_embed_2d.py",
        "backup/pos_embed_2d.py",
        "checkpoints/pos_embed_2d.py",
        "._pos_embed_2d.py",
        "pos_embed_2d.py~",
        "pos_embed_2d.py.bak",
        "case_two_frequencies_per_axis.kept.py",
    ],
)
def test_junk_is_skipped_without_a_word(fill, exercises, junk):
    root = fill({f"ada/{junk}": P, "ada/gather_patches.py": G, junk: P})
    handed_in = read_class(root, exercises)
    assert [each.exercise for each in handed_in.submissions] == [G]
    assert handed_in.ignored == ()


def test_a_virtual_environment_under_any_name_is_junk(fill, exercises):
    root = fill({"ada/py311/pyvenv.cfg": "", "ada/py311/pos_embed_2d.py": P, "ada/gather_patches.py": G})
    assert len(read_class(root, exercises).submissions) == 1


def test_a_link_inside_the_students_own_folder_is_followed(fill, exercises):
    root = fill({"ada/draft/answer.txt": P})
    (root / "ada/pos_embed_2d.py").symlink_to("draft/answer.txt")
    (submission,) = read_class(root, exercises).submissions
    assert submission.problem is None
    assert "def pos_embed_2d" in submission.units[0].source


def test_a_link_out_of_the_students_folder_is_not_followed(fill, exercises, tmp_path):
    (tmp_path / "secret.py").write_text("def pos_embed_2d(): 'secret'")
    root = fill({"bob/pos_embed_2d.py": P, "ada2/pos_embed_2d.py": P})
    for student, target in {"cem": "../bob/pos_embed_2d.py", "dan": tmp_path / "secret.py"}.items():
        (root / student).mkdir()
        (root / student / "pos_embed_2d.py").symlink_to(target)
    (root / "ada").mkdir()
    # A folder whose name only begins as the student's does.
    (root / "ada" / "pos_embed_2d.py").symlink_to("../ada2/pos_embed_2d.py")
    (root / "bob" / "hw.py").symlink_to(tmp_path / "secret.py")
    (root / "eve__pos_embed_2d.py").symlink_to("bob/pos_embed_2d.py")
    handed_in = read_class(root, exercises)
    refused = {each.student for each in handed_in.submissions if each.problem}
    assert refused == {"ada", "cem", "dan", "eve"}
    assert all("leads out of" in (each.problem or "leads out of") for each in handed_in.submissions)
    assert "secret" not in repr(handed_in.submissions)


def test_links_that_lead_nowhere_round_or_to_folders(fill, exercises):
    root = fill({"ada/gather_patches.py": G})
    (root / "ada/pos_embed_2d.py").symlink_to("gone.py")
    (root / "ada/position_embedding.py").symlink_to("position_embedding.py")
    (root / "ada/loop").symlink_to("..")
    handed_in = read_class(root, exercises)
    problems = {each.exercise: each.problem for each in handed_in.submissions}
    assert problems[G] is None
    assert "leads to no file" in (problems[P] or "")
    assert problems["position_embedding"]
    assert dict(handed_in.ignored)["ada/loop"].startswith("it is a link to a folder")


def test_pipes_sockets_and_folders_named_like_code_are_named(fill, exercises, monkeypatch):
    root = fill({"ada/gather_patches.py": G, "ada/pos_embed_2d.py/inside.py": P})
    os.mkfifo(root / "ada/learned_position_embedding.py")
    monkeypatch.chdir(root)  # the path of a socket must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("position_embedding.py")
        handed_in = read_class(Path(), exercises)
    assert [each.exercise for each in handed_in.submissions] == [G]
    ignored = dict(handed_in.ignored)
    assert "folder" in ignored["ada/pos_embed_2d.py"]
    assert "pipe" in ignored["ada/learned_position_embedding.py"]
    assert "socket" in ignored["position_embedding.py"]


def test_reading_one_file_never_waits_or_raises(tmp_path):
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "dangling.py").symlink_to("gone")
    (tmp_path / "linked.py").symlink_to("pipe.py")
    for name, said in {
        "pipe.py": "named pipe",
        "linked.py": "named pipe",
        "folder.py": "a folder",
        "dangling.py": "leads to no file",
        "none.py": "No such file",
        "none.py/x.py": "cannot be read",
        "a\0b.py": "name",
        "x" * 5000 + ".py": "cannot be read",
    }.items():
        submission = read_file(tmp_path / name, P)
        assert said in (submission.problem or "")
        assert submission.problem_status == "unreadable"
    assert "a device" in (read_file(Path("/dev/zero"), P).problem or "")


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads what is locked")
def test_a_locked_file_is_unreadable_and_a_locked_folder_is_named(fill, exercises):
    root = fill({"ada/pos_embed_2d.py": P, "bob/pos_embed_2d.py": P, "bob/in/gather_patches.py": G})
    (root / "ada/pos_embed_2d.py").chmod(0)
    (root / "bob/in").chmod(0)
    try:
        handed_in = read_class(root, exercises)
    finally:
        (root / "bob/in").chmod(0o700)
    ada, bob = handed_in.submissions
    assert "Permission denied" in (ada.problem or "")
    assert bob.problem is None
    assert "Permission denied" in dict(handed_in.ignored)["bob/in"]


def test_a_file_that_the_system_refuses_is_unreadable(fill, exercises, monkeypatch):
    """As the test above, for root too: opening fails."""
    root = fill({"ada/pos_embed_2d.py": P, "bob/pos_embed_2d.py": P})
    opened = os.open

    def refuse(path, *args, **kwargs):
        if "ada" in str(path):
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *args, **kwargs)

    monkeypatch.setattr(os, "open", refuse)
    ada, bob = read_class(root, exercises).submissions
    assert "Permission denied" in (ada.problem or "")
    assert str(root) not in (ada.problem or "")
    assert bob.problem is None


def test_names_that_are_no_text_can_be_stored_and_shown(fill, exercises):
    root = fill({"ada/gather_patches.py": G})
    odd = os.fsencode(root) + b"/b\xff\x1b[31m\nob"
    os.mkdir(odd)  # noqa: PTH102 - a name that is no text
    with open(odd + b"/pos_embed_2d.py", "wb") as file:  # noqa: PTH123
        file.write(b"x = 1")
    handed_in = read_class(root, exercises)
    bob = handed_in.submissions[1]
    assert bob.student == "b\\udcff\\x1b[31m\\nob"
    assert bob.path == bob.student + "/pos_embed_2d.py"
    for text in (bob.path, bob.student, handed_in.layout):
        assert text.encode("utf-8")
        assert text.isprintable()


def test_very_deep_folders_end(fill, exercises):
    root = fill({"ada/" + "d/" * 400 + "pos_embed_2d.py": P})
    assert len(read_class(root, exercises).submissions) == 1


HOSTILE = st.one_of(
    st.binary(max_size=200),
    st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.sampled_from(["utf-8", "latin-1", "shift_jis", "gb18030", "big5", "euc_kr", "utf-7", "rot13"]).flatmap(
        lambda name: st.binary(max_size=60).map(lambda data: b"# coding: " + name.encode() + b"\n" + data)
    ),
    st.text(alphabet='{}[]":,\\u\nd8 cells_typource%!?', max_size=200).map(
        lambda text: b'{"cells": [{"cell_type": "code", "source": "' + text.encode()
    ),
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=20),
        lambda inner: st.lists(inner) | st.dictionaries(
            st.sampled_from(["cells", "cell_type", "source", "input", "worksheets", "x"]), inner
        ),
    ).map(lambda value: json.dumps(value).encode()),
)  # fmt: skip


@given(HOSTILE, st.sampled_from(["x.py", "x.ipynb", "x", "x.txt"]))
def test_no_bytes_make_reading_raise(data, name):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        submission = read_file(path, P)
    assert submission.problem_status in ("unreadable", "syntax_error")
    assert (submission.problem is None) == bool(submission.units)
    for unit in submission.units:
        unit.source.encode("utf-8")  # it can cross the wall
