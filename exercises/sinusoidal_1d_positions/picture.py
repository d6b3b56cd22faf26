"""What the table is about: its pattern, one column between whole positions, and which positions are alike."""

import torch

COUNT, DIM, COLUMN = 64, 64, 6


def picture(student):
    table = student.sinusoidal_1d_positions(torch.arange(COUNT), DIM)
    between = student.sinusoidal_1d_positions(torch.arange(-30, 30.25, 0.25), DIM)
    return [
        {
            "title": "Sines left, cosines right; in each half fast ones first, slow ones last",
            "rows": "position",
            "columns": "dimension",
            "values": table,
            "levels": "signed",
        },
        {
            "title": f"Dimension {COLUMN} from position -30 to 30: smooth, and odd as a sine is",
            "rows": f"dimension {COLUMN}",
            "columns": "quarter steps from position -30 (120: position 0)",
            "values": between[:, COLUMN],
        },
        {
            "title": "How alike two positions are (dot product): only their distance matters",
            "rows": "position",
            "columns": "position",
            "values": table @ table.T,
        },
    ]
