"""The visible checks: the sample of the statement, and images of a single patch."""

import torch

from grader.author import Equal, Unchanged, case, check

PATCHES = torch.tensor(
    [
        [[0.0, 1.0], [10.0, 11.0], [20.0, 21.0]],
        [[100.0, 101.0], [110.0, 111.0], [120.0, 121.0]],
    ],
    dtype=torch.float32,
)
POSITIONS = torch.tensor(
    [[[0.0, 1.0], [1000.0, 1001.0], [2000.0, 2001.0], [3000.0, 3001.0]]], dtype=torch.float32
)


@check(
    "small batches, entry by entry",
    points=2,
    cases=[
        case(
            "the sample of the statement",
            patch_tokens=PATCHES,
            class_token=torch.tensor([[[0.5, -0.5]]], dtype=torch.float32),
            position_embedding=POSITIONS,
        ),
        case(
            "a single patch in each image",
            patch_tokens=PATCHES[:, 1:2].contiguous(),
            class_token=torch.tensor([[[7.0, 8.0]]], dtype=torch.float32),
            position_embedding=POSITIONS[:, 1:3] + 4.0,
        ),
    ],
    expect={
        "answer": Equal(),
        "again": Equal(),
        "patch_tokens": Unchanged(),
        "class_token": Unchanged(),
        "position_embedding": Unchanged(),
    },
)
def small(student, patch_tokens, class_token, position_embedding):
    answer = student.add_class_token(patch_tokens, class_token, position_embedding)
    return {
        "answer": answer,
        "again": student.add_class_token(patch_tokens, class_token, position_embedding),
        "patch_tokens": patch_tokens,
        "class_token": class_token,
        "position_embedding": position_embedding,
    }
