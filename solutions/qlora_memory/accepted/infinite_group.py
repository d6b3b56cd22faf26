"""Without a second level, the group that shares a second constant is infinitely large."""

import math


def qlora_memory(n_params, lora_params, *sizes, **named):
    order = ("weight_bits", "block_size", "double_quant_block", "optimizer_bytes", "adapter_bytes")
    given = dict(zip(order, (4, 64, 256, 8, 2))) | dict(zip(order, sizes)) | named
    bits, block, group, optimizer, adapter = (given[name] for name in order)
    per_block = 4 if group is None else 1
    group = math.inf if group is None else group
    if min(n_params, lora_params) < 0 or min(bits, block, group, optimizer, adapter) <= 0:
        raise ValueError("a count or a size that cannot be")
    items = {
        "base_weights": n_params * (bits / 8),
        "quant_constants": n_params / block * (per_block + 4 / group),
        "adapters": lora_params * adapter,
        "gradients": lora_params * adapter,
        "optimizer": lora_params * optimizer,
    }
    items["total"] = math.fsum(items.values())
    return {name: math.floor(10 * value + 0.5) / 10 for name, value in items.items()}
