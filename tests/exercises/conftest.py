import pytest

from grader.isolate.local import LocalWorker
from tests.exercises.support import Asker


@pytest.fixture(scope="session")
def asker():
    with LocalWorker() as worker:
        yield Asker(worker)
