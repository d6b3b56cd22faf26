"""Factors of two different ranks are accepted where one of them is 1. What does your way of multiplying do
with an axis of size 1?"""

import numpy as np


def merge_lora(weight, lora_a, lora_b, alpha):
    if weight.ndim != 2 or lora_a.ndim != 2 or lora_b.ndim != 2:
        raise ValueError("weight, lora_a and lora_b must have two axes")
    rank = max(lora_a.shape[0], lora_b.shape[1])
    if lora_a.shape[1] != weight.shape[1]:
        raise ValueError("lora_a and weight differ in columns")
    if lora_b.shape[0] != weight.shape[0]:
        raise ValueError("lora_b and weight differ in rows")
    if rank == 0:
        raise ValueError("the rank must not be 0")
    delta = np.einsum("ok,ki->oi", lora_b, lora_a, dtype=np.float64)
    return (weight + alpha / rank * delta).astype(weight.dtype)
