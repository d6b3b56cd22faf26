"""The runner of the corpus itself: a hole in the isolation, were there one, must be seen and told."""

import ctypes
import errno
import logging
import resource
import signal
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from grader.model import CheckResult, Fingerprint, Limits, Observation, Outcome, Result, Task, Text
from tests.attacks import filters, judging, leaks, processes, reaching, reading, run, traces
from tests.attacks.arena import Arena
from tests.attacks.judging import Breach
from tests.attacks.traces import Signals
from tests.attacks.watching import Run, WatchedWorker

HARMLESS = '''
"""Answers with zeros.

exercise: weighted_sum
result: failed
checks: failed
"""

import numpy as np


def weighted_sum(table, weights):
    return np.zeros(len(table))
'''


@pytest.fixture
def write(tmp_path):
    """Writes a file of a corpus of its own, and gives its path."""

    def write(text, name="sample", group="read"):
        path = tmp_path / group / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(textwrap.dedent(text).lstrip(), encoding="utf-8")
        return path

    return write


@pytest.fixture
def attack(write, tmp_path):
    """Writes an attack and reads it."""
    return lambda text=HARMLESS: reading.read_attack(write(text), tmp_path)


# --------------------------------------------------------------------------- reading the corpus


MALFORMED = {
    "no docstring": ("x = 1\n", "no docstring"),
    "no fields": ('"""Only words."""\n', "is no field"),
    "an unknown field": (HARMLESS.replace("result:", "outcome:"), "'outcome: failed' is no field"),
    "an unknown exercise": (HARMLESS.replace("weighted_sum\n", "sum\n", 1), "exercise is 'sum'"),
    "an unknown status": (HARMLESS.replace("checks: failed", "checks: failed | lost"), "'lost'"),
    "a status of checks for the result": (HARMLESS.replace("result: failed", "result: crashed"), "'crashed'"),
    "no result": (HARMLESS.replace("result: failed\n", ""), "`result:` is missing"),
    "no checks": (HARMLESS.replace("checks: failed\n", ""), "`checks:` is missing"),
    "passed without honest": (HARMLESS.replace("result: failed", "result: passed"), "go together"),
    "honest and failed": (HARMLESS.replace("checks: failed", "honest: yes"), "go together"),
    "a field twice": (HARMLESS.replace("checks: failed", "checks: failed\nchecks: failed"), "twice"),
    "a flag that is no": (HARMLESS.replace("checks: failed", "checks: failed\nmade: no"), "`yes`"),
    "made without a function": (HARMLESS.replace("checks:", "made: yes\nchecks:"), "no function `made`"),
    "ignored with a result": (HARMLESS.replace("checks:", "ignored: yes\nchecks:"), "ignored has no result"),
    "no python": ("def (\n", "made: yes"),
}


