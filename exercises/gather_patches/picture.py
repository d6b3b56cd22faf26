"""What the picking is about: each image has its own numbers, and the gradient goes back the way they came."""

import torch

IMAGES, PATCHES, FEATURES = 3, 8, 2
INDICES = [[6, 0, 3, 5], [2, 2, 7, 1], [4, 7, 4, 4]]


def picture(student):
    ones, tens = torch.arange(PATCHES), 10 * torch.arange(IMAGES)
    numbers = (tens[:, None] + ones).to(torch.float32)
    tokens = torch.stack([numbers] * FEATURES, dim=-1).requires_grad_()
    indices = torch.tensor(INDICES)
    answer = student.gather_patches(tokens, indices)
    answer.sum().backward()
    return [
        {
            "title": "The tokens: 25 is patch 5 of image 2",
            "rows": "image",
            "columns": "patch",
            "values": numbers,
            "scale": "tokens",
        },
        {
            "title": "The indices: each image asks for its own",
            "rows": "image",
            "columns": "place",
            "values": indices,
        },
        {
            "title": "The answer: in that order, repeats kept",
            "rows": "image",
            "columns": "place",
            "values": answer[:, :, 0],
            "scale": "tokens",
        },
        {
            "title": "The gradient: how often each one was used",
            "rows": "image",
            "columns": "patch",
            "values": tokens.grad[:, :, 0],
        },
    ]
