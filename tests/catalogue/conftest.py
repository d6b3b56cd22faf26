"""A small exercise pack on disk, to be spoilt in one place; and a worker for the whole session."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.isolate.local import LocalWorker

MANIFEST = """\
schema = 1
title = "Halves"
tracks = ["demo"]
difficulty = "easy"
tags = ["division"]
entry_points = ["halve"]
needs = []
prerequisites = []
hints = ["One.", "Two.", "Three."]

[limits]
memory_mb = 256
"""
EXAMPLES = """\
from grader.author import Equal, case, check


@check("the sample", points=4, expect=Equal(), cases=[case("an even number", n=8)])
def sample(student, n):
    return student.halve(n)
"""
CHECKS = """\
from grader.author import Rounded, case, check


def drawn(rng):
    return case("any number", n=int(rng.integers(1, 1000)))


@check("hidden numbers", points=6, expect=Rounded(1, truth="exact_half"), cases=[drawn, case("nothing", n=0)])
def numbers(student, n):
    return student.halve(n)
"""
SOLUTION = """\
def exact_half(n):
    return n / 2


def halve(n):
    return round(n / 2, 1)
"""
MISTAKE = '''\
"""It was doubled,
not halved."""


def halve(n):
    return 2.0 * n
'''
FILES = {
    "exercises/halve/exercise.toml": MANIFEST,
    "exercises/halve/README.md": "# Halves\n",
    "exercises/halve/approach.md": "Divide.\n",
    "exercises/halve/stub.py": "def halve(n):\n    raise NotImplementedError\n",
    "exercises/halve/examples.py": EXAMPLES,
    "solutions/halve/solution.py": SOLUTION,
    "solutions/halve/checks.py": CHECKS,
    "solutions/halve/mistakes/doubled.py": MISTAKE,
}


@pytest.fixture
def pack(tmp_path):
    """Write the pack, with some files changed (a text), or left out (None). Returns its folder."""

    def write(changes: dict[str, str | bytes | None] | None = None) -> Path:
        for name, text in {**FILES, **(changes or {})}.items():
            path = tmp_path / "pack" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if text is None:
                path.unlink(missing_ok=True)
            else:
                path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return tmp_path / "pack"

    return write


@pytest.fixture(scope="session")
def worker():
    with LocalWorker() as worker:
        yield worker
