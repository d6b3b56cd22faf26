"""The same merge in exact arithmetic: every number is a fraction until the end."""

from fractions import Fraction

import numpy as np


def fractions(matrix):
    """The entries of a matrix as exact fractions, row by row."""
    return [[Fraction(float(entry)) for entry in row] for row in matrix]


def merge_lora(weight, lora_a, lora_b, alpha):
    """Merge with fractions and round each entry once."""
    if not weight.ndim == lora_a.ndim == lora_b.ndim == 2:
        raise ValueError("all three matrices must have two axes")
    (rows, columns), rank = weight.shape, lora_a.shape[0]
    if lora_a.shape != (rank, columns) or lora_b.shape != (rows, rank):
        raise ValueError("the shapes do not fit")
    if rank == 0:
        raise ValueError("r is 0")
    scale = Fraction(alpha) / rank
    first, second = fractions(lora_a), fractions(lora_b)
    merged = [
        [entry + scale * sum(second[i][k] * first[k][j] for k in range(rank)) for j, entry in enumerate(row)]
        for i, row in enumerate(fractions(weight))
    ]
    return np.array([[float(entry) for entry in row] for row in merged], dtype=np.float64).astype(
        weight.dtype
    )
