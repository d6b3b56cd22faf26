"""Notebooks for Jupyter as they are laid out: they run to their end, and nbgrader reads the right points."""

import ast
import shutil

import nbformat
import pytest

import grader
from grader.catalogue import load_pack
from grader.notebook.checking import CONVERSATION
from grader.notebook.faults import CannotCheck
from grader.notebook.messages import Reply
from grader.practice.laying import lay_out
from tests.notebook.support import ROOT, SOLUTION, error_of, html_of, kernel
from tests.reports.support import result

# Right for short vectors, as in the visible examples.
PARTLY = (
    f"{SOLUTION}\n_all = pos_embed_2d\ndef pos_embed_2d(grid, dim):\n    return _all(grid, min(dim, 16))\n"
)
ANSWERS = {
    "right": (SOLUTION, 10.0),
    "partly right": (PARTLY, 2.0),
    "wrong": ("def pos_embed_2d(grid, dim):\n    return 3", 0.0),
    "ends its process": ("def pos_embed_2d(grid, dim):\n    import os\n    os._exit(0)", 0.0),
    "another name": ("%reset -f\ndef pos_embed_3d(grid, dim):\n    return 3", 0.0),
    "no Python": ("%reset -f\ndef pos_embed_2d(grid, dim)\n    return 3", 0.0),
}


def laid_out(name, folder):
    path = lay_out(load_pack().exercise(name), folder / name, layout="ipynb").path
    return nbformat.read(path, as_version=4)


def points(cell, most=10.0):
    """What nbgrader gives for a cell that has run: `nbgrader.utils.determine_grade`, version 0.9."""
    for output in cell.outputs:
        if output.output_type == "error" or (output.output_type == "stream" and output.name == "stderr"):
            return 0.0
        if output.output_type == "execute_result":
            try:
                told = float(output.data["text/plain"])
            except ValueError:
                return most
            assert told <= most, "nbgrader fails"
            return told if told >= 0 else most
    return most


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    with kernel(tmp_path_factory.mktemp("kernel")) as notebook:
        yield notebook


def rerun(running, cells):
    """Run cells in a notebook that was just opened, as good as."""
    running.run("%reset -f")
    running.run("%reset -f in")
    return [running.run(cell.source) for cell in cells if cell.cell_type == "code"]


@pytest.mark.parametrize("answer", ANSWERS)
def test_nbgrader_reads_the_points_of_the_check(answer, running, tmp_path):
    text, due = ANSWERS[answer]
    _, stub, check, _, _ = laid_out("pos_embed_2d", tmp_path).cells
    stub.source = text
    assert check.metadata.nbgrader.points == 10
    _, checked = rerun(running, [stub, check])
    assert points(checked) == due


def test_nbgrader_gives_no_points_where_nobody_could_have_all_of_them(running, tmp_path):
    name = "pos_embed_2d"
    shutil.copytree(ROOT / "exercises" / name, tmp_path / "pack" / "exercises" / name)
    call = (
        f"grader.check('{name}', source='def {name}(grid, dim): return 1', pack={str(tmp_path / 'pack')!r})"
    )
    assert points(running.run(f"import os, grader\n{call}.score")) == 0.0
    checked = running.run(f"os.environ['NBGRADER_EXECUTION'] = 'autograde'\n{call}.score")
    running.run("del os.environ['NBGRADER_EXECUTION']")
    assert error_of(checked)[0] == "CannotCheck"
    assert "only the visible examples are there" in error_of(checked)[1]


def test_where_the_grader_fails_there_is_an_error_and_no_verdict(monkeypatch):
    """The score is None then, and a cell that ends with None has full marks."""
    told = result("ada", "pos_embed_2d", None, "harness_error", message="This could not be graded.")
    monkeypatch.setattr(CONVERSATION, "ask", lambda request: Reply(request.number, result=told))
    with pytest.raises(CannotCheck, match="could not be graded"):
        grader.check("pos_embed_2d", source="")


@pytest.mark.parametrize("name", ["pos_embed_2d", "patch_index"])
def test_a_notebook_runs_to_its_end_before_anything_is_written(name, running, tmp_path):
    _, checked, drawn = rerun(running, laid_out(name, tmp_path).cells)
    assert not [
        output for cell in (checked, drawn) for output in cell.outputs if output.output_type == "error"
    ]
    assert "Not started: this is the stub" in checked.outputs[0].data["text/plain"]
    assert html_of(drawn).startswith("<p>There is nothing to draw")
    assert points(checked) == 0.0


def test_the_metadata_is_what_nbgrader_asks_for(tmp_path):
    """Its schema, version 3."""
    cells = laid_out("patch_index", tmp_path).cells
    told = {cell.id: cell.metadata.get("nbgrader") for cell in cells}
    basic = {"schema_version": 3, "solution": False, "task": False, "locked": True}
    assert told == {
        "statement": {**basic, "grade_id": "statement", "cell_type": "markdown", "grade": False},
        "stub": {
            **basic,
            "grade_id": "stub",
            "cell_type": "code",
            "grade": False,
            "solution": True,
            "locked": False,
        },
        "check": {**basic, "grade_id": "check", "cell_type": "code", "grade": True, "points": 10},
        "picture": None,
        "how-to-check": None,
    }
    assert 'check("patch_index", patch_index, patch_row_col)' in cells[2].source


def test_nbgrader_clears_of_an_answer_what_is_still_to_be_written(tmp_path):
    """It replaces what stands between its marks, and of a solution cell without marks all."""
    stub = laid_out("make_position_embedding", tmp_path).cells[1].source.split("\n")
    begins = [i for i, line in enumerate(stub) if line.strip() == "### BEGIN SOLUTION"]
    assert len(begins) == 8
    for begin in begins:
        margin = stub[begin][: -len("### BEGIN SOLUTION")]
        assert stub[begin + 1].startswith(f"{margin}raise NotImplementedError(")
        end = next(i for i in range(begin, len(stub)) if stub[i] == f"{margin}### END SOLUTION")
        ast.parse("\n".join(line.removeprefix(margin) for line in stub[begin + 1 : end]))


def test_a_program_with_a_fault_is_nothing_for_nbgrader_to_clear(tmp_path):
    cell = laid_out("debug_patch_order", tmp_path).cells[1]
    assert "nbgrader" not in cell.metadata
    assert "SOLUTION" not in cell.source
