"""Plain Python: patch after patch, with divmod."""

import torch


def add_axis_positions(patch_tokens, row_table, col_table):
    width = len(col_table)
    images = []
    for image in patch_tokens:
        answer = []
        for index, token in enumerate(image):
            row, column = divmod(index, width)
            answer.append(token + row_table[row] + col_table[column])
        images.append(torch.stack(answer))
    return torch.stack(images)
