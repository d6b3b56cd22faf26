"""Plain lists at their edges: a table of a text book, the near-tie of rounding, the largest that travels."""

import pytest

from grader.codec import revive
from grader.model import Equal, Outcome, Packed, Status
from tests.exercises.support import PACK, Question, file_id, right_files, solution_file

# --------------------------------------------------------------------------- a text book's size

# Answers in tensors and arrays are asked for in test_textbook_shapes.py.
TEXTBOOK = Question(
    "14 x 14 patches, width 384",
    "def probe(student):\n"
    "    table = student.pos_embed_2d(dim=384, grid=14)\n"
    "    return [len(table), min(map(len, table)), max(map(len, table))]\n",
    {},
    [196, 384, 384],
    {"": Equal()},
)


@pytest.mark.parametrize("path", right_files("pos_embed_2d"), ids=file_id)
def test_a_table_of_a_text_book(asker, path):
    assert asker.failures("pos_embed_2d", [TEXTBOOK], path.read_text()) == {}


def test_a_table_of_another_size_would_be_found(asker):
    source = (PACK.exercises["pos_embed_2d"].solution_folder / "mistakes/class_row_added.py").read_text()
    assert list(asker.failures("pos_embed_2d", [TEXTBOOK], source)) == [TEXTBOOK.label]


# --------------------------------------------------------------------------- the near-tie

SINGLE = """
import numpy as np
def pos_embed_2d(grid, dim):
    width = dim // 2
    omega = (10000.0 ** (-2.0 * np.arange(width // 2) / width)).astype(np.float32)
    angles = np.arange(grid, dtype=np.float32)[:, None] * omega
    axis = np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
    table = [[*axis[r], *axis[c]] for r in range(grid) for c in range(grid)]
    return [[round(float(value), 4) + 0.0 for value in row] for row in table]
"""
DOUBLE = SINGLE.replace("float32", "float64")
NEAR_TIE = Question(
    "cos(0.01)",
    "def probe(student):\n    return student.pos_embed_2d(2, 8)[1][7]\n",
    {},
    1.0,
    {"": Equal()},
)


def test_single_and_double_precision_round_the_near_tie_apart_and_both_pass(asker):
    seen = [asker.seen("pos_embed_2d", [NEAR_TIE], source)[0] for source in (SINGLE, DOUBLE)]
    assert [revive(observation.value) for observation in seen] == [0.9999, 1.0]
    for source in (SINGLE, DOUBLE):
        result = asker.grade("pos_embed_2d", source)
        assert (result.status, result.score) == ("passed", 10.0), result.message
    posed = [dict(case.inputs) for check in asker.key("pos_embed_2d").checks for case in check.cases]
    assert {"grid": 2, "dim": 8} in [{n: revive(v) for n, v in inputs.items()} for inputs in posed]


@pytest.mark.parametrize("digits", [0.9998, 1.0001, 0.99995])
def test_the_near_tie_allows_its_two_neighbours_only(asker, digits):
    spoiled = DOUBLE + (
        "_right = pos_embed_2d\n"
        "def pos_embed_2d(grid, dim):\n"
        "    table = _right(grid, dim)\n"
        "    if (grid, dim) == (2, 8):\n"
        f"        table[1][7] = {digits}\n"
        "    return table\n"
    )
    result = asker.grade("pos_embed_2d", spoiled)
    assert (result.status, result.score) == ("failed", 8.0)


# --------------------------------------------------------------------------- the largest answer

LARGEST = Question(
    "a grid of 356 x 356 patches, width 4",
    "def probe(student):\n    return student.pos_embed_2d(356, 4)\n",
    {},
    None,
    {"": Equal()},
)


def test_half_a_million_numbers_travel(asker):
    source = solution_file("pos_embed_2d").read_text()
    (seen,) = asker.seen("pos_embed_2d", [LARGEST], source)
    assert seen.outcome is Outcome.RETURNED
    assert isinstance(seen.value, Packed), seen.value
    assert seen.value.shape == (356 * 356, 4)
    assert len(seen.value.data) == 8 * 506_944
    assert revive(seen.value)[-1] == pytest.approx([-0.999990, 0.004430] * 2, abs=2.0)


def test_one_number_of_half_a_million_is_missed(asker):
    spoiled = solution_file("pos_embed_2d").read_text() + (
        "\n\n_right = pos_embed_2d\n\n\n"
        "def pos_embed_2d(grid, dim):\n"
        "    table = _right(grid, dim)\n"
        "    table[77_777][3] += 0.0001\n"
        "    return table\n"
    )
    (right,) = asker.seen("pos_embed_2d", [LARGEST], solution_file("pos_embed_2d").read_text())
    asked = Question(LARGEST.label, LARGEST.probe, {}, revive(right.value), {"": Equal()})
    assert asker.failures("pos_embed_2d", [asked], solution_file("pos_embed_2d").read_text()) == {}
    ((status, case),) = asker.failures("pos_embed_2d", [asked], spoiled).values()
    assert (status, case.mismatch.where, case.mismatch.count) == (Status.FAILED, (77_777, 3), 1)
