"""Sizes and kinds that text books use, the near-tie of rounding, and the largest answer that travels."""

import pytest
import torch

from grader.codec import revive
from grader.model import Equal, Outcome, Packed, Status
from tests.exercises.support import FOUR, PACK, ROOT, Question, file_id, right_files, solution_file

TEXTBOOK = {
    "learned_position_embedding": [
        Question(
            "some patches of an 8 x 8 grid, width 64",
            "def probe(student, indices):\n"
            "    module = student.Learned2DPositionEmbedding(grid_height=8, grid_width=8, embed_dim=64)\n"
            "    return list(module(indices=indices).shape)\n",
            {"indices": torch.tensor([[0, 9, 63], [7, 7, 56]])},
            [2, 3, 64],
            {"": Equal()},
        ),
        Question(
            "the full grid for a batch of three",
            "def probe(student):\n"
            "    module = student.Learned2DPositionEmbedding(embed_dim=64, grid_width=8, grid_height=8)\n"
            "    return list(module.full_grid(batch_size=3).shape)\n",
            {},
            [3, 64, 64],
            {"": Equal()},
        ),
    ],
    "interpolate_position_embedding": [
        Question(
            "an 8 x 8 grid becomes a 12 x 12 grid, width 32",
            "def probe(student, table):\n"
            "    answer = student.interpolate_position_embedding(\n"
            "        new_grid_size=(12, 12), pos_embedding=table, old_grid_size=(8, 8))\n"
            "    return list(answer.shape)\n",
            {"table": torch.arange(64.0 * 32).reshape(64, 32)},
            [144, 32],
            {"": Equal()},
        )
    ],
    "gather_patches": [
        Question(
            "a quarter of 14 x 14 patches, width 768",
            "def probe(student, tokens, indices):\n"
            "    return list(student.gather_patches(indices=indices, tokens=tokens).shape)\n",
            {"tokens": torch.zeros(2, 196, 768), "indices": torch.arange(98).reshape(2, 49)},
            [2, 49, 768],
            {"": Equal()},
        )
    ],
    "pos_embed_2d": [
        Question(
            "14 x 14 patches, width 384",
            "def probe(student):\n"
            "    table = student.pos_embed_2d(dim=384, grid=14)\n"
            "    return [len(table), min(map(len, table)), max(map(len, table))]\n",
            {},
            [196, 384, 384],
            {"": Equal()},
        )
    ],
}


@pytest.mark.parametrize("path", [path for name in FOUR for path in right_files(name)], ids=file_id)
def test_textbook_shapes_by_keyword(asker, path):
    name = path.relative_to(ROOT / "solutions").parts[0]
    assert asker.failures(name, TEXTBOOK[name], path.read_text()) == {}


def test_a_wrong_shape_would_be_found(asker):
    name = "interpolate_position_embedding"
    source = (PACK.exercises[name].solution_folder / "mistakes/grid_returned.py").read_text()
    assert list(asker.failures(name, TEXTBOOK[name], source)) == [TEXTBOOK[name][0].label]


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
