"""A database that is damaged, from another version, or where nothing can be written: said in a sentence."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from grader.errors import KataError
from grader.store import Store, read_changes, read_gradebook
from grader.store.database import SCHEMA, STORE
from tests.command.support import hand_in, results, right
from tests.store.support import table

CLASS = {f"s{i}/twice.py": right(formula=f"n + {i}") for i in range(4)}


@pytest.fixture
def out(grade, tmp_path):
    hand_in(tmp_path / "class", CLASS)
    grade("--seed", 1)
    return tmp_path / "out"


def said(ran, status=2):
    assert ran.status == status, ran
    assert ran.out == ""
    assert len(ran.err.strip().splitlines()) == 1
    assert "Traceback" not in ran.err
    return ran.err


def cut(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 2 // 3])


def overwrite(path):
    path.write_bytes(b"these are my notes, not a database" * 100)


def empty(path):
    path.write_bytes(b"")


def spoil_pages(path):
    data = bytearray(path.read_bytes())
    for start in range(4096 + 100, len(data), 512):
        data[start : start + 64] = bytes(64)
    path.write_bytes(data)


def spoil_results(path):
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE graded SET result = substr(result, 1, 40)")


@pytest.mark.parametrize("damage", [cut, overwrite, empty, spoil_pages, spoil_results])
def test_a_damaged_database_is_said_by_every_command_and_left_as_it_is(grade, kata, out, damage):
    damage(out / STORE)
    left, files = (out / STORE).read_bytes(), table(out)
    assert "damaged" in said(grade())
    for ran in (kata("diff", "out"), kata("override", "out", "--list")):
        if damage not in (spoil_pages, spoil_results) or ran.status:  # what is spoilt some do not read
            error = said(ran)
            assert f"out/{STORE} is damaged" in error or f"{STORE} is empty" in error
    assert table(out) == files
    assert damage is spoil_results or (out / STORE).read_bytes() == left
    if damage is not empty:
        with pytest.raises(KataError, match="is damaged"):
            read_gradebook(out)


def test_an_empty_database_of_a_run_that_was_killed_at_its_start_is_used(grade, tmp_path):
    hand_in(tmp_path, {**{f"class/{path}": text for path, text in CLASS.items()}, f"out/{STORE}": ""})
    grade()
    assert len(results(tmp_path / "out")) == 4


def test_a_database_of_a_newer_version_is_left_alone(grade, kata, out):
    with closing(sqlite3.connect(out / STORE)) as database, database:
        database.execute("UPDATE meta SET value = ? WHERE name = 'schema'", (str(SCHEMA + 1),))
    left = (out / STORE).read_bytes()
    for ran in (grade(), kata("diff", "out")):
        assert f"was written by another version of kata (schema {SCHEMA + 1}" in said(ran)
    assert (out / STORE).read_bytes() == left


def test_another_database_of_that_name_is_left_alone(grade, tmp_path):
    hand_in(tmp_path / "class", CLASS)
    (tmp_path / "out").mkdir()
    with closing(sqlite3.connect(tmp_path / "out" / STORE)) as database, database:
        database.execute("CREATE TABLE stamps (country TEXT)")
    assert "is damaged (no such table: meta)" in said(grade())


def test_without_a_database_there_are_no_results(kata, tmp_path):
    (tmp_path / "out").mkdir()
    for arguments in (["diff", "out"], ["override", "out", "--list"], ["diff", "nowhere"]):
        assert "holds no results" in said(kata(*arguments))
    assert list((tmp_path / "out").iterdir()) == []


def test_a_database_that_another_program_holds_is_said(out, monkeypatch):
    monkeypatch.setattr("grader.store.database.BUSY_TIMEOUT_S", 0.05)
    with closing(sqlite3.connect(out / STORE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with Store(out) as store, pytest.raises(KataError, match="another kata is writing into it"):
            store.finish((), whole=True)
        assert len(read_gradebook(out).entries) == 4, "whoever reads need not wait"


READ = """
import os, sys
from pathlib import Path
from grader.store import read_changes, read_gradebook
os.setresuid(65534, 65534, 65534)
assert len(read_gradebook(Path(sys.argv[1])).entries) == 4
assert read_changes(Path(sys.argv[1])).first
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_who_may_only_read_the_folder_can(out, tmp_path):
    for path in (*tmp_path.parents, tmp_path, out):
        if path.is_relative_to(tmp_path.parent.parent.parent) and path.stat().st_uid == 0:
            path.chmod(0o755)
    (out / STORE).chmod(0o644)
    subprocess.run([sys.executable, "-c", READ, out], check=True)
    assert {path.name for path in out.iterdir()} == {STORE, *table(out)}


def test_a_moment_of_reading_is_one_moment(out):
    """What a run writes in the meantime is not half in a gradebook that is being read."""
    book = read_gradebook(out)
    details = book.details()
    first = next(details)
    with closing(sqlite3.connect(out / STORE)) as database, database:
        database.execute("DELETE FROM hand_ins")
    assert [first.result.student, *(each.result.student for each in details)] == ["s0", "s1", "s2", "s3"]
    assert len(read_gradebook(out).entries) == 0


def test_a_run_that_is_not_there_is_said(kata, out):
    assert "there is no run 7 in out; the last one is run 1." in said(kata("diff", "out", "--since", "7"))
    assert read_changes(out, 1).first
