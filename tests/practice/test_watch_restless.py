"""Answers that change by themselves, or all the time: they are told of, and nobody is shouted at."""

import subprocess
import sys

import pytest

from grader.practice.restless import MANY, MANY_IN_CHECKS, QUIET_S, WITHIN_S, Restless
from tests.practice.watching_support import FAILED, NEEDS_PROC, PASSED, RIGHT, WRONG

# It writes itself anew when it is imported, as a plain process lets it.
CHANGES_ITSELF = """
import itertools, pathlib, time
mine = pathlib.Path({path!r})
mine.write_text(mine.read_text() + "# again\\n")
def twice(n):
    return 2 * n
"""


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def restless(clock):
    return Restless(clock)


def in_checks(restless, clock, count):
    """Change it that often during its checks; gives what is said of it."""
    said = []
    for _ in range(count):
        clock.now += 5
        said.append(restless.changed("twice", own=True, checked_now=True))
    return said


def test_a_change_with_each_check_makes_it_restless(restless, clock):
    assert in_checks(restless, clock, MANY_IN_CHECKS) == [False] * (MANY_IN_CHECKS - 1) + [True]
    assert "twice" in restless
    assert "thrice" not in restless


def test_a_change_between_checks_is_a_persons(restless, clock):
    for _ in range(MANY_IN_CHECKS):
        in_checks(restless, clock, MANY_IN_CHECKS - 1)
        clock.now += 1
        assert not restless.changed("twice", own=True, checked_now=False)


def test_many_changes_beside_it_in_a_short_time_make_it_restless(restless, clock):
    for _ in range(MANY):
        clock.now += WITHIN_S / MANY
        found = restless.changed("twice", own=False, checked_now=False)
    assert found


def test_what_lies_beside_it_waits_for_quiet_and_the_answer_itself_does_not(restless, clock):
    in_checks(restless, clock, MANY_IN_CHECKS)
    restless.begins("twice")
    for _ in range(5):
        clock.now += QUIET_S / 2
        restless.changed("twice", own=False, checked_now=False)
        assert not restless.is_due("twice")
    restless.changed("twice", own=True, checked_now=False)
    clock.now += QUIET_S / 2
    restless.changed("twice", own=False, checked_now=False)
    clock.now += QUIET_S / 2
    assert restless.is_due("twice")


def test_a_check_without_a_change_ends_it(restless, clock):
    in_checks(restless, clock, MANY_IN_CHECKS)
    restless.begins("twice")
    restless.ended("twice", changed=True)
    assert "twice" in restless
    assert not restless.is_due("twice")
    restless.hurry("twice")
    assert restless.is_due("twice")
    restless.ended("twice", changed=False)
    assert "twice" not in restless


# --------------------------------------------------------------------------- on a terminal


@NEEDS_PROC
def test_an_answer_that_changes_itself_is_told_of(desk):
    desk.environment["KATA_PLAIN"] = "1"
    desk.watch().expect("not started yet")
    desk.save(CHANGES_ITSELF.format(path=str(desk.path())))
    told = desk.expect("save it again to have it checked again.")
    assert told.count("changes again and again") == 1
    assert PASSED in told
    desk.press("?")
    assert " points" not in desk.expect("keys: h hint")
    desk.save(WRONG)
    assert FAILED in desk.expect("? all keys")


@NEEDS_PROC
def test_a_log_that_grows_all_the_time_is_not_checked_all_the_time(desk):
    desk.save(RIGHT + "LOG = 'log.txt'\n")
    log = desk.folder / "log.txt"
    log.write_text("begun\n")
    desk.watch().expect("q quit")
    program = f"import time\nwhile True:\n    open({str(log)!r}, 'a').write('more\\n')\n    time.sleep(0.05)"
    with subprocess.Popen([sys.executable, "-c", program]) as growing:
        try:
            told = desk.expect("changes again and again")
            desk.save(WRONG + "LOG = 'log.txt'\n")
            told += desk.expect("? all keys")
        finally:
            growing.kill()
    assert FAILED in told
    assert told.count(" points") < 2 * MANY
