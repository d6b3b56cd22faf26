"""Checks that everyone sees."""

import torch

from grader.author import Equal, Unchanged, case, check


@check(
    "small grids, every entry",
    points=2,
    cases=[
        case(
            "the sample",
            patch_tokens=torch.zeros(1, 6, 2, dtype=torch.float32),
            row_table=torch.tensor([[10.0, 0.0], [20.0, 0.0]], dtype=torch.float32),
            col_table=torch.tensor([[1.0, 7.0], [2.0, 8.0], [3.0, 9.0]], dtype=torch.float32),
        ),
        case(
            "two images",
            patch_tokens=torch.tensor(
                [
                    [
                        [1000.0, 1.0],
                        [2000.0, 2.0],
                        [3000.0, 3.0],
                        [4000.0, 4.0],
                        [5000.0, 5.0],
                        [6000.0, 6.0],
                    ],
                    [
                        [-1000.0, 0.0],
                        [-2000.0, 0.0],
                        [-3000.0, 0.0],
                        [-4000.0, 0.0],
                        [-5000.0, 0.0],
                        [-6000.0, 0.0],
                    ],
                ],
                dtype=torch.float32,
            ),
            row_table=torch.tensor([[100.0, -100.0], [200.0, -200.0]], dtype=torch.float32),
            col_table=torch.tensor([[10.0, -40.0], [20.0, -50.0], [30.0, -60.0]], dtype=torch.float32),
        ),
    ],
    expect={
        "answer": Equal(),
        "again": Equal(),
        "patch_tokens": Unchanged(),
        "row_table": Unchanged(),
        "col_table": Unchanged(),
    },
)
def small(student, patch_tokens, row_table, col_table):
    return {
        "answer": student.add_axis_positions(patch_tokens, row_table, col_table),
        "again": student.add_axis_positions(patch_tokens, row_table, col_table),
        "patch_tokens": patch_tokens,
        "row_table": row_table,
        "col_table": col_table,
    }
