"""Maps made of letters: they fit the terminal, read without colours, and say how large a block is."""

from __future__ import annotations

import io

import numpy as np
import pytest
from rich.console import Console

from grader.pictures.blocks import block_map
from grader.pictures.panels import Numbers, Panel, table
from grader.terminal.results import show_map


def panel(wrong, rows="patch", columns="dimension", **more):
    wrong = np.asarray(wrong, bool)
    return Panel("got", rows, columns, np.zeros(wrong.shape), wrong=wrong, **more)


def drawn(one, width=72):
    return "\n".join(line.rstrip() for line in block_map(one, width).lines())


def test_a_small_table_has_a_mark_for_each_entry():
    wrong = np.zeros((4, 8))
    wrong[:, [1, 2, 5, 6]] = 1
    assert drawn(panel(wrong)) == (
        "         dimension 0-7\n"
        "         01234567\n"
        "      0  .##..##.\n"
        "patch 1  .##..##.\n"
        "      2  .##..##.\n"
        "      3  .##..##.\n"
        "# wrong   . right"
    )


def test_a_large_table_has_a_mark_for_each_block():
    wrong = np.zeros((6, 960))
    wrong[:3, :16] = 1
    wrong[5, 500] = 1
    right = "." * 64
    assert drawn(panel(np.repeat(wrong, 8, axis=0)), 80) == "\n".join(
        [
            "             dimension 0-959",
            "             0         150       300       450       600       750       900",
            *(f"{f'{i}-{i + 2}':>11}  {'#+' if i < 24 else '..'}{right[2:]}" for i in range(0, 21, 3)),
            f"patch 21-23  #+{right[2:]}",
            *(f"{f'{i}-{i + 2}':>11}  {right}" for i in range(24, 39, 3)),
            f"      39-41  {'.' * 33}+{'.' * 30}",
            f"      42-44  {'.' * 33}+{'.' * 30}",
            f"      45-47  {'.' * 33}+{'.' * 30}",
            "# wrong   + partly wrong   . right   (each mark: 3 patches x 15 dimensions)",
        ]
    )


def test_every_block_holds_what_its_mark_says():
    rng = np.random.default_rng(0)
    wrong = np.kron(rng.random((10, 20)) < 0.4, np.ones((7, 13))).astype(bool)
    wrong ^= rng.random(wrong.shape) < 0.01
    found = block_map(panel(wrong))
    assert len(found.rows) <= 16
    assert all(len(label) + len(marks) <= 72 for label, marks in found.rows)
    down = -(-wrong.shape[0] // 16)
    across = int(found.legend.split(" x ")[1].split()[0])
    for i, (_, marks) in enumerate(found.rows):
        for j, mark in enumerate(marks):
            block = wrong[i * down : (i + 1) * down, j * across : (j + 1) * across]
            assert mark == ("#" if block.all() else "+" if block.any() else ".")


def test_the_legend_says_how_large_a_block_is():
    assert block_map(panel(np.eye(48, 900)), 80).legend == (
        "# wrong   + partly wrong   . right   (each mark: 3 patches x 14 dimensions)"
    )
    assert block_map(panel(np.eye(16, 900), "index", "row of the grid")).legend.endswith(
        "(each mark: 1 index x 15 rows of the grid)"
    )
    joined = panel(np.eye(32, 4), "sample, patch", leading=(2, 16))
    assert block_map(joined).legend.endswith("(each mark: 2 rows x 1 dimension)")


def test_joined_axes_are_numbered_on_each():
    found = block_map(panel(np.zeros((6, 2)), "sample, patch", leading=(2, 3)))
    numbers = [label.removeprefix("sample, patch").strip() for label, _ in found.rows]
    assert numbers == ["0, 0", "0, 1", "0, 2", "1, 0", "1, 1", "1, 2"]


def test_a_single_row_has_no_number():
    assert drawn(panel([[0, 1, 0]], rows="")) == ("   dimension 0-2\n   012\n   .#.\n# wrong   . right")


def test_the_entries_of_a_dict_have_their_names():
    one = table("got", Numbers(np.zeros(2), ("recall", "f1")), ("column",), wrong=np.array([0, 1], bool))
    assert drawn(one) == "   recall, f1\n   .#\n# wrong   . right"


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_a_map_is_no_wider_than_the_terminal_where_that_can_be(width):
    found = block_map(panel(np.ones((3, 5000))), width)
    assert max(len(label) + len(marks) for label, marks in found.rows) <= max(width, 16 + 9)
    assert max(len(marks) for _, marks in found.rows) <= 72


def test_on_a_terminal_marks_have_colours_and_elsewhere_the_same_letters():
    def shown(**settings):
        file = io.StringIO()
        show_map("a case: wrong", panel([[1, 0]]), Console(file=file, width=80, **settings))
        return file.getvalue()

    assert "\x1b[" not in shown()
    assert "#." in shown()
    assert "\x1b[1;31m#" in shown(force_terminal=True, color_system="standard", highlight=False)
