"""What a worker can read and import: Python, numpy, torch and what they need, and nothing beside them."""

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy
import pytest

from grader.errors import HarnessError
from grader.isolate import readable
from grader.isolate.local import LocalWorker
from tests.isolation.support import ROOMY, ask, graded, honest, see

ROOT = Path(readable.__file__).parents[2]
PACKAGES = Path(numpy.__file__).parent.parent
OF_TORCH = ("sympy", "networkx", "jinja2", "fsspec", "filelock", "typing_extensions", "mpmath", "markupsafe")


@pytest.mark.parametrize("name", ["pytest", "hypothesis", "_pytest", "pip"])
def test_what_is_installed_for_others_seems_absent(worker, name):
    assert find_spec(name), "else this says nothing"
    result = graded(worker, honest(f"import {name}"))
    assert result.status == "import_failed"
    assert f"No module named '{name}'" in result.message
    assert ask(worker, f"__import__('importlib.util').util.find_spec({name!r})") is None


def test_a_submission_can_do_without_an_optional_package(worker):
    before = "try:\n    import pytest\nexcept ImportError:\n    pytest = None\nassert pytest is None"
    assert graded(worker, honest(before)).status == "passed"


@pytest.mark.parametrize(
    "name", ["numpy.fft", "numpy.ma", "numpy.polynomial", "numpy.random", "numpy.testing"]
)
def test_all_of_numpy_can_be_imported(worker, name):
    assert graded(worker, honest(f"import {name}")).status == "passed"


@pytest.mark.parametrize("name", OF_TORCH)
def test_what_torch_needs_can_be_imported(worker, name):
    pytest.importorskip(name)
    assert graded(worker, honest(f"import {name}"), limits=ROOMY).status == "passed"


@pytest.mark.parametrize("name", ["torch.nn.functional", "torch.fft", "torch.distributions", "torch.optim"])
def test_torch_can_be_imported(worker, name):
    pytest.importorskip("torch")
    text = f"import {name}\ndef f(n):\n    return n"
    assert see(worker, text, torch=True, limits=ROOMY, calls=((1,),)).outcomes() == ["returned"]


@pytest.mark.parametrize("name", ["sqlite3", "ssl", "decimal", "xml.etree.ElementTree", "unittest", "lzma"])
def test_the_standard_library_can_be_imported(worker, name):
    assert graded(worker, honest(f"import {name}")).status == "passed"


def test_what_is_installed_knows_its_version(worker):
    expression = "__import__('importlib.metadata').metadata.version('numpy')"
    assert ask(worker, expression) == numpy.__version__


@pytest.mark.parametrize("path", [PACKAGES / "pytest" / "__init__.py", ROOT / "grader" / "judge.py"])
def test_what_lies_beside_cannot_be_read(worker, path):
    assert path.is_file()
    result = graded(worker, honest(f"open({str(path)!r})"))
    assert result.status == "import_failed"
    assert "PermissionError" in result.message


@pytest.mark.parametrize("folder", [PACKAGES / "pytest", ROOT / "grader", ROOT / "solutions", ROOT])
def test_no_names_are_listed_of_what_cannot_be_read(worker, folder):
    assert folder.is_dir()
    result = graded(worker, honest(f"import os; os.listdir({str(folder)!r})"))
    assert result.status == "import_failed"
    assert "PermissionError" in result.message


# --------------------------------------------------------------------------- what must be hidden


def test_a_server_refuses_to_start_where_submissions_could_read_what_is_private():
    private = Path(numpy.__file__).parent / "x"
    with LocalWorker((private,)) as worker, pytest.raises(HarnessError) as fault:
        worker.examine("numpy")
    assert f"{private} lies below {private.parent.resolve()}, " in str(fault.value)
    assert "move it elsewhere" in str(fault.value)


def test_what_lies_elsewhere_is_hidden(tmp_path):
    readable.require_hidden([tmp_path, ROOT / "exercises", PACKAGES / "pytest"])


@pytest.mark.parametrize("folder", [Path(numpy.__file__).parent, Path(shutil.__file__).parent / "json"])
def test_below_a_readable_folder_nothing_is(folder):
    for private in (folder, folder / "one" / "two", folder / ".." / folder.name / "one"):
        with pytest.raises(readable.Exposed) as fault:
            readable.require_hidden([private])
        assert str(private) in str(fault.value)


def test_a_link_is_followed(tmp_path):
    link = tmp_path / "exercises"
    link.symlink_to(Path(numpy.__file__).parent / "fft")
    with pytest.raises(readable.Exposed, match="exercises"):
        readable.require_hidden([link])


def test_a_neighbour_whose_name_begins_alike_is_hidden():
    readable.require_hidden([PACKAGES / "numpy_exercises"])


def test_a_grader_that_is_installed_beside_numpy_is_isolated_as_well(tmp_path):
    packages = tmp_path / "site-packages"
    shutil.copytree(ROOT / "grader", packages / "grader", ignore=shutil.ignore_patterns("__pycache__"))
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from grader.isolate.local import LocalWorker\n"
        "with LocalWorker() as worker:\n"
        "    ready = worker.examine('numpy')\n"
        "print(*ready.layers, *(act.what for act in ready.acts if not act.refused))"
    )
    run = [sys.executable, "-P", "-c", code, str(packages)]
    told = subprocess.run(run, capture_output=True, text=True, cwd="/", check=True).stdout.split()
    assert "landlock" in told
    assert "no_open" not in told
