"""Files in the form in which they are really handed in, where a folder of tests/golden would be too large."""

import json

import pytest

from tests.grading.support import EXERCISES

SOLUTIONS = {
    "pos_embed_2d": "double_swap.py",
    "gather_patches": "paired_indices.py",
    "learned_position_embedding": "functional.py",
    "interpolate_position_embedding": "kronecker.py",
}


def accepted(grading, exercise):
    """One of the author's accepted variants, as text."""
    folder = grading.pack.exercises[exercise].solution_folder / "accepted"
    return (folder / SOLUTIONS[exercise]).read_text(encoding="utf-8")


def notebook(*cells, outputs=()):
    listed = [
        {"cell_type": "code", "metadata": {}, "execution_count": 1, "source": cell, "outputs": []}
        for cell in cells
    ]
    listed[0]["outputs"] = list(outputs)
    return json.dumps({"cells": listed, "metadata": {}, "nbformat": 4, "nbformat_minor": 4})


def test_a_notebook_with_magics_a_failing_cell_and_an_output_of_5_megabytes(grading, tmp_path):
    long = {"output_type": "stream", "name": "stdout", "text": ["patch 0: 0.0 1.0 0.0 1.0\n"] * 210_000}
    picture = {"output_type": "display_data", "metadata": {}, "data": {"image/png": "iVBORw0KGgo" * 30_000}}
    path = tmp_path / "pos_embed_2d.ipynb"
    cells = (
        "%matplotlib inline\n!pip install torch",
        accepted(grading, "pos_embed_2d"),
        "%timeit pos_embed_2d(2, 4)",
        "assert pos_embed_2d(2, 4) == 'what I thought'",
    )
    path.write_text(notebook(*cells, outputs=(long, picture)))
    assert path.stat().st_size > 5_000_000
    result = grading.file(path, "pos_embed_2d")
    assert (result.status, result.score) == ("passed", 10.0), result.message
    assert any("AssertionError" in note for note in result.notes)


@pytest.mark.parametrize("exercise", EXERCISES)
def test_the_same_code_in_three_forms_earns_the_same(grading, tmp_path, exercise):
    text = accepted(grading, exercise)
    plain, crlf, cells = tmp_path / "a.py", tmp_path / "b.py", tmp_path / "c.ipynb"
    plain.write_text(text)
    crlf.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    cells.write_text(notebook("%config InlineBackend.figure_format = 'retina'", text))
    told = [grading.file(path, exercise) for path in (plain, crlf, cells)]
    assert [result.status for result in told] == ["passed"] * 3, [result.message for result in told]


@pytest.mark.parametrize("exercise", EXERCISES)
def test_the_reference_and_the_stub(grading, tmp_path, exercise):
    found = grading.pack.exercises[exercise]
    reference = grading.text((found.solution_folder / "solution.py").read_text(), exercise, tmp_path)
    assert (reference.status, reference.score) == ("passed", 10.0), reference.message
    stub = grading.text((found.folder / "stub.py").read_text(), exercise, tmp_path)
    assert (stub.status, stub.score) == ("failed", 0.0)
    assert "Not started" in stub.message


@pytest.mark.parametrize("exercise", EXERCISES)
@pytest.mark.parametrize("junk", ["None", "0", "[]", "''", "arguments[0]", "lambda *a, **k: None"])
def test_junk_earns_at_most_a_fifth(grading, tmp_path, exercise, junk):
    entry = grading.pack.exercises[exercise].entry_points[0]
    result = grading.text(f"def {entry}(*arguments, **named):\n    return {junk}\n", exercise, tmp_path)
    assert result.status == "failed", result.message
    assert result.score <= 2.0


@pytest.mark.parametrize("exercise", EXERCISES)
def test_raising_what_a_check_of_errors_asks_for_earns_nothing(grading, tmp_path, exercise):
    entry = grading.pack.exercises[exercise].entry_points[0]
    result = grading.text(
        f"def {entry}(*arguments, **named):\n    raise ValueError('no')\n", exercise, tmp_path
    )
    assert (result.status, result.score) == ("failed", 0.0)
