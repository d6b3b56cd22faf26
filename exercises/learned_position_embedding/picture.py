"""What the table is about: as it is drawn, nothing in it says yet which patches are neighbours."""

import torch

GRID, DIM = 7, 64
PATCH = 24


def picture(student):
    table = student.Learned2DPositionEmbedding(GRID, GRID, DIM).embedding.weight.detach()
    counts = torch.histc(table, bins=41, min=-0.08, max=0.08)
    directions = table / table.norm(dim=1, keepdim=True)
    return [
        {
            "title": "A table of a 7 x 7 grid as it is first drawn: no pattern",
            "rows": "patch",
            "columns": "dimension",
            "values": table,
            "levels": "signed",
        },
        {
            "title": "How often each size occurs, from -0.08 to 0.08: a bell of spread 0.02",
            "rows": "entries",
            "columns": "size, in 41 steps of 0.004",
            "values": counts,
        },
        {
            "title": "How alike the middle patch is to each other one (cosine): to none but itself",
            "rows": "row of the grid",
            "columns": "column of the grid",
            "values": (directions @ directions[PATCH]).reshape(GRID, GRID),
            "levels": "signed",
        },
    ]
