"""A run that is ended at any moment goes on where it was: nothing is lost, doubled or changed."""

import contextlib
import os
import random
import signal
import time

import pytest

import grader.reports.folder
import grader.store.results
from tests.command.support import graded, hand_in, in_session, right, start
from tests.store.support import sound, table, whole_class


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return hand_in(tmp_path_factory.mktemp("home"), {f"class/{k}": v for k, v in whole_class().items()})


def command(home, pack, out):
    arguments = ("grade", "class", "-o", out, "--seed", 5, "--jobs", 2, "--pack", pack)
    return start(*arguments, folder=home)


def finish(home, pack, out):
    running = command(home, pack, out)
    said, err = running.communicate(timeout=300)
    assert running.returncode == 1, err
    return said


@pytest.fixture(scope="module")
def undisturbed(home, pack):
    """The table of a run that nothing happened to, and how long such a run takes."""
    finish(home, pack, "first")  # which makes the answer keys
    began = time.monotonic()
    finish(home, pack, "undisturbed")
    return table(home / "undisturbed"), time.monotonic() - began


def kill_at(home, pack, out, moment_s):
    """Start a run and kill it with all its processes; returns whether it was still going on."""
    running = command(home, pack, out)
    with contextlib.suppress(Exception):
        running.wait(timeout=moment_s)
    going_on = running.poll() is None
    below = in_session(running.pid)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(running.pid, signal.SIGKILL)
    running.communicate(timeout=60)
    assert going_on <= bool(below)
    return going_on


def killed_and_finished(home, pack, undisturbed, chance, out, kills, *, again=True):
    """Kill a run some times at random moments, let it come to its end, and compare; returns the kills."""
    expected, took_s = undisturbed
    kept = done = 0
    while done < kills:
        if not kill_at(home, pack, out, chance.uniform(0.0, took_s)):
            break
        done += 1
        if (home / out / "results.sqlite").exists():
            assert sound(home / out)
        assert graded(home / out) >= kept, "what was graded is lost"
        kept = graded(home / out)
    finish(home, pack, out)
    assert table(home / out) == expected
    assert graded(home / out) == 23
    if again:
        assert "Nothing to grade: all 25 were graded before" in finish(home, pack, out)
        assert table(home / out) == expected
    return done


def test_killed_at_ten_random_moments_the_table_is_that_of_an_undisturbed_run(home, pack, undisturbed):
    chance, done = random.Random(10), 0
    for number in range(20):
        kills, out = min(5, 10 - done), f"ten{number}"
        done += killed_and_finished(home, pack, undisturbed, chance, out, kills, again=not number)
        if done == 10:
            break
    assert done == 10


@pytest.mark.soak
def test_killed_at_two_hundred_random_moments_the_table_is_that_of_an_undisturbed_run(
    home, pack, undisturbed
):
    chance, done, number = random.Random(200), 0, 0
    while done < 200:
        kills = min(chance.choice((1, 1, 1, 2, 3)), 200 - done)
        again = number % 10 == 0
        done += killed_and_finished(home, pack, undisturbed, chance, f"soak{number}", kills, again=again)
        number += 1


# --------------------------------------------------------------------------- at every single step


class Killed(BaseException):
    """Stands for the kill: whatever catches it cannot write any more."""


class Steps:
    """Lets a run go on for so many steps, then ends all that it could do."""

    def __init__(self, allowed):
        self.allowed = allowed
        self.taken = 0

    def __call__(self):
        self.taken += 1
        if self.taken > self.allowed:
            raise Killed


