"""`make` on machines that lack something: each ends with a sentence that says what to do."""

import re
import subprocess
import sys
import venv

import pytest

from tests.packaging.support import ROOT, clean_environment

PYTHON_HERE = f"{sys.version_info.major}.{sys.version_info.minor}"

# Python as a package manager leaves it that ships the module of pip's own installer separately.
NO_ENSUREPIP = """
case "$*" in *ensurepip*) echo "ModuleNotFoundError: No module named 'ensurepip'" >&2; exit 1;; esac
"""
VENV_BREAKS_OFF = """
if [ "$1 $2" = "-m venv" ]; then mkdir -p "$3/bin"; echo "Error: no space left on device" >&2; exit 1; fi
"""
TOO_OLD = """
case "$*" in -V) echo "Python 3.9.2"; exit 0;; *"version_info < (3, 11)"*) exit 1;; esac
"""

STUB_PIP = """
import pathlib, sys
with pathlib.Path("pip-calls").open("a") as log:
    print(*sys.argv[1:], file=log)
"""

STUB_KATA = """#!/bin/sh
echo "kata $*" >> kata-calls
exit $(cat kata-status)
"""


class Folder:
    """A copy of what `make` needs, and a python3 on PATH that behaves as told."""

    def __init__(self, path):
        self.path = path / "kata project"
        self.path.mkdir(parents=True)
        for name in ("Makefile", "pyproject.toml", "requirements-torch.txt"):
            (self.path / name).write_bytes((ROOT / name).read_bytes())
        self.programs = path / "programs"
        self.programs.mkdir()
        self.python3("")

    def python3(self, behaviour):
        """Put a python3 in front of PATH that does this first, then what the real one does."""
        script = self.programs / "python3"
        script.write_text(f'#!/bin/sh\n{behaviour}\nexec "{sys.executable}" "$@"\n')
        script.chmod(0o755)

    def make(self, *arguments):
        environment = clean_environment()
        environment["PATH"] = f"{self.programs}:{environment['PATH']}"
        environment.pop("PYTHON", None)
        return subprocess.run(
            ["make", *arguments], cwd=self.path, env=environment, capture_output=True, text=True, timeout=120
        )

    def environment_with_stubs(self):
        """A .venv whose pip only notes how it was called, and whose kata exits as it is told."""
        venv.create(self.venv, with_pip=False, symlinks=True)
        (packages,) = self.venv.glob("lib/python*/site-packages")
        (packages / "pip").mkdir()
        (packages / "pip" / "__init__.py").touch()
        (packages / "pip" / "__main__.py").write_text(STUB_PIP)
        kata = self.venv / "bin" / "kata"
        kata.write_text(STUB_KATA)
        kata.chmod(0o755)
        self.kata_exits(0)

    def kata_exits(self, status):
        (self.path / "kata-status").write_text(str(status))

    @property
    def venv(self):
        return self.path / ".venv"

    def calls(self, program):
        log = self.path / f"{program}-calls"
        return log.read_text().splitlines() if log.exists() else []


@pytest.fixture
def folder(tmp_path):
    return Folder(tmp_path)


@pytest.mark.parametrize("target", ["demo", "test"])
def test_without_the_means_to_make_environments_one_line_says_what_to_install(folder, target):
    folder.python3(NO_ENSUREPIP)
    done = folder.make(target)
    assert done.returncode != 0
    assert re.findall(r"apt-get install .*", done.stderr) == [f"apt-get install python{PYTHON_HERE}-venv"]
    assert "Error 1" in done.stderr
    assert "Traceback" not in done.stderr
    assert not folder.venv.exists()


def test_an_environment_that_breaks_off_leaves_nothing_behind(folder):
    folder.python3(VENV_BREAKS_OFF)
    done = folder.make("demo")
    assert done.returncode != 0
    assert "no space left" in done.stderr
    assert "nothing was left behind" in done.stderr
    assert not folder.venv.exists()


def test_an_old_python_is_named_with_its_version(folder):
    folder.python3(TOO_OLD)
    done = folder.make("demo")
    assert done.returncode != 0
    assert "needs Python 3.11 or newer, and python3 is Python 3.9.2" in done.stderr
    assert not folder.venv.exists()


def test_a_python_that_is_not_there_is_named(folder):
    done = folder.make("demo", "PYTHON=python-of-nowhere")
    assert done.returncode != 0
    assert "There is no python-of-nowhere here" in done.stderr


@pytest.mark.parametrize(("status", "fine"), [(0, True), (1, True), (2, False), (3, False), (130, False)])
def test_the_demo_fails_only_if_grading_did(folder, status, fine):
    folder.environment_with_stubs()
    folder.kata_exits(status)
    assert (folder.make("demo").returncode == 0) is fine
    assert folder.calls("kata") == ["kata grade examples/class -o build/demo-results"]


def test_set_up_is_done_once_until_the_project_changes(folder):
    folder.environment_with_stubs()
    assert folder.make("demo").returncode == 0
    (first,) = folder.calls("pip")
    assert first.endswith("--constraint requirements-torch.txt --editable .[torch]")
    assert folder.make("demo").returncode == 0
    assert len(folder.calls("pip")) == 1
    with (folder.path / "pyproject.toml").open("a") as project:
        project.write("\n# changed\n")
    assert folder.make("demo").returncode == 0
    assert len(folder.calls("pip")) == 2


def test_the_set_up_of_the_tests_serves_the_demo_too(folder):
    folder.environment_with_stubs()
    folder.make("format")  # sets up for development; there is no ruff to run afterwards
    (first,) = folder.calls("pip")
    assert first.endswith(".[torch,dev]")
    assert folder.make("demo").returncode == 0
    assert len(folder.calls("pip")) == 1


def test_an_environment_that_was_moved_is_made_anew(folder, tmp_path):
    folder.environment_with_stubs()
    folder.path = folder.path.rename(tmp_path / "moved")
    folder.python3(VENV_BREAKS_OFF)
    done = folder.make("demo")
    assert "making it anew" in done.stderr
    assert not folder.venv.exists()


def test_an_environment_whose_python_is_gone_is_made_anew(folder):
    folder.environment_with_stubs()
    for link in folder.venv.glob("bin/python*"):
        link.unlink()
    folder.python3(VENV_BREAKS_OFF)
    assert "making it anew" in folder.make("demo").stderr


def test_an_environment_that_works_is_kept_though_python3_could_not_make_it(folder):
    folder.environment_with_stubs()
    folder.python3(NO_ENSUREPIP + TOO_OLD)
    assert folder.make("demo").returncode == 0


def test_help_names_every_target(folder):
    done = folder.make()
    assert done.returncode == 0
    (declared,) = re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for target in set(declared.split()) - {"help"}:
        assert f"make {target} " in done.stdout
