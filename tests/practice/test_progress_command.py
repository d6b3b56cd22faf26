"""`kata progress`: what was done is shown, carried to another machine, and told of where it was damaged."""

import io
import json
import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import datetime

import pytest

from grader.practice import transfer
from grader.practice.events import event
from grader.practice.progress import Progress
from tests.command.support import KATA, add_exercise, in_this_process

FIELDS = [
    "name",
    "state",
    "attempts",
    "hints",
    "approach_opened",
    "started_at",
    "passed_at",
    "solved_at",
    "gave_up_at",
    "best_score",
    "max_score",
    "locked_by",
]


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    """Two exercises; `thrice` is locked until `twice` is done."""
    folder = tmp_path_factory.mktemp("pack")
    for name, formula in (("twice", "2 * n"), ("thrice", "3 * n")):
        add_exercise(folder, name, formula)
    manifest = folder / "exercises" / "thrice" / "exercise.toml"
    manifest.write_text(
        manifest.read_text()
        .replace('"easy"', '"medium"')
        .replace("[limits]", 'prerequisites = ["twice"]\n[limits]')
    )
    return folder


@pytest.fixture
def data(tmp_path, monkeypatch):
    """The folder of progress, and a zone of time that is not UTC."""
    monkeypatch.setenv("KATA_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("TZ", "UTC-5")
    time.tzset()
    yield tmp_path / "data"
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def run(data, pack, capfd, monkeypatch, tmp_path):
    """`kata progress` in a folder of its own."""
    folder = tmp_path / "here"
    folder.mkdir()
    command = in_this_process(capfd, monkeypatch, folder)
    return lambda *arguments: command("progress", "--pack", pack, *arguments)


def passed(exercise="twice", score=10.0):
    return event("attempt", exercise, status="passed", score=score, max_score=10.0)


def failed(exercise="twice", score=3.0):
    return event("attempt", exercise, status="failed", score=score, max_score=10.0)


def words(text):
    return [line.split() for line in text.splitlines()]


# ---------------------------------------------------------------- shown


def test_a_newcomer_is_told_how_to_begin(run):
    ran = run()
    assert ran.status == 0
    assert ran.out == (
        "Nothing is begun yet: `kata start twice` lays out the first exercise, and `kata list` shows all "
        "there are.\n"
    )


def test_what_was_begun_is_shown_and_what_comes_next(run, data):
    first = passed()
    Progress(data).record(
        event("started", "twice"),
        failed(),
        event("hint", "twice", number=1),
        event("gave_up", "elsewhere"),
        first,
    )
    ran = run()
    assert ran.status == 0
    local = f"{first.at[:10]} {(int(first.at[11:13]) + 5) % 24:02}{first.at[13:16]}"
    lines = words(ran.out)
    assert lines[1][:8] == ["twice", "ok", "passed", "2", "1", "10", "of", "10"]
    assert lines[1][9] == local.split()[1]
    assert lines[2] == ["elsewhere", "--", "given", "up", "0", "0", "-", "-"]
    assert "Track warm-up: 1 of 2 passed" in ran.out
    assert "The next exercise is thrice: `kata next` lays it out." in ran.out


LONG = "learned_position_embedding"


@pytest.mark.parametrize("columns", [120, 80, 60, 30])
def test_no_name_is_broken_however_narrow_the_terminal(run, data, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    first = passed(LONG)
    Progress(data).record(failed("twice", 7.5), first, event("hint", LONG, number=2), event("gave_up", "b"))
    out = run().out
    assert max(map(len, out.splitlines())) <= columns
    assert LONG in out.split()
    told = " ".join(out.split())
    for each in (".. begun", "ok passed", "-- given up", "7.5 of 10", "10 of 10", _day(first)):
        assert each in told
    assert (f"{_day(first)} " in told and f":{first.at[14:16]}" in told) is (columns == 120)


def _day(one):
    return f"{datetime.fromisoformat(one.at).astimezone():%Y-%m-%d}"


def test_the_approach_is_not_counted_among_the_hints(run, data, pack, capfd, monkeypatch, tmp_path):
    Progress(data).record(
        *(event("hint", "twice", number=number) for number in range(1, 5)), event("hint", "thrice", number=1)
    )
    assert words(run().out)[1][:5] == ["twice", "..", "begun", "0", "3"]
    told = json.loads(run("--json").out)["exercises"]
    assert [(each["hints"], each["approach_opened"]) for each in told] == [(3, True), (1, False)]
    listed = json.loads(in_this_process(capfd, monkeypatch, tmp_path)("list", "--json", "--pack", pack).out)
    assert [each["hints"] for each in listed] == [3, 1]


def test_names_from_another_machine_cannot_steer_the_terminal(run, data):
    Progress(data).record(failed("[red]x\x1b[2J"))
    ran = run()
    assert "[red]x\\x1b[2J" in ran.out
    assert "\x1b" not in ran.out


def test_the_document_has_all_exercises_and_those_of_other_packs(run, data):
    Progress(data).record(event("started", "twice"), failed(), failed(score=4.0), failed("elsewhere"))
    ran = run("--json")
    document = json.loads(ran.out)
    assert list(document) == ["schema", "exercises", "current", "next", "tracks", "data"]
    assert document["schema"] == 1
    assert [each["name"] for each in document["exercises"]] == ["twice", "thrice", "elsewhere"]
    assert all(list(each) == FIELDS for each in document["exercises"])
    twice, thrice, elsewhere = document["exercises"]
    assert (twice["state"], twice["attempts"], twice["best_score"], twice["passed_at"]) == (
        "started",
        2,
        4,
        None,
    )
    assert (thrice["state"], thrice["locked_by"]) == ("not_started", ["twice"])
    assert (elsewhere["state"], elsewhere["locked_by"]) == ("started", [])
    assert document["current"] == "elsewhere"
    assert document["next"] == "twice"
    assert document["tracks"] == [{"name": "warm-up", "passed": 0, "total": 2}]
    assert document["data"] == str(data / "progress.sqlite")


# ---------------------------------------------------------------- carried


def test_an_export_brings_everything_to_another_machine_once(run, data, monkeypatch, tmp_path):
    here = [event("started", "twice"), failed(), passed()]
    Progress(data).record(*here)
    ran = run("--export", "mine.json")
    assert (ran.status, ran.out) == (0, "wrote mine.json: 3 entries\n")
    monkeypatch.setenv("KATA_DATA_DIR", str(tmp_path / "other"))
    there = [failed("thrice"), passed("thrice")]
    Progress(tmp_path / "other").record(*there)
    assert run("--import", "mine.json").out == "took in mine.json: 3 entries new, 0 known already\n"
    assert run("--import", "mine.json").out == "took in mine.json: 0 entries new, 3 known already\n"
    assert Progress(tmp_path / "other").events() == sorted([*here, *there], key=lambda one: (one.at, one.id))


def test_two_machines_that_join_each_other_stand_alike(run, data, monkeypatch, tmp_path):
    folders = {"a": tmp_path / "a", "b": tmp_path / "b"}
    Progress(folders["a"]).record(event("started", "twice"), failed(), event("hint", "twice", number=2))
    Progress(folders["b"]).record(event("started", "twice"), passed(), failed("thrice"))
    for name, folder in folders.items():
        monkeypatch.setenv("KATA_DATA_DIR", str(folder))
        run("--export", f"{name}.json")
    for name, other in (("a", "b"), ("b", "a")):
        monkeypatch.setenv("KATA_DATA_DIR", str(folders[name]))
        assert run("--import", f"{other}.json").status == 0
    joined = [Progress(folder).standings() for folder in folders.values()]
    assert joined[0] == joined[1]
    assert (joined[0].of("twice").attempts, joined[0].of("twice").hints) == (2, 2)


def test_an_export_may_go_through_a_pipe(run, data, monkeypatch, tmp_path):
    Progress(data).record(failed(), passed())
    written = run("--export", "-").out
    document = json.loads(written)
    assert list(document) == ["schema", "exported_at", "events"]
    assert len(document["events"]) == 2
    monkeypatch.setenv("KATA_DATA_DIR", str(tmp_path / "other"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(written.encode())))
    assert run("--import", "-").out == "took in what came on standard input: 2 entries new, 0 known already\n"


def test_an_export_overwrites_nothing(run, data, tmp_path):
    Progress(data).record(failed())
    (tmp_path / "here" / "mine.json").write_text("thesis")
    ran = run("--export", "mine.json")
    assert ran.status == 2
    assert "mine.json is there already and stays as it is. Give another name, say mine-2" in ran.err
    assert (tmp_path / "here" / "mine.json").read_text() == "thesis"
    assert [each.name for each in (tmp_path / "here").iterdir()] == ["mine.json"]


@pytest.mark.parametrize(
    ("name", "said"), [(".", "is a folder"), ("nowhere/mine.json", "there is no folder nowhere")]
)
def test_an_export_that_cannot_be_written_says_so(run, data, name, said):
    ran = run("--export", name)
    assert ran.status == 2
    assert said in ran.err


GOOD = {"id": "a1", "at": "2026-11-30T20:42:32Z", "kind": "started", "exercise": "twice"}


def export_of(*events, **more):
    return json.dumps({"schema": 1, "exported_at": "2026-11-30T20:42:32Z", "events": [*events]} | more)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "no whole export"),
        ("\xff\xfe", "no whole export"),
        ('{"name": "twice"}', "no whole export"),
        (export_of(GOOD)[:-20], "no whole export"),
        ('{"x":' + "[" * 100_000, "no whole export"),
        (export_of(GOOD, GOOD | {"at": "yesterday"}), "$.events[1].at"),
        (export_of(GOOD | {"at": "2026-02-30T20:42:32Z"}), "$.events[0]"),
        (export_of(GOOD | {"exercise": "x" * 300}), "$.events[0].exercise"),
        (export_of(GOOD | {"kind": "cheated"}), "$.events[0].kind"),
        (export_of(GOOD, more=1), "unknown field `more`"),
        (export_of(GOOD, schema=2), "newer kata (schema 2, this one reads 1)"),
    ],
    ids=[
        "empty",
        "no_text",
        "foreign",
        "cut_off",
        "deep",
        "no_time",
        "no_day",
        "long_name",
        "unknown_kind",
        "unknown_field",
        "newer",
    ],
)
def test_what_is_no_export_is_refused_and_changes_nothing(run, data, tmp_path, content, said):
    known = [failed()]
    Progress(data).record(*known)
    (tmp_path / "here" / "other.json").write_bytes(content.encode("latin-1"))
    ran = run("--import", "other.json")
    assert ran.status == 2
    assert ran.err.startswith("kata: other.json ")
    assert said in ran.err
    assert "Nothing was changed." in ran.err
    assert Progress(data).events() == known


