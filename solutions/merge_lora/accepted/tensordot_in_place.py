"""float32 where that is enough; an array of its own is changed step by step."""

import numpy as np


def merge_lora(weight, lora_a, lora_b, alpha):
    rows, columns = weight.shape
    rank, inputs = lora_a.shape
    outputs, second_rank = lora_b.shape
    if (rows, columns, rank) != (outputs, inputs, second_rank) or rank < 1:
        raise ValueError("the shapes do not fit")
    wide = np.result_type(weight, np.float32)
    merged = np.tensordot(lora_b.astype(wide), lora_a.astype(wide), axes=1)
    merged *= alpha
    merged /= rank
    merged += weight
    return merged.astype(weight.dtype, copy=False)
