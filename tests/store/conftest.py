import shutil

import pytest

from grader.isolate.local import AtLevelNone
from grader.pool import Pool
from grader.private import cache_folder
from tests.command.support import add_exercise, in_this_process


@pytest.fixture(scope="session")
def pack(tmp_path_factory):
    """A pack of three exercises: twice and square, of whole numbers, and half, within a tolerance."""
    folder = tmp_path_factory.mktemp("pack")
    add_exercise(folder, "twice", "2 * n", seconds=0.3, total=2.0)
    add_exercise(folder, "square", "n * n", seconds=0.3, total=2.0)
    add_exercise(folder, "half", "n / 2", seconds=0.3, total=2.0)
    for checks in (folder / "exercises/half/examples.py", folder / "solutions/half/checks.py"):
        within = checks.read_text().replace("Equal()", "Close(1e-6, 1e-6)").replace("Equal", "Close")
        checks.write_text(within)
    return folder


@pytest.fixture
def own_pack(pack, tmp_path):
    """A copy of the pack, to be changed."""
    return shutil.copytree(pack, tmp_path / "pack")


class WarmPool(Pool):
    """A pool that stays warm from one run to the next, and counts what it is asked for."""

    def __init__(self, private):
        super().__init__(2, private, AtLevelNone.REFUSE)
        self.maps = []

    def __enter__(self):
        self.maps = []
        return self

    def __exit__(self, kind, value, trace):
        pass

    def map(self, function, items):
        items = list(items)
        self.maps.append(len(items))
        return super().map(function, items)

    def close(self):
        super().__exit__(None, None, None)


@pytest.fixture(scope="module")
def warm_pool():
    pool = WarmPool((cache_folder(),))
    yield pool
    pool.close()


@pytest.fixture
def warm(warm_pool, monkeypatch):
    """Every run inside this process uses one warm pool."""
    monkeypatch.setattr("grader.grade_class.Pool", lambda *_: warm_pool)
    return warm_pool


@pytest.fixture
def kata(warm, capfd, monkeypatch, tmp_path):
    """Run the command inside this process, on the warm pool: its status, standard output and error."""
    return in_this_process(capfd, monkeypatch, tmp_path)


@pytest.fixture
def grade(kata, pack):
    """Grade the folder `class` into the folder `out`."""

    def run(*arguments, pack=pack):
        return kata("grade", "class", "-o", "out", "--pack", pack, *arguments)

    return run
