"""The warm servers: they die and are replaced, and the blame falls where it belongs."""

import os
from pathlib import Path

import pytest

from grader.errors import HarnessError
from grader.isolate import child, landlock, local, processes
from grader.isolate.local import LocalWorker
from grader.judge import judge
from grader.model import ENDED_THE_SERVER, Load, Outcome
from tests.isolation.support import (
    CALLS,
    QUICK,
    ROOMY,
    alive,
    descendants,
    graded,
    honest,
    key,
    kill_server,
    left_behind,
    see,
    server_pid,
    sorted_out,
    source,
    statuses,
    task,
)


def run_and_kill(worker, kill_after, text=honest()):  # noqa: B008 - a text
    """Run a task; kill the server each time one of these many things has been told."""
    told = []
    for item in worker.run(task(text)):
        told.append(item)
        if len(told) in kill_after:
            kill_server(worker._servers["numpy"])
    return sorted_out(task(text), told)


def test_a_server_that_died_between_two_jobs_is_replaced(own_worker):
    graded(own_worker, honest())
    before = server_pid(own_worker)
    kill_server(own_worker._servers["numpy"])
    assert graded(own_worker, honest()).status == "passed"
    assert server_pid(own_worker) != before


@pytest.mark.parametrize("after", [1, 2, 3, 4])
def test_a_server_that_dies_in_a_job_is_replaced_and_the_rest_is_run_again(own_worker, after):
    text = "import time\ndef f(n):\n    time.sleep(0.02)\n    return [n, n + 1, n * n]"
    seen = run_and_kill(own_worker, {after}, text)
    assert seen.outcomes() == ["returned"] * 5
    assert seen.value(2) == [2, 3, 4]


def test_who_ends_the_server_twice_is_crashed_and_flagged_where_an_honest_control_passes(exposed_worker):
    text = source("import os, time; os.kill(os.getppid(), 9); time.sleep(3600)")
    result = graded(exposed_worker, text)
    assert statuses(result) == ["passed", "crashed", "crashed", "crashed"]
    assert (result.status, result.score) == ("failed", 2.5)
    assert ENDED_THE_SERVER in result.notes
    assert graded(exposed_worker, honest()).status == "passed"


def test_who_ends_the_server_twice_as_the_file_loads(exposed_worker):
    result = graded(exposed_worker, honest("import os, time; os.kill(os.getppid(), 9); time.sleep(3600)"))
    assert (result.status, result.score) == ("import_failed", 0.0)
    assert ENDED_THE_SERVER in result.notes
    assert graded(exposed_worker, honest()).status == "passed"


def test_a_server_killed_twice_from_outside_leaves_what_was_told_before(own_worker):
    text = "import time\ndef f(n):\n    time.sleep(0.05)\n    return [n, n + 1, n * n]"
    seen = run_and_kill(own_worker, {2, 3}, text)
    assert seen.outcomes()[:2] == ["returned", "returned"]
    assert set(seen.outcomes()[2:]) == {"died"}
    assert {seen.places[place].detail for place in sorted(seen.places)[2:]} == {ENDED_THE_SERVER}


def test_where_the_control_dies_too_it_is_the_harness(own_worker, monkeypatch):
    class Cut(local.Child):
        def __init__(self, server, *rest, **more):
            kill_server(server)
            super().__init__(server, *rest, **more)

    monkeypatch.setattr(local, "Child", Cut)
    with pytest.raises(HarnessError, match="whatever it is given"):
        list(own_worker.run(task(honest())))
    result = graded(own_worker, honest())
    assert (result.status, result.score) == ("harness_error", None)


def test_a_server_that_a_submission_has_stopped_is_as_good_as_dead(exposed_worker, monkeypatch):
    monkeypatch.setattr(child, "REPLY_TIMEOUT_S", 0.3)
    result = graded(exposed_worker, source("import os; os.kill(os.getppid(), 19); os._exit(0)"))
    assert statuses(result) == ["passed", "crashed", "crashed", "crashed"]
    assert ENDED_THE_SERVER in result.notes
    assert graded(exposed_worker, honest()).status == "passed"


@pytest.mark.skipif(landlock.version() < 6, reason="this kernel's Landlock does not know of signals")
@pytest.mark.parametrize("body", ["os.kill(os.getppid(), 9)", "os.kill(os.getppid(), 19)", "os.kill(1, 0)"])
def test_a_submission_reaches_no_process_but_its_own(own_worker, body):
    graded(own_worker, honest())
    before = server_pid(own_worker)
    result = graded(own_worker, source(f"import os; {body}"))
    assert statuses(result) == ["passed", "forbidden", "passed", "passed"]
    assert server_pid(own_worker) == before


# --------------------------------------------------------------------------- starting


def test_a_server_that_cannot_start_is_the_harness_and_says_its_last_words(own_worker, monkeypatch):
    monkeypatch.setattr(processes, "_START", "raise SystemExit('numpy is broken here')")
    with pytest.raises(HarnessError, match="did not start: numpy is broken here"):
        list(own_worker.run(task(honest())))


