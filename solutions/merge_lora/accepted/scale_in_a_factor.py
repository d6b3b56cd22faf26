"""The scale goes into one factor before the product, in double precision."""

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
    scaled = (alpha / rank) * np.asarray(lora_b, dtype=np.float64)
    merged = np.empty(weight.shape, dtype=weight.dtype)
    np.add(weight, scaled @ np.asarray(lora_a, dtype=np.float64), out=merged, casting="unsafe")
    return merged
