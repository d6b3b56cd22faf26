"""What the right program gives: the same image, a sun above a dark road, told by other grids."""

import torch

OLD = (8, 16)
GRIDS = {"the same, finer": (14, 28), "the same, coarser": (4, 8), "as many patches, other sides": (4, 32)}


def scene(height, width):
    """One number for each patch: a bright sun at the upper right, and a dark road at the bottom."""
    down = ((torch.arange(height) + 0.5) / height).unsqueeze(1)
    across = ((torch.arange(width) + 0.5) / width).unsqueeze(0)
    sun = torch.exp(-((down - 0.25) ** 2 + (across - 0.7) ** 2) / 0.03)
    return (1 + sun - down**2).reshape(height * width, 1)


def picture(student):
    old = scene(*OLD)
    tables = {"a sun, and a dark road below": (OLD, old)}
    tables |= {name: (size, student.position_table_for(old, OLD, size)) for name, size in GRIDS.items()}
    return [
        {
            "title": f"{size[0]} x {size[1]}: {name}",
            "rows": "row of the grid",
            "columns": "column of the grid",
            "values": table.reshape(size).round(decimals=2),
            "scale": "all",
        }
        for name, (size, table) in tables.items()
    ]
