"""The shape of the product is compared with that of the weight, and nothing else is checked, so that
vectors and stacks of matrices get through. How many axes does the statement give to each of the three?"""

import numpy as np


def merge_lora(weight, lora_a, lora_b, alpha):
    rank = len(lora_a)
    delta = np.matmul(lora_b, lora_a, dtype=np.float64)
    if delta.shape != weight.shape or rank == 0:
        raise ValueError("the shapes do not fit")
    return (weight + alpha / rank * delta).astype(weight.dtype)
