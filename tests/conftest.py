"""What every suite shares: answer keys are made once in a session, and never in the user's own cache."""

import os
import tempfile
from itertools import count
from pathlib import Path

import hypothesis
import pytest

# How long an example takes is up to the machine.
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")


DATA = pytest.StashKey()
NUMBER = pytest.StashKey()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """With ``--dist=loadfile``: what is run in one process where tests run side by side."""
    if config.getoption("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            """The tests of a file share servers and keys."""
            file = nodeid.partition("::")[0]
            # What these leave on the machine, shared memory above all, the attacks would find.
            if file.startswith(
                ("tests/attacks/", "tests/isolation/test_trial", "tests/isolation/test_calls")
            ):
                return "tests/attacks"
            # Each exercise takes as long as many a file. Alone, it comes late, and evens things out.
            return nodeid if file == "tests/exercises/test_verify.py" else file

    return Scheduling(config, log)


@pytest.fixture(scope="session", autouse=True)
def cache_folder(tmp_path_factory):
    if "PYTEST_XDIST_WORKER" in os.environ:  # processes that run tests side by side share one
        folder = tmp_path_factory.getbasetemp().parent / "cache"
        folder.mkdir(exist_ok=True)
    else:
        folder = tmp_path_factory.mktemp("cache")
    before = os.environ.get("KATA_CACHE_DIR")
    os.environ["KATA_CACHE_DIR"] = str(folder)
    yield folder
    if before is None:
        del os.environ["KATA_CACHE_DIR"]
    else:
        os.environ["KATA_CACHE_DIR"] = before


@pytest.fixture(scope="module")
def chromium():
    from tests.chromium import a_browser  # few tests need what it imports

    with a_browser() as browser:
        yield browser


def pytest_configure(config):
    """What is practised in tests is nobody's progress."""
    config.stash[DATA] = tempfile.TemporaryDirectory(prefix="kata-data-")


def pytest_runtest_setup(item):
    """Each test is somebody new, of whom nothing is kept."""
    number = item.config.stash.setdefault(NUMBER, count())
    os.environ["KATA_DATA_DIR"] = str(Path(item.config.stash[DATA].name, str(next(number))))


def pytest_unconfigure(config):
    os.environ.pop("KATA_DATA_DIR", None)
    config.stash[DATA].cleanup()
