import pytest

from grader.plain.worker import PlainWorker


@pytest.fixture(scope="package")
def plain():
    with PlainWorker() as worker:
        yield worker
