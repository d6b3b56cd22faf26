import pytest

from tests.command.support import add_exercise, in_this_process


@pytest.fixture(scope="session")
def pack(tmp_path_factory):
    """A pack of two exercises: twice and square."""
    folder = tmp_path_factory.mktemp("pack")
    add_exercise(folder, "twice", "2 * n")
    add_exercise(folder, "square", "n * n")
    return folder


@pytest.fixture
def kata(capfd, monkeypatch, tmp_path):
    """Run the command inside this process: its status, standard output and standard error."""
    return in_this_process(capfd, monkeypatch, tmp_path)
