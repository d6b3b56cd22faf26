"""The visible checks: the sample of the statement, and one patch per image."""

import torch

from grader.author import Equal, Unchanged, case, check

TOKENS = torch.tensor(
    [[[10.0 * n + d + 1000.0 * b for d in range(3)] for n in range(5)] for b in range(2)], dtype=torch.float32
)


@check(
    "small batches, entry by entry",
    points=2,
    cases=[
        case(
            "the sample of the statement",
            tokens=TOKENS,
            indices=torch.tensor([[4, 0, 2], [1, 1, 3]], dtype=torch.int64),
        ),
        case("one patch per image", tokens=TOKENS, indices=torch.tensor([[3], [2]], dtype=torch.int64)),
    ],
    expect={"answer": Equal(), "again": Equal(), "tokens": Unchanged(), "indices": Unchanged()},
)
def small(student, tokens, indices):
    answer = student.gather_patches(tokens, indices)
    return {
        "answer": answer,
        "again": student.gather_patches(tokens, indices),
        "tokens": tokens,
        "indices": indices,
    }
