"""What the module holds and hands out: half of a vector follows the row of its patch, half the column."""

import torch

HEIGHT, WIDTH, DIM = 9, 12, 128
ROW, COLUMN = 4, 7


def picture(student):
    module = student.FixedSinCos2DPositionEmbedding(HEIGHT, WIDTH, DIM)
    patches = torch.arange(HEIGHT * WIDTH).reshape(HEIGHT, WIDTH)
    names = {"rows": "place", "columns": "dimension", "levels": "signed", "scale": "vectors"}
    return [
        {
            "title": "The table: the left half follows the row, the right half the column",
            **names,
            "rows": "patch",
            "values": module.embedding,
        },
        {
            "title": "All 12 patches of row 4: their left halves are the same",
            **names,
            "values": module(patches[ROW : ROW + 1])[0],
        },
        {
            "title": "All 9 patches of column 7: their right halves are the same",
            **names,
            "values": module(patches[:, COLUMN][None])[0],
        },
    ]
