"""What the resizing is about: the patches are a picture that is resized, the first row is no part of it."""

import math

import torch

OLD, NEW = (4, 6), (7, 9)
DIM = 64


def hills(height, width):
    """A table of hills, in each dimension another one: a row for each patch."""
    rows = math.pi * (torch.arange(height) + 0.5) / height
    columns = math.pi * (torch.arange(width) + 0.5) / width
    bends = 1 + torch.arange(DIM) / DIM
    hill = torch.sin(rows)[:, None, None] * torch.sin(columns[:, None] * bends) ** 2
    return hill.reshape(height * width, DIM)


def picture(student):
    class_row = torch.full((1, DIM), -1.0)
    before = torch.cat([class_row, hills(*OLD)])
    after = student.interpolate_with_class_token(before[None], OLD, NEW)[0]
    whole = {"rows": "row of the table", "columns": "dimension", "levels": "signed", "scale": "table"}
    grid = {"rows": "row of the grid", "columns": "column of the grid", "levels": "signed", "scale": "table"}
    return [
        {"title": "Before: the class token, then 24 patches", **whole, "values": before},
        {"title": "After: the same row 0, then 63 patches", **whole, "values": after},
        {"title": "Dimension 0 of the 24 patches: a hill", **grid, "values": before[1:, 0].reshape(OLD)},
        {
            "title": "Dimension 0 of the 63 patches: the same hill",
            **grid,
            "values": after[1:, 0].reshape(NEW),
        },
    ]
