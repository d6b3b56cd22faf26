"""Programs that are killed, and programs at it at once: what was recorded is there, and the file is whole."""

import random
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing

import pytest

from grader.practice.events import event
from grader.practice.progress import Progress

KILLS = 15
ROUNDS_OF_CREATION = 4
TIMEOUT_S = 120

# Each says what is kept, and only then that it is.
RECORDING = """
import sys
from pathlib import Path
from grader.practice.events import event
from grader.practice.progress import Progress
progress = Progress(Path(sys.argv[1]))
sys.stdin.readline()
for number in range(int(sys.argv[2])):
    one = event("attempt", "twice", status="failed", score=float(number % 10), max_score=10.0)
    progress.record(one)
    print(one.id, flush=True)
"""
DAMAGING = """
import sys
from pathlib import Path
from grader.practice.events import event
from grader.practice.progress import Progress
path = Path(sys.argv[1]) / "progress.sqlite"
progress = Progress(path.parent)
sys.stdin.readline()
while True:
    one = event("hint", "twice", number=1)
    progress.record(one)
    print(one.id, flush=True)
    with path.open("r+b") as file:
        file.write(b"garbage")
"""


def started(program, *arguments):
    """A process that waits for a line before it begins."""
    return subprocess.Popen(
        [sys.executable, "-c", program, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def begin(*processes):
    for process in processes:
        process.stdin.write("\n")
        process.stdin.flush()


def killed_at_some_moment(process, chance):
    """Kill a process soon after it said that something is kept; gives all that it said."""
    begin(process)
    said = [process.stdout.readline()]
    killing = threading.Timer(chance.uniform(0, 0.05), process.send_signal, (signal.SIGKILL,))
    killing.start()
    said += process.stdout.readlines()
    killing.join()
    process.wait(TIMEOUT_S)
    process.stdin.close()
    # A line that was cut off was never said.
    return {line.strip() for line in said if line.endswith("\n")}


def kept_in(folder):
    return {each.id for each in Progress(folder).events()}


def require_whole(folder):
    with closing(sqlite3.connect(folder / "progress.sqlite")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_what_was_recorded_before_a_kill_is_there(tmp_path):
    chance, acknowledged = random.Random(7), set()
    for _ in range(KILLS):
        acknowledged |= killed_at_some_moment(started(RECORDING, tmp_path, 10**9), chance)
        assert acknowledged <= kept_in(tmp_path)
    assert len(acknowledged) >= KILLS
    require_whole(tmp_path)
    assert not list(tmp_path.glob("progress.damaged-*"))


def test_a_kill_while_damage_is_mended_loses_nothing(tmp_path):
    chance, acknowledged = random.Random(7), set()
    for _ in range(KILLS):
        acknowledged |= killed_at_some_moment(started(DAMAGING, tmp_path), chance)
        assert acknowledged <= kept_in(tmp_path)
    require_whole(tmp_path)
    assert list(tmp_path.glob("progress.damaged-*"))


@pytest.fixture
def three_at_once():
    """Run three that record, begun at the same moment; gives what they said."""
    processes = []

    def run(folder, events):
        three = [started(RECORDING, folder, events) for _ in range(3)]
        processes.extend(three)
        begin(*three)
        said = set().union(*(process.communicate(timeout=TIMEOUT_S)[0].split() for process in three))
        assert [process.returncode for process in three] == [0, 0, 0]
        return said

    yield run
    for process in processes:
        process.kill()
        process.wait(TIMEOUT_S)


def test_programs_that_record_at_once_lose_nothing(tmp_path, three_at_once):
    said = three_at_once(tmp_path, 60)
    assert len(said) == 180
    assert kept_in(tmp_path) == said
    require_whole(tmp_path)


def test_programs_that_create_it_at_once_lose_nothing(tmp_path, three_at_once):
    for number in range(ROUNDS_OF_CREATION):
        folder = tmp_path / f"data-{number}" / "kata"
        assert kept_in(folder) == set()
        said = three_at_once(folder, 1)
        assert kept_in(folder) == said
        assert len(said) == 3


def test_programs_that_find_damage_at_once_lose_nothing(tmp_path, three_at_once):
    before = [event("hint", "twice", number=1) for _ in range(200)]
    Progress(tmp_path).record(*before)
    with (tmp_path / "progress.sqlite").open("r+b") as file:
        file.write(b"garbage")
    said = three_at_once(tmp_path, 20)
    assert kept_in(tmp_path) == said | {each.id for each in before}
    assert len(list(tmp_path.glob("progress.damaged-*"))) == 1
    require_whole(tmp_path)
