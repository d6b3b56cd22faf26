"""Decimal numbers, rounded half to even, turned into floats at the end."""

from decimal import ROUND_HALF_EVEN, Decimal, getcontext

getcontext().prec = 40


def rounded(value):
    return float(value.quantize(Decimal("0.1"), rounding=ROUND_HALF_EVEN))


def qlora_memory(
    n_params,
    lora_params,
    weight_bits=4,
    block_size=64,
    double_quant_block=256,
    optimizer_bytes=8,
    adapter_bytes=2,
):
    if not (n_params >= 0 and lora_params >= 0):
        raise ValueError("count")
    if not all(size > 0 for size in (weight_bits, block_size, optimizer_bytes, adapter_bytes)):
        raise ValueError("size")
    if double_quant_block is not None and not double_quant_block > 0:
        raise ValueError("double_quant_block")
    n, m = Decimal(n_params), Decimal(lora_params)
    blocks = n / block_size
    per_block = Decimal(4) if double_quant_block is None else 1 + Decimal(4) / double_quant_block
    values = [
        n * weight_bits / 8,
        blocks * per_block,
        m * adapter_bytes,
        m * adapter_bytes,
        m * optimizer_bytes,
    ]
    names = ["base_weights", "quant_constants", "adapters", "gradients", "optimizer", "total"]
    return dict(zip(names, map(rounded, [*values, sum(values)])))
