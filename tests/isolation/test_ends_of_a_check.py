"""Whatever a check comes to, it has a name, and the checks beside it have their own."""

import pytest

from grader.codec import decoder
from grader.isolate import local
from grader.worker.protocol import Plan, RunJob
from tests.isolation.support import ROOMY, graded, honest, quick, see, source, statuses

READ_TOLD = decoder(RunJob | Plan)

ENDS = {
    # the process ends
    "os._exit with status 0": ("import os; os._exit(0)", "crashed"),
    "os._exit with status 3": ("import os; os._exit(3)", "crashed"),
    "a segmentation fault": ("import ctypes; ctypes.string_at(0)", "crashed"),
    "SIGKILL to itself": ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "crashed"),
    "SIGTERM to itself": ("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", "crashed"),
    "SIGKILL to its group": ("import os, signal; os.killpg(0, signal.SIGKILL)", "forbidden"),
    "SIGSTOP to itself": ("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)", "timeout"),
    "abort": ("import os; os.abort()", "crashed"),
    "recursion in C without a limit": (
        "import sys; sys.setrecursionlimit(10**9)\ndef g(k): return [0].sort(key=g)\ng(0)",
        "crashed",
    ),
    # it does not come back
    "a loop without end": ("while True: pass", "timeout"),
    "a loop that swallows every exception and signal": (
        """
        import signal
        for number in range(1, 65):
            try:
                signal.signal(number, signal.SIG_IGN)
            except BaseException:
                pass
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass
        """,
        "timeout",
    ),
    "a sum in C without end": ("import itertools; sum(itertools.repeat(1))", "timeout"),
    "sleep": ("import time; time.sleep(3600)", "timeout"),
    "waiting for a lock of its own": (
        "import threading; a = threading.Lock(); a.acquire(); a.acquire()",
        "timeout",
    ),
    # it raises
    "an exception": ("raise ValueError('no')", "raised"),
    "SystemExit": ("import sys; sys.exit()", "raised"),
    "SystemExit with status 0": ("raise SystemExit(0)", "raised"),
    "KeyboardInterrupt": ("raise KeyboardInterrupt", "raised"),
    "GeneratorExit": ("raise GeneratorExit", "raised"),
    "recursion": ("def g(): return g()\ng()", "raised"),
    "an exception that raises as it is printed": (
        "class E(Exception):\n    def __str__(self): raise SystemExit\nraise E",
        "raised",
    ),
    "an exception whose class lies about its bases": (
        "class M(type):\n    __name__ = property(lambda c: 1 / 0)\n"
        "class E(Exception, metaclass=M): pass\nraise E",
        "raised",
    ),
    "input()": ("input()", "raised"),
    # memory
    "ten gigabytes of bytes": ("bytearray(10**10)", "out_of_memory"),
    "ten gigabytes of numpy": ("import numpy; numpy.ones(10**10, dtype='u1')", "out_of_memory"),
    "a MemoryError of its own": ("raise MemoryError", "out_of_memory"),
    # processes
    "fork": ("import os; os.fork()", "forbidden"),
    "forkpty": ("import os; os.forkpty()", "forbidden"),
    "subprocess": ("import subprocess; subprocess.run(['/bin/true'])", "forbidden"),
    "subprocess with a shell": ("import subprocess; subprocess.run('true', shell=True)", "forbidden"),
    "posix_spawn": ("import os; os.posix_spawn('/bin/true', ['true'], {})", "forbidden"),
    "exec": ("import os; os.execv('/bin/true', ['true'])", "forbidden"),
    "multiprocessing": (
        "import multiprocessing as m; m.get_context('fork').Process(target=print).start()",
        "forbidden",
    ),
}


@pytest.mark.parametrize(("body", "status"), ENDS.values(), ids=ENDS)
def test_the_end_of_one_check_is_named_and_leaves_the_others_alone(worker, body, status):
    result = graded(worker, source(body))
    assert statuses(result) == ["passed", status, "passed", "passed"], result.message
    assert (result.status, result.score) == ("failed", 7.5)


FLOODS = {
    "print": "for _ in range(10**6):\n    print('x' * 100)",
    "one print of 100 MB": "print('x' * 10**8)",
    "standard error": "import sys\nwhile True:\n    sys.stderr.write('x' * 4096)",
    "descriptor 1": "import os\nfor _ in range(100):\n    os.write(1, b'x' * 10**6)",
    "descriptor 2": "import os\nfor _ in range(100):\n    os.write(2, b'x' * 10**6)",
}


@pytest.mark.parametrize("body", FLOODS.values(), ids=FLOODS)
def test_printing_a_hundred_megabytes_ends_that_check(worker, body):
    result = graded(worker, source(body), limits=ROOMY)
    assert statuses(result) == ["passed", "too_much_output", "passed", "passed"]


def test_what_is_printed_within_the_limit_does_no_harm(worker):
    body = "import os\nprint('h\\u00e9llo' * 1000)\nos.write(1, b'\\xff\\xfe')\nos.write(2, b'x' * 100_000)"
    result = graded(worker, source(body), limits=ROOMY)
    assert result.status == "passed"


def test_of_a_long_output_64_kilobytes_at_most_are_kept(worker):
    seen = see(worker, "def f(n):\n    print('x' * 500_000)\n    return n", limits=ROOMY)
    assert seen.outcomes() == ["returned"] * 5
    assert all(len(observation.printed) <= 64 << 10 for observation in seen.places.values())


def test_growing_step_by_step_ends_in_a_memory_error(worker):
    body = "held = []\nwhile True:\n    held.append(bytearray(10**7))"
    result = graded(worker, source(body), limits=quick(time_per_check_s=3.0))
    assert statuses(result) == ["passed", "out_of_memory", "passed", "passed"]