@pytest.mark.parametrize(("text", "told"), MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_file_is_told_apart(text, told, write, tmp_path):
    write(text)
    attacks, faults = reading.read_corpus(tmp_path)
    assert attacks == []
    assert len(faults) == 1
    assert "read/sample.py" in faults[0]
    assert told in faults[0]


def test_an_unknown_group_is_told(write, tmp_path):
    write(HARMLESS, group="other")
    assert "one of the groups" in reading.read_corpus(tmp_path)[1][0]


def test_the_files_of_an_attack_that_makes_them(attack):
    made = attack(
        HARMLESS.replace("checks:", "made: yes\nchecks:")
        + 'def made():\n    return {"in/weighted_sum.py": b"x"}\n'
    )
    assert reading.files_of(made) == {"in/weighted_sum.py": b"x"}


def test_a_file_outside_the_own_folder_is_refused(attack):
    made = attack(
        HARMLESS.replace("checks:", "made: yes\nchecks:") + 'def made():\n    return {"../ada/x.py": b""}\n'
    )
    with pytest.raises(reading.Malformed, match="paths below a folder"):
        reading.files_of(made)


# --------------------------------------------------------------------------- an isolation with holes


class Careless(WatchedWorker):
    """A worker in which a submission reaches the grader: before a run of it, `harm` is done in this process.

    What `harm` returns is run in the place of what was handed in, or None for no other.
    """

    harm = staticmethod(lambda: None)

    def run(self, task):
        if not task.trusted and "Answers with zeros" in task.units[0].source:
            text = self.harm()
            if text is not None:
                task = replace(task, units=(replace(task.units[0], source=text),))
        yield from super().run(task)


@pytest.fixture(scope="module")
def careless(cache_folder):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(leaks.VARIABLE, "CANARY-0123456789abcdef")
        with (
            Signals(except_for=frozenset({signal.SIGINT})) as signals,
            Arena(signals, Careless()) as arena,
        ):
            yield arena


@pytest.fixture
def breaches_of(attack, careless, monkeypatch):
    """The sentences that the runner tells of a harmless attack with which some harm comes along."""

    def breaches_of(harm, text=HARMLESS):
        monkeypatch.setattr(careless.worker, "harm", harm)
        told = careless.attempt(attack(text))
        again = careless.attempt(attack(HARMLESS.replace("Answers with", "Gives")))
        assert again.breaches == [], "what one attack did is laid at the door of the next"
        return [breach.sentence for breach in told.breaches]

    return breaches_of


def leave(path):
    """Harm: leave a file."""
    return lambda: path.write_text("left") and None


def program(*lines):
    """Run a program that may leave something, until it ends."""
    subprocess.run([sys.executable, "-c", "\n".join(lines)], check=True, stdout=subprocess.DEVNULL)


def test_nothing_is_told_of_an_attack_that_is_held(breaches_of):
    assert breaches_of(lambda: None) == []


def test_full_marks_are_told(breaches_of):
    told = breaches_of(lambda: reading.honest_source("weighted_sum"))
    assert told == ["it got full marks: passed, 10.0 of 10 points"]


def test_a_status_that_is_not_allowed_is_told(breaches_of):
    told = breaches_of(lambda: "def weighted_sum(table, weights):\n    raise KeyError\n")
    assert told == ["checks are raised, not failed"]


def test_a_canary_that_was_found_is_told(breaches_of):
    secret = "import os\ndef weighted_sum(table, weights):\n    print('CANARY-0123456789abcdef')\n"
    told = breaches_of(lambda: secret, HARMLESS.replace("CANARY", ""))
    assert told == [
        "what its worker told holds a secret of the grader's side: CANARY-0123456789abcdef",
        "the result holds a secret of the grader's side: CANARY-0123456789abcdef",
    ]


def test_a_line_of_the_solution_in_the_log_is_told(breaches_of):
    line = "return table @ weights  # the reference answer, which nobody but the grader may see"
    told = breaches_of(lambda: logging.getLogger("kata").warning("read: %s", line))
    assert told == [f"the log holds a secret of the grader's side: {line}"]


@pytest.mark.parametrize("folder", ["/tmp", "/var/tmp", "/dev/shm"])
def test_a_file_that_was_left_is_told(folder, breaches_of):
    path = Path(folder, "kata-attack-left-by-a-test")
    try:
        told = breaches_of(leave(path), HARMLESS.replace("np\n", f"np # {path.name}\n"))
        assert told == [f"it left {path}"]
    finally:
        path.unlink()


def test_a_file_of_another_run_of_the_corpus_is_not_told(breaches_of):
    path = Path("/tmp/kata-attack-of-another-run")
    try:
        assert breaches_of(leave(path)) == []
    finally:
        path.unlink()


def test_a_change_in_the_pack_is_told(breaches_of):
    path = reading.PACK / "solutions" / "weighted_sum" / "sitecustomize.py"
    try:
        assert f"it left {path}" in breaches_of(leave(path))
    finally:
        path.unlink()


def test_a_process_that_was_left_is_told_and_ended(breaches_of):
    lines = ("import os", "if os.fork() == 0: os.execlp('sleep', 'sleep', '61.5')")
    before = set(processes.table())
    told = breaches_of(lambda: program(*lines))
    assert told
    assert all("it left a process" in sentence and "(sleep 61.5)" in sentence for sentence in told)
    left = set(processes.table()) - before
    assert [pid for pid in left if processes.command_line(pid) == "sleep 61.5"] == []


def test_a_zombie_that_was_left_is_told(breaches_of):
    told = breaches_of(lambda: program("import os", "if os.fork() == 0: os._exit(0)"))
    assert told
    assert all("it left a zombie" in sentence for sentence in told)


def test_a_shared_memory_segment_that_was_left_is_told(breaches_of):
    made = []
    libc = ctypes.CDLL(None)
    lines = ("import ctypes", "print(ctypes.CDLL(None).shmget(0, 4096, 0o1600), flush=True)")

    def make():
        made.append(int(subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True).stdout))

    try:
        told = breaches_of(make)
        assert told
        assert all(sentence.startswith("it left a System V object: shm") for sentence in told)
    finally:
        for number in made:
            libc.shmctl(number, 0, None)


