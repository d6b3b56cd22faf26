"""What the right program gives: predictions as wide as the encoder's vectors at any inner width."""

import math

import torch

PATCHES, WIDTH = 16, 12
CONTEXT = torch.tensor([[0, 5, 10, 15]])
INNER = {
    1: "12 numbers, one pattern",
    3: "12 numbers, three mixed",
    24: "still 12 numbers",
}


def waves(width):
    """A table whose dimensions swing along the patches, each faster than the one before."""
    steps = (torch.arange(PATCHES) + 0.5) * math.pi / PATCHES
    speeds = torch.arange(1, width + 1)
    return torch.cos(steps.unsqueeze(1) * speeds) / speeds


def picture(student):
    seen = torch.randn(1, CONTEXT.shape[1], WIDTH)
    targets = torch.arange(PATCHES).unsqueeze(0)
    panels = []
    for inner, seen_there in INNER.items():
        predictor = student.Predictor(WIDTH, inner, PATCHES)
        with torch.no_grad():
            table = predictor.position_embedding.weight
            table.copy_(waves(table.shape[1]))
            answer = predictor(seen, CONTEXT, targets)[0]
        panels.append(
            {
                "title": f"Predictor width {inner}: {seen_there}",
                "rows": "target",
                "columns": "dimension, less its mean",
                "values": answer - answer.mean(dim=0),
            }
        )
    return panels
