"""Plain Python: three loops over lists, and numpy for the way in and out only."""

import numpy as np


def merge_lora(weight, lora_a, lora_b, alpha):
    for matrix in (weight, lora_a, lora_b):
        if len(matrix.shape) != 2:
            raise ValueError("two axes, please")
    (rows, columns), rank = weight.shape, len(lora_a)
    if lora_a.shape[1] != columns or len(lora_b) != rows or lora_b.shape[1] != rank or rank == 0:
        raise ValueError("the shapes do not fit")
    first, second, merged = lora_a.tolist(), lora_b.tolist(), weight.tolist()
    for i in range(rows):
        for j in range(columns):
            total = 0.0
            for k in range(rank):
                total += second[i][k] * first[k][j]
            merged[i][j] += alpha * total / rank
    return np.array(merged, dtype=weight.dtype)
