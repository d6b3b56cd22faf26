"""The visible check: the sample of the statement and a second image, both ways."""

import torch

from grader.author import Equal, Unchanged, case, check

TOKENS = torch.tensor(
    [[[1000.0 * b + 10.0 * n + d for d in range(2)] for n in range(5)] for b in range(2)], dtype=torch.float32
)
POSITIONS = torch.tensor(
    [[[100.0 * n + 400.0 * d + 100.0 for d in range(2)] for n in range(5)]], dtype=torch.float32
)
INDICES = torch.tensor([[4, 0, 2], [1, 1, 3]], dtype=torch.int64)


@check(
    "one image and two, both ways",
    points=2,
    cases=[
        case(
            f"{way}: {which}",
            patch_tokens=TOKENS[:images].contiguous(),
            indices=INDICES[:images].contiguous(),
            full_position=POSITIONS,
            gather_first=gather_first,
        )
        for which, images in (("the sample of the statement", 1), ("two images", 2))
        for way, gather_first in (("gathering first", True), ("adding first", False))
    ],
    expect={
        "answer": Equal(),
        "again": Equal(),
        "patch_tokens": Unchanged(),
        "indices": Unchanged(),
        "full_position": Unchanged(),
    },
)
def sample(student, patch_tokens, indices, full_position, gather_first):
    return {
        "answer": student.select_tokens(patch_tokens, indices, full_position, gather_first),
        "again": student.select_tokens(patch_tokens, indices, full_position, gather_first),
        "patch_tokens": patch_tokens,
        "indices": indices,
        "full_position": full_position,
    }
