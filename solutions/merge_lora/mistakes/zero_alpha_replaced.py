"""An alpha of 0 is taken for an alpha that was left out. How much of the update should be added if its
strength is 0?"""

import numpy as np


def validated(weight, lora_a, lora_b):
    if weight.ndim != 2 or lora_a.ndim != 2 or lora_b.ndim != 2:
        raise ValueError("weight, lora_a and lora_b must have two axes")
    rows, columns = weight.shape
    rank = lora_a.shape[0]
    if lora_a.shape != (rank, columns) or lora_b.shape != (rows, rank):
        raise ValueError("the shapes do not fit")
    if rank == 0:
        raise ValueError("the rank must not be 0")
    return rank


def merge_lora(weight, lora_a, lora_b, alpha):
    rank = validated(weight, lora_a, lora_b)
    scale = (alpha or rank) / rank
    delta = np.matmul(lora_b, lora_a, dtype=np.float64)
    return (weight + scale * delta).astype(weight.dtype)
