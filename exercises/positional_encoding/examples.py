"""The visible checks: the sample of the statement, and a buffer with whole numbers in it."""

import torch

from grader.author import Close, Equal, Unchanged, case, check

WHOLE = torch.tensor([[[10.0 * p + d for d in range(4)] for p in range(6)]], dtype=torch.float32)
# What the statement allows for a table of five rows.
SINGLE_PRECISION = Close(rtol=0.0, atol=2.96e-6)


@check(
    "sequences with positions added, in eval mode",
    points=1,
    cases=[
        case(
            "the sample of the statement",
            expect={
                "answer": SINGLE_PRECISION,
                "again": SINGLE_PRECISION,
                "x": Unchanged(),
            },
            x=torch.tensor(
                [[[0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0], [0.0, 1.0, 2.0, 3.0]]], dtype=torch.float32
            ),
            max_len=5,
            dropout=0.5,
        )
    ],
)
def sample(student, x, max_len, dropout):
    module = student.PositionalEncoding(x.shape[2], max_len, dropout)
    module.eval()
    return {"answer": module(x), "again": module(x), "x": x}


@check(
    "the buffer is what is added",
    points=1,
    cases=[
        case(
            "whole numbers in the buffer, two sequences of three tokens",
            table=WHOLE,
            x=torch.tensor([[[100.0] * 4] * 3, [[200.0] * 4] * 3], dtype=torch.float32),
            dropout=0.5,
        )
    ],
    expect={"answer": Equal(), "again": Equal(), "x": Unchanged()},
)
def whole_numbers(student, table, x, dropout):
    module = student.PositionalEncoding(table.shape[2], table.shape[1], dropout)
    module.eval()
    with torch.no_grad():
        module.pe.copy_(table.reshape(module.pe.shape))
    return {"answer": module(x), "again": module(x), "x": x}
