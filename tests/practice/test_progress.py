"""What was done is kept: whatever happens to the file, all that can be read of it is there afterwards."""

import itertools
import resource
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import msgspec
import platformdirs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.errors import HarnessError, UsageError
from grader.practice import database
from grader.practice.events import event
from grader.practice.progress import Progress

PAGE = 4096
MANY = 300


class Kept:
    """A folder of progress with events in it, and what was told about it."""

    def __init__(self, folder):
        self.folder = folder
        self.path = folder / "progress.sqlite"
        self.told = []
        self.events = [attempt(f"exercise_{number % 7}", number % 10) for number in range(MANY)]
        Progress(folder).record(*self.events)

    def progress(self):
        return Progress(self.folder, self.told.append)

    def aside(self):
        return sorted(self.folder.glob("progress.damaged-*.sqlite"))


def attempt(exercise="twice", score=3, status="failed"):
    return event("attempt", exercise, status=status, score=float(score), max_score=10.0)


def ids(events):
    return {each.id for each in events}


@pytest.fixture
def kept(tmp_path):
    return Kept(tmp_path / "data")


@pytest.fixture
def at_one_moment(monkeypatch):
    """The clock stands still, so that what is put aside gets the same name each time."""
    moment = time.gmtime(1_795_000_000)
    monkeypatch.setattr(time, "gmtime", lambda *_: moment)


# ---------------------------------------------------------------- in good health


def test_events_are_there_for_the_next_program_in_the_order_of_their_times(kept):
    assert kept.progress().events() == kept.events


def test_an_event_that_is_known_is_not_kept_twice(kept):
    new = attempt()
    assert kept.progress().record(*kept.events, new) == 1
    assert kept.progress().events() == [*kept.events, new]


def test_standings_go_on_with_what_another_program_recorded(kept):
    progress = kept.progress()
    assert progress.standings().of("twice").attempts == 0
    kept.progress().record(attempt("twice"))
    kept.progress().record(attempt("twice", 10, "passed"))
    assert progress.standings().of("twice").attempts == 2
    assert progress.standings().of("twice").state == "passed"
    assert progress.standings() == kept.progress().standings()


def test_a_clock_that_was_wrong_does_not_say_what_is_at_hand_for_good(kept):
    later = time.gmtime().tm_year + 10
    progress = kept.progress()
    progress.record(msgspec.structs.replace(attempt("ahead"), id="a", at=f"{later}-01-01T00:00:00Z"))
    assert progress.standings().current == kept.events[-1].exercise
    progress.record(attempt("now"))
    assert progress.standings().current == kept.progress().standings().current == "now"


def test_a_clock_that_is_put_back_while_counting_goes_on_counts_anew(kept, monkeypatch):
    progress, right = kept.progress(), time.time
    with monkeypatch.context() as patched:
        patched.setattr(time, "time", lambda: right() + 10**8)
        patched.setattr(time, "time_ns", lambda: int((right() + 10**8) * 10**9))
        progress.record(attempt("ahead"))
        assert progress.standings().current == "ahead"
    assert progress.standings().current == kept.events[-1].exercise
    assert progress.standings().of("ahead").attempts == 1


def test_reading_makes_nothing(tmp_path):
    progress = Progress(tmp_path / "data")
    assert progress.events() == []
    assert progress.standings().current is None
    assert progress.last_workspace() is None
    assert not (tmp_path / "data").exists()


def test_it_is_for_its_owner_alone(kept):
    assert kept.folder.stat().st_mode & 0o777 == 0o700
    assert kept.path.stat().st_mode & 0o777 == 0o600


