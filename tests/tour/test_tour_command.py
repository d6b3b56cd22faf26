"""`kata tour` lays out a tour, and nothing over what is there."""

import shutil

import pytest

from grader.practice.progress import Progress
from grader.practice.workspace import find_workspace
from tests.command.support import add_exercise, in_this_process
from tests.tour.tour_data import FILE, TOUR


@pytest.fixture
def work(tmp_path):
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


@pytest.fixture
def kata(capfd, monkeypatch, work):
    return in_this_process(capfd, monkeypatch, work)


def test_the_tours_are_listed(kata):
    ran = kata("tour")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("positions  positional embeddings")
    assert "`kata tour positions`" in ran.out
    assert "vlm-1" not in ran.out


def test_it_is_laid_out_with_its_data_in_a_new_workspace(kata, work):
    ran = kata("tour", "positions")
    assert (ran.status, ran.err) == (0, "")
    assert (work / "positions_tour/positions_tour.py").read_bytes() == TOUR.read_bytes()
    assert (work / "positions_tour/positions_tour.json").read_bytes() == FILE.read_bytes()
    assert find_workspace(work / "positions_tour").folder == work
    assert Progress().last_workspace() == work
    assert "workspace: this folder (new)" in ran.out
    assert "marimo run positions_tour/positions_tour.py" in ran.out
    assert "marimo edit positions_tour/positions_tour.py" in ran.out
    assert "press Run all" in ran.out
    assert sorted(path.name for path in work.iterdir()) == ["kata.toml", "positions_tour"], "and nothing else"


def test_it_goes_where_it_is_told(kata, work):
    assert kata("tour", "positions", "--into", "there").status == 0
    assert (work / "there/positions_tour/positions_tour.json").is_file()


def test_a_workspace_that_is_there_is_used(kata, work):
    assert kata("start", "patch_index").status == 0
    assert kata("tour", "positions").status == 0
    assert (work / "positions_tour/positions_tour.py").is_file()
    assert kata("list").status == 0


def test_what_was_changed_is_left_as_it_is(kata, work):
    kata("tour", "positions")
    notebook, data = (work / "positions_tour" / path.name for path in (TOUR, FILE))
    notebook.write_text("mine")
    data.unlink()
    ran = kata("tour", "positions")
    assert ran.status == 0
    assert notebook.read_text() == "mine"
    assert data.read_bytes() == FILE.read_bytes(), "what is missing comes back"
    assert "positions_tour.py is not as it comes with the pack; it is left as it is." in ran.out
    assert "positions_tour.json is not" not in ran.out


def test_a_second_time_nothing_is_written(kata, work):
    kata("tour", "positions")
    before = {path: path.stat().st_mtime_ns for path in work.rglob("*")}
    ran = kata("tour", "positions")
    assert ran.status == 0
    assert "was there already" in ran.out
    assert {path: path.stat().st_mtime_ns for path in work.rglob("*")} == before


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("vlm-1",), "there is no tour of vlm-1. There is one of positions."),
        (("nowhere",), "there is no track called 'nowhere'"),
    ],
)
def test_a_track_without_a_tour(kata, work, words, told):
    ran = kata("tour", *words)
    assert (ran.status, ran.out) == (2, "")
    assert told in ran.err
    assert list(work.iterdir()) == []


def test_what_stands_in_the_way_is_named_and_nothing_is_written(kata, work):
    (work / "positions_tour").write_text("a file")
    ran = kata("tour", "positions", "--into", ".")
    assert (ran.status, ran.out) == (2, "")
    assert "is in the way" in ran.err
    assert [path.name for path in work.iterdir()] == ["positions_tour"]


def test_a_folder_that_leads_out_of_the_workspace_is_refused(kata, work, tmp_path):
    (work / "positions_tour").symlink_to(tmp_path)
    ran = kata("tour", "positions", "--into", ".")
    assert ran.status == 2
    assert "link out of the workspace" in ran.err
    assert not (tmp_path / TOUR.name).exists()


def test_a_pack_of_ones_own_may_have_a_tour_or_none(kata, work, tmp_path):
    pack = tmp_path / "pack"
    add_exercise(pack, "twice", "2 * n")
    assert "This pack has no tour." in kata("tour", "--pack", pack).out
    assert "there is no tour of warm-up. This pack has none." in kata("tour", "warm-up", "--pack", pack).err
    (pack / "exercises/warm-up_tour.py").write_text("# a tour without data\n")
    assert kata("tour", "--pack", pack).out.startswith("warm-up ")
    assert kata("tour", "warm-up", "--pack", pack).status == 0
    assert [path.name for path in (work / "warm-up_tour").iterdir()] == ["warm-up_tour.py"]
    assert find_workspace(work).pack == pack


def test_a_student_pack_holds_the_tour(kata, work, tmp_path):
    shutil.copytree(TOUR.parent, tmp_path / "student/exercises", ignore=shutil.ignore_patterns("__pycache__"))
    assert "positions" in kata("tour", "--pack", tmp_path / "student").out


@pytest.mark.parametrize(
    ("absent", "told"),
    [
        (("marimo",), "It needs marimo: pip install 'kata-grader[notebook]'"),
        (("marimo", "matplotlib"), "It needs marimo and matplotlib: pip install 'kata-grader[notebook]'"),
        (("torch",), "pip install 'kata-grader[torch]'"),
    ],
    ids=["marimo", "marimo and matplotlib", "torch"],
)
def test_what_is_not_installed_is_named_with_the_command_that_adds_it(kata, monkeypatch, absent, told):
    from importlib import util

    found = util.find_spec
    monkeypatch.setattr(util, "find_spec", lambda name, *more: None if name in absent else found(name, *more))
    assert told in kata("tour", "positions").out
