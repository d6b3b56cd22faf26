"""A page with two small exercises and a worker that all tests share."""

import pytest

from grader.catalogue import FROZEN, load_pack
from grader.frozen import freeze
from grader.isolate.local import LocalWorker
from grader.prepared import key_for
from grader.private import private_folders
from tests.command.support import add_exercise
from tests.web.support import Desktop


@pytest.fixture(scope="session")
def pack_folder(tmp_path_factory):
    """Twice and square, frozen; `fault` cannot be used, and cube is not frozen."""
    folder = tmp_path_factory.mktemp("pack")
    add_exercise(folder, "twice", "2 * n", seconds=2.0, total=20.0)
    add_exercise(folder, "square", "n * n")
    add_exercise(folder, "cube", "n * n * n")
    add_exercise(folder, "fault", "n")
    (folder / "exercises/fault/exercise.toml").write_text("title = 3\n")
    pack = load_pack(folder)
    with LocalWorker(private_folders(pack)) as worker:
        for name in ("twice", "square"):
            exercise = pack.exercise(name)
            (exercise.folder / FROZEN).write_bytes(freeze(key_for(exercise, 0, worker)))
    return folder


@pytest.fixture(scope="session")
def worker(pack_folder):
    with LocalWorker(private_folders(load_pack(pack_folder))) as one:
        one.examine("numpy")  # a server ends with the thread that started it, so it is started in this one
        yield one


@pytest.fixture
def desktop(tmp_path, pack_folder, worker):
    """A page whose workspace is not made yet."""
    with Desktop(tmp_path / "ws", load_pack(pack_folder), worker) as one:
        yield one


@pytest.fixture
def visitor(chromium):
    """Somebody at the page; whatever goes wrong there that a test does not expect fails it at its end."""
    from tests.web.browser_support import Visitor  # few of the tests here need what it imports

    with Visitor(chromium) as one:
        yield one
