"""An array of five, rounded by numpy; the values stay numpy numbers."""

import numpy as np

NAMES = ("base_weights", "quant_constants", "adapters", "gradients", "optimizer", "total")


def qlora_memory(
    n_params,
    lora_params,
    weight_bits=4,
    block_size=64,
    double_quant_block=256,
    optimizer_bytes=8,
    adapter_bytes=2,
):
    counts = np.array([n_params, lora_params], dtype=np.float64)
    second = np.inf if double_quant_block is None else double_quant_block
    sizes = np.array([weight_bits, block_size, second, optimizer_bytes, adapter_bytes], dtype=np.float64)
    if np.any(counts < 0) or np.any(sizes <= 0):
        raise ValueError("a count or a size is out of range")
    first_level = 4.0 if double_quant_block is None else 1.0
    per_weight = np.array([weight_bits / 8, (first_level + 4 / second) / block_size])
    per_adapter = np.array([adapter_bytes, adapter_bytes, optimizer_bytes])
    items = np.concatenate([counts[0] * per_weight, counts[1] * per_adapter])
    return dict(zip(NAMES, np.round(np.append(items, items.sum()), 1)))
