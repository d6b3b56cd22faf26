"""The room in which a student's code runs: what is in it, what is not, and that it is empty afterwards."""

import os

import pytest

from grader.errors import HarnessError
from grader.isolate.local import LocalWorker
from grader.model import Load, Outcome
from tests.isolation.support import (
    ask,
    graded,
    honest,
    left_behind,
    named,
    quick,
    see,
    source,
    task,
)

SECRET = "sesame-4711"


@pytest.fixture
def fresh_worker(monkeypatch):
    monkeypatch.setenv("KATA_SECRET", SECRET)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
    monkeypatch.setenv("PYTHONPATH", f"/{SECRET}")
    with LocalWorker() as worker:
        yield worker


def test_the_environment_is_an_allow_list(fresh_worker):
    environment = dict(ask(fresh_worker, "sorted([k, v] for k, v in os.environ.items())"))
    assert SECRET not in str(environment)
    assert not {"KATA_SECRET", "AWS_SECRET_ACCESS_KEY", "PYTHONPATH", "KATA_CACHE_DIR"} & set(environment)
    assert environment["OMP_NUM_THREADS"] == "1"
    assert environment["PYTHONHASHSEED"] == "0"
    assert environment["HOME"] == "/nonexistent"


def test_the_arguments_name_no_file_of_the_class(worker):
    assert "submission" not in str(ask(worker, "sys.argv")).lower()


def test_hashes_are_the_same_in_every_worker(worker, own_worker):
    assert ask(worker, "hash('kata')") == ask(own_worker, "hash('kata')")


def test_chance_is_the_same_in_every_worker_and_every_case(worker, own_worker):
    text = "import random, numpy\ndef f(n):\n    return [random.random(), float(numpy.random.rand())]"
    one, other = see(worker, text), see(own_worker, text)
    assert one.value(0) == one.value(1) == other.value(3, 1)


def test_the_working_folder_is_the_root(worker):
    assert ask(worker, "os.getcwd()") == "/"


def test_the_session_and_the_group_are_its_own(worker):
    session, group, pid = ask(worker, "[os.getsid(0), os.getpgid(0), os.getpid()]")
    assert session == group == pid
    servers = ask(worker, "[os.getsid(os.getppid()), os.getpgid(os.getppid())]")
    assert session not in servers


def test_five_descriptors_at_most_are_open(worker):
    text = """
import os
def f(n):
    found = []
    for number in range(4096):
        try:
            os.fstat(number)
        except OSError:
            continue
        found.append(number)
    return found
"""
    opened = see(worker, text, calls=((1,),)).value(0)
    assert set(opened) <= {0, 1, 2, 3, 4}


def test_standard_input_is_empty(worker):
    assert ask(worker, "sys.stdin.read()") == ""


@pytest.mark.parametrize(
    "name",
    ["grader.answer_key", "grader.judge", "grader.codec", "solutions", "solutions.pos_embed_2d", "tests"],
)
def test_neither_the_grader_nor_the_solutions_can_be_imported(worker, name):
    result = graded(worker, honest(f"import {name}"))
    assert result.status == "import_failed"
    assert "ModuleNotFoundError" in result.message


def test_the_stand_in_for_the_grader_holds_a_check_and_a_picture_that_do_nothing(worker):
    text = honest(
        "import grader\nverdict = grader.check('f', 1)\nassert verdict.passed\ngrader.picture('f', f=1)"
    )
    assert graded(worker, text).status == "passed"
    names = "sorted(x for x in dir(__import__('grader')) if not x.startswith('__'))"
    assert ask(worker, names) == ["check", "picture"]


def test_no_module_of_the_grader_is_left_in_sys_modules(worker):
    assert ask(worker, "sorted(name for name in sys.modules if name.startswith('grader'))") == ["grader"]


def test_neither_expected_values_nor_policies_are_in_memory(worker):
    text = """
import gc
TYPES = {"Key", "Expect", "Rounded", "Equal", "Close", "Mistake", "Observation", "Verdict"}
NAMES = {"expected", "truths", "mistakes", "solution_folder"}
def f(n):
    found = set()
    for thing in gc.get_objects():
        if type(thing).__module__.startswith("grader"):
            found.add(type(thing).__name__)
        if type(thing) is dict:
            found.update(NAMES.intersection(key for key in thing if type(key) is str))
    return sorted(found & (TYPES | NAMES))
"""
    assert see(worker, text, calls=((1,),)).value(0) == []


def test_the_module_under_test_is_not_main(worker):
    assert ask(worker, "__name__") == "submission"


# --------------------------------------------------------------------------- limits


@pytest.mark.parametrize(
    ("limit", "most"),
    [("RLIMIT_CORE", 0), ("RLIMIT_FSIZE", 16 << 20), ("RLIMIT_NOFILE", 64), ("RLIMIT_MEMLOCK", 0)],
)
def test_resource_limits_cannot_be_raised(worker, limit, most):
    soft, hard = ask(worker, f"list(__import__('resource').getrlimit(__import__('resource').{limit}))")
    assert 0 <= soft <= most
    assert 0 <= hard <= most


