"""What the resizing is about: the same hills and valleys, with more patches to tell of them."""

import math

import torch

OLD, NEW = (6, 6), (12, 18)


def hills(height, width):
    """A table of two numbers for each patch: a hill in the middle, and waves along the rows."""
    rows = (torch.arange(height) + 0.5) / height
    columns = (torch.arange(width) + 0.5) / width
    hill = torch.outer(torch.sin(math.pi * rows), torch.sin(math.pi * columns))
    waves = torch.outer(torch.ones(height), torch.cos(3 * math.pi * columns))
    return torch.stack([hill, waves], dim=-1).reshape(height * width, 2)


def picture(student):
    before = hills(*OLD)
    after = student.interpolate_position_embedding(before, OLD, NEW)
    names = {"rows": "row of the grid", "columns": "column of the grid"}
    return [
        {
            "title": f"{kind} {step}: {size[0]} x {size[1]} patches",
            **names,
            "values": table[:, dimension].reshape(size),
            "scale": f"dimension {dimension}",
            "levels": levels,
        }
        for dimension, kind, levels in ((0, "A hill", "sequential"), (1, "Waves", "signed"))
        for step, table, size in (("before", before, OLD), ("after", after, NEW))
    ]
