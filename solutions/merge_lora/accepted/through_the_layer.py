"""The merged weight as what the two paths make of every unit vector."""

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


class Adapted:
    def __init__(self, weight, lora_a, lora_b, alpha):
        self.rank = validated(weight, lora_a, lora_b)
        self.alpha = alpha
        self.weight = weight.astype(np.float64)
        self.lora_a = lora_a.astype(np.float64)
        self.lora_b = lora_b.astype(np.float64)

    def __call__(self, x):
        return self.weight @ x + (self.alpha / self.rank) * (self.lora_b @ (self.lora_a @ x))


def merge_lora(weight, lora_a, lora_b, alpha):
    layer = Adapted(weight, lora_a, lora_b, alpha)
    columns = [layer(unit) for unit in np.identity(weight.shape[1])]
    return np.stack(columns, axis=1).astype(weight.dtype)
