"""How `kata watch` begins and ends: signals, closed terminals, folders that are gone, no terminal at all."""

import os
import shutil
import signal
import subprocess
import time

import pytest

from grader.practice.database import BUSY_TIMEOUT_S, alone
from grader.practice.progress import Progress
from tests.command.support import KATA
from tests.practice.watching_support import (
    ENDLESS,
    FAILED,
    NEEDS_PROC,
    PASSED,
    PATIENCE_S,
    RIGHT,
    WRONG,
    Desk,
    alive,
    all_end,
    descendants,
)

pytestmark = NEEDS_PROC


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGQUIT], ids=["a polite kill", "Ctrl-backslash"])
def test_the_terminal_is_as_it_was(desk, number):
    desk.watch().expect("not started yet")
    assert not desk.child.getecho()
    desk.child.kill(number)
    desk.child.expect("interrupted")
    assert desk.child.getecho()
    assert desk.end()[0] == 130


def test_stopped_and_brought_back(desk):
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("needs a shell with job control: install bash")
    desk.spawn(bash, ["--norc", "--noediting", "-i"])
    desk.child.sendline(f"PS1='$ '; '{KATA}' watch --pack '{desk.pack}'")
    desk.expect("not started yet")
    desk.press("\x1a")
    desk.expect("Stopped")
    desk.expect("$")
    assert desk.child.getecho()
    desk.child.sendline("fg")
    desk.save(RIGHT)
    desk.expect("q quit")
    desk.press("l")
    desk.expect("Track warm-up")
    assert not desk.child.getecho()
    desk.press("q")
    desk.expect("$")
    desk.child.sendline("echo ended $?")
    desk.expect("ended 0")


WAITS = """
import pathlib
with open({runs!r}, "a") as runs:
    runs.write("x")
while not pathlib.Path({go!r}).exists():
    pass
"""


def wait_for_runs(path, count):
    until = time.monotonic() + PATIENCE_S
    while not path.exists() or len(path.read_text()) < count:
        assert time.monotonic() < until
        time.sleep(0.01)


def test_a_check_during_which_it_was_stopped_is_done_again(desk, tmp_path):
    """Its time limit went by while nobody waited for it, so what would come of it is not true."""
    runs, go = tmp_path / "runs", tmp_path / "go"
    desk.environment["KATA_PLAIN"] = "1"
    desk.watch().expect("not started yet")
    desk.save(WAITS.format(runs=str(runs), go=str(go)) + RIGHT)
    wait_for_runs(runs, 1)
    desk.child.kill(signal.SIGSTOP)
    desk.child.kill(signal.SIGCONT)
    wait_for_runs(runs, 2)
    go.write_text("")
    assert desk.expect("q quit").count(" points") == 1
    assert [one.status for one in Progress().events()] == ["passed"]


@pytest.mark.parametrize("running", [False, True], ids=["at rest", "during a check"])
def test_a_closed_terminal_leaves_nothing_behind(desk, running):
    desk.watch().expect("not started yet")
    if running:
        desk.save(ENDLESS.replace("twice", "slow"), desk.path("slow"))
        desk.expect("still at it")
    pids = [desk.child.pid, *descendants(desk.child.pid)]
    assert len(pids) > 1 + running
    os.close(desk.child.child_fd)
    assert all_end(pids)
    desk.child.closed = True


def test_a_folder_that_is_removed_ends_it(desk):
    desk.watch().expect("not started yet")
    shutil.rmtree(desk.folder)
    status, told = desk.end()
    assert status == 2
    assert "is gone" in " ".join(told.split())


# --------------------------------------------------------------------------- no terminal, odd places


def test_without_keys_it_watches_until_ctrl_c(desk):
    process = subprocess.Popen(
        [KATA, "watch", "--pack", desk.pack],
        cwd=desk.folder,
        env=desk.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    heard = ""
    with process:
        while "not started yet" not in heard:
            heard += process.stdout.readline()
        desk.save(RIGHT)
        while "`kata next` goes on" not in heard:
            heard += process.stdout.readline()
        servers = descendants(process.pid)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_S) == 130
    assert PASSED in heard
    assert "Ctrl-C ends it." in heard
    assert "\x1b" not in heard
    assert all_end(servers)


