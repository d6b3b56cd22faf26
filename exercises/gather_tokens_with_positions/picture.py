"""What the sum is about: the position is that of the patch, wherever the patch now stands."""

import torch

IMAGES, PATCHES, FEATURES = 2, 8, 2
INDICES = [[6, 2, 7, 3, 1], [4, 4, 1, 5, 0]]


def picture(student):
    ones = torch.arange(PATCHES, dtype=torch.float32)
    numbers = 100 * torch.arange(IMAGES)[:, None] + 10 * ones
    tokens = torch.stack([numbers] * FEATURES, dim=-1)
    table = torch.stack([ones] * FEATURES, dim=-1)
    indices = torch.tensor(INDICES)
    answer = student.gather_tokens_with_positions(tokens, indices, torch.nn.Embedding.from_pretrained(table))
    return [
        {
            "title": "The indices: image 1 begins with patch 4",
            "rows": "image",
            "columns": "place",
            "values": indices,
            "scale": "patches",
        },
        {
            "title": "The tokens: 140 is patch 4 of image 1",
            "rows": "image",
            "columns": "patch",
            "values": numbers,
            "scale": "tokens",
        },
        {
            "title": "The positions: that of patch 4 is 4",
            "rows": "feature",
            "columns": "patch",
            "values": table[:, :1].T,
            "scale": "patches",
        },
        {
            "title": "The answer: 140 + 4 = 144, equal digits",
            "rows": "image",
            "columns": "place",
            "values": answer[:, :, 0],
            "scale": "tokens",
        },
    ]
