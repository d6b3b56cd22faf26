"""The bytes of the adapters are counted in 32 bits and overflow for large counts. How large may a count be
here?"""

import numpy as np


def qlora_memory(
    n_params,
    lora_params,
    weight_bits=4,
    block_size=64,
    double_quant_block=256,
    optimizer_bytes=8,
    adapter_bytes=2,
):
    if n_params < 0 or lora_params < 0:
        raise ValueError("counts must not be negative")
    if min(weight_bits, block_size, optimizer_bytes, adapter_bytes) <= 0:
        raise ValueError("sizes must be positive")
    if double_quant_block is not None and double_quant_block <= 0:
        raise ValueError("double_quant_block must be positive or None")
    base = n_params * weight_bits / 8
    blocks = n_params / block_size
    if double_quant_block is None:
        constants = 4 * blocks
    else:
        constants = blocks + 4 * blocks / double_quant_block
    lora_params = int(np.array([lora_params]).astype(np.int32)[0])
    adapters = lora_params * adapter_bytes
    gradients = lora_params * adapter_bytes
    optimizer = lora_params * optimizer_bytes
    total = base + constants + adapters + gradients + optimizer
    return {
        "base_weights": round(base, 1),
        "quant_constants": round(constants, 1),
        "adapters": round(adapters, 1),
        "gradients": round(gradients, 1),
        "optimizer": round(optimizer, 1),
        "total": round(total, 1),
    }
