"""The rows of lora_b are left to numpy. Which number of rows is accepted beside the right one?"""

import numpy as np


def merge_lora(weight, lora_a, lora_b, alpha):
    if weight.ndim != 2 or lora_a.ndim != 2 or lora_b.ndim != 2:
        raise ValueError("weight, lora_a and lora_b must have two axes")
    rank = lora_a.shape[0]
    if lora_a.shape[1] != weight.shape[1]:
        raise ValueError("lora_a and weight differ in columns")
    if lora_b.shape[1] != rank:
        raise ValueError("the factors differ in rank")
    if rank == 0:
        raise ValueError("the rank must not be 0")
    delta = lora_b.astype(np.float64) @ lora_a.astype(np.float64)
    return (weight + alpha / rank * delta).astype(weight.dtype)
