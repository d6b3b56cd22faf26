"""What the step is about: one token more in front of each image, and a position for every token."""

import torch

IMAGES, PATCHES = 3, 5
CLASS = 50.0


def picture(student):
    tens = 10 * torch.arange(1, IMAGES + 1).reshape(IMAGES, 1, 1)
    ones = torch.arange(PATCHES).reshape(1, PATCHES, 1)
    patches = (tens + ones).to(torch.float32)
    token = torch.full((1, 1, 1), CLASS)
    rows = 100 * torch.arange(1.0, PATCHES + 2).reshape(1, PATCHES + 1, 1)
    alone = student.add_class_token(patches, token, torch.zeros_like(rows))
    placed = student.add_class_token(patches, token, rows)
    return [
        {
            "title": "Before: tens tell the image, ones the patch",
            "rows": "image",
            "columns": "patch",
            "values": patches[:, :, 0],
            "scale": "without positions",
        },
        {
            "title": "The class token, 50, first in every image",
            "rows": "image",
            "columns": "token",
            "values": alone[:, :, 0],
            "scale": "without positions",
        },
        {
            "title": "Positions of 100, 200, ... for all tokens",
            "rows": "image",
            "columns": "token",
            "values": placed[:, :, 0],
        },
    ]
