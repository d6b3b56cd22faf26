"""What every suite shares: answer keys are made once in a session, and never in the user's own cache."""

import os

import hypothesis
import pytest

# How long an example takes is up to the machine.
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")


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
