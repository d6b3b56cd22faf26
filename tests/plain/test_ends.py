"""How a check ends in a plain process: verdicts read as where it is isolated, and nothing is left behind."""

import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest

from grader.errors import HarnessError
from grader.isolate import processes, watch
from grader.model import Companion, Limits, Load, Observation
from grader.plain import child, inbox
from grader.plain.worker import PlainWorker
from tests.isolation.support import (
    ask,
    graded,
    honest,
    quick,
    see,
    sorted_out,
    source,
    statuses,
    task,
)

# One call that lets no other thread run, for some seconds.
HOLDS_PYTHON = "pow(7, 10**7, 10**400_000 + 1)"


@pytest.fixture
def own_plain():
    with PlainWorker() as worker:
        yield worker


ENDS = {
    "loops": ("while True: pass", "timeout"),
    "sleeps": ("import time; time.sleep(3600)", "timeout"),
    "loops without letting other threads run": (HOLDS_PYTHON, "timeout"),
    "ends the process": ("import os; os._exit(0)", "crashed"),
    "exits": ("import sys; sys.exit(0)", "raised"),
    "kills itself": ("import os; os.kill(os.getpid(), 9)", "crashed"),
    "touches memory that is not there": ("import ctypes; ctypes.string_at(0)", "crashed"),
    "closes everything": ("import os; os.closerange(0, 64)", "crashed"),
    "prints without end": ("while True: print('x' * 1000)", "too_much_output"),
    "prints without end on the descriptor": (
        "import os\nwhile True: os.write(2, b'x' * 1000)",
        "too_much_output",
    ),
    "asks for input": ("input()", "raised"),
    "runs out of memory": ("raise MemoryError", "out_of_memory"),
}


@pytest.mark.parametrize(("body", "status"), ENDS.values(), ids=ENDS)
def test_a_check_comes_to_its_end_and_the_others_are_run(plain, body, status):
    result = graded(plain, source(body), limits=quick(time_per_submission_s=20.0))
    assert statuses(result) == ["passed", status, "passed", "passed"], result.message


def test_a_file_that_never_ends_loading(plain):
    result = graded(plain, honest("while True: print('x' * 1000)"))
    assert result.status == "import_failed"
    assert "time limit" in result.message


def test_the_end_of_a_cell_leaves_the_rest_of_a_notebook(plain):
    cells = ("import os; os._exit(1)", "while True: pass", honest())
    seen = see(plain, *cells, cells=True)
    assert seen.outcomes() == ["returned"] * 5
    assert len(seen.load.notes) == 2


def test_a_thread_that_goes_on_hurts_nobody(plain):
    text = honest("import threading, time\nthreading.Thread(target=lambda: time.sleep(3600)).start()")
    assert graded(plain, text).status == "passed"


def test_time_spent_before_a_check_is_not_counted_to_it(plain):
    spend = "import time\nend = time.process_time() + 0.2\nwhile time.process_time() < end: pass"
    limits = quick(time_per_check_s=0.15)
    assert see(plain, honest(spend), limits=limits).outcomes() == ["returned"] * 5


def test_what_is_printed_is_told_with_the_case_that_printed_it(plain):
    seen = see(plain, "import os, sys\ndef f(n):\n    print('case', n)\n    print(n, file=sys.stderr)")
    printed = [seen.places[place].printed for place in sorted(seen.places)]
    # Python keeps what goes to standard output back for longer, as it does where it is isolated.
    assert printed == [f"{n}\ncase {n}\n" for n in range(5)]


def test_who_closes_its_output_is_still_checked(plain):
    text = "import os\nos.close(1)\nos.close(2)\n" + honest()
    assert graded(plain, text).status == "passed"


def test_a_long_answer_arrives_whole(plain):
    seen = see(plain, "def f(n):\n    return list(range(100_000))", calls=((0,),))
    assert seen.value(0) == list(range(100_000))


# --------------------------------------------------------------------------- the room


def test_the_grader_and_its_pack_are_not_at_hand(plain):
    assert ask(plain, "sorted(n for n in sys.modules if n.startswith('grader.'))") == []
    assert ask(plain, "sys.argv") == [""]
    assert str(processes.ROOT) != ask(plain, "sys.path[0]")


def test_no_answer_of_another_run_is_left_for_the_next(plain):
    see(plain, honest("import sys; sys.left_here = 1"))
    assert ask(plain, "hasattr(sys, 'left_here')") is False


