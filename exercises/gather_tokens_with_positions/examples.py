"""The visible checks: the sample of the statement, and one patch per image."""

import torch

from grader.author import Equal, Unchanged, case, check

TOKENS = torch.tensor(
    [[[10.0 * n + d + 1000.0 * b for d in range(3)] for n in range(5)] for b in range(2)], dtype=torch.float32
)
TABLE = torch.tensor([[0.5 * n + d for d in range(3)] for n in range(5)], dtype=torch.float32)


@check(
    "small batches, entry by entry",
    points=2,
    cases=[
        case(
            "the sample of the statement",
            patch_tokens=TOKENS,
            indices=torch.tensor([[4, 0, 2], [1, 1, 3]], dtype=torch.int64),
            table=TABLE,
        ),
        case(
            "one patch per image",
            patch_tokens=TOKENS,
            indices=torch.tensor([[3], [2]], dtype=torch.int64),
            table=TABLE,
        ),
    ],
    expect={
        "answer": Equal(),
        "again": Equal(),
        "patch_tokens": Unchanged(),
        "indices": Unchanged(),
        "table": Unchanged(),
    },
)
def small(student, patch_tokens, indices, table):
    position_embedding = torch.nn.Embedding.from_pretrained(table)
    return {
        "answer": student.gather_tokens_with_positions(patch_tokens, indices, position_embedding),
        "again": student.gather_tokens_with_positions(patch_tokens, indices, position_embedding),
        "patch_tokens": patch_tokens,
        "indices": indices,
        "table": table,
    }
