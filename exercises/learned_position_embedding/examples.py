"""Checks that everyone sees."""

import torch

from grader.author import Equal, Unchanged, case, check

TABLE = torch.tensor(
    [
        [0.0, 1.0, 2.0, 3.0],
        [10.0, 11.0, 12.0, 13.0],
        [20.0, 21.0, 22.0, 23.0],
        [30.0, 31.0, 32.0, 33.0],
        [40.0, 41.0, 42.0, 43.0],
        [50.0, 51.0, 52.0, 53.0],
    ],
    dtype=torch.float32,
)


@check(
    "rows of a table that was set by hand",
    points=1,
    cases=[
        case(
            "the sample",
            table=TABLE,
            grid_width=3,
            grid_height=2,
            indices=torch.tensor([[5, 0, 3], [2, 2, 1]], dtype=torch.int64),
            batch_size=2,
        ),
        case(
            "a single patch of a tall grid",
            table=TABLE,
            grid_width=2,
            grid_height=3,
            indices=torch.tensor([[4]], dtype=torch.int64),
            batch_size=1,
        ),
    ],
    expect={"answer": Equal(), "again": Equal(), "indices": Unchanged(), "the full grid": Equal()},
)
def sample(student, grid_height, grid_width, table, indices, batch_size):
    module = student.Learned2DPositionEmbedding(grid_height, grid_width, table.shape[1])
    with torch.no_grad():
        module.embedding.weight.copy_(table)
    return {
        "answer": module(indices),
        "again": module(indices),
        "indices": indices,
        "the full grid": module.full_grid(batch_size),
    }
