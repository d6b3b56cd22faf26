"""`kata` alone: a greeting for a newcomer; for someone who has begun, where they stand and how to go on."""

import os
import re

import pexpect
import pytest
from msgspec.structs import replace

from grader.practice.events import event
from grader.practice.progress import Progress
from tests.command.support import KATA, in_this_process


@pytest.fixture
def kata(capfd, monkeypatch, tmp_path):
    """Run the command in a folder of its own, for a user of whom nothing is known."""
    monkeypatch.setenv("KATA_DATA_DIR", str(tmp_path / "data"))
    (tmp_path / "here").mkdir()
    return in_this_process(capfd, monkeypatch, tmp_path / "here")


@pytest.fixture
def workspace(tmp_path, kata):
    """A workspace in which pos_embed_2d was begun, tried twice and a hint was opened."""
    here = tmp_path / "here"
    (here / "kata.toml").write_text("schema = 1\n")
    (here / "pos_embed_2d").mkdir()
    (here / "pos_embed_2d" / "pos_embed_2d.py").write_text("x = 1\n")
    progress = Progress(tmp_path / "data")
    before = event("attempt", "patch_index", status="passed", score=10.0, max_score=10.0)
    progress.record(
        replace(before, at="2020-01-01T00:00:00Z"),
        event("started", "pos_embed_2d"),
        event("attempt", "pos_embed_2d", status="failed", score=3.0, max_score=10.0),
        event("hint", "pos_embed_2d", number=1),
    )
    progress.remember(here)
    return here


def test_a_newcomer_is_greeted_and_told_how_to_begin(kata):
    ran = kata()
    assert (ran.status, ran.err) == (0, "")
    assert "You have not begun an exercise yet; 24 are here" in ran.out
    assert re.search(r"^  kata start patch_index ", ran.out, re.MULTILINE)
    for command in ("kata watch", "kata check", "kata list", "kata grade", "kata --help"):
        assert command in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines())


def test_a_greeting_keeps_nothing(kata, tmp_path):
    kata()
    assert not (tmp_path / "data").exists()
    assert not list((tmp_path / "here").iterdir())


def test_who_has_begun_is_told_where_the_workspace_is_and_what_is_next(kata, workspace):
    ran = kata()
    assert (ran.status, ran.err) == (0, "")
    assert "Workspace: this folder\n" in ran.out
    assert "Track positions: 1 of 19 passed\n" in ran.out
    assert (
        "pos_embed_2d, begun, best 3 of 10 points, 1 of 3 hints open (pos_embed_2d/pos_embed_2d.py)"
        in ran.out
    )
    for command in ("kata watch", "kata hint pos_embed_2d", "kata next", "kata list"):
        assert re.search(rf"^  {command} ", ran.out, re.MULTILINE)
    assert "go on to debug_patch_order\n" in ran.out  # the two before it are locked
    assert "Enter:" not in ran.out  # nobody is there to press a key


def test_the_workspace_is_named_from_anywhere(kata, workspace, monkeypatch, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    ran = kata()
    assert "Workspace: ../here\n" in ran.out
    assert "(../here/pos_embed_2d/pos_embed_2d.py)" in ran.out


def test_after_a_pass_the_solution_is_offered(kata, workspace, tmp_path):
    passed = event("attempt", "pos_embed_2d", status="passed", score=10.0, max_score=10.0)
    Progress(tmp_path / "data").record(passed)
    ran = kata()
    assert "At hand: pos_embed_2d, passed" in ran.out
    assert "kata solution pos_embed_2d" in ran.out
    assert "kata watch" not in ran.out
    assert "Track positions: 2 of 19 passed" in ran.out
    assert "Track vlm-1: 1 of 6 passed" in ran.out


def _on_a_terminal(folder, data, key):
    child = pexpect.spawn(
        str(KATA),
        cwd=str(folder),
        env={**os.environ, "KATA_DATA_DIR": str(data), "TERM": "dumb"},
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=60,
    )
    child.expect("Any other key: leave")
    child.send(key)
    return child


def test_on_a_terminal_any_other_key_leaves(workspace, tmp_path):
    child = _on_a_terminal(workspace, tmp_path / "data", "x")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_on_a_terminal_enter_goes_on(workspace, tmp_path):
    child = _on_a_terminal(workspace, tmp_path / "data", "\r")
    child.expect("atching")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


def test_a_damaged_workspace_is_told_of(kata, workspace):
    (workspace / "kata.toml").write_text("schema = [")
    ran = kata()
    assert ran.status == 2
    assert "kata.toml" in ran.err
    assert "Traceback" not in ran.err
