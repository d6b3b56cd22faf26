"""What the right program gives: with rows worth tens and columns worth ones, each sum is an address."""

import torch

HEIGHT, WIDTH = 4, 6
NAMES = {"rows": "row of the grid", "columns": "column of the grid"}


def picture(student):
    zeros = torch.zeros(1, HEIGHT * WIDTH, 1)
    tens = 10 * torch.arange(1.0, HEIGHT + 1).unsqueeze(1)
    ones = torch.arange(1.0, WIDTH + 1).unsqueeze(1)
    grid = (HEIGHT, WIDTH)
    by_row = student.add_axis_positions(zeros, tens, torch.zeros_like(ones))
    by_column = student.add_axis_positions(zeros, torch.zeros_like(tens), ones)
    both = student.add_axis_positions(zeros, tens, ones)
    return [
        {"title": "Rows worth 10, 20, ...: same along a row", **NAMES, "values": by_row.reshape(grid)},
        {
            "title": "Columns worth 1, 2, ...: same down a column",
            **NAMES,
            "values": by_column.reshape(grid),
        },
        {"title": "Both: each patch has its address", **NAMES, "values": both.reshape(grid)},
        {
            "title": "In the order of the patches: row after row",
            "rows": "address",
            "columns": "patch",
            "values": both.flatten(),
        },
    ]