@pytest.fixture
def stepwise(monkeypatch):
    """Put a step before each transaction begins, before it is committed, and before and in each report."""
    monkeypatch.setattr(grader.store.results, "WRITE_EVERY_S", 0.0)
    transaction, write = grader.store.results.transaction, grader.reports.folder._write

    def allow(steps):
        @contextlib.contextmanager
        def stepping(database):
            steps()
            with transaction(database):
                yield
                steps()

        def writing(path, parts):
            def half():
                for part in parts:
                    yield part[: len(part) // 2]
                    steps()
                    yield part[len(part) // 2 :]

            steps()
            return write(path, half())

        monkeypatch.setattr(grader.store.results, "transaction", stepping)
        monkeypatch.setattr(grader.reports.folder, "_write", writing)
        return steps

    return allow


SMALL = {
    "ada/twice.py": right(),
    "bo/twice.py": right(formula="n"),
    "cy/half.py": right("half", "n / 2 + 5"),
    "dee/half.py": right("half", "n / 2 + 5.0000000001"),
    "eve/twice.py": right(),
}


def test_killed_before_and_after_everything_that_is_written_nothing_differs(grade, stepwise, tmp_path):
    hand_in(tmp_path / "class", SMALL)
    steps = stepwise(Steps(10**9))
    grade("--seed", 2)
    expected, in_all = table(tmp_path / "out"), steps.taken
    assert in_all > 20
    for allowed in range(in_all):
        (tmp_path / "out").rename(tmp_path / f"before{allowed}")
        stepwise(Steps(allowed))
        with pytest.raises(Killed):
            grade("--seed", 2)
        stepwise(Steps(10**9))
        grade("--seed", 2)
        assert table(tmp_path / "out") == expected, f"after {allowed} steps"


def test_a_kill_while_the_class_is_exchanged_loses_no_result_and_nothing_set_by_hand(
    grade, kata, stepwise, tmp_path
):
    hand_in(tmp_path / "class", SMALL)
    grade("--seed", 2)
    kata("override", "out", "bo", "twice", "--score", "4", "--reason", "he explained it")
    expected = table(tmp_path / "out")
    hand_in(tmp_path / "class", {"ada/twice.py": right(formula="0"), "fay/twice.py": right(by="fay")})
    for allowed in range(8):
        stepwise(Steps(allowed))
        with pytest.raises(Killed):
            grade()
    stepwise(Steps(10**9))
    hand_in(tmp_path / "class", SMALL)
    (tmp_path / "class" / "fay" / "twice.py").unlink()
    (tmp_path / "class" / "fay").rmdir()
    assert "Nothing to grade: all 5 were graded before" in grade().out
    assert table(tmp_path / "out") == expected


# --------------------------------------------------------------------------- signals


def until_graded(home, out, count=2):
    deadline = time.monotonic() + 60
    while graded(home / out) < count and time.monotonic() < deadline:
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("signals", "apart_s"),
    [([signal.SIGHUP, signal.SIGTERM], 0.0), ([signal.SIGINT] * 3, 0.02)],
    ids=["the end of a session", "Ctrl-C again and again"],
)
def test_a_run_that_is_asked_to_end_keeps_what_it_has_and_goes_on_later(
    home, pack, undisturbed, signals, apart_s, request
):
    out = f"out of {request.node.callspec.id}"
    running = command(home, pack, out)
    until_graded(home, out)
    for number in signals:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(running.pid, number)
        time.sleep(apart_s)
    said, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    assert "kata: interrupted; " in err
    assert "Traceback" not in said + err
    assert (home / out / "summary.txt").read_text().startswith("INTERRUPTED")
    assert in_session(running.pid) == []
    assert "taken from an earlier run" in finish(home, pack, out)
    assert table(home / out) == undisturbed[0]


def test_an_interruption_before_anything_is_known_leaves_all_as_it_was(grade, warm, tmp_path, monkeypatch):
    def interrupted(_):
        raise KeyboardInterrupt

    hand_in(tmp_path / "class", SMALL)
    with monkeypatch.context() as patched:
        patched.setattr(warm, "examine", interrupted)
        ran = grade("--seed", 2)
        assert (ran.status, ran.out) == (130, "")
        assert "kata: interrupted; nothing was graded yet." in ran.err
        assert [path.name for path in (tmp_path / "out").iterdir()] == ["results.sqlite"]
    grade("--seed", 2)
    before = table(tmp_path / "out")
    with monkeypatch.context() as patched:
        patched.setattr(warm, "examine", interrupted)
        assert grade("--seed", 9).status == 130
    assert table(tmp_path / "out") == before
    assert "Nothing to grade: all 5" in grade().out, "the seed is that of before, too"
