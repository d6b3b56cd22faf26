"""The arguments have other names than the statement gives them, so a call by name fails. What are they
called there?"""

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


def merge_lora(W, A, B, alpha):
    rank = validated(W, A, B)
    delta = B.astype(np.float64) @ A.astype(np.float64)
    return (W + alpha / rank * delta).astype(W.dtype)