def test_catching_the_memory_error_leaves_the_next_check_its_memory(worker):
    body = "try:\n    bytearray(10**10)\nexcept MemoryError:\n    pass"
    assert graded(worker, source(body)).status == "passed"


@pytest.mark.parametrize(
    "refused", ["os.fork()", "os.system('true') or 1 / 0", "os.execv('/bin/true', ['x'])"]
)
def test_a_refused_process_that_is_caught_is_no_fault(worker, refused):
    body = f"import os\ntry:\n    {refused}\nexcept PermissionError:\n    pass"
    assert graded(worker, source(body)).status == "passed"


def test_the_exit_of_a_case_leaves_the_later_cases_of_its_check_unrun(worker):
    seen = see(worker, "import os\ndef f(n):\n    if n == 3: os._exit(0)\n    return n")
    assert seen.outcomes() == ["returned", "returned", "returned", "died", "not_run"]


def test_every_check_may_die_and_each_is_told(worker):
    result = graded(worker, "import os\ndef f(n):\n    os._exit(0)")
    assert statuses(result) == ["crashed"] * 4
    assert (result.status, result.score) == ("failed", 0.0)


# --------------------------------------------------------------------------- which worker runs what


@pytest.fixture
def workers(monkeypatch):
    """What workers were told to do: the indices of the checks of each."""
    started = []

    class Counted(local.Child):
        def tell(self, message):
            told = READ_TOLD(message)
            if isinstance(told, Plan):
                started.append([planned.index for planned in told.checks])
            super().tell(message)

    monkeypatch.setattr(local, "Child", Counted)
    return started


def test_an_honest_submission_has_one_worker(worker, workers):
    see(worker, honest())
    assert workers == [[0, 1, 2, 3]]


def test_after_a_death_the_rest_goes_to_a_new_worker(worker, workers):
    see(worker, source("import os; os._exit(1)"))
    assert workers == [[0, 1, 2, 3], [2, 3]]


def test_after_a_timeout_the_rest_goes_to_a_new_worker(worker, workers):
    see(worker, source("while True: pass"))
    assert workers == [[0, 1, 2, 3], [2, 3]]


def test_a_raise_needs_no_new_worker(worker, workers):
    see(worker, source("raise SystemExit"))
    assert workers == [[0, 1, 2, 3]]


def test_a_check_that_only_the_wall_stops_is_run_once_more(worker, workers):
    seen = see(worker, source("import time; time.sleep(3600)"))
    assert workers == [[0, 1, 2, 3], [1, 2, 3], [2, 3]]
    assert seen.outcomes() == ["returned", "timed_out", "returned", "returned", "returned"]


def test_only_the_second_run_of_a_check_stopped_by_the_wall_counts(worker, workers):
    before = "ran = []"
    body = "import time\nif ran: time.sleep(3600)"
    text = source(body, before).replace("def f(n):", "def f(n):\n    ran.append(n) if n == 0 else None")
    assert see(worker, text).outcomes() == ["returned"] * 5
    assert workers == [[0, 1, 2, 3], [1, 2, 3]]


def test_a_new_worker_knows_nothing_of_the_one_before(worker):
    text = source("import os; os._exit(1)", "calls = []").replace(
        "return [n, n + 1, n * n]", "calls.append(n); return list(calls)"
    )
    seen = see(worker, text)
    assert seen.value(0) == [0]
    assert seen.value(2) == [2]
    assert seen.value(3) == [2, 3]


def busy(seconds):
    """A right submission that uses this much processor time in every call."""
    spin = f"end = time.process_time() + {seconds}\n    while time.process_time() < end: pass"
    return f"import time\ndef f(n):\n    {spin}\n    return [n, n + 1, n * n]"


def test_the_time_of_the_whole_submission_ends(worker):
    calls = tuple((n,) for n in range(10))
    limits = quick(time_per_check_s=0.2, time_per_submission_s=0.5)
    result = graded(worker, "def f(n):\n    while True: pass", limits=limits, calls=calls)
    told = statuses(result)
    ended = told.index("not_run")
    assert 1 <= ended <= 4
    assert told == ["timeout"] * ended + ["not_run"] * (10 - ended)
    assert (result.status, result.score) == ("failed", 0.0)


def test_checks_before_the_time_ran_out_keep_their_points(worker):
    calls = ((0,), (9,), (9,), (9,), (9,), (9,), (1,))
    limits = quick(time_per_check_s=0.2, time_per_submission_s=0.5)
    text = "def f(n):\n    while n == 9: pass\n    return [n, n + 1, n * n]"
    result = graded(worker, text, limits=limits, calls=calls)
    assert (result.checks[0].status, result.checks[-1].status) == ("passed", "not_run")
    assert result.score == 2.5


def test_slow_in_all_checks_together_is_stopped_by_the_time_of_the_submission(worker):
    calls = tuple((n,) for n in range(40))
    limits = quick(time_per_check_s=0.3, time_per_submission_s=0.6)
    told = statuses(graded(worker, busy(0.1), limits=limits, calls=calls))
    assert told[0] == "passed"
    assert told[-1] == "not_run"


def test_the_limits_of_a_trusted_task_are_wider(worker):
    calls = ((0,),)
    assert see(worker, busy(0.3), calls=calls).outcomes() == ["timed_out"]
    assert see(worker, busy(0.3), calls=calls, trusted=True).outcomes() == ["returned"]


@pytest.mark.parametrize(
    "body", ["import os; os._exit(0)", "while 1: pass", "import ctypes; ctypes.string_at(0)"]
)
def test_the_next_student_is_graded_as_ever(worker, body):
    graded(worker, source(body))
    after = graded(worker, honest())
    assert (after.status, after.score) == ("passed", 10.0)
