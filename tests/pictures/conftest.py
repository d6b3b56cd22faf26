"""A small pack whose exercise makes tables; and the command, inside this process and outside."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from grader.catalogue import load_pack
from grader.isolate.local import LocalWorker
from grader.verify import freeze_file
from tests.command.support import KATA

TOML = """
schema = 1
title = "A table of products"
tracks = ["demo"]
difficulty = "easy"
entry_points = ["products"]
hints = ["Read the statement.", "Try a small number.", "It is one line."]

[axes]
answer = ["factor", "other factor"]
"""
EXAMPLES = """
from grader.author import Close, case, check


@check(
    "small tables",
    points=4,
    cases=[case("a tiny table", n=2), case("a small table", n=4)],
    expect={"answer": Close(rtol=0.0, atol=1e-9)},
)
def small(student, n):
    return {"answer": student.products(n)}
"""
CHECKS = """
from grader.author import Close, case, check


@check("a large table", points=6, cases=[case("large", n=9)], expect={"answer": Close(rtol=0.0, atol=1e-9)})
def large(student, n):
    return {"answer": student.products(n)}
"""
SOLUTION = "def products(n):\n    return [[float(i * j) for j in range(n)] for i in range(n)]\n"
PICTURE = '''
"""What the table is about."""

N = 5


def diagonal(table):
    return [row[i] for i, row in enumerate(table)]


def picture(student):
    table = student.products(N)
    return [
        {"title": "The table mirrors itself", "rows": "factor", "columns": "other factor", "values": table},
        {"title": "Squares on the diagonal", "rows": "square", "columns": "root", "values": diagonal(table)},
    ]
'''
FILES = {
    "exercises/products/exercise.toml": TOML,
    "exercises/products/README.md": "# A table of products\n",
    "exercises/products/stub.py": "def products(n):\n    raise NotImplementedError\n",
    "exercises/products/examples.py": EXAMPLES,
    "exercises/products/picture.py": PICTURE,
    "solutions/products/solution.py": SOLUTION,
    "solutions/products/checks.py": CHECKS,
}


@pytest.fixture(scope="session")
def worker():
    with LocalWorker() as worker:
        yield worker


@pytest.fixture
def pack(tmp_path):
    """Write the pack, with some files changed (a text), or left out (None). Returns its folder."""

    def write(changes: dict[str, str | None] | None = None) -> Path:
        for name, text in {**FILES, **(changes or {})}.items():
            path = tmp_path / "pack" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if text is not None:
                path.write_text(text, encoding="utf-8")
        return tmp_path / "pack"

    return write


@pytest.fixture
def exercise(pack):
    """The exercise of the pack, with its picture changed."""
    return lambda picture: load_pack(pack({"exercises/products/picture.py": picture})).exercise("products")


@pytest.fixture
def student_pack(pack, worker):
    """The pack as a student has it."""
    folder = pack()
    freeze_file(load_pack(folder).exercise("products"), worker)
    for path in sorted((folder / "solutions").rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    (folder / "solutions").rmdir()
    return folder


@pytest.fixture
def kata(tmp_path):
    """Run the command outside this process, in a folder of its own."""
    folder = tmp_path / "here"
    folder.mkdir()

    def run(*arguments, **environment):
        return subprocess.run(
            [KATA, *map(str, arguments)],
            cwd=folder,
            env={name: value for name, value in os.environ.items() if name != "FORCE_COLOR"} | environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    run.folder = folder
    return run
