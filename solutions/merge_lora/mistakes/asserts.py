"""Calls that do not fit are refused, but by assert. Which type of exception does that raise, and which type
does the statement name?"""

import numpy as np


def merge_lora(weight, lora_a, lora_b, alpha):
    assert weight.ndim == lora_a.ndim == lora_b.ndim == 2
    rank = lora_a.shape[0]
    assert lora_a.shape[1] == weight.shape[1]
    assert lora_b.shape == (weight.shape[0], rank)
    assert rank > 0
    delta = lora_b.astype(np.float64) @ lora_a.astype(np.float64)
    return (weight + alpha / rank * delta).astype(weight.dtype)
