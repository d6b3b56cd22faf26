"""The sizes are compared, the number of axes is not. What do your comparisons say of a stack of matrices,
or of a vector?"""

import numpy as np


def merge_lora(weight, lora_a, lora_b, alpha):
    rank = lora_b.shape[-1]
    if lora_a.shape[-2:] != (rank, weight.shape[-1]) or lora_b.shape[-2:] != (weight.shape[-2], rank):
        raise ValueError("the shapes do not fit")
    if rank == 0:
        raise ValueError("the rank must not be 0")
    delta = lora_b.astype(np.float64) @ lora_a.astype(np.float64)
    return (weight + alpha / rank * delta).astype(weight.dtype)
