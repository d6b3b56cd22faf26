import pytest

from grader.isolate.local import LocalWorker
from tests.isolation.support import (
    NO_COUNT,
    NO_FILTER,
    NO_LANDLOCK,
    NO_NAMESPACES,
    NO_USERS,
    change_servers,
    in_namespaces,
)

NOTHING_REFUSED = (NO_LANDLOCK, NO_FILTER, NO_COUNT, NO_USERS)


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
def worker_without(monkeypatch):
    """Start a worker whose servers do without something."""
    workers = []

    def start(*lines):
        change_servers(monkeypatch, *lines)
        workers.append(LocalWorker())
        return workers[-1]

    yield start
    for worker in workers:
        worker.close()


@pytest.fixture
def enclosed_worker(worker_without):
    """A worker whose servers refuse nothing, and are kept apart by namespaces alone."""
    return worker_without(*NOTHING_REFUSED)


@pytest.fixture
def exposed_worker(worker_without):
    """A worker whose servers refuse nothing: submissions can kill them."""
    return worker_without(*NOTHING_REFUSED, NO_NAMESPACES)


@pytest.fixture(
    params=[pytest.param("enclosed_worker", marks=in_namespaces), "exposed_worker"],
    ids=["in namespaces", "without namespaces"],
)
def careless_worker(request):
    """A worker whose servers refuse no system call, so that the second line of defence can be looked at."""
    return request.getfixturevalue(request.param)
