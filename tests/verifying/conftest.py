"""A small pack with one exercise that is proven, to be spoilt in one place; and workers for the session."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path

import pytest

from grader.catalogue import load_pack
from grader.errors import PackError
from grader.isolate.local import LocalWorker
from grader.pool import Pool
from grader.verify import Effort, freeze_file, prove

PACK = Path(__file__).parent / "pack"


@pytest.fixture
def spoilt_pack(tmp_path, worker):
    """Copy the pack, with pieces of its files replaced and whole files given or (None) taken away."""

    def write(*changes: tuple[str, str, str], files: dict[str, str | None] | None = None, frozen=True):
        folder = tmp_path / "pack"
        shutil.copytree(PACK, folder, dirs_exist_ok=True)
        for name, old, new in changes:
            text = (folder / name).read_text()
            assert old in text, (name, old)
            (folder / name).write_text(text.replace(old, new))
        for name, text in (files or {}).items():
            (folder / name).unlink(missing_ok=True)
            if text is not None:
                (folder / name).write_text(text)
        if frozen:
            with contextlib.suppress(PackError):
                freeze_file(load_pack(folder).exercise("thirds"), worker)
        return folder

    return write


@pytest.fixture
def exercise(spoilt_pack):
    """The exercise of the copied pack."""

    def read(*changes, **rest):
        return load_pack(spoilt_pack(*changes, **rest)).exercise("thirds")

    return read


@pytest.fixture(scope="session")
def worker():
    with LocalWorker() as worker:
        yield worker


@pytest.fixture(scope="session")
def pool():
    with Pool(2) as pool:
        yield pool


@pytest.fixture
def report(exercise, pool):
    """What is found of the exercise of a copied pack."""

    def made(*changes, files=None, frozen=True, seeds=(0, 1), draws=3):
        return prove(exercise(*changes, files=files, frozen=frozen), Effort(seeds, draws), pool)

    return made
