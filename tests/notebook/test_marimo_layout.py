"""Notebooks for marimo as they are laid out: marimo's own checker, run as a script, read by the grader."""

import os
import subprocess
import sys
from textwrap import indent

import pytest

from grader.catalogue import load_pack
from grader.practice.laying import lay_out
from tests.notebook.support import ROOT, SOLUTION

pytest.importorskip("marimo", reason="needs marimo: pip install 'kata-grader[notebook]'")
STUB = '    raise NotImplementedError("pos_embed_2d is still to be written")'


@pytest.fixture
def laid(tmp_path):
    return lay_out(load_pack().exercise("pos_embed_2d"), tmp_path / "work", layout="marimo").path


def python(*arguments):
    """What a command prints, which must end well."""
    done = subprocess.run(
        [sys.executable, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def solved(path):
    """Put the solution in the place of the stub, as marimo saves it."""
    text = path.read_text(encoding="utf-8")
    assert text.count(STUB) == 1
    body = SOLUTION.split('"""', 2)[2]
    before, _, after = text.partition(STUB)
    head = before[: before.rindex("    import math")]
    path.write_text(head + indent(body.strip("\n"), "    ") + after, encoding="utf-8")


def test_marimo_finds_no_fault_with_any_notebook(tmp_path):
    pack = load_pack()
    paths = [lay_out(each, tmp_path, layout="marimo").path for each in pack.exercises.values()]
    assert not python("-m", "marimo", "check", "--strict", *paths).strip()


TELLING = """
import runpy, sys, grader
asked = grader.check
grader.check = lambda *given: print(asked(*given).message)
runpy.run_path(sys.argv[1], run_name="__main__")
"""


def test_it_runs_as_a_script_before_and_after_it_is_solved(laid):
    assert python("-c", TELLING, laid).startswith("Not started: this is the stub of pos_embed_2d")
    solved(laid)
    assert python("-c", TELLING, laid).startswith("All 6 checks passed.")
    assert not python(laid)
    assert "10 of 10 points" in python("-m", "grader", "check", laid)


def test_where_kata_is_not_installed_the_check_says_so(laid):
    """And marimo does not offer to install whatever else is called like the package."""
    shown = f"""
import sys
sys.modules["grader"] = None
import marimo
told = []
marimo.md = told.append
import runpy
runpy.run_path({str(laid)!r}, run_name="__main__")
print(sum("kata is not installed" in text for text in told))
"""
    assert python("-c", shown).split() == ["2"]
