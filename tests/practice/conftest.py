"""A folder to watch, with the progress of nobody."""

import pytest

from tests.practice.watching_support import STUB, Desk, make_pack


@pytest.fixture(scope="session")
def watched_pack(tmp_path_factory):
    return make_pack(tmp_path_factory.mktemp("pack"))


@pytest.fixture
def desk(tmp_path, tmp_path_factory, watched_pack, monkeypatch):
    """A folder with a stub in it, `kata watch` not yet begun."""
    monkeypatch.setenv("KATA_DATA_DIR", str(tmp_path_factory.mktemp("data")))
    folder = tmp_path / "desk"
    folder.mkdir()
    with Desk(folder, watched_pack) as one:
        one.save(STUB)
        yield one
