"""What the right program gives: each target has a prediction of its own, which follows its place."""

import math

import torch

GRID, WIDTH, INNER = 12, 24, 6
CONTEXT = torch.tensor([[0, 13, 26, 39, 52, 65, 78, 91, 104, 117, 130, 143]])
TARGETS = torch.tensor([[4, 5, 16, 17, 57, 58, 69, 70, 122, 123, 134, 135]])


def waves():
    """A table in which patches that lie close to each other have much in common."""
    steps = (torch.arange(GRID) + 0.5) * math.pi / GRID
    rows, columns = torch.meshgrid(steps, steps, indexing="ij")
    kinds = [rows.cos(), columns.cos(), rows.sin() * columns.sin()]
    kinds += [(2 * rows).cos(), (2 * columns).cos(), (rows + columns).cos()]
    return 2 * torch.stack(kinds, dim=-1).reshape(GRID * GRID, INNER)


def picture(student):
    predictor = student.Predictor(WIDTH, INNER, GRID * GRID)
    with torch.no_grad():
        predictor.position_embedding.weight.copy_(waves())
        seen = torch.randn(1, CONTEXT.shape[1], WIDTH)
        few = predictor(seen, CONTEXT, TARGETS)[0]
        everywhere = predictor(seen, CONTEXT, torch.arange(GRID * GRID).unsqueeze(0))[0]
    return [
        {
            "title": "Three blocks of 2 x 2 targets: no two predictions are the same",
            "rows": "target",
            "columns": "dimension",
            "values": few,
            "levels": "signed",
        },
        {
            "title": "How far apart two predictions are: 0 only on the diagonal",
            "rows": "target",
            "columns": "target",
            "values": torch.cdist(few, few),
        },
        {
            "title": "Dimension 0 of the predictions for all patches: it follows the place",
            "rows": "row of the grid",
            "columns": "column of the grid",
            "values": everywhere[:, 0].reshape(GRID, GRID),
        },
    ]