def test_a_signal_to_the_runner_is_told(breaches_of):
    told = breaches_of(lambda: program("import os, signal", "os.kill(os.getppid(), signal.SIGTERM)"))
    assert told == ["the runner received SIGTERM"]


def test_a_limit_that_was_lowered_is_told(breaches_of):
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        told = breaches_of(lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (before[0] - 1, before[1])))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert told
    assert all("the limits of the runner changed" in sentence for sentence in told)


def test_a_server_that_was_harmed_is_told():
    running = traces.Snapshot({}, {}, {}, {}, {"the state of the numpy server": "running"})
    stopped = replace(running, settings={"the state of the numpy server": "stopped"})
    told = [trace.sentence for trace in traces.difference(running, stopped, "")]
    assert told == ["the state of the numpy server changed from running to stopped"]


# --------------------------------------------------------------------------- judging


def task_of(**limits):
    return Task((), False, (), b"", (), Limits(**limits), "numpy")


def test_a_check_that_took_too_long_is_told():
    slow = Run(task_of(time_per_check_s=0.4, time_per_submission_s=1.5))
    slow.seen = [
        Observation(1, 0, Outcome.RETURNED, seconds=0.9),
        Observation(1, 1, Outcome.TIMED_OUT, seconds=0.9),
    ]
    slow.seconds = 1.9
    told = list(judging.of_time([slow]))
    assert [breach.sentence for breach in told] == ["check 1 took 1.80 s; its limit is 1.6 s"]
    assert not told[0].sure


def test_a_submission_that_took_too_long_is_told():
    slow = Run(task_of(time_per_check_s=0.4, time_per_submission_s=1.5), seconds=6.2)
    assert [breach.sentence for breach in judging.of_time([slow])] == [
        "the submission took 6.20 s; its limit is 6 s"
    ]


def test_what_a_busy_machine_may_have_made_counts_only_if_it_comes_again():
    slow, leak = Breach("time", "slow", sure=False), Breach("leak", "leaked")
    assert judging.confirmed([[slow]]) == [slow]
    assert judging.confirmed([[slow], []]) == []
    assert judging.confirmed([[slow, leak], [], []]) == [leak]
    assert judging.confirmed([[slow], [Breach("time", "slower", sure=False)]]) == [
        Breach("time", "slower", sure=False)
    ]


def test_a_control_that_fails_is_told(result):
    failed = replace_result(result, status="failed", score=8.0)
    told = list(judging.of_control(failed, "numpy"))
    assert len(told) == 1
    assert "the honest control after it, on the numpy server, is failed" in told[0].sentence


def test_nothing_checked_means_no_points(attack, result):
    unrun = replace_result(result, status="import_failed", score=2.0)
    expected = replace(attack(), results=frozenset({"import_failed"}))
    assert [breach.kind for breach in judging.of_result(expected, unrun)] == ["status"]


def replace_result(result, **changes):
    return msgspec.structs.replace(result, **changes)