def test_modules_and_data_stand_where_they_are_looked_for_and_are_gone_afterwards(plain):
    files = (Companion("mine.py", b"def more(n):\n    return n + 1\n"), Companion("data/a.txt", b"7"))
    text = "import os, mine\ndef f(n):\n    return [mine.more(n), open('data/a.txt').read(), os.getcwd()]"
    one, two, folder = see(plain, text, calls=((1,),), companions=files).value(0)
    assert (one, two) == (2, "7")
    assert not Path(folder).exists()


def test_what_a_submission_writes_lands_in_no_folder_of_the_user(plain, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = ask(plain, "(open('out.txt', 'w').close(), os.getcwd())[1]")
    assert list(tmp_path.iterdir()) == []
    assert Path(folder).parent == Path(tempfile.gettempdir()).resolve()
    assert not Path(folder).exists()


# --------------------------------------------------------------------------- processes


def running():
    """The plain workers among the processes of this one."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
                if int(parent) == os.getpid() and b"grader.plain" in (entry / "cmdline").read_bytes():
                    found.add(int(entry.name))
            except (FileNotFoundError, ProcessLookupError):
                continue
    return found


def test_a_process_waits_ahead_and_all_are_ended_at_the_close():
    before = running()
    with PlainWorker() as worker:
        worker.prepare("numpy")
        (ahead,) = running() - before
        assert ask(worker, "os.getpid()") == ahead
        (ahead,) = running() - before
        assert ask(worker, "os.getpid()") == ahead
    assert running() == before


def test_an_authors_own_code_shares_a_process_and_a_students_never_does(own_plain):
    asked = {"calls": ((1,),), "trusted": True}
    first, second = (
        see(own_plain, "import os\ndef f(n): return os.getpid()", **asked).value(0) for _ in "ab"
    )
    assert first == second
    assert ask(own_plain, "os.getpid()") != first
    assert first not in running()


def test_authors_code_that_dies_leaves_a_new_process_to_the_next(own_plain):
    asked = {"calls": ((1,),), "trusted": True}
    assert see(own_plain, "import os\ndef f(n): os._exit(1)", **asked).outcomes() == ["died"]
    assert see(own_plain, "def f(n): return n", **asked).outcomes() == ["returned"]


def test_a_process_that_waited_and_died_is_replaced(own_plain):
    own_plain.prepare("numpy")
    own_plain._spare.await_ready()
    os.kill(own_plain._spare._process.pid, signal.SIGKILL)
    assert graded(own_plain, honest()).status == "passed"


def stopped_in_a_call(worker, end):
    """Run a submission that sleeps in its calls and have it ended as it does; what was seen."""
    seen = []
    for item in worker.run(task("import time\ndef f(n): time.sleep(3600 if n else 0)", limits=quick())):
        seen.append(item)
        if isinstance(item, Observation) and len(seen) == 2:
            thread = threading.Timer(0.1, end)
            thread.start()
    thread.join()
    return seen


def test_a_run_can_be_stopped_from_another_thread(own_plain):
    load, honest_one, stopped, *_ = stopped_in_a_call(own_plain, own_plain.stop)
    assert isinstance(load, Load)
    assert (honest_one.outcome.value, stopped.outcome.value) == ("returned", "died")
    own_plain.stop()
    assert graded(own_plain, honest()).status == "passed"


def test_a_run_whose_worker_is_closed_is_the_harness(own_plain):
    with pytest.raises(HarnessError, match="closed"):
        stopped_in_a_call(own_plain, own_plain.close)
    with pytest.raises(HarnessError, match="closed"):
        own_plain.prepare("numpy")


def test_a_run_that_is_given_up_leaves_nothing(own_plain):
    before = running()
    watched = own_plain.run(task("import time\ndef f(n): time.sleep(3600)"))
    next(watched)
    watched.close()
    assert running() == before


def test_a_process_that_cannot_start_is_the_harness_and_says_its_last_words(own_plain, monkeypatch):
    monkeypatch.setattr(processes, "_START_PLAIN", "raise SystemExit('numpy is broken here')")
    with pytest.raises(HarnessError, match="did not start: numpy is broken here"):
        list(own_plain.run(task(honest())))


def test_a_python_that_is_not_there_is_the_harness(own_plain, monkeypatch):
    monkeypatch.setattr(processes.sys, "executable", "/nowhere/python")
    with pytest.raises(HarnessError, match="cannot be started"):
        own_plain.examine("numpy")


def test_processes_that_a_submission_leaves_do_not_hold_it_up(plain):
    text = honest(
        "import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])"
    )
    began = time.monotonic()
    assert graded(plain, text).status == "passed"
    # It is much less than what the process that is left would sleep.
    assert time.monotonic() - began < 300


def settled(wanted):
    """How many threads and descriptors this process has, once they are as many as is wanted, or stay more."""
    for _ in range(100):
        held = threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))
        if wanted in (None, held):
            break
        time.sleep(0.1)
    return held


def test_a_process_in_a_session_of_its_own_costs_no_thread_and_no_descriptor(own_plain):
    """It holds the pipes of its worker for as long as it lives."""
    start = "import subprocess, sys\ntold = subprocess.Popen([sys.executable, '-c', '{}'], {}).pid"
    text = start.format("import time; time.sleep(60)", "start_new_session=True")
    left = []
    before = None
    try:
        for _ in range(3):
            seen = see(own_plain, f"{text}\ndef f(n):\n    return told", calls=((1,),))
            left.append(seen.value(0))
            held = settled(before)
            before = before or held
        assert held == before
    finally:
        for process in left:
            os.kill(process, signal.SIGKILL)


STARTS_AND_WAITS = """
import sys, time
sys.path.insert(0, sys.argv[1])
from grader.plain.worker import PlainWorker
worker = PlainWorker()
worker.examine("numpy")
print(worker._spare._process.pid, flush=True)
time.sleep(3600)
"""


def test_a_process_ends_with_the_command_that_started_it():
    command = [sys.executable, "-c", STARTS_AND_WAITS, processes.ROOT]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as started:
        ahead = os.pidfd_open(int(started.stdout.readline()))
        started.kill()
    assert select.select([ahead], [], [], 30) == ([ahead], [], [])
    os.close(ahead)


RUNS = """
import sys
sys.path[:0] = sys.argv[1:2]
from grader.plain.worker import PlainWorker
from tests.isolation.support import ROOMY, task
list(PlainWorker().run(task(sys.argv[2], limits=ROOMY)))
"""


def test_what_a_submission_started_ends_too_when_the_command_is_killed(tmp_path):
    told = tmp_path / "told"
    os.mkfifo(told)
    text = (
        "import subprocess\nprocess = subprocess.Popen(['sleep', '600'])\n"
        f"open({str(told)!r}, 'w').write(str(process.pid))\nprocess.wait()\n"
    )
    with subprocess.Popen([sys.executable, "-c", RUNS, processes.ROOT, text]) as started:
        left = os.pidfd_open(int(told.read_text()))
        started.kill()
    assert select.select([left], [], [], 30) == ([left], [], [])
    os.close(left)


# --------------------------------------------------------------------------- the grader is stopped meanwhile


class Clock:
    """A clock that goes on while the grader does not, as when it is stopped with Ctrl-Z."""

    def __init__(self):
        self.ahead_s = 0.0

    def monotonic(self):
        return time.monotonic() + self.ahead_s


# A check may take 80 s by the clock on the wall, and all of them together four hours.
LONG = Limits(time_per_check_s=20.0, time_per_submission_s=3600.0)


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    for module in (child, inbox, watch):
        monkeypatch.setattr(module, "time", clock)
    return clock


def test_what_was_answered_while_the_grader_was_stopped_counts(own_plain, clock, monkeypatch):
    asked = task(honest(), limits=LONG)
    watched = own_plain.run(asked)
    load = next(watched)
    at_work = own_plain._at_work._inbox
    real = at_work.wait

    def stopped(timeout_s):
        real(30)
        clock.ahead_s += 1000.0

    monkeypatch.setattr(at_work, "wait", stopped)
    assert sorted_out(asked, [load, *watched]).outcomes() == ["returned"] * 5


def test_time_in_which_the_grader_was_stopped_is_not_counted(own_plain, clock, monkeypatch, tmp_path):
    asks = tmp_path / "asks"
    os.mkfifo(asks)
    asked = task(source(f"open({str(asks)!r}).read()"), limits=LONG)
    watched = own_plain.run(asked)
    load = next(watched)
    at_work = own_plain._at_work._inbox
    real = at_work.wait

    def stopped(timeout_s):
        if not clock.ahead_s:
            clock.ahead_s = 1000.0
        else:
            asks.write_text("")
            monkeypatch.setattr(at_work, "wait", real)
        real(timeout_s)

    monkeypatch.setattr(at_work, "wait", stopped)
    assert sorted_out(asked, [load, *watched]).outcomes() == ["returned"] * 5
