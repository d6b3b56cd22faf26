"""A pack of unmistakable numbers, and submissions that try to carry them out."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grader.catalogue import load_pack
from grader.isolate.local import LocalWorker
from grader.prepared import key_for
from tests.redaction.submissions import notebook, sources

PACK = Path(__file__).parent / "pack"


@pytest.fixture(scope="session")
def handed_in(tmp_path_factory):
    """A folder for each submission."""
    folder = tmp_path_factory.mktemp("class")
    for name, source in sources().items():
        (folder / name).mkdir()
        (folder / name / "convey.py").write_text(source)
    (folder / "a_notebook").mkdir()
    (folder / "a_notebook" / "convey.ipynb").write_text(notebook())
    return folder


@pytest.fixture(scope="session")
def kata(tmp_path_factory):
    """Run the command: its standard output and standard error."""
    here = tmp_path_factory.mktemp("here")

    def run(*arguments, status=1):
        done = subprocess.run(
            [sys.executable, "-m", "grader", *map(str, arguments)],
            cwd=here,
            env=os.environ | {"COLUMNS": "200", "TERM": "dumb"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout, done.stderr

    return run


@pytest.fixture(scope="session")
def worker():
    with LocalWorker() as worker:
        yield worker


@pytest.fixture(scope="session")
def key(worker):
    """The key of the pack as it is: what is unmistakable is hidden."""
    return key_for(load_pack(PACK).exercise("convey"), 0, worker)


@pytest.fixture(scope="session")
def twin(tmp_path_factory, worker):
    """The key of a pack that shows what the other hides."""
    folder = tmp_path_factory.mktemp("twin") / "pack"
    shutil.copytree(PACK, folder)
    hidden = folder / "solutions" / "convey" / "checks.py"
    shown = folder / "exercises" / "convey" / "examples.py"
    was_hidden, was_shown = hidden.read_text(), shown.read_text()
    shown.write_text(was_hidden)
    hidden.write_text(was_shown)
    return key_for(load_pack(folder).exercise("convey"), 0, worker)
