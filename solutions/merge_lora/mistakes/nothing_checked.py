"""The merge is right, but no argument is checked. Which calls have to be refused, and which of them does
numpy put up with?"""

import numpy as np


def merge_lora(weight, lora_a, lora_b, alpha):
    rank = lora_a.shape[0]
    delta = lora_b.astype(np.float64) @ lora_a.astype(np.float64)
    return (weight + alpha / rank * delta).astype(weight.dtype)