def test_a_python_that_is_not_there_is_the_harness(own_worker, monkeypatch):
    monkeypatch.setattr(processes.sys, "executable", "/nowhere/python")
    with pytest.raises(HarnessError, match="cannot be started"):
        list(own_worker.run(task(honest())))


def test_a_server_that_never_gets_ready_is_ended(own_worker, monkeypatch):
    monkeypatch.setattr(child, "START_TIMEOUT_S", 0.3)
    monkeypatch.setattr(processes, "_START", "import time; time.sleep(3600)")
    before = set(descendants(os.getpid()))
    with pytest.raises(HarnessError, match="did not start"):
        list(own_worker.run(task(honest())))
    assert set(descendants(os.getpid())) <= before


def test_a_harness_that_fails_gives_no_score_and_works_again_afterwards(own_worker, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(processes, "_START", "raise SystemExit('broken')")
        result = graded(own_worker, honest())
        assert (result.status, result.score) == ("harness_error", None)
        assert statuses(result) == ["not_run"] * len(CALLS)
    assert graded(own_worker, honest()).score == 10.0


def test_no_more_descriptors_is_the_harness(own_worker, monkeypatch):
    see(own_worker, honest())

    def none_left(*_arguments, **_keywords):
        raise OSError(24, "Too many open files")

    with monkeypatch.context() as patch:
        patch.setattr(child.os, "pipe2", none_left)
        assert graded(own_worker, honest()).status == "harness_error"
    assert graded(own_worker, honest()).status == "passed"


def test_servers_start_when_first_needed_and_end_with_the_worker():
    with LocalWorker() as worker:
        assert worker._servers == {}
        see(worker, honest())
        pid = server_pid(worker)
        assert alive(pid)
    assert not alive(pid)


def test_a_closed_worker_says_so(own_worker):
    own_worker.close()
    with pytest.raises(HarnessError):
        list(own_worker.run(task(honest())))


def test_a_run_that_is_given_up_leaves_no_worker_behind(own_worker):
    run = own_worker.run(task("def f(n):\n    while n: pass\n    return n"))
    assert isinstance(next(run), Load)
    run.close()
    assert left_behind(own_worker) == []
    assert graded(own_worker, honest()).status == "passed"


def test_a_job_larger_than_a_pipe_arrives_whole(worker):
    seen = see(worker, honest("#" * 300_000))
    assert seen.outcomes() == ["returned"] * 5


def test_nothing_to_check_is_loaded_all_the_same(worker):
    load, *rest = worker.run(task(honest(), calls=()))
    assert (load.outcome, rest) == (Outcome.RETURNED, [])


# --------------------------------------------------------------------------- torch


@pytest.fixture(scope="module")
def torch_worker():
    pytest.importorskip("torch", reason="torch is not installed")
    with LocalWorker() as worker:
        yield worker


TORCH_ENDS = {
    "an allocation beyond the limit": ("torch.empty(10**11)", "out_of_memory"),
    "an index out of range": ("torch.zeros(3)[5]", "raised"),
    "a tensor on the meta device": ("return torch.empty(3, device='meta')", "failed"),
    "a sparse tensor": ("return torch.eye(3).to_sparse()", "failed"),
    "a module": ("return torch.nn.Linear(1, 1)", "failed"),
    "a subclass of tensor": ("class T(torch.Tensor): pass\nreturn torch.zeros(3).as_subclass(T)", "failed"),
    "os._exit": ("import os; os._exit(0)", "crashed"),
}


@pytest.mark.parametrize(("body", "status"), TORCH_ENDS.values(), ids=TORCH_ENDS)
def test_ends_of_a_check_on_the_server_with_torch(torch_worker, body, status):
    told = list(torch_worker.run(task(source(body, "import torch"), torch=True, limits=ROOMY)))
    verdict = judge(key(ROOMY), told)
    assert [check.status.value for check in verdict.checks] == ["passed", status, "passed", "passed"]


def test_what_a_file_does_to_the_state_of_torch_is_put_back(torch_worker):
    before = "torch.set_default_dtype(torch.float64)\ntorch.set_grad_enabled(False)\ntorch.manual_seed(99)\n"
    body = "def f(n):\n    return [str(torch.zeros(1).dtype), torch.is_grad_enabled(), torch.rand(1).item()]"
    seen = see(torch_worker, f"import torch\n{before}{body}", torch=True)
    assert seen.value(0)[:2] == ["torch.float32", True]
    assert seen.value(0) == seen.value(1) == see(torch_worker, "import torch\n" + body, torch=True).value(0)


def test_the_two_servers_stand_beside_each_other(torch_worker):
    see(torch_worker, honest(), torch=True)
    kept = server_pid(torch_worker, torch=True)
    see(torch_worker, honest())
    assert server_pid(torch_worker, torch=True) == kept != server_pid(torch_worker)


def test_a_worker_that_no_server_takes_leaves_no_descriptor_open(own_worker):
    see(own_worker, honest())
    server = own_worker._servers["numpy"]
    kill_server(server)
    before = set(Path("/proc/self/fd").iterdir())
    for _ in range(3):
        with pytest.raises(child.ServerDied):
            child.Child(server, b"job", QUICK, 1.0)
    assert set(Path("/proc/self/fd").iterdir()) == before