def test_it_says_its_schema_and_has_a_log_ahead_of_writing(kept):
    with closing(sqlite3.connect(kept.path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("SELECT value FROM meta WHERE name = 'schema'").fetchone() == ("1",)


def test_the_workspace_used_last_is_remembered(kept, tmp_path):
    first, second, strange = tmp_path / "a", tmp_path / "b", Path(f"{tmp_path}/\udcff")
    for folder in (first, second, strange):
        folder.mkdir()
        kept.progress().remember(folder)
    assert kept.progress().last_workspace() == strange
    strange.rmdir()
    assert kept.progress().last_workspace() == second
    kept.progress().remember(first)
    assert kept.progress().last_workspace() == first


# ---------------------------------------------------------------- a newer kata


def test_the_file_of_a_newer_kata_is_left_as_it_is_and_named(kept):
    with closing(sqlite3.connect(kept.path)) as connection:
        connection.execute("UPDATE meta SET value = '2' WHERE name = 'schema'")
        connection.commit()
    before = kept.path.read_bytes()
    for use in (kept.progress().events, kept.progress().standings, lambda: kept.progress().record(attempt())):
        with pytest.raises(UsageError, match=r"newer kata .*schema 2") as fault:
            use()
        assert str(kept.path) in fault.value.told
    assert kept.path.read_bytes() == before
    assert not kept.aside()


# ---------------------------------------------------------------- damage


def overwrite(path, at, content):
    with path.open("r+b") as file:
        file.seek(at)
        file.write(content)


def change(path, *statements):
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def no_database(path):
    overwrite(path, 0, b"\x00garbage\xff" * 20)


def page_of_garbage(path):
    """The first page of entries in the middle of the file."""
    content = path.read_bytes()
    place = next(
        at
        for at in range(len(content) // 2 // PAGE * PAGE, len(content), PAGE)
        if content[at : at + 1] == b"\r"
    )
    overwrite(path, place, b"\xa5" * PAGE)


def all_pages_but_one(path):
    content = path.read_bytes()
    path.write_bytes(b"\x00" * (len(content) // 2) + content[len(content) // 2 :])


def cut_off(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2 + 100])


def one_entry(path):
    change(path, 'UPDATE events SET told = \'{"id":"x"\' WHERE number = 7')


def entry_of_another_type(path):
    change(path, "UPDATE events SET told = 12 WHERE number = 7")


def entry_of_no_letters(path):
    change(path, "UPDATE events SET told = CAST(x'ff00fe' AS TEXT) WHERE number = 7")


def no_schema(path):
    change(path, "DELETE FROM meta WHERE name = 'schema'")


def schema_of_no_number(path):
    change(path, "UPDATE meta SET value = 'one'")


def lost_table(path):
    change(path, "DROP TABLE meta")


# And how many entries each may cost.
DAMAGES = {
    no_database: 0,
    page_of_garbage: 30,
    all_pages_but_one: MANY // 2 + 30,
    cut_off: MANY * 2 // 3 + 30,
    one_entry: 1,
    entry_of_another_type: 1,
    entry_of_no_letters: 1,
    no_schema: 0,
    schema_of_no_number: 0,
    lost_table: 0,
}


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_a_damaged_file_is_put_aside_and_what_can_be_read_is_taken_over(kept, damage):
    damage(kept.path)
    found = kept.path.read_bytes()
    saved = kept.progress().events()
    assert ids(saved) <= ids(kept.events)
    assert len(saved) >= MANY - DAMAGES[damage]
    (aside,) = kept.aside()
    assert aside.read_bytes() == found
    (sentence,) = kept.told
    assert str(kept.path) in sentence
    assert aside.name in sentence
    assert f"{len(saved)} entries" in sentence
    assert kept.progress().record(attempt()) == 1
    assert len(kept.progress().events()) == len(saved) + 1
    assert len(kept.told) == 1


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_what_is_recorded_into_a_damaged_file_is_there_afterwards(kept, damage):
    damage(kept.path)
    new = [attempt() for _ in range(5)]
    for one in new:
        assert kept.progress().record(one) == 1
    assert ids(new) <= ids(kept.progress().events())
    assert len(kept.aside()) == len(kept.told) == 1


def test_reading_finds_the_damage_too_and_tells_it_once(kept):
    no_database(kept.path)
    assert kept.progress().standings() == kept.progress().standings()
    assert kept.progress().events() == kept.events
    assert len(kept.told) == 1


def test_a_program_that_counted_before_counts_anew_after_damage(kept):
    progress = kept.progress()
    before = progress.standings()
    no_database(kept.path)
    kept.progress().record(attempt("twice"))
    assert progress.standings().of("twice").attempts == 1
    assert progress.standings().of("exercise_3") == before.of("exercise_3")


NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="/\0"), min_size=1, max_size=255)
POINTS = st.none() | st.floats(0, 1e9)


@settings(max_examples=50)
@given(
    st.lists(
        st.builds(
            event,
            st.sampled_from(["started", "attempt", "hint", "gave_up"]),
            NAMES,
            status=st.none() | st.from_regex(r"[a-z_]{1,40}", fullmatch=True),
            score=POINTS,
            max_score=POINTS,
            complete=st.booleans(),
            digest=st.none() | st.from_regex(r"sha256:[0-9a-f]{64}", fullmatch=True),
            number=st.none() | st.integers(1, 99),
        ),
        max_size=4,
    ),
    st.binary(max_size=60) | st.sampled_from([b'{"id":"a', b'{"id":"a","at":', b'"', b"{", b"\\"]),
)
def test_every_event_is_found_between_whatever_bytes(tmp_path_factory, events, garbage):
    file = tmp_path_factory.mktemp("damaged") / "progress.sqlite"
    file.write_bytes(garbage + b"".join(msgspec.json.encode(each) + garbage for each in events))
    assert list(database.salvage(file).values()) == events


def test_a_damaged_lock_is_no_hindrance(kept):
    (kept.folder / "progress.lock").write_bytes(b"garbage" * 1000)
    assert kept.progress().record(attempt()) == 1
    assert kept.progress().standings() == kept.progress().standings()
    assert not kept.told


def test_an_empty_file_was_a_database_once_and_is_told(kept):
    kept.path.write_bytes(b"")
    assert kept.progress().events() == []
    (sentence,) = kept.told
    assert "Nothing of it could be read" in sentence
    assert len(kept.aside()) == 1


def test_entries_that_are_in_the_log_alone_are_taken_over(kept):
    new = attempt()
    with closing(sqlite3.connect(kept.path)) as connection:  # as long as it is open, the log stays
        connection.execute("SELECT count(*) FROM events").fetchone()
        kept.progress().record(new)
        log = kept.path.with_name("progress.sqlite-wal").read_bytes()
    assert new.id.encode() in log
    for damage in (Path.unlink, lambda path: path.write_bytes(b"")):
        damage(kept.path)
        kept.path.with_name("progress.sqlite-wal").write_bytes(log)
        assert new.id in ids(kept.progress().events())
    assert kept.aside()[0].with_name(f"{kept.aside()[0].name}-wal").read_bytes() == log


def test_a_damaged_log_beside_a_good_file_costs_no_entry_that_can_be_read(kept):
    new = [attempt() for _ in range(5)]
    log = kept.path.with_name("progress.sqlite-wal")
    with closing(sqlite3.connect(kept.path)) as connection:  # as long as it is open, the log stays
        connection.execute("SELECT count(*) FROM events").fetchone()
        before = kept.path.read_bytes()
        kept.progress().record(*new)
        left = log.read_bytes()
    kept.path.write_bytes(before)
    log.write_bytes(b"garbage" + left[7:])
    assert kept.progress().events() == [*kept.events, *new]
    assert not kept.told


def test_what_was_put_aside_before_is_never_overwritten(kept, at_one_moment):
    for content in (b"first", b"second", b"third"):
        kept.path.write_bytes(content)
        kept.progress().events()
    assert {aside.read_bytes() for aside in kept.aside()} == {b"first", b"second", b"third"}


@pytest.mark.parametrize("step", range(4))
def test_a_kill_while_a_file_is_put_aside_loses_nothing(kept, monkeypatch, step):
    no_database(kept.path)
    log = kept.path.with_name("progress.sqlite-wal")
    log.write_bytes(b"what is left of a log")
    found, steps = kept.path.read_bytes(), itertools.count()

    def killed(change):
        def maybe(path, target):
            if next(steps) == step:
                raise KeyboardInterrupt
            return change(path, target)

        return maybe

    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", killed(Path.rename))
        patched.setattr(Path, "replace", killed(Path.replace))
        with pytest.raises(KeyboardInterrupt):
            kept.progress().events()
    assert kept.progress().events() == kept.events
    assert found in {aside.read_bytes() for aside in kept.aside()}
    assert len(list(kept.folder.glob("progress.damaged-*-wal"))) == 1
    assert len(kept.told) <= 1


def test_two_that_find_the_damage_at_once_put_it_aside_once(kept):
    no_database(kept.path)
    new = [attempt() for _ in range(6)]
    together = threading.Barrier(len(new))

    def record(one):
        together.wait()
        kept.progress().record(one)

    threads = [threading.Thread(target=record, args=(one,)) for one in new]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ids(kept.progress().events()) == ids([*kept.events, *new])
    assert len(kept.aside()) == len(kept.told) == 1


# ---------------------------------------------------------------- where nothing can be written


def test_a_file_where_the_folder_should_be(tmp_path):
    (tmp_path / "data").write_text("mine")
    progress = Progress(tmp_path / "data" / "kata")
    for keep in (lambda: progress.record(attempt()), lambda: progress.remember(tmp_path)):
        with pytest.raises(HarnessError, match=r"cannot be kept in .*KATA_DATA_DIR"):
            keep()
    assert progress.events() == []


def test_a_folder_where_the_file_should_be_is_told_once(tmp_path):
    (tmp_path / "progress.sqlite").mkdir()
    told = []
    progress = Progress(tmp_path, told.append)
    assert progress.events() == progress.events() == []
    (sentence,) = told
    assert "cannot be read from" in sentence
    with pytest.raises(HarnessError, match="Is a directory"):
        progress.record(attempt())


def test_a_user_without_a_home_is_told_and_gets_no_folder_called_tilde(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KATA_DATA_DIR")
    monkeypatch.setattr(platformdirs, "user_data_path", lambda *_, **__: Path("~/.local/share/kata"))
    told = []
    progress = Progress(tell=told.append)
    assert progress.events() == []
    assert progress.standings().current is None
    (sentence,) = told
    assert "no home folder" in sentence
    with pytest.raises(HarnessError, match=r"no home folder.*KATA_DATA_DIR"):
        progress.record(attempt())
    assert not list(tmp_path.iterdir())


def test_what_may_only_be_read_is_read(kept, monkeypatch):
    def refuse(*_):
        raise sqlite3.OperationalError("attempt to write a readonly database")

    monkeypatch.setattr(database, "alone", refuse)
    assert kept.progress().events() == kept.events
    assert kept.progress().standings().of("exercise_1").attempts > 0
    with pytest.raises(HarnessError, match="cannot be written"):
        kept.progress().record(attempt())


def test_a_file_that_another_program_holds_is_read_and_the_wait_for_it_ends(kept, monkeypatch):
    monkeypatch.setattr(database, "BUSY_TIMEOUT_S", 0.05)
    with database.alone(kept.folder):
        assert kept.progress().events() == kept.events
        with pytest.raises(HarnessError, match="another kata"):
            kept.progress().record(attempt())


FILLING = """
import resource, sys
from pathlib import Path
from grader.errors import HarnessError
from grader.practice.events import event
from grader.practice.progress import Progress
progress = Progress(Path(sys.argv[1]))
progress.record(event("started", "twice"))
resource.setrlimit(resource.RLIMIT_FSIZE, (48_000, resource.RLIM_INFINITY))
try:
    for _ in range(2000):
        one = event("hint", "twice", number=1)
        progress.record(one)
        print(one.id)
except HarnessError as fault:
    print(fault.told, file=sys.stderr)
    sys.exit(len(progress.events()) == 0)
"""


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="this system cannot limit a file's size")
def test_a_disk_that_fills_up_costs_no_event_that_was_kept(tmp_path):
    ran = subprocess.run(
        [sys.executable, "-c", FILLING, tmp_path / "data"], capture_output=True, text=True, timeout=120
    )
    assert ran.returncode == 0, ran.stderr
    assert "progress cannot be kept in" in ran.stderr
    assert len(ran.stderr.splitlines()) == 1
    acknowledged = set(ran.stdout.split())
    assert len(acknowledged) > 10
    assert acknowledged <= ids(Progress(tmp_path / "data").events())
    assert Progress(tmp_path / "data").record(attempt()) == 1
