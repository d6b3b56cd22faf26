"""The wheel, built once, and installed where nothing of the source tree can be seen."""

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.packaging.support import ROOT, Command, clean_environment


def build(kind, folder):
    """Build the wheel or the sdist with the tools of this environment, without the network."""
    done = subprocess.run(
        [sys.executable, "-m", "build", f"--{kind}", "--no-isolation", "--outdir", folder, ROOT],
        env=clean_environment(),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    return build("wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def sdist(tmp_path_factory):
    return build("sdist", tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="session")
def installed(wheel, tmp_path_factory):
    """A fresh environment with the wheel in it; numpy, torch and the like are borrowed from this one.

    They are borrowed by a line in a .pth file, which adds a folder but follows no .pth file in it, so
    that an editable installation of the source tree stays out of reach.
    """
    home = tmp_path_factory.mktemp("installed")
    environment = home / "venv"
    venv.create(environment, with_pip=False, symlinks=True)
    python = environment / "bin" / "python"
    install = ["--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel]
    done = subprocess.run(
        [sys.executable, "-m", "pip", *install],
        env=clean_environment(),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr

    (packages,) = environment.glob("lib/python*/site-packages")
    borrowed = dict.fromkeys([sysconfig.get_path("purelib"), sysconfig.get_path("platlib")])
    (packages / "borrowed.pth").write_text("".join(f"{folder}\n" for folder in borrowed))

    elsewhere = home / "elsewhere"
    elsewhere.mkdir()
    where = subprocess.run(
        [python, "-c", "import grader; print(grader.__file__)"],
        cwd=elsewhere,
        env=clean_environment(),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert Path(where.stdout.strip()).is_relative_to(environment), where.stdout + where.stderr
    return Command(environment / "bin" / "kata", elsewhere)


@pytest.fixture(scope="session")
def here(tmp_path_factory):
    """The command of the environment that runs the tests."""
    return Command(Path(sysconfig.get_path("scripts")) / "kata", tmp_path_factory.mktemp("here"))
