"""`kata list` shows where one stands: passed, begun, given up, locked; and what a package adds."""

import json

import pytest

from grader.practice.events import event
from grader.practice.progress import Progress
from tests.command.support import add_exercise, in_this_process

TRACKS = """\
schema = 1

[[track]]
name = "warm-up"
title = "numbers"
about = "Numbers."
exercises = ["once", "twice", "thrice", "square"]
"""


@pytest.fixture
def pack(tmp_path):
    """Four exercises, of which thrice builds on twice, and square on thrice."""
    for name, before in (("once", ()), ("twice", ()), ("thrice", ("twice",)), ("square", ("thrice",))):
        add_exercise(tmp_path / "pack", name, "n")
        manifest = tmp_path / "pack" / "exercises" / name / "exercise.toml"
        listed = ", ".join(f'"{each}"' for each in before)
        manifest.write_text(
            manifest.read_text().replace("\n[limits]", f"prerequisites = [{listed}]\n\n[limits]")
        )
    (tmp_path / "pack" / "exercises" / "tracks.toml").write_text(TRACKS)
    return tmp_path / "pack"


@pytest.fixture
def kata(capfd, monkeypatch, tmp_path):
    monkeypatch.setenv("KATA_DATA_DIR", str(tmp_path / "data"))
    return in_this_process(capfd, monkeypatch, tmp_path)


def lines(out):
    """The line of each exercise, without its place, by name."""
    told = [line.split() for line in out.splitlines() if line.strip()[:1].isdigit()]
    return {next(w for w in words if w in ("once", "twice", "thrice", "square")): words[1:] for words in told}


def record(tmp_path, *events):
    Progress(tmp_path / "data").record(*events)


def test_nothing_begun_shows_no_bar_and_what_is_locked(kata, pack):
    out = kata("list", "--pack", pack).out
    assert "passed" not in out
    assert out.count("locked: after") == 2
    assert lines(out)["once"][0] == "once"


def test_each_state_has_its_mark(kata, pack, tmp_path):
    record(
        tmp_path,
        event("attempt", "once", status="passed", score=10.0, max_score=10.0),
        event("attempt", "twice", status="failed", score=3.0, max_score=10.0),
        event("gave_up", "thrice"),
    )
    out = kata("list", "--pack", pack).out
    assert "[#####...............] 1 of 4 passed" in out
    told = lines(out)
    assert told["once"][:2] == ["ok", "once"]
    assert told["twice"][:2] == ["..", "twice"]
    assert "best 3 of 10" in out
    assert told["thrice"][:2] == ["--", "thrice"]
    assert "given up" in out
    assert "locked" not in out  # thrice was given up, so square is open


def test_a_pass_unlocks_what_builds_on_it(kata, pack, tmp_path):
    def locked():
        told = json.loads(kata("list", "--pack", pack, "--json").out)
        return {each["name"]: each["locked_by"] for each in told}

    assert locked() == {"once": [], "twice": [], "thrice": ["twice"], "square": ["thrice"]}
    record(tmp_path, event("attempt", "twice", status="passed", score=10.0, max_score=10.0))
    assert locked() == {"once": [], "twice": [], "thrice": [], "square": ["thrice"]}


def test_the_document_says_where_one_stands(kata, pack, tmp_path):
    record(
        tmp_path,
        event("attempt", "once", status="failed", score=3.0, max_score=10.0),
        event("hint", "once", number=2),
    )
    told = {each["name"]: each for each in json.loads(kata("list", "--pack", pack, "--json").out)}
    once = told["once"]
    assert (once["state"], once["attempts"], once["hints"]) == ("started", 1, 2)
    assert (once["best_score"], once["max_score"], once["passed_at"]) == (3.0, 10.0, None)
    assert (told["twice"]["state"], told["twice"]["best_score"]) == ("not_started", None)


def test_a_list_reads_at_80_columns_without_colours(kata, pack, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    record(tmp_path, event("attempt", "once", status="passed", score=10.0, max_score=10.0))
    out = kata("list").out + kata("list", "--pack", pack).out
    assert all(len(line) <= 80 for line in out.splitlines())
    assert "\x1b" not in out


def test_an_exercise_without_its_package_names_the_one_command(kata, monkeypatch):
    from grader import needs

    monkeypatch.setattr(needs, "find_spec", lambda name: None if name == "torch" else object())
    out = kata("list").out
    assert out.count("needs torch") > 5
    assert out.count("pip install 'kata-grader[torch]' adds torch.\n") == 1
    ran = kata("check", "gather_patches")
    assert ran.status == 2  # there is no file yet, and no crash