def test_without_solutions_the_hidden_checks_are_the_instructors(desk, tmp_path):
    from grader.catalogue import load_pack

    given = load_pack().exercise("pos_embed_2d").folder
    shutil.copytree(given, tmp_path / "pack" / "exercises" / "pos_embed_2d")
    desk.path().unlink()
    shutil.copy(given / "stub.py", desk.path("pos_embed_2d"))
    desk.pack = tmp_path / "pack"
    begun = desk.watch().expect("not started yet")
    assert "the hidden checks are your instructor's" in " ".join(begun.split())


def test_a_broken_exercise_is_a_line_and_watching_goes_on(desk, tmp_path):
    desk.pack = shutil.copytree(desk.pack, tmp_path / "pack")
    (desk.pack / "solutions" / "twice" / "checks.py").write_text("raise ValueError(1)\n")
    desk.watch().expect("twice.py: twice: ")
    desk.save(RIGHT.replace("twice", "thrice").replace("2", "3"), desk.path("thrice"))
    assert "Traceback" not in desk.expect(PASSED)


def test_a_server_that_died_is_started_anew(desk):
    desk.watch().expect("not started yet")
    for pid in descendants(desk.child.pid):
        os.kill(pid, signal.SIGKILL)
    desk.save(RIGHT)
    assert PASSED in desk.expect("q quit")


def test_progress_that_cannot_be_kept_is_said_once(desk, tmp_path):
    desk.environment["KATA_DATA_DIR"] = str(tmp_path / "file" / "data")
    (tmp_path / "file").write_text("no folder")
    desk.watch().expect("not started yet")
    desk.save(WRONG)
    first = desk.expect("? all keys")
    desk.save(WRONG + "# again\n")
    second = desk.expect("? all keys")
    desk.press("?")
    third = desk.expect("keys: h hint")
    assert FAILED in first
    assert FAILED in second
    assert f"{first}{second}{third}".count("cannot be kept") == 1


def test_progress_that_another_program_holds_keeps_nobody_waiting(desk):
    desk.watch().expect("not started yet")
    desk.save(WRONG)
    desk.expect("? all keys")
    desk.child.timeout = 1.5 * BUSY_TIMEOUT_S  # the patience of other commands would take twice as long
    with alone(Progress().folder):
        desk.save(RIGHT)
        desk.expect(PASSED)
        desk.press("l")
        told = desk.expect("Track warm-up")
    assert "another kata is writing into it" in " ".join(told.split())


def test_a_huge_file_is_a_line_and_watching_goes_on(desk):
    desk.watch().expect("not started yet")
    with desk.path().open("r+b") as file:
        try:
            file.truncate(60 * 2**30)
        except OSError:
            pytest.skip("needs a file system with files of 60 GB that hold nothing")
    desk.expect("larger than 32 MB")
    desk.save(RIGHT)
    assert PASSED in desk.expect("q quit")


def test_nothing_to_watch(desk):
    desk.path().unlink()
    status, told = desk.watch().end()
    assert status == 2
    assert "`kata start EXERCISE` lays one out" in " ".join(told.split())
    status, told = desk.watch("nowhere").end()
    assert status == 2
    assert "nowhere is not there" in " ".join(told.split())


def test_the_workspace_used_last_is_watched_from_elsewhere(desk, tmp_path):
    Progress().remember(desk.folder)
    (tmp_path / "elsewhere").mkdir()
    with Desk(tmp_path / "elsewhere", desk.pack) as other:
        assert "desk: each save" in " ".join(other.watch().expect("not started yet").split())


def test_the_exercise_to_begin_with_is_the_one_that_is_named(desk):
    desk.save("def thrice(n):\n    return 3 * n\n", desk.path("thrice"))
    desk.watch("--exercise", "twice").expect("not started yet: edit twice.py")
    desk.press("h")
    desk.expect("twice: hint 1 of 3")
    assert alive(desk.child.pid)
