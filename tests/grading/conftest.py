import pytest

from grader.isolate.local import LocalWorker
from tests.grading.support import Grading


@pytest.fixture(scope="session")
def grading():
    with LocalWorker() as worker:
        yield Grading(worker)