def test_an_import_without_end_is_refused(run, monkeypatch, tmp_path):
    monkeypatch.setattr(transfer, "MAX_BYTES", 2**20)
    (tmp_path / "here" / "large.json").write_bytes(b" " * (2**20 + 1))
    ran = run("--import", "large.json")
    assert ran.status == 2
    assert "larger than 1 MiB" in ran.err


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_an_import_that_cannot_be_read_says_so(run, name):
    ran = run("--import", name)
    assert ran.status == 2
    assert f"{name} cannot be read" in ran.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_an_import_of_a_pipe_is_not_waited_for(data, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    ran = subprocess.run(
        [KATA, "progress", "--import", tmp_path / "pipe"], capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == 2
    assert "is no file" in ran.stderr
    assert "kata progress --import -" in ran.stderr


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_an_export_that_a_shell_of_windows_wrote_is_taken_in(run, tmp_path, encoding):
    (tmp_path / "here" / "mine.json").write_text(export_of(GOOD), encoding=encoding)
    assert run("--import", "mine.json").out == "took in mine.json: 1 entry new, 0 known already\n"


def test_a_lifetime_of_practice_can_be_taken_in_where_it_was_exported(run, data):
    digest = "sha256:" + "a" * 64
    one = event("attempt", "x" * 40, status="failed", score=3.25, max_score=10.0, digest=digest)
    Progress(data).record(one)
    small = len(run("--export", "-").out)
    assert small * 500_000 < transfer.MAX_BYTES


@pytest.mark.parametrize(
    "name",
    [
        "progress.ready.sqlite",
        "progress.new.sqlite",
        "progress.sqlite",
        "Progress.SQLite-wal",
        "progress.lock",
        "progress.damaged-2026.sqlite",
    ],
)
def test_an_export_takes_no_name_that_the_database_uses(run, data, name):
    data.mkdir()
    ran = run("--export", data / name)
    assert ran.status == 2
    assert "kata itself uses" in ran.err
    assert list(data.iterdir()) == []
    Progress(data).record(failed())
    assert run("--export", data / "progress.json").status == 0
    assert run("--export", name).status == 0


def test_an_import_that_cannot_be_kept_is_the_harness_s_fault(run, data, tmp_path):
    data.write_text("a file where the folder should be")
    (tmp_path / "here" / "mine.json").write_text(export_of(GOOD))
    ran = run("--import", "mine.json")
    assert ran.status == 3
    assert "progress cannot be kept in" in ran.err


def test_one_thing_at_a_time(run):
    assert run("--json", "--export", "-").status == 2
    assert run("--import", "a.json", "--export", "b.json").status == 2


# ---------------------------------------------------------------- damaged


def test_damage_is_told_once_on_standard_error_and_the_document_is_whole(run, data):
    Progress(data).record(*(failed() for _ in range(20)))
    content = (data / "progress.sqlite").read_bytes()
    (data / "progress.sqlite").write_bytes(b"garbage" + content[7:])
    ran = run("--json")
    assert ran.status == 0
    assert json.loads(ran.out)["exercises"][0]["attempts"] == 20
    (aside,) = data.glob("progress.damaged-*.sqlite")
    assert ran.err == (
        f"kata: {data / 'progress.sqlite'} was damaged (it is no database). It is kept as {aside.name} "
        "beside it. A new file holds all that could be read of it: 20 entries.\n"
    )
    assert run("--json").err == ""


def test_the_file_of_a_newer_kata_is_named(run, data):
    Progress(data).record(failed())
    with closing(sqlite3.connect(data / "progress.sqlite")) as connection:
        connection.execute("UPDATE meta SET value = '2' WHERE name = 'schema'")
        connection.commit()
    ran = run()
    assert ran.status == 2
    assert f"{data / 'progress.sqlite'} was written by a newer kata" in ran.err
    assert "KATA_DATA_DIR" in ran.err
