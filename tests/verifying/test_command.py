"""`kata verify` as its authors use it: what it prints, what it writes, how it ends."""

import json

import pytest

from grader.cli import main

S = "solutions/thirds/"
TRACKS = """\
schema = 1

[[track]]
name = "demo"
title = "a track to try things on"
about = "Numbers, cut into parts."
exercises = ["thirds"]
"""
FEW = ("--seeds", "2", "--draws", "2", "--jobs", "2")


@pytest.fixture
def verify(capfd, monkeypatch, spoilt_pack):
    """Run the command on a copy of the pack; gives its status, standard output and standard error."""
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments, changes=(), files=None, frozen=True):
        files = {"exercises/tracks.toml": TRACKS, **(files or {})}
        folder = spoilt_pack(*changes, files=files, frozen=frozen)
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main(["verify", "--pack", str(folder), *map(str, (*FEW, *arguments))])
        return ended.value.code, *capfd.readouterr()

    return run


def test_an_exercise_that_is_proven_ends_with_0_and_says_what_was_killed(verify):
    status, out, err = verify("thirds")
    assert (status, err) == (0, "")
    assert out.startswith("thirds: ok\n")
    assert "2 draws; killed 3 of 3 mistakes, 16 of 16 mutants, 20 of 20 junk, 26 of 26 liars" in out
    assert "an empty list is refused (hidden)" in out


def test_a_fault_ends_with_1_and_is_told(verify):
    status, out, _ = verify("thirds", changes=[(f"{S}checks.py", "points=3", "points=2")])
    assert status == 1
    assert "thirds: 1 fault to mend" in out
    assert "    the points of all checks sum to 8, not 10" in out


def test_a_mutant_that_lives_is_named(verify):
    changes = [(f"{S}checks.py", "offset=float(rng.integers(2, 9))", "offset=0.0")]
    status, out, _ = verify("thirds", changes=changes)
    assert status == 1
    assert "    lives: thirds, line 9: offset + number / 3 -> number / 3" in out.splitlines()


def test_the_table_says_what_kills_each(verify):
    _, out, _ = verify("thirds", "--table")
    rows = [line.split() for line in out.splitlines()]
    assert ["mistake", "not_refused", "3"] in rows
    assert ["mistake", "halved", "1", "2", "3"] in rows
    assert ["junk", "zeros", "1", "2", "3"] in rows


def test_json_is_the_whole_kill_table(verify):
    status, out, _ = verify("thirds", "--json")
    document = json.loads(out)
    assert status == 0
    assert (document["schema"], document["faults"]) == (1, [])
    (thirds,) = document["exercises"]
    assert (thirds["exercise"], thirds["ok"], thirds["faults"], thirds["seeds"]) == (
        "thirds",
        True,
        [],
        [0, 1],
    )
    assert [check["visibility"] for check in thirds["checks"]] == ["visible", "hidden", "hidden"]
    kills = {(one["kind"], one["name"]): one for one in thirds["kills"]}
    assert kills["mistake", "not_moved"]["killed_by"] == ["moved by an offset"]
    assert all(one["killed"] and one["status"] != "passed" for one in kills.values())
    for check in thirds["checks"]:
        assert check["kills"] == sum(check["name"] in one["killed_by"] for one in kills.values()) > 0


def test_the_table_is_written_as_data_beside_what_is_printed(verify, tmp_path):
    _, out, _ = verify("thirds", "--output", tmp_path / "kills.json")
    assert out.startswith("thirds: ok")
    assert json.loads((tmp_path / "kills.json").read_text())["exercises"][0]["exercise"] == "thirds"


def test_a_folder_for_the_table_that_is_not_there_is_told_before_the_work(verify, tmp_path):
    status, out, err = verify("thirds", "--output", tmp_path / "nowhere" / "kills.json")
    assert (status, out) == (2, "")
    assert f"cannot be written: there is no folder {tmp_path / 'nowhere'}." in err


def test_all_exercises_of_a_pack_and_its_tracks(verify):
    status, out, _ = verify()
    assert (status, "thirds: ok" in out) == (0, True)
    status, out, _ = verify(files={"exercises/tracks.toml": TRACKS.replace('["thirds"]', "[]")})
    assert status == 0  # an exercise that names the track comes behind those that are listed
    status, out, _ = verify(files={"exercises/tracks.toml": None})
    assert status == 1
    assert "track demo: tracks.toml has no page about it" in out


def test_freezing_makes_stale_examples_good(verify):
    status, out, _ = verify("thirds", frozen=False)
    assert status == 1
    assert "examples.json is missing or stale: `kata verify --freeze thirds` writes it" in out
    status, out, _ = verify("thirds", "--freeze", frozen=False)
    assert status == 0
    assert out.startswith("wrote ")


def test_an_exercise_that_does_not_exist_and_a_pack_without_solutions(verify, tmp_path):
    status, _, err = verify("third")
    assert (status, "did you mean thirds?" in err) == (2, True)
    gone = {f"{S}{name}": None for name in ("solution.py", "checks.py")}
    status, _, err = verify("thirds", files=gone)
    assert status == 3
    assert "is missing" in err
