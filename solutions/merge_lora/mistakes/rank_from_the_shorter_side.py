"""The shorter side of lora_a is taken for the rank. May the rank be larger than the number of inputs?"""

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
    validated(weight, lora_a, lora_b)
    rank = min(lora_a.shape)
    delta = np.matmul(lora_b, lora_a, dtype=np.float64)
    return (weight + alpha / rank * delta).astype(weight.dtype)
