"""A signal ends the work once, at no other time, and whatever comes after it."""

import os
import signal
import threading

import pytest

from grader.interruption import Interruption

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def send(*numbers):
    """Send signals to this process, and let Python see to them."""
    for number in numbers:
        os.kill(os.getpid(), number)
        for _ in range(100):
            pass


@pytest.fixture
def interruption():
    before = {number: signal.getsignal(number) for number in SIGNALS}
    with Interruption() as held:
        yield held
    assert {number: signal.getsignal(number) for number in SIGNALS} == before


@pytest.mark.parametrize("number", SIGNALS)
def test_it_ends_the_work(interruption, number):
    done = []

    def work():
        done.append("begun")
        send(number)
        done.append("ended")

    interruption.ends(work)
    assert (done, interruption.happened) == (["begun"], True)


def test_before_the_work_it_keeps_it_from_beginning(interruption):
    send(signal.SIGINT, signal.SIGINT)
    interruption.ends(lambda: pytest.fail("it was begun"))
    assert interruption.happened


def test_after_the_work_it_is_no_matter(interruption):
    interruption.ends(lambda: None)
    send(*SIGNALS)
    assert not interruption.happened


def test_a_second_one_does_not_hit_what_ends_the_work_well(interruption):
    done = []

    def work():
        try:
            send(signal.SIGINT)
        finally:
            send(*SIGNALS)
            done.append("put away")

    interruption.ends(work)
    send(*SIGNALS)
    assert (done, interruption.happened) == (["put away"], True)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_one_that_was_lost_on_the_way_ends_the_work_at_its_next_step(interruption):
    class Careless:
        def __del__(self):
            send(signal.SIGINT)

    def work():
        Careless()  # what is raised as something goes is only printed
        interruption.check()
        pytest.fail("it went on")

    interruption.ends(work)
    assert interruption.happened


def test_another_fault_of_the_work_is_not_taken_for_one(interruption):
    def work():
        raise OSError("no space")

    with pytest.raises(OSError, match="no space"):
        interruption.ends(work)
    assert not interruption.happened


def test_what_is_ignored_stays_ignored():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with Interruption() as held:
            held.ends(lambda: send(signal.SIGHUP))
            assert not held.happened
    finally:
        signal.signal(signal.SIGHUP, before)


def test_in_another_thread_no_handler_is_touched():
    found = []

    def work():
        with Interruption() as held:
            held.ends(lambda: found.append(held.happened))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [False]
