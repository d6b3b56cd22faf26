"""Answers are remembered with all that they depend on; a subclass of dict comes back."""

from collections import OrderedDict
from functools import lru_cache
from math import fsum


@lru_cache
def qlora_memory(
    n_params,
    lora_params,
    weight_bits=4,
    block_size=64,
    double_quant_block=256,
    optimizer_bytes=8,
    adapter_bytes=2,
):
    if any(count < 0 for count in (n_params, lora_params)):
        raise ValueError("negative")
    if any(
        s <= 0 for s in (weight_bits, block_size, double_quant_block or 1, optimizer_bytes, adapter_bytes)
    ):
        raise ValueError("not positive")
    if double_quant_block == 0:
        raise ValueError("0 is not None")
    items = OrderedDict()
    items["base_weights"] = weight_bits * n_params / 8
    items["quant_constants"] = 4 * n_params / block_size
    if double_quant_block:
        items["quant_constants"] = n_params * (1 + 4 / double_quant_block) / block_size
    items["adapters"] = items["gradients"] = lora_params * adapter_bytes
    items["optimizer"] = lora_params * optimizer_bytes
    items["total"] = fsum(items.values())
    for name in items:
        items[name] = round(items[name], 1)
    return items