@pytest.fixture
def result():
    check = CheckResult("a check", "passed", 10.0, 10.0, "hidden", "", None, 1, 0)
    return Result(
        1,
        "m",
        "m",
        "weighted_sum",
        "passed",
        10.0,
        10.0,
        None,
        "",
        (check,),
        1,
        0.0,
        (),
        Fingerprint("", "", {}),
    )


def test_secrets_are_found_in_what_a_worker_tells():
    secrets = leaks.Secrets()
    assert len([canary for canary in secrets.canaries if canary.startswith(b"CANARY-")]) >= 4
    for canary in secrets.canaries:
        text = canary.decode()
        shapes = [
            Observation(0, 0, Outcome.RETURNED, Text(f"it is {text}")),
            Observation(0, 0, Outcome.RETURNED, printed=text),
            Observation(0, 0, Outcome.DIED, detail=text),
        ]
        for seen in shapes:
            assert secrets.found_in(leaks.told([seen])) == [text]


def test_the_stub_and_the_statement_hold_no_secret():
    secrets = leaks.Secrets()
    for path in (reading.PACK / "exercises").rglob("*.*"):
        assert secrets.found_in(path.read_bytes()) == [], path


# --------------------------------------------------------------------------- the supervisor, the filters


def test_a_runner_that_is_brought_down_is_told(tmp_path, monkeypatch, capfd):
    stand_in = tmp_path / "tests" / "attacks" / "run.py"
    stand_in.parent.mkdir(parents=True)
    stand_in.write_text(
        "import os, pathlib, signal\n"
        "assert os.environ['KATA_ATTACK_CANARY'].startswith('CANARY-')\n"
        "pathlib.Path(os.environ['KATA_ATTACK_FOLDER'], 'in-hand').write_text('poison/kills')\n"
        "os.killpg(0, signal.SIGKILL)\n"
    )
    monkeypatch.chdir(tmp_path)
    assert run.main(["--only", "poison/*"]) == 1
    assert "BREACH poison/kills: the runner itself was ended by SIGKILL" in capfd.readouterr().out


def under(*steps, lines):
    """What a program prints under outer filters."""
    loads = "".join(f"filters.load(filters.{step}())\n" for step in steps)
    text = f"import ctypes, os\nfrom tests.attacks import filters\n{loads}{textwrap.dedent(lines)}"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    return done.stdout.split()


CALLS = """
libc = ctypes.CDLL(None, use_errno=True)
print(ctypes.get_errno() if libc.unshare(0x10000000) < 0 else 0)
print(ctypes.get_errno() if libc.syscall(444, None, 0, 1) < 0 else 0)
print(ctypes.get_errno() if libc.syscall(435, 0, 0) < 0 else 0)
"""


@pytest.mark.skipif(not filters.supported(), reason="the system calls of this machine are not known")
def test_the_filters_take_away_what_they_say():
    assert under("without_namespaces", lines=CALLS)[0] == str(errno.EPERM)
    assert under("without_namespaces", lines=CALLS)[2] == str(errno.ENOSYS)
    assert under("without_landlock", lines=CALLS)[1] == str(errno.ENOSYS)
    both = under("without_landlock", "without_namespaces", lines=CALLS)
    assert both == [str(errno.EPERM), str(errno.ENOSYS), str(errno.ENOSYS)]


@pytest.mark.skipif(not filters.supported(), reason="the system calls of this machine are not known")
def test_the_filters_leave_the_rest():
    lines = "import subprocess, threading\nsubprocess.run(['true'], check=True)\n"
    lines += "t = threading.Thread(target=print, args=('ran',))\nt.start()\nt.join()\n"
    assert under("without_landlock", "without_namespaces", lines=lines) == ["ran"]


def test_a_closed_folder_is_found(tmp_path):
    inside = tmp_path / "closed" / "inside"
    inside.mkdir(parents=True)
    inside.parent.chmod(0o700)
    found = reaching.closed_folder(inside)
    assert found is not None
    assert inside.is_relative_to(found)
