from typing import NamedTuple

import pytest

from grader.cli import main
from tests.command.support import add_exercise


class Ran(NamedTuple):
    status: int
    out: str
    err: str


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
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments):
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        out, err = capfd.readouterr()
        return Ran(ended.value.code, out, err)

    return run
