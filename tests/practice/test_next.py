"""`kata next` goes on to what is open, and says what is left and why where nothing is."""

import pytest

from grader.practice.events import Event
from grader.practice.progress import Progress
from tests.command.support import add_exercise, in_this_process, write

# In the order of the track; `third` builds on `second`, `fourth` needs what is never installed here.
NAMES = ("first", "second", "third", "fourth")


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pack")
    for name in NAMES:
        add_exercise(folder, name, "2 * n")
    also(folder, "third", 'prerequisites = ["second"]')
    also(folder, "fourth", 'needs = ["torch"]')
    add_exercise(folder, "apart", "n")
    toml = folder / "exercises" / "apart" / "exercise.toml"
    toml.write_text(toml.read_text().replace("warm-up", "other"))
    listed = '[[track]]\nname = "{}"\ntitle = "T"\nabout = "A"\nexercises = {}\n'
    tracks = listed.format("warm-up", list(NAMES)) + listed.format("other", ["apart"])
    write(folder / "exercises" / "tracks.toml", f"schema = 1\n{tracks}")
    return folder


def also(pack, name, line):
    toml = pack / "exercises" / name / "exercise.toml"
    toml.write_text(toml.read_text().replace("[limits]", f"{line}\n\n[limits]"))


@pytest.fixture
def progress(tmp_path, monkeypatch):
    monkeypatch.setenv("KATA_DATA_DIR", str(tmp_path / "data"))
    return Progress()


@pytest.fixture
def happened(progress):
    """Keep what happened, in this order."""
    count = iter(range(10, 60))

    def keep(kind, exercise, **more):
        number = next(count)
        progress.record(Event(f"{number:032}", f"2026-11-30T20:42:{number}Z", kind, exercise, **more))

    return keep


@pytest.fixture
def passed(happened):
    return lambda *names: [
        happened("attempt", name, status="passed", score=10.0, max_score=10.0) for name in names
    ]


@pytest.fixture
def work(tmp_path):
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


@pytest.fixture
def kata(capfd, monkeypatch, work, pack, progress):
    monkeypatch.setattr("grader.needs.find_spec", lambda name: None if name == "torch" else object())
    run = in_this_process(capfd, monkeypatch, work)
    return lambda *arguments: run(*arguments, "--pack", pack)


def test_who_has_done_nothing_begins_with_the_first(kata, work):
    ran = kata("next")
    assert ran.status == 0
    assert "\nfirst  easy  The first of a number\n  write in   first/first.py\n" in ran.out
    assert (work / "first" / "first.py").is_file()


def test_after_a_pass_the_next_of_the_track_is_laid_out_and_begun(kata, work, passed, progress):
    passed("first")
    ran = kata("next", "--format", "ipynb")
    assert "stays open" not in ran.out
    assert (work / "second" / "second.ipynb").is_file()
    assert progress.standings().current == "second"


@pytest.mark.parametrize(("layout", "file"), [("ipynb", "second.ipynb"), ("marimo", "second.py")])
def test_who_works_in_notebooks_goes_on_in_one(kata, work, passed, layout, file):
    kata("start", "first", "--format", layout)
    passed("first")
    kata("next")
    text = (work / "second" / file).read_text()
    assert ("marimo.App(" in text) == (layout == "marimo")


def test_an_exercise_that_is_left_before_it_is_done_stays_open(kata, happened):
    happened("attempt", "first", status="failed", score=4.0, max_score=10.0)
    assert kata("next").out.startswith("first stays open (best so far 4 of 10 points).\n")


def test_one_that_was_never_checked_stays_open_too(kata, happened):
    happened("started", "first")
    assert kata("next").out.startswith("first stays open (not checked yet).\n")


def test_what_is_locked_is_passed_over_until_what_it_builds_on_is_done(kata, work, passed, happened):
    passed("first")
    happened("started", "second")
    kata("next", "--track", "warm-up")
    assert not (work / "third").exists()
    happened("gave_up", "second")
    kata("next", "--track", "warm-up")
    assert (work / "third" / "third.py").is_file()


def test_what_was_begun_already_is_found_and_kept(kata, work, passed):
    passed("first")
    write(work / "kata.toml", "schema = 1\n")
    write(work / "second.py", "x = 1\n")
    ran = kata("next")
    assert "second is already begun in second.py; nothing was changed." in ran.out
    assert (work / "second.py").read_text() == "x = 1\n"


def test_where_nothing_is_open_it_is_said_what_is_left_and_why(kata, work, passed, happened):
    passed("first")
    happened("started", "second")
    ran = kata("next", "--track", "warm-up")
    assert ran.status == 0
    assert ran.out == (
        "There is no other exercise of track warm-up to begin now. What is left:\n"
        "  second: begun, not done yet: kata check second\n"
        "  third: builds on second\n"
        "  fourth: needs torch: pip install 'kata-grader[torch]'\n"
    )
    assert list(work.iterdir()) == []


def test_a_track_that_is_done_leads_to_another_unless_one_is_named(kata, work, passed):
    passed(*NAMES)
    assert kata("next", "--track", "warm-up").out == "All 4 exercises of track warm-up are done. Well done.\n"
    kata("next")
    assert (work / "apart" / "apart.py").is_file()


def test_when_all_is_done_that_is_said(kata, passed):
    passed(*NAMES, "apart")
    ran = kata("next")
    assert (ran.status, ran.out) == (0, "All 5 exercises are done. Well done.\n")


def test_a_track_that_is_not_there_is_told_with_those_that_are(kata, work):
    ran = kata("next", "--track", "warmup")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "kata: there is no track called 'warmup'. Tracks: warm-up, other.\n"
    assert list(work.iterdir()) == []
