"""Checks that everyone sees."""

import torch

from grader.author import Close, Unchanged, case, check

# The largest coordinate in both cases is 2.
TABLE_OF_THREE = Close(rtol=0.0, atol=2e-6 + 2.4e-7 * 2)


@check(
    "vectors of a small grid",
    points=2,
    cases=[
        case(
            "the sample",
            grid_height=2,
            grid_width=3,
            embed_dim=8,
            indices=torch.tensor([[5, 0, 3], [2, 2, 1]], dtype=torch.int64),
            batch_size=2,
        ),
        case(
            "a single patch of a tall grid",
            grid_height=3,
            grid_width=2,
            embed_dim=8,
            indices=torch.tensor([[4]], dtype=torch.int64),
            batch_size=1,
        ),
    ],
    expect={
        "answer": TABLE_OF_THREE,
        "again": TABLE_OF_THREE,
        "indices": Unchanged(),
        "the full grid": TABLE_OF_THREE,
    },
)
def sample(student, grid_height, grid_width, embed_dim, indices, batch_size):
    module = student.FixedSinCos2DPositionEmbedding(grid_height, grid_width, embed_dim)
    return {
        "answer": module(indices),
        "again": module(indices),
        "indices": indices,
        "the full grid": module.full_grid(batch_size),
    }
