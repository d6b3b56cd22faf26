import pytest

from grader.isolate import processes
from grader.isolate.local import LocalWorker


@pytest.fixture(scope="session")
def shared_worker():
    with LocalWorker() as worker:
        yield worker


@pytest.fixture
def worker(shared_worker):
    """A worker that other tests use too: what one of them does must not be felt in the next."""
    return shared_worker


@pytest.fixture
def own_worker():
    """A worker of the test's own, whose servers may be harmed."""
    with LocalWorker() as worker:
        yield worker


@pytest.fixture
def careless_worker(monkeypatch):
    """A worker whose servers refuse no system call, so that the second line of defence can be looked at."""
    careless = (
        "from grader.isolate import landlock, limits, seccomp\n"
        "landlock.ruleset = lambda *_a, **_k: None\n"
        "seccomp.compile_filter = lambda *_a, **_k: None\n"
        "limits.resource.RLIMIT_NPROC = limits.resource.RLIMIT_CORE\n"
        "from grader.isolate.server import main"
    )
    start = processes._START.replace("from grader.isolate.server import main", careless)
    assert start != processes._START
    monkeypatch.setattr(processes, "_START", start)
    with LocalWorker() as worker:
        yield worker
