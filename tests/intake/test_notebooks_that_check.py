"""What a notebook asks the grader itself does nothing where it is graded, and nothing is said of it."""

from __future__ import annotations

import json

import pytest

from grader.intake.notebook import read_notebook
from grader.isolate.local import LocalWorker
from tests.grading.support import Grading
from tests.notebook.support import SOLUTION


def test_a_cell_of_the_magic_is_code_on_its_own_lines():
    cells = ["%load_ext grader\n%matplotlib inline", "%%kata x --run\nx = 1\ny = 2"]
    text = json.dumps({"cells": [{"cell_type": "code", "source": cell} for cell in cells]})
    units, notes = read_notebook(text)
    assert not notes
    assert [unit.source for unit in units[1:]] == ["\npass", "\nx = 1\ny = 2"]


@pytest.fixture(scope="module")
def grading():
    with LocalWorker() as worker:
        yield Grading(worker)


def test_a_notebook_with_checks_is_graded_as_without(grading, tmp_path):
    cells = [
        "from grader import check, picture",
        "verdict = check('f', 1)\nassert verdict.checks is not None\nprint(f'{verdict.score:.1f}', verdict)",
        "for verdict in [check('f', 1)]:\n    list(verdict.checks)",
        f"%%kata pos_embed_2d\n{SOLUTION}",
        'check("pos_embed_2d", pos_embed_2d)',
        'picture("pos_embed_2d", pos_embed_2d)',
        "import grader as g\ndisplay(g.check('f', 1))",
        "for i in range(3):\n    assert check('f', i)",
    ]
    text = json.dumps({"cells": [{"cell_type": "code", "source": cell} for cell in cells]})
    (tmp_path / "hw.ipynb").write_text(text)
    result = grading.file(tmp_path / "hw.ipynb", "pos_embed_2d")
    assert (result.status, result.notes) == ("passed", ())


def test_a_file_that_checks_itself_loads(grading, tmp_path):
    asked = "import grader\nfrom grader import check\nverdict = check('f', 1)\nverdict.passed\n"
    asked += "assert verdict.score == 10 and 100 * verdict.score / verdict.max_score + 1\n"
    asked += (
        "print(float(verdict.score), len(verdict.checks), verdict.message[:120], round(verdict.score, 1))\n"
    )
    (tmp_path / "hw.py").write_text(f"{SOLUTION}\n{asked}")
    assert grading.file(tmp_path / "hw.py", "pos_embed_2d").status == "passed"


def test_a_notebook_of_marimo_with_checks_is_graded_as_without(grading, tmp_path):
    answer = "\n".join(f"    {line}".rstrip() for line in SOLUTION.splitlines())
    text = f"""\
import marimo
app = marimo.App()

with app.setup:
    import marimo as mo
    from grader import check

@app.cell
def _(pos_embed_2d):
    mo.Html(check("pos_embed_2d", pos_embed_2d))
    return

@app.cell
def _():
{answer}
    return (pos_embed_2d,)
"""
    (tmp_path / "hw.py").write_text(text)
    result = grading.file(tmp_path / "hw.py", "pos_embed_2d")
    assert (result.status, result.notes) == ("passed", ())


def test_cells_that_only_check_are_not_told_of_where_the_answer_does_not_load(grading, tmp_path):
    asked = (
        "from grader import check\n\nverdict = check('pos_embed_2d', pos_embed_2d)\n"
        "display(verdict)\nverdict.score\n"
    )
    cells = ["def pos_embed_2d(grid, dim)\n    return 1", asked, "from grader import picture\nhelper(3)"]
    text = json.dumps({"cells": [{"cell_type": "code", "source": cell} for cell in cells]})
    (tmp_path / "hw.ipynb").write_text(text)
    notes = grading.file(tmp_path / "hw.ipynb", "pos_embed_2d").notes
    assert [note.split(" raised")[0] for note in notes] == ["cell 1, line 1", "cell 3, line 2"]