def test_memory_is_counted_above_what_the_server_has(worker):
    text = "def f(n):\n    bytearray(n * 2**20)\n    return n"
    small = see(worker, text, calls=((64,), (256,)), limits=quick(memory_mb=128, time_per_check_s=2.0))
    assert small.outcomes() == ["returned", "raised"]
    large = see(worker, text, calls=((64,), (256,)), limits=quick(memory_mb=512, time_per_check_s=2.0))
    assert large.outcomes() == ["returned", "returned"]


def test_the_layers_in_force_are_told(worker):
    result = graded(worker, honest())
    assert {"session", "rlimits", "no_new_privs"} <= set(result.isolation)


def test_one_thread(worker):
    assert ask(worker, "__import__('threading').active_count()") == 1


# --------------------------------------------------------------------------- what is left behind

SPAWN = """
import ctypes, os, signal, time

def f(n):
    told, tell = os.pipe()
    pid = os.fork()
    if pid == 0:
        if {own_session}:
            os.setsid()
        pid = os.fork()
        if pid:
            os._exit(0)
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        ctypes.CDLL(None).prctl(15, b"{name}", 0, 0, 0)  # the name that is seen from outside
        os.write(tell, b"here")
        while True:
            time.sleep(3600)
    os.waitpid(pid, 0)
    os.read(told, 4)
    {then}
    return n
"""


@pytest.fixture
def name():
    """A name that a daemon gives itself, and no other process of the machine has."""
    return f"kata{os.urandom(5).hex()}"


@pytest.mark.parametrize("own_session", [False, True], ids=["in its group", "in a session of its own"])
def test_a_daemon_is_gone_when_its_worker_is(careless_worker, name, own_session):
    text = SPAWN.format(own_session=own_session, name=name, then="if n == 2: time.sleep(0.5)")
    run = careless_worker.run(task(text, calls=((1,), (2,)), limits=quick(time_per_check_s=1.0)))
    assert isinstance(next(run), Load)
    assert next(run).outcome is Outcome.RETURNED
    daemons = named(name)
    assert daemons
    assert set(daemons) <= set(left_behind(careless_worker))
    assert [item.outcome for item in run] == [Outcome.RETURNED]
    assert named(name) == left_behind(careless_worker) == []


@pytest.mark.parametrize("then", ["os._exit(0)", "while True: pass", "os.kill(os.getpid(), 9)"])
@pytest.mark.parametrize("own_session", [False, True], ids=["in its group", "in a session of its own"])
def test_no_daemon_outlives_a_worker_that_dies_or_is_stopped(careless_worker, name, own_session, then):
    text = SPAWN.format(own_session=own_session, name=name, then=then)
    seen = see(careless_worker, text, calls=((1,),))
    assert seen.outcomes() in (["died"], ["timed_out"])
    assert named(name) == left_behind(careless_worker) == []
    assert graded(careless_worker, honest()).status == "passed"


def test_no_daemon_outlives_a_run_that_is_given_up(careless_worker, name):
    text = SPAWN.format(own_session=True, name=name, then="if n == 2: time.sleep(3600)")
    run = careless_worker.run(task(text, calls=((1,), (2,)), limits=quick(time_per_check_s=1.0)))
    next(run)
    assert next(run).outcome is Outcome.RETURNED
    assert named(name)
    careless_worker.close()
    assert named(name) == []
    with pytest.raises(HarnessError, match="closed"):
        next(run)


@pytest.mark.parametrize(
    "body",
    [
        "import os\ntry: os.fork()\nexcept OSError: pass",
        "import os\ntry: os.setsid()\nexcept OSError: pass\ntry: os.fork()\nexcept OSError: pass",
        "import subprocess\ntry: subprocess.Popen(['sleep', '3600'])\nexcept OSError: pass",
        "import os; os.system('sleep 3600 &')",
        "import ctypes\nctypes.CDLL(None).fork()",
        "import ctypes\nctypes.CDLL(None).syscall(57)",
        "import ctypes\nctypes.CDLL(None).syscall(435, 0, 0)",
        "import threading, time\nt = threading.Thread(target=time.sleep, args=(3600,), daemon=True)\n"
        "try: t.start()\nexcept RuntimeError: pass",
        "import os\nos.kill(os.getpid(), 9)",
        "while True: pass",
    ],
    ids=["fork", "setsid and fork", "subprocess", "shell", "fork of C", "the call fork", "the call clone3",
         "thread", "SIGKILL", "a loop"],
)  # fmt: skip
def test_no_process_is_left_of_a_submission(worker, body):
    see(worker, source(body))
    assert left_behind(worker) == []
