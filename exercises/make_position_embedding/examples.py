"""Checks that everyone sees."""

import torch

from grader.author import Close, Equal, case, check

# The largest coordinate of the grid is 2.
NEAR = Close(rtol=0.0, atol=2e-6 + 2.4e-7 * 2)


@check(
    "a fixed module",
    points=1,
    cases=[
        case(
            "the sample",
            word="sincos",
            sizes=(2, 3, 4),
            indices=torch.tensor([[5, 0, 1]], dtype=torch.int64),
        )
    ],
    expect={"answer": NEAR, "again": NEAR, "the indices after the calls": Equal(), "num_positions": Equal()},
)
def fixed(student, word, sizes, indices):
    module = student.make_position_embedding(word, *sizes)
    return {
        "answer": module(indices),
        "again": module(indices),
        "the indices after the calls": indices,
        "num_positions": module.num_positions,
    }


@check(
    "a learned module",
    points=1,
    cases=[
        case(
            "the sample's module, with a table set by hand",
            word="learned",
            sizes=(2, 3, 4),
            table=torch.arange(24, dtype=torch.float32).reshape(6, 4),
            indices=torch.tensor([[5, 0, 3], [2, 2, 1]], dtype=torch.int64),
        )
    ],
    expect={
        "answer": Equal(),
        "again": Equal(),
        "the indices after the calls": Equal(),
        "num_positions": Equal(),
    },
)
def learned(student, word, sizes, table, indices):
    module = student.make_position_embedding(word, *sizes)
    with torch.no_grad():
        module.embedding.weight.copy_(table)
    return {
        "answer": module(indices),
        "again": module(indices),
        "the indices after the calls": indices,
        "num_positions": module.num_positions,
    }
